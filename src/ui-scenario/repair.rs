//! The repair of the record: a page with its entries as edited.
//!
//! To change an entry, the user performs what happened instead on the table as it was then, with
//! the usual controls.

use std::sync::Arc;

use egui::Ui;
use plain_text::capitalized;

use crate::{ScenarioCommand, ScenarioMemory, Tab, journal};
use memo::Memo;
use scenario::Record;
use scenario::action::parse_action;
use scenario::record::{EntryId, Repair, action_text, change_text, overrule_step};
use scenario::refusal::verdict_text;
use scenario_rules::Action;
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, text};
use ui_kit::widgets::{
    RequiredTextField, body, button, caption, error_ui, lead, primary_button_ui,
};

/// A repair in progress. It does not change the record.
pub(super) struct EditDraft {
    /// The revision of the record that it repairs.
    of: usize,
    repair: Repair,
    /// The number of edits.
    edits: usize,
    /// The selected row.
    row: usize,
    pending_edit: Option<PendingEdit>,
    /// The row that the list was last scrolled to.
    scrolled: Option<usize>,
    before: Memo<(usize, usize), Option<Arc<Record>>>,
}

/// An edit that waits for an action on the table as it was.
struct PendingEdit {
    purpose: StepPurpose,
    /// The field for typing the action instead.
    typed: RequiredTextField,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepPurpose {
    /// Replaces the step.
    Instead,
    /// Inserts an action before the step.
    Before,
}

/// A row of the list: an entry as repaired, or one that is omitted.
#[derive(Clone, Debug)]
struct RepairRow {
    /// Its number in the draft; for an omitted entry, that of the next.
    number: usize,
    /// The number of the recorded entry it comes from, or before which it is inserted.
    entry: usize,
    action: Action,
    /// The action as the record writes it.
    text: String,
    disposition: RowDisposition,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RowDisposition {
    Unchanged,
    Inserted,
    Changed,
    Omitted(EntryId),
    Clashes,
}

impl EditDraft {
    /// Creates a draft without edits, with the entry of this number selected, counted from 1.
    pub(super) fn new(record: &Record, entry: usize) -> Self {
        Self {
            of: record.revision(),
            repair: Repair::new(record),
            edits: 0,
            row: entry.saturating_sub(1),
            pending_edit: None,
            scrolled: None,
            before: Memo::default(),
        }
    }

    /// Returns `true` if the record has not changed since the draft was created.
    pub(super) fn is_of(&self, record: &Record) -> bool {
        self.of == record.revision()
    }

    /// Returns the number of edits, and the selected row.
    pub(super) const fn state_key(&self) -> (usize, usize) {
        (self.edits, self.row)
    }

    /// Cancels the pending edit; returns `false` if there was none.
    pub(super) fn cancel_pending_edit(&mut self) -> bool {
        self.pending_edit.take().is_some()
    }

    /// Returns `true` if an edit waits for an action on the table as it was.
    pub(super) const fn has_pending_edit(&self) -> bool {
        self.pending_edit.is_some()
    }

    /// Returns `true` if nothing was edited.
    pub(super) fn is_empty(&self, record: &Record) -> bool {
        !self.repair.is_edited(record)
    }

    /// Returns every row of the list.
    fn rows(&self, record: &Record) -> Vec<RepairRow> {
        let clash = self.repair.clash().map(|clash| clash.number);
        let mut rows = Vec::new();
        let mut next = 1;
        for (number, step) in (1..).zip(self.repair.steps()) {
            let entry = step.from.map_or(next, |id| record.entry(id).number());
            rows.extend((next..entry).filter_map(|entry| omitted_row(record, entry, number)));
            let disposition = match step.from {
                _ if clash == Some(number) => RowDisposition::Clashes,
                None => RowDisposition::Inserted,
                Some(_) if step.is_edited() => RowDisposition::Changed,
                Some(_) => RowDisposition::Unchanged,
            };
            let action = step.action.action.clone();
            let text = action_text(record, &action);
            rows.push(RepairRow { number, entry, action, text, disposition });
            next = if step.from.is_some() { entry + 1 } else { next };
        }
        let number = self.repair.steps().len() + 1;
        rows.extend(
            (next..=record.cursor()).filter_map(|entry| omitted_row(record, entry, number)),
        );
        rows
    }

    /// Returns the selected row.
    fn shown(&self, record: &Record) -> Option<RepairRow> {
        self.rows(record).into_iter().nth(self.row)
    }

    /// Returns the table before the selected row, or before the first row that no longer holds.
    pub(super) fn table(&mut self, record: &Record) -> Option<Arc<Record>> {
        let number =
            self.shown(record).map_or(1, |row| row.number).min(self.repair.accepted_count() + 1);
        self.before
            .of((self.edits, number), || self.repair.record_before(record, number).map(Arc::new))
            .clone()
    }

