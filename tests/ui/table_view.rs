//! The table view, in the main window and in its own: it shows public information alone.

use egui::{Key, Modifiers, Pos2};
use founders_ledger::app::Command;
use narration::PlayerNaming;
use rules::action::{ActionKind, Ballot, VoteTile};
use rules::player::PlayerId;
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_menu::Menu;

use crate::app::{Desk, truncated};
use crate::polls::{even_salts, sealed_vote};

/// The title of the table's own window.
const WINDOW: &str = "Founders Ledger – the table";

/// Returns a four-player game at the start of a turn.
fn desk() -> Desk {
    Desk::before("four-founders.founders", |_, action| {
        matches!(action.kind, ActionKind::Lead { .. })
    })
    .0
}

/// Returns the labels of the player plates.
fn plates(desk: &Desk) -> Vec<String> {
    let named = desk.named_game();
    let begins: Vec<String> =
        named.game().players().map(|player| format!("{}, ", named.label(player))).collect();
    let labels = desk.labels().into_iter();
    labels
        .filter(|label| label.contains(" lasting"))
        .filter(|label| begins.iter().any(|begin| label.starts_with(begin.as_str())))
        .collect()
}

#[test]
fn table_view_fills_the_window_until_it_is_left() {
    let mut desk = desk();
    assert!(desk.shows_exactly("File"));
    desk.key(Key::F11);
    assert!(!desk.shows_exactly("File"));
    assert_eq!(plates(&desk).len(), 4);
    let owed = narration::pending::describe_one(desk.named_game(), &desk.game().pending()[0]);
    assert!(desk.shows(&owed), "{owed} in {:#?}", desk.labels());
    desk.key(Key::Escape);
    assert!(desk.shows_exactly("File"));
    desk.key(Key::F11);
    desk.press("Leave the table view");
    assert!(desk.shows_exactly("File"));
}

#[test]
fn table_view_names_the_player_to_act() {
    let mut desk = desk();
    desk.key(Key::F11);
    let owed = desk.game().pending().swap_remove(0);
    let player = owed.player.expect("a player has to act");
    let name = desk.game().player_name(player).to_owned();
    let sentence = narration::pending::describe_one(desk.named_game(), &owed);
    assert!(sentence.starts_with(&name), "{sentence}");
    assert!(desk.shows_exactly(&sentence), "{sentence} in {:#?}", desk.labels());
    // A setting switches to race names, in sentences as well.
    let settings = Settings { naming: PlayerNaming::Races, ..desk.app().settings().clone() };
    desk.give(Command::SetSettings(Box::new(settings)));
    let sentence = narration::pending::describe_one(desk.named_game(), &owed);
    assert!(!sentence.contains(&name), "{sentence}");
    assert!(desk.shows_exactly(&sentence), "{sentence} in {:#?}", desk.labels());
}

#[test]
fn pressing_a_player_plate_rotates_it() {
    fn turned(desk: &Desk) -> [u8; 4] {
        desk.app().settings().plates
    }

    let mut desk = desk();
    desk.key(Key::F11);
    assert_eq!(turned(&desk), [0; 4]);
    let second = plates(&desk).remove(1);
    for quarters in [1, 2, 3, 0] {
        desk.press(&second);
        assert_eq!(turned(&desk), [0, quarters, 0, 0]);
    }
    assert_eq!(desk.app().settings().plate_rotation(PlayerId(1)), 0);
}

#[test]
fn table_view_is_replaced_by_the_ballots_during_a_vote() {
    let mut desk = desk();
    desk.key(Key::F11);
    let (journal, _) = sealed_vote();
    desk.open(&truncated(&journal, journal.cursor()));
    desk.key(Key::F11);
    assert!(desk.shows_exactly("Vote on this screen"), "{:#?}", desk.labels());
}

#[test]
fn one_command_opens_and_closes_the_table_window() {
    let mut desk = desk();
    assert!(plates(&desk).is_empty() || !desk.shows(WINDOW));
    desk.give(Command::Menu(Menu::TableWindow));
    assert!(desk.shows(WINDOW), "{:#?}", desk.labels());
    assert!(desk.shows("Leave the table view"));
    desk.give(Command::Menu(Menu::TableWindow));
    assert!(!desk.shows(WINDOW));
}

/// Returns all labels on screen, including the table's window, while a ballot is filled in.
fn labels_while_voting(ballot: &Ballot) -> Vec<String> {
    let (journal, _) = sealed_vote();
    let mut desk = Desk::new();
    desk.set_salts(even_salts);
    desk.open(&truncated(&journal, journal.cursor()));
    desk.press("Vote on this screen");
    let who = desk.named_game().label(ballot.player);
    desk.lift_curtain(&who);
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
fn table_window_is_the_same_for_every_ballot() {
    let (journal, ballots) = sealed_vote();
    let game = journal.game();
    let voter = ballots
        .iter()
        .find(|ballot| game.fleeting(ballot.player) > 0)
        .expect("a voter has influence");
    let modest = Ballot { tile: VoteTile::Circle, fleeting: 0, lasting: 0, ..*voter };
    let fleeting = game.fleeting(voter.player);
    let bold = Ballot { tile: VoteTile::Triangle, fleeting, lasting: 0, ..*voter };
    assert_eq!(labels_while_voting(&modest), labels_while_voting(&bold));
}

#[test]
fn table_view_hides_unfinished_input() {
    let mut desk = desk();
    desk.give(Command::Menu(Menu::TableWindow));
    let square = desk.game().board().squares().next().expect("a board has squares");
    desk.give(FoundersCommand::Hover(Some(square)));
    let shown = desk.table().idle();
    assert!(desk.table().hover().is_some());
    assert!(shown.entry().is_none() && shown.hover().is_none());
    assert_eq!(shown.legality().squares().count(), 0);
}

#[test]
fn rotate_key_rotates_only_the_table_view_while_it_is_shown() {
    fn plate(desk: &Desk) -> Vec<Pos2> {
        desk.control_centers(&plates(desk)[0])
    }

    let mut desk = desk();
    let square = desk.game().board().squares().next().expect("a board has squares");
    let at = desk.center_of(square);
    desk.key(Key::F11);
    let before = plate(&desk);
    desk.key(Key::T);
    // The board is not square, so that the plates beside it move.
    assert_ne!(plate(&desk), before);
    for _ in 0..3 {
        desk.key(Key::T);
    }
    assert_eq!(plate(&desk), before);
    desk.key(Key::T);
    desk.key(Key::Escape);
    assert_eq!(desk.center_of(square), at);
}
