//! The random dungeon in the window: started from the owner's cards, and laid out room by room.

use std::path::Path;

use founders_ledger::app::own_cards::own_cards_path;

use crate::app::Desk;
use crate::scenario::{action, fill, open, played, record, table};
use crate::scenario_files::desk;

/// The invented cards that come with the source.
const CARDS: &str = include_str!("../../assets/scenario/cards/dungeon.cards");

/// Returns the setup page of a new scenario, with these cards.
fn set_up(folder: &Path, cards: &str) -> Desk {
    let path = own_cards_path(&folder.join("own"));
    std::fs::create_dir_all(path.parent().expect("it has a parent")).expect("it can be made");
    std::fs::write(&path, cards).expect("there is space on the disk");
    let mut desk = desk(folder);
    open(&mut desk, "board 9x7");
    desk.settle();
    desk.press("Set up");
    desk
}

/// Starts a dungeon in a typed order.
fn start(desk: &mut Desk, rooms: &str, monsters: &str) {
    desk.press("Random dungeon");
    fill(desk, "Order of the room cards", rooms);
    fill(desk, "Order of the monster cards", monsters);
    desk.press("Start the dungeon");
    desk.settle();
}

/// Plays a line.
fn play(desk: &mut Desk, line: &str) {
    let action = action(desk, line);
    desk.give(ui_scenario::ScenarioCommand::Play(action));
    desk.settle();
}

#[test]
fn dungeon_is_offered_only_with_room_cards() {
    let folder = tempfile::tempdir().expect("a folder");
    let desk = set_up(folder.path(), "monster Red Guard: 6 standees\n");
    assert!(!desk.has_control("Random dungeon"), "{:#?}", desk.labels());
    let folder = tempfile::tempdir().expect("a folder");
    let desk = set_up(folder.path(), CARDS);
    assert!(desk.has_control("Random dungeon"), "{:#?}", desk.labels());
}

#[test]
fn app_deals_a_dungeon_with_the_chosen_penalties() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = set_up(folder.path(), CARDS);
    desk.press("Random dungeon");
    desk.press("Penalty of room 1: major");
    desk.press("Start the dungeon");
    desk.settle();
    let lines = played(&desk);
    assert!(lines[0].starts_with("dungeon major minor major, dealt "), "{lines:?}");
    assert_eq!(lines.len(), 1);
    let dungeon = record(&desk).game().position().dungeon().expect("it is started");
    assert_eq!((dungeon.room_cards.len(), dungeon.monster_cards.len()), (5, 4));
    assert!(desk.has_control("2 characters"), "its page is shown: {:#?}", desk.labels());
}

#[test]
fn typed_order_names_cards_of_the_owner_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = set_up(folder.path(), CARDS);
    start(&mut desk, "Cistern, Vault, Cave", "Rusty, Silent, Flooded");
    assert!(desk.shows("You have no room card Cave"), "{:#?}", desk.labels());
    fill(&mut desk, "Order of the room cards", "Cistern, Vault, Cistern");
    desk.press("Start the dungeon");
    assert!(desk.shows("Cistern is in the order twice"), "{:#?}", desk.labels());
    fill(&mut desk, "Order of the room cards", " ");
    desk.press("Start the dungeon");
    assert!(desk.shows("Type the order of the room cards too."), "{:#?}", desk.labels());
    assert!(played(&desk).is_empty());
    fill(&mut desk, "Order of the monster cards", " ");
    desk.press("Start the dungeon");
    desk.settle();
    assert!(played(&desk)[0].contains("dealt "), "without an order the app deals");
}

#[test]
fn rooms_are_laid_out_by_one_press_and_the_passed_ones_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = set_up(folder.path(), CARDS);
    start(&mut desk, "Cistern, Vault, Gallery, Kiln", "Rusty, Silent, Flooded");
    play(&mut desk, "level 1");
    desk.press("Lay out Rusty Cistern from entrance A");
    desk.settle();
    let lines = played(&desk);
    assert!(lines.contains(&"standees Red Guard: 6".to_owned()), "{lines:?}");
    let first = lines.last().expect("the room");
    assert!(first.starts_with("dungeon room 1 \"Cistern\" with \"Rusty\", entrance A at "));
    assert!(table(&desk).contains("normal Red Guard 1 at "), "{}", table(&desk));
    assert!(desk.shows("Characters start in "), "{:#?}", desk.labels());
    let position = record(&desk).game().position();
    let start = position.dungeon_start_hexes().expect("the first room is there")[0];
    let exit = position.dungeon_exits()[0].1;
    assert_eq!(position.dungeon_exits().len(), 2);
    play(&mut desk, &format!("character Brute at {start}, unrevealed, hit points 10/10"));
    // The page of the round proposes the room once its door is open.
    desk.press("Round 1");
    assert!(!desk.shows("passed over"), "{:#?}", desk.labels());
    play(&mut desk, &format!("move Brute to {exit}"));
    desk.press("Round 1");
    assert!(desk.shows("Vault and Gallery are passed over"), "{:#?}", desk.labels());
    desk.press(&format!("Lay out Silent Kiln behind {exit}"));
    desk.settle();
    assert!(table(&desk).contains("normal Salt Wraith 1 at "), "{}", table(&desk));
    let dungeon = record(&desk).game().position().dungeon().expect("it is played");
    assert_eq!((dungeon.rooms.len(), dungeon.passed.len()), (2, 2));
    desk.press("Set up");
    desk.press("Random dungeon");
    // The minor penalty of the second room.
    assert!(desk.shows("Each character leaves one money token there."), "{:#?}", desk.labels());
    assert!(desk.shows("Treasure 9: Each character heals 3."), "{:#?}", desk.labels());
}

#[test]
fn turned_room_keeps_its_entrance() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = set_up(folder.path(), CARDS);
    start(&mut desk, "Cistern, Kiln, Vault", "Rusty, Silent, Flooded");
    desk.press("4 characters");
    assert!(desk.shows("Set the level first"), "{:#?}", desk.labels());
    desk.press("Turn the room from entrance A");
    desk.press("Lay out Rusty Cistern from entrance A");
    desk.settle();
    let position = record(&desk).game().position();
    let dungeon = position.dungeon().expect("it is played");
    let entrance = dungeon.rooms[0].entrance.1;
    assert!(!position.board().has(entrance), "the entrance of the first room stays outside");
    assert!(table(&desk).contains("elite Red Guard 2 at "), "for four: {}", table(&desk));
}
