//! What is pressed: as high as a finger, whatever is written on it.

use egui::{Button, IntoAtoms, Ui, vec2};

use crate::theme::touch;

/// A button.
pub(crate) fn button<'a>(says: impl IntoAtoms<'a>) -> Button<'a> {
    Button::new(says).min_size(vec2(0.0, touch::TARGET))
}

/// A button below a form, as wide as those beside it.
pub(crate) fn wide<'a>(says: impl IntoAtoms<'a>) -> Button<'a> {
    Button::new(says).min_size(vec2(96.0, touch::TARGET))
}

/// A button that stays pressed while `is_on`: one of several, or one to tick.
pub(crate) fn tick<'a>(is_on: bool, says: impl IntoAtoms<'a>) -> Button<'a> {
    let button = Button::selectable(is_on, says).frame_when_inactive(true);
    button.min_size(vec2(0.0, touch::TARGET))
}

/// Draws a button; says whether it is pressed.
pub(crate) fn pressed_ui<'a>(ui: &mut Ui, says: impl IntoAtoms<'a>) -> bool {
    ui.add(button(says)).clicked()
}
