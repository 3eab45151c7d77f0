//! Setup: rules 3.1 to 3.10.

use components::specs::Pack;
use rules::action::ActionKind;
use rules::player::PlayerId;
use rules::receipt::{Event, Shortage};
use rules::rulebook::TableOption;
use rules::setup::{Setup, SetupProblem};
use rules::sub_action::SubAction;
use rules::{Game, Rule};

use crate::support::*;

/// The start of a game on a practice board.
#[track_caller]
fn harbour(players: usize) -> Table {
    setup_on("Old Harbour", players).fresh()
}

/// Races chosen in player order, none of them Aesther.
#[track_caller]
fn with_races(races: &[&str]) -> Table {
    let mut table = harbour(races.len());
    for (player, name) in (0..).map(PlayerId).zip(races) {
        table.play(choose_race(player, name, None));
    }
    table
}

fn setup_for(players: &[&str], board: &str) -> Result<Game, Vec<SetupProblem>> {
    let players = players.iter().map(|&name| name.to_owned()).collect();
    let setup =
        Setup { pack: practice().clone(), board: board.to_owned(), players, ..Setup::default() };
    Game::new(&setup).map_err(|error| error.0)
}

// 3.1 ------------------------------------------------------------------------------------------

#[test]
fn rule_3_1_grants_two_to_four_players_on_either_side_of_the_board() {
    for board in ["Old Harbour", "Three Rivers"] {
        for players in 2..=4 {
            let game = setup_for(&NAMES[..players], board).unwrap_or_else(|e| panic!("{e:?}"));
            assert_eq!(game.player_count(), players);
            assert_eq!(game.board().name(), board);
        }
    }
}

#[test]
fn rule_3_1_refuses_five_players_and_a_board_that_is_not_in_the_box() {
    let found = setup_for(&["A", "B", "C", "D", "E"], "Old Harbour").err();
    assert_eq!(found, Some(vec![SetupProblem::PlayerCount { found: 5 }]));
    let found = setup_for(&NAMES[..2], "Nowhere").err().unwrap_or_default();
    assert!(matches!(found[..], [SetupProblem::NoSuchBoard { .. }]), "{found:?}");
}

#[test]
fn rule_3_1_refuses_the_action_of_a_player_who_is_not_at_the_table() {
    let table = layout(2, "g g").tile(ANNA, "Population", "A1").turn(ANNA);
    table.check_refused(
        face_down(CARA, "Recruit", SubAction::Money),
        &[(Rule::PlayersAndBoard, &[])],
    );
}

// 3.2 ------------------------------------------------------------------------------------------

#[test]
fn rule_3_2_grants_three_proposals_of_different_types() {
    let mut table = harbour(2);
    table.play(deal_proposals(&["University", "Granary", "Jewel House"]));
    let offered = ["University", "Granary", "Jewel House"].map(|name| Some(building(name)));
    assert_eq!(table.game.proposals(), offered);
    assert_eq!(table.events, []);
}

#[test]
fn rule_3_2_refuses_a_fourth_proposal() {
    let mut table = harbour(2);
    table.play(deal_proposals(&["University", "Granary"]));
    table.check_refused(deal_proposals(&["Jewel House", "Foundry"]), &[(Rule::DealProposals, &[])]);
    table.check_refused(deal_proposals(&["Granary"]), &[(Rule::DealProposals, &[])]);
    table.check_refused(deal_proposals(&[]), &[(Rule::DealProposals, &[])]);
}

/// The Crooked Bone and the Hunting Lodge are both green and of one shape.
#[test]
fn rule_3_2_refuses_two_proposals_of_one_type_and_replaces_the_rightmost() {
    let mut table = harbour(2);
    table.play(deal_proposals(&["The Crooked Bone", "Hunting Lodge", "University"]));
    assert_eq!(table.events, [Event::SameType(building("Hunting Lodge"))]);
    let offered = table.game.proposals();
    assert_eq!(offered, [Some(building("The Crooked Bone")), None, Some(building("University"))]);
    // It lies on top now, and cards come from the bottom.
    table.check_refused(deal_proposals(&["Hunting Lodge"]), &[(Rule::DealProposals, &[])]);
    table.play(deal_proposals(&["Granary"]));
    assert_eq!(table.game.proposals()[1], Some(building("Granary")));
}

