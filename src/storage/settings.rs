//! A small text file that several windows share: the settings.
//!
//! It is replaced atomically. A change holds the lock of the file from reading to writing, so that
//! two windows never overwrite each other's changes. An unusable file is renamed, not overwritten.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::disk::{Disk, RealDisk, folder_of};
use super::{StorageError, Timestamp, read_at_most, write_atomically};

/// The maximum time to wait for the lock.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time between two attempts to take the lock.
const PAUSE: Duration = Duration::from_millis(10);
/// The maximum size of the text, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// Reads the text of a file; `None` if the file does not exist yet.
///
/// # Errors
///
/// The file cannot be read, is too large for settings, or is not UTF-8.
pub fn read_shared(path: &Path) -> Result<Option<String>, StorageError> {
    match read_at_most(path, MAX_BYTES) {
        Ok(bytes) => String::from_utf8(bytes).map(Some).map_err(|error| {
            let source = std::io::Error::new(std::io::ErrorKind::InvalidData, error);
            StorageError::Unreadable { path: path.to_owned(), source }
        }),
        Err(StorageError::Missing { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Replaces the text of a file by the result of `change`, while no other window can change it.
///
/// # Errors
///
/// Another window holds the lock for too long, or the system refuses; the file is unchanged then.
pub fn change_shared(
    path: &Path,
    change: impl FnOnce(Result<Option<String>, StorageError>) -> String,
) -> Result<(), StorageError> {
    let unwritable = |source| StorageError::Unwritable { path: path.to_owned(), source };
    RealDisk.create_folder(folder_of(path)).map_err(unwritable)?;
    let mut lock = path.as_os_str().to_owned();
    lock.push(".lock");
    let start = Instant::now();
    let held = loop {
        if let Some(held) = RealDisk.lock(Path::new(&lock)).map_err(unwritable)? {
            break held;
        }
        if start.elapsed() > PATIENCE {
            return Err(StorageError::OpenElsewhere { path: path.to_owned() });
        }
        std::thread::sleep(PAUSE);
    };
    let written = write_atomically(path, change(read_shared(path)));
    drop(held);
    written
}

/// Renames an unusable file within its folder, and returns the new path.
///
/// # Errors
///
/// The system refuses; the file keeps its name then.
pub fn rename_unusable(path: &Path, now: &Timestamp) -> Result<PathBuf, StorageError> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let name = format!("{stem}, unreadable {}.{ending}", now.for_file_names());
    let mut renamed = path.with_file_name(name);
    if RealDisk.metadata(&renamed).is_ok() {
        renamed = super::free_name_like(&renamed);
    }
    match RealDisk.rename(path, &renamed) {
        Ok(()) => Ok(renamed),
        Err(source) => Err(StorageError::Unwritable { path: path.to_owned(), source }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn concurrent_changes_of_a_shared_text_are_all_kept() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("own").join("settings.ron");
        let add = |letter: char| {
            for _ in 0..20 {
                let changed = change_shared(&path, |old| {
                    let mut text = old.expect("it can be read").unwrap_or_default();
                    text.push(letter);
                    text
                });
                changed.expect("there is room on the disk");
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(|| add('a'));
            scope.spawn(|| add('b'));
        });
        let text = read_shared(&path).expect("it can be read").expect("it is there");
        let count = |letter| text.chars().filter(|&c| c == letter).count();
        assert_eq!((count('a'), count('b')), (20, 20));
    }

    #[test]
    fn a_renamed_unusable_file_never_replaces_an_earlier_one() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("settings.ron");
        let now = Timestamp::new("2026-11-21", 20, 15, 3);
        let mut kept = Vec::new();
        for text in ["one", "two"] {
            std::fs::write(&path, text).expect("room on the disk");
            let renamed = rename_unusable(&path, &now).expect("it can be renamed");
            assert_eq!(std::fs::read_to_string(&renamed).expect("it is there"), text);
            kept.push(renamed);
        }
        assert_ne!(kept[0], kept[1]);
        assert_eq!(read_shared(&path).expect("nothing is wrong"), None);
    }

    #[test]
    fn an_error_about_invalid_utf8_names_the_file() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("settings.ron");
        std::fs::write(&path, [0xff, 0xfe]).expect("room on the disk");
        let error = read_shared(&path).expect_err("it is no text");
        assert!(error.to_string().contains("settings.ron"), "{error}");
    }
}
