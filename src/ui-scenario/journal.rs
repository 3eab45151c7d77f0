//! The page of the record, entry by entry. A press shows the table after an entry.

use egui::{ScrollArea, Ui, vec2};

use crate::{ScenarioCommand, ScenarioMemory};
use scenario::record::{Change, action_at, action_text, commented_entries, played_actions};
use scenario::{Record, print};
use scenario_rules::Action;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, touch};
use ui_kit::widgets::{body, button, caption, toggle_button};
use ui_menu::Menu;

/// The minimum height of a list of entries, in points; with less space it is not drawn.
const LEAST: f32 = 96.0;

/// Draws the page; `record` is the whole record.
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
            // The list has another height now, so it scrolls to the entry again.
            memory.scrolled_row = None;
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
    memory.view_entry(record, next);
}

/// Draws the tools for the viewed entry and the table after it.
fn tools_ui(ui: &mut Ui, record: &Record, shown: usize, commands: &CommandQueue<ScenarioCommand>) {
    let mut requested = None;
    ui.horizontal_wrapped(|ui| {
        if ui.add_enabled(record.cursor() > 0, button("Repair…")).clicked() {
            requested = Some(Menu::Repair);
        }
        if ui.add(button("Print the table")).clicked() {
            requested = Some(Menu::PrintLayout);
        }
        let action = action_at(record, shown);
        let is_turn = action.is_some_and(|action| matches!(action, Action::Turn(_)));
        if is_turn && ui.add(button("Dispute page")).clicked() {
            requested = Some(Menu::PrintDispute);
        }
        if ui.add(button("Copy this position")).clicked()
            && let Some(game) = record.game_at(shown)
        {
            commands.push(ScenarioCommand::Copy(print(game.position())));
        }
    });
    commands.extend(requested.map(ScenarioCommand::Menu));
}

/// Draws the field for a note, which becomes an entry, or for a mark at the viewed entry.
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

/// Returns the changes that mark an entry; an empty text removes its mark.
fn mark_at(record: &Record, entry: usize, words: String) -> Vec<Change> {
    record
        .on_main_line(entry)
        .map(|id| record.changes_at(id, Change::Comment(words)))
        .unwrap_or_default()
}

/// Draws the marked entries; returns the one that is pressed.
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

/// Draws all entries; returns the one that is pressed.
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
    let rows: Vec<String> = played_actions(record)
        .zip(1..)
        .map(|(action, number)| format!("{number}  {}", action_text(record, action)))
        .collect();
    let chosen = shown.checked_sub(1);
    rows_ui(ui, "entries", &rows, chosen, &mut memory.scrolled_row).map(|row| row + 1)
}

/// Draws a list of rows to press; returns the one that is pressed.
///
/// `scrolled` is the row it was last scrolled to, so that it scrolls when another one is chosen.
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
        let rows_above = chosen.unwrap_or_default().saturating_sub(2);
        let rows_above = f32::from(u16::try_from(rows_above).unwrap_or(u16::MAX));
        scroll = scroll.vertical_scroll_offset(rows_above * height);
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
