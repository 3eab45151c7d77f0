//! The photograph of a table as it was left, kept with its game in the app's own folder.
//!
//! It is no part of the record: whoever loses it takes another one. Of each game there is one,
//! pulled straight and small. What is in it is left to the tracing.

use std::path::{Path, PathBuf};

use super::disk::{Disk, folder_of, replace_whole};
use super::own::name_for;
use super::{StorageError, read_from};

/// The photograph of a table has no more bytes than this.
const MOST: u64 = 5_000_000;

/// The photograph of the table of one game, whether it is kept or not.
#[derive(Debug)]
pub struct TablePicture<'a> {
    disk: &'a dyn Disk,
    folder: PathBuf,
    path: PathBuf,
}

impl<'a> TablePicture<'a> {
    /// That of a game, by its file, in the app's own folder.
    pub fn of(disk: &'a dyn Disk, own: &Path, game: &Path) -> Self {
        let folder = own.join("tables");
        let path = file_in(&folder, disk, game);
        Self { disk, folder, path }
    }

    /// Keeps a photograph in place of the one before.
    ///
    /// # Errors
    ///
    /// It is too large, or the system refuses; the one before is then as it was.
    pub fn keep(&self, jpeg: &[u8]) -> Result<(), StorageError> {
        let path = self.path.clone();
        if jpeg.len() as u64 > MOST {
            return Err(StorageError::TooLarge { path, bytes: jpeg.len() as u64, most: MOST });
        }
        self.disk
            .make_folder(&self.folder)
            .and_then(|()| replace_whole(self.disk, &self.path, jpeg))
            .map_err(|source| StorageError::Unwritable { path, source })
    }

    /// The photograph that is kept.
    ///
    /// # Errors
    ///
    /// There is none, or it cannot be read.
    pub fn kept(&self) -> Result<Vec<u8>, StorageError> {
        read_from(self.disk, &self.path, MOST)
    }

    /// Forgets the photograph of an earlier game of this name.
    pub fn forget(&self) {
        // One that cannot be removed is replaced by the next.
        let _ = self.disk.remove(&self.path);
    }

    /// Lets the photograph follow a game that was renamed; one of an earlier game of that name
    /// goes.
    pub fn follow(&self, to: &Path) {
        let new = file_in(&self.folder, self.disk, to);
        if self.disk.rename(&self.path, &new).is_ok() {
            // A name that is lost in a power cut is found under the old one.
            let _ = self.disk.flush_folder(folder_of(&new));
        }
    }

    /// Gives the copy of a game a copy of the photograph.
    ///
    /// # Errors
    ///
    /// As [`keep`](Self::keep).
    pub fn copy_to(&self, copy: &Path) -> Result<(), StorageError> {
        match self.kept() {
            Ok(jpeg) => {
                let path = file_in(&self.folder, self.disk, copy);
                Self { disk: self.disk, folder: self.folder.clone(), path }.keep(&jpeg)
            }
            // What was never kept, or cannot be read, is not missed by the copy.
            Err(_) => Ok(()),
        }
    }
}

/// The file of a game's photograph.
fn file_in(folder: &Path, disk: &dyn Disk, game: &Path) -> PathBuf {
    folder.join(format!("{}.jpg", name_for(&disk.canonical(game))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RealDisk;

    #[test]
    fn a_photograph_is_found_by_the_game_it_belongs_to_whatever_that_is_called() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let own = folder.path().join("own");
        let [one, other, copy] = ["one", "other", "copy"].map(|name| folder.path().join(name));
        let of = |game: &Path| TablePicture::of(&RealDisk, &own, game).kept().ok();
        let picture = TablePicture::of(&RealDisk, &own, &one);
        assert!(matches!(picture.kept(), Err(StorageError::Missing { .. })));
        picture.copy_to(&copy).expect("there is nothing to copy");
        picture.keep(b"left at ten").expect("room on the disk");
        picture.keep(b"left at eleven").expect("room on the disk");
        assert_eq!(of(&one).as_deref(), Some(&b"left at eleven"[..]));
        assert_eq!(of(&other), None);
        picture.copy_to(&copy).expect("room on the disk");
        picture.follow(&other);
        assert_eq!(of(&one), None);
        assert_eq!(of(&other).as_deref(), Some(&b"left at eleven"[..]));
        assert_eq!(of(&copy).as_deref(), Some(&b"left at eleven"[..]));
    }

    #[test]
    fn another_game_of_the_name_has_no_photograph_yet() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let game = folder.path().join("game");
        let picture = TablePicture::of(&RealDisk, folder.path(), &game);
        picture.forget();
        picture.keep(b"of the first").expect("room on the disk");
        picture.forget();
        assert!(matches!(picture.kept(), Err(StorageError::Missing { .. })));
    }

    #[test]
    fn too_large_a_photograph_leaves_the_one_before() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let game = folder.path().join("game");
        let picture = TablePicture::of(&RealDisk, folder.path(), &game);
        picture.keep(b"small").expect("room on the disk");
        let large = vec![0; usize::try_from(MOST).expect("it fits") + 1];
        assert!(matches!(picture.keep(&large), Err(StorageError::TooLarge { .. })));
        assert_eq!(picture.kept().ok().as_deref(), Some(&b"small"[..]));
    }
}
