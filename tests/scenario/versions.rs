//! Records of every version ever written: all of them open with unchanged contents.

use std::path::Path;

use scenario::parse;
use scenario::record::{
    Record, RecordErrorKind, ScenarioNotation, action_text, played_actions, print, read, read_bytes,
};
use scenario_rules::{Edition, Game};

use crate::support::action_on;

/// The entries, marks and game of a record.
type Contents = (Vec<String>, Vec<(usize, String)>, Game);

fn contents(record: &Record) -> Contents {
    let marks =
        record.commented_entries().into_iter().map(|(entry, words)| (entry, words.to_owned()));
    let entries = played_actions(record).map(|action| action_text(record, action)).collect();
    (entries, marks.collect(), record.game().clone())
}

/// Checks that a record written in the present version reads back the same.
#[track_caller]
fn check_renewed(record: &Record) {
    let text = print(record);
    assert!(text.starts_with("Founders Ledger scenario 2\n"), "{text}");
    let again = read(&text);
    assert_eq!((again.error, again.warnings), (None, Vec::new()), "{text}");
    assert_eq!(again.record.as_ref(), Some(record), "{text}");
    assert_eq!(again.record.map(|record| contents(&record)), Some(contents(record)));
}

#[test]
fn scenario_file_of_every_version_opens_and_is_written_in_the_present_one() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scenario/versions");
    let files = std::fs::read_dir(folder).expect("the folder is there").flatten();
    let mut count = 0;
    for path in files.map(|entry| entry.path()) {
        let bytes = std::fs::read(&path).expect("it is there");
        let loaded = read_bytes(&bytes);
        assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()), "{}", path.display());
        assert!(loaded.is_older, "{}", path.display());
        check_renewed(&loaded.record.expect("it is read"));
        count += 1;
    }
    assert_eq!(count, 2);
}

#[test]
fn example_of_version_1_has_the_contents_of_the_present_example() {
    let old = include_str!("versions/1-cellar.scenario");
    let now = include_str!("../../assets/scenario/games/flooded-cellar.scenario");
    let [old, now] = [old, now].map(|text| contents(&read(text).record.expect("it is read")));
    assert_eq!((&old.0, &old.1, old.2.round()), (&now.0, &now.1, now.2.round()));
    assert_eq!(old.2.position().figures(), now.2.position().figures());
}

#[test]
fn undos_and_repairs_of_version_1_have_their_original_result() {
    let record = read(include_str!("versions/1-deeds.scenario")).record.expect("it is read");
    let (entries, marks, game) = contents(&record);
    assert_eq!(
        entries,
        [
            "note First evening.",
            "trap C4",
            "move Brute to B1",
            "hit points Guard 3: 5/6",
            "done Brute",
            "round",
        ]
    );
    // The mark of the third entry moved with it, and was removed there.
    assert_eq!(marks, []);
    assert_eq!(game.round(), 2);
    assert_eq!(record.tags.title.as_deref(), Some("Put right"));
    // No undone entry is lost.
    assert_eq!(record.entry_count(), 10);
}

const TABLE: &str = "board 7x5
card Guard: move 2, attack
initiative Guard: 50
character Brute at A1, initiative 30
normal Guard 3 at E3, hit points 6/6";

fn head() -> String {
    let table = TABLE.replace('\n', "\n  ");
    format!("Founders Ledger scenario 1\nrules: 2\ntable:\n  {table}\nplay:\n")
}

/// Returns the game after these entries.
fn game_of(lines: &[String]) -> Game {
    let edition = Edition::Second;
    let game = Game::for_edition(parse(TABLE).expect("it is a position"), edition);
    lines.iter().fold(game, |game, line| {
        let action = action_on(game.position(), line);
        game.outcome_by_edition(&action, edition).expect("it is legal").game
    })
}

/// Returns a random action line.
fn random_line(random: &mut fastrand::Rng) -> String {
    format!("hit points Guard 3: {}/6", random.u8(1..=6))
}

/// Returns the lines of a random operation on a record, and its resulting state.
fn random_operation((lines, marks): &State, random: &mut fastrand::Rng) -> (String, State) {
    let (mut lines, mut marks) = (lines.clone(), marks.clone());
    let operation = match (random.u8(..5), lines.len()) {
        (0, count) if count > 0 => {
            let entry = random.usize(1..=count);
            marks.retain(|(other, _)| *other != entry);
            if random.bool() {
                let words = format!("mark {}", random.u8(..));
                marks.push((entry, words.clone()));
                marks.sort();
                format!("mark {entry}: {words}\n")
            } else {
                format!("no mark {entry}\n")
            }
        }
        (1, count) if count > 0 => {
            let mut repair = "repair:\n".to_owned();
            // Up to two entries, the later one first, so that earlier numbers stay valid.
            let mut places = [random.usize(..count), random.usize(..count)];
            places.sort_unstable_by(|one, two| two.cmp(one));
            let twice = places[0] == places[1];
            for &at in &places[usize::from(twice)..] {
                let entry = at + 1;
                match random.u8(..3) {
                    0 => {
                        let words = random_line(random);
                        repair.extend([format!("  instead of {entry}: {words}\n")]);
                        lines[at] = words;
                    }
                    1 => {
                        let words = random_line(random);
                        repair.extend([format!("  before {entry}: {words}\n")]);
                        lines.insert(at, words);
                        for (other, _) in marks.iter_mut().filter(|(other, _)| *other >= entry) {
                            *other += 1;
                        }
                    }
                    _ => {
                        repair.extend([format!("  without {entry}\n")]);
                        lines.remove(at);
                        marks.retain(|(other, _)| *other != entry);
                        for (other, _) in marks.iter_mut().filter(|(other, _)| *other > entry) {
                            *other -= 1;
                        }
                    }
                }
            }
            repair
        }
        _ => {
            let words = random_line(random);
            lines.push(words.clone());
            words + "\n"
        }
    };
    (operation, (lines, marks))
}

