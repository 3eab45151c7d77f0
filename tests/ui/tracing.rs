//! A board is traced with the mouse, with keys, and from a photograph.

use board_tracing::{PaintKind, Photo};
use components::square::Square;
use egui::{Event, Key, PointerButton, Pos2, Rect};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use image::{Rgb, RgbImage};
use ui_kit::queue::CommandQueue;
use ui_menu::Menu;
use ui_photo::command::TraceCommand;
use ui_photo::trace_screen::{CANVAS_NAME, TraceDraft, kind_key, square_rect, trace_screen_ui};

use crate::support::{harness, press};

struct Screen {
    draft: TraceDraft,
    commands: Vec<TraceCommand>,
}

type Desk = Harness<'static, Screen>;

fn screen(columns: u32, rows: u32) -> Desk {
    let pack = packs::find("founders-of-gloomhaven").expect("it is built in");
    let mut draft = TraceDraft::new(pack);
    draft.resize(columns, rows);
    let show = |ui: &mut egui::Ui, screen: &mut Screen| {
        let asked = CommandQueue::default();
        trace_screen_ui(ui, &mut screen.draft, &asked);
        for command in asked.take() {
            match command {
                TraceCommand::Menu(Menu::Undo) => screen.draft.undo(),
                TraceCommand::Menu(Menu::Redo) => screen.draft.redo(),
                other => screen.commands.push(other),
            }
        }
    };
    harness(1280.0, 1100.0, show, Screen { draft, commands: Vec::new() })
}

fn click(desk: &mut Desk, label: &str) {
    desk.get_by_label(label).click();
    desk.run();
    finish(desk);
}

/// Waits for what is worked out beside the window.
fn finish(desk: &mut Desk) {
    let ctx = desk.ctx.clone();
    desk.state_mut().draft.finish(&ctx);
    desk.run();
}

fn canvas(desk: &Desk) -> Rect {
    desk.get_by_label(CANVAS_NAME).rect()
}

fn place(desk: &Desk, square: &str) -> Pos2 {
    let grid = desk.state().draft.tracing().expect("the grid is laid").grid();
    square_rect(canvas(desk), grid, square.parse().expect("a square")).center()
}

fn button(pos: Pos2, pressed: bool) -> Event {
    let button = PointerButton::Primary;
    Event::PointerButton { pos, button, pressed, modifiers: egui::Modifiers::NONE }
}

/// Presses at the first place, passes the others and lets go at the last.
fn drag(desk: &mut Desk, places: &[Pos2]) {
    desk.event(Event::PointerMoved(places[0]));
    desk.event(button(places[0], true));
    desk.run();
    for place in places {
        desk.event(Event::PointerMoved(*place));
        desk.run();
    }
    desk.event(button(places[places.len() - 1], false));
    desk.run();
    desk.event(Event::PointerGone);
    desk.run();
}

fn stroke(desk: &mut Desk, squares: &[&str]) {
    let places: Vec<Pos2> = squares.iter().map(|square| place(desk, square)).collect();
    drag(desk, &places);
    finish(desk);
}

fn drawn(desk: &Desk) -> Vec<String> {
    let tracing = desk.state().draft.tracing().expect("the grid is laid");
    tracing.board().terrain.value().expect("it is drawn").clone()
}

#[test]
fn a_board_is_painted_with_the_mouse() {
    let mut desk = screen(6, 3);
    click(&mut desk, "Paint an empty grid");
    click(&mut desk, "river (R)");
    stroke(&mut desk, &["C1", "C2", "C3"]);
    click(&mut desk, "rectangle");
    click(&mut desk, "forested (F)");
    stroke(&mut desk, &["A1", "B3"]);
    click(&mut desk, "brush");
    click(&mut desk, "Mirror from left to right");
    click(&mut desk, "wall (W)");
    stroke(&mut desk, &["A1"]);
    assert_eq!(drawn(&desk), ["#f~??#", "ff~???", "ff~???"]);
    click(&mut desk, "Undo stroke");
    assert_eq!(drawn(&desk), ["ff~???", "ff~???", "ff~???"]);
    click(&mut desk, "Redo stroke");
    click(&mut desk, "Mirror from left to right");
    click(&mut desk, "fill");
    click(&mut desk, "coastal (C)");
    stroke(&mut desk, &["E2"]);
    assert_eq!(drawn(&desk), ["#f~cc#", "ff~ccc", "ff~ccc"]);
    desk.get_by_label_contains("no square of section 3");
    click(&mut desk, "Save the board");
    let [TraceCommand::SaveBoard(pack, None)] = desk.state().commands.as_slice() else {
        panic!("{:?}", desk.state().commands);
    };
    assert_eq!(pack.boards[0].name, "Own board");
}

