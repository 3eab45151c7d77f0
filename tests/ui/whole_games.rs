//! Whole games, entered from "New game" to the result: the record equals that of the example.

use components::quantity::Points;
use journal::{Change, EntryId, Journal, Tags};
use notation::print_action;
use notation::record::print_notation;
use rules::action::{Action, ActionKind, Ballot};

use crate::app::{Desk, journal_of, truncated};
use crate::clerk::{Clerk, InputMode};
use crate::clicks::most_clicks;

/// Enters a whole example; returns the clerk with its typed lines.
#[track_caller]
fn enter_whole(journal: &Journal, by: InputMode) -> Clerk {
    let mut clerk = Clerk::new(Desk::with_salts_of(sealed(journal)), by);
    clerk.set_up(journal);
    let comment = journal.entry(EntryId::START).comment();
    if by == InputMode::Pointer && !comment.is_empty() {
        clerk.comment(comment);
    }
    enter_from(&mut clerk, journal, 0);
    clerk
}

/// Enters the entries of the record from this one on.
#[track_caller]
fn enter_from(clerk: &mut Clerk, journal: &Journal, from: usize) {
    for (index, &id) in journal.main_line().iter().enumerate().skip(from) {
        let action = journal.entry(id).action().expect("an entry is an action");
        let line = print_action(clerk.desk.game(), action);
        // The way to vote is asked at each vote.
        let asks_way = matches!(&action.kind, ActionKind::Reveal(_));
        let most = most_clicks(action).saturating_add(usize::from(asks_way));
        let before = clerk.desk.clicks;
        clerk.desk.script.push(format!("# {line}"));
        clerk.enter(action);
        clerk.desk.check_wording();
        let clicks = clerk.desk.clicks - before;
        assert!(clicks <= most, "{clicks} clicks for {line}");
        let recorded = clerk.desk.record();
        let entered = recorded.on_main_line(index + 1).map(|id| recorded.entry(id).action());
        // The only card that can come up is dealt automatically.
        let next = journal.main_line().get(index + 1).and_then(|&id| journal.entry(id).action());
        let is_dealt = next.is_some_and(|action| {
            matches!(action.kind, ActionKind::DealProposals(_) | ActionKind::DealAdvisers(_))
        });
        let dealt = usize::from(recorded.cursor() > index + 1 && is_dealt);
        assert_eq!(
            (recorded.cursor() - dealt, entered),
            (index + 1, Some(Some(action))),
            "entry {}: {line}; on screen {:#?}",
            index + 1,
            clerk.desk.labels(),
        );
        let comment = journal.entry(id).comment();
        if clerk.by == InputMode::Pointer && !comment.is_empty() {
            clerk.comment(comment);
        }
        if clerk.by == InputMode::Pointer && journal.entry(id).checkpoint().is_some() {
            clerk.note_score_track();
        }
    }
}

/// Returns an example with cards of one deal joined in one entry, as the interface records them.
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

/// Returns the sealed ballots of the record, in order.
fn sealed(journal: &Journal) -> Vec<Ballot> {
    let mut all = Vec::new();
    journal::replay_with(journal, |_, _, played| {
        if let ActionKind::Reveal(ballots) = &played.action.kind {
            all.extend(ballots.iter().filter(|ballot| ballot.seal.is_some()));
        }
    });
    all
}

/// Returns the example as it is recorded by keyboard, which enters no comments.
fn without_comments(example: &Journal) -> Journal {
    truncated(example, example.main_line().len())
}

/// Checks that both games have the same actions in the same order from the same setup, and nothing
/// else.
#[track_caller]
fn assert_same_game(recorded: &Journal, example: &Journal) {
    assert_eq!(recorded.setup(), example.setup());
    assert_eq!(recorded.entry_count(), example.main_line().len());
    assert_eq!(actions(recorded), actions(example));
    // Their texts are the same, except for the tags of the example.
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
    assert_eq!(points(recorded), points(example));
    assert!(recorded.game().pending().is_empty(), "the game is over");
    assert_eq!(recorded.game().winner(), example.game().winner());
}

fn actions(journal: &Journal) -> Vec<Action> {
    let ids = journal.main_line().iter();
    ids.filter_map(|&id| journal.entry(id).action().cloned()).collect()
}

fn points(journal: &Journal) -> Vec<Points> {
    let game = journal.game();
    game.players().map(|player| game.points(player)).collect()
}

