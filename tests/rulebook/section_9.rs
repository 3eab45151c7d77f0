//! Call to Vote: rules 9.1 to 9.9, with rulings R9, R17, R27 and R31.

use components::quantity::Quantity;
use components::specs::Terrain;
use rules::receipt::Event;
use rules::sub_action::SubAction;
use rules::{Action, Rule};

use crate::street::*;
use crate::support::*;

/// Returns a position in which Anna has played these cards.
fn having_played(players: usize, names: &[&str]) -> Layout {
    street(players).proposals(&PROPOSALS).has_played(ANNA, names)
}

/// Returns a table at which Anna has called a vote and the ballots are due.
fn called(layout: Layout) -> Table {
    let mut table = layout.turn(ANNA);
    table.play(call_vote(ANNA)).check_owed(&["all players vote"]);
    table
}

/// Returns one ballot without influence per player, in seat order, for these places.
fn votes(places: &[usize]) -> Action {
    let seats = [ANNA, BEN, CARA, DAN];
    let ballots: Vec<_> =
        seats.iter().zip(places).map(|(&player, &place)| (player, place, 0, 0)).collect();
    reveal(&ballots)
}

// 9.1 ------------------------------------------------------------------------------------------

#[test]
fn rule_9_1_vote_needs_two_cards_played() {
    having_played(4, &["Recruit", "Trade"]).turn(ANNA).check_allowed(call_vote(ANNA));
    having_played(3, &["Recruit", "Trade"]).turn(ANNA).check_allowed(call_vote(ANNA));
    let table = having_played(4, &["Recruit"]).turn(ANNA);
    table.check_refused(call_vote(ANNA), &[(Rule::CallVote, &[])]);
    table.check_remedies(call_vote(ANNA), &["1 more card to play first"]);
}

#[test]
fn rule_9_1_vote_of_two_players_needs_three_cards_played() {
    having_played(2, &["Recruit", "Trade", "Income"]).turn(ANNA).check_allowed(call_vote(ANNA));
    let table = having_played(2, &["Recruit", "Trade"]).turn(ANNA);
    table.check_refused(call_vote(ANNA), &[(Rule::CallVote, &[])]);
}

#[test]
fn rule_9_1_face_down_cards_count_as_played_for_a_vote() {
    let mut table = street(3).proposals(&PROPOSALS).turn(ANNA);
    for card in ["Recruit", "Trade"] {
        for player in [ANNA, BEN, CARA] {
            table.play(face_down(player, card, SubAction::Money));
        }
    }
    table.check_allowed(call_vote(ANNA));
}

#[test]
fn rule_9_1_call_to_vote_is_never_played_face_down() {
    let table = having_played(4, &["Recruit", "Trade"]).turn(ANNA);
    table.check_refused(
        face_down(ANNA, "Call to Vote", SubAction::Money),
        &[(Rule::PlayACard, &[])],
    );
    table.check_allowed(face_down(ANNA, "Upgrade", SubAction::Money));
}

#[test]
fn rule_9_1_vote_is_called_only_in_the_callers_turn() {
    let table =
        having_played(4, &["Recruit", "Trade"]).has_played(BEN, &["Recruit", "Trade"]).turn(ANNA);
    table.check_refused(call_vote(BEN), &[(Rule::TurnPasses, &[])]);
}

// 9.2 ------------------------------------------------------------------------------------------

#[test]
fn rule_9_2_caller_gets_one_bonus_per_card_left_in_hand() {
    let mut table = having_played(4, &["Recruit", "Trade"]).turn(ANNA);
    table.play(call_vote(ANNA)).check_owed(&["Human takes 2 bonuses"]);
    table.play(bonus(ANNA, SubAction::Money)).check_owed(&["Human takes 1 bonus"]);
    table.play(bonus(ANNA, SubAction::Influence)).check_owed(&["all players vote"]);
    table.check_money(&[8, 7, 7, 7]).check_fleeting(&[1, 0, 0, 0]);
}

