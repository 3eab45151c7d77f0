//! Two families of lines as a lattice: the width of its squares, the part that is the board, and
//! the exact position.

use nalgebra::{Matrix3, SMatrix, SVector, Vector3};

use super::board_edge::BoardEdge;
use super::edge_points::{BlurredLight, EdgePoints};
use super::lines::LineFamily;
use super::projection::{Fit, FoldTilt, Observation, Projection};
use super::tiled_image::TiledImage;

/// The minimum width of a square in the searched picture, in pixels.
const LEAST_PERIOD: f64 = 14.0;

/// The maximum number of lattice lines in each direction.
const MOST_LINES: i32 = 96;

/// The minimum number of squares of a board in each direction.
pub(super) const MIN_SQUARES: i32 = 4;

/// The maximum distance of a line of the picture from the origin of its lattice, in squares.
const FARTHEST: f64 = 10_000.0;

/// The number of periods that are tried from one to its double, …
const OCTAVE: usize = 174;

/// … and from one to its triple.
const THIRD: usize = 276;

/// The number of periods whose strength is computed at once, in vectors of the processor.
const POWERS_AT_ONCE: usize = 8;

/// The maximum number of widths of squares that are tried in each direction.
const MOST_PERIODS: usize = 5;

/// The maximum distance of a corner of the picture from its center, as a share of the way to the
/// horizon: the end of the table may be in the picture, but not near its center.
const FARTHEST_HORIZON: f64 = 1.4;

/// The minimum scale of the picture, as a share of that at its center, at which lines are searched:
/// farther off, a pixel is wider than a line.
const NEAR_HORIZON: f64 = 0.3;

/// The minimum scales that are tried one after the other, since a lattice of small squares has too many
/// lines near the horizon.
const MIN_SCALES: [f64; 3] = [NEAR_HORIZON, 0.45, 0.65];

/// Focal lengths of cameras, from wide to long, in longer sides of the picture. With a longer one,
/// the perspective of a table would be so slight that it explains squares of any shape.
const FOCI: [f64; 5] = [0.6, 0.8, 1.1, 1.5, 2.2];

/// The usual focal length of a phone, in longer sides of the picture.
const USUAL_FOCUS: f64 = 0.8;

/// The maximum ratio of the sides of squares that count as square.
const OBLONG: f64 = 1.3;

/// The factor below which two widths are the same.
const SAME_PERIOD: f64 = 1.06;

/// The minimum share of the samples of a side that are inside the picture.
const MIN_SEEN_SAMPLES: f64 = 0.25;

/// The number of squares in each direction to which a lattice is fitted first.
const CORE: i32 = 5;

/// The number of samples along each side of a square, …
const SAMPLES: u32 = 11;

/// … and while many lattices are compared or a lattice follows its lines, where a few are enough.
const FEW_SAMPLES: u32 = 4;

/// The steps of a fit: the maximum distance of lines from their predicted places, in squares, and the
/// number of places along each side of a square at which its line is searched. Only the last step needs
/// many.
const FIT_STEPS: [(f64, u32); 4] =
    [(0.14, FEW_SAMPLES), (0.1, FEW_SAMPLES), (0.07, FEW_SAMPLES), (0.05, 8)];

/// The maximum distance of the lines of a next row from their predicted places, in squares.
const FOLLOWED_REACH: f64 = 0.12;

/// The minimum distance within which a fit looks for lines, in pixels.
const MIN_REACH_PIXELS: f64 = 2.0;

/// The curvature of light, in units of the usual, from which a side has the full contrast of 1.
const FULL: f64 = 4.0;

/// The minimum distance between lines, in pixels. Nearer ones are in each other's surroundings, and
/// near a horizon every noise would be full of them.
const MIN_LINE_DISTANCE: f64 = 6.0;

/// The minimum distortion of a lens that can hide a fold, as a share of the distance from the center.
const MIN_DISTORTION: f64 = 0.015;

/// The initial contrast from which a side counts for the board.
const FIRST_THRESHOLD: f64 = 0.2;

/// The minimum excess of marks on shifted lines over the mean.
const MIN_CLEAR_SHIFT: f64 = 0.4;

/// The minimum number of blocks of a board, of nine, to which it can be snapped.
const MIN_SNAPPED: usize = 6;

/// The strength of the lines of one family at each pixel.
pub(super) struct Evidence {
    weights: TiledImage,
    /// The places where it is not 0, relative to the center, each with the strength there.
    places: Vec<(f64, f64, f64)>,
}

impl Evidence {
    /// Collects the marks that run towards the vanishing point of a family.
    pub(super) fn new(marks: &EdgePoints, family: &LineFamily) -> Self {
        const MISSES: f64 = 0.2;
        let (width, height) = marks.size;
        let mut weights = TiledImage::new(width, height);
        let mut places = Vec::new();
        let (half_width, half_height) = (width as f32 / 2.0, height as f32 / 2.0);
        for mark in &marks.all {
            let (x, y) = (f64::from(mark.x), f64::from(mark.y));
            let (dx, dy) = family.direction(x, y);
            let misses = dx * f64::from(mark.normal.0) + dy * f64::from(mark.normal.1);
            let fits = 1.0 - (misses / MISSES).powi(2);
            if fits > 0.0 {
                let weight = mark.weight * fits as f32;
                let [column, row] =
                    [mark.x + half_width, mark.y + half_height].map(|at| at as usize);
                *weights.pixel_mut(column, row) = weight;
                places.push((x, y, f64::from(weight)));
            }
        }
        Self { weights, places }
    }

    /// Returns half of the longer side of the picture, in pixels.
    fn half_side(&self) -> f64 {
        let (width, height) = self.size();
        width.max(height) / 2.0
    }

    /// Returns the width and the height of the picture, in pixels.
    fn size(&self) -> (f64, f64) {
        let (width, height) = self.weights.size();
        (width.into(), height.into())
    }

    /// Returns the middle of the marks across a line near a place, within some pixels along its normal,
    /// and their weight; `None` if they are too few, or not all of these places are in the picture.
    fn line_near(
        &self,
        (x, y): (f64, f64),
        (nx, ny): (f64, f64),
        reach: f64,
    ) -> Option<((f64, f64), f64)> {
        let most = reach.ceil();
        let (width, height) = self.size();
        let first = (x - most * nx + width / 2.0, y - most * ny + height / 2.0);
        let count = (2.0 * most + 1.0) as u32;
        let seen = self.weights.values_along(first, (nx, ny), count)?;
        let (mut sum, mut weights) = (0.0, 0.0);
        for (at, weight) in seen.enumerate() {
            sum += (at as f64 - most) * f64::from(weight);
            weights += f64::from(weight);
        }
        let place = |by: f64| (x + by * nx, y + by * ny);
        (weights > 0.5).then(|| (place(sum / weights), weights.min(2.0)))
    }

