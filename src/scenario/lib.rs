//! Scenarios of *Gloomhaven* and *Jaws of the Lion* as text and in words: positions, actions and records
//! are read and written, answers explained. What is right is left to [`scenario_rules`].
//!
//! The way of a question: a text becomes a checked [`Position`](scenario_rules::Position)
//! ([`text`]), which answers; [`words`] explains the answer, [`refusal`] a refusal. [`reply`] does all
//! of this for the command line.
//!
//! An action is a line ([`action`]), a game its record ([`mod@record`]). A turn that is argued over is a
//! [`question`], the table put back a [`mod@checklist`].
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
//! assert!(reply.to_string().starts_with("Guard 3 goes for the Tinkerer: 2 steps, the Brute 4."));
//! # Ok::<(), scenario::AskError>(())
//! ```
#![warn(missing_docs)]

pub mod action;
pub mod checklist;
pub mod question;
pub mod record;
pub mod refusal;
pub mod reply;
pub mod text;
pub mod words;

pub use record::Record;
pub use reply::{AskError, MonsterReply, SightReply, monster, monster_in, sight, sight_in};
pub use text::{TextError, parse, print};
