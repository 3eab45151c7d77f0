//! Actions: rules 5.1 to 5.19.

use components::effect::{Effect, Price};
use components::fact::Fact;
use components::specs::{Pack, StandardCard};
use rules::action::ActionKind;
use rules::adjustment::Owner;
use rules::entry_context::EntryContext;
use rules::player::Card;
use rules::receipt::{Event, PayoutPurpose, Remark, Shortage};
use rules::rulebook::TableOption;
use rules::sub_action::{Placement, SubAction};
use rules::{Action, Rule};

use crate::support::*;

// 5.1 to 5.3: Recruit -------------------------------------------------------------------------

/// Returns a position with a stall of Anna's far from one of Ben's. Haggler and Carpenter cost $1,
/// Shepherd and Peddler $2; they require Gems, Wood, Livestock and Crops.
#[track_caller]
fn street(players: usize, annas: &str) -> Layout {
    layout(players, "e e g g f f c c").tile(ANNA, annas, "A1").tile(BEN, "Wood", "H1")
}

#[test]
fn rule_5_1_grants_an_adviser_whose_resource_is_owned_or_accessible() {
    let mut table = street(2, "Gems").turn(ANNA);
    table.play(lead(ANNA, "Recruit", [recruit("Haggler")]));
    assert!(table.hand(ANNA).contains(&"Haggler"));
    table.check_money(&[6, 7]).check_fleeting(&[1, 0]);
    let mut table = street(2, "Gems").access(ANNA, "Wood", "H1").turn(ANNA);
    table.play(lead(ANNA, "Recruit", [recruit("Carpenter")]));
    assert!(table.hand(ANNA).contains(&"Carpenter"));
}

#[test]
fn rule_5_1_refuses_an_adviser_without_claim_offer_or_enough_money() {
    let table = street(2, "Gems").money(ANNA, 0).turn(ANNA);
    let carpenter = lead(ANNA, "Recruit", [recruit("Carpenter")]);
    table.check_refused(carpenter.clone(), &[(Rule::Recruit, &[]), (Rule::Recruit, &[])]);
    table.check_remedies(
        carpenter,
        &["own a Wood tile or buy access to one", "Human needs $1 more"],
    );
    let table = street(2, "Stone").turn(ANNA);
    table.check_refused(lead(ANNA, "Recruit", [recruit("Mason")]), &[(Rule::Recruit, &[])]);
    table.check_says(lead(ANNA, "Recruit", [recruit("Mason")]), &["Mason is not on offer"]);
}

#[test]
fn rule_5_1_computes_the_cost_by_place_on_offer() {
    let mut table = street(2, "Gems").turn(ANNA);
    table.play(lead(ANNA, "Recruit", [recruit("Haggler")])).check_money(&[6, 7]);
    let mut table = street(2, "Crops").turn(ANNA);
    table.play(lead(ANNA, "Recruit", [recruit("Peddler")])).check_money(&[5, 7]);
}

#[test]
fn rule_5_1_computes_a_follow_without_the_main_actions_influence() {
    let mut table = street(2, "Gems").turn(ANNA);
    table.play(lead(ANNA, "Recruit", [recruit("Haggler")]));
    table.play(follow(BEN, recruit("Carpenter")));
    table.check_fleeting(&[1, 0]).check_lasting(&[1, 1]).check_money(&[6, 6]);
}

#[test]
fn rule_5_2_computes_the_points_on_the_adviser_card() {
    for (name, requires, points) in [("Haggler", "Gems", 0), ("Scholar", "Knowledge", 1)] {
        let mut table = street(2, requires).advisers(&[name]).turn(ANNA);
        table.play(lead(ANNA, "Recruit", [recruit(name)]));
        table.check_points(&[points, 0]).check_lasting(&[1, 0]);
    }
    let mut table = layout(2, "g g g g")
        .tile(ANNA, "Labor", "A1 B1 C1 D1")
        .advisers(&["Taskmaster"])
        .turn(ANNA);
    table.play(lead(ANNA, "Recruit", [recruit("Taskmaster")])).check_points(&[3, 0]);
}

#[test]
fn rule_5_2_computes_a_lasting_influence_for_each_of_two_recruits_by_a_card() {
    let mut table = layout(2, "g g g g")
        .tile(ANNA, "Gems", "A1")
        .tile(ANNA, "Knowledge", "C1")
        .advisers(&["Haggler", "Scholar"])
        .holds(ANNA, &["Taskmaster"])
        .turn(ANNA);
    table.play(lead(ANNA, "Taskmaster", [recruit("Haggler"), recruit("Scholar")]));
    table.check_lasting(&[2, 0]).check_points(&[1, 0]).check_money(&[5, 7]).check_fleeting(&[0, 0]);
}

#[test]
fn rule_5_3_grants_one_refill_of_advisers_at_the_end_of_the_turn() {
    let mut table = street(2, "Gems").tile(BEN, "Livestock", "F1").turn(ANNA);
    table.play(lead(ANNA, "Recruit", [recruit("Haggler")]));
    let [carpenter, shepherd, peddler] =
        ["Carpenter", "Shepherd", "Peddler"].map(|name| Some(adviser(name)));
    assert_eq!(table.game.adviser_offer(), [None, carpenter, shepherd, peddler]);
    // The Shepherd is still in the third place and costs $2.
    table.play(follow(BEN, recruit("Shepherd"))).check_money(&[6, 5]);
    assert_eq!(table.game.adviser_offer(), [carpenter, peddler, None, None]);
    table.check_owed(&["deal 2 advisers"]);
    table.play(deal_advisers(&["Mason", "Foreman"]));
    let [mason, foreman] = ["Mason", "Foreman"].map(|name| Some(adviser(name)));
    assert_eq!(table.game.adviser_offer(), [carpenter, peddler, mason, foreman]);
}

#[test]
fn rule_5_3_refuses_a_refill_that_is_early_or_too_large_or_skipped() {
    let mut table = street(2, "Gems").turn(ANNA);
    table.play(lead(ANNA, "Recruit", [recruit("Haggler")]));
    table.check_refused(deal_advisers(&["Mason"]), &[(Rule::Follow, &[])]);
    table.play(pass(BEN));
    table.check_refused(deal_advisers(&["Mason", "Foreman"]), &[(Rule::RefillOffer, &[])]);
    table.check_refused(face_down(BEN, "Trade", SubAction::Money), &[(Rule::RefillOffer, &[])]);
    table.play(deal_advisers(&["Mason"])).check_owed(&["Quatryl plays a card"]);
}

#[test]
fn rule_5_3_grants_empty_places_on_offer_when_the_deck_is_empty() {
    let mut table = street(2, "Gems")
        .pack(|pack| {
            pack.advisers.truncate(4);
            pack.counts.adviser_cards = known(4);
        })
        .turn(ANNA);
    table.play(lead(ANNA, "Recruit", [recruit("Haggler")])).play(pass(BEN));
    table.check_owed(&["Quatryl plays a card"]);
    assert_eq!(table.game.adviser_offer()[3], None);
    assert_eq!(table.game.adviser_offer()[0], Some(adviser("Carpenter")));
}

#[test]
fn rule_5_3_grants_a_refill_after_a_recruit_by_a_worker() {
    let mut table = layout(2, "f c c g g g").tile(ANNA, "Gems", "D1").house(ANNA, "A1");
    table = table.building("Ferry Landing", "B1 C1").delivered("Ferry Landing", "Wood", ANNA);
    let mut table = table.pack(recruiting_ferry).turn(ANNA);
    table.play(face_down(ANNA, "Trade", worker_on("Ferry Landing", [recruit("Haggler")])));
    table.check_money(&[6, 7]).check_owed(&["deal 1 adviser"]);
}

/// Makes the Ferry Landing's card recruit, so that a small board is enough.
fn recruiting_ferry(pack: &mut Pack) {
    let ferry = &mut pack.buildings[building("Ferry Landing").index()];
    let recruiting = vec![Effect::Recruit(Price::Full)];
    if let Fact::Known(action, _) = &mut ferry.action {
        action.effects = recruiting;
    }
}

// 5.4 to 5.9: Trade ---------------------------------------------------------------------------

/// Two empty squares of each terrain.
const TERRAINS: &str = "e e c c f f g g";

#[track_caller]
fn check_import_cost(at: &str, cost: i32) {
    let mut table = layout(2, TERRAINS).turn(ANNA);
    table.play(lead(ANNA, "Trade", [import("Population", at)]));
    table.check_money(&[7 - cost, 7]).check_income(&[1, 0]);
    assert_eq!(table.claims_on(at), Some((Owner::Player(ANNA), vec![])));
}

