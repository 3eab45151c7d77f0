//! The move and attack abilities of a set's card for this round.
//!
//! The numbers are totals: the base value plus that of the ability card. The owner of the box types
//! them; none are built in. Other abilities of a card never influence movement (S8.13), and area
//! attacks are not computed: the players enter their targets.

use std::fmt;

use super::figure::Rank;
use super::names::{FigureId, SetId};

/// The move ability of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The movement points.
    pub points: u8,
    /// `true` if it is a jump.
    pub jump: bool,
}

/// The reach of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Adjacent enemies, without disadvantage.
    Melee,
    /// Enemies within this many hexes; an adjacent one at disadvantage (S7.2).
    Ranged(u8),
}

impl Reach {
    /// Returns the range in hexes, 1 for melee (S7.1).
    pub const fn range(self) -> u8 {
        match self {
            Self::Melee => 1,
            Self::Ranged(range) => range,
        }
    }
}

/// The attack ability of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Melee, or ranged with a range.
    pub reach: Reach,
    /// The number of different enemies it targets, at least 1.
    pub targets: u8,
}

impl Attack {
    /// A melee attack on one enemy.
    pub const MELEE: Self = Self { reach: Reach::Melee, targets: 1 };
}

/// The move and the attack of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// Its move ability, if it has one.
    pub movement: Option<Move>,
    /// Its attack ability, if it has one.
    pub attack: Option<Attack>,
    /// `true` if a card with both has the attack before the move, so it is carried out first
    /// (S5.8).
    pub attack_first: bool,
}

impl Card {
    /// The maximum range of an attack.
    pub const MAX_RANGE: u8 = 20;
    /// The maximum points of a move, and the maximum number of targets of an attack.
    pub const MAX_AMOUNT: u8 = 99;
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}{}", self.points, if self.jump { " jump" } else { "" })
    }
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("attack")?;
        if let Reach::Ranged(range) = self.reach {
            write!(f, " range {range}")?;
        }
        if self.targets == 1 { Ok(()) } else { write!(f, " targets {}", self.targets) }
    }
}

/// Writes the abilities in the order in which they are carried out.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.movement, self.attack) {
            (None, None) => f.write_str("nothing"),
            (Some(movement), None) => movement.fmt(f),
            (None, Some(attack)) => attack.fmt(f),
            (Some(movement), Some(attack)) if self.attack_first => {
                write!(f, "{attack}, {movement}")
            }
            (Some(movement), Some(attack)) => write!(f, "{movement}, {attack}"),
        }
    }
}

/// The card of a set for this round, or of one of its ranks where the values differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetCard {
    /// The set, or the name shared by summons or allied tokens.
    pub set: SetId,
    /// The rank it is for; `None` for all ranks.
    pub rank: Option<Rank>,
    /// The abilities of the card.
    pub card: Card,
}

/// A further attack on the card of a monster (S8.14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FurtherAttack {
    /// The monster.
    pub figure: FigureId,
    /// The attack, and a move if the card has one with it.
    pub card: Card,
}
