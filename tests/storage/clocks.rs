//! Earlier states while the clock of the machine jumps, forward and back by hours or by years.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use fastrand::Rng;
use storage::{Backup, Backups, MOST, Reason, Stamp};

use crate::counter::COUNTER;
use crate::simulated::SimulatedDisk;

/// How many series of states are kept.
const SERIES: u64 = 150;

/// A moment of some evening: mostly of the same, sometimes years before or after.
fn moment(rng: &mut Rng) -> Stamp {
    let year = if rng.u8(0..6) == 0 { rng.u16(1980..2038) } else { 2026 };
    let date = format!("{year}-11-{:02}", rng.u8(20..23));
    Stamp::new(&date, rng.u8(6..30), rng.u8(0..60), rng.u8(0..60))
}

fn own() -> &'static Path {
    Path::new("/own")
}

/// The backups of a game, among them some that an earlier version has kept without a number.
fn backups(disk: &Arc<SimulatedDisk>, rng: &mut Rng) -> Backups {
    let game = Path::new("/games/evening.counter");
    let backups = Backups::of(disk.clone(), own(), game, &COUNTER);
    let first = backups.keep(b"first", &moment(rng), Reason::AsOpened);
    let folder: PathBuf = first.expect("nothing is wrong").parent().expect("a folder").into();
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
        let reason = Reason::ALL[rng.usize(0..Reason::ALL.len())];
        let state = format!("state {number}");
        let kept = backups.keep(state.as_bytes(), &moment(&mut rng), reason);
        let kept = kept.expect("nothing is wrong");
        assert_eq!(disk.content(&kept).as_deref(), Some(state.as_bytes()), "it is there");
        let list = backups.list();
        assert_eq!(list[0].path, kept, "what was kept last is the latest");
        written.push(kept);
        check_order(&list, &written);
        check_bounds(&list);
    }
}

/// What has a number is in the order in which it was kept; what has none comes before.
#[track_caller]
fn check_order(list: &[Backup], written: &[PathBuf]) {
    let numbered = list.iter().take_while(|backup| backup.number.is_some()).count();
    assert!(list[numbered..].iter().all(|backup| backup.number.is_none()));
    let place = |path: &PathBuf| written.iter().position(|other| other == path);
    let places: Vec<_> = list[..numbered].iter().map(|backup| place(&backup.path)).collect();
    // The first state was kept before this series, and is in no place of it.
    assert!(places.is_sorted_by(|later, earlier| later > earlier), "{places:?}");
}

/// The last states are there, beside them one of each evening, and each damaged one.
#[track_caller]
fn check_bounds(list: &[Backup]) {
    let sound: Vec<&Backup> =
        list.iter().filter(|backup| backup.reason != Reason::Damaged).collect();
    let mut evenings: Vec<_> = sound.iter().map(|backup| backup.stamp.evening()).collect();
    evenings.sort_unstable();
    evenings.dedup();
    assert!(sound.len() <= MOST + evenings.len(), "{} states", sound.len());
}

#[test]
fn what_was_kept_last_is_the_latest_and_never_removed_whatever_the_clock_says() {
    for seed in 0..SERIES {
        let kept = std::panic::catch_unwind(|| series(seed));
        assert!(kept.is_ok(), "with the seed {seed}");
    }
}

#[test]
fn a_state_is_kept_after_twenty_that_are_stamped_later_than_now() {
    let disk = Arc::new(SimulatedDisk::new(1));
    let game = Path::new("/games/evening.counter");
    let backups = Backups::of(disk.clone(), own(), game, &COUNTER);
    for minute in 0..20 {
        let stamp = Stamp::new("2026-11-21", 22, minute, 0);
        let kept = backups.keep(format!("{minute}").as_bytes(), &stamp, Reason::OnTheWay);
        kept.expect("nothing is wrong");
    }
    let set_back = Stamp::new("2026-11-21", 20, 0, 0);
    let kept = backups.keep(b"the state before", &set_back, Reason::BeforeRestored);
    let kept = kept.expect("nothing is wrong");
    assert_eq!(disk.content(&kept).as_deref(), Some(b"the state before".as_slice()));
    assert_eq!(backups.list().first().map(|latest| &latest.path), Some(&kept));
}
