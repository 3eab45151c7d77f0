//! Small windows: headlines keep their words whole, and the rules can be opened anywhere.

use egui::{FontFamily, Key, Shape};
use egui_kittest::Harness;
use founders_ledger::app::{App, World};
use journal::Change;
use ui::command::{Command, Menu};
use ui::examples::example;
use ui::settings::Settings;

use crate::app::Desk;

/// The app in a window of this size, after these commands.
fn window(size: [f32; 2], commands: Vec<Command>) -> Harness<'static, App> {
    let mut app = App::new(World::default(), Settings::default());
    for command in commands {
        app.give(command);
    }
    let show = |ui: &mut egui::Ui, app: &mut App| {
        app.carry_out(ui.ctx());
        app.frame(ui);
    };
    let mut harness = Harness::builder()
        .with_size(size)
        .with_max_steps(60)
        .build_ui_state(show, app);
    harness.run_steps(12);
    harness
}

/// The headlines of a frame in which a line ends within a word.
fn broken(shape: &Shape, found: &mut Vec<String>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| broken(shape, found)),
        Shape::Text(text) => {
            let galley = &text.galley;
            let sections = galley.job.sections.iter();
            let mut fonts = sections.map(|section| &section.format.font_id);
            let is_serif = |family: &FontFamily| matches!(family, FontFamily::Name(name) if &**name == "serif");
            if !fonts.any(|font| is_serif(&font.family)) {
                return;
            }
            let rows: Vec<String> = galley.rows.iter().map(|row| row.text()).collect();
            let is_within = |pair: &[String]| {
                let (last, first) = (pair[0].chars().last(), pair[1].chars().next());
                last.is_some_and(char::is_alphanumeric) && first.is_some_and(char::is_alphanumeric)
            };
            if rows.windows(2).any(is_within) {
                found.push(rows.join(" | "));
            }
        }
        _ => {}
    }
}

fn game(back: usize) -> Vec<Command> {
    let text = example("four-founders.founders").expect("it is there").text;
    let open = Command::OpenText(text.to_owned());
    if back == 0 {
        return vec![open];
    }
    vec![open, Command::Change(vec![Change::Undo(back)])]
}

#[test]
fn headlines_never_break_within_a_word() {
    // The least window, and one of 1280 × 800 pixels at scale 2.
    for size in [[800.0, 560.0], [640.0, 400.0]] {
        for commands in [
            Vec::new(),
            vec![Command::Menu(Menu::New)],
            vec![Command::Menu(Menu::Library)],
            vec![Command::Menu(Menu::ScoreHistory)],
            vec![Command::Menu(Menu::Preferences)],
            game(0),
            game(40),
        ] {
            let said = format!("{size:?} {}", commands.len());
            let harness = window(size, commands);
            let mut found = Vec::new();
            for clipped in &harness.output().shapes {
                broken(&clipped.shape, &mut found);
            }
            assert!(found.is_empty(), "{said}: {found:?}");
        }
    }
}

#[test]
fn the_rules_open_on_the_start_screen_and_close_again() {
    let mut desk = Desk::new();
    assert!(!desk.shows("Search the rules"));
    desk.key(Key::F1);
    assert!(desk.shows("Search the rules"));
    desk.key(Key::F1);
    assert!(!desk.shows("Search the rules"));
    desk.key(Key::F1);
    desk.press("Close the rules");
    assert!(!desk.shows("Search the rules"));
}

#[test]
fn every_game_of_a_run_is_dealt_anew() {
    let mut desk = Desk::new();
    let mut dealt = Vec::new();
    for _ in 0..4 {
        desk.give(Command::Menu(Menu::New));
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
