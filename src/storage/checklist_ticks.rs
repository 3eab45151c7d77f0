//! Ticked checklists: the progress of putting a table back, stored in the app's own folder.
//!
//! They are not part of the record; a lost one can be ticked again.

use std::path::{Path, PathBuf};

use super::app_folders::game_name;
use super::disk::{Disk, RealDisk, folder_of};
use super::{StorageError, read, write_atomically};

/// Returns the file of a game's ticked list.
fn file_of(own: &Path, game: &Path) -> PathBuf {
    let name = game_name(&RealDisk.canonical(game));
    own.join("ticks").join(format!("{name}.txt"))
}

/// Saves the ticked list of a game in place of the previous one; `None` removes it.
///
/// # Errors
///
/// The error of the system.
pub fn save_ticks(own: &Path, game: &Path, list: Option<&str>) -> Result<(), StorageError> {
    let path = file_of(own, game);
    let Some(list) = list else {
        return match RealDisk.remove(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(StorageError::Unwritable { path, source: error })
            }
            Ok(()) | Err(_) => Ok(()),
        };
    };
    // If the folder cannot be created, writing the file reports it.
    let _ = RealDisk.create_folder(folder_of(&path));
    write_atomically(&path, list)
}

/// Reads the ticked list of a game; `None` if there is none or it cannot be read.
pub fn load_ticks(own: &Path, game: &Path) -> Option<String> {
    let bytes = read(&file_of(own, game)).ok()?;
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticked_list_belongs_to_its_game_until_it_is_removed() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let own = folder.path().join("own");
        let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
        assert_eq!(load_ticks(&own, &one), None);
        save_ticks(&own, &one, None).expect("there is nothing to forget");
        save_ticks(&own, &one, Some("[x] a board")).expect("room on the disk");
        assert_eq!(load_ticks(&own, &one).as_deref(), Some("[x] a board"));
        assert_eq!(load_ticks(&own, &other), None);
        save_ticks(&own, &one, None).expect("it can be removed");
        assert_eq!(load_ticks(&own, &one), None);
    }
}