/// Ruling R17: with no card of another type left the duplicate stays.
#[test]
fn rule_3_2_grants_two_proposals_of_one_type_when_no_other_type_is_left() {
    let few = |pack: &mut Pack| {
        let kept = ["University", "The Crooked Bone", "Hunting Lodge"];
        pack.buildings.retain(|b| kept.contains(&b.name.as_str()));
        pack.counts.prestige_cards = known(3);
        pack.boards[0].sites = known(Vec::new());
        let rows = pack.boards[0].terrain.value().cloned().unwrap_or_default();
        pack.boards[0].terrain = known(rows.iter().map(|row| row.replace('s', ".")).collect());
    };
    let mut table = setup_on("Old Harbour", 2).pack(few).fresh();
    let named = |name: &str| table.game.contents().building_named(name).expect("it is kept");
    let all = ["The Crooked Bone", "Hunting Lodge", "University"].map(named);
    table.play(ActionKind::DealProposals(all.to_vec()));
    assert_eq!(table.game.proposals(), all.map(Some));
    assert_eq!(table.events, []);
}

// 3.3 ------------------------------------------------------------------------------------------

#[test]
fn rule_3_3_grants_four_advisers_of_tier_1_on_offer() {
    let mut table = harbour(2);
    table.play(deal_advisers(&["Mason", "Foreman", "Peddler", "Haggler"]));
    let offered = ["Mason", "Foreman", "Peddler", "Haggler"].map(|name| Some(adviser(name)));
    assert_eq!(table.game.adviser_offer(), offered);
    table.check_refused(deal_advisers(&["Shepherd"]), &[(Rule::DealProposals, &[])]);
}

#[test]
fn rule_3_3_refuses_a_higher_tier_before_the_lower_one_is_out() {
    let mut table = harbour(2);
    table.check_refused(deal_advisers(&["Scholar"]), &[(Rule::DealAdvisers, &[])]);
    table.check_says(deal_advisers(&["Scholar"]), &["Scholar cannot come up before Haggler"]);
    table.check_refused(deal_advisers(&["Haggler", "Haggler"]), &[(Rule::DealAdvisers, &[])]);
    table.play(deal_advisers(&["Haggler"]));
    table.check_refused(deal_advisers(&["Haggler"]), &[(Rule::DealAdvisers, &[])]);
}

#[test]
fn rule_3_3_grants_the_next_tier_once_the_lower_one_is_out() {
    let mut table = layout(2, "g g g").advisers(&["Haggler", "Carpenter"]).turn(ANNA);
    table.play(face_down(ANNA, "Trade", SubAction::Money));
    table.check_refused(deal_advisers(&["Mason", "Scholar"]), &[(Rule::DealAdvisers, &[])]);
    let mut table = layout(2, "g g g")
        .holds(ANNA, &["Mason", "Foreman"])
        .holds(BEN, &["Shepherd", "Peddler"])
        .advisers(&["Haggler", "Carpenter"])
        .turn(ANNA);
    table.play(face_down(ANNA, "Trade", SubAction::Money));
    table.check_allowed(deal_advisers(&["Scholar", "Patron"]));
}

// 3.4 ------------------------------------------------------------------------------------------

#[test]
fn rule_3_4_computes_7_dollars_and_the_standard_cards_with_three_players() {
    let table = harbour(3);
    table.check_money(&[7, 7, 7]).check_fleeting(&[0, 0, 0]).check_lasting(&[0, 0, 0]);
    assert_eq!(table.hand(CARA), ["Recruit", "Trade", "Upgrade", "Construct", "Call to Vote"]);
}

#[test]
fn rule_3_4_computes_an_income_card_more_with_two_players() {
    let table = harbour(2);
    table.check_money(&[7, 7]);
    let all = ["Recruit", "Trade", "Upgrade", "Construct", "Call to Vote", "Income"];
    assert_eq!(table.hand(ANNA), all);
    assert_eq!(table.hand(BEN), all);
}

