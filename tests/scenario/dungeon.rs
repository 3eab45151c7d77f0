//! The random dungeon: its decks, its rooms and its end, in both directions (S13.3, S17.1 to S17.4).

use scenario::action::print_action;
use scenario::checklist::checklist;
use scenario::receipt::{ReceiptStep, receipt};
use scenario::record::{Change, Repair, action_text, new_record, print, print_for_people, read};
use scenario::sentence::sentence;
use scenario_rules::Hex;
use scenario_rules::dungeon::{DeckRoom, Dungeon, DungeonRoom, Passage, PenaltyGrade};

use crate::support::{action_on, assert_same, position};
use crate::table::Table;

/// The map before a dungeon.
pub const MAP: &str = "board 16x9\nlevel 1";
/// The decks in the order of the table.
const DUNGEON: &str = "dungeon none minor major, rooms \"Cistern\" A B, \"Crypt\" B, \"Hall\" B, \
    \"Vault\" A, \"Den\" B, monsters \"Rusty\", \"Damp\", \"Grim\"";
const ROOM_1: &str = "dungeon room 1 \"Cistern\" with \"Rusty\", entrance A at C1, exit A at F3, \
    exit B at C5: open C2 D2 E2 C3 D3 E3 C4 D4 E4; closed F3 C5; normal Rat 1 at E4, hit points 3/3";
const ROOM_2: &str = "dungeon room 2 \"Vault\" with \"Damp\", entrance A at F3, exit B at J3, \
    penalty \"Muddle all characters.\", treasure 5 \"10 gold\": open G3 H3 I3 G4 H4 I4; closed J3; \
    wall G3-H3; treasure 5 at I4; normal Rat 2 at H4, hit points 3/3";
const ROOM_3: &str = "dungeon room 3 \"Den\" with \"Grim\", entrance B at J3, penalty \"Wound all \
    characters.\": open K3 L3 K4 L4; normal Rat 3 at L4, hit points 3/3";
const THIEF: &str = "character Thief at C2, initiative 25, hit points 8/8";

/// The lines of a whole dungeon.
pub const LINES: [&str; 12] = [
    DUNGEON,
    ROOM_1,
    THIEF,
    ROOM_2,
    "move Thief to F3",
    ROOM_3,
    "move Thief to J3",
    "remove Rat 1",
    "remove Rat 2",
    "remove Rat 3",
    "done Thief",
    "end won",
];

fn started() -> Table {
    Table::new(MAP).plays(DUNGEON)
}

/// Returns the dungeon with its first room and a character in it.
fn entered() -> Table {
    started().plays(ROOM_1).plays(THIEF)
}

/// Returns the sentence of a line and the steps of its receipt.
fn told(table: &Table, line: &str) -> (String, Vec<String>) {
    let action = action_on(table.0.position(), line);
    let events = table.0.outcome(&action).expect(line).report.events;
    let names = table.0.position().names();
    let steps = receipt(names, &events).iter().map(ReceiptStep::text).collect();
    (sentence(names, &action, &events), steps)
}

fn terrain(table: &Table, hex: &str) -> Option<&'static str> {
    let hex: Hex = hex.parse().expect("a hex");
    table.0.position().board().terrain(hex).map(scenario_rules::board::Terrain::word)
}

#[test]
fn rule_s13_3_dungeon_starts_on_an_empty_table_with_three_cards_of_each_deck() {
    let table = Table::new(MAP)
        .refuses(ROOM_1, "no random dungeon is played (rule S13.3); write \"dungeon none")
        .refuses(
            "dungeon none minor major, rooms \"Hall\" A, monsters \"Rusty\"",
            "needs three cards of each deck, not 1 room card and 1 monster card (rule S13.3)",
        );
    let (words, steps) = told(&table, DUNGEON);
    assert_eq!(
        words,
        "A random dungeon begins with 5 room cards and 3 monster cards, in the order of the table; \
         penalties none, minor and major."
    );
    assert!(steps[0].contains("a random dungeon begins"), "{steps:?}");
    let table = table.plays(DUNGEON).refuses(DUNGEON, "a random dungeon is played already");
    assert_eq!(table.0.position().board().hexes().count(), 0, "the rooms bring their own hexes");
    Table::new(&format!("{MAP}\nnormal Rat 1 at A1"))
        .refuses(DUNGEON, "starts without figures and hidden rooms on the table (rule S13.3)");
}

