//! A game with the real box on an unknown board: started at once, with a question about one square
//! at a time, and none of them twice.

use std::path::Path;

use components::board::{Section, SquareKind};
use components::specs::Terrain;
use components::square::Square;
use egui::{Key, Modifiers};
use founders_ledger::app::Environment;
use notation::parse_action;
use packs::OwnCopy;
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;

use crate::app::Desk;

/// Returns a world in which the app was never used.
fn world(folder: &Path) -> Environment {
    Environment {
        own: Some(folder.to_owned()),
        own_copy: Some(folder.join(OwnCopy::FILE)),
        today: "2026-11-22".to_owned(),
        ..Environment::default()
    }
}

fn settings() -> Settings {
    Settings { reader: "Anna".to_owned(), knows_asking: true, ..Settings::default() }
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

/// Starts a game on an unknown board from the start screen, in two presses.
fn start_game(world: &Environment) -> Desk {
    let mut desk = Desk::in_world(world.clone(), settings());
    let before = desk.clicks;
    desk.press("New game…");
    desk.press("Begin as it stands");
    assert_eq!(desk.clicks - before, 2);
    assert_eq!(desk.game().board().name(), "Own board");
    desk
}

#[track_caller]
fn play(desk: &mut Desk, line: &str) {
    let action = parse_action(desk.game(), line).expect("the line can be read");
    desk.give(FoundersCommand::Play(vec![action]));
}

#[test]
fn new_game_with_the_own_box_starts_without_questions() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let world = world(folder.path());
    let desk = start_game(&world);
    assert!(desk.game().board().is_open());
    assert!(desk.app().component_asked_for().is_none());
    let own = OwnCopy::load(world.own_copy.as_ref().expect("there is one")).expect("it is read");
    assert_eq!(own.facts().boards.len(), 1);
}

#[test]
fn import_asks_for_each_unknown_square_fact_once() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let world = world(folder.path());
    let mut desk = start_game(&world);
    let position = "Position: Player 1 is Human, Player 2 is Vermling, turn Human, \
                    Human controls Metal and Stone, tile Metal C4 of Human";
    play(&mut desk, position);
    desk.press("Trade");
    desk.press_last("Import");
    desk.press("Metal");
    let keys = desk.keys;
    desk.square(square("K4"));
    // One form of a square asks for everything needed.
    assert!(desk.shows_exactly("What is printed on K4?"), "{:#?}", desk.labels());
    for words in ["Red, entrance (E)", "White, coastal (C)", "Grey, central (G)"] {
        assert!(desk.has_control(words), "{words}: {:#?}", desk.labels());
    }
    desk.key(Key::C);
    assert!(desk.shows_exactly("Which section is K4 in?"), "{:#?}", desk.labels());
    desk.key(Key::Num2);
    assert!(desk.shows_exactly("Which section is C4 in?"), "{:#?}", desk.labels());
    desk.key(Key::Num1);
    assert_eq!(desk.keys - keys, 3);
    let board = desk.game().board();
    assert_eq!(board.kind_of(square("K4")), SquareKind::Land(Terrain::Coastal));
    assert_eq!(board.section_of(square("K4")), Some(Section(1)));
    // The import that needed the square is carried out.
    assert!(desk.game().piece_on(square("K4")).is_some(), "{:#?}", desk.labels());

    // In the next game on the same board, after a restart, the entered facts are known.
    let mut next = Desk::in_world(world.clone(), settings());
    next.press("New game…");
    next.press("Begin as it stands");
    let board = next.game().board();
    assert_eq!(board.name(), "Own board");
    assert_eq!(board.kind_of(square("K4")), SquareKind::Land(Terrain::Coastal));
    assert_eq!(board.section_of(square("C4")), Some(Section(0)));
}

#[test]
fn cards_entered_one_after_another_are_saved_one_by_one() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let world = world(folder.path());
    let mut desk = Desk::in_world(world.clone(), settings());
    desk.press("Enter the cards…");
    // The facts that every game needs are asked first.
    assert!(desk.shows_exactly("Place 1 costs $1"), "{:#?}", desk.labels());
    for (place, price) in [(1, 1), (2, 1), (3, 2), (4, 2)] {
        desk.press(&format!("Place {place} costs ${price}"));
    }
    desk.key_with(Modifiers::COMMAND, Key::Enter);
    let own = OwnCopy::load(world.own_copy.as_ref().expect("there is one")).expect("it is read");
    assert!(own.facts().offer.adviser_prices.value().is_some());
    // The next form is open already, and can be skipped.
    assert!(!desk.shows_exactly("Place 1 costs $1"), "{:#?}", desk.labels());
    assert!(desk.has_control("Leave it out for now"), "{:#?}", desk.labels());
    let first = desk.labels();
    desk.press("Leave it out for now");
    assert_ne!(desk.labels(), first);
}

#[test]
fn unconfirmed_land_square_can_be_confirmed_from_the_journal() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let world = world(folder.path());
    let mut desk = start_game(&world);
    let position = "Position: Player 1 is Human, Player 2 is Vermling, turn Human, \
                    Human controls Metal and Stone, tile Metal C4 of Human";
    play(&mut desk, position);
    play(&mut desk, "Human face down Construct: road C5");
    desk.press("Journal");
    assert!(desk.shows_exactly("Taken on trust"), "{:#?}", desk.labels());
    desk.press("land on C5");
    assert!(desk.shows_exactly("What is printed on C5?"), "{:#?}", desk.labels());
    desk.key(Key::F);
    let board = desk.game().board();
    assert_eq!(board.kind_of(square("C5")), SquareKind::Land(Terrain::Forested));
    desk.give(FoundersCommand::ViewNumber(2));
    assert!(desk.shows_exactly("Taken on trust"), "the entry was made without it");
}
