//! How far a table is put back: the ticked checklist of a game, kept in the app's own folder.
//!
//! It is no part of the record. Whoever loses it ticks again.

use std::path::{Path, PathBuf};

use super::disk::{Disk, RealDisk, folder_of};
use super::own::name_for;
use super::{StorageError, read, write_whole};

/// The file of a game's ticks.
fn file_of(own: &Path, game: &Path) -> PathBuf {
    let name = name_for(&RealDisk.canonical(game));
    own.join("ticks").join(format!("{name}.txt"))
}

/// Keeps the ticked list of a game in place of the one before; forgets it if there is none.
///
/// # Errors
///
/// As the system refuses.
pub fn keep_ticks(own: &Path, game: &Path, list: Option<&str>) -> Result<(), StorageError> {
    let path = file_of(own, game);
    let Some(list) = list else {
        return match RealDisk.remove(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(StorageError::Unwritable { path, source: error })
            }
            Ok(()) | Err(_) => Ok(()),
        };
    };
    // A folder that cannot be made is told by the file that cannot be written.
    let _ = RealDisk.make_folder(folder_of(&path));
    write_whole(&path, list)
}

/// The ticked list of a game, if one is kept that can be read.
pub fn kept_ticks(own: &Path, game: &Path) -> Option<String> {
    let bytes = read(&file_of(own, game)).ok()?;
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticked_list_is_found_by_the_game_it_belongs_to_until_it_is_forgotten() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let own = folder.path().join("own");
        let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
        assert_eq!(kept_ticks(&own, &one), None);
        keep_ticks(&own, &one, None).expect("there is nothing to forget");
        keep_ticks(&own, &one, Some("[x] a board")).expect("room on the disk");
        assert_eq!(kept_ticks(&own, &one).as_deref(), Some("[x] a board"));
        assert_eq!(kept_ticks(&own, &other), None);
        keep_ticks(&own, &one, None).expect("it can be removed");
        assert_eq!(kept_ticks(&own, &one), None);
    }
}
