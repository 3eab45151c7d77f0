//! Board and connection: rules 2.1 to 2.7.
//!
//! Roads are built as basic actions, which require only a free square and a connection.

use rules::Rule;

use crate::support::*;

/// Returns Anna's action in these tests, a road as basic action.
fn builds_road(at: &str) -> rules::Action {
    face_down(ANNA, "Recruit", road(at))
}

// 2.1 ------------------------------------------------------------------------------------------

#[test]
fn rule_2_1_grants_building_on_land_of_every_terrain() {
    for terrain in ["e", "c", "f", "g"] {
        let table = layout(2, &format!("g {terrain}")).tile(ANNA, "Population", "A1").turn(ANNA);
        table.check_allowed(builds_road("B1"));
    }
}

#[test]
fn rule_2_1_refuses_squares_outside_the_city() {
    let table = layout(
        2,
        "
        g g .
        g g g
        ",
    )
    .tile(ANNA, "Population", "B1")
    .turn(ANNA);
    table.check_refused(builds_road("C1"), &[(Rule::Grid, &["C1"])]);
    table.check_refused(builds_road("Z26"), &[(Rule::Grid, &["Z26"])]);
    table.check_refused(lead(ANNA, "Trade", [import("Gems", "C1")]), &[(Rule::Grid, &["C1"])]);
}

#[test]
fn rule_2_1_refusal_marks_only_the_squares_off_the_board() {
    let table = layout(2, "g g g .").tile(ANNA, "Gems", "A1").turn(ANNA);
    let build = lead(ANNA, "Upgrade", [build("Brick", "B1 C1 D1")]);
    let refusal = table.refusal(build);
    let off: Vec<_> = refusal.reasons.iter().filter(|reason| reason.rule == Rule::Grid).collect();
    assert_eq!(off.len(), 1);
    assert_eq!(off[0].illegal.squares(), &[square("D1")]);
}

// 2.2 ------------------------------------------------------------------------------------------

#[test]
fn rule_2_2_grants_a_free_square_between_full_ones() {
    let table = layout(2, "g g g").tile(ANNA, "Population", "A1").roads("C1").turn(ANNA);
    table.check_allowed(builds_road("B1"));
}

#[test]
fn rule_2_2_refuses_a_second_item_on_a_square() {
    let table = layout(2, "g g g g ~")
        .tile(ANNA, "Population", "A1")
        .tile(BEN, "Metal", "B1")
        .roads("C1 D1")
        .bridge(BEN, "E1")
        .turn(ANNA);
    table.check_refused(builds_road("B1"), &[(Rule::OneThingPerSquare, &["B1"])]);
    // The adjacent B1 carries no connection, so the road fails for that reason too.
    table.check_refused(
        builds_road("C1"),
        &[(Rule::OneThingPerSquare, &["C1"]), (Rule::ConnectedToOwn, &[])],
    );
    table.check_refused(
        lead(ANNA, "Construct", [bridge("E1")]),
        &[(Rule::OneThingPerSquare, &["E1"]), (Rule::ConnectedToOwn, &[])],
    );
}

// 2.3 ------------------------------------------------------------------------------------------

#[test]
fn rule_2_3_grants_a_connection_at_a_corner() {
    let table = layout(
        2,
        "
        g g
        g g
        ",
    )
    .tile(ANNA, "Population", "A1")
    .turn(ANNA);
    table.check_allowed(builds_road("B2"));
}

#[test]
fn rule_2_3_refuses_two_tiles_of_one_owner_touching_at_a_corner() {
    let table = layout(
        2,
        "
        g g g
        g g g
        g g g
        ",
    )
    .tile(ANNA, "Population", "A1")
    .turn(ANNA);
    table.check_refused(lead(ANNA, "Trade", [import("Gems", "B2")]), &[(Rule::Import, &["A1"])]);
    table.check_allowed(lead(ANNA, "Trade", [import("Gems", "C3")]));
}

#[test]
fn rule_2_3_refuses_a_connection_to_a_square_two_steps_away() {
    let table = layout(2, "g g g").tile(ANNA, "Population", "A1").turn(ANNA);
    table.check_refused(builds_road("C1"), &[(Rule::ConnectedToOwn, &[])]);
    table.check_remedies(builds_road("C1"), &["a road on B1 would connect it"]);
}

// 2.4 ------------------------------------------------------------------------------------------

/// Two one-square sections that meet at a corner past the bend of a river.
const RIVER_BEND: &str = "
    g ~ g
    ~ g g
    ";

#[test]
fn rule_2_4_grants_a_connection_over_the_players_bridge() {
    let table = layout(2, RIVER_BEND).tile(ANNA, "Population", "A1").bridge(ANNA, "B1").turn(ANNA);
    table.check_allowed(builds_road("B2"));
}

