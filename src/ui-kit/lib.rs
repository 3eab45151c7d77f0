//! What every screen is made of: the looks, drawings, widgets, the keyboard and jobs beside the
//! window.
//!
//! Nothing here knows a game. A panel is put together from [`widgets`] in the roles of the
//! [`theme`], and asks the [`keyboard`] whether a key is meant for it.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sizes and places on a screen are small"
)]

pub mod icons;
pub mod job;
pub mod keyboard;
pub mod keymap;
pub mod paint;
pub mod queue;
pub mod theme;
pub mod widgets;
