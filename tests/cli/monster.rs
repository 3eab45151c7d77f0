//! The subcommands on scenarios, with the positions and the game that come with the source.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::run;

/// Returns the paths of the positions with answers, in order.
fn puzzles() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/scenario/puzzles");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|file| file.expect("it is there").path())
        .collect();
    files.sort();
    files
}

/// Returns the comment "# `key`: …" of a position.
fn comment(text: &str, key: &str) -> String {
    let start = format!("# {key}: ");
    text.lines()
        .find_map(|line| line.strip_prefix(&start))
        .unwrap_or_else(|| panic!("no {key} in {text}"))
        .to_owned()
}

#[test]
fn monster_answers_every_puzzle_with_its_stated_focus() {
    assert_eq!(puzzles().len(), 12);
    for file in puzzles() {
        let text = std::fs::read_to_string(&file).expect("it can be read");
        let path = file.to_str().expect("a plain name");
        let figure = comment(&text, "turn");
        let reply = run(&["monster", path, &figure, "--json"]).ending(0).json();
        assert_eq!(reply["figure"], json!(figure), "{path}");
        let foci: Vec<&str> = list(&reply["foci"]).filter_map(Value::as_str).collect();
        let focus = comment(&text, "focus");
        assert_eq!(foci.join(", "), if focus == "none" { "" } else { &focus }, "{path}");
        let answer = run(&["monster", path, &figure]).ending(0).out;
        assert!(answer.starts_with(&figure), "{answer}");
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().expect("a list").iter()
}

#[test]
fn sight_prints_range_and_sight_between_two_hexes() {
    let files = puzzles();
    let path = files[0].to_str().expect("a plain name");
    let reply = run(&["sight", path, "A2", "C4", "--json"]).ending(0).json();
    assert_eq!((&reply["range"], &reply["in_sight"]), (&json!(3), &json!(true)));
    let answer = run(&["sight", path, "A2", "C4"]).ending(0).out;
    assert!(answer.starts_with("A2 to C4: range 3"), "{answer}");
    let wrong = run(&["sight", path, "A2", "Z99"]).ending(1).err;
    assert!(wrong.contains("Z99"), "{wrong}");
}

#[test]
fn monster_reports_an_unreadable_position_with_its_place() {
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

/// Returns the path of the complete scenario that comes with the source.
fn cellar() -> String {
    game("flooded-cellar")
}

/// Returns the path of a complete scenario.
fn game(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/scenario/games").join(name);
    path.with_extension("scenario").to_str().expect("a plain name").to_owned()
}

#[test]
fn monster_and_sight_answer_for_a_scenario_after_any_entry() {
    let file = cellar();
    let answer = run(&["monster", &file, "Mudling 1", "--at", "41"]).ending(0).out;
    assert!(answer.starts_with("Mudling 1 goes for Warden"), "{answer}");
    let gone = run(&["monster", &file, "Mudling 1"]).ending(1).err;
    assert!(gone.contains("nobody on the map is called Mudling 1"), "{gone}");
    let sight = run(&["sight", &file, "E3", "G3", "--at", "0"]).ending(0).out;
    assert!(sight.starts_with("E3 to G3: range 2"), "{sight}");
    let walled_off = run(&["sight", &file, "E3", "G3", "--at", "20"]).ending(0).out;
    assert!(walled_off.starts_with("E3 to G3: walls part the two"), "{walled_off}");
    let beyond = run(&["monster", &file, "Mudling 1", "--at", "500"]).ending(2).err;
    assert!(beyond.contains("the last is 119"), "{beyond}");
    let position = puzzles().remove(0);
    let none = run(&["monster", position.to_str().expect("plain"), "Guard 3", "--at", "1"]);
    assert!(none.ending(2).err.contains("has no entries"));
}

#[test]
fn replay_check_and_mend_accept_a_scenario() {
    let file = cellar();
    let replayed = run(&["replay", &file, "--until", "62"]).ending(0).out;
    assert!(replayed.contains("round 4, after entry 62 of 119"), "{replayed}");
    assert!(replayed.contains("character Warden at A3, initiative 66"), "{replayed}");
    let checked = run(&["check", &file]).ending(0).out;
    assert!(checked.contains("valid, 119 entries, in round 8"), "{checked}");
    let folder = crate::folder("scenarios");
    let text = std::fs::read_to_string(&file).expect("it can be read");
    let changed = crate::write(&folder, "changed.scenario", text.replacen("4/4", "3/4", 1));
    let checked = run(&["check", &changed]).ending(0);
    assert!(
        checked.err.contains("warning: line 20 was changed outside the app"),
        "{}",
        checked.err
    );
    let damaged =
        crate::write(&folder, "damaged.scenario", text.replacen("normal Mud", "n#rmal Mud", 1));
    let checked = run(&["check", &damaged]).ending(1);
    assert!(checked.out.contains("not valid, 12 entries could be read"), "{}", checked.out);
    assert!(checked.err.contains("line 20, column 1: found \"n#rmal\""), "{}", checked.err);
    let mended =
        run(&["mend", &damaged, "--by-checks", "--in-place", "--own", &folder.to_string_lossy()]);
    assert!(mended.ending(0).out.contains("119 entries; 1 line put right, 0 left out"));
    assert_eq!(std::fs::read_to_string(&damaged).expect("it is there"), text);
    let none = crate::write(&folder, "none.scenario", "nothing");
    assert!(
        run(&["replay", &none]).ending(1).err.contains("expected \"Founders Ledger scenario 2\"")
    );
}

#[test]
fn check_and_replay_of_an_old_scenario_warn_of_changed_rules() {
    let head = "Founders Ledger scenario 1\n";
    let rest = "table:\n  board 3x1\n  trap C1\n  level 1\n\
                \x20 character Brute at A1, initiative 20, hit points 9/9\nplay:\nmove Brute to C1\n";
    let folder = crate::folder("editions");
    let old = crate::write(&folder, "old.scenario", format!("{head}{rest}"));
    for subcommand in ["check", "replay"] {
        let ran = run(&[subcommand, &old]).ending(0);
        let warning = "warning: entry 1: Brute came into the trap in C1";
        assert!(ran.err.contains(warning) && ran.err.contains("rule S6.3"), "{}", ran.err);
    }
    let new = crate::write(&folder, "new.scenario", format!("{head}rules: 2\n{rest}"));
    let replayed = run(&["replay", &new]).ending(0);
    assert!(replayed.err.is_empty(), "{}", replayed.err);
    assert!(replayed.out.contains("Brute springs the trap in C1 and suffers 3 damage (S6.3)"));
    let dead = crate::write(
        &folder,
        "dead.position",
        "board 3x1\ncard Guard: attack\nnormal Guard 1 at A1, hit points 0/5\n",
    );
    let error = run(&["monster", &dead, "Guard 1"]).ending(1).err;
    assert!(error.contains("line 3, column 8: Guard 1 has 0 hit points"), "{error}");
}

#[test]
fn exported_scenario_reads_back() {
    let exported = run(&["export", &cellar()]).ending(0).out;
    assert!(
        exported.contains(". turn Mudling 3: to C2\n") && !exported.contains('~'),
        "{exported}"
    );
    let again = crate::write(&crate::folder("exported"), "again.scenario", &exported);
    let checked = run(&["check", &again]).ending(0).out;
    assert!(checked.contains("valid, 119 entries, in round 8"), "{checked}");
}

#[test]
fn layout_of_a_scenario_is_printed_as_text_page_and_json() {
    let file = cellar();
    let printed = run(&["layout", &file, "--at", "62"]).ending(0).out;
    for line in [
        "[ ] Column F: 3\n",
        "[ ] Closed door: F3\n",
        "[ ] Warden in A3: character, 8 of 10 hit points\n",
        "[ ] Card of elite Mudling: move 2, attack\n",
        "[ ] Over in this round: Piper\n",
    ] {
        assert!(printed.contains(line), "{line} in {printed}");
    }
    let page = run(&["layout", &file, "--at", "62", "--html"]).ending(0).out;
    let boxes = page.matches("type=\"checkbox\"").count();
    assert_eq!(boxes, printed.matches("[ ]").count());
    let data = run(&["layout", &file, "--at", "62", "--json"]).ending(0).json();
    assert_eq!(list(&data["items"]).count(), boxes);
    assert_eq!((&data["at"], &data["items"][0]["part"]), (&json!(62), &json!("map")));
}

#[test]
fn dispute_prints_a_page_for_a_turn_of_a_scenario() {
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
    // Without a number it shows the latest turn.
    assert!(run(&["dispute", &file]).ending(0).out.contains("Entry 107 of 119"));
    let position = puzzles().remove(0);
    let none = run(&["dispute", position.to_str().expect("plain")]).ending(2).err;
    assert!(none.contains("no turn of a monster was recorded"), "{none}");
}

#[test]
fn dispute_prints_the_receipt_of_an_attack() {
    let file = game("salt-mill");
    let record = scenario::record::read(&std::fs::read_to_string(&file).expect("it is there"));
    let record = record.record.expect("it can be read");
    let is_attack = |entry: &usize| {
        matches!(
            scenario::record::action_at(&record, *entry),
            Some(scenario_rules::Action::Attack(_))
        )
    };
    let attack = (1..=record.cursor()).find(is_attack).expect("there is an attack");
    let page = run(&["dispute", &file, "--at", &attack.to_string()]).ending(0).out;
    for words in ["What follows by the rules", "(S7.3)", &format!("Entry {attack} of ")] {
        assert!(page.contains(words), "{words}");
    }
    assert_eq!(page.matches("<svg").count(), 1);
    let beyond = (record.cursor() + 1).to_string();
    run(&["dispute", &file, "--at", &beyond]).ending(2);
}

#[test]
fn sheet_prints_the_score_page_of_a_scenario_that_has_ended() {
    let file = game("bell-tower");
    let page = run(&["sheet", &file]).ending(0).out;
    for words in [
        "<h1>Score: The bell tower, eight rounds with every number explained</h1>",
        "Won after 8 rounds, at level 1: a money token is worth 2 gold, and success brings 6 \
         experience.",
        "<th>Ferryman</th><th>Bellringer</th>",
        "<th>Experience gained</th><td>4</td><td>7</td>",
        "<th>For success</th><td>6</td><td>6</td>",
        "<th>Experience</th><td>10</td><td>13</td>",
        "<th>Money tokens</th><td>3</td><td>2</td>",
        "<th>Gold</th><td>6</td><td>4</td>",
        "<th>Checkmarks</th><td>1</td><td>2</td>",
        "<th>Looted</th><td>token 5, treasure 12</td><td>–</td>",
        "<th>Rewards</th><td>item 31, the bell rope</td><td>a map of the tower</td>",
        "<th>At the end</th><td>5 of 10 hit points</td><td>8 of 8 hit points</td>",
        "+2 tokens",
        ", round 2)",
        "Ferryman: 4 experience gained + 6 for success = 10 (S12.2)",
        "<strong>S12.4 battle goals</strong>",
    ] {
        assert!(page.contains(words), "{words}\n{}", &page[page.find("<body>").expect("a body")..]);
    }
    // Before the end there is no score, and no other form than the page.
    let early = run(&["sheet", &file, "--at", "20"]).ending(2).err;
    assert!(early.contains("the scenario has not ended"), "{early}");
    run(&["sheet", &cellar()]).ending(2);
    for form in [&["--as", "csv"][..], &["--json"]] {
        let error = run(&[&["sheet", &file], form].concat()).ending(2).err;
        assert!(error.contains("as a page only"), "{error}");
    }
}

#[test]
fn picture_draws_maps_and_turns_of_a_scenario() {
    let folder = crate::folder("maps");
    let out = |name: &str| folder.join(name).to_str().expect("plain").to_owned();
    let (map, turn) = (out("map.svg"), out("turn.png"));
    let drawn = run(&["picture", &cellar(), "--at", "62", "--out", &map]).ending(0).out;
    assert!(drawn.contains("the map after entry 62, 1600 by 1500 pixels"), "{drawn}");
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
        let words = [&["picture", position, "--out", &other], words].concat();
        let error = run(&words).ending(2).err;
        assert!(error.contains(why), "{error}");
    }
    let first = crate::record(2);
    let error = run(&["picture", first, "--monster", "Guard 3", "--out", &other]).ending(2).err;
    assert!(error.contains("only a scenario"), "{error}");
    assert!(!std::path::Path::new(&other).exists());
}

#[test]
fn subcommands_for_founders_only_name_those_that_read_a_scenario() {
    let file = cellar();
    for words in [&["receipt", &file, "1"][..], &["moves", &file]] {
        let error = run(words).ending(2).err;
        assert!(error.contains("a scenario is read by `replay`, `check`"), "{error}");
    }
}