    /// Returns the strength at a place relative to the center; `None` outside the picture.
    fn at(&self, x: f64, y: f64) -> Option<f32> {
        let (width, height) = self.size();
        let (x, y) = (x + width / 2.0, y + height / 2.0);
        let is_inside = x >= 0.0 && y >= 0.0 && x < width && y < height;
        is_inside.then(|| self.weights.pixel(x as usize, y as usize))
    }
}

/// Two crossing families of lines, with the rectification that they define.
pub(super) struct Crossing<'a> {
    /// The lines between columns, which run down the board, and those between rows.
    pub lines: [&'a Evidence; 2],
    /// The map from the picture to where both families are parallel and at right angles. It keeps
    /// the size at the center of the picture.
    straight: Matrix3<f64>,
}

impl<'a> Crossing<'a> {
    /// Combines the family that runs down the board and the one that runs across; `None` if no
    /// table can have their horizon.
    pub(super) fn new(
        down: (&LineFamily, &'a Evidence),
        across: (&LineFamily, &'a Evidence),
    ) -> Option<Self> {
        let horizon = across.0.point.cross(&down.0.point);
        if horizon.z.abs() < 1e-9 {
            return None;
        }
        let horizon = horizon / horizon.z;
        let (width, height) = down.1.size();
        if f64::midpoint(horizon.x.abs() * width, horizon.y.abs() * height) > FARTHEST_HORIZON {
            return None;
        }
        let level = Matrix3::new(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, horizon.x, horizon.y, 1.0);
        let (u, v) = (across.0.direction(0.0, 0.0), down.0.direction(0.0, 0.0));
        let axes = Matrix3::new(u.0, v.0, 0.0, u.1, v.1, 0.0, 0.0, 0.0, 1.0);
        let straight = axes.try_inverse()? * level;
        Some(Self { lines: [down.1, across.1], straight })
    }

    /// Returns the plausible lattices, of dark lines.
    pub(super) fn lattices(&self) -> Vec<Lattice> {
        let [columns, rows] = [0, 1].map(|axis| periods(&self.profile(axis)));
        let mut lattices = Vec::new();
        for &(wide, left) in &columns {
            for &(high, top) in &rows {
                if !(0.4..=2.5).contains(&(wide / high)) {
                    continue;
                }
                let scale = Matrix3::new(
                    1.0 / wide,
                    0.0,
                    -left / wide,
                    0.0,
                    1.0 / high,
                    -top / high,
                    0.0,
                    0.0,
                    1.0,
                );
                let to_picture = (scale * self.straight).try_inverse();
                let projection = to_picture.and_then(Projection::flat);
                lattices
                    .extend(projection.map(|projection| Lattice { projection, is_light: false }));
            }
        }
        lattices
    }

    /// Returns the strength of the lines along an axis of the rectified picture, per pixel, and the
    /// position of the first value.
    fn profile(&self, axis: usize) -> (Vec<f64>, f64) {
        let mut places = Vec::new();
        for &(x, y, weight) in &self.lines[axis].places {
            let place = self.straight * Vector3::new(x, y, 1.0);
            if place.z > NEAR_HORIZON {
                places.push((place[axis] / place.z, weight));
            }
        }
        let first = places.iter().map(|(place, _)| *place).fold(0.0, f64::min).floor() - 1.0;
        let last = places.iter().map(|(place, _)| *place).fold(0.0, f64::max).ceil() + 1.0;
        let mut profile = vec![0.0; (last - first) as usize + 1];
        for (place, weight) in places {
            let place = place - first - 0.5;
            let whole = place.floor().max(0.0);
            let share = (place - whole).clamp(0.0, 1.0);
            profile[whole as usize] += weight * (1.0 - share);
            profile[whole as usize + 1] += weight * share;
        }
        (profile, first + 0.5)
    }
}

/// Returns the likely periods of lines along a profile, each with the position of a line; the most
/// likely first.
fn periods((profile, first): &(Vec<f64>, f64)) -> Vec<(f64, f64)> {
    const WINDOW: usize = 24;
    let count = profile.len();
    // Only local contrast is a line. It is capped, since a very strong line is still one line.
    let mut sums = vec![0.0; count + 1];
    for at in 0..count {
        sums[at + 1] = sums[at] + profile[at];
    }
    let mut clear: Vec<f64> = (0..count)
        .map(|at| {
            let (from, to) = (at.saturating_sub(WINDOW), (at + WINDOW + 1).min(count));
            (profile[at] - (sums[to] - sums[from]) / (to - from) as f64).max(0.0)
        })
        .collect();
    let mut sorted = clear.clone();
    sorted.sort_by(f64::total_cmp);
    let strong = sorted[count * 24 / 25].max(1e-6);
    for value in &mut clear {
        *value = value.min(strong);
    }
    let longest = count as f64 / 4.0;
    let period =
        |step: usize| LEAST_PERIOD * 2_f64.powf((step as f64 - THIRD as f64) / OCTAVE as f64);
    let steps = (0..).take_while(|step| period(*step) < longest);
    let all: Vec<f64> = steps.map(period).collect();
    let powers: Vec<f64> =
        all.chunks(POWERS_AT_ONCE).flat_map(|periods| powers(&clear, periods)).collect();
    // A line is narrow: its harmonics are as strong as its period.
    let mut tried: Vec<(f64, f64)> = (THIRD..powers.len())
        .map(|step| (powers[step] + powers[step - OCTAVE] + powers[step - THIRD], all[step]))
        .collect();
    tried.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut chosen: Vec<(f64, f64)> = Vec::new();
    for (_, period) in tried {
        let is_new = chosen.iter().all(|(other, _)| {
            let ratio = period / other;
            ratio.max(1.0 / ratio) > SAME_PERIOD
        });
        if is_new {
            chosen.push((period, best_offset(&clear, period) + first));
        }
        if chosen.len() == MOST_PERIODS {
            break;
        }
    }
    chosen
}

/// Returns the strengths of up to [`POWERS_AT_ONCE`] periods in a profile.
fn powers(profile: &[f64], periods: &[f64]) -> Vec<f64> {
    let mut turns = [(0.0, 1.0); POWERS_AT_ONCE];
    for (turn, period) in turns.iter_mut().zip(periods) {
        *turn = (std::f64::consts::TAU / period).sin_cos();
    }
    let (mut sin, mut cos) = ([0.0; POWERS_AT_ONCE], [1.0; POWERS_AT_ONCE]);
    let (mut real, mut imaginary) = ([0.0_f64; POWERS_AT_ONCE], [0.0; POWERS_AT_ONCE]);
    for value in profile {
        for (at, (turn_sin, turn_cos)) in turns.iter().enumerate() {
            real[at] += value * cos[at];
            imaginary[at] += value * sin[at];
            (cos[at], sin[at]) =
                (cos[at] * turn_cos - sin[at] * turn_sin, sin[at] * turn_cos + cos[at] * turn_sin);
        }
    }
    let strengths = real.iter().zip(imaginary).map(|(real, imaginary)| real.hypot(imaginary));
    strengths.take(periods.len()).collect()
}

/// Returns the most likely position of the first line, given the period in pixels.
fn best_offset(profile: &[f64], period: f64) -> f64 {
    let steps = (period * 2.0) as usize;
    let best = (0..steps)
        .map(|step| step as f64 / 2.0)
        .max_by(|a, b| comb(profile, period, *a).total_cmp(&comb(profile, period, *b)));
    best.unwrap_or_default() + 0.5
}

/// Returns the strength of all lines with this period and offset.
fn comb(profile: &[f64], period: f64, offset: f64) -> f64 {
    let lines = ((profile.len() as f64 - 2.0 - offset) / period) as usize;
    (0..=lines)
        .map(|line| {
            let at = offset + line as f64 * period;
            let whole = at as usize;
            profile[whole.saturating_sub(1)..(whole + 3).min(profile.len())].iter().sum::<f64>()
        })
        .sum()
}

/// A lattice over the picture; its lines are at whole coordinates.
#[derive(Clone, Debug)]
pub(super) struct Lattice {
    projection: Projection,
    /// `true` if its lines are lighter than the squares.
    is_light: bool,
}

/// Columns `left` to `right` and rows `top` to `bottom` of a lattice, by the lines around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LatticeArea {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

impl LatticeArea {
    /// Returns the number of columns and rows.
    pub(super) const fn size(self) -> (i32, i32) {
        (self.right - self.left, self.bottom - self.top)
    }

    /// Returns `true` if no edge is outside of another part.
    pub(super) const fn is_within(self, other: Self) -> bool {
        self.left >= other.left
            && self.top >= other.top
            && self.right <= other.right
            && self.bottom <= other.bottom
    }

    /// Returns the place in the middle.
    pub(super) fn center(self) -> (f64, f64) {
        let Self { left, top, right, bottom } = self;
        (f64::midpoint(left.into(), right.into()), f64::midpoint(top.into(), bottom.into()))
    }

    /// Returns the columns and rows of the corners, clockwise from the top left.
    pub(super) fn corners(self) -> [(f64, f64); 4] {
        let [left, top, right, bottom] =
            [self.left, self.top, self.right, self.bottom].map(f64::from);
        [(left, top), (right, top), (right, bottom), (left, bottom)]
    }

    /// Returns the quarters at the corners, clockwise from the top left.
    pub(super) fn quarters(self) -> [Self; 4] {
        let (columns, rows) = self.size();
        let (across, down) = (columns / 2, rows / 2);
        let first = Self { right: self.left + across, bottom: self.top + down, ..self };
        let last = Self { left: self.right - across, top: self.bottom - down, ..self };
        [
            first,
            Self { left: last.left, right: last.right, ..first },
            last,
            Self { top: last.top, bottom: last.bottom, ..first },
        ]
    }

    /// Returns the part without its outermost rows and columns, whose outer lines are often those of
    /// a frame; unchanged if little would remain.
    pub(super) fn inner(self) -> Self {
        let (columns, rows) = self.size();
        if columns.min(rows) < MIN_SQUARES + 2 {
            return self;
        }
        let Self { left, top, right, bottom } = self;
        Self { left: left + 1, top: top + 1, right: right - 1, bottom: bottom - 1 }
    }

    /// Returns the middle of its lines of an axis.
    pub(super) fn middle(self, axis: usize) -> f64 {
        let (first, last) =
            if axis == 0 { (self.left, self.right) } else { (self.top, self.bottom) };
        f64::midpoint(first.into(), last.into())
    }

    /// Returns each line of an axis inside the part, without its outline.
    pub(super) fn inner_lines(self, axis: usize) -> impl Iterator<Item = Self> {
        let (first, last) =
            if axis == 0 { (self.left, self.right) } else { (self.top, self.bottom) };
        (first + 1..last).map(move |line| {
            if axis == 0 {
                Self { left: line, right: line, ..self }
            } else {
                Self { top: line, bottom: line, ..self }
            }
        })
    }

    /// Returns nine blocks of squares that cover the part.
    pub(super) fn blocks(self) -> [Self; 9] {
        let third = |from: i32, to: i32, at: i32| from + (to - from) * at / 3;
        std::array::from_fn(|at| {
            let (column, row) = (at as i32 % 3, at as i32 / 3);
            Self {
                left: third(self.left, self.right, column),
                top: third(self.top, self.bottom, row),
                right: third(self.left, self.right, column + 1),
                bottom: third(self.top, self.bottom, row + 1),
            }
        })
    }
}

/// A place of the lattice and where it is in the picture, relative to its center.
pub(super) struct PlacePair {
    pub lattice: (f64, f64),
    pub picture: (f64, f64),
    pub weight: f64,
}

/// A shift of the lines of one axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineShift {
    /// The shift, in squares.
    pub by: f64,
    /// The excess of marks on the shifted lines over the mean, as a share of it.
    pub clear: f64,
}

/// A part of a lattice that may be the board, with the evidence for it.
#[derive(Clone, Debug)]
pub(super) struct BoardCandidate {
    pub lattice: Lattice,
    pub part: LatticeArea,
    /// The squareness of its squares: 1 for any shape that a camera may show, less otherwise.
    pub square: f64,
    /// The mean contrast of its sides.
    pub mean: f64,
    /// The share of its sides that have a clear contrast.
    pub seen: f64,
    /// The place of its middle relative to that of the picture, in longer sides of the picture.
    pub middle: (f64, f64),
    /// The probability that all of its edges are right; 0 as long as they are not searched.
    pub probability: f64,
    /// The second most likely part, and the ratio of its probability to that of `part`.
    pub second: Option<(LatticeArea, f64)>,
}

impl BoardCandidate {
    /// Returns the logarithm of the odds that the board is on this lattice, up to a constant: a
    /// conditional logit over the lattices of drawn boards.
    pub(super) fn likely(&self) -> f64 {
        5.36 * self.mean.ln()
            + 4.29 * sides(self.part).ln()
            + 28.1 * self.seen
            + 15.0 * self.square.ln()
            - 5.12 * self.middle.0.hypot(self.middle.1)
    }
}

impl Lattice {
    /// Creates the lattice that maps places of the picture, relative to its center, to places of
    /// the lattice by least squares. `None` if they form no quadrilateral.
    pub(super) fn through(pairs: &[PlacePair], is_light: bool) -> Option<Self> {
        let unit = pairs.iter().map(|pair| pair.picture.0.hypot(pair.picture.1));
        let unit = unit.fold(1.0, f64::max);
        let mut normal: SMatrix<f64, 8, 8> = SMatrix::zeros();
        let mut right: SVector<f64, 8> = SVector::zeros();
        for PlacePair { lattice: (column, row), picture: (x, y), weight } in pairs {
            for (axis, place) in [(0, x / unit), (1, y / unit)] {
                let mut equation: SVector<f64, 8> = SVector::zeros();
                equation[3 * axis] = *column;
                equation[3 * axis + 1] = *row;
                equation[3 * axis + 2] = 1.0;
                equation[6] = -place * column;
                equation[7] = -place * row;
                normal += equation * equation.transpose() * *weight;
                right += equation * place * *weight;
            }
        }
        let map = normal.lu().solve(&right)?;
        let to_picture = Matrix3::new(
            map[0] * unit,
            map[1] * unit,
            map[2] * unit,
            map[3] * unit,
            map[4] * unit,
            map[5] * unit,
            map[6],
            map[7],
            1.0,
        );
        Some(Self { projection: Projection::flat(to_picture)?, is_light })
    }

