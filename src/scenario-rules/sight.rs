//! Exact range (S2.3) and line of sight (S2.4).
//!
//! Points have integer coordinates: the unit is half a side length across and half the height of a
//! hex down. Straight lines stay straight in these coordinates, so nothing is rounded.
//!
//! *Any part to any part*: if a line passes, so do the lines around it. It is therefore enough to
//! try lines that meet no corner, with directions between those of two neighboring sides of a hex,
//! one such sector after another. Within a sector, a line meets a hex if it crosses one diagonal,
//! the same for the whole sector, and the lines between two hexes fill a parallelogram with these
//! diagonals as two of its sides. A line that passes has each chain of joined walls entirely on one
//! side. A chain that reaches the left or right edge of the parallelogram is on that side of every
//! such line. The search draws a line that separates the chains on the left from those on the
//! right. If the line meets a wall, the chain of that wall joins one of the two groups, or each in
//! turn if both are possible. The search ends with a line that meets no wall, or with groups that
//! no line separates.
//!
//! *Corner to corner* (G4): one of the 36 lines touches no wall, and neither of its two corners is
//! at a wall.
//!
//! Adjacent hexes always see each other, by both readings (G25): the texts never ask for sight
//! there, and in a corridor one hex wide every corner is at a wall. A hex sees itself.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use super::board::{Board, HexIndex, HexLine, NO_HEX};
use super::hex::{Hex, Side};
use super::position::Position;
use super::rulebook::Ruling;

/// A point, or the vector from one point to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Point {
    x: i32,
    y: i32,
}

/// The corners of a hex relative to its center, clockwise from the upper left; side `i` is between
/// corner `i` and the next.
const CORNERS: [Point; 6] = [
    Point { x: -1, y: -1 },
    Point { x: 1, y: -1 },
    Point { x: 2, y: 0 },
    Point { x: 1, y: 1 },
    Point { x: -1, y: 1 },
    Point { x: -2, y: 0 },
];

/// The vector along each side, from its corner to the next.
const SIDES: [Point; 6] = [
    Point { x: 2, y: 0 },
    Point { x: 1, y: 1 },
    Point { x: -1, y: 1 },
    Point { x: -2, y: 0 },
    Point { x: -1, y: -1 },
    Point { x: 1, y: -1 },
];

/// The vector to the center of the neighbor, by side.
const STEPS: [Point; 6] = [
    Point { x: 0, y: -2 },
    Point { x: 3, y: -1 },
    Point { x: 3, y: 1 },
    Point { x: 0, y: 2 },
    Point { x: -3, y: 1 },
    Point { x: -3, y: -1 },
];

impl Point {
    fn center(hex: Hex) -> Self {
        let (column, row) = (i32::from(hex.column), i32::from(hex.row));
        Self { x: 3 * column, y: 2 * row + column % 2 }
    }

    /// Returns a corner of a hex, counted modulo 6.
    fn corner(hex: Hex, corner: usize) -> Self {
        Self::center(hex).plus(CORNERS[corner % 6])
    }

    const fn plus(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }

    const fn to(self, other: Self) -> Self {
        Self { x: other.x - self.x, y: other.y - self.y }
    }

    /// Returns the cross product, positive if `other` is clockwise from `self` on the map.
    const fn cross(self, other: Self) -> i32 {
        self.x * other.y - self.y * other.x
    }

    /// Returns the sector of this direction: the side that bounds it counterclockwise.
    fn sector(self) -> usize {
        (0..6)
            .find(|&side| SIDES[side].cross(self) >= 0 && self.cross(SIDES[(side + 1) % 6]) > 0)
            .unwrap_or_default()
    }
}

/// The walls of a map by their end points, for following chains of joined walls.
#[derive(Debug)]
struct WallEnds {
    columns: usize,
    /// The directions in which walls leave each point, one bit for each of the [`SIDES`].
    sides: Vec<u8>,
}

