//! Records with changed, removed, doubled and swapped bytes: the parts that can be read survive
//! writing and reading, and damage is recovered.

use fastrand::Rng;
use scenario::record::{
    Change, LogRecovery, Record, RecordErrorKind, RecordWarning, ScenarioNotation, print,
    print_for_people, read, read_bytes,
};

use crate::support::assert_same;

/// The number of damaged copies tried per sample.
const TRIES: usize = 1_500;

const GAME: &str = include_str!("../../assets/scenario/games/flooded-cellar.scenario");

/// Returns records without checksums, so that damage reaches the parser and the rules.
fn samples() -> [String; 2] {
    let cellar = print_for_people(&read(GAME).record.expect("it is sound"));
    let lines: Vec<&str> = include_str!("versions/1-deeds.scenario")
        .lines()
        .map(|line| line.rsplit_once("  ~").map_or(line, |(text, _)| text))
        .collect();
    [cellar, lines.join("\n") + "\n"]
}

fn damaged(sample: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = sample.to_vec();
    for _ in 0..rng.usize(1..5) {
        let at = rng.usize(0..bytes.len());
        let end = (at + rng.usize(1..60)).min(bytes.len());
        match rng.u8(0..5) {
            0 => bytes[at] ^= 1 << rng.u8(0..8),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            3 => {
                let nasty =
                    [&b"99999999999"[..], b"repair:\n  ", b"undo\n", b"\n  without 1\n", b"-"];
                bytes.splice(at..at, nasty[rng.usize(0..nasty.len())].iter().copied());
            }
            _ => bytes[at] = rng.u8(..),
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

#[test]
fn record_read_from_damaged_text_survives_writing_and_reading() {
    let mut rng = Rng::with_seed(23);
    let mut read_whole = 0;
    for sample in samples() {
        for _ in 0..TRIES {
            let bytes = damaged(sample.as_bytes(), &mut rng);
            let text = String::from_utf8_lossy(&bytes);
            let loaded = read(&text);
            assert!(loaded.record.is_some() || loaded.error.is_some(), "{text}");
            read_whole += usize::from(loaded.error.is_none());
            let Some(record) = loaded.record else {
                continue;
            };
            let again = read(&print(&record));
            assert_eq!(again.error, None, "{text}");
            assert_same(&again.record.expect("it is sound"), &record);
        }
    }
    // Much damage is harmless, such as another letter in a note.
    assert!((100..2_000).contains(&read_whole), "{read_whole}");
}

/// Returns a record with a variation and a comment, and its log.
fn log() -> (Record, String) {
    let mut record = read(GAME).record.expect("it is sound").up_to(40).expect("it is long");
    record.apply(Change::Comment("Argued over.".to_owned())).expect("it is short");
    record.apply(Change::Undo(3)).expect("at least three were played");
    record.apply(Change::play(scenario_rules::Action::Round)).expect("a round may end");
    let text = print(&record);
    (record, text)
}

/// Returns the number of bytes up to and including the line `play:`.
fn head_length(text: &str) -> usize {
    let play = text.find("\nplay:").expect("it has a head") + 1;
    play + text[play..].find('\n').expect("it has an end") + 1
}

#[test]
fn scenario_log_cut_off_anywhere_reads_as_an_earlier_state() {
    let (_, text) = log();
    let head = head_length(&text);
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    for cut in head..=text.len() {
        let loaded = read(&text[..cut]);
        let last = ends.iter().rfind(|&&end| end <= cut).copied().expect("the head has line ends");
        assert_eq!(loaded.valid_bytes, last);
        let whole = read(&text[..last]);
        assert_eq!((whole.error, &whole.warnings[..]), (None, &[][..]));
        assert_eq!(loaded.record, whole.record);
        assert_eq!(
            loaded.error.map(|error| error.kind),
            (last < cut).then_some(RecordErrorKind::Truncated)
        );
    }
}

#[test]
fn checksum_restores_a_damaged_scenario_line_without_loss_after_it() {
    let (record, text) = log();
    let start = head_length(&text);
    let mut stops = 0;
    for at in (start..text.len() - 1).step_by(17) {
        for byte in [b'#', 0xff] {
            let mut bytes = text.as_bytes().to_vec();
            bytes[at] = byte;
            let Some(mut recovery) = LogRecovery::from_log(bytes) else {
                continue;
            };
            stops += 1;
            recovery.apply_proposals();
            assert_eq!(recovery.damaged_line(), None, "byte {at} as {byte:#04x}");
            assert_eq!(recovery.record(), Some(&record), "byte {at} as {byte:#04x}");
        }
    }
    assert!(stops > 50, "{stops}");
}

#[test]
fn omitted_scenario_line_takes_only_its_dependents_with_it() {
    let (_, text) = log();
    let line = text
        .lines()
        .position(|line| line.starts_with("character Warden"))
        .expect("the Warden enters the map");
    let mut lines: Vec<&str> = text.lines().collect();
    lines[line] = "charcter W  ~00000000";
    let mut recovery =
        LogRecovery::from_log((lines.join("\n") + "\n").into_bytes()).expect("it is damaged");
    assert_eq!(recovery.damaged_line().map(|stop| stop.error.line), Some(line + 1));
    recovery.omit_with_dependents();
    assert_eq!(recovery.damaged_line(), None);
    let out: Vec<&str> = recovery.omitted().iter().map(|out| out.text.as_str()).collect();
    assert!(out.len() > 1, "{out:?}");
    for line in &out[1..] {
        assert!(line.contains("Warden") || line.starts_with("comment"), "{out:?}");
    }
    assert!(recovery.record().is_some_and(|record| record.cursor() > 20));
}

#[test]
fn invalid_utf_8_in_a_scenario_is_reported_with_its_line() {
    let (record, text) = log();
    let torn = [text.as_bytes(), &b"trap \xff\x00\n"[..]].concat();
    let loaded = read_bytes(&torn);
    assert_eq!(loaded.valid_bytes, text.len());
    let error = loaded.error.expect("it is reported");
    assert_eq!(error.kind, RecordErrorKind::NotText { column: 6, byte: 0xff });
    assert_eq!(error.line, text.lines().count() + 1);
    assert_eq!(loaded.record, Some(record));
    let none = read_bytes(&[0xFF, 0x00]);
    assert!(none.record.is_none() && none.error.is_some_and(|error| error.line == 1));
}

fn count(text: &str) -> usize {
    record::count_plays::<ScenarioNotation>(text.as_bytes())
}

#[test]
fn scenario_entries_are_counted_without_playing_them() {
    let (record, text) = log();
    assert_eq!(count(&text), record.entry_count());
    assert!(record.entry_count() > record.cursor());
    // A file of version 1 has at least as many playing lines as entries.
    for old in
        [include_str!("versions/1-cellar.scenario"), include_str!("versions/1-deeds.scenario")]
    {
        assert!(count(old) >= read(old).record.expect("it is read").entry_count());
    }
    assert_eq!(count("Founders Ledger scenario 2\ntable:\n  board 3x3\n"), 0);
}

#[test]
fn changed_scenario_header_yields_a_warning_and_the_record() {
    let (_, text) = log();
    let changed = text.replacen("title: ", "title: Not ", 1);
    assert_ne!(changed, text);
    let loaded = read(&changed);
    assert_eq!(loaded.error, None);
    assert!(matches!(loaded.warnings[..], [RecordWarning::HeaderChanged { .. }]));
}