    /// Returns the marks along the lines of each axis.
    pub(super) fn evidence(&self, marks: &EdgePoints) -> [Evidence; 2] {
        [1, 0].map(|along| {
            let point = self.projection.to_picture().column(along).into_owned().normalize();
            Evidence::new(marks, &LineFamily { point, strength: 0.0 })
        })
    }

    /// Returns the lattice moved to the lines near those of a part, which may be off by nearly half
    /// a square; `None` if there are too few.
    pub(super) fn snapped(&self, part: LatticeArea, marks: &EdgePoints) -> Option<Self> {
        let mut lattice = self.clone();
        for reach in [0.45, 0.3, 0.15] {
            let evidence = lattice.evidence(marks);
            let mut pairs = Vec::new();
            for block in part.blocks() {
                let shifts = [0, 1].map(|axis| lattice.shift(&evidence[axis], axis, block, reach));
                let [Some(across), Some(down)] = shifts else {
                    continue;
                };
                let (column, row) = block.center();
                pairs.push(PlacePair {
                    lattice: (column, row),
                    picture: lattice.place(column + across.by, row + down.by),
                    weight: across.clear.min(down.clear),
                });
            }
            if pairs.len() < MIN_SNAPPED {
                return None;
            }
            lattice = Self::through(&pairs, self.is_light)?;
        }
        let [down, across] = &lattice.evidence(marks);
        lattice.refined(part, [down, across])
    }

