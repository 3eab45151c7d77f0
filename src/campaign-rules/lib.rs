//! The rules of a *Gloomhaven* campaign between its scenarios: the town, the parties and their
//! characters (S12.2 to S16.8 of our summary).
//!
//! The crate is pure, like the rules of the scenarios: no window, files, clock, randomness or text
//! parsing. It contains no data of the box: the owner types the items, the classes, the links of
//! scenarios and the effects of event cards. Each fact is asked for once and remembered.
//!
//! [`Game::play`] plays an [`Action`]. Every change is an [`Event`] with its cause, and a number
//! such as gold carries the parts that it changed by.
//!
//! ```
//! use campaign_rules::action::{Action, NewCharacterEntry};
//! use campaign_rules::{Game, Name, Rule};
//!
//! let game = Game::default().play(&Action::OpenClass { class: Name::new("Brute"), envelope: None })?;
//! let anna = NewCharacterEntry {
//!     name: Name::new("Anna"),
//!     class: Name::new("Brute"),
//!     level: 1,
//!     quest: Some(512),
//! };
//! let game = game.play(&Action::NewCharacter(anna.clone()))?;
//! assert_eq!(game.campaign().character(&Name::new("anna")).map(|of| of.gold), Some(30));
//!
//! // The town has prosperity level 1, so no character starts at level 2.
//! let ben = NewCharacterEntry { name: Name::new("Ben"), level: 2, quest: None, ..anna };
//! let refusal = game.play(&Action::NewCharacter(ben)).expect_err("the level is too high");
//! assert_eq!(refusal.rules(), [Rule::Levels]);
//! # Ok::<(), campaign_rules::Refusal>(())
//! ```
//!
//! In reading order: the vocabulary ([`name`], [`facts`], [`class`]), the state ([`world`],
//! [`party`], [`character`], [`campaign`]), the rules and rulings ([`rulebook`]), playing
//! ([`consequence`], [`action`], [`event`], [`illegal`], [`game`], `transition`), and the list of
//! steps that are still open ([`due`]).
#![warn(missing_docs)]

pub mod action;
pub mod campaign;
pub mod character;
pub mod class;
pub mod consequence;
pub mod due;
pub mod event;
pub mod facts;
pub mod game;
pub mod illegal;
pub mod name;
pub mod party;
pub mod rulebook;
mod transition;
pub mod world;

pub use action::Action;
pub use campaign::Campaign;
pub use event::Event;
pub use game::Game;
pub use illegal::{Illegal, Refusal};
pub use name::Name;
pub use rulebook::{Rule, Ruling};
