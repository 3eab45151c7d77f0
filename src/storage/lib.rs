//! Records as files that survive crashes and power cuts.
//!
//! A [`RecordFile`] saves the record of one game. A line survives a power cut once
//! [`RecordFile::save`] has returned. A file that is replaced is the old one or the new one, never
//! a mixture. Everything works on a [`Disk`], a small file system trait, so that tests can run it
//! on a disk that loses unflushed writes. A thread that holds a [`FrameScope`] must not touch
//! files.
//!
//! One game is one file of some [`FileKind`], owned by the player. The app's own folder holds
//! locks, [`Backups`], the bin, the notes of open windows ([`CrashNote`]), ticked checklists and
//! photographs of tables ([`TablePhotoFile`]). An [`EmergencyPlace`] stores a record whose file
//! cannot be written when the app has to exit. The contents of files are left to [`record`]; the
//! program decides when to save, and on which thread. An [`UnnamedFile`] has bytes that must not
//! remain.

mod app_folders;
mod backups;
mod checklist_ticks;
mod crash_note;
mod disk;
mod emergency_copy;
mod file_actions;
mod file_diff;
mod frame;
mod kind;
mod log;
mod record_file;
mod settings;
mod single_instance;
mod table_photo;
mod unnamed_file;
mod zone;

use plain_text::counted;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use record::MAX_LINE;

use kind::max_record_bytes;

pub use app_folders::{AppFolders, Lock};
pub use backups::{Backup, BackupReason, Backups, MAX_LATEST, RicherBackup, Timestamp};
pub use checklist_ticks::{load_ticks, save_ticks};
pub use crash_note::{CrashNote, CrashedWindow};
#[cfg(unix)]
pub use disk::is_program;
pub use disk::{Disk, DiskFile, FileMetadata, LockGuard, RealDisk, Revision, temporary_path};
pub use emergency_copy::{EmergencyPlace, UnsavedRecord};
pub use file_actions::{duplicate, free_name_like, move_to_bin, replace_damaged, restore};
pub use file_diff::{ChangedLine, FileDiff, InvisibleChange};
pub use frame::FrameScope;
pub use kind::{FileKind, RecordSummary, RecordText, files_below, is_folder, records_in};
pub use log::LogFile;
pub use record_file::{LogBasis, RecordFile, SaveNotice};
pub use settings::{change_shared, read_shared, rename_unusable};
pub use single_instance::{SingleInstance, raise_window};
pub use table_photo::TablePhotoFile;
pub use unnamed_file::UnnamedFile;
pub use zone::utc_offset_minutes;

/// An error that prevents reading or writing a file. Every message names the file.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// There is no such file or folder.
    #[error("{}: no such file", path.display())]
    Missing { path: PathBuf },
    /// The path leads to a folder, a device or a pipe.
    #[error("{}: expected a file, found a folder or a device", path.display())]
    NotAFile { path: PathBuf },
    /// The file has more bytes than allowed.
    #[error("{}: expected {} at most, found {bytes}", path.display(), counted(.max, "byte", "bytes"))]
    TooLarge {
        path: PathBuf,
        /// The size of the file, or its size once written.
        bytes: u64,
        /// The maximum size.
        max: u64,
    },
    /// A file with that name exists already.
    #[error("{}: a file of this name is there already", path.display())]
    AlreadyExists { path: PathBuf },
    /// The file is not an undamaged log, so it is only read and never appended to.
    #[error("{}: nothing can be appended: the file is not an undamaged record", path.display())]
    NotAppendable { path: PathBuf },
    /// The file is write-protected.
    #[error(
        "{}: the file is read-only; allow it to be written, or write to another file",
        path.display()
    )]
    ReadOnly { path: PathBuf },
    /// The file has other hard links, which would keep the present contents.
    #[error(
        "{}: the file has other names (hard links), which would keep what it says now; \
         write to another file, and copy that over this one",
        path.display()
    )]
    HardLinked { path: PathBuf },
    /// The file changed since it was read or last written.
    #[error("{}: the file was changed by something else", path.display())]
    ChangedOutside { path: PathBuf },
    /// The text does not fit into one line of a log.
    #[error("{}: expected one line of {MAX_LINE} bytes at most", path.display())]
    NotALine { path: PathBuf },
    /// The system refuses to read.
    #[error("{}: cannot be read: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    /// The system refuses to write.
    #[error("{}: cannot be written: {source}", path.display())]
    Unwritable { path: PathBuf, source: io::Error },
    /// The game is open in another window, which writes to it.
    #[error("{}: the game is open in another window", path.display())]
    OpenElsewhere { path: PathBuf },
    /// There is no folder for games without a file name.
    #[error("there is no folder to keep games in")]
    NoFolder,
}

