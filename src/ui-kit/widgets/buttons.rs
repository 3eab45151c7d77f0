//! Buttons and lists to choose from, all high enough for a finger.

use egui::{
    Align, Align2, Button, ComboBox, IntoAtoms, Layout, Rect, Response, Role, Sense, StrokeKind,
    Ui, Vec2, vec2,
};

use super::parts::{name_as, paint_ring};
use crate::icons::{Icon, paint_icon};
use crate::theme::{RADIUS, space, text, theme, touch};

/// Creates a button.
pub fn button<'a>(label: impl IntoAtoms<'a>) -> Button<'a> {
    Button::new(label).min_size(vec2(0.0, touch::TARGET))
}

/// Creates a button below a form, with a minimum width, so that adjacent ones look alike.
pub fn wide_button<'a>(label: impl IntoAtoms<'a>) -> Button<'a> {
    Button::new(label).min_size(vec2(96.0, touch::TARGET))
}

/// Creates a button that stays pressed while `is_on`: one of several, or a toggle.
pub fn toggle_button<'a>(is_on: bool, label: impl IntoAtoms<'a>) -> Button<'a> {
    let button = Button::selectable(is_on, label).frame_when_inactive(true);
    button.min_size(vec2(0.0, touch::TARGET))
}

/// Draws a button; returns `true` if it was pressed.
pub fn button_ui<'a>(ui: &mut Ui, label: impl IntoAtoms<'a>) -> bool {
    ui.add(button(label)).clicked()
}

/// Draws a list to choose from, in a box that shows `now`: the choice, or the name of the list.
pub fn choice_list_ui<T: PartialEq>(
    ui: &mut Ui,
    label: &str,
    now: &str,
    width: f32,
    chosen: &mut T,
    all: impl IntoIterator<Item = (T, String)>,
) {
    // A layout of its own, so that it wraps to the next line as a whole.
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
                    // A choice by key closes the list too.
                    if ui.selectable_value(chosen, one, name).clicked() {
                        ui.close();
                    }
                }
            });
        let name = if now.starts_with(label) { now.to_owned() } else { format!("{label}: {now}") };
        list.response.accessible_name(name);
    });
}

/// Draws a square button with an icon. `label` is its accessible name and its tooltip, with the
/// keys of `shortcut` (may be empty) behind it.
pub fn icon_button_ui(ui: &mut Ui, icon: Icon, label: &str, shortcut: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(touch::TARGET), Sense::click());
    name_as(&response, Role::Button, label);
    if ui.is_rect_visible(rect) {
        let theme = theme(ui);
        let visuals = *ui.style().interact(&response);
        let face = rect.shrink(2.0);
        // An idle button shows only its icon, since rows of boxes would distract.
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

/// Draws the main button of a screen or dialog.
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
        // While pressed it sinks by a point; nothing else moves or blinks.
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
