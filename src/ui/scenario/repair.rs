//! Putting the record right: the page with its entries as they would be, and what happened instead,
//! which is done on the table as it was by the same presses as ever.

use std::sync::Arc;

use egui::Ui;
use english::capital;

use super::{ScenarioMemory, Tab, journal, why};
use crate::command::{Command, Commands};
use crate::kit::{Kept, WordsField, body, button, caption, lead, primary_button_ui, trouble_ui};
use crate::theme::{space, text};
use scenario::action::parse_action;
use scenario::record::{Change, Deed};
use scenario::repair::{Edit, Judgement, Repair, Step};
use scenario::{Action, Record};

/// A repair while it is worked on. It touches nothing.
pub(super) struct Draft {
    /// Of which change of the record it is a draft.
    of: usize,
    repair: Repair,
    /// The step that is looked at, by its place among those of the repair.
    step: usize,
    asked: Option<Asked>,
    /// The step that the list was last scrolled to.
    scrolled: Option<usize>,
    judged: Kept<Repair, Arc<Judgement>>,
    before: Kept<(Repair, usize), Option<Arc<Record>>>,
}

/// What is to be done on the table as it was.
struct Asked {
    purpose: StepPurpose,
    /// The same as a line, for whoever writes it.
    typed: WordsField,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepPurpose {
    /// What happened in place of the step.
    Instead,
    /// What happened before it.
    Before,
}

impl Draft {
    /// A draft in which nothing is changed yet, at an entry counted from 1.
    pub(super) fn new(record: &Record, entry: usize) -> Self {
        Self {
            of: record.changes(),
            repair: Repair::default(),
            step: entry.saturating_sub(1),
            asked: None,
            scrolled: None,
            judged: Kept::default(),
            before: Kept::default(),
        }
    }

    /// Whether it is still one of this record.
    pub(super) fn is_of(&self, record: &Record) -> bool {
        self.of == record.changes()
    }

    /// What is edited, and the step that is looked at.
    pub(super) fn place(&self) -> (Repair, usize) {
        (self.repair.clone(), self.step)
    }

    /// Closes what was asked for; says whether anything was.
    pub(super) fn unask(&mut self) -> bool {
        self.asked.take().is_some()
    }

    /// Checks whether something is to be done on the table as it was.
    pub(super) const fn is_asked(&self) -> bool {
        self.asked.is_some()
    }

    /// Whether nothing was edited.
    pub(super) fn is_empty(&self) -> bool {
        self.repair.is_empty()
    }

    fn judged(&mut self, record: &Record) -> Arc<Judgement> {
        let repair = &self.repair;
        Arc::clone(self.judged.of(repair.clone(), || Arc::new(record.judge(repair))))
    }

    /// The table before the step that is looked at, as far as the repair holds.
    pub(super) fn table(&mut self, record: &Record) -> Option<Arc<Record>> {
        let judgement = self.judged(record);
        let holds = judgement.clash.as_ref().map_or(usize::MAX, |(at, _)| *at);
        let step = self.step.min(holds);
        let key = (self.repair.clone(), step);
        self.before.of(key, || record.before_step(&judgement, step).map(Arc::new)).clone()
    }

    /// Takes what was done on the table as it was into the repair.
    pub(super) fn take(&mut self, record: &Record, action: Action) {
        let Some(asked) = self.asked.take() else {
            return;
        };
        let judgement = self.judged(record);
        let Some(step) = judgement.steps.get(self.step) else {
            return;
        };
        match asked.purpose {
            StepPurpose::Instead => self.repair.set(step, Some(action)),
            StepPurpose::Before => self.repair.put_before(step, action),
        }
        self.after_edit(record);
    }

    /// Goes where the trouble is after an edit.
    fn after_edit(&mut self, record: &Record) {
        let judgement = self.judged(record);
        if let Some((clash, _)) = judgement.clash {
            self.step = clash;
        }
        self.step = self.step.min(judgement.steps.len().saturating_sub(1));
        self.scrolled = None;
    }