#[test]
fn a_board_is_painted_with_keys_alone() {
    let mut desk = screen(5, 2);
    for _ in 0..20 {
        if desk.state().draft.tracing().is_some() {
            break;
        }
        press(&mut desk, Key::Tab);
        if desk.get_by_label("Paint an empty grid").is_focused() {
            press(&mut desk, Key::Enter);
        }
    }
    // The button that had the focus is gone, and the arrows are the board's.
    press(&mut desk, kind_key(PaintKind::Central));
    press(&mut desk, Key::Num2);
    press(&mut desk, Key::ArrowRight);
    press(&mut desk, kind_key(PaintKind::River));
    press(&mut desk, Key::ArrowDown);
    press(&mut desk, Key::Enter);
    press(&mut desk, Key::ArrowLeft);
    press(&mut desk, kind_key(PaintKind::GhostFortress));
    assert_eq!(drawn(&desk), ["g~???", "s~???"]);
    press(&mut desk, Key::Backspace);
    assert_eq!(drawn(&desk), ["g~???", "?~???"]);
    let tracing = desk.state().draft.tracing().expect("the grid is laid");
    assert_eq!(tracing.start(Square::new(0, 0)), Some(2));
}

const DRAWN: [&str; 6] = ["ee~gg#cf", "ee~gg#cf", "ce~gg#ff", "cc~gg#ff", "cc~gg#fs", "cc~gg#fs"];

/// A board of 8 by 6 squares of 50 pixels, with 50 pixels of table around it.
fn photo() -> Photo {
    photo_with_discs(&[])
}

/// The same with a light disc around each of these pixels.
fn photo_with_discs(discs: &[(u32, u32)]) -> Photo {
    Photo::from_pixels(RgbImage::from_fn(500, 400, |x, y| {
        let far = |disc: &(u32, u32)| x.abs_diff(disc.0).pow(2) + y.abs_diff(disc.1).pow(2);
        if let Some(far) = discs.iter().map(far).min().filter(|far| *far <= 225) {
            return Rgb(if far <= 169 { [226, 214, 188] } else { [60, 52, 48] });
        }
        let row = DRAWN.get((y / 50).wrapping_sub(1) as usize);
        let mark = row.and_then(|row| row.chars().nth((x / 50).wrapping_sub(1) as usize));
        let grain = ((x * 7 + y * 13) % 5) as u8;
        let colour = match mark {
            Some('e') => [170, 112, 92],
            Some('c') => [206, 194, 166],
            Some('f') => [118, 126, 84],
            Some('g') => [156, 150, 142],
            Some('~') => [112, 136, 146],
            Some('#') => [80, 76, 72],
            Some(_) => [128, 90, 140],
            None => [60, 40, 30],
        };
        Rgb(colour.map(|c| c + grain))
    }))
}

/// Where a pixel of the photograph is shown.
fn pixel(desk: &Desk, x: f32, y: f32) -> Pos2 {
    let view = canvas(desk);
    let scale = (view.width() / 500.0).min(view.height() / 400.0);
    view.center() + (egui::vec2(x, y) - egui::vec2(250.0, 200.0)) * scale
}

/// Drags the corners to where they are: from the first guess one goes to the wrong place, and from
/// there to the right one.
fn drag_corners(desk: &mut Desk) {
    for (from, to) in [
        ((50.0, 40.0), (440.0, 330.0)),
        ((440.0, 330.0), (50.0, 50.0)),
        ((450.0, 40.0), (450.0, 50.0)),
        ((450.0, 360.0), (450.0, 350.0)),
        ((50.0, 360.0), (50.0, 350.0)),
    ] {
        let places = [pixel(desk, from.0, from.1), pixel(desk, to.0, to.1)];
        drag(desk, &places);
        if to == (440.0, 330.0) {
            desk.get_by_label_contains("expected the corners");
        }
    }
}

