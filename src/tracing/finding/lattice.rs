//! Two families of lines as a lattice: how wide its squares are, how many belong to the board,
//! and exactly where they lie.

use nalgebra::{Matrix3, SMatrix, SVector, Vector3};

use super::lines::Family;
use super::marks::{BlurredLight, Marks};

/// A square of the picture that is looked at is at least so many pixels wide.
const LEAST_PERIOD: f64 = 14.0;

/// So many lines one way are the most that are held against a picture.
const MOST_LINES: i32 = 64;

/// So many widths of squares are tried each way.
const MOST_PERIODS: usize = 6;

/// Focal lengths of cameras, from wide to long, in longer sides of the picture.
const FOCI: [f64; 6] = [0.6, 0.8, 1.1, 1.5, 2.2, 4.0];

/// Squares that are no more oblong than this are square.
const OBLONG: f64 = 1.3;

/// Widths that differ by less than this factor are one.
const SAME_PERIOD: f64 = 1.06;

/// A side of which fewer of these are in the picture is not seen.
const LEAST_SAMPLES: f64 = 3.0;

/// So many rows of squares beyond the board are looked at.
const BEYOND: i32 = 3;

/// So many squares each way are first laid exactly.
const CORE: i32 = 5;

/// So many places are looked at along each side of a square.
const SAMPLES: u32 = 11;

/// A side that bends light by so many times what is usual stands out in full.
const FULL: f64 = 4.0;

/// What a side has to stand out by at first to speak for a square.
const FIRST_THRESHOLD: f64 = 0.2;

/// The lines of one family in the picture, drawn out: how strongly each pixel is on one.
pub(super) struct Evidence {
    weights: Vec<f32>,
    width: i32,
    height: i32,
}

impl Evidence {
    /// Of the marks that run towards the point of a family.
    pub(super) fn new(marks: &Marks, family: &Family) -> Self {
        const MISSES: f64 = 0.2;
        let (width, height) = marks.size;
        let mut weights = vec![0.0; (width * height) as usize];
        let (half_width, half_height) = (width as f32 / 2.0, height as f32 / 2.0);
        for mark in &marks.all {
            let (x, y) = family.direction(f64::from(mark.x), f64::from(mark.y));
            let misses = x * f64::from(mark.normal.0) + y * f64::from(mark.normal.1);
            let fits = 1.0 - (misses / MISSES).powi(2);
            if fits > 0.0 {
                let at = (mark.y + half_height) as u32 * width + (mark.x + half_width) as u32;
                weights[at as usize] = mark.weight * fits as f32;
            }
        }
        Self { weights, width: width as i32, height: height as i32 }
    }

    /// At a place counted from the middle; nothing outside the picture.
    fn at(&self, x: f64, y: f64) -> Option<f32> {
        let (x, y) = (
            (x + f64::from(self.width) / 2.0).floor() as i32,
            (y + f64::from(self.height) / 2.0).floor() as i32,
        );
        let is_inside = x >= 0 && y >= 0 && x < self.width && y < self.height;
        is_inside.then(|| self.weights[(y * self.width + x) as usize])
    }
}

/// Two families of lines that cross, the picture pulled straight by them.
pub(super) struct Crossing<'a> {
    /// The lines between columns, which run down the board, and those between rows.
    pub lines: [&'a Evidence; 2],
    /// From the picture to where both families are parallel and at right angles; what is in the
    /// middle of the picture keeps its size.
    straight: Matrix3<f64>,
}

