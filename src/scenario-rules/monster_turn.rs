//! The turn of a monster as data: its focus with the reasons, every equally right hex to end in,
//! and the targets of its attack from there.

use std::collections::BTreeSet;

use super::action::PlayedTurn;
use super::board::Terrain;
use super::card::Card;
use super::figure::{Condition, Figure};
use super::hex::Hex;
use super::names::FigureId;
use super::rulebook::{Rule, Ruling};

/// An enemy as a candidate for the focus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FocusCandidate {
    /// The enemy.
    pub figure: FigureId,
    /// The steps to it: the cost of the best path to a hex from which it can be attacked; `None` if
    /// there is no such hex, or if it cannot be a target.
    pub steps: Option<u16>,
    /// The number of negative hexes that this path enters.
    pub negative: Option<u16>,
    /// The range to it; `None` if walls separate the two.
    pub range: Option<u16>,
    /// Its initiative, if known.
    pub initiative: Option<u8>,
    /// The rule by which it is not the focus; `None` for the focus itself.
    pub lost_by: Option<Rule>,
}

/// A choice among equally right further targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetChoice {
    /// The number of enemies to attack.
    pub count: usize,
    /// The enemies to choose from, more than `count`.
    pub from: Vec<FigureId>,
}

/// One of the equally good placements of an area attack (G31).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaPlacement {
    /// The target hexes of the pattern that are on the map, in reading order.
    pub hexes: Vec<Hex>,
    /// The enemies that it hits, in the order of the position. Further targets outside the area are
    /// not among them.
    pub hit: Vec<FigureId>,
}

/// A negative hex that a movement enters, with the damage it deals (S6.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TriggeredHazard {
    /// The hex.
    pub hex: Hex,
    /// Its terrain: a trap or hazardous terrain.
    pub terrain: Terrain,
    /// The damage; `None` while the level of the scenario is unknown.
    pub damage: Option<u16>,
}

/// One of the equally right ways to carry out a turn: the hex where the movement ends, and the
/// attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovementEnd {
    /// The focus.
    pub focus: FigureId,
    /// The hex where the movement ends.
    pub hex: Hex,
    /// The movement points it spends.
    pub cost: u16,
    /// The number of negative hexes it enters.
    pub negative: u16,
    /// The hexes it enters, up to and including `hex`; empty if it stays. One of several equally
    /// good paths.
    pub path: Vec<Hex>,
    /// The hexes it moves toward but does not reach this turn, each with the steps remaining from
    /// `hex`: to attack from, or next to a focus that it has attacked before moving.
    pub goals: Vec<(Hex, u16)>,
    /// The figures it attacks, its focus first.
    pub targets: Vec<FigureId>,
    /// Further targets that the players choose.
    pub choice: Option<TargetChoice>,
    /// The targets it attacks at disadvantage, including those in `choice`.
    pub disadvantage: Vec<FigureId>,
    /// The placements of an area attack with which these can be its targets; empty without an area,
    /// and if the area hits no enemy.
    pub placements: Vec<AreaPlacement>,
    /// The traps and hazardous terrain that it triggers: all on its path if it walks, only at its
    /// end if it jumps, none if it flies.
    pub triggered: Vec<TriggeredHazard>,
}

/// The turn of a monster by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonsterTurn {
    /// The acting monster.
    pub figure: FigureId,
    /// Its card.
    pub card: Card,
    /// The conditions that keep it from moving or attacking.
    pub restricting: Vec<Condition>,
    /// Its focus, or all enemies that tie for it; empty if it has none.
    pub foci: Vec<FigureId>,
    /// Every enemy, in the order of the position.
    pub enemies: Vec<FocusCandidate>,
    /// Every equally right end, for one focus after the other, each in reading order of its hex;
    /// empty without a focus.
    pub ends: Vec<MovementEnd>,
    /// The rulings that decided something, in order of number.
    pub rulings: Vec<Ruling>,
}

impl MovementEnd {
    /// Returns `true` if traps and hazardous terrain on the path kill the figure (S6.3, S7.4);
    /// always `false` if its hit points are not counted.
    pub fn is_deadly(&self, figure: &Figure) -> bool {
        let damage = self
            .triggered
            .iter()
            .filter_map(|triggered| triggered.damage)
            .fold(0, u16::saturating_add);
        figure.hit_points.is_some_and(|now| damage > 0 && now.hurt(damage).is_gone())
    }
}

impl MonsterTurn {
    /// Creates the action that plays one of the ends, with the targets `chosen` from its choice.
    pub fn play(&self, end: &MovementEnd, chosen: &[FigureId]) -> PlayedTurn {
        PlayedTurn {
            figure: self.figure,
            to: end.hex,
            targets: end.targets.iter().chain(chosen).copied().collect(),
            overruled: None,
        }
    }

    /// Returns `true` if the players have something to decide (S8.17).
    pub fn is_ambiguous(&self) -> bool {
        self.foci.len() > 1
            || self.ends.len() > 1
            || self.ends.iter().any(|end| end.choice.is_some())
    }

    /// Returns the rules that decided something, in order of number.
    pub fn rules(&self) -> Vec<Rule> {
        let ends = &self.ends;
        let applied = [
            (Rule::Conditions, !self.restricting.is_empty()),
            (Rule::CardOrder, self.card.attack_first),
            (Rule::Traps, ends.iter().any(|end| !end.triggered.is_empty())),
            (Rule::Disadvantage, ends.iter().any(|end| !end.disadvantage.is_empty())),
            (Rule::Focus, !self.foci.is_empty()),
            (Rule::NoAttack, self.card.attack.is_none()),
            (Rule::NoFocus, self.foci.is_empty()),
            (Rule::Best, ends.iter().any(|end| !end.targets.is_empty())),
            (Rule::OutOfReach, ends.iter().any(|end| !end.goals.is_empty())),
            (Rule::Others, ends.iter().any(|end| end.targets.len() > 1 || end.choice.is_some())),
            (Rule::Ambiguity, self.is_ambiguous()),
        ];
        applied
            .into_iter()
            .filter_map(|(rule, is_applied)| is_applied.then_some(rule))
            .chain(self.enemies.iter().filter_map(|enemy| enemy.lost_by))
            .collect::<BTreeSet<Rule>>()
            .into_iter()
            .collect()
    }

    /// Returns `true` if another turn has the same foci and ends.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.foci == other.foci && self.ends == other.ends
    }
}
