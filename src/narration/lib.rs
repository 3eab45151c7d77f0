//! The game in the words and lists of the table, for the command line and the window alike.
//!
//! Nothing here decides anything: it reads a [`Game`](rules::Game) and what an action
//! led to, and says it. Sentences are in the third person.
//!
//! A [`NamedGame`] is a game with the way in which its players are named; every function that names
//! players takes one.
//!
//! - [`words`]: players, tiles, amounts and causes, the vocabulary of all the rest.
//! - [`sentence`]: one plain sentence for each action.
//! - [`receipt`]: what an action set off, as a tree to open, and the lines to draw on the board.
//! - [`hand_list`]: what to move on the real table.
//! - [`owed`]: who must or may do what next, and what follows.
//! - [`refusal`]: why not, and what would help.
//! - [`plan`]: what joins two tiles, and what a player could work towards.
//! - [`sources`]: which actions made a number.
//! - [`square`]: what is on a square, as it is spoken.
//! - [`codes`]: two letters for everything that has a tile.
//! - [`glossary`]: one word for one thing, and the words to avoid, for every text a player reads.
#![warn(missing_docs)]

pub mod codes;
#[doc = include_str!("glossary.md")]
pub mod glossary {}
pub mod hand_list;
mod named_game;
pub mod owed;
pub mod plan;
pub mod receipt;
pub mod refusal;
#[cfg(test)]
mod sample;
pub mod sentence;
pub mod sources;
pub mod square;
pub mod words;

pub use named_game::{NamedGame, PlayerNaming};
