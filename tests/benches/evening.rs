//! Benchmarks of a whole evening at the scenario table: the replay of 600 entries, and reading and
//! printing their record. The goal is at least 100,000 replayed entries a second.
//!
//! Run with `cargo bench -p scenario --bench evening`.

#[path = "../scenario/evening.rs"]
mod evening;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

use scenario::record::{Change, new_record, print, read};
use scenario_rules::Action;

use evening::Evening;

/// The number of entries.
const ENTRIES: usize = 600;

fn replay(bench: &mut Criterion) {
    let mut evening = Evening::new(1);
    let start = evening.game().clone();
    let actions: Vec<Action> = (0..ENTRIES).map(|_| evening.play().0).collect();
    let mut record = new_record(start.position().clone());
    for action in &actions {
        record.apply(Change::play(action.clone())).expect("it was played");
    }
    let text = print(&record);

    let mut group = bench.benchmark_group("600 entries of an evening");
    group.throughput(Throughput::Elements(ENTRIES as u64));
    group.bench_function("replay", |b| {
        b.iter(|| {
            let mut game = start.clone();
            for action in black_box(&actions) {
                game = game.outcome(action).expect("it was played").game;
            }
            game
        });
    });
    group.bench_function("read the record", |b| b.iter(|| read(black_box(&text))));
    group.bench_function("print the record", |b| b.iter(|| print(black_box(&record))));
    group.finish();
}

criterion_group!(benches, replay);
criterion_main!(benches);
