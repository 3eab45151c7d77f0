//! Files of campaigns in the window: saving, opening, damage, earlier states, printed sheets, and
//! the gains of a recorded scenario.

use std::path::{Path, PathBuf};

use campaign::action::print_action;
use campaign::record::{is_record, played_actions, print};
use founders_ledger::app::{Command, Environment};
use ui_board::settings::Settings;
use ui_menu::Menu;

use crate::app::Desk;
use crate::campaign::{TOWN, record, record_of};
use crate::scenario::fill;

fn world(folder: &Path) -> Environment {
    Environment {
        games: Some(folder.join("games")),
        own: Some(folder.join("own")),
        pages: Some(folder.join("pages")),
        today: "2026-11-29".to_owned(),
        ..Environment::default()
    }
}

fn desk(folder: &Path) -> Desk {
    Desk::in_world(world(folder), Settings::default())
}

fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).expect("it is there")
}

/// Writes a campaign with these entries to a file; returns its path.
fn write_town<'l>(folder: &Path, lines: impl IntoIterator<Item = &'l str>) -> PathBuf {
    let path = folder.join("town.campaign");
    std::fs::write(&path, print(&record_of(lines))).expect("room on the disk");
    path
}

fn played(desk: &Desk) -> Vec<String> {
    played_actions(record(desk)).map(print_action).collect()
}

#[test]
fn campaign_is_saved_with_every_entry_and_reopened() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games/2026-11-29 campaign.campaign");
    let mut desk = desk(folder.path());
    desk.press("Campaign");
    assert_eq!(desk.app().title(), "Campaign – not saved yet – Founders Ledger");
    fill(&mut desk, "New party", "Wolves");
    desk.wait_until_saved();
    assert!(is_record(&text_of(&path)));
    assert_eq!(text_of(&path), print(record(&desk)));
    assert_eq!(desk.app().title(), "2026-11-29 campaign – saved – Founders Ledger");
    desk.give(Command::Menu(Menu::Start));
    desk.wait_for("Campaign, after 0 scenarios");
    desk.give(Command::Open(path.clone()));
    assert_eq!(played(&desk), ["party Wolves"]);
    fill(&mut desk, "Another scenario", "1");
    assert!(desk.shows("Scenario 1: what does its page say?"), "it starts at the party");
}

#[test]
fn damaged_line_of_a_campaign_is_corrected_by_its_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = write_town(folder.path(), TOWN);
    let text = text_of(&path);
    std::fs::write(&path, text.replace("join Cleo", "j#in Cleo")).expect("it can be written");
    let mut desk = desk(folder.path());
    desk.give(Command::Open(path.clone()));
    assert!(desk.shows("is damaged") && desk.shows("j#in Cleo"), "{:#?}", desk.labels());
    desk.press("Put it right");
    desk.press("Mend the file");
    desk.wait_until_saved();
    assert_eq!((played(&desk).len(), text_of(&path)), (TOWN.len(), text));
}

#[test]
fn campaign_saved_under_another_name_keeps_its_extension() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = write_town(folder.path(), TOWN);
    let mut desk = desk(folder.path());
    desk.give(Command::Open(path.clone()));
    desk.give(Command::SaveTo(folder.path().join("copy")));
    desk.wait_until_saved();
    assert!(folder.path().join("copy.campaign").exists(), "the extension says the game");
}

#[test]
fn sheets_of_a_campaign_are_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = write_town(folder.path(), TOWN);
    let mut desk = desk(folder.path());
    desk.give(Command::Open(path));
    desk.give(Command::Menu(Menu::PrintLayout));
    let page = text_of(&folder.path().join("pages/campaign.html"));
    for words in ["Wolves", "Anna", "Ben", "Cleo", "Dan", "Open steps"] {
        assert!(page.contains(words), "{words}");
    }
}

/// Copies the ended example scenario into `folder`; returns the path of the copy.
fn copy_bell_tower(folder: &Path) -> PathBuf {
    let scenario = folder.join("bell-tower.scenario");
    let example =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/scenario/games/bell-tower.scenario");
    std::fs::copy(&example, &scenario).expect("room on the disk");
    scenario
}

/// Returns the record of a party of `names` on its way to scenario 7, linked to the town.
fn lines_up_to_travel(names: &[String]) -> Vec<String> {
    let mut lines = vec!["open class Warden".to_owned(), "party Wolves".to_owned()];
    for name in names {
        lines.push(format!("character {name}: Warden, level 1"));
        lines.push(format!("join {name}: Wolves"));
    }
    lines.extend(
        ["effects: unlock 7", "scenario 7: linked to town", "travel Wolves: 7"].map(str::to_owned),
    );
    lines
}

