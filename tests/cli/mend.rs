//! The subcommand `mend`, and the errors of other subcommands on records with damaged lines.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use founders_ledger::recorded_games::kind_of;
use notation::record::{FoundersNotation, read_record};
use storage::{BackupReason, Backups, RealDisk, Timestamp};

use crate::{folder, run, write};

/// Writes a game with one damaged line; returns its path, the line, and the undamaged text.
fn damaged(folder: &Path) -> (String, usize, String) {
    let example =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/examples/harbour-duel.founders");
    let whole = fs::read_to_string(example).expect("an example");
    let line = whole.lines().position(|line| line.contains("Upgrade: build")).expect("one is") + 1;
    let text = whole.replacen("Upgrade: build", "Up#rade: build", 1);
    (write(folder, "evening.founders", text), line, whole)
}

/// Returns the number of entries of a record.
fn entries(file: &str) -> usize {
    let out = run(&["check", file]).out;
    let words: Vec<&str> = out.split_whitespace().collect();
    let at = words.iter().position(|word| word.starts_with("entr")).expect("they are counted");
    words[at - 1].parse().expect("a number")
}

#[test]
fn subcommands_report_the_lines_after_a_damaged_one_and_suggest_mend() {
    let folder = folder("mend-told");
    let (file, line, whole) = damaged(&folder);
    let behind = whole.lines().count() - line;
    for words in [vec!["check", &file], vec!["replay", &file], vec!["export", &file]] {
        let ran = run(&words).ending(1);
        assert!(ran.err.contains(&format!("line {line}, column")), "{}", ran.err);
        assert!(ran.err.contains(&format!("{behind} lines behind it")), "{}", ran.err);
        assert!(ran.err.contains("founders-ledger mend"), "{}", ran.err);
    }
}

#[test]
fn mend_restores_a_line_by_its_checksum_and_keeps_the_damaged_file() {
    let folder = folder("mend-checks");
    let own = folder.join("own").display().to_string();
    let (file, line, whole) = damaged(&folder);
    let found = fs::read(&file).expect("it is there");
    let ran = run(&["mend", &file, "--own", &own]).ending(1);
    assert!(ran.out.contains("Up#rade: build"), "{}", ran.out);
    assert!(ran.out.contains("by its check, it was: Inox Upgrade: build"));
    assert!(ran.out.contains(&format!("--leave-out {line}")), "{}", ran.out);
    let ran = run(&["mend", &file, "--by-checks", "--own", &own]).ending(0);
    assert!(ran.out.contains("1 line put right, 0 left out"), "{}", ran.out);
    assert!(ran.out.contains("nothing is written"), "{}", ran.out);
    assert_eq!(fs::read(&file).expect("it is there"), found);
    run(&["mend", &file, "--by-checks", "--in-place", "--own", &own]).ending(0);
    let sound = write(&folder, "whole.founders", &whole);
    let [mended, expected] = [&file, &sound].map(|file| run(&["export", file]).ending(0).out);
    assert_eq!(mended, expected);
    let kept = Backups::for_game(
        Arc::new(RealDisk),
        Path::new(&own),
        file.as_ref(),
        kind_of(file.as_ref()),
    )
    .list();
    assert_eq!((kept.len(), kept[0].reason), (1, BackupReason::Damaged));
    assert_eq!(fs::read(&kept[0].path).expect("it is kept"), found);
    let ran = run(&["mend", &file, "--own", &own]).ending(0);
    assert!(ran.out.contains("nothing to mend"), "{}", ran.out);
}

