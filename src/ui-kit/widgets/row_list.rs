//! Long lists that draw only the rows in view.

use std::ops::Range;

use egui::style::ScrollAnimation;
use egui::{Id, Rect, ScrollArea, Ui, Vec2, pos2, vec2};

use super::reserve_scroll_bar;
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
    /// The latest focus, and the size of the list then: another size moves the rows.
    followed: Option<(Id, Vec2)>,
}

impl RowList {
    /// Returns the height of all rows with known heights.
    pub fn height(&self) -> f32 {
        self.heights.total()
    }

    /// Discards the heights of the rows from `index` on.
    pub fn truncate(&mut self, index: usize) {
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
            reserve_scroll_bar(ui);
            let followed = Some((focus.key, viewport.size()));
            let is_followed = self.followed == followed;
            self.followed = followed;
            let width = ui.available_width();
            let scale = vec2(width, ui.ctx().pixels_per_point());
            self.heights.compute(scale, count, |index| height(ui, index));
            ui.set_height(self.heights.total());
            let origin = ui.max_rect().min;
            let place = |index: usize| {
                Rect::from_min_max(
                    origin + vec2(0.0, self.heights.top(index)),
                    pos2(origin.x + width, origin.y + self.heights.end(index)),
                )
            };
            // One more row at each end, so that the arrow keys reach it.
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
    scale: Vec2,
    /// The end of each row.
    ends: Vec<f32>,
}

impl Heights {
    /// Computes the heights of `count` rows, except those already computed for this width and
    /// scale.
    fn compute(&mut self, scale: Vec2, count: usize, mut height: impl FnMut(usize) -> f32) {
        if self.scale != scale {
            self.scale = scale;
            self.ends.clear();
        }
        self.ends.truncate(count);
        for index in self.ends.len()..count {
            let end = self.top(index) + height(index);
            self.ends.push(end);
        }
    }

    /// Discards every row from `index` on.
    fn cut(&mut self, index: usize) {
        self.ends.truncate(index);
    }

    /// Returns the height of all rows together.
    fn total(&self) -> f32 {
        self.ends.last().copied().unwrap_or(0.0)
    }

    /// Returns the top of a row.
    fn top(&self, index: usize) -> f32 {
        let before = index.checked_sub(1).and_then(|before| self.ends.get(before));
        before.copied().unwrap_or(0.0)
    }

    /// Returns the bottom of a row.
    fn end(&self, index: usize) -> f32 {
        self.ends.get(index).copied().unwrap_or(self.total())
    }

    /// Returns the rows between two heights.
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
        heights.compute(vec2(300.0, 1.0), 100, |index| if index % 2 == 0 { 10.0 } else { 30.0 });
        assert!((heights.total() - 2000.0).abs() < 0.01);
        assert_eq!(heights.between(0.0, 39.0), 0..2);
        assert_eq!(heights.between(41.0, 79.0), 2..4);
        assert_eq!(heights.between(1990.0, 3000.0), 99..100);
        assert_eq!(Heights::default().between(0.0, 100.0), 0..0);
    }

    #[test]
    fn row_heights_are_computed_once_per_width() {
        let (mut heights, mut computed) = (Heights::default(), 0);
        for (width, count) in [(300.0, 10), (300.0, 10), (300.0, 12), (400.0, 12)] {
            heights.compute(vec2(width, 1.0), count, |_| {
                computed += 1;
                20.0
            });
        }
        assert_eq!(computed, 10 + 2 + 12);
    }
}
