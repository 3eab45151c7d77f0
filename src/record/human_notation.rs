//! The notation for people: entries by turn, comments in braces, variations in brackets.

use std::ops::Range;

use plain_text::quote::{braced, parse_braced, parse_quoted, quoted};
use plain_text::{shifted, unexpected};

use super::game::RecordedGame;
use super::header::{self, PrintedHeader};
use super::lines::{Line, Lines};
use super::loaded::{RecordError, RecordErrorKind, Warning};
use super::log::{parse_mark, print_mark};
use super::notation::{Notation, RecordForm, refused};
use super::record::Record;
use super::tree::EntryId;

/// The game that a notation writes, at one moment.
type GameOf<N> = <<N as Notation>::Game as RecordedGame>::Game;

/// The maximum indentation: more deeply nested variations are not indented further.
const MAX_INDENT: usize = 20;

/// Prints a record for people. It reads back to an equal one with the cursor at the end.
pub fn print_notation<N: Notation>(record: &Record<N::Game>) -> String {
    let PrintedHeader { head: mut out, foot } = header::print::<N>(record, RecordForm::Notation);
    out.push('\n');
    let start = record.game_after(EntryId::START);
    print_annotations::<N>(record, EntryId::START, &start, 0, &mut out);
    let mut steps = vec![PrintStep::After { at: EntryId::START, turn: None }];
    let mut depth = 0;
    // The latest entry and the game after it, so that each line is played only once.
    let mut latest = (EntryId::START, start);
    while let Some(step) = steps.pop() {
        let (id, mut turn) = match step {
            PrintStep::Close => {
                depth -= 1;
                print_line(depth, ")", &mut out);
                continue;
            }
            PrintStep::Open(id) => (id, None),
            PrintStep::After { at, turn } => match record.entry(at).continuations().first() {
                Some(&id) => (id, turn),
                None => continue,
            },
        };
        let entry = record.entry(id);
        let siblings = record.entry(entry.before()).continuations();
        let main = siblings.first() == Some(&id);
        let game =
            if latest.0 == entry.before() { latest.1 } else { record.game_after(entry.before()) };
        let (now, heading) = N::heading(&game);
        if !main {
            print_line(depth, "(", &mut out);
            depth += 1;
        } else if turn != Some(now) {
            print_heading(&heading, depth, &mut out);
        }
        // A variation starts in the turn of the entry it replaces, and needs no heading.
        turn = Some(now);
        if let Some(action) = entry.action() {
            let text = format!("{}. {}", entry.number(), N::print(&game, action));
            print_line(depth, &text, &mut out);
        }
        let after = record.game_following(&game, id);
        print_annotations::<N>(record, id, &after, depth, &mut out);
        latest = (id, after);
        steps.push(PrintStep::After { at: id, turn });
        if main {
            for &other in siblings[1..].iter().rev() {
                steps.push(PrintStep::Close);
                steps.push(PrintStep::Open(other));
            }
        }
    }
    if !foot.is_empty() {
        out.push('\n');
        out.push_str(&foot);
    }
    out
}

/// A pending step of the printer.
enum PrintStep {
    /// A variation that starts with this entry.
    Open(EntryId),
    /// The end of a variation.
    Close,
    /// The remainder of the line after an entry; `turn` is the turn of the latest heading.
    After { at: EntryId, turn: Option<u32> },
}

fn print_line(depth: usize, text: &str, out: &mut String) {
    out.push_str(&"  ".repeat(depth.min(MAX_INDENT)));
    out.push_str(text);
    out.push('\n');
}

fn print_heading(heading: &str, depth: usize, out: &mut String) {
    if depth == 0 {
        out.push('\n');
    }
    print_line(depth, heading, out);
}

/// Prints the name, mark, comment and checkpoint of an entry; `game` is the game after it.
fn print_annotations<N: Notation>(
    record: &Record<N::Game>,
    id: EntryId,
    game: &GameOf<N>,
    depth: usize,
    out: &mut String,
) {
    let entry = record.entry(id);
    if !entry.name().is_empty() {
        print_line(depth, &format!("name {}", quoted(entry.name())), out);
    }
    if entry.mark().is_some() {
        print_line(depth, &print_mark(entry.mark()), out);
    }
    if !entry.comment().is_empty() {
        print_line(depth, &braced(entry.comment()), out);
    }
    if let Some(checkpoint) = entry.checkpoint() {
        let stated = N::print_checkpoint(game, checkpoint);
        print_line(depth, &format!("{{! {stated} }}"), out);
    }
}

