//! The game of a scenario: the table, the round, and who has had a turn in it.
//!
//! [`Game::play`] is the one way in, and [`Game::outcome`] the same with what is to be reported. It
//! judges what the rules of monsters say, and what cannot lie on a table; how far a character walks,
//! and what it does there, is left to the players.

use super::action::Action;
use super::edition::Edition;
use super::figure::{Figure, HitPoints, Kind};
use super::illegal::Refusal;
use super::names::FigureId;
use super::outcome::Outcome;
use super::position::{Position, acts_as_monster};
use super::round::{Round, TurnStatus};
use super::rulebook::Switch;
use super::transition::Transition;

/// A scenario while it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    position: Position,
    round: Round,
    always: Option<u8>,
}

impl Game {
    /// Creates a game that begins with a table, in its first round.
    pub const fn new(position: Position) -> Self {
        Self::with(position, Round::new(1), None)
    }

    pub(super) const fn with(position: Position, round: Round, always: Option<u8>) -> Self {
        Self { position, round, always }
    }

    /// Creates a game that began under an edition of the rules.
    ///
    /// The first edition had only the letter of G28.
    pub fn by_edition(position: Position, edition: Edition) -> Self {
        Self::new(match edition {
            Edition::First => position.with_switch(Switch::OtherTarget, true),
            Edition::Second => position,
        })
    }

    /// Returns the table: the map, the figures and the cards.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the number of the round, from 1.
    pub const fn round(&self) -> u16 {
        self.round.number
    }

    pub(super) const fn round_state(&self) -> &Round {
        &self.round
    }

    /// Checks if the turn of a figure is over in this round.
    pub fn has_acted(&self, id: FigureId) -> bool {
        self.round.has_acted(id)
    }

    /// Returns everybody who has turns and whose turn is not over in this round.
    pub(super) fn waiting(&self) -> Vec<FigureId> {
        let have_turns = self.position.figures().iter();
        let have_turns = have_turns.filter(|figure| !matches!(figure.kind, Kind::Object(..)));
        have_turns.map(Figure::id).filter(|&id| !self.has_acted(id)).collect()
    }

    /// Returns the initiative that every set has in every round, where no cards are used.
    pub const fn always(&self) -> Option<u8> {
        self.always
    }

    /// Returns the figures that have yet to act by the rules of monsters in this round, in the order of
    /// the round, those of unknown initiative last.
    pub fn to_act(&self) -> Vec<FigureId> {
        let stations = self.position.order().stations().iter();
        let mut all: Vec<FigureId> =
            stations.flat_map(|station| station.blocks.iter().flatten().copied()).collect();
        let figures = self.position.figures().iter().map(Figure::id);
        let rest: Vec<FigureId> = figures.filter(|id| !all.contains(id)).collect();
        all.extend(rest);
        all.retain(|&id| self.acts_as_monster(id) && !self.has_acted(id));
        all
    }

    /// Checks if a figure acts by the rules of monsters.
    pub fn acts_as_monster(&self, id: FigureId) -> bool {
        acts_as_monster(self.position.figure(id))
    }

    /// Plays an action, and returns the game that follows; this one stays as it is.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] with everything that stands against it.
    pub fn play(&self, action: &Action) -> Result<Self, Refusal> {
        self.outcome(action).map(|outcome| outcome.game)
    }

    /// Plays an action, and returns the game that follows with what the action brings about.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] with everything that stands against it.
    pub fn outcome(&self, action: &Action) -> Result<Outcome, Refusal> {
        self.judged(action, Edition::LATEST)
    }

    /// Plays an action by an edition of the rules, as it was played when it was recorded.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] with everything that stands against it.
    pub fn judged(&self, action: &Action, edition: Edition) -> Result<Outcome, Refusal> {
        let mut transition = Transition::new(self, edition);
        transition.carry_out(action)?;
        transition.finish()
    }

    /// Returns the figure in the middle of whose turn somebody comes onto the map.
    pub(super) fn interrupted(&self) -> Option<FigureId> {
        // Before the first turn of a round nobody is in the middle of one.
        let TurnStatus::Turn { figures, .. } = self.turn_status() else { return None };
        match figures.as_slice() {
            &[id] if !self.round.acted.is_empty() => Some(id),
            _ => None,
        }
    }
}

impl HitPoints {
    /// Adds or subtracts hit points, between 0 and the maximum.
    #[must_use]
    pub fn changed(self, by: i16) -> Self {
        let by_size = by.unsigned_abs();
        if by < 0 { self.hurt(by_size) } else { self.healed(by_size) }
    }
}
