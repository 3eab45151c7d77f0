//! Records as files: nothing that was recorded is lost, whatever happens to the machine.
//!
//! A [`Book`] is the record of one game on its way to the disk: a line that
//! [`Book::save`] brought there outlives a power cut, and a file that is written
//! whole is either the old one or the new one, never a mixture. All of it works
//! on a [`Disk`], the few things asked of a file system, so that the tests can
//! run it on one that loses whatever was not flushed. While a [`FrameScope`] is held, the thread
//! that holds it touches none.
//!
//! One game is one file that the player owns, of some [`FileKind`]. Locks, [`Backups`], the bin and
//! the note of what is [`Running`] are in the app's own folder, and with them how far a table is
//! put back and a photograph of how it was left ([`TablePicture`]). A [`Refuge`] takes a record
//! that its own file cannot take when the app has to end. What stands in a file is left
//! to [`record`]; when to save, and on which thread, to the program.

mod backups;
mod bin;
mod book;
mod differing;
mod disk;
mod frame;
mod kind;
mod log;
mod own;
mod pictures;
mod refuge;
mod running;
mod settings;
mod summons;
mod ticks;
mod zone;

use plain_text::counted;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use record::MAX_LINE;

use kind::limit;

pub use backups::{Backup, Backups, Fuller, MOST, Reason, Stamp};
pub use bin::{duplicate, free_name_beside, mend, put_into_bin, restore};
pub use book::{Basis, Book, Notice};
pub use differing::{ChangedLine, Differing, Hidden};
#[cfg(unix)]
pub use disk::is_program;
pub use disk::{Disk, DiskFile, Found, Held, RealDisk, Revision, temporary_of};
pub use frame::FrameScope;
pub use kind::{Content, FileKind, Summary, records_in};
pub use log::LogFile;
pub use own::{Home, Lock};
pub use pictures::TablePicture;
pub use refuge::{Refuge, Stranded};
pub use running::{Crash, Running};
pub use settings::{change_shared, read_shared, set_aside};
pub use summons::{Summons, summon};
pub use ticks::{keep_ticks, kept_ticks};
pub use zone::minutes_ahead_of_utc;

/// Why a file cannot be read or written. Every message names the file.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// There is no such file or folder.
    #[error("{}: no such file", path.display())]
    Missing { path: PathBuf },
    /// A folder, a device or a pipe.
    #[error("{}: expected a file, found a folder or a device", path.display())]
    NotAFile { path: PathBuf },
    /// More bytes than such a file can have.
    #[error("{}: expected {} at most, found {bytes}", path.display(), counted(.most, "byte", "bytes"))]
    TooLarge {
        path: PathBuf,
        /// How many it has, or would have.
        bytes: u64,
        /// How many it can have.
        most: u64,
    },
    /// A file of that name is there already.
    #[error("{}: a file of this name is there already", path.display())]
    AlreadyThere { path: PathBuf },
    /// A file that is no sound log can be read, and not be appended to.
    #[error("{}: nothing can be appended: the file is not an undamaged record", path.display())]
    NotAppendable { path: PathBuf },
    /// The file is protected against being written.
    #[error(
        "{}: the file is read-only; allow it to be written, or write to another file",
        path.display()
    )]
    ReadOnly { path: PathBuf },
    /// Other names lead to the same file, and would go on with what it says now.
    #[error(
        "{}: the file has other names (hard links), which would keep what it says now; \
         write to another file, and copy that over this one",
        path.display()
    )]
    Shared { path: PathBuf },
    /// The file holds something else than when it was read or last written.
    #[error("{}: the file was changed by something else", path.display())]
    ChangedOutside { path: PathBuf },
    /// A text that does not fit into a line of a log.
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
    /// There is no folder in which the app could keep a game of its own.
    #[error("there is no folder to keep games in")]
    NoFolder,
}

impl StorageError {
    /// Why, in a few words for a title that has no room for more.
    pub fn in_short(&self) -> String {
        match self {
            Self::Missing { .. } => "the file is gone".to_owned(),
            Self::NotAFile { .. } => "a folder has its name".to_owned(),
            Self::TooLarge { .. } => "it would be too large".to_owned(),
            Self::AlreadyThere { .. } => "the name is taken".to_owned(),
            Self::NotAppendable { .. } => "its file is damaged".to_owned(),
            Self::ReadOnly { .. } => "its file is read-only".to_owned(),
            Self::Shared { .. } => "its file has other names".to_owned(),
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

/// The bytes of a file no larger than a record can be.
///
/// # Errors
///
/// When the file cannot be read, or is larger.
pub fn read(path: &Path) -> Result<Vec<u8>, StorageError> {
    read_from(&RealDisk, path, limit())
}

/// The bytes of a file that has no more than `most`.
///
/// # Errors
///
/// When the file cannot be read, or is larger.
pub fn read_at_most(path: &Path, most: u64) -> Result<Vec<u8>, StorageError> {
    read_from(&RealDisk, path, most)
}

fn read_from(disk: &dyn Disk, path: &Path, most: u64) -> Result<Vec<u8>, StorageError> {
    let unreadable = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound => StorageError::Missing { path: path.to_owned() },
        _ => StorageError::Unreadable { path: path.to_owned(), source },
    };
    // Asked first, because opening a pipe waits for somebody to write to it.
    let found = disk.find(path).map_err(unreadable)?;
    if !found.is_file {
        return Err(StorageError::NotAFile { path: path.to_owned() });
    }
    let too_large = |bytes| StorageError::TooLarge { path: path.to_owned(), bytes, most };
    if found.length > most {
        return Err(too_large(found.length));
    }
    // A file may grow while it is read; one byte more than allowed is enough to see it.
    let bytes = disk.read(path, most.saturating_add(1)).map_err(unreadable)?;
    if bytes.len() as u64 > most {
        return Err(too_large(bytes.len() as u64));
    }
    Ok(bytes)
}

/// Reads a stream to its end, such as standard input; `path` is what it is called.
///
/// # Errors
///
/// When it cannot be read, or has more than `most` bytes.
pub fn read_stream(path: &Path, stream: impl Read, most: u64) -> Result<Vec<u8>, StorageError> {
    let path = || path.to_owned();
    let mut bytes = Vec::new();
    let read = stream.take(most.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|source| StorageError::Unreadable { path: path(), source })?;
    if bytes.len() as u64 > most {
        return Err(StorageError::TooLarge { path: path(), bytes: bytes.len() as u64, most });
    }
    Ok(bytes)
}

/// Writes a file whole: at every moment there is the old one or the new one.
///
/// # Errors
///
/// When the system refuses; the old file is then as it was.
pub fn write_whole(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), StorageError> {
    disk::replace_whole(&RealDisk, path, bytes.as_ref())
        .map_err(|source| StorageError::Unwritable { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_named() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        assert!(matches!(read(folder.path()), Err(StorageError::NotAFile { .. })));
        let path = folder.path().join("none.founders");
        let error = read(&path).expect_err("there is no such file");
        assert!(error.to_string().contains("none.founders"));
        let file = std::fs::File::create(&path).expect("a new file");
        file.set_len(limit() + 1).expect("a hole");
        assert!(matches!(read(&path), Err(StorageError::TooLarge { .. })));
    }

    #[test]
    fn a_file_is_replaced_whole() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("game.txt");
        write_whole(&path, "one").expect("room on the disk");
        write_whole(&path, "two").expect("room on the disk");
        assert_eq!(std::fs::read_to_string(&path).expect("the file"), "two");
        let count = std::fs::read_dir(folder.path()).expect("the folder").count();
        assert_eq!(count, 1);
    }
}
