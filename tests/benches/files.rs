//! Benchmarks of files: appending an entry durably, and opening the longest example.
//!
//! Run with `cargo bench --bench files`. Saving uses the disk of the folder for temporary files;
//! `TMPDIR` selects another.

use std::hint::black_box;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};

use founders_ledger::recorded_games::kind_of;
use notation::record::{Loaded, read_record};
use storage::{AppFolders, LogBasis, RealDisk, RecordFile, Timestamp, read, write_atomically};

/// The number of entries appended for the median and the 99th percentile.
const APPENDED: usize = 1000;

/// Returns the example with the most entries, loaded.
fn longest() -> (PathBuf, Loaded) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/examples");
    std::fs::read_dir(folder)
        .expect("the examples are there")
        .flatten()
        .map(|entry| {
            let loaded = read_record(&read(&entry.path()).expect("examples can be read"));
            (entry.path(), loaded)
        })
        .max_by_key(|(_, loaded)| loaded.record.as_ref().map_or(0, journal::Journal::entry_count))
        .expect("there are examples")
}

fn open(bench: &mut Criterion) {
    let (path, _) = longest();
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    bench.bench_function(&format!("open the longest example, {file}"), |b| {
        b.iter(|| read_record(&read(black_box(&path)).expect("it can be read")));
    });
}

fn append(bench: &mut Criterion) {
    let (_, loaded) = longest();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.founders");
    let journal = loaded.record.as_ref().expect("examples can be read");
    let text = notation::record::print_log(journal);
    write_atomically(&path, &text).expect("there is space on the disk");
    let loaded = read_record(text.as_bytes());
    let basis = LogBasis::of(&loaded).expect("it is a log");
    let disk = Arc::new(RealDisk);
    let mut book = RecordFile::resume(
        disk,
        AppFolders::default(),
        (&path, kind_of(&path)),
        text.as_bytes(),
        basis,
    )
    .expect("it is not open elsewhere");
    let now = Timestamp::now();
    let mut times: Vec<Duration> = (0..APPENDED)
        .map(|number| {
            book.write(&[format!("comment \"{number}\"")]).expect("it is one line");
            let start = Instant::now();
            book.save(&now).expect("there is space on the disk");
            start.elapsed()
        })
        .collect();
    times.sort();
    println!(
        "append an entry durably: median {:?}, 99th percentile {:?}, of {APPENDED}",
        times[APPENDED / 2],
        times[APPENDED * 99 / 100]
    );
    let mut number = 0;
    bench.bench_function("append an entry durably", |b| {
        b.iter(|| {
            number += 1;
            book.write(&[format!("comment \"{number}\"")]).expect("it is one line");
            book.save(&now).expect("there is space on the disk");
        });
    });
}

criterion_group!(benches, open, append);
criterion_main!(benches);
