//! Warnings about a straightened photograph before anything is painted.
//!
//! A gray picture shows terrain by brightness and texture only, and a misaligned
//! grid mixes neighboring squares. Painting corrects neither, so both get a warning.
//! Nothing is refused, since the picture may be the only one there is.

use image::{Rgb, RgbImage};
use palette::{FromColor, Oklab, Srgb};
use plain_text::counted;

use super::corners::GridSize;
use super::straightened_photo::{SQUARE_PIXELS, StraightenedPhoto};

/// A warning about a photograph, for a person to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PhotoWarning {
    /// A photograph whose squares hardly differ in color.
    #[error(
        "The photograph is grey. Terrain is recognised by its colour, so the proposals will often be \
         wrong; a photograph in colour does better."
    )]
    Grey,
    /// A better fit with another number of columns or rows.
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
    /// The number fits, but the grid's lines run through the squares.
    #[error(
        "The squares do not fit the grid: its lines run through them. Drag the corners of the grid \
         to the outer corners of the board's squares."
    )]
    BesideTheSquares,
    /// The paint is turned by half against the photograph.
    #[error(
        "The board seems to be turned by half: what is painted would fit the photograph the other \
         way round. Go back to the corners and turn the grid."
    )]
    HalfTurned,
    /// The paint is mirrored against the photograph.
    #[error(
        "The board seems to be mirrored: what is painted would fit the photograph as in a mirror. \
         Look whether the corners are in order, and whether the squares were counted from the right."
    )]
    Mirrored,
}

/// The maximum color spread between the squares of a gray picture, in units of Oklab.
const GRAY: f32 = 0.008;

/// The number of additional and of fewer columns or rows that are tried.
const TRIED: u32 = 3;

/// The factor by which another number of squares has to fit better for a warning. With a right
/// grid it is seldom above 1.1.
const CLEARLY_OTHER: f32 = 1.4;

/// The factor by which shifted lines have to fit better. With a right grid it is hardly above 1;
/// with one off by a third of a square or more it is hardly below 1.3.
const CLEARLY_SHIFTED: f32 = 1.15;

/// The minimum contrast of a fit that counts.
const MIN_CONTRAST: f32 = 1.3;

/// The tried shifts of the lines, as shares of a square.
const SHIFTS: [f32; 5] = [-0.5, -0.4, -0.3, 0.3, 0.4];

/// The tolerance of a line's position, as a share of a square.
const SLACK: f32 = 0.09;

impl StraightenedPhoto {
    /// Returns the warnings about the picture, the worst first.
    pub fn warnings(&self) -> Vec<PhotoWarning> {
        let mut warnings = Vec::new();
        warnings.extend(misfit(self));
        if is_gray(self.grid, &self.pixels) {
            warnings.push(PhotoWarning::Grey);
        }
        warnings
    }
}

/// Returns `true` if the squares hardly differ in color.
fn is_gray(grid: GridSize, pixels: &RgbImage) -> bool {
    let colors: Vec<(f32, f32)> = grid
        .squares()
        .map(|square| {
            let (left, top) =
                (u32::from(square.column) * SQUARE_PIXELS, u32::from(square.row) * SQUARE_PIXELS);
            let mut sum = (0.0, 0.0);
            let mut count = 0.0;
            for y in (top + 4..top + SQUARE_PIXELS - 4).step_by(4) {
                for x in (left + 4..left + SQUARE_PIXELS - 4).step_by(4) {
                    let &Rgb([red, green, blue]) = pixels.get_pixel(x, y);
                    let seen: Oklab = Oklab::from_color(Srgb::new(red, green, blue).into_linear());
                    sum = (sum.0 + seen.a, sum.1 + seen.b);
                    count += 1.0;
                }
            }
            (sum.0 / count, sum.1 / count)
        })
        .collect();
    let count = colors.len() as f32;
    let mean = colors
        .iter()
        .fold((0.0, 0.0), |mean, color| (mean.0 + color.0 / count, mean.1 + color.1 / count));
    let spread =
        colors.iter().map(|(a, b)| (a - mean.0).powi(2) + (b - mean.1).powi(2)).sum::<f32>();
    (spread / count).sqrt() < GRAY
}

/// Returns a doubt if the lines in the picture are not those between the squares of the grid.
fn misfit(picture: &StraightenedPhoto) -> Option<PhotoWarning> {
    let columns = SideFit::of(&edges(&picture.pixels, true), u32::from(picture.grid.columns()));
    let rows = SideFit::of(&edges(&picture.pixels, false), u32::from(picture.grid.rows()));
    if columns.is_other() || rows.is_other() {
        return Some(PhotoWarning::OtherGrid { columns: columns.best, rows: rows.best });
    }
    (columns.is_shifted || rows.is_shifted).then_some(PhotoWarning::BesideTheSquares)
}

/// The number of squares that seem to be along one side.
struct SideFit {
    entered: u32,
    /// The number that fits best; the entered one unless another is clearly better.
    best: u32,
    /// `true` if the entered number fits clearly better with its lines shifted.
    is_shifted: bool,
}

impl SideFit {
    fn of(edges: &[f32], entered: u32) -> Self {
        let here = contrast(edges, entered, 0.0);
        let mut fit = Self { entered, best: entered, is_shifted: false };
        // Shifted lines partly fit other numbers of squares, so only the best fit of all counts.
        let mut most = (here * CLEARLY_SHIFTED).max(MIN_CONTRAST);
        for shift in SHIFTS {
            let found = contrast(edges, entered, shift);
            if found > most {
                (most, fit.is_shifted) = (found, true);
            }
        }
        most = most.max(here * CLEARLY_OTHER);
        let fewest = entered.saturating_sub(TRIED).max(2);
        for count in fewest..=entered + TRIED {
            let found = contrast(edges, count, 0.0);
            if count != entered && found > most {
                (most, fit.best, fit.is_shifted) = (found, count, false);
            }
        }
        fit
    }

    const fn is_other(&self) -> bool {
        self.best != self.entered
    }
}

/// Returns the mean change of light at each column of pixels, or at each row unless `across`.
fn edges(pixels: &RgbImage, across: bool) -> Vec<f32> {
    let (long, wide) = if across { pixels.dimensions() } else { (pixels.height(), pixels.width()) };
    let light = |along: u32, across_it: u32| {
        let (x, y) = if across { (along, across_it) } else { (across_it, along) };
        let &Rgb(bytes) = pixels.get_pixel(x, y);
        bytes.map(|byte| (f32::from(byte) + 8.0).ln())
    };
    (0..long)
        .map(|at| {
            let (before, after) = (at.saturating_sub(1), (at + 1).min(long - 1));
            let changes = (0..wide).step_by(2).map(|across_it| {
                let (one, other) = (light(before, across_it), light(after, across_it));
                let change = one.iter().zip(other).map(|(one, other)| (one - other).abs());
                // A glint or a token is one strong edge among many: it counts no more than a line.
                change.sum::<f32>().min(0.6)
            });
            changes.sum::<f32>() / (wide as f32 / 2.0)
        })
        .collect()
}

/// Returns the ratio of the change on the lines between `count` squares to the median change. The
/// lines are shifted by a share of a square.
fn contrast(edges: &[f32], count: u32, shift: f32) -> f32 {
    let side = edges.len() as f32 / count as f32;
    let slack = side * SLACK;
    let (mut on, mut lines) = (0.0, 0.0);
    for line in 1..count {
        let at = (line as f32 + shift) * side;
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