#[test]
fn rule_9_2_caller_without_cards_left_gets_no_bonus() {
    let mut table = voting(4).turn(ANNA);
    table.play(call_vote(ANNA)).check_owed(&["all players vote"]);
    table.check_money(&[7, 7, 7, 7]);
}

#[test]
fn rule_9_2_adviser_in_hand_counts_as_a_card_for_a_bonus() {
    let mut table = voting(4).holds(ANNA, &["Scholar"]).turn(ANNA);
    table.play(call_vote(ANNA)).check_owed(&["Human takes 1 bonus"]);
}

#[test]
fn rule_9_2_bonus_road_must_be_connected_to_something_owned() {
    let layout = having_played(4, &["Recruit", "Trade", "Upgrade"]).tile(ANNA, "Gems", "C1");
    let mut table = layout.turn(ANNA);
    table.play(call_vote(ANNA));
    table.check_refused(bonus(ANNA, road("A5")), &[(Rule::ConnectedToOwn, &[])]);
    table.check_allowed(bonus(ANNA, road("A3")));
    table.check_refused(bonus(ANNA, house("A5")), &[(Rule::VoteBonus, &[])]);
}

#[test]
fn rule_9_2_bonus_road_triggers_deliveries_at_once() {
    let layout = having_played(4, &["Recruit", "Trade", "Upgrade"]).tile(ANNA, "Population", "C1");
    let mut table = layout
        .building("Court of Justice", "E5 F5 G5 E6 G6")
        .building("Almshouse", "A4 B4")
        .turn(ANNA);
    table.play(call_vote(ANNA)).play(bonus(ANNA, road("A3")));
    table.check_points(&[3, 0, 0, 0]);
}

#[test]
fn rule_9_2_r27_bonus_cannot_be_declined() {
    let mut table = having_played(4, &["Recruit", "Trade", "Upgrade"]).turn(ANNA);
    table.play(call_vote(ANNA));
    table.check_refused(pass(ANNA), &[(Rule::VoteBonus, &[])]);
    table.check_refused(votes(&[0, 0, 0, 0]), &[(Rule::VoteBonus, &[])]);
    table.check_refused(bonus(BEN, SubAction::Money), &[(Rule::VoteBonus, &[])]);
    table.play(bonus(ANNA, SubAction::Money));
    table.check_refused(bonus(ANNA, SubAction::Money), &[(Rule::Ballots, &[])]);
}

// 9.3 ------------------------------------------------------------------------------------------

#[test]
fn rule_9_3_caller_takes_back_all_played_cards() {
    let table = called(voting(4));
    assert_eq!(table.hand(ANNA), ["Recruit", "Trade", "Upgrade", "Construct", "Call to Vote"]);
    assert!(table.played(ANNA).is_empty());
}

#[test]
fn rule_9_3_other_players_take_back_no_cards() {
    let table = called(voting(4).has_played(BEN, &["Trade"]));
    assert_eq!(table.played(BEN), ["Trade"]);
    assert!(!table.hand(BEN).contains(&"Trade"));
}

#[test]
fn rule_9_3_only_the_caller_takes_back_workers() {
    let layout = voting(4)
        .house(ANNA, "A5")
        .house(ANNA, "L6")
        .worker_on_race(ANNA)
        .house(BEN, "C5")
        .building("Jewel House", "F6 G6")
        .delivered("Jewel House", "Metal", ANNA)
        .worker_on(ANNA, "Jewel House")
        .worker_on_race(BEN);
    let table = called(layout);
    assert_eq!(table.game.workers_placed(ANNA), 0);
    assert_eq!(table.game.houses(ANNA), 2, "the workers stay unlocked");
    assert_eq!(table.game.workers_placed(BEN), 1);
}

