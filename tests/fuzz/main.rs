//! A short, seeded run of the fuzz targets, so that they cannot rot.
//!
//! The real thing is `cargo fuzz run --fuzz-dir tests/fuzz pack` (or `notation`,
//! or `record`), which needs `cargo-fuzz` and a nightly compiler.

mod targets;

use fastrand::Rng;
use founders_ledger::journal::{Change, Journal};
use founders_ledger::notation::print_action;
use founders_ledger::notation::record::{Tags, print_log, print_notation};
use founders_ledger::packs;
use founders_ledger::simulate::Simulation;

/// Damaged copies of each sample that are tried.
const TRIES: usize = 1500;

/// A copy with some bytes changed, cut out, doubled or swapped for what often breaks parsers.
fn damaged(sample: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = sample.to_vec();
    for _ in 0..rng.usize(1..6) {
        if bytes.is_empty() {
            break;
        }
        let at = rng.usize(0..bytes.len());
        match rng.u8(0..6) {
            0 => bytes[at] ^= 1 << rng.u8(0..8),
            1 => bytes.truncate(at),
            2 => {
                let end = (at + rng.usize(1..40)).min(bytes.len());
                bytes.drain(at..end);
            }
            3 => {
                let end = (at + rng.usize(1..200)).min(bytes.len());
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            4 => {
                let nasty = [
                    &b"99999999999999999999"[..],
                    b"(((((((((",
                    b"\xff\xfe",
                    b"\"\\",
                    b"-1",
                ];
                let nasty = nasty[rng.usize(0..nasty.len())];
                bytes.splice(at..at, nasty.iter().copied());
            }
            _ => bytes[at] = rng.u8(..),
        }
    }
    bytes
}

fn try_damaged(target: fn(&[u8]), samples: &[Vec<u8>]) {
    let mut rng = Rng::with_seed(11);
    for sample in samples {
        target(sample);
        for _ in 0..TRIES {
            target(&damaged(sample, &mut rng));
        }
    }
}

#[test]
fn damaged_packs_are_refused_or_sound() {
    let samples: Vec<Vec<u8>> = packs::built_in()
        .iter()
        .map(|p| p.text.as_bytes().to_vec())
        .collect();
    try_damaged(targets::pack, &samples);
}

#[test]
fn damaged_lines_are_refused_or_read_back() {
    let mut game = targets::mid_game().clone();
    let mut lines = Vec::new();
    let pack = packs::find("practice").expect("the practice pack is sound");
    let setup = Simulation::new(&pack, "Three Rivers", 3, 7)
        .expect("it can be played")
        .setup;
    let mut simulation = Simulation::from_game(setup, game.clone(), 3);
    for _ in 0..20 {
        if let Some(played) = simulation.step() {
            lines.push(print_action(&game, &played.action));
            game = played.game;
        }
    }
    // A vote held on the screen, which simulated games never have.
    lines.push(
        "Votes: player 1 circle 1 fleeting sealed 3f9a-01bc-77d0-4e5b-9a21 \
         salt 000102030405060708090a0b0c0d0e0f, player 2 square, player 3 triangle 1 lasting"
            .to_owned(),
    );
    try_damaged(targets::notation, &[lines.join("\n").into_bytes()]);
}

#[test]
fn damaged_records_are_read_as_far_as_they_are_sound() {
    let pack = packs::find("practice").expect("the practice pack is sound");
    let mut simulation = Simulation::new(&pack, "Old Harbour", 2, 5).expect("it can be played");
    let mut journal = Journal::new(simulation.setup.clone()).expect("it can be played");
    for _ in 0..60 {
        if let Some(played) = simulation.step() {
            journal
                .apply(Change::Play(played.action))
                .expect("it was played");
        }
    }
    journal
        .apply(Change::Undo(4))
        .expect("there is more than that");
    let tags = Tags::default();
    let samples = [print_log(&journal, &tags), print_notation(&journal, &tags)];
    try_damaged(targets::record, &samples.map(String::into_bytes));
}
