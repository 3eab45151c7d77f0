//! The turn: rules 4.1 to 4.5.

use rules::Rule;
use rules::player::PlayerId;
use rules::sub_action::SubAction;

use crate::support::*;

/// Entrance, coastal and gray squares with space for a few stalls.
const MARKET: &str = "
    e e e c c c g g g
    e e e c c c g g g
    ";

/// Returns a position with Anna's stall in the corner.
#[track_caller]
fn market(players: usize) -> Layout {
    layout(players, MARKET).tile(ANNA, "Population", "A1")
}

/// Plays a turn of each of these players: a card face down for $1.
#[track_caller]
fn play_idle_turns(table: &mut Table, players: &[PlayerId]) {
    for &player in players {
        table.play(face_down_unnamed(player, SubAction::Money));
    }
}

// 4.1 ------------------------------------------------------------------------------------------

#[test]
fn rule_4_1_grants_a_card_face_up_or_face_down_or_a_vote() {
    let table = market(3).has_played(ANNA, &["Recruit", "Upgrade"]).turn(ANNA);
    table.check_allowed(lead(ANNA, "Trade", [import("Gems", "D1")]));
    table.check_allowed(face_down(ANNA, "Construct", SubAction::Money));
    table.check_allowed(call_vote(ANNA));
}

#[test]
fn rule_4_1_refuses_cards_that_are_not_in_hand() {
    let table = market(3).has_played(ANNA, &["Trade"]).turn(ANNA);
    table.check_refused(lead(ANNA, "Trade", [import("Gems", "D1")]), &[(Rule::PlayACard, &[])]);
    table.check_refused(face_down(ANNA, "Trade", SubAction::Money), &[(Rule::PlayACard, &[])]);
    table.check_refused(face_down(ANNA, "Haggler", SubAction::Money), &[(Rule::PlayACard, &[])]);
    table.check_says(
        face_down(ANNA, "Haggler", SubAction::Money),
        &["Haggler is not in Human's hand"],
    );
    // The Income card is used with two players only.
    table.check_refused(lead(ANNA, "Income", []), &[(Rule::PlayACard, &[])]);
}

/// Reasons about the card and about its use are given together.
#[test]
fn rule_4_1_refusal_gives_reasons_for_the_card_and_for_its_use() {
    let table = market(3).has_played(ANNA, &["Trade"]).turn(ANNA);
    table.check_refused(
        lead(ANNA, "Trade", [import("Gems", "B1")]),
        &[(Rule::PlayACard, &[]), (Rule::Import, &["A1"])],
    );
    table.check_refused(
        face_down(ANNA, "Trade", road("I1")),
        &[(Rule::PlayACard, &[]), (Rule::ConnectedToOwn, &[])],
    );
}

#[test]
fn rule_4_1_refuses_a_main_action_that_is_not_fully_resolved() {
    let table = market(2).holds(ANNA, &["Envoy"]).turn(ANNA);
    table.check_refused(lead(ANNA, "Trade", []), &[(Rule::PlayACard, &[])]);
    table.check_refused(lead(ANNA, "Trade", [SubAction::Money]), &[(Rule::PlayACard, &[])]);
    // Envoy trades twice, not once or three times.
    let [one, two, three] = ["D1", "F1", "H1"].map(|at| import("Gems", at));
    table.check_refused(lead(ANNA, "Envoy", [one.clone()]), &[(Rule::PlayACard, &[])]);
    let knowledge = import("Knowledge", "F1");
    table.check_allowed(lead(ANNA, "Envoy", [one.clone(), knowledge.clone()]));
    let population = import("Population", "H1");
    table.check_refused(
        lead(ANNA, "Envoy", [one, knowledge, population]),
        &[(Rule::PlayACard, &[])],
    );
    // The second import is judged after the first, which occupies the section.
    table.check_refused(lead(ANNA, "Envoy", [two, three]), &[(Rule::OnePerSection, &["F1"])]);
}

#[test]
fn rule_4_1_refuses_call_to_vote_face_down_or_led_like_a_card() {
    let table = market(2).turn(ANNA);
    table.check_refused(
        face_down(ANNA, "Call to Vote", SubAction::Money),
        &[(Rule::PlayACard, &[])],
    );
    table.check_refused(lead(ANNA, "Call to Vote", []), &[(Rule::PlayACard, &[])]);
}

