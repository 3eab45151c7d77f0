//! The kind of every square, proposed from those that were painted.
//!
//! Each kind has a look of its own, learnt from the painted squares: the
//! colours and the grain of their blocks, as a bell curve around a mean. Light,
//! looks and proposals depend on each other, so they are found in turns: the
//! squares that are surely of a kind tell more about the light and the looks,
//! and these about the rest.

use std::collections::BTreeMap;

use nalgebra::{SMatrix, SVector};
use palette::{FromColor, LinSrgb, Oklab};

use super::blocks::{ALONG, BLOCKS, Block, Blocks};
use super::corners::{Grid, Straightened};
use super::kind::Kind;
use super::light::{self, CHANNELS, Light, Seen};

/// Below this, a proposal is marked unsure if it is among the least sure ones.
pub const SURE: f32 = 0.98;
/// Below this, a proposal is always marked unsure.
pub const DOUBTFUL: f32 = 0.6;
/// The share of squares that are the least sure ones: more than a person looks at with care.
pub const MOST_UNSURE: f32 = 0.09;

/// How often light, looks and proposals are found anew.
const TURNS: usize = 8;
/// The share of blocks near the edges of a square that may show anything at all: tokens, lines.
const COVERED: f64 = 0.08;
/// The looks of a kind count for themselves as far as there are more blocks than this; the rest
/// is taken from what all kinds have in common.
const COMMON: f64 = 60.0;
/// The least a colour varies within a kind, in hundredths of the range from black to white.
const LEAST_SPREAD: f64 = 0.5;
/// Blocks of a square repeat each other: so many of them count as one, to begin with.
const REPEATED: f64 = 20.0;

/// From this share on that looks like another kind, a square is looked at with doubt; beyond
/// the second it counts half.
const TORN: (f64, f64) = (0.06, 0.2);
/// The doubt, as a logarithm, in a reserved square away from those that were painted: the squares
/// of a site lie together.
const ASTRAY: f64 = 3.0;
/// How much less kinds are told apart where the painted squares tell little of the light.
const DIM: f64 = 10.0;

/// Brightness and two colours of Oklab in hundredths, and the grain.
const LOOKS: usize = 4;
type Look = SVector<f64, LOOKS>;
type Spread = SMatrix<f64, LOOKS, LOOKS>;

/// What a square is taken for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proposal {
    /// The kind it looks like.
    pub kind: Kind,
    /// How sure that is, 0 to 1.
    pub sure: f32,
    /// Whether it ought to be looked at.
    pub unsure: bool,
}

/// A picture measured once, to propose from as often as something is painted.
#[derive(Clone, Debug)]
pub struct Measured(Blocks);

impl Measured {
    /// Measures every square of a straightened picture.
    #[must_use]
    pub fn new(picture: &Straightened) -> Self {
        Self(Blocks::of(picture))
    }

    /// The grid it was measured by.
    #[must_use]
    pub const fn grid(&self) -> Grid {
        self.0.grid
    }

    /// Proposes a kind for every square in reading order; painted ones are what they were
    /// painted as. Nothing is proposed as long as nothing is painted.
    ///
    /// `painted` has an entry for every square, in reading order.
    #[must_use]
    pub fn propose(&self, painted: &[Option<Kind>]) -> Vec<Option<Proposal>> {
        match Learner::new(&self.0, painted) {
            Some(mut learner) => {
                for _ in 0..TURNS {
                    learner.take_turn();
                }
                let mut proposals = learner.proposals();
                mark_unsure(&mut proposals);
                proposals
            }
            None => vec![None; painted.len()],
        }
    }
}

/// How one kind looks.
#[derive(Clone, Debug)]
struct Bell {
    mean: Look,
    inverse: Spread,
    /// Half the logarithm of the determinant of the spread.
    log_size: f64,
}

impl Bell {
    fn new(mean: Look, spread: Spread) -> Self {
        let spread = spread + Spread::from_diagonal(&least_spread());
        let inverse = spread.try_inverse().unwrap_or_else(Spread::identity);
        Self { mean, inverse, log_size: spread.determinant().max(1e-12).ln() / 2.0 }
    }

