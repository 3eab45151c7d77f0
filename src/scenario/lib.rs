//! A second game, beside the first and knowing nothing of it: scenarios of *Gloomhaven* and *Jaws
//! of the Lion* on their map of hexes. Whom does this monster attack, where does it go, and why?
//!
//! Like the rules of the first game this is pure: no window, no file, no clock, no dice. Nothing of
//! a box is in here; monsters, their values and this round's cards are what the owner types.
//!
//! The way of a question: a text becomes a checked [`Position`] ([`text`]), [`Position::turn`]
//! answers with an [`Answer`] in which everything that is equally right stands side by side, and
//! [`words`] says it. [`reply`] does all three for the command line.
//!
//! In reading order: the vocabulary ([`hex`], [`board`], [`figure`], [`card`]), the rules and the
//! rulings ([`rulebook`]), what lies on the table ([`position`], [`order`]), range and sight
//! ([`mod@sight`]), ways over the map (`ways`), the turn (`turn`, [`answer`]), what characters may
//! do and whom a heal goes to ([`checks`]), what would be ([`whatif`]), why not ([`illegal`]), the
//! game that is played ([`action`], [`outcome`], [`game`]), who is in turn in it ([`mod@round`]),
//! its record ([`edition`], [`mod@record`]), a turn that is argued over
//! ([`question`]), the table put back ([`mod@checklist`]), the arithmetic beside the map
//! ([`attack`], [`levels`], [`enhancement`]).
//!
//! Where the texts of the game leave something open, [`Ruling`] says how it is read and on what
//! that rests; an answer names the rulings that decided something. The module of each rule says
//! which reading was taken where even that leaves room.
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
pub mod answer;
pub mod attack;
pub mod board;
pub mod card;
pub mod checklist;
pub mod checks;
pub mod edition;
pub mod enhancement;
pub mod figure;
pub mod game;
pub mod hex;
pub mod illegal;
pub mod levels;
pub mod order;
pub mod outcome;
pub mod position;
pub mod question;
pub mod record;
pub mod reply;
pub mod round;
pub mod rulebook;
pub mod sight;
pub mod text;
mod turn;
mod ways;
pub mod whatif;
pub mod words;

pub use action::Action;
pub use answer::Answer;
pub use board::Board;
pub use edition::Edition;
pub use game::Game;
pub use hex::Hex;
pub use illegal::{Illegal, Refusal};
pub use position::{Layout, Position};
pub use record::Record;
pub use reply::{AskError, MonsterReply, SightReply, monster, monster_in, sight, sight_in};
pub use rulebook::{Rule, Ruling, Switches};
pub use text::{TextError, parse, print};