#[test]
fn rule_4_1_refuses_anything_but_the_vote_when_only_call_to_vote_is_left() {
    let table =
        market(3).has_played(ANNA, &["Recruit", "Trade", "Upgrade", "Construct"]).turn(ANNA);
    table.check_refused(face_down_unnamed(ANNA, SubAction::Money), &[(Rule::PlayACard, &[])]);
    table.check_says(face_down_unnamed(ANNA, SubAction::Money), &["so the vote must be called"]);
    table.check_allowed(call_vote(ANNA));
}

/// Ruling R25: an unnamed face-down card can be any card consistent with the record.
#[test]
fn rule_4_1_r25_grants_any_card_that_may_still_be_in_hand() {
    let mut table = market(3).holds(ANNA, &["Mason"]).turn(ANNA);
    // Five cards besides Call to Vote; two of them are played face down, unnamed.
    for _ in 0..2 {
        table.play(face_down_unnamed(ANNA, SubAction::Money));
        play_idle_turns(&mut table, &[BEN, CARA]);
    }
    assert_eq!(table.game.unnamed_cards(ANNA), 2);
    assert_eq!(table.game.hand_size(ANNA), 4);
    for name in ["Recruit", "Trade", "Upgrade", "Construct", "Mason"] {
        table.check_allowed(face_down(ANNA, name, SubAction::Money));
    }
}

/// Ruling R25: once three of five cards are named, the other two must be the unnamed ones.
#[test]
fn rule_4_1_r25_refuses_a_card_that_must_be_face_down() {
    let hands =
        market(3).holds(ANNA, &["Mason"]).holds(BEN, &["Foreman"]).holds(CARA, &["Scholar"]);
    let mut table = hands.turn(ANNA);
    for _ in 0..2 {
        table.play(face_down_unnamed(ANNA, SubAction::Money));
        play_idle_turns(&mut table, &[BEN, CARA]);
    }
    for name in ["Recruit", "Mason"] {
        table.play(face_down(ANNA, name, SubAction::Influence));
        play_idle_turns(&mut table, &[BEN, CARA]);
    }
    // Trade, Upgrade and Construct are left; two of them are face down.
    for name in ["Trade", "Upgrade", "Construct"] {
        table.check_allowed(face_down(ANNA, name, SubAction::Money));
    }
    table.play(face_down(ANNA, "Trade", SubAction::Money));
    play_idle_turns(&mut table, &[BEN, CARA]);
    table.check_refused(
        face_down(ANNA, "Upgrade", SubAction::Money),
        &[(Rule::PlayACard, &[]), (Rule::PlayACard, &[])],
    );
    table.check_says(
        face_down(ANNA, "Upgrade", SubAction::Money),
        &["Upgrade is not in Human's hand"],
    );
}

/// Ruling R25: a card recruited later cannot be one that was played face down before.
#[test]
fn rule_4_1_r25_card_recruited_later_cannot_be_an_earlier_face_down_card() {
    let mut table = layout(3, MARKET)
        .tile(ANNA, "Gems", "A1")
        .without_cards(ANNA, &["Upgrade", "Construct"])
        .turn(ANNA);
    // Recruit or Trade is face down; then Recruit is led for the Haggler, so it was Trade.
    table.play(face_down_unnamed(ANNA, SubAction::Money));
    play_idle_turns(&mut table, &[BEN, CARA]);
    table.check_allowed(face_down(ANNA, "Trade", SubAction::Money));
    table.play(lead(ANNA, "Recruit", [recruit("Haggler")]));
    table.play(pass(BEN)).play(pass(CARA)).play(deal_advisers(&["Mason"]));
    play_idle_turns(&mut table, &[BEN, CARA]);
    table.check_refused(face_down(ANNA, "Trade", SubAction::Money), &[(Rule::PlayACard, &[])]);
    table.check_allowed(face_down(ANNA, "Haggler", SubAction::Money));
}

// 4.2 ------------------------------------------------------------------------------------------

