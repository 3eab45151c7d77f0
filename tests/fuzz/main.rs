//! A short, seeded run of the fuzz targets, which keeps them working. That of `phone` is in the tests
//! of `phones`.
//!
//! Real fuzzing is `cargo fuzz run --fuzz-dir tests/fuzz pack` (or `notation`, `record`, `cards`,
//! `edition`, `campaign`, `facts`, `phone`), which needs `cargo-fuzz` and a nightly compiler. Without them, `cargo test
//! --test fuzz -- --ignored --nocapture` loads damaged records for an hour, or for `FUZZ_SECS`,
//! starting with `FUZZ_SEED`.

mod damage;
mod targets;

use std::panic::catch_unwind;
use std::path::Path;
use std::time::{Duration, Instant};

use damage::{damaged, try_damaged};
use fastrand::Rng;
use journal::{Change, EntryRating, Journal};
use notation::print_action;
use notation::record::{print_log, print_notation};
use simulate::Simulation;

/// An invented edition, and the cards imported from it.
const EDITION: &str = include_str!("../scenario-cards/saltmarsh.json");
const CAMPAIGN: &str = include_str!("../../assets/campaign/three-scenarios.campaign");
const CARDS: &str = include_str!("../scenario-cards/saltmarsh.cards");

#[test]
fn damaged_packs_are_refused_or_print_and_parse_the_same() {
    let samples: Vec<Vec<u8>> =
        packs::built_in().iter().map(|p| p.text.as_bytes().to_vec()).collect();
    try_damaged(targets::pack, &samples);
}

#[test]
fn damaged_lines_are_refused_or_print_and_parse_the_same() {
    let mut game = targets::mid_game().clone();
    let mut lines = Vec::new();
    let pack = packs::find("practice").expect("the practice pack is sound");
    let setup = Simulation::new(&pack, "Three Rivers", 3, 7).expect("it can be played").setup;
    let mut simulation = Simulation::from_game(setup, game.clone(), 3);
    for _ in 0..20 {
        if let Some(played) = simulation.step() {
            lines.push(print_action(&game, &played.action));
            game = played.game;
        }
    }
    // A vote with sealed ballots, which simulated games never have.
    lines.push(
        "Votes: player 1 circle 1 fleeting sealed 3f9a-01bc-77d0-4e5b-9a21 \
         salt 000102030405060708090a0b0c0d0e0f, player 2 square, player 3 triangle 1 lasting"
            .to_owned(),
    );
    try_damaged(targets::notation, &[lines.join("\n").into_bytes()]);
}

#[test]
fn damaged_records_are_read_up_to_the_damage_and_print_back() {
    let pack = packs::find("practice").expect("the practice pack is sound");
    let mut simulation = Simulation::new(&pack, "Old Harbour", 2, 5).expect("it can be played");
    let mut journal = Journal::new(simulation.setup.clone()).expect("it can be played");
    for _ in 0..60 {
        if let Some(played) = simulation.step() {
            journal.apply(Change::Play(played.action)).expect("it was played");
        }
    }
    journal.apply(Change::Undo(4)).expect("there is more than that");
    let samples = [print_log(&journal), print_notation(&journal)];
    try_damaged(targets::record, &samples.map(String::into_bytes));
}

#[test]
fn damaged_cards_are_refused_or_print_and_parse_the_same() {
    try_damaged(targets::cards, &[CARDS.as_bytes().to_vec()]);
}

#[test]
fn damaged_editions_are_refused_or_give_cards_that_print_and_parse_the_same() {
    try_damaged(targets::edition, &[EDITION.as_bytes().to_vec()]);
}

#[test]
fn damaged_campaigns_are_read_up_to_the_damage_and_print_back() {
    // Without the checks of a log, damage reaches the parser and the rules.
    let record = campaign::record::read(CAMPAIGN).record.expect("the example is sound");
    let samples = [CAMPAIGN.to_owned(), campaign::record::print_for_people(&record)];
    try_damaged(targets::campaign, &samples.map(String::into_bytes));
}

#[test]
fn damaged_editions_give_facts_that_a_campaign_accepts() {
    try_damaged(targets::facts, &[EDITION.as_bytes().to_vec()]);
}

/// Returns a game with every kind of change in a record: variations, names, marks, comments,
/// checkpoints and undos.
fn rich_journal(players: usize, seed: u64) -> Journal {
    let pack = packs::find("practice").expect("the practice pack is sound");
    let mut simulation =
        Simulation::new(&pack, "Three Rivers", players, seed).expect("it can be played");
    let mut journal = Journal::new(simulation.setup.clone()).expect("it can be played");
    let mut rng = Rng::with_seed(seed);
    for number in 0..90 {
        let Some(played) = simulation.step() else {
            break;
        };
        let mut changes = vec![Change::Play(played.action)];
        match number % 9 {
            2 => changes.push(Change::Comment("so it was \"said\"".to_owned())),
            4 => {
                changes.push(Change::Mark(Some(EntryRating::ALL[number % EntryRating::ALL.len()])));
            }
            6 => changes.push(Change::Name("as we meant it".to_owned())),
            7 => changes.push(Change::Checkpoint(journal.game().scores())),
            _ => {}
        }
        for change in changes {
            journal.apply(change).expect("it can be done");
        }
        if number % 20 == 19 {
            let back = rng.usize(1..8);
            if journal.apply(Change::Undo(back)).is_ok() {
                let setup = journal.setup().clone();
                simulation =
                    Simulation::from_game(setup, journal.game().clone(), seed + rng.u64(1..99));
            }
        }
    }
    journal
}

/// Damages mostly the part after the facts of the box, which are much longer.
fn damaged_record(sample: &[u8], rng: &mut Rng) -> Vec<u8> {
    let text = std::str::from_utf8(sample).expect("it was printed");
    let moves = text.find("\nstart").or_else(|| text.find("\nmoves"));
    let Some(at) = moves.filter(|_| rng.u8(0..4) > 0) else {
        return damaged(sample, rng);
    };
    let (head, moves) = sample.split_at(at);
    [head, &damaged(moves, rng)].concat()
}

fn number_in(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().map_or(usual, |text| text.parse().expect("a number"))
}

#[test]
#[ignore = "it takes an hour, or as long as FUZZ_SECS says"]
fn hour_of_damaged_records_finds_no_panic() {
    let until = Instant::now() + Duration::from_secs(number_in("FUZZ_SECS", 3600));
    let first = number_in("FUZZ_SEED", 1);
    let samples: Vec<Vec<u8>> = [(2, 5), (3, 8), (4, 13)]
        .map(|(players, seed)| rich_journal(players, seed))
        .iter()
        .flat_map(|journal| [print_log(journal), print_notation(journal)])
        .map(String::into_bytes)
        .collect();
    let artifacts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/artifacts");
    let (mut seed, mut findings) = (first, Vec::new());
    while Instant::now() < until {
        let mut rng = Rng::with_seed(seed);
        let sample = rng.choice(&samples).expect("there are some");
        let bytes = damaged_record(sample, &mut rng);
        if catch_unwind(|| targets::record(&bytes)).is_err() {
            std::fs::create_dir_all(&artifacts).expect("there is space on the disk");
            let artifact = artifacts.join(format!("record-{seed}"));
            std::fs::write(&artifact, &bytes).expect("there is space on the disk");
            findings.push(seed);
        }
        seed += 1;
        if seed.is_multiple_of(10_000) {
            println!("{} records, {} findings", seed - first, findings.len());
        }
    }
    println!("{} records, {} findings", seed - first, findings.len());
    assert!(findings.is_empty(), "{findings:?}");
}
