//! The input of subcommands: files on a disk, and streams such as standard input.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use notation::record::MAX_BYTES;
use storage::StorageError;

/// The path that stands for standard input.
const STANDARD_INPUT: &str = "-";

/// The streams read so far. A stream such as standard input can be read only once, but subcommands
/// inspect a file before they read it.
static STREAMS: Mutex<BTreeMap<PathBuf, Arc<[u8]>>> = Mutex::new(BTreeMap::new());

/// Checks if a path is standard input, a pipe or a device, which can be read only once.
pub(super) fn is_stream(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
        || fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

/// Reads a file or a stream that is no larger than a record can be.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, StorageError> {
    read_at_most(path, MAX_BYTES as u64)
}

/// Returns at most the first `most` bytes of a file or stream. A stream is read to its end.
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

/// Returns the text of a file or stream; of one that is too long, one byte more than allowed.
pub(super) fn read_text(path: &Path) -> io::Result<String> {
    let text = read_beginning(path, MAX_BYTES as u64 + 1)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Reads a file or a stream of at most `most` bytes.
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
        let stream = File::open(path)
            .map_err(|source| StorageError::Unreadable { path: path.to_owned(), source })?;
        storage::read_stream(path, stream, most)?
    };
    streams.insert(path.to_owned(), bytes.as_slice().into());
    Ok(bytes)
}
