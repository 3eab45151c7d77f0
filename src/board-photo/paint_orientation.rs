//! Detection of paint that is turned or mirrored against the picture.
//!
//! A second photograph is often taken from the other side of the table, and a
//! list of squares may be written from there. Then squares of one painted kind look
//! different, and would look alike if the paint were turned or mirrored. So each
//! painted square is compared with its nearest neighbor in appearance, once as
//! painted and once for every other orientation.

use super::blocks::{Features, SquareMeasurements};
use super::kind::PaintKind;
use super::photo_warning::PhotoWarning;
use components::square::Square;

/// The minimum number of painted squares for a judgment.
const FEWEST: usize = 15;

/// The minimum fit of another orientation, as a share of the squares, …
const MOSTLY: f64 = 0.75;

/// … and its minimum lead over the painted orientation.
const CLEARLY_MORE: f64 = 0.25;

/// A map from a painted square to its place in another orientation of the paint.
type Orientation = fn(columns: u8, rows: u8, square: Square) -> Square;

/// Returns a doubt if the paint fits a picture clearly better when turned or mirrored.
pub(super) fn orientation_warning(
    blocks: &SquareMeasurements,
    painted: &[Option<PaintKind>],
) -> Option<PhotoWarning> {
    let orientations: [(PhotoWarning, Orientation); 3] = [
        (PhotoWarning::HalfTurned, |columns, rows, at| {
            Square::new(columns - 1 - at.column, rows - 1 - at.row)
        }),
        (PhotoWarning::Mirrored, |columns, _, at| Square::new(columns - 1 - at.column, at.row)),
        (PhotoWarning::Mirrored, |_, rows, at| Square::new(at.column, rows - 1 - at.row)),
    ];
    let own = orientation_fit(blocks, painted)?;
    let (warning, most) = orientations
        .into_iter()
        .filter_map(|(warning, turned)| Some((warning, alike(blocks, painted, turned)?)))
        .max_by(|(_, a), (_, b)| a.total_cmp(b))?;
    (most >= MOSTLY && most >= own + CLEARLY_MORE).then_some(warning)
}

/// Returns the fit of the paint to a picture in its present orientation, 0 to 1; `None` if too
/// little is painted.
pub(super) fn orientation_fit(
    blocks: &SquareMeasurements,
    painted: &[Option<PaintKind>],
) -> Option<f64> {
    alike(blocks, painted, |_, _, at| at)
}

/// Returns the share of painted squares whose nearest neighbor in appearance has the same kind, if
/// the paint is laid in this orientation; `None` if too little is painted.
fn alike(
    blocks: &SquareMeasurements,
    painted: &[Option<PaintKind>],
    turned: Orientation,
) -> Option<f64> {
    let (columns, rows) = (blocks.grid.columns(), blocks.grid.rows());
    let seen: Vec<(PaintKind, Features)> = blocks
        .grid
        .squares()
        .zip(painted)
        .filter_map(|(square, kind)| {
            let at = blocks.grid.index(turned(columns, rows, square))?;
            Some(((*kind)?, blocks.squares[at].features))
        })
        .collect();
    // A single square of a kind has no neighbor of its kind.
    let repeated: Vec<(PaintKind, Features)> = seen
        .iter()
        .copied()
        .filter(|(kind, _)| seen.iter().filter(|(other, _)| other == kind).count() > 1)
        .collect();
    let kinds =
        PaintKind::ALL.into_iter().filter(|kind| repeated.iter().any(|(of, _)| of == kind)).count();
    if repeated.len() < FEWEST || kinds < 3 {
        return None;
    }
    let spread = spread(blocks);
    let far =
        |one: &Features, other: &Features| (one - other).component_div(&spread).norm_squared();
    let same = repeated.iter().enumerate().filter(|(at, (kind, look))| {
        let nearest = repeated
            .iter()
            .enumerate()
            .filter(|(other, _)| other != at)
            .min_by(|(_, (_, a)), (_, (_, b))| far(look, a).total_cmp(&far(look, b)));
        nearest.is_some_and(|(_, (other, _))| other == kind)
    });
    Some(same.count() as f64 / repeated.len() as f64)
}

/// Returns the standard deviation of each feature over the squares of a picture. Brightness, which
/// light and shadow change, gets twice as much, so that it counts less.
fn spread(blocks: &SquareMeasurements) -> Features {
    let count = blocks.squares.len() as f64;
    let mean = blocks.squares.iter().map(|square| square.features).sum::<Features>() / count;
    let mut variance = Features::zeros();
    for square in &blocks.squares {
        let off = square.features - mean;
        variance += off.component_mul(&off) / count;
    }
    let mut spread = variance.map(|square| square.sqrt().max(1e-6));
    spread[0] *= 2.0;
    spread
}
