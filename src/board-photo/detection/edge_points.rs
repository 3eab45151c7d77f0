//! The places of a photograph with a thin line or an edge, and its direction.

use image::{ImageBuffer, Luma, RgbImage, imageops};
use imageproc::filter::gaussian_blur_f32;

use super::tiled_image::TiledImage;

/// The blur of the light, in pixels: about as wide as a printed line.
const BLUR: f32 = 1.2;

/// The size of a neighborhood with a common usual curvature, in pixels.
const NEIGHBORHOOD: u32 = 16;

/// The minimum usual curvature, in logarithms of light; less is noise.
const LEAST: f32 = 0.004;

/// The curvature in units of the usual from which a mark has full weight.
const FULL: f32 = 4.0;

/// A place on a thin line or an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgePoint {
    /// Pixels to the right of the center of the picture.
    pub x: f32,
    /// Pixels below the center of the picture.
    pub y: f32,
    /// The direction across the line, of length 1.
    pub normal: (f32, f32),
    /// The strength of the line there, 0 to 1.
    pub weight: f32,
}

/// The marks of a photograph.
pub(super) struct EdgePoints {
    /// All of them, row by row.
    pub all: Vec<EdgePoint>,
    /// Pixels across and down the searched picture.
    pub size: (u32, u32),
    /// The light of the searched picture.
    pub light: BlurredLight,
    /// The searched picture, a reduced copy of the photograph.
    pub pixels: RgbImage,
}

type FloatImage = ImageBuffer<Luma<f32>, Vec<f32>>;

/// The light of a picture, with its usual curvature.
pub(super) struct BlurredLight {
    /// The logarithm of light, a little blurred.
    light: TiledImage,
    /// The mean curvature of light in each neighborhood.
    usual: FloatImage,
}

impl BlurredLight {
    /// Returns the pixels across and down.
    pub(super) fn size(&self) -> (u32, u32) {
        self.light.size()
    }

    /// Returns the light at a place relative to the center; `None` outside the picture.
    pub(super) fn at(&self, x: f64, y: f64) -> Option<f32> {
        let (width, height) = self.light.size();
        let (x, y) = (x + f64::from(width) / 2.0, y + f64::from(height) / 2.0);
        let is_inside = x >= 0.0 && y >= 0.0 && x < f64::from(width) && y < f64::from(height);
        is_inside.then(|| self.light.pixel(x as usize, y as usize))
    }

    /// Returns the light at some places in a row, from the first one, relative to the center, each a
    /// step farther; `None` if one is outside the picture.
    pub(super) fn along(
        &self,
        (x, y): (f64, f64),
        step: (f64, f64),
        count: u32,
    ) -> Option<impl Iterator<Item = f32>> {
        let (width, height) = self.light.size();
        let first = (x + f64::from(width) / 2.0, y + f64::from(height) / 2.0);
        self.light.values_along(first, step, count)
    }

    /// Returns the usual curvature of light around a place of the picture.
    pub(super) fn usual(&self, x: f64, y: f64) -> f32 {
        let (width, height) = self.light.size();
        let x = neighborhood(x, width, self.usual.width());
        let y = neighborhood(y, height, self.usual.height());
        self.usual.get_pixel(x, y).0[0].max(LEAST)
    }
}

/// Returns the neighborhood of a place relative to the center of a side.
fn neighborhood(at: f64, side: u32, count: u32) -> u32 {
    let pixel = (at + f64::from(side) / 2.0).max(0.0) as u32;
    (pixel / NEIGHBORHOOD).min(count - 1)
}

