//! Scenarios on the hex map, the second game: their records, for the verbs that read both kinds.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use super::answer::{Answer, Exit};
use super::words;
use scenario::record::{Loaded, MOST_RECORD, is_record, read};
use scenario::{Position, parse, print};

/// The text of a file, and of one that is too long no more than shows that it is.
fn text(path: &Path) -> io::Result<String> {
    let most = u64::try_from(MOST_RECORD).unwrap_or(u64::MAX).saturating_add(1);
    let mut text = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Whether a file holds the record of a scenario, or is called as one.
pub(super) fn is_scenario(path: &Path) -> bool {
    let end = path.extension();
    // What is no file is told by the verb that wants to read it.
    path.is_file()
        && (end.is_some_and(|end| end.eq_ignore_ascii_case("scenario"))
            || text(path).is_ok_and(|text| is_record(&text)))
}

fn unreadable(path: &Path, error: &io::Error) -> Answer {
    Answer::unusable(format!("{} cannot be read: {error}", path.display()))
}

/// The record in a file, as far as it goes.
fn loaded(path: &Path) -> Result<Loaded, Answer> {
    text(path).map(|text| read(&text)).map_err(|error| unreadable(path, &error))
}

/// Why reading stopped, if it did.
fn noted(path: &Path, loaded: &Loaded, answer: Answer) -> Answer {
    match &loaded.error {
        Some(error) => answer.noting(format!("{}: {error}", path.display())).ending(Exit::NotValid),
        None => answer,
    }
}

/// What lies on the table of a position, or of a scenario after an entry.
pub(super) fn position(path: &Path, at: Option<usize>) -> Result<Position, Answer> {
    let text = text(path).map_err(|error| unreadable(path, &error))?;
    if !is_record(&text) {
        if at.is_some() {
            let why = format!("{} is a position, which has no entries", path.display());
            return Err(Answer::unusable(why));
        }
        let wrong = |error| format!("{}: {error}", path.display());
        return parse(&text)
            .map_err(|error| Answer::default().noting(wrong(error)).ending(Exit::NotValid));
    }
    let loaded = read(&text);
    let Some(record) = &loaded.record else {
        return Err(noted(path, &loaded, Answer::default()));
    };
    let last = record.played().len();
    match at {
        None if loaded.error.is_some() => Err(noted(path, &loaded, Answer::default())),
        None => Ok(record.game().position().clone()),
        Some(at) => record
            .game_at(at)
            .filter(|_| at <= last)
            .map(|game| game.position().clone())
            .ok_or_else(|| {
                let why = format!("there is no entry {at}; the last is {last}");
                noted(path, &loaded, Answer::unusable(why))
            }),
    }
}

/// The table after an entry, as a position is written.
pub(super) fn replay(path: &Path, until: Option<usize>, json: bool) -> Answer {
    let loaded = match loaded(path) {
        Ok(loaded) => loaded,
        Err(answer) => return answer,
    };
    let Some(record) = &loaded.record else {
        return noted(path, &loaded, Answer::default());
    };
    if json {
        let why = "a scenario is printed as text alone; `monster --json` gives a turn as data";
        return Answer::unusable(why);
    }
    let last = record.played().len();
    let at = until.unwrap_or(last);
    let Some(game) = record.game_at(at).filter(|_| at <= last) else {
        let why = format!("there is no entry {at}; the last is {last}");
        return noted(path, &loaded, Answer::unusable(why));
    };
    let title = record.title.as_deref().unwrap_or("Scenario");
    let mut lines = vec![format!("{title}: round {}, after entry {at} of {last}", game.round())];
    if let Some(action) = at.checked_sub(1).and_then(|at| record.played().get(at)) {
        lines.push(format!("Latest: {action}"));
    }
    lines.push(print(game.position()));
    noted(path, &loaded, Answer::text(lines.join("\n").trim_end()))
}

/// Whether a record is sound, in a line.
pub(super) fn check(path: &Path) -> Answer {
    let loaded = match loaded(path) {
        Ok(loaded) => loaded,
        Err(answer) => return answer,
    };
    let line = match (&loaded.record, &loaded.error) {
        (None, _) => "not valid, and nothing could be read".to_owned(),
        (Some(record), error) => {
            let entries = words::counted(record.played().len(), "entry", "entries");
            match error {
                Some(_) => format!("not valid, {entries} could be read"),
                None => format!("valid, {entries}, in round {}", record.game().round()),
            }
        }
    };
    noted(path, &loaded, Answer::text(line))
}
