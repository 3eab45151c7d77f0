//! Files that subcommands read: those on a disk, and streams such as standard input.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use notation::record::MAX_BYTES;
use storage::StorageError;

/// The path that stands for standard input.
const STANDARD_INPUT: &str = "-";

/// The streams read so far. Standard input is one for the whole process and can be read once, but
/// subcommands look at a file before they read it.
static STREAMS: Mutex<BTreeMap<PathBuf, Arc<[u8]>>> = Mutex::new(BTreeMap::new());

/// Checks if a path stands for something that is read once, from its beginning to its end: standard
/// input, a pipe or a device.
pub(super) fn is_stream(path: &Path) -> bool {
    let is_other = |about: fs::Metadata| !about.is_file() && !about.is_dir();
    path == Path::new(STANDARD_INPUT) || fs::metadata(path).is_ok_and(is_other)
}

/// Reads a file or a stream that is no larger than a record can be.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, StorageError> {
    read_at_most(path, MAX_BYTES as u64)
}

/// Reads the beginning of a file, or a whole stream: no more than `most` bytes of either.
pub(super) fn read_beginning(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if is_stream(path) {
        bytes = read(path).map_err(io::Error::other)?;
        bytes.truncate(usize::try_from(most).unwrap_or(usize::MAX));
    } else {
        File::open(path)?.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Reads a file or a stream that has no more than `most` bytes.
pub(super) fn read_at_most(path: &Path, most: u64) -> Result<Vec<u8>, StorageError> {
    if !is_stream(path) {
        return storage::read_at_most(path, most);
    }
    let mut streams = STREAMS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bytes) = streams.get(path) {
        return Ok(bytes.to_vec());
    }
    let bytes = if path == Path::new(STANDARD_INPUT) {
        storage::read_stream(path, io::stdin().lock(), most)?
    } else {
        let unreadable = |source| StorageError::Unreadable { path: path.to_owned(), source };
        storage::read_stream(path, File::open(path).map_err(unreadable)?, most)?
    };
    streams.insert(path.to_owned(), bytes.as_slice().into());
    Ok(bytes)
}