#[test]
fn a_photograph_is_straightened_and_proposes_the_rest() {
    let mut desk = screen(8, 6);
    let ctx = desk.ctx.clone();
    desk.state_mut().draft.take_photo(&ctx, photo());
    finish(&mut desk);
    drag_corners(&mut desk);
    for ((x, y), right) in desk.state().draft.corners().0.into_iter().zip([
        (50.0, 50.0),
        (450.0, 50.0),
        (450.0, 350.0),
        (50.0, 350.0),
    ]) {
        assert!((x - right.0).abs() < 1.5 && (y - right.1).abs() < 1.5, "{x},{y}");
    }
    click(&mut desk, "Straighten and paint");
    for (kind, squares) in [
        (PaintKind::Entrance, ["A1", "B2"]),
        (PaintKind::Coastal, ["A3", "B5"]),
        (PaintKind::Forested, ["H1", "G4"]),
        (PaintKind::Central, ["D1", "E6"]),
        (PaintKind::River, ["C2", "C6"]),
        (PaintKind::Wall, ["F1", "F5"]),
        (PaintKind::GhostFortress, ["H5", "H6"]),
    ] {
        for square in squares {
            stroke(&mut desk, &[square]);
            press(&mut desk, kind_key(kind));
        }
    }
    finish(&mut desk);
    assert_eq!(drawn(&desk), DRAWN);
    desk.get_by_label("Nothing contradicts itself; what is unsure may still be wrong.");
}

#[test]
fn what_is_painted_stays_when_the_corners_are_laid_anew() {
    let mut desk = screen(8, 6);
    let ctx = desk.ctx.clone();
    desk.state_mut().draft.take_photo(&ctx, photo());
    finish(&mut desk);
    click(&mut desk, "Straighten and paint");
    stroke(&mut desk, &["D3"]);
    press(&mut desk, kind_key(PaintKind::River));
    finish(&mut desk);
    click(&mut desk, "Back to the corners");
    assert!(desk.state().draft.tracing().is_none());
    desk.state_mut().draft.resize(7, 6);
    desk.run();
    click(&mut desk, "Straighten and paint");
    let tracing = desk.state().draft.tracing().expect("the grid is laid");
    assert_eq!(tracing.grid().columns(), 7);
    let square = "D3".parse().expect("a square");
    assert_eq!(tracing.painted(square), Some(PaintKind::River));
}

#[test]
fn a_photograph_is_read_while_the_window_goes_on_and_can_be_given_up() {
    let mut desk = screen(8, 6);
    let ctx = desk.ctx.clone();
    let read = |desk: &mut Desk, name: &str| {
        let (send, receive) = std::sync::mpsc::channel::<Photo>();
        let wait = move || receive.recv().ok().ok_or("it never came".to_owned());
        let draft = &mut desk.state_mut().draft;
        draft.read_photo(&ctx, name.to_owned(), wait);
        desk.run();
        send
    };
    let slow = read(&mut desk, "slow.jpg");
    desk.get_by_label("Reading slow.jpg…");
    desk.get_by_label("Cancel").click();
    desk.run();
    assert!(desk.query_by_label("Reading slow.jpg…").is_none());
    // What comes too late is not wanted any more.
    assert!(slow.send(photo()).is_ok());
    desk.run();
    desk.get_by_label("Paint an empty grid");
    let quick = read(&mut desk, "quick.jpg");
    desk.get_by_label("Reading quick.jpg…");
    quick.send(photo()).expect("it is waited for");
    finish(&mut desk);
    desk.get_by_label("Straighten and paint");
    // One that cannot be read is told, and the photograph before it stays.
    drop(read(&mut desk, "broken.jpg"));
    finish(&mut desk);
    desk.get_by_label("it never came");
    desk.get_by_label("Straighten and paint");
}

