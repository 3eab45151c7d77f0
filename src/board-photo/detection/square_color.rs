//! The colors and textures of squares of a lattice, comparable between light and shadow.

use image::{Rgb, RgbImage};

use super::edge_points::BlurredLight;
use super::lattice::Lattice;

/// The number of sampled places of a square in each direction.
const PLACES: u32 = 4;

/// The minimum number of these places in the picture.
const MIN_PLACES: u32 = 4;

/// The number of places in each direction at which the texture of a square is sampled.
const TEXTURE_PLACES: u32 = 8;

/// A color in logarithms: red and blue against green, and green.
pub(super) type SquareColor = [f64; 3];

impl Lattice {
    /// Returns the mean color of a square; `None` if hardly any of it is in the picture.
    pub(super) fn square_color(
        &self,
        pixels: &RgbImage,
        (column, row): (i32, i32),
    ) -> Option<SquareColor> {
        let (across, down) = (f64::from(pixels.width()) / 2.0, f64::from(pixels.height()) / 2.0);
        let mut sums = [0.0; 3];
        let mut seen = 0;
        for at in 0..PLACES * PLACES {
            let [right, below] = [at % PLACES, at / PLACES]
                .map(|at| 0.2 + 0.6 * (f64::from(at) + 0.5) / f64::from(PLACES));
            let (x, y) = self.place(f64::from(column) + right, f64::from(row) + below);
            let (x, y) = ((x + across).floor(), (y + down).floor());
            if x < 0.0 || y < 0.0 {
                continue;
            }
            let Some(Rgb(bytes)) = pixels.get_pixel_checked(x as u32, y as u32) else {
                continue;
            };
            seen += 1;
            let [red, green, blue] = bytes.map(|byte| (f64::from(byte) + 12.0).ln());
            for (sum, value) in sums.iter_mut().zip([red - green, blue - green, green]) {
                *sum += value;
            }
        }
        (seen >= MIN_PLACES).then(|| sums.map(|sum| sum / f64::from(seen)))
    }
}

impl Lattice {
    /// Returns the standard deviation of the light within a square, in logarithms; `None` if some of
    /// it is outside the picture.
    pub(super) fn square_texture(
        &self,
        light: &BlurredLight,
        (column, row): (i32, i32),
    ) -> Option<f64> {
        let (mut sum, mut of_squares) = (0.0, 0.0);
        for at in 0..TEXTURE_PLACES * TEXTURE_PLACES {
            let [right, below] =
                [at % TEXTURE_PLACES, at / TEXTURE_PLACES].map(|at| 0.15 + 0.1 * f64::from(at));
            let (x, y) = self.place(f64::from(column) + right, f64::from(row) + below);
            let light = f64::from(light.at(x, y)?);
            sum += light;
            of_squares += light * light;
        }
        let count = f64::from(TEXTURE_PLACES * TEXTURE_PLACES);
        let mean = sum / count;
        Some((of_squares / count - mean * mean).max(0.0).sqrt())
    }
}

/// Returns the difference between two colors; that of light counts less, because of shadows.
pub(super) fn difference(one: SquareColor, other: SquareColor) -> f64 {
    let [red, blue, light] = [0, 1, 2].map(|part| (one[part] - other[part]).powi(2));
    (2.0 * (red + blue) + 0.5 * light).sqrt()
}
