//! The search for the grid of a photograph in copies of several sizes.
//!
//! If no board of a copy is clearly right, a larger copy is searched. Where lines are faint or thin, a
//! board that is lost in one is often found in the other: their noise differs.

use super::fit::{MIN_LOG_ODDS, SureEvidence};
use super::{CopySearch, DetectedGrid};
use crate::corners::GridSize;
use crate::photo::Photo;

/// The longer sides of the copies of a photograph that are searched one after the other, in pixels.
///
/// With 26 squares along the first one, a square is still thirty pixels wide. Thin lines are clearer in
/// the larger ones.
pub(super) const COPY_SIDES: [u32; 3] = [1_200, 1_600, 2_000];

/// The minimum of [`SearchedCopy::log_odds`] of a board that needs no other copy: 90 to 1.
const CLEAR_LOG_ODDS: f64 = 4.5;

/// The maximum distance between the corners of a board in two copies that agree on it, in squares.
const MAX_DISAGREEMENT: f32 = 0.1;

/// The lead of a board in [`BoardCandidate::likely_by_all`] over the next one from which an edge is more
/// likely to be wrong than the lattice.
///
/// [`BoardCandidate::likely_by_all`]: super::lattice::BoardCandidate::likely_by_all
const CLEAR_LEAD: f64 = 1.0;

/// The minimum probability of a moved edge, as a share of that of the best one, from which it is a
/// better second guess than another lattice.
const MIN_SECOND: f64 = 0.03;

/// The search for the grid of a photograph, in copies of several sizes.
pub struct PhotoSearch<'a> {
    photo: &'a Photo,
    /// The copies in which a board was found, the most convincing first.
    copies: Vec<SearchedCopy>,
}

/// A searched copy of a photograph.
struct SearchedCopy {
    search: CopySearch,
    best: DetectedGrid,
    /// The best grid with another extent or lattice.
    second: Option<DetectedGrid>,
    /// The logarithm of the odds that the corners of the best grid are right.
    log_odds: f64,
}

impl<'a> PhotoSearch<'a> {
    /// Searches one copy of a photograph after the other, until a board is clearly right or two copies
    /// agree on a board that is sure.
    pub fn of(photo: &'a Photo) -> Self {
        let (width, height) = photo.pixels().dimensions();
        // A small photograph is its own copy.
        let mut sides = COPY_SIDES.map(|side| side.min(width.max(height))).to_vec();
        sides.dedup();
        let mut copies: Vec<SearchedCopy> = Vec::new();
        for side in sides {
            let Some(copy) = SearchedCopy::of(photo, side) else {
                continue;
            };
            let is_confirmed = copies
                .iter()
                .any(|other| copy.agrees_with(other) && (copy.best.is_sure || other.best.is_sure));
            let is_settled = copy.log_odds > CLEAR_LOG_ODDS || is_confirmed;
            copies.push(copy);
            if is_settled {
                break;
            }
        }
        copies.sort_by(|a, b| b.log_odds.total_cmp(&a.log_odds));
        if let Some((first, others)) = copies.split_first_mut() {
            first.best.is_sure &= !first.is_contradicted(others);
            for other in others {
                other.best.is_sure = false;
            }
        }
        Self { photo, copies }
    }

    /// Returns the grids that the board may have, best first: at most two of each copy, which differ in
    /// size or place.
    pub fn candidates(&self) -> Vec<DetectedGrid> {
        let best = self.copies.iter().map(|copy| copy.best);
        let seconds = self.copies.iter().filter_map(|copy| copy.second);
        let mut found: Vec<DetectedGrid> = Vec::new();
        for grid in best.chain(seconds) {
            if !found.iter().any(|other| other.is_close_to(&grid)) {
                found.push(grid);
            }
        }
        found
    }

    /// Returns the best placement of a board of a known size, which may be turned by a quarter in
    /// the picture; `None` if no lattice has that many squares in the picture.
    ///
    /// `is_sure` is `true` only if the grid is found without its size and has that size.
    pub fn of_size(&self, size: GridSize) -> Option<DetectedGrid> {
        let mut found = self.copies.iter().map(|copy| copy.best);
        found
            .find(|grid| grid.grid_of_size(size).is_some())
            .or_else(|| self.copies.iter().find_map(|copy| copy.search.of_size(self.photo, size)))
    }
}

impl SearchedCopy {
    /// Returns `true` if the best boards of both are in the same place.
    fn agrees_with(&self, other: &Self) -> bool {
        self.best.distance(&other.best) < MAX_DISAGREEMENT
    }

    /// Returns `true` if its board is not clearly right, no other copy agrees, and one is sure of
    /// another board.
    fn is_contradicted(&self, others: &[Self]) -> bool {
        self.log_odds < CLEAR_LOG_ODDS
            && others.iter().any(|other| other.best.is_sure)
            && !others.iter().any(|other| self.agrees_with(other))
    }

    /// Searches a copy of a photograph whose longer side has at most `side` pixels; `None` if it has no
    /// lattice.
    fn of(photo: &Photo, side: u32) -> Option<Self> {
        let search = CopySearch::of(photo, side)?;
        // A checkered cloth has more squares than any board.
        let mut grids = search.boards.iter().filter_map(|board| {
            let grid = search.placed(photo, board, board.part)?;
            Some((board, grid))
        });
        let (board, best) = grids.next()?;
        let light = &search.marks.light;
        // Lattices that start on different parts of a folded board lead to the same grid.
        let rival = grids.find(|(_, rival)| !rival.is_close_to(&best));
        let lead = rival.as_ref().map_or(f64::INFINITY, |(rival, _)| {
            board.likely_by_all(light) - rival.likely_by_all(light)
        });
        let bend = search.bend(board);
        let log_odds =
            SureEvidence { probability: board.probability, lead, bend }.log_odds(board, light);
        // A board with the wrong lattice is seldom the second best.
        let second = match (board.second, rival) {
            (Some((part, ratio)), _) if lead > CLEAR_LEAD || ratio > MIN_SECOND => {
                search.placed(photo, board, part)
            }
            (_, rival) => rival.map(|(_, grid)| grid),
        };
        let best =
            DetectedGrid { is_sure: board.probability > 0.0 && log_odds > MIN_LOG_ODDS, ..best };
        Some(Self { search, best, second, log_odds })
    }
}
