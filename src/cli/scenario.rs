//! Records of scenarios (the second game), for subcommands that read both kinds.

use std::path::{Path, PathBuf};

use super::answer::{CommandOutput, CommandResult, Exit};
use super::input;
use super::json::ScenarioLayout;
use export::{ScenarioSubject, entry_page, scenario_layout_page, scenario_score_page, turn_page};
use plain_text::counted;
use record::{RecordError, RecordForm};
use scenario::checklist::{Item, Part, checklist};
use scenario::question::{QuestionError, TurnQuestion};
use scenario::record::{
    action_at, action_text, consequences, is_record, new_record, print_for_people, warnings,
};
use scenario::refusal::find;
use scenario::{Record, parse, print};
use scenario_rules::{Game, Position};
use scene::PictureKind;
use ui_scenario::{map_picture, map_svg, turn_picture, turn_svg};

use super::record::RecordFailure;
use crate::recorded_games;

/// Returns `true` if a file is of the second game: it contains the record of a scenario, or has the
/// extension of a scenario or a position.
pub(super) fn is_scenario(path: &Path) -> bool {
    // If there is no file, the subcommand that reads it reports that.
    (path.is_file() || input::is_stream(path))
        && (recorded_games::is_scenario(path)
            || input::read_text(path).is_ok_and(|text| is_record(&text)))
}

/// A scenario as far as it could be read, and one of its entries.
pub(super) struct OpenedScenario {
    path: PathBuf,
    record: Record,
    /// `true` for a position, which has no entries.
    is_position: bool,
    /// The number of the entry; 0 is the start.
    at: usize,
    game: Game,
    /// Warnings about the file.
    warnings: Vec<String>,
    /// The error at which reading stopped, if any.
    error: Option<RecordError>,
    /// The check of the last line of a log.
    last_check: Option<u32>,
}

impl OpenedScenario {
    /// Opens a scenario after its last entry. A position is a scenario without entries.
    pub(super) fn of(path: &Path) -> Result<Self, RecordFailure> {
        let file = path.display();
        let not_valid = |error: String| RecordFailure {
            error: format!("{file}: {error}"),
            exit: Exit::NotValid,
        };
        let bytes = input::read(path)
            .map_err(|error| RecordFailure { error: error.to_string(), exit: Exit::Unusable })?;
        let text = String::from_utf8_lossy(&bytes);
        let extension = path.extension().unwrap_or_default();
        let is_position = !is_record(&text) && !extension.eq_ignore_ascii_case("scenario");
        let mut last_check = None;
        let (record, warnings, error) = if is_position {
            let position = parse(&text).map_err(|error| not_valid(error.to_string()))?;
            (new_record(position), Vec::new(), None)
        } else {
            let loaded = scenario::record::read_bytes(&bytes);
            last_check = (loaded.form == Some(RecordForm::Log)).then_some(loaded.check);
            match (loaded.record, loaded.error) {
                (Some(record), error) => {
                    let odd = loaded.warnings.iter().map(ToString::to_string);
                    (record, odd.collect(), error)
                }
                (None, Some(error)) => return Err(not_valid(error.to_string())),
                (None, None) => {
                    let error = format!("{file}: nothing in it");
                    return Err(RecordFailure { error, exit: Exit::Unusable });
                }
            }
        };
        let (at, game) = (record.cursor(), record.game().clone());
        Ok(Self {
            path: path.to_owned(),
            record,
            is_position,
            at,
            game,
            warnings,
            error,
            last_check,
        })
    }

    /// Moves to entry `at`, if it is not `None`.
    pub(super) fn at(self, at: Option<usize>) -> Result<Self, CommandOutput> {
        let Some(at) = at else {
            return Ok(self);
        };
        if self.is_position {
            let why = format!("{} is a position, which has no entries", self.path.display());
            return Err(CommandOutput::unusable(why));
        }
        let last = self.record.cursor();
        if let Some(game) = self.record.game_at(at).filter(|_| at <= last) {
            Ok(Self { at, game, ..self })
        } else {
            let why = format!("there is no entry {at}; the last is {last}");
            Err(self.finish(CommandOutput::unusable(why)))
        }
    }

    /// Adds the warnings and the error of the record to an answer.
    pub(super) fn finish(&self, answer: CommandOutput) -> CommandOutput {
        let file = self.path.display();
        let odd = self.warnings.iter().map(|odd| format!("{file}: warning: {odd}"));
        let answer = odd.fold(answer, CommandOutput::with_note);
        match &self.error {
            Some(error) => answer.with_note(format!("{file}: {error}")).with_exit(Exit::NotValid),
            None => answer,
        }
    }

    /// Returns the game at the entry.
    pub(super) const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the check of the last line of its file; `None` if its lines have no checks.
    pub(super) const fn last_check(&self) -> Option<u32> {
        self.last_check
    }

    /// Returns the number of the entry.
    pub(super) const fn entry(&self) -> usize {
        self.at
    }

    /// Adds a note to an answer for each entry that the rules would now judge differently.
    fn with_rule_warnings(&self, answer: CommandOutput) -> CommandOutput {
        let file = self.path.display();
        warnings(&self.record)
            .into_iter()
            .map(|warning| format!("{file}: warning: {warning}"))
            .fold(answer, CommandOutput::with_note)
    }

