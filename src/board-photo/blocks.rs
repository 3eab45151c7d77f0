//! Measurement of each square of a straightened picture.
//!
//! A square is divided into small blocks, each measured separately. A token, a road
//! or a printed number spoils only the blocks it covers, so the majority of similar
//! blocks describes the square. Terrain is recognized by its color and its texture:
//! fineness, coarseness, direction. Texture is measured in logarithms of light, which
//! a shadow does not change.

use image::{Rgb, RgbImage};
use nalgebra::{Matrix3, SVector, Vector3};
use palette::{LinSrgb, Srgb};

use super::corners::GridSize;
use super::straightened_photo::{SQUARE_PIXELS, StraightenedPhoto};

/// Pixels excluded along the edges of a square, where grid lines are printed.
const MARGIN: u32 = 4;
/// Pixels along a block.
const BLOCK: u32 = 5;
/// Blocks along a square.
const ALONG: usize = ((SQUARE_PIXELS - 2 * MARGIN) / BLOCK) as usize;
/// Blocks in a square.
pub(super) const BLOCKS: usize = ALONG * ALONG;

/// The light that is added before taking logarithms, as a share of full white; it bounds black.
const BLACK: f64 = 0.004;
/// The byte from which a color of a pixel is white, so that its true value is lost.
const WHITE: u8 = 250;

/// The maximum distance of a block from the ground of its square, in brightness and colors.
const ALIKE: [f64; COLOR_FEATURES] = [0.6, 0.3, 0.35];

/// The maximum distance of a block from the ground of its square in uneven light.
const LIT: [f64; COLOR_FEATURES] = [0.9, 0.3, 0.35];

/// The number of color features: brightness, red against green, and blue against green, in
/// logarithms.
pub(super) const COLOR_FEATURES: usize = 3;
/// The number of all features: the colors first, then the texture.
pub(super) const FEATURES: usize = 8;

/// The color features of a place.
pub(super) type ColorFeatures = SVector<f64, COLOR_FEATURES>;
/// The features of a square.
pub(super) type Features = SVector<f64, FEATURES>;

/// The measurement of a square.
#[derive(Clone, Debug)]
pub(super) struct SquareMeasurement {
    /// The median features of the blocks that show the ground.
    pub(super) features: Features,
    /// The colors along its left, upper, right and lower edge.
    pub(super) edges: [ColorFeatures; 4],
    /// The colors of its blocks, in reading order.
    pub(super) blocks: [ColorFeatures; BLOCKS],
    /// The share of its blocks that show the ground.
    pub(super) clear: f64,
    /// The share of the blocks along its edges that show the ground.
    pub(super) clear_rim: f64,
    /// The share of its pixels that are white.
    pub(super) burnt: f64,
    /// The difference in log brightness of its ground across the square.
    pub(super) slope: f64,
}

/// The measurements of every square, in reading order.
#[derive(Clone, Debug)]
pub(super) struct SquareMeasurements {
    pub(super) grid: GridSize,
    pub(super) squares: Vec<SquareMeasurement>,
}

impl SquareMeasurements {
    pub(super) fn of(picture: &StraightenedPhoto) -> Self {
        let light = PixelLight::of(&picture.pixels);
        let squares = picture.grid.squares().map(|square| {
            let left = u32::from(square.column) * SQUARE_PIXELS + MARGIN;
            let top = u32::from(square.row) * SQUARE_PIXELS + MARGIN;
            measure(&picture.pixels, &light, left, top)
        });
        Self { grid: picture.grid, squares: squares.collect() }
    }
}

/// The light of every pixel: its colors, and the logarithm of its brightness.
struct PixelLight {
    width: usize,
    colors: Vec<[f64; 3]>,
    logs: Vec<f64>,
}

impl PixelLight {
    fn of(pixels: &RgbImage) -> Self {
        let linear: [f64; 256] = std::array::from_fn(|byte| {
            let byte = byte as u8;
            let light: LinSrgb<f64> = Srgb::new(byte, byte, byte).into_linear();
            light.red
        });
        let colors: Vec<[f64; 3]> =
            pixels.pixels().map(|Rgb(bytes)| bytes.map(|byte| linear[usize::from(byte)])).collect();
        let logs = colors.iter().map(|light| (light.iter().sum::<f64>() / 3.0 + BLACK).ln());
        Self { width: pixels.width() as usize, logs: logs.collect(), colors }
    }

