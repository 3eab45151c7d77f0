//! Boards with folds.
//!
//! The parts of a folded board lie in planes that differ by a few degrees, so that the lattice of
//! one part leaves the lines of the other after a few rows. A fit to all lines finds a compromise
//! between both, or a board that is too narrow or too wide by a row. So each half of a board is
//! fitted by itself, and folded so that the lattice meets the lines beyond. A slighter fold loses no
//! row; most boards are folded in the middle, so a fold is tried there too.

use super::board_edge::BoardEdge;
use super::edge_points::{BlurredLight, EdgePoints};
use super::lattice::{BoardCandidate, Evidence, Lattice, LatticeArea};
use super::projection::Fit;

/// The maximum angle of a fold to either side, in half degrees.
const MAX_ANGLE_STEPS: i32 = 16;

/// The maximum distance of a fold from the end of the fitted part, in half squares.
const FOLD_REACH: i32 = 4;

/// The number of rows beyond the end of the fitted part in which marks are counted, …
const MARKED_ROWS: i32 = 6;

/// … and of those before it.
const OWN_ROWS: i32 = 2;

/// The minimum angle of a fold that can be seen, in degrees.
const MIN_ANGLE: f64 = 0.5;

/// The minimum number of rows on each side of a fold. A frame or a score track has fewer.
const MIN_ROWS: f64 = 3.0;

/// The minimum gain of marks by a fold, as a multiple of those without it, …
const MIN_MARKED_GAIN: f64 = 1.05;

/// … and the maximum number of folds that are tried on all of the board.
const MAX_TRIALS: usize = 3;

/// The distances by which a fitted fold is moved, in squares, to see where the lines are clearest.
const MOVES: [f64; 4] = [-1.0, -0.5, 0.5, 1.0];

/// The distances from the middle of a board at which a fold is tried, in squares: a frame may be at one
/// side alone.
const PLACES: [f64; 3] = [-1.0, 0.0, 1.0];

/// The distances by which the clearest of these folds is moved, in squares.
const NEARER_PLACES: [f64; 2] = [-0.5, 0.5];

/// The minimum contrast of the lines of a next row beyond a fold, as a share of those of the board.
const MIN_CONTRAST: f64 = 0.5;

/// The minimum gain by a fold in [`BoardCandidate::likely`].
const MIN_GAIN: f64 = 0.4;

/// A lattice with a fold that may be that of the board.
struct FoldTrial {
    lattice: Lattice,
    /// The edge beyond the fold.
    edge: BoardEdge,
    /// The part before the fold.
    near: LatticeArea,
    /// The gain of marks on its lines near the fold, as a multiple of those without it.
    gain: f64,
}

/// Returns a board with its folds, at most one along each axis; `None` if no fold makes it clearly
/// more likely than it is without, or than `least`.
pub(super) fn folded(
    board: &BoardCandidate,
    least: f64,
    lines: [&Evidence; 2],
    marks: &EdgePoints,
) -> Option<BoardCandidate> {
    let once = folded_once(board, least.max(board.likely()), lines, marks)?;
    let twice = folded_once(&once, once.likely(), lines, marks);
    Some(twice.unwrap_or(once))
}

/// Returns a board with the fold that makes it most likely; see [`folded`].
fn folded_once(
    board: &BoardCandidate,
    least: f64,
    lines: [&Evidence; 2],
    marks: &EdgePoints,
) -> Option<BoardCandidate> {
    let mut trials: Vec<FoldTrial> = BoardEdge::ALL
        .into_iter()
        .filter(|edge| board.lattice.fold(edge.axis).is_none())
        .flat_map(|edge| parts_before_fold(board.part, edge).map(|near| (edge, near)))
        .filter_map(|(edge, near)| FoldTrial::best(&board.lattice, edge, near, lines, marks))
        .filter(|trial| trial.gain > MIN_MARKED_GAIN)
        .collect();
    trials.sort_by(|a, b| b.gain.total_cmp(&a.gain));
    trials
        .into_iter()
        .take(MAX_TRIALS)
        .filter_map(|trial| trial.board(lines, &marks.light))
        .filter(|folded| folded.likely() > least + MIN_GAIN)
        .max_by(|a, b| a.likely().total_cmp(&b.likely()))
}

/// Returns a board folded in its middle along one axis or both, as most boards are; `None` if that
/// does not make it clearly more likely.
///
/// No row beyond a slight fold is lost, so that [`folded`] does not find it, but corners are off.
pub(super) fn folded_in_the_middle(
    board: &BoardCandidate,
    lines: [&Evidence; 2],
    marks: &EdgePoints,
) -> Option<BoardCandidate> {
    let along = |board: &BoardCandidate, axis: usize| {
        let BoardCandidate { lattice, part, .. } = board;
        let light = &marks.light;
        let fitted = |lattice: Lattice| {
            let fitted = lattice.refined_by(part.inner(), lines, Fit::FoldsAndLens)?;
            Some((fitted.mean(*part, light), fitted))
        };
        let clearest = |trials: Vec<Option<(f64, Lattice)>>| {
            trials.into_iter().flatten().max_by(|(a, _), (b, _)| a.total_cmp(b))
        };
        let middle = part.middle(axis);
        let trials = PLACES.map(|by| fitted(lattice.with_flat_fold(axis, middle + by)?));
        let (mean, folded) = clearest(trials.into())?;
        let moved = NEARER_PLACES.map(|by| fitted(folded.with_fold_moved(axis, by)?));
        let moved = clearest(moved.into()).filter(|(moved, _)| *moved > mean);
        moved.map_or(folded, |(_, moved)| moved).board_of(*part, light)
    };
    let (once, axis) = [0, 1]
        .into_iter()
        .filter_map(|axis| Some((along(board, axis)?, axis)))
        .max_by(|(a, _), (b, _)| a.likely().total_cmp(&b.likely()))?;
    let twice = along(&once, 1 - axis).filter(|twice| twice.likely() > once.likely() + MIN_GAIN);
    let folded = twice.unwrap_or(once);
    (folded.likely() > board.likely() + MIN_GAIN).then_some(folded)
}

