//! Messages of the window about the files of scenarios, as for those of Founders games.

use std::path::{Path, PathBuf};

use egui::Key;
use founders_ledger::app::{Command, Environment};
use founders_ledger::recorded_games::kind_of;
use scenario::record::{Change, Repair, is_record, new_record, print};
use scenario::{Record, parse};
use scenario_rules::Action;
use storage::{BackupReason, Backups, RealDisk, Timestamp};
use ui_board::settings::Settings;
use ui_menu::Menu;
use ui_scenario::ScenarioCommand;

use crate::app::Desk;
use crate::scenario::{TABLE, click, open, played, record};

fn world(folder: &Path) -> Environment {
    Environment {
        games: Some(folder.join("games")),
        own: Some(folder.join("own")),
        today: "2026-11-22".to_owned(),
        ..Environment::default()
    }
}

pub fn desk(folder: &Path) -> Desk {
    Desk::in_world(world(folder), Settings::default())
}

/// Returns a scenario with this many notes.
fn scenario_with_notes(count: usize) -> Record {
    let mut record = new_record(parse(TABLE).expect("a position"));
    for number in 1..=count {
        let note = Action::Note(format!("Number {number}."));
        record.apply(Change::play(note)).expect("it can be recorded");
    }
    record
}

/// Writes a scenario with this many notes to a file; returns its path and text.
pub fn write_game(folder: &Path, count: usize) -> (PathBuf, String) {
    let path = folder.join("evening.scenario");
    let text = print(&scenario_with_notes(count));
    std::fs::write(&path, &text).expect("room on the disk");
    (path, text)
}

fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).expect("it is there")
}

/// Deals the Brute one damage.
fn damage_brute(desk: &mut Desk) {
    click(desk, "A3");
    desk.press("1 damage");
}

/// Returns the only scenario file in a folder, with its text.
fn only_file(folder: &Path) -> (PathBuf, String) {
    let entries = std::fs::read_dir(folder).expect("the folder").flatten();
    let mut files: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "scenario"))
        .collect();
    assert_eq!(files.len(), 1, "{files:?}");
    let path = files.remove(0);
    let text = text_of(&path);
    (path, text)
}

#[test]
fn scenario_is_saved_with_every_change_and_reopened() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = desk(folder.path());
    desk.press("Scenario table");
    assert_eq!(desk.app().title(), "Scenario – not saved yet – Founders Ledger");
    click(&mut desk, "B2");
    desk.wait_until_saved();
    let (path, text) = only_file(&folder.path().join("games"));
    assert_eq!(path.file_name().expect("a name"), "2026-11-22 scenario.scenario");
    assert!(is_record(&text) && text.contains("obstacle B2"), "{text}");
    click(&mut desk, "B3");
    desk.wait_until_saved();
    assert_eq!(only_file(&folder.path().join("games")).1, print(record(&desk)));
    assert_eq!(desk.app().title(), "2026-11-22 scenario – saved – Founders Ledger");
    drop(desk);
    let mut desk = self::desk(folder.path());
    desk.give(Command::Open(path.clone()));
    assert_eq!(played(&desk), ["obstacle B2", "obstacle B3"]);
    desk.give(Command::Menu(Menu::Undo));
    desk.wait_until_saved();
    let text = only_file(&folder.path().join("games")).1;
    assert!(text.lines().last().is_some_and(|line| line.starts_with("undo  ~")), "{text}");
    desk.give(Command::Open(path));
    assert!(desk.shows("is open already"), "{:#?}", desk.labels());
    assert_eq!(played(&desk), ["obstacle B2"]);
}

