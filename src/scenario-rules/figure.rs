//! The figures on the map: characters, monsters, summons, allied tokens and objects.

use std::fmt;
use std::sync::Arc;

use super::arrival::Arrival;
use super::card::Retaliate;
use super::hex::Hex;
use super::modifier::DeckOwner;
use super::names::{FigureId, Names, SetId};
use super::rulebook::Rule;

/// The side of a figure; figures of the other side are its enemies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Allegiance {
    /// Characters, their summons and allied tokens.
    Characters,
    /// Monsters and the objects on their side.
    Monsters,
}

impl Allegiance {
    /// Returns the word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Characters => "characters",
            Self::Monsters => "monsters",
        }
    }
}

/// The initiative of a figure in the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initiative {
    /// The number of the initiative card, and of the second card if it is known.
    Card {
        /// The number that counts.
        number: u8,
        /// The number on the second card, which breaks ties between characters.
        second: Option<u8>,
    },
    /// A long rest: 99, after every other figure (S4.2, S8.5).
    Resting,
    /// A card that is not revealed yet this round.
    Hidden,
}

impl fmt::Display for Initiative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card { number, second: None } => write!(f, "{number}"),
            Self::Card { number, second: Some(second) } => write!(f, "{number}/{second}"),
            Self::Resting => f.write_str("resting"),
            Self::Hidden => f.write_str("unrevealed"),
        }
    }
}

enum_table::enum_table! {
    /// The rank of a monster in its set (S8.18), in order of acting.
    ///
    /// The texts order only elite and normal monsters. Bosses and named monsters first is our
    /// reading; it does not matter as long as each is a set of its own.
    pub enum Rank {
        /// Returns the word for it.
        word: &'static str,
    }

    /// A boss.
    Boss = "boss";
    /// A monster with a name of its own.
    Named = "named";
    /// An elite monster.
    Elite = "elite";
    /// A normal monster.
    Normal = "normal";
}

/// The kind of a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FigureKind {
    /// A player's character.
    Character(Initiative),
    /// A monster of the set with its name.
    Monster(Rank),
    /// A summon of a character; the oldest comes first in the list of figures.
    Summon {
        /// The character that summoned it.
        owner: FigureId,
    },
    /// An allied token.
    Ally(Initiative),
    /// An attackable object on a side.
    Object(Allegiance, Initiative),
}

enum_table::enum_table! {
    /// A condition of a figure (S5.2, S5.4).
    pub enum Condition {
        /// Returns the word for a figure with this condition.
        word: &'static str,
        /// Returns the word for giving it, as cards have it.
        verb: &'static str,
        /// Returns `true` if it ends with the next full turn of the figure (S5.2, G13).
        is_timed: bool,
        /// Returns `true` if it forbids move abilities.
        forbids_move: bool,
        /// Returns `true` if it forbids attacks.
        forbids_attack: bool,
        /// Returns the rule about it.
        rule: Rule,
    }

    /// No move abilities.
    Immobilize = "immobilized", "immobilize", true, true, false, Rule::Conditions;
    /// No abilities at all.
    Stun = "stunned", "stun", true, true, true, Rule::Conditions;
    /// Disadvantage on all its attacks.
    Muddle = "muddled", "muddle", true, false, false, Rule::Conditions;
    /// Advantage on all its attacks.
    Strengthen = "strengthened", "strengthen", true, false, false, Rule::Conditions;
    /// One more damage from every attack.
    Poison = "poisoned", "poison", false, false, false, Rule::OtherConditions;
    /// One damage at the start of each of its turns.
    Wound = "wounded", "wound", false, false, false, Rule::OtherConditions;
    /// No attacks.
    Disarm = "disarmed", "disarm", true, false, true, Rule::OtherConditions;
    /// Neither focus nor target of its enemies.
    Invisible = "invisible", "invisible", true, false, false, Rule::OtherConditions;
}

enum_table::bit_set!(
    /// The conditions of a figure.
    Conditions, u8, all of Condition
);

impl Conditions {
    /// The conditions that a heal removes (G14).
    pub const HEALED: Self = Self(1 << Condition::Poison as u8 | 1 << Condition::Wound as u8);
}

