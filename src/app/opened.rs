//! Records as they are read from their files, with everything that is kept of them: the work of a
//! task, which may take as long as the disk does.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use journal::Journal;
use notation::record::{Loaded, Mending, Tags, read_record};
use scenario::Record;
use scenario::record::{MOST_RECORD, read_bytes};
use storage::{Backup, Backups, Disk as _, Fuller, Kind, RealDisk, TablePicture, kept_ticks};

use super::Saving;
use super::dialogs::MendForm;
use super::files::SETTLING;
use super::saving::SaveOrders;
use super::scenario::is_scenario;

/// A record on the disk, with the earlier states and all else that is kept of it.
#[derive(Clone, Debug)]
pub(super) struct StoredRecord {
    pub(super) path: PathBuf,
    /// The app's own folder.
    pub(super) own: Option<PathBuf>,
    pub(super) orders: SaveOrders,
}

/// The outcome of reading a file that is to be shown.
pub(super) enum Opened {
    /// It is the record that is on screen, or waits behind a page.
    IsOpen,
    /// It cannot be read, for this reason.
    Unreadable(String),
    /// Nothing in it can be shown, for these reasons.
    Unusable(Vec<String>),
    /// A game whose beginning is damaged: it is shown once that is decided.
    Damaged(Box<MendForm>),
    Game(Box<OpenedGame>),
    Scenario(Box<OpenedScenario>),
    /// A single position on the hex map, as text.
    Position(String),
}

/// A game as it was read.
pub(super) struct OpenedGame {
    pub(super) journal: Journal,
    pub(super) tags: Tags,
    pub(super) saving: Saving,
    /// Warnings about it, a sentence each.
    pub(super) odd: Vec<String>,
    /// An earlier state that holds more.
    pub(super) fuller: Option<Fuller>,
    /// The repair to decide on before anything is recorded, if the file is damaged.
    pub(super) mending: Option<Box<MendForm>>,
    /// The ticked list of its table.
    pub(super) ticks: Option<String>,
}

/// A scenario as it was read.
pub(super) struct OpenedScenario {
    pub(super) record: Record,
    pub(super) saving: Saving,
    /// Warnings about it, a sentence each.
    pub(super) odd: Vec<String>,
    pub(super) is_damaged: bool,
    /// The photograph below its map.
    pub(super) photograph: Option<Vec<u8>>,
}

/// An earlier state as it was read.
pub(super) enum Restored {
    Game(Box<(Journal, Tags)>),
    /// With where it is saved from now on, if it mends a damaged file.
    Scenario(Box<(Record, Option<Saving>)>),
}

impl StoredRecord {
    /// Reads the file of either game to show it, unless it is one of those that are open.
    pub(super) fn open(&self, open: &[PathBuf]) -> Opened {
        if open.contains(&RealDisk.canonical(&self.path)) {
            return Opened::IsOpen;
        }
        // What was closed a moment ago is to be in its file.
        self.orders.settle(SETTLING);
        if is_scenario(&self.path) { self.open_scenario() } else { self.open_game() }
    }

