//! The record of a scenario: how the table lay at the start, and every change since, in one text.
//!
//! ```text
//! Founders Ledger scenario 1
//! title: The flooded cellar
//! date: 2026-11-22
//! table:
//!   board 7x5
//! play:
//! obstacle B1 B2  ~1a2b3c4d
//! undo  ~5e6f7a8b
//! ```
//!
//! Each line below `play:` is an [`Action`], `undo` or `redo`. The sign `~` and the eight letters
//! behind it are a check over this line and all before it, so that a changed or damaged line is
//! found; a line written by hand needs none. Undoing takes nothing out of the record.

use super::action::{Action, parse_action};
use super::board::Board;
use super::game::Game;
use super::illegal::Refusal;
use super::position::{Layout, Position};
use super::text::{self, Cursor, Problem, TextError};

/// The longest record that is read, in bytes.
pub const MOST_RECORD: usize = 8 << 20;
/// The most changes of a record.
pub const MOST_CHANGES: usize = 5_000;
/// The most characters of a title or a date.
const MOST_TAG: usize = 200;
const FIRST_LINE: &str = "Founders Ledger scenario 1";
/// How far the table is set in.
const INDENT: &str = "  ";

/// Something done to a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Plays an action.
    Play(Action),
    /// Takes back the latest action.
    Undo,
    /// Plays again what was taken back.
    Redo,
}

/// Why a change cannot be made. The record stays as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// The action is refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The action cannot be written down so that it would be read again.
    #[error("not recorded: {}", .0.problem)]
    Unwritable(TextError),
    /// Nothing was played.
    #[error("nothing to take back")]
    NothingToUndo,
    /// Nothing was taken back.
    #[error("nothing to play again")]
    NothingToRedo,
    /// As many changes as a record can hold.
    #[error("the record is full: it holds {MOST_CHANGES} changes")]
    Full,
}

/// The record of one scenario.
///
/// Invariant: every action on the line was accepted where it stands.
#[derive(Clone, Debug)]
pub struct Record {
    /// What its players call it.
    pub title: Option<String>,
    /// When it was begun.
    pub date: Option<String>,
    changes: Vec<Change>,
    /// The actions that were played and not taken back, then those that can be played again.
    line: Vec<Action>,
    /// How many of the line are played.
    cursor: usize,
    /// The game after them.
    game: Game,
    /// The games after none of the line, after [`KEPT_EVERY`] of it, after twice as many …
    kept: Vec<Game>,
}

/// After so many entries the game is kept, so that taking back replays no more than this.
const KEPT_EVERY: usize = 32;

impl Record {
    /// A record that begins as a table lies.
    #[must_use]
    pub fn new(start: Position) -> Self {
        let game = Game::new(start);
        Self {
            title: None,
            date: None,
            changes: Vec::new(),
            line: Vec::new(),
            cursor: 0,
            kept: vec![game.clone()],
            game,
        }
    }

    /// A record that begins with an empty map of this size.
    ///
    /// # Errors
    ///
    /// Never for a map without figures; the check is that of every position.
    pub fn empty(columns: u8, rows: u8) -> Result<Self, Refusal> {
        Position::new(Layout::new(Board::new(columns, rows))).map(Self::new)
    }

    /// The game as it is now.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The game after so many entries of the line; 0 is the start.
    #[must_use]
    pub fn game_at(&self, entries: usize) -> Option<Game> {
        let at = (entries / KEPT_EVERY).min(self.kept.len().saturating_sub(1));
        let later = self.line.get(at * KEPT_EVERY..entries)?;
        let game = self.kept.get(at)?.clone();
        // Every one of them was accepted where it stands.
        later.iter().try_fold(game, |game, action| game.play(action).ok())
    }

    /// The actions that were played and not taken back.
    #[must_use]
    pub fn played(&self) -> &[Action] {
        &self.line[..self.cursor]
    }

    /// The record as it was after so many entries of the line, with nothing beyond them.
    #[must_use]
    pub fn until(&self, entries: usize) -> Option<Self> {
        let game = self.game_at(entries)?;
        let line = self.line.get(..entries)?.to_vec();
        Some(Self {
            title: self.title.clone(),
            date: self.date.clone(),
            changes: line.iter().cloned().map(Change::Play).collect(),
            line,
            cursor: entries,
            game,
            kept: self.kept.iter().take(entries / KEPT_EVERY + 1).cloned().collect(),
        })
    }

