//! Where a board ends: its colours are others than those of the table all along an edge.
//!
//! The lines of a lattice may run on beyond the board, in the grain of the wood or by chance. From
//! one square to the next colours change within the board here and there, on the table nowhere,
//! and along an edge of the board nearly everywhere. Shadows and lamps lie on both of two squares
//! side by side, so that they change nothing of that.

use image::{Rgb, RgbImage};

use super::lattice::{Board, Lattice, Part};
use super::marks::Marks;

/// So many places of a square are looked at each way.
const PLACES: u32 = 4;

/// An edge is where colours change along all but this share of it.
const LESS: f64 = 0.3;

/// They change there so many times as much as anywhere farther out, …
const CLEARLY_MORE: f64 = 3.0;

/// … and by so much at least, in logarithms of light.
const LEAST: f64 = 0.1;

/// Squares that seemed to lie beside the board are taken only if the sides between them stand out
/// by this share of what is usual on it, …
const LEAST_TAKEN: f64 = 0.5;

/// … and squares that seemed to lie on it are given up only if they do by no more than this.
const MOST_GIVEN_UP: f64 = 0.6;

/// A board has at least so many squares each way.
const SMALLEST: i32 = 4;

/// The colours along the lines of a lattice.
pub(super) struct Outline<'a> {
    lattice: &'a Lattice,
    marks: &'a Marks,
    /// What of the lattice is in the picture.
    whole: Part,
    /// How much a side of the board's squares stands out.
    mean: f64,
}

/// An end of the board: the lines of which axis it is among, and whether it is their last.
#[derive(Clone, Copy)]
struct End {
    axis: usize,
    is_last: bool,
}

impl<'a> Outline<'a> {
    /// Of a board that was found by its lines.
    pub(super) fn of(board: &'a Board, marks: &'a Marks) -> Option<Self> {
        let whole = board.lattice.extent(marks.size)?;
        Some(Self { lattice: &board.lattice, marks, whole, mean: board.mean })
    }

    /// The part of the lattice that the board is by its colours; `part` is what it seems to be by
    /// its lines.
    pub(super) fn part(&self, mut part: Part) -> Part {
        for _ in 0..2 {
            for (axis, is_last) in [(0, false), (0, true), (1, false), (1, true)] {
                self.end(&mut part, End { axis, is_last });
            }
        }
        part
    }

    /// Moves an end of the board to the outermost line along which colours change.
    fn end(&self, part: &mut Part, end: End) {
        let (now, far) = (end.line(*part), End { is_last: !end.is_last, ..end }.line(*part));
        let outermost = end.line(self.whole);
        let between = if end.axis == 0 { (part.top, part.bottom) } else { (part.left, part.right) };
        let along = |line: i32| self.changes_along(end.axis, line, between);
        let lines: Vec<i32> = if end.is_last {
            (far + SMALLEST..=outermost).rev().collect()
        } else {
            (outermost..=far - SMALLEST).collect()
        };
        // What lies farther out is the table as long as nothing changes there.
        let mut beyond = 0.0_f64;
        for line in lines {
            let Some(change) = along(line) else {
                continue;
            };
            if change > LEAST.max(CLEARLY_MORE * beyond) {
                if self.may_end(*part, end, now, line) {
                    *end.of(part) = line;
                }
                return;
            }
            beyond = beyond.max(change);
        }
    }

    /// Whether the board may end at a line instead of `now`: what it would take has to be squares,
    /// and what it would give up none.
    fn may_end(&self, part: Part, end: End, now: i32, line: i32) -> bool {
        let light = &self.marks.light;
        let (mut between, mut left) = (part, part);
        *End { is_last: false, ..end }.of(&mut between) = line.min(now);
        *End { is_last: true, ..end }.of(&mut between) = line.max(now);
        let is_given_up = (line < now) == end.is_last;
        if is_given_up {
            *end.of(&mut left) = line;
            return self.lattice.mean(between, light)
                < MOST_GIVEN_UP * self.lattice.mean(left, light);
        }
        self.lattice.mean(between, light) > LEAST_TAKEN * self.mean
    }

    /// By how much at least colours change along nearly all of a line of an axis, between two lines
    /// of the other; nothing where too little of it is in the picture.
    fn changes_along(&self, axis: usize, line: i32, (from, to): (i32, i32)) -> Option<f64> {
        let changes = (from..to).filter_map(|at| {
            if axis == 0 {
                self.change((line - 1, at), (line, at))
            } else {
                self.change((at, line - 1), (at, line))
            }
        });
        let mut changes: Vec<f64> = changes.collect();
        if changes.len() * 3 < (to - from) as usize * 2 {
            return None;
        }
        changes.sort_by(f64::total_cmp);
        changes.get((changes.len() as f64 * LESS) as usize).copied()
    }

    /// By how much colours change from one square to another.
    fn change(&self, one: (i32, i32), other: (i32, i32)) -> Option<f64> {
        let (one, other) = (self.colour(one)?, self.colour(other)?);
        let by = |part: usize| (one[part] - other[part]).powi(2);
        Some((2.0 * (by(0) + by(1)) + 0.5 * by(2)).sqrt())
    }

    /// The mean colour of a square in logarithms: red and blue against green, and light; nothing
    /// where it does not lie in the picture.
    fn colour(&self, (column, row): (i32, i32)) -> Option<[f64; 3]> {
        let pixels: &RgbImage = &self.marks.pixels;
        let (across, down) = (f64::from(pixels.width()) / 2.0, f64::from(pixels.height()) / 2.0);
        let mut sums = [0.0; 3];
        for at in 0..PLACES * PLACES {
            let share = |at: u32| 0.2 + 0.6 * (f64::from(at) + 0.5) / f64::from(PLACES);
            let (right, below) = (share(at % PLACES), share(at / PLACES));
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

impl End {
    /// The line of this end.
    const fn line(self, mut part: Part) -> i32 {
        *self.of(&mut part)
    }

    const fn of(self, part: &mut Part) -> &mut i32 {
        match (self.axis, self.is_last) {
            (0, false) => &mut part.left,
            (0, true) => &mut part.right,
            (_, false) => &mut part.top,
            (_, true) => &mut part.bottom,
        }
    }
}
