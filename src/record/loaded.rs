//! The result of reading a record: the record as far as it goes, warnings, and the error.

use std::fmt;

use plain_text::{ParseError, counted};

use super::game::RecordedGame;
use super::notation::{MAX_BYTES, MAX_LINE, MAX_LINES, RecordForm};
use super::record::Record;

/// The readable part of a record.
#[derive(Clone, Debug)]
pub struct Loaded<G: RecordedGame> {
    /// The form of the record, if the first line is valid.
    pub form: Option<RecordForm>,
    /// `true` for an earlier version, which is read and no longer written.
    pub is_older: bool,
    /// The record up to the error; `None` if the header is invalid.
    pub record: Option<Record<G>>,
    /// The problems that do not prevent reading.
    pub warnings: Vec<Warning>,
    /// The error at which reading stopped, if it did not reach the end.
    pub error: Option<RecordError>,
    /// The number of bytes before the error. A line can be appended to a log there.
    pub valid_bytes: usize,
    /// The check to which the next line of a log is chained.
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
            valid_bytes: 0,
            check: 0,
        }
    }
}

impl<G: RecordedGame> Loaded<G> {
    /// Returns `true` for a log that stops at a damaged line. A player has to decide about that
    /// line before anything is added. An incomplete last line is not damage.
    pub fn needs_recovery(&self) -> bool {
        let error = self.error.as_ref();
        self.form == Some(RecordForm::Log)
            && !self.is_older
            && error.is_some_and(|error| !matches!(error.kind, RecordErrorKind::Truncated))
    }

    /// Returns `true` for a complete log of an earlier version, which can be rewritten in the
    /// current version.
    pub fn can_be_upgraded(&self) -> bool {
        let error = self.error.as_ref();
        self.is_older
            && self.record.is_some()
            && error.is_none_or(|error| matches!(error.kind, RecordErrorKind::Truncated))
    }
}

/// A problem of a record that does not prevent reading it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Warning {
    /// The check of the header does not fit.
    #[error("the header, down to line {line}, was changed outside the app")]
    HeaderChanged {
        /// The line with the check.
        line: usize,
    },
    /// Lines whose checks are missing or do not fit.
    #[error("{} changed outside the app, or a line before it is missing", LineSpan(*first, *last))]
    ChangedOutside {
        /// The first of them.
        first: usize,
        /// The last of them.
        last: usize,
    },
    /// A line of the header with an unknown key.
    #[error("line {line}: \"{key}\" is unknown to this version and is left out")]
    UnknownKey {
        line: usize,
        /// The text before the colon.
        key: String,
    },
    /// A date that does not exist in the calendar.
    #[error("line {line}: the date {date} is no day of the calendar")]
    NoDay { line: usize, date: String },
    /// A problem of the game that the header states.
    #[error("{0}")]
    Header(String),
    /// An entry with another number than its place.
    #[error("line {line}: entry {expected} is numbered {found}")]
    Misnumbered { line: usize, found: usize, expected: usize },
}

/// The place where a record stops being valid, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// The error there.
    pub kind: RecordErrorKind,
}

/// An error in a line of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordErrorKind {
    /// No bytes at all.
    #[error("the record is empty")]
    Empty,
    /// A file that is not a record.
    #[error("this is not a record: expected {expected}, found \"{}\"", found.escape_debug())]
    NotARecord {
        found: String,
        /// The first lines of records, in quotation marks.
        expected: String,
    },
    /// A version newer than this program.
    #[error(
        "this record was written by a newer version of the program: found version {found}, expected {expected}"
    )]
    NewerVersion {
        found: u32,
        /// The latest known version.
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
    /// Bytes that are not UTF-8.
    #[error("column {column}: found the byte {byte:#04x}, expected text in UTF-8")]
    NotText {
        /// Column of the byte, in characters from 1.
        column: usize,
        byte: u8,
    },
    /// An incomplete last line, because writing the log was interrupted.
    #[error("the record is truncated: the last line is incomplete and is left out")]
    Truncated,
    /// Text that does not parse.
    #[error("{0}")]
    Unreadable(ParseError),
    /// A line of the block in the header cannot be read.
    #[error("column {column}: {message}")]
    Block {
        /// Column in the line, in characters from 1.
        column: usize,
        message: String,
    },
    /// A well-formed header whose game cannot be played.
    #[error("the game cannot be set up:\n{0}")]
    Setup(String),
    /// An action or change that is not possible at this place.
    #[error("{0}")]
    Refused(String),
    /// An action that cannot be judged there, because facts are missing.
    #[error("{reason}; a line before it settles that:\n{}", .lines.join("\n"))]
    CannotTell {
        reason: String,
        /// The lines that state the missing facts, with gaps to fill in.
        lines: Vec<String>,
    },
}

impl RecordErrorKind {
    /// Returns the column of the error in the line, in characters from 1; `None` if it concerns the
    /// whole line.
    pub fn column(&self) -> Option<usize> {
        match self {
            Self::NotText { column, .. } | Self::Block { column, .. } => Some(*column),
            Self::Unreadable(error) => Some(error.column),
            _ => None,
        }
    }

    /// Returns the error at this line, from 1.
    pub const fn at(self, line: usize) -> RecordError {
        RecordError { line, kind: self }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colon = if self.kind.column().is_some() { "," } else { ":" };
        write!(f, "line {}{colon} {}", self.line, self.kind)
    }
}

impl std::error::Error for RecordError {}

/// A range of lines with the verb, for a message.
struct LineSpan(usize, usize);

impl fmt::Display for LineSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == self.1 {
            write!(f, "line {} was", self.0)
        } else {
            write!(f, "lines {} to {} were", self.0, self.1)
        }
    }
}
