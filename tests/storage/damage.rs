//! Damaged files: every damage is detected, and recovered without loss.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use journal::{Change, Journal};
use notation::parse_action;
use notation::record::{FoundersNotation, Loaded, log_line, print_log, read_record};
use record::{Notation as _, RecordErrorKind};
use rules::Action;
use storage::{
    AppFolders, BackupReason, Backups, FileKind, LogBasis, RealDisk, RecordFile, RecordText,
    SaveNotice, StorageError, Timestamp, read, temporary_path,
};

static FOUNDERS: FileKind = FileKind::of::<FoundersNotation>();

fn stamp() -> Timestamp {
    Timestamp::new("2026-11-21", 20, 15, 3)
}

/// Returns a short game with every kind of line of a log.
fn sample() -> Journal {
    let mut journal = crate::sample();
    for (line, change) in [
        ("Note \"the table is set\"", Some(Change::Comment("so begins it".to_owned()))),
        ("Note \"it rains\"", None),
        ("Note \"it still rains\"", Some(Change::Undo(1))),
        ("Note \"the sun is out\"", Some(Change::Name("a better line".to_owned()))),
    ] {
        let action = parse_action(journal.game(), line).expect("it can be read");
        for change in std::iter::once(Change::Play(action)).chain(change) {
            journal.apply(change).expect("it can be done");
        }
    }
    journal
}

/// Returns the text of the sample; its header is long, because it contains the pack.
fn sample_text() -> String {
    print_log(&sample())
}

fn is_reported(loaded: &Loaded) -> bool {
    loaded.error.is_some() || !loaded.warnings.is_empty()
}

/// Checks that damage in a file is reported, unless the file still holds the same game.
#[track_caller]
fn check(bytes: &[u8], whole: &Journal, what: &str) {
    let loaded = read_record(bytes);
    let is_same = loaded.record.as_ref() == Some(whole);
    assert!(is_reported(&loaded) || is_same, "{what} makes another game silently");
}

#[test]
fn every_changed_byte_is_harmless_or_reported() {
    let (text, whole) = (sample_text(), sample());
    let body = text.find("\nstart").expect("the game starts");
    for at in 0..text.len() {
        // Bytes after the header are changed in several ways; the header, which is slow to read,
        // only at every seventeenth byte.
        let masks: &[u8] = match at {
            at if at >= body => &[0x01, 0x02, 0x10, 0x20, 0x80, 0xff],
            at if at % 17 == 0 => &[0x01],
            _ => continue,
        };
        for mask in masks {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= mask;
            check(&bytes, &whole, &format!("byte {at} changed by {mask:#04x}"));
        }
    }
}

#[test]
fn every_truncation_is_an_earlier_state_or_reported() {
    let text = sample_text();
    let body = text.find("\nstart").expect("the game starts");
    let journal = sample();
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    for length in (0..text.len()).filter(|length| *length >= body || length % 17 == 0) {
        let loaded = read_record(&text.as_bytes()[..length]);
        if is_reported(&loaded) {
            continue;
        }
        // Only complete lines, and no entry that the complete record does not have.
        assert!(ends.contains(&length) && length > body, "cut at {length}");
        let earlier = loaded.record.expect("no damage was reported");
        assert!(earlier.entry_count() <= journal.entry_count());
    }
}

#[test]
fn lost_doubled_and_swapped_lines_are_reported() {
    let text = sample_text();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let start = lines.iter().position(|line| line.starts_with("start")).expect("the game starts");
    let whole = sample();
    for at in start + 1..lines.len() {
        let (mut lost, mut doubled, mut swapped) = (lines.clone(), lines.clone(), lines.clone());
        doubled.insert(at, lines[at]);
        check(doubled.concat().as_bytes(), &whole, &format!("line {at} doubled"));
        if at + 1 < lines.len() {
            lost.remove(at);
            check(lost.concat().as_bytes(), &whole, &format!("line {at} lost"));
            swapped.swap(at, at + 1);
            check(swapped.concat().as_bytes(), &whole, &format!("line {at} swapped"));
        }
    }
}

/// Opens a file in a folder of the test for writing, on the real disk.
fn open(folder: &Path, path: &Path) -> Result<RecordFile, StorageError> {
    let bytes = read(path)?;
    let basis = LogBasis::of(&read_record(&bytes)).expect("it is a log");
    let home = AppFolders { games: Some(folder.join("games")), own: Some(folder.to_owned()) };
    RecordFile::resume(Arc::new(RealDisk), home, (path, &FOUNDERS), &bytes, basis)
}