/// An unfinished line of play: the main line, or a variation.
struct Branch {
    /// The latest entry; until there is one, the entry before the line.
    at: EntryId,
    /// `true` once the line has an entry.
    has_entry: bool,
}

/// Reads the lines after the header into `record`, up to the first invalid one. The lines of `foot`
/// belong to the header.
pub(super) fn read<N: Notation>(
    lines: &mut Lines,
    foot: Option<&Range<usize>>,
    record: &mut Record<N::Game>,
    warnings: &mut Vec<Warning>,
    good_bytes: &mut usize,
) -> Result<(), RecordError> {
    let game = record.game_after(EntryId::START);
    let main = Branch { at: EntryId::START, has_entry: false };
    let mut reader = NotationReader::<N> { record, warnings, main, variations: Vec::new(), game };
    while let Some(line) = lines.next() {
        let line = line?;
        let is_foot = foot.is_some_and(|foot| foot.contains(&line.number));
        if !is_foot && !line.is_remark() {
            reader.take(&line).map_err(|trouble| trouble.at(line.number))?;
        }
        *good_bytes = lines.offset();
    }
    if reader.variations.is_empty() {
        return Ok(());
    }
    let error = unexpected("", 0, "a ) for every ( before");
    Err(RecordErrorKind::Unreadable(error).at(foot.map_or(lines.number() + 1, |foot| foot.start)))
}

struct NotationReader<'a, N: Notation> {
    record: &'a mut Record<N::Game>,
    warnings: &'a mut Vec<Warning>,
    main: Branch,
    /// The open variations, each inside the one before it.
    variations: Vec<Branch>,
    /// The game after the latest entry of the innermost line.
    game: GameOf<N>,
}