    /// The logarithm of its density, but for what is the same for all.
    fn log_density(&self, look: &Look) -> f64 {
        let off = look - self.mean;
        -(off.dot(&(self.inverse * off))) / 2.0 - self.log_size
    }
}

fn least_spread() -> Look {
    let least = LEAST_SPREAD * LEAST_SPREAD;
    Look::new(least, least / 4.0, least / 4.0, 0.01)
}

/// Light, looks and proposals as far as they are found.
struct Learner<'a> {
    blocks: &'a Blocks,
    painted: Vec<Option<usize>>,
    kinds: Vec<Kind>,
    light: Light,
    /// How little the painted squares tell of the light at each square.
    dim: Vec<f64>,
    /// The blocks of each square with the light taken out.
    looks: Vec<[Look; BLOCKS]>,
    bells: Vec<Bell>,
    /// What blocks look like that show something else.
    anything: Bell,
    /// For each square, how likely each kind is.
    likely: Vec<Vec<f64>>,
    /// For each square, the share of its blocks that look like each kind.
    shown: Vec<Vec<f64>>,
    /// For each kind, the same in its ordinary squares.
    usual: Vec<Vec<f64>>,
    repeated: f64,
}

impl<'a> Learner<'a> {
    fn new(blocks: &'a Blocks, painted: &[Option<Kind>]) -> Option<Self> {
        let mut numbers: BTreeMap<Kind, usize> = BTreeMap::new();
        for kind in painted.iter().flatten() {
            numbers.insert(*kind, 0);
        }
        for (number, at) in numbers.values_mut().enumerate() {
            *at = number;
        }
        let kinds: Vec<Kind> = numbers.keys().copied().collect();
        if kinds.is_empty() {
            return None;
        }
        let painted: Vec<Option<usize>> =
            painted.iter().map(|kind| kind.and_then(|kind| numbers.get(&kind).copied())).collect();
        let likely = painted.iter().map(|painted| {
            let mut likely = vec![0.0; kinds.len()];
            if let Some(kind) = painted {
                likely[*kind] = 1.0;
            }
            likely
        });
        let likely = likely.collect();
        let squares = blocks.squares().len();
        let mut learner = Self {
            blocks,
            painted,
            light: vec![[0.0; CHANNELS]; squares],
            dim: vec![0.0; squares],
            looks: Vec::new(),
            bells: Vec::new(),
            anything: Bell::new(Look::zeros(), Spread::identity()),
            likely,
            shown: vec![vec![1.0; kinds.len()]; squares],
            usual: vec![vec![1.0; kinds.len()]; kinds.len()],
            repeated: REPEATED,
            kinds,
        };
        learner.start();
        Some(learner)
    }

    /// Light and looks from the painted squares alone, each taken by its middle block.
    fn start(&mut self) {
        let mut seen = Vec::new();
        for (at, painted) in self.painted.iter().enumerate() {
            if let Some(kind) = *painted {
                let values = std::array::from_fn(|channel| {
                    median(
                        self.blocks.squares()[at]
                            .iter()
                            .map(|block| values(block)[channel])
                            .collect(),
                    )
                });
                seen.push(Seen { at, kind, weight: 1.0, values });
            }
        }
        self.light = light::across(self.blocks.grid, self.kinds.len(), &seen);
        let painted: Vec<(usize, usize)> = seen.iter().map(|seen| (seen.at, seen.kind)).collect();
        self.dim = light::unknown(self.blocks.grid, self.kinds.len(), &painted);
        self.take_light_out();
        self.anything = self.anything_at_all();
        let painted = |kind: usize| {
            let squares = self.painted.iter().zip(&self.looks);
            squares.filter(move |(painted, _)| **painted == Some(kind)).flat_map(|(_, looks)| looks)
        };
        let means: Vec<Look> = (0..self.kinds.len())
            .map(|kind| {
                Look::from_fn(|row, _| median(painted(kind).map(|look| look[row]).collect()))
            })
            .collect();
        let spread = Look::from_fn(|row, _| {
            let off = (0..self.kinds.len()).flat_map(|kind| {
                painted(kind).map(|look| (look[row] - means[kind][row]).abs()).collect::<Vec<_>>()
            });
            let off = 1.5 * median(off.collect());
            off * off
        });
        self.bells =
            means.into_iter().map(|mean| Bell::new(mean, Spread::from_diagonal(&spread))).collect();
        self.judge();
    }

