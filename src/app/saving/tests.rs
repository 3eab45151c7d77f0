//! Tests of the saving thread without a window, on the disk of this machine.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::*;
use crate::recorded_games::kind_of;
use crate::sample::{note, sample_journal};
use journal::{Change, Journal};
use notation::record::{print_change, read_record};
use storage::{BackupReason, Backups, RealDisk, read};

const LONG: Duration = Duration::from_mins(1);

fn start(folder: &Path) -> Saver {
    let home = AppFolders { games: Some(folder.join("games")), own: Some(folder.to_owned()) };
    Saver::start(Arc::new(RealDisk), home, None)
}

/// Makes a change in the journal and queues it for saving, as the app does.
fn change(saving: &mut SaveHandle, journal: &mut Journal, change: Change) {
    let before = journal.game().clone();
    let change = journal.apply(change).expect("it can be done");
    let line = print_change(&before, &change);
    saving.write(&*journal, vec![line]);
}

fn on_disk(path: &Path) -> Journal {
    let loaded = read_record(&read(path).expect("it is there"));
    assert_eq!((loaded.error, loaded.warnings.len()), (None, 0));
    loaded.record.expect("it is sound")
}

fn open(saver: &Saver, path: &Path) -> (SaveHandle, Journal) {
    let bytes = read(path).expect("it is there");
    let loaded = read_record(&bytes);
    let saving = saver.orders().resume(path, bytes, &loaded);
    (saving, loaded.record.expect("it is sound"))
}

#[test]
fn changes_shown_as_saved_are_on_the_disk_and_a_frame_is_requested() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let saver = start(folder.path());
    let rung = Arc::new(AtomicUsize::new(0));
    let bell = Arc::clone(&rung);
    saver.set_waker(move || {
        bell.fetch_add(1, Ordering::Relaxed);
    });
    let mut saving = saver.orders().new_game();
    let mut journal = sample_journal();
    assert_eq!(saving.status(), SaveStatus::Empty);
    for text in ["one", "two", "three"] {
        change(&mut saving, &mut journal, Change::Play(note(text)));
    }
    assert!(saving.wait(LONG));
    assert_eq!(saving.status(), SaveStatus::Saved);
    let path = saving.path().expect("it has a file");
    assert!(path.starts_with(folder.path().join("games")));
    assert_eq!(on_disk(&path), journal);
    drop((saving, saver));
    // At most one for each change, and none while nothing happens.
    assert!((1..=3).contains(&rung.load(Ordering::Relaxed)));
}

#[test]
fn a_game_continues_in_its_file_with_backups_as_opened_and_as_left() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("evening.founders");
    let mut journal = sample_journal();
    let before = notation::record::print_log(&journal);
    fs::write(&path, &before).expect("room on the disk");
    let saver = start(folder.path());
    let (mut saving, _) = open(&saver, &path);
    assert_eq!(saving.status(), SaveStatus::Saved);
    change(&mut saving, &mut journal, Change::Undo(1));
    drop((saving, saver));
    assert_eq!(on_disk(&path), journal);
    let backups =
        Backups::for_game(Arc::new(RealDisk), folder.path(), &path, kind_of(&path)).list();
    let mut reasons: Vec<&str> = backups.iter().map(|backup| backup.reason.words()).collect();
    reasons.sort_unstable();
    assert_eq!(reasons, ["as left", "as opened"]);
    let opened = backups
        .iter()
        .find(|backup| backup.reason == BackupReason::OnOpen)
        .expect("it is among them");
    assert_eq!(fs::read_to_string(&opened.path).expect("it is kept"), before);
    let summary = opened.summary(kind_of(&path)).expect("it can be read");
    assert_eq!(summary.players, journal.setup().players);
    assert_eq!(summary.played, journal.cursor() + 1);
}

#[test]
fn a_game_is_read_only_in_a_second_window_until_the_first_closes_it() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("evening.founders");
    let text = notation::record::print_log(&sample_journal());
    fs::write(&path, text).expect("room on the disk");
    let (one, other) = (start(folder.path()), start(folder.path()));
    let (mut first, mut journal) = open(&one, &path);
    let (mut second, _) = open(&other, &path);
    assert!(matches!(second.status(), SaveStatus::ReadOnly(_)));
    assert_eq!(second.words(), "read-only: it is open in another window");
    // A copy is writable.
    let copy = folder.path().join("copy.founders");
    second.save_as(&copy, &journal);
    assert!(second.wait(LONG));
    assert_eq!(on_disk(&copy), journal);
    change(&mut first, &mut journal, Change::Play(note("mine")));
    // The same window opens it again at once.
    drop(first);
    one.orders().flush(LONG);
    let (mut again, on) = open(&one, &path);
    assert_eq!(again.status(), SaveStatus::Saved);
    assert_eq!(on, journal);
    change(&mut again, &mut journal, Change::Undo(1));
    drop((again, one));
    assert_eq!(on_disk(&path), journal);
}

