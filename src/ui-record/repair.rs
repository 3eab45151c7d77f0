//! The repair of the record: a page with its entries as edited.
//!
//! To change an entry, the user does what happened instead on the table as it was then, with the
//! usual controls, or types it.

use std::sync::Arc;

use egui::{ScrollArea, Ui, vec2};

use memo::Memo;
use plain_text::capitalized;
use record::{Change, EntryId, Notation, Record, RecordedGame, Repair};
use ui_kit::theme::{space, text, touch};
use ui_kit::widgets::{
    RequiredTextField, body, button, caption, error_ui, lead, primary_button_ui,
};

/// The minimum height of the list of entries, in points; with less space it is not drawn.
const MIN_HEIGHT: f32 = 96.0;

/// The action of the game with a notation.
type ActionOf<N> = <<N as Notation>::Game as RecordedGame>::Action;

/// A record that frames share while it is shown.
pub type SharedRecord<N> = Arc<Record<<N as Notation>::Game>>;

/// A repair in progress. It does not change the record.
pub struct EditDraft<N: Notation> {
    /// The revision of the record that it repairs.
    of: usize,
    repair: Repair<N::Game>,
    /// The number of edits.
    edits: usize,
    /// The selected row.
    row: usize,
    pending_edit: Option<PendingEdit>,
    /// The row that the list was last scrolled to.
    scrolled: Option<usize>,
    before: Memo<(usize, usize), Option<SharedRecord<N>>>,
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
pub struct RepairRow<G: RecordedGame> {
    /// Its number in the draft; for an omitted entry, that of the next.
    number: usize,
    /// The number of the recorded entry it comes from, or before which it is inserted.
    entry: usize,
    /// The action.
    pub action: G::Action,
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

impl<N: Notation> EditDraft<N> {
    /// Creates a draft without edits, with the entry of this number selected, counted from 1.
    pub fn new(record: &Record<N::Game>, entry: usize) -> Self {
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
    pub fn is_of(&self, record: &Record<N::Game>) -> bool {
        self.of == record.revision()
    }

    /// Returns the number of edits, and the selected row.
    pub const fn state_key(&self) -> (usize, usize) {
        (self.edits, self.row)
    }

    /// Cancels the pending edit; returns `false` if there was none.
    pub fn cancel_pending_edit(&mut self) -> bool {
        self.pending_edit.take().is_some()
    }

    /// Returns `true` if an edit waits for an action on the table as it was.
    pub const fn has_pending_edit(&self) -> bool {
        self.pending_edit.is_some()
    }

    /// Returns `true` if nothing was edited.
    pub fn is_empty(&self, record: &Record<N::Game>) -> bool {
        !self.repair.is_edited(record)
    }

    /// Returns every row of the list.
    fn rows(&self, record: &Record<N::Game>) -> Vec<RepairRow<N::Game>> {
        let clash = self.repair.clash().map(|clash| clash.number);
        let mut rows = Vec::new();
        let mut next = 1;
        for (number, step) in (1..).zip(self.repair.steps()) {
            let entry = step.from.map_or(next, |id| record.entry(id).number());
            rows.extend((next..entry).filter_map(|entry| omitted_row::<N>(record, entry, number)));
            let disposition = match step.from {
                _ if clash == Some(number) => RowDisposition::Clashes,
                None => RowDisposition::Inserted,
                Some(_) if step.is_edited() => RowDisposition::Changed,
                Some(_) => RowDisposition::Unchanged,
            };
            let action = step.action.clone();
            let text = N::print(record.game(), &action);
            rows.push(RepairRow { number, entry, action, text, disposition });
            next = if step.from.is_some() { entry + 1 } else { next };
        }
        let number = self.repair.steps().len() + 1;
        rows.extend(
            (next..=record.cursor()).filter_map(|entry| omitted_row::<N>(record, entry, number)),
        );
        rows
    }

    /// Returns the selected row.
    fn shown(&self, record: &Record<N::Game>) -> Option<RepairRow<N::Game>> {
        self.rows(record).into_iter().nth(self.row)
    }

    /// Returns the table before the selected row, or before the first row that no longer holds.
    pub fn table(&mut self, record: &Record<N::Game>) -> Option<SharedRecord<N>> {
        let number =
            self.shown(record).map_or(1, |row| row.number).min(self.repair.accepted_count() + 1);
        self.before
            .of((self.edits, number), || self.repair.record_before(record, number).map(Arc::new))
            .clone()
    }

    /// Completes the pending edit with an action performed on the table as it was.
    pub fn take(&mut self, record: &Record<N::Game>, action: ActionOf<N>) {
        let (Some(pending_edit), Some(row)) = (self.pending_edit.take(), self.shown(record)) else {
            return;
        };
        match (pending_edit.purpose, row.disposition) {
            (StepPurpose::Instead, RowDisposition::Omitted(id)) => {
                self.repair.restore(record, id);
                self.repair.change(record, row.number, action);
            }
            (StepPurpose::Instead, _) => self.repair.change(record, row.number, action),
            (StepPurpose::Before, _) => self.repair.insert(record, row.number, action),
        }
        self.after_edit(record);
    }

    /// Selects the first row that no longer holds after an edit.
    fn after_edit(&mut self, record: &Record<N::Game>) {
        self.edits += 1;
        let rows = self.rows(record);
        if let Some(at) = rows.iter().position(|row| row.disposition == RowDisposition::Clashes) {
            self.row = at;
        }
        self.row = self.row.min(rows.len().saturating_sub(1));
        self.scrolled = None;
    }

    /// Starts an edit at a row.
    fn start_edit(&mut self, row: &RepairRow<N::Game>, purpose: StepPurpose) {
        let typed = match purpose {
            StepPurpose::Instead => RequiredTextField::default().with(row.text.clone()),
            StepPurpose::Before => RequiredTextField::default(),
        };
        self.pending_edit = Some(PendingEdit { purpose, typed });
    }
}

/// Returns the row of a recorded entry that is omitted before entry `number` of the draft.
fn omitted_row<N: Notation>(
    record: &Record<N::Game>,
    entry: usize,
    number: usize,
) -> Option<RepairRow<N::Game>> {
    let id = record.on_main_line(entry)?;
    let action = record.entry(id).action()?.clone();
    let text = N::print(record.game(), &action);
    Some(RepairRow { number, entry, action, text, disposition: RowDisposition::Omitted(id) })
}

/// The end of a repair.
#[derive(Clone, Debug)]
pub enum RepairEnd<G: RecordedGame> {
    /// It is accepted with these changes.
    Accepted(Vec<Change<G>>),
    /// Its changes cannot be made, for this reason.
    Failed(String),
    /// It is canceled.
    Canceled,
}

impl<N: Notation> EditDraft<N> {
    /// Draws the page of the repair; returns the row whose edit the user starts.
    pub fn page_ui(&mut self, ui: &mut Ui, record: &Record<N::Game>) -> Option<RepairRow<N::Game>> {
        let rows = self.rows(record);
        lead("Repair the record").ui(ui);
        let clashing = rows.iter().find(|row| row.disposition == RowDisposition::Clashes);
        if let (Some(row), Some(clash)) = (clashing, self.repair.clash().cloned()) {
            body(format!("{} no longer holds.", words_of(row))).bold().bad().ui(ui);
            let why = capitalized(&N::refusal(record.game(), &clash.refusal));
            error_ui(ui, &why, text::BODY);
            self.clash_ui(ui, record, row);
        } else if self.is_empty(record) {
            let how = "Nothing is recorded until the repair is accepted; undo brings everything \
                       back.";
            caption(how).ui(ui);
        } else {
            body("Every later entry holds.").good().ui(ui);
        }
        let mut started = None;
        if let Some(row) = rows.get(self.row) {
            if row.disposition != RowDisposition::Clashes {
                body(words_of(row)).bold().ui(ui);
            }
            started = self.edits_ui(ui, record, row).then(|| row.clone());
        }
        ui.add_space(space::S);
        let labels: Vec<String> = rows.iter().map(label_of).collect();
        if let Some(row) = rows_ui(ui, &labels, self.row, &mut self.scrolled) {
            self.row = row;
        }
        started
    }

