//! Automatic detection of the grid of a photographed board.
//!
//! A board has a printed grid, and its lines are the only feature of a photograph of
//! a table that repeats in both directions. The search goes from long straight lines
//! to families of lines with a common vanishing point, to the lattice on which most
//! lines of two families are, to the part of it in which nearly every side of a square
//! is visible, to the edges of the board around that ([`outline`], [`edges`]), to its folds
//! ([`folds`]) and the distortion of the lens. Pieces, shadows and glare hide some of the sides,
//! and the surroundings of the board have lines of their own, but few of those fit a
//! lattice.
//!
//! Copies of the photograph are searched, from a small one to a large one, until a board is clearly
//! right ([`copies`]).
//!
//! A detected grid is only proposed, and marked if it is uncertain: dragging a corner is
//! quick, but a grid that is wrong by a column is noticed late.

mod board_edge;
mod copies;
mod edge_features;
mod edge_points;
mod edges;
mod fit;
mod folds;
mod lattice;
mod lines;
mod outline;
mod projection;
mod square_color;
mod tiled_image;

pub use copies::PhotoSearch;

use components::square::Square;

use super::blocks::SquareMeasurements;
use super::corners::{Corners, GridSize};
use super::fold::{Fold, Folds};
use super::kind::PaintKind;
use super::paint_orientation::orientation_fit;
use super::photo::Photo;
use super::placed_grid::{GridPlane, PlacedGrid};
use super::straightened_photo::StraightenedPhoto;
use copies::COPY_SIDES;
use edge_points::{BlurredLight, EdgePoints};
use edges::{EdgeSearch, Extent};
use folds::{folded, folded_in_the_middle, without_slight_folds};
use lattice::{BoardCandidate, Crossing, Evidence, Lattice, LatticeArea, MIN_SQUARES, PlacePair};
use lines::{families, lines};
use outline::Outline;
use projection::Fit;

/// The maximum number of columns or rows of a board by its lines, a few more than those of its grid:
/// a frame may have the same pitch. A checkered cloth and the grain of a table have more.
const MAX_SQUARES: i32 = Square::MAX_COLUMNS as i32 + 6;

/// The maximum number of lattices that are fitted exactly; the others fit too badly.
const MAX_FITTED: usize = 8;

/// The maximum number of lattices on which the edges of the board are searched.
const MAX_EDGED: usize = 5;

/// The maximum lead of the most likely board, in [`BoardCandidate::likely`], over one that is tried
/// beside it.
const MAX_LESS_LIKELY: f64 = 10.0;

/// The maximum gain by edges or bends that are searched, in [`BoardCandidate::likely`].
const MAX_GAIN: f64 = 5.0;

/// The minimum contrast of lines between those of a board that divide its squares, as a share of its
/// own.
const LINES_BETWEEN: f64 = 0.6;

/// The maximum number of times that the edges of a board are moved.
const MAX_EDGE_MOVES: usize = 4;

/// The maximum lead of the best lattice, in [`BoardCandidate::likely`], over one on which a board of a
/// known size is searched.
const MAX_BEHIND: f64 = 2.0;

/// A grid that was detected in a photograph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DetectedGrid {
    /// The grid. The picture does not show the orientation of the board, so the first corner is the
    /// one nearest to the top left of the picture.
    pub grid: PlacedGrid,
    /// `true` if no evidence is against it. Otherwise it is a guess to drag into place.
    pub is_sure: bool,
}

impl DetectedGrid {
    /// Detects the grid of a board in a photograph; `None` if there is none.
    pub fn detect(photo: &Photo) -> Option<Self> {
        PhotoSearch::of(photo).candidates().into_iter().next()
    }

    /// Finds the best placement of a board of a known size; see [`PhotoSearch::of_size`].
    pub fn detect_sized(photo: &Photo, size: GridSize) -> Option<Self> {
        PhotoSearch::of(photo).of_size(size)
    }

    /// Returns its grid for a board of this size, which may be turned by a quarter in the picture;
    /// `None` if the picture shows another number of squares.
    pub fn grid_of_size(&self, size: GridSize) -> Option<PlacedGrid> {
        [self.grid, self.grid.turned()].into_iter().find(|grid| grid.size == size)
    }

