//! Records of campaigns, for subcommands that read every kind.

use std::path::{Path, PathBuf};

use super::answer::{CommandOutput, CommandResult, Exit};
use super::input;
use super::record::{NO_ENTRY, RecordFailure};
use super::scenario::OpenedScenario;
use crate::recorded_games;
use campaign::Record;
use campaign::action::print_action;
use campaign::open_steps::open_steps;
use campaign::record::{LogRecovery, action_at, advice, is_record, print_for_people, receipt_of};
use campaign::scenario_gains::offered_entries;
use campaign::sentence::sentence_of;
use campaign::sheet::{SheetPart, sheet};
use campaign_rules::{Game, Name};
use export::campaign_page;
use plain_text::counted;
use record::RecordError;

/// The note of a subcommand that does not read campaigns.
pub(super) const OTHER_SUBCOMMANDS: &str = "this subcommand is for games on a table; a campaign is read by `replay`, `receipt`, `check`, \
     `export`, `sheet`, `mend` and `backups`";

/// Returns `true` if a file contains the record of a campaign, or has its extension.
pub(super) fn is_campaign(path: &Path) -> bool {
    // If there is no file, the subcommand that reads it reports that.
    (path.is_file() || input::is_stream(path))
        && (recorded_games::is_campaign(path)
            || input::read_text(path).is_ok_and(|text| is_record(&text)))
}

/// A campaign as far as it could be read.
pub(super) struct OpenedCampaign {
    path: PathBuf,
    record: Record,
    /// Warnings about the file.
    warnings: Vec<String>,
    /// The error at which reading stopped, with advice; ready to print.
    error: Option<String>,
}

impl OpenedCampaign {
    /// Opens a campaign after its last entry.
    pub(super) fn of(path: &Path) -> Result<Self, RecordFailure> {
        let file = path.display();
        let bytes = input::read(path)
            .map_err(|error| RecordFailure { error: error.to_string(), exit: Exit::Unusable })?;
        let loaded = campaign::record::read_bytes(&bytes);
        let error = loaded.error.as_ref().map(|error| with_advice(error, bytes));
        let Some(record) = loaded.record else {
            let error = error.unwrap_or_else(|| "nothing in it".to_owned());
            return Err(RecordFailure { error: format!("{file}: {error}"), exit: Exit::NotValid });
        };
        let warnings = loaded.warnings.iter().map(ToString::to_string).collect();
        Ok(Self { path: path.to_owned(), record, warnings, error })
    }

    /// Adds the warnings and the error of the record to an answer.
    fn finish(&self, answer: CommandOutput) -> CommandOutput {
        let file = self.path.display();
        let odd = self.warnings.iter().map(|odd| format!("{file}: warning: {odd}"));
        let answer = odd.fold(answer, CommandOutput::with_note);
        match &self.error {
            Some(error) => answer.with_note(format!("{file}: {error}")).with_exit(Exit::NotValid),
            None => answer,
        }
    }

    /// Returns entry `at` with the campaign after it, or the last one if `at` is `None`.
    fn at(&self, at: Option<usize>) -> Result<(usize, Game), CommandOutput> {
        let last = self.record.cursor();
        let at = at.unwrap_or(last);
        let game = self.record.game_at(at).filter(|_| at <= last).ok_or_else(|| {
            let why = format!("there is no entry {at}; the last is {last}");
            self.finish(CommandOutput::unusable(why))
        })?;
        Ok((at, game))
    }

    /// Returns the verdict on it, with an answer that holds the notes and the exit.
    pub(super) fn check(&self) -> (String, CommandOutput) {
        let entries = counted(self.record.cursor(), "entry", "entries");
        let verdict = if self.error.is_some() {
            format!("not valid, {entries} could be read")
        } else {
            let ended = self.record.game().campaign().world.ended;
            format!("valid, {entries}, after {}", counted(ended, "scenario", "scenarios"))
        };
        let file = self.path.display();
        let answer = advice(&self.record)
            .into_iter()
            .map(|advice| format!("{file}: warning: {advice}"))
            .fold(CommandOutput::default(), CommandOutput::with_note);
        (verdict, self.finish(answer))
    }

