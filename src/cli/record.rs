//! A record, opened for a verb.

use std::path::Path;

use super::answer::{Answer, Exit};
use super::{input, scenario, words};
use journal::{EntryId, Journal};
use narration::{NamedGame, PlayerNaming};
use notation::record::{LogRecovery, read_record};
use plain_text::{clauses, counted};
use report::{Subject, rejudged_lines};
use rules::game::Game;
use rules::receipt::Event;
use sealing::{self, Mismatch};

/// The note where an entry is asked for that nothing was played in.
pub(super) const NO_ENTRY: &str =
    "entries are numbered from 1; nothing was played before the first one";

/// A record as far as it could be read, with what there is to say about it.
pub(super) struct Record {
    pub(super) journal: Journal,
    /// Odd things that leave it valid, ready to print.
    pub(super) warnings: Vec<String>,
    /// Why reading stopped, ready to print.
    pub(super) error: Option<String>,
}

/// A record of either game, as far as it could be read.
#[expect(clippy::large_enum_variant, reason = "a subcommand holds one of them at a time")]
pub(super) enum AnyRecord {
    Founders(Record),
    Scenario(scenario::Opened),
}

impl AnyRecord {
    /// Opens the record in a file, of whatever game.
    pub(super) fn open(path: &Path) -> Result<Self, NoRecord> {
        if scenario::is_scenario(path) {
            return scenario::Opened::of(path).map(Self::Scenario);
        }
        Record::open(path).map(Self::Founders)
    }
}

/// A file of which not even the header could be used.
pub(super) struct NoRecord {
    /// Why, ready to print.
    pub(super) error: String,
    /// What it means for the exit code.
    pub(super) exit: Exit,
}

impl From<NoRecord> for Answer {
    fn from(no: NoRecord) -> Self {
        Self::default().noting(no.error).ending(no.exit)
    }
}

impl Record {
    pub(super) fn open(path: &Path) -> Result<Self, NoRecord> {
        let file = path.display().to_string();
        if scenario::is_scenario(path) {
            let error = format!(
                "{file}: this verb is for games of Founders of Gloomhaven; a scenario is read by \
                 `replay`, `check`, `export`, `picture`, `layout`, `dispute`, `backups`, `monster` \
                 and `sight`"
            );
            return Err(NoRecord { error, exit: Exit::Unusable });
        }
        match input::read(path) {
            Ok(bytes) => Self::from_bytes(&file, bytes),
            Err(error) => Err(NoRecord { error: error.to_string(), exit: Exit::Unusable }),
        }
    }

    /// Opens a record at entry `n`, or at its cursor without one: the beginning of every verb
    /// about one table.
    pub(super) fn open_at(path: &Path, n: Option<usize>) -> Result<(Self, usize), Answer> {
        let record = Self::open(path)?;
        let at = record.place(n)?;
        Ok((record, at))
    }

    /// The table after entry `at`.
    pub(super) fn game_at(&self, at: usize) -> Game {
        self.journal.game_at(at).unwrap_or_else(|| self.journal.game().clone())
    }

    /// What a page about entry `at` is about.
    pub(super) fn subject(&self, at: usize) -> Subject<'_> {
        Subject { journal: &self.journal, at, naming: PlayerNaming::Races }
    }

    fn from_bytes(file: &str, bytes: Vec<u8>) -> Result<Self, NoRecord> {
        let loaded = read_record(&bytes);
        let can_be_mended = loaded.needs_recovery().then(|| LogRecovery::from_log(bytes)).flatten();
        let way_out = can_be_mended.and_then(|mending| {
            let behind = counted(mending.damaged_line()?.lines_after, "line", "lines");
            Some(format!("; {behind} behind it, and `founders-ledger mend` shows how to keep them"))
        });
        let way_out = way_out.unwrap_or_default();
        let error = loaded.error.map(|error| format!("{file}: {error}{way_out}"));
        let warnings = loaded.warnings.iter();
        let warnings = warnings.map(|warning| format!("{file}: warning: {warning}"));
        match loaded.record {
            Some(journal) => Ok(Self { journal, warnings: warnings.collect(), error }),
            None => Err(NoRecord {
                error: error.unwrap_or_else(|| format!("{file}: no game in it")),
                exit: Exit::NotValid,
            }),
        }
    }

    /// Entry `n` if it was asked for, otherwise the entry at the cursor.
    ///
    /// In a sound record, a number beyond the end is a mistake of the asker;
    /// in a damaged one, the entry may have been lost.
    pub(super) fn place(&self, n: Option<usize>) -> Result<usize, Answer> {
        let last = self.journal.main_line().len();
        match n {
            None => Ok(self.journal.cursor()),
            Some(n) if n <= last => Ok(n),
            Some(n) if self.error.is_some() => Err(self.finish(
                Answer::default()
                    .noting(format!("entry {n} could not be read; the last is {last}")),
            )),
            Some(n) => Err(self.finish(Answer::unusable(format!(
                "there is no entry {n}; the last on the main line is {last}"
            )))),
        }
    }

    /// A sentence for each ballot that is not the one that was sealed, variations included.
    pub(super) fn broken_seals(&self) -> Vec<String> {
        let journal = &self.journal;
        let mut found = Vec::new();
        let mut ahead = vec![EntryId::START];
        while let Some(id) = ahead.pop() {
            let entry = journal.entry(id);
            ahead.extend(entry.continuations());
            for mismatch in entry.action().map(sealing::mismatches).unwrap_or_default() {
                found.push((entry.number(), id, mismatch));
            }
        }
        found.sort_by_key(|&(number, id, mismatch)| (number, id, mismatch.player));
        let sentence = |(number, id, mismatch): (usize, EntryId, Mismatch)| {
            let beside =
                if journal.on_main_line(number) == Some(id) { "" } else { ", in a variation" };
            let player = journal.game().race_label(mismatch.player);
            format!(
                "entry {number}{beside}: the ballot of {player} is not the one that was sealed: {mismatch}"
            )
        };
        found.into_iter().map(sentence).collect()
    }

    /// A sentence for everything in the positions of the main line that no play leads to.
    pub(super) fn doubts(&self) -> Vec<String> {
        let mut found = Vec::new();
        for &id in self.journal.main_line() {
            let entry = self.journal.entry(id);
            for event in entry.outcome().events() {
                if let Event::CannotArise(of, why) = event {
                    let game = self.journal.game_after(id);
                    let what = words::cannot_arise(NamedGame::by_race(&game), *of, why);
                    found.push(format!("entry {}: {what} ({})", entry.number(), why.rule));
                }
            }
        }
        found
    }

    /// What judging again came to wherever the main line puts a fact right, a sentence for each.
    pub(super) fn put_right(&self) -> Vec<String> {
        let entries = 1..=self.journal.main_line().len();
        let found = entries
            .filter_map(|n| Some((n, rejudged_lines(&self.journal, n, PlayerNaming::Races)?)));
        found.map(|(n, lines)| format!("entry {n}: {}", clauses(&lines))).collect()
    }

    /// Adds to an answer what there is to say about the record itself.
    pub(super) fn finish(&self, mut answer: Answer) -> Answer {
        answer.notes.splice(0..0, self.warnings.iter().cloned());
        match &self.error {
            Some(error) => answer.noting(error).ending(Exit::NotValid),
            None => answer,
        }
    }
}
