//! The abilities of a set's card for this round.
//!
//! The numbers are totals: the base value plus that of the ability card. The owner of the box types
//! them; none are built in. Only the move and the attack influence movement (S8.13). Abilities that
//! the rules do not judge are [`Card::notes`].

use std::fmt;
use std::sync::Arc;

use super::area::Area;
use super::figure::{Conditions, Rank};
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

/// The value of an attack: the base of the stat card and the change by the ability card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackValue {
    /// The base value, or the total if the change is unknown.
    pub base: u8,
    /// The change by the ability card, if it is known apart from the base.
    pub change: Option<i8>,
}

impl AttackValue {
    /// Creates a value from its total.
    pub const fn total_of(total: u8) -> Self {
        Self { base: total, change: None }
    }

    /// Returns the total, never below 0.
    pub fn total(self) -> u8 {
        self.base.saturating_add_signed(self.change.unwrap_or_default())
    }
}

impl fmt::Display for AttackValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.change {
            Some(change) => write!(f, "{}{change:+}", self.base),
            None => write!(f, "{}", self.base),
        }
    }
}

/// The effects that an attack adds to its damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AttackEffects {
    /// The part of the target's shield that it ignores (G9).
    pub pierce: u8,
    /// The hexes by which it pushes the target; the players move it (G22).
    pub push: u8,
    /// The hexes by which it pulls the target; the players move it (G22).
    pub pull: u8,
    /// The conditions that it gives to the target (S5.3).
    pub conditions: Conditions,
}

impl AttackEffects {
    /// No effects.
    pub const NONE: Self = Self { pierce: 0, push: 0, pull: 0, conditions: Conditions::EMPTY };
}

/// Writes each effect with a space before it.
impl fmt::Display for AttackEffects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (word, amount) in [("pierce", self.pierce), ("push", self.push), ("pull", self.pull)] {
            if amount > 0 {
                write!(f, " {word} {amount}")?;
            }
        }
        self.conditions.iter().try_for_each(|condition| write!(f, " {}", condition.verb()))
    }
}

/// The attack ability of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Melee, or ranged with a range.
    pub reach: Reach,
    /// The number of different enemies it targets, at least 1. An area attack with more than 1 also
    /// attacks that many less 1 outside its area (G31).
    pub targets: u8,
    /// The pattern of an area attack: melee with an attacker's hex in it, otherwise ranged.
    pub area: Option<Area>,
    /// Its value; `None` if the players compute its damage themselves.
    pub value: Option<AttackValue>,
    /// The effects besides the damage.
    pub effects: AttackEffects,
}

impl Attack {
    /// A melee attack on one enemy, without a value.
    pub const MELEE: Self = Self::with_reach(Reach::Melee, 1);

    /// Creates an attack without a value or effects.
    pub const fn with_reach(reach: Reach, targets: u8) -> Self {
        Self { reach, targets, area: None, value: None, effects: AttackEffects::NONE }
    }
}

/// A retaliate bonus (S7.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retaliate {
    /// The damage it deals.
    pub damage: u8,
    /// Its range; `None` if it hits adjacent attackers only.
    pub range: Option<u8>,
}

impl fmt::Display for Retaliate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "retaliate {}", self.damage)?;
        self.range.map_or(Ok(()), |range| write!(f, " range {range}"))
    }
}

/// The abilities of a card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// Its move ability, if it has one.
    pub movement: Option<Move>,
    /// Its attack ability, if it has one.
    pub attack: Option<Attack>,
    /// `true` if a card with both has the attack before the move, so it is carried out first
    /// (S5.8).
    pub attack_first: bool,
    /// The shield it gives for the round (S8.15).
    pub shield: Option<u8>,
    /// The retaliate it gives for the round (S8.15).
    pub retaliate: Option<Retaliate>,
    /// The abilities that the players carry out, in their words.
    pub notes: Option<Arc<str>>,
}

impl Card {
    /// The maximum range of an attack.
    pub const MAX_RANGE: u8 = 20;
    /// The maximum points of a move, and the maximum of every other amount.
    pub const MAX_AMOUNT: u8 = 99;
    /// The maximum length of the notes, in characters.
    pub const MAX_NOTE_CHARS: usize = 200;

    /// Returns `true` if it has an attack whose damage the rules compute.
    pub fn has_attack_value(&self) -> bool {
        self.attack.is_some_and(|attack| attack.value.is_some())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}{}", self.points, if self.jump { " jump" } else { "" })
    }
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("attack")?;
        if let Some(value) = self.value {
            write!(f, " {value}")?;
        }
        if let Reach::Ranged(range) = self.reach {
            write!(f, " range {range}")?;
        }
        if self.targets != 1 {
            write!(f, " targets {}", self.targets)?;
        }
        if let Some(area) = self.area {
            write!(f, " area {area}")?;
        }
        self.effects.fmt(f)
    }
}

/// Writes the abilities in the order in which they are carried out.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let movement = self.movement.map(|movement| movement.to_string());
        let attack = self.attack.map(|attack| attack.to_string());
        let [first, second] =
            if self.attack_first { [attack, movement] } else { [movement, attack] };
        let bonuses = [
            self.shield.map(|shield| format!("shield {shield}")),
            self.retaliate.map(|retaliate| retaliate.to_string()),
            self.notes.as_ref().map(|notes| format!("\"{notes}\"")),
        ];
        let abilities: Vec<String> = [first, second].into_iter().chain(bonuses).flatten().collect();
        if abilities.is_empty() {
            f.write_str("nothing")
        } else {
            f.write_str(&abilities.join(", "))
        }
    }
}

/// The card of a set for this round, or of one of its ranks where the values differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetCard {
    /// The set, or the name shared by summons or allied tokens.
    pub set: SetId,
    /// The rank it is for; `None` for all ranks.
    pub rank: Option<Rank>,
    /// The abilities of the card.
    pub card: Card,
}

/// A further attack on the card of a monster (S8.14).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FurtherAttack {
    /// The monster.
    pub figure: FigureId,
    /// The attack, and a move if the card has one with it.
    pub card: Card,
}
