//! Setup of a game with the real box, by both routes: from an empty machine to the first turn, with
//! every press counted.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "pixels and squares of a small picture"
)]

use std::path::{Path, PathBuf};

use board_photo::PaintKind;
use components::square::Square;
use egui::{Key, Modifiers};
use fastrand::Rng;
use founders_ledger::app::Environment;
use image::{Rgb, RgbImage};
use packs::OwnCopy;
use table::legality::Verdict;
use ui_board::settings::Settings;
use ui_photo::trace_screen::kind_key;

use crate::app::Desk;

/// Returns a machine on which the app was never used, and its folder.
fn empty_machine(name: &str) -> (Environment, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let world = Environment {
        own: Some(folder.clone()),
        own_copy: Some(folder.join(OwnCopy::FILE)),
        today: "2026-11-23".to_owned(),
        ..Environment::default()
    };
    (world, folder)
}

/// Asserts that the input takes at most this many seconds: a click counts 1.2, a key 0.5.
#[track_caller]
fn assert_within(desk: &Desk, seconds: usize) {
    let tenths = desk.clicks * 12 + desk.keys * 5;
    assert!(tenths <= 10 * seconds, "it takes {tenths} tenths of a second");
}

/// Confirms the explanation that is shown once, and postpones each form; returns the number of
/// forms.
fn postpone_forms(desk: &mut Desk) -> usize {
    if desk.has_control("Go on") {
        desk.press("Go on");
    }
    let mut forms = 0;
    while desk.has_control("Later") {
        desk.press("Later");
        forms += 1;
    }
    forms
}

/// Plays from the first page of a new game to the first recorded turn, with each stall placed by
/// `place`.
///
/// Returns the number of forms that were shown while cards were dealt.
fn play_to_the_first_turn(desk: &mut Desk, mut place: impl FnMut(&mut Desk)) -> usize {
    let mut forms = 0;
    desk.press("Begin as it stands");
    // Each dealt card, by two letters and Enter.
    for card in ["no", "we", "gh", "sc", "ha", "ca", "pa"] {
        if desk.focused().as_deref() != Some("Card that came up") {
            desk.press("Card that came up");
        }
        desk.type_text(card);
        desk.key(Key::Enter);
        // On a known board, an adviser is dealt as soon as its tier is known.
        if desk.has_control("Tier 1") {
            desk.press("Tier 1");
            desk.press("Keep it");
            forms += 1;
        }
        forms += postpone_forms(desk);
    }
    let advisers = desk.game().adviser_offer().into_iter().flatten().count();
    assert_eq!(advisers, 4, "{:#?}", desk.labels());
    desk.press("Choose Human");
    desk.press("Choose Vermling");
    // Restrictions of mats and cards are asked where they decide on the available cards.
    if desk.has_control("Go on") {
        desk.press("Go on");
    }
    for card in ["Knowledge", "Stone", "Metal", "Gems"] {
        while desk.has_control("Forbids nothing") {
            desk.press("Forbids nothing");
            desk.press("Keep it");
        }
        let take = format!("Take {card}");
        if desk.has_control(&take) {
            desk.press(&take);
        }
    }
    while desk.game().in_setup() {
        place(desk);
    }
    // Play a card face down for $1.
    let before = desk.record().cursor();
    desk.press("Construct");
    desk.press("$1");
    assert!(desk.record().cursor() > before, "{:#?}", desk.labels());
    forms
}

#[test]
fn game_with_an_unknown_board_reaches_the_first_turn_in_one_minute() {
    let (world, _) = empty_machine("second door");
    let mut desk = Desk::in_world(world, Settings::default());
    desk.press("New game…");
    let mut starts = ["C4", "K4"].into_iter().zip([Key::Num1, Key::Num2]);
    let forms = play_to_the_first_turn(&mut desk, |desk| {
        let (start, number) = starts.next().unwrap_or_else(|| panic!("{:#?}", desk.labels()));
        let start = start.parse().expect("a square");
        desk.square(start);
        desk.key(number);
    });
    assert_eq!(forms, 0, "nothing is asked of any card");
    assert_within(&desk, 60);
    desk.save_input_script("second-door");
}