#[test]
fn mend_can_omit_or_rewrite_a_damaged_line() {
    let folder = folder("mend-out");
    let own = folder.join("own").display().to_string();
    let (file, line, whole) = damaged(&folder);
    let out = folder.join("mended.founders").display().to_string();
    let ran = run(&["mend", &file, "--leave-out-rest", "--out", &out, "--own", &own]).ending(0);
    assert!(ran.out.contains(&format!("line {line} left out: ")), "{}", ran.out);
    let sound = write(&folder, "whole.founders", &whole);
    let left_out: Vec<usize> = ran
        .out
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("line ")?.split_once(" left out: "))
        .map(|(number, _)| number.parse().expect("a line is named by its number"))
        .collect();
    let remaining: Vec<&str> = whole
        .lines()
        .zip(1..)
        .filter(|(_, number)| !left_out.contains(number))
        .map(|(line, _)| line)
        .collect();
    // Comments, undos and redos are not entries.
    let [before, after] = [&whole, &remaining.join("\n")]
        .map(|text| record::count_plays::<FoundersNotation>(text.as_bytes()));
    let (stays, left_out) = (entries(&out), before - after);
    // Entries after the damaged line stay.
    assert_eq!((entries(&file), stays, left_out), (14, 20, 76));
    assert_eq!(stays + left_out, entries(&sound));
    let rewritten = format!("{line}=Note \"nobody knows\"");
    let ran = run(&["mend", &file, "--line", &rewritten, "--own", &own]);
    assert!(!ran.out.contains(&format!("line {line}, ")), "{}", ran.out);
    let ran = run(&["mend", &file, "--line", "nothing", "--own", &own]).ending(2);
    assert!(ran.err.contains("215=undo"), "{}", ran.err);
    let ran = run(&["mend", &file, "--cut", "--out", &out, "--own", &own]).ending(0);
    assert_eq!(entries(&out), entries(&file), "{}", ran.out);
}

#[test]
fn check_names_an_earlier_state_with_more_entries_than_a_clean_file() {
    let folder = folder("mend-fuller");
    let own = folder.join("own");
    let (_, _, whole) = damaged(&folder);
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let short = lines[..lines.len() - 20].concat();
    let file = write(&folder, "short.founders", &short);
    let own_words = own.display().to_string();
    let words = ["check", &file, "--own", &own_words];
    assert_eq!(run(&words).ending(0).err, "");
    let kept = Backups::for_game(Arc::new(RealDisk), &own, file.as_ref(), kind_of(file.as_ref()));
    let stamp = Timestamp::new("2026-11-21", 20, 15, 3);
    kept.save(whole.as_bytes(), &stamp, BackupReason::OnClose).expect("there is space on the disk");
    let ran = run(&words).ending(0);
    let sound = write(&folder, "whole.founders", &whole);
    let game = read_record(whole.as_bytes()).record.expect("an example");
    let more = format!("(as left) holds {} entries", game.entry_count());
    assert!(ran.err.contains(&more), "{} is missing in {}", more, ran.err);
    // A damaged header is replaced by that of the earlier state.
    fs::write(&file, whole.replacen("player 1:", "play#r 1:", 1))
        .expect("there is space on the disk");
    let ran = run(&["mend", &file, "--in-place", "--own", &own_words]).ending(0);
    assert!(ran.err.contains("the header is that of an earlier state"), "{}", ran.err);
    assert_eq!(entries(&file), entries(&sound));
}

#[test]
fn mend_refuses_a_read_only_record_in_place_and_suggests_another_file() {
    let folder = folder("mend-read-only");
    let own = folder.join("own").display().to_string();
    let (file, _, _) = damaged(&folder);
    let found = fs::read(&file).expect("it is there");
    let protect = |is_protected: bool| {
        let mut permissions = fs::metadata(&file).expect("it is there").permissions();
        permissions.set_readonly(is_protected);
        fs::set_permissions(&file, permissions).expect("it is ours");
    };
    protect(true);
    let words = ["mend", &file, "--by-checks", "--in-place", "--own", &own];
    let ran = run(&words).ending(2);
    assert!(ran.err.contains("the file is read-only"), "{}", ran.err);
    assert!(ran.err.contains("write to another file"), "{}", ran.err);
    assert_eq!(fs::read(&file).expect("it is there"), found);
    protect(false);
    run(&words).ending(0);
}

#[cfg(unix)]
#[test]
fn mend_refuses_a_record_with_hard_links_in_place() {
    let folder = folder("mend-linked");
    let own = folder.join("own").display().to_string();
    let (file, _, _) = damaged(&folder);
    let found = fs::read(&file).expect("it is there");
    let other = folder.join("other.founders");
    fs::hard_link(&file, &other).expect("the disk has links");
    let ran = run(&["mend", &file, "--by-checks", "--in-place", "--own", &own]).ending(2);
    assert!(ran.err.contains("other names (hard links)"), "{}", ran.err);
    assert_eq!(
        (&fs::read(&file).expect("it is there"), &fs::read(&other).ok()),
        (&found, &Some(found.clone()))
    );
}
