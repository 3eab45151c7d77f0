//! Proposals of a kind for every square, from the painted squares and the colors in the rulebook.
//!
//! A kind has one look or several: its colors and texture. The rulebook names the colors of most
//! kinds, so that proposals exist before anything is painted; painted squares replace the
//! rulebook. Light, looks and proposals depend on each other, so they are estimated alternately:
//! squares of a sure kind improve the light and the looks, and these improve the other proposals.

use std::collections::BTreeMap;

use nalgebra::{Cholesky, SMatrix};
use palette::{LinSrgb, Srgb};

use super::blocks::{
    BLOCKS, COLOR_FEATURES, ColorFeatures, FEATURES, Features, SquareMeasurements, median,
};
use super::combine::propose_together;
use super::corners::GridSize;
use super::kind::PaintKind;
use super::light::{self, LightField, LightSample};
use super::neighbors::{self, NeighborPair, normalize, propagate_beliefs};
use super::paint_orientation::orientation_warning;
use super::photo_warning::PhotoWarning;
use super::round_marks::round_marks;
use super::straightened_photo::StraightenedPhoto;
use components::square::Square;

/// The number of passes in which light, looks and proposals are estimated again.
const TURNS: usize = 6;

/// The prior standard deviation of the features of squares of one look.
const SPREAD: [f64; FEATURES] = [0.1, 0.05, 0.05, 0.15, 0.15, 0.2, 0.08, 0.08];
/// The weight of [`SPREAD`], in squares.
const SPREAD_WEIGHT: f64 = 15.0;
/// The usual standard deviation of a square's light from the estimate.
const LIGHT: [f64; FEATURES] = [0.08, 0.03, 0.03, 0.08, 0.05, 0.08, 0.03, 0.03];
/// The standard deviation of the light at the edge of a shadow or in a glare.
const ODD_LIGHT: [f64; FEATURES] = [0.5, 0.06, 0.06, 0.2, 0.08, 0.2, 0.06, 0.06];
/// The share of squares in an odd light.
const ODD: f64 = 0.15;
/// The share of squares under something that may look like anything.
const COVERED: f64 = 0.02;
/// The number of squares of a look at which its frequency on the rim counts half.
const RIM_SEEN: f64 = 3.0;

/// The standard deviation of the print from a color named in the rulebook.
const NAMED: [f64; FEATURES] = [0.3, 0.12, 0.12, 0.35, 0.12, 0.45, 0.12, 0.25];

/// The prior standard deviation of brightness and colors between both sides of a line.
const STEP: [f64; COLOR_FEATURES] = [0.12, 0.05, 0.05];
/// The standard deviation between both sides of a line on which a shadow ends.
const JUMP: [f64; COLOR_FEATURES] = [0.5, 0.08, 0.1];
/// The share of lines on which a shadow ends.
const JUMPS: f64 = 0.08;
/// The share of lines on which an object lies.
const OBJECTS: f64 = 0.02;
/// The exponent of the evidence from a pair of neighbors; 1 would treat pairs as independent.
const PAIRED: f64 = 0.7;
/// The exponent of the frequency with which two looks are adjacent.
const ADJACENCY: f64 = 0.65;
/// The distance in brightness and colors at which painted squares of a kind have two looks.
const TWO_LOOKS: [f64; COLOR_FEATURES] = [1.4, 0.4, 0.4];

/// The share of similar blocks from which a square is hardly covered.
const CLEAR: f64 = 0.8;

/// The weight of an unpainted square, as a share of a painted one's.
const UNPAINTED: f64 = 0.6;
/// The squared distance from its look at which the weight of a square is halved.
const FITS: f64 = 12.0;
/// The share of blocks with another ground from which a square is covered, and the share from which
/// it counts half.
const FOREIGN: (f64, f64) = (0.45, 0.75);
/// The share of blocks with another ground from which a square is named covered. A strongly drawn
/// ground reaches a little less.
const MIN_COVERED: f64 = 0.6;
/// The distance from the look in brightness and colors from which a block shows another ground.
const OTHER_GROUND: [f64; COLOR_FEATURES] = [0.6, 0.25, 0.3];
/// The squared distance over which an answer informs about other squares, in squares.
const FAR_OFF: f64 = 50.0;
/// The share of the blocks along its edges that show the ground of a square with nothing across them.
const MIN_CLEAR_RIM: f64 = 0.5;
/// The visibility of a square below a glare, or with an object across its edges.
const HALF_SEEN: f64 = 0.75;
/// The share of white pixels from which a square is burnt out.
const BURNT: f64 = 0.3;
/// The share of mirrored light from which a square is under a glare.
const GLARE: f64 = 0.3;
/// The difference in log brightness across a square from which a shadow ends on it.
const SHADOW_EDGE: f64 = 0.5;
/// The likelihood of a reserved square away from the painted ones, relative to one near them: the
/// squares of a site are adjacent.
const ASTRAY: f64 = 0.05;

