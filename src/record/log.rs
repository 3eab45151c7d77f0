//! The log: everything that was done to a record, one checked line each.

use plain_text::quote::{quoted, read_quoted};
use plain_text::{ParseError, remarks, shifted, unexpected};

use super::annotations::Mark;
use super::game::RecordedGame;
use super::header;
use super::lines::Lines;
use super::loaded::{RecordError, Trouble, Warning};
use super::notation::{Form, Notation, refused};
use super::record::{Change, Record};
use super::tree::EntryId;

/// The game that a notation writes, at one moment.
type GameOf<N> = <<N as Notation>::Game as RecordedGame>::Game;

/// The check of a line: the CRC-32 of the check before it, as eight lower-case
/// hexadecimal digits, followed by the text of the line.
///
/// The check before the first line of a file is 0.
pub fn check(previous: u32, text: &str) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    // Written by hand: every line of every record comes by here.
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

/// The line that says `text`, chained to the check of the line before it.
pub fn log_line(previous: u32, text: &str) -> LogLine {
    let check = check(previous, text);
    LogLine { text: format!("{text}  ~{check:08x}\n"), check }
}

/// The words with which a line begins that plays nothing.
pub(super) const OTHER_WORDS: [&str; 7] =
    ["undo", "redo", "branch", "comment", "name", "mark", "checkpoint"];

