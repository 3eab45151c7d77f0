//! Tests of recovery: no line costs the later ones, and corrected lines have their original text.

use rules::setup::Setup;

use journal::EntryId;

use super::super::*;

const GAME: &str = include_str!("../../../../assets/examples/harbour-duel.founders");

fn whole() -> Journal {
    read_record(GAME.as_bytes()).record.expect("an example")
}

/// Returns the number of the line with these words, counted from 1.
fn line_with(text: &str, words: &str) -> usize {
    text.lines().position(|line| line.contains(words)).expect("it is in it") + 1
}

#[test]
fn the_check_reveals_a_damaged_line_and_no_later_line_is_lost() {
    let damaged = GAME.replacen("Upgrade: build", "Up#rade: build", 1);
    assert_ne!(damaged, GAME);
    let loaded = read_record(damaged.as_bytes());
    assert!(loaded.needs_recovery());
    let mut recovery = LogRecovery::from_log(damaged.clone().into_bytes()).expect("it is damaged");
    let stop = recovery.damaged_line().expect("it is damaged").clone();
    assert_eq!(stop.error.line, line_with(GAME, "Upgrade: build"));
    assert!(stop.text.contains("Up#rade"), "{}", stop.text);
    assert_eq!(stop.lines_after, GAME.lines().count() - stop.error.line);
    let proposal = stop.proposal.expect("its checksum gives it away");
    assert!(proposal.contains("Upgrade: build"), "{proposal}");
    recovery.correct(stop.error.line, &proposal);
    assert_eq!((recovery.damaged_line(), recovery.omitted()), (None, &[][..]));
    assert_eq!(recovery.warnings(), []);
    assert!(recovery.record() == Some(&whole()));
}

#[test]
fn the_checks_restore_the_whole_game_for_any_damaged_byte() {
    let start = GAME.find("\nstart").expect("the game begins") + 1;
    let mut stops = 0;
    for at in (start..GAME.len() - 1).step_by(211) {
        for byte in [b'#', 0xff] {
            let mut bytes = GAME.as_bytes().to_vec();
            bytes[at] = byte;
            let Some(mut recovery) = LogRecovery::from_log(bytes) else {
                continue;
            };
            stops += 1;
            recovery.apply_proposals();
            let stop = recovery.damaged_line();
            assert_eq!(stop, None, "byte {at} as {byte:#04x}");
            assert!(recovery.record() == Some(&whole()), "byte {at} as {byte:#04x}");
        }
    }
    assert!(stops > 50, "{stops}");
}

#[test]
fn lines_that_ran_together_are_separated_again() {
    let line = line_with(GAME, "Upgrade: build");
    let end: usize = GAME.split_inclusive('\n').take(line).map(str::len).sum();
    for between in ["", "\u{1}"] {
        let damaged = format!("{}{between}{}", &GAME[..end - 1], &GAME[end..]);
        let mut recovery = LogRecovery::from_log(damaged.into_bytes()).expect("it is damaged");
        recovery.apply_proposals();
        assert_eq!(recovery.damaged_line(), None);
        assert!(recovery.record() == Some(&whole()));
    }
}

#[test]
fn lines_that_depend_on_an_omitted_line_are_omitted_and_all_others_stay() {
    let damaged = GAME.replacen("Upgrade: build", "Up#rade: build", 1);
    let line = line_with(GAME, "Upgrade: build");
    let mut recovery = LogRecovery::from_log(damaged.into_bytes()).expect("it is damaged");
    recovery.omit_with_dependents();
    assert_eq!(recovery.damaged_line(), None);
    let out = recovery.omitted();
    assert_eq!(out[0].line, line);
    let stays = recovery.record().expect("the header is sound").entry_count();
    let others = ["undo", "redo", "branch", "comment", "name", "mark", "checkpoint"];
    let entries =
        out.iter().filter(|out| !others.iter().any(|word| out.text.starts_with(word))).count();
    assert_eq!((stays, entries), (20, 76));
    assert_eq!(stays + entries, whole().entry_count());
    let before =
        read_record(GAME.split_inclusive('\n').take(line - 1).collect::<String>().as_bytes());
    assert_eq!(before.record.expect("it is sound").entry_count(), 14);
    recovery.discard_decisions();
    assert_eq!(recovery.damaged_line().map(|stop| stop.error.line), Some(line));
    recovery.truncate();
    assert_eq!(recovery.omitted().len(), GAME.lines().count() - line + 1);
    assert!(!recovery.omitted().is_empty());
}

#[test]
fn an_invalid_correction_stops_at_the_same_line_again() {
    let damaged = GAME.replacen("Upgrade: build", "Up#rade: build", 1);
    let line = line_with(GAME, "Upgrade: build");
    let mut recovery = LogRecovery::from_log(damaged.into_bytes()).expect("it is damaged");
    recovery.correct(line, "Upgrade: build nothing");
    assert_eq!(recovery.damaged_line().map(|stop| stop.error.line), Some(line));
    recovery.correct(line, "Note \"an upgrade, nobody knows which\"");
    assert_ne!(recovery.damaged_line().map(|stop| stop.error.line), Some(line));
}