impl<'a> Crossing<'a> {
    /// Of the family that runs down the board and the one that runs across, unless they meet
    /// where no table can be.
    pub(super) fn new(
        down: (&Family, &'a Evidence),
        across: (&Family, &'a Evidence),
    ) -> Option<Self> {
        let horizon = across.0.point.cross(&down.0.point);
        if horizon.z.abs() < 1e-9 {
            return None;
        }
        let horizon = horizon / horizon.z;
        let far = f64::from(down.1.width).hypot(f64::from(down.1.height)) / 2.0;
        // The whole picture lies before the horizon.
        if horizon.x.hypot(horizon.y) * far > 0.9 {
            return None;
        }
        let level = Matrix3::new(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, horizon.x, horizon.y, 1.0);
        let (u, v) = (across.0.direction(0.0, 0.0), down.0.direction(0.0, 0.0));
        let axes = Matrix3::new(u.0, v.0, 0.0, u.1, v.1, 0.0, 0.0, 0.0, 1.0);
        let straight = axes.try_inverse()? * level;
        Some(Self { lines: [down.1, across.1], straight })
    }

    /// The lattices worth a look.
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
                lattices.extend(Lattice::new(scale * self.straight));
            }
        }
        lattices
    }

    /// How strong the lines are along an axis of the straight picture, a pixel each; where the
    /// first lies.
    fn profile(&self, axis: usize) -> (Vec<f64>, f64) {
        let evidence = self.lines[axis];
        let (half_width, half_height) =
            (f64::from(evidence.width) / 2.0, f64::from(evidence.height) / 2.0);
        let place = |x: f64, y: f64| {
            let p = self.straight * Vector3::new(x, y, 1.0);
            p[axis] / p.z
        };
        let ends = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(x, y)| place(x * half_width, y * half_height));
        let first = ends.iter().copied().fold(f64::INFINITY, f64::min).floor() - 1.0;
        let last = ends.iter().copied().fold(f64::NEG_INFINITY, f64::max).ceil() + 1.0;
        let mut profile = vec![0.0; (last - first) as usize + 1];
        for (at, &weight) in evidence.weights.iter().enumerate() {
            if weight > 0.0 {
                let at = at as i32;
                let (x, y) = (f64::from(at % evidence.width), f64::from(at / evidence.width));
                let place = place(x + 0.5 - half_width, y + 0.5 - half_height) - first - 0.5;
                let whole = place.floor().max(0.0);
                let share = (place - whole).clamp(0.0, 1.0);
                profile[whole as usize] += f64::from(weight) * (1.0 - share);
                profile[whole as usize + 1] += f64::from(weight) * share;
            }
        }
        (profile, first + 0.5)
    }
}

/// The distances at which lines return along a profile, and where one of them lies; the most
/// likely first.
fn periods((profile, first): &(Vec<f64>, f64)) -> Vec<(f64, f64)> {
    const WINDOW: usize = 24;
    let count = profile.len();
    // Only what stands out over its surroundings is a line; a very strong one is one line still.
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
    let mut tried = Vec::new();
    let mut period = LEAST_PERIOD;
    while period < longest {
        let waves: f64 = (1..=3).map(|wave| power(&clear, period / f64::from(wave)).0).sum();
        tried.push((waves, period));
        period *= 1.002;
    }
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

/// How strongly a profile returns after so many pixels.
fn power(profile: &[f64], period: f64) -> (f64, f64) {
    let (turn_sin, turn_cos) = (std::f64::consts::TAU / period).sin_cos();
    let (mut sin, mut cos) = (0.0_f64, 1.0_f64);
    let (mut real, mut imaginary) = (0.0, 0.0);
    for value in profile {
        real += value * cos;
        imaginary += value * sin;
        (cos, sin) = (cos * turn_cos - sin * turn_sin, sin * turn_cos + cos * turn_sin);
    }
    (real.hypot(imaginary), imaginary.atan2(real))
}

/// Where the first line lies if they return after so many pixels.
fn best_offset(profile: &[f64], period: f64) -> f64 {
    let comb = |offset: f64| -> f64 {
        let lines = ((profile.len() as f64 - 2.0 - offset) / period) as usize;
        (0..=lines)
            .map(|line| {
                let at = offset + line as f64 * period;
                let whole = at as usize;
                profile[whole.saturating_sub(1)..(whole + 3).min(profile.len())].iter().sum::<f64>()
            })
            .sum()
    };
    let steps = (period * 2.0) as usize;
    let best =
        (0..steps).map(|step| step as f64 / 2.0).max_by(|a, b| comb(*a).total_cmp(&comb(*b)));
    best.unwrap_or_default() + 0.5
}

/// A lattice over the picture: its lines lie at whole numbers.
#[derive(Clone, Debug)]
pub(super) struct Lattice {
    to_lattice: Matrix3<f64>,
    to_picture: Matrix3<f64>,
}

/// Columns `left` to `right` and rows `top` to `bottom` of a lattice, by the lines around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

/// The part of a lattice that is the board, and what speaks for it.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub lattice: Lattice,
    pub part: Part,
    /// How much all the sides of its squares stand out together.
    pub score: f64,
    /// How square its squares are, 1 for what any camera may show.
    pub square: f64,
    /// How much one of them stands out.
    pub mean: f64,
    /// The share of its sides that stand out at all.
    pub seen: f64,
    /// Of the row of squares along each side of the board, and of the row beyond: how much their
    /// sides stand out, as a share of what is usual on it. Nothing beyond the picture.
    pub edges: [(f64, Option<f64>); 4],
}

