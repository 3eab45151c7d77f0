//! The subcommand `history`: the score history over folders.

use std::path::Path;

use crate::{folder, run, write};

fn example(file: &str) -> String {
    let path = format!("{}/assets/examples/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("the example is there")
}

/// Writes three finished games, a copy, an unfinished one and a damaged one into a folder.
fn games(folder: &Path) {
    let duel = example("harbour-duel.founders");
    write(folder, "duel.founders", &duel);
    write(folder, "duel again.founders", &duel);
    write(folder, "cut.founders", &duel[..duel.len() - 4]);
    write(folder, "income.founders", example("e09-income.founders"));
    for solo in ["won", "lost"] {
        let file = format!("solo-whole-game-{solo}.founders");
        write(folder, &file, example(&file));
    }
    write(folder, "notes.txt", "no record");
}

#[test]
fn history_counts_wins_and_averages_over_a_folder() {
    let folder = folder("history-counts");
    games(&folder);
    let ran = run(&["history".as_ref(), folder.as_os_str()]).ending(1);
    assert!(
        ran.out.starts_with("3 of 3 finished games, 3 records that do not count"),
        "{}",
        ran.out
    );
    for words in [
        "1 of 2 won, best 86 (race easy, start normal)",
        "cut.founders: damaged: ",
        "income.founders: not over",
        "duel.founders: the same game as duel again.founders",
    ] {
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    }
    assert!(!ran.out.contains("notes.txt"), "{}", ran.out);
}

#[test]
fn history_filters_leave_out_games_but_report_damaged_ones() {
    let folder = folder("history-filters");
    games(&folder);
    let history = |words: &[&str]| {
        let path = folder.to_str().expect("the path is text");
        run(&[&["history", path], words, &["--json"]].concat()).ending(1).json()
    };
    let solo = history(&["--players", "1"]);
    assert_eq!(solo["games"].as_array().expect("games").len(), 2);
    assert_eq!(solo["skipped"].as_array().expect("skipped").len(), 3);
    let person = &solo["people"][0];
    assert_eq!(person["games"], 0);
    assert_eq!(person["average"], serde_json::Value::Null);
    assert_eq!(
        (&person["solo_games"], &person["solo_wins"], &person["solo_best"]),
        (&2.into(), &1.into(), &86.into())
    );
    let quatryl = history(&["--race", "quatryl"]);
    let [game] = quatryl["games"].as_array().expect("games").as_slice() else {
        panic!("{quatryl}");
    };
    assert_eq!(game["end"], "won");
    // Only the player of that race is counted.
    assert_eq!(quatryl["people"].as_array().expect("people").len(), 1);
    assert_eq!(quatryl["people"][0]["average"], 43.0);
    let variant = history(&["--variant", "no-workers"]);
    assert_eq!(variant["games"], serde_json::json!([]));
}

#[test]
fn history_of_a_missing_folder_is_a_usage_error() {
    let ran = run(&["history", "/no/such/folder"]).ending(2);
    assert!(ran.err.contains("/no/such/folder"), "{}", ran.err);
    let ran = run(&["history", "--variant", "fast"]).ending(2);
    assert!(ran.err.contains("no-workers"), "{}", ran.err);
    let empty = folder("history-empty");
    let ran = run(&["history".as_ref(), empty.as_os_str()]).ending(0);
    assert_eq!(ran.out.trim_end(), "0 of 0 finished games, 0 records that do not count");
}

#[test]
fn history_counts_one_person_for_equivalent_spellings_of_a_name() {
    let folder = folder("history-accents");
    let duel = format!("{}/assets/examples/harbour-duel.founders", env!("CARGO_MANIFEST_DIR"));
    // The notation for people has no checksums, so a name can be changed in it.
    let duel = run(&["export", &duel]).ending(0).out;
    for (number, name) in ["Zoë", "Zoe\u{308}", "ZOË"].into_iter().enumerate() {
        // Another date makes it another game.
        let text = duel.replace("Anna", name).replacen(
            "date: 2026-11-20",
            &format!("date: 2026-11-2{number}"),
            1,
        );
        write(&folder, &format!("{number}.founders"), text);
    }
    let counted = run(&["history".as_ref(), folder.as_os_str(), "--json".as_ref()]).json();
    let people: Vec<&serde_json::Value> =
        counted["people"].as_array().expect("people").iter().collect();
    assert_eq!(people.len(), 2, "{people:?}");
    let zoe = people.iter().find(|person| person["name"] != "Ben").expect("she played");
    assert_eq!(zoe["games"], 3);
}
