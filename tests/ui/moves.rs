//! The list of moves, "What can I do?", and moves tried without recording.

use egui::{Key, Modifiers};
use founders_ledger::app::Command;
use narration::PlayerNaming;
use rules::action::{Action, ActionKind};
use table::move_list::{MoveList, MoveOrder};
use ui_menu::Menu;

use crate::app::Desk;

/// Opens a game before the turn of a player with many legal moves.
fn desk() -> Desk {
    let is_turn = |_: &rules::Game, action: &Action| matches!(action.kind, ActionKind::Lead { .. });
    Desk::before("three-guilds.founders", is_turn).0
}

/// Opens the list, and waits until it is made.
fn open_list(desk: &mut Desk) -> MoveList {
    desk.key(Key::F7);
    desk.wait_for("legal moves");
    MoveList::of(desk.game(), desk.table().moves(), PlayerNaming::Races)
}

#[test]
fn enter_plays_the_best_move_as_if_entered_by_hand() {
    let mut desk = desk();
    let list = open_list(&mut desk);
    let best = &list.moves[list.sorted("", MoveOrder::OwnGain)[0]];
    let count = desk.record().cursor();
    desk.key(Key::ArrowDown);
    assert_eq!(desk.table().hover().and_then(|hover| hover.action()), Some(&best.action));
    desk.key(Key::Enter);
    assert_eq!(desk.record().cursor(), count + 1);
    assert_eq!(desk.record().entry(desk.record().here()).action(), Some(&best.action));
}

#[test]
fn pointing_at_a_move_previews_it_and_a_press_alone_records_nothing() {
    let mut desk = desk();
    let list = open_list(&mut desk);
    let count = desk.record().cursor();
    let best = &list.moves[list.sorted("", MoveOrder::OwnGain)[0]];
    let row = desk.label_starting_with(&best.text);
    desk.hover_over(&row);
    assert!(desk.table().hover().is_some_and(|hover| hover.played().is_some()));
    desk.press_first(&row);
    assert_eq!(desk.record().cursor(), count);
    desk.press("Play it");
    assert_eq!(desk.record().cursor(), count + 1);
}

#[test]
fn typing_filters_moves_and_refusals_and_an_order_sorts_them() {
    let mut desk = desk();
    let list = open_list(&mut desk);
    desk.type_text("road");
    let road = &list.moves[list.sorted("road", MoveOrder::OwnGain)[0]];
    assert!(desk.shows(&road.text), "{:#?}", desk.labels());
    let sorted = list.sorted("road", MoveOrder::OwnGain);
    let other = (0..list.moves.len()).find(|index| !sorted.contains(index));
    let other = &list.moves[other.expect("some build no road")].text;
    assert!(!desk.shows(other), "{other}");
    desk.press("Order: Board");
    let first = list.sorted("road", MoveOrder::Board)[0];
    desk.key(Key::ArrowDown);
    assert_eq!(
        desk.table().hover().and_then(|hover| hover.action()),
        Some(&list.moves[first].action)
    );
    desk.type_text(" no such word");
    assert!(desk.shows("No move and no refusal has"));
}

#[test]
fn refused_choices_are_below_the_moves_with_their_rule() {
    let mut desk = desk();
    let list = open_list(&mut desk);
    let refused = list.refused.first().expect("something is refused");
    desk.type_text(&refused.text);
    assert!(desk.shows("Refused now") && desk.shows("(rule "), "{:#?}", desk.labels());
}

#[test]
fn tried_moves_are_shown_and_never_recorded() {
    let mut desk = desk();
    open_list(&mut desk);
    let before = desk.record().clone();
    desk.key(Key::ArrowDown);
    desk.key_with(Modifiers::SHIFT, Key::Enter);
    assert!(desk.shows("1 move, nothing is recorded"), "{:#?}", desk.labels());
    // Any number of moves deep, from the list that stays open.
    desk.wait_for("legal moves");
    desk.key(Key::ArrowDown);
    desk.key(Key::Enter);
    assert!(desk.shows("2 moves, nothing is recorded"));
    desk.give(Command::Menu(Menu::Undo));
    assert!(desk.shows("1 move, nothing is recorded"));
    desk.give(Command::Menu(Menu::Redo));
    assert!(desk.shows("2 moves, nothing is recorded"));
    assert_eq!(desk.record(), &before);
    desk.press("‹ Back to the table");
    assert!(!desk.shows("nothing is recorded"));
    assert_eq!(desk.record(), &before);
}

#[test]
fn tried_moves_can_be_recorded_together() {
    let mut desk = desk();
    let list = open_list(&mut desk);
    let best = &list.moves[list.sorted("", MoveOrder::OwnGain)[0]];
    let count = desk.record().cursor();
    desk.key(Key::ArrowDown);
    desk.key_with(Modifiers::SHIFT, Key::F7);
    desk.press("Record these moves");
    assert_eq!(desk.record().cursor(), count + 1);
    assert_eq!(desk.record().entry(desk.record().here()).action(), Some(&best.action));
    assert!(!desk.shows("nothing is recorded"));
}

#[test]
fn escape_leaves_the_trial_after_what_is_open_on_it() {
    let mut desk = desk();
    desk.key_with(Modifiers::SHIFT, Key::F7);
    assert!(desk.shows("Trying"));
    desk.key(Key::Slash);
    desk.key(Key::Escape);
    assert!(desk.shows("Trying"));
    desk.key(Key::Escape);
    assert!(!desk.shows("Trying"));
}

#[test]
fn the_record_is_left_alone_by_every_menu_entry_while_moves_are_tried() {
    let mut desk = desk();
    desk.key_with(Modifiers::SHIFT, Key::F7);
    let before = desk.record().clone();
    for menu in [Menu::UndoHere, Menu::RestartTurn, Menu::Undo, Menu::Redo, Menu::AlwaysDeal] {
        desk.give(Command::Menu(menu));
        assert_eq!(desk.record(), &before, "{menu:?}");
        if desk.shows("Cancel") {
            desk.key(Key::Escape);
        }
    }
    assert!(desk.shows("Trying"));
}
