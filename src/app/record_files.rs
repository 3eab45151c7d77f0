//! Opening and saving games, and the messages about their files.

use plain_text::counted;
use std::path::{Path, PathBuf};
use std::time::Duration;

use egui::Context;

use super::command::Command;
use super::dialogs::Conflict;
use super::io_tasks::ReadPurpose;
use super::record_reader::{OpenOutcome, OpenedRecord, StoredRecord};
use super::screen::Screen;
use super::{App, Dialog, SaveHandle, SaveStatus};
use campaign::record::RecordedCampaign;
use components::specs::Pack;
use journal::Founders;
use packs::differences;
use record::{Loaded, RecordedGame};
use scenario::record::Scenario;
use storage::{CrashedWindow, Disk as _, RealDisk, RicherBackup, SaveNotice, UnsavedRecord};

use crate::recorded_games::{Recorded, kind_of};

/// Maximum number of sentences shown about a file.
const MOST_LINES: usize = 40;

/// Maximum wait for a game that was closed a moment ago to be saved.
pub(super) const SETTLE_PATIENCE: Duration = Duration::from_millis(500);

impl App {
    /// Returns a handle with which a task reads the record of a file.
    pub(super) fn locate_record(&self, path: &Path) -> StoredRecord {
        let (own, orders) = (self.world.own.clone(), self.saver.orders());
        StoredRecord { path: path.to_owned(), own, orders }
    }

    /// Opens the file of either game, unless it is open already, and reports problems of it. The
    /// screen stays until the file is read; changing the screen meanwhile cancels the opening.
    pub(super) fn open_record(&mut self, ctx: &Context, path: &Path) {
        // The file of a game that waits behind a page counts as open.
        let open: Vec<PathBuf> =
            self.screen.saving_behind_pages().and_then(SaveHandle::path).into_iter().collect();
        let (record, path) = (self.locate_record(path), path.to_owned());
        let label = format!("Opening {}…", name_of(&path));
        self.open_with(
            ctx,
            label,
            move || record.open(&open),
            move |app, ctx, opened| {
                app.show_opened(ctx, &path, opened);
            },
        );
    }