    fn take_turn(&mut self) {
        self.find_light();
        self.take_light_out();
        self.learn();
        self.judge();
    }

    /// How much square `at` may teach about its likeliest kind.
    fn trusted(&self, at: usize) -> Option<(usize, f64)> {
        if let Some(kind) = self.painted[at] {
            return Some((kind, 1.0));
        }
        let (kind, likely) = best(&self.likely[at]);
        (likely > 0.8 && self.shown[at][kind] > 0.3).then_some((kind, 0.5 * (likely - 0.8) / 0.2))
    }

    /// How surely a block shows the kind, rather than something lying on it.
    fn inlier(&self, kind: usize, place: usize, look: &Look) -> f64 {
        let covered = covered(place);
        let own = (1.0 - covered) * self.bells[kind].log_density(look).exp();
        let other = covered * self.anything.log_density(look).exp();
        own / (own + other).max(f64::MIN_POSITIVE)
    }

    fn find_light(&mut self) {
        let mut seen = Vec::new();
        for (at, blocks) in self.blocks.squares().iter().enumerate() {
            let Some((kind, weight)) = self.trusted(at) else {
                continue;
            };
            let (mut total, mut sum) = (1e-9, [0.0; CHANNELS]);
            for (place, (block, look)) in blocks.iter().zip(&self.looks[at]).enumerate() {
                let inlier = self.inlier(kind, place, look);
                total += inlier;
                for (sum, value) in sum.iter_mut().zip(values(block)) {
                    *sum += inlier * value;
                }
            }
            let weight = weight * (total / BLOCKS as f64).min(1.0);
            seen.push(Seen { at, kind, weight, values: sum.map(|sum| sum / total) });
        }
        self.light = light::across(self.blocks.grid, self.kinds.len(), &seen);
    }

    fn take_light_out(&mut self) {
        let squares = self.blocks.squares().iter().zip(&self.light);
        self.looks = squares
            .map(|(blocks, light)| std::array::from_fn(|at| look(&blocks[at], light)))
            .collect();
    }

    /// The looks of every kind from the blocks that show it.
    fn learn(&mut self) {
        let count = self.kinds.len();
        let mut weights = vec![0.0; count];
        let mut sums = vec![Look::zeros(); count];
        let mut trusted = Vec::new();
        for at in 0..self.looks.len() {
            let Some((kind, weight)) = self.trusted(at) else {
                continue;
            };
            let inliers: Vec<f64> = self.looks[at]
                .iter()
                .enumerate()
                .map(|(place, look)| weight * self.inlier(kind, place, look))
                .collect();
            for (look, inlier) in self.looks[at].iter().zip(&inliers) {
                weights[kind] += inlier;
                sums[kind] += look * *inlier;
            }
            trusted.push((at, kind, inliers));
        }
        let means: Vec<Look> = (0..count)
            .map(|kind| {
                if weights[kind] > 1.0 { sums[kind] / weights[kind] } else { self.bells[kind].mean }
            })
            .collect();
        let mut spreads = vec![Spread::zeros(); count];
        let mut square_means = Vec::new();
        for (at, kind, inliers) in &trusted {
            let (mut total, mut sum) = (1e-9, Look::zeros());
            for (look, inlier) in self.looks[*at].iter().zip(inliers) {
                let off = look - means[*kind];
                spreads[*kind] += off * off.transpose() * *inlier;
                total += inlier;
                sum += off * *inlier;
            }
            square_means.push((*kind, total, sum / total));
        }
        let all: f64 = weights.iter().sum::<f64>().max(1.0);
        let common = spreads.iter().sum::<Spread>() / all;
        self.bells = (0..count)
            .map(|kind| {
                let spread = (spreads[kind] + common * COMMON) / (weights[kind] + COMMON);
                Bell::new(means[kind], spread)
            })
            .collect();
        // Were blocks independent, the means of whole squares would vary by so much less.
        let (mut squares, mut found) = (20.0, 20.0 * REPEATED);
        for (kind, total, off) in square_means {
            if total > 10.0 {
                found += (total * off.dot(&(self.bells[kind].inverse * off)) / LOOKS as f64)
                    .min(BLOCKS as f64);
                squares += 1.0;
            }
        }
        self.repeated = (found / squares).clamp(4.0, BLOCKS as f64);
        self.anything = self.anything_at_all();
    }

