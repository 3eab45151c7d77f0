//! The notation for people: entries by turn, comments in braces, variations in brackets.

use super::header;
use super::lines::{Line, Lines};
use super::log::{parse_mark, parse_points, print_mark, print_points};
use super::quote::{braced, quoted, read_braced, read_quoted};
use super::{Form, RecordError, Tags, Trouble, Warning, shifted, unexpected};
use crate::{parse_action, print_action};
use journal::{EntryId, Journal};
use rules::game::Game;

/// Variations inside of more than this many others are not set in any further.
const MAX_INDENT: usize = 20;

/// Prints a journal for people. It reads back to an equal one with the cursor at the end.
#[must_use]
pub fn print_notation(journal: &Journal, tags: &Tags) -> String {
    let mut out = header::print(journal, tags, Form::Notation);
    out.push('\n');
    let start = journal.game_after(EntryId::START);
    print_beside(journal, EntryId::START, &start, 0, &mut out);
    let mut steps = vec![LeftToPrint::After { at: EntryId::START, turn: None }];
    let mut depth = 0;
    // The latest entry and the game after it, so that a line is played once, from its beginning.
    let mut latest = (EntryId::START, start);
    while let Some(step) = steps.pop() {
        let (id, mut turn) = match step {
            LeftToPrint::Close => {
                depth -= 1;
                print_line(depth, ")", &mut out);
                continue;
            }
            LeftToPrint::Open(id) => (id, None),
            LeftToPrint::After { at, turn } => match journal.entry(at).continuations().first() {
                Some(&id) => (id, turn),
                None => continue,
            },
        };
        let entry = journal.entry(id);
        let beside = journal.entry(entry.before()).continuations();
        let main = beside.first() == Some(&id);
        let game =
            if latest.0 == entry.before() { latest.1 } else { journal.game_after(entry.before()) };
        let now = game.turn_number();
        if !main {
            print_line(depth, "(", &mut out);
            depth += 1;
        } else if turn != Some(now) {
            print_heading(&game, depth, &mut out);
        }
        // A variation begins in the turn of the entry it stands beside, and needs no heading.
        turn = Some(now);
        if let Some(action) = entry.action() {
            let text = format!("{}. {}", entry.number(), print_action(&game, action));
            print_line(depth, &text, &mut out);
        }
        let after = journal.game_following(&game, id);
        print_beside(journal, id, &after, depth, &mut out);
        latest = (id, after);
        steps.push(LeftToPrint::After { at: id, turn });
        if main {
            for &other in beside[1..].iter().rev() {
                steps.push(LeftToPrint::Close);
                steps.push(LeftToPrint::Open(other));
            }
        }
    }
    out
}

/// What is left to print.
enum LeftToPrint {
    /// A variation that begins with this entry.
    Open(EntryId),
    /// The end of a variation.
    Close,
    /// What follows an entry in its line; `turn` is the turn that has its heading.
    After { at: EntryId, turn: Option<u32> },
}

fn print_line(depth: usize, text: &str, out: &mut String) {
    out.push_str(&"  ".repeat(depth.min(MAX_INDENT)));
    out.push_str(text);
    out.push('\n');
}

/// A heading for the turn that `game` is in.
fn print_heading(game: &Game, depth: usize, out: &mut String) {
    if depth == 0 {
        out.push('\n');
    }
    let heading = match game.active_player() {
        _ if game.turn_number() == 0 => "Setup".to_owned(),
        Some(player) => format!("Turn {}, {}", game.turn_number(), game.race_label(player)),
        None => format!("Turn {}", game.turn_number()),
    };
    print_line(depth, &heading, out);
}

/// Name, mark, comment and checkpoint of an entry; `game` is the game after it.
fn print_beside(journal: &Journal, id: EntryId, game: &Game, depth: usize, out: &mut String) {
    let entry = journal.entry(id);
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
        let points = print_points(game, &checkpoint.stated);
        print_line(depth, &format!("{{! {points} }}"), out);
    }
}

/// A line of play that is being read: the main line, or a variation.
struct Branch {
    /// The latest entry; until there is one, the entry that the line follows.
    at: EntryId,
    /// Whether the line has an entry.
    begun: bool,
}

/// Reads the lines after the header into `journal`, up to the first that cannot stand.
pub(super) fn read(
    lines: &mut Lines,
    journal: &mut Journal,
    warnings: &mut Vec<Warning>,
    good_bytes: &mut usize,
) -> Result<(), RecordError> {
    let game = journal.game_after(EntryId::START);
    let main = Branch { at: EntryId::START, begun: false };
    let mut reader = Reader { journal, warnings, main, variations: Vec::new(), game };
    while let Some(line) = lines.next() {
        let line = line?;
        if !line.is_remark() {
            reader.take(&line).map_err(|trouble| trouble.at(line.number))?;
        }
        *good_bytes = lines.offset();
    }
    if reader.variations.is_empty() {
        return Ok(());
    }
    let error = unexpected("", 0, "a ) for every ( before");
    Err(Trouble::Unreadable(error).at(lines.number() + 1))
}

struct Reader<'a> {
    journal: &'a mut Journal,
    warnings: &'a mut Vec<Warning>,
    main: Branch,
    /// The variations that are open, each inside the one before it.
    variations: Vec<Branch>,
    /// The game after the latest entry of the innermost line.
    game: Game,
}