#[test]
fn gains_of_a_recorded_scenario_are_taken_and_both_files_name_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenario = copy_bell_tower(folder.path());
    let check = |text: &str| {
        let (_, check) = text.trim_end().rsplit_once('~').expect("the last line has a check");
        check.to_owned()
    };
    let scenario_check = check(&text_of(&scenario));
    let names = scenario_names(&scenario);
    let lines = lines_up_to_travel(&names);
    let path = write_town(folder.path(), lines.iter().map(String::as_str));
    let mut desk = desk(folder.path());
    desk.give(Command::Open(path.clone()));
    assert!(desk.has_control("Take its gains from the record…"));
    desk.give(Command::UseChosenFile(Menu::ImportGains, scenario.clone()));
    desk.wait_for("Both files name each other.");
    let played = played(&desk);
    let end = &played[lines.len()];
    assert!(end.contains(&format!("record {scenario_check}")), "{end}");
    let gains = played.iter().filter(|line| line.starts_with("gains ")).count();
    assert_eq!(gains, names.len(), "{played:#?}");
    desk.wait_until_saved();
    let campaign_check = check(&text_of(&path));
    let noted = text_of(&scenario);
    let note = format!("in the campaign with the check {campaign_check}");
    assert!(noted.contains(&note), "{note} in {}", &noted[noted.len() - 300..]);
    // Both files still open.
    assert!(scenario::record::read(&noted).error.is_none());
    assert!(campaign::record::read(&text_of(&path)).error.is_none());
}

#[test]
fn ended_scenario_takes_its_gains_into_a_campaign() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenario = copy_bell_tower(folder.path());
    let names = scenario_names(&scenario);
    let lines = lines_up_to_travel(&names);
    let path = write_town(folder.path(), lines.iter().map(String::as_str));
    let mut desk = desk(folder.path());
    desk.give(Command::Open(scenario));
    assert!(desk.has_control("Take the gains into a campaign…"), "{:#?}", desk.labels());
    desk.give(Command::UseChosenFile(Menu::ImportGains, path));
    desk.wait_for("Both files name each other.");
    let gains = played(&desk).iter().filter(|line| line.starts_with("gains ")).count();
    assert_eq!(gains, names.len());
}

/// Returns the names of the characters of a recorded scenario.
fn scenario_names(path: &Path) -> Vec<String> {
    let record = scenario::record::read(&text_of(path)).record.expect("an example");
    let summary = record.game().summary().expect("it has ended");
    let names = record.game().position().names();
    summary.characters.iter().map(|of| names.figure_name(of.figure).to_string()).collect()
}

#[test]
fn scenario_that_goes_on_has_no_gains_yet() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = write_town(folder.path(), TOWN.into_iter().take(21));
    let example =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/scenario/games/flooded-cellar.scenario");
    let mut desk = desk(folder.path());
    desk.give(Command::Open(path));
    desk.give(Command::UseChosenFile(Menu::ImportGains, example));
    desk.wait_for("the scenario has not ended");
    assert_eq!(played(&desk).len(), 21);
}

/// An invented edition with an item, a class with a perk, and a personal quest.
const EDITION: &str = r#"{
    "edition": "sm",
    "items": [{"id": 1, "name": "Reed Whistle", "cost": 10, "count": 2, "slot": "small"}],
    "characters": [
        {"name": "tide-caller", "handSize": 11,
         "stats": [{"level": 1, "health": 8}, {"level": 2, "health": 9}, {"level": 3, "health": 11},
            {"level": 4, "health": 12}, {"level": 5, "health": 14}, {"level": 6, "health": 15},
            {"level": 7, "health": 17}, {"level": 8, "health": 18}, {"level": 9, "health": 20}],
         "perks": [{"type": "custom", "count": 1, "custom": "Ignore item effects"}]}
    ],
    "personalQuests": [{"cardId": 511, "openEnvelope": "X"}]
}"#;

#[test]
fn facts_of_an_edition_file_are_recorded_at_once_and_taken_back_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = write_town(folder.path(), TOWN);
    let edition = folder.path().join("edition.json");
    std::fs::write(&edition, EDITION).expect("room on the disk");
    let mut desk = desk(folder.path());
    desk.give(Command::Open(path));
    let before = played(&desk).len();
    desk.give(Command::ImportCards(vec![edition.clone()]));
    desk.wait_for("4 new facts");
    desk.press("Record the new ones");
    let facts = &played(&desk)[before..];
    assert_eq!(facts.len(), 4, "{facts:#?}");
    assert_eq!(facts[0], "item 1: 10 gold, 2 copies, small, title Reed Whistle");
    desk.press("Undo");
    assert_eq!(played(&desk).len(), before);
    desk.press("Redo");
    desk.give(Command::ImportCards(vec![edition]));
    desk.wait_for("0 new facts, 4 known already");
    assert!(!desk.has_control("Record the new ones"));
}
