//! The log: all changes of a record, one line with a check each.

use plain_text::quote::{parse_quoted, quoted};
use plain_text::{ParseError, remarks, shifted, unexpected};

use super::annotations::EntryRating;
use super::game::RecordedGame;
use super::header::{self, PrintedHeader};
use super::lines::Lines;
use super::loaded::{RecordError, RecordErrorKind, Warning};
use super::notation::{Notation, RecordForm, refused};
use super::record::{Change, Record};
use super::tree::EntryId;

/// The game that a notation writes, at one moment.
type GameOf<N> = <<N as Notation>::Game as RecordedGame>::Game;

/// Computes the check of a line: the CRC-32 of the previous check, as eight lower-case hexadecimal
/// digits, followed by the text of the line.
///
/// The check before the first line of a file is 0.
///
/// ```
/// use record::{check, log_line};
///
/// let first = check(0, "Founders Ledger record 1");
/// let line = log_line(first, "board: Riverside");
/// assert_eq!(line.check, check(first, "board: Riverside"));
/// assert_eq!(line.text, format!("board: Riverside  ~{:08x}\n", line.check));
/// ```
pub fn check(previous: u32, text: &str) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    // Not `format!`: this runs for every line of every record.
    hasher.update(&std::array::from_fn::<u8, 8, _>(|place| {
        b"0123456789abcdef"[(previous >> (28 - 4 * place)) as usize & 0xF]
    }));
    hasher.update(text.as_bytes());
    hasher.finalize()
}

/// A line ready to be appended to a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// The line with its check and its end.
    pub text: String,
    /// The check that the next line is chained to.
    pub check: u32,
}

/// Creates the line with this text, chained to the check of the line before it.
pub fn log_line(previous: u32, text: &str) -> LogLine {
    let check = check(previous, text);
    LogLine { text: format!("{text}  ~{check:08x}\n"), check }
}

/// The first words of the lines that do not play an action.
pub(super) const OTHER_WORDS: [&str; 7] =
    ["undo", "redo", "branch", "comment", "name", "mark", "checkpoint"];

/// Prints a change as a line of a log, without its check; `game` is the game before it.
pub fn print_change<N: Notation>(game: &GameOf<N>, change: &Change<N::Game>) -> String {
    match change {
        Change::Play(action) => N::print(game, action),
        Change::Undo(1) => "undo".to_owned(),
        Change::Undo(n) => format!("undo {n}"),
        Change::Redo(1) => "redo".to_owned(),
        Change::Redo(n) => format!("redo {n}"),
        Change::Branch(n) => format!("branch {n}"),
        Change::Comment(text) => format!("comment {}", quoted(text)),
        Change::Name(text) => format!("name {}", quoted(text)),
        Change::Mark(mark) => print_mark(*mark),
        Change::Checkpoint(checkpoint) => {
            format!("checkpoint {}", N::print_checkpoint(game, checkpoint))
        }
    }
}

/// Parses a line of a log, without its check; `game` is the game at the cursor.
///
/// # Errors
///
/// The place where the text stops being a change, and what was expected there.
pub fn parse_change<N: Notation>(
    game: &GameOf<N>,
    text: &str,
) -> Result<Change<N::Game>, ParseError> {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let at = text.len() - text[end..].trim_start().len();
    let change = match text[..end].to_ascii_lowercase().as_str() {
        "undo" if at == text.len() => Ok(Change::Undo(1)),
        "undo" => parse_count(text, at).map(Change::Undo),
        "redo" if at == text.len() => Ok(Change::Redo(1)),
        "redo" => parse_count(text, at).map(Change::Redo),
        "branch" => parse_count(text, at).map(Change::Branch),
        "comment" => parse_text(text, at).map(Change::Comment),
        "name" => parse_text(text, at).map(Change::Name),
        "mark" => parse_mark(text, at).map(Change::Mark),
        "checkpoint" => N::parse_checkpoint(game, text, at).map(Change::Checkpoint),
        _ => return N::parse(game, text).map(Change::Play),
    };
    // A player may have one of these words as a name.
    change.or_else(|error| N::parse(game, text).map(Change::Play).or(Err(error)))
}

fn parse_count(line: &str, at: usize) -> Result<usize, ParseError> {
    let digits = line[at..].bytes().all(|byte| byte.is_ascii_digit());
    let count = digits.then(|| line[at..].parse().ok()).flatten();
    count.ok_or_else(|| unexpected(line, at, "a number"))
}

fn parse_text(line: &str, at: usize) -> Result<String, ParseError> {
    let (text, end) = parse_quoted(line, at)?;
    if line[end..].trim().is_empty() {
        Ok(text)
    } else {
        Err(unexpected(line, end, "the end of the line"))
    }
}

