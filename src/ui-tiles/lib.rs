//! Terrain, tiles and resources on screen.

mod resource;
mod shape;
mod terrain;

pub use resource::{paint_resource, resource_chip_ui, resource_ui};
pub use shape::shape_ui;
pub use terrain::{section_wash, terrain_key, terrain_tint, terrain_ui, terrain_words};
