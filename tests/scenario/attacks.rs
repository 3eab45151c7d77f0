//! Attacks and what follows from them: damage, conditions, cards, rests and elements, as worked
//! results and in both directions.

use scenario::receipt::{ReceiptStep, receipt};
use scenario::record::{Change, hit_point_entries, new_record};
use scenario_rules::Hex;
use scenario_rules::element::{Element, ElementStrength};
use scenario_rules::event::{Cause, EventKind};
use scenario_rules::figure::Condition;
use scenario_rules::hand::{CardSelection, Hand, Pile};
use scenario_rules::modifier::DeckOwner;

use crate::support::{action_on, position};
use crate::table::Table;

/// A Guard beside a Brute, and a Mage far from both.
const DUEL: &str = "board 6x2\nlevel 1\nnormal Guard 1 at B1, hit points 20/20
    character Brute at A1, initiative 30, hit points 20/20
    character Mage at E1, initiative 60, hit points 20/20\ninitiative Guard: 50";

#[track_caller]
fn damage(table: &str, line: &str) -> u16 {
    let before = Table::new(table);
    let target = if line.contains("on Guard") { "Guard 1" } else { "Brute" };
    let full = before.figure(target).hit_points.expect("they are counted").current;
    let after = before.plays(line);
    full - after.figure(target).hit_points.expect("they are counted").current
}

#[test]
fn rule_s7_3_e14_damage_adds_bonus_then_card_then_shield() {
    let shielded =
        DUEL.replace("20/20\n    character Brute", "20/20, shield 2\n    character Brute");
    assert_eq!(damage(&shielded, "attack Brute: on Guard 1, 3 +1 pierce 1, drew x2"), 7);
}

#[test]
fn rule_s7_2_e15_advantage_takes_the_better_card_and_disadvantage_the_worse() {
    let with = |word: &str| format!("attack Brute: on Guard 1, 3 {word}, drew -1 +2");
    assert_eq!(damage(DUEL, &with("advantage")), 5);
    assert_eq!(damage(DUEL, &with("disadvantage")), 2);
    Table::new(DUEL)
        .refuses(&with("advantage disadvantage"), "drew 2 cards")
        .refuses("attack Brute: on Guard 1, 3 advantage, drew +1", "draw two cards");
}

#[test]
fn rule_s5_3_e16_attack_without_damage_still_muddles_and_provokes_retaliate() {
    let retaliating =
        DUEL.replace("20/20\n    character Brute", "20/20, retaliate 2\n    character Brute");
    Table::new(&retaliating)
        .plays("attack Brute: on Guard 1, 3 muddle, drew null")
        .has("Guard 1", Some(20))
        .is("Guard 1", Condition::Muddle, true)
        .has("Brute", Some(18));
}

#[test]
fn rule_s7_6_e17_retaliate_adds_up_within_its_ranges() {
    let retaliating = DUEL.replace(
        "20/20\n    character Brute",
        "4/20, retaliate 2, retaliate 1 range 3
            character Brute",
    );
    Table::new(&retaliating).plays("attack Brute: on Guard 1, 1, drew +0").has("Brute", Some(17));
    Table::new(&retaliating)
        .plays("attack Mage: on Guard 1, 1 range 3, drew +0")
        .has("Mage", Some(19));
    Table::new(&retaliating)
        .plays("attack Brute: on Guard 1, 4, drew +0")
        .has("Guard 1", None)
        .has("Brute", Some(20));
}

#[test]
fn rule_s7_4_e19_damage_of_all_hit_points_kills_and_of_fewer_does_not() {
    let weak = DUEL.replacen("20/20", "5/20", 1);
    let dead = Table::new(&weak).plays("attack Brute: on Guard 1, 5, drew +0").has("Guard 1", None);
    let hex: Hex = "B1".parse().expect("a hex");
    assert_eq!(dead.0.position().layout().money.get(&hex), Some(&1), "it leaves a token");
    Table::new(&weak).plays("attack Brute: on Guard 1, 4, drew +0").has("Guard 1", Some(1));
}

#[test]
fn rule_s7_2_e20_strengthened_and_muddled_attacker_draws_one_card() {
    let both = DUEL.replace("initiative 30", "initiative 30, strengthened, muddled");
    assert_eq!(damage(&both, "attack Brute: on Guard 1, 3, drew +1"), 4);
    Table::new(&both).refuses("attack Brute: on Guard 1, 3, drew +1 +1", "draw one card");
}

