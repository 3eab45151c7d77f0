//! The game: its vocabulary, its state and its rules.
//!
//! This part is pure and deterministic: it has no notion of a window, a file,
//! a clock or dice. What is dealt and how ballots fell arrives inside actions.
//!
//! In reading order: the vocabulary ([`square`], [`tile`], [`board`],
//! [`components`], [`player`], [`action`]), the state ([`map`], [`game`]), what
//! actions set in motion ([`receipt`]), what is owed ([`owed`]), what is
//! possible ([`moves`]), and why not ([`illegal`], [`rulebook`]).
#![warn(missing_docs)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "counts of things in one box are small; packs and boards are checked to keep them so"
)]

pub mod action;
mod actions;
pub mod board;
pub mod components;
pub mod contents;
mod delivery;
pub mod fact;
pub mod game;
pub mod illegal;
pub mod map;
pub mod moves;
pub mod overlay;
pub mod owed;
pub mod pack_check;
mod payout;
pub mod player;
pub mod quantity;
mod question;
pub mod receipt;
pub mod rulebook;
pub mod setup;
pub mod square;
mod steps;
pub mod tile;
mod vote;

pub use action::Action;
pub use game::{Game, Played};
pub use illegal::Refusal;
pub use question::{ChoiceOption, Gains, Question};
pub use rulebook::Rule;
pub use setup::{Setup, SetupError};
