//! The grid of a board in a picture: its corners, and its folds between them.
//!
//! A board that has been folded for years stays a little bent where it was. One projection of the
//! whole grid is then wrong by a part of a square along the fold, so each plane between two folds
//! has a projection of its own.

use imageproc::geometric_transformations::Projection;

use super::corners::{Corners, CornersError, GridEdge, GridSize};
use super::fold::{Fold, FoldDirection, Folds};
use super::photo::Photo;

/// The grid of a board in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedGrid {
    /// The outer corners.
    pub corners: Corners,
    /// The folds of the board.
    pub folds: Folds,
    /// The numbers of columns and rows.
    pub size: GridSize,
}

/// A plane of a grid: all of a flat one, or the part between two folds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridPlane {
    /// The corners of the plane.
    pub corners: Corners,
    /// The column and row of its top left corner, from the top left of the grid, …
    pub from: (f32, f32),
    /// … and those of its bottom right corner.
    pub to: (f32, f32),
}

/// A place in a picture, in pixels.
type Place = (f32, f32);

/// The maximum number of columns or rows while an edge is moved; one that goes that far is outside
/// the picture.
const MAX_MOVED: i32 = 1_000;

impl PlacedGrid {
    /// Creates the grid of a flat board.
    pub const fn flat(corners: Corners, size: GridSize) -> Self {
        Self { corners, folds: Folds::Flat, size }
    }

    /// Returns its planes, row by row.
    pub fn planes(&self) -> Vec<GridPlane> {
        Mesh::of(self).planes()
    }

    /// Checks that this grid can be in `photo`.
    ///
    /// # Errors
    ///
    /// The first condition that a plane violates.
    pub fn check(&self, photo: &Photo) -> Result<(), CornersError> {
        for direction in FoldDirection::ALL {
            self.check_fold(direction)?;
        }
        self.planes().iter().try_for_each(|plane| plane.check(photo))
    }

    /// Checks that the fold in a direction is inside the grid.
    fn check_fold(&self, direction: FoldDirection) -> Result<(), CornersError> {
        let count = match direction {
            FoldDirection::Columns => self.size.columns(),
            FoldDirection::Rows => self.size.rows(),
        };
        match self.folds.fold(direction) {
            Some(Fold { after, .. }) if !(0.0 < after && after < f32::from(count)) => {
                Err(CornersError::Fold { after, count })
            }
            _ => Ok(()),
        }
    }