    fn anything_at_all(&self) -> Bell {
        let all = (self.looks.len() * BLOCKS) as f64;
        let looks = || self.looks.iter().flatten();
        let mean = looks().sum::<Look>() / all;
        let spread = looks().map(|look| (look - mean) * (look - mean).transpose()).sum::<Spread>();
        Bell::new(mean, spread * (2.0 / all))
    }

    fn judge(&mut self) {
        let kinds = self.kinds.len();
        let open: [f64; BLOCKS] = std::array::from_fn(open_at);
        for at in 0..self.looks.len() {
            let mut scores = vec![0.0; kinds];
            let mut shown = vec![0.0; kinds];
            let mut own = vec![0.0; kinds];
            for (place, look) in self.looks[at].iter().enumerate() {
                let covered = covered(place);
                let other = covered * self.anything.log_density(look).exp();
                for (kind, bell) in self.bells.iter().enumerate() {
                    own[kind] = (1.0 - covered) * bell.log_density(look).exp();
                    scores[kind] += (own[kind] + other).max(f64::MIN_POSITIVE).ln();
                }
                let all = (own.iter().sum::<f64>() + other).max(f64::MIN_POSITIVE);
                for (shown, own) in shown.iter_mut().zip(&own) {
                    *shown += open[place] * own / all;
                }
            }
            for (kind, score) in scores.iter_mut().enumerate() {
                if self.is_astray(at, kind) {
                    *score -= ASTRAY * self.repeated;
                }
            }
            let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let raised: Vec<f64> =
                scores.iter().map(|score| ((score - top) / self.repeated).exp()).collect();
            let sum: f64 = raised.iter().sum();
            self.likely[at] = raised.into_iter().map(|raised| raised / sum).collect();
            self.shown[at] = shown;
        }
        let mut weights = vec![1e-9; kinds];
        let mut usual = vec![vec![0.0; kinds]; kinds];
        for at in 0..self.looks.len() {
            if let Some((kind, weight)) = self.trusted(at) {
                weights[kind] += weight;
                for (usual, shown) in usual[kind].iter_mut().zip(&self.shown[at]) {
                    *usual += weight * shown;
                }
            }
        }
        for (usual, weight) in usual.iter_mut().zip(weights) {
            for usual in usual {
                *usual /= weight;
            }
        }
        self.usual = usual;
    }

    /// Whether a kind is a reserved one and none of its squares was painted near by.
    fn is_astray(&self, at: usize, kind: usize) -> bool {
        let near = |a: usize, b: usize| {
            let columns = usize::from(self.blocks.grid.columns());
            (a % columns).abs_diff(b % columns).max((a / columns).abs_diff(b / columns)) <= 2
        };
        let mut painted = self.painted.iter().enumerate();
        self.kinds[kind].is_reserved()
            && !painted.any(|(other, painted)| *painted == Some(kind) && near(at, other))
    }

    /// How likely square `at` is of `kind`, knowing that the light at it may be another.
    ///
    /// Light is found from proposals too, so that those in a corner may all be wrong and bear
    /// each other out. Painted squares are right: the less they tell of the light at a square,
    /// the less its likeliest kind stands out from the others.
    fn likely_in_any_light(&self, at: usize, kind: usize) -> f64 {
        let less = 1.0 / (1.0 + DIM * self.dim[at]);
        let likely = &self.likely[at];
        let all: f64 = likely.iter().map(|likely| likely.powf(less)).sum();
        likely[kind].powf(less) / all
    }

