//! Refusals of manual changes and positions, and the rule that each of them cites.

use components::quantity::{Money, Points};
use rules::action::ActionKind;
use rules::adjustment::{Adjustment, Amount, CardPlace, Owner, WorkerPlace};
use rules::receipt::{Event, WarningTarget};
use rules::rulebook::Rule;
use rules::sub_action::SubAction;
use rules::{Action, Refusal};

use crate::referee::open_ground;
use crate::street::{connects, leads, street};
use crate::support::*;

/// A river between two banks.
const CITY: &str = "
    e e e g g g ~ f f f
    e e e g g g ~ f f f
    g g g g g g ~ f f f
    g g g g g g ~ f f f
    ";

const LION: &str = "The Sleeping Lion";

fn adjust(change: Adjustment) -> Action {
    let reason = "so it lies on the table".to_owned();
    let changes = vec![change];
    ActionKind::Adjust { changes, reason }.into()
}

/// Returns a table of two with a tile of Anna's and a building.
fn plain() -> Table {
    layout(2, CITY).tile(ANNA, "Gems", "A1").building(LION, "C1 C2").turn(ANNA)
}

/// Returns a solo game in its second cycle with a building.
fn alone() -> Table {
    layout(1, CITY).cycle(2).building(LION, "C1 C2").turn(ANNA)
}

/// Returns a table at which Anna's unnamed face-down card must be Trade.
fn unnamed() -> Table {
    let mut table = layout(2, CITY)
        .without_cards(ANNA, &["Upgrade", "Construct", "Income", "Recruit"])
        .turn(ANNA);
    table.play(face_down_unnamed(ANNA, SubAction::Money));
    table
}

/// Returns a table at which Anna must choose a source for Jewelry, with a road to follow.
fn chosen() -> Table {
    let mut table = open_ground()
        .tile(ANNA, "Gems", "A1")
        .tile(BEN, "Gems", "A3")
        .access(ANNA, "Gems", "A3")
        .roads("B2 C2")
        .turn(ANNA);
    let built = build_then_road("Jewelry", "D1 E1 D2", "F2");
    table.play(leads(ANNA, "Upgrade", built));
    table
}

/// Returns a table at which Anna may still add a road to her Jewelry.
fn road_left() -> Table {
    let mut table = open_ground().tile(ANNA, "Gems", "A1").roads("B2 C2").turn(ANNA);
    table.play(leads(ANNA, "Upgrade", build("Jewelry", "D1 E1 D2")));
    table
}

/// Returns a table at which Anna must choose the Metal that her delivered Machinery uses.
fn delivering() -> Table {
    let metals = [(BEN, "C1"), (CARA, "E1")];
    let field = street(3)
        .tile(ANNA, "Machinery", "G3 H3 G4")
        .tile(ANNA, "Knowledge", "G1")
        .building("Ferry Landing", "A4 B4 C4");
    let mut table = metals
        .into_iter()
        .fold(field, |field, (owner, at)| field.tile(owner, "Metal", at).access(ANNA, "Metal", at))
        .turn(ANNA);
    table.play(connects(ANNA));
    table
}

/// Returns a table with the maximum number of stretches of road; without H2 there would be one
/// more.
fn roads() -> Table {
    let board = format!("{}\n", "g ".repeat(24)).repeat(24);
    let columns = ('A'..='W').step_by(2);
    let all = columns.flat_map(|column| (5..=23).step_by(2).map(move |row| (column, row)));
    let apart: Vec<String> = all.take(111).map(|(column, row)| format!("{column}{row}")).collect();
    layout(2, &board).roads(&format!("G2 H2 I2 {}", apart.join(" "))).turn(ANNA)
}

fn houses() -> Table {
    layout(2, CITY).house(ANNA, "H1").house(ANNA, "H3").house(ANNA, "J1").turn(ANNA)
}

fn bridges() -> Table {
    layout(2, CITY).bridge(ANNA, "G1").bridge(ANNA, "G2").bridge(ANNA, "G3").turn(ANNA)
}

fn stalls() -> Table {
    layout(2, CITY)
        .tile(ANNA, "Gems", "A1")
        .tile(ANNA, "Gems", "A3")
        .tile(ANNA, "Gems", "H1")
        .turn(ANNA)
}

fn adviser_of_ben() -> Table {
    layout(2, CITY).holds(BEN, &["Scholar"]).turn(ANNA)
}