#[test]
fn rule_5_4_computes_an_import_cost_of_1_2_or_3_dollars_by_terrain() {
    check_import_cost("A1", 1);
    check_import_cost("C1", 2);
    check_import_cost("E1", 3);
    check_import_cost("G1", 3);
}

#[test]
fn rule_5_4_grants_a_stall_without_connection_and_next_to_own_bridges() {
    let table = layout(2, "g g ~ g").bridge(ANNA, "C1").tile(BEN, "Metal", "A1").turn(ANNA);
    table.check_allowed(lead(ANNA, "Trade", [import("Population", "B1")]));
    table.check_allowed(lead(ANNA, "Trade", [import("Population", "D1")]));
}

#[test]
fn rule_5_4_refuses_an_import_without_control_or_money_or_next_to_own_tiles() {
    let table = layout(
        2,
        "
        g g g f
        g g g f
        ",
    )
    .tile(ANNA, "Gems", "A1")
    .house(ANNA, "D1")
    .money(ANNA, 2)
    .turn(ANNA);
    // Not controlled, too expensive, and next to Anna's stall and her house.
    table.check_refused(
        lead(ANNA, "Trade", [import("Metal", "B2")]),
        &[(Rule::Import, &[]), (Rule::Import, &[]), (Rule::Import, &["A1"])],
    );
    table.check_remedies(lead(ANNA, "Trade", [import("Metal", "B2")]), &["Human needs $1 more"]);
    table.check_refused(
        lead(ANNA, "Trade", [import("Population", "C1")]),
        &[(Rule::Import, &[]), (Rule::Import, &["D1"])],
    );
    table.check_refused(lead(ANNA, "Trade", [import("Brick", "B2")]), &[(Rule::Import, &[])]);
}

#[test]
fn rule_5_4_refuses_river_wall_site_and_full_squares() {
    let table = layout(2, "g ~ # s s s g g").roads("H1").turn(ANNA);
    for at in ["B1", "C1", "D1"] {
        table.check_refused(lead(ANNA, "Trade", [import("Gems", at)]), &[(Rule::Import, &[at])]);
    }
    table.check_refused(
        lead(ANNA, "Trade", [import("Gems", "H1")]),
        &[(Rule::OneThingPerSquare, &["H1"])],
    );
}

/// Ruling R16.
#[test]
fn rule_5_4_computes_no_cost_below_zero() {
    let mut table = layout(2, TERRAINS).holds(ANNA, &["Smuggler"]).money(ANNA, 0).turn(ANNA);
    table.play(lead(ANNA, "Smuggler", [import("Population", "A1")])).check_money(&[0, 7]);
}

#[track_caller]
fn check_access_cost(name: &str, at: &str, cost: i32) {
    let mut table = layout(2, TERRAINS).tile(BEN, name, at).turn(ANNA);
    table.play(lead(ANNA, "Trade", [buy_access(name, at)]));
    // The owner is paid.
    table.check_money(&[7 - cost, 7 + cost]).check_income(&[0, 1]);
    assert_eq!(table.claims_on(&at[..2]), Some((Owner::Player(BEN), vec![ANNA])));
}

#[test]
fn rule_5_5_computes_an_access_cost_of_2_3_or_4_dollars_by_terrain() {
    check_access_cost("Metal", "A1", 2);
    check_access_cost("Metal", "C1", 3);
    check_access_cost("Metal", "E1", 4);
    check_access_cost("Metal", "H1", 4);
}

#[test]
fn rule_5_5_computes_access_by_the_cheapest_terrain_under_the_tile() {
    check_access_cost("Brick", "B1 C1 D1", 2);
    check_access_cost("Brick", "D1 E1 F1", 3);
    check_access_cost("Brick", "E1 F1 G1", 4);
}

/// Ruling R10.
#[test]
fn rule_5_5_r10_access_to_a_neutral_tile_is_paid_to_the_bank() {
    for (at, cost) in [("A1", 2), ("C1", 3), ("G1", 4)] {
        let mut table = layout(2, TERRAINS).neutral("Crops", at).turn(ANNA);
        table.play(lead(ANNA, "Trade", [buy_access("Crops", at)])).check_money(&[7 - cost, 7]);
        assert_eq!(table.claims_on(at), Some((Owner::Neutral, vec![ANNA])));
    }
}

/// Ruling R16: the owner receives the amount paid.
#[test]
fn rule_5_5_r16_discount_reduces_the_payment_to_the_owner() {
    for (at, paid) in [("A1", 0), ("C1", 0), ("E1", 1)] {
        let mut table =
            layout(2, TERRAINS).tile(BEN, "Metal", at).holds(ANNA, &["Smuggler"]).turn(ANNA);
        table.play(lead(ANNA, "Smuggler", [buy_access("Metal", at)]));
        table.check_money(&[7 - paid, 7 + paid]);
    }
}

#[test]
fn rule_5_5_grants_access_to_any_number_of_players() {
    let table = layout(3, TERRAINS).tile(BEN, "Metal", "A1").access(CARA, "Metal", "A1").turn(ANNA);
    table.check_allowed(lead(ANNA, "Trade", [buy_access("Metal", "A1")]));
}

#[test]
fn rule_5_5_refuses_access_to_own_accessible_or_absent_tiles() {
    let table = layout(2, TERRAINS)
        .tile(ANNA, "Gems", "A1")
        .tile(BEN, "Metal", "H1")
        .access(ANNA, "Metal", "H1")
        .tile(BEN, "Wood", "F1")
        .money(ANNA, 3)
        .turn(ANNA);
    let trade = |name: &str, at: &str| lead(ANNA, "Trade", [buy_access(name, at)]);
    table.check_refused(trade("Gems", "A1"), &[(Rule::BuyAccess, &[])]);
    table.check_refused(trade("Metal", "H1"), &[(Rule::BuyAccess, &[]), (Rule::BuyAccess, &[])]);
    table.check_refused(trade("Stone", "F1"), &[(Rule::BuyAccess, &["F1"])]);
    table.check_refused(trade("Wood", "F1"), &[(Rule::BuyAccess, &[])]);
    table.check_remedies(trade("Wood", "F1"), &["Human needs $1 more"]);
}

/// No player controls Crops with two or three players.
#[test]
fn rule_5_6_grants_a_neutral_stall_with_access_for_4_dollars_anywhere() {
    // Next to a tile of Anna's, without a connection, on any terrain.
    for at in ["B1", "D1", "G1"] {
        let mut table = layout(2, TERRAINS).tile(ANNA, "Gems", "A1").turn(ANNA);
        table.play(lead(ANNA, "Trade", [import_access("Crops", at)])).check_money(&[3, 7]);
        assert_eq!(table.claims_on(at), Some((Owner::Neutral, vec![ANNA])));
        // Access is not ownership.
        table.check_income(&[1, 0]);
    }
}

#[test]
fn rule_5_6_refuses_a_neutral_stall_without_money_or_a_stall_left() {
    let board = "e ~ e ~ e e e";
    let table = layout(2, board).neutral("Crops", "A1").money(ANNA, 3).turn(ANNA);
    table.check_refused(
        lead(ANNA, "Trade", [import_access("Crops", "C1")]),
        &[(Rule::ImportNeutral, &[])],
    );
    table.check_remedies(
        lead(ANNA, "Trade", [import_access("Crops", "C1")]),
        &["Human needs $1 more"],
    );
    let table = layout(2, board)
        .neutral("Crops", "A1")
        .neutral("Crops", "C1")
        .neutral("Crops", "E1")
        .turn(ANNA);
    table.check_refused(
        lead(ANNA, "Trade", [import_access("Crops", "G1")]),
        &[(Rule::OnePerSection, &[]), (Rule::OnePerSection, &["E1"])],
    );
}

#[test]
fn rule_5_6_refuses_a_neutral_stall_with_four_players_or_without_access() {
    // With four players nothing is neutral, and Savvas controls Crops.
    let table = layout(4, TERRAINS).turn(ANNA);
    table.check_refused(
        lead(ANNA, "Trade", [import_access("Crops", "A1")]),
        &[(Rule::ImportForAnother, &[])],
    );
    // A neutral resource cannot be imported as a stall the player controls.
    let table = layout(2, TERRAINS).turn(ANNA);
    table.check_refused(lead(ANNA, "Trade", [import("Crops", "A1")]), &[(Rule::Import, &[])]);
}