impl WallEnds {
    /// Collects the walls of all hexes.
    fn of(board: &Board) -> Self {
        let (columns, rows) = (usize::from(board.columns()), usize::from(board.rows()));
        let columns = 3 * columns + 2;
        let mut ends = Self { columns, sides: vec![0; columns * (2 * rows + 2)] };
        for hex in board.hexes() {
            for side in Side::ALL.into_iter().filter(|&side| board.is_walled(hex, side)) {
                let side = side as usize;
                let [first, last] =
                    [side, side + 1].map(|corner| ends.index(Point::corner(hex, corner)));
                ends.sides[first] |= 1 << side;
                ends.sides[last] |= 1 << ((side + 3) % 6);
            }
        }
        ends
    }

    /// Returns the index of a point; index 0 is up and left of the center of hex A1.
    fn index(&self, point: Point) -> usize {
        let [row, column] =
            [point.y + 1, point.x + 2].map(|part| usize::try_from(part).unwrap_or_default());
        row * self.columns + column
    }

    /// Returns `true` if no wall ends at a point.
    fn is_free(&self, point: Point) -> bool {
        self.sides[self.index(point)] == 0
    }

    /// Returns the other ends of the walls at a point.
    fn joined(&self, point: Point) -> impl Iterator<Item = Point> {
        let sides = self.sides[self.index(point)];
        SIDES
            .into_iter()
            .enumerate()
            .filter(move |(side, _)| sides >> side & 1 != 0)
            .map(move |(_, along)| point.plus(along))
    }
}

/// The cached lines of sight of a map, for both readings: two bits per pair of hexes.
///
/// Sight depends on the map alone, and the same pairs are queried by every monster of a round and
/// for every hex that a player considers. The cache follows from the map, so it takes no part in
/// comparing maps.
#[derive(Debug, Default)]
pub(super) struct SightCache {
    tables: [OnceLock<Box<[AtomicU8]>>; 2],
    wall_ends: OnceLock<WallEnds>,
}

impl SightCache {
    const SEES: u8 = 1;
    const BLIND: u8 = 2;

    /// Returns the cache entry for a pair: its byte, and the bit offset in that byte.
    fn entry(&self, board: &Board, reading: usize, a: HexIndex, b: HexIndex) -> (&AtomicU8, usize) {
        let table = self.tables[reading].get_or_init(|| {
            let bytes = pairs_below(board.grid_size()).div_ceil(4);
            (0..bytes).map(|_| AtomicU8::new(0)).collect()
        });
        let pair = pairs_below(a.max(b).into()) + usize::from(a.min(b));
        (&table[pair / 4], pair % 4 * 2)
    }
}

/// Returns the number of unordered pairs of indices below `count`, pairs of equal ones included.
const fn pairs_below(count: usize) -> usize {
    count * (count + 1) / 2
}

/// A line-of-sight tester for one map.
///
/// It reuses its buffers, so repeated tests do not allocate.
pub(super) struct SightTester<'a> {
    board: &'a Board,
    corner_to_corner: bool,
    /// `true` if adjacent hexes are in sight even without a line between them (G25).
    sees_adjacent: bool,
    /// The points that a line must have on its left and on its right.
    bounds: [Vec<Point>; 2],
    /// The end points of the walls of one chain.
    chain: Vec<Point>,
}

/// The lines from one hex to another whose directions are in one sector.
#[derive(Clone, Copy)]
struct Beam {
    from: HexIndex,
    to: HexIndex,
    /// The center of the first hex, the origin of the other points.
    start: Point,
    /// The vector to the center of the other hex.
    way: Point,
    /// The first of the two sides that bound the sector.
    sector: usize,
}

impl Beam {
    /// Returns the left corner of the diagonal that the lines cross; the right one is opposite.
    const fn left(&self) -> Point {
        CORNERS[(self.sector + 1) % 6]
    }

    /// Returns the edge of the parallelogram that a point is on or beyond: 0 for the left one, 1
    /// for the right one; `None` for a point between them.
    fn edge(&self, point: Point) -> Option<usize> {
        let (offset, widest) = (self.way.cross(point), self.left().cross(self.way));
        (offset.abs() >= widest).then_some(usize::from(offset > 0))
    }
}

impl<'a> SightTester<'a> {
    pub(super) const fn new(board: &'a Board, corner_to_corner: bool) -> Self {
        Self {
            board,
            corner_to_corner,
            sees_adjacent: true,
            bounds: [Vec::new(), Vec::new()],
            chain: Vec::new(),
        }
    }

