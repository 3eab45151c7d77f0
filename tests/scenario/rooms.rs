//! Rooms that are hidden until a door is opened, in both directions.

use scenario::action::print_action;
use scenario::checklist::checklist;
use scenario::parse;
use scenario::receipt::{ReceiptStep, receipt};
use scenario::record::{Change, action_text, new_record, print, read};
use scenario::sentence::sentence;
use scenario_rules::event::Cause;
use scenario_rules::figure::Rank;
use scenario_rules::round::TurnStatus;
use scenario_rules::{Action, Rule, Ruling};

use crate::support::{action_on, assert_same, position};
use crate::table::Table;

/// A Thief before the closed door to a hidden room.
const DOOR: &str = "map 7x1\n|.   .\n|  .   .\nlevel 1\nclosed C1
    character Thief at B1, initiative 25, hit points 8/8
    character Brute at A1, initiative 70, hit points 8/8
    room 2 behind C1: open E1 F1 G1; trap G1; wall E1-F1; normal Ghost 1 at E1, hit points 5/5; \
    normal Ghost 2 at F1, hit points 5/5";
/// The hexes and figures of the room as they are written.
const ROOM: &str = "room 2 behind C1: open E1 F1 G1; trap G1; wall E1-F1; normal Ghost 1 at E1, \
    hit points 5/5; normal Ghost 2 at F1, hit points 5/5";

fn terrain(table: &Table, hex: &str) -> Option<&'static str> {
    let hex = hex.parse().expect("a hex");
    table.0.position().board().terrain(hex).map(scenario_rules::board::Terrain::word)
}

#[test]
fn rule_s6_4_opened_door_reveals_the_room_behind_it() {
    let table = Table::new(DOOR);
    assert!(table.0.position().find("Ghost 1").is_none());
    assert_eq!(terrain(&table, "E1"), None, "its hexes are not on the map");
    let action = action_on(table.0.position(), "move Thief to C1");
    let events = table.0.outcome(&action).expect("it is a door").report.events;
    let names = table.0.position().names();
    assert_eq!(
        sentence(names, &action, &events),
        "Thief moves from B1 to C1; room 2 is revealed: 3 hexes, Ghost 1, Ghost 2."
    );
    let revealed = events.iter().filter(|event| event.cause == Cause::Rule(Rule::Doors)).count();
    assert_eq!(revealed, 9, "{:#?}", receipt(names, &events));
    let table = table.plays("move Thief to C1").has("Ghost 1", Some(5)).has("Ghost 2", Some(5));
    assert_eq!(["E1", "G1"].map(|hex| terrain(&table, hex)), [Some("open"), Some("trap")]);
    assert_eq!(table.0.position().board().walls().len(), 1);
    assert!(table.0.position().layout().rooms.is_empty());
}

#[test]
fn rule_s6_4_room_stays_hidden_while_its_door_is_closed() {
    let table = Table::new(&DOOR.replace("behind C1", "behind A1"));
    let table = table.plays("move Thief to C1");
    assert!(table.0.position().find("Ghost 1").is_none(), "another door leads there");
    let table = table.refuses("reveal 3", "there is no hidden room 3 (rule S6.4); hidden are 2");
    let table = table.plays("no room 2");
    table.refuses("reveal 2", "write \"room 2 behind …: …\" first");
}

#[test]
fn monsters_of_a_revealed_room_act_after_the_turn_of_its_opener() {
    let turn = |table: &Table| match table.0.turn_status() {
        TurnStatus::Turn { figures, ruling } => {
            (table.0.position().figure(figures[0]).to_string(), ruling)
        }
        other => panic!("{other:?}"),
    };
    let table = Table::new(DOOR).plays("move Thief to C1\ninitiative Ghost: 10");
    assert_eq!(turn(&table), ("Thief".to_owned(), Some(Ruling::RevealedRoom)));
    let table = table.plays("done Thief");
    assert_eq!(turn(&table), ("Ghost 1".to_owned(), Some(Ruling::RevealedRoom)));
    let later = Table::new(DOOR).plays("move Thief to C1\ndone Thief\ninitiative Ghost: 80");
    assert_eq!(turn(&later).0, "Brute", "a higher initiative has its place in the round");
}

#[test]
fn reveal_needs_no_door_and_refuses_an_occupied_hex() {
    let table = Table::new(DOOR).plays("reveal 2").has("Ghost 1", Some(5));
    assert_eq!(terrain(&table, "C1"), Some("closed"));
    Table::new(DOOR)
        .plays("open E1\nnormal Guard 1 at E1")
        .refuses("reveal 2", "E1 holds Guard 1 and Ghost 1")
        .refuses("move Thief to C1", "E1 holds Guard 1 and Ghost 1")
        .plays("room 2 behind C1: open F1\nmove Thief to C1");
}

