//! Everything on screen.
//!
//! The interface draws a game it cannot change and asks for changes by pushing
//! [`FoundersCommand`](command::FoundersCommand)s; the app carries them out between frames. It
//! holds no rule: [`entry`] knows what has been picked, and [`answers`] is what
//! the rules say to it.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sizes and places on a screen are small"
)]

pub mod achievements_panel;
pub mod action_panel;
pub mod answers;
mod arrangement;
pub mod audit_view;
pub mod board_view;
pub mod checkpoint_bar;
pub mod command;
pub mod command_line;
pub mod deal_panel;
pub mod draft_panel;
pub mod entry;
pub mod event_form;
pub mod examples;
pub mod happened;
pub mod help_view;
pub mod inspector_panel;
mod journal_beside;
pub mod journal_panel;
pub mod land_picture;
pub mod laying;
pub mod layout_view;
pub mod learn;
pub mod lookahead_view;
pub mod nearest;
pub mod offers_panel;
pub mod outcome_view;
mod path_text;
pub mod picture;
pub mod pieces;
pub mod players_panel;
mod private_marks;
pub mod question_view;
pub mod repair_view;
pub mod result_screen;
pub mod reveal_view;
pub mod rules_panel;
pub mod score_history_screen;
pub mod settings;
pub mod setup_screen;
pub mod solo_panel;
pub mod sources_view;
pub mod table;
pub mod table_photo;
pub mod table_screen;
pub mod table_view;
pub mod theatre;
mod timeline;
mod trust_view;
pub mod turn;
pub mod vote_panel;
mod ways_back;
