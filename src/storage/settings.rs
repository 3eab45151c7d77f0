//! A small text of the app's own that several windows keep together: the settings.
//!
//! It is written whole. Whoever changes it holds its lock from reading to writing, so that of two
//! windows none overwrites what the other wrote in between. A text that cannot be used is kept
//! aside rather than overwritten.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::disk::{Disk, RealDisk, folder_of};
use super::{Stamp, StorageError, read_at_most, write_whole};

/// How long the other window is waited for.
const PATIENCE: Duration = Duration::from_secs(2);
/// After so long it is asked again.
const PAUSE: Duration = Duration::from_millis(10);
/// No such text has more bytes than this.
const MOST_BYTES: u64 = 1 << 20;

/// The text in a file; nothing if there is no such file yet.
///
/// # Errors
///
/// It cannot be read, is larger than a text of settings, or is no text.
pub fn read_shared(path: &Path) -> Result<Option<String>, StorageError> {
    match read_at_most(path, MOST_BYTES) {
        Ok(bytes) => String::from_utf8(bytes).map(Some).map_err(|error| {
            let source = std::io::Error::new(std::io::ErrorKind::InvalidData, error);
            StorageError::Unreadable { path: path.to_owned(), source }
        }),
        Err(StorageError::Missing { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Replaces the text in a file by what `change` makes of it, with no other window in between.
///
/// # Errors
///
/// The other window does not let go of it, or the system refuses; the file is then as it was.
pub fn change_shared(
    path: &Path,
    change: impl FnOnce(Result<Option<String>, StorageError>) -> String,
) -> Result<(), StorageError> {
    let unwritable = |source| StorageError::Unwritable { path: path.to_owned(), source };
    RealDisk.make_folder(folder_of(path)).map_err(unwritable)?;
    let mut lock = path.as_os_str().to_owned();
    lock.push(".lock");
    let begun = Instant::now();
    let held = loop {
        if let Some(held) = RealDisk.lock(Path::new(&lock)).map_err(unwritable)? {
            break held;
        }
        if begun.elapsed() > PATIENCE {
            return Err(StorageError::OpenElsewhere { path: path.to_owned() });
        }
        std::thread::sleep(PAUSE);
    };
    let written = write_whole(path, change(read_shared(path)));
    drop(held);
    written
}

/// Keeps a file that cannot be used under another name beside its own, and gives that.
///
/// # Errors
///
/// The system refuses; the file is then where it was.
pub fn set_aside(path: &Path, now: &Stamp) -> Result<PathBuf, StorageError> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let name = format!("{stem}, unreadable {}.{ending}", now.in_names());
    let mut aside = path.with_file_name(name);
    if RealDisk.find(&aside).is_ok() {
        aside = super::free_name_beside(&aside);
    }
    let renamed = RealDisk.rename(path, &aside);
    renamed.map_err(|source| StorageError::Unwritable { path: path.to_owned(), source })?;
    Ok(aside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_who_change_a_text_at_once_lose_nothing() {
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
    fn what_is_set_aside_never_replaces_what_was_set_aside_before() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("settings.ron");
        let now = Stamp::new("2026-11-21", 20, 15, 3);
        let mut kept = Vec::new();
        for text in ["one", "two"] {
            std::fs::write(&path, text).expect("room on the disk");
            let aside = set_aside(&path, &now).expect("it can be renamed");
            assert_eq!(std::fs::read_to_string(&aside).expect("it is there"), text);
            kept.push(aside);
        }
        assert_ne!(kept[0], kept[1]);
        assert_eq!(read_shared(&path).expect("nothing is wrong"), None);
    }

    #[test]
    fn what_is_no_text_is_told_with_its_name() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("settings.ron");
        std::fs::write(&path, [0xff, 0xfe]).expect("room on the disk");
        let error = read_shared(&path).expect_err("it is no text");
        assert!(error.to_string().contains("settings.ron"), "{error}");
    }
}
