//! Benchmarks of the owner's cards: the import of an edition file of 10 MB, and parsing and printing
//! a book of 10 MB. The goal is at most one second each.
//!
//! Run with `cargo bench -p scenario-cards`.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};

use scenario_cards::CardBook;
use scenario_cards::import::{SourceFile, import};
use serde_json::Value;

/// An invented edition with every kind of action.
const EDITION: &str = include_str!("../scenario-cards/saltmarsh.json");
/// The size of the files, in bytes.
const SIZE: usize = 10_000_000;

/// Returns an edition file with the components of the invented one under ever new names.
fn large_edition() -> Vec<u8> {
    let mut edition: Value = serde_json::from_str(EDITION).expect("it is JSON");
    let copies = SIZE / serde_json::to_vec_pretty(&edition).expect("it is JSON").len();
    for key in ["monsters", "decks", "characters"] {
        let first = edition[key].as_array().expect("a list").clone();
        let mut all = Vec::new();
        for number in 0..copies {
            for mut value in first.iter().cloned() {
                let name = value["name"].as_str().expect("a name");
                value["name"] = format!("{name}-{number}").into();
                all.push(value);
            }
        }
        edition[key] = all.into();
    }
    let mut bytes = serde_json::to_vec_pretty(&edition).expect("it is JSON");
    // The end is blank, as far as it is too short.
    bytes.resize(bytes.len().max(SIZE), b' ');
    bytes
}

/// Returns a book of many lines.
fn large_book() -> String {
    let mut text = String::new();
    for number in 0.. {
        let (deck, initiative) = (number / 100, number % 100);
        let line = format!(
            "ability Guard-{deck} {initiative} shuffle: move +1 jump, attack -1 range 3 targets 2 \
             poison, use fire: attack +1 and wound, make ice, \"the doors close\"\n"
        );
        text.push_str(&line);
        if text.len() > SIZE {
            break;
        }
    }
    text
}

fn cards(bench: &mut Criterion) {
    let mut group = bench.benchmark_group("cards of 10 MB");
    group.sample_size(10).measurement_time(Duration::from_secs(8));
    let edition = large_edition();
    let file = SourceFile { name: "edition.json", bytes: &edition };
    group.bench_function("import an edition", |b| b.iter(|| import(black_box(&[file]))));
    let text = large_book();
    group.bench_function("parse a book", |b| b.iter(|| black_box(&text).parse::<CardBook>()));
    let book: CardBook = text.parse().expect("it is valid");
    group.bench_function("print a book", |b| b.iter(|| black_box(&book).to_string()));
    group.finish();
}

criterion_group!(benches, cards);
criterion_main!(benches);