type Spread = SMatrix<f64, FEATURES, FEATURES>;
type ColorSpread = SMatrix<f64, COLOR_FEATURES, COLOR_FEATURES>;

/// The proposed kind of a square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proposal {
    /// The most likely kind.
    pub kind: PaintKind,
    /// The probability that it is right, 0 to 1.
    pub confidence: f32,
    /// `true` if a person should check it.
    pub unsure: bool,
    /// An obstacle to seeing the square, if any.
    pub flaw: Option<Flaw>,
    /// The expected information gain from labeling this square; 0 when certain.
    pub information_gain: f32,
}

/// An obstacle to seeing a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// Without any color: overexposed, or outside the picture.
    BurntOut,
    /// Covered by an object.
    Covered,
    /// Mirroring a lamp.
    Glare,
    /// Crossed by the edge of a shadow.
    ShadowEdge,
}

impl Flaw {
    /// Returns the name that is shown behind a proposal.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BurntOut => "burnt out or outside the picture",
            Self::Covered => "mostly covered",
            Self::Glare => "under a glare",
            Self::ShadowEdge => "at the edge of a shadow",
        }
    }
}

/// The measurements of a picture, taken once and used for proposals after every stroke.
#[derive(Clone, Debug)]
pub struct PhotoMeasurements {
    pub(super) blocks: SquareMeasurements,
    pub(super) pairs: Vec<NeighborPair>,
    rounds: Vec<bool>,
}

impl PhotoMeasurements {
    /// Measures every square of a straightened picture.
    pub fn new(picture: &StraightenedPhoto) -> Self {
        let blocks = SquareMeasurements::of(picture);
        Self { pairs: neighbors::neighbor_pairs(blocks.grid), rounds: round_marks(picture), blocks }
    }

    /// Iterates over the squares with a round mark, in reading order; they may be start squares.
    pub fn round_marks(&self) -> impl Iterator<Item = Square> {
        self.grid()
            .squares()
            .zip(&self.rounds)
            .filter_map(|(square, is_round)| is_round.then_some(square))
    }

    /// Returns the grid of the picture.
    pub const fn grid(&self) -> GridSize {
        self.blocks.grid
    }

    /// Returns a doubt if the paint seems turned or mirrored against the picture.
    ///
    /// `painted` has an entry for every square, in reading order.
    pub fn misplaced(&self, painted: &[Option<PaintKind>]) -> Option<PhotoWarning> {
        orientation_warning(&self.blocks, painted)
    }

    /// Proposes a kind for every square in reading order; painted squares keep their kind. Kinds
    /// without a painted square are recognized by the colors that the rulebook names.
    ///
    /// `painted` has an entry for every square, in reading order.
    pub fn propose(&self, painted: &[Option<PaintKind>]) -> Vec<Option<Proposal>> {
        propose_together(&[self], painted)
    }
}

/// The view of a square in a photograph.
#[derive(Clone, Copy)]
pub(super) struct SquareView {
    /// The visibility of the square, 0 to 1.
    pub(super) visibility: f64,
    /// An obstacle to seeing the square, if any.
    pub(super) flaw: Option<Flaw>,
    /// `true` if an object or a reflection hides most of the square, so the evidence may be about that.
    pub(super) is_hidden: bool,
}

/// The evidence of one photograph about a square.
pub(super) struct Estimate {
    /// The probability of each kind.
    pub(super) kinds: BTreeMap<PaintKind, f64>,
    pub(super) view: SquareView,
    /// The probability of each kind without the evidence of neighbors.
    pub(super) without_neighbors: BTreeMap<PaintKind, f64>,
    /// The share of neighbors that probably have the same kind.
    pub(super) agreeing: f64,
    /// The difference in log brightness across the square.
    pub(super) slope: f64,
    /// The uncertainty of the light on the square.
    pub(super) light_uncertainty: f64,
    /// The scarcity of painted squares of its look and of the nearest rival: 4 for none of either,
    /// less the more there are.
    pub(super) paint_scarcity: f64,
}

/// Returns the colors of a kind that the rulebook names.
fn rulebook_colors(kind: PaintKind) -> &'static [[u8; 3]] {
    match kind {
        PaintKind::Entrance => &[[165, 95, 80]],
        PaintKind::Coastal => &[[208, 200, 184]],
        PaintKind::Forested => &[[105, 126, 84]],
        PaintKind::Central => &[[150, 146, 140]],
        PaintKind::River => &[[102, 130, 148]],
        PaintKind::Wall => &[[104, 99, 94]],
        // Parchment, and the black squares on which nothing is built.
        PaintKind::Outside => &[[190, 172, 138], BLACK],
        _ => &[],
    }
}

