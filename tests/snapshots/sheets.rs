//! Sheets of the main screens in eight windows and in every appearance.
//!
//! A sheet is small enough to store and large enough to show moved, overlapping or truncated parts.
//! After a run, `target/windows` has the single windows at full size for review.

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use egui::{Key, Vec2, vec2};
use egui_kittest::Harness;
use founders_ledger::app::{App, Command};
use image::imageops::{FilterType, crop_imm, replace, resize};
use image::{Rgba, RgbaImage};
use ui_board::settings::Settings;
use ui_kit::job;
use ui_kit::theme::Appearance;
use ui_menu::Menu;

use crate::{EDGE, frame_ui, options};

/// A window: its size in points, and its pixels per point.
struct Window {
    size: Vec2,
    scale: f32,
}

const fn of(width: f32, height: f32, scale: f32) -> Window {
    Window { size: vec2(width, height), scale }
}

/// Small, tall and wide windows, and some with more pixels per point.
const WINDOWS: [Window; 8] = [
    of(800.0, 480.0, 1.0),
    of(1024.0, 600.0, 1.0),
    of(1280.0, 800.0, 1.0),
    of(1366.0, 768.0, 1.0),
    of(800.0, 1280.0, 1.0),
    of(960.0, 540.0, 2.0),
    of(1920.0, 1080.0, 1.0),
    of(1920.0, 1080.0, 2.0),
];

/// The space of a window on a sheet, in pixels.
const CELL: (u32, u32) = (288, 192);
/// The number of windows per row of a sheet.
const COLUMNS: u32 = 4;

/// The steps that open a screen.
type OpenScreen = fn(&mut Harness<'_, App>);

/// Returns the text of the example of four founders.
fn whole() -> String {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/examples/four-founders.founders");
    fs::read_to_string(file).expect("the example is there")
}

/// Returns that example up to a line that starts with `line`.
fn until(line: &str) -> String {
    let text = whole();
    let end = text.find(&format!("\n{line}")).expect("the example has this line");
    text[..=end].to_owned()
}

fn open(harness: &mut Harness<'_, App>, text: String) {
    harness.state_mut().queue_command(Command::OpenText(text));
    harness.run_steps(4);
    // A summary of recent entries covers the screen once.
    harness.key_press(Key::Escape);
    harness.run_steps(4);
}

fn start(harness: &mut Harness<'_, App>) {
    // Waits for its pictures, which are made one after another.
    while harness.state().makes_thumbnails() {
        thread::sleep(Duration::from_millis(100));
        harness.run_steps(2);
    }
}

fn setup(harness: &mut Harness<'_, App>) {
    harness.state_mut().queue_command(Command::Menu(Menu::Try));
}

fn turn(harness: &mut Harness<'_, App>) {
    open(harness, until("Human Upgrade: build Government"));
}

fn placing(harness: &mut Harness<'_, App>) {
    turn(harness);
    // The card, its use, and the resource: Government, the tenth of the list.
    for key in [Key::Num3, Key::Num2, Key::Num0] {
        harness.key_press(key);
        harness.run_steps(4);
    }
}

fn follow(harness: &mut Harness<'_, App>) {
    open(harness, until("Orchid follows: $1  ~c90fe49e"));
}

fn count(harness: &mut Harness<'_, App>) {
    open(harness, until("Human places Ghost Fortress"));
}

fn table_view(harness: &mut Harness<'_, App>) {
    turn(harness);
    harness.state_mut().queue_command(Command::Menu(Menu::TableView));
}

fn result(harness: &mut Harness<'_, App>) {
    open(harness, whole());
}

/// Waits for the pictures of land and of small boards, which are made in the background. A finished
/// job may start another.
fn wait_for_pictures(harness: &mut Harness<'_, App>) {
    let mut idle_rounds = 0;
    while idle_rounds < 4 {
        harness.run_steps(2);
        if job::running_jobs(&harness.ctx) == 0 {
            idle_rounds += 1;
        } else {
            idle_rounds = 0;
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Draws a window without the margin.
fn drawn(window: &Window, look: Appearance, open: OpenScreen) -> RgbaImage {
    let settings = Settings { look, motion: false, ..Settings::default() };
    let mut harness = Harness::builder()
        .with_size(window.size + Vec2::splat(2.0 * EDGE as f32))
        .with_pixels_per_point(window.scale)
        .with_step_dt(0.25)
        .wgpu()
        .build_ui_state(frame_ui, App::new(crate::world(), settings));
    harness.run_steps(8);
    open(&mut harness);
    harness.run_steps(24);
    wait_for_pictures(&mut harness);
    let whole = harness.render().expect("it can be drawn");
    let edge = (EDGE as f32 * window.scale) as u32;
    let (width, height) = (whole.width() - 2 * edge, whole.height() - 2 * edge);
    crop_imm(&whole, edge, edge, width, height).to_image()
}

/// Draws a screen in every window and compares the sheet of them.
#[track_caller]
fn check(name: &str, look: Appearance, open: OpenScreen) {
    let name = format!("{name} {}", look.label().to_lowercase());
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("target/windows");
    fs::create_dir_all(&folder).expect("a folder for the windows can be made");
    let rows = u32::try_from(WINDOWS.len()).expect("they are few").div_ceil(COLUMNS);
    let size = (COLUMNS * CELL.0, rows * CELL.1);
    let mut sheet = RgbaImage::from_pixel(size.0, size.1, Rgba([128, 128, 128, 255]));
    for (index, window) in (0..).zip(&WINDOWS) {
        let picture = drawn(window, look, open);
        let file = format!("{name} {}x{}.png", picture.width(), picture.height());
        picture.save(folder.join(file)).expect("a picture can be saved");
        let fit = (f64::from(CELL.0) / f64::from(picture.width()))
            .min(f64::from(CELL.1) / f64::from(picture.height()));
        let [width, height] =
            [picture.width(), picture.height()].map(|side| (f64::from(side) * fit) as u32);
        let small = resize(&picture, width, height, FilterType::Triangle);
        let left = index % COLUMNS * CELL.0 + (CELL.0 - width) / 2;
        let top = index / COLUMNS * CELL.1 + (CELL.1 - height) / 2;
        replace(&mut sheet, &small, left.into(), top.into());
    }
    egui_kittest::image_snapshot_options(&sheet, name, &options("tests/snapshots/sheets"));
}

/// Declares a test for each screen, which draws it in every appearance.
macro_rules! sheets {
    ($($test:ident: $name:literal, $open:ident;)+) => {$(
        #[test]
        fn $test() {
            for look in [Appearance::Light, Appearance::Dark, Appearance::HighContrast] {
                check($name, look, $open);
            }
        }
    )+};
}

sheets! {
    start_screen_matches_its_sheet_of_windows: "start", start;
    setup_screen_matches_its_sheet_of_windows: "setup", setup;
    turn_matches_its_sheet_of_windows: "turn", turn;
    placement_of_a_tile_matches_its_sheet_of_windows: "placing", placing;
    follow_matches_its_sheet_of_windows: "follow", follow;
    count_of_a_vote_matches_its_sheet_of_windows: "count", count;
    table_view_matches_its_sheet_of_windows: "table view", table_view;
    result_screen_matches_its_sheet_of_windows: "result", result;
}
