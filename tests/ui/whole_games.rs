//! Whole games, entered from "New game" to the result: the record is that of the example.

use journal::{Change, EntryId, Journal, Tags};
use notation::print_action;
use notation::record::print_notation;
use rules::action::{Action, ActionKind, Ballot};

use crate::app::{Desk, cut, journal_of};
use crate::clerk::{By, Clerk};
use crate::clicks::most_clicks;

/// Enters a whole example; gives what had to be typed as a line, and the desk at the end.
#[track_caller]
fn enter_whole(journal: &Journal, by: By) -> Clerk {
    let mut clerk = Clerk::new(Desk::salted(sealed(journal)), by);
    clerk.set_up(journal);
    let comment = journal.entry(EntryId::START).comment();
    if by == By::Pointer && !comment.is_empty() {
        clerk.comment(comment);
    }
    enter_from(&mut clerk, journal, 0);
    clerk
}

/// Enters what the record holds after so many entries.
#[track_caller]
fn enter_from(clerk: &mut Clerk, journal: &Journal, from: usize) {
    for (index, &id) in journal.main_line().iter().enumerate().skip(from) {
        let action = journal.entry(id).action().expect("an entry is an action");
        let line = print_action(clerk.desk.game(), action);
        // How a vote is taken is asked at each of them.
        let asked = matches!(&action.kind, ActionKind::Reveal(_));
        let most = most_clicks(action).saturating_add(usize::from(asked));
        let before = clerk.desk.clicks;
        clerk.desk.hands.push(format!("# {line}"));
        clerk.enter(action);
        clerk.desk.check_wording();
        let clicks = clerk.desk.clicks - before;
        assert!(clicks <= most, "{clicks} clicks for {line}");
        let recorded = clerk.desk.record();
        let entered = recorded.on_main_line(index + 1).map(|id| recorded.entry(id).action());
        // A card that alone can come up is dealt by itself.
        let next = journal.main_line().get(index + 1).and_then(|&id| journal.entry(id).action());
        let is_dealt = |action: &Action| {
            matches!(action.kind, ActionKind::DealProposals(_) | ActionKind::DealAdvisers(_))
        };
        let dealt = usize::from(recorded.cursor() > index + 1 && next.is_some_and(is_dealt));
        assert_eq!(
            (recorded.cursor() - dealt, entered),
            (index + 1, Some(Some(action))),
            "entry {}: {line}; on screen {:#?}",
            index + 1,
            clerk.desk.labels(),
        );
        let comment = journal.entry(id).comment();
        if clerk.by == By::Pointer && !comment.is_empty() {
            clerk.comment(comment);
        }
        if clerk.by == By::Pointer && journal.entry(id).checkpoint().is_some() {
            clerk.note_score_track();
        }
    }
}

/// An example with cards that came up together in one entry, as the interface records them.
fn dealt_together(file: &str) -> Journal {
    let example = journal_of(file);
    let mut actions: Vec<Action> = Vec::new();
    for &id in example.main_line() {
        let action = example.entry(id).action().expect("an entry is an action");
        match (actions.last_mut().map(|last| &mut last.kind), &action.kind) {
            (Some(ActionKind::DealProposals(all)), ActionKind::DealProposals(more)) => {
                all.extend(more);
            }
            (Some(ActionKind::DealAdvisers(all)), ActionKind::DealAdvisers(more)) => {
                all.extend(more);
            }
            // Remarks have no control of their own.
            (_, ActionKind::Annotate(_)) => {}
            _ => actions.push(action.clone()),
        }
    }
    let mut journal = Journal::new(example.setup().clone()).expect("it was played so");
    for action in actions {
        let played = journal.apply(Change::Play(action));
        played.expect("cards may come up together");
    }
    journal
}

/// The ballots of the record that were sealed, in order.
fn sealed(journal: &Journal) -> Vec<Ballot> {
    let mut all = Vec::new();
    journal::replay_with(journal, |_, _, played| {
        if let ActionKind::Reveal(ballots) = &played.action.kind {
            all.extend(ballots.iter().filter(|ballot| ballot.seal.is_some()));
        }
    });
    all
}

/// The example as it is recorded without a pointer, which writes no comments.
fn without_comments(example: &Journal) -> Journal {
    cut(example, example.main_line().len())
}

/// The same actions in the same order from the same setup, and nothing besides.
#[track_caller]
fn assert_same_game(recorded: &Journal, example: &Journal) {
    assert_eq!(recorded.setup(), example.setup());
    assert_eq!(recorded.entry_count(), example.main_line().len());
    let actions = |journal: &Journal| -> Vec<Action> {
        let ids = journal.main_line().iter();
        ids.filter_map(|&id| journal.entry(id).action().cloned()).collect()
    };
    assert_eq!(actions(recorded), actions(example));
    // As a file they are the same to the letter, but for what the example calls itself.
    let text = |journal: &Journal| {
        let mut journal = journal.clone();
        journal.tags = Tags::default();
        print_notation(&journal)
    };
    let (recorded_text, example_text) = (text(recorded), text(example));
    for (a, b) in recorded_text.lines().zip(example_text.lines()) {
        assert_eq!(a, b);
    }
    assert_eq!(recorded_text.lines().count(), example_text.lines().count());
    let points = |journal: &Journal| -> Vec<_> {
        let game = journal.game();
        game.players().map(|player| game.points(player)).collect()
    };
    assert_eq!(points(recorded), points(example));
    assert!(recorded.game().pending().is_empty(), "the game is over");
    assert_eq!(recorded.game().winner(), example.game().winner());
}

