//! Area attacks (S8.9, G31): the patterns, the targets of each placement, and the turns that have to
//! fit one of them.

use scenario::record::{Change, Record, new_record, print, read};
use scenario::{MonsterReply, parse};
use scenario_rules::card::{Attack, Card, Reach, SetCard};
use scenario_rules::{Board, Layout, Position};

use crate::random_area;
use crate::support::{CheckAnswer, action_on, contents, turn};

/// Two adjacent hexes, both next to the attacker.
const SWEEP: &str = "area (0,1,active)|(0,0,target)|(1,0,target)";
/// All hexes around the attacker.
const WHIRL: &str = "area (1,0,target)|(2,0,target)|(0,1,target)|(1,1,active)|(2,1,target)|\
                     (1,2,target)|(2,2,target)";
/// A hex with its six neighbors, at range.
const BURST: &str = "area (1,0,target)|(2,0,target)|(0,1,target)|(1,1,target)|(2,1,target)|\
                     (1,2,target)|(2,2,target)";

/// Returns the placements of the first end, as "C1 D1: Brute, Tinkerer".
fn placements(reply: &MonsterReply) -> Vec<String> {
    let end = reply.ends.first().expect("it has an end");
    let text =
        |hexes: &[String], hit: &[String]| format!("{}: {}", hexes.join(" "), hit.join(", "));
    end.placements.iter().map(|of| text(&of.hexes, &of.hit)).collect()
}

/// A Guard in C2 with this card, and these characters by name, hex and initiative.
fn around_c2(card: &str, characters: &[(&str, &str, u8)]) -> String {
    let mut lines = vec![format!("board 7x7\ncard Guard: {card}\nnormal Guard 1 at C2\n")];
    lines.extend(characters.iter().map(|(name, hex, initiative)| {
        format!("character {name} at {hex}, initiative {initiative}\n")
    }));
    lines.concat()
}

#[test]
fn melee_area_hits_every_enemy_that_one_placement_covers() {
    let card = format!("attack {SWEEP}");
    let text = around_c2(&card, &[("Brute", "C1", 10), ("Tinkerer", "D1", 20)]);
    let reply = turn(&text, "Guard 1");
    reply.focuses("Brute").ends_in("C2 0").attacks("Brute, Tinkerer").by_rulings("G31");
    assert_eq!(placements(&reply), ["C1 D1: Brute, Tinkerer"]);
}

#[test]
fn melee_area_leaves_out_an_enemy_that_no_placement_over_the_focus_covers() {
    let card = format!("attack {SWEEP}");
    let text = around_c2(&card, &[("Brute", "C1", 10), ("Tinkerer", "D2", 20)]);
    let reply = turn(&text, "Guard 1");
    reply.attacks("Brute").by_rulings("G31");
    assert_eq!(placements(&reply), ["B1 C1: Brute", "C1 D1: Brute"]);
    // The focus comes before a placement over two others.
    let three = &[("Brute", "C1", 10), ("Tinkerer", "C3", 20), ("Cid", "B2", 30)];
    turn(&around_c2(&card, three), "Guard 1").attacks("Brute");
}

#[test]
fn pattern_may_be_mirrored() {
    let card = "attack area (0,0,active)|(1,0,target)|(2,0,target)|(2,1,target)";
    let text = "board 7x7\ncard Guard: CARD\nnormal Guard 1 at C4
        character Brute at D4, initiative 10\ncharacter Tinkerer at HEX, initiative 20";
    for (hex, placement) in [("E6", "D4 E5 E6"), ("F4", "D4 F4 E5")] {
        let reply = turn(&text.replace("CARD", card).replace("HEX", hex), "Guard 1");
        reply.attacks("Brute, Tinkerer");
        assert_eq!(placements(&reply), [format!("{placement}: Brute, Tinkerer")]);
    }
    // The hex between the two is in neither of the images.
    let between = text.replace("CARD", card).replace("HEX", "F5");
    turn(&between, "Guard 1").attacks("Brute");
}

