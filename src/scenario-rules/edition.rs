//! The editions of these rules. A record states by which of them its entries were judged, so that
//! what was played stays as it was when the rules are read better later.

use std::fmt;

/// An edition of the rules, as a record states it by its number.
///
/// Refusals and stricter readings bind what is entered now. An entry of an earlier edition is
/// replayed as it was recorded, with a [`Warning`](super::outcome::Warning) where it would come out
/// differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edition {
    /// The edition of records that state none: traps and hazardous terrain deal no damage, figures
    /// may be put on the map without hit points, a further attack goes at another target (G28), and
    /// a turn is what was recorded.
    First,
    /// The edition with which everything is judged that is entered now.
    Second,
}

impl Edition {
    /// The edition by which new entries are judged.
    pub const LATEST: Self = Self::Second;

    const ALL: [Self; 2] = [Self::First, Self::Second];

    /// The edition of this number, if there is one.
    pub fn numbered(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|edition| edition.number() == number)
    }

    /// Its number in a record.
    pub const fn number(self) -> u8 {
        match self {
            Self::First => 1,
            Self::Second => 2,
        }
    }

    /// Checks whether entries of it are judged as strictly as those made now.
    pub fn is_strict(self) -> bool {
        self == Self::LATEST
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}
