//! Entries that stand above the rules: adjustments, overrules, remarks, entered facts and
//! positions.

use components::fact::Fact;
use components::fact_id::FactId;
use components::ids::BuildingId;
use components::quantity::{Money, Points, Quantity};
use components::specs::{
    BuildingField, BuildingSpec, Pack, Prerequisite, ResourceField, ResourceSpec, SpaceSpec,
    Terrain,
};
use components::tile::Shape;
use rules::action::ActionKind;
use rules::adjustment::{Adjustment, Amount, CardPlace, Owner, WorkerPlace};
use rules::player::PlayerId;
use rules::receipt::{Cause, Event, QuantityChange};
use rules::task::Task;
use rules::{Action, Rule};

use crate::street::*;
use crate::support::*;

/// The two banks of a river, with an entrance in one corner.
const CITY: &str = "
    e e e g g g ~ f f f
    e e e g g g ~ f f f
    g g g g g g ~ f f f
    g g g g g g ~ f f f
    ";

/// A player who is not at a table of two.
const ABSENT_PLAYER: PlayerId = CARA;

fn adjust(changes: impl Into<Vec<Adjustment>>) -> Action {
    let reason = "so it lies on the table".to_owned();
    let changes = changes.into();
    ActionKind::Adjust { changes, reason }.into()
}

fn overrule(action: impl Into<Action>) -> Action {
    let action = Box::new(action.into());
    let reason = "all agreed".to_owned();
    ActionKind::Overrule { action, reason }.into()
}

fn learn(change: impl FnOnce(&mut Pack)) -> Action {
    let mut facts = Pack::default();
    change(&mut facts);
    ActionKind::EnterFacts(Box::new(facts)).into()
}

/// Returns the event of a number changed by an adjustment.
fn set_right(player: PlayerId, quantity: Quantity, by: i32) -> Event {
    let cause = Cause::Referee;
    Event::Change(QuantityChange { player, quantity, by, cause })
}

/// Makes one adjustment, and checks its events.
#[track_caller]
fn check_change(table: &mut Table, change: Adjustment, events: &[Event]) {
    table.play(adjust([change]));
    assert_eq!(table.events, events);
}

#[track_caller]
fn add_tile(name: &str, at: &str, owner: Owner) -> Adjustment {
    Adjustment::AddTile(tile(name, at), owner)
}

#[track_caller]
fn clear(at: &str) -> Adjustment {
    Adjustment::Clear(square(at))
}

#[track_caller]
fn add_road(at: &str) -> Adjustment {
    Adjustment::AddRoad(square(at))
}

/// Returns the action of Anna leading Upgrade for Jewelry.
#[track_caller]
fn jewelry(at: &str) -> Action {
    leads(ANNA, "Upgrade", build("Jewelry", at))
}

#[track_caller]
fn check_apart(table: &Table, at: &str) {
    table.check_says(jewelry(at), &["it is not connected to a Gems of Human"]);
}

// Numbers --------------------------------------------------------------------------------------

#[test]
fn adjustment_sets_or_changes_one_number_only() {
    use Adjustment::{Fleeting, Lasting, Money as Dollars, Points as Score};
    use Amount::{Change, Set};
    let cases = [
        (Score(BEN, Set(Points(-3))), Quantity::Points, -3),
        (Score(BEN, Change(Points(12))), Quantity::Points, 12),
        (Dollars(BEN, Set(Money(10))), Quantity::Money, 3),
        (Dollars(BEN, Change(Money(-9))), Quantity::Money, -9),
        (Fleeting(BEN, Set(4)), Quantity::Fleeting, 4),
        (Fleeting(BEN, Change(2)), Quantity::Fleeting, 2),
        (Lasting(BEN, Set(5)), Quantity::Lasting, 5),
        (Lasting(BEN, Change(1)), Quantity::Lasting, 1),
    ];
    for (change, what, by) in cases {
        let mut table = layout(2, CITY).turn(ANNA);
        let before = table.game.clone();
        check_change(&mut table, change, &[set_right(BEN, what, by)]);
        let found = match what {
            Quantity::Points => table.game.points(BEN).0,
            Quantity::Money => table.game.money(BEN).0 - 7,
            Quantity::Fleeting => table.game.fleeting(BEN),
            Quantity::Lasting => table.game.lasting(BEN),
            Quantity::Income => table.game.income(BEN).0,
        };
        assert_eq!(found, by, "{what:?}");
        let back = match what {
            Quantity::Points => Score(BEN, Change(Points(-by))),
            Quantity::Money => Dollars(BEN, Change(Money(-by))),
            Quantity::Fleeting => Fleeting(BEN, Change(-by)),
            Quantity::Lasting | Quantity::Income => Lasting(BEN, Change(-by)),
        };
        table.play(adjust([back]));
        assert_eq!(table.game, before);
    }
}

#[test]
fn adjustment_to_the_present_amount_causes_no_event() {
    let mut table = layout(2, CITY).turn(ANNA);
    let same = Adjustment::Money(ANNA, Amount::Set(Money(7)));
    check_change(&mut table, same, &[]);
}

fn score(amount: Amount<Points>) -> Action {
    adjust([Adjustment::Points(BEN, amount)])
}

fn dollars(amount: i32) -> Action {
    adjust([Adjustment::Money(ANNA, Amount::Set(Money(amount)))])
}

fn fleeting(amount: Amount<i32>) -> Action {
    adjust([Adjustment::Fleeting(ANNA, amount)])
}

fn lasting(amount: i32) -> Action {
    adjust([Adjustment::Lasting(ANNA, Amount::Set(amount))])
}

#[test]
fn adjusted_amounts_are_limited_to_9999() {
    let table = layout(2, CITY).points(BEN, 1).turn(ANNA);
    for allowed in [
        score(Amount::Set(Points(9999))),
        score(Amount::Change(Points(9998))),
        score(Amount::Set(Points(-9999))),
        dollars(9999),
        dollars(-9999),
        fleeting(Amount::Set(9999)),
        lasting(0),
    ] {
        table.check_allowed(allowed);
    }
    for refused in [
        score(Amount::Set(Points(10_000))),
        score(Amount::Change(Points(9999))),
        score(Amount::Change(Points(i32::MAX))),
        score(Amount::Set(Points(-10_000))),
        dollars(10_000),
        dollars(i32::MIN),
        fleeting(Amount::Set(10_000)),
        fleeting(Amount::Change(-1)),
        lasting(-1),
    ] {
        table.check_says(refused, &["is out of range"]);
    }
}

// Items on the board ---------------------------------------------------------------------------

