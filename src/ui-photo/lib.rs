//! Photographs on screen: rectifying one by its corners, and tracing a board from one.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sizes and places on a screen are small"
)]

pub mod command;
pub mod photo_view;
pub mod trace_screen;