/// Returns a position one delivery short of two complete buildings, with free squares on the right.
#[track_caller]
fn almost_two_completions() -> Layout {
    let board = "
        e e . e e e f f
        e e . e e e f f
        ";
    layout(2, board)
        .building("The Sleeping Lion", "A1 B1")
        .delivered("The Sleeping Lion", "Population", ANNA)
        .delivered("The Sleeping Lion", "Crops", ANNA)
        .delivered("The Sleeping Lion", "Food", ANNA)
        .building("Jewel House", "A2 B2")
        .delivered("Jewel House", "Metal", BEN)
        .delivered("Jewel House", "Jewelry", BEN)
}

#[test]
fn rule_5_7_grants_another_players_stall_after_two_completions() {
    let mut table = almost_two_completions().delivered("Jewel House", "Weapons", BEN).turn(ANNA);
    table.play(lead(ANNA, "Trade", [import_access("Wood", "D1")]));
    assert_eq!(table.claims_on("D1"), Some((Owner::Player(BEN), vec![ANNA])));
    table.check_money(&[3, 7]).check_income(&[0, 1]);
}

#[test]
fn rule_5_7_refuses_another_players_stall_early_or_of_the_own_resource() {
    let table = almost_two_completions().turn(ANNA);
    table.check_refused(
        lead(ANNA, "Trade", [import_access("Wood", "D1")]),
        &[(Rule::ImportForAnother, &[])],
    );
    table.check_says(lead(ANNA, "Trade", [import_access("Wood", "D1")]), &["there are 1"]);
    let table = almost_two_completions().delivered("Jewel House", "Weapons", BEN).turn(ANNA);
    table.check_refused(
        lead(ANNA, "Trade", [import_access("Gems", "D1")]),
        &[(Rule::ImportForAnother, &[])],
    );
}

/// Ruling R20: the owner's tiles may not touch; the payer's may.
#[test]
fn rule_5_7_r20_refuses_squares_next_to_the_owners_tiles_only() {
    let table = almost_two_completions()
        .delivered("Jewel House", "Weapons", BEN)
        .tile(BEN, "Metal", "D1")
        .tile(ANNA, "Gems", "F1")
        .house(BEN, "H1")
        .turn(ANNA);
    table.check_refused(
        lead(ANNA, "Trade", [import_access("Wood", "E2")]),
        &[(Rule::ImportForAnother, &["D1"])],
    );
    table.check_refused(
        lead(ANNA, "Trade", [import_access("Wood", "G2")]),
        &[(Rule::ImportForAnother, &["H1"])],
    );
    table.check_allowed(lead(ANNA, "Trade", [import_access("Wood", "F2")]));
}

/// Ruling R4, switched.
#[test]
fn rule_5_7_r4_switched_pays_4_dollars_to_the_owner() {
    let layout = almost_two_completions().delivered("Jewel House", "Weapons", BEN);
    let mut table = layout.option(TableOption::ImportPaysOwner).turn(ANNA);
    table.play(lead(ANNA, "Trade", [import_access("Wood", "D1")])).check_money(&[3, 11]);
}

/// Returns a table at which Ben may follow Anna's Trade, after she imported Gems to `at`.
#[track_caller]
fn ben_follows(layout: Layout, at: &str) -> Table {
    let mut table = layout.turn(ANNA);
    table.play(lead(ANNA, "Trade", [import("Gems", at)]));
    table
}

#[test]
fn rule_5_8_grants_followers_imports_and_access_on_red_and_white_squares() {
    let table = ben_follows(layout(2, TERRAINS).tile(ANNA, "Population", "A1"), "C1");
    table.check_allowed(follow(BEN, import("Metal", "B1")));
    table.check_allowed(follow(BEN, import("Metal", "D1")));
    table.check_allowed(follow(BEN, buy_access("Population", "A1")));
    table.check_allowed(follow(BEN, buy_access("Gems", "C1")));
}

#[test]
fn rule_5_8_refuses_followers_green_and_grey_squares_and_access_imports() {
    let table = ben_follows(layout(2, TERRAINS).tile(ANNA, "Population", "H1"), "E1");
    table.check_refused(follow(BEN, import("Metal", "F1")), &[(Rule::FollowTrade, &["F1"])]);
    table.check_refused(follow(BEN, import("Metal", "G1")), &[(Rule::FollowTrade, &["G1"])]);
    table.check_refused(follow(BEN, buy_access("Gems", "E1")), &[(Rule::FollowTrade, &["E1"])]);
    table.check_refused(follow(BEN, import_access("Crops", "A1")), &[(Rule::FollowTrade, &[])]);
}

/// Ruling R21.
#[test]
fn rule_5_8_grants_followers_a_tile_with_any_red_or_white_square() {
    let table = ben_follows(layout(2, TERRAINS).tile(ANNA, "Brick", "D1 E1 F1"), "A1");
    table.check_allowed(follow(BEN, buy_access("Brick", "D1 E1 F1")));
    let table = ben_follows(layout(2, TERRAINS).tile(ANNA, "Brick", "E1 F1 G1"), "A1");
    let names: &[&str] = &["E1", "F1", "G1"];
    table
        .check_refused(follow(BEN, buy_access("Brick", "E1 F1 G1")), &[(Rule::FollowTrade, names)]);
}

#[test]
fn rule_5_9_grants_one_tile_of_a_resource_in_every_section() {
    let table = layout(2, "e ~ e ~ e").tile(ANNA, "Gems", "A1").tile(ANNA, "Gems", "C1").turn(ANNA);
    table.check_allowed(lead(ANNA, "Trade", [import("Gems", "E1")]));
}

#[test]
fn rule_5_9_refuses_a_second_tile_of_a_resource_in_a_section() {
    let table = layout(2, TERRAINS).neutral("Crops", "A1").tile(BEN, "Gems", "C1").turn(ANNA);
    table.check_refused(
        lead(ANNA, "Trade", [import("Gems", "H1")]),
        &[(Rule::OnePerSection, &["C1"])],
    );
    table.check_refused(
        lead(ANNA, "Trade", [import_access("Crops", "H1")]),
        &[(Rule::OnePerSection, &["A1"])],
    );
}

#[test]
fn rule_5_9_refuses_a_fourth_stall_of_a_resource() {
    let table = layout(2, "e e ~ e ~ e")
        .tile(ANNA, "Gems", "A1")
        .tile(ANNA, "Gems", "D1")
        .tile(ANNA, "Gems", "F1")
        .turn(ANNA);
    table.check_refused(
        lead(ANNA, "Trade", [import("Gems", "B1")]),
        &[(Rule::OnePerSection, &[]), (Rule::OnePerSection, &["A1"]), (Rule::Import, &["A1"])],
    );
}

// 5.10 to 5.13: Upgrade -----------------------------------------------------------------------

/// A gray board of seven by three squares.
const GROUND: &str = "
    g g g g g g g
    g g g g g g g
    g g g g g g g
    ";

/// Returns a position in which Anna needs access to Gems and a road for Jewelry on B1 B2 C2.
#[track_caller]
fn workshop() -> Layout {
    layout(2, GROUND)
        .seat(ANNA, "Human", &["Population", "Wood", "Knowledge"])
        .seat(BEN, "Valrath", &["Gems", "Metal", "Crops"])
        .tile(BEN, "Gems", "A1")
        .tile(ANNA, "Population", "E1")
}

fn jewelry() -> Action {
    lead(ANNA, "Upgrade", [build("Jewelry", "B1 B2 C2")])
}

#[test]
fn rule_5_10_computes_4_dollars_for_a_tile_of_tier_2() {
    let mut table = workshop().access(ANNA, "Gems", "A1").roads("D1").turn(ANNA);
    table.play(jewelry()).check_money(&[3, 7]);
}

#[test]
fn rule_5_10_computes_6_dollars_for_a_tile_of_tier_3() {
    let mut table = layout(2, GROUND)
        .tile(ANNA, "Jewelry", "A1 A2 B2")
        .tile(BEN, "Books", "E1 F1 G1")
        .access(ANNA, "Books", "E1 F1 G1")
        .roads("C1")
        .turn(ANNA);
    table.play(lead(ANNA, "Upgrade", [build("Government", "D2 E2 F2 D3")]));
    table.check_money(&[1, 7]);
}

#[test]
fn rule_5_10_refuses_an_upgrade_without_money_or_of_a_basic_resource() {
    let table = workshop().access(ANNA, "Gems", "A1").roads("D1").money(ANNA, 3).turn(ANNA);
    table.check_refused(jewelry(), &[(Rule::UpgradeCost, &[])]);
    table.check_remedies(jewelry(), &["Human needs $1 more"]);
    table.check_refused(lead(ANNA, "Upgrade", [build("Gems", "C3")]), &[(Rule::UpgradeCost, &[])]);
}

