//! The output files of subcommands. Without `--force`, a subcommand never overwrites a file that it
//! read, or a file of another kind. Every subcommand writes its files here.

use std::io;
use std::path::Path;

use clap::Args;
use storage::{Disk as _, RealDisk};

use super::answer::CommandOutput;
use crate::app::own_cards;

/// The switch that allows overwriting a protected file.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Overwrite {
    /// Write over a file that was read, or is of another kind
    #[arg(long)]
    pub(super) force: bool,
}

/// The kind of a written file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutputKind {
    /// A raster picture.
    Png,
    /// A vector picture.
    Svg,
    /// A component pack.
    Pack,
    /// The cards of an owner.
    Cards,
    /// The log of a game.
    Record,
    /// The log of a simulated game.
    Simulated,
}

impl OutputKind {
    const fn name(self) -> &'static str {
        match self {
            Self::Png => "a PNG picture",
            Self::Svg => "an SVG picture",
            Self::Pack => "a pack",
            Self::Cards => "a file of cards",
            Self::Record => "a record",
            Self::Simulated => "a simulated game",
        }
    }

    /// Returns `true` if a file with this beginning is of this kind. An empty file is of any kind.
    fn is_kind_of(self, path: &Path, beginning: &[u8]) -> bool {
        let text = String::from_utf8_lossy(beginning);
        let is_record =
            text.starts_with("Founders Ledger record ") || scenario::record::is_record(&text);
        beginning.is_empty()
            || match self {
                Self::Png => beginning.starts_with(b"\x89PNG\r\n\x1a\n"),
                Self::Svg => text.contains("<svg"),
                Self::Pack => packs::load_fragment(path).is_ok(),
                Self::Cards => own_cards::read_cards(path).is_ok_and(|cards| cards.is_some()),
                Self::Record => is_record,
                Self::Simulated => is_record && text.contains("\ntitle: Simulated game, seed "),
            }
    }
}

/// Writes a file into a folder that the subcommand has just made.
pub(super) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    std::fs::write(path, bytes)
}

/// The number of bytes that reveal the kind of a file.
const BEGINNING: u64 = 4_000;

/// A file that a subcommand has to write.
#[derive(Clone, Copy, Debug)]
pub(super) struct OutputFile<'a> {
    pub(super) path: &'a Path,
    pub(super) kind: OutputKind,
    /// The input files of the subcommand.
    pub(super) inputs: &'a [&'a Path],
    pub(super) overwrite: Overwrite,
}

impl OutputFile<'_> {
    /// Checks that the file may be written, before any work is done.
    ///
    /// # Errors
    ///
    /// It is one of the input files, not a file, or a file of another kind.
    pub(super) fn check(&self) -> Result<(), CommandOutput> {
        if self.overwrite.force || !self.path.exists() {
            return Ok(());
        }
        let file = self.path.display();
        // Compared by identity, because links and relative paths give one file several names.
        if let Some(read) = self
            .inputs
            .iter()
            .find(|read| same_file::is_same_file(self.path, read).unwrap_or(false))
        {
            return Err(CommandOutput::unusable(format!(
                "{file}: this is {}, which is read, so it is not written over; `--force` does it anyway",
                read.display()
            )));
        }
        if !self.path.is_file() {
            return Err(CommandOutput::unusable(format!(
                "{file}: cannot be written: expected a file, found a folder or a device"
            )));
        }
        let beginning = RealDisk.read(self.path, BEGINNING).unwrap_or_default();
        if self.kind.is_kind_of(self.path, &beginning) {
            return Ok(());
        }
        let kind = self.kind.name();
        Err(CommandOutput::unusable(format!(
            "{file}: found a file that is not {kind}, so it is not written over; `--force` does it anyway"
        )))
    }

    /// Writes the file atomically.
    ///
    /// # Errors
    ///
    /// As [`Self::check`], or the system refuses.
    pub(super) fn write(&self, bytes: impl AsRef<[u8]>) -> Result<(), CommandOutput> {
        self.check()?;
        // If the path is a link, its target is written.
        Ok(storage::write_atomically(&RealDisk.canonical(self.path), bytes)?)
    }
}
