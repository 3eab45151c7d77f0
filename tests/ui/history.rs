//! Looking back, taking back, repairing, counting and catching up, by label and key.

use components::quantity::Points;
use components::square::Square;
use components::tile::Shape;
use egui::{Key, Modifiers};
use founders_ledger::app::Command;
use journal::{Change, EntryId, EntryRating};
use rules::action::ActionKind;
use rules::adjustment::Owner;
use rules::player::PlayerId;
use rules::sub_action::SubAction;
use ui_board::command::FoundersCommand;
use ui_menu::Menu;

use crate::app::{Desk, journal_of};

const GAME: &str = "teaching-game.founders";

/// The app with a game open after so many entries, its journal in view.
fn desk(count: usize) -> Desk {
    let mut desk = Desk::at(GAME, count);
    desk.press("Journal");
    desk
}

/// The number of the last vote of the game.
fn last_vote() -> usize {
    *journal::votes(&journal_of(GAME)).last().expect("there are votes")
}

/// The first entry after which every player is to be asked about the score track.
fn after_a_vote() -> usize {
    let journal = journal_of(GAME);
    let vote = journal::votes(&journal)[0];
    let ended = |&n: &usize| {
        let game = journal.game_at(n).expect("it was played");
        game.vote_stage().is_none()
    };
    (vote..journal.cursor()).find(ended).expect("the vote ends")
}

/// The latest entry that showed nothing hidden, and is followed by none that did.
fn plain_entry() -> usize {
    let journal = journal_of(GAME);
    let is_plain =
        |&n: &usize| journal::revealed_after(&journal, n - 2).iter().all(|&seen| seen > n);
    (30..journal.cursor()).find(is_plain).expect("an entry")
}

#[test]
fn undo_to_here_takes_back_everything_after_the_entry_looked_at() {
    let count = plain_entry();
    let mut desk = desk(count);
    desk.give(FoundersCommand::Look(count - 2));
    desk.press("Undo to here");
    assert_eq!(desk.record().cursor(), count - 2);
    assert_eq!(desk.record().main_line().len(), count);
}

#[test]
fn taking_back_what_was_seen_asks_first() {
    let vote = last_vote();
    let mut desk = desk(vote);
    desk.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(desk.record().cursor(), vote, "nothing is taken back yet");
    assert!(desk.shows("Take back what was seen?"));
    desk.press("Cancel");
    assert_eq!(desk.record().cursor(), vote);
    desk.key_with(Modifiers::COMMAND, Key::Z);
    desk.press("Take it back");
    assert_eq!(desk.record().cursor(), vote - 1);
}

#[test]
fn restarting_a_turn_goes_back_to_its_beginning() {
    let journal = journal_of(GAME);
    let inside = |&n: &usize| {
        let turn = |n: usize| journal.entry(journal.main_line()[n - 1]).outcome().turn();
        turn(n) == turn(n - 1) && turn(n) == turn(n - 2) && turn(n) > 2
    };
    let count = (30..journal.cursor()).find(inside).expect("a long turn");
    let mut desk = desk(count);
    let turn = desk.game().turn_number();
    let start = journal::turn_start(desk.record());
    desk.key_with(Modifiers::ALT, Key::T);
    if desk.shows("Take back what was seen?") {
        desk.press("Take it back");
    }
    assert_eq!(desk.record().cursor(), start);
    assert_eq!(desk.game().turn_number(), turn);
}

#[test]
fn the_timeline_is_slid_along_with_the_keys() {
    let mut desk = desk(40);
    assert!(desk.says("Timeline"));
    desk.give(FoundersCommand::Look(20));
    desk.tab_until("Timeline", false);
    desk.key(Key::ArrowRight);
    assert_eq!(desk.table().shown_number(), 21);
    desk.key(Key::ArrowLeft);
    desk.key(Key::ArrowLeft);
    assert_eq!(desk.table().shown_number(), 19);
}

