//! Kills the program without warning, many times, and checks the files it leaves.
//!
//! A second process plays games, scenarios and campaigns, and saves them with the app's own
//! [`Saver`]; it prints each entry it records and the count it shows as saved. It is killed at a
//! random moment, during a write or while idle. The file must contain every entry shown as saved
//! and none that was not recorded, and the next start must report the crash.
//!
//! Before that, it is asked to end while its disk stalls, which must lose nothing either.
//!
//! `cargo test --test kill -- 3000` kills 3000 times; without a number, 300 times.

#[cfg(unix)]
mod ended;
#[cfg(unix)]
mod stalling;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::Duration;

use campaign::record::RecordedCampaign;
use fastrand::Rng;
use founders_ledger::app::{SaveHandle, SaveStatus, Saver};
use founders_ledger::recorded_games::Recorded;
use journal::Founders;
use journal::{Change, Journal};
use notation::record::{print_change, read_record};
use record::RecordErrorKind;
use scenario::action::parse_action;
use scenario::parse;
use scenario::record::{JudgedAction, Scenario, new_record, preview};
use simulate::Simulation;
use storage::{AppFolders, CrashNote, FileKind, RealDisk, read};

const FOUNDERS: &FileKind = Founders::KIND;
const SCENARIO: &FileKind = Scenario::KIND;
const CAMPAIGN: &FileKind = RecordedCampaign::KIND;

/// The number of kills without a number on the command line.
const USUAL: usize = 300;
/// The command-line words that make the second process play.
const PLAY: &str = "--play";
const PLAY_SCENARIO: &str = "--play-scenario";
const PLAY_CAMPAIGN: &str = "--play-campaign";
/// The number of kills after which a new game is started.
const DEATHS_OF_A_GAME: usize = 12;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [word, folder, seed] = words.as_slice() {
        let (folder, seed) = (Path::new(folder), seed.parse());
        match word.as_str() {
            PLAY => play(folder, seed.expect("a number")),
            PLAY_SCENARIO => {
                play_lines(folder, seed.expect("a number"), fresh_scenario, scenario_action)
            }
            PLAY_CAMPAIGN => play_lines(
                folder,
                seed.expect("a number"),
                campaign::record::new_record,
                campaign_action,
            ),
            _ => {}
        }
    }
    #[cfg(unix)]
    if let [ended::PLAY, folder, kind, stalls] =
        words.iter().map(String::as_str).collect::<Vec<_>>().as_slice()
    {
        ended::play(Path::new(folder), kind, stalls);
    }
    let mut count = USUAL;
    for word in words.iter().filter(|word| !word.starts_with('-')) {
        match word.parse() {
            Ok(number) => count = number,
            // `cargo test NAME` passes the name of the wanted test to every target.
            Err(_) if !"kill".contains(word.as_str()) => return ExitCode::SUCCESS,
            Err(_) => {}
        }
    }
    if words.iter().any(|word| word == "--list") {
        return ExitCode::SUCCESS;
    }
    #[cfg(unix)]
    ended::check();
    let mut tally = Tally::default();
    let mut rng = Rng::with_seed(9);
    let mut victim = Victim::new(FOUNDERS);
    for number in 0..count {
        if number % DEATHS_OF_A_GAME == 0 {
            victim = Victim::new(match number / DEATHS_OF_A_GAME % 4 {
                2 => SCENARIO,
                3 => CAMPAIGN,
                _ => FOUNDERS,
            });
        }
        victim.kill_once(&mut rng, &mut tally);
    }
    println!(
        "killed {count} times, {} of them with a write in flight; {} entries shown as saved, none lost",
        tally.in_flight, tally.shown
    );
    // A run that never hit a write would prove nothing.
    assert!(count < 50 || tally.in_flight * 10 > count);
    ExitCode::SUCCESS
}

#[derive(Default)]
struct Tally {
    in_flight: usize,
    shown: usize,
}

/// A folder with a game that is played by several killed processes.
struct Victim {
    kind: &'static FileKind,
    folder: tempfile::TempDir,
    /// The entries that are certainly in the file, in their notation.
    entries: Vec<String>,
    deaths: usize,
}

impl Victim {
    fn new(kind: &'static FileKind) -> Self {
        Self {
            kind,
            folder: tempfile::tempdir().expect("a folder for the test"),
            entries: Vec::new(),
            deaths: 0,
        }
    }

