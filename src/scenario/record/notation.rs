//! The notation of scenarios.
//!
//! ```text
//! Founders Ledger scenario 2
//! title: The flooded cellar
//! date: 2026-11-22
//! rules: 3
//! table:
//!   board 7x5
//! play:  ~1a2b3c4d
//! obstacle B1 B2  ~5e6f7a8b
//! undo  ~9c0d1e2f
//! ```
//!
//! An entry is an [`Action`](scenario_rules::Action) on one line. If it was judged by another
//! edition of the rules than the record was started under, or than the second in a record of the
//! first, it starts with that edition: `rules 1: move Brute to C1`.

use std::convert::Infallible;

use ::record::{
    HeaderBlock, HeaderEnd, HeaderLines, Loaded as LoadedOf, Notation, RecordError,
    RecordErrorKind, RecordFormat,
};
use plain_text::{ParseError, shifted, unexpected};

use super::{JudgedAction, Loaded, Record, Scenario, Setup, v1};
use crate::action::{parse_action, print_action};
use crate::refusal::{reason_text, refusal_text};
use crate::text::{self, Problem, TextError};
use scenario_rules::edition::Edition;
use scenario_rules::figure::FigureKind;
use scenario_rules::game::Game;
use scenario_rules::illegal::Refusal;

/// The start of the first line of every record of a scenario, in every version and form.
const TITLE: &str = "Founders Ledger scenario";
/// The edition of the rules of a record, and of the entries, that state none. A record of the first
/// edition has entries of this one, too.
const DEFAULT_EDITION: Edition = Edition::Second;
/// The keyword before the edition of the rules.
const RULES: &str = "rules";

/// The notation of the second game.
#[derive(Clone, Debug)]
pub enum ScenarioNotation {}

/// Returns `true` if a text starts like a record of a scenario.
pub fn is_record(text: &str) -> bool {
    text.starts_with(TITLE)
}

/// Reads a record up to the first error.
pub fn read(text: &str) -> Loaded {
    read_bytes(text.as_bytes())
}

/// Reads the bytes of a record up to the first error.
pub fn read_bytes(bytes: &[u8]) -> Loaded {
    ::record::read::<ScenarioNotation>(bytes)
}

/// Prints a record as a log, the content of a `.scenario` file.
pub fn print(record: &Record) -> String {
    ::record::print_log::<ScenarioNotation>(record)
}

/// Prints a record for reading, grouped by rounds.
pub fn print_for_people(record: &Record) -> String {
    ::record::print_notation::<ScenarioNotation>(record)
}

/// The header keys of this game.
#[derive(Debug, Default)]
pub struct Header {
    edition: Option<Edition>,
}

impl Notation for ScenarioNotation {
    type Game = Scenario;
    type Header = Header;
    type Opening = Setup;
    type Cache = ();

    const FORMAT: RecordFormat = RecordFormat {
        extension: "scenario",
        log: TITLE,
        notation: "Founders Ledger scenario notation",
        log_opening: "play:",
        notation_opening: "play:",
        version: 2,
        oldest: 1,
        keys: "title:, date:, rules: or table:",
        block: "table",
        block_name: "the table",
        // The game begins with it.
        block_is_last: false,
        max_players: 4,
    };

    fn read_key(header: &mut Header, key: &str, line: &str, at: usize) -> Result<bool, ParseError> {
        if key != RULES {
            return Ok(false);
        }
        if header.edition.is_some() {
            return Err(unexpected(line, 0, "one edition of the rules only"));
        }
        header.edition = Some(edition(line, at, line[at..].trim())?);
        Ok(true)
    }

    fn open(
        header: &mut Header,
        block: Option<HeaderBlock>,
        end: HeaderEnd<'_>,
        (): &mut (),
    ) -> Result<(Setup, Vec<String>), RecordError> {
        let block = block.ok_or_else(|| end.missing("table: with the map at the start"))?;
        let edition = header.edition.unwrap_or(DEFAULT_EDITION);
        let start = table(&block, edition)?;
        Ok((Setup { start, edition }, Vec::new()))
    }

    fn set_up(setup: Setup) -> Result<Record, RecordErrorKind> {
        Record::new(setup).map_err(|never| match never {})
    }

    fn contradictions(_: &Header, _: &Record) -> Vec<String> {
        Vec::new()
    }

