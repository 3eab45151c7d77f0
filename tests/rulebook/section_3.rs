//! Setup: rules 3.1 to 3.10.

use rules::action::ActionKind;
use rules::player::PlayerId;
use rules::receipt::{Event, Shortage};
use rules::rulebook::TableOption;
use rules::setup::{Setup, SetupProblem};
use rules::sub_action::SubAction;
use rules::{Game, Rule};

use crate::support::*;

/// Starts a game on a practice board.
#[track_caller]
fn harbour(players: usize) -> Table {
    setup_on("Old Harbour", players).fresh()
}

/// Starts a game with these races chosen in player order, none of them Aesther.
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
fn rule_3_1_refuses_five_players_and_an_unknown_board() {
    let found = setup_for(&["A", "B", "C", "D", "E"], "Old Harbour").err();
    assert_eq!(found, Some(vec![SetupProblem::PlayerCount { found: 5 }]));
    let found = setup_for(&NAMES[..2], "Nowhere").err().unwrap_or_default();
    assert!(matches!(found[..], [SetupProblem::NoSuchBoard { .. }]), "{found:?}");
}

#[test]
fn rule_3_1_refuses_an_action_of_a_player_who_is_not_at_the_table() {
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
    // The replaced card is now on top of the deck, and cards are dealt from the bottom.
    table.check_refused(deal_proposals(&["Hunting Lodge"]), &[(Rule::DealProposals, &[])]);
    table.play(deal_proposals(&["Granary"]));
    assert_eq!(table.game.proposals()[1], Some(building("Granary")));
}