    fn open_game(&self) -> Opened {
        let bytes = match storage::read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) => return Opened::Unreadable(error.to_string()),
        };
        let mut loaded = read_record(&bytes);
        let odd = super::files::odd(&loaded, bytes.len());
        let fuller = self.fuller(&bytes, &loaded);
        let Some(journal) = loaded.journal.clone() else {
            return match self.mend_form(bytes, &loaded, fuller) {
                Some(form) => Opened::Damaged(form),
                None => self.unusable(odd),
            };
        };
        let mending = if loaded.needs_mending() {
            self.mend_form(bytes.clone(), &loaded, fuller.clone())
        } else {
            None
        };
        let saving = self.orders.resume(&self.path, bytes, &loaded);
        let ticks = self.own.as_deref().and_then(|own| kept_ticks(own, &self.path));
        let tags = std::mem::take(&mut loaded.tags);
        Opened::Game(Box::new(OpenedGame { journal, tags, saving, odd, fuller, mending, ticks }))
    }

    fn open_scenario(&self) -> Opened {
        let bytes = match storage::read_at_most(&self.path, MOST_RECORD as u64) {
            Ok(bytes) => bytes,
            Err(error) => return Opened::Unreadable(error.to_string()),
        };
        if Kind::of(&self.path) != Kind::Scenario {
            return Opened::Position(String::from_utf8_lossy(&bytes).into_owned());
        }
        let mut loaded = read_bytes(&bytes);
        let mut odd = super::scenario::odd(&loaded, bytes.len());
        let Some(record) = loaded.record.clone() else {
            return self.unusable(odd);
        };
        let fuller = self.states().and_then(|states| states.fuller_scenario(Some(&record)));
        odd.extend(fuller.map(|fuller| super::files::fuller_words(record.deeds(), &fuller)));
        let saving = self.orders.resume_scenario(&self.path, bytes, &loaded);
        let is_damaged = loaded.error.take().is_some() && loaded.good_bytes.is_none();
        let photograph = self
            .own
            .as_deref()
            .zip(saving.path())
            .and_then(|(own, path)| TablePicture::of(&RealDisk, own, &path).kept().ok());
        let opened = OpenedScenario { record, saving, odd, is_damaged, photograph };
        Opened::Scenario(Box::new(opened))
    }

    /// Adds what is kept of the game to the reasons why its file cannot be used.
    fn unusable(&self, mut why: Vec<String>) -> Opened {
        let kept = self.backups();
        why.extend(kept.first().map(|latest| {
            format!(
                "Earlier states of this game are kept: {}, the latest from {}. `founders-ledger backups list` shows them, and `backups restore` brings one back.",
                kept.len(),
                latest.stamp
            )
        }));
        Opened::Unusable(why)
    }

    /// Reads the file again, to ask what is to be done about its damaged lines; `None` if there are
    /// none.
    pub(super) fn read_to_mend(&self) -> Result<Option<Box<MendForm>>, String> {
        let bytes = storage::read(&self.path).map_err(|error| error.to_string())?;
        let loaded = read_record(&bytes);
        let fuller = self.fuller(&bytes, &loaded);
        Ok(self.mend_form(bytes, &loaded, fuller))
    }

    /// Asks what is to be done about the damaged lines of the file, if there are any.
    fn mend_form(
        &self,
        bytes: Vec<u8>,
        loaded: &Loaded,
        fuller: Option<Fuller>,
    ) -> Option<Box<MendForm>> {
        let mut mending = Mending::of(bytes.clone())?;
        let is_from_earlier_state = loaded.journal.is_none() && {
            let kept = self.backups();
            let mut records = kept.iter().filter_map(|kept| storage::read(&kept.path).ok());
            records.any(|record| mending.take_header_of(&record))
        };
        let mut form = MendForm::new(&self.path, bytes, mending, fuller);
        if is_from_earlier_state {
            form.note("The damaged header was taken from an earlier state of this game.");
        }
        Some(Box::new(form))
    }

    /// Reads an earlier state of the record; `mends` if it takes the place of a damaged file.
    pub(super) fn restored(&self, backup: &Path, mends: bool) -> Result<Restored, String> {
        let bytes = storage::read(backup).map_err(|error| error.to_string())?;
        let unreadable = || format!("{}: no game that can be read", backup.display());
        if Kind::of(&self.path) == Kind::Founders {
            let loaded = read_record(&bytes);
            let journal = loaded.journal.ok_or_else(unreadable)?;
            return Ok(Restored::Game(Box::new((journal, loaded.tags))));
        }
        let record = read_bytes(&bytes).record.ok_or_else(unreadable)?;
        let saving = if mends {
            let damaged = storage::read(&self.path).map_err(|error| error.to_string())?;
            Some(self.orders.mend(&self.path, damaged, &record))
        } else {
            None
        };
        Ok(Restored::Scenario(Box::new((record, saving))))
    }

    /// Returns the earlier state that holds more entries than the file, which reads like this.
    fn fuller(&self, file: &[u8], loaded: &Loaded) -> Option<Fuller> {
        self.states()?.fuller(file, loaded)
    }

    /// Returns every earlier state, the latest first.
    pub(super) fn backups(&self) -> Vec<Backup> {
        self.states().map(|states| states.list()).unwrap_or_default()
    }

    /// Returns the store of earlier states; `None` if none are kept.
    fn states(&self) -> Option<Backups> {
        Some(Backups::of(Arc::new(RealDisk), self.own.as_deref()?, &self.path))
    }
}
