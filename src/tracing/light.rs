//! How the light falls across the picture.
//!
//! Brightness and tint of the light change slowly across a photograph: a
//! window on one side, a lamp, the dark corners of a lens, a soft shadow. What
//! a kind of square looks like does not change at all. So from squares whose
//! kind is known, both can be told apart: each is its kind's own value, plus a
//! smooth surface, plus what is left. The surface is a polynomial of the third
//! degree, and around each square the mean of what is left near by.

use nalgebra::{DMatrix, DVector};

use super::blocks::{COLOURS, LOOKS, Look};
use super::corners::Grid;
use components::square::Square;

/// All that is measured may change with the light: glare takes from contrast as well.
const CHANNELS: usize = LOOKS;

/// How far each of them gives way to the light; how something is drawn hardly does.
const YIELDS: [f64; CHANNELS] = [1.0, 1.0, 1.0, 0.5, 0.0, 0.5, 0.0, 0.0];

/// Terms of the polynomial, the constant left out: each kind has its own.
const TERMS: usize = 9;
/// How unwelcome each term is; the wilder it is, the more must speak for it.
const RIDGE: [f64; TERMS] = [0.05, 0.05, 0.3, 0.3, 0.3, 3.0, 3.0, 3.0, 3.0];
/// How far, in squares, what is left near by is looked at.
const NEAR: f64 = 1.6;
/// So many squares near by have to agree before half of what is left there is believed.
const BELIEVED: f64 = 3.0;

/// A square whose kind is known, or nearly so.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// Its place in reading order.
    pub(super) at: usize,
    /// Its kind, by number.
    pub(super) kind: usize,
    /// How far it is to be trusted, 0 to 1.
    pub(super) weight: f64,
    /// What was measured.
    pub(super) values: Look,
}

/// The light at every square, in reading order: what to subtract from what was measured.
pub(super) type LightField = Vec<Look>;

/// The light across a grid, from squares of `kinds` kinds that were seen.
pub(super) fn across(grid: Grid, kinds: usize, seen: &[Seen]) -> LightField {
    let terms: Vec<[f64; TERMS]> = grid.squares().map(|square| terms(grid, square)).collect();
    let unknowns = kinds + TERMS;
    let mut trust: Vec<f64> = seen.iter().map(|seen| seen.weight).collect();
    let mut solution = DMatrix::zeros(unknowns, CHANNELS);
    let left = |solution: &DMatrix<f64>, seen: &Seen, channel: usize| {
        let smooth: f64 =
            (0..TERMS).map(|t| terms[seen.at][t] * solution[(kinds + t, channel)]).sum();
        seen.values[channel] - solution[(seen.kind, channel)] - smooth
    };
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
        // The ridge makes it positive definite; should rounding say otherwise, the light
        // stays as it was found before.
        let Some(solver) = normal.cholesky() else {
            break;
        };
        solution = solver.solve(&right);
        // A square that fits badly is covered, or not of the kind it is taken for.
        for (seen, trust) in seen.iter().zip(&mut trust) {
            let off: f64 = (0..COLOURS).map(|channel| left(&solution, seen, channel).powi(2)).sum();
            *trust = seen.weight / (1.0 + off / 0.02);
        }
    }
    let near = Near::new(grid, seen, &trust, |seen| {
        Look::from_fn(|channel, _| left(&solution, seen, channel))
    });
    let smooth = |terms: &[f64; TERMS], channel: usize| -> f64 {
        (0..TERMS).map(|t| terms[t] * solution[(kinds + t, channel)]).sum()
    };
    let squares = grid.squares().zip(&terms).enumerate();
    squares
        .map(|(at, (square, terms))| {
            let local = near.at(at, square);
            Look::from_fn(|channel, _| YIELDS[channel] * (smooth(terms, channel) + local[channel]))
        })
        .collect()
}

/// How little painted squares, by place and kind, tell of the light at every square, in reading
/// order: how far the surface may be off there, squared, as a share of how far a square is off
/// the value of its kind.
pub(super) fn unknown(grid: Grid, kinds: usize, painted: &[(usize, usize)]) -> Vec<f64> {
    let terms: Vec<[f64; TERMS]> = grid.squares().map(|square| terms(grid, square)).collect();
    let mut normal = DMatrix::<f64>::zeros(kinds + TERMS, kinds + TERMS);
    for (at, kind) in painted {
        let row = equation(kinds, Some(*kind), &terms[*at]);
        normal.ger(1.0, &row, &row, 1.0);
    }
    keep_tame(kinds, &mut normal);
    // As with the light itself, rounding is all that could be in the way.
    let Some(solver) = normal.cholesky() else {
        return vec![0.0; terms.len()];
    };
    let surfaces = terms.iter().map(|terms| equation(kinds, None, terms));
    surfaces.map(|row| row.dot(&solver.solve(&row))).collect()
}

/// What adds up to what is measured in a square: its kind's own value, if any, and the surface.
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

/// Lets the surface be no wilder than is called for.
fn keep_tame(kinds: usize, normal: &mut DMatrix<f64>) {
    for kind in 0..kinds {
        normal[(kind, kind)] += 1e-6;
    }
    for (term, ridge) in RIDGE.iter().enumerate() {
        normal[(kinds + term, kinds + term)] += ridge;
    }
}

fn terms(grid: Grid, square: Square) -> [f64; TERMS] {
    let middle = |at: u8, all: u8| (f64::from(at) + 0.5) / f64::from(all) * 2.0 - 1.0;
    let (x, y) = (middle(square.column, grid.columns()), middle(square.row, grid.rows()));
    [x, y, x * x - 1.0 / 3.0, x * y, y * y - 1.0 / 3.0, x * x * x, x * x * y, x * y * y, y * y * y]
}

/// What is left near each square after kind and polynomial.
struct Near {
    left: Vec<(usize, Square, f64, Look)>,
}

impl Near {
    fn new(grid: Grid, seen: &[Seen], trust: &[f64], left: impl Fn(&Seen) -> Look) -> Self {
        let squares: Vec<Square> = grid.squares().collect();
        let left = seen
            .iter()
            .zip(trust)
            .map(|(seen, &trust)| (seen.at, squares[seen.at], trust, left(seen)));
        Self { left: left.collect() }
    }

    /// The mean around a square. Its own part is left out, so that no square talks itself
    /// into the kind it is taken for.
    fn at(&self, index: usize, square: Square) -> Look {
        let (mut weights, mut sum) = (BELIEVED, Look::zeros());
        for (at, other, trust, left) in &self.left {
            let across = f64::from(square.column) - f64::from(other.column);
            let down = f64::from(square.row) - f64::from(other.row);
            let squared = across * across + down * down;
            if *at == index || squared > 9.0 * NEAR * NEAR {
                continue;
            }
            let weight = trust * (-squared / (2.0 * NEAR * NEAR)).exp();
            weights += weight;
            sum += left * weight;
        }
        sum / weights
    }
}