    /// Turns off the ruling on adjacent hexes (G25).
    pub(super) const fn by_lines_alone(mut self) -> Self {
        self.sees_adjacent = false;
        self
    }

    /// Returns `true` if there is a line of sight between two hexes.
    pub(super) fn sees(&mut self, from: HexIndex, to: HexIndex) -> bool {
        if from == to || self.sees_adjacent && self.board.neighbors(from).contains(&to) {
            return true;
        }
        // Next to a free line from corner to corner there are free lines from part to part. So two
        // hexes that are not in sight by the wider reading are not in sight by either.
        self.sees_by(false, from, to) && (!self.corner_to_corner || self.sees_by(true, from, to))
    }

    /// Returns the result of one reading, computing it if it is not cached.
    fn sees_by(&mut self, corners: bool, from: HexIndex, to: HexIndex) -> bool {
        let (entry, shift) =
            self.board.sight_cache().entry(self.board, usize::from(corners), from, to);
        let known = entry.load(Ordering::Relaxed) >> shift & 3;
        if known != 0 {
            return known == SightCache::SEES;
        }
        let sees =
            if corners { self.sees_by_corners(from, to) } else { self.sees_by_parts(from, to) };
        let result = if sees { SightCache::SEES } else { SightCache::BLIND };
        entry.fetch_or(result << shift, Ordering::Relaxed);
        sees
    }

