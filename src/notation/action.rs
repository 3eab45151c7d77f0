//! One action as one line of text, printed and parsed.
//!
//! Every action has exactly one canonical spelling, which [`print_action`] returns.
//! [`parse_action`] reads it back, and tolerates other case, other spaces and abbreviated names.
//! `assets/help/notation.md` describes the grammar for players and for other programs.
//!
//! Names are those of the table before the action. The [rules] decide if an action is allowed.

mod fragment;
mod names;
mod operand;
mod parse;
mod print;
mod scan;

pub use parse::{MAX_ACTION_BYTES, MAX_NESTING, parse_action, parse_adjustments};
pub use print::print_action;

#[cfg(test)]
mod tests;
