//! Thousands of simulated evenings on a disk that fails and loses power.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use fastrand::Rng;
use journal::Journal;
use notation::record::{FoundersNotation, log_line, print_log};
use record::{Loaded, Record, RecordForm};
use scenario::record::{ScenarioNotation, empty_record, print};
use storage::{
    AppFolders, FileKind, LogBasis, RecordFile, RecordText, SaveNotice, StorageError, Timestamp,
    temporary_path,
};

use crate::counter::{COUNTER, Counter, CounterNotation};
use crate::simulated::{Access, Fault, SimulatedDisk};

/// The number of evenings.
const HISTORIES: u64 = 10_000;
/// The interval of evenings that the real reader reads too.
const READ_EVERY: u64 = 100;

/// The number of evenings of scenarios, and of games of the third kind.
const OTHERS: u64 = 600;

/// A game without entries, as a journal and as a file.
static START: LazyLock<(Journal, String)> = LazyLock::new(|| {
    let journal = crate::sample();
    let text = print_log(&journal);
    (journal, text)
});

static SCENARIO: FileKind = FileKind::of::<ScenarioNotation>();
static FOUNDERS: FileKind = FileKind::of::<FoundersNotation>();

/// A scenario without entries.
static SCENARIO_START: LazyLock<scenario::Record> = LazyLock::new(|| empty_record(11, 9));

/// A game with its kind of files.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Founders,
    Scenario,
    Counter,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Founders, Self::Scenario, Self::Counter];

    fn file(self) -> &'static FileKind {
        match self {
            Self::Founders => &FOUNDERS,
            Self::Scenario => &SCENARIO,
            Self::Counter => &COUNTER,
        }
    }

    /// Returns a line that records these words.
    fn line(self, words: &str) -> String {
        match self {
            Self::Founders => format!("comment \"{words}\""),
            Self::Scenario => format!("note {words}"),
            // This game records no words.
            Self::Counter => format!("+{}", words.len()),
        }
    }

    /// Returns the number of sound bytes, and `true` if there is a warning.
    fn read(self, bytes: &[u8]) -> (usize, bool) {
        match self {
            Self::Founders => found(&record::read::<FoundersNotation>(bytes)),
            Self::Scenario => found(&record::read::<ScenarioNotation>(bytes)),
            Self::Counter => found(&record::read::<CounterNotation>(bytes)),
        }
    }
}

fn found<G: record::RecordedGame>(loaded: &Loaded<G>) -> (usize, bool) {
    (loaded.valid_bytes, loaded.error.is_some() || !loaded.warnings.is_empty())
}

/// Returns the initial text of a file of this kind.
fn start_of(kind: Kind) -> String {
    match kind {
        Kind::Founders => START.1.clone(),
        Kind::Scenario => print(&SCENARIO_START),
        Kind::Counter => {
            record::print_log::<CounterNotation>(&Record::new(0).expect("it is not below zero"))
        }
    }
}

/// Returns a game of this kind without a file.
fn new_book(disk: &Arc<SimulatedDisk>, kind: Kind) -> RecordFile {
    let content = match kind {
        Kind::Founders => RecordText::of::<FoundersNotation>(&START.0),
        Kind::Scenario => RecordText::of::<ScenarioNotation>(&SCENARIO_START),
        Kind::Counter => crate::counter::empty(),
    };
    RecordFile::new(disk.clone(), home(), content)
}

fn home() -> AppFolders {
    AppFolders { games: Some(PathBuf::from("/own/games")), own: Some(PathBuf::from("/own")) }
}

/// Returns the log after these lines.
fn log_of(kind: Kind, lines: &[String]) -> String {
    let mut text = start_of(kind);
    let mut check = last_check(&text);
    for line in lines {
        let line = log_line(check, line);
        text.push_str(&line.text);
        check = line.check;
    }
    text
}

fn last_check(text: &str) -> u32 {
    let digits = text.trim_end().rsplit('~').next().expect("a log ends so");
    u32::from_str_radix(digits, 16).expect("a log ends so")
}

/// An evening in progress.
struct Evening {
    kind: Kind,
    disk: Arc<SimulatedDisk>,
    book: RecordFile,
    /// The recorded lines.
    lines: Vec<String>,
    /// The line counts at which groups recorded together end.
    ends: Vec<usize>,
    /// The number of lines shown as saved, in the file `shown_in`.
    shown: usize,
    shown_in: Option<PathBuf>,
    /// Files written by other programs, which must stay unchanged.
    foreign: Vec<(PathBuf, Vec<u8>)>,
    damaged: Vec<Vec<u8>>,
}

