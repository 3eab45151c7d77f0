//! Comparison of two pictures of one board, square by square.
//!
//! A table is set up again from memory, and a photograph of how it was left is
//! compared with one of how it is now. The light differs, the camera was elsewhere,
//! and no piece is at exactly the same place. So one picture is first turned and
//! shifted onto the other ([`turn`], [`shift`]), then converted to its light
//! ([`exposure`]). A square that still differs ([`picture_differences`]) by far more than nearly
//! all of the board is marked, and so is one whose drawing fits better turned
//! ([`turned_contents`]). Two pictures do not show what the difference means: the record
//! says what should be there.

mod exposure;
mod grains;
mod picture_difference;
mod plane;
mod shift;
mod turn;
mod turned_content;

use image::RgbImage;

use super::corners::GridSize;
use super::straightened_photo::{SQUARE_PIXELS, StraightenedPhoto};
use components::square::Square;
use grains::{Grains, brightness};
use picture_difference::{PictureDifference, picture_differences};
use plane::middle;
use shift::Shift;
use turned_content::turned_contents;

/// The factor over the usual difference of the two photographs from which a square is marked, …
const FAR_APART: f32 = 3.2;
/// … after adding this to the usual difference, since even the most similar pictures differ a
/// little.
const SLIGHTLY: f32 = 1.0;
/// The evidence of a turn from which a square is marked; see [`turned_contents`].
const MIN_TURN_EVIDENCE: f32 = 0.55;
/// The byte from which a color of a pixel is white, so that its true value is lost.
const WHITE: u8 = 250;
/// The share of white from which a square is burnt out and shows nothing.
const BURNT_OUT: f32 = 0.3;

/// A reason why two pictures cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompareError {
    /// The pictures have different numbers of squares.
    #[error("one picture shows {} squares, the other {}, expected the same board", .before, .after)]
    OtherGrid {
        /// The squares of the first.
        before: GridSize,
        /// The squares of the second.
        after: GridSize,
    },
    /// The second picture resembles the first in no orientation.
    #[error("the two pictures do not show the same board, or the grid lies wrong in one of them")]
    OtherBoard,
}

/// A square on which two pictures differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SquareDifference {
    /// The square.
    pub square: Square,
    /// The certainty of the difference, 0.5 to 1; at 0.5 a square is just marked.
    pub certainty: f32,
    /// The share of the square that differs: little for a token, much for a tile.
    pub share: f32,
}

/// The result of comparing two pictures of a board.
#[derive(Clone, Debug)]
pub struct BoardComparison {
    /// The squares that differ, the surest first.
    pub differences: Vec<SquareDifference>,
    /// Squares that are burnt out in one of the pictures, or outside of it, and therefore not
    /// compared.
    pub unseen: Vec<Square>,
    /// The second picture, turned like the first.
    pub after: StraightenedPhoto,
}

impl BoardComparison {
    /// Compares two pictures of a board. The second may be taken from any side of the table.
    ///
    /// # Errors
    ///
    /// A [`CompareError`] if the pictures do not show the same board.
    pub fn compare(
        before: &StraightenedPhoto,
        after: &StraightenedPhoto,
    ) -> Result<Self, CompareError> {
        let grid = before.grid;
        let turned = turn::turned_like(before, after)?;
        let shift = Shift::between(grid, &brightness(&before.pixels), &brightness(&turned.pixels));
        let one = Grains::of(&before.pixels, grid, |_, _| (0.0, 0.0));
        let other = Grains::of(&turned.pixels, grid, |x, y| shift.at(x, y));
        let lit = exposure::relit_like(&other, &one);
        let apart = picture_differences(grid, &lit, &other);
        let turns = turned_contents(grid, &lit, &other);
        let measured = apart.into_iter().zip(turns);
        let (unseen, seen) = grid.squares().zip(measured).partition::<Vec<_>, _>(|(square, _)| {
            [before, &turned].iter().any(|picture| white(&picture.pixels, *square) > BURNT_OUT)
        });
        Ok(Self {
            differences: marks(&seen),
            unseen: unseen.into_iter().map(|(square, _)| square).collect(),
            after: turned,
        })
    }

    /// Returns the mark of a square, if it has one.
    pub fn difference(&self, square: Square) -> Option<&SquareDifference> {
        self.differences.iter().find(|mark| mark.square == square)
    }
}

/// Returns the squares that differ clearly more than the others or whose content was turned, the
/// surest first. Each has its difference and the evidence of a turn.
fn marks(seen: &[(Square, (PictureDifference, f32))]) -> Vec<SquareDifference> {
    let usual = middle(seen.iter().map(|(_, (apart, _))| apart.by).collect());
    let mut marks: Vec<SquareDifference> = seen
        .iter()
        .filter_map(|(square, (apart, turn))| {
            let far = (apart.by / (FAR_APART * (usual + SLIGHTLY))).powi(2);
            let turned = turn / MIN_TURN_EVIDENCE;
            let most = far.max(turned);
            let mark = SquareDifference {
                square: *square,
                certainty: most / (1.0 + most),
                // All of a tile is turned, but only its drawing shows it.
                share: if turned >= 1.0 { 1.0 } else { apart.share },
            };
            (most >= 1.0).then_some(mark)
        })
        .collect();
    marks.sort_by(|a, b| b.certainty.total_cmp(&a.certainty));
    marks
}

/// Returns the share of a square that is white in a picture.
fn white(pixels: &RgbImage, square: Square) -> f32 {
    let (left, top) =
        (u32::from(square.column) * SQUARE_PIXELS, u32::from(square.row) * SQUARE_PIXELS);
    let white = (top..top + SQUARE_PIXELS)
        .flat_map(|y| (left..left + SQUARE_PIXELS).map(move |x| (x, y)))
        .filter(|(x, y)| pixels.get_pixel(*x, *y).0.iter().all(|byte| *byte >= WHITE));
    white.count() as f32 / (SQUARE_PIXELS * SQUARE_PIXELS) as f32
}