/// The entries and the marks of a record.
type State = (Vec<String>, Vec<(usize, String)>);

#[test]
fn record_of_version_1_has_the_result_of_any_undos_redos_and_repairs() {
    for seed in 0..40 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut text = head();
        let mut expected: Vec<State> = vec![State::default()];
        let mut at = 0;
        for step in 0..60 {
            match random.u8(..4) {
                0 if at > 0 => {
                    text.push_str("undo\n");
                    at -= 1;
                }
                1 if at + 1 < expected.len() => {
                    text.push_str("redo\n");
                    at += 1;
                }
                _ => {
                    let (operation, next) = random_operation(&expected[at], &mut random);
                    text.push_str(&operation);
                    expected.truncate(at + 1);
                    expected.push(next);
                    at += 1;
                }
            }
            let loaded = read(&text);
            assert_eq!(loaded.error, None, "seed {seed}, step {step}: {text}");
            let record = loaded.record.expect("it is read");
            let (entries, marks) = expected[at].clone();
            let game = game_of(&entries);
            assert_eq!(
                contents(&record),
                (entries, marks, game),
                "seed {seed}, step {step}: {text}"
            );
            if step % 10 == 9 {
                check_renewed(&record);
            }
        }
    }
}

#[test]
fn unreadable_record_of_version_1_names_its_line() {
    let head = "Founders Ledger scenario 1\ntable:\n  board 3x3\nplay:\ntrap A1\n";
    for (text, line, expected) in [
        ("repair:\n", 6, "an edit below"),
        ("repair:\nround\n", 6, "an edit below"),
        ("repair:\n  without 2\n", 6, "there is no entry 2; the last is 1"),
        ("repair:\n  without A1\n", 7, "the number of an entry"),
        ("repair:\n  after 1: round\n", 7, "before 12:"),
        ("repair:\n  instead of 1: fly\n", 7, "an action"),
        ("repair:\n  instead of 1: trap D1\n", 7, "a hex from A1 to C3"),
        ("repair:\n  without 1\n  instead of 1: round\n", 8, "nothing is decided yet"),
        ("repair:\n  instead of 1: remove Brute\n", 6, "no longer holds after the repair"),
        ("mark 2: nowhere\n", 6, "there is no entry 2"),
        ("mark 1:\n", 6, "a mark of up to"),
        ("no mark x\n", 6, "the number of an entry"),
        ("move Brute to B1\n", 6, "nobody on the map is called Brute"),
        ("fly Brute\n", 6, "an action"),
        ("undo\nundo\n", 7, "a line to be taken back"),
        ("redo\n", 6, "taken back"),
        ("trap A1  ~00000000\n", 6, "check"),
        ("rules: 9\n", 6, "an edition of the rules up to 3"),
    ] {
        let loaded = read(&format!("{head}{text}"));
        let error = loaded.error.unwrap_or_else(|| panic!("{text} is read"));
        assert_eq!(error.line, line, "{text}: {error}");
        assert!(error.to_string().contains(expected), "{text}: {error}");
        assert!(loaded.record.is_some(), "as far as it goes: {text}");
    }
    let columns = read(&format!("{head}repair:\n  instead of 1: trap D1\n")).error;
    assert_eq!(columns.and_then(|error| error.kind.column()), Some(20));
    for (text, line, expected) in [
        ("Founders Ledger scenario 1\n", 1, "table:"),
        ("Founders Ledger scenario 1\ncolour: red\n", 2, "title:"),
        ("Founders Ledger scenario 1\ntable:\n  board 3x\nplay:\n", 3, "columns and rows"),
        ("Founders Ledger scenario 1\ntable:\n  board 3x3\n", 3, "play:"),
    ] {
        let error = read(text).error.unwrap_or_else(|| panic!("{text} is read"));
        assert_eq!(error.line, line, "{text}: {error}");
        assert!(error.to_string().contains(expected), "{text}: {error}");
    }
}

#[test]
fn record_of_version_1_cut_off_anywhere_reads_as_an_earlier_state() {
    let text = include_str!("versions/1-deeds.scenario");
    let head = text.find("play:\n").expect("it has a head") + "play:\n".len();
    // A repair was written completely or not at all.
    let repair = text.find("repair:").expect("it has one");
    for cut in head..=repair {
        let loaded = read(&text[..cut]);
        let is_whole = text[..cut].ends_with('\n') || text[cut..].starts_with('\n');
        let trouble = loaded.error.map(|error| error.kind);
        assert_eq!(trouble, (!is_whole).then_some(RecordErrorKind::Truncated), "{}", &text[..cut]);
        assert!(loaded.record.is_some_and(|record| record.cursor() <= 4));
    }
}

#[test]
fn reading_stops_at_an_excessive_number_of_repairs() {
    let mut text = head() + &"note one\n".repeat(1_000);
    for round in 0..40 {
        text.extend([format!("repair:\n  instead of 1: note {round}\n")]);
    }
    let error = read(&text).error.expect("it is too much");
    assert!(error.to_string().contains("repairs of 25000 entries"), "{error}");
}

#[test]
fn invalid_utf_8_in_a_record_of_version_1_is_reported_with_its_line() {
    let text = include_str!("versions/1-cellar.scenario");
    let torn = [text.as_bytes(), &b"trap \xff\x00"[..]].concat();
    let loaded = record::read::<ScenarioNotation>(&torn);
    let error = loaded.error.expect("it is reported");
    assert_eq!((error.line, error.kind.column()), (text.lines().count() + 1, Some(6)));
    assert_eq!(loaded.record, read(text).record);
}
