//! Text that would control the terminal it is printed on: in records, their headers and comments,
//! in file names and arguments.

use std::fs;

use crate::{Ran, folder, run, text, write};

/// Control sequences: a new title, a cleared screen, red type, a C1 control and a direction
/// override.
const STEERING: &str = "x\u{1b}]0;PWNED\u{7}\u{1b}[2J\u{1b}[31m\u{9b}31m\u{202e}y";

/// Asserts that the output contains no character that controls a terminal.
#[track_caller]
fn assert_harmless(words: &[&str], ran: &Ran) {
    for printed in [&ran.out, &ran.err] {
        assert!(!printed.contains(steers), "{words:?}: {printed:?}");
    }
}

/// Returns `true` if a character would control a terminal or change the direction of writing.
fn steers(char: char) -> bool {
    char != '\n' && char.is_control()
        || matches!(char, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns a finished game with control sequences in its header, note, comment and name.
fn steering_game() -> String {
    let escaped = STEERING.escape_default();
    let game = text(3)
        .replacen("\nplayer 1:", &format!("\n{STEERING}: {STEERING}\nplayer 1:"), 1)
        .replacen("\ntitle: ", &format!("\ntitle: {STEERING}"), 1);
    format!("{game}Note \"{escaped}\"\ncomment \"{escaped}\"\nname \"{escaped}\"\n")
}

#[test]
fn no_subcommand_sends_a_control_character_of_a_record_to_the_terminal() {
    let folder = folder("hostile");
    let file = write(&folder, "steering.founders", steering_game());
    let out = folder.join("board.svg");
    let out = out.to_str().expect("the path is text");
    let games = folder.to_str().expect("the path is text");
    let mut escapes = 0;
    for words in [
        &["replay", &file][..],
        &["replay", &file, "--json"],
        &["replay", &file, "--until", "7"],
        &["receipt", &file, "9"],
        &["receipt", &file, "9", "--json"],
        &["why", &file, STEERING],
        &["why", &file, "Note \"\\u{1b}[2J\""],
        &["moves", &file, "--at", "60"],
        &["check", &file],
        &["mend", &file],
        &["layout", &file],
        &["layout", &file, "--json"],
        &["ahead", &file],
        &["picture", &file, "--out", out, "--force"],
        &["history", games],
        &["history", games, "--json"],
        &["history", games, "--player", STEERING],
        &["pack", "learnt", &file],
        &["backups", "list", &file, "--data-dir", games],
        &["monster", &file, STEERING],
        &["polish\u{1b}[2J", STEERING],
        &["check", STEERING],
        &["pack", "check", STEERING],
        &["cards", "check", STEERING],
        &["cards", "check", &file],
        &["cards", "import", STEERING],
        &["cards", "import", &file],
        &["simulate", "--pack", STEERING],
        &["simulate", "--board", STEERING],
        &["shell-files", games],
    ] {
        let ran = run(words);
        assert_harmless(words, &ran);
        escapes += usize::from((ran.out + &ran.err).contains("\\u{1b}"));
    }
    assert!(escapes >= 8, "the steering text is shown escaped in {escapes} answers only");
}

#[test]
fn no_subcommand_sends_a_control_character_of_a_scenario_to_the_terminal() {
    let folder = folder("hostile_scenario");
    let example = fs::read_to_string("assets/scenario/games/flooded-cellar.scenario")
        .expect("the example is there");
    let scenario = example.replacen("title: ", &format!("title: {STEERING}"), 1);
    let file = write(&folder, "steering.scenario", scenario + "note " + STEERING + "\n");
    for words in [
        &["replay", &file][..],
        &["check", &file],
        &["layout", &file],
        &["monster", &file, STEERING],
        &["monster", &file, "Mudling 1", "--json"],
        &["sight", &file, "A3", STEERING],
    ] {
        assert_harmless(words, &run(words));
    }
}

#[cfg(unix)]
#[test]
fn line_break_in_a_file_name_forges_no_output_line() {
    let folder = folder("hostile_names");
    let forged = "a.founders: valid, 3 entries\nforged.founders";
    let file = write(&folder, forged, text(2));
    let checked = run(&["check", &file]).ending(0);
    assert_eq!(checked.out.lines().count(), 1, "{}", checked.out);
    assert!(checked.out.contains("\\nforged.founders: valid"), "{}", checked.out);
    let damaged = write(&folder, "b\nforged.founders", "Founders Ledger record 1\n");
    let checked = run(&["check", &damaged]).ending(1);
    for line in checked.err.lines() {
        assert!(line.contains("b\\nforged.founders: "), "{}", checked.err);
    }
    let usage = run(&["mend", "--line", "no line\nerror: forged", &file]).ending(2);
    assert!(!usage.err.lines().any(|line| line.starts_with("error: forged")), "{}", usage.err);
}

#[test]
fn player_names_in_csv_are_never_formulas() {
    let folder = folder("hostile_table");
    for (name, cell) in
        [("=1+2", "'=1+2"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM Ben", "'@SUM Ben"), ("A=1", "A=1")]
    {
        let game = text(3).replacen("player 1: Anna", &format!("player 1: {name}"), 1);
        let file = write(&folder, "formula.founders", game);
        let table = run(&["sheet", &file, "--as", "csv"]).out;
        let mut reader = csv::Reader::from_reader(table.as_bytes());
        let first = reader.records().next().expect("a row").expect("cells");
        assert_eq!(&first[1], cell);
    }
}