#[test]
fn unsure_squares_come_up_one_after_another() {
    let mut desk = screen(8, 6);
    let ctx = desk.ctx.clone();
    desk.state_mut().draft.take_photo(&ctx, photo());
    finish(&mut desk);
    click(&mut desk, "Straighten and paint");
    // Whatever else it could be was never painted: only squares like the painted one are sure.
    stroke(&mut desk, &["D3"]);
    press(&mut desk, kind_key(PaintKind::Central));
    finish(&mut desk);
    let unsure = |desk: &Desk| desk.state().draft.tracing().expect("the grid is laid").unsure();
    let before = unsure(&desk);
    let tracing = desk.state().draft.tracing().expect("the grid is laid");
    let is_sure = |square: &Square| !before.contains(square);
    for sure in tracing.grid().squares().filter(is_sure) {
        let kind = tracing.proposal(sure).map_or(PaintKind::Central, |proposal| proposal.kind);
        assert_eq!(kind, PaintKind::Central, "{sure}");
    }
    assert!(before.len() > 36, "{} are unsure", before.len());
    press(&mut desk, Key::U);
    let cursor = desk.state().draft.cursor().expect("the grid is laid");
    assert!(before.contains(&cursor));
    press(&mut desk, kind_key(PaintKind::Wall));
    let tracing = desk.state().draft.tracing().expect("the grid is laid");
    assert_eq!(tracing.painted(cursor), Some(PaintKind::Wall));
    let now = desk.state().draft.cursor().expect("the grid is laid");
    assert!(unsure(&desk).is_empty() || now != cursor, "the next one has come up");
}

#[test]
fn round_marks_come_up_one_after_another_until_each_has_a_number() {
    let mut desk = screen(8, 6);
    let ctx = desk.ctx.clone();
    desk.state_mut().draft.take_photo(&ctx, photo_with_discs(&[(275, 75), (275, 175)]));
    finish(&mut desk);
    drag_corners(&mut desk);
    click(&mut desk, "Straighten and paint");
    finish(&mut desk);
    desk.get_by_label_contains("2 squares carry a round mark");
    press(&mut desk, Key::M);
    assert_eq!(desk.state().draft.cursor(), Some(Square::new(4, 0)));
    press(&mut desk, Key::Num3);
    assert_eq!(desk.state().draft.cursor(), Some(Square::new(4, 2)), "the next one comes up");
    press(&mut desk, Key::Num1);
    let tracing = desk.state().draft.tracing().expect("the grid is laid");
    assert_eq!(tracing.start(Square::new(4, 0)), Some(3));
    assert_eq!(tracing.start(Square::new(4, 2)), Some(1));
    assert_eq!(tracing.unnumbered(), []);
    assert!(desk.query_by_label("Next round mark (M)").is_none());
}

/// A board of 12 by 9 printed squares of 50 pixels, with lines between them and a table around.
fn printed() -> Photo {
    Photo::from_pixels(printed_as(|square| usize::from(square.column / 2 + square.row / 3) % 3))
}

/// The same with the ground of each square as it is said: red, white or green.
fn printed_as(ground: impl Fn(Square) -> usize) -> RgbImage {
    RgbImage::from_fn(760, 610, |x, y| {
        let grain = ((x * 7 + y * 13) % 5) as u8;
        let (Some(right), Some(below)) = (x.checked_sub(80), y.checked_sub(80)) else {
            return Rgb([70 + grain, 52, 40]);
        };
        if right >= 600 || below >= 450 {
            return Rgb([70 + grain, 52, 40]);
        }
        let at = |pixel: u32| u8::try_from(pixel / 50).expect("a small board");
        let square = Square::new(at(right), at(below));
        let colour = [[170, 112, 92], [206, 194, 166], [118, 126, 84]][ground(square)];
        let is_line = right % 50 < 2 || below % 50 < 2;
        Rgb(colour.map(|c: u8| c + grain - if is_line { 30 } else { 0 }))
    })
}

/// Opens a photograph and waits until its grid was looked for.
fn open(desk: &mut Desk, photo: Photo) {
    let ctx = desk.ctx.clone();
    desk.state_mut().draft.take_photo(&ctx, photo);
    finish(desk);
}

#[test]
fn the_grid_of_a_photograph_is_found_and_enter_lays_it() {
    let mut desk = screen(16, 16);
    open(&mut desk, printed());
    desk.get_by_label("Grid found: 12 × 9. Right?");
    let right = [(80.0, 80.0), (680.0, 80.0), (680.0, 530.0), (80.0, 530.0)];
    for ((x, y), right) in desk.state().draft.corners().0.into_iter().zip(right) {
        assert!((x - right.0).abs() < 4.0 && (y - right.1).abs() < 4.0, "{x},{y}");
    }
    press(&mut desk, Key::Enter);
    finish(&mut desk);
    let grid = desk.state().draft.tracing().expect("the grid is laid").grid();
    assert_eq!((grid.columns(), grid.rows()), (12, 9));
}

