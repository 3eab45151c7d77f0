//! Records of campaigns: every action since the first evening.
//!
//! [`CampaignNotation`] is the file format, on the log that all games share:
//!
//! ```text
//! Founders Ledger campaign 1
//! title: The wolves of the marsh
//! rules: 1
//! play:  ~1a2b3c4d
//! open class Brute  ~5e6f7a8b
//! undo  ~9c0d1e2f
//! ```

use std::convert::Infallible;

use ::record::{
    HeaderBlock, HeaderEnd, HeaderLines, Notation, Played, RecordError, RecordErrorKind,
    RecordFormat, RecordedGame,
};
use campaign_rules::action::Action;
use campaign_rules::event::Event;
use campaign_rules::game::{Advice, Outcome, PlayReport};
use campaign_rules::{Game, Refusal};
use plain_text::{ParseError, counted, unexpected};

use super::action::{parse_action, print_action};
use super::receipt::{ChangeLine, receipt};
use super::refusal::refusal_text;
use super::sentence::sentence_of;

pub use ::record::EntryId;

/// The start of the first line of every record of a campaign, in every version and form.
const TITLE: &str = "Founders Ledger campaign";
/// The keyword of the header before the edition of the rules.
const RULES: &str = "rules";
/// The edition of the rules by which every entry is judged so far.
const EDITION: u8 = 1;
/// The maximum number of entries of a record, variations included.
const MAX_ENTRIES: usize = 30_000;
/// The first word of a heading.
const AFTER: &str = "After ";

/// The campaign, as a type of [`RecordedGame`].
#[derive(Clone, Debug, PartialEq)]
pub enum RecordedCampaign {}

/// The record of one campaign.
pub type Record = ::record::Record<RecordedCampaign>;
/// A change of a record.
pub type Change = ::record::Change<RecordedCampaign>;
/// The reason a change cannot be made.
pub type ChangeError = ::record::ChangeError<RecordedCampaign>;
/// The readable part of a record.
pub type Loaded = ::record::Loaded<RecordedCampaign>;
/// The recovery of a damaged log.
pub type LogRecovery = ::record::LogRecovery<CampaignNotation>;
/// A draft that corrects earlier entries of a record.
pub type Repair = ::record::Repair<RecordedCampaign>;

/// The start of a campaign, which is always the same: a new box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NewBox;

impl RecordedGame for RecordedCampaign {
    type Setup = NewBox;
    type Game = Game;
    type Action = Action;
    type Outcome = PlayReport;
    type Checkpoint = Infallible;
    type Refusal = Refusal;
    type SetupError = Infallible;

    const MAX_ENTRIES: usize = MAX_ENTRIES;

    fn start(_: &NewBox) -> Result<Game, Infallible> {
        Ok(Game::default())
    }

    fn start_outcome(_: &NewBox, _: &Game) -> PlayReport {
        PlayReport::default()
    }

    fn play(game: &Game, action: &Action) -> Result<Played<Self>, Refusal> {
        let Outcome { game, report } = game.outcome(action)?;
        Ok(Played { game, action: action.clone(), outcome: report })
    }

    /// Every action can be overruled, except corrections and notes, which no rule judges.
    fn overruled(action: &Action, reason: &str) -> Option<Action> {
        match action {
            Action::Overruled { .. } | Action::Correct(_) | Action::Note(_) => None,
            action => Some(overrule(action.clone(), reason)),
        }
    }
}

/// Returns an action that the table plays although the rules refuse it.
pub fn overrule(action: Action, reason: &str) -> Action {
    Action::Overruled { action: Box::new(action), reason: reason.to_owned() }
}

/// The notation of campaigns.
#[derive(Clone, Debug)]
pub enum CampaignNotation {}

/// Returns `true` if a text starts like a record of a campaign.
pub fn is_record(text: &str) -> bool {
    text.starts_with(TITLE)
}

/// Reads a record up to the first error.
pub fn read(text: &str) -> Loaded {
    read_bytes(text.as_bytes())
}

/// Reads the bytes of a record up to the first error.
pub fn read_bytes(bytes: &[u8]) -> Loaded {
    ::record::read::<CampaignNotation>(bytes)
}

/// Prints a record as a log, the content of a `.campaign` file.
pub fn print(record: &Record) -> String {
    ::record::print_log::<CampaignNotation>(record)
}

/// Prints a record for reading, grouped by the scenarios that were played.
pub fn print_for_people(record: &Record) -> String {
    ::record::print_notation::<CampaignNotation>(record)
}

/// The keys of a header.
#[derive(Debug, Default)]
pub struct CampaignHeader {
    edition: Option<u8>,
}

impl Notation for CampaignNotation {
    type Game = RecordedCampaign;
    type Header = CampaignHeader;
    type Opening = NewBox;
    type Cache = ();

    const FORMAT: RecordFormat = RecordFormat {
        extension: "campaign",
        log: TITLE,
        notation: "Founders Ledger campaign notation",
        log_opening: "play:",
        notation_opening: "play:",
        version: 1,
        oldest: 1,
        keys: "title:, date: or rules:",
        // No key of a campaign has lines below it.
        block: "start",
        block_name: "the start",
        block_is_last: false,
        max_players: 40,
    };

