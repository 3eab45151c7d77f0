//! How far two pictures of a square are apart, in one light.
//!
//! A piece that is put back lies a little aside and askew, and edges are blurred
//! otherwise. So the tone of a grain is held against all those around its place
//! in the other picture, both ways: what is not among them is a difference. How
//! large it is, is told in units of what is usual around the square, where
//! nearly everything lies as it did.

use super::super::corners::Grid;
use super::grains::{GRAINS, Grains, Tone};

/// How far around its place the tone of a grain is looked for, in grains.
const SLACK: isize = 2;
/// The corners of what is looked at are farther than that; so much is near, squared.
const NEAR: isize = 5;
/// Tones a little beyond those around are no difference, as a share of how far those spread:
/// blur makes of two tones one between, and a sharper picture parts them again.
const BEYOND: f32 = 0.3;
/// Grains along the edges of a square that belong to its neighbours as well.
const MARGIN: usize = 1;
/// Squares around one tell what is usual there.
const AROUND: usize = 1;
/// The usual is what this share of the grains is not off by.
const USUAL: f32 = 0.6;
/// Tones differ by this much, however alike the pictures are.
const LEAST: Tone = [0.08, 0.04, 0.04];
/// How much each part of a tone counts; light and shadow change brightness first.
const COUNTS: Tone = [0.5, 1.0, 1.0];
/// The share of a square that a small road covers: the grains that differ most.
const MOST: f32 = 0.15;
/// Grains along the smallest thing that is looked for.
const SMALLEST: usize = 3;
/// A grain that is off by so many times the usual shows something else.
const ELSE: f32 = 3.0;

/// How far the two pictures of a square are apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Apart {
    /// In units of the usual, the grains that differ most and the place that differs most together.
    pub(super) by: f32,
    /// The share of its area that differs.
    pub(super) share: f32,
}

/// How far the pictures of every square are apart, in reading order.
pub(super) fn apart(grid: Grid, before: &Grains, after: &Grains) -> Vec<Apart> {
    let pair = Pair {
        columns: usize::from(grid.columns()),
        rows: usize::from(grid.rows()),
        before: before.tones(),
        after: after.tones(),
    };
    let off = pair.off();
    (0..grid.len()).map(|square| pair.square(square, &off)).collect()
}

/// The tones of both pictures.
struct Pair {
    columns: usize,
    rows: usize,
    before: Vec<Tone>,
    after: Vec<Tone>,
}

impl Pair {
    const fn width(&self) -> usize {
        self.columns * GRAINS
    }

    /// By how much each grain is off, in units of what is usual around its square.
    fn off(&self) -> Vec<f32> {
        let usual: Vec<Tone> = (0..self.rows * self.columns).map(|at| self.usual(at)).collect();
        let places = (0..self.rows * GRAINS).flat_map(|y| (0..self.width()).map(move |x| (x, y)));
        let off = places.map(|(x, y)| {
            let usual = &usual[y / GRAINS * self.columns + x / GRAINS];
            let one = self.beyond(&self.before, &self.after, x, y, usual);
            one.max(self.beyond(&self.after, &self.before, x, y, usual))
        });
        off.collect()
    }

    /// How far grains are usually off around a square.
    fn usual(&self, square: usize) -> Tone {
        let (column, row) = (square % self.columns, square / self.columns);
        let grains = |at: usize, most: usize| {
            at.saturating_sub(AROUND) * GRAINS..(at + AROUND + 1).min(most) * GRAINS
        };
        let (across, down) = (grains(column, self.columns), grains(row, self.rows));
        std::array::from_fn(|part| {
            let places = down.clone().flat_map(|y| across.clone().map(move |x| (x, y)));
            let off = places.map(|(x, y)| {
                let at = y * self.width() + x;
                (self.before[at][part] - self.after[at][part]).abs()
            });
            let mut off: Vec<f32> = off.collect();
            let at = (off.len() as f32 * USUAL) as usize;
            (1.48 * *off.select_nth_unstable_by(at, f32::total_cmp).1).hypot(LEAST[part])
        })
    }

    /// How far a grain of one picture is beyond all those around its place in the other.
    fn beyond(&self, own: &[Tone], other: &[Tone], x: usize, y: usize, usual: &Tone) -> f32 {
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
            (COUNTS[part] * off.max(0.0) / usual[part]).powi(2)
        });
        off.sum::<f32>().sqrt()
    }

    /// How far the pictures of a square are apart, by how far its grains are off.
    fn square(&self, square: usize, off: &[f32]) -> Apart {
        let (left, top) = (square % self.columns * GRAINS, square / self.columns * GRAINS);
        let inner = GRAINS - 2 * MARGIN;
        let at = |x: usize, y: usize| off[(top + MARGIN + y) * self.width() + left + MARGIN + x];
        let places = (0..inner).flat_map(|y| (0..inner).map(move |x| (x, y)));
        let mut sorted: Vec<f32> = places.map(|(x, y)| at(x, y)).collect();
        sorted.sort_by(|a, b| b.total_cmp(a));
        let count = (sorted.len() as f32 * MOST) as usize;
        let most = sorted[..count].iter().sum::<f32>() / count as f32;
        let last = inner - SMALLEST;
        let places = (0..=last).flat_map(|y| (0..=last).map(move |x| (x, y)));
        let mean = |(x, y): (usize, usize)| {
            let all = (y..y + SMALLEST).flat_map(|y| (x..x + SMALLEST).map(move |x| (x, y)));
            all.map(|(x, y)| at(x, y)).sum::<f32>() / (SMALLEST * SMALLEST) as f32
        };
        let place = places.map(mean).fold(0.0, f32::max);
        let differing = sorted.iter().take_while(|off| **off > ELSE).count();
        Apart { by: most + place, share: differing as f32 / sorted.len() as f32 }
    }
}

/// A place so far beside another, or the last before the edge.
fn near(at: usize, off: isize, most: usize) -> usize {
    at.saturating_add_signed(off).min(most - 1)
}
