//! Solo games and the variants: rules 11.1 to 11.8.

use components::fact::Fact;
use components::specs::{Condition, Difficulty, Pack, Side};
use rules::Rule;
use rules::achievements::AchievementProgress;
use rules::action::{ActionKind, EventCard};
use rules::player::PlayerId;
use rules::receipt::{Event, Loss, Remark};
use rules::rulebook::{TableOption, Variant};
use rules::setup::SetupProblem;
use rules::solo::CYCLES;
use rules::sub_action::SubAction;

use crate::street::*;
use crate::support::*;

/// The immediate, mid-game and end-game achievement of most tests.
const THREE: [&str; 3] = ["Street of Houses", "Well Stocked", "Row of Workshops"];

/// Returns a solo position with all cards but Call to Vote played, and central buildings proposed.
fn ready() -> Layout {
    ready_to_vote(street(1), 1).proposals(&PROPOSALS)
}

/// Returns the position of [`ready`] with one marked building that asks for four resources.
fn marked() -> Layout {
    ready().building("Court of Justice", "K1 L1 K3 L3").marker("Court of Justice")
}

fn has_marker(table: &Table, name: &str) -> bool {
    let wanted = building(name);
    table.game.marked_buildings().any(|marked| marked == wanted)
}

// 11.1 -----------------------------------------------------------------------------------------

#[test]
fn rule_11_1_solo_player_controls_all_eight_resources() {
    let mut table = setup_on("Old Harbour", 1).fresh();
    table.play(choose_race(ANNA, "Human", None));
    assert_eq!(table.game.controls(ANNA).len(), 8);
    assert_eq!(table.game.race_resource(ANNA), Some(resource("Population")));
    let hand = ["Recruit", "Trade", "Upgrade", "Construct", "Call to Vote"];
    assert_eq!(table.hand(ANNA), hand);
    // No resource card is taken: the first stall is pending, before or after the deals.
    table.check_owed(&["deal 3 proposals", "deal 4 advisers", "Human places the first stall"]);
}

#[test]
fn rule_11_1_solo_game_starts_on_any_numbered_square_only() {
    let mut table = setup_on("Old Harbour", 1).fresh();
    table.play(choose_race(ANNA, "Orchid", None));
    for at in ["D6", "F8", "I3", "M9"] {
        table.check_allowed(place_start(ANNA, at));
    }
    table.check_refused(place_start(ANNA, "E5"), &[(Rule::StartStall, &["E5"])]);
}

#[test]
fn rule_11_1_solo_difficulty_depends_on_race_and_start_square() {
    let starts =
        [("D6", Difficulty::Normal), ("I3", Difficulty::VeryHard), ("M9", Difficulty::Hard)];
    for (at, site) in starts {
        let mut table = setup_on("Old Harbour", 1).fresh();
        table.play(choose_race(ANNA, "Human", None));
        assert_eq!(table.game.solo_difficulty(), None);
        table.play(place_start(ANNA, at));
        let difficulty = table.game.solo_difficulty().expect("a solo game has started");
        assert_eq!(difficulty.race, Ok(Difficulty::Hard));
        assert_eq!(difficulty.site, Ok(site));
    }
}

#[test]
fn rule_11_1_solo_aesther_still_takes_a_card_as_race_resource() {
    let mut table = setup_on("Three Rivers", 1).fresh();
    table.play(choose_race(ANNA, "Aesther", Some("Wood")));
    assert_eq!(table.game.race_resource(ANNA), Some(resource("Wood")));
    assert_eq!(table.game.controls(ANNA).len(), 8);
}

// 11.2 -----------------------------------------------------------------------------------------

#[test]
fn rule_11_2_solo_adviser_played_face_up_leaves_the_game() {
    let layout = street(1).tile(ANNA, "Population", "A1");
    let mut table = layout.advisers(&["Carpenter"]).holds(ANNA, &["Haggler"]).turn(ANNA);
    table.play(leads(ANNA, "Haggler", import("Metal", "D1")));
    assert!(!table.hand(ANNA).contains(&"Haggler"));
    assert_eq!(table.played(ANNA), Vec::<String>::new());
}

#[test]
fn rule_11_2_solo_adviser_played_face_down_stays() {
    let layout = street(1).tile(ANNA, "Population", "A1");
    let mut table = layout.advisers(&["Carpenter"]).holds(ANNA, &["Haggler"]).turn(ANNA);
    table.play(face_down(ANNA, "Haggler", SubAction::Money));
    assert_eq!(table.played(ANNA), ["Haggler"]);
}

