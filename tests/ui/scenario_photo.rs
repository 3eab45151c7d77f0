//! Placement of a photograph below the map of a scenario, by the hexes in its corners.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "pixels of a small picture"
)]

use std::path::{Path, PathBuf};

use egui::{Key, Pos2, Rect, pos2, vec2};
use founders_ledger::app::{Command, Environment};
use image::{Rgb, RgbImage};
use scenario::parse;
use scenario::record::print;
use ui_board::settings::Settings;
use ui_menu::Menu;
use ui_scenario::{CANVAS, PHOTOGRAPH, ScenarioCommand};

use crate::app::Desk;

/// Columns and rows of the photographed map.
const COLUMNS: u8 = 7;
const ROWS: u8 = 5;
/// Width and height of the photograph in pixels.
const WIDTH: u16 = 800;
const HEIGHT: u16 = 600;

/// Height of a hex with sides of length 1.
const TALL: f32 = 1.732_050_8;

fn world(name: &str) -> (Environment, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scenario photo").join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("an old folder can be removed");
    }
    std::fs::create_dir_all(folder.join("games")).expect("a folder can be made");
    let world = Environment {
        games: Some(folder.join("games")),
        own: Some(folder.join("own")),
        today: "2026-11-21".to_owned(),
        ..Environment::default()
    };
    (world, folder)
}

/// Returns the center of a hex on the table, in units of a hex side.
fn center(column: u8, row: u8) -> Pos2 {
    let (column, row) = (f32::from(column), f32::from(row));
    pos2(1.0 + 1.5 * column, TALL * (row + 0.5 + (column % 2.0) / 2.0))
}

/// Returns the place on the table for a place of the photograph, which was taken from one side at
/// an angle.
fn on_table(x: f32, y: f32) -> Pos2 {
    let (x, y) = (x / 60.0 - 1.0, y / 55.0 - 0.6);
    let away = 1.0 + 0.03 * x - 0.02 * y;
    pos2((x + 0.1 * y) / away, (y - 0.05 * x) / away)
}

fn hexes() -> impl Iterator<Item = (u8, u8)> {
    (0..COLUMNS).flat_map(|column| (0..ROWS).map(move |row| (column, row)))
}

/// Returns the color of a hex, which is unique.
const fn color((column, row): (u8, u8)) -> [u8; 3] {
    [40 + 30 * column, 40 + 40 * row, 120]
}

/// Returns the photograph of a map whose hexes all have different colors.
fn photograph() -> RgbImage {
    RgbImage::from_fn(WIDTH.into(), HEIGHT.into(), |x, y| {
        let at = |pixel: u32| f32::from(pixel as u16) + 0.5;
        let place = on_table(at(x), at(y));
        let distance = |&(column, row): &(u8, u8)| center(column, row).distance(place);
        let nearest =
            hexes().min_by(|a, b| distance(a).total_cmp(&distance(b))).expect("there are hexes");
        Rgb(if distance(&nearest) < 1.0 { color(nearest) } else { [20, 20, 20] })
    })
}

/// Returns the place of a hex on the photograph.
fn on_photograph(column: u8, row: u8) -> Pos2 {
    let distance = |&(x, y): &(f32, f32)| on_table(x, y).distance(center(column, row));
    let (x, y) = (0..WIDTH)
        .flat_map(|x| (0..HEIGHT).map(move |y| (f32::from(x), f32::from(y))))
        .min_by(|a, b| distance(a).total_cmp(&distance(b)))
        .expect("there are pixels");
    pos2(x, y)
}

/// Returns the place on screen for a place of the photograph.
fn on_screen(desk: &Desk, at: Pos2) -> Pos2 {
    let frame: Rect = desk.control_rect(PHOTOGRAPH);
    let size = vec2(f32::from(WIDTH), f32::from(HEIGHT));
    let scale = (frame.width() / size.x).min(frame.height() / size.y);
    Rect::from_center_size(frame.center(), size * scale).min + at.to_vec2() * scale
}

/// Opens the photograph for the map on screen.
fn open_photograph(desk: &mut Desk, folder: &Path) {
    let path = folder.join("photo.png");
    photograph().save(&path).expect("the picture can be written");
    desk.give(Command::UseChosenFile(Menu::Photograph, path));
    desk.finish_scenario();
}

/// Drags the corners to the hexes in the corners of the map, and places the photograph.
fn place_photograph(desk: &mut Desk) {
    let corners = [(0, 0), (COLUMNS - 1, 0), (COLUMNS - 1, ROWS - 1), (0, ROWS - 1)];
    for (column, row) in corners {
        let spot = on_screen(desk, on_photograph(column, row));
        desk.click_at(spot);
    }
    desk.press("Lay it below the map");
    desk.finish_scenario();
    desk.finish_scenario();
}

/// Returns the photograph stored with the game, if there is one.
fn stored_photograph(folder: &Path) -> Option<RgbImage> {
    let tables = std::fs::read_dir(folder.join("own").join("tables")).ok()?;
    // A file that is being written has another name.
    let mut finished = tables
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "jpg"));
    let path = finished.next()?;
    assert!(finished.next().is_none(), "one photograph is kept");
    Some(image::open(path).expect("it can be read").into_rgb8())
}