#[test]
fn external_change_to_a_scenario_offers_three_resolutions() {
    // Each time in a folder of its own, without any earlier state.
    let open_conflict = || {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, text) = write_game(folder.path(), 2);
        let theirs = text.replace("note Number 2", "n#te Number 2");
        let mut desk = desk(folder.path());
        desk.give(Command::Open(path.clone()));
        std::fs::write(&path, &theirs).expect("room on the disk");
        damage_brute(&mut desk);
        desk.wait_until_saved();
        assert!(desk.shows("Another program changed evening.scenario"), "{:#?}", desk.labels());
        assert!(desk.shows("n#te Number 2.") && desk.shows("This game: 3 entries"));
        assert!(desk.shows("The changed file: 1 entry, then damage at line"));
        assert_eq!(text_of(&path), theirs, "nothing is overwritten");
        (desk, path, folder)
    };
    let (mut desk, _, folder) = open_conflict();
    desk.press("Go on in the new file");
    let moved = folder.path().join("games/evening.scenario");
    assert_eq!(text_of(&moved), print(record(&desk)));
    let (mut desk, path, _folder) = open_conflict();
    desk.press("Put this game into evening.scenario");
    desk.wait_until_saved();
    assert_eq!(text_of(&path), print(record(&desk)));
    assert!(desk.shows("What was replaced is kept as"), "{:#?}", desk.labels());
    desk.press("Close");
    desk.give(Command::Menu(Menu::Backups));
    assert!(desk.shows("(before it was replaced)"), "{:#?}", desk.labels());
    let (mut desk, _, _folder) = open_conflict();
    desk.press("Open the changed file");
    assert!(desk.shows("Line 13 is damaged"), "{:#?}", desk.labels());
}

/// Returns the text of the backup that was made for this reason.
#[track_caller]
fn backup_text(folder: &Path, path: &Path, reason: BackupReason) -> String {
    let own = folder.join("own");
    let backups =
        Backups::for_game(std::sync::Arc::new(RealDisk), &own, path, kind_of(path)).list();
    let backup = backups.iter().find(|backup| backup.reason == reason).expect("it is kept");
    text_of(&backup.path)
}

#[test]
fn scenario_with_incomplete_last_line_continues_and_is_backed_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, text) = write_game(folder.path(), 3);
    let torn = format!("{text}note Never fin");
    std::fs::write(&path, &torn).expect("room on the disk");
    let mut desk = desk(folder.path());
    desk.give(Command::Open(path.clone()));
    assert!(desk.shows("the last line is incomplete"), "{:#?}", desk.labels());
    assert!(desk.shows("3 entries; 14 bytes are left out"));
    desk.press("Close");
    damage_brute(&mut desk);
    desk.wait_until_saved();
    assert!(desk.shows("The damaged file was mended."), "{:#?}", desk.labels());
    assert_eq!(text_of(&path), print(record(&desk)));
    assert!(text_of(&path).starts_with(&text));
    assert_eq!(backup_text(folder.path(), &path, BackupReason::Damaged), torn);
}

#[test]
fn damaged_scenario_line_is_corrected_by_its_check_and_backed_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = desk(folder.path());
    let (path, text) = write_game(folder.path(), 3);
    let damaged = text.replace("note Number 2", "n#te Number 2");
    std::fs::write(&path, &damaged).expect("it can be written");
    desk.give(Command::Open(path.clone()));
    assert!(desk.shows("is damaged") && desk.shows("n#te Number 2."), "{:#?}", desk.labels());
    assert!(desk.shows("note Number 2."), "the check restores the line");
    assert_eq!(played(&desk), ["note Number 1."]);
    // Until that is decided nothing is recorded, and a change asks again.
    desk.press("Decide later");
    damage_brute(&mut desk);
    assert!(desk.shows("n#te Number 2."), "{:#?}", desk.labels());
    assert_eq!((played(&desk).len(), text_of(&path)), (1, damaged.clone()));
    desk.press("Put it right");
    desk.press("Mend the file");
    desk.wait_until_saved();
    assert_eq!((played(&desk).len(), text_of(&path)), (3, text));
    assert_eq!(backup_text(folder.path(), &path, BackupReason::Damaged), damaged);
    desk.press("Close");
    damage_brute(&mut desk);
    desk.wait_until_saved();
    assert_eq!(text_of(&path), print(record(&desk)), "the record continues in the file");
    // A file without a record is reported, and the open one stays.
    let none = folder.path().join("none.scenario");
    std::fs::write(&none, [0xFF, 0x00]).expect("it can be written");
    desk.give(Command::Open(none));
    assert!(desk.shows("line 1, column 1: found the byte 0xff"), "{:#?}", desk.labels());
    desk.press("Decide later");
    assert_eq!(played(&desk).len(), 4);
}

