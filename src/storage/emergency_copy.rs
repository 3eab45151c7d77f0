//! Emergency copies of a record whose file cannot be written when the app has to exit.
//!
//! The first place is among the backups of the game; the next are folders of the system, which may
//! be on other disks. A note leads the next start to the copy. Any of the places may stall, so the
//! program decides how long to wait for each.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::app_folders::{AppFolders, path_key, path_of, session_folder};
use super::backups::{BackupReason, Backups, Timestamp};
use super::disk::{Disk, RealDisk, replace_file};
use super::kind::RecordText;
use super::{StorageError, read, read_at_most};

/// The maximum size of a note, in bytes.
const MAX_NOTE_BYTES: u64 = 1 << 16;
/// The file extension of notes.
const NOTE: &str = "note";

/// A place for records whose own files cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmergencyPlace {
    /// The folder of notes, and of copies that are not among the backups.
    folder: PathBuf,
    /// The app's own folder, if the copy of a game with a file goes to its backups.
    own: Option<PathBuf>,
}

/// A record that could not be written to its file when the app exited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsavedRecord {
    /// The file of the game; `None` if it had none yet.
    pub game: Option<PathBuf>,
    /// The complete copy of the record.
    pub copy: PathBuf,
}

impl EmergencyPlace {
    /// Returns all places, in the order in which they are tried.
    pub fn all(home: &AppFolders) -> Vec<Self> {
        let Some(own) = &home.own else {
            return Vec::new();
        };
        let first = Self { folder: own.join("unsaved"), own: Some(own.clone()) };
        let name = format!("founders-ledger-unsaved-{}", path_key(&RealDisk.canonical(own)));
        let others = [Some(std::env::temp_dir()), session_folder()]
            .into_iter()
            .flatten()
            .map(|folder| Self { folder: folder.join(&name), own: None });
        std::iter::once(first).chain(others).collect()
    }

    /// Saves a record, with a note for the next start.
    ///
    /// # Errors
    ///
    /// The error of the system.
    pub fn save(
        &self,
        disk: &Arc<dyn Disk>,
        game: Option<&Path>,
        content: &RecordText,
        now: &Timestamp,
    ) -> Result<UnsavedRecord, StorageError> {
        let text = content.text.as_bytes();
        disk.create_folder(&self.folder).map_err(unwritable(&self.folder))?;
        let copy = if let (Some(own), Some(game)) = (&self.own, game) {
            Backups::for_game(Arc::clone(disk), own, game, content.kind).save(
                text,
                now,
                BackupReason::NotSaved,
            )?
        } else {
            let name =
                format!("{} {}.{}", now.for_file_names(), content.name, content.kind.extension);
            let copy = self.folder.join(name);
            replace_file(disk.as_ref(), &copy, text).map_err(unwritable(&copy))?;
            copy
        };
        let unsaved = UnsavedRecord { game: game.map(Path::to_owned), copy };
        let note = self.note_of(&unsaved);
        let paths = [game.unwrap_or(Path::new("")), &unsaved.copy];
        let lines = paths.map(|path| path.as_os_str().as_encoded_bytes()).join(&b'\n');
        replace_file(disk.as_ref(), &note, &lines).map_err(unwritable(&note))?;
        Ok(unsaved)
    }

    /// Removes the note of a record that was written to its file after all. Also removes the copy,
    /// unless it is among the backups.
    pub fn remove(&self, disk: &dyn Disk, unsaved: &UnsavedRecord) {
        // If the note remains, the next start compares copy and file, and ignores it.
        let _ = disk.remove(&self.note_of(unsaved));
        if unsaved.copy.starts_with(&self.folder) {
            let _ = disk.remove(&unsaved.copy);
        }
    }

