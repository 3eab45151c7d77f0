//! Figures that come during a scenario: summons of characters and of monsters, and spawns (S9.1 to
//! S9.3, G16, G18).
//!
//! A figure that is put on the map before play, or by a correction, is [`Arrival::Placed`] and none
//! of these rules applies to it. An enemy that is invisible is none for the hex of a monster's
//! summon, as for its focus (S8.7).

use super::board::{HexIndex, NO_HEX, Terrain};
use super::figure::{Condition, Figure, FigureKind};
use super::game::Game;
use super::hex::Hex;
use super::marks::HexMark;
use super::names::FigureId;
use super::position::Position;
use super::round::TurnStatus;
use super::rulebook::Rule;
use super::sight::Ranges;

/// The way in which a monster, an ally or an object came onto the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrival {
    /// It was there from the start, or belongs to a revealed room.
    #[default]
    Placed,
    /// Another figure summoned it (S9.2).
    Summoned {
        /// The summoner.
        by: FigureId,
    },
    /// It was spawned (S9.3).
    Spawned {
        /// Its place, if it comes into the nearest empty hex instead.
        near: Option<Hex>,
    },
}

impl Figure {
    /// Returns the figure that summoned it, if one did.
    pub const fn summoner(&self) -> Option<FigureId> {
        match (&self.kind, self.arrival) {
            (FigureKind::Summon { owner }, _) => Some(*owner),
            (_, Arrival::Summoned { by }) => Some(by),
            (_, Arrival::Placed | Arrival::Spawned { .. }) => None,
        }
    }

    /// Returns the rule about the arrival of a summon or spawn; `None` for other figures.
    pub const fn arrival_rule(&self) -> Option<Rule> {
        match (&self.kind, self.arrival) {
            (FigureKind::Summon { .. }, _) => Some(Rule::OwnSummons),
            (_, Arrival::Summoned { .. }) => Some(Rule::MonsterSummons),
            (_, Arrival::Spawned { .. }) => Some(Rule::Spawning),
            (_, Arrival::Placed) => None,
        }
    }

    /// Returns `true` if it leaves a money token when it dies (S11.2, G18).
    pub const fn leaves_token(&self) -> bool {
        let is_placed_monster =
            matches!((&self.kind, self.arrival), (FigureKind::Monster(_), Arrival::Placed));
        is_placed_monster && !self.leaves_nothing
    }
}

impl Position {
    /// Returns `true` if a hex is empty: it has no figure, token or tile other than an open door
    /// or a pressure plate (G29).
    pub fn is_empty_hex(&self, hex: Hex) -> bool {
        self.board().place(hex).is_some_and(|place| self.is_empty_place(place))
    }

    pub(super) fn is_empty_place(&self, place: HexIndex) -> bool {
        matches!(self.board().terrain_at(place), Some(Terrain::Open | Terrain::OpenDoor))
            && self.occupant_at(place).is_none()
            && !self.layout().money.contains_key(&self.board().hex(place))
            && self.layout().marks_in(self.board().hex(place)).all(|mark| mark == HexMark::Plate)
    }

    /// Returns the empty hexes nearest to a place, in reading order: the place itself if it is
    /// empty (S9.3). Several are a choice of the players; there is none if no hex is empty.
    pub fn nearest_empty_hexes(&self, to: Hex) -> Vec<Hex> {
        let Some(start) = self.board().place(to) else { return Vec::new() };
        let ranges = Ranges::from(self.board(), start, u16::MAX);
        let mut empty = ranges.places().to_vec();
        empty.retain(|&place| self.is_empty_place(place));
        let least = empty.iter().filter_map(|&place| ranges.to(place)).min();
        empty.retain(|&place| ranges.to(place) == least);
        let mut nearest: Vec<Hex> =
            empty.into_iter().map(|place| self.board().hex(place)).collect();
        nearest.sort_unstable();
        nearest
    }

    /// Returns the hexes into which a figure can summon another one, in reading order; none if no
    /// hex beside it is empty.
    ///
    /// A character chooses among all empty hexes beside it (S9.1). For any other figure they are
    /// those nearest to an enemy; several are a choice of the players (S9.2).
    ///
    /// # Panics
    ///
    /// If the figure is not on the map.
    pub fn summon_hexes(&self, summoner: FigureId) -> Vec<Hex> {
        let figure = self.figure(summoner);
        let mut empty: Vec<HexIndex> = self
            .board()
            .neighbors(self.place(summoner))
            .iter()
            .copied()
            .filter(|&place| place != NO_HEX && self.is_empty_place(place))
            .collect();
        if !matches!(figure.kind, FigureKind::Character(_)) {
            let enemies: Vec<HexIndex> = self
                .enemies_of(summoner)
                .filter(|&enemy| !self.figure(enemy).is(Condition::Invisible))
                .map(|enemy| self.place(enemy))
                .collect();
            let to_enemy = |place: HexIndex| {
                let ranges = Ranges::from(self.board(), place, u16::MAX);
                enemies.iter().filter_map(|&enemy| ranges.to(enemy)).min().unwrap_or(u16::MAX)
            };
            let ranges: Vec<u16> = empty.iter().map(|&place| to_enemy(place)).collect();
            let least = ranges.iter().min();
            let mut is_nearest = ranges.iter().map(|range| Some(range) == least);
            empty.retain(|_| is_nearest.next().unwrap_or_default());
        }
        let mut hexes: Vec<Hex> = empty.into_iter().map(|place| self.board().hex(place)).collect();
        hexes.sort_unstable();
        hexes
    }
}

impl Game {
    /// Returns `true` if a figure was summoned or spawned in this round and acts from the next one
    /// (S9.1 to S9.3).
    pub fn acts_next_round(&self, id: FigureId) -> bool {
        self.round_state().arrived.contains(&id)
    }

    /// Returns `true` if a figure that this one summons comes into play now: a turn of the round
    /// has ended, or the summoner may act first. Before that the table is set up.
    pub(super) fn can_summon_now(&self, summoner: FigureId) -> bool {
        let acts_first = |status| match status {
            TurnStatus::Turn { figures, .. } => figures.contains(&summoner),
            TurnStatus::Initiatives(_) | TurnStatus::RoundEnd => false,
        };
        !self.round_state().acted.is_empty() || acts_first(self.turn_status())
    }

    /// Returns `true` if a spawn comes at the end of a round (S9.3).
    pub(super) fn is_after_last_turn(&self) -> bool {
        !self.round_state().acted.is_empty() && self.turn_status() == TurnStatus::RoundEnd
    }
}
