//! Common parts of panels besides text and buttons: pages, groups, rows of a list, signs and small
//! drawings.

use std::fmt::Display;
use std::sync::Arc;

use egui::accesskit::Role;
use egui::{
    Align2, Area, AsIdSalt, Color32, FontId, Frame, Galley, Margin, Order, Painter, Pos2, Rect,
    Response, ScrollArea, Sense, Shape, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use super::{DecisivePart, body, caption, mark};
use crate::theme::{RADIUS, line, space, text, theme};

/// Width of the labels before the values of a list.
const ROW_LABEL: f32 = 58.0;
/// Height of a chip or a token in a row of text.
pub const ROW_HEIGHT: f32 = 20.0;

/// Sets the accessible role and name of `response`.
pub fn name_as(response: &Response, role: Role, label: impl Display) {
    response.widget_info(|| WidgetInfo::labeled(role, response.enabled(), &label));
}

/// Draws a group that a screen reader announces as one, by `label`.
pub fn group_ui<R>(ui: &mut Ui, label: String, add: impl FnOnce(&mut Ui) -> R) -> R {
    let builder = UiBuilder::new().accessibility_role(Role::Group).accessibility_label(label);
    ui.scope_builder(builder, add).inner
}

/// Returns the margin at the sides of a page.
pub fn page_margin(ui: &Ui) -> f32 {
    if ui.available_width() < 480.0 { space::M } else { space::XL }
}

/// Draws a page over the rest of the panel; it scrolls only if necessary.
pub fn page_ui<R>(ui: &mut Ui, salt: impl AsIdSalt, add: impl FnOnce(&mut Ui) -> R) -> R {
    let margin = page_margin(ui);
    ui.painter().rect_filled(ui.available_rect_before_wrap(), 0, theme(ui).raised);
    let right = (margin - space::M) as i8;
    let margin = Margin { right, ..Margin::from(vec2(margin, space::L)) };
    let scroll = ScrollArea::vertical().id_salt(salt).auto_shrink(false);
    let shown = Frame::new().inner_margin(margin).show(ui, |ui| {
        scroll.show(ui, |ui| {
            // The scroll bar is next to the page, not on the ends of its lines.
            let mut page = ui.available_rect_before_wrap();
            page.max.x -= space::M;
            ui.scope_builder(UiBuilder::new().max_rect(page), add).inner
        })
    });
    shown.inner.inner
}

/// Heights of a dialog in the latest pass: of its scrolling body, and of its foot.
#[derive(Clone, Copy, Default, PartialEq)]
struct Footed {
    body: f32,
    foot: f32,
}

/// Draws a body above a foot that stays in view, at most `most` points high together; the body
/// scrolls if there is too little height for both.
///
/// `add` draws into both; an empty foot takes no space.
pub fn footed_ui<R>(ui: &mut Ui, most: f32, add: impl FnOnce(&mut Ui, &mut Ui) -> R) -> R {
    let id = ui.scope_id().with("footed");
    let before: Footed = ui.ctx().data(|data| data.get_temp(id)).unwrap_or_default();
    let gap = if before.foot > 0.0 { space::L } else { 0.0 };
    let highest = (most - before.foot - gap).max(0.0);
    let top = ui.cursor().min + vec2(0.0, before.body.min(highest) + gap);
    let place = Rect::from_min_size(top, vec2(ui.available_width(), before.foot));
    let mut foot = ui.new_child(UiBuilder::new().id_salt("foot").max_rect(place));
    let scroll = ScrollArea::vertical().id_salt("above the foot").max_height(highest);
    let shown = scroll.auto_shrink([false, true]).show(ui, |ui| add(ui, &mut foot));
    let drawn = foot.min_rect();
    if drawn.height() > 0.0 {
        mark(ui, DecisivePart::Back, drawn);
        ui.advance_cursor_after_rect(place.union(drawn));
    }
    let now = Footed { body: shown.content_size.y, foot: drawn.height() };
    if now != before {
        ui.ctx().data_mut(|data| data.insert_temp(id, now));
        ui.ctx().request_discard("a dialog is higher or lower than before");
    }
    shown.inner
}

/// Draws a popup that opens `from` a rectangle; returns `true` if a press elsewhere closes it.
pub fn popup_ui(ui: &Ui, area: Area, from: Rect, add: impl FnOnce(&mut Ui)) -> bool {
    let theme = theme(ui);
    let frame = Frame::new().fill(theme.raised).stroke(theme.hair()).inner_margin(space::M);
    let area = area.order(Order::Foreground).constrain(true);
    let shown = area.show(ui.ctx(), |ui| frame.show(ui, add));
    ui.input(|input| input.pointer.any_pressed().then(|| input.pointer.interact_pos()))
        .flatten()
        .is_some_and(|at| !shown.response.rect.contains(at) && !from.contains(at))
}

/// Draws a line from edge to edge.
pub fn hairline_ui(ui: &mut Ui) {
    let color = theme(ui).hairline;
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), 1.0));
    ui.painter().hline(rect.x_range(), rect.center().y, Stroke::new(1.0, color));
}