    /// Returns `true` if both are the same grid, whichever corner is the first.
    fn is_close_to(&self, other: &Self) -> bool {
        const NEAR: f32 = 0.5;
        self.distance(other) < NEAR
    }

    /// Returns the maximum distance between the corners of both, in squares of the first side, whichever
    /// corner is the first; infinite for grids of other sizes.
    fn distance(&self, other: &Self) -> f32 {
        let Some(PlacedGrid { corners, .. }) = other.grid_of_size(self.grid.size) else {
            return f32::INFINITY;
        };
        let own = self.grid.corners.0;
        let far = |a: (f32, f32), b: (f32, f32)| (a.0 - b.0).hypot(a.1 - b.1);
        let side = far(own[0], own[1]) / f32::from(self.grid.size.columns());
        let distances = (0..4).map(|turn| {
            let mut corners = corners.0;
            corners.rotate_left(turn);
            let distances = own.iter().zip(corners).map(|(a, b)| far(*a, b) / side);
            distances.fold(0.0, f32::max)
        });
        distances.fold(f32::INFINITY, f32::min)
    }

    /// Returns the grid in the orientation that fits the known squares best. It is unchanged if the
    /// picture shows another number of squares, or too few are known.
    ///
    /// `known` has an entry for every square of a board of `size`, in reading order.
    #[must_use]
    pub fn turned_to(self, photo: &Photo, size: GridSize, known: &[Option<PaintKind>]) -> Self {
        let Some(grid) = self.grid_of_size(size) else {
            return self;
        };
        std::iter::successors(Some(grid), |grid| Some(grid.turned()))
            .take(4)
            .filter(|grid| grid.size == size)
            .filter_map(|grid| {
                let straight = StraightenedPhoto::new(photo, &grid).ok()?;
                Some((grid, orientation_fit(&SquareMeasurements::of(&straight), known)?))
            })
            .max_by(|(_, a), (_, b)| a.total_cmp(b))
            .map_or(self, |(grid, _)| Self { grid, ..self })
    }
}

impl GridPlane {
    /// Fits the roughly marked corners to the printed lines near the sides of all squares; `None` if
    /// too few lines are found.
    pub(super) fn snapped(&self, photo: &Photo) -> Option<Corners> {
        let marks = EdgePoints::of(photo.pixels(), COPY_SIDES[0])?;
        let picture = SearchedPicture::new(photo, marks.size);
        let outline = self.outline().map(|(column, row)| (f64::from(column), f64::from(row)));
        let pairs: Vec<PlacePair> = outline
            .into_iter()
            .zip(self.corners.0)
            .map(|(lattice, place)| PlacePair {
                lattice,
                picture: picture.search(place),
                weight: 1.0,
            })
            .collect();
        // A fold may be within a column or row of squares.
        let part = LatticeArea {
            left: self.from.0.ceil() as i32,
            top: self.from.1.ceil() as i32,
            right: self.to.0.floor() as i32,
            bottom: self.to.1.floor() as i32,
        };
        let lattice = Lattice::through(&pairs, false)?.snapped(part, &marks)?;
        Some(Corners(outline.map(|(column, row)| picture.photo(lattice.place(column, row)))))
    }
}

/// The picture that is searched, a reduced copy of a photograph.
struct SearchedPicture {
    /// Pixels across and down the photograph.
    photo: (f32, f32),
    /// The width of a pixel of the photograph in the searched picture.
    scale: f32,
}

impl SearchedPicture {
    fn new(photo: &Photo, size: (u32, u32)) -> Self {
        let (width, height) = (photo.size().0 as f32, photo.size().1 as f32);
        Self { photo: (width, height), scale: size.0 as f32 / width }
    }

    /// Converts a place in the photograph to one relative to the center of the searched picture.
    fn search(&self, (x, y): (f32, f32)) -> (f64, f64) {
        let (width, height) = self.photo;
        (f64::from((x - width / 2.0) * self.scale), f64::from((y - height / 2.0) * self.scale))
    }

