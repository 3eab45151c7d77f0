//! Messages of the window about the files of games.

use std::path::Path;
use std::time::{Duration, Instant};

use egui::{Key, Modifiers};
use founders_ledger::app::{Command, Environment, FileDialogs};
use notation::record::{FoundersNotation, print_log, read_record};
use storage::{AppFolders, EmergencyPlace, RealDisk, RecordText, Timestamp};
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_menu::Menu;

use crate::app::{Desk, journal_of, truncated};

const GAME: &str = "harbour-duel.founders";

/// Maximum wait in a test.
const LONG: Duration = Duration::from_mins(1);

fn world(folder: &Path) -> Environment {
    Environment {
        games: Some(folder.join("games")),
        own: Some(folder.join("own")),
        ..Environment::default()
    }
}

fn desk(folder: &Path) -> Desk {
    Desk::in_world(world(folder), Settings::default())
}

/// Writes a game of some entries to a file; returns its text.
fn write_game(path: &Path) -> String {
    let text = print_log(&truncated(&journal_of(GAME), 12));
    std::fs::write(path, &text).expect("room on the disk");
    text
}

#[test]
fn window_title_shows_the_save_status() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let game = folder.path().join("evening.founders");
    write_game(&game);
    let mut desk = desk(folder.path());
    desk.give(Command::Open(game));
    assert_eq!(desk.app().title(), "evening – saved – Founders Ledger");
    desk.give(Command::Menu(Menu::Undo));
    desk.wait_until_saved();
    assert_eq!(desk.app().title(), "evening – saved – Founders Ledger");
    assert_eq!(desk.app().unsaved(), None);
}

#[test]
fn second_window_on_the_same_game_is_read_only() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let game = folder.path().join("evening.founders");
    let text = write_game(&game);
    let mut first = desk(folder.path());
    first.give(Command::Open(game.clone()));
    let mut second = desk(folder.path());
    second.give(Command::Open(game.clone()));
    assert!(second.shows("Read-only: "));
    second.press("Close");
    assert!(second.app().title().contains("read-only: it is open in another window"));
    second.give(Command::Menu(Menu::Undo));
    assert!(second.shows("Nothing can be recorded here"));
    assert_eq!(second.record().cursor(), 12);
    drop((first, second));
    assert_eq!(std::fs::read_to_string(&game).expect("it is there"), text);
}

#[test]
fn damaged_last_line_is_reported_and_repaired_by_the_first_change() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let game = folder.path().join("evening.founders");
    let text = write_game(&game);
    std::fs::write(&game, format!("{text}Human Trad")).expect("room on the disk");
    let mut desk = desk(folder.path());
    desk.give(Command::Open(game.clone()));
    assert!(desk.shows("the last line is incomplete"));
    assert!(desk.shows("12 entries; 10 bytes are left out"));
    desk.press("Close");
    desk.give(Command::Menu(Menu::Undo));
    desk.wait_until_saved();
    assert!(desk.shows("The damaged file was mended."));
    let mended = std::fs::read_to_string(&game).expect("it is there");
    assert!(mended.starts_with(&text) && mended.contains("\nundo  ~"));
}

#[test]
fn game_with_a_different_pack_version_opens_with_a_warning() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let game = folder.path().join("evening.founders");
    let journal = truncated(&journal_of(GAME), 12);
    let mut setup = journal.setup().clone();
    setup.pack.version += 1;
    let journal = journal::Journal::new(setup).expect("it can be played");
    let text = print_log(&journal);
    std::fs::write(&game, &text).expect("room on the disk");
    let mut desk = desk(folder.path());
    desk.give(Command::Open(game));
    assert!(desk.shows("The facts in this record differ from the installed pack \"practice\""));
    assert!(desk.shows("version"));
    assert_eq!(desk.record().setup().pack, journal.setup().pack);
}

