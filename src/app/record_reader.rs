//! Reading records with their backups, ticks and photographs: the work of a task, which may take
//! as long as the disk does.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use campaign::record::RecordedCampaign;
use journal::Founders;
use record::{Loaded, LogRecovery, Record, read};
use scenario::record::Scenario;
use storage::{Backup, Backups, Disk as _, RealDisk, RicherBackup, TablePhotoFile, load_ticks};

use super::SaveHandle;
use super::card_import::holds_cards;
use super::dialogs::RecoveryForm;
use super::record_files::SETTLE_PATIENCE;
use super::saving::SaveOrders;
use crate::recorded_games::{AnyRecord, GameKind, Recorded, kind_of};

/// The location of a record on the disk, with its backups and everything else stored about it.
#[derive(Clone, Debug)]
pub(super) struct StoredRecord {
    pub(super) path: PathBuf,
    /// The app's own folder.
    pub(super) own: Option<PathBuf>,
    pub(super) orders: SaveOrders,
}

/// The outcome of reading a file that is to be shown.
pub(super) enum OpenOutcome {
    /// The record that is on screen, or waits behind a page.
    IsOpen,
    /// A file that cannot be read, with the reason.
    Unreadable(String),
    /// A file without anything to show, with the reasons.
    Unusable(Vec<String>),
    /// A game with a damaged header: it is shown after its recovery.
    Damaged(Box<RecoveryForm>),
    Game(Box<OpenedRecord<Founders>>),
    Scenario(Box<OpenedRecord<Scenario>>),
    Campaign(Box<OpenedRecord<RecordedCampaign>>),
    /// A folder or file of cards, which are imported.
    Cards,
    /// A single position on the hex map, as text.
    Position(String),
}

/// A record read from its file.
pub(super) struct OpenedRecord<G: Recorded> {
    pub(super) record: Record<G>,
    pub(super) saving: SaveHandle,
    /// Errors and warnings about the file, a sentence each.
    pub(super) problems: Vec<String>,
    /// An earlier state with more entries.
    pub(super) richer_backup: Option<RicherBackup>,
    /// The recovery to finish before anything is recorded; `None` if the file is not damaged.
    pub(super) recovery: Option<Box<RecoveryForm>>,
    /// `true` if the game goes on in a new file, because its own cannot be read to its end.
    pub(super) is_read_only_copy: bool,
    /// The ticked list of its table.
    pub(super) ticks: Option<String>,
    /// The photograph of its table.
    pub(super) photograph: Option<Vec<u8>>,
}

/// An earlier state, with its saving if it replaces a damaged file.
pub(super) type Restored = (AnyRecord, Option<SaveHandle>);

impl StoredRecord {
    /// Reads the file of any game to show it, unless it is one of the `open` files.
    pub(super) fn open(&self, open: &[PathBuf]) -> OpenOutcome {
        if open.contains(&RealDisk.canonical(&self.path)) {
            return OpenOutcome::IsOpen;
        }
        // Waits for the pending writes of a game that was closed a moment ago.
        self.orders.flush(SETTLE_PATIENCE);
        if holds_cards(&self.path) {
            return OpenOutcome::Cards;
        }
        match GameKind::of(&self.path) {
            GameKind::Founders => return self.open_record(OpenOutcome::Game),
            GameKind::Campaign => return self.open_record(OpenOutcome::Campaign),
            GameKind::Scenario if kind_of(&self.path) == Scenario::KIND => {
                return self.open_record(OpenOutcome::Scenario);
            }
            GameKind::Scenario => {}
        }
        match storage::read(&self.path) {
            Ok(bytes) => OpenOutcome::Position(String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) => OpenOutcome::Unreadable(error.to_string()),
        }
    }