    /// Reads something with `work`, and shows it with `then` in place of the current screen.
    pub(super) fn open_with<T: Send + 'static>(
        &mut self,
        ctx: &Context,
        label: String,
        work: impl FnOnce() -> T + Send + 'static,
        then: impl FnOnce(&mut Self, &Context, T) + Send + 'static,
    ) {
        self.opening_from = self.screen.name();
        self.tasks.read(ctx, (ReadPurpose::Open, Some(label)), work, then);
    }

    /// Cancels the opening of a file once another screen is shown.
    pub(super) fn cancel_opening(&mut self) {
        if self.opening_from != self.screen.name() {
            self.tasks.cancel(ReadPurpose::Open);
        }
    }

    /// Shows the result of reading a file.
    fn show_opened(&mut self, ctx: &Context, path: &Path, opened: OpenOutcome) {
        let gains = self.gains_to_take.take().filter(|(campaign, _)| campaign == path);
        // A vote may have started meanwhile.
        let is_shown = matches!(
            opened,
            OpenOutcome::Game(_)
                | OpenOutcome::Scenario(_)
                | OpenOutcome::Campaign(_)
                | OpenOutcome::Position(_)
        );
        if is_shown && self.holds_ballots() {
            let again = Command::Open(path.to_owned());
            self.dialog = Some(Dialog::ConfirmLosingBallots(Box::new(again)));
            return;
        }
        match opened {
            OpenOutcome::IsOpen if self.screen.saving().is_some() => {
                self.show_message(ctx, format!("{} is open already.", name_of(path)));
            }
            OpenOutcome::IsOpen => {
                self.screen.return_to_record();
            }
            OpenOutcome::Cards => self.read_cards_to_import(ctx, vec![path.to_owned()]),
            OpenOutcome::Unreadable(why) => self.show_message(ctx, why),
            OpenOutcome::Unusable(why) => self.report(path, why),
            OpenOutcome::Damaged(form) => self.dialog = Some(Dialog::Recover(form)),
            OpenOutcome::Game(game) => self.show_opened_game(ctx, path, *game),
            OpenOutcome::Scenario(scenario) => self.show_opened_scenario(ctx, path, *scenario),
            OpenOutcome::Campaign(campaign) => self.show_opened_campaign(path, *campaign),
            OpenOutcome::Position(text) => self.show_position(ctx, path, &text),
        }
        if let (Some((_, scenario)), Screen::Campaign(_)) = (gains, &self.screen) {
            self.import_gains(ctx, &scenario);
        }
    }

    /// Shows a game read from its file.
    fn show_opened_game(&mut self, ctx: &Context, path: &Path, opened: OpenedRecord<Founders>) {
        let OpenedRecord {
            record: journal,
            saving,
            problems: mut lines,
            richer_backup,
            recovery,
            ticks,
            ..
        } = opened;
        if let Some(form) = recovery {
            self.show(journal, saving);
            if let Screen::Table(open) = &mut self.screen {
                open.damaged_file = Some(path.to_owned());
            }
            self.dialog = Some(Dialog::Recover(form));
            return;
        }
        lines.extend(pack_report(&journal.setup().pack, &self.packs));
        lines.extend(
            richer_backup.map(|fuller| richer_backup_message(journal.entry_count(), &fuller)),
        );
        if let SaveStatus::ReadOnly(why) = saving.status() {
            lines.insert(0, read_only_message(&why));
        }
        self.show(journal, saving);
        if let Screen::Table(open) = &mut self.screen
            && !open.table.game().is_over()
            && !open.table.game().in_setup()
        {
            open.memory.popups.recap.continue_game();
        }
        if let Some(ticks) = ticks {
            self.restore_ticks(ctx, path.to_owned(), &ticks);
        }
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

    pub(super) fn save_as(&mut self, path: &Path) {
        match &mut self.screen {
            Screen::Table(open) => open.saving.save_as(path, open.table.journal()),
            Screen::Scenario(open) => {
                open.saving.save_as(&with_extension::<Scenario>(path), &open.record);
            }
            Screen::Campaign(open) => {
                open.saving.save_as(&with_extension::<RecordedCampaign>(path), &open.record);
            }
            _ => {}
        }
    }

    /// Takes the notices of the saving thread, and shows them.
    pub(super) fn take_save_notices(&mut self, ctx: &Context) {
        self.remember_path();
        self.save_map_photo(ctx);
        let (saving, ours) = match &self.screen {
            Screen::Table(open) => (&open.saving, open.table.journal().entry_count()),
            Screen::Scenario(open) => (&open.saving, open.record.entry_count()),
            Screen::Campaign(open) => (&open.saving, open.record.entry_count()),
            _ => return,
        };
        // A notice may need a dialog, so none is taken while a dialog is open.
        if self.dialog.is_some() {
            return;
        }
        let mut lines = Vec::new();
        for notice in saving.take_notices() {
            match notice {
                SaveNotice::Moved { old, new, changes } => {
                    let conflict = Conflict::new(old, new, &changes, ours);
                    self.dialog = Some(Dialog::Conflict(Box::new(conflict)));
                }
                SaveNotice::Repaired { backup } => lines.push(format!(
                    "The damaged file was mended. As it was found it is kept as {}.",
                    backup.display()
                )),
                SaveNotice::BackedUp { backup } => {
                    lines.push(format!("What was replaced is kept as {}.", backup.display()));
                }
            }
        }
        lines.extend(saving.take_failures());
        if lines.is_empty() {
            return;
        }
        let title =
            saving.path().map_or_else(|| "The file of this game".to_owned(), |path| name_of(&path));
        if self.dialog.is_none() {
            self.dialog = Some(Dialog::Report { title, lines });
        } else {
            for line in lines {
                self.show_message(ctx, line);
            }
        }
    }

    /// Reopens the game of the last run if that run was not closed.
    pub(super) fn continue_after_crash(&mut self, ctx: &Context) {
        let Some(report) = &mut self.start_report else {
            return;
        };
        let Some(game) = report.game.take() else {
            return;
        };
        if self.commands.iter().any(|command| matches!(command, Command::Open(_))) {
            report.lines.push(format!("{} was open then.", game.display()));
        } else {
            report.continues = true;
            self.open_record(ctx, &game);
        }
    }

    /// Reports a last run that was not closed or could not save everything, once the first opened
    /// record is shown. A dialog that asks something is answered first.
    pub(super) fn report_last_run(&mut self, ctx: &Context) {
        let asks = !matches!(self.dialog, None | Some(Dialog::Report { .. } | Dialog::Recover(_)));
        if asks || self.tasks.is_reading(ReadPurpose::Open) {
            return;
        }
        let Some(StartReport { title, mut lines, brief, continues, .. }) = self.start_report.take()
        else {
            return;
        };
        if continues && self.screen.saving_behind_pages().is_some() {
            lines.push("The game goes on at its last entry.".to_owned());
        }
        match self.dialog.take() {
            Some(Dialog::Report { lines: odd, .. }) => lines.extend(odd),
            // The recovery of a damaged file goes first.
            Some(dialog @ Dialog::Recover(_)) => {
                self.dialog = Some(dialog);
                for line in brief.map_or(lines, |brief| vec![brief]) {
                    self.show_message(ctx, line);
                }
                return;
            }
            Some(_) | None => {}
        }
        self.dialog = Some(Dialog::Report { title, lines });
    }

    /// Waits until everything recorded is on the disk, for `patience` at most; returns `true` if
    /// it is.
    pub fn wait_until_saved(&self, patience: Duration) -> bool {
        self.screen.saving_behind_pages().is_none_or(|saving| saving.wait(patience))
    }
}