const BLACK: [u8; 3] = [42, 38, 36];

/// Returns the look of a color in neutral light.
fn look_of([red, green, blue]: [u8; 3]) -> Features {
    let light: LinSrgb<f64> = Srgb::new(red, green, blue).into_linear();
    let [red, green, blue] = [light.red, light.green, light.blue].map(|light| (light + 0.004).ln());
    let mut look = Features::zeros();
    look[0] = (red + green + blue) / 3.0;
    look[1] = red - green;
    look[2] = blue - green;
    look
}

fn diagonal(of: &[f64; FEATURES]) -> Spread {
    Spread::from_diagonal(&Features::from(of.map(|value| value * value)))
}

/// One look of a kind.
#[derive(Clone, Debug)]
struct KindLook {
    kind: PaintKind,
    /// The prior mean.
    expected: Features,
    /// The prior variance.
    open: Features,
    mean: Features,
    /// The variance of the mean.
    off: Features,
    /// The prior weight, larger for common looks.
    share: f64,
    /// `true` for a look from the rulebook rather than from painted squares.
    is_named: bool,
}

/// A multivariate normal distribution around 0.
struct Gaussian {
    chol: Cholesky<f64, nalgebra::Const<FEATURES>>,
    log_size: f64,
}

impl Gaussian {
    fn new(spread: &Spread) -> Self {
        let chol = Cholesky::new_with_substitute(*spread, 1e-6)
            .unwrap_or_else(|| Cholesky::new_unchecked(Spread::identity()));
        let log_size = chol.l_dirty().diagonal().iter().map(|d| d.max(1e-9).ln()).sum();
        Self { chol, log_size }
    }

    fn squared(&self, off: &Features) -> f64 {
        off.dot(&self.chol.solve(off))
    }

    fn log_density(&self, off: &Features) -> f64 {
        -self.squared(off) / 2.0 - self.log_size
    }
}

/// The current estimate of light, looks and proposals for a photograph.
pub(super) struct Learner<'a> {
    blocks: &'a SquareMeasurements,
    pairs: &'a [NeighborPair],
    painted: &'a [Option<PaintKind>],
    looks: Vec<KindLook>,
    light: LightField,
    /// The covariance of the features within a look.
    spread: Spread,
    /// The covariance of the color difference between both sides of a line.
    step: ColorSpread,
    /// The expected features of each look in each square, in the light there.
    seen: Vec<Vec<Features>>,
    /// The uncertainty of the light at each square.
    dim: Vec<f64>,
    /// For each square, the probability of each look.
    likely: Vec<Vec<f64>>,
    /// For each square, the probability of each look without the evidence of neighbors.
    alone: Vec<Vec<f64>>,
    /// The squared distance of each square from its nearest look.
    far: Vec<f64>,
    turn: usize,
}

impl<'a> Learner<'a> {
    /// Fits light, looks and proposals to a photograph and the painted squares.
    pub(super) fn from_paint(
        blocks: &'a SquareMeasurements,
        pairs: &'a [NeighborPair],
        painted: &'a [Option<PaintKind>],
    ) -> Self {
        let mut learner = Self::new(blocks, pairs, painted);
        for _ in 0..TURNS {
            learner.take_turn();
        }
        learner
    }

    fn new(
        blocks: &'a SquareMeasurements,
        pairs: &'a [NeighborPair],
        painted: &'a [Option<PaintKind>],
    ) -> Self {
        let mut learner = Self {
            blocks,
            pairs,
            painted,
            looks: Vec::new(),
            light: vec![Features::zeros(); blocks.squares.len()],
            spread: diagonal(&SPREAD),
            step: ColorSpread::from_diagonal(&ColorFeatures::from(STEP.map(|step| step * step))),
            seen: Vec::new(),
            dim: Vec::new(),
            likely: Vec::new(),
            alone: Vec::new(),
            far: vec![0.0; blocks.squares.len()],
            turn: 0,
        };
        learner.start();
        learner
    }

