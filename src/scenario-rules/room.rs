//! Rooms that are hidden until a door to them is opened (S6.4, G16).

use std::collections::{BTreeMap, BTreeSet};

use super::board::{Board, HexLine, NO_HEX, Terrain};
use super::figure::{Figure, FigureKind};
use super::hex::{Hex, Side};
use super::marks::HexMark;
use super::position::Position;

/// A hidden room: the part of the map and the figures that come onto it when it is revealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenRoom {
    /// Its number.
    pub number: u8,
    /// The doors that lead to it; a character that opens one reveals it.
    pub doors: Vec<Hex>,
    /// Its hexes by terrain; of a hex that is listed twice the last terrain counts.
    pub terrain: Vec<(Terrain, Vec<Hex>)>,
    /// The walls in it.
    pub walls: Vec<HexLine>,
    /// The plates, numbered tokens and treasure in it.
    pub marks: Vec<(HexMark, Hex)>,
    /// The figures in it.
    pub figures: Vec<Figure>,
}

impl HiddenRoom {
    /// The maximum number of a room, and of hidden rooms.
    pub const MAX: u8 = 20;

    /// Creates an empty room.
    pub const fn new(number: u8, doors: Vec<Hex>) -> Self {
        Self {
            number,
            doors,
            terrain: Vec::new(),
            walls: Vec::new(),
            marks: Vec::new(),
            figures: Vec::new(),
        }
    }

    /// Returns the number of its hexes.
    pub fn hex_count(&self) -> usize {
        let mut hexes: Vec<Hex> = self.hexes().copied().collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes.len()
    }

    pub(super) fn hexes(&self) -> impl Iterator<Item = &Hex> {
        self.terrain.iter().flat_map(|(_, hexes)| hexes)
    }
}

impl Position {
    /// Returns the part of the map around a hex as a hidden room: up to walls, doors and the edge
    /// of the map, with its markers, monsters, allies and objects; `None` for a door, and off the
    /// map.
    ///
    /// Its doors are the closed ones beside it. Hiding it takes it off the map.
    ///
    /// ```
    /// use scenario_rules::board::{Board, Terrain};
    /// use scenario_rules::{Hex, Layout, Position};
    ///
    /// let mut board = Board::new(5, 1);
    /// board.set(Hex::new(2, 0), Some(Terrain::ClosedDoor));
    /// let position = Position::new(Layout::new(board))?;
    /// let room = position.room_around(Hex::new(3, 0), 2).expect("D1 is on the map");
    /// assert_eq!(room.doors, [Hex::new(2, 0)]);
    /// assert_eq!(room.hex_count(), 2);
    /// # Ok::<(), scenario_rules::Refusal>(())
    /// ```
    pub fn room_around(&self, hex: Hex, number: u8) -> Option<HiddenRoom> {
        let board = self.board();
        board.terrain(hex).filter(|terrain| !terrain.is_door())?;
        let hexes = connected_hexes(board, hex);
        let sides = |hex: Hex| Side::ALL.into_iter().map(move |side| HexLine::new(hex, side));
        let lines: BTreeSet<HexLine> = hexes.iter().copied().flat_map(sides).collect();
        let is_shut = |hex: &Hex| board.terrain(*hex).is_some_and(Terrain::is_shut);
        let beside = |hex: Hex| Side::ALL.into_iter().filter_map(move |side| hex.neighbor(side));
        let doors: BTreeSet<Hex> = hexes.iter().copied().flat_map(beside).filter(is_shut).collect();
        let mut terrain: BTreeMap<Terrain, Vec<Hex>> = BTreeMap::new();
        for &hex in &hexes {
            if let Some(of) = board.terrain(hex) {
                terrain.entry(of).or_default().push(hex);
            }
        }
        let is_hidden = |figure: &&Figure| {
            let stays = matches!(figure.kind, FigureKind::Character(_) | FigureKind::Summon { .. });
            !stays && hexes.contains(&figure.hex)
        };
        let marks = self.layout().marks.iter().filter(|(_, hex)| hexes.contains(hex));
        Some(HiddenRoom {
            number,
            doors: doors.into_iter().collect(),
            terrain: terrain.into_iter().collect(),
            walls: board.walls().into_iter().filter(|line| lines.contains(line)).collect(),
            marks: marks.copied().collect(),
            figures: self.figures().iter().filter(is_hidden).cloned().collect(),
        })
    }
}

/// Returns the hexes that can be reached from one of them without walls and doors.
fn connected_hexes(board: &Board, from: Hex) -> BTreeSet<Hex> {
    let mut found: BTreeSet<Hex> = BTreeSet::from([from]);
    let mut open: Vec<Hex> = vec![from];
    while let Some(place) = open.pop().and_then(|hex| board.place(hex)) {
        for &next in board.neighbors(place).iter().filter(|&&next| next != NO_HEX) {
            let hex = board.hex(next);
            let is_door = board.terrain(hex).is_some_and(Terrain::is_door);
            if !is_door && found.insert(hex) {
                open.push(hex);
            }
        }
    }
    found
}