#[test]
fn adjustment_places_and_removes_a_road() {
    let mut table = layout(2, CITY).tile(ANNA, "Gems", "A1").turn(ANNA);
    let before = table.game.clone();
    check_change(&mut table, add_road("B2"), &[]);
    assert_eq!(table.game.road_state(square("B2")), Some(true));
    assert_eq!(table.game.map().road_count(), 1);
    check_change(&mut table, clear("B2"), &[]);
    assert_eq!(table.game, before);
}

#[test]
fn adjustment_places_and_removes_a_tile_with_its_income() {
    let mut table = layout(2, CITY).tile(BEN, "Wood", "A4").turn(ANNA);
    let food = add_tile("Food", "A1 B1 A2", Owner::Player(BEN));
    let income = |by| set_right(BEN, Quantity::Income, by);
    check_change(&mut table, food, &[income(1)]);
    assert_eq!(table.claims_on("B1"), Some((Owner::Player(BEN), vec![])));
    let placed: Vec<_> = table.game.tiles().collect();
    assert_eq!(placed, [tile("Wood", "A4"), tile("Food", "A1 B1 A2")]);
    table.check_income(&[0, 2]).check_money(&[7, 7]);
    // A second tile of a resource adds no income, and neither does a neutral one.
    let second = add_tile("Wood", "D1", Owner::Player(BEN));
    check_change(&mut table, second, &[]);
    check_change(&mut table, add_tile("Crops", "D4", Owner::Neutral), &[]);
    assert_eq!(table.claims_on("D4"), Some((Owner::Neutral, vec![])));
    // Clearing any one square of a tile frees all of them.
    check_change(&mut table, clear("B1"), &[income(-1)]);
    for at in ["A1", "B1", "A2"] {
        assert_eq!(table.game.road_state(square(at)), Some(false), "{at}");
    }
    check_change(&mut table, clear("D1"), &[]);
    check_change(&mut table, clear("A4"), &[income(-1)]);
    table.check_income(&[0, 0]);
    let left: Vec<_> = table.game.tiles().collect();
    assert_eq!(left, [tile("Crops", "D4")]);
}

#[test]
fn adjustment_places_up_to_three_houses_and_removes_them() {
    let mut table = layout(2, CITY).turn(ANNA);
    for at in ["H1", "J1", "H4"] {
        check_change(&mut table, Adjustment::AddHouse(BEN, square(at)), &[]);
    }
    assert_eq!((table.game.houses(ANNA), table.game.houses(BEN)), (0, 3));
    let fourth = adjust([Adjustment::AddHouse(BEN, square("J4"))]);
    table.check_says(fourth.clone(), &["no house is left"]);
    table.check_allowed(adjust([Adjustment::AddHouse(ANNA, square("J4"))]));
    check_change(&mut table, clear("J1"), &[]);
    assert_eq!(table.game.houses(BEN), 2);
    table.check_allowed(fourth);
}

/// Gems are on one bank; Jewelry is to be built on the other.
#[test]
fn bridge_placed_by_adjustment_connects_for_its_owner_until_removed() {
    let mut table = layout(2, CITY).tile(ANNA, "Gems", "F2").turn(ANNA);
    let across = "H1 I1 H2";
    check_apart(&table, across);
    check_change(&mut table, Adjustment::AddBridge(BEN, square("G2")), &[]);
    assert_eq!(table.game.bridges(BEN), 1);
    check_apart(&table, across);
    check_change(&mut table, clear("G2"), &[]);
    assert_eq!(table.game.bridges(BEN), 0);
    check_change(&mut table, Adjustment::AddBridge(ANNA, square("G2")), &[]);
    assert_eq!(table.game.bridges(ANNA), 1);
    table.check_allowed(jewelry(across));
    check_change(&mut table, clear("G2"), &[]);
    check_apart(&table, across);
}

#[test]
fn three_bridges_connect_separately_even_after_being_placed_again() {
    let banks = "g g ~ g g\n".repeat(6);
    let mut table = layout(2, &banks)
        .tile(ANNA, "Gems", "A1")
        .roads("B1")
        .bridge(ANNA, "C1")
        .bridge(ANNA, "C3")
        .bridge(ANNA, "C5")
        .turn(ANNA);
    let (first, others) = ("D1 E1 E2", ["D3 E3 E4", "D5 E5 E6"]);
    for again in ["", "C3", "C1", "C5"] {
        if !again.is_empty() {
            table.play(adjust([clear(again)]));
            table.play(adjust([Adjustment::AddBridge(ANNA, square(again))]));
        }
        assert_eq!(table.game.bridges(ANNA), 3);
        table.check_allowed(jewelry(first));
        for other in others {
            check_apart(&table, other);
        }
    }
    let fourth = adjust([Adjustment::AddBridge(ANNA, square("C6"))]);
    table.check_says(fourth, &["no bridge or gate is left"]);
    table.play(adjust(["B2", "B3", "B4", "B5"].map(add_road)));
    for at in others {
        table.check_allowed(jewelry(at));
    }
}

/// Returns a table with three stretches of road around C3 and one apart, and Gems on the first.
#[track_caller]
fn stretches(roads: &str) -> Table {
    open_ground()
        .roads(roads)
        .tile(ANNA, "Population", "A3")
        .tile(BEN, "Gems", "A1")
        .access(ANNA, "Gems", "A1")
        .neutral("Wood", "E3")
        .neutral("Crops", "B5")
        .turn(ANNA)
}

/// Returns an empty position of two players on open ground, without roads.
pub fn open_ground() -> Layout {
    layout(2, &"g g g g g g g g g g g g\n".repeat(6))
}

const ORDERS: [&str; 3] = ["B2 D2 C4 H3", "D2 C4 B2 H3", "H3 C4 D2 B2"];

#[test]
fn road_joins_two_stretches_of_road_and_leaves_the_others_apart() {
    for roads in ORDERS {
        let mut table = stretches(roads);
        for at in ["E1 F1 E2", "C5 D5 C6", "I3 J3 I4"] {
            check_apart(&table, at);
        }
        table.play(adjust([add_road("C1")]));
        table.check_allowed(jewelry("E1 F1 E2"));
        check_apart(&table, "C5 D5 C6");
        check_apart(&table, "I3 J3 I4");
    }
}

#[test]
fn road_joins_three_stretches_of_road_until_removed() {
    for roads in ORDERS {
        let mut table = stretches(roads);
        table.play(adjust([add_road("C3")]));
        table.check_allowed(jewelry("E1 F1 E2"));
        table.check_allowed(jewelry("C5 D5 C6"));
        check_apart(&table, "I3 J3 I4");
        table.play(adjust([clear("C3")]));
        for at in ["E1 F1 E2", "C5 D5 C6", "I3 J3 I4"] {
            check_apart(&table, at);
        }
    }
}

