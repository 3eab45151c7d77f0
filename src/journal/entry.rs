//! One entry of the record, and what the players wrote beside it.

use std::sync::Arc;

use rules::action::Action;
use rules::game::Game;
use rules::player::ByPlayer;
use rules::quantity::Points;
use rules::receipt::Event;

/// An entry of a journal, or the start before all entries.
///
/// It stays the same for as long as the journal exists: entries are added and never taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryId(pub(super) u32);

impl EntryId {
    /// The start of the game, before the first entry.
    pub const START: Self = Self(0);

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What the players think of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// Worth remembering.
    Good,
    /// To be looked at again.
    Doubtful,
    /// Not as it was at the table.
    Wrong,
}

impl Mark {
    /// Every mark.
    pub const ALL: [Self; 3] = [Self::Good, Self::Doubtful, Self::Wrong];

    /// The word for it, on screen and in a record.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Doubtful => "doubtful",
            Self::Wrong => "wrong",
        }
    }
}

/// An action that was played, with what the players wrote beside it.
///
/// The start of the game is an entry too, the only one without an action.
#[derive(Clone, Debug)]
pub struct Entry {
    pub(super) action: Option<Action>,
    pub(super) before: EntryId,
    pub(super) number: usize,
    pub(super) continuations: Vec<EntryId>,
    pub(super) comment: String,
    pub(super) name: String,
    pub(super) mark: Option<Mark>,
    /// Turns begun once it is played.
    pub(super) turn: u32,
    pub(super) checkpoint: Option<Checkpoint>,
    /// What it set off, in order; worked out when it was played, and never stored.
    pub(super) events: Arc<[Event]>,
    /// The points of every player once it is played.
    pub(super) points: ByPlayer<Points>,
    /// The game after this entry, kept at a few entries only.
    pub(super) game: Option<Box<Game>>,
}

impl Entry {
    /// An entry that leads to `game`.
    pub(super) fn new(
        action: Option<Action>,
        before: EntryId,
        number: usize,
        events: Vec<Event>,
        game: &Game,
    ) -> Self {
        Self {
            action,
            before,
            number,
            continuations: Vec::new(),
            comment: String::new(),
            name: String::new(),
            mark: None,
            turn: game.turn_number(),
            checkpoint: None,
            events: events.into(),
            points: game.scores(),
            game: None,
        }
    }

    /// The action with every choice made; none at the start of the game.
    #[must_use]
    pub fn action(&self) -> Option<&Action> {
        self.action.as_ref()
    }

    /// The entry this one follows. The start follows itself.
    #[must_use]
    pub fn before(&self) -> EntryId {
        self.before
    }

    /// How many entries lead here, itself included; 0 for the start.
    #[must_use]
    pub fn number(&self) -> usize {
        self.number
    }

    /// What was played next, the main continuation first, then the variations, the latest first.
    #[must_use]
    pub fn continuations(&self) -> &[EntryId] {
        &self.continuations
    }

    /// What the players wrote about it; empty for nothing.
    #[must_use]
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// How the line that begins with this entry is called; empty for no name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the players think of it.
    #[must_use]
    pub fn mark(&self) -> Option<Mark> {
        self.mark
    }

    /// Turns begun once it is played: 0 in the setup, then counted from 1.
    #[must_use]
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// What it set off, in order.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The points of every player once it is played.
    #[must_use]
    pub fn points(&self) -> ByPlayer<Points> {
        self.points
    }

    /// The scores as the table confirmed them here.
    #[must_use]
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        self.checkpoint
    }

    /// Whether two entries say the same, whatever they continue and are continued by.
    pub(super) fn says_the_same_as(&self, other: &Self) -> bool {
        self.action == other.action
            && self.comment == other.comment
            && self.name == other.name
            && self.mark == other.mark
            && self.checkpoint == other.checkpoint
    }
}

/// The points of all players as read off the score track, beside what the record says.
///
/// Seats that nobody takes hold 0 in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// What the players read off the score track.
    pub stated: ByPlayer<Points>,
    /// What the record said at that moment.
    pub recorded: ByPlayer<Points>,
}

impl Checkpoint {
    /// Whether the table and the record say the same of every player.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.stated == self.recorded
    }
}
