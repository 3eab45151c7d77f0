//! Records of version 1, which are read and no longer written.
//!
//! They have no tree: an operation is an action, a mark at an entry or a repair of earlier entries,
//! and `undo` takes back the latest one. Undone entries stay in the record as variations, a mark
//! becomes a comment, and a repair becomes another line of play. One CRC-32 over all lines gives the
//! checks; a line whose check does not fit ends the reading.
//!
//! ```text
//! Founders Ledger scenario 1
//! rules: 2
//! table:
//!   board 7x5
//! play:
//! obstacle B1 B2  ~1a2b3c4d
//! mark 1: Here it began  ~5e6f7a8b
//! repair:  ~9c0d1e2f
//!   instead of 1: obstacle B1 B3  ~3a4b5c6d
//! ```

use std::collections::BTreeMap;

use ::record::{Block, EntryId, Form, MAX_BYTES, RecordError, Trouble};
use plain_text::calendar::{WrittenDate, is_no_day};
use plain_text::typed::plain_mark;
use plain_text::{ParseError, shifted, unexpected};

use super::notation::{edition, parse_error, table};
use super::{JudgedAction, Loaded, Record, Scenario, Setup, change_words};
use crate::action::{parse_action, print_action};
use crate::refusal::refusal_words;
use scenario_rules::action::Action;
use scenario_rules::board::Board;
use scenario_rules::edition::Edition;
use scenario_rules::game::Game;
use scenario_rules::names::Names;

/// The most operations of a record.
const MOST_DEEDS: usize = 5_000;
/// The most entries that the repairs of a record play again.
const MOST_JUDGED: usize = 25_000;
/// The most characters of a title or a date.
const MOST_TAG: usize = 200;

/// Reads a record of version 1, as far as it goes.
pub(super) fn read(bytes: &[u8]) -> Loaded {
    let mut loaded = Loaded { form: Some(Form::Log), ..Loaded::default() };
    let (text, mut error) = match str::from_utf8(bytes) {
        _ if bytes.len() > MAX_BYTES => {
            loaded.error = Some(Trouble::TooLarge { bytes: bytes.len() }.at(1));
            return loaded;
        }
        Ok(text) => (text, None),
        Err(wrong) => {
            let (text, byte) = (&bytes[..wrong.valid_up_to()], bytes[wrong.valid_up_to()]);
            let text = str::from_utf8(text).unwrap_or_default();
            let whole = &text[..text.rfind('\n').map_or(0, |at| at + 1)];
            let column = text[whole.len()..].chars().count() + 1;
            let line = whole.lines().count() + 1;
            (whole, Some(Trouble::NotText { column, byte }.at(line)))
        }
    };
    let mut lines = Lines { rest: text, number: 0, check: crc32fast::Hasher::new() };
    match read_header(&mut lines) {
        Ok(record) => {
            let mut reader = Reader::new(record);
            if let Err(found) = reader.read(&mut lines) {
                error = Some(found);
            }
            if let Some(date) = reader.record.tags.date.clone().filter(|date| is_no_day(date)) {
                let line = text.lines().position(|line| line.starts_with("date:")).unwrap_or(0);
                loaded.warnings.push(::record::Warning::NoDay { line: line + 1, date });
            }
            loaded.record = Some(reader.record);
        }
        Err(found) => error = Some(found),
    }
    loaded.error = error;
    loaded
}

/// A line without its end.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: usize,
    text: &'a str,
    /// `true` if its end was read.
    ended: bool,
}

impl Line<'_> {
    fn unexpected(&self, expected: &str) -> RecordError {
        self.unreadable(unexpected(self.text, 0, expected))
    }

    fn unreadable(&self, error: ParseError) -> RecordError {
        Trouble::Unreadable(error).at(self.number)
    }

    fn refused(&self, why: impl std::fmt::Display) -> RecordError {
        Trouble::Refused(why.to_string()).at(self.number)
    }
}

/// The lines of a record, and the check over those that were read.
struct Lines<'a> {
    rest: &'a str,
    number: usize,
    check: crc32fast::Hasher,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Option<Line<'a>> {
        let line = self.rest.split_inclusive('\n').next()?;
        self.rest = &self.rest[line.len()..];
        self.number += 1;
        let text = line.strip_suffix('\n').unwrap_or(line).trim_end_matches('\r');
        Some(Line { number: self.number, text, ended: line.ends_with('\n') })
    }

    /// Reads a line of the header, which has no check of its own.
    fn header(&mut self, expected: &str) -> Result<Line<'a>, RecordError> {
        let Some(line) = self.next() else {
            let line = Line { number: self.number.max(1), text: "", ended: false };
            return Err(line.unexpected(expected));
        };
        self.follow(line.text);
        Ok(line)
    }

    /// Takes a line into the check, and returns the check behind it.
    fn follow(&mut self, text: &str) -> u32 {
        self.check.update(text.trim_end().as_bytes());
        self.check.update(b"\n");
        self.check.clone().finalize()
    }
}