    /// Returns the walls by their end points, collected once per map.
    fn wall_ends(&self) -> &'a WallEnds {
        self.board.sight_cache().wall_ends.get_or_init(|| WallEnds::of(self.board))
    }

    fn center(&self, place: HexIndex) -> Point {
        Point::center(self.board.hex(place))
    }

    /// Finds the first wall on a line from a hex to one where `has_arrived` is `true`.
    ///
    /// The line runs half of `offset` to the right of the center. With an odd offset it meets no
    /// corner, because all corners have integer coordinates.
    fn wall_on_the_way(
        &self,
        from: HexIndex,
        direction: Point,
        mut offset: i32,
        has_arrived: impl Fn(HexIndex) -> bool,
    ) -> Option<(HexIndex, usize)> {
        let sector = direction.sector();
        let sides = [1, 2, 3].map(|next| (sector + next) % 6);
        let steps = sides.map(|side| 2 * direction.cross(STEPS[side]));
        // The line leaves a hex by one of three sides, with two corners between them.
        let corners = [sides[1], sides[2]].map(|corner| 2 * direction.cross(CORNERS[corner]));
        let mut at = from;
        while !has_arrived(at) {
            let exit = usize::from(offset > corners[0]) + usize::from(offset > corners[1]);
            let next = self.board.neighbors(at)[sides[exit]];
            if next == NO_HEX {
                return Some((at, sides[exit]));
            }
            at = next;
            offset -= steps[exit];
        }
        None
    }

    /// Finds the first wall on the line between the centers, if there is one.
    pub(super) fn wall_between(&self, from: HexIndex, to: HexIndex) -> Option<HexLine> {
        let way = self.center(from).to(self.center(to));
        let (at, side) = self.wall_on_the_way(from, way, 1, |at| at == to)?;
        Some(HexLine::new(self.board.hex(at), Side::ALL[side]))
    }

    /// Returns `true` if a line passes from any part of one hex to any part of the other.
    ///
    /// Three sectors are enough. Lines between hexes that are not adjacent deviate from the vector
    /// between the centers by less than 60 degrees, because these are at least three side lengths
    /// apart. Lines between adjacent hexes deviate by less than 90 degrees, and that vector is in
    /// the middle of its sector.
    fn sees_by_parts(&mut self, from: HexIndex, to: HexIndex) -> bool {
        let start = self.center(from);
        let way = start.to(self.center(to));
        let sector = way.sector();
        [sector, (sector + 1) % 6, (sector + 5) % 6].into_iter().any(|sector| {
            let beam = Beam { from, to, start, way, sector };
            let left = beam.left();
            let right = left.to(Point { x: 0, y: 0 });
            for (points, corner) in self.bounds.iter_mut().zip([left, right]) {
                points.clear();
                points.extend([corner, way.plus(corner)]);
            }
            self.passes(beam)
        })
    }

    /// Returns `true` if a line of the beam meets no wall and separates the points on its left and
    /// right.
    ///
    /// A line meets only walls of chains that are in neither group yet, so each round adds a chain.
    fn passes(&mut self, beam: Beam) -> bool {
        while let Some((direction, offset)) = self.separating_line(beam.sector) {
            let wall = self.wall_on_the_way(beam.from, direction, offset, |at| at == beam.to);
            let Some(wall) = wall else {
                return true;
            };
            match self.follow(beam, wall) {
                [true, true] => return false,
                [true, false] => self.bounds[0].append(&mut self.chain),
                [false, true] => self.bounds[1].append(&mut self.chain),
                [false, false] => {
                    let chain = std::mem::take(&mut self.chain);
                    let before = [self.bounds[0].len(), self.bounds[1].len()];
                    self.bounds[0].extend_from_slice(&chain);
                    if self.passes(beam) {
                        return true;
                    }
                    self.bounds[0].truncate(before[0]);
                    self.bounds[1].truncate(before[1]);
                    self.bounds[1].extend_from_slice(&chain);
                }
            }
        }
        false
    }

    /// Finds a line that separates the points on the left from those on the right: its direction,
    /// within a sector, and its odd offset.
    ///
    /// A left and a right point that are in the wrong order for one direction stay so until the
    /// direction passes that of the line through both. So every attempt excludes a pair for good
    /// and leaves a smaller range, or none if the pair is in the wrong order at both ends of the
    /// range.
    fn separating_line(&self, sector: usize) -> Option<(Point, i32)> {
        let (mut first, mut last) = (SIDES[sector], SIDES[(sector + 1) % 6]);
        loop {
            let direction = first.plus(last);
            let left = *self.bounds[0].iter().max_by_key(|point| direction.cross(**point))?;
            let right = *self.bounds[1].iter().min_by_key(|point| direction.cross(**point))?;
            let (low, high) = (direction.cross(left), direction.cross(right));
            if low < high {
                return Some((direction, (low + high) | 1));
            }
            if first.cross(left.to(right)) > 0 {
                last = left.to(right);
            } else if last.cross(left.to(right)) > 0 {
                first = right.to(left);
            } else {
                return None;
            }
        }
    }

    /// Collects the chain of a wall between the edges of the parallelogram; returns whether it
    /// reaches the left one and the right one.
    fn follow(&mut self, beam: Beam, (place, side): (HexIndex, usize)) -> [bool; 2] {
        let walls = self.wall_ends();
        let center = beam.start.to(self.center(place));
        let mut touched = [false; 2];
        self.chain.clear();
        let mut add = |chain: &mut Vec<Point>, point: Point| match beam.edge(point) {
            Some(edge) => touched[edge] = true,
            None if chain.contains(&point) => {}
            None => chain.push(point),
        };
        for corner in [side, (side + 1) % 6] {
            add(&mut self.chain, center.plus(CORNERS[corner]));
        }
        let mut next = 0;
        while let Some(&point) = self.chain.get(next) {
            next += 1;
            for end in walls.joined(beam.start.plus(point)) {
                add(&mut self.chain, beam.start.to(end));
            }
        }
        touched
    }

    /// Returns `true` if a line passes from a corner of one hex to a corner of the other.
    fn sees_by_corners(&self, from: HexIndex, to: HexIndex) -> bool {
        self.free_corners(from)
            .any(|start| self.free_corners(to).any(|end| self.is_clear(start, end)))
    }

    /// Returns the corners of a hex that are at no wall, each with the hex.
    fn free_corners(&self, place: HexIndex) -> impl Iterator<Item = (HexIndex, usize)> {
        let (walls, hex) = (self.wall_ends(), self.board.hex(place));
        (0..6)
            .filter(move |&corner| walls.is_free(Point::corner(hex, corner)))
            .map(move |corner| (place, corner))
    }

    /// Returns `true` if the line between two corners that are at no wall touches no wall.
    ///
    /// A wall that the line touches ends on the line, or a line slightly to the right meets it.
    /// That line is followed until it enters a hex at the other corner, which contains its
    /// remainder.
    fn is_clear(&self, start: (HexIndex, usize), end: (HexIndex, usize)) -> bool {
        let [from, to] = [start, end].map(|(at, corner)| Point::corner(self.board.hex(at), corner));
        let direction = from.to(to);
        if self.wall_ends_between(from, direction) {
            return false;
        }
        let entered = self.around(start).into_iter().find(|&(_, corner)| {
            let last = SIDES[(corner + 2) % 6];
            SIDES[corner].cross(direction) >= 0 && direction.cross(last) > 0
        });
        // If both hexes share the corner, the line has no direction and enters no hex.
        let Some((first, corner)) = entered else {
            return false;
        };
        let offset = 2 * direction.cross(CORNERS[corner]) + 1;
        let last = self.around(end).map(|(place, _)| place);
        self.wall_on_the_way(first, direction, offset, |at| last.contains(&at)).is_none()
    }

    /// Returns `true` if a wall ends at a point strictly between the two ends of a line.
    fn wall_ends_between(&self, start: Point, way: Point) -> bool {
        let walls = self.wall_ends();
        let parts = greatest_common_divisor(way.x, way.y);
        (1..parts).any(|part| {
            let along = Point { x: way.x / parts * part, y: way.y / parts * part };
            !walls.is_free(start.plus(along))
        })
    }

    /// Returns the three hexes at a corner that is at no wall, each with its number for that
    /// corner.
    fn around(&self, (place, corner): (HexIndex, usize)) -> [(HexIndex, usize); 3] {
        let near = self.board.neighbors(place);
        let before = (near[(corner + 5) % 6], (corner + 2) % 6);
        [(place, corner), before, (near[corner], (corner + 4) % 6)]
    }
}

