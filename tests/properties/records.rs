//! What holds for every record, whatever is done to it.

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

/// A random change of the record, or several.
fn something(journal: &Journal, dice: &mut Dice) -> Vec<Change> {
    let cursor = journal.cursor();
    let beyond = journal.main_line().len() - cursor;
    match dice.below(9) {
        0 | 1 => driver::next_action(journal.game(), dice).map(Change::Play).into_iter().collect(),
        2 => vec![Change::Undo(dice.below(cursor + 1))],
        3 => vec![Change::Redo(dice.below(beyond + 1))],
        4 => {
            let count = journal.entry(journal.here()).continuations().len();
            let branch = |count| vec![Change::Branch(dice.below(count) + 1)];
            (count > 0).then_some(count).map(branch).unwrap_or_default()
        }
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
            changes.expect("what clashed was cut off")
        }
        _ => vec![Change::Checkpoint(journal.game().scores())],
    }
}

pub fn whatever_is_done_to_a_record_it_is_that_of_a_fresh_replay(
    seed: u64,
    players: usize,
    variants: Variants,
) -> TestCaseResult {
    let mut journal = random_game(seed, players, variants, 70);
    let mut dice = Dice(seed ^ 0x5eed);
    for _ in 0..40 {
        let changes = something(&journal, &mut dice);
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

pub fn what_differs_between_two_tables_leads_from_the_earlier_to_the_later(
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
    // It goes through the notation like anything else.
    let line = print_action(&from, &action);
    prop_assert_eq!(parse_action(&from, &line), Ok(action.clone()));
    let played = from
        .play(&action)
        .map_err(|refusal| TestCaseError::fail(format!("{line}: {refusal:?}")))?;
    let laid = played.game;
    prop_assert_eq!(difference(&laid, &to), Vec::new());
    let told = |&what: &TableQuantity| {
        !matches!(
            what,
            TableQuantity::Player(_, PlayerQuantity::CardsInHand | PlayerQuantity::CardsPlayed)
        )
    };
    for what in TableQuantity::all(&to).into_iter().filter(told) {
        prop_assert_eq!(what.count(&laid), what.count(&to), "{:?}", what);
    }
    let scored = |game: &Game| -> Vec<_> {
        let all = game.achievements().iter();
        all.map(|in_play| (in_play.achievement, in_play.scored.is_some())).collect()
    };
    prop_assert_eq!(scored(&laid), scored(&to));
    let cycle = |game: &Game| game.solo_state().map(|state| state.cycle);
    prop_assert_eq!(cycle(&laid), cycle(&to));
    let marked = |game: &Game| -> Vec<_> {
        let all = game.active_buildings().iter().filter(|card| card.marker);
        all.map(|card| card.building).collect()
    };
    prop_assert_eq!(marked(&laid), marked(&to));
    // The table came about by the rules, and nothing in it looks otherwise.
    for event in &played.events {
        let doubted = matches!(event, Event::CannotArise(..));
        prop_assert!(!doubted, "{}: {:?}", line, event);
    }
    Ok(())
}
