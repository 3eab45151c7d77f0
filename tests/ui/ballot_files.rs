//! No file holds anything of a ballot before the reveal, at any moment the program is killed.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command as Program, Stdio};

use founders_ledger::app::{Command, Environment};
use notation::record::print_log;
use rules::action::{Ballot, VoteTile};
use rules::commitment::Nonce;
use sealed::NonceSource;
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_menu::Menu;

use crate::app::Desk;
use crate::clerk::{capitalised, proposal_of};
use crate::polls::{even_salts, sealed_vote};

/// Returns the contents of every file below a folder, sorted.
fn contents_below(folder: &Path) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = files(folder).into_values().collect();
    all.sort();
    all
}

/// Returns every file below a folder with its contents.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("it is there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = std::fs::read(&path).expect("it can be read");
                found.insert(path, bytes);
            }
        }
    }
    found
}

/// Returns the fleeting influence that a voter holds.
fn held(ballot: &Ballot) -> i32 {
    let (journal, _) = sealed_vote();
    journal.game().fleeting(ballot.player)
}

/// Returns the ballots of the two voters who can commit the most.
fn rich(ballots: &[Ballot]) -> Vec<Ballot> {
    let mut ballots = ballots.to_vec();
    ballots.sort_by_key(|ballot| std::cmp::Reverse(held(ballot)));
    ballots.truncate(2);
    ballots
}

fn world(folder: &Path) -> Environment {
    Environment {
        games: Some(folder.join("games")),
        own: Some(folder.join("own")),
        ..Environment::default()
    }
}

/// Opens a game that is about to vote, and lets the app write some of it.
fn open_at_vote(folder: &Path, salts: fn() -> NonceSource) -> Desk {
    let (journal, _) = sealed_vote();
    let game = folder.join("evening.founders");
    std::fs::write(&game, print_log(&journal)).expect("room on the disk");
    let mut desk = Desk::in_world(world(folder), Settings::default());
    desk.set_salts(salts);
    desk.give(Command::Open(game));
    desk.give(Command::Menu(Menu::Undo));
    desk.give(Command::Menu(Menu::Redo));
    desk
}

/// Fills in a ballot, up to the seal.
fn fill_in(desk: &mut Desk, ballot: &Ballot) {
    let who = desk.named_game().label(ballot.player);
    desk.lift_curtain(&who);
    let proposal = proposal_of(desk, ballot.tile);
    desk.press(&capitalised(&proposal));
    // A page that opens commits all of it.
    for _ in ballot.fleeting..desk.game().fleeting(ballot.player) {
        desk.press("Less fleeting influence");
    }
}

/// Returns a vote for the first proposal, with the base influence alone.
fn modest(ballot: &Ballot) -> Ballot {
    Ballot { tile: VoteTile::Circle, fleeting: 0, ..*ballot }
}

/// Returns a vote for the last proposal, with all influence held.
fn bold(ballot: &Ballot) -> Ballot {
    Ballot { tile: VoteTile::Triangle, fleeting: held(ballot), ..*ballot }
}

/// Returns the files as texts, without the name of the folder, which differs in every run.
fn nameless(files: &[Vec<u8>], folder: &Path) -> Vec<String> {
    let folder = folder.display().to_string();
    files
        .iter()
        .map(|bytes| in_order(&String::from_utf8_lossy(bytes).replace(&folder, "")))
        .collect()
}

/// Sorts the toolkit's areas in a text: the toolkit writes their stacking in a random order.
fn in_order(text: &str) -> String {
    const MAP: &str = "order_map:{";
    let parts = text.split_once(MAP).and_then(|(before, rest)| {
        let (map, after) = rest.split_once('}')?;
        Some((before, map, after))
    });
    let Some((before, map, after)) = parts else {
        return text.to_owned();
    };
    let mut areas: Vec<&str> = map.split(",(").map(|area| area.trim_start_matches('(')).collect();
    areas.sort_unstable();
    format!("{before}{MAP}{areas:?}}}{after}")
}