#[test]
fn rule_s13_3_cards_with_another_entrance_are_passed_over_as_in_e39() {
    let table = entered();
    let dungeon = table.0.position().dungeon().expect("it is played");
    let draw = dungeon.draw(Some(Passage::A)).expect("the Vault fits");
    let passed: Vec<&str> = draw.passed.iter().map(|card| card.title.as_str()).collect();
    assert_eq!((draw.room.title.as_str(), passed), ("Vault", vec!["Crypt", "Hall"]));
    let (words, steps) = told(&table, ROOM_2);
    assert_eq!(
        words,
        "Room 2 of the dungeon is Damp Vault, with entrance A in F3: 7 hexes, Rat 2; Crypt and \
         Hall are passed over for want of an entrance A; penalty once it is revealed: Muddle all \
         characters.."
            .replace("..", ".")
    );
    assert!(steps[0].ends_with("(S13.3)") && steps[0].contains("Crypt and Hall"), "{steps:?}");
    let table = table
        .refuses(
            &ROOM_2.replace("\"Vault\"", "\"Crypt\""),
            "the next card is Vault once Crypt and Hall are passed over, not Crypt (rule S13.3); \
             lay out Vault",
        )
        .refuses(&ROOM_2.replace("Damp", "Grim"), "the next card is Damp")
        .plays(ROOM_2);
    let dungeon = table.0.position().dungeon().expect("it is played");
    assert_eq!(dungeon.passed.len(), 2);
    assert_eq!((dungeon.room_cards.len(), dungeon.monster_cards.len()), (1, 1));
}

#[test]
fn rule_s13_3_passed_cards_are_gone_through_again_once_the_deck_runs_out() {
    let card = |title: &str, kind| DeckRoom { title: title.into(), entrances: vec![kind] };
    let mut dungeon = Dungeon::new(vec![card("Vault", Passage::A)], vec!["Rusty".into()]);
    dungeon.passed = vec![card("Hall", Passage::B), card("Den", Passage::B)];
    let draw = dungeon.draw(Some(Passage::B)).expect("the Hall fits");
    assert!(draw.goes_back && draw.room.title == "Hall" && draw.passed.is_empty());
    assert!(!dungeon.draw(Some(Passage::A)).expect("the Vault fits").goes_back);
    dungeon.passed.clear();
    assert_eq!(dungeon.draw(Some(Passage::B)), None);
    let only_a = DUNGEON.replace("A B", "A").replace("\" B", "\" A");
    Table::new(MAP).plays(&only_a).plays(ROOM_1).plays(THIEF).refuses(
        &ROOM_2.replace("entrance A at F3", "entrance B at C5"),
        "no card is left for a room with an entrance B (rule S13.3); use an exit A",
    );
    // Played, the passed cards return in their order before those of the deck.
    let table = Table::new(MAP)
        .plays("dungeon none none none, rooms \"Cistern\" A, \"Crypt\" B, \"Vault\" A, monsters \"Rusty\", \"Damp\", \"Grim\"")
        .plays(ROOM_1)
        .plays(THIEF)
        .plays(&ROOM_2.replace(", penalty \"Muddle all characters.\"", ""))
        .plays("move Thief to F3")
        .plays(
            &ROOM_3
                .replace(", penalty \"Wound all characters.\"", "")
                .replace("\"Den\"", "\"Crypt\""),
        );
    let dungeon = table.0.position().dungeon().expect("it is played");
    assert!(dungeon.passed.is_empty() && dungeon.room_cards.is_empty());
}

#[test]
fn rule_s13_3_rooms_come_one_at_a_time_and_three_in_all() {
    let table = entered()
        .refuses(&ROOM_2.replace("room 2", "room 3"), "the next room of the dungeon is 2, not 3")
        .plays(ROOM_2)
        .refuses(
            ROOM_3,
            "room 2 of the dungeon is not revealed yet (rule S13.3); open its door, or write \
             \"reveal 2\"",
        )
        .plays("move Thief to F3")
        .plays(ROOM_3);
    table.plays("move Thief to J3").refuses(ROOM_3, "the dungeon has its three rooms already");
}

#[test]
fn rule_s13_3_dungeon_is_won_once_no_monster_is_left() {
    let end = |table: Table| table.plays("done Thief");
    end(entered().plays("remove Rat 1")).refuses(
        "end won",
        "a dungeon is won once its three rooms are cleared, and 1 room is revealed (rule S13.3); \
         play on",
    );
    let all = entered().plays(ROOM_2).plays("move Thief to F3").plays(ROOM_3);
    let all = all.plays("move Thief to J3\nremove Rat 1\nremove Rat 2");
    let all = all.plays("done Thief\ncard Rat: nothing\ninitiative Rat: 40\ndone Rat 3").refuses(
        "end won",
        "a dungeon is won once no monster is left, and 1 monster is (rule S13.3)",
    );
    let lost = Table(all.0.clone()).plays("end lost, because they ran away");
    assert!(lost.0.summary().is_some());
    let overruled = Table(all.0.clone()).plays("end won, because it was late");
    assert!(overruled.0.summary().is_some());
    let won = all.plays("remove Rat 3").plays("end won");
    assert_eq!(won.0.summary().map(|summary| summary.rounds), Some(1));
}

