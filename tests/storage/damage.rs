//! Damaged files: found out whatever is wrong, and mended without a loss.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use journal::{Change, Journal};
use notation::parse_action;
use notation::record::{FoundersNotation, Loaded, log_line, print_log, read_record};
use record::{Notation as _, RecordErrorKind};
use rules::Action;
use storage::{
    Backups, Basis, Book, Content, FileKind, Home, Notice, RealDisk, Reason, Stamp, StorageError,
    read, temporary_of,
};

static FOUNDERS: FileKind = FileKind::of::<FoundersNotation>();

fn stamp() -> Stamp {
    Stamp::new("2026-11-21", 20, 15, 3)
}

/// A short game with everything a log can hold.
fn sample() -> Journal {
    let mut journal = crate::sample();
    for (line, beside) in [
        ("Note \"the table is set\"", Some(Change::Comment("so begins it".to_owned()))),
        ("Note \"it rains\"", None),
        ("Note \"it still rains\"", Some(Change::Undo(1))),
        ("Note \"the sun is out\"", Some(Change::Name("a better line".to_owned()))),
    ] {
        let action = parse_action(journal.game(), line).expect("it can be read");
        for change in std::iter::once(Change::Play(action)).chain(beside) {
            journal.apply(change).expect("it can be done");
        }
    }
    journal
}

/// The sample as a file; its header is long, for it holds the pack.
fn sample_text() -> String {
    print_log(&sample())
}

fn is_told(loaded: &Loaded) -> bool {
    loaded.error.is_some() || !loaded.warnings.is_empty()
}

/// What a changed file comes to: it is told, or it says the same as before.
#[track_caller]
fn check(bytes: &[u8], whole: &Journal, what: &str) {
    let loaded = read_record(bytes);
    let is_same = loaded.record.as_ref() == Some(whole);
    assert!(is_told(&loaded) || is_same, "{what} makes another game silently");
}

#[test]
fn every_changed_byte_is_harmless_or_told() {
    let (text, whole) = (sample_text(), sample());
    let body = text.find("\nstart").expect("the game begins");
    for at in 0..text.len() {
        // Every byte after the header in several ways; the header, which is read whole before
        // anything can be told and so takes long, at every seventeenth byte.
        let ways: &[u8] = match at {
            at if at >= body => &[0x01, 0x02, 0x10, 0x20, 0x80, 0xff],
            at if at % 17 == 0 => &[0x01],
            _ => continue,
        };
        for way in ways {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= way;
            check(&bytes, &whole, &format!("byte {at} changed by {way:#04x}"));
        }
    }
}

#[test]
fn every_truncation_is_an_earlier_moment_or_told() {
    let text = sample_text();
    let body = text.find("\nstart").expect("the game begins");
    let journal = sample();
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    for length in (0..text.len()).filter(|length| *length >= body || length % 17 == 0) {
        let loaded = read_record(&text.as_bytes()[..length]);
        if is_told(&loaded) {
            continue;
        }
        // Whole lines only, and no entry that the whole record does not have.
        assert!(ends.contains(&length) && length > body, "cut at {length}");
        let earlier = loaded.record.expect("nothing was told");
        assert!(earlier.entry_count() <= journal.entry_count());
    }
}

