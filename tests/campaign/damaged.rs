//! Records with changed, removed and doubled bytes: the parts that can be read survive writing and
//! reading, and damaged lines are recovered.

use campaign::record::{LogRecovery, print, print_for_people, read, read_bytes};
use fastrand::Rng;

use crate::example::EVENING;
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
