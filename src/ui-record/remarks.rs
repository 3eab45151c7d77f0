//! Notes, which are entries, and marks, which are comments on entries.

use egui::{ScrollArea, Ui};

use record::{Change, Record, RecordedGame};
use ui_kit::widgets::{RequiredTextField, button, caption, toggle_button};

/// The form for a note or a mark.
#[derive(Clone, Debug, Default)]
pub struct RemarkForm {
    words: RequiredTextField,
}

impl RemarkForm {
    /// Draws the form for the entry in view; returns the changes that it asks for.
    ///
    /// `latest` is the text of the latest entry if it is a note. `note` creates the action of a
    /// note.
    pub fn ui<G: RecordedGame>(
        &mut self,
        ui: &mut Ui,
        (record, shown): (&Record<G>, usize),
        latest: Option<&str>,
        note: impl FnOnce(String) -> G::Action,
    ) -> Vec<Change<G>> {
        let Self { words } = self;
        let comments = record.commented_entries();
        let written = latest.into_iter().chain(comments.iter().map(|(_, words)| *words));
        if words.is_recorded(ui, written) {
            words.typed.clear();
        }
        let label = caption("Words for a note or a mark").ui(ui);
        words.ui(ui, &label, "");
        let (mut recorded, mut unmarked) = (None, Vec::new());
        ui.horizontal_wrapped(|ui| {
            let is_now = shown == record.cursor();
            if ui.add_enabled(is_now, button("Write a note")).clicked() {
                let typed = words.words("A note needs words.");
                recorded = typed.map(|typed| vec![Change::Play(note(typed))]);
            }
            if ui.add_enabled(shown > 0, button("Mark this entry")).clicked() {
                let typed = words.words("A mark needs words.");
                recorded = typed.map(|typed| mark_at(record, shown, typed));
            }
            let is_marked = comments.iter().any(|(entry, _)| *entry == shown);
            if is_marked && ui.add(button("Take the mark away")).clicked() {
                unmarked = mark_at(record, shown, String::new());
            }
        });
        match recorded {
            Some(changes) => {
                words.submit(ui);
                changes
            }
            None => unmarked,
        }
    }
}

/// Returns the changes that mark an entry; an empty text removes its mark.
fn mark_at<G: RecordedGame>(record: &Record<G>, entry: usize, words: String) -> Vec<Change<G>> {
    record
        .on_main_line(entry)
        .map(|id| record.changes_at(id, Change::Comment(words)))
        .unwrap_or_default()
}

/// Draws the marked entries; returns the one that is pressed.
pub fn marks_ui<G: RecordedGame>(ui: &mut Ui, record: &Record<G>, shown: usize) -> Option<usize> {
    let marked = record.commented_entries();
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
