//! Records as files: read in bounded memory, appended to safely, replaced whole.
//!
//! An appended line is on the disk before [`Log::append`] returns, and a file
//! that is written whole is either the old one or the new one, never a mixture.
//! What stands in a file is left to [`record`](crate::notation::record).

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::journal::Journal;
use crate::notation::record::{
    Form, Loaded, MAX_BYTES, MAX_LINE, Tags, log_line, print_log, read_record,
};

/// Why a file cannot be read or written. Every message names the file.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// There is no such file.
    #[error("{}: no such file", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// A folder, a device or a pipe.
    #[error("{}: expected a file, found a folder or a device", path.display())]
    NotAFile {
        /// The path.
        path: PathBuf,
    },
    /// More bytes than a record can have.
    #[error("{}: expected {MAX_BYTES} bytes at most, found {bytes}", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// How many it has, or would have.
        bytes: u64,
    },
    /// A file of that name is there already.
    #[error("{}: a file of this name is there already", path.display())]
    AlreadyThere {
        /// The file.
        path: PathBuf,
    },
    /// A file that is no sound log can be read, and not be appended to.
    #[error("{}: nothing can be appended, for the file is no record without damage", path.display())]
    NotAppendable {
        /// The file.
        path: PathBuf,
    },
    /// The file has another length than when it was read or last written.
    #[error("{}: the file was changed by something else", path.display())]
    ChangedOutside {
        /// The file.
        path: PathBuf,
    },
    /// A text that does not fit into a line of a log.
    #[error("{}: expected one line of {MAX_LINE} bytes at most", path.display())]
    NotALine {
        /// The file.
        path: PathBuf,
    },
    /// The system refuses to read.
    #[error("{}: cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The system refuses to write.
    #[error("{}: cannot be written: {source}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Reads the record in a file, as far as it goes.
///
/// # Errors
///
/// When the file cannot be read at all. What is wrong with its contents is told by the [`Loaded`].
pub fn load(path: &Path) -> Result<Loaded, StorageError> {
    Ok(read_record(&read(path)?))
}

/// The bytes of a file no larger than a record can be.
///
/// # Errors
///
/// When the file cannot be read, or is larger.
pub fn read(path: &Path) -> Result<Vec<u8>, StorageError> {
    let unreadable = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound => StorageError::Missing {
            path: path.to_owned(),
        },
        _ => StorageError::Unreadable {
            path: path.to_owned(),
            source,
        },
    };
    // Asked first, because opening a pipe waits for somebody to write to it.
    let found = fs::metadata(path).map_err(unreadable)?;
    if !found.is_file() {
        return Err(StorageError::NotAFile {
            path: path.to_owned(),
        });
    }
    if found.len() > limit() {
        return Err(StorageError::TooLarge {
            path: path.to_owned(),
            bytes: found.len(),
        });
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    // A file may grow while it is read; one byte more than allowed is enough to see it.
    file.take(limit() + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() > MAX_BYTES {
        let bytes = limit() + 1;
        return Err(StorageError::TooLarge {
            path: path.to_owned(),
            bytes,
        });
    }
    Ok(bytes)
}

fn limit() -> u64 {
    MAX_BYTES as u64
}

/// An open log, to which changes are appended.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
    /// How many bytes are surely written.
    length: u64,
    check: u32,
}

impl Log {
    /// Writes a journal to a new file and keeps it open for what comes.
    ///
    /// # Errors
    ///
    /// When a file of that name exists, or the system refuses.
    pub fn create(path: &Path, journal: &Journal, tags: &Tags) -> Result<Self, StorageError> {
        let text = print_log(journal, tags);
        let mut log = Self {
            path: path.to_owned(),
            file: OpenOptions::new()
                .write(true)
                .create_new(true)
                .open(path)
                .map_err(|source| match source.kind() {
                    io::ErrorKind::AlreadyExists => StorageError::AlreadyThere {
                        path: path.to_owned(),
                    },
                    _ => StorageError::Unwritable {
                        path: path.to_owned(),
                        source,
                    },
                })?,
            length: 0,
            check: last_check(&text),
        };
        log.write(&text)?;
        sync_folder(path)?;
        Ok(log)
    }

    /// Opens a file for appending that [`load`] has read.
    ///
    /// # Errors
    ///
    /// When it is no log, or not a sound one, or not the one that was read any more.
    pub fn resume(path: &Path, loaded: &Loaded) -> Result<Self, StorageError> {
        if loaded.form != Some(Form::Log) || loaded.journal.is_none() || loaded.error.is_some() {
            return Err(StorageError::NotAppendable {
                path: path.to_owned(),
            });
        }
        let unwritable = |source| StorageError::Unwritable {
            path: path.to_owned(),
            source,
        };
        let file = OpenOptions::new()
            .write(true)
            .open(path)
            .map_err(unwritable)?;
        let log = Self {
            path: path.to_owned(),
            file,
            length: loaded.good_bytes as u64,
            check: loaded.check,
        };
        log.is_as_we_left_it()?;
        Ok(log)
    }

