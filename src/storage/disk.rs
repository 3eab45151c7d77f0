//! The file system operations that saving needs, behind a trait.
//!
//! [`RecordFile`](crate::RecordFile), [`Backups`](crate::Backups) and locks use files only through
//! [`Disk`], so that tests can run them on a disk that loses, tears and reorders unflushed writes.
//! A `Disk` promises no more than a real file system: a write or a rename survives a power cut only
//! after a flush.

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::frame::check_not_drawing;

/// The properties of a file or folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent property")]
pub struct FileMetadata {
    /// `true` for a file, `false` for a folder or a device.
    pub is_file: bool,
    /// `true` if it is a folder.
    pub is_folder: bool,
    /// The size in bytes.
    pub length: u64,
    /// `true` if the file is read-only.
    pub is_read_only: bool,
    /// `true` if the file has several hard links.
    pub is_shared: bool,
    /// The revision of the contents; `None` where the system does not provide one.
    pub revision: Option<Revision>,
}

/// A marker that changes when a file does, compared instead of its bytes.
///
/// Two changes within one tick of the system's clock may leave the same revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision {
    /// The identity of the file, independent of its name.
    pub file: u64,
    /// The time of the last change, in a unit of the system.
    pub change: i128,
}

impl Revision {
    #[cfg(unix)]
    #[expect(clippy::unnecessary_wraps, reason = "another system may not provide it")]
    fn of(found: &fs::Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt as _;
        let change = i128::from(found.ctime()) * 1_000_000_000 + i128::from(found.ctime_nsec());
        Some(Self { file: found.ino(), change })
    }

    #[cfg(not(unix))]
    fn of(found: &fs::Metadata) -> Option<Self> {
        let since = found.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
        Some(Self { file: 0, change: i128::try_from(since.as_nanos()).ok()? })
    }
}

/// Returns `true` if the file has several hard links.
#[cfg(unix)]
fn is_shared(found: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(found) > 1
}

/// Returns `false`: this system does not count hard links.
#[cfg(not(unix))]
fn is_shared(_found: &fs::Metadata) -> bool {
    false
}

/// A file system.
pub trait Disk: fmt::Debug + Send + Sync {
    /// Returns the properties of the file or folder at a path.
    ///
    /// # Errors
    ///
    /// There is none, or the system refuses.
    fn metadata(&self, path: &Path) -> io::Result<FileMetadata>;

    /// Returns the unique absolute path of a file, with links resolved.
    fn canonical(&self, path: &Path) -> PathBuf;

    /// Reads at most the first `most` bytes of a file.
    ///
    /// # Errors
    ///
    /// The error of the system.
    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>>;

    /// Opens an existing file for writing.
    ///
    /// # Errors
    ///
    /// The error of the system.
    fn open(&self, path: &Path) -> io::Result<Box<dyn DiskFile>>;

    /// Creates a new file with the permissions of the file `like`.
    ///
    /// # Errors
    ///
    /// A file with that name exists, or the system refuses.
    fn create(&self, path: &Path, like: &Path) -> io::Result<Box<dyn DiskFile>>;

    /// Renames a file and replaces a file with the new name.
    ///
    /// # Errors
    ///
    /// The error of the system.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    ///
    /// The error of the system.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Lists the paths in a folder, in no particular order.
    ///
    /// # Errors
    ///
    /// The error of the system.
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;

    /// Creates a folder with all its parents and flushes them, so that it survives a power cut.
    ///
    /// # Errors
    ///
    /// The error of the system.
    fn create_folder(&self, folder: &Path) -> io::Result<()>;

    /// Flushes the names in a folder, so that they survive a power cut.
    ///
    /// # Errors
    ///
    /// The error of the system.
    fn flush_folder(&self, folder: &Path) -> io::Result<()>;

    /// Locks a file until the returned guard is dropped, and creates it if necessary. `None` if
    /// it is locked already.
    ///
    /// # Errors
    ///
    /// The error of the system.
    fn lock(&self, path: &Path) -> io::Result<Option<Box<dyn LockGuard>>>;
}

/// A guard that releases a lock when it is dropped.
pub trait LockGuard: fmt::Debug + Send {}

impl<T: fmt::Debug + Send> LockGuard for T {}

/// A file that is open for writing.
pub trait DiskFile {
    /// Returns the size in bytes.
    ///
    /// # Errors
    ///
    /// The error of the system.
    fn length(&self) -> io::Result<u64>;

    /// Writes bytes at an offset.
    ///
    /// # Errors
    ///
    /// The error of the system; some of the bytes may have been written.
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()>;

    /// Truncates the file to `length` bytes.
    ///
    /// # Errors
    ///
    /// The error of the system.
    fn truncate(&mut self, length: u64) -> io::Result<()>;

