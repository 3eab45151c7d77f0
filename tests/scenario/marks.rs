//! Pressure plates, numbered tokens, treasure, and obstacles with hit points, in both directions.

use scenario::checklist::checklist;
use scenario::parse;
use scenario::receipt::{ReceiptStep, receipt};
use scenario::record::{Change, action_text, consequences, new_record, print, read};
use scenario::sentence::sentence;
use scenario_rules::board::Terrain;
use scenario_rules::round::TurnStatus;

use crate::support::{CheckAnswer, action_on, assert_same, position, turn};
use crate::table::Table;

/// A Brute in turn before a plate, a token and two treasures, and a Guard beyond them.
const MARKS: &str = "board 6x3\nlevel 1\ncard Guard: move 2, attack\ninitiative Guard: 50
    character Brute at A1, initiative 30, hit points 8/8
    normal Guard 1 at F1, hit points 5/5
    plate B1 D2\ntoken 3 at C1\ntreasure 14 at C2\ntreasure 7 at B2";

/// A Crate of four hit points that fills three hexes.
const CRATE: &str = "board 6x3\nlevel 1\ncard Guard: move 4, attack\ninitiative Guard: 50
    character Brute at A1, initiative 30, hit points 8/8
    normal Guard 1 at F1, hit points 5/5
    object Crate at C1, obstacle C1 C2 C3, hit points 4/4";

impl Table {
    fn marks(&self) -> String {
        let layout = self.0.position().layout();
        let marks = layout.marks.iter().map(|(mark, hex)| format!("{mark} {hex}"));
        marks.collect::<Vec<_>>().join(", ")
    }

    fn looted(&self, name: &str) -> String {
        let layout = self.0.position().layout();
        let figure = layout.names.figure(name);
        let marks = layout.looted_by(figure).map(|mark| mark.to_string());
        marks.collect::<Vec<_>>().join(", ")
    }

    /// Returns the sentence of a line, and its receipt.
    #[track_caller]
    fn words_of(&self, line: &str) -> (String, Vec<String>) {
        let action = action_on(self.0.position(), line);
        let names = self.0.position().names();
        let events = self.0.outcome(&action).expect(line).report.events;
        let receipt = receipt(names, &events).iter().map(ReceiptStep::text).collect();
        (sentence(names, &action, &events), receipt)
    }

    fn terrain_of(&self, hexes: &str) -> Vec<Option<Terrain>> {
        let board = self.0.position().board();
        hexes.split(' ').map(|hex| board.terrain(hex.parse().expect("a hex"))).collect()
    }
}

#[test]
fn rule_s6_6_character_that_ends_its_turn_on_a_plate_is_named() {
    let table = Table::new(MARKS).plays("move Brute to B1");
    let (sentence, receipt) = table.words_of("done Brute");
    assert_eq!(sentence, "Brute ends its turn; Brute stands on the pressure plate in B1.");
    let line = "  Brute stands on the pressure plate in B1, which may do something (S6.6)";
    assert!(receipt.contains(&line.into()), "{receipt:?}");
    let table = table.plays("done Brute");
    assert_eq!(table.marks(), "plate B1, plate D2, token 3 C1, treasure 7 B2, treasure 14 C2");
}

#[test]
fn rule_s6_6_monster_on_a_plate_and_character_beside_one_press_nothing() {
    let (sentence, _) = Table::new(MARKS).words_of("done Brute");
    assert_eq!(sentence, "Brute ends its turn.");
    let table = Table::new(MARKS).plays("done Brute\nmove Guard 1 to D2");
    let (sentence, receipt) = table.words_of("done Guard 1");
    assert_eq!(sentence, "Guard 1 ends its turn.", "{receipt:?}");
    // A plate does not hinder: the Guard passes over it, and a spawn comes onto it.
    turn(&MARKS.replace("F1", "D1"), "Guard 1").ends_in("B1 2");
    let table = table.plays("normal Guard 2 at B1, spawned near B1");
    table.refuses("no plate A1", "A1 has no plate (rule S6.6)").plays("no plate B1");
}

