//! The record as text: single actions, and whole records in two forms.
//!
//! [`print_action`] and [`parse_action`] turn one action into one line and back;
//! [`learn_lines`] says with which lines a missing fact is learnt; [`record`] reads and writes whole records, as the log that is saved and as
//! the clean notation that people read. `assets/help/notation.md` and
//! `assets/help/record.md` are the grammar, complete enough for a program that
//! shares no code with this one.

pub mod action;
mod learn;
pub mod record;

pub use action::{parse_action, parse_adjustments, print_action};
pub use learn::learn_lines;
pub use plain_text::ParseError;

#[cfg(test)]
#[path = "../../tests/common/sample_journal.rs"]
mod sample;