/// Returns a board without its folds whose angle is too small to be seen; unchanged if it has none.
pub(super) fn without_slight_folds(
    board: BoardCandidate,
    lines: [&Evidence; 2],
    marks: &EdgePoints,
) -> BoardCandidate {
    let BoardCandidate { part, probability, second, .. } = board;
    let angle = |axis: &usize| board.lattice.fold_angle(*axis, marks.size);
    let slight: Vec<usize> = [0, 1]
        .into_iter()
        .filter(|axis| angle(axis).is_some_and(|angle| angle < MIN_ANGLE))
        .collect();
    if slight.is_empty() {
        return board;
    }
    slight
        .into_iter()
        .try_fold(board.lattice.clone(), |lattice, axis| lattice.without_fold(axis))
        .and_then(|flat| flat.refined_by(part.inner(), lines, Fit::FoldsAndLens))
        .and_then(|flat| flat.board_of(part, &marks.light))
        .map_or(board, |flat| BoardCandidate { probability, second, ..flat })
}

/// Returns the parts of a board that may end at a fold towards an edge: the half on the other side,
/// and all of it.
fn parts_before_fold(part: LatticeArea, edge: BoardEdge) -> [LatticeArea; 2] {
    let (from, to) = (edge.opposite().line(part), edge.line(part));
    [edge.at_line(part, i32::midpoint(from, to)), part]
}

impl FoldTrial {
    /// Fits a lattice to a part of it, and folds it towards an edge so that most marks are on its
    /// lines beyond that part. `None` if the part has too few lines.
    fn best(
        lattice: &Lattice,
        edge: BoardEdge,
        near: LatticeArea,
        lines: [&Evidence; 2],
        marks: &EdgePoints,
    ) -> Option<Self> {
        let flat = lattice.refined(near, lines)?;
        let part = edge.moved(near, MARKED_ROWS);
        let counted = edge.opposite().at_line(part, edge.line(edge.moved(near, -OWN_ROWS)));
        let marked = |lattice: &Lattice| lattice.marked(lines[edge.axis], edge.axis, counted);
        let least = marked(&flat);
        let folds = (-FOLD_REACH..=FOLD_REACH).flat_map(|halves| {
            let line = f64::from(edge.line(near)) + f64::from(halves) / 2.0;
            (-MAX_ANGLE_STEPS..=MAX_ANGLE_STEPS).map(move |step| (line, f64::from(step) / 2.0))
        });
        folds
            .filter_map(|(line, angle)| {
                let lattice = flat.folded(edge, line, angle, marks.size)?;
                let gain = marked(&lattice) / least.max(1.0);
                Some(Self { lattice, edge, near, gain })
            })
            .max_by(|a, b| a.gain.total_cmp(&b.gain))
    }

    /// Fits the fold, and follows the board row by row beyond it. `None` if it has too few rows on a
    /// side of the fold.
    fn board(self, lines: [&Evidence; 2], light: &BlurredLight) -> Option<BoardCandidate> {
        let Self { lattice, edge, near, .. } = self;
        let fold = lattice.fold(edge.axis)?.line;
        let rows_beyond =
            |line: i32| (f64::from(line) - fold) * if edge.is_last { 1.0 } else { -1.0 };
        if -rows_beyond(edge.opposite().line(near)) < MIN_ROWS {
            return None;
        }
        let mut part = near;
        while rows_beyond(edge.line(part)) < MIN_ROWS {
            part = edge.moved(part, 1);
        }
        let mut lattice = lattice.refined_by(part, lines, Fit::Folds)?;
        let whole = lattice.extent(light.size())?;
        loop {
            let moved = edge.moved(part, 1);
            let row = edge.opposite().at_line(moved, edge.line(part));
            if !moved.is_within(whole)
                || lattice.mean(row, light) < MIN_CONTRAST * lattice.mean(part, light)
            {
                break;
            }
            part = moved;
            lattice = lattice.followed(part, lines, Fit::Folds)?;
        }
        let lattice = lattice.refined_by(part, lines, Fit::Folds)?;
        let moved = MOVES.into_iter().filter_map(|by| {
            lattice.with_fold_moved(edge.axis, by)?.refined_by(part, lines, Fit::Folds)
        });
        moved
            .chain([lattice.clone()])
            .max_by(|a, b| a.mean(part, light).total_cmp(&b.mean(part, light)))?
            .board_of(part, light)
    }
}