/// Returns the greatest common divisor, 0 if both numbers are 0.
const fn greatest_common_divisor(a: i32, b: i32) -> i32 {
    if b == 0 { a.abs() } else { greatest_common_divisor(b, a % b) }
}

/// The range from one hex to every other, up to a limit (S2.3).
pub(super) struct Ranges {
    /// The range to each hex, `u16::MAX` beyond the limit.
    ranges: Vec<u16>,
    within: Vec<HexIndex>,
}

impl Ranges {
    /// Computes the ranges from a hex, up to `most`.
    pub(super) fn from(board: &Board, start: HexIndex, most: u16) -> Self {
        Self::from_any(board, vec![start], most)
    }

    /// Computes the ranges from the nearest of several hexes, up to `most`.
    pub(super) fn from_any(board: &Board, starts: Vec<HexIndex>, most: u16) -> Self {
        let mut ranges = vec![u16::MAX; board.grid_size()];
        for &start in &starts {
            ranges[usize::from(start)] = 0;
        }
        let mut within = starts;
        let mut next = 0;
        while let Some(&at) = within.get(next) {
            next += 1;
            let range = ranges[usize::from(at)] + 1;
            if range > most {
                break;
            }
            for &neighbor in board.neighbors(at) {
                if neighbor != NO_HEX && ranges[usize::from(neighbor)] == u16::MAX {
                    ranges[usize::from(neighbor)] = range;
                    within.push(neighbor);
                }
            }
        }
        Self { ranges, within }
    }

    /// Keeps the hexes for which `keeps` is `true`, by hex and range.
    pub(super) fn retain(&mut self, keeps: impl Fn(HexIndex, u16) -> bool) {
        let Self { ranges, within } = self;
        within.retain(|&place| {
            let range = &mut ranges[usize::from(place)];
            let stays = keeps(place, *range);
            if !stays {
                *range = u16::MAX;
            }
            stays
        });
    }

    /// Returns the range to a hex; `None` beyond the limit or behind walls.
    pub(super) fn to(&self, place: HexIndex) -> Option<u16> {
        Some(self.ranges[usize::from(place)]).filter(|&range| range != u16::MAX)
    }

    /// Returns every hex within range, the nearest first.
    pub(super) fn places(&self) -> &[HexIndex] {
        &self.within
    }
}

