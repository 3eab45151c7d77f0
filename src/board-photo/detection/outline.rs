//! The edges of a board by color: its colors differ from those of the table all along an edge.
//!
//! The lines of a lattice may run on beyond the board, in the grain of the wood or by chance.
//! Between adjacent squares, colors change here and there within the board, nowhere on the table,
//! and nearly everywhere along an edge of the board. Shadows and lamps affect both of two adjacent
//! squares, so they do not matter.

use image::{Rgb, RgbImage};

use super::edge_points::EdgePoints;
use super::lattice::{BoardCandidate, Lattice, LatticeArea};

/// The number of sampled places of a square in each direction.
const PLACES: u32 = 4;

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

/// The minimum number of squares of a board in each direction.
const SMALLEST: i32 = 4;

/// The colors along the lines of a lattice.
pub(super) struct Outline<'a> {
    lattice: &'a Lattice,
    marks: &'a EdgePoints,
    /// The part of the lattice that is in the picture.
    whole: LatticeArea,
    /// The mean contrast of the sides of the board's squares.
    mean: f64,
}

/// An edge of the board.
#[derive(Clone, Copy)]
struct BoardEdge {
    /// 0 for the left or right edge, 1 for the top or bottom one.
    axis: usize,
    /// `true` for the right or bottom edge.
    is_last: bool,
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
            for (axis, is_last) in [(0, false), (0, true), (1, false), (1, true)] {
                self.move_edge(&mut part, BoardEdge { axis, is_last });
            }
        }
        part
    }

    /// Moves an edge of the board to the outermost line along which colors change.
    fn move_edge(&self, part: &mut LatticeArea, edge: BoardEdge) {
        let (now, far) =
            (edge.line(*part), BoardEdge { is_last: !edge.is_last, ..edge }.line(*part));
        let outermost = edge.line(self.whole);
        let between =
            if edge.axis == 0 { (part.top, part.bottom) } else { (part.left, part.right) };
        let lines: Vec<i32> = if edge.is_last {
            (far + SMALLEST..=outermost).rev().collect()
        } else {
            (outermost..=far - SMALLEST).collect()
        };
        // Outside the first change is the table.
        let mut beyond = 0.0_f64;
        for line in lines {
            let Some(change) = self.changes_along(edge.axis, line, between) else {
                continue;
            };
            if change > LEAST.max(CLEARLY_MORE * beyond) {
                if self.may_end(*part, edge, now, line) {
                    *edge.of(part) = line;
                }
                return;
            }
            beyond = beyond.max(change);
        }
    }

    /// Returns `true` if the board may end at a line instead of `now`: added area has to consist of
    /// squares, and removed area must not.
    fn may_end(&self, part: LatticeArea, edge: BoardEdge, now: i32, line: i32) -> bool {
        let light = &self.marks.light;
        let (mut between, mut remaining) = (part, part);
        *BoardEdge { is_last: false, ..edge }.of(&mut between) = line.min(now);
        *BoardEdge { is_last: true, ..edge }.of(&mut between) = line.max(now);
        let is_removed = (line < now) == edge.is_last;
        if is_removed {
            *edge.of(&mut remaining) = line;
            return self.lattice.mean(between, light)
                < MOST_GIVEN_UP * self.lattice.mean(remaining, light);
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
        let (one, other) = (self.color(one)?, self.color(other)?);
        let [red, blue, light] = [0, 1, 2].map(|part| (one[part] - other[part]).powi(2));
        Some((2.0 * (red + blue) + 0.5 * light).sqrt())
    }

    /// Returns the mean color of a square in logarithms: red and blue against green, and green;
    /// `None` if it is not all in the picture.
    fn color(&self, (column, row): (i32, i32)) -> Option<[f64; 3]> {
        let pixels: &RgbImage = &self.marks.pixels;
        let (across, down) = (f64::from(pixels.width()) / 2.0, f64::from(pixels.height()) / 2.0);
        let mut sums = [0.0; 3];
        for at in 0..PLACES * PLACES {
            let [right, below] = [at % PLACES, at / PLACES]
                .map(|at| 0.2 + 0.6 * (f64::from(at) + 0.5) / f64::from(PLACES));
            let (x, y) = self.lattice.place(f64::from(column) + right, f64::from(row) + below);
            let (x, y) = ((x + across).floor(), (y + down).floor());
            if x < 0.0 || y < 0.0 {
                return None;
            }
            let Rgb(bytes) = pixels.get_pixel_checked(x as u32, y as u32)?;
            let [red, green, blue] = bytes.map(|byte| (f64::from(byte) + 12.0).ln());
            for (sum, value) in sums.iter_mut().zip([red - green, blue - green, green]) {
                *sum += value;
            }
        }
        Some(sums.map(|sum| sum / f64::from(PLACES * PLACES)))
    }
}

impl BoardEdge {
    /// Returns the line of this edge.
    const fn line(self, mut part: LatticeArea) -> i32 {
        *self.of(&mut part)
    }

    const fn of(self, part: &mut LatticeArea) -> &mut i32 {
        match (self.axis, self.is_last) {
            (0, false) => &mut part.left,
            (0, true) => &mut part.right,
            (_, false) => &mut part.top,
            (_, true) => &mut part.bottom,
        }
    }
}