    /// Initializes looks and light from the painted squares, and from the rulebook where there are
    /// none.
    fn start(&mut self) {
        let groups = groups(self.blocks, self.painted);
        let mut seen = Vec::new();
        for (kind, groups) in &groups {
            for group in groups {
                let number = self.looks.len();
                self.looks.push(KindLook {
                    kind: *kind,
                    expected: Features::zeros(),
                    open: Features::repeat(100.0),
                    mean: Features::zeros(),
                    off: Features::zeros(),
                    share: 1.0,
                    is_named: false,
                });
                seen.extend(group.iter().map(|at| LightSample {
                    at: *at,
                    kind: number,
                    weight: self.blocks.squares[*at].clear.powi(2),
                    values: self.blocks.squares[*at].features,
                }));
            }
        }
        if !seen.is_empty() {
            self.light = light::estimate_light(self.blocks.grid, self.looks.len(), &seen);
        }
        let by_paint = self.looks.len();
        let painted: Vec<(usize, usize)> = seen.iter().map(|seen| (seen.at, seen.kind)).collect();
        self.dim = light::light_uncertainty(self.blocks.grid, by_paint, &painted);
        let exposed = self.exposed();
        for kind in PaintKind::ALL {
            for color in rulebook_colors(kind) {
                // Parchment may have been painted while the black squares were not yet.
                let is_new = match groups.get(&kind) {
                    None => true,
                    Some(groups) => {
                        rulebook_colors(kind).len() > 1
                            && groups.iter().all(|group| {
                                let look = &self.blocks.squares[group[0]].features;
                                (look[0] - exposed[0] - look_of(*color)[0]).abs() > TWO_LOOKS[0]
                            })
                    }
                };
                if is_new {
                    let expected = look_of(*color) + exposed;
                    let mut open = Features::from(NAMED.map(|named| named * named));
                    if *color == BLACK {
                        open[0] *= 4.0;
                    }
                    self.looks.push(KindLook {
                        kind,
                        expected,
                        open,
                        mean: expected,
                        off: open,
                        share: 1.0,
                        is_named: true,
                    });
                }
            }
        }
        self.likely = self.painted.iter().map(|_| vec![0.0; self.looks.len()]).collect();
        for seen in &seen {
            self.likely[seen.at][seen.kind] = 1.0;
        }
        if by_paint > 0 {
            self.learn();
        }
        self.judge();
    }

    /// Returns the offset of the picture's exposure and tint from the colors of the rulebook.
    fn exposed(&self) -> Features {
        let painted: Vec<Features> = self
            .painted
            .iter()
            .zip(&self.blocks.squares)
            .filter_map(|(kind, square)| {
                let color = rulebook_colors((*kind)?).first()?;
                Some(square.features - look_of(*color))
            })
            .collect();
        let all: Vec<Features> = self.blocks.squares.iter().map(|square| square.features).collect();
        let usual = look_of([150, 140, 124]);
        Features::from_fn(|row, _| {
            if row >= COLOR_FEATURES {
                median_of(&all, row)
            } else if painted.len() >= 3 {
                median_of(&painted, row)
            } else {
                median_of(&all, row) - usual[row]
            }
        })
    }

    fn take_turn(&mut self) {
        self.turn += 1;
        self.find_light();
        self.learn();
        self.judge();
    }

    /// Returns the weight of a square in estimating a look: little if it shows something else.
    fn trust(&self, at: usize, look: usize) -> f64 {
        let likely = self.likely[at][look];
        let fits = self.fit(at);
        match self.painted[at] {
            Some(_) => likely * fits * self.blocks.squares[at].clear.powi(2),
            None if likely > 0.5 => UNPAINTED * likely * likely * fits,
            None => 0.0,
        }
    }

    /// Returns the fit of a square to its nearest look, 0 to 1.
    fn fit(&self, at: usize) -> f64 {
        1.0 / (1.0 + (self.far[at] / FITS).powi(2))
    }

    fn find_light(&mut self) {
        let mut seen = Vec::new();
        for (at, square) in self.blocks.squares.iter().enumerate() {
            let look = best(&self.likely[at]);
            let weight = self.trust(at, look);
            if weight > 0.05 {
                seen.push(LightSample { at, kind: look, weight, values: square.features });
            }
        }
        self.light = light::estimate_light(self.blocks.grid, self.looks.len(), &seen);
    }

    fn without_light(&self, at: usize) -> Features {
        self.blocks.squares[at].features - self.light[at]
    }

