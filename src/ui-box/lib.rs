//! Screens of the box: the library, and the form for entering a card.
//!
//! This crate knows no running game. A form starts with the facts of a [`Pack`] and results in the
//! facts that the user stated.
//!
//! [`Pack`]: components::specs::Pack
#![expect(clippy::cast_possible_truncation, reason = "sizes and positions on a screen are small")]

pub mod card_form;
pub mod command;
pub mod draft;
mod form;
mod form_keys;
pub mod library_screen;
mod rare_fields;

pub use card_form::CardForm;
pub use command::BoxCommand;
pub use draft::FactDraft;