#[test]
fn next_start_names_the_copy_of_entries_that_could_not_be_saved() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let game = folder.path().join("evening.founders");
    write_game(&game);
    let whole = RecordText::of::<FoundersNotation>(&truncated(&journal_of(GAME), 15));
    let refuges = EmergencyPlace::all(&AppFolders::below(&folder.path().join("own")));
    let real: std::sync::Arc<dyn storage::Disk> = std::sync::Arc::new(RealDisk);
    let stored = refuges[0].save(&real, Some(&game), &whole, &Timestamp::now());
    let copy = stored.expect("room on the disk").copy;
    let mut desk = desk(folder.path());
    assert!(desk.shows("Not everything was saved"), "{:#?}", desk.labels());
    assert!(desk.shows(&format!("The latest entries are not in {}", game.display())));
    assert!(desk.shows(&copy.display().to_string()));
    desk.press("Close");
    // Opening the game names the content of its earlier states.
    desk.give(Command::Open(game));
    assert!(desk.shows("holds 15 entries"), "{:#?}", desk.labels());
    drop(desk);
    assert!(!self::desk(folder.path()).shows("Not everything was saved"));
}

#[test]
fn new_game_is_dated_with_the_day_of_its_start() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let world = Environment { today: "2026-11-21".to_owned(), ..world(folder.path()) };
    let mut desk = Desk::in_world(world, Settings::default());
    // The window stays open until the next evening.
    desk.set_today("2026-11-22");
    desk.press("Try it without the box…");
    desk.press("Begin as it stands");
    desk.press("Deal for us");
    desk.wait_until_saved();
    let file = desk.app().file().expect("it is saved");
    let loaded = read_record(&std::fs::read(&file).expect("it is there"));
    assert_eq!(loaded.record.expect("it can be read").tags.date.as_deref(), Some("2026-11-22"));
    assert!(file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("2026-11-22")));
}

#[test]
fn after_a_crash_the_app_reopens_the_game_at_its_last_entry() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let game = folder.path().join("evening.founders");
    write_game(&game);
    let notes = folder.path().join("own").join("running");
    std::fs::create_dir_all(&notes).expect("room on the disk");
    let note = game.as_os_str().as_encoded_bytes();
    std::fs::write(notes.join("0.note"), note).expect("room on the disk");
    let mut desk = desk(folder.path());
    assert!(desk.shows("The app was not closed the last time"));
    assert_eq!(desk.record().cursor(), 12);
    desk.press("Close");
    drop(desk);
    let again = self::desk(folder.path());
    assert!(!again.shows("The app was not closed the last time"));
}

#[test]
fn game_without_a_folder_is_reported_as_not_saved() {
    let mut desk = Desk::at(GAME, 12);
    desk.give(Command::Menu(Menu::Undo));
    while desk.app().title().contains("saving") {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(desk.app().title().contains("not saved: there is no folder for it"));
    assert!(desk.app().unsaved().is_some());
    desk.give(Command::Menu(Menu::Library));
    assert!(desk.app().unsaved().is_some(), "the game waits behind the library");
}

#[test]
fn restoring_a_backup_also_backs_up_the_replaced_state() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let game = folder.path().join("evening.founders");
    write_game(&game);
    let mut desk = desk(folder.path());
    desk.give(Command::Open(game));
    for _ in 0..2 {
        desk.give(Command::Menu(Menu::Undo));
    }
    desk.wait_until_saved();
    assert_eq!(desk.record().cursor(), 10);
    desk.give(Command::Menu(Menu::Backups));
    assert!(desk.shows("(as opened)") && desk.shows("Entries: 12."));
    let restore = desk.label_starting_with("Restore");
    desk.press(&restore);
    desk.wait_until_saved();
    assert_eq!(desk.record().cursor(), 12);
    desk.give(Command::Menu(Menu::Backups));
    assert!(desk.shows("(before it was replaced)") && desk.shows("Entries: 10."));
}

#[test]
fn score_track_prompt_follows_the_restored_state() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let game = folder.path().join("evening.founders");
    let journal = journal_of(GAME);
    let voted = (journal::votes(&journal)[0]..journal.cursor())
        .find(|&count| journal.game_at(count).is_some_and(|game| game.vote_stage().is_none()))
        .expect("a vote ends");
    // First the game after its vote, then, in the same file, the game before it.
    for count in [voted, 12] {
        let text = print_log(&truncated(&journal, count));
        std::fs::write(&game, text).expect("room on the disk");
        let mut desk = desk(folder.path());
        desk.give(Command::Open(game.clone()));
        assert_eq!(desk.shows("Score track agrees?"), count == voted);
        if count == voted {
            desk.give(FoundersCommand::CommentLatest("counted".to_owned()));
            desk.wait_until_saved();
            continue;
        }
        desk.give(Command::Menu(Menu::Backups));
        let opened = desk.labels().into_iter().rfind(|label| label.contains("(as opened)"));
        desk.press(&opened.expect("it is kept"));
        desk.press("Restore");
        assert_eq!(desk.record().cursor(), voted);
        assert!(desk.shows("Score track agrees?"), "{:#?}", desk.labels());
    }
}

