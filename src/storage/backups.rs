//! Earlier states of a game, kept in the app's own folder.
//!
//! Of each game the last 20 states that matter are kept, and the last of each
//! evening. A damaged file that was mended is kept as it was found, for good.
//!
//! States are in the order in which they were kept, by a number in their names: a clock may be
//! set back, and then says that what was kept last is the oldest. States of versions that gave
//! them no number come before all others, in the order of their clock.

use plain_text::counted;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::StorageError;
use super::disk::{Disk, folder_of, replace_whole};
use super::kind::{FileKind, Summary};
use super::own::name_for;
use jiff::civil::{Date, DateTime};
use jiff::{ToSpan as _, Zoned};
use record::{Loaded, RecordedGame};

/// So many states of a game are kept, beside those of each evening.
pub const MOST: usize = 20;

/// A moment on the clock on the wall, as backups are named after.
///
/// An evening ends at six in the morning, so that one evening has one date.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stamp(DateTime);

impl Stamp {
    /// Bytes of a stamp in a name: `2026-11-21 20.15.03`.
    const LENGTH: usize = 19;
    /// The hour at which an evening ends.
    const MORNING: i8 = 6;

    /// A moment of the evening that began on this date, `hour` from 6 to 29; the beginning of time
    /// if there is no such moment.
    pub fn new(evening: &str, hour: u8, minute: u8, second: u8) -> Self {
        let text = format!("{evening} {hour:02}.{minute:02}.{second:02}");
        Self::split(&text).map_or(Self(DateTime::MIN), |(stamp, _)| stamp)
    }

    /// This moment.
    pub fn now() -> Self {
        Self::of(&super::zone::now())
    }

    /// A moment by the clock on the wall of its time zone.
    fn of(moment: &Zoned) -> Self {
        Self(moment.datetime())
    }

    /// The date on which the evening began.
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

    /// Returns the moment as names of files and lines of the log have it.
    pub fn in_names(&self) -> String {
        self.0.strftime("%Y-%m-%d %H.%M.%S").to_string()
    }

    /// Splits a name into the stamp at its beginning and what follows.
    ///
    /// Earlier versions counted the hours after midnight on from 24, with the date of the evening.
    fn split(name: &str) -> Option<(Self, &str)> {
        let (stamp, rest) = name.split_at_checked(Self::LENGTH)?;
        let (date, time) = stamp.split_once(' ')?;
        let date: Date = date.parse().ok()?;
        let mut parts = time.split('.').map(|part| part.parse::<i8>().ok());
        let (hour, minute, second) = (parts.next()??, parts.next()??, parts.next()??);
        let date = if hour < 24 { date } else { date.checked_add(1.day()).ok()? };
        let time = jiff::civil::Time::new(hour % 24, minute, second, 0).ok()?;
        Some((Self(date.to_datetime(time)), rest.trim_start()))
    }
}

/// As people read it: the date of the evening, and the time on the clock.
impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {:02}:{:02}", self.evening(), self.0.hour(), self.0.minute())?;
        if self.is_in_the_night() {
            f.write_str(" in the night")?;
        }
        Ok(())
    }
}

catalogue::catalogue! {
    /// Why a state was kept.
    pub enum Reason {
        /// In a few words.
        words: &'static str,
    }

    /// As it was opened, before anything was recorded.
    AsOpened = "as opened";
    /// While it was played.
    OnTheWay = "on the way";
    /// As it was left.
    AsLeft = "as left";
    /// Before a part of the record was replaced, or the file by another game.
    BeforeReplaced = "before it was replaced";
    /// Before it was written in the present version for the first time.
    BeforeRenewed = "before its format was renewed";
    /// Before an earlier state was restored.
    BeforeRestored = "before restoring";
    /// Its own file could not be written.
    NotSaved = "while its file could not be written";
    /// A damaged file as it was found.
    Damaged = "as found damaged";
}

impl Reason {
    /// Whether it was kept because somebody decided that the game goes on without something of it.
    pub const fn is_decision(self) -> bool {
        matches!(self, Self::BeforeReplaced | Self::BeforeRestored | Self::Damaged)
    }
}