#[test]
fn lines_that_are_lost_doubled_or_swapped_are_told() {
    let text = sample_text();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let start = lines.iter().position(|line| line.starts_with("start"));
    let start = start.expect("the game begins");
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

/// A book on this machine's disk, for a file in a folder of the test.
fn open(folder: &Path, path: &Path) -> Result<Book, StorageError> {
    let bytes = read(path)?;
    let basis = Basis::of(&read_record(&bytes)).expect("it is a log");
    let home = Home { games: Some(folder.join("games")), own: Some(folder.to_owned()) };
    Book::resume(Arc::new(RealDisk), home, (path, &FOUNDERS), &bytes, basis)
}

#[test]
fn a_damaged_file_is_mended_by_the_first_change_and_kept_as_it_was() {
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
        let [Notice::Mended { kept }] = notices.as_slice() else {
            panic!("{notices:?}");
        };
        assert!(fs::read_to_string(kept).expect("it is kept") == torn);
        let loaded = read_record(&read(&path).expect("it is there"));
        assert!(!is_told(&loaded), "{:?} {:?}", loaded.error, loaded.warnings);
        assert_eq!(loaded.record.map(|journal| journal.entry_count()), Some(entries));
        fs::remove_file(kept).expect("it is there");
    }
    // Nothing of this lies beside the game.
    let beside = fs::read_dir(folder.path()).expect("the folder").flatten();
    let mut names: Vec<_> = beside.map(|entry| entry.file_name()).collect();
    names.sort();
    assert_eq!(names, ["backups", "evening.founders", "locks"]);
}

#[test]
fn nothing_is_added_to_a_file_with_lines_behind_a_damaged_one_before_it_is_decided() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("evening.founders");
    let text = sample_text();
    let torn = format!("{text}\u{0}\u{0}\u{0}\n{}", log_line(0, "undo").text);
    fs::write(&path, &torn).expect("room on the disk");
    let loaded = read_record(&read(&path).expect("it is there"));
    assert!(loaded.needs_recovery());
    assert_eq!(Basis::of(&loaded), None);
    // Once it is decided, the damaged file is kept before it is replaced.
    let journal = loaded.record.expect("the header is sound");
    let basis = Basis::mended(Content::of::<FoundersNotation>(&journal));
    let home = Home { games: None, own: Some(folder.path().to_owned()) };
    let book = Book::resume(Arc::new(RealDisk), home, (&path, &FOUNDERS), torn.as_bytes(), basis);
    let mut book = book.expect("it is not open");
    assert!(!book.is_saved());
    book.save(&stamp()).expect("room on the disk");
    let notices = book.take_notices();
    let [Notice::Mended { kept }] = notices.as_slice() else {
        panic!("{notices:?}");
    };
    assert!(fs::read_to_string(kept).expect("it is kept") == torn);
    assert!(fs::read_to_string(&path).expect("it is there") == text);
}

#[test]
fn a_leftover_of_a_crash_is_removed_when_its_file_is_opened() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("evening.founders");
    fs::write(&path, sample_text()).expect("room on the disk");
    // The name is the same every time, so the one that a crash left is known.
    let leftover = temporary_of(&path);
    assert_eq!(leftover.parent(), path.parent());
    fs::write(&leftover, "half a record").expect("room on the disk");
    open(folder.path(), &path).expect("it is sound");
    assert!(!leftover.exists());
}

#[test]
fn a_file_changed_by_something_else_is_left_alone_and_the_game_goes_on_in_another() {
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
    let [Notice::Moved { left, now: in_it, changed }] = notices.as_slice() else {
        panic!("{notices:?}");
    };
    assert_eq!((left, in_it), (&path, &now));
    assert_eq!(changed.lines[0].now.as_deref(), Some("something else"));
    assert!(changed.more > 0);
    let loaded = read_record(&read(&now).expect("it is there"));
    assert!(!is_told(&loaded));
    assert_eq!(loaded.record.map(|journal| journal.entry_count()), Some(4));
}