    /// How many changes were made; it grows with each.
    #[must_use]
    pub const fn changes(&self) -> usize {
        self.changes.len()
    }

    /// The action that would be played again.
    #[must_use]
    pub fn undone(&self) -> Option<&Action> {
        self.line.get(self.cursor)
    }

    /// Makes a change.
    ///
    /// # Errors
    ///
    /// Why it cannot be made; the record is then as it was.
    pub fn apply(&mut self, change: Change) -> Result<(), ChangeError> {
        if self.changes.len() >= MOST_CHANGES {
            return Err(ChangeError::Full);
        }
        match &change {
            Change::Play(action) => {
                let game = self.game.play(action)?;
                self.check_writable(action)?;
                self.line.truncate(self.cursor);
                self.kept.truncate(self.cursor / KEPT_EVERY + 1);
                self.line.push(action.clone());
                self.cursor += 1;
                if self.cursor.is_multiple_of(KEPT_EVERY) {
                    self.kept.push(game.clone());
                }
                self.game = game;
            }
            Change::Undo => {
                let before = self.cursor.checked_sub(1).and_then(|at| self.game_at(at));
                self.game = before.ok_or(ChangeError::NothingToUndo)?;
                self.cursor -= 1;
            }
            Change::Redo => {
                let again = self.undone().ok_or(ChangeError::NothingToRedo)?;
                self.game = self.game.play(again)?;
                self.cursor += 1;
            }
        }
        self.changes.push(change);
        Ok(())
    }

    /// Checks that an action reads back as what it is, whatever was typed into its words.
    fn check_writable(&self, action: &Action) -> Result<(), ChangeError> {
        let said = action.to_string();
        let board = self.game.position().board();
        let read = parse_action(1, &said, board).map_err(ChangeError::Unwritable)?;
        if read == *action && !said.contains(char::is_control) {
            return Ok(());
        }
        let expected =
            "words without line breaks, and names that do not end in a number of their own";
        Err(ChangeError::Unwritable(Cursor::new(1, &said).expected(expected)))
    }
}

/// What was read of a record.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The record as far as it can be read; nothing if not even its table can.
    pub record: Option<Record>,
    /// The place from which on it cannot be read, and why.
    pub error: Option<TextError>,
    /// Whether writing the record gives the same bytes again, so that nothing is lost by it.
    pub is_sound: bool,
}

/// Whether a text says of itself that it is a record.
#[must_use]
pub fn is_record(text: &str) -> bool {
    text.lines().next().is_some_and(|line| line.trim_end() == FIRST_LINE)
}

/// Reads a record, as far as it goes.
#[must_use]
pub fn read(text: &str) -> Loaded {
    let mut record = None;
    let error = read_into(text, &mut record).err();
    let is_sound = error.is_none() && record.as_ref().is_some_and(|record| print(record) == text);
    Loaded { record, error, is_sound }
}

