//! The map, levels, the order, conditions, moving and attacking: sections 2 to 7, in both
//! directions.

use scenario::refusal::refusal_text;
use scenario_rules::attack::{Advantage, AttackTerms, after_heal};
use scenario_rules::board::{HexLine, Terrain};
use scenario_rules::card::AttackValue;
use scenario_rules::enhancement::{Enhancement, Sticker};
use scenario_rules::figure::{Condition, Conditions, HitPoints};
use scenario_rules::levels::{Difficulty, Level, NewCharacter};
use scenario_rules::movement::LegalMove;
use scenario_rules::round::TurnStatus;
use scenario_rules::{FigureId, Game, Hex, NameId, Position, Refusal, Rule};

use crate::support::*;

fn hexes(text: &str) -> Vec<Hex> {
    text.split_whitespace().map(|hex| hex.parse().expect("a hex")).collect()
}

fn range_and_sight(text: &str, from: &str, to: &str) -> (Option<u16>, bool) {
    let reply = scenario::sight(text, from, to).unwrap_or_else(|error| panic!("{error}"));
    (reply.range, reply.in_sight)
}

fn brute(position: &Position) -> FigureId {
    position.find("Brute").expect("it is there")
}

/// Returns the cost of the Brute's movement through these hexes, or the rules it breaks.
#[track_caller]
fn walk(text: &str, points: u8, path: &str) -> Result<u32, Vec<&'static str>> {
    let position = position(text);
    position
        .check_move(brute(&position), points, false, &hexes(path))
        .map(|walk| walk.cost)
        .map_err(|refusal| numbers(&refusal))
}

fn numbers(refusal: &Refusal) -> Vec<&'static str> {
    refusal.rules().into_iter().map(Rule::number).collect()
}

/// Returns the names of all figures in acting order, blocks of one station joined by "|".
fn order(text: &str) -> String {
    let position = position(text);
    let name = |id: &FigureId| position.figure(*id).to_string();
    let block = |block: &Vec<FigureId>| block.iter().map(name).collect::<Vec<_>>().join(" ");
    position
        .order()
        .stations()
        .iter()
        .map(|at| at.blocks.iter().map(block).collect::<Vec<_>>().join(" | "))
        .collect::<Vec<_>>()
        .join(", ")
}

const NORMAL: Difficulty = Difficulty::Normal;

// S2 -------------------------------------------------------------------------------------------

#[test]
fn rule_s2_1_every_terrain_has_a_sign_and_a_word() {
    let map = position("map 9x1\n|.   x   ~   +\n|  o   !   /   =");
    let mut terrain: Vec<Terrain> =
        map.board().hexes().filter_map(|hex| map.board().terrain(hex)).collect();
    terrain.sort_unstable();
    assert_eq!(terrain, Terrain::ALL);
    assert!(!map.board().has(Hex::new(8, 0)), "an undrawn place is not a hex");
}

#[test]
fn rule_s2_1_edge_of_the_map_is_a_wall() {
    let map = position("board 3x3\nvoid B2");
    let [a1, a2, b1, b2] = ["A1", "A2", "B1", "B2"].map(|text| text.parse().expect("a hex"));
    assert!(!map.board().adjacent(b1, b2));
    assert!(map.board().adjacent(a1, a2));
    assert_eq!(
        walk("board 3x3\nvoid B2\ncharacter Brute at B1, initiative 9", 3, "B2"),
        Err(vec!["S2.1"])
    );
}

#[test]
fn rule_s2_2_hexes_that_share_an_edge_are_adjacent() {
    assert_eq!(walk("board 3x3\ncharacter Brute at B2, initiative 9", 1, "C3"), Ok(1));
}

#[test]
fn rule_s2_2_hexes_across_a_wall_or_two_apart_are_not_adjacent() {
    let text = "board 3x3\nwall B2-C3\ncharacter Brute at B2, initiative 9";
    assert_eq!(walk(text, 1, "C3"), Err(vec!["S2.2"]));
    assert_eq!(walk(text, 1, "B1 B3"), Err(vec!["S2.2", "S6.2"]));
}

