//! The rules of scenarios of *Gloomhaven* and *Jaws of the Lion* on their map of hexes. Whom does this
//! monster attack, where does it go, and why?
//!
//! Like the rules of the first game this is pure: no window, no file, no clock, no dice, no text to
//! parse. Nothing of a box is in here; monsters, their values and this round's cards are what the
//! owner types.
//!
//! [`Position::turn`] answers with an [`Answer`] in which everything that is equally right stands side
//! by side; [`Game::play`] plays an [`Action`].
//!
//! In reading order: the vocabulary ([`hex`], [`board`], [`names`], [`figure`], [`card`]), the rules and the
//! rulings ([`rulebook`]), what lies on the table ([`position`], [`legality`], [`order`]), range and sight
//! ([`mod@sight`]), paths over the map (`ways`), the turn (`turn`, [`answer`]), movements that players
//! decide ([`movement`]), hypothetical tables ([`whatif`]), refusals ([`illegal`]), the game that is
//! played ([`action`], [`event`], [`outcome`], [`game`], `transition`, [`edition`]), the figure in turn
//! ([`mod@round`]), the arithmetic beside the map ([`attack`], [`levels`], [`enhancement`]).
//!
//! Where the texts of the game leave something open, [`Ruling`] says how it is read and on what
//! that rests; an answer names the rulings that decided something. The module of each rule says
//! which reading was taken where even that leaves room.
#![warn(missing_docs)]

pub mod action;
pub mod answer;
pub mod attack;
pub mod board;
pub mod card;
pub mod edition;
pub mod enhancement;
pub mod event;
pub mod figure;
pub mod game;
pub mod hex;
pub mod illegal;
pub mod legality;
pub mod levels;
pub mod movement;
pub mod names;
pub mod order;
pub mod outcome;
pub mod position;
pub mod round;
pub mod rulebook;
pub mod sight;
mod transition;
mod turn;
mod ways;
pub mod whatif;

pub use action::Action;
pub use answer::Answer;
pub use board::Board;
pub use edition::Edition;
pub use game::Game;
pub use hex::Hex;
pub use illegal::{Illegal, Refusal};
pub use names::{FigureId, NameId, Names, SetId};
pub use position::{Layout, Position};
pub use rulebook::{Rule, Ruling, Switches};
