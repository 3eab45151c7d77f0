//! The verbs, asked as a player asks them: by running the program.

mod backups;
mod bad_input;
mod board;
mod data;
mod history;
mod hostile;
mod mend;
mod monster;
mod packs;
mod pages;
mod picture;
mod progress;
mod shell_files;
mod streams;
mod table;
mod verbs;
#[path = "../common/wording.rs"]
mod wording;
mod words;
mod writing;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_json::Value;

/// What the program answered.
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Ran {
    /// Standard output as data.
    #[track_caller]
    fn json(&self) -> Value {
        match serde_json::from_str(&self.out) {
            Ok(value) => value,
            Err(error) => panic!("{error} in {}\n{}", self.out, self.err),
        }
    }

    /// The same, if it ended with this exit code.
    #[track_caller]
    fn ending(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        self
    }
}

/// Runs the program with these words.
#[track_caller]
fn run<S: AsRef<std::ffi::OsStr>>(words: &[S]) -> Ran {
    let mut program = Command::new(env!("CARGO_BIN_EXE_founders-ledger"));
    // A test opens no window, wherever it runs.
    program.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let Output { status, stdout, stderr } = program.args(words).output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("answers are text");
    let ran = Ran { code: status.code(), out: text(stdout), err: text(stderr) };
    assert!(matches!(ran.code, Some(0..=2)), "{:?}\n{}\n{}", ran.code, ran.out, ran.err);
    ran
}

/// A folder of its own for a test, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("an old folder can be removed");
    }
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// Simulated games for 2, 3 and 4 players, made once.
fn records() -> &'static [PathBuf] {
    static RECORDS: OnceLock<Vec<PathBuf>> = OnceLock::new();
    RECORDS.get_or_init(|| {
        let folder = folder("records");
        let out = folder.to_str().expect("the path is text");
        let mut records = Vec::new();
        for players in ["2", "3", "4"] {
            let words = [
                "simulate",
                "--players",
                players,
                "--games",
                "8",
                "--seed",
                "3",
                "--json",
                "--out",
                out,
            ];
            let report = run(&words).ending(0).json();
            let mut files = report["files"].as_array().expect("files are listed").iter();
            let finished = files.find(|file| {
                let file = file.as_str().expect("a path");
                run(&["check", file]).ending(0).out.contains("finished")
            });
            let finished = finished.and_then(|file| file.as_str());
            records.push(PathBuf::from(finished.expect("a game comes to its end")));
        }
        records
    })
}

/// The path of a simulated game for so many players.
fn record(players: usize) -> &'static str {
    records()[players - 2].to_str().expect("the path is text")
}

/// Writes a file into a folder and gives its path.
fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("the file can be written");
    path.into_os_string().into_string().expect("the path is text")
}

/// A simulated game as text.
fn text(players: usize) -> String {
    std::fs::read_to_string(record(players)).expect("the record is there")
}