impl Board {
    /// What speaks for it, its squares taken to be square.
    pub(super) fn likely(&self) -> f64 {
        self.score * self.square.sqrt()
    }
}

impl Lattice {
    fn new(to_lattice: Matrix3<f64>) -> Option<Self> {
        let to_picture = to_lattice.try_inverse()?;
        Some(Self { to_lattice, to_picture })
    }

    /// Where a place of the lattice lies in the picture, from its middle.
    pub(super) fn place(&self, column: f64, row: f64) -> (f64, f64) {
        let p = self.to_picture * Vector3::new(column, row, 1.0);
        (p.x / p.z, p.y / p.z)
    }

    /// How oblong its squares are on the table, at least 1, seen through whichever lens of a camera
    /// shows them best; the picture has so many pixels.
    pub(super) fn oblong(&self, (width, height): (u32, u32)) -> f64 {
        let longest = f64::from(width.max(height));
        let length = |axis: usize, focus: f64| {
            let side = self.to_picture.column(axis);
            (side[0] / focus).hypot(side[1] / focus).hypot(side[2])
        };
        let oblong = FOCI.iter().map(|focus| {
            let wide = length(0, focus * longest) / length(1, focus * longest);
            wide.max(1.0 / wide)
        });
        oblong.fold(f64::INFINITY, f64::min)
    }

    /// The lines that are in the picture, both ways; nothing if they are too many.
    pub(super) fn extent(&self, (width, height): (u32, u32)) -> Option<Part> {
        let (w, h) = (f64::from(width) / 2.0, f64::from(height) / 2.0);
        let ends = [(-w, -h), (w, -h), (w, h), (-w, h)].map(|(x, y)| {
            let p = self.to_lattice * Vector3::new(x, y, 1.0);
            (p.x / p.z, p.y / p.z, p.z)
        });
        let low = |axis: fn(&(f64, f64, f64)) -> f64| {
            ends.iter().map(axis).fold(f64::INFINITY, f64::min).ceil() as i32
        };
        let high = |axis: fn(&(f64, f64, f64)) -> f64| {
            ends.iter().map(axis).fold(f64::NEG_INFINITY, f64::max).floor() as i32
        };
        let part = Part {
            left: low(|e| e.0),
            top: low(|e| e.1),
            right: high(|e| e.0),
            bottom: high(|e| e.1),
        };
        let is_before = ends.iter().all(|end| end.2 > 0.0);
        let fits = |from: i32, to: i32| (3..=MOST_LINES).contains(&(to - from));
        (is_before && fits(part.left, part.right) && fits(part.top, part.bottom)).then_some(part)
    }

    /// The board that lies on this lattice, if any does.
    pub(super) fn board(&self, light: &BlurredLight) -> Option<Board> {
        let sides = Sides::of(self, light)?;
        let mut threshold = FIRST_THRESHOLD;
        let mut part = sides.best(threshold)?;
        for _ in 0..2 {
            let (mean, _) = sides.inside(part);
            threshold = (mean * 0.3).max(FIRST_THRESHOLD);
            part = sides.best(threshold)?;
        }
        Some(self.judged(part, &sides, light))
    }

    /// The board that lies on this part of the lattice.
    pub(super) fn board_of(&self, part: Part, light: &BlurredLight) -> Option<Board> {
        let sides = Sides::of(self, light)?;
        let Part { left, top, right, bottom } = sides.whole;
        let is_seen =
            part.left >= left && part.top >= top && part.right <= right && part.bottom <= bottom;
        is_seen.then(|| self.judged(part, &sides, light))
    }

    /// What speaks for a part of this lattice.
    fn judged(&self, part: Part, sides: &Sides, light: &BlurredLight) -> Board {
        let (mean, count) = sides.inside(part);
        let mean = mean.max(1e-6);
        Board {
            lattice: self.clone(),
            part,
            score: mean * count.powf(0.15),
            square: (OBLONG / self.oblong(light.size())).min(1.0),
            mean,
            seen: sides.seen(part, mean * 0.4),
            edges: self
                .edges(part, light)
                .map(|(inner, outer)| (inner.unwrap_or_default() / mean, outer.map(|o| o / mean))),
        }
    }

    /// The same lattice laid exactly along the lines of a part of it.
    pub(super) fn refined(&self, part: Part, lines: [&Evidence; 2]) -> Option<Self> {
        let mut lattice = self.clone();
        for reach in [0.14, 0.1, 0.07, 0.05] {
            lattice = lattice.step(part, lines, reach)?;
        }
        Some(lattice)
    }

