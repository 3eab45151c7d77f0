//! Games on a traced board, finished or not: missing facts are asked for when they matter.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use board_photo::{GridSize, PaintFile, PaintKind, TracedBoard};
use components::board::SquareKind;
use components::specs::{Pack, Terrain};
use components::square::Square;
use egui::Key;
use founders_ledger::app::{Command, Environment};
use notation::parse_action;
use notation::record::print_notation;
use packs::{self, OwnCopy};
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_menu::Menu;
use ui_photo::command::TraceCommand;
use ui_photo::trace_screen::kind_key;

use crate::app::Desk;

/// Returns a world with a folder of its own, with an own copy that has two mats and no board.
fn world(name: &str) -> Environment {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("own board").join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("an old folder can be removed");
    }
    std::fs::create_dir_all(folder.join("games")).expect("a folder can be made");
    let mats = r#"(sources: {"mats": "a test"}, offer: (adviser_prices: Known([1, 1, 2, 2], "mats")), races: [
        (name: "Human", resource: Known(Own("Population"), "mats"), forbidden: Known([], "mats"), action: Known((text: "Gain $1.", effects: [ByHand]), "mats")),
        (name: "Vermling", forbidden: Known([], "mats"), action: Known((text: "Gain $1.", effects: [ByHand]), "mats")),
        (name: "Savvas", resource: Known(Own("Stone"), "mats"), forbidden: Known([], "mats"), action: Known((text: "Gain $1.", effects: [ByHand]), "mats"))])"#;
    let mut own = OwnCopy::default();
    own.add(&packs::parse_fragment("mats.ron", mats).expect("the mats can be read"));
    let path = folder.join(OwnCopy::FILE);
    std::fs::write(&path, own.text()).expect("the file can be written");
    Environment {
        own_copy: Some(path),
        games: Some(folder.join("games")),
        own: Some(folder.join("own")),
        today: "2026-11-21".to_owned(),
        ..Environment::default()
    }
}

fn desk(world: &Environment) -> Desk {
    let settings =
        Settings { reader: "Anna".to_owned(), knows_asking: true, ..Settings::default() };
    Desk::in_world(world.clone(), settings)
}

/// Returns a board of 24 by 8 squares whose fourth row is not painted and whose starts are not
/// entered.
fn unfinished() -> Pack {
    let mut paint = String::new();
    for row in (1..=8).filter(|row| *row != 4) {
        for (column, mark) in ('A'..='X').zip("eegggff~ccggffg#ggffeecc".chars()) {
            let kind = match mark {
                'e' => "entrance",
                'g' => "central",
                'f' => "forested",
                'c' => "coastal",
                '~' => "river",
                _ => "wall",
            };
            paint.extend([column.to_string(), format!("{row} {kind}\n")]);
        }
    }
    paint.push_str("H4 river\nP4 wall\n");
    let grid = GridSize::new(24, 8).expect("it is a possible size");
    let mut tracing = TracedBoard::new("Old Town", grid);
    tracing.paint_all(&PaintFile::parse(&paint, grid).expect("the paint can be read"));
    tracing.pack()
}

