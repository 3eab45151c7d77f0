//! The outcome of an action: the game after it, the changes it makes, and warnings about one that was
//! recorded under an earlier edition of the rules.

use super::board::Terrain;
use super::event::Event;
use super::game::Game;
use super::hex::Hex;
use super::illegal::Refusal;
use super::names::FigureId;
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
    Unhurt { figure: FigureId, hex: Hex, terrain: Terrain },
    /// A figure was put on the map without hit points.
    NoHitPoints { figure: FigureId },
}
