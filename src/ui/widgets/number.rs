//! A number that is read from far away, with the drawing of its unit.

use egui::{Response, Role, Sense, Ui, Vec2};

use super::{left_square, name};
use crate::icons::{Icon, paint_icon};
use crate::kit::figure;
use crate::theme::{space, theme};

/// `value` in the serif of titles at `size` points, with its unit's drawing before it.
///
/// `unit` is spoken with the value, "12 points". The caller decides what a click
/// on it opens.
pub fn number_ui(ui: &mut Ui, value: i32, icon: Icon, unit: &str, size: f32) -> Response {
    let theme = theme(ui);
    let shown = if value < 0 {
        // The minus sign has the width of a figure, the hyphen has not.
        format!("−{}", value.unsigned_abs())
    } else {
        value.to_string()
    };
    let galley = figure(shown, size).lay(ui);
    // The figures lead; the drawing only says of what.
    let drawing = (size * 0.55).max(20.0).round();
    let wide = drawing + space::XS + galley.size().x;
    let (rect, response) = ui.allocate_exact_size(Vec2::new(wide, galley.size().y), Sense::click());
    name(ui, &response, Role::Button, &format!("{value} {unit}"));
    if ui.is_rect_visible(rect) {
        let left = rect.left() + drawing + space::XS;
        let figures = galley.mesh_bounds;
        let middle = rect.top() + figures.center().y;
        let square = left_square(rect, drawing);
        let square = square.translate(Vec2::new(0.0, middle - square.center().y));
        paint_icon(ui.painter(), icon, square, theme.muted);
        ui.painter().galley(egui::pos2(left, rect.top()), galley, theme.ink);
        if response.has_focus() {
            let ring = theme.focus_ring();
            ui.painter().rect_stroke(
                rect.expand(2.0),
                crate::theme::RADIUS,
                ring,
                egui::StrokeKind::Outside,
            );
        }
    }
    response
}