/// An earlier state of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// The file in the app's own folder.
    pub path: PathBuf,
    /// One more than that of the state kept before; `None` for a state of an earlier version.
    pub number: Option<u32>,
    /// When it was kept, by a clock that may have been wrong.
    pub stamp: Stamp,
    /// Why.
    pub reason: Reason,
}

impl Backup {
    /// Returns the key by which states are ordered, that of the oldest first.
    fn age(&self) -> (Option<u32>, &Stamp, &Path) {
        (self.number, &self.stamp, &self.path)
    }

    /// Reads what is in it; nothing if that cannot be read at all.
    pub fn summary(&self, kind: &FileKind) -> Option<Summary> {
        let summary = kind.summary(&super::read(&self.path).ok()?);
        summary.entries.is_some().then_some(summary)
    }
}

/// An earlier state that holds more entries than the file of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fuller {
    /// The state.
    pub backup: Backup,
    /// How many entries it holds, variations and what was taken back included.
    pub entries: usize,
}

impl fmt::Display for Fuller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (stamp, reason) = (&self.backup.stamp, self.backup.reason.words());
        let entries = counted(self.entries, "entry", "entries");
        write!(f, "the state of {stamp} ({reason}) holds {entries}")
    }
}

/// No more of the states that may hold more entries are read than this.
const MOST_READ: usize = 3;

/// The backups of one game.
#[derive(Debug)]
pub struct Backups {
    disk: Arc<dyn Disk>,
    root: PathBuf,
    folder: PathBuf,
    kind: &'static FileKind,
}

impl Backups {
    /// Those of a game, by its file, in the app's own folder.
    pub fn of(disk: Arc<dyn Disk>, own: &Path, game: &Path, kind: &'static FileKind) -> Self {
        let root = own.join("backups");
        let folder = root.join(name_for(&disk.canonical(game)));
        Self { disk, root, folder, kind }
    }

    /// Every state that is kept, the latest first.
    pub fn list(&self) -> Vec<Backup> {
        let paths = self.disk.list(&self.folder).unwrap_or_default();
        let mut found: Vec<Backup> =
            paths.into_iter().filter_map(|path| backup_at(path, self.kind.ending)).collect();
        found.sort_by(|a, b| b.age().cmp(&a.age()));
        found
    }

    /// The state with the most entries, if it holds more than the file does, which is `file` and
    /// reads as `loaded`.
    ///
    /// Entries are never taken out of a record but by a decision, before which its file is kept;
    /// what was kept before the latest of these says nothing of what was lost since.
    pub fn fuller<G: RecordedGame>(&self, file: &[u8], loaded: &Loaded<G>) -> Option<Fuller> {
        let (there, least) = match &loaded.record {
            // Of an earlier version more lines may play than there are entries.
            Some(record) if loaded.is_older => (record.entry_count(), record.entry_count()),
            Some(record) => {
                let sound = file.get(..loaded.valid_bytes).unwrap_or(file);
                (record.entry_count(), self.kind.count_plays(sound))
            }
            None => (0, 0),
        };
        let list = self.list();
        let since = list.iter().take_while(|backup| !backup.reason.is_decision());
        let mut more: Vec<(usize, Backup)> = since
            .filter_map(|backup| {
                let bytes = self.disk.read(&backup.path, super::limit()).ok()?;
                let plays = self.kind.count_plays(&bytes);
                (plays > least).then(|| (plays, backup.clone()))
            })
            .collect();
        // The fullest first, and of equal ones the latest.
        more.sort_by_key(|(plays, _)| std::cmp::Reverse(*plays));
        let fuller = more.into_iter().take(MOST_READ).filter_map(|(_, backup)| {
            let bytes = self.disk.read(&backup.path, super::limit()).ok()?;
            let entries = self.kind.summary(&bytes).entries?;
            (entries > there).then_some(Fuller { backup, entries })
        });
        fuller.reduce(|one, other| if other.entries > one.entries { other } else { one })
    }