/// The range and line of sight between two hexes, with the wall that blocks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The range; `None` if walls separate the two completely.
    pub range: Option<u16>,
    /// `true` if they see each other.
    pub in_sight: bool,
    /// If they are not in sight, the first wall on the line between their centers; `None` if that
    /// line is clear but no line from corner to corner is.
    pub wall: Option<HexLine>,
    /// The ruling that decided `in_sight`; `None` if all readings agree.
    pub ruling: Option<Ruling>,
}

/// Returns the range and line of sight between two hexes; `None` if one of them is not on the map.
///
/// ```
/// use scenario_rules::board::HexLine;
/// use scenario_rules::sight::sight;
/// use scenario_rules::{Board, Hex};
///
/// let [a, b, c] = [0, 1, 2].map(|column| Hex::new(column, 0));
/// let mut board = Board::new(3, 1);
/// let open = sight(&board, false, a, c).expect("both are on the map");
/// assert!(open.in_sight && open.range == Some(2));
///
/// let wall = HexLine::between(b, c).expect("they share a side");
/// board.set_wall(wall, true);
/// let blocked = sight(&board, false, a, c).expect("both are on the map");
/// assert!(!blocked.in_sight);
/// assert_eq!((blocked.range, blocked.wall), (None, Some(wall)));
/// ```
pub fn sight(board: &Board, corner_to_corner: bool, from: Hex, to: Hex) -> Option<Sight> {
    let (from, to) = (board.place(from)?, board.place(to)?);
    let mut sights = SightTester::new(board, corner_to_corner);
    let in_sight = sights.sees(from, to);
    let wall = if in_sight { None } else { sights.wall_between(from, to) };
    let range = Ranges::from(board, from, u16::MAX).to(to);
    let by_lines = SightTester::new(board, corner_to_corner).by_lines_alone().sees(from, to);
    let by_other = SightTester::new(board, !corner_to_corner).sees(from, to);
    let ruling = match (by_lines == in_sight, by_other == in_sight) {
        (false, _) => Some(Ruling::AdjacentSight),
        (true, false) => Some(Ruling::AnyPart),
        (true, true) => None,
    };
    Some(Sight { range, in_sight, wall, ruling })
}

impl Position {
    /// Returns range and line of sight between two hexes by the rulings of the table; `None` if one
    /// of them is not on the map.
    pub fn sight(&self, from: Hex, to: Hex) -> Option<Sight> {
        sight(self.board(), self.switches().corner_to_corner, from, to)
    }

    /// Returns the range between two hexes; `None` if walls separate them, or if one of them is not
    /// on the map.
    pub fn range(&self, from: Hex, to: Hex) -> Option<u16> {
        let board = self.board();
        let (from, to) = (board.place(from)?, board.place(to)?);
        Ranges::from(board, from, u16::MAX).to(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Terrain;

    /// A generator of pseudorandom numbers with a seed.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, most: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            usize::try_from(self.0 >> 33).expect("a number of 31 bits") % most
        }

        fn of<T: Copy>(&mut self, list: &[T]) -> T {
            list[self.below(list.len())]
        }

        fn board(&mut self) -> Board {
            let (columns, rows) =
                self.of(&[(1, 9), (9, 1), (2, 8), (5, 6), (8, 8), (20, 20), (60, 3)]);
            let mut board = Board::new(columns, rows);
            let hexes: Vec<Hex> = board.hexes().collect();
            let [missing, doors, walls] =
                [[0, 0, 30], [0, 5, 15], [1, 5, 15]].map(|of| self.of(&of));
            for &hex in &hexes {
                if self.below(100) < missing {
                    board.set(hex, None);
                } else if self.below(100) < doors {
                    board.set(hex, Some(self.of(&[Terrain::OpenDoor, Terrain::ClosedDoor])));
                }
            }
            for line in hexes.iter().flat_map(|&hex| Side::ALL.map(|side| HexLine::new(hex, side)))
            {
                if self.below(100) < walls {
                    board.set_wall(line, true);
                }
            }
            // Rows of joined walls with gaps, like those of rooms with doors.
            for _ in 0..self.below(4) {
                let (mut at, side) = (self.of(&hexes), self.below(6));
                while let Some(next) = at.neighbor(Side::ALL[(side + 2) % 6]) {
                    for turn in [0, 1] {
                        let stands = self.below(12) > 0;
                        board.set_wall(HexLine::new(at, Side::ALL[(side + turn) % 6]), stands);
                    }
                    at = next;
                }
            }
            board
        }
    }

