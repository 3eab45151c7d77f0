//! The progress bars of long work: on a terminal only, and cleared before the answer.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::Read as _;
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};

use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};

use crate::{folder, run, text, write};

/// Runs the program with a terminal as standard error; returns its output and the bytes sent to the
/// terminal.
fn run_on_terminal(words: &[&str]) -> (String, String) {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("the system has one");
    grantpt(&terminal).and_then(|()| unlockpt(&terminal)).expect("it is ours");
    let end: OwnedFd = ioctl_tiocgptpeer(&terminal, OpenptFlags::RDWR | OpenptFlags::NOCTTY)
        .expect("it has another end");
    let mut program = Command::new(env!("CARGO_BIN_EXE_founders-ledger"));
    program.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env("TERM", "xterm").args(words);
    program.stdout(Stdio::piped()).stderr(Stdio::from(end));
    let running = program.spawn().expect("the program runs");
    // Reading the terminal ends with an error once the program has closed it.
    drop(program);
    let listening = std::thread::spawn(move || {
        let mut sent = Vec::new();
        let _ = File::from(terminal).read_to_end(&mut sent);
        sent
    });
    let ran = running.wait_with_output().expect("it ends");
    let sent = listening.join().expect("it does not panic");
    [ran.stdout, sent].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).into()
}

#[test]
fn progress_of_long_work_is_shown_on_a_terminal_only() {
    let folder = folder("progress");
    for number in 0..4 {
        write(&folder, &format!("{number}.founders"), text(number % 3 + 2));
    }
    let games = folder.to_str().expect("the path is text");
    for (words, doing) in [
        (&["history", games][..], "Reading records: "),
        (&["simulate", "--players", "2", "--games", "4", "--seed", "1"], "Playing games: "),
    ] {
        let (out, sent) = run_on_terminal(words);
        assert!(sent.contains(doing) && sent.contains("of 4"), "{words:?}: {sent:?}");
        // The bar clears itself.
        assert!(sent.trim_end().ends_with("\u{1b}[2K"), "{words:?}: {sent:?}");
        let elsewhere = run(words);
        assert_eq!(elsewhere.out, out, "{words:?}");
        assert_eq!(elsewhere.err, "", "{words:?}");
    }
}
