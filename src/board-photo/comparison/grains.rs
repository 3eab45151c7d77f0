//! A picture in grains: small enough for a token, large enough to average out noise and blur.

use image::{Rgb, RgbImage};
use palette::{LinSrgb, Srgb};

use super::super::corners::GridSize;
use super::super::straightened_photo::SQUARE_PIXELS;
use super::plane::Plane;

/// Grains along a square.
pub(super) const GRAINS: usize = 16;
/// Pixels along a grain.
const PIXELS: usize = SQUARE_PIXELS as usize / GRAINS;
/// The light that is added before taking logarithms, as a share of full white; it bounds black.
const BLACK: f32 = 0.012;

/// Red, green and blue light, in shares of full white.
#[derive(Clone, Debug)]
pub(super) struct Grains {
    pub(super) channels: [Plane; 3],
}

/// The color of a grain, in logarithms: brightness, red against green, blue against green.
pub(super) type GrainTone = [f32; 3];

impl Grains {
    /// Divides the picture of a grid into grains; `shifted` returns the offset of a place.
    pub(super) fn of(
        pixels: &RgbImage,
        grid: GridSize,
        shifted: impl Fn(f32, f32) -> (f32, f32),
    ) -> Self {
        let light = light(pixels);
        let width = usize::from(grid.columns()) * GRAINS;
        let height = usize::from(grid.rows()) * GRAINS;
        let offs: Vec<(f32, f32)> = (0..height)
            .flat_map(|y| (0..width).map(move |x| (x, y)))
            .map(|(x, y)| shifted(center(x), center(y)))
            .collect();
        let channels = light.map(|plane| {
            Plane::new(width, height, |x, y| {
                let (across, down) = offs[y * width + x];
                let mut sum = 0.0;
                for dy in 0..PIXELS {
                    for dx in 0..PIXELS {
                        let (px, py) = ((x * PIXELS + dx) as f32, (y * PIXELS + dy) as f32);
                        sum += plane.between(px + across, py + down);
                    }
                }
                sum / (PIXELS * PIXELS) as f32
            })
        });
        Self { channels }
    }

    pub(super) fn len(&self) -> usize {
        self.channels[0].values.len()
    }

    /// Returns the tones of all grains, row by row.
    pub(super) fn tones(&self) -> Vec<GrainTone> {
        (0..self.len()).map(|at| self.tone(at)).collect()
    }

    fn tone(&self, at: usize) -> GrainTone {
        let [red, green, blue] =
            self.channels.each_ref().map(|plane| (plane.values[at] + BLACK).ln());
        [(red + green + blue) / 3.0, red - green, blue - green]
    }

    /// Returns the difference of a grain from that of another picture. Tint counts most, since a
    /// shadow changes brightness but is no piece.
    pub(super) fn tint_off(&self, other: &Self, at: usize) -> f32 {
        let (one, other) = (self.tone(at), other.tone(at));
        let off: [f32; 3] = std::array::from_fn(|part| one[part] - other[part]);
        (0.25 * off[0]).hypot(off[1]).hypot(off[2])
    }
}

/// Returns the center of a grain, in pixels.
fn center(at: usize) -> f32 {
    (at * PIXELS) as f32 + (PIXELS - 1) as f32 / 2.0
}

/// Returns the light of every pixel, by color.
fn light(pixels: &RgbImage) -> [Plane; 3] {
    let linear: [f32; 256] = std::array::from_fn(|byte| {
        let byte = byte as u8;
        let light: LinSrgb<f32> = Srgb::new(byte, byte, byte).into_linear();
        light.red
    });
    let (width, height) = (pixels.width() as usize, pixels.height() as usize);
    std::array::from_fn(|channel| {
        let values = pixels.pixels().map(|Rgb(bytes)| linear[usize::from(bytes[channel])]);
        Plane { width, height, values: values.collect() }
    })
}

/// Returns the brightness of every pixel, in logarithms.
pub(super) fn brightness(pixels: &RgbImage) -> Plane {
    let (width, height) = (pixels.width() as usize, pixels.height() as usize);
    let values = pixels.pixels().map(|Rgb(bytes)| {
        let sum: f32 = bytes.iter().map(|byte| f32::from(*byte)).sum();
        (sum / 3.0 + 8.0).ln()
    });
    Plane { width, height, values: values.collect() }
}
