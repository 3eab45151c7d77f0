//! Detection of the round marks that are printed in start squares.
//!
//! A mark is a disc or a ring around the center of a square. Along its rim the light changes
//! everywhere in the same direction towards the center; along a circle over any other print it
//! changes in varying directions.

use image::imageops;

use super::straightened_photo::{SQUARE_PIXELS, StraightenedPhoto};

/// The number of sampled directions of a circle.
const DIRECTIONS: usize = 24;
/// The radii of marks, in pixels.
const RADII: std::ops::RangeInclusive<u32> = 8..=19;
/// The maximum distance of a mark's center from that of its square, across and down, in pixels.
const ASTRAY: i32 = 4;
/// The step between the tried centers, in pixels.
const STEP: usize = 2;
/// The minimum change of light at the rim from pixel to pixel, in logarithms.
const LEAST: f32 = 0.012;
/// The minimum ratio of the change at a rim to that expected by chance.
const SEEN: f32 = 9.0;
/// The minimum ratio of a rim to the median of the picture.
const UNUSUAL: f32 = 1.9;

/// Checks every square for a round mark, in reading order.
pub(super) fn round_marks(picture: &StraightenedPhoto) -> Vec<bool> {
    let light = LogLight::of(picture);
    let seen: Vec<f32> = picture
        .grid
        .squares()
        .map(|square| {
            light.rim(
                u32::from(square.column) * SQUARE_PIXELS,
                u32::from(square.row) * SQUARE_PIXELS,
            )
        })
        .collect();
    let mut sorted = seen.clone();
    sorted.sort_by(f32::total_cmp);
    let usual = sorted.get(sorted.len() / 2).copied().unwrap_or_default();
    let least = SEEN.max(UNUSUAL * usual);
    seen.into_iter().map(|seen| seen >= least).collect()
}

/// The logarithm of light at every pixel, a little blurred.
struct LogLight {
    width: usize,
    height: usize,
    pixels: Vec<f32>,
}

impl LogLight {
    fn of(picture: &StraightenedPhoto) -> Self {
        let blurred = imageops::fast_blur(&imageops::grayscale(&picture.pixels), 1.2);
        let pixels = blurred.pixels().map(|pixel| (f32::from(pixel.0[0]) + 4.0).ln()).collect();
        Self { width: blurred.width() as usize, height: blurred.height() as usize, pixels }
    }

    /// Returns the gradient of the light at a place, to the right and down.
    fn change(&self, x: f32, y: f32) -> (f32, f32) {
        let (x, y) = (inner(x, self.width), inner(y, self.height));
        (
            (self.at(x + 1, y) - self.at(x - 1, y)) / 2.0,
            (self.at(x, y + 1) - self.at(x, y - 1)) / 2.0,
        )
    }

    fn at(&self, x: usize, y: usize) -> f32 {
        self.pixels[y * self.width + x]
    }

    /// Returns the strength of the clearest rim around the center of the square with this first
    /// pixel.
    fn rim(&self, left: u32, top: u32) -> f32 {
        let center = SQUARE_PIXELS as f32 / 2.0 - 0.5;
        let mut best = 0.0_f32;
        for (across, down) in astray() {
            let (x, y) = (left as f32 + center + across, top as f32 + center + down);
            for radius in RADII {
                best = best.max(self.circle(x, y, radius as f32));
            }
        }
        best
    }

    /// Returns the strength of a rim along a circle: the mean change towards its center, relative
    /// to that expected by chance.
    fn circle(&self, x: f32, y: f32, radius: f32) -> f32 {
        let (mut sum, mut squares) = (0.0, 0.0);
        for direction in 0..DIRECTIONS {
            let turn = direction as f32 * std::f32::consts::TAU / DIRECTIONS as f32;
            let (sin, cos) = turn.sin_cos();
            let (right, down) = self.change(x + radius * cos, y + radius * sin);
            let change = right * cos + down * sin;
            sum += change;
            squares += change * change;
        }
        let count = DIRECTIONS as f32;
        let mean = (sum / count).abs();
        if mean < LEAST {
            return 0.0;
        }
        let spread = (squares / count - mean * mean).max(0.0).sqrt();
        mean * count.sqrt() / (spread + LEAST / 2.0)
    }
}

/// Returns the nearest pixel that is not on the edge.
fn inner(at: f32, size: usize) -> usize {
    (at.round().max(1.0) as usize).min(size - 2)
}

/// Iterates over the tried centers of a mark, relative to the center of its square.
fn astray() -> impl Iterator<Item = (f32, f32)> {
    let steps = (-ASTRAY..=ASTRAY).step_by(STEP);
    steps
        .clone()
        .flat_map(move |down| steps.clone().map(move |across| (across as f32, down as f32)))
}
