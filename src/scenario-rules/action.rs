//! The actions on the table of a scenario.
//!
//! [`Game`](super::Game) judges them.

use std::fmt;

use super::board::{Line, Terrain};
use super::card::SetCard;
use super::figure::{Condition, Figure, HitPoints, Initiative, print_figure};
use super::hex::Hex;
use super::rulebook::Switch;

/// The most characters of a note or a reason.
pub const MOST_WORDS: usize = 1_000;

/// A monster's turn as the table played it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The full name of the monster.
    pub name: String,
    /// The hex where it ended, also if it stayed.
    pub to: Hex,
    /// Full names of whom it attacked, its focus first.
    pub targets: Vec<String>,
    /// The reason the table overruled the rules; `None` if it went by them.
    pub overruled: Option<String>,
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
    Remove(String),
    /// A figure is moved; a character opens the door it comes to (S6.4), and a trap or hazardous
    /// terrain hurts whoever comes there without flying (S6.3).
    Move { name: String, to: Hex },
    /// The hit points of a figure are so many now; at 0 it leaves the map (S7.4, S7.7).
    HitPoints { name: String, hit_points: HitPoints },
    /// A figure gains a condition, or loses it.
    Condition {
        name: String,
        condition: Condition,
        /// `true` if it gains the condition.
        has: bool,
    },
    /// A figure flies from now on, or walks; above an obstacle it comes down in the nearest empty hex
    /// (G29).
    Flying {
        name: String,
        flies: bool,
        /// The chosen one of several nearest hexes.
        to: Option<Hex>,
    },
    /// This round's card of a set, or of a rank of it; also what a summon does.
    Card(SetCard),
    /// The initiative card of a character, or the number of a set.
    Initiative {
        /// The full name of the character or ally, or the name of the set.
        name: String,
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
    Again(SetCard),
    /// The turn of a figure is over that does not act by the rules of monsters.
    Done(String),
    /// The round ends: everybody acts again, and the initiatives are those of new cards.
    Round,
    /// Something to remember; nothing on the table changes.
    Note(String),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Terrain(terrain, hexes) => {
                let hexes: Vec<String> = hexes.iter().map(Hex::to_string).collect();
                write!(f, "{} {}", terrain.map_or("void", Terrain::word), hexes.join(" "))
            }
            Self::Walls(lines, stand) => {
                let lines: Vec<String> = lines.iter().map(Line::to_string).collect();
                write!(f, "{}wall {}", if *stand { "" } else { "no " }, lines.join(" "))
            }
            Self::Put(figure) => f.write_str(print_figure(figure).trim_end()),
            Self::Remove(name) => write!(f, "remove {name}"),
            Self::Move { name, to } => write!(f, "move {name} to {to}"),
            Self::HitPoints { name, hit_points } => write!(f, "hit points {name}: {hit_points}"),
            Self::Condition { name, condition, has } => {
                write!(f, "{} {name}: {}", if *has { "gain" } else { "lose" }, condition.word())
            }
            Self::Flying { name, flies, to } => {
                write!(f, "{} {name}", if *flies { "flying" } else { "walking" })?;
                to.map_or(Ok(()), |to| write!(f, " to {to}"))
            }
            Self::Card(card) => write!(f, "card {card}"),
            Self::Initiative { name, initiative } => {
                write!(f, "initiative {name}: {initiative}")
            }
            Self::Always(Some(number)) => write!(f, "sets always {number}"),
            Self::Always(None) => f.write_str("sets by their cards"),
            Self::Level(level) => write!(f, "level {level}"),
            Self::Ruling(switch, on) => {
                write!(f, "{}ruling {switch}", if *on { "" } else { "no " })
            }
            Self::Turn(Turn { name, to, targets, overruled }) => {
                let verb = if overruled.is_some() { "overrule" } else { "turn" };
                write!(f, "{verb} {name}: to {to}")?;
                if !targets.is_empty() {
                    write!(f, ", attacks {}", targets.join(", "))?;
                }
                overruled.as_ref().map_or(Ok(()), |reason| write!(f, ", because {reason}"))
            }
            Self::Again(SetCard { name, card, .. }) => write!(f, "again {name}: {card}"),
            Self::Done(name) => write!(f, "done {name}"),
            Self::Round => f.write_str("round"),
            Self::Note(words) => write!(f, "note {words}"),
        }
    }
}
