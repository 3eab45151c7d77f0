//! One entry of the record, and what the players wrote beside it.

use std::sync::Arc;

use super::MAX_ENTRIES;
use components::quantity::Points;
use rules::action::Action;
use rules::game::{Game, Played};
use rules::illegal::Refusal;
use rules::player::ByPlayer;
use rules::receipt::Event;
use tree::EntryId;

catalogue::catalogue! {
    /// What the players think of an entry.
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

/// The game as the tree of entries knows it.
#[derive(Clone, Debug)]
pub enum Founders {}

impl tree::Rules for Founders {
    type Game = Game;
    type Action = Action;
    type Derived = Derived;
    type Beside = Beside;
    type Refusal = Refusal;

    const MOST_ENTRIES: usize = MAX_ENTRIES;

    fn play(game: &Game, action: &Action) -> Result<tree::Played<Self>, Refusal> {
        let Played { game, action, events } = game.play(action)?;
        let derived = Derived::of(&game, events);
        Ok(tree::Played { game, action, derived })
    }
}

/// What an entry brought about; worked out when it was played, and never stored.
#[derive(Clone, Debug)]
pub struct Derived {
    /// What it set off, in order.
    events: Arc<[Event]>,
    /// The points of every player once it is played.
    points: ByPlayer<Points>,
    /// Turns begun once it is played.
    turn: u32,
}

impl Derived {
    /// What is derived for an entry that leads to `game`.
    pub(super) fn of(game: &Game, events: Vec<Event>) -> Self {
        Self { events: events.into(), points: game.scores(), turn: game.turn_number() }
    }
}

/// What the players wrote beside an entry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Beside {
    pub(super) comment: String,
    pub(super) name: String,
    pub(super) mark: Option<Mark>,
    pub(super) checkpoint: Option<Checkpoint>,
}

/// An action that was played, with what the players wrote beside it.
///
/// The start of the game is an entry too, the only one without an action.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a>(pub(super) &'a tree::Entry<Founders>);

impl<'a> Entry<'a> {
    /// The action with every choice made; none at the start of the game.
    #[must_use]
    pub const fn action(self) -> Option<&'a Action> {
        self.0.action()
    }

    /// The entry this one follows. The start follows itself.
    #[must_use]
    pub const fn before(self) -> EntryId {
        self.0.before()
    }

    /// How many entries lead here, itself included; 0 for the start.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0.number()
    }

    /// What was played next, the main continuation first, then the variations, the latest first.
    #[must_use]
    pub fn continuations(self) -> &'a [EntryId] {
        self.0.continuations()
    }

    /// What the players wrote about it; empty for nothing.
    #[must_use]
    pub fn comment(self) -> &'a str {
        &self.0.beside().comment
    }

    /// How the line that begins with this entry is called; empty for no name.
    #[must_use]
    pub fn name(self) -> &'a str {
        &self.0.beside().name
    }

    /// What the players think of it.
    #[must_use]
    pub const fn mark(self) -> Option<Mark> {
        self.0.beside().mark
    }

    /// Turns begun once it is played: 0 in the setup, then counted from 1.
    #[must_use]
    pub const fn turn(self) -> u32 {
        self.0.derived().turn
    }

    /// What it set off, in order.
    #[must_use]
    pub fn events(self) -> &'a [Event] {
        &self.0.derived().events
    }

    /// The points of every player once it is played.
    #[must_use]
    pub const fn points(self) -> ByPlayer<Points> {
        self.0.derived().points
    }

    /// The scores as the table confirmed them here.
    #[must_use]
    pub const fn checkpoint(self) -> Option<Checkpoint> {
        self.0.beside().checkpoint
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
