//! Opening and saving: what is told of the files of games.

use english::counted;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use egui::Context;

use super::dialogs::Conflict;
use super::scenario::is_scenario;
use super::screen::Screen;
use super::{App, Dialog, Saving, Standing};
use notation::record::{Loaded, read_record};
use packs::differences;
use rules::components::Pack;
use storage::{self, Backup, Backups, Disk as _, Fuller, Kind, Notice, RealDisk, Stranded};
use ui::command::Command;

/// No more sentences than this are shown about a file.
const MOST_LINES: usize = 40;

/// How long a game that was closed a moment ago is waited for.
pub(super) const SETTLING: Duration = Duration::from_millis(500);

impl App {
    /// Opens the file of either game, unless it is open already, and says what is odd about it.
    pub(super) fn open_record(&mut self, ctx: &Context, path: &Path) {
        let is_open = |open: PathBuf| RealDisk.canonical(path) == open;
        if self.screen.saving().and_then(Saving::path).is_some_and(is_open) {
            return self.tell(ctx, format!("{} is open already.", name_of(path)));
        }
        // The game that waits behind a page is shown again.
        let waits = self.screen.kept().and_then(Saving::path);
        if waits.is_some_and(is_open) && self.screen.return_to_record() {
            return;
        }
        self.saver.settle(SETTLING);
        if is_scenario(path) {
            self.open_scenario(ctx, path);
        } else {
            self.open_file(ctx, path);
        }
    }

