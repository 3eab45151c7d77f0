//! The page of the record, entry by entry. A press shows the table after an entry.

use egui::Ui;

use crate::{ScenarioCommand, ScenarioMemory};
use scenario::record::{action_at, action_text};
use scenario::sentence::entry_sentence;
use scenario::{Record, print};
use scenario_rules::Action;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::space;
use ui_kit::widgets::{button, caption, toggle_button};
use ui_menu::Menu;
use ui_record::{EntryRow, marks_ui};

/// Draws the page; `record` is the whole record.
pub(super) fn journal_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let last = record.cursor();
    let shown = memory.record_view.entry(record);
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
        }
    });
    match action_at(record, shown) {
        Some(_) => {
            caption(format!("Entry {shown} of {last}")).ui(ui);
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
    let key = (record.revision(), record.cursor());
    let line = |number| action_at(record, number).map(|action| action_text(record, action));
    if let Some(pressed) = memory.journal.ui(ui, key, shown, || entry_rows(record), line) {
        next = pressed;
    }
    memory.record_view.view_entry(record, next);
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
        if let Some(action) = action
            && ui.add(button("Copy this entry")).clicked()
        {
            commands.push(ScenarioCommand::Copy(action_text(record, action)));
        }
        if ui.add(button("Copy this position")).clicked()
            && let Some(game) = record.game_at(shown)
        {
            commands.push(ScenarioCommand::Copy(print(game.position())));
        }
    });
    commands.extend(requested.map(ScenarioCommand::Menu));
}

/// Draws the form for a note or a mark at the viewed entry.
fn words_ui(
    ui: &mut Ui,
    record: &Record,
    shown: usize,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let latest = match action_at(record, record.cursor()) {
        Some(Action::Note(note)) => Some(note.as_str()),
        _ => None,
    };
    let note = |words| Action::Note(words).into();
    let changes = memory.remark.ui(ui, (record, shown), latest, note);
    if !changes.is_empty() {
        commands.push(ScenarioCommand::Change(changes));
    }
}

/// Returns every entry of a record that was played and not undone, under its round.
fn entry_rows(record: &Record) -> Vec<EntryRow> {
    let mut round = record.game_at(0).map_or(1, |game| game.round());
    let heading = |round| EntryRow::Heading(format!("Round {round}"));
    let mut rows = vec![heading(round)];
    for number in 1..=record.cursor() {
        if matches!(action_at(record, number), Some(Action::Round)) {
            round += 1;
            rows.push(heading(round));
        }
        rows.extend(entry_sentence(record, number).map(|words| EntryRow::Entry(number, words)));
    }
    rows
}
