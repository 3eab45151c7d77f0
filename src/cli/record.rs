//! A record, opened for a subcommand.

use std::path::Path;

use super::answer::{CommandOutput, Exit};
use super::{campaign, input, scenario, wording};
use export::{PageSubject, rejudged_lines};
use journal::{EntryId, Journal};
use narration::{NamedGame, PlayerNaming};
use notation::record::{LogRecovery, read_record};
use plain_text::{clauses, counted};
use rules::game::Game;
use rules::receipt::Event;

/// The note about a request for entry 0, in which nothing was played.
pub(super) const NO_ENTRY: &str =
    "entries are numbered from 1; nothing was played before the first one";

/// A record as far as it could be read, with its warnings and error.
pub(super) struct Record {
    pub(super) journal: Journal,
    /// Warnings that leave the record valid, ready to print.
    pub(super) warnings: Vec<String>,
    /// The reason why reading stopped, ready to print.
    pub(super) error: Option<String>,
}

/// A record of any game, as far as it could be read.
#[expect(clippy::large_enum_variant, reason = "a subcommand holds one of them at a time")]
pub(super) enum ReadRecord {
    Founders(Record),
    Scenario(scenario::OpenedScenario),
    Campaign(campaign::OpenedCampaign),
}

impl ReadRecord {
    /// Opens the record in a file, of any game.
    pub(super) fn open(path: &Path) -> Result<Self, RecordFailure> {
        if scenario::is_scenario(path) {
            return scenario::OpenedScenario::of(path).map(Self::Scenario);
        }
        if campaign::is_campaign(path) {
            return campaign::OpenedCampaign::of(path).map(Self::Campaign);
        }
        Record::open(path).map(Self::Founders)
    }
}

/// A file without a usable record.
pub(super) struct RecordFailure {
    /// The reason, ready to print.
    pub(super) error: String,
    /// The outcome of the subcommand.
    pub(super) exit: Exit,
}

impl From<RecordFailure> for CommandOutput {
    fn from(no: RecordFailure) -> Self {
        Self::default().with_note(no.error).with_exit(no.exit)
    }
}

impl Record {
    pub(super) fn open(path: &Path) -> Result<Self, RecordFailure> {
        let file = path.display().to_string();
        if scenario::is_scenario(path) {
            let error = format!(
                "{file}: this subcommand is for games of Founders of Gloomhaven; a scenario is read by \
                 `replay`, `check`, `export`, `picture`, `layout`, `sheet`, `dispute`, `backups`, \
                 `monster` and `sight`"
            );
            return Err(RecordFailure { error, exit: Exit::Unusable });
        }
        if campaign::is_campaign(path) {
            let error = format!("{file}: {}", campaign::OTHER_SUBCOMMANDS);
            return Err(RecordFailure { error, exit: Exit::Unusable });
        }
        match input::read(path) {
            Ok(bytes) => Self::from_bytes(&file, bytes),
            Err(error) => Err(RecordFailure { error: error.to_string(), exit: Exit::Unusable }),
        }
    }

    /// Opens a record at entry `n`, or at its cursor if `n` is `None`. Every subcommand about one
    /// entry starts here.
    pub(super) fn open_at(path: &Path, n: Option<usize>) -> Result<(Self, usize), CommandOutput> {
        let record = Self::open(path)?;
        let at = record.resolve_entry(n)?;
        Ok((record, at))
    }

    /// Returns the game after entry `at`.
    pub(super) fn game_at(&self, at: usize) -> Game {
        self.journal.game_at(at).unwrap_or_else(|| self.journal.game().clone())
    }