    /// Returns the shift, in squares, with which the lines of an axis within a block are on the
    /// most marks; `None` if no shift is clear.
    pub(super) fn shift(
        &self,
        evidence: &Evidence,
        axis: usize,
        block: LatticeArea,
        reach: f64,
    ) -> Option<LineShift> {
        let (column, row) = block.center();
        let (across, along) = if axis == 0 { (column, row) } else { (row, column) };
        let (here, next) = (
            self.place_by_axis(axis, across, along),
            self.place_by_axis(axis, across + 1.0, along),
        );
        let pixels = (next.0 - here.0).hypot(next.1 - here.1);
        if pixels.is_nan() || pixels > 2.0 * evidence.half_side() {
            return None;
        }
        // In steps of about a pixel.
        let steps = (reach * pixels).ceil().max(3.0) as i32;
        let by = |step: i32| reach * f64::from(step) / f64::from(steps);
        let marked: Vec<f64> = (-steps - 1..=steps + 1)
            .map(|step| {
                let mut sum = 0.0;
                for_sides(block, axis, |line, side| {
                    for sample in 0..SAMPLES {
                        let along = f64::from(side) + 0.1 + 0.8 * share(sample, SAMPLES);
                        let (x, y) = self.place_by_axis(axis, f64::from(line) + by(step), along);
                        sum += f64::from(evidence.at(x, y).unwrap_or_default());
                    }
                });
                sum
            })
            .collect();
        let wide: Vec<f64> =
            marked.windows(3).map(|marks| marks[0] + 2.0 * marks[1] + marks[2]).collect();
        let usual = mean(wide.iter().copied());
        let (at, most) = wide.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1))?;
        let clear = most / usual.max(1e-6) - 1.0;
        (usual > 0.0 && clear > MIN_CLEAR_SHIFT)
            .then(|| LineShift { by: by(at as i32 - steps), clear })
    }

    /// Returns the part of this size, in columns and rows, whose sides have the most contrast, with
    /// its score; `None` if no such part is in the picture.
    pub(super) fn best_part(
        &self,
        (columns, rows): (i32, i32),
        light: &BlurredLight,
    ) -> Option<(f64, LatticeArea)> {
        let sides = Sides::of(self, light)?;
        let LatticeArea { left, top, right, bottom } = sides.whole;
        (top..=bottom - rows)
            .flat_map(|top| (left..=right - columns).map(move |left| (left, top)))
            .map(|(left, top)| {
                let part = LatticeArea { left, top, right: left + columns, bottom: top + rows };
                (sides.inside(part).0, part)
            })
            .max_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// Returns the lattice folded by an angle in degrees along a line, on the side of an edge, in a
    /// picture of this size; `None` if a camera cannot show that.
    pub(super) fn folded(
        &self,
        BoardEdge { axis, is_last }: BoardEdge,
        line: f64,
        angle: f64,
        size: (u32, u32),
    ) -> Option<Self> {
        let camera = camera(size);
        let [across, along] = [axis, 1 - axis]
            .map(|axis| self.projection.to_picture().column(axis).component_div(&camera));
        let up = across.cross(&along).normalize() * across.norm();
        let (sin, cos) = angle.to_radians().sin_cos();
        let lost = across * if is_last { cos - 1.0 } else { 1.0 - cos };
        let tilt = (lost + up * sin).component_mul(&camera);
        let projection = self.projection.folded(axis, line, is_last, tilt)?;
        Some(Self { projection, ..self.clone() })
    }

    /// Returns the flat lattice with each of its squares divided into some across and down; `None` if it
    /// has no inverse.
    pub(super) fn divided(&self, [across, down]: [i32; 2]) -> Option<Self> {
        let share = Vector3::new(f64::from(across).recip(), f64::from(down).recip(), 1.0);
        let to_picture = self.projection.to_picture() * Matrix3::from_diagonal(&share);
        Some(Self { projection: Projection::flat(to_picture)?, ..self.clone() })
    }

    /// Returns `true` if the lens distorts a picture of this size visibly.
    pub(super) fn is_distorted(&self, (width, height): (u32, u32)) -> bool {
        self.projection.distortion(f64::from(width.max(height)) / 2.0).abs() > MIN_DISTORTION
    }

    /// Returns the lattice with a fold by no angle along a line of an axis, in place of any fold of that
    /// axis; `None` if it has no inverse.
    pub(super) fn with_flat_fold(&self, axis: usize, line: f64) -> Option<Self> {
        let projection = self.projection.folded(axis, line, true, Vector3::zeros())?;
        Some(Self { projection, ..self.clone() })
    }

    /// Returns the lattice with its fold of an axis moved to another line; `None` without a fold.
    pub(super) fn with_fold_moved(&self, axis: usize, by: f64) -> Option<Self> {
        let FoldTilt { line, tilt } = self.fold(axis)?;
        let projection = self.projection.folded(axis, line + by, true, tilt)?;
        Some(Self { projection, ..self.clone() })
    }

    /// Returns the angle of the fold of an axis in a picture of this size, in degrees; `None` without a
    /// fold.
    pub(super) fn fold_angle(&self, axis: usize, size: (u32, u32)) -> Option<f64> {
        let camera = camera(size);
        let tilt = self.fold(axis)?.tilt.component_div(&camera);
        let across = self.projection.to_picture().column(axis).component_div(&camera);
        Some((tilt.norm() / across.norm()).atan().to_degrees())
    }

    /// Returns the lattice without its fold of an axis; `None` if it has no inverse.
    pub(super) fn without_fold(&self, axis: usize) -> Option<Self> {
        Some(Self { projection: self.projection.without_fold(axis)?, ..self.clone() })
    }

    /// Returns the fold along a line of an axis.
    pub(super) const fn fold(&self, axis: usize) -> Option<FoldTilt> {
        self.projection.fold(axis)
    }

    /// Returns the number of marks on the lines of an axis within a part, by a few samples of each
    /// side.
    pub(super) fn marked(&self, evidence: &Evidence, axis: usize, part: LatticeArea) -> f64 {
        const PLACES: [f64; 3] = [0.2, 0.5, 0.8];
        let mut sum = 0.0;
        for_sides(part, axis, |line, side| {
            for by in PLACES {
                let (x, y) = self.place_by_axis(axis, f64::from(line), f64::from(side) + by);
                sum += f64::from(evidence.at(x, y).unwrap_or_default());
            }
        });
        sum
    }

    /// Returns `true` if its lines are lighter than the squares.
    pub(super) const fn is_light(&self) -> bool {
        self.is_light
    }

    /// Maps a place of the lattice to the picture, relative to its center.
    pub(super) fn place(&self, column: f64, row: f64) -> (f64, f64) {
        self.projection.place(column, row)
    }

    /// Maps a place by its coordinates across and along the lines of an axis.
    fn place_by_axis(&self, axis: usize, across: f64, along: f64) -> (f64, f64) {
        if axis == 0 { self.place(across, along) } else { self.place(along, across) }
    }

    /// Returns the contrast of a side of a square: how much darker (or lighter, by the lines of the
    /// lattice) it is than its surroundings, relative to the usual curvature of light there, −1 to 1.
    /// Negative if it is the opposite.
    pub(super) fn contrast(
        &self,
        light: &BlurredLight,
        axis: usize,
        line: f64,
        along: i32,
    ) -> Option<f64> {
        self.contrast_by_samples(light, axis, line, along, SAMPLES)
    }

    /// Returns [`Self::contrast`] by some samples of the side.
    fn contrast_by_samples(
        &self,
        light: &BlurredLight,
        axis: usize,
        line: f64,
        along: i32,
        samples: u32,
    ) -> Option<f64> {
        let [dark, light] = self.contrasts(light, axis, line, along, samples)?;
        Some(if self.is_light { light } else { dark })
    }

    /// Returns the contrasts of a side of a square as a dark and as a light line; see
    /// [`Self::contrast`].
    fn contrasts(
        &self,
        light: &BlurredLight,
        axis: usize,
        line: f64,
        along: i32,
        samples: u32,
    ) -> Option<[f64; 2]> {
        const REACH: usize = 3;
        const ACROSS: usize = 2 * REACH + 3;
        let mut sums = [0.0; ACROSS];
        let mut count = 0.0;
        let along = f64::from(along);
        let center = self.place_by_axis(axis, line, along + 0.5);
        let ((nx, ny), tenth) =
            direction(center, self.place_by_axis(axis, line + 0.1, along + 0.5));
        if tenth * 10.0 < MIN_LINE_DISTANCE {
            return None;
        }
        for sample in 0..samples {
            let by = 0.08 + 0.84 * share(sample, samples);
            let (x, y) = self.place_by_axis(axis, line, along + by);
            let first = (REACH + 1) as f64;
            let start = (x - first * nx, y - first * ny);
            let Some(seen) = light.along(start, (nx, ny), ACROSS as u32) else {
                continue;
            };
            count += 1.0;
            for (sum, seen) in sums.iter_mut().zip(seen) {
                *sum += f64::from(seen);
            }
        }
        if count < MIN_SEEN_SAMPLES * f64::from(samples) {
            return None;
        }
        // The line may be off by a pixel.
        let darker = [REACH, REACH + 1, REACH + 2]
            .map(|at| f64::midpoint(sums[at - REACH], sums[at + REACH]) - sums[at]);
        let usual = f64::from(light.usual(center.0, center.1));
        Some([1.0, -1.0].map(|sign| {
            let most = darker.iter().map(|darker| sign * darker).fold(f64::NEG_INFINITY, f64::max);
            (most / count / usual / FULL).clamp(-1.0, 1.0)
        }))
    }

    /// Returns the mean contrast of the lines of an axis, moved by a share of a square; see
    /// [`Self::contrast`].
    pub(super) fn mean_moved(
        &self,
        part: LatticeArea,
        axis: usize,
        by: f64,
        light: &BlurredLight,
    ) -> f64 {
        let mut sides = Vec::new();
        for_sides(part, axis, |line, along| {
            sides.extend(self.contrast(light, axis, f64::from(line) + by, along));
        });
        mean(sides.into_iter())
    }

    /// Returns `true` if the corners of a part are on lines of another lattice, and the squares of
    /// both are as large.
    pub(super) fn has_same_lines(&self, other: &Self, part: LatticeArea) -> bool {
        const NEAR: f64 = 0.3;
        let LatticeArea { left, top, right, bottom } = part;
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
            .map(|(column, row)| self.place(column.into(), row.into()));
        let Some(places) = other.projection.columns_and_rows(&corners) else {
            return false;
        };
        let is_on_lines = places
            .iter()
            .all(|(x, y)| (x - x.round()).abs() < NEAR && (y - y.round()).abs() < NEAR);
        let far = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1);
        let is_as_large =
            [(far(places[0], places[1]), right - left), (far(places[1], places[2]), bottom - top)]
                .iter()
                .all(|(length, count)| (length - f64::from(*count)).abs() < 2.0 * NEAR);
        is_on_lines && is_as_large
    }

    /// Returns the ratio of the sides of a square on the table, at least 1, for the focal length
    /// that fits best; `(width, height)` is the size of the picture.
    pub(super) fn oblong(&self, (width, height): (u32, u32)) -> f64 {
        let longest = f64::from(width.max(height));
        let ratios = FOCI.iter().map(|focus| {
            let [wide, high] = [0, 1].map(|axis| self.side_length(axis, focus * longest));
            (wide / high).max(1.0 / (wide / high))
        });
        ratios.fold(f64::INFINITY, f64::min)
    }

    /// Returns the relative length of a side on the table, for a focal length in pixels.
    fn side_length(&self, axis: usize, focus: f64) -> f64 {
        let side = self.projection.to_picture().column(axis);
        (side[0] / focus).hypot(side[1] / focus).hypot(side[2])
    }

    /// Returns the lines that are in the picture and not near its horizon, in both directions; `None` if
    /// they are too many or too few.
    pub(super) fn extent(&self, size: (u32, u32)) -> Option<LatticeArea> {
        MIN_SCALES.iter().find_map(|scale| self.extent_to(*scale, size))
    }

    /// Returns the lines that are in the picture and the next ones, whose rows the picture may cut off;
    /// see [`Self::extent`].
    pub(super) fn extent_with_cut_rows(&self, size: (u32, u32)) -> Option<LatticeArea> {
        let whole = self.extent(size)?;
        Some(BoardEdge::ALL.into_iter().fold(whole, |part, edge| edge.moved(part, 1)))
    }

    /// Returns the lines that are in the picture where its scale is at least `min_scale`, as a share of
    /// that at its center; see [`Self::extent`].
    fn extent_to(&self, min_scale: f64, (width, height): (u32, u32)) -> Option<LatticeArea> {
        let half_size = (f64::from(width) / 2.0, f64::from(height) / 2.0);
        let outline = self.projection.outline_before_horizon(half_size, min_scale);
        let places = self.projection.columns_and_rows(&outline)?;
        let range = |coordinate: fn(&(f64, f64)) -> f64| {
            let values = || places.iter().map(coordinate);
            (
                values().fold(f64::INFINITY, f64::min).ceil(),
                values().fold(f64::NEG_INFINITY, f64::max).floor(),
            )
        };
        let [(left, right), (top, bottom)] = [range(|place| place.0), range(|place| place.1)];
        // A fit that went astray can have lines at any distance.
        let fits = [(left, right), (top, bottom)].iter().all(|(low, high)| {
            low.abs() < FARTHEST && (3.0..=f64::from(MOST_LINES)).contains(&(high - low))
        });
        let [left, top, right, bottom] = [left, top, right, bottom].map(|line| line as i32);
        fits.then_some(LatticeArea { left, top, right, bottom })
    }

    /// Returns the most likely boards on this lattice with dark and with light lines.
    pub(super) fn boards(&self, light: &BlurredLight) -> Vec<BoardCandidate> {
        let Some(sides) = Sides::of_both(self, light, FEW_SAMPLES) else {
            return Vec::new();
        };
        let boards = sides.iter().zip([false, true]).filter_map(|(sides, is_light)| {
            Self { is_light, ..self.clone() }.board_by(sides, light)
        });
        boards.collect()
    }

    /// Returns the most likely board on this lattice, if there is one.
    pub(super) fn board(&self, light: &BlurredLight) -> Option<BoardCandidate> {
        self.board_by(&Sides::of(self, light)?, light)
    }

    fn board_by(&self, sides: &Sides, light: &BlurredLight) -> Option<BoardCandidate> {
        let mut threshold = FIRST_THRESHOLD;
        let mut part = sides.best(threshold)?;
        for _ in 0..2 {
            let (mean, _) = sides.inside(part);
            threshold = (mean * 0.3).max(FIRST_THRESHOLD);
            part = sides.best(threshold)?;
        }
        Some(self.judged(part, sides, light))
    }

    /// Returns the board on this part of the lattice; `None` if the picture cuts off more than a row.
    pub(super) fn board_of(
        &self,
        part: LatticeArea,
        light: &BlurredLight,
    ) -> Option<BoardCandidate> {
        let whole = self.extent_with_cut_rows(light.size())?;
        part.is_within(whole).then(|| self.judged(part, &Sides::within(part, self, light), light))
    }

    /// Computes the evidence for a part of this lattice.
    fn judged(&self, part: LatticeArea, sides: &Sides, light: &BlurredLight) -> BoardCandidate {
        let (mean, _) = sides.inside(part);
        let mean = mean.max(1e-6);
        let (width, height) = light.size();
        let longest = f64::from(width.max(height));
        let (x, y) = self.place(part.center().0, part.center().1);
        BoardCandidate {
            lattice: self.clone(),
            part,
            square: (OBLONG / self.oblong(light.size())).min(1.0),
            mean,
            seen: sides.seen(part, mean * 0.4),
            middle: (x / longest, y / longest),
            probability: 0.0,
            second: None,
        }
    }

    /// Returns the lattice fitted exactly to the lines of a part of it.
    pub(super) fn refined(&self, part: LatticeArea, lines: [&Evidence; 2]) -> Option<Self> {
        self.refined_by(part, lines, Fit::Perspective)
    }

    /// Returns the lattice fitted exactly to the lines of a part together with its folds, or with
    /// the distortion of the lens too, which moves the corners of a large board by up to a quarter
    /// of a square. `None` if no lens distorts as much.
    pub(super) fn refined_by(
        &self,
        part: LatticeArea,
        lines: [&Evidence; 2],
        fit: Fit,
    ) -> Option<Self> {
        let mut lattice = self.clone();
        for (reach, samples) in FIT_STEPS {
            lattice = lattice.step(part, lines, reach, samples, fit)?;
        }
        lattice.projection.has_likely_lens(lines[0].half_side()).then_some(lattice)
    }

    /// Returns the lattice fitted to the visible lines, from its clearest part outwards.
    ///
    /// Fitted as a whole, a lattice that is a little too wide misses the lines at its ends and
    /// catches the next ones. A few squares of it never do, and predict the adjacent lines.
    pub(super) fn grown(&self, lines: [&Evidence; 2], light: &BlurredLight) -> Option<Self> {
        let mut part = Sides::of(self, light)?.core()?;
        let mut lattice = self.refined(part, lines)?;
        for _ in 0..MOST_LINES {
            let mean = |part| lattice.mean_by_samples(part, light, FEW_SAMPLES);
            let least = mean(part) * 0.35;
            let LatticeArea { left, top, right, bottom } = part;
            let beyond = [
                LatticeArea { left: left - 1, right: left, ..part },
                LatticeArea { left: right, right: right + 1, ..part },
                LatticeArea { top: top - 1, bottom: top, ..part },
                LatticeArea { top: bottom, bottom: bottom + 1, ..part },
            ];
            let seen = beyond.map(|strip| mean(strip) > least);
            let [is_left, is_right, is_above, is_below] = seen.map(i32::from);
            part = LatticeArea {
                left: left - is_left,
                right: right + is_right,
                top: top - is_above,
                bottom: bottom + is_below,
            };
            if !seen.contains(&true) {
                break;
            }
            lattice = lattice.followed(part, lines, Fit::Perspective)?;
        }
        lattice.refined(part, lines)
    }

    /// Returns the lattice fitted in one step to a part that has grown by a row, whose lines are near
    /// their predicted places.
    pub(super) fn followed(
        &self,
        part: LatticeArea,
        lines: [&Evidence; 2],
        fit: Fit,
    ) -> Option<Self> {
        self.step(part, lines, FOLLOWED_REACH, FEW_SAMPLES, fit)
    }

    /// Returns the mean contrast of the sides of a part, without those on its outline.
    pub(super) fn mean(&self, part: LatticeArea, light: &BlurredLight) -> f64 {
        self.mean_by_samples(part, light, SAMPLES)
    }

    /// Returns [`Self::mean`] by some samples of each side.
    fn mean_by_samples(&self, part: LatticeArea, light: &BlurredLight, samples: u32) -> f64 {
        let mut sides = Vec::new();
        for axis in [0, 1] {
            let (first, last) =
                if axis == 0 { (part.left, part.right) } else { (part.top, part.bottom) };
            for_sides(part, axis, |line, along| {
                if line != first && line != last {
                    let side = self.contrast_by_samples(light, axis, line.into(), along, samples);
                    sides.push(side.unwrap_or_default());
                }
            });
        }
        mean(sides.into_iter())
    }

    /// Takes one step of least squares towards the lines found within `reach` squares of their
    /// predicted place, by some samples of each side.
    fn step(
        &self,
        part: LatticeArea,
        lines: [&Evidence; 2],
        reach: f64,
        samples: u32,
        fit: Fit,
    ) -> Option<Self> {
        let mut observations = Vec::new();
        for axis in [0, 1] {
            for_sides(part, axis, |line, along| {
                let (line, along) = (f64::from(line), f64::from(along));
                let [middle, next] = [line, line + reach]
                    .map(|across| self.place_by_axis(axis, across, along + 0.5));
                let (normal, pixels) = direction(middle, next);
                for sample in 0..samples {
                    let along = along + 0.1 + 0.8 * share(sample, samples);
                    let seen = lines[axis].line_near(
                        self.place_by_axis(axis, line, along),
                        normal,
                        pixels.max(MIN_REACH_PIXELS),
                    );
                    observations.extend(seen.map(|(place, weight)| Observation {
                        axis,
                        lattice: if axis == 0 { (line, along) } else { (along, line) },
                        place,
                        weight,
                    }));
                }
            });
        }
        let projection = self.projection.fitted(&observations, fit, lines[0].half_side())?;
        Some(Self { projection, ..self.clone() })
    }
}

