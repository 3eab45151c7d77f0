//! Records written by hand, with bytes changed, cut out, doubled and swapped: whatever is read of
//! them is written and read again to the same.

use fastrand::Rng;
use scenario::record::{Change, count_deeds, print, print_for_people, read, read_bytes};
use scenario::text::Problem;

/// Damaged copies of each sample that are tried.
const TRIES: usize = 1_500;

/// A record without checks, so that damage reaches what is behind them.
fn samples() -> [String; 2] {
    let cellar = include_str!("../../assets/scenario/games/flooded-cellar.scenario");
    let cellar = print_for_people(&read(cellar).record.expect("it is sound"));
    let repaired = "Founders Ledger scenario 1
table:
  board 7x5
  card Guard: move 2, attack
  initiative Guard: 50
  character Brute at A1, initiative 30
  normal Guard 3 at E3, hit points 6/6
play:
move Brute to C1
turn Guard 3: to E2
hit points Guard 3: 4/6
mark 2: Why here?
repair:
  before 1: trap C4
  instead of 2: overrule Guard 3: to D2, attacks Brute, because it was pushed
  without 3
undo
redo
no mark 3
done Brute
round
";
    [cellar, repaired.to_owned()]
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
fn whatever_is_read_of_a_damaged_record_is_written_and_read_again() {
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
            assert!(again.is_sound, "{text}");
            let again = again.record.expect("it is sound");
            assert_eq!((again.game(), again.marks()), (record.game(), record.marks()), "{text}");
        }
    }
    // Many are only odd, such as a note with another letter.
    assert!((100..2_000).contains(&read_whole), "{read_whole}");
}

#[test]
fn a_record_cut_off_anywhere_is_an_earlier_moment_and_says_how_far_it_is_whole() {
    for sample in samples() {
        let text = print(&read(&sample).record.expect("it is sound"));
        let head = text.find("play:\n").expect("it has a head") + "play:\n".len();
        let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
        for cut in head..=text.len() {
            let loaded = read(&text[..cut]);
            let last = ends.iter().rfind(|&&end| end <= cut).copied();
            // In the middle of a repair, which is never written by half, it may say less.
            let whole = read(&text[..last.expect("it is behind the head")]);
            if !whole.is_sound {
                continue;
            }
            assert_eq!(loaded.good_bytes, last, "{}", &text[..cut]);
            let record = loaded.record.expect("it is whole so far");
            match loaded.error.map(|error| error.problem) {
                // Of the latest line only its end may be missing.
                None => assert!(print(&record).starts_with(&text[..cut])),
                Some(problem) => {
                    assert_eq!(problem, Problem::Incomplete);
                    assert_eq!(print(&record), text[..last.unwrap_or(0)]);
                }
            }
        }
    }
}

#[test]
fn bytes_that_are_no_text_are_told_with_their_line() {
    let [sample, _] = samples();
    let text = print(&read(&sample).record.expect("it is sound"));
    let torn = [text.as_bytes(), &b"trap \xff\x00"[..]].concat();
    let loaded = read_bytes(&torn);
    assert_eq!(loaded.good_bytes, Some(text.len()));
    let (record, error) = (loaded.record.expect("it is sound"), loaded.error.expect("it is told"));
    assert_eq!((print(&record), &error.problem), (text.clone(), &Problem::Incomplete));
    assert_eq!(error.line, text.lines().count() + 1);
    let behind = [&torn[..], &b"\nundo\n"[..]].concat();
    let loaded = read_bytes(&behind);
    assert_eq!((loaded.good_bytes, loaded.is_sound), (None, false));
    assert_eq!(loaded.error.map(|error| error.problem), Some(Problem::NoText));
    assert_eq!(loaded.record.map(|record| print(&record)), Some(text));
    let none = read_bytes(&[0xFF, 0x00]);
    assert!(none.record.is_none() && none.error.is_some_and(|error| error.line == 1));
}

#[test]
fn deeds_are_counted_without_playing_them() {
    for sample in samples() {
        let mut record = read(&sample).record.expect("it is sound");
        for change in [Change::Undo, Change::Redo, Change::Undo] {
            record.apply(change).expect("something was played");
            assert_eq!(count_deeds(print(&record).as_bytes()), record.deeds());
        }
        assert!(record.deeds() > record.count());
    }
    assert_eq!(count_deeds(b"Founders Ledger scenario 1\ntable:\n  board 3x3\n"), 0);
}
