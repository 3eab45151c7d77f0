//! Lines of text that wrap and can be pressed, with space at both ends.
//!
//! Receipts, sources and rules are lists of such lines; a [`RowList`](super::RowList) holds
//! hundreds of them.

use std::sync::Arc;

use egui::accesskit::Role;
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align2, Galley, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use plain_text::capitalized;

use super::parts::{name_as, paint_focus, paint_in};
use super::{StyledText, body, figure};
use crate::icons::{Icon, paint_icon};
use crate::theme::text::{sans, strong};
use crate::theme::{RADIUS, space, text, theme, touch};

/// The minimum height of a line, in points.
pub const MIN_LINE_HEIGHT: f32 = 28.0;
/// The width for the number of a rule behind a line, in points.
pub const RULE_NUMBER_WIDTH: f32 = 44.0;

/// A drawn line: its rectangles and its response.
pub struct DrawnLine {
    /// The whole line.
    pub rect: Rect,
    /// The space before the text, at the height of its first row.
    pub before: Rect,
    /// The space behind the text, at the height of its first row.
    pub behind: Rect,
    /// The response of the line.
    pub response: Response,
}

impl DrawnLine {
    /// Returns a square around `x`, at the height of the first row.
    pub fn square(&self, x: f32, side: f32) -> Rect {
        Rect::from_center_size(pos2(x, self.before.center().y), Vec2::splat(side))
    }

    /// Draws a right-aligned number before the text.
    pub fn number_ui(&self, ui: &Ui, number: StyledText) {
        let column = self.before.with_max_x(self.before.right() - space::S);
        number.paint(ui, column, Align2::RIGHT_CENTER);
    }
}

/// A line of text that wraps and can be pressed.
#[must_use = "a line shows once it is drawn"]
pub struct TextLine {
    /// The accessible name.
    pub name: String,
    /// The text, laid out in the width of [`TextLine::text_width`].
    pub galley: Arc<Galley>,
    /// The space before the text.
    pub before: f32,
    /// The space behind the text.
    pub behind: f32,
    /// The minimum height.
    pub height: f32,
    /// `true` if the line is selected.
    pub is_chosen: bool,
}

impl TextLine {
    /// Creates a line with space before and behind its text.
    pub fn of(ui: &Ui, name: String, words: StyledText, before: f32, behind: f32) -> Self {
        let galley = words.wrapped(ui, Self::text_width(ui.available_width(), before, behind));
        Self { name, galley, before, behind, height: MIN_LINE_HEIGHT, is_chosen: false }
    }

    /// Makes the line at least this high.
    pub fn high(self, height: f32) -> Self {
        Self { height, ..self }
    }

    /// Marks the line as selected, or not.
    pub fn chosen(self, is_chosen: bool) -> Self {
        Self { is_chosen, ..self }
    }

    /// Returns the width for the text of a line.
    pub fn text_width(width: f32, before: f32, behind: f32) -> f32 {
        (width - before - behind).max(3.0 * touch::TARGET)
    }

    /// Returns the height of a line with text of this height.
    pub fn height_of(words: f32, least: f32) -> f32 {
        (words + space::M).max(least).ceil()
    }

    /// Allocates and draws the line.
    pub fn ui(self, ui: &mut Ui, role: Role) -> DrawnLine {
        let size = vec2(ui.available_width(), Self::height_of(self.galley.size().y, self.height));
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        self.draw(ui, rect, response, role)
    }

