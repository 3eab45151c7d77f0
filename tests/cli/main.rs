//! The subcommands, tested by running the program.

mod backups;
mod bad_input;
mod board;
mod campaign;
mod cards;
mod data;
mod dungeon;
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
mod subcommands;
mod table;
#[path = "../common/wording.rs"]
mod wording;
mod words;
mod writing;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_json::Value;

/// The exit code and output of a run of the program.
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Ran {
    /// Parses standard output as JSON.
    #[track_caller]
    fn json(&self) -> Value {
        match serde_json::from_str(&self.out) {
            Ok(value) => value,
            Err(error) => panic!("{error} in {}\n{}", self.out, self.err),
        }
    }

    /// Checks the exit code.
    #[track_caller]
    fn ending(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        self
    }
}

/// Runs the program with these arguments.
#[track_caller]
fn run<S: AsRef<std::ffi::OsStr>>(words: &[S]) -> Ran {
    let mut program = Command::new(env!("CARGO_BIN_EXE_founders-ledger"));
    // A test must not open a window, even on a desktop.
    program.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let Output { status, stdout, stderr } = program.args(words).output().expect("the program runs");
    let [out, err] =
        [stdout, stderr].map(|bytes| String::from_utf8(bytes).expect("answers are text"));
    let ran = Ran { code: status.code(), out, err };
    assert!(matches!(ran.code, Some(0..=2)), "{:?}\n{}\n{}", ran.code, ran.out, ran.err);
    ran
}

/// Creates an empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("an old folder can be removed");
    }
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// Returns the paths of simulated games for 2, 3 and 4 players, which are made once.
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
            let finished = report["files"]
                .as_array()
                .expect("files are listed")
                .iter()
                .map(|file| file.as_str().expect("a path"))
                .find(|file| run(&["check", file]).ending(0).out.contains("finished"));
            records.push(PathBuf::from(finished.expect("one game is finished")));
        }
        records
    })
}

/// Returns the path of the simulated game for this many players.
fn record(players: usize) -> &'static str {
    records()[players - 2].to_str().expect("the path is text")
}

/// Writes a file into a folder and returns its path.
fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("the file can be written");
    path.into_os_string().into_string().expect("the path is text")
}

/// Returns the text of a simulated game.
fn text(players: usize) -> String {
    std::fs::read_to_string(record(players)).expect("the record is there")
}