    /// How sure it is that square `at` is of `kind`.
    fn sure(&self, at: usize, kind: usize) -> f64 {
        let (shown, usual) = (&self.shown[at], &self.usual[kind]);
        // Little of the square may be seen.
        let seen = (shown[kind] / (0.6 * usual[kind])).min(1.0);
        // A part of it may look like another kind far more than is usual: either something
        // lies on the square, or the proposal is what lies on another.
        let others = (0..self.kinds.len()).filter(|other| *other != kind);
        let strange =
            others.map(|other| (shown[other] - usual[other]).max(0.0)).fold(0.0, f64::max);
        let strange = strange / (strange + shown[kind]).max(1e-9);
        let torn = 1.0 - ((strange - TORN.0) / (TORN.1 - TORN.0)).clamp(0.0, 1.0);
        if self.kinds.len() == 1 {
            // With nothing to compare it to, a kind is only ever guessed.
            return seen / 2.0;
        }
        let astray = if self.is_astray(at, kind) { 0.8 } else { 1.0 };
        self.likely_in_any_light(at, kind) * astray * seen * (0.5 + 0.5 * torn)
    }

    fn proposals(&self) -> Vec<Option<Proposal>> {
        let squares = self.painted.iter().zip(&self.likely).enumerate();
        squares
            .map(|(at, (painted, likely))| {
                let (kind, _) = best(likely);
                Some(match painted {
                    Some(painted) => {
                        Proposal { kind: self.kinds[*painted], sure: 1.0, unsure: false }
                    }
                    None => Proposal {
                        kind: self.kinds[kind],
                        sure: self.sure(at, kind) as f32,
                        unsure: false,
                    },
                })
            })
            .collect()
    }
}

/// The share of blocks at this place of a square that show something lying on it: what lies
/// on a square lies in the middle rather than along its edges.
fn covered(place: usize) -> f64 {
    match inwards(place) {
        0 | 1 => COVERED,
        _ => 3.0 * COVERED,
    }
}

/// How much a block at this place counts for what is seen of its square, in all 1.
fn open_at(place: usize) -> f64 {
    let weight = |place: usize| match inwards(place) {
        0 => 1.0,
        1 => 0.6,
        _ => 0.3,
    };
    weight(place) / (0..BLOCKS).map(weight).sum::<f64>()
}

/// How many blocks a place of a square is away from its edges.
fn inwards(place: usize) -> usize {
    let along = ALONG as usize;
    let from_edge = |at: usize| at.min(along - 1 - at);
    from_edge(place % along).min(from_edge(place / along))
}

/// Marks the proposals that ought to be looked at.
fn mark_unsure(proposals: &mut [Option<Proposal>]) {
    let mut sure: Vec<f32> = proposals.iter().flatten().map(|proposal| proposal.sure).collect();
    sure.sort_by(f32::total_cmp);
    let least = (sure.len() as f32 * MOST_UNSURE) as usize;
    let below = sure.get(least).map_or(SURE, |sure| sure.clamp(DOUBTFUL, SURE));
    for proposal in proposals.iter_mut().flatten() {
        proposal.unsure = proposal.sure < below;
    }
}

fn best(likely: &[f64]) -> (usize, f64) {
    let mut best = (0, f64::NEG_INFINITY);
    for (kind, &likely) in likely.iter().enumerate() {
        if likely > best.1 {
            best = (kind, likely);
        }
    }
    best
}

fn median(mut values: Vec<f64>) -> f64 {
    let middle = values.len() / 2;
    if values.is_empty() {
        return 0.0;
    }
    *values.select_nth_unstable_by(middle, f64::total_cmp).1
}

fn values(block: &Block) -> [f64; CHANNELS] {
    let [red, green, blue] = block.light.map(f64::from);
    [red, green, blue, f64::from(block.grain)]
}

fn look(block: &Block, light: &[f64; CHANNELS]) -> Look {
    let values = values(block);
    let without: [f64; CHANNELS] = std::array::from_fn(|channel| values[channel] - light[channel]);
    let [red, green, blue] = [without[0].exp(), without[1].exp(), without[2].exp()];
    let colour = Oklab::from_color(LinSrgb::new(red, green, blue));
    Look::new(100.0 * colour.l, 100.0 * colour.a, 100.0 * colour.b, 3.0 * without[3])
}
