//! The editions of these rules. A record states the edition by which its entries were judged, so
//! a played game stays valid when our reading of the rules improves.

use std::fmt;

/// An edition of the rules, identified in records by its number.
///
/// Refusals and stricter readings apply to new entries only. An entry of an earlier edition is
/// replayed as it was recorded, with a [`Warning`](super::outcome::Warning) where the latest
/// edition differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edition {
    /// The edition of records that state none: traps and hazardous terrain deal no damage, figures
    /// with 0 hit points may be put on the map, a further attack is made on another target (G28),
    /// and any recorded turn is accepted.
    First,
    /// Attacks are recorded with their targets only: the players compute the damage, and end the
    /// conditions, bonuses and elements themselves.
    Second,
    /// The current edition.
    Third,
}

impl Edition {
    /// The edition by which new entries are judged.
    pub const LATEST: Self = Self::Third;

    const ALL: [Self; 3] = [Self::First, Self::Second, Self::Third];

    /// Returns the edition with this number, if there is one.
    pub fn numbered(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|edition| edition.number() == number)
    }

    /// Returns its number in a record.
    pub const fn number(self) -> u8 {
        match self {
            Self::First => 1,
            Self::Second => 2,
            Self::Third => 3,
        }
    }

    /// Returns `true` if its entries are judged as strictly as new ones.
    pub fn is_strict(self) -> bool {
        self >= Self::Second
    }

    /// Returns `true` if attacks, conditions, cards and elements have the consequences that the
    /// rules give them.
    pub fn has_consequences(self) -> bool {
        self >= Self::Third
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}
