//! The changes that an action makes to the table, one by one, each with its cause.
//!
//! Events are complete: carried out on the table before an action, they result in the table after
//! it. They are computed with every action and never stored.

use super::board::{Line, Terrain};
use super::card::SetCard;
use super::figure::{Condition, Figure, HitPoints, Initiative};
use super::hex::Hex;
use super::names::{FigureId, SetId};
use super::rulebook::{Rule, Ruling, Switch};

/// A change of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The change.
    pub kind: EventKind,
    /// The reason for it.
    pub cause: Cause,
    /// The event it follows from, by its place in the list; `None` if it follows from the action.
    pub parent: Option<EventIndex>,
}

/// The place of an event among those of one action.
pub type EventIndex = usize;

/// The reason for a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The players did it.
    Players,
    /// A rule demands it.
    Rule(Rule),
    /// A ruling demands it.
    Ruling(Ruling),
}

/// A kind of change.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum EventKind {
    /// The terrain of a hex changes; `None` is no hex of the map.
    Terrain { hex: Hex, from: Option<Terrain>, to: Option<Terrain> },
    /// A wall is put up or taken down.
    Wall { line: Line, stands: bool },
    /// A figure is put on the map.
    Entered { figure: Box<Figure> },
    /// A figure changes its hex.
    Moved { figure: FigureId, from: Hex, to: Hex },
    /// A figure leaves the map.
    Left { figure: FigureId, hex: Hex },
    /// A figure enters a trap or hazardous terrain, or comes down on terrain when it stops flying.
    Sprung {
        figure: FigureId,
        hex: Hex,
        terrain: Terrain,
        /// The damage; `None` while the level of the scenario is unknown.
        damage: Option<u16>,
    },
    /// The hit points of a figure change, or begin to be counted.
    HitPoints { figure: FigureId, from: Option<HitPoints>, to: HitPoints },
    /// A figure gains or loses a condition.
    Condition { figure: FigureId, condition: Condition, has: bool },
    /// A figure begins or stops to fly.
    Flying { figure: FigureId, flies: bool },
    /// A monster attacks a figure.
    Attacked { figure: FigureId, target: FigureId },
    /// The turn of a figure is over.
    TurnEnded { figure: FigureId },
    /// A monster is about to carry out a further attack of its card, or is no longer.
    FurtherAttack { figure: FigureId, is_due: bool },
    /// The card of a set changes.
    Card(SetCard),
    /// The initiative card of a figure is turned over, or taken back.
    Initiative { figure: FigureId, from: Initiative, to: Initiative },
    /// The initiative of a set is turned over, or taken back.
    SetInitiative { set: SetId, from: Option<u8>, to: Option<u8> },
    /// Every set has one initiative in every round from now on, or no longer.
    Always { from: Option<u8>, to: Option<u8> },
    /// A round begins.
    Round { number: u16 },
    /// The level of the scenario changes.
    Level { from: Option<u8>, to: u8 },
    /// A ruling is switched on or off.
    Ruling { switch: Switch, on: bool },
}
