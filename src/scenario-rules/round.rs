//! The round, and the figure to act in it (S4.5 to S4.7, G10, G16).
//!
//! No figure can act while a relevant initiative is hidden. Otherwise the order of acting decides,
//! with
//! three exceptions. The attacks that are due in a monster's turn come first, then a pending further
//! attack of a card, then the turn during which a figure was put on the map, as after opening a
//! door.

use plain_text::same_name;

use super::event::Cause;
use super::figure::{Conditions, FigureKind};
use super::game::Game;
use super::hex::Hex;
use super::monster_turn::TriggeredHazard;
use super::names::{FigureId, NameId};
use super::rulebook::Ruling;

/// The attacks that a monster has still to make in its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DueAttacks {
    /// The monster.
    pub(super) attacker: FigureId,
    /// The targets that are left, in order.
    pub(super) targets: Vec<FigureId>,
    /// The move after the attacks; `None` if it came first (S5.8).
    pub(super) move_after: Option<TurnMovement>,
}

/// The move of a monster in its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TurnMovement {
    /// The hex where it ends.
    pub(super) to: Hex,
    /// The traps and hazardous terrain on the path.
    pub(super) hazards: Vec<TriggeredHazard>,
    /// The rules, or the players who overruled them.
    pub(super) cause: Cause,
}

/// The progress of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Round {
    /// The number of the round, from 1.
    pub(super) number: u16,
    /// The figures that have ended their turn.
    pub(super) acted: Vec<FigureId>,
    /// The attacks so far: the attacker and its targets.
    pub(super) attacks: Vec<(FigureId, Vec<FigureId>)>,
    /// The figures that were summoned or spawned in this round and act from the next one.
    pub(super) arrived: Vec<FigureId>,
    /// The figures whose turn has started.
    pub(super) started: Vec<FigureId>,
    /// The conditions that ended with the turn of a figure. A further attack of its card is part of
    /// that turn.
    pub(super) ended: Vec<(FigureId, Conditions)>,
    /// The attacks that a monster has still to make in its turn.
    pub(super) due: Option<DueAttacks>,
    /// The character whose next damage is negated (S7.5).
    pub(super) negating: Option<FigureId>,
    /// The figure during whose turn a figure was put on the map or a door was opened. It finishes
    /// its turn before the new figures act (G16).
    pub(super) finishing: Option<FigureId>,
}

impl Round {
    pub(super) const fn new(number: u16) -> Self {
        Self {
            number,
            acted: Vec::new(),
            attacks: Vec::new(),
            arrived: Vec::new(),
            started: Vec::new(),
            ended: Vec::new(),
            due: None,
            negating: None,
            finishing: None,
        }
    }

    pub(super) fn has_acted(&self, id: FigureId) -> bool {
        self.acted.contains(&id)
    }

    /// Returns the targets of each attack of a figure, without attacks that have none.
    pub(super) fn attacks_of(&self, id: FigureId) -> impl DoubleEndedIterator<Item = &[FigureId]> {
        self.attacks
            .iter()
            .filter(move |(attacker, targets)| *attacker == id && !targets.is_empty())
            .map(|(_, targets)| targets.as_slice())
    }

    pub(super) fn has_attacked(&self, id: FigureId) -> bool {
        self.attacks_of(id).next().is_some()
    }

    /// Removes the turns and attacks of figures that have left the map.
    pub(super) fn forget(&mut self, has_left: impl Fn(FigureId) -> bool) {
        self.acted.retain(|id| !has_left(*id));
        self.attacks.retain(|(attacker, _)| !has_left(*attacker));
        self.arrived.retain(|id| !has_left(*id));
        self.started.retain(|id| !has_left(*id));
        self.ended.retain(|(id, _)| !has_left(*id));
        self.negating = self.negating.filter(|id| !has_left(*id));
    }
}

/// The next step of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnStatus {
    /// A turn.
    Turn {
        /// The figure to act; several where the players choose which of them goes first.
        figures: Vec<FigureId>,
        /// The ruling that decided it, if any.
        ruling: Option<Ruling>,
    },
    /// Hidden initiatives of these characters and sets; no figure can act before they are revealed.
    Initiatives(Vec<NameId>),
    /// The end of the round: all figures have acted, or the scenario has ended.
    RoundEnd,
}