    fn color(&self, x: u32, y: u32) -> [f64; 3] {
        self.colors[self.index(x, y)]
    }

    fn log(&self, x: u32, y: u32) -> f64 {
        self.logs[self.index(x, y)]
    }

    fn index(&self, x: u32, y: u32) -> usize {
        y as usize * self.width + x as usize
    }
}

/// The color and texture of a block.
struct Drawn {
    color: ColorFeatures,
    /// The mean difference of neighboring pixels, across and down.
    steps: [f64; 2],
    /// The standard deviation of the pixels.
    spread: f64,
    /// The standard deviation of means of four pixels.
    coarse: f64,
    /// The skew of the brightness: below 0 for dark details, above 0 for bright ones.
    lean: f64,
}

fn measure(pixels: &RgbImage, light: &PixelLight, left: u32, top: u32) -> SquareMeasurement {
    let drawn: [Drawn; BLOCKS] = std::array::from_fn(|at| {
        let (column, row) = ((at % ALONG) as u32, (at / ALONG) as u32);
        draw(light, left + column * BLOCK, top + row * BLOCK)
    });
    let blocks: [ColorFeatures; BLOCKS] = std::array::from_fn(|at| drawn[at].color);
    // Objects are in the middle of a square rather than along its edges. So the ground is the
    // median of the outer ring, and only blocks of the ring that show it are measured.
    let ring: Vec<usize> = (0..BLOCKS).filter(|at| inwards(*at) < 2).collect();
    let ground = median_color(&blocks, &ring);
    let is_ground = |at: &usize| {
        let off = blocks[*at] - ground;
        off.iter().zip(ALIKE).all(|(off, most)| off.abs() < most)
    };
    let open: Vec<usize> = ring.iter().copied().filter(is_ground).collect();
    let color = median_color(&blocks, &open);
    // A block against the mean of its neighbors, which cancels the slope of a shadow.
    let bumps: Vec<f64> = (0..BLOCKS)
        .filter(|at| inwards(*at) > 0)
        .map(|at| {
            let neighbors = [at - 1, at + 1, at - ALONG, at + ALONG];
            let mean = neighbors.iter().map(|at| blocks[*at][0]).sum::<f64>() / 4.0;
            (blocks[at][0] - mean).abs()
        })
        .collect();
    let along = median_over(&open, |at| drawn[at].steps[0]);
    let down = median_over(&open, |at| drawn[at].steps[1]);
    let spread = median_over(&open, |at| drawn[at].spread);
    let coarse = median_over(&open, |at| drawn[at].coarse);
    let features = Features::from([
        color[0],
        color[1],
        color[2],
        log(spread),
        log(along) - log(down),
        log(median(bumps)),
        log(coarse) - log(spread),
        median_over(&open, |at| drawn[at].lean),
    ]);
    let clear = (0..BLOCKS).filter(is_ground).count() as f64 / BLOCKS as f64;
    let rim: Vec<usize> = (0..BLOCKS).filter(|at| inwards(*at) == 0).collect();
    let clear_rim = rim.iter().filter(|at| is_ground(at)).count() as f64 / rim.len() as f64;
    let sides: [fn(usize, usize) -> bool; 4] = [
        |column, _| column < 2,
        |_, row| row < 2,
        |column, _| column >= ALONG - 2,
        |_, row| row >= ALONG - 2,
    ];
    let edges = sides.map(|is_on| {
        let on: Vec<usize> = (0..BLOCKS).filter(|at| is_on(at % ALONG, at / ALONG)).collect();
        let clear: Vec<usize> = on.iter().copied().filter(is_ground).collect();
        median_color(&blocks, if clear.len() * 4 > on.len() { &clear } else { &on })
    });
    let inner = SQUARE_PIXELS - 2 * MARGIN;
    let white = (top..top + inner)
        .flat_map(|y| (left..left + inner).map(move |x| (x, y)))
        .filter(|(x, y)| pixels.get_pixel(*x, *y).0.iter().all(|byte| *byte >= WHITE));
    let burnt = white.count() as f64 / f64::from(inner * inner);
    let slope = slope(&blocks, &color);
    SquareMeasurement { features, edges, blocks, clear, clear_rim, burnt, slope }
}