/// Returns the units of a homogeneous place of a picture of this size, by the usual focal length.
fn camera((width, height): (u32, u32)) -> Vector3<f64> {
    let focus = USUAL_FOCUS * f64::from(width.max(height));
    Vector3::new(focus, focus, 1.0)
}

/// Returns the number of sides of the squares of a part.
fn sides(part: LatticeArea) -> f64 {
    let (columns, rows) = part.size();
    f64::from(2 * columns * rows + columns + rows)
}

/// Calls `each` with every side of the squares of a part that is on a line of an axis: the line,
/// and the start of the side along it.
fn for_sides(part: LatticeArea, axis: usize, mut each: impl FnMut(i32, i32)) {
    let (across, along) = if axis == 0 {
        (part.left..=part.right, part.top..part.bottom)
    } else {
        (part.top..=part.bottom, part.left..part.right)
    };
    for line in across {
        for side in along.clone() {
            each(line, side);
        }
    }
}

/// Returns the position of one of some samples along a side, 0 to 1.
fn share(sample: u32, samples: u32) -> f64 {
    (f64::from(sample) + 0.5) / f64::from(samples)
}

/// Returns the direction from one place to another, of length 1, and their distance.
fn direction((x, y): (f64, f64), (to_x, to_y): (f64, f64)) -> ((f64, f64), f64) {
    let (dx, dy) = (to_x - x, to_y - y);
    // `hypot` is slow, and no place is far enough to need it.
    let length = (dx * dx + dy * dy).sqrt().max(1e-9);
    ((dx / length, dy / length), length)
}

