//! The four edges of a board on a lattice.
//!
//! The lines of a lattice say little about where a board ends: a score track may run on in the
//! pitch of the grid, and where the corners of the board are cut off, its outermost row has few
//! lines. So each edge is tried at all lines nearby, by what is inside and outside of it: lines of
//! the lattice, lines off the lattice (a frame, a score track), colors that change along the whole
//! edge or within a row of squares.

use image::{Rgb, RgbImage};

use super::edge_points::EdgePoints;
use super::lattice::{Lattice, LatticeArea};

/// The number of sampled places of a square in each direction.
const PLACES: u32 = 4;

/// The number of lines, outwards and inwards, at which an edge is tried.
const REACH: i32 = 3;

/// The number of features of an edge at a line.
const FEATURES: usize = 24;

/// The feature that is 1 if the picture does not show the squares outside, and 0 otherwise.
const UNSEEN: usize = 11;

/// The number of places between two lines of the lattice that the lines of a frame or a score track
/// cover at most.
const TEXTURE_LINES: usize = 3;

/// The feature that recognises squares outside by all of their lines and none between, …
const OUTSIDE_SQUARES: usize = 23;

/// … and the value of it from which the board cannot end there. It was more at hardly any of a thousand
/// drawn edges, and more at most lines next to them.
const MAX_OUTSIDE_SQUARES: f64 = 0.75;

/// The minimum number of squares of a board in each direction.
const SMALLEST: i32 = 4;

/// Places between two lines of the lattice at which lines off the lattice are searched.
const OFFSETS: [f64; 9] = [0.14, 0.23, 0.32, 0.41, 0.5, 0.59, 0.68, 0.77, 0.86];

/// An edge of a board on a lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardEdge {
    /// 0 for the left or right edge, 1 for the top or bottom one.
    axis: usize,
    /// `true` for the right or bottom edge.
    is_last: bool,
}

/// The row of squares between two lines, and the outer one of the lines.
#[derive(Clone, Copy, Debug, Default)]
struct Strip {
    /// The mean contrast of the sides between the squares, …
    mean: f64,
    /// … and of the half of the row with the most.
    clearest: f64,
    /// The mean contrast of the outer line, …
    line: f64,
    /// … and the contrast that 70 % of it exceeds.
    most_of_line: f64,
    /// The contrast that 70 % of the clearest line off the lattice exceeds.
    off_lattice: f64,
    /// The change of color across the outer line that 70 % of it exceeds.
    color_change: f64,
    /// The median change of color between adjacent squares.
    variety: f64,
}

impl BoardEdge {
    /// All edges of a board.
    pub(super) const ALL: [Self; 4] = [
        Self { axis: 0, is_last: false },
        Self { axis: 1, is_last: false },
        Self { axis: 0, is_last: true },
        Self { axis: 1, is_last: true },
    ];

    /// Returns the line of this edge.
    pub(super) const fn line(self, part: LatticeArea) -> i32 {
        match (self.axis, self.is_last) {
            (0, false) => part.left,
            (0, true) => part.right,
            (_, false) => part.top,
            (_, true) => part.bottom,
        }
    }

    /// Returns a part with this edge moved outwards by a number of lines.
    pub(super) const fn moved(self, mut part: LatticeArea, by: i32) -> LatticeArea {
        match (self.axis, self.is_last) {
            (0, false) => part.left -= by,
            (0, true) => part.right += by,
            (_, false) => part.top -= by,
            (_, true) => part.bottom += by,
        }
        part
    }
}

/// The weights of the features, from the edges of drawn boards: a line's probability of being the
/// edge is proportional to the exponential of their weighted sum.
const WEIGHTS: [f64; FEATURES] = [
    -0.34, -1.64, 0.01, 1.10, 0.35, 0.76, 1.57, -0.13, -0.55, 0.58, 1.07, 1.50, 0.28, -1.25, 4.63,
    0.15, -1.15, 1.34, 0.35, -0.47, -1.32, 1.52, -1.05, -2.95,
];

/// A line at which an edge of a board may be.
struct ScoredLine {
    /// The number of lines by which the edge would move outwards.
    by: i32,
    /// The logarithm of its probability.
    score: f64,
    /// `true` if the picture shows what is outside of it.
    is_seen: bool,
}