#[test]
fn rule_s2_3_range_is_counted_through_obstacles_and_figures() {
    let text = "board 4x1\nobstacle B1\nnormal Guard 1 at C1";
    assert_eq!(range_and_sight(text, "A1", "D1").0, Some(3));
    assert_eq!(range_and_sight(text, "A1", "A1").0, Some(0));
}

#[test]
fn rule_s2_3_range_is_counted_around_walls() {
    assert_eq!(range_and_sight("board 3x3\nwall A2-B1 A2-B2", "A2", "B2").0, Some(2));
    assert_eq!(range_and_sight("board 2x1\nwall A1-B1", "A1", "B1").0, None);
}

#[test]
fn rule_s2_4_obstacles_and_figures_do_not_block_sight() {
    assert!(range_and_sight("board 4x1\nobstacle B1\nnormal Guard 1 at C1", "A1", "D1").1);
}

#[test]
fn rule_s2_4_walls_block_sight() {
    assert!(!range_and_sight("board 3x3\nwall A1-B1 A2-B1 A2-B2 A3-B2", "A2", "C2").1);
    let reply = scenario::sight("board 2x1\nwall A1-B1", "A1", "B1").expect("both are there");
    assert_eq!(reply.stopped_by.as_deref(), Some("A1-B1"));
}

#[test]
fn rule_s2_4_sight_by_corners_in_a_narrow_passage_reaches_the_next_hex_only() {
    let text = "board 4x1\nruling corner to corner";
    assert_eq!(range_and_sight(text, "A1", "B1"), (Some(1), true));
    assert_eq!(range_and_sight(text, "A1", "C1"), (Some(2), false));
    assert_eq!(range_and_sight("board 4x1", "A1", "C1"), (Some(2), true));
}

#[test]
fn rule_s2_5_figures_may_occupy_open_difficult_and_negative_hexes() {
    position(
        "board 5x1\ntrap A1\nhazardous B1\ndifficult C1\ndoor D1\nobstacle E1
        normal Guard 1 at A1\nnormal Guard 2 at B1\nnormal Guard 3 at C1\nnormal Guard 4 at D1
        normal Guard 5 at E1, flying",
    );
}

/// Returns the error of a position that cannot be read.
fn error(text: &str) -> String {
    scenario::parse(text).expect_err("it cannot be so").to_string()
}

#[test]
fn rule_s2_5_figure_in_a_full_hex_an_obstacle_or_a_closed_door_is_refused() {
    assert_eq!(
        error("board 2x1\nnormal Guard 1 at A1\nnormal Guard 2 at A1"),
        "line 3, column 8: A1 holds Guard 1 and Guard 2 (rule S2.5)"
    );
    // The hex of a figure with a duplicate name is still checked.
    let twice = "board 2x1\nnormal Guard 1 at A1\ncharacter Brute at B1, initiative 30\n";
    assert_eq!(
        error(&format!("{twice}normal Guard 1 at B1")),
        "line 4, column 8: B1 holds Brute and Guard 1 (rule S2.5)"
    );
    assert!(error("board 2x1\nobstacle A1\nnormal Guard 1 at A1").contains("an obstacle"));
    assert!(error("board 2x1\nclosed A1\nnormal Guard 1 at A1").contains("a closed door"));
}

// S3 -------------------------------------------------------------------------------------------

#[test]
fn rule_s3_1_level_is_half_the_average_rounded_up_plus_difficulty() {
    let level = |of: Difficulty| Level::recommended(&[2, 3], of).map(|level| level.level);
    assert_eq!(Difficulty::ALL.map(level), [Ok(1), Ok(2), Ok(3), Ok(4)]);
    assert_eq!(Level::recommended(&[9, 9], Difficulty::VeryHard).map(|of| of.level), Ok(7));
}