/// Three Ghosts in a room behind C1, the nearest one last, and Ghost 2 before the door.
const GHOSTS: &str = "board 7x3\nlevel 1\nvoid E1 F1 G1 E2 F2 G2\nclosed D1
    character Thief at C1, initiative 25, hit points 8/8
    normal Ghost 2 at A3, hit points 5/5
    room 2 behind D1: open E1 F1 G1 E2 F2 G2; elite Ghost 1 at G2, hit points 9/9; \
    normal Ghost 2 at F1, shield 1, hit points 5/5; normal Ghost 3 at E1, hit points 5/5";

#[test]
fn rule_s3_4_room_with_too_few_standees_has_the_monsters_nearest_to_its_opener() {
    let table = Table::new(&format!("{GHOSTS}\nstandees Ghost: 3"));
    let action = action_on(table.0.position(), "move Thief to D1");
    let events = table.0.outcome(&action).expect("it is a door").report.events;
    let names = table.0.position().names();
    assert_eq!(
        sentence(names, &action, &events),
        "Thief moves from C1 to D1; room 2 is revealed: 6 hexes, Ghost 1, Ghost 3; no standee of \
         Ghost is left for G2."
    );
    let receipt: Vec<String> = receipt(names, &events).iter().map(ReceiptStep::text).collect();
    assert!(
        receipt.contains(&"      no standee of Ghost is left for G2 (G16)".into()),
        "{receipt:?}"
    );
    // The Ghost in F1 takes the standee that is free, since number 2 is on the map.
    let table = table.plays("move Thief to D1").has("Ghost 1", Some(5)).has("Ghost 3", Some(5));
    let taken = table.figure("Ghost 1");
    assert_eq!((taken.hex.to_string().as_str(), taken.shields().count()), ("F1", 1));
    let set = table.0.position().names().set("Ghost");
    assert_eq!(table.0.position().free_standees(set), Some(Vec::new()));
}

#[test]
fn rule_s3_4_room_with_enough_standees_or_uncounted_ones_is_placed_whole() {
    let table = Table::new(&format!("{GHOSTS}\nstandees Ghost: 6")).plays("move Thief to D1");
    let hex = |name| table.figure(name).hex.to_string();
    assert_eq!(["Ghost 1", "Ghost 4", "Ghost 3"].map(hex), ["G2", "F1", "E1"]);
    Table::new(GHOSTS).refuses("move Thief to D1", "there are two figures called Ghost 2");
    // Revealed without a door, the room counts from its doors; of equally near ones the earlier.
    let table = Table::new(&format!("{GHOSTS}\nstandees Ghost: 2")).plays("reveal 2");
    assert_eq!(table.figure("Ghost 1").hex.to_string(), "E1");
    let tied =
        GHOSTS.replace("at G2", "at E2").replace("at F1", "at E1").replace("3 at E1", "3 at G1");
    let table = Table::new(&format!("{tied}\nstandees Ghost: 2")).plays("move Thief to D1");
    assert_eq!(table.figure("Ghost 1").rank().map(Rank::word), Some("elite"));
}

#[test]
fn rule_s3_4_standees_have_the_numbers_of_their_set() {
    let table = Table::new(GHOSTS)
        .refuses("standees Ghost: 1", "Ghost has 1 standee, and none with the number 2 (rule S3.4)")
        .plays("standees Ghost: 2")
        .refuses(
            "elite Ghost 3 at A1",
            "free is 1; \"standees Ghost: …\" corrects how many it has",
        );
    let items = checklist(&table.0);
    assert!(items.iter().any(|item| item.text == "Standees of Ghost: 2, free 1"), "{items:?}");
    let table = table
        .plays("boss Ghost King at A1\nstandees Ghost King: 1")
        .refuses("boss Ghost King 1 at A2", "Ghost King")
        .plays("character Ghost 3 at B2, initiative 40")
        .plays("no standees Ghost\nelite Ghost 9 at B1");
    let text = scenario::print(table.0.position());
    assert!(text.contains("standees Ghost King: 1\n") && !text.contains("standees Ghost:"));
    let error = parse(&format!("{GHOSTS}\nstandees Ghost: 1")).expect_err("number 2 is there");
    assert!(error.to_string().contains("none with the number 2"), "{error}");
    let error =
        parse(&format!("{GHOSTS}\nstandees Ghost: 6\nstandees Ghost: 5")).expect_err("twice");
    assert!(error.to_string().contains("the standees of a set once"), "{error}");
}

