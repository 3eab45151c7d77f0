//! Packs with missing facts: nothing is guessed.

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

/// Returns the practice pack without some of its facts, and their names.
pub fn with_gaps(wanted: Vec<Index>, also_board: bool) -> (Pack, BTreeSet<FactId>) {
    let mut pack = practice();
    let mut names: Vec<FactId> = pack.facts().into_iter().map(|(name, _)| name).collect();
    if !also_board {
        // Without these there is no game to compare; a separate property covers them.
        names.retain(|name| !is_needed_to_start(name));
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

/// Returns the action that enters these facts of the practice pack.
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

fn is_needed_to_start(name: &FactId) -> bool {
    matches!(
        name.field(),
        FactField::Board(BoardField::Terrain | BoardField::Sections)
            | FactField::Count(CountField::StartMoney)
    )
}

/// Returns the events of a step without shortage warnings, which need a known number of tokens.
fn reported(events: &[Event]) -> Vec<&Event> {
    events.iter().filter(|event| !matches!(event, Event::SupplyExceeded(_))).collect()
}

/// Checks that a refusal for missing facts names at least one fact, and only missing ones.
#[track_caller]
fn check_names_a_gap(refusal: &Refusal, blanked: &BTreeSet<FactId>, action: &Action) {
    assert!(
        refusal.cannot_tell(),
        "refused where the full pack allows it: {action:?}: {refusal:?}"
    );
    assert!(!refusal.unknown.is_empty(), "refused without a reason: {action:?}");
    for fact in refusal.missing() {
        assert!(blanked.contains(fact), "{fact} is known: {action:?}");
    }
}

/// Plays an action on both packs; returns both games unless a gap stopped the one with gaps.
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
            check_names_a_gap(&refusal, blanked, action);
            for fact in refusal.missing() {
                let is_listed = checklist
                    .iter()
                    .any(|check| check.outcome == CheckOutcome::CannotTell(fact.clone()));
                assert!(is_listed, "the checklist omits {fact}: {action:?}");
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

/// Checks that moves offered with gaps are offered without them, and that omitted moves are
/// explained by a missing fact.
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
            "{missing:?} is omitted without a fact; blanked: {blanked:?}"
        );
    }
    for fact in &some.unknown {
        assert!(blanked.contains(fact), "{fact} is known");
    }
}

/// Starts the same game with the practice pack and with a pack with gaps.
fn new_games(gaps: &Pack, board: &str, players: usize) -> [Game; 2] {
    [&practice(), gaps]
        .map(|pack| Game::new(&driver::setup(pack, board, players)).expect("enough facts to start"))
}

pub fn pack_with_missing_facts_plays_the_same_or_names_one(
    seed: u64,
    players: usize,
    board: &str,
    gaps: Vec<Index>,
) -> TestCaseResult {
    let (pack, blanked) = with_gaps(gaps, false);
    let [mut full, mut with_missing_facts] = new_games(&pack, board, players);
    let mut dice = Dice(seed);
    for step in 0..250 {
        let Some(action) = driver::next_action(&full, &mut dice) else {
            break;
        };
        if step % 10 == 0 {
            compare_moves(&full, &with_missing_facts, &blanked);
        }
        // Other legal actions are compared too.
        let elsewhere = full.moves().actions;
        if let Some(other) = dice.pick(&elsewhere) {
            compare(&full, &with_missing_facts, other, &blanked);
            let overruled = Action::from(ActionKind::Overrule {
                action: Box::new(other.clone()),
                reason: "to see what happens".to_owned(),
            });
            compare(&full, &with_missing_facts, &overruled, &blanked);
        }
        let Some(next) = compare(&full, &with_missing_facts, &action, &blanked) else {
            break;
        };
        (full, with_missing_facts) = next;
    }
    Ok(())
}

pub fn action_asks_for_the_facts_of_each_component_once(
    seed: u64,
    players: usize,
    board: &str,
    gaps: Vec<Index>,
) -> TestCaseResult {
    let (pack, _) = with_gaps(gaps, false);
    let [mut full, mut with_missing_facts] = new_games(&pack, board, players);
    let mut dice = Dice(seed);
    for _ in 0..120 {
        let Some(action) = driver::next_action(&full, &mut dice) else {
            break;
        };
        let mut answered: Vec<ComponentRef> = Vec::new();
        while let Err(refusal) = with_missing_facts.play(&action) {
            let missing: Vec<FactId> = refusal.missing().cloned().collect();
            prop_assert!(!missing.is_empty(), "{:?}: nothing is asked for", action);
            for fact in &missing {
                let asked = ComponentRef::of(fact);
                // Start squares and sites are parts of a board, each asked for separately.
                let is_new = matches!(asked, ComponentRef::Board(_)) || !answered.contains(&asked);
                prop_assert!(is_new, "{:?}: {} comes after {:?}", action, fact, answered);
            }
            answered.extend(missing.iter().map(ComponentRef::of));
            let answers = learning(&with_missing_facts.facts_to_read(&missing));
            with_missing_facts = with_missing_facts.play(&answers).expect("it is so").game;
        }
        full = full.play(&action).expect("it is offered").game;
        with_missing_facts = with_missing_facts.play(&action).expect("no fact is missing now").game;
    }
    Ok(())
}

pub fn setup_with_a_missing_fact_names_it(
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
        let all_known = !blanked.iter().any(|id| match id {
            FactId::Board(name, _) => is_needed_to_start(id) && **name == *board,
            id => is_needed_to_start(id),
        });
        prop_assert!(all_known, "there is no game without {:?}", blanked);
    }
    Ok(())
}