#[test]
fn rule_s7_1_e21_each_target_of_an_attack_is_attacked_once() {
    let table = "board 4x1\nlevel 1\ncard Guard: attack 2 range 2 targets 2
        normal Guard 1 at B1, hit points 9/9\ncharacter Brute at A1, initiative 30, hit points 9/9
        character Mage at D1, initiative 60, hit points 9/9\ninitiative Guard: 10";
    let turn = "turn Guard 1: to B1, attacks Brute, Mage";
    Table::new(table)
        .refuses("turn Guard 1: to B1, attacks Brute, Brute", "not allowed")
        .plays(turn)
        .plays("attack Guard 1: on Brute, drew +0 +1")
        .refuses("attack Guard 1: on Brute, drew +0 +1", "Guard 1 has still to attack Mage")
        .refuses(turn, "Guard 1 has still to attack Mage")
        .plays("attack Guard 1: on Mage, drew +0")
        .has("Brute", Some(7))
        .has("Mage", Some(7));
}

#[test]
fn rule_s5_2_e22_condition_ends_with_the_next_full_turn() {
    let duel = Table::new(DUEL).plays("gain Guard 1: muddled\ndone Brute\ndone Guard 1");
    duel.is("Guard 1", Condition::Muddle, false);
    Table::new(DUEL)
        .plays("done Brute\ngain Guard 1: muddled\ndone Guard 1")
        .is("Guard 1", Condition::Muddle, true)
        .plays("done Mage\nround\ninitiative Brute: 30\ninitiative Mage: 60\ninitiative Guard: 50")
        .plays("done Brute")
        .is("Guard 1", Condition::Muddle, true)
        .plays("done Guard 1")
        .is("Guard 1", Condition::Muddle, false);
}

#[test]
fn rule_s5_2_poison_and_wound_do_not_end_with_a_turn() {
    Table::new(DUEL)
        .plays("gain Guard 1: poisoned\ngain Guard 1: wounded\ndone Brute\ndone Guard 1")
        .is("Guard 1", Condition::Poison, true)
        .is("Guard 1", Condition::Wound, true);
}

#[test]
fn rule_s5_3_e23_no_damage_card_still_stuns_a_living_target() {
    Table::new(DUEL)
        .plays("attack Brute: on Guard 1, 3 stun, drew null")
        .has("Guard 1", Some(20))
        .is("Guard 1", Condition::Stun, true);
}

#[test]
fn rule_s7_5_e24_lost_card_negates_the_damage_and_not_the_poison() {
    let hit = "attack Guard 1: on Brute, 7 poison, drew +0";
    Table::new(DUEL)
        .plays("hand Brute: 5, played 2")
        .plays("negate Brute: 1 from hand")
        .plays(hit)
        .has("Brute", Some(20))
        .is("Brute", Condition::Poison, true)
        .has_cards("4·0·1")
        .plays(hit)
        .has("Brute", Some(12));
    Table::new(DUEL)
        .plays("hand Brute: 0, played 2, discard 1")
        .refuses("negate Brute: 1 from hand", "has 0 cards in hand")
        .refuses("negate Brute: 2 discards", "has 1 card discarded");
}

#[test]
fn rule_s7_5_negated_damage_is_that_of_any_source() {
    Table::new(&DUEL.replace("board 6x2", "board 6x2\ntrap A2"))
        .plays("negate Brute: 1 from hand\nmove Brute to A2")
        .has("Brute", Some(20));
    Table::new(DUEL)
        .plays("negate Brute: 2 discards\nsuffer Mage: 2\nsuffer Brute: 2, thorns\nsuffer Brute: 1")
        .has("Mage", Some(18))
        .has("Brute", Some(19));
}

#[test]
fn rule_s7_6_e25_target_retaliates_after_each_attack_and_not_when_killed() {
    let retaliating = DUEL.replacen("20/20", "5/20, retaliate 2", 1);
    let hit = "attack Brute: on Guard 1, 2, drew +0";
    Table::new(&retaliating)
        .plays(hit)
        .has("Brute", Some(18))
        .plays(hit)
        .has("Brute", Some(16))
        .plays(hit)
        .has("Guard 1", None)
        .has("Brute", Some(16));
}

