//! Tracing of a board with the mouse, with keys, and from a photograph.

use std::sync::mpsc::{Sender, channel};

use board_photo::{Corners, Fold, FoldDirection, Folds, GridSize, PaintKind, Photo, PlacedGrid};
use components::square::Square;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use image::{Rgb, RgbImage};
use ui_kit::queue::CommandQueue;
use ui_menu::Menu;
use ui_photo::command::TraceCommand;
use ui_photo::trace_screen::{
    CANVAS_NAME, DEFAULT_SIZE, TraceDraft, kind_key, square_rect, trace_screen_ui,
};

use crate::support::{harness, press};

struct Screen {
    draft: TraceDraft,
    commands: Vec<TraceCommand>,
}

type TraceHarness = Harness<'static, Screen>;

/// Returns the screen with the usual numbers of columns and rows.
fn uncounted_screen() -> TraceHarness {
    let (columns, rows) = DEFAULT_SIZE;
    screen(columns.into(), rows.into())
}

/// Returns the screen after these columns and rows were entered.
fn screen(columns: u32, rows: u32) -> TraceHarness {
    fn show(ui: &mut egui::Ui, screen: &mut Screen) {
        let queue = CommandQueue::default();
        trace_screen_ui(ui, &mut screen.draft, &queue);
        for command in queue.take() {
            match command {
                TraceCommand::Menu(Menu::Undo) => screen.draft.undo(),
                TraceCommand::Menu(Menu::Redo) => screen.draft.redo(),
                other => screen.commands.push(other),
            }
        }
    }

    let pack = packs::find("founders-of-gloomhaven").expect("it is built in");
    let mut draft = TraceDraft::new(pack, DEFAULT_SIZE);
    draft.resize(columns, rows);
    harness(1280.0, 1100.0, show, Screen { draft, commands: Vec::new() })
}

fn click(desk: &mut TraceHarness, label: &str) {
    desk.get_by_label(label).click();
    desk.run();
    finish(desk);
}

/// Waits for background work.
fn finish(desk: &mut TraceHarness) {
    let ctx = desk.ctx.clone();
    desk.state_mut().draft.finish(&ctx);
    desk.run();
}

fn canvas(desk: &TraceHarness) -> Rect {
    desk.get_by_label(CANVAS_NAME).rect()
}

fn place(desk: &TraceHarness, square: &str) -> Pos2 {
    let grid = desk.state().draft.tracing().expect("the grid is laid").grid();
    square_rect(canvas(desk), grid, square.parse().expect("a square")).center()
}

fn button(pos: Pos2, pressed: bool) -> Event {
    let button = PointerButton::Primary;
    Event::PointerButton { pos, button, pressed, modifiers: egui::Modifiers::NONE }
}