#[test]
fn rule_s9_5_token_is_looted_at_the_end_of_a_turn_in_its_hex() {
    let table = Table::new(MARKS).plays("move Brute to C1");
    let (sentence, receipt) = table.words_of("done Brute");
    assert_eq!(sentence, "Brute ends its turn; Brute loots token 3.");
    assert_eq!(
        receipt[1..3],
        [
            "  token 3 is gone from C1 (S5.5)".to_owned(),
            "    Brute loots token 3: look up what it brings (S9.5)".to_owned()
        ]
    );
    let table = table.plays("done Brute");
    assert_eq!(
        (table.marks().contains("token"), table.looted("Brute").as_str()),
        (false, "token 3")
    );
}

#[test]
fn rule_s9_5_token_stays_where_no_character_loots_it() {
    let table = Table::new(MARKS).plays("done Brute\nmove Guard 1 to C1\ndone Guard 1");
    assert!(table.marks().contains("token 3 C1"));
    let table = table
        .refuses("no token 4 at C1", "C1 has no token 4 (rule S9.5)")
        .refuses("normal Guard 2 at C1, spawned near C1", "(rule S9.3)");
    let empty = table.plays("move Guard 1 to F1");
    empty
        .refuses("normal Guard 2 at C1, spawned near C1", "it may come into")
        .plays("no token 3 at C1");
}

#[test]
fn rule_s11_4_loot_takes_treasure_within_its_range() {
    let table = Table::new(MARKS).plays("money B1");
    let (sentence, _) = table.words_of("loot Brute: 2");
    assert_eq!(
        sentence,
        "Brute loots within 2; Brute loots token 3; Brute loots treasure 7; Brute loots treasure 14."
    );
    let near = table.plays("loot Brute: 1");
    assert_eq!(near.looted("Brute"), "");
    let table = Table::new(MARKS).plays("loot Brute: 2");
    assert_eq!(table.looted("Brute"), "token 3, treasure 7, treasure 14");
    assert_eq!(table.marks(), "plate B1, plate D2");
    let items: Vec<String> = checklist(&table.0).into_iter().map(|item| item.text).collect();
    assert!(items.contains(&"Plate: B1, D2".to_owned()), "{items:?}");
    assert!(
        items.contains(&"Brute loots token 3, treasure 7, treasure 14".to_owned()),
        "{items:?}"
    );
}

#[test]
fn rule_s11_4_treasure_is_not_looted_by_monsters_or_from_afar() {
    let table = Table::new(MARKS)
        .refuses("loot Guard 1: 3", "Guard 1 is no character")
        .refuses("no treasure 8 at C2", "C2 has no treasure 8 (rule S11.4)")
        .plays("done Brute\ndone Guard 1");
    assert_eq!(table.looted("Brute"), "");
}

#[test]
fn rule_s6_5_destroyed_obstacle_leaves_all_of_its_hexes_open() {
    let table = Table::new(CRATE);
    assert_eq!(table.terrain_of("C1 C2 C3"), [Some(Terrain::Obstacle); 3]);
    let table = table.plays("attack Brute: on Crate, 3 range 3, drew +0").has("Crate", Some(1));
    let (_, receipt) = table.words_of("attack Brute: on Crate, 3 range 3, drew +0");
    for line in ["leaves the map (S6.5)", "C1: open (S6.5)", "C2: open (S6.5)", "C3: open (S6.5)"] {
        assert!(receipt.iter().any(|step| step.ends_with(line)), "{line}: {receipt:?}");
    }
    let table = table.plays("attack Brute: on Crate, 3 range 3, drew +0").has("Crate", None);
    assert_eq!(table.terrain_of("C1 C2 C3"), [Some(Terrain::Open); 3]);
    assert!(table.0.position().layout().money.is_empty(), "it leaves no token");
    // It blocks like any obstacle, and has no turn of its own.
    turn(CRATE, "Guard 1").focuses("none");
    turn(&CRATE.replace("C1 C2 C3", "C1 C2"), "Guard 1").ends_in("B2 4");
    let TurnStatus::Turn { figures, .. } = table.plays("done Brute").0.turn_status() else {
        panic!("a turn")
    };
    assert_eq!(figures.len(), 1);
}

