//! Which way round a second picture of a board lies.
//!
//! Whoever takes it stands where there is room. Of the ways in which the grid
//! fits, that one is right in which the colours of the squares go together.

use image::imageops::{rotate90, rotate180, rotate270, thumbnail};
use image::{Rgb, RgbImage};

use super::super::corners::{SIDE, Straightened};
use super::CompareError;

/// The colours of the squares of one board go together by this much at least, from −1 (the
/// opposite) to 1 (the same).
const TOGETHER: f32 = 0.6;

/// The second picture turned so that it lies as the first does.
pub(super) fn turned_like(
    before: &Straightened,
    after: &Straightened,
) -> Result<Straightened, CompareError> {
    let ways = [
        after.pixels.clone(),
        rotate90(&after.pixels),
        rotate180(&after.pixels),
        rotate270(&after.pixels),
    ];
    let tints = tints(&before.pixels);
    let fitting = ways.into_iter().filter(|way| way.dimensions() == before.pixels.dimensions());
    let judged = fitting.map(|pixels| (together(&tints, &self::tints(&pixels)), pixels));
    let best = judged.max_by(|(one, _), (other, _)| one.total_cmp(other));
    let other_grid = CompareError::OtherGrid { before: before.grid, after: after.grid };
    let (together, pixels) = best.ok_or(other_grid)?;
    if together < TOGETHER {
        return Err(CompareError::OtherBoard);
    }
    Ok(Straightened { grid: before.grid, pixels })
}

/// The tints of all squares, each against their mean.
fn tints(pixels: &RgbImage) -> Vec<[f32; 2]> {
    let squares = thumbnail(pixels, pixels.width() / SIDE, pixels.height() / SIDE);
    let tints = squares.pixels().map(|Rgb(bytes)| {
        let [red, green, blue] = bytes.map(|byte| (f32::from(byte) + 8.0).ln());
        [red - green, blue - green]
    });
    let mut tints: Vec<[f32; 2]> = tints.collect();
    for part in 0..2 {
        let mean = tints.iter().map(|tint| tint[part]).sum::<f32>() / tints.len() as f32;
        for tint in &mut tints {
            tint[part] -= mean;
        }
    }
    tints
}

/// How far the tints of two pictures go together.
fn together(one: &[[f32; 2]], other: &[[f32; 2]]) -> f32 {
    let product = |a: &[[f32; 2]], b: &[[f32; 2]]| -> f32 {
        a.iter().zip(b).map(|(a, b)| a[0] * b[0] + a[1] * b[1]).sum()
    };
    product(one, other) / (product(one, one) * product(other, other)).sqrt().max(1e-6)
}