#[test]
fn a_complete_game_of_two_is_entered_by_keyboard_alone() {
    let file = "teaching-game.founders";
    let clerk = enter_whole(&journal_of(file), By::Keys);
    assert_same_game(clerk.desk.record(), &without_comments(&journal_of(file)));
    assert_eq!(clerk.desk.clicks, 0);
    assert!(clerk.typed.is_empty(), "{:?}", clerk.typed);
}

#[test]
fn a_complete_game_of_four_is_entered_by_pointer() {
    let file = "four-founders.founders";
    let clerk = enter_whole(&journal_of(file), By::Pointer);
    assert_same_game(clerk.desk.record(), &journal_of(file));
    // The remark at the end has no control of its own.
    assert_eq!(clerk.typed.len(), 1, "{:?}", clerk.typed);
}

#[test]
fn a_complete_game_of_three_is_entered_by_pointer() {
    let example = without_comments(&journal_of("three-guilds.founders"));
    let clerk = enter_whole(&example, By::Pointer);
    assert_same_game(clerk.desk.record(), &example);
    assert!(clerk.typed.is_empty(), "{:?}", clerk.typed);
    clerk.desk.keep_presses("three-by-pointer");
}

/// Enters a solo game from the setup to its end; nothing has to be typed as a line.
#[track_caller]
fn check_solo(file: &str, by: By, says: &[&str]) {
    let journal = dealt_together(file);
    let mut clerk = if journal.game_at(1).is_some_and(|game| !game.in_setup()) {
        // It begins in the middle, with a position.
        let mut clerk = Clerk::new(Desk::new(), by);
        clerk.desk.open(&cut(&journal, 1));
        clerk
    } else {
        let mut clerk = Clerk::new(Desk::new(), by);
        clerk.set_up(&journal);
        clerk
    };
    let from = clerk.desk.record().cursor();
    enter_from(&mut clerk, &journal, from);
    assert_same_game(clerk.desk.record(), &journal);
    assert_eq!(clerk.desk.game().loss(), journal.game().loss());
    assert!(clerk.typed.is_empty(), "{:?}", clerk.typed);
    for words in says {
        assert!(clerk.desk.shows(words), "{:#?}", clerk.desk.labels());
    }
}

#[test]
fn a_solo_game_that_a_vote_ends_is_entered_by_pointer() {
    check_solo(
        "solo-lost-at-a-vote.founders",
        By::Pointer,
        &["The game is lost", "neutral marker on", "Difficulty by race"],
    );
}

#[test]
fn a_solo_game_that_a_vote_ends_is_entered_by_keyboard_alone() {
    check_solo("solo-lost-at-a-vote.founders", By::Keys, &["The game is lost"]);
}

#[test]
fn the_last_cycle_of_a_solo_game_that_is_won_is_entered_by_pointer() {
    check_solo(
        "solo-won.founders",
        By::Pointer,
        &["won with", "Every building on the map is complete"],
    );
}

#[test]
fn the_last_cycle_of_a_solo_game_that_is_lost_is_entered_by_keyboard_alone() {
    check_solo(
        "solo-lost-at-the-end.founders",
        By::Keys,
        &["The game is lost", "not complete at the end of cycle 7"],
    );
}

/// Enters a game with a variant by pointer, from the setup to its end.
#[track_caller]
fn check_variant(file: &str, says: &str) {
    let journal = dealt_together(file);
    let clerk = enter_whole(&journal, By::Pointer);
    assert_same_game(clerk.desk.record(), &journal);
    assert!(clerk.typed.is_empty(), "{:?}", clerk.typed);
    assert!(clerk.desk.shows(says), "{:#?}", clerk.desk.labels());
}

#[test]
fn a_game_of_four_with_achievements_is_entered_by_pointer() {
    check_variant("four-achievements.founders", "Achievements ");
}

#[test]
fn a_game_of_three_without_workers_is_entered_by_pointer() {
    check_variant("three-without-workers.founders", " wins with ");
}

#[test]
fn a_game_that_shapes_history_is_entered_by_pointer_to_the_last_line_of_its_card() {
    check_variant("history-shaped.founders", "Governing body Council of Quatryl");
}

#[test]
fn a_solo_player_asks_whether_it_can_still_be_done_and_can_give_the_search_up() {
    let journal = journal_of("solo-won.founders");
    let mut desk = Desk::new();
    desk.open(&cut(&journal, 1));
    desk.press("Can it still be done?");
    for _ in 0..2_000 {
        if !desk.shows("Looking ahead…") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
        desk.settle();
    }
    // The one delivery that is missing is told as the journal tells it.
    assert!(desk.shows("Yes, in "), "{:#?}", desk.labels());
    assert!(desk.shows("no more advisers"), "{:#?}", desk.labels());
    assert!(desk.shows("1. "), "{:#?}", desk.labels());
    desk.key(egui::Key::Escape);
    assert!(!desk.shows("Yes, in "));
    // Given up, it is not heard of any more, whether it was still searched or not.
    desk.press("Can it still be done?");
    desk.key(egui::Key::Escape);
    std::thread::sleep(std::time::Duration::from_millis(200));
    desk.settle();
    assert!(!desk.shows("Looking ahead…"));
    assert!(!desk.shows("Yes, in "));
}