    /// Removes all notes and returns the records that are not complete in their own files.
    pub fn take_unsaved(&self) -> Vec<UnsavedRecord> {
        let mut paths = RealDisk.list(&self.folder).unwrap_or_default();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == NOTE));
        paths.sort();
        paths
            .into_iter()
            .filter_map(|path| {
                let bytes = read_at_most(&path, MAX_NOTE_BYTES).ok()?;
                RealDisk.remove(&path).ok()?;
                let split = bytes.iter().position(|byte| *byte == b'\n')?;
                let (game, copy) = (&bytes[..split], &bytes[split + 1..]);
                let game = (!game.is_empty()).then(|| path_of(game.to_vec()));
                Some(UnsavedRecord { game, copy: path_of(copy.to_vec()) })
            })
            .filter(UnsavedRecord::is_unsaved)
            .collect()
    }

    fn note_of(&self, unsaved: &UnsavedRecord) -> PathBuf {
        let key = path_key(unsaved.game.as_ref().unwrap_or(&unsaved.copy));
        self.folder.join(format!("{key}.{NOTE}"))
    }
}

fn unwritable(path: &Path) -> impl FnOnce(std::io::Error) -> StorageError {
    let path = path.to_owned();
    |source| StorageError::Unwritable { path, source }
}

impl UnsavedRecord {
    /// Checks if the file of the game does not begin with the whole copy.
    fn is_unsaved(&self) -> bool {
        let Ok(copy) = read(&self.copy) else {
            return true;
        };
        let saved = self.game.as_deref().and_then(|game| read(game).ok());
        !saved.is_some_and(|saved| saved.starts_with(&copy))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FileKind;
    use notation::record::FoundersNotation;

    static FOUNDERS: FileKind = FileKind::of::<FoundersNotation>();

    fn content(text: &str) -> RecordText {
        RecordText { kind: &FOUNDERS, name: "evening".to_owned(), text: text.to_owned() }
    }

    fn refuge(own: &Path) -> EmergencyPlace {
        EmergencyPlace::all(&AppFolders::below(own)).remove(0)
    }

    #[test]
    fn the_next_start_takes_an_unsaved_record_exactly_once() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let refuge = refuge(folder.path());
        let disk: Arc<dyn Disk> = Arc::new(RealDisk);
        let now = Timestamp::new("2026-11-21", 20, 15, 3);
        let game = folder.path().join("evening.founders");
        std::fs::write(&game, "less").expect("room on the disk");
        let kept = [Some(game.as_path()), None]
            .map(|game| refuge.save(&disk, game, &content("all of it"), &now))
            .map(|kept| kept.expect("room on the disk"));
        let mut taken = refuge.take_unsaved();
        taken.sort_by_key(|unsaved| unsaved.game.is_none());
        assert_eq!(taken, kept);
        assert_eq!(refuge.take_unsaved(), []);
        let backups = Backups::for_game(disk, folder.path(), &game, &FOUNDERS).list();
        assert_eq!((&backups[0].path, backups[0].reason), (&kept[0].copy, BackupReason::NotSaved));
    }

    #[test]
    fn a_record_whose_file_was_written_after_all_is_not_taken() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let refuge = refuge(folder.path());
        let disk: Arc<dyn Disk> = Arc::new(RealDisk);
        let now = Timestamp::new("2026-11-21", 20, 15, 3);
        let game = folder.path().join("evening.founders");
        for is_forgotten in [true, false] {
            let kept = refuge
                .save(&disk, Some(&game), &content("all of it"), &now)
                .expect("room on the disk");
            if is_forgotten {
                refuge.remove(&RealDisk, &kept);
            } else {
                std::fs::write(&game, "all of it, and more").expect("room on the disk");
            }
            assert_eq!(refuge.take_unsaved(), []);
        }
    }

    #[test]
    fn an_emergency_copy_has_places_outside_the_folder_of_the_app() {
        let own = Path::new("/home/ada/.local/share/founders-ledger");
        let all = EmergencyPlace::all(&AppFolders::below(own));
        assert!(all.iter().any(|refuge| !refuge.folder.starts_with(own)), "{all:?}");
    }
}
