//! A line to type in.

use egui::text::{CCursor, CCursorRange};
use egui::{Align2, Key, Response, Stroke, StrokeKind, TextEdit, Ui};

use super::{Decisive, mark, trouble_ui};
use crate::keyboard;
use crate::theme::{RADIUS, line, text, theme, touch};

/// The most characters that a field takes: twice as many as a record, so that a text that is too
/// long is refused with words and not shortened. Pasted text beyond them is cut off before layout.
pub const MOST_TYPED: usize = 16_000;

/// The most characters of a name, or of what is searched for.
pub const MOST_IN_NAME: usize = 400;

/// A line to type in, as high as a finger, with the words in the middle of its height.
pub fn line_edit(typed: &mut String) -> TextEdit<'_> {
    low_line_edit(typed).min_size(egui::vec2(0.0, touch::TARGET))
}

/// A line to type in that is no higher than its words.
pub fn low_line_edit(typed: &mut String) -> TextEdit<'_> {
    TextEdit::singleline(typed).align(Align2::LEFT_CENTER).char_limit(MOST_TYPED)
}

/// Several lines to type in.
pub fn lines_edit(typed: &mut String) -> TextEdit<'_> {
    TextEdit::multiline(typed).desired_rows(2).char_limit(MOST_TYPED)
}

/// Such a line for a name or a search. It is called `label`, which is also its hint while it is
/// empty.
pub fn text_field_ui(ui: &mut Ui, typed: &mut String, label: &str) -> Response {
    let edit = line_edit(typed).char_limit(MOST_IN_NAME).hint_text(label);
    ui.add(edit).accessible_name(label)
}

/// Whether Enter was pressed in a field, which leaves it.
pub fn is_entered(field: &Response) -> bool {
    field.lost_focus() && field.ctx.input(|input| input.key_pressed(Key::Enter))
}

/// A line for words that something cannot do without, such as the reason of an overruled entry.
///
/// Enter leaves it the keyboard, so that nothing typed after it acts as a shortcut; words that are
/// not taken stay, and the line is marked.
#[derive(Clone, Debug, Default)]
pub struct WordsField {
    pub typed: String,
    /// The reason the words were refused, until they are changed.
    trouble: Option<String>,
    /// Position of the cursor once the line has the keyboard, which it asks for.
    wanted_cursor: Option<WantedCursor>,
    /// `true` if letters typed while no line has the keyboard go into this one.
    holds_keys: bool,
    /// In which frame the words were handed over to the record.
    handed_over: Option<u64>,
}

impl From<&str> for WordsField {
    fn from(typed: &str) -> Self {
        Self { typed: typed.to_owned(), ..Self::default() }
    }
}

/// Position that the cursor of a line is put at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WantedCursor {
    AtEnd,
    /// Everything is selected, so that typing replaces it.
    OverAll,
}

impl WordsField {
    /// Returns an empty line that takes the keyboard, and everything typed as long as it is drawn.
    pub fn holding_keys() -> Self {
        Self { wanted_cursor: Some(WantedCursor::AtEnd), holds_keys: true, ..Self::default() }
    }

    /// Returns the line with these words in it.
    #[must_use]
    pub fn with(self, typed: impl Into<String>) -> Self {
        Self { typed: typed.into(), ..self }
    }

    /// Returns the line with its words selected, so that typing replaces them.
    #[must_use]
    pub fn selected(self) -> Self {
        Self { wanted_cursor: Some(WantedCursor::OverAll), ..self }
    }

    /// Draws the line, named by its `label`; returns `true` if Enter was pressed in it.
    pub fn ui(&mut self, ui: &mut Ui, label: &Response, hint: &str) -> bool {
        self.take_keys(ui);
        let edit = line_edit(&mut self.typed).hint_text(hint).desired_width(f32::INFINITY);
        let field = ui.add(edit).labelled_by(label.id);
        mark(ui, Decisive::Choice, field.rect);
        let is_entered = is_entered(&field);
        if is_entered {
            self.wanted_cursor = Some(WantedCursor::AtEnd);
        }
        self.finish(ui, &field);
        is_entered
    }

