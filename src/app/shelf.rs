//! Tidying up: another name, a copy, the bin, and earlier states of a game.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;

use egui::Context;

use super::dialogs::{State, States};
use super::files::{SETTLING, name_of};
use super::screen::Screen;
use super::{App, Dialog, Saving};
use notation::record::read_record;
use scenario::record::read_bytes;
use storage::{self, Backups, Kind, RealDisk, Stamp, TablePicture};
use ui::kit::WordsField;
use ui::start_screen::Recent;
use ui::table::Table;

/// What the name of a file may not have: with the first two it would lead to another folder, and
/// Windows takes none of them, nor do most sticks.
const NOT_IN_NAMES: [char; 9] = ['/', '\\', ':', '*', '?', '"', '<', '>', '|'];

impl App {
    /// The file of the game or the scenario that is open.
    fn open_file_path(&self) -> Option<PathBuf> {
        self.screen.saving().and_then(Saving::path)
    }

    /// Asks for a name.
    pub(super) fn ask_name(&mut self) {
        if let Some(path) = self.open_file_path() {
            let stem = path.file_stem().unwrap_or_default();
            let name = stem.to_string_lossy().into_owned();
            self.dialog =
                Some(Dialog::Rename { name: WordsField::holding_keys().with(name).selected() });
        }
    }

    /// Renames the file of the game.
    pub(super) fn rename(&mut self, name: &str) {
        let name = name.trim();
        let Some(old) = self.open_file_path().filter(|_| !name.is_empty()) else {
            return;
        };
        let name = name.replace(|c: char| c.is_control() || NOT_IN_NAMES.contains(&c), "_");
        let new = old.with_file_name(format!("{name}.{}", Kind::of(&old).ending()));
        if new != old
            && let Some(saving) = self.screen.saving_mut()
        {
            saving.rename(&new);
            let is_pinned = self.settings.pinned.contains(&old);
            self.settings.forget(&old);
            self.settings.pin(&new, is_pinned);
        }
    }

    /// Copies the file of the game beside itself.
    pub(super) fn duplicate(&mut self) {
        if let Some(path) = self.open_file_path() {
            let own = self.world.own.clone();
            self.saver.send(move || {
                Some(match storage::duplicate(&path) {
                    Ok(copy) => {
                        if let Some(own) = &own {
                            // A copy without the photograph is a copy all the same.
                            let _ = TablePicture::of(&RealDisk, own, &path).copy_to(&copy);
                        }
                        format!("Copied as {}.", copy.display())
                    }
                    Err(error) => error.to_string(),
                })
            });
        }
    }

    /// Closes the game and puts its file into the bin.
    pub(super) fn put_into_bin(&mut self, ctx: &Context) {
        let (Some(path), Some(own)) = (self.open_file_path(), self.world.own.clone()) else {
            self.tell(ctx, "The game has no file yet.".to_owned());
            return;
        };
        self.settings.forget(&path);
        self.go_to_start();
        // The thread lets go of the game before it does this.
        self.saver.send(move || {
            let name = name_of(&path);
            Some(match storage::put_into_bin(&path, &own, &Stamp::now()) {
                Ok(None) => format!("{name} is in the bin."),
                Ok(Some(binned)) => format!("{name} was moved to {}.", binned.display()),
                Err(error) => error.to_string(),
            })
        });
    }

    /// Shows the earlier states of the game.
    pub(super) fn show_backups(&mut self, ctx: &Context) {
        let damaged = match &self.screen {
            Screen::Scenario(open) => open.damaged.clone(),
            _ => None,
        };
        let path = self.open_file_path().or(damaged);
        let (Some(path), Some(own)) = (path, &self.world.own) else {
            self.tell(ctx, "No earlier states of this game are kept yet.".to_owned());
            return;
        };
        let kept = Backups::of(Arc::new(RealDisk), own, &path).list();
        let states = kept.into_iter().map(|backup| State {
            when: format!("{} ({})", backup.stamp, backup.reason.words()),
            path: backup.path,
        });
        self.dialog = Some(Dialog::Backups(States::new(states.collect())));
    }

    /// Lets the game be as it was in an earlier state; what it is now is kept.
    pub(super) fn restore(&mut self, ctx: &Context, backup: &Path) {
        let bytes = match storage::read(backup) {
            Ok(bytes) => bytes,
            Err(error) => return self.tell(ctx, error.to_string()),
        };
        let memory = self.fresh_memory();
        match &mut self.screen {
            Screen::Table(open) => {
                let loaded = read_record(&bytes);
                let Some(journal) = loaded.journal else {
                    return;
                };
                open.saving.replace((&journal, &loaded.tags));
                open.tags = loaded.tags;
                open.table = Table::new(journal);
                open.memory = memory;
                self.call_players();
                self.table_window.forget();
            }
            Screen::Scenario(open) => {
                let Some(record) = read_bytes(&bytes).record else {
                    return;
                };
                if let Err(error) = open.put_back(&self.saver, record) {
                    return self.tell(ctx, error.to_string());
                }
            }
            _ => return,
        }
        self.dialog = None;
        self.tell(ctx, "The earlier state is restored.".to_owned());
    }
}

impl App {
    /// Shows the start screen, with the recent games as they are now.
    pub(super) fn go_to_start(&mut self) {
        self.keep_clock();
        // What is open is let go first, so that its file is not behind.
        self.screen = Screen::Start(Box::default());
        self.dialog = None;
        self.saver.settle(SETTLING);
        self.list_recent();
    }

    /// Lists the recent games as they are now.
    pub(super) fn list_recent(&mut self) {
        let mut recent = self.settings.recent.iter();
        // The last game leads the screen; the others are read beside it.
        let last = recent.next().map(|path| Recent::new(path, storage::read(path).ok().as_deref()));
        let others = recent.map(|path| Recent::unread(path));
        self.recent = last.into_iter().chain(others).collect();
        self.reading = None;
    }

    /// Reads the recent games beside the window, and takes in those that are read.
    pub(super) fn read_recent(&mut self, ctx: &Context) {
        if let Some(read) = &self.reading {
            for recent in read.try_iter() {
                let mut places = self.recent.iter_mut();
                if let Some(place) = places.find(|place| place.path == recent.path) {
                    *place = recent;
                }
            }
            return;
        }
        let unread = self.recent.iter().filter(|recent| !recent.is_read);
        let paths: Vec<PathBuf> = unread.map(|recent| recent.path.clone()).collect();
        if paths.is_empty() || !matches!(self.screen, Screen::Start(_)) {
            return;
        }
        let (send, read) = channel();
        let ctx = ctx.clone();
        let reading = std::thread::Builder::new().name("recent".to_owned());
        let begun = reading.spawn(move || {
            for path in paths {
                let recent = Recent::new(&path, storage::read(&path).ok().as_deref());
                // Nobody is left to see it once another screen is shown.
                if send.send(recent).is_err() {
                    return;
                }
                ctx.request_repaint();
            }
        });
        // Without a thread they keep the names of their files, and open all the same.
        self.reading = begun.is_ok().then_some(read);
    }

    /// Keeps the file among the recent ones.
    pub(super) fn remember_path(&mut self) {
        let Some(path) = self.open_file_path() else {
            return;
        };
        if self.settings.recent.first() != Some(&path) {
            self.settings.remember(&path);
        }
    }
}