#[test]
fn monster_moves_to_where_its_area_hits_most() {
    let text = "board 7x5\ncard Guard: move 3, attack AREA\nnormal Guard 1 at C4
        character Brute at E3, initiative 10\ncharacter Tinkerer at D1, initiative 25
        character Cid at E1, initiative 40";
    turn(&text.replace("AREA", WHIRL), "Guard 1")
        .focuses("Brute")
        .ends_in("E2 3")
        .attacks("Brute, Tinkerer, Cid")
        .by_rulings("G31");
    // No placement of two adjacent hexes covers the focus and another: the nearest hex.
    turn(&text.replace("AREA", SWEEP), "Guard 1").ends_in("D3 1").attacks("Brute");
}

#[test]
fn ranged_area_needs_one_of_its_hexes_in_range() {
    let text = format!("board 9x1\ncard Guard: attack range 2 {BURST}\nnormal Guard 1 at A1\n");
    let near = turn(&format!("{text}character Brute at E1, initiative 10"), "Guard 1");
    near.enemy("Brute", Some(0), None).attacks("Brute");
    assert_eq!(placements(&near), ["C1 D1 E1: Brute"]);
    let far = turn(&format!("{text}character Brute at F1, initiative 10"), "Guard 1");
    far.enemy("Brute", Some(1), None).attacks("nobody").by_rulings("");
    // Beyond a closed door nothing is in range.
    let shut = format!("{text}closed B1\ncharacter Brute at C1, initiative 10");
    turn(&shut, "Guard 1").focuses("none");
}

#[test]
fn ranged_area_hits_only_enemies_in_sight() {
    let text = format!(
        "board 6x1\ncard Guard: attack range 3 {BURST}\nnormal Guard 1 at A1
         character Brute at C1, initiative 10\ncharacter Tinkerer at D1, initiative 20\n"
    );
    turn(&text, "Guard 1").attacks("Brute, Tinkerer");
    turn(&format!("{text}wall C1-D1"), "Guard 1").attacks("Brute");
}

#[test]
fn melee_area_does_not_go_through_a_wall_that_is_in_the_way() {
    let text = format!(
        "board 3x3\ncard Guard: attack {SWEEP}\nnormal Guard 1 at B2
         character Brute at C3, initiative 10\ncharacter Tinkerer at C2, initiative 20\n"
    );
    turn(&text, "Guard 1").attacks("Brute, Tinkerer").by_rulings("G31");
    let walled = format!("{text}wall B2-C2");
    let sight = scenario::sight(&walled, "B2", "C2").expect("both are on the map");
    assert!(sight.in_sight, "it is only the way that is longer");
    turn(&walled, "Guard 1").attacks("Brute").by_rulings("G5 G31");
}

#[test]
fn further_targets_of_an_area_attack_are_outside_the_area() {
    let around = |initiatives: [u8; 2]| {
        let characters = &[
            ("Brute", "C1", 10),
            ("Tinkerer", "D1", 20),
            ("Cid", "C3", initiatives[0]),
            ("Dora", "B2", initiatives[1]),
        ];
        around_c2(&format!("attack targets 2 {SWEEP}"), characters)
    };
    let reply = turn(&around([30, 40]), "Guard 1");
    reply.attacks("Brute, Tinkerer, Cid");
    assert_eq!(placements(&reply), ["C1 D1: Brute, Tinkerer"]);
    turn(&around([50, 40]), "Guard 1").attacks("Brute, Tinkerer, Dora");
    // Equal ones are a choice.
    let level = turn(&around([30, 30]), "Guard 1");
    level.attacks("Brute, Tinkerer");
    let choice = level.ends[0].choice.as_ref().expect("two are level");
    assert_eq!(
        (choice.count, choice.from.as_slice()),
        (1, ["Cid".into(), "Dora".into()].as_slice())
    );
    assert!(level.ambiguous);
}

