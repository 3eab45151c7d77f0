//! The monster's turn: section 8, in both directions, and the rulings by their switches.

use crate::support::*;

// S8.1 to S8.7: focus --------------------------------------------------------------------------

const WALL: &str = "board 5x5\nobstacle B1 B2\ncard Guard: move 2, attack\nnormal Guard 1 at A2
    character Brute at C1, initiative 30\ncharacter Tinkerer at C4, initiative 60\n";

#[test]
fn rule_s8_1_fewer_steps_decide_the_focus_before_nearness_and_initiative() {
    turn(WALL, "Guard 1").focuses("Tinkerer").enemy("Brute", Some(4), Some("S8.1"));
}

#[test]
fn rule_s8_1_obstacles_that_add_steps_change_the_focus() {
    turn(&WALL.replace("obstacle B1 B2\n", ""), "Guard 1").focuses("Brute");
}

#[test]
fn rule_s8_2_steps_are_counted_without_limit_and_through_allies() {
    let text = "board 9x1\ncard Guard: move 1, attack\nnormal Guard 1 at A1\nnormal Guard 2 at C1
        character Brute at I1, initiative 30";
    turn(text, "Guard 1").focuses("Brute").enemy("Brute", Some(7), None).ends_in("B1 1");
}

#[test]
fn rule_s8_2_steps_never_lead_through_enemies_and_end_in_a_free_hex() {
    let text = "board 9x1\ncard Guard: move 9, attack\nnormal Guard 1 at A1\nnormal Guard 2 at H1
        character Brute at I1, initiative 30\n";
    turn(text, "Guard 1").focuses("none").enemy("Brute", None, Some("S8.7"));
    let between = "board 9x1\ncard Guard: move 9, attack\nnormal Guard 1 at A1
        character Brute at I1, initiative 30\ncharacter Tinkerer at C1, initiative 50";
    turn(between, "Guard 1").focuses("Tinkerer").enemy("Brute", None, Some("S8.7"));
}

#[test]
fn rule_s8_3_enemy_within_reach_costs_no_step() {
    let text = "board 6x1\ncard Guard: move 2, attack range 3\nnormal Guard 1 at A1
        character Brute at D1, initiative 30";
    turn(text, "Guard 1").enemy("Brute", Some(0), None).ends_in("A1 0").attacks("Brute");
}

#[test]
fn rule_s8_3_enemy_one_hex_out_of_reach_costs_one_step() {
    let text = "board 6x1\ncard Guard: move 2, attack range 3\nnormal Guard 1 at A1
        character Brute at E1, initiative 30";
    turn(text, "Guard 1").enemy("Brute", Some(1), None).ends_in("B1 1");
}

#[test]
fn rule_s8_4_distant_enemy_is_the_focus_before_one_behind_a_trap() {
    let text = "board 9x1\ntrap C1\ncard Guard: move 2, attack\nnormal Guard 1 at D1
        character Brute at A1, initiative 10\ncharacter Tinkerer at I1, initiative 50";
    let reply = turn(text, "Guard 1");
    reply.focuses("Tinkerer").enemy("Brute", Some(2), Some("S8.4")).ends_in("F1 2");
}

#[test]
fn rule_s8_4_monster_crosses_the_fewest_traps_if_it_has_no_other_path() {
    let text = "board 7x3\nobstacle C1 E3\ntrap D1 D2 D3 E1\ncard Guard: move 5, attack\nlevel 1
        normal Guard 1 at C2\ncharacter Brute at G2, initiative 10";
    let reply = turn(text, "Guard 1");
    reply.focuses("Brute").ends_in("F1 3, F2 3");
    assert!(reply.ends.iter().all(|end| end.negative == 1 && end.sprung.len() == 1));
}

