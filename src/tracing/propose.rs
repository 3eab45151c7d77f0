//! The kind of every square, proposed from those that were painted and from what the rulebook
//! says of the kinds.
//!
//! A kind has one look or several: colours, and how it is drawn. The rulebook names the colours
//! of most kinds, so that something can be proposed before anything is painted; what is painted
//! takes the place of the rulebook. Light, looks and proposals depend on each other, so they are
//! found in turns: the squares that are surely of a kind tell more about the light and the
//! looks, and these about the rest.

use std::collections::BTreeMap;

use nalgebra::{Cholesky, SMatrix};
use palette::{LinSrgb, Srgb};

use super::blocks::{BLOCKS, Blocks, COLOURS, Colour, LOOKS, Look, median};
use super::corners::{Grid, Straightened};
use super::doubt::Doubt;
use super::kind::Kind;
use super::light::{self, LightField, Seen};
use super::misplaced::misplaced;
use super::neighbours::{self, Pair, agree, even_out};
use super::rounds::round_marks;
use super::together::propose_together;
use components::square::Square;

/// How often light, looks and proposals are found anew.
const TURNS: usize = 6;

/// How far squares of one look are from each other, to begin with: brightness, two colours,
/// and how they are drawn. Of a hundred squares that were seen, it counts as [`GUESSED`].
const SPREAD: [f64; LOOKS] = [0.1, 0.05, 0.05, 0.15, 0.15, 0.2, 0.08, 0.08];
const GUESSED: f64 = 15.0;
/// How far the light of a square may be from what it is taken for: usually, and at the edge of
/// a shadow or in a glare.
const LIGHT: [f64; LOOKS] = [0.08, 0.03, 0.03, 0.08, 0.05, 0.08, 0.03, 0.03];
const ODD_LIGHT: [f64; LOOKS] = [0.5, 0.06, 0.06, 0.2, 0.08, 0.2, 0.06, 0.06];
/// The share of squares in an odd light, and of those that show anything at all.
const ODD: f64 = 0.15;
const COVERED: f64 = 0.02;
/// So many squares of a look have to be seen before half is believed of how many lie on the rim.
const RIM_SEEN: f64 = 3.0;

/// How far the ink named in the rulebook may be from what is printed.
const NAMED: [f64; LOOKS] = [0.3, 0.12, 0.12, 0.35, 0.12, 0.45, 0.12, 0.25];

/// How far brightness and colours are apart on both sides of a line, to begin with; and how
/// far brightness jumps where a shadow ends.
const STEP: [f64; COLOURS] = [0.12, 0.05, 0.05];
const JUMP: [f64; COLOURS] = [0.5, 0.08, 0.1];
/// How often it does, and how often something lies there.
const JUMPS: f64 = 0.08;
const LIES: f64 = 0.02;
/// What neighbours tell counts so much of what it would if each told it alone.
const PAIRED: f64 = 0.7;
/// So much counts how often kinds lie beside each other.
const BESIDE: f64 = 0.65;
/// Painted squares of a kind that are so far apart have two looks, in brightness and colours.
const TWO_LOOKS: [f64; COLOURS] = [1.4, 0.4, 0.4];

/// A square of which this share looks alike is hardly covered.
const CLEAR: f64 = 0.8;

/// A square that nobody painted teaches so much of what a painted one does.
const LEARNT: f64 = 0.6;
/// A square this far from its look, squared, teaches half of what one does that shows it.
const FITS: f64 = 12.0;
/// From this share of blocks on that show another ground, a square is covered; beyond the second it
/// counts half.
const FOREIGN: (f64, f64) = (0.45, 0.75);
/// Blocks further from their look than this show another ground, in brightness and colours.
const OTHER_GROUND: [f64; COLOURS] = [0.6, 0.25, 0.3];
/// How far, in squares, an answer reaches, squared.
const FAR_OFF: f64 = 50.0;
/// From this share of white pixels on a square is burnt out.
const BURNT: f64 = 0.3;
/// From this share of mirrored light on a square lies under a glare.
const GLARE: f64 = 0.3;
/// From this difference in brightness across it on, in logarithms, a shadow ends on a square.
const SHADOW_EDGE: f64 = 0.5;
/// How likely a reserved square lies away from those that were painted, against near them: the
/// squares of a site lie together.
const ASTRAY: f64 = 0.05;