    /// Asks for what happened at the step that is looked at.
    fn ask(&mut self, step: &Step, purpose: StepPurpose) {
        let typed = match purpose {
            StepPurpose::Instead => WordsField::default().with(step.action.to_string()),
            StepPurpose::Before => WordsField::default(),
        };
        self.asked = Some(Asked { purpose, typed });
    }
}

/// The page of the repair.
pub(super) fn repair_ui(ui: &mut Ui, record: &Record, memory: &mut ScenarioMemory) {
    let Some(draft) = &mut memory.draft else {
        return;
    };
    let judgement = draft.judged(record);
    lead("Repair the record").ui(ui);
    let clash = judgement.clash.as_ref();
    let clashing = clash.and_then(|(at, _)| judgement.steps.get(*at));
    if let (Some(step), Some((_, refusal))) = (clashing, clash) {
        body(format!("{} no longer holds.", said_of(step))).bold().bad().ui(ui);
        trouble_ui(ui, &why(refusal), text::BODY);
        clash_ui(ui, record, draft, step);
    } else if draft.is_empty() {
        let how = "Nothing is recorded until the repair is accepted; undo brings everything back.";
        caption(how).ui(ui);
    } else {
        body("Every later entry holds.").good().ui(ui);
    }
    let mut turned_to = None;
    if let Some(step) = judgement.steps.get(draft.step) {
        if clashing != Some(step) {
            body(said_of(step)).bold().ui(ui);
        }
        turned_to = edits_ui(ui, record, draft, step);
    }
    ui.add_space(space::S);
    let clash = judgement.clash.as_ref().map(|(at, _)| *at);
    let steps = judgement.steps.iter().enumerate();
    let rows: Vec<String> = steps.map(|(at, step)| row_of(step, Some(at) == clash)).collect();
    let chosen = Some(draft.step);
    if let Some(row) = journal::rows_ui(ui, "repair", &rows, chosen, &mut draft.scrolled) {
        draft.step = row;
    }
    if let Some(tab) = turned_to {
        memory.selected = None;
        memory.turn_to(tab);
    }
}

/// What can be done about a step that no longer holds.
fn clash_ui(ui: &mut Ui, record: &Record, draft: &mut Draft, step: &Step) {
    ui.horizontal_wrapped(|ui| {
        if let Some(played) = step.as_it_was_played()
            && ui.add(button("Let it stand")).on_hover_text("As the table played it.").clicked()
        {
            draft.repair.set(step, Some(played));
            draft.after_edit(record);
        }
        if ui.add(button("Leave out all that no longer hold")).clicked() {
            draft.repair = record.without_clashes(&draft.repair);
            draft.after_edit(record);
        }
    });
    ui.add_space(space::S);
}

/// What can be done at the step that is looked at; gives the tab on which it is done.
fn edits_ui(ui: &mut Ui, record: &Record, draft: &mut Draft, step: &Step) -> Option<Tab> {
    let mut purpose = None;
    ui.horizontal_wrapped(|ui| {
        if ui.add(button("Change…")).clicked() {
            purpose = Some(StepPurpose::Instead);
        }
        if ui.add(button("Insert before…")).clicked() {
            purpose = Some(StepPurpose::Before);
        }
        if step.is_played() && ui.add(button("Leave out")).clicked() {
            draft.repair.set(step, None);
            draft.after_edit(record);
        }
        if matches!(step.edit, Edit::LeftOut | Edit::Instead)
            && ui.add(button("As it was")).clicked()
        {
            draft.repair.keep(step.entry);
            draft.after_edit(record);
        }
    });
    let purpose = purpose?;
    draft.ask(step, purpose);
    let is_set_up = matches!(
        step.action,
        Action::Terrain(..) | Action::Walls(..) | Action::Put(_) | Action::Level(_)
    );
    Some(if is_set_up { Tab::SetUp } else { Tab::Round })
}

/// A step in words: "Entry 12: trap C4".
fn said_of(step: &Step) -> String {
    let Step { entry, action, edit, .. } = step;
    match edit {
        Edit::Before(_) => format!("Before entry {entry}: {action}"),
        Edit::Kept | Edit::Instead | Edit::LeftOut => format!("Entry {entry}: {action}"),
    }
}

fn row_of(step: &Step, clashes: bool) -> String {
    let Step { entry, action, edit, .. } = step;
    let fate = match edit {
        _ if clashes => "no longer holds: ",
        Edit::Kept => "",
        Edit::Before(_) => "put in: ",
        Edit::Instead => "changed: ",
        Edit::LeftOut => "left out: ",
    };
    format!("{entry}  {fate}{action}")
}

/// The foot of the panel while a repair goes on: what is asked for, or how the repair ends.
pub(super) fn foot_ui(
    ui: &mut Ui,
    record: &Record,
    memory: &mut ScenarioMemory,
    commands: &mut Commands,
) {
    let is_on_journal = memory.tab == Tab::Journal;
    let Some(draft) = &mut memory.draft else {
        return;
    };
    let judgement = draft.judged(record);
    if draft.asked.is_none() && is_on_journal {
        if end_ui(ui, draft, &judgement, commands) {
            memory.draft = None;
        }
        return;
    }
    if let Some(step) = judgement.steps.get(draft.step) {
        asked_ui(ui, record, draft, step);
    }
    if ui.add(button("Back to the repair")).clicked() {
        draft.asked = None;
    }
    if memory.draft.as_ref().is_some_and(|draft| draft.asked.is_none()) {
        memory.turn_to(Tab::Journal);
    }
}

/// What is asked for, and a line to write it instead of doing it on the table.
fn asked_ui(ui: &mut Ui, record: &Record, draft: &mut Draft, step: &Step) {
    let table = draft.table(record);
    let Some(asked) = &mut draft.asked else {
        return;
    };
    let what = match asked.purpose {
        StepPurpose::Instead => format!("instead of entry {}: {}", step.entry, step.action),
        StepPurpose::Before => format!("before entry {}: {}", step.entry, step.action),
    };
    body(format!("Do on the table what happened {what}; or write it, and press Enter")).ui(ui);
    let label = caption("What happened").ui(ui);
    let is_entered = asked.typed.ui(ui, &label, "");
    let Some(table) = table.filter(|_| is_entered) else {
        return;
    };
    let Some(typed) = asked.typed.words("Write what happened.") else {
        return;
    };
    match parse_action(1, &typed, table.game().position().board()) {
        Ok(action) => draft.take(record, action),
        Err(error) => asked.typed.refuse(capital(&error.problem.to_string())),
    }
}

/// Accepts the repair or gives it up; says whether it is over.
fn end_ui(ui: &mut Ui, draft: &Draft, judgement: &Judgement, commands: &mut Commands) -> bool {
    let mut is_over = false;
    ui.horizontal_wrapped(|ui| {
        let can = judgement.clash.is_none() && !draft.repair.is_empty();
        let accept = ui.add_enabled_ui(can, |ui| primary_button_ui(ui, "Accept the repair")).inner;
        if accept.clicked() && can {
            let deed = Deed::Repair(draft.repair.clone());
            commands.push(Command::Scenario(Change::Make(deed)));
            is_over = true;
        }
        is_over |= ui.add(button("Cancel")).clicked();
    });
    is_over
}