    /// Prints the record for people.
    pub(super) fn export(&self) -> CommandOutput {
        self.finish(CommandOutput::document(print_for_people(&self.record).trim_end()))
    }

    /// Refuses a subcommand that does not read campaigns.
    pub(super) fn refuse(&self) -> CommandOutput {
        CommandOutput::unusable(format!("{}: {OTHER_SUBCOMMANDS}", self.path.display()))
    }
}

/// Returns the error of a damaged record, with the number of lines behind it.
fn with_advice(error: &RecordError, bytes: Vec<u8>) -> String {
    let behind = LogRecovery::from_log(bytes)
        .and_then(|recovery| recovery.damaged_line().map(|line| line.lines_after))
        .filter(|&behind| behind > 0);
    match behind {
        None => error.to_string(),
        Some(behind) => {
            let behind = counted(behind, "line", "lines");
            format!(
                "{error}; {behind} behind it, and `founders-ledger mend` shows how to keep them"
            )
        }
    }
}

/// Prints the campaign after an entry: its sheet, and the steps that are still open.
pub(super) fn replay(opened: &OpenedCampaign, until: Option<usize>, json: bool) -> CommandResult {
    if json {
        return Err(CommandOutput::unusable("a campaign is printed as text alone"));
    }
    let (at, game) = opened.at(until)?;
    let record = &opened.record;
    let title = record.tags.title.as_deref().unwrap_or("Campaign");
    let mut lines = vec![format!("{title}: after entry {at} of {}", record.cursor())];
    lines.extend(sentence_of(record, at).map(|latest| format!("Latest: {latest}")));
    let mut marks = record.commented_entries().into_iter();
    if let Some((_, words)) = marks.find(|(entry, _)| *entry == at) {
        lines.push(format!("Marked: {words}"));
    }
    lines.extend(sheet(game.campaign()).iter().flat_map(SheetPart::text));
    let steps = open_steps(game.campaign());
    if !steps.is_empty() {
        lines.push("Open steps".to_owned());
        lines.extend(steps.iter().map(|step| format!("  {step}")));
    }
    Ok(opened.finish(CommandOutput::lines(lines)))
}

/// Prints the receipt of an entry.
pub(super) fn receipt(opened: &OpenedCampaign, entry: usize, json: bool) -> CommandResult {
    if json {
        return Err(CommandOutput::unusable("the receipt of a campaign is printed as text alone"));
    }
    opened.at(Some(entry))?;
    let Some(action) = action_at(&opened.record, entry) else {
        return Err(opened.finish(CommandOutput::unusable(NO_ENTRY)));
    };
    let mut lines = vec![format!("{entry}. {}", print_action(action))];
    let receipt = receipt_of(&opened.record, entry);
    lines.extend(receipt.iter().map(|line| format!("  {}", line.text())));
    Ok(opened.finish(CommandOutput::lines(lines)))
}

/// Returns the sheet of the campaign after an entry, as a page.
pub(super) fn sheet_page(opened: &OpenedCampaign, at: Option<usize>) -> CommandResult {
    let (at, _) = opened.at(at)?;
    let page = campaign_page(&opened.record, at).unwrap_or_default();
    Ok(opened.finish(CommandOutput::document(page.trim_end())))
}

/// Lists the entries that the end of a scenario brings to a campaign.
pub(super) fn gains(path: &Path, party: &str) -> CommandResult {
    let opened = OpenedScenario::of(path)?;
    let Some(summary) = opened.summary() else {
        let why = "the scenario has not ended; its last entries are \"end won\" or \"end lost\"";
        return Err(opened.finish(CommandOutput::unusable(why)));
    };
    let party = Name::new(party);
    let entries = offered_entries(&party, &summary, opened.names(), opened.last_check());
    let lines = entries.iter().map(print_action).collect();
    Ok(opened.finish(CommandOutput::lines(lines)))
}