type Spread = SMatrix<f64, LOOKS, LOOKS>;
type ColourSpread = SMatrix<f64, COLOURS, COLOURS>;

/// What a square is taken for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proposal {
    /// The kind it looks like.
    pub kind: Kind,
    /// How sure that is, 0 to 1.
    pub sure: f32,
    /// Whether it ought to be looked at.
    pub unsure: bool,
    /// What keeps the square from being seen, if anything does.
    pub flaw: Option<Flaw>,
    /// How much an answer would tell of this square and of others like it, 0 if it is sure.
    pub telling: f32,
}

/// What keeps a square from being seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// So bright that nothing is left of its colours.
    BurntOut,
    /// Something lies on it.
    Covered,
    /// A lamp is mirrored in it.
    Glare,
    /// A shadow ends on it.
    ShadowEdge,
}

impl Flaw {
    /// Its name, as it is shown behind a proposal.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BurntOut => "burnt out",
            Self::Covered => "mostly covered",
            Self::Glare => "under a glare",
            Self::ShadowEdge => "at the edge of a shadow",
        }
    }
}

/// A picture measured once, to propose from as often as something is painted.
#[derive(Clone, Debug)]
pub struct Measured {
    pub(super) blocks: Blocks,
    pub(super) pairs: Vec<Pair>,
    rounds: Vec<bool>,
}

impl Measured {
    /// Measures every square of a straightened picture.
    pub fn new(picture: &Straightened) -> Self {
        let blocks = Blocks::of(picture);
        Self { pairs: neighbours::pairs(blocks.grid), rounds: round_marks(picture), blocks }
    }

    /// The squares that carry a round mark, in reading order: a game may start there.
    pub fn rounds(&self) -> impl Iterator<Item = Square> {
        let squares = self.grid().squares().zip(&self.rounds);
        squares.filter_map(|(square, is_round)| is_round.then_some(square))
    }

    /// The grid it was measured by.
    pub const fn grid(&self) -> Grid {
        self.blocks.grid
    }

    /// Whether what was painted lies the other way round on the picture.
    ///
    /// `painted` has an entry for every square, in reading order.
    pub fn misplaced(&self, painted: &[Option<Kind>]) -> Option<Doubt> {
        misplaced(&self.blocks, painted)
    }

    /// Proposes a kind for every square in reading order; painted ones are what they were
    /// painted as. Kinds that are not painted are told by the colours the rulebook names.
    ///
    /// `painted` has an entry for every square, in reading order.
    pub fn propose(&self, painted: &[Option<Kind>]) -> Vec<Option<Proposal>> {
        propose_together(&[self], painted)
    }
}

/// What one photograph tells of a square.
pub(super) struct Estimate {
    /// How likely it is of each kind.
    pub(super) kinds: BTreeMap<Kind, f64>,
    /// How well it is to be seen, 0 to 1, and what is in the way.
    pub(super) clear: f64,
    pub(super) flaw: Option<Flaw>,
    /// How likely it is of each kind, its neighbours not asked.
    pub(super) alone: BTreeMap<Kind, f64>,
    /// The share of its neighbours that are taken for the same kind.
    pub(super) agreeing: f64,
    /// How much brighter it is on one side than on the other, in logarithms.
    pub(super) slope: f64,
    /// How little the painted squares tell of the light that falls on it.
    pub(super) dim: f64,
    /// How few painted squares its look and that of its nearest rival are known by: 4 for none
    /// of either, less the more there are.
    pub(super) few: f64,
}

/// A kind's ink as the rulebook names it.
fn named(kind: Kind) -> &'static [[u8; 3]] {
    match kind {
        Kind::Entrance => &[[165, 95, 80]],
        Kind::Coastal => &[[208, 200, 184]],
        Kind::Forested => &[[105, 126, 84]],
        Kind::Central => &[[150, 146, 140]],
        Kind::River => &[[102, 130, 148]],
        Kind::Wall => &[[104, 99, 94]],
        // Parchment, and the black squares on which nothing is built.
        Kind::Outside => &[[190, 172, 138], BLACK],
        _ => &[],
    }
}

const BLACK: [u8; 3] = [42, 38, 36];

