//! Scenarios on the hex map, the second game: their records, for the verbs that read both kinds.

use std::io;
use std::path::{Path, PathBuf};

use super::answer::{Answer, Answered, Exit};
use super::input;
use super::json::ScenarioLayout;
use english::counted;
use report::{ScenarioSubject, scenario_layout_page, turn_page};
use scenario::checklist::{Item, Part, checklist};
use scenario::question::Question;
use scenario::record::{MOST_RECORD, is_record, print_for_people, read};
use scenario::text::TextError;
use scenario::{Game, Position, Record, parse, print};
use ui::picture::Kind;
use ui::scenario::{map_picture, map_svg, turn_picture, turn_svg};

/// The text of a file, and of one that is too long no more than shows that it is.
fn text(path: &Path) -> io::Result<String> {
    let most = u64::try_from(MOST_RECORD).unwrap_or(u64::MAX).saturating_add(1);
    let text = input::read_beginning(path, most)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Whether a file is of the second game: the record of a scenario, or called as one or as a
/// position.
pub(super) fn is_scenario(path: &Path) -> bool {
    let end = path.extension().unwrap_or_default();
    // What is no file is told by the verb that wants to read it.
    (path.is_file() || input::is_stream(path))
        && (["scenario", "position"].iter().any(|of| end.eq_ignore_ascii_case(of))
            || text(path).is_ok_and(|text| is_record(&text)))
}

/// A scenario as far as it could be read, and the entry that is asked about.
pub(super) struct Opened {
    path: PathBuf,
    record: Record,
    /// After this entry; 0 is the start.
    at: usize,
    game: Game,
    /// Why reading stopped, if it did.
    error: Option<TextError>,
}

impl Opened {
    /// Opens a scenario, or a position as one without entries, after entry `at` or the last one.
    pub(super) fn of(path: &Path, at: Option<usize>) -> Result<Self, Answer> {
        let file = path.display();
        let text = text(path)
            .map_err(|error| Answer::unusable(format!("{file} cannot be read: {error}")))?;
        let not_valid = |error: TextError| Answer::of_file(path, &error).ending(Exit::NotValid);
        let called = path.extension().unwrap_or_default();
        let (record, error) = if is_record(&text) || called.eq_ignore_ascii_case("scenario") {
            let loaded = read(&text);
            match (loaded.record, loaded.error) {
                (Some(record), error) => (record, error),
                (None, Some(error)) => return Err(not_valid(error)),
                (None, None) => return Err(Answer::unusable(format!("{file}: nothing in it"))),
            }
        } else if at.is_some() {
            let why = format!("{file} is a position, which has no entries");
            return Err(Answer::unusable(why));
        } else {
            (Record::new(parse(&text).map_err(not_valid)?), None)
        };
        let last = record.count();
        let at = at.unwrap_or(last);
        let Some(game) = record.game_at(at) else {
            let why = format!("there is no entry {at}; the last is {last}");
            return Err(noted(path, error.as_ref(), Answer::unusable(why)));
        };
        Ok(Self { path: path.to_owned(), record, at, game, error })
    }

    /// An answer about it, with the place where reading stopped, if it did.
    pub(super) fn finish(&self, answer: Answer) -> Answer {
        let answer = match self.record.no_day() {
            Some(date) => {
                let file = self.path.display();
                answer.noting(format!("{file}: the date {date} is no day of the calendar"))
            }
            None => answer,
        };
        noted(&self.path, self.error.as_ref(), answer)
    }

    /// After which entry.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// An answer about it with what the rules would have otherwise now, a note for each.
    fn warning(&self, answer: Answer) -> Answer {
        let file = self.path.display();
        let warnings = self.record.warnings().into_iter();
        let notes = warnings.map(|warning| format!("{file}: warning: {warning}"));
        notes.fold(answer, Answer::noting)
    }

    fn subject(&self) -> ScenarioSubject<'_> {
        ScenarioSubject { record: &self.record, at: self.at }
    }

    /// The map as a picture, with the turn of a monster if one is named.
    ///
    /// # Errors
    ///
    /// Nobody has that name, or the size is out of range.
    pub(super) fn picture(
        &self,
        monster: Option<&str>,
        kind: Kind,
        size: (u32, u32),
    ) -> Result<Vec<u8>, String> {
        let drawn = match monster {
            None => map_picture(&self.game, kind, size),
            Some(name) => {
                let figure = self.game.position().find(name).map_err(|why| why.to_string())?;
                turn_picture(&Question::now(self.game.clone(), figure), kind, size)
            }
        };
        drawn.map_err(|error| error.to_string())
    }
}

