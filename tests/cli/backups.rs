//! `backups`: earlier states of a game.

use std::path::Path;
use std::sync::Arc;

use founders_ledger::recorded_games::kind_of;
use storage::{Backups, RealDisk, Reason, Stamp};

use crate::{folder, run, write};

#[test]
fn earlier_states_are_listed_and_restored_and_the_present_one_is_kept() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let own = folder.path().join("own").display().to_string();
    let game = folder.path().join("evening.founders");
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/examples");
    let earlier = std::fs::read(format!("{examples}/e01-machinery-built.founders"));
    let earlier = earlier.expect("it is there");
    let present = std::fs::read(format!("{examples}/harbour-duel.founders"));
    let present = present.expect("it is there");
    std::fs::write(&game, &present).expect("room on the disk");
    let file = game.display().to_string();

    let none = run(&["backups", "list", &file, "--own", &own]).ending(2);
    assert!(none.err.contains("no earlier states of this game are kept"));

    let backups = Backups::of(Arc::new(RealDisk), own.as_ref(), &game, kind_of(&game));
    let stamp = Stamp::new("2026-11-21", 25, 15, 3);
    let kept = backups.keep(&earlier, &stamp, Reason::AsLeft);
    kept.expect("room on the disk");
    let list = run(&["backups", "list", &file, "--own", &own]).ending(0);
    let line = list.out.trim();
    assert!(line.starts_with("1  2026-11-21, 01:15 in the night, as left: "), "{line}");

    let data = crate::data::check("Kept", &["backups", "list", &file, "--own", &own, "--json"]);
    let state = &data["states"][0];
    assert_eq!((&state["n"], &state["why"]), (&1.into(), &"as left".into()));
    assert!(state["entries"].as_u64() > Some(0), "{state}");

    let beyond = run(&["backups", "restore", &file, "2", "--own", &own]).ending(2);
    assert!(beyond.err.contains("there is no state 2; the last is 1"));
    run(&["backups", "restore", &file, "1", "--own", &own]).ending(0);
    assert_eq!(std::fs::read(&game).expect("it is there"), earlier);
    let states = backups.list();
    let before = states.iter().find(|state| state.reason == Reason::BeforeRestored);
    let before = before.expect("what was there is kept");
    assert_eq!(std::fs::read(&before.path).expect("it is there"), present);
}

#[test]
fn earlier_states_of_a_scenario_are_listed_and_restored_by_the_same_verbs() {
    let folder = folder("scenario-backups");
    let own = folder.join("own").display().to_string();
    let cellar =
        concat!(env!("CARGO_MANIFEST_DIR"), "/assets/scenario/games/flooded-cellar.scenario");
    let whole = std::fs::read_to_string(cellar).expect("it is there");
    // It ends cleanly, and three entries too early.
    let lines = whole.split_inclusive('\n');
    let short: String = lines.clone().take(lines.count() - 3).collect();
    let file = write(&folder, "cellar.scenario", &short);
    let game = Path::new(&file);
    let backups = Backups::of(Arc::new(RealDisk), own.as_ref(), game, kind_of(game));
    let kept = backups.keep(whole.as_bytes(), &Stamp::new("2026-11-21", 20, 15, 3), Reason::AsLeft);
    kept.expect("room on the disk");

    let list = run(&["backups", "list", &file, "--own", &own]).ending(0);
    let line = list.out.trim();
    let begin = "1  2026-11-21, 20:15, as left: Warden and Piper with ";
    assert!(line.starts_with(begin) && line.ends_with(" entries"), "{line}");
    let data = crate::data::check("Kept", &["backups", "list", &file, "--own", &own, "--json"]);
    assert_eq!(data["states"][0]["players"], serde_json::json!(["Warden", "Piper"]));
    let told = run(&["check", &file, "--own", &own]).ending(0);
    assert!(told.err.contains("(as left) holds"), "{}", told.err);
    assert!(told.err.contains("`backups restore` brings it back"), "{}", told.err);

    let restored = run(&["backups", "restore", &file, "1", "--own", &own]).ending(0);
    assert!(restored.out.contains("is as it was at 2026-11-21, 20:15, with "), "{}", restored.out);
    assert_eq!(std::fs::read_to_string(game).expect("it is there"), whole);
    let states = backups.list();
    let before = states.iter().find(|state| state.reason == Reason::BeforeRestored);
    let before = &before.expect("what was there is kept").path;
    assert_eq!(std::fs::read_to_string(before).expect("it is there"), short);
    let told = run(&["check", &file, "--own", &own]).ending(0);
    assert_eq!(told.err, "", "nothing holds more");
}
