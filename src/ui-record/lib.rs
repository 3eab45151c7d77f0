//! The record of a game on screen, for every game with a notation: the state in view, the list of
//! entries, notes and marks, undo, the repair of earlier entries, and sentences that cite rules.
//!
//! The widgets read a [`record::Record`] and return the changes that they ask for. The screen of a
//! game turns these into its own commands.

mod citation;
mod entry_list;
mod record_view;
mod remarks;
mod repair;
mod repair_history;

pub use citation::{Citation, cited_ui};
pub use entry_list::{EntryList, EntryRow};
pub use record_view::{REPAIR_GOES_ON, RecordMemory, RecordView, RepairBack, StateKey};
pub use remarks::{RemarkForm, marks_ui};
pub use repair::{EditDraft, RepairEnd, RepairRow};