#[test]
fn hidden_rooms_read_back_as_they_were_written() {
    let mut record = new_record(position(DOOR));
    let items = checklist(record.game());
    let words = "Room 2 behind C1, not laid out yet: 3 hexes, Ghost 1, Ghost 2";
    assert!(items.iter().any(|item| item.text == words), "{items:?}");
    assert!(scenario::print(record.game().position()).ends_with(&format!("{ROOM}\n")));
    let lines = [
        "room 3 behind C1 A1: difficult D1; summon Rat of Brute at D1, flying",
        ROOM,
        "no room 2",
        ROOM,
        "move Thief to C1",
        "room 4 behind A1: closed D1",
        "reveal 4",
    ];
    for line in lines.iter().take(4).chain(&lines[5..6]) {
        let action = action_on(record.game().position(), line);
        assert_eq!(action_text(&record, &action), *line);
        record.apply(Change::play(action)).unwrap_or_else(|error| panic!("{line}: {error:?}"));
    }
    let loaded = read(&print(&record));
    assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()));
    assert_same(&loaded.record.expect("it can be read"), &record);
    for (line, expected) in [
        ("room 2 behind C1: open E1", "each room once"),
        ("room 3 behind C1:", "a terrain with hexes, wall, a marker, or a figure"),
        ("room 3 behind C1: open E1; wall F1-G1", "two hexes of the map"),
        ("room 3 behind C1: normal Ghost 9 at E1, because so", "a figure without a reason"),
        ("room 99 behind C1: open E1", "the number of a room"),
    ] {
        let error = parse(&format!("{DOOR}\n{line}")).expect_err(line).to_string();
        assert!(error.contains(expected), "{error}");
    }
}

/// Two rooms with a closed door between them, all of it on the map.
const LAID_OUT: &str = "map 7x1\n|.   .   .   .\n|  .   .   .\nlevel 1\nclosed C1\ntrap G1
    treasure 14 at E1
    wall E1-F1
    character Thief at B1, initiative 25, hit points 8/8
    normal Ghost 1 at D1, hit points 5/5
    normal Ghost 2 at E1, hit points 5/5";

#[test]
fn hidden_room_is_taken_off_the_map_with_its_figures_and_comes_back() {
    let table = Table::new(LAID_OUT);
    let room = table.0.position().room_around("D1".parse().expect("a hex"), 2).expect("a room");
    assert_eq!((room.hex_count(), room.doors.as_slice()), (2, &["C1".parse().expect("a hex")][..]));
    let line = print_action(table.0.position().names(), &Action::HideRoom(room));
    assert_eq!(
        line,
        "room 2 behind C1: open D1 E1; wall E1-F1; treasure 14 at E1; normal Ghost 1 at D1, hit points 5/5; \
         normal Ghost 2 at E1, hit points 5/5",
        "the wall ends it"
    );
    let before = table.0.position().clone();
    let table = table.plays(&line);
    assert!(table.0.position().find("Ghost 1").is_none());
    assert_eq!(["D1", "E1", "F1"].map(|hex| terrain(&table, hex)), [None, None, Some("open")]);
    assert!(table.0.position().layout().marks.is_empty(), "its treasure is hidden too");
    let hidden = scenario::print(table.0.position());
    assert_eq!(scenario::print(&position(&hidden)), hidden);
    let table = table.plays("move Thief to C1");
    let after = table.0.position();
    assert_eq!(after.layout().marks, before.layout().marks);
    assert_eq!(after.board().walls(), before.board().walls());
    assert_eq!(table.has("Ghost 2", Some(5)).0.position().figures().len(), 3);
}

#[test]
fn room_around_ends_at_doors_and_characters_stay() {
    let table = Table::new(LAID_OUT);
    let room = |hex: &str| table.0.position().room_around(hex.parse().expect("a hex"), 3);
    assert_eq!(room("C1"), None, "a door is no part of a room");
    assert_eq!(room("G4"), None);
    let with_thief = room("A1").expect("a room");
    assert!(with_thief.figures.is_empty());
    let hide = Action::HideRoom(with_thief);
    let line = print_action(table.0.position().names(), &hide);
    table.refuses(&line, "Thief in B1 is not on the map");
}

#[test]
fn marker_leaves_the_map_with_its_hex() {
    let table = Table::new(LAID_OUT).plays("treasure 3 at G1\nvoid G1");
    let text = scenario::print(table.0.position());
    assert!(!text.contains("treasure 3"), "{text}");
    assert_eq!(scenario::print(&position(&text)), text);
}
