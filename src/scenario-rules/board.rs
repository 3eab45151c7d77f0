//! The map of hexes: terrain, walls between hexes, and adjacency.
//!
//! A wall is on the line between two hexes. The whole edge of the map is wall (S2.1), and so is
//! every side of a closed door until it is opened: range and sight do not pass it, because the room
//! behind is not revealed.
//!
//! An opened door is a hex like an open one. "Save at open doors" in S2.1 is read as follows: the
//! line between an opened door and the next hex has no wall unless one is drawn there; where no hex
//! follows, the edge of the map stays wall.

use std::sync::Arc;

use super::hex::{Hex, Side};
use super::sight::SightCache;

enum_table::enum_table! {
    /// The terrain of a hex.
    pub enum Terrain {
        /// Returns its sign on a drawn map.
        sign: char,
        /// Returns the word that introduces a list of such hexes.
        word: &'static str,
    }

    /// Free ground.
    Open = '.', "open";
    /// Blocks walking figures.
    Obstacle = 'o', "obstacle";
    /// Damages the figure that enters, and is removed then.
    Trap = 'x', "trap";
    /// Damages at every entry, and stays.
    Hazardous = '!', "hazardous";
    /// Costs two movement points to enter.
    Difficult = '~', "difficult";
    /// An opened door.
    OpenDoor = '/', "door";
    /// A closed door.
    ClosedDoor = '+', "closed";
    /// A closed and locked door.
    LockedDoor = '=', "locked";
}

impl Terrain {
    /// Returns `true` for the negative hexes of the rules: traps and hazardous terrain.
    pub const fn is_negative(self) -> bool {
        matches!(self, Self::Trap | Self::Hazardous)
    }

    /// Returns `true` for a door, open or not.
    pub const fn is_door(self) -> bool {
        matches!(self, Self::OpenDoor | Self::ClosedDoor | Self::LockedDoor)
    }

    /// Returns `true` for a door that is not open.
    pub const fn is_shut(self) -> bool {
        matches!(self, Self::ClosedDoor | Self::LockedDoor)
    }
}

/// The line between a hex and its neighbor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HexLine {
    /// The first of the two hexes in reading order.
    pub hex: Hex,
    /// The side of `hex`.
    pub side: Side,
}

impl std::fmt::Display for HexLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.hex.neighbor(self.side) {
            Some(other) => write!(f, "{}-{other}", self.hex),
            None => write!(f, "the edge of the map at {}", self.hex),
        }
    }
}

impl HexLine {
    /// Creates the line between `hex` and its neighbor on `side`; the same value from both hexes.
    pub fn new(hex: Hex, side: Side) -> Self {
        match hex.neighbor(side) {
            Some(other) if other < hex => Self { hex: other, side: side.opposite() },
            _ => Self { hex, side },
        }
    }

    /// Creates the line between two hexes; `None` if they do not share a side.
    pub fn between(a: Hex, b: Hex) -> Option<Self> {
        Some(Self::new(a, a.side_towards(b)?))
    }
}

/// The index of a hex in the grid of the map, row by row.
pub(super) type HexIndex = u16;
/// The index for "no hex", or none that is adjacent across a side.
pub(super) const NO_HEX: HexIndex = HexIndex::MAX;

/// The revealed part of the map of a scenario.
///
/// ```
/// use scenario_rules::board::{HexLine, Terrain};
/// use scenario_rules::{Board, Hex};
///
/// let (a, b) = (Hex::new(0, 0), Hex::new(1, 0));
/// let mut board = Board::new(4, 3);
/// assert!(board.adjacent(a, b));
/// board.set_wall(HexLine::between(a, b).expect("they share a side"), true);
/// assert!(!board.adjacent(a, b), "a wall separates them");
///
/// board.set(b, Some(Terrain::Trap));
/// assert_eq!(board.terrain(b), Some(Terrain::Trap));
/// ```
///
/// Copies share their parts until one of them changes.
#[derive(Clone, Debug)]
pub struct Board {
    columns: u8,
    rows: u8,
    /// The terrain row by row; `None` where the map has no hex.
    terrain: Arc<[Option<Terrain>]>,
    /// The drawn walls, one bit per side; each is stored for both of its hexes.
    drawn: Arc<[u8]>,
    /// The neighbors that share an edge without a wall, by side.
    near: Arc<[[HexIndex; 6]]>,
    /// The cached visibility of this map.
    seen: Arc<SightCache>,
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        (self.columns, self.rows) == (other.columns, other.rows)
            && self.terrain == other.terrain
            && self.drawn == other.drawn
    }
}

