//! The result of a game.

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use rules::player::PlayerId;
use rules::receipt::Quantity;
use ui::command::Command;
use ui::result_screen::{ResultMemory, result_ui};
use ui::table::Table;

use crate::open::{Shown, show, whole};

fn result(table: Table) -> Harness<'static, Shown<ResultMemory>> {
    show(table, [600.0, 1100.0], |ui, shown| {
        result_ui(ui, &shown.table, &mut shown.memory, &mut shown.commands);
    })
}

#[test]
fn the_winner_and_every_total_are_told() {
    let harness = result(whole("four-founders"));
    assert!(
        harness
            .query_by_label(&format!(
                "Orchid ({}) wins with 33 points",
                whole("four-founders").game().player_name(PlayerId(2))
            ))
            .is_some()
    );
    let totals = "Total Human 21, Quatryl 27, Orchid 33, Savvas 30";
    assert!(harness.query_by_label(totals).is_some());
    assert!(harness.query_by_label_contains(" turns, at the end Human 21").is_some());
}

#[test]
fn a_category_opens_its_sources_and_a_head_explains() {
    let mut harness = result(whole("four-founders"));
    harness.get_by_label_contains("Recruiting").click();
    harness.run();
    let source = harness.query_all_by_label_contains("Entry ").next();
    source.expect("a source").click();
    harness.run();
    harness.get_by_label("Points of Quatryl").click();
    harness.run();
    let asked = &harness.state().commands[..];
    assert!(
        matches!(asked, [Command::Look(_), Command::Explain(_, Quantity::Points)]),
        "{asked:?}"
    );
}

#[test]
fn a_game_that_goes_on_has_no_result() {
    let harness = result(whole("e01-machinery-built"));
    assert!(harness.query_by_label_contains("wins with").is_none());
}