#[test]
fn rule_s10_2_e26_double_shuffles_the_deck_after_the_round_and_elements_wane() {
    let table = Table::new(DUEL)
        .plays("make fire\ndone Brute\nattack Guard 1: on Brute, 1, drew x2")
        .refuses("attack Guard 1: on Brute, 1, drew x2", "the one x2 of the monsters is drawn");
    let fire = |table: &Table| table.0.position().layout().elements.state(Element::Fire).strength;
    assert_eq!(fire(&table), ElementStrength::Strong);
    let table = table.plays("done Guard 1\ndone Mage\nround");
    let deck = table.0.position().layout().deck(DeckOwner::Monsters).expect("it is counted");
    assert_eq!((deck.left(), deck.shuffle_due), (20, false));
    assert_eq!(fire(&table), ElementStrength::Waning);
    assert_eq!(fire(&table.plays("round")), ElementStrength::Inert);
}

#[test]
fn rule_s10_2_deck_that_runs_out_is_still_shuffled_after_the_round() {
    let table = format!("{DUEL}\ndeck monsters: 0 of 2 +0, 0 of 1 x2, shuffle due");
    let table = Table::new(&table).plays("attack Guard 1: on Brute, 1, drew +0");
    let deck = table.0.position().layout().deck(DeckOwner::Monsters).expect("it is counted");
    assert_eq!((deck.left(), deck.shuffle_due), (2, true));
}

#[test]
fn overruled_turn_is_the_decision_of_the_players() {
    let table = format!("{DUEL}\ncard Guard: move 2, attack 2, shield 1");
    let table = Table::new(&table).plays("done Brute");
    let turn = "overrule Guard 1: to C1, attacks Mage, because it was pushed";
    let action = action_on(table.0.position(), turn);
    let events = table.0.outcome(&action).expect("it is allowed").report.events;
    let moved = events.iter().find(|event| matches!(event.kind, EventKind::Moved { .. }));
    assert_eq!(moved.expect("it moves").cause, Cause::Players);
    // A second turn of the same round gives no second shield.
    let table = table.plays(turn).plays("done Guard 1").plays(turn);
    assert_eq!(table.figure("Guard 1").bonuses.len(), 1);
}

#[test]
fn wrong_number_of_cards_is_refused_with_the_reasons_for_advantage() {
    Table::new(&DUEL.replace("initiative 30", "initiative 30, muddled")).refuses(
        "attack Brute: on Guard 1, 3 range 2, drew +1",
        "disadvantage: muddled and ranged",
    );
}

#[test]
fn hit_points_of_a_monster_are_explained_since_it_was_put_on_the_map() {
    let mut record = new_record(position(DUEL));
    let lines = "suffer Guard 1: 20\nnormal Guard 1 at B1, hit points 6/9\nsuffer Guard 1: 1";
    for line in lines.lines() {
        let action = action_on(record.game().position(), line);
        record.apply(Change::play(action)).expect("it is allowed");
    }
    let guard = record.game().position().find("Guard 1").expect("it is there");
    assert_eq!(hit_point_entries(&record, guard), [3, 2]);
}

#[test]
fn rule_s10_2_bless_and_curse_leave_the_deck_and_do_not_shuffle_it() {
    let table = Table::new(DUEL)
        .plays("bless monsters: 1\ncurse monsters: 1")
        .plays("attack Guard 1: on Brute, 1, drew bless\nattack Guard 1: on Brute, 9, drew curse")
        .has("Brute", Some(18))
        .refuses("attack Guard 1: on Brute, 9, drew curse", "the deck of the monsters has no curse")
        .plays("curse monsters: 10")
        .refuses("curse monsters: 1", "a deck holds ten")
        .plays("done Brute\nround");
    let deck = table.0.position().layout().deck(DeckOwner::Monsters).expect("it is counted");
    assert_eq!((deck.left(), deck.shuffle_due), (30, false));
}

#[test]
fn rule_s10_2_other_cards_do_not_shuffle_the_deck() {
    let table = Table::new(DUEL).plays("attack Guard 1: on Brute, 1, drew +1\nround");
    let deck = table.0.position().layout().deck(DeckOwner::Monsters).expect("it is counted");
    assert_eq!(deck.left(), 19);
}

#[test]
fn rule_s8_16_element_is_used_only_while_it_is_strong_or_waning() {
    Table::new(DUEL)
        .refuses("use fire", "fire is inert")
        .plays("make fire")
        .refuses("use fire", "strong only from the end of this turn")
        .plays("done Brute\nuse fire")
        .refuses("use fire", "fire is inert");
}

