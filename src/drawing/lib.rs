//! The board as a drawing: one description of it, for the window and for files.
//!
//! The idea is a surveyor's plan of a city that is being founded. [`board`] turns
//! a [`Game`](rules::Game) into a [`Scene`]: shapes, lines,
//! words and icons in units of one square of the map, in inks that are named by
//! what they are for. The window paints a scene, [`svg`] writes it, and [`png`]
//! rasterises what [`svg`] wrote; no other place knows how the board looks.
//!
//! Nothing here knows a colour, a window or a pixel: a [`Palette`]
//! is handed in. No rule of the game is decided here either; what is legal arrives
//! in an [`Overlay`].
#![warn(missing_docs)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a board has at most 26 squares a side, so every count and coordinate is small"
)]

pub mod board;
pub mod fonts;
mod ground;
pub mod icons;
mod overlay;
mod payments;
mod pieces;
pub mod png;
pub mod region;
pub mod scene;
pub mod sign;
pub mod svg;
mod words;

pub use board::{BoardPicture, Ghost, GhostKind, Mark, Overlay, PayLine};
pub use payments::PayPlan;
pub use scene::{Ink, Item, Palette, Pos, Rect, Scene, Tone};
