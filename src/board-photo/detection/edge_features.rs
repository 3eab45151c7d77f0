//! Features of the edges of a board, and their weights.
//!
//! The weights come from the edges of drawn boards, by a conditional logit over all boards nearby:
//! the probability of a board is proportional to the exponential of the weighted sum of the
//! features of its four edges and of the six pairs of them.

use super::square_color::{SquareColor, difference};

/// Places between two lines of the lattice at which lines off the lattice are searched.
pub(super) const OFFSETS: [f64; 9] = [0.14, 0.23, 0.32, 0.41, 0.5, 0.59, 0.68, 0.77, 0.86];

/// The maximum contrast between the squares of a row that is only partly in the picture. With more,
/// the board goes on there.
const MAX_PARTIAL_CONTRAST: f64 = 0.35;

/// The minimum of [`both`] for the sides and the outer line of a row of squares with all its lines.
const MIN_WHOLE_ROW: f64 = 0.75;

/// The maximum mean contrast of a line across planks.
const MAX_PLANK_LINE: f64 = 0.25;

/// The share of lines between squares below which a row is blank.
const MIN_LINED: f64 = 0.12;

/// The mean contrast of the sides between squares below which they are few.
const FEW_LINES: f64 = 0.25;

/// The row of squares between two lines, and the outer one of the lines. Contrasts are relative to
/// the mean one of the board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Strip {
    /// The mean contrast of the sides between the squares, …
    pub mean: f64,
    /// … and of the half of the row with the most.
    pub clearest: f64,
    /// `true` if the picture shows all of the row, and not only a part next to the board.
    pub is_whole: bool,
    /// The share of the sides between squares that are lines.
    pub lined: f64,
    /// The mean contrast of the outer line.
    pub line: f64,
    /// The contrast that 70 % of the line at each of [`OFFSETS`] exceeds, from the inside outwards.
    pub profile: [f64; OFFSETS.len()],
    /// The contrast of the clearest line off the lattice over that of the texture of squares.
    pub off_lattice: f64,
    /// The change of color across the outer line that 70 % of it exceeds.
    pub color_change: f64,
    /// The median change of color between adjacent squares.
    pub variety: f64,
    /// The median color, …
    pub color: SquareColor,
    /// … and the median difference of the squares from it.
    pub spread: f64,
    /// The difference of the squares from the most alike ones farther inside that 75 % of them exceed.
    pub novelty: f64,
    /// The median deviation of light within a square.
    pub texture: f64,
}

impl Strip {
    /// Returns `true` if it has all lines of a row of squares.
    pub(super) fn has_all_lines(&self) -> bool {
        both(self.mean, self.line) >= MIN_WHOLE_ROW
    }

    /// Returns `true` if it has hardly a line between squares, like a frame or a row that is covered.
    pub(super) fn is_blank(&self) -> bool {
        self.lined < MIN_LINED
    }

    /// Returns `true` if it has all lines between squares and no outer line, like planks of a table.
    pub(super) fn is_of_planks(&self) -> bool {
        self.mean >= MIN_WHOLE_ROW && self.line < MAX_PLANK_LINE
    }

    /// Returns `true` if it is a row of squares whose outer line is outside the picture.
    pub(super) fn is_cut_off(&self) -> bool {
        !self.is_whole && self.mean >= MIN_WHOLE_ROW
    }
}

/// The strips on both sides of a line at which a board may end.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeSurroundings {
    /// The outermost strip of the board, …
    pub inside: Strip,
    /// … and the next one inwards.
    pub before: Option<Strip>,
    /// The strip next to the board; `None` if the picture does not show it.
    pub outside: Option<Strip>,
    /// The next one outwards.
    pub beyond: Option<Strip>,
    /// The minimum of the clearest half of all strips inside.
    pub least_clear: f64,
    /// The median [`Strip::variety`] of the strips far inside, …
    pub usual_variety: f64,
    /// … and their median [`Strip::texture`].
    pub usual_texture: f64,
}

/// A feature of one edge.
struct EdgeFeature {
    weight: f64,
    value: fn(&EdgeSurroundings) -> f64,
}

/// A feature of two edges: a difference between what is next to them. A score track, a frame or a
/// table is the same all around a board.
struct PairFeature {
    /// The weight for opposite edges.
    opposite: f64,
    /// The weight for edges that share a corner.
    adjacent: f64,
    /// `None` if the picture does not show both.
    value: fn(&EdgeSurroundings, &EdgeSurroundings) -> Option<f64>,
}

