//! Retained drawing, generic over color names.
//!
//! A [`Scene`] is a list of shapes, lines, texts and icons in colors that are named by their role;
//! a [`Palette`] maps the names to colors. The window paints a scene, [`svg`] writes it, and
//! [`png`] rasterizes the SVG, so that a picture looks the same in each.
//!
//! A game defines its own enum of names, its [`ColorName`]. Its drawing is measured in a unit of
//! its choice, from the top left corner, y downwards.
#![warn(missing_docs)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a picture has a few thousand pixels a side, and a part of a color is at most 255"
)]

mod color;
pub mod fonts;
mod geometry;
mod picture;
pub mod png;
mod region;
mod scene;
pub mod svg;

pub use color::{ColorName, Palette, Tone};
pub use geometry::{Dash, Pos, Rect, arc, curve, rounded, strokes};
pub use picture::{DEFAULT_SIZE, PictureError, PictureKind};
pub use region::{GridCell, OutlineForm, Region};
pub use scene::{Anchor, DetailLevel, Icon, Scene, SceneItem, Text, Typeface};
