//! The grid of a photographed board, found by itself.
//!
//! A board has a printed grid, and its lines are the only thing in a
//! photograph of a table that returns again and again both ways. So long
//! straight lines are looked for, of these the families that run towards one
//! point each, of two such families the lattice that most lines lie on, and of
//! this the part in which nearly every side of a square is seen, and which
//! ends where colours change ([`outline`]). Pieces, shadows and glare hide some
//! of the sides, and what lies around the board has lines of its own; neither
//! has many where a lattice wants them.
//!
//! What is found is only proposed. Where the picture leaves a doubt, it says
//! so: a corner that is dragged is soon in its place, a grid that is wrong by a
//! column is noticed late.

mod lattice;
mod lines;
mod marks;
mod outline;

use super::blocks::Blocks;
use super::corners::{Corners, Grid, Straightened};
use super::kind::Kind;
use super::misplaced::fits;
use super::photo::Photo;
use lattice::{Board, Crossing, Evidence, Part};
use lines::{families, lines};
use marks::Marks;
use outline::Outline;

/// So many lattices are laid exactly; the rest fits too badly.
const MOST_LAID: usize = 6;

/// A board of another size speaks against the best one unless it fits so much worse.
const CLEARLY_LESS: f64 = 0.97;

/// Nothing speaks against a board whose sides stand out by so much on the mean, …
const LEAST_MEAN: f64 = 0.6;

/// … of whose sides this share is seen, …
const LEAST_SEEN: f64 = 0.8;

/// … and of whose outermost squares the sides stand out by this share of the mean at least, …
const LEAST_INSIDE: f64 = 0.5;

/// … and of the squares beyond by this share at most. Beyond the picture nobody can tell.
const MOST_OUTSIDE: f64 = 0.45;

/// A grid that was found in a photograph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FoundGrid {
    /// Its outer corners; which of them is the board's top left, nobody can see: it is the one
    /// nearest to that of the picture.
    pub corners: Corners,
    /// Its columns and rows.
    pub grid: Grid,
    /// Whether nothing speaks against it. Otherwise it is a guess to drag into place.
    pub is_sure: bool,
}

impl FoundGrid {
    /// Looks for the grid of a board in a photograph. Nothing if there is none to be seen.
    pub fn of(photo: &Photo) -> Option<Self> {
        let marks = Marks::of(photo.pixels())?;
        let reach = f64::from(marks.size.0.max(marks.size.1));
        let families = families(&lines(&marks), reach);
        let evidence: Vec<Evidence> =
            families.iter().map(|family| Evidence::new(&marks, family)).collect();
        let mut boards: Vec<(Board, [&Evidence; 2])> = Vec::new();
        for (at, one) in families.iter().enumerate() {
            for (other, second) in families.iter().enumerate().skip(at + 1) {
                let ((x, y), (to_x, to_y)) = (one.direction(0.0, 0.0), second.direction(0.0, 0.0));
                let crossing = Crossing::new((one, &evidence[at]), (second, &evidence[other]));
                // Seen from beside a table, right angles stay far from flat.
                let Some(crossing) = crossing.filter(|_| (x * to_y - y * to_x).abs() > 0.6) else {
                    continue;
                };
                let found = crossing.lattices();
                let found = found.iter().filter_map(|lattice| lattice.board(&marks.light));
                boards.extend(found.map(|board| (board, crossing.lines)));
            }
        }
        boards.sort_by(|(a, _), (b, _)| b.likely().total_cmp(&a.likely()));
        boards.truncate(MOST_LAID);
        let laid = boards.iter().filter_map(|(board, lines)| laid(board, *lines, &marks));
        let mut laid: Vec<Board> = laid.collect();
        laid.sort_by(|a, b| b.likely().total_cmp(&a.likely()));
        let best = laid.first()?;
        let size = |board: &Board| {
            (board.part.right - board.part.left, board.part.bottom - board.part.top)
        };
        let mut rivals = laid.iter().filter(|other| size(other) != size(best));
        let is_alone = rivals.all(|rival| rival.score < CLEARLY_LESS * best.score);
        Self::placed(photo, best, marks.size, is_alone && is_clear(best))
    }

    /// Its corners for a board of this size, which may lie on its side in the picture; nothing if
    /// the picture shows another number of squares.
    pub fn corners_for(&self, grid: Grid) -> Option<Corners> {
        let mut corners = self.corners;
        if (self.grid.columns(), self.grid.rows()) == (grid.rows(), grid.columns())
            && self.grid != grid
        {
            corners.0.rotate_left(1);
            return Some(corners);
        }
        (self.grid == grid).then_some(corners)
    }