#[test]
fn rule_3_4_refuses_a_fourth_bridge() {
    let board = "
        f g g ~ g g #
        f g g ~ g g #
        ";
    let table = layout(2, board)
        .tile(ANNA, "Population", "C1")
        .bridge(ANNA, "D1")
        .bridge(ANNA, "G1")
        .turn(ANNA);
    table.check_allowed(lead(ANNA, "Construct", [bridge("D2")]));
    let table = layout(2, board)
        .tile(ANNA, "Population", "C1")
        .bridge(ANNA, "D1")
        .bridge(ANNA, "G1")
        .bridge(ANNA, "G2")
        .turn(ANNA);
    table.check_refused(lead(ANNA, "Construct", [bridge("D2")]), &[(Rule::Bridge, &[])]);
}

/// Ruling R2: 15 claim tokens, one of them on the score track; the 16th is a warning only.
#[test]
fn rule_3_4_grants_more_claim_tokens_than_the_box_holds_with_a_warning() {
    let board = "
        g g g g g g g g g
        . . . . . . . . .
        g g g g g g g g g
        ";
    let fourteen = |mut layout: Layout| {
        let advanced = ["Stone", "Wood", "Livestock", "Metal", "Crops", "Gems", "Knowledge"];
        for (name, column) in advanced.iter().zip('A'..) {
            for row in [1, 3] {
                let at = format!("{column}{row}");
                layout = layout.tile(BEN, name, &at).access(ANNA, name, &at);
            }
        }
        layout.money(ANNA, 20)
    };
    // The 15th token is the last one.
    let mut table = fourteen(layout(3, board)).turn(ANNA);
    table.check_allowed(lead(ANNA, "Trade", [import("Population", "I1")]));
    table.play(lead(ANNA, "Trade", [import("Population", "I1")]));
    assert_eq!(table.events.iter().filter(|e| matches!(e, Event::SupplyExceeded(_))).count(), 1);
    assert!(table.events.contains(&Event::SupplyExceeded(Shortage::ClaimTokens(ANNA))));
}

#[test]
fn rule_3_4_computes_no_shortage_with_the_15th_claim_token() {
    let board = "
        g g g g g g g g g
        . . . . . . . . .
        g g g g g g g g g
        ";
    let mut thirteen = layout(3, board).money(ANNA, 20);
    let names = ["Stone", "Wood", "Livestock", "Metal", "Crops", "Gems", "Knowledge"];
    for (name, column) in names.iter().zip('A'..) {
        for row in [1, 3] {
            let at = format!("{column}{row}");
            if at != "A1" {
                thirteen = thirteen.tile(BEN, name, &at).access(ANNA, name, &at);
            }
        }
    }
    let mut table = thirteen.turn(ANNA);
    table.play(lead(ANNA, "Trade", [import("Population", "I1")]));
    assert!(
        !table.events.iter().any(|e| matches!(e, Event::SupplyExceeded(_))),
        "{:?}",
        table.events
    );
}

// 3.5 ------------------------------------------------------------------------------------------

#[test]
fn rule_3_5_grants_races_in_player_order_with_their_resource() {
    let mut table = harbour(2);
    table.play(choose_race(ANNA, "Human", None)).play(choose_race(BEN, "Quatryl", None));
    assert_eq!(table.game.race(BEN), Some(race("Quatryl")));
    assert_eq!(table.game.race_resource(ANNA), Some(resource("Population")));
    assert_eq!(table.game.controller(resource("Metal")), Some(BEN));
}

#[test]
fn rule_3_5_refuses_a_race_out_of_order_taken_or_with_a_card_of_its_own() {
    let mut table = harbour(2);
    table.check_refused(choose_race(BEN, "Human", None), &[(Rule::ChooseRace, &[])]);
    table.check_refused(choose_race(ANNA, "Human", Some("Wood")), &[(Rule::ChooseRace, &[])]);
    table.play(choose_race(ANNA, "Human", None));
    // Both the mat and its resource are taken.
    table.check_refused(
        choose_race(BEN, "Human", None),
        &[(Rule::ChooseRace, &[]), (Rule::ChooseRace, &[])],
    );
}

