//! The head of a panel: the same for all.

use egui::{Response, Role, Sense, Ui, Vec2};

use super::name;
use crate::theme::{space, text, theme};

/// A panel's title with a hairline below it, over the whole width.
pub fn panel_header_ui(ui: &mut Ui, title: &str) -> Response {
    let theme = theme(ui.ctx());
    let font = text::serif(text::TITLE);
    let galley = ui
        .painter()
        .layout(title.to_owned(), font, theme.ink, ui.available_width());
    let size = Vec2::new(
        ui.available_width().max(galley.size().x),
        galley.size().y + space::XS,
    );
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    name(ui, &response, Role::Heading, title);
    if ui.is_rect_visible(rect) {
        ui.painter().galley(rect.min, galley, theme.ink);
        ui.painter()
            .hline(rect.x_range(), rect.bottom(), theme.hair());
    }
    response
}
