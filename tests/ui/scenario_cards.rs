//! The owner's cards on the scenario table: imported, corrected, and used.

use std::path::{Path, PathBuf};

use egui::Key;
use founders_ledger::app::command::Command;
use founders_ledger::app::own_cards::{load_own_cards, own_cards_path};
use scenario_cards::CardBook;

use crate::app::Desk;
use crate::scenario::{click, fill, open, played, table};
use crate::scenario_files::desk;

/// An invented edition.
const EDITION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenario-cards/saltmarsh.json");
/// A table with one character on a map of 9 by 7 hexes.
const TABLE: &str = "board 9x7\nlevel 1\ncharacter Brute at A1, unrevealed, hit points 10/10";

/// Writes the owner's cards below a folder; returns their path.
fn write_cards(folder: &Path, cards: &str) -> PathBuf {
    let path = own_cards_path(&folder.join("own"));
    std::fs::create_dir_all(path.parent().expect("it has a parent")).expect("it can be made");
    std::fs::write(&path, cards).expect("there is space on the disk");
    path
}

fn saved(folder: &Path) -> CardBook {
    load_own_cards(&folder.join("own")).expect("the cards can be read")
}

/// Returns the setup page with the tool for figures, with these cards.
fn figures(folder: &Path, cards: &str) -> Desk {
    write_cards(folder, cards);
    let mut desk = desk(folder);
    open(&mut desk, TABLE);
    desk.settle();
    desk.press("Set up");
    desk.press("Figures");
    desk
}

#[test]
fn edition_file_is_imported_after_a_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = desk(folder.path());
    desk.give(Command::ImportCards(vec![EDITION.into()]));
    desk.wait_for("Import scenario cards");
    assert!(desk.shows("You have none of them yet."), "{:#?}", desk.labels());
    assert!(desk.shows("with text that the table has to carry out"), "{:#?}", desk.labels());
    assert!(saved(folder.path()).is_empty(), "they are added on a press only");
    desk.press("Add them");
    desk.wait_for("Your cards are saved");
    assert!(saved(folder.path()).class("Tidecaller").is_some());
    // The same file again brings no new card.
    desk.give(Command::ImportCards(vec![EDITION.into()]));
    desk.wait_for("are equal to yours");
    assert!(!desk.has_control("Add them") && desk.has_control("Close"), "{:#?}", desk.labels());
}

#[test]
fn corrected_cards_stay_or_are_replaced_as_the_owner_decides() {
    let corrected = "ability Boss 36 \"Corrected\": special 1\n";
    for (press, stays) in [("Add them and keep mine", true), ("Add them and replace mine", false)] {
        let folder = tempfile::tempdir().expect("a folder");
        write_cards(folder.path(), corrected);
        let mut desk = desk(folder.path());
        desk.give(Command::ImportCards(vec![EDITION.into()]));
        desk.wait_for("1 differs from yours: the deck of Boss");
        desk.press(press);
        desk.wait_for("Your cards are saved");
        let saved = saved(folder.path());
        assert!(saved.monster("Red Guard").is_some(), "{press}");
        assert_eq!(saved.to_string().contains("Corrected"), stays, "{press}");
    }
}

#[test]
fn unreadable_cards_are_never_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let broken = "ability Guard 15: shield 1\nability Guard: shout 3\n";
    let path = write_cards(folder.path(), broken);
    let mut desk = desk(folder.path());
    desk.give(Command::ImportCards(vec![EDITION.into()]));
    desk.wait_for("line 2");
    assert!(!desk.has_control("Add them"), "{:#?}", desk.labels());
    desk.press("Close");
    assert_eq!(std::fs::read_to_string(path).expect("it is there"), broken);
}

#[test]
fn folder_and_broken_file_are_opened_as_cards() {
    let folder = tempfile::tempdir().expect("a folder");
    let edition = folder.path().join("edition");
    std::fs::create_dir_all(&edition).expect("it can be made");
    std::fs::copy(EDITION, edition.join("salt.json")).expect("it can be copied");
    let mut desk = desk(folder.path());
    desk.give(Command::Open(edition.clone()));
    desk.wait_for("Import scenario cards");
    desk.press("Cancel");
    std::fs::write(edition.join("salt.json"), "{\"monsters\": [").expect("it can be written");
    desk.give(Command::Open(edition.join("salt.json")));
    desk.wait_for("salt.json");
    assert!(!desk.has_control("Add them"), "{:#?}", desk.labels());
}