/// Seals one ballot, fills in the next one, and returns the files at that moment and after the
/// window is closed.
fn leave_mid_vote(folder: &Path, ballot: impl Fn(&Ballot) -> Ballot) -> [Vec<Vec<u8>>; 2] {
    let (_, ballots) = sealed_vote();
    let mut desk = open_at_vote(folder, even_salts);
    desk.press("Vote on this screen");
    for (number, known) in rich(&ballots).into_iter().enumerate() {
        fill_in(&mut desk, &ballot(&known));
        if number == 0 {
            desk.press("Seal");
        }
    }
    desk.wait_until_saved();
    let killed = contents_below(folder);
    drop(desk);
    [killed, contents_below(folder)]
}

#[test]
fn files_are_the_same_for_every_ballot_until_the_reveal() {
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder for the test"));
    let (_, ballots) = sealed_vote();
    assert!(rich(&ballots).iter().any(|ballot| held(ballot) > 0));
    let one = leave_mid_vote(folders[0].path(), modest);
    let other = leave_mid_vote(folders[1].path(), bold);
    for (one, other) in one.iter().zip(&other) {
        let one = nameless(one, folders[0].path());
        assert!(one.len() > 2, "the game, its backup, and more");
        assert_eq!(one, nameless(other, folders[1].path()));
        // The salt would let a choice be guessed.
        assert!(one.iter().all(|text| !text.contains("07070707")));
    }
}

/// A salt that occurs nowhere by chance.
const SALT: [u8; 16] = *b"\xd3\x9c\x17\xe2\x5b\xa8\x04\xf1\x6e\xbd\x93\x2a\xc7\x48\xfe\x61";

fn one_salt() -> NonceSource {
    Box::new(|| Ok(Nonce(SALT)))
}

/// The folder in which the child plays, and the choice of its vote.
const FOLDER: &str = "BALLOT_FILES_FOLDER";
const IS_BOLD: &str = "BALLOT_FILES_BOLD";

/// A note recorded in the middle of the vote, so that files are written then.
const TEA: &str = "somebody makes tea";

#[expect(clippy::disallowed_methods, reason = "the test listens to its child")]
fn send_to_parent(words: &str) {
    println!("\nchild: {words}");
    std::io::stdout().flush().expect("somebody listens");
}

/// Runs the child: it votes, and keeps writing in the middle of the vote until it is killed.
#[test]
#[ignore = "the test after it starts and kills it"]
fn child_process_votes_and_never_reveals() {
    let Ok(folder) = std::env::var(FOLDER).map(PathBuf::from) else {
        panic!("it is started by another test");
    };
    let vote = if std::env::var(IS_BOLD).is_ok() { bold } else { modest };
    let (_, ballots) = sealed_vote();
    let mut desk = open_at_vote(&folder, one_salt);
    desk.wait_until_saved();
    send_to_parent("before");
    // The parent reads the files first.
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).expect("a line");
    desk.press("Vote on this screen");
    for (number, known) in rich(&ballots).into_iter().enumerate() {
        fill_in(&mut desk, &vote(&known));
        if number == 0 {
            desk.press("Seal");
            for label in desk.labels() {
                if let Some(words) = label.strip_prefix("Fingerprint ") {
                    send_to_parent(&format!("seal {words}"));
                }
            }
        }
    }
    // The state that the window persists between runs: its own settings, and the toolkit's memory.
    let persisted = folder.join("app.ron");
    std::fs::write(persisted, desk.persisted_state()).expect("room on the disk");
    desk.give(FoundersCommand::CommentLatest(TEA.to_owned()));
    assert!(desk.app().holds_ballots());
    desk.wait_until_saved();
    send_to_parent("sealed");
    std::io::stdin().read_line(&mut line).expect("a line");
    for cup in 0.. {
        desk.give(FoundersCommand::CommentLatest(format!("{TEA} {cup}")));
    }
}

/// The files found after a child was killed in the middle of the vote.
struct Killed {
    folder: tempfile::TempDir,
    before: BTreeMap<PathBuf, Vec<u8>>,
    after: BTreeMap<PathBuf, Vec<u8>>,
    /// The fingerprints that were shown to the voters.
    seals: Vec<String>,
}