#[test]
fn the_grid_is_counted_and_turned_by_keys() {
    let mut desk = screen(16, 16);
    open(&mut desk, printed());
    let first = desk.state().draft.corners().0[0];
    press(&mut desk, Key::Plus);
    press(&mut desk, Key::PageDown);
    press(&mut desk, Key::T);
    // Columns and rows change places with the corners.
    assert_eq!(desk.state().draft.corners().0[3], first);
    desk.get_by_label(
        "The picture shows 12 × 9 squares, and the grid here has 8 × 13. Please count them.",
    );
    press(&mut desk, Key::Enter);
    finish(&mut desk);
    let grid = desk.state().draft.tracing().expect("the grid is laid").grid();
    assert_eq!((grid.columns(), grid.rows()), (8, 13));
}

#[test]
fn a_photograph_of_another_size_is_told_and_what_was_painted_stays() {
    let mut desk = screen(7, 6);
    click(&mut desk, "Paint an empty grid");
    stroke(&mut desk, &["G6"]);
    press(&mut desk, kind_key(PaintKind::River));
    open(&mut desk, printed());
    desk.get_by_label(
        "The picture shows 12 × 9 squares, and the grid here has 7 × 6. Please count them.",
    );
    press(&mut desk, Key::Enter);
    finish(&mut desk);
    let tracing = desk.state().draft.tracing().expect("the grid is laid");
    assert_eq!(tracing.painted("G6".parse().expect("a square")), Some(PaintKind::River));
}

#[test]
fn a_photograph_without_a_grid_asks_for_the_corners() {
    let mut desk = screen(16, 16);
    open(&mut desk, Photo::from_pixels(RgbImage::from_pixel(400, 300, Rgb([90, 80, 70]))));
    desk.get_by_label("No grid is recognised. Please drag its corners.");
}

/// The ground of a square of a board that looks different from every side.
fn ground(square: Square) -> usize {
    usize::from(square.column * square.column / 9 + square.row / 2) % 3
}

/// That board with something dark over these columns, but for the first and the last row.
fn covered(columns: std::ops::Range<u32>) -> RgbImage {
    let mut picture = printed_as(ground);
    let (from, to) = (80 + 50 * columns.start, 80 + 50 * columns.end);
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        if (from..to).contains(&x) && (130..480).contains(&y) {
            *pixel = Rgb([34, 32, 36]);
        }
    }
    picture
}

fn kind_printed(square: Square) -> PaintKind {
    [PaintKind::Entrance, PaintKind::Coastal, PaintKind::Forested][ground(square)]
}

/// How many squares of that board are seen as they are.
fn right(desk: &Desk) -> usize {
    let tracing = desk.state().draft.tracing().expect("the grid is laid");
    let is_right = |square: &Square| tracing.kind(*square) == Some(kind_printed(*square));
    tracing.grid().squares().filter(is_right).count()
}

#[test]
fn another_photograph_fills_in_what_the_first_could_not_tell() {
    let mut desk = screen(16, 16);
    open(&mut desk, Photo::from_pixels(covered(8..11)));
    press(&mut desk, Key::Enter);
    finish(&mut desk);
    for row in 0..9 {
        for column in [0, 2, 4] {
            let square = Square::new(column, row);
            stroke(&mut desk, &[&square.to_string()]);
            press(&mut desk, kind_key(kind_printed(square)));
        }
    }
    finish(&mut desk);
    assert!(right(&desk) < 100, "three columns of seven are covered");

    // From the other side of the table, with something lying elsewhere.
    desk.get_by_label("Another photograph…");
    open(&mut desk, Photo::from_pixels(image::imageops::rotate180(&covered(2..4))));
    press(&mut desk, Key::Enter);
    finish(&mut desk);
    assert_eq!(right(&desk), 108);
    desk.get_by_label("Proposed from 2 photographs together.");

    // The grid laid anew is still that of the second.
    click(&mut desk, "Back to the corners");
    press(&mut desk, Key::Enter);
    finish(&mut desk);
    assert_eq!(right(&desk), 108);
    desk.get_by_label("Proposed from 2 photographs together.");
    click(&mut desk, "Only the latest");
    finish(&mut desk);
    let tracing = desk.state().draft.tracing().expect("the grid is laid");
    assert_eq!(tracing.pictures(), 1);
    assert!(right(&desk) < 108, "two columns are covered in it");
}
