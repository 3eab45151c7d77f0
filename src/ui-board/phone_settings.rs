//! The settings of the players' phones.

use serde::{Deserialize, Serialize};

/// The settings of the phones, with what they need to find the laptop again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PhoneSettings {
    /// Players record their own moves from their phones; otherwise they suggest them.
    pub records_moves: bool,
    /// The laptop asks before it records what a player of a scenario presses on the phone.
    pub asks_in_scenarios: bool,
    /// The port at which phones were served last.
    pub port: Option<u16>,
    /// The file of the game whose seats are stored; empty without one.
    pub game: String,
    /// The seats of that game that phones have.
    pub seats: Vec<RememberedSeat>,
}

/// A seat with the digest of the token that its phone keeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RememberedSeat {
    /// The index of the player, or the name of the character.
    pub seat: String,
    /// The digest, in hexadecimal digits.
    pub digest: String,
}