#[test]
fn rule_3_5_grants_aesthers_any_free_card() {
    let mut table = harbour(2);
    // Their mat forbids Gems later on, not with the race.
    table.play(choose_race(ANNA, "Aesther", Some("Gems")));
    assert_eq!(table.game.race_resource(ANNA), Some(resource("Gems")));
    assert_eq!(table.game.controller(resource("Gems")), Some(ANNA));
}

#[test]
fn rule_3_5_refuses_the_race_whose_resource_aesthers_took_and_the_other_way_round() {
    let mut table = harbour(3);
    table.check_refused(choose_race(ANNA, "Aesther", None), &[(Rule::ChooseRace, &[])]);
    table.play(choose_race(ANNA, "Aesther", Some("Wood")));
    table.check_refused(choose_race(BEN, "Vermling", None), &[(Rule::ChooseRace, &[])]);
    let mut table = harbour(3);
    table.play(choose_race(ANNA, "Vermling", None));
    table.check_refused(choose_race(BEN, "Aesther", Some("Wood")), &[(Rule::ChooseRace, &[])]);
    table.check_refused(choose_race(BEN, "Aesther", Some("Food")), &[(Rule::ChooseRace, &[])]);
}

// 3.6 ------------------------------------------------------------------------------------------

#[test]
fn rule_3_6_grants_a_second_card_in_reverse_order() {
    let mut table = with_races(&["Human", "Quatryl", "Orchid"]);
    table.play(take(CARA, "Wood")).play(take(BEN, "Crops")).play(take(ANNA, "Gems"));
    assert_eq!(table.game.controls(ANNA).len(), 2);
    assert_eq!(table.game.controller(resource("Gems")), Some(ANNA));
}

#[test]
fn rule_3_6_refuses_a_second_card_out_of_order_or_forbidden_or_taken_or_advanced() {
    let table = with_races(&["Human", "Quatryl", "Orchid"]);
    table.check_refused(take(ANNA, "Gems"), &[(Rule::SecondResource, &[])]);
    table.check_refused(take(CARA, "Crops"), &[(Rule::SecondResource, &[])]);
    table.check_says(take(CARA, "Crops"), &["the Orchid mat forbids Crops"]);
    table.check_refused(take(CARA, "Population"), &[(Rule::SecondResource, &[])]);
    table.check_refused(take(CARA, "Food"), &[(Rule::SecondResource, &[])]);
    // Forbidden by the mat and taken by Ben: both are said.
    table.check_refused(
        take(CARA, "Metal"),
        &[(Rule::SecondResource, &[]), (Rule::SecondResource, &[])],
    );
}

/// The race's resource has no card whose symbols count: the Population card forbids Livestock.
#[test]
fn rule_3_6_grants_what_only_the_card_of_the_races_resource_forbids() {
    let table = with_races(&["Quatryl", "Human"]);
    table.check_allowed(take(BEN, "Livestock"));
}

/// Ruling R15.
#[test]
fn rule_3_6_refuses_aesthers_what_the_card_taken_as_race_resource_forbids() {
    let mut table = harbour(2);
    table.play(choose_race(ANNA, "Human", None)).play(choose_race(BEN, "Aesther", Some("Wood")));
    table.check_refused(take(BEN, "Crops"), &[(Rule::SecondResource, &[])]);
    table.check_says(take(BEN, "Crops"), &["the Wood card forbids Crops"]);
}

/// Ruling R15, switched.
#[test]
fn rule_3_6_grants_aesthers_that_card_where_the_table_has_switched_it() {
    let mut table = setup_on("Old Harbour", 2).option(TableOption::AestherCardIsFree).fresh();
    table.play(choose_race(ANNA, "Human", None)).play(choose_race(BEN, "Aesther", Some("Wood")));
    table.check_allowed(take(BEN, "Crops"));
    // The mat forbids as ever.
    table.check_refused(take(BEN, "Livestock"), &[(Rule::SecondResource, &[])]);
}

// 3.7 ------------------------------------------------------------------------------------------

#[test]
fn rule_3_7_grants_a_third_card_in_player_order_with_two_players() {
    let mut table = with_races(&["Human", "Quatryl"]);
    table.play(take(BEN, "Wood")).play(take(ANNA, "Gems"));
    table.check_refused(take(BEN, "Stone"), &[(Rule::ThirdResource, &[])]);
    table.play(take(ANNA, "Knowledge")).play(take(BEN, "Stone"));
    assert_eq!(table.game.controls(ANNA).len(), 3);
    assert_eq!(table.game.controls(BEN).len(), 3);
}