    /// Returns the subject of a page about entry `at`.
    pub(super) fn subject(&self, at: usize) -> PageSubject<'_> {
        PageSubject { journal: &self.journal, at, naming: PlayerNaming::Races }
    }

    fn from_bytes(file: &str, bytes: Vec<u8>) -> Result<Self, RecordFailure> {
        let loaded = read_record(&bytes);
        let advice = loaded
            .needs_recovery()
            .then(|| LogRecovery::from_log(bytes))
            .flatten()
            .and_then(|mending| {
                let behind = counted(mending.damaged_line()?.lines_after, "line", "lines");
                Some(format!(
                    "; {behind} behind it, and `founders-ledger mend` shows how to keep them"
                ))
            })
            .unwrap_or_default();
        let error = loaded.error.map(|error| format!("{file}: {error}{advice}"));
        let warnings =
            loaded.warnings.iter().map(|warning| format!("{file}: warning: {warning}")).collect();
        match loaded.record {
            Some(journal) => Ok(Self { journal, warnings, error }),
            None => Err(RecordFailure {
                error: error.unwrap_or_else(|| format!("{file}: no game in it")),
                exit: Exit::NotValid,
            }),
        }
    }

    /// Returns entry `n`, or the entry at the cursor if `n` is `None`.
    ///
    /// # Errors
    ///
    /// There is no entry `n`. In an undamaged record this is wrong usage; in a damaged one, the
    /// entry may have been lost.
    pub(super) fn resolve_entry(&self, n: Option<usize>) -> Result<usize, CommandOutput> {
        let last = self.journal.main_line().len();
        match n {
            None => Ok(self.journal.cursor()),
            Some(n) if n <= last => Ok(n),
            Some(n) if self.error.is_some() => Err(self.with_record_notes(
                CommandOutput::default()
                    .with_note(format!("entry {n} could not be read; the last is {last}")),
            )),
            Some(n) => Err(self.with_record_notes(CommandOutput::unusable(format!(
                "there is no entry {n}; the last on the main line is {last}"
            )))),
        }
    }

    /// Returns a sentence for each ballot that is not the one that was sealed, variations included.
    pub(super) fn commitment_mismatches(&self) -> Vec<String> {
        let journal = &self.journal;
        let mut found = Vec::new();
        let mut pending = vec![EntryId::START];
        while let Some(id) = pending.pop() {
            let entry = journal.entry(id);
            pending.extend(entry.continuations());
            for mismatch in entry.action().map(sealed::mismatches).unwrap_or_default() {
                found.push((entry.number(), id, mismatch));
            }
        }
        found.sort_by_key(|&(number, id, mismatch)| (number, id, mismatch.player));
        found
    .into_iter()
    .map(|(number, id, mismatch)| {
    let is_main = journal.on_main_line(number) == Some(id);
    let place = if is_main { "" } else { ", in a variation" };
    let player = journal.game().race_label(mismatch.player);
    format!(
    "entry {number}{place}: the ballot of {player} is not the one that was sealed: {mismatch}"
    )
    })
    .collect()
    }

    /// Returns a sentence for each warning about an entered position that legal play cannot reach.
    pub(super) fn position_warnings(&self) -> Vec<String> {
        let mut found = Vec::new();
        for &id in self.journal.main_line() {
            let entry = self.journal.entry(id);
            for event in entry.outcome().events() {
                if let Event::CannotArise(of, why) = event {
                    let game = self.journal.game_after(id);
                    let what = wording::cannot_arise(NamedGame::by_race(&game), *of, why);
                    found.push(format!("entry {}: {what} ({})", entry.number(), why.rule));
                }
            }
        }
        found
    }

    /// Returns a sentence for each entry of the main line that corrects a fact, with the effects on
    /// earlier entries.
    pub(super) fn correction_effects(&self) -> Vec<String> {
        (1..=self.journal.main_line().len())
            .filter_map(|n| {
                let lines = rejudged_lines(&self.journal, n, PlayerNaming::Races)?;
                Some(format!("entry {n}: {}", clauses(&lines)))
            })
            .collect()
    }

    /// Adds the warnings and the error of the record to an answer.
    pub(super) fn with_record_notes(&self, mut answer: CommandOutput) -> CommandOutput {
        answer.notes.splice(0..0, self.warnings.iter().cloned());
        match &self.error {
            Some(error) => answer.with_note(error).with_exit(Exit::NotValid),
            None => answer,
        }
    }
}
