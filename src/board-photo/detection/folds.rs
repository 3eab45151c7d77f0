//! Boards with a fold.
//!
//! The two parts of a folded board lie in planes that differ by a degree or two, so that the lattice
//! of one part leaves the lines of the other after a few rows. From row to row, the lines go on
//! nearly as before: the board is followed across the fold by a lattice of its last rows.

use super::board_edge::BoardEdge;
use super::edge_points::EdgePoints;
use super::edges::EdgeSearch;
use super::lattice::{BoardCandidate, Lattice, LatticeArea};

/// The number of rows from which the next one is predicted.
const KNOWN_ROWS: i32 = 3;

/// The minimum contrast of the lines of a next row, as a share of those of the board.
const MIN_CONTRAST: f64 = 0.5;

/// The maximum distance of the lines of a next row from where they are predicted, in squares.
const REACH: f64 = 0.2;

/// The minimum number of rows beyond an edge. A frame or a score track in the pitch of the grid has
/// fewer.
const MIN_ROWS: i32 = 3;

/// The part of a folded board beyond its fold.
#[derive(Clone, Debug)]
pub(super) struct FoldedPart {
    /// The edge of the board that is in this part.
    pub edge: BoardEdge,
    /// The part of the board before the fold.
    pub near: LatticeArea,
    /// The lattice of this part. Its columns and rows are counted as on the rest of the board.
    pub lattice: Lattice,
}

/// Returns a board with the part beyond a fold; unchanged if there is none.
pub(super) fn with_fold(board: &BoardCandidate, marks: &EdgePoints) -> BoardCandidate {
    let parts = BoardEdge::ALL.into_iter().filter_map(|edge| beyond(board, edge, marks));
    let Some((far, edge, _)) = parts.max_by_key(|(_, _, rows)| *rows) else {
        return board.clone();
    };
    let part = edge.at_line(board.part, edge.line(far.part));
    let folded = FoldedPart { edge, near: board.part, lattice: far.lattice.clone() };
    board.joined(part, folded, &far)
}

/// Follows a board beyond one of its edges. Returns the board on the lattice of its outermost rows,
/// the edge and the number of rows added; `None` if they are too few, or their sides are not those of
/// the board.
fn beyond(
    board: &BoardCandidate,
    edge: BoardEdge,
    marks: &EdgePoints,
) -> Option<(BoardCandidate, BoardEdge, i32)> {
    let light = &marks.light;
    let strip = |out: i32, count: i32| {
        let outer = edge.moved(board.part, out);
        edge.opposite().at_line(outer, edge.line(edge.moved(board.part, out - count)))
    };
    let lines = board.lattice.evidence(marks);
    let lines = [&lines[0], &lines[1]];
    let mut lattice = board.lattice.refined(strip(0, KNOWN_ROWS), lines)?;
    let mut rows = 0;
    while let Some(whole) = lattice.extent(light.size()) {
        let next = strip(rows + 1, 1);
        let outer_line = edge.opposite().at_line(next, edge.line(next));
        let fitted = lattice.step(strip(rows + 1, KNOWN_ROWS), lines, REACH);
        let is_clear = |fitted: &Lattice| {
            next.is_within(whole)
                && fitted.mean(next, light) > MIN_CONTRAST * board.mean
                && fitted.mean_moved(outer_line, edge.axis, 0.0, light) > MIN_CONTRAST * board.mean
        };
        let Some(fitted) = fitted.filter(is_clear) else {
            break;
        };
        lattice = fitted;
        rows += 1;
    }
    if rows < MIN_ROWS {
        return None;
    }
    let part = strip(rows, rows);
    let far = lattice.refined(part, lines)?.board_of(part, light)?;
    let far_search = EdgeSearch::new(&far, marks, EdgeSearch::limits(part));
    let found = far_search.with_fixed(edge.opposite()).extent()?;
    let has_same_sides = BoardEdge::ALL
        .into_iter()
        .filter(|side| side.axis != edge.axis)
        .all(|side| side.line(found.part) == side.line(part));
    let end = edge.line(found.part);
    let added = (end - edge.line(board.part)).abs();
    let near_search = EdgeSearch::new(board, marks, EdgeSearch::limits(board.part));
    let near = near_search.with_fixed(edge).extent().filter(|near| near.part == board.part);
    let probability = near.map_or(0.0, |near| near.probability * found.probability);
    let far = far.lattice.board_of(edge.at_line(part, end), light)?;
    (has_same_sides && added >= MIN_ROWS).then_some((
        BoardCandidate { probability, ..far },
        edge,
        added,
    ))
}
