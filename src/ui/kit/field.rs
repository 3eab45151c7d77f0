//! A line to type in.

use egui::text::{CCursor, CCursorRange};
use egui::{Align2, Key, Response, TextEdit, Ui};

use crate::theme::touch;

/// A line to type in, as high as a finger, with the words in the middle of its height.
pub fn line_edit(typed: &mut String) -> TextEdit<'_> {
    TextEdit::singleline(typed).align(Align2::LEFT_CENTER).min_size(egui::vec2(0.0, touch::TARGET))
}

/// Such a line whose name is `label`, which is also its hint while it is empty.
pub(crate) fn text_field_ui(ui: &mut Ui, typed: &mut String, label: &str) -> Response {
    ui.add(line_edit(typed).hint_text(label)).accessible_name(label)
}

/// Whether Enter was pressed in a field, which leaves it.
#[must_use]
pub fn is_entered(field: &Response) -> bool {
    field.lost_focus() && field.ctx.input(|input| input.key_pressed(Key::Enter))
}

/// Selects everything that is typed in a field.
pub fn select_all(ui: &Ui, field: &Response, typed: &str) {
    if let Some(mut state) = TextEdit::load_state(ui.ctx(), field.id) {
        let end = CCursor::new(typed.chars().count());
        let all = CCursorRange::two(CCursor::new(0), end);
        state.cursor.set_char_range(Some(all));
        state.store(ui.ctx(), field.id);
    }
}