#[test]
fn rule_s8_5_equal_steps_are_decided_by_initiative_with_summons_first() {
    let text = "board 5x1\ncard Guard: attack range 2\nnormal Guard 1 at C1
        character Brute at A1, initiative 30\ncharacter Tinkerer at E1, initiative 20\n";
    turn(text, "Guard 1").focuses("Tinkerer").enemy("Brute", Some(0), Some("S8.5"));
    let summon = format!("{text}summon Rat of Tinkerer at D1");
    turn(&summon, "Guard 1").focuses("Rat");
    turn(&text.replace("initiative 20", "resting"), "Guard 1").focuses("Brute");
}

#[test]
fn rule_s8_5_players_choose_the_focus_of_a_complete_tie() {
    let text = "board 5x1\ncard Guard: attack range 2\nnormal Guard 1 at C1
        character Brute at A1, initiative 30/40\ncharacter Tinkerer at E1, initiative 30/40\n";
    let reply = turn(text, "Guard 1");
    assert_eq!(reply.foci, ["Brute", "Tinkerer"]);
    reply.by_rulings("G4 G10");
    assert!(reply.ambiguous);
    let second_card = text.replace("E1, initiative 30/40", "E1, initiative 30/39");
    turn(&second_card, "Guard 1").focuses("Tinkerer");
}

#[test]
fn rule_s8_5_unknown_initiative_is_reported_missing_not_guessed() {
    let text = "board 5x1\ncard Rat: attack range 2\ncharacter Brute at B1, initiative 30
        summon Rat of Brute at C1\nnormal Guard 1 at A1\nnormal Bones 1 at E1\ninitiative Bones: 20\n";
    let refusal = refused(text, "Rat");
    assert_eq!(
        refusal,
        "cannot tell: the initiative of Guard is unknown (rule S8.5); add a line \"initiative Guard …\""
    );
    turn(&format!("{text}initiative Guard: 10"), "Rat").focuses("Guard 1");
}

#[test]
fn rule_s8_6_monster_without_an_attack_finds_its_focus_as_in_melee() {
    let text = "board 6x1\ncard Guard: move 1\nnormal Guard 1 at A1
        character Brute at E1, initiative 30";
    let reply = turn(text, "Guard 1");
    reply.enemy("Brute", Some(3), None).ends_in("B1 1").attacks("nobody");
}

#[test]
fn rule_s8_6_ranged_monster_finds_its_focus_by_range() {
    let text = "board 6x1\ncard Guard: move 1, attack range 4\nnormal Guard 1 at A1
        character Brute at E1, initiative 30";
    turn(text, "Guard 1").enemy("Brute", Some(0), None);
}

#[test]
fn rule_s8_7_monster_without_an_attack_hex_has_no_focus_and_stays() {
    let text = "board 4x1\ncard Guard: move 3, attack\nnormal Guard 1 at A1\nobstacle C1
        character Brute at D1, initiative 30\n";
    let reply = turn(text, "Guard 1");
    reply.focuses("none").ends_in("");
    assert!(reply.to_string().starts_with("Guard 1 has no focus: it neither moves nor attacks"));
}

#[test]
fn rule_s8_7_single_path_to_an_attack_hex_is_enough_for_a_focus() {
    let text = "board 4x2\ncard Guard: move 3, attack\nnormal Guard 1 at A1\nobstacle C1
        character Brute at D1, initiative 30\n";
    turn(text, "Guard 1").focuses("Brute");
}

// S5.8: the order on the card ------------------------------------------------------------------

const ATTACK_FIRST: &str = "board 7x1\ncard Guard: attack range 3, move 2\nnormal Guard 1 at A1
    character Brute at D1, initiative 30\n";

#[test]
fn rule_s5_8_attack_written_first_is_made_before_the_move() {
    let reply = turn(ATTACK_FIRST, "Guard 1");
    reply.focuses("Brute").enemy("Brute", Some(0), None).ends_in("C1 2").attacks("Brute");
    assert!(reply.ends[0].disadvantage.is_empty(), "it was 3 hexes away when it attacked");
    let text_of_the_turn =
        "It attacks Brute from A1 (S5.8), and then moves to C1 through B1, 2 points.";
    assert!(reply.to_string().contains(text_of_the_turn), "{reply}");
}

