//! The repair of the record: its page, and its foot below every page.
//!
//! To change an entry, the user performs what happened instead on the table as it was then, with
//! the usual controls.

use egui::Ui;

use crate::{ScenarioCommand, ScenarioMemory, Tab};
use scenario::Record;
use scenario_rules::Action;
use ui_kit::queue::CommandQueue;
use ui_record::RepairEnd;

/// Draws the page of the repair.
pub(super) fn repair_ui(ui: &mut Ui, record: &Record, memory: &mut ScenarioMemory) {
    let Some(row) = memory.record_view.draft().and_then(|draft| draft.page_ui(ui, record)) else {
        return;
    };
    let is_set_up = matches!(
        row.action.action,
        Action::Terrain(..) | Action::Walls { .. } | Action::Put(_) | Action::Level(_)
    );
    memory.selected = None;
    memory.show_tab(if is_set_up { Tab::SetUp } else { Tab::Round });
}

/// Draws the foot of the panel during a repair: the pending edit, or the buttons that end it.
pub(super) fn foot_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &CommandQueue<ScenarioCommand>,
) {
    let is_on_journal = memory.tab == Tab::Journal;
    let end = memory.record_view.repair_foot_ui(ui, record, is_on_journal);
    if !memory.record_view.has_pending_edit() {
        memory.show_tab(Tab::Journal);
    }
    match end {
        Some(RepairEnd::Accepted(changes)) => commands.push(ScenarioCommand::Change(changes)),
        Some(RepairEnd::Failed(why)) => commands.push(ScenarioCommand::ShowMessage(why)),
        Some(RepairEnd::Canceled) | None => {}
    }
}
