//! The connection inspector.

use components::square::Square;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use ui_founders::inspector_panel::{InspectorMemory, inspector_panel_ui};

use crate::open::{Shown, show, whole};

fn inspector() -> Harness<'static, Shown<InspectorMemory>> {
    show(whole("e01-machinery-built"), [300.0, 900.0], |ui, shown| {
        inspector_panel_ui(ui, &shown.table, &mut shown.memory);
    })
}

fn tiles(harness: &Harness<'static, Shown<InspectorMemory>>) -> Vec<Square> {
    let tiles = harness.state().table.game().tiles();
    tiles.map(|tile| tile.footprint.first()).collect()
}

#[test]
fn picking_two_tiles_shows_the_connection_as_text_and_squares() {
    let mut harness = inspector();
    let tiles = tiles(&harness);
    harness.state_mut().memory.pick(tiles[0]);
    harness.state_mut().memory.pick(tiles[1]);
    harness.run();
    assert!(harness.query_by_label_contains("onnected for").is_some());
    assert!(!harness.state().memory.highlighted.is_empty());
    // A third pick starts a new query.
    harness.state_mut().memory.pick(tiles[1]);
    harness.run();
    assert!(harness.query_by_label_contains("onnected for").is_none());
}

#[test]
fn endpoints_can_be_chosen_from_lists() {
    let mut harness = inspector();
    harness.get_by_label("From…").click();
    harness.run();
    harness.get_by_label("Machinery H13, Human").click();
    harness.run();
    assert!(harness.state().memory.first.is_some());
}

#[test]
fn player_button_lists_the_possible_buildings_of_that_player() {
    let mut harness = inspector();
    harness.get_by_label("Orchid").click();
    harness.run();
    assert!(harness.query_all_by_label_contains("Orchid c").count() > 3);
}