    /// The same lattice laid along the lines that are seen, from where they are seen best outwards.
    ///
    /// As a whole, a lattice that is a little too wide runs beside the lines at its ends and there
    /// catches the next ones; a few squares of it never do, and say where those beside them lie.
    pub(super) fn grown(&self, lines: [&Evidence; 2], light: &BlurredLight) -> Option<Self> {
        let mut part = Sides::of(self, light)?.core()?;
        let mut lattice = self.refined(part, lines)?;
        for _ in 0..MOST_LINES {
            let mean = lattice.mean(part, light);
            let Part { left, top, right, bottom } = part;
            let beyond = [
                Part { left: left - 1, right: left, ..part },
                Part { left: right, right: right + 1, ..part },
                Part { top: top - 1, bottom: top, ..part },
                Part { top: bottom, bottom: bottom + 1, ..part },
            ];
            let seen = beyond.map(|strip| lattice.mean(strip, light) > mean * 0.35);
            let [is_left, is_right, is_above, is_below] = seen.map(i32::from);
            part = Part {
                left: left - is_left,
                right: right + is_right,
                top: top - is_above,
                bottom: bottom + is_below,
            };
            if !seen.contains(&true) {
                break;
            }
            lattice = lattice.step(part, lines, 0.12)?;
        }
        lattice.refined(part, lines)
    }

    /// How much the sides of the squares of a part stand out, those on its outline left aside.
    pub(super) fn mean(&self, part: Part, light: &BlurredLight) -> f64 {
        let mut sides = Vec::new();
        for axis in [0, 1] {
            for_sides(part, axis, |line, along| {
                let (first, last) =
                    if axis == 0 { (part.left, part.right) } else { (part.top, part.bottom) };
                if line != first && line != last {
                    sides.push(stands_out(self, light, axis, line, along).unwrap_or_default());
                }
            });
        }
        mean(sides.into_iter())
    }

    /// For the left, top, right and bottom edge of a part: how much the sides of the squares along
    /// it stand out, and those of the squares beyond; nothing where too few are in the picture.
    fn edges(&self, part: Part, light: &BlurredLight) -> [(Option<f64>, Option<f64>); 4] {
        // The squares between two lines of an axis, and the line of these that is an end of them.
        let strip = |axis: usize, first: i32, end: i32| {
            let along = if axis == 0 { part.top..part.bottom } else { part.left..part.right };
            let between = (along.start + 1..along.end)
                .map(|line| stands_out(self, light, 1 - axis, line, first));
            let ends = along.clone().map(|side| stands_out(self, light, axis, end, side));
            let between: Vec<f64> = between.flatten().collect();
            let is_seen = between.len() * 3 > along.len();
            is_seen.then(|| mean(between.into_iter().chain(ends.flatten())))
        };
        // The row beyond which stands out most: rows may be given up with one that stands out least.
        let beyond =
            |strip: &dyn Fn(i32) -> Option<f64>| (1..=BEYOND).filter_map(strip).reduce(f64::max);
        let Part { left, top, right, bottom } = part;
        [
            (strip(0, left, left), beyond(&|by| strip(0, left - by, left - by))),
            (strip(1, top, top), beyond(&|by| strip(1, top - by, top - by))),
            (strip(0, right - 1, right), beyond(&|by| strip(0, right + by - 1, right + by))),
            (strip(1, bottom - 1, bottom), beyond(&|by| strip(1, bottom + by - 1, bottom + by))),
        ]
    }

