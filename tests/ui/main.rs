//! The interface, by label and key, without a display.

mod app;
mod clerk;
mod open;
mod panels;
#[path = "../common/picks.rs"]
mod picks;
mod polls;
mod support;

mod actions;
mod arrangement;
mod ballot_files;
mod clicks;
mod deal;
mod entry;
mod evening;
mod files;
mod history;
mod idle;
mod inspector;
mod journal;
mod keys;
mod layout;
mod learn;
mod leaving;
mod menus;
mod narrow;
mod offered;
mod offers;
mod own_board;
mod own_game;
mod players;
mod presses;
mod question;
mod result;
mod rules;
mod scenario;
mod scores;
mod secrecy;
mod setup;
mod solo;
mod sources;
mod start;
mod tracing;
mod vote;
mod whole_games;
