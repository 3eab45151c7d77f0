//! How one picture of a board has to be shifted to lie on another.
//!
//! Corners are marked by hand, or found, and both leave something over. What is
//! left changes slowly across a board: the projection is off by a little. So
//! every square is looked for near its place in the other picture, and a smooth
//! field is laid through what was found. Squares that show something else, and
//! those that show nothing to hold on to, do not carry it away.

use nalgebra::{SMatrix, SVector};

use super::super::corners::{Grid, SIDE};
use super::plane::Plane;

/// So many pixels aside a square is looked for.
const REACH: isize = 7;
/// Every so many pixels are compared.
const STEP: usize = 2;
/// Terms of the field.
const TERMS: usize = 6;

/// Where the second picture shows what the first shows at a place, in pixels.
pub(super) struct Shift {
    grid: Grid,
    across: SVector<f64, TERMS>,
    down: SVector<f64, TERMS>,
}

/// Where one square was found, and how far that is to be trusted.
struct SquareShift {
    terms: SVector<f64, TERMS>,
    off: (f64, f64),
    trust: f64,
}

impl Shift {
    /// Looks for every square of the first picture in the second; both are brightnesses.
    pub(super) fn between(grid: Grid, before: &Plane, after: &Plane) -> Self {
        let (before, after) = (detail(before), detail(after));
        let found: Vec<SquareShift> = grid
            .squares()
            .map(|square| {
                let left = usize::from(square.column) * SIDE as usize;
                let top = usize::from(square.row) * SIDE as usize;
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

    /// How far a pixel of the first picture has to be looked for aside and below in the second.
    pub(super) fn at(&self, x: f32, y: f32) -> (f32, f32) {
        let side = SIDE as f32;
        let terms = terms(
            f64::from(x / (f32::from(self.grid.columns()) * side)),
            f64::from(y / (f32::from(self.grid.rows()) * side)),
        );
        (terms.dot(&self.across) as f32, terms.dot(&self.down) as f32)
    }
}

/// What is brighter or darker than around it, whatever the light.
fn detail(light: &Plane) -> Plane {
    let (fine, coarse) = (light.smoothed(1.0), light.smoothed(6.0));
    // A strong edge counts no more than a printed line: pieces lie where they like.
    Plane::new(light.width, light.height, |x, y| (fine.at(x, y) - coarse.at(x, y)).clamp(-0.2, 0.2))
}

/// The place of a square of the first picture in the second, and how clearly it is that one.
fn look_for(before: &Plane, after: &Plane, left: usize, top: usize) -> ((f64, f64), f64) {
    // A little of its neighbours belongs to it: on all four sides a line is printed.
    let margin = 6_isize;
    let side = SIDE as isize + 2 * margin;
    let (left, top) = (left as isize - margin, top as isize - margin);
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
    // The top of a parabola through the best and the two beside it.
    let top_of = |low: f64, high: f64| {
        let bend = low + high - 2.0 * most;
        if bend < -1e-9 { ((low - high) / (2.0 * bend)).clamp(-0.5, 0.5) } else { 0.0 }
    };
    let x = across as f64 + top_of(alike(across - 1, down), alike(across + 1, down));
    let y = down as f64 + top_of(alike(across, down - 1), alike(across, down + 1));
    let on_the_edge = across.abs() == REACH || down.abs() == REACH;
    ((x, y), if on_the_edge { 0.0 } else { most.max(0.0).powi(2) })
}

fn terms(x: f64, y: f64) -> SVector<f64, TERMS> {
    let (x, y) = (2.0 * x - 1.0, 2.0 * y - 1.0);
    SVector::from([1.0, x, y, x * x, x * y, y * y])
}

/// The field that most of what was found lies on.
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
        // With what is added it is positive definite; else the field stays as it was.
        let Some(solver) = normal.cholesky() else { break };
        field = solver.solve(&right);
        for (found, trust) in found.iter().zip(&mut trust) {
            let left = off(found) - found.terms.dot(&field);
            *trust = found.trust / (1.0 + left * left).powi(2);
        }
    }
    field
}
