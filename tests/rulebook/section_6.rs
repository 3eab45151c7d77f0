//! Ownership and income: rules 6.1 and 6.2.

use components::quantity::Quantity;
use rules::receipt::Cause;

use crate::street::*;
use crate::support::*;

// 6.1 ------------------------------------------------------------------------------------------

#[test]
fn rule_6_1_first_tile_of_a_resource_raises_income() {
    let mut table = street(2).tile(ANNA, "Population", "A1").turn(ANNA);
    table.check_income(&[1, 0]);
    table.play(leads(ANNA, "Trade", import("Gems", "D1"))).check_income(&[2, 0]);
    let causes: Vec<_> =
        table.changes_of(Quantity::Income).iter().map(|change| change.cause).collect();
    assert_eq!(causes, [Cause::FirstTile(resource("Gems"))]);
}

#[test]
fn rule_6_1_second_tile_of_a_resource_leaves_income_unchanged() {
    let layout = field(2, "g g g g ~ g g g g").tile(ANNA, "Gems", "A1");
    let mut table = layout.turn(ANNA);
    table.play(leads(ANNA, "Trade", import("Gems", "H1"))).check_income(&[1, 0]);
    assert_eq!(table.changes_of(Quantity::Income), []);
}

#[test]
fn rule_6_1_advanced_tile_raises_income() {
    let mut table = street(2).tile(ANNA, "Gems", "A1").turn(ANNA);
    table.play(leads(ANNA, "Upgrade", build("Jewelry", "D3 E3 D4"))).check_income(&[2, 0]);
}

#[test]
fn rule_6_1_access_to_a_tile_adds_no_income() {
    let mut table = street(2).tile(BEN, "Metal", "A1").turn(ANNA);
    table.play(leads(ANNA, "Trade", buy_access("Metal", "A1"))).check_income(&[0, 1]);
    let access: Vec<_> = table.game.access(ANNA).collect();
    assert_eq!(access, [tile("Metal", "A1")]);
    assert!(table.game.owns(ANNA).is_empty());
}

#[test]
fn rule_6_1_stall_imported_by_another_player_raises_its_owners_income() {
    let mut table = street(2)
        .building("Almshouse", "A5 B5")
        .delivered("Almshouse", "Population", ANNA)
        .delivered("Almshouse", "Food", ANNA)
        .delivered("Almshouse", "Labor", ANNA)
        .building("Jewel House", "E5 F5")
        .delivered("Jewel House", "Metal", BEN)
        .delivered("Jewel House", "Jewelry", BEN)
        .delivered("Jewel House", "Weapons", BEN)
        .turn(ANNA);
    table.play(leads(ANNA, "Trade", import_access("Metal", "C1"))).check_income(&[0, 1]);
}

// 6.2 ------------------------------------------------------------------------------------------

#[test]
fn rule_6_2_income_card_pays_money_per_resource_and_influence_per_house() {
    let mut table = street(2)
        .tile(ANNA, "Population", "A1")
        .tile(ANNA, "Gems", "C1")
        .tile(ANNA, "Knowledge", "E1")
        .house(ANNA, "G5")
        .house(ANNA, "I5")
        .turn(ANNA);
    table.play(lead(ANNA, "Income", [])).check_money(&[10, 7]).check_fleeting(&[2, 0]);
}

#[test]
fn rule_6_2_player_without_a_house_gets_no_influence() {
    let mut table = street(2).tile(ANNA, "Population", "A1").turn(ANNA);
    table.play(lead(ANNA, "Income", [])).check_money(&[8, 7]).check_fleeting(&[0, 0]);
}

#[test]
fn rule_6_2_player_without_a_resource_gets_no_money() {
    let mut table = street(2).house(ANNA, "G5").turn(ANNA);
    table.play(lead(ANNA, "Income", [])).check_money(&[7, 7]).check_fleeting(&[1, 0]);
}