#[test]
fn an_entry_is_marked_and_commented_while_it_is_looked_at() {
    let mut desk = desk(40);
    desk.give(FoundersCommand::Look(20));
    let id = desk.table().shown_entry();
    desk.press("Doubtful");
    assert_eq!(desk.record().entry(id).mark(), Some(EntryRating::Doubtful));
    assert_eq!(desk.table().shown_number(), 20, "it is still looked at");
    assert_eq!(desk.record().cursor(), 40);
    desk.press("Comment…");
    desk.press("Comment");
    desk.type_text("was that right");
    desk.press("Keep");
    assert_eq!(desk.record().entry(id).comment(), "was that right");
    desk.press("Doubtful");
    assert_eq!(desk.record().entry(id).mark(), None);
}

#[test]
fn a_variation_is_named_and_made_the_main_line() {
    let count = plain_entry();
    let mut desk = desk(count);
    let old = desk.record().here();
    desk.give(FoundersCommand::Change(vec![
        Change::Undo(1),
        Change::Play(ActionKind::Annotate("another way".to_owned()).into()),
    ]));
    assert!(desk.says("Played instead"));
    desk.press("Name…");
    desk.press("Name of the line");
    desk.type_text("as it was");
    desk.press("Keep");
    assert_eq!(desk.record().entry(old).name(), "as it was");
    assert_ne!(desk.record().here(), old);
    desk.press("Make it the main line");
    assert_eq!(desk.record().here(), old);
    assert_eq!(desk.record().variations_at(count).len(), 1);
}

#[test]
fn an_early_mistake_is_repaired_with_the_effect_on_every_score_shown() {
    let mut desk = desk(60);
    let before = desk.record().game().scores();
    desk.give(FoundersCommand::Look(30));
    desk.key_with(Modifiers::ALT, Key::R);
    assert!(desk.says("Repair the record"));
    desk.press("Insert before…");
    type_action(&mut desk, "Adjust player 1 points +2: \"forgot a delivery\"");
    assert!(desk.shows("Every later entry holds."), "{:#?}", desk.labels());
    assert!(desk.shows("(+2)"));
    assert_eq!(desk.record().game().scores(), before, "nothing is recorded yet");
    desk.press("Accept the repair");
    let after = desk.record().game().scores();
    let anna = PlayerId(0);
    assert_eq!(after[anna] - before[anna], Points(2));
    assert_eq!(desk.record().cursor(), 61);
    assert_eq!(desk.record().variations_at(30).len(), 1);
    assert!(!desk.says("Repair the record"));
}

#[test]
fn a_repair_shows_what_clashes_and_what_can_be_done() {
    let journal = journal_of(GAME);
    let line = journal.main_line().iter();
    let deed = |id: &_| &journal.entry(*id).action().expect("an action").kind;
    let starts = line.map(deed).position(|deed| matches!(deed, ActionKind::PlaceStart { .. }));
    let start = starts.expect("a first stall") + 1;
    let mut desk = desk(40);
    desk.give(FoundersCommand::Repair(start));
    desk.press("Remove");
    assert!(desk.shows("no longer holds"));
    assert!(desk.offers("Change it…") && desk.offers("Cut here"));
    desk.press("Accept the repair");
    assert_eq!(desk.record().cursor(), 40, "what clashes is not accepted");
    desk.press("Cut here");
    assert!(desk.shows("Every later entry holds."));
    desk.press("Cancel");
    assert_eq!(desk.record().cursor(), 40);
    assert!(!desk.says("Repair the record"));
}

/// Types an action on the command line, and enters it.
fn type_action(desk: &mut Desk, typed: &str) {
    desk.key(Key::Slash);
    desk.type_text(typed);
    desk.key(Key::Enter);
}

#[test]
fn what_cannot_be_read_in_a_repair_says_where() {
    let mut desk = desk(40);
    desk.give(FoundersCommand::Repair(30));
    desk.press("Change…");
    type_action(&mut desk, "nonsense");
    assert!(desk.shows("column 1"), "{:#?}", desk.labels());
    for _ in 0..4 {
        desk.key(Key::Escape);
    }
    assert!(!desk.says("Repair the record"));
}

