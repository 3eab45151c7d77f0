//! Ballots are only in memory, so every command that would lose them asks first.

use egui::{Key, Modifiers};
use founders_ledger::app::{Command, Environment};
use ui_menu::Menu;

use crate::app::{Desk, is_vote};

const CONFIRMATION: &str = "The vote is not over";
const BALLOTS_LOST: &str = "The ballots were not kept. Everyone votes again.";

/// Returns a table with the first ballot of a manual vote entered.
fn in_a_vote() -> Desk {
    let (mut desk, action) = Desk::before("four-founders.founders", is_vote);
    desk.press("Enter a vote held by hand");
    let player = action.kind.ballots()[0].player;
    let who = desk.named_game().label(player);
    desk.press(&format!("{who} more fleeting influence"));
    assert!(desk.app().holds_ballots());
    desk
}

#[test]
fn undo_key_asks_before_losing_ballots_and_can_be_cancelled() {
    let mut desk = in_a_vote();
    let cursor = desk.record().cursor();
    desk.key_with(Modifiers::COMMAND, Key::Z);
    assert!(desk.shows_exactly(CONFIRMATION));
    assert_eq!(desk.record().cursor(), cursor);
    desk.press("Go on voting");
    assert!(!desk.shows_exactly(CONFIRMATION));
    assert!(desk.app().holds_ballots());
    assert_eq!(desk.record().cursor(), cursor);
}

#[test]
fn undo_button_of_the_vote_asks_before_losing_ballots() {
    let mut desk = in_a_vote();
    let cursor = desk.record().cursor();
    let undo = desk.label_starting_with("Undo: ");
    desk.press(&undo);
    assert!(desk.shows_exactly(CONFIRMATION));
    assert_eq!(desk.record().cursor(), cursor);
    desk.press("Lose the ballots");
    assert_eq!(desk.record().cursor(), cursor - 1);
}

#[test]
fn confirmed_undo_discards_the_ballots() {
    let mut desk = in_a_vote();
    let cursor = desk.record().cursor();
    desk.key_with(Modifiers::COMMAND, Key::Z);
    desk.press("Lose the ballots");
    assert_eq!(desk.record().cursor(), cursor - 1);
    desk.key_with(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(desk.record().cursor(), cursor);
    assert!(desk.shows_exactly(BALLOTS_LOST));
}

#[test]
fn every_command_that_leaves_the_game_asks_before_losing_ballots() {
    let mut desk = in_a_vote();
    for command in [
        Command::Menu(Menu::New),
        Command::Menu(Menu::Start),
        Command::Menu(Menu::Quit),
        Command::OpenExample("harbour-duel.founders"),
        Command::OpenText("Founders Ledger record 1".to_owned()),
        Command::Open("elsewhere.founders".into()),
    ] {
        let name = format!("{command:?}");
        desk.give(command);
        assert!(desk.shows_exactly(CONFIRMATION), "{name}");
        desk.press("Go on voting");
        assert!(desk.app().holds_ballots(), "{name}");
    }
    desk.give(Command::Menu(Menu::Start));
    desk.press("Lose the ballots");
    assert!(desk.app().table().is_none());
}

#[test]
fn open_game_is_restored_when_a_new_setup_is_cancelled() {
    let mut desk = Desk::at("harbour-duel.founders", 20);
    let before = desk.game().clone();
    desk.give(Command::Menu(Menu::New));
    assert!(desk.app().table().is_none());
    desk.key(Key::Escape);
    assert!(*desk.game() == before, "the waiting game is back");
    assert_eq!(desk.record().cursor(), 20);
}

#[test]
fn system_shutdown_closes_the_app_without_asking() {
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
    // An open dialog does not prevent it.
    desk.give(Command::Menu(Menu::Keys));
    assert!(desk.closes_on_shutdown(), "the window closes");
    assert!(!desk.shows_exactly("Keys"));
    assert_eq!(desk.app().unsaved(), None);
    drop(desk);
    let mut again = Desk::in_world(world, ui_board::settings::Settings::default());
    again.settle();
    assert!(!again.shows("was not closed"), "{:#?}", again.labels());
}

#[test]
fn system_shutdown_during_a_vote_closes_the_app_without_asking() {
    let mut desk = in_a_vote();
    assert!(desk.closes_on_shutdown(), "the window closes");
    assert!(!desk.shows_exactly(CONFIRMATION));
    assert!(!desk.app().holds_ballots());
}