#[test]
fn keyboard_alone_enters_a_complete_two_player_game() {
    let file = "teaching-game.founders";
    let clerk = enter_whole(&journal_of(file), InputMode::Keys);
    assert_same_game(clerk.desk.record(), &without_comments(&journal_of(file)));
    assert_eq!(clerk.desk.clicks, 0);
    assert!(clerk.typed.is_empty(), "{:?}", clerk.typed);
}

#[test]
fn pointer_enters_a_complete_four_player_game() {
    let file = "four-founders.founders";
    let clerk = enter_whole(&journal_of(file), InputMode::Pointer);
    assert_same_game(clerk.desk.record(), &journal_of(file));
    // The remark at the end has no control of its own.
    assert_eq!(clerk.typed.len(), 1, "{:?}", clerk.typed);
}

#[test]
fn pointer_enters_a_complete_three_player_game() {
    let example = without_comments(&journal_of("three-guilds.founders"));
    let clerk = enter_whole(&example, InputMode::Pointer);
    assert_same_game(clerk.desk.record(), &example);
    assert!(clerk.typed.is_empty(), "{:?}", clerk.typed);
    clerk.desk.save_input_script("three-by-pointer");
}

/// Enters a solo game from the setup to its end, without a typed line.
#[track_caller]
fn check_solo(file: &str, by: InputMode, says: &[&str]) {
    let journal = dealt_together(file);
    let mut clerk = if journal.game_at(1).is_some_and(|game| !game.in_setup()) {
        // The game starts in the middle, with a position.
        let mut clerk = Clerk::new(Desk::new(), by);
        clerk.desk.open(&truncated(&journal, 1));
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
fn pointer_enters_a_solo_game_lost_at_a_vote() {
    check_solo(
        "solo-lost-at-a-vote.founders",
        InputMode::Pointer,
        &["The game is lost", "neutral marker on", "Difficulty by race"],
    );
}

#[test]
fn keyboard_alone_enters_a_solo_game_lost_at_a_vote() {
    check_solo("solo-lost-at-a-vote.founders", InputMode::Keys, &["The game is lost"]);
}

#[test]
fn pointer_enters_the_last_cycle_of_a_won_solo_game() {
    check_solo(
        "solo-won.founders",
        InputMode::Pointer,
        &["won with", "Every building on the map is complete"],
    );
}

#[test]
fn keyboard_alone_enters_the_last_cycle_of_a_lost_solo_game() {
    check_solo(
        "solo-lost-at-the-end.founders",
        InputMode::Keys,
        &["The game is lost", "not complete at the end of cycle 7"],
    );
}

/// Enters a game with a variant by pointer, from the setup to its end.
#[track_caller]
fn check_variant(file: &str, says: &str) {
    let journal = dealt_together(file);
    let clerk = enter_whole(&journal, InputMode::Pointer);
    assert_same_game(clerk.desk.record(), &journal);
    assert!(clerk.typed.is_empty(), "{:?}", clerk.typed);
    assert!(clerk.desk.shows(says), "{:#?}", clerk.desk.labels());
}

#[test]
fn pointer_enters_a_four_player_game_with_achievements() {
    check_variant("four-achievements.founders", "Achievements ");
}

#[test]
fn pointer_enters_a_three_player_game_without_workers() {
    check_variant("three-without-workers.founders", " wins with ");
}

#[test]
fn pointer_enters_a_game_that_shapes_history_with_its_event_card() {
    check_variant("history-shaped.founders", "Governing body Council of Quatryl");
}

#[test]
fn solo_win_search_shows_a_solution_and_can_be_cancelled() {
    let journal = journal_of("solo-won.founders");
    let mut desk = Desk::new();
    desk.open(&truncated(&journal, 1));
    desk.press("Can it still be done?");
    for _ in 0..2_000 {
        if !desk.shows("Looking ahead…") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
        desk.settle();
    }
    // The only missing delivery is described as in the journal.
    assert!(desk.shows("Yes, in "), "{:#?}", desk.labels());
    assert!(desk.shows("no more advisers"), "{:#?}", desk.labels());
    assert!(desk.shows("1. "), "{:#?}", desk.labels());
    desk.key(egui::Key::Escape);
    assert!(!desk.shows("Yes, in "));
    // A cancelled search shows nothing any more, whether or not it had finished.
    desk.press("Can it still be done?");
    desk.key(egui::Key::Escape);
    std::thread::sleep(std::time::Duration::from_millis(200));
    desk.settle();
    assert!(!desk.shows("Looking ahead…"));
    assert!(!desk.shows("Yes, in "));
}