    /// Converts a place relative to the center of the searched picture to one in the photograph.
    fn photo(&self, (x, y): (f64, f64)) -> (f32, f32) {
        let (width, height) = self.photo;
        (x as f32 / self.scale + width / 2.0, y as f32 / self.scale + height / 2.0)
    }
}

/// The boards that a photograph may show, by the lines of a copy of it.
struct CopySearch {
    marks: EdgePoints,
    /// The boards, the most likely first.
    boards: Vec<BoardCandidate>,
}

impl CopySearch {
    /// Searches a copy of a photograph whose longer side has at most `side` pixels; `None` if it is too
    /// small.
    fn of(photo: &Photo, side: u32) -> Option<Self> {
        let marks = EdgePoints::of(photo.pixels(), side)?;
        let reach = f64::from(marks.size.0.max(marks.size.1));
        let families = families(&lines(&marks), reach);
        let evidence: Vec<Evidence> =
            families.iter().map(|family| Evidence::new(&marks, family)).collect();
        let mut boards: Vec<(BoardCandidate, [usize; 2])> = Vec::new();
        for (at, one) in families.iter().enumerate() {
            for (other, second) in families.iter().enumerate().skip(at + 1) {
                let ((x, y), (to_x, to_y)) = (one.direction(0.0, 0.0), second.direction(0.0, 0.0));
                let crossing = Crossing::new((one, &evidence[at]), (second, &evidence[other]));
                // From the side of a table, right angles do not appear very acute or obtuse.
                let Some(crossing) = crossing.filter(|_| (x * to_y - y * to_x).abs() > 0.6) else {
                    continue;
                };
                boards.extend(
                    crossing
                        .lattices()
                        .iter()
                        .flat_map(|lattice| lattice.boards(&marks.light))
                        .filter(is_possible)
                        .map(|board| (board, [at, other])),
                );
            }
        }
        boards.sort_by(|(a, _), (b, _)| b.likely().total_cmp(&a.likely()));
        let boards = distinct(boards, MAX_FITTED);
        let mut boards: Vec<_> = boards
            .iter()
            .filter_map(|(board, lines)| {
                let evidence = lines.map(|at| &evidence[at]);
                let board = fitted(board, evidence, &marks)?;
                Some((divided(board, evidence, &marks), evidence))
            })
            .filter(|(board, _)| is_possible(board))
            .collect();
        boards.sort_by(|(a, _), (b, _)| b.likely().total_cmp(&a.likely()));
        let boards = distinct(boards, MAX_EDGED);
        let boards = improved_leaders(boards, BoardCandidate::likely, |board, lines| {
            with_edges(board, Fit::Folds, lines, &marks)
        });
        let likely = |board: &BoardCandidate| board.likely_by_all(&marks.light);
        let mut boards: Vec<(f64, BoardCandidate)> =
            improved_leaders(boards, likely, |board, lines| with_bends(&board, lines, &marks))
                .into_iter()
                .map(|(board, _)| (likely(&board), board))
                .collect();
        boards.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let boards = boards.into_iter().map(|(_, board)| board).collect();
        Some(Self { marks, boards })
    }

    /// Returns the grid on a part of the lattice of a board.
    fn placed(
        &self,
        photo: &Photo,
        board: &BoardCandidate,
        part: LatticeArea,
    ) -> Option<DetectedGrid> {
        let lattice = &board.lattice;
        let places = part.corners().map(|(column, row)| lattice.place(column, row));
        let picture = SearchedPicture::new(photo, self.marks.size);
        let grid = PlacedGrid {
            corners: Corners(places.map(|place| picture.photo(place))),
            folds: folds_in_picture(lattice, part, &picture),
            size: size(part)?,
        };
        let grid = upright(grid);
        grid.check(photo).ok()?;
        Some(DetectedGrid { grid, is_sure: false })
    }