#[test]
fn rule_5_10_grants_an_upgrade_on_any_terrain() {
    for ground in ["e c f", "g g g", "f f e"] {
        let board = format!("g {ground} g\n . . ~ . .");
        let table = layout(2, &board)
            .tile(BEN, "Stone", "A1")
            .access(ANNA, "Stone", "A1")
            .tile(BEN, "Population", "E1")
            .access(ANNA, "Population", "E1")
            .bridge(ANNA, "C2")
            .turn(ANNA);
        table.check_allowed(lead(ANNA, "Upgrade", [build("Brick", "B1 C1 D1")]));
    }
}

#[test]
fn rule_5_11_grants_owned_and_accessible_tiles_as_prerequisites() {
    let table = workshop().access(ANNA, "Gems", "A1").roads("D1").turn(ANNA);
    table.check_allowed(jewelry());
    // A prerequisite that Anna owns also satisfies the rule of being connected to something owned.
    let table = layout(2, GROUND).tile(ANNA, "Gems", "A1").roads("B2").turn(ANNA);
    table.check_allowed(lead(ANNA, "Upgrade", [build("Jewelry", "C2 C3 D3")]));
}

#[test]
fn rule_5_11_refuses_prerequisites_without_a_claim() {
    let table = workshop().roads("D1").turn(ANNA);
    table.check_refused(jewelry(), &[(Rule::UpgradePlacement, &[])]);
    table.check_remedies(jewelry(), &["own a Gems tile or buy access to one"]);
    // Each missing prerequisite is listed.
    table.check_refused(
        lead(ANNA, "Upgrade", [build("Food", "B1 B2 C2")]),
        &[
            (Rule::UpgradePlacement, &[]),
            (Rule::UpgradePlacement, &[]),
            (Rule::UpgradePlacement, &[]),
        ],
    );
}

/// All reasons are given at once, with their remedies.
#[test]
fn rule_5_11_refusal_gives_every_reason_and_the_missing_roads() {
    let table = workshop().access(ANNA, "Gems", "A1").money(ANNA, 0).turn(ANNA);
    let action = lead(ANNA, "Upgrade", [build("Jewelry", "C2 C3 D3")]);
    table.check_refused(
        action.clone(),
        &[(Rule::UpgradeCost, &[]), (Rule::ConnectedToOwn, &[]), (Rule::UpgradePlacement, &["A1"])],
    );
    table.check_remedies(
        action,
        &["Human needs $4 more", "a road on D1 would connect it", "a road on B1 would connect it"],
    );
}

#[test]
fn rule_5_11_refuses_a_tile_next_to_another_of_the_player() {
    let table = workshop().access(ANNA, "Gems", "A1").house(ANNA, "C3").turn(ANNA);
    // C2 is next to the house, D1 next to the Population; both also connect the tile.
    table.check_refused(
        lead(ANNA, "Upgrade", [build("Jewelry", "B1 C1 B2")]),
        &[(Rule::UpgradePlacement, &["C3"])],
    );
    table.check_refused(
        lead(ANNA, "Upgrade", [build("Jewelry", "C1 D1 C2")]),
        &[(Rule::UpgradePlacement, &["C3", "E1"]), (Rule::UpgradePlacement, &["A1"])],
    );
}

#[test]
fn rule_5_11_grants_a_tile_next_to_own_bridges_and_tiles_of_others() {
    let board = "
        g g ~ g
        g g ~ g
        ";
    let table = layout(2, board)
        .tile(BEN, "Gems", "D1")
        .access(ANNA, "Gems", "D1")
        .bridge(ANNA, "C1")
        .turn(ANNA);
    table.check_allowed(lead(ANNA, "Upgrade", [build("Jewelry", "A1 B1 B2")]));
}

#[test]
fn rule_5_11_refuses_a_second_tile_of_the_resource_in_the_section() {
    let table = workshop()
        .access(ANNA, "Gems", "A1")
        .roads("D1")
        .tile(BEN, "Jewelry", "F3 G3 G2")
        .turn(ANNA);
    table.check_refused(jewelry(), &[(Rule::UpgradePlacement, &["F3", "G2", "G3"])]);
}

#[test]
fn rule_5_11_refuses_a_tile_across_two_sections() {
    let board = drawn_with_sections(
        "
        g g g g g
        g g g g g
        ",
        "
        1 1 1 2 2
        1 1 1 2 2
        ",
    );
    let table = layout_on(2, board).tile(ANNA, "Gems", "A1").roads("B2").turn(ANNA);
    table.check_refused(
        lead(ANNA, "Upgrade", [build("Jewelry", "C1 C2 D1")]),
        &[(Rule::UpgradePlacement, &["D1"])],
    );
}

#[test]
fn rule_5_11_refuses_a_tile_off_land_or_on_a_full_square() {
    let board = "
        g g g g ~
        g g g g ~
        ";
    let table = layout(2, board).tile(ANNA, "Gems", "A1").roads("B2 C2").turn(ANNA);
    table.check_allowed(lead(ANNA, "Upgrade", [build("Jewelry", "C1 D1 D2")]));
    table.check_refused(
        lead(ANNA, "Upgrade", [build("Jewelry", "D1 D2 E1")]),
        &[(Rule::UpgradePlacement, &["E1"])],
    );
    table.check_refused(
        lead(ANNA, "Upgrade", [build("Jewelry", "C2 D1 D2")]),
        &[(Rule::OneThingPerSquare, &["C2"])],
    );
}

/// Returns a position with Ben's Jewelry and Books, accessible to Anna, and her stall with a road.
#[track_caller]
fn ministry() -> Layout {
    layout(2, GROUND)
        .tile(BEN, "Jewelry", "A1 A2 B2")
        .access(ANNA, "Jewelry", "A1 A2 B2")
        .tile(BEN, "Books", "E1 F1 G1")
        .access(ANNA, "Books", "E1 F1 G1")
        .tile(ANNA, "Population", "G3")
        .roads("F2")
}

fn government(at: &str) -> Action {
    lead(ANNA, "Upgrade", [build("Government", at)])
}

#[test]
fn rule_5_11_grants_a_rotated_tile() {
    let table = ministry().turn(ANNA);
    table.check_allowed(government("C2 D2 E2 C3"));
    table.check_allowed(government("E2 C3 D3 E3"));
}

/// Ruling R14.
#[test]
fn rule_5_11_r14_refuses_a_mirrored_tile_and_another_shape() {
    let table = ministry().turn(ANNA);
    for at in [["C2", "D2", "E2", "E3"], ["C2", "C3", "D3", "E3"], ["C2", "D2", "E2", "D3"]] {
        table.check_refused(government(&at.join(" ")), &[(Rule::UpgradePlacement, &at)]);
    }
    let three: &[&str] = &["C2", "D2", "E2"];
    table.check_refused(government("C2 D2 E2"), &[(Rule::UpgradePlacement, three)]);
}

/// Ruling R14.
#[test]
fn rule_5_11_r14_grants_a_mirrored_tile_if_the_pack_allows_it() {
    let table = ministry()
        .pack(|pack| pack.resources[resource("Government").index()].turnable = known(true))
        .turn(ANNA);
    table.check_allowed(government("C2 D2 E2 E3"));
    let squares: &[&str] = &["C2", "D2", "D3", "E2"];
    table.check_refused(government("C2 D2 E2 D3"), &[(Rule::UpgradePlacement, squares)]);
}

#[test]
fn rule_5_12_grants_the_road_that_connects_the_tile() {
    let mut table = workshop().access(ANNA, "Gems", "A1").turn(ANNA);
    table.check_refused(jewelry(), &[(Rule::ConnectedToOwn, &[])]);
    table.play(lead(ANNA, "Upgrade", [road_then_build("D1", "Jewelry", "B1 B2 C2")]));
    assert_eq!(table.game.map().road_count(), 1);
    assert_eq!(table.claims_on("C2"), Some((Owner::Player(ANNA), vec![])));
    // One road only.
    table.check_owed(&["Valrath may follow Upgrade"]);
}