    /// Keeps a state and gives its file; what is there no longer need be is removed.
    ///
    /// A state like the latest one is not kept twice.
    ///
    /// # Errors
    ///
    /// As the system refuses.
    pub fn keep(
        &self,
        record: &[u8],
        now: &Stamp,
        reason: Reason,
    ) -> Result<PathBuf, StorageError> {
        let latest = self.list().into_iter().next();
        let number = latest.as_ref().and_then(|latest| latest.number).unwrap_or(0);
        let number = number.saturating_add(1);
        let (stamp, words, ending) = (now.in_names(), reason.words(), self.kind.ending);
        let path = self.folder.join(format!("{number:06} {stamp} {words}.{ending}"));
        let unwritable =
            |source: io::Error| StorageError::Unwritable { path: path.clone(), source };
        if let Some(latest) = &latest
            && (reason == Reason::Damaged) == (latest.reason == Reason::Damaged)
            && self.disk.read(&latest.path, super::limit()).is_ok_and(|bytes| bytes == record)
        {
            return Ok(latest.path.clone());
        }
        self.disk.make_folder(&self.folder).map_err(unwritable)?;
        replace_whole(self.disk.as_ref(), &path, record).map_err(unwritable)?;
        // A long failure makes one backup that grows, and not one for every change.
        if let Some(latest) = latest
            && latest.reason == Reason::NotSaved
            && reason == Reason::NotSaved
            && latest.path != path
        {
            let _ = self.disk.remove(&latest.path);
        }
        self.prune(&path);
        Ok(path)
    }

    /// Lets the backups follow a game that was renamed.
    pub fn follow(&self, to: &Path) {
        let new = self.root.join(name_for(&self.disk.canonical(to)));
        // Should there be some of an earlier game of that name, both stay where they are.
        if self.disk.rename(&self.folder, &new).is_ok() {
            // Names that are lost in a power cut are found under the old one.
            let _ = self.disk.flush_folder(folder_of(&new));
        }
    }

    /// Removes what need not be kept any longer now that `written` is there.
    fn prune(&self, written: &Path) {
        for backup in superseded(self.list()).into_iter().filter(|old| old.path != written) {
            // What cannot be removed is tried again with the next one kept.
            let _ = self.disk.remove(&backup.path);
        }
    }
}

fn backup_at(path: PathBuf, ending: &str) -> Option<Backup> {
    let name = path.file_name()?.to_str()?.strip_suffix(ending)?.strip_suffix('.')?;
    let numbered = name.split_once(' ').filter(|(number, _)| !number.contains('-'));
    let (number, rest) = match numbered {
        Some((number, rest)) => (Some(number.parse().ok()?), rest),
        None => (None, name),
    };
    let (stamp, words) = Stamp::split(rest)?;
    let reason = Reason::ALL.into_iter().find(|r| r.words() == words)?;
    Some(Backup { path, number, stamp, reason })
}

