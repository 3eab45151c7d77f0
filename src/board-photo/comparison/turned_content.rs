//! Content of squares that was turned in place.
//!
//! A tile that is put back turned has the same tones as before, in other places, and the tolerance
//! for pieces that are slightly shifted hides most of that. So the drawing of each square is
//! correlated with that of the other picture: as it is, and turned by a quarter or half of a
//! circle. A tile of several squares turns around its center, so the turned drawing of a square
//! may come from one nearby. If a turned drawing matches clearly better, the content was turned.
//!
//! A token on a tile is not turned with it, and its strong color would outweigh the drawing. So
//! there is a second correlation, without the grains that differ most from their square.

use super::super::corners::GridSize;
use super::grains::{GRAINS, GrainTone, Grains};
use super::plane::{Plane, middle};

/// The maximum offset of a piece from its place before, in grains.
const MAX_OFFSET: isize = 2;
/// The maximum squared distance of that offset; it excludes the corners.
const MAX_SQUARED_OFFSET: isize = 5;
/// Grains along the edges of a square that are left out: grid lines and the edges of tiles look the
/// same after a turn.
const MARGIN: usize = 2;
/// Grains along the compared part of a square.
const INNER: usize = GRAINS - 2 * MARGIN;
/// The weight of each part of a tone. Drawings differ from their paper most in brightness, and the
/// noise of the camera is largest in the tints.
const WEIGHTS: GrainTone = [1.0, 0.7, 0.7];
/// The standard deviation of the blur against noise, in grains.
const BLUR: f32 = 0.6;
/// The deviation from the median of a square from which a grain may belong to a token, in units of
/// the usual deviation …
const ODD_DEVIATIONS: f32 = 3.0;
/// … and in weighted logarithms.
const MIN_ODD: f32 = 0.15;
/// The minimum share of the other grains; fewer say too little. A token hides two places of a
/// drawing that is turned below it.
const MIN_GROUND: f32 = 0.4;
/// The contrast of a drawing from which it can be recognized, in units of the usual difference …
const MIN_CONTRAST: f32 = 1.0;
/// … and in weighted logarithms: in nearly equal pictures, the noise of a plain square repeats.
const MIN_ABSOLUTE_CONTRAST: f32 = 0.02;
/// The correlation from which a drawing is the same, whatever a turned one would be.
const MIN_SAME: f32 = 0.85;

/// The minimum correlation of a turned drawing: noise alone reaches a little less at one
/// of the places that are tried.
const MIN_TURNED: f32 = 0.6;

/// A turn against the first picture, in quarters of a circle clockwise.
type Quarters = usize;

/// Returns for every square, in reading order, the evidence that its content was turned: the
/// logarithm of the ratio of what is unexplained as it is and turned, at least 0.
pub(super) fn turned_contents(grid: GridSize, before: &Grains, after: &Grains) -> Vec<f32> {
    let pair = DrawingPair {
        columns: usize::from(grid.columns()),
        rows: usize::from(grid.rows()),
        before: Drawing::of(before, grid),
        after: Drawing::of(after, grid),
    };
    let straight = |compared: ComparedGrains| -> Vec<DrawingMatch> {
        (0..grid.len()).map(|at| pair.best(at, at, 0, compared)).collect()
    };
    let [all, ground] = ComparedGrains::ALL.map(straight);
    let usual = middle(all.iter().map(|found| found.difference).collect());
    let least = (MIN_CONTRAST * usual).max(MIN_ABSOLUTE_CONTRAST);
    let evidence = |at: usize, straight: &[DrawingMatch], compared: ComparedGrains| {
        if straight[at].contrast < least {
            return 0.0;
        }
        pair.turned(at, straight[at].correlation, compared)
    };
    (0..grid.len())
        .map(|at| {
            evidence(at, &all, ComparedGrains::All).max(evidence(
                at,
                &ground,
                ComparedGrains::Ground,
            ))
        })
        .collect()
}

/// The grains that are compared.
#[derive(Clone, Copy, PartialEq)]
enum ComparedGrains {
    All,
    /// Those that do not differ much from most of their square.
    Ground,
}

impl ComparedGrains {
    const ALL: [Self; 2] = [Self::All, Self::Ground];
}

/// The tones of a picture, weighted.
struct Drawing {
    parts: [Plane; 3],
    /// The grains that differ much from most of their square.
    odd: Vec<bool>,
}

impl Drawing {
    fn of(grains: &Grains, grid: GridSize) -> Self {
        let tones = grains.tones();
        let Plane { width, height, .. } = grains.channels[0];
        let parts = std::array::from_fn(|part| {
            let values = tones.iter().map(|tone| WEIGHTS[part] * tone[part]).collect();
            Plane { width, height, values }.smoothed(BLUR)
        });
        let mut drawing = Self { parts, odd: vec![false; tones.len()] };
        for row in 0..usize::from(grid.rows()) {
            for column in 0..usize::from(grid.columns()) {
                drawing.find_odd(column * GRAINS, row * GRAINS);
            }
        }
        drawing
    }

    /// Finds the odd grains of the square at this place, in grains.
    fn find_odd(&mut self, left: usize, top: usize) {
        let width = self.parts[0].width;
        let places: Vec<usize> = (top + MARGIN..top + GRAINS - MARGIN)
            .flat_map(|y| (left + MARGIN..left + GRAINS - MARGIN).map(move |x| y * width + x))
            .collect();
        let center = self
            .parts
            .each_ref()
            .map(|part| middle(places.iter().map(|at| part.values[*at]).collect()));
        let far = |at: usize| {
            let parts = self.parts.iter().zip(center);
            parts.map(|(part, center)| (part.values[at] - center).powi(2)).sum::<f32>().sqrt()
        };
        let usual = middle(places.iter().map(|at| far(*at)).collect());
        let most = (ODD_DEVIATIONS * usual).max(MIN_ODD);
        let odd: Vec<usize> = (top..top + GRAINS)
            .flat_map(|y| (left..left + GRAINS).map(move |x| y * width + x))
            .filter(|at| far(*at) > most)
            .collect();
        for at in odd {
            self.odd[at] = true;
        }
    }