#[test]
fn rule_11_2_solo_player_plays_on_without_followers() {
    let mut table = street(1).tile(ANNA, "Population", "A1").turn(ANNA);
    table.play(leads(ANNA, "Trade", import("Metal", "D1")));
    table.check_owed(&["Human plays a card"]);
    assert_eq!(table.game.turn_number(), 2);
}

#[test]
fn rule_11_2_solo_cycle_ends_with_the_vote() {
    let mut table = ready().turn(ANNA);
    assert_eq!(table.game.solo_state().map(|state| state.cycle), Some(1));
    table.play(call_vote(ANNA));
    table.play(pick("University", influence(0, 0)));
    table.play(place_building(ANNA, "University", "A4 B4 C4 B5"));
    table.play(deal_proposals(&["Granary", "Court of Justice"]));
    assert_eq!(table.game.solo_state().map(|state| state.cycle), Some(2));
    assert!(table.events.contains(&Event::NewCycle(2)));
    table.check_owed(&["Human plays a card"]);
}

// 11.3 -----------------------------------------------------------------------------------------

#[test]
fn rule_11_3_solo_vote_is_refused_before_the_last_card() {
    let layout = street(1).has_played(ANNA, &["Recruit", "Trade", "Upgrade"]);
    let table = layout.proposals(&PROPOSALS).turn(ANNA);
    table.check_refused(call_vote(ANNA), &[(Rule::SoloVote, &[])]);
    table.check_says(call_vote(ANNA), &["1 card to play before the vote"]);
}

#[test]
fn rule_11_3_solo_vote_must_be_called_with_nothing_else_in_hand() {
    let table = ready().turn(ANNA);
    table.check_owed(&["Human calls the vote"]);
    table.check_refused(face_down_unnamed(ANNA, SubAction::Money), &[(Rule::PlayACard, &[])]);
    table.check_allowed(call_vote(ANNA));
}

#[test]
fn rule_11_3_solo_vote_pays_income_and_returns_cards_before_markers() {
    let layout = marked().tile(ANNA, "Population", "A1").money(ANNA, 0).fleeting(ANNA, 4);
    let mut table = layout.turn(ANNA);
    table.play(call_vote(ANNA));
    table.check_money(&[1]);
    assert_eq!(table.hand(ANNA).len(), 5);
    table.check_owed(&["Human pays off 1 neutral marker for 4 fleeting influence or their worth"]);
}

#[test]
fn rule_11_3_each_marker_costs_the_price_of_the_right_proposal() {
    let layout = marked()
        .building("Granary", "A4 B4 A5 B5")
        .marker("Granary")
        .fleeting(ANNA, 3)
        .lasting(ANNA, 3);
    let mut table = layout.turn(ANNA);
    table.play(call_vote(ANNA));
    assert_eq!(table.game.marker_price(), 8);
    // The price of 8 is covered by 3 lasting influence at 2 each and 2 fleeting.
    let cheapest = table.game.cheapest_payment(ANNA, 8);
    assert_eq!(cheapest, Some(influence(2, 3)));
    for wrong in [influence(3, 3), influence(0, 3), influence(3, 2)] {
        table.check_refused(pay_markers(wrong), &[(Rule::SoloVote, &[])]);
    }
    table.play(pay_markers(influence(2, 3)));
    table.check_fleeting(&[1]).check_lasting(&[0]);
    assert_eq!(table.game.marked_buildings().count(), 0);
    table.check_owed(&["Human picks a proposal"]);
}

#[test]
fn rule_11_3_markers_that_cannot_be_paid_lose_the_solo_game() {
    let mut table = marked().fleeting(ANNA, 1).lasting(ANNA, 1).turn(ANNA);
    let state = table.game.solo_state().expect("it is a solo game");
    let vote = state.next_vote.expect("a vote is to come");
    assert_eq!((vote.least, vote.held, vote.cheapest), (4, 3, None));
    table.play(call_vote(ANNA));
    let loss = Loss::Markers { buildings: vec![building("Court of Justice")], price: 4, held: 3 };
    assert_eq!(table.game.loss(), Some(&loss));
    assert!(table.game.is_over());
    assert_eq!(table.game.winner(), None);
    table.check_owed(&[]);
    table.check_refused(face_down(ANNA, "Recruit", SubAction::Money), &[(Rule::EndOfGame, &[])]);
}