/// The hit points of a figure. Invariant in a position: `current` is at most `max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HitPoints {
    /// The current hit points.
    pub current: u16,
    /// The maximum hit points.
    pub max: u16,
}

impl fmt::Display for HitPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.current, self.max)
    }
}

impl HitPoints {
    /// The maximum of both numbers.
    pub const MAX: u16 = 999;

    /// Returns the number of lost hit points.
    pub const fn lost(self) -> u16 {
        self.max.saturating_sub(self.current)
    }

    /// Subtracts damage; at 0 the figure is dead or exhausted (S7.4, S7.7).
    #[must_use]
    pub const fn hurt(self, damage: u16) -> Self {
        Self { current: self.current.saturating_sub(damage), max: self.max }
    }

    /// Adds healed hit points, never above the maximum (S7.8).
    #[must_use]
    pub const fn healed(self, by: u16) -> Self {
        let left = self.current.saturating_add(by);
        Self { current: if left < self.max { left } else { self.max }, max: self.max }
    }

    /// Returns `true` at 0 hit points: the figure is dead or exhausted.
    pub const fn is_gone(self) -> bool {
        self.current == 0
    }
}

/// A bonus of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bonus {
    /// Its effect.
    pub effect: BonusEffect,
    /// The time until which it lasts.
    pub end: BonusEnd,
}

/// The effect of a bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BonusEffect {
    /// Lowers the damage of every attack on the figure (G9).
    Shield(u8),
    /// Deals damage to attackers (S7.6).
    Retaliate(Retaliate),
    /// Adds to the figure's attacks, or subtracts if negative.
    Attack(i8),
}

/// The time until which a bonus lasts (S5.6, S8.15).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BonusEnd {
    /// The players end it.
    Persistent,
    /// It ends with the round.
    Round,
    /// It ends when this many charges are used.
    Charges(u8),
}

impl fmt::Display for BonusEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shield(amount) => write!(f, "shield {amount}"),
            Self::Retaliate(retaliate) => retaliate.fmt(f),
            Self::Attack(amount) => write!(f, "attack {amount:+}"),
        }
    }
}

impl fmt::Display for Bonus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.effect.fmt(f)?;
        match self.end {
            BonusEnd::Persistent => Ok(()),
            BonusEnd::Round => f.write_str(" this round"),
            BonusEnd::Charges(1) => f.write_str(" for 1 charge"),
            BonusEnd::Charges(count) => write!(f, " for {count} charges"),
        }
    }
}

/// A figure on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    id: FigureId,
    set: SetId,
    name: Arc<str>,
    number: Option<u8>,
    /// The kind of figure.
    pub kind: FigureKind,
    /// Its hex.
    pub hex: Hex,
    /// `true` if all its movement is flying.
    pub flying: bool,
    /// Its conditions.
    pub conditions: Conditions,
    /// The conditions it gained during its present turn, which last through its next one (G13); a
    /// part of `conditions`.
    pub new_conditions: Conditions,
    /// The conditions that do not stick to it (S8.18).
    pub immunities: Conditions,
    /// The bonuses that defend it or add to its attacks.
    pub bonuses: Vec<Bonus>,
    /// The hexes that it fills as an obstacle with hit points, its own among them; empty for other
    /// figures (S6.5).
    pub obstacle: Vec<Hex>,
    /// `true` if the scenario says that it leaves no money token when it dies (G18).
    pub leaves_nothing: bool,
    /// The way in which it came onto the map, unless a character summoned it.
    pub arrival: Arrival,
    /// Its hit points, if they are counted.
    pub hit_points: Option<HitPoints>,
}

impl Figure {
    /// Creates a walking figure without conditions or hit points; `number` is on its standee or
    /// token.
    pub fn new(names: &Names, name: &str, number: Option<u8>, kind: FigureKind, hex: Hex) -> Self {
        let full = full_name(name, number);
        Self {
            id: names.figure(&full),
            set: names.set(name),
            name: name.into(),
            number,
            kind,
            hex,
            flying: false,
            conditions: Conditions::EMPTY,
            new_conditions: Conditions::EMPTY,
            immunities: Conditions::EMPTY,
            bonuses: Vec::new(),
            obstacle: Vec::new(),
            leaves_nothing: false,
            arrival: Arrival::Placed,
            hit_points: None,
        }
    }