/// Returns the dungeon with its three rooms revealed and cleared.
fn cleared() -> Table {
    let table = entered().plays(ROOM_2).plays("move Thief to F3").plays(ROOM_3);
    table.plays("move Thief to J3\nremove Rat 1\nremove Rat 2\nremove Rat 3\ndone Thief")
}

#[test]
fn rule_s17_1_gains_of_a_dungeon_count_and_the_campaign_stays() {
    let table = cleared();
    let (_, steps) = told(&table, "end won");
    let outside = "the campaign does not move on (S17.1)";
    assert!(steps.iter().any(|step| step.contains(outside)), "{steps:?}");
    let table = table.plays("experience Thief: +3\nend won\ngoal Thief: 1 checkmarks");
    let summary = table.0.summary().expect("it is won");
    assert_eq!(summary.characters[0].total_experience(), 9);
    assert_eq!(summary.characters[0].checkmarks, Some(1));
}

#[test]
fn rule_s17_1_scenario_without_a_dungeon_says_nothing_about_it() {
    let table = Table::new(&format!("{MAP}\n{THIEF}")).plays("done Thief");
    let (_, steps) = told(&table, "end won");
    assert!(steps.iter().all(|step| !step.contains("S17.1")), "{steps:?}");
}

#[test]
fn rule_s17_2_characters_start_within_two_hexes_of_the_entrance() {
    let table = started().plays(ROOM_1);
    let hexes = table.0.position().dungeon_start_hexes().expect("the first room is laid out");
    let hexes: Vec<String> = hexes.iter().map(Hex::to_string).collect();
    assert_eq!(hexes, ["C2", "D2", "C3"]);
    let far = THIEF.replace("C2", "C4");
    let table = table
        .refuses(
            &far,
            "Thief does not start in C4 (rule S17.2); start in C2, D2 or C3, or overrule it",
        )
        .plays(THIEF)
        .plays("character Mage at D2, initiative 30")
        .plays("character Brute at C4, initiative 40, because it is late");
    let hexes = table.0.position().dungeon_start_hexes().expect("the first room is laid out");
    assert_eq!(hexes, ["C3".parse().expect("a hex")]);
    // Once another room is laid out, nobody starts any more.
    let table = table.plays(ROOM_2);
    assert_eq!(table.0.position().dungeon_start_hexes(), None);
    table.plays("character Elf at D4, initiative 50");
    Table::new(MAP).plays(&far);
}

#[test]
fn rule_s17_2_later_room_is_entered_from_the_used_exit_and_the_other_is_closed() {
    let table = entered()
        .refuses(
            &ROOM_2.replace("A at F3", "B at F3"),
            "the room before has no exit B in F3 (rule S17.2); it has exit A in F3 and exit B in C5",
        )
        .plays(ROOM_2);
    assert_eq!(
        ["F3", "C5", "G3"].map(|hex| terrain(&table, hex)),
        [Some("closed"), Some("locked"), None]
    );
    let table = table.plays("move Thief to F3");
    assert_eq!(terrain(&table, "G3"), Some("open"));
    // A door that was opened first shows its room at once.
    let table = entered().plays("move Thief to F3").plays(ROOM_2).has("Rat 2", Some(3));
    assert_eq!(terrain(&table, "C5"), Some("locked"));
}

#[test]
fn rule_s17_2_room_lies_on_free_hexes_and_is_entered_by_its_own_kind() {
    entered()
        .refuses(
            &ROOM_2.replace("open G3", "open E2 G3"),
            "the room would lie on E2, which is taken (rule S17.2); turn the room",
        )
        .refuses(&ROOM_2.replace("open G3", "open F3 G3"), "F3, which is taken");
    started().plays(&ROOM_1.replace("entrance A", "entrance B"));
    Table::new(MAP).plays(&DUNGEON.replace("A B", "A")).refuses(
        &ROOM_1.replace("entrance A", "entrance B"),
        "Cistern has no entrance B (rule S17.2); enter by A",
    );
}