/// Draws a row of a list: a label and its value.
pub fn row_ui(ui: &mut Ui, label: &str, add: impl FnOnce(&mut Ui)) {
    wide_row_ui(ui, ROW_LABEL, label, add);
}

/// Draws a row of a list with a label of this width.
pub fn wide_row_ui(ui: &mut Ui, label_width: f32, label: &str, add: impl FnOnce(&mut Ui)) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        let (_, rect) = ui.allocate_space(vec2(label_width, ROW_HEIGHT));
        caption(label).paint_within(ui, rect, Align2::LEFT_CENTER);
        ui.vertical(|ui| {
            ui.set_width(ui.available_width());
            add(ui);
        });
    });
}

/// Draws a row with a text as its value, which wraps.
pub fn row_words_ui(ui: &mut Ui, label: &str, words: &str) {
    wide_row_words_ui(ui, ROW_LABEL, label, words);
}

/// Draws a row with a text as its value, truncated to this many lines.
pub fn row_lines_ui(ui: &mut Ui, label: &str, words: &str, lines: usize) {
    row_ui(ui, label, |ui| {
        let value = body(words).in_rows(ui, ui.available_width(), lines);
        value_ui(ui, label, words, value);
    });
}

/// Returns the number of lines of a row with this text as its value, in the available width.
pub fn row_lines(ui: &Ui, words: &str) -> usize {
    let width = ui.available_width() - ROW_LABEL - space::XS;
    body(words).wrapped(ui, width).rows.len().max(1)
}

/// Draws a row with a label of this width and a text as its value, which wraps.
pub fn wide_row_words_ui(ui: &mut Ui, label_width: f32, label: &str, words: &str) {
    wide_row_ui(ui, label_width, label, |ui| {
        let value = body(words).wrapped(ui, ui.available_width());
        value_ui(ui, label, words, value);
    });
}

/// Draws the value of a row; its accessible name includes the label.
fn value_ui(ui: &mut Ui, label: &str, words: &str, value: Arc<Galley>) {
    // The value is on the same line as its label.
    ui.add_space((ROW_HEIGHT - text::BODY * 1.25) / 2.0);
    let response = ui.add(egui::Label::new(value).selectable(false));
    name_as(&response, Role::Label, format_args!("{label} {words}"));
}

/// Paints text aligned within a rectangle; returns the rectangle of the text.
pub fn paint_in(painter: &Painter, rect: Rect, align: Align2, galley: Arc<Galley>) -> Rect {
    let at = align.align_size_within_rect(galley.size(), rect);
    // Every text here has its color already.
    let unused = theme(painter.ctx()).ink;
    painter.galley(at.min, galley, unused);
    at
}

/// Margin at the sides of a sign's text, in points.
pub const SIGN_MARGIN: f32 = 6.0;

/// The emphasis of a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignWeight {
    /// Filled with the accent color.
    Strong,
    /// Framed in the accent color.
    Plain,
    /// Muted.
    Quiet,
}