#[test]
fn rule_s5_8_attack_written_last_is_made_after_the_move() {
    let text = ATTACK_FIRST.replace("attack range 3, move 2", "move 2, attack range 3");
    turn(&text, "Guard 1").ends_in("A1 0").attacks("Brute");
}

#[test]
fn rule_s5_8_attack_first_out_of_reach_misses_and_the_monster_approaches() {
    let reply = turn(&ATTACK_FIRST.replace("D1", "G1"), "Guard 1");
    reply.enemy("Brute", Some(3), None).ends_in("C1 2").attacks("nobody");
    let text_of_the_turn = "It attacks nobody from A1 (S5.8), and then moves to C1 through B1, 2 points, \
                3 steps short of F1.";
    assert!(reply.to_string().contains(text_of_the_turn), "{reply}");
}

#[test]
fn rule_s5_8_attack_first_counts_disadvantage_and_immobility_at_the_start() {
    let adjacent = ATTACK_FIRST.replace("D1", "B1");
    let reply = turn(&adjacent, "Guard 1");
    reply.ends_in("A1 0").attacks("Brute");
    assert_eq!(reply.ends[0].disadvantage, ["Brute"]);
    let held = ATTACK_FIRST.replace("at A1", "at A1, immobilized");
    turn(&held, "Guard 1").ends_in("A1 0").attacks("Brute");
}

#[test]
fn rule_s5_8_card_prints_in_the_order_it_was_parsed() {
    for card in ["attack range 3, move 2 jump", "move 2, attack targets 2", "attack, move 0"] {
        let text = format!("board 2x1\ncard Guard: {card}\n");
        assert!(scenario::print(&position(&text)).contains(&format!("card Guard: {card}\n")));
    }
}

// S8.8 to S8.12: movement ----------------------------------------------------------------------

const FAR: &str = "board 9x1\ncard Guard: move 3, attack\nnormal Guard 1 at A1
    character Brute at I1, initiative 30\n";

#[test]
fn rule_s8_8_monster_moves_up_to_its_points() {
    turn(FAR, "Guard 1").ends_in("D1 3");
}

#[test]
fn rule_s8_8_monster_without_a_move_stays() {
    turn(&FAR.replace("move 3, ", ""), "Guard 1")
        .focuses("Brute")
        .ends_in("A1 0")
        .attacks("nobody");
    turn(&FAR.replace("move 3", "move 0"), "Guard 1").ends_in("A1 0");
}

const TWO: &str = "board 7x5\ncard Guard: move 3, attack targets 2\nnormal Guard 1 at C4
    character Brute at E3, initiative 10\ncharacter Tinkerer at D1, initiative 25\n";

#[test]
fn rule_s8_9_monster_spends_more_points_for_more_targets() {
    turn(TWO, "Guard 1").ends_in("D2 2").attacks("Brute, Tinkerer");
}

#[test]
fn rule_s8_9_monster_without_the_points_or_targets_attacks_its_focus_only() {
    turn(&TWO.replace("move 3", "move 1"), "Guard 1").ends_in("D3 1").attacks("Brute");
    turn(&TWO.replace(" targets 2", ""), "Guard 1").ends_in("D3 1").attacks("Brute");
}

#[test]
fn rule_s8_9_avoiding_disadvantage_on_the_focus_beats_more_targets() {
    let text = "board 7x1\ncard Guard: move 1, attack range 2 targets 2\nnormal Guard 1 at D1
        character Brute at E1, initiative 10\ncharacter Tinkerer at F1, initiative 25\n";
    turn(text, "Guard 1").ends_in("C1 1").attacks("Brute");
}

