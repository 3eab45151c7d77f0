//! The round, and the figure in turn in it (S4.5 to S4.7, G10, G16).
//!
//! Nobody is while an initiative that counts is hidden. The order of the round decides otherwise,
//! with two exceptions: a further attack of a card is carried out first, and the turn during which
//! somebody comes onto the map, as behind a door that is opened, is finished first.

use plain_text::same_name;

use super::figure::Kind;
use super::game::Game;
use super::names::{FigureId, NameId};
use super::rulebook::Ruling;

/// The progress of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Round {
    /// The number of the round, from 1.
    pub(super) number: u16,
    /// The figures whose turn is over.
    pub(super) acted: Vec<FigureId>,
    /// The targets of each attack, by the attacker.
    pub(super) attacks: Vec<(FigureId, Vec<FigureId>)>,
    /// The figure during whose turn somebody came onto the map, or a door was opened: that turn is
    /// finished before those that came act (G16).
    pub(super) finishing: Option<FigureId>,
}

impl Round {
    pub(super) const fn new(number: u16) -> Self {
        Self { number, acted: Vec::new(), attacks: Vec::new(), finishing: None }
    }

    pub(super) fn has_acted(&self, id: FigureId) -> bool {
        self.acted.contains(&id)
    }

    /// Returns the targets of each attack of a figure that had any.
    pub(super) fn attacks_of(&self, id: FigureId) -> impl DoubleEndedIterator<Item = &[FigureId]> {
        let own = self.attacks.iter().filter(move |(attacker, _)| *attacker == id);
        own.map(|(_, targets)| targets.as_slice()).filter(|targets| !targets.is_empty())
    }

    pub(super) fn has_attacked(&self, id: FigureId) -> bool {
        self.attacks_of(id).next().is_some()
    }

    /// Forgets the turns and attacks of figures that have left the map.
    pub(super) fn forget(&mut self, has_left: impl Fn(FigureId) -> bool) {
        self.acted.retain(|id| !has_left(*id));
        self.attacks.retain(|(attacker, _)| !has_left(*attacker));
    }
}

/// The next thing in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnStatus {
    /// The turn of a figure.
    Turn {
        /// The figure in turn; several where the players choose which of them goes first.
        figures: Vec<FigureId>,
        /// The ruling that decided it, if one did.
        ruling: Option<Ruling>,
    },
    /// The initiatives of these characters and sets, which are hidden: nobody is in turn.
    Initiatives(Vec<NameId>),
    /// The end of the round: everybody on the map has acted.
    RoundEnd,
}

impl Game {
    /// Returns what the round waits for: a turn, hidden initiatives, or its end.
    ///
    /// ```
    /// use scenario_rules::figure::{Figure, Initiative, Kind};
    /// use scenario_rules::{Board, Game, Hex, Layout, NameId, Position, round::TurnStatus};
    ///
    /// let mut layout = Layout::new(Board::new(3, 1));
    /// let kind = Kind::Character(Initiative::Hidden);
    /// let brute = Figure::new(&layout.names, "Brute", None, kind, Hex::new(2, 0));
    /// let hidden = vec![NameId::Figure(brute.id())];
    /// layout.figures.push(brute);
    /// let game = Game::new(Position::new(layout)?);
    /// assert_eq!(game.turn_status(), TurnStatus::Initiatives(hidden));
    /// # Ok::<(), scenario_rules::Refusal>(())
    /// ```
    pub fn turn_status(&self) -> TurnStatus {
        let position = self.position();
        let order = position.order();
        let waits = self.waiting();
        let again = position.layout().again.map(|further| further.figure);
        if let Some(id) = again.filter(|id| waits.contains(id)) {
            return TurnStatus::Turn { figures: vec![id], ruling: None };
        }
        let finishing = self.round_state().finishing.filter(|&id| order.number(id).is_some());
        let unfinished = finishing.filter(|id| waits.contains(id));
        let hidden = hidden(self, &waits);
        if unfinished.is_none() && !hidden.is_empty() {
            return TurnStatus::Initiatives(hidden);
        }
        let next = order.stations().iter().find_map(|station| {
            let first = |block: &Vec<FigureId>| block.iter().copied().find(|id| waits.contains(id));
            let begun = |block: &&Vec<FigureId>| {
                first(block).is_some() && block.iter().any(|id| !waits.contains(id))
            };
            // A block that has begun is finished before another begins.
            let figures: Vec<FigureId> = match station.blocks.iter().find(begun) {
                Some(block) => first(block).into_iter().collect(),
                None => station.blocks.iter().filter_map(first).collect(),
            };
            (!figures.is_empty()).then_some(figures)
        });
        let precedes = |id: FigureId| {
            next.iter().flatten().any(|&other| other != id && order.precedes(other, id))
        };
        if let Some(id) = unfinished {
            let ruling = precedes(id).then_some(Ruling::RevealedRoom);
            return TurnStatus::Turn { figures: vec![id], ruling };
        }
        let is_after_finished = finishing.is_some_and(precedes);
        let Some(figures) = next else {
            return TurnStatus::RoundEnd;
        };
        let ruling = if figures.len() > 1 {
            Some(Ruling::EqualInitiative)
        } else {
            is_after_finished.then_some(Ruling::RevealedRoom)
        };
        TurnStatus::Turn { figures, ruling }
    }
}

/// Returns the characters, sets and allies that still have a turn and whose initiative is hidden.
fn hidden(game: &Game, waits: &[FigureId]) -> Vec<NameId> {
    let position = game.position();
    let name_of = |id| position.names().name(id);
    let mut names = Vec::new();
    for &id in waits {
        let figure = position.figure(id);
        let name = match figure.kind {
            _ if position.order().number(id).is_some() => continue,
            // It is turned over with the card of its character.
            Kind::Summon { .. } => continue,
            Kind::Monster(_) => NameId::Set(figure.set()),
            Kind::Character(_) | Kind::Ally(_) | Kind::Object(..) => NameId::Figure(id),
        };
        if !names.iter().any(|&other| same_name(&name_of(other), &name_of(name))) {
            names.push(name);
        }
    }
    names
}