/// The number of an entry by which a follower imported, and where the stall was put.
fn import_that_followed() -> (usize, Square) {
    let journal = journal_of("four-founders.founders");
    let mut line = journal.main_line().iter().enumerate();
    let imported = |(index, id): (usize, &EntryId)| match journal.entry(*id).action()?.kind {
        ActionKind::Follow { sub_action: SubAction::Import(_, square), .. } => {
            Some((index + 1, square))
        }
        _ => None,
    };
    line.find_map(imported).expect("somebody imports")
}

#[test]
fn an_earlier_entry_is_changed_by_the_presses_of_a_move_on_the_table_as_it_was() {
    let (number, square) = import_that_followed();
    let mut desk = Desk::at("four-founders.founders", number + 1);
    let before = desk.record().game().scores();
    let line = desk.record().main_line().to_vec();
    desk.give(FoundersCommand::Repair(number));
    desk.press("Change…");
    assert!(desk.shows(&format!("in place of entry {number}")), "{:#?}", desk.labels());
    assert!(desk.record().game_at(number - 1).is_some_and(|game| game.tile_at(square).is_none()));
    // A follower who imported takes a dollar instead.
    desk.key(Key::Num6);
    assert!(desk.says("Repair the record"), "{:#?}", desk.labels());
    assert!(desk.shows("Money"), "money is compared as well: {:#?}", desk.labels());
    assert_eq!(desk.record().game().scores(), before, "nothing is recorded yet");
    if desk.offers("Cut here") {
        desk.press("Cut here");
    }
    desk.press("Accept the repair");
    let changed = desk.record().entry(desk.record().main_line()[number - 1]).action();
    let deed = &changed.expect("an action").kind;
    assert!(matches!(deed, ActionKind::Follow { sub_action: SubAction::Money, .. }), "{deed:?}");
    // What is taken back next is the repair, and not its last entry.
    assert!(desk.offers("Undo: the repair"), "{:#?}", desk.labels());
    desk.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(desk.record().main_line(), &line);
    assert_eq!(desk.record().cursor(), number + 1);
    assert_eq!(desk.record().game().scores(), before);
}

#[test]
fn what_is_pressed_for_a_repair_is_given_up_step_by_step() {
    let (number, _) = import_that_followed();
    let mut desk = Desk::at("four-founders.founders", number + 1);
    let count = desk.record().entry_count();
    desk.give(FoundersCommand::Repair(number));
    desk.press("Change…");
    // Nothing else is done to the record meanwhile.
    desk.key_with(Modifiers::COMMAND, Key::Z);
    assert!(desk.shows("until the repair is accepted"), "{:#?}", desk.labels());
    // A decision, the table as it was, and the repair, in which nothing was changed.
    desk.key(Key::Num3);
    assert!(desk.shows("in place of entry"));
    desk.key(Key::Escape);
    assert!(desk.shows("in place of entry"));
    desk.key(Key::Escape);
    assert!(desk.says("Repair the record"), "{:#?}", desk.labels());
    desk.key(Key::Escape);
    assert!(!desk.says("Repair the record"));
    assert_eq!(desk.record().entry_count(), count);
    assert_eq!(desk.record().cursor(), number + 1);
}

#[test]
fn the_score_track_is_asked_about_although_the_offers_are_hidden() {
    let mut desk = desk(after_a_vote());
    desk.give(Command::Menu(Menu::Offers));
    assert!(!desk.says("Proposals"));
    assert!(desk.shows("Score track agrees?"));
    desk.press("Yes");
    assert!(!desk.shows("Score track agrees?"));
}

#[test]
fn after_a_vote_the_score_track_is_confirmed_with_one_press() {
    let count = after_a_vote();
    let mut desk = desk(count);
    assert!(desk.shows("Score track agrees?"));
    desk.press("Yes");
    let agreed = journal::last_agreed(desk.record()).map(|(number, _)| number);
    assert_eq!(agreed, Some(count));
    assert!(!desk.shows("Score track agrees?"));
}

#[test]
fn the_offer_to_confirm_can_be_put_off() {
    let mut desk = desk(after_a_vote());
    desk.press("Later");
    assert!(!desk.shows("Score track agrees?"));
    assert_eq!(journal::last_checkpoint(desk.record()), None);
}

