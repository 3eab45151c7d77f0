//! How the table screen is arranged, by the room that the window has.
//!
//! The board gets what the others can spare: in a wide window people and papers stand at its
//! sides, in a tall one above and below it, and in a low one all of them stand at its right.

use egui::Vec2;

/// Four arrangements, chosen by [`Arrangement::of`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// Players left, board, papers right, and the journal in a column of its own.
    Wide,
    /// Players left, board, papers right.
    Standard,
    /// Players above the board, papers below it.
    Tall,
    /// The board left, players, what can be done and papers in one column at its right.
    Low,
}

/// From this width on the journal has a column of its own, in points.
const WIDE: f32 = 1500.0;
/// Below this height everything stands beside the board, in points.
const LOW: f32 = 640.0;

impl Arrangement {
    /// The arrangement of a window of this size, in points.
    pub fn of(room: Vec2) -> Self {
        if room.y > room.x {
            Self::Tall
        } else if room.y < LOW {
            Self::Low
        } else if room.x >= WIDE {
            Self::Wide
        } else {
            Self::Standard
        }
    }
}