#[test]
fn game_can_be_renamed_and_duplicated() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let game = folder.path().join("evening.founders");
    let text = write_game(&game);
    let mut desk = desk(folder.path());
    desk.give(Command::Open(game.clone()));
    desk.give(Command::Rename("a better name".to_owned()));
    desk.wait_until_saved();
    assert!(desk.app().title().starts_with("a better name – saved"));
    let new = folder.path().join("a better name.founders");
    assert_eq!(desk.app().settings().recent, std::slice::from_ref(&new));
    desk.give(Command::Menu(Menu::Duplicate));
    drop(desk);
    assert!(!game.exists());
    for path in [new, folder.path().join("a better name 2.founders")] {
        assert_eq!(std::fs::read_to_string(&path).expect("it is there"), text);
    }
}

#[test]
fn a_name_has_nothing_that_another_system_refuses() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let game = folder.path().join("evening.founders");
    write_game(&game);
    let mut desk = desk(folder.path());
    desk.give(Command::Open(game));
    desk.give(Command::Rename(r#" 20:15, "who wins?" <a|b>*/..\c "#.to_owned()));
    desk.wait_until_saved();
    let new = folder.path().join("20_15, _who wins__ _a_b___.._c.founders");
    assert!(new.exists(), "{:?}", desk.app().file());
}

#[test]
fn backup_can_be_viewed_before_it_is_restored() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let game = folder.path().join("evening.founders");
    write_game(&game);
    let mut desk = desk(folder.path());
    desk.give(Command::Open(game));
    desk.give(Command::Menu(Menu::Undo));
    desk.wait_until_saved();
    desk.give(Command::Menu(Menu::Backups));
    desk.press("Restore");
    desk.wait_until_saved();
    desk.give(Command::Menu(Menu::Backups));
    // The latest state is shown first; a press shows another one.
    assert!(desk.shows("Entries: 11."), "{:#?}", desk.labels());
    let labels = desk.labels();
    let opened = labels.iter().find(|label| label.contains("(as opened)"));
    desk.press(opened.expect("it is listed"));
    assert!(desk.shows("Entries: 12.") && !desk.shows("Entries: 11."));
    assert_eq!(desk.record().cursor(), 12, "viewing restores nothing");
    desk.press("Close");
    assert!(!desk.shows("Entries: 12."));
}

/// Returns the heading of the checklist, with its count of ticked lines.
fn ticked(desk: &Desk) -> String {
    desk.label_starting_with("Everything: ")
}

#[test]
fn checklist_ticks_persist_until_the_table_changes() {
    use egui::Key;
    let folder = tempfile::tempdir().expect("a folder of our own");
    let game = folder.path().join("evening.founders");
    write_game(&game);
    let open = || {
        let mut desk = desk(folder.path());
        desk.give(Command::Open(game.clone()));
        desk.key(Key::F8);
        desk
    };
    let mut desk = open();
    assert!(ticked(&desk).starts_with("Everything: 0 of "));
    for _ in 0..3 {
        desk.key(Key::Space);
    }
    drop(desk);
    let mut desk = open();
    assert!(ticked(&desk).starts_with("Everything: 3 of "));
    desk.press("Two lists");
    assert!(desk.shows("On the board: 3 of ") && desk.shows("Around the board: 0 of "));
    desk.press("One list");
    desk.key(Key::Escape);
    desk.give(Command::Menu(Menu::Undo));
    desk.wait_until_saved();
    drop(desk);
    let mut desk = open();
    assert!(ticked(&desk).starts_with("Everything: 0 of "));
    drop(desk);
    // The ticks do not return, even if the table is as it was.
    desk = self::desk(folder.path());
    desk.give(Command::Open(game.clone()));
    desk.give(Command::Menu(Menu::Redo));
    desk.wait_until_saved();
    drop(desk);
    assert!(ticked(&open()).starts_with("Everything: 0 of "));
    // Nothing is stored next to the game.
    let entries = std::fs::read_dir(folder.path()).expect("it is there");
    assert_eq!(entries.flatten().count(), 2, "the game and the app's own folder");
}