fn own(world: &Environment) -> OwnCopy {
    let path: &PathBuf = world.own_copy.as_ref().expect("there is an own copy");
    OwnCopy::load(path).expect("the file can be read")
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

/// Starts a game on the traced board, through the interface.
fn start_game(desk: &mut Desk, players: usize) {
    desk.press("New game…");
    desk.press(&format!("{players} players"));
    desk.press("Next");
    // The latest traced board is proposed, unless another game is selected.
    if !desk.shows(" on Old Town") {
        desk.press_last("Founders of Gloomhaven");
        desk.press_last("Old Town");
    }
    desk.press("Begin as it stands");
}

#[test]
fn saved_board_can_be_played_at_once_and_after_a_restart() {
    let world = world("offered");
    let mut desk = desk(&world);
    desk.give(TraceCommand::SaveBoard(Box::new(unfinished()), None));
    assert!(desk.shows("Old Town is saved, and on offer for a new game."));
    let facts = own(&world);
    assert_eq!(facts.facts().boards.len(), 1);
    assert!(facts.text().contains("read off their own copy by Anna on 2026-11-21"));
    start_game(&mut desk, 2);
    assert_eq!(desk.game().board().name(), "Old Town");
    let mut next = self::desk(&world);
    start_game(&mut next, 2);
    assert_eq!(next.game().board().name(), "Old Town");
}

#[test]
fn incomplete_board_is_saved_with_a_notice() {
    let world = world("one section");
    let mut desk = desk(&world);
    let blank = TracedBoard::new("Blank", GridSize::new(16, 16).expect("a possible size"));
    desk.give(TraceCommand::SaveBoard(Box::new(blank.pack()), None));
    assert!(desk.shows("Blank is saved. It is not a complete board yet: "));
    assert_eq!(own(&world).facts().boards.len(), 1);
    // Another almost unpainted board is not mistaken for it.
    let other = TracedBoard::new("Other", GridSize::new(16, 16).expect("a possible size"));
    desk.give(TraceCommand::SaveBoard(Box::new(other.pack()), None));
    assert_eq!(own(&world).facts().boards.len(), 2);
}

#[test]
fn missing_start_squares_are_asked_for_at_the_first_stall() {
    let world = world("starts");
    let mut desk = desk(&world);
    desk.give(TraceCommand::SaveBoard(Box::new(unfinished()), None));
    start_game(&mut desk, 3);
    for label in [
        "Races first",
        "Choose Human",
        "Choose Savvas",
        "Choose Vermling",
        "Take Metal",
        "Take Crops",
        "Take Livestock",
    ] {
        desk.press(label);
    }
    assert!(desk.shows_exactly("Start squares"), "{:#?}", desk.labels());
    desk.press("Squares with 1");
    desk.type_text("c2, Y9");
    assert!(desk.shows("Y9 is not on the board"), "{:#?}", desk.labels());
    for _ in 0..2 {
        desk.key(Key::Backspace);
    }
    for (number, squares) in [(2, "K2"), (3, "Q2"), (4, "E6")] {
        desk.press(&format!("Squares with {number}"));
        desk.type_text(squares);
    }
    desk.press("Keep it");
    assert!(!desk.shows_exactly("Start squares"), "{:#?}", desk.labels());
    assert_eq!(desk.game().board().starts().map(<[_]>::len), Ok(4));
    let own = own(&world);
    assert_eq!(own.facts().boards[0].starts.value().map(Vec::len), Some(4));
}

/// Returns a game on an unfinished board, with Human about to import Metal.
fn importing(world: &Environment) -> Desk {
    let mut desk = desk(world);
    desk.give(TraceCommand::SaveBoard(Box::new(unfinished()), None));
    start_game(&mut desk, 2);
    let position = "Position: Player 1 is Human, Player 2 is Savvas, turn Human, \
                    tile Population C2 of Human, tile Stone M2 of Savvas, Human controls Metal";
    let position = parse_action(desk.game(), position).expect("the line can be read");
    desk.give(FoundersCommand::Play(vec![position]));
    desk.press("Trade");
    desk.press_last("Import");
    desk.press("Metal");
    desk
}

#[test]
fn unpainted_square_is_asked_for_when_needed_and_takes_one_key() {
    let world = world("square");
    let mut desk = importing(&world);
    let entries = desk.record().cursor();
    desk.square(square("E4"));
    assert!(desk.shows_exactly("What is printed on E4?"), "{:#?}", desk.labels());
    let (clicks, keys) = (desk.clicks, desk.keys);
    desk.key(kind_key(PaintKind::Forested));
    assert_eq!((desk.clicks - clicks, desk.keys - keys), (0, 1));
    let kind = desk.game().board().kind_of(square("E4"));
    assert_eq!(kind, SquareKind::Land(Terrain::Forested));
    assert!(!desk.shows_exactly("What is printed on E4?"));
    // The import that needed the square is carried out.
    assert_eq!(desk.record().cursor(), entries + 2, "{:#?}", desk.labels());
    let here = desk.game().piece_on(square("E4"));
    assert!(here.is_some());

    // The next game knows the square, and the painted squares are as before.
    let own = own(&world);
    let rows = own.facts().boards[0].terrain.value().expect("it is drawn");
    assert_eq!(rows[3], "????f??~???????#????????");
    assert_eq!(rows[2], "eegggff~ccggffg#ggffeecc");
}

#[test]
fn question_about_a_square_can_be_postponed_or_answered_river() {
    let world = world("river");
    let mut desk = importing(&world);
    let entries = desk.record().cursor();
    desk.square(square("E4"));
    desk.press("Later");
    assert!(!desk.shows_exactly("What is printed on E4?"), "{:#?}", desk.labels());
    assert_eq!(desk.record().cursor(), entries);
    desk.square(square("F4"));
    desk.press("river (R)");
    let board = desk.game().board();
    assert_eq!(board.kind_of(square("F4")), SquareKind::River);
    assert_eq!(board.section_of(square("F4")), None);
}

#[test]
fn photograph_is_shown_under_the_board_and_never_exported() {
    let world = world("photograph");
    let mut desk = desk(&world);
    let picture = image::RgbImage::from_fn(24 * 20, 8 * 20, |x, y| {
        let [red, ..] = (x / 2).to_le_bytes();
        let [green, ..] = y.to_le_bytes();
        image::Rgb([red, green, 90])
    });
    let board = Box::new(unfinished());
    desk.give(TraceCommand::SaveBoard(board, Some(Arc::new(picture))));
    let boards = world.boards().expect("there is a folder");
    assert!(boards.join("old-town.jpg").exists());
    start_game(&mut desk, 2);
    for _ in 0..200 {
        if desk.app().shows_picture() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
        desk.settle();
    }
    assert!(desk.app().shows_picture());
    desk.give(Command::Menu(Menu::Rotate));
    // No exported text mentions the photograph.
    let record = print_notation(desk.record());
    let alone = own(&world).board_alone("Old Town").expect("it is there");
    for text in [record, own(&world).text(), packs::print(&alone)] {
        assert!(!text.contains("jpg") && text.len() < 60_000);
    }
    // A board of another size under the same name is not shown with the photograph.
    let grid = GridSize::new(12, 8).expect("a possible size");
    let paint = "D1 river\nD2 river\nD3 river\nD4 river\nD5 river\nD6 river\nD7 river\nD8 river\n\
                 H1 wall\nH2 wall\nH3 wall\nH4 wall\nH5 wall\nH6 wall\nH7 wall\nH8 wall\n";
    let mut other = TracedBoard::new("Old Town", grid);
    other.paint_all(&PaintFile::parse(paint, grid).expect("the paint can be read"));
    let mut next = self::desk(&world);
    next.give(TraceCommand::SaveBoard(Box::new(other.pack()), None));
    start_game(&mut next, 2);
    std::thread::sleep(std::time::Duration::from_millis(200));
    next.settle();
    assert!(!next.app().shows_picture());
}

#[test]
fn dropped_picture_opens_the_tracing_page() {
    let world = world("dropped");
    let mut desk = desk(&world);
    let boards = world.boards().expect("there is a folder");
    let path = boards.with_file_name("Table.JPG");
    std::fs::create_dir_all(boards.parent().expect("it has a parent")).expect("it can be made");
    let picture = image::RgbImage::from_pixel(120, 90, image::Rgb([90, 120, 60]));
    picture.save(&path).expect("it can be written");
    desk.give(Command::Open(path));
    for _ in 0..200 {
        if desk.shows_exactly("Straighten and paint") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
        desk.settle();
    }
    assert!(desk.shows_exactly("Straighten and paint"), "{:#?}", desk.labels());
}
