//! The light across the picture.
//!
//! Brightness and tint of the light change slowly across a photograph: a window
//! on one side, a lamp, the dark corners of a lens, a soft shadow. The print of a
//! kind does not change at all. So squares of known kind separate the two: each
//! measurement is its kind's own value, plus a smooth surface, plus a residual. The
//! surface is a cubic polynomial and, around each square, the mean of the residuals
//! nearby.

use nalgebra::{DMatrix, DVector};

use super::blocks::{COLOR_FEATURES, FEATURES, Features};
use super::corners::GridSize;
use components::square::Square;

/// The number of measured features; all may change with the light, since glare lowers contrast too.
const CHANNELS: usize = FEATURES;

/// The share of the light that each feature follows; texture hardly follows it.
const YIELDS: [f64; CHANNELS] = [1.0, 1.0, 1.0, 0.5, 0.0, 0.5, 0.0, 0.0];

/// The number of terms of the polynomial without the constant, which each kind has for itself.
const TERMS: usize = 9;
/// The ridge penalty of each term, larger for higher degrees.
const RIDGE: [f64; TERMS] = [0.05, 0.05, 0.3, 0.3, 0.3, 3.0, 3.0, 3.0, 3.0];
/// The standard deviation of the weights of nearby residuals, in squares.
const NEAR: f64 = 1.6;
/// The total weight of nearby residuals at which half of their mean is used.
const HALF_WEIGHT: f64 = 3.0;

/// A square whose kind is known, or nearly so.
#[derive(Clone, Copy, Debug)]
pub(super) struct LightSample {
    /// Its index in reading order.
    pub(super) at: usize,
    /// The number of its kind.
    pub(super) kind: usize,
    /// Its weight in the fit, 0 to 1.
    pub(super) weight: f64,
    /// The measured features.
    pub(super) values: Features,
}

/// The light at every square, in reading order, to subtract from the measured features.
pub(super) type LightField = Vec<Features>;

/// Estimates the light across a grid from squares of `kinds` kinds.
pub(super) fn estimate_light(grid: GridSize, kinds: usize, seen: &[LightSample]) -> LightField {
    let terms: Vec<[f64; TERMS]> = grid.squares().map(|square| terms(grid, square)).collect();
    let unknowns = kinds + TERMS;
    let mut trust: Vec<f64> = seen.iter().map(|seen| seen.weight).collect();
    let mut solution = DMatrix::zeros(unknowns, CHANNELS);
    for _ in 0..3 {
        let mut normal = DMatrix::<f64>::zeros(unknowns, unknowns);
        let mut right = DMatrix::<f64>::zeros(unknowns, CHANNELS);
        for (seen, &trust) in seen.iter().zip(&trust) {
            let row = equation(kinds, Some(seen.kind), &terms[seen.at]);
            normal.ger(trust, &row, &row, 1.0);
            for (channel, value) in seen.values.iter().enumerate() {
                right.column_mut(channel).axpy(trust * value, &row, 1.0);
            }
        }
        keep_tame(kinds, &mut normal);
        // The ridge makes it positive definite. If rounding spoils that, the light of the
        // previous pass stays.
        let Some(solver) = normal.cholesky() else {
            break;
        };
        solution = solver.solve(&right);
        // A square that fits badly is covered, or not of its assumed kind.
        for (seen, trust) in seen.iter().zip(&mut trust) {
            let terms = &terms[seen.at];
            let off: f64 = (0..COLOR_FEATURES)
                .map(|channel| residual(&solution, kinds, terms, seen, channel).powi(2))
                .sum();
            *trust = seen.weight / (1.0 + off / 0.02);
        }
    }
    let near = NearbyResiduals::new(grid, seen, &trust, |seen| {
        Features::from_fn(|channel, _| residual(&solution, kinds, &terms[seen.at], seen, channel))
    });
    grid.squares()
        .zip(&terms)
        .enumerate()
        .map(|(at, (square, terms))| {
            let local = near.at(at, square);
            Features::from_fn(|channel, _| {
                YIELDS[channel] * (surface(&solution, kinds, terms, channel) + local[channel])
            })
        })
        .collect()
}

/// Returns the value of the fitted surface in a channel.
fn surface(solution: &DMatrix<f64>, kinds: usize, terms: &[f64; TERMS], channel: usize) -> f64 {
    (0..TERMS).map(|t| terms[t] * solution[(kinds + t, channel)]).sum()
}