#[test]
fn rule_s3_1_level_is_at_least_0_and_refused_for_impossible_parties() {
    assert_eq!(Level::recommended(&[1, 1], Difficulty::Easy).map(|of| of.level), Ok(0));
    let refusal = Level::recommended(&[0, 10, 1, 1, 1], NORMAL).expect_err("no such party");
    assert_eq!(refusal.reasons.len(), 3, "{refusal:?}");
}

#[test]
fn rule_s3_2_gold_trap_and_experience_of_each_level_match_the_table() {
    let gold: Vec<u8> = (0..8).map(|level| Level::of(level).gold).collect();
    assert_eq!(gold, [2, 2, 3, 3, 4, 4, 5, 6]);
    let others: Vec<(u8, u8)> =
        (0..8).map(|level| (Level::of(level).trap, Level::of(level).experience)).collect();
    assert_eq!((others[0], others[7]), ((2, 4), (9, 18)));
}

#[test]
fn rule_s3_2_level_above_7_is_refused() {
    assert_eq!(Level::of(8), Level::of(7));
    let error = scenario::parse("board 1x1\nlevel 8").expect_err("there is none");
    assert_eq!(error.to_string(), "line 2, column 7: found \"8\", expected a level from 0 to 7");
}

#[test]
fn rule_s3_3_equation_substitutes_level_and_character_count() {
    assert_eq!(Level::of(3).equation(2, 4, 1, 3), 2 * 3 + 4 * 3 + 1);
}

#[test]
fn rule_s3_3_numbers_out_of_bounds_are_refused() {
    for text in ["board 61x1", "board 1x1\nlevel -1", "board 2x1\ncard Guard: attack range 21"] {
        assert!(scenario::parse(text).is_err(), "{text}");
    }
}

// S4 -------------------------------------------------------------------------------------------

#[test]
fn rule_s4_4_monster_set_acts_at_one_initiative() {
    let text = "board 4x1\ninitiative Guard: 20\ninitiative Bones: 10
        normal Guard 1 at A1\nnormal Bones 1 at B1\nelite Guard 2 at C1";
    assert_eq!(order(text), "Bones 1, Guard 2 Guard 1");
}

#[test]
fn rule_s4_4_second_initiative_is_refused_and_an_unknown_one_is_named() {
    let twice = "board 1x1\ninitiative Guard: 20\ninitiative guard: 30";
    assert!(scenario::parse(twice).is_err());
    let position = position("board 1x1\nnormal Guard 1 at A1");
    let hidden = Game::new(position.clone()).turn_status();
    assert_eq!(hidden, TurnStatus::Initiatives(vec![NameId::Set(position.names().set("Guard"))]));
    assert!(position.order().stations().is_empty());
}

#[test]
fn rule_s4_5_character_acts_before_a_set_with_the_same_initiative() {
    let text = "board 4x1\ninitiative Guard: 20\nnormal Guard 1 at A1
        character Brute at B1, initiative 20\ncharacter Tinkerer at C1, initiative 10
        character Mindthief at D1, resting";
    assert_eq!(order(text), "Tinkerer, Brute, Guard 1, Mindthief");
}

#[test]
fn rule_s4_5_second_cards_order_tied_characters_and_then_the_players() {
    for (brute, tinkerer, expected) in [
        ("20/40", "20/30", "Tinkerer, Brute"),
        ("20/30", "20/30", "Brute | Tinkerer"),
        ("20/30", "20", "Brute | Tinkerer"),
    ] {
        let text = format!(
            "board 2x1\ncharacter Brute at A1, initiative {brute}
            character Tinkerer at B1, initiative {tinkerer}"
        );
        assert_eq!(order(&text), expected);
    }
}

#[test]
fn rule_s4_6_monsters_act_elites_first_then_by_number() {
    let text = "board 4x1\ninitiative Guard: 20\nnormal Guard 1 at A1\nelite Guard 4 at B1
        normal Guard 2 at C1\nelite Guard 3 at D1";
    assert_eq!(order(text), "Guard 3 Guard 4 Guard 1 Guard 2");
}

