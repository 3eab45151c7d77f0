//! Range (S2.3) and line of sight (S2.4), exactly.
//!
//! Points lie on a lattice of whole numbers: half the length of a side across, half the height of a
//! hex down. Straight lines stay straight on it, so nothing is ever rounded.
//!
//! *Any part to any part*: if some line passes, the lines around it pass as well, so it is enough to
//! look at directions between any two in which corners of walls or of the two hexes fall together.
//! For such a direction every wall in between covers a stretch of offsets, its ends included, and
//! there is sight where a stretch is left over. *Corner to corner* (G4): one of the 36 lines
//! touches no wall and leaves from and arrives at corners that are at no wall.
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

    /// Above 0 if `other` turns clockwise from this one, as the map is seen.
    const fn cross(self, other: Self) -> i32 {
        self.x * other.y - self.y * other.x
    }

    /// Above 0 if the two point the same way on the real map, 0 at a right angle.
    const fn dot(self, other: Self) -> i32 {
        // A unit down is longer than one across by the root of three.
        self.x * other.x + 3 * self.y * other.y
    }

    /// At a right angle on the real map, clockwise.
    const fn right(self) -> Self {
        Self { x: -3 * self.y, y: self.x }
    }
}

/// A wall between two hexes: its ends, and whose side it is.
#[derive(Clone, Copy)]
struct Wall {
    ends: [Point; 2],
    /// The middle of the wall, twice over.
    middle: Point,
    /// Whether it is a side of the hex that is looked from, and of the one looked at.
    own: [bool; 2],
}

/// What is known of sight on one map, for both readings: two bits a pair of places.
///
/// Sight rests on the map alone and the same pairs are asked for again and again, by every monster
/// of a round and for every hex a player thinks of. It says nothing about the map that the map does
/// not say, so two maps never differ by it.
#[derive(Debug, Default)]
pub(super) struct Seen([OnceLock<Box<[AtomicU8]>>; 2]);

impl Seen {
    const SEES: u8 = 1;
    const BLIND: u8 = 2;

    /// Where the answer for a pair is kept: the byte, and by how many bits it is shifted.
    fn entry(&self, board: &Board, reading: usize, a: Place, b: Place) -> (&AtomicU8, usize) {
        let count = board.places();
        let table = self.0[reading]
            .get_or_init(|| (0..count.pow(2).div_ceil(4)).map(|_| AtomicU8::new(0)).collect());
        let pair = usize::from(a.min(b)) * count + usize::from(a.max(b));
        (&table[pair / 4], pair % 4 * 2)
    }
}

/// Answers questions of sight on one map, one after another.
///
/// Keeps what it works with, so that many questions need no memory anew.
pub(super) struct Sights<'a> {
    board: &'a Board,
    corner_to_corner: bool,
    /// Whether adjacent hexes are in sight without a line between them (G25).
    sees_adjacent: bool,
    walls: Vec<Wall>,
    points: Vec<Point>,
    directions: Vec<Point>,
    covered: Vec<(i32, i32)>,
}

impl<'a> Sights<'a> {
    pub(super) const fn new(board: &'a Board, corner_to_corner: bool) -> Self {
        Self {
            board,
            corner_to_corner,
            sees_adjacent: true,
            walls: Vec::new(),
            points: Vec::new(),
            directions: Vec::new(),
            covered: Vec::new(),
        }
    }

    /// The same without the ruling on adjacent hexes (G25).
    pub(super) const fn by_lines_alone(mut self) -> Self {
        self.sees_adjacent = false;
        self
    }

    /// Whether somebody in one hex sees somebody in the other.
    pub(super) fn sees(&mut self, from: Place, to: Place) -> bool {
        if from == to || self.sees_adjacent && self.board.near(from).contains(&to) {
            return true;
        }
        // Beside a line from corner to corner that is free of walls there are lines from part to
        // part, so whoever is blind by the wider reading is blind by both.
        self.sees_by(false, from, to) && (!self.corner_to_corner || self.sees_by(true, from, to))
    }

    /// The answer by one reading, from what is kept or found out now.
    fn sees_by(&mut self, corners: bool, from: Place, to: Place) -> bool {
        let (kept, shift) = self.board.seen().entry(self.board, usize::from(corners), from, to);
        let known = kept.load(Ordering::Relaxed) >> shift & 3;
        if known != 0 {
            return known == Seen::SEES;
        }
        let sees = if corners {
            self.sees_by_corners(from, to)
        } else {
            // Most hexes see each other along lines that are easily found.
            self.sees_straight(from, to) || self.sees_past_walls(from, to)
        };
        let found = if sees { Seen::SEES } else { Seen::BLIND };
        kept.fetch_or(found << shift, Ordering::Relaxed);
        sees
    }

