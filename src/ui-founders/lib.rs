//! The screens of the first game, one file per panel.
//!
//! The screens draw a game that they cannot change, and request changes by pushing
//! [`FoundersCommand`](ui_board::command::FoundersCommand)s; the app carries them out between
//! frames. They contain no rules: [`table`] holds the selections and the verdicts of the rules.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sizes and positions on a screen are small"
)]

pub mod achievements_panel;
pub mod action_panel;
mod action_preview;
mod annotations;
mod arrangement;
pub mod audit_view;
mod back_buttons;
pub mod checklist_view;
pub mod checkpoint_bar;
pub mod command_line;
pub mod deal_panel;
pub mod draft_panel;
pub mod event_form;
pub mod fact_panel;
pub mod help_view;
pub mod inspector_panel;
pub mod journal_panel;
pub mod lesson_view;
pub mod lookahead_view;
pub mod moves_panel;
pub mod offers_panel;
pub mod outcome_view;
pub mod placement_editor;
pub mod players_panel;
pub mod question_view;
pub mod recap;
pub mod repair_view;
pub mod result_screen;
pub mod reveal_view;
pub mod rules_panel;
pub mod solo_panel;
pub mod sources_view;
pub mod table_photo;
pub mod table_screen;
pub mod table_view;
mod timeline;
mod unverified_view;
pub mod vote_panel;
