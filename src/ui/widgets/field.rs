//! A line to type in.

use egui::{Align2, Response, TextEdit, Ui};

use crate::ui::theme::touch;

/// A line to type in, as high as a finger; `label` is its name and, while it is empty, its hint.
pub fn text_field_ui(ui: &mut Ui, typed: &mut String, label: &str) -> Response {
    let field = TextEdit::singleline(typed)
        .hint_text(label)
        .align(Align2::LEFT_CENTER)
        .min_size(egui::vec2(0.0, touch::TARGET));
    let response = ui.add(field);
    ui.ctx()
        .accesskit_node_builder(response.id, |node| node.set_label(label));
    response
}
