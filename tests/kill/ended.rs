//! Asks the program to end while its disk stalls, and checks the files it leaves.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use founders_ledger::app::{Log, SaveHandle, SaveStatus, Saver, TerminationRequest};
use journal::{Change, Journal};
use notation::record::print_change;
use rules::action::{Action, ActionKind};
use storage::{AppFolders, EmergencyPlace, FileKind, read};

use crate::stalling::{Stall, StallingDisk};
use crate::{FOUNDERS, SCENARIO, found_in, say};

/// The command-line word that makes the second process play.
pub const PLAY: &str = "--stall";
/// The number of entries recorded while the disk stalls.
const ENTRIES: usize = 3;
/// The time the program waits for the disk after the request to end.
const PATIENCE: Duration = Duration::from_secs(4);
const LONG: Duration = Duration::from_mins(1);

/// The disks that stall, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stalls {
    /// The disk with the game, permanently.
    Game,
    /// The disk with the game and that of the app, permanently.
    All,
    /// The disk with the game, until shortly after the request to end.
    ForAMoment,
}

impl Stalls {
    const ALL: [Self; 3] = [Self::Game, Self::All, Self::ForAMoment];

    const fn word(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::All => "all",
            Self::ForAMoment => "moment",
        }
    }
}

fn home_in(folder: &Path) -> AppFolders {
    AppFolders { games: Some(folder.join("games")), own: Some(folder.join("own")) }
}

fn game_in(folder: &Path, kind: &'static FileKind) -> PathBuf {
    folder.join("stick").join(format!("evening.{}", kind.extension))
}

/// Checks every kind of stall with the records of both games.
pub fn check() {
    let signals = ["TERM", "HUP"].into_iter().cycle();
    let cases =
        [FOUNDERS, SCENARIO].into_iter().flat_map(|kind| Stalls::ALL.map(|stalls| (kind, stalls)));
    let mut count = 0;
    for ((kind, stalls), signal) in cases.zip(signals) {
        check_end(kind, stalls, signal);
        count += 1;
    }
    println!("told to end {count} times while the disk stalled; nothing was lost");
}

fn check_end(kind: &'static FileKind, stalls: Stalls, signal: &str) {
    let case = format!("{kind:?}, {stalls:?}, SIG{signal}");
    let folder = tempfile::tempdir().expect("a folder for the test");
    let folder = &folder.path().canonicalize().expect("it is there");
    let elsewhere = folder.join("elsewhere");
    for name in ["stick", "elsewhere"] {
        std::fs::create_dir(folder.join(name)).expect("there is space on the disk");
    }
    let program = std::env::current_exe().expect("it is running");
    let player = Command::new(program)
        .args([PLAY.as_ref(), folder.as_os_str(), kind.extension.as_ref(), stalls.word().as_ref()])
        .env("TMPDIR", &elsewhere)
        .env_remove("XDG_RUNTIME_DIR")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it can be started");
    let started = Instant::now();
    while !folder.join("ready").exists() {
        assert!(started.elapsed() < LONG, "{case}: it does not start");
        std::thread::sleep(Duration::from_millis(20));
    }
    let sent = Command::new("kill").args([format!("-{signal}"), player.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "{case}: the signal cannot be sent");
    let output = player.wait_with_output().expect("it ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    let game = game_in(folder, kind);
    let found = |path: &Path| found_in(kind, &read(path).expect("it can be read"));
    let waiting =
        EmergencyPlace::all(&home_in(folder)).iter().flat_map(EmergencyPlace::take_unsaved).next();
    if stalls == Stalls::ForAMoment {
        assert!(output.status.success(), "{case}: {errors}");
        assert_eq!(found(&game).len(), 1 + ENTRIES, "{case}: all of it is in its file");
        assert_eq!(waiting, None, "{case}: the next start reports nothing");
        return;
    }
    assert_eq!(output.status.code(), Some(1), "{case}: {errors}");
    assert_eq!(found(&game).len(), 1, "{case}: the disk stalls");
    for words in [&*game.to_string_lossy(), "the latest 3 changes", "all of it is in"] {
        assert!(errors.contains(words), "{case}: {errors}");
    }
    let copy = match stalls {
        Stalls::All => only_copy_below(&elsewhere, kind),
        Stalls::Game | Stalls::ForAMoment => {
            let log = std::fs::read_to_string(folder.join("log.txt")).expect("it is written");
            assert!(log.contains("3 changes not saved of 1 record, 1 copy"), "{case}: {log}");
            assert!(!log.contains("evening"), "{case}: {log}");
            let waiting = waiting.expect("the next start finds a copy");
            assert_eq!(waiting.game.as_ref(), Some(&game), "{case}");
            waiting.copy
        }
    };
    assert_eq!(found(&copy).len(), 1 + ENTRIES, "{case}: all of it is in {}", copy.display());
}

/// Returns the only copy of a record below a folder.
fn only_copy_below(folder: &Path, kind: &'static FileKind) -> PathBuf {
    let copies: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("it is there")
        .flatten()
        .flat_map(|inner| std::fs::read_dir(inner.path()).into_iter().flatten())
        .flatten()
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|e| e == kind.extension))
        .collect();
    let [copy] = copies.as_slice() else {
        panic!("{copies:?}");
    };
    copy.clone()
}

