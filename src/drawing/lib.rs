//! The board as a drawing, shared by the window and files.
//!
//! The model is a surveyor's plan of a city that is being founded. [`board`] turns
//! a [`Game`](rules::Game) into a [`Scene`] in units of one square of the map, in inks that are
//! named by their role. The appearance of the board is defined only here.
//!
//! Nothing here knows a color, a window or a pixel; a [`Palette`](scene::Palette) supplies the
//! colors when the scene is painted or written. No rule of the game is decided here either;
//! verdicts arrive in an [`Overlay`].
#![warn(missing_docs)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a board has at most 26 squares a side, so every count and coordinate is small"
)]

pub mod board;
mod color;
mod icons;
mod label_space;
mod overlay;
mod payments;
mod pieces;
mod printed_map;
mod routing;
pub mod sign;
mod text_fit;

pub use board::{BoardPicture, Ghost, GhostKind, Mark, Overlay, PaymentLine};
pub use color::{BoardColor, Item, Scene, Text, Tone};
pub use payments::PaymentPlan;