#[test]
fn rule_s8_10_ranged_monster_stops_as_soon_as_it_can_attack() {
    let text = "board 9x1\ncard Guard: move 5, attack range 3\nnormal Guard 1 at A1
        character Brute at I1, initiative 30";
    turn(text, "Guard 1").ends_in("F1 5").attacks("Brute");
}

#[test]
fn rule_s8_10_ranged_monster_that_cannot_step_away_attacks_at_disadvantage() {
    let text = "board 2x1\ncard Guard: move 5, attack range 3\nnormal Guard 1 at A1
        character Brute at B1, initiative 30";
    let reply = turn(text, "Guard 1");
    reply.ends_in("A1 0").attacks("Brute");
    assert_eq!(reply.ends[0].disadvantage, ["Brute"]);
}

#[test]
fn rule_s8_11_monster_out_of_reach_moves_where_the_fewest_steps_are_left() {
    let reply = turn(FAR, "Guard 1");
    assert_eq!(reply.ends[0].aims.len(), 1);
    let aim = &reply.ends[0].aims[0];
    assert_eq!((aim.hex.as_str(), aim.steps), ("H1", 4));
}

#[test]
fn rule_s8_11_monster_stays_if_no_free_hex_is_nearer() {
    let text = format!("{FAR}normal Guard 2 at B1\nnormal Guard 3 at C1\nnormal Guard 4 at D1");
    turn(&text, "Guard 1").focuses("Brute").ends_in("A1 0");
    let behind = format!("{FAR}normal Guard 2 at D1");
    turn(&behind, "Guard 1").ends_in("C1 2");
}

#[test]
fn rule_s8_12_monster_without_an_attack_stops_adjacent_to_its_focus() {
    let text = FAR.replace("move 3, attack", "move 9");
    turn(&text, "Guard 1").ends_in("H1 7").attacks("nobody");
}

#[test]
fn rule_s8_12_monster_without_an_attack_stays_if_adjacent_to_its_focus() {
    let text = FAR.replace("move 3, attack", "move 9").replace("at A1", "at H1");
    turn(&text, "Guard 1").ends_in("H1 0").attacks("nobody");
}

// S8.14 to S8.17 -------------------------------------------------------------------------------

const CROWD: &str = "board 7x1\ncard Guard: attack range 3 targets 2\nnormal Guard 1 at A1
    character Brute at B1, initiative 30\ncharacter Tinkerer at C1, initiative 20
    character Mindthief at D1, initiative 10\n";

#[test]
fn rule_s8_14_further_targets_are_attacked_in_the_order_of_foci() {
    turn(CROWD, "Guard 1")
        .focuses("Mindthief")
        .attacks("Mindthief, Tinkerer")
        .by_rulings("G2 G3 G4");
}

#[test]
fn rule_s8_14_by_the_letter_a_second_attack_excludes_the_first_target() {
    let reply = turn(&format!("{CROWD}attacked Mindthief\nruling other target"), "Guard 1");
    reply.enemy("Mindthief", None, Some("S8.14")).focuses("Tinkerer").attacks("Tinkerer, Brute");
    let ruling = reply.rulings.iter().find(|ruling| ruling.ruling == "G28").expect("it decides");
    assert_eq!(ruling.standing.word(), "letter");
}

const AGAIN: &str = "board 5x3\ncard Guard: move 2, attack\nagain Guard 1: attack\nattacked Brute
    normal Guard 1 at C2\ncharacter Brute at C1, initiative 10, hit points 6/10
    character Tinkerer at D2, initiative 60\n";

#[test]
fn rule_s8_14_further_attack_has_the_same_target_while_it_lives() {
    let reply = turn(AGAIN, "Guard 1");
    reply.focuses("Brute").attacks("Brute").by_rulings("G28");
    reply.enemy("Tinkerer", Some(0), Some("S8.14"));
    assert_eq!(reply.rulings[0].standing.word(), "public");
    // Even if another enemy acts earlier.
    let later = AGAIN.replace("initiative 10", "initiative 90");
    turn(&later, "Guard 1").focuses("Brute").attacks("Brute");
    let letter = turn(&format!("{AGAIN}ruling other target"), "Guard 1");
    letter.focuses("Tinkerer").attacks("Tinkerer").by_rulings("G28");
}

