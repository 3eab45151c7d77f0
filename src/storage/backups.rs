//! Backups: earlier states of a game in the app's own folder.
//!
//! Each game has its last [`MAX_LATEST`] states, and the last state of each evening. A damaged file
//! is backed up before its repair, and that backup is never removed.
//!
//! A number in the file name orders the states. Timestamps cannot, because a clock may be set
//! back. Earlier versions wrote no number: their states come before all others, by timestamp.

use plain_text::counted;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::StorageError;
use super::app_folders::game_name;
use super::disk::{Disk, folder_of, replace_file};
use super::kind::{FileKind, RecordSummary};
use jiff::civil::{Date, DateTime};
use jiff::{ToSpan as _, Zoned};
use record::{Loaded, RecordedGame};

/// The number of latest states kept for a game, besides the last state of each evening.
pub const MAX_LATEST: usize = 20;

/// A local date and time, used in the names of backups.
///
/// An evening ends at six in the morning, so that all of it has one date.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timestamp(DateTime);

impl Timestamp {
    /// The length of a timestamp in a file name, in bytes: `2026-11-21 20.15.03`.
    const LENGTH: usize = 19;
    /// The hour at which an evening ends.
    const MORNING: i8 = 6;

    /// Creates a moment of the evening that began on this date, with `hour` from 6 to 29. Returns
    /// the earliest possible moment if there is no such date or time.
    pub fn new(evening: &str, hour: u8, minute: u8, second: u8) -> Self {
        let text = format!("{evening} {hour:02}.{minute:02}.{second:02}");
        Self::split(&text).map_or(Self(DateTime::MIN), |(stamp, _)| stamp)
    }

    /// Returns the present moment.
    pub fn now() -> Self {
        Self::of(&super::zone::now())
    }

    /// Returns a moment as the local time of its zone.
    fn of(moment: &Zoned) -> Self {
        Self(moment.datetime())
    }

    /// Returns the date on which the evening began.
    pub fn evening(&self) -> Date {
        let date = self.0.date();
        match date.yesterday() {
            Ok(yesterday) if self.is_in_the_night() => yesterday,
            Ok(_) | Err(_) => date,
        }
    }

    fn is_in_the_night(&self) -> bool {
        self.0.hour() < Self::MORNING
    }

    /// Formats the moment for file names and log lines.
    pub fn for_file_names(&self) -> String {
        self.0.strftime("%Y-%m-%d %H.%M.%S").to_string()
    }

    /// Splits a name into its leading timestamp and the rest.
    ///
    /// Earlier versions wrote the hours after midnight as 24 to 29, with the date of the evening.
    fn split(name: &str) -> Option<(Self, &str)> {
        let (stamp, rest) = name.split_at_checked(Self::LENGTH)?;
        let (date, time) = stamp.split_once(' ')?;
        let date: Date = date.parse().ok()?;
        let mut parts = time.split('.').map(|part| part.parse::<i8>().ok());
        let (hour, minute, second) = (parts.next()??, parts.next()??, parts.next()??);
        let day = if hour < 24 { date } else { date.checked_add(1.day()).ok()? };
        let time = jiff::civil::Time::new(hour % 24, minute, second, 0).ok()?;
        Some((Self(day.to_datetime(time)), rest.trim_start()))
    }
}

/// The date of the evening and the time of day, for people.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {:02}:{:02}", self.evening(), self.0.hour(), self.0.minute())?;
        if self.is_in_the_night() {
            f.write_str(" in the night")?;
        }
        Ok(())
    }
}

enum_table::enum_table! {
    /// The reason for a backup.
    pub enum BackupReason {
        /// A few words, also used in file names.
        words: &'static str,
    }

    /// The game was opened; nothing was recorded yet.
    OnOpen = "as opened";
    /// The game was being played.
    DuringPlay = "on the way";
    /// The game was closed.
    OnClose = "as left";
    /// A part of the record, or the whole file, was about to be replaced.
    BeforeReplaced = "before it was replaced";
    /// The file was about to be written in the present format for the first time.
    BeforeRenewed = "before its format was renewed";
    /// An earlier state was about to be restored.
    BeforeRestored = "before restoring";
    /// The game's own file could not be written.
    NotSaved = "while its file could not be written";
    /// The file was damaged, and about to be repaired.
    Damaged = "as found damaged";
}

impl BackupReason {
    /// Returns `true` if a person decided to continue the game without some of its entries.
    pub const fn is_decision(self) -> bool {
        matches!(self, Self::BeforeReplaced | Self::BeforeRestored | Self::Damaged)
    }
}

