//! Properties of every record after any changes.

use components::ids::AchievementId;
use journal::repair::Repair;
use journal::{Change, EntryId, EntryRating, Journal};
use notation::record::{RecordForm, print_log, print_notation, read_record};
use notation::{parse_action, print_action};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use rules::Game;
use rules::action::{Action, ActionKind};
use rules::adjustment::Adjustment;
use rules::audit::{PlayerQuantity, TableQuantity};
use rules::difference::difference;
use rules::receipt::Event;
use rules::rulebook::Variants;

use crate::common::dice::Dice;
use crate::driver;
use crate::journals::{apply, random_game, replayed};

/// Returns one or several random changes of the record.
fn random_changes(journal: &Journal, dice: &mut Dice) -> Vec<Change> {
    let cursor = journal.cursor();
    let beyond = journal.main_line().len() - cursor;
    match dice.below(9) {
        0 | 1 => driver::next_action(journal.game(), dice).map(Change::Play).into_iter().collect(),
        2 => vec![Change::Undo(dice.below(cursor + 1))],
        3 => vec![Change::Redo(dice.below(beyond + 1))],
        4 => match journal.entry(journal.here()).continuations().len() {
            0 => Vec::new(),
            count => vec![Change::Branch(dice.below(count) + 1)],
        },
        5 => {
            let variations = journal.variations();
            let chosen = dice.pick(&variations);
            chosen.map(|line| journal.promote(line.first)).unwrap_or_default()
        }
        6 => {
            let number = dice.below(journal.main_line().len()) + 1;
            let id = journal.on_main_line(number).unwrap_or(EntryId::START);
            let mark = *dice.pick(&EntryRating::ALL).expect("there are marks");
            journal.changes_at(id, Change::Mark(Some(mark)))
        }
        7 if cursor > 0 => {
            let mut repair = Repair::new(journal);
            let number = dice.below(cursor) + 1;
            if dice.below(2) == 0 {
                repair.remove(journal, number);
            } else {
                let note = ActionKind::Annotate(format!("note {}", dice.below(5)));
                repair.insert(journal, number, note.into());
            }
            if let Some(number) = repair.clash().map(|clash| clash.number) {
                repair.cut(journal, number);
            }
            let changes = repair.accept(journal).expect("there is room");
            changes.expect("the clash was removed")
        }
        _ => vec![Change::Checkpoint(journal.game().scores())],
    }
}

pub fn record_after_any_changes_equals_a_fresh_replay(
    seed: u64,
    players: usize,
    variants: Variants,
) -> TestCaseResult {
    let mut journal = random_game(seed, players, variants, 70);
    let mut dice = Dice(seed ^ 0x5eed);
    for _ in 0..40 {
        let changes = random_changes(&journal, &mut dice);
        apply(&mut journal, changes);
        prop_assert!(journal.game() == &replayed(&journal));
        if dice.below(6) == 0 {
            let log = print_log(&journal);
            let loaded = read_record(log.as_bytes());
            prop_assert!(loaded.error.is_none() && loaded.warnings.is_empty());
            prop_assert_eq!(loaded.form, Some(RecordForm::Log));
            let read = loaded.record.expect("it was just written");
            prop_assert!(read == journal, "{}", log);
            journal = read;
        }
    }
    let text = print_notation(&journal);
    let read = read_record(text.as_bytes()).record.expect("it was just written");
    let end = journal.main_line().len() - journal.cursor();
    apply(&mut journal, [Change::Redo(end)]);
    prop_assert!(read == journal, "{}", text);
    Ok(())
}

pub fn difference_of_two_tables_leads_from_the_earlier_to_the_later(
    seed: u64,
    players: usize,
    variants: Variants,
    from: usize,
    on: usize,
) -> TestCaseResult {
    let to = from + on;
    let journal = random_game(seed, players, variants, to);
    let end = journal.cursor();
    let at = |n: usize| journal.game_at(n.min(end)).expect("it was played");
    let (from, to) = (at(from), at(to));
    prop_assume!(!from.is_over() && !to.is_over() && to.turn_number() > 0);
    let mut layout = difference(&from, &to);
    layout.push(Adjustment::Turn(to.active_player().expect("a turn")));
    let action = Action::from(ActionKind::Position(layout));
    // The position can be written in the notation.
    let line = print_action(&from, &action);
    prop_assert_eq!(parse_action(&from, &line), Ok(action.clone()));
    let played = from
        .play(&action)
        .map_err(|refusal| TestCaseError::fail(format!("{line}: {refusal:?}")))?;
    let reached = played.game;
    prop_assert_eq!(difference(&reached, &to), Vec::new());
    for what in TableQuantity::all(&to) {
        // Unnamed face-down cards cannot be stated by a position.
        if !matches!(
            what,
            TableQuantity::Player(_, PlayerQuantity::CardsInHand | PlayerQuantity::CardsPlayed)
        ) {
            prop_assert_eq!(what.count(&reached), what.count(&to), "{:?}", what);
        }
    }
    prop_assert_eq!(scored(&reached), scored(&to));
    let [reached_cycle, cycle] =
        [&reached, &to].map(|game| game.solo_state().map(|state| state.cycle));
    prop_assert_eq!(reached_cycle, cycle);
    let [reached_marked, marked] =
        [&reached, &to].map(|game| game.marked_buildings().collect::<Vec<_>>());
    prop_assert_eq!(reached_marked, marked);
    // The table was reached by the rules, so no warning says that it cannot arise.
    for event in &played.events {
        let warns = matches!(event, Event::CannotArise(..));
        prop_assert!(!warns, "{}: {:?}", line, event);
    }
    Ok(())
}

fn scored(game: &Game) -> Vec<(AchievementId, bool)> {
    game.achievements()
        .iter()
        .map(|in_play| (in_play.achievement, in_play.scored.is_some()))
        .collect()
}