/// The board on the table, in the format of a pack; `b` is for either Gatehouse.
const BOARD: [&str; 11] = [
    "bbbccff~ffccce",
    "eeccggf~fggcce",
    "ecccgff~ffgccc",
    "ccffggf~fgggcc",
    "cfffggf~fggfff",
    "fffggff~ffgfff",
    "##############",
    "ffffgssgffcccc",
    "cfffgssggffccc",
    "ccccgggggfffee",
    "eeccccfffffbbb",
];

/// The start squares of the board, with their numbers.
const STARTS: [(&str, u8); 6] = [("E2", 1), ("F4", 3), ("E6", 2), ("J2", 4), ("K4", 2), ("E9", 1)];

/// Size in pixels of a square of the photograph, and of the table around the board.
const SIDE: u32 = 56;
const TABLE: u32 = 70;

/// Returns the printed color at a place of a square, from 0 to 1 across and down.
fn printed(column: u32, row: u32, across: f32, down: f32) -> [f32; 3] {
    let mark = BOARD[row as usize].as_bytes()[column as usize];
    let color = match mark {
        b'e' => [172.0, 110.0, 92.0],
        b'c' => [208.0, 196.0, 168.0],
        b'f' => [116.0, 128.0, 84.0],
        b'g' => [156.0, 150.0, 142.0],
        b'~' => [110.0, 138.0, 150.0],
        b'#' => [84.0, 78.0, 72.0],
        b'b' => [92.0, 100.0, 134.0],
        _ => [130.0, 92.0, 142.0],
    };
    // Each kind has its own pattern.
    let waves = f32::from(mark % 7) + 3.0;
    let drawn = 10.0 * (across * waves * 3.0).sin() * (down * waves * 4.0 + across * 3.0).cos();
    let square = Square::new(column as u8, row as u8);
    let is_start = STARTS.iter().any(|(start, _)| *start == square.to_string());
    let (right, below) = (across - 0.5, down - 0.5);
    match right.hypot(below) {
        far if !is_start || far > 0.3 => color.map(|light| light + drawn),
        far if far > 0.26 => [66.0, 58.0, 52.0],
        // A stroke for the number.
        _ if right.abs() < 0.03 && below.abs() < 0.16 => [66.0, 58.0, 52.0],
        _ => [226.0, 216.0, 190.0],
    }
}

/// Returns a photograph of the board on a table, under a lamp at one side.
fn photograph() -> RgbImage {
    photograph_with(false)
}

/// Returns a photograph of the board, with a row of squares above it and a column at its left that
/// are no part of the board, if it `has_frame`. They look like squares of the board.
fn photograph_with(has_frame: bool) -> RgbImage {
    let frame = u32::from(has_frame);
    let (columns, rows) = (BOARD[0].len() as u32 + frame, BOARD.len() as u32 + frame);
    let (width, height) = (columns * SIDE + 2 * TABLE, rows * SIDE + 2 * TABLE);
    let share = |at: u32| (at % SIDE) as f32 / SIDE as f32;
    let mut rng = Rng::with_seed(14);
    RgbImage::from_fn(width, height, |x, y| {
        let (right, below) = (x.wrapping_sub(TABLE), y.wrapping_sub(TABLE));
        let is_on = right < columns * SIDE && below < rows * SIDE;
        let is_line = right % SIDE < 2 || below % SIDE < 2;
        let print = match is_on {
            true if is_line => [70.0, 62.0, 54.0],
            true => {
                let (column, row) = (right / SIDE, below / SIDE);
                // A frame repeats the squares next to it.
                let [column, row] = [column, row].map(|at| at.saturating_sub(frame));
                printed(column, row, share(right), share(below))
            }
            false => [74.0, 54.0, 40.0],
        };
        let lamp = 1.12 - 0.3 * x as f32 / width as f32 - 0.1 * y as f32 / height as f32;
        let grain = (rng.f32() - 0.5) * 9.0;
        Rgb(print.map(|light| (light * lamp + grain).clamp(0.0, 255.0) as u8))
    })
}

/// Returns the kind of a square of the board.
fn kind(square: Square) -> PaintKind {
    let mark = char::from(BOARD[usize::from(square.row)].as_bytes()[usize::from(square.column)]);
    match mark {
        's' => PaintKind::GhostFortress,
        'b' => PaintKind::EitherGatehouse,
        _ => PaintKind::ALL.into_iter().find(|kind| kind.mark() == mark).expect("it has a kind"),
    }
}

