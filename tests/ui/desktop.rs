//! Behavior that people expect of a desktop program: persistent settings, recent games,
//! configurable keys, help, dropped files.

use std::path::{Path, PathBuf};
use std::time::Duration;

use egui::{Key, Modifiers};
use founders_ledger::app::{Command, CrashReporter, Environment, Log, SystemPreferences};
use journal::Change;
use notation::record::print_log;
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_kit::theme::Appearance;
use ui_menu::Menu;

use crate::app::{Desk, is_vote, journal_of, truncated};

const GAME: &str = "harbour-duel.founders";

fn world(folder: &Path) -> Environment {
    let own = folder.join("own");
    Environment {
        games: Some(folder.join("Documents").join("Founders Ledger")),
        settings: Some(own.join("settings.ron")),
        log: Some(Log::open(&own.join("log.txt"))),
        own: Some(own),
        today: "2026-11-22".to_owned(),
        ..Environment::default()
    }
}

fn desk(folder: &Path) -> Desk {
    Desk::in_world(world(folder), Settings::default())
}

/// Writes a game of some entries to a file.
fn write_game(path: &Path) {
    let text = print_log(&truncated(&journal_of(GAME), 12));
    std::fs::write(path, text).expect("room on the disk");
}

fn games(folder: &Path, names: &[&str]) -> Vec<PathBuf> {
    let paths: Vec<PathBuf> =
        names.iter().map(|name| folder.join(format!("{name}.founders"))).collect();
    for path in &paths {
        write_game(path);
    }
    paths
}

fn set(desk: &mut Desk, change: impl FnOnce(&mut Settings)) {
    let mut settings = desk.app().settings().clone();
    change(&mut settings);
    desk.give(Command::SetSettings(Box::new(settings)));
}

#[test]
fn what_was_set_holds_at_the_next_start_and_the_old_settings_are_taken_over_once() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let old = Settings { look: Appearance::Dark, ..Settings::default() };
    let mut first = Desk::in_world(world(folder.path()), old.clone());
    assert_eq!(first.app().settings().look, Appearance::Dark);
    set(&mut first, |settings| settings.look = Appearance::Light);
    drop(first);
    let text = std::fs::read_to_string(folder.path().join("own/settings.ron"));
    assert!(text.expect("they are written").contains("look: Light"));
    let again = Desk::in_world(world(folder.path()), old);
    assert_eq!(again.app().settings().look, Appearance::Light);
}

#[test]
fn two_windows_keep_what_either_set() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let [a, b] = games(folder.path(), &["a", "b"]).try_into().expect("two");
    let mut first = desk(folder.path());
    first.settle();
    let mut second = desk(folder.path());
    set(&mut first, |settings| settings.look = Appearance::Dark);
    first.give(Command::Open(a.clone()));
    set(&mut second, |settings| settings.motion = false);
    second.give(Command::Open(b.clone()));
    drop(first);
    drop(second);
    let again = desk(folder.path());
    let settings = again.app().settings();
    assert_eq!((settings.look, settings.motion), (Appearance::Dark, false));
    assert_eq!(settings.recent.len(), 2, "{:?}", settings.recent);
}

#[test]
fn settings_that_cannot_be_read_are_kept_aside_and_told() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let own = folder.path().join("own");
    std::fs::create_dir_all(&own).expect("room on the disk");
    std::fs::write(own.join("settings.ron"), "(look: Drak)").expect("room on the disk");
    let desk = desk(folder.path());
    assert!(desk.shows("The settings cannot be read, and begin anew"), "{:#?}", desk.labels());
    assert!(desk.shows("settings, unreadable"));
    drop(desk);
    let mut files = std::fs::read_dir(&own).expect("it is there").flatten();
    let copy = files
        .find(|file| file.file_name().to_string_lossy().contains("unreadable"))
        .expect("it is kept");
    let text = std::fs::read_to_string(copy.path()).expect("it is text");
    assert_eq!(text, "(look: Drak)");
}