#[test]
fn rule_s17_3_penalties_follow_the_chosen_difficulty() {
    let dungeon = Dungeon::new(Vec::new(), Vec::new());
    assert_eq!(
        [1, 2, 3, 4].map(|number| dungeon.grade(number).word()),
        ["none", "minor", "major", "none"]
    );
    let table = entered().plays(ROOM_2);
    let rooms = &table.0.position().dungeon().expect("it is played").rooms;
    assert_eq!(rooms[1].penalty.as_deref(), Some("Muddle all characters."));
    let majors = DUNGEON.replace("none minor major", "major major major");
    let punished = ROOM_1.replace("at C5:", "at C5, penalty \"Stun one (choose the character).\":");
    let table = Table::new(MAP).plays(&majors).plays(&punished);
    let dungeon = table.0.position().dungeon().expect("it is played");
    assert_eq!(dungeon.penalties, [PenaltyGrade::Major; 3]);
    let items = checklist(&table.0);
    assert!(items.iter().any(|item| item.text.contains("Stun one")), "{items:?}");
}

#[test]
fn rule_s17_3_room_without_a_penalty_refuses_one() {
    let punished = ROOM_1.replace("at C5:", "at C5, penalty \"Stun one.\":");
    started().refuses(
        &punished,
        "room 1 of the dungeon has no penalty by the chosen difficulty (rule S17.3); leave",
    );
    // A card may have no penalty of that grade.
    entered().plays(&ROOM_2.replace(", penalty \"Muddle all characters.\"", ""));
}

#[test]
fn rule_s17_4_contents_appear_with_their_room() {
    let table = entered().plays(ROOM_2);
    assert!(table.0.position().find("Rat 2").is_none());
    assert!(table.0.position().layout().marks.is_empty());
    let (words, _) = told(&table, "move Thief to F3");
    assert_eq!(words, "Thief moves from C2 to F3; room 2 is revealed: 7 hexes, Rat 2.");
    let table = table.plays("move Thief to F3").has("Rat 2", Some(3));
    assert_eq!(table.0.position().layout().marks.len(), 1);
    let items = checklist(&table.0);
    assert!(items.iter().any(|item| item.text.contains("treasure 5: 10 gold")), "{items:?}");
}

#[test]
fn rule_s17_4_contents_outside_their_room_are_refused() {
    started()
        .refuses(
            &ROOM_1.replace("Rat 1 at E4", "Rat 1 at H4"),
            "H4 is no hex of the room (rule S17.4); add it to the room",
        )
        .refuses(&ROOM_1.replace("; closed F3 C5", "; closed F3"), "C5 is no hex of the room")
        .refuses(&ROOM_1.replace("hit points 3/3", "hit points 0/3"), "S7.4");
}

#[test]
fn dungeon_reads_back_as_it_was_written() {
    let mut record = new_record(position(MAP));
    let dealt = DUNGEON.replace("major,", "major, dealt 4711,");
    let lines = [&dealt, ROOM_1, THIEF, ROOM_2, "move Thief to F3", ROOM_3, "reveal 3"];
    for line in lines {
        let action = action_on(record.game().position(), line);
        assert_eq!(action_text(&record, &action), line);
        record.apply(Change::play(action)).unwrap_or_else(|error| panic!("{line}: {error:?}"));
        let text = scenario::print(record.game().position());
        assert_eq!(scenario::print(&position(&text)), text);
        assert_eq!(position(&text).dungeon(), record.game().position().dungeon());
    }
    for text in [print(&record), print_for_people(&record)] {
        let loaded = read(&text);
        assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()));
        assert_same(&loaded.record.expect("it can be read"), &record);
    }
    let quoted = DUNGEON.replace("\"Hall\"", "\"Hall: \\\"of\\\", the; #1\"");
    let action = action_on(&position(MAP), &quoted);
    assert_eq!(print_action(position(MAP).names(), &action), quoted);
}

/// A commented dungeon with invented cards.
const EXAMPLE: &str = include_str!("../../assets/scenario/games/drowned-cistern.scenario");

#[test]
fn drowned_cistern_is_won_in_seven_rounds_with_the_cards_passed_over() {
    let loaded = read(EXAMPLE);
    assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()));
    let record = loaded.record.expect("it is read");
    let position = record.game().position();
    let dungeon = position.dungeon().expect("it is played");
    let titles: Vec<String> = dungeon.rooms.iter().map(DungeonRoom::full_title).collect();
    assert_eq!(titles, ["Rusty Cistern", "Silent Kiln", "Flooded Stair"]);
    let passed: Vec<&str> = dungeon.passed.iter().map(|card| card.title.as_str()).collect();
    assert_eq!(passed, ["Vault", "Gallery"]);
    let ferryman = position.figure(position.find("Ferryman").expect("it is on the map"));
    // 10 − 2 − 2 − (2 − 1) − 2 − (2 − 1).
    assert_eq!(ferryman.hit_points.map(|points| points.current), Some(2));
    let summary = record.game().summary().expect("it is won");
    assert_eq!(summary.rounds, 7);
    let gains: Vec<(u16, Option<u8>)> =
        summary.characters.iter().map(|of| (of.total_experience(), of.checkmarks)).collect();
    assert_eq!(gains, [(7, None), (6, Some(1))]);
}

