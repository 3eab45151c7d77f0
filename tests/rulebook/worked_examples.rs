//! The rulebook's own examples with their numbers, E1 to E10 of our digest.

use crate::street::*;
use crate::support::*;

#[test]
fn e1_machinery_pays_the_owners_of_metal_and_knowledge() {
    let mut table = street(4)
        .tile(ANNA, "Population", "A1")
        .tile(BEN, "Metal", "C1")
        .tile(CARA, "Knowledge", "E1")
        .access(ANNA, "Metal", "C1")
        .access(ANNA, "Knowledge", "E1")
        .turn(ANNA);
    table.play(leads(ANNA, "Upgrade", build("Machinery", "G3 H3 G4")));
    table.check_points(&[0, 1, 1, 0]);
}

#[test]
fn e2_cloth_pays_livestock_and_machinery_which_pays_its_prerequisites() {
    let mut table = street(4)
        .tile(ANNA, "Livestock", "A1")
        .tile(BEN, "Machinery", "C3 D3 C4")
        .tile(CARA, "Knowledge", "E1")
        .tile(DAN, "Metal", "G1")
        .access(BEN, "Knowledge", "E1")
        .access(BEN, "Metal", "G1")
        .access(ANNA, "Machinery", "C3 D3 C4")
        .turn(ANNA);
    table.play(leads(ANNA, "Upgrade", build("Cloth", "G3 H3 G4 H4")));
    table.check_points(&[1, 2, 1, 1]);
    table.check_payouts(&[
        ("built", "Livestock", [1, 0, 0, 1]),
        ("built", "Machinery", [4, 2, 0, 2]),
    ]);
}

#[test]
fn e3_university_next_to_blues_population_earns_blue_3() {
    let mut table = voting(4).tile(ANNA, "Population", "A6").turn(ANNA);
    table.play(call_vote(ANNA)).play(all_for_the_first(4));
    table.play(place_building(ANNA, "University", "B4 C4 D4 C5"));
    // B4 is two squares from A6; the example needs them to touch.
    table.check_points(&[0, 0, 0, 0]);

    let mut table = voting(4).tile(ANNA, "Population", "A5").turn(ANNA);
    table.play(call_vote(ANNA)).play(all_for_the_first(4));
    table.play(place_building(ANNA, "University", "B4 C4 D4 C5"));
    table.check_points(&[3, 0, 0, 0]);
}

#[test]
fn e4_yellows_brick_keeps_5_and_pays_blue_1() {
    // Anna is blue, Ben yellow.
    let mut table = street(4)
        .tile(ANNA, "Stone", "C1")
        .tile(BEN, "Population", "E1")
        .tile(BEN, "Brick", "G3 H3 I3")
        .access(BEN, "Stone", "C1")
        .building("Merchant's Guild", "A4 B4 C4 A5 B5")
        .turn(BEN);
    table.play(connects(BEN));
    table.check_points(&[1, 5, 0, 0]);
    table.check_payouts(&[("Merchant's Guild", "Brick", [6, 1, 0, 5])]);
}

#[test]
fn e5_white_builds_and_delivers_government() {
    // Anna is white, Ben purple, Cara yellow.
    let mut table = street(4)
        .tile(ANNA, "Gems", "A1")
        .tile(ANNA, "Jewelry", "A3 B3 A4")
        .tile(BEN, "Books", "I3 J3 K3")
        .tile(BEN, "Knowledge", "E1")
        .tile(CARA, "Crops", "G1")
        .access(ANNA, "Books", "I3 J3 K3")
        .access(BEN, "Crops", "G1")
        .building("Merchant's Guild", "E5 F5 G5 E6 F6")
        .money(ANNA, 6)
        .turn(ANNA);
    table.play(leads(ANNA, "Upgrade", build("Government", "D3 E3 F3 D4")));
    table.check_money(&[0, 7, 7, 7]);
    table.check_payouts(&[
        ("built", "Jewelry", [2, 0, 0, 2]),
        ("built", "Books", [4, 1, 0, 3]),
        ("Merchant's Guild", "Government", [10, 4, 0, 6]),
    ]);
    let gains: Vec<[i32; 4]> =
        table.payouts().iter().map(|p| p.gains().0.map(|points| points.0)).collect();
    assert_eq!(gains, [[2, 0, 0, 0], [0, 3, 1, 0], [6, 3, 1, 0]]);
    table.check_points(&[8, 6, 2, 0]);
}

