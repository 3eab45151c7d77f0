//! The end of the game: rules 10.1 to 10.3.

use rules::Rule;
use rules::receipt::Event;
use rules::sub_action::SubAction;

use crate::street::*;
use crate::support::*;

/// Returns a position with five complete buildings, a University short of Population only, and no
/// money.
fn about_to_end(players: usize) -> Layout {
    let by = [ANNA, BEN, CARA, DAN][players - 1];
    let layout = street(players).five_completed(by).nearly_full_university(by);
    [ANNA, BEN, CARA, DAN][..players].iter().fold(layout, |layout, &player| layout.money(player, 0))
}

// 10.1 -----------------------------------------------------------------------------------------

#[test]
fn rule_10_1_sixth_completion_ends_the_game_after_the_turn() {
    let mut table = about_to_end(3).tile(ANNA, "Population", "C1").turn(ANNA);
    table.play(connects(ANNA));
    assert_eq!(table.game.completed(), 6);
    table.check_owed(&[]);
    assert_eq!(table.game.winner(), Some(ANNA));
    table.check_refused(face_down(BEN, "Recruit", SubAction::Money), &[(Rule::EndOfGame, &[])]);
}

#[test]
fn rule_10_1_fifth_completion_does_not_end_the_game() {
    let layout =
        FIVE[..4].iter().fold(street(3), |layout, (name, at)| layout.filled(name, at, CARA));
    let layout = layout.nearly_full_university(CARA).tile(ANNA, "Population", "C1");
    let mut table = layout.turn(ANNA);
    table.play(connects(ANNA));
    assert_eq!(table.game.completed(), 5);
    assert_eq!(table.game.winner(), None);
    table.check_owed(&["Quatryl plays a card"]);
}

#[test]
fn rule_10_1_other_players_still_follow_the_last_card() {
    let mut table = about_to_end(3).money(ANNA, 3).turn(ANNA);
    table.play(leads(ANNA, "Trade", import("Population", "D5")));
    assert_eq!(table.game.completed(), 6);
    table.check_owed(&["Quatryl may follow Trade"]);
    table.play(follow(BEN, SubAction::Influence)).check_owed(&["Orchid may follow Trade"]);
    assert_eq!(table.game.winner(), None);
    table.play(pass(CARA)).check_owed(&[]);
    assert!(table.game.winner().is_some());
}

#[test]
fn rule_10_1_further_completions_in_the_last_turn_count() {
    let layout = about_to_end(3).money(ANNA, 3).tile(BEN, "Metal", "C1");
    let layout = layout.building("Court of Justice", "K1 L1 K3 L3");
    let layout = ["Jewelry", "Books", "Government"]
        .iter()
        .fold(layout, |l, r| l.delivered("Court of Justice", r, BEN));
    let mut table = layout.tile(CARA, "Knowledge", "E1").turn(ANNA);
    table.play(leads(ANNA, "Trade", import("Population", "D5")));
    // Anna's import triggers the delivery of Cara's Knowledge as well.
    assert_eq!(table.game.completed(), 7);
    table.check_points(&[3, 0, 2]);
}

#[test]
fn rule_10_1_no_proposals_are_dealt_after_a_vote_that_ends_the_game() {
    for nearly in [true, false] {
        let layout = street(3).five_completed(CARA).tile(ANNA, "Population", "C1");
        let layout = if nearly {
            layout.nearly_full_university(CARA)
        } else {
            layout.building("University", "A4 B4 C4 B5")
        };
        let proposals = ["Merchant's Guild", "Court of Justice", "Granary"];
        let layout = layout.proposals(&proposals).pack(|pack| {
            // The field is grey, and so is the third proposal here.
            let granary =
                pack.buildings.iter_mut().find(|b| b.name == "Granary").expect("it is there");
            granary.colour = known(Some(components::specs::Terrain::Central));
        });
        let mut table = layout.has_played(ANNA, &["Recruit", "Trade", "Upgrade"]).turn(ANNA);
        table.play(call_vote(ANNA)).play(bonus(ANNA, road("A3")));
        assert_eq!(table.game.winner(), None, "the vote is carried through");
        // Ben has the fewest points of three equal voters.
        table.play(all_for_the_first(3));
        table.play(place_building(BEN, "Merchant's Guild", "D4 E4 F4 D5 E5"));
        if nearly {
            table.check_owed(&[]);
            assert!(table.game.winner().is_some());
        } else {
            table.check_owed(&["deal 3 proposals"]);
        }
    }
}

// 10.2 -----------------------------------------------------------------------------------------

#[test]
fn rule_10_2_each_lasting_influence_and_each_4_dollars_scores_a_point() {
    let layout = about_to_end(3)
        .tile(ANNA, "Population", "C1")
        .lasting(ANNA, 2)
        .money(ANNA, 3)
        .money(BEN, 4)
        .lasting(CARA, 1)
        .money(CARA, 11);
    let mut table = layout.turn(ANNA);
    table.play(connects(ANNA)).check_points(&[5, 1, 3]);
}

#[test]
fn rule_10_2_fleeting_influence_scores_nothing() {
    let layout = about_to_end(3).tile(ANNA, "Population", "C1").fleeting(BEN, 5);
    let mut table = layout.turn(ANNA);
    table.play(connects(ANNA)).check_points(&[3, 0, 0]);
}

#[test]
fn rule_10_2_money_and_influence_score_nothing_before_the_end() {
    let layout =
        street(3).tile(ANNA, "Population", "C1").nearly_full_university(CARA).lasting(ANNA, 2);
    let mut table = layout.turn(ANNA);
    table.play(connects(ANNA)).check_points(&[3, 0, 0]);
}

// 10.3 -----------------------------------------------------------------------------------------

/// Returns a game that Anna's turn ends, from these points; her delivery scores 3 more.
fn ends_with(points: [i32; 3]) -> Table {
    let layout = about_to_end(3).tile(ANNA, "Population", "C1");
    let seats = [ANNA, BEN, CARA];
    let layout = seats
        .iter()
        .zip(points)
        .fold(layout, |layout, (&player, points)| layout.points(player, points));
    let mut table = layout.turn(ANNA);
    table.play(connects(ANNA));
    table
}

#[test]
fn rule_10_3_player_with_most_points_wins() {
    assert_eq!(ends_with([0, 9, 4]).game.winner(), Some(BEN));
    assert_eq!(ends_with([7, 9, 4]).game.winner(), Some(ANNA));
    assert_eq!(ends_with([0, 4, 9]).game.winner(), Some(CARA));
}

#[test]
fn rule_10_3_active_player_wins_a_tie() {
    let table = ends_with([6, 9, 9]);
    assert_eq!(table.game.winner(), Some(ANNA));
    let finished = Event::Finished { winner: ANNA, tied: vec![ANNA, BEN, CARA] };
    assert!(table.events.contains(&finished));
}

#[test]
fn rule_10_3_tie_without_the_active_player_goes_to_the_nearest_after() {
    assert_eq!(ends_with([0, 9, 9]).game.winner(), Some(BEN));
    // Ben has the last turn: then Cara comes before Anna.
    let layout = about_to_end(3).tile(BEN, "Population", "C1").points(ANNA, 9).points(CARA, 9);
    let mut table = layout.turn(BEN);
    table.play(connects(BEN));
    assert_eq!(table.game.winner(), Some(CARA));
}
