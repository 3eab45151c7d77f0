//! The list of entries in words, under headings. A press chooses an entry.

use egui::accesskit::Role;
use egui::{Id, Rect, Sense, Ui};

use memo::Memo;
use ui_kit::theme::touch;
use ui_kit::widgets::{RowFocus, RowList, TextLine, body, caption, group_heading_ui};

/// The width of the number before an entry, in points.
const NUMBER: f32 = 36.0;
/// The height of a heading, in points.
const HEADING_HEIGHT: f32 = 32.0;
/// The minimum height of the list, in points; with less space it is not drawn.
const MIN_HEIGHT: f32 = 96.0;

/// A row of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryRow {
    /// A heading above entries.
    Heading(String),
    /// An entry in words, with its number from 1.
    Entry(usize, String),
}

impl EntryRow {
    fn is_entry(&self, number: usize) -> bool {
        matches!(self, Self::Entry(own, _) if *own == number)
    }

    fn height(&self, ui: &Ui) -> f32 {
        match self {
            Self::Heading(_) => HEADING_HEIGHT,
            Self::Entry(_, words) => {
                let line = entry_line(ui, 0, words);
                TextLine::height_of(line.galley.size().y, line.height)
            }
        }
    }
}

/// The list of entries, computed once for each state of the record.
#[derive(Default)]
pub struct EntryList {
    rows: Memo<(usize, usize), Vec<EntryRow>>,
    list: RowList,
    /// The rows for which `list` holds heights.
    listed: (usize, usize),
}

impl EntryList {
    /// Draws the list, scrolled to the chosen entry; returns the entry that is pressed.
    ///
    /// `key` is the revision of the record and its number of entries, for which `rows` computes the
    /// rows. `line` returns an entry as the record writes it, shown on hovering.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        key: (usize, usize),
        chosen: usize,
        rows: impl FnOnce() -> Vec<EntryRow>,
        line: impl Fn(usize) -> Option<String>,
    ) -> Option<usize> {
        if key.1 == 0 {
            body("Nothing is recorded yet.").ui(ui);
            return None;
        }
        if ui.available_height() < MIN_HEIGHT {
            return None;
        }
        let Self { rows: cached, list, listed } = self;
        let rows = cached.of(key, rows);
        if *listed != key {
            *listed = key;
            list.truncate(0);
        }
        let index = rows.iter().position(|row| row.is_entry(chosen)).unwrap_or_default();
        let focus = RowFocus { key: Id::unique((chosen, key)), index };
        let mut pressed = None;
        list.show(
            ui,
            (rows.len(), focus),
            |ui, index| rows[index].height(ui),
            |ui, rect, index| match &rows[index] {
                EntryRow::Heading(words) => group_heading_ui(ui, rect, words),
                EntryRow::Entry(number, words) => {
                    if entry_ui(ui, rect, (*number, words), chosen == *number, &line) {
                        pressed = Some(*number);
                    }
                }
            },
        );
        pressed
    }
}

/// Draws an entry with its number; returns `true` if it is pressed.
fn entry_ui(
    ui: &Ui,
    rect: Rect,
    (number, words): (usize, &str),
    is_chosen: bool,
    line: &impl Fn(usize) -> Option<String>,
) -> bool {
    let response = ui.interact(rect, ui.scope_id().with(("entry", number)), Sense::click());
    let placed = entry_line(ui, number, words).chosen(is_chosen).draw(
        ui,
        rect,
        response,
        Role::ListBoxOption,
    );
    placed.number_ui(ui, caption(number.to_string()));
    let response = placed.response.on_hover_ui(|ui| {
        if let Some(line) = line(number) {
            ui.label(line);
        }
    });
    response.clicked()
}

fn entry_line(ui: &Ui, number: usize, words: &str) -> TextLine {
    let name = format!("{number}  {words}");
    TextLine::of(ui, name, body(words), NUMBER, 0.0).high(touch::TARGET)
}
