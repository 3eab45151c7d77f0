//! Small windows: headlines keep their words whole, and the rules can be opened anywhere.

use egui::{FontFamily, Key, Modifiers, Shape};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use founders_ledger::app::{App, Command};
use ui_menu::Menu;

use crate::app::Desk;
use crate::panels::overflowing_items;
use crate::support::{game, window};

/// Finds the headlines of a frame in which a line ends within a word.
fn broken(shape: &Shape, found: &mut Vec<String>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| broken(shape, found)),
        Shape::Text(text) => {
            let galley = &text.galley;
            let mut sections = galley.job.sections.iter();
            let serif = FontFamily::Name("serif".into());
            if !sections.any(|section| section.format.font_id.family == serif) {
                return;
            }
            let rows: Vec<String> = galley.rows.iter().map(|row| row.text()).collect();
            let is_broken = rows.windows(2).any(|pair| {
                let (last, first) = (pair[0].chars().last(), pair[1].chars().next());
                last.is_some_and(char::is_alphanumeric) && first.is_some_and(char::is_alphanumeric)
            });
            if is_broken {
                found.push(rows.join(" | "));
            }
        }
        _ => {}
    }
}

#[test]
fn headlines_never_break_within_a_word() {
    // A small window, and the smallest one: 1280 × 800 pixels at scale 2.
    for size in [[800.0, 560.0], [640.0, 400.0]] {
        for commands in [
            Vec::new(),
            vec![Command::Menu(Menu::New)],
            vec![Command::Menu(Menu::Library)],
            vec![Command::Menu(Menu::ScoreHistory)],
            vec![Command::Menu(Menu::Scenario)],
            vec![Command::Menu(Menu::Campaign)],
            vec![Command::Menu(Menu::Preferences)],
            game(0),
            game(40),
        ] {
            let context = format!("{size:?} {}", commands.len());
            let harness = window(size, commands);
            let mut found = Vec::new();
            for clipped in &harness.output().shapes {
                broken(&clipped.shape, &mut found);
            }
            assert!(found.is_empty(), "{context}: {found:?}");
        }
    }
}

#[test]
fn no_page_overflows_a_small_window() {
    for size in [[640.0, 400.0], [800.0, 480.0], [700.0, 900.0], [1100.0, 560.0], [1600.0, 1000.0]]
    {
        for (page, commands) in [
            ("start", Vec::new()),
            ("new game", vec![Command::Menu(Menu::New)]),
            ("library", vec![Command::Menu(Menu::Library)]),
            ("score history", vec![Command::Menu(Menu::ScoreHistory)]),
            ("scenario", vec![Command::Menu(Menu::Scenario)]),
            ("campaign", vec![Command::Menu(Menu::Campaign)]),
            ("trace", vec![Command::Menu(Menu::Trace)]),
            ("preferences", vec![Command::Menu(Menu::Preferences)]),
            ("keys", vec![Command::Menu(Menu::Keys)]),
            ("help", vec![Command::Menu(Menu::Help)]),
            ("about", vec![Command::Menu(Menu::About)]),
            ("result", game(0)),
            ("table", game(40)),
            ("rules", [game(40), vec![Command::Menu(Menu::Rules)]].concat()),
            ("paths", [game(40), vec![Command::Menu(Menu::Inspector)]].concat()),
            ("count", [game(40), vec![Command::Menu(Menu::Audit)]].concat()),
            ("repair", [game(40), vec![Command::Menu(Menu::Repair)]].concat()),
            ("layout", [game(40), vec![Command::Menu(Menu::Layout)]].concat()),
            ("table view", [game(40), vec![Command::Menu(Menu::TableView)]].concat()),
        ] {
            let harness = window(size, commands);
            let view = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
            let out = overflowing_items(&harness, view);
            assert!(out.is_empty(), "{page} at {size:?}: {out:#?}");
        }
    }
}

#[test]
fn open_recap_grows_with_the_window() {
    fn open(size: [f32; 2]) -> Harness<'static, App> {
        let mut harness = window(size, game(20));
        harness.get_by_label_contains("What just happened: ").click();
        harness.run_steps(4);
        harness
    }
    fn height(harness: &Harness<'_, App>) -> f32 {
        let id = egui::Id::unique("what just happened");
        harness.ctx.memory(|memory| memory.area_rect(id)).expect("it is open").height()
    }
    let mut grown = open([800.0, 480.0]);
    let low = height(&grown);
    grown.set_size(egui::vec2(1280.0, 800.0));
    grown.run_steps(8);
    let high = height(&open([1280.0, 800.0]));
    assert!(low < high, "{low} and {high}");
    assert!((height(&grown) - high).abs() < 1.0, "{} and {high}", height(&grown));
}

#[test]
fn rules_panel_opens_and_closes_on_the_start_screen() {
    let mut desk = Desk::new();
    assert!(!desk.shows("Search the rules"));
    desk.key_with(Modifiers::SHIFT, Key::F1);
    assert!(desk.shows("Search the rules"));
    desk.key_with(Modifiers::SHIFT, Key::F1);
    assert!(!desk.shows("Search the rules"));
    desk.key_with(Modifiers::SHIFT, Key::F1);
    desk.press("Close the rules");
    assert!(!desk.shows("Search the rules"));
}

#[test]
fn games_started_in_one_run_get_different_cards() {
    let mut desk = Desk::new();
    let mut dealt = Vec::new();
    for _ in 0..4 {
        desk.give(Command::Menu(Menu::Try));
        desk.press("Begin as it stands");
        desk.press("Deal for us");
        let record = desk.record();
        let action = record.entry(record.here()).action();
        dealt.push(format!("{:?}", action.expect("cards were dealt")));
    }
    dealt.sort();
    dealt.dedup();
    assert!(dealt.len() > 1, "{dealt:?}");
}