#[test]
fn rule_s4_2_e27_character_without_cards_to_play_rests_or_is_exhausted() {
    let hand = |hand: u8, discard: u8| Hand::full(hand).with(Pile::Discard, discard);
    assert_eq!(hand(1, 1).selection(), CardSelection::Exhausted);
    assert_eq!(hand(1, 2).selection(), CardSelection::LongRest);
    assert_eq!(hand(2, 0).selection(), CardSelection::PlayTwo { may_rest: false });
    let hidden = DUEL.replace("initiative 30", "unrevealed");
    Table::new(&hidden)
        .plays("hand Brute: 1, discard 1")
        .refuses("initiative Brute: 30", "it is exhausted")
        .plays("hand Brute: 1, discard 2")
        .refuses("initiative Brute: 30", "only a long rest is left")
        .plays("initiative Brute: resting");
}

#[test]
fn rule_s10_3_e28_short_rest_loses_a_discard_and_once_another_for_1_damage() {
    Table::new(DUEL)
        .plays("hand Brute: 3, discard 5")
        .refuses("short rest Brute", "between two rounds");
    Table::new(DUEL)
        .plays("hand Brute: 3, discard 5\ndone Brute\ndone Guard 1\ndone Mage")
        .plays("short rest Brute")
        .has_cards("7·0·1")
        .plays("short rest Brute: another card")
        .has_cards("7·0·1")
        .has("Brute", Some(19))
        .refuses("short rest Brute: another card", "has had another card lost already")
        .refuses("short rest Brute", "has taken its short rest");
}

#[test]
fn rule_s10_4_e29_long_rest_loses_a_discard_and_heals_2() {
    let resting =
        DUEL.replacen("initiative 30, hit points 20/20", "unrevealed, hit points 10/20", 1);
    Table::new(&resting)
        .plays("hand Brute: 1, discard 4\ninitiative Brute: resting")
        .has_cards("1·4·0")
        .plays("done Guard 1\ndone Mage\ndone Brute")
        .has_cards("4·0·1")
        .has("Brute", Some(12));
}

#[test]
fn rule_s5_6_played_cards_are_discarded_lost_or_stay_active() {
    Table::new(&DUEL.replace("initiative 30", "unrevealed"))
        .plays("hand Brute: 10\ninitiative Brute: 30")
        .has_cards("8·0·0")
        .plays("cards Brute: 1 from played to lost\ndone Brute")
        .has_cards("8·1·1")
        .refuses("cards Brute: 1 from active to lost", "has 0 cards active, not 1");
}

#[test]
fn rule_s5_6_card_with_an_active_effect_stays() {
    Table::new(&DUEL.replace("initiative 30", "unrevealed"))
        .plays("hand Brute: 10\ninitiative Brute: 30\ncards Brute: 1 from played to active")
        .plays("done Brute")
        .has_cards("8·1·0");
}

#[test]
fn turn_ends_when_the_last_target_leaves_the_map() {
    let table = Table::new(&format!("{DUEL}\ncard Guard: attack 2"))
        .plays("done Brute\nturn Guard 1: to B1, attacks Brute\nremove Brute");
    assert!(table.0.has_acted(table.figure("Guard 1").id()));
    assert_eq!(table.0.attacks_due(), None);
}

#[test]
fn rule_s4_2_changed_initiative_takes_the_cards_back_first() {
    Table::new(&DUEL.replace("initiative 30", "unrevealed"))
        .plays("hand Brute: 10\ninitiative Brute: 30\ninitiative Brute: 31")
        .has_cards("8·0·0")
        .plays("initiative Brute: unrevealed")
        .has_cards("10·0·0");
}

#[test]
fn ruling_g14_wound_hurts_at_the_start_of_a_turn_until_a_heal() {
    Table::new(DUEL)
        .plays("gain Guard 1: wounded\ndone Brute")
        .has("Guard 1", Some(19))
        .plays("note The turn goes on.\nheal Guard 1: 3")
        .has("Guard 1", Some(20))
        .is("Guard 1", Condition::Wound, false);
    let weak = DUEL.replacen("20/20", "1/20, wounded", 1);
    let table = Table::new(&weak).plays("done Brute").has("Guard 1", None);
    assert_eq!(table.0.in_turn(), table.0.position().find("Mage"), "the round goes on");
}

