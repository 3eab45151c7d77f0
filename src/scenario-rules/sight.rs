//! Range (S2.3) and line of sight (S2.4), exactly.
//!
//! Points lie on a lattice of whole numbers: half the length of a side across, half the height of a
//! hex down. Straight lines stay straight on it, so nothing is ever rounded.
//!
//! *Any part to any part*: if some line passes, the lines around it pass as well. So it is enough to
//! look at lines that meet no corner, with directions between those of two neighbouring sides of a
//! hex, one such sector after another. There a line meets a hex if it crosses one diagonal, the same
//! for the whole sector, and the lines between two hexes fill a parallelogram with these diagonals
//! as two of its sides. A line that passes has all of a chain of joined walls on one side. A chain
//! that reaches the left or right edge of the parallelogram is on that side of every such line. So
//! the search draws a line that separates the chains on the left from those on the right. If it
//! meets a wall, the chain of that wall joins one of the two groups, or each in turn where either
//! may be. The search ends with a line that meets no wall, or with groups that no line separates.
//!
//! *Corner to corner* (G4): one of the 36 lines touches no wall and leaves from and arrives at
//! corners that are at no wall.
//!
//! Adjacent hexes always see each other, by either reading (G25): the texts never ask for sight
//! there, and in a passage one hex wide no corner is free of a wall. A hex sees itself.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use super::board::{Board, Line, NOWHERE, Place};
use super::hex::{Hex, Side};
use super::rulebook::Ruling;

/// A point of the lattice, or the way from one to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Point {
    x: i32,
    y: i32,
}

/// The corners of a hex seen from its centre, clockwise from the upper left; side `i` lies between
/// corner `i` and the next.
const CORNERS: [Point; 6] = [
    Point { x: -1, y: -1 },
    Point { x: 1, y: -1 },
    Point { x: 2, y: 0 },
    Point { x: 1, y: 1 },
    Point { x: -1, y: 1 },
    Point { x: -2, y: 0 },
];

/// The way along each side, from its corner to the next.
const SIDES: [Point; 6] = [
    Point { x: 2, y: 0 },
    Point { x: 1, y: 1 },
    Point { x: -1, y: 1 },
    Point { x: -2, y: 0 },
    Point { x: -1, y: -1 },
    Point { x: 1, y: -1 },
];

/// The way to the centre of the neighbour, by side.
const STEPS: [Point; 6] = [
    Point { x: 0, y: -2 },
    Point { x: 3, y: -1 },
    Point { x: 3, y: 1 },
    Point { x: 0, y: 2 },
    Point { x: -3, y: 1 },
    Point { x: -3, y: -1 },
];

impl Point {
    fn centre(hex: Hex) -> Self {
        let (column, row) = (i32::from(hex.column), i32::from(hex.row));
        Self { x: 3 * column, y: 2 * row + column % 2 }
    }

    const fn plus(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }

    const fn to(self, other: Self) -> Self {
        Self { x: other.x - self.x, y: other.y - self.y }
    }

    /// Returns a number above 0 if `other` turns clockwise from this one, as the map is seen.
    const fn cross(self, other: Self) -> i32 {
        self.x * other.y - self.y * other.x
    }

    /// Returns the sector of this direction, by the side that bounds it counterclockwise.
    fn sector(self) -> usize {
        let is_past =
            |&side: &usize| SIDES[side].cross(self) >= 0 && self.cross(SIDES[(side + 1) % 6]) > 0;
        (0..6).find(is_past).unwrap_or_default()
    }
}

/// The walls of one map by their ends, so that chains of joined walls can be followed.
#[derive(Debug)]
struct WallEnds {
    columns: usize,
    /// The sides of a hex along which a wall leads from each point, a bit a side.
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
                let corner = |at: usize| Point::centre(hex).plus(CORNERS[at % 6]);
                let (first, last) = (ends.index(corner(side)), ends.index(corner(side + 1)));
                ends.sides[first] |= 1 << side;
                ends.sides[last] |= 1 << ((side + 3) % 6);
            }
        }
        ends
    }

    /// Returns where a point of the map is kept; the first lie up and left of the first centre.
    fn index(&self, point: Point) -> usize {
        let part = |of: i32| usize::try_from(of).unwrap_or_default();
        part(point.y + 1) * self.columns + part(point.x + 2)
    }

    /// Checks if no wall ends at a point.
    fn is_free(&self, point: Point) -> bool {
        self.sides[self.index(point)] == 0
    }

    /// Returns the other ends of the walls at a point.
    fn joined(&self, point: Point) -> impl Iterator<Item = Point> {
        let sides = self.sides[self.index(point)];
        let along = SIDES.into_iter().enumerate().filter(move |(side, _)| sides >> side & 1 != 0);
        along.map(move |(_, along)| point.plus(along))
    }
}

