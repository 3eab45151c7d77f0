//! The naming of players is a setting, and everything on screen follows it at once.

use components::square::Square;
use founders_ledger::app::Command;
use journal::Journal;
use narration::PlayerNaming;
use rules::action::ActionKind;
use rules::player::PlayerId;
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_menu::Menu;

use crate::app::{Desk, journal_of, truncated};

fn set_naming(desk: &mut Desk, naming: PlayerNaming) {
    let settings = Settings { naming, ..desk.app().settings().clone() };
    desk.give(Command::SetSettings(Box::new(settings)));
}

/// Opens a game with players named by race or by name.
fn game(record: &Journal, naming: PlayerNaming) -> Desk {
    let mut desk = Desk::new();
    set_naming(&mut desk, naming);
    desk.open(record);
    desk
}

/// Checks that a page follows a change of the naming: its labels are those of a page opened
/// afterwards, and differ from before.
#[track_caller]
fn check_follows_naming(record: &Journal, open: impl Fn(&mut Desk)) {
    let mut early = game(record, PlayerNaming::Names);
    open(&mut early);
    let by_name = early.labels();
    set_naming(&mut early, PlayerNaming::Races);
    let mut late = game(record, PlayerNaming::Races);
    open(&mut late);
    let by_race = late.labels();
    assert_eq!(early.labels(), by_race);
    assert_ne!(by_name, by_race);
}

/// Returns a record of four players after this many entries.
fn played(count: usize) -> Journal {
    truncated(&journal_of("four-founders.founders"), count)
}

#[test]
fn checklist_follows_the_naming_of_players() {
    check_follows_naming(&played(60), |desk| desk.give(Command::Menu(Menu::Layout)));
}

#[test]
fn connection_inspector_follows_the_naming_of_players() {
    check_follows_naming(&played(60), |desk| {
        desk.give(Command::Menu(Menu::Inspector));
        let tiles: Vec<Square> = desk.game().tiles().map(|tile| tile.footprint.first()).collect();
        desk.square(tiles[0]);
        desk.square(tiles[1]);
    });
}

#[test]
fn repair_page_follows_the_naming_of_players() {
    check_follows_naming(&played(60), |desk| desk.give(FoundersCommand::OpenRepair(30)));
    check_follows_naming(&played(60), |desk| {
        desk.give(FoundersCommand::OpenRepair(30));
        desk.press("Change…");
    });
}

#[test]
fn audit_page_follows_the_naming_of_players() {
    check_follows_naming(&played(60), |desk| {
        desk.give(Command::Menu(Menu::Audit));
        let field = format!("{} money", desk.named_game().label(PlayerId(0)));
        desk.press_last(&field);
        desk.type_text("77");
    });
}

#[test]
fn placement_editor_follows_the_naming_of_players() {
    fn place_house(desk: &mut Desk) {
        desk.give(Command::Menu(Menu::Audit));
        desk.press("Lay it on the board…");
        desk.press("House");
        let free = desk
            .game()
            .board()
            .squares()
            .find(|&square| desk.game().road_state(square) == Some(false));
        desk.square(free.expect("the board is not full"));
    }
    check_follows_naming(&played(60), place_house);
    check_follows_naming(&played(60), |desk| {
        place_house(desk);
        desk.press("Done");
        let labels = desk.labels();
        let begin = format!("A house of {} on ", desk.named_game().label(PlayerId(0)));
        assert!(labels.iter().any(|label| label.starts_with(&begin)), "{begin} {labels:#?}");
    });
}

#[test]
fn recap_follows_the_naming_of_players() {
    // The entry takes money from the supply.
    check_follows_naming(&played(29), |desk| {
        let strip = desk.label_starting_with("What just happened");
        desk.press(&strip);
    });
}

#[test]
fn resource_draft_follows_the_naming_of_players() {
    let (desk, _) = Desk::before("four-founders.founders", |_, action| {
        matches!(action.kind, ActionKind::TakeResource { .. })
    });
    check_follows_naming(desk.record(), |_| {});
}

#[test]
fn checklist_ticks_stay_when_the_naming_changes() {
    fn done(desk: &Desk) -> String {
        desk.label_starting_with("Everything: ")
    }

    let mut desk = game(&played(60), PlayerNaming::Names);
    desk.give(Command::Menu(Menu::Layout));
    let name = desk.game().player_name(PlayerId(0)).to_owned();
    let line = desk.labels().into_iter().rfind(|label| label.ends_with(&format!("of {name}")));
    desk.press(&line.expect("something is hers"));
    let ticked = done(&desk);
    assert!(ticked.starts_with("Everything: 1 of "), "{ticked}");
    set_naming(&mut desk, PlayerNaming::Races);
    assert_eq!(done(&desk), ticked);
}