#[test]
fn rule_s8_14_target_that_cannot_be_attacked_again_is_replaced_by_a_new_focus() {
    let hidden = AGAIN.replace("hit points 6/10", "invisible");
    turn(&hidden, "Guard 1").focuses("Tinkerer").attacks("Tinkerer");
}

#[test]
fn rule_s8_14_fewer_steps_beat_initiative_among_further_targets() {
    // The Scoundrel costs 3 steps, the Spellweaver 4 and acts earlier.
    let text = "board 6x5\nobstacle F4\ncard Guard: move 4, attack targets 2\nnormal Guard 1 at B4
        character Brute at D3, initiative 20\ncharacter Scoundrel at D1, initiative 80
        character Spellweaver at F2, initiative 30\nruling nearer first";
    turn(text, "Guard 1").ends_in("D2 3").attacks("Brute, Scoundrel").by_rulings("");
}

#[test]
fn rule_s8_14_further_target_with_fewer_steps_is_taken_at_equal_points() {
    // From D2 the Brute and the Scout, from B2 the Brute and the Mage: 2 points either way.
    let text = "board 7x5\ncard Guard: move 3, attack targets 2\nnormal Guard 1 at C4
        character Brute at C2, initiative 10\ncharacter Scout at E3, initiative 80
        character Mage at A2, initiative 30\n";
    let reply = turn(text, "Guard 1");
    reply.enemy("Scout", Some(1), Some("S8.5")).enemy("Mage", Some(2), Some("S8.1"));
    reply.ends_in("D2 2").attacks("Brute, Scout").by_rulings("G3");
    // At equal steps the earlier in initiative is taken.
    let level = text.replace("Mage at A2", "Mage at A3");
    turn(&level, "Guard 1").ends_in("B2 2").attacks("Brute, Mage").by_rulings("G3");
}

#[test]
fn rule_s8_14_unknown_initiative_is_not_missing_if_steps_decide() {
    let text = "board 9x3\ncard Rat: move 3, attack targets 2\nsummon Rat of Brute at D1
        character Brute at A1, initiative 30\nnormal Guard 1 at E1\nnormal Bones 1 at F2
        normal Wolf 1 at I1\ninitiative Guard: 20\n";
    turn(text, "Rat").ends_in("E2 1").attacks("Guard 1, Bones 1");
    // Initiative decides between two at equal steps.
    let tied = refused(&text.replace("Wolf 1 at I1", "Wolf 1 at D3"), "Rat");
    assert!(tied.contains("the initiative of Bones is unknown"), "{tied}");
}

#[test]
fn rule_s8_14_monster_out_of_reach_of_its_focus_attacks_nobody() {
    let text = "board 9x1\ncard Guard: attack range 2 targets 3\nnormal Guard 1 at A1
        trap B1 C1 D1 E1 F1 G1 H1 I1\ncharacter Brute at D1, initiative 20
        character Tinkerer at I1, initiative 10";
    // Both are behind traps; the Brute is the focus, but out of reach without a move.
    turn(text, "Guard 1").focuses("Brute").attacks("nobody");
}

#[test]
fn rule_s8_17_all_equally_right_ends_and_targets_are_listed() {
    let text = "board 5x4\ncard Guard: move 1, attack\nnormal Guard 1 at B2
        character Brute at A1, initiative 20";
    let reply = turn(text, "Guard 1");
    reply.ends_in("B1 1, A2 1");
    assert!(reply.ambiguous && reply.to_string().contains("(S8.17)"));
    let open = "board 5x1\ncard Guard: attack range 4 targets 2\nnormal Guard 1 at A1
        character Brute at C1, initiative 20\ncharacter Tinkerer at D1, initiative 30/1
        character Mindthief at E1, initiative 30/1";
    let reply = turn(open, "Guard 1");
    let choice = reply.ends[0].choice.as_ref().expect("two are level");
    assert_eq!((choice.count, choice.from.join(" ")), (1, "Tinkerer Mindthief".to_owned()));
    assert!(reply.ambiguous);
}

