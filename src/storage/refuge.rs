//! Other places for a record whose own file cannot be written while the app has to end.
//!
//! The first is among the backups of the game, the next are folders of the system on disks that may
//! be others. A note beside the copy tells the next start of it. Which of them answers in time is
//! left to the program, for any of them may stall.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::backups::{Backups, Reason, Stamp};
use super::disk::{Disk, RealDisk, replace_whole};
use super::kind::Content;
use super::own::{Home, key_of, path_of, running_folder};
use super::{StorageError, read, read_at_most};

/// No note has more bytes than this.
const MOST_BYTES: u64 = 1 << 16;
/// The ending of the names of notes.
const NOTE: &str = "note";

/// A place for records that their own files cannot take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuge {
    /// Where notes are, and copies of games without backups.
    folder: PathBuf,
    /// The folder of the app whose backups take the copy of a game that has a file.
    own: Option<PathBuf>,
}

/// A record that could not be written into its file when the app ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stranded {
    /// The file of the game; `None` if it had none yet.
    pub game: Option<PathBuf>,
    /// The copy that holds all of it.
    pub copy: PathBuf,
}

impl Refuge {
    /// Returns every place there is, in the order in which they are tried.
    pub fn all(home: &Home) -> Vec<Self> {
        let Some(own) = &home.own else {
            return Vec::new();
        };
        let first = Self { folder: own.join("unsaved"), own: Some(own.clone()) };
        let name = format!("founders-ledger-unsaved-{}", key_of(&RealDisk.canonical(own)));
        let elsewhere = [Some(std::env::temp_dir()), running_folder()].into_iter().flatten();
        let elsewhere = elsewhere.map(|folder| Self { folder: folder.join(&name), own: None });
        std::iter::once(first).chain(elsewhere).collect()
    }

    /// Keeps a record with a note of it.
    ///
    /// # Errors
    ///
    /// As the system refuses.
    pub fn keep(
        &self,
        disk: &Arc<dyn Disk>,
        game: Option<&Path>,
        content: &Content,
        now: &Stamp,
    ) -> Result<Stranded, StorageError> {
        let unwritable = |path: &Path| {
            let path = path.to_owned();
            |source| StorageError::Unwritable { path, source }
        };
        let text = content.text.as_bytes();
        disk.make_folder(&self.folder).map_err(unwritable(&self.folder))?;
        let copy = if let (Some(own), Some(game)) = (&self.own, game) {
            Backups::of(Arc::clone(disk), own, game, content.kind).keep(
                text,
                now,
                Reason::NotSaved,
            )?
        } else {
            let name = format!("{} {}.{}", now.in_names(), content.name, content.kind.ending);
            let copy = self.folder.join(name);
            replace_whole(disk.as_ref(), &copy, text).map_err(unwritable(&copy))?;
            copy
        };
        let stranded = Stranded { game: game.map(Path::to_owned), copy };
        let note = self.note_of(&stranded);
        let paths = [game.unwrap_or(Path::new("")), &stranded.copy];
        let lines = paths.map(|path| path.as_os_str().as_encoded_bytes()).join(&b'\n');
        replace_whole(disk.as_ref(), &note, &lines).map_err(unwritable(&note))?;
        Ok(stranded)
    }

    /// Takes the note of a record away whose file holds everything after all, and its copy unless
    /// that is among the backups.
    pub fn forget(&self, disk: &dyn Disk, stranded: &Stranded) {
        // A note that stays is found out by the next start, which compares.
        let _ = disk.remove(&self.note_of(stranded));
        if stranded.copy.starts_with(&self.folder) {
            let _ = disk.remove(&stranded.copy);
        }
    }

    /// Takes every note away, and returns the records that their files do not hold.
    pub fn take(&self) -> Vec<Stranded> {
        let mut paths = RealDisk.list(&self.folder).unwrap_or_default();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == NOTE));
        paths.sort();
        let notes = paths.into_iter().filter_map(|path| {
            let bytes = read_at_most(&path, MOST_BYTES).ok()?;
            RealDisk.remove(&path).ok()?;
            let split = bytes.iter().position(|byte| *byte == b'\n')?;
            let (game, copy) = (&bytes[..split], &bytes[split + 1..]);
            let game = (!game.is_empty()).then(|| path_of(game.to_vec()));
            Some(Stranded { game, copy: path_of(copy.to_vec()) })
        });
        notes.filter(Stranded::is_news).collect()
    }

    fn note_of(&self, stranded: &Stranded) -> PathBuf {
        let key = key_of(stranded.game.as_ref().unwrap_or(&stranded.copy));
        self.folder.join(format!("{key}.{NOTE}"))
    }
}

impl Stranded {
    /// Checks if the file of the game lacks something of the copy.
    fn is_news(&self) -> bool {
        let Ok(copy) = read(&self.copy) else {
            return true;
        };
        let held = self.game.as_deref().and_then(|game| read(game).ok());
        !held.is_some_and(|held| held.starts_with(&copy))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FileKind;
    use notation::record::FoundersNotation;

    static FOUNDERS: FileKind = FileKind::of::<FoundersNotation>();

    fn content(text: &str) -> Content {
        Content { kind: &FOUNDERS, name: "evening".to_owned(), text: text.to_owned() }
    }

    fn refuge(own: &Path) -> Refuge {
        Refuge::all(&Home::at(own)).remove(0)
    }

    #[test]
    fn a_record_in_a_refuge_is_told_once_by_the_next_start() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let refuge = refuge(folder.path());
        let disk: Arc<dyn Disk> = Arc::new(RealDisk);
        let now = Stamp::new("2026-11-21", 20, 15, 3);
        let game = folder.path().join("evening.founders");
        std::fs::write(&game, "less").expect("room on the disk");
        let kept = [Some(game.as_path()), None]
            .map(|game| refuge.keep(&disk, game, &content("all of it"), &now))
            .map(|kept| kept.expect("room on the disk"));
        let mut told = refuge.take();
        told.sort_by_key(|stranded| stranded.game.is_none());
        assert_eq!(told, kept);
        assert_eq!(refuge.take(), []);
        let backups = Backups::of(disk, folder.path(), &game, &FOUNDERS).list();
        assert_eq!((&backups[0].path, backups[0].reason), (&kept[0].copy, Reason::NotSaved));
    }

    #[test]
    fn a_record_whose_file_was_written_after_all_is_not_told() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let refuge = refuge(folder.path());
        let disk: Arc<dyn Disk> = Arc::new(RealDisk);
        let now = Stamp::new("2026-11-21", 20, 15, 3);
        let game = folder.path().join("evening.founders");
        for is_forgotten in [true, false] {
            let kept = refuge.keep(&disk, Some(&game), &content("all of it"), &now);
            let kept = kept.expect("room on the disk");
            if is_forgotten {
                refuge.forget(&RealDisk, &kept);
            } else {
                std::fs::write(&game, "all of it, and more").expect("room on the disk");
            }
            assert_eq!(refuge.take(), []);
        }
    }

    #[test]
    fn there_are_places_outside_the_folder_of_the_app() {
        let own = Path::new("/home/ada/.local/share/founders-ledger");
        let all = Refuge::all(&Home::at(own));
        assert!(all.iter().any(|refuge| !refuge.folder.starts_with(own)), "{all:?}");
    }
}