/// Writes a long game with one byte changed by another program; returns the original text and the
/// damaged line.
fn write_damaged(path: &Path) -> (String, usize) {
    let text = print_log(&journal_of(GAME));
    let damaged = text.replacen("Upgrade: build", "Up#rade: build", 1);
    let line = damaged.lines().position(|line| line.contains("Up#rade")).expect("it is in it") + 1;
    std::fs::write(path, damaged).expect("room on the disk");
    (text, line)
}

#[test]
fn damaged_line_must_be_resolved_before_recording_and_can_be_corrected() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let game = folder.path().join("evening.founders");
    let (text, line) = write_damaged(&game);
    let found = std::fs::read(&game).expect("it is there");
    let mut desk = desk(folder.path());
    desk.give(Command::Open(game.clone()));
    assert!(desk.shows(&format!("Line {line} is damaged")));
    assert!(desk.shows("Up#rade: build"));
    desk.press("Decide later");
    assert!(desk.app().title().contains("not mended yet"));
    // Any new entry opens the question again, and is not recorded.
    desk.give(Command::Menu(Menu::Undo));
    assert!(desk.shows(&format!("Line {line} is damaged")));
    assert_eq!(std::fs::read(&game).expect("it is there"), found);
    assert!(desk.shows("By the check at its end, the line was:"));
    desk.press("Put it right");
    assert!(desk.shows("The whole file can be read"));
    desk.press("Mend the file");
    desk.wait_until_saved();
    assert!(desk.shows("The damaged file was mended."));
    assert_eq!(std::fs::read_to_string(&game).expect("it is there"), text);
    assert_eq!(desk.record(), &journal_of(GAME));
    desk.press("Close");
    desk.give(Command::Menu(Menu::Backups));
    assert!(desk.shows("(as found damaged)"));
}

#[test]
fn keyboard_alone_drops_a_damaged_line_with_its_dependent_entries() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let game = folder.path().join("evening.founders");
    write_damaged(&game);
    let mut desk = desk(folder.path());
    desk.give(Command::Open(game.clone()));
    let read = desk.record().entry_count();
    desk.tab_to("Leave it out with what depends on it", false);
    assert!(desk.shows("Left out"), "{:#?}", desk.labels());
    desk.tab_to("Mend the file", false);
    desk.wait_until_saved();
    let mended = desk.record().entry_count();
    assert!(mended > read, "{mended} entries, {read} before the damage");
    let loaded = read_record(&storage::read(&game).expect("it is there"));
    assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()));
    assert_eq!(loaded.record.map(|journal| journal.entry_count()), Some(mended));
}

#[test]
fn external_change_to_the_file_offers_three_resolutions() {
    #[track_caller]
    fn assert_has_own_entries(path: &Path) {
        let loaded = read_record(&storage::read(path).expect("it is there"));
        assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()));
        let journal = loaded.record.expect("it can be played");
        assert_eq!(journal.entry(journal.here()).comment(), "beside 3");
    }

    let folder = tempfile::tempdir().expect("a folder of our own");
    let game = folder.path().join("evening.founders");
    let text = print_log(&journal_of(GAME));
    let open_conflict = || {
        std::fs::write(&game, &text).expect("room on the disk");
        let mut desk = desk(folder.path());
        desk.give(Command::Open(game.clone()));
        let (_, line) = write_damaged(&game);
        for number in 1..=3 {
            desk.give(FoundersCommand::CommentLatest(format!("beside {number}")));
        }
        desk.wait_until_saved();
        assert!(desk.shows("Another program changed evening.founders"), "{:#?}", desk.labels());
        assert!(desk.shows(&format!("Line {line} was ")) && desk.shows("Up#rade"));
        assert!(desk.shows("This game: ") && desk.shows("then damage at line"));
        let left = std::fs::read_to_string(&game).expect("it is there");
        assert!(left.contains("Up#rade"), "nothing is overwritten");
        desk
    };
    let games = folder.path().join("games");
    let mut desk = open_conflict();
    desk.press("Go on in the new file");
    assert_has_own_entries(&games.join("evening.founders"));
    drop(desk);
    let mut desk = open_conflict();
    desk.press("Put this game into evening.founders");
    desk.wait_until_saved();
    assert_has_own_entries(&game);
    drop(desk);
    let is_backed_up = std::fs::read_dir(folder.path().join("own/backups"))
        .expect("it is there")
        .flatten()
        .flat_map(|folder| std::fs::read_dir(folder.path()))
        .flat_map(Iterator::flatten)
        .any(|file| std::fs::read_to_string(file.path()).is_ok_and(|it| it.contains("Up#rade")));
    assert!(is_backed_up);
    let mut desk = open_conflict();
    desk.press("Open the changed file");
    assert!(desk.shows("is damaged"));
    assert_has_own_entries(&games.join("evening 3.founders"));
}