/// Returns the measured value in a channel without the kind's own value and the surface.
fn residual(
    solution: &DMatrix<f64>,
    kinds: usize,
    terms: &[f64; TERMS],
    seen: &LightSample,
    channel: usize,
) -> f64 {
    seen.values[channel] - solution[(seen.kind, channel)] - surface(solution, kinds, terms, channel)
}

/// Returns the uncertainty of the light at every square, in reading order, given squares painted by
/// index and kind: the variance of the surface, as a share of the variance of a square around the
/// value of its kind.
pub(super) fn light_uncertainty(
    grid: GridSize,
    kinds: usize,
    painted: &[(usize, usize)],
) -> Vec<f64> {
    let terms: Vec<[f64; TERMS]> = grid.squares().map(|square| terms(grid, square)).collect();
    let mut normal = DMatrix::<f64>::zeros(kinds + TERMS, kinds + TERMS);
    for (at, kind) in painted {
        let row = equation(kinds, Some(*kind), &terms[*at]);
        normal.ger(1.0, &row, &row, 1.0);
    }
    keep_tame(kinds, &mut normal);
    // As with the light itself, only rounding can make this fail.
    let Some(solver) = normal.cholesky() else {
        return vec![0.0; terms.len()];
    };
    terms
        .iter()
        .map(|terms| {
            let row = equation(kinds, None, terms);
            row.dot(&solver.solve(&row))
        })
        .collect()
}

/// Returns the coefficients of the unknowns in a square's measurement: the value of its kind, if
/// any, and the terms of the surface.
fn equation(kinds: usize, kind: Option<usize>, terms: &[f64; TERMS]) -> DVector<f64> {
    let mut row = DVector::zeros(kinds + TERMS);
    if let Some(kind) = kind {
        row[kind] = 1.0;
    }
    for (term, value) in terms.iter().enumerate() {
        row[kinds + term] = *value;
    }
    row
}

/// Adds the ridge penalty, which keeps the surface smooth.
fn keep_tame(kinds: usize, normal: &mut DMatrix<f64>) {
    for kind in 0..kinds {
        normal[(kind, kind)] += 1e-6;
    }
    for (term, ridge) in RIDGE.iter().enumerate() {
        normal[(kinds + term, kinds + term)] += ridge;
    }
}

fn terms(grid: GridSize, square: Square) -> [f64; TERMS] {
    let (x, y) = (centered(square.column, grid.columns()), centered(square.row, grid.rows()));
    [x, y, x * x - 1.0 / 3.0, x * y, y * y - 1.0 / 3.0, x * x * x, x * x * y, x * y * y, y * y * y]
}

/// Returns the center of a row or column of squares, from −1 to 1 across the grid.
fn centered(at: u8, count: u8) -> f64 {
    (f64::from(at) + 0.5) / f64::from(count) * 2.0 - 1.0
}

/// The residuals of the squares after kind and polynomial, each with index, square and weight.
struct NearbyResiduals {
    residuals: Vec<(usize, Square, f64, Features)>,
}

impl NearbyResiduals {
    fn new(
        grid: GridSize,
        seen: &[LightSample],
        trust: &[f64],
        residual: impl Fn(&LightSample) -> Features,
    ) -> Self {
        let squares: Vec<Square> = grid.squares().collect();
        let residuals = seen
            .iter()
            .zip(trust)
            .map(|(seen, &trust)| (seen.at, squares[seen.at], trust, residual(seen)))
            .collect();
        Self { residuals }
    }

    /// Returns the weighted mean around a square, without the square itself, so that no square
    /// confirms its own assumed kind.
    fn at(&self, index: usize, square: Square) -> Features {
        let (mut weights, mut sum) = (HALF_WEIGHT, Features::zeros());
        for (at, other, trust, residual) in &self.residuals {
            let across = f64::from(square.column) - f64::from(other.column);
            let down = f64::from(square.row) - f64::from(other.row);
            let squared = across * across + down * down;
            if *at == index || squared > 9.0 * NEAR * NEAR {
                continue;
            }
            let weight = trust * (-squared / (2.0 * NEAR * NEAR)).exp();
            weights += weight;
            sum += residual * weight;
        }
        sum / weights
    }
}
