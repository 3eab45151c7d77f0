//! Putting earlier entries of a record right, and marking them: what follows is judged again, what
//! no longer holds is said, and nothing is lost.

use scenario::action::{Action, parse_action};
use scenario::record::{Change, ChangeError, Deed, Record, print, read};
use scenario::repair::{Edit, Repair};
use scenario::{Illegal, parse};

const TABLE: &str = "board 7x5
card Guard: move 2, attack
initiative Guard: 50
character Brute at A1, initiative 30
character Tinkerer at A5, initiative 60
normal Guard 3 at E3, hit points 6/6";

/// A record with these entries.
fn record(lines: &[&str]) -> Record {
    let mut record = Record::new(parse(TABLE).expect("it is a position"));
    for line in lines {
        play(&mut record, line);
    }
    record
}

fn action(line: &str) -> Action {
    let position = parse(TABLE).expect("it is a position");
    parse_action(1, line, position.board()).unwrap_or_else(|error| panic!("{line}: {error}"))
}

#[track_caller]
fn play(record: &mut Record, line: &str) {
    record.apply(action(line).into()).unwrap_or_else(|error| panic!("{line}: {error}"));
}

fn made(repair: &Repair) -> Change {
    Change::Make(Deed::Repair(repair.clone()))
}

fn mark(entry: usize, words: Option<&str>) -> Change {
    Change::Make(Deed::Mark { entry, words: words.map(str::to_owned) })
}

fn entries(record: &Record) -> Vec<String> {
    record.played().iter().map(ToString::to_string).collect()
}

/// A repair by what is done at steps of the record, counted from 0.
fn repair(record: &Record, edits: &[(usize, Option<&str>)]) -> Repair {
    let mut repair = Repair::default();
    let steps = record.judge(&repair).steps;
    for (at, line) in edits {
        repair.set(&steps[*at], line.map(action));
    }
    repair
}

/// The record reads back as it is, with every repair in it.
#[track_caller]
fn check_sound(record: &Record) {
    let text = print(record);
    let loaded = read(&text);
    assert_eq!(loaded.error, None, "{text}");
    assert!(loaded.is_sound, "{text}");
    let again = loaded.record.expect("it can be read");
    assert_eq!(entries(&again), entries(record));
    assert_eq!(again.game(), record.game());
    assert_eq!(again.marks(), record.marks());
}

#[test]
fn an_entry_is_changed_put_in_and_left_out_in_one_deed_that_can_be_taken_back() {
    let whole = ["trap C3", "hit points Guard 3: 5/6", "note The door creaks.", "done Brute"];
    let mut record = record(&whole);
    let before = record.game().clone();
    let mut repair = repair(&record, &[(1, Some("hit points Guard 3: 2/6")), (2, None)]);
    let done = record.judge(&repair).steps.remove(3);
    repair.put_before(&done, action("move Brute to C1"));
    let moved = record.judge(&repair).steps.remove(3);
    repair.put_before(&moved, action("move Brute to B1"));
    let judgement = record.judge(&repair);
    assert_eq!(judgement.clash, None);
    let edits: Vec<Edit> = judgement.steps.iter().map(|step| step.edit).collect();
    let new = [Edit::Before(0), Edit::Before(1)];
    assert_eq!(
        edits,
        [&[Edit::Kept, Edit::Instead, Edit::LeftOut][..], &new, &[Edit::Kept]].concat()
    );
    record.apply(made(&repair)).expect("it holds");
    let repaired = [
        "trap C3",
        "hit points Guard 3: 2/6",
        "move Brute to B1",
        "move Brute to C1",
        "done Brute",
    ];
    assert_eq!(entries(&record), repaired);
    assert_eq!(*record.game(), judgement.game);
    assert_eq!(record.game_at(4).expect("it is there").position(), record.game().position());
    check_sound(&record);
    record.apply(Change::Undo).expect("the repair can be taken back");
    assert_eq!((entries(&record), record.game()), (whole.map(str::to_owned).to_vec(), &before));
    record.apply(Change::Redo).expect("and made again");
    assert_eq!(entries(&record), repaired);
    play(&mut record, "round");
    check_sound(&record);
}