#[test]
fn a_count_that_differs_names_the_entries_and_sets_the_record_right() {
    let mut desk = desk(60);
    let player = PlayerId(0);
    let who = desk.named_game().label(player);
    let money = desk.game().money(player).0;
    desk.give(Command::Menu(Menu::Audit));
    let field = format!("{who} money");
    desk.press_last(&field);
    desk.type_text(&format!("{}", money + 1));
    let head = format!("{who} money: the table has {}, the record {money}, 1 more", money + 1);
    assert!(desk.shows(&head), "{:#?}", desk.labels());
    desk.press("Set the record right");
    assert_eq!(desk.game().money(player).0, money + 1);
    let action = desk.record().entry(desk.record().here()).action();
    let deed = &action.expect("an action").kind;
    assert!(matches!(deed, ActionKind::Adjust { reason, .. } if reason == "counted at the table"));
    desk.press("Close");
    assert!(!desk.says("Count the table"));
}

#[test]
fn the_game_goes_on_from_the_table_as_it_stands() {
    let mut desk = desk(60);
    let player = PlayerId(1);
    let who = desk.named_game().label(player);
    desk.give(Command::Menu(Menu::CatchUp));
    desk.press("Go on from here");
    assert!(desk.shows("Whose turn is it?"));
    let field = format!("{who} points");
    desk.press_last(&field);
    desk.type_text("17");
    desk.press_last(&who);
    desk.press("Go on from here");
    assert_eq!(desk.game().points(player), Points(17));
    assert_eq!(desk.game().active_player(), Some(player));
    assert_eq!(journal::gaps(desk.record()), [61]);
    assert!(desk.shows("unexplained stretch"));
}

/// A free square of the board.
fn free_square(desk: &Desk) -> Square {
    let game = desk.game();
    let mut squares = game.board().squares();
    let is_free = |&square: &Square| game.road_state(square) == Some(false);
    squares.find(is_free).expect("the board is not full")
}

#[test]
fn what_lies_elsewhere_is_laid_by_presses_and_recorded_with_a_reason() {
    let mut desk = desk(60);
    let road = free_square(&desk);
    let tile = desk.game().map().pieces().find_map(|(_, piece)| piece.tile()).expect("a tile");
    desk.give(Command::Menu(Menu::Audit));
    desk.press("Lay it on the board…");
    desk.square(road);
    assert_eq!(desk.game().road_state(road), Some(false), "nothing is recorded yet");
    desk.press("Take away");
    desk.square(tile.footprint.first());
    desk.square(road);
    desk.press("Take back the last");
    desk.press("Done");
    assert!(desk.shows("Count the table"), "{:#?}", desk.labels());
    desk.press("Set the record right");
    assert_eq!(desk.game().road_state(road), Some(true));
    assert_eq!(desk.game().tile_at(tile.footprint.first()), None);
    let id = desk.record().here();
    let action = desk.record().entry(id).action().expect("it was recorded");
    assert!(matches!(&action.kind, ActionKind::Adjust { reason, .. } if !reason.is_empty()));
}

#[test]
fn a_tile_of_several_squares_is_laid_by_its_squares_with_its_owner() {
    let mut desk = desk(60);
    let game = desk.game().clone();
    let contents = game.contents();
    let resource = contents.resources().find(|&resource| {
        let extent = contents.resource_tile(resource).all().next().map(Shape::extent);
        extent == Some((3, 1)) && game.map().tiles_of(resource).next().is_none()
    });
    let resource = resource.expect("a tile of three squares in a row that is in the supply");
    let row = |one: Square| (0..3).map(move |by| Square::new(one.column + by, one.row));
    let is_free = |square: Square| game.road_state(square) == Some(false);
    let mut squares = game.board().squares();
    let one = squares.find(|&one| row(one).all(is_free)).expect("three free squares");
    let row: Vec<Square> = row(one).collect();
    desk.give(Command::Menu(Menu::CatchUp));
    desk.press("Lay it on the board…");
    desk.press("Tile");
    let now = desk.label_that_begins("Resource: ");
    desk.press(&now);
    desk.press_last(contents.resource_name(resource));
    let now = desk.label_that_begins("Owner: ");
    desk.press(&now);
    desk.press_last("Neutral");
    for (before, &square) in row.iter().enumerate() {
        assert!(desk.shows(&format!("{before} of 3 are pressed")), "{:#?}", desk.labels());
        desk.square(square);
    }
    desk.key(Key::Escape);
    let who = desk.named_game().label(PlayerId(1));
    desk.press_last(&who);
    desk.press("Go on from here");
    let tile = desk.game().tile_at(row[2]).expect("it lies there");
    assert_eq!((tile.resource, tile.footprint.squares()), (resource, row.as_slice()));
    let piece = desk.game().piece_on(one).expect("it lies there");
    assert_eq!(piece.owner, Some(Owner::Neutral));
}

