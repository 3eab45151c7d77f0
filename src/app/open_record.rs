//! The open record of a scenario or a campaign, with its screen and its file.

use std::path::{Path, PathBuf};

use super::{SaveHandle, SaveStatus};
use crate::recorded_games::Recorded;
use record::{Record, RecordedGame};

/// An open record.
pub(super) struct OpenRecord<G: RecordedGame, M> {
    pub(super) record: Record<G>,
    /// The state of its screen.
    pub(super) memory: M,
    pub(super) saving: SaveHandle,
    /// The file, if it is damaged and not recovered yet.
    pub(super) damaged: Option<PathBuf>,
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