/// Prints a mark, or the removal of one: `mark wrong`, `mark none`.
pub(super) fn print_mark(mark: Option<EntryRating>) -> String {
    format!("mark {}", mark.map_or("none", EntryRating::name))
}

/// Parses a mark from the byte `at`, after the word `mark`, to the end of the line.
pub(super) fn parse_mark(line: &str, at: usize) -> Result<Option<EntryRating>, ParseError> {
    let word = line[at..].trim();
    if word.eq_ignore_ascii_case("none") {
        return Ok(None);
    }
    let mark = EntryRating::ALL.into_iter().find(|mark| word.eq_ignore_ascii_case(mark.name()));
    mark.map(Some).ok_or_else(|| {
        let names = remarks(&EntryRating::ALL.map(EntryRating::name));
        unexpected(line, at, format!("{names} or none"))
    })
}

/// The number of bytes of the check at the end of a line, the spaces before it included.
pub(super) const CHECK_LENGTH: usize = 11;

/// Splits a line into its text and its check, if there is one.
pub(super) fn split_check(line: &str) -> (&str, Option<u32>) {
    let line = line.trim();
    match split_check_bytes(line.as_bytes()) {
        (text, Some(check)) => (line[..text.len()].trim_end(), Some(check)),
        (_, None) => (line, None),
    }
}

/// Splits a line as [`split_check`] does, for bytes that may not be UTF-8.
pub(super) fn split_check_bytes(line: &[u8]) -> (&[u8], Option<u32>) {
    let line = line.trim_ascii();
    // Without the spaces it may be the end of something else.
    let found = line.split_last_chunk::<CHECK_LENGTH>().and_then(|(text, check)| {
        let digits = check.strip_prefix(b"  ~")?;
        // Checks are written in lower case; a capital is a changed byte.
        if !digits.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            return None;
        }
        let check = u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
        Some((text.trim_ascii_end(), check))
    });
    match found {
        Some((text, check)) => (text, Some(check)),
        None => (line, None),
    }
}

/// The checks to which the next line may be chained, the most likely first.
///
/// After a changed line, that is its stated check; after a damaged check, the computed one; after
/// an inserted line, those of the line before it.
#[derive(Clone, Debug)]
pub(super) struct Candidates(Vec<u32>);

impl Candidates {
    /// The maximum number of checks: more would only make a chance match more likely.
    const MAX: usize = 4;

    pub(super) fn after(check: u32) -> Self {
        Self(vec![check])
    }

    /// Advances by one line. Returns `true` if the line has a check that fits.
    pub(super) fn follow(&mut self, text: &str, stated: Option<u32>) -> bool {
        if let Some(stated) = stated.filter(|&stated| self.fit(text, stated)) {
            self.0 = vec![stated];
            return true;
        }
        let computed = check(self.first(), text);
        let mut next: Vec<u32> = stated.into_iter().chain([computed]).collect();
        next.append(&mut self.0);
        next.truncate(Self::MAX);
        self.0 = next;
        false
    }

    /// Returns `true` if a line with this text and check may be chained to one of them.
    pub(super) fn fit(&self, text: &str, stated: u32) -> bool {
        self.checks_of(text).any(|check| check == stated)
    }

    /// Returns the possible checks of a line with this text.
    pub(super) fn checks_of(&self, text: &str) -> impl Iterator<Item = u32> {
        self.0.iter().map(move |&before| check(before, text))
    }

    fn first(&self) -> u32 {
        self.0.first().copied().unwrap_or_default()
    }
}

/// The chain of checks of a log, with the warnings about it.
pub(super) struct Chain {
    pub(super) candidates: Candidates,
    pub(super) warnings: Vec<Warning>,
}

impl Chain {
    pub(super) fn new(candidates: Candidates) -> Self {
        Self { candidates, warnings: Vec::new() }
    }

    /// Returns the check to which a further line is chained.
    pub(super) fn last(&self) -> u32 {
        self.candidates.first()
    }

    pub(super) fn follow(&mut self, number: usize, text: &str, stated: Option<u32>) {
        if !self.candidates.follow(text, stated) {
            self.changed_outside(number);
        }
    }

    pub(super) fn changed_outside(&mut self, number: usize) {
        if let Some(Warning::ChangedOutside { last, .. }) = self.warnings.last_mut()
            && *last + 1 == number
        {
            *last = number;
        } else {
            self.warnings.push(Warning::ChangedOutside { first: number, last: number });
        }
    }
}

