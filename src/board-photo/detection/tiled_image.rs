//! A picture of numbers in square tiles, as large as a cache line.
//!
//! The search reads short rows of pixels in all directions. Stored row by row, each pixel of a row
//! that runs down the picture would be in a cache line of its own.

/// The width and height of a tile, in pixels.
const SIDE: usize = 4;

/// The number of bits after the point of a place as a fixed-point number.
const FRACTION_BITS: u32 = 32;

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

    /// Returns the values at some places along a line, each a step farther than the one before; `None`
    /// if one is outside the picture. The first place is relative to the top left corner.
    pub(super) fn values_along(
        &self,
        (x, y): (f64, f64),
        (step_x, step_y): (f64, f64),
        count: u32,
    ) -> Option<impl Iterator<Item = f32>> {
        let (width, height) = (f64::from(self.width), f64::from(self.height));
        let steps = f64::from(count.saturating_sub(1));
        // All are inside if the first and the last are.
        let is_inside = [(x, y), (x + steps * step_x, y + steps * step_y)]
            .iter()
            .all(|(x, y)| *x >= 0.0 && *y >= 0.0 && *x < width && *y < height);
        // A fixed-point number becomes an index by a shift, which is quicker than to round a float.
        let [x, y, step_x, step_y] =
            [x, y, step_x, step_y].map(|value| (value * 2_f64.powi(FRACTION_BITS as i32)) as i64);
        is_inside.then(move || {
            (0..i64::from(count)).map(move |at| {
                let [x, y] = [x + at * step_x, y + at * step_y].map(|at| at >> FRACTION_BITS);
                self.pixel(x as usize, y as usize)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_along_a_line_are_those_of_the_pixels_under_it() {
        let image = TiledImage::from_fn(9, 6, |x, y| (100 * y + x) as f32);
        let values = |first, step, count| {
            image.values_along(first, step, count).map(Iterator::collect::<Vec<f32>>)
        };
        // Columns 0.55, 1.25, 1.95, 2.65, 3.35, 4.05.
        let expected = vec![500.0, 401.0, 301.0, 202.0, 103.0, 4.0];
        assert_eq!(values((0.55, 5.9), (0.7, -1.0), 6), Some(expected));
        // Down to the first pixel, and from there to the last.
        assert_eq!(values((2.0, 0.0), (-1.0, 0.0), 3), Some(vec![2.0, 1.0, 0.0]));
        assert_eq!(values((8.9, 5.9), (0.0, 0.0), 1), Some(vec![508.0]));
        // One place outside on each side.
        for (first, step) in [
            ((2.0, 0.0), (-1.1, 0.0)),
            ((2.0, 2.0), (0.0, -1.1)),
            ((7.0, 2.0), (1.0, 0.0)),
            ((2.0, 4.0), (0.0, 1.0)),
            ((-0.1, 2.0), (1.0, 0.0)),
        ] {
            assert_eq!(values(first, step, 3), None, "{first:?} {step:?}");
        }
    }

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
