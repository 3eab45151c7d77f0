//! Pixels of the main screens, drawn without a GPU by a software driver.
//!
//! Needs a Vulkan driver such as Mesa's lavapipe, and so the feature `snapshots`. The pictures are
//! renewed with `UPDATE_SNAPSHOTS=true cargo test --features snapshots --test snapshots` and kept
//! only after somebody has looked at them; so is the picture in the help.

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

/// How pictures are compared: drivers differ by a hair at the edges of letters.
fn options(folder: &str) -> SnapshotOptions {
    SnapshotOptions::new()
        .output_path(format!("{}/{folder}", env!("CARGO_MANIFEST_DIR")))
        .threshold(1.6)
        .max_failed_pixels(400)
}

#[track_caller]
fn check(name: &str, look: Look, prepare: impl FnOnce(&mut App)) {
    let mut harness = shown(look, prepare);
    harness.snapshot_options(name, &options("tests/snapshots/pictures"));
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

/// The picture at the head of the README is made here as well, so that it never shows what is
/// called otherwise by now.
#[test]
fn the_picture_in_the_help_is_current() {
    // What is tested is drawn with an edge around it, which no window has.
    const EDGE: u32 = 8;
    let mut harness = shown(Look::Light, example(40));
    let whole = harness.render().expect("it can be drawn");
    let (width, height) = (whole.width() - 2 * EDGE, whole.height() - 2 * EDGE);
    let window = image::imageops::crop_imm(&whole, EDGE, EDGE, width, height).to_image();
    egui_kittest::image_snapshot_options(&window, "table", &options("assets/help"));
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