#[test]
fn opening_a_shortened_file_names_the_backup_with_more_entries() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let game = folder.path().join("evening.founders");
    let text = print_log(&journal_of(GAME));
    std::fs::write(&game, &text).expect("room on the disk");
    let mut desk = desk(folder.path());
    desk.give(Command::Open(game.clone()));
    desk.give(FoundersCommand::CommentLatest("the last one".to_owned()));
    desk.wait_until_saved();
    drop(desk);
    // The file ends cleanly, and too early.
    let lines = text.split_inclusive('\n');
    let short: String = lines.clone().take(lines.count() - 20).collect();
    std::fs::write(&game, short).expect("room on the disk");
    let mut desk = self::desk(folder.path());
    desk.give(Command::Open(game));
    let more = format!("holds {} entries", journal_of(GAME).entry_count());
    assert!(desk.shows(&more), "{:#?}", desk.labels());
}

#[test]
fn app_file_dialog_opens_and_saves_without_a_system_dialog() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let games = folder.path().join("games");
    std::fs::create_dir_all(games.join("older")).expect("room on the disk");
    write_game(&games.join("evening.founders"));
    write_game(&games.join("older").join("first.founders"));
    std::fs::write(games.join("notes.txt"), "milk").expect("room on the disk");
    let mut desk = desk(folder.path());
    desk.give(Command::Menu(Menu::Open));
    assert!(desk.has_control("evening.founders"), "{:#?}", desk.labels());
    assert!(!desk.shows("notes.txt"), "a text is no record");
    let older = format!("older{}", std::path::MAIN_SEPARATOR);
    desk.press(&older);
    assert!(desk.has_control("first.founders") && !desk.shows("evening.founders"));
    desk.press("Folder above");
    desk.press("Name of the file");
    desk.type_text("none");
    desk.press("Open");
    assert!(desk.shows_exactly("There is no file none here."));
    desk.press("evening.founders");
    desk.press("Open");
    assert_eq!(desk.app().title(), "evening – saved – Founders Ledger");
    // A written file gets the extension of a record.
    desk.give(Command::Menu(Menu::SaveAs));
    desk.press("Name of the file");
    desk.key_with(Modifiers::COMMAND, Key::A);
    desk.type_text("copy");
    desk.key(Key::Enter);
    desk.wait_until_saved();
    assert_eq!(desk.app().title(), "copy – saved – Founders Ledger");
    assert!(games.join("copy.founders").is_file());
}

#[test]
fn app_file_dialog_accepts_a_typed_folder() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let games = folder.path().join("games");
    std::fs::create_dir_all(games.join("older")).expect("room on the disk");
    write_game(&games.join("older").join("first.founders"));
    let mut desk = desk(folder.path());
    desk.give(Command::Menu(Menu::Open));
    for (typed, is_there) in [("newer", false), ("older", true)] {
        desk.press("Folder");
        desk.key_with(Modifiers::COMMAND, Key::A);
        desk.type_text(typed);
        desk.key(Key::Enter);
        assert_eq!(desk.shows("There is no folder"), !is_there, "{typed}");
        assert_eq!(desk.has_control("first.founders"), is_there, "{typed}");
    }
    desk.press("Cancel");
    assert!(!desk.shows("Name of the file"));
}

#[test]
fn app_file_dialog_keeps_focus_in_the_name_field_after_loading() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let games = folder.path().join("games");
    std::fs::create_dir_all(&games).expect("room on the disk");
    write_game(&games.join("evening.founders"));
    let mut desk = desk(folder.path());
    desk.give(Command::Menu(Menu::Open));
    desk.type_text("evening.founders");
    desk.key(Key::Enter);
    assert_eq!(desk.app().title(), "evening – saved – Founders Ledger");
}

