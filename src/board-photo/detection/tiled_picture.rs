//! Pictures that are read along lines of any direction.

/// The side of a tile, in pixels.
const SIDE: usize = 8;

/// The number of fractional bits of a fixed-point coordinate, …
const STEP_BITS: u32 = 16;

/// … and that of its steps in a pixel.
const STEPS: f64 = (1 << STEP_BITS) as f64;

/// The values of the pixels of a picture, stored tile by tile: pixels on a short line of any direction
/// are in few lines of the processor's cache. Places are relative to the center of the picture.
pub(super) struct TiledPicture<T> {
    values: Vec<T>,
    width: u32,
    height: u32,
}

impl<T: Copy + Default> TiledPicture<T> {
    /// Creates a picture of `width` by `height` pixels with default values.
    pub(super) fn new((width, height): (u32, u32)) -> Self {
        let [across, down] = [width, height].map(|side| (side as usize).div_ceil(SIDE));
        Self { values: vec![T::default(); across * down * SIDE * SIDE], width, height }
    }

    /// Sets the value of a pixel, counted from the top left.
    pub(super) fn set(&mut self, x: u32, y: u32, value: T) {
        let index = self.index(x as usize, y as usize);
        self.values[index] = value;
    }

    /// Returns the pixels across and down.
    pub(super) const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Returns the value at a place; `None` outside the picture.
    pub(super) fn at(&self, x: f64, y: f64) -> Option<T> {
        self.along((x, y), (0.0, 0.0), 1)?.next()
    }

    /// Iterates over the values at `count` places in a row, from the first one, each a step farther;
    /// `None` if one is outside the picture.
    pub(super) fn along(
        &self,
        (x, y): (f64, f64),
        (step_x, step_y): (f64, f64),
        count: usize,
    ) -> Option<impl Iterator<Item = T>> {
        let (width, height) = (f64::from(self.width), f64::from(self.height));
        let (x, y) = (x + width / 2.0, y + height / 2.0);
        let is_inside = |x: f64, y: f64| x >= 0.0 && y >= 0.0 && x < width && y < height;
        // All are inside if the first and the last are.
        let steps = count.saturating_sub(1) as f64;
        if !is_inside(x, y) || !is_inside(x + steps * step_x, y + steps * step_y) {
            return None;
        }
        let [x, y, step_x, step_y] = [x, y, step_x, step_y].map(|at| (at * STEPS) as i64);
        Some((0..count as i64).map(move |at| {
            let [x, y] = [x + at * step_x, y + at * step_y].map(|at| (at >> STEP_BITS) as usize);
            self.values[self.index(x, y)]
        }))
    }

    /// Returns the index of the value of a pixel.
    const fn index(&self, x: usize, y: usize) -> usize {
        let across = (self.width as usize).div_ceil(SIDE);
        (y / SIDE * across + x / SIDE) * (SIDE * SIDE) + y % SIDE * SIDE + x % SIDE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a picture of 21 by 10 pixels, whose values are 10 times the column plus the row.
    fn numbered() -> TiledPicture<u8> {
        let mut picture = TiledPicture::new((21, 10));
        for (x, y) in (0..21).flat_map(|x| (0..10).map(move |y| (x, y))) {
            picture.set(x, y, (10 * x + y) as u8);
        }
        picture
    }

    #[test]
    fn values_are_at_places_relative_to_the_center() {
        let picture = numbered();
        assert_eq!(picture.at(-10.5, -5.0), Some(0));
        assert_eq!(picture.at(0.0, 0.0), Some(105));
        assert_eq!(picture.at(10.4, 4.9), Some(209));
    }

    #[test]
    fn no_value_is_outside_the_picture() {
        let picture = numbered();
        for (x, y) in [(-10.6, 0.0), (10.5, 0.0), (0.0, -5.1), (0.0, 5.0), (1e12, 0.0)] {
            assert_eq!(picture.at(x, y), None, "{x} {y}");
        }
        for far in [f64::NEG_INFINITY, f64::NAN] {
            assert_eq!(picture.at(0.0, far), None, "{far}");
            let mut along = picture.along((0.0, 0.0), (far, 0.0), 3).into_iter();
            assert!(along.next().is_none(), "{far}");
        }
    }

    #[test]
    fn values_along_a_line_cross_the_tiles() {
        let picture = numbered();
        let along = |place, step, count| Some(picture.along(place, step, count)?.collect());
        assert_eq!(along((-4.0, -4.5), (2.0, 1.0), 4), Some(vec![60, 81, 102, 123]));
        assert_eq!(along((10.0, 4.5), (-10.0, -0.5), 3), Some(vec![209, 109, 8]));
        assert_eq!(along((-4.0, -4.5), (2.0, 1.0), 9), None, "the last ones are outside");
    }
}