#[test]
fn ruling_g14_poison_is_healed_instead_of_hit_points() {
    Table::new(&DUEL.replacen("20/20", "5/20, poisoned", 1))
        .plays("attack Brute: on Guard 1, 1, drew +0")
        .has("Guard 1", Some(3))
        .plays("heal Guard 1: 4")
        .has("Guard 1", Some(3))
        .plays("heal Guard 1: 4")
        .has("Guard 1", Some(7));
}

#[test]
fn ruling_g23_poison_of_an_attack_does_not_raise_its_damage() {
    let hit = "attack Brute: on Guard 1, 2 poison, drew +0";
    Table::new(DUEL).plays(hit).has("Guard 1", Some(18)).plays(hit).has("Guard 1", Some(15));
    Table::new(&DUEL.replacen("20/20", "2/20", 1)).plays(hit).has("Guard 1", None);
}

#[test]
fn ruling_g24_e46_players_choose_the_order_of_additions_and_doublings() {
    let shielded = DUEL.replacen("20/20", "20/20, shield 1", 1);
    assert_eq!(damage(&shielded, "attack Brute: on Guard 1, 2 +1 double, drew -1"), 4);
    assert_eq!(damage(&shielded, "attack Brute: on Guard 1, 2 double +1, drew -1"), 3);
}

#[test]
fn ruling_g11_e48_card_with_an_effect_is_better_only_at_equal_value() {
    let stunned = |cards: &str| {
        let line = format!("attack Brute: on Guard 1, 3 advantage, drew {cards}");
        Table::new(DUEL).plays(&line).figure("Guard 1").is(Condition::Stun)
    };
    assert!(stunned("+1 +1/stun"));
    assert!(!stunned("+2 +0/stun"), "neither is better: the first drawn counts");
    assert!(stunned("+0/stun +2"), "neither is better: the first drawn counts");
}

#[test]
fn ruling_g11_rolling_cards_count_together_or_are_ignored() {
    let table = format!("{DUEL}\nruling rolling cards");
    let with = |word: &str, cards: &str| {
        damage(&table, &format!("attack Brute: on Guard 1, 1{word}, drew {cards}"))
    };
    let [even, better, worse] = ["", " advantage", " disadvantage"];
    assert_eq!(with(even, "rolling+1 +2"), 4);
    assert_eq!(with(better, "rolling+1 +2"), 4, "the first of two rolls");
    assert_eq!(with(worse, "rolling+1 +2"), 3, "the one that does not roll");
    assert_eq!(with(better, "+2 rolling+1"), 4, "the second of two rolls");
    assert_eq!(with(worse, "+2 rolling+1"), 3);
    assert_eq!(with(better, "rolling+1 rolling+4 +2"), 8, "both roll");
    assert_eq!(with(worse, "rolling+1 rolling+4 +2"), 3, "both roll");
    Table::new(&table)
        .refuses("attack Brute: on Guard 1, 1, drew rolling+1", "drew 1 card")
        .refuses("attack Brute: on Guard 1, 1, drew +1 rolling+1", "drew 2 cards");
    assert_eq!(damage(DUEL, "attack Brute: on Guard 1, 1 disadvantage, drew rolling+1 +2"), 2);
}

#[test]
fn rule_s7_1_attack_needs_an_enemy_in_range_and_sight() {
    let walled = format!("{DUEL}\nwall A1-B1 A2-B1 A1-A2");
    Table::new(DUEL)
        .refuses("attack Brute: on Mage, 2, drew +0", "Mage is no enemy of Brute")
        .refuses("attack Mage: on Guard 1, 2 range 2, drew +0", "3 hexes away")
        .plays("attack Mage: on Guard 1, 2 range 3, drew +0")
        .plays("attack Brute: on Mage, 2, drew +0, because the card says so")
        .has("Mage", Some(18));
    Table::new(&walled).refuses("attack Brute: on Guard 1, 2, drew +0", "stopped by");
    Table::new(&DUEL.replacen("20/20", "20/20, invisible", 1))
        .refuses("attack Brute: on Guard 1, 2, drew +0", "Guard 1 is invisible");
    Table::new(&DUEL.replace("initiative 30", "initiative 30, disarmed"))
        .refuses("attack Brute: on Guard 1, 2, drew +0", "Brute is disarmed");
}

