//! A third game, as simple as possible: numbers are added to a number that never falls below zero.
//! Records and files support it like the real games.

use std::sync::Arc;

use plain_text::{ParseError, unexpected};
use record::{
    Change, HeaderBlock, HeaderEnd, HeaderLines, LogRecovery, Notation, Played, Record,
    RecordError, RecordErrorKind, RecordFormat, RecordedGame, Repair, print_log, print_notation,
    read,
};
use storage::{BackupReason, Backups, FileKind, RecordSummary, RecordText, Timestamp};

use crate::simulated::SimulatedDisk;

/// The game.
#[derive(Clone, Debug, PartialEq)]
pub enum Counter {}

impl RecordedGame for Counter {
    type Setup = i64;
    type Game = i64;
    type Action = i64;
    type Outcome = ();
    type Checkpoint = i64;
    type Refusal = i64;
    type SetupError = i64;

    const MAX_ENTRIES: usize = 10_000;

    fn start(setup: &i64) -> Result<i64, i64> {
        if *setup < 0 { Err(*setup) } else { Ok(*setup) }
    }

    fn start_outcome(_: &i64, _: &i64) {}

    fn play(game: &i64, action: &i64) -> Result<Played<Self>, i64> {
        let sum = game + action;
        if sum < 0 {
            return Err(sum);
        }
        Ok(Played { game: sum, action: *action, outcome: () })
    }
}

/// Its notation: a signed number in a line.
#[derive(Clone, Debug)]
pub enum CounterNotation {}

/// The kind of its files.
pub static COUNTER: FileKind = FileKind::of::<CounterNotation>();

fn number(line: &str, at: usize) -> Result<i64, ParseError> {
    line[at..].trim().parse().map_err(|_error| unexpected(line, at, "a number"))
}

impl Notation for CounterNotation {
    type Game = Counter;
    type Header = Option<i64>;
    type Opening = i64;
    type Cache = ();

    const FORMAT: RecordFormat = RecordFormat {
        extension: "counter",
        log: "Counter record",
        notation: "Counter notation",
        log_opening: "count",
        notation_opening: "counts",
        version: 1,
        oldest: 1,
        keys: "title:, date: or from:",
        block: "remarks",
        block_name: "the remarks",
        block_is_last: true,
        max_players: 1,
    };

    fn read_key(
        header: &mut Option<i64>,
        key: &str,
        line: &str,
        at: usize,
    ) -> Result<bool, ParseError> {
        if key != "from" {
            return Ok(false);
        }
        *header = Some(number(line, at)?);
        Ok(true)
    }

    fn open(
        header: &mut Option<i64>,
        _: Option<HeaderBlock>,
        end: HeaderEnd<'_>,
        (): &mut (),
    ) -> Result<(i64, Vec<String>), RecordError> {
        let from = header.ok_or_else(|| end.missing("from: with a number"))?;
        Ok((from, Vec::new()))
    }

    fn set_up(from: i64) -> Result<Record<Counter>, RecordErrorKind> {
        Record::new(from).map_err(|from| RecordErrorKind::Setup(format!("{from} is below zero")))
    }

    fn contradictions(_: &Option<i64>, _: &Record<Counter>) -> Vec<String> {
        Vec::new()
    }

    fn print_header(record: &Record<Counter>, header: &mut HeaderLines) {
        header.push("from", &record.setup().to_string());
    }

    fn players(_: &Record<Counter>) -> Vec<String> {
        vec!["Anna".to_owned()]
    }

    fn file_name(_: &Record<Counter>) -> String {
        "sums".to_owned()
    }

    fn parse(_: &i64, text: &str) -> Result<i64, ParseError> {
        number(text, 0)
    }

    fn print(_: &i64, action: &i64) -> String {
        format!("{action:+}")
    }

    fn parse_checkpoint(_: &i64, line: &str, at: usize) -> Result<i64, ParseError> {
        number(line, at)
    }

    fn print_checkpoint(_: &i64, checkpoint: &i64) -> String {
        checkpoint.to_string()
    }

    fn heading(game: &i64) -> (u32, String) {
        let tens = u32::try_from(game / 10).unwrap_or(u32::MAX);
        (tens, format!("Tens {tens}"))
    }

    fn is_heading(line: &str) -> bool {
        line.starts_with("Tens ")
    }

    fn refusal(_: &i64, sum: &i64) -> String {
        format!("the sum would be {sum}")
    }
}

/// Returns a record with a variation, a comment and a checkpoint.
fn sample() -> Record<Counter> {
    let mut record = Record::new(3).expect("it is not below zero");
    let changes = [
        Change::Play(4),
        Change::Play(5),
        Change::Comment("twelve".to_owned()),
        Change::Checkpoint(12),
        Change::Undo(1),
        Change::Play(-7),
        Change::Play(20),
        Change::Play(-6),
    ];
    for change in changes {
        record.apply(change).expect("no sum is below zero");
    }
    record
}

