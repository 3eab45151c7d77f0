//! The fit of a lattice to the lines of a board.
//!
//! The edges of a board can be clear on a lattice that is wrong: every second line is left out, or
//! the picture is bent and the corners are off their lines.

use super::edge_points::BlurredLight;
use super::lattice::{Lattice, LatticeArea};

/// Places between two lines at which a lattice that is too coarse leaves lines out.
const BETWEEN: [f64; 3] = [1.0 / 2.0, 1.0 / 3.0, 2.0 / 3.0];

/// The maximum contrast of lines between those of a lattice, as a share of theirs. It was less on
/// all of a hundred boards that were found and sure.
const MAX_BETWEEN: f64 = 0.7;

/// The number of squares in each direction that are compared at a corner.
const CORNER_SQUARES: i32 = 3;

/// Shares of a square by which lines are moved off the lattice.
const MOVES: [f64; 2] = [-0.2, 0.2];

/// The minimum contrast of the lines at the corners above that of the same lines moved, as a mean.
/// It was more on all but two of a hundred boards.
const MIN_CORNER_CLARITY: f64 = 0.3;

impl Lattice {
    /// Returns `true` if this lattice has all lines of a board, and its corners are on them.
    pub(super) fn fits(&self, part: LatticeArea, light: &BlurredLight) -> bool {
        [0, 1].into_iter().all(|axis| {
            let own = self.mean_moved(part, axis, 0.0, light);
            BETWEEN.iter().all(|by| self.mean_moved(part, axis, *by, light) < MAX_BETWEEN * own)
        }) && self.clarity_at_corners(part, light) > MIN_CORNER_CLARITY
    }

    /// Returns the mean over the corners of a board of the contrast of its lines above that of the
    /// same lines moved.
    fn clarity_at_corners(&self, part: LatticeArea, light: &BlurredLight) -> f64 {
        let LatticeArea { left, top, right, bottom } = part;
        let last = (right - CORNER_SQUARES, bottom - CORNER_SQUARES);
        let corners = [(left, top), (last.0, top), last, (left, last.1)];
        let clarities = corners.map(|(left, top)| {
            let (right, bottom) = (left + CORNER_SQUARES, top + CORNER_SQUARES);
            let block = LatticeArea { left, top, right, bottom };
            let of_axis = |axis| {
                let moved = MOVES.map(|by| self.mean_moved(block, axis, by, light));
                self.mean_moved(block, axis, 0.0, light) - moved[0].max(moved[1])
            };
            f64::min(of_axis(0), of_axis(1))
        });
        clarities.iter().sum::<f64>() / clarities.len() as f64
    }
}