#[test]
fn rule_9_3_card_returned_earlier_does_not_count_as_played() {
    // A Harrower's worker takes a card back; with two players a vote needs three.
    for (returned, allowed) in [(&["Recruit"][..], false), (&[][..], true)] {
        let mut table = having_played(2, &["Recruit", "Trade"])
            .seat(ANNA, "Harrower", &["Crops", "Gems", "Population"])
            .house(ANNA, "A5")
            .turn(ANNA);
        table.play(face_down(ANNA, "Upgrade", race_worker([return_cards(returned)])));
        table.play(face_down(BEN, "Recruit", SubAction::Money));
        if allowed {
            table.check_allowed(call_vote(ANNA));
        } else {
            table.check_refused(call_vote(ANNA), &[(Rule::CallVote, &[])]);
        }
    }
}

// 9.4 ------------------------------------------------------------------------------------------

#[test]
fn rule_9_4_every_player_but_the_caller_collects_income() {
    let layout = voting(3)
        .tile(BEN, "Metal", "C1")
        .tile(BEN, "Wood", "E1")
        .tile(CARA, "Knowledge", "G1")
        .house(CARA, "A5");
    called(layout).check_money(&[7, 9, 8]).check_fleeting(&[0, 0, 1]);
}

#[test]
fn rule_9_4_caller_collects_no_income() {
    let layout = voting(3).tile(ANNA, "Population", "C1").house(ANNA, "A5");
    called(layout).check_money(&[7, 7, 7]).check_fleeting(&[0, 0, 0]);
}

// 9.5 ------------------------------------------------------------------------------------------

#[test]
fn rule_9_5_ballot_strength_is_1_plus_fleeting_plus_twice_lasting() {
    let layout = voting(3).fleeting(BEN, 3).lasting(CARA, 2).fleeting(CARA, 1);
    let mut table = called(layout);
    table.play(reveal(&[(ANNA, 0, 0, 0), (BEN, 1, 2, 0), (CARA, 2, 1, 2)]));
    assert_eq!(table.count().strengths.0, [1, 3, 6, 0]);
    assert_eq!(table.count().totals.iter().map(|total| total.1).collect::<Vec<_>>(), [1, 3, 6]);
}

#[test]
fn rule_9_5_ballot_with_more_influence_than_held_is_refused() {
    let table = called(voting(3).fleeting(BEN, 1).lasting(CARA, 1));
    table.check_allowed(reveal(&[(ANNA, 0, 0, 0), (BEN, 1, 1, 0), (CARA, 2, 0, 1)]));
    table.check_refused(
        reveal(&[(ANNA, 0, 1, 0), (BEN, 1, 2, 0), (CARA, 2, 0, 2)]),
        &[(Rule::Ballots, &[]), (Rule::Ballots, &[]), (Rule::Ballots, &[])],
    );
    table.check_refused(
        reveal(&[(ANNA, 0, 0, 0), (BEN, 1, -1, 0), (CARA, 2, 0, 0)]),
        &[(Rule::Ballots, &[])],
    );
}

#[test]
fn rule_9_5_every_player_votes_once() {
    let table = called(voting(3));
    table.check_refused(votes(&[0, 0]), &[(Rule::Ballots, &[])]);
    table.check_refused(
        reveal(&[(ANNA, 0, 0, 0), (ANNA, 1, 0, 0), (BEN, 0, 0, 0)]),
        &[(Rule::Ballots, &[])],
    );
    table.check_allowed(reveal(&[(CARA, 0, 0, 0), (ANNA, 1, 0, 0), (BEN, 0, 0, 0)]));
}

// 9.6 ------------------------------------------------------------------------------------------

#[test]
fn rule_9_6_highest_total_wins_over_the_largest_single_ballot() {
    let mut table = called(voting(3).fleeting(ANNA, 1));
    table.play(reveal(&[(ANNA, 0, 0, 0), (BEN, 1, 0, 0), (CARA, 1, 0, 0)]));
    table.check_owed(&["Quatryl places Merchant's Guild"]);
    let mut table = called(voting(3).fleeting(ANNA, 2));
    table.play(reveal(&[(ANNA, 0, 2, 0), (BEN, 1, 0, 0), (CARA, 1, 0, 0)]));
    table.check_owed(&["Human places University"]);
}