/// An earlier state of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// The file in the app's own folder.
    pub path: PathBuf,
    /// The consecutive number; `None` for a state from an earlier version of the app.
    pub number: Option<u32>,
    /// The time of the backup, by a clock that may have been wrong.
    pub timestamp: Timestamp,
    /// The reason for the backup.
    pub reason: BackupReason,
}

impl Backup {
    /// Returns the sort key; that of the oldest state is the smallest.
    fn age(&self) -> (Option<u32>, &Timestamp, &Path) {
        (self.number, &self.timestamp, &self.path)
    }

    /// Reads the summary of the record; `None` if it has no readable beginning.
    pub fn summary(&self, kind: &FileKind) -> Option<RecordSummary> {
        let summary = kind.summary(&super::read(&self.path).ok()?);
        summary.entries.is_some().then_some(summary)
    }
}

/// A backup with more entries than the file of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RicherBackup {
    /// The backup.
    pub backup: Backup,
    /// The number of its entries, variations and undone ones included.
    pub entries: usize,
}

impl fmt::Display for RicherBackup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (stamp, reason) = (&self.backup.timestamp, self.backup.reason.words());
        let entries = counted(self.entries, "entry", "entries");
        write!(f, "the state of {stamp} ({reason}) holds {entries}")
    }
}

/// The maximum number of candidates that [`Backups::richest`] reads.
const MAX_READ: usize = 3;

/// The backups of one game.
///
/// ```
/// use std::sync::Arc;
///
/// use notation::record::FoundersNotation;
/// use storage::{Backups, FileKind, RealDisk, BackupReason, Timestamp};
///
/// static FOUNDERS: FileKind = FileKind::of::<FoundersNotation>();
///
/// let folder = tempfile::tempdir()?;
/// let game = folder.path().join("evening.founders");
/// let backups = Backups::for_game(Arc::new(RealDisk), folder.path(), &game, &FOUNDERS);
///
/// backups.save(b"first state", &Timestamp::new("2026-11-21", 20, 15, 0), BackupReason::OnOpen)?;
/// backups.save(b"second state", &Timestamp::new("2026-11-21", 22, 40, 0), BackupReason::OnClose)?;
///
/// let list = backups.list();
/// assert_eq!(list[0].timestamp.to_string(), "2026-11-21, 22:40");
/// assert_eq!(storage::read(&list[0].path)?, b"second state");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Backups {
    disk: Arc<dyn Disk>,
    root: PathBuf,
    folder: PathBuf,
    kind: &'static FileKind,
}

impl Backups {
    /// Returns the backups of the game in the file `game`; `own` is the app's own folder.
    pub fn for_game(disk: Arc<dyn Disk>, own: &Path, game: &Path, kind: &'static FileKind) -> Self {
        let root = own.join("backups");
        let folder = root.join(game_name(&disk.canonical(game)));
        Self { disk, root, folder, kind }
    }

    /// Lists all backups, the latest first.
    pub fn list(&self) -> Vec<Backup> {
        let paths = self.disk.list(&self.folder).unwrap_or_default();
        let mut found: Vec<Backup> =
            paths.into_iter().filter_map(|path| backup_at(path, self.kind.extension)).collect();
        found.sort_by(|a, b| b.age().cmp(&a.age()));
        found
    }

    /// Returns the backup with the most entries, if it has more than the game's file. `file` is the
    /// contents of that file, and `loaded` the record read from it.
    ///
    /// Only a person's decision removes entries from a record, and the file is backed up before.
    /// Backups older than the latest decision are ignored: they cannot show a later loss.
    pub fn richest<G: RecordedGame>(
        &self,
        file: &[u8],
        loaded: &Loaded<G>,
    ) -> Option<RicherBackup> {
        let (there, least) = match &loaded.record {
            // In an earlier format, more lines may play something than there are entries.
            Some(record) if loaded.is_older => (record.entry_count(), record.entry_count()),
            Some(record) => {
                let sound = file.get(..loaded.valid_bytes).unwrap_or(file);
                (record.entry_count(), self.kind.count_plays(sound))
            }
            None => (0, 0),
        };
        let mut candidates: Vec<(usize, Backup)> = self
            .list()
            .into_iter()
            .take_while(|backup| !backup.reason.is_decision())
            .filter_map(|backup| {
                let bytes = self.disk.read(&backup.path, super::max_record_bytes()).ok()?;
                let plays = self.kind.count_plays(&bytes);
                (plays > least).then_some((plays, backup))
            })
            .collect();
        // Most plays first; equal ones stay in order, the latest first.
        candidates.sort_by_key(|(plays, _)| std::cmp::Reverse(*plays));
        candidates
            .into_iter()
            .take(MAX_READ)
            .filter_map(|(_, backup)| {
                let bytes = self.disk.read(&backup.path, super::max_record_bytes()).ok()?;
                let entries = self.kind.summary(&bytes).entries?;
                (entries > there).then_some(RicherBackup { backup, entries })
            })
            .reduce(|one, other| if other.entries > one.entries { other } else { one })
    }

