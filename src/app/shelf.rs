//! Tidying up: another name, a copy, the bin, and earlier states of a game.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::Context;

use super::dialogs::State;
use super::files::name_of;
use super::{App, Dialog, Open, Screen};
use crate::notation::record::read_record;
use crate::storage::{self, Backups, RealDisk, Stamp};
use crate::ui::start_screen::GameCard;
use crate::ui::table::Table;

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
            self.dialog = Some(Dialog::Rename {
                name: stem.to_string_lossy().into_owned(),
            });
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
        // A name is no way to another folder.
        let name = name.replace(['/', '\\'], "_");
        let new = old.with_file_name(format!("{name}.founders"));
        if new != old {
            open.saving.rename(&new);
            self.settings.recent.retain(|path| *path != old);
        }
    }

    /// Copies the file of the game beside itself.
    pub(super) fn duplicate(&mut self) {
        if let Some((_, path)) = self.open_with_file() {
            self.saver.send(move || match storage::duplicate(&path) {
                Ok(copy) => format!("Copied as {}.", copy.display()),
                Err(error) => error.to_string(),
            });
        }
    }

    /// Closes the game and puts its file into the bin.
    pub(super) fn put_into_bin(&mut self, ctx: &Context) {
        let (Some((_, path)), Some(own)) = (self.open_with_file(), self.world.own.clone()) else {
            self.tell(ctx, "The game has no file yet.".to_owned());
            return;
        };
        self.settings.recent.retain(|other| *other != path);
        self.go_to_start();
        // The thread lets go of the game before it does this.
        self.saver.send(move || {
            let name = name_of(&path);
            match storage::put_into_bin(&path, &own, &Stamp::now()) {
                Ok(None) => format!("{name} is in the bin."),
                Ok(Some(binned)) => format!("{name} was put aside as {}.", binned.display()),
                Err(error) => error.to_string(),
            }
        });
    }

    /// Shows the earlier states of the game.
    pub(super) fn show_backups(&mut self, ctx: &Context) {
        let (Some((_, path)), Some(own)) = (self.open_with_file(), &self.world.own) else {
            self.tell(
                ctx,
                "No earlier states of this game are kept yet.".to_owned(),
            );
            return;
        };
        let kept = Backups::of(Arc::new(RealDisk), own, &path).list();
        let states = kept.into_iter().map(|backup| {
            let record = storage::read(&backup.path).ok();
            let card = record.as_deref().and_then(GameCard::read);
            State {
                when: format!("{} ({})", backup.stamp, backup.reason.words()),
                what: card.map(|card| {
                    let entries = card.entries;
                    format!("{}. {}. Entries: {entries}.", card.players, card.state)
                }),
                path: backup.path,
            }
        });
        self.dialog = Some(Dialog::Backups {
            states: states.collect(),
        });
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
            self.dialog = None;
            self.tell(ctx, "The earlier state is restored.".to_owned());
        }
    }
}
