//! The corners of the grid in the picture, and the rectification of the picture between them.

use plain_text::counted;
use std::fmt;

use image::{Rgb, RgbImage, imageops};
use imageproc::geometric_transformations::{Border, Interpolation, Projection, warp_into};

use super::photo::Photo;
use components::square::Square;

/// The minimum width of a square in the picture, in pixels, for its color to be recognized.
const LEAST_PIXELS: f32 = 4.0;

/// The numbers of columns and rows of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridSize {
    /// Columns, 1 to [`Square::MAX_COLUMNS`].
    columns: u8,
    /// Rows, 1 to [`Square::MAX_ROWS`].
    rows: u8,
}

impl GridSize {
    /// Creates a grid of this size.
    ///
    /// # Errors
    ///
    /// [`CornersError::Grid`] for more or fewer columns or rows than a board can have.
    pub fn new(columns: u32, rows: u32) -> Result<Self, CornersError> {
        match (u8::try_from(columns), u8::try_from(rows)) {
            (Ok(columns @ 1..=Square::MAX_COLUMNS), Ok(rows @ 1..=Square::MAX_ROWS)) => {
                Ok(Self { columns, rows })
            }
            _ => Err(CornersError::Grid { columns, rows }),
        }
    }

    /// Returns the number of columns.
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// Returns the number of rows.
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// Returns the number of squares.
    pub fn len(self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// Returns `false`: a grid has at least one square.
    pub const fn is_empty(self) -> bool {
        false
    }

    /// Iterates over the squares in reading order.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.rows)
            .flat_map(move |row| (0..self.columns).map(move |column| Square::new(column, row)))
    }

    /// Returns the index of a square in reading order, if it is on the grid.
    pub fn index(self, square: Square) -> Option<usize> {
        (square.column < self.columns && square.row < self.rows).then(|| {
            usize::from(square.row) * usize::from(self.columns) + usize::from(square.column)
        })
    }
}

impl fmt::Display for GridSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} × {}", self.columns, self.rows)
    }
}

/// The outer corners of the grid, in pixels of the picture as it is shown.
///
/// From the board's top left clockwise: top left, top right, bottom right, bottom left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corners(pub [(f32, f32); 4]);

/// The names of the corners, in their order.
pub const CORNER_NAMES: [&str; 4] = ["top left", "top right", "bottom right", "bottom left"];

/// An edge of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "named for what they are")]
pub enum GridEdge {
    Top,
    Right,
    Bottom,
    Left,
}

impl GridEdge {
    /// The edges clockwise, as the corners: each is between the corner of its index and the next.
    pub const ALL: [Self; 4] = [Self::Top, Self::Right, Self::Bottom, Self::Left];

    /// Returns the edge on the other side of the grid.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Top => Self::Bottom,
            Self::Right => Self::Left,
            Self::Bottom => Self::Top,
            Self::Left => Self::Right,
        }
    }

    /// Returns the indices of the corners at its ends.
    pub const fn corners(self) -> [usize; 2] {
        match self {
            Self::Top => [0, 1],
            Self::Right => [1, 2],
            Self::Bottom => [2, 3],
            Self::Left => [3, 0],
        }
    }
}

/// A reason why a picture cannot be straightened by these corners and this grid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum CornersError {
    /// A board of an impossible size.
    #[error(
        "a grid of {} and {}, expected 1 to {} columns and 1 to {} rows",
        counted(.columns, "column", "columns"),
        counted(.rows, "row", "rows"),
        Square::MAX_COLUMNS,
        Square::MAX_ROWS
    )]
    Grid { columns: u32, rows: u32 },
    /// A corner far outside the picture.
    #[error(
        "the {corner} corner lies at {x},{y}, expected it inside the picture, \
         0,0 to {width},{height}, or outside by at most a quarter of its longer side"
    )]
    Outside {
        corner: &'static str,
        /// Pixels from the left.
        x: f32,
        /// Pixels from the top.
        y: f32,
        /// Pixels across the picture.
        width: u32,
        /// Pixels down the picture.
        height: u32,
    },
    /// Two corners at one place.
    #[error(
        "the {first} and the {second} corner lie on the same place, expected four different ones"
    )]
    Same { first: &'static str, second: &'static str },
    /// Three corners in a line.
    #[error(
        "the {corner} corner lies on a line with those next to it, expected the corners of a four-sided grid"
    )]
    Collinear {
        /// The middle one of the three.
        corner: &'static str,
    },
    /// Corners in the opposite order.
    #[error(
        "the corners go anticlockwise, expected them clockwise from the board's top left: top left, top right, bottom right, bottom left"
    )]
    Anticlockwise,
    /// Sides that cross each other, or a corner that points inwards.
    #[error(
        "the sides of the grid cross each other or bend inwards, expected the corners clockwise from the board's top left: top left, top right, bottom right, bottom left"
    )]
    Crossed,
    /// A fold that is not inside the grid.
    #[error("a fold at {after} lies outside the grid, expected it between 0 and {count}")]
    Fold {
        after: f32,
        /// The number of columns, or of rows.
        count: u8,
    },
    /// A grid too small in the picture for its number of squares.
    #[error(
        "a square would be less than {LEAST_PIXELS} pixels wide in the picture, expected a larger grid in it or fewer squares"
    )]
    TooSmall,
}