#[test]
fn rule_11_3_left_proposal_is_free_and_the_others_have_a_price() {
    let mut table = ready().fleeting(ANNA, 4).lasting(ANNA, 2).turn(ANNA);
    table.play(call_vote(ANNA));
    let [left, middle, right] = PROPOSALS;
    table.check_allowed(pick(left, influence(0, 0)));
    table.check_refused(pick(left, influence(1, 0)), &[(Rule::SoloVote, &[])]);
    table.check_allowed(pick(middle, influence(2, 0)));
    table.check_allowed(pick(middle, influence(0, 1)));
    table.check_refused(pick(middle, influence(0, 0)), &[(Rule::SoloVote, &[])]);
    table.check_allowed(pick(right, influence(0, 2)));
    table.check_allowed(pick(right, influence(2, 1)));
    table.check_allowed(pick(right, influence(4, 0)));
    table.check_refused(pick(right, influence(3, 1)), &[(Rule::SoloVote, &[])]);
    table.check_refused(pick("Foundry", influence(0, 0)), &[(Rule::SoloVote, &[])]);
}

#[test]
fn rule_11_3_each_completion_raises_both_proposal_prices_at_once() {
    let layout = street(1).nearly_full_university(ANNA).tile(ANNA, "Population", "C1");
    let mut table = layout.turn(ANNA);
    let prices = |table: &Table| [0, 1, 2].map(|place| table.game.solo_price(place));
    assert_eq!(prices(&table), [0, 2, 4]);
    table.play(connects(ANNA));
    assert!(table.is_completed("University"));
    assert_eq!(prices(&table), [0, 3, 6]);
}

#[test]
fn rule_11_3_remaining_proposals_slide_and_fleeting_influence_is_lost() {
    let mut table = ready().fleeting(ANNA, 5).turn(ANNA);
    table.play(call_vote(ANNA));
    table.play(pick(PROPOSALS[1], influence(2, 0)));
    table.play(place_building(ANNA, PROPOSALS[1], "D4 E4 F4 D5 E5"));
    table.check_owed(&["deal 1 proposal"]);
    let placed = [PROPOSALS[0], PROPOSALS[2]].map(|name| Some(building(name)));
    assert_eq!(table.game.proposals()[..2], placed);
    table.check_fleeting(&[3]);
    table.play(deal_proposals(&["Court of Justice"]));
    assert_eq!(table.game.proposals()[2], Some(building("Court of Justice")));
    table.check_fleeting(&[0]);
}

// 11.4 -----------------------------------------------------------------------------------------

#[test]
fn rule_11_4_placing_a_building_marks_every_unfinished_building() {
    let layout = ready()
        .building("Granary", "K5 L5 K6 L6")
        .filled("Almshouse", "F6 G6", ANNA)
        .proposals(&["University", "Merchant's Guild", "Court of Justice"]);
    let mut table = layout.turn(ANNA);
    table.play(call_vote(ANNA));
    table.play(pick("University", influence(0, 0)));
    table.play(place_building(ANNA, "University", "A4 B4 C4 B5"));
    assert!(has_marker(&table, "University"));
    assert!(has_marker(&table, "Granary"));
    assert!(!has_marker(&table, "Almshouse"));
}

#[test]
fn rule_11_4_delivery_removes_the_marker() {
    let layout = street(1).building("University", "A4 B4 C4 B5").marker("University").tile(
        ANNA,
        "Population",
        "C1",
    );
    let mut table = layout.turn(ANNA);
    assert!(has_marker(&table, "University"));
    table.play(connects(ANNA));
    assert_eq!(table.deliveries(), [("Population", "University")]);
    assert!(!has_marker(&table, "University"));
}

#[test]
fn rule_11_4_marker_is_placed_before_immediate_deliveries() {
    let mut table = ready().tile(ANNA, "Population", "C1").turn(ANNA);
    table.play(call_vote(ANNA));
    table.play(pick("University", influence(0, 0)));
    table.play(place_building(ANNA, "University", "A3 B3 C3 B4"));
    assert_eq!(table.delivered_to("University"), 1);
    assert!(!has_marker(&table, "University"));
}

