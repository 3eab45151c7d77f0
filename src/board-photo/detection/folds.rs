//! Boards with a fold.
//!
//! The two parts of a folded board lie in planes that differ by a degree or two, so that the lattice
//! of one part leaves the lines of the other after a few rows. From row to row, the lines go on
//! nearly as before: the board is followed across the fold by a lattice of its last rows.

use super::board_edge::BoardEdge;
use super::edge_points::{BlurredLight, EdgePoints};
use super::edges::EdgeSearch;
use super::lattice::{BoardCandidate, Evidence, Lattice, LatticeArea};

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
pub(super) fn with_fold(board: BoardCandidate, marks: &EdgePoints) -> BoardCandidate {
    let lines = board.lattice.evidence(marks);
    let lines = [&lines[0], &lines[1]];
    let parts = BoardEdge::ALL
        .into_iter()
        .filter_map(|edge| Some((edge, part_beyond(&board, edge, lines, marks)?)));
    let Some((edge, far)) = parts.max_by_key(|(edge, far)| rows(far.part, *edge)) else {
        return board;
    };
    let part = edge.at_line(board.part, edge.line(far.part));
    let folded = FoldedPart { edge, near: board.part, lattice: far.lattice.clone() };
    board.joined(part, folded, &far)
}

/// Returns the part of a board beyond one of its edges; `None` if it has too few rows, or its sides
/// are not those of the board.
fn part_beyond(
    board: &BoardCandidate,
    edge: BoardEdge,
    lines: [&Evidence; 2],
    marks: &EdgePoints,
) -> Option<BoardCandidate> {
    let light = &marks.light;
    let (lattice, part) = followed(board, edge, lines, light)?;
    let far = lattice.refined(part, lines)?.board_of(part, light)?;
    let far_search = EdgeSearch::new(&far, marks, EdgeSearch::limits(part));
    let found = far_search.with_fixed(edge.opposite()).extent()?;
    // A table or a frame in the pitch of the grid goes on at the sides.
    if found.part != edge.at_line(part, edge.line(found.part)) || rows(found.part, edge) < MIN_ROWS
    {
        return None;
    }
    let near_search = EdgeSearch::new(board, marks, EdgeSearch::limits(board.part));
    let near = near_search.with_fixed(edge).extent().filter(|near| near.part == board.part);
    let probability = near.map_or(0.0, |near| near.probability * found.probability);
    Some(BoardCandidate { probability, ..far.lattice.board_of(found.part, light)? })
}

/// Follows a board row by row beyond one of its edges. Returns the lattice of the last rows, and the
/// rows added; `None` if they are too few.
fn followed(
    board: &BoardCandidate,
    edge: BoardEdge,
    lines: [&Evidence; 2],
    light: &BlurredLight,
) -> Option<(Lattice, LatticeArea)> {
    // The last `count` rows of the board with its edge moved outwards by `out`.
    let last_rows = |out: i32, count: i32| {
        let inner = edge.line(edge.moved(board.part, out - count));
        edge.opposite().at_line(edge.moved(board.part, out), inner)
    };
    let least = MIN_CONTRAST * board.mean;
    let mut lattice = board.lattice.refined(last_rows(0, KNOWN_ROWS), lines)?;
    let mut added = 0;
    while let Some(whole) = lattice.extent(light.size()) {
        let row = last_rows(added + 1, 1);
        let outer_line = last_rows(added + 1, 0);
        let is_clear = |fitted: &Lattice| {
            row.is_within(whole)
                && fitted.mean(row, light) > least
                && fitted.mean_moved(outer_line, edge.axis, 0.0, light) > least
        };
        let fitted = lattice.step(last_rows(added + 1, KNOWN_ROWS), lines, REACH);
        let Some(fitted) = fitted.filter(is_clear) else {
            break;
        };
        lattice = fitted;
        added += 1;
    }
    (added >= MIN_ROWS).then(|| (lattice, last_rows(added, added)))
}

/// Returns the number of rows of a part along an edge.
fn rows(part: LatticeArea, edge: BoardEdge) -> i32 {
    let (columns, rows) = part.size();
    if edge.axis == 0 { columns } else { rows }
}
