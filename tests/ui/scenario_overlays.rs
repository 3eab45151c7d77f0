//! Whatever is drawn over the map belongs to the figure, the page and the table that are shown: a
//! change of any of them leaves the map as if it had never been drawn.

use founders_ledger::app::Command;
use scenario_rules::Action;
use ui_menu::Menu;
use ui_scenario::{CANVAS, ScenarioCommand};

use crate::app::Desk;
use crate::scenario::{action, click, open, played};

/// Two ends are equally right for Guard 1, and two monsters threaten the characters.
const TABLE: &str = "board 7x5
level 1
card Guard: move 2, attack
initiative Guard: 50
normal Guard 1 at B2
normal Guard 2 at F4
character Brute at A1, initiative 20, hit points 10/10
character Mage at C4, initiative 70";

/// Something drawn over the map: how it comes about, and how it is taken away again by hand, which
/// leaves mark and pointer where they are.
struct Drawn {
    name: &'static str,
    draw: fn(&mut Desk),
    /// Whether the words beside the map say that it is drawn.
    says_so: fn(&Desk) -> bool,
    take_away: fn(&mut Desk),
}

const DRAWN: [Drawn; 5] = [
    Drawn {
        name: "safe hexes",
        draw: |desk| {
            click(desk, "C4");
            desk.press("Safe hexes");
            desk.finish_scenario();
        },
        says_so: |desk| desk.shows("A number says how many would attack"),
        take_away: |desk| desk.press("Safe hexes"),
    },
    Drawn {
        name: "sight",
        draw: |desk| {
            desk.press("Sight");
            click(desk, "B3");
            click(desk, "E3");
        },
        says_so: |desk| desk.shows("B3 to E3: range"),
        take_away: |desk| {
            desk.press("Sight");
            desk.press("Sight");
        },
    },
    Drawn {
        name: "the first hex of a sight",
        draw: |desk| {
            desk.press("Sight");
            click(desk, "B3");
        },
        says_so: |desk| desk.shows("From B3. Press the other hex."),
        take_away: |desk| {
            desk.press("Sight");
            desk.press("Sight");
        },
    },
    Drawn {
        name: "the end that is chosen for a turn",
        draw: |desk| {
            click(desk, "B2");
            desk.press("B1");
        },
        says_so: |desk| desk.shows("Guard 1 goes for the Brute"),
        take_away: |desk| desk.press("A2"),
    },
    Drawn {
        name: "a turn with its focus and ways",
        draw: |desk| click(desk, "B2"),
        says_so: |desk| desk.shows("Guard 1 goes for the Brute"),
        take_away: |desk| desk.press("Round 1"),
    },
];

/// A change of what is shown.
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

/// Returns what is drawn on the map while the pointer rests elsewhere.
fn seen(desk: &mut Desk) -> Vec<egui::epaint::ClippedShape> {
    desk.rest_pointer();
    desk.drawn_on(CANVAS)
}

#[test]
fn what_is_drawn_over_the_map_is_gone_for_another_figure_page_round_or_entry() {
    for Drawn { name, draw, says_so, take_away } in DRAWN {
        for Change { name: change_name, change } in CHANGES {
            let mut drawn = table();
            draw(&mut drawn);
            assert!(says_so(&drawn), "{name}: {:#?}", drawn.labels());
            change(&mut drawn);
            assert!(!says_so(&drawn), "{name}, then {change_name}: {:#?}", drawn.labels());
            let mut never = table();
            draw(&mut never);
            take_away(&mut never);
            change(&mut never);
            assert_eq!(played(&drawn), played(&never));
            let is_gone = seen(&mut drawn) == seen(&mut never);
            assert!(is_gone, "{name} is still drawn after: {change_name}");
        }
    }
}

#[test]
fn whatever_is_drawn_over_the_map_is_seen_there_until_it_is_taken_away() {
    for Drawn { name, draw, take_away, .. } in DRAWN {
        let mut desk = table();
        draw(&mut desk);
        let drawn = seen(&mut desk);
        take_away(&mut desk);
        assert!(drawn != seen(&mut desk), "{name} is not seen on the map");
    }
}

/// A change of the record alone leaves figure and page as they are.
#[test]
fn safe_hexes_and_choices_are_gone_when_only_the_record_changes() {
    let changes: [fn() -> Command; 3] = [
        || ScenarioCommand::Play(Action::Round).into(),
        || Command::Menu(Menu::Undo),
        || Command::Menu(Menu::First),
    ];
    for change in changes {
        for Drawn { name, draw, take_away, .. } in DRAWN.iter().take(4) {
            let mut drawn = table();
            draw(&mut drawn);
            drawn.give(change());
            let mut never = table();
            draw(&mut never);
            take_away(&mut never);
            never.give(change());
            assert!(
                seen(&mut drawn) == seen(&mut never),
                "{name} is still drawn after: {:?}",
                change()
            );
        }
    }
}

#[test]
fn a_press_on_the_map_selects_again_after_an_overruling_was_left() {
    let mut desk = table();
    click(&mut desk, "B2");
    desk.press("Overrule…");
    click(&mut desk, "D2");
    assert!(desk.shows("It ends in D2."), "{:#?}", desk.labels());
    desk.press("Journal");
    click(&mut desk, "C4");
    assert!(desk.shows("Safe hexes"), "{:#?}", desk.labels());
}