impl Evening {
    fn begin(kind: Kind, seed: u64, rng: &mut Rng) -> Self {
        let mut evening = Self::without_file(Arc::new(SimulatedDisk::new(seed)), kind);
        if rng.u8(0..10) != 0 {
            let path = PathBuf::from(format!("/games/evening.{}", kind.file().extension));
            let start = start_of(kind);
            evening.disk.put(&path, start.as_bytes());
            evening.book = evening.resume(&path, start.as_bytes(), start.len());
        }
        evening
    }

    /// Records one change, or several that belong together, as those of a repair do.
    fn record(&mut self, rng: &mut Rng) {
        let count = if rng.u8(0..3) == 0 { rng.usize(2..9) } else { 1 };
        self.record_count(rng, count);
    }

    /// Records one change.
    fn record_one(&mut self, rng: &mut Rng) {
        self.record_count(rng, 1);
    }

    fn record_count(&mut self, rng: &mut Rng, count: usize) {
        let first = self.lines.len();
        let lines: Vec<String> = (first..first + count)
            .map(|number| {
                let length = rng.usize(1..900);
                let text: String =
                    std::iter::repeat_with(|| rng.alphanumeric()).take(length).collect();
                self.kind.line(&format!("{number} {text}"))
            })
            .collect();
        self.book.write(&lines).expect("each is one line");
        self.lines.extend(lines);
        self.ends.push(self.lines.len());
    }

    fn save(&mut self) -> Result<(), StorageError> {
        if self.book.is_saved() {
            return Ok(());
        }
        self.book.save(&Timestamp::new("2026-11-21", 20, 15, 3))?;
        assert!(self.book.is_saved());
        self.shown = self.lines.len();
        self.shown_in = self.book.path().map(Path::to_owned);
        Ok(())
    }

    /// Writes to the file as another program: appends, changes a byte, or replaces it.
    fn meddle(&mut self, rng: &mut Rng) {
        let Some(path) = self.book.path().map(Path::to_owned) else {
            return;
        };
        let Some(mut bytes) = self.disk.content(&path) else {
            return;
        };
        match rng.u8(0..3) {
            0 => bytes.extend_from_slice(b"# a line of one's own\n"),
            1 => {
                // The length stays the same, so only the contents differ.
                let at = rng.usize(0..bytes.len());
                bytes[at] = bytes[at].wrapping_add(1);
            }
            _ => bytes = b"something else".to_vec(),
        }
        self.disk.put(&path, &bytes);
        self.foreign.retain(|(other, _)| *other != path);
        self.foreign.push((path, bytes));
        // Another program removed the saved lines.
        self.shown = 0;
        self.shown_in = None;
    }

    /// Cuts and restores the power, and opens the game again.
    fn restart(&mut self, reads: bool) {
        self.disk.restart();
        for (path, bytes) in &self.foreign {
            let is_left = self.disk.content(path).as_ref() == Some(bytes);
            assert!(is_left, "{} is written over", path.display());
        }
        let Some(path) = self.shown_in.clone() else {
            // No line was promised yet; a first attempt may have left anything.
            *self = Self {
                foreign: std::mem::take(&mut self.foreign),
                ..Self::without_file(Arc::clone(&self.disk), self.kind)
            };
            return;
        };
        let bytes = self.disk.content(&path).expect("a saved file is there");
        let good = self.sound(&bytes);
        if reads || self.kind != Kind::Founders {
            let (good_bytes, has_warning) = self.kind.read(&bytes);
            assert!(good_bytes >= good);
            assert!(has_warning || bytes.len() == good);
        }
        self.book = self.resume(&path, &bytes, good);
        if good < bytes.len() {
            self.damaged.push(bytes);
        }
    }

    fn without_file(disk: Arc<SimulatedDisk>, kind: Kind) -> Self {
        Self {
            book: new_book(&disk, kind),
            kind,
            disk,
            lines: Vec::new(),
            ends: vec![0],
            shown: 0,
            shown_in: None,
            foreign: Vec::new(),
            damaged: Vec::new(),
        }
    }

    /// Returns the number of bytes that match the recorded lines, up to a line end, and forgets the
    /// lines beyond.
    fn sound(&mut self, bytes: &[u8]) -> usize {
        let expected = log_of(self.kind, &self.lines);
        // The longest prefix of it, by lines, that the file starts with.
        let ends = expected.rmatch_indices('\n').map(|(at, _)| at + 1);
        let good = ends
            .into_iter()
            .find(|&end| bytes.starts_with(&expected.as_bytes()[..end]))
            .unwrap_or(0);
        let promised = log_of(self.kind, &self.lines[..self.shown]).len();
        assert!(good >= promised, "{good} of {promised} bytes that were shown as saved");
        let count = expected[start_of(self.kind).len()..good].lines().count();
        // A part of a group recorded together would be another game.
        assert!(self.ends.contains(&count), "{count} of {:?}", self.ends);
        self.lines.truncate(count);
        self.ends.retain(|&end| end <= count);
        good
    }