#[test]
fn rule_s4_6_players_order_sets_with_the_same_initiative() {
    let text = "board 2x1\ninitiative Guard: 20\ninitiative Bones: 20
        normal Guard 1 at A1\nnormal Bones 1 at B1";
    assert_eq!(order(text), "Bones 1 | Guard 1");
}

#[test]
fn rule_s4_7_summons_act_before_their_character_oldest_first() {
    let text = "board 4x1\ncharacter Brute at A1, initiative 20\nsummon Rat of Brute at B1
        summon Bat of Brute at C1\ncharacter Tinkerer at D1, initiative 10";
    assert_eq!(order(text), "Tinkerer, Rat Bat Brute");
}

#[test]
fn rule_s4_7_summon_without_its_character_on_the_map_is_refused() {
    let error = scenario::parse("board 2x1\nsummon Rat of Brute at B1").expect_err("nobody");
    assert!(error.to_string().ends_with("(rule S4.7)"), "{error}");
}

// S5 -------------------------------------------------------------------------------------------

const FIELD: &str = "board 6x1\ncard Guard: move 2, attack
    character Brute at E1, initiative 20\nnormal Guard 1 at B1";

#[test]
fn rule_s5_2_conditions_keep_a_monster_from_moving_and_attacking() {
    turn(FIELD, "Guard 1").ends_in("D1 2").attacks("Brute");
    turn(&format!("{FIELD}, immobilized"), "Guard 1").focuses("Brute").ends_in("B1 0");
    let near = FIELD.replace("B1", "D1");
    turn(&format!("{near}, immobilized"), "Guard 1").attacks("Brute");
    turn(&format!("{near}, stunned"), "Guard 1").focuses("Brute").attacks("nobody");
}

#[test]
fn rule_s5_2_other_conditions_do_not_keep_a_monster_from_acting() {
    turn(&format!("{FIELD}, wounded, poisoned"), "Guard 1").ends_in("D1 2").attacks("Brute");
}

#[test]
fn rule_s5_4_invisible_enemy_is_no_focus_and_disarmed_monster_does_not_attack() {
    let text = FIELD.replace("initiative 20", "initiative 20, invisible");
    let reply = turn(&text, "Guard 1");
    reply.focuses("none").enemy("Brute", None, Some("S8.7")).by_rulings("G14");
    turn(&format!("{FIELD}, disarmed"), "Guard 1")
        .ends_in("D1 2")
        .attacks("nobody")
        .by_rulings("G14");
}

#[test]
fn rule_s5_4_poison_adds_1_damage_and_a_heal_only_removes_it() {
    let attack = AttackTerms::of_value(AttackValue::total_of(2));
    assert_eq!(attack.value_before_cards(), 2);
    assert_eq!(AttackTerms { poisoned: true, ..attack }.value_before_cards(), 3);
    let hurt = HitPoints { current: 2, max: 9 };
    let poisoned = Conditions::default().with(Condition::Poison).with(Condition::Wound);
    assert_eq!(after_heal(hurt, poisoned, 3), (hurt, Conditions::default()));
}

// S6 -------------------------------------------------------------------------------------------

const CORRIDOR: &str = "board 5x1\ncharacter Brute at A1, initiative 9\n";

#[test]
fn rule_s6_1_movement_leads_through_allies_to_a_free_hex() {
    let text = format!("{CORRIDOR}character Tinkerer at B1, initiative 8");
    assert_eq!(walk(&text, 2, "B1 C1"), Ok(2));
}

#[test]
fn rule_s6_1_movement_through_enemies_or_obstacles_or_onto_figures_is_refused() {
    let text = format!("{CORRIDOR}character Tinkerer at B1, initiative 8");
    assert_eq!(walk(&text, 2, "B1"), Err(vec!["S6.1"]));
    assert_eq!(walk(&format!("{CORRIDOR}normal Guard 1 at B1"), 2, "B1 C1"), Err(vec!["S6.1"]));
    assert_eq!(walk(&format!("{CORRIDOR}obstacle B1"), 2, "B1 C1"), Err(vec!["S6.1"]));
    assert_eq!(walk(CORRIDOR, 2, ""), Err(vec!["S6.1"]));
}