/// The most likely lines of an edge of a board.
struct EdgeChoice {
    edge: BoardEdge,
    /// The most likely move outwards with its probability, and the second most likely one.
    best: (i32, f64),
    second: Option<(i32, f64)>,
    /// `true` if the picture shows what is outside of the most likely line.
    is_seen: bool,
}

/// The part of a lattice that is the board by its four edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Extent {
    pub part: LatticeArea,
    /// The probability that all edges are right; 0 if the picture does not show what is outside.
    pub probability: f64,
    /// The part with the most uncertain edge moved, and the ratio of its probability to that of the
    /// first.
    pub second: Option<(LatticeArea, f64)>,
}

/// The surroundings of the edges of a board.
pub(super) struct EdgeSearch<'a> {
    pub lattice: &'a Lattice,
    pub marks: &'a EdgePoints,
    pub part: LatticeArea,
    /// The mean contrast of the sides of the board's squares.
    pub mean: f64,
    /// The outermost lines at which the edges may be.
    pub limits: LatticeArea,
}

impl EdgeSearch<'_> {
    /// Returns the outermost lines of a board that was found by its lines. Beyond a frame, a table
    /// looks alike everywhere, so that an edge without a limit may run away.
    pub(super) fn limits(part: LatticeArea) -> LatticeArea {
        BoardEdge::ALL.into_iter().fold(part, |part, edge| edge.moved(part, REACH))
    }

    /// Returns the most likely extent of the board; `None` if an edge has no possible place.
    pub(super) fn extent(&self) -> Option<Extent> {
        let LatticeArea { left, top, right, bottom } = self.part;
        if right - left < SMALLEST || bottom - top < SMALLEST {
            return None;
        }
        let choices: Vec<EdgeChoice> =
            BoardEdge::ALL.into_iter().filter_map(|edge| self.choice(edge)).collect();
        if choices.len() < BoardEdge::ALL.len() {
            return None;
        }
        let part =
            choices.iter().fold(self.part, |part, choice| choice.edge.moved(part, choice.best.0));
        let is_seen = choices.iter().all(|choice| choice.is_seen);
        let probability: f64 = choices.iter().map(|choice| choice.best.1).product();
        let second = choices
            .iter()
            .filter_map(|choice| {
                let (by, probability) = choice.second?;
                Some((choice.edge.moved(part, by - choice.best.0), probability / choice.best.1))
            })
            .max_by(|a, b| a.1.total_cmp(&b.1));
        Some(Extent { part, probability: if is_seen { probability } else { 0.0 }, second })
    }

    /// Returns the most likely extent with this number of columns and rows, and the logarithm of
    /// its probability; `None` if the edges are too far from their present places for it.
    pub(super) fn extent_of(&self, (columns, rows): (i32, i32)) -> Option<(f64, LatticeArea)> {
        let [left, top, right, bottom] = BoardEdge::ALL;
        let pair = |first: BoardEdge, last: BoardEdge, count: i32| {
            let now = last.line(self.part) - first.line(self.part);
            let lasts = self.scored(last);
            self.scored(first)
                .into_iter()
                .filter_map(|one| {
                    let other = lasts.iter().find(|other| now + one.by + other.by == count)?;
                    Some((one.score + other.score, one.by, other.by))
                })
                .max_by(|a, b| a.0.total_cmp(&b.0))
        };
        let (across, by_left, by_right) = pair(left, right, columns)?;
        let (down, by_top, by_bottom) = pair(top, bottom, rows)?;
        let moves = [(left, by_left), (top, by_top), (right, by_right), (bottom, by_bottom)];
        let part = moves.iter().fold(self.part, |part, (edge, by)| edge.moved(part, *by));
        Some((across + down, part))
    }

    /// Returns the most likely lines of an edge; `None` if there are none.
    fn choice(&self, edge: BoardEdge) -> Option<EdgeChoice> {
        let mut scored = self.scored(edge);
        scored.sort_by(|a, b| b.score.total_cmp(&a.score));
        let best = scored.first()?;
        let probability = |line: &ScoredLine| (line.by, line.score.exp());
        let second = scored.get(1).map(probability);
        Some(EdgeChoice { edge, best: probability(best), second, is_seen: best.is_seen })
    }

    /// Returns the lines at which an edge may be.
    fn scored(&self, edge: BoardEdge) -> Vec<ScoredLine> {
        let mut scored: Vec<ScoredLine> = (-REACH..)
            .zip(self.features(edge))
            .filter_map(|(by, features)| {
                let features = features.filter(|all| all[OUTSIDE_SQUARES] < MAX_OUTSIDE_SQUARES)?;
                let score = features.iter().zip(WEIGHTS).map(|(value, weight)| value * weight);
                Some(ScoredLine { by, score: score.sum(), is_seen: features[UNSEEN] < 0.5 })
            })
            .collect();
        let most = scored.iter().map(|line| line.score).fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = scored.iter().map(|line| (line.score - most).exp()).sum();
        for line in &mut scored {
            line.score -= most + total.ln();
        }
        scored
    }

    /// Returns the features of an edge at each line from [`REACH`] squares inside its present
    /// place to as many outside. `None` where it cannot be.
    fn features(&self, edge: BoardEdge) -> Vec<Option<[f64; FEATURES]>> {
        let strips: Vec<Option<Strip>> =
            (-REACH - 2..=REACH + 2).map(|by| self.strip(edge, by)).collect();
        let at = |by: i32| strips[(by + REACH + 2) as usize];
        let whole = self.lattice.extent(self.marks.size);
        (-REACH..=REACH)
            .map(|by| {
                let moved = edge.moved(self.part, by);
                let is_large =
                    moved.right - moved.left >= SMALLEST && moved.bottom - moved.top >= SMALLEST;
                let is_inside = moved.is_within(self.limits)
                    && whole.is_some_and(|whole| moved.is_within(whole));
                let inside = at(by).filter(|_| is_large && is_inside)?;
                let outside = at(by + 1);
                let (beyond, before) =
                    (at(by + 2).unwrap_or_default(), at(by - 1).unwrap_or_default());
                let is_seen = outside.is_some();
                let outside = outside.unwrap_or_default();
                let least = (-REACH - 2..=by)
                    .filter_map(at)
                    .map(|strip| strip.clearest)
                    .fold(f64::INFINITY, f64::min);
                let log = |change: f64| (change + 0.02).ln() + 2.0;
                let capped = |contrast: f64| contrast.clamp(-0.5, 1.5);
                // Squares have lines all around; of a table or a track, only some fit.
                let all_around =
                    |one: f64, other: f64| capped(one).max(0.0) * capped(other).max(0.0);
                let outside_squares = all_around(outside.mean, outside.line);
                Some([
                    capped(inside.mean),
                    capped(outside.mean),
                    capped(inside.clearest),
                    capped(outside.clearest),
                    capped(inside.line),
                    capped(inside.most_of_line),
                    log(inside.color_change),
                    log(inside.variety),
                    log(outside.variety),
                    capped(inside.off_lattice),
                    capped(outside.off_lattice),
                    f64::from(u8::from(!is_seen)),
                    capped(outside.line),
                    capped(beyond.clearest),
                    capped(least),
                    log(outside.color_change),
                    log(before.color_change),
                    capped(beyond.off_lattice),
                    capped(beyond.mean),
                    capped(before.line),
                    outside_squares,
                    all_around(inside.mean, before.line),
                    all_around(inside.mean, inside.line),
                    outside_squares * (1.0 - capped(outside.off_lattice)).clamp(0.0, 1.0),
                ])
            })
            .collect()
    }

    /// Measures the row of squares that would be the outermost if the edge were moved outwards;
    /// `None` if most of it is outside the picture.
    fn strip(&self, edge: BoardEdge, by: i32) -> Option<Strip> {
        let BoardEdge { axis, is_last } = edge;
        let line = edge.line(self.part) + if is_last { by } else { -by };
        // The first of the two lines around the squares, and of those around the next ones.
        let (first, next) = if is_last { (line - 1, line) } else { (line, line - 1) };
        let (from, to) = if axis == 0 {
            (self.part.top, self.part.bottom)
        } else {
            (self.part.left, self.part.right)
        };
        // The next edges may be off by one.
        let (from, to) = if to - from >= 8 { (from + 1, to - 1) } else { (from, to) };
        let count = (to - from) as usize;
        let light = &self.marks.light;
        let contrast = |axis, line, along| self.lattice.contrast(light, axis, line, along);
        let between: Vec<f64> =
            (from + 1..to).filter_map(|at| contrast(1 - axis, at.into(), first)).collect();
        let mut along: Vec<f64> =
            (from..to).filter_map(|at| contrast(axis, line.into(), at)).collect();
        if between.len() * 3 < count - 1 || along.len() * 3 < count {
            return None;
        }
        let half = between.len().div_ceil(2);
        let clearest = between
            .windows(half)
            .map(|window| mean(window) / self.mean)
            .fold(f64::NEG_INFINITY, f64::max);
        let mut off_lattice: Vec<f64> = OFFSETS
            .iter()
            .map(|offset| {
                let mut sides: Vec<f64> = (from..to)
                    .filter_map(|at| contrast(axis, f64::from(first) + offset, at))
                    .collect();
                let mut light: Vec<f64> = sides.iter().map(|side| -side).collect();
                share_of(&mut sides, 0.3).max(share_of(&mut light, 0.3)).max(0.0)
            })
            .collect();
        off_lattice.sort_by(|a, b| b.total_cmp(a));
        // A frame or a track has a line or two; what has more is the texture of squares.
        let off_lattice = off_lattice[0] - off_lattice[TEXTURE_LINES];
        let place = |across: i32, at: i32| if axis == 0 { (across, at) } else { (at, across) };
        let colors = |across: i32| -> Vec<Option<[f64; 3]>> {
            (from..to).map(|at| self.color(place(across, at))).collect()
        };
        let (own, others) = (colors(first), colors(next));
        let mut changes: Vec<f64> = own
            .iter()
            .zip(&others)
            .filter_map(|(one, other)| Some(difference((*one)?, (*other)?)))
            .collect();
        let mut varieties: Vec<f64> =
            own.windows(2).filter_map(|pair| Some(difference(pair[0]?, pair[1]?))).collect();
        let (mean_between, line) = (mean(&between) / self.mean, mean(&along) / self.mean);
        Some(Strip {
            mean: mean_between,
            clearest,
            line,
            most_of_line: share_of(&mut along, 0.3) / self.mean,
            off_lattice: off_lattice / self.mean,
            color_change: share_of(&mut changes, 0.3),
            variety: share_of(&mut varieties, 0.5),
        })
    }

    /// Returns the mean color of a square in logarithms: red and blue against green, and green;
    /// `None` if it is not all in the picture.
    fn color(&self, (column, row): (i32, i32)) -> Option<[f64; 3]> {
        let pixels: &RgbImage = &self.marks.pixels;
        let (across, down) = (f64::from(pixels.width()) / 2.0, f64::from(pixels.height()) / 2.0);
        let mut sums = [0.0; 3];
        for at in 0..PLACES * PLACES {
            let [right, below] = [at % PLACES, at / PLACES]
                .map(|at| 0.2 + 0.6 * (f64::from(at) + 0.5) / f64::from(PLACES));
            let (x, y) = self.lattice.place(f64::from(column) + right, f64::from(row) + below);
            let (x, y) = ((x + across).floor(), (y + down).floor());
            if x < 0.0 || y < 0.0 {
                return None;
            }
            let Rgb(bytes) = pixels.get_pixel_checked(x as u32, y as u32)?;
            let [red, green, blue] = bytes.map(|byte| (f64::from(byte) + 12.0).ln());
            for (sum, value) in sums.iter_mut().zip([red - green, blue - green, green]) {
                *sum += value;
            }
        }
        Some(sums.map(|sum| sum / f64::from(PLACES * PLACES)))
    }
}

/// Returns the difference between two colors; that of light counts less, because of shadows.
fn difference(one: [f64; 3], other: [f64; 3]) -> f64 {
    let [red, blue, light] = [0, 1, 2].map(|part| (one[part] - other[part]).powi(2));
    (2.0 * (red + blue) + 0.5 * light).sqrt()
}

/// Returns the value below which a share of all are; 0 if there are none.
fn share_of(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get((values.len() as f64 * share) as usize).copied().unwrap_or_default()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}
