//! A photograph rectified by the grid of the board.

use image::{RgbImage, imageops};

use super::corners::{CornersError, GridSize};
use super::photo::Photo;
use super::placed_grid::PlacedGrid;

/// Pixels along a square of a straightened picture.
pub const SQUARE_PIXELS: u32 = 48;

/// A rectified picture of a board, [`SQUARE_PIXELS`] pixels along each square.
#[derive(Clone, Debug)]
pub struct StraightenedPhoto {
    /// The size of the board in squares.
    pub grid: GridSize,
    /// The picture, a whole number of squares wide and high.
    pub pixels: RgbImage,
}

impl StraightenedPhoto {
    /// Rectifies each plane of a grid.
    ///
    /// # Errors
    ///
    /// The condition that the grid violates.
    pub fn new(photo: &Photo, grid: &PlacedGrid) -> Result<Self, CornersError> {
        grid.check(photo)?;
        let (columns, rows) = (u32::from(grid.size.columns()), u32::from(grid.size.rows()));
        let mut pixels = RgbImage::new(columns * SQUARE_PIXELS, rows * SQUARE_PIXELS);
        for plane in grid.planes() {
            let [(left, top), (right, bottom)] =
                [plane.from, plane.to].map(|(column, row)| (to_pixels(column), to_pixels(row)));
            let size = (right - left, bottom - top);
            let (width, height) = (size.0 as f32, size.1 as f32);
            let places = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
            // Checked corners always form a projection, so this error never occurs.
            let part = plane.corners.rectify(photo, places, size).ok_or(CornersError::Crossed)?;
            imageops::replace(&mut pixels, &part, left.into(), top.into());
        }
        Ok(Self { grid: grid.size, pixels })
    }
}

/// Returns the pixels of a straightened picture to the left of a column, or above a row.
fn to_pixels(squares: f32) -> u32 {
    (squares * SQUARE_PIXELS as f32).round() as u32
}
