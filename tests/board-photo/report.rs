//! Prints the figures of photo recognition for every seed, which takes minutes.
//!
//! `cargo test -p board-photo --test photo-report -- grids marks terrain coverings slips turned` prints
//! the named parts.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "pictures of some hundred pixels a side are drawn and measured"
)]

mod trials;

use std::process::ExitCode;

use trials::evening::{EVENINGS, JUDGING, TUNING};
use trials::levels::LEVELS;
use trials::surroundings::{self, Surrounding};
use trials::{coverings, grids, marks, slips, terrain, turned_tiles};

/// The parts of the report with their names.
const PARTS: [(&str, fn()); 6] = [
    ("grids", report_grids),
    ("marks", report_marks),
    ("terrain", report_terrain),
    ("coverings", report_coverings),
    ("slips", report_slips),
    ("turned", report_turned),
];

/// Seeds on which nothing was tuned, besides those of the tests.
const FRESH: std::ops::RangeInclusive<u64> = 401..=430;

/// Seeds of surroundings to which the weights of the edges were fitted.
const FITTED: [u64; 3] = [301, 302, 303];

/// The number of seeds of each list for which the squares to view are counted.
const VIEWED: usize = 4;

fn main() -> ExitCode {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let is_known = |name: &String| PARTS.iter().any(|(part, _)| part == name);
    if names.is_empty() || !names.iter().all(is_known) {
        eprintln!("expected one or more of: grids, marks, terrain, coverings, slips, turned");
        return ExitCode::FAILURE;
    }
    for (_, report) in PARTS.iter().filter(|(part, _)| names.iter().any(|name| name == part)) {
        report();
    }
    ExitCode::SUCCESS
}

fn report_grids() {
    for (name, seeds) in [("tuning", TUNING), ("judging", JUDGING)] {
        for (tally, evening) in grids::of_evenings(&seeds).into_iter().zip(&EVENINGS) {
            tally.report(&format!("{name}, {}", evening.name));
        }
    }
    for (name, seeds) in [("tuning", FITTED), ("judging", surroundings::JUDGING)] {
        for surrounding in Surrounding::ALL {
            let evenings = &EVENINGS[..3];
            let tallies = grids::of_surroundings(surrounding, evenings, &seeds);
            for (tally, evening) in tallies.into_iter().zip(evenings) {
                tally.report(&format!("{name}, {surrounding:?}, {}", evening.name));
            }
        }
    }
    for level in &LEVELS {
        grids::of_sizes(level, &grids::SIZES).report(level.name);
    }
}

fn report_marks() {
    for (name, seeds) in [("tuning", TUNING), ("judging", JUDGING)] {
        for evening in &EVENINGS {
            let tally = marks::Tally::of(evening, &seeds);
            println!(
                "{name:<8} {:<8} found {:>3} of {:>3}, mistaken {:>3} of {}",
                evening.name, tally.found, tally.marks, tally.mistaken, tally.others
            );
        }
    }
}

fn report_terrain() {
    let fresh: Vec<u64> = FRESH.collect();
    for (name, seeds) in [("tuning", &TUNING[..]), ("judging", &JUDGING), ("fresh", &fresh)] {
        for evening in &EVENINGS {
            let outcome = terrain::Outcome::of(evening, seeds, VIEWED);
            outcome.report(&format!("{name}, {}", evening.name));
        }
    }
    println!("two photographs together");
    for (name, seeds) in [("judging", JUDGING), ("tuning", TUNING)] {
        for evening in &EVENINGS {
            terrain::of_two(evening, &seeds).report(&format!("{name}, {}", evening.name));
        }
    }
}

fn report_slips() {
    for (name, seeds) in [("tuning", TUNING), ("judging", slips::JUDGING)] {
        let tallies = slips::all_tried(&EVENINGS, &seeds);
        for (tally, evening) in tallies.iter().zip(&EVENINGS) {
            tally.report(&format!("{name}, {}", evening.name));
        }
    }
}

fn report_coverings() {
    for (name, seeds) in [("tuning", TUNING), ("judging", coverings::JUDGING)] {
        for evening in &EVENINGS {
            coverings::Tally::of(evening, &seeds).report(&format!("{name}, {}", evening.name));
        }
    }
}

fn report_turned() {
    for (name, seeds) in [("tuning", TUNING), ("judging", turned_tiles::JUDGING)] {
        for evening in &EVENINGS {
            turned_tiles::Tally::of(evening, &seeds).report(&format!("{name}, {}", evening.name));
        }
    }
}