#[test]
fn rule_3_7_refuses_a_third_card_that_the_race_or_the_second_card_forbids() {
    let mut table = with_races(&["Human", "Quatryl"]);
    table.play(take(BEN, "Wood")).play(take(ANNA, "Crops"));
    table.check_refused(take(ANNA, "Knowledge"), &[(Rule::ThirdResource, &[])]);
    table.check_says(take(ANNA, "Knowledge"), &["the Crops card forbids Knowledge"]);
    table.check_refused(take(ANNA, "Stone"), &[(Rule::ThirdResource, &[])]);
    table.check_says(take(ANNA, "Stone"), &["the Human mat forbids Stone"]);
}

#[test]
fn rule_3_7_refuses_a_third_card_with_three_players() {
    let mut table = with_races(&["Human", "Quatryl", "Orchid"]);
    table.play(take(CARA, "Wood")).play(take(BEN, "Crops")).play(take(ANNA, "Gems"));
    table.check_refused(take(ANNA, "Livestock"), &[(Rule::StartStall, &[])]);
}

/// Ruling R30: what a new card forbids is not held against a card held before.
#[test]
fn rule_3_7_grants_a_third_card_that_forbids_the_second() {
    let mut table = with_races(&["Human", "Quatryl"]);
    table.play(take(BEN, "Stone")).play(take(ANNA, "Crops"));
    table.check_allowed(take(ANNA, "Wood"));
}

// 3.7a -----------------------------------------------------------------------------------------

/// Anna, last to choose, is left with Stone, which Humans must not take (ruling R18).
fn only_stone_left(second: [&str; 3]) -> Table {
    let mut table = with_races(&["Human", "Valrath", "Inox", "Orchid"]);
    let [dan, cara, ben] = second;
    table.play(take(DAN, dan)).play(take(CARA, cara)).play(take(BEN, ben));
    table
}

#[test]
fn rule_3_7a_grants_anothers_card_to_a_player_without_a_valid_one() {
    let mut table = only_stone_left(["Wood", "Crops", "Metal"]);
    table.play(take_from(ANNA, "Wood", DAN));
    assert_eq!(table.game.controller(resource("Wood")), Some(ANNA));
    // The other picks anew at once.
    table.check_owed(&[
        "Orchid takes a second resource card",
        "deal 3 proposals",
        "deal 4 advisers",
    ]);
    table.play(take(DAN, "Stone"));
    assert_eq!(table.game.controller(resource("Stone")), Some(DAN));
    table.check_refused(take(DAN, "Stone"), &[(Rule::StartStall, &[])]);
}

#[test]
fn rule_3_7a_refuses_cards_of_a_race_or_forbidden_or_not_there() {
    let table = only_stone_left(["Wood", "Crops", "Metal"]);
    table.check_refused(take(ANNA, "Stone"), &[(Rule::SecondResource, &[])]);
    table.check_refused(take_from(ANNA, "Livestock", CARA), &[(Rule::TakeFromAnother, &[])]);
    table.check_refused(take_from(ANNA, "Metal", BEN), &[(Rule::SecondResource, &[])]);
    table.check_refused(take_from(ANNA, "Wood", BEN), &[(Rule::TakeFromAnother, &[])]);
}

#[test]
fn rule_3_7a_refuses_anothers_card_while_a_valid_one_is_free() {
    let mut table = with_races(&["Human", "Valrath", "Inox", "Orchid"]);
    table.play(take(DAN, "Wood"));
    table.check_refused(
        take_from(CARA, "Gems", BEN),
        &[(Rule::TakeFromAnother, &[]), (Rule::TakeFromAnother, &[])],
    );
    let mut table = with_races(&["Human", "Valrath", "Inox", "Orchid"]);
    table.play(take(DAN, "Stone"));
    table.check_refused(take_from(CARA, "Stone", DAN), &[(Rule::TakeFromAnother, &[])]);
    table.check_remedies(take_from(CARA, "Stone", DAN), &["take one of Metal and Crops"]);
}

