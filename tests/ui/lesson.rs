//! The lesson: played through by keys and by pointer, with right and wrong answers, and left for a
//! game.

use components::square::Square;
use egui::Key;
use founders_ledger::app::{Command, Environment};
use journal::Change;
use rules::Rule;
use rules::illegal::CheckOutcome;
use table::legality::Verdict;
use table::lesson::{Lesson, LessonAnswer, LessonPhase, RecordedMove};
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_menu::Menu;

use crate::app::Desk;

/// The number of questions.
const QUESTIONS: usize = 12;

fn lesson(desk: &Desk) -> &Lesson {
    desk.app().lesson().expect("the lesson is on screen")
}

fn recorded(desk: &Desk) -> &RecordedMove {
    match lesson(desk).phase() {
        LessonPhase::Asked { recorded, .. } | LessonPhase::Answered { recorded, .. } => recorded,
        LessonPhase::Explained => panic!("nothing is asked"),
    }
}

fn answer(desk: &Desk) -> &LessonAnswer {
    match lesson(desk).phase() {
        LessonPhase::Answered { answer, .. } => answer,
        LessonPhase::Explained | LessonPhase::Asked { .. } => panic!("nothing is answered"),
    }
}

fn is_asked(desk: &Desk) -> bool {
    matches!(lesson(desk).phase(), LessonPhase::Asked { .. })
}

/// Returns a square where the rules refuse the placement; `None` if there is none.
fn refused_square(desk: &Desk) -> Option<Square> {
    let legality = lesson(desk).table().legality();
    let mut squares = legality.squares();
    squares.find(|(_, answer)| answer.verdict == Verdict::Illegal).map(|(square, _)| square)
}

/// Returns the first rule that the answer breaks.
fn broken_rule(desk: &Desk) -> Rule {
    let mut checks = answer(desk).verdict.checks.iter();
    let failed = checks.find(|check| check.outcome != CheckOutcome::Passed);
    failed.expect("a rule is broken").rule
}

/// Checks the screen at an explained step.
#[track_caller]
fn check_step(desk: &Desk) {
    let texts = lesson(desk).texts();
    assert!(desk.shows_exactly(&texts.reason), "{}: {:#?}", texts.reason, desk.labels());
    assert!(texts.entries.is_empty() || desk.shows_exactly(&texts.entries));
    assert!(!desk.shows("Score track"));
    desk.check_wording();
}

/// Checks that the verdict on the answer is on screen, with the recorded move next to it.
#[track_caller]
fn check_answer(desk: &Desk) {
    let is_legal = answer(desk).verdict.outcome.is_ok();
    let heading = match (is_legal, answer(desk).is_recorded) {
        (true, true) => "Your move is the recorded one",
        (true, false) => "Your move is legal",
        (false, _) => "Your move is not allowed",
    };
    assert!(desk.shows_exactly(heading), "{:#?}", desk.labels());
    assert!(desk.shows_exactly(&answer(desk).text));
    assert!(answer(desk).is_recorded || desk.shows_exactly(&recorded(desk).text));
    desk.check_wording();
}

/// Moves the cursor of the board to a square by the arrow keys.
#[track_caller]
fn walk_to(desk: &mut Desk, target: Square) {
    for _ in 0..80 {
        let hover = lesson(desk).table().hover().map(|hover| hover.square);
        desk.key(match hover {
            Some(at) if at == target => return,
            Some(at) if at.column > target.column => Key::ArrowLeft,
            Some(at) if at.column < target.column => Key::ArrowRight,
            Some(at) if at.row > target.row => Key::ArrowUp,
            Some(_) => Key::ArrowDown,
            None => Key::ArrowRight,
        });
    }
    panic!("the cursor does not reach {target}");
}

#[test]
fn whole_lesson_is_played_by_keys_with_right_and_wrong_answers() {
    let mut desk = Desk::new();
    desk.give(Command::Menu(Menu::Lesson));
    check_step(&desk);
    let (mut asked, mut refused) = (0, 0);
    while !lesson(&desk).is_over() {
        desk.key(Key::Enter);
        if !is_asked(&desk) {
            check_step(&desk);
            continue;
        }
        asked += 1;
        let question = lesson(&desk).question().expect("it is asked").text;
        assert!(desk.shows_exactly(question));
        if let Some(square) = refused_square(&desk) {
            refused += 1;
            walk_to(&mut desk, square);
            let name = desk.square_name(square);
            assert!(!name.contains("not legal"), "before the answer: {name}");
            desk.key(Key::Enter);
            check_answer(&desk);
            assert!(answer(&desk).verdict.outcome.is_err());
            let rule = broken_rule(&desk).number();
            assert!(desk.shows(rule), "{rule}: {:#?}", desk.labels());
        }
        let squares = recorded(&desk).squares.clone();
        let is_right = squares.into_iter().any(|square| {
            walk_to(&mut desk, square);
            (0..5).any(|_| {
                desk.key(Key::Enter);
                let is_right = answer(&desk).is_recorded;
                if !is_right {
                    desk.key(Key::R);
                    if !is_asked(&desk) {
                        walk_to(&mut desk, square);
                    }
                }
                is_right
            })
        });
        assert!(is_right, "{question}");
        check_answer(&desk);
        let before = lesson(&desk).progress().0;
        desk.key(Key::Enter);
        assert_eq!(lesson(&desk).progress().0, before + 1);
        check_step(&desk);
    }
    assert_eq!(asked, QUESTIONS);
    assert!(refused > QUESTIONS / 2, "{refused}");
    assert!(desk.shows("The lesson is over."));
    desk.key(Key::Backspace);
    assert!(!lesson(&desk).is_over());
}