    /// A wall by its end points.
    struct Wall {
        ends: [Point; 2],
        /// `true` for each of the two hexes that it is a side of.
        own: [bool; 2],
    }

    /// The literal definition of sight between two hexes, tested with all walls and relevant lines.
    struct Oracle {
        walls: Vec<Wall>,
        centers: [Point; 2],
    }

    impl Point {
        /// Returns the dot product in real proportions, positive for angles below 90 degrees.
        fn dot(self, other: Self) -> i32 {
            // A unit down is longer than one across by the square root of three.
            self.x * other.x + 3 * self.y * other.y
        }

        /// Returns the extent of a hex to either side of a line in this direction.
        fn half_width(self) -> i32 {
            CORNERS.map(|corner| self.cross(corner)).into_iter().max().expect("six corners")
        }
    }

    impl Oracle {
        fn new(board: &Board, from: Hex, to: Hex) -> Self {
            let mut walls = Vec::new();
            for hex in board.hexes() {
                for side in Side::ALL.into_iter().filter(|&side| board.is_walled(hex, side)) {
                    let first = side as usize;
                    let ends = [first, first + 1].map(|corner| Point::corner(hex, corner));
                    let own = [from, to].map(|of| of == hex || hex.neighbor(side) == Some(of));
                    walls.push(Wall { ends, own });
                }
            }
            Self { walls, centers: [from, to].map(Point::center) }
        }

        /// Tries all directions in which two corners coincide, and those between them.
        fn sees_by_parts(mut self) -> bool {
            let [start, end] = self.centers;
            let way = start.to(end);
            let widest = way.half_width();
            let offset = |point: &Point| way.cross(start.to(*point));
            self.walls.retain(|wall| {
                wall.ends.iter().any(|end| offset(end) > -widest)
                    && wall.ends.iter().any(|end| offset(end) < widest)
            });
            let ends = self.walls.iter().flat_map(|wall| wall.ends);
            let corners = self.centers.into_iter().flat_map(|at| CORNERS.map(|by| at.plus(by)));
            let mut points: Vec<Point> =
                ends.filter(|point| offset(point).abs() <= widest).chain(corners).collect();
            points.sort_unstable_by_key(|point| (point.x, point.y));
            points.dedup();
            let mut directions: Vec<Point> = points
                .iter()
                .flat_map(|a| points.iter().map(|b| a.to(*b)))
                .filter(|direction| {
                    direction.dot(way) > 0
                        && direction.cross(way).abs() <= 2 * direction.half_width()
                })
                .collect();
            // All of them point ahead, so clockwise is a total order.
            directions.sort_unstable_by(|a, b| 0.cmp(&a.cross(*b)));
            directions.dedup_by(|a, b| a.cross(*b) == 0);
            directions.insert(0, Point { x: 3 * way.y, y: -way.x });
            directions.push(Point { x: -3 * way.y, y: way.x });
            directions.windows(2).any(|pair| self.passes(pair[0].plus(pair[1])))
        }

        /// Returns `true` if a line in this direction passes every wall between the two hexes.
        fn passes(&self, direction: Point) -> bool {
            let half = direction.half_width();
            let [a, b] = self.centers.map(|center| direction.cross(center));
            let (low, high) = (a.max(b) - half, a.min(b) + half);
            let mut covered: Vec<(i32, i32)> = Vec::new();
            for wall in self.walls.iter().filter(|wall| self.is_between(wall, direction)) {
                let [first, last] = wall.ends.map(|point| direction.cross(point));
                if first.max(last) > low && first.min(last) < high {
                    covered.push((first.min(last), first.max(last)));
                }
            }
            covered.sort_unstable();
            let mut free_from = low;
            for (first, last) in covered {
                if first > free_from {
                    return free_from < high;
                }
                free_from = free_from.max(last);
            }
            free_from < high
        }