/// Returns a record of version 1 with these lines.
fn old_text(lines: &[&str]) -> String {
    let table: Vec<String> = TABLE.lines().map(|line| format!("  {line}")).collect();
    let (table, lines) = (table.join("\n"), lines.join("\n"));
    format!("Founders Ledger scenario 1\nrules: 2\ntable:\n{table}\nplay:\n{lines}\n")
}

#[test]
fn version_1_scenario_is_rewritten_by_the_first_change_and_backed_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("evening.scenario");
    let old = old_text(&["note One.", "note Two.", "undo"]);
    std::fs::write(&path, &old).expect("room on the disk");
    let mut desk = desk(folder.path());
    desk.give(Command::Open(path.clone()));
    assert_eq!(played(&desk), ["note One."]);
    assert_eq!(text_of(&path), old, "opening writes nothing");
    damage_brute(&mut desk);
    desk.wait_until_saved();
    let text = text_of(&path);
    assert_eq!(text, print(record(&desk)));
    assert!(text.starts_with("Founders Ledger scenario 2\n") && text.contains("note Two."));
    assert_eq!(backup_text(folder.path(), &path, BackupReason::BeforeRenewed), old);
    damage_brute(&mut desk);
    desk.wait_until_saved();
    assert!(text_of(&path).starts_with(&text), "later entries are appended");
}

#[test]
fn damaged_version_1_scenario_is_shown_up_to_the_damage_and_unchanged() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("evening.scenario");
    let damaged = old_text(&["note One.", "n#te Two.", "note Three."]);
    std::fs::write(&path, &damaged).expect("it can be written");
    let mut desk = desk(folder.path());
    desk.give(Command::Open(path.clone()));
    assert!(desk.shows("the file stays as it is"), "{:#?}", desk.labels());
    desk.press("Close");
    assert_eq!(played(&desk), ["note One."]);
    damage_brute(&mut desk);
    desk.wait_until_saved();
    assert_eq!(text_of(&path), damaged);
    let (_, new) = only_file(&folder.path().join("games"));
    assert_eq!(new, print(record(&desk)));
}

#[test]
fn undo_takes_back_a_whole_repair_until_the_file_is_reopened() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, _) = write_game(folder.path(), 3);
    let mut desk = desk(folder.path());
    desk.give(Command::Open(path.clone()));
    let whole = played(&desk);
    let mut repair = Repair::new(record(&desk));
    repair.remove(record(&desk), 1);
    let changes = repair.accept(record(&desk)).expect("there is room").expect("it holds");
    desk.give(ScenarioCommand::Change(changes));
    assert_eq!(played(&desk), whole[1..]);
    desk.give(Command::Menu(Menu::Undo));
    assert_eq!(played(&desk), whole);
    desk.give(Command::Menu(Menu::Redo));
    assert_eq!(played(&desk), whole[1..]);
    desk.wait_until_saved();
    assert_eq!(scenario::record::read(&text_of(&path)).record.as_ref(), Some(record(&desk)));
    drop(desk);
    let mut desk = self::desk(folder.path());
    desk.give(Command::Open(path));
    desk.give(Command::Menu(Menu::Undo));
    assert_eq!(played(&desk), whole[1..2]);
}

#[test]
fn restored_backup_replaces_a_damaged_scenario_which_is_backed_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, text) = write_game(folder.path(), 3);
    let mut desk = desk(folder.path());
    desk.give(Command::Open(path.clone()));
    damage_brute(&mut desk);
    drop(desk);
    let damaged = text.replace("note Number 1", "n#te Number 7");
    std::fs::write(&path, &damaged).expect("room on the disk");
    let mut desk = self::desk(folder.path());
    desk.give(Command::Open(path.clone()));
    assert!(desk.shows("(as left) holds 4 entries"), "{:#?}", desk.labels());
    assert_eq!(played(&desk).len(), 0);
    desk.press("Restore that state");
    desk.wait_until_saved();
    assert_eq!(played(&desk).len(), 4);
    assert_eq!(text_of(&path), print(record(&desk)));
    assert!(desk.shows("As it was found it is kept as"), "{:#?}", desk.labels());
    assert!(!folder.path().join("games").exists());
    desk.press("Close");
    damage_brute(&mut desk);
    desk.wait_until_saved();
    assert_eq!(text_of(&path), print(record(&desk)), "the record continues in the file");
}