#[test]
fn rule_s6_2_difficult_hexes_cost_2_except_for_flying_and_jumping() {
    let text = format!("{CORRIDOR}difficult B1 C1");
    assert_eq!(walk(&text, 4, "B1 C1"), Ok(4));
    let flying = text.replace("initiative 9", "initiative 9, flying");
    assert_eq!(walk(&flying, 4, "B1 C1"), Ok(2));
    // Only the last hex of a jump costs 2, and with a soft landing not even that.
    for (text, cost) in [(&text, 3), (&format!("{text}\nruling soft landing"), 2)] {
        let position = position(text);
        let walk = position.check_move(brute(&position), 4, true, &hexes("B1 C1"));
        assert_eq!(walk.map(|walk| walk.cost), Ok(cost));
    }
}

#[test]
fn rule_s6_2_movement_beyond_the_points_is_refused_with_the_hexes_beyond() {
    let position = position(&format!("{CORRIDOR}difficult C1"));
    let refusal =
        position.check_move(brute(&position), 2, false, &hexes("B1 C1")).expect_err("it costs 3");
    assert_eq!(refusal.reasons[0].hexes(), hexes("C1"));
    assert_eq!(
        refusal_text(position.names(), &refusal),
        "not allowed: the way costs 3 points, and there are 2 (rule S6.2); 1 fewer, or a way around"
    );
}

/// Returns the damage of each trap or hazard the Brute springs on its way to C1 and back to B1.
fn damage(text: &str, jump: bool) -> Vec<Option<u16>> {
    let position = position(text);
    let walk = position.check_move(brute(&position), 4, jump, &hexes("B1 C1 B1"));
    walk.expect("it can go").sprung.iter().map(|sprung| sprung.damage).collect()
}

#[test]
fn rule_s6_3_damage_of_traps_and_hazards_depends_on_the_level() {
    let text = format!("{CORRIDOR}trap B1\nhazardous C1\nlevel 3");
    assert_eq!(damage(&text, false), [Some(5), Some(2)], "a trap is gone once it is sprung");
    assert_eq!(damage(&format!("{text}\nruling hazardous 7"), false), [Some(5), Some(7)]);
    assert_eq!(damage(&text, true), [Some(5)], "a jump touches only its last hex");
}

#[test]
fn rule_s6_3_flying_figure_springs_no_trap() {
    let text =
        format!("{CORRIDOR}trap B1\nlevel 3").replace("initiative 9", "initiative 9, flying");
    let position = position(&text);
    let walk = position.check_move(brute(&position), 1, false, &hexes("B1"));
    assert!(walk.expect("it can go").sprung.is_empty());
}

#[test]
fn rule_s6_4_character_opens_a_closed_door_by_ending_there() {
    let position = position(&format!("{CORRIDOR}closed C1"));
    let walk = position.check_move(brute(&position), 4, false, &hexes("B1 C1"));
    assert_eq!(walk.expect("it can go").opens, Some(Hex::new(2, 0)));
}

#[test]
fn rule_s6_4_locked_door_stays_shut_and_monsters_open_no_door() {
    assert_eq!(walk(&format!("{CORRIDOR}locked C1"), 4, "B1 C1"), Err(vec!["S6.1"]));
    assert_eq!(walk(&format!("{CORRIDOR}closed C1"), 4, "B1 C1 D1"), Err(vec!["S6.4"]));
    let text = "board 5x1\ncard Guard: move 4, attack\nnormal Guard 1 at E1
        character Brute at A1, initiative 9\n";
    turn(text, "Guard 1").focuses("Brute");
    turn(&format!("{text}closed C1"), "Guard 1").focuses("none");
    turn(&format!("{text}door C1"), "Guard 1").focuses("Brute");
}

