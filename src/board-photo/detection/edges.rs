//! The four edges of a board on a lattice.
//!
//! The lines of a lattice say little about where a board ends: a score track may run on in the
//! pitch of the grid, and where the corners of the board are cut off, its outermost row has few
//! lines. So each edge is tried at all lines nearby, by what is inside and outside of it: lines of
//! the lattice, lines off the lattice (a frame, a score track), colors that change along the whole
//! edge or within a row of squares. The four are chosen together: what is next to a board is mostly
//! the same on all of its sides.

use super::board_edge::BoardEdge;
use super::edge_features::{EdgeSurroundings, OFFSETS, Strip};
use super::edge_points::EdgePoints;
use super::lattice::{BoardCandidate, Lattice, LatticeArea, MIN_SQUARES};
use super::square_color::{SquareColor, difference};

/// The number of lines outwards at which an edge is tried, …
const REACH: i32 = 3;

/// … and inwards: planks in the pitch of the grid may run on for many rows.
const INNER_REACH: i32 = 8;

/// The minimum contrast of a side that is a line, as a share of the mean on the board.
const LINED: f64 = 0.4;

/// The number of places between two lines of the lattice that the lines of a frame or a score track
/// cover at most.
const TEXTURE_LINES: usize = 3;

/// The minimum number of edges with a gap before what looks like squares, if there is any: a frame or
/// planks, and then a score track. A gap at one edge alone is an object on the board.
const MIN_GAPS: usize = 2;

/// The number of rows inside a row of squares whose colors it is compared with, without the next one.
const COMPARED_ROWS: usize = 6;

/// All pairs of edges, by their index in [`BoardEdge::ALL`]; the opposite ones first.
const PAIRS: [[usize; 2]; 6] = [[0, 2], [1, 3], [0, 1], [1, 2], [2, 3], [0, 3]];

/// A line at which an edge of a board may be.
struct EdgeLine {
    /// The number of lines by which the edge would move outwards.
    by: i32,
    surroundings: EdgeSurroundings,
    /// The logarithm of its weight among the lines of the edge.
    score: f64,
    /// `true` if a farther row has all lines of a row of squares, with a blank row or planks before it.
    has_squares_behind_gap: bool,
}

/// A part of the lattice that may be the board.
struct ScoredPart {
    part: LatticeArea,
    /// The logarithm of its probability.
    score: f64,
    /// `true` if the picture shows what is outside of all edges.
    is_seen: bool,
}

/// The part of a lattice that is the board by its four edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Extent {
    pub part: LatticeArea,
    /// The probability that all edges are right; 0 if the picture does not show what is outside.
    pub probability: f64,
    /// The second most likely part, and the ratio of its probability to that of the first.
    pub second: Option<(LatticeArea, f64)>,
}

/// A search for the edges of a board.
pub(super) struct EdgeSearch<'a> {
    lattice: &'a Lattice,
    marks: &'a EdgePoints,
    part: LatticeArea,
    /// The mean contrast of the sides of the board's squares.
    mean: f64,
    /// The outermost lines at which the edges may be.
    limits: LatticeArea,
}

impl<'a> EdgeSearch<'a> {
    /// Prepares the search for the edges of a board within these limits.
    pub(super) fn new(
        board: &'a BoardCandidate,
        marks: &'a EdgePoints,
        limits: LatticeArea,
    ) -> Self {
        let BoardCandidate { lattice, part, mean, .. } = board;
        Self { lattice, marks, part: *part, mean: *mean, limits }
    }

    /// Returns the outermost lines of a board that was found by its lines. Beyond a frame, a table
    /// looks alike everywhere, so that an edge without a limit may run away.
    pub(super) fn limits(part: LatticeArea) -> LatticeArea {
        BoardEdge::ALL.into_iter().fold(part, |part, edge| edge.moved(part, REACH))
    }

    /// Returns the most likely extent of the board; `None` if an edge has no possible place.
    pub(super) fn extent(&self) -> Option<Extent> {
        let mut scored = self.scored();
        scored.sort_by(|a, b| b.score.total_cmp(&a.score));
        let best = scored.first()?;
        let second = scored.get(1).map(|next| (next.part, (next.score - best.score).exp()));
        let probability = if best.is_seen { best.score.exp() } else { 0.0 };
        Some(Extent { part: best.part, probability, second })
    }