    /// Estimates the looks, their spread, and the spread of the color steps between squares.
    fn learn(&mut self) {
        let mut all = diagonal(&SPREAD) * SPREAD_WEIGHT;
        let mut weights = SPREAD_WEIGHT;
        for look in 0..self.looks.len() {
            let mut weight = 1e-9;
            let mut sum = Features::zeros();
            for at in 0..self.likely.len() {
                let trust = self.trust(at, look);
                if trust > 0.0 {
                    weight += trust;
                    sum += self.without_light(at) * trust;
                }
            }
            let mean = sum / weight;
            let this = &mut self.looks[look];
            for row in 0..FEATURES {
                let each = self.spread[(row, row)].max(1e-6);
                this.off[row] = 1.0 / (1.0 / this.open[row] + weight / each);
                this.mean[row] = this.off[row]
                    * (this.expected[row] / this.open[row] + weight * mean[row] / each);
            }
            this.share = if this.is_named { 0.5 + weight / 3.0 } else { 1.0 + weight / 3.0 };
            let mean = this.mean;
            for at in 0..self.likely.len() {
                let trust = self.trust(at, look);
                if trust > 0.0 {
                    let off = self.without_light(at) - mean;
                    all += off * off.transpose() * trust;
                    weights += trust;
                }
            }
        }
        let spread = all / weights;
        // Correlations between features count only as far as enough squares show them.
        let few = SPREAD_WEIGHT / weights;
        self.spread =
            spread * (1.0 - 0.5 * few) + Spread::from_diagonal(&spread.diagonal()) * (0.5 * few);
        let mut step =
            ColorSpread::from_diagonal(&ColorFeatures::from(STEP.map(|step| step * step))) * 20.0;
        let mut weights = 20.0;
        for pair in self.pairs {
            let (a, b) = (best(&self.likely[pair.one]), best(&self.likely[pair.other]));
            let trust = self.likely[pair.one][a] * self.likely[pair.other][b];
            if trust < 0.5 {
                continue;
            }
            let off = self.step_between(pair) - self.between(a, b);
            // A jump of the light is no part of it.
            let far = (0..COLOR_FEATURES).map(|c| off[c].powi(2) / self.step[(c, c)]).sum::<f64>();
            let weight = trust / (1.0 + (far / 9.0).powi(2));
            step += off * off.transpose() * weight;
            weights += weight;
        }
        self.step = step / weights;
    }

    /// Returns the color difference between both sides of the line between two squares.
    fn step_between(&self, pair: &NeighborPair) -> ColorFeatures {
        let (one, other) = (&self.blocks.squares[pair.one], &self.blocks.squares[pair.other]);
        if pair.is_across { one.edges[2] - other.edges[0] } else { one.edges[3] - other.edges[1] }
    }

    /// Returns the expected color difference between squares of these looks.
    fn between(&self, one: usize, other: usize) -> ColorFeatures {
        let off = self.looks[one].mean - self.looks[other].mean;
        off.fixed_rows::<COLOR_FEATURES>(0).into_owned()
    }

    /// Returns the expected features of a look in a square, in the light there.
    ///
    /// A square that is brighter than its look mirrors a lamp: the added white reduces color and
    /// contrast.
    fn seen_as(&self, at: usize, look: &KindLook) -> Features {
        whitened(look.mean + self.light[at], self.blocks.squares[at].features[0])
    }

    /// Returns `true` if a kind is reserved and none of its squares is painted nearby.
    fn is_astray(&self, at: usize, kind: PaintKind) -> bool {
        let columns = usize::from(self.blocks.grid.columns());
        kind.is_reserved()
            && !self.painted.iter().enumerate().any(|(other, painted)| {
                let across = (at % columns).abs_diff(other % columns);
                let down = (at / columns).abs_diff(other / columns);
                *painted == Some(kind) && across.max(down) <= 2
            })
    }

    /// Returns the expected color difference between two looks on both sides of a line, in the
    /// light there.
    fn between_here(&self, pair: &NeighborPair, a: usize, b: usize) -> ColorFeatures {
        let (one, other) = (&self.seen[pair.one][a], &self.seen[pair.other][b]);
        let mut off = (one - other).fixed_rows::<COLOR_FEATURES>(0).into_owned();
        let (mean_a, mean_b) = (
            self.looks[a].mean[0] + self.light[pair.one][0],
            self.looks[b].mean[0] + self.light[pair.other][0],
        );
        // Both get the same amount of added white.
        let more = f64::midpoint(one[0].exp() - mean_a.exp(), other[0].exp() - mean_b.exp());
        off[0] = (self.looks[a].mean[0].exp() + more.max(0.0)).ln()
            - (self.looks[b].mean[0].exp() + more.max(0.0)).ln();
        off
    }

    /// Returns the probability of each look for each square without the evidence of neighbors.
    fn alone(&mut self) -> Vec<Vec<f64>> {
        let usual = diagonal(&LIGHT);
        let odd = diagonal(&ODD_LIGHT);
        let loose = if self.turn == 0 { 4.0 } else { 1.0 };
        let distributions: Vec<[Gaussian; 2]> = self
            .looks
            .iter()
            .map(|look| {
                let own = self.spread + Spread::from_diagonal(&look.off);
                [Gaussian::new(&(own + usual * loose)), Gaussian::new(&(own + odd))]
            })
            .collect();
        // An object on a square may look like anything.
        let objects = Gaussian::new(&diagonal(&[1.0, 0.5, 0.6, 0.8, 0.5, 0.8, 0.3, 0.3]));
        let anything = COVERED * (objects.log_density(&Features::repeat(0.5))).exp();
        let all: f64 = self.looks.iter().map(|look| look.share).sum();
        (0..self.blocks.squares.len())
            .map(|at| {
                let without = self.without_light(at);
                let mut nearest = f64::INFINITY;
                let mut scores: Vec<f64> = self
                    .looks
                    .iter()
                    .zip(&distributions)
                    .enumerate()
                    .map(|(number, (look, [usual, odd]))| {
                        if self.painted[at].is_some_and(|painted| painted != look.kind) {
                            return 0.0;
                        }
                        let off = without - look.mean;
                        nearest = nearest.min(usual.squared(&off));
                        let mut in_odd = self.blocks.squares[at].features - self.seen[at][number];
                        in_odd[0] = off[0];
                        let fits = (1.0 - ODD) * usual.log_density(&off).exp()
                            + ODD * odd.log_density(&in_odd).exp()
                            + anything;
                        let astray = if self.is_astray(at, look.kind) { ASTRAY } else { 1.0 };
                        astray * look.share / all * fits
                    })
                    .collect();
                self.far[at] = nearest;
                normalize(&mut scores);
                scores
            })
            .collect()
    }