    /// Returns the maximum distance of a corner of a board from where the lines of its quarter are,
    /// in diagonals of a square; 1 if a quarter has too few lines.
    fn bend(&self, board: &BoardCandidate) -> f64 {
        let lattice = &board.lattice;
        let lines = lattice.evidence(&self.marks);
        let quarters = board.part.inner().quarters();
        let bends =
            board.part.corners().into_iter().zip(quarters).map(|((column, row), quarter)| {
                let fitted = lattice.refined(quarter, [&lines[0], &lines[1]])?;
                let far = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1);
                let here = lattice.place(column, row);
                let diagonal = far(here, lattice.place(column + 1.0, row + 1.0));
                Some(far(here, fitted.place(column, row)) / diagonal)
            });
        bends.map(|bend| bend.unwrap_or(1.0)).fold(0.0, f64::max)
    }

    /// Returns the best placement of a board of a size, which may be turned by a quarter; `None` if no
    /// lattice has that many squares in the picture.
    fn of_size(&self, photo: &Photo, size: GridSize) -> Option<DetectedGrid> {
        let (columns, rows) = (i32::from(size.columns()), i32::from(size.rows()));
        let sizes = [(columns, rows), (rows, columns)];
        // Far less likely lattices have that many squares only by chance.
        let most = self.boards.first()?.likely();
        let likely = || self.boards.iter().filter(|board| board.likely() > most - MAX_BEHIND);
        let near = likely().find_map(|board| {
            let edges = EdgeSearch::new(board, &self.marks, EdgeSearch::limits(board.part));
            let extents = sizes.map(|size| edges.extent_of(size));
            let best = extents.into_iter().flatten().max_by(|a, b| a.0.total_cmp(&b.0));
            best.map(|(_, part)| (board, part))
        });
        let (board, part) = near.or_else(|| {
            let light = &self.marks.light;
            let placements = likely().flat_map(|board| {
                let parts = sizes.map(|size| board.lattice.best_part(size, light));
                parts
                    .into_iter()
                    .flatten()
                    .map(move |(mean, part)| (mean * board.square.sqrt(), board, part))
            });
            let best = placements.max_by(|a, b| a.0.total_cmp(&b.0));
            best.map(|(_, board, part)| (board, part))
        })?;
        self.placed(photo, board, part)
    }
}

/// Returns `true` if a board can have as many squares, and lines around it in the same pitch.
fn is_possible(board: &BoardCandidate) -> bool {
    let (columns, rows) = board.part.size();
    columns.max(rows) <= MAX_SQUARES
}

/// Returns the first boards, at most `most`, that are no copies of others before them and not far
/// less likely than the first. `boards` are sorted, the most likely first.
fn distinct<T>(boards: Vec<(BoardCandidate, T)>, most: usize) -> Vec<(BoardCandidate, T)> {
    let mut kept: Vec<(BoardCandidate, T)> = Vec::new();
    let least = boards.first().map_or(0.0, |(best, _)| best.likely() - MAX_LESS_LIKELY);
    for (board, evidence) in boards.into_iter().take_while(|(board, _)| board.likely() > least) {
        let is_new = kept.iter().all(|(other, _)| {
            other.lattice.is_light() != board.lattice.is_light()
                || !board.lattice.has_same_lines(&other.lattice, board.part)
        });
        if is_new {
            kept.push((board, evidence));
        }
        if kept.len() == most {
            break;
        }
    }
    kept
}