    fn subject(&self) -> ScenarioSubject<'_> {
        ScenarioSubject { record: &self.record, at: self.at }
    }

    /// Draws the map, with the turn of a monster if one is named.
    ///
    /// # Errors
    ///
    /// No figure has that name, or the size is out of range.
    pub(super) fn picture(
        &self,
        monster: Option<&str>,
        kind: PictureKind,
        size: (u32, u32),
    ) -> Result<Vec<u8>, String> {
        let drawn = match monster {
            None => map_picture(&self.game, kind, size),
            Some(name) => {
                let figure = find(self.game.position(), name).map_err(|why| why.to_string())?;
                turn_picture(&TurnQuestion::now(self.game.clone(), figure), kind, size)
            }
        };
        drawn.map_err(|error| error.to_string())
    }
}

/// Returns the position in a file, or of a scenario after an entry.
pub(super) fn position(path: &Path, at: Option<usize>) -> Result<Position, CommandOutput> {
    let opened = OpenedScenario::of(path)?.at(at)?;
    // The final position of a damaged record is not known.
    if opened.error.is_some() && at.is_none() {
        return Err(opened.finish(CommandOutput::default()));
    }
    Ok(opened.game.position().clone())
}

/// Prints the game after an entry as a position.
pub(super) fn replay(opened: OpenedScenario, until: Option<usize>, json: bool) -> CommandResult {
    let opened = opened.at(until)?;
    if json {
        let why = "a scenario is printed as text alone; `monster --json` gives a turn as data";
        return Err(CommandOutput::unusable(why));
    }
    let OpenedScenario { record, at, game, .. } = &opened;
    let title = record.tags.title.as_deref().unwrap_or("Scenario");
    let last = record.cursor();
    let mut lines = vec![format!("{title}: round {}, after entry {at} of {last}", game.round())];
    if let Some(action) = action_at(record, *at) {
        lines.push(format!("Latest: {}", action_text(record, action)));
        lines.extend(consequences(record, *at));
    }
    let mut marks = record.commented_entries().into_iter();
    if let Some((_, words)) = marks.find(|(entry, _)| entry == at) {
        lines.push(format!("Marked: {words}"));
    }
    lines.extend(print(game.position()).lines().map(str::to_owned));
    Ok(opened.finish(opened.with_rule_warnings(CommandOutput::lines(lines))))
}

impl OpenedScenario {
    /// Returns the verdict on it, with an answer that holds the notes and the exit.
    pub(super) fn check(&self) -> (String, CommandOutput) {
        let entries = counted(self.record.cursor(), "entry", "entries");
        let verdict = match self.error {
            Some(_) => format!("not valid, {entries} could be read"),
            None => format!("valid, {entries}, in round {}", self.game.round()),
        };
        (verdict, self.finish(self.with_rule_warnings(CommandOutput::default())))
    }

    /// Prints the record for people, by round.
    pub(super) fn export(&self) -> CommandOutput {
        self.finish(CommandOutput::document(print_for_people(&self.record).trim_end()))
    }
}

/// The output format of the checklist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChecklistFormat {
    Text,
    Page,
    Data,
}

/// Returns the checklist for putting the table back.
pub(super) fn layout(
    opened: OpenedScenario,
    at: Option<usize>,
    form: ChecklistFormat,
) -> CommandResult {
    let opened = opened.at(at)?;
    let items = checklist(&opened.game);
    let answer = match form {
        ChecklistFormat::Data => CommandOutput::data(&ScenarioLayout { at: opened.at, items }),
        ChecklistFormat::Page => {
            let page = scenario_layout_page(opened.subject(), &map_svg(&opened.game));
            CommandOutput::document(page.unwrap_or_default().trim_end())
        }
        ChecklistFormat::Text => CommandOutput::lines(
            Part::ALL.iter().flat_map(|part| part_lines(*part, &items)).collect(),
        ),
    };
    Ok(opened.finish(answer))
}

/// Returns the title of a part and its items, one line each; empty for a part without items.
fn part_lines(part: Part, items: &[Item]) -> Vec<String> {
    let mut lines: Vec<String> = items
        .iter()
        .filter(|item| item.part == part)
        .map(|item| format!("  [ ] {}", item.text))
        .collect();
    if !lines.is_empty() {
        lines.insert(0, part.title().to_owned());
    }
    lines
}

/// Returns the score page of a scenario that has ended by entry `at`.
pub(super) fn score_page(opened: OpenedScenario, at: Option<usize>) -> CommandResult {
    let opened = opened.at(at)?;
    Ok(opened.finish(match scenario_score_page(opened.subject()) {
        Some(page) => CommandOutput::document(page.trim_end()),
        None => CommandOutput::unusable(
            "the scenario has not ended; its last entries are \"end won\" or \"end lost\"",
        ),
    }))
}

/// Returns the page about entry `at`, or about the latest turn of a monster.
pub(super) fn dispute(opened: OpenedScenario, at: Option<usize>) -> CommandResult {
    let opened = opened.at(at)?;
    let turns = scenario::question::turn_entries(&opened.record);
    let Some(entry) = at.or_else(|| turns.last().copied()) else {
        return Err(opened.finish(CommandOutput::unusable("no turn of a monster was recorded")));
    };
    Ok(opened.finish(match TurnQuestion::at(&opened.record, entry) {
        Ok(question) => {
            let subject = ScenarioSubject { record: &opened.record, at: entry - 1 };
            CommandOutput::document(turn_page(subject, &question, &turn_svg(&question)).trim_end())
        }
        Err(QuestionError::NoTurn { .. }) => {
            let subject = ScenarioSubject { record: &opened.record, at: entry - 1 };
            let map = opened.record.game_at(entry - 1).map(|game| map_svg(&game));
            let page = entry_page(subject, &map.unwrap_or_default()).unwrap_or_default();
            CommandOutput::document(page.trim_end())
        }
        Err(why) => CommandOutput::unusable(why.to_string()),
    }))
}