    /// Maps a position in the picture to the grid, in columns and rows from the top left, which may
    /// be outside of it. `None` if the corners form no quadrilateral.
    pub fn locate(&self, position: (f32, f32)) -> Option<(f32, f32)> {
        let located = self.planes().into_iter().filter_map(|plane| {
            let place = plane.locate(position)?;
            Some((plane.distance_outside(place), place))
        });
        located.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, place)| place)
    }

    /// Returns the grid with a fold in place of any other in its direction, on a line where it is
    /// flat so far. `None` if the grid has no such line inside, or the corners form no quadrilateral.
    #[must_use]
    pub fn with_fold(&self, direction: FoldDirection, after: f32) -> Option<Self> {
        let flat = Mesh::of(&self.without_fold(direction));
        let turns = match direction {
            FoldDirection::Columns => 0,
            FoldDirection::Rows => 1,
        };
        flat.turned(turns).with_column_fold(after)?.turned(4 - turns).grid()
    }

    /// Returns the grid without the fold in a direction.
    #[must_use]
    pub const fn without_fold(&self, direction: FoldDirection) -> Self {
        let folds = match (self.folds, direction) {
            (Folds::Crossed { rows, .. }, FoldDirection::Columns) => Folds::Rows(rows),
            (Folds::Crossed { columns, .. }, FoldDirection::Rows) => Folds::Columns(columns),
            (Folds::Columns(_), FoldDirection::Columns) | (Folds::Rows(_), FoldDirection::Rows) => {
                Folds::Flat
            }
            (folds, _) => folds,
        };
        Self { folds, ..*self }
    }

    /// Returns the grid without the folds that are not inside it.
    #[must_use]
    pub fn without_outer_folds(&self) -> Self {
        let outer = FoldDirection::ALL.into_iter().filter(|at| self.check_fold(*at).is_err());
        outer.fold(*self, |grid, direction| grid.without_fold(direction))
    }

    /// Moves an edge by whole squares, outwards if `by` is positive. The corners at its ends follow
    /// along the lines of the grid, and the squares stay where they are. Folds beyond it are removed.
    ///
    /// # Errors
    ///
    /// No board has this size, or a corner is too far outside the picture.
    pub fn with_edge_moved(
        &self,
        photo: &Photo,
        edge: GridEdge,
        by: i32,
    ) -> Result<Self, CornersError> {
        Mesh::of(self).with_edge_moved(edge, by)?.checked(photo)
    }

    /// Moves the whole grid by whole squares towards `edge`; its size stays.
    ///
    /// # Errors
    ///
    /// A corner is too far outside the picture.
    pub fn shifted(&self, photo: &Photo, edge: GridEdge, by: i32) -> Result<Self, CornersError> {
        let (outwards, inwards) =
            if by < 0 { (edge.opposite(), edge) } else { (edge, edge.opposite()) };
        let by = by.saturating_abs();
        // Outwards first, so that some squares are left.
        Mesh::of(self).with_edge_moved(outwards, by)?.with_edge_moved(inwards, -by)?.checked(photo)
    }

    /// Returns the grid after the board is turned by a quarter, so that the next corner is the top
    /// left. Columns become rows.
    #[must_use]
    pub fn turned(&self) -> Self {
        Mesh::of(self).turned(1).grid().unwrap_or(*self)
    }

    /// Returns the mirrored grid: columns become rows, and the top left corner stays.
    #[must_use]
    pub(crate) fn transposed(&self) -> Self {
        Mesh::of(self).transposed().grid().unwrap_or(*self)
    }

    /// Fits each plane to the printed lines near it. A place that planes share is halfway between
    /// their fits. `None` if too few lines are found on one.
    pub fn snapped(&self, photo: &Photo) -> Option<Self> {
        self.check(photo).ok()?;
        let mesh = Mesh::of(self);
        let mut fits: Vec<Vec<Vec<Place>>> =
            mesh.places.iter().map(|row| vec![Vec::new(); row.len()]).collect();
        for (row, column) in mesh.cells() {
            let Corners([a, b, c, d]) = mesh.plane(row, column).snapped(photo)?;
            fits[row][column].push(a);
            fits[row][column + 1].push(b);
            fits[row + 1][column + 1].push(c);
            fits[row + 1][column].push(d);
        }
        let places = fits.iter().map(|row| row.iter().map(|fits| middle(fits)).collect()).collect();
        Mesh { places, ..mesh }.checked(photo).ok()
    }
}

/// Returns the mean of places; there is at least one.
fn middle(places: &[Place]) -> Place {
    let (x, y) = places.iter().fold((0.0, 0.0), |(x, y), place| (x + place.0, y + place.1));
    (x / places.len() as f32, y / places.len() as f32)
}

impl GridPlane {
    /// Maps a position on the grid to the picture. Columns and rows count from the top left of the
    /// grid and may be fractions. `None` if the corners form no quadrilateral.
    pub fn place(&self, column: f32, row: f32) -> Option<(f32, f32)> {
        Some(Projection::from_control_points(self.outline(), self.corners.0)? * (column, row))
    }

    /// Maps a position in the picture to the grid.
    fn locate(&self, position: Place) -> Option<(f32, f32)> {
        Some(Projection::from_control_points(self.corners.0, self.outline())? * position)
    }

    /// Returns the columns and rows of the corners.
    pub(crate) const fn outline(&self) -> [(f32, f32); 4] {
        let ((left, top), (right, bottom)) = (self.from, self.to);
        [(left, top), (right, top), (right, bottom), (left, bottom)]
    }

    /// Returns the distance of a column and row from the plane, in squares; 0 inside.
    fn distance_outside(&self, (column, row): (f32, f32)) -> f32 {
        let across = (self.from.0 - column).max(column - self.to.0).max(0.0);
        let down = (self.from.1 - row).max(row - self.to.1).max(0.0);
        across.hypot(down)
    }