#[test]
fn a_damaged_header_is_restored_from_an_earlier_state_of_the_same_game() {
    let damaged = GAME.replacen("player 1:", "play#r 1:", 1);
    let mut recovery = LogRecovery::from_log(damaged.into_bytes()).expect("it is damaged");
    assert!(recovery.damaged_line().is_some_and(|stop| !stop.can_be_omitted));
    recovery.omit_with_dependents();
    assert!(recovery.record().is_none(), "the header is needed");
    let renamed = GAME.replacen("player 1: ", "player 1: An", 1);
    let loaded = read_record(renamed.as_bytes());
    let other = print_log(&loaded.record.expect("it can be played"));
    assert!(!recovery.restore_header_from(other.as_bytes()), "it is another game");
    let start = GAME.find("\nstart").expect("the game begins") + 1;
    let earlier: String = GAME[start..].split_inclusive('\n').take(5).collect();
    assert!(recovery.restore_header_from(format!("{}{earlier}", &GAME[..start]).as_bytes()));
    assert_eq!(recovery.damaged_line(), None);
    assert!(recovery.record() == Some(&whole()));
}

#[test]
fn other_files_and_truncated_logs_need_no_recovery() {
    for text in ["", "a letter\n", &GAME[..GAME.len() - 5], GAME] {
        assert!(LogRecovery::from_log(text.as_bytes().to_vec()).is_none());
    }
}

/// Pseudorandom numbers, the same ones in each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % limit.max(1)
    }
}

fn empty() -> Journal {
    let mut pack = packs::find("practice").expect("it is built in");
    pack.boards.truncate(1);
    let setup = Setup {
        board: pack.boards[0].name.clone(),
        pack,
        players: vec!["Anna".to_owned(), "Ben".to_owned()],
        ..Setup::default()
    };
    Journal::new(setup).expect("it can be played")
}

/// Returns the action of an entry as text; empty for the start.
fn action_text(journal: &Journal, id: EntryId) -> String {
    let action = journal.entry(id).action();
    action.map(|action| format!("{:?}", action.kind)).unwrap_or_default()
}

/// Returns the path to every entry with its comment, then those of the main line. Entries whose
/// text contains `without` are skipped.
fn paths(journal: &Journal, without: &str) -> [Vec<(Vec<String>, String)>; 2] {
    let (mut found, mut main) = (Vec::new(), Vec::new());
    let mut ahead = vec![EntryId::START];
    while let Some(id) = ahead.pop() {
        ahead.extend(journal.entry(id).continuations());
        if action_text(journal, id).contains(without) {
            continue;
        }
        let mut path = vec![action_text(journal, id)];
        let mut at = id;
        while at != EntryId::START {
            at = journal.entry(at).before();
            path.push(action_text(journal, at));
        }
        path.retain(|step| !step.contains(without));
        let is_main = journal.on_main_line(journal.entry(id).number()) == Some(id);
        let annotated = (path, journal.entry(id).comment().to_owned());
        main.extend(is_main.then(|| annotated.clone()));
        found.push(annotated);
    }
    found.sort();
    [found, main]
}

#[test]
fn every_other_entry_stays_in_place_when_any_entry_is_omitted() {
    for seed in 0..30 {
        let mut dice = Dice(seed);
        let mut journal = empty();
        let mut text = print_log(&journal);
        let mut check = read_record(text.as_bytes()).check;
        let mut notes = Vec::new();
        for number in 0..40 {
            let line = match dice.below(9) {
                0 => format!("undo {}", 1 + dice.below(4)),
                1 => format!("redo {}", 1 + dice.below(3)),
                2 => format!("branch {}", 1 + dice.below(3)),
                3 => format!("comment \"beside {number}\""),
                _ => format!("Note \"n{number};\""),
            };
            let change = parse_change(journal.game(), &line).expect("it can be read");
            if journal.apply(change).is_err() {
                continue;
            }
            let line_text = log_line(check, &line);
            check = line_text.check;
            text.push_str(&line_text.text);
            if line.starts_with("Note") {
                notes.push((text.lines().count(), format!("n{number};")));
            }
        }
        let (line, note) = notes[dice.below(notes.len())].clone();
        let damaged = text.replacen(&format!("Note \"{note}\""), "%%%%%%%%", 1);
        let mut recovery = LogRecovery::from_log(damaged.into_bytes()).expect("it is damaged");
        assert_eq!(recovery.damaged_line().map(|stop| stop.error.line), Some(line));
        recovery.omit(line);
        assert_eq!(recovery.damaged_line(), None, "seed {seed}");
        // Only its annotations are omitted with it.
        let mut out = recovery.omitted().iter();
        assert!(out.all(|out| out.line == line || out.text.starts_with("comment")));
        let recovered = recovery.record().expect("the header is sound");
        let ([all, main], [expected, line]) = (paths(recovered, "no note"), paths(&journal, &note));
        assert_eq!(all, expected, "seed {seed}\n{text}");
        // If the omitted entry was the last of its line, a variation may follow.
        assert!(line.iter().all(|path| main.contains(path)), "seed {seed}\n{text}");
        assert_eq!(recovered.entry_count() + 1, journal.entry_count(), "seed {seed}");
    }
}

#[test]
fn a_line_that_fits_its_check_has_no_proposal() {
    // The header names another player than the lines behind it.
    let damaged = GAME.replacen("player 1: ", "player 1: X", 1);
    let recovery = LogRecovery::from_log(damaged.into_bytes()).expect("it is damaged");
    let stop = recovery.damaged_line().expect("it names a player that the header does not");
    assert_eq!(stop.proposal, None);
}