impl Eq for Board {}

impl Board {
    /// Creates a map of open hexes without inner walls.
    ///
    /// Sizes are clamped to the range from 1 to [`Hex::MAX`].
    pub fn new(columns: u8, rows: u8) -> Self {
        let columns = columns.clamp(1, Hex::MAX);
        let rows = rows.clamp(1, Hex::MAX);
        let count = usize::from(columns) * usize::from(rows);
        let mut board = Self {
            columns,
            rows,
            terrain: vec![Some(Terrain::Open); count].into(),
            drawn: vec![0; count].into(),
            near: vec![[NO_HEX; 6]; count].into(),
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

    /// Returns `true` if the map has this hex.
    pub fn has(&self, hex: Hex) -> bool {
        self.terrain(hex).is_some()
    }

    /// Returns the terrain of a hex; `None` where the map has no hex.
    pub fn terrain(&self, hex: Hex) -> Option<Terrain> {
        self.terrain[usize::from(self.inside(hex)?)]
    }

    /// Returns every hex of the map, in reading order.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> {
        (0..self.terrain.len()).filter(|&at| self.terrain[at].is_some()).map(|at| self.hex_at(at))
    }

    /// Sets the terrain of a hex, or removes the hex and the walls drawn around it. Does nothing
    /// outside the grid.
    pub fn set(&mut self, hex: Hex, terrain: Option<Terrain>) {
        let Some(place) = self.inside(hex) else {
            return;
        };
        if terrain.is_none() {
            for side in Side::ALL {
                self.set_wall(HexLine::new(hex, side), false);
            }
        }
        Arc::make_mut(&mut self.terrain)[usize::from(place)] = terrain;
        self.join_around(hex);
    }

    /// Draws a wall on the line between two hexes of the map, or removes it. Does nothing
    /// elsewhere: the edge of the map is already wall.
    pub fn set_wall(&mut self, line: HexLine, stands: bool) {
        let inner = line.hex.neighbor(line.side).is_some_and(|other| self.has(other));
        if !inner || !self.has(line.hex) {
            return;
        }
        let ends = [
            Some((line.hex, line.side)),
            line.hex.neighbor(line.side).map(|other| (other, line.side.opposite())),
        ];
        for (hex, side) in ends.into_iter().flatten() {
            if let Some(place) = self.inside(hex) {
                let drawn = &mut Arc::make_mut(&mut self.drawn)[usize::from(place)];
                let bit = 1 << side as u8;
                *drawn = if stands { *drawn | bit } else { *drawn & !bit };
            }
        }
        self.join_around(line.hex);
    }

    /// Returns the drawn walls between two hexes of the map, in reading order.
    pub fn walls(&self) -> Vec<HexLine> {
        let mut walls = Vec::new();
        for hex in self.hexes() {
            for side in Side::ALL {
                let line = HexLine::new(hex, side);
                if line.hex == hex && self.is_drawn(hex, side) {
                    walls.push(line);
                }
            }
        }
        walls
    }

    /// Returns `true` if this side of a hex has a wall: drawn, the edge of the map, or a closed
    /// door.
    pub fn is_walled(&self, hex: Hex, side: Side) -> bool {
        self.inside(hex).is_none_or(|place| self.neighbors(place)[side as usize] == NO_HEX)
    }

    /// Returns `true` if two hexes share an edge without a wall (S2.2).
    pub fn adjacent(&self, a: Hex, b: Hex) -> bool {
        a.side_towards(b).is_some_and(|side| self.has(a) && !self.is_walled(a, side))
    }

    /// Returns `true` if a wall was drawn on this side.
    pub(super) fn is_drawn(&self, hex: Hex, side: Side) -> bool {
        self.inside(hex).is_some_and(|at| self.drawn[usize::from(at)] & 1 << side as u8 != 0)
    }

    /// Returns the cached visibility of this map.
    pub(super) fn sight_cache(&self) -> &SightCache {
        &self.seen
    }

    /// Returns the number of indices in the grid, including those without a hex.
    pub(super) fn grid_size(&self) -> usize {
        self.terrain.len()
    }

    /// Returns the index of a hex of the map.
    pub(super) fn place(&self, hex: Hex) -> Option<HexIndex> {
        self.inside(hex).filter(|&at| self.terrain[usize::from(at)].is_some())
    }

    /// Returns the hex at an index.
    pub(super) fn hex(&self, place: HexIndex) -> Hex {
        self.hex_at(usize::from(place))
    }

    /// Returns the terrain at an index.
    pub(super) fn terrain_at(&self, place: HexIndex) -> Option<Terrain> {
        self.terrain[usize::from(place)]
    }

    /// Returns the neighbors by side, [`NO_HEX`] across a wall.
    pub(super) fn neighbors(&self, place: HexIndex) -> &[HexIndex; 6] {
        &self.near[usize::from(place)]
    }

    fn inside(&self, hex: Hex) -> Option<HexIndex> {
        let is_inside = hex.column < self.columns && hex.row < self.rows;
        is_inside.then(|| {
            HexIndex::from(hex.row) * HexIndex::from(self.columns) + HexIndex::from(hex.column)
        })
    }

    fn hex_at(&self, at: usize) -> Hex {
        let columns = usize::from(self.columns);
        let [column, row] =
            [at % columns, at / columns].map(|number| u8::try_from(number).unwrap_or(u8::MAX));
        Hex::new(column, row)
    }

    /// Recomputes the neighbors around a changed hex. The cached visibility is dropped only if a
    /// wall changed.
    fn join_around(&mut self, hex: Hex) {
        let neighbors = Side::ALL.into_iter().filter_map(|side| hex.neighbor(side));
        for next in neighbors.chain([hex]) {
            if let Some(place) = self.inside(next).map(usize::from) {
                let before = self.near[place];
                self.join(place);
                if self.near[place] != before {
                    self.seen = Arc::default();
                }
            }
        }
    }

    /// Computes the neighbors of the hex at an index.
    fn join(&mut self, at: usize) {
        let hex = self.hex_at(at);
        let mut near = [NO_HEX; 6];
        for side in Side::ALL {
            let Some(next) = hex.neighbor(side).and_then(|next| self.inside(next)) else {
                continue;
            };
            let has_wall = self.drawn[at] & 1 << side as u8 != 0;
            if !has_wall && self.is_passable(at) && self.is_passable(next.into()) {
                near[side as usize] = next;
            }
        }
        if self.near[at] != near {
            Arc::make_mut(&mut self.near)[at] = near;
        }
    }

    /// Returns `true` if there is a hex at an index, and it is no closed door.
    fn is_passable(&self, at: usize) -> bool {
        self.terrain[at].is_some_and(|terrain| !terrain.is_shut())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(text: &str) -> Hex {
        text.parse().expect("a valid hex")
    }

    #[test]
    fn wall_separates_both_hexes_until_it_is_removed() {
        let mut board = Board::new(4, 4);
        let line = HexLine::new(hex("C2"), Side::NorthWest);
        assert!(board.adjacent(hex("B1"), hex("C2")));
        board.set_wall(line, true);
        assert!(!board.adjacent(hex("B1"), hex("C2")) && !board.adjacent(hex("C2"), hex("B1")));
        assert_eq!(board.walls(), [line]);
        assert_eq!(line.to_string(), "B1-C2");
        board.set_wall(line, false);
        assert_eq!(board, Board::new(4, 4));
    }

    #[test]
    fn closed_door_is_wall_on_every_side_until_it_is_opened() {
        let mut board = Board::new(3, 3);
        board.set(hex("B2"), Some(Terrain::ClosedDoor));
        assert!(Side::ALL.iter().all(|&side| board.is_walled(hex("B2"), side)));
        board.set(hex("B2"), Some(Terrain::OpenDoor));
        assert!(board.adjacent(hex("A2"), hex("B2")));
    }

    #[test]
    fn map_size_is_clamped_to_the_hexes_that_can_be_named() {
        let board = Board::new(200, 0);
        assert_eq!((board.columns(), board.rows()), (Hex::MAX, 1));
        assert_eq!(board.hexes().count(), usize::from(Hex::MAX));
    }
}