    /// Opens a file whose first `good` bytes are undamaged.
    fn resume(&self, path: &Path, bytes: &[u8], good: usize) -> RecordFile {
        resume(&self.disk, (path, self.kind), bytes, good)
    }
}

/// Opens a file whose first `good` bytes are undamaged.
fn resume(
    disk: &Arc<SimulatedDisk>,
    (path, kind): (&Path, Kind),
    bytes: &[u8],
    good: usize,
) -> RecordFile {
    let text = std::str::from_utf8(&bytes[..good]).expect("it is what was recorded");
    // The sound bytes are known without reading, for any game.
    let loaded = Loaded::<Counter> {
        form: Some(RecordForm::Log),
        record: Record::new(0).ok(),
        valid_bytes: good,
        check: last_check(text),
        ..Loaded::default()
    };
    let basis = LogBasis::of(&loaded).expect("it is a log");
    RecordFile::resume(disk.clone(), home(), (path, kind.file()), bytes, basis)
        .expect("nothing is locked")
}

fn play(kind: Kind, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let mut evening = Evening::begin(kind, seed, &mut rng);
    for _ in 0..rng.usize(3..25) {
        match rng.u8(0..16) {
            0..=7 => evening.record(&mut rng),
            8 | 9 => evening.disk.fail(Fault::ALL[rng.usize(0..Fault::ALL.len())]),
            10 | 11 => evening.disk.cut_power_after(rng.usize(0..14)),
            12 if evening.disk.has_power() => evening.meddle(&mut rng),
            13 => evening.restart(seed.is_multiple_of(READ_EVERY)),
            _ => evening.disk.fail(Fault::None),
        }
        // Saving is tried after every change, and again while it fails.
        for _ in 0..rng.usize(1..3) {
            let saved = evening.save();
            if !evening.disk.has_power() {
                break;
            }
            let _ = saved;
        }
        if !evening.disk.has_power() {
            evening.restart(seed.is_multiple_of(READ_EVERY));
        }
    }
    // Once the disk works again, every line is on the disk, in its own file.
    evening.disk.fail(Fault::None);
    evening.record(&mut rng);
    evening.disk.cut_power_after(10_000);
    evening.save().expect("nothing is wrong");
    let path = evening.shown_in.clone().expect("it is saved");
    let expected = log_of(kind, &evening.lines);
    let found = evening.disk.content(&path).expect("it is there");
    let end = |text: &[u8]| String::from_utf8_lossy(&text[start_of(kind).len()..]).into_owned();
    assert_eq!(end(&found), end(expected.as_bytes()), "{}", path.display());
    for (path, bytes) in &evening.foreign {
        let is_left = evening.disk.content(path).as_ref() == Some(bytes);
        assert!(is_left, "{} is written over", path.display());
    }
    // The damaged version of a recovered file is kept.
    for notice in evening.book.take_notices() {
        if let SaveNotice::Repaired { backup } = notice {
            let kept = evening.disk.content(&backup).expect("it is kept");
            assert!(evening.damaged.contains(&kept));
        }
    }
    // The leftover of a crash was removed when the file was opened.
    assert!(!evening.disk.paths().contains(&temporary_path(&path)));
}

#[test]
fn saved_founders_lines_survive_every_failure_and_power_cut() {
    for seed in 0..HISTORIES {
        let played = std::panic::catch_unwind(|| play(Kind::Founders, seed));
        assert!(played.is_ok(), "with the seed {seed}");
    }
}

#[test]
fn saved_lines_of_other_games_survive_every_failure_and_power_cut() {
    for (seed, kind) in (0..OTHERS).flat_map(|seed| Kind::ALL.map(|kind| (seed, kind))) {
        if kind != Kind::Founders {
            let played = std::panic::catch_unwind(|| play(kind, seed));
            assert!(played.is_ok(), "{kind:?} with the seed {seed}");
        }
    }
}

#[test]
fn every_disk_failure_is_reported_in_words_until_it_ends() {
    for kind in Kind::ALL {
        check_failures(kind);
    }
}