/// Ruling R1.
#[test]
fn rule_2_4_refuses_a_connection_at_a_corner_across_a_river_bend() {
    let table = layout(2, RIVER_BEND).tile(ANNA, "Population", "A1").turn(ANNA);
    table.check_refused(builds_road("B2"), &[(Rule::ConnectedToOwn, &[])]);
    // No road helps, so none is proposed.
    table.check_remedies(builds_road("B2"), &[]);
}

/// Ruling R1: apart from connection, squares across a river are adjacent.
#[test]
fn rule_2_4_refuses_two_tiles_of_one_owner_touching_across_a_river_bend() {
    let table = layout(2, RIVER_BEND).tile(ANNA, "Population", "A1").turn(ANNA);
    table.check_refused(lead(ANNA, "Trade", [import("Gems", "B2")]), &[(Rule::Import, &["A1"])]);
    table.check_allowed(lead(ANNA, "Trade", [import("Gems", "C1")]));
}

/// A site between two sections touches both of them.
#[test]
fn rule_2_4_grants_delivery_to_a_reserved_site_from_either_section() {
    let board = "
        f f f
        s s s
        f f f
        ";
    // West Gatehouse asks for Wood and Stone, which Ben controls with two players.
    let mut table = layout(2, board).building("West Gatehouse", "A2 B2 C2").turn(BEN);
    table.play(lead(BEN, "Trade", [import("Wood", "A1")]));
    assert_eq!(table.deliveries(), [("Wood", "West Gatehouse")]);
    let mut table = layout(2, board).building("West Gatehouse", "A2 B2 C2").turn(BEN);
    table.play(lead(BEN, "Trade", [import("Stone", "C3")]));
    assert_eq!(table.deliveries(), [("Stone", "West Gatehouse")]);
}

#[test]
fn rule_2_4_refuses_delivery_across_a_wall() {
    let board = "
        e e # f
        e e # f
        ";
    // The Sleeping Lion asks for Population.
    let mut table = layout(2, board).building("The Sleeping Lion", "B1 B2").turn(ANNA);
    table.play(lead(ANNA, "Trade", [import("Population", "D1")]));
    assert_eq!(table.deliveries(), []);
}

// 2.5 ------------------------------------------------------------------------------------------

#[test]
fn rule_2_5_grants_a_connection_by_roads_that_touch_at_corners() {
    let board = "
        g g g g
        g g g g
        ";
    let table = layout(2, board).tile(ANNA, "Population", "A1").roads("B2 C1").turn(ANNA);
    table.check_allowed(builds_road("D2"));
}

#[test]
fn rule_2_5_refuses_a_chain_with_a_gap() {
    let table = layout(2, "g g g g g g").tile(ANNA, "Population", "A1").roads("B1 E1").turn(ANNA);
    table.check_refused(builds_road("F1"), &[(Rule::ConnectedToOwn, &[])]);
    table.check_remedies(builds_road("F1"), &["roads on C1 D1 would connect it"]);
}

#[test]
fn rule_2_5_grants_the_players_bridge_and_gate_as_road_squares() {
    for between in ["~", "#"] {
        let table = layout(2, &format!("g g {between} g g"))
            .tile(ANNA, "Population", "A1")
            .roads("B1")
            .bridge(ANNA, "C1")
            .turn(ANNA);
        table.check_allowed(builds_road("D1"));
    }
}

#[test]
fn rule_2_5_refuses_another_players_bridge_as_a_road_square() {
    let table = layout(2, "g g ~ g g")
        .tile(ANNA, "Population", "A1")
        .roads("B1")
        .bridge(BEN, "C1")
        .turn(ANNA);
    table.check_refused(builds_road("D1"), &[(Rule::ConnectedToOwn, &[])]);
}

#[test]
fn rule_2_5_grants_a_chain_over_two_bridges_of_the_player() {
    let table = layout(2, "g ~ g ~ g")
        .tile(ANNA, "Population", "A1")
        .bridge(ANNA, "B1")
        .roads("C1")
        .bridge(ANNA, "D1")
        .turn(ANNA);
    table.check_allowed(builds_road("E1"));
}

#[test]
fn rule_2_5_refuses_a_chain_over_a_bridge_of_another_player() {
    // Anna's bridge on D1 is enough for her connection, so the prerequisite is what fails.
    let table = layout(
        2,
        "
        g ~ g ~ g g g g
        g ~ g ~ g g g g
        ",
    )
    .tile(ANNA, "Gems", "A1")
    .bridge(BEN, "B1")
    .roads("C1")
    .bridge(ANNA, "D1")
    .turn(ANNA);
    table.check_refused(
        lead(ANNA, "Upgrade", [build("Jewelry", "E1 F1 E2")]),
        &[(Rule::UpgradePlacement, &["A1"])],
    );
}

// 2.6 ------------------------------------------------------------------------------------------

#[test]
fn rule_2_6_grants_the_use_of_roads_built_by_any_player() {
    let mut table =
        layout(2, "g g g g g").tile(BEN, "Metal", "D1").tile(ANNA, "Population", "A1").turn(BEN);
    table.play(face_down(BEN, "Recruit", road("C1")));
    table.check_allowed(builds_road("B1"));
    let mut table = layout(2, "g g g g g").tile(BEN, "Metal", "D1").turn(BEN);
    table.play(face_down(BEN, "Recruit", road("C1")));
    table.check_refused(builds_road("B1"), &[(Rule::ConnectedToOwn, &[])]);
}

