//! The part of a record that a screen shows: the latest state, an earlier one, or a repair.

use std::sync::Arc;

use egui::Ui;

use memo::Memo;
use record::{Change, EntryId, Notation, Record};

use crate::repair::{EditDraft, RepairEnd, SharedRecord};
use crate::repair_history::RepairHistory;

/// The viewed entry unless it is the latest, and the number of edits of a repair and its selected
/// row.
pub type StateKey = (Option<usize>, Option<(usize, usize)>);

/// The view of a record on screen, and its undo steps.
pub struct RecordView<N: Notation> {
    /// The viewed entry, unless it is the latest.
    past_entry: Option<usize>,
    past: Memo<(usize, usize), Option<SharedRecord<N>>>,
    /// The repair in progress.
    draft: Option<EditDraft<N>>,
    /// The repairs, and the entries recorded at once. Undo reverts each as a whole.
    history: RepairHistory,
    /// The reason why the file is read-only, if it is.
    read_only_reason: Option<String>,
}

/// The state of the screen of a record.
pub trait RecordMemory<N: Notation> {
    /// Returns the view of the record.
    fn record_view(&self) -> &RecordView<N>;

    /// Returns the view of the record, to change it.
    fn record_view_mut(&mut self) -> &mut RecordView<N>;

    /// Starts a repair at the viewed entry unless one is in progress, and shows its page.
    fn open_repair(&mut self, record: &Record<N::Game>);
}

impl<N: Notation> Default for RecordView<N> {
    /// Creates a view of the latest state.
    fn default() -> Self {
        Self {
            past_entry: None,
            past: Memo::default(),
            draft: None,
            history: RepairHistory::default(),
            read_only_reason: None,
        }
    }
}

impl<N: Notation> RecordView<N> {
    /// Follows a change of the record, and returns the record up to the earlier state in view;
    /// `None` if the latest is.
    pub fn follow(&mut self, record: &Record<N::Game>) -> Option<SharedRecord<N>> {
        self.draft.take_if(|draft| !draft.is_of(record));
        self.past_entry = self.past_entry.filter(|&entry| entry < record.cursor());
        if let Some(draft) = &mut self.draft {
            return draft.table(record);
        }
        let entry = self.past_entry?;
        self.past.of((record.revision(), entry), || record.up_to(entry).map(Arc::new)).clone()
    }

    /// Returns the number of the viewed entry; 0 is the start.
    pub fn entry(&self, record: &Record<N::Game>) -> usize {
        let last = record.cursor();
        self.past_entry.map_or(last, |entry| entry.min(last))
    }

    /// Returns the number of the viewed entry, unless it is the latest.
    pub const fn past_entry(&self) -> Option<usize> {
        self.past_entry
    }

    /// Shows the state after an entry.
    pub fn view_entry(&mut self, record: &Record<N::Game>, entry: usize) {
        self.past_entry = Some(entry).filter(|&entry| entry < record.cursor());
    }

    /// Shows the latest state; returns `false` if it was shown already.
    pub const fn view_latest(&mut self) -> bool {
        self.past_entry.take().is_some()
    }

    /// Returns the repair in progress.
    pub const fn draft(&mut self) -> Option<&mut EditDraft<N>> {
        self.draft.as_mut()
    }

    /// Returns `true` while a repair is in progress.
    pub const fn is_repairing(&self) -> bool {
        self.draft.is_some()
    }

    /// Returns `true` if the repair waits for an action on the table as it was.
    pub fn has_pending_edit(&self) -> bool {
        self.draft.as_ref().is_some_and(EditDraft::has_pending_edit)
    }

    /// Starts a repair at the viewed entry, unless one is in progress or nothing is recorded.
    pub fn open_repair(&mut self, record: &Record<N::Game>) {
        if self.draft.is_none() && record.cursor() > 0 {
            self.draft = Some(EditDraft::new(record, self.entry(record).max(1)));
        }
        self.past_entry = None;
    }

    /// Goes a step back in a repair: cancels the pending edit, or ends a repair without edits.
    pub fn back_in_repair(&mut self, record: &Record<N::Game>) -> RepairBack {
        let Some(draft) = &mut self.draft else {
            return RepairBack::NoRepair;
        };
        if draft.cancel_pending_edit() {
            return RepairBack::EditCanceled;
        }
        self.draft.take_if(|draft| draft.is_empty(record));
        RepairBack::Handled
    }

    /// Returns a key that identifies the shown state of this record.
    pub fn state_key(&self) -> StateKey {
        (self.past_entry, self.draft.as_ref().map(EditDraft::state_key))
    }

    /// Records a repair, or entries recorded at once, by the latest entry before and after.
    pub fn record_step(&mut self, before: EntryId, after: EntryId) {
        self.history.add(before, after);
    }

    /// Returns the changes that undo the latest entry, or the latest step as a whole; empty if
    /// there is nothing to undo.
    pub fn undo(&self, record: &Record<N::Game>) -> Vec<Change<N::Game>> {
        self.history.undo(record)
    }

    /// Returns the changes that redo what was undone; empty if nothing was.
    pub fn redo(&self, record: &Record<N::Game>) -> Vec<Change<N::Game>> {
        self.history.redo(record)
    }

    /// Sets the reason why the file is read-only; `None` if it is not.
    pub fn set_read_only(&mut self, why: Option<String>) {
        self.read_only_reason = why;
    }

    /// Returns the reason why actions are not recorded now; `None` if they are, or if the pending
    /// edit of a repair takes them. `state_noun` names a state of the game: "table".
    pub fn read_only(&self, state_noun: &str) -> Option<String> {
        match (&self.draft, self.past_entry) {
            _ if self.read_only_reason.is_some() => self.read_only_reason.clone(),
            (Some(draft), _) if !draft.has_pending_edit() => Some(
                "Not recorded: press \"Change…\" or \"Insert before…\" in the repair first."
                    .to_owned(),
            ),
            (None, Some(entry)) => Some(format!(
                "Not recorded: this is the {state_noun} after entry {entry}; press \"Back to now\" \
                 first."
            )),
            _ => None,
        }
    }

    /// Returns the reason why the latest state is not shown or cannot be changed; `None` if it is
    /// and can.
    pub fn unavailable(&self, state_noun: &str) -> Option<String> {
        if self.is_repairing() {
            return Some(REPAIR_GOES_ON.to_owned());
        }
        self.read_only(state_noun)
    }

    /// Draws the foot of the screen during a repair: the pending edit, or the buttons that end the
    /// repair. `is_on_page` is `true` on the page of the repair.
    pub fn repair_foot_ui(
        &mut self,
        ui: &mut Ui,
        record: &Record<N::Game>,
        is_on_page: bool,
    ) -> Option<RepairEnd<N::Game>> {
        let end = self.draft.as_mut()?.foot_ui(ui, record, is_on_page);
        self.draft.take_if(|_| end.is_some());
        end
    }
}

/// The result of going back in a repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepairBack {
    /// No repair is in progress.
    NoRepair,
    /// The pending edit was canceled; the page of the repair is to be shown.
    EditCanceled,
    /// The repair ended, or it has edits and goes on.
    Handled,
}

/// The refusal of what would end a repair.
pub const REPAIR_GOES_ON: &str = "A repair goes on; accept it or cancel it first.";
