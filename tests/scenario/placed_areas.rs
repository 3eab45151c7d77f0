//! Area attacks of characters: the players place the area, and each target has an attack (G31).

use scenario::action::print_action;
use scenario::receipt::{ReceiptStep, receipt};
use scenario_rules::area::Area;
use scenario_rules::{Hex, Position};

use crate::support::{action_on, position};
use crate::table::Table;

/// Two adjacent hexes, both next to the attacker.
const SWEEP: &str = "(0,1,active)|(0,0,target)|(1,0,target)";
/// Three hexes that touch each other, at range.
const TRIPLE: &str = "(0,0,target)|(1,0,target)|(0,1,target)";
/// A Brute in C3 with Guards around it, and one further away.
const ROOM: &str = "board 7x7\nlevel 1
    character Brute at C3, initiative 20, hit points 10/10
    normal Guard 1 at C2, hit points 5/5
    normal Guard 2 at D2, hit points 5/5, shield 1
    normal Guard 3 at C4, hit points 5/5
    normal Guard 4 at F3, hit points 5/5
    initiative Guard: 50";

fn hexes(text: &str) -> Vec<Hex> {
    text.split(' ').map(|hex| hex.parse().expect("a hex")).collect()
}

fn room() -> Position {
    position(ROOM)
}

#[test]
fn each_target_of_an_area_has_an_attack_of_its_own() {
    let sweep = format!("area {SWEEP} over C2 D2");
    let table = Table::new(ROOM)
        .plays(&format!(
            "attack Brute: on Guard 1, 3 {sweep} muddle, drew +1
             attack Brute: on Guard 2, 3 {sweep} muddle, drew -1"
        ))
        .has("Guard 1", Some(1))
        .has("Guard 2", Some(4));
    table.refuses(
        &format!("attack Brute: on Guard 3, 3 {sweep}, drew +0"),
        "not allowed: the area over C2 and D2 does not cover Guard 3 (rule S7.1)",
    );
}

#[test]
fn area_names_its_hexes_in_the_receipt() {
    let table = Table::new(ROOM);
    let line = format!("attack Brute: on Guard 2, 3 area {SWEEP} over C2 D2, drew +0");
    let action = action_on(table.0.position(), &line);
    assert_eq!(print_action(table.0.position().names(), &action), line);
    let events = table.0.outcome(&action).expect("it is allowed").report.events;
    let receipt: Vec<String> =
        receipt(table.0.position().names(), &events).iter().map(ReceiptStep::text).collect();
    assert!(receipt.contains(&"  the area covers C2 and D2 (G31)".to_owned()), "{receipt:#?}");
    assert!(receipt.contains(&"  − 1 shield (G9)".to_owned()), "{receipt:#?}");
}

#[test]
fn area_may_be_turned_and_mirrored_and_nothing_else() {
    let table = Table::new(ROOM);
    let attack =
        |target: &str, area: &str| format!("attack Brute: on {target}, 2 area {area}, drew +0");
    for over in ["C2 D2", "B2 C2"] {
        Table::new(ROOM).plays(&attack("Guard 1", &format!("{SWEEP} over {over}")));
    }
    let table = table.refuses(
        &attack("Guard 1", &format!("{SWEEP} over C2 C4")),
        "the area does not fit over C2 and C4, turned or mirrored (G31)",
    );
    let table = table.refuses(&attack("Guard 1", &format!("{SWEEP} over C2")), "does not fit");
    let table = table.refuses(
        &attack("Guard 1", &format!("{TRIPLE} over C2 D2 D1")),
        "the area of Brute needs either an active hex or a range",
    );
    table.refuses(
        &format!("attack Brute: on Guard 1, 2 range 3 area {SWEEP} over C2 D2, drew +0"),
        "the area of Brute needs either an active hex or a range",
    );
}

#[test]
fn ranged_area_needs_one_of_its_hexes_in_range() {
    let attack = |range: u8| {
        format!("attack Brute: on Guard 4, 2 range {range} area {TRIPLE} over E3 F2 F3, drew +0")
    };
    Table::new(ROOM).plays(&attack(2)).has("Guard 4", Some(3));
    Table::new(ROOM)
        .refuses(&attack(1), "the area over F2, E3 and F3 is 2 hexes from Brute, the range is 1");
    // An adjacent target of a ranged area is attacked at disadvantage.
    let near = format!("attack Brute: on Guard 1, 2 range 1 area {TRIPLE} over C2 D1 D2, drew");
    Table::new(ROOM).plays(&format!("{near} +1 -1")).has("Guard 1", Some(4));
}

#[test]
fn wall_keeps_a_melee_area_from_a_target() {
    let walled = format!("{ROOM}\nwall C2-C3");
    let line = format!("attack Brute: on Guard 1, 2 area {SWEEP} over C2 D2, drew +0");
    Table::new(&walled)
        .refuses(&line, "Guard 1 in C2 is 2 hexes away from Brute in C3, the range is 1");
    Table::new(&walled).plays(&format!("{line}, because the wall is a fence"));
}

#[test]
fn pattern_is_that_of_the_hexes_drawn_on_the_map() {
    let from: Hex = "C3".parse().expect("a hex");
    let sweep: Area = SWEEP.parse().expect("a pattern");
    for over in ["C2 D2", "B2 C2", "D3 C4"] {
        let drawn = Area::of_hexes(Some(from), &hexes(over)).expect("a pattern");
        assert_eq!(drawn.orientations(), sweep.orientations(), "{over}: {drawn}");
    }
    // Whatever is drawn anywhere on the map fits where it was drawn.
    let mut random = fastrand::Rng::with_seed(31);
    for _ in 0..2_000 {
        let mut hex = || Hex::new(random.u8(0..7), random.u8(0..7));
        let attacker = hex();
        let mut drawn: Vec<Hex> = (0..4).map(|_| hex()).filter(|of| *of != attacker).collect();
        drawn.sort_unstable();
        drawn.dedup();
        let position = position(&format!("board 7x7\ncharacter Brute at {attacker}, unrevealed"));
        let brute = position.find("Brute").expect("it is on the map");
        for from in [None, Some(attacker)] {
            let Ok(pattern) = Area::of_hexes(from, &drawn) else {
                assert!(drawn.is_empty());
                continue;
            };
            for &over in &drawn {
                let placements = position.area_placements(brute, &pattern, over);
                assert!(
                    placements.iter().any(|area| area.hexes == drawn),
                    "{attacker} {drawn:?} {pattern} {placements:?}"
                );
            }
        }
    }
}

#[test]
fn broken_area_is_refused_with_the_place() {
    for (area, expected) in [
        (SWEEP.to_owned(), "expected \"over\""),
        (format!("{SWEEP} over"), "a hex from A1 to G7"),
        (format!("{SWEEP} over C2 C2"), "each hex once"),
        ("(0,0,aim) over C2".to_owned(), "\"active\" or \"target\""),
    ] {
        let line = format!("attack Brute: on Guard 1, 2 area {area}, drew +0");
        let table = room();
        let error = scenario::action::parse_action(1, &line, table.names(), table.board())
            .expect_err(&line);
        assert!(error.to_string().contains(expected), "{error}");
    }
}
