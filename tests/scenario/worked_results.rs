//! The books' own examples with their numbers, E1 to E18, E40, and worked results of the rulings.

use scenario_rules::enhancement::{Enhancement, Sticker};
use scenario_rules::figure::HitPoints;
use scenario_rules::levels::{Difficulty, Level, NewCharacter};

use crate::support::*;
use crate::table::Table;

#[test]
fn e1_elite_monsters_act_in_order_before_normal_ones() {
    let position = position(
        "board 5x2
        initiative Bones: 20
        normal Bones 1 at A1
        elite Bones 3 at B1
        normal Bones 4 at C1
        elite Bones 2 at D1",
    );
    let station = &position.order().stations()[0];
    let numbers: Vec<u8> =
        station.blocks[0].iter().filter_map(|&id| position.figure(id).number()).collect();
    assert_eq!(numbers, [2, 3, 1, 4]);
}

#[test]
fn e2_steps_decide_the_focus_not_nearness() {
    let reply = turn(
        "board 5x5
        obstacle B1 B2
        card Guard: move 2, attack
        normal Guard 1 at A2
        character Brute at C1, initiative 30
        character Tinkerer at C4, initiative 60",
        "Guard 1",
    );
    reply.focuses("Tinkerer").enemy("Tinkerer", Some(2), None);
    reply.enemy("Brute", Some(4), Some("S8.1")).ends_in("B3 2").attacks("Tinkerer");
    assert_eq!([reply.enemies[0].range, reply.enemies[1].range], [Some(2), Some(3)]);
    assert!(!reply.ambiguous);
}

fn e3(attack: &str) -> String {
    format!(
        "board 7x5
        card Guard: move 3, {attack}
        normal Guard 1 at C4
        character Brute at E3, initiative 10
        character Tinkerer at D1, initiative 25
        character Cragheart at E1, initiative 40"
    )
}

#[test]
fn e3a_ranged_monster_in_range_stays() {
    let reply = turn(&e3("attack range 3"), "Guard 1");
    reply.focuses("Brute").enemy("Brute", Some(0), None).ends_in("C4 0").attacks("Brute");
}

#[test]
fn e3b_one_melee_target_takes_one_step() {
    turn(&e3("attack"), "Guard 1").focuses("Brute").ends_in("D3 1").attacks("Brute");
}

#[test]
fn e3c_two_melee_targets_take_two_steps() {
    let reply = turn(&e3("attack targets 2"), "Guard 1");
    reply.focuses("Brute").ends_in("D2 2").attacks("Brute, Tinkerer");
}

#[test]
fn e3d_three_melee_targets_take_three_steps() {
    for targets in [3, 4] {
        let reply = turn(&e3(&format!("attack targets {targets}")), "Guard 1");
        reply.focuses("Brute").ends_in("E2 3").attacks("Brute, Tinkerer, Cragheart");
    }
}

const E4: &str = "board 7x5
    trap F1 F2 G3
    card Guard: move 3, attack
    level 1
    character Tinkerer at G1, initiative 25
    ";

#[test]
fn e4a_traps_count_as_obstacles_while_another_enemy_can_be_attacked() {
    let text = format!("{E4}character Brute at B1, initiative 40\nnormal Guard 1 at G4");
    let reply = turn(&text, "Guard 1");
    reply.focuses("Brute").enemy("Brute", Some(4), None).enemy("Tinkerer", Some(2), Some("S8.4"));
    reply.ends_in("D2 3").attacks("nobody");
    assert_eq!(reply.enemies[0].negative, Some(1));
    assert_eq!(reply.ends[0].aims.iter().map(|aim| aim.steps).collect::<Vec<_>>(), [1]);
    assert_eq!(reply.ends[0].aims[0].hex, "C2");
}

#[test]
fn e4b_monster_springs_a_trap_if_no_other_path_exists() {
    let reply = turn(&format!("{E4}normal Guard 1 at G4"), "Guard 1");
    reply.focuses("Tinkerer").ends_in("G2 2").attacks("Tinkerer");
    let sprung: Vec<_> =
        reply.ends[0].sprung.iter().map(|of| (of.hex.as_str(), of.damage)).collect();
    assert_eq!(sprung, [("G3", Some(3))]);
}