#[test]
fn focus_may_be_outside_the_area_if_that_attacks_more() {
    let characters = &[("Brute", "C1", 10), ("Tinkerer", "C3", 20), ("Cid", "B2", 30)];
    let reply = turn(&around_c2(&format!("attack targets 2 {SWEEP}"), characters), "Guard 1");
    reply.focuses("Brute").attacks("Brute, Tinkerer, Cid");
    assert_eq!(placements(&reply), ["B2 C3: Tinkerer, Cid"]);
    assert!(reply.to_string().contains("its area on Tinkerer and Cid covers B2 C3"), "{reply}");
    turn(&around_c2(&format!("attack {SWEEP}"), characters), "Guard 1").attacks("Brute");
}

#[test]
fn invisible_enemy_in_the_area_is_not_hit() {
    let card = format!("attack {SWEEP}");
    let text = around_c2(&card, &[("Brute", "C1", 10), ("Tinkerer", "D1", 20)]);
    let unseen = text.replace("initiative 20", "initiative 20, invisible");
    turn(&unseen, "Guard 1").attacks("Brute").by_rulings("G14 G31");
    let elsewhere = unseen.replace("D1", "G7");
    turn(&elsewhere, "Guard 1").attacks("Brute").by_rulings("G31");
}

#[test]
fn ranged_area_has_disadvantage_against_an_adjacent_enemy_and_a_melee_area_has_none() {
    let text = "board 6x4\ncard Guard: move 2, attack range 3 AREA\nnormal Guard 1 at C3
        character Brute at C2, initiative 10";
    let burst = text.replace("AREA", BURST);
    let reply = turn(&burst, "Guard 1");
    reply.ends_in("B3 1, D3 1, C4 1").attacks("Brute");
    assert!(reply.ends.iter().all(|end| end.disadvantage.is_empty()));
    let held = turn(&burst.replace("move 2, ", ""), "Guard 1");
    assert_eq!(held.ends[0].disadvantage, ["Brute"]);
    let melee = turn(&text.replace("range 3 AREA", WHIRL), "Guard 1");
    melee.ends_in("C3 0");
    assert!(melee.ends[0].disadvantage.is_empty());
}

#[test]
fn placements_that_hit_the_same_enemies_leave_nothing_to_decide() {
    let text = around_c2(&format!("attack {SWEEP}"), &[("Brute", "C1", 10)]);
    let reply = turn(&text, "Guard 1");
    assert_eq!(placements(&reply).len(), 2);
    assert!(!reply.ambiguous);
    assert!(reply.to_string().contains("; its area covers B1 C1 or C1 D1 (S8.9, G31)."), "{reply}");
    // Placements that hit others are a choice if these tie.
    let tied = &[("Brute", "C1", 10), ("Tinkerer", "B1", 20), ("Cid", "D1", 20)];
    let reply = turn(&around_c2(&format!("attack {SWEEP}"), tied), "Guard 1");
    let targets: Vec<&[String]> = reply.ends.iter().map(|end| end.targets.as_slice()).collect();
    assert_eq!(targets, [["Brute", "Tinkerer"], ["Brute", "Cid"]]);
    assert!(reply.ambiguous);
}

#[test]
fn many_placements_are_counted_in_the_explanation() {
    let text = format!(
        "board 9x9\ncard Guard: attack range 4 {BURST}\nnormal Guard 1 at E5
         character Brute at E3, initiative 10"
    );
    let reply = turn(&text, "Guard 1");
    assert_eq!(placements(&reply).len(), 7);
    assert!(
        reply.to_string().contains(", or is placed in one of 4 more ways (S8.9, G31)"),
        "{reply}"
    );
}

#[test]
fn disarmed_monster_seeks_its_focus_as_without_an_area() {
    let line = "attack area (0,0,active)|(1,0,target)|(2,0,target)";
    // Two hexes straight below.
    let text = around_c2(&format!("move 1, {line}"), &[("Brute", "C4", 10)]);
    turn(&text, "Guard 1").ends_in("C2 0").attacks("Brute");
    let disarmed = text.replace("at C2", "at C2, disarmed");
    turn(&disarmed, "Guard 1").ends_in("C3 1").attacks("nobody").by_rulings("G14");
}

