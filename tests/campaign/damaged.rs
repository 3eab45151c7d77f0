//! Records with changed, removed and doubled bytes: the parts that can be read survive writing and
//! reading, and damaged lines are recovered.

use ::record::RecordErrorKind;
use campaign::record::{LogRecovery, print, print_for_people, read, read_bytes};
use fastrand::Rng;

use crate::example::{EVENING, SCENARIOS};
use crate::record::evening;

fn damaged(sample: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = sample.to_vec();
    for _ in 0..rng.usize(1..4) {
        let at = rng.usize(0..bytes.len());
        let end = (at + rng.usize(1..40)).min(bytes.len());
        match rng.u8(0..4) {
            0 => bytes[at] ^= 1 << rng.u8(0..8),
            1 if end - at < bytes.len() => drop(bytes.drain(at..end)),
            2 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            _ => bytes[at] = rng.u8(..),
        }
    }
    bytes
}

#[test]
fn record_read_from_damaged_text_survives_writing_and_reading() {
    let example = read(EVENING).record.expect("the example can be read");
    let sample = print_for_people(&example);
    let mut rng = Rng::with_seed(23);
    let mut partial = 0;
    for _ in 0..400 {
        let loaded = read_bytes(&damaged(sample.as_bytes(), &mut rng));
        let Some(record) = loaded.record else { continue };
        partial += usize::from(loaded.error.is_some());
        let again = read(&print(&record));
        assert_eq!(again.error, None);
        assert_eq!(again.record.as_ref(), Some(&record));
    }
    assert!(partial > 50, "only {partial} records are read in part");
}

#[test]
fn lines_behind_a_damaged_one_are_recovered_without_it() {
    let text = print(&evening());
    let broken = text.replacen("open class Tinkerer", "open clxss Tinkerer", 1);
    let loaded = read(&broken);
    assert!(loaded.error.is_some());
    let mut recovery = LogRecovery::from_log(broken.into_bytes()).expect("a line is damaged");
    let line = recovery.damaged_line().expect("it has a place").error.line;
    recovery.correct(line, "open class Tinkerer");
    let record = recovery.record().expect("the rest can be read");
    assert_eq!(record.game(), evening().game());
}

/// Returns the place behind the line `play:`.
fn head_length(text: &str) -> usize {
    let play = text.find("\nplay:").expect("it has a head") + 1;
    play + text[play..].find('\n').expect("it has an end") + 1
}

/// Returns the places behind the line ends of a text.
fn line_ends(text: &str) -> Vec<usize> {
    text.match_indices('\n').map(|(at, _)| at + 1).collect()
}

#[test]
fn campaign_cut_off_at_any_byte_keeps_every_entry_before_it() {
    let (head, ends) = (head_length(SCENARIOS), line_ends(SCENARIOS));
    let bytes = SCENARIOS.as_bytes();
    // Every byte of the first evening; then every line end, and places between.
    let evening = SCENARIOS.find("scenario 2:").expect("it has a second scenario");
    let later = (evening..bytes.len()).filter(|at| at % 23 == 0 || ends.contains(at));
    let mut entries = 0;
    for cut in (head..evening).chain(later).chain([bytes.len()]) {
        let last = ends.iter().rfind(|&&end| end <= cut).copied().expect("the head has line ends");
        let loaded = read_bytes(&bytes[..cut]);
        assert_eq!(loaded.valid_bytes, last, "cut at {cut}");
        let expected = (last < cut).then_some(RecordErrorKind::Truncated);
        if SCENARIOS.is_char_boundary(cut) {
            assert_eq!(loaded.error.map(|error| error.kind), expected, "cut at {cut}");
        } else {
            assert!(loaded.error.is_some(), "cut at {cut}");
        }
        let cursor = loaded.record.expect("the head is whole").cursor();
        if last == cut {
            entries = cursor;
            assert_eq!(cursor, plays(&SCENARIOS[..cut]), "cut at {cut}");
        }
        assert_eq!(cursor, entries, "cut at {cut}");
    }
    assert!(entries > 70, "only {entries} entries");
}

/// Counts the lines of a log that play an action.
fn plays(log: &str) -> usize {
    let lines = log[head_length(log)..].lines();
    lines.filter(|line| !line.starts_with("comment ")).count()
}

#[test]
fn campaign_with_any_byte_flipped_keeps_every_entry_before_it_and_recovers_those_behind() {
    let (head, ends) = (head_length(SCENARIOS), line_ends(SCENARIOS));
    let whole = read(SCENARIOS).record.expect("it is sound");
    let mut recovered = 0;
    for at in (head..SCENARIOS.len()).step_by(7) {
        let mut bytes = SCENARIOS.as_bytes().to_vec();
        bytes[at] ^= 1 << (at % 8);
        let loaded = read_bytes(&bytes);
        let before = ends.iter().rfind(|&&end| end <= at).copied().expect("the head has line ends");
        // The checks find every damaged byte, as an error or as a warning, and nothing before its
        // line is lost.
        let record = loaded.record.expect("the head is whole");
        // A digit of a check in another case is the same digit.
        let is_noticed = loaded.error.is_some() || !loaded.warnings.is_empty();
        assert!(is_noticed || record == whole, "byte {at} is damaged unseen");
        assert!(loaded.valid_bytes >= before, "byte {at}");
        assert!(record.cursor() >= plays(&SCENARIOS[..before]), "byte {at}");
        if at % 11 == 0
            && let Some(mut recovery) = LogRecovery::from_log(bytes)
            && recovery.damaged_line().is_some()
        {
            recovery.apply_proposals();
            let restored = recovery.record().map(|record| record.game() == whole.game());
            recovered += usize::from(restored == Some(true));
        }
    }
    assert!(recovered > 50, "only {recovered} records are recovered");
}