#[test]
fn rule_s6_5_obstacle_with_hit_points_falls_only_to_damage() {
    let words = "Crate is an obstacle with hit points, which keeps its hexes: C2 (rule S6.5)";
    let table = Table::new(CRATE)
        .refuses("open C2", words)
        .refuses("void C2", "attack it, or write \"remove Crate\", which opens its hexes")
        .refuses("move Crate to B1", "keeps its hexes: B1 (rule S6.5)")
        .refuses("object Chest at F1, obstacle F2", "F1 holds Guard 1 and Chest")
        .refuses("object Chest at E1, obstacle F1", "Guard 1 cannot stand in F1: an obstacle")
        .plays("suffer Crate: 1\nremove Crate");
    assert_eq!(table.terrain_of("C1 C2 C3"), [Some(Terrain::Open); 3]);
    // A plain object does not make its hex an obstacle.
    let table = table.plays("object Lamp at B1, hit points 1/1\nsuffer Lamp: 1");
    assert_eq!(table.terrain_of("B1"), [Some(Terrain::Open)]);
}

/// Two allied tokens and a Guard.
const ALLIES: &str = "board 6x1\nlevel 1\ncard Villager: move 1\ninitiative Guard: 60
    character Brute at A1, initiative 70, hit points 8/8
    ally Villager 5 at B1, initiative 40\nally Villager 2 at C1, initiative 40
    normal Guard 1 at F1, hit points 5/5";

#[test]
fn rule_s9_4_allied_tokens_act_in_ascending_number() {
    let names = |table: &Table| -> Vec<String> {
        let order = table.0.to_act();
        order.iter().map(|id| table.0.position().figure(*id).to_string()).collect()
    };
    let table = Table::new(ALLIES);
    assert_eq!(names(&table), ["Villager 2", "Villager 5", "Guard 1"]);
    assert_eq!(names(&table.plays("done Villager 2")), ["Villager 5", "Guard 1"]);
}

#[test]
fn rule_s9_4_initiative_comes_before_the_number_of_an_allied_token() {
    let table = Table::new(&ALLIES.replace("5 at B1, initiative 40", "5 at B1, initiative 20"));
    let TurnStatus::Turn { figures, .. } = table.0.turn_status() else { panic!("a turn") };
    assert_eq!(figures, [table.figure("Villager 5").id()]);
}

#[test]
fn markers_and_obstacles_read_back_as_they_were_written() {
    let mut record = new_record(position(MARKS));
    let lines = [
        "plate A2 A3",
        "no plate A2",
        "token 9 at F3",
        "no token 9 at F3",
        "treasure 2 at E3 F3",
        "object Crate at E1, with monsters, initiative 99, obstacle D1 E1, hit points 4/4",
        "object Altar at E2, with characters, initiative 20",
        "room 2 behind A1: open A2; object Chest at A3, with monsters, initiative 99, obstacle A3",
        "loot Brute: 2",
    ];
    for line in lines {
        let action = action_on(record.game().position(), line);
        assert_eq!(action_text(&record, &action), line);
        record.apply(Change::play(action)).unwrap_or_else(|error| panic!("{line}: {error:?}"));
    }
    assert_eq!(
        consequences(&record, lines.len())[1],
        "Brute loots treasure 7: look up what it brings (S11.4)."
    );
    let loaded = read(&print(&record));
    assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()));
    assert_same(&loaded.record.expect("it can be read"), &record);
    let text = scenario::print(record.game().position());
    assert!(text.contains("looted Brute: token 3, treasure 7, treasure 14\n"), "{text}");
    assert_eq!(scenario::print(&position(&text)), text);
    for (line, expected) in [
        ("plate B1", "each marker in a hex once"),
        ("token 3 B3", "\"at\""),
        ("token 100 at B3", "the number on it from 1 to 99"),
        ("void F3\nplate F3", "hexes of the map"),
        ("looted Brute: plate", "\"token\" or \"treasure\""),
        ("normal Guard 2 at E1, obstacle E1", "only of an object"),
        ("object Crate at E1, obstacle E1, obstacle E2", "the hexes of an obstacle once"),
        ("object Altar at E1, with characters", "an initiative"),
        ("object Crate at E1, obstacle E1 E2\nopen E2", "which keeps its hexes: E2"),
    ] {
        let error = parse(&format!("{MARKS}\n{line}")).expect_err(line).to_string();
        assert!(error.contains(expected), "{line}: {error}");
    }
}