/// The answers about sight on one map so far, for both readings: two bits a pair of places.
///
/// Sight rests on the map alone and the same pairs are asked for again and again, by every monster
/// of a round and for every hex a player thinks of. All of it follows from the map, so two maps
/// never differ by it.
#[derive(Debug, Default)]
pub(super) struct Seen {
    tables: [OnceLock<Box<[AtomicU8]>>; 2],
    wall_ends: OnceLock<WallEnds>,
}

impl Seen {
    const SEES: u8 = 1;
    const BLIND: u8 = 2;

    /// Returns where the answer for a pair is kept: the byte, and by how many bits it is shifted.
    fn entry(&self, board: &Board, reading: usize, a: Place, b: Place) -> (&AtomicU8, usize) {
        let pairs_before = |place: usize| place * (place + 1) / 2;
        let table = self.tables[reading].get_or_init(|| {
            let bytes = pairs_before(board.places()).div_ceil(4);
            (0..bytes).map(|_| AtomicU8::new(0)).collect()
        });
        let pair = pairs_before(a.max(b).into()) + usize::from(a.min(b));
        (&table[pair / 4], pair % 4 * 2)
    }
}

/// The line of sight on one map, for one question after another.
///
/// It keeps its lists, so that further questions allocate nothing.
pub(super) struct Sights<'a> {
    board: &'a Board,
    corner_to_corner: bool,
    /// The ruling that adjacent hexes are in sight without a line between them (G25).
    sees_adjacent: bool,
    /// The points that a line has to have on its left and on its right.
    beside: [Vec<Point>; 2],
    /// The ends of the walls of one chain.
    chain: Vec<Point>,
}

/// The lines from one hex to another with directions of one sector.
#[derive(Clone, Copy)]
struct Beam {
    from: Place,
    to: Place,
    /// The centre of the hex that is looked from; other points are seen from there.
    start: Point,
    /// The way to the centre of the other.
    way: Point,
    /// The first of the two sides between which the lines lead.
    sector: usize,
}

impl Beam {
    /// Returns the left corner of the diagonal that the lines cross; the right one lies opposite.
    const fn left(&self) -> Point {
        CORNERS[(self.sector + 1) % 6]
    }

    /// Returns the edge of the parallelogram that a point lies on or beyond, 0 for the left one and 1
    /// for the right one; `None` for a point between them.
    fn edge(&self, point: Point) -> Option<usize> {
        let (beside, widest) = (self.way.cross(point), self.left().cross(self.way));
        (beside.abs() >= widest).then_some(usize::from(beside > 0))
    }
}

impl<'a> Sights<'a> {
    pub(super) const fn new(board: &'a Board, corner_to_corner: bool) -> Self {
        Self {
            board,
            corner_to_corner,
            sees_adjacent: true,
            beside: [Vec::new(), Vec::new()],
            chain: Vec::new(),
        }
    }

    /// Returns the same without the ruling on adjacent hexes (G25).
    pub(super) const fn by_lines_alone(mut self) -> Self {
        self.sees_adjacent = false;
        self
    }

    /// Checks if somebody in one hex sees somebody in the other.
    pub(super) fn sees(&mut self, from: Place, to: Place) -> bool {
        if from == to || self.sees_adjacent && self.board.near(from).contains(&to) {
            return true;
        }
        // Beside a line from corner to corner that is free of walls there are lines from part to
        // part, so two hexes that are blind by the wider reading are blind by both.
        self.sees_by(false, from, to) && (!self.corner_to_corner || self.sees_by(true, from, to))
    }

    /// Returns the answer by one reading, from what is kept or found out now.
    fn sees_by(&mut self, corners: bool, from: Place, to: Place) -> bool {
        let (kept, shift) = self.board.seen().entry(self.board, usize::from(corners), from, to);
        let known = kept.load(Ordering::Relaxed) >> shift & 3;
        if known != 0 {
            return known == Seen::SEES;
        }
        let sees =
            if corners { self.sees_by_corners(from, to) } else { self.sees_by_parts(from, to) };
        let found = if sees { Seen::SEES } else { Seen::BLIND };
        kept.fetch_or(found << shift, Ordering::Relaxed);
        sees
    }