/// An ink as it is measured in a light in which white is white.
fn measured([red, green, blue]: [u8; 3]) -> Look {
    let light: LinSrgb<f64> = Srgb::new(red, green, blue).into_linear();
    let [red, green, blue] = [light.red, light.green, light.blue].map(|light| (light + 0.004).ln());
    let mut look = Look::zeros();
    look[0] = (red + green + blue) / 3.0;
    look[1] = red - green;
    look[2] = blue - green;
    look
}

fn diagonal(of: &[f64; LOOKS]) -> Spread {
    Spread::from_diagonal(&Look::from(of.map(|value| value * value)))
}

/// One look of a kind.
#[derive(Clone, Debug)]
struct LookOf {
    kind: Kind,
    /// What it is without having seen any, and how far it may be from that, squared.
    expected: Look,
    open: Look,
    mean: Look,
    /// How far the mean may be off, squared.
    off: Look,
    /// How common it is.
    share: f64,
    is_named: bool,
}

/// A bell curve.
struct Bell {
    chol: Cholesky<f64, nalgebra::Const<LOOKS>>,
    log_size: f64,
}

impl Bell {
    fn new(spread: &Spread) -> Self {
        let chol = Cholesky::new_with_substitute(*spread, 1e-6)
            .unwrap_or_else(|| Cholesky::new_unchecked(Spread::identity()));
        let log_size = chol.l_dirty().diagonal().iter().map(|d| d.max(1e-9).ln()).sum();
        Self { chol, log_size }
    }

    fn squared(&self, off: &Look) -> f64 {
        off.dot(&self.chol.solve(off))
    }

    fn log_density(&self, off: &Look) -> f64 {
        -self.squared(off) / 2.0 - self.log_size
    }
}

/// Light, looks and proposals as far as they are found.
pub(super) struct Learner<'a> {
    blocks: &'a Blocks,
    pairs: &'a [Pair],
    painted: &'a [Option<Kind>],
    looks: Vec<LookOf>,
    light: LightField,
    spread: Spread,
    step: ColourSpread,
    /// What is to be seen of each look in each square, in the light that falls there.
    seen: Vec<Vec<Look>>,
    /// How little the painted squares tell of the light at each square.
    dim: Vec<f64>,
    /// For each square, how likely it has each look.
    likely: Vec<Vec<f64>>,
    /// The same, its neighbours not asked.
    alone: Vec<Vec<f64>>,
    /// How far each square is from the look it most likely has.
    far: Vec<f64>,
    turn: usize,
}

impl<'a> Learner<'a> {
    /// All that can be found from a photograph and the painted squares.
    pub(super) fn taught(
        blocks: &'a Blocks,
        pairs: &'a [Pair],
        painted: &'a [Option<Kind>],
    ) -> Self {
        let mut learner = Self::new(blocks, pairs, painted);
        for _ in 0..TURNS {
            learner.take_turn();
        }
        learner
    }