/// Records an entry, lets the disk stall, records more and waits for the request to end.
pub fn play(folder: &Path, kind: &str, stalls: &str) -> ! {
    let stall = Stall::default();
    let folders: &[&str] =
        if stalls == Stalls::All.word() { &["stick", "own"] } else { &["stick"] };
    let below = folders.iter().map(|name| folder.join(name)).collect();
    let disk = StallingDisk { below, stall: stall.clone() };
    let saver = Saver::start(Arc::new(disk), home_in(folder), None);
    let ending = TerminationRequest::default();
    let finisher = saver.finisher().with_max_wait(PATIENCE);
    let log = Log::open(&folder.join("log.txt"));
    ending.listen(egui::Context::default(), move || finisher.finish_at_exit(Some(&log)));
    let mut saving = saver.orders().new_game();
    let stalled = stall.clone();
    let start_stall = move |saving: &SaveHandle| {
        assert!(saving.wait(LONG), "{}", saving.words());
        stalled.set(true);
    };
    if kind == FOUNDERS.extension {
        play_game(&mut saving, &game_in(folder, FOUNDERS), start_stall);
    } else {
        play_scenario(&mut saving, &game_in(folder, SCENARIO), start_stall);
    }
    assert_eq!(saving.status(), SaveStatus::Saving);
    std::fs::write(folder.join("ready"), "").expect("there is space on the disk");
    say("ready");
    while !ending.take_request() {
        std::thread::sleep(Duration::from_millis(10));
    }
    if stalls == Stalls::ForAMoment.word() {
        std::thread::sleep(PATIENCE / 2);
        stall.set(false);
    }
    loop {
        std::thread::sleep(LONG);
    }
}

fn play_game(saving: &mut SaveHandle, path: &Path, start_stall: impl FnOnce(&SaveHandle)) {
    let pack = packs::find("practice").expect("it is built in");
    let setup = simulate::Simulation::new(&pack, "Three Rivers", 3, 7).expect("it is sound").setup;
    let mut journal = Journal::new(setup).expect("it can be played");
    let mut note = |number: usize| {
        let before = journal.game().clone();
        let action = Action::from(ActionKind::Annotate(format!("Number {number}")));
        let change = journal.apply(Change::Play(action)).expect("it can be recorded");
        (journal.clone(), print_change(&before, &change))
    };
    let (first, _) = note(0);
    saving.save_as(path, &first);
    start_stall(saving);
    for number in 1..=ENTRIES {
        let (journal, line) = note(number);
        saving.write(&journal, vec![line]);
    }
}

fn play_scenario(saving: &mut SaveHandle, path: &Path, start_stall: impl FnOnce(&SaveHandle)) {
    let mut record = scenario::record::empty_record(7, 5);
    let mut note = |number: usize| {
        let action = scenario_rules::Action::Note(format!("Number {number}."));
        record.apply(::record::Change::play(action)).expect("it can be recorded");
        record.clone()
    };
    saving.save_as(path, &note(0));
    start_stall(saving);
    for number in 1..=ENTRIES {
        saving.write(&note(number), vec![format!("note Number {number}.")]);
    }
}