        /// Returns `true` if lines that meet both hexes meet the wall between them.
        ///
        /// A wall that is no side of a hex is outside the circle around it, and a line that has
        /// left the circle only gets farther away. So any point that a line can meet decides.
        fn is_between(&self, wall: &Wall, direction: Point) -> bool {
            self.ahead(wall, direction, 0) > 0 && self.ahead(wall, direction, 1) < 0
        }

        /// Returns a positive number if the wall is ahead of one of the hexes in this direction.
        fn ahead(&self, wall: &Wall, direction: Point, of: usize) -> i32 {
            let [first, last] = wall.ends.map(|end| self.centers[of].to(end));
            if wall.own[of] {
                return direction.dot(first.plus(last));
            }
            [first, last]
                .into_iter()
                .find(|point| direction.cross(*point).abs() <= direction.half_width())
                .map_or(0, |point| direction.dot(point))
        }

        /// Tries all lines from corner to corner.
        fn sees_by_corners(self) -> bool {
            let [start, end] = self.centers;
            self.free_corners(start).any(|a| {
                self.free_corners(end)
                    .any(|b| a != b && !self.walls.iter().any(|wall| touches(a, b, wall.ends)))
            })
        }

        /// Returns the corners of a hex that are at no wall.
        fn free_corners(&self, center: Point) -> impl Iterator<Item = Point> {
            CORNERS
                .into_iter()
                .map(move |corner| center.plus(corner))
                .filter(move |at| !self.walls.iter().any(|wall| wall.ends.contains(at)))
        }
    }

    /// Returns `true` if two line segments touch, even if only at an end.
    fn touches(a: Point, b: Point, [c, d]: [Point; 2]) -> bool {
        let line = a.to(b);
        let (first, last) = (line.cross(a.to(c)), line.cross(a.to(d)));
        if first == 0 && last == 0 {
            let along = [a, b, c, d].map(|point| line.dot(a.to(point)));
            return along[2].min(along[3]) <= along[1] && along[2].max(along[3]) >= along[0];
        }
        let wall = c.to(d);
        let sides = [wall.cross(c.to(a)).signum(), wall.cross(c.to(b)).signum()];
        first.signum() * last.signum() <= 0 && sides[0] * sides[1] <= 0
    }

    #[test]
    fn sight_agrees_with_testing_all_lines_on_random_maps() {
        let mut dice = Dice(1);
        let mut seen = [0; 2];
        for _ in 0..80 {
            let board = dice.board();
            let hexes: Vec<Hex> = board.hexes().collect();
            for _ in 0..hexes.len().min(50) {
                let [from, to] = [(); 2].map(|()| dice.of(&hexes));
                if from == to {
                    continue;
                }
                let [a, b] = [from, to].map(|hex| board.place(hex).expect("a hex of the map"));
                let mut sights = SightTester::new(&board, false);
                let found = [sights.sees_by_parts(a, b), sights.sees_by_corners(a, b)];
                let expected = [
                    Oracle::new(&board, from, to).sees_by_parts(),
                    Oracle::new(&board, from, to).sees_by_corners(),
                ];
                assert_eq!(found, expected, "{from} {to} on {board:?}");
                seen = [0, 1].map(|reading| seen[reading] + usize::from(found[reading]));
            }
        }
        assert!(seen.iter().all(|seen| (300..2_000).contains(seen)), "both happen: {seen:?}");
    }

    #[test]
    fn step_to_neighbor_crosses_the_middle_of_the_shared_side() {
        for side in Side::ALL {
            let here = Hex::new(4, 4);
            let there = here.neighbor(side).expect("inside the largest map");
            let way = Point::center(here).to(Point::center(there));
            assert_eq!(way, STEPS[side as usize]);
            let [a, b] = [side as usize, (side as usize + 1) % 6].map(|at| CORNERS[at]);
            assert_eq!(a.to(b), SIDES[side as usize]);
            assert_eq!(a.plus(b), way, "the step leads through the middle of the side");
            assert!(way.cross(a) < 0 && way.cross(b) > 0);
        }
    }
}