#[test]
fn rule_5_12_offers_upgrades_that_a_road_declared_first_makes_legal() {
    let table = workshop().access(ANNA, "Gems", "A1").turn(ANNA);
    let only_with_road = lead(ANNA, "Upgrade", [road_then_build("D1", "Jewelry", "B1 B2 C2")]);
    let moves = table.game.moves().actions;
    assert!(!moves.contains(&jewelry()));
    assert!(moves.contains(&only_with_road));
    let listed = table.game.upgrades_after_road(square("D1"));
    assert!(listed.contains(&only_with_road));
    let card = Card::Standard(StandardCard::Upgrade);
    let occasion = EntryContext::Lead(card);
    let roads = table.game.roads_before_build(ANNA, occasion, resource("Jewelry"), &[]);
    for at in table.game.board().squares() {
        let builds = table.game.upgrades_after_road(at);
        let leads_on = builds.iter().any(|upgrade| match &upgrade.kind {
            ActionKind::Lead { sub_actions, .. } => {
                matches!(sub_actions[..], [SubAction::Build(Placement { resource: of, .. })] if of == resource("Jewelry"))
            }
            _ => false,
        });
        assert_eq!(roads.contains(&at), leads_on, "{at}");
    }
    for upgrade in listed {
        table.check_allowed(upgrade);
    }
    assert_eq!(table.game.upgrades_after_road(square("A1")), []);
}

/// Ruling R5.
#[test]
fn rule_5_12_r5_grants_a_road_that_only_the_tile_connects() {
    let table = workshop().access(ANNA, "Gems", "A1").roads("D1").turn(ANNA);
    table.check_refused(face_down(ANNA, "Trade", road("C3")), &[(Rule::ConnectedToOwn, &[])]);
    table.check_allowed(lead(ANNA, "Upgrade", [build_then_road("Jewelry", "B1 B2 C2", "C3")]));
    table.check_allowed(lead(ANNA, "Upgrade", [road_then_build("C3", "Jewelry", "B1 B2 C2")]));
}

/// Ruling R26.
#[test]
fn rule_5_12_r26_grants_a_road_connected_by_other_roads_or_own_bridges() {
    let table = workshop().access(ANNA, "Gems", "A1").roads("D1 D2").turn(ANNA);
    // E3 touches the road on D2, which touches the tile.
    table.check_allowed(lead(ANNA, "Upgrade", [build_then_road("Jewelry", "B1 B2 C2", "E3")]));
    let board = "
        g g ~ g
        g g ~ g
        ";
    let table = layout(2, board)
        .tile(BEN, "Gems", "D1")
        .access(ANNA, "Gems", "D1")
        .bridge(ANNA, "C1")
        .turn(ANNA);
    table.check_allowed(lead(ANNA, "Upgrade", [build_then_road("Jewelry", "A1 B1 B2", "D2")]));
}

#[test]
fn rule_5_12_refuses_a_road_that_is_not_connected_to_the_tile() {
    let table = workshop().access(ANNA, "Gems", "A1").roads("D1").turn(ANNA);
    let far = lead(ANNA, "Upgrade", [build_then_road("Jewelry", "B1 B2 C2", "G3")]);
    table.check_refused(far.clone(), &[(Rule::UpgradeRoad, &[])]);
    table.check_remedies(far, &["roads on E2 F2 would connect it"]);
}

/// The road and the tile are judged together.
#[test]
fn rule_5_12_refusal_gives_the_reasons_for_the_road_and_the_tile() {
    let table = workshop().access(ANNA, "Gems", "A1").roads("D1").money(ANNA, 0).turn(ANNA);
    let at = |road: &str| lead(ANNA, "Upgrade", [build_then_road("Jewelry", "B1 B2 C2", road)]);
    table.check_refused(at("A1"), &[(Rule::OneThingPerSquare, &["A1"]), (Rule::UpgradeCost, &[])]);
    table.check_refused(at("C2"), &[(Rule::OneThingPerSquare, &["C2"]), (Rule::UpgradeCost, &[])]);
    table.check_refused(at("Z9"), &[(Rule::Grid, &["Z9"]), (Rule::UpgradeCost, &[])]);
    table.check_refused(at("G3"), &[(Rule::UpgradeRoad, &[]), (Rule::UpgradeCost, &[])]);
}

/// Gives the Upgrade card these effects.
fn upgrade_card(effects: &'static [Effect]) -> impl FnOnce(&mut Pack) {
    |pack| {
        let mut cards = pack.standard_cards.iter_mut();
        let upgrade = cards.find(|spec| spec.card == StandardCard::Upgrade);
        let card = upgrade.expect("it is in the pack").action.value_mut().expect("it is known");
        card.effects = effects.to_vec();
    }
}

const ROAD_EACH_SIDE: [Effect; 3] =
    [Effect::ConnectedRoad, Effect::Upgrade(Price::Full), Effect::ConnectedRoad];

#[test]
fn rule_5_12_grants_several_connected_roads_before_and_after_the_tile() {
    let table = || workshop().pack(upgrade_card(&ROAD_EACH_SIDE)).access(ANNA, "Gems", "A1");
    let sub_action = build_with_roads("D1", "Jewelry", "B1 B2 C2", "C3");
    let mut both = table().turn(ANNA);
    both.play(lead(ANNA, "Upgrade", [sub_action]));
    assert_eq!(both.game.map().road_count(), 2);
    both.check_owed(&["Valrath may follow Upgrade"]);
    for (before, after) in [("D1 C3", ""), ("", "C3 D1")] {
        let mut table = table().turn(ANNA);
        table.play(lead(ANNA, "Upgrade", [build_with_roads(before, "Jewelry", "B1 B2 C2", after)]));
        assert_eq!(table.game.map().road_count(), 2, "{before} {after}");
    }
}

#[test]
fn rule_5_12_grants_undeclared_connected_roads_after_the_tile() {
    let mut table =
        workshop().pack(upgrade_card(&ROAD_EACH_SIDE)).access(ANNA, "Gems", "A1").turn(ANNA);
    table.play(lead(ANNA, "Upgrade", [road_then_build("D1", "Jewelry", "B1 B2 C2")]));
    table.check_owed(&["Human may add 1 road", "Valrath may follow Upgrade"]);
    table.play(extra_road(ANNA, "C3"));
    table.check_owed(&["Valrath may follow Upgrade"]);
    let mut table = workshop()
        .pack(upgrade_card(&ROAD_EACH_SIDE))
        .access(ANNA, "Gems", "A1")
        .roads("D1")
        .turn(ANNA);
    table.play(jewelry());
    table.check_owed(&["Human may add 2 roads", "Valrath may follow Upgrade"]);
}

#[test]
fn rule_5_12_refuses_more_connected_roads_than_the_text_grants() {
    let two = lead(ANNA, "Upgrade", [build_with_roads("D1", "Jewelry", "B1 B2 C2", "C3")]);
    let table = workshop().access(ANNA, "Gems", "A1").turn(ANNA);
    table.check_refused(two.clone(), &[(Rule::UpgradeRoad, &[])]);
    table.check_says(two.clone(), &["it comes with at most 1 road"]);
    let before = workshop()
        .pack(upgrade_card(&[Effect::ConnectedRoad, Effect::Upgrade(Price::Full)]))
        .access(ANNA, "Gems", "A1")
        .turn(ANNA);
    before.check_allowed(lead(ANNA, "Upgrade", [road_then_build("D1", "Jewelry", "B1 B2 C2")]));
    before.check_refused(two, &[(Rule::UpgradeRoad, &[])]);
}

/// Returns a position in which only a road on E1 connects the tile to Ben's Gems, and only the
/// tile connects that road to something Anna owns.
fn tile_and_road_need_each_other() -> Layout {
    layout(2, "g g g g g g\n g g g g g g")
        .seat(ANNA, "Human", &["Population", "Wood", "Knowledge"])
        .seat(BEN, "Valrath", &["Gems", "Metal", "Crops"])
        .tile(ANNA, "Population", "A1")
        .roads("B1")
        .tile(BEN, "Gems", "F1")
        .access(ANNA, "Gems", "F1")
}

#[test]
fn rule_5_12_r5_grants_tile_and_road_that_need_each_other_with_a_remark() {
    let upgrade = lead(ANNA, "Upgrade", [road_then_build("E1", "Jewelry", "C1 D1 C2")]);
    let mut table = tile_and_road_need_each_other().turn(ANNA);
    assert!(table.game.moves().actions.contains(&upgrade));
    table.play(upgrade);
    let remark = Event::Remark(Remark::TileAndRoadTogether);
    assert!(table.events.contains(&remark), "{:?}", table.events);
    // If the road is connected without the tile, the ruling decides nothing.
    let mut table = workshop().access(ANNA, "Gems", "A1").turn(ANNA);
    table.play(lead(ANNA, "Upgrade", [road_then_build("D1", "Jewelry", "B1 B2 C2")]));
    assert!(!table.events.contains(&remark), "{:?}", table.events);
}

