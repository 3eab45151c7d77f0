//! The import of edition files, the open format in which players share the data of their boxes.
//!
//! An edition file holds everything; in the source form each monster, deck, character and scenario
//! is a file of its own. All fields are optional. Unknown fields are passed over and counted, and
//! actions that a line of cards cannot express become text for the table.

mod actions;
mod cards;
mod class_cards;
mod fields;
mod files;
mod labels;
mod names;
mod report;
mod scenarios;

use super::CardBook;
use files::Sources;

pub use report::ImportReport;

/// The maximum number of bytes of all files together.
pub const MAX_BYTES: usize = 64_000_000;

/// A file to import.
#[derive(Clone, Copy, Debug)]
pub struct SourceFile<'a> {
    /// Its path, for messages; its folders say what it contains.
    pub name: &'a str,
    /// Its contents.
    pub bytes: &'a [u8],
}

/// The imported cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The cards.
    pub book: CardBook,
    /// The counts of what was imported and what was not.
    pub report: ImportReport,
}

/// A reason against importing files.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// A file is no JSON.
    #[error("{file}: line {line}, column {column}: {problem}")]
    Broken {
        /// The name of the file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The column in bytes, from 1.
        column: usize,
        /// The problem there.
        problem: String,
    },
    /// The files are too large.
    #[error("expected files of at most {MAX_BYTES} bytes together, found {bytes}")]
    TooLarge {
        /// Their size.
        bytes: usize,
    },
    /// No file has any cards.
    #[error(
        "{files}: no cards found; expected an edition file, or files of monsters, decks, \
         characters, items or scenarios"
    )]
    Empty {
        /// The names of the files.
        files: String,
    },
}

/// Imports edition files, or the single files of one.
///
/// ```
/// use scenario_cards::import::{SourceFile, import};
///
/// let deck = br#"{"name": "marsh-hound", "abilities": [
///     {"initiative": 20, "actions": [{"type": "move", "value": 1, "valueType": "plus"}]}
/// ]}"#;
/// let imported = import(&[SourceFile { name: "deck/marsh-hound.json", bytes: deck }])?;
/// assert_eq!(imported.book.to_string(), "ability Marsh Hound 20: move +1\n");
/// # Ok::<(), scenario_cards::import::ImportError>(())
/// ```
///
/// # Errors
///
/// A file is no JSON, the files are too large, or none of them has cards.
pub fn import(files: &[SourceFile<'_>]) -> Result<Import, ImportError> {
    let bytes = files.iter().map(|file| file.bytes.len()).sum();
    if bytes > MAX_BYTES {
        return Err(ImportError::TooLarge { bytes });
    }
    let mut values = Vec::with_capacity(files.len());
    for file in files {
        values.push((file.name, parse(file)?));
    }
    let sources = Sources::sort(&values);
    let imported = cards::import(&sources);
    if imported.book == CardBook::default() {
        let names: Vec<&str> = files.iter().map(|file| file.name).take(3).collect();
        let more = if files.len() > names.len() { " and others" } else { "" };
        return Err(ImportError::Empty { files: plain_text::remarks(&names) + more });
    }
    Ok(imported)
}

fn parse(file: &SourceFile<'_>) -> Result<serde_json::Value, ImportError> {
    let bytes = file.bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(file.bytes);
    serde_json::from_slice(bytes).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let text = error.to_string();
        let place = format!(" at line {line} column {column}");
        ImportError::Broken {
            file: file.name.to_owned(),
            line,
            column: column.max(1),
            problem: text.strip_suffix(&place).unwrap_or(&text).to_owned(),
        }
    })
}
