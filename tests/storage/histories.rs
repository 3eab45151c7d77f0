//! Thousands of evenings on a disk that fails, and loses its power.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use fastrand::Rng;
use journal::Journal;
use notation::record::{FoundersNotation, log_line, print_log};
use record::{Loaded, Record, RecordForm};
use scenario::record::{ScenarioNotation, empty_record, print};
use storage::{Basis, Book, Content, FileKind, Home, Notice, Stamp, StorageError, temporary_of};

use crate::counter::{COUNTER, Counter, CounterNotation};
use crate::simulated::{Access, Fault, SimulatedDisk};

/// How many evenings.
const HISTORIES: u64 = 10_000;
/// One evening in so many is read by the real reader as well.
const READ_EVERY: u64 = 100;

/// The number of histories of scenarios, and of games of the third kind.
const OTHERS: u64 = 600;

/// A game with nothing recorded yet, as a file and as a journal.
static START: LazyLock<(Journal, String)> = LazyLock::new(|| {
    let journal = crate::sample();
    let text = print_log(&journal);
    (journal, text)
});

static SCENARIO: FileKind = FileKind::of::<ScenarioNotation>();
static FOUNDERS: FileKind = FileKind::of::<FoundersNotation>();

/// A scenario with nothing recorded yet.
static SCENARIO_START: LazyLock<scenario::Record> = LazyLock::new(|| empty_record(11, 9));

/// A game, by its files.
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

    /// A line that records these words.
    fn line(self, words: &str) -> String {
        match self {
            Self::Founders => format!("comment \"{words}\""),
            Self::Scenario => format!("note {words}"),
            // It has no words.
            Self::Counter => format!("+{}", words.len()),
        }
    }

    /// Returns the number of sound bytes, and whether there is a warning.
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

/// What a file of this kind says at first.
fn start_of(kind: Kind) -> String {
    match kind {
        Kind::Founders => START.1.clone(),
        Kind::Scenario => print(&SCENARIO_START),
        Kind::Counter => {
            record::print_log::<CounterNotation>(&Record::new(0).expect("it is not below zero"))
        }
    }
}

/// A game of this kind without a file.
fn new_book(disk: &Arc<SimulatedDisk>, kind: Kind) -> Book {
    let content = match kind {
        Kind::Founders => Content::of::<FoundersNotation>(&START.0),
        Kind::Scenario => Content::of::<ScenarioNotation>(&SCENARIO_START),
        Kind::Counter => crate::counter::begun(),
    };
    Book::new(disk.clone(), home(), content)
}

fn home() -> Home {
    Home { games: Some(PathBuf::from("/own/games")), own: Some(PathBuf::from("/own")) }
}

/// The log after these lines.
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

/// An evening as it goes on.
struct Evening {
    kind: Kind,
    disk: Arc<SimulatedDisk>,
    book: Book,
    /// What was recorded.
    lines: Vec<String>,
    /// Where what was recorded together ends, in lines.
    ends: Vec<usize>,
    /// So many of them were shown as saved, in this file.
    shown: usize,
    shown_in: Option<PathBuf>,
    /// Files that something else wrote, as they have to stay.
    foreign: Vec<(PathBuf, Vec<u8>)>,
    damaged: Vec<Vec<u8>>,
}

impl Evening {
    fn begin(kind: Kind, seed: u64, rng: &mut Rng) -> Self {
        let mut evening = Self::again(Arc::new(SimulatedDisk::new(seed)), kind);
        if rng.u8(0..10) != 0 {
            let path = PathBuf::from(format!("/games/evening.{}", kind.file().ending));
            let start = start_of(kind);
            evening.disk.put(&path, start.as_bytes());
            evening.book = evening.resume(&path, start.as_bytes(), start.len());
        }
        evening
    }

    /// Records a change, or several that belong together as those of a repair do.
    fn record(&mut self, rng: &mut Rng) {
        let count = if rng.u8(0..3) == 0 { rng.usize(2..9) } else { 1 };
        self.record_so_many(rng, count);
    }

    /// Records one change.
    fn record_one(&mut self, rng: &mut Rng) {
        self.record_so_many(rng, 1);
    }

