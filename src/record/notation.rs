//! The text form of records: the common part. Each game adds a [`Notation`].

use std::fmt::Debug;

use plain_text::ParseError;

use super::game::RecordedGame;
use super::loaded::{Loaded, RecordError, RecordErrorKind};
use super::record::{ChangeError, Record};

/// The maximum size of a record in bytes. A long game takes about 100,000.
pub const MAX_BYTES: usize = 16 * 1024 * 1024;

/// The maximum size of a line in bytes.
pub const MAX_LINE: usize = 64 * 1024;

/// The maximum number of lines of a record.
pub const MAX_LINES: usize = 200_000;

/// The two forms of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordForm {
    /// All changes, with checks: the form of saved files.
    Log,
    /// The tree of entries, for people.
    Notation,
}

impl RecordForm {
    /// Both forms.
    pub const ALL: [Self; 2] = [Self::Log, Self::Notation];
}

/// The format of the records of one game.
#[derive(Clone, Copy, Debug)]
pub struct RecordFormat {
    /// The extension of file names, without a dot.
    pub extension: &'static str,
    /// The first line of a log, without the version.
    pub log: &'static str,
    /// The first line of the notation for people, without the version.
    pub notation: &'static str,
    /// The line of a log after which the game starts.
    pub log_opening: &'static str,
    /// The line of the notation after which the game starts.
    pub notation_opening: &'static str,
    /// The version to write.
    pub version: u32,
    /// The oldest version that can be read.
    pub oldest: u32,
    /// The keys of the header, for an error.
    pub keys: &'static str,
    /// The last key of the header. Its value is the indented lines below it.
    pub block: &'static str,
    /// The name of that value in an error: "the pack".
    pub block_name: &'static str,
    /// `true` if the notation is printed with that key and its value at the end. Both places are
    /// read.
    pub block_is_last: bool,
    /// The maximum number of players, for the times that a header states.
    pub max_players: usize,
}

impl RecordFormat {
    /// Returns the first line in this form, without the version.
    pub const fn title(&self, form: RecordForm) -> &'static str {
        match form {
            RecordForm::Log => self.log,
            RecordForm::Notation => self.notation,
        }
    }

    /// Returns the line after which the game starts.
    pub const fn opening(&self, form: RecordForm) -> &'static str {
        match form {
            RecordForm::Log => self.log_opening,
            RecordForm::Notation => self.notation_opening,
        }
    }
}

/// The indented lines below the last key of a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderBlock {
    /// The number of its first line in the record, from 1.
    pub first_line: usize,
    /// Its lines without their indentation. Skipped lines are empty, to keep the line numbers.
    pub text: String,
}

impl HeaderBlock {
    /// Returns the number of the line after its last, in the record.
    pub fn end(&self) -> usize {
        self.first_line + self.text.lines().count()
    }
}

/// The line that ends a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeaderEnd<'a> {
    /// Its number, from 1.
    pub line: usize,
    /// Its text.
    pub text: &'a str,
}

impl HeaderEnd<'_> {
    /// Returns the error that something is missing before this line.
    pub fn missing(&self, expected: &str) -> RecordError {
        RecordErrorKind::Unreadable(plain_text::unexpected(self.text, 0, expected)).at(self.line)
    }
}

