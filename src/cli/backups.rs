//! `backups`: lists and restores the earlier states of a game.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Subcommand;

use super::answer::{CommandOutput, CommandResult};
use super::json;
use super::own_folder::OwnFolder;
use crate::recorded_games::kind_of;
use plain_text::{counted, listed};
use storage::{Backup, Backups, FileKind, RealDisk, RecordSummary, Timestamp, read, restore};

/// The subcommands of `backups`.
#[derive(Debug, Subcommand)]
pub(super) enum BackupsCommand {
    /// List the earlier states of a game, the latest first
    List {
        /// The record
        file: PathBuf,
        #[command(flatten)]
        own: OwnFolder,
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
        #[command(flatten)]
        own: OwnFolder,
    },
}

pub(super) fn answer(subcommand: &BackupsCommand) -> CommandResult {
    let (BackupsCommand::List { file, own, .. } | BackupsCommand::Restore { file, own, .. }) =
        subcommand;
    let own = own.path_for("backups")?;
    let backups = Backups::for_game(Arc::new(RealDisk), &own, file, kind_of(file)).list();
    if backups.is_empty() {
        let file = file.display();
        return Err(CommandOutput::unusable(format!(
            "{file}: no earlier states of this game are kept"
        )));
    }
    match subcommand {
        BackupsCommand::List { json: true, .. } => {
            Ok(CommandOutput::data(&data(&backups, kind_of(file))))
        }
        BackupsCommand::List { .. } => Ok(list(&backups, kind_of(file))),
        BackupsCommand::Restore { number, .. } => put_back(file, *number, &backups, &own),
    }
}

fn data(backups: &[Backup], kind: &FileKind) -> json::Kept {
    let states = backups
        .iter()
        .enumerate()
        .map(|(index, backup)| {
            let summary = backup.summary(kind);
            json::KeptState {
                n: index + 1,
                when: backup.timestamp.to_string(),
                why: backup.reason.words().to_owned(),
                file: backup.path.display().to_string(),
                entries: summary.as_ref().map(|summary| summary.played),
                players: summary.map(|summary| summary.players),
            }
        })
        .collect();
    json::Kept { states }
}

fn list(backups: &[Backup], kind: &FileKind) -> CommandOutput {
    let lines = backups.iter().enumerate().map(|(index, backup)| {
        let what = match backup.summary(kind) {
            Some(RecordSummary { players, played, .. }) => {
                let entries = counted(played, "entry", "entries");
                // A scenario may have no players on the map yet.
                if players.is_empty() {
                    entries
                } else {
                    format!("{} with {entries}", listed(&players))
                }
            }
            None => "cannot be read".to_owned(),
        };
        let (number, stamp, why) = (index + 1, &backup.timestamp, backup.reason.words());
        format!("{number:>3}  {stamp}, {why}: {what}")
    });
    CommandOutput::lines(lines.collect())
}

fn put_back(file: &Path, number: usize, backups: &[Backup], own: &Path) -> CommandResult {
    let Some(backup) = number.checked_sub(1).and_then(|index| backups.get(index)) else {
        let why = format!("there is no state {number}; the last is {}", backups.len());
        return Err(CommandOutput::unusable(why));
    };
    let record = read(&backup.path)?;
    let entries = backup.summary(kind_of(file)).map_or(0, |summary| summary.played);
    restore((file, kind_of(file)), &record, own, &Timestamp::now())?;
    Ok(CommandOutput::line(format!(
        "{} is as it was at {}, with {}; the state before is kept",
        file.display(),
        backup.timestamp,
        counted(entries, "entry", "entries")
    )))
}
