//! Building blocks of every screen: the theme, icons, painting, widgets, the keyboard and
//! background jobs.
//!
//! No crate of a game is used here, although some roles and icons are named after items on a table.
//! A panel is built from [`widgets`] in the roles of the [`theme`], and takes its keys through the
//! [`keyboard`].
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