impl Game {
    /// Returns the next step of the round: a turn, initiatives to reveal, or the end of the round.
    ///
    /// ```
    /// use scenario_rules::figure::{Figure, Initiative, FigureKind};
    /// use scenario_rules::{Board, Game, Hex, Layout, NameId, Position, round::TurnStatus};
    ///
    /// let mut layout = Layout::new(Board::new(3, 1));
    /// let kind = FigureKind::Character(Initiative::Hidden);
    /// let brute = Figure::new(&layout.names, "Brute", None, kind, Hex::new(2, 0));
    /// let hidden = vec![NameId::Figure(brute.id())];
    /// layout.figures.push(brute);
    /// let game = Game::new(Position::new(layout)?);
    /// assert_eq!(game.turn_status(), TurnStatus::Initiatives(hidden));
    /// # Ok::<(), scenario_rules::Refusal>(())
    /// ```
    pub fn turn_status(&self) -> TurnStatus {
        if self.end().is_some() {
            return TurnStatus::RoundEnd;
        }
        let position = self.position();
        let order = position.order();
        let waits = self.waiting();
        if let Some(due) = &self.round_state().due {
            return TurnStatus::Turn { figures: vec![due.attacker], ruling: None };
        }
        let again = position.layout().further_attack.as_ref().map(|further| further.figure);
        if let Some(id) = again.filter(|id| waits.contains(id)) {
            return TurnStatus::Turn { figures: vec![id], ruling: None };
        }
        let finishing = self.round_state().finishing.filter(|&id| order.number(id).is_some());
        let unfinished = finishing.filter(|id| waits.contains(id));
        let hidden = hidden(self, &waits);
        if unfinished.is_none() && !hidden.is_empty() {
            return TurnStatus::Initiatives(hidden);
        }
        let next = order
            .stations()
            .iter()
            .map(|station| next_of(&station.blocks, &waits, &self.round_state().arrived))
            .find(|figures| !figures.is_empty())
            .unwrap_or_default();
        // By the order of acting alone, a figure of `next` would act before the interrupted one.
        let is_exception = finishing
            .is_some_and(|id| next.iter().any(|&other| other != id && order.precedes(other, id)));
        if let Some(id) = unfinished {
            let ruling = is_exception.then_some(Ruling::RevealedRoom);
            return TurnStatus::Turn { figures: vec![id], ruling };
        }
        let ruling = match next.len() {
            0 => return TurnStatus::RoundEnd,
            1 => is_exception.then_some(Ruling::RevealedRoom),
            _ => Some(Ruling::EqualInitiative),
        };
        TurnStatus::Turn { figures: next, ruling }
    }
}

/// Returns the figures of a station that may act next: the next one of a started block, which is
/// finished before another starts, otherwise the first one of each block.
fn next_of(blocks: &[Vec<FigureId>], waits: &[FigureId], arrived: &[FigureId]) -> Vec<FigureId> {
    let mut figures = Vec::new();
    for block in blocks {
        let Some(&first) = block.iter().find(|id| waits.contains(id)) else { continue };
        let has_started = block.iter().any(|id| !waits.contains(id) && !arrived.contains(id));
        if has_started {
            return vec![first];
        }
        figures.push(first);
    }
    figures
}

/// Returns the characters, sets and allies that still have a turn and whose initiative is hidden.
fn hidden(game: &Game, waits: &[FigureId]) -> Vec<NameId> {
    let position = game.position();
    let mut names: Vec<NameId> = Vec::new();
    for &id in waits {
        let figure = position.figure(id);
        let name = match figure.kind {
            _ if position.order().number(id).is_some() => continue,
            // Its initiative is revealed with the card of its character.
            FigureKind::Summon { .. } => continue,
            FigureKind::Monster(_) => NameId::Set(figure.set()),
            FigureKind::Character(_) | FigureKind::Ally(_) | FigureKind::Object(..) => {
                NameId::Figure(id)
            }
        };
        if names.contains(&name) {
            continue;
        }
        let text = position.names().name(name);
        if !names.iter().any(|&other| same_name(&position.names().name(other), &text)) {
            names.push(name);
        }
    }
    names
}
