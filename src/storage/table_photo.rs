//! Photographs of tables, stored in the app's own folder.
//!
//! Each game has at most one, straightened and small, taken when the table was left. It is not
//! part of the record; a lost one can be taken again. Its contents are left to `board-photo`.

use std::path::{Path, PathBuf};

use super::app_folders::game_name;
use super::disk::{Disk, folder_of, replace_file};
use super::{StorageError, read_from};

/// The maximum size of a photograph, in bytes.
const MAX_BYTES: u64 = 5_000_000;

/// The place of one game's table photograph, which may not exist yet.
#[derive(Debug)]
pub struct TablePhotoFile<'a> {
    disk: &'a dyn Disk,
    folder: PathBuf,
    path: PathBuf,
}

impl<'a> TablePhotoFile<'a> {
    /// Returns the place for the game in the file `game`; `own` is the app's own folder.
    pub fn of(disk: &'a dyn Disk, own: &Path, game: &Path) -> Self {
        let folder = own.join("tables");
        let path = file_in(&folder, disk, game);
        Self { disk, folder, path }
    }

    /// Saves a photograph in place of the previous one.
    ///
    /// # Errors
    ///
    /// It is too large, or the system refuses; the previous one is unchanged then.
    pub fn save(&self, jpeg: &[u8]) -> Result<(), StorageError> {
        let path = self.path.clone();
        if jpeg.len() as u64 > MAX_BYTES {
            return Err(StorageError::TooLarge { path, bytes: jpeg.len() as u64, max: MAX_BYTES });
        }
        self.disk
            .create_folder(&self.folder)
            .and_then(|()| replace_file(self.disk, &self.path, jpeg))
            .map_err(|source| StorageError::Unwritable { path, source })
    }

    /// Reads the saved photograph.
    ///
    /// # Errors
    ///
    /// There is none, or it cannot be read.
    pub fn load(&self) -> Result<Vec<u8>, StorageError> {
        read_from(self.disk, &self.path, MAX_BYTES)
    }

    /// Removes the photograph, such as that of an earlier game with this name.
    pub fn remove(&self) {
        // If this fails, the next photograph replaces it.
        let _ = self.disk.remove(&self.path);
    }

    /// Moves the photograph to the new file name of a renamed game. It replaces a photograph of an
    /// earlier game with that name.
    pub fn move_to(&self, to: &Path) {
        let new = file_in(&self.folder, self.disk, to);
        if self.disk.rename(&self.path, &new).is_ok() {
            // If a power cut loses the new name, the old one is still there.
            let _ = self.disk.flush_folder(folder_of(&new));
        }
    }

    /// Copies the photograph for a copy of the game.
    ///
    /// # Errors
    ///
    /// As [`save`](Self::save).
    pub fn copy_to(&self, copy: &Path) -> Result<(), StorageError> {
        match self.load() {
            Ok(jpeg) => {
                let path = file_in(&self.folder, self.disk, copy);
                Self { disk: self.disk, folder: self.folder.clone(), path }.save(&jpeg)
            }
            // A missing or unreadable photograph is not copied.
            Err(_) => Ok(()),
        }
    }
}

/// Returns the file of a game's photograph.
fn file_in(folder: &Path, disk: &dyn Disk, game: &Path) -> PathBuf {
    folder.join(format!("{}.jpg", game_name(&disk.canonical(game))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RealDisk;

    #[test]
    fn a_photograph_belongs_to_its_game_and_is_copied_and_renamed_with_it() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let own = folder.path().join("own");
        let [one, other, copy] = ["one", "other", "copy"].map(|name| folder.path().join(name));
        let of = |game: &Path| TablePhotoFile::of(&RealDisk, &own, game).load().ok();
        let picture = TablePhotoFile::of(&RealDisk, &own, &one);
        assert!(matches!(picture.load(), Err(StorageError::Missing { .. })));
        picture.copy_to(&copy).expect("there is nothing to copy");
        picture.save(b"left at ten").expect("room on the disk");
        picture.save(b"left at eleven").expect("room on the disk");
        assert_eq!(of(&one).as_deref(), Some(&b"left at eleven"[..]));
        assert_eq!(of(&other), None);
        picture.copy_to(&copy).expect("room on the disk");
        picture.move_to(&other);
        assert_eq!(of(&one), None);
        assert_eq!(of(&other).as_deref(), Some(&b"left at eleven"[..]));
        assert_eq!(of(&copy).as_deref(), Some(&b"left at eleven"[..]));
    }

    #[test]
    fn a_forgotten_photograph_is_missing() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let game = folder.path().join("game");
        let picture = TablePhotoFile::of(&RealDisk, folder.path(), &game);
        picture.remove();
        picture.save(b"of the first").expect("room on the disk");
        picture.remove();
        assert!(matches!(picture.load(), Err(StorageError::Missing { .. })));
    }

    #[test]
    fn a_photograph_that_is_too_large_leaves_the_previous_one() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let game = folder.path().join("game");
        let picture = TablePhotoFile::of(&RealDisk, folder.path(), &game);
        picture.save(b"small").expect("room on the disk");
        let large = vec![0; usize::try_from(MAX_BYTES).expect("it fits") + 1];
        assert!(matches!(picture.save(&large), Err(StorageError::TooLarge { .. })));
        assert_eq!(picture.load().ok().as_deref(), Some(&b"small"[..]));
    }
}
