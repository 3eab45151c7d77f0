//! Text fields.

use std::ops::RangeInclusive;

use egui::emath::Numeric;
use egui::text::{CCursor, CCursorRange};
use egui::{Align2, DragValue, Event, Key, Modifiers, Response, Stroke, StrokeKind, TextEdit, Ui};

use super::{DecisivePart, error_ui, mark};
use crate::keyboard;
use crate::theme::{RADIUS, line, text, theme, touch};

/// The maximum number of characters in a field: twice as many as in a record, so that a text that
/// is too long is refused with a message and not shortened. Longer pasted text is truncated before
/// layout.
pub const MAX_TYPED: usize = 16_000;

/// The maximum number of characters in a name or a search.
pub const MAX_NAME: usize = 400;

/// Creates a text field high enough for a finger, with the text centered vertically.
pub fn line_edit(typed: &mut String) -> TextEdit<'_> {
    low_line_edit(typed).min_size(egui::vec2(0.0, touch::TARGET))
}

/// Creates a text field that is no higher than its text.
pub fn low_line_edit(typed: &mut String) -> TextEdit<'_> {
    TextEdit::singleline(typed).align(Align2::LEFT_CENTER).char_limit(MAX_TYPED)
}

/// Creates a text field of several lines.
pub fn lines_edit(typed: &mut String) -> TextEdit<'_> {
    TextEdit::multiline(typed).desired_rows(2).char_limit(MAX_TYPED)
}

/// Draws a text field for a name or a search. `label` is its accessible name, and its hint while it
/// is empty.
pub fn text_field_ui(ui: &mut Ui, typed: &mut String, label: &str) -> Response {
    let edit = line_edit(typed).char_limit(MAX_NAME).hint_text(label);
    ui.add(edit).accessible_name(label)
}

/// Draws a number to be typed or dragged, with its accessible name.
pub fn number_field_ui<N: Numeric>(
    ui: &mut Ui,
    name: &str,
    number: &mut N,
    range: RangeInclusive<N>,
) -> Response {
    let number = DragValue::new(number).range(range);
    ui.add_sized([touch::TARGET, touch::TARGET], number).accessible_name(name)
}

/// Returns `true` if Enter was pressed in a field, which then loses the focus.
pub fn is_entered(field: &Response) -> bool {
    entered_with(field).is_some()
}

/// Returns the modifiers held as Enter was pressed in a field, which then loses the focus; `None`
/// if it was not pressed.
pub fn entered_with(field: &Response) -> Option<Modifiers> {
    let pressed = field.ctx.input(|input| {
        input.events.iter().find_map(|event| match event {
            Event::Key { key: Key::Enter, pressed: true, modifiers, .. } => Some(*modifiers),
            _ => None,
        })
    });
    pressed.filter(|_| field.lost_focus())
}

/// A text field for a required text, such as the reason of an overruled entry.
///
/// It keeps the focus after Enter, so that nothing typed later acts as a shortcut. A refused text
/// stays, and the field is marked.
#[derive(Clone, Debug, Default)]
pub struct RequiredTextField {
    pub typed: String,
    /// The error message for a refused text, until the text is changed.
    error: Option<String>,
    /// The position for the cursor once the field has the focus, which it requests.
    wanted_cursor: Option<WantedCursor>,
    /// `true` if letters typed without any focus go into this field.
    holds_keys: bool,
    /// The frame in which the text was submitted to the record.
    submitted: Option<u64>,
}

impl From<&str> for RequiredTextField {
    fn from(typed: &str) -> Self {
        Self { typed: typed.to_owned(), ..Self::default() }
    }
}

/// The requested position of the cursor in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WantedCursor {
    AtEnd,
    /// Everything is selected, so that typing replaces it.
    OverAll,
}

impl RequiredTextField {
    /// Creates an empty field that requests the focus, and receives all typed text while it is
    /// drawn.
    pub fn holding_keys() -> Self {
        Self { wanted_cursor: Some(WantedCursor::AtEnd), holds_keys: true, ..Self::default() }
    }

    /// Sets the text.
    #[must_use]
    pub fn with(self, typed: impl Into<String>) -> Self {
        Self { typed: typed.into(), ..self }
    }