#[test]
fn hovering_edition_file_says_what_dropping_it_does() {
    let mut desk = Desk::new();
    desk.hover_file("/editions/salt.json");
    assert!(desk.shows("Drop salt.json to import its cards"), "{:#?}", desk.labels());
}

const SALTMARSH: &str = "stats Red Guard level 1: normal hit points 5 move 2 attack 2; elite hit points 9 move 2 attack 3 shield 1 retaliate 2 immune to poison
monster Marsh Hound: flying
stats Marsh Hound level 1: normal hit points 3 move 4 attack 1
ability Red Guard 15 \"Raised Shields\": shield 1
ability Red Guard 15 \"Low Sweep\": move -1, attack +0
class Tidecaller: hand 11, hit points 8 9 11
deck Tidecaller: replace -1 with +1, add +0 rolling push 1
scenario 4: \"The Drowned Gate\", monster Red Guard
scenario 4 room 1: 2 normal Red Guard, 1 elite Red Guard, 1 normal Marsh Hound for 4, 1 object Gate hit points C+1
scenario 4 room 2: 1 normal Red Guard
";

#[test]
fn figures_of_a_room_are_placed_by_one_press_each() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = figures(folder.path(), SALTMARSH);
    fill(&mut desk, "Scenario", "4");
    assert!(desk.shows("The Drowned Gate"), "{:#?}", desk.labels());
    assert!(!desk.shows("Marsh Hound"), "it is needed for four characters only");
    desk.press("2 × normal Red Guard");
    for hex in ["C1", "C2", "C3", "C4"] {
        click(&mut desk, hex);
    }
    assert_eq!(
        played(&desk),
        [
            "normal Red Guard 1 at C1, hit points 5/5",
            "normal Red Guard 2 at C2, hit points 5/5",
            "elite Red Guard 3 at C3, immune to poisoned, shield 1, retaliate 2, hit points 9/9",
            "object Gate at C4, with monsters, initiative 50, hit points 3/3",
        ]
    );
    assert!(desk.shows("Every figure of this room is on the map."), "{:#?}", desk.labels());
    // The next room counts its own figures only.
    desk.press("Room 2");
    desk.press("normal Red Guard");
    click(&mut desk, "D1");
    assert!(desk.shows("normal Red Guard: all placed"), "{:#?}", desk.labels());
}

#[test]
fn figure_that_is_taken_back_is_missing_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = figures(folder.path(), SALTMARSH);
    fill(&mut desk, "Scenario", "4");
    desk.press("elite Red Guard");
    click(&mut desk, "C1");
    assert!(desk.shows("elite Red Guard: all placed"), "{:#?}", desk.labels());
    desk.press("Undo");
    assert!(!desk.shows("elite Red Guard: all placed"), "{:#?}", desk.labels());
}

#[test]
fn stat_card_gives_a_named_monster_its_hit_points_and_flight() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = figures(folder.path(), SALTMARSH);
    fill(&mut desk, "Name", "mar");
    desk.press("Marsh Hound");
    click(&mut desk, "C1");
    fill(&mut desk, "Hit points", "4");
    click(&mut desk, "C2");
    assert_eq!(
        played(&desk),
        [
            "normal Marsh Hound 1 at C1, flying, hit points 3/3",
            "normal Marsh Hound 2 at C2, flying, hit points 4/4"
        ],
        "what is typed comes before the card"
    );
}

#[test]
fn class_gives_a_character_its_hit_points_hand_and_deck() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = figures(folder.path(), SALTMARSH);
    desk.press("Character");
    desk.press("Tidecaller");
    fill(&mut desk, "Level", "2");
    click(&mut desk, "C1");
    let played = played(&desk);
    assert_eq!(
        played[..2],
        ["character Tidecaller at C1, unrevealed, hit points 9/9", "hand Tidecaller: 11"]
    );
    assert!(played[2].starts_with("deck Tidecaller: "), "{played:#?}");
    assert!(played[2].contains("4 -1") && played[2].contains("6 +1"), "{played:#?}");
    assert!(desk.shows("rolling+0: push 1"), "{:#?}", desk.labels());
}

