//! An open game without a window: the entry in view, the action being entered, and what the rules
//! answer to it.
//!
//! [`entry`] knows what was picked of an action so far, [`answers`] what the rules say to every
//! next pick, [`nearest`] what comes closest to an action that is refused. A [`Table`](table::Table)
//! keeps them for the entry of the record in view, so that a frame asks the rules nothing anew.

pub mod answers;
pub mod entry;
pub mod examples;
pub mod nearest;
pub mod squares;
pub mod table;
pub mod turn;