impl Reader<'_> {
    /// Takes in a line: brackets and what stands in braces, then at most one entry.
    fn take(&mut self, line: &Line) -> Result<(), Trouble> {
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
                Some(_) if is_heading(rest) => return Ok(()),
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

    fn open(&mut self, line: &str, at: usize) -> Result<(), Trouble> {
        let &mut Branch { at: latest, begun } = self.innermost();
        if !begun {
            let error = unexpected(line, at, "first the entry that the variation replaces");
            return Err(Trouble::Unreadable(error));
        }
        let at = self.journal.entry(latest).before();
        self.variations.push(Branch { at, begun: false });
        self.game = self.journal.game_after(at);
        Ok(())
    }

    fn close(&mut self, line: &str, at: usize) -> Result<(), Trouble> {
        match self.variations.pop() {
            Some(Branch { begun: true, .. }) => {}
            Some(_) => {
                let error = unexpected(line, at, "first an entry of the variation");
                return Err(Trouble::Unreadable(error));
            }
            None => {
                let error = unexpected(line, at, "an entry; no variation is open");
                return Err(Trouble::Unreadable(error));
            }
        }
        let latest = self.innermost().at;
        self.game = self.journal.game_after(latest);
        Ok(())
    }

    /// The entry that a comment, name or checkpoint belongs to.
    fn described(&mut self, line: &str, at: usize) -> Result<EntryId, Trouble> {
        let inside = !self.variations.is_empty();
        let branch = self.innermost();
        if inside && !branch.begun {
            let error = unexpected(line, at, "first the entry it belongs to");
            return Err(Trouble::Unreadable(error));
        }
        Ok(branch.at)
    }

    /// Reads a comment or a checkpoint from behind its opening brace; returns where it ends.
    fn braces(&mut self, line: &str, at: usize) -> Result<usize, Trouble> {
        let id = self.described(line, at - 1)?;
        if line[at..].starts_with('!') {
            let Some(len) = line[at..].find('}') else {
                return Err(Trouble::Unreadable(unexpected(line, line.len(), "the closing }")));
            };
            let points = parse_points(&self.game, &line[..at + len], at + 1);
            self.journal.set_checkpoint(id, points.map_err(Trouble::Unreadable)?);
            return Ok(at + len + 1);
        }
        let (text, end) = read_braced(line, at).map_err(Trouble::Unreadable)?;
        let done = self.journal.set_comment(id, &text);
        done.map_err(|error| Trouble::refused(&self.game, error))?;
        Ok(end)
    }

    /// Reads a name from its opening quotation mark; returns where it ends.
    fn name(&mut self, line: &str, at: usize) -> Result<usize, Trouble> {
        let id = self.described(line, at)?;
        let (text, end) = read_quoted(line, at).map_err(Trouble::Unreadable)?;
        let done = self.journal.set_name(id, &text);
        done.map_err(|error| Trouble::refused(&self.game, error))?;
        Ok(end)
    }

    /// Reads a mark from its word to the end of the line.
    fn mark(&mut self, line: &str, at: usize) -> Result<(), Trouble> {
        let id = self.described(line, at)?;
        let mark = parse_mark(line, at).map_err(Trouble::Unreadable)?;
        let done = self.journal.set_mark(id, mark);
        done.map_err(|error| Trouble::refused(&self.game, error))
    }

    fn entry(&mut self, number: usize, line: &str, at: usize) -> Result<(), Trouble> {
        let latest = self.innermost().at;
        let (stated, start) = entry_number(line, at);
        let expected = self.journal.entry(latest).number() + 1;
        if let Some(found) = stated.filter(|&found| found != expected) {
            self.warnings.push(Warning::Misnumbered { line: number, found, expected });
        }
        let action = parse_action(&self.game, &line[start..])
            .map_err(|error| Trouble::Unreadable(shifted(line, start, error)))?;
        let added = self.journal.add(latest, &mut self.game, &action);
        let id = added.map_err(|error| Trouble::refused(&self.game, error))?;
        *self.innermost() = Branch { at: id, begun: true };
        Ok(())
    }
}

/// Whether a line is the heading of a turn, which says nothing that the entries do not.
fn is_heading(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let Some(turn) = line.strip_prefix("turn ") else {
        return line == "setup";
    };
    let rest = turn.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < turn.len() && (rest.is_empty() || rest.starts_with(','))
}

/// The place of the quotation mark, if `name "…"` stands here.
fn name(line: &str, at: usize) -> Option<usize> {
    let (word, rest) = line[at..].split_at_checked(4)?;
    let rest = rest.trim_start();
    let found = word.eq_ignore_ascii_case("name") && rest.starts_with('"');
    found.then(|| line.len() - rest.len())
}

/// The place of the word behind `mark`, if a mark stands here, up to the end of the line.
///
/// A player may be called Mark, so anything else is an action of theirs.
fn mark(line: &str, at: usize) -> Option<usize> {
    let (word, rest) = line[at..].split_at_checked(4)?;
    let spaced = rest.starts_with(char::is_whitespace);
    let place = line.len() - rest.trim_start().len();
    let found = word.eq_ignore_ascii_case("mark") && spaced && parse_mark(line, place).is_ok();
    found.then_some(place)
}

/// The number before an entry, if it has one, and where the entry itself begins.
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
