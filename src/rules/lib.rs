//! The game: its vocabulary, its state and its rules.
//!
//! This part is pure and deterministic: it has no notion of a window, a file,
//! a clock or dice. What is dealt and how ballots fell arrives inside actions.
//!
//! The components are those of the `components` crate. In reading order, and no module uses a later
//! one:
//! - the vocabulary: [`player`], [`adjustment`], [`sub_action`], [`action`], [`seal`], [`task`],
//!   [`rulebook`], [`illegal`] (why not), [`receipt`] (what an action set in motion), [`setup`];
//! - the state: [`contents`], [`map`], [`game`];
//! - playing: actions, payouts, deliveries, votes, [`solo`] games, [`achievements`];
//! - queries: what is owed ([`owed`]), what is legal ([`moves`]), what an action being entered asks
//!   for ([`occasion`]), what could become possible ([`inspect`]), what has to be read off the box
//!   ([`needs`], [`MissingFact`]), what is known of the decks and of what the players have left
//!   ([`supply`]), and how the table and the record are compared ([`audit`], [`difference`]).
#![warn(missing_docs)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "counts of things in one box are small; packs and boards are checked to keep them so"
)]

pub mod achievements;
pub mod action;
mod actions;
pub mod active_buildings;
pub mod adjustment;
pub mod audit;
pub mod contents;
mod delivery;
pub mod difference;
pub mod game;
mod history;
pub mod illegal;
pub mod inspect;
pub mod map;
mod missing;
pub mod moves;
pub mod needs;
pub mod occasion;
pub mod offers;
pub mod owed;
mod payout;
mod placements;
mod plausible;
pub mod player;
mod player_cards;
mod provenance;
pub mod question;
pub mod receipt;
pub mod route;
pub mod rulebook;
#[cfg(test)]
mod sample;
pub mod seal;
pub mod setup;
pub mod solo;
mod step;
mod step_stack;
mod steps;
pub mod sub_action;
pub mod supply;
pub mod task;
mod vote;

pub use action::Action;
pub use game::{Game, Played};
pub use illegal::{MissingFact, Refusal};
pub use question::{ChoiceOption, Gains, Question};
pub use rulebook::Rule;
pub use setup::{Setup, SetupError};
pub use vote::{Strength, VoteStage};