#[test]
fn restoring_a_scenario_backup_also_backs_up_the_replaced_state() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, _) = write_game(folder.path(), 3);
    let mut desk = desk(folder.path());
    desk.give(Command::Open(path.clone()));
    damage_brute(&mut desk);
    damage_brute(&mut desk);
    desk.wait_until_saved();
    assert_eq!(played(&desk).len(), 5);
    desk.give(Command::Menu(Menu::Backups));
    assert!(desk.shows("(as opened)") && desk.shows("Brute and Tinkerer"), "{:#?}", desk.labels());
    assert!(desk.shows("Scenario, round 1. Entries: 3."));
    // The map is drawn in the background; an unpainted one would never be finished.
    let start = std::time::Instant::now();
    while desk.app().makes_thumbnails() && start.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(5));
        desk.settle();
    }
    assert!(!desk.app().makes_thumbnails());
    desk.press("Restore");
    desk.wait_until_saved();
    assert_eq!(played(&desk).len(), 3);
    assert_eq!(text_of(&path), print(record(&desk)));
    desk.give(Command::Menu(Menu::Backups));
    assert!(desk.shows("(before it was replaced)") && desk.shows("Entries: 5."));
    desk.press("Restore");
    desk.wait_until_saved();
    assert_eq!(played(&desk).len(), 5);
    assert_eq!(text_of(&path), print(record(&desk)));
}

#[test]
fn opening_a_shortened_scenario_names_the_backup_with_more_entries() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, _) = write_game(folder.path(), 5);
    let own = folder.path().join("own");
    let backups = Backups::for_game(std::sync::Arc::new(RealDisk), &own, &path, kind_of(&path));
    let stamp = Timestamp::new("2026-11-21", 20, 15, 3);
    backups
        .save(print(&scenario_with_notes(5)).as_bytes(), &stamp, BackupReason::OnClose)
        .expect("room on the disk");
    // The file ends cleanly, and too early.
    write_game(folder.path(), 2);
    let mut desk = desk(folder.path());
    desk.give(Command::Open(path));
    let more = "The file holds 2 entries, but the state of 2026-11-21, 20:15 (as left) holds 5";
    assert!(desk.shows(more), "{:#?}", desk.labels());
}

#[test]
fn scenario_can_be_renamed_and_duplicated_from_the_menu() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, text) = write_game(folder.path(), 2);
    let mut desk = desk(folder.path());
    desk.press("File");
    desk.press_entry("Rename…");
    assert!(!desk.shows("Name of the file"), "nothing is open");
    desk.key(Key::Escape);
    desk.give(Command::Open(path.clone()));
    desk.press("File");
    desk.press_entry("Rename…");
    // The field has the focus, and typing replaces the name.
    desk.type_text("a better name");
    desk.key(Key::Enter);
    desk.wait_until_saved();
    assert_eq!(desk.app().title(), "a better name – saved – Founders Ledger");
    let new = folder.path().join("a better name.scenario");
    assert_eq!(desk.app().settings().recent, std::slice::from_ref(&new));
    desk.press("File");
    desk.press_entry("Duplicate");
    damage_brute(&mut desk);
    desk.wait_until_saved();
    let copy = folder.path().join("a better name 2.scenario");
    assert!(!path.exists());
    assert_eq!((text_of(&new), text_of(&copy)), (print(record(&desk)), text));
}

#[test]
fn scenario_moved_to_the_bin_is_closed_and_no_longer_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, _) = write_game(folder.path(), 2);
    let mut desk = desk(folder.path());
    desk.give(Command::Open(path.clone()));
    assert_eq!(desk.app().settings().recent, std::slice::from_ref(&path));
    // The file is removed beforehand, so that this machine's trash is not used.
    std::fs::remove_file(&path).expect("it is there");
    desk.press("File");
    desk.press_entry("Move to the bin");
    assert!(desk.app().scenario().is_none() && desk.app().settings().recent.is_empty());
}