    fn open_record<G: Recorded>(
        &self,
        opened: fn(Box<OpenedRecord<G>>) -> OpenOutcome,
    ) -> OpenOutcome {
        let bytes = match storage::read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) => return OpenOutcome::Unreadable(error.to_string()),
        };
        let loaded = read::<G::Notation>(&bytes);
        let problems = super::record_files::load_problems(&loaded, bytes.len());
        let richer_backup = self.richer_backup(&bytes, &loaded);
        let Some(record) = loaded.record.clone() else {
            return match self.recovery_form(bytes, &loaded, richer_backup) {
                Some(form) => OpenOutcome::Damaged(form),
                None => self.unusable(problems),
            };
        };
        let recovery = if loaded.needs_recovery() {
            self.recovery_form(bytes.clone(), &loaded, richer_backup.clone())
        } else {
            None
        };
        let is_read_only_copy =
            loaded.error.is_some() && loaded.is_older && !loaded.can_be_upgraded();
        let saving = self.orders.resume(&self.path, bytes, &loaded);
        let ticks = self.own.as_deref().and_then(|own| load_ticks(own, &self.path));
        let photograph = self
            .own
            .as_deref()
            .zip(saving.path())
            .and_then(|(own, path)| TablePhotoFile::of(&RealDisk, own, &path).load().ok());
        opened(Box::new(OpenedRecord {
            record,
            saving,
            problems,
            richer_backup,
            recovery,
            is_read_only_copy,
            ticks,
            photograph,
        }))
    }

    /// Adds a note about backups of the game to the reasons why its file cannot be used.
    fn unusable(&self, mut why: Vec<String>) -> OpenOutcome {
        let backups = self.backups();
        why.extend(backups.first().map(|latest| {
            format!(
                "Earlier states of this game are kept: {}, the latest from {}. `founders-ledger backups list` shows them, and `backups restore` brings one back.",
                backups.len(),
                latest.timestamp
            )
        }));
        OpenOutcome::Unusable(why)
    }

    /// Reads the file again, and returns the recovery form for its damaged lines; `None` if there
    /// are none.
    pub(super) fn read_to_recover(&self) -> Result<Option<Box<RecoveryForm>>, String> {
        match GameKind::of(&self.path) {
            GameKind::Founders => self.read_lines::<Founders>(),
            GameKind::Scenario => self.read_lines::<Scenario>(),
            GameKind::Campaign => self.read_lines::<RecordedCampaign>(),
        }
    }

    fn read_lines<G: Recorded>(&self) -> Result<Option<Box<RecoveryForm>>, String> {
        let bytes = storage::read(&self.path).map_err(|error| error.to_string())?;
        let loaded = read::<G::Notation>(&bytes);
        let fuller = self.richer_backup(&bytes, &loaded);
        Ok(self.recovery_form(bytes, &loaded, fuller))
    }

    /// Returns the recovery form for the damaged lines of the file, if there are any.
    fn recovery_form<G: Recorded>(
        &self,
        bytes: Vec<u8>,
        loaded: &Loaded<G>,
        fuller: Option<RicherBackup>,
    ) -> Option<Box<RecoveryForm>> {
        let mut recovery = LogRecovery::<G::Notation>::from_log(bytes.clone())?;
        let is_from_earlier_state = loaded.record.is_none() && {
            self.backups()
                .iter()
                .filter_map(|backup| storage::read(&backup.path).ok())
                .any(|record| recovery.restore_header_from(&record))
        };
        let mut form = RecoveryForm::new(&self.path, bytes, recovery, fuller);
        if is_from_earlier_state {
            form.note("The damaged header was taken from an earlier state of this game.");
        }
        Some(Box::new(form))
    }

    /// Reads an earlier state of the record; `mends` is `true` if it replaces a damaged file.
    pub(super) fn restored(&self, backup: &Path, mends: bool) -> Result<Restored, String> {
        match GameKind::of(&self.path) {
            GameKind::Founders => self.restored_record::<Founders>(backup, mends),
            GameKind::Scenario => self.restored_record::<Scenario>(backup, mends),
            GameKind::Campaign => self.restored_record::<RecordedCampaign>(backup, mends),
        }
    }

    fn restored_record<G: Recorded>(&self, backup: &Path, mends: bool) -> Result<Restored, String> {
        let bytes = storage::read(backup).map_err(|error| error.to_string())?;
        let record = read::<G::Notation>(&bytes)
            .record
            .ok_or_else(|| format!("{}: no game that can be read", backup.display()))?;
        let saving = if mends {
            let damaged = storage::read(&self.path).map_err(|error| error.to_string())?;
            Some(self.orders.recover(&self.path, damaged, &record))
        } else {
            None
        };
        Ok((G::into_any(record), saving))
    }

    /// Returns the earlier state with more entries than the file, whose contents are `file`.
    fn richer_backup<G: Recorded>(&self, file: &[u8], loaded: &Loaded<G>) -> Option<RicherBackup> {
        self.states()?.richest(file, loaded)
    }

    /// Returns every earlier state, the latest first.
    pub(super) fn backups(&self) -> Vec<Backup> {
        self.states().map(|states| states.list()).unwrap_or_default()
    }

    /// Returns the store of earlier states; `None` without an own folder.
    fn states(&self) -> Option<Backups> {
        let own = self.own.as_deref()?;
        Some(Backups::for_game(Arc::new(RealDisk), own, &self.path, kind_of(&self.path)))
    }
}