#[test]
fn repair_of_an_earlier_room_judges_the_later_ones_again() {
    let mut record = new_record(position(MAP));
    for line in [DUNGEON, ROOM_1, THIEF, ROOM_2, "move Thief to F3"] {
        let action = action_on(record.game().position(), line);
        record.apply(Change::play(action)).unwrap_or_else(|error| panic!("{line}: {error:?}"));
    }
    let on_map = record.game_at(1).expect("the entry is there").position().clone();
    let mut repair = Repair::new(&record);
    let other_exit = ROOM_1.replace("exit A at F3, exit B at C5", "exit A at C5, exit B at F3");
    repair.change(&record, 2, action_on(&on_map, &other_exit).into());
    let refused = repair.accept(&record).expect("there is room");
    assert!(refused.is_none(), "the Vault is not entered from an exit B");
    let mut repair = Repair::new(&record);
    let other_monster = ROOM_1.replace("normal Rat 1", "elite Rat 1");
    repair.change(&record, 2, action_on(&on_map, &other_monster).into());
    for change in repair.accept(&record).expect("there is room").expect("every entry holds") {
        record.apply(change).unwrap_or_else(|error| panic!("{error:?}"));
    }
    assert!(scenario::print(record.game().position()).contains("elite Rat 1 at E4"));
    let loaded = read(&print(&record));
    assert_same(&loaded.record.expect("it can be read"), &record);
}

#[test]
fn dungeon_texts_that_cannot_be_read_are_refused_at_their_place() {
    for (line, expected) in [
        ("dungeon none minor", "none, minor or major for each of the three rooms"),
        ("dungeon none minor major, rooms \"Hall\"", "A or B"),
        ("dungeon none minor major, rooms \"Hall\" A A", "each kind of entrance once"),
        ("dungeon none minor major, rooms Hall A", "a text in quotation marks"),
        ("dungeon none minor major, dealt 1, dealt 2", "each part once"),
        ("dungeon none minor major, cards 3", "\"dealt\" with its seed"),
        ("dungeon none minor major\ndungeon none none none", "one dungeon only"),
        ("dungeon room 1 \"A\" with \"B\", entrance A at A1", "the dungeon before its rooms"),
        (
            "dungeon none minor major\ndungeon room 2 \"A\" with \"B\", entrance A at A1",
            "the rooms of the dungeon in order",
        ),
        (
            "dungeon none minor major\ndungeon room 1 \"A\" with \"B\", entrance A at A1, exit B at A1",
            "each exit in a hex of its own",
        ),
        (
            "dungeon none minor major\ndungeon room 1 \"A\" with \"B\", entrance A at A1, door B2",
            "\"exit\" with its kind and hex",
        ),
        ("dungeon none minor major\ndungeon room 4 \"A\"", "from 1 to 3"),
    ] {
        let error = scenario::parse(&format!("{MAP}\n{line}")).expect_err(line).to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn dealt_decks_have_every_card_once_and_depend_on_the_seed() {
    let card = |title: &String| DeckRoom { title: title.clone(), entrances: vec![Passage::A] };
    let titles: Vec<String> = (1..=12).map(|number| format!("Room {number}")).collect();
    let decks = || Dungeon::new(titles.iter().map(card).collect(), titles.clone());
    let orders: Vec<Vec<String>> = (0..50)
        .map(|seed| {
            let dealt = decks().dealt(seed);
            assert_eq!(dealt.seed, Some(seed));
            let mut sorted = dealt.monster_cards.clone();
            sorted.sort_by_key(|title| titles.iter().position(|of| of == title));
            assert_eq!(sorted, titles, "seed {seed}");
            let rooms: Vec<&String> = dealt.room_cards.iter().map(|card| &card.title).collect();
            assert_ne!(rooms, dealt.monster_cards.iter().collect::<Vec<_>>(), "seed {seed}");
            dealt.monster_cards
        })
        .collect();
    let tops: std::collections::BTreeSet<&String> = orders.iter().map(|order| &order[0]).collect();
    assert!(tops.len() >= 8, "{tops:?}");
}