    fn read_key(
        header: &mut CampaignHeader,
        key: &str,
        line: &str,
        at: usize,
    ) -> Result<bool, ParseError> {
        if key != RULES {
            return Ok(false);
        }
        let edition = line[at..].trim().parse().ok().filter(|&edition| edition == EDITION);
        let expected = format!("the edition {EDITION} of the rules; a newer app wrote another one");
        header.edition = Some(edition.ok_or_else(|| unexpected(line, at, expected))?);
        Ok(true)
    }

    fn open(
        _: &mut CampaignHeader,
        block: Option<HeaderBlock>,
        _: HeaderEnd<'_>,
        (): &mut (),
    ) -> Result<(NewBox, Vec<String>), RecordError> {
        match block {
            None => Ok((NewBox, Vec::new())),
            Some(block) => {
                let message = "a campaign starts with a new box and has no lines here".to_owned();
                let problem = RecordErrorKind::Block { column: 1, message };
                Err(problem.at(block.first_line))
            }
        }
    }

    fn set_up(start: NewBox) -> Result<Record, RecordErrorKind> {
        Record::new(start).map_err(|never| match never {})
    }

    fn contradictions(_: &CampaignHeader, _: &Record) -> Vec<String> {
        Vec::new()
    }

    fn print_header(_: &Record, header: &mut HeaderLines) {
        header.push(RULES, &EDITION.to_string());
    }

    fn players(record: &Record) -> Vec<String> {
        let characters = &record.game().campaign().characters;
        characters.iter().map(|of| of.name.to_string()).collect()
    }

    fn file_name(record: &Record) -> String {
        let title = record.tags.title.as_deref().unwrap_or("campaign");
        match &record.tags.date {
            Some(date) => format!("{date} {title}"),
            None => title.to_owned(),
        }
    }

    fn parse(_: &Game, line: &str) -> Result<Action, ParseError> {
        parse_action(line)
    }

    fn print(_: &Game, action: &Action) -> String {
        print_action(action)
    }

    fn parse_checkpoint(_: &Game, line: &str, _: usize) -> Result<Infallible, ParseError> {
        Err(unexpected(line, 0, "an action; a campaign has no checkpoints"))
    }

    fn print_checkpoint(_: &Game, never: &Infallible) -> String {
        match *never {}
    }

    fn heading(game: &Game) -> (u32, String) {
        let ended = game.campaign().world.ended;
        (ended, format!("{AFTER}{}", counted(ended, "scenario", "scenarios")))
    }

    fn is_heading(line: &str) -> bool {
        let rest = line.strip_prefix(AFTER).and_then(|rest| rest.split_once(' '));
        rest.is_some_and(|(count, noun)| {
            count.bytes().all(|byte| byte.is_ascii_digit()) && noun.starts_with("scenario")
        })
    }

    fn refusal(_: &Game, refusal: &Refusal) -> String {
        refusal_text(refusal)
    }
}

/// Creates the record of a campaign that starts with a new box.
pub fn new_record() -> Record {
    Record::with_game(NewBox, Game::default())
}

/// Returns the action of an entry that was played and not undone, by its number from 1.
pub fn action_at(record: &Record, number: usize) -> Option<&Action> {
    record.action(number).filter(|_| number <= record.cursor())
}

/// Returns the actions that were played and not undone.
pub fn played_actions(record: &Record) -> impl Iterator<Item = &Action> {
    (1..=record.cursor()).filter_map(|number| action_at(record, number))
}

/// Returns the reason a change of a record cannot be made, in words.
pub fn change_text(error: &ChangeError) -> String {
    error.message(refusal_text)
}

fn report(record: &Record, number: usize) -> Option<&PlayReport> {
    record.on_main_line(number).map(|id| record.entry(id).outcome())
}

/// Returns the changes that an entry made, by its number from 1.
pub fn events(record: &Record, number: usize) -> &[Event] {
    report(record, number).map_or(&[], |report| &report.events)
}

/// Returns the receipt of an entry, by its number from 1.
pub fn receipt_of(record: &Record, number: usize) -> Vec<ChangeLine> {
    receipt(events(record, number))
}

/// The maximum number of entries in a list of the latest ones.
const MAX_LATEST: usize = 30;

/// Returns the latest entries up to `at` with their sentences, the latest last.
pub fn sentence_entries(record: &Record, at: usize) -> Vec<(usize, String)> {
    let first = at.saturating_sub(MAX_LATEST) + 1;
    (first..=at).filter_map(|entry| Some((entry, sentence_of(record, entry)?))).collect()
}

/// Returns the advice of the book against entries, each with the number of its entry.
pub fn advice(record: &Record) -> Vec<String> {
    let mut advice = Vec::new();
    for number in 1..=record.cursor() {
        for of in report(record, number).into_iter().flat_map(|report| &report.advice) {
            let words = match of {
                Advice::CasualFirst { scenario } => format!(
                    "scenario {scenario} is played casually before it is completed, which the book \
                     advises against (S15.1)"
                ),
            };
            advice.push(format!("entry {number}: {words}"));
        }
    }
    advice
}

/// Computes the outcome of an action without recording it.
///
/// # Errors
///
/// The reason it could not be recorded, in words: the refusal, or a text that would not be read
/// back as the same.
pub fn preview(record: &Record, action: &Action) -> Result<Outcome, String> {
    let outcome = record.game().outcome(action).map_err(|refusal| refusal_text(&refusal))?;
    let text = print_action(action);
    match parse_action(&text) {
        Ok(read_back) if read_back == *action => Ok(outcome),
        Ok(_) => Err(format!("not recorded: \"{text}\" would be read as something else")),
        Err(error) => Err(format!("not recorded: {error}")),
    }
}
