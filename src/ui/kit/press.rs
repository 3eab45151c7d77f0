//! What is pressed: as high as a finger, whatever is written on it.

use egui::{Button, ComboBox, IntoAtoms, Ui, vec2};

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

/// A list to choose one of, in a box that shows `now`: what is chosen, or what it is a list of.
pub(crate) fn one_of_ui<T: PartialEq>(
    ui: &mut Ui,
    label: &str,
    now: &str,
    width: f32,
    chosen: &mut T,
    all: impl IntoIterator<Item = (T, String)>,
) {
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = touch::TARGET;
        let list = ComboBox::from_id_salt(label)
            .width(width)
            .truncate()
            .height(8.0 * touch::TARGET)
            .selected_text(now)
            .show_ui(ui, |ui| {
                for (one, name) in all {
                    ui.selectable_value(chosen, one, name);
                }
            });
        let name = if now.starts_with(label) { now.to_owned() } else { format!("{label}: {now}") };
        ui.ctx().accesskit_node_builder(list.response.id, |node| node.set_label(name));
    });
}
