//! Pixel snapshots of the main screens, drawn without a GPU by a software driver.
//!
//! Needs a Vulkan driver such as Mesa's lavapipe, and therefore the feature `snapshots`. Pictures,
//! those of the help included, are updated with `UPDATE_SNAPSHOTS=true cargo test --features
//! snapshots --test snapshots` and reviewed by eye before they are committed.

mod help;
#[path = "../board-photo/trials/render.rs"]
#[expect(
    dead_code,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "pictures have some hundred pixels a side, and other code of the module is unused here"
)]
mod render;
mod sheets;

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use egui_kittest::kittest::Queryable as _;
use egui_kittest::{Harness, SnapshotOptions};
use founders_ledger::app::{App, Command, Environment};
use image::RgbaImage;
use journal::Change;
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_kit::theme::Appearance;
use ui_menu::Menu;

/// Returns a world with a folder for games: without one, the window says that nothing is saved.
pub fn world() -> Environment {
    let games = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shown games");
    Environment { games: Some(games), ..Environment::default() }
}

/// Returns the app in a small window, after `prepare`.
fn shown(look: Appearance, prepare: impl FnOnce(&mut App)) -> Harness<'static, App> {
    let settings = Settings { look, motion: false, ..Settings::default() };
    let mut app = App::new(world(), settings);
    prepare(&mut app);
    let mut harness = harness_of(app);
    settle(&mut harness);
    harness
}

/// The size of the window of the pictures, in points.
const SIZE: [f32; 2] = [1024.0, 600.0];

fn harness_of(app: App) -> Harness<'static, App> {
    moving(app, 0.25)
}

/// Returns the app with `secs` seconds between two frames.
fn moving(app: App, secs: f32) -> Harness<'static, App> {
    Harness::builder().with_size(SIZE).with_step_dt(secs).wgpu().build_ui_state(frame_ui, app)
}

/// Carries out the app's commands and draws a frame.
pub fn frame_ui(ui: &mut egui::Ui, app: &mut App) {
    let ctx = ui.ctx().clone();
    app.run_commands(&ctx);
    app.frame(ui);
}

fn settle(harness: &mut Harness<'_, App>) {
    harness.run_steps(24);
    // The picture of the land is made in the background.
    for _ in 0..25 {
        thread::sleep(Duration::from_millis(200));
        harness.run_steps(2);
    }
}

/// The margin of a drawn picture in pixels, which no window has.
const EDGE: u32 = 8;

/// Draws the window without the margin.
fn window<S>(harness: &mut Harness<'_, S>) -> RgbaImage {
    let whole = harness.render().expect("it can be drawn");
    let (width, height) = (whole.width() - 2 * EDGE, whole.height() - 2 * EDGE);
    image::imageops::crop_imm(&whole, EDGE, EDGE, width, height).to_image()
}

/// Returns the tolerance for pictures: drivers differ slightly at the edges of letters.
fn options(folder: &str) -> SnapshotOptions {
    SnapshotOptions::new()
        .output_path(format!("{}/{folder}", env!("CARGO_MANIFEST_DIR")))
        .threshold(1.6)
        .max_failed_pixels(400)
}

#[track_caller]
fn check(name: &str, look: Appearance, prepare: impl FnOnce(&mut App)) {
    let mut harness = shown(look, prepare);
    harness.snapshot_options(name, &options("tests/snapshots/pictures"));
}

/// Opens an example and undoes its last `back` entries.
fn example(back: usize) -> impl FnOnce(&mut App) {
    move |app| {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/examples/four-founders.founders");
        app.queue_command(Command::OpenText(
            fs::read_to_string(file).expect("the example is there"),
        ));
        if back > 0 {
            app.queue_command(FoundersCommand::Change(vec![Change::Undo(back)]));
        }
    }
}

#[test]
fn start_screen_matches_its_snapshot() {
    check("start", Appearance::Light, |_| {});
}

#[test]
fn setup_screen_matches_its_snapshot() {
    check("setup", Appearance::Light, |app| {
        app.queue_command(Command::Menu(Menu::Try));
    });
}

#[test]
fn light_table_screen_matches_its_snapshot() {
    check("table light", Appearance::Light, example(40));
}

#[test]
fn dark_table_screen_matches_its_snapshot() {
    check("table dark", Appearance::Dark, example(40));
}

#[test]
fn high_contrast_table_screen_matches_its_snapshot() {
    check("table high contrast", Appearance::HighContrast, example(40));
}

#[test]
fn result_screen_matches_its_snapshot() {
    check("result", Appearance::Light, example(0));
}

/// A scenario with every item that has its own sign.
const SCENARIO: &str = "Founders Ledger scenario 1
table:
  board 9x7
  obstacle D2 D3
  trap C5
  hazardous F5
  difficult G3
  closed I4
  locked I6
  door A7
  wall E5-E6
  level 1
  card Guard: move 2, attack
  card Archer: move 2, attack range 3 targets 2
  initiative Guard: 15
  initiative Archer: 40
  initiative Captain: 80
  character Brute at C3, initiative 30, hit points 8/10
  character Tinkerer at A5, initiative 60, hit points 8/8
  summon Rat Swarm of Tinkerer at B6
  normal Guard 3 at E3, hit points 6/6
  elite Guard 1 at F4, hit points 9/9, poisoned
  normal Archer 2 at G6, hit points 5/5, flying
  boss Captain at H2, hit points 20/20
play:
";

/// Checks the map with the turn of a monster, its focus, its paths and its reasons.
#[track_caller]
fn check_turn(name: &str, look: Appearance) {
    let mut harness = shown(look, |app| app.queue_command(Command::OpenText(SCENARIO.to_owned())));
    harness.get_by_label("15  Guard 1, elite, acts next").click();
    harness.run_steps(24);
    harness.remove_cursor();
    harness.run_steps(4);
    harness.snapshot_options(name, &options("tests/snapshots/pictures"));
}

#[test]
fn light_monster_turn_matches_its_snapshot() {
    check_turn("scenario light", Appearance::Light);
}

#[test]
fn campaign_matches_its_snapshot() {
    check("campaign", Appearance::Light, |app| {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/campaign/three-scenarios.campaign");
        let text = fs::read_to_string(file).expect("the example is there");
        app.queue_command(Command::OpenText(text));
    });
}

#[test]
fn dark_monster_turn_matches_its_snapshot() {
    check_turn("scenario dark", Appearance::Dark);
}

#[test]
fn high_contrast_monster_turn_matches_its_snapshot() {
    check_turn("scenario high contrast", Appearance::HighContrast);
}
