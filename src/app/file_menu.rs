//! The file menu: renaming, copying, the bin, earlier states, and the list of recent games.

use std::path::{Path, PathBuf};
use std::time::Duration;

use egui::Context;

use super::command::Command;
use super::dialogs::{EarlierState, EarlierStates};
use super::io_tasks::ReadPurpose;
use super::record_files::{SETTLE_PATIENCE, name_of};
use super::record_reader::{Restored, StoredRecord};
use super::screen::Screen;
use super::start_screen::RecentGame;
use super::{App, Dialog, SaveHandle};
use crate::recorded_games::{AnyRecord, kind_of};
use storage::{self, RealDisk, TablePhotoFile, Timestamp};
use table::table::Table;
use ui_campaign::CampaignMemory;
use ui_kit::widgets::RequiredTextField;
use ui_scenario::ScenarioMemory;

/// Maximum wait for a game to be saved before it is copied or moved to the bin.
const PATIENCE: Duration = Duration::from_secs(10);

/// Characters forbidden in file names: the first two separate folders, and Windows and most USB
/// sticks accept none of them.
const NOT_IN_NAMES: [char; 9] = ['/', '\\', ':', '*', '?', '"', '<', '>', '|'];

impl App {
    /// Returns the file of the open game or scenario.
    fn open_file_path(&self) -> Option<PathBuf> {
        self.screen.saving().and_then(SaveHandle::path)
    }

    /// Opens the dialog for renaming the file.
    pub(super) fn ask_name(&mut self) {
        if let Some(path) = self.open_file_path() {
            let stem = path.file_stem().unwrap_or_default();
            let name = stem.to_string_lossy().into_owned();
            self.dialog = Some(Dialog::Rename {
                name: RequiredTextField::holding_keys().with(name).selected(),
            });
        }
    }

    /// Renames the file of the game.
    pub(super) fn rename(&mut self, name: &str) {
        let name = name.trim();
        let Some(old) = self.open_file_path().filter(|_| !name.is_empty()) else {
            return;
        };
        let name = name.replace(|c: char| c.is_control() || NOT_IN_NAMES.contains(&c), "_");
        let new = old.with_file_name(format!("{name}.{}", kind_of(&old).extension));
        if new != old
            && let Some(saving) = self.screen.saving_mut()
        {
            saving.rename(&new);
            let is_pinned = self.settings.pinned.contains(&old);
            self.settings.forget(&old);
            self.settings.pin(&new, is_pinned);
        }
    }

    /// Copies the file of the game within its folder.
    pub(super) fn duplicate(&mut self, ctx: &Context) {
        let Some(path) = self.open_file_path() else {
            return;
        };
        let (own, orders) = (self.world.own.clone(), self.saver.orders());
        let label = format!("Copying {}…", name_of(&path));
        self.tasks.write(
            ctx,
            Some(label),
            move || {
                orders.flush(PATIENCE);
                match storage::duplicate(&path) {
                    Ok(copy) => {
                        if let Some(own) = &own {
                            // A copy without the photograph is good enough.
                            let _ = TablePhotoFile::of(&RealDisk, own, &path).copy_to(&copy);
                        }
                        format!("Copied as {}.", copy.display())
                    }
                    Err(error) => error.to_string(),
                }
            },
            Self::show_message,
        );
    }

    /// Closes the game and moves its file to the bin.
    pub(super) fn move_to_bin(&mut self, ctx: &Context) {
        let (Some(path), Some(own)) = (self.open_file_path(), self.world.own.clone()) else {
            self.show_message(ctx, "The game has no file yet.".to_owned());
            return;
        };
        self.settings.forget(&path);
        self.go_to_start();
        let (orders, name) = (self.saver.orders(), name_of(&path));
        let label = format!("Putting {name} into the bin…");
        self.tasks.write(
            ctx,
            Some(label),
            move || {
                // The saving thread releases the game first.
                orders.flush(PATIENCE);
                match storage::move_to_bin(&path, &own, &Timestamp::now()) {
                    Ok(None) => format!("{name} is in the bin."),
                    Ok(Some(binned)) => format!("{name} was moved to {}.", binned.display()),
                    Err(error) => error.to_string(),
                }
            },
            Self::show_message,
        );
    }

    /// Returns the location of the open record, also for a scenario whose damaged file is not
    /// written to.
    fn stored_record(&self) -> Option<StoredRecord> {
        let damaged = match &self.screen {
            Screen::Scenario(open) => open.damaged.clone(),
            Screen::Campaign(open) => open.damaged.clone(),
            _ => None,
        };
        Some(self.locate_record(&self.open_file_path().or(damaged)?))
    }

