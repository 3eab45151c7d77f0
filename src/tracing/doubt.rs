//! What speaks against a straightened photograph before anything is painted.
//!
//! A grey picture tells terrain by brightness and grain alone, and a grid that
//! lies beside the squares mixes what is in them. Neither can be put right by
//! painting, so both are pointed out; nothing is refused, for the picture may
//! be the only one there is.

use image::{Rgb, RgbImage};
use palette::{FromColor, Oklab, Srgb};
use plain_text::counted;

use super::corners::{Grid, SIDE, Straightened};

/// Something about a photograph that a person ought to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Doubt {
    /// Its squares hardly differ in colour.
    #[error(
        "The photograph is grey. Terrain is recognised by its colour, so the proposals will often be \
         wrong; a photograph in colour does better."
    )]
    Grey,
    /// Another number of columns or rows fits the lines between the squares better.
    #[error(
        "The squares do not fit the grid: the photograph looks like {} and {}. Count them, and look \
         where the corners lie.",
        counted(.columns, "column", "columns"),
        counted(.rows, "row", "rows")
    )]
    OtherGrid {
        /// Columns that fit better.
        columns: u32,
        /// Rows that fit better.
        rows: u32,
    },
    /// The number fits, but the lines lie beside the squares.
    #[error(
        "The squares do not fit the grid: its lines run through them. Drag the corners of the grid \
         to the outer corners of the board's squares."
    )]
    BesideTheSquares,
    /// What was painted lies the other way round.
    #[error(
        "The board seems to be turned by half: what is painted would fit the photograph the other \
         way round. Go back to the corners and turn the grid."
    )]
    HalfTurned,
    /// What was painted is seen as in a mirror.
    #[error(
        "The board seems to be mirrored: what is painted would fit the photograph as in a mirror. \
         Look whether the corners are in order, and whether the squares were counted from the right."
    )]
    Mirrored,
}

/// Colours that spread less than this between the squares are no colours, in units of Oklab.
const GREY: f32 = 0.008;

/// So many columns or rows more and fewer are tried.
const TRIED: u32 = 3;

/// Another number of squares has to fit better by this factor before somebody is told. Where the
/// grid is right, it is seldom above 1.1.
const CLEARLY_OTHER: f32 = 1.4;

/// The same lines moved have to fit better by this factor. Where the grid is right, it is hardly
/// above 1; where it lies beside the squares by a third or more, it is hardly below 1.3.
const CLEARLY_BESIDE: f32 = 1.15;

/// The least that a fit has to stand out before it is believed at all.
const STANDS_OUT: f32 = 1.3;

/// By such shares of a square the lines are moved to see whether they lie better elsewhere.
const MOVED: [f32; 5] = [-0.5, -0.4, -0.3, 0.3, 0.4];

/// How far a line may lie from where it is looked for, as a share of a square.
const SLACK: f32 = 0.09;

impl Straightened {
    /// What speaks against the picture, the worst first.
    pub fn doubts(&self) -> Vec<Doubt> {
        let mut doubts = Vec::new();
        doubts.extend(misfit(self));
        if is_grey(self.grid, &self.pixels) {
            doubts.push(Doubt::Grey);
        }
        doubts
    }
}

/// Whether the squares hardly differ in colour.
fn is_grey(grid: Grid, pixels: &RgbImage) -> bool {
    let colours: Vec<(f32, f32)> = grid
        .squares()
        .map(|square| {
            let (left, top) = (u32::from(square.column) * SIDE, u32::from(square.row) * SIDE);
            let mut sum = (0.0, 0.0);
            let mut count = 0.0;
            for y in (top + 4..top + SIDE - 4).step_by(4) {
                for x in (left + 4..left + SIDE - 4).step_by(4) {
                    let &Rgb([red, green, blue]) = pixels.get_pixel(x, y);
                    let seen: Oklab = Oklab::from_color(Srgb::new(red, green, blue).into_linear());
                    sum = (sum.0 + seen.a, sum.1 + seen.b);
                    count += 1.0;
                }
            }
            (sum.0 / count, sum.1 / count)
        })
        .collect();
    let count = colours.len() as f32;
    let mean = colours
        .iter()
        .fold((0.0, 0.0), |mean, colour| (mean.0 + colour.0 / count, mean.1 + colour.1 / count));
    let spread =
        colours.iter().map(|(a, b)| (a - mean.0).powi(2) + (b - mean.1).powi(2)).sum::<f32>();
    (spread / count).sqrt() < GREY
}

