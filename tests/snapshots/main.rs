//! Pixels of the main screens, drawn without a GPU by a software driver.
//!
//! Needs a Vulkan driver such as Mesa's lavapipe, and so the feature `snapshots`. The pictures are
//! renewed with `UPDATE_SNAPSHOTS=true` and kept only after somebody has looked at them.

use std::fs;
use std::thread;
use std::time::Duration;

use egui_kittest::{Harness, SnapshotOptions};
use founders_ledger::app::{App, World};
use journal::Change;
use ui::command::{Command, Menu};
use ui::settings::Settings;
use ui::theme::Look;

/// The app in a small window, after `prepare`.
fn shown(look: Look, prepare: impl FnOnce(&mut App)) -> Harness<'static, App> {
    let settings = Settings {
        look,
        motion: false,
        ..Settings::default()
    };
    let mut app = App::new(World::default(), settings);
    prepare(&mut app);
    let mut harness = Harness::builder()
        .with_size([1024.0, 600.0])
        .wgpu()
        .build_ui_state(
            |ui, app: &mut App| {
                let ctx = ui.ctx().clone();
                app.carry_out(&ctx);
                app.frame(ui);
            },
            app,
        );
    harness.run_steps(24);
    // The land is made into a picture beside the frames; it is waited for.
    for _ in 0..10 {
        thread::sleep(Duration::from_millis(200));
        harness.run_steps(2);
    }
    harness
}

#[track_caller]
fn check(name: &str, look: Look, prepare: impl FnOnce(&mut App)) {
    let mut harness = shown(look, prepare);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots/pictures");
    // Drivers differ by a hair at the edges of letters.
    let options = SnapshotOptions::new()
        .output_path(folder)
        .threshold(1.6)
        .max_failed_pixels(400);
    harness.snapshot_options(name, &options);
}

/// An example, taken back by some entries.
fn example(back: usize) -> impl FnOnce(&mut App) {
    move |app| {
        let file = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/assets/examples/four-founders.founders"
        );
        app.give(Command::OpenText(
            fs::read_to_string(file).expect("the example is there"),
        ));
        if back > 0 {
            app.give(Command::Change(vec![Change::Undo(back)]));
        }
    }
}

#[test]
fn the_start_screen_looks_as_it_did() {
    check("start", Look::Light, |_| {});
}

#[test]
fn the_setup_looks_as_it_did() {
    check("setup", Look::Light, |app| {
        app.give(Command::Menu(Menu::New));
    });
}

#[test]
fn the_table_looks_as_it_did() {
    check("table light", Look::Light, example(40));
}

#[test]
fn the_table_looks_as_it_did_in_the_dark() {
    check("table dark", Look::Dark, example(40));
}

#[test]
fn the_table_looks_as_it_did_in_high_contrast() {
    check("table high contrast", Look::HighContrast, example(40));
}

#[test]
fn the_result_looks_as_it_did() {
    check("result", Look::Light, example(0));
}