    fn record_so_many(&mut self, rng: &mut Rng, count: usize) {
        let first = self.lines.len();
        let lines = (first..first + count).map(|number| {
            let length = rng.usize(1..900);
            let text: String = std::iter::repeat_with(|| rng.alphanumeric()).take(length).collect();
            self.kind.line(&format!("{number} {text}"))
        });
        let lines: Vec<String> = lines.collect();
        self.book.write(&lines).expect("each is one line");
        self.lines.extend(lines);
        self.ends.push(self.lines.len());
    }

    fn save(&mut self) -> Result<(), StorageError> {
        if self.book.is_saved() {
            return Ok(());
        }
        self.book.save(&Stamp::new("2026-11-21", 20, 15, 3))?;
        assert!(self.book.is_saved());
        self.shown = self.lines.len();
        self.shown_in = self.book.path().map(Path::to_owned);
        Ok(())
    }

    /// Something else writes to the file: adds to it, or puts another game in its place.
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
                // The same length, so that only the contents tell.
                let at = rng.usize(0..bytes.len());
                bytes[at] = bytes[at].wrapping_add(1);
            }
            _ => bytes = b"something else".to_vec(),
        }
        self.disk.put(&path, &bytes);
        self.foreign.retain(|(other, _)| *other != path);
        self.foreign.push((path, bytes));
        // What it held is gone by the hand of somebody else.
        self.shown = 0;
        self.shown_in = None;
    }

    /// The power goes and comes back; the game is opened again.
    fn restart(&mut self, reads: bool) {
        self.disk.restart();
        for (path, bytes) in &self.foreign {
            let is_left = self.disk.content(path).as_ref() == Some(bytes);
            assert!(is_left, "{} is written over", path.display());
        }
        let Some(path) = self.shown_in.clone() else {
            // Nothing was promised yet; what is left of a first attempt may be anything.
            *self = Self {
                foreign: std::mem::take(&mut self.foreign),
                ..Self::again(Arc::clone(&self.disk), self.kind)
            };
            return;
        };
        let bytes = self.disk.content(&path).expect("a saved file is there");
        let good = self.sound(&bytes);
        if reads || self.kind != Kind::Founders {
            let (good_bytes, is_told) = self.kind.read(&bytes);
            assert!(good_bytes >= good);
            assert!(is_told || bytes.len() == good);
        }
        self.book = self.resume(&path, &bytes, good);
        if good < bytes.len() {
            self.damaged.push(bytes);
        }
    }

    fn again(disk: Arc<SimulatedDisk>, kind: Kind) -> Self {
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

    /// How many bytes are what was recorded, up to the end of a line; forgets the lines beyond.
    fn sound(&mut self, bytes: &[u8]) -> usize {
        let expected = log_of(self.kind, &self.lines);
        // The longest beginning of it that the file begins with, a line at a time.
        let ends = expected.rmatch_indices('\n').map(|(at, _)| at + 1);
        let good = ends
            .into_iter()
            .find(|&end| bytes.starts_with(&expected.as_bytes()[..end]))
            .unwrap_or(0);
        let promised = log_of(self.kind, &self.lines[..self.shown]).len();
        assert!(good >= promised, "{good} of {promised} bytes that were shown as saved");
        let count = expected[start_of(self.kind).len()..good].lines().count();
        // Half of what was recorded together would be another game.
        assert!(self.ends.contains(&count), "{count} of {:?}", self.ends);
        self.lines.truncate(count);
        self.ends.retain(|&end| end <= count);
        good
    }

    /// Goes on as with a file that was read: so many of its bytes are sound.
    fn resume(&self, path: &Path, bytes: &[u8], good: usize) -> Book {
        resume(&self.disk, (path, self.kind), bytes, good)
    }
}

/// Goes on as with a file that was read: so many of its bytes are sound.
fn resume(
    disk: &Arc<SimulatedDisk>,
    (path, kind): (&Path, Kind),
    bytes: &[u8],
    good: usize,
) -> Book {
    let text = std::str::from_utf8(&bytes[..good]).expect("it is what was recorded");
    // What is sound is known without reading it, whatever the game.
    let loaded = Loaded::<Counter> {
        form: Some(RecordForm::Log),
        record: Record::new(0).ok(),
        valid_bytes: good,
        check: last_check(text),
        ..Loaded::default()
    };
    let basis = Basis::of(&loaded).expect("it is a log");
    Book::resume(disk.clone(), home(), (path, kind.file()), bytes, basis)
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
        // It is tried after every change, and again for as long as it fails.
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
    // Once nothing is wrong any more, everything is on the disk, and in its own file.
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
    // What was cut from a damaged file that was mended is still somewhere.
    for notice in evening.book.take_notices() {
        if let Notice::Mended { kept } = notice {
            let kept = evening.disk.content(&kept).expect("it is kept");
            assert!(evening.damaged.contains(&kept));
        }
    }
    // What a crash left beside it was removed when it was opened.
    assert!(!evening.disk.paths().contains(&temporary_of(&path)));
}

