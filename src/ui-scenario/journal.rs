//! What was recorded, entry by entry; a press shows the table as it was then.

use egui::{ScrollArea, Ui, vec2};

use crate::{ScenarioCommand, ScenarioMemory};
use scenario::record::{Change, action_at, action_text, commented_entries, played_actions};
use scenario::{Record, print};
use scenario_rules::Action;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, touch};
use ui_kit::widgets::{body, button, caption, toggle_button};
use ui_menu::Menu;

/// Less room than this, in points, is left free instead of being a list of entries.
const LEAST: f32 = 96.0;

/// The page; `record` is all of it.
pub(super) fn journal_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let last = record.cursor();
    let shown = memory.entry(record);
    let mut next = shown;
    ui.horizontal(|ui| {
        if ui.add_enabled(shown > 0, button("Entry before")).clicked() {
            next = shown - 1;
        }
        if ui.add_enabled(shown < last, button("Next entry")).clicked() {
            next = shown + 1;
        }
        let more = toggle_button(memory.shows_more, "More");
        if ui.add(more).on_hover_text("Repair, notes, marks, and what is shared.").clicked() {
            memory.shows_more = !memory.shows_more;
            // The list has another height, in which the entry is to be seen.
            memory.shown_in_list = None;
        }
    });
    let action = action_at(record, shown);
    match action {
        Some(action) => {
            caption(format!("Entry {shown} of {last}")).ui(ui);
            body(plain_text::capitalized(&action_text(record, action))).ui(ui);
        }
        None => {
            caption("The table at the start").ui(ui);
        }
    }
    if memory.shows_more {
        tools_ui(ui, record, shown, commands);
        words_ui(ui, record, shown, memory, commands);
    }
    if let Some(marked) = marks_ui(ui, record, shown) {
        next = marked;
    }
    ui.add_space(space::S);
    if let Some(pressed) = entries_ui(ui, record, shown, memory) {
        next = pressed;
    }
    memory.look_at(record, next);
}

/// What can be done with the entry that is shown, and the table after it.
fn tools_ui(ui: &mut Ui, record: &Record, shown: usize, commands: &CommandQueue<ScenarioCommand>) {
    let mut asked = None;
    ui.horizontal_wrapped(|ui| {
        if ui.add_enabled(record.cursor() > 0, button("Repair…")).clicked() {
            asked = Some(Menu::Repair);
        }
        if ui.add(button("Print the table")).clicked() {
            asked = Some(Menu::PrintLayout);
        }
        let action = action_at(record, shown);
        let is_turn = action.is_some_and(|action| matches!(action, Action::Turn(_)));
        if is_turn && ui.add(button("Dispute page")).clicked() {
            asked = Some(Menu::PrintDispute);
        }
        if ui.add(button("Copy this position")).clicked()
            && let Some(game) = record.game_at(shown)
        {
            commands.push(ScenarioCommand::Copy(print(game.position())));
        }
    });
    commands.extend(asked.map(ScenarioCommand::Menu));
}

/// A line for a note, which becomes an entry, or for a mark at the entry that is shown.
fn words_ui(
    ui: &mut Ui,
    record: &Record,
    shown: usize,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let words = &mut memory.words;
    let note = match action_at(record, record.cursor()) {
        Some(Action::Note(note)) => Some(note),
        _ => None,
    };
    if words.is_recorded(
        ui,
        note.map(String::as_str)
            .into_iter()
            .chain(commented_entries(record).into_iter().map(|(_, words)| words)),
    ) {
        words.typed.clear();
    }
    let label = caption("Words for a note or a mark").ui(ui);
    words.ui(ui, &label, "");
    let mut recorded: Option<Vec<Change>> = None;
    ui.horizontal_wrapped(|ui| {
        let is_now = shown == record.cursor();
        if ui.add_enabled(is_now, button("Write a note")).clicked() {
            let note = words.words("A note needs words.");
            recorded = note.map(|note| vec![Change::play(Action::Note(note))]);
        }
        if ui.add_enabled(shown > 0, button("Mark this entry")).clicked() {
            let mark = words.words("A mark needs words.");
            recorded = mark.map(|mark| mark_at(record, shown, mark));
        }
        let is_marked = commented_entries(record).iter().any(|(entry, _)| *entry == shown);
        if is_marked && ui.add(button("Take the mark away")).clicked() {
            commands.push(ScenarioCommand::Change(mark_at(record, shown, String::new())));
        }
    });
    if let Some(changes) = recorded {
        commands.push(ScenarioCommand::Change(changes));
        words.submit(ui);
    }
}

/// The changes that mark an entry with words; without words they take its mark away.
fn mark_at(record: &Record, entry: usize, words: String) -> Vec<Change> {
    let id = record.on_main_line(entry);
    id.map(|id| record.changes_at(id, Change::Comment(words))).unwrap_or_default()
}

/// The marked entries; gives the one that is pressed.
fn marks_ui(ui: &mut Ui, record: &Record, shown: usize) -> Option<usize> {
    let marked = commented_entries(record);
    if marked.is_empty() {
        return None;
    }
    let mut pressed = None;
    ScrollArea::horizontal().id_salt("marks").show(ui, |ui| {
        ui.horizontal(|ui| {
            for (entry, words) in marked {
                let label = format!("{entry}: {words}");
                if ui.add(toggle_button(shown == entry, label)).clicked() {
                    pressed = Some(entry);
                }
            }
        });
    });
    pressed
}

/// Every entry; gives the one that is pressed.
fn entries_ui(
    ui: &mut Ui,
    record: &Record,
    shown: usize,
    memory: &mut ScenarioMemory,
) -> Option<usize> {
    if record.cursor() == 0 {
        body("Nothing is recorded yet.").ui(ui);
        return None;
    }
    let rows = played_actions(record).zip(1..);
    let rows: Vec<String> =
        rows.map(|(action, number)| format!("{number}  {}", action_text(record, action))).collect();
    let chosen = shown.checked_sub(1);
    rows_ui(ui, "entries", &rows, chosen, &mut memory.shown_in_list).map(|row| row + 1)
}

/// A list of lines to press; gives the one that is pressed. `scrolled` is the one it was scrolled
/// to last, so that whoever steps through the lines sees the one that is chosen.
pub(super) fn rows_ui(
    ui: &mut Ui,
    name: &str,
    rows: &[String],
    chosen: Option<usize>,
    scrolled: &mut Option<usize>,
) -> Option<usize> {
    if ui.available_height() < LEAST {
        return None;
    }
    let mut pressed = None;
    let mut scroll = ScrollArea::vertical().id_salt(name).auto_shrink(false);
    if *scrolled != chosen {
        *scrolled = chosen;
        let height = touch::TARGET + ui.spacing().item_spacing.y;
        let above = chosen.unwrap_or_default().saturating_sub(2);
        let above = f32::from(u16::try_from(above).unwrap_or(u16::MAX));
        scroll = scroll.vertical_scroll_offset(above * height);
    }
    scroll.show_rows(ui, touch::TARGET, rows.len(), |ui, seen| {
        ui_kit::widgets::reserve_scroll_bar(ui);
        for at in seen {
            let words = body(rows[at].as_str()).rich(ui);
            let row = egui::Button::selectable(chosen == Some(at), (words, egui::Atom::grow()))
                .truncate()
                .min_size(vec2(ui.available_width(), touch::TARGET));
            if ui.add(row).clicked() {
                pressed = Some(at);
            }
        }
    });
    pressed
}