    /// Whether one of a few lines along the way from centre to centre meets no wall.
    fn sees_straight(&self, from: Place, to: Place) -> bool {
        let way = Point::centre(self.board.hex(from)).to(Point::centre(self.board.hex(to)));
        let half = half_width(way);
        let offsets = [1, -1, half | 1, -(half | 1), 2 * half - 1, 1 - 2 * half];
        offsets.into_iter().any(|offset| self.wall_on_the_way(from, to, offset).is_none())
    }

    /// The first wall on a line along the way from centre to centre.
    ///
    /// It runs half of `offset` to one side of the centres. An odd offset meets no corner, since
    /// those all lie at whole numbers.
    fn wall_on_the_way(&self, from: Place, to: Place, mut offset: i32) -> Option<(Place, Side)> {
        let centre = Point::centre(self.board.hex(from));
        let way = centre.to(Point::centre(self.board.hex(to)));
        let corners = CORNERS.map(|corner| 2 * way.cross(corner));
        let steps = STEPS.map(|step| 2 * way.cross(step));
        let mut at = from;
        while at != to {
            let side = (0..6).find(|&i| corners[i] < offset && offset < corners[(i + 1) % 6])?;
            let next = self.board.near(at)[side];
            if next == NOWHERE {
                return Some((at, Side::ALL[side]));
            }
            at = next;
            offset -= steps[side];
        }
        None
    }

    /// The first wall on the line between the centres, if there is one.
    pub(super) fn wall_between(&self, from: Place, to: Place) -> Option<Line> {
        let (at, side) = self.wall_on_the_way(from, to, 1)?;
        Some(Line::new(self.board.hex(at), side))
    }

    /// Collects every wall of the hexes in the rectangle around the two.
    fn gather(&mut self, from: Hex, to: Hex) {
        self.walls.clear();
        // A hex more on every side, for walls that only touch a corner of the two.
        let left = from.column.min(to.column).saturating_sub(1);
        let right = (from.column.max(to.column) + 1).min(self.board.columns() - 1);
        let columns = left..=right;
        let above = from.row.min(to.row).saturating_sub(1);
        let below = (from.row.max(to.row) + 1).min(self.board.rows() - 1);
        for row in above..=below {
            for hex in columns.clone().map(|column| Hex::new(column, row)) {
                let Some(place) = self.board.place(hex) else {
                    continue;
                };
                let near = self.board.near(place);
                if !near.contains(&NOWHERE) {
                    continue;
                }
                let centre = Point::centre(hex);
                for (side, &beside) in near.iter().enumerate() {
                    if beside != NOWHERE {
                        continue;
                    }
                    let ends = [side, (side + 1) % 6].map(|corner| centre.plus(CORNERS[corner]));
                    let other = hex.beside(Side::ALL[side]);
                    let own = [from, to].map(|end| hex == end || other == Some(end));
                    self.walls.push(Wall { ends, middle: ends[0].plus(ends[1]), own });
                }
            }
        }
    }

    fn sees_past_walls(&mut self, from: Place, to: Place) -> bool {
        let (from, to) = (self.board.hex(from), self.board.hex(to));
        self.gather(from, to);
        let (start, end) = (Point::centre(from), Point::centre(to));
        let way = start.to(end);
        self.keep_between(start, end);
        if self.is_walled_off(start, end) {
            return false;
        }
        self.directions.clear();
        let corners = |centre: Point| CORNERS.map(|corner| centre.plus(corner));
        self.points.clear();
        self.points.extend(corners(start).into_iter().chain(corners(end)));
        let widest = half_width(way);
        // No line between the two comes to an end of a wall that lies beside them.
        let inside = |point: &Point| way.cross(start.to(*point)).abs() <= widest;
        self.points.extend(self.walls.iter().flat_map(|wall| wall.ends).filter(inside));
        self.points.sort_unstable_by_key(|point| (point.x, point.y));
        self.points.dedup();
        for (index, &a) in self.points.iter().enumerate() {
            for &b in &self.points[..index] {
                let mut direction = a.to(b);
                let ahead = direction.dot(way);
                if ahead < 0 {
                    direction = b.to(a);
                }
                if ahead != 0 && reaches(direction, way) {
                    self.directions.push(direction);
                }
            }
        }
        // All of them point ahead, so turning clockwise is an order.
        self.directions.sort_unstable_by(|a, b| 0.cmp(&a.cross(*b)));
        self.directions.dedup_by(|a, b| a.cross(*b) == 0);
        // Between these two every line runs that leaves one hex and enters the other.
        let right = way.right();
        let mut last = Point { x: -right.x, y: -right.y };
        let directions = std::mem::take(&mut self.directions);
        let sees = directions.iter().chain([&right]).any(|&next| {
            let between = last.plus(next);
            last = next;
            self.passes(between, start, end)
        });
        self.directions = directions;
        sees
    }

