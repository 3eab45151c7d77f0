//! Terrain, tiles and resources on screen.

mod resource;
mod shape;
mod terrain;

pub use resource::{paint_resource, resource_chip_ui, resource_ui};
pub use shape::shape_ui;
pub use terrain::{section_tint, terrain_key, terrain_label, terrain_tint, terrain_ui};