#[cfg(debug_assertions)]
#[test]
#[should_panic(expected = "a file is touched by the thread that draws")]
fn touching_a_file_while_drawing_a_frame_panics_in_debug_builds() {
    let mut desk = Desk::new();
    desk.set_salts(|| {
        let _ = storage::read(Path::new("game.founders"));
        sealed::system_nonces()
    });
    desk.open(&truncated(&journal_of(GAME), 12));
}

/// The warning in the window while the latest entries are not saved.
const NOT_SAVED: &str = "Not saved: there is no folder for it";

#[test]
fn unsaved_entries_show_a_warning_with_remedies_in_the_window() {
    let mut desk = Desk::at(GAME, 12);
    assert!(!desk.shows("Not saved"));
    desk.give(Command::Menu(Menu::Undo));
    desk.wait_for(NOT_SAVED);
    desk.press(NOT_SAVED);
    assert!(desk.shows("you can go on playing"), "{:#?}", desk.labels());
    assert!(desk.has_control("Save as…") && desk.has_control("Copy the record"));
    desk.press("Close");
    // The warning stays on a page over the game, and in the table view, which has no menus.
    desk.give(Command::Menu(Menu::Library));
    assert!(desk.has_control(NOT_SAVED), "the game waits behind the library");
    desk.give(Command::Back);
    desk.give(Command::Menu(Menu::TableView));
    assert!(desk.has_control(NOT_SAVED), "{:#?}", desk.labels());
}

#[test]
fn unsaved_warning_disappears_after_a_late_save() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let game = folder.path().join("stick").join("evening.founders");
    std::fs::create_dir(folder.path().join("stick")).expect("room on the disk");
    write_game(&game);
    let mut desk = desk(folder.path());
    desk.give(Command::Open(game.clone()));
    // The drive is removed, and another file takes its place.
    let away = folder.path().join("away");
    std::fs::rename(folder.path().join("stick"), &away).expect("it can be moved");
    std::fs::write(folder.path().join("stick"), "").expect("room on the disk");
    desk.give(Command::Menu(Menu::Undo));
    desk.wait_for("Not saved: ");
    let words = desk.label_starting_with("Not saved: ");
    desk.press(&words);
    assert!(desk.shows("bring back the folder"));
    std::fs::remove_file(folder.path().join("stick")).expect("it is there");
    std::fs::rename(&away, folder.path().join("stick")).expect("it can be moved");
    desk.wait_until_saved();
    assert!(desk.shows_exactly("Everything is saved"), "{:#?}", desk.labels());
    desk.press("Close");
    assert!(!desk.shows("Not saved"));
}

/// Starts a desktop service behind a socket: it holds connections without an answer, or closes them
/// at once.
#[cfg(target_os = "linux")]
fn start_silent_desktop(socket: &Path, holds: bool) {
    let listener = std::os::unix::net::UnixListener::bind(socket).expect("a socket of our own");
    std::thread::spawn(move || {
        let mut held = Vec::new();
        for connection in listener.incoming() {
            if holds {
                held.push(connection);
            }
        }
    });
}

#[cfg(target_os = "linux")]
#[test]
fn unresponsive_system_dialog_falls_back_to_the_app_file_dialog() {
    for (holds, why) in [(true, "does not answer"), (false, "has no dialog for files")] {
        let folder = tempfile::tempdir().expect("a folder of our own");
        let elsewhere = folder.path().join("elsewhere");
        std::fs::create_dir_all(&elsewhere).expect("room on the disk");
        let game = elsewhere.join("evening.founders");
        write_game(&game);
        let socket = folder.path().join("desktop");
        start_silent_desktop(&socket, holds);
        let world = Environment { dialogs: FileDialogs::Socket(socket), ..world(folder.path()) };
        let mut desk = Desk::in_world(world, Settings::default());
        desk.give(Command::Open(game));
        desk.key_with(Modifiers::COMMAND, Key::O);
        let start = Instant::now();
        while !desk.shows(why) {
            assert!(start.elapsed() < LONG, "{why}: {:#?}", desk.labels());
            std::thread::sleep(Duration::from_millis(20));
            desk.settle();
        }
        assert!(desk.has_control("evening.founders"), "{:#?}", desk.labels());
        desk.press("Cancel");
        // The service is not asked a second time.
        desk.key_with(Modifiers::COMMAND, Key::O);
        assert!(desk.has_control("evening.founders"), "{:#?}", desk.labels());
    }
}
