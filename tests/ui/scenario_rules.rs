//! The rules and the keys of scenarios in the window: each cited number opens its entry.

use egui::Key;
use founders_ledger::app::Command;
use ui_board::settings::Settings;
use ui_menu::Menu;

use crate::app::Desk;
use crate::scenario::{click, open};

/// A Guard with two enemies equally many steps away.
const TIE: &str = "board 7x5
level 1
card Guard: move 1, attack
initiative Guard: 50
character Brute at A3, initiative 72
character Tinkerer at G3, initiative 35
normal Guard 3 at D3, hit points 6/6";

fn desk() -> Desk {
    let mut desk = Desk::new();
    open(&mut desk, TIE);
    desk
}

#[test]
fn number_of_a_rule_in_a_sentence_opens_its_entry() {
    let mut desk = desk();
    click(&mut desk, "D3");
    assert!(desk.shows("S8.5"), "{:#?}", desk.labels());
    desk.press("Rule S8.5");
    assert!(desk.shows("Rule S8.5, rulebook \"Monster Focus\""), "{:#?}", desk.labels());
    assert!(desk.shows("Of enemies equally many steps away the one earlier"));
    desk.press("G2 Tied foci: initiative or nearness");
    assert!(desk.shows("This is the letter of the rulebook."));
    assert!(desk.shows("Guard 3 goes for"), "the turn stays in view");
    desk.key(Key::Escape);
    assert!(!desk.shows("This is the letter of the rulebook."));
}

#[test]
fn rules_of_the_open_game_are_shown_and_searched() {
    let mut desk = desk();
    desk.give(Command::Menu(Menu::Rules));
    assert!(desk.shows("The turn of a monster") && !desk.shows("Dealing proposals"));
    desk.press("Search the rules");
    desk.type_text("retaliate");
    assert!(desk.shows("S7.6 Retaliate"), "{:#?}", desk.labels());
    desk.give(Command::Menu(Menu::Start));
    assert!(desk.shows("Dealing proposals") && !desk.shows("The turn of a monster"));
}

#[test]
fn narrow_window_shows_the_rules_in_place_of_the_side_panel() {
    let mut desk = Desk::in_window(Settings::default(), [800.0, 480.0], 1.0);
    open(&mut desk, TIE);
    click(&mut desk, "D3");
    desk.press("Rule S8.5");
    assert!(desk.shows("Rule S8.5, rulebook") && !desk.shows("Guard 3 goes for"));
    desk.press("Close the rules");
    assert!(desk.shows("Guard 3 goes for"), "{:#?}", desk.labels());
}

#[test]
fn keys_of_the_open_game_are_shown() {
    let mut desk = desk();
    desk.give(Command::Menu(Menu::Keys));
    assert!(desk.shows("The scenario table") && desk.shows("Rules"));
    assert!(!desk.shows("A ballot") && !desk.shows("Shows or hides the players."));
    desk.press("Close");
    desk.give(Command::Menu(Menu::Start));
    desk.give(Command::Menu(Menu::Keys));
    assert!(desk.shows("A ballot") && !desk.shows("move the selected figure"));
}
