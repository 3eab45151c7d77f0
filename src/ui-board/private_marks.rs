//! Private marks on the board, for planning: rings around squares and arrows between them.
//!
//! They last for one turn and exist only in the window: never in the record, and never in the
//! table view, which everybody sees.

use std::collections::BTreeSet;

use egui::{Painter, Rect, Stroke, Vec2};

use components::square::Square;
use ui_kit::theme::{Theme, line};

/// The distance of an arrow from the centers of its squares, and the length of its head, as a
/// fraction of a square.
const HEAD: f32 = 0.3;

/// The marks of a turn.
#[derive(Debug, Default)]
pub(crate) struct PrivateMarks {
    turn: u32,
    squares: BTreeSet<Square>,
    arrows: BTreeSet<(Square, Square)>,
    /// The start of the arrow being drawn.
    from: Option<Square>,
}

impl PrivateMarks {
    /// Clears the marks if they belong to another turn.
    pub(crate) fn follow(&mut self, turn: u32) {
        if self.turn != turn {
            *self = Self { turn, ..Self::default() };
        }
    }

    /// Starts an arrow.
    pub(crate) fn begin(&mut self, square: Option<Square>) {
        self.from = square;
    }

    /// Ends the arrow that was started. On its own square it toggles a ring; ending off the board,
    /// or with no start, does nothing.
    pub(crate) fn end(&mut self, square: Option<Square>) {
        if let (Some(from), Some(to)) = (self.from.take(), square) {
            if from == to {
                self.ring(to);
            } else if !self.arrows.remove(&(from, to)) {
                self.arrows.insert((from, to));
            }
        }
    }

    /// Toggles the ring around a square.
    pub(crate) fn ring(&mut self, square: Square) {
        if !self.squares.remove(&square) {
            self.squares.insert(square);
        }
    }

    /// Returns `true` if there is a ring around a square.
    pub(crate) fn is_ringed(&self, square: Square) -> bool {
        self.squares.contains(&square)
    }

    /// Paints the marks; `place` returns the rectangle of a square.
    pub(crate) fn paint(&self, painter: &Painter, theme: &Theme, place: impl Fn(Square) -> Rect) {
        // Light on dark and dark on light: a line within a wider one.
        let strokes = [
            Stroke::new(line::FOCUS + 2.0 * line::MARK, theme.paper),
            Stroke::new(line::FOCUS, theme.accent),
        ];
        for &square in &self.squares {
            let rect = place(square);
            for stroke in strokes {
                painter.circle_stroke(rect.center(), rect.width() * 0.46, stroke);
            }
        }
        for &(from, to) in &self.arrows {
            let (from, to) = (place(from), place(to));
            let direction = (to.center() - from.center()).normalized();
            let head = to.width() * HEAD;
            let (start, tip) =
                (from.center() + direction * head, to.center() - direction * head * 0.5);
            let side: Vec2 = direction.rot90() * head * 0.7;
            let back = tip - direction * head;
            for stroke in strokes {
                painter.line_segment([start, tip], stroke);
                painter.line_segment([back + side, tip], stroke);
                painter.line_segment([back - side, tip], stroke);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_toggle_and_vanish_with_the_next_turn() {
        let (one, other) = (Square::new(2, 3), Square::new(5, 3));
        let mut marks = PrivateMarks::default();
        marks.follow(4);
        marks.ring(one);
        marks.begin(Some(one));
        marks.end(Some(other));
        assert!(marks.is_ringed(one) && marks.arrows.contains(&(one, other)));
        marks.begin(Some(one));
        marks.end(None);
        marks.end(Some(other));
        assert_eq!(marks.arrows.len(), 1, "an arrow that ends off the board is dropped");
        marks.follow(4);
        assert!(marks.is_ringed(one));
        marks.ring(one);
        assert!(!marks.is_ringed(one));
        marks.follow(5);
        assert!(marks.arrows.is_empty());
    }
}
