//! The runner of the properties: on the same cases every time, or on new ones for a given time.

use std::cell::{Cell, RefCell};
use std::panic;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};
use proptest::prelude::*;
use proptest::test_runner::{
    RngAlgorithm, RngSeed, TestCaseResult, TestError, TestRng, TestRunner,
};

/// The seed of `cargo test`.
const USUAL_SEED: u64 = 11;
/// The maximum number of findings of a property; a search then skips it.
const MAX_FINDINGS: u32 = 3;
/// The interval between progress reports of a search.
const BETWEEN_REPORTS: Duration = Duration::from_mins(5);

/// A property that holds for every drawn case.
pub struct Property {
    pub name: &'static str,
    /// The number of cases of a round: of `cargo test`, and of every seed of a search.
    pub cases: u32,
    pub run: fn(&Round) -> Result<(), String>,
}

/// A case that once failed.
pub struct Found {
    pub name: &'static str,
    pub run: fn() -> TestCaseResult,
}

/// Declares a property by its function, with a strategy for each argument.
macro_rules! property {
    ($cases:literal, $name:ident($($argument:ident in $strategy:expr),+ $(,)?)) => {
        Property {
            name: stringify!($name),
            cases: $cases,
            run: |round| {
                round.run(
                    &($($strategy,)+),
                    |($($argument,)+)| $name($($argument),+),
                    |($($argument,)+)| {
                        let each = [$(format!("{} = {:?}", stringify!($argument), $argument)),+];
                        each.join(", ")
                    },
                )
            },
        }
    };
}
pub(crate) use property;

/// Declares a found case by its name, property and arguments.
macro_rules! found {
    ($name:literal, $property:ident($($argument:expr),+ $(,)?)) => {
        Found {
            name: $name,
            run: || $property($($argument),+),
        }
    };
}
pub(crate) use found;

/// The cases that one seed draws for a property.
pub struct Round {
    seed: u64,
    cases: u32,
    until: Option<Instant>,
    /// The number of cases that held.
    held: Cell<u32>,
}

impl Round {
    fn new(property: &Property, seed: u64) -> Self {
        Self { seed, cases: property.cases, until: None, held: Cell::new(0) }
    }

    /// Draws the cases, and shrinks and describes a failing one.
    pub fn run<S: Strategy>(
        &self,
        strategy: &S,
        holds: impl Fn(S::Value) -> TestCaseResult,
        words: impl Fn(&S::Value) -> String,
    ) -> Result<(), String> {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.seed.to_le_bytes());
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
        let mut runner = TestRunner::new_with_rng(config(self.cases), rng);
        let failed = Cell::new(false);
        let result = runner.run(strategy, |value| {
            let is_late = self.until.is_some_and(|until| Instant::now() >= until);
            if is_late && !failed.get() {
                return Ok(());
            }
            // A panic leaves the flag set too; the following cases are smaller ones.
            let has_failed = failed.replace(true);
            let outcome = holds(value);
            failed.set(has_failed || matches!(outcome, Err(TestCaseError::Fail(_))));
            if outcome.is_ok() && !has_failed {
                self.held.set(self.held.get() + 1);
            }
            outcome
        });
        match result {
            Ok(()) => Ok(()),
            Err(TestError::Abort(why)) => Err(format!("given up: {why}")),
            Err(TestError::Fail(why, least)) => Err(format!("{why}\n  with {}", words(&least))),
        }
    }
}

/// Returns a configuration that ignores the environment, so that a run is the same everywhere.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        max_local_rejects: 65_536,
        max_global_rejects: 65_536,
        max_flat_map_regens: 1_000_000,
        failure_persistence: None,
        fork: false,
        timeout: 0,
        max_shrink_time: 0,
        max_shrink_iters: 400,
        max_default_size_range: 100,
        verbose: 0,
        rng_algorithm: RngAlgorithm::ChaCha,
        rng_seed: RngSeed::Fixed(USUAL_SEED),
        ..ProptestConfig::default()
    }
}