/// Returns a position with Anna's Population, neutral Metal and Ben's Knowledge, both accessible
/// to Anna.
fn neutral_metal() -> Layout {
    street(3)
        .seat(BEN, "Orchid", &["Knowledge", "Wood"])
        .seat(CARA, "Savvas", &["Stone", "Livestock"])
        .tile(ANNA, "Population", "C1")
        .neutral("Metal", "E1")
        .tile(BEN, "Knowledge", "G1")
        .access(ANNA, "Metal", "E1")
        .access(ANNA, "Knowledge", "G1")
}

#[test]
fn e6_machinery_with_neutral_metal_loses_2() {
    let mut table = neutral_metal().turn(ANNA);
    table.play(leads(ANNA, "Upgrade", build("Machinery", "G3 H3 G4")));
    table.check_points(&[0, 1, 0]);
    table.check_payouts(&[("built", "Metal", [2, 0, 2, 0]), ("built", "Knowledge", [1, 0, 0, 1])]);
}

#[test]
fn e7_machinery_with_neutral_metal_delivered_for_4_keeps_1() {
    let table = neutral_metal().tile(ANNA, "Machinery", "G3 H3 G4");
    let mut table = table.building("Ferry Landing", "A4 B4 C4").turn(ANNA);
    table.play(connects(ANNA));
    table.check_points(&[1, 1, 0]);
    table.check_payouts(&[("Ferry Landing", "Machinery", [4, 1, 2, 1])]);
}

#[test]
fn e8_purple_builds_machinery_with_own_metal_and_yellows_knowledge() {
    // Anna is purple, Cara yellow.
    let mut table = street(4)
        .tile(ANNA, "Metal", "C1")
        .tile(CARA, "Knowledge", "E1")
        .access(ANNA, "Knowledge", "E1")
        .turn(ANNA);
    table.play(leads(ANNA, "Upgrade", build("Machinery", "G3 H3 G4")));
    table.check_money(&[3, 7, 7, 7]);
    table.check_points(&[1, 0, 1, 0]);
}

#[test]
fn e9_two_tiles_of_one_resource_count_once_for_income() {
    let mut table = street(2)
        .tile(ANNA, "Crops", "A1")
        .tile(ANNA, "Metal", "C1")
        .tile(ANNA, "Metal", "E1")
        .tile(ANNA, "Machinery", "A3 B3 A4")
        .tile(ANNA, "Machinery", "D3 E3 D4")
        .tile(ANNA, "Food", "G3 H3 G4")
        .turn(ANNA);
    table.check_income(&[4, 0]);
    table.play(lead(ANNA, "Income", []));
    table.check_money(&[11, 7]);
}

#[test]
fn e10_second_proposal_wins_and_its_largest_contributor_places_it() {
    let mut table =
        voting(4).fleeting(ANNA, 2).fleeting(BEN, 1).fleeting(CARA, 1).lasting(CARA, 1).turn(ANNA);
    table.play(call_vote(ANNA));
    table.play(reveal(&[(ANNA, 0, 2, 0), (BEN, 1, 1, 0), (CARA, 1, 1, 1), (DAN, 2, 0, 0)]));
    let totals: Vec<i32> = table.count().totals.iter().map(|(_, total)| *total).collect();
    assert_eq!(totals, [3, 6, 1]);
    table.check_owed(&["Orchid places Merchant's Guild"]);
}