/// Splits a line into its text and the check that it states.
fn split_check(line: &str) -> (&str, Option<u32>) {
    let found = line.trim_end().rsplit_once("  ~").and_then(|(text, check)| {
        let is_check = check.len() == 8 && check.bytes().all(|byte| byte.is_ascii_hexdigit());
        Some((text, u32::from_str_radix(check, 16).ok().filter(|_| is_check)?))
    });
    found.map_or((line.trim_end(), None), |(text, check)| (text.trim_end(), Some(check)))
}

/// Reads title, date and table: the record before its first operation.
fn read_header(lines: &mut Lines) -> Result<Record, RecordError> {
    const KEYS: &str = "\"rules:\", \"title:\", \"date:\" or \"table:\"";
    lines.header("the first line of a record")?;
    let (mut stated, mut tags) = (None, ::record::Tags::default());
    loop {
        let line = lines.header(KEYS)?;
        let tag = line.text.split_once(':').map(|(key, value)| (key, value.trim()));
        let fits = |value: &str| value.chars().count() <= MOST_TAG;
        match tag {
            Some(("rules", value)) if stated.is_none() => {
                let at = line.text.len() - value.len();
                let edition = edition(line.text, at, value).map_err(|why| line.unreadable(why))?;
                stated = Some(edition);
            }
            Some(("title", value)) if tags.title.is_none() && fits(value) => {
                tags.title = Some(value.to_owned());
            }
            Some(("date", value)) if tags.date.is_none() && fits(value) => {
                // A day may be pasted with other dashes; words stay as they were typed.
                let plain: String = value.chars().map(plain_mark).collect();
                let is_day = WrittenDate::read(&plain).is_some();
                tags.date = Some(if is_day { plain } else { value.to_owned() });
            }
            Some(("table", "")) => break,
            _ => return Err(line.unexpected(KEYS)),
        }
    }
    let mut block = Block { first_line: lines.number + 1, text: String::new() };
    loop {
        let line = lines.header("the lines of the table, set in, and then \"play:\"")?;
        if let Some(statement) = line.text.strip_prefix("  ") {
            block.text.push_str(statement);
            block.text.push('\n');
        } else if line.text.trim_end() == "play:" {
            break;
        } else {
            let expected = "a line of the table, set in by two spaces, or \"play:\"";
            return Err(line.unexpected(expected));
        }
    }
    let edition = stated.unwrap_or(Edition::First);
    let start = table(&block, edition)?;
    let mut record = Record::new(Setup { start, edition }).unwrap_or_else(|never| match never {});
    record.tags = tags;
    Ok(record)
}

/// The record before or after a change.
#[derive(Clone, Debug)]
struct Side {
    /// The latest entry.
    latest: EntryId,
    /// The comments that the operation changes, by their entries.
    comments: Vec<(EntryId, String)>,
}

/// An operation that can be taken back.
#[derive(Clone, Debug)]
struct RecordOp {
    before: Side,
    after: Side,
}

/// The state of an entry in a repair.
#[derive(Debug, Default, PartialEq)]
enum Disposition {
    #[default]
    Kept,
    Instead(Action),
    LeftOut,
}

/// The edits of a repair, by the numbers of the entries before it.
type Edits = BTreeMap<usize, (Vec<Action>, Disposition)>;

/// A record while its operations are read.
struct Reader {
    record: Record,
    /// The edition by which the next entry is judged.
    edition: Edition,
    /// The operations that were made and not taken back, then those that can be made again.
    ops: Vec<RecordOp>,
    /// The number of changes that are made.
    made: usize,
    /// The number of lines with a change that were read.
    read: usize,
    /// The number of entries that repairs played again.
    judged: usize,
    /// A map of the size of this one that has every hex, for the lines of a repair.
    whole: Board,
}

impl Reader {
    fn new(record: Record) -> Self {
        let board = record.game().position().board();
        let whole = Board::new(board.columns(), board.rows());
        let edition = record.setup().edition;
        Self { record, edition, ops: Vec::new(), made: 0, read: 0, judged: 0, whole }
    }

