//! Whether what was painted lies the other way round on the picture.
//!
//! A second photograph is often taken from the other side of the table, and a
//! list of squares may be written from there. Then squares painted alike look
//! different, and would look alike if the painting were turned or mirrored. So
//! each painted square is held against the one that looks most like it, once
//! as it was painted and once for every other way round.

use super::blocks::{Blocks, Look};
use super::doubt::Doubt;
use super::kind::Kind;
use components::square::Square;

/// Fewer painted squares than this tell nothing.
const FEWEST: usize = 15;

/// Another way round has to bring so many of the squares together with their like, …
const MOSTLY: f64 = 0.75;

/// … and so many more than the way it was painted, as shares of all.
const CLEARLY_MORE: f64 = 0.25;

/// A painted square's place when the painting is laid another way round.
type Way = fn(columns: u8, rows: u8, square: Square) -> Square;

/// Whether what was painted lies the other way round on a picture.
pub(super) fn misplaced(blocks: &Blocks, painted: &[Option<Kind>]) -> Option<Doubt> {
    let ways: [(Doubt, Way); 3] = [
        (Doubt::HalfTurned, |columns, rows, at| {
            Square::new(columns - 1 - at.column, rows - 1 - at.row)
        }),
        (Doubt::Mirrored, |columns, _, at| Square::new(columns - 1 - at.column, at.row)),
        (Doubt::Mirrored, |_, rows, at| Square::new(at.column, rows - 1 - at.row)),
    ];
    let own = fits(blocks, painted)?;
    let others =
        ways.into_iter().filter_map(|(doubt, way)| Some((doubt, alike(blocks, painted, way)?)));
    let (doubt, most) = others.max_by(|(_, a), (_, b)| a.total_cmp(b))?;
    (most >= MOSTLY && most >= own + CLEARLY_MORE).then_some(doubt)
}

/// How well what was painted fits a picture as it lies, 0 to 1; nothing if too little is painted
/// to tell.
pub(super) fn fits(blocks: &Blocks, painted: &[Option<Kind>]) -> Option<f64> {
    alike(blocks, painted, |_, _, at| at)
}

/// The share of painted squares of which the one that looks most like it is painted alike, if
/// the painting is laid some way; nothing if too little is painted to tell.
fn alike(blocks: &Blocks, painted: &[Option<Kind>], way: Way) -> Option<f64> {
    let (columns, rows) = (blocks.grid.columns(), blocks.grid.rows());
    let seen = blocks.grid.squares().zip(painted).filter_map(|(square, kind)| {
        let at = blocks.grid.index(way(columns, rows, square))?;
        Some(((*kind)?, blocks.squares[at].look))
    });
    let seen: Vec<(Kind, Look)> = seen.collect();
    // One of a kind has nothing to be alike.
    let is_several = |kind: Kind| seen.iter().filter(|(other, _)| *other == kind).count() > 1;
    let seen: Vec<(Kind, Look)> =
        seen.iter().copied().filter(|(kind, _)| is_several(*kind)).collect();
    let kinds = Kind::ALL.into_iter().filter(|kind| seen.iter().any(|(of, _)| of == kind)).count();
    if seen.len() < FEWEST || kinds < 3 {
        return None;
    }
    let spread = spread(blocks);
    let far = |one: &Look, other: &Look| (one - other).component_div(&spread).norm_squared();
    let is_with_its_like = |at: &usize| {
        let (kind, look) = &seen[*at];
        let others = seen.iter().enumerate().filter(|(other, _)| other != at);
        let nearest =
            others.min_by(|(_, (_, a)), (_, (_, b))| far(look, a).total_cmp(&far(look, b)));
        nearest.is_some_and(|(_, (other, _))| other == kind)
    };
    let count = (0..seen.len()).filter(is_with_its_like).count();
    Some(count as f64 / seen.len() as f64)
}

/// How much the squares of a picture differ in each part of their looks; brightness, which light
/// and shadow change, counts less than the rest.
fn spread(blocks: &Blocks) -> Look {
    let count = blocks.squares.len() as f64;
    let mean = blocks.squares.iter().map(|square| square.look).sum::<Look>() / count;
    let mut spread = Look::zeros();
    for square in &blocks.squares {
        let off = square.look - mean;
        spread += off.component_mul(&off) / count;
    }
    let mut spread = spread.map(|square| square.sqrt().max(1e-6));
    spread[0] *= 2.0;
    spread
}