/// An answer with the place where reading stopped, if it did.
fn noted(path: &Path, error: Option<&TextError>, answer: Answer) -> Answer {
    match error {
        Some(error) => answer.noting(format!("{}: {error}", path.display())).ending(Exit::NotValid),
        None => answer,
    }
}

/// What lies on the table of a position, or of a scenario after an entry.
pub(super) fn position(path: &Path, at: Option<usize>) -> Result<Position, Answer> {
    let opened = Opened::of(path, at)?;
    // Of a damaged record nobody knows what lies on the table in the end.
    if opened.error.is_some() && at.is_none() {
        return Err(opened.finish(Answer::default()));
    }
    Ok(opened.game.position().clone())
}

/// The table after an entry, as a position is written.
pub(super) fn replay(path: &Path, until: Option<usize>, json: bool) -> Answered {
    let opened = Opened::of(path, until)?;
    if json {
        let why = "a scenario is printed as text alone; `monster --json` gives a turn as data";
        return Err(Answer::unusable(why));
    }
    let Opened { record, at, game, .. } = &opened;
    let title = record.title.as_deref().unwrap_or("Scenario");
    let last = record.count();
    let mut lines = vec![format!("{title}: round {}, after entry {at} of {last}", game.round())];
    if let Some(action) = record.entry(*at) {
        lines.push(format!("Latest: {action}"));
        lines.extend(record.effects(*at).iter().map(ToString::to_string));
    }
    if let Some(words) = record.marks().get(at) {
        lines.push(format!("Marked: {words}"));
    }
    lines.extend(print(game.position()).lines().map(str::to_owned));
    Ok(opened.finish(opened.warning(Answer::lines(lines))))
}

/// Returns the verdict on a record, with an answer that holds the notes and the exit.
pub(super) fn check(path: &Path) -> (String, Answer) {
    let opened = match Opened::of(path, None) {
        Ok(opened) => opened,
        Err(answer) => {
            return ("not valid, and nothing could be read".to_owned(), answer);
        }
    };
    let entries = counted(opened.record.count(), "entry", "entries");
    let verdict = match opened.error {
        Some(_) => format!("not valid, {entries} could be read"),
        None => format!("valid, {entries}, in round {}", opened.game.round()),
    };
    (verdict, opened.finish(opened.warning(Answer::default())))
}

/// The record for people: by round, without what was taken back.
pub(super) fn export(path: &Path) -> Answered {
    let opened = Opened::of(path, None)?;
    Ok(opened.finish(Answer::document(print_for_people(&opened.record).trim_end())))
}

/// In which form the checklist is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    Page,
    Data,
}

/// The checklist for putting the table back.
pub(super) fn layout(path: &Path, at: Option<usize>, form: Form) -> Answered {
    let opened = Opened::of(path, at)?;
    let items = checklist(&opened.game);
    let answer = match form {
        Form::Data => Answer::data(&ScenarioLayout { at: opened.at, items }),
        Form::Page => {
            let page = scenario_layout_page(opened.subject(), &map_svg(&opened.game));
            Answer::document(page.unwrap_or_default().trim_end())
        }
        Form::Text => {
            Answer::lines(Part::ALL.iter().flat_map(|part| part_lines(*part, &items)).collect())
        }
    };
    Ok(opened.finish(answer))
}

/// Returns the title of a part and its items, a line each; nothing for a part without items.
fn part_lines(part: Part, items: &[Item]) -> Vec<String> {
    let items = items.iter().filter(|item| item.part == part);
    let mut lines: Vec<String> = items.map(|item| format!("  [ ] {}", item.text)).collect();
    if !lines.is_empty() {
        lines.insert(0, part.title().to_owned());
    }
    lines
}

/// A page about a monster's turn: entry `at`, or the latest turn.
pub(super) fn dispute(path: &Path, at: Option<usize>) -> Answered {
    let opened = Opened::of(path, at)?;
    let turns = scenario::question::turns(&opened.record);
    let Some(entry) = at.or_else(|| turns.last().copied()) else {
        return Err(opened.finish(Answer::unusable("no turn of a monster was recorded")));
    };
    Ok(opened.finish(match Question::at(&opened.record, entry) {
        Ok(question) => {
            let subject = ScenarioSubject { record: &opened.record, at: entry - 1 };
            Answer::document(turn_page(subject, &question, &turn_svg(&question)).trim_end())
        }
        Err(why) => Answer::unusable(why.to_string()),
    }))
}
