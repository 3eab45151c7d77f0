//! The buttons that go back, to the decision before and to the table before the latest entry, and
//! the one that plays an undone entry again.

use egui::{Ui, Vec2};

use rules::task::Task;
use table::table::Table;
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_kit::icons::Icon;
use ui_kit::theme::{space, touch};
use ui_kit::widgets::{DecisivePart, caption, icon_button_ui, mark};
use ui_menu::Menu;

/// Width of "Undo" in the bar of pending tasks, with the name of what it undoes.
const LONG: f32 = 168.0;
/// Width of a button where only its first word fits.
pub(crate) const SHORT: f32 = 64.0;
/// Height of a line of a button's text, with its share of the margins.
const UNDO_LINE: f32 = 18.0;
/// Width of the bar from which on the undone change is named.
const ROOMY: f32 = 1000.0;

/// Checks if a question takes the place of the choices, so that "Undo" is elsewhere.
pub(crate) fn has_separate_question(table: &Table) -> bool {
    let task = table.task();
    !table.is_past()
        && matches!(task, Some(Task::Choose(_) | Task::Judge(_) | Task::PayMarkers(_) | Task::Pick))
}

/// Returns the width of "Undo" in the bar of pending tasks; 0 if nothing can be undone.
pub(crate) fn undo_width(table: &Table, bar: f32) -> f32 {
    match table.last_done() {
        Some(_) if bar >= ROOMY => LONG,
        Some(_) => SHORT,
        None => 0.0,
    }
}

/// Draws the button that undoes the latest change, if there is one.
pub(crate) fn undo_ui(ui: &mut Ui, cx: Cx<'_>, size: Vec2) {
    if let Some(what) = cx.table.last_done() {
        let name = format!("Undo: {what}");
        let keys = Menu::Undo.entry().keys(ui.ctx()).unwrap_or_default();
        if back_button_ui(ui, Icon::Undo, DecisivePart::Undo, (&name, &keys), size) {
            cx.commands.push(FoundersCommand::Menu(Menu::Undo));
        }
    }
}

/// Returns the width of "Redo" in the bar of pending tasks; 0 if nothing can be redone.
pub(crate) fn redo_bar_width(table: &Table) -> f32 {
    if table.can_redo() { SHORT } else { 0.0 }
}

/// Draws the button that plays the latest undone entry again, if there is one.
pub(crate) fn redo_ui(ui: &mut Ui, cx: Cx<'_>, size: Vec2) {
    if let Some(what) = cx.table.next_redone() {
        let name = format!("Redo: {what}");
        let keys = Menu::Redo.entry().keys(ui.ctx()).unwrap_or_default();
        if back_button_ui(ui, Icon::Redo, DecisivePart::Redo, (&name, &keys), size) {
            cx.commands.push(FoundersCommand::Menu(Menu::Redo));
        }
    }
}

/// Draws a button that goes back with its name, or as an icon where words do not fit; returns
/// `true` if it is pressed.
pub(crate) fn back_button_ui(
    ui: &mut Ui,
    icon: Icon,
    part: DecisivePart,
    (name, keys): (&str, &str),
    size: Vec2,
) -> bool {
    let response = if size.x > touch::TARGET {
        let rows = ((size.y / UNDO_LINE) as usize).max(1);
        // Where the undone change does not fit, the word is alone.
        let label = if size.x <= SHORT { name.split(':').next().unwrap_or(name) } else { name };
        let words = caption(label).in_rows(ui, size.x - 2.0 * space::S, rows);
        let button = egui::Button::new(egui::WidgetText::from(words));
        let hint = if keys.is_empty() { name.to_owned() } else { format!("{name} ({keys})") };
        ui.spacing_mut().interact_size.y = size.y;
        ui.add_sized(size, button).accessible_name(name).on_hover_text(hint)
    } else {
        icon_button_ui(ui, icon, name, keys)
    };
    mark(ui, part, response.rect);
    response.clicked()
}
