//! The record as one text, which is written and read as a file; see [`record`](super) for how it
//! looks.

use super::{Change, ChangeError, Deed, MOST_CHANGES, MOST_TAG, Record};
use crate::action::{Action, parse_action};
use crate::board::Board;
use crate::edition::Edition;
use crate::position::Position;
use crate::repair::Repair;
use crate::text::{self, Cursor, Problem, TextError};
use tree::calendar::WrittenDate;
use tree::typed::plain_mark;

/// The longest record that is read, in bytes.
pub const MOST_RECORD: usize = 8 << 20;
const FIRST_LINE: &str = "Founders Ledger scenario 1";
/// How far the table and the edits of a repair are set in.
const INDENT: &str = "  ";
/// The line that begins the edits of a repair.
const BLOCK: &str = "repair:";
/// The lines that take back, and make again.
const UNDO: &str = "undo";
const REDO: &str = "redo";
/// Begins the line that names the edition of the rules.
const RULES: &str = "rules:";

/// What was read of a record.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The record as far as it can be read; nothing if not even its table can.
    pub record: Option<Record>,
    /// The place from which on it cannot be read, and why.
    pub error: Option<TextError>,
    /// Whether writing the record gives the same bytes again, so that nothing is lost by it.
    pub is_sound: bool,
    /// So many bytes from the beginning are whole lines as the record writes them, and behind them
    /// is no more than one line without its end; nothing where that is not so.
    pub good_bytes: Option<usize>,
}

/// Whether a text says of itself that it is a record.
#[must_use]
pub fn is_record(text: &str) -> bool {
    text.lines().next().is_some_and(|line| line.trim_end() == FIRST_LINE)
}

/// Reads a record, as far as it goes.
#[must_use]
pub fn read(text: &str) -> Loaded {
    let loaded = read_lines(text);
    // Where the power failed while a line was written, that line is all that is missing.
    let end = text.rfind('\n').map_or(0, |at| at + 1);
    if end == text.len() || loaded.is_sound {
        return loaded;
    }
    let whole = read_lines(&text[..end]);
    if !whole.is_sound {
        return loaded;
    }
    // Only the end of the line may be missing, and nothing of what it says.
    let written = loaded.record.as_ref().map(print);
    if written.is_some_and(|written| written.strip_suffix('\n') == Some(text)) {
        return Loaded { good_bytes: Some(end), ..loaded };
    }
    let line = text.lines().count();
    let error = TextError { line, column: 1, problem: Problem::Incomplete };
    Loaded { error: Some(error), is_sound: false, ..whole }
}

/// Reads a record as it lies in a file, as far as it goes.
#[must_use]
pub fn read_bytes(bytes: &[u8]) -> Loaded {
    let wrong = match str::from_utf8(bytes) {
        Ok(text) => return read(text),
        Err(error) => error.valid_up_to(),
    };
    let begin = bytes[..wrong].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    // Up to there it is text.
    let loaded = read(str::from_utf8(&bytes[..begin]).unwrap_or_default());
    if loaded.record.is_some() && loaded.error.is_some() {
        return Loaded { good_bytes: None, ..loaded };
    }
    let is_last = !bytes[wrong..].contains(&b'\n');
    let good_bytes = loaded.good_bytes.filter(|_| is_last);
    let problem = if good_bytes.is_some() { Problem::Incomplete } else { Problem::NoText };
    let line = bytes[..begin].split(|&byte| byte == b'\n').count();
    let error = Some(TextError { line, column: 1, problem });
    Loaded { error, is_sound: false, good_bytes, ..loaded }
}

/// How many deeds the lines of a record are that was read as these bytes, those taken back
/// included.
///
/// Nothing is played to count them, so it tells at once which of many records may hold more.
#[must_use]
pub fn count_deeds(bytes: &[u8]) -> usize {
    let mut lines = bytes.split(|&byte| byte == b'\n');
    let is_begin = |line: &[u8]| line.trim_ascii_end() == b"play:";
    if !lines.by_ref().any(is_begin) {
        return 0;
    }
    let is_deed = |line: &&[u8]| {
        let is_set_in = line.starts_with(INDENT.as_bytes());
        let word = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        let is_other = [UNDO, REDO, RULES].iter().any(|other| word == other.as_bytes());
        !is_set_in && !word.is_empty() && !is_other
    };
    lines.filter(is_deed).count()
}

fn read_lines(text: &str) -> Loaded {
    let mut record = None;
    let mut error = read_into(text, &mut record).err();
    let is_sound = error.is_none() && record.as_ref().is_some_and(|record| print(record) == text);
    let no_day = record.as_ref().and_then(Record::no_day);
    // A record of ours was written with it, and goes on; one that somebody types is put right.
    let is_ours = is_sound && record.as_ref().is_some_and(|record| record.deeds() > 0);
    if no_day.is_some() && error.is_none() && !is_ours {
        error = text.lines().zip(1..).find_map(|(line, number)| {
            let mut cursor = Cursor::new(number, line);
            cursor.rest = line.strip_prefix("date:")?;
            Some(cursor.expected("a day of the calendar, as 2026-11-22"))
        });
        record = None;
    }
    let is_sound = is_sound && error.is_none();
    Loaded { record, error, is_sound, good_bytes: is_sound.then_some(text.len()) }
}

