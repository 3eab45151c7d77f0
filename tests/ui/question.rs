//! A choice that the rules leave to a player.

use egui_kittest::kittest::Queryable as _;
use journal::Change;
use notation::parse_action;
use rules::action::{ActionKind, RuleChoice};
use table::table::Table;
use ui_board::command::FoundersCommand;
use ui_founders::question_view::{QuestionMemory, question_view_ui};

use crate::open::{Shown, show, whole};
use crate::support::usual_cx;

/// Returns a table where Human has access to two tiles of Knowledge, of Orchid and of Quatryl, when
/// Machinery is built.
fn table_with_open_choice() -> Table {
    let mut table = whole("e01-machinery-built");
    table.apply(Change::Undo(1)).expect("the build is taken back");
    for line in [
        "Adjust tile Knowledge J14 of Quatryl, access Knowledge J14 Human: \"a second Knowledge\"",
        "Human Upgrade: build Machinery H13 I13 H14",
    ] {
        let action = parse_action(table.game(), line).expect("it can be read");
        table.apply(Change::Play(action)).expect("it can be played");
    }
    table
}

fn draw(ui: &mut egui::Ui, shown: &mut Shown<QuestionMemory>) {
    usual_cx(&shown.table, &mut shown.commands, |cx| question_view_ui(ui, cx, &mut shown.memory));
}

#[test]
fn choice_option_shows_all_gains_and_is_played_by_a_click() {
    let mut harness = show(table_with_open_choice(), [300.0, 400.0], draw);
    assert!(harness.query_by_label("Human chooses which tile supplies it").is_some());
    let label = "Knowledge J14 for Machinery H13 I13 H14, Human 0, Orchid 0, Quatryl +";
    harness.get_by_label_contains(label).click();
    harness.run();
    let [FoundersCommand::Play(actions)] = &harness.state().commands[..] else {
        panic!("{:?}", harness.state().commands);
    };
    assert!(matches!(actions[0].kind, ActionKind::Choose { .. }));
    let [RuleChoice::Source { source, .. }] = actions[0].choices[..] else {
        panic!("{actions:?}");
    };
    assert_eq!(source.footprint.first().to_string(), "J14");
    let played = harness.state().table.game().play(&actions[0]);
    assert!(played.is_ok(), "{played:?}");
}

#[test]
fn question_panel_is_empty_without_an_open_choice() {
    let harness = show(whole("e01-machinery-built"), [300.0, 400.0], draw);
    assert!(harness.query_by_label_contains("chooses").is_none());
}
