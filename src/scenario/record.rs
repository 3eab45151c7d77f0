//! Scenarios as they are recorded: the table at the start, and every action since.
//!
//! A [`Record`] is the record of this game. Each entry states the [`Edition`] of the rules
//! by which it was judged, so that it stands when the rules are read better later. How a record is
//! written is [`ScenarioNotation`].

mod notation;
mod v1;

use std::convert::Infallible;

use ::record::{Played, RecordedGame};

use super::action::{parse_action, print_action};
use super::refusal::{refusal_words, warning_words};
use super::text::{Cursor, TextError};
use super::words;
use scenario_rules::action::Action;
use scenario_rules::board::Board;
use scenario_rules::edition::Edition;
use scenario_rules::event::Event;
use scenario_rules::figure::HitPoints;
use scenario_rules::game::Game;
use scenario_rules::illegal::Refusal;
use scenario_rules::names::Names;
use scenario_rules::outcome::{Notices, Outcome, Warning};
use scenario_rules::position::Position;

pub use ::record::{EntryId, RecordError, Trouble, Warning as RecordWarning};
pub use notation::{ScenarioNotation, is_record, print, print_for_people, read, read_bytes};

/// The most entries of a record, variations included.
const MAX_ENTRIES: usize = 30_000;

/// The reason noted for a monster's turn that differs from the rules after a repair.
const STANDS: &str = "so it was played before the record was repaired";

/// The second game, as a record knows it.
#[derive(Clone, Debug, PartialEq)]
pub enum Scenario {}

/// The record of one scenario.
pub type Record = ::record::Record<Scenario>;
/// Something done to a record.
pub type Change = ::record::Change<Scenario>;
/// The reason a change cannot be made.
pub type ChangeError = ::record::ChangeError<Scenario>;
/// The readable part of a record.
pub type Loaded = ::record::Loaded<Scenario>;
/// A log that is being mended.
pub type Mending = ::record::Mending<ScenarioNotation>;
/// A draft of a record in which earlier entries are put right.
pub type Repair = ::record::Repair<Scenario>;

/// The start of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The table at the start.
    pub start: Position,
    /// The edition of the rules by which the table was judged.
    pub edition: Edition,
}

impl From<Position> for Setup {
    fn from(start: Position) -> Self {
        Self { start, edition: Edition::LATEST }
    }
}

/// An action, with the edition of the rules by which it was judged when it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedAction {
    /// The action.
    pub action: Action,
    /// By which edition it was judged.
    pub edition: Edition,
}

impl From<Action> for JudgedAction {
    fn from(action: Action) -> Self {
        Self { action, edition: Edition::LATEST }
    }
}

impl RecordedGame for Scenario {
    type Setup = Setup;
    type Game = Game;
    type Action = JudgedAction;
    type Outcome = Notices;
    type Checkpoint = Infallible;
    type Refusal = Refusal;
    type SetupError = Infallible;

    const MAX_ENTRIES: usize = MAX_ENTRIES;

    fn start(setup: &Setup) -> Result<Game, Infallible> {
        Ok(Game::by_edition(setup.start.clone(), setup.edition))
    }

    fn start_outcome(setup: &Setup, _: &Game) -> Notices {
        if setup.edition.is_strict() {
            return Notices::default();
        }
        let figures = setup.start.figures().iter();
        let without = figures.filter(|figure| figure.hit_points.is_some_and(HitPoints::is_gone));
        let warnings = without.map(|figure| Warning::NoHitPoints { figure: figure.id() });
        Notices { warnings: warnings.collect(), ..Notices::default() }
    }

    fn play(game: &Game, action: &JudgedAction) -> Result<Played<Self>, Refusal> {
        let Outcome { game, notices } = game.judged(&action.action, action.edition)?;
        Ok(Played { game, action: action.clone(), outcome: notices })
    }

    /// The turn of a monster can stand as the table played it; nothing else is judged by rules.
    fn overruled(action: &JudgedAction, reason: &str) -> Option<JudgedAction> {
        match &action.action {
            Action::Turn(turn) if turn.overruled.is_none() => {
                let mut turn = turn.clone();
                turn.overruled = Some(reason.to_owned());
                Some(Action::Turn(turn).into())
            }
            _ => None,
        }
    }
}

/// Creates a record that begins with a table.
pub fn begin(start: Position) -> Record {
    let setup = Setup::from(start);
    let game = Game::new(setup.start.clone());
    Record::begin(setup, game)
}