/// The contrast of every side of every square of a lattice.
struct Sides {
    whole: LatticeArea,
    /// The sides by axis, line after line.
    sides: [Vec<f64>; 2],
}

impl Sides {
    /// Measures the sides as dark and as light lines.
    fn of_both(lattice: &Lattice, light: &BlurredLight, samples: u32) -> Option<[Self; 2]> {
        let whole = lattice.extent(light.size())?;
        let mut both = [(); 2].map(|()| Self { whole, sides: [Vec::new(), Vec::new()] });
        for axis in [0, 1] {
            for_sides(whole, axis, |line, along| {
                let contrasts = lattice.contrasts(light, axis, line.into(), along, samples);
                for (sides, contrast) in both.iter_mut().zip(contrasts.unwrap_or_default()) {
                    sides.sides[axis].push(contrast);
                }
            });
        }
        Some(both)
    }

    /// Measures the sides as lines of the lattice.
    fn of(lattice: &Lattice, light: &BlurredLight) -> Option<Self> {
        Some(Self::within(lattice.extent(light.size())?, lattice, light))
    }

    /// Measures the sides of a part as lines of the lattice.
    fn within(part: LatticeArea, lattice: &Lattice, light: &BlurredLight) -> Self {
        let sides = [0, 1].map(|axis| {
            let mut sides = Vec::new();
            for_sides(part, axis, |line, along| {
                let contrast = lattice.contrast(light, axis, line.into(), along);
                sides.push(contrast.unwrap_or_default());
            });
            sides
        });
        Self { whole: part, sides }
    }

