//! What a set does this round, as far as it decides where a monster goes and whom it attacks.
//!
//! The numbers are those that hold now: the base value and what the ability card adds. The owner
//! of the box types them; none are ours. Other abilities of a card never influence where a
//! monster goes (S8.13), and areas of several hexes are not worked out: their targets are entered
//! by hand.

use std::fmt;

use super::figure::Rank;

/// The move ability of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// How many movement points.
    pub points: u8,
    /// Whether it is a jump.
    pub jump: bool,
}

/// How far an attack reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Adjacent enemies, without disadvantage.
    Melee,
    /// Enemies within so many hexes; an adjacent one at disadvantage (S7.2).
    Ranged(u8),
}

impl Reach {
    /// The range in hexes, 1 for melee (S7.1).
    #[must_use]
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
    /// How far it reaches.
    pub reach: Reach,
    /// How many different enemies it targets, at least 1.
    pub targets: u8,
}

impl Attack {
    /// A melee attack on one enemy.
    pub const MELEE: Self = Self { reach: Reach::Melee, targets: 1 };
}

/// What a card says of moving and attacking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// Its move ability, if it has one.
    pub movement: Option<Move>,
    /// Its attack ability, if it has one.
    pub attack: Option<Attack>,
}

impl Card {
    /// The greatest range an attack can have.
    pub const MOST_RANGE: u8 = 20;
    /// The most points a move, and the most targets an attack can have.
    pub const MOST: u8 = 99;
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Move { points, jump }) = self.movement {
            write!(f, "move {points}{}", if jump { " jump" } else { "" })?;
        }
        let Some(Attack { reach, targets }) = self.attack else {
            return f.write_str(if self.movement.is_none() { "nothing" } else { "" });
        };
        f.write_str(if self.movement.is_some() { ", attack" } else { "attack" })?;
        if let Reach::Ranged(range) = reach {
            write!(f, " range {range}")?;
        }
        if targets == 1 { Ok(()) } else { write!(f, " targets {targets}") }
    }
}

/// The card of a set for this round, or of one rank of it where the values differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetCard {
    /// The name of the set, or of a summon or allied token.
    pub name: String,
    /// Of which rank alone, if not of all.
    pub rank: Option<Rank>,
    /// What it says.
    pub card: Card,
}

impl fmt::Display for SetCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, rank, card } = self;
        match rank {
            Some(rank) => write!(f, "{} {name}: {card}", rank.word()),
            None => write!(f, "{name}: {card}"),
        }
    }
}
