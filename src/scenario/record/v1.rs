//! Records of version 1, which are read but no longer written.
//!
//! They have no tree: an operation is an action, a mark at an entry or a repair of earlier entries,
//! and `undo` undoes the latest one. Undone entries become variations, a mark becomes a comment,
//! and a repair becomes another line of play. The checks are a running CRC-32 over all lines;
//! reading ends at a line with a wrong check.
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

use ::record::{EntryId, HeaderBlock, MAX_BYTES, RecordError, RecordErrorKind, RecordForm};
use plain_text::calendar::{WrittenDate, is_invalid_date};
use plain_text::typography::plain_mark;
use plain_text::{ParseError, shifted, unexpected};

use super::notation::{edition, parse_error, table};
use super::{JudgedAction, Loaded, Record, Scenario, Setup, change_text};
use crate::action::{parse_action, print_action};
use crate::refusal::refusal_text;
use scenario_rules::action::Action;
use scenario_rules::board::Board;
use scenario_rules::edition::Edition;
use scenario_rules::game::Game;
use scenario_rules::names::Names;

/// The maximum number of operations of a record.
const MAX_OPERATIONS: usize = 5_000;
/// The maximum number of entries replayed by all repairs of a record.
const MAX_REPLAYED: usize = 25_000;
/// The maximum number of characters of a title, a date or a mark.
const MAX_TAG: usize = 200;

/// Reads a record of version 1 up to the first error.
pub(super) fn read(bytes: &[u8]) -> Loaded {
    let mut loaded = Loaded { form: Some(RecordForm::Log), ..Loaded::default() };
    let (text, mut error) = match str::from_utf8(bytes) {
        _ if bytes.len() > MAX_BYTES => {
            loaded.error = Some(RecordErrorKind::TooLarge { bytes: bytes.len() }.at(1));
            return loaded;
        }
        Ok(text) => (text, None),
        Err(wrong) => {
            let (text, byte) = (&bytes[..wrong.valid_up_to()], bytes[wrong.valid_up_to()]);
            let text = str::from_utf8(text).unwrap_or_default();
            let whole = &text[..text.rfind('\n').map_or(0, |at| at + 1)];
            let column = text[whole.len()..].chars().count() + 1;
            let line = whole.lines().count() + 1;
            (whole, Some(RecordErrorKind::NotText { column, byte }.at(line)))
        }
    };
    let mut lines = LogLines { rest: text, number: 0, check: crc32fast::Hasher::new() };
    match read_header(&mut lines) {
        Ok(record) => {
            let mut reader = LogReader::new(record);
            if let Err(found) = reader.read(&mut lines) {
                error = Some(found);
            }
            if let Some(date) = reader.record.tags.date.clone().filter(|date| is_invalid_date(date))
            {
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

/// A line without its line break.
#[derive(Clone, Copy)]
struct V1LogLine<'a> {
    number: usize,
    text: &'a str,
    /// `true` if it has a line break.
    ended: bool,
}

impl V1LogLine<'_> {
    fn unexpected(&self, expected: &str) -> RecordError {
        self.unreadable(unexpected(self.text, 0, expected))
    }

    fn unreadable(&self, error: ParseError) -> RecordError {
        RecordErrorKind::Unreadable(error).at(self.number)
    }

    fn refused(&self, why: impl std::fmt::Display) -> RecordError {
        RecordErrorKind::Refused(why.to_string()).at(self.number)
    }
}

/// The lines of a record, with the running check over those that were read.
struct LogLines<'a> {
    /// The unread text.
    rest: &'a str,
    /// The number of lines read.
    number: usize,
    check: crc32fast::Hasher,
}

impl<'a> LogLines<'a> {
    fn next(&mut self) -> Option<V1LogLine<'a>> {
        let line = self.rest.split_inclusive('\n').next()?;
        self.rest = &self.rest[line.len()..];
        self.number += 1;
        let text = line.strip_suffix('\n').unwrap_or(line).trim_end_matches('\r');
        Some(V1LogLine { number: self.number, text, ended: line.ends_with('\n') })
    }

    /// Reads a line of the header, which states no check.
    fn header(&mut self, expected: &str) -> Result<V1LogLine<'a>, RecordError> {
        let Some(line) = self.next() else {
            let line = V1LogLine { number: self.number.max(1), text: "", ended: false };
            return Err(line.unexpected(expected));
        };
        self.update_check(line.text);
        Ok(line)
    }

    /// Adds a line to the check, and returns the check after it.
    fn update_check(&mut self, text: &str) -> u32 {
        self.check.update(text.trim_end().as_bytes());
        self.check.update(b"\n");
        self.check.clone().finalize()
    }
}

