//! What our claims of speed about the record rest on: jumping to any entry of the longest
//! example, a count of the table, and a repair near the beginning.
//!
//! Run with `cargo bench --bench history`.

use std::collections::BTreeMap;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};

use journal::Journal;
use journal::repair::Repair;
use notation::record::read_record;
use rules::action::ActionKind;
use rules::audit::TableQuantity;
use table::examples::EXAMPLES;
use table::table::Table;

/// The example with the most entries.
fn longest() -> Journal {
    let journals = EXAMPLES.iter().filter_map(|example| {
        let loaded = read_record(example.text.as_bytes());
        loaded.record
    });
    let longest = journals.max_by_key(|journal| journal.main_line().len());
    longest.expect("there are examples")
}

fn jump(bench: &mut Criterion) {
    let mut table = Table::new(longest());
    let count = table.journal().cursor();
    // Far apart, so that no jump profits from the one before.
    let numbers: Vec<usize> = (0..count).map(|n| n * 89 % count).collect();
    let mut next = numbers.iter().cycle();
    bench.bench_function(&format!("jump to an entry of {count}, on screen"), |b| {
        b.iter(|| {
            let number = next.next().copied().unwrap_or_default();
            table.show_number(black_box(number));
        });
    });
    let journal = longest();
    let mut next = numbers.iter().cycle();
    bench.bench_function(&format!("the game after an entry of {count}"), |b| {
        b.iter(|| {
            let number = next.next().copied().unwrap_or_default();
            journal.game_at(black_box(number))
        });
    });
}

fn mend(bench: &mut Criterion) {
    let journal = longest();
    let count = journal.cursor();
    bench.bench_function(&format!("repair entry 20 of {count}"), |b| {
        b.iter(|| {
            let mut repair = Repair::new(&journal);
            repair.insert(&journal, 20, ActionKind::Annotate("forgotten".to_owned()).into());
            repair.accept(&journal)
        });
    });
    let game = journal.game();
    let all = TableQuantity::all(game).into_iter();
    let counted: BTreeMap<TableQuantity, i32> =
        all.map(|what| (what, what.count(game) + 1)).collect();
    bench.bench_function(&format!("a count that differs in everything, {count} entries"), |b| {
        b.iter(|| journal::audit::audit(&journal, black_box(&counted)));
    });
}

criterion_group!(benches, jump, mend);
criterion_main!(benches);
