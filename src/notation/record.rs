//! A whole game as text, in two forms that share a header.
//!
//! The **log**, a `.founders` file, is the list of everything that was done to
//! a journal, a line each, every line with a check chained over all before it:
//! a file one can append to, and in which damage is found. The **notation** is
//! for people: grouped by turn, with comments and variations, without checks.
//! Both carry all that a replay needs and read back to an equal journal.
//! `assets/help/record.md` describes them to the last sign.
//!
//! Reading never throws away what could be read: a [`Loaded`] has everything up
//! to the first line that cannot stand, and says where and why it stops. How
//! one action is written is left to [`notation`](crate), files to
//! `storage`.

mod header;
mod lines;
mod log;
mod mend;
mod moves;
mod pack_cache;
mod quote;

#[cfg(test)]
mod tests;

use english::counted;
use std::fmt;

use crate::error::ParseError;
use crate::learn_lines;
use journal::{ChangeError, Journal};
use narration::{Spoken, refusal};
use rules::Game;
use rules::setup::{SetupError, SetupProblem};

pub use log::{LogLine, check, count_plays, log_line, parse_change, print_change, print_log};
pub use mend::{LeftOut, Mending, Stop};
pub use moves::print_notation;

use lines::Lines;
use pack_cache::PackCache;

/// A record holds no more bytes than this. A long game takes some 100,000.
pub const MAX_BYTES: usize = 16 * 1024 * 1024;

/// A line holds no more bytes than this.
pub const MAX_LINE: usize = 64 * 1024;

/// A record has no more lines than this.
pub const MAX_LINES: usize = 200_000;

/// The version of both forms that this program writes, and the only one so far.
pub const VERSION: u32 = 1;

catalogue::catalogue! {
    /// How a record is written.
    pub enum Form {
        /// The first line of a record in this form, without the version.
        title: &'static str,
        /// The line after which the game begins.
        opening: &'static str,
    }

    /// Everything that was done, with checks: a `.founders` file.
    Log = "Founders Ledger record", "start";
    /// The tree of entries, for people.
    Notation = "Founders Ledger notation", "moves";
}

/// What a record says about itself and no rule depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    /// How the players call the game.
    pub title: Option<String>,
    /// When it was played, as the players write it.
    pub date: Option<String>,
    /// How long it took, an evening each; none where nobody kept the time.
    pub evenings: Vec<Evening>,
    /// Whether the app draws the cards that come up, because nobody has the decks at hand.
    pub deals: bool,
}

/// The time of an evening at the table, in whole seconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evening {
    /// The day, as the date of a record is written, without spaces.
    pub day: String,
    /// How long it was played in all.
    pub all: u32,
    /// How long each player was waited for, in the order of the seats.
    pub seats: Vec<u32>,
}

/// What could be read of a record.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// In which form it is written, if the first line says so.
    pub form: Option<Form>,
    /// Title and date.
    pub tags: Tags,
    /// Everything up to the error; nothing if the header cannot be used.
    pub journal: Option<Journal>,
    /// What is odd and does not stand in the way.
    pub warnings: Vec<Warning>,
    /// Why and where reading stopped before the end.
    pub error: Option<RecordError>,
    /// How many bytes of the record were read up to the error; in a log a line can be appended there.
    pub good_bytes: usize,
    /// The check that the next line of a log is chained to.
    pub check: u32,
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
        /// What stands before the colon.
        key: String,
    },
    /// A date that the calendar does not have.
    #[error("line {line}: the date {date} is no day of the calendar")]
    NoDay { line: usize, date: String },
    /// The header names another race than the game.
    #[error("the header says {player} plays {header}; by the record it is {record}")]
    OtherRace {
        player: String,
        /// The race in the header.
        header: String,
        record: String,
    },
    /// A name that earlier versions took.
    #[error("a new game would be refused this: {0}")]
    Name(SetupProblem),
    /// An entry with another number than its place.
    #[error("line {line}: entry {expected} is numbered {found}")]
    Misnumbered { line: usize, found: usize, expected: usize },
}

/// Where a record stops being one, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub trouble: Trouble,
}