/// Returns the median color of some blocks.
fn median_color(blocks: &[ColorFeatures; BLOCKS], of: &[usize]) -> ColorFeatures {
    ColorFeatures::from_fn(|row, _| median_over(of, |at| blocks[at][row]))
}

fn median_over(blocks: &[usize], value: impl Fn(usize) -> f64) -> f64 {
    median(blocks.iter().map(|at| value(*at)).collect())
}

fn log(value: f64) -> f64 {
    (value + 0.01).ln()
}

/// Returns the difference in log brightness across a square, from the plane through its blocks that
/// show its ground in any light.
fn slope(blocks: &[ColorFeatures; BLOCKS], ground: &ColorFeatures) -> f64 {
    let (mut sum, mut seen) = (Matrix3::zeros(), Vector3::zeros());
    for (at, block) in blocks.iter().enumerate() {
        let off = (block - ground).component_div(&ColorFeatures::from(LIT));
        if off[0].abs() < 1.0 && off[1].powi(2) + off[2].powi(2) < 1.0 {
            let place = Vector3::new(1.0, (at % ALONG) as f64, (at / ALONG) as f64);
            sum += place * place.transpose();
            seen += place * block[0];
        }
    }
    let plane = sum.try_inverse().map_or_else(Vector3::zeros, |inverse| inverse * seen);
    plane[1].hypot(plane[2]) * ALONG as f64
}

fn draw(light: &PixelLight, left: u32, top: u32) -> Drawn {
    let mut sum = [0.0; 3];
    for (x, y) in pixels_of_block(left, top) {
        for (sum, color) in sum.iter_mut().zip(light.color(x, y)) {
            *sum += color;
        }
    }
    let count = f64::from(BLOCK * BLOCK);
    let [red, green, blue] = sum.map(|sum| (sum / count + BLACK).ln());
    let mean = block_mean(left, top, |x, y| light.log(x, y));
    let spread = block_mean(left, top, |x, y| (light.log(x, y) - mean).powi(2)).sqrt();
    let skew = block_mean(left, top, |x, y| (light.log(x, y) - mean).powi(3)).cbrt();
    let coarse = block_mean(left, top, |x, y| {
        let upper = light.log(x, y) + light.log(x + 1, y);
        ((upper + light.log(x, y + 1) + light.log(x + 1, y + 1)) / 4.0 - mean).powi(2)
    });
    let along = block_mean(left, top, |x, y| (light.log(x + 1, y) - light.log(x, y)).abs());
    let down = block_mean(left, top, |x, y| (light.log(x, y + 1) - light.log(x, y)).abs());
    Drawn {
        color: ColorFeatures::new((red + green + blue) / 3.0, red - green, blue - green),
        steps: [along, down],
        spread,
        coarse: coarse.sqrt(),
        lean: skew / (spread + 0.01),
    }
}

/// Iterates over the pixels of a block, row by row.
fn pixels_of_block(left: u32, top: u32) -> impl Iterator<Item = (u32, u32)> {
    (top..top + BLOCK).flat_map(move |y| (left..left + BLOCK).map(move |x| (x, y)))
}

fn block_mean(left: u32, top: u32, value: impl Fn(u32, u32) -> f64) -> f64 {
    pixels_of_block(left, top).map(|(x, y)| value(x, y)).sum::<f64>() / f64::from(BLOCK * BLOCK)
}

/// Returns the number of blocks between a block and the nearest edge of its square.
fn inwards(block: usize) -> usize {
    let (column, row) = (block % ALONG, block / ALONG);
    column.min(ALONG - 1 - column).min(row).min(ALONG - 1 - row)
}

/// Returns the median; 0 if there are no values.
pub(super) fn median(mut values: Vec<f64>) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f64::total_cmp).1
}
