//! Questions as people ask them, in `assets/scenario/puzzles`: a position, the figure in turn, the
//! answer and its reason. The last comment lines of a file state the expected answer.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use scenario::MonsterReply;

use crate::support::contents;

/// Returns the "# key: value" comments of a puzzle.
fn comments(text: &str) -> BTreeMap<&str, &str> {
    text.lines().filter_map(|line| line.strip_prefix("# ")?.split_once(": ")).collect()
}

fn or_none(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn check(name: &str, text: &str) {
    let comments = comments(text);
    let of =
        |key: &str| comments.get(key).copied().unwrap_or_else(|| panic!("{name}: no \"{key}\""));
    let reply: MonsterReply =
        scenario::monster(text, of("turn")).unwrap_or_else(|error| panic!("{name}: {error}"));
    let ends: Vec<String> = reply.ends.iter().map(|end| end.hex.clone()).collect();
    let targets = reply.ends.first().map(|end| or_none(&end.targets));
    let rulings: Vec<String> = reply.rulings.iter().map(|of| of.ruling.to_owned()).collect();
    for (key, found) in [
        ("focus", or_none(&reply.foci)),
        ("ends", or_none(&ends)),
        ("targets", targets.unwrap_or_else(|| "none".to_owned())),
        ("rulings", or_none(&rulings)),
    ] {
        assert_eq!(found, of(key), "{name}: {key}\n{reply}");
    }
    assert!(of("why").ends_with('.') && of("question").ends_with('?'), "{name}");
    let position = scenario::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let again = scenario::parse(&scenario::print(&position)).expect("it is a position");
    assert_eq!(contents(&again), contents(&position), "{name}");
}

#[test]
fn every_puzzle_has_the_answer_stated_in_its_comments() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/scenario/puzzles");
    let entries = fs::read_dir(&folder).expect("the puzzles have a folder");
    let mut paths: Vec<_> =
        entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    paths.sort();
    for path in &paths {
        let text = fs::read_to_string(path).expect("a puzzle can be read");
        check(&path.display().to_string(), &text);
    }
    assert!(paths.len() >= 12, "{} puzzles", paths.len());
}

fn keys(object: &serde_json::Value) -> Vec<String> {
    object.as_object().expect("an object").keys().cloned().collect()
}

#[test]
fn json_of_a_monster_answer_has_the_documented_keys() {
    let text = "board 5x1\ncard Guard: move 2, attack\nnormal Guard 1 at A1
        character Brute at E1, initiative 30";
    let reply = scenario::monster(text, "Guard 1").expect("it has an answer");
    let json = serde_json::to_value(&reply).expect("it can be written");
    assert_eq!(keys(&json), ["ambiguous", "ends", "enemies", "figure", "foci", "focus", "rulings"]);
    assert_eq!(
        keys(&json["enemies"][0]),
        ["figure", "initiative", "lost_by", "negative", "range", "steps"]
    );
    let end = &json["ends"][0];
    for key in ["hex", "cost", "negative", "path", "targets", "disadvantage"] {
        assert!(!end[key].is_null(), "{key}");
    }
    assert_eq!((&end["hex"], &end["path"]), (&"C1".into(), &serde_json::json!(["B1", "C1"])));
    assert_eq!(json["focus"], "Brute");
    let sight = scenario::sight(text, "A1", "E1").expect("both are on the map");
    let json = serde_json::to_value(sight).expect("it can be written");
    assert_eq!((&json["range"], &json["in_sight"]), (&4.into(), &true.into()));
}
