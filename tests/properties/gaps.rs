//! Packs with gaps: whatever is not known, nothing is guessed.

use std::collections::BTreeSet;

use components::component_ref::ComponentRef;
use components::fact_id::{FactField, FactId};
use components::specs::{BoardField, CountField, Pack};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestCaseResult;
use rules::action::{Action, ActionKind};
use rules::illegal::CheckOutcome;
use rules::receipt::Event;
use rules::setup::SetupProblem;
use rules::{Game, Refusal};

use crate::common::dice::Dice;
use crate::driver;
use crate::play::practice;

/// The practice pack without some of its facts, and their names.
pub fn with_gaps(wanted: Vec<Index>, also_board: bool) -> (Pack, BTreeSet<FactId>) {
    let mut pack = practice();
    let mut names: Vec<FactId> = pack.facts().into_iter().map(|(name, _)| name).collect();
    if !also_board {
        // Without these there is no game to compare; they have a test of their own.
        names.retain(|name| !is_needed_to_begin(name));
    }
    let blanked: BTreeSet<FactId> =
        wanted.into_iter().map(|index| index.get(&names).clone()).collect();
    for (name, fact) in pack.facts_mut() {
        if blanked.contains(&name) {
            fact.clear();
        }
    }
    (pack, blanked)
}

/// The action by which the practice pack's facts of these names are learnt.
fn learning(facts: &[FactId]) -> Action {
    let mut pack = practice();
    assert!(facts.iter().all(|fact| fact.square().is_none()), "the board is known: {facts:?}");
    for (name, fact) in pack.facts_mut() {
        if !facts.contains(&name) {
            fact.clear();
        }
    }
    ActionKind::EnterFacts(Box::new(pack)).into()
}

fn is_needed_to_begin(name: &FactId) -> bool {
    matches!(
        name.field(),
        FactField::Board(BoardField::Terrain | BoardField::Sections)
            | FactField::Count(CountField::StartMoney)
    )
}

/// What a step reported, without the warnings that a number of tokens is exceeded: with the
/// number unknown there is nothing to warn of.
fn reported(events: &[Event]) -> Vec<&Event> {
    events.iter().filter(|event| !matches!(event, Event::SupplyExceeded(_))).collect()
}

/// A refusal for want of facts names only facts that are missing, and at least one.
#[track_caller]
fn names_a_gap(refusal: &Refusal, blanked: &BTreeSet<FactId>, action: &Action) {
    assert!(
        refusal.cannot_tell(),
        "refused where the full pack allows it: {action:?}: {refusal:?}"
    );
    assert!(!refusal.unknown.is_empty(), "refused without a reason: {action:?}");
    for fact in refusal.missing() {
        assert!(blanked.contains(fact), "{fact} is known: {action:?}");
    }
}

/// Plays on both packs; gives the games that follow unless a gap stopped the one with gaps.
#[track_caller]
fn compare(
    full: &Game,
    gaps: &Game,
    action: &Action,
    blanked: &BTreeSet<FactId>,
) -> Option<(Game, Game)> {
    let expected = full.play(action);
    let found = gaps.play(action);
    let checklist = gaps.checklist(action);
    match (expected, found) {
        (Ok(expected), Ok(found)) => {
            assert_eq!(reported(&expected.events), reported(&found.events), "{action:?}");
            assert_eq!(expected.action, found.action);
            assert!(
                checklist.iter().all(|check| check.outcome == CheckOutcome::Passed),
                "{action:?}: {checklist:?}"
            );
            Some((expected.game, found.game))
        }
        (Ok(_), Err(refusal)) => {
            names_a_gap(&refusal, blanked, action);
            for fact in refusal.missing() {
                let told = checklist
                    .iter()
                    .any(|check| check.outcome == CheckOutcome::CannotTell(fact.clone()));
                assert!(told, "the checklist is silent about {fact}: {action:?}");
            }
            None
        }
        (Err(refusal), Ok(_)) => panic!("guessed: {action:?} is {refusal:?}"),
        (Err(expected), Err(found)) => {
            for reason in &found.reasons {
                assert!(expected.reasons.contains(reason), "a new reason, {reason:?}: {action:?}");
            }
            for fact in found.missing() {
                assert!(blanked.contains(fact), "{fact} is known: {action:?}");
            }
            None
        }
    }
}

