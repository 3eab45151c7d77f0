//! The result of a game.

use components::quantity::Quantity;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use founders_ledger::app::Command;
use journal::{Change, Evening};
use table::examples::example;
use table::table::Table;
use ui_board::command::FoundersCommand;
use ui_founders::result_screen::{ResultMemory, result_ui};
use ui_menu::Menu;

use crate::app::Desk;
use crate::open::{Shown, show, whole};
use crate::support::usual_cx;

fn result(table: Table) -> Harness<'static, Shown<ResultMemory>> {
    show(table, [600.0, 1100.0], |ui, shown| {
        usual_cx(&shown.table, &mut shown.commands, |cx| result_ui(ui, cx, &mut shown.memory));
    })
}

#[test]
fn result_shows_the_winner_and_every_total() {
    let harness = result(whole("four-founders"));
    assert!(
        harness.query_by_label("Cleo founds Three Rivers: Orchid wins with 33 points").is_some()
    );
    let totals = "Total Human 21, Quatryl 27, Orchid 33, Savvas 30";
    assert!(harness.query_by_label(totals).is_some());
    assert!(harness.query_by_label_contains(" turns, at the end Human 21").is_some());
}

#[test]
fn result_category_lists_its_sources_and_a_total_is_explained() {
    let mut harness = result(whole("four-founders"));
    harness.get_by_label_contains("Recruiting").scroll_to_me();
    harness.run();
    harness.get_by_label_contains("Recruiting").click();
    harness.run();
    let source = harness.query_all_by_label_contains("Entry ").next();
    source.expect("a source").click();
    harness.run();
    // The button is on the podium, and over the table, which is now in view.
    harness.query_all_by_label("Points of Quatryl").last().expect("it is there").click();
    harness.run();
    let commands = &harness.state().commands[..];
    assert!(
        matches!(
            commands,
            [FoundersCommand::ViewNumber(_), FoundersCommand::ShowSources(_, Quantity::Points)]
        ),
        "{commands:?}"
    );
}

#[test]
fn result_feat_opens_its_entry_and_the_city_opens_the_board() {
    let mut harness = result(whole("four-founders"));
    harness.get_by_label_contains("Best single delivery: Savvas, Food, 5 points kept").click();
    harness.run();
    harness.get_by_label("The finished city: Three Rivers").click();
    harness.run();
    let commands = &harness.state().commands[..];
    assert!(
        matches!(commands, [FoundersCommand::ViewNumber(_), FoundersCommand::Menu(Menu::Result)]),
        "{commands:?}"
    );
}

#[test]
fn result_of_another_game_starts_unscrolled() {
    fn top(harness: &Harness<'_, Shown<ResultMemory>>, words: &str) -> f32 {
        harness.get_by_label_contains(words).rect().top()
    }
    let mut harness = show(whole("four-founders"), [600.0, 500.0], |ui, shown| {
        usual_cx(&shown.table, &mut shown.commands, |cx| result_ui(ui, cx, &mut shown.memory));
    });
    let headline = top(&harness, "wins with");
    harness.get_by_label_contains("Total Human").scroll_to_me();
    harness.run();
    assert!(top(&harness, "wins with") < headline - 100.0, "it is scrolled");
    harness.state_mut().table = whole("teaching-game");
    harness.state_mut().memory = ResultMemory::default();
    harness.run();
    assert!((top(&harness, "wins with") - headline).abs() < 40.0);
}

#[test]
fn result_fills_the_window_until_board_or_rules_are_opened() {
    let mut desk = Desk::new();
    let text = example("four-founders.founders").expect("it comes with the app").text;
    desk.give(Command::OpenText(text.to_owned()));
    assert!(desk.shows("Cleo wins with 33 points") && !desk.has_control("Journal"));
    desk.press("Show the board");
    assert!(!desk.shows("Cleo wins with 33 points") && desk.has_control("Journal"));
    desk.key(egui::Key::F5);
    assert!(desk.shows("Cleo wins with 33 points"));
    // The rules panel is beside the board.
    desk.key_with(egui::Modifiers::SHIFT, egui::Key::F1);
    assert!(!desk.shows("Cleo wins with 33 points") && desk.has_control("Rules"));
    // A game end that was undone and redone is shown again.
    desk.give(FoundersCommand::Change(vec![Change::Undo(5)]));
    desk.give(FoundersCommand::Change(vec![Change::Redo(5)]));
    assert!(desk.shows("Cleo wins with 33 points"));
}