#[test]
fn rule_4_2_grants_other_players_a_follow_a_basic_action_or_a_pass() {
    let mut table = market(4).turn(BEN);
    table.play(lead(BEN, "Trade", [import("Metal", "G1")]));
    table.check_owed(&["Orchid may follow Trade"]);
    table.play(follow(CARA, import("Knowledge", "D1")));
    table.check_owed(&["Savvas may follow Trade"]);
    table.play(follow(DAN, SubAction::Influence));
    table.check_owed(&["Human may follow Trade"]);
    table.play(pass(ANNA));
    table.check_money(&[7, 4, 5, 7]).check_fleeting(&[0, 0, 0, 1]);
    table.check_owed(&["Orchid plays a card"]);
}

#[test]
fn rule_4_2_refuses_followers_out_of_turn_and_other_actions() {
    let mut table = market(3).tile(BEN, "Metal", "I1").turn(ANNA);
    table.play(lead(ANNA, "Trade", [import("Gems", "D1")]));
    table.check_refused(follow(CARA, SubAction::Money), &[(Rule::Follow, &[])]);
    table.check_refused(follow(ANNA, SubAction::Money), &[(Rule::Follow, &[])]);
    table.check_refused(follow(BEN, house("G1")), &[(Rule::Follow, &[])]);
    table.check_refused(follow(BEN, recruit("Haggler")), &[(Rule::Follow, &[])]);
    // A follower plays no card.
    table.check_refused(face_down(BEN, "Trade", SubAction::Money), &[(Rule::Follow, &[])]);
}

#[test]
fn rule_4_2_refuses_to_follow_a_card_played_face_down_or_a_vote() {
    let mut table = market(2).has_played(BEN, &["Recruit", "Trade", "Upgrade"]).turn(ANNA);
    table.play(face_down(ANNA, "Trade", SubAction::Money));
    table.check_owed(&["Quatryl plays a card"]);
    table.check_refused(follow(BEN, SubAction::Money), &[(Rule::TurnPasses, &[])]);
    table.play(call_vote(BEN));
    table.check_refused(follow(ANNA, SubAction::Money), &[(Rule::VoteBonus, &[])]);
}

/// Ruling R3.
#[test]
fn rule_4_2_grants_a_pass_to_a_player_who_could_follow() {
    let mut table = market(2).turn(ANNA);
    table.play(lead(ANNA, "Trade", [import("Gems", "D1")])).play(pass(BEN));
    table.check_money(&[5, 7]).check_owed(&["Quatryl plays a card"]);
}

// 4.3 ------------------------------------------------------------------------------------------

#[test]
fn rule_4_3_grants_following_an_adviser_as_its_category() {
    let mut table = market(2).holds(ANNA, &["Haggler"]).turn(ANNA);
    table.play(lead(ANNA, "Haggler", [import("Gems", "D1")]));
    // Only Anna gets the discount of the card text.
    table.play(follow(BEN, import("Metal", "F1")));
    table.check_money(&[6, 5]);
}

#[test]
fn rule_4_3_refuses_following_an_adviser_by_its_own_text() {
    let mut table = market(2).holds(ANNA, &["Tax Collector"]).tile(BEN, "Stone", "I1").turn(ANNA);
    table.play(lead(ANNA, "Tax Collector", [import("Gems", "D1")]));
    // Trade $2, and an income of $2 with the new stall.
    table.check_money(&[7, 7]).check_income(&[2, 1]);
    table.check_refused(follow(BEN, bridge("G1")), &[(Rule::Follow, &[])]);
    table.play(pass(BEN)).check_money(&[7, 7]);
}

/// Ruling R19: the Herald recruits for its own influence, without that of Recruit in addition.
#[test]
fn rule_4_3_refuses_effects_that_only_the_standard_card_grants() {
    let mut table =
        layout(2, MARKET).tile(ANNA, "Gems", "A1").holds(ANNA, &["Herald", "Shepherd"]).turn(ANNA);
    table.play(lead(ANNA, "Herald", [recruit("Haggler")]));
    table.check_fleeting(&[2, 0]).check_lasting(&[1, 0]).check_money(&[7, 7]);
    // The Shepherd builds without a road.
    let table = layout(2, MARKET)
        .tile(BEN, "Gems", "A1")
        .access(ANNA, "Gems", "A1")
        .tile(ANNA, "Population", "D2")
        .roads("C1 C2")
        .holds(ANNA, &["Shepherd"])
        .advisers(&["Haggler"])
        .turn(ANNA);
    table.check_refused(
        lead(ANNA, "Shepherd", [build_then_road("Jewelry", "A2 B2 B1", "D1")]),
        &[(Rule::UpgradeRoad, &[])],
    );
    table.check_allowed(lead(ANNA, "Shepherd", [build("Jewelry", "A2 B2 B1")]));
}

