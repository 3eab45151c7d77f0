//! The open record of a scenario or a campaign, with its screen and its file.

use std::path::{Path, PathBuf};

use egui::Context;

use super::{App, SaveHandle, SaveStatus};
use crate::recorded_games::Recorded;
use record::{Change, Record, RecordedGame, print_log};
use ui_menu::Menu;
use ui_record::{REPAIR_GOES_ON, RecordMemory};

/// An open record.
pub(super) struct OpenRecord<G: RecordedGame, M> {
    pub(super) record: Record<G>,
    /// The state of its screen.
    pub(super) memory: M,
    pub(super) saving: SaveHandle,
    /// The file, if it is damaged and not recovered yet.
    pub(super) damaged: Option<PathBuf>,
}

/// The effect of a menu entry on an open record, besides what its screen shows.
pub(super) enum MenuEffect<G: RecordedGame> {
    /// Nothing else happens.
    Shown,
    /// These changes are made.
    Change(Vec<Change<G>>),
    /// The record is copied as text.
    Copy(String),
    /// Nothing is done, for this reason.
    Refuse(&'static str),
}

impl<G: RecordedGame> MenuEffect<G> {
    fn of_changes(changes: Vec<Change<G>>, none: &'static str) -> Self {
        if changes.is_empty() { Self::Refuse(none) } else { Self::Change(changes) }
    }
}

impl<G: Recorded, M: RecordMemory<G::Notation>> OpenRecord<G, M> {
    /// Carries out a menu entry that works alike for every record; returns `None` for any other.
    pub(super) fn menu(&mut self, menu: Menu) -> Option<MenuEffect<G>> {
        let Self { record, memory, .. } = self;
        let view = memory.record_view_mut();
        let (entry, last) = (view.entry(record), record.cursor());
        let leaves_repair = matches!(
            menu,
            Menu::Undo | Menu::Redo | Menu::First | Menu::Previous | Menu::Next | Menu::Last
        );
        if leaves_repair && view.is_repairing() {
            return Some(MenuEffect::Refuse(REPAIR_GOES_ON));
        }
        match menu {
            Menu::Undo => {
                return Some(MenuEffect::of_changes(view.undo(record), "Nothing to take back."));
            }
            Menu::Redo => {
                return Some(MenuEffect::of_changes(view.redo(record), "Nothing was taken back."));
            }
            Menu::CopyRecord => return Some(MenuEffect::Copy(print_log::<G::Notation>(record))),
            Menu::Repair => memory.open_repair(record),
            Menu::First => view.view_entry(record, 0),
            Menu::Previous => view.view_entry(record, entry.saturating_sub(1)),
            Menu::Next => view.view_entry(record, entry + 1),
            Menu::Last => view.view_entry(record, last),
            _ => return None,
        }
        Some(MenuEffect::Shown)
    }

    /// Makes changes and saves them; either all of them are made or none. Several changes with new
    /// entries are one step for undo.
    ///
    /// `make` makes one change, and returns its line in the file and what it reports. Returns all
    /// reports.
    ///
    /// # Errors
    ///
    /// The file is read-only, or a change is refused.
    pub(super) fn change<R>(
        &mut self,
        changes: Vec<Change<G>>,
        make: impl Fn(&mut Record<G>, Change<G>) -> Result<(String, R), String>,
    ) -> Result<Vec<R>, ChangeRefusal> {
        if let Some(why) = self.read_only() {
            let damaged = self.damaged.clone();
            return Err(damaged.map_or(ChangeRefusal::Reason(why), ChangeRefusal::Damaged));
        }
        let is_step =
            changes.len() > 1 && changes.iter().any(|change| matches!(change, Change::Play(_)));
        let before = self.record.here();
        let mut record = self.record.clone();
        let (mut lines, mut reports) = (Vec::new(), Vec::new());
        for change in changes {
            let (line, report) = make(&mut record, change).map_err(ChangeRefusal::Reason)?;
            lines.push(line);
            reports.push(report);
        }
        self.saving.write(&record, lines);
        if is_step {
            self.memory.record_view_mut().record_step(before, record.here());
        }
        self.record = record;
        Ok(reports)
    }
}

/// The reason why changes of an open record are not made.
pub(super) enum ChangeRefusal {
    /// Its file is damaged, and has to be recovered first.
    Damaged(PathBuf),
    /// They are refused, for this reason.
    Reason(String),
}

impl App {
    /// Shows why changes of the open record are not made.
    pub(super) fn show_change_refusal(&mut self, ctx: &Context, refusal: ChangeRefusal) {
        match refusal {
            ChangeRefusal::Damaged(path) => self.ask_to_recover(ctx, &path),
            ChangeRefusal::Reason(why) => self.show_message(ctx, why),
        }
    }

    /// Carries out the effect of a menu entry on the open record; `change` changes that record.
    pub(super) fn carry_out_effect<G: RecordedGame>(
        &mut self,
        ctx: &Context,
        effect: MenuEffect<G>,
        change: impl FnOnce(&mut Self, &Context, Vec<Change<G>>),
    ) {
        match effect {
            MenuEffect::Shown => {}
            MenuEffect::Change(changes) => change(self, ctx, changes),
            MenuEffect::Copy(text) => {
                ctx.copy_text(text);
                self.show_message(ctx, "The record was copied.".to_owned());
            }
            MenuEffect::Refuse(why) => self.show_message(ctx, why.to_owned()),
        }
    }
}

impl<G: Recorded, M> OpenRecord<G, M> {
    /// Replaces the record by an earlier state. `saving` is there if it replaces a damaged file.
    pub(super) fn restore(&mut self, record: Record<G>, memory: M, saving: Option<SaveHandle>) {
        match saving {
            Some(saving) => {
                self.saving = saving;
                self.damaged = None;
            }
            None => self.saving.replace(&record),
        }
        self.memory = memory;
        self.record = record;
    }
}

impl<G: RecordedGame, M> OpenRecord<G, M> {
    /// Returns the name in the title of the window; `usual` is that of a record without a title and
    /// without a file.
    pub(super) fn name(&self, usual: &str) -> String {
        let path = self.saving.path();
        let stem = path.as_deref().and_then(Path::file_stem);
        let title = self.record.tags.title.clone();
        title
            .or_else(|| stem.map(|stem| stem.to_string_lossy().into_owned()))
            .unwrap_or_else(|| usual.to_owned())
    }

    /// Returns a sentence saying why the record is read-only; `None` if it is writable.
    pub(super) fn read_only(&self) -> Option<String> {
        match self.saving.status() {
            SaveStatus::ReadOnly(why) => Some(format!("Nothing can be recorded here: {why}.")),
            _ => None,
        }
    }
}
