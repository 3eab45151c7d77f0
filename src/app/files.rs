//! Opening and saving: what is told of the files of games.

use std::path::Path;
use std::time::Duration;

use egui::Context;

use super::dialogs::Conflict;
use super::screen::Screen;
use super::{App, Dialog, Standing};
use notation::record::{Loaded, read_record};
use packs::differences;
use rules::components::Pack;
use storage::{self, Backup, Disk as _, Fuller, Notice, RealDisk};
use ui::command::Command;

/// No more sentences than this are shown about a file.
const MOST_LINES: usize = 40;

/// How long a game that was closed a moment ago is waited for.
pub(super) const SETTLING: Duration = Duration::from_millis(500);

impl App {
    /// Opens a file, and says what is odd about it.
    pub(super) fn open_file(&mut self, ctx: &Context, path: &Path) {
        let is_open = |open: &Path| RealDisk.canonical(path) == open;
        if let Screen::Table(open) = &self.screen
            && open.saving.path().is_some_and(|open| is_open(&open))
        {
            return self.tell(ctx, format!("{} is open already.", name_of(path)));
        }
        // The game that waits behind a page is shown again.
        let waits = self.screen.open().and_then(|open| open.saving.path());
        if waits.is_some_and(|open| is_open(&open)) && self.screen.leave_page() {
            return;
        }
        self.saver.settle(SETTLING);
        let bytes = match storage::read(path) {
            Ok(bytes) => bytes,
            Err(error) => return self.tell(ctx, error.to_string()),
        };
        let loaded = read_record(&bytes);
        let mut lines = odd(&loaded, bytes.len());
        let fuller = self.fuller_than(path, &bytes, &loaded);
        let Some(journal) = loaded.journal.clone() else {
            if self.ask_to_mend(ctx, path) {
                return;
            }
            lines.extend(self.what_is_kept_of(path));
            return self.report(path, lines);
        };
        lines.extend(pack_report(&journal.setup().pack, &self.packs));
        if let Some(fuller) = fuller {
            lines.push(format!(
                "The file holds {} entries, but {fuller}. \"Earlier states…\" in the menu File brings it back.",
                journal.entry_count()
            ));
        }
        let saving = self.saver.resume(path, bytes, &loaded);
        if loaded.needs_mending() {
            self.show(journal, loaded.tags, saving);
            if let Screen::Table(open) = &mut self.screen {
                open.damaged = Some(path.to_owned());
            }
            self.ask_to_mend(ctx, path);
            return;
        }
        if let Standing::ReadOnly(why) = saving.standing() {
            lines.insert(0, format!("Read-only: {why}. Use \"Save as…\" to make your own copy."));
        }
        self.show(journal, loaded.tags, saving);
        if let Screen::Table(open) = &mut self.screen
            && !open.table.game().is_over()
            && !open.table.game().in_setup()
        {
            open.memory.happened.continue_game();
        }
        self.take_up_ticks(path);
        self.report(path, lines);
    }

    /// Shows sentences about a file, if there are any.
    fn report(&mut self, path: &Path, mut lines: Vec<String>) {
        if lines.is_empty() {
            return;
        }
        let surplus = lines.len().saturating_sub(MOST_LINES);
        if surplus > 0 {
            lines.truncate(MOST_LINES);
            lines.push(format!("… and {surplus} more."));
        }
        self.dialog = Some(Dialog::Report { title: name_of(path), lines });
    }

    /// The earlier state of a game that holds more entries than its file, which reads like this.
    pub(super) fn fuller_than(&self, path: &Path, file: &[u8], loaded: &Loaded) -> Option<Fuller> {
        let own = self.world.own.as_deref()?;
        let kept = storage::Backups::of(std::sync::Arc::new(RealDisk), own, path);
        kept.fuller(file, loaded)
    }

    /// Every earlier state of a game, the latest first.
    pub(super) fn kept_of(&self, path: &Path) -> Vec<Backup> {
        let own = self.world.own.as_deref();
        let of = |own| storage::Backups::of(std::sync::Arc::new(RealDisk), own, path);
        own.map(|own| of(own).list()).unwrap_or_default()
    }

    /// What earlier states there are of a game whose file cannot be used.
    fn what_is_kept_of(&self, path: &Path) -> Option<String> {
        let kept = self.kept_of(path);
        let latest = kept.first()?;
        Some(format!(
            "Earlier states of this game are kept: {}, the latest from {}. `founders-ledger backups list` shows them, and `backups restore` brings one back.",
            kept.len(),
            latest.stamp
        ))
    }

