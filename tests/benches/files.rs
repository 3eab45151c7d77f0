//! How long it takes to bring an entry to the disk for sure, and to open the longest example.
//!
//! Run with `cargo bench --bench files`. The times of saving are those of the
//! disk under the folder for temporary files; `TMPDIR` names another.

use std::hint::black_box;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};

use founders_ledger::recorded_games::kind_of;
use notation::record::{Loaded, read_record};
use storage::{Basis, Book, Home, RealDisk, Stamp, read, write_whole};

/// So many entries are appended for the median and the 99th percentile.
const APPENDED: usize = 1000;

/// The example with the most entries, and what is in it.
fn longest() -> (PathBuf, Loaded) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/examples");
    let paths = std::fs::read_dir(folder).expect("the examples are there");
    let records = paths.flatten().map(|entry| {
        let loaded = read_record(&read(&entry.path()).expect("examples can be read"));
        (entry.path(), loaded)
    });
    let entries = |loaded: &Loaded| {
        let journal = loaded.record.as_ref();
        journal.map_or(0, journal::Journal::entry_count)
    };
    records.max_by_key(|(_, loaded)| entries(loaded)).expect("there are examples")
}

fn open(bench: &mut Criterion) {
    let (path, _) = longest();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = format!("open the longest example, {name}");
    bench.bench_function(&name, |b| {
        b.iter(|| read_record(&read(black_box(&path)).expect("it can be read")));
    });
}

fn append(bench: &mut Criterion) {
    let (_, loaded) = longest();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.founders");
    let journal = loaded.record.as_ref().expect("examples can be read");
    let text = notation::record::print_log(journal);
    write_whole(&path, &text).expect("room on the disk");
    let loaded = read_record(text.as_bytes());
    let basis = Basis::of(&loaded).expect("it is a log");
    let disk = Arc::new(RealDisk);
    let mut book =
        Book::resume(disk, Home::default(), (&path, kind_of(&path)), text.as_bytes(), basis)
            .expect("nobody else has it open");
    let now = Stamp::now();
    let mut times: Vec<Duration> = (0..APPENDED)
        .map(|number| {
            book.write(&[format!("comment \"{number}\"")]).expect("it is one line");
            let begun = Instant::now();
            book.save(&now).expect("room on the disk");
            begun.elapsed()
        })
        .collect();
    times.sort();
    println!(
        "append an entry safely: median {:?}, 99th percentile {:?}, of {APPENDED}",
        times[APPENDED / 2],
        times[APPENDED * 99 / 100]
    );
    let mut number = 0;
    bench.bench_function("append an entry safely", |b| {
        b.iter(|| {
            number += 1;
            book.write(&[format!("comment \"{number}\"")]).expect("it is one line");
            book.save(&now).expect("room on the disk");
        });
    });
}

criterion_group!(benches, open, append);
criterion_main!(benches);
