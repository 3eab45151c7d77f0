//! The header of a record: its form and version, its tags, and the game that it opens.

use std::ops::Range;

use plain_text::calendar::{WrittenDate, is_invalid_date};
use plain_text::quote::{parse_quoted, quoted};
use plain_text::typography::plain_mark;
use plain_text::{ParseError, one_of, unexpected};

use super::annotations::{Evening, Tags};
use super::lines::{Line, Lines};
use super::loaded::{RecordError, RecordErrorKind, Warning};
use super::log;
use super::notation::{HeaderBlock, HeaderEnd, HeaderLines, Notation, RecordForm, RecordFormat};
use super::record::Record;

/// The indentation of a block.
pub(super) const INDENT: &str = "  ";

/// The maximum number of characters of an unknown key in a warning.
const MAX_KEY_CHARS: usize = 40;

/// The first line of a record.
pub(super) struct FirstLine {
    pub(super) form: RecordForm,
    pub(super) version: u32,
    /// The check that the second line is chained to.
    pub(super) check: u32,
}

/// A complete header.
pub(super) struct Header<N: Notation> {
    /// The keys of the game.
    pub(super) keys: N::Header,
    /// The game that it opens.
    pub(super) opening: N::Opening,
    pub(super) tags: Tags,
    /// The checks to which the first line of a log can be chained.
    pub(super) checks: log::Candidates,
    /// The number of the line that ends it.
    pub(super) end: usize,
    /// The numbers of the lines below the entries with the last key and its value, if they are
    /// there.
    pub(super) foot: Option<Range<usize>>,
}

impl<N: Notation> Header<N> {
    /// Starts the record of the game. Returns it with the keys of the header, for a later
    /// comparison.
    pub(super) fn start_record(self) -> Result<(Record<N::Game>, N::Header), RecordError> {
        let mut record = N::set_up(self.opening).map_err(|trouble| trouble.at(self.end))?;
        record.tags = self.tags;
        Ok((record, self.keys))
    }
}

/// Adds a warning for each contradiction between the header and the record.
pub(super) fn warn_of_contradictions<N: Notation>(
    header: &N::Header,
    record: &Record<N::Game>,
    warnings: &mut Vec<Warning>,
) {
    warnings.extend(N::contradictions(header, record).into_iter().map(Warning::Header));
}

/// Reads the first line: the form and the version of the record.
pub(super) fn read_first(
    lines: &mut Lines,
    format: &RecordFormat,
) -> Result<FirstLine, RecordError> {
    let line = match lines.next().ok_or(RecordErrorKind::Empty.at(1))? {
        Ok(line) => line,
        // No first line of a record is long.
        Err(RecordError { kind: RecordErrorKind::LineTooLong { .. }, line }) => {
            return Err(not_a_record(lines.beginning(), format).at(line));
        }
        Err(error) => return Err(error),
    };
    let text = line.text.trim_end();
    for form in RecordForm::ALL {
        let Some(after_title) = text.strip_prefix(format.title(form)) else {
            continue;
        };
        match after_title.strip_prefix(' ').and_then(|version| version.parse().ok()) {
            Some(found) if found > format.version => {
                let expected = format.version;
                return Err(RecordErrorKind::NewerVersion { found, expected }.at(line.number));
            }
            Some(version) if version >= format.oldest && line.ended => {
                return Ok(FirstLine { form, version, check: log::check(0, text) });
            }
            Some(version) if version >= format.oldest => {
                return Err(RecordErrorKind::Truncated.at(line.number));
            }
            _ => {}
        }
    }
    if !line.ended && RecordForm::ALL.iter().any(|&form| format.title(form).starts_with(text)) {
        return Err(RecordErrorKind::Truncated.at(line.number));
    }
    Err(not_a_record(text.chars().take(40).collect(), format).at(line.number))
}

/// Returns the error for a first line that is not that of a record.
fn not_a_record(found: String, format: &RecordFormat) -> RecordErrorKind {
    let expected =
        RecordForm::ALL.map(|form| format!("\"{} {}\"", format.title(form), format.version));
    RecordErrorKind::NotARecord { found, expected: one_of(&expected) }
}