    /// Draws the remedies for a step that no longer holds.
    fn clash_ui(&mut self, ui: &mut Ui, record: &Record<N::Game>, row: &RepairRow<N::Game>) {
        let can_stand = <N::Game as RecordedGame>::overruled(&row.action, "").is_some();
        ui.horizontal_wrapped(|ui| {
            if can_stand
                && ui.add(button("Let it stand")).on_hover_text("As the table played it.").clicked()
            {
                self.repair.let_stand(record, row.number);
                self.after_edit(record);
            }
            if ui.add(button("Leave out all that no longer hold")).clicked() {
                self.repair.remove_clashing(record);
                self.after_edit(record);
            }
        });
        ui.add_space(space::S);
    }

    /// Draws the edits possible at the selected row; returns `true` if one starts that waits for an
    /// action.
    fn edits_ui(
        &mut self,
        ui: &mut Ui,
        record: &Record<N::Game>,
        row: &RepairRow<N::Game>,
    ) -> bool {
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
                self.repair.remove(record, row.number);
                self.after_edit(record);
            }
            let step = self.repair.step(row.number).filter(|_| omitted.is_none());
            let is_changed = step.is_some_and(|step| step.from.is_some() && step.is_edited());
            if (omitted.is_some() || is_changed) && ui.add(button("As it was")).clicked() {
                match omitted {
                    Some(id) => self.repair.restore(record, id),
                    None => self.repair.reset(record, row.number),
                }
                self.after_edit(record);
            }
        });
        if let Some(purpose) = purpose {
            self.start_edit(row, purpose);
        }
        purpose.is_some()
    }

