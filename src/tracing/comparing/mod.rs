//! Two pictures of one board, square by square: where something lies otherwise.
//!
//! A table is put back from memory, and a photograph of how it was left is held
//! against one of how it is now. The light is another, the camera stood
//! elsewhere, and no piece lies quite where it lay. So one picture is first
//! turned and shifted onto the other ([`turn`], [`shift`]), then put into its
//! light ([`exposure`]); what is still apart ([`apart()`]) by far more than
//! nearly all of the board is a difference. What it means nobody can see in two
//! pictures: the record says what should lie there.

mod apart;
mod exposure;
mod grains;
mod plane;
mod shift;
mod turn;

use image::{Rgb, RgbImage};

use super::corners::{Grid, SIDE, Straightened};
use apart::{Apart, apart};
use components::square::Square;
use grains::{Grains, brightness};
use plane::middle;
use shift::Shift;

/// A square is a difference if its pictures are so many times further apart than the usual ones of
/// the two photographs, …
const FAR_APART: f32 = 3.2;
/// … to which so much is added: the most alike pictures are off a little.
const SLIGHTLY: f32 = 1.0;
/// From this byte on a colour of a pixel is white, and what it was is lost.
const WHITE: u8 = 250;
/// Of a square of which this share is white nobody can tell what lies there.
const BURNT_OUT: f32 = 0.3;

/// Why two pictures cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompareError {
    /// They have other numbers of squares.
    #[error("one picture shows {} squares, the other {}, expected the same board", .before, .after)]
    OtherGrid {
        /// The squares of the first.
        before: Grid,
        /// The squares of the second.
        after: Grid,
    },
    /// Whichever way the second is turned, it does not look like the first.
    #[error("the two pictures do not show the same board, or the grid lies wrong in one of them")]
    OtherBoard,
}

/// A square on which two pictures show something else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Which.
    pub square: Square,
    /// How sure it is that something differs, 0 to 1; one in the middle is just marked.
    pub sure: f32,
    /// The share of the square that differs: little where a token does, much where a tile does.
    pub share: f32,
}

/// What came of comparing two pictures of a board.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The squares that differ, the surest first.
    pub marks: Vec<Mark>,
    /// Squares that are burnt out in one of the pictures: nobody can tell what lies there.
    pub unseen: Vec<Square>,
    /// The second picture as it lies on the first.
    pub after: Straightened,
}

impl Compared {
    /// Compares how a board was with how it is. The second picture may be taken from any side of
    /// the table.
    ///
    /// # Errors
    ///
    /// When the pictures are not of one board.
    pub fn of(before: &Straightened, after: &Straightened) -> Result<Self, CompareError> {
        let grid = before.grid;
        let turned = turn::turned_like(before, after)?;
        let shift = Shift::between(grid, &brightness(&before.pixels), &brightness(&turned.pixels));
        let one = Grains::of(&before.pixels, grid, |_, _| (0.0, 0.0));
        let other = Grains::of(&turned.pixels, grid, |x, y| shift.at(x, y));
        let lit = exposure::in_the_light_of(&other, &one);
        let apart = apart(grid, &lit, &other);
        let is_burnt = |square| {
            [before, &turned].iter().any(|picture| white(&picture.pixels, square) > BURNT_OUT)
        };
        let (unseen, seen) =
            grid.squares().zip(apart).partition::<Vec<_>, _>(|(square, _)| is_burnt(*square));
        Ok(Self {
            marks: marks(&seen),
            unseen: unseen.into_iter().map(|(square, _)| square).collect(),
            after: turned,
        })
    }

    /// The mark of a square, if it has one.
    pub fn mark(&self, square: Square) -> Option<&Mark> {
        self.marks.iter().find(|mark| mark.square == square)
    }
}

/// The squares that are clearly further apart than the others, the surest first.
fn marks(seen: &[(Square, Apart)]) -> Vec<Mark> {
    let usual = middle(seen.iter().map(|(_, apart)| apart.by).collect());
    let marked = seen.iter().filter_map(|(square, apart)| {
        let far = (apart.by / (FAR_APART * (usual + SLIGHTLY))).powi(2);
        let mark = Mark { square: *square, sure: far / (1.0 + far), share: apart.share };
        (far >= 1.0).then_some(mark)
    });
    let mut marks: Vec<Mark> = marked.collect();
    marks.sort_by(|a, b| b.sure.total_cmp(&a.sure));
    marks
}

/// The share of a square that is white in a picture.
fn white(pixels: &RgbImage, square: Square) -> f32 {
    let (left, top) = (u32::from(square.column) * SIDE, u32::from(square.row) * SIDE);
    let places = (top..top + SIDE).flat_map(|y| (left..left + SIDE).map(move |x| (x, y)));
    let is_white = |(x, y): &(u32, u32)| {
        let Rgb(bytes) = pixels.get_pixel(*x, *y);
        bytes.iter().all(|byte| *byte >= WHITE)
    };
    places.filter(is_white).count() as f32 / (SIDE * SIDE) as f32
}