    /// Drops the walls that no line between the two hexes can meet, those outside of their hull.
    fn keep_between(&mut self, start: Point, end: Point) {
        let way = start.to(end);
        let widest = half_width(way);
        self.walls.retain(|wall| {
            let beside = wall.ends.map(|point| way.cross(start.to(point)));
            beside.iter().any(|of| *of > -widest) && beside.iter().any(|of| *of < widest)
        });
    }

    /// Checks if a row of walls, each joined to the next, crosses everything between the two hexes:
    /// the quick proof that nobody sees across.
    ///
    /// Every line between the two stays in the hull of both, and leaves the one hex before it comes
    /// to the row and the row before it comes to the other.
    fn is_walled_off(&mut self, start: Point, end: Point) -> bool {
        let way = start.to(end);
        let widest = half_width(way);
        let reach = CORNERS.map(|corner| way.dot(corner)).into_iter().max().unwrap_or_default();
        let is_ahead =
            |point: Point| way.dot(start.to(point)) >= reach && way.dot(point.to(end)) >= reach;
        // The walls between the two that the row has not come to yet are at the front of the list.
        let mut rest = self.walls.len();
        let mut at = 0;
        while at < rest {
            if self.walls[at].ends.into_iter().all(is_ahead) {
                at += 1;
            } else {
                rest -= 1;
                self.walls.swap(at, rest);
            }
        }
        let beside = |point: Point| way.cross(start.to(point));
        // The ends at which the row may go on, from those at its left rim.
        self.points.clear();
        let left = self.walls[..rest]
            .iter()
            .filter(|wall| wall.ends.into_iter().any(|end| beside(end) <= -widest));
        self.points.extend(left.flat_map(|wall| wall.ends));
        while let Some(point) = self.points.pop() {
            if beside(point) >= widest {
                return true;
            }
            let mut at = 0;
            while at < rest {
                let [first, last] = self.walls[at].ends;
                if first == point || last == point {
                    self.points.push(if first == point { last } else { first });
                    rest -= 1;
                    self.walls.swap(at, rest);
                } else {
                    at += 1;
                }
            }
        }
        false
    }

    /// Whether some line in this direction passes every wall between the two hexes.
    fn passes(&mut self, direction: Point, start: Point, end: Point) -> bool {
        let half = half_width(direction);
        let (a, b) = (direction.cross(start), direction.cross(end));
        let (low, high) = (a.max(b) - half, a.min(b) + half);
        if low >= high {
            return false;
        }
        self.covered.clear();
        for wall in &self.walls {
            let [first, last] = wall.ends.map(|point| direction.cross(point));
            let (first, last) = (first.min(last), first.max(last));
            if last <= low || first >= high {
                continue;
            }
            if is_between(wall, direction, half, start, end) {
                self.covered.push((first, last));
            }
        }
        self.covered.sort_unstable();
        let mut free_from = low;
        for &(first, last) in &self.covered {
            if first > free_from {
                return true;
            }
            free_from = free_from.max(last);
        }
        free_from < high
    }

    fn sees_by_corners(&mut self, from: Place, to: Place) -> bool {
        let (from, to) = (self.board.hex(from), self.board.hex(to));
        self.gather(from, to);
        if self.walls.is_empty() {
            return true;
        }
        let free = |centre: Point| {
            let corners = CORNERS.map(|corner| centre.plus(corner));
            let free = corners.map(|at| !self.walls.iter().any(|wall| wall.ends.contains(&at)));
            corners.into_iter().zip(free).filter(|(_, free)| *free).map(|(corner, _)| corner)
        };
        let (start, end) = (Point::centre(from), Point::centre(to));
        let arrivals: Vec<Point> = free(end).collect();
        free(start).any(|a| {
            arrivals.iter().any(|&b| !self.walls.iter().any(|wall| touches(a, b, wall.ends)))
        })
    }
}

