//! The game: its vocabulary, its state and its rules.
//!
//! This crate is pure and deterministic: it knows no window, file, clock or dice. Dealt cards and
//! opened ballots arrive inside actions.
//!
//! The components are those of the `components` crate. In reading order; no module uses a later
//! one:
//! - the vocabulary: [`player`], [`adjustment`], [`sub_action`], [`action`], [`commitment`],
//!   [`task`], [`rulebook`], [`illegal`] (refusals), [`receipt`] (the events an action sets off),
//!   [`setup`];
//! - the state: [`contents`], [`map`], [`game`];
//! - playing: actions, payouts, deliveries, votes, [`solo`] games, [`achievements`];
//! - queries: the pending decision ([`pending`]), legal actions ([`moves`]), the next input of an
//!   action being entered ([`entry_context`]), possible actions and what they still require
//!   ([`inspect`]), facts to read off the box ([`needs`], [`MissingFact`]), knowledge of decks and
//!   player supplies ([`supply`]), and comparing table and record ([`audit`], [`difference`]).
//!
//! Set up a game of the practice pack and play its first action:
//!
//! ```
//! use rules::action::ActionKind;
//! use rules::{Action, Game, Setup};
//!
//! let setup = Setup {
//!     pack: packs::find("practice")?,
//!     board: "Three Rivers".to_owned(),
//!     players: vec!["Anna".to_owned(), "Ben".to_owned()],
//!     ..Setup::default()
//! };
//! let game = Game::new(&setup)?;
//! let anna = game.players().next().expect("two players");
//! let race = game.contents().race_named("Human").expect("in the pack");
//!
//! let choice = ActionKind::ChooseRace { player: anna, race, resource: None };
//! let played = game.play(&Action::from(choice)).expect("the rules allow it");
//! assert_eq!(played.game.race_label(anna), "Human");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![warn(missing_docs)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "counts of components in one box are small; packs and boards are checked to keep them so"
)]

pub mod achievements;
pub mod action;
mod actions;
pub mod active_buildings;
pub mod adjustment;
pub mod audit;
pub mod commitment;
pub mod contents;
mod delivery;
pub mod difference;
pub mod entry_context;
mod event_card;
pub mod game;
pub mod illegal;
pub mod inspect;
pub mod map;
mod missing_facts;
pub mod moves;
pub mod needs;
pub mod offers;
mod payout;
pub mod pending;
mod placements;
pub mod player;
mod player_cards;
mod position_warnings;
mod provenance;
pub mod question;
pub mod receipt;
pub mod route;
pub mod rulebook;
#[cfg(test)]
mod sample;
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
pub use question::{ChoiceOption, PointGains, Question};
pub use rulebook::Rule;
pub use setup::{Setup, SetupError};
pub use vote::{Strength, VoteStage};