#[test]
fn a_failed_save_is_reported_and_retried_until_it_succeeds() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let away = folder.path().join("stick");
    fs::create_dir(&away).expect("room on the disk");
    let path = away.join("evening.founders");
    let saver = start(folder.path());
    let mut saving = saver.orders().new_game();
    let mut journal = sample_journal();
    saving.save_as(&path, &journal);
    assert!(saving.wait(LONG));
    let pulled = folder.path().join("pulled out");
    fs::rename(&away, &pulled).expect("it can be renamed");
    change(&mut saving, &mut journal, Change::Play(note("lost?")));
    assert!(!saving.wait(Duration::from_millis(300)));
    let why = "its folder is gone; a copy is among its backups".to_owned();
    assert_eq!(saving.status(), SaveStatus::NotSaved(why.clone()));
    assert_eq!(saving.words(), format!("not saved: {why}"));
    fs::rename(&pulled, &away).expect("it can be renamed");
    assert!(saving.wait(LONG));
    assert_eq!(on_disk(&path), journal);
}

#[test]
fn a_game_closed_unsaved_is_reported_and_retried_until_it_is_saved() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let away = folder.path().join("stick");
    let path = away.join("evening.founders");
    let mut saver = start(folder.path());
    let journal = sample_journal();
    let mut saving = saver.orders().new_game();
    saving.save_as(&path, &journal);
    assert!(!saving.wait(Duration::from_millis(300)));
    drop(saving);
    while saver.unsaved_message().is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let left = saver.unsaved_message().unwrap_or_default();
    assert!(left.starts_with("evening is not saved: its folder is gone"), "{left}");
    fs::create_dir(&away).expect("room on the disk");
    while saver.unsaved_message().is_some() {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(on_disk(&path), journal);
    assert!(saver.end(LONG));
}

#[test]
fn replacing_or_saving_elsewhere_ends_the_failure_of_a_change_that_is_no_line() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let saver = start(folder.path());
    let mut saving = saver.orders().new_game();
    let mut journal = sample_journal();
    change(&mut saving, &mut journal, Change::Play(note("sound")));
    for save_elsewhere in [false, true] {
        saving.write(&journal, vec!["two\nlines".to_owned()]);
        assert!(!saving.wait(Duration::from_millis(200)));
        assert!(matches!(saving.status(), SaveStatus::NotSaved(_)));
        if save_elsewhere {
            saving.save_as(&folder.path().join("elsewhere.founders"), &journal);
        } else {
            saving.replace(&journal);
        }
        assert!(saving.wait(LONG));
        assert_eq!(saving.status(), SaveStatus::Saved);
        assert_eq!(on_disk(&saving.path().expect("it has a file")), journal);
    }
}

#[test]
fn replacing_a_record_backs_up_the_old_one() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let saver = start(folder.path());
    let mut saving = saver.orders().new_game();
    let mut journal = sample_journal();
    change(&mut saving, &mut journal, Change::Play(note("wrong")));
    assert!(saving.wait(LONG));
    let path = saving.path().expect("it has a file");
    let replacement = sample_journal();
    saving.replace(&replacement);
    assert!(saving.wait(LONG));
    assert_eq!(on_disk(&path), replacement);
    let backups =
        Backups::for_game(Arc::new(RealDisk), folder.path(), &path, kind_of(&path)).list();
    let backup = backups.iter().find(|backup| backup.reason == BackupReason::BeforeReplaced);
    assert_eq!(backup.map(|backup| on_disk(&backup.path)), Some(journal));
}

#[test]
fn a_scenario_is_backed_up_as_opened_on_the_way_and_as_left() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("cellar.scenario");
    let mut record = scenario::record::empty_record(7, 5);
    let print = scenario::record::print;
    let before = print(&record);
    fs::write(&path, &before).expect("room on the disk");
    let saver = start(folder.path());
    let loaded = scenario::record::read(&before);
    let mut saving = saver.orders().resume(&path, before.clone().into_bytes(), &loaded);
    assert_eq!(saving.status(), SaveStatus::Saved);
    let mut on_the_way = String::new();
    for number in 1..=30 {
        let note = scenario_rules::Action::Note(format!("Number {number}."));
        record.apply(::record::Change::play(note)).expect("it can be recorded");
        saving.write(&record, vec![format!("note Number {number}.")]);
        if number == 25 {
            on_the_way = print(&record);
        }
    }
    assert!(saving.wait(LONG));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), print(&record));
    drop((saving, saver));
    let backups =
        Backups::for_game(Arc::new(RealDisk), folder.path(), &path, kind_of(&path)).list();
    for (reason, content) in [
        (BackupReason::OnOpen, before),
        (BackupReason::DuringPlay, on_the_way),
        (BackupReason::OnClose, print(&record)),
    ] {
        let state = backups.iter().find(|state| state.reason == reason).expect("it is kept");
        assert_eq!(fs::read_to_string(&state.path).expect("it is there"), content, "{reason:?}");
    }
}