    /// Reads every operation, and carries it out as it is read.
    fn read(&mut self, lines: &mut Lines) -> Result<(), RecordError> {
        // The repair whose edits are being read, and the line where it begins.
        let mut repair: Option<(Line<'_>, Edits)> = None;
        let mut is_ours = true;
        while let Some(line) = lines.next() {
            if line.text.trim().is_empty() {
                continue;
            }
            let (text, stated) = split_check(line.text);
            let found = lines.follow(text);
            if !line.ended && stated != Some(found) && is_ours {
                return Err(Trouble::Truncated.at(line.number));
            }
            is_ours &= stated.is_some();
            if stated.is_some_and(|stated| stated != found) {
                let why =
                    "the check of this line does not fit: it, or a line before it, was changed";
                return Err(line.refused(why));
            }
            let is_edit = text.starts_with("  ");
            let text = text.trim();
            if let Some((_, edits)) = repair.as_mut().filter(|_| is_edit) {
                let names = self.record.game().position().names();
                let read = read_edit(edits, text, names, &self.whole);
                read.map_err(|error| line.unreadable(error))?;
                continue;
            }
            if let Some((begin, edits)) = repair.take() {
                self.repair(begin, &edits)?;
            }
            if text == "repair:" {
                repair = Some((line, Edits::new()));
            } else {
                self.take(line, text)?;
            }
        }
        match repair {
            Some((begin, edits)) => self.repair(begin, &edits),
            None => Ok(()),
        }
    }

    /// Carries out a line that is no repair.
    fn take(&mut self, line: Line<'_>, text: &str) -> Result<(), RecordError> {
        match text {
            "undo" => {
                let latest = self.made.checked_sub(1);
                let latest = latest.ok_or_else(|| line.unexpected("a line to be taken back"))?;
                self.made = latest;
                self.come_to(self.ops[latest].before.clone());
            }
            "redo" => {
                let again = self.ops.get(self.made).map(|op| op.after.clone());
                self.come_to(again.ok_or_else(|| line.unexpected("a line that was taken back"))?);
                self.made += 1;
            }
            _ if text.starts_with("rules:") => {
                let number = text["rules:".len()..].trim();
                let at = text.len() - number.len();
                self.edition = edition(text, at, number).map_err(|why| line.unreadable(why))?;
            }
            _ if text.starts_with("mark ") || text.starts_with("no mark ") => {
                self.mark(line, text)?;
            }
            _ => {
                let position = self.record.game().position();
                let action = parse_action(1, text, position.names(), position.board());
                let action = action.map_err(|error| line.unreadable(parse_error(error)))?;
                let action = JudgedAction { action, edition: self.edition };
                let latest = self.record.here();
                let played = self.record.apply(::record::Change::Play(action));
                played.map_err(|error| line.refused(change_words(&self.record, &error)))?;
                // The same may have been played here before, and marked.
                let id = self.record.here();
                let before = Side { latest, ..self.side(&[id]) };
                self.comment(id, "");
                let after = self.side(&[id]);
                self.make(line, RecordOp { before, after })?;
            }
        }
        Ok(())
    }

    /// Notes an operation that was carried out.
    fn make(&mut self, line: Line<'_>, op: RecordOp) -> Result<(), RecordError> {
        self.read += 1;
        if self.read > MOST_DEEDS {
            return Err(line.unexpected(&format!("at most {MOST_DEEDS} changes")));
        }
        self.ops.truncate(self.made);
        self.ops.push(op);
        self.made += 1;
        Ok(())
    }

    /// Returns how the record is now, with the comments of these entries.
    fn side(&self, ids: &[EntryId]) -> Side {
        let comment = |&id: &EntryId| (id, self.record.entry(id).comment().to_owned());
        Side { latest: self.record.here(), comments: ids.iter().map(comment).collect() }
    }

    fn come_to(&mut self, side: Side) {
        self.record.go_to(side.latest);
        for (id, comment) in side.comments {
            self.comment(id, &comment);
        }
    }

    fn comment(&mut self, id: EntryId, words: &str) {
        // Words of version 1 are shorter than any comment may be.
        let _ = self.record.set_comment(id, words);
    }

    /// Marks an entry with words, `mark 12: The door`, or takes its mark away, `no mark 12`.
    fn mark(&mut self, line: Line<'_>, text: &str) -> Result<(), RecordError> {
        let (number, words) = match text.strip_prefix("no mark ") {
            Some(number) => (number, ""),
            None => text["mark ".len()..].split_once(':').unwrap_or_default(),
        };
        let words = words.trim();
        let entry = number.trim().parse().ok();
        let entry = entry.ok_or_else(|| line.unexpected("a mark with the number of an entry"))?;
        let id = self.entry(line, entry)?;
        let is_taken_away = text.starts_with("no ");
        if !is_taken_away && !(1..=MOST_TAG).contains(&words.chars().count()) {
            return Err(line.unexpected(&format!("a mark of up to {MOST_TAG} letters")));
        }
        let before = self.side(&[id]);
        self.comment(id, words);
        let after = self.side(&[id]);
        self.make(line, RecordOp { before, after })
    }

    fn entry(&self, line: Line<'_>, entry: usize) -> Result<EntryId, RecordError> {
        let last = self.record.cursor();
        let id = self.record.on_main_line(entry).filter(|_| (1..=last).contains(&entry));
        id.ok_or_else(|| line.refused(format!("there is no entry {entry}; the last is {last}")))
    }

    /// Lets the record go on as a repair would have it.
    fn repair(&mut self, line: Line<'_>, edits: &Edits) -> Result<(), RecordError> {
        let first = edits.keys().next().copied();
        let first = first.ok_or_else(|| line.unexpected("an edit below, set in by two spaces"))?;
        for &entry in edits.keys() {
            self.entry(line, entry)?;
        }
        let steps = self.steps(first, edits);
        self.judged += steps.len();
        if self.judged > MOST_JUDGED {
            return Err(line.unexpected(&format!("repairs of {MOST_JUDGED} entries in all")));
        }
        let start = self.record.on_main_line(first - 1).unwrap_or(EntryId::START);
        let base = self.record.game_after(start);
        // Nothing of it is recorded unless all of it holds.
        let mut game: Game = base.clone();
        for (judged, _) in &steps {
            let JudgedAction { action, edition } = judged;
            let outcome = game.judged(action, *edition);
            let holds = outcome.map_err(|refusal| {
                let names = game.position().names();
                let refusal = refusal_words(names, &refusal);
                let action = print_action(names, action);
                line.refused(format!("\"{action}\" no longer holds after the repair: {refusal}"))
            });
            game = holds?.game;
        }
        let (mut latest, mut game) = (start, base);
        let mut comments = Vec::new();
        for (judged, comment) in steps {
            let added = self.record.add(latest, &mut game, &judged);
            latest = added.map_err(|error| line.refused(change_words(&self.record, &error)))?;
            comments.push((latest, comment));
        }
        let ids: Vec<EntryId> = comments.iter().map(|(id, _)| *id).collect();
        let before = self.side(&ids);
        self.come_to(Side { latest, comments });
        let after = self.side(&ids);
        self.make(line, RecordOp { before, after })
    }

    /// Returns the entries from `first` on as a repair would have them, each with its comment.
    fn steps(&self, first: usize, edits: &Edits) -> Vec<(JudgedAction, String)> {
        let none = (Vec::new(), Disposition::Kept);
        let new = |action: &Action| JudgedAction { action: action.clone(), edition: self.edition };
        let mut steps = Vec::new();
        for number in first..=self.record.cursor() {
            let Some(id) = self.record.on_main_line(number) else { continue };
            let (before, disposition) = edits.get(&number).unwrap_or(&none);
            steps.extend(before.iter().map(|action| (new(action), String::new())));
            let entry: &::record::Entry<Scenario> = self.record.entry(id);
            let stays = match disposition {
                Disposition::Kept => entry.action().cloned(),
                Disposition::Instead(action) => Some(new(action)),
                Disposition::LeftOut => None,
            };
            steps.extend(stays.map(|judged| (judged, entry.comment().to_owned())));
        }
        steps
    }
}

/// Reads an edit of a repair: `before 12: trap C4`, `instead of 14: round` or `without 20`.
fn read_edit(
    edits: &mut Edits,
    text: &str,
    names: &Names,
    board: &Board,
) -> Result<(), ParseError> {
    let words = ["before ", "instead of ", "without "];
    let Some((word, rest)) = words.iter().find_map(|word| Some((*word, text.strip_prefix(word)?)))
    else {
        return Err(unexpected(text, 0, "\"before 12:\", \"instead of 12:\" or \"without 12\""));
    };
    let (number, action) = match rest.split_once(':') {
        Some((number, action)) if word != "without " => (number, action.trim()),
        _ => (rest, ""),
    };
    let number = number.trim().parse().ok().filter(|number| *number >= 1);
    let number = number.ok_or_else(|| unexpected(text, word.len(), "the number of an entry"))?;
    let (before, disposition) = edits.entry(number).or_default();
    if word != "before " && *disposition != Disposition::Kept {
        let expected = "an entry of which nothing is decided yet in this repair";
        return Err(unexpected(text, 0, expected));
    }
    if word == "without " {
        *disposition = Disposition::LeftOut;
        return Ok(());
    }
    let at = text.len() - action.len();
    let action = parse_action(1, action, names, board);
    let action = action.map_err(|error| shifted(text, at, parse_error(error)))?;
    if word == "before " {
        before.push(action);
    } else {
        *disposition = Disposition::Instead(action);
    }
    Ok(())
}
