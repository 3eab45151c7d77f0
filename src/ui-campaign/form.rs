//! Parts of forms that several pages have.

use std::ops::RangeInclusive;
use std::str::FromStr;

use egui::emath::Numeric;
use egui::{Align, Layout, Response, Sense, Ui, Vec2, vec2};

use ui_kit::theme::{text, touch};
use ui_kit::widgets::{
    MAX_NAME, MAX_TYPED, body, button, caption, error_ui, is_entered, line_edit, number_field_ui,
    toggle_button, wide_row_ui, wide_row_words_ui,
};

use crate::CampaignCx;
use crate::citation::cited_ui;

/// The width of a field for a name, in points.
const NAME_WIDTH: f32 = 200.0;
/// The width of a field for a list, in points.
const LIST_WIDTH: f32 = 440.0;

/// The width of the label before a number or a list, in points.
const LABEL: f32 = 104.0;

/// Draws a number or a list with its label.
pub(super) fn value_ui(ui: &mut Ui, label: &str, words: &str) {
    wide_row_words_ui(ui, LABEL, label, words);
}

/// Draws a number with its label, and with links to the rules that it cites.
pub(super) fn cited_value_ui(ui: &mut Ui, cx: CampaignCx<'_>, label: &str, words: String) {
    wide_row_ui(ui, LABEL, label, |ui| cited_ui(ui, cx, body(words)));
}

/// Draws a labeled field for a name or a few words; returns `true` if Enter was pressed in it.
pub(super) fn words_field_ui(ui: &mut Ui, label: &str, typed: &mut String, hint: &str) -> bool {
    limited_field_ui(ui, (label, NAME_WIDTH), typed, (hint, MAX_NAME))
}

/// Draws a labeled field for a list of words; returns `true` if Enter was pressed in it.
pub(super) fn list_field_ui(ui: &mut Ui, label: &str, typed: &mut String, hint: &str) -> bool {
    limited_field_ui(ui, (label, LIST_WIDTH), typed, (hint, MAX_TYPED))
}

fn limited_field_ui(
    ui: &mut Ui,
    (label, width): (&str, f32),
    typed: &mut String,
    (hint, most): (&str, usize),
) -> bool {
    let shown = caption(label).ui(ui);
    let edit = line_edit(typed).char_limit(most).hint_text(hint).desired_width(width);
    let field = ui.add(edit).labelled_by(shown.id).accessible_name(label);
    let is_entered = is_entered(&field);
    if is_entered {
        // What is typed next goes into the field, and is no key of the page.
        field.request_focus();
    }
    is_entered
}

/// Draws a labeled number with buttons that change it by one.
pub(super) fn stepper_ui<N: Numeric + PartialOrd>(
    ui: &mut Ui,
    label: &str,
    number: &mut N,
    range: RangeInclusive<N>,
) {
    named_stepper_ui(ui, (label, label), number, range);
}

/// Draws a number with its label, and with an accessible name that says more.
pub(super) fn named_stepper_ui<N: Numeric + PartialOrd>(
    ui: &mut Ui,
    (label, name): (&str, &str),
    number: &mut N,
    range: RangeInclusive<N>,
) {
    // A layout of its own, so that it wraps to the next line as a whole.
    let steps = 3.0 * (touch::TARGET + ui.spacing().item_spacing.x);
    let size = vec2(caption(label).lay(ui).size().x + steps, touch::TARGET);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        caption(label).ui(ui);
        let change = |by: f64, of: &N| N::from_f64(of.to_f64() + by);
        let is_above = *number > *range.start();
        if step_ui(ui, "−", &format!("{name}: one less"), is_above).clicked() {
            *number = change(-1.0, number);
        }
        number_field_ui(ui, name, number, range.clone());
        let is_below = *number < *range.end();
        if step_ui(ui, "+", &format!("{name}: one more"), is_below).clicked() {
            *number = change(1.0, number);
        }
    });
}

fn step_ui(ui: &mut Ui, sign: &str, name: &str, is_enabled: bool) -> Response {
    // The number takes the arrow keys, so that Tab goes from number to number.
    let step = button(sign).min_size(Vec2::splat(touch::TARGET)).sense(Sense::CLICK);
    let response = ui.add_enabled(is_enabled, step);
    response.accessible_name(name)
}

/// Draws buttons for a choice, which may still be open; returns `true` if one was pressed.
pub(super) fn choice_ui<T: Copy + PartialEq>(
    ui: &mut Ui,
    chosen: &mut Option<T>,
    all: &[(T, &str)],
) -> bool {
    let mut is_pressed = false;
    for (one, label) in all {
        if ui.add(toggle_button(*chosen == Some(*one), *label)).clicked() {
            *chosen = Some(*one);
            is_pressed = true;
        }
    }
    is_pressed
}

/// A request to scroll to a form that was unfolded from elsewhere.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ScrollRequest(bool);

impl ScrollRequest {
    /// Requests that the form comes into view.
    pub(super) const fn set(&mut self) {
        self.0 = true;
    }

    /// Scrolls so that what is drawn next is at the top, if that was requested.
    pub(super) fn follow(&mut self, ui: &Ui) {
        if std::mem::take(&mut self.0) {
            ui.scroll_to_cursor(Some(Align::TOP));
        }
    }
}

/// Draws the reason why a form cannot be recorded, if there is one.
pub(super) fn problem_ui(ui: &mut Ui, problem: Option<&str>) {
    if let Some(problem) = problem {
        error_ui(ui, problem, text::BODY);
    }
}

/// Parses a number that was typed; the error says what is missing.
pub(super) fn typed_number<N: FromStr>(typed: &str, missing: &str) -> Result<N, String> {
    typed.trim().parse().map_err(|_no_number| missing.to_owned())
}

/// Parses numbers with blanks or commas between them; the error says what is missing.
pub(super) fn typed_numbers<N: FromStr>(typed: &str, missing: &str) -> Result<Vec<N>, String> {
    let words = typed.split([' ', ',', ';']).filter(|word| !word.is_empty());
    words.map(|word| typed_number(word, missing)).collect()
}

/// Parses this many numbers.
pub(super) fn typed_array<N: FromStr, const COUNT: usize>(
    typed: &str,
    missing: &str,
) -> Result<[N; COUNT], String> {
    typed_numbers(typed, missing)?.try_into().map_err(|_other_count| missing.to_owned())
}