    fn print_header(record: &Record, header: &mut HeaderLines) {
        let Setup { start, edition } = record.setup();
        header.push(RULES, &edition.to_string());
        header.push_block("table", &text::print(start));
    }

    fn players(record: &Record) -> Vec<String> {
        let figures = record.game().position().figures().iter();
        let characters = figures.filter(|figure| matches!(figure.kind, FigureKind::Character(_)));
        characters.map(|figure| figure.name().to_owned()).collect()
    }

    fn file_name(record: &Record) -> String {
        let title = record.tags.title.as_deref().unwrap_or("scenario");
        match &record.tags.date {
            Some(date) => format!("{date} {title}"),
            None => title.to_owned(),
        }
    }

    fn parse(game: &Game, line: &str) -> Result<JudgedAction, ParseError> {
        let (edition, at) = stated_edition(line)?.unwrap_or((unstated_edition(game), 0));
        let position = game.position();
        let action = parse_action(1, &line[at..], position.names(), position.board())
            .map_err(|error| shifted(line, at, parse_error(error)))?;
        Ok(JudgedAction { action, edition })
    }

    fn print(game: &Game, JudgedAction { action, edition }: &JudgedAction) -> String {
        let action = print_action(game.position().names(), action);
        if *edition == unstated_edition(game) {
            return action;
        }
        format!("{RULES} {edition}: {action}")
    }

    fn parse_checkpoint(_: &Game, line: &str, _: usize) -> Result<Infallible, ParseError> {
        Err(unexpected(line, 0, "an action; a scenario has no checkpoints"))
    }

    fn print_checkpoint(_: &Game, never: &Infallible) -> String {
        match *never {}
    }

    fn heading(game: &Game) -> (u32, String) {
        (game.round().into(), format!("Round {}", game.round()))
    }

    fn is_heading(line: &str) -> bool {
        line.split_at_checked(6).is_some_and(|(word, number)| {
            word.eq_ignore_ascii_case("round ") && number.bytes().all(|byte| byte.is_ascii_digit())
        })
    }

    fn refusal(game: &Game, refusal: &Refusal) -> String {
        refusal_text(game.position().names(), refusal)
    }

    fn read_older(bytes: &[u8]) -> LoadedOf<Scenario> {
        v1::read(bytes)
    }
}

/// Parses the table in the header of a record, by the edition under which the record was started.
pub(super) fn table(
    block: &HeaderBlock,
    edition: Edition,
) -> Result<scenario_rules::Position, RecordError> {
    text::parse_table(&block.text, edition).map_err(|error| {
        let trouble =
            RecordErrorKind::Block { column: error.column + 2, message: error.problem.to_string() };
        trouble.at(block.first_line + error.line - 1)
    })
}

/// Returns the edition of the entries of a game that state none.
fn unstated_edition(game: &Game) -> Edition {
    game.edition().max(DEFAULT_EDITION)
}

/// Parses the edition before an entry, such as `rules 1:`; also returns the byte where the action
/// starts.
fn stated_edition(line: &str) -> Result<Option<(Edition, usize)>, ParseError> {
    let Some(rest) = line.strip_prefix(RULES).filter(|rest| rest.starts_with(' ')) else {
        return Ok(None);
    };
    let at = RULES.len() + 1;
    let Some((number, action)) = rest.split_once(':') else {
        return Err(unexpected(line, at, "an edition of the rules and a colon, as \"rules 1:\""));
    };
    let edition = edition(line, at, number.trim())?;
    Ok(Some((edition, line.len() - action.trim_start().len())))
}

/// Parses the number of an edition, found at the byte `at` of a line.
pub(super) fn edition(line: &str, at: usize, number: &str) -> Result<Edition, ParseError> {
    number.parse().ok().and_then(Edition::numbered).ok_or_else(|| {
        let latest = Edition::LATEST;
        let expected = format!("an edition of the rules up to {latest}: a newer app wrote this");
        unexpected(line, at, expected)
    })
}

/// Converts the error of an action; its column stays that in the line.
pub(super) fn parse_error(TextError { column, problem, .. }: TextError) -> ParseError {
    match problem {
        Problem::Expected { found, expected } => ParseError { column, found, expected },
        Problem::Illegal { reason, names } => {
            ParseError { column, found: String::new(), expected: reason_text(&names, &reason) }
        }
    }
}