    /// One step of least squares towards the lines that are found within `reach` of a square.
    fn step(&self, part: Part, lines: [&Evidence; 2], reach: f64) -> Option<Self> {
        // Pixels are made small numbers, so that all eight unknowns are of one size.
        let unit = f64::from(lines[0].width.max(lines[0].height)) / 2.0;
        let mut map = self.to_lattice * scaling(unit);
        map /= map[(2, 2)];
        let mut normal: SMatrix<f64, 8, 8> = SMatrix::zeros();
        let mut right: SVector<f64, 8> = SVector::zeros();
        let mut used = 0;
        for axis in [0, 1] {
            for_sides(part, axis, |line, along| {
                for sample in 0..SAMPLES {
                    let along = f64::from(along) + 0.1 + 0.8 * share(sample);
                    let Some((x, y, weight)) =
                        self.seen_near(lines[axis], axis, f64::from(line), along, reach)
                    else {
                        continue;
                    };
                    let place = Vector3::new(x / unit, y / unit, 1.0);
                    let over = map.row(axis).dot(&place.transpose());
                    let under = map.row(2).dot(&place.transpose());
                    let off = over / under - f64::from(line);
                    // One that lies far off counts no more than one that lies a little off.
                    let weight = weight * (0.03 / off.abs().max(0.03));
                    let mut slope: SVector<f64, 8> = SVector::zeros();
                    for k in 0..3 {
                        slope[axis * 3 + k] = place[k] / under;
                    }
                    for k in 0..2 {
                        slope[6 + k] = -over * place[k] / (under * under);
                    }
                    normal += slope * slope.transpose() * weight;
                    right -= slope * off * weight;
                    used += 1;
                }
            });
        }
        if used < 60 {
            return None;
        }
        let by = normal.lu().solve(&right)?;
        for k in 0..8 {
            map[(k / 3, k % 3)] += by[k];
        }
        Self::new(map * scaling(1.0 / unit))
    }

    /// Where the line lies that is looked for at a place, and how clearly.
    fn seen_near(
        &self,
        evidence: &Evidence,
        axis: usize,
        line: f64,
        along: f64,
        reach: f64,
    ) -> Option<(f64, f64, f64)> {
        let at = |across: f64| {
            if axis == 0 { self.place(across, along) } else { self.place(along, across) }
        };
        let ((x, y), (to_x, to_y)) = (at(line), at(line + reach));
        let pixels = (to_x - x).hypot(to_y - y).max(2.0);
        let (nx, ny) = normal((x, y), (to_x, to_y));
        let (mut sum, mut weights) = (0.0, 0.0);
        let most = pixels.ceil() as i32;
        for step in -most..=most {
            let by = f64::from(step);
            let weight = f64::from(evidence.at(x + by * nx, y + by * ny)?);
            sum += by * weight;
            weights += weight;
        }
        (weights > 0.5).then(|| {
            let by = sum / weights;
            (x + by * nx, y + by * ny, weights.min(2.0))
        })
    }
}

