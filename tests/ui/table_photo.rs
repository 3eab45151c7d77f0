//! Photographs of the table: one is stored with its game, and another is compared with it.

use std::path::{Path, PathBuf};

use components::board::{Board, SquareKind};
use components::specs::Terrain;
use components::square::Square;
use egui::Key;
use founders_ledger::app::{Command, Environment};
use image::{Rgb, RgbImage, imageops};
use narration::PlayerNaming;
use notation::record::{print_log, print_notation};
use table_inventory::Checklist;
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_menu::Menu;

use crate::app::{Desk, journal_of, truncated};

/// Pixels along a square, and around the board.
const SIDE: u32 = 50;
const AROUND: u32 = 80;

/// Returns a world with a folder of its own and an unfinished game in it.
pub fn world(name: &str) -> (Environment, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("table photo").join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("an old folder can be removed");
    }
    std::fs::create_dir_all(folder.join("games")).expect("a folder can be made");
    let journal = truncated(&journal_of("four-founders.founders"), 60);
    let game = folder.join("games").join("friday.founders");
    let text = print_log(&journal);
    std::fs::write(&game, text).expect("the game can be written");
    let world = Environment {
        games: Some(folder.join("games")),
        own: Some(folder.join("own")),
        today: "2026-11-21".to_owned(),
        ..Environment::default()
    };
    (world, game)
}

/// Starts the app with the game open.
pub fn desk(world: &Environment, game: &Path) -> Desk {
    let mut desk = Desk::in_world(world.clone(), Settings::default());
    desk.give(Command::Open(game.to_owned()));
    desk
}

/// Draws a table with a board, with tiles on some squares, at this brightness in percent.
pub fn table(board: &Board, tiles: &[Square], light: u32) -> RgbImage {
    let (columns, rows) = (u32::from(board.size().0), u32::from(board.size().1));
    let size = |count: u32| count * SIDE + 2 * AROUND;
    RgbImage::from_fn(size(columns), size(rows), |x, y| {
        let grain = (x * 7 + y * 13) % 5;
        let (right, below) = (x.wrapping_sub(AROUND), y.wrapping_sub(AROUND));
        let inner = 5..SIDE - 5;
        let color = if right >= columns * SIDE || below >= rows * SIDE {
            [70, 52, 40]
        } else {
            let (u, v) = (right % SIDE, below % SIDE);
            let at = |pixel: u32| u8::try_from(pixel / SIDE).expect("a small board");
            let square = Square::new(at(right), at(below));
            if tiles.contains(&square) && inner.contains(&u) && inner.contains(&v) {
                [150, 60, 140]
            } else {
                let ground = ground(board.kind_of(square));
                ground.map(|part| if u < 2 || v < 2 { part - 30 } else { part })
            }
        };
        Rgb(color.map(|part| u8::try_from((part + grain) * light / 100).unwrap_or(u8::MAX)))
    })
}

