//! The board on screen, and what the screens of the first game share: pieces, commands, settings.
//!
//! [`board_view`] is the mirror of the table that is pressed on, [`theatre`] plays a cascade on it,
//! and [`pieces`] draws players, buildings and vote tiles beside it. The screens around the board
//! ask the app by the [`command`]s here.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sizes and places on a screen are small"
)]

pub mod board_view;
pub mod command;
mod cx;
pub mod land_picture;
mod path_text;
pub mod picture;
pub mod pieces;
mod private_marks;
pub mod settings;
pub mod theatre;

pub use cx::Cx;
