//! What players note at an entry, and at the head of a record.

use super::game::RecordedGame;

catalogue::catalogue! {
    /// The players' opinion of an entry.
    pub enum Mark {
        /// The word for it, on screen and in a record.
        name: &'static str,
    }

    /// Worth remembering.
    Good = "good";
    /// To be looked at again.
    Doubtful = "doubtful";
    /// Not as it was at the table.
    Wrong = "wrong";
}

/// What players note at an entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotations<G: RecordedGame> {
    pub(super) comment: String,
    pub(super) name: String,
    pub(super) mark: Option<Mark>,
    pub(super) checkpoint: Option<G::Checkpoint>,
}

impl<G: RecordedGame> Default for Annotations<G> {
    fn default() -> Self {
        Self { comment: String::new(), name: String::new(), mark: None, checkpoint: None }
    }
}

/// What a record says about itself and no rule depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    /// The title that the players gave it.
    pub title: Option<String>,
    /// When it was played, as the players write it.
    pub date: Option<String>,
    /// How long it took, an evening each; none where nobody kept the time.
    pub evenings: Vec<Evening>,
    /// Whether the app draws the cards that come up, because nobody has the decks at hand.
    pub deals: bool,
}

/// The time of an evening at the table, in whole seconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evening {
    /// The day, as the date of a record is written, without spaces.
    pub day: String,
    /// How long it was played in all.
    pub all: u32,
    /// How long each player was waited for, in the order of the seats.
    pub seats: Vec<u32>,
}