/// A report about the last run, until it is shown.
#[derive(Clone, Debug)]
pub(super) struct StartReport {
    title: String,
    /// A sentence each.
    lines: Vec<String>,
    /// A short version; `None` if something was lost.
    brief: Option<String>,
    /// The game that was open in that run.
    game: Option<PathBuf>,
    /// `true` if that game is opened again.
    continues: bool,
}

impl StartReport {
    /// Creates a report about windows that were not closed and records that could not be saved;
    /// `None` if there are neither.
    pub(super) fn of(
        crashes: Vec<CrashedWindow>,
        unsaved: &[UnsavedRecord],
        own: Option<&Path>,
    ) -> Option<Self> {
        if crashes.is_empty() && unsaved.is_empty() {
            return None;
        }
        let (title, lines, brief) = if unsaved.is_empty() {
            ("After a crash", vec!["The app was not closed the last time: it or the machine stopped. Every entry that was shown as saved is in its file.".to_owned()], Some("The app was not closed the last time.".to_owned()))
        } else {
            let lines = unsaved.iter().map(|unsaved| stranded_words(unsaved, own)).collect();
            ("Not everything was saved", lines, None)
        };
        let game = crashes.into_iter().filter_map(|crash| crash.game).find(|game| is_there(game));
        Some(Self { title: title.to_owned(), lines, brief, game, continues: false })
    }
}

/// Returns `true` if there is a file at a path.
fn is_there(path: &Path) -> bool {
    RealDisk.metadata(path).is_ok_and(|found| found.is_file)
}

pub(super) fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// Returns the message about a record that its file could not take when the app ended.
fn stranded_words(unsaved: &UnsavedRecord, own: Option<&Path>) -> String {
    let of = match &unsaved.game {
        Some(game) => format!("The latest entries are not in {}", game.display()),
        None => "A game was not saved".to_owned(),
    };
    let copy = unsaved.copy.display();
    if own.is_some_and(|own| unsaved.copy.starts_with(own.join("backups"))) {
        format!(
            "{of}: it could not be written when the app ended. All of it is in {copy}; \"Earlier states…\" in the menu File brings it back."
        )
    } else if is_there(&unsaved.copy) {
        format!("{of}: it could not be written when the app ended. All of it is in {copy}.")
    } else {
        format!("{of}: it could not be written when the app ended. The copy {copy} is gone.")
    }
}

/// Returns the message about a file whose end cannot be read.
pub(super) fn left_out_message(entries: usize, bytes: usize) -> String {
    let entries = counted(entries, "entry", "entries");
    let bytes = counted(bytes, "byte is", "bytes are");
    format!(
        "Everything before that was read, {entries}; {bytes} left out. The file stays as it is until something is recorded, and is kept among the backups then."
    )
}

/// Returns the message about a file with fewer `entries` than a backup of it.
pub(super) fn richer_backup_message(entries: usize, fuller: &RicherBackup) -> String {
    let entries = counted(entries, "entry", "entries");
    format!(
        "The file holds {entries}, but {fuller}. \"Earlier states…\" in the menu File brings it back."
    )
}

/// Returns the message about a read-only file.
pub(super) fn read_only_message(why: &str) -> String {
    format!("Read-only: {why}. Use \"Save as…\" to make your own copy.")
}

/// Returns the errors and warnings about a loaded record, a sentence each.
pub(super) fn load_problems<G: RecordedGame>(loaded: &Loaded<G>, bytes: usize) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(error) = &loaded.error {
        lines.push(format!("{error}."));
        match &loaded.record {
            Some(record) if !loaded.is_older => {
                let left_out = bytes.saturating_sub(loaded.valid_bytes);
                lines.push(left_out_message(record.entry_count(), left_out));
            }
            Some(_) if !loaded.can_be_upgraded() => lines.push(
                "What is before it is shown; the file stays as it is, and changes go to a new one."
                    .to_owned(),
            ),
            Some(_) | None => {}
        }
    }
    lines.extend(loaded.warnings.iter().map(|warning| format!("Odd: {warning}.")));
    lines
}

/// Returns the differences between the pack in a record and the installed one, in sentences.
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

/// Returns a path with the extension of a game. The extension identifies the game, so another one
/// is extended.
fn with_extension<G: Recorded>(path: &Path) -> PathBuf {
    if kind_of(path) == G::KIND {
        path.to_owned()
    } else {
        path.with_added_extension(G::KIND.extension)
    }
}