#[test]
fn area_attack_before_the_move_is_placed_from_the_first_hex() {
    let card = "attack area (0,0,active)|(1,0,target)|(2,0,target), move 1";
    let reply = turn(&around_c2(card, &[("Brute", "C4", 10)]), "Guard 1");
    reply.ends_in("C3 1").attacks("Brute");
    assert_eq!(placements(&reply), ["C3 C4: Brute"]);
}

#[test]
fn further_attack_with_an_area_has_the_same_focus() {
    let card = format!("attack {SWEEP}");
    let base = around_c2(&card, &[("Brute", "C1", 10), ("Tinkerer", "D1", 20)]);
    let text = format!("{base}again Guard 1: {card}\nattacked Tinkerer");
    turn(&text, "Guard 1").focuses("Tinkerer").attacks("Tinkerer, Brute").by_rulings("G28 G31");
    // By the letter, an enemy that was attacked is no target.
    let letter = format!("{text}\nruling other target");
    turn(&letter, "Guard 1").focuses("Brute").attacks("Brute").by_rulings("G28 G31");
}

#[test]
fn area_of_a_card_has_either_an_active_hex_or_a_range() {
    let table = |area: &str, reach: Reach| {
        let mut layout = Layout::new(Board::new(3, 3));
        let area = Some(area.parse().expect("a pattern"));
        let attack = Some(Attack { area, ..Attack::with_reach(reach, 1) });
        let set = layout.names.set("Guard");
        let card = Card { attack, ..Card::default() };
        layout.cards = vec![SetCard { set, rank: None, card }];
        let names = layout.names.clone();
        Position::new(layout).map_err(|refusal| (refusal, names))
    };
    let (melee, ranged) = ("(0,0,active)|(1,0,target)", "(0,0,target)|(1,0,target)");
    assert!(table(melee, Reach::Melee).is_ok() && table(ranged, Reach::Ranged(2)).is_ok());
    for (area, reach) in [(melee, Reach::Ranged(2)), (ranged, Reach::Melee)] {
        let (refusal, names) = table(area, reach).expect_err("no area for it");
        let words = scenario::refusal::refusal_text(&names, &refusal);
        assert!(
            words.contains("the area of Guard needs either an active hex or a range"),
            "{words}"
        );
    }
}

fn play(record: &mut Record, line: &str) {
    let action = action_on(record.game().position(), line);
    record.apply(Change::play(action)).unwrap_or_else(|error| panic!("{line}: {error:?}"));
}

#[test]
fn recorded_turn_has_to_attack_all_that_one_placement_hits() {
    let card = format!("attack {SWEEP}");
    let tied = &[("Brute", "C1", 10), ("Tinkerer", "B1", 20), ("Cid", "D1", 20)];
    let text = around_c2(&card, tied) + "initiative Guard: 5";
    for (targets, is_allowed) in [
        ("Brute, Tinkerer", true),
        ("Brute, Cid", true),
        ("Brute", false),
        ("Tinkerer, Brute", false),
        ("Tinkerer, Cid", false),
        ("Brute, Tinkerer, Cid", false),
    ] {
        let mut record = new_record(parse(&text).expect("it is a position"));
        let line = format!("turn Guard 1: to C2, attacks {targets}");
        let action = action_on(record.game().position(), &line);
        match record.apply(Change::play(action)) {
            Ok(_) => assert!(is_allowed, "{line}"),
            Err(error) => {
                let refusal = format!("{error:?}");
                assert!(!is_allowed && refusal.contains("OtherTargets"), "{line}: {refusal}");
            }
        }
    }
}