/// Returns the current square of the tracing screen.
fn cursor(desk: &Desk) -> Square {
    let labels = desk.labels();
    labels
        .iter()
        .find_map(|label| label.split_once(": ").and_then(|(square, _)| square.parse().ok()))
        .unwrap_or_else(|| panic!("no square among {labels:#?}"))
}

/// Waits for background work.
fn wait_for_background_work(desk: &mut Desk) {
    for _ in 0..500 {
        desk.settle();
        if !desk.shows("Working out the rest") && !desk.shows("Straightening") {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("it takes too long: {:#?}", desk.labels());
}

/// Plays from an empty machine with this photograph of the board to the first turn. The grid is set
/// right by `correct` once it is found.
fn reach_the_first_turn(
    name: &str,
    photograph: &RgbImage,
    correct: impl FnOnce(&mut Desk),
) -> Desk {
    let (world, folder) = empty_machine(name);
    let picture = folder.join("board.jpg");
    photograph.save(&picture).expect("it can be written");
    let mut desk = Desk::in_world(world, Settings::default());
    desk.press("New game…");
    desk.press("Step Board");
    desk.press("Photograph the board");
    desk.press("Open a photograph…");
    desk.pause_script(3);
    // A system's file dialog would take as long as this dialog of the app.
    desk.type_text(picture.to_str().expect("the path is text"));
    desk.keys -= picture.as_os_str().len();
    desk.clicks += 3;
    desk.key(Key::Enter);
    desk.pause_script(6);
    correct(&mut desk);
    desk.key(Key::Enter);
    desk.pause_script(3);
    wait_for_background_work(&mut desk);

    // The most informative square is shown, and a letter names its kind, until no square is unsure.
    let mut answered = 0;
    if desk.shows("squares are unsure") {
        desk.key(Key::U);
    }
    while desk.shows("squares are unsure") || desk.shows("1 square is unsure") {
        desk.key(kind_key(kind(cursor(&desk))));
        wait_for_background_work(&mut desk);
        answered += 1;
        assert!(answered <= 120, "{:#?}", desk.labels());
    }
    // The round marks are shown in the same way.
    desk.key(Key::M);
    while desk.shows("a round mark") {
        let here = cursor(&desk).to_string();
        let (_, number) = STARTS
            .iter()
            .find(|(start, _)| *start == here)
            .unwrap_or_else(|| panic!("{here} carries no mark"));
        desk.key([Key::Num1, Key::Num2, Key::Num3, Key::Num4][usize::from(*number) - 1]);
        desk.settle();
    }
    desk.press("Save the board");

    desk.key_with(Modifiers::COMMAND, Key::N);
    play_to_the_first_turn(&mut desk, |desk| {
        let answers = desk.table().legality();
        let start = STARTS
            .iter()
            .map(|(start, _)| start.parse().expect("a square"))
            .find(|square| {
                answers.at(*square).is_some_and(|answer| answer.verdict == Verdict::Legal)
            })
            .unwrap_or_else(|| panic!("{:#?}", desk.labels()));
        desk.square(start);
    });
    assert_eq!(desk.game().board().name(), "Own board");
    assert!(answered <= 20, "{answered} of 154 squares needed an answer");
    assert_within(&desk, 180);
    desk
}

#[test]
fn game_with_a_photographed_board_reaches_the_first_turn_in_three_minutes() {
    let desk = reach_the_first_turn("first door", &photograph(), |desk| {
        desk.wait_for("Grid found: 14 × 11. Right?");
    });
    desk.save_input_script("first-door");
}

#[test]
fn grid_that_is_wrong_by_a_row_on_two_sides_costs_two_keys_more() {
    reach_the_first_turn("moved edges", &photograph_with(true), |desk| {
        desk.wait_for("15 × 12");
        let (clicks, keys) = (desk.clicks, desk.keys);
        desk.key_with(Modifiers::SHIFT, Key::ArrowUp);
        desk.key_with(Modifiers::SHIFT, Key::ArrowLeft);
        assert!(desk.shows("14 × 11: is this the outermost row on each side?"));
        assert_eq!((desk.clicks - clicks, desk.keys - keys), (0, 2));
    });
}