/// Whether lines and borders lie elsewhere than between the squares of the grid.
fn misfit(picture: &Straightened) -> Option<Doubt> {
    let columns = Fit::of(&edges(&picture.pixels, true), u32::from(picture.grid.columns()));
    let rows = Fit::of(&edges(&picture.pixels, false), u32::from(picture.grid.rows()));
    if columns.is_other() || rows.is_other() {
        return Some(Doubt::OtherGrid { columns: columns.best, rows: rows.best });
    }
    (columns.is_beside || rows.is_beside).then_some(Doubt::BesideTheSquares)
}

/// How many squares there seem to be along one side.
struct Fit {
    entered: u32,
    /// The number that fits best; the one that was entered unless another is clearly better.
    best: u32,
    /// Whether the entered number fits clearly better with its lines moved by a part of a square.
    is_beside: bool,
}

impl Fit {
    fn of(edges: &[f32], entered: u32) -> Self {
        let here = standing_out(edges, entered, 0.0);
        let mut fit = Self { entered, best: entered, is_beside: false };
        // Lines that lie beside the squares fit other numbers of squares in places; what fits best
        // of all is told.
        let mut most = (here * CLEARLY_BESIDE).max(STANDS_OUT);
        for by in MOVED {
            let found = standing_out(edges, entered, by);
            if found > most {
                (most, fit.is_beside) = (found, true);
            }
        }
        most = most.max(here * CLEARLY_OTHER);
        let fewest = entered.saturating_sub(TRIED).max(2);
        for count in fewest..=entered + TRIED {
            let found = standing_out(edges, count, 0.0);
            if count != entered && found > most {
                (most, fit.best, fit.is_beside) = (found, count, false);
            }
        }
        fit
    }

    const fn is_other(&self) -> bool {
        self.best != self.entered
    }
}

/// How much the picture changes across each line of pixels, along its width or its height.
fn edges(pixels: &RgbImage, across: bool) -> Vec<f32> {
    let (long, wide) = if across { pixels.dimensions() } else { (pixels.height(), pixels.width()) };
    let light = |at: u32, beside: u32| {
        let (x, y) = if across { (at, beside) } else { (beside, at) };
        let &Rgb(bytes) = pixels.get_pixel(x, y);
        bytes.map(|byte| (f32::from(byte) + 8.0).ln())
    };
    (0..long)
        .map(|at| {
            let (before, after) = (at.saturating_sub(1), (at + 1).min(long - 1));
            let changes = (0..wide).step_by(2).map(|beside| {
                let (one, other) = (light(before, beside), light(after, beside));
                let change = one.iter().zip(other).map(|(one, other)| (one - other).abs());
                // A glint or a token is one strong edge among many: it counts no more than a line.
                change.sum::<f32>().min(0.6)
            });
            changes.sum::<f32>() / (wide as f32 / 2.0)
        })
        .collect()
}

/// How much more changes on the lines between `count` squares, moved by a share of a square, than
/// elsewhere.
fn standing_out(edges: &[f32], count: u32, moved: f32) -> f32 {
    let side = edges.len() as f32 / count as f32;
    let slack = side * SLACK;
    let (mut on, mut lines) = (0.0, 0.0);
    for line in 1..count {
        let at = (line as f32 + moved) * side;
        let from = (at - slack).max(0.0) as usize;
        let to = ((at + slack) as usize).min(edges.len() - 1);
        on += edges[from..=to].iter().copied().fold(0.0, f32::max);
        lines += 1.0;
    }
    let mut sorted = edges.to_vec();
    sorted.sort_by(f32::total_cmp);
    let usual = sorted[sorted.len() / 2].max(1e-4);
    if lines == 0.0 { 0.0 } else { on / lines / usual }
}