#[test]
fn refusal_suggests_the_roads_that_would_connect_the_tile() {
    let table = stretches(ORDERS[0]);
    table.check_remedies(jewelry("E1 F1 E2"), &["a road on C1 would connect it"; 2]);
    let table = open_ground().tile(ANNA, "Gems", "A1").turn(ANNA);
    table.check_remedies(jewelry("D1 E1 D2"), &["roads on B1 C1 would connect it"; 2]);
}

#[test]
fn adjustment_places_a_building_from_the_proposals_and_removes_it() {
    let mut table = layout(2, CITY)
        .proposals(&["Almshouse", "The Sleeping Lion"])
        .tile(ANNA, "Population", "A4")
        .turn(ANNA);
    let lion = Adjustment::AddBuilding(building("The Sleeping Lion"), squares("A1 B1"));
    check_change(&mut table, lion.clone(), &[]);
    assert_eq!(table.game.proposals(), [Some(building("Almshouse")), None, None]);
    assert_eq!(
        table.game.active_building_squares(building("The Sleeping Lion")),
        Some(squares("A1 B1"))
    );
    table.check_says(
        adjust([Adjustment::AddBuilding(building("The Sleeping Lion"), squares("A3 B3"))]),
        &["The Sleeping Lion is placed or about to be"],
    );
    check_change(&mut table, clear("B1"), &[]);
    assert!(table.game.active_buildings().is_empty());
    assert_eq!(table.game.road_state(square("A1")), Some(false));
    check_change(&mut table, lion, &[]);
    assert_eq!(table.game.active_buildings().len(), 1);
}

#[test]
fn adjustment_refuses_items_on_full_squares_and_off_the_board() {
    let table = layout(2, CITY).tile(ANNA, "Gems", "A1").roads("B2").turn(ANNA);
    let lion = building("The Sleeping Lion");
    for (at, adjacent, says) in [
        ("A1", "A2", "A1 is not free"),
        ("B2", "C2", "B2 is not free"),
        ("Z9", "Z8", "Z9 is not on the board"),
    ] {
        let two = squares(&format!("{at} {adjacent}"));
        let says = if at == "Z9" { "is not on the board" } else { says };
        for change in [
            add_road(at),
            add_tile("Wood", at, Owner::Neutral),
            Adjustment::AddHouse(ANNA, square(at)),
            Adjustment::AddBridge(ANNA, square(at)),
            Adjustment::AddBuilding(lion, two),
        ] {
            table.check_says(adjust([change]), &[says]);
        }
    }
    table.check_says(adjust([clear("Z9")]), &["Z9 is not on the board"]);
    // Clearing an empty square is allowed and removes nothing.
    table.check_allowed(adjust([clear("C4")]));
}

#[test]
fn adjustment_refuses_more_tiles_than_the_box_holds() {
    let table = layout(2, CITY)
        .tile(ANNA, "Wood", "A1")
        .tile(BEN, "Wood", "C1")
        .neutral("Wood", "E1")
        .turn(ANNA);
    let fourth = adjust([add_tile("Wood", "A4", Owner::Neutral)]);
    table.check_says(fourth, &["is left"]);
}

// Tokens ---------------------------------------------------------------------------------------

#[test]
fn change_of_a_tiles_owner_moves_its_income() {
    let mut table = layout(2, CITY).tile(ANNA, "Wood", "A1").access(BEN, "Wood", "A1").turn(ANNA);
    let income = |player, by| set_right(player, Quantity::Income, by);
    let to = |owner| Adjustment::SetOwner(tile("Wood", "A1"), owner);
    let events = [income(ANNA, -1), income(BEN, 1)];
    check_change(&mut table, to(Owner::Player(BEN)), &events);
    // An owner needs no access.
    assert_eq!(table.claims_on("A1"), Some((Owner::Player(BEN), vec![])));
    check_change(&mut table, to(Owner::Neutral), &[income(BEN, -1)]);
    assert_eq!(table.claims_on("A1"), Some((Owner::Neutral, vec![])));
    table.check_income(&[0, 0]);
}

#[test]
fn adjustment_adds_and_removes_access() {
    let mut table = layout(2, CITY).tile(BEN, "Wood", "A1").turn(ANNA);
    let before = table.game.clone();
    let access =
        |player, has_access| Adjustment::Access { player, tile: tile("Wood", "A1"), has_access };
    check_change(&mut table, access(ANNA, true), &[]);
    let claims = (Owner::Player(BEN), vec![ANNA]);
    assert_eq!(table.claims_on("A1"), Some(claims));
    table.check_says(adjust([access(BEN, true)]), &["Quatryl already owns it"]);
    check_change(&mut table, access(ANNA, false), &[]);
    assert_eq!(table.game, before);
}

#[test]
fn adjustment_of_tokens_needs_the_tile_on_the_board() {
    let table = layout(2, CITY).tile(BEN, "Food", "A1 B1 A2").house(ANNA, "H1").turn(ANNA);
    for missing in
        [tile("Wood", "A1"), tile("Food", "A1"), tile("Food", "B1 C1 B2"), tile("Food", "H1")]
    {
        let owner = Adjustment::SetOwner(missing, Owner::Neutral);
        table.check_says(adjust([owner]), &["there is no"]);
        let access = Adjustment::Access { player: ANNA, tile: missing, has_access: true };
        table.check_says(adjust([access]), &["there is no"]);
    }
}

#[test]
fn delivery_token_completes_a_building_and_its_removal_reopens_it() {
    let mut table = layout(2, CITY)
        .building("The Sleeping Lion", "A1 B1")
        .delivered("The Sleeping Lion", "Population", BEN)
        .delivered_neutral("The Sleeping Lion", "Crops")
        .turn(ANNA);
    let lion = building("The Sleeping Lion");
    let add = Adjustment::AddDelivery(lion, resource("Food"), Owner::Player(ANNA));
    check_change(&mut table, add, &[Event::Completed(lion)]);
    assert!(table.is_completed("The Sleeping Lion"));
    let tokens = table.game.active_buildings()[0].delivered;
    let owners = [Owner::Player(BEN), Owner::Neutral, Owner::Player(ANNA)];
    assert_eq!(tokens[..3], owners.map(Some));
    assert_eq!(tokens[3], None);
    // No player earns points.
    table.check_points(&[0, 0]);
    let remove = Adjustment::RemoveDelivery(lion, resource("Crops"));
    check_change(&mut table, remove, &[]);
    assert!(!table.is_completed("The Sleeping Lion"));
    assert_eq!(table.delivered_to("The Sleeping Lion"), 2);
    assert_eq!(table.game.completed(), 0);
}