#[test]
fn e4c_flying_monster_springs_no_trap() {
    let text = format!("{E4}character Brute at B1, initiative 40\nnormal Guard 1 at G4, flying");
    let reply = turn(&text, "Guard 1");
    reply.focuses("Tinkerer").ends_in("G2 2").attacks("Tinkerer");
    assert!(reply.ends[0].sprung.is_empty() && reply.ends[0].negative == 0);
}

#[test]
fn e5_initiative_decides_the_focus_and_players_choose_the_hex() {
    let reply = turn(
        "board 5x4
        card Raider: move 1, attack
        normal Raider 1 at B2
        character Hatchet at A1, initiative 20
        character Voidwarden at C4, initiative 70",
        "Raider 1",
    );
    reply.focuses("Hatchet").enemy("Voidwarden", Some(1), Some("S8.5"));
    reply.ends_in("B1 1, A2 1").attacks("Hatchet");
    assert!(reply.ambiguous);
}

#[test]
fn e6_monster_without_a_free_attack_hex_has_no_focus() {
    let text = "board 5x1
        card Raider: move 1, attack
        normal Raider 1 at D1
        normal Raider 2 at C1
        character Hatchet at E1, initiative 20";
    turn(text, "Raider 1").focuses("Hatchet").ends_in("D1 0").attacks("Hatchet");
    let second = turn(text, "Raider 2");
    second.focuses("none").ends_in("").enemy("Hatchet", None, Some("S8.7"));
    assert!(second.to_string().contains("has no focus"));
}

#[test]
fn e7_monster_moves_through_allies() {
    let reply = turn(
        "board 5x3
        card Raider: move 3, attack
        normal Raider 1 at C2
        normal Raider 2 at A2
        character Hatchet at E2, initiative 20",
        "Raider 2",
    );
    reply.focuses("Hatchet").ends_in("D1 3, D2 3").attacks("Hatchet");
    assert!(reply.ambiguous);
}

const E8: &str = "board 6x4
    card Archer: attack range 2
    normal Archer 1 at C3
    character Brute at B2, initiative 40
    character Tinkerer at E4, initiative 20
    ";

#[test]
fn e8_initiative_decides_by_the_letter_and_nearness_by_the_later_answer() {
    let letter = turn(E8, "Archer 1");
    letter.focuses("Tinkerer").ends_in("C3 0").attacks("Tinkerer").by_rulings("G2");
    assert!(letter.ends[0].disadvantage.is_empty());
    assert_eq!(letter.rulings[0].standing.word(), "letter");
    let nearer = turn(&format!("{E8}ruling nearer first"), "Archer 1");
    nearer.focuses("Brute").ends_in("C3 0").attacks("Brute").by_rulings("G2");
    assert_eq!(nearer.ends[0].disadvantage, ["Brute"]);
    assert_eq!(nearer.rulings[0].standing.word(), "public");
}

#[test]
fn e9_ranged_monster_steps_back_unless_muddled() {
    let text = "board 6x4
        card Archer: move 2, attack range 3
        character Brute at C2, initiative 40
        normal Archer 1 at C3";
    let reply = turn(text, "Archer 1");
    reply.ends_in("B3 1, D3 1, C4 1").attacks("Brute");
    assert!(reply.ends.iter().all(|end| end.disadvantage.is_empty()));
    let muddled = turn(&format!("{text}, muddled"), "Archer 1");
    muddled.ends_in("C3 0").attacks("Brute").by_rulings("G3");
    assert_eq!(muddled.ends[0].disadvantage, ["Brute"]);
}

#[test]
fn e10_sight_passes_the_end_of_a_wall() {
    let text = "board 4x4\nwall B1-C2 B2-C2";
    for (from, to, range, in_sight) in
        [("B2", "C2", 2, true), ("A2", "C2", 3, false), ("A2", "D2", 3, true)]
    {
        let reply = scenario::sight(text, from, to).expect("both are on the map");
        assert_eq!((reply.range, reply.in_sight), (Some(range), in_sight), "{reply}");
        assert_eq!(scenario::sight(text, to, from).expect("it is").in_sight, in_sight);
    }
}

#[test]
fn e11_level_determines_trap_gold_and_experience() {
    for (characters, level, trap, gold, experience) in
        [(&[1, 1, 1][..], 1, 3, 2, 6), (&[3, 4, 5, 4][..], 2, 4, 3, 8), (&[5, 5][..], 3, 5, 3, 10)]
    {
        let numbers = Level::recommended(characters, Difficulty::Normal);
        assert_eq!(numbers, Ok(Level { level, gold, trap, experience }));
    }
}

