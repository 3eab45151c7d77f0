//! The outcome of an action: the game after it, the changes it makes, and warnings about one that was
//! recorded under an earlier edition of the rules.

use std::fmt;

use plain_text::listed;

use super::board::Terrain;
use super::event::Event;
use super::game::Game;
use super::hex::Hex;
use super::illegal::{Cited, Refusal};
use super::rulebook::Ruling;

/// The game after an action, with a report of the action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The game after it.
    pub game: Game,
    /// The report.
    pub notices: Notices,
}

/// The report of an action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notices {
    /// The changes that it makes, in order.
    pub events: Vec<Event>,
    /// The points in which the rules differ now; always empty for an action that is new.
    pub warnings: Vec<Warning>,
}

/// A point in which the rules now differ from an entry that an earlier edition accepted, or from the
/// table it began with. The entry stands as it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum Warning {
    /// A turn is not among those that are right.
    Turn {
        refusal: Refusal,
        /// The rulings that decide whom the monster attacks, and from where.
        rulings: Vec<Ruling>,
    },
    /// A figure came into a trap or hazardous terrain, or came down on it, and suffered nothing.
    Unhurt { figure: String, hex: Hex, terrain: Terrain },
    /// A figure was put on the map without hit points.
    NoHitPoints { figure: String },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turn { refusal, rulings } => {
                let reasons = refusal.reasons.iter().map(|reason| Cited(reason).to_string());
                let reasons: Vec<String> = reasons.collect();
                write!(f, "the turn stands as it was recorded, though {}", listed(&reasons))?;
                let rulings: Vec<&str> = rulings.iter().map(|ruling| ruling.number()).collect();
                match rulings.as_slice() {
                    [] => Ok(()),
                    [one] => write!(f, "; see ruling {one}"),
                    all => write!(f, "; see rulings {}", listed(all)),
                }
            }
            Self::Unhurt { figure, hex, terrain } => {
                let what = if *terrain == Terrain::Trap { "trap" } else { "hazardous terrain" };
                write!(
                    f,
                    "{figure} came into the {what} in {hex}, and its damage was not counted then \
                     (rule S6.3)"
                )
            }
            Self::NoHitPoints { figure } => {
                write!(f, "{figure} was put on the map with 0 hit points (rule S7.4)")
            }
        }
    }
}

/// A warning with its entry, counted from 1; 0 is the table at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryWarning<'a> {
    /// The number of the entry.
    pub entry: usize,
    /// The warning about it.
    pub warning: &'a Warning,
}

impl fmt::Display for EntryWarning<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.entry {
            0 => write!(f, "the table at the start: {}", self.warning),
            entry => write!(f, "entry {entry}: {}", self.warning),
        }
    }
}