#[test]
fn a_recent_game_is_opened_pinned_and_cleared_from_the_menu() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let paths = games(folder.path(), &["monday", "friday"]);
    let mut desk = desk(folder.path());
    for path in &paths {
        desk.give(Command::Open(path.clone()));
    }
    // The open game stays in the list when it is cleared.
    desk.give(Command::Menu(Menu::Start));
    desk.press("File");
    desk.press_entry("Recent games");
    assert!(desk.has_control("friday"));
    desk.press("Pin monday");
    assert!(desk.has_control("Unpin monday"));
    assert_eq!(desk.app().settings().pinned.len(), 1);
    desk.press("Clear the list");
    let settings = desk.app().settings();
    assert_eq!(settings.recent, settings.pinned);
    desk.press("File");
    desk.press_entry("Recent games");
    desk.press("monday");
    let title = desk.app().title();
    assert!(title.starts_with("monday – saved"), "{title}");
}

#[test]
fn a_game_without_a_name_lies_among_the_documents_and_those_from_before_are_counted() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let before = folder.path().join("own").join("games");
    std::fs::create_dir_all(&before).expect("room on the disk");
    let whole = print_log(&journal_of(GAME));
    std::fs::write(before.join("old.founders"), whole).expect("room on the disk");
    let mut desk = desk(folder.path());
    desk.press("Try it without the box…");
    desk.press("Begin as it stands");
    desk.press("Deal for us");
    desk.wait_until_saved();
    let documents = folder.path().join("Documents").join("Founders Ledger");
    assert_eq!(std::fs::read_dir(documents).expect("the folder is there").count(), 1);
    desk.give(Command::Menu(Menu::Start));
    desk.give(Command::Menu(Menu::ScoreHistory));
    desk.wait_for("1 finished game");
}

#[test]
fn saving_by_key_says_where_and_when() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = games(folder.path(), &["evening"]).remove(0);
    let mut desk = desk(folder.path());
    desk.key_with(Modifiers::COMMAND, Key::S);
    assert!(desk.shows("No game is open."));
    desk.give(Command::Open(path));
    desk.key_with(Modifiers::COMMAND, Key::S);
    assert!(desk.shows("nothing has changed since it was opened"));
    desk.give(Command::Menu(Menu::Undo));
    desk.wait_until_saved();
    desk.key_with(Modifiers::COMMAND, Key::S);
    assert!(desk.shows("evening.founders, the latest on 2"), "{:#?}", desk.labels());
}

#[test]
fn two_keys_redo_and_neither_redoes_twice() {
    for keys in [(Modifiers::COMMAND, Key::Y), (Modifiers::COMMAND | Modifiers::SHIFT, Key::Z)] {
        let mut desk = Desk::at(GAME, 12);
        desk.give(FoundersCommand::Change(vec![Change::Undo(2)]));
        desk.key_with(keys.0, keys.1);
        assert_eq!(desk.record().cursor(), 11, "{keys:?}");
    }
}

#[test]
fn a_file_that_hovers_says_what_it_would_do() {
    let mut desk = Desk::new();
    desk.hover_file("/games/evening.founders");
    assert!(desk.shows("Drop evening.founders to open it here"));
    desk.hover_file("/photographs/board.jpg");
    assert!(desk.shows("Drop board.jpg to trace a board from it"));
    desk.remove_hovered_file();
    assert!(!desk.shows("Drop "));
}

#[test]
fn the_help_opens_at_what_is_on_screen() {
    #[track_caller]
    fn check(mut desk: Desk, words: &str) {
        desk.key(Key::F1);
        assert!(desk.shows_exactly("Help"), "{words}");
        assert!(desk.has_control("Search the help"), "{words}");
        assert!(desk.shows(words), "{words}: {:#?}", desk.labels());
        desk.key(Key::Escape);
        assert!(!desk.has_control("Search the help"), "{words}");
    }
    let (vote, _) = Desk::before("four-founders.founders", is_vote);
    let mut library = Desk::new();
    library.give(Command::Menu(Menu::Library));
    check(Desk::new(), "Continue the last game");
    check(Desk::at(GAME, 12), "The line above the board says what is owed");
    check(vote, "A secret ballot is nowhere but in memory");
    check(library, "library");
}