#[test]
fn rule_s7_2_ranged_attack_on_an_adjacent_enemy_draws_two_cards() {
    Table::new(DUEL)
        .refuses("attack Brute: on Guard 1, 2 range 3, drew +0", "disadvantage")
        .plays("attack Brute: on Guard 1, 2 range 3, drew +1 -1")
        .has("Guard 1", Some(19));
}

#[test]
fn rule_s7_3_damage_is_never_below_0_and_pierce_takes_only_from_the_shield() {
    let shielded = DUEL.replacen("20/20", "20/20, shield 2, shield 3", 1);
    assert_eq!(damage(&shielded, "attack Brute: on Guard 1, 1, drew -2"), 0);
    assert_eq!(damage(&shielded, "attack Brute: on Guard 1, 6, drew +0"), 1);
    assert_eq!(damage(&shielded, "attack Brute: on Guard 1, 6 pierce 9, drew +0"), 6);
}

#[test]
fn sums_of_hundreds_of_shields_and_retaliates_stay_within_their_bounds() {
    let bonuses = ", shield 99, retaliate 99".repeat(700);
    let table = DUEL.replacen("20/20", &format!("20/20{bonuses}"), 1);
    Table::new(&table)
        .plays("attack Brute: on Guard 1, 99, drew x2")
        .has("Guard 1", Some(20))
        .has("Brute", None);
}

#[test]
fn rule_s8_15_bonuses_of_a_card_end_with_the_round() {
    let table = format!("{DUEL}\ncard Guard: attack 2, shield 1, retaliate 1");
    let table = Table::new(&table)
        .plays("done Brute\nturn Guard 1: to B1, attacks Brute")
        .plays("attack Guard 1: on Brute, drew +0\nattack Mage: on Guard 1, 3 range 3, drew +0")
        .has("Guard 1", Some(18));
    assert_eq!(table.figure("Guard 1").bonuses.len(), 2);
    assert!(table.plays("done Mage\nround").figure("Guard 1").bonuses.is_empty());
}

#[test]
fn rule_s8_18_conditions_of_a_list_do_not_stick() {
    Table::new(&DUEL.replacen("20/20", "20/20, immune to stunned", 1))
        .refuses("gain Guard 1: stunned", "cannot be stunned")
        .plays("attack Brute: on Guard 1, 1 stun muddle, drew +0")
        .is("Guard 1", Condition::Stun, false)
        .is("Guard 1", Condition::Muddle, true);
}

#[test]
fn rule_s5_8_move_written_after_the_attack_follows_the_last_attack() {
    let table = "board 6x1\nlevel 1\ncard Guard: attack 2 range 3, move 2
        normal Guard 1 at B1, hit points 9/9\ncharacter Brute at E1, initiative 30, hit points 9/9
        initiative Guard: 10";
    let table = Table::new(table).plays("turn Guard 1: to D1, attacks Brute");
    assert_eq!(table.figure("Guard 1").hex.to_string(), "B1", "it attacks from where it stands");
    let table = table.plays("attack Guard 1: on Brute, drew +0");
    assert_eq!(table.figure("Guard 1").hex.to_string(), "D1");
    assert!(table.0.has_acted(table.figure("Guard 1").id()));
}

#[test]
fn rule_s8_14_further_attack_is_part_of_the_same_turn() {
    let table = format!("{DUEL}\ncard Guard: attack 2").replacen("20/20", "20/20, muddled", 1);
    let table = Table::new(&table)
        .plays("done Brute\nturn Guard 1: to B1, attacks Brute")
        .plays("attack Guard 1: on Brute, drew +0 +1")
        .is("Guard 1", Condition::Muddle, false)
        .plays("again Guard 1: attack 3")
        .is("Guard 1", Condition::Muddle, true)
        .plays("turn Guard 1: to B1, attacks Brute")
        .refuses("attack Guard 1: on Brute, drew +0", "draw two cards")
        .plays("attack Guard 1: on Brute, drew +0 +1");
    table.is("Guard 1", Condition::Muddle, false).has("Brute", Some(15));
}

#[test]
fn rule_s5_5_character_picks_up_the_money_in_its_hex() {
    let table = Table::new(&format!("{DUEL}\nmoney A1 A1 B1 C1")).plays("done Brute");
    let brute = table.figure("Brute").id();
    assert_eq!(table.0.position().layout().purse(brute).tokens, 2);
    let table = table.plays("loot Brute: 1\nexperience Brute: +2");
    let purse = table.0.position().layout().purse(brute);
    assert_eq!((purse.tokens, purse.experience), (3, 2));
    table.refuses("experience Brute: -3", "goes from 0").refuses("no money F1", "no money token");
}