impl EdgePoints {
    /// Searches a picture for marks, in a copy whose longer side has at most `side` pixels; `None` if it
    /// is too small.
    pub(super) fn of(pixels: &RgbImage, side: u32) -> Option<Self> {
        let longest = pixels.width().max(pixels.height());
        let pixels = if longest > side {
            let [width, height] =
                [pixels.width(), pixels.height()].map(|own| (own * side / longest).max(1));
            imageops::thumbnail(pixels, width, height)
        } else {
            pixels.clone()
        };
        let (width, height) = pixels.dimensions();
        if width < 2 * NEIGHBORHOOD || height < 2 * NEIGHBORHOOD {
            return None;
        }
        // In logarithms, shadow and light shift the print but leave its contrast unchanged.
        let sharp = FloatImage::from_fn(width, height, |x, y| {
            let [red, green, blue] = pixels.get_pixel(x, y).0.map(f32::from);
            Luma([(0.3 * red + 0.5 * green + 0.2 * blue + 12.0).ln()])
        });
        let blurred = gaussian_blur_f32(&sharp, BLUR);
        let strength = FloatImage::from_fn(width, height, |x, y| {
            Luma([Curvature::at(&blurred, x, y).strength()])
        });
        let (coarse_width, coarse_height) = (width / NEIGHBORHOOD, height / NEIGHBORHOOD);
        let means = FloatImage::from_fn(coarse_width, coarse_height, |x, y| {
            let (left, top) = (x * NEIGHBORHOOD, y * NEIGHBORHOOD);
            let sum: f32 = (top..top + NEIGHBORHOOD)
                .flat_map(|y| (left..left + NEIGHBORHOOD).map(move |x| (x, y)))
                .map(|(x, y)| strength.get_pixel(x, y).0[0])
                .sum();
            Luma([sum / (NEIGHBORHOOD * NEIGHBORHOOD) as f32])
        });
        let light = BlurredLight {
            light: TiledImage::from_fn(width, height, |x, y| blurred.get_pixel(x, y).0[0]),
            usual: gaussian_blur_f32(&means, 2.0),
        };
        let mut all = Vec::new();
        for y in 0..height {
            for x in 0..width {
                let (right, below) =
                    (x as f32 + 0.5 - width as f32 / 2.0, y as f32 + 0.5 - height as f32 / 2.0);
                let usual = light.usual(f64::from(right), f64::from(below));
                let weight = strength.get_pixel(x, y).0[0] / (FULL * usual);
                if weight > 0.25 {
                    all.push(EdgePoint {
                        x: right,
                        y: below,
                        normal: Curvature::at(&blurred, x, y).normal(),
                        weight: weight.min(1.0),
                    });
                }
            }
        }
        Some(Self { all, size: (width, height), light, pixels })
    }
}

/// The second derivatives of light at a place.
#[derive(Clone, Copy, Debug, Default)]
struct Curvature {
    /// The mean of those across and down, …
    mean: f32,
    /// … half of their difference, …
    half: f32,
    /// … and the mixed one.
    both: f32,
}

impl Curvature {
    /// Returns the curvature at a pixel; none on the border of the picture.
    fn at(light: &FloatImage, x: u32, y: u32) -> Self {
        let (width, height) = light.dimensions();
        if x == 0 || y == 0 || x + 1 >= width || y + 1 >= height {
            return Self::default();
        }
        let [above, here, below] =
            [y - 1, y, y + 1].map(|y| [x - 1, x, x + 1].map(|x| light.get_pixel(x, y).0[0]));
        let across = here[0] + here[2] - 2.0 * here[1];
        let down = above[1] + below[1] - 2.0 * here[1];
        Self {
            mean: f32::midpoint(across, down),
            half: (across - down) / 2.0,
            both: (above[0] + below[2] - below[0] - above[2]) / 4.0,
        }
    }

    /// Returns the excess of the stronger principal curvature over the weaker one.
    fn strength(self) -> f32 {
        // `hypot` is slow, and no difference of light is large enough to need it.
        let apart = (self.half * self.half + self.both * self.both).sqrt();
        (self.mean.abs() + apart) - (self.mean.abs() - apart).abs()
    }

    /// Returns the direction of the stronger principal curvature, of length 1: across a line, or
    /// across an edge. The weaker one is at right angles to it.
    fn normal(self) -> (f32, f32) {
        let turn = self.both.atan2(self.half) / 2.0;
        if self.mean >= 0.0 { (turn.cos(), turn.sin()) } else { (-turn.sin(), turn.cos()) }
    }
}