#[test]
fn the_help_is_searched_as_one_types_and_holds_the_notices() {
    let mut desk = Desk::new();
    desk.key(Key::F1);
    desk.type_text("escapes");
    assert!(desk.has_control("Escapes"), "{:#?}", desk.labels());
    desk.key(Key::Escape);
    desk.give(Command::Menu(Menu::About));
    desk.press("Third-party notices");
    assert!(desk.shows("Founders Ledger contains the following work of others"));
}

#[test]
fn about_page_is_closed_by_its_filled_button() {
    let mut desk = Desk::new();
    desk.give(Command::Menu(Menu::About));
    // The filled button of a dialog is higher than the others.
    let [close, notices] =
        ["Close", "Third-party notices"].map(|label| desk.control_rect(label).height());
    assert!(close > notices, "{close} and {notices}");
    desk.press("Close");
    assert!(!desk.shows("Third-party notices"));
}

#[test]
fn a_command_is_given_other_keys_and_its_usual_ones_again() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let mut desk = desk(folder.path());
    desk.open(&truncated(&journal_of(GAME), 12));
    desk.give(Command::Menu(Menu::Keys));
    desk.press("Keys of Undo: Ctrl+Z");
    // Keys of another command are refused, and that command is named.
    desk.key_with(Modifiers::COMMAND, Key::O);
    assert!(desk.shows("these keys are those of \"Open…\""), "{:#?}", desk.labels());
    desk.press("Keys of Undo: Ctrl+Z");
    desk.key(Key::F9);
    assert!(desk.has_control("Keys of Undo: F9"), "{:#?}", desk.labels());
    desk.press("Close");
    desk.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(desk.record().cursor(), 12);
    desk.key(Key::F9);
    assert_eq!(desk.record().cursor(), 11);
    drop(desk);
    let mut again = self::desk(folder.path());
    again.open(&truncated(&journal_of(GAME), 12));
    again.key(Key::F9);
    assert_eq!(again.record().cursor(), 11);
    again.give(Command::Menu(Menu::Keys));
    again.press("Usual keys");
    again.press("Close");
    again.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(again.record().cursor(), 10);
}

#[test]
fn keys_pressed_while_recording_a_shortcut_run_no_other_command() {
    let mut desk = Desk::at(GAME, 12);
    desk.give(Command::Menu(Menu::Keys));
    desk.press("Keys of About Founders Ledger: None");
    desk.key(Key::Escape);
    assert!(desk.shows_exactly("Keys"), "Escape leaves the keys as they were, and the page open");
    assert!(desk.has_control("Keys of About Founders Ledger: None"));
    desk.press("Keys of Rotate the board: T");
    desk.key(Key::Backspace);
    assert!(desk.has_control("Keys of Rotate the board: None"), "{:#?}", desk.labels());
}

#[test]
fn a_key_leads_from_panel_to_panel_and_to_the_hand_first() {
    let mut desk = Desk::at(GAME, 60);
    desk.key(Key::F6);
    let first = desk.focused().expect("something has the keyboard");
    assert!(desk.labels().contains(&first));
    let mut seen = vec![first.clone()];
    for _ in 0..6 {
        desk.key(Key::F6);
        seen.push(desk.focused().expect("something has the keyboard"));
    }
    assert!(seen[1..].contains(&first), "it comes round again: {seen:?}");
    assert!(seen.contains(&"File".to_owned()), "the menus are among them: {seen:?}");
    let distinct: std::collections::BTreeSet<&String> = seen.iter().collect();
    assert!(distinct.len() >= 4, "{seen:?}");
}

#[test]
fn the_window_looks_and_moves_as_the_system_asks_until_it_is_set() {
    let mut desk = Desk::new();
    let (was_dark, moves) = desk.appearance();
    assert!(!was_dark && moves > 0.0);
    let wishes = SystemPreferences { dark: Some(true), contrast: false, reduced_motion: true };
    desk.set_system_preferences(wishes);
    assert_eq!(desk.appearance(), (true, 0.0));
    // The system changes its preference while the window is open.
    desk.set_system_preferences(SystemPreferences {
        dark: Some(false),
        ..SystemPreferences::default()
    });
    assert_eq!(desk.appearance(), (false, moves));
    desk.set_system_preferences(wishes);
    set(&mut desk, |settings| settings.look = Appearance::Light);
    assert_eq!(desk.appearance(), (false, 0.0));
    assert!(desk.app().settings().motion, "what the system asks is not what was set");
}

