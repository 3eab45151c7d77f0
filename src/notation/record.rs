//! Records of Founders of Gloomhaven as text: the [`Notation`](record::Notation) of this game.
//!
//! `assets/help/record.md` describes both forms completely. Single actions are left to
//! [`action`](crate::action), the common part of all records to [`record`], files to `storage`.

mod header;
mod pack_cache;

#[cfg(test)]
mod tests;

use components::quantity::Points;
use journal::{Founders, Journal};
use narration::{NamedGame, refusal};
use plain_text::{ParseError, one_of, remarks, same_name, unexpected};
use record::{HeaderBlock, HeaderEnd, HeaderLines, RecordError, RecordErrorKind, RecordFormat};
use rules::action::Action;
use rules::game::Game;
use rules::illegal::Refusal;
use rules::player::{ByPlayer, PlayerId};

use crate::{learn_lines, parse_action, print_action};
use header::{Header, Opening};
use pack_cache::PackCache;

pub use journal::{Evening, Tags};
pub use record::{
    DamagedLine, LogLine, MAX_BYTES, MAX_LINE, MAX_LINES, OmittedLine, RecordForm, Warning, check,
    log_line,
};

/// The notation of Founders of Gloomhaven.
#[derive(Clone, Debug)]
pub enum FoundersNotation {}

/// The readable part of a record.
pub type Loaded = record::Loaded<Founders>;
/// A reader of several records that parses a pack they have in common once.
pub type RecordReader = record::Reader<FoundersNotation>;
/// A log under recovery.
///
/// ```
/// use notation::record::{LogRecovery, parse_change, print_log};
/// # use journal::Journal;
/// # use rules::Setup;
/// # let pack = packs::find("practice").expect("it is built in");
/// # let players = vec!["Anna".to_owned(), "Ben".to_owned()];
/// # let board = pack.boards[0].name.clone();
/// # let setup = Setup { pack, board, players, ..Setup::default() };
/// # let mut journal = Journal::new(setup).expect("the practice set is complete");
///
/// let remark = parse_change(journal.game(), "Note \"one\"").expect("a remark");
/// journal.apply(remark).expect("a remark is always allowed");
/// let damaged = print_log(&journal).replace("Note \"one\"", "N#te \"one\"");
///
/// let mut mending = LogRecovery::from_log(damaged.into_bytes()).expect("a line is damaged");
/// let proposal = mending.damaged_line().and_then(|stop| stop.proposal.as_deref());
/// assert_eq!(proposal, Some("Note \"one\""), "the check of the line reveals its text");
/// mending.apply_proposals();
/// assert!(mending.record() == Some(&journal));
/// ```
pub type LogRecovery = record::LogRecovery<FoundersNotation>;

/// Reads a record in either form, as far as it goes.
///
/// Time and memory are bounded for any bytes.
///
/// ```
/// use notation::record::{print_log, read_record};
/// # use journal::Journal;
/// # use rules::Setup;
/// # let pack = packs::find("practice").expect("it is built in");
/// # let players = vec!["Anna".to_owned(), "Ben".to_owned()];
/// # let board = pack.boards[0].name.clone();
/// # let setup = Setup { pack, board, players, ..Setup::default() };
/// # let journal = Journal::new(setup).expect("the practice set is complete");
///
/// let log = print_log(&journal);
/// assert!(read_record(log.as_bytes()).record == Some(journal));
///
/// // An error names its line, and the record up to there can be used.
/// let loaded = read_record(format!("{log}Anna jumps\n").as_bytes());
/// let error = loaded.error.expect("there is no such action");
/// assert_eq!(error.line, log.lines().count() + 1);
/// assert!(error.to_string().contains("column 6: found \"jumps\""));
/// assert!(loaded.record.is_some());
/// ```
pub fn read_record(bytes: &[u8]) -> Loaded {
    record::read::<FoundersNotation>(bytes)
}

/// Prints a journal as a log, a `.founders` file.
pub fn print_log(journal: &Journal) -> String {
    record::print_log::<FoundersNotation>(journal)
}

/// Prints a journal for people.
///
/// ```
/// use notation::record::{parse_change, print_notation};
/// # use journal::Journal;
/// # use rules::Setup;
/// # let pack = packs::find("practice").expect("it is built in");
/// # let players = vec!["Anna".to_owned(), "Ben".to_owned()];
/// # let board = pack.boards[0].name.clone();
/// # let setup = Setup { pack, board, players, ..Setup::default() };
/// # let mut journal = Journal::new(setup).expect("the practice set is complete");
///
/// for line in ["Note \"one\"", "undo", "Note \"instead\""] {
///     let change = parse_change(journal.game(), line).expect("a line of a log");
///     journal.apply(change).expect("the change is possible");
/// }
/// let text = print_notation(&journal);
/// assert!(text.contains("Setup\n1. Note \"instead\"\n(\n  1. Note \"one\"\n)\n"));
/// assert!(text.trim_end().ends_with(')'), "the pack comes last");
/// ```
pub fn print_notation(journal: &Journal) -> String {
    record::print_notation::<FoundersNotation>(journal)
}

/// Prints a change as a line of a log, without its check; `game` is the game before it.
pub fn print_change(game: &Game, change: &journal::Change) -> String {
    record::print_change::<FoundersNotation>(game, change)
}