const fn ground(kind: SquareKind) -> [u32; 3] {
    match kind {
        SquareKind::Land(Terrain::Entrance) => [170, 112, 92],
        SquareKind::Land(Terrain::Coastal) => [206, 194, 166],
        SquareKind::Land(Terrain::Forested) => [118, 126, 84],
        SquareKind::Land(Terrain::Central) | SquareKind::UnknownLand => [156, 150, 142],
        SquareKind::River => [112, 136, 146],
        SquareKind::Wall => [80, 76, 72],
        SquareKind::Reserved(_) => [150, 120, 70],
        SquareKind::Outside => [188, 170, 134],
    }
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

/// Waits until a photograph is stored, and the game is on screen again.
#[track_caller]
pub fn wait_until_stored(desk: &mut Desk, world: &Environment) {
    desk.wait_for("What just happened");
    let stored = std::fs::read_dir(world.own.as_ref().expect("a folder").join("tables"));
    assert_eq!(stored.expect("it is there").count(), 1, "one photograph is kept");
}

/// Chooses a picture for a command, and waits until its grid is found.
#[track_caller]
pub fn choose_picture(desk: &mut Desk, menu: Menu, folder: &Path, picture: &RgbImage) {
    let path = folder.with_file_name("photo.png");
    picture.save(&path).expect("the picture can be written");
    desk.give(Command::UseChosenFile(menu, path));
    desk.wait_for("Grid found: ");
}

fn record(desk: &Desk) -> String {
    print_notation(desk.record())
}

#[test]
fn keys_step_through_differences_to_the_stored_photograph() {
    let (world, game) = world("by keys");
    let mut desk = desk(&world, &game);
    let (board, before) = (desk.game().board().clone(), record(&desk));
    let left = table(&board, &[square("D5"), square("J8")], 100);
    choose_picture(&mut desk, Menu::KeepPhotograph, &game, &left);
    desk.key(Key::Enter);
    wait_until_stored(&mut desk, &world);

    // In another light and from the other side of the table: one tile is missing, and one is on a
    // square that was empty.
    let now = imageops::rotate180(&table(&board, &[square("D5"), square("M3")], 80));
    choose_picture(&mut desk, Menu::ComparePhotograph, &game, &now);
    desk.key(Key::Enter);
    desk.wait_for("2 of 272 squares differ, the surest first.");
    let by_record = desk.labels().into_iter().filter(|label| label.starts_with("By the record: "));
    assert_eq!(by_record.count(), 1);
    assert!(desk.shows("J8: ") && desk.shows("M3: "), "{:?}", desk.labels());
    desk.key(Key::B);
    desk.key(Key::Space);
    desk.key(Key::ArrowUp);
    assert!(desk.shows(", settled"), "{:?}", desk.labels());
    desk.key(Key::ArrowDown);
    desk.key(Key::Enter);
    let settled = desk.labels().into_iter().filter(|label| label.ends_with(", settled"));
    assert_eq!(settled.count(), 2);

    desk.key(Key::Escape);
    assert_eq!(record(&desk), before, "a picture changes nothing");
    assert!(desk.app().title().starts_with("friday"), "{}", desk.app().title());
}

#[test]
fn unchanged_table_shows_no_difference_to_the_stored_photograph() {
    let (world, game) = world("as it was");
    let mut desk = desk(&world, &game);
    let left = table(desk.game().board(), &[square("D5")], 100);
    choose_picture(&mut desk, Menu::KeepPhotograph, &game, &left);
    desk.press("Keep it with the game");
    wait_until_stored(&mut desk, &world);
    choose_picture(&mut desk, Menu::ComparePhotograph, &game, &left);
    desk.press("Compare");
    desk.wait_for("No square differs.");
    desk.press("‹ Back to the game");
    assert!(!desk.shows("No square differs."));
}

#[test]
fn recorded_changes_are_distinguished_from_unrecorded_ones() {
    let (world, game) = world("since");
    let journal = truncated(&journal_of("four-founders.founders"), 90);
    std::fs::write(&game, print_log(&journal)).expect("it can be written");
    let mut desk = desk(&world, &game);
    let contents = |desk: &Desk| {
        let list = Checklist::for_game(desk.table().named_game());
        move |square: Square| list.describe_square(square)
    };
    desk.give(FoundersCommand::ViewNumber(60));
    let (board, before) = (desk.game().board().clone(), contents(&desk));
    let left = table(&board, &[square("D5")], 100);
    choose_picture(&mut desk, Menu::KeepPhotograph, &game, &left);
    desk.key(Key::Enter);
    wait_until_stored(&mut desk, &world);
    desk.give(FoundersCommand::ViewNumber(90));
    let after = contents(&desk);
    let changed: Vec<Square> =
        board.squares().filter(|&square| before(square) != after(square)).collect();
    let (placed, forgotten) = (changed[0], changed.len() - 1);
    assert!(forgotten > 0 && !changed.contains(&square("D5")), "{changed:?}");

    // A change of the player naming is no difference.
    let settings = Settings { naming: PlayerNaming::Races, ..desk.app().settings().clone() };
    desk.give(Command::SetSettings(Box::new(settings)));
    // On one of the squares changed in the record there is a tile now, and one is gone elsewhere.
    let now = table(&board, &[placed], 90);
    choose_picture(&mut desk, Menu::ComparePhotograph, &game, &now);
    assert!(desk.shows("It is compared with that of entry 60, 2026-11-21."), "{:?}", desk.labels());
    desk.key(Key::Enter);
    desk.wait_for("2 of 272 squares differ, the surest first. The record explains 1 of them.");
    let more = format!("{forgotten} more squares the record has changed, and the table has not.");
    assert!(desk.shows(&more), "{more} {:?}", desk.labels());
    // Unrecorded differences come first, and recorded ones last.
    assert!(desk.labels().iter().any(|label| label.starts_with("D5: ") && label.ends_with("sure")));
    let rows: Vec<String> =
        desk.labels().into_iter().filter(|label| label.contains(": ")).collect();
    for (end, count) in [("not on the table?", forgotten), (", as recorded", 1)] {
        assert_eq!(rows.iter().filter(|row| row.ends_with(end)).count(), count, "{rows:?}");
    }
    desk.key(Key::ArrowDown);
    assert!(desk.shows("the pictures do not differ"), "{:?}", desk.labels());
    assert!(desk.shows("When the photograph was kept: "), "{:?}", desk.labels());

    // Storing another photograph mentions the one before.
    desk.key(Key::Escape);
    choose_picture(&mut desk, Menu::KeepPhotograph, &game, &left);
    assert!(desk.shows("One is kept already, from entry 60, 2026-11-21."), "{:?}", desk.labels());
}

#[test]
fn photographs_that_cannot_be_compared_are_reported_without_loss() {
    let (world, game) = world("cannot");
    let mut desk = desk(&world, &game);
    let (board, before) = (desk.game().board().clone(), record(&desk));
    // Nothing is stored yet.
    desk.give(Command::Menu(Menu::ComparePhotograph));
    assert!(desk.shows("No photograph is kept with this game."), "{:?}", desk.labels());
    let left = table(desk.game().board(), &[], 100);
    choose_picture(&mut desk, Menu::KeepPhotograph, &game, &left);
    desk.key(Key::Enter);
    wait_until_stored(&mut desk, &world);

    // Only a part of the board.
    let path = game.with_file_name("other.png");
    let cut = imageops::crop_imm(&left, 0, 0, AROUND + 8 * SIDE, AROUND + 6 * SIDE).to_image();
    cut.save(&path).expect("the picture can be written");
    desk.give(Command::UseChosenFile(Menu::ComparePhotograph, path.clone()));
    desk.wait_for("squares, and the board has 17 × 16. Is it the same board?");
    desk.key(Key::Enter);
    assert!(desk.has_control("Compare") && !desk.shows("Comparing"), "{:?}", desk.labels());
    // A board of another size.
    let duel = journal_of("harbour-duel.founders");
    let other = duel.game().board();
    assert_ne!(other.size(), board.size());
    table(other, &[], 100).save(&path).expect("the picture can be written");
    desk.give(Command::UseChosenFile(Menu::ComparePhotograph, path.clone()));
    desk.wait_for("squares, and the board has 17 × 16. Is it the same board?");
    desk.key(Key::Enter);
    assert!(desk.has_control("Compare") && !desk.shows("Comparing"), "{:?}", desk.labels());
    // A file that is no picture is reported, and the photograph before it stays.
    std::fs::write(&path, "no picture").expect("the file can be written");
    desk.give(Command::UseChosenFile(Menu::ComparePhotograph, path));
    desk.wait_for("other.png: ");
    desk.press("‹ Back to the game");

    // The stored photograph is damaged.
    let mut stored = std::fs::read_dir(world.own.as_ref().expect("a folder").join("tables"))
        .expect("it is there");
    let photograph = stored.next().expect("one is kept").expect("it can be read");
    std::fs::write(photograph.path(), "damaged").expect("the file can be written");
    desk.give(Command::Menu(Menu::ComparePhotograph));
    let message = "The photograph that is kept cannot be read";
    assert!(desk.shows(message), "{:?}", desk.labels());
    assert_eq!(record(&desk), before);
}

#[test]
fn unsaved_game_cannot_store_a_photograph() {
    let mut desk = Desk::at("four-founders.founders", 20);
    desk.give(Command::Menu(Menu::KeepPhotograph));
    assert!(desk.shows("There is no folder for photographs here."), "{:?}", desk.labels());
}
