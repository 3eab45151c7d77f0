//! The edges of a board by color: its colors differ from those of the table all along an edge.
//!
//! The lines of a lattice may run on beyond the board, in the grain of the wood or by chance.
//! Between adjacent squares, colors change here and there within the board, nowhere on the table,
//! and nearly everywhere along an edge of the board. Shadows and lamps affect both of two adjacent
//! squares, so they do not matter.

use super::board_edge::BoardEdge;
use super::edge_points::EdgePoints;
use super::lattice::{BoardCandidate, Lattice, LatticeArea, MIN_SQUARES};
use super::square_color::difference;

/// The share of an edge along which colors need not change.
const LESS: f64 = 0.3;

/// The minimum change of color at an edge, as a multiple of that farther out, …
const CLEARLY_MORE: f64 = 3.0;

/// … and in logarithms of light.
const LEAST: f64 = 0.1;

/// The minimum contrast of sides outside the board by lines that are added to it, as a share of the
/// mean on it, …
const LEAST_TAKEN: f64 = 0.5;

/// … and the maximum contrast of sides that are removed from it, as a share of the remaining mean.
const MOST_GIVEN_UP: f64 = 0.6;

/// The colors along the lines of a lattice.
pub(super) struct Outline<'a> {
    lattice: &'a Lattice,
    marks: &'a EdgePoints,
    /// The part of the lattice that is in the picture.
    whole: LatticeArea,
    /// The mean contrast of the sides of the board's squares.
    mean: f64,
}

impl<'a> Outline<'a> {
    /// Prepares the search for the edges of a board that was found by its lines.
    pub(super) fn of(board: &'a BoardCandidate, marks: &'a EdgePoints) -> Option<Self> {
        let whole = board.lattice.extent(marks.size)?;
        Some(Self { lattice: &board.lattice, marks, whole, mean: board.mean })
    }

    /// Returns the part of the lattice that is the board by its colors, starting from the `part` by
    /// its lines.
    pub(super) fn part(&self, mut part: LatticeArea) -> LatticeArea {
        for _ in 0..2 {
            let [left, top, right, bottom] = BoardEdge::ALL;
            for edge in [left, right, top, bottom] {
                part = self.with_edge_moved(part, edge);
            }
        }
        part
    }

    /// Returns a part with an edge moved to the outermost line along which colors change.
    fn with_edge_moved(&self, part: LatticeArea, edge: BoardEdge) -> LatticeArea {
        let far = edge.opposite().line(part);
        let outermost = edge.line(self.whole);
        let between =
            if edge.axis == 0 { (part.top, part.bottom) } else { (part.left, part.right) };
        let lines: Vec<i32> = if edge.is_last {
            (far + MIN_SQUARES..=outermost).rev().collect()
        } else {
            (outermost..=far - MIN_SQUARES).collect()
        };
        // Outside the first change is the table.
        let mut beyond = 0.0_f64;
        for line in lines {
            let Some(change) = self.changes_along(edge.axis, line, between) else {
                continue;
            };
            if change > LEAST.max(CLEARLY_MORE * beyond) {
                return if self.may_end(part, edge, line) {
                    edge.at_line(part, line)
                } else {
                    part
                };
            }
            beyond = beyond.max(change);
        }
        part
    }

    /// Returns `true` if an edge of the board may be at another line: added area has to consist of
    /// squares, and removed area must not.
    fn may_end(&self, part: LatticeArea, edge: BoardEdge, line: i32) -> bool {
        let light = &self.marks.light;
        let now = edge.line(part);
        let (first, last) =
            if edge.is_last { (edge.opposite(), edge) } else { (edge, edge.opposite()) };
        let between = last.at_line(first.at_line(part, line.min(now)), line.max(now));
        let is_removed = (line < now) == edge.is_last;
        if is_removed {
            return self.lattice.mean(between, light)
                < MOST_GIVEN_UP * self.lattice.mean(edge.at_line(part, line), light);
        }
        self.lattice.mean(between, light) > LEAST_TAKEN * self.mean
    }

    /// Returns the minimum change of color along all but [`LESS`] of a line of an axis, between two
    /// lines of the other; `None` where too little of it is in the picture.
    fn changes_along(&self, axis: usize, line: i32, (from, to): (i32, i32)) -> Option<f64> {
        let mut changes: Vec<f64> = (from..to)
            .filter_map(|at| {
                if axis == 0 {
                    self.change((line - 1, at), (line, at))
                } else {
                    self.change((at, line - 1), (at, line))
                }
            })
            .collect();
        if changes.len() * 3 < (to - from) as usize * 2 {
            return None;
        }
        changes.sort_by(f64::total_cmp);
        changes.get((changes.len() as f64 * LESS) as usize).copied()
    }

    /// Returns the difference in color between two squares.
    fn change(&self, one: (i32, i32), other: (i32, i32)) -> Option<f64> {
        let [one, other] =
            [one, other].map(|square| self.lattice.square_color(&self.marks.pixels, square));
        Some(difference(one?, other?))
    }
}
