//! Viewing past entries, undo, repair, counting the table and catching up, by label and key.

use components::quantity::Points;
use components::square::Square;
use components::tile::Shape;
use egui::{Key, Modifiers};
use founders_ledger::app::Command;
use journal::{Change, EntryRating};
use rules::action::ActionKind;
use rules::adjustment::Owner;
use rules::player::PlayerId;
use rules::sub_action::SubAction;
use ui_board::command::FoundersCommand;
use ui_menu::Menu;

use crate::app::{Desk, journal_of};

const GAME: &str = "teaching-game.founders";

/// Opens a game after this many entries, with its journal in view.
fn desk(count: usize) -> Desk {
    let mut desk = Desk::at(GAME, count);
    desk.press("Journal");
    desk
}

/// Returns the number of the last vote of the game.
fn last_vote() -> usize {
    *journal::votes(&journal_of(GAME)).last().expect("there are votes")
}

/// Returns the first entry after which the score track is to be confirmed.
fn first_entry_after_a_vote() -> usize {
    let journal = journal_of(GAME);
    let vote = journal::votes(&journal)[0];
    (vote..journal.cursor())
        .find(|&number| {
            let game = journal.game_at(number).expect("it was played");
            game.vote_stage().is_none()
        })
        .expect("the vote ends")
}

/// Returns the first entry from 30 on that, like the one before it, reveals nothing hidden.
fn plain_entry() -> usize {
    let journal = journal_of(GAME);
    (30..journal.cursor())
        .find(|&number| {
            journal::revealed_after(&journal, number - 2).iter().all(|&seen| seen > number)
        })
        .expect("an entry")
}

#[test]
fn undo_to_here_undoes_every_entry_after_the_viewed_one() {
    let count = plain_entry();
    let mut desk = desk(count);
    desk.give(FoundersCommand::ViewNumber(count - 2));
    desk.press("Undo to here");
    assert_eq!(desk.record().cursor(), count - 2);
    assert_eq!(desk.record().main_line().len(), count);
}