impl StorageError {
    /// Returns the reason in a few words, for a title with little space.
    pub fn short_reason(&self) -> String {
        match self {
            Self::Missing { .. } => "the file is gone".to_owned(),
            Self::NotAFile { .. } => "a folder has its name".to_owned(),
            Self::TooLarge { .. } => "it would be too large".to_owned(),
            Self::AlreadyExists { .. } => "the name is taken".to_owned(),
            Self::NotAppendable { .. } => "its file is damaged".to_owned(),
            Self::ReadOnly { .. } => "its file is read-only".to_owned(),
            Self::HardLinked { .. } => "its file has other names".to_owned(),
            Self::ChangedOutside { .. } => "its file was changed by something else".to_owned(),
            Self::NotALine { .. } => "an entry is too long".to_owned(),
            Self::OpenElsewhere { .. } => "it is open in another window".to_owned(),
            Self::NoFolder => "there is no folder for it".to_owned(),
            Self::Unreadable { source, .. } => format!("its file cannot be read: {source}"),
            Self::Unwritable { source, .. } => match source.kind() {
                io::ErrorKind::StorageFull => "the disk is full".to_owned(),
                io::ErrorKind::QuotaExceeded => "the disk quota is used up".to_owned(),
                io::ErrorKind::FileTooLarge => "the file is too large for this disk".to_owned(),
                io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
                io::ErrorKind::PermissionDenied => "its file is read-only".to_owned(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                    "its folder is gone".to_owned()
                }
                _ => source.to_string(),
            },
        }
    }
}

/// Reads a file that is no larger than a record can be.
///
/// # Errors
///
/// If the file cannot be read, or is larger.
pub fn read(path: &Path) -> Result<Vec<u8>, StorageError> {
    read_from(&RealDisk, path, max_record_bytes())
}

/// Reads a file of at most `max` bytes.
///
/// # Errors
///
/// If the file cannot be read, or is larger.
pub fn read_at_most(path: &Path, most: u64) -> Result<Vec<u8>, StorageError> {
    read_from(&RealDisk, path, most)
}

fn read_from(disk: &dyn Disk, path: &Path, max: u64) -> Result<Vec<u8>, StorageError> {
    let unreadable = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound => StorageError::Missing { path: path.to_owned() },
        _ => StorageError::Unreadable { path: path.to_owned(), source },
    };
    // Checked first, because opening a pipe blocks until another process writes to it.
    let found = disk.metadata(path).map_err(unreadable)?;
    if !found.is_file {
        return Err(StorageError::NotAFile { path: path.to_owned() });
    }
    let too_large = |bytes| StorageError::TooLarge { path: path.to_owned(), bytes, max };
    if found.length > max {
        return Err(too_large(found.length));
    }
    // The file may grow while it is read; one byte more than allowed reveals that.
    let bytes = disk.read(path, max.saturating_add(1)).map_err(unreadable)?;
    if bytes.len() as u64 > max {
        return Err(too_large(bytes.len() as u64));
    }
    Ok(bytes)
}

/// Reads a stream, such as standard input, to its end; `path` is its name in errors.
///
/// # Errors
///
/// If it cannot be read, or has more than `max` bytes.
pub fn read_stream(path: &Path, stream: impl Read, max: u64) -> Result<Vec<u8>, StorageError> {
    let mut bytes = Vec::new();
    stream
        .take(max.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|source| StorageError::Unreadable { path: path.to_owned(), source })?;
    if bytes.len() as u64 > max {
        let bytes = bytes.len() as u64;
        return Err(StorageError::TooLarge { path: path.to_owned(), bytes, max });
    }
    Ok(bytes)
}

/// Replaces a file atomically: a crash leaves the old contents or the new ones, never a mixture.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("notes.txt");
/// storage::write_atomically(&path, "first draft")?;
/// storage::write_atomically(&path, "second draft")?;
/// assert_eq!(storage::read(&path)?, b"second draft");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`StorageError::Unwritable`], if the system refuses. The file then has the old or the new
/// contents.
pub fn write_atomically(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), StorageError> {
    disk::replace_file(&RealDisk, path, bytes.as_ref())
        .map_err(|source| StorageError::Unwritable { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_read_error_names_the_file() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        assert!(matches!(read(folder.path()), Err(StorageError::NotAFile { .. })));
        let path = folder.path().join("none.founders");
        let error = read(&path).expect_err("there is no such file");
        assert!(error.to_string().contains("none.founders"));
        let file = std::fs::File::create(&path).expect("a new file");
        file.set_len(max_record_bytes() + 1).expect("a hole");
        assert!(matches!(read(&path), Err(StorageError::TooLarge { .. })));
    }

    #[test]
    fn a_file_is_replaced_whole() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("game.txt");
        write_atomically(&path, "one").expect("room on the disk");
        write_atomically(&path, "two").expect("room on the disk");
        assert_eq!(std::fs::read_to_string(&path).expect("the file"), "two");
        let count = std::fs::read_dir(folder.path()).expect("the folder").count();
        assert_eq!(count, 1);
    }
}
