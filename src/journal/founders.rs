//! Founders of Gloomhaven as a game that is recorded.

use std::sync::Arc;

use components::quantity::Points;
use record::RecordedGame;
use rules::action::{Action, ActionKind};
use rules::contents::Contents;
use rules::game::{Game, Played};
use rules::illegal::Refusal;
use rules::player::ByPlayer;
use rules::receipt::Event;
use rules::setup::{Setup, SetupError};

use super::Journal;

/// The maximum number of entries of a journal, variations included. A long game has a few hundred.
pub const MAX_ENTRIES: usize = 20_000;

/// The game's types for a [`Record`](record::Record).
#[derive(Clone, Debug, PartialEq)]
pub enum Founders {}

impl RecordedGame for Founders {
    type Setup = Setup;
    type Game = Game;
    type Action = Action;
    type Outcome = Outcome;
    type Checkpoint = ByPlayer<Points>;
    type Refusal = Refusal;
    type SetupError = SetupError;

    const MAX_ENTRIES: usize = MAX_ENTRIES;

    fn start(setup: &Setup) -> Result<Game, SetupError> {
        Game::new(setup)
    }

    fn start_outcome(_: &Setup, game: &Game) -> Outcome {
        Outcome::of(game, Vec::new())
    }

    fn play(game: &Game, action: &Action) -> Result<record::Played<Self>, Refusal> {
        let Played { game, action, events } = game.play(action)?;
        let outcome = Outcome::of(&game, events);
        Ok(record::Played { game, action, outcome })
    }

    fn without_choices(action: &Action) -> Option<Action> {
        let is_choice = matches!(action.kind, ActionKind::Choose { .. });
        (!is_choice && !action.choices.is_empty()).then(|| action.kind.clone().into())
    }

    fn overruled(action: &Action, reason: &str) -> Option<Action> {
        let (action, reason) = (Box::new(action.clone()), reason.to_owned());
        Some(ActionKind::Overrule { action, reason }.into())
    }
}

/// Creates an empty record of a game with this setup and the contents of its pack, which other
/// games may share.
///
/// # Errors
///
/// Every problem of the setup, except those of the pack.
pub fn new_with_contents(setup: Setup, contents: Arc<Contents>) -> Result<Journal, SetupError> {
    let game = Game::with_contents(&setup, contents)?;
    Ok(Journal::with_game(setup, game))
}

/// The result of an entry, besides the game after it.
#[derive(Clone, Debug)]
pub struct Outcome {
    events: Arc<[Event]>,
    points: ByPlayer<Points>,
    turn: u32,
}

impl Outcome {
    fn of(game: &Game, events: Vec<Event>) -> Self {
        Self { events: events.into(), points: game.scores(), turn: game.turn_number() }
    }

    /// Returns the events that the entry caused, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Returns the points of every player after it.
    pub const fn points(&self) -> ByPlayer<Points> {
        self.points
    }

    /// Returns the number of turns started once it is played: 0 in the setup, then from 1.
    pub const fn turn(&self) -> u32 {
        self.turn
    }
}
