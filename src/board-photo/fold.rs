//! A fold of the board: two planes that share an edge.
//!
//! A board that has been folded for years stays a little bent where it was. One projection of the
//! whole grid is then wrong by a part of a square along the fold, so each plane is rectified by
//! itself.

use image::{RgbImage, imageops};

use super::corners::{Corners, CornersError, GridSize, SQUARE_PIXELS, StraightenedPhoto};
use super::photo::Photo;

/// The direction of a fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldDirection {
    /// Between two columns, from the top edge to the bottom edge.
    Columns,
    /// Between two rows, from the left edge to the right edge.
    Rows,
}

/// A line between two columns or two rows at which the board is bent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fold {
    /// The direction of the line.
    pub direction: FoldDirection,
    /// The number of columns to the left of it, or of rows above it.
    pub after: u8,
    /// Its ends, in pixels of the picture: at the top and the bottom edge, or at the left and the
    /// right edge.
    pub ends: [(f32, f32); 2],
}

impl Fold {
    /// Creates a fold of a grid that is flat so far. `None` if the grid has no such line inside, or
    /// the corners form no quadrilateral.
    pub fn new(
        corners: &Corners,
        grid: GridSize,
        direction: FoldDirection,
        after: u8,
    ) -> Option<Self> {
        let (columns, rows) = (f32::from(grid.columns()), f32::from(grid.rows()));
        let at = f32::from(after);
        let (count, ends) = match direction {
            FoldDirection::Columns => (grid.columns(), [(at, 0.0), (at, rows)]),
            FoldDirection::Rows => (grid.rows(), [(0.0, at), (columns, at)]),
        };
        if !(1..count).contains(&after) {
            return None;
        }
        let [first, second] = ends.map(|(column, row)| corners.place(grid, column, row));
        Some(Self { direction, after, ends: [first?, second?] })
    }

    /// Returns the two planes with their sizes: the left and the right one, or the upper and the
    /// lower one.
    ///
    /// # Errors
    ///
    /// [`CornersError::Grid`] if the line is not inside the grid.
    pub fn planes(
        &self,
        corners: &Corners,
        grid: GridSize,
    ) -> Result<[(Corners, GridSize); 2], CornersError> {
        let [a, b, c, d] = corners.0;
        let [first, second] = self.ends;
        let (columns, rows) = (u32::from(grid.columns()), u32::from(grid.rows()));
        let after = u32::from(self.after);
        Ok(match self.direction {
            FoldDirection::Columns => [
                (Corners([a, first, second, d]), GridSize::new(after, rows)?),
                (
                    Corners([first, b, c, second]),
                    GridSize::new(columns.saturating_sub(after), rows)?,
                ),
            ],
            FoldDirection::Rows => [
                (Corners([a, b, second, first]), GridSize::new(columns, after)?),
                (
                    Corners([first, second, c, d]),
                    GridSize::new(columns, rows.saturating_sub(after))?,
                ),
            ],
        })
    }

    /// Checks that both planes can be part of `grid` in `photo`.
    ///
    /// # Errors
    ///
    /// The first condition that a plane violates.
    pub fn check(
        &self,
        corners: &Corners,
        photo: &Photo,
        grid: GridSize,
    ) -> Result<(), CornersError> {
        self.planes(corners, grid)?.iter().try_for_each(|(plane, size)| plane.check(photo, *size))
    }

    /// Returns the fold of the same line after the board is turned by a quarter, so that the next
    /// corner is the top left. `grid` is its size before.
    #[must_use]
    pub const fn turned(self, grid: GridSize) -> Self {
        let [first, second] = self.ends;
        match self.direction {
            // The top edge becomes the left one.
            FoldDirection::Columns => Self {
                direction: FoldDirection::Rows,
                after: grid.columns().saturating_sub(self.after),
                ends: [first, second],
            },
            // The right edge becomes the top one.
            FoldDirection::Rows => {
                Self { direction: FoldDirection::Columns, after: self.after, ends: [second, first] }
            }
        }
    }