#[test]
fn rule_s8_17_single_right_end_leaves_nothing_to_choose() {
    assert!(!turn(WALL, "Guard 1").ambiguous);
}

// Rulings --------------------------------------------------------------------------------------

#[test]
fn ruling_g2_switched_nearness_beats_initiative() {
    let text = CROWD.replace(" targets 2", "");
    turn(&text, "Guard 1").focuses("Mindthief");
    turn(&format!("{text}ruling nearer first"), "Guard 1").focuses("Brute").by_rulings("G2");
}

#[test]
fn ruling_g4_sight_by_corners_can_change_the_focus() {
    let text = "board 5x1\ncard Guard: attack range 3\nnormal Guard 1 at A1
        character Brute at B1, initiative 30\ncharacter Tinkerer at C1, initiative 20\n";
    turn(text, "Guard 1").focuses("Tinkerer").by_rulings("G2 G4");
    let corners = turn(&format!("{text}ruling corner to corner"), "Guard 1");
    corners.focuses("Brute").by_rulings("G4 G25");
    assert_eq!(corners.rulings[0].standing.word(), "public");
}

#[test]
fn ruling_g8_soft_landing_lets_a_jump_reach_farther() {
    let text = "board 4x1\ndifficult C1\ncard Guard: move 2 jump, attack\nnormal Guard 1 at A1
        character Brute at D1, initiative 30\n";
    turn(text, "Guard 1").attacks("nobody");
    turn(&format!("{text}ruling soft landing"), "Guard 1").ends_in("C1 2").attacks("Brute");
}

#[test]
fn ruling_g7_flying_may_end_above_obstacles_but_jumping_may_not() {
    let text = "board 4x1\nobstacle C1\ncard Guard: move 3, attack
        character Brute at D1, initiative 30\nnormal Guard 1 at A1";
    turn(text, "Guard 1").focuses("none");
    turn(&format!("{text}, flying"), "Guard 1").ends_in("C1 2").by_rulings("G7");
    turn(&text.replace("move 3", "move 3 jump"), "Guard 1").focuses("none");
}

#[test]
fn ruling_g5_wall_between_adjacent_hexes_blocks_melee() {
    let text = "board 4x1\nwall A1-B1\ncard Guard: move 3, attack\nnormal Guard 1 at A1
        character Brute at B1, initiative 30\n";
    turn(text, "Guard 1").focuses("none").by_rulings("G5");
}

#[test]
fn ruling_g14_is_named_only_if_an_invisible_enemy_would_matter() {
    let text = "board 9x1\ncard Guard: move 2, attack\nnormal Guard 1 at A1
        character Brute at D1, initiative 30\ncharacter Tinkerer at I1, initiative 10, invisible";
    turn(text, "Guard 1").focuses("Brute").by_rulings("");
    let near = text.replace("D1", "E1").replace("I1", "D1");
    turn(&near, "Guard 1").focuses("none").by_rulings("G14");
}

#[test]
fn missing_card_and_unknown_name_are_reported_with_a_remedy() {
    let text = "board 3x1\nnormal Guard 1 at A1\ncharacter Brute at B1, initiative 30";
    assert_eq!(
        refused(text, "Guard 1"),
        "cannot tell: there is no card for Guard 1; add a line \"card Guard: …\""
    );
    assert_eq!(
        refused(text, "Guard 2"),
        "cannot tell: nobody on the map is called Guard 2; on the map: Guard 1 and Brute"
    );
    assert!(refused(text, "Brute").contains("does not act by the rules of monsters"));
}
