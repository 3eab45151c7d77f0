//! Alignment of one picture of a board with another.
//!
//! Corners are marked manually or detected, and both leave a small error of the
//! projection, which changes slowly across the board. So every square is searched for
//! near its place in the other picture, and a smooth field is fitted to the offsets.
//! Squares with different contents and squares without features have little weight.

use nalgebra::{SMatrix, SVector};

use super::super::corners::GridSize;
use super::super::straightened_photo::SQUARE_PIXELS;
use super::plane::Plane;

/// The maximum offset of a square in each direction, in pixels.
const REACH: isize = 7;
/// The distance between compared pixels.
const STEP: usize = 2;
/// The number of terms of the field, a quadratic polynomial.
const TERMS: usize = 6;

/// A smooth field of offsets from the first picture to the second, in pixels.
pub(super) struct Shift {
    grid: GridSize,
    across: SVector<f64, TERMS>,
    down: SVector<f64, TERMS>,
}

/// The offset of one square, with its weight in the fit.
struct SquareShift {
    terms: SVector<f64, TERMS>,
    off: (f64, f64),
    trust: f64,
}

impl Shift {
    /// Searches the second picture for every square of the first; both are fields of brightness.
    pub(super) fn between(grid: GridSize, before: &Plane, after: &Plane) -> Self {
        let (before, after) = (detail(before), detail(after));
        let found: Vec<SquareShift> = grid
            .squares()
            .map(|square| {
                let left = usize::from(square.column) * SQUARE_PIXELS as usize;
                let top = usize::from(square.row) * SQUARE_PIXELS as usize;
                let (off, trust) = look_for(&before, &after, left, top);
                let terms = terms(
                    (f64::from(square.column) + 0.5) / f64::from(grid.columns()),
                    (f64::from(square.row) + 0.5) / f64::from(grid.rows()),
                );
                SquareShift { terms, off, trust }
            })
            .collect();
        let across = fitted(&found, |found| found.off.0);
        let down = fitted(&found, |found| found.off.1);
        Self { grid, across, down }
    }

    /// Returns the offset of a pixel of the first picture in the second, to the right and down.
    pub(super) fn at(&self, x: f32, y: f32) -> (f32, f32) {
        let side = SQUARE_PIXELS as f32;
        let terms = terms(
            f64::from(x / (f32::from(self.grid.columns()) * side)),
            f64::from(y / (f32::from(self.grid.rows()) * side)),
        );
        (terms.dot(&self.across) as f32, terms.dot(&self.down) as f32)
    }
}

/// Returns the local contrast, independent of the light.
fn detail(light: &Plane) -> Plane {
    let (fine, coarse) = (light.smoothed(1.0), light.smoothed(6.0));
    // A strong edge counts no more than a printed line: it may belong to a moved piece.
    Plane::new(light.width, light.height, |x, y| (fine.at(x, y) - coarse.at(x, y)).clamp(-0.2, 0.2))
}

/// Returns the offset of a square of the first picture in the second, with its weight.
fn look_for(before: &Plane, after: &Plane, left: usize, top: usize) -> ((f64, f64), f64) {
    // A margin of its neighbors is included for the printed lines on all four sides.
    let margin = 6_isize;
    let side = SQUARE_PIXELS as isize + 2 * margin;
    let (left, top) = (left as isize - margin, top as isize - margin);
    // The correlation of the square with the second picture at an offset.
    let alike = |across: isize, down: isize| -> f64 {
        let (mut both, mut one, mut other) = (0.0, 1e-6, 1e-6);
        for y in (top..top + side).step_by(STEP) {
            for x in (left..left + side).step_by(STEP) {
                let (a, b) = (before.near(x, y), after.near(x + across, y + down));
                both += a * b;
                one += a * a;
                other += b * b;
            }
        }
        f64::from(both / (one * other).sqrt())
    };
    let mut best = ((0, 0), f64::NEG_INFINITY);
    for down in -REACH..=REACH {
        for across in -REACH..=REACH {
            let found = alike(across, down);
            if found > best.1 {
                best = ((across, down), found);
            }
        }
    }
    let ((across, down), most) = best;
    let x = across as f64 + peak(alike(across - 1, down), most, alike(across + 1, down));
    let y = down as f64 + peak(alike(across, down - 1), most, alike(across, down + 1));
    let on_the_edge = across.abs() == REACH || down.abs() == REACH;
    ((x, y), if on_the_edge { 0.0 } else { most.max(0.0).powi(2) })
}

/// Returns the peak of the parabola through the best value and its two neighbors, relative to the
/// best.
fn peak(low: f64, most: f64, high: f64) -> f64 {
    let bend = low + high - 2.0 * most;
    if bend < -1e-9 { ((low - high) / (2.0 * bend)).clamp(-0.5, 0.5) } else { 0.0 }
}

fn terms(x: f64, y: f64) -> SVector<f64, TERMS> {
    let (x, y) = (2.0 * x - 1.0, 2.0 * y - 1.0);
    SVector::from([1.0, x, y, x * x, x * y, y * y])
}

/// Fits a field to the offsets, with little weight for outliers.
fn fitted(found: &[SquareShift], off: impl Fn(&SquareShift) -> f64) -> SVector<f64, TERMS> {
    let mut field = SVector::<f64, TERMS>::zeros();
    let mut trust: Vec<f64> = found.iter().map(|found| found.trust).collect();
    for _ in 0..6 {
        let mut normal = SMatrix::<f64, TERMS, TERMS>::identity() * 1e-3;
        let mut right = SVector::<f64, TERMS>::zeros();
        for (found, trust) in found.iter().zip(&trust) {
            normal += found.terms * found.terms.transpose() * *trust;
            right += found.terms * (*trust * off(found));
        }
        // The added identity makes it positive definite; otherwise the field stays as it was.
        let Some(solver) = normal.cholesky() else { break };
        field = solver.solve(&right);
        for (found, trust) in found.iter().zip(&mut trust) {
            let left = off(found) - found.terms.dot(&field);
            *trust = found.trust / (1.0 + left * left).powi(2);
        }
    }
    field
}
