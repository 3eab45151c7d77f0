//! Notes of the players on an entry, and on a whole record.

use super::game::RecordedGame;

enum_table::enum_table! {
    /// The players' opinion of an entry.
    pub enum EntryRating {
        /// The word for it, on screen and in a record.
        name: &'static str,
    }

    /// Worth remembering.
    Good = "good";
    /// To be reviewed.
    Doubtful = "doubtful";
    /// Different from what happened at the table.
    Wrong = "wrong";
}

/// The notes of the players on an entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotations<G: RecordedGame> {
    pub(super) comment: String,
    pub(super) name: String,
    pub(super) mark: Option<EntryRating>,
    pub(super) checkpoint: Option<G::Checkpoint>,
}

impl<G: RecordedGame> Default for Annotations<G> {
    fn default() -> Self {
        Self { comment: String::new(), name: String::new(), mark: None, checkpoint: None }
    }
}

/// Facts of a record about itself, on which no rule depends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    /// The title that the players gave it.
    pub title: Option<String>,
    /// The date of play, as the players write it.
    pub date: Option<String>,
    /// The evenings on which it was played, with their lengths; empty if the time was not taken.
    pub evenings: Vec<Evening>,
    /// `true` if the app draws the cards, because the decks are not at hand.
    pub app_deals: bool,
}

/// The time of an evening at the table, in whole seconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evening {
    /// The day, as the date of a record is written, without spaces.
    pub day: String,
    /// The total time played.
    pub all: u32,
    /// The time spent waiting for each player, in the order of the seats.
    pub seats: Vec<u32>,
}
