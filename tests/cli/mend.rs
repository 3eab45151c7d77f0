//! `mend`, and what the other verbs say of a record with damaged lines.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use founders_ledger::recorded_games::kind_of;
use notation::record::{FoundersNotation, read_record};
use storage::{Backups, RealDisk, Reason, Stamp};

use crate::{folder, run, write};

/// A game in which one line is damaged, with the line and the whole game.
fn damaged(folder: &Path) -> (String, usize, String) {
    let example =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/examples/harbour-duel.founders");
    let whole = fs::read_to_string(example).expect("an example");
    let mut lines = whole.lines();
    let line = lines.position(|line| line.contains("Upgrade: build")).expect("one is") + 1;
    let text = whole.replacen("Upgrade: build", "Up#rade: build", 1);
    (write(folder, "evening.founders", text), line, whole)
}

/// How many entries a record holds.
fn entries(file: &str) -> usize {
    let out = run(&["check", file]).out;
    let words: Vec<&str> = out.split_whitespace().collect();
    let at = words.iter().position(|word| word.starts_with("entr")).expect("they are counted");
    words[at - 1].parse().expect("a number")
}

#[test]
fn every_verb_says_how_many_lines_stand_behind_a_damaged_one_and_the_way_out() {
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
fn a_damaged_line_is_put_right_by_its_check_and_the_damaged_file_is_kept() {
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
    let same = |verb: &[&str]| {
        let of = |file: &str| run(&[verb, &[file]].concat()).ending(0).out;
        assert_eq!(of(&file), of(&sound));
    };
    same(&["export"]);
    let kept =
        Backups::of(Arc::new(RealDisk), Path::new(&own), file.as_ref(), kind_of(file.as_ref()))
            .list();
    assert_eq!((kept.len(), kept[0].reason), (1, Reason::Damaged));
    assert_eq!(fs::read(&kept[0].path).expect("it is kept"), found);
    let ran = run(&["mend", &file, "--own", &own]).ending(0);
    assert!(ran.out.contains("nothing to mend"), "{}", ran.out);
}

#[test]
fn a_damaged_line_is_left_out_with_what_depends_on_it_or_says_something_else() {
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
        .map(|(number, _)| number.parse().expect("a line is told by its number"))
        .collect();
    let left = whole.lines().zip(1..).filter(|(_, number)| !left_out.contains(number));
    let left: Vec<&str> = left.map(|(line, _)| line).collect();
    // Comments, and what goes back and forth in the record, are no entries.
    let plays = |text: &str| record::count_plays::<FoundersNotation>(text.as_bytes());
    let left_out = plays(&whole) - plays(&left.join("\n"));
    let stays = entries(&out);
    // What stands behind it stays.
    assert_eq!((entries(&file), stays, left_out), (14, 20, 76));
    assert_eq!(stays + left_out, entries(&sound));
    let spelt = format!("{line}=Note \"nobody knows\"");
    let ran = run(&["mend", &file, "--line", &spelt, "--own", &own]);
    assert!(!ran.out.contains(&format!("line {line}, ")), "{}", ran.out);
    let ran = run(&["mend", &file, "--line", "nothing", "--own", &own]).ending(2);
    assert!(ran.err.contains("215=undo"), "{}", ran.err);
    let ran = run(&["mend", &file, "--cut", "--out", &out, "--own", &own]).ending(0);
    assert_eq!(entries(&out), entries(&file), "{}", ran.out);
}

#[test]
fn an_earlier_state_that_holds_more_is_named_also_where_the_file_ends_cleanly() {
    let folder = folder("mend-fuller");
    let own = folder.join("own");
    let (_, _, whole) = damaged(&folder);
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let short = lines[..lines.len() - 20].concat();
    let file = write(&folder, "short.founders", &short);
    let own_words = own.display().to_string();
    let words = ["check", &file, "--own", &own_words];
    assert_eq!(run(&words).ending(0).err, "");
    let kept = Backups::of(Arc::new(RealDisk), &own, file.as_ref(), kind_of(file.as_ref()));
    let stamp = Stamp::new("2026-11-21", 20, 15, 3);
    kept.keep(whole.as_bytes(), &stamp, Reason::AsLeft).expect("room on the disk");
    let ran = run(&words).ending(0);
    let sound = write(&folder, "whole.founders", &whole);
    let game = read_record(whole.as_bytes()).record.expect("an example");
    let more = format!("(as left) holds {} entries", game.entry_count());
    assert!(ran.err.contains(&more), "{} is missing in {}", more, ran.err);
    // A header that cannot be read is that of the earlier state.
    fs::write(&file, whole.replacen("player 1:", "play#r 1:", 1)).expect("room on the disk");
    let ran = run(&["mend", &file, "--in-place", "--own", &own_words]).ending(0);
    assert!(ran.err.contains("the header is that of an earlier state"), "{}", ran.err);
    assert_eq!(entries(&file), entries(&sound));
}

#[test]
fn a_read_only_record_is_not_mended_in_place_and_the_way_out_is_named() {
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
fn a_record_with_another_name_is_not_mended_in_place() {
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