fn read_into(text: &str, record: &mut Option<Record>) -> Result<(), TextError> {
    if text.len() > MOST_RECORD {
        let expected = format!("at most {MOST_RECORD} bytes, found {}", text.len());
        return Err(Cursor::new(1, "").expected(&expected));
    }
    let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    let mut check = Check::default();
    let mut last = 1;
    let mut next = |expected: &str| {
        let (number, line) =
            lines.next().ok_or_else(|| Cursor::new(last, "").expected(expected))?;
        last = number;
        Ok::<_, TextError>((number, line))
    };
    let (number, line) = next(FIRST_LINE)?;
    if line.trim_end() != FIRST_LINE {
        return Err(Cursor::new(number, line).expected(FIRST_LINE));
    }
    check.add(line);
    let (mut title, mut date) = (None, None);
    let header = "\"title:\", \"date:\" or \"table:\"";
    let first = loop {
        let (number, line) = next(header)?;
        check.add(line);
        let tag = line.split_once(':').map(|(key, value)| (key, value.trim()));
        let fits = |value: &str| value.chars().count() <= MOST_TAG;
        match tag {
            Some(("title", value)) if title.is_none() && fits(value) => {
                title = Some(value.to_owned());
            }
            Some(("date", value)) if date.is_none() && fits(value) => date = Some(value.to_owned()),
            Some(("table", "")) => break number,
            _ => return Err(Cursor::new(number, line).expected(header)),
        }
    };
    let mut table = String::new();
    loop {
        let (number, line) = next("the lines of the table, set in, and then \"play:\"")?;
        check.add(line);
        if let Some(statement) = line.strip_prefix(INDENT) {
            table.push_str(statement);
            table.push('\n');
        } else if line.trim_end() == "play:" {
            break;
        } else {
            let expected = "a line of the table, set in by two spaces, or \"play:\"";
            return Err(Cursor::new(number, line).expected(expected));
        }
    }
    let start = text::parse(&table).map_err(|error| TextError {
        line: first + error.line,
        column: error.column + INDENT.len(),
        ..error
    })?;
    let record = record.insert(Record { title, date, ..Record::new(start) });
    for (number, line) in lines {
        if line.trim().is_empty() {
            continue;
        }
        let (said, stated) = Check::split(line);
        let found = check.add(said);
        if stated.is_some_and(|stated| stated != found) {
            return Err(TextError { line: number, column: 1, problem: Problem::Damaged });
        }
        let start = Cursor::new(number, said);
        let change = match said {
            "undo" => Change::Undo,
            "redo" => Change::Redo,
            _ => Change::Play(parse_action(number, said, record.game().position().board())?),
        };
        record.apply(change).map_err(|error| match error {
            ChangeError::Refused(refusal) => {
                TextError { line: number, column: 1, problem: Problem::Refused(refusal) }
            }
            ChangeError::Unwritable(error) => TextError { line: number, ..error },
            ChangeError::NothingToUndo => start.expected("an action that can be taken back"),
            ChangeError::NothingToRedo => start.expected("an action that was taken back"),
            ChangeError::Full => start.expected(&format!("at most {MOST_CHANGES} changes")),
        })?;
    }
    Ok(())
}

/// Writes a record, so that it reads back to the same.
#[must_use]
pub fn print(record: &Record) -> String {
    let mut check = Check::default();
    let mut lines = Vec::new();
    let mut head = |line: String| {
        check.add(&line);
        lines.push(line);
    };
    head(FIRST_LINE.to_owned());
    for (key, value) in [("title", &record.title), ("date", &record.date)] {
        if let Some(value) = value {
            head(format!("{key}: {}", value.replace(char::is_control, " ").trim()));
        }
    }
    head("table:".to_owned());
    for statement in text::print(record.kept[0].position()).lines() {
        head(format!("{INDENT}{statement}"));
    }
    head("play:".to_owned());
    for change in &record.changes {
        let said = match change {
            Change::Play(action) => action.to_string(),
            Change::Undo => "undo".to_owned(),
            Change::Redo => "redo".to_owned(),
        };
        let sum = check.add(&said);
        lines.push(format!("{said}{SIGN}{sum:08x}"));
    }
    lines.join("\n") + "\n"
}

/// What stands between a line and its check.
const SIGN: &str = "  ~";

/// The check over a line and all before it.
#[derive(Clone, Debug, Default)]
struct Check(crc32fast::Hasher);

impl Check {
    /// Takes in a line, and gives the check behind it.
    fn add(&mut self, line: &str) -> u32 {
        self.0.update(line.trim_end().as_bytes());
        self.0.update(b"\n");
        self.0.clone().finalize()
    }

    /// A line without its check, and the check it states.
    fn split(line: &str) -> (&str, Option<u32>) {
        let found = line.trim_end().rsplit_once(SIGN).and_then(|(said, check)| {
            let is_check = check.len() == 8 && check.bytes().all(|b| b.is_ascii_hexdigit());
            Some((said, u32::from_str_radix(check, 16).ok().filter(|_| is_check)?))
        });
        found.map_or((line.trim(), None), |(said, check)| (said.trim(), Some(check)))
    }
}
