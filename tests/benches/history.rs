//! Benchmarks of the record: jumping to any entry of the longest example, an audit of the table,
//! and a repair near the start.
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

/// Returns the example with the most entries.
fn longest() -> Journal {
    EXAMPLES
        .iter()
        .filter_map(|example| read_record(example.text.as_bytes()).record)
        .max_by_key(|journal| journal.main_line().len())
        .expect("there are examples")
}

fn jump(bench: &mut Criterion) {
    let mut table = Table::new(longest());
    let count = table.journal().cursor();
    // Far apart, so that no jump profits from the previous one.
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
    bench.bench_function(&format!("compute the game after an entry of {count}"), |b| {
        b.iter(|| {
            let number = next.next().copied().unwrap_or_default();
            journal.game_at(black_box(number))
        });
    });
}

fn repair_and_audit(bench: &mut Criterion) {
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
    let counted: BTreeMap<TableQuantity, i32> =
        TableQuantity::all(game).into_iter().map(|what| (what, what.count(game) + 1)).collect();
    bench.bench_function(&format!("audit with every count different, {count} entries"), |b| {
        b.iter(|| journal::audit::audit(&journal, black_box(&counted)));
    });
}

criterion_group!(benches, jump, repair_and_audit);
criterion_main!(benches);
