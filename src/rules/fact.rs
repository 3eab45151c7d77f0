//! What is known about the box, and how well.
//!
//! Much of the printed material is not public, so every fact carries its
//! standing. The engine never guesses: a rule that needs an unknown fact
//! answers neither "allowed" nor "refused" but "cannot tell", and names it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::told::Told;

/// One fact about the contents of the box.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fact<T> {
    /// Known, with the key of its source in the pack's list of sources.
    Known(T, String),
    /// Worked out but not seen: used by the engine, shown as doubtful, with the reasoning.
    Unconfirmed(T, String),
    /// Not known yet; the owner of the box fills it in.
    #[default]
    Unknown,
}

catalogue::catalogue! {
    /// How well a fact is known, best first.
    pub enum Standing {}

    /// Stated by a source.
    Known;
    /// Inferred, and worth a look at the box.
    Unconfirmed;
    /// Not known.
    Unknown;
}

impl<T> Fact<T> {
    /// What is known or inferred, if anything is.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Known(value, _) | Self::Unconfirmed(value, _) => Some(value),
            Self::Unknown => None,
        }
    }

    /// The same, to be changed; what it rests on stays.
    pub fn value_mut(&mut self) -> Option<&mut T> {
        match self {
            Self::Known(value, _) | Self::Unconfirmed(value, _) => Some(value),
            Self::Unknown => None,
        }
    }
}

/// A fact of whatever type, for going through all of a pack's facts.
pub trait AnyFact {
    /// How well it is known.
    fn standing(&self) -> Standing;
    /// The key of its source if it is known, the reasoning if it is unconfirmed.
    fn grounds(&self) -> Option<&str>;
    /// Its value in words, the same for values that mean the same; nothing if it is unknown.
    fn told(&self) -> Option<String>;
    /// States it as known by this source; one that is unknown stays as it is.
    fn rest_on(&mut self, source: &str);
    /// Forgets it.
    fn blank(&mut self);
}

impl<T: Told> AnyFact for Fact<T> {
    fn standing(&self) -> Standing {
        match self {
            Self::Known(..) => Standing::Known,
            Self::Unconfirmed(..) => Standing::Unconfirmed,
            Self::Unknown => Standing::Unknown,
        }
    }

    fn grounds(&self) -> Option<&str> {
        match self {
            Self::Known(_, grounds) | Self::Unconfirmed(_, grounds) => Some(grounds),
            Self::Unknown => None,
        }
    }

    fn told(&self) -> Option<String> {
        self.value().map(Told::told)
    }

    fn rest_on(&mut self, source: &str) {
        *self = match std::mem::take(self) {
            Self::Known(value, _) | Self::Unconfirmed(value, _) => {
                Self::Known(value, source.to_owned())
            }
            Self::Unknown => Self::Unknown,
        };
    }

    fn blank(&mut self) {
        *self = Self::Unknown;
    }
}

/// The name of a fact, as "the recipe of Leather".
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FactName {
    /// What is stated, "recipe".
    pub what: &'static str,
    /// Of which component, "Leather"; empty for what belongs to the box as a whole.
    pub of: String,
}

impl FactName {
    /// The fact `what` of the component called `of`.
    pub fn new(what: &'static str, of: impl Into<String>) -> Self {
        Self { what, of: of.into() }
    }

    /// That nobody has looked at it, as a clause: "the start squares of Old Harbour are not known
    /// yet".
    #[must_use]
    pub fn not_known(&self) -> String {
        let is_counted = self.what.starts_with("number of ");
        let are = if self.what.ends_with('s') && !is_counted { "are" } else { "is" };
        format!("{self} {are} not known yet")
    }
}

impl fmt::Display for FactName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.of.is_empty() {
            write!(f, "the {}", self.what)
        } else {
            write!(f, "the {} of {}", self.what, self.of)
        }
    }
}