    /// Returns the figure with another standee of its set.
    pub(super) fn with_number(&self, names: &Names, number: u8) -> Self {
        let id = names.figure(&full_name(&self.name, Some(number)));
        Self { id, number: Some(number), ..self.clone() }
    }

    /// Returns `true` if it has the condition.
    pub fn is(&self, condition: Condition) -> bool {
        self.conditions.contains(condition)
    }

    /// Returns the owner of the modifier deck from which it draws (S3.6).
    pub const fn deck_owner(&self) -> DeckOwner {
        match self.kind {
            FigureKind::Character(_) => DeckOwner::Character(self.id),
            FigureKind::Summon { owner } => DeckOwner::Character(owner),
            FigureKind::Monster(_) | FigureKind::Ally(_) | FigureKind::Object(..) => {
                DeckOwner::Monsters
            }
        }
    }

    /// Returns the shields that lower an attack on it.
    pub fn shields(&self) -> impl Iterator<Item = u8> {
        self.bonuses.iter().filter_map(|bonus| match bonus.effect {
            BonusEffect::Shield(amount) => Some(amount),
            BonusEffect::Retaliate(_) | BonusEffect::Attack(_) => None,
        })
    }

    /// Returns its retaliate bonuses.
    pub fn retaliates(&self) -> impl Iterator<Item = Retaliate> {
        self.bonuses.iter().filter_map(|bonus| match bonus.effect {
            BonusEffect::Retaliate(retaliate) => Some(retaliate),
            BonusEffect::Shield(_) | BonusEffect::Attack(_) => None,
        })
    }

    /// Returns the bonuses that add to its attacks.
    pub fn attack_bonuses(&self) -> impl Iterator<Item = i8> {
        self.bonuses.iter().filter_map(|bonus| match bonus.effect {
            BonusEffect::Attack(amount) => Some(amount),
            BonusEffect::Shield(_) | BonusEffect::Retaliate(_) => None,
        })
    }

    /// Returns the id of the figure.
    pub const fn id(&self) -> FigureId {
        self.id
    }

    /// Returns the set of a monster; for other figures, the set of all with the same name.
    pub const fn set(&self) -> SetId {
        self.set
    }

    /// Returns its name without its number; for a monster, the name of its set.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number on its standee or token.
    pub const fn number(&self) -> Option<u8> {
        self.number
    }

    /// Returns its own initiative; `None` for monsters and summons.
    pub const fn initiative(&self) -> Option<Initiative> {
        match self.kind {
            FigureKind::Character(own) | FigureKind::Ally(own) | FigureKind::Object(_, own) => {
                Some(own)
            }
            FigureKind::Monster(_) | FigureKind::Summon { .. } => None,
        }
    }

    pub(super) const fn initiative_mut(&mut self) -> Option<&mut Initiative> {
        match &mut self.kind {
            FigureKind::Character(own) | FigureKind::Ally(own) | FigureKind::Object(_, own) => {
                Some(own)
            }
            FigureKind::Monster(_) | FigureKind::Summon { .. } => None,
        }
    }

    /// Returns the side it is on.
    pub const fn allegiance(&self) -> Allegiance {
        match self.kind {
            FigureKind::Character(_) | FigureKind::Summon { .. } | FigureKind::Ally(_) => {
                Allegiance::Characters
            }
            FigureKind::Monster(_) => Allegiance::Monsters,
            FigureKind::Object(party, _) => party,
        }
    }

    /// Returns `true` if it is on the other side (section 1).
    pub fn is_enemy_of(&self, other: &Self) -> bool {
        self.allegiance() != other.allegiance()
    }

    /// Returns the rank of a monster; `None` for other figures.
    pub const fn rank(&self) -> Option<Rank> {
        match self.kind {
            FigureKind::Monster(rank) => Some(rank),
            FigureKind::Character(_)
            | FigureKind::Summon { .. }
            | FigureKind::Ally(_)
            | FigureKind::Object(..) => None,
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&full_name(&self.name, self.number))
    }
}

fn full_name(name: &str, number: Option<u8>) -> String {
    match number {
        Some(number) => format!("{name} {number}"),
        None => name.to_owned(),
    }
}
