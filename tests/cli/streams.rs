//! Records, packs and positions read from a stream: standard input or a pipe.
#![cfg(unix)]

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::{Ran, folder, run, text, write};

/// Runs the program with these arguments and this standard input.
fn run_with(words: &[&str], input: &[u8]) -> Ran {
    let mut program = Command::new(env!("CARGO_BIN_EXE_founders-ledger"));
    program.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").args(words);
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = program.spawn().expect("the program runs");
    let mut stdin = running.stdin.take().expect("it is piped");
    let input = input.to_owned();
    // A program that refuses its input stops reading it.
    let writing = std::thread::spawn(move || stdin.write_all(&input).is_ok());
    let ran = running.wait_with_output().expect("it ends");
    let _ = writing.join();
    let [out, err] =
        [ran.stdout, ran.stderr].map(|bytes| String::from_utf8(bytes).expect("answers are text"));
    Ran { code: ran.status.code(), out, err }
}

/// Asserts that these arguments give the same result with a file and with a stream.
#[track_caller]
fn assert_same(words: &[&str], file: &str, contents: &[u8]) {
    fn with<'a>(words: &[&'a str], name: &'a str) -> Vec<&'a str> {
        words.iter().map(|&word| if word == "FILE" { name } else { word }).collect()
    }
    let by_file = run(&with(words, file));
    for stream in ["-", "/dev/stdin"] {
        let words = with(words, stream);
        let by_stream = run_with(&words, contents);
        assert_eq!(by_stream.code, by_file.code, "{words:?}: {}", by_stream.err);
        assert_eq!(renamed(&by_stream.out, stream, file), by_file.out, "{words:?}");
        assert_eq!(renamed(&by_stream.err, stream, file), by_file.err, "{words:?}");
    }
}

/// Replaces the name of a stream by that of a file in a message.
fn renamed(message: &str, stream: &str, file: &str) -> String {
    message
        .split_inclusive('\n')
        .map(|line| match line.strip_prefix(stream) {
            Some(rest) if rest.starts_with([':', ',']) => format!("{file}{rest}"),
            _ => line.replace(&format!("\"{stream}\""), &format!("\"{file}\"")),
        })
        .collect()
}

#[test]
fn game_from_a_stream_gives_the_same_output_as_from_a_file() {
    let folder = folder("streams");
    let game = text(3);
    let file = write(&folder, "evening.founders", &game);
    for words in [
        &["replay", "FILE", "--json"][..],
        &["receipt", "FILE", "9"],
        &["moves", "FILE", "--at", "60", "--json"],
        &["check", "FILE"],
        &["export", "FILE"],
        &["layout", "FILE", "--at", "60"],
        &["sheet", "FILE", "--as", "csv"],
        &["mend", "FILE"],
        &["pack", "learnt", "FILE"],
    ] {
        assert_same(words, &file, game.as_bytes());
    }
    let damaged = game.replacen("Upgrade", "Up#rade", 1);
    let file = write(&folder, "damaged.founders", &damaged);
    assert_same(&["check", "FILE"], &file, damaged.as_bytes());
    assert_same(&["mend", "FILE", "--by-checks"], &file, damaged.as_bytes());
}

#[test]
fn pack_from_a_stream_gives_the_same_output_as_from_a_file() {
    let folder = folder("streams-pack");
    let practice = packs::built_in()[0].text;
    let file = write(&folder, "own.ron", practice);
    assert_same(&["pack", "check", "FILE"], &file, practice.as_bytes());
    assert_same(&["pack", "diff", "FILE", "practice"], &file, practice.as_bytes());
    assert_same(&["pack", "check", "FILE"], &write(&folder, "no.ron", "(name"), b"(name");
}

#[test]
fn scenario_from_a_stream_is_recognized_by_its_first_line() {
    let example = "flooded-cellar.scenario";
    let path = format!("{}/assets/scenario/games/{example}", env!("CARGO_MANIFEST_DIR"));
    let scenario = fs::read(&path).expect("the example is there");
    assert_same(&["check", "FILE"], &path, &scenario);
    assert_same(&["replay", "FILE"], &path, &scenario);
}

#[test]
fn pipe_is_read_once_to_its_end() {
    let folder = folder("streams-pipe");
    let pipe = folder.join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|made| made.success()));
    let (to, game) = (pipe.clone(), text(3));
    let writing = std::thread::spawn(move || fs::write(to, game));
    let checked = run(&["check", pipe.to_str().expect("the path is text")]);
    assert_eq!(checked.code, Some(0), "{}", checked.err);
    assert!(writing.join().is_ok_and(|written| written.is_ok()));
}

#[test]
fn endless_stream_and_in_place_recovery_of_a_stream_are_refused() {
    let endless = run(&["check", "/dev/zero"]);
    assert_eq!(endless.code, Some(2), "{}", endless.err);
    let in_place = run_with(&["mend", "-", "--in-place"], b"");
    assert_eq!(in_place.code, Some(2), "{}", in_place.err);
    assert!(in_place.err.contains("--out FILE"), "{}", in_place.err);
}
