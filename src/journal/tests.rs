//! Tests of the journal alone: every operation, and the changes it refuses.

use super::sample::{ANNA, apply, note, points, sample_journal, sample_setup, scores};
use super::*;
use components::quantity::Points;
use record::Change::{Branch, Comment, Name, Play, Redo, Undo};
use rules::game::Game;
use rules::player::PlayerId;
use std::ops::RangeInclusive;

fn journal() -> Journal {
    Journal::new(sample_setup()).expect("a setup that can be played")
}

/// Returns the remarks of the main line and the cursor.
fn notes(journal: &Journal) -> (Vec<String>, usize) {
    let texts = journal
        .main_line()
        .iter()
        .map(|&id| match journal.entry(id).action().map(|action| &action.kind) {
            Some(rules::action::ActionKind::Annotate(text)) => text.clone(),
            _ => "-".to_owned(),
        })
        .collect();
    (texts, journal.cursor())
}

/// Lists the entries of the whole tree.
fn entries(journal: &Journal) -> Vec<EntryId> {
    let mut all = journal.entry(EntryId::START).continuations().to_vec();
    let mut at = 0;
    while let Some(&id) = all.get(at) {
        all.extend(journal.entry(id).continuations());
        at += 1;
    }
    all
}

#[track_caller]
fn check(changes: impl IntoIterator<Item = Change>, line: &[&str], cursor: usize) -> Journal {
    let mut journal = journal();
    apply(&mut journal, changes);
    assert_eq!(notes(&journal), (line.iter().map(|&s| s.to_owned()).collect(), cursor));
    journal
}

fn play(text: &str) -> Change {
    Play(note(text))
}

#[test]
fn undo_and_redo_move_a_cursor() {
    check([play("a"), play("b"), play("c"), Undo(2)], &["a", "b", "c"], 1);
    check([play("a"), play("b"), play("c"), Undo(3), Redo(2)], &["a", "b", "c"], 2);
    check([play("a"), Undo(0), Redo(0)], &["a"], 1);
}

#[test]
fn playing_another_action_after_undo_keeps_the_old_line() {
    let journal = check([play("a"), play("b"), Undo(2), play("c")], &["c"], 1);
    assert_eq!(journal.entry_count(), 3);
    check([play("a"), play("b"), Undo(2), play("c"), Undo(1), Branch(2)], &["a", "b"], 0);
    check([play("a"), play("b"), Undo(2), play("c"), Undo(1), Branch(2), Branch(2)], &["c"], 0);
}

#[test]
fn playing_the_same_action_again_follows_its_entry() {
    let journal = check([play("a"), play("b"), Undo(2), play("a")], &["a", "b"], 1);
    assert_eq!(journal.entry_count(), 2);
    let there_and_back = [play("a"), play("b"), Undo(2), play("c"), Undo(1), play("a")];
    let journal = check(there_and_back, &["a", "b"], 1);
    assert_eq!(journal.entry(EntryId::START).continuations().len(), 2);
}

#[test]
fn the_latest_variation_comes_first() {
    let changes = [play("a"), Undo(1), play("b"), Undo(1), play("c"), Undo(1)];
    let mut journal = check(changes, &["c"], 0);
    apply(&mut journal, [Branch(3)]);
    let texts: Vec<_> = journal
        .entry(EntryId::START)
        .continuations()
        .iter()
        .map(|&id| journal.entry(id).action().cloned())
        .collect();
    assert_eq!(texts, ["a", "c", "b"].map(|text| Some(note(text))));
}

#[track_caller]
fn check_refused(change: Change, expected: &str) {
    let mut journal = journal();
    apply(&mut journal, [play("a"), play("b"), Undo(1)]);
    let before = journal.clone();
    let error = journal.apply(change).expect_err("a change that cannot be made");
    assert_eq!(error.message(|refusal| format!("{refusal:?}")), expected);
    assert!(journal == before && notes(&journal) == notes(&before));
}

