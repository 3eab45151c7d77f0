//! Small pieces that more than one panel shows, each with a name that a screen
//! reader speaks and a test finds.

mod badge;
mod button;
mod chip;
mod field;
mod header;
mod number;

pub use badge::{paint_player_badge, player_badge_ui};
pub use button::{icon_button_ui, primary_button_ui};
pub use chip::{chip_ui, initials, resource_chip_ui};
pub use field::{line_edit, select_all, text_field_ui};
pub use header::{headline, panel_header_ui};
pub use number::number_ui;

use egui::{Align2, FontId, Painter, Pos2, Rect, Response, Role, Ui, Vec2, WidgetInfo};

/// Tells the accessibility tree what `response` is and is called.
pub(super) fn name(ui: &Ui, response: &Response, role: Role, label: &str) {
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::labeled(role, enabled, label));
}

/// The square of `side` in the middle of the left end of `rect`.
fn left_square(rect: Rect, side: f32) -> Rect {
    let corner = Pos2::new(rect.left(), rect.center().y - side / 2.0);
    Rect::from_min_size(corner, Vec2::splat(side))
}

/// Draws a letter by the middle of its cap height, so that it sits in the middle of a disc.
fn paint_letter(painter: &Painter, center: Pos2, letter: &str, font: FontId, ink: egui::Color32) {
    let galley = painter.layout_no_wrap(letter.to_owned(), font, ink);
    let drawn = galley.mesh_bounds;
    let place = Align2::CENTER_CENTER
        .align_size_within_rect(drawn.size(), Rect::from_center_size(center, drawn.size()));
    painter.galley(place.min - drawn.min.to_vec2(), galley, ink);
}
