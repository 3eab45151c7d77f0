//! The actions on the table of a scenario.
//!
//! [`Game`](super::Game) judges them.

use super::board::{Line, Terrain};
use super::card::{FurtherAttack, SetCard};
use super::figure::{Condition, Figure, HitPoints, Initiative};
use super::hex::Hex;
use super::names::{FigureId, Names, SetId};
use super::rulebook::Switch;

/// The most characters of a note or a reason.
pub const MOST_WORDS: usize = 1_000;

/// A monster's turn as the table played it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The monster.
    pub figure: FigureId,
    /// The hex where it ended, also if it stayed.
    pub to: Hex,
    /// The figures it attacked, its focus first.
    pub targets: Vec<FigureId>,
    /// The reason the table overruled the rules; `None` if it went by them.
    pub overruled: Option<String>,
}

/// The holder of an initiative, by a name: the character, ally or object of that name if one is on
/// the map, otherwise the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InitiativeHolder {
    /// The figure of that full name.
    pub figure: FigureId,
    /// The set of that name.
    pub set: SetId,
}

impl InitiativeHolder {
    /// Creates the holder of a name, such as "Brute" or "Guard".
    pub fn new(names: &Names, name: &str) -> Self {
        Self { figure: names.figure(name), set: names.set(name) }
    }
}

/// Something that was done on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum Action {
    /// Hexes are made what they are to be; nothing takes them off the map.
    Terrain(Option<Terrain>, Vec<Hex>),
    /// Walls between hexes are put up, or taken away.
    Walls(Vec<Line>, bool),
    /// A figure is put on the map.
    Put(Figure),
    /// A figure leaves the map, with its summons.
    Remove(FigureId),
    /// A figure is moved; a character opens the door it comes to (S6.4), and a trap or hazardous
    /// terrain hurts whoever comes there without flying (S6.3).
    Move { figure: FigureId, to: Hex },
    /// The hit points of a figure are set; at 0 it leaves the map (S7.4, S7.7).
    HitPoints { figure: FigureId, hit_points: HitPoints },
    /// A figure gains a condition, or loses it.
    Condition {
        figure: FigureId,
        condition: Condition,
        /// `true` if it gains the condition.
        has: bool,
    },
    /// A figure flies from now on, or walks; above an obstacle it comes down in the nearest empty hex
    /// (G29).
    Flying {
        figure: FigureId,
        flies: bool,
        /// The chosen one of several nearest hexes.
        to: Option<Hex>,
    },
    /// This round's card of a set, or of a rank of it; also what a summon does.
    Card(SetCard),
    /// The initiative card of a character, or the number of a set.
    Initiative {
        /// The holder of the initiative.
        holder: InitiativeHolder,
        /// The initiative that was turned over.
        initiative: Initiative,
    },
    /// Every set has this initiative in every round, as where no cards are used; nothing ends that.
    Always(Option<u8>),
    /// The level of the scenario.
    Level(u8),
    /// A ruling is switched on, or off.
    Ruling(Switch, bool),
    /// A monster, or a summon, has had its turn.
    Turn(Turn),
    /// A monster that has had its turn carries out a further attack of its card (S8.14).
    Again(FurtherAttack),
    /// The turn of a figure is over that does not act by the rules of monsters.
    Done(FigureId),
    /// The round ends: everybody acts again, and the initiatives are those of new cards.
    Round,
    /// Something to remember; nothing on the table changes.
    Note(String),
}