    /// Returns the most likely extent with this number of columns and rows, and the logarithm of
    /// its probability; `None` if the edges are too far from their present places for it.
    pub(super) fn extent_of(&self, size: (i32, i32)) -> Option<(f64, LatticeArea)> {
        self.scored()
            .into_iter()
            .filter(|scored| scored.part.size() == size)
            .map(|scored| (scored.score, scored.part))
            .max_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// Returns all parts that may be the board.
    fn scored(&self) -> Vec<ScoredPart> {
        let (columns, rows) = self.part.size();
        if columns.min(rows) < MIN_SQUARES {
            return Vec::new();
        }
        let edges = BoardEdge::ALL.map(|edge| self.lines(edge));
        let likeness = PAIRS.map(|[first, last]| {
            let are_opposite = first % 2 == last % 2;
            let rows = edges[first].iter().map(|one| {
                let others = edges[last].iter();
                others
                    .map(|other| one.surroundings.likeness(&other.surroundings, are_opposite))
                    .collect::<Vec<f64>>()
            });
            rows.collect::<Vec<_>>()
        });
        let mut scored: Vec<ScoredPart> = (0..edges.iter().map(Vec::len).product())
            .filter_map(|mut at| {
                let indices = edges.each_ref().map(|lines| {
                    let index = at % lines.len();
                    at /= lines.len();
                    index
                });
                let lines: [&EdgeLine; 4] = std::array::from_fn(|edge| &edges[edge][indices[edge]]);
                let part = BoardEdge::ALL
                    .into_iter()
                    .zip(lines)
                    .fold(self.part, |part, (edge, line)| edge.moved(part, line.by));
                let (columns, rows) = part.size();
                let gaps = lines.iter().filter(|line| line.has_squares_behind_gap).count();
                let pairs = PAIRS.iter().zip(&likeness);
                let alike: f64 =
                    pairs.map(|([first, last], rows)| rows[indices[*first]][indices[*last]]).sum();
                let is_possible =
                    columns.min(rows) >= MIN_SQUARES && (gaps == 0 || gaps >= MIN_GAPS);
                is_possible.then(|| ScoredPart {
                    part,
                    score: lines.iter().map(|line| line.score).sum::<f64>() + alike,
                    is_seen: lines.iter().all(|line| line.surroundings.is_end_seen()),
                })
            })
            .collect();
        let most = scored.iter().map(|part| part.score).fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = scored.iter().map(|part| (part.score - most).exp()).sum();
        for part in &mut scored {
            part.score -= most + total.ln();
        }
        scored
    }

    /// Returns the lines at which an edge may be, from [`INNER_REACH`] squares inside its present place
    /// to [`REACH`] outside.
    fn lines(&self, edge: BoardEdge) -> Vec<EdgeLine> {
        let (columns, rows) = self.part.size();
        let across = if edge.axis == 0 { columns } else { rows };
        let inner = INNER_REACH.min(across / 2).max(REACH);
        let colors: Vec<Vec<Option<SquareColor>>> =
            (-inner - 2..=REACH + 3).map(|by| self.square_colors(edge, by)).collect();
        let strips: Vec<Option<Strip>> = (-inner - 2..=REACH + 2)
            .zip(colors.windows(2))
            .enumerate()
            .map(|(at, (by, own_and_next))| {
                let before = at.saturating_sub(1);
                let inside = &colors[before.saturating_sub(COMPARED_ROWS)..before];
                self.strip(edge, by, own_and_next, inside)
            })
            .collect();
        let at = |by: i32| strips[(by + inner + 2) as usize];
        // Strips that are likely to be inside the board.
        let far_inside = || (-inner - 2..-2).filter_map(at);
        let usual_variety = median(far_inside().map(|strip| strip.variety));
        let usual_texture = median(far_inside().map(|strip| strip.texture));
        let size = self.marks.size;
        let (Some(whole), Some(with_cut_rows)) =
            (self.lattice.extent(size), self.lattice.extent_with_cut_rows(size))
        else {
            return Vec::new();
        };
        // The lines of a table may fit a row of squares that the picture cuts off, but not the one before.
        let is_cut_row = |by: i32| {
            let before = at(by - 1).is_some_and(|row| row.has_all_lines());
            before && at(by).is_some_and(|row| row.is_cut_off())
        };
        (-inner..=REACH)
            .filter_map(|by| {
                let moved = edge.moved(self.part, by);
                let (columns, rows) = moved.size();
                // The next row may be a frame or a score track in the pitch of the grid. If a farther one
                // has all lines, something covers the rows between, or they are a frame or planks.
                let farther = (by + 2..=REACH + 2).find(|next| {
                    at(*next).is_some_and(|row| row.has_all_lines()) || is_cut_row(*next)
                });
                let has_squares_behind_gap = farther.is_some_and(|farther| {
                    let mut between = (by + 1..farther).filter_map(at);
                    between.any(|row| row.is_blank() || row.is_of_planks())
                });
                let is_possible = (farther.is_none() || has_squares_behind_gap)
                    && columns.min(rows) >= MIN_SQUARES
                    && moved.is_within(self.limits)
                    && (moved.is_within(whole) || moved.is_within(with_cut_rows) && is_cut_row(by));
                let surroundings = EdgeSurroundings {
                    inside: at(by).filter(|_| is_possible)?,
                    before: at(by - 1),
                    outside: at(by + 1),
                    beyond: at(by + 2),
                    least_clear: (-inner - 2..=by)
                        .filter_map(at)
                        .map(|strip| strip.clearest)
                        .fold(f64::INFINITY, f64::min),
                    usual_variety,
                    usual_texture,
                };
                let score = surroundings.score();
                Some(EdgeLine { by, surroundings, score, has_squares_behind_gap })
            })
            .collect()
    }

    /// Returns the first and the last line of the squares along an edge, without the outermost ones of a
    /// large board: the next edges may be off by one.
    fn along(&self, edge: BoardEdge) -> (i32, i32) {
        let (from, to) = if edge.axis == 0 {
            (self.part.top, self.part.bottom)
        } else {
            (self.part.left, self.part.right)
        };
        if to - from >= 8 { (from + 1, to - 1) } else { (from, to) }
    }

    /// Returns the colors of the row of squares that would be the outermost if the edge were moved
    /// outwards; `None` for those outside the picture.
    fn square_colors(&self, edge: BoardEdge, by: i32) -> Vec<Option<SquareColor>> {
        let line = edge.line(edge.moved(self.part, by));
        let across = if edge.is_last { line - 1 } else { line };
        let (from, to) = self.along(edge);
        (from..to)
            .map(|at| if edge.axis == 0 { (across, at) } else { (at, across) })
            .map(|square| self.lattice.square_color(&self.marks.pixels, square))
            .collect()
    }

    /// Measures the row of squares that would be the outermost if the edge were moved outwards;
    /// `None` if most of it is outside the picture. `colors` are those of the row and of the next one
    /// outwards, `inside` those of the rows that it is compared with.
    fn strip(
        &self,
        edge: BoardEdge,
        by: i32,
        colors: &[Vec<Option<SquareColor>>],
        inside: &[Vec<Option<SquareColor>>],
    ) -> Option<Strip> {
        let [own, others] = colors else { return None };
        let BoardEdge { axis, is_last } = edge;
        let line = edge.line(self.part) + if is_last { by } else { -by };
        // The first of the two lines around the squares.
        let first = if is_last { line - 1 } else { line };
        let (from, to) = self.along(edge);
        let count = (to - from) as usize;
        let light = &self.marks.light;
        let contrast = |axis, line, along| self.lattice.contrast(light, axis, line, along);
        let between: Vec<f64> =
            (from + 1..to).filter_map(|at| contrast(1 - axis, at.into(), first)).collect();
        let along: Vec<f64> = (from..to).filter_map(|at| contrast(axis, line.into(), at)).collect();
        if between.len() * 3 < count - 1 {
            return None;
        }
        let half = between.len().div_ceil(2);
        let clearest = between
            .windows(half)
            .map(|window| mean(window) / self.mean)
            .fold(f64::NEG_INFINITY, f64::max);
        let mut profile = OFFSETS.map(|offset| {
            let mut sides: Vec<f64> =
                (from..to).filter_map(|at| contrast(axis, f64::from(first) + offset, at)).collect();
            let mut light: Vec<f64> = sides.iter().map(|side| -side).collect();
            share_of(&mut sides, 0.3).max(share_of(&mut light, 0.3)).max(0.0)
        });
        let mut sorted = profile;
        sorted.sort_by(|a, b| b.total_cmp(a));
        // A frame or a track has a line or two; what has more is the texture of squares.
        let off_lattice = sorted[0] - sorted[TEXTURE_LINES];
        if !is_last {
            profile.reverse();
        }
        let place = |across: i32, at: i32| if axis == 0 { (across, at) } else { (at, across) };
        let mut changes: Vec<f64> = own
            .iter()
            .zip(others)
            .filter_map(|(one, other)| Some(difference((*one)?, (*other)?)))
            .collect();
        let mut varieties: Vec<f64> =
            own.windows(2).filter_map(|pair| Some(difference(pair[0]?, pair[1]?))).collect();
        let seen: Vec<SquareColor> = own.iter().flatten().copied().collect();
        let color = [0, 1, 2].map(|part| {
            let mut values: Vec<f64> = seen.iter().map(|color| color[part]).collect();
            share_of(&mut values, 0.5)
        });
        let mut spreads: Vec<f64> = seen.iter().map(|one| difference(*one, color)).collect();
        let textures =
            (from..to).filter_map(|at| self.lattice.square_texture(light, place(first, at)));
        let (mean_between, line) = (mean(&between) / self.mean, mean(&along) / self.mean);
        let lined = between.iter().filter(|side| **side > LINED * self.mean).count();
        Some(Strip {
            mean: mean_between,
            is_whole: along.len() * 3 >= count,
            clearest,
            lined: lined as f64 / between.len().max(1) as f64,
            line,
            profile: profile.map(|contrast| contrast / self.mean),
            off_lattice: off_lattice / self.mean,
            color_change: share_of(&mut changes, 0.3),
            variety: share_of(&mut varieties, 0.5),
            color,
            spread: share_of(&mut spreads, 0.5),
            texture: median(textures),
            novelty: novelty(
                &seen,
                &inside.iter().flatten().flatten().copied().collect::<Vec<_>>(),
            ),
        })
    }
}

/// Returns the difference that 75 % of the colors exceed between them and the most alike of others.
fn novelty(colors: &[SquareColor], others: &[SquareColor]) -> f64 {
    if others.is_empty() {
        return 0.0;
    }
    let nearest = |color: &SquareColor| {
        others.iter().map(|other| difference(*color, *other)).fold(f64::INFINITY, f64::min)
    };
    share_of(&mut colors.iter().map(nearest).collect::<Vec<f64>>(), 0.25)
}

/// Returns the value below which a share of all are; 0 if there are none.
fn share_of(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get((values.len() as f64 * share) as usize).copied().unwrap_or_default()
}

/// Returns the median; 0 if there are no values.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    share_of(&mut values.collect::<Vec<f64>>(), 0.5)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn novelty_is_the_distance_from_the_nearest_color_that_most_squares_exceed() {
        let (grass, water, track) = ([0.1, -0.4, 5.0], [-0.3, 0.2, 5.0], [0.1, -0.4, 7.0]);
        let inside = [grass, water, grass];
        let new = difference(track, grass);
        // A piece on one square of four does not matter, whatever its color.
        for (colors, expected) in [
            ([water, grass, water, grass], 0.0),
            ([track; 4], new),
            ([track, grass, water, grass], 0.0),
            ([track, track, track, grass], new),
        ] {
            assert!((novelty(&colors, &inside) - expected).abs() < 1e-9, "{colors:?}");
        }
        assert!(novelty(&[track], &[]).abs() < 1e-9);
    }
}