#[test]
fn rule_5_12_r5_switched_requires_the_first_piece_to_be_legal_by_itself() {
    let in_turn = TableOption::TileAndRoadInTurn;
    let upgrade = lead(ANNA, "Upgrade", [road_then_build("E1", "Jewelry", "C1 D1 C2")]);
    let table = tile_and_road_need_each_other().option(in_turn).turn(ANNA);
    table.check_refused(upgrade.clone(), &[(Rule::UpgradeRoad, &["E1"])]);
    assert!(!table.game.moves().actions.contains(&upgrade));
    // The road that connects the tile is connected to something owned.
    let table = workshop().option(in_turn).access(ANNA, "Gems", "A1").turn(ANNA);
    let road_first = lead(ANNA, "Upgrade", [road_then_build("D1", "Jewelry", "B1 B2 C2")]);
    table.check_allowed(road_first.clone());
    assert!(table.game.moves().actions.contains(&road_first));
    // The road that only the tile connects comes after it.
    let table = workshop().option(in_turn).access(ANNA, "Gems", "A1").roads("D1").turn(ANNA);
    table.check_allowed(lead(ANNA, "Upgrade", [build_then_road("Jewelry", "B1 B2 C2", "C3")]));
    let road_first = lead(ANNA, "Upgrade", [road_then_build("C3", "Jewelry", "B1 B2 C2")]);
    table.check_refused(road_first.clone(), &[(Rule::UpgradeRoad, &["C3"])]);
    table.check_remedies(road_first, &["lay the tile first"]);
}

/// Ruling R6: the road may be added afterwards, or not at all.
#[test]
fn rule_5_12_r6_grants_the_road_afterwards_or_no_road() {
    let mut table = workshop().access(ANNA, "Gems", "A1").roads("D1").turn(ANNA);
    table.play(jewelry());
    table.check_owed(&["Human may add 1 road", "Valrath may follow Upgrade"]);
    table.check_allowed(extra_road(ANNA, "C3"));
    table.check_allowed(pass(ANNA));
    table.check_allowed(follow(BEN, SubAction::Money));
    table.check_refused(extra_road(ANNA, "G3"), &[(Rule::UpgradeRoad, &[])]);
    table.check_remedies(extra_road(ANNA, "G3"), &["roads on E2 F2 would connect it"]);
    table.check_refused(extra_road(BEN, "C3"), &[(Rule::Follow, &[])]);
    table.play(extra_road(ANNA, "C3"));
    table.check_owed(&["Valrath may follow Upgrade"]);
}

#[test]
fn rule_5_12_refuses_a_follower_the_road() {
    // Ben builds on the left; Anna follows on the right.
    let mut table = layout(2, "g g g g g g ~ g g g g g g\n g g g g g g ~ g g g g g g")
        .tile(BEN, "Gems", "A1")
        .roads("B1 I1")
        .tile(ANNA, "Gems", "H1")
        .turn(BEN);
    table.play(lead(BEN, "Upgrade", [build("Jewelry", "C1 C2 D1")]));
    table.check_refused(
        follow(ANNA, build_then_road("Jewelry", "J1 J2 K1", "K2")),
        &[(Rule::UpgradeRoad, &[])],
    );
    table.play(follow(ANNA, build("Jewelry", "J1 J2 K1")));
    table.check_owed(&["Human plays a card"]);
}

/// Returns `true` if the tile's payout comes before the delivery that the road triggers.
#[track_caller]
fn tile_comes_first(roads: &str, sub_action: SubAction) -> bool {
    let mut table = workshop()
        .access(ANNA, "Gems", "A1")
        .roads(roads)
        .building("The Sleeping Lion", "E3 F3")
        .turn(ANNA);
    table.play(lead(ANNA, "Upgrade", [sub_action]));
    assert_eq!(table.deliveries(), [("Population", "The Sleeping Lion")]);
    let built = table
        .events
        .iter()
        .position(|e| matches!(e, Event::Payout(p) if matches!(p.used, PayoutPurpose::Build(_))));
    let delivered = table.events.iter().position(|e| matches!(e, Event::Delivered { .. }));
    built.expect("it was built") < delivered.expect("it was delivered")
}

#[test]
fn rule_5_12_computes_road_and_tile_in_the_declared_order() {
    assert!(tile_comes_first("D1", build_then_road("Jewelry", "B1 B2 C2", "D2")));
    assert!(!tile_comes_first("D1", road_then_build("D2", "Jewelry", "B1 B2 C2")));
}

/// Ruling R26: a road declared after the tile is still built first if the tile needs it.
#[test]
fn rule_5_12_r26_computes_the_road_first_if_the_tile_needs_it() {
    assert!(!tile_comes_first("", build_then_road("Jewelry", "B1 B2 C2", "D2")));
}

#[test]
fn rule_5_13_computes_points_for_the_owners_of_the_prerequisites() {
    let mut table = workshop().access(ANNA, "Gems", "A1").roads("D1").turn(ANNA);
    table.play(jewelry()).check_points(&[0, 1]);
    let mut table = layout(2, GROUND).tile(ANNA, "Gems", "A1").roads("B2").turn(ANNA);
    table.play(lead(ANNA, "Upgrade", [build("Jewelry", "C2 C3 D3")])).check_points(&[1, 0]);
}

/// Jewelry earns 2 for Government and pays 1 of it to its Gems; Books earn 4 and pay 1 and 1.
#[test]
fn rule_5_13_computes_cascades_immediately() {
    let mut table = ministry().tile(ANNA, "Gems", "A3").access(BEN, "Gems", "A3").turn(ANNA);
    table.play(government("C2 D2 E2 C3"));
    // Books have no supplier and keep all 4.
    table.check_points(&[1, 5]);
}

#[test]
fn rule_5_13_computes_deliveries_after_the_prerequisites_are_paid() {
    let mut table = workshop()
        .access(ANNA, "Gems", "A1")
        .roads("D1")
        .building("Jewel House", "B3 C3")
        .turn(ANNA);
    table.play(jewelry());
    // 1 for Ben's Gems; then 4 for the delivery, of which 1 goes to the Gems again.
    table.check_points(&[3, 2]);
    let [built, delivered] = table.payouts()[..] else {
        panic!("two payouts: {:?}", table.payouts());
    };
    assert!(matches!(built.used, PayoutPurpose::Build(_)));
    assert_eq!(delivered.used, PayoutPurpose::Delivery(building("Jewel House")));
}

// 5.14 to 5.16: Construct ---------------------------------------------------------------------

/// Green land with a gray edge, and a river.
const MEADOW: &str = "
    f f f g ~ f
    f f f g ~ f
    ";

#[test]
fn rule_5_14_grants_a_house_on_green_connected_to_something_owned() {
    let mut table = layout(2, MEADOW).tile(ANNA, "Population", "D1").roads("C1").turn(ANNA);
    table.play(lead(ANNA, "Construct", [house("B2")]));
    assert_eq!(table.game.houses(ANNA), 1);
    table.check_income(&[1, 0]);
}

#[test]
fn rule_5_14_refusal_of_a_house_gives_every_reason() {
    let table = layout(2, MEADOW)
        .tile(ANNA, "Population", "D1")
        .house(ANNA, "A1")
        .money(ANNA, 2)
        .turn(ANNA);
    let build = |at: &str| lead(ANNA, "Construct", [house(at)]);
    // Next to both, a second house in the section, too expensive.
    table.check_refused(
        build("B2"),
        &[(Rule::House, &["A1"]), (Rule::House, &["A1"]), (Rule::House, &[])],
    );
    table.check_refused(
        build("C1"),
        &[(Rule::House, &["D1"]), (Rule::House, &["A1"]), (Rule::House, &[])],
    );
    // Gray, next to the stall.
    table.check_refused(
        build("D2"),
        &[
            (Rule::House, &["D2"]),
            (Rule::House, &["D1"]),
            (Rule::House, &["A1"]),
            (Rule::House, &[]),
        ],
    );
    // Nothing connects across the river.
    table.check_refused(build("F1"), &[(Rule::ConnectedToOwn, &[]), (Rule::House, &[])]);
    table.check_remedies(build("F1"), &["Human needs $1 more"]);
    table.check_refused(
        build("E1"),
        &[(Rule::House, &["E1"]), (Rule::House, &["D1"]), (Rule::House, &[])],
    );
}