#[test]
fn an_entry_that_no_longer_holds_is_named_and_nothing_is_recorded() {
    let lines = ["move Brute to D1", "turn Guard 3: to D2, attacks Brute", "done Brute"];
    let mut record = record(&lines);
    let text = print(&record);
    // The Brute never came: the Guard goes elsewhere.
    let mut repair = repair(&record, &[(0, None)]);
    let judgement = record.judge(&repair);
    let (at, refusal) = judgement.clash.clone().expect("the turn no longer holds");
    assert_eq!(at, 1);
    assert!(matches!(refusal.reasons[0], Illegal::OtherEnd { .. }), "{refusal}");
    let error = record.apply(made(&repair)).expect_err("it does not hold");
    assert!(matches!(&error, ChangeError::NoLongerHolds { action, .. } if *action == lines[1]));
    assert_eq!(print(&record), text);
    let left_out = record.without_clashes(&repair);
    assert_eq!(left_out.to_string(), "without 1\nwithout 2");
    assert_eq!(record.judge(&left_out).clash, None);
    // What was played is played: it stands, with the reason.
    let step = &judgement.steps[at];
    let stands = step.as_it_was_played().expect("a turn can stand");
    repair.set(step, Some(stands.clone()));
    assert!(stands.to_string().starts_with("overrule Guard 3: to D2, attacks Brute, because "));
    record.apply(made(&repair)).expect("now it holds");
    assert_eq!(entries(&record), [stands.to_string(), lines[2].to_owned()]);
    check_sound(&record);
}

#[test]
fn the_table_before_a_step_is_laid_out_with_the_edits_before_it() {
    let record = record(&["move Brute to D1", "move Tinkerer to B4", "done Brute"]);
    let repair = repair(&record, &[(0, Some("move Brute to C1"))]);
    let judgement = record.judge(&repair);
    let before = record.before_step(&judgement, 1).expect("all before it holds");
    assert_eq!(entries(&before), ["move Brute to C1"]);
    assert_eq!(entries(&record.before_step(&judgement, 0).expect("the start")), [""; 0]);
}

#[test]
fn an_edit_is_given_up_by_itself() {
    let record = record(&["trap C3", "done Brute"]);
    let mut repair = repair(&record, &[(1, None)]);
    let done = record.judge(&repair).steps.remove(1);
    repair.put_before(&done, action("trap C4"));
    let put_in = record.judge(&repair).steps.remove(1);
    assert_eq!(put_in.edit, Edit::Before(0));
    repair.set(&put_in, None);
    assert!(!repair.is_empty());
    repair.keep(2);
    assert!(repair.is_empty());
    let nothing = self::record(&["trap C3"]).apply(made(&repair));
    assert_eq!(nothing, Err(ChangeError::NothingRepaired));
}

#[test]
fn marks_stay_with_their_entries() {
    let mut record = record(&["trap C3", "done Brute", "note The door creaks."]);
    record.apply(mark(3, Some("Here it was argued"))).expect("entry 3 is there");
    record.apply(mark(1, Some("The trap: where?"))).expect("entry 1 is there");
    let mut repair = repair(&record, &[(0, None)]);
    let note = record.judge(&repair).steps.remove(2);
    repair.put_before(&note, action("trap C4"));
    record.apply(made(&repair)).expect("it holds");
    let marks = |record: &Record| record.marks().clone().into_iter().collect::<Vec<_>>();
    assert_eq!(marks(&record), [(3, "Here it was argued".to_owned())]);
    check_sound(&record);
    record.apply(Change::Undo).expect("the repair is taken back");
    assert_eq!(marks(&record).len(), 2);
    record.apply(mark(1, None)).expect("a mark goes");
    assert_eq!(marks(&record).len(), 1);
    for _ in 0..2 {
        record.apply(Change::Undo).expect("a mark is taken back");
    }
    assert_eq!(marks(&record), [(3, "Here it was argued".to_owned())]);
    assert_eq!(record.until(2).expect("it is there").marks().len(), 0);
    let early = record.until(3).expect("it is there");
    assert_eq!(early.marks(), record.marks());
    check_sound(&early);
    check_sound(&record);
    let missing = ChangeError::NoSuchEntry { entry: 4, last: 3 };
    assert_eq!(record.apply(mark(4, Some("nowhere"))), Err(missing));
    for words in ["", " spaced ", "two\nlines"] {
        assert_eq!(record.apply(mark(1, Some(words))), Err(ChangeError::Unmarkable), "{words:?}");
    }
}