    /// Checks that this plane can be in `photo`.
    fn check(&self, photo: &Photo) -> Result<(), CornersError> {
        let ((left, top), (right, bottom)) = (self.from, self.to);
        self.corners.check(photo, (right - left, bottom - top))
    }
}

/// The places of a grid at which its planes meet.
#[derive(Clone, Debug, PartialEq)]
struct Mesh {
    /// The columns of the left edge, of a fold and of the right edge.
    columns: Vec<f32>,
    /// The rows of the top edge, of a fold and of the bottom edge.
    rows: Vec<f32>,
    /// The places where they meet, row by row.
    places: Vec<Vec<Place>>,
}

impl Mesh {
    fn of(grid: &PlacedGrid) -> Self {
        let [a, b, c, d] = grid.corners.0;
        let last = [grid.size.columns(), grid.size.rows()].map(f32::from);
        let [columns, rows] = [(FoldDirection::Columns, last[0]), (FoldDirection::Rows, last[1])]
            .map(|(direction, last)| {
                let fold = grid.folds.fold(direction).map(|fold| fold.after);
                std::iter::once(0.0).chain(fold).chain([last]).collect()
            });
        let places = match grid.folds {
            Folds::Flat => vec![vec![a, b], vec![d, c]],
            Folds::Columns(Fold { ends: [top, bottom], .. }) => {
                vec![vec![a, top, b], vec![d, bottom, c]]
            }
            Folds::Rows(Fold { ends: [left, right], .. }) => {
                vec![vec![a, b], vec![left, right], vec![d, c]]
            }
            Folds::Crossed { columns, rows, crossing } => {
                let ([top, bottom], [left, right]) = (columns.ends, rows.ends);
                vec![vec![a, top, b], vec![left, crossing, right], vec![d, bottom, c]]
            }
        };
        Self { columns, rows, places }
    }

    /// Returns the grid; `None` if no board has its size.
    fn grid(&self) -> Option<PlacedGrid> {
        let last = |lines: &[f32]| lines.last().map(|last| *last as u32);
        let size = GridSize::new(last(&self.columns)?, last(&self.rows)?).ok()?;
        let (top, bottom) = (self.places.first()?, self.places.last()?);
        let corners = Corners([*top.first()?, *top.last()?, *bottom.last()?, *bottom.first()?]);
        let along_columns = |after: f32| Fold { after, ends: [top[1], bottom[1]] };
        let along_rows = |after: f32| {
            let row = &self.places[1];
            Fold { after, ends: [row[0], row[row.len() - 1]] }
        };
        let folds = match (self.columns.as_slice(), self.rows.as_slice()) {
            ([_, column, _], [_, row, _]) => Folds::Crossed {
                columns: along_columns(*column),
                rows: along_rows(*row),
                crossing: self.places[1][1],
            },
            ([_, column, _], _) => Folds::Columns(along_columns(*column)),
            (_, [_, row, _]) => Folds::Rows(along_rows(*row)),
            _ => Folds::Flat,
        };
        Some(PlacedGrid { corners, folds, size })
    }

    /// Returns the grid if it can be in `photo`.
    fn checked(&self, photo: &Photo) -> Result<PlacedGrid, CornersError> {
        let size = |lines: &[f32]| lines.last().map_or(0, |last| *last as u32);
        let (columns, rows) = (size(&self.columns), size(&self.rows));
        let grid = self.grid().ok_or(CornersError::Grid { columns, rows })?;
        grid.check(photo)?;
        Ok(grid)
    }

    /// Returns the row and column of each plane.
    fn cells(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (across, down) = (self.columns.len() - 1, self.rows.len() - 1);
        (0..down).flat_map(move |row| (0..across).map(move |column| (row, column)))
    }

    fn planes(&self) -> Vec<GridPlane> {
        self.cells().map(|(row, column)| self.plane(row, column)).collect()
    }

    fn plane(&self, row: usize, column: usize) -> GridPlane {
        let (above, below) = (&self.places[row], &self.places[row + 1]);
        GridPlane {
            corners: Corners([above[column], above[column + 1], below[column + 1], below[column]]),
            from: (self.columns[column], self.rows[row]),
            to: (self.columns[column + 1], self.rows[row + 1]),
        }
    }