/// What is offered with gaps is offered without; what is missing is for want of a fact.
#[track_caller]
fn compare_moves(full: &Game, gaps: &Game, blanked: &BTreeSet<FactId>) {
    let (all, some) = (full.moves(), gaps.moves());
    for action in &some.actions {
        assert!(all.actions.contains(action), "guessed: {action:?}");
    }
    if some.actions.len() < all.actions.len() {
        let missing = all.actions.iter().find(|action| !some.actions.contains(action));
        assert!(
            !some.unknown.is_empty(),
            "{missing:?} is left out in silence; blanked: {blanked:?}"
        );
    }
    for fact in &some.unknown {
        assert!(blanked.contains(fact), "{fact} is known");
    }
}

pub fn a_pack_with_gaps_plays_the_same_or_names_a_gap(
    seed: u64,
    players: usize,
    board: &str,
    gaps: Vec<Index>,
) -> TestCaseResult {
    let (pack, blanked) = with_gaps(gaps, false);
    let set_up = |pack: &Pack| Game::new(&driver::setup(pack, board, players));
    let mut full = set_up(&practice()).expect("a complete pack");
    let mut lacking = set_up(&pack).expect("enough to begin with");
    let mut dice = Dice(seed);
    for step in 0..250 {
        let Some(action) = driver::next_action(&full, &mut dice) else {
            break;
        };
        if step % 10 == 0 {
            compare_moves(&full, &lacking, &blanked);
        }
        // What another player might try is judged alike as well.
        let elsewhere = full.moves().actions;
        if let Some(other) = dice.pick(&elsewhere) {
            compare(&full, &lacking, other, &blanked);
            let overruled = Action::from(ActionKind::Overrule {
                action: Box::new(other.clone()),
                reason: "to see what happens".to_owned(),
            });
            compare(&full, &lacking, &overruled, &blanked);
        }
        let Some((next, next_lacking)) = compare(&full, &lacking, &action, &blanked) else {
            break;
        };
        (full, lacking) = (next, next_lacking);
    }
    Ok(())
}

pub fn a_component_is_asked_for_once_by_one_action(
    seed: u64,
    players: usize,
    board: &str,
    gaps: Vec<Index>,
) -> TestCaseResult {
    let (pack, _) = with_gaps(gaps, false);
    let set_up = |pack: &Pack| Game::new(&driver::setup(pack, board, players));
    let mut full = set_up(&practice()).expect("a complete pack");
    let mut lacking = set_up(&pack).expect("enough to begin with");
    let mut dice = Dice(seed);
    for _ in 0..120 {
        let Some(action) = driver::next_action(&full, &mut dice) else {
            break;
        };
        let mut answered: Vec<ComponentRef> = Vec::new();
        while let Err(refusal) = lacking.play(&action) {
            let missing: Vec<FactId> = refusal.missing().cloned().collect();
            prop_assert!(!missing.is_empty(), "{:?}: nothing is asked for", action);
            for fact in &missing {
                let asked = ComponentRef::of(fact);
                // Start squares and sites are parts of a board, each asked for by itself.
                let is_new = matches!(asked, ComponentRef::Board(_)) || !answered.contains(&asked);
                prop_assert!(is_new, "{:?}: {} comes after {:?}", action, fact, answered);
            }
            answered.extend(missing.iter().map(ComponentRef::of));
            let answers = learning(&lacking.facts_to_read(&missing));
            lacking = lacking.play(&answers).expect("it is so").game;
        }
        full = full.play(&action).expect("it is offered").game;
        lacking = lacking.play(&action).expect("it can be told now").game;
    }
    Ok(())
}

pub fn a_setup_that_lacks_a_fact_names_it(
    players: usize,
    board: &str,
    gaps: Vec<Index>,
) -> TestCaseResult {
    let (pack, blanked) = with_gaps(gaps, true);
    if let Err(error) = Game::new(&driver::setup(&pack, board, players)) {
        for problem in error.0 {
            let SetupProblem::Unknown(fact) = problem else {
                panic!("a gap is no contradiction: {problem}");
            };
            prop_assert!(blanked.contains(&fact), "{} is known", fact);
        }
    } else {
        let needed = |id: &FactId| match id {
            FactId::Board(name, _) => is_needed_to_begin(id) && **name == *board,
            id => is_needed_to_begin(id),
        };
        let all_known = !blanked.iter().any(needed);
        prop_assert!(all_known, "there is no game without {:?}", blanked);
    }
    Ok(())
}