/// Paints a word in a rounded frame whose left edge is centered at `left`; returns its rectangle.
pub fn paint_sign(ui: &Ui, left: Pos2, words: &str, weight: SignWeight) -> Rect {
    let theme = theme(ui);
    let (ink, edge) = match weight {
        SignWeight::Strong => (theme.on_accent, theme.accent),
        SignWeight::Plain => (theme.accent, theme.accent),
        SignWeight::Quiet => (theme.muted, theme.hairline),
    };
    let galley = caption(words).tinted(ink).lay(ui);
    let size = galley.size() + vec2(2.0 * SIGN_MARGIN, 2.0);
    let rect = Rect::from_min_size(left - vec2(0.0, size.y / 2.0), size);
    if weight == SignWeight::Strong {
        ui.painter().rect_filled(rect, RADIUS, edge);
    } else {
        let stroke = Stroke::new(line::HAIR, edge);
        ui.painter().rect_stroke(rect, RADIUS, stroke, StrokeKind::Inside);
    }
    paint_in(ui.painter(), rect, Align2::CENTER_CENTER, galley);
    rect
}

/// Draws a word in a rounded frame, as part of a row.
pub fn sign_ui(ui: &mut Ui, words: &str, weight: SignWeight) -> Response {
    let galley = caption(words).plain().lay(ui);
    let size = vec2(galley.size().x + 2.0 * SIGN_MARGIN, ROW_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    paint_sign(ui, rect.left_center(), words, weight);
    name_as(&response, Role::Label, words);
    response
}

/// Paints an empty place for a token.
pub fn paint_place(ui: &Ui, rect: Rect, color: Color32) {
    let radius = rect.width().min(rect.height()) / 2.0;
    ui.painter().circle_stroke(rect.center(), radius - 1.5, Stroke::new(1.5, color));
}

/// Paints a crown, the sign of the leading player.
pub fn paint_crown(painter: &Painter, rect: Rect, color: Color32) {
    let at = |x: f32, y: f32| rect.lerp_inside(vec2(x, y));
    // Three convex pieces: a band with a point at each end and one in the middle.
    for points in [
        vec![at(0.05, 0.20), at(0.50, 0.78), at(0.12, 0.78)],
        vec![at(0.50, 0.08), at(0.76, 0.78), at(0.24, 0.78)],
        vec![at(0.95, 0.20), at(0.88, 0.78), at(0.50, 0.78)],
        vec![at(0.12, 0.84), at(0.88, 0.84), at(0.88, 0.97), at(0.12, 0.97)],
    ] {
        painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
    }
}

/// Paints the frame around a focused or hovered widget.
pub fn paint_focus(ui: &Ui, rect: Rect, response: &Response) {
    let theme = theme(ui);
    if response.has_focus() {
        ui.painter().rect_stroke(rect, RADIUS, theme.focus_ring(), StrokeKind::Inside);
    } else if response.hovered() {
        ui.painter().rect_stroke(rect, RADIUS, theme.hair(), StrokeKind::Inside);
    }
}

/// Paints the focus ring outside a widget with a background of its own.
pub fn paint_ring(ui: &Ui, rect: Rect, response: &Response) {
    if response.has_focus() {
        let ring = theme(ui).focus_ring();
        ui.painter().rect_stroke(rect.expand(2.0), RADIUS + 2, ring, StrokeKind::Outside);
    }
}

/// Returns the left part of a rectangle, of the given width.
pub fn left_of(rect: Rect, width: f32) -> Rect {
    Rect::from_min_max(rect.min, pos2(rect.left() + width, rect.bottom()))
}

/// Paints a letter centered by its drawn shape, so that it is in the center of a disc.
pub fn paint_letter(painter: &Painter, center: Pos2, letter: &str, font: FontId, ink: Color32) {
    let galley = painter.layout_no_wrap(letter.to_owned(), font, ink);
    let drawn = galley.mesh_bounds;
    let place = Align2::CENTER_CENTER
        .align_size_within_rect(drawn.size(), Rect::from_center_size(center, drawn.size()));
    painter.galley(place.min - drawn.min.to_vec2(), galley, ink);
}