const EDGE_FEATURES: [EdgeFeature; 23] = [
    // Sides between the squares of a strip.
    EdgeFeature { weight: -1.00, value: |at| capped(at.inside.mean) },
    EdgeFeature { weight: -0.84, value: |at| capped(at.outside().clearest) },
    EdgeFeature { weight: -1.31, value: |at| capped(at.beyond().clearest) },
    EdgeFeature { weight: 2.67, value: |at| capped(at.least_clear) },
    EdgeFeature { weight: 2.68, value: |at| (FEW_LINES - at.inside.mean).max(0.0) },
    EdgeFeature { weight: -1.14, value: |at| at.outside().lined },
    EdgeFeature { weight: 4.40, value: |at| at.inside.lined.min(at.before().lined) },
    // The line itself, and the next one inwards.
    EdgeFeature { weight: 0.45, value: |at| capped(at.inside.line) },
    EdgeFeature { weight: -0.61, value: |at| capped(at.before().line) },
    // Lines of a frame or a score track.
    EdgeFeature { weight: -0.54, value: |at| capped(at.inside.off_lattice) },
    EdgeFeature { weight: 1.34, value: |at| capped(at.outside().off_lattice) },
    EdgeFeature { weight: 1.66, value: |at| capped(at.beyond().off_lattice) },
    // 1 if the picture ends there.
    EdgeFeature {
        weight: -5.59,
        value: |at| f64::from(u8::from(at.outside.is_none() && !at.inside.is_cut_off())),
    },
    // Squares have lines all around; of a table or a track, only some fit.
    EdgeFeature { weight: -0.82, value: |at| both(at.outside().mean, at.outside().line) },
    // Changes of color at a line.
    EdgeFeature { weight: 0.70, value: |at| log(at.outside().color_change) },
    EdgeFeature { weight: -0.73, value: |at| log(at.before().color_change) },
    // Compared with the board far inside: a score track is more even, a table has another grain.
    EdgeFeature { weight: 2.36, value: |at| relative(at.inside.spread, at.usual_variety) },
    EdgeFeature {
        weight: -0.87,
        value: |at| at.outside.map_or(0.0, |row| relative(row.variety, at.usual_variety)),
    },
    EdgeFeature { weight: -0.83, value: |at| relative(at.inside.texture, at.usual_texture) },
    EdgeFeature {
        weight: 0.45,
        value: |at| at.outside.map_or(0.0, |row| relative(row.texture, at.usual_texture)),
    },
    EdgeFeature {
        weight: 0.54,
        value: |at| at.outside.map_or(0.0, |row| log(difference(at.inside.color, row.color))),
    },
    // Terrain recurs on a board; a score track or a table has colors of its own.
    EdgeFeature { weight: -0.57, value: |at| relative(at.inside.novelty, at.usual_variety) },
    EdgeFeature {
        weight: 0.39,
        value: |at| at.outside.map_or(0.0, |row| relative(row.novelty, at.usual_variety)),
    },
];

const PAIR_FEATURES: [PairFeature; 7] = [
    // Lines between squares, and lines of a frame or a track.
    PairFeature {
        opposite: -1.20,
        adjacent: -0.79,
        value: |one, other| apart(one, other, |strip| capped(strip.clearest)),
    },
    PairFeature {
        opposite: -0.53,
        adjacent: -0.27,
        value: |one, other| apart(one, other, |strip| capped(strip.off_lattice)),
    },
    // Changes of color from square to square, and at the edge.
    PairFeature {
        opposite: -0.45,
        adjacent: -0.54,
        value: |one, other| apart(one, other, |strip| log(strip.variety)),
    },
    PairFeature { opposite: -1.38, adjacent: -0.15, value: color_changes_apart },
    // Colors outside and inside.
    PairFeature {
        opposite: -0.38,
        adjacent: -0.31,
        value: |one, other| Some(log(difference(one.outside?.color, other.outside?.color))),
    },
    PairFeature {
        opposite: -0.13,
        adjacent: -0.20,
        value: |one, other| Some(log(difference(one.inside.color, other.inside.color))),
    },
    // Lines off the lattice by their place.
    PairFeature { opposite: -1.97, adjacent: 0.17, value: profiles_apart },
];

impl EdgeSurroundings {
    /// Returns the weighted sum of the features of an edge.
    pub(super) fn score(&self) -> f64 {
        EDGE_FEATURES.iter().map(|feature| feature.weight * (feature.value)(self)).sum()
    }

    /// Returns the weighted sum of the features of two edges.
    pub(super) fn likeness(&self, other: &Self, are_opposite: bool) -> f64 {
        PAIR_FEATURES
            .iter()
            .map(|feature| {
                let weight = if are_opposite { feature.opposite } else { feature.adjacent };
                weight * (feature.value)(self, other).unwrap_or_default()
            })
            .sum()
    }

    fn outside(&self) -> Strip {
        self.outside.unwrap_or_default()
    }

    fn beyond(&self) -> Strip {
        self.beyond.unwrap_or_default()
    }

    fn before(&self) -> Strip {
        self.before.unwrap_or_default()
    }

    /// Returns `true` if the picture shows that the board ends there: all of the next row, or a part
    /// of it without squares.
    pub(super) fn is_end_seen(&self) -> bool {
        self.outside.is_some_and(|row| row.is_whole || row.mean < MAX_PARTIAL_CONTRAST)
    }
}

/// Returns the difference in a value between the strips next to two edges.
fn apart(
    one: &EdgeSurroundings,
    other: &EdgeSurroundings,
    value: fn(&Strip) -> f64,
) -> Option<f64> {
    Some((value(&one.outside?) - value(&other.outside?)).abs())
}

/// Returns the mean difference between the lines off the lattice next to two edges.
fn profiles_apart(one: &EdgeSurroundings, other: &EdgeSurroundings) -> Option<f64> {
    let (one, other) = (one.outside?.profile, other.outside?.profile);
    let apart = one.iter().zip(other).map(|(one, other)| (capped(*one) - capped(other)).abs());
    Some(apart.sum::<f64>() / OFFSETS.len() as f64)
}

/// Returns the difference between the changes of color at two edges.
fn color_changes_apart(one: &EdgeSurroundings, other: &EdgeSurroundings) -> Option<f64> {
    one.outside.and(other.outside)?;
    Some((log(one.inside.color_change) - log(other.inside.color_change)).abs())
}

fn capped(contrast: f64) -> f64 {
    contrast.clamp(-0.5, 1.5)
}

fn log(change: f64) -> f64 {
    (change + 0.02).ln() + 2.0
}

/// Returns the logarithm of a value as a multiple of the usual one.
fn relative(value: f64, usual: f64) -> f64 {
    ((value + 0.02) / (usual + 0.02)).ln()
}

/// Returns a contrast that is high only if both are.
fn both(one: f64, other: f64) -> f64 {
    capped(one).max(0.0) * capped(other).max(0.0)
}
