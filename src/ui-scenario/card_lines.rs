//! The owner's cards as lines of text, to look at and to correct.

use egui::text::{LayoutJob, TextFormat};
use egui::{Stroke, Ui, vec2};
use memo::Memo;
use plain_text::{has_every_word, listed};

use crate::{ScenarioCommand, ScenarioMemory};
use scenario_cards::{CardEdit, CardError};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{line, space, text, theme, touch};
use ui_kit::widgets::{body, button, caption, error_ui, lines_edit, text_field_ui, toggle_button};
use ui_menu::Menu;

/// The maximum number of lines shown at a time.
const MAX_SHOWN: usize = 30;

/// The state of the page.
#[derive(Debug, Default)]
pub(super) struct CardLines {
    /// The lines of all cards.
    lines: Vec<String>,
    /// The number of times the cards were set.
    version: usize,
    query: String,
    /// The indices of the lines that match the query.
    matching: Memo<(usize, String), Vec<usize>>,
    /// The line being corrected; `None` for a new one.
    edited: Option<String>,
    /// The text typed for it.
    typed: String,
    /// The refusal of the typed text, until it is changed.
    error: Option<CardError>,
    /// `true` while the typed text is being saved; it stays if that fails.
    is_saving: bool,
}

impl CardLines {
    /// Shows other cards, as text.
    pub(super) fn set(&mut self, cards: &str) {
        self.lines = cards.lines().map(str::to_owned).collect();
        self.version += 1;
        if self.is_saving {
            self.edit(None);
        }
    }

    /// Starts to correct a line, or to type a new one.
    fn edit(&mut self, edited: Option<String>) {
        self.typed = edited.clone().unwrap_or_default();
        self.edited = edited;
        self.error = None;
        self.is_saving = false;
    }
}

/// Draws the page.
pub(super) fn card_lines_ui(
    ui: &mut Ui,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    ui.horizontal(|ui| {
        let import = ui.add(button("Import…"));
        let hint = "Edition files (JSON) that you have, or a file of cards. \
                    Dropping them on the window does the same.";
        if import.on_hover_text(hint).clicked() {
            commands.push(ScenarioCommand::Menu(Menu::ImportCards));
        }
        ui.add_space(space::S);
        let counts = if memory.cards.is_empty() {
            "You have no cards yet.".to_owned()
        } else {
            listed(&memory.cards.counts())
        };
        caption(counts).ui(ui);
    });
    edit_ui(ui, memory, commands);
    if memory.card_lines.lines.is_empty() {
        caption(
            "A card that is typed once is found by its initiative from then on: \
             ability Guard 15: shield 1, attack +0",
        )
        .ui(ui);
        return;
    }
    ui.add_space(space::S);
    text_field_ui(ui, &mut memory.card_lines.query, "Find a card");
    matching_ui(ui, &mut memory.card_lines);
}

/// Draws the field of a line, with the buttons that save or remove it.
fn edit_ui(ui: &mut Ui, memory: &mut ScenarioMemory, commands: &CommandQueue<ScenarioCommand>) {
    let ScenarioMemory { cards, card_lines: page, .. } = memory;
    let label = if page.edited.is_some() { "Correct this line" } else { "Add a line" };
    caption(label).ui(ui);
    let edit = lines_edit(&mut page.typed).desired_width(f32::INFINITY);
    let response = ui.add(edit).accessible_name(label);
    // A card is one line, so Enter saves it.
    let is_entered = page.typed.contains('\n');
    if response.changed() {
        page.typed.retain(|letter| letter != '\n');
        page.error = None;
        page.is_saving = false;
    }
    let is_typed = !page.typed.trim().is_empty();
    let mut edit = None;
    ui.horizontal(|ui| {
        let saves = ui.add_enabled(is_typed, button("Save the line")).clicked();
        if is_typed && (saves || is_entered) {
            let added = Some(page.typed.trim().to_owned());
            edit = Some(CardEdit { removed: page.edited.clone(), added });
        }
        if page.edited.is_some() {
            if ui.add(button("Remove it")).clicked() {
                edit = Some(CardEdit { removed: page.edited.clone(), added: None });
            }
            if ui.add(button("Cancel")).clicked() {
                page.edit(None);
            }
        }
    });
    if let Some(edit) = edit {
        match cards.edited(&edit) {
            Ok(_) => {
                page.is_saving = true;
                commands.push(ScenarioCommand::EditCards(edit));
            }
            Err(errors) => page.error = errors.0.into_iter().next(),
        }
    }
    if let Some(error) = &page.error {
        card_error_ui(ui, error);
    }
}

/// Draws the refusal of a line: its place underlined, and a valid line.
fn card_error_ui(ui: &mut Ui, error: &CardError) {
    error_ui(ui, &format!("Expected {}", error.expected), text::SMALL);
    let (ink, bad) = (theme(ui).ink, theme(ui).bad);
    let plain = TextFormat::simple(text::sans(text::BODY), ink);
    let underlined = TextFormat { underline: Stroke::new(line::MARK, bad), ..plain.clone() };
    let mut job = LayoutJob::default();
    job.wrap.max_width = ui.available_width();
    let end = error.offset + error.width;
    let part = |from: usize, to: usize| {
        error.excerpt.chars().skip(from).take(to - from).collect::<String>()
    };
    job.append(&part(0, error.offset), 0.0, plain.clone());
    let at_place = part(error.offset, end);
    // A place at the end of the line has nothing to underline.
    let at_place = if at_place.is_empty() { "\u{a0}\u{a0}".to_owned() } else { at_place };
    job.append(&at_place, 0.0, underlined);
    job.append(&part(end, error.excerpt.chars().count().max(end)), 0.0, plain);
    ui.label(job);
    caption(format!("A valid line: {}", error.example)).ui(ui);
}

/// Draws the lines that match the query.
fn matching_ui(ui: &mut Ui, page: &mut CardLines) {
    let key = (page.version, page.query.clone());
    let matching = page.matching.of(key, || {
        let lines = page.lines.iter().enumerate();
        lines.filter(|(_, line)| has_every_word(line, &page.query)).map(|(at, _)| at).collect()
    });
    let hidden = matching.len().saturating_sub(MAX_SHOWN);
    let mut chosen = None;
    for line in matching.iter().take(MAX_SHOWN).filter_map(|&at| page.lines.get(at)) {
        let is_edited = page.edited.as_ref() == Some(line);
        let size = vec2(ui.available_width(), touch::TARGET);
        let entry = toggle_button(is_edited, body(line.as_str()).rich(ui)).wrap().min_size(size);
        if ui.add(entry).clicked() {
            chosen = Some(line.clone());
        }
    }
    if matching.is_empty() {
        caption("No line has these words.").ui(ui);
    }
    if hidden > 0 {
        caption(format!("{hidden} more: type more words of the line.")).ui(ui);
    }
    if chosen.is_some() {
        page.edit(chosen);
    }
}
