//! Ballots are nowhere but in memory: whatever would lose them asks first.

use egui::{Key, Modifiers};
use founders_ledger::app::{Command, Environment};
use rules::Game;
use rules::action::{Action, ActionKind};
use ui_menu::Menu;

use crate::app::Desk;

const ASKED: &str = "The vote is not over";
const LOST: &str = "The ballots were not kept. Everyone votes again.";

/// A table at which the first ballot of a vote held by hand has been entered.
fn in_a_vote() -> Desk {
    let is_vote = |_: &Game, action: &Action| matches!(action.kind, ActionKind::Reveal(_));
    let (mut desk, action) = Desk::before("four-founders.founders", is_vote);
    desk.press("Enter a vote held by hand");
    let player = action.kind.ballots()[0].player;
    let who = desk.named_game().label(player);
    desk.press(&format!("{who} more fleeting influence"));
    assert!(desk.app().holds_ballots());
    desk
}

#[test]
fn undo_asks_before_it_loses_ballots_and_going_on_keeps_them() {
    let mut desk = in_a_vote();
    let cursor = desk.record().cursor();
    desk.key_with(Modifiers::COMMAND, Key::Z);
    assert!(desk.says(ASKED));
    assert_eq!(desk.record().cursor(), cursor);
    desk.press("Go on voting");
    assert!(!desk.says(ASKED));
    assert!(desk.app().holds_ballots());
    assert_eq!(desk.record().cursor(), cursor);
}

#[test]
fn undo_beside_the_ballots_asks_before_it_loses_them() {
    let mut desk = in_a_vote();
    let cursor = desk.record().cursor();
    let undo = desk.label_that_begins("Undo: ");
    desk.press(&undo);
    assert!(desk.says(ASKED));
    assert_eq!(desk.record().cursor(), cursor);
    desk.press("Lose the ballots");
    assert_eq!(desk.record().cursor(), cursor - 1);
}

#[test]
fn undo_goes_back_once_the_ballots_may_be_lost() {
    let mut desk = in_a_vote();
    let cursor = desk.record().cursor();
    desk.key_with(Modifiers::COMMAND, Key::Z);
    desk.press("Lose the ballots");
    assert_eq!(desk.record().cursor(), cursor - 1);
    desk.key_with(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(desk.record().cursor(), cursor);
    assert!(desk.says(LOST));
}

#[test]
fn every_way_out_of_the_game_asks_before_it_loses_ballots() {
    let mut desk = in_a_vote();
    for command in [
        Command::Menu(Menu::New),
        Command::Menu(Menu::Start),
        Command::Menu(Menu::Quit),
        Command::OpenExample("harbour-duel.founders"),
        Command::OpenText("Founders Ledger record 1".to_owned()),
        Command::Open("elsewhere.founders".into()),
    ] {
        let asked = format!("{command:?}");
        desk.give(command);
        assert!(desk.says(ASKED), "{asked}");
        desk.press("Go on voting");
        assert!(desk.app().holds_ballots(), "{asked}");
    }
    desk.give(Command::Menu(Menu::Start));
    desk.press("Lose the ballots");
    assert!(desk.app().table().is_none());
}

#[test]
fn a_running_game_waits_while_another_is_set_up() {
    let mut desk = Desk::at("harbour-duel.founders", 20);
    let before = desk.game().clone();
    desk.give(Command::Menu(Menu::New));
    assert!(desk.app().table().is_none());
    desk.key(Key::Escape);
    assert!(*desk.game() == before, "the game that waited is there again");
    assert_eq!(desk.record().cursor(), 20);
}

#[test]
fn the_system_ends_the_app_without_a_question_and_without_a_crash() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let world = Environment {
        games: Some(folder.path().join("games")),
        own: Some(folder.path().join("own")),
        today: "2026-11-22".to_owned(),
        ..Environment::default()
    };
    let mut desk = Desk::in_world(world.clone(), ui_board::settings::Settings::default());
    desk.press("Try it without the box…");
    desk.press("Begin as it stands");
    desk.press("Deal for us");
    // A dialog is in nobody's way then.
    desk.give(Command::Menu(Menu::Keys));
    assert!(desk.ends(), "the window closes");
    assert!(!desk.says("Keys"));
    assert_eq!(desk.app().unsaved(), None);
    drop(desk);
    let mut again = Desk::in_world(world, ui_board::settings::Settings::default());
    again.settle();
    assert!(!again.shows("was not closed"), "{:#?}", again.labels());
}

#[test]
fn the_system_ends_a_vote_as_well() {
    let mut desk = in_a_vote();
    assert!(desk.ends(), "the window closes");
    assert!(!desk.says(ASKED));
    assert!(!desk.app().holds_ballots());
}