/// Returns the text of the log file once every line is written.
fn log_in(folder: &Path, log: &Log) -> String {
    log.flush(Duration::from_mins(1));
    std::fs::read_to_string(folder.join("own").join("log.txt")).unwrap_or_default()
}

#[test]
fn the_log_and_the_details_hold_no_name_and_no_ballot() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (vote, action) = Desk::before("four-founders.founders", is_vote);
    let world = world(folder.path());
    let log = world.log.clone().expect("this world keeps one");
    let mut desk = Desk::in_world(world, Settings::default());
    desk.key_with(Modifiers::COMMAND, Key::S);
    desk.open(vote.record());
    let before = log_in(folder.path(), &log);
    desk.press("Enter a vote held by hand");
    let who = desk.named_game().label(action.kind.ballots()[0].player);
    desk.press(&format!("{who} more fleeting influence"));
    desk.key_with(Modifiers::COMMAND, Key::S);
    let details = desk.copied_text(Menu::CopyDetails);
    assert!(details.contains(concat!("Version: ", env!("CARGO_PKG_VERSION"))), "{details}");
    assert!(details.contains("menu Save"), "{details}");
    let log = log_in(folder.path(), &log);
    assert!(log.contains("start: ") && log.contains("menu Save"), "{log}");
    assert_eq!(log, before, "a vote leaves no trace, not even of when something was done");
    let names = desk.record().setup().players.clone();
    let secrets = ["fleeting", "circle", "square", "triangle", "harbour"];
    for secret in names.iter().map(String::as_str).chain(secrets) {
        assert!(!log.contains(secret), "{secret}: {log}");
        assert!(!details.contains(secret), "{secret}: {details}");
    }
}

#[test]
fn a_fault_leaves_a_page_and_the_next_start_says_where() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let own = folder.path().join("own");
    let watch = CrashReporter::install(&own, Log::open(&own.join("log.txt")));
    let fault = std::thread::spawn(|| panic!("a fault of the test"));
    assert!(fault.join().is_err());
    drop(watch);
    let mut desk = desk(folder.path());
    assert!(desk.shows("The app stopped because of a fault of its own"), "{:#?}", desk.labels());
    let notice = desk.label_starting_with("What is known of the fault");
    let page = notice.split(" stands in ").nth(1).and_then(|rest| rest.split(".txt").next());
    let page = format!("{}.txt", page.expect("it is named"));
    let text = std::fs::read_to_string(page).expect("it is there");
    assert!(text.contains("a fault of the test"), "{text}");
    desk.press("Close");
    drop(desk);
    let again = self::desk(folder.path());
    assert!(!again.shows("The app stopped because of a fault"));
}

#[test]
fn a_clock_that_is_wanted_is_kept_with_the_record_and_no_other() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for (name, wanted) in [("timed", true), ("plain", false)] {
        let path = games(folder.path(), &[name]).remove(0);
        let mut desk = desk(folder.path());
        set(&mut desk, |settings| settings.clock = wanted);
        desk.give(Command::Open(path.clone()));
        assert_eq!(desk.shows("this evening 0 min"), wanted, "{name}");
        desk.give(Command::Menu(Menu::Undo));
        desk.wait_until_saved();
        // The window's clock advances a little with every frame.
        for _ in 0..40 {
            desk.key(Key::ArrowDown);
        }
        desk.give(Command::Menu(Menu::Start));
        drop(desk);
        let text = std::fs::read_to_string(&path).expect("it is there");
        assert_eq!(text.contains("\nclock: 2026-11-22 "), wanted, "{text}");
        let loaded = notation::record::read_record(text.as_bytes());
        assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()));
        assert_eq!(loaded.record.expect("a game").cursor(), 11);
    }
}