#[test]
fn whole_lesson_is_played_by_pointer_with_right_and_wrong_answers() {
    let mut desk = Desk::new();
    desk.press("Open A first game, explained step by step");
    let (mut asked, mut legal) = (0, 0);
    while !lesson(&desk).is_over() {
        desk.press("Next");
        if !is_asked(&desk) {
            check_step(&desk);
            continue;
        }
        asked += 1;
        if let Some(square) = refused_square(&desk) {
            desk.square(square);
            check_answer(&desk);
            desk.press("‹ Back");
            assert!(is_asked(&desk));
        }
        // Every third answer is left to the lesson.
        if asked % 3 == 0 {
            desk.press("Show the move");
        } else {
            let square = recorded(&desk).squares[0];
            desk.square(square);
            check_answer(&desk);
            legal += usize::from(answer(&desk).verdict.outcome.is_ok());
            desk.press("Next");
        }
        check_step(&desk);
    }
    assert_eq!(asked, QUESTIONS);
    assert!(legal >= 6, "{legal} legal answers");
}

#[test]
fn board_names_verdicts_only_after_the_answer() {
    let mut desk = Desk::new();
    desk.give(Command::Menu(Menu::Lesson));
    while !is_asked(&desk) {
        desk.key(Key::Enter);
    }
    let square = recorded(&desk).squares[0];
    desk.hover(square);
    assert!(!desk.square_name(square).contains("; legal"), "{}", desk.square_name(square));
    desk.square(square);
    assert!(desk.square_name(square).contains("; legal"), "{}", desk.square_name(square));
}

#[test]
fn enter_goes_on_after_a_press_without_effect() {
    let mut desk = Desk::new();
    desk.give(Command::Menu(Menu::Lesson));
    // The third question asks for a tile.
    for _ in 0..3 {
        desk.key(Key::Enter);
        while !is_asked(&desk) {
            desk.key(Key::Enter);
        }
    }
    let step = lesson(&desk).progress().0;
    let tiles = &recorded(&desk).squares;
    let empty = Square::new(tiles[0].column, tiles[0].row + 4);
    desk.square(empty);
    assert!(is_asked(&desk) && desk.shows("That is not possible there"), "{:#?}", desk.labels());
    desk.key(Key::Enter);
    assert_eq!(lesson(&desk).progress().0, step + 1);
}

#[test]
fn rule_of_a_refusal_opens_beside_the_lesson() {
    let mut desk = Desk::new();
    desk.give(Command::Menu(Menu::Lesson));
    while !is_asked(&desk) {
        desk.key(Key::Enter);
    }
    let square = refused_square(&desk).expect("most squares are refused");
    desk.square(square);
    let rule = broken_rule(&desk);
    let link = desk.label_starting_with(&format!("{} ", rule.number()));
    desk.press_first(&link);
    assert!(desk.has_control("Close the rules"));
    assert!(desk.app().lesson().is_some());
}

#[test]
fn lesson_is_left_for_a_game_with_its_own_file() {
    let folder = tempfile::tempdir().expect("there is room");
    let world = Environment {
        games: Some(folder.path().join("games")),
        today: "2026-11-28".to_owned(),
        ..Environment::default()
    };
    let mut desk = Desk::in_world(world, Settings::default());
    desk.give(Command::Menu(Menu::Lesson));
    for _ in 0..24 {
        desk.key(Key::Enter);
    }
    let (cursor, game) = {
        let table = lesson(&desk).table();
        (table.journal().cursor(), table.game().clone())
    };
    desk.press("Play on from here");
    assert!(desk.app().lesson().is_none());
    assert_eq!((desk.record().cursor(), desk.record().entry_count()), (cursor, cursor));
    assert_eq!(desk.game(), &game);
    desk.give(FoundersCommand::Change(vec![Change::Undo(1)]));
    assert_eq!(desk.record().cursor(), cursor - 1);
    desk.wait_until_saved();
    let file = desk.app().file().expect("the game has a file");
    assert!(file.starts_with(folder.path()), "{}", file.display());
    // The lesson itself starts again at its beginning.
    desk.give(Command::Menu(Menu::Lesson));
    assert_eq!(lesson(&desk).progress().0, 0);
}

#[test]
fn game_waits_behind_the_lesson() {
    let mut desk = Desk::at("four-founders.founders", 30);
    let cursor = desk.record().cursor();
    desk.give(Command::Menu(Menu::Lesson));
    desk.key(Key::Enter);
    desk.press("Close the lesson");
    assert_eq!(desk.record().cursor(), cursor);
    desk.give(Command::Menu(Menu::Lesson));
    while !is_asked(&desk) {
        desk.key(Key::Enter);
    }
    desk.key(Key::Escape);
    assert!(!is_asked(&desk) && desk.app().lesson().is_some());
    desk.key(Key::Escape);
    assert_eq!(desk.record().cursor(), cursor);
}
