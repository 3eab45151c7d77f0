//! The board on screen, and what the screens of the first game share: pieces, commands, settings.
//!
//! [`board_view`] shows the board and handles input on it, [`payout_animation`] animates a turn's
//! payments there, and [`pieces`] draws players, buildings and vote tiles for the panels. The
//! screens send [`command`]s to the app.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sizes and positions on a screen are small"
)]

pub mod board_view;
pub mod command;
mod cx;
pub mod land_picture;
mod path_text;
pub mod payout_animation;
pub mod phone_settings;
pub mod picture;
pub mod pieces;
mod private_marks;
pub mod settings;

pub use cx::Cx;
