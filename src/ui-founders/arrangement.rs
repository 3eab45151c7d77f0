//! The arrangement of the table screen, chosen by the size of the window.
//!
//! The board gets the space that the rest can spare: in a wide window the players and the side
//! panel are at its sides, in a tall one above and below it, in a low one all at its right.

use egui::Vec2;

/// An arrangement of the table screen, chosen by [`Arrangement::of`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// Players left, board, side panel right, and the journal in a column of its own.
    Wide,
    /// Players left, board, side panel right.
    Standard,
    /// Players above the board, side panel below it.
    Tall,
    /// The board left; players, action panel and side panel in one column at its right.
    Low,
}

/// Minimum window width at which the journal has a column of its own, in points.
const WIDE: f32 = 1500.0;
/// Window height below which everything is at the right of the board, in points.
const LOW: f32 = 640.0;

impl Arrangement {
    /// Returns the arrangement for a window of this size, in points.
    pub fn of(size: Vec2) -> Self {
        if size.y > size.x {
            Self::Tall
        } else if size.y < LOW {
            Self::Low
        } else if size.x >= WIDE {
            Self::Wide
        } else {
            Self::Standard
        }
    }
}
