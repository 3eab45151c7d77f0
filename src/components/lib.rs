//! The components of the box as data, without any rule of play.
//!
//! A pack states facts about the box, each with its certainty: cards, tiles, mats, boards, counts.
//! This crate declares them once, finds contradictions, overlays one pack with another, and reads a
//! board as squares with a terrain. It knows no game, no player and no file: `rules` plays the
//! game, and `packs` reads packs from files.
//!
//! In reading order: the vocabulary ([`square`], [`tile`], [`quantity`], [`ids`]); facts and their
//! identifiers ([`fact`], [`fact_id`], [`describe`], [`field`]); the components and the pack that
//! lists them ([`specs`]: a spec is what the pack states about one component, known or not);
//! effects of card texts ([`effect`]); the map as printed ([`board_drawing`], [`board`]);
//! overlaying packs ([`overlay`]); contradictions ([`pack_check`]); and reading a component off the
//! box ([`component_ref`], [`missing_info`], [`reading`]).
//!
//! The engine calls small accessors in its innermost loops, so they are marked `#[inline]`.
//!
//! ```
//! use components::fact::{AnyFact, Fact, Certainty};
//! use components::specs::{Pack, ResourceSpec, Tier};
//!
//! let brick = ResourceSpec {
//!     name: "Brick".to_owned(),
//!     tier: Fact::Known(Tier::Two, "box".to_owned()),
//!     ..ResourceSpec::default()
//! };
//! assert_eq!(brick.tier.certainty(), Certainty::Known);
//! assert_eq!(brick.copies.certainty(), Certainty::Unknown);
//!
//! let pack = Pack { resources: vec![brick], ..Pack::default() };
//! let stated: Vec<String> = pack
//!     .facts()
//!     .iter()
//!     .filter_map(|(id, fact)| Some(format!("{id} is {}", fact.describe()?)))
//!     .collect();
//! assert_eq!(stated, ["the tier of Brick is tier 2"]);
//! ```
#![warn(missing_docs)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "a board has few squares; `pack_check` limits its size"
)]

pub mod board;
pub mod board_drawing;
pub mod component_ref;
pub mod describe;
pub mod effect;
pub mod fact;
pub mod fact_id;
pub mod field;
pub mod ids;
pub mod missing_info;
pub mod overlay;
pub mod pack_check;
pub mod quantity;
pub mod reading;
#[cfg(test)]
mod sample;
pub mod specs;
pub mod square;
pub mod tile;
