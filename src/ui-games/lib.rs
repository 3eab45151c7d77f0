//! The screens before and after a game: setting one up, and the score history of those that ended.
//!
//! Like the screens of a game in play, they request changes by pushing
//! [`FoundersCommand`](ui_board::command::FoundersCommand)s.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sizes and positions on a screen are small"
)]

pub mod score_history_screen;
pub mod setup_screen;