    /// Flushes the file, so that everything written survives a power cut.
    ///
    /// # Errors
    ///
    /// The error of the system. Writes since the last successful flush must not be trusted then,
    /// even if a later flush succeeds: systems drop data that they failed to write.
    fn flush(&mut self) -> io::Result<()>;
}

/// The file system of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn metadata(&self, path: &Path) -> io::Result<FileMetadata> {
        check_not_drawing();
        let found = fs::metadata(path)?;
        let is_file = found.is_file();
        Ok(FileMetadata {
            is_file,
            is_folder: found.is_dir(),
            length: found.len(),
            is_read_only: is_file && found.permissions().readonly(),
            is_shared: is_file && is_shared(&found),
            revision: Revision::of(&found),
        })
    }

    fn canonical(&self, path: &Path) -> PathBuf {
        check_not_drawing();
        if let Ok(path) = dunce::canonicalize(path) {
            return path;
        }
        // The path of a new file follows from its folder.
        let folder = dunce::canonicalize(folder_of(path)).ok();
        match (folder, path.file_name()) {
            (Some(folder), Some(name)) => folder.join(name),
            _ => std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
        }
    }

    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        check_not_drawing();
        let mut bytes = Vec::new();
        File::open(path)?.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        check_not_drawing();
        let file = OpenOptions::new().write(true).open(path)?;
        Ok(Box::new(RealFile(file)))
    }

    fn create(&self, path: &Path, like: &Path) -> io::Result<Box<dyn DiskFile>> {
        check_not_drawing();
        let mut options = OpenOptions::new();
        let file = options.write(true).create_new(true).open(path)?;
        if let Ok(found) = fs::metadata(like) {
            file.set_permissions(found.permissions())?;
        }
        Ok(Box::new(RealFile(file)))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        check_not_drawing();
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        check_not_drawing();
        fs::remove_file(path)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        check_not_drawing();
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect()
    }

    fn create_folder(&self, folder: &Path) -> io::Result<()> {
        check_not_drawing();
        let missing: Vec<&Path> = folder
            .ancestors()
            .take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists())
            .collect();
        fs::create_dir_all(folder)?;
        for made in missing {
            self.flush_folder(folder_of(made))?;
        }
        Ok(())
    }

    fn flush_folder(&self, folder: &Path) -> io::Result<()> {
        check_not_drawing();
        // Other systems cannot open folders, and flush names by themselves.
        if cfg!(unix) {
            File::open(folder)?.sync_all()?;
        }
        Ok(())
    }

    fn lock(&self, path: &Path) -> io::Result<Option<Box<dyn LockGuard>>> {
        check_not_drawing();
        let mut options = OpenOptions::new();
        let file = options.write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Box::new(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

#[derive(Debug)]
struct RealFile(File);

impl DiskFile for RealFile {
    fn length(&self) -> io::Result<u64> {
        check_not_drawing();
        Ok(self.0.metadata()?.len())
    }

    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        check_not_drawing();
        self.0.seek(SeekFrom::Start(at))?;
        self.0.write_all(bytes)
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        check_not_drawing();
        self.0.set_len(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        check_not_drawing();
        self.0.sync_data()
    }
}

/// Checks if a path leads to an executable file.
#[cfg(unix)]
pub fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;

    check_not_drawing();
    fs::metadata(path).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

/// Returns the folder of a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Returns the path of the temporary file used to replace a file. It is always the same, so that
/// the leftover of a crash is found and removed.
pub fn temporary_path(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or(path.as_os_str());
    // The key has a fixed length, because the file name may have the maximum length already.
    let key = super::app_folders::path_key(Path::new(name));
    folder_of(path).join(format!(".founders-ledger-{key}.tmp"))
}

/// Removes the temporary file that a crash left while this file was being replaced.
///
/// # Errors
///
/// It exists and cannot be removed.
pub(super) fn remove_leftover(disk: &dyn Disk, path: &Path) -> io::Result<()> {
    match disk.remove(&temporary_path(path)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Replaces a file atomically: at every moment it has the old contents or the new ones.
///
/// # Errors
///
/// The error of the system, or the old file is read-only, which would not prevent a rename over it.
/// The file then has the old or the new contents, never a mixture.
pub(super) fn replace_file(disk: &dyn Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    if disk.metadata(path).is_ok_and(|found| found.is_read_only) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let temporary = temporary_path(path);
    remove_leftover(disk, path)?;
    let written = disk
        .create(&temporary, path)
        .and_then(|mut file| {
            file.write_at(0, bytes)?;
            file.flush()
        })
        .and_then(|()| disk.rename(&temporary, path));
    if let Err(error) = written {
        // If this fails, the next attempt removes it, or opening the file does.
        let _ = disk.remove(&temporary);
        return Err(error);
    }
    disk.flush_folder(folder_of(path))
}