    /// Appends a change in its notation; when this returns, it is on the disk.
    ///
    /// # Errors
    ///
    /// When the text is no single line, the file would become too large, something else has
    /// written to it, or the system refuses. The file then ends as it did before, as far as
    /// the system lets us see to it.
    pub fn append(&mut self, change: &str) -> Result<(), StorageError> {
        let line = log_line(self.check, change);
        if change.contains(['\n', '\r']) || change.trim().is_empty() || line.text.len() > MAX_LINE {
            return Err(StorageError::NotALine {
                path: self.path.clone(),
            });
        }
        self.is_as_we_left_it()?;
        self.write(&line.text)?;
        self.check = line.check;
        Ok(())
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn is_as_we_left_it(&self) -> Result<(), StorageError> {
        match self.file.metadata() {
            Ok(found) if found.len() == self.length => Ok(()),
            Ok(_) => Err(StorageError::ChangedOutside {
                path: self.path.clone(),
            }),
            Err(source) => Err(StorageError::Unreadable {
                path: self.path.clone(),
                source,
            }),
        }
    }

    fn write(&mut self, text: &str) -> Result<(), StorageError> {
        let length = self.length + text.len() as u64;
        if length > limit() {
            return Err(StorageError::TooLarge {
                path: self.path.clone(),
                bytes: length,
            });
        }
        let file = &mut self.file;
        let written = file
            .seek(SeekFrom::Start(self.length))
            .and_then(|_| file.write_all(text.as_bytes()))
            .and_then(|()| file.sync_data());
        if let Err(source) = written {
            // Half a line would be taken for damage. If this fails too, the reader
            // still sees a torn last line, and the next append a changed file.
            let _ = file.set_len(self.length);
            return Err(StorageError::Unwritable {
                path: self.path.clone(),
                source,
            });
        }
        self.length = length;
        Ok(())
    }
}

/// The check at the end of a log that we have just printed.
fn last_check(log: &str) -> u32 {
    let digits = log.trim_end().rsplit('~').next().unwrap_or_default();
    u32::from_str_radix(digits, 16).unwrap_or_default()
}

/// Writes a file whole: at every moment there is the old one or the new one.
///
/// # Errors
///
/// When the system refuses; the old file is then as it was.
pub fn write_whole(path: &Path, text: &str) -> Result<(), StorageError> {
    let unwritable = |source| StorageError::Unwritable {
        path: path.to_owned(),
        source,
    };
    let write = || {
        let mut file = temporary_beside(path)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    write().map_err(unwritable)?;
    sync_folder(path)
}

/// A temporary file in the same folder, open to the same people as any file one saves.
fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The user's mask is taken off, as it is for a file that is simply created.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder_of(path))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Makes sure that the name of a new file outlives a power cut as well as its contents.
fn sync_folder(path: &Path) -> Result<(), StorageError> {
    // Elsewhere folders cannot be opened, and the system sees to it.
    if cfg!(unix) {
        let synced = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
        synced.map_err(|source| StorageError::Unwritable {
            path: path.to_owned(),
            source,
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::Change;
    use crate::journal::sample::{note, sample_journal};
    use crate::notation::record::print_change;

    #[test]
    fn what_is_appended_is_loaded_again() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("evening.founders");
        let mut journal = sample_journal();
        let mut log = Log::create(&path, &journal, &Tags::default()).expect("a new file");
        for change in [
            Change::Undo(2),
            Change::Play(note("later")),
            Change::Comment("so\nso".into()),
        ] {
            let before = journal.game().clone();
            let change = journal.apply(change).expect("a legal change");
            log.append(&print_change(&before, &change))
                .expect("room on the disk");
        }
        let loaded = load(&path).expect("the file");
        assert_eq!((loaded.error.clone(), loaded.warnings.len()), (None, 0));
        assert_eq!(loaded.journal.as_ref(), Some(&journal));

        let mut log = Log::resume(&path, &loaded).expect("the same file");
        journal.apply(Change::Undo(1)).expect("something to undo");
        log.append("undo").expect("room on the disk");
        assert!(matches!(
            log.append("two\nlines"),
            Err(StorageError::NotALine { .. })
        ));
        assert_eq!(load(&path).expect("the file").journal, Some(journal));
    }

    #[test]
    fn a_file_that_something_else_wrote_to_is_not_appended_to() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("evening.founders");
        let journal = sample_journal();
        let mut log = Log::create(&path, &journal, &Tags::default()).expect("a new file");
        let other = Log::create(&path, &journal, &Tags::default());
        assert!(matches!(other, Err(StorageError::AlreadyThere { .. })));
        fs::write(&path, "something else").expect("the same file");
        assert!(matches!(
            log.append("undo"),
            Err(StorageError::ChangedOutside { .. })
        ));
        let loaded = load(&path).expect("the file");
        assert!(matches!(
            Log::resume(&path, &loaded),
            Err(StorageError::NotAppendable { .. })
        ));
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        assert!(matches!(
            load(folder.path()),
            Err(StorageError::NotAFile { .. })
        ));
        let path = folder.path().join("none.founders");
        let error = load(&path).expect_err("there is no such file");
        assert!(error.to_string().contains("none.founders"));
        let file = File::create(&path).expect("a new file");
        file.set_len(limit() + 1).expect("a hole");
        assert!(matches!(load(&path), Err(StorageError::TooLarge { .. })));
    }

    #[test]
    fn a_file_is_replaced_whole() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("game.txt");
        write_whole(&path, "one").expect("room on the disk");
        write_whole(&path, "two").expect("room on the disk");
        assert_eq!(fs::read_to_string(&path).expect("the file"), "two");
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
    }
}