#[test]
fn rule_2_6_refuses_roads_on_river_wall_and_reserved_squares() {
    let board = "
        g g g g g
        ~ # s s s
        ";
    let table = layout(2, board).tile(ANNA, "Population", "B1").turn(ANNA);
    for at in ["A2", "B2", "C2"] {
        table.check_refused(builds_road(at), &[(Rule::Roads, &[at])]);
    }
}

#[test]
fn rule_2_6_refuses_a_chain_through_a_building() {
    let table = layout(2, "g g g g g")
        .tile(ANNA, "Population", "A1")
        .roads("B1 D1")
        .tile(BEN, "Metal", "C1")
        .turn(ANNA);
    table.check_refused(builds_road("E1"), &[(Rule::ConnectedToOwn, &[])]);
    // A tile of the player carries no chain either, but the player owns it.
    let table = layout(2, "g g g g g").roads("B1 D1").tile(ANNA, "Metal", "C1").turn(ANNA);
    table.check_allowed(builds_road("E1"));
}

// 2.7 ------------------------------------------------------------------------------------------

#[test]
fn rule_2_7_grants_a_connection_to_a_tile_a_house_a_bridge_or_a_gate() {
    let tile = layout(2, "g g").tile(ANNA, "Population", "A1").turn(ANNA);
    tile.check_allowed(builds_road("B1"));
    let house = layout(2, "f g").house(ANNA, "A1").turn(ANNA);
    house.check_allowed(builds_road("B1"));
    let bridge = layout(2, "~ g").bridge(ANNA, "A1").turn(ANNA);
    bridge.check_allowed(builds_road("B1"));
    let gate = layout(2, "# g").bridge(ANNA, "A1").turn(ANNA);
    gate.check_allowed(builds_road("B1"));
}

#[test]
fn rule_2_7_refuses_a_connection_to_a_tile_with_access_only() {
    let table = layout(2, "g g").tile(BEN, "Metal", "A1").access(ANNA, "Metal", "A1").turn(ANNA);
    table.check_refused(builds_road("B1"), &[(Rule::ConnectedToOwn, &[])]);
}

#[test]
fn rule_2_7_refuses_a_connection_to_roads_and_prestige_buildings() {
    let table =
        layout(2, "e e g g g").building("The Sleeping Lion", "A1 B1").roads("D1").turn(ANNA);
    table.check_refused(builds_road("C1"), &[(Rule::ConnectedToOwn, &[])]);
}

// The path between two tiles ---------------------------------------------------------------------

/// Checks the text of [`Game::path`](rules::Game::path) for Anna.
#[track_caller]
fn check_path(table: &Table, from: &str, to: &str, expected: Option<&str>) {
    let found = table.game.path(ANNA, &squares(from), &squares(to)).map(|path| {
        let names: Vec<String> = path.iter().map(ToString::to_string).collect();
        names.join(" ")
    });
    assert_eq!(found.as_deref(), expected, "from {from} to {to}");
}

#[test]
fn rule_2_5_path_between_adjacent_tiles_is_empty() {
    let table = layout(
        2,
        "
        g g
        g g
        ",
    )
    .tile(ANNA, "Population", "A1")
    .tile(BEN, "Metal", "B2")
    .turn(ANNA);
    check_path(&table, "A1", "B2", Some(""));
}

#[test]
fn rule_2_5_path_follows_the_shortest_chain_of_roads() {
    let table = layout(
        2,
        "
        g g g g g
        g g g g g
        g g g g g
        ",
    )
    .tile(ANNA, "Population", "A1")
    .tile(BEN, "Metal", "E1")
    .roads("B1 C1 D1 A2 B3 C3 D3")
    .turn(ANNA);
    check_path(&table, "A1", "E1", Some("B1 C1 D1"));
    check_path(&table, "E1", "A1", Some("D1 C1 B1"));
}

#[test]
fn rule_2_6_path_never_leads_through_a_building() {
    let table = layout(2, "g g g")
        .tile(ANNA, "Population", "A1")
        .tile(BEN, "Metal", "B1")
        .tile(BEN, "Stone", "C1")
        .turn(ANNA);
    check_path(&table, "A1", "C1", None);
}

#[test]
fn rule_2_5_path_leads_over_the_players_bridges_only() {
    let board = || layout(2, "g g ~ g g").roads("B1 D1").tile(ANNA, "Population", "A1");
    let own = board().tile(BEN, "Metal", "E1").bridge(ANNA, "C1").turn(ANNA);
    check_path(&own, "A1", "E1", Some("B1 C1 D1"));
    let foreign = board().tile(BEN, "Metal", "E1").bridge(BEN, "C1").turn(ANNA);
    check_path(&foreign, "A1", "E1", None);
}