impl Corners {
    /// Returns the corners of the whole picture.
    pub fn of_whole_photo(photo: &Photo) -> Self {
        let (width, height) = extent(photo);
        Self([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)])
    }

    /// Returns the maximum distance of a corner outside a picture, in pixels: the picture may cut off a
    /// row of the board.
    pub fn max_outside(photo: &Photo) -> f32 {
        let (width, height) = extent(photo);
        width.max(height) / 4.0
    }

    /// Checks that these can be the corners of this many columns and rows in `photo`.
    ///
    /// # Errors
    ///
    /// The first violated condition.
    pub(crate) fn check(
        &self,
        photo: &Photo,
        (columns, rows): (f32, f32),
    ) -> Result<(), CornersError> {
        self.check_outline(photo)?;
        let [top_left, top_right, bottom_right, bottom_left] = self.0;
        let widths = [distance(top_left, top_right), distance(bottom_left, bottom_right)];
        let heights = [distance(top_left, bottom_left), distance(top_right, bottom_right)];
        let narrow = widths.iter().any(|side| side / columns < LEAST_PIXELS);
        let low = heights.iter().any(|side| side / rows < LEAST_PIXELS);
        if narrow || low {
            return Err(CornersError::TooSmall);
        }
        Ok(())
    }

    /// Checks that these can be the corners of any flat object in `photo`, however it is divided.
    ///
    /// # Errors
    ///
    /// The first violated condition.
    pub fn check_outline(&self, photo: &Photo) -> Result<(), CornersError> {
        let (width, height) = photo.size();
        let reach = Self::max_outside(photo);
        for ((x, y), corner) in self.0.into_iter().zip(CORNER_NAMES) {
            if x.is_nan() || y.is_nan() || distance_outside((x, y), photo) > reach {
                return Err(CornersError::Outside { corner, x, y, width, height });
            }
        }
        let named: Vec<_> = self.0.into_iter().zip(CORNER_NAMES).collect();
        for (at, &(one, first)) in named.iter().enumerate() {
            for &(other, second) in &named[at + 1..] {
                if distance(one, other) < 1.0 {
                    return Err(CornersError::Same { first, second });
                }
            }
        }
        let turns: [f32; 4] = std::array::from_fn(|at| {
            let (before, here, after) = (self.0[(at + 3) % 4], self.0[at], self.0[(at + 1) % 4]);
            let (ux, uy) = (here.0 - before.0, here.1 - before.1);
            let (vx, vy) = (after.0 - here.0, after.1 - here.1);
            // The sine of the angle between the two sides at this corner.
            (ux * vy - uy * vx) / (distance(before, here) * distance(here, after))
        });
        if let Some(at) = turns.iter().position(|turn| turn.abs() < 0.02) {
            return Err(CornersError::Collinear { corner: CORNER_NAMES[at] });
        }
        let clockwise = turns.iter().filter(|turn| **turn > 0.0).count();
        match clockwise {
            4 => {}
            0 => return Err(CornersError::Anticlockwise),
            _ => return Err(CornersError::Crossed),
        }
        Ok(())
    }

    /// Returns the edge that is on this side of the picture, where the board may be turned.
    pub fn edge_on_side(&self, side: GridEdge) -> GridEdge {
        let [a, b, c, d] = self.0;
        // Twice the vectors from the center of the top edge to that of the bottom edge, and from
        // left to right.
        let down = (c.0 + d.0 - a.0 - b.0, c.1 + d.1 - a.1 - b.1);
        let across = (b.0 + c.0 - a.0 - d.0, b.1 + c.1 - a.1 - d.1);
        let upright = down.1 + across.0;
        // A quarter turn clockwise takes the top edge to the right side.
        let turned = across.1 - down.0;
        let quarters = if upright.abs() >= turned.abs() {
            if upright >= 0.0 { 0 } else { 2 }
        } else if turned > 0.0 {
            1
        } else {
            3
        };
        GridEdge::ALL[(side as usize + 4 - quarters) % 4]
    }

    /// Returns the projection of a plane onto the picture that maps these `places`, clockwise from
    /// the top left, to the corners. `None` if either set forms no quadrilateral.
    pub fn projection(
        &self,
        places: [(f32, f32); 4],
    ) -> Option<impl Fn((f32, f32)) -> (f32, f32) + use<>> {
        let projection = Projection::from_control_points(places, self.0)?;
        Some(move |place| projection * place)
    }

    /// Rectifies a plane in a photograph: returns a picture of `size` with the four corners at
    /// `places`, in pixels. `None` if either set forms no quadrilateral.
    pub fn rectify(
        &self,
        photo: &Photo,
        places: [(f32, f32); 4],
        size: (u32, u32),
    ) -> Option<RgbImage> {
        let decoded = photo.pixels();
        let (width, _) = photo.size();
        let mut scale = whole(decoded.width()) / whole(width);
        let magnification = (0..4).map(|at| {
            let next = (at + 1) % 4;
            distance(places[at], places[next]) / distance(self.0[at], self.0[next])
        });
        // Several pixels of a sharp picture become one here. Shrinking it first averages them,
        // which leaves little of the camera's noise.
        let shrink = 1.25 / scale * magnification.fold(0.0, f32::max);
        let smaller;
        let source = if shrink < 0.8 {
            let [across, down] = [decoded.width(), decoded.height()]
                .map(|side| ((whole(side) * shrink).round() as u32).max(1));
            smaller = imageops::thumbnail(decoded, across, down);
            scale = whole(smaller.width()) / whole(width);
            &smaller
        } else {
            decoded
        };
        let from = self.0.map(|(x, y)| from_pixel_center((x * scale, y * scale)));
        let projection = Projection::from_control_points(from, places.map(from_pixel_center))?;
        let mut pixels = RgbImage::new(size.0, size.1);
        let is_inside = self.0.iter().all(|corner| distance_outside(*corner, photo) <= 1.0);
        // White has no color: what the picture does not show counts as burnt out.
        let border =
            if is_inside { Border::Replicate } else { Border::Constant(Rgb([u8::MAX; 3])) };
        warp_into(source, projection, Interpolation::Bilinear, border, &mut pixels);
        Some(pixels)
    }
}