#[test]
fn a_long_record_is_repaired_early_and_every_game_of_it_is_right() {
    let lines: Vec<String> =
        (0..100).map(|at| format!("hit points Guard 3: {}/99", 1 + at % 90)).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut record = record(&lines);
    let repair = repair(&record, &[(30, None), (40, Some("trap C3"))]);
    record.apply(made(&repair)).expect("it holds");
    let by_hand = self::record(&entries(&record).iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(record.count(), 99);
    for at in 0..=99 {
        assert_eq!(record.game_at(at), by_hand.game_at(at), "after {at}");
    }
    record.apply(Change::Undo).expect("it is taken back");
    let by_hand = self::record(&lines);
    for at in 0..=100 {
        assert_eq!(record.game_at(at), by_hand.game_at(at), "after {at}");
    }
}

/// Entries, marks and game as they have to be: after each deed that was made and not taken back.
type Seen = (Vec<String>, Vec<(usize, String)>, scenario::Game);

fn seen(record: &Record) -> Seen {
    let marks = record.marks().clone().into_iter().collect();
    (entries(record), marks, record.game().clone())
}

/// A deed picked at random that can be made; what it comes to is written down without the record.
fn random_deed(record: &Record, random: &mut fastrand::Rng) -> (Deed, Seen) {
    let (mut lines, mut marks, _) = seen(record);
    let line = |random: &mut fastrand::Rng| format!("hit points Guard 3: {}/6", random.u8(1..=6));
    let deed = match (random.u8(..5), lines.len()) {
        (0, count) if count > 0 => {
            let entry = random.usize(1..=count);
            let words = random.bool().then(|| format!("mark {}", random.u8(..)));
            marks.retain(|(other, _)| *other != entry);
            marks.extend(words.clone().map(|words| (entry, words)));
            marks.sort();
            Deed::Mark { entry, words }
        }
        (1, count) if count > 0 => {
            let mut repair = Repair::default();
            let steps = record.judge(&repair).steps;
            // Up to two entries; those from behind first, so that the numbers before them stay.
            let mut places = [random.usize(..count), random.usize(..count)];
            places.sort_unstable_by(|one, two| two.cmp(one));
            let twice = places[0] == places[1];
            for &at in &places[usize::from(twice)..] {
                let step = &steps[at];
                if random.bool() {
                    let words = line(random);
                    repair.set(step, Some(action(&words)));
                    lines[at] = words;
                } else {
                    repair.set(step, None);
                    lines.remove(at);
                    let entry = at + 1;
                    marks.retain(|(other, _)| *other != entry);
                    for (other, _) in marks.iter_mut().filter(|(other, _)| *other > entry) {
                        *other -= 1;
                    }
                }
            }
            Deed::Repair(repair)
        }
        _ => {
            let words = line(random);
            lines.push(words.clone());
            Deed::Play(action(&words))
        }
    };
    let lines_given: Vec<&str> = lines.iter().map(String::as_str).collect();
    let game = self::record(&lines_given).game().clone();
    (deed, (lines, marks, game))
}

#[test]
fn whatever_is_done_taken_back_and_made_again_the_record_is_what_the_deeds_come_to() {
    for seed in 0..20 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut record = record(&[]);
        let mut expected = vec![seen(&record)];
        let mut at = 0;
        for step in 0..120 {
            match random.u8(..4) {
                0 if at > 0 => {
                    record.apply(Change::Undo).expect("there is a deed");
                    at -= 1;
                }
                1 if at + 1 < expected.len() => {
                    record.apply(Change::Redo).expect("it was taken back");
                    at += 1;
                }
                _ => {
                    let (deed, next) = random_deed(&record, &mut random);
                    record.apply(Change::Make(deed)).expect("it holds");
                    expected.truncate(at + 1);
                    expected.push(next);
                    at += 1;
                }
            }
            assert_eq!(seen(&record), expected[at], "seed {seed}, step {step}");
        }
        let count = record.count();
        let games: Vec<_> = (0..=count).map(|entries| record.game_at(entries)).collect();
        assert!(games.iter().all(Option::is_some) && record.game_at(count + 1).is_none());
        for (entries, game) in games.iter().enumerate() {
            let until = record.until(entries).expect("it is there");
            assert_eq!(Some(until.game()), game.as_ref());
            check_sound(&until);
        }
        check_sound(&record);
    }
}

