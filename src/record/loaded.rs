//! The result of reading a record: the record as far as it goes, warnings, and the error.

use std::fmt;

use plain_text::{ParseError, counted};

use super::game::RecordedGame;
use super::notation::{Form, MAX_BYTES, MAX_LINE, MAX_LINES};
use super::record::Record;

/// The readable part of a record.
#[derive(Clone, Debug)]
pub struct Loaded<G: RecordedGame> {
    /// In which form it is written, if the first line says so.
    pub form: Option<Form>,
    /// `true` for an earlier version, which is read and no longer written.
    pub is_older: bool,
    /// Everything up to the error; nothing if the header cannot be used.
    pub record: Option<Record<G>>,
    /// The oddities that do not prevent reading.
    pub warnings: Vec<Warning>,
    /// The place and the reason of the end, if it was not the end of the record.
    pub error: Option<RecordError>,
    /// The bytes that were read before the error; in a log a line can be appended there.
    pub good_bytes: usize,
    /// The check that the next line of a log is chained to.
    pub check: u32,
}

impl<G: RecordedGame> Default for Loaded<G> {
    fn default() -> Self {
        Self {
            form: None,
            is_older: false,
            record: None,
            warnings: Vec::new(),
            error: None,
            good_bytes: 0,
            check: 0,
        }
    }
}

impl<G: RecordedGame> Loaded<G> {
    /// Checks if the record is a log that stops at a damaged line, about which the player has to
    /// decide before anything is added. A last line that was not written to its end is no damage.
    pub fn needs_mending(&self) -> bool {
        let error = self.error.as_ref();
        self.form == Some(Form::Log)
            && !self.is_older
            && error.is_some_and(|error| !matches!(error.trouble, Trouble::Truncated))
    }

    /// Checks if it is a log of an earlier version that holds all of the record, so that it can be
    /// written in the present version.
    pub fn can_be_renewed(&self) -> bool {
        let error = self.error.as_ref();
        self.is_older
            && self.record.is_some()
            && error.is_none_or(|error| matches!(error.trouble, Trouble::Truncated))
    }
}

/// Something odd in a record that does not keep it from being read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Warning {
    /// The check of the header does not fit.
    #[error("the header, down to line {line}, was changed outside the app")]
    HeaderChanged {
        /// The line with the check.
        line: usize,
    },
    /// Lines whose checks are missing or do not fit.
    #[error("{} changed outside the app, or a line before it is missing", Span(*first, *last))]
    ChangedOutside {
        /// The first of them.
        first: usize,
        /// The last of them.
        last: usize,
    },
    /// A line of the header that says nothing to us.
    #[error("line {line}: \"{key}\" is unknown to this version and is left out")]
    UnknownKey {
        line: usize,
        /// The text before the colon.
        key: String,
    },
    /// A date that the calendar does not have.
    #[error("line {line}: the date {date} is no day of the calendar")]
    NoDay { line: usize, date: String },
    /// An oddity of the game that the header states.
    #[error("{0}")]
    Header(String),
    /// An entry with another number than its place.
    #[error("line {line}: entry {expected} is numbered {found}")]
    Misnumbered { line: usize, found: usize, expected: usize },
}

/// The place where a record stops being one, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// The error there.
    pub trouble: Trouble,
}

/// An error in a line of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// Nothing there at all.
    #[error("the record is empty")]
    Empty,
    /// Something else than a record.
    #[error("this is not a record: expected {expected}, found \"{}\"", found.escape_debug())]
    NotARecord {
        found: String,
        /// The first lines of records, in quotation marks.
        expected: String,
    },
    /// A version that we do not know.
    #[error(
        "this record was written by a newer version of the program: found version {found}, expected {expected}"
    )]
    NewerVersion {
        found: u32,
        /// The latest that is known.
        expected: u32,
    },
    /// Too many bytes in all.
    #[error("the record has {}, expected {MAX_BYTES} at most", counted(.bytes, "byte", "bytes"))]
    TooLarge { bytes: usize },
    /// Too many bytes in this line.
    #[error("the line has {}, expected {MAX_LINE} at most", counted(.bytes, "byte", "bytes"))]
    LineTooLong { bytes: usize },
    /// Too many lines.
    #[error("expected {MAX_LINES} lines at most, found more")]
    TooManyLines,
    /// Bytes that are no text.
    #[error("column {column}: found the byte {byte:#04x}, expected text in UTF-8")]
    NotText {
        /// Column of the byte, in characters from 1.
        column: usize,
        byte: u8,
    },
    /// The last line of a log has no end: writing it was interrupted.
    #[error("the record is truncated: the last line is incomplete and is left out")]
    Truncated,
    /// Something else stands there than can.
    #[error("{0}")]
    Unreadable(ParseError),
    /// A line of the block in the header cannot be read.
    #[error("column {column}: {message}")]
    Block {
        /// Column in the line, in characters from 1.
        column: usize,
        message: String,
    },
    /// The header is well-formed, and cannot be played.
    #[error("the game cannot be set up:\n{0}")]
    Setup(String),
    /// The action or change of the line cannot be made there.
    #[error("{0}")]
    Refused(String),
    /// Nobody can tell whether what the line says can be done there.
    #[error("{why}; a line before it settles that:\n{}", .learn.join("\n"))]
    CannotTell {
        why: String,
        /// The lines that say it, with what has to be filled in.
        learn: Vec<String>,
    },
}

impl Trouble {
    /// Column in the line, in characters from 1, for what is wrong at one place in it.
    pub fn column(&self) -> Option<usize> {
        match self {
            Self::NotText { column, .. } | Self::Block { column, .. } => Some(*column),
            Self::Unreadable(error) => Some(error.column),
            _ => None,
        }
    }

    /// Returns the error at this line, from 1.
    pub const fn at(self, line: usize) -> RecordError {
        RecordError { line, trouble: self }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colon = if self.trouble.column().is_some() { "," } else { ":" };
        write!(f, "line {}{colon} {}", self.line, self.trouble)
    }
}

impl std::error::Error for RecordError {}

/// One line or several, with the verb.
struct Span(usize, usize);

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == self.1 {
            write!(f, "line {} was", self.0)
        } else {
            write!(f, "lines {} to {} were", self.0, self.1)
        }
    }
}