#[test]
fn rule_9_6_tie_is_decided_by_its_voter_with_fewest_points() {
    let layout = voting(4).points(ANNA, 5).points(BEN, 2).points(CARA, 3).points(DAN, 0);
    let mut table = called(layout.fleeting(ANNA, 1).fleeting(BEN, 1).lasting(CARA, 1));
    // Dan has the fewest points, but did not vote for a tied building.
    table.play(reveal(&[(ANNA, 0, 1, 0), (BEN, 1, 1, 0), (CARA, 1, 0, 0), (DAN, 2, 0, 0)]));
    table.check_owed(&["Quatryl places Merchant's Guild"]);

    let layout = voting(4).points(ANNA, 5).points(BEN, 2).points(CARA, 3).points(DAN, 0);
    let mut table = called(layout.fleeting(ANNA, 1).fleeting(BEN, 1));
    table.play(reveal(&[(ANNA, 0, 1, 0), (BEN, 1, 1, 0), (CARA, 2, 0, 0), (DAN, 2, 0, 0)]));
    table.check_owed(&["Savvas breaks the tie between University, Merchant's Guild and Almshouse"]);

    let layout = voting(4).points(ANNA, 5).points(BEN, 2).points(CARA, 3).points(DAN, 0);
    let mut table = called(layout.fleeting(ANNA, 1).fleeting(BEN, 1).fleeting(DAN, 0));
    table.play(reveal(&[(ANNA, 0, 1, 0), (BEN, 1, 1, 0), (CARA, 2, 0, 0), (DAN, 1, 0, 0)]));
    table.check_owed(&["Quatryl places Merchant's Guild"]);

    let layout = voting(3).points(ANNA, 5).points(BEN, 2).points(CARA, 3);
    let mut table = called(layout.fleeting(CARA, 1));
    table.play(reveal(&[(ANNA, 0, 0, 0), (BEN, 1, 0, 0), (CARA, 2, 0, 0)]));
    table
        .check_owed(&["Quatryl breaks the tie between University, Merchant's Guild and Almshouse"]);
}

#[test]
fn rule_9_6_r9_caller_decides_a_tie_among_equal_points() {
    let mut table = called(voting(3));
    table.play(votes(&[0, 1, 2]));
    table.check_owed(&["Human breaks the tie between University, Merchant's Guild and Almshouse"]);
}

#[test]
fn rule_9_6_nearest_clockwise_decides_a_tie_without_the_caller() {
    let mut table = called(voting(4).points(ANNA, 1));
    table.play(votes(&[2, 2, 1, 1]));
    table.check_owed(&["Quatryl breaks the tie between Merchant's Guild and Almshouse"]);

    // Ben calls: Cara is nearer to him clockwise than Anna, who has as many points.
    let layout = street(3)
        .proposals(&PROPOSALS)
        .has_played(BEN, &["Recruit", "Trade", "Upgrade", "Construct"]);
    let mut table = layout.points(BEN, 1).turn(BEN);
    table.play(call_vote(BEN)).play(votes(&[0, 1, 2]));
    table.check_owed(&["Orchid breaks the tie between University, Merchant's Guild and Almshouse"]);
}

#[test]
fn rule_9_6_decider_may_choose_any_tied_building() {
    let mut table = called(voting(4));
    table.play(votes(&[0, 0, 1, 1]));
    for name in ["University", "Merchant's Guild"] {
        table.check_allowed(decide(ANNA, name));
    }
    table.check_refused(decide(ANNA, "Almshouse"), &[(Rule::VoteWinner, &[])]);
    table.check_refused(decide(CARA, "University"), &[(Rule::VoteWinner, &[])]);
    table.play(decide(ANNA, "Merchant's Guild")).check_owed(&["Orchid places Merchant's Guild"]);
}

