//! Backups while the clock of the machine jumps forward and back, by hours or by years.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use fastrand::Rng;
use storage::{Backup, BackupReason, Backups, MAX_LATEST, Timestamp};

use crate::counter::COUNTER;
use crate::simulated::SimulatedDisk;

/// The number of series of backups.
const SERIES: u64 = 150;

/// Returns a random time, mostly of the same evenings, sometimes years before or after.
fn moment(rng: &mut Rng) -> Timestamp {
    let year = if rng.u8(0..6) == 0 { rng.u16(1980..2038) } else { 2026 };
    let date = format!("{year}-11-{:02}", rng.u8(20..23));
    Timestamp::new(&date, rng.u8(6..30), rng.u8(0..60), rng.u8(0..60))
}

fn own() -> &'static Path {
    Path::new("/own")
}

/// Returns the backups of a game, some of them stored by an earlier version without a number.
fn backups(disk: &Arc<SimulatedDisk>, rng: &mut Rng) -> Backups {
    let game = Path::new("/games/evening.counter");
    let backups = Backups::for_game(disk.clone(), own(), game, &COUNTER);
    let first = backups.save(b"first", &moment(rng), BackupReason::OnOpen).expect("the disk works");
    let folder: PathBuf = first.parent().expect("a folder").into();
    for number in 0..rng.usize(0..30) {
        let (day, hour, minute) = (rng.u8(20..23), rng.u8(6..30), rng.u8(0..60));
        let name = format!("2026-11-{day} {hour:02}.{minute:02}.00 as left.counter");
        disk.put(&folder.join(name), format!("old {number}").as_bytes());
    }
    backups
}

fn series(seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let disk = Arc::new(SimulatedDisk::new(seed));
    let backups = backups(&disk, &mut rng);
    let mut written: Vec<PathBuf> = Vec::new();
    for number in 0..rng.usize(1..60) {
        let reason = BackupReason::ALL[rng.usize(0..BackupReason::ALL.len())];
        let state = format!("state {number}");
        let stored =
            backups.save(state.as_bytes(), &moment(&mut rng), reason).expect("the disk works");
        assert_eq!(disk.content(&stored).as_deref(), Some(state.as_bytes()), "it is there");
        let list = backups.list();
        assert_eq!(list[0].path, stored, "the backup stored last is the latest");
        written.push(stored);
        check_order(&list, &written);
        check_bounds(&list);
    }
}

/// Checks that numbered backups are in the order they were stored, after those without a number.
#[track_caller]
fn check_order(list: &[Backup], written: &[PathBuf]) {
    let numbered = list.iter().take_while(|backup| backup.number.is_some()).count();
    assert!(list[numbered..].iter().all(|backup| backup.number.is_none()));
    let places: Vec<_> = list[..numbered]
        .iter()
        .map(|backup| written.iter().position(|path| *path == backup.path))
        .collect();
    // The first backup was stored before this series, and has no place in it.
    assert!(places.is_sorted_by(|later, earlier| later > earlier), "{places:?}");
}

/// Checks that at most the latest backups and one of each evening are kept, damaged ones aside.
#[track_caller]
fn check_bounds(list: &[Backup]) {
    let sound: Vec<&Backup> =
        list.iter().filter(|backup| backup.reason != BackupReason::Damaged).collect();
    let mut evenings: Vec<_> = sound.iter().map(|backup| backup.timestamp.evening()).collect();
    evenings.sort_unstable();
    evenings.dedup();
    assert!(sound.len() <= MAX_LATEST + evenings.len(), "{} states", sound.len());
}

#[test]
fn latest_backup_is_listed_first_and_kept_with_any_clock_time() {
    for seed in 0..SERIES {
        let outcome = std::panic::catch_unwind(|| series(seed));
        assert!(outcome.is_ok(), "with the seed {seed}");
    }
}

#[test]
fn backup_is_kept_after_twenty_with_later_timestamps() {
    let disk = Arc::new(SimulatedDisk::new(1));
    let game = Path::new("/games/evening.counter");
    let backups = Backups::for_game(disk.clone(), own(), game, &COUNTER);
    for minute in 0..20 {
        let stamp = Timestamp::new("2026-11-21", 22, minute, 0);
        backups
            .save(format!("{minute}").as_bytes(), &stamp, BackupReason::DuringPlay)
            .expect("the disk works");
    }
    let set_back = Timestamp::new("2026-11-21", 20, 0, 0);
    let stored = backups
        .save(b"the state before", &set_back, BackupReason::BeforeRestored)
        .expect("the disk works");
    assert_eq!(disk.content(&stored).as_deref(), Some(b"the state before".as_slice()));
    assert_eq!(backups.list().first().map(|latest| &latest.path), Some(&stored));
}