#[test]
fn damaged_file_is_kept_and_replaced_at_the_first_change() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("evening.founders");
    let text = sample_text();
    for (torn, entries) in
        [(format!("{text}Note \"never finis"), 4), (text[..text.len() - 3].to_owned(), 4)]
    {
        fs::write(&path, &torn).expect("room on the disk");
        let mut book = open(folder.path(), &path).expect("it can be read so far");
        let untouched = fs::read_to_string(&path).expect("it is there");
        assert!(untouched == torn, "opening changes nothing");
        book.write(&["comment \"and on\""]).expect("it is one line");
        book.save(&stamp()).expect("room on the disk");
        let notices = book.take_notices();
        let [SaveNotice::Repaired { backup }] = notices.as_slice() else {
            panic!("{notices:?}");
        };
        assert!(fs::read_to_string(backup).expect("it is kept") == torn);
        let loaded = read_record(&read(&path).expect("it is there"));
        assert!(!is_reported(&loaded), "{:?} {:?}", loaded.error, loaded.warnings);
        assert_eq!(loaded.record.map(|journal| journal.entry_count()), Some(entries));
        fs::remove_file(backup).expect("it is there");
    }
    // No other file is left next to the game.
    let entries = fs::read_dir(folder.path()).expect("the folder").flatten();
    let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
    names.sort();
    assert_eq!(names, ["backups", "evening.founders", "locks"]);
}

#[test]
fn file_with_lines_after_a_damaged_one_is_replaced_only_on_decision() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("evening.founders");
    let text = sample_text();
    let torn = format!("{text}\u{0}\u{0}\u{0}\n{}", log_line(0, "undo").text);
    fs::write(&path, &torn).expect("room on the disk");
    let loaded = read_record(&read(&path).expect("it is there"));
    assert!(loaded.needs_recovery());
    assert_eq!(LogBasis::of(&loaded), None);
    // After the decision the damaged file is kept before it is replaced.
    let journal = loaded.record.expect("the header is sound");
    let basis = LogBasis::repaired(RecordText::of::<FoundersNotation>(&journal));
    let home = AppFolders { games: None, own: Some(folder.path().to_owned()) };
    let mut book =
        RecordFile::resume(Arc::new(RealDisk), home, (&path, &FOUNDERS), torn.as_bytes(), basis)
            .expect("it is not open");
    assert!(!book.is_saved());
    book.save(&stamp()).expect("room on the disk");
    let notices = book.take_notices();
    let [SaveNotice::Repaired { backup }] = notices.as_slice() else {
        panic!("{notices:?}");
    };
    assert!(fs::read_to_string(backup).expect("it is kept") == torn);
    assert!(fs::read_to_string(&path).expect("it is there") == text);
}

#[test]
fn leftover_of_a_crash_is_removed_when_its_file_is_opened() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("evening.founders");
    fs::write(&path, sample_text()).expect("room on the disk");
    // The name is always the same, so the file that a crash left is recognized.
    let leftover = temporary_path(&path);
    assert_eq!(leftover.parent(), path.parent());
    fs::write(&leftover, "half a record").expect("room on the disk");
    open(folder.path(), &path).expect("it is sound");
    assert!(!leftover.exists());
}

#[test]
fn externally_changed_file_is_left_alone_and_saving_uses_another_file() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("evening.founders");
    fs::write(&path, sample_text()).expect("room on the disk");
    let mut book = open(folder.path(), &path).expect("it is sound");
    fs::write(&path, "something else").expect("room on the disk");
    book.write(&["comment \"and on\""]).expect("it is one line");
    book.save(&stamp()).expect("room on the disk");
    assert_eq!(fs::read(&path).expect("it is there"), b"something else");
    let now = book.path().expect("it is saved").to_owned();
    assert_eq!(now, folder.path().join("games").join("evening.founders"));
    let notices = book.take_notices();
    let [SaveNotice::Moved { old, new: reported, changes }] = notices.as_slice() else {
        panic!("{notices:?}");
    };
    assert_eq!((old, reported), (&path, &now));
    assert_eq!(changes.lines[0].after.as_deref(), Some("something else"));
    assert!(changes.more_count > 0);
    let loaded = read_record(&read(&now).expect("it is there"));
    assert!(!is_reported(&loaded));
    assert_eq!(loaded.record.map(|journal| journal.entry_count()), Some(4));
}