#[test]
fn rule_9_6_r31_points_from_the_callers_bonuses_count_in_a_tie() {
    // With the 3 points of her delivery Anna no longer has the fewest points.
    for (at, owed) in [("A3", "Quatryl"), ("L3", "Human")] {
        let layout = street(3)
            .proposals(&["University", "Merchant's Guild", "Court of Justice"])
            .has_played(ANNA, &["Recruit", "Trade", "Upgrade"])
            .tile(ANNA, "Population", "C1")
            .building("Almshouse", "A4 B4")
            .points(BEN, 1)
            .points(CARA, 2);
        let mut table = layout.turn(ANNA);
        table.play(call_vote(ANNA)).play(bonus(ANNA, road(at))).play(votes(&[0, 1, 2]));
        table.check_owed(&[&format!(
            "{owed} breaks the tie between University, Merchant's Guild and Court of Justice"
        )]);
    }
}

// 9.7 ------------------------------------------------------------------------------------------

#[test]
fn rule_9_7_winning_building_becomes_active_and_the_rest_are_discarded() {
    let mut table = called(voting(4));
    table.play(all_for_the_first(4)).play(place_building(ANNA, "University", "A4 B4 C4 B5"));
    let active: Vec<_> =
        table.game.active_buildings().iter().map(|active| active.building).collect();
    assert_eq!(active, [building("University")]);
    assert_eq!(table.game.proposals(), [None; 3]);
    table.check_says(deal_proposals(&["Almshouse"]), &["it is among the discards"]);
    table.check_says(deal_proposals(&["University"]), &["it is active"]);
}

#[test]
fn rule_9_7_vote_spends_all_fleeting_and_the_committed_lasting_influence() {
    let layout = voting(3).fleeting(ANNA, 3).fleeting(BEN, 2).lasting(ANNA, 3).lasting(CARA, 2);
    let mut table = called(layout);
    table.play(reveal(&[(ANNA, 0, 1, 1), (BEN, 1, 0, 0), (CARA, 1, 0, 0)]));
    table.check_fleeting(&[0, 0, 0]).check_lasting(&[2, 0, 2]);
    assert_eq!(table.changes_of(Quantity::Lasting).len(), 1);
}

// 9.8 ------------------------------------------------------------------------------------------

#[test]
fn rule_9_8_largest_contributor_to_the_winner_places_it() {
    let mut table = called(voting(4).fleeting(DAN, 3).fleeting(CARA, 1).fleeting(BEN, 1));
    table.play(reveal(&[(ANNA, 1, 0, 0), (BEN, 1, 0, 0), (CARA, 1, 1, 0), (DAN, 0, 2, 0)]));
    table.check_owed(&["Orchid places Merchant's Guild"]);
    let at = "A4 B4 C4 A5 B5";
    table.check_refused(place_building(ANNA, "Merchant's Guild", at), &[(Rule::WhoPlaces, &[])]);
    table.check_refused(place_building(CARA, "Almshouse", "A4 B4"), &[(Rule::WhoPlaces, &[])]);
    table.check_allowed(place_building(CARA, "Merchant's Guild", at));
}

#[test]
fn rule_9_8_equal_contributors_are_ranked_as_in_a_tie() {
    let mut table = called(voting(4).points(ANNA, 2).points(BEN, 1).points(CARA, 1));
    table.play(votes(&[0, 0, 0, 1])).check_owed(&["Quatryl places University"]);
    let mut table = called(voting(4));
    table.play(votes(&[0, 0, 0, 1])).check_owed(&["Human places University"]);
}

#[test]
fn rule_9_8_placing_player_counts_as_the_connecting_player() {
    let layout =
        voting(4).tile(ANNA, "Population", "A5").tile(BEN, "Population", "E5").fleeting(CARA, 1);
    let mut table = called(layout);
    table.play(reveal(&[(ANNA, 0, 0, 0), (BEN, 0, 0, 0), (CARA, 0, 1, 0), (DAN, 0, 0, 0)]));
    table.play(place_building(CARA, "University", "B4 C4 D4 C5"));
    table.check_owed(&[
        "Orchid chooses between Population A5 to University and Population E5 to University",
    ]);
}

// 9.9 ------------------------------------------------------------------------------------------