#[track_caller]
fn check_walk(text: &str, to: &str) -> Result<LegalMove, String> {
    let position = position(text);
    position
        .check_move_to(brute(&position), to.parse().expect("a hex"))
        .map_err(|refusal| refusal_text(position.names(), &refusal))
}

#[test]
fn walk_takes_the_cheapest_path_around_traps_and_enemies() {
    let text = "board 5x3\ncharacter Brute at A1, initiative 9\ntrap B1\nnormal Guard 1 at C2";
    let walk = check_walk(text, "E1").expect("a path leads around both");
    assert_eq!((walk.cost, walk.sprung.len()), (6, 0));
    let through = check_walk(&format!("{text}\nvoid A2"), "E1").expect("only the trap is left");
    assert_eq!((through.cost, through.sprung[0].hex), (4, Hex::new(1, 0)));
}

#[test]
fn refusal_of_a_walk_without_a_path_names_the_fewest_obstacles() {
    for (hindrance, reason) in [
        ("obstacle C1", "C1 cannot be entered: an obstacle is there (rule S6.1)"),
        ("normal Guard 1 at C1", "C1 cannot be entered: Guard 1 is there (rule S6.1)"),
        ("locked C1", "C1 cannot be entered: a locked door is there (rule S6.1)"),
        (
            "closed C1",
            "the way leads on through the closed door in C1, and what lies behind is not revealed \
             (rule S6.4); open it, and lay out the room first",
        ),
        ("wall B1-C1", "B1 and C1 are not adjacent: a wall stands between them (rule S2.2)"),
        ("void C1", "no way leads there (rule S6.1)"),
        ("normal Guard 1 at E1", "E1 cannot be entered: Guard 1 is there (rule S6.1)"),
    ] {
        let refusal = check_walk(&format!("{CORRIDOR}{hindrance}"), "E1").expect_err(hindrance);
        assert_eq!(refusal, format!("not allowed: {reason}"), "{hindrance}");
    }
    let off_map = check_walk(CORRIDOR, "A2").expect_err("the map has one row");
    assert_eq!(off_map, "not allowed: no way leads there (rule S6.1)");
}

#[test]
fn walk_of_a_monster_uses_the_points_and_jump_of_its_card() {
    let text = "board 5x1\nobstacle B1\nnormal Guard 1 at A1\n";
    let walk = |card: &str, to: &str| {
        let position = position(&format!("{text}card Guard: {card}"));
        let id = position.find("Guard 1").expect("it is there");
        position.check_move_to(id, to.parse().expect("a hex")).map(|walk| walk.cost)
    };
    assert_eq!(walk("move 2 jump, attack", "C1").expect("it jumps over"), 2);
    let far = walk("move 2 jump, attack", "D1").expect_err("it is 3 hexes away");
    assert_eq!(numbers(&far), ["S6.2"]);
    assert_eq!(numbers(&walk("move 2, attack", "C1").expect_err("it walks")), ["S6.1"]);
}

// S7 -------------------------------------------------------------------------------------------

const LINE: &str = "board 6x1\nnormal Guard 1 at A1\ncharacter Brute at B1, initiative 9
    character Tinkerer at D1, initiative 8\ncard Guard: attack";

#[test]
fn rule_s7_1_attack_has_the_number_of_different_targets_on_its_card() {
    turn(LINE, "Guard 1").attacks("Brute");
    turn(&format!("{LINE} range 3 targets 2"), "Guard 1").attacks("Tinkerer, Brute");
    turn(&format!("{LINE} range 3 targets 3"), "Guard 1").attacks("Tinkerer, Brute");
}

#[test]
fn rule_s7_1_enemy_out_of_range_or_sight_is_no_target() {
    turn(&format!("{LINE} range 2 targets 2"), "Guard 1").attacks("Brute");
    turn(&format!("{LINE} range 3 targets 2\nwall C1-D1"), "Guard 1").attacks("Brute");
    turn(&format!("{LINE} range 3\nwall A1-B1"), "Guard 1").attacks("nobody");
}