#[test]
fn rule_5_14_grants_a_house_in_each_section() {
    let mut table = layout(2, "f f f f g ~ f ~ f")
        .tile(ANNA, "Population", "E1")
        .house(ANNA, "G1")
        .house(ANNA, "I1")
        .roads("D1")
        .turn(ANNA);
    table.play(lead(ANNA, "Construct", [house("C1")]));
    assert_eq!(table.game.houses(ANNA), 3);
}

#[test]
fn rule_5_14_refuses_a_fourth_house() {
    let table = layout(2, "f f f f g ~ f ~ f")
        .tile(ANNA, "Population", "E1")
        .house(ANNA, "A1")
        .house(ANNA, "G1")
        .house(ANNA, "I1")
        .roads("D1")
        .turn(ANNA);
    table.check_refused(
        lead(ANNA, "Construct", [house("C1")]),
        &[(Rule::House, &["A1"]), (Rule::House, &[])],
    );
    table.check_says(lead(ANNA, "Construct", [house("C1")]), &["no house is left"]);
}

#[test]
fn rule_5_14_house_unlocks_a_worker() {
    let mut table = layout(2, MEADOW).tile(ANNA, "Population", "D1").roads("C1").turn(ANNA);
    table.check_refused(face_down(ANNA, "Trade", race_worker([])), &[(Rule::Worker, &[])]);
    table.play(lead(ANNA, "Construct", [house("B2")])).play(pass(BEN));
    table.play(face_down(BEN, "Trade", SubAction::Money));
    table.check_allowed(face_down(ANNA, "Trade", race_worker([])));
}

#[test]
fn rule_5_15_grants_a_bridge_on_river_and_a_gate_on_wall() {
    for between in ["~", "#"] {
        let mut table =
            layout(2, &format!("g {between} g")).tile(ANNA, "Population", "A1").turn(ANNA);
        table.play(lead(ANNA, "Construct", [bridge("B1")]));
        assert_eq!(table.game.bridges(ANNA), 1);
    }
}

#[test]
fn rule_5_15_refuses_a_bridge_on_land_or_full_or_unconnected_squares() {
    let board = "
        g g ~ g
        g g ~ g
        g g ~ g
        ";
    let table =
        layout(2, board).tile(ANNA, "Population", "B1").bridge(BEN, "C1").money(ANNA, 2).turn(ANNA);
    let build = |at: &str| lead(ANNA, "Construct", [bridge(at)]);
    table.check_refused(build("B2"), &[(Rule::Bridge, &["B2"]), (Rule::Bridge, &[])]);
    table.check_refused(build("C1"), &[(Rule::OneThingPerSquare, &["C1"]), (Rule::Bridge, &[])]);
    table.check_refused(build("C3"), &[(Rule::ConnectedToOwn, &[]), (Rule::Bridge, &[])]);
    table.check_remedies(build("C3"), &["a road on B2 would connect it", "Human needs $1 more"]);
    table.check_refused(build("C2"), &[(Rule::Bridge, &[])]);
}

#[test]
fn rule_5_15_refuses_a_fourth_bridge() {
    let table = layout(2, "g ~ ~ ~ ~")
        .tile(ANNA, "Population", "A1")
        .bridge(ANNA, "B1")
        .bridge(ANNA, "C1")
        .bridge(ANNA, "D1")
        .turn(ANNA);
    table.check_refused(lead(ANNA, "Construct", [bridge("E1")]), &[(Rule::Bridge, &[])]);
    table.check_says(lead(ANNA, "Construct", [bridge("E1")]), &["no bridge or gate is left"]);
}

#[test]
fn rule_5_16_construct_costs_3_dollars_as_main_action() {
    let mut table = layout(2, MEADOW).tile(ANNA, "Population", "D1").roads("C1").turn(ANNA);
    table.play(lead(ANNA, "Construct", [house("B2")])).check_money(&[4, 7]);
    let mut table = layout(2, MEADOW).tile(ANNA, "Population", "D1").turn(ANNA);
    table.play(lead(ANNA, "Construct", [bridge("E1")])).check_money(&[4, 7]);
}

#[test]
fn rule_5_16_construct_costs_4_dollars_as_follow_action() {
    let mut table = layout(2, MEADOW)
        .tile(ANNA, "Population", "D1")
        .tile(BEN, "Metal", "A2")
        .roads("B1")
        .turn(ANNA);
    table.play(lead(ANNA, "Construct", [bridge("E1")]));
    table.play(follow(BEN, house("C2"))).check_money(&[4, 3]);
}

// 5.17: Income --------------------------------------------------------------------------------

#[test]
fn rule_5_17_computes_income_and_one_influence_per_house() {
    let mut table =
        layout(2, "g f g f g").tile(ANNA, "Gems", "A1").tile(ANNA, "Population", "C1").turn(ANNA);
    table.play(lead(ANNA, "Income", [])).check_money(&[9, 7]).check_fleeting(&[0, 0]);
    let mut table = layout(2, "g f g f g").tile(ANNA, "Gems", "A1").house(ANNA, "D1").turn(ANNA);
    table.play(lead(ANNA, "Income", [])).check_money(&[8, 7]).check_fleeting(&[1, 0]);
}

/// Returns a table at which Ben may follow Income; his Wood and his access to Gems are connected.
#[track_caller]
fn after_income() -> Table {
    let board = "
        f f f g e e ~ e
        f f f g e e ~ e
        ";
    let mut table = layout(2, board)
        .tile(BEN, "Wood", "F1")
        .roads("C1 D1 E1")
        .tile(ANNA, "Gems", "A1")
        .access(BEN, "Gems", "A1")
        .turn(ANNA);
    table.play(lead(ANNA, "Income", []));
    table
}

#[test]
fn rule_5_17_grants_followers_of_income_any_follow_or_basic_action() {
    let table = after_income();
    table.check_owed(&["Quatryl may follow Income with any follow action"]);
    table.check_allowed(follow(BEN, recruit("Carpenter")));
    table.check_allowed(follow(BEN, import("Metal", "H1")));
    table.check_allowed(follow(BEN, build("Jewelry", "B1 B2 A2")));
    table.check_allowed(follow(BEN, house("B2")));
    table.check_allowed(follow(BEN, bridge("G2")));
    table.check_allowed(follow(BEN, SubAction::Influence));
    table.check_allowed(pass(BEN));
}

#[test]
fn rule_5_17_refuses_followers_of_income_main_action_privileges() {
    let table = after_income();
    table.check_refused(follow(BEN, import("Metal", "B2")), &[(Rule::FollowTrade, &["B2"])]);
    table.check_refused(follow(BEN, import_access("Crops", "H1")), &[(Rule::FollowTrade, &[])]);
    table.check_refused(
        follow(BEN, build_then_road("Jewelry", "B1 B2 A2", "C2")),
        &[(Rule::UpgradeRoad, &[])],
    );
    table.check_refused(follow(BEN, return_cards(&["Trade"])), &[(Rule::Follow, &[])]);
    // The Income card is used with two players only.
    let table = layout(3, "g").turn(ANNA);
    table.check_refused(lead(ANNA, "Income", []), &[(Rule::PlayACard, &[])]);
}

// 5.18 and 5.19: Basic actions ----------------------------------------------------------------

#[test]
fn rule_5_18_basic_action_computes_1_dollar_or_1_influence() {
    let mut table = layout(2, "g g g").tile(ANNA, "Gems", "A1").turn(ANNA);
    table
        .play(face_down(ANNA, "Trade", SubAction::Money))
        .check_money(&[8, 7])
        .check_fleeting(&[0, 0]);
    table
        .play(face_down(BEN, "Trade", SubAction::Influence))
        .check_money(&[8, 7])
        .check_fleeting(&[0, 1]);
}

#[test]
fn rule_5_18_basic_action_grants_a_road_free_of_charge() {
    let mut table = layout(2, "g g g").tile(ANNA, "Gems", "A1").money(ANNA, 0).turn(ANNA);
    table.play(face_down(ANNA, "Trade", road("B1"))).check_money(&[0, 7]);
    assert_eq!(table.game.map().road_count(), 1);
}

#[test]
fn rule_5_18_basic_action_refuses_other_actions_and_unconnected_roads() {
    let table = layout(2, "g g g").tile(ANNA, "Gems", "A1").turn(ANNA);
    table.check_refused(
        face_down(ANNA, "Trade", import("Population", "C1")),
        &[(Rule::BasicAction, &[])],
    );
    table.check_refused(face_down(ANNA, "Trade", road("C1")), &[(Rule::ConnectedToOwn, &[])]);
}

