//! `check`: verifies records, one line each.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::campaign::record::CampaignNotation;
use ::campaign::scenario_gains::compare;
use ::scenario::record::ScenarioNotation;
use journal::checkpoint_at;
use notation::record::FoundersNotation;
use plain_text::{clauses, counted, remarks};
use storage::{Backups, RealDisk};

use super::answer::{CommandOutput, Exit, Output};
use super::json::Status;
use super::own_folder::OwnFolder;
use super::record::{ReadRecord, Record};
use super::{campaign, input, scenario, wording};
use crate::recorded_games::{is_campaign, is_scenario, kind_of};
use components::quantity::Points;
use rules::Game;
use rules::player::ByPlayer;

pub(super) fn answer(files: &[PathBuf], own: &OwnFolder) -> CommandOutput {
    let own = own.path();
    let mut lines = Vec::with_capacity(files.len());
    let mut all = CommandOutput::default();
    for path in files {
        let (verdict, one) = verified(path);
        lines.push(format!("{}: {verdict}", path.display()));
        all.notes.extend(one.notes);
        all.notes.extend(own.as_deref().and_then(|own| fuller(own, path)));
        all = all.with_exit(one.exit);
    }
    lines.extend(gains_lines(files));
    all.output = Output::Lines(lines);
    all
}

/// Returns the verdict on a record, with an answer that holds the notes and the exit.
fn verified(path: &Path) -> (String, CommandOutput) {
    let record = match ReadRecord::open(path) {
        Ok(ReadRecord::Founders(record)) => record,
        Ok(ReadRecord::Scenario(opened)) => return opened.check(),
        Ok(ReadRecord::Campaign(opened)) => return opened.check(),
        Err(no) => {
            let verdict = match no.exit {
                Exit::Unusable => "cannot be read",
                Exit::NotValid | Exit::Done => "not valid, and nothing could be read",
            };
            return (verdict.to_owned(), no.into());
        }
    };
    let seals = record.commitment_mismatches();
    let verdict = verdict(&record, seals.len());
    let mut answer = record.with_record_notes(CommandOutput::default());
    if !seals.is_empty() {
        answer = answer.with_exit(Exit::NotValid);
    }
    let odd = disagreements(&record)
        .chain(record.position_warnings())
        .chain(record.correction_effects())
        .chain(seals);
    let file = path.display();
    (
        verdict,
        odd.map(|text| format!("{file}: warning: {text}")).fold(answer, CommandOutput::with_note),
    )
}

/// Returns a line for each campaign and each scenario among the files: what the one took from the
/// other.
fn gains_lines(files: &[PathBuf]) -> Vec<String> {
    let bytes = |path: &PathBuf| input::read(path).ok();
    let campaigns: Vec<_> = files.iter().filter(|path| campaign::is_campaign(path)).collect();
    let scenarios: Vec<_> = files.iter().filter(|path| scenario::is_scenario(path)).collect();
    let mut lines = Vec::new();
    for campaign_path in campaigns {
        for scenario_path in &scenarios {
            let (Some(campaign), Some(scenario)) = (bytes(campaign_path), bytes(scenario_path))
            else {
                continue;
            };
            let Some(comparison) = compare(&campaign, &scenario) else { continue };
            let files = format!("{} and {}", campaign_path.display(), scenario_path.display());
            lines.push(format!("{files}: {}", clauses(&comparison.words())));
        }
    }
    lines
}

/// Returns a note about a backup that has more entries than the file of its game, if there is one.
fn fuller(own: &Path, path: &Path) -> Option<String> {
    let backups = Backups::for_game(Arc::new(RealDisk), own, path, kind_of(path));
    if backups.list().is_empty() {
        return None;
    }
    let bytes = storage::read(path).ok()?;
    let fuller = if is_scenario(path) {
        backups.richest(&bytes, &record::read::<ScenarioNotation>(&bytes))
    } else if is_campaign(path) {
        backups.richest(&bytes, &record::read::<CampaignNotation>(&bytes))
    } else {
        backups.richest(&bytes, &record::read::<FoundersNotation>(&bytes))
    };
    let file = path.display();
    fuller.map(|more| format!("{file}: {more}; `backups restore` brings it back"))
}

/// Returns the verdict on a record in which this many ballots do not match their fingerprints.
fn verdict(record: &Record, broken_seals: usize) -> String {
    let journal = &record.journal;
    let game = journal.game();
    let entries = counted(journal.main_line().len(), "entry", "entries");
    if record.error.is_some() {
        return format!("not valid, {entries} could be read");
    }
    let stage = match (wording::status(game), game.winner()) {
        (Status::Finished, Some(winner)) => {
            let points = counted(game.points(winner), "point", "points");
            format!("finished, {} wins with {points}", game.race_label(winner))
        }
        (Status::Finished, None) => "finished, lost".to_owned(),
        (Status::Setup, _) => "in the setup".to_owned(),
        (Status::Playing, _) => format!("in turn {}", game.turn_number()),
    };
    if broken_seals > 0 {
        let ballots = counted(broken_seals, "ballot", "ballots");
        return format!(
            "not valid, {ballots} not as sealed, though every entry is legal: {entries}, {stage}"
        );
    }
    format!("valid, {entries}, {stage}")
}

/// Returns a sentence for each checkpoint whose points on the score track are not those of the
/// record.
fn disagreements(record: &Record) -> impl Iterator<Item = String> + '_ {
    let journal = &record.journal;
    (0..=journal.main_line().len()).filter_map(|n| {
        let checkpoint = checkpoint_at(journal, journal.on_main_line(n)?)?;
        (!checkpoint.agrees()).then(|| {
            let [stated, recorded] = [&checkpoint.stated, &checkpoint.recorded]
                .map(|points| points_text(journal.game(), points));
            format!("after entry {n} the score track showed {stated}; the record has {recorded}")
        })
    })
}

fn points_text(game: &Game, points: &ByPlayer<Points>) -> String {
    let texts: Vec<String> = game
        .players()
        .map(|player| format!("{} {}", game.race_label(player), points[player]))
        .collect();
    remarks(&texts)
}