#[test]
fn rule_4_3_computes_the_advisers_discount_instead_of_the_standard_cards() {
    let board = "
        f f ~ ~
        f f ~ ~
        ";
    let mut table =
        layout(2, board).tile(ANNA, "Gems", "B1").holds(ANNA, &["Carpenter"]).turn(ANNA);
    table.play(lead(ANNA, "Carpenter", [bridge("C1")])).check_money(&[5, 7]);
    let mut table = layout(2, board).tile(ANNA, "Gems", "B1").holds(ANNA, &["Warden"]).turn(ANNA);
    table.play(lead(ANNA, "Warden", [bridge("C1")])).check_money(&[7, 7]).check_points(&[1, 0]);
}

/// Ruling R19: the conditions of the action still apply.
#[test]
fn rule_4_3_refuses_an_adviser_action_that_breaks_its_category_conditions() {
    let table = market(2).holds(ANNA, &["Haggler"]).turn(ANNA);
    table.check_refused(
        lead(ANNA, "Haggler", [import("Metal", "B2")]),
        &[(Rule::Import, &[]), (Rule::Import, &["A1"])],
    );
}

// 4.4 ------------------------------------------------------------------------------------------

#[test]
fn rule_4_4_refuses_a_played_card_before_the_vote() {
    let mut table = market(2).turn(ANNA);
    table.play(lead(ANNA, "Trade", [import("Gems", "D1")])).play(pass(BEN));
    table.play(face_down(BEN, "Recruit", SubAction::Money)).play(face_down(
        ANNA,
        "Recruit",
        SubAction::Money,
    ));
    table.play(face_down(BEN, "Trade", SubAction::Money));
    assert_eq!(table.played(ANNA), ["Recruit", "Trade"]);
    assert_eq!(table.hand(ANNA), ["Upgrade", "Construct", "Call to Vote", "Income"]);
    table.check_refused(face_down(ANNA, "Trade", SubAction::Money), &[(Rule::PlayACard, &[])]);
    table.check_refused(face_down(ANNA, "Recruit", SubAction::Money), &[(Rule::PlayACard, &[])]);
}

#[test]
fn rule_4_4_grants_the_callers_played_cards_again_after_the_vote() {
    let mut table = market(2)
        .has_played(ANNA, &["Recruit", "Trade", "Income"])
        .has_played(BEN, &["Trade"])
        .turn(ANNA);
    table
        .play(call_vote(ANNA))
        .play(bonus(ANNA, SubAction::Money))
        .play(bonus(ANNA, SubAction::Money));
    let all = ["Recruit", "Trade", "Upgrade", "Construct", "Call to Vote", "Income"];
    assert_eq!(table.hand(ANNA), all);
    assert_eq!(table.played(ANNA), [""; 0]);
    // The cards of other players stay played.
    assert_eq!(table.played(BEN), ["Trade"]);
}

// 4.5 ------------------------------------------------------------------------------------------

#[test]
fn rule_4_5_grants_the_next_turn_to_the_player_on_the_left() {
    let mut table = market(3).turn(BEN);
    table.play(face_down(BEN, "Trade", SubAction::Money)).check_owed(&["Orchid plays a card"]);
    table.play(face_down(CARA, "Trade", SubAction::Money)).check_owed(&["Human plays a card"]);
    table.play(face_down(ANNA, "Trade", SubAction::Money)).check_owed(&["Quatryl plays a card"]);
    assert_eq!(table.game.active_player(), Some(BEN));
    assert_eq!(table.game.turn_number(), 4);
}

#[test]
fn rule_4_5_refuses_a_turn_out_of_order() {
    let mut table = market(3).turn(ANNA);
    table.check_refused(face_down(BEN, "Trade", SubAction::Money), &[(Rule::TurnPasses, &[])]);
    table.check_refused(call_vote(CARA), &[(Rule::TurnPasses, &[])]);
    table.play(face_down(ANNA, "Trade", SubAction::Money));
    table.check_refused(face_down(ANNA, "Recruit", SubAction::Money), &[(Rule::TurnPasses, &[])]);
    table
        .check_says(face_down(ANNA, "Recruit", SubAction::Money), &["Quatryl acts now, not Human"]);
}
