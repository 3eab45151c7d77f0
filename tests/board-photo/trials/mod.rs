//! Photographs drawn for the purpose, and figures of what is recognized in them.
//!
//! The tests hold the figures of a few seeds; `report.rs` prints those of all.

pub mod bent;
pub mod coverings;
pub mod evening;
pub mod grids;
pub mod levels;
pub mod marks;
pub mod pairs;
pub mod render;
pub mod slips;
pub mod surroundings;
pub mod terrain;
pub mod turned_tiles;
