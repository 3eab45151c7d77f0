//! The menus: at most a dozen entries each, all within reach in a small window.

use egui::{Event, Modifiers, PointerButton, Pos2, Rect, TouchDeviceId, TouchId, TouchPhase};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use founders_ledger::app::App;
use ui_menu::{Menu, MenuBar};

use crate::support::{game, window};

/// The input device that opens a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Device {
    Mouse,
    Finger,
}

fn press(harness: &mut Harness<'_, App>, at: Pos2, device: Device) {
    for pressed in [true, false] {
        if device == Device::Finger {
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

/// Opens a menu; returns the rectangle of each of its entries, and the lower edge of the menu bar.
fn opened(size: [f32; 2], bar: MenuBar, device: Device) -> (Vec<(Menu, Rect)>, f32) {
    let mut harness = window(size, game(0));
    let title = harness.get_by_label(bar.label()).rect();
    press(&mut harness, title.center(), device);
    let entries = Menu::ALL.iter().filter(|menu| menu.bar() == bar);
    let places = entries.map(|&menu| {
        // The label may be followed by a shortcut, or by the entry to undo.
        let label = if menu == Menu::Result { "Show the board" } else { menu.label() };
        let node = harness
            .query_all_by(|node| {
                node.role() == egui::Role::Button
                    && node.label().is_some_and(|found| found.starts_with(label))
                    && node.raw_bounds().is_some()
            })
            .find(|node| node.rect().top() >= title.bottom())
            .unwrap_or_else(|| panic!("{menu:?} is not in {bar:?} by {device:?}"));
        (menu, node.rect())
    });
    (places.collect(), title.bottom())
}

#[test]
fn every_menu_has_at_most_twelve_entries() {
    for bar in MenuBar::ALL {
        let count = Menu::ALL.iter().filter(|menu| menu.bar() == bar).count();
        assert!((1..=12).contains(&count), "{bar:?} has {count}");
    }
}

#[test]
fn every_menu_entry_is_within_a_small_window_and_large_enough() {
    for size in [[1024.0, 600.0], [1280.0, 800.0], [800.0, 560.0]] {
        let view = Rect::from_min_size(Pos2::ZERO, size.into());
        for bar in MenuBar::ALL {
            for device in [Device::Mouse, Device::Finger] {
                // The smallest window scrolls a long menu under the finger.
                if device == Device::Finger && size[1] < 600.0 {
                    continue;
                }
                let (places, below) = opened(size, bar, device);
                for (menu, place) in places {
                    let context = format!("{menu:?} by {device:?} in {size:?} at {place:?}");
                    assert!(view.contains_rect(place), "{context}");
                    assert!(place.top() >= below, "it covers the menu bar: {context}");
                    let least = if device == Device::Finger { 40.0 } else { 22.0 };
                    assert!(place.height() >= least, "{context}");
                    assert!(device == Device::Finger || place.height() <= 30.0, "{context}");
                }
            }
        }
    }
}

#[test]
fn menu_too_long_for_the_window_scrolls_below_the_menu_bar() {
    fn holds(harness: &Harness<'_, App>, entry: &str) -> bool {
        harness.query_by_label_contains(entry).is_some()
    }

    let mut harness = window([640.0, 300.0], game(0));
    let title = harness.get_by_label("File").rect();
    press(&mut harness, title.center(), Device::Finger);
    let first = harness.get_by_label_contains("New game").rect();
    assert!(first.top() >= title.bottom());
    // Pointing at the next menu opens it in place of the first, and a press on it closes it.
    let game = harness.get_by_label("Game").rect();
    assert!(!holds(&harness, "Count the table"));
    harness.event(Event::PointerMoved(game.center()));
    harness.run_steps(6);
    assert!(holds(&harness, "Count the table"));
    assert!(!holds(&harness, "New game"));
    press(&mut harness, game.center(), Device::Mouse);
    assert!(!holds(&harness, "Count the table"));
}