impl<N: Notation> NotationReader<'_, N> {
    /// Reads one line: brackets, comments and checkpoints, then at most one entry.
    fn take(&mut self, line: &Line) -> Result<(), RecordErrorKind> {
        let text = line.text.trim_end();
        let mut at = 0;
        loop {
            at = text.len() - text[at..].trim_start().len();
            let rest = &text[at..];
            at = match rest.chars().next() {
                None => return Ok(()),
                Some('(') => {
                    self.open(text, at)?;
                    at + 1
                }
                Some(')') => {
                    self.close(text, at)?;
                    at + 1
                }
                Some('{') => self.braces(text, at + 1)?,
                Some(_) if N::is_heading(rest) => return Ok(()),
                Some(_) => match (name(text, at), mark(text, at)) {
                    (Some(place), _) => self.name(text, place)?,
                    (None, Some(place)) => return self.mark(text, place),
                    (None, None) => return self.entry(line.number, text, at),
                },
            };
        }
    }

    fn innermost(&mut self) -> &mut Branch {
        self.variations.last_mut().unwrap_or(&mut self.main)
    }

    fn open(&mut self, line: &str, at: usize) -> Result<(), RecordErrorKind> {
        let &mut Branch { at: latest, has_entry } = self.innermost();
        if !has_entry {
            let error = unexpected(line, at, "first the entry that the variation replaces");
            return Err(RecordErrorKind::Unreadable(error));
        }
        let at = self.record.entry(latest).before();
        self.variations.push(Branch { at, has_entry: false });
        self.game = self.record.game_after(at);
        Ok(())
    }

    fn close(&mut self, line: &str, at: usize) -> Result<(), RecordErrorKind> {
        match self.variations.pop() {
            Some(Branch { has_entry: true, .. }) => {}
            Some(_) => {
                let error = unexpected(line, at, "first an entry of the variation");
                return Err(RecordErrorKind::Unreadable(error));
            }
            None => {
                let error = unexpected(line, at, "an entry; no variation is open");
                return Err(RecordErrorKind::Unreadable(error));
            }
        }
        let latest = self.innermost().at;
        self.game = self.record.game_after(latest);
        Ok(())
    }

    /// Returns the entry to which a comment, name, mark or checkpoint here belongs.
    fn described(&mut self, line: &str, at: usize) -> Result<EntryId, RecordErrorKind> {
        let inside = !self.variations.is_empty();
        let branch = self.innermost();
        if inside && !branch.has_entry {
            let error = unexpected(line, at, "first the entry it belongs to");
            return Err(RecordErrorKind::Unreadable(error));
        }
        Ok(branch.at)
    }

    /// Reads a comment or a checkpoint from the byte after its opening brace. Returns its end.
    fn braces(&mut self, line: &str, at: usize) -> Result<usize, RecordErrorKind> {
        let id = self.described(line, at - 1)?;
        if line[at..].starts_with('!') {
            let Some(len) = line[at..].find('}') else {
                return Err(RecordErrorKind::Unreadable(unexpected(
                    line,
                    line.len(),
                    "the closing }",
                )));
            };
            let stated = N::parse_checkpoint(&self.game, &line[..at + len], at + 1);
            self.record.set_checkpoint(id, stated.map_err(RecordErrorKind::Unreadable)?);
            return Ok(at + len + 1);
        }
        let (text, end) = parse_braced(line, at).map_err(RecordErrorKind::Unreadable)?;
        self.record.set_comment(id, &text).map_err(|error| refused::<N>(&self.game, &error))?;
        Ok(end)
    }

    /// Reads a name from its opening quotation mark. Returns its end.
    fn name(&mut self, line: &str, at: usize) -> Result<usize, RecordErrorKind> {
        let id = self.described(line, at)?;
        let (text, end) = parse_quoted(line, at).map_err(RecordErrorKind::Unreadable)?;
        self.record.set_name(id, &text).map_err(|error| refused::<N>(&self.game, &error))?;
        Ok(end)
    }

    /// Reads a mark from its word to the end of the line.
    fn mark(&mut self, line: &str, at: usize) -> Result<(), RecordErrorKind> {
        let id = self.described(line, at)?;
        let mark = parse_mark(line, at).map_err(RecordErrorKind::Unreadable)?;
        self.record.set_mark(id, mark).map_err(|error| refused::<N>(&self.game, &error))
    }

    fn entry(&mut self, number: usize, line: &str, at: usize) -> Result<(), RecordErrorKind> {
        let latest = self.innermost().at;
        let (stated, start) = entry_number(line, at);
        let expected = self.record.entry(latest).number() + 1;
        if let Some(found) = stated.filter(|&found| found != expected) {
            self.warnings.push(Warning::Misnumbered { line: number, found, expected });
        }
        let action = N::parse(&self.game, &line[start..])
            .map_err(|error| RecordErrorKind::Unreadable(shifted(line, start, error)))?;
        let added = self.record.add(latest, &mut self.game, &action);
        let id = added.map_err(|error| refused::<N>(&self.game, &error))?;
        *self.innermost() = Branch { at: id, has_entry: true };
        Ok(())
    }
}

/// Returns the place of the quotation mark if `name "…"` starts at `at`.
fn name(line: &str, at: usize) -> Option<usize> {
    let (word, rest) = line[at..].split_at_checked(4)?;
    let rest = rest.trim_start();
    let found = word.eq_ignore_ascii_case("name") && rest.starts_with('"');
    found.then(|| line.len() - rest.len())
}

/// Returns the place of the word after `mark` if a mark fills the line from `at`.
///
/// A player may have the name Mark, so anything else is an action of theirs.
fn mark(line: &str, at: usize) -> Option<usize> {
    let (word, rest) = line[at..].split_at_checked(4)?;
    let spaced = rest.starts_with(char::is_whitespace);
    let place = line.len() - rest.trim_start().len();
    let found = word.eq_ignore_ascii_case("mark") && spaced && parse_mark(line, place).is_ok();
    found.then_some(place)
}

/// Returns the number before an entry, if it has one, and the start of the entry itself.
fn entry_number(line: &str, at: usize) -> (Option<usize>, usize) {
    let Some((digits, rest)) = line[at..].split_once('.') else {
        return (None, at);
    };
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    match digits.parse().ok().filter(|_| plain) {
        Some(number) => (Some(number), line.len() - rest.trim_start().len()),
        None => (None, at),
    }
}
