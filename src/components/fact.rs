//! Facts about the box, each with its certainty.
//!
//! Much of the printed material is not public, so every fact has a certainty. The engine never
//! guesses: a rule that needs an unknown fact answers neither "allowed" nor "refused" but "cannot
//! tell", and names the fact.

use serde::{Deserialize, Serialize};

use super::describe::Describe;

/// One fact about the contents of the box.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fact<T> {
    /// Known, with the key of its source in the pack's list of sources.
    Known(T, String),
    /// Inferred, not seen: used by the engine, shown as uncertain, with the reasoning.
    Unconfirmed(T, String),
    /// Not known yet; the owner of the box fills it in.
    #[default]
    Unknown,
}

enum_table::enum_table! {
    /// The certainty of a fact, best first.
    pub enum Certainty {}

    /// Stated by a source.
    Known;
    /// Inferred, and worth checking against the box.
    Unconfirmed;
    /// Not known.
    Unknown;
}

impl<T> Fact<T> {
    /// Returns the known or inferred value; `None` if it is unknown.
    ///
    /// ```
    /// use components::fact::Fact;
    ///
    /// assert_eq!(Fact::Unconfirmed(3, "counted on a photo".to_owned()).value(), Some(&3));
    /// assert_eq!(Fact::<u8>::Unknown.value(), None);
    /// ```
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Known(value, _) | Self::Unconfirmed(value, _) => Some(value),
            Self::Unknown => None,
        }
    }

    /// Returns the value as mutable; its source or reasoning stays.
    pub fn value_mut(&mut self) -> Option<&mut T> {
        match self {
            Self::Known(value, _) | Self::Unconfirmed(value, _) => Some(value),
            Self::Unknown => None,
        }
    }
}

impl<T: Describe> Fact<T> {
    /// Checks whether two facts have values that mean the same, or are both unknown.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self.value(), other.value()) {
            (Some(ours), Some(theirs)) => ours.is_same(theirs),
            (None, None) => true,
            _ => false,
        }
    }
}

/// A fact of any type, for iterating over all facts of a pack.
pub trait AnyFact {
    /// Returns the certainty.
    fn certainty(&self) -> Certainty;
    /// Returns the key of its source if it is known, the reasoning if it is unconfirmed.
    fn grounds(&self) -> Option<&str>;
    /// Describes the value in words; `None` if it is unknown.
    fn describe(&self) -> Option<String>;
    /// Marks the value as known from `source`; an unknown fact stays unknown.
    fn set_source(&mut self, source: &str);
    /// Makes the fact unknown.
    fn clear(&mut self);
}

impl<T: Describe> AnyFact for Fact<T> {
    fn certainty(&self) -> Certainty {
        match self {
            Self::Known(..) => Certainty::Known,
            Self::Unconfirmed(..) => Certainty::Unconfirmed,
            Self::Unknown => Certainty::Unknown,
        }
    }

    fn grounds(&self) -> Option<&str> {
        match self {
            Self::Known(_, grounds) | Self::Unconfirmed(_, grounds) => Some(grounds),
            Self::Unknown => None,
        }
    }

    fn describe(&self) -> Option<String> {
        self.value().map(Describe::describe)
    }

    fn set_source(&mut self, source: &str) {
        *self = match std::mem::take(self) {
            Self::Known(value, _) | Self::Unconfirmed(value, _) => {
                Self::Known(value, source.to_owned())
            }
            Self::Unknown => Self::Unknown,
        };
    }

    fn clear(&mut self) {
        *self = Self::Unknown;
    }
}
