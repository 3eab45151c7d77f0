//! Which records lie in a folder.

use std::path::{Path, PathBuf};

use super::{Disk, RealDisk, StorageError};

/// How the name of a record ends.
const ENDING: &str = "founders";

/// The records in a folder by name, those in folders below it left out; a file is its own only
/// record.
///
/// # Errors
///
/// When there is no such folder, or the system refuses to read it.
pub fn records_in(folder: &Path) -> Result<Vec<PathBuf>, StorageError> {
    if folder.is_file() {
        return Ok(vec![folder.to_owned()]);
    }
    let mut found = RealDisk.list(folder).map_err(|source| match source.kind() {
        std::io::ErrorKind::NotFound => StorageError::Missing { path: folder.to_owned() },
        _ => StorageError::Unreadable { path: folder.to_owned(), source },
    })?;
    let is_record = |path: &PathBuf| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| ending.eq_ignore_ascii_case(ENDING))
    };
    found.retain(is_record);
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_found_by_their_ending() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        for name in ["b.founders", "a.FOUNDERS", "notes.txt", "founders"] {
            std::fs::write(folder.path().join(name), "").expect("there is room");
        }
        let found = records_in(folder.path()).expect("it can be read");
        let names: Vec<_> = found.iter().filter_map(|path| path.file_name()).collect();
        assert_eq!(names, ["a.FOUNDERS", "b.founders"]);
        let file = folder.path().join("notes.txt");
        assert_eq!(records_in(&file).expect("it is there"), [file]);
        let gone = records_in(&folder.path().join("gone"));
        assert!(matches!(gone, Err(StorageError::Missing { .. })), "{gone:?}");
    }
}