/// Parses a line of a log, without its check; `game` is the game at the cursor.
///
/// # Errors
///
/// The place where the text stops being a change, and what was expected there.
///
/// # Examples
///
/// ```
/// use journal::Change;
/// use notation::record::{parse_change, print_change};
/// # use rules::{Game, Setup};
/// # let pack = packs::find("practice").expect("it is built in");
/// # let players = vec!["Anna".to_owned(), "Ben".to_owned()];
/// # let board = pack.boards[0].name.clone();
/// # let setup = Setup { pack, board, players, ..Setup::default() };
/// # let game = Game::new(&setup).expect("the practice set is complete");
///
/// let change = parse_change(&game, "UNDO 3").expect("case makes no difference");
/// assert_eq!(change, Change::Undo(3));
/// assert_eq!(print_change(&game, &change), "undo 3");
/// ```
pub fn parse_change(game: &Game, text: &str) -> Result<journal::Change, ParseError> {
    record::parse_change::<FoundersNotation>(game, text)
}

impl record::Notation for FoundersNotation {
    type Game = Founders;
    type Header = Header;
    type Opening = Opening;
    type Cache = PackCache;

    const FORMAT: RecordFormat = RecordFormat {
        extension: "founders",
        log: "Founders Ledger record",
        notation: "Founders Ledger notation",
        log_opening: "start",
        notation_opening: "moves",
        version: 1,
        oldest: 1,
        keys: "title:, date:, deals:, board:, player 1:, variant:, option: or pack:",
        block: "pack",
        block_name: "the pack",
        block_is_last: true,
        max_players: PlayerId::MAX,
    };

    fn read_key(header: &mut Header, key: &str, line: &str, at: usize) -> Result<bool, ParseError> {
        header.read_key(key, line, at)
    }

    fn open(
        header: &mut Header,
        block: Option<HeaderBlock>,
        end: HeaderEnd<'_>,
        packs: &mut PackCache,
    ) -> Result<(Opening, Vec<String>), RecordError> {
        let opening = header.open(block, end, packs)?;
        let odd = opening.warnings();
        Ok((opening, odd))
    }

    fn set_up(opening: Opening) -> Result<Journal, RecordErrorKind> {
        opening.begin()
    }

    fn contradictions(header: &Header, journal: &Journal) -> Vec<String> {
        header.contradictions(journal)
    }

    fn print_header(journal: &Journal, header: &mut HeaderLines) {
        header::print(journal, header);
    }

    fn players(journal: &Journal) -> Vec<String> {
        journal.setup().players.clone()
    }

    fn file_name(journal: &Journal) -> String {
        let date = journal.tags.date.as_deref().unwrap_or("game");
        format!("{date} {}", remarks(&journal.setup().players))
    }

    fn parse(game: &Game, text: &str) -> Result<Action, ParseError> {
        parse_action(game, text)
    }

    fn print(game: &Game, action: &Action) -> String {
        print_action(game, action)
    }

    fn parse_checkpoint(
        game: &Game,
        line: &str,
        at: usize,
    ) -> Result<ByPlayer<Points>, ParseError> {
        parse_points(game, line, at)
    }

    fn print_checkpoint(game: &Game, points: &ByPlayer<Points>) -> String {
        print_points(game, points)
    }

    fn heading(game: &Game) -> (u32, String) {
        let turn = game.turn_number();
        let heading = match game.active_player() {
            _ if turn == 0 => "Setup".to_owned(),
            Some(player) => format!("Turn {turn}, {}", game.race_label(player)),
            None => format!("Turn {turn}"),
        };
        (turn, heading)
    }

    fn is_heading(line: &str) -> bool {
        is_heading(line)
    }

    fn refusal(game: &Game, refusal: &Refusal) -> String {
        refusal::describe(NamedGame::by_race(game), refusal)
    }

    fn refused(game: &Game, refusal: &Refusal) -> RecordErrorKind {
        let reason = refusal::describe(NamedGame::by_race(game), refusal);
        if !refusal.cannot_tell() {
            return RecordErrorKind::Refused(reason);
        }
        RecordErrorKind::CannotTell {
            lines: learn_lines(game, &game.facts_to_read(refusal.missing())),
            reason,
        }
    }
}

/// Returns `true` if a line is the heading of a turn, which only repeats facts of the entries.
fn is_heading(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let Some(turn) = line.strip_prefix("turn ") else {
        return line == "setup";
    };
    let rest = turn.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < turn.len() && (rest.is_empty() || rest.starts_with(','))
}

/// Prints the points of every player, by race: `Human 12, Inox 9`.
fn print_points(game: &Game, points: &ByPlayer<Points>) -> String {
    let texts: Vec<String> = game
        .players()
        .map(|player| format!("{} {}", game.race_label(player), points[player]))
        .collect();
    remarks(&texts)
}

/// Parses the points of every player, from the byte `at` to the end of the line.
fn parse_points(game: &Game, line: &str, at: usize) -> Result<ByPlayer<Points>, ParseError> {
    let mut points = ByPlayer::default();
    let mut missing: Vec<_> = game.players().collect();
    let mut start = at;
    for part in line[at..].split(',') {
        let here = start;
        start += part.len() + 1;
        let Some((name, number)) = part.trim().rsplit_once(char::is_whitespace) else {
            return Err(unexpected(line, here, "a player and their points, as in Human 12"));
        };
        let name = name.trim().trim_end_matches(':');
        let index = missing.iter().position(|&player| {
            same_name(&game.race_label(player), name) || same_name(game.player_name(player), name)
        });
        let Some(index) = index else {
            let left: Vec<_> = missing.iter().map(|&player| game.race_label(player)).collect();
            let expected =
                if left.is_empty() { "the end of the line".to_owned() } else { one_of(&left) };
            return Err(unexpected(line, here, expected));
        };
        let Ok(number) = number.parse() else {
            let number = here + part.trim_end().len() - number.len();
            return Err(unexpected(line, number, "a number of points"));
        };
        points[missing.remove(index)] = Points(number);
    }
    match missing.first() {
        None => Ok(points),
        Some(&player) => {
            let expected = format!("a comma and the points of {}", game.race_label(player));
            Err(unexpected(line, line.len(), expected))
        }
    }
}