    /// Completes the pending edit with an action performed on the table as it was.
    pub(super) fn take(&mut self, record: &Record, action: Action) {
        let (Some(pending_edit), Some(row)) = (self.pending_edit.take(), self.shown(record)) else {
            return;
        };
        match (pending_edit.purpose, row.disposition) {
            (StepPurpose::Instead, RowDisposition::Omitted(id)) => {
                self.repair.restore(record, id);
                self.repair.change(record, row.number, action.into());
            }
            (StepPurpose::Instead, _) => self.repair.change(record, row.number, action.into()),
            (StepPurpose::Before, _) => self.repair.insert(record, row.number, action.into()),
        }
        self.after_edit(record);
    }

    /// Selects the first row that no longer holds after an edit.
    fn after_edit(&mut self, record: &Record) {
        self.edits += 1;
        let rows = self.rows(record);
        if let Some(at) = rows.iter().position(|row| row.disposition == RowDisposition::Clashes) {
            self.row = at;
        }
        self.row = self.row.min(rows.len().saturating_sub(1));
        self.scrolled = None;
    }

    /// Starts an edit at a row.
    fn start_edit(&mut self, row: &RepairRow, purpose: StepPurpose) {
        let typed = match purpose {
            StepPurpose::Instead => RequiredTextField::default().with(row.text.clone()),
            StepPurpose::Before => RequiredTextField::default(),
        };
        self.pending_edit = Some(PendingEdit { purpose, typed });
    }
}

/// Returns the row of a recorded entry that is omitted before entry `number` of the draft.
fn omitted_row(record: &Record, entry: usize, number: usize) -> Option<RepairRow> {
    let id = record.on_main_line(entry)?;
    let action = record.entry(id).action()?.action.clone();
    let text = action_text(record, &action);
    Some(RepairRow { number, entry, action, text, disposition: RowDisposition::Omitted(id) })
}

/// Draws the page of the repair.
pub(super) fn repair_ui(ui: &mut Ui, record: &Record, memory: &mut ScenarioMemory) {
    let Some(draft) = &mut memory.draft else {
        return;
    };
    let rows = draft.rows(record);
    lead("Repair the record").ui(ui);
    let clashing = rows.iter().find(|row| row.disposition == RowDisposition::Clashes);
    if let (Some(row), Some(clash)) = (clashing, draft.repair.clash().cloned()) {
        body(format!("{} no longer holds.", words_of(row))).bold().bad().ui(ui);
        error_ui(ui, &verdict_text(record.game().position().names(), &clash.refusal), text::BODY);
        clash_ui(ui, record, draft, row);
    } else if draft.is_empty(record) {
        let how = "Nothing is recorded until the repair is accepted; undo brings everything back.";
        caption(how).ui(ui);
    } else {
        body("Every later entry holds.").good().ui(ui);
    }
    let mut turned_to = None;
    if let Some(row) = rows.get(draft.row) {
        if row.disposition != RowDisposition::Clashes {
            body(words_of(row)).bold().ui(ui);
        }
        turned_to = edits_ui(ui, record, draft, row);
    }
    ui.add_space(space::S);
    let labels: Vec<String> = rows.iter().map(label_of).collect();
    let chosen = Some(draft.row);
    if let Some(row) = journal::rows_ui(ui, "repair", &labels, chosen, &mut draft.scrolled) {
        draft.row = row;
    }
    if let Some(tab) = turned_to {
        memory.selected = None;
        memory.show_tab(tab);
    }
}

/// Draws the remedies for a step that no longer holds.
fn clash_ui(ui: &mut Ui, record: &Record, draft: &mut EditDraft, row: &RepairRow) {
    let can_stand = match &row.action {
        Action::Turn(turn) => turn.overruled.is_none(),
        Action::Attack(attack) => attack.overruled.is_none(),
        _ => false,
    };
    ui.horizontal_wrapped(|ui| {
        if can_stand
            && ui.add(button("Let it stand")).on_hover_text("As the table played it.").clicked()
        {
            overrule_step(&mut draft.repair, record, row.number);
            draft.after_edit(record);
        }
        if ui.add(button("Leave out all that no longer hold")).clicked() {
            draft.repair.remove_clashing(record);
            draft.after_edit(record);
        }
    });
    ui.add_space(space::S);
}

/// Draws the edits possible at the selected row; returns the tab on which the chosen one is made.
fn edits_ui(ui: &mut Ui, record: &Record, draft: &mut EditDraft, row: &RepairRow) -> Option<Tab> {
    let mut purpose = None;
    ui.horizontal_wrapped(|ui| {
        if ui.add(button("Change…")).clicked() {
            purpose = Some(StepPurpose::Instead);
        }
        if ui.add(button("Insert before…")).clicked() {
            purpose = Some(StepPurpose::Before);
        }
        let omitted = match row.disposition {
            RowDisposition::Omitted(id) => Some(id),
            RowDisposition::Unchanged
            | RowDisposition::Inserted
            | RowDisposition::Changed
            | RowDisposition::Clashes => None,
        };
        if omitted.is_none() && ui.add(button("Leave out")).clicked() {
            draft.repair.remove(record, row.number);
            draft.after_edit(record);
        }
        let step = draft.repair.step(row.number).filter(|_| omitted.is_none());
        let is_changed = step.is_some_and(|step| step.from.is_some() && step.is_edited());
        if (omitted.is_some() || is_changed) && ui.add(button("As it was")).clicked() {
            match omitted {
                Some(id) => draft.repair.restore(record, id),
                None => draft.repair.reset(record, row.number),
            }
            draft.after_edit(record);
        }
    });
    let purpose = purpose?;
    draft.start_edit(row, purpose);
    let is_set_up = matches!(
        row.action,
        Action::Terrain(..) | Action::Walls(..) | Action::Put(_) | Action::Level(_)
    );
    Some(if is_set_up { Tab::SetUp } else { Tab::Round })
}

/// Returns the text of a row, such as "Entry 12: trap C4".
fn words_of(row: &RepairRow) -> String {
    let RepairRow { entry, text, disposition, .. } = row;
    match disposition {
        RowDisposition::Inserted => format!("Before entry {entry}: {text}"),
        _ => format!("Entry {entry}: {text}"),
    }
}

fn label_of(row: &RepairRow) -> String {
    let RepairRow { entry, text, disposition, .. } = row;
    let disposition = match disposition {
        RowDisposition::Clashes => "no longer holds: ",
        RowDisposition::Unchanged => "",
        RowDisposition::Inserted => "put in: ",
        RowDisposition::Changed => "changed: ",
        RowDisposition::Omitted(_) => "left out: ",
    };
    format!("{entry}  {disposition}{text}")
}

/// Draws the foot of the panel during a repair: the pending edit, or the buttons that end it.
pub(super) fn foot_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let is_on_journal = memory.tab == Tab::Journal;
    let Some(draft) = &mut memory.draft else {
        return;
    };
    if draft.pending_edit.is_none() && is_on_journal {
        if end_ui(ui, record, draft, commands) {
            memory.draft = None;
        }
        return;
    }
    if let Some(row) = draft.shown(record) {
        pending_edit_ui(ui, record, draft, &row);
    }
    if ui.add(button("Back to the repair")).clicked() {
        draft.pending_edit = None;
    }
    if memory.draft.as_ref().is_some_and(|draft| draft.pending_edit.is_none()) {
        memory.show_tab(Tab::Journal);
    }
}

/// Draws the pending edit, with a field for typing the action instead of doing it on the table.
fn pending_edit_ui(ui: &mut Ui, record: &Record, draft: &mut EditDraft, row: &RepairRow) {
    let table = draft.table(record);
    let Some(pending_edit) = &mut draft.pending_edit else {
        return;
    };
    let what = match pending_edit.purpose {
        StepPurpose::Instead => format!("instead of entry {}: {}", row.entry, row.text),
        StepPurpose::Before => format!("before entry {}: {}", row.entry, row.text),
    };
    body(format!("Do on the table what happened {what}; or write it, and press Enter")).ui(ui);
    let label = caption("What happened").ui(ui);
    let is_entered = pending_edit.typed.ui(ui, &label, "");
    let Some(table) = table.filter(|_| is_entered) else {
        return;
    };
    let Some(typed) = pending_edit.typed.words("Write what happened.") else {
        return;
    };
    let position = table.game().position();
    match parse_action(1, &typed, position.names(), position.board()) {
        Ok(action) => draft.take(record, action),
        Err(error) => pending_edit.typed.refuse(capitalized(&error.problem.to_string())),
    }
}

/// Draws the buttons that accept or cancel the repair; returns `true` if it has ended.
fn end_ui(
    ui: &mut Ui,
    record: &Record,
    draft: &EditDraft,
    commands: &CommandQueue<ScenarioCommand>,
) -> bool {
    let mut is_over = false;
    ui.horizontal_wrapped(|ui| {
        let can = draft.repair.clash().is_none() && !draft.is_empty(record);
        let accept = ui.add_enabled_ui(can, |ui| primary_button_ui(ui, "Accept the repair")).inner;
        if accept.clicked() && can {
            match draft.repair.accept(record) {
                Ok(changes) => commands.push(ScenarioCommand::Change(changes.unwrap_or_default())),
                Err(error) => {
                    commands.push(ScenarioCommand::ShowMessage(change_text(record, &error)));
                }
            }
            is_over = true;
        }
        is_over |= ui.add(button("Cancel")).clicked();
    });
    is_over
}