#[test]
fn rule_11_4_game_of_several_players_has_no_markers() {
    let mut table = voting(3).turn(ANNA);
    table.play(call_vote(ANNA)).play(all_for_the_first(3));
    table.play(place_building(ANNA, "University", "A4 B4 C4 B5"));
    assert_eq!(table.game.marked_buildings().count(), 0);
}

// 11.5 -----------------------------------------------------------------------------------------

/// Returns a solo position before the last card of the seventh cycle.
fn last_card() -> Layout {
    street(1).cycle(CYCLES).has_played(ANNA, &["Trade", "Upgrade", "Construct"])
}

#[test]
fn rule_11_5_unfinished_building_after_the_seventh_cycle_loses() {
    let mut table = last_card().building("University", "A4 B4 C4 B5").turn(ANNA);
    table.check_refused(call_vote(ANNA), &[(Rule::SoloVote, &[]), (Rule::SoloVote, &[])]);
    table.play(face_down(ANNA, "Recruit", SubAction::Money));
    let loss = Loss::Unfinished(vec![building("University")]);
    assert_eq!(table.game.loss(), Some(&loss));
    assert!(table.events.contains(&Event::Lost(loss)));
    table.check_owed(&[]);
}

#[test]
fn rule_11_5_complete_buildings_win_the_solo_game_with_usual_scoring() {
    let layout = last_card()
        .nearly_full_university(ANNA)
        .tile(ANNA, "Population", "C1")
        .money(ANNA, 9)
        .lasting(ANNA, 2);
    let mut table = layout.turn(ANNA);
    table.play(connects(ANNA));
    assert_eq!(table.game.winner(), Some(ANNA));
    assert_eq!(table.game.loss(), None);
    // 3 for the delivery, 2 for influence, 2 for money.
    table.check_points(&[7]);
}

#[test]
fn rule_11_5_sixth_completion_does_not_end_a_solo_game() {
    let layout =
        street(1).five_completed(ANNA).nearly_full_university(ANNA).tile(ANNA, "Population", "C1");
    let mut table = layout.turn(ANNA);
    table.play(connects(ANNA));
    assert_eq!(table.game.completed(), 6);
    assert!(!table.game.is_over());
    table.check_owed(&["Human plays a card"]);
}

#[test]
fn rule_11_5_solo_game_has_no_neutral_resource() {
    let table = street(1).tile(ANNA, "Population", "A1").turn(ANNA);
    for name in ["Metal", "Crops", "Wood"] {
        assert!(!table.game.is_neutral(resource(name)));
    }
    table.check_says(
        leads(ANNA, "Trade", import_access("Metal", "D1")),
        &["controls Metal and imports it as an own stall"],
    );
}

// 11.6 -----------------------------------------------------------------------------------------

fn deal_achievements(names: &[&str]) -> ActionKind {
    ActionKind::DealAchievements(names.iter().map(|name| achievement(name)).collect())
}

fn achieve(name: &str, players: &[PlayerId]) -> ActionKind {
    ActionKind::Achieve { achievement: achievement(name), players: players.to_vec() }
}

/// Makes an achievement one that the players judge.
fn judged_manually(name: &'static str) -> impl FnOnce(&mut Pack) {
    move |pack| {
        let mut all = pack.achievements.iter_mut();
        let spec = all.find(|spec| spec.name == name).expect("it is there");
        spec.condition = known(Condition::ByHand("As the card says.".to_owned()));
    }
}

#[test]
fn rule_11_6_one_achievement_of_each_deck_is_dealt_before_races() {
    let mut table = setup_on("Old Harbour", 2).variant(Variant::Achievements).fresh();
    table.check_refused(choose_race(ANNA, "Human", None), &[(Rule::Achievements, &[])]);
    for wrong in [
        &THREE[..2],
        &["Street of Houses", "Bridge Builder", "Row of Workshops"],
        &["Street of Houses", "Well Stocked", "Well Stocked", "Row of Workshops"],
    ] {
        table.check_refused(deal_achievements(wrong), &[(Rule::Achievements, &[])]);
    }
    table.play(deal_achievements(&THREE));
    table.check_allowed(choose_race(ANNA, "Human", None));
}

