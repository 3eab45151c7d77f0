//! The words of the scenario table: its entries in the journal, the menus and the table window.

use founders_ledger::app::Command;
use ui_board::settings::Settings;
use ui_menu::Menu;
use ui_scenario::ScenarioCommand;

use crate::app::Desk;
use crate::scenario::{TABLE, action, open};

fn play(desk: &mut Desk, lines: &[&str]) {
    for line in lines {
        let action = action(desk, line);
        desk.give(ScenarioCommand::Play(action));
    }
}

/// Returns a table on which a round was played.
fn played_round(size: [f32; 2]) -> Desk {
    let mut desk = Desk::in_window(Settings::default(), size, 1.0);
    open(&mut desk, TABLE);
    let lines = [
        "initiative Brute: 30/12",
        "hit points Brute: 7/10",
        "trap B3",
        "move Brute to B3",
        "gain Guard 3: muddled",
        "round",
        "done Brute",
    ];
    play(&mut desk, &lines);
    desk
}

#[test]
fn journal_lists_whole_sentences_by_round() {
    let mut desk = played_round([1280.0, 800.0]);
    desk.press("Journal");
    for words in [
        "Round 1",
        "1  Brute has initiative 30, and 12 on the second card.",
        "2  Brute suffers 3 damage: 7 of 10 hit points left.",
        "3  B3 is now a trap.",
        "4  Brute moves from A3 to B3. Brute springs the trap in B3 and suffers 3 damage (S6.3): 4 \
         of 10 hit points are left.",
        "5  Guard 3 is now muddled.",
        "Round 2",
        "6  Round 2 begins.",
        "7  Brute ends its turn.",
    ] {
        assert!(desk.shows_exactly(words), "no {words:?} in {:#?}", desk.labels());
    }
    assert!(!desk.shows("hit points Brute"), "no notation: {:#?}", desk.labels());
    desk.press("2  Brute suffers 3 damage: 7 of 10 hit points left.");
    assert!(desk.shows("Entry 2 of 7"));
    desk.press("More");
    desk.press("Copy this entry");
    assert!(desk.shows("Copied as text."));
}

#[test]
fn row_of_the_journal_is_as_high_as_its_sentence() {
    let mut desk = played_round([800.0, 480.0]);
    desk.press("Journal");
    desk.press("Entry before");
    desk.press("Entry before");
    let long = "4  Brute moves from A3 to B3. Brute springs the trap in B3 and suffers 3 damage \
                (S6.3): 4 of 10 hit points are left.";
    let (long, short) = (desk.control_rect(long), desk.control_rect("5  Guard 3 is now muddled."));
    assert!(long.height() > 1.3 * short.height(), "{long:?} and {short:?}");
}

#[test]
fn latest_entry_is_put_into_words() {
    let desk = played_round([1280.0, 800.0]);
    assert!(desk.shows("Latest: Brute ends its turn."), "{:#?}", desk.labels());
}

#[test]
fn table_window_shows_the_map_the_order_and_the_latest_entry() {
    let mut desk = played_round([1280.0, 800.0]);
    desk.press("Set up");
    desk.give(Command::Menu(Menu::TableWindow));
    assert!(!desk.shows("No game is open."), "{:#?}", desk.labels());
    assert!(desk.shows_exactly("Map of the scenario"), "{:#?}", desk.labels());
    for words in ["Round 2", "–  Brute, 4/10", "–  Guard 3, 6/6", "Brute ends its turn."] {
        assert!(desk.shows_exactly(words), "no {words:?} in {:#?}", desk.labels());
    }
    play(&mut desk, &["initiative Guard: 15", "lose Guard 3: muddled"]);
    for words in ["15  Guard 1", "15  Guard 3, 6/6", "Guard 3 is no longer muddled."] {
        assert!(desk.shows_exactly(words), "no {words:?} in {:#?}", desk.labels());
    }
    desk.give(Command::Menu(Menu::Start));
    assert!(desk.shows("No game is open."), "{:#?}", desk.labels());
}
