//! A component of the game in the flow of a sentence: its icon and its name.

use egui::{Pos2, Rect, Response, Role, Sense, Ui, Vec2};

use super::body;
use super::parts::{name_as, paint_letter};
use crate::icons::{Icon, paint_icon};
use crate::theme::{RADIUS, line, space, text, theme};
use plain_text::initials;

/// Draws an icon with its label. Without an icon, it draws the initials in a small frame.
pub fn chip_ui(ui: &mut Ui, icon: Option<Icon>, label: &str) -> Response {
    const SIDE: f32 = 20.0;
    let theme = theme(ui);
    let galley = body(label).lay(ui);
    let size = Vec2::new(SIDE + space::XS + galley.size().x, galley.size().y.max(SIDE));
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    name_as(&response, Role::Label, label);
    if ui.is_rect_visible(rect) {
        let corner = Pos2::new(rect.left(), rect.center().y - SIDE / 2.0);
        let square = Rect::from_min_size(corner, Vec2::splat(SIDE));
        let painter = ui.painter();
        if let Some(icon) = icon {
            paint_icon(painter, icon, square, theme.ink);
        } else {
            let frame = egui::Stroke::new(line::HAIR, theme.muted);
            painter.rect_stroke(square, RADIUS, frame, egui::StrokeKind::Inside);
            let font = text::strong(text::SMALL);
            paint_letter(painter, square.center(), &initials(label), font, theme.ink);
        }
        let top = rect.center().y - galley.size().y / 2.0;
        painter.galley(egui::pos2(square.right() + space::XS, top), galley, theme.ink);
    }
    response
}
