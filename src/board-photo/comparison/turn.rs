//! The orientation of a second picture of a board.
//!
//! It may be taken from any side of the table. Of the orientations in which the grid
//! fits, the right one has the best correlation of the squares' colors.

use image::imageops::{rotate90, rotate180, rotate270, thumbnail};
use image::{Rgb, RgbImage};

use super::super::straightened_photo::{SQUARE_PIXELS, StraightenedPhoto};
use super::CompareError;

/// The minimum correlation of the colors of two pictures of one board, from −1 (opposite) to 1
/// (equal).
const MIN_CORRELATION: f32 = 0.6;

/// Returns the second picture turned like the first.
pub(super) fn turned_like(
    before: &StraightenedPhoto,
    after: &StraightenedPhoto,
) -> Result<StraightenedPhoto, CompareError> {
    let tints = tints(&before.pixels);
    let orientations = [
        after.pixels.clone(),
        rotate90(&after.pixels),
        rotate180(&after.pixels),
        rotate270(&after.pixels),
    ];
    let (correlation, pixels) = orientations
        .into_iter()
        .filter(|pixels| pixels.dimensions() == before.pixels.dimensions())
        .map(|pixels| (correlation(&tints, &self::tints(&pixels)), pixels))
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .ok_or(CompareError::OtherGrid { before: before.grid, after: after.grid })?;
    if correlation < MIN_CORRELATION {
        return Err(CompareError::OtherBoard);
    }
    Ok(StraightenedPhoto { grid: before.grid, pixels })
}

/// Returns the tints of all squares, each relative to their mean.
fn tints(pixels: &RgbImage) -> Vec<[f32; 2]> {
    let squares =
        thumbnail(pixels, pixels.width() / SQUARE_PIXELS, pixels.height() / SQUARE_PIXELS);
    let mut tints: Vec<[f32; 2]> = squares
        .pixels()
        .map(|Rgb(bytes)| {
            let [red, green, blue] = bytes.map(|byte| (f32::from(byte) + 8.0).ln());
            [red - green, blue - green]
        })
        .collect();
    for part in 0..2 {
        let mean = tints.iter().map(|tint| tint[part]).sum::<f32>() / tints.len() as f32;
        for tint in &mut tints {
            tint[part] -= mean;
        }
    }
    tints
}

/// Returns the correlation of the tints of two pictures.
fn correlation(one: &[[f32; 2]], other: &[[f32; 2]]) -> f32 {
    product(one, other) / (product(one, one) * product(other, other)).sqrt().max(1e-6)
}

fn product(one: &[[f32; 2]], other: &[[f32; 2]]) -> f32 {
    one.iter().zip(other).map(|(a, b)| a[0] * b[0] + a[1] * b[1]).sum()
}