    /// Fits both planes to the printed lines near them. Their shared edge is halfway between the
    /// two fits. `None` if too few lines are found on either.
    pub fn snapped(
        &self,
        corners: &Corners,
        photo: &Photo,
        grid: GridSize,
    ) -> Option<(Corners, Self)> {
        let [(first, size), (second, other_size)] = self.planes(corners, grid).ok()?;
        let (Corners(one), Corners(other)) =
            (first.snapped(photo, size)?, second.snapped(photo, other_size)?);
        // Each end of the fold is a corner of both planes.
        let halfway = |at: usize, other_at: usize| {
            (
                f32::midpoint(one[at].0, other[other_at].0),
                f32::midpoint(one[at].1, other[other_at].1),
            )
        };
        let (corners, ends) = match self.direction {
            FoldDirection::Columns => {
                ([one[0], other[1], other[2], one[3]], [halfway(1, 0), halfway(2, 3)])
            }
            FoldDirection::Rows => {
                ([one[0], one[1], other[2], other[3]], [halfway(3, 0), halfway(2, 1)])
            }
        };
        Some((Corners(corners), Self { ends, ..*self }))
    }

    /// Rectifies both planes of the grid between `corners` into one picture.
    ///
    /// # Errors
    ///
    /// The condition that a plane violates.
    pub fn straighten(
        &self,
        corners: &Corners,
        photo: &Photo,
        grid: GridSize,
    ) -> Result<StraightenedPhoto, CornersError> {
        let [(first, size), (second, other_size)] = self.planes(corners, grid)?;
        let (first, second) = (
            StraightenedPhoto::new(photo, &first, size)?,
            StraightenedPhoto::new(photo, &second, other_size)?,
        );
        let mut pixels = RgbImage::new(
            u32::from(grid.columns()) * SQUARE_PIXELS,
            u32::from(grid.rows()) * SQUARE_PIXELS,
        );
        let place = match self.direction {
            FoldDirection::Columns => (i64::from(first.pixels.width()), 0),
            FoldDirection::Rows => (0, i64::from(first.pixels.height())),
        };
        imageops::replace(&mut pixels, &first.pixels, 0, 0);
        imageops::replace(&mut pixels, &second.pixels, place.0, place.1);
        Ok(StraightenedPhoto { grid, pixels })
    }
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    /// The corners of a grid of 8 by 6 squares in a picture of 600 by 500 pixels, which is folded
    /// in the middle: the fold is nearer to the camera than the edges.
    const CORNERS: Corners = Corners([(60.0, 90.0), (540.0, 90.0), (540.0, 410.0), (60.0, 410.0)]);
    const ENDS: [(f32, f32); 2] = [(300.0, 50.0), (300.0, 450.0)];

    fn grid() -> GridSize {
        GridSize::new(8, 6).expect("a possible size")
    }

    fn fold() -> Fold {
        Fold { direction: FoldDirection::Columns, after: 4, ends: ENDS }
    }

    /// Returns the color of a square.
    fn color(column: u32, row: u32) -> Rgb<u8> {
        Rgb([40 + 25 * column as u8, 40 + 35 * row as u8, 60 * ((column + row) % 3) as u8])
    }

    /// Returns a picture of the folded grid.
    fn photo() -> Photo {
        let planes = fold().planes(&CORNERS, grid()).expect("the line is inside");
        let planes = planes.map(|(corners, size)| {
            let (columns, rows) = (f32::from(size.columns()), f32::from(size.rows()));
            let outline = Corners([(0.0, 0.0), (columns, 0.0), (columns, rows), (0.0, rows)]);
            (outline.projection(corners.0).expect("a quadrilateral"), (columns, rows))
        });
        Photo::from_pixels(RgbImage::from_fn(600, 500, |x, y| {
            let mut before = 0;
            for (locate, (columns, rows)) in &planes {
                let (column, row) = locate((x as f32 + 0.5, y as f32 + 0.5));
                if (0.0..*columns).contains(&column) && (0.0..*rows).contains(&row) {
                    return color(column as u32 + before, row as u32);
                }
                before += *columns as u32;
            }
            Rgb([0, 0, 0])
        }))
    }