/// Creates a record that begins with an empty map of this size.
pub fn empty(columns: u8, rows: u8) -> Record {
    begin(Position::empty(Board::new(columns, rows)))
}

/// Returns the actions that were played and not taken back.
pub fn played(record: &Record) -> impl Iterator<Item = &Action> {
    (1..=record.cursor()).filter_map(|number| action_at(record, number))
}

/// Returns the action of an entry that was played and not taken back, by its number from 1.
pub fn action_at(record: &Record, number: usize) -> Option<&Action> {
    let judged = record.action(number).filter(|_| number <= record.cursor());
    judged.map(|judged| &judged.action)
}

/// Prints an action with the names of a record.
pub fn action_text(record: &Record, action: &Action) -> String {
    print_action(record.game().position().names(), action)
}

/// Returns the reason that a change of a record cannot be made, in words.
pub fn change_words(record: &Record, error: &ChangeError) -> String {
    error.in_words(|refusal| refusal_words(record.game().position().names(), refusal))
}

/// Returns the changes that an entry made to the table, by its number from 1.
pub fn events(record: &Record, number: usize) -> &[Event] {
    match record.on_main_line(number) {
        Some(id) => &record.entry(id).outcome().events,
        None => &[],
    }
}

/// Returns the sentences about what followed from an entry by the rules, by its number from 1.
pub fn consequences(record: &Record, number: usize) -> Vec<String> {
    let before = number.checked_sub(1).and_then(|before| record.game_at(before));
    before.map_or_else(Vec::new, |before| {
        words::consequences(before.position(), events(record, number))
    })
}

/// Returns what the rules would have otherwise now of the table at the start and of the entries.
pub fn warnings(record: &Record) -> Vec<String> {
    let names = record.game().position().names();
    let ids = (0..=record.cursor()).filter_map(|entry| Some((entry, record.on_main_line(entry)?)));
    let all = ids.flat_map(|(entry, id)| {
        let warnings = record.entry(id).outcome().warnings.iter();
        warnings.map(move |warning| match (entry, warning_words(names, warning)) {
            (0, words) => format!("the table at the start: {words}"),
            (entry, words) => format!("entry {entry}: {words}"),
        })
    });
    all.collect()
}

/// Returns the entries with a comment, by their numbers from 1.
pub fn marked(record: &Record) -> Vec<(usize, &str)> {
    let ids = (1..=record.cursor()).filter_map(|entry| Some((entry, record.on_main_line(entry)?)));
    let comments = ids.map(|(entry, id)| (entry, record.entry(id).comment()));
    comments.filter(|(_, comment)| !comment.is_empty()).collect()
}

/// Lets an entry of a repair that no longer holds stand as the table played it. Returns whether it
/// can: only turns of monsters are judged by rules.
pub fn let_stand(repair: &mut Repair, record: &Record, number: usize) -> bool {
    let step = repair.step(number);
    let can = step.is_some_and(|step| Scenario::overruled(&step.action, STANDS).is_some());
    if can {
        repair.overrule(record, number, STANDS);
    }
    can
}

/// The reason an action is not entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryError {
    /// The action is refused.
    Refused(Refusal),
    /// The action cannot be written down so that it would be read again.
    Unwritable(TextError),
}

impl EntryError {
    /// Returns the reason in words, with the names of the record.
    pub fn in_words(&self, names: &Names) -> String {
        match self {
            Self::Refused(refusal) => refusal_words(names, refusal),
            Self::Unwritable(error) => format!("not recorded: {}", error.problem),
        }
    }
}

/// Returns the outcome that an action would have. Nothing is recorded.
///
/// # Errors
///
/// The reason it would not be recorded. A refusal by the rules comes before an unwritable text.
pub fn preview(record: &Record, action: &Action) -> Result<Outcome, EntryError> {
    let outcome = record.game().outcome(action).map_err(EntryError::Refused)?;
    check_writable(action, record.game().position())?;
    Ok(outcome)
}

/// Checks that an action reads back as it is, with any words that were typed.
///
/// # Errors
///
/// The part that cannot be written, and what is expected in its place.
pub fn check_writable(action: &Action, position: &Position) -> Result<(), EntryError> {
    let said = print_action(position.names(), action);
    let read = parse_action(1, &said, position.names(), position.board());
    let read = read.map_err(EntryError::Unwritable)?;
    if read == *action && !said.contains(char::is_control) {
        return Ok(());
    }
    let expected = "words without line breaks, and names that do not end in a number of their own";
    Err(EntryError::Unwritable(Cursor::new(1, &said).expected(expected)))
}
