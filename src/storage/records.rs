//! The records of either game: what their files are called, and which lie in a folder.

use english::remarks;
use std::path::{Path, PathBuf};

use super::own::plain_name;
use super::{Disk, RealDisk, StorageError};
use journal::Journal;
use notation::record::{Tags, print_log};
use scenario::record::print;

/// Of which game a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The first game.
    Founders,
    /// A scenario on the hex map.
    Scenario,
}

impl Kind {
    /// How the names of its files end.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Founders => "founders",
            Self::Scenario => "scenario",
        }
    }

    /// Of which game a file is by its name; one that says nothing of it is of the first.
    #[must_use]
    pub fn of(path: &Path) -> Self {
        if Self::Scenario.is_called_so(path) { Self::Scenario } else { Self::Founders }
    }

    /// Whether a file is called as those of this game are.
    fn is_called_so(self, path: &Path) -> bool {
        path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(self.ending()))
    }
}

/// A whole record as its file is to say it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    pub(super) kind: Kind,
    /// What a new file is called, without its ending.
    pub(super) name: String,
    pub(super) text: String,
}

impl Content {
    /// A game, named after the day and the players.
    #[must_use]
    pub fn of_game(journal: &Journal, tags: &Tags) -> Self {
        let date = tags.date.as_deref().unwrap_or("game");
        let players = remarks(&journal.setup().players);
        let name = plain_name(&format!("{date} {players}"));
        Self { kind: Kind::Founders, name, text: print_log(journal, tags) }
    }

    /// A scenario, named after the day and its title.
    #[must_use]
    pub fn of_scenario(record: &scenario::Record) -> Self {
        let title = record.title.as_deref().unwrap_or("scenario");
        let name = match &record.date {
            Some(date) => format!("{date} {title}"),
            None => title.to_owned(),
        };
        Self { kind: Kind::Scenario, name: plain_name(&name), text: print(record) }
    }
}

/// The records of the first game in a folder by name, those in folders below it left out; a file
/// is its own only record.
///
/// # Errors
///
/// When there is no such folder, or the system refuses to read it.
pub fn records_in(folder: &Path) -> Result<Vec<PathBuf>, StorageError> {
    if folder.is_file() {
        return Ok(vec![folder.to_owned()]);
    }
    let mut found = RealDisk.list(folder).map_err(|source| match source.kind() {
        std::io::ErrorKind::NotFound => StorageError::Missing { path: folder.to_owned() },
        _ => StorageError::Unreadable { path: folder.to_owned(), source },
    })?;
    found.retain(|path| Kind::Founders.is_called_so(path));
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_found_by_their_ending() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        for name in ["b.founders", "a.FOUNDERS", "notes.txt", "founders", "c.scenario"] {
            std::fs::write(folder.path().join(name), "").expect("there is room");
        }
        let found = records_in(folder.path()).expect("it can be read");
        let names: Vec<_> = found.iter().filter_map(|path| path.file_name()).collect();
        assert_eq!(names, ["a.FOUNDERS", "b.founders"]);
        let file = folder.path().join("notes.txt");
        assert_eq!(records_in(&file).expect("it is there"), [file]);
        let gone = records_in(&folder.path().join("gone"));
        assert!(matches!(gone, Err(StorageError::Missing { .. })), "{gone:?}");
    }
}
