//! Tests of the interface by label and key, without a display.

mod app;
mod clerk;
#[path = "../common/golden.rs"]
mod golden;
mod open;
mod panels;
#[path = "../common/picks.rs"]
mod picks;
mod polls;
#[path = "../scenario/random.rs"]
mod random_position;
mod support;
#[path = "../common/wording.rs"]
mod wording;

mod actions;
mod arrangement;
mod ballot_files;
mod bell;
mod clicks;
mod deal;
mod desktop;
mod doors;
mod entry;
mod evening;
mod files;
mod help;
mod history;
mod idle;
mod inspector;
mod journal;
mod keys;
mod layout;
mod learn;
mod leaving;
mod lesson;
mod looking;
mod menus;
mod moves;
mod naming;
mod narrow;
mod offered;
mod offers;
mod open_board;
mod own_board;
mod own_game;
mod players;
mod presses;
mod question;
mod result;
mod rules;
mod scenario;
mod scenario_attacks;
mod scenario_drag;
mod scenario_evening;
mod scenario_files;
mod scenario_overlays;
mod scenario_photo;
mod scenario_rules;
mod scenario_setup;
mod scenario_words;
mod scores;
mod screens;
mod secrecy;
mod setup;
mod solo;
mod sources;
mod start;
mod table_photo;
mod table_view;
mod traced_board;
mod visible;
mod vote;
mod whole_games;
mod window_state;
mod words;