#[test]
fn one_of_several_cards_with_an_initiative_is_chosen_by_a_press() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = figures(folder.path(), SALTMARSH);
    desk.press("Normal");
    fill(&mut desk, "Name", "Red Guard");
    click(&mut desk, "C1");
    desk.press("Round 1");
    desk.press("Initiative of Red Guard");
    desk.type_text("15");
    desk.settle();
    assert!(desk.shows("Several cards of Red Guard have initiative 15:"), "{:#?}", desk.labels());
    desk.press("Low Sweep");
    assert_eq!(
        played(&desk).last().expect("it is played"),
        "card normal Red Guard: move 1, attack 2+0"
    );
    assert!(!desk.has_control("Low Sweep"), "{:#?}", desk.labels());
}

#[test]
fn line_of_cards_is_found_refused_and_corrected() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = figures(folder.path(), SALTMARSH);
    desk.press("Cards");
    fill(&mut desk, "Find a card", "guard sweep");
    desk.press("ability Red Guard 15 \"Low Sweep\": move -1, attack +0");
    desk.press("Correct this line");
    desk.key_with(egui::Modifiers::COMMAND, Key::A);
    desk.type_text("ability Red Guard 15: shout 3");
    desk.key(Key::Enter);
    assert!(desk.shows("A valid line: ability Red Guard 15"), "{:#?}", desk.labels());
    assert!(saved(folder.path()).to_string().contains("Low Sweep"), "nothing is lost");
    desk.key_with(egui::Modifiers::COMMAND, Key::A);
    desk.type_text("ability Red Guard 16: move -2");
    desk.key(Key::Enter);
    desk.wait_for("Your cards are saved");
    let now = saved(folder.path());
    assert!(!now.to_string().contains("Low Sweep"));
    assert_eq!(now.ability_cards("Red Guard", 16).len(), 1);
    // A new line is typed without a search.
    desk.press("Add a line");
    desk.type_text("item 7: small, 10 gold");
    desk.press("Save the line");
    desk.wait_for("1 item");
    assert!(saved(folder.path()).items.contains_key(&7));
}

#[test]
fn table_without_cards_has_no_list_of_rooms() {
    let mut desk = Desk::new();
    open(&mut desk, TABLE);
    desk.press("Set up");
    desk.press("Figures");
    assert!(!desk.has_control("Scenario"), "{:#?}", desk.labels());
    assert!(table(&desk).contains("Brute"));
}

#[test]
fn exhausted_character_still_counts_for_the_numbers_of_a_room() {
    let folder = tempfile::tempdir().expect("a folder");
    write_cards(folder.path(), SALTMARSH);
    let mut desk = desk(folder.path());
    let table = "board 9x7\nlevel 1\ncharacter Brute at A1, initiative 30, hit points 10/10
character Mage at A2, initiative 40, hit points 8/8\ncharacter Thief at A3, initiative 50, hit points 1/9
hand Thief: 9";
    open(&mut desk, table);
    desk.settle();
    let exhausted = crate::scenario::action(&desk, "suffer Thief: 1");
    desk.give(ui_scenario::ScenarioCommand::Play(exhausted));
    desk.press("Set up");
    desk.press("Figures");
    fill(&mut desk, "Scenario", "4");
    desk.press("Gate");
    click(&mut desk, "C4");
    let gate = "object Gate at C4, with monsters, initiative 50, hit points 4/4";
    assert_eq!(played(&desk).last().expect("it is put"), gate);
}

#[test]
fn end_without_a_level_is_refused_with_its_remedy() {
    let mut desk = Desk::new();
    open(&mut desk, "board 3x1\ncharacter Brute at A1, initiative 30, hit points 10/10");
    desk.key(Key::Space);
    desk.key(Key::Space);
    desk.press("The scenario is won");
    assert!(desk.shows("level"), "{:#?}", desk.labels());
    assert_eq!(played(&desk), ["done Brute"]);
}