    /// Returns the frequency of each look on the rim of the board, relative to chance.
    fn on_the_rim(&self) -> Vec<f64> {
        let mut rim = vec![RIM_SEEN; self.looks.len()];
        let mut all = vec![RIM_SEEN; self.looks.len()];
        for (square, likely) in self.blocks.grid.squares().zip(&self.likely) {
            let is_rim = self.is_rim(square);
            for (look, likely) in likely.iter().enumerate() {
                all[look] += likely;
                if is_rim {
                    rim[look] += likely;
                }
            }
        }
        let share = rim.iter().sum::<f64>() / all.iter().sum::<f64>();
        rim.iter().zip(&all).map(|(rim, all)| rim / all / share).collect()
    }

    fn is_rim(&self, square: Square) -> bool {
        let grid = self.blocks.grid;
        square.column == 0
            || square.row == 0
            || square.column + 1 == grid.columns()
            || square.row + 1 == grid.rows()
    }

    /// Returns the compatibility of each pair of looks with each pair of squares.
    fn fits(&self) -> Vec<Vec<f64>> {
        let count = self.looks.len();
        let adjacency = self.adjacency();
        let jumping = self.step
            + ColorSpread::from_diagonal(&ColorFeatures::from(JUMP.map(|jump| jump * jump)));
        let (usual, usual_size) = inverse(&self.step);
        let (jump, jump_size) = inverse(&jumping);
        let anything = OBJECTS / (0.6 * 0.3 * 0.3);
        self.pairs
            .iter()
            .map(|pair| {
                let step = self.step_between(pair);
                let mut fits = Vec::with_capacity(count * count);
                for a in 0..count {
                    for b in 0..count {
                        let off = step - self.between_here(pair, a, b);
                        let near = (-off.dot(&(usual * off)) / 2.0).exp() * usual_size;
                        let far = (-off.dot(&(jump * off)) / 2.0).exp() * jump_size;
                        let fit = (1.0 - JUMPS) * near + JUMPS * far + anything;
                        fits.push(fit.powf(PAIRED) * adjacency[a * count + b]);
                    }
                }
                fits
            })
            .collect()
    }

    /// Returns the frequency with which two looks are adjacent, relative to chance.
    fn adjacency(&self) -> Vec<f64> {
        let count = self.looks.len();
        let mut found = vec![0.0; count * count];
        for pair in self.pairs {
            let (one, other) = (&self.likely[pair.one], &self.likely[pair.other]);
            for (a, one) in one.iter().enumerate().filter(|(_, likely)| **likely > 0.01) {
                for (b, other) in other.iter().enumerate().filter(|(_, likely)| **likely > 0.01) {
                    found[a * count + b] += one * other / 2.0;
                    found[b * count + a] += one * other / 2.0;
                }
            }
        }
        let rows: Vec<f64> = found.chunks(count).map(|row| row.iter().sum()).collect();
        let all: f64 = rows.iter().sum::<f64>().max(1.0);
        let mut adjacency = Vec::with_capacity(count * count);
        for a in 0..count {
            for b in 0..count {
                let chance = rows[a] * rows[b] / all;
                let few = 3.0;
                adjacency.push(((found[a * count + b] + few) / (chance + few)).powf(ADJACENCY));
            }
        }
        adjacency
    }

    fn judge(&mut self) {
        self.seen = (0..self.light.len())
            .map(|at| self.looks.iter().map(|look| self.seen_as(at, look)).collect())
            .collect();
        let mut alone = self.alone();
        if self.turn > 0 {
            let rim = self.on_the_rim();
            for (square, alone) in self.blocks.grid.squares().zip(&mut alone) {
                if self.is_rim(square) {
                    for (alone, rim) in alone.iter_mut().zip(&rim) {
                        *alone *= rim;
                    }
                    normalize(alone);
                }
            }
        }
        if self.turn == 0 {
            // The adjacency of the looks needs first probabilities.
            self.likely.clone_from(&alone);
        }
        let fits = self.fits();
        self.likely = propagate_beliefs(&alone, self.pairs, &fits, self.looks.len());
        self.alone = alone;
    }