    /// Draws the foot of the panel: the pending edit, or on the page of the repair the buttons that
    /// end it. Returns the end.
    pub fn foot_ui(
        &mut self,
        ui: &mut Ui,
        record: &Record<N::Game>,
        is_on_page: bool,
    ) -> Option<RepairEnd<N::Game>> {
        if self.pending_edit.is_none() && is_on_page {
            return self.end_ui(ui, record);
        }
        if let Some(row) = self.shown(record) {
            self.pending_edit_ui(ui, record, &row);
        }
        if ui.add(button("Back to the repair")).clicked() {
            self.pending_edit = None;
        }
        None
    }

    /// Draws the pending edit, with a field for typing the action instead of doing it on the table.
    fn pending_edit_ui(&mut self, ui: &mut Ui, record: &Record<N::Game>, row: &RepairRow<N::Game>) {
        let table = self.table(record);
        let Some(pending_edit) = &mut self.pending_edit else {
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
        match N::parse(table.game(), &typed) {
            Ok(action) => self.take(record, action),
            Err(error) => pending_edit.typed.refuse(capitalized(&error.to_string())),
        }
    }

    /// Draws the buttons that accept or cancel the repair; returns the end.
    fn end_ui(&self, ui: &mut Ui, record: &Record<N::Game>) -> Option<RepairEnd<N::Game>> {
        let mut end = None;
        ui.horizontal_wrapped(|ui| {
            let can = self.repair.clash().is_none() && !self.is_empty(record);
            let accept =
                ui.add_enabled_ui(can, |ui| primary_button_ui(ui, "Accept the repair")).inner;
            if accept.clicked() && can {
                let changes = self.repair.accept(record);
                end = Some(match changes {
                    Ok(changes) => RepairEnd::Accepted(changes.unwrap_or_default()),
                    Err(error) => RepairEnd::Failed(
                        error.message(|refusal| N::refusal(record.game(), refusal)),
                    ),
                });
            }
            if ui.add(button("Cancel")).clicked() {
                end = Some(RepairEnd::Canceled);
            }
        });
        end
    }
}

/// Returns the text of a row, such as "Entry 12: trap C4".
fn words_of<G: RecordedGame>(row: &RepairRow<G>) -> String {
    let RepairRow { entry, text, disposition, .. } = row;
    match disposition {
        RowDisposition::Inserted => format!("Before entry {entry}: {text}"),
        _ => format!("Entry {entry}: {text}"),
    }
}

fn label_of<G: RecordedGame>(row: &RepairRow<G>) -> String {
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

/// Draws the rows; returns the one that is pressed.
///
/// `scrolled` is the row it was last scrolled to, so that it scrolls when another one is chosen.
fn rows_ui(
    ui: &mut Ui,
    rows: &[String],
    chosen: usize,
    scrolled: &mut Option<usize>,
) -> Option<usize> {
    if ui.available_height() < MIN_HEIGHT {
        return None;
    }
    let mut pressed = None;
    let mut scroll = ScrollArea::vertical().id_salt("repair").auto_shrink(false);
    if *scrolled != Some(chosen) {
        *scrolled = Some(chosen);
        let height = touch::TARGET + ui.spacing().item_spacing.y;
        let rows_above = f32::from(u16::try_from(chosen.saturating_sub(2)).unwrap_or(u16::MAX));
        scroll = scroll.vertical_scroll_offset(rows_above * height);
    }
    scroll.show_rows(ui, touch::TARGET, rows.len(), |ui, seen| {
        ui_kit::widgets::reserve_scroll_bar(ui);
        for at in seen {
            let words = body(rows[at].as_str()).rich(ui);
            let row = egui::Button::selectable(chosen == at, (words, egui::Atom::grow()))
                .truncate()
                .min_size(vec2(ui.available_width(), touch::TARGET));
            if ui.add(row).clicked() {
                pressed = Some(at);
            }
        }
    });
    pressed
}