/// Returns every kind of refused change, with the table that refuses it and the rule it cites.
fn refused() -> Vec<(Table, Adjustment, Rule)> {
    let anna = Owner::Player(ANNA);
    let (far, gems) = (square("Z9"), tile("Gems", "A1"));
    let lion = building(LION);
    let mason = adviser("Mason");
    let score = achievement("Street of Houses");
    let slip = 100_000;
    vec![
        (plain(), Adjustment::Points(ANNA, Amount::Set(Points(slip))), Rule::StartPoints),
        (plain(), Adjustment::Money(ANNA, Amount::Set(Money(slip))), Rule::StartingGoods),
        (plain(), Adjustment::Fleeting(ANNA, Amount::Set(-1)), Rule::BasicAction),
        (plain(), Adjustment::Lasting(ANNA, Amount::Set(-1)), Rule::RecruitReward),
        (plain(), Adjustment::Money(CARA, Amount::Set(Money(1))), Rule::PlayersAndBoard),
        (plain(), Adjustment::AddRoad(far), Rule::Grid),
        (plain(), Adjustment::AddRoad(square("A1")), Rule::OneThingPerSquare),
        (chosen(), Adjustment::AddRoad(square("F2")), Rule::OneThingPerSquare),
        (stalls(), Adjustment::AddTile(tile("Gems", "H3"), anna), Rule::OnePerSection),
        (houses(), Adjustment::AddHouse(ANNA, square("J3")), Rule::House),
        (bridges(), Adjustment::AddBridge(ANNA, square("G4")), Rule::Bridge),
        (plain(), Adjustment::AddBuilding(lion, squares("A3 B3")), Rule::PrestigePlacement),
        (plain(), Adjustment::Gone(lion), Rule::FitsNowhere),
        (plain(), Adjustment::Clear(far), Rule::Grid),
        (chosen(), Adjustment::Clear(square("E1")), Rule::UpgradeScores),
        (road_left(), Adjustment::Clear(square("E1")), Rule::UpgradeRoad),
        (delivering(), Adjustment::Clear(square("G3")), Rule::DeliveryScores),
        (roads(), Adjustment::Clear(square("H2")), Rule::Roads),
        (plain(), Adjustment::SetOwner(tile("Wood", "A3"), anna), Rule::Income),
        (
            plain(),
            Adjustment::Access { player: BEN, tile: tile("Wood", "A3"), has_access: true },
            Rule::BuyAccess,
        ),
        (
            plain(),
            Adjustment::Access { player: ANNA, tile: gems, has_access: true },
            Rule::BuyAccess,
        ),
        (
            plain(),
            Adjustment::AddDelivery(building("University"), resource("Books"), anna),
            Rule::Delivery,
        ),
        (plain(), Adjustment::AddDelivery(lion, resource("Cloth"), anna), Rule::Delivery),
        (plain(), Adjustment::RemoveDelivery(lion, resource("Cloth")), Rule::Delivery),
        (
            plain(),
            Adjustment::Worker { player: ANNA, place: WorkerPlace::Race, is_there: false },
            Rule::Worker,
        ),
        (
            plain(),
            Adjustment::Worker {
                player: ANNA,
                place: WorkerPlace::Building(building("University")),
                is_there: true,
            },
            Rule::Worker,
        ),
        (adviser_of_ben(), Adjustment::Card(ANNA, card("Scholar"), CardPlace::Hand), Rule::Recruit),
        (unnamed(), Adjustment::Card(ANNA, card("Trade"), CardPlace::Gone), Rule::PlayedCardsStay),
        (plain(), Adjustment::Marker { building: lion, is_there: true }, Rule::SoloMarkers),
        (
            alone(),
            Adjustment::Marker { building: building("University"), is_there: true },
            Rule::SoloMarkers,
        ),
        (plain(), Adjustment::Cycle(2), Rule::SoloCycles),
        (alone(), Adjustment::Cycle(8), Rule::SoloCycles),
        (plain(), Adjustment::Scored { achievement: score, is_scored: true }, Rule::Achievements),
        (plain(), Adjustment::Race(ANNA, race("Orchid")), Rule::ChooseRace),
        (plain(), Adjustment::Controls(ANNA, vec![resource("Crops")]), Rule::SecondResource),
        (plain(), Adjustment::Proposals(vec![building("Almshouse")]), Rule::DealProposals),
        (plain(), Adjustment::Advisers(vec![mason]), Rule::DealAdvisers),
        (plain(), Adjustment::Achievements(vec![score]), Rule::Achievements),
        (plain(), Adjustment::Turn(BEN), Rule::TurnPasses),
    ]
}

#[track_caller]
fn check_rule(refusal: &Refusal, rule: Rule) {
    let found: Vec<Rule> = refusal.reasons.iter().map(|reason| reason.rule).collect();
    assert_eq!(found, [rule], "{refusal:?}");
}

#[test]
fn every_refused_manual_change_cites_its_rule() {
    for (table, change, rule) in refused() {
        check_rule(&table.refusal(adjust(change)), rule);
    }
}

