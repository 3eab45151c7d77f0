//! The text of *Gloomhaven* and *Jaws of the Lion* scenarios: parsing and printing of positions,
//! actions and records, and explanations of answers. The rules are in [`scenario_rules`].
//!
//! [`text`] parses a checked [`Position`](scenario_rules::Position), which computes answers;
//! [`explanation`] explains an answer, and [`refusal`] a refusal. [`reply`] does all of this for
//! the command line.
//!
//! [`action`] parses and prints one action per line, and [`mod@record`] whole games; [`sentence`]
//! puts an entry into words, and its [`mod@receipt`] lists the changes that it made. A disputed turn
//! is a [`question`]; a [`mod@checklist`] helps to set up the table again. [`foresight`] says what would
//! follow if a figure stood elsewhere, and [`usual_actions`] lists what a player does by one press. [`mod@turn_order`] lists the
//! figures as they act.
//!
//! ```
//! let reply = scenario::monster(
//!     "board 5x5
//!      obstacle B1 B2
//!      card Guard: move 2, attack
//!      normal Guard 3 at A2
//!      character Brute at C1, initiative 30
//!      character Tinkerer at C4, initiative 60",
//!     "Guard 3",
//! )?;
//! assert!(reply.to_string().starts_with("Guard 3 goes for Tinkerer: 2 steps, Brute 4."));
//! # Ok::<(), scenario::QueryError>(())
//! ```
#![warn(missing_docs)]

pub mod action;
pub mod checklist;
pub mod dungeon;
pub mod explanation;
pub mod foresight;
pub mod question;
pub mod receipt;
pub mod record;
pub mod refusal;
pub mod reply;
pub mod sentence;
pub mod text;
pub mod turn_order;
pub mod usual_actions;

pub use record::Record;
pub use reply::{MonsterReply, QueryError, SightReply, monster, monster_in, sight, sight_in};
pub use text::{TextError, parse, print};
