//! The state of a scenario in play: the table, the round, and the figures that have acted in it.
//!
//! [`Game::play`] is the only way to change it; [`Game::outcome`] does the same and reports the
//! changes. The game checks monsters' turns and impossible tables. A character's movement and
//! actions are left to the players.

use super::action::Action;
use super::edition::Edition;
use super::ending::ScenarioEnd;
use super::figure::{Condition, Figure, FigureKind, HitPoints, Initiative};
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
    /// The edition of the rules under which it was started.
    edition: Edition,
    /// The end of the scenario, once it has ended.
    end: Option<ScenarioEnd>,
}

impl Game {
    /// Creates a game that starts with this table, in its first round.
    pub const fn new(position: Position) -> Self {
        let edition = Edition::LATEST;
        Self { position, round: Round::new(1), always: None, edition, end: None }
    }

    /// Creates the game after an action.
    pub(super) const fn after(
        &self,
        position: Position,
        round: Round,
        always: Option<u8>,
        end: Option<ScenarioEnd>,
    ) -> Self {
        Self { position, round, always, edition: self.edition, end }
    }

    /// Creates a game that was started under an edition of the rules.
    ///
    /// The first edition knew only the literal reading of G28.
    pub fn for_edition(position: Position, edition: Edition) -> Self {
        let position = match edition {
            Edition::First => position.with_switch(Switch::OtherTarget, true),
            Edition::Second | Edition::Third => position,
        };
        Self { edition, ..Self::new(position) }
    }

    /// Returns the edition of the rules under which it was started.
    pub const fn edition(&self) -> Edition {
        self.edition
    }

    /// Returns the end of the scenario; `None` as long as it is played.
    pub const fn end(&self) -> Option<&ScenarioEnd> {
        self.end.as_ref()
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
            .filter(|&id| !self.has_acted(id) && !self.acts_next_round(id))
            .filter(|&id| !self.position.layout().is_exhausted(id))
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
        all.retain(|&id| {
            self.acts_as_monster(id) && !self.has_acted(id) && !self.acts_next_round(id)
        });
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
        let mut outcome = transition.finish()?;
        while let Some(id) = outcome.game.turn_to_start(edition) {
            outcome.game.round.started.push(id);
            if outcome.game.position.figure(id).is(Condition::Wound) {
                let Outcome { game, report } = outcome;
                let mut transition = Transition::resumed(&game, edition, report);
                transition.suffer_wound(id);
                outcome = transition.finish()?;
            }
        }
        Ok(outcome)
    }

    /// Returns the figure whose turn starts, if that has not been noticed yet.
    fn turn_to_start(&self, edition: Edition) -> Option<FigureId> {
        let id = self.in_turn().filter(|_| edition.has_consequences())?;
        (!self.round.started.contains(&id)).then_some(id)
    }

    /// Returns the figure in turn; `None` if the players choose it, or if no figure is.
    pub fn in_turn(&self) -> Option<FigureId> {
        match self.turn_status() {
            TurnStatus::Turn { figures, .. } if figures.len() == 1 => Some(figures[0]),
            _ => None,
        }
    }

    /// Returns `true` between two rounds: all have acted, or none has and no character has
    /// revealed its initiative.
    pub fn is_between_rounds(&self) -> bool {
        let mut figures = self.position.figures().iter();
        let is_before = self.round.acted.is_empty()
            && figures.all(|figure| match figure.kind {
                FigureKind::Character(initiative) => {
                    initiative == Initiative::Hidden
                        || self.position.layout().is_exhausted(figure.id())
                }
                _ => true,
            });
        is_before || self.turn_status() == TurnStatus::RoundEnd
    }

    /// Returns the monster that still has to attack in its turn, with the targets left.
    pub fn attacks_due(&self) -> Option<(FigureId, &[FigureId])> {
        self.round.due.as_ref().map(|due| (due.attacker, due.targets.as_slice()))
    }

    /// Returns the character whose next damage is negated (S7.5).
    pub const fn negating(&self) -> Option<FigureId> {
        self.round.negating
    }

    /// Returns the figure whose turn is in progress when another figure is put on the map.
    pub(super) fn interrupted(&self) -> Option<FigureId> {
        // Before the first turn of a round ends, no turn counts as in progress.
        self.in_turn().filter(|_| !self.round.acted.is_empty())
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