    /// The same for words of several lines.
    pub fn lines_ui(&mut self, ui: &mut Ui, label: &Response) {
        self.take_keys(ui);
        let edit = lines_edit(&mut self.typed).desired_width(f32::INFINITY);
        let field = ui.add(edit).labelled_by(label.id);
        self.finish(ui, &field);
    }

    /// Takes what was typed while nothing had the keyboard.
    fn take_keys(&mut self, ui: &Ui) {
        if self.holds_keys {
            let typed = keyboard::held_words(ui.ctx());
            if !typed.is_empty() {
                let room = MOST_TYPED.saturating_sub(self.typed.chars().count());
                self.typed.extend(typed.chars().take(room));
                (self.trouble, self.wanted_cursor) = (None, Some(WantedCursor::AtEnd));
            }
        }
    }

    /// Gives the line the keyboard if it asks for it, and marks it if its words were not taken.
    fn finish(&mut self, ui: &mut Ui, field: &Response) {
        if let Some(wanted) = self.wanted_cursor {
            if field.has_focus() {
                self.wanted_cursor = None;
                match wanted {
                    WantedCursor::AtEnd => {
                        let end = CCursor::new(self.typed.chars().count());
                        place_cursor(ui, field, CCursorRange::one(end));
                    }
                    WantedCursor::OverAll => select_all(ui, field, &self.typed),
                }
            } else {
                field.request_focus();
                ui.ctx().request_repaint();
            }
        }
        if field.changed() {
            self.trouble = None;
        }
        if let Some(trouble) = &self.trouble {
            let mark = Stroke::new(line::MARK, theme(ui).bad);
            ui.painter().rect_stroke(field.rect, RADIUS, mark, StrokeKind::Inside);
            ui.ctx().accesskit_node_builder(field.id, |node| {
                node.set_invalid(egui::accesskit::Invalid::True);
                node.set_description(trouble.as_str());
            });
            trouble_ui(ui, trouble, text::BODY);
        }
    }

    /// Returns the words without the spaces around them. If there are none, marks the line, says
    /// what is `missing` and gives it the keyboard.
    pub fn words(&mut self, missing: &str) -> Option<String> {
        let words = self.typed.trim();
        if words.is_empty() {
            self.refuse(missing);
            return None;
        }
        Some(words.to_owned())
    }

    /// Notes that the words are handed over to the record.
    pub fn hand_over(&mut self, ui: &Ui) {
        self.handed_over = Some(ui.ctx().cumulative_frame_nr());
    }

    /// Returns `true` once words that were handed over are among those `written` in the record;
    /// marks the line if they are not.
    pub fn is_taken<'a>(&mut self, ui: &Ui, written: impl IntoIterator<Item = &'a str>) -> bool {
        let now = ui.ctx().cumulative_frame_nr();
        if self.handed_over.take_if(|frame| *frame < now).is_none() {
            return false;
        }
        let is_same = |other: &str| other.split_whitespace().eq(self.typed.split_whitespace());
        let is_taken = written.into_iter().any(is_same);
        if !is_taken {
            self.refuse("It was not recorded.");
        }
        is_taken
    }

    /// Marks the line, says why its words are not taken, and gives it the keyboard.
    pub fn refuse(&mut self, why: impl Into<String>) {
        self.trouble = Some(why.into());
        self.wanted_cursor = Some(WantedCursor::AtEnd);
    }
}

/// Selects everything that is typed in a field.
pub fn select_all(ui: &Ui, field: &Response, typed: &str) {
    let end = CCursor::new(typed.chars().count());
    place_cursor(ui, field, CCursorRange::two(CCursor::new(0), end));
}

/// Puts the cursor of a line over this part of what is typed.
fn place_cursor(ui: &Ui, field: &Response, range: CCursorRange) {
    if let Some(mut state) = TextEdit::load_state(ui.ctx(), field.id) {
        state.cursor.set_char_range(Some(range));
        state.store(ui.ctx(), field.id);
    }
}
