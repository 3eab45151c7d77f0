//! Compares the engine with a brute-force reference on thousands of random positions.
//!
//! `SCENARIO_POSITIONS=100000 cargo test -p scenario against_reference` compares more of them.

use std::collections::{BTreeMap, BTreeSet};

use scenario_rules::FigureId;
use scenario_rules::Position;

use crate::random;
use crate::reference::{Answer, End, Enemy, Table};

/// Returns the number of positions to compare.
fn positions() -> u64 {
    std::env::var("SCENARIO_POSITIONS")
        .ok()
        .map_or(5_000, |count| count.parse().expect("SCENARIO_POSITIONS is a number"))
}

/// Converts the engine's answer to that of the reference, a choice of targets to every group.
fn of_engine(position: &Position, name: &str) -> Answer {
    let id = position.find(name).expect("it is there");
    let answer = position.turn(id).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let name = |id: &FigureId| position.figure(*id).to_string();
    let mut ends = BTreeSet::new();
    for end in &answer.ends {
        let sure: BTreeSet<String> = end.targets.iter().map(name).collect();
        let awkward: BTreeSet<String> = end.disadvantage.iter().map(name).collect();
        let (count, from) = match &end.choice {
            None => (0, Vec::new()),
            Some(choice) => (choice.count, choice.from.iter().map(name).collect()),
        };
        for mask in 0..1_u32 << from.len() {
            if mask.count_ones() as usize != count {
                continue;
            }
            let mut targets = sure.clone();
            targets.extend(
                (0..from.len()).filter(|at| mask >> at & 1 == 1).map(|at| from[at].clone()),
            );
            ends.insert(End {
                focus: name(&end.focus),
                hex: end.hex,
                cost: end.cost.into(),
                negative: end.negative.into(),
                disadvantage: awkward.intersection(&targets).cloned().collect(),
                targets,
                aims: end.goals.iter().map(|&(hex, left)| (hex, left.into())).collect(),
            });
        }
    }
    let mut enemies = BTreeMap::new();
    for enemy in &answer.enemies {
        let steps = enemy
            .negative
            .zip(enemy.steps)
            .map(|(negative, steps)| (negative.into(), steps.into()));
        let lost_by = enemy.lost_by.map(scenario_rules::Rule::number);
        let enemy_line: Enemy = (steps, enemy.range.map(Into::into), lost_by);
        enemies.insert(name(&enemy.figure), enemy_line);
    }
    Answer { foci: answer.foci.iter().map(name).collect(), enemies, ends }
}

/// Counts of the cases in a run, so that it cannot pass on simple positions only.
#[derive(Debug, Default)]
struct Tally {
    ambiguous: usize,
    without_focus: usize,
    out_of_reach: usize,
    over_negatives: usize,
    several_targets: usize,
}

#[test]
fn engine_agrees_with_the_reference_on_random_positions() {
    let count = positions();
    let threads = 2;
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let run = |thread: u64| {
            move || {
                let mut tally = Tally::default();
                for seed in (thread..count).step_by(2) {
                    let position = random::position(seed);
                    let expected = Table::new(&position, "Guard 1").answer();
                    let found = of_engine(&position, "Guard 1");
                    assert_eq!(found, expected, "seed {seed}\n{}", scenario::print(&position));
                    tally.ambiguous += usize::from(expected.ends.len() > 1);
                    tally.without_focus += usize::from(expected.foci.is_empty());
                    let any = |of: fn(&End) -> bool| usize::from(expected.ends.iter().any(of));
                    tally.out_of_reach += any(|end| !end.aims.is_empty());
                    tally.over_negatives += any(|end| end.negative > 0);
                    tally.several_targets += any(|end| end.targets.len() > 1);
                }
                tally
            }
        };
        let started: Vec<_> = (0..threads).map(|thread| scope.spawn(run(thread))).collect();
        started.into_iter().map(|thread| thread.join().expect("they agree")).collect()
    });
    let total = |of: fn(&Tally) -> usize| tallies.iter().map(of).sum::<usize>() as u64;
    // Each of these occurs in at least one position in a hundred.
    for (what, seen) in [
        ("ambiguous", total(|tally| tally.ambiguous)),
        ("without a focus", total(|tally| tally.without_focus)),
        ("out of reach", total(|tally| tally.out_of_reach)),
        ("over negative hexes", total(|tally| tally.over_negatives)),
        ("several targets", total(|tally| tally.several_targets)),
    ] {
        println!("{what}: {seen} of {count}");
        assert!(seen * 100 >= count, "{what}: {seen} of {count}");
    }
}