fn read_into(text: &str, record: &mut Option<Record>) -> Result<(), TextError> {
    if text.len() > MOST_RECORD {
        let expected = format!("at most {MOST_RECORD} bytes, found {}", text.len());
        return Err(Cursor::new(1, "").expected(&expected));
    }
    let mut reader = Reader { lines: text.lines(), number: 0, check: Check::default() };
    let record = record.insert(reader.head()?);
    reader.changes(record)
}

/// A record while it is read.
struct Reader<'a> {
    lines: std::str::Lines<'a>,
    /// The number of the line that was read last, from 1.
    number: usize,
    check: Check,
}

impl<'a> Reader<'a> {
    /// The next line of the head, which has no check of its own.
    fn line(&mut self, expected: &str) -> Result<Cursor<'a>, TextError> {
        let last = self.number.max(1);
        let line = self.lines.next().ok_or_else(|| Cursor::new(last, "").expected(expected))?;
        self.number += 1;
        self.check.add(line);
        Ok(Cursor::new(self.number, line))
    }

    /// Title, date and table: the record before its first change.
    fn head(&mut self) -> Result<Record, TextError> {
        let first = self.line(FIRST_LINE)?;
        if first.rest.trim_end() != FIRST_LINE {
            return Err(first.expected(FIRST_LINE));
        }
        let (mut edition, mut title, mut date) = (None, None, None);
        let header = "\"rules:\", \"title:\", \"date:\" or \"table:\"";
        loop {
            let line = self.line(header)?;
            let tag = line.rest.split_once(':').map(|(key, value)| (key, value.trim()));
            let fits = |value: &str| value.chars().count() <= MOST_TAG;
            match tag {
                Some(("rules", _)) if edition.is_none() => edition = Some(self::edition(line)?),
                Some(("title", value)) if title.is_none() && fits(value) => {
                    title = Some(value.to_owned());
                }
                Some(("date", value)) if date.is_none() && fits(value) => {
                    // A day may be pasted with other dashes; words stay as they were typed.
                    let plain: String = value.chars().map(plain_mark).collect();
                    let is_day = WrittenDate::read(&plain).is_some();
                    date = Some(if is_day { plain } else { value.to_owned() });
                }
                Some(("table", "")) => break,
                _ => return Err(line.expected(header)),
            }
        }
        let edition = edition.unwrap_or(Edition::First);
        Ok(Record { title, date, ..Record::founded(self.table(edition)?, edition) })
    }

    /// The table, up to the line that ends it.
    fn table(&mut self, edition: Edition) -> Result<Position, TextError> {
        let above = self.number;
        let mut table = String::new();
        loop {
            let line = self.line("the lines of the table, set in, and then \"play:\"")?;
            if let Some(statement) = line.rest.strip_prefix(INDENT) {
                table.push_str(statement);
                table.push('\n');
            } else if line.rest.trim_end() == "play:" {
                break;
            } else {
                let expected = "a line of the table, set in by two spaces, or \"play:\"";
                return Err(line.expected(expected));
            }
        }
        text::parse_table(&table, edition).map_err(|error| TextError {
            line: above + error.line,
            column: error.column + INDENT.len(),
            ..error
        })
    }

    /// Every change, made as it is read.
    fn changes(&mut self, record: &mut Record) -> Result<(), TextError> {
        let whole = record.whole_map();
        // The repair whose block is being read, and where it begins.
        let mut repair: Option<(Cursor<'_>, Repair)> = None;
        for line in self.lines.by_ref() {
            self.number += 1;
            let number = self.number;
            if line.trim().is_empty() {
                continue;
            }
            let (said, stated) = Check::split(line);
            let found = self.check.add(said);
            if stated.is_some_and(|stated| stated != found) {
                return Err(TextError { line: number, column: 1, problem: Problem::Damaged });
            }
            let is_set_in = said.starts_with(INDENT);
            let said = said.trim();
            let start = Cursor::new(number, said);
            if let Some((_, repair)) = repair.as_mut().filter(|_| is_set_in) {
                repair.read_line(number, said, &whole)?;
                continue;
            }
            if let Some((begin, repair)) = repair.take() {
                make(record, begin, Change::Make(Deed::Repair(repair)))?;
            }
            if said == BLOCK {
                repair = Some((start, Repair::default()));
                continue;
            }
            let change = match said {
                UNDO => Change::Undo,
                REDO => Change::Redo,
                _ if said.starts_with(RULES) => Change::Edition(edition(start)?),
                _ => Change::Make(deed(number, said, record.game().position().board())?),
            };
            make(record, start, change)?;
        }
        match repair {
            Some((begin, repair)) => make(record, begin, Change::Make(Deed::Repair(repair))),
            None => Ok(()),
        }
    }
}

