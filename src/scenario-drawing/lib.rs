//! The map of a scenario as a scene: one drawing for both the window and files.
//!
//! The style is paper and ink, with a sign for each terrain and each kind of figure, so that color
//! is never the only distinction. [`draw_map`] turns the content, [`MapView`], into a [`Scene`] on
//! a [`HexGrid`], in points of the view. Lines and text have minimum sizes, regardless of the hex
//! size.
//!
//! This crate knows neither color values nor windows, and decides no rule of the game: the turn of
//! a monster arrives as a [`MonsterTurn`](scenario_rules::MonsterTurn).
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
mod map_view;
mod marks;
mod pattern;
mod pen;
mod print;
mod turn;

pub use color::{CharacterSlot, MapColor, Scene};
pub use geometry::HexGrid;
pub use map::draw_map;
pub use map_view::{MapInteraction, MapView, TurnOverlay};
pub use pattern::draw_pattern;
pub use print::{hex_on_paper, map_on_paper, paper_size};