    /// Starts the playing process, kills it at a random moment, and checks the file.
    fn kill_once(&mut self, rng: &mut Rng, tally: &mut Tally) {
        let program = std::env::current_exe().expect("it is running");
        let mut player = Command::new(program)
            .arg(match self.kind {
                kind if kind == SCENARIO => PLAY_SCENARIO,
                kind if kind == CAMPAIGN => PLAY_CAMPAIGN,
                _ => PLAY,
            })
            .arg(self.folder.path())
            .arg(rng.u64(..).to_string())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it can be started");
        let out = player.stdout.take().expect("it is piped");
        let mut lines = BufReader::new(out).lines().map_while(Result::ok);
        let crashes = lines
            .by_ref()
            .take_while(|line| line != "ready")
            .filter(|line| line == "crash")
            .count();
        assert_eq!(crashes > 0, self.deaths > 0, "the next start reports a crash");
        // A thread reads the output, because the pipe would fill up.
        let reader = std::thread::spawn(move || lines.collect::<Vec<String>>());
        // Some are killed early, with the file just opened or created.
        let longest = if rng.bool() { 30_000 } else { 250_000 };
        std::thread::sleep(Duration::from_micros(rng.u64(0..longest)));
        player.kill().expect("it is running");
        player.wait().expect("it was killed");
        self.deaths += 1;
        let output = reader.join().expect("it only reads");
        self.check_file(&output, tally);
    }

    /// Checks the file against the output of the killed process.
    fn check_file(&mut self, output: &[String], tally: &mut Tally) {
        let mut made = self.entries.clone();
        let mut shown = self.entries.len();
        for line in output {
            match line.split_once(' ') {
                Some(("made", entry)) => made.push(entry.to_owned()),
                Some(("shown", count)) => shown = count.parse().unwrap_or(shown),
                // The kill may have truncated the last line.
                _ => {}
            }
        }
        tally.in_flight += usize::from(made.len() > shown);
        tally.shown += shown.saturating_sub(self.entries.len());
        let Some(path) = game_in(self.folder.path(), self.kind) else {
            assert_eq!(shown, 0, "a game that was shown as saved has no file");
            return;
        };
        let bytes = read(&path).expect("it can be read");
        let found = found_in(self.kind, &bytes);
        assert!(found.len() >= shown, "{} of {shown} entries", found.len());
        // The last entry may be complete in the file but truncated in the output.
        let known = found.len().min(made.len());
        assert_eq!(found[..known], made[..known]);
        assert!(found.len() <= made.len() + 1);
        self.entries = found;
    }
}

/// Returns the entries of a record, in their notation.
fn found_in(kind: &FileKind, bytes: &[u8]) -> Vec<String> {
    match kind {
        kind if kind == SCENARIO => entries_of::<Scenario>(bytes),
        kind if kind == CAMPAIGN => entries_of::<RecordedCampaign>(bytes),
        _ => entries_of::<Founders>(bytes),
    }
}

fn entries_of<G: Recorded>(bytes: &[u8]) -> Vec<String> {
    let loaded = record::read::<G::Notation>(bytes);
    if let Some(error) = &loaded.error {
        assert_eq!(error.kind, RecordErrorKind::Truncated, "{error}");
    }
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    let record = loaded.record.expect("a file is complete or absent");
    (1..=record.main_line().len())
        .filter_map(|number| {
            let (before, action) = (record.game_at(number - 1)?, record.action(number)?.clone());
            Some(record::print_change::<G::Notation>(&before, &record::Change::Play(action)))
        })
        .collect()
}

/// Returns the only game in the folder of games.
fn game_in(folder: &Path, kind: &'static FileKind) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder.join("games")).ok()?;
    let mut games = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == kind.extension));
    let game = games.next();
    assert!(games.next().is_none(), "a game has one file");
    game
}

/// Prints a line to the parent process.
#[expect(clippy::disallowed_methods, reason = "the parent process reads the output")]
fn say(words: &str) {
    let mut out = std::io::stdout().lock();
    // Writing fails only if the parent has already killed this process.
    let _ = writeln!(out, "{words}").and_then(|()| out.flush());
}

/// Starts the thread that saves, and prints the crashes it reports.
fn start(folder: &Path) -> Saver {
    let home = AppFolders { games: Some(folder.join("games")), own: Some(folder.to_owned()) };
    let (running, crashes) = CrashNote::start(folder);
    for _ in crashes {
        say("crash");
    }
    Saver::start(Arc::new(RealDisk), home, running)
}

/// Plays lines of a game and saves until killed.
///
/// `fresh` returns the record of a new game, and `next` a random action that the rules allow.
fn play_lines<G: Recorded>(
    folder: &Path,
    seed: u64,
    fresh: fn() -> record::Record<G>,
    next: fn(&record::Record<G>, &mut Rng) -> G::Action,
) -> ! {
    let mut rng = Rng::with_seed(seed);
    let saver = start(folder);
    let (mut saving, mut record) = match game_in(folder, G::KIND) {
        Some(path) => {
            let bytes = read(&path).expect("it can be read");
            let loaded = record::read::<G::Notation>(&bytes);
            let saving = saver.orders().resume(&path, bytes, &loaded);
            (saving, loaded.record.expect("the record is complete"))
        }
        None => (saver.orders().new_game(), fresh()),
    };
    say("ready");
    let rests = rng.bool();
    loop {
        for _ in 0..rng.usize(1..6) {
            let change = record::Change::Play(next(&record, &mut rng));
            let line = record::print_change::<G::Notation>(record.game(), &change);
            // A full record is not changed any more.
            if record.apply(change).is_err() {
                std::thread::sleep(Duration::from_secs(1));
                continue;
            }
            say(&format!("made {line}"));
            saving.write(&record, vec![line]);
            print_saved(&saving, record.cursor());
        }
        if rests {
            assert!(saving.wait(Duration::from_mins(1)), "{}", saving.words());
            print_saved(&saving, record.cursor());
            std::thread::sleep(Duration::from_millis(rng.u64(0..20)));
        }
    }
}