/// Splits a line into its text and its stated check.
fn split_check(line: &str) -> (&str, Option<u32>) {
    let found = line.trim_end().rsplit_once("  ~").and_then(|(text, check)| {
        let is_check = check.len() == 8 && check.bytes().all(|byte| byte.is_ascii_hexdigit());
        Some((text, u32::from_str_radix(check, 16).ok().filter(|_| is_check)?))
    });
    found.map_or((line.trim_end(), None), |(text, check)| (text.trim_end(), Some(check)))
}

/// Reads the title, the date and the table; returns the record before its first operation.
fn read_header(lines: &mut LogLines) -> Result<Record, RecordError> {
    const KEYS: &str = "\"rules:\", \"title:\", \"date:\" or \"table:\"";
    lines.header("the first line of a record")?;
    let (mut stated, mut tags) = (None, ::record::Tags::default());
    loop {
        let line = lines.header(KEYS)?;
        match line.text.split_once(':').map(|(key, value)| (key, value.trim())) {
            Some(("rules", value)) if stated.is_none() => {
                let at = line.text.len() - value.len();
                let edition = edition(line.text, at, value).map_err(|why| line.unreadable(why))?;
                stated = Some(edition);
            }
            Some(("title", value)) if tags.title.is_none() && fits_tag(value) => {
                tags.title = Some(value.to_owned());
            }
            Some(("date", value)) if tags.date.is_none() && fits_tag(value) => {
                // A pasted date may contain other dashes; any other text stays as it was typed.
                let plain: String = value.chars().map(plain_mark).collect();
                let is_day = WrittenDate::parse(&plain).is_some();
                tags.date = Some(if is_day { plain } else { value.to_owned() });
            }
            Some(("table", "")) => break,
            _ => return Err(line.unexpected(KEYS)),
        }
    }
    let mut block = HeaderBlock { first_line: lines.number + 1, text: String::new() };
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

fn fits_tag(text: &str) -> bool {
    text.chars().count() <= MAX_TAG
}

/// The state of the record before or after an operation.
#[derive(Clone, Debug)]
struct RecordState {
    /// The latest entry.
    latest: EntryId,
    /// The comments that the operation changes, by their entries.
    comments: Vec<(EntryId, String)>,
}

/// An operation that can be undone.
#[derive(Clone, Debug)]
struct RecordOp {
    before: RecordState,
    after: RecordState,
}

/// The state of an entry in a repair.
#[derive(Debug, Default, PartialEq)]
enum V1Disposition {
    #[default]
    Kept,
    Instead(Action),
    LeftOut,
}

/// The edits of a repair by entry number: the actions inserted before it, and its disposition.
type Edits = BTreeMap<usize, (Vec<Action>, V1Disposition)>;

/// A record while its operations are read.
struct LogReader {
    record: Record,
    /// The edition by which the next entry is judged.
    edition: Edition,
    /// The operations in effect, then those that can be redone.
    ops: Vec<RecordOp>,
    /// The number of operations in effect.
    in_effect: usize,
    /// The number of operations read so far.
    read: usize,
    /// The number of entries replayed by repairs.
    replayed: usize,
    /// A complete map of the same size, for the lines of a repair.
    whole: Board,
}

impl LogReader {
    fn new(record: Record) -> Self {
        let board = record.game().position().board();
        let whole = Board::new(board.columns(), board.rows());
        let edition = record.setup().edition;
        Self { record, edition, ops: Vec::new(), in_effect: 0, read: 0, replayed: 0, whole }
    }

    /// Reads and carries out every operation.
    fn read(&mut self, lines: &mut LogLines) -> Result<(), RecordError> {
        // The repair whose edits are being read, and the line where it starts.
        let mut repair: Option<(V1LogLine<'_>, Edits)> = None;
        // Lines without a check were added in an editor; such a record may lack its last line
        // break.
        let mut has_checks = true;
        while let Some(line) = lines.next() {
            if line.text.trim().is_empty() {
                continue;
            }
            let (text, stated) = split_check(line.text);
            let computed = lines.update_check(text);
            if !line.ended && stated != Some(computed) && has_checks {
                return Err(RecordErrorKind::Truncated.at(line.number));
            }
            has_checks &= stated.is_some();
            if stated.is_some_and(|stated| stated != computed) {
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
            if let Some((start, edits)) = repair.take() {
                self.repair(start, &edits)?;
            }
            if text == "repair:" {
                repair = Some((line, Edits::new()));
            } else {
                self.carry_out(line, text)?;
            }
        }
        match repair {
            Some((start, edits)) => self.repair(start, &edits),
            None => Ok(()),
        }
    }

    /// Carries out a line that is no repair.
    fn carry_out(&mut self, line: V1LogLine<'_>, text: &str) -> Result<(), RecordError> {
        match text {
            "undo" => {
                let Some(latest) = self.in_effect.checked_sub(1) else {
                    return Err(line.unexpected("a line to be taken back"));
                };
                self.in_effect = latest;
                self.restore(self.ops[latest].before.clone());
            }
            "redo" => {
                let Some(op) = self.ops.get(self.in_effect) else {
                    return Err(line.unexpected("a line that was taken back"));
                };
                self.restore(op.after.clone());
                self.in_effect += 1;
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
                let action = parse_action(1, text, position.names(), position.board())
                    .map_err(|error| line.unreadable(parse_error(error)))?;
                let judged = JudgedAction { action, edition: self.edition };
                let latest = self.record.here();
                let played = self.record.apply(::record::Change::Play(judged));
                played.map_err(|error| line.refused(change_text(&self.record, &error)))?;
                // The same action may have been played here before, and marked.
                let id = self.record.here();
                let before = RecordState { latest, ..self.state(&[id]) };
                self.comment(id, "");
                let after = self.state(&[id]);
                self.add_op(line, RecordOp { before, after })?;
            }
        }
        Ok(())
    }

    /// Adds an operation that was carried out.
    fn add_op(&mut self, line: V1LogLine<'_>, op: RecordOp) -> Result<(), RecordError> {
        self.read += 1;
        if self.read > MAX_OPERATIONS {
            return Err(line.unexpected(&format!("at most {MAX_OPERATIONS} changes")));
        }
        self.ops.truncate(self.in_effect);
        self.ops.push(op);
        self.in_effect += 1;
        Ok(())
    }

    /// Returns the present state of the record, with the comments of these entries.
    fn state(&self, ids: &[EntryId]) -> RecordState {
        let comments =
            ids.iter().map(|&id| (id, self.record.entry(id).comment().to_owned())).collect();
        RecordState { latest: self.record.here(), comments }
    }

    fn restore(&mut self, state: RecordState) {
        self.record.go_to(state.latest);
        for (id, comment) in state.comments {
            self.comment(id, &comment);
        }
    }

    fn comment(&mut self, id: EntryId, text: &str) {
        // Texts of version 1 are shorter than the limit for comments.
        let _ = self.record.set_comment(id, text);
    }

    /// Marks an entry with a text, `mark 12: The door`, or removes its mark, `no mark 12`.
    fn mark(&mut self, line: V1LogLine<'_>, text: &str) -> Result<(), RecordError> {
        let (number, mark) = match text.strip_prefix("no mark ") {
            Some(number) => (number, ""),
            None => text["mark ".len()..].split_once(':').unwrap_or_default(),
        };
        let mark = mark.trim();
        let Ok(entry) = number.trim().parse() else {
            return Err(line.unexpected("a mark with the number of an entry"));
        };
        let id = self.entry(line, entry)?;
        let is_removed = text.starts_with("no ");
        if !is_removed && !(1..=MAX_TAG).contains(&mark.chars().count()) {
            return Err(line.unexpected(&format!("a mark of up to {MAX_TAG} letters")));
        }
        let before = self.state(&[id]);
        self.comment(id, mark);
        let after = self.state(&[id]);
        self.add_op(line, RecordOp { before, after })
    }

    fn entry(&self, line: V1LogLine<'_>, entry: usize) -> Result<EntryId, RecordError> {
        let last = self.record.cursor();
        let id = self.record.on_main_line(entry).filter(|_| (1..=last).contains(&entry));
        id.ok_or_else(|| line.refused(format!("there is no entry {entry}; the last is {last}")))
    }

    /// Carries out a repair: adds its line of play and makes it the main line.
    fn repair(&mut self, line: V1LogLine<'_>, edits: &Edits) -> Result<(), RecordError> {
        let Some((&first, _)) = edits.first_key_value() else {
            return Err(line.unexpected("an edit below, set in by two spaces"));
        };
        for &entry in edits.keys() {
            self.entry(line, entry)?;
        }
        let steps = self.steps(first, edits);
        self.replayed += steps.len();
        if self.replayed > MAX_REPLAYED {
            return Err(line.unexpected(&format!("repairs of {MAX_REPLAYED} entries in all")));
        }
        let start = self.record.on_main_line(first - 1).unwrap_or(EntryId::START);
        let base = self.record.game_after(start);
        // No step is recorded unless all of them are legal.
        let mut game: Game = base.clone();
        for (JudgedAction { action, edition }, _) in &steps {
            let outcome = game.outcome_by_edition(action, *edition).map_err(|refusal| {
                let names = game.position().names();
                let refusal = refusal_text(names, &refusal);
                let action = print_action(names, action);
                line.refused(format!("\"{action}\" no longer holds after the repair: {refusal}"))
            })?;
            game = outcome.game;
        }
        let (mut latest, mut game) = (start, base);
        let mut comments = Vec::new();
        for (judged, comment) in steps {
            let added = self.record.add(latest, &mut game, &judged);
            latest = added.map_err(|error| line.refused(change_text(&self.record, &error)))?;
            comments.push((latest, comment));
        }
        let ids: Vec<EntryId> = comments.iter().map(|(id, _)| *id).collect();
        let before = self.state(&ids);
        self.restore(RecordState { latest, comments });
        let after = self.state(&ids);
        self.add_op(line, RecordOp { before, after })
    }

    /// Returns the entries from `first` on as a repair changes them, each with its comment.
    fn steps(&self, first: usize, edits: &Edits) -> Vec<(JudgedAction, String)> {
        let unchanged = (Vec::new(), V1Disposition::Kept);
        let edition = self.edition;
        let mut steps = Vec::new();
        for number in first..=self.record.cursor() {
            let Some(id) = self.record.on_main_line(number) else { continue };
            let (inserted, disposition) = edits.get(&number).unwrap_or(&unchanged);
            for action in inserted {
                steps.push((JudgedAction { action: action.clone(), edition }, String::new()));
            }
            let entry: &::record::Entry<Scenario> = self.record.entry(id);
            let judged = match disposition {
                V1Disposition::Kept => entry.action().cloned(),
                V1Disposition::Instead(action) => {
                    Some(JudgedAction { action: action.clone(), edition })
                }
                V1Disposition::LeftOut => None,
            };
            steps.extend(judged.map(|judged| (judged, entry.comment().to_owned())));
        }
        steps
    }
}

/// Parses an edit of a repair: `before 12: trap C4`, `instead of 14: round` or `without 20`.
fn read_edit(
    edits: &mut Edits,
    text: &str,
    names: &Names,
    board: &Board,
) -> Result<(), ParseError> {
    let keywords = ["before ", "instead of ", "without "];
    let Some((word, rest)) =
        keywords.iter().find_map(|word| Some((*word, text.strip_prefix(word)?)))
    else {
        return Err(unexpected(text, 0, "\"before 12:\", \"instead of 12:\" or \"without 12\""));
    };
    let (number_text, action_text) = match rest.split_once(':') {
        Some((number, action)) if word != "without " => (number, action.trim()),
        _ => (rest, ""),
    };
    let number = number_text
        .trim()
        .parse()
        .ok()
        .filter(|number| *number >= 1)
        .ok_or_else(|| unexpected(text, word.len(), "the number of an entry"))?;
    let (inserted, disposition) = edits.entry(number).or_default();
    if word != "before " && *disposition != V1Disposition::Kept {
        let expected = "an entry of which nothing is decided yet in this repair";
        return Err(unexpected(text, 0, expected));
    }
    if word == "without " {
        *disposition = V1Disposition::LeftOut;
        return Ok(());
    }
    let at = text.len() - action_text.len();
    let action = parse_action(1, action_text, names, board)
        .map_err(|error| shifted(text, at, parse_error(error)))?;
    if word == "before " {
        inserted.push(action);
    } else {
        *disposition = V1Disposition::Instead(action);
    }
    Ok(())
}
