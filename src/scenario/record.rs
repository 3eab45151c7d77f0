//! Records of scenarios: the table at the start, and every action since.
//!
//! Each entry of a [`Record`] states the [`Edition`] of the rules by which it was judged, so it
//! stays valid when our reading of the rules improves. [`ScenarioNotation`] is the file format.
//!
//! ```
//! use scenario::action::parse_action;
//! use scenario::record::{Change, new_record, played_actions, print, read};
//!
//! let position = scenario::parse("board 3x3\ncharacter Brute at A1, initiative 30")?;
//! let mut record = new_record(position);
//! let start = record.game().position();
//! let action = parse_action(1, "move Brute to B2", start.names(), start.board())?;
//! record.apply(Change::Play(action.into())).expect("B2 is an empty hex");
//!
//! let text = print(&record);
//! let replayed = read(&text).record.expect("a printed record can be read");
//! assert_eq!(played_actions(&replayed).count(), 1);
//! let brute = replayed.game().position().find("Brute").expect("the Brute is on the map");
//! assert_eq!(replayed.game().position().figure(brute).hex.to_string(), "B2");
//! # Ok::<(), scenario::TextError>(())
//! ```

mod notation;
mod v1;

use std::convert::Infallible;

use ::record::{Played, RecordedGame};

use super::action::{parse_action, print_action};
use super::explanation;
use super::receipt::{ReceiptStep, receipt};
use super::refusal::{refusal_text, warning_text};
use super::text::{Cursor, TextError};
use scenario_rules::action::Action;
use scenario_rules::board::Board;
use scenario_rules::edition::Edition;
use scenario_rules::ending::PlayedEnd;
use scenario_rules::event::{Event, EventKind};
use scenario_rules::figure::HitPoints;
use scenario_rules::game::Game;
use scenario_rules::illegal::Refusal;
use scenario_rules::names::{FigureId, Names};
use scenario_rules::outcome::{ActionReport, Outcome, Warning};
use scenario_rules::position::Position;

pub use ::record::{EntryId, RecordError, RecordErrorKind, Warning as RecordWarning};
pub use notation::{ScenarioNotation, is_record, print, print_for_people, read, read_bytes};

/// The maximum number of entries of a record, variations included.
const MAX_ENTRIES: usize = 30_000;

/// The second game, as a type of [`RecordedGame`].
#[derive(Clone, Debug, PartialEq)]
pub enum Scenario {}

/// The record of one scenario.
pub type Record = ::record::Record<Scenario>;
/// A change of a record.
pub type Change = ::record::Change<Scenario>;
/// The reason a change cannot be made.
pub type ChangeError = ::record::ChangeError<Scenario>;
/// The readable part of a record.
pub type Loaded = ::record::Loaded<Scenario>;
/// The recovery of a damaged log.
pub type LogRecovery = ::record::LogRecovery<ScenarioNotation>;
/// A draft that corrects earlier entries of a record.
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
    /// The edition of the rules.
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
    type Outcome = ActionReport;
    type Checkpoint = Infallible;
    type Refusal = Refusal;
    type SetupError = Infallible;

    const MAX_ENTRIES: usize = MAX_ENTRIES;

    fn start(setup: &Setup) -> Result<Game, Infallible> {
        Ok(Game::for_edition(setup.start.clone(), setup.edition))
    }

    fn start_outcome(setup: &Setup, _: &Game) -> ActionReport {
        if setup.edition.is_strict() {
            return ActionReport::default();
        }
        let warnings = setup
            .start
            .figures()
            .iter()
            .filter(|figure| figure.hit_points.is_some_and(HitPoints::is_gone))
            .map(|figure| Warning::NoHitPoints { figure: figure.id() })
            .collect();
        ActionReport { warnings, ..ActionReport::default() }
    }

    fn play(game: &Game, action: &JudgedAction) -> Result<Played<Self>, Refusal> {
        let Outcome { game, report } = game.outcome_by_edition(&action.action, action.edition)?;
        Ok(Played { game, action: action.clone(), outcome: report })
    }

    /// Only turns of monsters, attacks, summons, spawns and the end of the scenario can be
    /// overruled.
    fn overruled(action: &JudgedAction, reason: &str) -> Option<JudgedAction> {
        match &action.action {
            Action::Turn(turn) if turn.overruled.is_none() => {
                let mut turn = turn.clone();
                turn.overruled = Some(reason.to_owned());
                Some(Action::Turn(turn).into())
            }
            Action::Attack(attack) if attack.overruled.is_none() => {
                let mut attack = attack.clone();
                attack.overruled = Some(reason.to_owned());
                Some(Action::Attack(attack).into())
            }
            Action::Put(figure) if figure.arrival_rule().is_some() => {
                let (figure, reason) = (figure.clone(), reason.to_owned());
                Some(Action::PutOverruled { figure, reason }.into())
            }
            Action::End(end) if end.overruled.is_none() => {
                let overruled = Some(reason.to_owned());
                Some(Action::End(PlayedEnd { overruled, ..*end }).into())
            }
            _ => None,
        }
    }
}

