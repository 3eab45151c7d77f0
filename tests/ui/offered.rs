//! The squares that the board offers, compared with the moves that the rules list.

use components::effect::SubActionKind;
use components::square::Square;
use rules::action::{Action, ActionKind};
use rules::player::Card;
use rules::sub_action::{Placement, SubAction, TileRoad};
use table::action_input::InputChoice;
use table::legality::Verdict;
use table::table::Table;

use crate::panels::after;

/// An upgrade that is possible only with a road.
struct Upgrade {
    card: Card,
    resource: components::ids::ResourceId,
    first: Square,
    road: Square,
}

fn upgrades(table: &Table) -> Vec<Upgrade> {
    let actions = &table.moves().actions;
    actions.iter().filter_map(upgrade_with_road).collect()
}

fn upgrade_with_road(action: &Action) -> Option<Upgrade> {
    let ActionKind::Lead { card, sub_actions, .. } = &action.kind else {
        return None;
    };
    let [SubAction::Build(Placement { resource, footprint, ref roads })] = sub_actions[..] else {
        return None;
    };
    let road = roads.first()?.square;
    Some(Upgrade { card: *card, resource, first: footprint.first(), road })
}

/// Returns the table once a resource to build is picked.
fn picking(table: &Table, upgrade: &Upgrade) -> Table {
    let mut table = table.clone();
    for pick in [
        InputChoice::Card(Some(upgrade.card)),
        InputChoice::Kind(SubActionKind::Build),
        InputChoice::Resource(upgrade.resource),
    ] {
        assert_eq!(table.pick(&pick), None);
    }
    table
}

/// Clicks on a square to place a tile; returns the resulting action, which must be legal.
#[track_caller]
fn action_after_click(mut table: Table, square: Square) -> Action {
    let answer = table.legality().at(square).expect("it is asked about");
    assert_eq!(answer.verdict, Verdict::Legal, "{square}");
    table.hover_at(Some(square));
    let action =
        table.pick(&InputChoice::Square(square)).expect("the square is all that was missing");
    assert!(table.game().play(&action).is_ok(), "{action:?}");
    action
}

fn road_of(action: &Action) -> Option<TileRoad> {
    let ActionKind::Lead { sub_actions, .. } = &action.kind else {
        return None;
    };
    sub_actions.iter().find_map(|sub_action| match sub_action {
        SubAction::Build(Placement { roads, .. }) => roads.first().copied(),
        _ => None,
    })
}

#[test]
fn upgrade_that_needs_a_road_first_takes_one_click() {
    let table = after("harbour-duel", 14);
    let upgrades = upgrades(&table);
    assert!(!upgrades.is_empty());
    for upgrade in &upgrades {
        let action = action_after_click(picking(&table, upgrade), upgrade.first);
        let road = road_of(&action).expect("nothing is legal there without a road");
        assert!(road.first);
        assert!(upgrades.iter().any(|other| other.road == road.square));
    }
}

#[test]
fn every_road_required_before_an_upgrade_can_be_picked() {
    let table = after("harbour-duel", 14);
    for upgrade in upgrades(&table) {
        let mut table = picking(&table, &upgrade);
        assert_eq!(table.pick(&InputChoice::Road { first: true }), None);
        let answer = table.legality().at(upgrade.road).expect("it is free land");
        assert_eq!(answer.verdict, Verdict::Legal, "{}", upgrade.road);
        assert_eq!(table.pick(&InputChoice::Square(upgrade.road)), None);
        let road = road_of(&action_after_click(table, upgrade.first));
        assert_eq!(road.map(|road| road.square), Some(upgrade.road));
    }
}
