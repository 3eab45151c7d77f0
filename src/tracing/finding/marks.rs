//! Every place of a photograph where something thin or an edge passes, and which way it runs.

use image::{ImageBuffer, Luma, RgbImage, imageops};
use imageproc::filter::gaussian_blur_f32;

/// The longer side of the picture that is looked at, in pixels: of a board of 26 squares, one is
/// then still as wide as thirty.
const LONGEST: u32 = 1_200;

/// The blur below which nothing is looked at, in pixels: about as wide as a printed line.
const BLUR: f32 = 1.2;

/// Light is compared with what is usual within about so many pixels.
const NEIGHBOURHOOD: u32 = 16;

/// What changes less than this, in logarithms of light, is noise even where nothing else is.
const LEAST: f32 = 0.004;

/// What stands out by so much over what is usual around it counts in full.
const FULL: f32 = 4.0;

/// A place where something thin passes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    /// Pixels to the right of the middle of the picture.
    pub x: f32,
    /// Pixels below the middle of the picture.
    pub y: f32,
    /// Across what passes, of length 1.
    pub normal: (f32, f32),
    /// How much it stands out, 0 to 1.
    pub weight: f32,
}

/// The marks of a photograph.
pub(super) struct Marks {
    /// All of them, row by row.
    pub all: Vec<Mark>,
    /// Pixels across and down the picture in which they were found.
    pub size: (u32, u32),
    /// The logarithm of light, a little blurred, in units of how much it bends around there.
    pub light: BlurredLight,
    /// The picture in which they were found.
    pub pixels: RgbImage,
}

type Field = ImageBuffer<Luma<f32>, Vec<f32>>;

/// Light as it is compared along lines.
pub(super) struct BlurredLight {
    light: Field,
    /// How much light bends in each neighbourhood.
    usual: Field,
}

impl BlurredLight {
    /// Pixels across and down.
    pub(super) fn size(&self) -> (u32, u32) {
        self.light.dimensions()
    }

    /// At a place counted from the middle; nothing outside the picture.
    pub(super) fn at(&self, x: f64, y: f64) -> Option<f32> {
        let (width, height) = self.light.dimensions();
        let x = (x + f64::from(width) / 2.0).floor();
        let y = (y + f64::from(height) / 2.0).floor();
        let is_inside = x >= 0.0 && y >= 0.0 && x < f64::from(width) && y < f64::from(height);
        is_inside.then(|| self.light.get_pixel(x as u32, y as u32).0[0])
    }

    /// How much light bends around a place of the picture.
    pub(super) fn usual(&self, x: f64, y: f64) -> f32 {
        let near = |at: f64, side: u32, most: u32| {
            let at = (at + f64::from(side) / 2.0).max(0.0) as u32;
            (at / NEIGHBOURHOOD).min(most - 1)
        };
        let (width, height) = self.light.dimensions();
        let x = near(x, width, self.usual.width());
        let y = near(y, height, self.usual.height());
        self.usual.get_pixel(x, y).0[0].max(LEAST)
    }
}

impl Marks {
    /// Looks for marks in a picture; a large one is looked at in small.
    pub(super) fn of(pixels: &RgbImage) -> Option<Self> {
        let longest = pixels.width().max(pixels.height());
        let scaled = |side: u32| (side * LONGEST / longest).max(1);
        let pixels = if longest > LONGEST {
            imageops::thumbnail(pixels, scaled(pixels.width()), scaled(pixels.height()))
        } else {
            pixels.clone()
        };
        let (width, height) = pixels.dimensions();
        if width < 2 * NEIGHBOURHOOD || height < 2 * NEIGHBOURHOOD {
            return None;
        }
        // In logarithms, shadow and light shift what is printed and leave it as strong as it is.
        let light = Field::from_fn(width, height, |x, y| {
            let [red, green, blue] = pixels.get_pixel(x, y).0.map(f32::from);
            Luma([(0.3 * red + 0.5 * green + 0.2 * blue + 12.0).ln()])
        });
        let light = gaussian_blur_f32(&light, BLUR);
        let strength = Field::from_fn(width, height, |x, y| Luma([bend(&light, x, y).0]));
        let (coarse_width, coarse_height) = (width / NEIGHBOURHOOD, height / NEIGHBOURHOOD);
        let usual = Field::from_fn(coarse_width, coarse_height, |x, y| {
            let (left, top) = (x * NEIGHBOURHOOD, y * NEIGHBOURHOOD);
            let rows = top..top + NEIGHBOURHOOD;
            let all = rows.flat_map(|y| (left..left + NEIGHBOURHOOD).map(move |x| (x, y)));
            let sum: f32 = all.map(|(x, y)| strength.get_pixel(x, y).0[0]).sum();
            Luma([sum / (NEIGHBOURHOOD * NEIGHBOURHOOD) as f32])
        });
        let usual = gaussian_blur_f32(&usual, 2.0);
        let light = BlurredLight { light, usual };
        let mut all = Vec::new();
        for y in 0..height {
            for x in 0..width {
                let (right, below) =
                    (x as f32 + 0.5 - width as f32 / 2.0, y as f32 + 0.5 - height as f32 / 2.0);
                let usual = light.usual(f64::from(right), f64::from(below));
                let weight = strength.get_pixel(x, y).0[0] / (FULL * usual);
                if weight > 0.25 {
                    all.push(Mark {
                        x: right,
                        y: below,
                        normal: bend(&light.light, x, y).1,
                        weight: weight.min(1.0),
                    });
                }
            }
        }
        Some(Self { all, size: (width, height), light, pixels })
    }
}

/// By how much more light bends one way than the other at a place, and which way that is: across a
/// line, or on both sides of an edge.
fn bend(light: &Field, x: u32, y: u32) -> (f32, (f32, f32)) {
    let (width, height) = light.dimensions();
    if x == 0 || y == 0 || x + 1 >= width || y + 1 >= height {
        return (0.0, (1.0, 0.0));
    }
    let light = |dx: u32, dy: u32| light.get_pixel(x + dx - 1, y + dy - 1).0[0];
    let middle = light(1, 1);
    let across = light(0, 1) + light(2, 1) - 2.0 * middle;
    let down = light(1, 0) + light(1, 2) - 2.0 * middle;
    let both = (light(0, 0) + light(2, 2) - light(0, 2) - light(2, 0)) / 4.0;
    let (mean, half) = (f32::midpoint(across, down), (across - down) / 2.0);
    let apart = half.hypot(both);
    // Of the two bends at right angles to each other, the stronger says where a line runs.
    let turn = both.atan2(half) / 2.0;
    let normal = if mean >= 0.0 { (turn.cos(), turn.sin()) } else { (-turn.sin(), turn.cos()) };
    ((mean.abs() + apart) - (mean.abs() - apart).abs(), normal)
}