#[test]
fn one_byte_changed_anywhere_is_found_before_anything_is_added_legal_or_not() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("evening.founders");
    let text = sample_text();
    for (was, changed) in [
        ("it still rains", "it still rai#s"),
        // Whoever knows the format writes the checks as well, and nothing is damaged.
        ("so begins it", "so began it!"),
    ] {
        let journal = sample();
        fs::write(&path, &text).expect("room on the disk");
        let mut book = open(folder.path(), &path).expect("it is sound");
        let theirs = text.replacen(was, changed, 1);
        let theirs = if changed.contains('#') {
            theirs
        } else {
            let loaded = read_record(theirs.as_bytes());
            print_log(&loaded.record.expect("it can be played"))
        };
        assert!(theirs != text);
        fs::write(&path, &theirs).expect("room on the disk");
        for number in 1..=3 {
            book.write(&[format!("comment \"{number}\"")]).expect("it is one line");
            book.save(&stamp()).expect("there is another place for it");
        }
        assert!(fs::read_to_string(&path).expect("it is there") == theirs);
        let notices = book.take_notices();
        let [Notice::Moved { changed: lines, .. }] = notices.as_slice() else {
            panic!("{notices:?}");
        };
        let line = &lines.lines[0];
        assert!(line.was.as_deref().is_some_and(|line| line.contains(was)), "{lines:?}");
        assert!(line.now.as_deref().is_some_and(|line| line.contains(changed)), "{lines:?}");
        let now = book.path().expect("it is saved").to_owned();
        drop(book);
        let loaded = read_record(&read(&now).expect("it is there"));
        assert!(!is_told(&loaded));
        let ours = loaded.record.expect("it can be played");
        assert_eq!(ours.entry_count(), journal.entry_count());
        assert_eq!(ours.entry(ours.here()).comment(), "3");
    }
}

#[test]
fn a_game_is_open_for_writing_in_one_window_only() {
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
fn saving_over_another_game_keeps_that_one() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (path, other) =
        ["one.founders", "two.founders"].map(|name| folder.path().join(name)).into();
    fs::write(&path, sample_text()).expect("room on the disk");
    fs::write(&other, "another game").expect("room on the disk");
    let mut book = open(folder.path(), &path).expect("it is sound");
    book.move_to(&other).expect("it is not open");
    book.save(&stamp()).expect("room on the disk");
    assert_eq!(fs::read_to_string(&other).expect("it is there"), sample_text());
    let kept = Backups::of(Arc::new(RealDisk), folder.path(), &other, &FOUNDERS).list();
    assert_eq!(kept.len(), 1);
    assert_eq!(kept[0].reason, Reason::BeforeReplaced);
    assert_eq!(fs::read(&kept[0].path).expect("it is kept"), b"another game");
}

/// Everything that was played, taken back or not, with what was written beside it.
fn actions(journal: &Journal) -> Vec<(Option<Action>, String)> {
    let entries = (0..=journal.main_line().len()).filter_map(|number| journal.on_main_line(number));
    let entries = entries.map(|id| journal.entry(id));
    entries.map(|entry| (entry.action().cloned(), entry.comment().to_owned())).collect()
}

#[test]
fn a_record_of_every_version_opens_and_a_newer_one_is_refused_in_a_sentence() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/storage/versions");
    for version in 1..=FoundersNotation::FORMAT.version {
        let path = folder.join(format!("{version}.founders"));
        let loaded = read_record(&read(&path).expect("a sample of each"));
        assert!(!is_told(&loaded), "{:?} {:?}", loaded.error, loaded.warnings);
        let journal = loaded.record.expect("a sample of each");
        // The pack in it stays as it was then; what was played is the same.
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
fn a_renamed_game_goes_on_under_its_new_name() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (path, new) = ["one.founders", "two.founders"].map(|name| folder.path().join(name)).into();
    fs::write(&path, sample_text()).expect("room on the disk");
    let mut book = open(folder.path(), &path).expect("it is sound");
    fs::write(&new, "taken").expect("room on the disk");
    let taken = book.rename(&new);
    assert!(matches!(taken, Err(StorageError::AlreadyThere { .. })));
    fs::remove_file(&new).expect("it is there");
    book.rename(&new).expect("the name is free");
    book.write(&["undo"]).expect("it is one line");
    book.save(&stamp()).expect("room on the disk");
    assert!(!path.exists());
    let text = fs::read_to_string(&new).expect("it is there");
    assert_eq!(text, book.text());
}