#[test]
fn delivery_token_needs_an_active_building_with_a_space_for_the_resource() {
    let table = layout(2, CITY).building("The Sleeping Lion", "A1 B1").turn(ANNA);
    let (lion, house) = (building("The Sleeping Lion"), building("Almshouse"));
    let wood = resource("Wood");
    for change in [
        Adjustment::AddDelivery(lion, wood, Owner::Neutral),
        Adjustment::RemoveDelivery(lion, wood),
    ] {
        let says = "The Sleeping Lion does not ask for Wood";
        table.check_says(adjust([change]), &[says]);
    }
    let population = resource("Population");
    for change in [
        Adjustment::AddDelivery(house, population, Owner::Neutral),
        Adjustment::RemoveDelivery(house, population),
        Adjustment::Worker { player: ANNA, place: WorkerPlace::Building(house), is_there: true },
    ] {
        table.check_says(adjust([change]), &["Almshouse is not an active building"]);
    }
}

#[test]
fn delivery_tokens_run_out_only_above_the_count_in_the_box() {
    use rules::receipt::Shortage;
    // Two on the trackers for Wood and Gems, one for the income, one on the building.
    for (held, warned) in [(4, false), (3, true)] {
        let mut table = layout(2, CITY)
            .pack(|pack| pack.counts.delivery_tokens = known(held))
            .tile(ANNA, "Wood", "A4")
            .tile(BEN, "Gems", "C4")
            .access(ANNA, "Gems", "C4")
            .building("The Sleeping Lion", "A1 B1")
            .turn(ANNA);
        let food = resource("Food");
        let lion = building("The Sleeping Lion");
        table.play(adjust([Adjustment::AddDelivery(lion, food, Owner::Player(ANNA))]));
        let warning = Event::SupplyExceeded(Shortage::DeliveryTokens(ANNA));
        assert_eq!(table.events.contains(&warning), warned, "{held}");
    }
}

#[test]
fn claim_tokens_run_out_only_above_the_count_in_the_box() {
    use rules::receipt::Shortage;
    // One marks the points; Gems, Wood and the new stall take three.
    for (held, warned) in [(4, false), (3, true)] {
        let mut table = layout(2, CITY)
            .pack(|pack| pack.counts.claim_tokens = known(held))
            .tile(ANNA, "Wood", "A4")
            .tile(BEN, "Gems", "C4")
            .access(ANNA, "Gems", "C4")
            .house(ANNA, "J4")
            .turn(ANNA);
        table.play(leads(ANNA, "Trade", import("Population", "A1")));
        let warning = Event::SupplyExceeded(Shortage::ClaimTokens(ANNA));
        assert_eq!(table.events.contains(&warning), warned, "{held}");
    }
}

#[test]
fn completion_tokens_run_out_only_above_the_count_in_the_box() {
    use rules::receipt::Shortage;
    for (held, warned) in [(6, false), (5, true)] {
        let mut table = street(4)
            .pack(|pack| pack.counts.completion_tokens = known(held))
            .five_completed(BEN)
            .nearly_full_university(BEN)
            .turn(ANNA);
        table.play(adjust([last_delivery()]));
        let warning = Event::SupplyExceeded(Shortage::CompletionTokens);
        assert_eq!(table.events.contains(&warning), warned, "{held}");
    }
}

#[test]
fn adjustment_places_and_removes_workers() {
    let mut table = layout(2, CITY).building("The Sleeping Lion", "A1 B1").turn(ANNA);
    let before = table.game.clone();
    let lion = WorkerPlace::Building(building("The Sleeping Lion"));
    let worker = |place, is_there| Adjustment::Worker { player: BEN, place, is_there };
    check_change(&mut table, worker(WorkerPlace::Race, true), &[]);
    assert!(table.game.worker_on_race(BEN) && !table.game.worker_on_race(ANNA));
    check_change(&mut table, worker(lion, true), &[]);
    assert_eq!(table.game.active_buildings()[0].worker, Some(BEN));
    assert_eq!(table.game.workers_placed(BEN), 2);
    check_change(&mut table, worker(WorkerPlace::Race, false), &[]);
    check_change(&mut table, worker(lion, false), &[]);
    assert_eq!(table.game, before);
    for place in [WorkerPlace::Race, lion] {
        let away = adjust([worker(place, false)]);
        table.check_says(away, &["Quatryl has no worker there"]);
    }
}

// Cards ----------------------------------------------------------------------------------------

#[test]
fn adjustment_moves_a_card_between_hand_table_and_out_of_play() {
    let mut table = layout(2, CITY).turn(ANNA);
    let trade = |place| Adjustment::Card(BEN, card("Trade"), place);
    let before = table.game.clone();
    check_change(&mut table, trade(CardPlace::Played), &[]);
    assert_eq!(table.played(BEN), ["Trade"]);
    assert!(!table.hand(BEN).contains(&"Trade"));
    check_change(&mut table, trade(CardPlace::Gone), &[]);
    assert_eq!(table.played(BEN), [""; 0]);
    assert!(!table.hand(BEN).contains(&"Trade"));
    check_change(&mut table, trade(CardPlace::Hand), &[]);
    assert_eq!(table.game, before);
}

#[test]
fn adviser_given_to_a_player_leaves_the_offer() {
    let mut table = layout(2, CITY).turn(ANNA);
    let carpenter = Adjustment::Card(BEN, card("Carpenter"), CardPlace::Hand);
    check_change(&mut table, carpenter, &[]);
    assert!(table.hand(BEN).contains(&"Carpenter"));
    let left = ["Haggler", "Shepherd", "Peddler"].map(|name| Some(adviser(name)));
    assert_eq!(table.game.adviser_offer(), [left[0], None, left[1], left[2]]);
}

#[test]
fn adjustment_refuses_an_adviser_that_another_player_has() {
    let table = layout(2, CITY).holds(BEN, &["Mason"]).has_played(BEN, &["Foreman"]).turn(ANNA);
    for name in ["Mason", "Foreman"] {
        let take = Adjustment::Card(ANNA, card(name), CardPlace::Hand);
        table.check_says(adjust([take]), &[&format!("Quatryl has {name}")]);
    }
    // Every player has a Trade card, and Ben may play his Mason.
    table.check_allowed(adjust([
        Adjustment::Card(ANNA, card("Trade"), CardPlace::Played),
        Adjustment::Card(BEN, card("Mason"), CardPlace::Played),
    ]));
}

