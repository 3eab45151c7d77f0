//! The rules of *Gloomhaven* and *Jaws of the Lion* scenarios on the hex map: whom a monster
//! attacks, where it moves, and why.
//!
//! The crate is pure, like the rules of the first game: no window, files, clock, randomness or text
//! parsing. It contains no data of the box: the owner types the monsters, their values and this
//! round's cards.
//!
//! [`Position::turn`] returns a [`MonsterTurn`] that lists every equally right option;
//! [`Game::play`] plays an [`Action`].
//!
//! ```
//! use scenario_rules::card::{Attack, Card, Move, SetCard};
//! use scenario_rules::figure::{Figure, Initiative, FigureKind, Rank};
//! use scenario_rules::{Board, Layout, Position, Rule};
//!
//! let mut layout = Layout::new(Board::new(5, 3));
//! let names = layout.names.clone();
//! let at = |text: &str| text.parse().expect("a hex such as C4");
//! let character = |number| FigureKind::Character(Initiative::Card { number, second: None });
//! let guard = Figure::new(&names, "Guard", Some(1), FigureKind::Monster(Rank::Normal), at("A2"));
//! let brute = Figure::new(&names, "Brute", None, character(30), at("E2"));
//! let tinkerer = Figure::new(&names, "Tinkerer", None, character(20), at("C2"));
//! let (monster, tinkerer_id) = (guard.id(), tinkerer.id());
//! layout.figures = vec![guard, brute, tinkerer];
//! let movement = Some(Move { points: 2, jump: false });
//! let card = Card { movement, attack: Some(Attack::MELEE), ..Card::default() };
//! layout.cards.push(SetCard { set: names.set("Guard"), rank: None, card });
//!
//! let turn = Position::new(layout)?.turn(monster)?;
//! assert_eq!(turn.foci, [tinkerer_id]);
//! // The Brute is not the focus, because it takes more steps to attack it.
//! assert_eq!(turn.enemies[0].lost_by, Some(Rule::Focus));
//! // Two hexes are one step away and adjacent to the Tinkerer: the players choose.
//! assert_eq!(turn.ends.len(), 2);
//! # Ok::<(), scenario_rules::Refusal>(())
//! ```
//!
//! In reading order: the vocabulary ([`hex`], [`board`], [`names`], [`figure`], [`area`], [`card`]),
//! the rest of the table ([`modifier`], [`hand`], [`element`], [`purse`], [`marks`]), the
//! rules and rulings ([`rulebook`]), the table ([`position`], [`legality`], [`order`]), range and
//! line of sight ([`mod@sight`]), paths over the map (`paths`), the monster's turn (`turn`,
//! [`monster_turn`]), movements and areas that players decide ([`movement`], [`placed_area`]),
//! hypothetical tables ([`whatif`]), refusals ([`illegal`]), playing a game ([`action`], [`event`],
//! [`outcome`], [`game`], `transition`, [`edition`]), the figure to act ([`mod@round`]), summons and
//! spawns ([`arrival`]), standees ([`standees`]), hidden rooms ([`room`]), the random dungeon ([`dungeon`]), the end of a scenario
//! ([`ending`]), and the arithmetic away from the map ([`attack`], [`levels`], [`enhancement`]).
//!
//! [`Ruling`] lists the points that the texts of the game leave open, each with our reading and its
//! basis; an answer names the rulings that decided something. Where a ruling is still ambiguous,
//! the module that applies it documents the reading.
#![warn(missing_docs)]

pub mod action;
pub mod area;
pub mod arrival;
pub mod attack;
pub mod board;
pub mod card;
pub mod dungeon;
pub mod edition;
pub mod element;
pub mod ending;
pub mod enhancement;
pub mod event;
pub mod figure;
pub mod game;
pub mod hand;
pub mod hex;
pub mod illegal;
pub mod legality;
pub mod levels;
pub mod marks;
pub mod modifier;
pub mod monster_turn;
pub mod movement;
pub mod names;
pub mod order;
pub mod outcome;
mod paths;
pub mod placed_area;
pub mod position;
pub mod purse;
pub mod room;
pub mod round;
pub mod rulebook;
pub mod sight;
pub mod standees;
mod transition;
mod turn;
pub mod whatif;

pub use action::Action;
pub use board::Board;
pub use edition::Edition;
pub use game::Game;
pub use hex::Hex;
pub use illegal::{Illegal, Refusal};
pub use monster_turn::MonsterTurn;
pub use names::{FigureId, NameId, Names, SetId};
pub use position::{Layout, Position};
pub use rulebook::{Rule, Ruling, Switches};