/// Improves the boards that can become the most likely by it; each has the lines that it is fitted to.
fn improved_leaders<'a>(
    boards: Vec<(BoardCandidate, [&'a Evidence; 2])>,
    likely: impl Fn(&BoardCandidate) -> f64,
    improve: impl Fn(BoardCandidate, [&'a Evidence; 2]) -> BoardCandidate,
) -> Vec<(BoardCandidate, [&'a Evidence; 2])> {
    let odds: Vec<f64> = boards.iter().map(|(board, _)| likely(board)).collect();
    let least = odds.iter().copied().fold(f64::NEG_INFINITY, f64::max) - MAX_GAIN;
    boards
        .into_iter()
        .zip(odds)
        .map(|((board, lines), odds)| {
            (if odds > least { improve(board, lines) } else { board }, lines)
        })
        .collect()
}

/// Returns a grid clockwise, and its corner nearest to the top left of the picture as the first.
fn upright(grid: PlacedGrid) -> PlacedGrid {
    let Corners(corners) = grid.corners;
    let area: f32 = (0..4)
        .map(|at| {
            let ((x, y), (to_x, to_y)) = (corners[at], corners[(at + 1) % 4]);
            x * to_y - y * to_x
        })
        .sum();
    let clockwise = if area < 0.0 { grid.transposed() } else { grid };
    let far = |grid: &PlacedGrid| grid.corners.0[0].0 + grid.corners.0[0].1;
    std::iter::successors(Some(clockwise), |grid| Some(grid.turned()))
        .take(4)
        .min_by(|a, b| far(a).total_cmp(&far(b)))
        .unwrap_or(clockwise)
}

/// Returns the folds of a part of a lattice in the picture.
fn folds_in_picture(lattice: &Lattice, part: LatticeArea, picture: &SearchedPicture) -> Folds {
    let [first_column, last_column, first_row, last_row] =
        [part.left, part.right, part.top, part.bottom].map(f64::from);
    let line = |axis: usize, first: f64, last: f64| {
        let line = lattice.fold(axis).map(|fold| fold.line);
        line.filter(|line| first < *line && *line < last)
    };
    let place = |column: f64, row: f64| picture.photo(lattice.place(column, row));
    let columns = line(0, first_column, last_column).map(|column| Fold {
        after: (column - first_column) as f32,
        ends: [place(column, first_row), place(column, last_row)],
    });
    let rows = line(1, first_row, last_row).map(|row| Fold {
        after: (row - first_row) as f32,
        ends: [place(first_column, row), place(last_column, row)],
    });
    match (columns, rows) {
        (None, None) => Folds::Flat,
        (Some(columns), None) => Folds::Columns(columns),
        (None, Some(rows)) => Folds::Rows(rows),
        (Some(columns), Some(rows)) => {
            let (column, row) =
                (first_column + f64::from(columns.after), first_row + f64::from(rows.after));
            Folds::Crossed { columns, rows, crossing: place(column, row) }
        }
    }
}

/// Returns the size of a part of a lattice, if a board can have that size.
fn size(part: LatticeArea) -> Option<GridSize> {
    let (columns, rows) = part.size();
    if columns.min(rows) < MIN_SQUARES {
        return None;
    }
    GridSize::new(u32::try_from(columns).ok()?, u32::try_from(rows).ok()?).ok()
}

/// Fits a board exactly to its lines, from its clearest part outwards and all at once, and returns
/// the better fit. `None` if both lose the lines.
fn fitted(
    board: &BoardCandidate,
    lines: [&Evidence; 2],
    marks: &EdgePoints,
) -> Option<BoardCandidate> {
    let light = &marks.light;
    let outwards = board.lattice.grown(lines, light).and_then(|lattice| lattice.board(light));
    let at_once = board.lattice.refined(board.part, lines).and_then(|lattice| lattice.board(light));
    [outwards, at_once]
        .into_iter()
        .flatten()
        .filter_map(|board| settled(board, lines, marks))
        .max_by(|a, b| a.likely().total_cmp(&b.likely()))
}

/// Fits a board to its lines until its part stays the same, then moves its edges to where its
/// colors end: near enough to search them one by one.
fn settled(
    mut board: BoardCandidate,
    lines: [&Evidence; 2],
    marks: &EdgePoints,
) -> Option<BoardCandidate> {
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

/// Returns a board with its squares divided by the lines between its own ones; unchanged if there are
/// none, or if that makes it less likely.
fn divided(board: BoardCandidate, lines: [&Evidence; 2], marks: &EdgePoints) -> BoardCandidate {
    let by = [0, 1].map(|axis| divisor(&board, axis, &marks.light));
    if by == [1, 1] {
        return board;
    }
    board
        .lattice
        .divided(by)
        .and_then(|lattice| lattice.board(&marks.light))
        .and_then(|divided| settled(divided, lines, marks))
        .filter(|divided| is_possible(divided) && divided.likely() > board.likely())
        .unwrap_or(board)
}

/// Returns the number of squares into which lines between those of a board divide each of its squares
/// along an axis; 1 without such lines.
fn divisor(board: &BoardCandidate, axis: usize, light: &BlurredLight) -> i32 {
    let part = board.part.inner();
    let own = board.lattice.mean_moved(part, axis, 0.0, light);
    let is_line = |by: f64| board.lattice.mean_moved(part, axis, by, light) > LINES_BETWEEN * own;
    if is_line(1.0 / 2.0) {
        2
    } else if is_line(1.0 / 3.0) && is_line(2.0 / 3.0) {
        3
    } else {
        1
    }
}

/// Moves the edges of a board to where it ends, and fits it to the lines inside. It is unchanged if
/// the picture does not show them.
fn with_edges(
    board: BoardCandidate,
    fit: Fit,
    lines: [&Evidence; 2],
    marks: &EdgePoints,
) -> BoardCandidate {
    let limits = EdgeSearch::limits(board.part);
    let mut best = board;
    for _ in 0..MAX_EDGE_MOVES {
        let found = EdgeSearch::new(&best, marks, limits).extent();
        let Some(Extent { part, probability, second }) = found else {
            break;
        };
        if part == best.part {
            return BoardCandidate { probability, second, ..best };
        }
        let moved = best
            .lattice
            .refined_by(fitted_part(part, fit), lines, fit)
            .and_then(|lattice| lattice.board_of(part, &marks.light));
        let Some(moved) = moved else {
            break;
        };
        best = moved;
    }
    best
}

/// Fits the distortion of the lens and the folds to a board.
fn with_bends(board: &BoardCandidate, lines: [&Evidence; 2], marks: &EdgePoints) -> BoardCandidate {
    let flat = with_lens(board.clone(), lines, marks);
    let folded_from = |from: &BoardCandidate| folded(from, flat.likely(), lines, marks);
    // A lens that distorts can hide a fold, and be mistaken for one.
    let is_distorted = flat.lattice.is_distorted(marks.size);
    let folded =
        folded_from(board).or_else(|| if is_distorted { folded_from(&flat) } else { None });
    let finished = |folded: BoardCandidate| {
        with_lens(with_edges(folded, Fit::Folds, lines, marks), lines, marks)
    };
    let likely = |board: &BoardCandidate| board.likely_by_all(&marks.light);
    // Beyond a fold that is none, edges may run away.
    let found = folded.map(finished).filter(|folded| likely(folded) > likely(&flat));
    let bent = found.unwrap_or(flat);
    let bent = folded_in_the_middle(&bent, lines, marks).map_or(bent, finished);
    without_slight_folds(bent, lines, marks)
}

/// Returns the part to whose lines a board is fitted. An exact fit is not on the outermost lines, which
/// may be of another color.
fn fitted_part(part: LatticeArea, fit: Fit) -> LatticeArea {
    if fit == Fit::FoldsAndLens { part.inner() } else { part }
}

/// Fits the distortion of the lens to the lines of a board, and searches its edges again: without the
/// distortion, its outermost lines may be off by a quarter of a square. Unchanged if that makes the
/// lines no clearer.
fn with_lens(board: BoardCandidate, lines: [&Evidence; 2], marks: &EdgePoints) -> BoardCandidate {
    let BoardCandidate { part, probability, second, .. } = board;
    let mean = |lattice: &Lattice| lattice.mean(part, &marks.light);
    let fit = Fit::FoldsAndLens;
    let fitted = board
        .lattice
        .refined_by(fitted_part(part, fit), lines, fit)
        .and_then(|lattice| lattice.board_of(part, &marks.light))
        .filter(|fitted| mean(&fitted.lattice) > mean(&board.lattice));
    let Some(fitted) = fitted else {
        return board;
    };
    let fitted = BoardCandidate { probability, second, ..fitted };
    let searched = with_edges(fitted.clone(), fit, lines, marks);
    let likely = |board: &BoardCandidate| board.likely_by_all(&marks.light);
    // Edges that move again can run away towards the horizon.
    if searched.part == part || likely(&searched) > likely(&fitted) { searched } else { fitted }
}