    /// Backs up a state, removes superseded backups, and returns the new file.
    ///
    /// If the state equals the latest backup, returns that one instead.
    ///
    /// # Errors
    ///
    /// The error of the system.
    pub fn save(
        &self,
        record: &[u8],
        now: &Timestamp,
        reason: BackupReason,
    ) -> Result<PathBuf, StorageError> {
        let latest = self.list().into_iter().next();
        let number =
            latest.as_ref().and_then(|latest| latest.number).unwrap_or(0).saturating_add(1);
        let (stamp, words, ending) = (now.for_file_names(), reason.words(), self.kind.extension);
        let path = self.folder.join(format!("{number:06} {stamp} {words}.{ending}"));
        let unwritable =
            |source: io::Error| StorageError::Unwritable { path: path.clone(), source };
        if let Some(latest) = &latest
            && (reason == BackupReason::Damaged) == (latest.reason == BackupReason::Damaged)
            && self
                .disk
                .read(&latest.path, super::max_record_bytes())
                .is_ok_and(|bytes| bytes == record)
        {
            return Ok(latest.path.clone());
        }
        self.disk.create_folder(&self.folder).map_err(unwritable)?;
        replace_file(self.disk.as_ref(), &path, record).map_err(unwritable)?;
        // While saving keeps failing, there is one growing backup, not one per change.
        if let Some(latest) = latest
            && latest.reason == BackupReason::NotSaved
            && reason == BackupReason::NotSaved
            && latest.path != path
        {
            let _ = self.disk.remove(&latest.path);
        }
        self.prune(&path);
        Ok(path)
    }

    /// Moves the backups to the new file name of a renamed game.
    pub fn move_to(&self, to: &Path) {
        let new = self.root.join(game_name(&self.disk.canonical(to)));
        // If an earlier game with that name has backups, both stay where they are.
        if self.disk.rename(&self.folder, &new).is_ok() {
            // If a power cut loses the new name, the old one is still there.
            let _ = self.disk.flush_folder(folder_of(&new));
        }
    }

    /// Removes superseded backups, but not `written`.
    fn prune(&self, written: &Path) {
        for backup in removable(self.list()).into_iter().filter(|old| old.path != written) {
            // A failed removal is tried again after the next backup.
            let _ = self.disk.remove(&backup.path);
        }
    }
}

fn backup_at(path: PathBuf, ending: &str) -> Option<Backup> {
    let name = path.file_name()?.to_str()?.strip_suffix(ending)?.strip_suffix('.')?;
    let (number, rest) = match name.split_once(' ').filter(|(number, _)| !number.contains('-')) {
        Some((number, rest)) => (Some(number.parse().ok()?), rest),
        None => (None, name),
    };
    let (timestamp, words) = Timestamp::split(rest)?;
    let reason = BackupReason::ALL.into_iter().find(|r| r.words() == words)?;
    Some(Backup { path, number, timestamp, reason })
}