/// Lets a child vote and kills it: while idle, or this long after it continues to write.
fn kill_mid_vote(is_bold: bool, writes_for: Option<std::time::Duration>) -> Killed {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let mut program = Program::new(std::env::current_exe().expect("it is running"));
    program
        .args(["--exact", "--ignored", "--nocapture"])
        .arg("ballot_files::child_process_votes_and_never_reveals")
        .env(FOLDER, folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    if is_bold {
        program.env(IS_BOLD, "1");
    }
    // Redirects all writes of the child below the folder.
    for place in ["HOME", "TMPDIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
        program.env(place, folder.path());
    }
    let mut child = program.spawn().expect("it can be started");
    let mut child_input = child.stdin.take().expect("it is piped");
    let mut child_output = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let mut seals = Vec::new();
    let mut wait_until = |word: &str| {
        for line in child_output.by_ref().map_while(Result::ok) {
            match line.strip_prefix("child: ") {
                Some(message) if message == word => return,
                Some(message) => seals.extend(message.strip_prefix("seal ").map(str::to_owned)),
                None => {}
            }
        }
        panic!("the child ended before its message {word}");
    };
    wait_until("before");
    let before = files(folder.path());
    writeln!(child_input, "go on").expect("it listens");
    wait_until("sealed");
    if let Some(time) = writes_for {
        writeln!(child_input, "go on").expect("it listens");
        std::thread::sleep(time);
    }
    child.kill().expect("it is running");
    child.wait().expect("it was killed");
    Killed { after: files(folder.path()), folder, before, seals }
}

/// Returns the bytes in every spelling in which they could have been written.
fn spellings(bytes: &[u8]) -> Vec<Vec<u8>> {
    let hex = bytes.iter().fold(String::new(), |mut hex, byte| {
        // Writing to text cannot fail.
        let _ = std::fmt::Write::write_fmt(&mut hex, format_args!("{byte:02x}"));
        hex
    });
    let numbers: Vec<String> = bytes.iter().map(ToString::to_string).collect();
    let all = [
        hex.to_uppercase(),
        hex.chars().rev().collect(),
        hex,
        numbers.join(","),
        numbers.join(", "),
    ];
    all.into_iter().map(String::into_bytes).chain([bytes.to_vec()]).collect()
}

fn holds(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

#[test]
fn killing_the_app_mid_vote_leaves_no_trace_of_a_ballot_in_any_file() {
    let idle = [false, true].map(|is_bold| kill_mid_vote(is_bold, None));
    let writing = [3, 40].map(|millis| {
        let time = std::time::Duration::from_millis(millis);
        kill_mid_vote(true, Some(time))
    });
    // Two different votes leave the same files.
    let [modest, bold] = idle.each_ref().map(|killed| {
        let all: Vec<Vec<u8>> = killed.after.values().cloned().collect();
        nameless(&all, killed.folder.path())
    });
    assert!(modest.len() > 3, "the game, its backup, a note, the settings");
    assert_eq!(modest, bold);
    for killed in idle.iter().chain(&writing) {
        assert!(!killed.seals.is_empty(), "the voter sees a fingerprint");
        let known: Vec<&[u8]> =
            killed.before.values().flat_map(|bytes| bytes.split(|&b| b == b'\n')).collect();
        for (path, bytes) in &killed.after {
            let shown = path.display();
            for spelling in spellings(&SALT).iter().chain(&spellings(&SALT[..6])) {
                assert!(!holds(bytes, spelling), "a salt in {shown}");
            }
            for seal in &killed.seals {
                let plain = seal.replace('-', "");
                for spelling in [seal.as_bytes(), plain.as_bytes()] {
                    assert!(!holds(bytes, spelling), "a fingerprint in {shown}");
                }
            }
            // In a game, the only new lines are openly recorded ones; they contain nothing of the
            // vote.
            if path.extension().is_some_and(|ending| ending == "founders") {
                for line in bytes.split(|&b| b == b'\n').filter(|line| !known.contains(line)) {
                    let line = String::from_utf8_lossy(line);
                    let is_tea = line.starts_with(&format!("comment \"{TEA}"));
                    // The kill may truncate the line.
                    let is_truncated = format!("comment \"{TEA}").starts_with(&*line);
                    assert!(is_tea || is_truncated, "{line} in {shown}");
                }
            }
        }
        // The next start knows no ballot either: every player votes again.
        let again = Desk::in_world(world(killed.folder.path()), Settings::default());
        assert!(again.shows("The app was not closed the last time"));
        assert!(!again.app().holds_ballots());
        let (journal, _) = sealed_vote();
        assert_eq!(again.record().cursor(), journal.cursor());
    }
}