    fn new(blocks: &'a Blocks, pairs: &'a [Pair], painted: &'a [Option<Kind>]) -> Self {
        let mut learner = Self {
            blocks,
            pairs,
            painted,
            looks: Vec::new(),
            light: vec![Look::zeros(); blocks.squares.len()],
            spread: diagonal(&SPREAD),
            step: ColourSpread::from_diagonal(&Colour::from(STEP.map(|step| step * step))),
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

    /// Looks and light from the painted squares, and from the rulebook where there are none.
    fn start(&mut self) {
        let groups = groups(self.blocks, self.painted);
        let mut seen = Vec::new();
        for (kind, groups) in &groups {
            for group in groups {
                let number = self.looks.len();
                self.looks.push(LookOf {
                    kind: *kind,
                    expected: Look::zeros(),
                    open: Look::repeat(100.0),
                    mean: Look::zeros(),
                    off: Look::zeros(),
                    share: 1.0,
                    is_named: false,
                });
                seen.extend(group.iter().map(|at| Seen {
                    at: *at,
                    kind: number,
                    weight: self.blocks.squares[*at].clear.powi(2),
                    values: self.blocks.squares[*at].look,
                }));
            }
        }
        if !seen.is_empty() {
            self.light = light::across(self.blocks.grid, self.looks.len(), &seen);
        }
        let by_paint = self.looks.len();
        let painted: Vec<(usize, usize)> = seen.iter().map(|seen| (seen.at, seen.kind)).collect();
        self.dim = light::unknown(self.blocks.grid, by_paint, &painted);
        let exposed = self.exposed();
        for kind in Kind::ALL {
            for ink in named(kind) {
                // The black squares may not have been painted yet, where parchment was.
                let is_new = match groups.get(&kind) {
                    None => true,
                    Some(groups) => {
                        named(kind).len() > 1
                            && groups.iter().all(|group| {
                                let look = &self.blocks.squares[group[0]].look;
                                (look[0] - exposed[0] - measured(*ink)[0]).abs() > TWO_LOOKS[0]
                            })
                    }
                };
                if is_new {
                    let expected = measured(*ink) + exposed;
                    let mut open = Look::from(NAMED.map(|named| named * named));
                    if *ink == BLACK {
                        open[0] *= 4.0;
                    }
                    self.looks.push(LookOf {
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

    /// By how much the picture is brighter and of another tint than the inks of the rulebook.
    fn exposed(&self) -> Look {
        let painted: Vec<Look> = self
            .painted
            .iter()
            .zip(&self.blocks.squares)
            .filter_map(|(kind, square)| {
                let ink = named((*kind)?).first()?;
                Some(square.look - measured(*ink))
            })
            .collect();
        let of = |looks: &[Look], row: usize| median(looks.iter().map(|look| look[row]).collect());
        let all: Vec<Look> = self.blocks.squares.iter().map(|square| square.look).collect();
        let usual = measured([150, 140, 124]);
        Look::from_fn(|row, _| {
            if row >= COLOURS {
                return of(&all, row);
            }
            if painted.len() >= 3 { of(&painted, row) } else { of(&all, row) - usual[row] }
        })
    }

    fn take_turn(&mut self) {
        self.turn += 1;
        self.find_light();
        self.learn();
        self.judge();
    }

    /// How much a square may teach of a look: little if something else is to be seen on it.
    fn trust(&self, at: usize, look: usize) -> f64 {
        let likely = self.likely[at][look];
        let fits = self.fit(at);
        match self.painted[at] {
            Some(_) => likely * fits * self.blocks.squares[at].clear.powi(2),
            None if likely > 0.5 => LEARNT * likely * likely * fits,
            None => 0.0,
        }
    }

    /// How well a square shows a look that is known, 0 to 1.
    fn fit(&self, at: usize) -> f64 {
        1.0 / (1.0 + (self.far[at] / FITS).powi(2))
    }

    fn find_light(&mut self) {
        let mut seen = Vec::new();
        for (at, square) in self.blocks.squares.iter().enumerate() {
            let look = best(&self.likely[at]);
            let weight = self.trust(at, look);
            if weight > 0.05 {
                seen.push(Seen { at, kind: look, weight, values: square.look });
            }
        }
        self.light = light::across(self.blocks.grid, self.looks.len(), &seen);
    }

    fn without_light(&self, at: usize) -> Look {
        self.blocks.squares[at].look - self.light[at]
    }

    /// The looks, how far squares are from them, and how far both sides of a line are apart.
    fn learn(&mut self) {
        let mut all = diagonal(&SPREAD) * GUESSED;
        let mut weights = GUESSED;
        for look in 0..self.looks.len() {
            let mut weight = 1e-9;
            let mut sum = Look::zeros();
            for at in 0..self.likely.len() {
                let trust = self.trust(at, look);
                if trust > 0.0 {
                    weight += trust;
                    sum += self.without_light(at) * trust;
                }
            }
            let mean = sum / weight;
            let this = &mut self.looks[look];
            for row in 0..LOOKS {
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
        // What is measured hangs together only as far as enough squares say so.
        let few = GUESSED / weights;
        self.spread =
            spread * (1.0 - 0.5 * few) + Spread::from_diagonal(&spread.diagonal()) * (0.5 * few);
        let mut step =
            ColourSpread::from_diagonal(&Colour::from(STEP.map(|step| step * step))) * 20.0;
        let mut weights = 20.0;
        for pair in self.pairs {
            let (a, b) = (best(&self.likely[pair.one]), best(&self.likely[pair.other]));
            let trust = self.likely[pair.one][a] * self.likely[pair.other][b];
            if trust < 0.5 {
                continue;
            }
            let off = self.step_between(pair) - self.between(a, b);
            // A jump of the light is no part of it.
            let far = (0..COLOURS).map(|c| off[c].powi(2) / self.step[(c, c)]).sum::<f64>();
            let trust = trust / (1.0 + (far / 9.0).powi(2));
            step += off * off.transpose() * trust;
            weights += trust;
        }
        self.step = step / weights;
    }

    /// By how much colours differ on both sides of the line between two squares.
    fn step_between(&self, pair: &Pair) -> Colour {
        let (one, other) = (&self.blocks.squares[pair.one], &self.blocks.squares[pair.other]);
        if pair.is_across { one.edges[2] - other.edges[0] } else { one.edges[3] - other.edges[1] }
    }

    /// The same, if the squares have these looks.
    fn between(&self, one: usize, other: usize) -> Colour {
        let off = self.looks[one].mean - self.looks[other].mean;
        off.fixed_rows::<COLOURS>(0).into_owned()
    }

    /// What is to be seen of a look in a square, in the light that falls there.
    ///
    /// A square that is brighter than its look mirrors a lamp: the white that comes on top
    /// takes from colour and contrast.
    fn seen_as(&self, at: usize, look: &LookOf) -> Look {
        whitened(look.mean + self.light[at], self.blocks.squares[at].look[0])
    }

    /// Whether a kind is a reserved one and none of its squares was painted near by.
    fn is_astray(&self, at: usize, kind: Kind) -> bool {
        let near = |a: usize, b: usize| {
            let columns = usize::from(self.blocks.grid.columns());
            (a % columns).abs_diff(b % columns).max((a / columns).abs_diff(b / columns)) <= 2
        };
        let mut painted = self.painted.iter().enumerate();
        kind.is_reserved()
            && !painted.any(|(other, painted)| *painted == Some(kind) && near(at, other))
    }

    /// By how much two looks differ on both sides of a line, in the light that falls there.
    fn between_here(&self, pair: &Pair, a: usize, b: usize) -> Colour {
        let (one, other) = (&self.seen[pair.one][a], &self.seen[pair.other][b]);
        let mut off = (one - other).fixed_rows::<COLOURS>(0).into_owned();
        let (mean_a, mean_b) = (
            self.looks[a].mean[0] + self.light[pair.one][0],
            self.looks[b].mean[0] + self.light[pair.other][0],
        );
        // As much white lies over both.
        let more = f64::midpoint(one[0].exp() - mean_a.exp(), other[0].exp() - mean_b.exp());
        off[0] = (self.looks[a].mean[0].exp() + more.max(0.0)).ln()
            - (self.looks[b].mean[0].exp() + more.max(0.0)).ln();
        off
    }

    /// How well each look fits each square by itself.
    fn alone(&mut self) -> Vec<Vec<f64>> {
        let usual = diagonal(&LIGHT);
        let odd = diagonal(&ODD_LIGHT);
        let loose = if self.turn == 0 { 4.0 } else { 1.0 };
        let bells: Vec<[Bell; 2]> = self
            .looks
            .iter()
            .map(|look| {
                let own = self.spread + Spread::from_diagonal(&look.off);
                [Bell::new(&(own + usual * loose)), Bell::new(&(own + odd))]
            })
            .collect();
        // What lies on a square may look like anything.
        let anything = Bell::new(&diagonal(&[1.0, 0.5, 0.6, 0.8, 0.5, 0.8, 0.3, 0.3]));
        let anything = COVERED * (anything.log_density(&Look::repeat(0.5))).exp();
        let all: f64 = self.looks.iter().map(|look| look.share).sum();
        (0..self.blocks.squares.len())
            .map(|at| {
                let without = self.without_light(at);
                let mut nearest = f64::INFINITY;
                let mut scores: Vec<f64> = self
                    .looks
                    .iter()
                    .zip(&bells)
                    .enumerate()
                    .map(|(number, (look, [usual, odd]))| {
                        if self.painted[at].is_some_and(|painted| painted != look.kind) {
                            return 0.0;
                        }
                        let off = without - look.mean;
                        nearest = nearest.min(usual.squared(&off));
                        let mut in_odd = self.blocks.squares[at].look - self.seen[at][number];
                        in_odd[0] = off[0];
                        let fits = (1.0 - ODD) * usual.log_density(&off).exp()
                            + ODD * odd.log_density(&in_odd).exp()
                            + anything;
                        let astray = if self.is_astray(at, look.kind) { ASTRAY } else { 1.0 };
                        astray * look.share / all * fits
                    })
                    .collect();
                self.far[at] = nearest;
                even_out(&mut scores);
                scores
            })
            .collect()
    }

    /// How much likelier each look lies on the rim of the board than by chance.
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

    /// How well each pair of looks fits each pair of squares.
    fn fits(&self) -> Vec<Vec<f64>> {
        let count = self.looks.len();
        let beside = self.beside();
        let jump =
            self.step + ColourSpread::from_diagonal(&Colour::from(JUMP.map(|jump| jump * jump)));
        let inverse = |spread: &ColourSpread| {
            let size = spread.determinant().max(1e-12).sqrt();
            (spread.try_inverse().unwrap_or_else(ColourSpread::identity), 1.0 / size)
        };
        let ((usual, usual_size), (jump, jump_size)) = (inverse(&self.step), inverse(&jump));
        let anything = LIES / (0.6 * 0.3 * 0.3);
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
                        fits.push(fit.powf(PAIRED) * beside[a * count + b]);
                    }
                }
                fits
            })
            .collect()
    }

    /// How much likelier two looks lie beside each other than by chance.
    fn beside(&self) -> Vec<f64> {
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
        let mut beside = Vec::with_capacity(count * count);
        for a in 0..count {
            for b in 0..count {
                let chance = rows[a] * rows[b] / all;
                let few = 3.0;
                beside.push(((found[a * count + b] + few) / (chance + few)).powf(BESIDE));
            }
        }
        beside
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
                    even_out(alone);
                }
            }
        }
        if self.turn == 0 {
            // Nothing is known yet of who lies beside whom.
            self.likely.clone_from(&alone);
        }
        let fits = self.fits();
        self.likely = agree(&alone, self.pairs, &fits, self.looks.len());
        self.alone = alone;
    }

    /// The share of a square's light that is mirrored, if it has a look.
    fn mirrored(&self, at: usize, look: usize) -> f64 {
        let own = self.looks[look].mean[0] + self.light[at][0] + 0.15;
        1.0 - (own - self.blocks.squares[at].look[0]).min(0.0).exp()
    }

    /// The share of a square's blocks that do not show the ground of a look.
    fn foreign(&self, at: usize, look: usize) -> f64 {
        let seen = &self.seen[at][look];
        let square = &self.blocks.squares[at];
        // A shadow makes the whole of it darker.
        let ground = square.look[0].clamp(seen[0] - 0.9, seen[0] + 0.5);
        let foreign = square.blocks.iter().filter(|block| {
            let off = [block[0] - ground, block[1] - seen[1], block[2] - seen[2]];
            off.iter().zip(OTHER_GROUND).any(|(off, most)| off.abs() > most)
        });
        foreign.count() as f64 / BLOCKS as f64
    }

    /// What is told of every square.
    pub(super) fn estimates(&self) -> Vec<Estimate> {
        let looks: Vec<usize> = self.likely.iter().map(|likely| best(likely)).collect();
        let kind = |at: usize| self.looks[looks[at]].kind;
        let mut agreeing = vec![(0.0, 0.0); looks.len()];
        for Pair { one, other, .. } in self.pairs {
            let is_same = f64::from(u8::from(kind(*one) == kind(*other)));
            for at in [*one, *other] {
                agreeing[at] = (agreeing[at].0 + is_same, agreeing[at].1 + 1.0);
            }
        }
        let painted = self.painted_of(&looks);
        let told = looks.iter().zip(agreeing).enumerate().map(|(at, (look, (same, all)))| {
            let few = |look: usize| 1.0 / (0.5 + painted[look]);
            let (clear, flaw) = self.clear(at, *look);
            Estimate {
                kinds: self.kinds_of(&self.likely[at]),
                clear,
                flaw,
                alone: self.kinds_of(&self.alone[at]),
                agreeing: same / f64::max(all, 1.0),
                slope: self.blocks.squares[at].slope,
                dim: self.dim[at],
                few: few(*look) + self.rival(at, *look).map_or(0.0, few),
            }
        });
        told.collect()
    }

    /// How many painted squares each look is known by; a square that hardly shows it hardly counts.
    fn painted_of(&self, looks: &[usize]) -> Vec<f64> {
        let mut painted = vec![0.0; self.looks.len()];
        for (at, look) in looks.iter().enumerate().filter(|(at, _)| self.painted[*at].is_some()) {
            painted[*look] += self.blocks.squares[at].clear * self.fit(at);
        }
        painted
    }

    /// The painted look of another kind that a square by itself has most of.
    fn rival(&self, at: usize, look: usize) -> Option<usize> {
        let is_other = |of: &LookOf| !of.is_named && of.kind != self.looks[look].kind;
        let others = (0..self.looks.len()).filter(|other| is_other(&self.looks[*other]));
        others.max_by(|a, b| self.alone[at][*a].total_cmp(&self.alone[at][*b]))
    }

    /// How well a square of this look is to be seen, 0 to 1, and what is in the way.
    fn clear(&self, at: usize, look: usize) -> (f64, Option<Flaw>) {
        let square = &self.blocks.squares[at];
        let foreign = self.foreign(at, look);
        let torn = ((foreign - FOREIGN.0) / (FOREIGN.1 - FOREIGN.0)).clamp(0.0, 1.0);
        let clear = 1.0 - torn / 2.0;
        if square.burnt > BURNT {
            (clear / 2.0, Some(Flaw::BurntOut))
        } else if torn > 0.0 {
            (clear, Some(Flaw::Covered))
        } else if self.mirrored(at, look) > GLARE {
            (clear, Some(Flaw::Glare))
        } else {
            (clear, (square.slope > SHADOW_EDGE).then_some(Flaw::ShadowEdge))
        }
    }

    /// How likely a square is of each kind, from how likely it has each look.
    fn kinds_of(&self, likely: &[f64]) -> BTreeMap<Kind, f64> {
        let mut kinds: BTreeMap<Kind, f64> = BTreeMap::new();
        for (look, likely) in self.looks.iter().zip(likely) {
            *kinds.entry(look.kind).or_default() += likely;
        }
        kinds
    }

    /// How much an answer about one square tells of another, 0 to 1.
    pub(super) fn alike(&self, one: usize, other: usize) -> f64 {
        let columns = usize::from(self.blocks.grid.columns());
        let across = (one % columns).abs_diff(other % columns) as f64;
        let down = (one / columns).abs_diff(other / columns) as f64;
        let off = self.without_light(one) - self.without_light(other);
        let far: f64 = (0..LOOKS).map(|row| off[row].powi(2) / self.spread[(row, row)]).sum();
        (-far / (4.0 * LOOKS as f64) - (across.powi(2) + down.powi(2)) / FAR_OFF).exp()
    }
}

/// A look in a square that is as bright as this; it is itself where that is darker.
fn whitened(mut look: Look, bright: f64) -> Look {
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

/// The painted squares of each kind, those together that may have one look.
pub(super) fn groups(blocks: &Blocks, painted: &[Option<Kind>]) -> BTreeMap<Kind, Vec<Vec<usize>>> {
    let mut groups: BTreeMap<Kind, Vec<Vec<usize>>> = BTreeMap::new();
    let mut order: Vec<usize> = (0..painted.len()).collect();
    // What lies on a square is no look of its kind: the clearest squares come first.
    order.sort_by(|a, b| blocks.squares[*b].clear.total_cmp(&blocks.squares[*a].clear));
    for at in order {
        let Some(kind) = painted[at] else {
            continue;
        };
        let groups = groups.entry(kind).or_default();
        let look = &blocks.squares[at].look;
        let is_near = |group: &&mut Vec<usize>| may_be_one(look, &blocks.squares[group[0]].look);
        let is_first = groups.is_empty();
        match groups.iter_mut().find(is_near) {
            Some(group) => group.push(at),
            None if is_first || blocks.squares[at].clear > CLEAR => groups.push(vec![at]),
            None => {}
        }
    }
    groups
}

/// Whether two painted squares of one kind may have one look, in whatever light.
fn may_be_one(one: &Look, other: &Look) -> bool {
    let (dark, bright) = if one[0] < other[0] { (one, other) } else { (other, one) };
    let as_bright = whitened(*dark, bright[0]);
    let is_near = |dark: &Look| (1..COLOURS).all(|c| (dark[c] - bright[c]).abs() < TWO_LOOKS[c]);
    bright[0] - dark[0] < TWO_LOOKS[0] && (is_near(dark) || is_near(&as_bright))
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
