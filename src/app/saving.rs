//! Where a game is saved, and how that stands.
//!
//! Every change is appended to the game's file before the next frame. A game
//! that has no file yet gets one in the app's own folder with its first change,
//! named after the day and the players.

use std::fs;
use std::path::{Path, PathBuf};

use crate::journal::Journal;
use crate::notation::record::{Loaded, Tags};
use crate::storage::{Log, StorageError};

/// How saving stands.
#[derive(Debug, Default)]
pub enum Standing {
    /// Nothing to save yet.
    #[default]
    Fresh,
    /// Everything is on the disk.
    Saved,
    /// The latest changes are not on the disk, and why.
    NotSaved(String),
}

/// The file of a game.
#[derive(Debug, Default)]
pub struct Saving {
    log: Option<Log>,
    standing: Standing,
}

impl Saving {
    /// Goes on with the file that was read.
    #[must_use]
    pub fn resume(path: &Path, loaded: &Loaded) -> Self {
        match Log::resume(path, loaded) {
            Ok(log) => Self {
                log: Some(log),
                standing: Standing::Saved,
            },
            // Something the app does not append to; it stays as it is, and changes go to a new file.
            Err(_) => Self::default(),
        }
    }

    /// Writes a change, given as the line of the log it makes.
    ///
    /// Without a file, or after a failure, the whole record is written anew; so nothing is lost
    /// by a disk that was full for a while.
    pub fn write(&mut self, folder: Option<&Path>, journal: &Journal, tags: &Tags, line: &str) {
        let written = match (&mut self.log, &self.standing) {
            (Some(log), Standing::Saved) => log.append(line),
            (Some(log), Standing::Fresh | Standing::NotSaved(_)) => {
                let path = log.path().to_owned();
                self.save_as(&path, journal, tags)
            }
            (None, _) => {
                let Some(folder) = folder else {
                    return;
                };
                create(folder, journal, tags).map(|log| self.log = Some(log))
            }
        };
        self.standing = match written {
            Ok(()) => Standing::Saved,
            Err(error) => Standing::NotSaved(error.to_string()),
        };
    }

    /// Saves under a name of the player's own, and goes on there.
    ///
    /// # Errors
    ///
    /// Why it cannot be written; the game stays where it was.
    pub fn save_as(
        &mut self,
        path: &Path,
        journal: &Journal,
        tags: &Tags,
    ) -> Result<(), StorageError> {
        let text = crate::notation::record::print_log(journal, tags);
        crate::storage::write_whole(path, &text)?;
        let loaded = crate::storage::load(path)?;
        self.log = Some(Log::resume(path, &loaded)?);
        self.standing = Standing::Saved;
        Ok(())
    }

    /// The file, if there is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.log.as_ref().map(Log::path)
    }

    /// How saving stands, in two words for the title.
    #[must_use]
    pub fn words(&self) -> String {
        match &self.standing {
            Standing::Fresh => "not saved yet".to_owned(),
            Standing::Saved => "saved".to_owned(),
            Standing::NotSaved(why) => format!("not saved: {why}"),
        }
    }
}

/// A new file in the folder, with a number if the name is taken.
fn create(folder: &Path, journal: &Journal, tags: &Tags) -> Result<Log, StorageError> {
    // A folder that cannot be made is told by the file that cannot be written.
    let _ = fs::create_dir_all(folder);
    let players = journal.setup().players.join(", ");
    let date = tags.date.as_deref().unwrap_or("game");
    let plain: String = format!("{date} {players}")
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || " ,-".contains(c) {
                c
            } else {
                '_'
            }
        })
        .collect();
    let mut number = 1;
    loop {
        let name = match number {
            1 => format!("{plain}.founders"),
            _ => format!("{plain} {number}.founders"),
        };
        let path: PathBuf = folder.join(name);
        match Log::create(&path, journal, tags) {
            Err(StorageError::AlreadyThere { .. }) if number < 1000 => number += 1,
            other => return other,
        }
    }
}