#[test]
fn repairs_without_end_fill_the_record_instead_of_taking_for_ever() {
    let mut record = record(&["note one"; 1_000]);
    let repair = repair(&record, &[(0, Some("note another"))]);
    let mut last = Ok(());
    let mut count = 0;
    while last.is_ok() && count < 1_000 {
        last = record.apply(made(&repair));
        count += 1;
    }
    assert_eq!((last, count), (Err(ChangeError::Full), 26));
}

#[test]
fn a_written_repair_says_where_it_cannot_be_read() {
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
        ("mark 1:\n", 6, "a mark has up to"),
        ("no mark\n", 6, "the number of an entry"),
    ] {
        let loaded = read(&format!("{head}{text}"));
        let error = loaded.error.unwrap_or_else(|| panic!("{text} is read"));
        assert_eq!(error.line, line, "{text}: {error}");
        assert!(error.to_string().contains(expected), "{text}: {error}");
        assert_eq!(loaded.record.expect("as far as it goes").count(), 1, "{text}");
    }
    let columns = read(&format!("{head}repair:\n  instead of 1: trap D1\n")).error;
    assert_eq!(columns.map(|error| error.column), Some(20));
    let by_hand = read(&format!("{head}repair:\n  before 1: trap B2\n  without 1\nmark 1: Here\n"));
    assert_eq!(by_hand.error, None);
    let record = by_hand.record.expect("it is read");
    assert_eq!(entries(&record), ["trap B2"]);
    check_sound(&record);
}

#[test]
fn any_entry_of_a_whole_scenario_can_be_left_out_and_brought_back() {
    let text = include_str!("../../assets/scenario/games/flooded-cellar.scenario");
    let whole = read(text).record.expect("it is sound");
    let mut kept = 0;
    for at in 0..whole.count() {
        let mut record = whole.clone();
        let alone = repair(&record, &[(at, None)]);
        let holds = record.judge(&alone).clash.is_none();
        let with_all = record.without_clashes(&alone);
        assert_eq!(holds, with_all == alone, "entry {}", at + 1);
        kept += usize::from(holds);
        record.apply(made(&with_all)).unwrap_or_else(|error| panic!("entry {}: {error}", at + 1));
        assert_eq!(record.game(), &record.judge(&Repair::default()).game);
        check_sound(&record);
        record.apply(Change::Undo).expect("it is taken back");
        assert_eq!(entries(&record), entries(&whole));
        assert_eq!(record.game(), whole.game());
    }
    // Most of them nothing depends on: notes, hit points, turns that are over.
    assert!((60..119).contains(&kept), "{kept}");
}

#[test]
fn the_repair_on_the_published_page_is_read() {
    let page = include_str!("../../assets/help/scenario.md");
    let block = page.split("```text\nrepair:").nth(1).and_then(|rest| rest.split("```").next());
    let block = block.expect("the page has an example of a repair");
    let table = TABLE.replace('\n', "\n  ");
    let entries = "note one\n".repeat(20);
    let text =
        format!("Founders Ledger scenario 1\ntable:\n  {table}\nplay:\n{entries}repair:{block}");
    let loaded = read(&text);
    assert_eq!(loaded.error, None, "{text}");
    let record = loaded.record.expect("it is read");
    assert_eq!(record.count(), 20);
    assert_eq!(record.entry(12).expect("it is there").to_string(), "trap C4");
    assert_eq!(record.entry(15).expect("it is there").to_string(), "initiative Guard: 30");
}

#[test]
fn a_figure_is_found_however_its_accents_are_typed() {
    let table = |name: &str| format!("board 7x5\ncharacter {name} at A1, initiative 30");
    let play = |table: &str, line: &str| {
        let mut record = Record::new(parse(table).expect("it is a position"));
        play(&mut record, line);
        let figures = record.game().position().figures();
        figures.iter().map(|figure| figure.hex.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(play(&table("Zoë"), "move Zoe\u{308} to B1"), "B1");
    assert_eq!(play(&table("Zoe\u{308}"), "move zoË to B1"), "B1");
    // No earlier version took an accent of its own, so no record holds the two as two figures.
    let both = table("Zoë") + "\ncharacter Zoe\u{308} at A3, initiative 40";
    assert!(parse(&both).is_err_and(|error| error.to_string().contains("Zoë")));
}