#[test]
fn adjustment_refuses_a_card_that_must_be_face_down() {
    let mut table = layout(2, CITY)
        .without_cards(ANNA, &["Upgrade", "Construct", "Income", "Recruit"])
        .turn(ANNA);
    table.play(face_down_unnamed(ANNA, rules::sub_action::SubAction::Money));
    let trade = Adjustment::Card(ANNA, card("Trade"), CardPlace::Gone);
    table.check_says(adjust([trade]), &["must be one of the cards"]);
}

// Refused adjustments --------------------------------------------------------------------------

#[test]
fn adjustment_needs_a_reason() {
    let table = layout(2, CITY).turn(ANNA);
    for reason in ["", "  \n"] {
        let reason = reason.to_owned();
        let changes = vec![add_road("A1")];
        table.check_says(ActionKind::Adjust { changes, reason }, &["a reason is needed"]);
    }
}

#[test]
fn adjustment_makes_all_of_its_changes_or_none() {
    let mut table = layout(2, CITY).turn(ANNA);
    table.check_says(adjust([add_road("A1"), add_road("A1")]), &["A1 is not free"]);
    table.play(adjust([add_road("A1"), add_road("A2")]));
    assert_eq!(table.game.map().road_count(), 2);
}

#[test]
fn adjustment_refuses_a_player_who_is_not_at_the_table() {
    let table =
        layout(2, CITY).tile(ANNA, "Wood", "A1").building("The Sleeping Lion", "C1 C2").turn(ANNA);
    let owner = Owner::Player(ABSENT_PLAYER);
    let lion = building("The Sleeping Lion");
    for change in [
        Adjustment::Points(ABSENT_PLAYER, Amount::Set(Points(1))),
        Adjustment::Money(ABSENT_PLAYER, Amount::Set(Money(1))),
        Adjustment::Fleeting(ABSENT_PLAYER, Amount::Set(1)),
        Adjustment::Lasting(ABSENT_PLAYER, Amount::Set(1)),
        add_tile("Gems", "A4", owner),
        Adjustment::AddHouse(ABSENT_PLAYER, square("H1")),
        Adjustment::AddBridge(ABSENT_PLAYER, square("G1")),
        Adjustment::SetOwner(tile("Wood", "A1"), owner),
        Adjustment::Access { player: ABSENT_PLAYER, tile: tile("Wood", "A1"), has_access: true },
        Adjustment::AddDelivery(lion, resource("Crops"), owner),
        Adjustment::Worker { player: ABSENT_PLAYER, place: WorkerPlace::Race, is_there: true },
        Adjustment::Card(ABSENT_PLAYER, card("Trade"), CardPlace::Hand),
    ] {
        table.check_says(adjust([change]), &["there is no player 3 at this table"]);
    }
}

#[test]
fn adjustment_refuses_items_reserved_for_a_position() {
    let table = layout(2, CITY).turn(ANNA);
    for change in [
        Adjustment::Race(ANNA, race("Orchid")),
        Adjustment::Controls(ANNA, vec![resource("Crops")]),
        Adjustment::Proposals(vec![building("Almshouse")]),
        Adjustment::Advisers(vec![adviser("Mason")]),
        Adjustment::Turn(BEN),
    ] {
        table.check_says(adjust([change]), &["laid out only in a position"]);
    }
}

/// Anna has built Jewelry and must choose whose Gems were used; a road is still to follow.
#[test]
fn adjustment_refuses_squares_of_an_unfinished_action() {
    let mut table = open_ground()
        .tile(ANNA, "Gems", "A1")
        .tile(BEN, "Gems", "A3")
        .access(ANNA, "Gems", "A3")
        .roads("B2 C2")
        .turn(ANNA);
    let built = build_then_road("Jewelry", "D1 E1 D2", "F2");
    table.play(leads(ANNA, "Upgrade", built));
    assert!(matches!(table.game.pending()[0].task, Task::Choose(_)));
    table.check_says(adjust([clear("E1")]), &["is still under way"]);
    table.check_says(adjust([add_road("F2")]), &["is being laid there"]);
    table.check_allowed(adjust([add_road("F3")]));
    table.check_allowed(adjust([clear("C2")]));
}

// The end --------------------------------------------------------------------------------------

fn last_delivery() -> Adjustment {
    Adjustment::AddDelivery(building("University"), resource("Population"), Owner::Player(BEN))
}

#[test]
fn adviser_offer_slides_without_a_refill_after_the_last_turn() {
    let mut table = street(4).five_completed(BEN).nearly_full_university(BEN).turn(ANNA);
    let haggler = Adjustment::Card(ANNA, card("Haggler"), CardPlace::Hand);
    table.play(adjust([last_delivery(), haggler]));
    assert_eq!(table.game.adviser_offer()[0], None);
    table.play(face_down_unnamed(ANNA, rules::sub_action::SubAction::Influence));
    assert!(table.game.is_over());
    let left = ["Carpenter", "Shepherd", "Peddler"].map(|name| Some(adviser(name)));
    assert_eq!(table.game.adviser_offer(), [left[0], left[1], left[2], None]);
}

#[test]
fn adjustment_of_points_after_the_end_changes_the_winner() {
    let mut table =
        street(4).five_completed(BEN).nearly_full_university(BEN).points(ANNA, 50).turn(ANNA);
    table.play(adjust([last_delivery()]));
    for _ in 0..4 {
        if let (None, Some(player)) = (table.game.winner(), table.game.active_player()) {
            let sub_action = rules::sub_action::SubAction::Influence;
            table.play(face_down_unnamed(player, sub_action));
        }
    }
    assert_eq!(table.game.winner(), Some(ANNA));
    let last = table.game.active_player().expect("a player acted last");
    let all_have = |points: [i32; 4]| {
        let players = [ANNA, BEN, CARA, DAN].into_iter();
        let changes = players
            .zip(points)
            .map(|(player, points)| Adjustment::Points(player, Amount::Set(Points(points))));
        adjust(changes.collect::<Vec<_>>())
    };
    table.play(all_have([10, 10, 70, 10]));
    assert_eq!(table.game.winner(), Some(CARA));
    table.play(all_have([80, 10, 70, 10]));
    assert_eq!(table.game.winner(), Some(ANNA));
    // A tie goes to the first tied player, counted from the one who acted last.
    table.play(all_have([80; 4]));
    assert_eq!(table.game.winner(), Some(last));
}

// Overruling -----------------------------------------------------------------------------------