#[test]
fn what_is_no_number_is_set_right_in_the_notation() {
    let mut desk = desk(60);
    let square = free_square(&desk);
    desk.give(Command::Menu(Menu::Audit));
    desk.press("Whatever else differs, in the notation");
    desk.type_text("nothing of the kind");
    desk.press("Set the record right");
    assert!(desk.shows("column"), "{:#?}", desk.labels());
    desk.press("Whatever else differs, in the notation");
    desk.key_with(Modifiers::COMMAND, Key::A);
    desk.type_text(&format!("road {square}"));
    desk.press("Set the record right");
    assert_eq!(desk.game().road_state(square), Some(true));
}

#[test]
fn at_the_end_of_the_game_the_final_points_are_confirmed() {
    let whole = journal_of(GAME).main_line().len();
    let mut desk = Desk::at(GAME, whole);
    assert!(desk.game().is_over());
    assert!(desk.shows("Score track agrees?"));
    desk.press("Yes");
    let agreed = journal::last_agreed(desk.record()).map(|(number, _)| number);
    assert_eq!(agreed, Some(whole));
    assert!(!desk.shows("Score track agrees?"));
}

#[test]
fn what_was_taken_back_is_looked_at_without_bringing_it_back() {
    let count = plain_entry();
    let mut desk = desk(count);
    let last = desk.record().here();
    let lying = desk.game().clone();
    desk.give(Command::Menu(Menu::Undo));
    desk.give(FoundersCommand::Look(count));
    assert_eq!(desk.table().shown_entry(), last);
    assert_eq!(*desk.table().game(), lying);
    assert!(desk.shows("which was taken back") && desk.says("taken back"));
    assert_eq!(desk.record().cursor(), count - 1);
    assert!(!desk.offers("Undo to here"));
    desk.give(Command::Menu(Menu::Previous));
    assert!(!desk.table().is_past());
    desk.give(Command::Menu(Menu::Next));
    assert!(!desk.table().is_past(), "the line that is played ends here");
}

#[test]
fn a_variation_is_looked_at_entry_by_entry() {
    let count = plain_entry();
    let mut desk = desk(count);
    let old: Vec<_> = desk.record().main_line()[count - 2..].to_vec();
    desk.give(FoundersCommand::Change(vec![
        Change::Undo(2),
        Change::Play(ActionKind::Annotate("another way".to_owned()).into()),
    ]));
    desk.press("Look at it");
    assert_eq!(desk.table().shown_entry(), old[0]);
    assert!(desk.shows("of a variation"));
    desk.give(Command::Menu(Menu::Next));
    assert_eq!(desk.table().shown_entry(), old[1]);
    assert_eq!(desk.record().cursor(), count - 1, "nothing is played");
    // Its receipt is shown, and a page about it is about its own line.
    assert!(desk.table().shown().is_some());
    desk.give(Command::Menu(Menu::Previous));
    desk.give(Command::Menu(Menu::Previous));
    assert_eq!(desk.table().shown_number(), count - 2);
    assert!(!desk.table().is_detached());
    desk.give(FoundersCommand::LookAt(old[1]));
    desk.press("Doubtful");
    assert_eq!(desk.record().entry(old[1]).mark(), Some(EntryRating::Doubtful));
    assert_eq!(desk.table().shown_entry(), old[1], "it is still looked at");
    desk.press("Make it the main line");
    assert_eq!(desk.record().here(), old[1]);
}