#[test]
fn rule_s11_2_summoned_monster_leaves_no_money() {
    let table = Table::new(&DUEL.replacen("20/20", "1/20, leaves nothing", 1));
    let table = table.plays("suffer Guard 1: 1").has("Guard 1", None);
    assert!(table.0.position().layout().money.is_empty());
}

#[test]
fn rule_s11_2_other_monsters_and_no_characters_leave_money() {
    let weak = DUEL.replace("20/20", "1/20");
    let table = Table::new(&weak).plays("suffer Guard 1: 1\nsuffer Mage: 1");
    assert_eq!(table.0.position().layout().money.len(), 1);
    let removed = Table::new(DUEL).plays("remove Guard 1");
    assert!(removed.0.position().layout().money.is_empty(), "it did not die");
}

#[test]
fn rule_s2_6_suffered_damage_meets_no_shield() {
    Table::new(&DUEL.replacen("20/20", "20/20, shield 3", 1))
        .plays("suffer Guard 1: 2")
        .has("Guard 1", Some(18));
}

#[test]
fn rule_s2_6_suffered_damage_needs_no_sight() {
    Table::new(&format!("{DUEL}\nwall A1-B1 A2-B1 A1-A2"))
        .plays("suffer Brute: 2, a falling stone")
        .has("Brute", Some(18));
}

#[test]
fn rule_s3_6_deck_of_20_cards_is_shared_by_all_monsters() {
    let table = Table::new(&DUEL.replace("board 6x2", "board 6x2\nnormal Ghost 1 at B2"))
        .plays("attack Guard 1: on Brute, 1, drew +2")
        .refuses("attack Ghost 1: on Brute, 1 range 2, drew +2", "the one +2 of the monsters")
        .plays("shuffle monsters\nattack Ghost 1: on Brute, 1 range 2, drew +2");
    let deck = table.0.position().layout().deck(DeckOwner::Monsters).expect("it is counted");
    assert_eq!(deck.left(), 19);
}

#[test]
fn rule_s3_6_summon_draws_from_the_deck_of_its_character() {
    let table = format!("{DUEL}\nsummon Rat of Brute at B2\ndeck Brute: 2 +0, +1");
    Table::new(&table)
        .plays("attack Rat: on Guard 1, 1, drew +1")
        .refuses("attack Brute: on Guard 1, 1, drew +1", "the one +1 of Brute is drawn already")
        .refuses("attack Brute: on Guard 1, 1, drew x2", "the deck of Brute has no x2")
        .plays("attack Mage: on Guard 1, 1 range 5, drew x2");
}

#[test]
fn rule_s5_5_nothing_is_picked_up_from_other_hexes_or_by_monsters() {
    let table = Table::new(&format!("{DUEL}\nmoney B1 C1")).plays("done Brute\ndone Guard 1");
    assert_eq!(table.0.position().layout().money.len(), 2);
}

#[test]
fn rule_s7_7_character_without_hit_points_leaves_with_its_summons() {
    let table = format!("{DUEL}\nsummon Rat of Brute at B2");
    let table = Table::new(&table).plays("suffer Brute: 20").has("Brute", None);
    assert_eq!(table.0.position().find("Rat"), None);
}

#[test]
fn rule_s7_7_character_with_1_hit_point_stays() {
    Table::new(DUEL).plays("suffer Brute: 19").has("Brute", Some(1));
}

#[test]
fn rule_s8_16_used_element_is_inert() {
    let table = Table::new(DUEL).plays("make ice\ndone Brute\nround\nuse ice");
    let state = table.0.position().layout().elements.state(Element::Ice);
    assert_eq!(state.strength, ElementStrength::Inert);
}

#[test]
fn rule_s8_18_conditions_off_the_list_stick() {
    Table::new(&DUEL.replacen("20/20", "20/20, immune to stunned", 1))
        .plays("gain Guard 1: muddled")
        .is("Guard 1", Condition::Muddle, true);
}