/// The edition of the rules that a line names.
fn edition(mut line: Cursor<'_>) -> Result<Edition, TextError> {
    line.keyword("rules")?;
    line.sign(':')?;
    let start = line;
    let number = line.number(1, u8::MAX, "the number of an edition")?;
    line.end()?;
    Edition::numbered(number).ok_or_else(|| {
        start.expected(&format!(
            "an edition of the rules up to {}: a newer app wrote this",
            Edition::LATEST
        ))
    })
}

/// A mark or an action in a line.
fn deed(number: usize, said: &str, board: &Board) -> Result<Deed, TextError> {
    let mut cursor = Cursor::new(number, said);
    let takes_away = cursor.takes_word("no");
    if !cursor.takes_word("mark") {
        return parse_action(number, said, board).map(Deed::Play);
    }
    let entry = cursor.number(1, MOST_CHANGES, "the number of an entry")?;
    if takes_away {
        cursor.end()?;
        return Ok(Deed::Mark { entry, words: None });
    }
    cursor.sign(':')?;
    Ok(Deed::Mark { entry, words: Some(cursor.skipped().rest.to_owned()) })
}

/// Makes a change that was read here.
fn make(record: &mut Record, start: Cursor<'_>, change: Change) -> Result<(), TextError> {
    let line = start.line;
    record.carry_out(change).map_err(|error| match error {
        ChangeError::Refused(refusal) => {
            TextError { line, column: 1, problem: Problem::Refused(refusal) }
        }
        ChangeError::Unwritable(error) => TextError { line, ..error },
        ChangeError::NothingToUndo => start.expected("a line that can be taken back"),
        ChangeError::NothingToRedo => start.expected("a line that was taken back"),
        ChangeError::Full => start.expected(&format!("at most {MOST_CHANGES} changes")),
        ChangeError::NothingRepaired => start.expected("an edit below, set in by two spaces"),
        ChangeError::NoLongerHolds { .. }
        | ChangeError::Unmarkable
        | ChangeError::NoSuchEntry { .. } => {
            TextError { line, column: 1, problem: Problem::Unmade(error.to_string()) }
        }
    })
}

/// Writes a record, so that it reads back to the same.
#[must_use]
pub fn print(record: &Record) -> String {
    let mut check = Check::default();
    let mut lines = head_lines(record);
    for line in &lines {
        check.add(line);
    }
    for change in &record.changes {
        for said in change_lines(change) {
            let sum = check.add(&said);
            lines.push(format!("{said}{SIGN}{sum:08x}"));
        }
    }
    lines.join("\n") + "\n"
}

/// Writes the entries of a record for people: without checks and without what was taken back or put
/// right, a line left free after every round. It reads back to a record with the same entries.
#[must_use]
pub fn print_for_people(record: &Record) -> String {
    let mut lines = head_lines(record);
    let mut edition = record.founded;
    for (entry, judged) in (1..=record.count()).filter_map(|n| Some((n, record.judged_entry(n)?))) {
        if judged.edition != edition {
            edition = judged.edition;
            lines.push(format!("{RULES} {edition}"));
        }
        let action = &judged.action;
        lines.push(action.to_string());
        if let Some(words) = record.marks.get(&entry) {
            lines.push(Deed::Mark { entry, words: Some(words.clone()) }.to_string());
        }
        if *action == Action::Round {
            lines.push(String::new());
        }
    }
    lines.join("\n") + "\n"
}

/// The lines up to the first change.
fn head_lines(record: &Record) -> Vec<String> {
    let mut lines = vec![FIRST_LINE.to_owned()];
    if record.founded != Edition::First {
        lines.push(format!("{RULES} {}", record.founded));
    }
    for (key, value) in [("title", &record.title), ("date", &record.date)] {
        if let Some(value) = value {
            lines.push(format!("{key}: {}", value.replace(char::is_control, " ").trim()));
        }
    }
    lines.push("table:".to_owned());
    let table = text::print(&record.start);
    lines.extend(table.lines().map(|statement| format!("{INDENT}{statement}")));
    lines.push("play:".to_owned());
    lines
}

/// The lines of a change; only a repair has several.
fn change_lines(change: &Change) -> Vec<String> {
    match change {
        Change::Make(Deed::Repair(repair)) => {
            let edits = repair.to_string();
            let edits = edits.lines().map(|edit| format!("{INDENT}{edit}"));
            std::iter::once(BLOCK.to_owned()).chain(edits).collect()
        }
        Change::Make(deed @ (Deed::Play(_) | Deed::Mark { .. })) => vec![deed.to_string()],
        Change::Undo => vec![UNDO.to_owned()],
        Change::Redo => vec![REDO.to_owned()],
        Change::Edition(edition) => vec![format!("{RULES} {edition}")],
    }
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
        found.map_or((line.trim_end(), None), |(said, check)| (said.trim_end(), Some(check)))
    }
}
