//! The state of a scenario in play: the table, the round, and the figures that have acted in it.
//!
//! [`Game::play`] is the only way to change it; [`Game::outcome`] does the same and reports the
//! changes. The game checks monsters' turns and impossible tables. A character's movement and
//! actions are left to the players.

use super::action::Action;
use super::edition::Edition;
use super::figure::{Figure, FigureKind, HitPoints};
use super::illegal::Refusal;
use super::names::FigureId;
use super::outcome::Outcome;
use super::position::{Position, acts_as_monster};
use super::round::{Round, TurnStatus};
use super::rulebook::Switch;
use super::transition::Transition;

/// A scenario in play.
///
/// ```
/// use scenario_rules::figure::{Condition, Figure, Initiative, FigureKind};
/// use scenario_rules::{Action, Board, Game, Hex, Position, Rule};
///
/// let game = Game::new(Position::empty(Board::new(3, 3)));
/// let names = game.position().names();
/// let kind = FigureKind::Character(Initiative::Hidden);
/// let brute = Figure::new(names, "Brute", None, kind.clone(), Hex::new(0, 0));
/// let tinkerer = Figure::new(names, "Tinkerer", None, kind, Hex::new(0, 0));
/// let id = brute.id();
/// let game = game.play(&Action::Put(brute))?;
///
/// let refusal = game.play(&Action::Put(tinkerer)).expect_err("the hex is occupied");
/// assert_eq!(refusal.rules(), [Rule::OneFigure]);
///
/// let action = Action::Condition { figure: id, condition: Condition::Muddle, has: true };
/// let after = game.play(&action)?;
/// assert!(after.position().figure(id).is(Condition::Muddle));
/// assert!(!game.position().figure(id).is(Condition::Muddle), "the game before is unchanged");
/// # Ok::<(), scenario_rules::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    position: Position,
    round: Round,
    always: Option<u8>,
}

impl Game {
    /// Creates a game that starts with this table, in its first round.
    pub const fn new(position: Position) -> Self {
        Self::with(position, Round::new(1), None)
    }

    pub(super) const fn with(position: Position, round: Round, always: Option<u8>) -> Self {
        Self { position, round, always }
    }

    /// Creates a game that was started under an edition of the rules.
    ///
    /// The first edition knew only the literal reading of G28.
    pub fn for_edition(position: Position, edition: Edition) -> Self {
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

    /// Returns `true` if a figure has ended its turn in this round.
    pub fn has_acted(&self, id: FigureId) -> bool {
        self.round.has_acted(id)
    }

    /// Returns the figures that still have a turn in this round.
    pub(super) fn waiting(&self) -> Vec<FigureId> {
        self.position
            .figures()
            .iter()
            .filter(|figure| !matches!(figure.kind, FigureKind::Object(..)))
            .map(Figure::id)
            .filter(|&id| !self.has_acted(id))
            .collect()
    }

    /// Returns the initiative of every set in every round, for games without ability cards.
    pub const fn fixed_initiative(&self) -> Option<u8> {
        self.always
    }

    /// Returns the figures that have yet to act by the rules of monsters in this round, in order of
    /// acting; those of unknown initiative come last.
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

    /// Returns `true` if a figure acts by the rules of monsters.
    pub fn acts_as_monster(&self, id: FigureId) -> bool {
        acts_as_monster(self.position.figure(id))
    }

    /// Plays an action and returns the game after it; `self` is unchanged.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] with every reason.
    pub fn play(&self, action: &Action) -> Result<Self, Refusal> {
        self.outcome(action).map(|outcome| outcome.game)
    }

    /// Plays an action and returns the game after it with the changes it made.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] with every reason.
    pub fn outcome(&self, action: &Action) -> Result<Outcome, Refusal> {
        self.outcome_by_edition(action, Edition::LATEST)
    }

    /// Plays an action by the edition of the rules under which it was recorded.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] with every reason.
    pub fn outcome_by_edition(
        &self,
        action: &Action,
        edition: Edition,
    ) -> Result<Outcome, Refusal> {
        let mut transition = Transition::new(self, edition);
        transition.apply(action)?;
        transition.finish()
    }

    /// Returns the figure whose turn is in progress when another figure is put on the map.
    pub(super) fn interrupted(&self) -> Option<FigureId> {
        // Before the first turn of a round ends, no turn counts as in progress.
        let TurnStatus::Turn { figures, .. } = self.turn_status() else { return None };
        match figures.as_slice() {
            &[id] if !self.round.acted.is_empty() => Some(id),
            _ => None,
        }
    }
}

impl HitPoints {
    /// Adds hit points, or subtracts them if negative, clamped between 0 and the maximum.
    #[must_use]
    pub fn changed(self, by: i16) -> Self {
        let amount = by.unsigned_abs();
        if by < 0 { self.hurt(amount) } else { self.healed(amount) }
    }
}
