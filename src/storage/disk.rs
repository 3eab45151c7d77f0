//! The few things that storage asks of a file system, behind a trait.
//!
//! Nothing else in [`storage`](crate) touches the system, so that the
//! tests can run all of it on a disk that loses, tears and reorders what was
//! not flushed. The promises are those of a real file system and no more: what
//! is written or renamed may be gone after a power cut until it was flushed.

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::frame::check_not_drawing;

/// What stands at a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Found {
    /// Whether it is a file, rather than a folder or a device.
    pub is_file: bool,
    /// `true` if it is a folder.
    pub is_folder: bool,
    /// How many bytes it has.
    pub length: u64,
    /// `true` if the file is read-only.
    pub is_read_only: bool,
    /// `true` if the file has several hard links.
    pub is_shared: bool,
    /// Tells it from what it was before; `None` where the system does not say.
    pub revision: Option<Revision>,
}

/// Tells a file from what it was before, without a look at its bytes.
///
/// Two changes within one tick of the system's clock may leave the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision {
    /// The file itself, whatever its name is.
    pub file: u64,
    /// When it was last changed, in no particular unit.
    pub change: i128,
}

impl Revision {
    #[cfg(unix)]
    #[expect(clippy::unnecessary_wraps, reason = "another system may not say it")]
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

/// Whether other names lead to the same file.
#[cfg(unix)]
fn is_shared(found: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(found) > 1
}

/// Whether other names lead to the same file, which this system does not say.
#[cfg(not(unix))]
fn is_shared(_found: &fs::Metadata) -> bool {
    false
}

/// A file system.
pub trait Disk: fmt::Debug + Send + Sync {
    /// What stands at a path.
    ///
    /// # Errors
    ///
    /// Nothing stands there, or the system refuses to look.
    fn find(&self, path: &Path) -> io::Result<Found>;

    /// The one path by which a file is known, whichever way leads to it.
    fn canonical(&self, path: &Path) -> PathBuf;

    /// The bytes of a file, up to so many.
    ///
    /// # Errors
    ///
    /// As the system refuses.
    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>>;

    /// Opens a file that is there, to change it.
    ///
    /// # Errors
    ///
    /// As the system refuses.
    fn open(&self, path: &Path) -> io::Result<Box<dyn DiskFile>>;

    /// Makes a file that is not there yet, open to the same people as the file `like`.
    ///
    /// # Errors
    ///
    /// A file of that name is there, or the system refuses.
    fn create(&self, path: &Path, like: &Path) -> io::Result<Box<dyn DiskFile>>;

    /// Renames a file, in place of one that has the new name.
    ///
    /// # Errors
    ///
    /// As the system refuses.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    ///
    /// As the system refuses.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// What is in a folder, in no order.
    ///
    /// # Errors
    ///
    /// As the system refuses.
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;

    /// Makes a folder with all folders above it, so that it outlives a power cut.
    ///
    /// # Errors
    ///
    /// As the system refuses.
    fn make_folder(&self, folder: &Path) -> io::Result<()>;

    /// Makes the names in a folder outlive a power cut.
    ///
    /// # Errors
    ///
    /// As the system refuses.
    fn flush_folder(&self, folder: &Path) -> io::Result<()>;

    /// Locks a file for as long as what is given back is held, making it if need be; nothing if
    /// somebody else holds it.
    ///
    /// # Errors
    ///
    /// As the system refuses.
    fn lock(&self, path: &Path) -> io::Result<Option<Box<dyn Held>>>;
}

/// Something that does its work by being there.
pub trait Held: fmt::Debug + Send {}

impl<T: fmt::Debug + Send> Held for T {}

/// A file that is open to be changed.
pub trait DiskFile {
    /// How many bytes it has.
    ///
    /// # Errors
    ///
    /// As the system refuses.
    fn length(&self) -> io::Result<u64>;

    /// Writes bytes at a place.
    ///
    /// # Errors
    ///
    /// As the system refuses; some of them may be written all the same.
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<()>;

    /// Cuts the file off behind so many bytes.
    ///
    /// # Errors
    ///
    /// As the system refuses.
    fn cut(&mut self, length: u64) -> io::Result<()>;

    /// Makes everything written outlive a power cut.
    ///
    /// # Errors
    ///
    /// As the system refuses. Nothing written since the last success may be trusted then, also
    /// if a later flush succeeds: systems forget what they failed to write.
    fn flush(&mut self) -> io::Result<()>;
}

/// The file system of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn find(&self, path: &Path) -> io::Result<Found> {
        check_not_drawing();
        let found = fs::metadata(path)?;
        let is_file = found.is_file();
        Ok(Found {
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
        // A file that is not there yet is known by its folder.
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

    fn make_folder(&self, folder: &Path) -> io::Result<()> {
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
        // Elsewhere folders cannot be opened, and the system sees to it.
        if cfg!(unix) {
            File::open(folder)?.sync_all()?;
        }
        Ok(())
    }

    fn lock(&self, path: &Path) -> io::Result<Option<Box<dyn Held>>> {
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

    fn cut(&mut self, length: u64) -> io::Result<()> {
        check_not_drawing();
        self.0.set_len(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        check_not_drawing();
        self.0.sync_data()
    }
}

/// Checks if a file is there that this machine may run as a program.
#[cfg(unix)]
pub fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;

    check_not_drawing();
    let found = fs::metadata(path);
    found.is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

/// The folder that a file is in.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The temporary file by which a file is replaced: always the same, so that one left over
/// by a crash is found and removed.
pub fn temporary_of(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or(path.as_os_str());
    // Of a fixed length, for the name of the file may be as long as names can be.
    let key = super::own::key_of(Path::new(name));
    folder_of(path).join(format!(".founders-ledger-{key}.tmp"))
}

/// Removes what a crash left over while this file was being replaced.
///
/// # Errors
///
/// It is there and cannot be removed.
pub(super) fn remove_leftover(disk: &dyn Disk, path: &Path) -> io::Result<()> {
    match disk.remove(&temporary_of(path)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Writes a file whole: at every moment there is the old one or the new one.
///
/// # Errors
///
/// As the system refuses, or the old file is read-only, which would not keep it from being
/// replaced. There may be the old or the new file then, and nothing in between.
pub(super) fn replace_whole(disk: &dyn Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    if disk.find(path).is_ok_and(|found| found.is_read_only) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let temporary = temporary_of(path);
    remove_leftover(disk, path)?;
    let written = disk
        .create(&temporary, path)
        .and_then(|mut file| {
            file.write_at(0, bytes)?;
            file.flush()
        })
        .and_then(|()| disk.rename(&temporary, path));
    if let Err(error) = written {
        // It is looked for again before the next attempt and when the file is opened.
        let _ = disk.remove(&temporary);
        return Err(error);
    }
    disk.flush_folder(folder_of(path))
}