#[test]
fn every_target_of_an_area_is_attacked_with_the_value_of_the_card() {
    let characters = &[("Brute", "C1", 10), ("Tinkerer", "D1", 20)];
    let text = around_c2(&format!("attack 2+1 {SWEEP} poison"), characters)
        .replace("initiative 10", "initiative 10, hit points 9/9")
        .replace("initiative 20", "initiative 20, hit points 9/9")
        + "initiative Guard: 5";
    let mut record = new_record(parse(&text).expect("it is a position"));
    for line in [
        "turn Guard 1: to C2, attacks Brute, Tinkerer",
        "attack Guard 1: on Tinkerer, drew +1",
        "attack Guard 1: on Brute, drew +0",
    ] {
        play(&mut record, line);
    }
    let game = record.game();
    let left = |name: &str| {
        let id = game.position().find(name).expect("it is there");
        game.position().figure(id).hit_points.map(|now| now.current)
    };
    assert_eq!((left("Brute"), left("Tinkerer")), (Some(6), Some(5)));
    let guard = game.position().find("Guard 1").expect("it is there");
    assert!(game.has_acted(guard));
    let loaded = read(&print(&record));
    assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()));
    assert_eq!(loaded.record.expect("it can be read").game(), game);
}

#[test]
fn text_of_an_area_is_read_back() {
    for card in [
        "attack area (0,1,active)|(1,1,target)",
        "move 2, attack 3+1 range 4 targets 2 area (0,0,target)|(1,0,target) pierce 1 muddle",
        "attack 2 area (0,0,active)|(1,0,target), move 1, shield 1",
    ] {
        let text = format!("board 3x3\ncard Guard: {card}\n");
        let position = parse(&text).expect("it is a position");
        assert_eq!(scenario::print(&position), text);
    }
    // Spaces, capitals and the place in the line do not matter.
    let [loose, strict] = [
        "attack 2 AREA ( 0, 1 , Active ) (1,1,target) poison range 1",
        "attack 2 range 1 poison area (0,1,target)|(1,1,target)",
    ]
    .map(|card| parse(&format!("board 3x3\ncard Guard: {card}")));
    assert!(loose.is_err() && strict.is_ok());
    let loose = parse("board 3x3\ncard Guard: attack 2 AREA ( 0, 1 , Active ) (1,1,target) poison");
    let strict = parse("board 3x3\ncard Guard: attack 2 poison area (0,1,active)|(1,1,target)");
    assert_eq!(contents(&loose.expect("a position")), contents(&strict.expect("a position")));
    for seed in 0..300 {
        let position = random_area::position_with_area(seed);
        let again = parse(&scenario::print(&position)).expect("it is a position");
        assert_eq!(contents(&again), contents(&position), "seed {seed}");
    }
}

#[test]
fn text_that_is_no_area_is_refused_with_its_place_and_a_valid_line() {
    let valid = "such as \"attack 2 area (0,1,active)|(0,0,target)|(1,0,target)\"";
    for (card, column, expected) in [
        ("attack area", 24, "a column and a row"),
        ("attack area 3", 25, "a column and a row"),
        ("attack area (0,1,active)", 25, "an area with at least one target hex"),
        ("attack area (0,1,active)|(0,1,target)", 25, "every hex of an area once"),
        ("attack area (0,1,active)|(1,1,active)|(0,2,target)", 25, "one active hex"),
        ("attack area (0,1,active)|(1,1,both)", 38, "\"active\" or \"target\""),
        ("attack area (0,1,active)|(1,21,target)", 38, "from 0 to 20"),
        ("attack area (0,1,active)|", 38, "a column and a row"),
    ] {
        let error = parse(&format!("board 2x1\ncard Guard: {card}")).expect_err(card).to_string();
        assert!(error.starts_with(&format!("line 2, column {column}: ")), "{card}: {error}");
        assert!(error.contains(expected) && error.contains(valid), "{card}: {error}");
    }
    for card in ["attack range 2 area (0,1,active)|(1,1,target)", "attack area (0,1,target)"] {
        let error = parse(&format!("board 2x1\ncard Guard: {card}")).expect_err(card).to_string();
        assert!(error.starts_with("line 2, column 13: "), "{card}: {error}");
        assert!(error.contains("either an active hex or a range"), "{card}: {error}");
    }
    let twice = "attack area (0,1,active)|(1,1,target) area (0,0,target)";
    let error = parse(&format!("board 2x1\ncard Guard: {twice}")).expect_err("one area");
    assert!(error.to_string().contains("found \"area\""), "{error}");
}