#[test]
fn overrule_allows_an_unaffordable_action_and_money_below_zero() {
    let mut table = layout(2, CITY).tile(ANNA, "Gems", "A1").money(ANNA, 0).turn(ANNA);
    let stall = leads(ANNA, "Trade", import("Population", "E1"));
    let refusal = narration::refusal::describe(table.named_game(), &table.refusal(stall.clone()));
    assert!(refusal.contains("Human has $0"), "{refusal}");
    table.play(overrule(stall));
    assert!(table.game.money(ANNA) < Money(0));
    assert_eq!(table.game.tile_at(square("E1")), Some(tile("Population", "E1")));
    table.check_income(&[2, 0]);
}

#[test]
fn overrule_allows_a_house_on_wrong_terrain_and_one_without_connection() {
    let mut table = layout(2, CITY).tile(ANNA, "Gems", "A1").turn(ANNA);
    let wrong = leads(ANNA, "Construct", house("E4"));
    table.check_says(wrong.clone(), &["E4 is not", "it is not connected to anything"]);
    table.play(overrule(wrong));
    assert_eq!(table.game.houses(ANNA), 1);
    let apart = leads(BEN, "Construct", house("H1"));
    table.play(pass(BEN));
    table.check_says(apart.clone(), &["it is not connected to anything"]);
    table.play(overrule(apart));
    assert_eq!(table.game.houses(BEN), 1);
    table.check_money(&[4, 4]);
}

#[test]
fn overrule_needs_a_reason() {
    let table = layout(2, CITY).tile(ANNA, "Gems", "A1").turn(ANNA);
    let action = Box::new(leads(ANNA, "Construct", house("E4")));
    let reason = " ".to_owned();
    table.check_says(ActionKind::Overrule { action, reason }, &["a reason is needed"]);
}

#[test]
fn overrule_cannot_allow_an_impossible_action() {
    let table = layout(2, CITY)
        .tile(ANNA, "Gems", "A1")
        .has_played(ANNA, &["Trade"])
        .house(ANNA, "H1")
        .worker_on_race(ANNA)
        .turn(ANNA);
    let money = rules::sub_action::SubAction::Money;
    for (action, says) in [
        (leads(ANNA, "Construct", house("A1")), "A1 is not free"),
        (leads(ANNA, "Construct", house("Z9")), "is not on the board"),
        (leads(ANNA, "Trade", import("Population", "C1")), "Trade is not in Human's hand"),
        (face_down(BEN, "Trade", money.clone()), "acts now, not Quatryl"),
        (follow(BEN, money), "acts now, not Quatryl"),
        (leads(ANNA, "Recruit", recruit("Mason")), "Mason is not on offer"),
        (face_down_unnamed(ANNA, race_worker([])), "the worker space is taken by Human"),
    ] {
        table.check_says(overrule(action), &[says]);
    }
}

#[test]
fn remarks_and_reasons_are_limited_to_4000_characters() {
    let table = layout(2, CITY).turn(ANNA);
    let says = "the record cannot hold this: a text of more than 4000 characters";
    table.check_allowed(ActionKind::Annotate("a".repeat(4000)));
    table.check_says(ActionKind::Annotate("a".repeat(4001)), &[says]);
    let reason = |letters| {
        Action::from(ActionKind::Adjust {
            changes: vec![add_road("A1")],
            reason: "a".repeat(letters),
        })
    };
    table.check_allowed(reason(4000));
    table.check_says(reason(4001), &[says]);
}

#[test]
fn overrule_applies_to_player_actions_only() {
    let table = layout(2, CITY).turn(ANNA);
    for action in [
        adjust([add_road("A1")]),
        ActionKind::Annotate("Cake.".to_owned()).into(),
        ActionKind::Position(vec![Adjustment::Turn(BEN)]).into(),
        overrule(leads(ANNA, "Construct", house("H1"))),
        overrule(adjust([add_road("A1")])),
    ] {
        table.check_says(overrule(action), &["only actions of players can be overruled"]);
    }
}

#[test]
fn remark_leaves_the_game_unchanged() {
    let mut table = layout(2, CITY).tile(ANNA, "Gems", "A1").turn(ANNA);
    let before = table.game.clone();
    table.play(ActionKind::Annotate("Ben pours tea.".to_owned()));
    assert_eq!(table.events, []);
    assert_eq!(table.game, before);
}

// Entered facts --------------------------------------------------------------------------------

fn resource_spec<'a>(pack: &'a mut Pack, name: &str) -> &'a mut ResourceSpec {
    let mut resources = pack.resources.iter_mut();
    resources.find(|spec| spec.name == name).expect("it is in the pack")
}

fn made_of(needs: &str) -> Fact<Vec<Prerequisite>> {
    known(vec![Prerequisite { needs: needs.to_owned(), pays: Points(1), bracket: None }])
}

/// Makes the recipe of Jewelry unknown.
fn forget_jewelry(pack: &mut Pack) {
    resource_spec(pack, "Jewelry").recipe = Fact::Unknown;
}

/// Returns the action of entering a recipe of Jewelry.
fn recipe_of_jewelry(needs: &str) -> Action {
    let recipe = made_of(needs);
    learn(|facts| {
        facts.resources.push(ResourceSpec {
            name: "Jewelry".to_owned(),
            recipe,
            ..ResourceSpec::default()
        });
    })
}

#[test]
fn entered_fact_turns_cannot_tell_into_a_verdict() {
    let position = || open_ground().pack(forget_jewelry).tile(ANNA, "Gems", "A1").roads("B2 C2");
    let mut table = position().turn(ANNA);
    let action = jewelry("D1 E1 D2");
    let refusal = table.game.play(&action).expect_err("the recipe is unknown");
    assert!(refusal.cannot_tell(), "{refusal:?}");
    let missing: Vec<_> = refusal.missing().cloned().collect();
    assert_eq!(missing, [FactId::Resource("Jewelry".into(), ResourceField::Recipe)]);
    assert_eq!(table.game.moves().unknown, missing);
    table.play(recipe_of_jewelry("Gems"));
    assert_eq!(table.events, []);
    table.check_allowed(action.clone());
    assert_eq!(table.game.moves().unknown, []);
    let mut table = position().turn(ANNA);
    table.play(recipe_of_jewelry("Stone"));
    table.check_says(action, &["Human has no claim on any Stone"]);
}