    /// Returns the share of a square's light that is mirrored, assuming this look.
    fn mirrored(&self, at: usize, look: usize) -> f64 {
        let own = self.looks[look].mean[0] + self.light[at][0] + 0.15;
        1.0 - (own - self.blocks.squares[at].features[0]).min(0.0).exp()
    }

    /// Returns the share of a square's blocks that do not show the ground of a look.
    fn foreign(&self, at: usize, look: usize) -> f64 {
        let seen = &self.seen[at][look];
        let square = &self.blocks.squares[at];
        // A shadow makes the whole of it darker.
        let ground = square.features[0].clamp(seen[0] - 0.9, seen[0] + 0.5);
        let foreign = square.blocks.iter().filter(|block| {
            let off = [block[0] - ground, block[1] - seen[1], block[2] - seen[2]];
            off.iter().zip(OTHER_GROUND).any(|(off, most)| off.abs() > most)
        });
        foreign.count() as f64 / BLOCKS as f64
    }

    /// Returns the evidence about every square, in reading order.
    pub(super) fn estimates(&self) -> Vec<Estimate> {
        let looks: Vec<usize> = self.likely.iter().map(|likely| best(likely)).collect();
        let kinds: Vec<PaintKind> = looks.iter().map(|look| self.looks[*look].kind).collect();
        let mut agreeing = vec![(0.0, 0.0); looks.len()];
        for NeighborPair { one, other, .. } in self.pairs {
            let is_same = f64::from(u8::from(kinds[*one] == kinds[*other]));
            for at in [*one, *other] {
                agreeing[at] = (agreeing[at].0 + is_same, agreeing[at].1 + 1.0);
            }
        }
        let few: Vec<f64> = self.painted_of(&looks).into_iter().map(scarcity).collect();
        looks
            .iter()
            .zip(agreeing)
            .enumerate()
            .map(|(at, (look, (same, all)))| Estimate {
                kinds: self.kinds_of(&self.likely[at]),
                view: self.view(at, *look),
                without_neighbors: self.kinds_of(&self.alone[at]),
                agreeing: same / f64::max(all, 1.0),
                slope: self.blocks.squares[at].slope,
                light_uncertainty: self.dim[at],
                paint_scarcity: few[*look] + self.rival_scarcity(at, *look, &few),
            })
            .collect()
    }

    /// Returns the number of painted squares of each look; a square that hardly shows its look
    /// hardly counts.
    fn painted_of(&self, looks: &[usize]) -> Vec<f64> {
        let mut painted = vec![0.0; self.looks.len()];
        for (at, look) in looks.iter().enumerate().filter(|(at, _)| self.painted[*at].is_some()) {
            painted[*look] += self.blocks.squares[at].clear * self.fit(at);
        }
        painted
    }

    /// Returns the scarcity of painted squares of the nearest rival of a look, from that of all
    /// looks.
    ///
    /// A kind that is painted alone has no rival. Its color distinguishes it, unless it is gray: the
    /// other gray kind looks nearly alike.
    fn rival_scarcity(&self, at: usize, look: usize, few: &[f64]) -> f64 {
        match self.rival(at, look) {
            Some(rival) => few[rival],
            None if self.looks[look].kind.is_gray() => scarcity(0.0),
            None => 0.0,
        }
    }

    /// Returns the look of another kind that is most likely for a square alone; `None` if only one
    /// kind is painted.
    fn rival(&self, at: usize, look: usize) -> Option<usize> {
        (0..self.looks.len())
            .filter(|&other| {
                let other = &self.looks[other];
                !other.is_named && other.kind != self.looks[look].kind
            })
            .max_by(|a, b| self.alone[at][*a].total_cmp(&self.alone[at][*b]))
    }

    /// Returns the view of a square of this look.
    fn view(&self, at: usize, look: usize) -> SquareView {
        let square = &self.blocks.squares[at];
        let foreign = self.foreign(at, look);
        let torn = ((foreign - FOREIGN.0) / (FOREIGN.1 - FOREIGN.0)).clamp(0.0, 1.0);
        let clear = 1.0 - torn / 2.0;
        let view = |visibility: f64, flaw: Flaw| SquareView {
            visibility,
            flaw: Some(flaw),
            is_hidden: true,
        };
        if square.burnt > BURNT {
            return view(clear / 2.0, Flaw::BurntOut);
        }
        if foreign > MIN_COVERED {
            return view(clear, Flaw::Covered);
        }
        if self.mirrored(at, look) > GLARE {
            return view(HALF_SEEN, Flaw::Glare);
        }
        // A piece in the middle leaves the rim open. An object across the rim is larger than what
        // is seen of it, and may be what was taken for the ground.
        let is_crossed = square.clear_rim < MIN_CLEAR_RIM;
        SquareView {
            visibility: if is_crossed { HALF_SEEN.min(clear) } else { clear },
            flaw: (square.slope > SHADOW_EDGE).then_some(Flaw::ShadowEdge),
            is_hidden: is_crossed,
        }
    }