/// Carries out the command line: the usual run, one seed, or a search.
pub fn main(properties: &[Property], found: &'static [Found]) -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let named = |parts: &[&str]| -> Vec<&Property> {
        properties
            .iter()
            .filter(|property| {
                parts.is_empty() || parts.iter().any(|part| property.name.contains(part))
            })
            .collect()
    };
    match words.as_slice() {
        ["--search", minutes, parts @ ..] => match minutes.parse::<f64>() {
            Ok(minutes) if (0.0..=1e5).contains(&minutes) => {
                search(&named(parts), Duration::from_secs_f64(minutes * 60.0))
            }
            _ => unusable("--search takes a number of minutes"),
        },
        ["--seed", seed, parts @ ..] => match seed.parse() {
            Ok(seed) => one_seed(&named(parts), seed),
            Err(_) => unusable("--seed takes a number"),
        },
        ["--search" | "--seed"] => unusable("a number is missing"),
        _ => usual(properties, found),
    }
}

fn unusable(why: &str) -> ExitCode {
    eprintln!("{why}");
    ExitCode::from(2)
}

fn usual(properties: &[Property], found: &'static [Found]) -> ExitCode {
    let arguments = Arguments::from_args();
    let properties = properties.iter().map(|&Property { name, cases, run }| {
        let property = Property { name, cases, run };
        let test = move || run(&Round::new(&property, USUAL_SEED)).map_err(Failed::from);
        Trial::test(name, test).with_kind(format!("{cases} cases"))
    });
    let found = found.iter().map(|found| {
        let test = || (found.run)().map_err(|error| Failed::from(error.to_string()));
        Trial::test(found.name, test).with_kind("found")
    });
    libtest_mimic::run(&arguments, properties.chain(found).collect()).exit_code()
}

fn one_seed(properties: &[&Property], seed: u64) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for property in properties {
        let round = Round::new(property, seed);
        match (property.run)(&round) {
            Ok(()) => println!("{}: {} cases hold", property.name, round.held.get()),
            Err(why) => {
                println!("{}: {why}", property.name);
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}

#[derive(Clone, Default)]
struct Tally {
    seeds: u64,
    cases: u64,
    findings: u32,
}

thread_local! {
    /// The place of the last panic, which is that of the smallest case once it is found.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs new seeds for every property in turn until the time is over.
fn search(properties: &[&Property], time: Duration) -> ExitCode {
    // Shrinking panics repeatedly; only the place of the last panic matters.
    panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string);
        PANIC.with_borrow_mut(|last| *last = place);
    }));
    let first = fastrand::u64(..1 << 48);
    let start = Instant::now();
    let mut reported = start;
    let mut tallies = vec![Tally::default(); properties.len()];
    println!("seeds from {first} on, for {} minutes", time.as_secs() / 60);
    'time: for seed in first.. {
        for (property, tally) in properties.iter().zip(&mut tallies) {
            if start.elapsed() >= time {
                break 'time;
            }
            if tally.findings < MAX_FINDINGS {
                run_seed(property, seed, start + time, tally);
            }
        }
        if tallies.iter().all(|tally| tally.findings >= MAX_FINDINGS) {
            break;
        }
        if reported.elapsed() >= BETWEEN_REPORTS {
            reported = Instant::now();
            report(properties, &tallies, start);
        }
    }
    report(properties, &tallies, start);
    let findings: u32 = tallies.iter().map(|tally| tally.findings).sum();
    println!("{findings} findings");
    if findings == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run_seed(property: &Property, seed: u64, until: Instant, tally: &mut Tally) {
    let mut round = Round::new(property, seed);
    round.until = Some(until);
    PANIC.take();
    let outcome = (property.run)(&round);
    tally.seeds += 1;
    tally.cases += u64::from(round.held.get());
    if let Err(why) = outcome {
        tally.findings += 1;
        let place = PANIC.take().map(|place| format!("\n  at {place}"));
        let name = property.name;
        println!("FOUND {name}\n  {why}{}", place.unwrap_or_default());
        println!("  again: cargo test --test properties -- --seed {seed} {name}");
    }
}

fn report(properties: &[&Property], tallies: &[Tally], start: Instant) {
    println!("after {} minutes:", start.elapsed().as_secs() / 60);
    for (property, tally) in properties.iter().zip(tallies) {
        let Tally { seeds, cases, findings } = tally;
        let name = property.name;
        println!("{cases:>9} cases of {seeds:>6} seeds, {findings} findings: {name}");
    }
    let cases: u64 = tallies.iter().map(|tally| tally.cases).sum();
    println!("{cases:>9} cases in all");
}