/// Reads the rules from the engine's source, so that a rule added there fails here.
#[test]
fn every_rule_cited_for_manual_changes_is_in_the_list_of_refusals() {
    let source = include_str!("../../src/rules/actions/manual.rs");
    let walked: Vec<String> = refused().iter().map(|(_, _, rule)| format!("{rule:?}")).collect();
    for piece in source.split("Rule::").skip(1) {
        let end = piece.find(|c: char| !c.is_alphanumeric());
        let name = &piece[..end.unwrap_or(piece.len())];
        let known = walked.iter().any(|rule| rule == name);
        assert!(known, "no refusal under {name} is walked through");
    }
}

#[test]
fn every_refused_position_cites_its_rule() {
    let table = layout(2, CITY).building(LION, "C1 C2").holds(BEN, &["Scholar"]).turn(ANNA);
    let (turn, mason) = (Adjustment::Turn(ANNA), adviser("Mason"));
    let almshouse = building("Almshouse");
    let buildings = ["Almshouse", "University", "Granary", "Foundry"];
    for (item, rule) in [
        (Adjustment::Race(ANNA, table.game.race(BEN).expect("a race")), Rule::ChooseRace),
        (Adjustment::Controls(ANNA, vec![resource("Cloth")]), Rule::SecondResource),
        (Adjustment::Proposals(vec![almshouse, almshouse]), Rule::DealProposals),
        (Adjustment::Proposals(vec![building(LION)]), Rule::DealProposals),
        (Adjustment::Proposals(buildings.map(building).to_vec()), Rule::DealProposals),
        (Adjustment::Advisers(vec![mason, mason]), Rule::DealAdvisers),
        (Adjustment::Advisers(vec![adviser("Scholar")]), Rule::DealAdvisers),
    ] {
        let position = ActionKind::Position(vec![turn.clone(), item]);
        check_rule(&table.refusal(position), rule);
    }
    check_rule(&table.refusal(ActionKind::Position(Vec::new())), Rule::TurnPasses);
    let fresh = layout(2, CITY).fresh();
    check_rule(&fresh.refusal(ActionKind::Position(vec![turn])), Rule::ChooseRace);
}

// Positions that legal play cannot reach ----------------------------------------------------------

/// Checks the warnings about a position: first square of the item or the player's race, the rule,
/// and the conflicting squares.
#[track_caller]
fn check_warned(layout: Layout, expected: &[(&str, Rule, &str)]) {
    let table = layout.turn(ANNA);
    let mut found = Vec::new();
    for event in &table.events {
        if let Event::CannotArise(of, why) = event {
            let of = match of {
                WarningTarget::At(at) => at.first().to_string(),
                WarningTarget::Player(player) => table.game.race_label(*player),
            };
            let squares = why.illegal.squares().iter().map(ToString::to_string);
            found.push((of, why.rule, squares.collect::<Vec<_>>().join(" ")));
        }
    }
    let expected: Vec<_> = expected
        .iter()
        .map(|&(of, rule, squares)| (of.to_owned(), rule, squares.to_owned()))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn position_with_an_unconnected_bridge_warns_of_the_bridge_only() {
    let table = layout(2, CITY)
        .tile(ANNA, "Population", "A1")
        .roads("B2 C3 D3")
        .tile(ANNA, "Gems", "A3")
        .bridge(ANNA, "G1");
    // The bridge is connected to nothing Anna owns; nothing else deserves a warning.
    check_warned(table, &[("G1", Rule::ConnectedToOwn, "")]);
}

#[test]
fn position_with_items_on_wrong_squares_warns_of_each() {
    let table = layout(2, CITY).tile(ANNA, "Population", "G1").roads("G3");
    check_warned(table, &[("G3", Rule::Roads, "G3"), ("G1", Rule::Import, "G1")]);
}

#[test]
fn two_conflicting_tiles_in_a_position_yield_one_warning() {
    let table = layout(2, CITY).tile(ANNA, "Population", "A1").tile(ANNA, "Gems", "B2");
    check_warned(table, &[("A1", Rule::Import, "B2")]);
    let table = layout(2, CITY).tile(ANNA, "Gems", "A1").tile(ANNA, "Gems", "D4");
    check_warned(table, &[("A1", Rule::OnePerSection, "D4")]);
}

#[test]
fn delivery_without_a_tile_of_its_resource_yields_a_warning() {
    let table = layout(2, CITY).building(LION, "C1 C2").delivered(LION, "Crops", ANNA);
    check_warned(table, &[("C1", Rule::Delivery, "")]);
}

#[test]
fn negative_money_and_worker_without_house_yield_warnings() {
    let anna = "Human";
    check_warned(
        layout(2, CITY).money(ANNA, -1).worker_on_race(ANNA),
        &[(anna, Rule::StartingGoods, ""), (anna, Rule::Worker, "")],
    );
}