#[test]
fn rule_11_6_all_who_fulfil_the_immediate_achievement_score_after_the_turn() {
    let layout = street(3)
        .achievements(&["Deep Coffers", THREE[1], THREE[2]])
        .money(ANNA, 15)
        .money(BEN, 15)
        .money(CARA, 16);
    let mut table = layout.tile(CARA, "Knowledge", "A1").turn(ANNA);
    // Cara fulfils it from the start; a position is checked when its first turn ends.
    table.play(face_down(ANNA, "Trade", SubAction::Money));
    table.check_points(&[3, 0, 3]);
    table.play(face_down(BEN, "Trade", SubAction::Money));
    table.check_points(&[3, 0, 3]);
}

#[test]
fn rule_11_6_immediate_achievement_is_scored_after_the_followers() {
    let layout = street(3)
        .achievements(&["Deep Coffers", THREE[1], THREE[2]])
        .tile(ANNA, "Population", "A1")
        .money(ANNA, 17)
        .money(BEN, 15);
    let mut table = layout.turn(ANNA);
    table.play(leads(ANNA, "Trade", import("Gems", "D1")));
    table.play(follow(BEN, SubAction::Money));
    table.check_points(&[0, 0, 0]);
    table.play(pass(CARA));
    // Anna has spent too much of her money by then.
    table.check_points(&[0, 3, 0]);
}

#[test]
fn rule_11_6_mid_game_achievement_is_scored_with_the_second_completion() {
    let layout = street(3)
        .achievements(&[THREE[0], "Voice of the City", THREE[2]])
        .filled("Almshouse", "F6 G6", CARA)
        .nearly_full_university(CARA)
        .lasting(BEN, 2)
        .tile(ANNA, "Population", "C1");
    let mut table = layout.turn(ANNA);
    table.play(connects(ANNA));
    assert_eq!(table.game.completed(), 2);
    table.check_points(&[3, 3, 0]);
    let mid = table.game.achievements()[1];
    assert_eq!(mid.scored.map(rules::player::PlayerSet::len), Some(1));
}

#[test]
fn rule_11_6_end_game_achievement_is_scored_before_the_winner_is_found() {
    let layout = street(3)
        .achievements(&[THREE[0], THREE[1], "Patron of the City"])
        .five_completed(BEN)
        .nearly_full_university(BEN)
        .tile(ANNA, "Population", "C1")
        .points(ANNA, 1);
    let layout = [ANNA, BEN, CARA].iter().fold(layout, |layout, &player| layout.money(player, 0));
    let mut table = layout.turn(ANNA);
    table.play(connects(ANNA));
    // Ben has delivered to six buildings: 5 points against 1 and 3 for the delivery.
    table.check_points(&[4, 5, 0]);
    assert_eq!(table.game.winner(), Some(BEN));
}

#[test]
fn rule_11_6_players_judge_an_achievement_the_program_cannot() {
    let layout = street(3)
        .pack(judged_manually("Voice of the City"))
        .achievements(&[THREE[0], "Voice of the City", THREE[2]])
        .filled("Almshouse", "F6 G6", CARA)
        .nearly_full_university(CARA)
        .tile(ANNA, "Population", "C1");
    let mut table = layout.turn(ANNA);
    let mid = achievement("Voice of the City");
    assert_eq!(table.game.achievement_progress(mid, BEN), AchievementProgress::ByHand);
    table.play(connects(ANNA));
    table.check_owed(&["judge who fulfils Voice of the City"]);
    table.play(achieve("Voice of the City", &[BEN, CARA]));
    table.check_points(&[3, 3, 3]);
    table.check_owed(&["Quatryl plays a card"]);
}

#[test]
fn rule_11_6_manual_immediate_achievement_is_claimed_once() {
    let layout = street(3).pack(judged_manually("Deep Coffers")).achievements(&[
        "Deep Coffers",
        THREE[1],
        THREE[2],
    ]);
    let mut table = layout.turn(ANNA);
    table.play(achieve("Deep Coffers", &[CARA]));
    table.check_points(&[0, 0, 3]);
    table.check_owed(&["Human plays a card"]);
    table.check_refused(achieve("Deep Coffers", &[BEN]), &[(Rule::TurnPasses, &[])]);
}

#[test]
fn rule_11_6_achievement_progress_is_counted_for_every_player() {
    let layout =
        street(2).achievements(&THREE).tile(ANNA, "Population", "A1").tile(ANNA, "Gems", "C1");
    let table = layout.turn(ANNA);
    let progress = |player| table.game.achievement_progress(achievement("Well Stocked"), player);
    assert_eq!(progress(ANNA), AchievementProgress::Counted { have: 2, need: 4 });
    assert_eq!(progress(BEN), AchievementProgress::Counted { have: 0, need: 4 });
}

