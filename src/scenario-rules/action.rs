//! The actions of a scenario. [`Game`](super::Game) checks and plays them.

use super::board::{HexLine, Terrain};
use super::card::{FurtherAttack, SetCard};
use super::figure::{Condition, Figure, HitPoints, Initiative};
use super::hex::Hex;
use super::names::{FigureId, Names, SetId};
use super::rulebook::Switch;

/// The maximum length of a note or a reason, in characters.
pub const MAX_NOTE_CHARS: usize = 1_000;

/// A monster's turn as the players carried it out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedTurn {
    /// The monster.
    pub figure: FigureId,
    /// The hex where it ended; its own hex if it stayed.
    pub to: Hex,
    /// The figures it attacked, its focus first.
    pub targets: Vec<FigureId>,
    /// The players' reason for overruling the rules; `None` if the turn follows them.
    pub overruled: Option<String>,
}

/// The holder of an initiative, identified by name: the character, ally or object of that name if
/// one is on the map, otherwise the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InitiativeHolder {
    /// The figure with that full name.
    pub figure: FigureId,
    /// The set with that name.
    pub set: SetId,
}

impl InitiativeHolder {
    /// Creates the holder for a name such as "Brute" or "Guard".
    pub fn new(names: &Names, name: &str) -> Self {
        Self { figure: names.figure(name), set: names.set(name) }
    }
}

/// An action of the players on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum Action {
    /// Sets the terrain of hexes; `None` takes them off the map.
    Terrain(Option<Terrain>, Vec<Hex>),
    /// Adds walls between hexes (`true`) or removes them.
    Walls(Vec<HexLine>, bool),
    /// Puts a figure on the map.
    Put(Figure),
    /// Removes a figure and its summons from the map.
    Remove(FigureId),
    /// Moves a figure. A character opens the door it moves onto (S6.4); a trap or hazardous terrain
    /// hurts a figure that enters it without flying (S6.3).
    Move { figure: FigureId, to: Hex },
    /// Sets the hit points of a figure; at 0 it leaves the map (S7.4, S7.7).
    HitPoints { figure: FigureId, hit_points: HitPoints },
    /// Adds a condition to a figure or removes it.
    Condition {
        figure: FigureId,
        condition: Condition,
        /// `true` if it gains the condition.
        has: bool,
    },
    /// Makes a figure fly or walk from now on. One that stops flying above an obstacle comes down
    /// in the nearest empty hex (G29).
    Flying {
        figure: FigureId,
        flies: bool,
        /// The players' choice among several nearest hexes.
        to: Option<Hex>,
    },
    /// Sets this round's card of a set or of one of its ranks, or the abilities of a summon.
    Card(SetCard),
    /// Reveals the initiative of a character or a set.
    Initiative {
        /// The holder of the initiative.
        holder: InitiativeHolder,
        /// The revealed initiative.
        initiative: Initiative,
    },
    /// Gives every set this initiative in every round, for games without ability cards; `None` goes
    /// back to cards.
    FixedInitiative(Option<u8>),
    /// Sets the level of the scenario.
    Level(u8),
    /// Switches a ruling on or off.
    Ruling(Switch, bool),
    /// Carries out the turn of a monster or summon.
    Turn(PlayedTurn),
    /// Starts a further attack of its card by a monster that has had its turn (S8.14).
    FurtherAttack(FurtherAttack),
    /// Ends the turn of a figure, usually one that does not act by the rules of monsters.
    EndTurn(FigureId),
    /// Starts the next round: every figure acts again, with the initiatives of new cards.
    Round,
    /// Records a note; nothing on the table changes.
    Note(String),
}
