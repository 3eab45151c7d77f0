//! A two-dimensional field of numbers.

/// A field of numbers, stored row by row.
#[derive(Clone, Debug)]
pub(super) struct Plane {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) values: Vec<f32>,
}

impl Plane {
    pub(super) fn new(width: usize, height: usize, value: impl Fn(usize, usize) -> f32) -> Self {
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Self { width, height, values: places.map(|(x, y)| value(x, y)).collect() }
    }

    pub(super) fn at(&self, x: usize, y: usize) -> f32 {
        self.values[y * self.width + x]
    }

    /// Returns the value at a place, clamped to the field.
    pub(super) fn near(&self, x: isize, y: isize) -> f32 {
        self.at(clamped(x, self.width), clamped(y, self.height))
    }

    /// Returns the value between four others by bilinear interpolation.
    pub(super) fn between(&self, x: f32, y: f32) -> f32 {
        let (left, top) = (x.floor(), y.floor());
        let (across, down) = (x - left, y - top);
        let [upper, lower] = [0, 1].map(|below| {
            let (x, y) = (left as isize, top as isize + below);
            self.near(x, y) * (1.0 - across) + self.near(x + 1, y) * across
        });
        upper * (1.0 - down) + lower * down
    }

    /// Returns the field after a Gaussian blur with standard deviation `reach`.
    pub(super) fn smoothed(&self, reach: f32) -> Self {
        let far = (reach * 2.5).ceil() as isize;
        let weights: Vec<f32> =
            (-far..=far).map(|off| (-(off as f32 / reach).powi(2) / 2.0).exp()).collect();
        let all: f32 = weights.iter().sum();
        let mixed = |value: &dyn Fn(isize) -> f32| {
            let sum: f32 =
                (-far..=far).zip(&weights).map(|(off, weight)| value(off) * weight).sum();
            sum / all
        };
        let across = Self::new(self.width, self.height, |x, y| {
            mixed(&|off| self.near(x as isize + off, y as isize))
        });
        Self::new(self.width, self.height, |x, y| {
            mixed(&|off| across.near(x as isize, y as isize + off))
        })
    }
}

fn clamped(at: isize, most: usize) -> usize {
    (at.max(0) as usize).min(most - 1)
}

/// Returns the median; 0 if there are no values.
pub(super) fn middle(mut values: Vec<f32>) -> f32 {
    if values.is_empty() {
        return 0.0;
    }
    let at = values.len() / 2;
    *values.select_nth_unstable_by(at, f32::total_cmp).1
}