#[test]
fn rule_11_6_r34_first_stall_counts_as_imported_unless_switched() {
    let stalls = achievement("Stalls Everywhere");
    for (option, counted) in [(None, 1), (Some(TableOption::ByImport), 0)] {
        let layout = option.into_iter().fold(setup_on("Old Harbour", 1), Layout::option);
        let mut table = layout.fresh();
        table.play(choose_race(ANNA, "Orchid", None)).play(place_start(ANNA, "D6"));
        let progress = table.game.achievement_progress(stalls, ANNA);
        assert_eq!(progress, AchievementProgress::Counted { have: counted, need: 3 }, "{option:?}");
    }
}

#[test]
fn rule_11_6_r34_switched_neutral_stall_counts_for_its_importer() {
    let stalls = achievement("Stalls Everywhere");
    for (option, counted) in [(None, 0), (Some(TableOption::ByImport), 1)] {
        let layout = option.into_iter().fold(street(3), Layout::option);
        let mut table = layout.turn(ANNA);
        let mut resources = table.game.contents().resources();
        let neutral =
            resources.find(|&resource| table.game.is_neutral(resource)).expect("two are neutral");
        let sub_action = SubAction::ImportAccess(neutral, square("C1"));
        table.play(lead(ANNA, "Trade", [sub_action]));
        let progress = table.game.achievement_progress(stalls, ANNA);
        assert_eq!(progress, AchievementProgress::Counted { have: counted, need: 3 }, "{option:?}");
    }
}

#[test]
fn rule_11_6_solo_achievement_of_the_last_turn_is_scored_before_the_loss() {
    let layout = last_card()
        .achievements(&["Deep Coffers", THREE[1], THREE[2]])
        .building("University", "A4 B4 C4 B5")
        .money(ANNA, 15);
    let mut table = layout.turn(ANNA);
    table.play(face_down(ANNA, "Recruit", SubAction::Money));
    assert!(table.game.loss().is_some());
    table.check_points(&[3]);
}

// 11.7 -----------------------------------------------------------------------------------------

#[test]
fn rule_11_7_variant_without_workers_refuses_and_offers_no_worker() {
    let layout =
        street(2).variant(Variant::NoWorkers).tile(ANNA, "Population", "A1").house(ANNA, "D1");
    let table = layout.turn(ANNA);
    assert_eq!(table.game.workers_free(ANNA), Ok(0));
    table.check_refused(face_down_unnamed(ANNA, race_worker([])), &[(Rule::NoWorkers, &[])]);
    let moves = table.game.moves().actions;
    let sub_actions: Vec<&SubAction> = moves
        .iter()
        .filter_map(|action| match &action.kind {
            ActionKind::FaceDown { sub_action, .. } => Some(sub_action),
            _ => None,
        })
        .collect();
    assert!(sub_actions.len() > 2);
    assert!(sub_actions.iter().all(|sub_action| !matches!(sub_action, SubAction::Worker(..))));
}

#[test]
fn rule_11_7_variant_without_workers_makes_a_house_cost_1_with_the_card() {
    let forest = "
        g g f f f f
        ";
    for (variant, left) in [(true, 6), (false, 4)] {
        let mut layout = field(3, forest).tile(ANNA, "Population", "A1").roads("B1");
        if variant {
            layout = layout.variant(Variant::NoWorkers);
        }
        let mut table = layout.money(ANNA, 7).turn(ANNA);
        table.play(leads(ANNA, "Construct", house("C1")));
        assert_eq!(table.game.money(ANNA).0, left);
    }
}

#[test]
fn rule_11_7_variant_without_workers_is_refused_in_a_solo_game() {
    let layout = setup_on("Old Harbour", 1).variant(Variant::NoWorkers);
    let problem = layout.setup().variant_problem(Variant::NoWorkers);
    let Some(problem @ SetupProblem::Variant { .. }) = problem else {
        panic!("{problem:?}");
    };
    let text = problem.to_string();
    assert!(text.contains("no workers") && text.contains("solo"), "{text}");
    assert!(rules::Game::new(layout.setup()).is_err());
    let two = setup_on("Old Harbour", 2).variant(Variant::NoWorkers);
    assert_eq!(two.setup().variant_problem(Variant::NoWorkers), None);
}

