//! One action as one line of text, printed and parsed.
//!
//! Every action has exactly one canonical spelling, which [`print_action`]
//! gives. [`parse_action`] reads it back, and forgives what a hurried hand
//! does to it: case, spaces, abbreviated names. The grammar is written down
//! for players and for other programs in `assets/help/notation.md`.
//!
//! Names are those of the table as it stands before the action. Whether an
//! action is allowed is not asked here but of the [rules].

mod fragment;
mod names;
mod operand;
mod parse;
mod print;
mod scan;

pub use parse::{DEEPEST, LONGEST_LINE, parse_action, parse_adjustments};
pub use print::print_action;

#[cfg(test)]
mod tests;
