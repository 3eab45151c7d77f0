//! Whole games, entered from "New game" to the result: the record is that of the example.

use founders_ledger::journal::Journal;
use founders_ledger::notation::print_action;
use founders_ledger::notation::record::{Tags, print_notation};
use founders_ledger::rules::action::{Action, Ballot, Deed};

use crate::app::{Desk, cut, journal_of};
use crate::clerk::{By, Clerk};
use crate::clicks::most_clicks;

/// Enters a whole example; gives what had to be typed as a line, and the desk at the end.
#[track_caller]
fn enter_whole(file: &str, by: By) -> Clerk {
    let journal = journal_of(file);
    let mut clerk = Clerk::new(Desk::salted(sealed(&journal)), by);
    clerk.set_up(&journal);
    for (index, &id) in journal.main_line().iter().enumerate() {
        let action = journal.entry(id).action().expect("an entry is an action");
        let line = print_action(clerk.desk.game(), action);
        let most = most_clicks(action);
        let before = clerk.desk.clicks;
        clerk.enter(action);
        let clicks = clerk.desk.clicks - before;
        assert!(clicks <= most, "{clicks} clicks for {line}");
        let recorded = clerk.desk.record();
        let last = recorded.entry(recorded.here()).action();
        assert_eq!(
            (recorded.cursor(), last),
            (index + 1, Some(action)),
            "entry {}: {line}; on screen {:#?}",
            index + 1,
            clerk.desk.labels(),
        );
    }
    clerk
}

/// The ballots of the record that were sealed, in order.
fn sealed(journal: &Journal) -> Vec<Ballot> {
    let mut all = Vec::new();
    journal.replay_with(|_, _, played| {
        if let Deed::Reveal(ballots) = &played.action.deed {
            all.extend(ballots.iter().filter(|ballot| ballot.seal.is_some()));
        }
    });
    all
}

/// The same actions in the same order from the same setup, and nothing besides.
#[track_caller]
fn assert_same_game(recorded: &Journal, example: &Journal) {
    assert_eq!(recorded.setup(), example.setup());
    assert_eq!(recorded.entry_count(), example.main_line().len());
    let actions = |journal: &Journal| -> Vec<Action> {
        let ids = journal.main_line().iter();
        ids.filter_map(|&id| journal.entry(id).action().cloned())
            .collect()
    };
    assert_eq!(actions(recorded), actions(example));
    // As a file they are the same to the letter, from the head to the last line.
    let text = |journal: &Journal| print_notation(journal, &Tags::default());
    assert_eq!(
        text(recorded),
        text(&cut(example, example.main_line().len()))
    );
    let points = |journal: &Journal| -> Vec<_> {
        let game = journal.game();
        game.players().map(|player| game.points(player)).collect()
    };
    assert_eq!(points(recorded), points(example));
    assert!(recorded.game().owed().is_empty(), "the game is over");
    assert_eq!(recorded.game().winner(), example.game().winner());
}

#[test]
fn a_complete_game_of_two_is_entered_by_keyboard_alone() {
    let file = "teaching-game.founders";
    let clerk = enter_whole(file, By::Keys);
    assert_same_game(clerk.desk.record(), &journal_of(file));
    assert_eq!(clerk.desk.clicks, 0);
    assert!(clerk.typed.is_empty(), "{:?}", clerk.typed);
}

#[test]
fn a_complete_game_of_four_is_entered_by_pointer() {
    let file = "four-founders.founders";
    let clerk = enter_whole(file, By::Pointer);
    assert_same_game(clerk.desk.record(), &journal_of(file));
    // The remark at the end has no control of its own.
    assert_eq!(clerk.typed.len(), 1, "{:?}", clerk.typed);
}
