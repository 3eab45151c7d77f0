//! Tidying up: another name, a copy, the bin, and earlier states of a game.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;

use egui::Context;

use super::dialogs::{State, States};
use super::files::{SETTLING, name_of};
use super::screen::{Open, Screen};
use super::{App, Dialog};
use notation::record::read_record;
use storage::{self, Backups, RealDisk, Stamp, TablePicture};
use ui::start_screen::Recent;
use ui::table::Table;

/// What the name of a file may not have: with the first two it would lead to another folder, and
/// Windows takes none of them, nor do most sticks.
const NOT_IN_NAMES: [char; 9] = ['/', '\\', ':', '*', '?', '"', '<', '>', '|'];

impl App {
    /// The game that is open, with its file.
    fn open_with_file(&self) -> Option<(&Open, PathBuf)> {
        let open = self.screen.game()?;
        Some((open, open.saving.path()?))
    }

    /// Asks for a name.
    pub(super) fn ask_name(&mut self) {
        if let Some((_, path)) = self.open_with_file() {
            let stem = path.file_stem().unwrap_or_default();
            self.dialog = Some(Dialog::Rename { name: stem.to_string_lossy().into_owned() });
        }
    }

    /// Renames the file of the game.
    pub(super) fn rename(&mut self, name: &str) {
        let name = name.trim();
        let Screen::Table(open) = &mut self.screen else {
            return;
        };
        let Some(old) = open.saving.path().filter(|_| !name.is_empty()) else {
            return;
        };
        let name = name.replace(|c: char| c.is_control() || NOT_IN_NAMES.contains(&c), "_");
        let new = old.with_file_name(format!("{name}.founders"));
        if new != old {
            open.saving.rename(&new);
            let is_pinned = self.settings.pinned.contains(&old);
            self.settings.forget(&old);
            self.settings.pin(&new, is_pinned);
        }
    }

    /// Copies the file of the game beside itself.
    pub(super) fn duplicate(&mut self) {
        if let Some((_, path)) = self.open_with_file() {
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
        let (Some((_, path)), Some(own)) = (self.open_with_file(), self.world.own.clone()) else {
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
        let (Some((_, path)), Some(own)) = (self.open_with_file(), &self.world.own) else {
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
        let loaded = read_record(&bytes);
        if let (Some(journal), Screen::Table(open)) = (loaded.journal, &mut self.screen) {
            open.saving.replace(&journal, &loaded.tags);
            open.tags = loaded.tags;
            open.table = Table::new(journal);
            self.call_players();
            self.dialog = None;
            self.tell(ctx, "The earlier state is restored.".to_owned());
        }
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
        let path = match &self.screen {
            Screen::Table(open) => open.saving.path(),
            Screen::Scenario(open) => open.path(),
            _ => None,
        };
        let Some(path) = path else {
            return;
        };
        if self.settings.recent.first() != Some(&path) {
            self.settings.remember(&path);
        }
    }
}
