//! What holds for every game: random play under the battery, and packs with gaps.

mod common;
#[path = "common/driver.rs"]
mod driver;

use std::collections::BTreeSet;

use proptest::prelude::*;
use rules::action::{Action, Deed};
use rules::components::Pack;
use rules::fact::FactName;
use rules::illegal::Outcome;
use rules::receipt::Event;
use rules::rulebook::{Options, TableOption, Variant, Variants};
use rules::setup::SetupProblem;
use rules::{Game, Refusal};

use common::battery::{Level, check_step};
use common::dice::Dice;

/// So many cases, or as many as the environment asks for with `PROPTEST_CASES`.
fn cases(usual: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok());
    ProptestConfig::with_cases(asked.unwrap_or(usual))
}

fn practice() -> Pack {
    packs::find("practice").expect("the practice pack is built in")
}

fn board() -> impl Strategy<Value = &'static str> {
    prop_oneof![Just("Old Harbour"), Just("Three Rivers")]
}

/// Each ruling switched or not.
fn options() -> impl Strategy<Value = Options> {
    let all = TableOption::ALL.to_vec();
    let some = prop::sample::subsequence(all, 0..=TableOption::ALL.len());
    some.prop_map(|some| some.into_iter().fold(Options::default(), Options::with))
}

/// Each variant played or not.
fn variants() -> impl Strategy<Value = Variants> {
    let all = Variant::ALL.to_vec();
    let some = prop::sample::subsequence(all, 0..=Variant::ALL.len());
    some.prop_map(|some| some.into_iter().fold(Variants::default(), Variants::with))
}

proptest! {
    #![proptest_config(cases(16))]

    #[test]
    fn the_battery_holds_at_every_step_of_a_random_game(
        seed: u64,
        players in 1..=4_usize,
        board in board(),
        options in options(),
        variants in variants(),
    ) {
        let mut setup = driver::setup(&practice(), board, players);
        setup.options = options;
        // What the table cannot play is left out.
        let playable = variants.iter().filter(|&variant| setup.variant_problem(variant).is_none());
        setup.variants = playable.fold(Variants::default(), Variants::with);
        let start = Game::new(&setup).expect("the practice pack can be played");
        let mut game = start.clone();
        let mut dice = Dice(seed);
        let mut record = Vec::new();
        for _ in 0..400 {
            let Some(action) = driver::next_action(&game, &mut dice) else {
                break;
            };
            let played = game.play(&action).expect("what is offered is accepted");
            check_step(&game, &action, &played, Level::Sampled);
            record.push(played.action.clone());
            game = played.game;
        }
        let mut again = start;
        for action in &record {
            let played = again.play(action).expect("what was played once can be played again");
            prop_assert_eq!(&played.action, action, "a replay leaves the record as it is");
            again = played.game;
        }
        prop_assert!(again == game, "replay from the start gives the same state");
    }
}

/// The practice pack without some of its facts, and their names.
fn with_gaps(wanted: &[prop::sample::Index], also_board: bool) -> (Pack, BTreeSet<FactName>) {
    let mut pack = practice();
    let mut names = Vec::new();
    pack.each_fact(|name, _| names.push(name));
    if !also_board {
        // Without these there is no game to compare; they have a test of their own.
        names.retain(|name| !is_needed_to_begin(name));
    }
    let blanked: BTreeSet<FactName> = wanted
        .iter()
        .map(|index| index.get(&names).clone())
        .collect();
    pack.each_fact(|name, fact| {
        if blanked.contains(&name) {
            fact.blank();
        }
    });
    (pack, blanked)
}

fn is_needed_to_begin(name: &FactName) -> bool {
    ["terrain", "sections", "starting money"].contains(&name.what)
}

/// What a step reported, without the warnings that a number of tokens is exceeded: with the
/// number unknown there is nothing to warn of.
fn reported(events: &[Event]) -> Vec<&Event> {
    events
        .iter()
        .filter(|event| !matches!(event, Event::RunsOut(_)))
        .collect()
}

/// A refusal for want of facts names only facts that are missing, and at least one.
#[track_caller]
fn names_a_gap(refusal: &Refusal, blanked: &BTreeSet<FactName>, action: &Action) {
    assert!(
        refusal.cannot_tell(),
        "refused where the full pack allows it: {action:?}: {refusal}"
    );
    assert!(
        !refusal.unknown.is_empty(),
        "refused without a reason: {action:?}"
    );
    for fact in &refusal.unknown {
        assert!(blanked.contains(fact), "{fact} is known: {action:?}");
    }
}