#[test]
fn rule_9_9_three_new_proposals_are_dealt_after_a_vote() {
    let mut table = called(voting(4));
    table.play(all_for_the_first(4)).check_owed(&["Human places University"]);
    table.play(place_building(ANNA, "University", "A4 B4 C4 B5"));
    table.check_owed(&["deal 3 proposals"]);
    table.check_refused(face_down(BEN, "Recruit", SubAction::Money), &[(Rule::DealProposals, &[])]);
}

const GREY: &str = "
    g g g g g g
    g g g g g g
    g g g g g g
    ";

/// Four prestige cards of different types.
const FOUR: &[(Terrain, &str)] = &[
    (Terrain::Central, "##"),
    (Terrain::Central, "###"),
    (Terrain::Central, "##/##"),
    (Terrain::Central, "####"),
];

/// Returns a table after a vote on the first three cards of a small box, the first of them placed.
fn after_a_vote(cards: &'static [(Terrain, &'static str)]) -> Table {
    let layout =
        ready_to_vote(field(4, GREY).pack(box_of(cards)), 4).proposals(&[nth(0), nth(1), nth(2)]);
    let mut table = layout.turn(ANNA);
    table.play(call_vote(ANNA)).check_owed(&["all players vote"]);
    table.play(all_for_the_first(4)).play(place_building(ANNA, nth(0), "A1 B1"));
    table
}

#[test]
fn rule_9_9_discards_are_reshuffled_when_the_deck_runs_short() {
    // Of four cards one is active and two are discarded: the fourth is dealt first.
    let mut table = after_a_vote(FOUR);
    table.check_says(deal_proposals(&[nth(1)]), &["it is among the discards"]);
    table.play(deal_proposals(&[nth(3)]));
    assert!(!table.events.contains(&Event::Reshuffled));
    table.play(deal_proposals(&[nth(1)]));
    assert!(table.events.contains(&Event::Reshuffled));
    table.play(deal_proposals(&[nth(2)]));
    assert!(table.game.proposals().iter().all(Option::is_some));
    table.check_owed(&["Quatryl plays a card"]);
}

#[test]
fn rule_9_9_r17_too_few_cards_leave_fewer_proposals() {
    let mut table = after_a_vote(&FOUR[..3]);
    table.play(deal_proposals(&[nth(1), nth(2)])).check_owed(&["Quatryl plays a card"]);
    let [first, second, third] = table.game.proposals();
    assert!(first.is_some() && second.is_some() && third.is_none());
}

/// Four cards. The first and the second have the same type.
const TWINS: &[(Terrain, &str)] = &[
    (Terrain::Central, "##"),
    (Terrain::Central, "##"),
    (Terrain::Central, "##/##"),
    (Terrain::Central, "####"),
];

#[test]
fn rule_9_9_r17_duplicate_proposal_stays_if_types_cannot_differ() {
    let mut table = field(4, GREY).pack(box_of(&TWINS[..3])).fresh();
    table.play(deal_proposals(&[nth(0), nth(1), nth(2)]));
    assert_eq!(table.events, []);
    assert!(table.game.proposals().iter().all(Option::is_some));
}

#[test]
fn rule_9_9_r17_duplicate_proposal_goes_on_top_if_types_can_differ() {
    let mut table = field(4, GREY).pack(box_of(TWINS)).fresh();
    table.play(deal_proposals(&[nth(0), nth(2), nth(1)]));
    assert_eq!(table.events, [Event::SameType(building(nth(1)))]);
    assert_eq!(table.game.proposals()[2], None);
    table.play(deal_proposals(&[nth(3)]));
    assert_eq!(table.game.proposals()[2], Some(building(nth(3))));
}

#[test]
fn rule_9_9_r17_vote_without_a_proposal_still_spends_fleeting_influence() {
    let layout = ready_to_vote(field(4, GREY).pack(box_of(&FOUR[..1])), 4);
    let layout = layout.building(nth(0), "A1 B1").fleeting(BEN, 2).lasting(BEN, 2);
    let mut table = layout.turn(ANNA);
    table.play(call_vote(ANNA));
    table.check_fleeting(&[0, 0, 0, 0]).check_lasting(&[0, 2, 0, 0]);
    table.check_owed(&["Quatryl plays a card"]);
}