fn receipt_of(of: Enhancement) -> (Vec<u16>, u16) {
    let receipt = of.price().expect("it can be bought");
    (receipt.lines.iter().map(|line| line.gold).collect::<Vec<_>>(), receipt.total())
}

#[test]
fn e12_second_enhancement_on_the_same_action_costs_more() {
    let first = Enhancement {
        sticker: Sticker::Attack,
        card_level: 3,
        several_targets: true,
        hexes: 3,
        earlier: 0,
    };
    assert_eq!(receipt_of(first), (vec![50, 50, 50], 150));
    let second = Enhancement { sticker: Sticker::AttackHex, earlier: 1, ..first };
    assert_eq!(receipt_of(second), (vec![66, 50, 75], 191));
}

#[test]
fn e13_new_character_of_level_4_has_150_experience_and_75_gold() {
    let expected = NewCharacter { level: 4, experience: 150, gold: 75 };
    assert_eq!(NewCharacter::new(4, 4), Ok(expected));
}

#[test]
fn e18_damage_equal_to_the_hit_points_kills() {
    let once = HitPoints { current: 5, max: 5 }.hurt(3);
    assert!(!once.is_gone());
    assert!(once.hurt(2).is_gone());
}

#[test]
fn e40_summon_of_a_resting_character_acts_and_counts_just_before_it() {
    // Steps: 1 to each of the Rat, its resting Brute, and the Tinkerer.
    let text = "board 5x5
        card Guard: move 1, attack
        card Rat: move 1, attack
        normal Guard 1 at C3
        initiative Guard: 20
        character Brute at C1, resting
        summon Rat of Brute at A3
        character Tinkerer at E3, initiative 98";
    let reply = turn(text, "Guard 1");
    reply.focuses("Tinkerer").enemy("Rat", Some(1), Some("S8.5"));
    reply.enemy("Brute", Some(1), Some("S8.5"));
    let without = text.replace("\n        character Tinkerer at E3, initiative 98", "");
    turn(&without, "Guard 1").focuses("Rat").enemy("Brute", Some(1), Some("S8.5"));
    let table = Table::new(text).plays("done Guard 1\ndone Tinkerer");
    assert_eq!(table.0.in_turn(), table.0.position().find("Rat"));
    let table = table.plays("turn Rat: to B2, attacks Guard 1");
    assert_eq!(table.0.in_turn(), table.0.position().find("Brute"));
}

const E41: &str = "board 11x7
    card Ogre: move 5, attack range 4 targets 3
    character Ann at A1, initiative 10
    character Bob at H3, initiative 11
    character Cid at I6, initiative 12
    normal Ogre 1 at I3";

#[test]
fn e41_fewest_points_for_the_most_targets_beat_the_choice_of_targets() {
    let reply = turn(&format!("{E41}, muddled"), "Ogre 1");
    reply.ends_in("I3 0").attacks("Bob, Cid");
    let steady = turn(E41, "Ogre 1");
    steady.ends_in("I2 1, J2 1, J3 1").attacks("Bob, Cid");
    assert!(steady.ends.iter().all(|end| end.targets == ["Bob", "Cid"]));
}

#[test]
fn e42_attack_written_first_is_made_from_the_starting_hex() {
    let text = "board 6x3
        card Archer: attack range 3, move 2
        character Brute at D2, initiative 40
        normal Archer 1 at A2";
    let reply = turn(text, "Archer 1");
    reply.attacks("Brute");
    assert!(reply.ends.iter().all(|end| end.cost == 2 && end.targets == ["Brute"]), "{reply}");
}

#[test]
fn e45_hex_without_disadvantage_beats_fewer_points_for_the_same_targets() {
    let text = "board 9x7
        card Archer: move 4, attack range 4 targets 2
        character Piper at B6, initiative 20
        character Quill at A3, initiative 21
        normal Archer 1 at B3";
    let reply = turn(text, "Archer 1");
    reply.focuses("Piper").ends_in("C3 1, B4 1, C4 1").attacks("Piper, Quill");
    assert!(reply.ends.iter().all(|end| end.disadvantage.is_empty()), "{reply}");
    turn(&format!("{text}, muddled"), "Archer 1").ends_in("B3 0").attacks("Piper, Quill");
}