#[test]
fn entered_number_of_spaces_rules_out_any_other_resource() {
    let name = "The Sleeping Lion";
    let mut table = layout(2, CITY)
        .pack(|pack| {
            let mut buildings = pack.buildings.iter_mut();
            let lion = buildings.find(|spec| spec.name == name);
            lion.expect("it is in the pack").space_count = Fact::Unknown;
        })
        .building(name, "A1 B1")
        .turn(ANNA);
    let wood = adjust([Adjustment::AddDelivery(building(name), resource("Wood"), Owner::Neutral)]);
    let refusal = table.game.play(&wood).expect_err("the number of spaces is unknown");
    let missing: Vec<_> = refusal.missing().cloned().collect();
    assert_eq!(missing, [FactId::Building(name.into(), BuildingField::SpaceCount)]);
    table.play(learn(|facts| {
        facts.buildings.push(BuildingSpec {
            name: name.to_owned(),
            space_count: known(3),
            ..BuildingSpec::default()
        });
    }));
    table.check_says(wood, &["does not ask for Wood"]);
}

#[test]
fn known_fact_changes_only_by_an_overrule() {
    let mut table = open_ground().tile(ANNA, "Gems", "A1").roads("B2 C2").turn(ANNA);
    // A known fact can be entered again.
    table.check_allowed(recipe_of_jewelry("Gems"));
    let other = recipe_of_jewelry("Stone");
    table.check_says(
        other.clone(),
        &["the recipe of Jewelry is known: Gems 1", "here it is Stone 1"],
    );
    table.play(overrule(other));
    table.check_says(jewelry("D1 E1 D2"), &["Human has no claim on any Stone"]);
}

#[test]
fn contradictory_facts_are_refused_even_by_overrule() {
    let table = open_ground().pack(forget_jewelry).turn(ANNA);
    for action in [recipe_of_jewelry("Amber"), overrule(recipe_of_jewelry("Amber"))] {
        table.check_says(action, &["these facts cannot hold together", "Amber"]);
    }
}

#[test]
fn bracket_is_checked_against_the_recipe_in_either_order_of_entry() {
    let name = "The Sleeping Lion";
    let space = |bracket: Option<i32>, value: i32| {
        move |facts: &mut Pack| {
            facts.buildings.push(BuildingSpec {
                name: name.to_owned(),
                spaces: vec![SpaceSpec {
                    resource: known("Jewelry".to_owned()),
                    value: known(Points(value)),
                    bracket: bracket.map(Points),
                }],
                ..BuildingSpec::default()
            });
        }
    };
    let forget = |pack: &mut Pack| {
        forget_jewelry(pack);
        let mut buildings = pack.buildings.iter_mut();
        let lion = buildings.find(|spec| spec.name == name);
        lion.expect("it is in the pack").spaces.clear();
        for building in &mut pack.buildings {
            for space in &mut building.spaces {
                space.bracket = None;
            }
        }
        for resource in &mut pack.resources {
            if let Fact::Known(recipe, _) = &mut resource.recipe {
                for needed in recipe {
                    needed.bracket = None;
                }
            }
        }
    };
    // Jewelry pays 1 for Gems, so a value of 5 carries the bracket (+4).
    for recipe_first in [true, false] {
        let mut table = open_ground().pack(forget).turn(ANNA);
        let (first, last) = (recipe_of_jewelry("Gems"), learn(space(Some(3), 5)));
        let (first, last) = if recipe_first { (first, last) } else { (last, first) };
        table.play(first);
        table.check_refused(last.clone(), &[(Rule::Brackets, &[])]);
        table.check_says(last, &["5(+4)"]);
    }
    let mut table = open_ground().pack(forget).turn(ANNA);
    table.play(recipe_of_jewelry("Gems"));
    table.check_refused(learn(space(None, 0)), &[(Rule::Brackets, &[])]);
    table.check_allowed(overrule(learn(space(None, 0))));
    table.check_allowed(learn(space(Some(4), 5)));
}

#[test]
fn entered_facts_cannot_change_the_size_of_the_board() {
    let table = layout(2, CITY).turn(ANNA);
    let larger = learn(|facts| facts.boards = vec![drawn(&format!("{CITY}g g g g g g"))]);
    table.check_says(larger.clone(), &["the terrain of", "is known"]);
    let says = "the board would change its size";
    table.check_says(overrule(larger), &[says]);
}

#[test]
fn new_building_can_be_entered_and_dealt() {
    let mut table = layout(2, CITY).pack(|pack| pack.counts.prestige_cards = known(22)).fresh();
    let shape = Shape::try_from("##".to_owned()).expect("a shape");
    let asked = ["Wood", "Crops", "Food"].map(|name| SpaceSpec {
        resource: known(name.to_owned()),
        value: known(Points(3)),
        bracket: None,
    });
    table.play(learn(|facts| {
        facts.buildings.push(BuildingSpec {
            name: "Tollhouse".to_owned(),
            colour: known(Some(Terrain::Entrance)),
            shape: known(shape),
            turnable: known(false),
            special: known(false),
            space_count: known(3),
            spaces: asked.into(),
            ..BuildingSpec::default()
        });
    }));
    let new = table.game.contents().building_named("Tollhouse");
    assert_eq!(new, Some(BuildingId(21)));
    table.play(ActionKind::DealProposals(new.into_iter().collect()));
    assert_eq!(table.game.proposals(), [new, None, None]);
}

// Positions ------------------------------------------------------------------------------------

/// Returns the items of every position of two players.
fn seated() -> Vec<Adjustment> {
    vec![
        Adjustment::Race(ANNA, race("Human")),
        Adjustment::Race(BEN, race("Quatryl")),
        Adjustment::Controls(ANNA, vec![resource("Population"), resource("Gems")]),
        Adjustment::Controls(BEN, vec![resource("Metal"), resource("Wood")]),
    ]
}

#[track_caller]
fn check_position_refused(further: impl Into<Vec<Adjustment>>, says: &str) {
    let table = layout(2, CITY).fresh();
    let items = [seated(), further.into(), vec![Adjustment::Turn(ANNA)]].concat();
    table.check_says(ActionKind::Position(items), &[says]);
}