    /// Opens a file of the first game.
    fn open_file(&mut self, ctx: &Context, path: &Path) {
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
        lines.extend(fuller.map(|fuller| fuller_words(journal.entry_count(), &fuller)));
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
            lines.insert(0, read_only_words(&why));
        }
        self.show(journal, loaded.tags, saving);
        if let Screen::Table(open) = &mut self.screen
            && !open.table.game().is_over()
            && !open.table.game().in_setup()
        {
            open.memory.popups.happened.continue_game();
        }
        self.take_up_ticks(path);
        self.report(path, lines);
    }

    /// Shows sentences about a file, if there are any.
    pub(super) fn report(&mut self, path: &Path, mut lines: Vec<String>) {
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
        self.backups_of(path)?.fuller(file, loaded)
    }

    /// Where earlier states of a game are kept; nothing where none are.
    pub(super) fn backups_of(&self, path: &Path) -> Option<Backups> {
        let own = self.world.own.as_deref()?;
        Some(Backups::of(Arc::new(RealDisk), own, path))
    }

    /// Every earlier state of a game, the latest first.
    pub(super) fn kept_of(&self, path: &Path) -> Vec<Backup> {
        self.backups_of(path).map(|kept| kept.list()).unwrap_or_default()
    }

    /// What earlier states there are of a game whose file cannot be used.
    pub(super) fn what_is_kept_of(&self, path: &Path) -> Option<String> {
        let kept = self.kept_of(path);
        let latest = kept.first()?;
        Some(format!(
            "Earlier states of this game are kept: {}, the latest from {}. `founders-ledger backups list` shows them, and `backups restore` brings one back.",
            kept.len(),
            latest.stamp
        ))
    }

    pub(super) fn save_as(&mut self, path: &Path) {
        match &mut self.screen {
            Screen::Table(open) => open.saving.save_as(path, (open.table.journal(), &open.tags)),
            // By its ending it is known what it is.
            Screen::Scenario(open) if Kind::of(path) != Kind::Scenario => {
                let path = path.with_added_extension(Kind::Scenario.ending());
                open.saving.save_as(&path, &open.record);
            }
            Screen::Scenario(open) => open.saving.save_as(path, &open.record),
            _ => {}
        }
    }

    /// Takes in what the saving thread tells.
    pub(super) fn hear_of_saving(&mut self, ctx: &Context) {
        self.remember_path();
        self.keep_map();
        for told in self.saver.told() {
            self.tell(ctx, told);
        }
        let (saving, ours) = match &self.screen {
            Screen::Table(open) => (&open.saving, open.table.journal().entry_count()),
            Screen::Scenario(open) => (&open.saving, open.record.deeds()),
            _ => return,
        };
        // A decision is asked for in a dialog, so nothing is taken in while one is open.
        if self.dialog.is_some() {
            return;
        }
        let mut told = Vec::new();
        for notice in saving.notices() {
            match notice {
                Notice::Moved { left, now, changed } => {
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
        told.extend(saving.refusals());
        if told.is_empty() {
            return;
        }
        let title =
            saving.path().map_or_else(|| "The file of this game".to_owned(), |path| name_of(&path));
        if self.dialog.is_none() {
            self.dialog = Some(Dialog::Report { title, lines: told });
        } else {
            for line in told {
                self.tell(ctx, line);
            }
        }
    }

    /// Says what the last start left behind if it was not closed or could not save everything, and
    /// goes on with its game.
    pub(super) fn tell_crash(&mut self, ctx: &Context) {
        let crashes = std::mem::take(&mut self.crashes);
        let stranded = std::mem::take(&mut self.stranded);
        if crashes.is_empty() && stranded.is_empty() {
            return;
        }
        let is_asked_for_another =
            self.commands.iter().any(|command| matches!(command, Command::Open(_)));
        let mut games = crashes.into_iter().filter_map(|crash| crash.game);
        let game = games.find(|game| game.is_file());
        let own = self.world.own.as_deref();
        let words = stranded.iter().map(|stranded| stranded_words(stranded, own));
        let (title, mut lines) = if stranded.is_empty() {
            ("After a crash", vec!["The app was not closed the last time: it or the machine stopped. Every entry that was shown as saved is in its file.".to_owned()])
        } else {
            ("Not everything was saved", words.collect())
        };
        if let Some(game) = game {
            if is_asked_for_another {
                lines.push(format!("{} was open then.", game.display()));
            } else {
                self.open_record(ctx, &game);
                lines.push("The game goes on at its last entry.".to_owned());
            }
            match self.dialog.take() {
                Some(Dialog::Report { lines: odd, .. }) => lines.extend(odd),
                // What is damaged is decided first.
                Some(dialog @ Dialog::Mend(_)) => {
                    self.dialog = Some(dialog);
                    if stranded.is_empty() {
                        lines = vec!["The app was not closed the last time.".to_owned()];
                    }
                    for line in lines {
                        self.tell(ctx, line);
                    }
                    return;
                }
                Some(_) | None => {}
            }
        }
        self.dialog = Some(Dialog::Report { title: title.to_owned(), lines });
    }

    /// Waits until everything recorded is on the disk, for so long at most; says whether it is.
    #[must_use]
    pub fn wait_until_saved(&self, patience: Duration) -> bool {
        self.screen.kept().is_none_or(|saving| saving.wait(patience))
    }
}

pub(super) fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// Returns the message about a record that its file could not take when the app ended.
fn stranded_words(stranded: &Stranded, own: Option<&Path>) -> String {
    let of = match &stranded.game {
        Some(game) => format!("The latest entries are not in {}", game.display()),
        None => "A game was not saved".to_owned(),
    };
    let copy = stranded.copy.display();
    if own.is_some_and(|own| stranded.copy.starts_with(own.join("backups"))) {
        format!(
            "{of}: it could not be written when the app ended. All of it is in {copy}; \"Earlier states…\" in the menu File brings it back."
        )
    } else if stranded.copy.is_file() {
        format!("{of}: it could not be written when the app ended. All of it is in {copy}.")
    } else {
        format!("{of}: it could not be written when the app ended. The copy {copy} is gone.")
    }
}

/// What is said of a file whose end cannot be read.
pub(super) fn left_out_words(entries: usize, bytes: usize) -> String {
    let entries = counted(entries, "entry", "entries");
    let bytes = counted(bytes, "byte is", "bytes are");
    format!(
        "Everything before that was read, {entries}; {bytes} left out. The file stays as it is until something is recorded, and is kept among the backups then."
    )
}

/// What is said of a file with so many entries, of which an earlier state holds more.
pub(super) fn fuller_words(entries: usize, fuller: &Fuller) -> String {
    let entries = counted(entries, "entry", "entries");
    format!(
        "The file holds {entries}, but {fuller}. \"Earlier states…\" in the menu File brings it back."
    )
}

/// What is said of a file in which nothing can be recorded.
pub(super) fn read_only_words(why: &str) -> String {
    format!("Read-only: {why}. Use \"Save as…\" to make your own copy.")
}

/// What is odd about a record, a sentence each.
fn odd(loaded: &Loaded, bytes: usize) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(error) = &loaded.error {
        lines.push(format!("{error}."));
        if let Some(journal) = &loaded.journal {
            let left_out = bytes.saturating_sub(loaded.good_bytes);
            lines.push(left_out_words(journal.entry_count(), left_out));
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