/// Returns the shortages that the latest action caused.
fn warnings(table: &Table) -> Vec<Shortage> {
    table
        .events
        .iter()
        .filter_map(|e| match e {
            Event::SupplyExceeded(shortage) => Some(*shortage),
            _ => None,
        })
        .collect()
}

/// Ruling R2: running out of roads and influence is a warning, never a refusal.
#[test]
fn rule_5_18_r2_grants_more_components_than_the_box_holds_with_a_warning() {
    let mut table = layout(2, "g g g")
        .pack(|pack| {
            pack.counts.roads = known(1);
            pack.counts.fleeting = known(1);
            pack.counts.dollars = known(15);
        })
        .tile(ANNA, "Gems", "A1")
        .turn(ANNA);
    table.play(face_down(ANNA, "Trade", road("B1")));
    assert_eq!(warnings(&table), []);
    table.play(face_down(BEN, "Trade", SubAction::Influence));
    assert_eq!(warnings(&table), []);
    table.play(face_down(ANNA, "Recruit", road("C1")));
    assert_eq!(warnings(&table), [Shortage::Roads]);
    table.play(face_down(BEN, "Recruit", SubAction::Influence));
    assert_eq!(warnings(&table), [Shortage::Fleeting]);
    table.play(face_down(ANNA, "Construct", SubAction::Money));
    assert_eq!(warnings(&table), []);
    table.play(face_down(BEN, "Construct", SubAction::Money));
    assert_eq!(warnings(&table), [Shortage::Money]);
}

/// Returns a position with a house of Anna's and her token on an active University.
#[track_caller]
fn university() -> Layout {
    let board = "
        f g g g g
        . . g . .
        ";
    layout(2, board).house(ANNA, "A1").building("University", "B1 C1 D1 C2").delivered(
        "University",
        "Population",
        ANNA,
    )
}

#[test]
fn rule_5_19_grants_a_worker_on_the_race_mat() {
    let mut table = university().turn(ANNA);
    // Humans gain $1 and 1 fleeting influence.
    table.play(face_down(ANNA, "Trade", race_worker([])));
    table.check_money(&[8, 7]).check_fleeting(&[1, 0]);
    assert_eq!(table.game.workers_placed(ANNA), 1);
    assert!(table.game.worker_on_race(ANNA));
}

#[test]
fn rule_5_19_refuses_a_locked_or_placed_worker_and_a_taken_space() {
    let table = layout(2, "g").turn(ANNA);
    table.check_refused(face_down(ANNA, "Trade", race_worker([])), &[(Rule::Worker, &[])]);
    table.check_says(face_down(ANNA, "Trade", race_worker([])), &["0 unlocked, 0 placed"]);
    // The one worker is on the mat: none is free, and the space is taken.
    let table = university().worker_on_race(ANNA).turn(ANNA);
    table.check_refused(
        face_down(ANNA, "Trade", race_worker([])),
        &[(Rule::Worker, &[]), (Rule::Worker, &[])],
    );
    table.check_refused(
        face_down(ANNA, "Trade", worker_on("University", [return_cards(&[])])),
        &[(Rule::Worker, &[])],
    );
}

#[test]
fn rule_5_19_grants_a_worker_on_a_building_with_the_players_token() {
    let mut table = university().has_played(ANNA, &["Recruit"]).turn(ANNA);
    table.play(face_down(ANNA, "Trade", worker_on("University", [return_cards(&["Recruit"])])));
    assert_eq!(table.played(ANNA), ["Trade"]);
    assert!(table.hand(ANNA).contains(&"Recruit"));
    assert_eq!(table.game.workers_placed(ANNA), 1);
}

#[test]
fn rule_5_19_refuses_a_worker_on_a_building_inactive_taken_or_without_token() {
    let table = university().house(BEN, "E1").turn(BEN);
    let sub_action = worker_on("University", [return_cards(&[])]);
    table.check_refused(face_down(BEN, "Trade", sub_action.clone()), &[(Rule::Worker, &[])]);
    table.check_says(
        face_down(BEN, "Trade", sub_action.clone()),
        &["Quatryl has no delivery token on University"],
    );
    let table = university().turn(ANNA);
    table.check_refused(face_down(ANNA, "Trade", worker_on("Granary", [])), &[(Rule::Worker, &[])]);
    // All players share the one space.
    let layout = university().house(BEN, "E1").delivered("University", "Brick", BEN);
    let table = layout.worker_on(BEN, "University").turn(ANNA);
    table.check_refused(face_down(ANNA, "Trade", sub_action.clone()), &[(Rule::Worker, &[])]);
    table.check_says(face_down(ANNA, "Trade", sub_action), &["taken by Quatryl"]);
}

/// Reasons about the worker and about its use are given together.
#[test]
fn rule_5_19_refusal_gives_reasons_for_the_worker_and_for_its_use() {
    let table = layout(2, "e e").seat(ANNA, "Vermling", &["Wood"]).money(ANNA, 0);
    let table = table.seat(BEN, "Quatryl", &["Metal"]).turn(ANNA);
    table.check_refused(
        face_down(ANNA, "Trade", race_worker([import("Wood", "A1")])),
        &[(Rule::Worker, &[]), (Rule::Import, &[])],
    );
}

/// Ruling R33: the card just played face down may be among those returned.
#[test]
fn rule_5_19_r33_grants_the_return_of_the_card_just_played() {
    let mut table = university().has_played(ANNA, &["Recruit"]).turn(ANNA);
    let both = return_cards(&["Recruit", "Trade"]);
    table.play(face_down(ANNA, "Trade", worker_on("University", [both])));
    assert_eq!(table.played(ANNA), [""; 0]);
    assert_eq!(table.game.hand_size(ANNA), 6);
}

#[test]
fn rule_5_19_refuses_the_return_of_income_or_too_many_cards_or_hand_cards() {
    let table = university().has_played(ANNA, &["Recruit", "Upgrade", "Income"]).turn(ANNA);
    let takes =
        |names: &[&str]| face_down(ANNA, "Trade", worker_on("University", [return_cards(names)]));
    table.check_refused(takes(&["Income"]), &[(Rule::Worker, &[])]);
    table.check_refused(takes(&["Recruit", "Upgrade", "Trade"]), &[(Rule::Worker, &[])]);
    table.check_refused(takes(&["Construct"]), &[(Rule::Worker, &[])]);
    table.check_refused(takes(&["Recruit", "Recruit"]), &[(Rule::Worker, &[])]);
    table.check_allowed(takes(&["Recruit"]));
}

/// Ruling R25: taking a card back shows that it was one of the face-down cards.
#[test]
fn rule_5_19_r25_return_of_an_unnamed_card_identifies_it() {
    let mut table = university().without_cards(ANNA, &["Income", "Construct"]).turn(ANNA);
    // Of Recruit, Trade and Upgrade two are played face down, unnamed, one after the other.
    table.play(face_down_unnamed(ANNA, SubAction::Money)).play(face_down(
        BEN,
        "Trade",
        SubAction::Money,
    ));
    table.play(face_down_unnamed(ANNA, worker_on("University", [return_cards(&["Trade"])])));
    assert_eq!(table.game.unnamed_cards(ANNA), 1);
    assert_eq!(table.game.hand_size(ANNA), 3);
    table.play(face_down(BEN, "Recruit", SubAction::Money));
    // Trade is in hand for certain; either Recruit or Upgrade is face down.
    for name in ["Trade", "Recruit", "Upgrade"] {
        table.check_allowed(face_down(ANNA, name, SubAction::Money));
    }
    table.play(face_down(ANNA, "Recruit", SubAction::Money)).play(face_down(
        BEN,
        "Construct",
        SubAction::Money,
    ));
    table.check_refused(face_down(ANNA, "Upgrade", SubAction::Money), &[(Rule::PlayACard, &[])]);
    table.check_allowed(face_down(ANNA, "Trade", SubAction::Money));
}

/// Ruling R25: only one unnamed card is face down, so only one unplayed name can be returned.
#[test]
fn rule_5_19_r25_refuses_the_return_of_more_unnamed_cards_than_were_played() {
    let mut table = university().turn(ANNA);
    table.play(face_down_unnamed(ANNA, SubAction::Money)).play(face_down(
        BEN,
        "Trade",
        SubAction::Money,
    ));
    let takes =
        |names: &[&str]| face_down(ANNA, "Trade", worker_on("University", [return_cards(names)]));
    table.check_allowed(takes(&["Recruit", "Trade"]));
    table.check_refused(takes(&["Recruit", "Upgrade"]), &[(Rule::Worker, &[])]);
}
