//! What is measured in each square of a straightened picture.
//!
//! A square is cut into small blocks, each measured for itself. A token, a road
//! or a printed number spoils the blocks it covers and no others, so that a
//! square can be told by what is left to see of it.

use image::{Rgb, RgbImage};
use palette::{LinSrgb, Srgb};

use super::corners::{Grid, SIDE, Straightened};

/// Pixels left out along the edges of a square, where grid lines are printed.
const MARGIN: u32 = 4;
/// Pixels along a block.
const BLOCK: u32 = 5;
/// Blocks along a square.
pub(super) const ALONG: u32 = (SIDE - 2 * MARGIN) / BLOCK;
/// Blocks in a square.
pub(super) const BLOCKS: usize = (ALONG * ALONG) as usize;

/// Less light than this, as a share of full white, is black.
const BLACK: f32 = 0.004;

/// What one block of a square looks like.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Block {
    /// Logarithms of its red, green and blue light: uneven brightness adds to them.
    pub(super) light: [f32; 3],
    /// Logarithm of how much its brightness varies from pixel to pixel.
    pub(super) grain: f32,
}

/// The blocks of every square, in reading order.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    pub(super) grid: Grid,
    squares: Vec<[Block; BLOCKS]>,
}

impl Blocks {
    pub(super) fn of(picture: &Straightened) -> Self {
        let squares = picture.grid.squares().map(|square| {
            let left = u32::from(square.column) * SIDE + MARGIN;
            let top = u32::from(square.row) * SIDE + MARGIN;
            let mut blocks = [Block::default(); BLOCKS];
            for (at, block) in (0_u32..).zip(&mut blocks) {
                let (x, y) = (left + at % ALONG * BLOCK, top + at / ALONG * BLOCK);
                *block = measure(&picture.pixels, x, y);
            }
            blocks
        });
        Self { grid: picture.grid, squares: squares.collect() }
    }

    /// The blocks of each square, in reading order.
    pub(super) fn squares(&self) -> &[[Block; BLOCKS]] {
        &self.squares
    }
}

fn measure(pixels: &RgbImage, left: u32, top: u32) -> Block {
    let mut sum = [0.0_f32; 3];
    let (mut bright, mut squared) = (0.0_f32, 0.0_f32);
    for y in top..top + BLOCK {
        for x in left..left + BLOCK {
            let &Rgb([red, green, blue]) = pixels.get_pixel(x, y);
            let light: LinSrgb<f32> = Srgb::new(red, green, blue).into_linear();
            let light = [light.red, light.green, light.blue];
            for (sum, light) in sum.iter_mut().zip(light) {
                *sum += light;
            }
            let log = (light.iter().sum::<f32>() / 3.0 + BLACK).ln();
            bright += log;
            squared += log * log;
        }
    }
    let count = (BLOCK * BLOCK) as f32;
    let mean = bright / count;
    let spread = (squared / count - mean * mean).max(0.0).sqrt();
    Block { light: sum.map(|sum| (sum / count + BLACK).ln()), grain: (spread + 0.01).ln() }
}
