//! A photograph is laid below the map of a scenario, by the hexes in its corners.

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

/// Columns and rows of the map that is photographed.
const COLUMNS: u8 = 7;
const ROWS: u8 = 5;
/// Pixels of the photograph.
const WIDTH: u16 = 800;
const HEIGHT: u16 = 600;

/// Height of a hex whose sides are 1 long.
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

/// The middle of a hex on the table, where the sides of hexes are 1 long.
fn middle(column: u8, row: u8) -> Pos2 {
    let (column, row) = (f32::from(column), f32::from(row));
    pos2(1.0 + 1.5 * column, TALL * (row + 0.5 + (column % 2.0) / 2.0))
}

/// Where on the table a place of the photograph lies: it was taken from one side, and slanting.
fn on_table(x: f32, y: f32) -> Pos2 {
    let (x, y) = (x / 60.0 - 1.0, y / 55.0 - 0.6);
    let away = 1.0 + 0.03 * x - 0.02 * y;
    pos2((x + 0.1 * y) / away, (y - 0.05 * x) / away)
}

fn hexes() -> impl Iterator<Item = (u8, u8)> {
    (0..COLUMNS).flat_map(|column| (0..ROWS).map(move |row| (column, row)))
}

/// The colour of a hex: another for each.
const fn colour((column, row): (u8, u8)) -> [u8; 3] {
    [40 + 30 * column, 40 + 40 * row, 120]
}

/// The photograph of a map whose hexes all have another colour.
fn photograph() -> RgbImage {
    RgbImage::from_fn(WIDTH.into(), HEIGHT.into(), |x, y| {
        let at = |pixel: u32| f32::from(pixel as u16) + 0.5;
        let place = on_table(at(x), at(y));
        let far = |hex: &(u8, u8)| middle(hex.0, hex.1).distance(place);
        let nearest = hexes().min_by(|a, b| far(a).total_cmp(&far(b))).expect("there are hexes");
        Rgb(if far(&nearest) < 1.0 { colour(nearest) } else { [20, 20, 20] })
    })
}

/// Where on the photograph a hex is seen.
fn seen(column: u8, row: u8) -> Pos2 {
    let whole = (0..WIDTH).flat_map(|x| (0..HEIGHT).map(move |y| (f32::from(x), f32::from(y))));
    let far = |&(x, y): &(f32, f32)| on_table(x, y).distance(middle(column, row));
    let (x, y) = whole.min_by(|a, b| far(a).total_cmp(&far(b))).expect("there are pixels");
    pos2(x, y)
}

/// Where a place of the photograph is on screen.
fn on_screen(desk: &Desk, at: Pos2) -> Pos2 {
    let room: Rect = desk.place_of(PHOTOGRAPH);
    let size = vec2(f32::from(WIDTH), f32::from(HEIGHT));
    let scale = (room.width() / size.x).min(room.height() / size.y);
    Rect::from_center_size(room.center(), size * scale).min + at.to_vec2() * scale
}

/// Opens the photograph for the map that is on screen.
fn choose(desk: &mut Desk, folder: &Path) {
    let path = folder.join("photo.png");
    photograph().save(&path).expect("the picture can be written");
    desk.give(Command::UseChosenFile(Menu::Photograph, path));
    desk.finish_scenario();
}

/// Drags the corners to the hexes in the corners of the map.
fn lay(desk: &mut Desk) {
    let corners = [(0, 0), (COLUMNS - 1, 0), (COLUMNS - 1, ROWS - 1), (0, ROWS - 1)];
    for (column, row) in corners {
        let spot = on_screen(desk, seen(column, row));
        desk.click_at(spot);
    }
    desk.press("Lay it below the map");
    desk.finish_scenario();
    desk.finish_scenario();
}

/// The photograph that is kept.
fn kept(folder: &Path) -> Option<RgbImage> {
    let tables = std::fs::read_dir(folder.join("own").join("tables")).ok()?;
    let paths = tables.map(|entry| entry.expect("it can be listed").path());
    // One that is being written has another name.
    let mut whole = paths.filter(|path| path.extension().is_some_and(|ending| ending == "jpg"));
    let path = whole.next()?;
    assert!(whole.next().is_none(), "one photograph is kept");
    Some(image::open(path).expect("it can be read").into_rgb8())
}