#[test]
fn a_refused_change_leaves_the_journal_as_it_was() {
    check_refused(Undo(2), "cannot take back 2: entries before this place: 1");
    check_refused(
        Undo(usize::MAX),
        &format!("cannot take back {}: entries before this place: 1", usize::MAX),
    );
    check_refused(Redo(2), "cannot redo 2: entries beyond this place: 1");
    check_refused(
        Redo(usize::MAX),
        &format!("cannot redo {}: entries beyond this place: 1", usize::MAX),
    );
    check_refused(Branch(0), "no continuation 0 here: continuations at this place: 1");
    check_refused(Branch(2), "no continuation 2 here: continuations at this place: 1");
    check_refused(Comment("x".repeat(MAX_TEXT + 1)), "the text has more than 8000 characters");
    let mut action = points(1);
    action.kind = match action.kind {
        rules::action::ActionKind::Adjust { changes, .. } => {
            rules::action::ActionKind::Adjust { changes, reason: String::new() }
        }
        other => other,
    };
    let mut journal = journal();
    assert!(matches!(journal.apply(Play(action)), Err(ChangeError::Refused(_))));
    assert_eq!(journal.apply(Name("x".into())), Err(ChangeError::NothingToName));
}

#[test]
fn comments_and_names_are_replaced_and_removed() {
    let mut journal = journal();
    apply(
        &mut journal,
        [Comment("start".into()), play("a"), Comment("x".into()), Comment("y".into())],
    );
    apply(&mut journal, [Name("n".into()), Name(String::new())]);
    assert_eq!(journal.entry(EntryId::START).comment(), "start");
    let entry = journal.entry(journal.here());
    assert_eq!((entry.comment(), entry.name(), entry.number()), ("y", "", 1));
}

#[test]
fn the_start_of_the_game_cannot_be_marked() {
    let mut journal = journal();
    let mark = Change::Mark(Some(EntryRating::Good));
    assert_eq!(journal.apply(mark.clone()), Err(ChangeError::NothingToMark));
    apply(&mut journal, [play("a"), mark]);
    assert_eq!(journal.entry(journal.here()).mark(), Some(EntryRating::Good));
    apply(&mut journal, [Change::Mark(None)]);
    assert_eq!(journal.entry(journal.here()).mark(), None);
}

#[test]
fn a_comment_on_a_variation_leaves_the_main_line_as_it_is() {
    // Three continuations of the start; the one played first has a variation inside.
    let changes = [
        play("a"),
        play("b"),
        Undo(1),
        play("c"),
        Undo(2),
        play("d"),
        Undo(1),
        play("e"),
        play("f"),
        Undo(1),
    ];
    let mut journal = check(changes, &["e", "f"], 1);
    let line = journal.main_line().to_vec();
    let all = entries(&journal);
    assert_eq!(all.len(), 6);
    for &id in &all {
        let changes = journal.changes_at(id, Comment(format!("{id:?}")));
        apply(&mut journal, changes);
        assert_eq!(journal.entry(id).comment(), format!("{id:?}"));
        assert_eq!((journal.main_line(), journal.cursor()), (line.as_slice(), 1));
    }
    let inner = all
        .iter()
        .copied()
        .find(|&id| journal.entry(id).action() == Some(&note("b")))
        .expect("it was played");
    let changes = journal.promote(inner);
    apply(&mut journal, changes);
    assert_eq!(notes(&journal), (vec!["a".to_owned(), "b".to_owned()], 2));
    assert_eq!(journal.here(), inner);
}

#[test]
fn a_checkpoint_agrees_if_table_and_record_have_equal_points() {
    let mut journal = journal();
    apply(&mut journal, [Play(points(3)), Change::Checkpoint(scores(3, 0))]);
    assert!(checkpoint_at(&journal, journal.here()).is_some_and(|point| point.agrees()));
    let mut stated = scores(3, 1);
    stated[PlayerId(3)] = Points(9);
    apply(&mut journal, [Change::Checkpoint(stated)]);
    let point = checkpoint_at(&journal, journal.here()).expect("a checkpoint");
    assert_eq!((point.stated, point.recorded, point.agrees()), (scores(3, 1), scores(3, 0), false));
}