/// The rule goes on to the next player: Valrath must not take Stone either.
#[test]
fn rule_3_7a_grants_the_same_to_the_player_whose_card_was_taken() {
    let mut table = only_stone_left(["Wood", "Metal", "Crops"]);
    table.play(take_from(ANNA, "Crops", BEN));
    table.check_refused(take(BEN, "Stone"), &[(Rule::SecondResource, &[])]);
    table.play(take_from(BEN, "Wood", DAN)).play(take(DAN, "Stone"));
    assert_eq!(table.game.controller(resource("Wood")), Some(BEN));
    assert_eq!(table.game.controller(resource("Crops")), Some(ANNA));
}

// 3.8 ------------------------------------------------------------------------------------------

#[track_caller]
fn check_neutral(players: usize, expected: &[&str]) {
    let table = layout(players, "g").turn(ANNA);
    let contents = table.game.contents();
    let neutral = contents.resources().filter(|&r| table.game.is_neutral(r));
    let found: Vec<&str> = neutral.map(|r| contents.resource_name(r)).collect();
    assert_eq!(found, expected);
}

#[test]
fn rule_3_8_computes_two_neutral_resources_with_two_or_three_players() {
    check_neutral(2, &["Livestock", "Crops"]);
    check_neutral(3, &["Stone", "Crops"]);
}

#[test]
fn rule_3_8_computes_no_neutral_resource_with_four_players() {
    check_neutral(4, &[]);
}

// 3.9 ------------------------------------------------------------------------------------------

/// Two players who have all their cards. D6 and J9 carry 1, H7 and O7 carry 2, F8 carries 3.
fn ready_to_start() -> Table {
    let mut table = with_races(&["Human", "Quatryl"]);
    table.play(take(BEN, "Wood")).play(take(ANNA, "Gems"));
    table.play(take(ANNA, "Knowledge")).play(take(BEN, "Stone"));
    table
}

#[test]
fn rule_3_9_grants_a_stall_of_the_races_resource_free_of_charge_in_reverse_order() {
    let mut table = ready_to_start();
    table.play(place_start(BEN, "D6")).play(place_start(ANNA, "H7"));
    assert_eq!(table.game.tile_at(square("D6")), Some(tile("Metal", "D6")));
    assert_eq!(table.game.tile_at(square("H7")), Some(tile("Population", "H7")));
    table.check_money(&[7, 7]).check_income(&[1, 1]);
}

#[test]
fn rule_3_9_refuses_other_squares_numbers_above_the_player_count_and_taken_ones() {
    let mut table = ready_to_start();
    table.check_refused(place_start(ANNA, "D6"), &[(Rule::StartStall, &[])]);
    table.check_refused(place_start(BEN, "F8"), &[(Rule::StartStall, &["F8"])]);
    table.check_remedies(place_start(BEN, "F8"), &["free start squares: D6 H7 J9 O7"]);
    // D4 is green and carries no number: two reasons.
    table.check_refused(
        place_start(BEN, "D4"),
        &[(Rule::StartStall, &["D4"]), (Rule::StartStall, &["D4"])],
    );
    table.play(place_start(BEN, "D6"));
    table.check_refused(place_start(ANNA, "D6"), &[(Rule::OneThingPerSquare, &["D6"])]);
}

#[test]
fn rule_3_9_grants_the_square_numbered_3_with_three_players() {
    let mut table = with_races(&["Human", "Quatryl", "Orchid"]);
    table.play(take(CARA, "Wood")).play(take(BEN, "Crops")).play(take(ANNA, "Gems"));
    table.check_allowed(place_start(CARA, "F8"));
    table.check_refused(place_start(CARA, "C10"), &[(Rule::StartStall, &["C10"])]);
}

// 3.10 -----------------------------------------------------------------------------------------

#[test]
fn rule_3_10_computes_0_points_before_and_after_the_first_stalls() {
    let mut table = ready_to_start();
    table.check_points(&[0, 0]);
    table.play(place_start(BEN, "D6")).play(place_start(ANNA, "H7"));
    table.check_points(&[0, 0]);
}

#[test]
fn rule_3_10_computes_0_points_with_four_players() {
    harbour(4).check_points(&[0, 0, 0, 0]);
}