#[test]
fn undoing_revealed_information_asks_for_confirmation() {
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
fn restarting_a_turn_undoes_to_its_start() {
    let journal = journal_of(GAME);
    let turn = |n: usize| journal.entry(journal.main_line()[n - 1]).outcome().turn();
    let count = (30..journal.cursor())
        .find(|&n| turn(n) == turn(n - 1) && turn(n) == turn(n - 2) && turn(n) > 2)
        .expect("a long turn");
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
fn arrow_keys_move_along_the_timeline() {
    let mut desk = desk(40);
    assert!(desk.shows_exactly("Timeline"));
    desk.give(FoundersCommand::ViewNumber(20));
    desk.tab_until("Timeline", false);
    desk.key(Key::ArrowRight);
    assert_eq!(desk.table().shown_number(), 21);
    desk.key(Key::ArrowLeft);
    desk.key(Key::ArrowLeft);
    assert_eq!(desk.table().shown_number(), 19);
}

#[test]
fn viewed_past_entry_can_be_marked_and_commented() {
    let mut desk = desk(40);
    desk.give(FoundersCommand::ViewNumber(20));
    let id = desk.table().shown_entry();
    desk.press("Doubtful");
    assert_eq!(desk.record().entry(id).mark(), Some(EntryRating::Doubtful));
    assert_eq!(desk.table().shown_number(), 20, "it is still viewed");
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
fn variation_can_be_named_and_promoted_to_the_main_line() {
    let count = plain_entry();
    let mut desk = desk(count);
    let old = desk.record().here();
    desk.give(FoundersCommand::Change(vec![
        Change::Undo(1),
        Change::Play(ActionKind::Annotate("another way".to_owned()).into()),
    ]));
    assert!(desk.shows_exactly("Played instead"));
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
fn inserting_an_early_entry_shows_the_effect_on_every_score() {
    let mut desk = desk(60);
    let before = desk.record().game().scores();
    desk.give(FoundersCommand::ViewNumber(30));
    desk.key_with(Modifiers::ALT, Key::R);
    assert!(desk.shows_exactly("Repair the record"));
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
    assert!(!desk.shows_exactly("Repair the record"));
}

#[test]
fn repair_with_conflicts_offers_to_change_or_cut_the_entry() {
    let journal = journal_of(GAME);
    let start = journal
        .main_line()
        .iter()
        .map(|&id| &journal.entry(id).action().expect("an action").kind)
        .position(|deed| matches!(deed, ActionKind::PlaceStart { .. }))
        .expect("a first stall")
        + 1;
    let mut desk = desk(40);
    desk.give(FoundersCommand::OpenRepair(start));
    desk.press("Remove");
    assert!(desk.shows("no longer holds"));
    assert!(desk.has_control("Change it…") && desk.has_control("Cut here"));
    desk.press("Accept the repair");
    assert_eq!(desk.record().cursor(), 40, "a repair with conflicts is not accepted");
    desk.press("Cut here");
    assert!(desk.shows("Every later entry holds."));
    desk.press("Cancel");
    assert_eq!(desk.record().cursor(), 40);
    assert!(!desk.shows_exactly("Repair the record"));
}

/// Types an action on the command line, and enters it.
fn type_action(desk: &mut Desk, typed: &str) {
    desk.key(Key::Slash);
    desk.type_text(typed);
    desk.key(Key::Enter);
}

#[test]
fn unreadable_line_in_a_repair_reports_its_column() {
    let mut desk = desk(40);
    desk.give(FoundersCommand::OpenRepair(30));
    desk.press("Change…");
    type_action(&mut desk, "nonsense");
    assert!(desk.shows("column 1"), "{:#?}", desk.labels());
    for _ in 0..4 {
        desk.key(Key::Escape);
    }
    assert!(!desk.shows_exactly("Repair the record"));
}

/// Returns the number of a follower's import, and the square of the new stall.
fn import_by_a_follower() -> (usize, Square) {
    let journal = journal_of("four-founders.founders");
    let mut line = journal.main_line().iter().enumerate();
    line.find_map(|(index, &id)| match journal.entry(id).action()?.kind {
        ActionKind::Follow { sub_action: SubAction::Import(_, square), .. } => {
            Some((index + 1, square))
        }
        _ => None,
    })
    .expect("there is an import")
}

#[test]
fn earlier_entry_is_replaced_by_playing_on_the_earlier_table() {
    let (number, square) = import_by_a_follower();
    let mut desk = Desk::at("four-founders.founders", number + 1);
    let before = desk.record().game().scores();
    let line = desk.record().main_line().to_vec();
    desk.give(FoundersCommand::OpenRepair(number));
    desk.press("Change…");
    assert!(desk.shows(&format!("in place of entry {number}")), "{:#?}", desk.labels());
    assert!(desk.record().game_at(number - 1).is_some_and(|game| game.tile_at(square).is_none()));
    // The follower takes a dollar instead of importing.
    desk.key(Key::Num6);
    assert!(desk.shows_exactly("Repair the record"), "{:#?}", desk.labels());
    assert!(desk.shows("Money"), "money is compared as well: {:#?}", desk.labels());
    assert_eq!(desk.record().game().scores(), before, "nothing is recorded yet");
    if desk.has_control("Cut here") {
        desk.press("Cut here");
    }
    desk.press("Accept the repair");
    let changed = desk.record().entry(desk.record().main_line()[number - 1]).action();
    let deed = &changed.expect("an action").kind;
    assert!(matches!(deed, ActionKind::Follow { sub_action: SubAction::Money, .. }), "{deed:?}");
    // The next undo takes back the repair, and not its last entry.
    assert!(desk.has_control("Undo: the repair"), "{:#?}", desk.labels());
    desk.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(desk.record().main_line(), &line);
    assert_eq!(desk.record().cursor(), number + 1);
    assert_eq!(desk.record().game().scores(), before);
}

#[test]
fn escape_leaves_a_repair_step_by_step() {
    let (number, _) = import_by_a_follower();
    let mut desk = Desk::at("four-founders.founders", number + 1);
    let count = desk.record().entry_count();
    desk.give(FoundersCommand::OpenRepair(number));
    desk.press("Change…");
    // No other command changes the record meanwhile.
    desk.key_with(Modifiers::COMMAND, Key::Z);
    assert!(desk.shows("until the repair is accepted"), "{:#?}", desk.labels());
    // Escape leaves the decision, then the earlier table, then the unchanged repair.
    desk.key(Key::Num3);
    assert!(desk.shows("in place of entry"));
    desk.key(Key::Escape);
    assert!(desk.shows("in place of entry"));
    desk.key(Key::Escape);
    assert!(desk.shows_exactly("Repair the record"), "{:#?}", desk.labels());
    desk.key(Key::Escape);
    assert!(!desk.shows_exactly("Repair the record"));
    assert_eq!(desk.record().entry_count(), count);
    assert_eq!(desk.record().cursor(), number + 1);
}

#[test]
fn score_track_prompt_is_shown_while_the_offers_are_hidden() {
    let mut desk = desk(first_entry_after_a_vote());
    desk.give(Command::Menu(Menu::Offers));
    assert!(!desk.shows_exactly("Proposals"));
    assert!(desk.shows("Score track agrees?"));
    desk.press("Yes");
    assert!(!desk.shows("Score track agrees?"));
}

#[test]
fn one_press_confirms_the_score_track_after_a_vote() {
    let count = first_entry_after_a_vote();
    let mut desk = desk(count);
    assert!(desk.shows("Score track agrees?"));
    desk.press("Yes");
    let agreed = journal::last_agreed(desk.record()).map(|(number, _)| number);
    assert_eq!(agreed, Some(count));
    assert!(!desk.shows("Score track agrees?"));
}

#[test]
fn score_track_prompt_can_be_postponed() {
    let mut desk = desk(first_entry_after_a_vote());
    desk.press("Later");
    assert!(!desk.shows("Score track agrees?"));
    assert_eq!(journal::last_checkpoint(desk.record()), None);
}

#[test]
fn counted_difference_is_described_and_corrects_the_record() {
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
    assert!(!desk.shows_exactly("Count the table"));
}

#[test]
fn catching_up_continues_the_game_from_entered_values() {
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

/// Returns a free square of the board.
fn free_square(desk: &Desk) -> Square {
    let game = desk.game();
    game.board()
        .squares()
        .find(|&square| game.road_state(square) == Some(false))
        .expect("the board is not full")
}

#[test]
fn board_corrections_by_pressing_squares_are_recorded_with_a_reason() {
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
fn tile_of_several_squares_is_placed_square_by_square_with_its_owner() {
    let mut desk = desk(60);
    let game = desk.game().clone();
    let contents = game.contents();
    let resource = contents
        .resources()
        .find(|&resource| {
            let extent = contents.resource_tile(resource).all().next().map(Shape::extent);
            extent == Some((3, 1)) && game.map().tiles_of(resource).next().is_none()
        })
        .expect("a tile of three squares in a row that is in the supply");
    let row = |one: Square| (0..3).map(move |by| Square::new(one.column + by, one.row));
    let one = game
        .board()
        .squares()
        .find(|&one| row(one).all(|square| game.road_state(square) == Some(false)))
        .expect("three free squares");
    let squares: Vec<Square> = row(one).collect();
    desk.give(Command::Menu(Menu::CatchUp));
    desk.press("Lay it on the board…");
    desk.press("Tile");
    let resource_button = desk.label_starting_with("Resource: ");
    desk.press(&resource_button);
    desk.press_last(contents.resource_name(resource));
    let owner_button = desk.label_starting_with("Owner: ");
    desk.press(&owner_button);
    desk.press_last("Neutral");
    for (before, &square) in squares.iter().enumerate() {
        assert!(desk.shows(&format!("{before} of 3 are pressed")), "{:#?}", desk.labels());
        desk.square(square);
    }
    desk.key(Key::Escape);
    let who = desk.named_game().label(PlayerId(1));
    desk.press_last(&who);
    desk.press("Go on from here");
    let tile = desk.game().tile_at(squares[2]).expect("it is there");
    assert_eq!((tile.resource, tile.footprint.squares()), (resource, squares.as_slice()));
    let piece = desk.game().piece_on(one).expect("it is there");
    assert_eq!(piece.owner, Some(Owner::Neutral));
}

#[test]
fn audit_accepts_other_corrections_in_the_notation() {
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
fn one_press_confirms_the_final_points() {
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
fn undone_entry_can_be_viewed_without_redoing_it() {
    let count = plain_entry();
    let mut desk = desk(count);
    let last = desk.record().here();
    let before = desk.game().clone();
    desk.give(Command::Menu(Menu::Undo));
    desk.give(FoundersCommand::ViewNumber(count));
    assert_eq!(desk.table().shown_entry(), last);
    assert_eq!(*desk.table().game(), before);
    assert!(desk.shows("which was taken back") && desk.shows_exactly("taken back"));
    assert_eq!(desk.record().cursor(), count - 1);
    assert!(!desk.has_control("Undo to here"));
    desk.give(Command::Menu(Menu::Previous));
    assert!(!desk.table().is_past());
    desk.give(Command::Menu(Menu::Next));
    assert!(!desk.table().is_past(), "the line that is played ends here");
}

#[test]
fn variation_can_be_viewed_entry_by_entry() {
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
    // Its receipt is shown, and a page for it refers to its own line.
    assert!(desk.table().shown().is_some());
    desk.give(Command::Menu(Menu::Previous));
    desk.give(Command::Menu(Menu::Previous));
    assert_eq!(desk.table().shown_number(), count - 2);
    assert!(!desk.table().is_detached());
    desk.give(FoundersCommand::ViewAnyEntry(old[1]));
    desk.press("Doubtful");
    assert_eq!(desk.record().entry(old[1]).mark(), Some(EntryRating::Doubtful));
    assert_eq!(desk.table().shown_entry(), old[1], "it is still viewed");
    desk.press("Make it the main line");
    assert_eq!(desk.record().here(), old[1]);
}
