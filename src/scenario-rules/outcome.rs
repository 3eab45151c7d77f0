//! The outcome of an action: the game after it, the changes it makes, and warnings if it was
//! recorded under an earlier edition of the rules.

use super::board::Terrain;
use super::event::Event;
use super::game::Game;
use super::hex::Hex;
use super::illegal::Refusal;
use super::names::FigureId;
use super::rulebook::Ruling;

/// The game after an action, with a report of the action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The game after the action.
    pub game: Game,
    /// The report.
    pub report: ActionReport,
}

/// The report of an action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActionReport {
    /// The changes it makes, in order.
    pub events: Vec<Event>,
    /// The differences from the latest edition of the rules; always empty for a new action.
    pub warnings: Vec<Warning>,
}

/// A difference between the latest edition of the rules and an entry, or the table at the start,
/// that an earlier edition accepted. The entry is kept as it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum Warning {
    /// A turn is not among the right ones.
    Turn {
        refusal: Refusal,
        /// The rulings that decided the monster's targets and its hex.
        rulings: Vec<Ruling>,
    },
    /// A figure entered or came down on a trap or hazardous terrain without suffering damage.
    Unhurt { figure: FigureId, hex: Hex, terrain: Terrain },
    /// A figure was put on the map with 0 hit points.
    NoHitPoints { figure: FigureId },
}