    pub(super) fn save_as(&mut self, path: &Path) {
        if let Screen::Table(open) = &mut self.screen {
            open.saving.save_as(path, open.table.journal(), &open.tags);
        }
    }

    /// Takes in what the saving thread tells.
    pub(super) fn hear_of_saving(&mut self, ctx: &Context) {
        self.remember_path();
        for told in self.saver.told() {
            self.tell(ctx, told);
        }
        let Screen::Table(open) = &self.screen else {
            return;
        };
        // A decision is asked for in a dialog, so nothing is taken in while one is open.
        if self.dialog.is_some() {
            return;
        }
        let mut told = Vec::new();
        for notice in open.saving.notices() {
            match notice {
                Notice::Moved { left, now, changed } => {
                    let ours = open.table.journal().entry_count();
                    let conflict = Conflict::new(left, now, &changed, ours);
                    self.dialog = Some(Dialog::Conflict(Box::new(conflict)));
                }
                Notice::Mended { kept } => told.push(format!(
                    "The damaged file was mended. As it was found it is kept as {}.",
                    kept.display()
                )),
                Notice::Kept { kept } => {
                    told.push(format!("What was replaced is kept as {}.", kept.display()));
                }
            }
        }
        told.extend(open.saving.refusals());
        if told.is_empty() {
            return;
        }
        let title = open
            .saving
            .path()
            .map_or_else(|| "The file of this game".to_owned(), |path| name_of(&path));
        if self.dialog.is_none() {
            self.dialog = Some(Dialog::Report { title, lines: told });
        } else {
            for line in told {
                self.tell(ctx, line);
            }
        }
    }

    /// Says what the last start left behind if it was not closed, and goes on with its game.
    pub(super) fn tell_crash(&mut self, ctx: &Context) {
        let crashes = std::mem::take(&mut self.crashes);
        if crashes.is_empty() {
            return;
        }
        let is_asked_for_another =
            self.commands.iter().any(|command| matches!(command, Command::Open(_)));
        let mut games = crashes.into_iter().filter_map(|crash| crash.game);
        let game = games.find(|game| game.is_file());
        let mut lines = vec!["The app was not closed the last time: it or the machine stopped. Every entry that was shown as saved is in its file.".to_owned()];
        if let Some(game) = game {
            if is_asked_for_another {
                lines.push(format!("{} was open then.", game.display()));
            } else {
                self.open_file(ctx, &game);
                lines.push("The game goes on at its last entry.".to_owned());
            }
            match self.dialog.take() {
                Some(Dialog::Report { lines: odd, .. }) => lines.extend(odd),
                // What is damaged is decided first.
                Some(dialog @ Dialog::Mend(_)) => {
                    self.dialog = Some(dialog);
                    return self.tell(ctx, "The app was not closed the last time.".to_owned());
                }
                Some(_) | None => {}
            }
        }
        self.dialog = Some(Dialog::Report { title: "After a crash".to_owned(), lines });
    }

    /// Waits until everything recorded is on the disk, for so long at most; says whether it is.
    #[must_use]
    pub fn wait_until_saved(&self, patience: Duration) -> bool {
        if let Screen::Scenario(open) = &self.screen {
            self.saver.settle(patience);
            return open.standing() == Standing::Saved;
        }
        let game = self.screen.game();
        game.is_none_or(|open| open.saving.wait(patience))
    }
}

pub(super) fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// What is odd about a record, a sentence each.
fn odd(loaded: &Loaded, bytes: usize) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(error) = &loaded.error {
        lines.push(format!("{error}."));
        if let Some(journal) = &loaded.journal {
            lines.push(format!(
                "Everything before that was read, {} entries; {} bytes are left out. The file stays as it is until something is recorded, and is kept among the backups then.",
                journal.entry_count(),
                bytes.saturating_sub(loaded.good_bytes),
            ));
        }
    }
    let warnings = loaded.warnings.iter();
    lines.extend(warnings.map(|warning| format!("Odd: {warning}.")));
    lines
}

/// What differs between the pack in a record and the one that is installed.
fn pack_report(recorded: &Pack, installed: &[Pack]) -> Vec<String> {
    let Some(installed) = installed.iter().find(|pack| pack.name == recorded.name) else {
        return vec![format!(
            "The pack \"{}\" of this record is not installed. The game goes on with the facts in its file.",
            recorded.name
        )];
    };
    let mut lines = differences(recorded, installed);
    if !lines.is_empty() {
        lines.insert(0, format!("The facts in this record differ from the installed pack \"{}\"; the game goes on with those in its file:", recorded.name));
    }
    lines
}