    /// The same, turned so that what is told of the squares of a board fits best; as it is if the
    /// picture shows another number of squares, or too little is told.
    ///
    /// `told` has an entry for every square of `grid`, in reading order.
    #[must_use]
    pub fn turned_to(self, photo: &Photo, grid: Grid, told: &[Option<Kind>]) -> Self {
        let Some(corners) = self.corners_for(grid) else {
            return self;
        };
        let quarters = if grid.columns() == grid.rows() { 1 } else { 2 };
        let ways = (0..4).step_by(quarters).filter_map(|quarter| {
            let mut corners = corners;
            corners.0.rotate_left(quarter);
            let straight = Straightened::new(photo, &corners, grid).ok()?;
            Some((corners, fits(&Blocks::of(&straight), told)?))
        });
        let best = ways.max_by(|(_, a), (_, b)| a.total_cmp(b));
        best.map_or(self, |(corners, _)| Self { corners, grid, is_sure: self.is_sure })
    }

    /// A board of a picture of so many pixels, as it lies in the photograph.
    fn placed(photo: &Photo, board: &Board, size: (u32, u32), is_sure: bool) -> Option<Self> {
        let grid = grid(board.part)?;
        let (width, height) = (photo.size().0 as f32, photo.size().1 as f32);
        let scale = width / size.0 as f32;
        let Part { left, top, right, bottom } = board.part;
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let mut corners = corners.map(|(column, row)| {
            let (x, y) = board.lattice.place(f64::from(column), f64::from(row));
            let (across, down) = (size.0 as f32 / 2.0, size.1 as f32 / 2.0);
            ((x as f32 + across) * scale, (y as f32 + down) * scale)
        });
        let (mut columns, mut rows) = (u32::from(grid.columns()), u32::from(grid.rows()));
        let around = |at: usize| {
            let ((x, y), (to_x, to_y)) = (corners[at], corners[(at + 1) % 4]);
            x * to_y - y * to_x
        };
        if (0..4).map(around).sum::<f32>() < 0.0 {
            corners.swap(1, 3);
            (columns, rows) = (rows, columns);
        }
        let first = (0..4).min_by(|a, b| {
            let far = |at: &usize| corners[*at].0 + corners[*at].1;
            far(a).total_cmp(&far(b))
        });
        let first = first.unwrap_or_default();
        corners.rotate_left(first);
        if first % 2 == 1 {
            (columns, rows) = (rows, columns);
        }
        let inside = |(x, y): (f32, f32)| (x.clamp(0.0, width), y.clamp(0.0, height));
        let (corners, grid) = (Corners(corners.map(inside)), Grid::new(columns, rows).ok()?);
        corners.check(photo, grid).ok()?;
        Some(Self { corners, grid, is_sure })
    }
}

/// The size of a part of a lattice, if a board can be of that size.
fn grid(part: Part) -> Option<Grid> {
    let count = |from: i32, to: i32| u32::try_from(to - from).ok();
    let (columns, rows) = (count(part.left, part.right)?, count(part.top, part.bottom)?);
    (columns.min(rows) >= 4).then(|| Grid::new(columns, rows).ok()).flatten()
}

/// A board laid exactly along its lines: from where they are seen best outwards, or all at once,
/// whichever holds on to more of them. Nothing if they are lost on the way.
fn laid(board: &Board, lines: [&Evidence; 2], marks: &Marks) -> Option<Board> {
    let light = &marks.light;
    let grown = || board.lattice.grown(lines, light)?.board(light);
    let at_once = || board.lattice.refined(board.part, lines)?.board(light);
    let ways = [grown(), at_once()].into_iter().flatten();
    let settled = ways.filter_map(|way| settled(way, lines, marks));
    settled.max_by(|a, b| a.score.total_cmp(&b.score))
}

/// A board laid along its lines until it stays as it is, and ending where its colours do.
fn settled(mut board: Board, lines: [&Evidence; 2], marks: &Marks) -> Option<Board> {
    for _ in 0..4 {
        let again = board.lattice.refined(board.part, lines)?.board(&marks.light)?;
        let is_settled = again.part == board.part;
        board = again;
        if is_settled {
            break;
        }
    }
    for _ in 0..2 {
        let part = Outline::of(&board, marks)?.part(board.part);
        if part == board.part {
            break;
        }
        board = board.lattice.refined(part, lines)?.board_of(part, &marks.light)?;
    }
    Some(board)
}

/// Whether nearly all of a board is seen, and on each side that it ends there.
fn is_clear(board: &Board) -> bool {
    let ends = board.edges.iter().all(|(inner, outer)| {
        *inner > LEAST_INSIDE && outer.is_some_and(|outer| outer < MOST_OUTSIDE)
    });
    board.mean > LEAST_MEAN && board.seen > LEAST_SEEN && ends
}
