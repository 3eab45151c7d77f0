//! The page of the record, entry by entry. A press shows the campaign after an entry, with the
//! receipt of the entry.

use egui::{ScrollArea, Ui};

use campaign::Record;
use campaign::action::print_action;
use campaign::record::action_at;
use campaign::sentence::sentence_of;
use campaign_rules::Action;
use campaign_rules::event::EventKind;
use plain_text::counted;
use ui_kit::theme::space;
use ui_kit::widgets::{button, caption, hairline_ui, toggle_button};
use ui_menu::Menu;
use ui_record::{EntryList, EntryRow, RemarkForm, marks_ui};

use crate::receipt::receipt_ui;
use crate::{CampaignCommand, CampaignCx, CampaignMemory};

/// The maximum height of a receipt, in points.
const RECEIPT: f32 = 160.0;

/// The part of the page that a receipt takes at most.
const RECEIPT_SHARE: f32 = 0.3;

/// The state of the page.
#[derive(Default)]
pub(super) struct CampaignJournal {
    list: EntryList,
    remark: RemarkForm,
    /// `true` if the tools for an entry are shown.
    shows_more: bool,
}

/// Draws the page; `whole` is the whole record.
pub(super) fn journal_ui(
    ui: &mut Ui,
    cx: CampaignCx<'_>,
    whole: &Record,
    memory: &mut CampaignMemory,
) {
    let last = whole.cursor();
    let shown = memory.record_view.entry(whole);
    let mut next = shown;
    let state = &mut memory.journal;
    ui.horizontal_wrapped(|ui| {
        if ui.add_enabled(shown > 0, button("Entry before")).clicked() {
            next = shown - 1;
        }
        if ui.add_enabled(shown < last, button("Next entry")).clicked() {
            next = shown + 1;
        }
        let more = toggle_button(state.shows_more, "More");
        if ui.add(more).on_hover_text("Repair, notes and marks.").clicked() {
            state.shows_more = !state.shows_more;
        }
        caption(format!("Entry {shown} of {last}")).ui(ui);
    });
    if state.shows_more {
        tools_ui(ui, cx, whole, shown);
        let latest = match action_at(whole, last) {
            Some(Action::Note(note)) => Some(note.as_str()),
            _ => None,
        };
        let changes = state.remark.ui(ui, (whole, shown), latest, Action::Note);
        if !changes.is_empty() {
            cx.commands.push(CampaignCommand::Change(changes));
        }
    }
    if let Some(marked) = marks_ui(ui, whole, shown) {
        next = marked;
    }
    if shown > 0 {
        let most = RECEIPT.min(RECEIPT_SHARE * ui.available_height());
        let scroll = ScrollArea::vertical().id_salt("receipt").max_height(most);
        let scroll = scroll.min_scrolled_height(0.0);
        scroll.auto_shrink([false, true]).show(ui, |ui| receipt_ui(ui, cx, whole, shown));
        hairline_ui(ui);
    }
    ui.add_space(space::S);
    let key = (whole.revision(), last);
    let line = |number| action_at(whole, number).map(print_action);
    if let Some(pressed) = state.list.ui(ui, key, shown, || entry_rows(whole), line) {
        next = pressed;
    }
    memory.record_view.view_entry(whole, next);
}

/// Draws the tools for the entry in view.
fn tools_ui(ui: &mut Ui, cx: CampaignCx<'_>, whole: &Record, shown: usize) {
    ui.horizontal_wrapped(|ui| {
        for (menu, is_enabled) in [(Menu::Repair, whole.cursor() > 0), (Menu::PrintLayout, true)] {
            if ui.add_enabled(is_enabled, button(menu.label())).clicked() {
                cx.commands.push(CampaignCommand::Menu(menu));
            }
        }
        if let Some(action) = action_at(whole, shown)
            && ui.add(button("Copy this entry")).clicked()
        {
            cx.commands.push(CampaignCommand::Copy(print_action(action)));
        }
    });
}

/// Returns every entry that was played and not undone, with a heading after each scenario.
fn entry_rows(record: &Record) -> Vec<EntryRow> {
    let heading = |ended: u32| {
        EntryRow::Heading(match ended {
            0 => "Before the first scenario".to_owned(),
            _ => format!("After {}", counted(ended, "scenario", "scenarios")),
        })
    };
    let mut rows = vec![heading(0)];
    let mut ended = 0;
    for number in 1..=record.cursor() {
        rows.extend(sentence_of(record, number).map(|words| EntryRow::Entry(number, words)));
        let events = campaign::record::events(record, number);
        if events.iter().any(|event| matches!(event.kind, EventKind::ScenarioEnded { .. })) {
            ended += 1;
            rows.push(heading(ended));
        }
    }
    rows
}
