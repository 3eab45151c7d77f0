//! Long lists, of which a frame draws only the rows in view.

use std::ops::Range;

use egui::style::ScrollAnimation;
use egui::{Id, Rect, ScrollArea, Ui, Vec2, pos2, vec2};

use super::beside_bar;
use crate::theme::{space, touch};

/// The row to scroll to whenever its key or the size of the list changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowFocus {
    /// Identifies what the row shows.
    pub key: Id,
    /// The row.
    pub index: usize,
}

/// A scrolling list that draws only the rows in view. It computes heights once per width.
#[derive(Clone, Debug, Default)]
pub struct RowList {
    heights: Heights,
    /// The latest focus, and the size that the list had then: in a list of another size the rows
    /// lie elsewhere.
    followed: Option<(Id, Vec2)>,
}

impl RowList {
    /// Returns the height of all rows, as far as they are known.
    pub fn height(&self) -> f32 {
        self.heights.total()
    }

    /// Forgets the heights of the rows from `index` on.
    pub fn cut(&mut self, index: usize) {
        self.heights.cut(index);
    }

    /// Draws `count` rows in the available space, and scrolls to the row of `focus`.
    ///
    /// `height` computes the height of a row in points, and `draw` draws one into its rectangle.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        (count, focus): (usize, RowFocus),
        mut height: impl FnMut(&Ui, usize) -> f32,
        mut draw: impl FnMut(&mut Ui, Rect, usize),
    ) {
        let scroll = ScrollArea::vertical()
            .id_salt("rows")
            .min_scrolled_height(0.0)
            .auto_shrink([false, false]);
        scroll.show_viewport(ui, |ui, viewport| {
            beside_bar(ui);
            let followed = Some((focus.key, viewport.size()));
            let is_followed = self.followed == followed;
            self.followed = followed;
            let width = ui.available_width();
            let room = vec2(width, ui.ctx().pixels_per_point());
            self.heights.find(room, count, |index| height(ui, index));
            ui.set_height(self.heights.total());
            let origin = ui.max_rect().min;
            let place = |index: usize| {
                Rect::from_min_max(
                    origin + vec2(0.0, self.heights.top(index)),
                    pos2(origin.x + width, origin.y + self.heights.end(index)),
                )
            };
            // A row more at each end can be reached with the arrow keys.
            let margin = 1.5 * touch::TARGET;
            for index in self.heights.between(viewport.top() - margin, viewport.bottom() + margin) {
                draw(ui, place(index), index);
            }
            if !is_followed {
                let rect = place(focus.index).expand2(vec2(0.0, space::L));
                ui.scroll_to_rect_animation(rect, None, ScrollAnimation::none());
            }
        });
    }
}

/// The cumulative heights of rows, from the top.
#[derive(Clone, Debug, Default)]
struct Heights {
    /// Width and pixels per point for which the heights were computed.
    room: Vec2,
    /// The end of each row.
    ends: Vec<f32>,
}

impl Heights {
    /// Computes the heights of `count` rows, but for those already computed for this room.
    fn find(&mut self, room: Vec2, count: usize, mut height: impl FnMut(usize) -> f32) {
        if self.room != room {
            self.room = room;
            self.ends.clear();
        }
        self.ends.truncate(count);
        for index in self.ends.len()..count {
            let end = self.top(index) + height(index);
            self.ends.push(end);
        }
    }

    /// Forgets every row from `index` on.
    fn cut(&mut self, index: usize) {
        self.ends.truncate(index);
    }

    /// Returns the height of all rows together.
    fn total(&self) -> f32 {
        self.ends.last().copied().unwrap_or(0.0)
    }

    /// Returns where a row begins.
    fn top(&self, index: usize) -> f32 {
        let before = index.checked_sub(1).and_then(|before| self.ends.get(before));
        before.copied().unwrap_or(0.0)
    }

    /// Returns where a row ends.
    fn end(&self, index: usize) -> f32 {
        self.ends.get(index).copied().unwrap_or(self.total())
    }

    /// Returns the rows that lie between two heights.
    fn between(&self, top: f32, bottom: f32) -> Range<usize> {
        let first = self.ends.partition_point(|&end| end < top);
        let beyond = self.ends.partition_point(|&end| end < bottom);
        first..(beyond + 1).min(self.ends.len()).max(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_rows_in_view_are_drawn() {
        let mut heights = Heights::default();
        heights.find(vec2(300.0, 1.0), 100, |index| if index % 2 == 0 { 10.0 } else { 30.0 });
        assert!((heights.total() - 2000.0).abs() < 0.01);
        assert_eq!(heights.between(0.0, 39.0), 0..2);
        assert_eq!(heights.between(41.0, 79.0), 2..4);
        assert_eq!(heights.between(1990.0, 3000.0), 99..100);
        assert_eq!(Heights::default().between(0.0, 100.0), 0..0);
    }

    #[test]
    fn heights_are_computed_once_for_a_room() {
        let (mut heights, mut asked) = (Heights::default(), 0);
        for (room, count) in [(300.0, 10), (300.0, 10), (300.0, 12), (400.0, 12)] {
            heights.find(vec2(room, 1.0), count, |_| {
                asked += 1;
                20.0
            });
        }
        assert_eq!(asked, 10 + 2 + 12);
    }
}
