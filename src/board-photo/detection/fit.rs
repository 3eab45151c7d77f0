//! The fit of a lattice to the lines of a board, and whether the board is sure.
//!
//! The edges of a board can be clear on a lattice that is wrong: every second line is left out, or
//! the picture is bent and the corners are off their lines.

use super::edge_points::BlurredLight;
use super::lattice::{BoardCandidate, Lattice, LatticeArea};

/// Places between two lines at which a lattice that is too coarse leaves lines out.
const BETWEEN: [f64; 3] = [1.0 / 2.0, 1.0 / 3.0, 2.0 / 3.0];

/// The maximum contrast of a weak line, as a share of the mean.
const WEAK: f64 = 0.4;

/// The minimum probability of the edges of a board, and its difference from 1.
const LEAST_PROBABILITY: f64 = 1e-4;

/// The weight of the probability of the edges of a board against that of its lattice, …
const EDGES_WEIGHT: f64 = 0.5;

/// … and the minimum of that probability among the boards of a photograph.
const LEAST_COMPARED: f64 = 1e-3;

/// The weight of the share of its weak lines.
const WEAK_WEIGHT: f64 = 8.0;

/// The lead from which more adds nothing.
const MAX_LEAD: f64 = 8.0;

/// The minimum of [`SureEvidence::log_odds`] of a sure board. A wrong one that is sure is worse than
/// ten unsure ones.
pub(super) const MIN_LOG_ODDS: f64 = 2.25;

/// The evidence for and against a board, beside that of its own lattice.
#[derive(Clone, Copy, Debug)]
pub(super) struct SureEvidence {
    /// The probability that all edges are right.
    pub probability: f64,
    /// The lead in [`BoardCandidate::likely`] over the next board with another grid.
    pub lead: f64,
    /// The maximum distance of a corner from where the lines of its quarter are, in diagonals of a
    /// square.
    pub bend: f64,
}

impl SureEvidence {
    /// Returns the logarithm of the odds that the corners are right: a logistic regression over
    /// drawn boards.
    pub(super) fn log_odds(self, board: &BoardCandidate, light: &BlurredLight) -> f64 {
        let probability = self.probability.clamp(LEAST_PROBABILITY, 1.0 - LEAST_PROBABILITY);
        1.91 + 0.45 * (probability / (1.0 - probability)).ln() + 0.11 * self.lead.min(MAX_LEAD)
            - 5.98 * self.bend
            - 5.82 * board.lattice.contrast_between(board.part, light)
            - 13.16 * board.lattice.weak_lines(board.part, light)
    }
}

impl BoardCandidate {
    /// Returns [`Self::likely`] with the evidence of the edges and of each line: on a lattice with lines
    /// left out or between those of the board, no edge is clear or many lines are weak.
    pub(super) fn likely_by_all(&self, light: &BlurredLight) -> f64 {
        self.likely() + EDGES_WEIGHT * self.probability.max(LEAST_COMPARED).ln()
            - WEAK_WEIGHT * self.lattice.weak_lines(self.part, light)
    }
}

impl Lattice {
    /// Returns the maximum contrast of lines between those of a part, as a share of theirs: high if
    /// the lattice leaves lines out.
    fn contrast_between(&self, part: LatticeArea, light: &BlurredLight) -> f64 {
        let ratios = [0, 1].into_iter().flat_map(|axis| {
            let own = self.mean_moved(part, axis, 0.0, light).max(1e-3);
            BETWEEN.map(|by| self.mean_moved(part, axis, by, light) / own)
        });
        ratios.fold(-1.0, f64::max).min(1.5)
    }

    /// Returns the share of the lines inside a part that are weak. Half of them are, if the lattice
    /// is too fine.
    fn weak_lines(&self, part: LatticeArea, light: &BlurredLight) -> f64 {
        let (mut weak, mut count) = (0, 0);
        for axis in [0, 1] {
            let lines: Vec<f64> = part
                .inner_lines(axis)
                .map(|line| self.mean_moved(line, axis, 0.0, light))
                .collect();
            let mean = lines.iter().sum::<f64>() / lines.len().max(1) as f64;
            weak += lines.iter().filter(|line| **line < WEAK * mean).count();
            count += lines.len();
        }
        weak as f64 / count.max(1) as f64
    }
}