#[track_caller]
fn check_failures(kind: Kind) {
    for (fault, words) in [
        (Fault::Full, "the disk is full"),
        (Fault::ReadOnly, "the disk is read-only"),
        (Fault::Gone, "its folder is gone"),
        (Fault::Limit, "the file is too large for this disk"),
        (Fault::Flush, "the file cannot be flushed"),
    ] {
        let mut rng = Rng::with_seed(7);
        let mut evening = Evening::begin(kind, 1, &mut rng);
        evening.record(&mut rng);
        evening.save().expect("nothing is wrong yet");
        evening.disk.fail(fault);
        for _ in 0..3 {
            evening.record(&mut rng);
            let refused = evening.save().expect_err("the disk fails");
            assert_eq!(refused.short_reason(), words);
        }
        evening.disk.fail(Fault::None);
        evening.save().expect("nothing is wrong any more");
        evening.restart(true);
        assert_eq!(evening.ends.len(), 1 + 4);
    }
}

#[test]
fn saving_resumes_on_a_full_disk_once_one_line_fits() {
    for seed in 0..200 {
        let kind = if seed % 4 == 0 { Kind::Counter } else { Kind::Founders };
        let mut rng = Rng::with_seed(seed);
        let disk = Arc::new(SimulatedDisk::new(seed));
        let path = PathBuf::from(format!("/games/evening.{}", kind.file().extension));
        let mut evening = Evening::without_file(Arc::clone(&disk), kind);
        // The file is longer than the lines to be added.
        while kind != Kind::Founders && log_of(kind, &evening.lines).len() < 9_000 {
            evening.record_one(&mut rng);
        }
        let start = log_of(kind, &evening.lines);
        disk.put(&path, start.as_bytes());
        evening.book = evening.resume(&path, start.as_bytes(), start.len());
        let mut capacity = start.len();
        disk.limit_to(capacity);
        for _ in 0..rng.usize(1..4) {
            evening.record_one(&mut rng);
            let refused = evening.save().expect_err("there is no room");
            assert_eq!(refused.short_reason(), "the disk is full");
        }
        // More space is free now, but not enough for a second copy.
        capacity += 8_000;
        assert!(capacity < 2 * start.len());
        disk.limit_to(capacity);
        evening.save().expect("there is room for a line");
        assert_eq!(disk.content(&path).as_deref(), Some(log_of(kind, &evening.lines).as_bytes()));
        evening.record_one(&mut rng);
        evening.save().expect("there is room for another");
        evening.restart(true);
        assert_eq!(evening.lines.len(), evening.ends.len() - 1);
    }
}

#[test]
fn new_line_is_written_before_the_record_is_read_for_comparison() {
    for kind in Kind::ALL {
        let mut rng = Rng::with_seed(4);
        let mut evening = Evening::begin(kind, 4, &mut rng);
        evening.record_one(&mut rng);
        evening.save().expect("nothing is wrong");
        evening.disk.accesses();
        for _ in 0..3 {
            evening.record_one(&mut rng);
            evening.save().expect("nothing is wrong");
            assert_eq!(evening.disk.accesses(), [Access::Write, Access::Read], "{kind:?}");
        }
    }
}

#[test]
fn external_change_within_one_clock_tick_is_found_and_left_alone() {
    for seed in 0..50 {
        let kind = if seed % 2 == 0 { Kind::Scenario } else { Kind::Founders };
        let mut rng = Rng::with_seed(seed);
        let mut evening = Evening::begin(kind, seed, &mut rng);
        evening.record_one(&mut rng);
        evening.save().expect("nothing is wrong");
        let path = evening.shown_in.clone().expect("it is saved");
        let mut bytes = evening.disk.content(&path).expect("it is there");
        let at = rng.usize(0..bytes.len());
        bytes[at] = bytes[at].wrapping_add(1);
        evening.disk.put_unseen(&path, &bytes);
        evening.record_one(&mut rng);
        evening.save().expect("nothing is wrong");
        assert_eq!(evening.disk.content(&path), Some(bytes), "with the seed {seed}");
        assert_ne!(evening.shown_in, Some(path), "saving continues in another file");
        let notices = evening.book.take_notices();
        assert!(notices.iter().any(|notice| matches!(notice, SaveNotice::Moved { .. })));
    }
}

#[test]
fn lines_recorded_together_are_saved_completely_or_not_at_all() {
    let disk = Arc::new(SimulatedDisk::new(3));
    let path = Path::new("/games/evening.founders");
    disk.put(path, START.1.as_bytes());
    let mut book = resume(&disk, (path, Kind::Founders), START.1.as_bytes(), START.1.len());
    disk.limit_to(START.1.len() + 4_000);
    book.write(&["comment \"one\"", "comment \"two\""]).expect("each is one line");
    let stamp = Timestamp::new("2026-11-21", 20, 15, 3);
    book.save(&stamp).expect_err("there is no room for a second copy");
    assert_eq!(disk.content(path).as_deref(), Some(START.1.as_bytes()));
    disk.limit_to(3 * START.1.len());
    book.save(&stamp).expect("there is room");
    assert_eq!(disk.content(path).as_deref(), Some(book.text().as_bytes()));
}
