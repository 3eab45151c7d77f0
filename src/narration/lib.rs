//! The game in words and lists, for the command line and the window alike.
//!
//! Nothing here decides anything: it describes a [`Game`](rules::Game) and the result of an action.
//! Sentences are in the third person.
//!
//! A [`NamedGame`] is a game with the naming of its players; every function that names players
//! takes one.
//!
//! - [`words`]: players, tiles, amounts and causes, the vocabulary of all other modules.
//! - [`sentence`]: one plain sentence for each action.
//! - [`receipt`]: the effects of an action as a tree, and the payments to draw on the board.
//! - [`table_instructions`]: the moves to make on the real table.
//! - [`pending`]: pending decisions, and the steps after them.
//! - [`refusal`]: the reasons of a refusal, and the remedy.
//! - [`plan`]: connections between tiles, and projects of a player.
//! - [`player_cards`]: the cards, workers and tiles of a player.
//! - [`sources`]: the actions that made up a number.
//! - [`square`]: a spoken description of a square.
//! - [`tile_codes`]: two letters for each kind of tile.
//! - [`glossary`]: the terms for every text a player reads, and the words to avoid.
#![warn(missing_docs)]

pub mod tile_codes;
#[doc = include_str!("glossary.md")]
pub mod glossary {}
mod named_game;
pub mod pending;
pub mod plan;
pub mod player_cards;
pub mod receipt;
pub mod refusal;
#[cfg(test)]
mod sample;
pub mod sentence;
pub mod sources;
pub mod square;
pub mod table_instructions;
pub mod words;

pub use named_game::{NamedGame, PlayerNaming};
