//! The components of the box as data, without any rule of play.
//!
//! A pack states facts about the box, each with its certainty: cards, tiles, mats, boards, counts.
//! This crate declares them once, finds what contradicts itself, merges two statements, and reads a
//! board as squares with a terrain. It knows no game, no player and no file; a game that is played
//! with these components is left to `rules`, and reading a pack from a file to `packs`.
//!
//! In reading order: the vocabulary ([`square`], [`tile`], [`quantity`], [`ids`]); facts and their
//! identifiers ([`fact`], [`fact_id`], [`describe`], [`field`]); the components and the pack that
//! lists them ([`specs`]: a spec is what the pack states about one component, known or not);
//! effects of card texts ([`effect`]); the map as printed ([`board_drawing`], [`board`]); two packs
//! ([`overlay`]); contradictions ([`pack_check`]); and reading a component off the box
//! ([`component_ref`], [`need`], [`reading`]).
//!
//! The engine calls small accessors from its innermost loops, so they are marked `#[inline]`.
#![warn(missing_docs)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "counts of squares on one board are small; boards are checked to keep them so"
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
pub mod need;
pub mod overlay;
pub mod pack_check;
pub mod quantity;
pub mod reading;
#[cfg(test)]
mod sample;
pub mod specs;
pub mod square;
pub mod tile;