#[test]
fn what_was_shown_as_saved_outlives_every_failure_and_power_cut() {
    for seed in 0..HISTORIES {
        let played = std::panic::catch_unwind(|| play(Kind::Founders, seed));
        assert!(played.is_ok(), "with the seed {seed}");
    }
}

#[test]
fn what_was_shown_as_saved_of_any_other_game_does_so_as_well() {
    for (seed, kind) in (0..OTHERS).flat_map(|seed| Kind::ALL.map(|kind| (seed, kind))) {
        if kind != Kind::Founders {
            let played = std::panic::catch_unwind(|| play(kind, seed));
            assert!(played.is_ok(), "{kind:?} with the seed {seed}");
        }
    }
}

#[test]
fn every_failure_is_told_in_words_and_over_when_it_is_over() {
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
            assert_eq!(refused.in_short(), words);
        }
        evening.disk.fail(Fault::None);
        evening.save().expect("nothing is wrong any more");
        evening.restart(true);
        assert_eq!(evening.ends.len(), 1 + 4);
    }
}

#[test]
fn on_a_disk_too_small_for_a_second_copy_saving_goes_on_once_there_is_room_for_a_line() {
    for seed in 0..200 {
        let kind = if seed % 4 == 0 { Kind::Counter } else { Kind::Founders };
        let mut rng = Rng::with_seed(seed);
        let disk = Arc::new(SimulatedDisk::new(seed));
        let path = PathBuf::from(format!("/games/evening.{}", kind.file().ending));
        let mut evening = Evening::again(Arc::clone(&disk), kind);
        // What is there already is more than what is added.
        while kind != Kind::Founders && log_of(kind, &evening.lines).len() < 9_000 {
            evening.record_one(&mut rng);
        }
        let start = log_of(kind, &evening.lines);
        disk.put(&path, start.as_bytes());
        evening.book = evening.resume(&path, start.as_bytes(), start.len());
        let mut room = start.len();
        disk.limit_to(room);
        for _ in 0..rng.usize(1..4) {
            evening.record_one(&mut rng);
            let refused = evening.save().expect_err("there is no room");
            assert_eq!(refused.in_short(), "the disk is full");
        }
        // Some more is free now, and still not enough for all of it a second time.
        room += 8_000;
        assert!(room < 2 * start.len());
        disk.limit_to(room);
        evening.save().expect("there is room for a line");
        assert_eq!(disk.content(&path).as_deref(), Some(log_of(kind, &evening.lines).as_bytes()));
        evening.record_one(&mut rng);
        evening.save().expect("there is room for another");
        evening.restart(true);
        assert_eq!(evening.lines.len(), evening.ends.len() - 1);
    }
}

#[test]
fn a_line_is_on_the_disk_before_the_record_is_read_to_compare_it() {
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
fn a_change_within_one_tick_of_the_clock_is_found_and_left_as_it_is() {
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
        assert_ne!(evening.shown_in, Some(path), "the game goes on in another file");
        let moved = |notice: &Notice| matches!(notice, Notice::Moved { .. });
        assert!(evening.book.take_notices().iter().any(moved));
    }
}

#[test]
fn what_belongs_together_waits_for_room_and_is_never_there_by_half() {
    let disk = Arc::new(SimulatedDisk::new(3));
    let path = Path::new("/games/evening.founders");
    disk.put(path, START.1.as_bytes());
    let mut book = resume(&disk, (path, Kind::Founders), START.1.as_bytes(), START.1.len());
    disk.limit_to(START.1.len() + 4_000);
    book.write(&["comment \"one\"", "comment \"two\""]).expect("each is one line");
    let stamp = Stamp::new("2026-11-21", 20, 15, 3);
    book.save(&stamp).expect_err("there is no room for a second copy");
    assert_eq!(disk.content(path).as_deref(), Some(START.1.as_bytes()));
    disk.limit_to(3 * START.1.len());
    book.save(&stamp).expect("there is room");
    assert_eq!(disk.content(path).as_deref(), Some(book.text().as_bytes()));
}