#[test]
fn the_game_at_every_entry_equals_a_fresh_replay() {
    let mut journal = journal();
    // More entries than are between two cached games.
    let total = 101;
    apply(&mut journal, (0..total).map(|n| Play(points(1 + i32::from(n % 7 == 0)))));
    let mut games = vec![Game::new(&sample_setup()).expect("a game")];
    journal::replay_with(&journal, |n, before, played| {
        assert_eq!((n, before), (games.len(), &games[n - 1]));
        games.push(played.game.clone());
    });
    assert_eq!(games.len(), total + 1);
    for (n, game) in games.iter().enumerate() {
        assert_eq!(journal.game_at(n).as_ref(), Some(game));
    }
    assert_eq!(journal.game_at(total + 1), None);
    for by in [1, 31, 32, 33, 64, total] {
        apply(&mut journal, [Undo(by)]);
        assert_eq!(journal.game(), &games[total - by]);
        apply(&mut journal, [Redo(by)]);
        assert_eq!(journal.game(), &games[total]);
    }
    assert_eq!(journal.game().points(ANNA), games[total].points(ANNA));
}

#[test]
fn the_result_of_an_entry_equals_playing_its_action_again() {
    let mut journal = journal();
    apply(&mut journal, (0..137_usize).map(|n| Play(points(1 + i32::from(n.is_multiple_of(5))))));
    apply(&mut journal, [Undo(40), Play(points(7)), Play(points(8)), Undo(20)]);
    assert!(journal::played(&journal, EntryId::START).is_none());
    let all = entries(&journal);
    assert_eq!(all.len(), 139);
    for id in all {
        let entry = journal.entry(id);
        let (before, played) = journal::played(&journal, id).expect("an entry");
        let fresh = before.play(entry.action().expect("an action")).expect("it was legal");
        assert_eq!(before, journal.game_after(entry.before()));
        assert_eq!(played.game, fresh.game);
        assert_eq!((&played.action, &played.events), (&fresh.action, &fresh.events));
        assert_eq!(entry.outcome().events(), fresh.events);
        assert_eq!(entry.outcome().points(), fresh.game.scores());
    }
}

#[test]
fn a_replay_ends_with_the_main_line() {
    let journal = check([play("a"), play("b"), play("c"), Undo(1)], &["a", "b", "c"], 2);
    let numbers = |range| {
        let mut numbers = Vec::new();
        journal::replay(&journal, range, |number, _, _| numbers.push(number));
        numbers
    };
    assert_eq!(numbers(2..=3), [2, 3]);
    assert_eq!(numbers(3..=9), [3]);
    assert!(
        numbers(5..=9).is_empty()
            && numbers(RangeInclusive::new(1, 0)).is_empty()
            && numbers(0..=2).is_empty()
    );
}

#[test]
fn journals_with_equal_content_are_equal_however_they_were_made() {
    let one = check([play("a"), Undo(1), play("b"), Undo(1), Branch(2)], &["a"], 0);
    let two = check([play("b"), Undo(1), play("a"), Undo(1)], &["a"], 0);
    assert_eq!(one, two);
    assert_ne!(one, check([play("a"), Undo(1), play("b"), Undo(1)], &["b"], 0));
    assert_ne!(one, check([play("b"), Undo(1), play("a")], &["a"], 1));
    let mut other = sample_journal();
    assert_eq!(other, sample_journal());
    apply(&mut other, [Comment("else".into())]);
    assert_ne!(other, sample_journal());
}

#[test]
fn a_full_journal_refuses_entries_and_keeps_working() {
    let mut journal = journal();
    for n in 0..MAX_CONTINUATIONS {
        apply(&mut journal, [play(&n.to_string()), Undo(1)]);
    }
    assert_eq!(journal.apply(play("more")), Err(ChangeError::TooManyContinuations));
    apply(&mut journal, [play("0")]);
    apply(&mut journal, (0..MAX_ENTRIES - MAX_CONTINUATIONS).map(|_| play("x")));
    assert_eq!(journal.apply(play("more")), Err(ChangeError::Full));
    apply(&mut journal, [Undo(1), play("x"), Undo(10_000)]);
    assert_eq!(journal, journal.clone());
}