#[test]
fn rule_s10_1_elements_wane_only_at_the_end_of_a_round() {
    let table = Table::new(DUEL).plays("make air\ndone Brute\ndone Guard 1\ndone Mage");
    let air = |table: &Table| table.0.position().layout().elements.state(Element::Air).strength;
    assert_eq!(air(&table), ElementStrength::Strong);
    assert_eq!(air(&table.plays("round")), ElementStrength::Waning);
}

#[test]
fn rule_s10_1_element_made_again_is_strong_again() {
    let table = Table::new(DUEL).plays("make air\ndone Brute\nround\nmake air\ndone Brute");
    let air = table.0.position().layout().elements.state(Element::Air).strength;
    assert_eq!(air, ElementStrength::Strong);
}

#[test]
fn rule_s10_3_short_rest_needs_two_discards() {
    Table::new(DUEL)
        .plays("hand Brute: 3, discard 1\ndone Brute\ndone Guard 1\ndone Mage")
        .refuses("short rest Brute", "needs two discards")
        .refuses("short rest Brute: another card", "has not taken a short rest")
        .refuses("short rest Mage", "the cards of Mage are not counted");
}

#[test]
fn rule_s10_4_long_rest_needs_two_discards() {
    Table::new(&DUEL.replacen("initiative 30", "unrevealed", 1))
        .plays("hand Brute: 5, discard 1")
        .refuses("initiative Brute: resting", "a long rest needs two discards, and Brute has 1");
}

#[test]
fn rule_s11_1_loot_takes_every_token_within_range() {
    let table = Table::new(&format!("{DUEL}\nmoney A1 C1 C1 F1")).plays("loot Brute: 2");
    assert_eq!(table.0.position().layout().purse(table.figure("Brute").id()).tokens, 3);
}

#[test]
fn rule_s11_1_loot_does_not_reach_farther_or_through_walls() {
    let table = format!("{DUEL}\nmoney A2 C1\nwall A1-A2 A2-B1 B1-B2 A1-B1");
    let table = Table::new(&table).plays("loot Brute: 1");
    assert_eq!(table.0.position().layout().purse(table.figure("Brute").id()).tokens, 0);
}

#[test]
fn rule_s11_3_experience_is_counted_per_character() {
    let table = Table::new(DUEL).plays("experience Brute: +2\nexperience Brute: +1");
    let of = |name: &str| table.0.position().layout().purse(table.figure(name).id()).experience;
    assert_eq!((of("Brute"), of("Mage")), (3, 0));
}

#[test]
fn rule_s11_3_monster_gains_no_experience() {
    Table::new(DUEL).refuses("experience Guard 1: +1", "Guard 1 is no character");
}

#[test]
fn charge_of_a_bonus_is_used_up() {
    let table = Table::new(DUEL)
        .plays("bonus Brute: shield 1 for 2 charges\ncharge Brute: shield 1")
        .plays("charge Brute: shield 1")
        .refuses("charge Brute: shield 1", "Brute has no such shield 1");
    assert!(table.figure("Brute").bonuses.is_empty());
}

#[test]
fn receipt_of_an_attack_has_every_step_with_its_rule() {
    let table = "board 2x1\nlevel 1\ncard Archer: attack 2+1 range 3 pierce 1 muddle
        elite Archer 2 at A1, hit points 5/5
        character Brute at B1, initiative 60, hit points 8/10, poisoned, shield 2, retaliate 1
        initiative Archer: 24";
    let game = Table::new(table).plays("turn Archer 2: to A1, attacks Brute").0;
    let attack = action_on(game.position(), "attack Archer 2: on Brute, drew -1 +1");
    let events = game.outcome(&attack).expect("it is allowed").report.events;
    let lines: Vec<String> =
        receipt(game.position().names(), &events).iter().map(ReceiptStep::text).collect();
    assert_eq!(
        lines.join("\n"),
        "Archer 2 attacks Brute (S7.1)
  attack 2 (S7.3)
  + 1 ability card (S7.3)
  + 1 Brute is poisoned (G14)
  disadvantage: ranged and adjacent (S7.2)
  drew -1 +1: -1 counts (G11)
  = 3 (S7.3)
  − 1 shield: 2 less pierce 1 (G9)
  = 2 (S7.3)
  18 cards left in the deck of the monsters (S3.6)
  Brute: hit points 8 → 6 (S7.3)
  Brute is muddled until its turn ends (G23)
  Archer 2 suffers 1 (S7.6)
    Archer 2: hit points 5 → 4 (S7.6)
the turn of Archer 2 ends"
    );
}
