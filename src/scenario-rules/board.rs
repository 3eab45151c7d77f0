//! The map of hexes: terrain, walls between hexes, and what lies next to what.
//!
//! A wall stands on the line between two hexes. The edge of the map is wall throughout (S2.1), and
//! so is every side of a closed door until it is opened: nothing is counted or seen through it,
//! since what lies behind is not revealed.
//!
//! An opened door is a hex like an open one. "Save at open doors" of S2.1 is read so that the line
//! between an opened door and the next hex carries no wall unless one is drawn there; where no hex
//! follows, the edge of the map stays wall.

use std::sync::Arc;

use super::hex::{Hex, Side};
use super::sight::Seen;

catalogue::catalogue! {
    /// The terrain of a hex of the map.
    pub enum Terrain {
        /// The sign by which a drawn map shows it.
        sign: char,
        /// The word by which a list of hexes shows it.
        word: &'static str,
    }

    /// Nothing in the way.
    Open = '.', "open";
    /// In the way of everybody who walks.
    Obstacle = 'o', "obstacle";
    /// Sprung by the figure that enters, and gone then.
    Trap = 'x', "trap";
    /// Hurts at every entry, and stays.
    Hazardous = '!', "hazardous";
    /// Two movement points to enter.
    Difficult = '~', "difficult";
    /// A door that has been opened.
    OpenDoor = '/', "door";
    /// A door that is still closed.
    ClosedDoor = '+', "closed";
    /// A door that is closed and locked.
    LockedDoor = '=', "locked";
}

impl Terrain {
    /// Returns `true` if entering it is to be avoided: a trap or hazardous terrain.
    pub const fn is_negative(self) -> bool {
        matches!(self, Self::Trap | Self::Hazardous)
    }

    /// Returns `true` if it is a door that is not open.
    pub const fn is_shut(self) -> bool {
        matches!(self, Self::ClosedDoor | Self::LockedDoor)
    }
}

/// The line between a hex and its neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line {
    /// The hex, of two the one that is read first.
    pub hex: Hex,
    /// On which of its sides.
    pub side: Side,
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.hex.beside(self.side) {
            Some(other) => write!(f, "{}-{other}", self.hex),
            None => write!(f, "the edge of the map at {}", self.hex),
        }
    }
}

impl Line {
    /// The line between `hex` and its neighbour on `side`, named the same from both.
    pub fn new(hex: Hex, side: Side) -> Self {
        match hex.beside(side) {
            Some(other) if other < hex => Self { hex: other, side: side.opposite() },
            _ => Self { hex, side },
        }
    }

    /// Returns the line between two hexes; `None` if they do not touch.
    pub fn between(a: Hex, b: Hex) -> Option<Self> {
        Some(Self::new(a, a.side_towards(b)?))
    }
}

/// A hex by its number on the map: its row, then its column.
pub(super) type Place = u16;
/// No hex lies there, or none that can be reached over this side.
pub(super) const NOWHERE: Place = Place::MAX;

/// The map of a scenario, as far as it is revealed.
#[derive(Clone, Debug)]
pub struct Board {
    columns: u8,
    rows: u8,
    /// Row by row; none where the map has no hex.
    terrain: Vec<Option<Terrain>>,
    /// The walls that were drawn, a bit a side; the same seen from both hexes.
    drawn: Vec<u8>,
    /// The neighbours that share an edge without a wall, by side.
    near: Vec<[Place; 6]>,
    /// The visibility computed so far for this map as it is.
    seen: Arc<Seen>,
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        let of = |board: &Self| (board.columns, board.rows);
        of(self) == of(other) && self.terrain == other.terrain && self.drawn == other.drawn
    }
}

impl Eq for Board {}

impl Board {
    /// A map of open hexes without walls inside.
    ///
    /// Sizes are brought between 1 and [`Hex::MAX`].
    pub fn new(columns: u8, rows: u8) -> Self {
        let columns = columns.clamp(1, Hex::MAX);
        let rows = rows.clamp(1, Hex::MAX);
        let count = usize::from(columns) * usize::from(rows);
        let mut board = Self {
            columns,
            rows,
            terrain: vec![Some(Terrain::Open); count],
            drawn: vec![0; count],
            near: vec![[NOWHERE; 6]; count],
            seen: Arc::default(),
        };
        for place in 0..count {
            board.join(place);
        }
        board
    }

    /// Returns the number of columns.
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// Returns the number of rows.
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// Checks if the map has this hex.
    pub fn has(&self, hex: Hex) -> bool {
        self.terrain(hex).is_some()
    }

    /// Returns the terrain of a hex; `None` where the map has none.
    pub fn terrain(&self, hex: Hex) -> Option<Terrain> {
        self.terrain[usize::from(self.inside(hex)?)]
    }

