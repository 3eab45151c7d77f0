//! What was recorded, entry by entry; a press shows the table as it was then.

use egui::{ScrollArea, Ui, vec2};

use super::ScenarioMemory;
use crate::kit::{body, button, caption};
use crate::theme::{space, touch};
use scenario::Record;

/// The page.
pub(super) fn journal_ui(ui: &mut Ui, record: &Record, memory: &mut ScenarioMemory) {
    let played = record.played();
    if played.is_empty() {
        body("Nothing is recorded yet.").ui(ui);
        return;
    }
    let last = played.len();
    let shown = memory.looked_at.unwrap_or(last);
    let mut next = shown;
    ui.horizontal(|ui| {
        if ui.add_enabled(shown > 0, button("Entry before")).clicked() {
            next = shown - 1;
        }
        if ui.add_enabled(shown < last, button("Next entry")).clicked() {
            next = shown + 1;
        }
    });
    match shown.checked_sub(1).and_then(|at| played.get(at)) {
        Some(action) => {
            caption(format!("Entry {shown} of {last}")).ui(ui);
            body(crate::kit::capital(&action.to_string())).ui(ui);
        }
        None => {
            caption("The table at the start").ui(ui);
        }
    }
    ui.add_space(space::S);
    let scroll = ScrollArea::vertical().id_salt("entries").auto_shrink(false);
    // Whoever steps through the entries sees the one that is shown.
    let height = touch::TARGET + ui.spacing().item_spacing.y;
    let is_new = memory.shown_in_list != shown;
    memory.shown_in_list = shown;
    let scroll = if is_new {
        let above = f32::from(u16::try_from(shown.saturating_sub(3)).unwrap_or(u16::MAX));
        scroll.vertical_scroll_offset(above * height)
    } else {
        scroll
    };
    scroll.show_rows(ui, touch::TARGET, last, |ui, rows| {
        crate::kit::beside_bar(ui);
        for at in rows {
            let Some(action) = played.get(at) else {
                continue;
            };
            let words = body(format!("{}  {action}", at + 1)).rich(ui);
            let row = egui::Button::selectable(shown == at + 1, (words, egui::Atom::grow()))
                .truncate()
                .min_size(vec2(ui.available_width(), touch::TARGET));
            if ui.add(row).clicked() {
                next = at + 1;
            }
        }
    });
    memory.looked_at = (next != last).then_some(next);
}