/// What can be wrong with a line of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// Nothing there at all.
    #[error("the record is empty")]
    Empty,
    /// Something else than a record.
    #[error("this is not a record: expected \"{} 1\" or \"{} 1\", found \"{}\"", Form::Log.title(), Form::Notation.title(), found.escape_debug())]
    NotARecord { found: String },
    /// A version that we do not know.
    #[error(
        "this record was written by a newer version of the program: found version {found}, expected {VERSION}"
    )]
    NewerVersion { found: u32 },
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
    /// The pack in the header cannot be read.
    #[error("column {column}: the pack cannot be read: {message}")]
    Pack {
        /// Column in the line, in characters from 1.
        column: usize,
        message: String,
    },
    /// The header is well-formed, and cannot be played.
    #[error("the game cannot be set up:\n{0}")]
    Setup(SetupError),
    /// What the line says cannot be done there.
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
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        match self {
            Self::NotText { column, .. } | Self::Pack { column, .. } => Some(*column),
            Self::Unreadable(error) => Some(error.column),
            Self::Empty
            | Self::NotARecord { .. }
            | Self::NewerVersion { .. }
            | Self::TooLarge { .. }
            | Self::LineTooLong { .. }
            | Self::TooManyLines
            | Self::Truncated
            | Self::Setup(_)
            | Self::Refused(_)
            | Self::CannotTell { .. } => None,
        }
    }

    /// Why an action is not recorded that is tried on the table of `game`.
    fn refused(game: &Game, error: ChangeError) -> Self {
        match error {
            ChangeError::Refused(refusal) if refusal.cannot_tell() => {
                let why = refusal::whole(Spoken::by_race(game), &refusal);
                Self::CannotTell {
                    learn: learn_lines(game, &game.to_read_off(refusal.missing())),
                    why,
                }
            }
            error => Self::refused_as_it_is(game, &error),
        }
    }

    /// Why a change is not made, without what would settle it.
    fn refused_as_it_is(game: &Game, error: &ChangeError) -> Self {
        Self::Refused(error.in_words(|refusal| refusal::whole(Spoken::by_race(game), refusal)))
    }

    /// At this line.
    fn at(self, line: usize) -> RecordError {
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

/// Reads a record in either form, as far as it goes.
///
/// Time and memory are bounded whatever the bytes are.
#[must_use]
pub fn read_record(bytes: &[u8]) -> Loaded {
    RecordReader::default().read(bytes)
}

/// Reads records one after another. A pack that several of them carry is parsed once; a clone
/// shares the packs that were parsed so far.
#[derive(Clone, Debug, Default)]
pub struct RecordReader {
    packs: PackCache,
}

impl RecordReader {
    /// Reads a record as [`read_record`] does.
    #[must_use]
    pub fn read(&mut self, bytes: &[u8]) -> Loaded {
        let mut loaded = Loaded::default();
        if let Err(error) = read(bytes, &mut self.packs, &mut loaded) {
            loaded.error = Some(error);
        }
        if let Some(journal) = &mut loaded.journal
            && loaded.form == Some(Form::Notation)
        {
            journal.go_to_end();
        }
        loaded
    }
}

fn read(bytes: &[u8], packs: &mut PackCache, loaded: &mut Loaded) -> Result<(), RecordError> {
    if bytes.len() > MAX_BYTES {
        return Err(Trouble::TooLarge { bytes: bytes.len() }.at(1));
    }
    let mut lines = Lines::new(bytes);
    let (form, check) = header::read_first(&mut lines)?;
    loaded.form = Some(form);
    let header = header::read(&mut lines, form, check, packs, loaded)?;
    let opening = lines.number();
    let journal = header.opening.begin();
    let journal =
        loaded.journal.insert(journal.map_err(|error| Trouble::Setup(error).at(opening))?);
    loaded.good_bytes = lines.offset();
    let outcome = match form {
        Form::Log => {
            let mut chain = log::Chain::new(header.checks);
            let outcome = log::read(&mut lines, journal, &mut chain, &mut loaded.good_bytes);
            loaded.warnings.append(&mut chain.warnings);
            loaded.check = chain.last();
            outcome
        }
        Form::Notation => {
            moves::read(&mut lines, journal, &mut loaded.warnings, &mut loaded.good_bytes)
        }
    };
    header::compare_races(&header.races, journal, &mut loaded.warnings);
    outcome
}

/// A [`ParseError`] at a place in a line: `at` is in bytes.
fn unexpected(line: &str, at: usize, expected: impl Into<String>) -> ParseError {
    let rest = &line[at..];
    let skipped = rest.len() - rest.trim_start().len();
    let word = rest.split_whitespace().next().unwrap_or_default();
    ParseError {
        column: line[..at + skipped].chars().count() + 1,
        found: word.chars().take(40).collect(),
        expected: expected.into(),
    }
}

/// The same error, found in a part of a line that begins at the byte `at`.
fn shifted(line: &str, at: usize, mut error: ParseError) -> ParseError {
    error.column += line[..at].chars().count();
    error
}