fn extent(photo: &Photo) -> (f32, f32) {
    let (width, height) = photo.size();
    (whole(width), whole(height))
}

/// Returns the distance of a place outside a photograph, across or down; 0 inside.
fn distance_outside((x, y): (f32, f32), photo: &Photo) -> f32 {
    let (width, height) = extent(photo);
    (-x).max(x - width).max(-y).max(y - height).max(0.0)
}

/// Converts a count of pixels; all counts here are far below the precision of `f32`.
fn whole(pixels: u32) -> f32 {
    pixels as f32
}

/// Converts a position counted from the edge of a pixel to one counted from its center, where the
/// color is sampled.
fn from_pixel_center((x, y): (f32, f32)) -> (f32, f32) {
    (x - 0.5, y - 0.5)
}

fn distance(a: (f32, f32), b: (f32, f32)) -> f32 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The corners of a grid of 16 by 14 squares, seen from a side of the table.
    const SEEN: Corners = Corners([(320.0, 180.0), (730.0, 210.0), (860.0, 640.0), (190.0, 590.0)]);

    #[test]
    fn corner_is_at_most_a_quarter_of_the_longer_side_outside() {
        let photo = Photo::from_pixels(RgbImage::new(800, 600));
        let with_first = |corner: (f32, f32)| {
            Corners([corner, SEEN.0[1], SEEN.0[2], SEEN.0[3]]).check_outline(&photo)
        };
        assert_eq!(Corners(SEEN.0).check_outline(&photo), Ok(()));
        assert_eq!(with_first((-199.0, -40.0)), Ok(()));
        for (x, y) in [(-201.0, 40.0), (40.0, -201.0), (f32::NAN, 40.0), (f32::INFINITY, 40.0)] {
            let refused = with_first((x, y));
            assert!(matches!(refused, Err(CornersError::Outside { .. })), "{x},{y}: {refused:?}");
        }
    }

    #[test]
    fn sides_of_the_picture_follow_the_turns_of_the_board() {
        let mut turned = SEEN;
        // The top left corner of the board goes to the bottom left of the picture, and so on.
        for expected in [GridEdge::Top, GridEdge::Right, GridEdge::Bottom, GridEdge::Left] {
            assert_eq!(turned.edge_on_side(GridEdge::Top), expected);
            // How far an edge is on this side of the picture, in pixels.
            let far = |edge: GridEdge, side: GridEdge| {
                let [from, to] = edge.corners().map(|at| turned.0[at]);
                match side {
                    GridEdge::Top => -from.1 - to.1,
                    GridEdge::Right => from.0 + to.0,
                    GridEdge::Bottom => from.1 + to.1,
                    GridEdge::Left => -from.0 - to.0,
                }
            };
            for side in GridEdge::ALL {
                let edge = turned.edge_on_side(side);
                let is_farthest =
                    GridEdge::ALL.iter().all(|other| far(*other, side) <= far(edge, side));
                assert!(is_farthest, "{side:?}: {edge:?}");
            }
            turned.0.rotate_right(1);
        }
    }
}
