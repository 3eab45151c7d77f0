//! Files that verbs write: never over what was read, nor over a file of another kind, unless the
//! verb is told to. Every verb that writes a file writes it here.

use std::io;
use std::path::Path;

use clap::Args;
use storage::{Disk as _, RealDisk};

use super::answer::Answer;

/// Whether a file is written over that would be spared otherwise.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Over {
    /// Write over a file that was read, or is of another kind
    #[arg(long)]
    pub(super) force: bool,
}

/// What kind of file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A picture in pixels.
    Png,
    /// A picture in lines.
    Svg,
    /// A component pack.
    Pack,
    /// A log.
    Record,
    /// A log of a game that the program played.
    Simulated,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Png => "a PNG picture",
            Self::Svg => "an SVG picture",
            Self::Pack => "a pack",
            Self::Record => "a record",
            Self::Simulated => "a simulated game",
        }
    }

    /// Whether a file that begins like this is of this kind. An empty one is of any.
    fn is_kind_of(self, path: &Path, beginning: &[u8]) -> bool {
        let text = String::from_utf8_lossy(beginning);
        let is_record =
            text.starts_with("Founders Ledger record ") || scenario::record::is_record(&text);
        beginning.is_empty()
            || match self {
                Self::Png => beginning.starts_with(b"\x89PNG\r\n\x1a\n"),
                Self::Svg => text.contains("<svg"),
                Self::Pack => packs::load_fragment(path).is_ok(),
                Self::Record => is_record,
                Self::Simulated => is_record && text.contains("\ntitle: Simulated game, seed "),
            }
    }
}

/// Writes a file into a folder that the subcommand has just made.
pub(super) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    std::fs::write(path, bytes)
}

/// How much of a file shows its kind.
const BEGINNING: u64 = 4_000;

/// A file that a verb is asked to write.
#[derive(Clone, Copy, Debug)]
pub(super) struct Out<'a> {
    pub(super) path: &'a Path,
    pub(super) kind: Kind,
    /// What the verb reads.
    pub(super) read: &'a [&'a Path],
    pub(super) over: Over,
}

impl Out<'_> {
    /// Whether it may be written, so that nothing is worked out in vain.
    ///
    /// # Errors
    ///
    /// It is one of the files that were read, or holds something else than is written.
    pub(super) fn check(&self) -> Result<(), Answer> {
        if self.over.force || !self.path.exists() {
            return Ok(());
        }
        let file = self.path.display();
        // A file has many names: links, and ways that lead around.
        let is_same = |read: &&&Path| same_file::is_same_file(self.path, read).unwrap_or(false);
        if let Some(read) = self.read.iter().find(is_same) {
            return Err(Answer::unusable(format!(
                "{file}: this is {}, which is read, so it is not written over; `--force` does it anyway",
                read.display()
            )));
        }
        if !self.path.is_file() {
            return Err(Answer::unusable(format!(
                "{file}: cannot be written: expected a file, found a folder or a device"
            )));
        }
        let beginning = RealDisk.read(self.path, BEGINNING).unwrap_or_default();
        if self.kind.is_kind_of(self.path, &beginning) {
            return Ok(());
        }
        let kind = self.kind.name();
        Err(Answer::unusable(format!(
            "{file}: found a file that is not {kind}, so it is not written over; `--force` does it anyway"
        )))
    }

    /// Writes it whole, or not at all.
    ///
    /// # Errors
    ///
    /// As [`Self::check`], or the system refuses.
    pub(super) fn write(&self, bytes: impl AsRef<[u8]>) -> Result<(), Answer> {
        self.check()?;
        // Through a link, what it leads to is written.
        Ok(storage::write_whole(&RealDisk.canonical(self.path), bytes)?)
    }
}