/// The photograph that is kept once the saving thread has come to it.
fn kept_soon(desk: &mut Desk, folder: &Path) -> RgbImage {
    for _ in 0..3000 {
        if let Some(photograph) = kept(folder) {
            return photograph;
        }
        desk.settle();
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("it is not kept with the game");
}

#[test]
fn a_photograph_is_laid_by_the_hexes_in_the_corners_and_is_there_again() {
    let (world, folder) = world("again");
    let mut desk = Desk::in_world(world.clone(), Settings::default());
    desk.give(ScenarioCommand::Begin { columns: COLUMNS, rows: ROWS, always: None });
    choose(&mut desk, &folder);
    assert!(desk.shows("Photograph of the map"), "{:#?}", desk.labels());
    lay(&mut desk);
    assert!(desk.shows("Map over photograph"), "{:#?}", desk.labels());
    assert!(kept(&folder).is_none(), "there is no game yet that it belongs to");
    desk.give(ScenarioCommand::Play(scenario_rules::Action::Level(2)));
    desk.wait_until_saved();
    let straight = kept_soon(&mut desk, &folder);

    // Every hex lies where it belongs, pulled straight.
    let side = f32::from(straight.width() as u16) / (1.5 * f32::from(COLUMNS) + 0.5);
    for hex in hexes() {
        let at = middle(hex.0, hex.1) * side;
        let found = straight.get_pixel(at.x as u32, at.y as u32).0;
        let apart = found.iter().zip(colour(hex)).map(|(a, b)| a.abs_diff(b)).max();
        assert!(apart.is_some_and(|apart| apart < 14), "{hex:?}: {found:?}");
    }

    // The record knows nothing of it, and it is there when the game is opened again.
    let record = print(desk.app().scenario().expect("a scenario"));
    assert!(!record.contains("photo") && record.len() < 600, "{record}");
    let game = std::fs::read_dir(folder.join("games")).expect("there are games").next();
    let game = game.expect("one was saved").expect("it can be listed").path();
    drop(desk);
    let mut desk = Desk::in_world(world, Settings::default());
    desk.give(Command::Open(game));
    desk.finish_scenario();
    desk.press("Set up");
    assert!(desk.shows("Map over photograph"), "{:#?}", desk.labels());

    // Taken away, it is gone from the disk as well.
    desk.press("Take the photograph away");
    desk.settle();
    assert!(!desk.shows("Map over photograph"), "{:#?}", desk.labels());
    let mut waited = 0..3000;
    while kept(&folder).is_some() {
        waited.next().expect("it is removed");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn a_map_that_is_not_begun_takes_the_size_that_is_counted_on_the_photograph() {
    let (world, folder) = world("size");
    let mut desk = Desk::in_world(world, Settings::default());
    desk.press("Scenario table");
    choose(&mut desk, &folder);
    for (field, count) in [("Columns", COLUMNS), ("Rows", ROWS)] {
        desk.press(field);
        desk.type_text(&count.to_string());
        desk.key(Key::Enter);
    }
    lay(&mut desk);
    let board = desk.app().scenario().expect("a scenario").game().position().board();
    assert_eq!((board.columns(), board.rows()), (COLUMNS, ROWS));
    assert!(desk.shows("Map over photograph"), "{:#?}", desk.labels());
}

#[test]
fn what_cannot_be_laid_says_why_and_changes_nothing() {
    let (world, folder) = world("refused");
    let mut desk = Desk::in_world(world, Settings::default());
    let record = scenario::record::new_record(
        parse("board 1x4\ncharacter Brute at A1, unrevealed").expect("a position"),
    );
    desk.give(Command::OpenText(print(&record)));
    choose(&mut desk, &folder);
    assert!(desk.shows("no four hexes in its corners"), "{:#?}", desk.labels());
    desk.key(Key::Escape);
    assert!(desk.place_of(CANVAS).is_positive());

    desk.give(ScenarioCommand::Begin { columns: 3, rows: 3, always: None });
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
fn a_photograph_being_laid_keeps_to_the_map_of_a_record_that_is_redone_meanwhile() {
    let (world, folder) = world("redone");
    let mut desk = Desk::in_world(world, Settings::default());
    desk.give(ScenarioCommand::Begin { columns: COLUMNS, rows: ROWS, always: None });
    desk.give(ScenarioCommand::Play(scenario_rules::Action::Level(2)));
    desk.give(Command::Menu(Menu::Undo));
    choose(&mut desk, &folder);
    desk.press("Columns");
    desk.type_text("20");
    desk.key(Key::Enter);
    desk.give(Command::Menu(Menu::Redo));
    assert!(desk.shows("The map has 7 columns and 5 rows."), "{:#?}", desk.labels());
    lay(&mut desk);
    let record = desk.app().scenario().expect("a scenario");
    assert_eq!(record.cursor(), 1, "the game goes on");
    assert!(desk.shows("Map over photograph"), "{:#?}", desk.labels());
}