#[test]
fn rule_s7_2_ranged_attack_on_an_adjacent_enemy_has_disadvantage() {
    let text = "board 6x1\ncard Guard: attack range 3\nnormal Guard 1 at A1
        character Brute at B1, initiative 9";
    assert_eq!(turn(text, "Guard 1").ends[0].disadvantage, ["Brute"]);
}

#[test]
fn rule_s7_2_distant_and_melee_attacks_are_even_and_both_modifiers_cancel() {
    let text = "board 6x1\ncard Guard: attack range 3\nnormal Guard 1 at A1
        character Brute at C1, initiative 9";
    assert!(turn(text, "Guard 1").ends[0].disadvantage.is_empty());
    let melee = text.replace(" range 3", "").replace("C1", "B1");
    assert!(turn(&melee, "Guard 1").ends[0].disadvantage.is_empty());
    assert_eq!(Advantage::of(true, true), Advantage::Even);
}

#[test]
fn rule_s7_4_damage_equal_to_the_hit_points_kills() {
    assert!(HitPoints { current: 3, max: 9 }.hurt(3).is_gone());
    assert!(HitPoints { current: 3, max: 9 }.hurt(30).is_gone());
}

#[test]
fn rule_s7_4_damage_below_the_hit_points_does_not_kill() {
    assert_eq!(HitPoints { current: 3, max: 9 }.hurt(2), HitPoints { current: 1, max: 9 });
}

#[test]
fn rule_s7_8_heal_restores_hit_points() {
    let hurt = HitPoints { current: 2, max: 9 };
    assert_eq!(after_heal(hurt, Conditions::default(), 3).0.current, 5);
}

#[test]
fn rule_s7_8_heal_never_exceeds_the_maximum_hit_points() {
    let hurt = HitPoints { current: 8, max: 9 };
    assert_eq!(after_heal(hurt, Conditions::default(), 3).0.current, 9);
}

// S14 ------------------------------------------------------------------------------------------

#[test]
fn rule_s14_1_new_character_has_the_experience_of_its_level() {
    assert_eq!(NewCharacter::new(9, 9).map(|new| (new.experience, new.gold)), Ok((500, 150)));
    assert_eq!([0, 44, 45, 419, 420, 9999].map(NewCharacter::level_with), [1, 1, 2, 7, 8, 9]);
}

#[test]
fn rule_s14_1_level_above_the_prosperity_is_refused() {
    for (level, prosperity) in [(3, 2), (0, 5), (10, 12)] {
        assert!(NewCharacter::new(level, prosperity).is_err(), "{level} of {prosperity}");
    }
}

#[test]
fn rule_s14_6_several_targets_double_every_price_except_an_attack_hex() {
    let plain = Enhancement {
        sticker: Sticker::Poison,
        card_level: 1,
        several_targets: false,
        hexes: 2,
        earlier: 0,
    };
    let several = Enhancement { several_targets: true, ..plain };
    let hex = Enhancement { sticker: Sticker::AttackHex, ..several };
    for (enhancement, total) in [(plain, 75), (several, 150), (hex, 100)] {
        assert_eq!(enhancement.price().map(|receipt| receipt.total()), Ok(total));
    }
    let base: u32 = Sticker::ALL.iter().map(|sticker| u32::from(sticker.base())).sum();
    assert_eq!(base, 1_905, "all base costs of the table together");
}

#[test]
fn rule_s14_6_impossible_enhancement_is_refused_with_all_reasons() {
    let wrong = Enhancement {
        sticker: Sticker::AttackHex,
        card_level: 0,
        several_targets: false,
        hexes: 0,
        earlier: 4,
    };
    assert_eq!(wrong.price().expect_err("no such card").reasons.len(), 3);
}

#[test]
fn line_between_two_hexes_is_the_same_from_both_sides() {
    let [a, b] = [Hex::new(1, 1), Hex::new(2, 1)];
    assert_eq!(HexLine::between(a, b), HexLine::between(b, a));
    assert_eq!(HexLine::between(a, a), None);
}
