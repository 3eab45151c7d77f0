//! The turn of a monster as data: its focus and the reasons, every hex that is equally right for it
//! to end in, and the targets of its attack from there.

use std::collections::BTreeSet;

use super::action::Turn;
use super::board::Terrain;
use super::card::Card;
use super::figure::{Condition, Figure};
use super::hex::Hex;
use super::names::FigureId;
use super::rulebook::{Rule, Ruling};

/// An enemy as a candidate for the focus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The enemy.
    pub figure: FigureId,
    /// The steps to it, the points of the way to the nearest hex it can be attacked from; nothing
    /// if there is none.
    pub steps: Option<u16>,
    /// The number of negative hexes that way enters.
    pub negative: Option<u16>,
    /// The range to it; `None` if walls part the two.
    pub range: Option<u16>,
    /// Its initiative, if it is known.
    pub initiative: Option<u8>,
    /// The rule by which it is not the focus; `None` if it is.
    pub lost_by: Option<Rule>,
}

/// Further targets of which some are equally right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The number of them that are attacked.
    pub count: usize,
    /// The enemies to choose from, more than `count`.
    pub from: Vec<FigureId>,
}

/// A negative hex that a way enters, and what comes of it (S6.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sprung {
    /// The hex.
    pub hex: Hex,
    /// A trap or hazardous terrain.
    pub terrain: Terrain,
    /// The damage; nothing while the level of the scenario is unknown.
    pub damage: Option<u16>,
}

/// A hex in which the monster may end its movement, as right as any other of the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The focus it goes for.
    pub focus: FigureId,
    /// The hex in which it ends.
    pub hex: Hex,
    /// The movement points it spends.
    pub cost: u16,
    /// The number of negative hexes it enters.
    pub negative: u16,
    /// The hexes it enters, the last of them the end; empty if it stays. Of equally good ways this
    /// is one.
    pub path: Vec<Hex>,
    /// The hexes it would attack from, each with the steps that are left from the end; empty unless
    /// its focus is out of reach this turn.
    pub aims: Vec<(Hex, u16)>,
    /// The figures it attacks, its focus first.
    pub targets: Vec<FigureId>,
    /// Further targets for the players to choose.
    pub choice: Option<Choice>,
    /// The targets that it attacks at disadvantage, those to choose from included.
    pub disadvantage: Vec<FigureId>,
    /// The traps and hazardous terrain it enters on the way.
    pub sprung: Vec<Sprung>,
}

/// The turn of a monster by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whose turn it is.
    pub figure: FigureId,
    /// Its card.
    pub card: Card,
    /// The conditions that keep it from moving or attacking.
    pub held: Vec<Condition>,
    /// Its focus, or all that tie for it; empty if it has none.
    pub foci: Vec<FigureId>,
    /// Every enemy, in the order of the position.
    pub enemies: Vec<Candidate>,
    /// Every end that is equally right, in reading order; empty without a focus.
    pub ends: Vec<End>,
    /// The rulings that decided something, by number.
    pub rulings: Vec<Ruling>,
}

impl End {
    /// Checks whether the figure dies of what it springs on the way (S6.3, S7.4); nobody knows of one
    /// whose hit points are not counted.
    pub fn is_deadly(&self, figure: &Figure) -> bool {
        let damage = self.sprung.iter().filter_map(|sprung| sprung.damage);
        let damage = damage.fold(0, u16::saturating_add);
        figure.hit_points.is_some_and(|now| damage > 0 && now.hurt(damage).is_gone())
    }
}

impl Answer {
    /// Creates the turn with this end, and with these of the further targets that it leaves open.
    pub fn turn(&self, end: &End, chosen: &[FigureId]) -> Turn {
        Turn {
            figure: self.figure,
            to: end.hex,
            targets: end.targets.iter().chain(chosen).copied().collect(),
            overruled: None,
        }
    }

    /// Checks if the players have something to decide (S8.17).
    pub fn is_ambiguous(&self) -> bool {
        self.foci.len() > 1
            || self.ends.len() > 1
            || self.ends.iter().any(|end| end.choice.is_some())
    }

    /// The rules that decided something, by number.
    pub fn rules(&self) -> Vec<Rule> {
        let any = |has: fn(&End) -> bool| self.ends.iter().any(has);
        let decided = [
            (Rule::Conditions, !self.held.is_empty()),
            (Rule::CardOrder, self.card.attack_first),
            (Rule::Traps, any(|end| !end.sprung.is_empty())),
            (Rule::Disadvantage, any(|end| !end.disadvantage.is_empty())),
            (Rule::Focus, !self.foci.is_empty()),
            (Rule::NoAttack, self.card.attack.is_none()),
            (Rule::NoFocus, self.foci.is_empty()),
            (Rule::Best, any(|end| !end.targets.is_empty())),
            (Rule::OutOfReach, any(|end| !end.aims.is_empty())),
            (Rule::Others, any(|end| end.targets.len() > 1 || end.choice.is_some())),
            (Rule::Ambiguity, self.is_ambiguous()),
        ];
        let decided = decided.into_iter().filter(|(_, decided)| *decided).map(|(rule, _)| rule);
        let lost = self.enemies.iter().filter_map(|enemy| enemy.lost_by);
        decided.chain(lost).collect::<BTreeSet<Rule>>().into_iter().collect()
    }

    /// Checks if it results in the same as another answer: focus, ends and targets.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.foci == other.foci && self.ends == other.ends
    }
}