    fn columns(&self) -> i32 {
        self.whole.right - self.whole.left
    }

    fn rows(&self) -> i32 {
        self.whole.bottom - self.whole.top
    }

    /// Returns the contrast of the side on a line of an axis that begins at a line of the other.
    fn side(&self, axis: usize, line: i32, along: i32) -> f64 {
        let (first_line, first, count) = if axis == 0 {
            (self.whole.left, self.whole.top, self.rows())
        } else {
            (self.whole.top, self.whole.left, self.columns())
        };
        self.sides[axis][((line - first_line) * count + along - first) as usize]
    }

    /// Returns the part with the largest total contrast above a threshold.
    fn best(&self, threshold: f64) -> Option<LatticeArea> {
        let LatticeArea { left, top, .. } = self.whole;
        let (columns, rows) = (self.columns() as usize, self.rows() as usize);
        // The excess of the sides on lines between columns, row by row.
        let down: Vec<f64> = (0..rows)
            .flat_map(|row| (0..=columns).map(move |line| line * rows + row))
            .map(|at| self.sides[0][at] - threshold)
            .collect();
        // The excess of the sides between rows, line by line.
        let across: Vec<f64> = self.sides[1].iter().map(|side| side - threshold).collect();
        let mut best: Option<(f64, [usize; 4])> = None;
        for first in 0..rows {
            // The sums over the rows from the first to the last: of the sides on each line between
            // columns, and of the sides between rows in each column.
            let mut lines = vec![0.0; columns + 1];
            let mut between = across[first * columns..][..columns].to_vec();
            for last in first + 1..=rows {
                add(&mut lines, &down[(last - 1) * (columns + 1)..]);
                add(&mut between, &across[last * columns..]);
                // The run of columns with the largest sum, from line to line.
                let (mut run, mut from) = (lines[0], 0);
                for at in 1..=columns {
                    if lines[at - 1] > run {
                        (run, from) = (lines[at - 1], at - 1);
                    }
                    run += between[at - 1] + lines[at];
                    if best.is_none_or(|(most, _)| run > most) {
                        best = Some((run, [from, first, at, last]));
                    }
                }
            }
        }
        let (_, part) = best.filter(|(most, _)| *most > 0.0)?;
        let [from, first, at, last] = part.map(|line| line as i32);
        Some(LatticeArea {
            left: left + from,
            top: top + first,
            right: left + at,
            bottom: top + last,
        })
    }

