//! Overlays on the map belong to the shown figure, page and table: a change of any of them leaves
//! the map as if the overlay had never been drawn.

use founders_ledger::app::Command;
use scenario_rules::Action;
use ui_menu::Menu;
use ui_scenario::{CANVAS, ScenarioCommand};

use crate::app::Desk;
use crate::scenario::{action, click, open, played};

/// A table where Guard 1 has two equally valid end hexes, and two monsters threaten the characters.
const TABLE: &str = "board 7x5
level 1
card Guard: move 2, attack
initiative Guard: 50
normal Guard 1 at B2
normal Guard 2 at F4
character Brute at A1, initiative 20, hit points 10/10
character Mage at C4, initiative 70";

/// An overlay on the map, with the inputs that draw it and remove it again; the removal leaves
/// cursor and pointer in place.
struct Overlay {
    name: &'static str,
    draw: fn(&mut Desk),
    /// Returns `true` if the text beside the map mentions the overlay.
    is_mentioned: fn(&Desk) -> bool,
    remove: fn(&mut Desk),
}

const OVERLAYS: [Overlay; 5] = [
    Overlay {
        name: "safe hexes",
        draw: |desk| {
            click(desk, "C4");
            desk.press("Safe hexes");
            desk.finish_scenario();
        },
        is_mentioned: |desk| desk.shows("A number says how many would attack"),
        remove: |desk| desk.press("Safe hexes"),
    },
    Overlay {
        name: "sight",
        draw: |desk| {
            desk.press("Sight");
            click(desk, "B3");
            click(desk, "E3");
        },
        is_mentioned: |desk| desk.shows("B3 to E3: range"),
        remove: |desk| {
            desk.press("Sight");
            desk.press("Sight");
        },
    },
    Overlay {
        name: "the first hex of a sight",
        draw: |desk| {
            desk.press("Sight");
            click(desk, "B3");
        },
        is_mentioned: |desk| desk.shows("From B3. Press the other hex."),
        remove: |desk| {
            desk.press("Sight");
            desk.press("Sight");
        },
    },
    Overlay {
        name: "the end that is chosen for a turn",
        draw: |desk| {
            click(desk, "B2");
            desk.press("B1");
        },
        is_mentioned: |desk| desk.shows("Guard 1 goes for Brute"),
        remove: |desk| desk.press("A2"),
    },
    Overlay {
        name: "a turn with its focus and ways",
        draw: |desk| click(desk, "B2"),
        is_mentioned: |desk| desk.shows("Guard 1 goes for Brute"),
        remove: |desk| desk.press("Round 1"),
    },
];

/// A change of the shown figure, page or table.
struct Change {
    name: &'static str,
    change: fn(&mut Desk),
}

const CHANGES: [Change; 7] = [
    Change {
        name: "another figure",
        change: |desk| {
            desk.press("Round 1");
            click(desk, "F4");
        },
    },
    Change { name: "set up", change: |desk| desk.press("Set up") },
    Change { name: "the journal", change: |desk| desk.press("Journal") },
    Change { name: "the numbers", change: |desk| desk.press("Numbers") },
    Change {
        name: "the end of the round",
        change: |desk| {
            desk.press("Round 1");
            desk.give(ScenarioCommand::Play(Action::Round));
        },
    },
    Change {
        name: "undo",
        change: |desk| {
            desk.press("Round 1");
            desk.give(Command::Menu(Menu::Undo));
        },
    },
    Change {
        name: "an earlier entry",
        change: |desk| {
            desk.press("Round 1");
            desk.give(Command::Menu(Menu::First));
        },
    },
];

fn table() -> Desk {
    let mut desk = Desk::new();
    open(&mut desk, TABLE);
    let wall = action(&desk, "wall D3-E3");
    desk.give(ScenarioCommand::Play(wall));
    desk
}

/// Returns the shapes drawn on the map while the pointer is elsewhere.
fn map_shapes(desk: &mut Desk) -> Vec<egui::epaint::ClippedShape> {
    desk.move_pointer_away();
    desk.drawn_on(CANVAS)
}

#[test]
fn map_overlay_disappears_when_figure_page_round_or_entry_changes() {
    for Overlay { name, draw, is_mentioned, remove } in OVERLAYS {
        for Change { name: change_name, change } in CHANGES {
            let mut drawn = table();
            draw(&mut drawn);
            assert!(is_mentioned(&drawn), "{name}: {:#?}", drawn.labels());
            change(&mut drawn);
            assert!(!is_mentioned(&drawn), "{name}, then {change_name}: {:#?}", drawn.labels());
            let mut removed = table();
            draw(&mut removed);
            remove(&mut removed);
            change(&mut removed);
            assert_eq!(played(&drawn), played(&removed));
            let is_gone = map_shapes(&mut drawn) == map_shapes(&mut removed);
            assert!(is_gone, "{name} is still drawn after: {change_name}");
        }
    }
}

#[test]
fn map_overlay_is_drawn_until_it_is_removed() {
    for Overlay { name, draw, remove, .. } in OVERLAYS {
        let mut desk = table();
        draw(&mut desk);
        let drawn = map_shapes(&mut desk);
        remove(&mut desk);
        assert!(drawn != map_shapes(&mut desk), "{name} is not drawn on the map");
    }
}

/// Checks changes of the record alone, which leave figure and page as they are.
#[test]
fn map_overlay_disappears_when_only_the_record_changes() {
    let changes: [fn() -> Command; 3] = [
        || ScenarioCommand::Play(Action::Round).into(),
        || Command::Menu(Menu::Undo),
        || Command::Menu(Menu::First),
    ];
    for change in changes {
        for Overlay { name, draw, remove, .. } in OVERLAYS.iter().take(4) {
            let mut drawn = table();
            draw(&mut drawn);
            drawn.give(change());
            let mut removed = table();
            draw(&mut removed);
            remove(&mut removed);
            removed.give(change());
            assert!(
                map_shapes(&mut drawn) == map_shapes(&mut removed),
                "{name} is still drawn after: {:?}",
                change()
            );
        }
    }
}

#[test]
fn pressing_the_map_selects_figures_after_a_cancelled_overruling() {
    let mut desk = table();
    click(&mut desk, "B2");
    desk.press("Overrule…");
    click(&mut desk, "D2");
    assert!(desk.shows("It ends in D2."), "{:#?}", desk.labels());
    desk.press("Journal");
    click(&mut desk, "C4");
    assert!(desk.shows("Safe hexes"), "{:#?}", desk.labels());
}
