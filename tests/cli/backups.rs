//! The subcommand `backups`: earlier states of a game.

use std::path::Path;
use std::sync::Arc;

use founders_ledger::recorded_games::kind_of;
use storage::{BackupReason, Backups, RealDisk, Timestamp};

use crate::{folder, run, write};

#[test]
fn backups_lists_and_restores_states_and_keeps_the_replaced_one() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let own = folder.path().join("own").display().to_string();
    let game = folder.path().join("evening.founders");
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/examples");
    let earlier = std::fs::read(format!("{examples}/e01-machinery-built.founders"))
        .expect("the example is there");
    let present =
        std::fs::read(format!("{examples}/harbour-duel.founders")).expect("the example is there");
    std::fs::write(&game, &present).expect("there is space on the disk");
    let file = game.display().to_string();

    let none = run(&["backups", "list", &file, "--own", &own]).ending(2);
    assert!(none.err.contains("no earlier states of this game are kept"));

    let backups = Backups::for_game(Arc::new(RealDisk), own.as_ref(), &game, kind_of(&game));
    let stamp = Timestamp::new("2026-11-21", 25, 15, 3);
    backups.save(&earlier, &stamp, BackupReason::OnClose).expect("there is space on the disk");
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
    let before = states
        .iter()
        .find(|state| state.reason == BackupReason::BeforeRestored)
        .expect("the replaced state is kept");
    assert_eq!(std::fs::read(&before.path).expect("it is there"), present);
}

#[test]
fn backups_lists_and_restores_states_of_a_scenario() {
    let folder = folder("scenario-backups");
    let own = folder.join("own").display().to_string();
    let cellar =
        concat!(env!("CARGO_MANIFEST_DIR"), "/assets/scenario/games/flooded-cellar.scenario");
    let whole = std::fs::read_to_string(cellar).expect("it is there");
    // A file that ends cleanly but three entries too early.
    let lines = whole.split_inclusive('\n');
    let short: String = lines.clone().take(lines.count() - 3).collect();
    let file = write(&folder, "cellar.scenario", &short);
    let game = Path::new(&file);
    let backups = Backups::for_game(Arc::new(RealDisk), own.as_ref(), game, kind_of(game));
    backups
        .save(whole.as_bytes(), &Timestamp::new("2026-11-21", 20, 15, 3), BackupReason::OnClose)
        .expect("there is space on the disk");

    let list = run(&["backups", "list", &file, "--own", &own]).ending(0);
    let line = list.out.trim();
    let begin = "1  2026-11-21, 20:15, as left: Warden and Piper with ";
    assert!(line.starts_with(begin) && line.ends_with(" entries"), "{line}");
    let data = crate::data::check("Kept", &["backups", "list", &file, "--own", &own, "--json"]);
    assert_eq!(data["states"][0]["players"], serde_json::json!(["Warden", "Piper"]));
    let checked = run(&["check", &file, "--own", &own]).ending(0);
    assert!(checked.err.contains("(as left) holds"), "{}", checked.err);
    assert!(checked.err.contains("`backups restore` brings it back"), "{}", checked.err);

    let restored = run(&["backups", "restore", &file, "1", "--own", &own]).ending(0);
    assert!(restored.out.contains("is as it was at 2026-11-21, 20:15, with "), "{}", restored.out);
    assert_eq!(std::fs::read_to_string(game).expect("it is there"), whole);
    let states = backups.list();
    let before = states
        .iter()
        .find(|state| state.reason == BackupReason::BeforeRestored)
        .expect("the replaced state is kept");
    assert_eq!(std::fs::read_to_string(&before.path).expect("it is there"), short);
    let checked = run(&["check", &file, "--own", &own]).ending(0);
    assert_eq!(checked.err, "", "no state holds more");
}
