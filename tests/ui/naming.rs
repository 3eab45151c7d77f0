//! What the players are called is a setting, and whatever is open follows it at once.

use components::square::Square;
use founders_ledger::app::Command;
use journal::Journal;
use narration::PlayerNaming;
use rules::action::{Action, ActionKind};
use rules::game::Game;
use rules::player::PlayerId;
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_menu::Menu;

use crate::app::{Desk, cut, journal_of};

fn call(desk: &mut Desk, naming: PlayerNaming) {
    let settings = Settings { naming, ..desk.app().settings().clone() };
    desk.give(Command::SetSettings(Box::new(settings)));
}

/// The app with a game open whose players are called like this.
fn game(record: &Journal, naming: PlayerNaming) -> Desk {
    let mut desk = Desk::new();
    call(&mut desk, naming);
    desk.open(record);
    desk
}

/// Opened before the players are called by race or after, it says the same, and not what it said.
#[track_caller]
fn follows(record: &Journal, open: impl Fn(&mut Desk)) {
    let mut early = game(record, PlayerNaming::Names);
    open(&mut early);
    let by_name = early.labels();
    call(&mut early, PlayerNaming::Races);
    let mut late = game(record, PlayerNaming::Races);
    open(&mut late);
    let by_race = late.labels();
    assert_eq!(early.labels(), by_race);
    assert_ne!(by_name, by_race);
}

/// A record of four players after so many entries.
fn played(count: usize) -> Journal {
    cut(&journal_of("four-founders.founders"), count)
}

#[test]
fn the_list_to_put_the_table_back_does() {
    follows(&played(60), |desk| desk.give(Command::Menu(Menu::Layout)));
}

#[test]
fn what_joins_two_places_does() {
    follows(&played(60), |desk| {
        desk.give(Command::Menu(Menu::Inspector));
        let tiles: Vec<Square> = desk.game().tiles().map(|tile| tile.footprint.first()).collect();
        desk.square(tiles[0]);
        desk.square(tiles[1]);
    });
}

#[test]
fn a_repair_does() {
    follows(&played(60), |desk| desk.give(FoundersCommand::Repair(30)));
    follows(&played(60), |desk| {
        desk.give(FoundersCommand::Repair(30));
        desk.press("Change…");
    });
}

#[test]
fn a_count_that_differs_does() {
    follows(&played(60), |desk| {
        desk.give(Command::Menu(Menu::Audit));
        let field = format!("{} money", desk.named_game().label(PlayerId(0)));
        desk.press_last(&field);
        desk.type_text("77");
    });
}

#[test]
fn what_is_laid_on_the_board_does() {
    let lays = |desk: &mut Desk| {
        desk.give(Command::Menu(Menu::Audit));
        desk.press("Lay it on the board…");
        desk.press("House");
        let free = desk.game().board().squares();
        let free = free.into_iter().find(|&square| desk.game().road_state(square) == Some(false));
        desk.square(free.expect("the board is not full"));
    };
    follows(&played(60), lays);
    follows(&played(60), |desk| {
        lays(desk);
        desk.press("Done");
        let laid = desk.labels();
        let begin = format!("A house of {} on ", desk.named_game().label(PlayerId(0)));
        assert!(laid.iter().any(|label| label.starts_with(&begin)), "{begin} {laid:#?}");
    });
}

#[test]
fn what_just_happened_does() {
    // Somebody took money from the supply.
    follows(&played(29), |desk| {
        let strip = desk.label_that_begins("What just happened");
        desk.press(&strip);
    });
}

#[test]
fn a_card_to_choose_does() {
    let is_card =
        |_: &Game, action: &Action| matches!(action.kind, ActionKind::TakeResource { .. });
    let (desk, _) = Desk::before("four-founders.founders", is_card);
    follows(desk.record(), |_| {});
}

#[test]
fn what_was_ticked_stays_so() {
    let mut desk = game(&played(60), PlayerNaming::Names);
    desk.give(Command::Menu(Menu::Layout));
    let name = desk.game().player_name(PlayerId(0)).to_owned();
    let line = desk.labels().into_iter().rfind(|label| label.ends_with(&format!("of {name}")));
    desk.press(&line.expect("something is hers"));
    let done = |desk: &Desk| desk.label_that_begins("Everything: ");
    let ticked = done(&desk);
    assert!(ticked.starts_with("Everything: 1 of "), "{ticked}");
    call(&mut desk, PlayerNaming::Races);
    assert_eq!(done(&desk), ticked);
}
