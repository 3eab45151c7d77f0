//! A board of the player's own, traced from a photograph or painted manually.
//!
//! The pipeline of a photograph: [`Photo`] decodes it, [`FoundGrid`] searches it for the board,
//! [`Straightened`] rectifies the grid between four [`Corners`], with a [`Doubt`] where the
//! picture or the grid is poor, and [`Measured`] measures every square once. A [`Tracing`] holds
//! the painted squares and proposes the others again after each stroke. [`Tracing::board`]
//! returns the board in the form of a pack. Rulebook, "A Note on Resources" (terrain and
//! sections).
//!
//! A board with the pieces on it is photographed twice: as it was left, and as it was set up
//! again. [`Compared`] finds the squares on which the two differ.
//!
//! Nothing here reads a file or draws a window. The board holds no part of the picture, only
//! squares and numbers.
#![warn(missing_docs)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "pixels of a bounded picture and squares of a bounded grid are small numbers"
)]

mod blocks;
mod chance;
mod comparing;
mod corners;
mod doubt;
mod finding;
mod kept;
mod kind;
mod light;
mod misplaced;
mod neighbours;
mod paint_file;
mod photo;
mod propose;
mod rounds;
mod sections;
mod symmetry;
mod together;
mod work;

pub use chance::SURE;
pub use comparing::{CompareError, Compared, Mark};
pub use corners::{CORNER_NAMES, Corners, CornersError, Grid, SIDE, Straightened};
pub use doubt::Doubt;
pub use finding::FoundGrid;
pub use kept::jpeg_of;
pub use kind::{Kind, NotAKind};
pub use paint_file::{MAX_PAINT_BYTES, Paint, PaintError};
pub use photo::{MAX_BYTES, MAX_MEGAPIXELS, Photo, PhotoError};
pub use propose::{Flaw, Measured, Proposal};
pub use sections::find_sections;
pub use symmetry::Symmetry;
pub use together::propose_together;
pub use work::{Due, OWN_COPY, Tool, Tracing, square_of};