/// Prints a change as a line of a log, without its check; `game` is the game before it.
pub fn print_change<N: Notation>(game: &GameOf<N>, change: &Change<N::Game>) -> String {
    let times = |word: &str, n: usize| {
        if n == 1 { word.to_owned() } else { format!("{word} {n}") }
    };
    match change {
        Change::Play(action) => N::print(game, action),
        Change::Undo(n) => times("undo", *n),
        Change::Redo(n) => times("redo", *n),
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
/// Where the text stops being a change, and what could stand there.
pub fn parse_change<N: Notation>(
    game: &GameOf<N>,
    text: &str,
) -> Result<Change<N::Game>, ParseError> {
    let play = || N::parse(game, text).map(Change::Play);
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
        _ => return play(),
    };
    // A player may be called by one of these words.
    change.or_else(|error| play().or(Err(error)))
}

fn parse_count(line: &str, at: usize) -> Result<usize, ParseError> {
    let digits = line[at..].bytes().all(|byte| byte.is_ascii_digit());
    let count = digits.then(|| line[at..].parse().ok()).flatten();
    count.ok_or_else(|| unexpected(line, at, "a number"))
}

fn parse_text(line: &str, at: usize) -> Result<String, ParseError> {
    let (text, end) = read_quoted(line, at)?;
    if line[end..].trim().is_empty() {
        Ok(text)
    } else {
        Err(unexpected(line, end, "the end of the line"))
    }
}

/// A mark, or that there is none any more: `mark wrong`.
pub(super) fn print_mark(mark: Option<Mark>) -> String {
    format!("mark {}", mark.map_or("none", Mark::name))
}

/// Reads what stands behind the word `mark`, from the byte `at` to the end of the line.
pub(super) fn parse_mark(line: &str, at: usize) -> Result<Option<Mark>, ParseError> {
    let word = line[at..].trim();
    if word.eq_ignore_ascii_case("none") {
        return Ok(None);
    }
    let mark = Mark::ALL.into_iter().find(|mark| word.eq_ignore_ascii_case(mark.name()));
    let names = || remarks(&Mark::ALL.map(Mark::name));
    mark.map(Some).ok_or_else(|| unexpected(line, at, format!("{} or none", names())))
}

/// So many bytes at the end of a line are its check, the spaces before it included.
pub(super) const CHECK_LENGTH: usize = 11;

/// A line without its check, and the check if there is one.
pub(super) fn split_check(line: &str) -> (&str, Option<u32>) {
    let line = line.trim();
    match split_check_bytes(line.as_bytes()) {
        (text, Some(check)) => (line[..text.len()].trim_end(), Some(check)),
        (_, None) => (line, None),
    }
}

/// The same for bytes that may be no text.
pub(super) fn split_check_bytes(line: &[u8]) -> (&[u8], Option<u32>) {
    let line = line.trim_ascii();
    // Without the spaces it may be the end of something else.
    let found = line.split_last_chunk::<CHECK_LENGTH>().and_then(|(text, check)| {
        let digits = check.strip_prefix(b"  ~")?;
        // Checks are written in small letters; a capital is a byte that was changed.
        let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let digits = std::str::from_utf8(digits).ok()?;
        let plain = digits.bytes().all(|byte| is_digit(&byte));
        let check = plain.then(|| u32::from_str_radix(digits, 16).ok())?;
        Some((text.trim_ascii_end(), check?))
    });
    match found {
        Some((text, check)) => (text, Some(check)),
        None => (line, None),
    }
}

/// The checks that the next line may be chained to.
///
/// Where a line was changed, its stated check is the one the next line was
/// chained to; where only the check was damaged, it is the one computed; where
/// a line was put in, those of the line before it. The likeliest comes first.
#[derive(Clone, Debug)]
pub(super) struct Candidates(Vec<u32>);

impl Candidates {
    /// More than this would only make a chance match likelier.
    const MOST: usize = 4;

    pub(super) fn after(check: u32) -> Self {
        Self(vec![check])
    }

    /// Goes on to the next line; says whether its check is there and fits.
    pub(super) fn follow(&mut self, text: &str, stated: Option<u32>) -> bool {
        if let Some(stated) = stated.filter(|&stated| self.fit(text, stated)) {
            self.0 = vec![stated];
            return true;
        }
        let computed = check(self.first(), text);
        let mut next: Vec<u32> = stated.into_iter().chain([computed]).collect();
        next.append(&mut self.0);
        next.truncate(Self::MOST);
        self.0 = next;
        false
    }

    /// Whether a line that says this may be chained to one of them and have that check.
    pub(super) fn fit(&self, text: &str, stated: u32) -> bool {
        self.checks_of(text).any(|check| check == stated)
    }

    /// The checks that a line that says this may have.
    pub(super) fn checks_of(&self, text: &str) -> impl Iterator<Item = u32> {
        self.0.iter().map(move |&before| check(before, text))
    }

    fn first(&self) -> u32 {
        self.0.first().copied().unwrap_or_default()
    }
}

/// The chain of checks of a log, with what was found wrong with it.
pub(super) struct Chain {
    pub(super) candidates: Candidates,
    pub(super) warnings: Vec<Warning>,
}

impl Chain {
    pub(super) fn new(candidates: Candidates) -> Self {
        Self { candidates, warnings: Vec::new() }
    }

    /// The check that a further line is chained to.
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

/// Reads the lines after the header into `record`, up to the first that cannot stand.
pub(super) fn read<N: Notation>(
    lines: &mut Lines,
    record: &mut Record<N::Game>,
    chain: &mut Chain,
    good_bytes: &mut usize,
) -> Result<(), RecordError> {
    while let Some(line) = lines.next() {
        let line = line?;
        if !line.ended {
            return Err(Trouble::Truncated.at(line.number));
        }
        let (text, stated) = split_check(line.text);
        if line.is_remark() {
            // A line with a check was not written as a remark.
            if stated.is_some() {
                chain.changed_outside(line.number);
            }
        } else {
            let set_in = line.text.len() - line.text.trim_start().len();
            let change = parse_change::<N>(record.game(), text);
            let change = change.map_err(|error| {
                Trouble::Unreadable(shifted(line.text, set_in, error)).at(line.number)
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

/// Returns how many lines of a log play something, legal or not: no fewer than the entries it holds.
///
/// Nothing is played to count them, so it tells at once which of many records may hold more.
pub fn count_plays<N: Notation>(bytes: &[u8]) -> usize {
    let opening = N::FORMAT.log_opening.as_bytes();
    let is_play = |line: &[u8]| {
        let (text, check) = split_check_bytes(line);
        let word = text.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        let is_other = OTHER_WORDS.iter().any(|other| word.eq_ignore_ascii_case(other.as_bytes()));
        check.is_some() && !is_other && text != opening
    };
    bytes.split(|byte| *byte == b'\n').filter(|line| is_play(line)).count()
}

/// Prints a record as a log: the shortest list of changes that leads to an equal one.
///
/// What was taken back comes first, so that the main line is played last.
pub fn print_log<N: Notation>(record: &Record<N::Game>) -> String {
    let mut out = String::new();
    let mut check = 0;
    let header = header::print::<N>(record, Form::Log);
    let mut header = header.lines().peekable();
    while let Some(line) = header.next() {
        if header.peek().is_some() {
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

/// What is left to do while walking the tree.
enum LeftToWalk {
    /// Go back to an entry and play a continuation of it.
    Play { from: EntryId, to: EntryId },
    /// Go on with the continuations of an entry.
    Continue(EntryId),
}

/// Goes through the shortest list of changes that leads to an equal record.
fn for_each_change<G: RecordedGame>(
    record: &Record<G>,
    mut show: impl FnMut(&G::Game, &Change<G>),
) {
    let mut here = EntryId::START;
    let mut game = record.game_after(here);
    // A list of our own, for the tree may be deeper than the stack.
    let mut steps = vec![LeftToWalk::Continue(EntryId::START)];
    while let Some(step) = steps.pop() {
        match step {
            LeftToWalk::Play { from, to } => {
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
                steps.push(LeftToWalk::Continue(to));
            }
            LeftToWalk::Continue(at) => {
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
                // Each one played goes to the head of the list, so the first comes last.
                let continuations = entry.continuations().iter();
                steps.extend(continuations.map(|&to| LeftToWalk::Play { from: at, to }));
            }
        }
    }
    let back = record.main_line().len() - record.cursor();
    if back > 0 {
        show(&game, &Change::Undo(back));
    }
}