    /// Returns the place of each horizontal line at a column, by the planes of a column of the mesh
    /// that are above and below it.
    fn places_at(&self, column: f32, plane: usize) -> Option<Vec<Place>> {
        let last = self.rows.len() - 1;
        (0..=last)
            .map(|line| {
                let next_to = line.saturating_sub(1)..=line.min(last - 1);
                let places: Option<Vec<Place>> = next_to
                    .map(|row| self.plane(row, plane).place(column, self.rows[line]))
                    .collect();
                Some(middle(&places?))
            })
            .collect()
    }

    /// Returns the mesh with a fold along the columns of a flat grid; `None` if there is no such
    /// line inside.
    fn with_column_fold(&self, after: f32) -> Option<Self> {
        let is_inside = 0.0 < after && after < *self.columns.last()?;
        let inserted = self.places_at(after, 0).filter(|_| is_inside)?;
        let mut folded = self.clone();
        folded.columns.insert(1, after);
        for (row, place) in folded.places.iter_mut().zip(inserted) {
            row.insert(1, place);
        }
        Some(folded)
    }

    /// Moves an edge by whole squares, outwards if `by` is positive.
    fn with_edge_moved(&self, edge: GridEdge, by: i32) -> Result<Self, CornersError> {
        // After these turns it is the right edge.
        let turns = (edge as usize + 3) % 4;
        Ok(self.turned(turns).with_right_edge_moved(by)?.turned(4 - turns))
    }

    fn with_right_edge_moved(&self, by: i32) -> Result<Self, CornersError> {
        let [columns, rows] =
            [&self.columns, &self.rows].map(|lines| lines.last().map_or(0, |last| *last as u32));
        let column = (columns as i32).saturating_add(by);
        if !(1..=MAX_MOVED).contains(&column) {
            return Err(CornersError::Grid { columns: column.max(0).unsigned_abs(), rows });
        }
        let column = column as f32;
        let is_left = |line: &&f32| **line < column;
        let kept = self.columns[..self.columns.len() - 1].iter().take_while(is_left).count();
        let moved = self.places_at(column, kept - 1).ok_or(CornersError::Crossed)?;
        let mut mesh = self.clone();
        mesh.columns.truncate(kept);
        mesh.columns.push(column);
        for (row, place) in mesh.places.iter_mut().zip(moved) {
            row.truncate(kept);
            row.push(place);
        }
        Ok(mesh)
    }

    /// Turns the mesh by quarters: the next corner is the top left.
    fn turned(&self, quarters: usize) -> Self {
        let mut mesh = self.clone();
        for _ in 0..quarters % 4 {
            // The right edge becomes the top one.
            let width = mesh.columns.last().copied().unwrap_or_default();
            for line in &mut mesh.columns {
                *line = width - *line;
            }
            mesh.columns.reverse();
            for row in &mut mesh.places {
                row.reverse();
            }
            mesh = mesh.transposed();
        }
        mesh
    }