/// Reads the other lines of the header, through the one that opens the game.
pub(super) fn read<N: Notation>(
    lines: &mut Lines,
    form: RecordForm,
    mut check: u32,
    cache: &mut N::Cache,
    warnings: &mut Vec<Warning>,
) -> Result<Header<N>, RecordError> {
    let opening_line = N::FORMAT.opening(form);
    let mut partial = PartialHeader::<N>::default();
    loop {
        let Some(line) = lines.next() else {
            return Err(RecordErrorKind::Truncated.at(lines.number()));
        };
        let line = line?;
        if !line.ended && (form == RecordForm::Log || line.text != opening_line) {
            return Err(RecordErrorKind::Truncated.at(line.number));
        }
        if line.is_remark() {
            partial.skip_block_line();
            continue;
        }
        let (opening, stated) = match form {
            RecordForm::Log => log::split_check(line.text),
            RecordForm::Notation => (line.text.trim_end(), None),
        };
        if opening == opening_line {
            let end = HeaderEnd { line: line.number, text: opening };
            let PartialHeader { tags, mut keys, mut block } = partial;
            let mut foot = None;
            if form == RecordForm::Notation && block.is_none() {
                (block, foot) = block_below_entries(lines.clone(), &N::FORMAT)?.unzip();
            }
            let (opening, odd) = N::open(&mut keys, block, end, cache)?;
            let mut checks = log::Candidates::after(check);
            if form == RecordForm::Log && !checks.follow(opening_line, stated) {
                warnings.push(Warning::HeaderChanged { line: line.number });
            }
            warnings.extend(odd.into_iter().map(Warning::Header));
            return Ok(Header { keys, opening, tags, checks, end: line.number, foot });
        }
        let text = line.text.trim_end();
        check = log::check(check, text);
        let had_date = partial.tags.date.is_some();
        let unknown = partial
            .take(line.number, text)
            .map_err(|error| RecordErrorKind::Unreadable(error).at(line.number))?;
        let date = partial.tags.date.as_deref().filter(|date| !had_date && is_invalid_date(date));
        if let Some(date) = date {
            match form {
                // It was entered earlier, and the record can still be read.
                RecordForm::Log => {
                    let warning = Warning::NoDay { line: line.number, date: date.to_owned() };
                    warnings.push(warning);
                }
                RecordForm::Notation => {
                    let expected = "a day of the calendar, as 2026-11-21";
                    let at = text.len() - text.split_once(':').map_or("", |(_, date)| date).len();
                    let error = unexpected(text, at, expected);
                    return Err(RecordErrorKind::Unreadable(error).at(line.number));
                }
            }
        }
        if let Some(key) = unknown {
            warnings.push(Warning::UnknownKey { line: line.number, key });
        }
    }
}

/// Reads the last key with its value below the entries; `None` if it is not there. Returns it with
/// the numbers of its lines. Lines that are not set in end it, so that an entry added at the end of
/// a file is read. What is wrong with an entry is left to those who read the entries.
fn block_below_entries(
    mut lines: Lines<'_>,
    format: &RecordFormat,
) -> Result<Option<(HeaderBlock, Range<usize>)>, RecordError> {
    let is_key = |line: &Line<'_>| {
        let key = line.text.trim_end().strip_suffix(':');
        key.is_some_and(|key| key_words(key, 0) == format.block)
    };
    let Some(key) = lines.by_ref().flatten().find(is_key) else {
        return Ok(None);
    };
    let first_line = key.number + 1;
    let mut block = HeaderBlock { first_line, text: String::new() };
    let mut end = first_line;
    for line in lines {
        let line = line?;
        if line.is_remark() {
            block.text.push('\n');
        } else if !push_block_line(&mut block, line.text.trim_end()) {
            break;
        }
        end = line.number + 1;
    }
    Ok(Some((block, key.number..end)))
}

/// Adds an indented line to a block; returns `false` for a line that is not set in.
fn push_block_line(block: &mut HeaderBlock, line: &str) -> bool {
    let is_set_in = line.starts_with([' ', '\t']);
    if is_set_in {
        block.text.push_str(line.strip_prefix(INDENT).unwrap_or(line.trim_start()));
        block.text.push('\n');
    }
    is_set_in
}

/// An incomplete header.
struct PartialHeader<N: Notation> {
    tags: Tags,
    keys: N::Header,
    block: Option<HeaderBlock>,
}

impl<N: Notation> Default for PartialHeader<N> {
    fn default() -> Self {
        Self { tags: Tags::default(), keys: N::Header::default(), block: None }
    }
}

impl<N: Notation> PartialHeader<N> {
    fn skip_block_line(&mut self) {
        if let Some(block) = &mut self.block {
            block.text.push('\n');
        }
    }

    /// Reads one line. Returns its key if that is unknown.
    fn take(&mut self, number: usize, line: &str) -> Result<Option<String>, ParseError> {
        let format = N::FORMAT;
        if let Some(block) = &mut self.block {
            if !push_block_line(block, line) {
                let name = format.block_name;
                let expected = format!("a line of {name}, set in, or the line that opens the game");
                return Err(unexpected(line, 0, expected));
            }
            return Ok(None);
        }
        let Some(colon) = line.find(':') else {
            return Err(unexpected(line, 0, format.keys));
        };
        let key = line[..colon].trim().to_lowercase();
        let at = line.len() - line[colon + 1..].trim_start().len();
        match key.as_str() {
            "title" => read_once(&mut self.tags.title, line, at, "one title only")?,
            "date" => {
                read_once(&mut self.tags.date, line, at, "one date only")?;
                // A day may be pasted with other dashes; a date in words stays as typed.
                let plain: String =
                    self.tags.date.iter().flat_map(|date| date.chars()).map(plain_mark).collect();
                if WrittenDate::parse(&plain).is_some() {
                    self.tags.date = Some(plain);
                }
            }
            "deals" => self.tags.app_deals = deals(line, at)?,
            "clock" => self.tags.evenings.push(evening(line, at, format.max_players)?),
            key if key == format.block && at == line.len() => {
                self.block = Some(HeaderBlock { first_line: number + 1, text: String::new() });
            }
            key if key == format.block => {
                let expected = format!("{} on the lines below, set in", format.block_name);
                return Err(unexpected(line, at, expected));
            }
            key if N::read_key(&mut self.keys, key, line, at)? => {}
            key => return Ok(Some(key.chars().take(MAX_KEY_CHARS).collect())),
        }
        Ok(None)
    }
}

