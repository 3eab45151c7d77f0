//! `monster` and `sight`, over the positions that come with the source.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::run;

/// The positions with their answers, in order.
fn puzzles() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/scenario/puzzles");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("it is there").path()).collect();
    files.sort();
    files
}

/// What a position says of itself in a comment.
fn told(text: &str, what: &str) -> String {
    let begin = format!("# {what}: ");
    let line = text.lines().find_map(|line| line.strip_prefix(&begin));
    line.unwrap_or_else(|| panic!("no {what} in {text}")).to_owned()
}

#[test]
fn a_monster_does_what_its_position_says_it_does() {
    assert_eq!(puzzles().len(), 12);
    for file in puzzles() {
        let text = std::fs::read_to_string(&file).expect("it can be read");
        let path = file.to_str().expect("a plain name");
        let figure = told(&text, "turn");
        let reply = run(&["monster", path, &figure, "--json"]).ending(0).json();
        assert_eq!(reply["figure"], json!(figure), "{path}");
        let foci: Vec<&str> = list(&reply["foci"]).filter_map(Value::as_str).collect();
        let expected = told(&text, "focus");
        let expected = if expected == "none" { String::new() } else { expected };
        assert_eq!(foci.join(", "), expected, "{path}");
        let said = run(&["monster", path, &figure]).ending(0).out;
        assert!(said.starts_with(&figure), "{said}");
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().expect("a list").iter()
}

#[test]
fn sight_and_range_are_told_of_two_hexes() {
    let files = puzzles();
    let path = files[0].to_str().expect("a plain name");
    let reply = run(&["sight", path, "A2", "C4", "--json"]).ending(0).json();
    assert_eq!((&reply["range"], &reply["in_sight"]), (&json!(3), &json!(true)));
    let said = run(&["sight", path, "A2", "C4"]).ending(0).out;
    assert!(said.starts_with("A2 to C4: range 3"), "{said}");
    let wrong = run(&["sight", path, "A2", "Z99"]).ending(1).err;
    assert!(wrong.contains("Z99"), "{wrong}");
}

#[test]
fn what_is_no_position_is_told_with_its_place() {
    let folder = crate::folder("positions");
    let file = crate::write(&folder, "wrong.position", "board 5x5\nobstakle B1\n");
    let error = run(&["monster", &file, "Guard 1"]).ending(1).err;
    assert!(error.contains("line 2, column 1") && error.contains("expected"), "{error}");
    let long = crate::write(&folder, "long.position", "# ".repeat(100_000));
    let error = run(&["monster", &long, "Guard 1"]).ending(1).err;
    assert!(error.len() < 1000, "{} bytes of errors", error.len());
    let gone = folder.join("gone.position");
    let error = run(&["monster", gone.to_str().expect("plain"), "Guard 1"]).ending(2).err;
    assert!(error.contains("gone.position: no such file"), "{error}");
}

/// A whole scenario that comes with the source.
fn cellar() -> String {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/scenario/games/flooded-cellar.scenario");
    path.to_str().expect("a plain name").to_owned()
}

#[test]
fn verbs_ask_about_a_scenario_after_any_entry() {
    let file = cellar();
    let said = run(&["monster", &file, "Mudling 1", "--at", "41"]).ending(0).out;
    assert!(said.starts_with("Mudling 1 goes for the Warden"), "{said}");
    let gone = run(&["monster", &file, "Mudling 1"]).ending(1).err;
    assert!(gone.contains("nobody on the map is called Mudling 1"), "{gone}");
    let sight = run(&["sight", &file, "E3", "G3", "--at", "0"]).ending(0).out;
    assert!(sight.starts_with("E3 to G3: range 2"), "{sight}");
    let parted = run(&["sight", &file, "E3", "G3", "--at", "20"]).ending(0).out;
    assert!(parted.starts_with("E3 to G3: walls part the two"), "{parted}");
    let beyond = run(&["monster", &file, "Mudling 1", "--at", "500"]).ending(2).err;
    assert!(beyond.contains("the last is 119"), "{beyond}");
    let position = puzzles().remove(0);
    let none = run(&["monster", position.to_str().expect("plain"), "Guard 3", "--at", "1"]);
    assert!(none.ending(2).err.contains("has no entries"));
}

#[test]
fn a_scenario_is_replayed_and_checked() {
    let file = cellar();
    let said = run(&["replay", &file, "--until", "62"]).ending(0).out;
    assert!(said.contains("round 4, after entry 62 of 119"), "{said}");
    assert!(said.contains("character Warden at A3, initiative 66"), "{said}");
    let said = run(&["check", &file]).ending(0).out;
    assert!(said.contains("valid, 119 entries, in round 8"), "{said}");
    let folder = crate::folder("scenarios");
    let text = std::fs::read_to_string(&file).expect("it can be read");
    let changed = crate::write(&folder, "changed.scenario", text.replacen("4/4", "3/4", 1));
    let told = run(&["check", &changed]).ending(0);
    assert!(told.err.contains("warning: line 20 was changed outside the app"), "{}", told.err);
    let damaged =
        crate::write(&folder, "damaged.scenario", text.replacen("normal Mud", "n#rmal Mud", 1));
    let told = run(&["check", &damaged]).ending(1);
    assert!(told.out.contains("not valid, 12 entries could be read"), "{}", told.out);
    assert!(told.err.contains("line 20, column 1: found \"n#rmal\""), "{}", told.err);
    let told =
        run(&["mend", &damaged, "--by-checks", "--in-place", "--own", &folder.to_string_lossy()]);
    assert!(told.ending(0).out.contains("119 entries; 1 line put right, 0 left out"));
    assert_eq!(std::fs::read_to_string(&damaged).expect("it is there"), text);
    let none = crate::write(&folder, "none.scenario", "nothing");
    assert!(
        run(&["replay", &none]).ending(1).err.contains("expected \"Founders Ledger scenario 2\"")
    );
}

#[test]
fn an_old_scenario_is_checked_and_replayed_with_what_the_rules_would_have_otherwise() {
    let head = "Founders Ledger scenario 1\n";
    let rest = "table:\n  board 3x1\n  trap C1\n  level 1\n\
                \x20 character Brute at A1, initiative 20, hit points 9/9\nplay:\nmove Brute to C1\n";
    let folder = crate::folder("editions");
    let old = crate::write(&folder, "old.scenario", format!("{head}{rest}"));
    for verb in ["check", "replay"] {
        let told = run(&[verb, &old]).ending(0);
        let warning = "warning: entry 1: Brute came into the trap in C1";
        assert!(told.err.contains(warning) && told.err.contains("rule S6.3"), "{}", told.err);
    }
    let new = crate::write(&folder, "new.scenario", format!("{head}rules: 2\n{rest}"));
    let told = run(&["replay", &new]).ending(0);
    assert!(told.err.is_empty(), "{}", told.err);
    assert!(told.out.contains("The Brute springs the trap in C1 and suffers 3 damage (S6.3)"));
    let dead = crate::write(
        &folder,
        "dead.position",
        "board 3x1\ncard Guard: attack\nnormal Guard 1 at A1, hit points 0/5\n",
    );
    let told = run(&["monster", &dead, "Guard 1"]).ending(1).err;
    assert!(told.contains("line 3, column 8: Guard 1 has 0 hit points"), "{told}");
}

#[test]
fn a_scenario_is_exported_so_that_it_is_read_again() {
    let told = run(&["export", &cellar()]).ending(0).out;
    assert!(told.contains(". turn Mudling 3: to C2\n") && !told.contains('~'), "{told}");
    let again = crate::write(&crate::folder("exported"), "again.scenario", &told);
    let said = run(&["check", &again]).ending(0).out;
    assert!(said.contains("valid, 119 entries, in round 8"), "{said}");
}

#[test]
fn the_table_of_a_scenario_is_listed_as_text_page_and_data() {
    let file = cellar();
    let list = run(&["layout", &file, "--at", "62"]).ending(0).out;
    for line in [
        "[ ] Column F: 3\n",
        "[ ] Closed door: F3\n",
        "[ ] Warden in A3: character, 8 of 10 hit points\n",
        "[ ] Card of elite Mudling: move 2, attack\n",
        "[ ] Over in this round: Piper\n",
    ] {
        assert!(list.contains(line), "{line} in {list}");
    }
    let page = run(&["layout", &file, "--at", "62", "--html"]).ending(0).out;
    let boxes = page.matches("type=\"checkbox\"").count();
    assert_eq!(boxes, list.matches("[ ]").count());
    let data = run(&["layout", &file, "--at", "62", "--json"]).ending(0).json();
    assert_eq!(list_of(&data["items"]), boxes);
    assert_eq!((&data["at"], &data["items"][0]["part"]), (&json!(62), &json!("map")));
}

fn list_of(value: &Value) -> usize {
    list(value).count()
}

#[test]
fn a_turn_that_is_argued_over_has_its_page() {
    let file = cellar();
    let page = run(&["dispute", &file, "--at", "63"]).ending(0).out;
    for words in [
        "Whom does Mudling 1 attack?",
        "Entry 63 of 119, in round 4.",
        "The table overruled the rules: </strong>the song of the Piper holds it",
        "<strong>S8.1 focus</strong>",
        "character Warden at A3, initiative 66",
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert_eq!(page.matches("<svg").count(), 1);
    // Without a number the latest turn, and elsewhere the numbers that are turns.
    assert!(run(&["dispute", &file]).ending(0).out.contains("Entry 107 of 119"));
    let other = run(&["dispute", &file, "--at", "62"]).ending(2).err;
    assert!(other.contains("entry 62 is no monster's turn") && other.contains("63"), "{other}");
    let position = puzzles().remove(0);
    let none = run(&["dispute", position.to_str().expect("plain")]).ending(2).err;
    assert!(none.contains("no turn of a monster was recorded"), "{none}");
}

#[test]
fn maps_and_turns_are_drawn() {
    let folder = crate::folder("maps");
    let out = |name: &str| folder.join(name).to_str().expect("plain").to_owned();
    let (map, turn) = (out("map.svg"), out("turn.png"));
    let said = run(&["picture", &cellar(), "--at", "62", "--out", &map]).ending(0).out;
    assert!(said.contains("the map after entry 62, 1600 by 1500 pixels"), "{said}");
    let text = std::fs::read_to_string(&map).expect("it is drawn");
    for words in [">Wa</text>", ">Mu1</text>", ">K6</text>"] {
        assert!(text.contains(words), "{words}");
    }
    let position = puzzles().remove(0);
    let position = position.to_str().expect("plain");
    let words = ["picture", position, "--monster", "Guard 3", "--out", &turn, "--size", "300x200"];
    run(&words).ending(0);
    assert!(std::fs::read(&turn).expect("it is drawn").starts_with(b"\x89PNG"));
    let other = out("other.png");
    for (words, why) in [
        (&["--result"][..], "a scenario has no result"),
        (&["--turns", "1"], "not turned"),
        (&["--monster", "Ghost"], "nobody on the map is called Ghost"),
        (&["--size", "9000x9000"], "16 million pixels"),
        (&["--at", "1"], "has no entries"),
    ] {
        let asked = [&["picture", position, "--out", &other], words].concat();
        let told = run(&asked).ending(2).err;
        assert!(told.contains(why), "{told}");
    }
    let first = crate::record(2);
    let told = run(&["picture", first, "--monster", "Guard 3", "--out", &other]).ending(2).err;
    assert!(told.contains("only a scenario"), "{told}");
    assert!(!std::path::Path::new(&other).exists());
}

#[test]
fn verbs_of_the_first_game_say_which_ones_read_a_scenario() {
    let file = cellar();
    for words in [&["receipt", &file, "1"][..], &["moves", &file], &["sheet", &file]] {
        let told = run(words).ending(2).err;
        assert!(told.contains("a scenario is read by `replay`, `check`"), "{told}");
    }
}