/// Ruling R17: if no card of another type is left, the duplicate stays.
#[test]
fn rule_3_2_grants_two_proposals_of_one_type_when_no_other_type_is_left() {
    let mut table = setup_on("Old Harbour", 2)
        .pack(|pack| {
            let kept = ["University", "The Crooked Bone", "Hunting Lodge"];
            pack.buildings.retain(|b| kept.contains(&b.name.as_str()));
            pack.counts.prestige_cards = known(3);
            pack.boards[0].sites = known(Vec::new());
            let rows = pack.boards[0].terrain.value().cloned().unwrap_or_default();
            let terrain = rows.iter().map(|row| row.replace('s', "."));
            pack.boards[0].terrain = known(terrain.collect());
        })
        .fresh();
    let all = ["The Crooked Bone", "Hunting Lodge", "University"]
        .map(|name| table.game.contents().building_named(name).expect("it is in the pack"));
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
fn rule_3_4_computes_an_additional_income_card_with_two_players() {
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

/// Ruling R2: of 15 claim tokens one is on the score track; needing a 16th is only a warning.
#[test]
fn rule_3_4_grants_more_claim_tokens_than_the_box_holds_with_a_warning() {
    let board = "
        g g g g g g g g g
        . . . . . . . . .
        g g g g g g g g g
        ";
    let mut fourteen = layout(3, board).money(ANNA, 20);
    let names = ["Stone", "Wood", "Livestock", "Metal", "Crops", "Gems", "Knowledge"];
    for (name, column) in names.iter().zip('A'..) {
        for row in [1, 3] {
            let at = format!("{column}{row}");
            fourteen = fourteen.tile(BEN, name, &at).access(ANNA, name, &at);
        }
    }
    // With the one on the score track, all 15 tokens are in use.
    let mut table = fourteen.turn(ANNA);
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
fn rule_3_5_grants_races_in_player_order_with_their_resources() {
    let mut table = harbour(2);
    table.play(choose_race(ANNA, "Human", None)).play(choose_race(BEN, "Quatryl", None));
    assert_eq!(table.game.race(BEN), Some(race("Quatryl")));
    assert_eq!(table.game.race_resource(ANNA), Some(resource("Population")));
    assert_eq!(table.game.controller(resource("Metal")), Some(BEN));
}

#[test]
fn rule_3_5_refuses_a_race_out_of_order_or_taken_or_with_a_chosen_card() {
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
    // Their mat forbids Gems as a later card, not as the card of the race.
    table.play(choose_race(ANNA, "Aesther", Some("Gems")));
    assert_eq!(table.game.race_resource(ANNA), Some(resource("Gems")));
    assert_eq!(table.game.controller(resource("Gems")), Some(ANNA));
}

#[test]
fn rule_3_5_refuses_a_race_and_aesthers_with_the_same_resource() {
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
fn rule_3_6_refuses_an_invalid_second_card_or_one_out_of_order() {
    let table = with_races(&["Human", "Quatryl", "Orchid"]);
    table.check_refused(take(ANNA, "Gems"), &[(Rule::SecondResource, &[])]);
    table.check_refused(take(CARA, "Crops"), &[(Rule::SecondResource, &[])]);
    table.check_says(take(CARA, "Crops"), &["the Orchid mat forbids Crops"]);
    table.check_refused(take(CARA, "Population"), &[(Rule::SecondResource, &[])]);
    table.check_refused(take(CARA, "Food"), &[(Rule::SecondResource, &[])]);
    // Both reasons are given: the mat forbids the card, and Ben has it.
    table.check_refused(
        take(CARA, "Metal"),
        &[(Rule::SecondResource, &[]), (Rule::SecondResource, &[])],
    );
}

/// The symbols on the card of the race's resource do not count: Population's forbids Livestock.
#[test]
fn rule_3_6_grants_a_card_forbidden_only_by_the_card_of_the_race() {
    let table = with_races(&["Quatryl", "Human"]);
    table.check_allowed(take(BEN, "Livestock"));
}

/// Ruling R15.
#[test]
fn rule_3_6_r15_refuses_aesthers_a_card_forbidden_by_their_race_resource() {
    let mut table = harbour(2);
    table.play(choose_race(ANNA, "Human", None)).play(choose_race(BEN, "Aesther", Some("Wood")));
    table.check_refused(take(BEN, "Crops"), &[(Rule::SecondResource, &[])]);
    table.check_says(take(BEN, "Crops"), &["the Wood card forbids Crops"]);
}

/// Ruling R15, switched.
#[test]
fn rule_3_6_r15_switched_grants_aesthers_a_card_their_race_resource_forbids() {
    let mut table = setup_on("Old Harbour", 2).option(TableOption::AestherCardIsFree).fresh();
    table.play(choose_race(ANNA, "Human", None)).play(choose_race(BEN, "Aesther", Some("Wood")));
    table.check_allowed(take(BEN, "Crops"));
    // The mat still forbids its cards.
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

/// Ruling R30: a new card does not forbid cards held before it.
#[test]
fn rule_3_7_grants_a_third_card_that_forbids_the_second() {
    let mut table = with_races(&["Human", "Quatryl"]);
    table.play(take(BEN, "Stone")).play(take(ANNA, "Crops"));
    table.check_allowed(take(ANNA, "Wood"));
}

// 3.7a -----------------------------------------------------------------------------------------

/// Starts a game in which only Stone is left for Anna, which Humans must not take (ruling R18).
fn only_stone_left(second: [&str; 3]) -> Table {
    let mut table = with_races(&["Human", "Valrath", "Inox", "Orchid"]);
    let [dan, cara, ben] = second;
    table.play(take(DAN, dan)).play(take(CARA, cara)).play(take(BEN, ben));
    table
}

#[test]
fn rule_3_7a_grants_another_players_card_if_no_valid_card_is_free() {
    let mut table = only_stone_left(["Wood", "Crops", "Metal"]);
    table.play(take_from(ANNA, "Wood", DAN));
    assert_eq!(table.game.controller(resource("Wood")), Some(ANNA));
    // The player who lost the card picks again at once.
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
fn rule_3_7a_refuses_to_take_a_race_card_a_forbidden_or_an_absent_one() {
    let table = only_stone_left(["Wood", "Crops", "Metal"]);
    table.check_refused(take(ANNA, "Stone"), &[(Rule::SecondResource, &[])]);
    table.check_refused(take_from(ANNA, "Livestock", CARA), &[(Rule::TakeFromAnother, &[])]);
    table.check_refused(take_from(ANNA, "Metal", BEN), &[(Rule::SecondResource, &[])]);
    table.check_refused(take_from(ANNA, "Wood", BEN), &[(Rule::TakeFromAnother, &[])]);
}

#[test]
fn rule_3_7a_refuses_another_players_card_while_a_valid_one_is_free() {
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

/// The rule applies to the next player too: Valrath must not take Stone either.
#[test]
fn rule_3_7a_lets_the_player_whose_card_was_taken_take_one_in_turn() {
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

/// Starts a game of two players with all their cards. D6 and J9 are numbered 1, H7 and O7 2, F8 3.
fn ready_to_start() -> Table {
    let mut table = with_races(&["Human", "Quatryl"]);
    table.play(take(BEN, "Wood")).play(take(ANNA, "Gems"));
    table.play(take(ANNA, "Knowledge")).play(take(BEN, "Stone"));
    table
}

#[test]
fn rule_3_9_grants_a_free_stall_of_the_race_resource_in_reverse_order() {
    let mut table = ready_to_start();
    table.play(place_start(BEN, "D6")).play(place_start(ANNA, "H7"));
    assert_eq!(table.game.tile_at(square("D6")), Some(tile("Metal", "D6")));
    assert_eq!(table.game.tile_at(square("H7")), Some(tile("Population", "H7")));
    table.check_money(&[7, 7]).check_income(&[1, 1]);
}

#[test]
fn rule_3_9_refuses_unnumbered_taken_and_too_highly_numbered_squares() {
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