    /// Returns the [`CORE`] squares across and down with the most contrast.
    fn core(&self) -> Option<LatticeArea> {
        let LatticeArea { left, top, right, bottom } = self.whole;
        (top..=bottom - CORE)
            .flat_map(|top| (left..=right - CORE).map(move |left| (left, top)))
            .map(|(left, top)| LatticeArea { left, top, right: left + CORE, bottom: top + CORE })
            .max_by(|a, b| self.inside(*a).0.total_cmp(&self.inside(*b).0))
    }

    /// Iterates over the contrasts of all sides of a part.
    fn all(&self, part: LatticeArea) -> impl Iterator<Item = f64> {
        let down = (part.left..=part.right).flat_map(move |line| {
            (part.top..part.bottom).map(move |along| self.side(0, line, along))
        });
        let across = (part.top..=part.bottom).flat_map(move |line| {
            (part.left..part.right).map(move |along| self.side(1, line, along))
        });
        down.chain(across)
    }

    /// Returns the mean contrast of the sides of a part, and their number.
    fn inside(&self, part: LatticeArea) -> (f64, f64) {
        let (sum, count) =
            self.all(part).fold((0.0, 0.0), |(sum, count), side| (sum + side, count + 1.0));
        (sum / f64::max(count, 1.0), count)
    }

    /// Returns the share of the sides of a part with more contrast than `least`.
    fn seen(&self, part: LatticeArea, least: f64) -> f64 {
        let seen = self.all(part).filter(|side| *side > least).count();
        seen as f64 / self.inside(part).1.max(1.0)
    }
}

/// Adds the first values to sums.
fn add(sums: &mut [f64], values: &[f64]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / f64::max(count, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a lattice with squares of `1.0 / scale` pixels at the center of the picture.
    fn tilted(scale: f64, tilt: f64) -> Lattice {
        let map = Matrix3::new(scale, 0.0, 0.0, 0.0, scale, 0.0, tilt, 0.0, 1.0);
        let to_picture = map.try_inverse().expect("it can be inverted");
        let projection = Projection::flat(to_picture).expect("it can be inverted");
        Lattice { projection, is_light: false }
    }

    /// Returns the extent of a lattice in a picture of 600 by 400 pixels.
    fn extent(scale: f64, tilt: f64) -> Option<LatticeArea> {
        tilted(scale, tilt).extent((600, 400))
    }

    #[test]
    fn extent_ends_before_the_horizon() {
        // The horizon is at the right edge of the picture, or inside. At 0.3 of the scale, the places are
        // 210 or 140 pixels right of the center.
        let at_edge = LatticeArea { left: -7, top: -33, right: 35, bottom: 33 };
        assert_eq!(extent(1.0 / 20.0, -1.0 / 300.5), Some(at_edge));
        let inside = LatticeArea { left: -6, top: -33, right: 23, bottom: 33 };
        assert_eq!(extent(1.0 / 20.0, -1.0 / 200.5), Some(inside));
    }

    #[test]
    fn extent_of_small_squares_ends_farther_from_the_horizon() {
        // Up to 0.3 or 0.45 of the scale it would have more than 96 columns or rows. At 0.65, the place
        // is 105 pixels right of the center.
        let whole = LatticeArea { left: -18, top: -38, right: 20, bottom: 38 };
        assert_eq!(extent(1.0 / 8.0, -1.0 / 300.5), Some(whole));
    }

    #[test]
    fn lines_of_a_divided_lattice_are_between_those_of_the_whole_one() {
        let whole = tilted(1.0 / 20.0, -1.0 / 300.5);
        let divided = whole.divided([2, 3]).expect("it can be inverted");
        let ((x, y), (own_x, own_y)) = (whole.place(2.5, 1.0 / 3.0), divided.place(5.0, 1.0));
        assert!((x - own_x).hypot(y - own_y) < 1e-9, "{x} {y}, {own_x} {own_y}");
    }

    #[test]
    fn fold_has_the_angle_by_which_a_lattice_is_folded() {
        let edge = BoardEdge { axis: 0, is_last: true };
        for angle in [0.25, 2.0] {
            let size = (600, 400);
            let folded =
                tilted(1.0 / 20.0, 0.0).folded(edge, 3.0, angle, size).expect("a camera sees it");
            let found = folded.fold_angle(0, size).expect("a fold");
            assert!((found - angle).abs() < 0.01, "{found} for {angle}");
            assert_eq!(folded.fold_angle(1, size), None);
        }
    }

    #[test]
    fn lattice_that_went_astray_has_no_extent() {
        let whole = LatticeArea { left: -15, top: -10, right: 15, bottom: 10 };
        assert_eq!(extent(1.0 / 20.0, 0.0), Some(whole));
        // Lines without end.
        assert_eq!(extent(1e12, 0.0), None);
    }
}