/// Plays on both packs; gives the games that follow unless a gap stopped the one with gaps.
#[track_caller]
fn compare(
    full: &Game,
    gaps: &Game,
    action: &Action,
    blanked: &BTreeSet<FactName>,
) -> Option<(Game, Game)> {
    let expected = full.play(action);
    let found = gaps.play(action);
    let checklist = gaps.checklist(action);
    match (expected, found) {
        (Ok(expected), Ok(found)) => {
            assert_eq!(
                reported(&expected.events),
                reported(&found.events),
                "{action:?}"
            );
            assert_eq!(expected.action, found.action);
            assert!(
                checklist
                    .iter()
                    .all(|check| check.outcome == Outcome::Passed),
                "{action:?}: {checklist:?}"
            );
            Some((expected.game, found.game))
        }
        (Ok(_), Err(refusal)) => {
            names_a_gap(&refusal, blanked, action);
            for fact in &refusal.unknown {
                let told = checklist
                    .iter()
                    .any(|check| check.outcome == Outcome::CannotTell(fact.clone()));
                assert!(told, "the checklist is silent about {fact}: {action:?}");
            }
            None
        }
        (Err(refusal), Ok(_)) => panic!("guessed: {action:?} is {refusal}"),
        (Err(expected), Err(found)) => {
            for reason in &found.reasons {
                assert!(
                    expected.reasons.contains(reason),
                    "a new reason, {reason}: {action:?}"
                );
            }
            for fact in &found.unknown {
                assert!(blanked.contains(fact), "{fact} is known: {action:?}");
            }
            None
        }
    }
}

/// What is offered with gaps is offered without; what is missing is for want of a fact.
#[track_caller]
fn compare_moves(full: &Game, gaps: &Game, blanked: &BTreeSet<FactName>) {
    let (all, some) = (full.moves(), gaps.moves());
    for action in &some.actions {
        assert!(all.actions.contains(action), "guessed: {action:?}");
    }
    if some.actions.len() < all.actions.len() {
        let missing = all
            .actions
            .iter()
            .find(|action| !some.actions.contains(action));
        assert!(
            !some.unknown.is_empty(),
            "{missing:?} is left out in silence; blanked: {blanked:?}"
        );
    }
    for fact in &some.unknown {
        assert!(blanked.contains(fact), "{fact} is known");
    }
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn a_pack_with_gaps_plays_the_same_or_names_a_gap(
        seed: u64,
        players in 2..=4_usize,
        board in board(),
        gaps in prop::collection::vec(any::<prop::sample::Index>(), 1..12),
    ) {
        let (pack, blanked) = with_gaps(&gaps, false);
        let full = Game::new(&driver::setup(&practice(), board, players)).expect("a complete pack");
        let mut lacking = Game::new(&driver::setup(&pack, board, players)).expect("enough to begin with");
        let mut full = full;
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
                compare(&full, &lacking, &Action::from(Deed::Overrule {
                    action: Box::new(other.clone()),
                    reason: "to see what happens".to_owned(),
                }), &blanked);
            }
            let Some((next, next_lacking)) = compare(&full, &lacking, &action, &blanked) else {
                break;
            };
            (full, lacking) = (next, next_lacking);
        }
    }

    #[test]
    fn a_setup_that_lacks_a_fact_names_it(
        players in 2..=4_usize,
        board in board(),
        gaps in prop::collection::vec(any::<prop::sample::Index>(), 1..60),
    ) {
        let (pack, blanked) = with_gaps(&gaps, true);
        if let Err(error) = Game::new(&driver::setup(&pack, board, players)) {
            for problem in error.0 {
                let SetupProblem::Unknown(fact) = problem else {
                    panic!("a gap is no contradiction: {problem}");
                };
                prop_assert!(blanked.contains(&fact), "{} is known", fact);
            }
        } else {
            let needed = |name: &FactName| is_needed_to_begin(name) && (name.of.is_empty() || name.of == board);
            prop_assert!(!blanked.iter().any(needed), "there is no game without {:?}", blanked);
        }
    }
}