    /// Shows the earlier states of the game.
    pub(super) fn show_backups(&mut self, ctx: &Context) {
        let Some(record) = self.stored_record().filter(|_| self.world.own.is_some()) else {
            self.show_message(ctx, "No earlier states of this game are kept yet.".to_owned());
            return;
        };
        let label = format!("Looking for earlier states of {}…", name_of(&record.path));
        let path = record.path.clone();
        let is_dated = match &self.screen {
            Screen::Scenario(open) => open.record.tags.date.is_some(),
            Screen::Campaign(open) => open.record.tags.date.is_some(),
            _ => true,
        };
        self.tasks.read(
            ctx,
            (ReadPurpose::Dialog, Some(label)),
            move || {
                let backups = record.backups().into_iter();
                backups.map(|backup| EarlierState::new(backup, is_dated)).collect()
            },
            move |app, _, states| {
                if app.stored_record().is_some_and(|record| record.path == path) {
                    app.dialog = Some(Dialog::Backups(EarlierStates::new(states)));
                }
            },
        );
    }

    /// Restores an earlier state of the game, and backs up the current one.
    pub(super) fn restore(&mut self, ctx: &Context, backup: &Path) {
        let Some(record) = self.stored_record() else {
            return;
        };
        // The restored state replaces a damaged file that is not written to otherwise.
        let mends = self.open_file_path().is_none();
        let (path, backup) = (record.path.clone(), backup.to_owned());
        let label = format!("Restoring an earlier state of {}…", name_of(&path));
        let state = backup.clone();
        self.open_with(
            ctx,
            label,
            move || record.restored(&state, mends),
            move |app, ctx, restored| {
                if app.holds_ballots() {
                    app.dialog =
                        Some(Dialog::ConfirmLosingBallots(Box::new(Command::Restore(backup))));
                } else if app.stored_record().is_some_and(|record| record.path == path) {
                    app.show_restored(ctx, restored);
                }
            },
        );
    }

    /// Continues with an earlier state; the current one is backed up, also a damaged file.
    fn show_restored(&mut self, ctx: &Context, restored: Result<Restored, String>) {
        let memory = self.fresh_memory();
        match (&mut self.screen, restored) {
            (_, Err(why)) => return self.show_message(ctx, why),
            (Screen::Table(open), Ok((AnyRecord::Founders(journal), _))) => {
                open.saving.replace(&*journal);
                open.table = Table::new(*journal);
                open.memory = memory;
                self.set_naming();
                self.table_window.forget();
            }
            (Screen::Scenario(open), Ok((AnyRecord::Scenario(record), saving))) => {
                let memory = ScenarioMemory::new(&record);
                open.restore(*record, memory, saving);
                self.table_window.forget();
            }
            (Screen::Campaign(open), Ok((AnyRecord::Campaign(record), saving))) => {
                let memory = CampaignMemory::new(&record);
                open.restore(*record, memory, saving);
            }
            _ => return,
        }
        self.dialog = None;
        self.show_message(ctx, "The earlier state is restored.".to_owned());
    }
}

impl App {
    /// Shows the start screen with the list of recent games.
    pub(super) fn go_to_start(&mut self) {
        self.save_clock();
        // The open game is closed before the list is read, so that its file is up to date.
        self.screen = Screen::Start(Box::default());
        self.dialog = None;
        self.list_recent();
    }

    /// Lists the recent games; old cards are shown until the files are read again.
    pub(super) fn list_recent(&mut self) {
        let before = std::mem::take(&mut self.recent);
        self.recent = self
            .settings
            .recent
            .iter()
            .map(|path| {
                let known = before.iter().find(|recent| recent.path == *path);
                let card = known.and_then(|recent| recent.card.clone());
                RecentGame { card, ..RecentGame::unread(path) }
            })
            .collect();
        self.tasks.cancel(ReadPurpose::Recent);
    }

    /// Reads the recent games while the start screen is shown, one after another.
    pub(super) fn read_recent(&mut self, ctx: &Context) {
        let Some(unread) = self.recent.iter().find(|recent| !recent.is_read) else {
            return;
        };
        let path = unread.path.clone();
        if !matches!(self.screen, Screen::Start(_)) || self.tasks.is_reading(ReadPurpose::Recent) {
            return;
        }
        let orders = self.saver.orders();
        self.tasks.read(
            ctx,
            (ReadPurpose::Recent, None),
            move || {
                // Waits for the pending writes of a game that was closed a moment ago.
                orders.flush(SETTLE_PATIENCE);
                RecentGame::new(&path, storage::read(&path).ok().as_deref())
            },
            |app, ctx, read| {
                if let Some(recent) = app.recent.iter_mut().find(|recent| recent.path == read.path)
                {
                    *recent = read;
                }
                app.read_recent(ctx);
            },
        );
    }

    /// Adds the open file to the recent ones.
    pub(super) fn remember_path(&mut self) {
        let Some(path) = self.open_file_path() else {
            return;
        };
        if self.settings.recent.first() != Some(&path) {
            self.settings.remember(&path);
        }
    }
}