    /// Draws the line into an allocated rectangle.
    pub fn draw(self, ui: &Ui, rect: Rect, response: Response, role: Role) -> DrawnLine {
        let first = self.galley.rows.first().map_or(0.0, |row| row.size.y);
        let inner = rect.height() - self.galley.size().y;
        let top = rect.top() + inner / 2.0;
        let first_row = Rect::from_x_y_ranges(rect.x_range(), top..=top + first);
        let words = rect.left() + self.before;
        if ui.is_rect_visible(rect) {
            let theme = theme(ui);
            if self.is_chosen {
                ui.painter().rect_filled(rect, RADIUS, theme.selection);
            } else if response.hovered() {
                ui.painter().rect_filled(rect, RADIUS, theme.hover);
            }
            ui.painter().galley(pos2(words, top), self.galley, theme.ink);
            paint_focus(ui, rect, &response);
        }
        let (name, is_chosen) = (self.name, self.is_chosen);
        response.widget_info(|| WidgetInfo::selected(role, true, is_chosen, &name));
        DrawnLine {
            before: first_row.with_max_x(words),
            behind: first_row.with_min_x(rect.right() - self.behind),
            rect,
            response,
        }
    }
}

/// Draws the heading of a group of rows, with a hairline to the right edge.
pub fn group_heading_ui(ui: &Ui, rect: Rect, words: &str) {
    let response = ui.interact(rect, ui.scope_id().with(("heading", words)), Sense::hover());
    name_as(&response, Role::Heading, words);
    let galley = figure(words, text::LEAD).lay(ui);
    let at = paint_in(ui.painter(), rect, Align2::LEFT_CENTER, galley);
    ui.painter().hline(at.right() + space::S..=rect.right(), at.center().y, theme(ui).hair());
}

/// The width of the box of a line to tick, and of the icon behind it.
const BOX: f32 = 28.0;

/// Draws a line to tick: a box, an icon, and the label, with space `behind` it.
pub fn tick_line_ui(
    ui: &mut Ui,
    label: &str,
    icon: Icon,
    is_done: bool,
    (behind, height): (f32, f32),
) -> DrawnLine {
    let theme = theme(ui);
    let color = if is_done { theme.muted } else { theme.ink };
    let words = body(capitalized(label)).tinted(color);
    let line = TextLine::of(ui, label.to_owned(), words, 2.0 * BOX, behind).high(height);
    let placed = line.ui(ui, Role::CheckBox);
    placed.response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_done, label));
    if ui.is_rect_visible(placed.rect) {
        let tick = placed.square(placed.rect.left() + BOX / 2.0 - 2.0, 18.0);
        let stroke = Stroke::new(1.5, if is_done { theme.good } else { theme.muted });
        ui.painter().rect_stroke(tick, 3, stroke, StrokeKind::Inside);
        if is_done {
            paint_icon(ui.painter(), Icon::Check, tick, theme.good);
        }
        let drawing = placed.square(placed.rect.left() + 1.5 * BOX - 4.0, 20.0);
        paint_icon(ui.painter(), icon, drawing, color);
    }
    placed
}

/// Reserves the width of the scroll bar, which floats above the contents. The width is always
/// reserved, so that nothing changes when the bar appears.
pub fn reserve_scroll_bar(ui: &mut Ui) {
    ui.set_max_width(ui.available_width() - space::S);
}

/// Lays out text that wraps at `width`, with the parts in `ranges` (bytes, in order) highlighted.
pub fn highlighted(
    ui: &Ui,
    words: &str,
    ranges: &[std::ops::Range<usize>],
    size: f32,
    width: f32,
) -> Arc<Galley> {
    let theme = theme(ui);
    let plain = TextFormat::simple(sans(size), theme.ink);
    let loud = TextFormat {
        background: theme.selection,
        underline: Stroke::new(1.0, theme.accent),
        ..TextFormat::simple(strong(size), theme.ink)
    };
    let mut job =
        LayoutJob { wrap: egui::text::TextWrapping::wrap_at_width(width), ..LayoutJob::default() };
    let mut from = 0;
    for range in ranges {
        let (Some(before), Some(inside)) = (words.get(from..range.start), words.get(range.clone()))
        else {
            continue;
        };
        job.append(before, 0.0, plain.clone());
        job.append(inside, 0.0, loud.clone());
        from = range.end;
    }
    job.append(words.get(from..).unwrap_or_default(), 0.0, plain);
    ui.painter().layout_job(job)
}
