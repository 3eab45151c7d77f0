//! The English of the subcommands' answers about complete games.

use crate::{record, run, wording};

/// Checks every line of an answer.
#[track_caller]
fn check<S: AsRef<std::ffi::OsStr>>(words: &[S]) {
    let ran = run(words);
    for line in ran.out.lines().chain(ran.err.lines()) {
        // Notation and drawings are not sentences.
        if !line.contains("Learn (") && !line.contains("font-face") {
            wording::check_wording(&plain(line));
        }
    }
}

/// Returns a line of a page without its tags.
fn plain(line: &str) -> String {
    let mut text = String::new();
    let mut in_mark = false;
    for sign in line.chars() {
        match sign {
            '<' => in_mark = true,
            '>' if in_mark => {
                in_mark = false;
                // Text of two elements is not one sentence.
                text.push_str(" | ");
            }
            sign if !in_mark => text.push(sign),
            _ => {}
        }
    }
    text
}

#[test]
fn answers_of_subcommands_about_complete_games_are_correct_english() {
    let root = env!("CARGO_MANIFEST_DIR");
    let example = |name: &str| format!("{root}/assets/examples/{name}.founders");
    let games = [
        record(2).to_owned(),
        record(3).to_owned(),
        record(4).to_owned(),
        example("solo-whole-game-won"),
        example("four-achievements"),
    ];
    for game in &games {
        let game = game.as_str();
        for subcommand in ["check", "replay", "layout", "sheet", "history"] {
            check(&[subcommand, game]);
        }
        for at in ["0", "7", "20", "33", "60"] {
            for subcommand in ["replay", "layout", "moves", "dispute", "draw"] {
                let asks = if subcommand == "replay" { "--until" } else { "--at" };
                check(&[subcommand, game, asks, at]);
            }
            check(&["receipt", game, at]);
        }
    }
    for players in 2..=4 {
        let game = record(players);
        for at in (1..40).step_by(3) {
            let at = at.to_string();
            for line in ["Human calls the vote", "Inox Trade: import Gems at D1", "Human passes"] {
                check(&["why", game, "--at", &at, line]);
            }
        }
    }
}