    /// Returns the walls by their ends, collected once for the map.
    fn wall_ends(&self) -> &'a WallEnds {
        self.board.seen().wall_ends.get_or_init(|| WallEnds::of(self.board))
    }

    fn centre(&self, place: Place) -> Point {
        Point::centre(self.board.hex(place))
    }

    /// Finds the first wall on a line from a hex until it has arrived.
    ///
    /// The line runs half of `offset` to the right of the centre. An odd offset meets no corner,
    /// since those all lie at whole numbers.
    fn wall_on_the_way(
        &self,
        from: Place,
        direction: Point,
        mut offset: i32,
        has_arrived: impl Fn(Place) -> bool,
    ) -> Option<(Place, usize)> {
        let sector = direction.sector();
        let sides = [1, 2, 3].map(|next| (sector + next) % 6);
        let steps = sides.map(|side| 2 * direction.cross(STEPS[side]));
        // The line leaves by one of three sides, with two corners between them.
        let corners = [sides[1], sides[2]].map(|corner| 2 * direction.cross(CORNERS[corner]));
        let mut at = from;
        while !has_arrived(at) {
            let exit = usize::from(offset > corners[0]) + usize::from(offset > corners[1]);
            let next = self.board.near(at)[sides[exit]];
            if next == NOWHERE {
                return Some((at, sides[exit]));
            }
            at = next;
            offset -= steps[exit];
        }
        None
    }

    /// Finds the first wall on the line between the centres, if there is one.
    pub(super) fn wall_between(&self, from: Place, to: Place) -> Option<Line> {
        let way = self.centre(from).to(self.centre(to));
        let (at, side) = self.wall_on_the_way(from, way, 1, |at| at == to)?;
        Some(Line::new(self.board.hex(at), Side::ALL[side]))
    }

    /// Checks if a line passes from any part of one hex to any part of the other.
    ///
    /// Three sectors are enough. Lines between hexes that are not adjacent turn from the way between
    /// the centres by less than 60 degrees, for these lie at least three sides apart. Lines between
    /// adjacent hexes turn by less than 90 degrees, and that way is in the middle of its sector.
    fn sees_by_parts(&mut self, from: Place, to: Place) -> bool {
        let start = self.centre(from);
        let way = start.to(self.centre(to));
        let sector = way.sector();
        [sector, (sector + 1) % 6, (sector + 5) % 6].into_iter().any(|sector| {
            let beam = Beam { from, to, start, way, sector };
            let left = beam.left();
            let right = left.to(Point { x: 0, y: 0 });
            for (beside, corner) in self.beside.iter_mut().zip([left, right]) {
                beside.clear();
                beside.extend([corner, way.plus(corner)]);
            }
            self.passes(beam)
        })
    }

    /// Checks if one of these lines meets no wall and separates the points on its left and right.
    ///
    /// A line meets only walls of chains that are in neither group yet, so each round adds a chain.
    fn passes(&mut self, beam: Beam) -> bool {
        while let Some((direction, offset)) = self.separating_line(beam.sector) {
            let arrives = |at: Place| at == beam.to;
            let Some(wall) = self.wall_on_the_way(beam.from, direction, offset, arrives) else {
                return true;
            };
            match self.follow(beam, wall) {
                [true, true] => return false,
                [true, false] => self.beside[0].append(&mut self.chain),
                [false, true] => self.beside[1].append(&mut self.chain),
                [false, false] => {
                    let chain = std::mem::take(&mut self.chain);
                    let kept = [self.beside[0].len(), self.beside[1].len()];
                    self.beside[0].extend_from_slice(&chain);
                    if self.passes(beam) {
                        return true;
                    }
                    self.beside[0].truncate(kept[0]);
                    self.beside[1].truncate(kept[1]);
                    self.beside[1].extend_from_slice(&chain);
                }
            }
        }
        false
    }

    /// Finds the direction, within a sector, and the odd offset of a line that separates the points
    /// on the left from those on the right.
    ///
    /// A left and a right point that are in the wrong order for one direction stay so until the
    /// direction passes that of the line through both. So every attempt rules out a pair for good and
    /// leaves a smaller range, or none if the pair is in the wrong order at both ends of the range.
    fn separating_line(&self, sector: usize) -> Option<(Point, i32)> {
        let (mut first, mut last) = (SIDES[sector], SIDES[(sector + 1) % 6]);
        loop {
            let direction = first.plus(last);
            let offset = |point: &&Point| direction.cross(**point);
            let left = *self.beside[0].iter().max_by_key(offset)?;
            let right = *self.beside[1].iter().min_by_key(offset)?;
            let (low, high) = (offset(&&left), offset(&&right));
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

    /// Collects the chain of a wall between the edges of the parallelogram, and checks if it comes to
    /// the left one and to the right one.
    fn follow(&mut self, beam: Beam, (place, side): (Place, usize)) -> [bool; 2] {
        let walls = self.wall_ends();
        let centre = beam.start.to(self.centre(place));
        let mut touched = [false; 2];
        self.chain.clear();
        let mut add = |chain: &mut Vec<Point>, point: Point| match beam.edge(point) {
            Some(edge) => touched[edge] = true,
            None if chain.contains(&point) => {}
            None => chain.push(point),
        };
        for corner in [side, (side + 1) % 6] {
            add(&mut self.chain, centre.plus(CORNERS[corner]));
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

    /// Checks if a line passes from a corner of one hex to a corner of the other.
    fn sees_by_corners(&self, from: Place, to: Place) -> bool {
        let walls = self.wall_ends();
        let free = |place: Place| {
            let centre = self.centre(place);
            let is_free = move |corner: &usize| walls.is_free(centre.plus(CORNERS[*corner]));
            (0..6).filter(is_free).map(move |corner| (place, corner))
        };
        free(from).any(|start| free(to).any(|end| self.is_clear(start, end)))
    }

    /// Checks if the line between two corners, each of a place and free of walls, touches no wall.
    ///
    /// A wall that the line touches ends on the line, or a line a little to the right meets it. That
    /// one is followed until it comes to a hex at the other corner, in which the rest of it lies.
    fn is_clear(&self, start: (Place, usize), end: (Place, usize)) -> bool {
        let [from, to] = [start, end].map(|(at, corner)| self.centre(at).plus(CORNERS[corner]));
        let direction = from.to(to);
        if self.wall_ends_between(from, direction) {
            return false;
        }
        let leads_into = |&(_, corner): &(Place, usize)| {
            let last = SIDES[(corner + 2) % 6];
            SIDES[corner].cross(direction) >= 0 && direction.cross(last) > 0
        };
        // A corner of both hexes is no line, and leads nowhere.
        let Some((first, corner)) = self.around(start).into_iter().find(leads_into) else {
            return false;
        };
        let offset = 2 * direction.cross(CORNERS[corner]) + 1;
        let last = self.around(end).map(|(place, _)| place);
        self.wall_on_the_way(first, direction, offset, |at| last.contains(&at)).is_none()
    }

    /// Checks if a wall ends at a point between the two ends of a line.
    fn wall_ends_between(&self, start: Point, way: Point) -> bool {
        let walls = self.wall_ends();
        let parts = greatest_common_divisor(way.x, way.y);
        (1..parts).any(|part| {
            let along = Point { x: way.x / parts * part, y: way.y / parts * part };
            !walls.is_free(start.plus(along))
        })
    }

    /// Returns the three places at a corner that is free of walls, and the corner of each.
    fn around(&self, (place, corner): (Place, usize)) -> [(Place, usize); 3] {
        let near = self.board.near(place);
        let before = (near[(corner + 5) % 6], (corner + 2) % 6);
        [(place, corner), before, (near[corner], (corner + 4) % 6)]
    }
}

/// Returns the greatest number that divides both, 0 if both are 0.
const fn greatest_common_divisor(a: i32, b: i32) -> i32 {
    if b == 0 { a.abs() } else { greatest_common_divisor(b, a % b) }
}

/// The range from one place to every other, up to a limit (S2.3).
pub(super) struct Ranges {
    far: Vec<u16>,
    within: Vec<Place>,
}

impl Ranges {
    pub(super) fn from(board: &Board, start: Place, most: u16) -> Self {
        let mut far = vec![u16::MAX; board.places()];
        let mut within = vec![start];
        far[usize::from(start)] = 0;
        let mut next = 0;
        while let Some(&at) = within.get(next) {
            next += 1;
            let further = far[usize::from(at)] + 1;
            if further > most {
                break;
            }
            for &beside in board.near(at) {
                if beside != NOWHERE && far[usize::from(beside)] == u16::MAX {
                    far[usize::from(beside)] = further;
                    within.push(beside);
                }
            }
        }
        Self { far, within }
    }

    /// Returns the range of a place; `None` if it lies farther, or behind walls.
    pub(super) fn to(&self, place: Place) -> Option<u16> {
        Some(self.far[usize::from(place)]).filter(|&far| far != u16::MAX)
    }

    /// Returns every place within range, the nearest first.
    pub(super) fn places(&self) -> &[Place] {
        &self.within
    }
}

/// Range and line of sight between two hexes, and what stops it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The range; `None` if walls part the two altogether.
    pub range: Option<u16>,
    /// The answer: they see each other, or not.
    pub in_sight: bool,
    /// The first wall on the line between their centres, where they do not; `None` if that line is
    /// clear and yet no line from corner to corner is.
    pub wall: Option<Line>,
    /// The ruling that decided whether they see each other; `None` if no reading differs.
    pub ruling: Option<Ruling>,
}

/// Returns range and line of sight between two hexes; `None` if one of them is not on the map.
pub fn sight(board: &Board, corner_to_corner: bool, from: Hex, to: Hex) -> Option<Sight> {
    let (from, to) = (board.place(from)?, board.place(to)?);
    let mut sights = Sights::new(board, corner_to_corner);
    let in_sight = sights.sees(from, to);
    let wall = if in_sight { None } else { sights.wall_between(from, to) };
    let range = Ranges::from(board, from, u16::MAX).to(to);
    let by_lines = Sights::new(board, corner_to_corner).by_lines_alone().sees(from, to);
    let by_other = Sights::new(board, !corner_to_corner).sees(from, to);
    let ruling = match (by_lines == in_sight, by_other == in_sight) {
        (false, _) => Some(Ruling::AdjacentSight),
        (true, false) => Some(Ruling::AnyPart),
        (true, true) => None,
    };
    Some(Sight { range, in_sight, wall, ruling })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Terrain;

    /// Random numbers, the same for the same seed.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, most: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            usize::try_from(self.0 >> 33).expect("it is a number of 31 bits") % most
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
            for line in hexes.iter().flat_map(|&hex| Side::ALL.map(|side| Line::new(hex, side))) {
                if self.below(100) < walls {
                    board.set_wall(line, true);
                }
            }
            // Rows of joined walls with gaps, as rooms and doors make them.
            for _ in 0..self.below(4) {
                let (mut at, side) = (self.of(&hexes), self.below(6));
                while let Some(next) = at.beside(Side::ALL[(side + 2) % 6]) {
                    for turn in [0, 1] {
                        let stands = self.below(12) > 0;
                        board.set_wall(Line::new(at, Side::ALL[(side + turn) % 6]), stands);
                    }
                    at = next;
                }
            }
            board
        }
    }

    /// A wall by its ends, and whether it is a side of each of two hexes.
    struct Wall {
        ends: [Point; 2],
        own: [bool; 2],
    }

    /// Sight between two hexes as the texts say it, from every wall and every line that counts.
    struct Oracle {
        walls: Vec<Wall>,
        centres: [Point; 2],
    }

    impl Point {
        /// Returns a number above 0 if the two point the same way on the real map.
        fn dot(self, other: Self) -> i32 {
            // A unit down is longer than one across by the root of three.
            self.x * other.x + 3 * self.y * other.y
        }

        /// Returns how far a hex reaches to either side of a line in this direction.
        fn half_width(self) -> i32 {
            CORNERS.map(|corner| self.cross(corner)).into_iter().max().expect("it has corners")
        }
    }

    impl Oracle {
        fn new(board: &Board, from: Hex, to: Hex) -> Self {
            let mut walls = Vec::new();
            for hex in board.hexes() {
                for side in Side::ALL.into_iter().filter(|&side| board.is_walled(hex, side)) {
                    let corner = |at: usize| Point::centre(hex).plus(CORNERS[at % 6]);
                    let ends = [corner(side as usize), corner(side as usize + 1)];
                    let own = [from, to].map(|of| of == hex || hex.beside(side) == Some(of));
                    walls.push(Wall { ends, own });
                }
            }
            Self { walls, centres: [from, to].map(Point::centre) }
        }

        /// Tries all directions in which two corners fall together, and those between them.
        fn sees_by_parts(mut self) -> bool {
            let [start, end] = self.centres;
            let way = start.to(end);
            let widest = way.half_width();
            let beside = |point: &Point| way.cross(start.to(*point));
            self.walls.retain(|wall| {
                wall.ends.iter().any(|end| beside(end) > -widest)
                    && wall.ends.iter().any(|end| beside(end) < widest)
            });
            let ends = self.walls.iter().flat_map(|wall| wall.ends);
            let corners = self.centres.into_iter().flat_map(|at| CORNERS.map(|by| at.plus(by)));
            let mut points: Vec<Point> =
                ends.filter(|point| beside(point).abs() <= widest).chain(corners).collect();
            points.sort_unstable_by_key(|point| (point.x, point.y));
            points.dedup();
            let pairs = points.iter().flat_map(|a| points.iter().map(|b| a.to(*b)));
            let reaches = |direction: &Point| {
                direction.dot(way) > 0 && direction.cross(way).abs() <= 2 * direction.half_width()
            };
            let mut directions: Vec<Point> = pairs.filter(reaches).collect();
            // All of them point ahead, so turning clockwise is an order.
            directions.sort_unstable_by(|a, b| 0.cmp(&a.cross(*b)));
            directions.dedup_by(|a, b| a.cross(*b) == 0);
            directions.insert(0, Point { x: 3 * way.y, y: -way.x });
            directions.push(Point { x: -3 * way.y, y: way.x });
            directions.windows(2).any(|two| self.passes(two[0].plus(two[1])))
        }

        /// Checks if a line in this direction passes every wall between the two hexes.
        fn passes(&self, direction: Point) -> bool {
            let half = direction.half_width();
            let [a, b] = self.centres.map(|centre| direction.cross(centre));
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

        /// Checks if lines that meet both hexes meet the wall on their way between them.
        ///
        /// A wall that is no side of a hex lies outside the circle around it, and a line that has
        /// left the circle only gets farther away: any point that a line can meet decides.
        fn is_between(&self, wall: &Wall, direction: Point) -> bool {
            let ahead = |of: usize| {
                let [first, last] = wall.ends.map(|end| self.centres[of].to(end));
                let is_met =
                    |point: &&Point| direction.cross(**point).abs() <= direction.half_width();
                if wall.own[of] {
                    return direction.dot(first.plus(last));
                }
                [first, last].iter().find(is_met).map_or(0, |&point| direction.dot(point))
            };
            ahead(0) > 0 && ahead(1) < 0
        }

        /// Tries all lines from corner to corner.
        fn sees_by_corners(self) -> bool {
            let free = |centre: Point| {
                let corners = CORNERS.map(|corner| centre.plus(corner)).into_iter();
                corners.filter(|at| !self.walls.iter().any(|wall| wall.ends.contains(at)))
            };
            let touches = |a: Point, b: Point| {
                a == b || self.walls.iter().any(|wall| touches(a, b, wall.ends))
            };
            let [start, end] = self.centres;
            free(start).any(|a| free(end).any(|b| !touches(a, b)))
        }
    }

    /// Checks if two lines with ends touch, were it only at an end.
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
    fn sight_is_that_of_all_lines_on_random_maps() {
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
                let [a, b] = [from, to].map(|hex| board.place(hex).expect("it is on the map"));
                let mut sights = Sights::new(&board, false);
                let found = [sights.sees_by_parts(a, b), sights.sees_by_corners(a, b)];
                let oracle = || Oracle::new(&board, from, to);
                let expected = [oracle().sees_by_parts(), oracle().sees_by_corners()];
                assert_eq!(found, expected, "{from} {to} on {board:?}");
                seen = [0, 1].map(|reading| seen[reading] + usize::from(found[reading]));
            }
        }
        assert!(seen.iter().all(|seen| (300..2_000).contains(seen)), "both happen: {seen:?}");
    }

    #[test]
    fn steps_lead_across_the_sides_between_corners() {
        for side in Side::ALL {
            let here = Hex::new(4, 4);
            let there = here.beside(side).expect("it lies inside");
            let way = Point::centre(here).to(Point::centre(there));
            assert_eq!(way, STEPS[side as usize]);
            let [a, b] = [side as usize, (side as usize + 1) % 6].map(|at| CORNERS[at]);
            assert_eq!(a.to(b), SIDES[side as usize]);
            assert_eq!(a.plus(b), way, "the step leads through the middle of the side");
            assert!(way.cross(a) < 0 && way.cross(b) > 0);
        }
    }
}