#[test]
fn finished_game_is_watched_from_the_beginning() {
    let mut desk = Desk::new();
    desk.give(Command::OpenExample("four-founders.founders"));
    desk.press("From the beginning");
    assert_eq!(desk.table().shown_number(), 0);
    assert!(!desk.shows("Cleo wins with 33 points"));
    desk.give(Command::Menu(Menu::Last));
    assert!(desk.shows("Cleo wins with 33 points"));
}

#[test]
fn menu_and_buttons_say_whether_they_show_the_result_or_the_board() {
    fn offered(desk: &mut Desk) -> Vec<String> {
        desk.press("Share");
        let labels = desk.labels().into_iter().filter(|label| label.starts_with("Show the "));
        let found = labels.map(|label| label.split(" F").next().unwrap_or_default().to_owned());
        let found = found.collect();
        desk.key(egui::Key::Escape);
        found
    }
    let mut desk = Desk::new();
    desk.give(Command::OpenExample("four-founders.founders"));
    assert_eq!(offered(&mut desk), ["Show the board", "Show the board"]);
    desk.key(egui::Key::F5);
    assert_eq!(offered(&mut desk), ["Show the result", "Show the result"]);
    desk.press("Show the result");
    assert!(desk.shows("Cleo wins with 33 points"));
}

#[test]
fn buttons_below_the_result_begin_where_its_contents_do() {
    for size in [[1280.0, 800.0], [700.0, 900.0]] {
        let harness = show(whole("four-founders"), size, |ui, shown| {
            usual_cx(&shown.table, &mut shown.commands, |cx| result_ui(ui, cx, &mut shown.memory));
        });
        let button = harness.get_by_label("Show the board").rect();
        let headline = harness.get_by_label_contains("wins with").rect();
        assert!((button.left() - headline.left()).abs() < 1.0, "{button:?} below {headline:?}");
    }
}

#[test]
fn the_time_that_was_kept_stands_on_the_result() {
    let mut harness = show(whole("four-founders"), [600.0, 1100.0], |ui, shown| {
        fn evening(day: &str, all: u32, seats: [u32; 4]) -> Evening {
            Evening { day: day.to_owned(), all, seats: seats.to_vec() }
        }
        shown.table.tags_mut().evenings = vec![
            evening("2026-11-20", 4000, [600, 1200, 900, 300]),
            evening("2026-11-21", 3500, [660, 0, 0, 0]),
        ];
        usual_cx(&shown.table, &mut shown.commands, |cx| result_ui(ui, cx, &mut shown.memory));
    });
    harness.run();
    for words in ["Time", "On 2 evenings 2 h 05 min", "Human 21 min", "Quatryl 20 min"] {
        assert!(harness.query_by_label(words).is_some(), "{words}");
    }
}

#[test]
fn unfinished_game_shows_no_result() {
    let harness = result(whole("e01-machinery-built"));
    assert!(harness.query_by_label_contains("wins with").is_none());
}

#[test]
fn buttons_below_the_result_are_visible() {
    for size in [[1280.0, 800.0], [1920.0, 1080.0]] {
        let harness = show(whole("four-founders"), size, |ui, shown| {
            usual_cx(&shown.table, &mut shown.commands, |cx| result_ui(ui, cx, &mut shown.memory));
        });
        let button = harness.get_by_label("Print the scores").rect();
        let window = harness.ctx.content_rect();
        assert!(window.contains_rect(button), "{button:?} in {window:?}");
    }
}
