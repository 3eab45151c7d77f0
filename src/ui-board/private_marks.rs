//! Private marks on the board, for whoever thinks: rings around squares, and arrows from one to
//! another.
//!
//! They belong to one turn, are gone with it, and are nowhere but in the window: never in the
//! record, and never in the table view, which everybody sees.

use std::collections::BTreeSet;

use egui::{Painter, Rect, Stroke, Vec2};

use components::square::Square;
use ui_kit::theme::{Theme, line};

/// How far an arrow stays away from the middles of its squares, and how long its head is, in parts
/// of a square.
const HEAD: f32 = 0.3;

/// The marks of a turn.
#[derive(Debug, Default)]
pub(crate) struct PrivateMarks {
    turn: u32,
    squares: BTreeSet<Square>,
    arrows: BTreeSet<(Square, Square)>,
    /// Where an arrow begins that is being drawn.
    from: Option<Square>,
}

impl PrivateMarks {
    /// Forgets the marks of another turn.
    pub(crate) fn follow(&mut self, turn: u32) {
        if self.turn != turn {
            *self = Self { turn, ..Self::default() };
        }
    }

    /// An arrow begins here, if it ends elsewhere.
    pub(crate) fn begin(&mut self, square: Option<Square>) {
        self.from = square;
    }

    /// What was begun ends here.
    pub(crate) fn end(&mut self, square: Option<Square>) {
        if let (Some(from), Some(to)) = (self.from.take(), square) {
            if from == to {
                self.ring(to);
            } else if !self.arrows.remove(&(from, to)) {
                self.arrows.insert((from, to));
            }
        }
    }

    /// Puts a ring around a square, or takes it away.
    pub(crate) fn ring(&mut self, square: Square) {
        if !self.squares.remove(&square) {
            self.squares.insert(square);
        }
    }

    /// Whether there is a ring around a square.
    pub(crate) fn is_ringed(&self, square: Square) -> bool {
        self.squares.contains(&square)
    }

    /// Paints them where the squares are.
    pub(crate) fn paint(&self, painter: &Painter, theme: &Theme, place: impl Fn(Square) -> Rect) {
        // Light on dark and dark on light: a line within a wider one.
        let lines = |width: f32| {
            let wide = Stroke::new(width + 2.0 * line::MARK, theme.paper);
            [wide, Stroke::new(width, theme.accent)]
        };
        for &square in &self.squares {
            let rect = place(square);
            for stroke in lines(line::FOCUS) {
                painter.circle_stroke(rect.center(), rect.width() * 0.46, stroke);
            }
        }
        for &(from, to) in &self.arrows {
            let (from, to) = (place(from), place(to));
            let way = (to.center() - from.center()).normalized();
            let head = to.width() * HEAD;
            let (start, tip) = (from.center() + way * head, to.center() - way * head * 0.5);
            let side: Vec2 = way.rot90() * head * 0.7;
            let back = tip - way * head;
            for stroke in lines(line::FOCUS) {
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
    fn marks_come_and_go_and_are_gone_with_the_turn() {
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
        assert_eq!(marks.arrows.len(), 1, "what ends beside the board is nothing");
        marks.follow(4);
        assert!(marks.is_ringed(one));
        marks.ring(one);
        assert!(!marks.is_ringed(one));
        marks.follow(5);
        assert!(marks.arrows.is_empty());
    }
}