/// Returns a scenario on [`TABLE`].
fn fresh_scenario() -> scenario::Record {
    new_record(parse(TABLE).expect("a position"))
}

/// The lines that found a campaign.
const FOUNDING: [&str; 3] = ["open class Brute", "character Anna: Brute, level 1", "party Wolves"];

/// Returns the next line of the founding of a campaign, then a random action that the rules allow: a
/// number that changes, or a note.
fn campaign_action(record: &campaign::Record, rng: &mut Rng) -> campaign_rules::Action {
    let line = match (FOUNDING.get(record.cursor()), rng.u8(..4)) {
        (Some(line), _) => (*line).to_owned(),
        (None, 0) => format!("correct gold Anna: {}", rng.u16(..900)),
        (None, 1) => format!("effects Wolves: reputation {:+}", rng.i8(-3..=3)),
        (None, 2) => format!("effects: prosperity +1, design {}", rng.u16(71..100)),
        (None, _) => {
            let length = rng.usize(1..150);
            let words: String =
                std::iter::repeat_with(|| rng.alphanumeric()).take(length).collect();
            format!("note {words}")
        }
    };
    campaign::action::parse_action(&line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// A table on which every line of [`LINES`] can be played.
const TABLE: &str = "board 11x9
level 1
character Brute at A1, initiative 30, hit points 900/900
normal Guard 1 at A2, hit points 900/900
initiative Guard: 50
hand Brute: 10";

/// Lines of an evening that can be played at any time.
const LINES: [&str; 8] = [
    "attack Brute: on Guard 1, 3 +1 pierce 1, drew -1, because the table says so",
    "suffer Brute: 2",
    "heal Guard 1: 1",
    "make fire",
    "bless Brute: 1",
    "shuffle monsters",
    "experience Brute: +1",
    "money C3",
];

/// Returns a random action: a line of play that the rules allow, or a note.
fn scenario_action(record: &scenario::Record, rng: &mut Rng) -> JudgedAction {
    let position = record.game().position();
    let line = LINES[rng.usize(..LINES.len())];
    let action = parse_action(1, line, position.names(), position.board())
        .unwrap_or_else(|error| panic!("{line}: {error}"));
    if rng.bool() && preview(record, &action).is_ok() {
        return action.into();
    }
    let length = rng.usize(1..150);
    let words = std::iter::repeat_with(|| rng.alphanumeric()).take(length).collect();
    scenario_rules::Action::Note(words).into()
}

/// Plays and saves until killed.
fn play(folder: &Path, seed: u64) -> ! {
    let mut rng = Rng::with_seed(seed);
    let saver = start(folder);
    let (mut saving, mut journal) = open(&saver, folder);
    say("ready");
    let setup = journal.setup().clone();
    let mut simulation = Simulation::from_game(setup, journal.game().clone(), seed);
    let rests = rng.bool();
    loop {
        for _ in 0..rng.usize(1..6) {
            let Some(played) = simulation.step() else {
                break;
            };
            let before = journal.game().clone();
            let change = journal.apply(Change::Play(played.action));
            let line = print_change(&before, &change.expect("it was played"));
            say(&format!("made {line}"));
            saving.write(&journal, vec![line]);
            print_saved(&saving, journal.cursor());
        }
        if rests {
            assert!(saving.wait(Duration::from_mins(1)), "{}", saving.words());
            print_saved(&saving, journal.cursor());
            std::thread::sleep(Duration::from_millis(rng.u64(0..20)));
        }
        if journal.game().winner().is_some() {
            std::thread::sleep(Duration::from_secs(1));
        }
    }
}

/// Prints the number of saved entries, when the window title would show them as saved.
fn print_saved(saving: &SaveHandle, entries: usize) {
    if saving.status() == SaveStatus::Saved {
        say(&format!("shown {entries}"));
    }
}

/// Opens the game in the folder, or starts a new one.
fn open(saver: &Saver, folder: &Path) -> (SaveHandle, Journal) {
    if let Some(path) = game_in(folder, FOUNDERS) {
        let bytes = read(&path).expect("it can be read");
        let loaded = read_record(&bytes);
        let saving = saver.orders().resume(&path, bytes, &loaded);
        let journal = loaded.record.expect("the record is complete");
        return (saving, journal);
    }
    let pack = packs::find("practice").expect("it is built in");
    let setup = Simulation::new(&pack, "Three Rivers", 3, 7).expect("it can be played").setup;
    let journal = Journal::new(setup).expect("it can be played");
    (saver.orders().new_game(), journal)
}
