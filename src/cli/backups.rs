//! `backups`: the earlier states of a game that the app has kept.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Subcommand;

use super::answer::Answer;
use super::json;
use english::counted;
use storage::{Backup, Backups, Home, Preview, RealDisk, Stamp, read, restore};

/// What can be done with backups.
#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// List the earlier states of a game, the latest first
    List {
        /// The record
        file: PathBuf,
        /// The app's own folder, where it is not the usual one
        #[arg(long, value_name = "FOLDER")]
        own: Option<PathBuf>,
        /// Print data
        #[arg(long)]
        json: bool,
    },
    /// Put an earlier state in place of a game; the present one is kept first
    Restore {
        /// The record
        file: PathBuf,
        /// Which state, by its number in the list
        #[arg(value_name = "N")]
        number: usize,
        /// The app's own folder, where it is not the usual one
        #[arg(long, value_name = "FOLDER")]
        own: Option<PathBuf>,
    },
}

pub(super) fn answer(verb: &Verb) -> Answer {
    let (Verb::List { file, own, .. } | Verb::Restore { file, own, .. }) = verb;
    let Some(own) = own.clone().or_else(|| Home::of_this_machine().own) else {
        return Answer::unusable("there is no folder for backups on this machine");
    };
    let kept = Backups::of(Arc::new(RealDisk), &own, file).list();
    if kept.is_empty() {
        let file = file.display();
        return Answer::unusable(format!("{file}: no earlier states of this game are kept"));
    }
    match verb {
        Verb::List { json: true, .. } => Answer::data(&data(&kept)),
        Verb::List { .. } => list(&kept),
        Verb::Restore { number, .. } => put_back(file, *number, &kept, &own),
    }
}

fn data(kept: &[Backup]) -> json::Kept {
    let states = kept.iter().enumerate().map(|(index, backup)| {
        let preview = backup.preview();
        json::KeptState {
            n: index + 1,
            when: backup.stamp.to_string(),
            why: backup.reason.words().to_owned(),
            file: backup.path.display().to_string(),
            entries: preview.as_ref().map(|preview| preview.entries),
            players: preview.map(|preview| preview.players),
        }
    });
    json::Kept { states: states.collect() }
}

fn list(kept: &[Backup]) -> Answer {
    let lines = kept.iter().enumerate().map(|(index, backup)| {
        let what = match backup.preview() {
            Some(Preview { players, entries }) => {
                let entries = counted(entries, "entry", "entries");
                // Nobody may be on the map of a scenario yet.
                if players.is_empty() {
                    entries
                } else {
                    format!("{} with {entries}", players.join(", "))
                }
            }
            None => "cannot be read".to_owned(),
        };
        let (number, stamp, why) = (index + 1, &backup.stamp, backup.reason.words());
        format!("{number:>3}  {stamp}, {why}: {what}")
    });
    Answer::text(lines.collect::<Vec<_>>().join("\n"))
}

fn put_back(file: &Path, number: usize, kept: &[Backup], own: &Path) -> Answer {
    let Some(backup) = number.checked_sub(1).and_then(|index| kept.get(index)) else {
        return Answer::unusable(format!("there is no state {number}; the last is {}", kept.len()));
    };
    let record = match read(&backup.path) {
        Ok(record) => record,
        Err(error) => return Answer::unusable(error.to_string()),
    };
    let entries = backup.preview().map_or(0, |preview| preview.entries);
    match restore(file, &record, own, &Stamp::now()) {
        Ok(()) => Answer::text(format!(
            "{} is as it was at {}, with {}; the state before is kept",
            file.display(),
            backup.stamp,
            counted(entries, "entry", "entries")
        )),
        Err(error) => Answer::unusable(error.to_string()),
    }
}
