//! The figures on the map: characters, monsters, summons, allied tokens and objects.

use std::fmt;

use super::hex::Hex;
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
        /// Returns `true` if it forbids move abilities.
        forbids_move: bool,
        /// Returns `true` if it forbids attacks.
        forbids_attack: bool,
        /// Returns the rule about it.
        rule: Rule,
    }

    /// No move abilities.
    Immobilize = "immobilized", true, false, Rule::Conditions;
    /// No abilities at all.
    Stun = "stunned", true, true, Rule::Conditions;
    /// Disadvantage on all its attacks.
    Muddle = "muddled", false, false, Rule::Conditions;
    /// Advantage on all its attacks.
    Strengthen = "strengthened", false, false, Rule::Conditions;
    /// One more damage from every attack.
    Poison = "poisoned", false, false, Rule::OtherConditions;
    /// One damage at the start of each of its turns.
    Wound = "wounded", false, false, Rule::OtherConditions;
    /// No attacks.
    Disarm = "disarmed", false, true, Rule::OtherConditions;
    /// Neither focus nor target of its enemies.
    Invisible = "invisible", false, false, Rule::OtherConditions;
}

enum_table::bit_set!(
    /// The conditions of a figure.
    Conditions, u8, all of Condition
);

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

/// A figure on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    id: FigureId,
    set: SetId,
    name: String,
    number: Option<u8>,
    /// The kind of figure.
    pub kind: FigureKind,
    /// Its hex.
    pub hex: Hex,
    /// `true` if all its movement is flying.
    pub flying: bool,
    /// Its conditions.
    pub conditions: Conditions,
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
            name: name.to_owned(),
            number,
            kind,
            hex,
            flying: false,
            conditions: Conditions::default(),
            hit_points: None,
        }
    }

    /// Returns `true` if it has the condition.
    pub fn is(&self, condition: Condition) -> bool {
        self.conditions.contains(condition)
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