#[test]
fn rule_11_7_winning_card_never_returns_to_the_deck() {
    let mut table = voting(3).variant(Variant::NoWorkers).turn(ANNA);
    table.play(call_vote(ANNA)).play(all_for_the_first(3));
    table.play(place_building(ANNA, "University", "A4 B4 C4 B5"));
    table.check_refused(deal_proposals(&["University"]), &[(Rule::DealProposals, &[])]);
}

// 11.8 -----------------------------------------------------------------------------------------

/// Returns a position with the Shaping History variant in which Anna can end the game.
fn history() -> Layout {
    let layout = street(3)
        .pack(|pack| {
            pack.boards[0].side = known(Side::Thematic);
            pack.boards[0].districts = vec![
                ("Old Docks".to_owned(), square("A1")),
                ("Boiler District".to_owned(), square("L6")),
            ];
        })
        .variant(Variant::ShapingHistory);
    layout.five_completed(ANNA).nearly_full_university(ANNA).tile(ANNA, "Population", "C1")
}

fn fill_event(player: PlayerId, name: &str, district: &str, body: &str) -> ActionKind {
    ActionKind::FillEvent {
        player,
        card: EventCard {
            building: building(name),
            district: district.to_owned(),
            governing_body: body.to_owned(),
        },
    }
}

#[test]
fn rule_11_8_winner_fills_in_the_event_card() {
    let mut table = history().turn(ANNA);
    table.play(connects(ANNA));
    assert_eq!(table.game.winner(), Some(ANNA));
    table.check_owed(&["Human fills in the event card"]);
    table.play(fill_event(ANNA, "University", "Old Docks", "The Nine"));
    let card = table.game.event_card().expect("it is filled in");
    assert_eq!(card.governing_body, "The Nine");
    table.check_owed(&[]);
}

#[test]
fn rule_11_8_district_in_another_section_is_recorded_with_a_warning() {
    // The island in the corner is another section.
    let university = building("University");
    for (district, warning) in [
        ("Old Docks", None),
        (
            "Boiler District",
            Some(Remark::OtherSection {
                building: university,
                district: "Boiler District".to_owned(),
            }),
        ),
    ] {
        let mut table =
            history().pack(|pack| pack.boards[0].districts[1].1 = square("A8")).turn(ANNA);
        table.play(connects(ANNA));
        table.play(fill_event(ANNA, "University", district, "The Nine"));
        assert!(table.game.event_card().is_some(), "it is recorded with a warning");
        let remarks: Vec<Remark> = table
            .events
            .iter()
            .filter_map(|event| match event {
                Event::Remark(remark) => Some(remark.clone()),
                _ => None,
            })
            .collect();
        assert_eq!(remarks, warning.into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn rule_11_8_event_card_is_refused_early_or_from_others_or_with_wrong_names() {
    let mut table = history().turn(ANNA);
    table.check_refused(
        fill_event(ANNA, "University", "Old Docks", "The Nine"),
        &[(Rule::TurnPasses, &[])],
    );
    table.play(connects(ANNA));
    let rule = Rule::ShapingHistory;
    table.check_refused(fill_event(BEN, "University", "Old Docks", "The Nine"), &[(rule, &[])]);
    table.check_refused(fill_event(ANNA, "Granary", "Old Docks", "The Nine"), &[(rule, &[])]);
    table.check_says(
        fill_event(ANNA, "University", "Uptown", "The Nine"),
        &["\"Uptown\" is not part of the city"],
    );
    table.check_refused(fill_event(ANNA, "University", "Old Docks", " "), &[(rule, &[])]);
}

#[test]
fn rule_11_8_shaping_history_needs_the_thematic_side_of_the_board() {
    let problem = |board: &str| {
        let layout = setup_on(board, 2);
        layout.setup().variant_problem(Variant::ShapingHistory)
    };
    assert_eq!(problem("Old Harbour"), None);
    assert!(matches!(problem("Three Rivers"), Some(SetupProblem::Variant { .. })));
    let unknown = setup_on("Old Harbour", 2).pack(|pack| pack.boards[0].side = Fact::Unknown);
    let problem = unknown.setup().variant_problem(Variant::ShapingHistory);
    assert!(matches!(problem, Some(SetupProblem::Unknown(_))));
    let says = "the side of Old Harbour is not known yet (rule ";
    assert!(problem.is_some_and(|problem| problem.to_string().starts_with(says)));
}
