//! The difference between two pictures of a square in the same light.
//!
//! A piece that is put back is a little shifted and rotated, and its edges are
//! blurred differently. So the tone of a grain is compared with all those around its
//! place in the other picture, both ways; a tone outside their range is a difference.
//! It is measured in units of the usual difference around the square, where nearly
//! everything is unchanged.

use super::super::corners::GridSize;
use super::grains::{GRAINS, GrainTone, Grains};

/// The search range for the tone of a grain, in grains.
const SLACK: isize = 2;
/// The maximum squared distance in that range; it excludes the corners.
const NEAR: isize = 5;
/// The tolerated excess of a tone, as a share of the range of those around it: blur merges two
/// tones into one between them, and a sharper picture separates them again.
const BEYOND: f32 = 0.3;
/// Grains along the edges of a square that belong to its neighbors as well.
const MARGIN: usize = 1;
/// Squares on each side of one from which its usual difference is taken.
const AROUND: usize = 1;
/// The quantile of the differences that is the usual one.
const USUAL: f32 = 0.6;
/// The minimum usual difference, even for nearly equal pictures.
const MIN_USUAL: GrainTone = [0.08, 0.04, 0.04];
/// The weight of each part of a tone; brightness, which light and shadow change first, counts less.
const WEIGHTS: GrainTone = [0.5, 1.0, 1.0];
/// The share of grains that differ most, over which the mean is taken: as much as a small road
/// covers.
const MOST: f32 = 0.15;
/// Grains along the smallest detected object.
const SMALLEST: usize = 3;
/// The difference in units of the usual from which a grain counts as changed.
const CHANGED: f32 = 3.0;

/// The difference between the two pictures of a square.
#[derive(Clone, Copy, Debug)]
pub(super) struct PictureDifference {
    /// In units of the usual: the mean of the grains that differ most, plus the mean of the place
    /// that differs most.
    pub(super) by: f32,
    /// The share of its area that differs.
    pub(super) share: f32,
}

/// Returns the difference between the pictures of every square, in reading order.
pub(super) fn picture_differences(
    grid: GridSize,
    before: &Grains,
    after: &Grains,
) -> Vec<PictureDifference> {
    let pair = PicturePair {
        columns: usize::from(grid.columns()),
        rows: usize::from(grid.rows()),
        before: before.tones(),
        after: after.tones(),
    };
    let off = pair.off();
    (0..grid.len()).map(|square| pair.square(square, &off)).collect()
}

/// The tones of both pictures.
struct PicturePair {
    columns: usize,
    rows: usize,
    before: Vec<GrainTone>,
    after: Vec<GrainTone>,
}

impl PicturePair {
    const fn width(&self) -> usize {
        self.columns * GRAINS
    }

    /// Returns the difference of each grain, in units of the usual one around its square.
    fn off(&self) -> Vec<f32> {
        let usual: Vec<GrainTone> =
            (0..self.rows * self.columns).map(|at| self.usual(at)).collect();
        (0..self.rows * GRAINS)
            .flat_map(|y| (0..self.width()).map(move |x| (x, y)))
            .map(|(x, y)| {
                let usual = &usual[y / GRAINS * self.columns + x / GRAINS];
                let one = self.beyond(&self.before, &self.after, x, y, usual);
                one.max(self.beyond(&self.after, &self.before, x, y, usual))
            })
            .collect()
    }

    /// Returns the usual difference of grains around a square.
    fn usual(&self, square: usize) -> GrainTone {
        let across = grains_around(square % self.columns, self.columns);
        let down = grains_around(square / self.columns, self.rows);
        std::array::from_fn(|part| {
            let mut off: Vec<f32> = down
                .clone()
                .flat_map(|y| across.clone().map(move |x| (x, y)))
                .map(|(x, y)| {
                    let at = y * self.width() + x;
                    (self.before[at][part] - self.after[at][part]).abs()
                })
                .collect();
            let at = (off.len() as f32 * USUAL) as usize;
            (1.48 * *off.select_nth_unstable_by(at, f32::total_cmp).1).hypot(MIN_USUAL[part])
        })
    }

    /// Returns the distance of a grain of one picture from the range of those around its place in
    /// the other.
    fn beyond(
        &self,
        own: &[GrainTone],
        other: &[GrainTone],
        x: usize,
        y: usize,
        usual: &GrainTone,
    ) -> f32 {
        let (width, height) = (self.width(), self.rows * GRAINS);
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for down in -SLACK..=SLACK {
            for across in -SLACK..=SLACK {
                if across * across + down * down > NEAR {
                    continue;
                }
                let there = other[near(y, down, height) * width + near(x, across, width)];
                for (part, tone) in there.into_iter().enumerate() {
                    low[part] = low[part].min(tone);
                    high[part] = high[part].max(tone);
                }
            }
        }
        let tone = own[y * width + x];
        let off = (0..3).map(|part| {
            let blurred = BEYOND * (high[part] - low[part]);
            let off = (low[part] - tone[part]).max(tone[part] - high[part]) - blurred;
            (WEIGHTS[part] * off.max(0.0) / usual[part]).powi(2)
        });
        off.sum::<f32>().sqrt()
    }

    /// Returns the difference between the pictures of a square from those of its grains.
    fn square(&self, square: usize, off: &[f32]) -> PictureDifference {
        let (left, top) = (square % self.columns * GRAINS, square / self.columns * GRAINS);
        let inner = GRAINS - 2 * MARGIN;
        let at = |x: usize, y: usize| off[(top + MARGIN + y) * self.width() + left + MARGIN + x];
        let mut sorted: Vec<f32> = (0..inner)
            .flat_map(|y| (0..inner).map(move |x| (x, y)))
            .map(|(x, y)| at(x, y))
            .collect();
        sorted.sort_by(|a, b| b.total_cmp(a));
        let count = (sorted.len() as f32 * MOST) as usize;
        let most = sorted[..count].iter().sum::<f32>() / count as f32;
        let last = inner - SMALLEST;
        let place = (0..=last)
            .flat_map(|y| (0..=last).map(move |x| (x, y)))
            .map(|(x, y)| {
                let all = (y..y + SMALLEST).flat_map(|y| (x..x + SMALLEST).map(move |x| (x, y)));
                all.map(|(x, y)| at(x, y)).sum::<f32>() / (SMALLEST * SMALLEST) as f32
            })
            .fold(0.0, f32::max);
        let differing = sorted.iter().take_while(|off| **off > CHANGED).count();
        PictureDifference { by: most + place, share: differing as f32 / sorted.len() as f32 }
    }
}

/// Returns the grains of a column or row of squares and of those around it.
fn grains_around(at: usize, most: usize) -> std::ops::Range<usize> {
    at.saturating_sub(AROUND) * GRAINS..(at + AROUND + 1).min(most) * GRAINS
}

/// Returns a coordinate shifted by `off`, clamped to the picture.
fn near(at: usize, off: isize, most: usize) -> usize {
    at.saturating_add_signed(off).min(most - 1)
}
