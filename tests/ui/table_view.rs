//! The table view, in the window and beside it: what everybody sees, and nothing else.

use egui::{Key, Modifiers};
use founders_ledger::app::Command;
use narration::PlayerNaming;
use rules::Game;
use rules::action::{Action, ActionKind, Ballot, VoteTile};
use rules::player::PlayerId;
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_menu::Menu;

use crate::app::{Desk, cut};
use crate::polls::{even_salts, sealed_vote};

/// What the table's own window is called.
const WINDOW: &str = "Founders Ledger – the table";

/// A game of four at the beginning of a turn.
fn desk() -> Desk {
    let leads = |_: &Game, action: &Action| matches!(action.kind, ActionKind::Lead { .. });
    Desk::before("four-founders.founders", leads).0
}

/// The plates, by what they say of their players.
fn plates(desk: &Desk) -> Vec<String> {
    let named = desk.named_game();
    let begins: Vec<String> =
        named.game().players().map(|player| format!("{}, ", named.label(player))).collect();
    let is_plate = |label: &String| {
        begins.iter().any(|begin| label.starts_with(begin.as_str())) && label.contains(" lasting")
    };
    desk.labels().into_iter().filter(is_plate).collect()
}

#[test]
fn the_table_view_has_the_whole_window_until_it_is_left() {
    let mut desk = desk();
    assert!(desk.says("File"));
    desk.key(Key::F11);
    assert!(!desk.says("File"));
    assert_eq!(plates(&desk).len(), 4);
    let owed = narration::pending::describe_one(desk.named_game(), &desk.game().pending()[0]);
    assert!(desk.shows(&owed), "{owed} in {:#?}", desk.labels());
    desk.key(Key::Escape);
    assert!(desk.says("File"));
    desk.key(Key::F11);
    desk.press("Leave the table view");
    assert!(desk.says("File"));
}

#[test]
fn whoever_is_asked_is_called_by_name_above_the_board() {
    let mut desk = desk();
    desk.key(Key::F11);
    let owed = desk.game().pending().swap_remove(0);
    let asked = owed.player.expect("somebody is asked");
    let name = desk.game().player_name(asked).to_owned();
    let called = narration::pending::describe_one(desk.named_game(), &owed);
    assert!(called.starts_with(&name), "{called}");
    assert!(desk.says(&called), "{called} in {:#?}", desk.labels());
    // A setting turns it round, for sentences as well.
    let settings = Settings { naming: PlayerNaming::Races, ..desk.app().settings().clone() };
    desk.give(Command::SetSettings(Box::new(settings)));
    let called = narration::pending::describe_one(desk.named_game(), &owed);
    assert!(!called.contains(&name), "{called}");
    assert!(desk.says(&called), "{called} in {:#?}", desk.labels());
}

#[test]
fn a_plate_turns_towards_its_seat() {
    let mut desk = desk();
    desk.key(Key::F11);
    let turned = |desk: &Desk| desk.app().settings().plates;
    assert_eq!(turned(&desk), [0; 4]);
    let second = plates(&desk).remove(1);
    for quarters in [1, 2, 3, 0] {
        desk.press(&second);
        assert_eq!(turned(&desk), [0, quarters, 0, 0]);
    }
    assert_eq!(desk.app().settings().turned_to(PlayerId(1)), 0);
}

#[test]
fn the_table_view_gives_way_to_the_ballots() {
    let mut desk = desk();
    desk.key(Key::F11);
    let (journal, _) = sealed_vote();
    desk.open(&cut(&journal, journal.cursor()));
    desk.key(Key::F11);
    assert!(desk.says("Vote on this screen"), "{:#?}", desk.labels());
}

#[test]
fn the_table_window_is_opened_and_closed_by_the_same_keys() {
    let mut desk = desk();
    assert!(plates(&desk).is_empty() || !desk.shows(WINDOW));
    desk.give(Command::Menu(Menu::TableWindow));
    assert!(desk.shows(WINDOW), "{:#?}", desk.labels());
    assert!(desk.shows("Leave the table view"));
    desk.give(Command::Menu(Menu::TableWindow));
    assert!(!desk.shows(WINDOW));
}

/// What is on screen, the table's window included, while a ballot is filled in.
fn seen_while_voting(ballot: &Ballot) -> Vec<String> {
    let (journal, _) = sealed_vote();
    let mut desk = Desk::new();
    desk.salt_evenly(even_salts);
    desk.open(&cut(&journal, journal.cursor()));
    desk.press("Vote on this screen");
    let who = desk.named_game().label(ballot.player);
    desk.press(&format!("{who} votes"));
    desk.press(&format!("{who} lifts the curtain"));
    desk.key(match ballot.tile {
        VoteTile::Circle => Key::Num1,
        VoteTile::Square => Key::Num2,
        VoteTile::Triangle => Key::Num3,
    });
    for _ in ballot.fleeting..desk.game().fleeting(ballot.player) {
        desk.key_with(Modifiers::SHIFT, Key::F);
    }
    desk.give(Command::Menu(Menu::TableWindow));
    assert!(desk.shows(WINDOW));
    for building in desk.game().proposals().into_iter().flatten() {
        let name = desk.game().contents().building_name(building).to_owned();
        assert!(desk.shows(&name), "{name} is proposed");
    }
    desk.labels()
}

#[test]
fn the_table_window_tells_nothing_of_a_ballot() {
    let (journal, ballots) = sealed_vote();
    let game = journal.game();
    let voter = ballots.iter().find(|ballot| game.fleeting(ballot.player) > 0);
    let voter = voter.expect("somebody has influence");
    let modest = Ballot { tile: VoteTile::Circle, fleeting: 0, lasting: 0, ..*voter };
    let fleeting = game.fleeting(voter.player);
    let bold = Ballot { tile: VoteTile::Triangle, fleeting, lasting: 0, ..*voter };
    assert_eq!(seen_while_voting(&modest), seen_while_voting(&bold));
}

#[test]
fn what_is_being_entered_is_not_on_the_table_view() {
    let mut desk = desk();
    desk.give(Command::Menu(Menu::TableWindow));
    let square = desk.game().board().squares().next().expect("a board has squares");
    desk.give(FoundersCommand::Aim(Some(square)));
    let shown = desk.table().idle();
    assert!(desk.table().hover().is_some());
    assert!(shown.entry().is_none() && shown.hover().is_none());
    assert_eq!(shown.legality().squares().count(), 0);
}

#[test]
fn the_key_that_rotates_the_board_rotates_the_one_that_is_seen() {
    let mut desk = desk();
    let square = desk.game().board().squares().next().expect("a board has squares");
    let at = desk.middle_of(square);
    desk.key(Key::F11);
    let plate = |desk: &Desk| desk.spots(&plates(desk)[0]);
    let before = plate(&desk);
    desk.key(Key::T);
    // The board is not as wide as it is high, so that plates beside it move.
    assert_ne!(plate(&desk), before);
    for _ in 0..3 {
        desk.key(Key::T);
    }
    assert_eq!(plate(&desk), before);
    desk.key(Key::T);
    desk.key(Key::Escape);
    assert_eq!(desk.middle_of(square), at);
}