/// Waits until the save thread has stored the photograph, and returns it.
fn wait_for_stored_photograph(desk: &mut Desk, folder: &Path) -> RgbImage {
    for _ in 0..3000 {
        if let Some(photograph) = stored_photograph(folder) {
            return photograph;
        }
        desk.settle();
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("it is not kept with the game");
}

#[test]
fn photograph_is_placed_by_corner_hexes_and_restored_with_the_game() {
    let (world, folder) = world("again");
    let mut desk = Desk::in_world(world.clone(), Settings::default());
    desk.give(ScenarioCommand::StartGame { columns: COLUMNS, rows: ROWS, always: None });
    open_photograph(&mut desk, &folder);
    assert!(desk.shows("Photograph of the map"), "{:#?}", desk.labels());
    place_photograph(&mut desk);
    assert!(desk.shows("Map over photograph"), "{:#?}", desk.labels());
    assert!(stored_photograph(&folder).is_none(), "there is no game yet that it belongs to");
    desk.give(ScenarioCommand::Play(scenario_rules::Action::Level(2)));
    desk.wait_until_saved();
    let straight = wait_for_stored_photograph(&mut desk, &folder);

    // Every hex is at its place on the straightened photograph.
    let side = f32::from(straight.width() as u16) / (1.5 * f32::from(COLUMNS) + 0.5);
    for hex in hexes() {
        let at = center(hex.0, hex.1) * side;
        let found = straight.get_pixel(at.x as u32, at.y as u32).0;
        let apart = found.iter().zip(color(hex)).map(|(a, b)| a.abs_diff(b)).max();
        assert!(apart.is_some_and(|apart| apart < 14), "{hex:?}: {found:?}");
    }

    // The record does not contain the photograph, which is shown when the game is opened again.
    let record = print(desk.app().scenario().expect("a scenario"));
    assert!(!record.contains("photo") && record.len() < 600, "{record}");
    let game = std::fs::read_dir(folder.join("games"))
        .expect("there are games")
        .next()
        .expect("one was saved")
        .expect("it can be listed")
        .path();
    drop(desk);
    let mut desk = Desk::in_world(world, Settings::default());
    desk.give(Command::Open(game));
    desk.finish_scenario();
    desk.press("Set up");
    assert!(desk.shows("Map over photograph"), "{:#?}", desk.labels());

    // Removing the photograph deletes it from the disk as well.
    desk.press("Take the photograph away");
    desk.settle();
    assert!(!desk.shows("Map over photograph"), "{:#?}", desk.labels());
    let mut waited = 0..3000;
    while stored_photograph(&folder).is_some() {
        waited.next().expect("it is removed");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn new_map_takes_the_size_counted_on_the_photograph() {
    let (world, folder) = world("size");
    let mut desk = Desk::in_world(world, Settings::default());
    desk.press("Scenario table");
    open_photograph(&mut desk, &folder);
    for (field, count) in [("Columns", COLUMNS), ("Rows", ROWS)] {
        desk.press(field);
        desk.type_text(&count.to_string());
        desk.key(Key::Enter);
    }
    place_photograph(&mut desk);
    let board = desk.app().scenario().expect("a scenario").game().position().board();
    assert_eq!((board.columns(), board.rows()), (COLUMNS, ROWS));
    assert!(desk.shows("Map over photograph"), "{:#?}", desk.labels());
}

#[test]
fn photograph_that_cannot_be_placed_is_refused_with_a_reason() {
    let (world, folder) = world("refused");
    let mut desk = Desk::in_world(world, Settings::default());
    let record = scenario::record::new_record(
        parse("board 1x4\ncharacter Brute at A1, unrevealed").expect("a position"),
    );
    desk.give(Command::OpenText(print(&record)));
    open_photograph(&mut desk, &folder);
    assert!(desk.shows("no four hexes in its corners"), "{:#?}", desk.labels());
    desk.key(Key::Escape);
    assert!(desk.control_rect(CANVAS).is_positive());

    desk.give(ScenarioCommand::StartGame { columns: 3, rows: 3, always: None });
    let wrong = folder.join("photo.jpg");
    std::fs::write(&wrong, "no picture").expect("it can be written");
    desk.give(Command::Open(wrong));
    desk.finish_scenario();
    assert!(desk.shows("no picture that can be read"), "{:#?}", desk.labels());
    desk.press("Cancel");
    assert!(!desk.shows("Map over photograph"));
    assert_eq!(desk.app().scenario().expect("a scenario").cursor(), 0);
}

#[test]
fn photograph_placement_follows_the_map_size_after_a_redo() {
    let (world, folder) = world("redone");
    let mut desk = Desk::in_world(world, Settings::default());
    desk.give(ScenarioCommand::StartGame { columns: COLUMNS, rows: ROWS, always: None });
    desk.give(ScenarioCommand::Play(scenario_rules::Action::Level(2)));
    desk.give(Command::Menu(Menu::Undo));
    open_photograph(&mut desk, &folder);
    desk.press("Columns");
    desk.type_text("20");
    desk.key(Key::Enter);
    desk.give(Command::Menu(Menu::Redo));
    assert!(desk.shows("The map has 7 columns and 5 rows."), "{:#?}", desk.labels());
    place_photograph(&mut desk);
    let record = desk.app().scenario().expect("a scenario");
    assert_eq!(record.cursor(), 1, "the game continues");
    assert!(desk.shows("Map over photograph"), "{:#?}", desk.labels());
}