/// Returns the backups that may be removed; `backups` has the latest first.
fn removable(backups: Vec<Backup>) -> Vec<Backup> {
    let mut evenings: Vec<Date> = Vec::new();
    let mut states = 0;
    let mut surplus = Vec::new();
    for backup in backups {
        if backup.reason == BackupReason::Damaged {
            continue;
        }
        states += 1;
        let evening = backup.timestamp.evening();
        let is_last = !evenings.contains(&evening);
        if is_last {
            evenings.push(evening);
        }
        if states > MAX_LATEST && !is_last {
            surplus.push(backup);
        }
    }
    surplus
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RealDisk;
    use notation::record::{FoundersNotation, read_record};
    use scenario::record::{ScenarioNotation, print, read_bytes};

    static FOUNDERS: FileKind = FileKind::of::<FoundersNotation>();
    static SCENARIO: FileKind = FileKind::of::<ScenarioNotation>();

    /// Backs up a record at 20:`minute` on one evening.
    fn keep_at(backups: &Backups, record: &[u8], minute: u8, reason: BackupReason) -> PathBuf {
        let stamp = Timestamp::new("2026-11-01", 20, minute, 0);
        backups.save(record, &stamp, reason).expect("room on the disk")
    }

    fn richer(backups: &Backups, scenario: &[u8]) -> Option<RicherBackup> {
        backups.richest(scenario, &read_bytes(scenario))
    }

    #[test]
    fn pruning_leaves_the_last_twenty_backups_and_one_of_each_evening() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let game = folder.path().join("evening.founders");
        let backups = Backups::for_game(Arc::new(RealDisk), folder.path(), &game, &FOUNDERS);
        for evening in 1..=4 {
            for minute in 0..15 {
                let stamp = Timestamp::new(&format!("2026-11-0{evening}"), 20, minute, 0);
                let record = format!("state {evening} {minute}");
                let kept = backups.save(record.as_bytes(), &stamp, BackupReason::DuringPlay);
                kept.expect("room on the disk");
            }
        }
        let stamps: Vec<String> =
            backups.list().iter().map(|backup| backup.timestamp.to_string()).collect();
        assert_eq!(stamps.len(), MAX_LATEST + 2);
        assert_eq!(stamps[0], "2026-11-04, 20:14");
        assert_eq!(stamps[MAX_LATEST - 1], "2026-11-03, 20:10");
        assert_eq!(stamps[MAX_LATEST..], ["2026-11-02, 20:14", "2026-11-01, 20:14"]);
    }

    #[test]
    fn an_unchanged_state_is_not_backed_up_again_and_a_damaged_one_is_never_removed() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let game = folder.path().join("evening.founders");
        let backups = Backups::for_game(Arc::new(RealDisk), folder.path(), &game, &FOUNDERS);
        keep_at(&backups, b"broken", 0, BackupReason::Damaged);
        keep_at(&backups, b"one", 1, BackupReason::OnOpen);
        keep_at(&backups, b"one", 2, BackupReason::OnClose);
        assert_eq!(backups.list().len(), 2);
        for minute in 3..59 {
            keep_at(
                &backups,
                format!("state {minute}").as_bytes(),
                minute,
                BackupReason::DuringPlay,
            );
        }
        let reasons: Vec<BackupReason> = backups.list().iter().map(|b| b.reason).collect();
        assert_eq!(reasons.len(), MAX_LATEST + 1);
        assert_eq!(reasons[MAX_LATEST], BackupReason::Damaged);
    }

    #[test]
    fn a_backup_with_more_entries_is_found_until_a_person_decides_against_it() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let game = folder.path().join("evening.founders");
        let backups = Backups::for_game(Arc::new(RealDisk), folder.path(), &game, &FOUNDERS);
        let whole = include_bytes!("../../assets/examples/harbour-duel.founders");
        let entries = read_record(whole).record.expect("an example").entry_count();
        // A file that ends earlier, cleanly at the end of a line.
        let lines = whole.split_inclusive(|byte| *byte == b'\n');
        let short: Vec<u8> = lines.clone().take(lines.count() - 20).flatten().copied().collect();
        let loaded = read_record(&short);
        assert_eq!(loaded.error, None);
        assert_eq!(backups.richest(&short, &loaded), None);
        keep_at(&backups, &short, 0, BackupReason::OnOpen);
        assert_eq!(backups.richest(&short, &loaded), None);
        keep_at(&backups, whole, 1, BackupReason::OnClose);
        keep_at(&backups, b"nothing", 2, BackupReason::DuringPlay);
        let fuller = backups.richest(&short, &loaded).expect("it holds more");
        assert_eq!(fuller.entries, entries);
        assert_eq!(
            fuller.to_string(),
            format!("the state of 2026-11-01, 20:01 (as left) holds {entries} entries")
        );
        assert_eq!(backups.richest(whole, &read_record(whole)), None);
        let no_header = read_record(&short[10..]);
        assert!(backups.richest(&short[10..], &no_header).is_some());
        keep_at(&backups, whole, 3, BackupReason::BeforeReplaced);
        assert_eq!(backups.richest(&short, &loaded), None);
    }

    #[test]
    fn backups_of_a_scenario_have_its_extension_and_the_richest_is_found() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let game = folder.path().join("cellar.scenario");
        let backups = Backups::for_game(Arc::new(RealDisk), folder.path(), &game, &SCENARIO);
        let whole = include_bytes!("../../assets/scenario/games/flooded-cellar.scenario");
        let old = include_bytes!("../../tests/scenario/versions/1-cellar.scenario");
        let record = read_bytes(whole).record.expect("an example");
        let short = print(&record.up_to(record.cursor() - 3).expect("it is long enough"));
        let kept = keep_at(&backups, whole, 0, BackupReason::OnClose);
        assert!(SCENARIO.has_extension(&kept));
        keep_at(&backups, short.as_bytes(), 1, BackupReason::DuringPlay);
        let summary = backups.list()[1].summary(&SCENARIO).expect("it can be read");
        assert_eq!((summary.played, summary.entries), (record.cursor(), Some(record.cursor())));
        assert_eq!(summary.players, ["Warden", "Piper"]);
        let found = richer(&backups, short.as_bytes()).expect("it holds more");
        assert_eq!((found.backup.path, found.entries), (kept, record.entry_count()));
        assert_eq!(richer(&backups, whole), None);
        assert_eq!(richer(&backups, old), None, "a file of an earlier version holds as many");
        assert!(richer(&backups, b"nothing").is_some());
        keep_at(&backups, old, 2, BackupReason::BeforeRenewed);
        assert!(richer(&backups, short.as_bytes()).is_some());
        keep_at(&backups, whole, 3, BackupReason::BeforeRestored);
        assert_eq!(richer(&backups, short.as_bytes()), None);
    }

    #[test]
    fn a_moment_after_midnight_belongs_to_the_evening_before() {
        let late = Timestamp::new("2026-11-21", 23, 59, 0);
        let later = Timestamp::new("2026-11-21", 25, 5, 0);
        assert!(late < later);
        assert_eq!(later.evening(), late.evening());
        assert_eq!(later.to_string(), "2026-11-21, 01:05 in the night");
    }

    #[test]
    fn an_evening_has_its_local_date_in_every_time_zone() {
        for hours in -12..=14 {
            let zone = jiff::tz::TimeZone::fixed(jiff::tz::offset(hours));
            for (day, hour) in [(21, 6), (21, 19), (21, 23), (22, 0), (22, 5)] {
                let time = jiff::civil::date(2026, 11, day).at(hour, 30, 0, 0);
                let stamp = Timestamp::of(&time.to_zoned(zone.clone()).expect("it is a moment"));
                assert_eq!(stamp.evening().to_string(), "2026-11-21", "UTC{hours:+}, {hour}:30");
                let name = format!("2026-11-{day} {hour:02}.30.00");
                assert_eq!(stamp.for_file_names(), name, "UTC{hours:+}");
            }
        }
    }

    #[test]
    fn file_names_have_hours_below_24_and_old_names_are_still_read() {
        let later = Timestamp::new("2026-12-31", 27, 36, 11);
        assert_eq!(later.for_file_names(), "2027-01-01 03.36.11");
        // The name written by earlier versions, and the present one.
        for name in ["2026-12-31 27.36.11 as left", "2027-01-01 03.36.11 as left"] {
            assert_eq!(Timestamp::split(name), Some((later.clone(), "as left")));
        }
        for name in ["2026-02-30 20.15.03 as left", "2026-11-21 20.75.03 as left", "as left"] {
            assert_eq!(Timestamp::split(name), None, "{name}");
        }
    }

    #[test]
    fn backups_without_a_number_are_older_than_numbered_ones() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let game = folder.path().join("evening.founders");
        let backups = Backups::for_game(Arc::new(RealDisk), folder.path(), &game, &FOUNDERS);
        let kept =
            backups.save(b"new", &Timestamp::new("2026-11-01", 20, 0, 0), BackupReason::OnClose);
        let new = kept.expect("room on the disk");
        // Timestamps later than that of the numbered backup, before and after midnight.
        for (name, state) in [
            ("2026-11-21 25.15.03 on the way.founders", "third"),
            ("2026-11-21 20.15.03 as left.founders", "second"),
            ("2026-11-20 20.15.03 as left.founders", "first"),
        ] {
            std::fs::write(new.with_file_name(name), state).expect("room on the disk");
        }
        let states = backups
            .list()
            .into_iter()
            .map(|backup| std::fs::read_to_string(backup.path).expect("it is there"));
        assert_eq!(states.collect::<Vec<_>>(), ["new", "third", "second", "first"]);
        let again =
            backups.save(b"newer", &Timestamp::new("2026-10-01", 20, 0, 0), BackupReason::OnClose);
        assert_eq!(backups.list()[0].path, again.expect("room on the disk"));
    }

    #[test]
    fn backups_follow_a_game_that_is_renamed() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let (old, new) = ["old", "new"].map(|name| folder.path().join(name)).into();
        let at =
            |game: &Path| Backups::for_game(Arc::new(RealDisk), folder.path(), game, &FOUNDERS);
        let stamp = Timestamp::new("2026-11-01", 20, 0, 0);
        let kept = at(&old).save(b"one", &stamp, BackupReason::OnClose);
        kept.expect("room on the disk");
        at(&old).move_to(&new);
        assert_eq!((at(&old).list().len(), at(&new).list().len()), (0, 1));
    }
}
