//! Photographs of a board, as input of subcommands.

use std::path::Path;

use super::answer::{CommandOutput, Exit};
use super::input;
use board_photo::{Corners, MAX_PHOTO_BYTES, Photo};

/// Reads the photograph in a file.
pub(super) fn photo(path: &Path) -> Result<Photo, CommandOutput> {
    let bytes = input::read_at_most(path, MAX_PHOTO_BYTES as u64)?;
    Photo::decode(&bytes)
        .map_err(|error| CommandOutput::file_error(path, &error).with_exit(Exit::Unusable))
}

/// Formats corners as the value of `--corners`.
pub(super) fn as_written(corners: &Corners) -> String {
    corners.0.map(|(x, y)| format!("{x:.0},{y:.0}")).join(":")
}
