//! The page of the record, entry by entry. A press shows the table after an entry.

use egui::accesskit::Role;
use egui::{Id, Rect, ScrollArea, Sense, Ui, vec2};
use memo::Memo;

use crate::{ScenarioCommand, ScenarioMemory};
use scenario::record::{Change, action_at, action_text, commented_entries};
use scenario::sentence::entry_sentence;
use scenario::{Record, print};
use scenario_rules::Action;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, touch};
use ui_kit::widgets::{
    RowFocus, RowList, TextLine, body, button, caption, group_heading_ui, toggle_button,
};
use ui_menu::Menu;

/// The width of the number before an entry, in points.
const NUMBER: f32 = 36.0;
/// The height of the heading of a round, in points.
const ROUND_HEIGHT: f32 = 32.0;

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
    if let Some(pressed) = entries_ui(ui, record, shown, &mut memory.journal) {
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

/// The list of entries, cached until the record changes.
#[derive(Default)]
pub(super) struct JournalList {
    rows: Memo<(usize, usize), Vec<JournalRow>>,
    list: RowList,
    /// The rows for which `list` holds heights.
    listed: (usize, usize),
}

/// A row of the list of entries.
#[derive(Clone, Debug)]
enum JournalRow {
    /// The heading of a round.
    Round(u16),
    /// An entry in words, with its number.
    Entry(usize, String),
}

impl JournalRow {
    /// Returns every entry of a record that was played and not undone, under its round.
    fn all(record: &Record) -> Vec<Self> {
        let mut round = record.game_at(0).map_or(1, |game| game.round());
        let mut rows = vec![Self::Round(round)];
        for number in 1..=record.cursor() {
            if matches!(action_at(record, number), Some(Action::Round)) {
                round += 1;
                rows.push(Self::Round(round));
            }
            rows.extend(entry_sentence(record, number).map(|words| Self::Entry(number, words)));
        }
        rows
    }

    /// Returns `true` for the row of this entry.
    fn is_entry(&self, number: usize) -> bool {
        matches!(self, Self::Entry(own, _) if *own == number)
    }

    fn height(&self, ui: &Ui) -> f32 {
        match self {
            Self::Round(_) => ROUND_HEIGHT,
            Self::Entry(_, words) => {
                let line = entry_line(ui, 0, words);
                TextLine::height_of(line.galley.size().y, line.height)
            }
        }
    }
}

/// Draws all entries in words, by round; returns the one that is pressed.
fn entries_ui(
    ui: &mut Ui,
    record: &Record,
    shown: usize,
    memory: &mut JournalList,
) -> Option<usize> {
    if record.cursor() == 0 {
        body("Nothing is recorded yet.").ui(ui);
        return None;
    }
    if ui.available_height() < LEAST {
        return None;
    }
    let key = (record.revision(), record.cursor());
    let JournalList { rows, list, listed } = memory;
    let rows = rows.of(key, || JournalRow::all(record));
    if *listed != key {
        *listed = key;
        list.truncate(0);
    }
    let index = rows.iter().position(|row| row.is_entry(shown)).unwrap_or_default();
    let focus = RowFocus { key: Id::unique((shown, key)), index };
    let mut pressed = None;
    list.show(
        ui,
        (rows.len(), focus),
        |ui, index| rows[index].height(ui),
        |ui, rect, index| match &rows[index] {
            JournalRow::Round(number) => group_heading_ui(ui, rect, &format!("Round {number}")),
            JournalRow::Entry(number, words) => {
                if entry_ui(ui, rect, record, (*number, words), shown == *number) {
                    pressed = Some(*number);
                }
            }
        },
    );
    pressed
}

/// Draws an entry with its number; hovering shows its line in the file. Returns `true` if it is
/// pressed.
fn entry_ui(
    ui: &Ui,
    rect: Rect,
    record: &Record,
    (number, words): (usize, &str),
    is_chosen: bool,
) -> bool {
    let response = ui.interact(rect, ui.scope_id().with(("entry", number)), Sense::click());
    let line = entry_line(ui, number, words).chosen(is_chosen);
    let placed = line.draw(ui, rect, response, Role::ListBoxOption);
    placed.number_ui(ui, caption(number.to_string()));
    let response = placed.response.on_hover_ui(|ui| {
        if let Some(action) = action_at(record, number) {
            ui.label(action_text(record, action));
        }
    });
    response.clicked()
}

fn entry_line(ui: &Ui, number: usize, words: &str) -> TextLine {
    let name = format!("{number}  {words}");
    TextLine::of(ui, name, body(words), NUMBER, 0.0).high(touch::TARGET)
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
