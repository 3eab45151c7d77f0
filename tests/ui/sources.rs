//! The explanation of a number by its sources.

use components::quantity::Quantity;
use egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use ui_board::command::FoundersCommand;
use ui_founders::sources_view::{SourcesMemory, sources_view_ui};

use crate::open::{Shown, show, whole};
use crate::support::usual_cx;

fn sources() -> Harness<'static, Shown<SourcesMemory>> {
    let mut harness = show(whole("e02-cloth-built"), [500.0, 700.0], |ui, shown| {
        usual_cx(&shown.table, &mut shown.commands, |cx| {
            sources_view_ui(ui, cx, &mut shown.memory);
        });
    });
    let game = harness.state().table.game();
    let player =
        game.players().find(|&player| game.points(player).0 == 2).expect("Human has 2 points");
    harness.state_mut().memory.explain(player, Quantity::Points);
    harness.run();
    harness
}

#[test]
fn explanation_of_points_lists_sources_and_their_total() {
    let harness = sources();
    assert!(harness.query_by_label_contains("Why 2 points?").is_some());
    assert!(harness.query_by_label("Total 2").is_some());
    assert!(harness.query_by_label("Builds of others +2").is_some());
}

#[test]
fn clicking_a_source_views_its_entry_and_escape_closes() {
    let mut harness = sources();
    harness.get_by_label_contains("Entry 2, +2").click();
    harness.run();
    assert!(matches!(harness.state().commands[..], [FoundersCommand::ViewNumber(2)]));
    harness.key_press(Key::Escape);
    harness.run();
    assert!(!harness.state().memory.is_open());
    assert!(harness.query_by_label("Total 2").is_none());
}