/// Reads the lines after the header into `record`, up to the first invalid one.
pub(super) fn read<N: Notation>(
    lines: &mut Lines,
    record: &mut Record<N::Game>,
    chain: &mut Chain,
    good_bytes: &mut usize,
) -> Result<(), RecordError> {
    while let Some(line) = lines.next() {
        let line = line?;
        if !line.ended {
            return Err(RecordErrorKind::Truncated.at(line.number));
        }
        let (text, stated) = split_check(line.text);
        if line.is_remark() {
            // A line with a check was not written as a remark.
            if stated.is_some() {
                chain.changed_outside(line.number);
            }
        } else {
            let indent = line.text.len() - line.text.trim_start().len();
            let change = parse_change::<N>(record.game(), text).map_err(|error| {
                RecordErrorKind::Unreadable(shifted(line.text, indent, error)).at(line.number)
            })?;
            if let Err(error) = record.apply(change) {
                return Err(refused::<N>(record.game(), &error).at(line.number));
            }
            chain.follow(line.number, text, stated);
        }
        *good_bytes = lines.offset();
    }
    Ok(())
}

/// Counts the lines of a log that play an action, legal or not: at least the number of its entries.
///
/// Nothing is played, so the count is a cheap upper bound for choosing among many records.
pub fn count_plays<N: Notation>(bytes: &[u8]) -> usize {
    bytes.split(|byte| *byte == b'\n').filter(|line| is_play::<N>(line)).count()
}

/// Returns `true` if a line of a log plays an action, by its first word.
fn is_play<N: Notation>(line: &[u8]) -> bool {
    let (text, check) = split_check_bytes(line);
    let word = text.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let is_other = OTHER_WORDS.iter().any(|other| word.eq_ignore_ascii_case(other.as_bytes()));
    check.is_some() && !is_other && text != N::FORMAT.log_opening.as_bytes()
}

/// Prints a record as a log: the shortest list of changes that leads to an equal one.
///
/// Taken-back entries come first, so that the main line is played last.
pub fn print_log<N: Notation>(record: &Record<N::Game>) -> String {
    let mut out = String::new();
    let mut check = 0;
    let PrintedHeader { head, .. } = header::print::<N>(record, RecordForm::Log);
    let mut lines = head.lines().peekable();
    while let Some(line) = lines.next() {
        if lines.peek().is_some() {
            out.push_str(line);
            out.push('\n');
            check = self::check(check, line);
        } else {
            let line = log_line(check, line);
            out.push_str(&line.text);
            check = line.check;
        }
    }
    for_each_change(record, |game, change| {
        let line = log_line(check, &print_change::<N>(game, change));
        out.push_str(&line.text);
        check = line.check;
    });
    out
}

/// A pending step of a walk through the tree.
enum WalkStep {
    /// Undo to an entry and play a continuation of it.
    Play { from: EntryId, to: EntryId },
    /// Walk the continuations of an entry.
    Continue(EntryId),
}

/// Passes the shortest list of changes that leads to an equal record to `show`.
fn for_each_change<G: RecordedGame>(
    record: &Record<G>,
    mut show: impl FnMut(&G::Game, &Change<G>),
) {
    let mut here = EntryId::START;
    let mut game = record.game_after(here);
    // An explicit list of steps: the tree may be deeper than the stack.
    let mut steps = vec![WalkStep::Continue(EntryId::START)];
    while let Some(step) = steps.pop() {
        match step {
            WalkStep::Play { from, to } => {
                let back = record.entry(here).number() - record.entry(from).number();
                if back > 0 {
                    show(&game, &Change::Undo(back));
                    game = record.game_after(from);
                }
                if let Some(action) = record.entry(to).action() {
                    show(&game, &Change::Play(action.clone()));
                }
                here = to;
                game = record.game_following(&game, to);
                steps.push(WalkStep::Continue(to));
            }
            WalkStep::Continue(at) => {
                let entry = record.entry(at);
                if !entry.name().is_empty() {
                    show(&game, &Change::Name(entry.name().to_owned()));
                }
                if !entry.comment().is_empty() {
                    show(&game, &Change::Comment(entry.comment().to_owned()));
                }
                if entry.mark().is_some() {
                    show(&game, &Change::Mark(entry.mark()));
                }
                if let Some(checkpoint) = entry.checkpoint() {
                    show(&game, &Change::Checkpoint(checkpoint.clone()));
                }
                // A played continuation moves to the head of the list, so the first is played last.
                let continuations = entry.continuations().iter();
                steps.extend(continuations.map(|&to| WalkStep::Play { from: at, to }));
            }
        }
    }
    let back = record.main_line().len() - record.cursor();
    if back > 0 {
        show(&game, &Change::Undo(back));
    }
}