/// The maximum number of characters of a title or another value that a header states once.
const MAX_TAG_CHARS: usize = 400;

/// Reads a value that a header states once, from the byte `at` of its line into `value`.
///
/// # Errors
///
/// The value was stated before, with `only` as the expectation; it is too long; or its quotation
/// marks are not closed.
///
/// # Examples
///
/// ```
/// let mut title = None;
/// record::read_once(&mut title, "title: Two rivers", 7, "one title only").expect("a title");
/// assert_eq!(title.as_deref(), Some("Two rivers"));
///
/// let again = record::read_once(&mut title, "title: Two rivers", 7, "one title only");
/// assert_eq!(again.expect_err("it has a title").expected, "one title only");
/// ```
pub fn read_once(
    value: &mut Option<String>,
    line: &str,
    at: usize,
    only: &str,
) -> Result<(), ParseError> {
    if value.is_some() {
        return Err(unexpected(line, 0, only));
    }
    let text = &line[at..];
    if text.chars().count() > MAX_TAG_CHARS {
        let expected = format!("at most {MAX_TAG_CHARS} characters");
        return Err(unexpected(line, at, &expected));
    }
    *value = Some(if text.starts_with('"') {
        let (text, end) = parse_quoted(line, at)?;
        if end < line.len() {
            return Err(unexpected(line, end, "the end of the line"));
        }
        text
    } else {
        text.to_owned()
    });
    Ok(())
}

/// Parses the time of an evening: its day, then the seconds in all and those of each player.
fn evening(line: &str, at: usize, max_players: usize) -> Result<Evening, ParseError> {
    const EXPECTED: &str = "a day without spaces, then the seconds in all and of each player";
    let mut words = line[at..].split_whitespace();
    let day = words.next().ok_or_else(|| unexpected(line, at, EXPECTED))?;
    let mut seconds = Vec::new();
    for word in words {
        let column = word.as_ptr() as usize - line.as_ptr() as usize;
        let number: Option<u32> = word.parse().ok();
        seconds.push(number.ok_or_else(|| unexpected(line, column, EXPECTED))?);
    }
    // The sum, and at most one number per seat.
    if seconds.is_empty() || seconds.len() > max_players + 1 {
        return Err(unexpected(line, line.len(), EXPECTED));
    }
    let all = seconds.remove(0);
    Ok(Evening { day: day.to_owned(), all, seats: seconds })
}

/// The value of a header whose game lets the app draw the cards.
const DEALS: &str = "the app";

/// Parses the dealer of the cards. Only the unusual case, the app, is written down.
fn deals(line: &str, at: usize) -> Result<bool, ParseError> {
    match key_words(line, at).as_str() {
        DEALS => Ok(true),
        _ => Err(unexpected(line, at, DEALS)),
    }
}

/// Returns the words of a value in lower case, with single spaces between them.
pub fn key_words(line: &str, at: usize) -> String {
    line[at..].split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// A printed header.
pub(super) struct PrintedHeader {
    /// Its lines through the one that opens the game, without the check of that line.
    pub(super) head: String,
    /// The lines at the end of the record; empty if they are in the head.
    pub(super) foot: String,
}

/// Prints the header.
pub(super) fn print<N: Notation>(record: &Record<N::Game>, form: RecordForm) -> PrintedHeader {
    let format = N::FORMAT;
    let tags = &record.tags;
    let first_line = format!("{} {}\n", format.title(form), format.version);
    let mut header = HeaderLines { lines: first_line, block: String::new() };
    if let Some(title) = &tags.title {
        header.push_text("title", title);
    }
    if let Some(date) = &tags.date {
        header.push_text("date", date);
    }
    for evening in &tags.evenings {
        let seconds: Vec<String> =
            std::iter::once(&evening.all).chain(&evening.seats).map(u32::to_string).collect();
        header.push("clock", &format!("{} {}", evening.day, seconds.join(" ")));
    }
    if tags.app_deals {
        header.push("deals", DEALS);
    }
    N::print_header(record, &mut header);
    let HeaderLines { lines: mut head, block: mut foot } = header;
    // A log is read line by line, each with what it needs before it.
    if form == RecordForm::Log || !format.block_is_last {
        head.push_str(&std::mem::take(&mut foot));
    }
    head.push_str(format.opening(form));
    PrintedHeader { head, foot }
}

/// Prints a value of a header, in quotation marks if it could be misread without.
pub(super) fn plain_value(value: &str) -> String {
    let is_plain = !value.is_empty()
        && value.trim() == value
        && !value.starts_with('"')
        && !value.contains(|c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'));
    if is_plain { value.to_owned() } else { quoted(value) }
}
