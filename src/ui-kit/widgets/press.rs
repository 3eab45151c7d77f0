//! What is pressed: as high as a finger, whatever is written on it.

use egui::{
    Align, Align2, Button, ComboBox, IntoAtoms, Layout, Rect, Response, Role, Sense, StrokeKind,
    Ui, Vec2, vec2,
};

use super::parts::{name_as, paint_ring};
use crate::icons::{Icon, paint_icon};
use crate::theme::{RADIUS, space, text, theme, touch};

/// A button.
pub fn button<'a>(says: impl IntoAtoms<'a>) -> Button<'a> {
    Button::new(says).min_size(vec2(0.0, touch::TARGET))
}

/// A button below a form, as wide as those beside it.
pub fn wide<'a>(says: impl IntoAtoms<'a>) -> Button<'a> {
    Button::new(says).min_size(vec2(96.0, touch::TARGET))
}

/// A button that stays pressed while `is_on`: one of several, or one to tick.
pub fn tick<'a>(is_on: bool, says: impl IntoAtoms<'a>) -> Button<'a> {
    let button = Button::selectable(is_on, says).frame_when_inactive(true);
    button.min_size(vec2(0.0, touch::TARGET))
}

/// Draws a button; says whether it is pressed.
pub fn pressed_ui<'a>(ui: &mut Ui, says: impl IntoAtoms<'a>) -> bool {
    ui.add(button(says)).clicked()
}

/// A list to choose one of, in a box that shows `now`: what is chosen, or what it is a list of.
pub fn one_of_ui<T: PartialEq>(
    ui: &mut Ui,
    label: &str,
    now: &str,
    width: f32,
    chosen: &mut T,
    all: impl IntoIterator<Item = (T, String)>,
) {
    // A box of its own, so that it goes to the next line as a whole where there is no more room.
    let size = vec2(width, touch::TARGET);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
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
        list.response.accessible_name(name);
    });
}

/// A square button with a drawing; `label` is its name and, on hovering, its
/// explanation, with the keys of `shortcut` (may be empty) behind it.
pub fn icon_button_ui(ui: &mut Ui, icon: Icon, label: &str, shortcut: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(touch::TARGET), Sense::click());
    name_as(&response, Role::Button, label);
    if ui.is_rect_visible(rect) {
        let theme = theme(ui);
        let visuals = *ui.style().interact(&response);
        let face = rect.shrink(2.0);
        // At rest only the drawing shows: rows of boxes would be louder than what they are for.
        if response.hovered() || response.has_focus() {
            ui.painter().rect_filled(face, RADIUS, visuals.weak_bg_fill);
        }
        if response.has_focus() {
            let ring = theme.focus_ring();
            ui.painter().rect_stroke(face, RADIUS, ring, StrokeKind::Inside);
        }
        let side = Vec2::splat(touch::ICON);
        let place = Rect::from_center_size(rect.center(), side);
        paint_icon(ui.painter(), icon, place, theme.ink);
    }
    response.on_hover_ui(|ui| {
        ui.horizontal(|ui| {
            ui.label(label);
            if !shortcut.is_empty() {
                ui.weak(shortcut);
            }
        });
    })
}

/// The one thing to press on a screen or in a dialog.
pub fn primary_button_ui(ui: &mut Ui, label: &str) -> Response {
    let theme = theme(ui);
    let font = text::strong(text::LEAD);
    let galley = ui.painter().layout_no_wrap(label.to_owned(), font, theme.on_accent);
    let size = Vec2::new(
        (galley.size().x + 2.0 * space::XL).max(3.0 * touch::TARGET),
        touch::TARGET + space::XS,
    );
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    name_as(&response, Role::Button, label);
    if ui.is_rect_visible(rect) {
        let painter = ui.painter();
        // Under the finger it sinks by a point; nothing else moves or blinks.
        let pressed = response.is_pointer_button_down_on();
        let face = rect.translate(Vec2::new(0.0, if pressed { 1.0 } else { 0.0 }));
        let fill = if response.hovered() && !pressed {
            theme.accent.lerp_to_gamma(theme.ink, 0.14)
        } else {
            theme.accent
        };
        painter.rect_filled(face, RADIUS, fill);
        paint_ring(ui, rect, &response);
        let place = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), face);
        painter.galley(place.min, galley, theme.on_accent);
    }
    response
}