/// How far a hex reaches to either side of a line in this direction through its centre.
fn half_width(direction: Point) -> i32 {
    // Of corners that lie opposite each other one is enough.
    let [a, b, c, ..] = CORNERS.map(|corner| direction.cross(corner).abs());
    a.max(b).max(c)
}

/// Whether some line in this direction meets both hexes, which lie `way` apart.
fn reaches(direction: Point, way: Point) -> bool {
    direction.cross(way).abs() <= 2 * half_width(direction)
}

/// Whether lines in this direction that meet both hexes meet the wall on their way between them.
///
/// Each wall that is no side of a hex lies outside the circle around that hex, and a line that has
/// left the circle only gets farther from its centre: which side the wall is on shows at any point
/// of it that a line through the hex can meet, and one of its ends is such a point.
///
/// `half` is how far a hex reaches to either side of such a line through its centre.
fn is_between(wall: &Wall, direction: Point, half: i32, start: Point, end: Point) -> bool {
    let ahead = |centre: Point, own: bool| {
        if own {
            let doubled = Point { x: 2 * centre.x, y: 2 * centre.y };
            return direction.dot(doubled.to(wall.middle));
        }
        let met =
            wall.ends.into_iter().find(|&point| direction.cross(centre.to(point)).abs() <= half);
        met.map_or(0, |point| direction.dot(centre.to(point)))
    };
    ahead(start, wall.own[0]) > 0 && ahead(end, wall.own[1]) < 0
}

/// Whether two lines with ends touch, were it only at an end.
fn touches(a: Point, b: Point, wall: [Point; 2]) -> bool {
    let [c, d] = wall;
    let line = a.to(b);
    let (first, last) = (line.cross(a.to(c)), line.cross(a.to(d)));
    if first.signum() * last.signum() > 0 {
        return false;
    }
    if first == 0 && last == 0 {
        let along = [a, b, c, d].map(|point| line.dot(a.to(point)));
        return along[2].min(along[3]) <= along[1] && along[2].max(along[3]) >= along[0];
    }
    let line = c.to(d);
    line.cross(c.to(a)).signum() * line.cross(c.to(b)).signum() <= 0
}

/// How many hexes it is from one place to every other, up to `most` (S2.3).
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

    /// The range of a place; nothing if it lies farther, or behind walls.
    pub(super) fn to(&self, place: Place) -> Option<u16> {
        Some(self.far[usize::from(place)]).filter(|&far| far != u16::MAX)
    }

    /// Every place within range, the nearest first.
    pub(super) fn places(&self) -> &[Place] {
        &self.within
    }
}

/// Range and line of sight between two hexes, and what stops it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The range; nothing if walls part the two altogether.
    pub range: Option<u16>,
    /// Whether they see each other.
    pub in_sight: bool,
    /// The first wall on the line between their centres, where they do not; nothing if that line is
    /// clear and yet no line from corner to corner is.
    pub wall: Option<Line>,
    /// The ruling that decided whether they see each other; `None` if no reading differs.
    pub ruling: Option<Ruling>,
}

/// Range and line of sight between two hexes; nothing if one of them is not on the map.
#[must_use]
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

    #[test]
    fn steps_lead_across_the_sides_between_corners() {
        for side in Side::ALL {
            let here = Hex::new(4, 4);
            let there = here.beside(side).expect("it lies inside");
            let way = Point::centre(here).to(Point::centre(there));
            assert_eq!(way, STEPS[side as usize]);
            let [a, b] = [side as usize, (side as usize + 1) % 6].map(|at| CORNERS[at]);
            assert_eq!(a.plus(b), way, "the step leads through the middle of the side");
            assert!(way.cross(a) < 0 && way.cross(b) > 0);
        }
    }

    #[test]
    fn lines_with_ends_touch_at_an_end_and_along_each_other() {
        let point = |x, y| Point { x, y };
        let wall = [point(0, 0), point(4, 0)];
        assert!(touches(point(2, -1), point(2, 1), wall));
        assert!(touches(point(4, -1), point(4, 1), wall));
        assert!(!touches(point(5, -1), point(5, 1), wall));
        assert!(touches(point(3, 0), point(9, 0), wall));
        assert!(!touches(point(5, 0), point(9, 0), wall));
        assert!(!touches(point(0, 1), point(4, 1), wall));
    }
}