    /// Returns the index of a grain, clamped to the picture.
    fn index(&self, x: isize, y: isize) -> usize {
        let Plane { width, height, .. } = self.parts[0];
        let clamped = |at: isize, most: usize| at.clamp(0, most as isize - 1) as usize;
        clamped(y, height) * width + clamped(x, width)
    }
}

/// The best match of two drawings.
#[derive(Clone, Copy)]
struct DrawingMatch {
    /// From −1 (opposite) to 1 (equal).
    correlation: f32,
    /// The contrast of the fainter of the two, as a standard deviation over the grains.
    contrast: f32,
    /// The standard deviation of their difference.
    difference: f32,
}

/// The drawings of both pictures.
struct DrawingPair {
    columns: usize,
    rows: usize,
    before: Drawing,
    after: Drawing,
}

impl DrawingPair {
    /// Returns the evidence that the content of a square was turned, given its correlation as it is.
    fn turned(&self, square: usize, straight: f32, compared: ComparedGrains) -> f32 {
        let straight = straight.max(0.0);
        if straight > MIN_SAME {
            return 0.0;
        }
        let turned = (1..4)
            .flat_map(|turn| self.sources(square, turn).map(move |from| (from, turn)))
            .map(|(from, turn)| self.best(square, from, turn, compared).correlation)
            .fold(straight, f32::max);
        if turned < MIN_TURNED {
            return 0.0;
        }
        let unexplained = |correlation: f32| 1.01 - correlation * correlation;
        (unexplained(straight) / unexplained(turned)).ln()
    }

    /// Iterates over the squares from which a turn of a tile may move its drawing to a square.
    fn sources(&self, square: usize, turn: Quarters) -> impl Iterator<Item = usize> {
        let (column, row) = (square % self.columns, square / self.columns);
        let (columns, rows) = (self.columns, self.rows);
        // A half turn keeps the outline of any tile, a quarter only that of a square one.
        let reach = if turn == 2 { 2 } else { 1 };
        (-reach..=reach).flat_map(move |down: isize| {
            (-reach..=reach).filter_map(move |across: isize| {
                let is_near = across.abs() + down.abs() <= reach;
                let column = column.checked_add_signed(across).filter(|at| *at < columns)?;
                let row = row.checked_add_signed(down).filter(|at| *at < rows)?;
                is_near.then_some(row * columns + column)
            })
        })
    }

    /// Returns the best match of a square of the second picture with a turned one of the first.
    fn best(
        &self,
        square: usize,
        from: usize,
        turn: Quarters,
        compared: ComparedGrains,
    ) -> DrawingMatch {
        let none = DrawingMatch { correlation: 0.0, contrast: 0.0, difference: 0.0 };
        (-MAX_OFFSET..=MAX_OFFSET)
            .flat_map(|down| (-MAX_OFFSET..=MAX_OFFSET).map(move |across| (across, down)))
            .filter(|(across, down)| across * across + down * down <= MAX_SQUARED_OFFSET)
            .filter_map(|offset| self.matched(square, from, turn, offset, compared))
            .max_by(|a, b| a.correlation.total_cmp(&b.correlation))
            .unwrap_or(none)
    }

    /// Returns the match at an offset in grains; `None` if too few grains are compared.
    fn matched(
        &self,
        square: usize,
        from: usize,
        turn: Quarters,
        (across, down): (isize, isize),
        compared: ComparedGrains,
    ) -> Option<DrawingMatch> {
        let corner = |at: usize| {
            let place = |at: usize| (at * GRAINS + MARGIN) as isize;
            (place(at % self.columns), place(at / self.columns))
        };
        let ((left, top), (from_left, from_top)) = (corner(square), corner(from));
        let last = INNER as isize - 1;
        // For each part: the sums of both, of their squares, and of their product.
        let mut sums = [[0.0_f32; 5]; 3];
        let mut count = 0.0_f32;
        for y in 0..=last {
            for x in 0..=last {
                let (u, v) = match turn {
                    0 => (x, y),
                    1 => (y, last - x),
                    2 => (last - x, last - y),
                    _ => (last - y, x),
                };
                let one = self.before.index(from_left + u + across, from_top + v + down);
                let other = self.after.index(left + x, top + y);
                if compared == ComparedGrains::Ground
                    && (self.before.odd[one] || self.after.odd[other])
                {
                    continue;
                }
                count += 1.0;
                for (part, sums) in sums.iter_mut().enumerate() {
                    let (a, b) =
                        (self.before.parts[part].values[one], self.after.parts[part].values[other]);
                    for (sum, value) in sums.iter_mut().zip([a, b, a * a, b * b, a * b]) {
                        *sum += value;
                    }
                }
            }
        }
        if count < MIN_GROUND * (INNER * INNER) as f32 {
            return None;
        }
        let (mut one, mut other, mut both) = (0.0, 0.0, 0.0);
        for [a, b, aa, bb, ab] in sums {
            one += (aa - a * a / count) / count;
            other += (bb - b * b / count) / count;
            both += (ab - a * b / count) / count;
        }
        Some(DrawingMatch {
            correlation: both / (one * other).sqrt().max(1e-9),
            contrast: one.min(other).max(0.0).sqrt(),
            difference: (one + other - 2.0 * both).max(0.0).sqrt(),
        })
    }
}