/// The notation of one game: its header and its actions as text.
pub trait Notation: Clone + Debug + 'static {
    /// The game.
    type Game: RecordedGame;
    /// A header while it is read.
    type Header: Default;
    /// The game of a header before its setup.
    type Opening;
    /// Parsed values that may occur in another record.
    type Cache: Clone + Debug + Default + Send;

    /// The format of the records.
    const FORMAT: RecordFormat;

    /// Reads a line of the header with a key of this game; `at` is the byte where its value starts.
    /// Returns `true` if the key is known.
    ///
    /// # Errors
    ///
    /// The place where the value cannot be read, and what was expected there.
    fn read_key(
        header: &mut Self::Header,
        key: &str,
        line: &str,
        at: usize,
    ) -> Result<bool, ParseError>;

    /// Completes a header. Returns the game it states, and warnings about it.
    ///
    /// # Errors
    ///
    /// The value that is missing or cannot be read.
    fn open(
        header: &mut Self::Header,
        block: Option<HeaderBlock>,
        end: HeaderEnd<'_>,
        cache: &mut Self::Cache,
    ) -> Result<(Self::Opening, Vec<String>), RecordError>;

    /// Sets up the game that a header states.
    ///
    /// # Errors
    ///
    /// The reason it cannot be played.
    fn set_up(opening: Self::Opening) -> Result<Record<Self::Game>, RecordErrorKind>;

    /// Returns the contradictions between the header and the record.
    fn contradictions(header: &Self::Header, record: &Record<Self::Game>) -> Vec<String>;

    /// Prints the keys of this game with their values, the block last.
    fn print_header(record: &Record<Self::Game>, header: &mut HeaderLines);

    /// Returns the names of the players, for a list of records.
    fn players(record: &Record<Self::Game>) -> Vec<String>;

    /// Returns the name of a new file for a record, without its ending.
    fn file_name(record: &Record<Self::Game>) -> String;

    /// Parses an action; `game` is the game before it.
    ///
    /// # Errors
    ///
    /// The place where the text stops being an action, and what was expected there.
    fn parse(
        game: &<Self::Game as RecordedGame>::Game,
        text: &str,
    ) -> Result<<Self::Game as RecordedGame>::Action, ParseError>;

    /// Prints an action; `game` is the game before it.
    fn print(
        game: &<Self::Game as RecordedGame>::Game,
        action: &<Self::Game as RecordedGame>::Action,
    ) -> String;

    /// Parses a checkpoint from the byte `at` to the end of the line.
    ///
    /// # Errors
    ///
    /// The place where the line stops being a checkpoint, and what was expected there.
    fn parse_checkpoint(
        game: &<Self::Game as RecordedGame>::Game,
        line: &str,
        at: usize,
    ) -> Result<<Self::Game as RecordedGame>::Checkpoint, ParseError>;

    /// Prints a checkpoint.
    fn print_checkpoint(
        game: &<Self::Game as RecordedGame>::Game,
        checkpoint: &<Self::Game as RecordedGame>::Checkpoint,
    ) -> String;

    /// Returns the number of the turn or round that `game` is in, and its heading.
    fn heading(game: &<Self::Game as RecordedGame>::Game) -> (u32, String);

    /// Returns `true` if a line is a heading, which only repeats facts of the entries.
    fn is_heading(line: &str) -> bool;

    /// Returns a refusal as text.
    fn refusal(
        game: &<Self::Game as RecordedGame>::Game,
        refusal: &<Self::Game as RecordedGame>::Refusal,
    ) -> String;

    /// Returns a refusal as the error of a line, with the facts that would settle it.
    fn refused(
        game: &<Self::Game as RecordedGame>::Game,
        refusal: &<Self::Game as RecordedGame>::Refusal,
    ) -> RecordErrorKind {
        RecordErrorKind::Refused(Self::refusal(game, refusal))
    }

    /// Reads a log of an earlier version as far as it goes. A game without one needs no
    /// implementation.
    fn read_older(_bytes: &[u8]) -> Loaded<Self::Game> {
        Loaded::default()
    }
}

/// Returns the error of a line whose change is not possible, with the facts that would settle it.
pub(super) fn refused<N: Notation>(
    game: &<N::Game as RecordedGame>::Game,
    error: &ChangeError<N::Game>,
) -> RecordErrorKind {
    match error {
        ChangeError::Refused(refusal) => N::refused(game, refusal),
        error => refused_in_words::<N>(game, error),
    }
}

/// Returns the error of a line whose change is not possible, as text.
pub(super) fn refused_in_words<N: Notation>(
    game: &<N::Game as RecordedGame>::Game,
    error: &ChangeError<N::Game>,
) -> RecordErrorKind {
    RecordErrorKind::Refused(error.message(|refusal| N::refusal(game, refusal)))
}

/// The lines of a header while it is printed.
#[derive(Clone, Debug, Default)]
pub struct HeaderLines {
    /// The lines with a key and its value.
    pub(super) lines: String,
    /// The last key with its value.
    pub(super) block: String,
}

impl HeaderLines {
    /// Adds a key with its value, unquoted.
    pub fn push(&mut self, key: &str, value: &str) {
        self.lines.extend([key, ": ", value, "\n"]);
    }

    /// Adds a key with any value, in quotation marks where it could be misread.
    pub fn push_text(&mut self, key: &str, value: &str) {
        self.push(key, &super::header::plain_value(value));
    }

    /// Adds the last key with its value on the lines below, indented and without empty lines.
    pub fn push_block(&mut self, key: &str, text: &str) {
        self.block.extend([key, ":\n"]);
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            self.block.extend([super::header::INDENT, line.trim_end(), "\n"]);
        }
    }
}
