//! A board of the player's own, traced from a photograph or painted manually.
//!
//! The pipeline of a photograph: [`Photo`] decodes it, [`PhotoSearch`] searches it for the board,
//! [`StraightenedPhoto`] rectifies the [`PlacedGrid`] between four [`Corners`], each side of a
//! [`Fold`] by itself, with a [`PhotoWarning`] where the picture or the grid is poor, and
//! [`PhotoMeasurements`] measures every square once. A [`TracedBoard`] holds the painted squares and
//! proposes the others again after each stroke. [`TracedBoard::board`] returns the board in the form
//! of a pack. Rulebook, "A Note on Resources" (terrain and sections).
//!
//! A board with the pieces on it is photographed twice: as it was left, and as it was set up
//! again. [`BoardComparison`] finds the squares on which the two differ.
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
mod combine;
mod comparison;
mod confidence;
mod corners;
mod detection;
mod fold;
mod jpeg_file;
mod kind;
mod light;
mod neighbors;
mod paint_file;
mod paint_orientation;
mod photo;
mod photo_warning;
mod placed_grid;
mod propose;
mod round_marks;
mod sections;
mod straightened_photo;
mod symmetry;
mod traced_board;

pub use combine::propose_together;
pub use comparison::{BoardComparison, CompareError, SquareDifference};
pub use confidence::MIN_SURE;
pub use corners::{CORNER_NAMES, Corners, CornersError, GridEdge, GridSize};
pub use detection::{DetectedGrid, PhotoSearch};
pub use fold::{Fold, FoldDirection, Folds};
pub use jpeg_file::encode_jpeg;
pub use kind::{NotAPaintKind, PaintKind};
pub use paint_file::{MAX_PAINT_BYTES, PaintError, PaintFile};
pub use photo::{MAX_MEGAPIXELS, MAX_PHOTO_BYTES, Photo, PhotoError};
pub use photo_warning::PhotoWarning;
pub use placed_grid::{GridPlane, PlacedGrid};
pub use propose::{Flaw, PhotoMeasurements, Proposal};
pub use sections::find_sections;
pub use straightened_photo::{SQUARE_PIXELS, StraightenedPhoto};
pub use symmetry::Symmetry;
pub use traced_board::{OWN_COPY, PaintTool, ProposalRequest, TracedBoard, problem_square};