    #[test]
    fn each_plane_is_straightened_by_itself() {
        let photo = photo();
        let folded = fold().straighten(&CORNERS, &photo, grid()).expect("the planes are sound");
        let flat = StraightenedPhoto::new(&photo, &CORNERS, grid()).expect("so is the grid");
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
        assert!(wrong(&flat) > 0.2, "{}", wrong(&flat));
    }

    #[test]
    fn fold_of_a_flat_grid_is_on_its_line_and_inside() {
        let fold = Fold::new(&CORNERS, grid(), FoldDirection::Rows, 2).expect("a line");
        let third = 90.0 + 320.0 / 3.0;
        for ((x, y), side) in fold.ends.into_iter().zip([60.0, 540.0]) {
            assert!((x - side).abs() < 0.01 && (y - third).abs() < 0.01, "{x},{y}");
        }
        for (direction, after) in [
            (FoldDirection::Columns, 0),
            (FoldDirection::Columns, 8),
            (FoldDirection::Rows, 0),
            (FoldDirection::Rows, 6),
        ] {
            assert_eq!(Fold::new(&CORNERS, grid(), direction, after), None, "{after}");
        }
    }

    #[test]
    fn four_quarter_turns_of_a_fold_keep_it_and_each_keeps_its_planes() {
        let (mut corners, mut size, mut fold) = (CORNERS, grid(), fold());
        let (before, photo) = (fold, photo());
        let outline = |corners: &Corners, size, fold: &Fold| {
            let planes = fold.planes(corners, size).expect("the line is inside");
            let mut all: Vec<(u32, u32)> = planes
                .iter()
                .flat_map(|(plane, _)| plane.0)
                .map(|(x, y)| (x as u32, y as u32))
                .collect();
            all.sort_unstable();
            all
        };
        let expected = outline(&corners, size, &fold);
        for _ in 0..4 {
            fold = fold.turned(size);
            corners.0.rotate_left(1);
            size = GridSize::new(size.rows().into(), size.columns().into()).expect("possible");
            assert_eq!(outline(&corners, size, &fold), expected);
            assert_eq!(fold.check(&corners, &photo, size), Ok(()));
        }
        assert_eq!(fold, before);
    }

    #[test]
    fn marked_fold_is_fitted_to_the_lines_of_both_planes() {
        let moved = |(x, y): (f32, f32), by: (f32, f32)| (x + by.0, y + by.1);
        let offsets = [(5.0, -4.0), (-4.0, 5.0), (5.0, 4.0), (-5.0, -4.0)];
        let marked = [0, 1, 2, 3].map(|at| moved(CORNERS.0[at], offsets[at]));
        let ends = [moved(ENDS[0], (4.0, 5.0)), moved(ENDS[1], (-4.0, -5.0))];
        let marked_fold = Fold { ends, ..fold() };
        let (corners, fitted) =
            marked_fold.snapped(&Corners(marked), &photo(), grid()).expect("lines are visible");
        let found = corners.0.into_iter().chain(fitted.ends);
        for ((x, y), right) in found.zip(CORNERS.0.into_iter().chain(ENDS)) {
            assert!((x - right.0).abs() < 2.5 && (y - right.1).abs() < 2.5, "{x},{y}, {right:?}");
        }
    }

    #[test]
    fn fold_outside_the_grid_is_refused() {
        let outside = Fold { after: 8, ..fold() };
        let error = outside.check(&CORNERS, &photo(), grid());
        assert_eq!(error, Err(CornersError::Grid { columns: 0, rows: 6 }));
    }
}