/// Calls `each` with every side of the squares of a part that lies on a line of an axis: the
/// line, and the first end of the side along it.
fn for_sides(part: Part, axis: usize, mut each: impl FnMut(i32, i32)) {
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

/// Where a sample lies along a side, 0 to 1.
fn share(sample: u32) -> f64 {
    (f64::from(sample) + 0.5) / f64::from(SAMPLES)
}

/// The direction from one place to another, of length 1.
fn normal((x, y): (f64, f64), (to_x, to_y): (f64, f64)) -> (f64, f64) {
    let length = (to_x - x).hypot(to_y - y).max(1e-9);
    ((to_x - x) / length, (to_y - y) / length)
}

/// How much every side of every square of a lattice stands out.
struct Sides {
    whole: Part,
    /// By axis; the sides on one line after the other.
    sides: [Vec<f64>; 2],
}

impl Sides {
    fn of(lattice: &Lattice, light: &BlurredLight) -> Option<Self> {
        let whole = lattice.extent(light.size())?;
        let sides = [0, 1].map(|axis| {
            let mut sides = Vec::new();
            for_sides(whole, axis, |line, along| {
                sides.push(stands_out(lattice, light, axis, line, along).unwrap_or_default());
            });
            sides
        });
        Some(Self { whole, sides })
    }

    fn columns(&self) -> i32 {
        self.whole.right - self.whole.left
    }

    fn rows(&self) -> i32 {
        self.whole.bottom - self.whole.top
    }

    /// The side on a line of an axis, that begins at a line of the other.
    fn side(&self, axis: usize, line: i32, along: i32) -> f64 {
        let (first_line, first, count) = if axis == 0 {
            (self.whole.left, self.whole.top, self.rows())
        } else {
            (self.whole.top, self.whole.left, self.columns())
        };
        self.sides[axis][((line - first_line) * count + along - first) as usize]
    }

    /// The part whose sides stand out by more than a threshold by the largest sum.
    fn best(&self, threshold: f64) -> Option<Part> {
        let Part { left, top, right, bottom } = self.whole;
        let mut best: Option<(f64, Part)> = None;
        let columns = self.columns() as usize;
        for first in top..bottom {
            // Of the rows from the first to the last: the sides on each line between columns, and
            // those on the lines between rows that each column has.
            let mut lines = vec![0.0; columns + 1];
            let mut between = vec![0.0; columns];
            let add = |between: &mut [f64], row: i32| {
                for (sum, column) in between.iter_mut().zip(left..right) {
                    *sum += self.side(1, row, column) - threshold;
                }
            };
            add(&mut between, first);
            for last in first + 1..=bottom {
                for (sum, line) in lines.iter_mut().zip(left..=right) {
                    *sum += self.side(0, line, last - 1) - threshold;
                }
                add(&mut between, last);
                // The run of columns with the largest sum, from line to line.
                let (mut run, mut from) = (lines[0], left);
                for at in 1..=columns {
                    if lines[at - 1] > run {
                        (run, from) = (lines[at - 1], left + at as i32 - 1);
                    }
                    run += between[at - 1] + lines[at];
                    if best.is_none_or(|(most, _)| run > most) {
                        let right = left + at as i32;
                        best = Some((run, Part { left: from, top: first, right, bottom: last }));
                    }
                }
            }
        }
        best.filter(|(most, _)| *most > 0.0).map(|(_, part)| part)
    }

    /// The few squares of which the sides stand out most.
    fn core(&self) -> Option<Part> {
        let Part { left, top, right, bottom } = self.whole;
        let parts = (top..=bottom - CORE)
            .flat_map(|top| (left..=right - CORE).map(move |left| (left, top)))
            .map(|(left, top)| Part { left, top, right: left + CORE, bottom: top + CORE });
        parts.max_by(|a, b| self.inside(*a).0.total_cmp(&self.inside(*b).0))
    }

    /// Every side of the squares of a part.
    fn all(&self, part: Part) -> impl Iterator<Item = f64> {
        let down = (part.left..=part.right).flat_map(move |line| {
            (part.top..part.bottom).map(move |along| self.side(0, line, along))
        });
        let across = (part.top..=part.bottom).flat_map(move |line| {
            (part.left..part.right).map(move |along| self.side(1, line, along))
        });
        down.chain(across)
    }

    /// How much a side of a part stands out, and how many there are.
    fn inside(&self, part: Part) -> (f64, f64) {
        let (sum, count) =
            self.all(part).fold((0.0, 0.0), |(sum, count), side| (sum + side, count + 1.0));
        (sum / f64::max(count, 1.0), count)
    }

    /// The share of the sides of a part that stand out by more than so much.
    fn seen(&self, part: Part, least: f64) -> f64 {
        let seen = self.all(part).filter(|side| *side > least).count();
        seen as f64 / self.inside(part).1.max(1.0)
    }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / f64::max(count, 1.0)
}

/// How much darker it is along a side of a square than beside it, in units of how much light bends
/// around there; less than nothing where it is lighter.
fn stands_out(
    lattice: &Lattice,
    light: &BlurredLight,
    axis: usize,
    line: i32,
    along: i32,
) -> Option<f64> {
    const REACH: usize = 3;
    let mut sums = [0.0; 2 * REACH + 3];
    let mut count = 0.0;
    let place = |across: f64, along: f64| {
        if axis == 0 { lattice.place(across, along) } else { lattice.place(along, across) }
    };
    let line = f64::from(line);
    let middle = place(line, f64::from(along) + 0.5);
    let (nx, ny) = normal(middle, place(line + 0.1, f64::from(along) + 0.5));
    for sample in 0..SAMPLES {
        let (x, y) = place(line, f64::from(along) + 0.08 + 0.84 * share(sample));
        let mut seen = [0.0; 2 * REACH + 3];
        for (at, seen) in seen.iter_mut().enumerate() {
            let by = at as f64 - (REACH + 1) as f64;
            let Some(light) = light.at(x + by * nx, y + by * ny) else {
                continue;
            };
            *seen = f64::from(light);
        }
        if seen.iter().all(|seen| *seen > 0.0) {
            count += 1.0;
            for (sum, seen) in sums.iter_mut().zip(seen) {
                *sum += seen;
            }
        }
    }
    if count < LEAST_SAMPLES {
        return None;
    }
    // The line may lie a pixel beside where it is looked for.
    let dark = |at: usize| f64::midpoint(sums[at - REACH], sums[at + REACH]) - sums[at];
    let found = [dark(REACH), dark(REACH + 1), dark(REACH + 2)];
    let most = found.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let usual = f64::from(light.usual(middle.0, middle.1));
    Some((most / count / usual / FULL).clamp(-1.0, 1.0))
}

/// Makes places so many times as far from the middle.
fn scaling(by: f64) -> Matrix3<f64> {
    Matrix3::from_diagonal(&Vector3::new(by, by, 1.0))
}
