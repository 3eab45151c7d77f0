//! Receipts: the changes of an entry with their rules, and those of a character over all entries.

use egui::Ui;

use campaign::Record;
use campaign::receipt::{ChangeLine, receipt};
use campaign::record::{events, receipt_of};
use campaign_rules::Name;
use campaign_rules::event::{Event, EventKind};
use memo::Memo;
use ui_kit::theme::space;
use ui_kit::widgets::{body, caption};

use crate::CampaignCx;
use crate::citation::cited_ui;

/// The maximum number of changes in the history of a character.
const MAX_CHANGES: usize = 40;

/// Draws the receipt of an entry, indented as a tree.
pub(super) fn receipt_ui(ui: &mut Ui, cx: CampaignCx<'_>, record: &Record, entry: usize) {
    for line in receipt_of(record, entry) {
        line_ui(ui, cx, &line);
    }
}

/// Draws a line of a receipt, indented by its depth.
fn line_ui(ui: &mut Ui, cx: CampaignCx<'_>, line: &ChangeLine) {
    ui.horizontal(|ui| {
        ui.add_space(space::L * f32::from(u8::try_from(line.depth).unwrap_or(u8::MAX)));
        let words = match line.number() {
            Some(number) => format!("{} ({number})", line.words),
            None => line.words.clone(),
        };
        ui.vertical(|ui| cited_ui(ui, cx, body(words)));
    });
}

/// The state of the record, the edits of a repair, and the character.
type HistoryKey = ((usize, usize), Option<(usize, usize)>, String);

/// The changes of the numbers of a character, computed once for each state of the record.
#[derive(Default)]
pub(super) struct NumberHistory {
    lines: Memo<HistoryKey, Vec<(usize, ChangeLine)>>,
}

impl NumberHistory {
    /// Draws the changes of the gold, the experience and the checkmarks of a character, the latest
    /// first. Each has the number of its entry.
    ///
    /// `edits` is the state of the repair in progress.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        cx: CampaignCx<'_>,
        edits: Option<(usize, usize)>,
        character: &Name,
    ) {
        let record = cx.record;
        let key = ((record.revision(), record.cursor()), edits, character.to_string());
        let lines = self.lines.of(key, || changes(record, character));
        for (entry, line) in lines.iter().rev().take(MAX_CHANGES) {
            ui.horizontal(|ui| {
                caption(entry.to_string()).ui(ui);
                ui.vertical(|ui| line_ui(ui, cx, line));
            });
        }
        if lines.len() > MAX_CHANGES {
            caption("Earlier changes are in the journal.").ui(ui);
        }
    }
}

/// Returns the changes of the numbers of a character, each with its entry.
fn changes(record: &Record, character: &Name) -> Vec<(usize, ChangeLine)> {
    let is_own = |event: &Event| match &event.kind {
        EventKind::Gold { character: of, .. }
        | EventKind::Experience { character: of, .. }
        | EventKind::Checkmarks { character: of, .. } => of == character,
        _ => false,
    };
    let mut changes = Vec::new();
    for entry in 1..=record.cursor() {
        let events = events(record, entry);
        let lines = receipt(events).into_iter().zip(events);
        let own = lines.filter(|(_, event)| is_own(event));
        changes.extend(own.map(|(line, _)| (entry, ChangeLine { depth: 0, ..line })));
    }
    changes
}
