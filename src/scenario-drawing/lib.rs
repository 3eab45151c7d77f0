//! The map of a scenario as a scene: one description of it, for the window and for files.
//!
//! The idea is paper and ink, with a sign for each terrain and each kind of figure, so that no color
//! is the only one. [`draw_map`] turns what is [`Shown`] into a [`Scene`] on a [`Grid`], in points
//! of the view: lines and type have least sizes, whatever the size of a hex.
//!
//! Nothing here knows a color or a window. No rule of the game is decided here either; the turn of a
//! monster arrives as its [`Answer`](scenario_rules::Answer).
#![warn(missing_docs)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "a map has at most 60 columns and rows, so every coordinate is small"
)]

mod color;
mod figure;
mod geometry;
mod ground;
mod map;
mod paper;
mod pen;
mod shown;
mod turn;

pub use color::{MapColor, Scene};
pub use geometry::Grid;
pub use map::draw_map;
pub use paper::{map_on_paper, paper_size};
pub use shown::{Hands, Shown, ShownTurn};
