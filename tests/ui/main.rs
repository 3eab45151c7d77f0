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
mod clicks;
mod deal;
mod entry;
mod idle;
mod inspector;
mod journal;
mod offers;
mod players;
mod question;
mod result;
mod rules;
mod secrecy;
mod setup;
mod sources;
mod start;
mod vote;
mod whole_games;
