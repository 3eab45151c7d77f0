//! The annotations of an entry: a mark, a comment, and the variations played instead.

use egui::{Button, Ui, vec2};
use plain_text::counted;

use journal::{Change, EntryId, EntryRating};
use memo::Memo;
use narration::sentence::short;
use table::table::Table;
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_kit::theme::{dense, space, touch};
use ui_kit::widgets::{
    RequiredTextField, SignWeight, body, caption, group_ui, panel_header_ui, sign_ui,
};
use ui_menu::Menu;

/// The annotation being written; belongs to one record.
#[derive(Default)]
pub(super) struct AnnotationMemory {
    /// The entry whose comment or name is being typed, and the field.
    writing: Option<(EntryId, Writing, RequiredTextField)>,
    /// The variations of an entry in words, cached by the version of the table.
    variations: Memo<(u64, EntryId), Vec<ListedVariation>>,
}

/// The kind of text being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Writing {
    Comment,
    Name,
}

impl Writing {
    const fn label(self) -> &'static str {
        match self {
            Self::Comment => "Comment",
            Self::Name => "Name of the line",
        }
    }

    fn change(self, text: String) -> Change {
        match self {
            Self::Comment => Change::Comment(text),
            Self::Name => Change::Name(text),
        }
    }
}

/// A variation in words.
struct ListedVariation {
    first: EntryId,
    name: String,
    text: String,
}

/// Draws the buttons to mark, comment, promote and repair the viewed entry, and the field of the
/// annotation being written.
pub(super) fn annotations_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut AnnotationMemory) {
    let id = cx.table.shown_entry();
    ui.horizontal_wrapped(|ui| {
        dense(ui);
        ui.spacing_mut().item_spacing.x = space::XS;
        if id != EntryId::START {
            marks_ui(ui, cx, id);
        }
        let has_comment = !cx.table.journal().entry(id).comment().is_empty();
        let label = if has_comment { "Edit the comment…" } else { "Comment…" };
        if ui.button(label).clicked() {
            let text = cx.table.journal().entry(id).comment();
            let words = RequiredTextField::holding_keys().with(text);
            memory.writing = Some((id, Writing::Comment, words));
        }
        if cx.table.is_in_variation() {
            if ui.button("Make it the main line").clicked() {
                cx.commands.push(FoundersCommand::Change(cx.table.journal().promote(id)));
            }
            return;
        }
        if cx.table.is_detached() {
            return;
        }
        if cx.table.shown_number() > 0 && ui.button("Repair…").clicked() {
            cx.commands.push(FoundersCommand::OpenRepair(cx.table.shown_number()));
        }
        if cx.table.is_past() && ui.button(Menu::UndoHere.label()).clicked() {
            cx.commands.push(FoundersCommand::Menu(Menu::UndoHere));
        }
    });
    writing_ui(ui, cx, id, memory);
}

fn marks_ui(ui: &mut Ui, cx: Cx<'_>, id: EntryId) {
    let now = cx.table.journal().entry(id).mark();
    for mark in EntryRating::ALL {
        let is_on = now == Some(mark);
        let response = ui
            .add(Button::selectable(is_on, mark_label(mark)))
            .on_hover_text("Marks the entry; again, it takes the mark away.");
        if response.clicked() {
            let change = Change::Mark((!is_on).then_some(mark));
            cx.commands.push(FoundersCommand::Change(cx.table.journal().changes_at(id, change)));
        }
    }
}

/// Returns the label of a mark, with a capital.
const fn mark_label(mark: EntryRating) -> &'static str {
    match mark {
        EntryRating::Good => "Good",
        EntryRating::Doubtful => "Doubtful",
        EntryRating::Wrong => "Wrong",
    }
}

/// Draws the field of the annotation being written, if it belongs to this entry.
fn writing_ui(ui: &mut Ui, cx: Cx<'_>, id: EntryId, memory: &mut AnnotationMemory) {
    let Some((of, what, typed)) = &mut memory.writing else {
        return;
    };
    let entry = cx.table.journal().entry(*of);
    let written = match what {
        Writing::Comment => entry.comment(),
        Writing::Name => entry.name(),
    };
    if typed.is_recorded(ui, [written]) {
        memory.writing = None;
        return;
    }
    let belongs_here = *of == id || *what == Writing::Name;
    if !belongs_here {
        return;
    }
    let label = caption(what.label()).plain().ui(ui);
    let is_entered = match what {
        Writing::Comment => {
            typed.lines_ui(ui, &label);
            false
        }
        Writing::Name => typed.ui(ui, &label, ""),
    };
    let mut is_discarded = false;
    ui.horizontal(|ui| {
        let size = vec2(72.0, touch::TARGET - space::S);
        if ui.add(Button::new("Keep").min_size(size)).clicked() || is_entered {
            let change = what.change(typed.typed.trim().to_owned());
            cx.commands.push(FoundersCommand::Change(cx.table.journal().changes_at(*of, change)));
            typed.submit(ui);
        }
        is_discarded = ui.add(Button::new("Discard").min_size(size)).clicked();
    });
    if is_discarded {
        memory.writing = None;
    }
}

/// Draws the variations played instead of the viewed entry.
pub(super) fn variations_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut AnnotationMemory) {
    let id = cx.table.shown_entry();
    let version = cx.table.version();
    let variations = memory.variations.of((version, id), || listed_variations(cx.table));
    if variations.is_empty() {
        return;
    }
    ui.add_space(space::M);
    panel_header_ui(ui, "Played instead");
    let mut renamed = None;
    for variation in variations {
        group_ui(ui, variation.text.clone(), |ui| {
            if !variation.name.is_empty() {
                sign_ui(ui, &variation.name, SignWeight::Plain);
            }
            body(&variation.text).muted().ui(ui);
            ui.horizontal_wrapped(|ui| {
                dense(ui);
                if ui.button("Look at it").clicked() {
                    cx.commands.push(FoundersCommand::ViewAnyEntry(variation.first));
                }
                if ui.button("Make it the main line").clicked() {
                    let changes = cx.table.journal().promote(variation.first);
                    cx.commands.push(FoundersCommand::Change(changes));
                }
                if ui.button("Name…").clicked() {
                    renamed = Some((variation.first, variation.name.clone()));
                }
            });
        });
    }
    if let Some((first, name)) = renamed {
        memory.writing = Some((first, Writing::Name, RequiredTextField::holding_keys().with(name)));
    }
}

/// Returns the variations of the viewed entry in words.
fn listed_variations(table: &Table) -> Vec<ListedVariation> {
    let journal = table.journal();
    let number = table.shown_number();
    if table.is_in_variation() {
        return Vec::new();
    }
    // The start of the game has no variations.
    let Some(before) = number.checked_sub(1).and_then(|n| journal.game_at(n)) else {
        return Vec::new();
    };
    journal
        .variations_at(number)
        .into_iter()
        .map(|variation| {
            let entry = journal.entry(variation.first);
            let first = entry
                .action()
                .map(|action| short(table.named_game_of(&before), action))
                .unwrap_or_default();
            let text = format!("{first} ({})", counted(variation.length, "entry", "entries"));
            ListedVariation { first: variation.first, name: entry.name().to_owned(), text }
        })
        .collect()
}
