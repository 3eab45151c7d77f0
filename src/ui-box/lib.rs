//! Screens of the box: the library, and the form of a card that is read off.
//!
//! Nothing here knows a game that is played. A form begins with what a [`Pack`] knows, and ends
//! with the facts that somebody stated.
//!
//! [`Pack`]: components::specs::Pack
#![expect(clippy::cast_possible_truncation, reason = "sizes and places on a screen are small")]

pub mod card_form;
pub mod command;
pub mod draft;
mod form;
mod keys;
pub mod library_screen;
mod rare;

pub use card_form::CardForm;
pub use command::BoxCommand;
pub use draft::Draft;