    /// Selects the text, so that typing replaces it.
    #[must_use]
    pub fn selected(self) -> Self {
        Self { wanted_cursor: Some(WantedCursor::OverAll), ..self }
    }

    /// Draws the field, named by its `label`; returns `true` if Enter was pressed in it.
    pub fn ui(&mut self, ui: &mut Ui, label: &Response, hint: &str) -> bool {
        self.take_keys(ui);
        let edit = line_edit(&mut self.typed).hint_text(hint).desired_width(f32::INFINITY);
        let field = ui.add(edit).labelled_by(label.id);
        mark(ui, DecisivePart::Choice, field.rect);
        let is_entered = is_entered(&field);
        if is_entered {
            self.wanted_cursor = Some(WantedCursor::AtEnd);
        }
        self.finish(ui, &field);
        is_entered
    }

    /// Draws the field for text of several lines.
    pub fn lines_ui(&mut self, ui: &mut Ui, label: &Response) {
        self.take_keys(ui);
        let edit = lines_edit(&mut self.typed).desired_width(f32::INFINITY);
        let field = ui.add(edit).labelled_by(label.id);
        self.finish(ui, &field);
    }

    /// Appends text that was typed without any focus.
    fn take_keys(&mut self, ui: &Ui) {
        if self.holds_keys {
            let typed = keyboard::take_buffered_text(ui.ctx());
            if !typed.is_empty() {
                let remaining = MAX_TYPED.saturating_sub(self.typed.chars().count());
                self.typed.extend(typed.chars().take(remaining));
                (self.error, self.wanted_cursor) = (None, Some(WantedCursor::AtEnd));
            }
        }
    }

    /// Gives the field the requested focus, and marks it if its text was refused.
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
            self.error = None;
        }
        if let Some(error) = &self.error {
            let mark = Stroke::new(line::MARK, theme(ui).bad);
            ui.painter().rect_stroke(field.rect, RADIUS, mark, StrokeKind::Inside);
            ui.ctx().accesskit_node_builder(field.id, |node| {
                node.set_invalid(egui::accesskit::Invalid::True);
                node.set_description(error.as_str());
            });
            error_ui(ui, error, text::BODY);
        }
    }

    /// Returns the text without surrounding spaces. If it is empty, refuses it with the message
    /// `missing`.
    pub fn words(&mut self, missing: &str) -> Option<String> {
        let words = self.typed.trim();
        if words.is_empty() {
            self.refuse(missing);
            return None;
        }
        Some(words.to_owned())
    }

    /// Records that the text was submitted to the record in this frame.
    pub fn submit(&mut self, ui: &Ui) {
        self.submitted = Some(ui.ctx().cumulative_frame_nr());
    }

    /// Returns `true` once a submitted text is among those `written` in the record; refuses the
    /// text if it is not.
    pub fn is_recorded<'a>(&mut self, ui: &Ui, written: impl IntoIterator<Item = &'a str>) -> bool {
        let now = ui.ctx().cumulative_frame_nr();
        if self.submitted.take_if(|frame| *frame < now).is_none() {
            return false;
        }
        let is_taken = written
            .into_iter()
            .any(|other| other.split_whitespace().eq(self.typed.split_whitespace()));
        if !is_taken {
            self.refuse("It was not recorded.");
        }
        is_taken
    }

    /// Refuses the text with this message: marks the field and requests the focus.
    pub fn refuse(&mut self, why: impl Into<String>) {
        self.error = Some(why.into());
        self.wanted_cursor = Some(WantedCursor::AtEnd);
    }
}

/// Selects the whole text of a field.
pub fn select_all(ui: &Ui, field: &Response, typed: &str) {
    let end = CCursor::new(typed.chars().count());
    place_cursor(ui, field, CCursorRange::two(CCursor::new(0), end));
}

/// Sets the cursor or selection of a field.
fn place_cursor(ui: &Ui, field: &Response, range: CCursorRange) {
    if let Some(mut state) = TextEdit::load_state(ui.ctx(), field.id) {
        state.cursor.set_char_range(Some(range));
        state.store(ui.ctx(), field.id);
    }
}