/// Which of these, the latest first, need not be kept any longer.
fn superseded(backups: Vec<Backup>) -> Vec<Backup> {
    let mut evenings: Vec<Date> = Vec::new();
    let mut states = 0;
    let mut surplus = Vec::new();
    for backup in backups {
        if backup.reason == Reason::Damaged {
            continue;
        }
        states += 1;
        let evening = backup.stamp.evening();
        let is_last = !evenings.contains(&evening);
        if is_last {
            evenings.push(evening);
        }
        if states > MOST && !is_last {
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

    #[test]
    fn the_last_twenty_states_are_kept_and_one_of_each_evening() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let game = folder.path().join("evening.founders");
        let backups = Backups::of(Arc::new(RealDisk), folder.path(), &game, &FOUNDERS);
        for evening in 1..=4 {
            for minute in 0..15 {
                let stamp = Stamp::new(&format!("2026-11-0{evening}"), 20, minute, 0);
                let record = format!("state {evening} {minute}");
                let kept = backups.keep(record.as_bytes(), &stamp, Reason::OnTheWay);
                kept.expect("room on the disk");
            }
        }
        let stamps: Vec<String> =
            backups.list().iter().map(|backup| backup.stamp.to_string()).collect();
        assert_eq!(stamps.len(), MOST + 2);
        assert_eq!(stamps[0], "2026-11-04, 20:14");
        assert_eq!(stamps[MOST - 1], "2026-11-03, 20:10");
        assert_eq!(stamps[MOST..], ["2026-11-02, 20:14", "2026-11-01, 20:14"]);
    }

    #[test]
    fn a_state_like_the_latest_is_not_kept_twice_and_a_damaged_one_never_removed() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let game = folder.path().join("evening.founders");
        let backups = Backups::of(Arc::new(RealDisk), folder.path(), &game, &FOUNDERS);
        let keep = |minute, record: &str, reason| {
            let stamp = Stamp::new("2026-11-01", 20, minute, 0);
            let kept = backups.keep(record.as_bytes(), &stamp, reason);
            kept.expect("room on the disk");
        };
        keep(0, "broken", Reason::Damaged);
        keep(1, "one", Reason::AsOpened);
        keep(2, "one", Reason::AsLeft);
        assert_eq!(backups.list().len(), 2);
        for minute in 3..59 {
            keep(minute, &format!("state {minute}"), Reason::OnTheWay);
        }
        let reasons: Vec<Reason> = backups.list().iter().map(|b| b.reason).collect();
        assert_eq!(reasons.len(), MOST + 1);
        assert_eq!(reasons[MOST], Reason::Damaged);
    }

    #[test]
    fn a_state_with_more_entries_is_found_until_somebody_decided_otherwise() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let game = folder.path().join("evening.founders");
        let backups = Backups::of(Arc::new(RealDisk), folder.path(), &game, &FOUNDERS);
        let whole = include_bytes!("../../assets/examples/harbour-duel.founders");
        let entries = read_record(whole).record.expect("an example").entry_count();
        // A file that ends earlier, cleanly at the end of a line.
        let lines = whole.split_inclusive(|byte| *byte == b'\n');
        let short: Vec<u8> = lines.clone().take(lines.count() - 20).flatten().copied().collect();
        let loaded = read_record(&short);
        assert_eq!(loaded.error, None);
        let stamp = |minute| Stamp::new("2026-11-01", 20, minute, 0);
        let keep = |bytes: &[u8], minute, reason| {
            let kept = backups.keep(bytes, &stamp(minute), reason);
            kept.expect("room on the disk");
        };
        assert_eq!(backups.fuller(&short, &loaded), None);
        keep(&short, 0, Reason::AsOpened);
        assert_eq!(backups.fuller(&short, &loaded), None);
        keep(whole, 1, Reason::AsLeft);
        keep(b"nothing", 2, Reason::OnTheWay);
        let fuller = backups.fuller(&short, &loaded).expect("it holds more");
        assert_eq!(fuller.entries, entries);
        assert_eq!(
            fuller.to_string(),
            format!("the state of 2026-11-01, 20:01 (as left) holds {entries} entries")
        );
        assert_eq!(backups.fuller(whole, &read_record(whole)), None);
        let no_header = read_record(&short[10..]);
        assert!(backups.fuller(&short[10..], &no_header).is_some());
        keep(whole, 3, Reason::BeforeReplaced);
        assert_eq!(backups.fuller(&short, &loaded), None);
    }

    #[test]
    fn states_of_a_scenario_are_called_as_scenarios_and_the_fullest_is_found() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let game = folder.path().join("cellar.scenario");
        let backups = Backups::of(Arc::new(RealDisk), folder.path(), &game, &SCENARIO);
        let whole = include_bytes!("../../assets/scenario/games/flooded-cellar.scenario");
        let old = include_bytes!("../../tests/scenario/versions/1-cellar.scenario");
        let record = read_bytes(whole).record.expect("an example");
        let short = print(&record.up_to(record.cursor() - 3).expect("so many were played"));
        let keep = |bytes: &[u8], minute, reason| {
            let stamp = Stamp::new("2026-11-01", 20, minute, 0);
            backups.keep(bytes, &stamp, reason).expect("room on the disk")
        };
        let fuller = |bytes: &[u8]| backups.fuller(bytes, &read_bytes(bytes));
        let kept = keep(whole, 0, Reason::AsLeft);
        assert!(SCENARIO.is_ending_of(&kept));
        keep(short.as_bytes(), 1, Reason::OnTheWay);
        let summary = backups.list()[1].summary(&SCENARIO).expect("it can be read");
        assert_eq!((summary.played, summary.entries), (record.cursor(), Some(record.cursor())));
        assert_eq!(summary.players, ["Warden", "Piper"]);
        let found = fuller(short.as_bytes()).expect("it holds more");
        assert_eq!((found.backup.path, found.entries), (kept, record.entry_count()));
        assert_eq!(fuller(whole), None);
        assert_eq!(fuller(old), None, "a file of an earlier version holds as many");
        assert!(fuller(b"nothing").is_some());
        keep(old, 2, Reason::BeforeRenewed);
        assert!(fuller(short.as_bytes()).is_some());
        keep(whole, 3, Reason::BeforeRestored);
        assert_eq!(fuller(short.as_bytes()), None);
    }

    #[test]
    fn an_evening_ends_at_six_in_the_morning() {
        let late = Stamp::new("2026-11-21", 23, 59, 0);
        let later = Stamp::new("2026-11-21", 25, 5, 0);
        assert!(late < later);
        assert_eq!(later.evening(), late.evening());
        assert_eq!(later.to_string(), "2026-11-21, 01:05 in the night");
    }

    #[test]
    fn an_evening_has_its_local_date_in_every_time_zone() {
        for hours in -12..=14 {
            let zone = jiff::tz::TimeZone::fixed(jiff::tz::offset(hours));
            for (day, hour) in [(21, 6), (21, 19), (21, 23), (22, 0), (22, 5)] {
                let moment = jiff::civil::date(2026, 11, day).at(hour, 30, 0, 0);
                let moment = moment.to_zoned(zone.clone()).expect("it is a moment");
                let stamp = Stamp::of(&moment);
                assert_eq!(stamp.evening().to_string(), "2026-11-21", "UTC{hours:+}, {hour}:30");
                let name = format!("2026-11-{day} {hour:02}.30.00");
                assert_eq!(stamp.in_names(), name, "UTC{hours:+}");
            }
        }
    }

    #[test]
    fn names_of_files_have_the_hours_that_a_clock_shows() {
        let later = Stamp::new("2026-12-31", 27, 36, 11);
        assert_eq!(later.in_names(), "2027-01-01 03.36.11");
        // As earlier versions wrote it, and as it is written now.
        for name in ["2026-12-31 27.36.11 as left", "2027-01-01 03.36.11 as left"] {
            assert_eq!(Stamp::split(name), Some((later.clone(), "as left")));
        }
        for name in ["2026-02-30 20.15.03 as left", "2026-11-21 20.75.03 as left", "as left"] {
            assert_eq!(Stamp::split(name), None, "{name}");
        }
    }

    #[test]
    fn states_of_earlier_versions_come_before_those_with_a_number() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let game = folder.path().join("evening.founders");
        let backups = Backups::of(Arc::new(RealDisk), folder.path(), &game, &FOUNDERS);
        let kept = backups.keep(b"new", &Stamp::new("2026-11-01", 20, 0, 0), Reason::AsLeft);
        let new = kept.expect("room on the disk");
        // Of a night that is later by the clock, and before midnight.
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
        let again = backups.keep(b"newer", &Stamp::new("2026-10-01", 20, 0, 0), Reason::AsLeft);
        assert_eq!(backups.list()[0].path, again.expect("room on the disk"));
    }

    #[test]
    fn backups_follow_a_game_that_is_renamed() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let (old, new) = ["old", "new"].map(|name| folder.path().join(name)).into();
        let at = |game: &Path| Backups::of(Arc::new(RealDisk), folder.path(), game, &FOUNDERS);
        let stamp = Stamp::new("2026-11-01", 20, 0, 0);
        let kept = at(&old).keep(b"one", &stamp, Reason::AsLeft);
        kept.expect("room on the disk");
        at(&old).follow(&new);
        assert_eq!((at(&old).list().len(), at(&new).list().len()), (0, 1));
    }
}