#[test]
fn external_change_is_found_before_saving_even_if_it_is_legal() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("evening.founders");
    let text = sample_text();
    for (was, changed) in [
        ("it still rains", "it still rai#s"),
        // A change with correct checksums, by a program that knows the format, is no damage.
        ("so begins it", "so began it!"),
    ] {
        let journal = sample();
        fs::write(&path, &text).expect("room on the disk");
        let mut book = open(folder.path(), &path).expect("it is sound");
        let mut theirs = text.replacen(was, changed, 1);
        if !changed.contains('#') {
            let loaded = read_record(theirs.as_bytes());
            theirs = print_log(&loaded.record.expect("it can be played"));
        }
        assert!(theirs != text);
        fs::write(&path, &theirs).expect("room on the disk");
        for number in 1..=3 {
            book.write(&[format!("comment \"{number}\"")]).expect("it is one line");
            book.save(&stamp()).expect("there is another place for it");
        }
        assert!(fs::read_to_string(&path).expect("it is there") == theirs);
        let notices = book.take_notices();
        let [SaveNotice::Moved { changes: lines, .. }] = notices.as_slice() else {
            panic!("{notices:?}");
        };
        let line = &lines.lines[0];
        assert!(line.before.as_deref().is_some_and(|line| line.contains(was)), "{lines:?}");
        assert!(line.after.as_deref().is_some_and(|line| line.contains(changed)), "{lines:?}");
        let now = book.path().expect("it is saved").to_owned();
        drop(book);
        let loaded = read_record(&read(&now).expect("it is there"));
        assert!(!is_reported(&loaded));
        let ours = loaded.record.expect("it can be played");
        assert_eq!(ours.entry_count(), journal.entry_count());
        assert_eq!(ours.entry(ours.here()).comment(), "3");
    }
}

#[test]
fn game_is_open_for_writing_in_one_window_only() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("evening.founders");
    fs::write(&path, sample_text()).expect("room on the disk");
    let first = open(folder.path(), &path).expect("it is sound");
    let second = open(folder.path(), &path);
    assert!(matches!(second, Err(StorageError::OpenElsewhere { .. })));
    drop(first);
    open(folder.path(), &path).expect("it was closed");
}

#[test]
fn saving_over_another_game_keeps_a_backup_of_it() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (path, other) =
        ["one.founders", "two.founders"].map(|name| folder.path().join(name)).into();
    fs::write(&path, sample_text()).expect("room on the disk");
    fs::write(&other, "another game").expect("room on the disk");
    let mut book = open(folder.path(), &path).expect("it is sound");
    book.move_to(&other).expect("it is not open");
    book.save(&stamp()).expect("room on the disk");
    assert_eq!(fs::read_to_string(&other).expect("it is there"), sample_text());
    let kept = Backups::for_game(Arc::new(RealDisk), folder.path(), &other, &FOUNDERS).list();
    assert_eq!(kept.len(), 1);
    assert_eq!(kept[0].reason, BackupReason::BeforeReplaced);
    assert_eq!(fs::read(&kept[0].path).expect("it is kept"), b"another game");
}

/// Returns all actions of the main line, undone ones included, with their comments.
fn actions(journal: &Journal) -> Vec<(Option<Action>, String)> {
    (0..=journal.main_line().len())
        .filter_map(|number| journal.on_main_line(number))
        .map(|id| journal.entry(id))
        .map(|entry| (entry.action().cloned(), entry.comment().to_owned()))
        .collect()
}

#[test]
fn record_of_every_version_opens_and_a_newer_one_is_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/storage/versions");
    for version in 1..=FoundersNotation::FORMAT.version {
        let path = folder.join(format!("{version}.founders"));
        let loaded = read_record(&read(&path).expect("a sample of each"));
        assert!(!is_reported(&loaded), "{:?} {:?}", loaded.error, loaded.warnings);
        let journal = loaded.record.expect("a sample of each");
        // The pack in it stays as it was then; the actions are the same.
        assert_eq!(actions(&journal), actions(&sample()));
    }
    let newer = sample_text().replacen("record 1", "record 2", 1);
    let loaded = read_record(newer.as_bytes());
    assert!(loaded.record.is_none());
    let error = loaded.error.expect("it is newer");
    assert!(matches!(error.kind, RecordErrorKind::NewerVersion { found: 2, expected: 1 }));
    assert!(error.to_string().contains("newer version of the program"));
}

#[test]
fn renamed_game_is_saved_under_its_new_name() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (path, new) = ["one.founders", "two.founders"].map(|name| folder.path().join(name)).into();
    fs::write(&path, sample_text()).expect("room on the disk");
    let mut book = open(folder.path(), &path).expect("it is sound");
    fs::write(&new, "taken").expect("room on the disk");
    let taken = book.rename(&new);
    assert!(matches!(taken, Err(StorageError::AlreadyExists { .. })));
    fs::remove_file(&new).expect("it is there");
    book.rename(&new).expect("the name is free");
    book.write(&["undo"]).expect("it is one line");
    book.save(&stamp()).expect("room on the disk");
    assert!(!path.exists());
    let text = fs::read_to_string(&new).expect("it is there");
    assert_eq!(text, book.text());
}