/// Presses at the first place, passes over the others and releases at the last.
fn drag(desk: &mut TraceHarness, places: &[Pos2]) {
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

fn stroke(desk: &mut TraceHarness, squares: &[&str]) {
    let places: Vec<Pos2> = squares.iter().map(|square| place(desk, square)).collect();
    drag(desk, &places);
    finish(desk);
}

fn drawn(desk: &TraceHarness) -> Vec<String> {
    let tracing = desk.state().draft.tracing().expect("the grid is laid");
    tracing.board().terrain.value().expect("it is drawn").clone()
}

#[test]
fn board_can_be_painted_with_the_mouse() {
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
fn board_can_be_painted_with_keys_alone() {
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
    // The focused button is gone, and the arrow keys move on the board.
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

/// Returns a photograph of a board of 8 by 6 squares of 50 pixels, with 50 pixels of table around
/// it.
fn photo() -> Photo {
    photo_with_discs(&[])
}

/// Returns the same photograph with a light disc around each of these pixels.
fn photo_with_discs(discs: &[(u32, u32)]) -> Photo {
    Photo::from_pixels(RgbImage::from_fn(500, 400, |x, y| {
        let distance = |disc: &(u32, u32)| x.abs_diff(disc.0).pow(2) + y.abs_diff(disc.1).pow(2);
        if let Some(far) = discs.iter().map(distance).min().filter(|far| *far <= 225) {
            return Rgb(if far <= 169 { [226, 214, 188] } else { [60, 52, 48] });
        }
        let row = DRAWN.get((y / 50).wrapping_sub(1) as usize);
        let mark = row.and_then(|row| row.chars().nth((x / 50).wrapping_sub(1) as usize));
        let grain = ((x * 7 + y * 13) % 5) as u8;
        let color = match mark {
            Some('e') => [170, 112, 92],
            Some('c') => [206, 194, 166],
            Some('f') => [118, 126, 84],
            Some('g') => [156, 150, 142],
            Some('~') => [112, 136, 146],
            Some('#') => [80, 76, 72],
            Some(_) => [128, 90, 140],
            None => [60, 40, 30],
        };
        Rgb(color.map(|c| c + grain))
    }))
}

/// Returns the place on screen of a pixel of the photograph.
fn pixel(desk: &TraceHarness, x: f32, y: f32) -> Pos2 {
    let view = canvas(desk);
    let scale = (view.width() / 500.0).min(view.height() / 400.0);
    view.center() + (egui::vec2(x, y) - egui::vec2(250.0, 200.0)) * scale
}

/// Drags the corners into place: the first one from about its guess to a wrong place, and from
/// there to the right one.
fn drag_corners(desk: &mut TraceHarness) {
    click(desk, "Corner top left");
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
    // The squares are counted, so the fourth corner starts a fit to the lines.
    finish(desk);
}

#[test]
fn painted_squares_of_a_photograph_propose_the_remaining_ones() {
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
fn painted_squares_stay_when_the_corners_are_changed() {
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
    finish(&mut desk);
    click(&mut desk, "Straighten and paint");
    let tracing = desk.state().draft.tracing().expect("the grid is laid");
    assert_eq!(tracing.grid().columns(), 7);
    let square = "D3".parse().expect("a square");
    assert_eq!(tracing.painted(square), Some(PaintKind::River));
}

#[test]
fn photograph_is_read_in_the_background_and_can_be_cancelled() {
    fn read(desk: &mut TraceHarness, name: &str) -> Sender<Photo> {
        let (sender, receiver) = channel::<Photo>();
        let ctx = desk.ctx.clone();
        desk.state_mut().draft.read_photo(&ctx, name.to_owned(), move || {
            receiver.recv().ok().ok_or("it never came".to_owned())
        });
        desk.run();
        sender
    }
    let mut desk = screen(8, 6);
    let slow = read(&mut desk, "slow.jpg");
    desk.get_by_label("Reading slow.jpg…");
    desk.get_by_label("Cancel").click();
    desk.run();
    assert!(desk.query_by_label("Reading slow.jpg…").is_none());
    // A photograph that arrives after "Cancel" is ignored.
    assert!(slow.send(photo()).is_ok());
    desk.run();
    desk.get_by_label("Paint an empty grid");
    let quick = read(&mut desk, "quick.jpg");
    desk.get_by_label("Reading quick.jpg…");
    quick.send(photo()).expect("it is waited for");
    finish(&mut desk);
    desk.get_by_label("Straighten and paint");
    // An unreadable one is reported, and the photograph before it stays.
    drop(read(&mut desk, "broken.jpg"));
    finish(&mut desk);
    desk.get_by_label("it never came");
    desk.get_by_label("Straighten and paint");
}

#[test]
fn unsure_squares_are_shown_one_after_another() {
    fn unsure(desk: &TraceHarness) -> Vec<Square> {
        desk.state().draft.tracing().expect("the grid is laid").unsure()
    }

    let mut desk = screen(8, 6);
    let ctx = desk.ctx.clone();
    desk.state_mut().draft.take_photo(&ctx, photo());
    finish(&mut desk);
    click(&mut desk, "Straighten and paint");
    // Only one kind was painted, so only squares that look like it are certain.
    stroke(&mut desk, &["D3"]);
    press(&mut desk, kind_key(PaintKind::Central));
    finish(&mut desk);
    let before = unsure(&desk);
    let tracing = desk.state().draft.tracing().expect("the grid is laid");
    for sure in tracing.grid().squares().filter(|square| !before.contains(square)) {
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
    assert!(unsure(&desk).is_empty() || now != cursor, "the next one is shown");
}

#[test]
fn round_marks_are_shown_until_each_has_a_number() {
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
    assert_eq!(desk.state().draft.cursor(), Some(Square::new(4, 2)), "the next one is shown");
    press(&mut desk, Key::Num1);
    let tracing = desk.state().draft.tracing().expect("the grid is laid");
    assert_eq!(tracing.start(Square::new(4, 0)), Some(3));
    assert_eq!(tracing.start(Square::new(4, 2)), Some(1));
    assert_eq!(tracing.unnumbered(), []);
    assert!(desk.query_by_label("Next round mark (M)").is_none());
}

/// Returns a photograph of a board of 12 by 9 printed squares of 50 pixels, with lines between them
/// and a table around.
fn printed() -> Photo {
    Photo::from_pixels(printed_as(|square| usize::from(square.column / 2 + square.row / 3) % 3))
}

/// Returns the same photograph with the given ground of each square: 0 is red, 1 white, 2 green.
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
        let color = [[170, 112, 92], [206, 194, 166], [118, 126, 84]][ground(square)];
        let is_line = right % 50 < 2 || below % 50 < 2;
        Rgb(color.map(|c: u8| c + grain - if is_line { 30 } else { 0 }))
    })
}

/// Returns the photograph of the printed board with a ring of plain squares around it, with lines
/// between them as on the board.
fn framed() -> Photo {
    let board = printed();
    Photo::from_pixels(RgbImage::from_fn(760, 610, |x, y| {
        let is_board = (80..680).contains(&x) && (80..530).contains(&y);
        let is_frame = (30..732).contains(&x) && (30..582).contains(&y);
        match (is_board, is_frame) {
            (false, true) if (x + 20) % 50 < 2 || (y + 20) % 50 < 2 => Rgb([158, 140, 104]),
            (false, true) => Rgb([188 + ((x * 7 + y * 13) % 5) as u8, 170, 134]),
            _ => *board.pixels().get_pixel(x, y),
        }
    }))
}

/// Opens a photograph and waits for the search of its grid.
fn open(desk: &mut TraceHarness, photo: Photo) {
    let ctx = desk.ctx.clone();
    desk.state_mut().draft.take_photo(&ctx, photo);
    finish(desk);
}

#[test]
fn grid_of_a_photograph_is_found_and_accepted_with_enter() {
    let mut desk = uncounted_screen();
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

/// The corners of the printed board in its photograph.
const PRINTED: [(f32, f32); 4] = [(80.0, 80.0), (680.0, 80.0), (680.0, 530.0), (80.0, 530.0)];

/// Asserts that the grid has this size, and its corners these places in the photograph, within a
/// tenth of a square.
#[track_caller]
fn assert_grid(desk: &TraceHarness, size: (u32, u32), corners: [(f32, f32); 4]) {
    let draft = &desk.state().draft;
    assert_eq!(draft.size(), size);
    for ((x, y), right) in draft.corners().0.into_iter().zip(corners) {
        let is_near = (x - right.0).abs() < 5.0 && (y - right.1).abs() < 5.0;
        assert!(is_near, "{:?}, expected {corners:?}", draft.corners());
    }
}

fn press_with(desk: &mut TraceHarness, modifiers: Modifiers, key: Key) {
    desk.key_press_modifiers(modifiers, key);
    desk.run();
}

#[test]
fn arrow_key_moves_the_edge_on_its_side_by_a_row() {
    let mut desk = uncounted_screen();
    open(&mut desk, printed());
    press(&mut desk, Key::ArrowLeft);
    let wider = [(30.0, 80.0), (680.0, 80.0), (680.0, 530.0), (30.0, 530.0)];
    assert_grid(&desk, (13, 9), wider);
    desk.get_by_label("13 × 9: is this the outermost row on each side?");
    press_with(&mut desk, Modifiers::SHIFT, Key::ArrowUp);
    press_with(&mut desk, Modifiers::SHIFT, Key::ArrowDown);
    let lower = [(30.0, 130.0), (680.0, 130.0), (680.0, 480.0), (30.0, 480.0)];
    assert_grid(&desk, (13, 7), lower);
    press_with(&mut desk, Modifiers::COMMAND, Key::ArrowRight);
    let shifted = [(80.0, 130.0), (730.0, 130.0), (730.0, 480.0), (80.0, 480.0)];
    assert_grid(&desk, (13, 7), shifted);

    // The picture may cut off a few columns, but not five.
    for _ in 0..5 {
        press(&mut desk, Key::ArrowRight);
    }
    let cut_off = [(80.0, 130.0), (930.0, 130.0), (930.0, 480.0), (80.0, 480.0)];
    assert_grid(&desk, (17, 7), cut_off);
    desk.get_by_label_contains("The right edge stays: the top right corner lies at");
    for _ in 0..4 {
        press(&mut desk, Key::Backspace);
        assert!(desk.query_by_label_contains("The right edge stays").is_none());
    }
    assert_grid(&desk, (13, 7), shifted);
    for before in [lower, wider] {
        press(&mut desk, Key::Backspace);
        if before == wider {
            press(&mut desk, Key::Backspace);
        }
        let rows = if before == wider { 9 } else { 7 };
        assert_grid(&desk, (13, rows), before);
    }
    press(&mut desk, Key::Backspace);
    assert_grid(&desk, (12, 9), PRINTED);
    press(&mut desk, Key::Enter);
    finish(&mut desk);
    let grid = desk.state().draft.tracing().expect("the grid is laid").grid();
    assert_eq!((grid.columns(), grid.rows()), (12, 9));
}

#[test]
fn corner_outside_the_picture_is_shown_and_dragged() {
    let mut desk = uncounted_screen();
    let whole = printed();
    // Half of the last column is outside.
    let cut = image::imageops::crop_imm(whole.pixels(), 0, 0, 655, 610).to_image();
    open(&mut desk, Photo::from_pixels(cut));
    for _ in desk.state().draft.size().0..12 {
        press(&mut desk, Key::ArrowRight);
    }
    assert_grid(&desk, (12, 9), PRINTED);
    let view = canvas(&desk);
    let edge = desk.get_by_label_contains("Edge at the right").rect().center();
    assert!(view.contains(edge), "{edge:?}");
    // The view shows the picture and a margin to the right of the corners.
    let margin = 0.03 * 655.0;
    let shown = egui::vec2(680.0 + margin, 610.0);
    let scale = (view.size() / shown).min_elem();
    let on_screen = |x: f32, y: f32| view.center() + (egui::vec2(x, y) - shown / 2.0) * scale;
    assert!((edge.x - on_screen(680.0, 0.0).x).abs() < 5.0 * scale, "{edge:?}");

    // The picture stays in place during a drag.
    click(&mut desk, "Corner top right");
    drag(&mut desk, &[on_screen(680.0, 80.0), on_screen(700.0, 85.0), on_screen(690.0, 90.0)]);
    let (x, y) = desk.state().draft.corners().0[1];
    assert!((x - 690.0).abs() < 3.0 && (y - 90.0).abs() < 3.0, "{x},{y}");
    press(&mut desk, Key::Backspace);
    assert_grid(&desk, (12, 9), PRINTED);
    press(&mut desk, Key::Enter);
    finish(&mut desk);
    let grid = desk.state().draft.tracing().expect("the grid is laid").grid();
    assert_eq!((grid.columns(), grid.rows()), (12, 9));
}

#[test]
fn guess_key_alternates_between_the_guesses() {
    let mut desk = uncounted_screen();
    open(&mut desk, framed());
    let shown = |desk: &TraceHarness| (*desk.state().draft.corners(), desk.state().draft.size());
    let offered = |desk: &TraceHarness| {
        desk.get_by_label_contains("Show guess ").accesskit_node().label().unwrap_or_default()
    };
    let first = shown(&desk);
    let offer = offered(&desk);
    press(&mut desk, Key::G);
    let second = shown(&desk);
    assert_ne!(second, first);
    assert_eq!(offer, format!("Show guess 2 of 2: {} × {} (G)", second.1.0, second.1.1));
    assert_eq!(offered(&desk), format!("Show guess 1 of 2: {} × {} (G)", first.1.0, first.1.1));
    press(&mut desk, Key::G);
    assert_eq!(shown(&desk), first);
    press(&mut desk, Key::Backspace);
    assert_eq!(shown(&desk), second);
}

#[test]
fn squares_counted_before_the_photograph_decide_its_extent() {
    let mut desk = uncounted_screen();
    open(&mut desk, framed());
    assert_eq!(desk.state().draft.size(), (12, 9), "the frame is one color all around");
    // Somebody who counts the squares of the frame as well has them in the grid.
    let mut desk = screen(14, 11);
    open(&mut desk, framed());
    assert_eq!(desk.state().draft.size(), (14, 11));
    let [a, b, _, d] = desk.state().draft.corners().0;
    assert!((b.0 - a.0 - 700.0).abs() < 5.0 && (d.1 - a.1 - 550.0).abs() < 5.0);
    desk.get_by_label("14 × 11: is this the outermost row on each side?");
}

#[test]
fn arrow_keys_follow_the_sides_of_the_picture_when_the_board_is_turned() {
    let mut desk = uncounted_screen();
    open(&mut desk, printed());
    press(&mut desk, Key::T);
    press_with(&mut desk, Modifiers::SHIFT, Key::ArrowRight);
    // The board's top is at the right of the picture.
    let [a, _, _, d] = PRINTED;
    assert_grid(&desk, (9, 11), [(630.0, 80.0), (630.0, 530.0), d, a]);
}

#[test]
fn dragged_edge_moves_by_whole_squares_and_the_corners_follow() {
    let mut desk = uncounted_screen();
    open(&mut desk, printed());
    let pixel = |desk: &TraceHarness, (x, y): (f32, f32)| {
        let view = canvas(desk);
        let scale = (view.width() / 760.0).min(view.height() / 610.0);
        view.center() + (egui::vec2(x, y) - egui::vec2(380.0, 305.0)) * scale
    };
    // By its handle, in by two squares and a little.
    let handle = desk.get_by_label("Edge at the bottom: 12 × 9").rect().center();
    let places = [handle, pixel(&desk, (380.0, 480.0)), pixel(&desk, (380.0, 415.0))];
    drag(&mut desk, &places);
    let [a, b, ..] = PRINTED;
    assert_grid(&desk, (12, 7), [a, b, (680.0, 430.0), (80.0, 430.0)]);
    // Elsewhere on the edge, out by one square and a little.
    let places = [(80.0, 200.0), (50.0, 200.0), (20.0, 200.0)].map(|place| pixel(&desk, place));
    drag(&mut desk, &places);
    let wider = [(30.0, 80.0), (680.0, 80.0), (680.0, 430.0), (30.0, 430.0)];
    assert_grid(&desk, (13, 7), wider);
    // A press without a drag moves nothing, on an edge or elsewhere.
    for place in [(30.0, 300.0), (400.0, 300.0)] {
        let place = pixel(&desk, place);
        drag(&mut desk, &[place]);
        assert_grid(&desk, (13, 7), wider);
    }
    // A drag is one step.
    click(&mut desk, "Undo (Backspace)");
    click(&mut desk, "Undo (Backspace)");
    assert_grid(&desk, (12, 9), PRINTED);
}

#[test]
fn edge_with_the_focus_moves_both_ways() {
    let mut desk = uncounted_screen();
    open(&mut desk, printed());
    for _ in 0..40 {
        press(&mut desk, Key::Tab);
        let is_there = |label| desk.query_by_label(label).is_some_and(|node| node.is_focused());
        if is_there("Edge at the left: 12 × 9") {
            break;
        }
    }
    press(&mut desk, Key::ArrowLeft);
    press(&mut desk, Key::ArrowUp);
    assert_eq!(desk.state().draft.size(), (13, 9), "it moves at right angles to itself");
    desk.get_by_label("Edge at the left: 13 × 9");
    press(&mut desk, Key::ArrowRight);
    press(&mut desk, Key::ArrowRight);
    let [_, b, c, _] = PRINTED;
    assert_grid(&desk, (11, 9), [(130.0, 80.0), b, c, (130.0, 530.0)]);
}

#[test]
fn counted_squares_move_an_edge_and_keep_the_lines() {
    let mut desk = uncounted_screen();
    open(&mut desk, printed());
    let first = desk.state().draft.corners().0[0];
    press(&mut desk, Key::Plus);
    press(&mut desk, Key::PageDown);
    finish(&mut desk);
    let draft = &desk.state().draft;
    assert_eq!(draft.size(), (13, 8));
    // Whichever edges moved, the squares have the size of those in the picture.
    let [a, b, _, d] = draft.corners().0;
    assert!(
        (b.0 - a.0 - 650.0).abs() < 5.0 && (d.1 - a.1 - 400.0).abs() < 5.0,
        "{:?}",
        draft.corners()
    );
    press(&mut desk, Key::Backspace);
    assert_grid(&desk, (12, 9), PRINTED);
    press(&mut desk, Key::T);
    // Columns and rows swap with the corners.
    assert_eq!(desk.state().draft.corners().0[3], first);
    press(&mut desk, Key::Enter);
    finish(&mut desk);
    let grid = desk.state().draft.tracing().expect("the grid is laid").grid();
    assert_eq!((grid.columns(), grid.rows()), (9, 12));
}

#[test]
fn chosen_corner_is_moved_by_a_pixel_until_the_edges_are_chosen_again() {
    let mut desk = uncounted_screen();
    open(&mut desk, printed());
    let [.., before, _] = desk.state().draft.corners().0;
    click(&mut desk, "Corner bottom right");
    press(&mut desk, Key::ArrowRight);
    press(&mut desk, Key::ArrowRight);
    press(&mut desk, Key::ArrowDown);
    assert_eq!(desk.state().draft.corners().0[2], (before.0 + 2.0, before.1 + 1.0));
    // The user now marks the corners, so another number of squares divides the space between them.
    let corners = *desk.state().draft.corners();
    press(&mut desk, Key::Minus);
    assert_eq!(*desk.state().draft.corners(), corners);
    assert_eq!(desk.state().draft.size(), (11, 9));
    // The steps of one corner are undone at once.
    press(&mut desk, Key::Backspace);
    press(&mut desk, Key::Backspace);
    assert_grid(&desk, (12, 9), PRINTED);
    assert_eq!(desk.state().draft.corners().0[2], before);
    assert!(desk.state_mut().draft.step_back(), "from the corner to the edges");
    press(&mut desk, Key::ArrowRight);
    assert_eq!(desk.state().draft.size(), (13, 9));
    assert!(!desk.state_mut().draft.step_back(), "there is no step before");
}

#[test]
fn pressed_corner_is_chosen_without_being_moved() {
    let mut desk = uncounted_screen();
    open(&mut desk, printed());
    let before = *desk.state().draft.corners();
    let view = canvas(&desk);
    let scale = (view.width() / 760.0).min(view.height() / 610.0);
    let corner = egui::vec2(before.0[1].0, before.0[1].1) - egui::vec2(380.0, 305.0);
    let place = view.center() + corner * scale + egui::vec2(8.0, -6.0);
    // Within one frame, as a quick hand presses.
    desk.event(Event::PointerMoved(place));
    desk.event(button(place, true));
    desk.event(button(place, false));
    desk.run();
    assert_eq!(*desk.state().draft.corners(), before);
    press(&mut desk, Key::ArrowDown);
    assert_eq!(desk.state().draft.corners().0[1], (before.0[1].0, before.0[1].1 + 1.0));
    assert_eq!(desk.state().draft.size(), (12, 9));
}

#[test]
fn marked_corners_are_fitted_to_the_lines_near_them() {
    let mut desk = screen(12, 9);
    open(&mut desk, printed());
    // Each corner is off by a few pixels.
    for (label, key) in [
        ("Corner top left", Key::ArrowUp),
        ("Corner top right", Key::ArrowRight),
        ("Corner bottom right", Key::ArrowRight),
        ("Corner bottom left", Key::ArrowDown),
    ] {
        click(&mut desk, label);
        for _ in 0..7 {
            press(&mut desk, key);
        }
    }
    let marked = *desk.state().draft.corners();
    press(&mut desk, Key::S);
    finish(&mut desk);
    assert_grid(&desk, (12, 9), PRINTED);
    press(&mut desk, Key::Backspace);
    assert_eq!(*desk.state().draft.corners(), marked);
}

#[test]
fn corners_far_from_any_line_stay_where_they_were_marked() {
    let mut desk = uncounted_screen();
    open(&mut desk, Photo::from_pixels(RgbImage::from_pixel(400, 300, Rgb([90, 80, 70]))));
    desk.get_by_label("No grid is recognised. Drag its corners to the outer corners of the squares, and count the columns and rows.");
    let marked = *desk.state().draft.corners();
    click(&mut desk, "Snap to the lines (S)");
    finish(&mut desk);
    assert_eq!(*desk.state().draft.corners(), marked);
    desk.get_by_label_contains("Too few lines of the grid are visible near these corners");
}

#[test]
fn photograph_of_another_size_is_reported_and_painted_squares_stay() {
    let mut desk = screen(7, 6);
    click(&mut desk, "Paint an empty grid");
    stroke(&mut desk, &["G6"]);
    press(&mut desk, kind_key(PaintKind::River));
    open(&mut desk, printed());
    desk.get_by_label(
        "The picture shows 12 × 9 squares, and the board has 7 × 6. Is it the same board? Then move the grid into place.",
    );
    press(&mut desk, Key::Enter);
    finish(&mut desk);
    let tracing = desk.state().draft.tracing().expect("the grid is laid");
    assert_eq!(tracing.painted("G6".parse().expect("a square")), Some(PaintKind::River));
}

/// The ends of the fold of a bent board: nearer to the camera than the edges at both sides.
const FOLD_ENDS: [(f32, f32); 2] = [(380.0, 45.0), (380.0, 565.0)];

/// Returns the grid of the printed board, bent at a fold between its columns 6 and 7.
fn bent_grid() -> PlacedGrid {
    let folds = Folds::Columns(Fold { after: 6.0, ends: FOLD_ENDS });
    let size = GridSize::new(12, 9).expect("a possible size");
    PlacedGrid { corners: Corners(PRINTED), folds, size }
}

/// Returns the photograph of that board.
fn bent() -> Photo {
    let seen = bent_grid().planes();
    let flat = PlacedGrid { folds: Folds::Flat, ..bent_grid() };
    let flat = flat.with_fold(FoldDirection::Columns, 6.0).expect("the line is inside").planes();
    let board = printed();
    let [left, right] = [0, 1].map(|at| {
        let warped = flat[at].corners.rectify(&board, seen[at].corners.0, (760, 610));
        warped.expect("a quadrilateral")
    });
    Photo::from_pixels(RgbImage::from_fn(760, 610, |x, y| {
        *if x < 380 { &left } else { &right }.get_pixel(x, y)
    }))
}

/// Returns the fold of the grid on the photograph in a direction.
#[track_caller]
fn fold(desk: &TraceHarness, direction: FoldDirection) -> Fold {
    desk.state().draft.folds().fold(direction).expect("it is folded")
}

/// Formats the number of columns or rows before a fold.
fn before(fold: Fold) -> String {
    fold.after.to_string()
}

#[test]
fn found_grid_of_a_folded_board_is_folded_and_its_edges_move() {
    let mut desk = uncounted_screen();
    open(&mut desk, bent());
    let found = fold(&desk, FoldDirection::Columns);
    assert!((found.after - 6.0).abs() < 0.6, "{found:?}");
    for ((x, y), end) in found.ends.into_iter().zip(FOLD_ENDS) {
        assert!((y - end.1).abs() < 6.0 && (x - end.0).abs() < 30.0, "{x},{y}");
    }
    assert_eq!(desk.state().draft.size(), (12, 9));
    // Edges move with the fold where it is.
    desk.get_by_label("Edge at the left: 12 × 9").focus();
    desk.run();
    press(&mut desk, Key::ArrowRight);
    assert_eq!(desk.state().draft.size(), (11, 9));
    let moved = fold(&desk, FoldDirection::Columns);
    assert_eq!((moved.after, moved.ends), (found.after - 1.0, found.ends));
    press(&mut desk, Key::ArrowLeft);
    press(&mut desk, Key::ArrowDown);
    desk.get_by_label("Edge at the left: 12 × 9");
    // A corner of it is dragged, and the fold stays.
    click(&mut desk, "Corner top left");
    press(&mut desk, Key::ArrowDown);
    assert_eq!(before(fold(&desk, FoldDirection::Columns)), before(found));
}

#[test]
fn planes_on_both_sides_of_a_fold_are_straightened_by_themselves() {
    let mut desk = uncounted_screen();
    open(&mut desk, bent());
    click(&mut desk, "Corner top left");
    let pixel = |desk: &TraceHarness, (x, y): (f32, f32)| {
        let view = canvas(desk);
        let scale = (view.width() / 760.0).min(view.height() / 610.0);
        view.center() + (egui::vec2(x, y) - egui::vec2(380.0, 305.0)) * scale
    };
    for (at, right) in PRINTED.into_iter().enumerate() {
        let places = [desk.state().draft.corners().0[at], right];
        let places = places.map(|place| pixel(&desk, place));
        drag(&mut desk, &places);
    }
    desk.state_mut().draft.resize(12, 9);
    finish(&mut desk);
    assert_grid(&desk, (12, 9), PRINTED);

    // The fold that was found is marked by hand.
    click(&mut desk, "Without the fold between columns");
    click(&mut desk, "Fold between columns");
    desk.get_by_label_contains("Columns to the left of the fold");
    for (at, end) in FOLD_ENDS.into_iter().enumerate() {
        let from = fold(&desk, FoldDirection::Columns).ends[at];
        let places = [pixel(&desk, from), pixel(&desk, end)];
        drag(&mut desk, &places);
    }
    let marked = fold(&desk, FoldDirection::Columns);
    assert_eq!(before(marked), "6");
    for ((x, y), end) in marked.ends.into_iter().zip(FOLD_ENDS) {
        assert!((x - end.0).abs() < 1.5 && (y - end.1).abs() < 1.5, "{x},{y}");
    }
    // A chosen end is moved by keys, as a corner is.
    click(&mut desk, "Fold, bottom end");
    press(&mut desk, Key::ArrowDown);
    let moved = fold(&desk, FoldDirection::Columns).ends;
    assert_eq!(moved, [marked.ends[0], (marked.ends[1].0, marked.ends[1].1 + 1.0)]);
    press(&mut desk, Key::Backspace);
    assert_eq!(desk.state().draft.folds(), Folds::Columns(marked));

    press(&mut desk, Key::Enter);
    finish(&mut desk);
    click(&mut desk, "Save the board");
    let [TraceCommand::SaveBoard(_, Some(picture))] = desk.state().commands.as_slice() else {
        panic!("{:?}", desk.state().commands);
    };
    // Each square has its ground from corner to corner.
    let side = picture.width() / 12;
    for square in GridSize::new(12, 9).expect("a possible size").squares() {
        let ground = usize::from(square.column / 2 + square.row / 3) % 3;
        let color = [[170, 112, 92], [206, 194, 166], [118, 126, 84]][ground];
        for (x, y) in [(7, 7), (side / 2, side / 2), (side - 8, side - 8)] {
            let (x, y) = (u32::from(square.column) * side + x, u32::from(square.row) * side + y);
            let Rgb(seen) = *picture.get_pixel(x, y);
            let is_right = seen.iter().zip(color).all(|(a, b): (&u8, u8)| a.abs_diff(b) < 20);
            assert!(is_right, "{square}: {seen:?}, expected {color:?}");
        }
    }
}

#[test]
fn fold_is_turned_with_the_grid_and_can_be_taken_away() {
    let mut desk = uncounted_screen();
    open(&mut desk, printed());
    click(&mut desk, "Corner top left");
    click(&mut desk, "Fold between rows");
    let unturned = fold(&desk, FoldDirection::Rows);
    assert_eq!(before(unturned), "4.5", "the middle of nine rows is within one");
    click(&mut desk, "Fold between columns");
    assert_eq!(before(fold(&desk, FoldDirection::Columns)), "6");
    desk.get_by_label("Fold, crossing");
    click(&mut desk, "Without the fold between columns");
    assert_eq!(desk.state().draft.folds(), Folds::Rows(unturned));
    press(&mut desk, Key::T);
    let turned = fold(&desk, FoldDirection::Columns);
    assert_eq!(before(turned), "4.5");
    assert_eq!(turned.ends, [unturned.ends[1], unturned.ends[0]]);
    // A fold beyond the last column goes.
    for _ in 0..5 {
        press(&mut desk, Key::Minus);
    }
    assert_eq!(desk.state().draft.size(), (4, 12));
    assert_eq!(desk.state().draft.folds(), Folds::Flat);
    press(&mut desk, Key::Backspace);
    assert_eq!(desk.state().draft.folds(), Folds::Columns(turned));
    click(&mut desk, "Without the fold between columns");
    assert_eq!(desk.state().draft.folds(), Folds::Flat);
    assert_eq!(desk.state().draft.size(), (9, 12));
}

/// Returns the ground of a square of a board without rotational symmetry.
fn ground(square: Square) -> usize {
    usize::from(square.column * square.column / 9 + square.row / 2) % 3
}

/// Returns a photograph of that board with a dark object over these columns, except in the first
/// and the last row.
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

/// Returns the number of squares whose traced kind is right.
fn right_count(desk: &TraceHarness) -> usize {
    let tracing = desk.state().draft.tracing().expect("the grid is laid");
    let squares = tracing.grid().squares();
    squares.filter(|square| tracing.kind(*square) == Some(kind_printed(*square))).count()
}

#[test]
fn second_photograph_completes_squares_hidden_in_the_first() {
    let mut desk = uncounted_screen();
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
    assert!(right_count(&desk) < 100, "three columns of seven are covered");

    // From the other side of the table, with the object in another place.
    desk.get_by_label("Another photograph…");
    open(&mut desk, Photo::from_pixels(image::imageops::rotate180(&covered(2..4))));
    press(&mut desk, Key::Enter);
    finish(&mut desk);
    assert_eq!(right_count(&desk), 108);
    desk.get_by_label("Proposed from 2 photographs together.");

    // A repeated placement of the grid still refers to the second photograph.
    click(&mut desk, "Back to the corners");
    press(&mut desk, Key::Enter);
    finish(&mut desk);
    assert_eq!(right_count(&desk), 108);
    desk.get_by_label("Proposed from 2 photographs together.");
    click(&mut desk, "Only the latest");
    finish(&mut desk);
    let tracing = desk.state().draft.tracing().expect("the grid is laid");
    assert_eq!(tracing.pictures(), 1);
    assert!(right_count(&desk) < 108, "two columns are covered in it");
}