    /// Sums the probabilities of looks by their kinds.
    fn kinds_of(&self, likely: &[f64]) -> BTreeMap<PaintKind, f64> {
        let mut kinds: BTreeMap<PaintKind, f64> = BTreeMap::new();
        for (look, likely) in self.looks.iter().zip(likely) {
            *kinds.entry(look.kind).or_default() += likely;
        }
        kinds
    }

    /// Returns the similarity of two squares, 0 to 1: the share of an answer about one that applies
    /// to the other.
    pub(super) fn alike(&self, one: usize, other: usize) -> f64 {
        let columns = usize::from(self.blocks.grid.columns());
        let across = (one % columns).abs_diff(other % columns) as f64;
        let down = (one / columns).abs_diff(other / columns) as f64;
        let off = self.without_light(one) - self.without_light(other);
        let far: f64 = (0..FEATURES).map(|row| off[row].powi(2) / self.spread[(row, row)]).sum();
        (-far / (4.0 * FEATURES as f64) - (across.powi(2) + down.powi(2)) / FAR_OFF).exp()
    }
}

/// Returns a look with white added up to this brightness; unchanged if it is brighter already.
fn whitened(mut look: Features, bright: f64) -> Features {
    if bright <= look[0] {
        return look;
    }
    let own = look[0].exp();
    let more = bright.exp() - own;
    let red = (look[0] + (2.0 * look[1] - look[2]) / 3.0).exp();
    let green = (look[0] - (look[1] + look[2]) / 3.0).exp();
    let blue = (look[0] + (2.0 * look[2] - look[1]) / 3.0).exp();
    let left = own / (own + more);
    look[1] = ((red + more) / (green + more)).ln();
    look[2] = ((blue + more) / (green + more)).ln();
    for contrast in [3, 5] {
        look[contrast] = (left * (look[contrast].exp() - 0.01).max(0.002) + 0.01).ln();
    }
    look[0] = bright;
    look
}

/// Groups the painted squares of each kind by look.
pub(super) fn groups(
    blocks: &SquareMeasurements,
    painted: &[Option<PaintKind>],
) -> BTreeMap<PaintKind, Vec<Vec<usize>>> {
    let mut groups: BTreeMap<PaintKind, Vec<Vec<usize>>> = BTreeMap::new();
    let mut order: Vec<usize> = (0..painted.len()).collect();
    // The clearest squares come first, since an object on a square is no look of its kind.
    order.sort_by(|a, b| blocks.squares[*b].clear.total_cmp(&blocks.squares[*a].clear));
    for at in order {
        let Some(kind) = painted[at] else {
            continue;
        };
        let groups = groups.entry(kind).or_default();
        let look = &blocks.squares[at].features;
        let is_first = groups.is_empty();
        let similar =
            groups.iter_mut().find(|group| may_be_one(look, &blocks.squares[group[0]].features));
        match similar {
            Some(group) => group.push(at),
            None if is_first || blocks.squares[at].clear > CLEAR => groups.push(vec![at]),
            None => {}
        }
    }
    groups
}

/// Returns `true` if two painted squares of one kind may have one look, in different light.
fn may_be_one(one: &Features, other: &Features) -> bool {
    let (dark, bright) = if one[0] < other[0] { (one, other) } else { (other, one) };
    let as_bright = whitened(*dark, bright[0]);
    bright[0] - dark[0] < TWO_LOOKS[0]
        && (has_similar_colors(dark, bright) || has_similar_colors(&as_bright, bright))
}

fn has_similar_colors(one: &Features, other: &Features) -> bool {
    (1..COLOR_FEATURES).all(|c| (one[c] - other[c]).abs() < TWO_LOOKS[c])
}

/// Returns the scarcity of this many painted squares of a look: 2 for none, less the more there are.
fn scarcity(painted: f64) -> f64 {
    1.0 / (0.5 + painted)
}

/// Returns the median of one feature.
fn median_of(looks: &[Features], row: usize) -> f64 {
    median(looks.iter().map(|look| look[row]).collect())
}

/// Returns the inverse of a covariance, and the inverse of the root of its determinant.
fn inverse(spread: &ColorSpread) -> (ColorSpread, f64) {
    let size = spread.determinant().max(1e-12).sqrt();
    (spread.try_inverse().unwrap_or_else(ColorSpread::identity), 1.0 / size)
}

fn best(likely: &[f64]) -> usize {
    let mut best = 0;
    for (look, share) in likely.iter().enumerate() {
        if *share > likely[best] {
            best = look;
        }
    }
    best
}