/// Creates a record that starts with this table.
pub fn new_record(start: Position) -> Record {
    let setup = Setup::from(start);
    let game = Game::new(setup.start.clone());
    Record::with_game(setup, game)
}

/// Creates a record that starts with an empty map of this size.
pub fn empty_record(columns: u8, rows: u8) -> Record {
    new_record(Position::empty(Board::new(columns, rows)))
}

/// Returns the actions that were played and not undone.
pub fn played_actions(record: &Record) -> impl Iterator<Item = &Action> {
    (1..=record.cursor()).filter_map(|number| action_at(record, number))
}

/// Returns the action of an entry that was played and not undone, by its number from 1.
pub fn action_at(record: &Record, number: usize) -> Option<&Action> {
    record.action(number).filter(|_| number <= record.cursor()).map(|judged| &judged.action)
}

/// Prints an action with the names of a record.
pub fn action_text(record: &Record, action: &Action) -> String {
    print_action(record.game().position().names(), action)
}

/// Returns the reason a change of a record cannot be made, in words.
pub fn change_text(record: &Record, error: &ChangeError) -> String {
    error.message(|refusal| refusal_text(record.game().position().names(), refusal))
}

/// Returns the changes that an entry made to the table, by its number from 1.
pub fn events(record: &Record, number: usize) -> &[Event] {
    match record.on_main_line(number) {
        Some(id) => &record.entry(id).outcome().events,
        None => &[],
    }
}

/// Returns the receipt of an entry, by its number from 1.
pub fn receipt_of(record: &Record, number: usize) -> Vec<ReceiptStep> {
    receipt(record.game().position().names(), events(record, number))
}

/// Returns the numbers of the entries that changed the hit points of a figure, from the latest back
/// to the one that left it unhurt or put it on the map.
pub fn hit_point_entries(record: &Record, figure: FigureId) -> Vec<usize> {
    let mut entries = Vec::new();
    for number in (1..=record.cursor()).rev() {
        let mut is_entry = false;
        let mut after = None;
        for event in events(record, number) {
            match &event.kind {
                EventKind::HitPoints { figure: of, to, .. } if *of == figure => after = Some(*to),
                EventKind::Entered { figure: of } if of.id() == figure => {
                    (is_entry, after) = (true, of.hit_points);
                }
                _ => {}
            }
        }
        let is_hurt = after.is_some_and(|after| after.lost() > 0);
        entries.extend(is_hurt.then_some(number));
        if is_entry || after.is_some() && !is_hurt {
            break;
        }
    }
    entries
}

/// Returns the sentences about the consequences of an entry by the rules, by its number from 1.
pub fn consequences(record: &Record, number: usize) -> Vec<String> {
    let before = number.checked_sub(1).and_then(|before| record.game_at(before));
    before.map_or_else(Vec::new, |before| {
        explanation::consequences(before.position(), events(record, number))
    })
}

/// Returns the differences from the latest edition of the rules, for the table at the start and
/// each entry.
pub fn warnings(record: &Record) -> Vec<String> {
    let names = record.game().position().names();
    let mut warnings = Vec::new();
    for number in 0..=record.cursor() {
        let Some(id) = record.on_main_line(number) else { continue };
        for warning in &record.entry(id).outcome().warnings {
            let words = warning_text(names, warning);
            warnings.push(match number {
                0 => format!("the table at the start: {words}"),
                _ => format!("entry {number}: {words}"),
            });
        }
    }
    warnings
}

/// The reason an action cannot be recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryError {
    /// The action is refused.
    Refused(Refusal),
    /// The printed action would not be read back as the same.
    Unwritable(TextError),
}

impl EntryError {
    /// Returns the reason in words, with the names of the record.
    pub fn in_words(&self, names: &Names) -> String {
        match self {
            Self::Refused(refusal) => refusal_text(names, refusal),
            Self::Unwritable(error) => format!("not recorded: {}", error.problem),
        }
    }
}

/// Computes the outcome of an action without recording it.
///
/// # Errors
///
/// The reason it could not be recorded. A refusal by the rules takes precedence over an unwritable
/// text.
pub fn preview(record: &Record, action: &Action) -> Result<Outcome, EntryError> {
    let outcome = record.game().outcome(action).map_err(EntryError::Refused)?;
    check_writable(action, record.game().position())?;
    Ok(outcome)
}

/// Checks that a printed action reads back as the same, including any typed text.
///
/// # Errors
///
/// The part that cannot be written, and the expected text in its place.
pub fn check_writable(action: &Action, position: &Position) -> Result<(), EntryError> {
    let text = print_action(position.names(), action);
    let read_back = parse_action(1, &text, position.names(), position.board())
        .map_err(EntryError::Unwritable)?;
    if read_back == *action && !text.contains(char::is_control) {
        return Ok(());
    }
    let expected = "words without line breaks, and names that do not end in a number of their own";
    Err(EntryError::Unwritable(Cursor::new(1, &text).expected(expected)))
}