    /// Every hex of the map, in reading order.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> {
        (0..self.terrain.len()).filter(|&at| self.terrain[at].is_some()).map(|at| self.hex_at(at))
    }

    /// Makes a hex what it is to be, or takes it off the map with the walls drawn around it; a place
    /// outside is left alone.
    pub fn set(&mut self, hex: Hex, terrain: Option<Terrain>) {
        let Some(place) = self.inside(hex) else {
            return;
        };
        if terrain.is_none() {
            for side in Side::ALL {
                self.set_wall(Line::new(hex, side), false);
            }
        }
        self.terrain[usize::from(place)] = terrain;
        self.join_around(hex);
    }

    /// Draws a wall on the line between two hexes of the map, or takes it away; elsewhere the edge
    /// of the map stands already.
    pub fn set_wall(&mut self, line: Line, stands: bool) {
        let inner = line.hex.beside(line.side).is_some_and(|other| self.has(other));
        if !inner || !self.has(line.hex) {
            return;
        }
        let ends = [
            Some((line.hex, line.side)),
            line.hex.beside(line.side).map(|other| (other, line.side.opposite())),
        ];
        for (hex, side) in ends.into_iter().flatten() {
            if let Some(place) = self.inside(hex) {
                let drawn = &mut self.drawn[usize::from(place)];
                let bit = 1 << side as u8;
                *drawn = if stands { *drawn | bit } else { *drawn & !bit };
            }
        }
        self.join_around(line.hex);
    }

    /// The walls that were drawn between two hexes of the map, in reading order.
    pub fn walls(&self) -> Vec<Line> {
        let mut walls = Vec::new();
        for hex in self.hexes() {
            for side in Side::ALL {
                let line = Line::new(hex, side);
                if line.hex == hex && self.is_drawn(hex, side) {
                    walls.push(line);
                }
            }
        }
        walls
    }

    /// Checks for a wall on this side of a hex: drawn, the edge of the map, or a closed door.
    pub fn is_walled(&self, hex: Hex, side: Side) -> bool {
        self.inside(hex).is_none_or(|place| self.near(place)[side as usize] == NOWHERE)
    }

    /// Checks if two hexes share an edge that is no wall (S2.2).
    pub fn adjacent(&self, a: Hex, b: Hex) -> bool {
        a.side_towards(b).is_some_and(|side| self.has(a) && !self.is_walled(a, side))
    }

    /// Checks if a wall was drawn on this side.
    pub(super) fn is_drawn(&self, hex: Hex, side: Side) -> bool {
        self.inside(hex).is_some_and(|at| self.drawn[usize::from(at)] & 1 << side as u8 != 0)
    }

    /// Returns the visibility computed so far for this map.
    pub(super) fn seen(&self) -> &Seen {
        &self.seen
    }

    /// Returns the number of places, hexes or not.
    pub(super) fn places(&self) -> usize {
        self.terrain.len()
    }

    /// The place of a hex of the map.
    pub(super) fn place(&self, hex: Hex) -> Option<Place> {
        self.inside(hex).filter(|&at| self.terrain[usize::from(at)].is_some())
    }

    /// The hex at a place.
    pub(super) fn hex(&self, place: Place) -> Hex {
        self.hex_at(usize::from(place))
    }

    /// Returns the terrain at a place.
    pub(super) fn terrain_at(&self, place: Place) -> Option<Terrain> {
        self.terrain[usize::from(place)]
    }

    /// The neighbours of a place by side, [`NOWHERE`] across a wall.
    pub(super) fn near(&self, place: Place) -> &[Place; 6] {
        &self.near[usize::from(place)]
    }

    fn inside(&self, hex: Hex) -> Option<Place> {
        let inside = hex.column < self.columns && hex.row < self.rows;
        inside.then(|| Place::from(hex.row) * Place::from(self.columns) + Place::from(hex.column))
    }

    fn hex_at(&self, at: usize) -> Hex {
        let columns = usize::from(self.columns);
        let part = |of: usize| u8::try_from(of).unwrap_or(u8::MAX);
        Hex::new(part(at % columns), part(at / columns))
    }

    /// Computes the neighbours around a hex that was changed. What is known of sight stays known
    /// unless a wall changed.
    fn join_around(&mut self, hex: Hex) {
        let around = Side::ALL.map(|side| hex.beside(side));
        for next in around.into_iter().flatten().chain([hex]) {
            if let Some(place) = self.inside(next).map(usize::from) {
                let before = self.near[place];
                self.join(place);
                if self.near[place] != before {
                    self.seen = Arc::default();
                }
            }
        }
    }

    /// Computes the neighbours of a place.
    fn join(&mut self, at: usize) {
        let hex = self.hex_at(at);
        let lets_through = |terrain: Option<Terrain>| terrain.is_some_and(|t| !t.is_shut());
        let mut near = [NOWHERE; 6];
        for side in Side::ALL {
            let next = hex.beside(side).and_then(|next| self.inside(next));
            let Some(next) = next else {
                continue;
            };
            let free = self.drawn[at] & 1 << side as u8 == 0;
            let through =
                lets_through(self.terrain[at]) && lets_through(self.terrain[usize::from(next)]);
            if free && through {
                near[side as usize] = next;
            }
        }
        self.near[at] = near;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(text: &str) -> Hex {
        text.parse().expect("it is a hex")
    }

    #[test]
    fn a_wall_parts_both_hexes_and_can_be_taken_away() {
        let mut board = Board::new(4, 4);
        let line = Line::new(hex("C2"), Side::NorthWest);
        assert!(board.adjacent(hex("B1"), hex("C2")));
        board.set_wall(line, true);
        assert!(!board.adjacent(hex("B1"), hex("C2")) && !board.adjacent(hex("C2"), hex("B1")));
        assert_eq!(board.walls(), [line]);
        assert_eq!(line.to_string(), "B1-C2");
        board.set_wall(line, false);
        assert_eq!(board, Board::new(4, 4));
    }

    #[test]
    fn a_closed_door_is_wall_on_every_side_until_it_is_opened() {
        let mut board = Board::new(3, 3);
        board.set(hex("B2"), Some(Terrain::ClosedDoor));
        assert!(Side::ALL.iter().all(|&side| board.is_walled(hex("B2"), side)));
        board.set(hex("B2"), Some(Terrain::OpenDoor));
        assert!(board.adjacent(hex("A2"), hex("B2")));
    }

    #[test]
    fn a_map_has_no_more_hexes_than_can_be_named() {
        let board = Board::new(200, 0);
        assert_eq!((board.columns(), board.rows()), (Hex::MAX, 1));
        assert_eq!(board.hexes().count(), usize::from(Hex::MAX));
    }
}
