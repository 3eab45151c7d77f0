//! `mend`: repairs a record with damaged lines, line by line.

use std::path::PathBuf;
use std::sync::Arc;

use ::campaign::record::RecordedCampaign;
use ::record::{LogRecovery, Notation, Record, print_log, read};
use ::scenario::record::Scenario;
use clap::Args;
use journal::Founders;
use plain_text::counted;
use storage::{Backups, RealDisk, Timestamp};

use super::answer::{CommandOutput, CommandResult, Exit, Output};
use super::campaign;
use super::input;
use super::output_file::{OutputFile, OutputKind, Overwrite};
use super::own_folder::OwnFolder;
use super::scenario;
use crate::recorded_games::Recorded;

/// The arguments of `mend`: a record, and decisions about its lines.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "a flag of the command line each")]
pub(super) struct MendArgs {
    /// The record
    file: PathBuf,
    /// Put right every line whose check shows what it was
    #[arg(long)]
    by_checks: bool,
    /// What a line says instead, as in `215=Undo`; may be repeated
    #[arg(long, value_name = "N=LINE", value_parser = line)]
    line: Vec<(usize, String)>,
    /// Leave a line out; may be repeated
    #[arg(long, value_name = "N")]
    leave_out: Vec<usize>,
    /// Leave out every other line that cannot stand; what does not depend on it stays
    #[arg(long)]
    leave_out_rest: bool,
    /// Leave out the first line that cannot stand, and everything behind it
    #[arg(long, conflicts_with = "leave_out_rest")]
    cut: bool,
    /// Replace the record; as it was found it is kept among the earlier states of the game
    #[arg(long, conflicts_with = "out")]
    in_place: bool,
    /// Write the mended record into this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    over: Overwrite,
    #[command(flatten)]
    own: OwnFolder,
}

/// Parses the number and the new text of a line, as in `215=undo`.
fn line(text: &str) -> Result<(usize, String), String> {
    text.split_once('=')
        .and_then(|(number, line)| Some((number.trim().parse().ok()?, line.to_owned())))
        .ok_or_else(|| format!("a line is given like 215=undo, not \"{text}\""))
}

pub(super) fn answer(request: &MendArgs) -> CommandResult {
    let file = request.file.display();
    let read = [request.file.as_path()];
    let out = request.out.as_deref().map(|path| OutputFile {
        path,
        kind: OutputKind::Record,
        inputs: &read,
        overwrite: request.over,
    });
    if let Some(out) = &out {
        out.check()?;
    }
    if request.in_place && input::is_stream(&request.file) {
        let why = "a stream has no place to write to; `--out FILE` writes a file";
        return Err(CommandOutput::unusable(format!("{file}: {why}")));
    }
    if scenario::is_scenario(&request.file) {
        mend::<Scenario>(request, out.as_ref())
    } else if campaign::is_campaign(&request.file) {
        mend::<RecordedCampaign>(request, out.as_ref())
    } else {
        mend::<Founders>(request, out.as_ref())
    }
}

/// Repairs the record of a game.
fn mend<G: Recorded>(request: &MendArgs, out: Option<&OutputFile<'_>>) -> CommandResult {
    let file = request.file.display();
    let bytes = input::read(&request.file)?;
    let loaded = read::<G::Notation>(&bytes);
    let own = request.own.path();
    let backups = own
        .as_deref()
        .map(|own| Backups::for_game(Arc::new(RealDisk), own, &request.file, G::KIND));
    let mut answer = CommandOutput::default();
    if let Some(richer) = backups.as_ref().and_then(|backups| backups.richest(&bytes, &loaded)) {
        answer = answer.with_note(format!("{file}: {richer}; `backups restore` brings it back"));
    }
    let Some(mut mending) = LogRecovery::<G::Notation>::from_log(bytes) else {
        return Ok(match loaded.error {
            None => {
                answer.output = Output::Lines(vec![format!("{file}: nothing to mend")]);
                answer
            }
            Some(error) => answer
                .with_note(format!("{file}: {error}; this cannot be mended line by line"))
                .with_exit(Exit::NotValid),
        });
    };
    if let Some(backups) = backups.filter(|_| mending.record().is_none()) {
        let list = backups.list();
        let mut records = list.iter().filter_map(|backup| storage::read(&backup.path).ok());
        if records.any(|record| mending.restore_header_from(&record)) {
            answer = answer.with_note(format!("{file}: the header is that of an earlier state"));
        }
    }
    for (number, line) in &request.line {
        mending.correct(*number, line);
    }
    for number in &request.leave_out {
        mending.omit(*number);
    }
    if request.by_checks {
        mending.apply_proposals();
    }
    if request.leave_out_rest {
        mending.omit_with_dependents();
    }
    if request.cut {
        mending.truncate();
    }
    let mut lines = status_lines(&file.to_string(), &mending);
    let (None, Some(record)) = (mending.damaged_line(), mending.record()) else {
        answer.output = Output::Lines(lines);
        return Ok(answer.with_exit(Exit::NotValid));
    };
    let log = print_log::<G::Notation>(record);
    if let Some(out) = out {
        out.write(log)?;
        lines.push(format!("written to {}", out.path.display()));
    } else if request.in_place {
        let Some(own) = own else {
            let why = "no folder is known in which the damaged file could be kept";
            answer.output = Output::Lines(lines);
            return Ok(answer.with_note(why).with_exit(Exit::Unusable));
        };
        storage::replace_damaged(
            (&request.file, G::KIND),
            log.as_bytes(),
            &own,
            &Timestamp::now(),
        )?;
        let line = "written in its place; as it was found it is among the earlier states";
        lines.push(line.to_owned());
    } else {
        lines.push("nothing is written; `--in-place` or `--out FILE` does it".to_owned());
    }
    answer.output = Output::Lines(lines);
    Ok(answer)
}

/// Returns the state of the repair, in lines.
fn status_lines<N: Notation>(file: &str, mending: &LogRecovery<N>) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(stop) = mending.damaged_line() {
        let number = stop.error.line;
        lines.push(format!("{file}: {}", stop.error));
        lines.push(format!("  found: {}", stop.text));
        if let Some(proposal) = &stop.proposal {
            let was = proposal.replace('\n', ", and on a line of its own: ");
            lines.push(format!("  by its check, it was: {was}"));
            lines.push("  `--by-checks` puts it right".to_owned());
        }
        lines.push(format!("  `--line {number}=…` says something else there"));
        if stop.can_be_omitted {
            lines.push(format!(
                "  `--leave-out {number}` or `--leave-out-rest` goes on without it; lines behind it: {}",
                stop.lines_after
            ));
        }
    } else {
        let entries = counted(mending.record().map_or(0, Record::entry_count), "entry", "entries");
        let right = counted(mending.corrected_count(), "line", "lines");
        let out = mending.omitted().len();
        lines.push(format!("{file}: {entries}; {right} put right, {out} left out"));
    }
    lines.extend(mending.omitted().iter().map(|out| {
        let (line, found) = (out.line, &out.text);
        format!("  line {line} left out: {found} ({})", out.why)
    }));
    lines.extend(mending.warnings().iter().map(|odd| format!("  odd: {odd}")));
    lines
}
