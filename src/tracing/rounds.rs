//! Round marks that are printed in squares: a game starts there.
//!
//! A mark is a disc or a ring around the middle of a square. Along its rim the light changes
//! everywhere in the same way towards the middle; along a circle over any other print it changes
//! now this way, now that.

use image::imageops;

use super::corners::{SIDE, Straightened};

/// Directions in which a circle is looked at.
const DIRECTIONS: usize = 24;
/// The smallest and the largest mark, in pixels from its middle to its rim.
const RADII: std::ops::RangeInclusive<u32> = 8..=19;
/// How far the middle of a mark may lie from that of its square, in pixels.
const ASTRAY: i32 = 4;
/// Steps between the middles that are tried, in pixels.
const STEP: usize = 2;
/// The light of the rim changes at least so much from pixel to pixel, in logarithms.
const LEAST: f32 = 0.012;
/// A rim is seen where the change is so many times what chance would make of it.
const SEEN: f32 = 9.0;
/// The same beside what is usual in the picture, in times.
const UNUSUAL: f32 = 1.9;

/// Whether each square carries a round mark, in reading order.
pub(super) fn round_marks(picture: &Straightened) -> Vec<bool> {
    let light = LogLight::of(picture);
    let seen: Vec<f32> = picture
        .grid
        .squares()
        .map(|square| light.rim(u32::from(square.column) * SIDE, u32::from(square.row) * SIDE))
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
    fn of(picture: &Straightened) -> Self {
        let blurred = imageops::fast_blur(&imageops::grayscale(&picture.pixels), 1.2);
        let pixels = blurred.pixels().map(|pixel| (f32::from(pixel.0[0]) + 4.0).ln()).collect();
        Self { width: blurred.width() as usize, height: blurred.height() as usize, pixels }
    }

    /// How the light changes at a place, to the right and downwards.
    fn change(&self, x: f32, y: f32) -> (f32, f32) {
        let inside = |at: f32, size: usize| (at.round().max(1.0) as usize).min(size - 2);
        let (x, y) = (inside(x, self.width), inside(y, self.height));
        let at = |x: usize, y: usize| self.pixels[y * self.width + x];
        ((at(x + 1, y) - at(x - 1, y)) / 2.0, (at(x, y + 1) - at(x, y - 1)) / 2.0)
    }

    /// How plainly a rim is seen in the square whose first pixel this is: of all circles about its
    /// middle the best.
    fn rim(&self, left: u32, top: u32) -> f32 {
        let middle = SIDE as f32 / 2.0 - 0.5;
        let mut best = 0.0_f32;
        for (across, down) in astray() {
            let (x, y) = (left as f32 + middle + across, top as f32 + middle + down);
            for radius in RADII {
                best = best.max(self.circle(x, y, radius as f32));
            }
        }
        best
    }

    /// How plainly a rim runs along a circle: the mean change towards its middle, in what chance
    /// would make of it.
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

/// Where the middle of a mark may lie, from the middle of its square.
fn astray() -> impl Iterator<Item = (f32, f32)> {
    let steps = || (-ASTRAY..=ASTRAY).step_by(STEP);
    steps().flat_map(move |down| steps().map(move |across| (across as f32, down as f32)))
}
