//! Files with any contents: the answer is clear, quick, and never a panic.

use std::fs::File;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::{Ran, folder, record, run, text, write};

/// Checks the error of a file that is not valid; the readable part is still printed.
#[track_caller]
fn check_not_valid(file: &str, error: &str) -> Ran {
    let ran = run(&["replay", file, "--json"]).ending(1);
    let found = ran.json()["error"].as_str().map(str::to_owned);
    assert!(found.is_some_and(|found| found.contains(error)), "{}\n{}", ran.out, ran.err);
    let ran = run(&["check", file]).ending(1);
    assert!(ran.err.contains(file) && ran.err.contains(error), "{}", ran.err);
    ran
}

#[test]
fn replay_reads_a_truncated_record_up_to_the_cut() {
    let folder = folder("cut");
    let text = text(2);
    for part in 0..40 {
        let cut = text.len() * part / 40;
        let file = write(&folder, "cut.founders", &text.as_bytes()[..cut]);
        let whole_lines = text[..cut].ends_with('\n');
        let ran = run(&["replay", &file, "--json"]);
        if ran.code == Some(0) {
            assert!(whole_lines, "cut within a line at {cut}");
        } else {
            ran.ending(1).json();
        }
    }
    let file = write(&folder, "cut.founders", &text.as_bytes()[..text.len() - 3]);
    check_not_valid(&file, "truncated");
}

#[test]
fn replay_reads_or_refuses_a_record_with_flipped_bits() {
    let folder = folder("flipped");
    let bytes = text(2).into_bytes();
    let mut at = 12_345_usize;
    for _ in 0..60 {
        at = at.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut flipped = bytes.clone();
        flipped[(at >> 20) % bytes.len()] ^= 1 << (at >> 10 & 7);
        let file = write(&folder, "flipped.founders", flipped);
        let ran = run(&["replay", &file, "--json"]);
        assert!(ran.code != Some(2), "{}", ran.err);
        // The checksums reveal every changed byte.
        assert_ne!(ran.err, "");
        ran.json();
    }
}

#[test]
fn subcommands_refuse_files_that_are_not_records() {
    let folder = folder("none");
    let utf_16: Vec<u8> = text(2).encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (name, bytes, error) in [
        ("empty", Vec::new(), "empty"),
        ("zeros", vec![0; 10_000], "not a record"),
        ("other", b"1. e4 e5\n".to_vec(), "not a record"),
        ("utf16", utf_16, "not a record"),
        (
            "latin1",
            text(2).replacen("Anna", "Ann\u{e9}", 1).chars().map(|c| c as u8).collect(),
            "UTF-8",
        ),
        ("newer", text(2).replacen("record 1", "record 2", 1).into_bytes(), "newer version"),
    ] {
        let file = write(&folder, name, bytes);
        check_not_valid(&file, error);
        for words in [
            &["export", &file][..],
            &["moves", &file],
            &["receipt", &file, "1"],
            &["why", &file, "x"],
        ] {
            let ran = run(words).ending(1);
            assert!(ran.err.contains(error), "{}", ran.err);
        }
    }
}

#[test]
fn subcommands_refuse_enormous_files_at_once() {
    let path = folder("enormous").join("enormous.founders");
    let file = File::create(&path).expect("the file can be made");
    file.set_len(100_000_000).expect("the file can be made large");
    let path = path.to_str().expect("text");
    let start = Instant::now();
    for words in [
        &["replay", path, "--json"][..],
        &["check", path],
        &["pack", "check", path],
        &["cards", "check", path],
    ] {
        let ran = run(words).ending(2);
        assert!(ran.err.contains(path), "{}", ran.err);
    }
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn subcommands_refuse_long_lines_and_deep_nesting_quickly() {
    let folder = folder("deep");
    let (deep, long) = ("Overrule (".repeat(6_000), "x".repeat(2_000_000));
    let head = text(2);
    let start = Instant::now();
    for (name, line) in [("deep", deep), ("long", long), ("brackets", "[".repeat(60_000))] {
        let file = write(&folder, name, format!("{head}{line}\n"));
        check_not_valid(&file, "line");
    }
    let many = write(&folder, "many", head.clone() + &"\n".repeat(300_000));
    check_not_valid(&many, "lines");
    let header = head.find("pack:").expect("there is a pack");
    for nested in ["(".repeat(100_000), "[".repeat(50_000), "resources: [(recipe: ".repeat(3_000)] {
        let file =
            write(&folder, "nested", format!("{}pack:\n  ({nested}\nstart\n", &head[..header]));
        check_not_valid(&file, "line");
        let file = write(&folder, "nested.ron", format!("({nested}"));
        run(&["pack", "check", &file]).ending(1);
    }
    assert!(start.elapsed() < Duration::from_mins(1), "{:?}", start.elapsed());
}

#[test]
fn adjustments_with_overflowing_amounts_never_panic() {
    let race = run(&["replay", record(2), "--json"]).json()["players"][0]["race"]
        .as_str()
        .expect("a race")
        .to_owned();
    let folder = folder("overflow");
    for amount in ["+2147483647", "-2147483648", "= 2147483647", "+99999999999999999999"] {
        let line = format!("Adjust {race} points {amount}: \"much\"\n");
        let file = write(&folder, "overflow.founders", format!("{}{line}{line}", text(2)));
        let ran = run(&["replay", &file, "--json"]);
        ran.json();
        run(&["replay", &file]);
        run(&["receipt", &file, "1"]);
    }
}

#[test]
fn subcommands_name_files_that_cannot_be_read() {
    let folder = folder("unreadable");
    let folder = folder.to_str().expect("text");
    for file in [folder, "no/such/file.founders", ""] {
        for words in [
            &["replay", file][..],
            &["export", file],
            &["moves", file, "--at", "1"],
            &["check", file],
        ] {
            let ran = run(words).ending(2);
            assert!(ran.err.contains(file) && !ran.err.trim().is_empty(), "{}", ran.err);
        }
    }
    run(&["replay", record(2), "--until", "99999999999999999999999"]).ending(2);
    run(&["replay", record(2), "--until=-1"]).ending(2);
}

#[test]
fn output_closed_early_by_its_reader_is_not_an_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_founders-ledger"))
        .args(["export", record(4)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
