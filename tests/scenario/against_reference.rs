//! Compares the engine with a brute-force reference on thousands of random positions.
//!
//! `SCENARIO_POSITIONS=100000 cargo test -p scenario against_reference` compares more of them.

use std::collections::{BTreeMap, BTreeSet};

use scenario_rules::monster_turn::AreaPlacement;
use scenario_rules::{FigureId, Hex, Position};

use crate::reference::{Answer, End, Enemy, Table};
use crate::{random, random_area};

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
    // The same targets with different placements are one end of the reference.
    let mut placed: BTreeMap<End, BTreeSet<BTreeSet<Hex>>> = BTreeMap::new();
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
            let found = End {
                focus: name(&end.focus),
                hex: end.hex,
                cost: end.cost.into(),
                negative: end.negative.into(),
                disadvantage: awkward.intersection(&targets).cloned().collect(),
                targets,
                aims: end.goals.iter().map(|&(hex, left)| (hex, left.into())).collect(),
                placements: BTreeSet::new(),
            };
            let hexes = |placement: &AreaPlacement| placement.hexes.iter().copied().collect();
            placed.entry(found).or_default().extend(end.placements.iter().map(hexes));
        }
    }
    let ends = placed.into_iter().map(|(end, placements)| End { placements, ..end }).collect();
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
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    ambiguous: usize,
    without_focus: usize,
    out_of_reach: usize,
    over_negatives: usize,
    several_targets: usize,
    three_targets: usize,
    at_disadvantage: usize,
    several_placements: usize,
    one_placement: usize,
}

impl Tally {
    fn add(&mut self, answer: &Answer) {
        let any = |of: fn(&End) -> bool| usize::from(answer.ends.iter().any(of));
        self.ambiguous += usize::from(answer.ends.len() > 1);
        self.without_focus += usize::from(answer.foci.is_empty());
        self.out_of_reach += any(|end| !end.aims.is_empty());
        self.over_negatives += any(|end| end.negative > 0);
        self.several_targets += any(|end| end.targets.len() > 1);
        self.three_targets += any(|end| end.targets.len() > 2);
        self.at_disadvantage += any(|end| !end.disadvantage.is_empty());
        self.several_placements += any(|end| end.placements.len() > 1);
        self.one_placement += any(|end| end.placements.len() == 1);
    }

    fn plus(self, other: Self) -> Self {
        Self {
            ambiguous: self.ambiguous + other.ambiguous,
            without_focus: self.without_focus + other.without_focus,
            out_of_reach: self.out_of_reach + other.out_of_reach,
            over_negatives: self.over_negatives + other.over_negatives,
            several_targets: self.several_targets + other.several_targets,
            three_targets: self.three_targets + other.three_targets,
            at_disadvantage: self.at_disadvantage + other.at_disadvantage,
            several_placements: self.several_placements + other.several_placements,
            one_placement: self.one_placement + other.one_placement,
        }
    }
}

/// Compares the engine with the reference on many positions.
fn compare(count: u64, make: fn(u64) -> Position) -> Tally {
    let threads = 2;
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let run = |thread: u64| {
            move || {
                let mut tally = Tally::default();
                for seed in (thread..count).step_by(2) {
                    let position = make(seed);
                    let expected = Table::new(&position, "Guard 1").answer();
                    let found = of_engine(&position, "Guard 1");
                    assert_eq!(found, expected, "seed {seed}\n{}", scenario::print(&position));
                    tally.add(&expected);
                }
                tally
            }
        };
        let started: Vec<_> = (0..threads).map(|thread| scope.spawn(run(thread))).collect();
        started.into_iter().map(|thread| thread.join().expect("they agree")).collect()
    });
    tallies.into_iter().reduce(Tally::plus).unwrap_or_default()
}

/// Checks that each of these occurs in at least one position in a hundred.
fn check_tally(count: u64, occurring: &[(&str, usize)]) {
    for &(what, seen) in occurring {
        println!("{what}: {seen} of {count}");
        assert!(seen as u64 * 100 >= count, "{what}: {seen} of {count}");
    }
}

#[test]
fn engine_agrees_with_the_reference_on_random_positions() {
    let count = positions();
    let tally = compare(count, random::position);
    check_tally(
        count,
        &[
            ("ambiguous", tally.ambiguous),
            ("without a focus", tally.without_focus),
            ("out of reach", tally.out_of_reach),
            ("over negative hexes", tally.over_negatives),
            ("several targets", tally.several_targets),
        ],
    );
}

#[test]
fn engine_agrees_with_the_reference_on_random_positions_with_areas() {
    let count = positions();
    let tally = compare(count, random_area::position_with_area);
    check_tally(
        count,
        &[
            ("ambiguous", tally.ambiguous),
            ("without a focus", tally.without_focus),
            ("out of reach", tally.out_of_reach),
            ("over negative hexes", tally.over_negatives),
            ("several targets", tally.several_targets),
            ("three targets or more", tally.three_targets),
            ("at disadvantage", tally.at_disadvantage),
            ("several placements", tally.several_placements),
            ("one placement", tally.one_placement),
        ],
    );
}
