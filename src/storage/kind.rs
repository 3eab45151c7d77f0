//! The kind of record in a file: its extension, and functions that read its contents.

use std::fmt;
use std::path::{Path, PathBuf};

use record::{MAX_BYTES, Notation, Record, count_plays, print_log, read};

use super::app_folders::portable_name;
use super::{Disk, RealDisk, StorageError};

/// The kind of record files of one game.
#[derive(Clone, Copy)]
pub struct FileKind {
    /// The file extension, without the dot.
    pub extension: &'static str,
    count_plays: fn(&[u8]) -> usize,
    summary: fn(&[u8]) -> RecordSummary,
    compact: fn(&[u8]) -> Option<String>,
}

/// A summary of a record, for lists of files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordSummary {
    /// The names of the players.
    pub players: Vec<String>,
    /// The number of played entries.
    pub played: usize,
    /// The number of entries, variations included; `None` if it cannot be read at all.
    pub entries: Option<usize>,
    /// The number of the invalid line at which reading stopped.
    pub damaged_at: Option<usize>,
}

impl FileKind {
    /// Returns the kind for the records of a notation.
    pub const fn of<N: Notation>() -> Self {
        Self {
            extension: N::FORMAT.extension,
            count_plays: count_plays::<N>,
            summary: summary_of::<N>,
            compact: |bytes| {
                let loaded = read::<N>(bytes);
                loaded
                    .record
                    .filter(|_| loaded.error.is_none())
                    .map(|record| print_log::<N>(&record))
            },
        }
    }

    /// Checks if a file name has the extension of this kind, in upper or lower case.
    pub fn has_extension(&self, path: &Path) -> bool {
        path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(self.extension))
    }

    /// Returns the number of lines that play something, an upper bound of the entries.
    pub fn count_plays(&self, bytes: &[u8]) -> usize {
        (self.count_plays)(bytes)
    }

    /// Reads the summary of a record.
    pub fn summary(&self, bytes: &[u8]) -> RecordSummary {
        (self.summary)(bytes)
    }

    /// Returns an equivalent log with fewer lines; `None` if the record cannot be read to its end.
    pub(super) fn compact(&self, bytes: &[u8]) -> Option<String> {
        (self.compact)(bytes)
    }
}

fn summary_of<N: Notation>(bytes: &[u8]) -> RecordSummary {
    let loaded = read::<N>(bytes);
    let damaged_at = loaded.error.map(|error| error.line);
    match loaded.record {
        Some(record) => RecordSummary {
            players: N::players(&record),
            played: record.cursor(),
            entries: Some(record.entry_count()),
            damaged_at,
        },
        None => RecordSummary { damaged_at, ..RecordSummary::default() },
    }
}

impl PartialEq for FileKind {
    fn eq(&self, other: &Self) -> bool {
        self.extension == other.extension
    }
}

impl Eq for FileKind {}

impl fmt::Debug for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FileKind").field(&self.extension).finish()
    }
}

/// The text of a whole record, with the kind and name of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordText {
    pub(super) kind: &'static FileKind,
    /// The name of a new file, without its extension.
    pub(super) name: String,
    pub(super) text: String,
}

impl RecordText {
    /// Prints a record as a log.
    pub fn of<N: Notation>(record: &Record<N::Game>) -> Self {
        Self {
            kind: const { &FileKind::of::<N>() },
            name: portable_name(&N::file_name(record)),
            text: print_log::<N>(record),
        }
    }
}

/// Lists the records of a kind in a folder by name, subfolders excluded. For a file, returns the
/// file itself.
///
/// # Errors
///
/// If there is no such folder, or the system refuses to read it.
pub fn records_in(folder: &Path, kind: &FileKind) -> Result<Vec<PathBuf>, StorageError> {
    if folder.is_file() {
        return Ok(vec![folder.to_owned()]);
    }
    let mut found = RealDisk.list(folder).map_err(|source| match source.kind() {
        std::io::ErrorKind::NotFound => StorageError::Missing { path: folder.to_owned() },
        _ => StorageError::Unreadable { path: folder.to_owned(), source },
    })?;
    found.retain(|path| kind.has_extension(path));
    found.sort();
    Ok(found)
}

/// The maximum depth of folders in which files are looked for.
const MAX_DEPTH: usize = 8;
/// The maximum number of files that are looked for.
const MAX_FILES: usize = 20_000;

/// Returns `true` if a path is that of a folder.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir()
}

/// Returns the files below a folder with this extension, in order; a path to a file itself is
/// returned as it is.
///
/// Folders more than 8 levels deep are not searched, and after 20,000 files the search ends.
///
/// # Errors
///
/// The folder is missing or cannot be read.
pub fn files_below(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, StorageError> {
    if !is_folder(folder) {
        return match RealDisk.metadata(folder) {
            Ok(_) => Ok(vec![folder.to_owned()]),
            Err(_) => Err(StorageError::Missing { path: folder.to_owned() }),
        };
    }
    let mut found = Vec::new();
    let mut folders = vec![(folder.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        let entries = RealDisk
            .list(&folder)
            .map_err(|source| StorageError::Unreadable { path: folder, source })?;
        for path in entries {
            if is_folder(&path) {
                folders.extend((depth < MAX_DEPTH).then_some((path, depth + 1)));
            } else if has_extension(&path, extension) {
                found.push(path);
            }
        }
        if found.len() >= MAX_FILES {
            break;
        }
    }
    found.sort();
    found.truncate(MAX_FILES);
    Ok(found)
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|of| of.eq_ignore_ascii_case(extension))
}

/// Returns the maximum size of a record in bytes.
pub(super) const fn max_record_bytes() -> u64 {
    MAX_BYTES as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::record::FoundersNotation;

    #[test]
    fn files_are_found_in_folders_below_by_their_extension() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let deep = folder.path().join("a").join("b");
        std::fs::create_dir_all(&deep).expect("there is room");
        for path in [deep.join("z.JSON"), folder.path().join("b.json"), deep.join("notes.txt")] {
            std::fs::write(path, "").expect("there is room");
        }
        let found = files_below(folder.path(), "json").expect("it can be read");
        assert_eq!(found, [deep.join("z.JSON"), folder.path().join("b.json")]);
        let file = deep.join("notes.txt");
        assert_eq!(files_below(&file, "json").expect("it is there"), [file]);
        let gone = files_below(&folder.path().join("gone"), "json");
        assert!(matches!(gone, Err(StorageError::Missing { .. })), "{gone:?}");
    }

    #[test]
    fn records_are_found_by_their_extension() {
        let kind = FileKind::of::<FoundersNotation>();
        let folder = tempfile::tempdir().expect("a folder for the test");
        for name in ["b.founders", "a.FOUNDERS", "notes.txt", "founders", "c.scenario"] {
            std::fs::write(folder.path().join(name), "").expect("there is room");
        }
        let found = records_in(folder.path(), &kind).expect("it can be read");
        let names: Vec<_> = found.iter().filter_map(|path| path.file_name()).collect();
        assert_eq!(names, ["a.FOUNDERS", "b.founders"]);
        let file = folder.path().join("notes.txt");
        assert_eq!(records_in(&file, &kind).expect("it is there"), [file]);
        let gone = records_in(&folder.path().join("gone"), &kind);
        assert!(matches!(gone, Err(StorageError::Missing { .. })), "{gone:?}");
    }
}