#[test]
fn position_sets_all_its_items_and_the_game_continues() {
    let mut table = layout(2, CITY).fresh();
    let further = vec![
        Adjustment::Proposals(vec![building("Almshouse"), building("University")]),
        Adjustment::Advisers(vec![adviser("Mason"), adviser("Haggler")]),
        Adjustment::Points(BEN, Amount::Set(Points(4))),
        add_tile("Wood", "A1", Owner::Player(BEN)),
        Adjustment::Turn(BEN),
    ];
    table.play(ActionKind::Position([seated(), further].concat()));
    let events = [(Quantity::Points, 4), (Quantity::Income, 1)].map(|(quantity, by)| {
        Event::Change(QuantityChange { player: BEN, quantity, by, cause: Cause::Position })
    });
    assert_eq!(table.events, events);
    let game = &table.game;
    assert_eq!(game.race(ANNA), Some(race("Human")));
    assert_eq!(game.race(BEN), Some(race("Quatryl")));
    assert_eq!(game.race_resource(BEN), Some(resource("Metal")));
    assert_eq!(game.controller(resource("Gems")), Some(ANNA));
    assert_eq!(game.controller(resource("Wood")), Some(BEN));
    let proposals = ["Almshouse", "University"].map(|name| Some(building(name)));
    assert_eq!(game.proposals(), [proposals[0], proposals[1], None]);
    let offer = ["Mason", "Haggler"].map(|name| Some(adviser(name)));
    assert_eq!(game.adviser_offer(), [offer[0], offer[1], None, None]);
    assert_eq!((game.active_player(), game.turn_number()), (Some(BEN), 1));
    table.check_owed(&["Quatryl plays a card"]);
    table.check_points(&[0, 4]).check_income(&[0, 1]);
}

#[test]
fn position_during_a_game_leaves_unmentioned_items_unchanged() {
    let mut table = layout(2, CITY).tile(ANNA, "Gems", "A1").turn(ANNA);
    let items = vec![add_road("B2"), Adjustment::Turn(BEN)];
    table.play(ActionKind::Position(items));
    assert_eq!(table.game.tile_at(square("A1")), Some(tile("Gems", "A1")));
    table.check_owed(&["Quatryl plays a card"]);
}

#[test]
fn position_needs_a_turn_and_a_race_for_every_player() {
    let table = layout(2, CITY).fresh();
    let no_turn = "does not say whose turn it is";
    table.check_says(ActionKind::Position(seated()), &[no_turn]);
    let one_race = vec![Adjustment::Race(ANNA, race("Human")), Adjustment::Turn(ANNA)];
    table.check_says(ActionKind::Position(one_race), &["a player has no race"]);
}

#[test]
fn position_refuses_a_race_or_card_for_two_players() {
    check_position_refused([Adjustment::Race(BEN, race("Human"))], "Human is taken");
    check_position_refused(
        [Adjustment::Controls(BEN, vec![resource("Gems")])],
        "the Gems card is taken by",
    );
    check_position_refused(
        [Adjustment::Controls(BEN, vec![resource("Food")])],
        "Food is not a basic resource",
    );
}

#[test]
fn position_refuses_a_card_in_two_places() {
    let [almshouse, university] = ["Almshouse", "University"].map(building);
    let granary = [nth(8), nth(9)].map(building);
    let twice = Adjustment::Proposals(vec![almshouse, almshouse]);
    check_position_refused([twice], "Almshouse is named twice");
    let four = Adjustment::Proposals(vec![almshouse, university, granary[0], granary[1]]);
    check_position_refused([four], "4 cards dealt, 3 needed");
    let mason = adviser("Mason");
    let twice = Adjustment::Advisers(vec![mason, mason]);
    check_position_refused([twice], "Mason is named twice");
    let five = ["Mason", "Haggler", "Peddler", "Foreman", "Carpenter"].map(adviser);
    check_position_refused([Adjustment::Advisers(five.into())], "5 cards dealt");
    // A card that a player holds, or a building on the map, cannot be on offer.
    let table = layout(2, CITY).holds(ANNA, &["Mason"]).building("Almshouse", "D1 E1").turn(ANNA);
    for (item, says) in [
        (Adjustment::Advisers(vec![mason]), "Human has Mason"),
        (Adjustment::Proposals(vec![almshouse]), "Almshouse is on the board"),
    ] {
        let items = vec![item, Adjustment::Turn(ANNA)];
        table.check_says(ActionKind::Position(items), &[says]);
    }
}

#[test]
fn position_refuses_a_player_who_is_not_at_the_table() {
    let says = "there is no player 3 at this table";
    check_position_refused([Adjustment::Race(ABSENT_PLAYER, race("Orchid"))], says);
    check_position_refused([Adjustment::Controls(ABSENT_PLAYER, vec![])], says);
    check_position_refused([Adjustment::Turn(ABSENT_PLAYER)], says);
}

/// No two roads touch: they are on every other column and row. A1 and its neighbors stay free.
#[test]
fn road_is_refused_above_the_maximum_number_of_stretches() {
    let board = format!("{}\n", "g ".repeat(24)).repeat(24);
    let apart: Vec<String> = ('A'..='X')
        .step_by(2)
        .flat_map(|column| (1..=24).step_by(2).map(move |row| format!("{column}{row}")))
        .filter(|at| at != "A1")
        .collect();
    let with = |count: usize| {
        let table = layout(2, &board).tile(ANNA, "Gems", "A1");
        table.roads(&apart[..count].join(" ")).turn(ANNA)
    };
    let action = face_down(ANNA, "Trade", road("B1"));
    with(111).check_allowed(action.clone());
    let full = with(112);
    full.check_says(action, &["more separate stretches of road than any game has"]);
    full.check_says(
        adjust([add_road(&apart[112])]),
        &["more tiles or stretches of road than any game has"],
    );
    let next = road("B1");
    let offered = full.game.moves().actions;
    assert!(!offered.contains(&face_down_unnamed(ANNA, next)));
}

#[test]
fn build_or_removal_that_splits_too_many_stretches_of_road_is_refused() {
    // A road declared with a tile, or a removed road, may create more stretches than there are
    // numbers for: neither is silently counted as part of another stretch.
    let board = format!("{}\n", "g ".repeat(24)).repeat(24);
    let apart: Vec<String> = ('A'..='W')
        .step_by(2)
        .flat_map(|column| (5..=23).step_by(2).map(move |row| format!("{column}{row}")))
        .collect();
    let with = |count: usize, joined: &str| {
        let table = layout(2, &board)
            .tile(BEN, "Metal", "A1")
            .tile(BEN, "Knowledge", "A3")
            .access(ANNA, "Metal", "A1")
            .access(ANNA, "Knowledge", "A3")
            .tile(ANNA, "Gems", "E2")
            .roads(&format!("{joined} {}", apart[..count].join(" ")));
        table.turn(ANNA)
    };
    let built = lead(ANNA, "Upgrade", [build_then_road("Machinery", "B2 C2 B3", "D1")]);
    let says = ["more separate stretches of road than any game has"];
    with(112, "").check_says(built.clone(), &says);
    with(111, "").play(built);
    // Three roads in a row are one stretch; without the middle one they are two.
    let clear = adjust([Adjustment::Clear(square("H2"))]);
    with(111, "G2 H2 I2").check_says(clear.clone(), &says);
    with(110, "G2 H2 I2").play(clear);
}