    /// Mirrors the mesh: columns become rows.
    fn transposed(&self) -> Self {
        let places = (0..self.columns.len())
            .map(|column| self.places.iter().map(|row| row[column]).collect())
            .collect();
        Self { columns: self.rows.clone(), rows: self.columns.clone(), places }
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::straightened_photo::{SQUARE_PIXELS, StraightenedPhoto};

    /// A grid of 16 by 14 squares, seen from a side of the table.
    fn seen() -> PlacedGrid {
        let corners = Corners([(320.0, 180.0), (730.0, 210.0), (860.0, 640.0), (190.0, 590.0)]);
        PlacedGrid::flat(corners, GridSize::new(16, 14).expect("a possible size"))
    }

    /// The same grid with folds in both directions, one of them within a column.
    fn crossed() -> PlacedGrid {
        let once = seen().with_fold(FoldDirection::Columns, 7.5).expect("a line");
        let mut twice = once.with_fold(FoldDirection::Rows, 7.0).expect("a line");
        for (x, y) in twice.folds.places_mut() {
            (*x, *y) = (*x + 4.0, *y - 9.0);
        }
        twice
    }

    /// Returns a blank picture of 1000 by 800 pixels.
    fn blank() -> Photo {
        Photo::from_pixels(RgbImage::new(1_000, 800))
    }

    fn distance(a: Place, b: Place) -> f32 {
        (a.0 - b.0).hypot(a.1 - b.1)
    }

    /// Returns all places of a grid: its corners and its folds.
    fn places(grid: &PlacedGrid) -> Vec<Place> {
        grid.corners.0.into_iter().chain(grid.folds.places()).collect()
    }

    #[track_caller]
    fn assert_near(found: &PlacedGrid, expected: &PlacedGrid) {
        assert_eq!(found.size, expected.size);
        let (found, expected) = (places(found), places(expected));
        assert_eq!(found.len(), expected.len());
        for (a, b) in found.iter().zip(&expected) {
            assert!(distance(*a, *b) < 0.1, "{found:?}, expected {expected:?}");
        }
    }

    /// Maps a position on a grid to the picture.
    fn place(grid: &PlacedGrid, column: f32, row: f32) -> Place {
        let plane = grid
            .planes()
            .into_iter()
            .min_by(|a, b| {
                a.distance_outside((column, row)).total_cmp(&b.distance_outside((column, row)))
            })
            .expect("there is a plane");
        plane.place(column, row).expect("a quadrilateral")
    }

    #[test]
    fn moved_edge_keeps_the_squares_and_folds_where_they_are() {
        for grid in [seen(), crossed()] {
            for (edge, left, top, size) in [
                (GridEdge::Top, 0.0, 1.0, (16, 15)),
                (GridEdge::Right, 0.0, 0.0, (17, 14)),
                (GridEdge::Bottom, 0.0, 0.0, (16, 15)),
                (GridEdge::Left, 1.0, 0.0, (17, 14)),
            ] {
                let moved = grid.with_edge_moved(&blank(), edge, 1).expect("there is space");
                assert_eq!((moved.size.columns(), moved.size.rows()), size, "{edge:?}");
                for (column, row) in [(0.5, 0.5), (15.5, 0.5), (5.5, 9.0), (15.5, 13.5)] {
                    let before = place(&grid, column, row);
                    let after = place(&moved, column + left, row + top);
                    assert!(distance(before, after) < 1.0, "{edge:?}: {before:?}, {after:?}");
                }
                let after = |grid: &PlacedGrid| {
                    grid.folds.fold(FoldDirection::Columns).map(|fold| fold.after)
                };
                assert_eq!(after(&moved), after(&grid).map(|after| after + left), "{edge:?}");
            }
        }
    }

    #[test]
    fn edge_moved_out_and_back_returns_to_its_place() {
        for edge in GridEdge::ALL {
            let out = seen().with_edge_moved(&blank(), edge, 2).expect("there is space");
            let back = out.with_edge_moved(&blank(), edge, -2).expect("it was there");
            assert_near(&back, &seen());
        }
    }

    #[test]
    fn edge_moved_across_a_fold_leaves_a_grid_without_it() {
        let narrow =
            crossed().with_edge_moved(&blank(), GridEdge::Right, -9).expect("it is inside");
        assert_eq!(narrow.size, GridSize::new(7, 14).expect("a possible size"));
        assert_eq!(narrow.folds.fold(FoldDirection::Columns), None);
        assert!(narrow.folds.fold(FoldDirection::Rows).is_some());
        let half = crossed().with_edge_moved(&blank(), GridEdge::Left, -8).expect("it is inside");
        assert_eq!(half.size, GridSize::new(8, 14).expect("a possible size"));
        assert_eq!(half.folds.fold(FoldDirection::Columns), None);
        for (grid, by) in [(narrow, 0.0), (half, 8.0)] {
            let (before, after) = (place(&crossed(), 3.0 + by, 5.0), place(&grid, 3.0, 5.0));
            assert!(distance(before, after) < 1.0, "{before:?} {after:?}");
        }
    }

    #[test]
    fn shifted_grid_keeps_its_size() {
        for grid in [seen(), crossed()] {
            for edge in GridEdge::ALL {
                for by in [1, -1] {
                    let shifted = grid.shifted(&blank(), edge, by).expect("there is space");
                    assert_eq!(shifted.size, grid.size);
                }
                let shifted = grid.shifted(&blank(), edge, 1).expect("there is space");
                let moved = grid.with_edge_moved(&blank(), edge, 1).expect("there is space");
                let moved = moved.with_edge_moved(&blank(), edge.opposite(), -1);
                assert_near(&shifted, &moved.expect("smaller"));
            }
        }
    }

    #[test]
    fn edge_stays_near_the_picture_and_at_a_possible_size() {
        for grid in [seen(), crossed()] {
            let moved = |edge, by| grid.with_edge_moved(&blank(), edge, by);
            let outside = moved(GridEdge::Bottom, 8);
            assert!(matches!(outside, Err(CornersError::Outside { .. })), "{outside:?}");
            for by in [-16, i32::MIN] {
                let none = moved(GridEdge::Right, by);
                assert_eq!(none, Err(CornersError::Grid { columns: 0, rows: 14 }));
            }
            for by in [900, i32::MAX] {
                let many = moved(GridEdge::Left, by);
                assert!(matches!(many, Err(CornersError::Grid { .. })), "{many:?}");
            }
        }
    }

    #[test]
    fn places_in_the_picture_map_back_to_the_grid() {
        for grid in [seen(), crossed()] {
            for (column, row) in [(0.0, 0.0), (16.0, 14.0), (3.25, 11.5), (-1.0, 15.0), (17.0, 3.0)]
            {
                let found = grid.locate(place(&grid, column, row)).expect("a quadrilateral");
                assert!(distance(found, (column, row)) < 0.01, "{found:?}, {column} {row}");
            }
        }
    }

    #[test]
    fn fold_of_a_flat_grid_is_on_its_line_and_inside() {
        let corners = Corners([(60.0, 90.0), (540.0, 90.0), (540.0, 410.0), (60.0, 410.0)]);
        let grid = PlacedGrid::flat(corners, GridSize::new(8, 6).expect("a possible size"));
        let folded = grid.with_fold(FoldDirection::Rows, 2.5).expect("a line");
        let fold = folded.folds.fold(FoldDirection::Rows).expect("the fold");
        let line = 90.0 + 320.0 * 2.5 / 6.0;
        for ((x, y), side) in fold.ends.into_iter().zip([60.0, 540.0]) {
            assert!((x - side).abs() < 0.01 && (y - line).abs() < 0.01, "{x},{y}");
        }
        for (direction, after) in [
            (FoldDirection::Columns, 0.0),
            (FoldDirection::Columns, 8.0),
            (FoldDirection::Rows, -1.0),
            (FoldDirection::Rows, 6.5),
        ] {
            assert_eq!(grid.with_fold(direction, after), None, "{after}");
        }
        assert_eq!(folded.without_fold(FoldDirection::Rows), grid);
        // Another fold in the same direction takes its place.
        let moved = folded.with_fold(FoldDirection::Rows, 4.0).expect("a line");
        assert_near(&moved, &grid.with_fold(FoldDirection::Rows, 4.0).expect("a line"));
    }

    #[test]
    fn fold_outside_the_grid_is_refused() {
        for (direction, after, count) in
            [(FoldDirection::Columns, 16.0, 16), (FoldDirection::Rows, f32::NAN, 14)]
        {
            let fold = Fold { after, ends: [(400.0, 200.0), (400.0, 600.0)] };
            let folds = match direction {
                FoldDirection::Columns => Folds::Columns(fold),
                FoldDirection::Rows => Folds::Rows(fold),
            };
            let error = PlacedGrid { folds, ..seen() }.check(&blank());
            assert!(
                matches!(error, Err(CornersError::Fold { count: found, .. }) if found == count),
                "{error:?}"
            );
        }
    }

    #[test]
    fn four_quarter_turns_of_a_grid_keep_it_and_each_keeps_its_planes() {
        let outline = |grid: &PlacedGrid| {
            let planes = grid.planes().into_iter().flat_map(|plane| plane.corners.0);
            let mut all: Vec<(u32, u32)> = planes.map(|(x, y)| (x as u32, y as u32)).collect();
            all.sort_unstable();
            all
        };
        let mut grid = crossed();
        for _ in 0..4 {
            grid = grid.turned();
            assert_eq!(outline(&grid), outline(&crossed()));
            assert_eq!(grid.check(&blank()), Ok(()));
        }
        assert_eq!(grid, crossed());
        let mirrored = crossed().transposed();
        assert_eq!(outline(&mirrored), outline(&crossed()));
        assert_eq!(mirrored.transposed(), crossed());
    }

    /// A grid of 9 by 6 squares in a picture of 600 by 500 pixels, folded in the middle of both
    /// directions: its middle is nearer to the camera than the edges.
    fn raised() -> PlacedGrid {
        let corners = Corners([(60.0, 90.0), (540.0, 90.0), (540.0, 410.0), (60.0, 410.0)]);
        let folds = Folds::Crossed {
            columns: Fold { after: 4.5, ends: [(300.0, 60.0), (300.0, 440.0)] },
            rows: Fold { after: 3.0, ends: [(35.0, 250.0), (565.0, 250.0)] },
            crossing: (310.0, 240.0),
        };
        PlacedGrid { corners, folds, size: GridSize::new(9, 6).expect("a possible size") }
    }

    /// Returns the color of a square.
    fn color(column: u32, row: u32) -> Rgb<u8> {
        Rgb([40 + 23 * column as u8, 40 + 35 * row as u8, 60 * ((column + row) % 3) as u8])
    }

    /// Returns a picture of [`raised`].
    fn photo() -> Photo {
        let planes: Vec<(GridPlane, Projection)> = raised()
            .planes()
            .into_iter()
            .map(|plane| {
                let projection = Projection::from_control_points(plane.corners.0, plane.outline());
                (plane, projection.expect("a quadrilateral"))
            })
            .collect();
        Photo::from_pixels(RgbImage::from_fn(600, 500, |x, y| {
            let seen = planes.iter().find_map(|(plane, projection)| {
                let place = *projection * (x as f32 + 0.5, y as f32 + 0.5);
                (plane.distance_outside(place) == 0.0).then_some(place)
            });
            seen.map_or(Rgb([0, 0, 0]), |(column, row)| color(column as u32, row as u32))
        }))
    }

    #[test]
    fn each_plane_is_straightened_by_itself() {
        let photo = photo();
        let flat = PlacedGrid { folds: Folds::Flat, ..raised() };
        let once = raised().without_fold(FoldDirection::Columns);
        let [folded, once, flat] = [raised(), once, flat]
            .map(|grid| StraightenedPhoto::new(&photo, &grid).expect("the planes are sound"));
        let wrong = |straight: &StraightenedPhoto| {
            let is_wrong = |(x, y, seen): (u32, u32, &Rgb<u8>)| {
                let Rgb(right) = color(x / SQUARE_PIXELS, y / SQUARE_PIXELS);
                seen.0.iter().zip(right).any(|(a, b)| a.abs_diff(b) > 8)
            };
            let pixels = straight.pixels.enumerate_pixels();
            pixels.filter(|pixel| is_wrong(*pixel)).count() as f32
                / (straight.pixels.width() * straight.pixels.height()) as f32
        };
        assert_eq!(folded.pixels.dimensions(), flat.pixels.dimensions());
        // Only at the borders of squares, where colors blend.
        assert!(wrong(&folded) < 0.1, "{}", wrong(&folded));
        assert!(wrong(&once) > 0.15 && wrong(&flat) > 0.2, "{} {}", wrong(&once), wrong(&flat));
    }

    #[test]
    fn marked_folds_are_fitted_to_the_lines_of_all_planes() {
        let mut marked = raised();
        let offsets = [(4.0, -3.0), (-3.0, 4.0), (4.0, 3.0), (-4.0, -3.0)];
        let moved = marked.corners.0.iter_mut().chain(marked.folds.places_mut());
        for ((x, y), by) in moved.zip(offsets.into_iter().cycle()) {
            (*x, *y) = (*x + by.0, *y + by.1);
        }
        let fitted = marked.snapped(&photo()).expect("lines are visible");
        for (found, right) in places(&fitted).into_iter().zip(places(&raised())) {
            assert!(distance(found, right) < 2.5, "{found:?}, {right:?}");
        }
    }
}