#[test]
fn scenario_save_reports_its_status_and_save_as_renames() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, _) = write_game(folder.path(), 2);
    let mut desk = desk(folder.path());
    desk.give(Command::Open(path.clone()));
    desk.give(Command::Menu(Menu::Save));
    assert!(desk.shows("nothing has changed since it was opened"), "{:#?}", desk.labels());
    desk.give(Command::Menu(Menu::SaveAs));
    assert!(desk.labels().contains(&"game.scenario".to_owned()), "{:#?}", desk.labels());
    desk.press("Cancel");
    let copy = folder.path().join("version 1.5");
    desk.give(Command::UseChosenFile(Menu::SaveAs, copy));
    desk.wait_until_saved();
    let copy = folder.path().join("version 1.5.scenario");
    damage_brute(&mut desk);
    desk.wait_until_saved();
    assert_eq!(text_of(&copy), print(record(&desk)));
    assert_eq!(text_of(&path), print(&scenario_with_notes(2)));
}

#[test]
fn second_window_on_the_same_scenario_is_read_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, text) = write_game(folder.path(), 2);
    let mut first = desk(folder.path());
    first.give(Command::Open(path.clone()));
    let mut second = desk(folder.path());
    second.give(Command::Open(path.clone()));
    assert!(second.shows("Read-only: "), "{:#?}", second.labels());
    second.press("Close");
    second.give(ScenarioCommand::Change(vec![Change::Undo(1)]));
    assert!(second.shows("Nothing can be recorded here"), "{:#?}", second.labels());
    assert_eq!(played(&second).len(), 2);
    drop((first, second));
    assert_eq!(text_of(&path), text);
}

#[test]
fn after_a_crash_the_app_reopens_the_scenario_at_its_last_entry() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, _) = write_game(folder.path(), 4);
    let notes = folder.path().join("own").join("running");
    let mut desk = desk(folder.path());
    desk.give(Command::Open(path.clone()));
    damage_brute(&mut desk);
    desk.wait_until_saved();
    let note = std::fs::read(notes.join("0.note")).expect("it is kept");
    assert_eq!(note, path.as_os_str().as_encoded_bytes());
    drop(desk);
    std::fs::write(notes.join("0.note"), note).expect("room on the disk");
    let desk = self::desk(folder.path());
    assert!(desk.shows("The app was not closed the last time"), "{:#?}", desk.labels());
    assert_eq!(played(&desk).len(), 5);
}

#[test]
fn scenario_without_a_folder_is_reported_as_not_saved() {
    let mut desk = Desk::new();
    open(&mut desk, TABLE);
    damage_brute(&mut desk);
    while desk.app().title().contains("saving") {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(desk.app().title().contains("not saved: there is no folder for it"));
    assert!(desk.app().unsaved().is_some());
    desk.wait_for("Not saved: there is no folder for it");
}

#[test]
fn scenario_is_listed_among_the_recent_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = desk(folder.path());
    open(&mut desk, TABLE);
    damage_brute(&mut desk);
    desk.wait_until_saved();
    desk.settle();
    desk.give(Command::Menu(Menu::Start));
    assert!(desk.shows("Brute and Tinkerer. Scenario, round 1."), "{:#?}", desk.labels());
    desk.press("Open Scenario");
    assert_eq!(played(&desk), ["suffer Brute: 1"]);
}

#[test]
fn initiative_of_a_set_finds_the_owners_card_for_each_rank() {
    let folder = tempfile::tempdir().expect("a folder");
    let box_folder = folder.path().join("own/own-box");
    std::fs::create_dir_all(&box_folder).expect("it can be created");
    let cards = "stats Guard level 1: normal hit points 5 move 2 attack 2; elite hit points 9 move 2 attack 3
ability Guard 70: move -1, attack +1 range 2
";
    std::fs::write(box_folder.join("gloomhaven.cards"), cards).expect("it can be written");
    let mut desk = desk(folder.path());
    let table = "board 5x1\nlevel 1\ncharacter Brute at A1, unrevealed
normal Guard 1 at C1\nelite Guard 2 at E1";
    open(&mut desk, table);
    desk.settle();
    desk.press("Initiative of Guard");
    desk.type_text("70");
    desk.settle();
    assert_eq!(
        played(&desk),
        [
            "initiative Guard: 70",
            "card elite Guard: move 1, attack 3+1 range 2",
            "card normal Guard: move 1, attack 2+1 range 2"
        ]
    );
}
