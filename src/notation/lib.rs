//! The record as text: single actions, and whole records in two forms.
//!
//! [`print_action`] and [`parse_action`] turn one action into one line and back; [`learn_lines`]
//! returns the lines that enter a missing fact; [`record`] reads and writes whole records, as the
//! log of saved files and as the notation for people. `assets/help/notation.md` and
//! `assets/help/record.md` are the grammar, complete enough for a program that shares no code with
//! this one.
//!
//! ```
//! use notation::{parse_action, print_action};
//! # use rules::{Game, Setup};
//! # let pack = packs::find("practice").expect("it is built in");
//! # let players = vec!["Anna".to_owned(), "Ben".to_owned()];
//! # let board = pack.boards[0].name.clone();
//! # let setup = Setup { pack, board, players, ..Setup::default() };
//! # let game = Game::new(&setup).expect("the practice set is complete");
//!
//! // Case, spaces and abbreviations are tolerated.
//! let action = parse_action(&game, "  anna CHOOSES hum").expect("both names are known");
//! assert_eq!(print_action(&game, &action), "Anna chooses Human");
//!
//! let error = parse_action(&game, "Anna jumps").expect_err("there is no such action");
//! assert_eq!((error.column, error.found.as_str()), (6, "jumps"));
//! ```

pub mod action;
mod learn;
pub mod record;

pub use action::{parse_action, parse_adjustments, print_action};
pub use learn::learn_lines;
pub use plain_text::ParseError;

#[cfg(test)]
#[path = "../../tests/common/sample_journal.rs"]
mod sample;
