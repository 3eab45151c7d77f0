//! The owner's cards for scenarios: their file in the app's own folder, and the import of others.
//!
//! All functions read or write files, so a window calls them on another thread.

use std::path::{Path, PathBuf};

use scenario_cards::import::{Import, ImportError, MAX_BYTES, SourceFile, import};
use scenario_cards::{CardBook, CardErrors};
use storage::{Disk as _, RealDisk, StorageError};

/// The file of the owner's cards in the app's own folder.
const FILE: [&str; 2] = ["own-box", "gloomhaven.cards"];

/// A reason why cards cannot be read or saved.
#[derive(Debug, thiserror::Error)]
pub enum CardFileError {
    /// The system refuses.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// Lines of the file cannot be read.
    #[error("{}: {errors}", path.display())]
    Lines {
        /// The file.
        path: PathBuf,
        /// The lines.
        errors: CardErrors,
    },
    /// Files cannot be imported.
    #[error(transparent)]
    Import(#[from] ImportError),
}

/// Returns the path of the owner's cards in the app's own folder.
pub fn own_cards_path(own: &Path) -> PathBuf {
    own.join(FILE[0]).join(FILE[1])
}

/// Loads the owner's cards from the app's own folder; without a file, there are none yet.
///
/// # Errors
///
/// The file cannot be read. The caller must not save over it then.
pub fn load_own_cards(own: &Path) -> Result<CardBook, CardFileError> {
    read_cards(&own_cards_path(own)).map(Option::unwrap_or_default)
}

/// Saves the owner's cards in the app's own folder, in place of those before; a crash leaves the
/// old ones or the new ones.
///
/// # Errors
///
/// The system refuses to write.
pub fn save_own_cards(own: &Path, cards: &CardBook) -> Result<(), CardFileError> {
    let path = own_cards_path(own);
    if let Some(folder) = path.parent() {
        // If the folder cannot be created, writing the file reports it.
        let _ = RealDisk.create_folder(folder);
    }
    Ok(storage::write_atomically(&path, cards.to_string())?)
}

/// Reads a file of cards; `None` if it is missing.
///
/// # Errors
///
/// The file cannot be read, or has invalid lines.
pub fn read_cards(path: &Path) -> Result<Option<CardBook>, CardFileError> {
    match storage::read_at_most(path, CardBook::MAX_BYTES as u64) {
        Ok(bytes) => cards_of(path, &bytes).map(Some),
        Err(StorageError::Missing { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Parses the bytes of a file of cards.
///
/// # Errors
///
/// The file has invalid lines.
pub fn cards_of(path: &Path, bytes: &[u8]) -> Result<CardBook, CardFileError> {
    let path = path.to_owned();
    CardBook::from_bytes(bytes).map_err(|errors| CardFileError::Lines { path, errors })
}

/// Returns the files to import: the named ones, and those below the named folders.
///
/// # Errors
///
/// A file or folder is missing or cannot be read.
pub fn files_to_import(paths: &[PathBuf]) -> Result<Vec<PathBuf>, CardFileError> {
    let mut files = Vec::new();
    for path in paths {
        files.extend(storage::files_below(path, "json")?);
    }
    Ok(files)
}

/// Imports cards from files, each read by `read`, with the maximum number of its bytes.
///
/// # Errors
///
/// A file cannot be read or imported, or the files are too large together.
pub fn import_cards(
    files: &[PathBuf],
    read: impl Fn(&Path, u64) -> Result<Vec<u8>, StorageError>,
) -> Result<Import, CardFileError> {
    let mut contents = Vec::with_capacity(files.len());
    let mut bytes = 0;
    for file in files {
        let content = read(file, MAX_BYTES as u64)?;
        bytes += content.len();
        if bytes > MAX_BYTES {
            return Err(ImportError::TooLarge { bytes }.into());
        }
        contents.push((file.display().to_string(), content));
    }
    let files: Vec<SourceFile<'_>> =
        contents.iter().map(|(name, bytes)| SourceFile { name, bytes }).collect();
    Ok(import(&files)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_cards_are_loaded_as_they_were_saved() {
        let own = tempfile::tempdir().expect("a folder for the test");
        let none = load_own_cards(own.path()).expect("there is no file");
        assert_eq!(none, CardBook::default());
        let cards: CardBook = "ability Red Guard 15: shield 1".parse().expect("a valid line");
        for cards in [&cards, &none, &cards] {
            save_own_cards(own.path(), cards).expect("there is space on the disk");
            assert_eq!(&load_own_cards(own.path()).expect("it was saved"), cards);
        }
        assert!(own.path().join("own-box/gloomhaven.cards").is_file());
    }

    #[test]
    fn broken_own_cards_are_reported_with_file_and_line() {
        let own = tempfile::tempdir().expect("a folder for the test");
        save_own_cards(own.path(), &CardBook::default()).expect("there is space on the disk");
        std::fs::write(own_cards_path(own.path()), b"item 1: small\nitem 2: \xff").expect("space");
        let error = load_own_cards(own.path()).expect_err("it is no text").to_string();
        assert!(error.contains("gloomhaven.cards: line 2, column 9: found"), "{error}");
    }
}
