//! A picture of numbers in square tiles, as large as a cache line.
//!
//! The search reads short rows of pixels in all directions. Stored row by row, each pixel of a row
//! that runs down the picture would be in a cache line of its own.

/// The width and height of a tile, in pixels.
const SIDE: usize = 4;

/// The pixels of a tile, row by row.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Tile([f32; SIDE * SIDE]);

/// A picture of numbers.
#[derive(Debug)]
pub(super) struct TiledImage {
    tiles: Vec<Tile>,
    /// The number of tiles across.
    across: usize,
    width: u32,
    height: u32,
}

impl TiledImage {
    /// Creates a picture of zeros.
    pub(super) fn new(width: u32, height: u32) -> Self {
        let [across, down] = [width, height].map(|side| (side as usize).div_ceil(SIDE));
        Self { tiles: vec![Tile([0.0; SIDE * SIDE]); across * down], across, width, height }
    }

    /// Creates a picture from its pixels by column and row.
    pub(super) fn from_fn(width: u32, height: u32, value: impl Fn(u32, u32) -> f32) -> Self {
        let mut image = Self::new(width, height);
        for y in 0..height {
            for x in 0..width {
                *image.pixel_mut(x as usize, y as usize) = value(x, y);
            }
        }
        image
    }

    /// Returns the width and the height, in pixels.
    pub(super) const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Returns the value at a pixel. It must be in the picture.
    pub(super) fn pixel(&self, x: usize, y: usize) -> f32 {
        self.tiles[y / SIDE * self.across + x / SIDE].0[y % SIDE * SIDE + x % SIDE]
    }

    /// Returns the value at a pixel, to change it. It must be in the picture.
    pub(super) fn pixel_mut(&mut self, x: usize, y: usize) -> &mut f32 {
        &mut self.tiles[y / SIDE * self.across + x / SIDE].0[y % SIDE * SIDE + x % SIDE]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pixel_keeps_its_own_value() {
        for (width, height) in [(1, 1), (4, 8), (7, 5), (13, 2)] {
            let value = |x: u32, y: u32| (100 * y + x) as f32;
            let image = TiledImage::from_fn(width, height, value);
            assert_eq!(image.size(), (width, height));
            for y in 0..height {
                for x in 0..width {
                    let seen = image.pixel(x as usize, y as usize);
                    assert_eq!(seen.to_bits(), value(x, y).to_bits(), "{x} {y}");
                }
            }
        }
    }
}