#[test]
fn log_and_notation_read_back_as_the_printed_record() {
    let record = sample();
    for text in [print_log::<CounterNotation>(&record), print_notation::<CounterNotation>(&record)]
    {
        let loaded = read::<CounterNotation>(text.as_bytes());
        assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()), "{text}");
        assert_eq!(loaded.record.as_ref(), Some(&record), "{text}");
        assert_eq!(loaded.record.map(|record| *record.game()), Some(14));
    }
}

#[test]
fn errors_of_a_log_use_the_words_of_the_game() {
    for (text, expected) in [
        ("count\n", "line 2, column 1: found \"count\", expected from: with a number"),
        ("from: -1\ncount\n", "line 3: the game cannot be set up:\n-1 is below zero"),
        ("from: x\ncount\n", "line 2, column 7: found \"x\", expected a number"),
        ("from: 3\ncount\n-4\n", "line 4: the sum would be -1"),
        ("from: 3\ncount\ncheckpoint x\n", "line 4, column 12: found \"x\", expected a number"),
    ] {
        let log = format!("Counter record 1\n{text}");
        let error = read::<CounterNotation>(log.as_bytes()).error;
        assert_eq!(error.map(|error| error.to_string()).as_deref(), Some(expected));
    }
}

#[test]
fn counter_log_cut_off_anywhere_reads_as_an_earlier_state() {
    let text = print_log::<CounterNotation>(&sample());
    let start = text.find("\ncount").expect("it starts") + "\ncount  ~00000000\n".len();
    for cut in start..text.len() {
        let loaded = read::<CounterNotation>(&text.as_bytes()[..cut]);
        let is_whole = text[..cut].ends_with('\n');
        let trouble = loaded.error.map(|error| error.kind);
        assert_eq!(trouble, (!is_whole).then_some(RecordErrorKind::Truncated));
        assert!(text[..loaded.valid_bytes].ends_with('\n') && loaded.valid_bytes <= cut);
    }
}

#[test]
fn checksums_restore_a_damaged_log() {
    let (record, text) = (sample(), print_log::<CounterNotation>(&sample()));
    let start = text.find("\ncount").expect("it starts") + "\ncount  ~00000000\n".len();
    let mut stops = 0;
    for at in start..text.len() - 1 {
        let mut bytes = text.as_bytes().to_vec();
        bytes[at] = b'?';
        let Some(mut recovery) = LogRecovery::<CounterNotation>::from_log(bytes) else {
            continue;
        };
        stops += 1;
        recovery.apply_proposals();
        assert_eq!(
            (recovery.damaged_line(), recovery.record()),
            (None, Some(&record)),
            "byte {at}"
        );
    }
    assert!(stops > 10, "{stops}");
}

#[test]
fn repair_of_an_earlier_entry_judges_the_later_ones_again() {
    let mut record = sample();
    let mut repair = Repair::new(&record);
    repair.change(&record, 1, 1);
    let clash = repair.clash().expect("the next falls below zero");
    assert_eq!((clash.number, clash.refusal), (2, -3));
    repair.remove(&record, 2);
    assert_eq!((repair.clash().is_none(), *repair.game_reached()), (true, 18));
    let changes = repair.accept(&record).expect("there is room").expect("it holds");
    for change in changes {
        record.apply(change).expect("it was judged");
    }
    assert_eq!((*record.game(), record.cursor()), (18, 3));
    let text = print_log::<CounterNotation>(&record);
    assert_eq!(read::<CounterNotation>(text.as_bytes()).record, Some(record));
}

#[test]
fn backups_are_stored_listed_and_compared() {
    let disk = Arc::new(SimulatedDisk::new(1));
    let (own, game) = ("/own".as_ref(), "/games/sums.counter".as_ref());
    let backups = Backups::for_game(disk, own, game, &COUNTER);
    let record = sample();
    let text = print_log::<CounterNotation>(&record);
    let stamp = Timestamp::new("2026-11-21", 20, 15, 3);
    backups.save(text.as_bytes(), &stamp, BackupReason::OnClose).expect("the disk works");
    let list = backups.list();
    assert!(list[0].path.to_string_lossy().ends_with(".counter"));
    let summary = COUNTER.summary(text.as_bytes());
    let expected = RecordSummary {
        players: vec!["Anna".to_owned()],
        played: 4,
        entries: Some(5),
        damaged_at: None,
    };
    assert_eq!(summary, expected);
    let short = print_log::<CounterNotation>(&record.up_to(2).expect("it is there"));
    let loaded = read::<CounterNotation>(short.as_bytes());
    let fuller = backups.richest(short.as_bytes(), &loaded).expect("it holds more");
    assert_eq!(fuller.entries, 5);
    let whole = read::<CounterNotation>(text.as_bytes());
    assert_eq!(backups.richest(text.as_bytes(), &whole), None);
}

/// Returns the file content of a record without entries.
pub fn empty() -> RecordText {
    RecordText::of::<CounterNotation>(&Record::new(0).expect("it is not below zero"))
}
