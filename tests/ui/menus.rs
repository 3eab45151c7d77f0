//! The menus: a dozen entries at most, and all of them in reach in a small window.

use egui::{Event, Modifiers, PointerButton, Pos2, Rect, TouchDeviceId, TouchId, TouchPhase};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use founders_ledger::app::App;
use ui_menu::{Menu, MenuBar};

use crate::support::{game, window};

/// What opens a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hand {
    Mouse,
    Finger,
}

fn press(harness: &mut Harness<'_, App>, at: Pos2, hand: Hand) {
    for pressed in [true, false] {
        if hand == Hand::Finger {
            harness.event(Event::Touch {
                device_id: TouchDeviceId(1),
                id: TouchId(1),
                phase: if pressed { TouchPhase::Start } else { TouchPhase::End },
                pos: at,
                force: None,
            });
        }
        if pressed {
            harness.event(Event::PointerMoved(at));
        }
        harness.event(Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }
    harness.run_steps(6);
}

/// Opens a menu and gives the place of each of its entries, with the lower edge of the menu bar.
fn opened(size: [f32; 2], bar: MenuBar, hand: Hand) -> (Vec<(Menu, Rect)>, f32) {
    let mut harness = window(size, game(0));
    let title = harness.get_by_label(bar.label()).rect();
    press(&mut harness, title.center(), hand);
    let entries = Menu::ALL.iter().filter(|menu| menu.bar() == bar);
    let places = entries.map(|&menu| {
        // A shortcut stands behind the label, what it would take back likewise.
        let mut nodes = harness.query_all_by(|node| {
            let label = node.label().unwrap_or_default();
            node.role() == egui::Role::Button
                && label.starts_with(menu.label())
                && node.raw_bounds().is_some()
        });
        let node = nodes.find(|node| node.rect().top() >= title.bottom());
        let node = node.unwrap_or_else(|| panic!("{menu:?} is not in {bar:?} by {hand:?}"));
        (menu, node.rect())
    });
    (places.collect(), title.bottom())
}

#[test]
fn every_menu_has_a_dozen_entries_at_most() {
    for bar in MenuBar::ALL {
        let count = Menu::ALL.iter().filter(|menu| menu.bar() == bar).count();
        assert!((1..=12).contains(&count), "{bar:?} has {count}");
    }
}

#[test]
fn every_entry_is_in_reach_in_a_small_window() {
    for size in [[1024.0, 600.0], [1280.0, 800.0], [800.0, 560.0]] {
        let room = Rect::from_min_size(Pos2::ZERO, size.into());
        for bar in MenuBar::ALL {
            for hand in [Hand::Mouse, Hand::Finger] {
                // The smallest window scrolls a long menu under the finger.
                if hand == Hand::Finger && size[1] < 600.0 {
                    continue;
                }
                let (places, below) = opened(size, bar, hand);
                for (menu, place) in places {
                    let said = format!("{menu:?} by {hand:?} in {size:?} at {place:?}");
                    assert!(room.contains_rect(place), "{said}");
                    assert!(place.top() >= below, "it covers the menu bar: {said}");
                    let least = if hand == Hand::Finger { 40.0 } else { 22.0 };
                    assert!(place.height() >= least, "{said}");
                    assert!(hand == Hand::Finger || place.height() <= 30.0, "{said}");
                }
            }
        }
    }
}

#[test]
fn a_menu_that_does_not_fit_scrolls_and_leaves_the_menu_bar_free() {
    let mut harness = window([640.0, 300.0], game(0));
    let title = harness.get_by_label("File").rect();
    press(&mut harness, title.center(), Hand::Finger);
    let first = harness.get_by_label_contains("New game").rect();
    assert!(first.top() >= title.bottom());
    // Pointing at the neighbour opens it in place of the first, and a press on it closes it.
    let game = harness.get_by_label("Game").rect();
    let holds =
        |harness: &Harness<'_, App>, entry| harness.query_by_label_contains(entry).is_some();
    assert!(!holds(&harness, "Count the table"));
    harness.event(Event::PointerMoved(game.center()));
    harness.run_steps(6);
    assert!(holds(&harness, "Count the table"));
    assert!(!holds(&harness, "New game"));
    press(&mut harness, game.center(), Hand::Mouse);
    assert!(!holds(&harness, "Count the table"));
}
