//! Repairs of earlier entries: later entries are judged again, those that no longer hold are named,
//! and nothing is lost.

use scenario::parse;
use scenario::record::{
    Change, ChangeError, Record, Repair, action_text, new_record, played_actions, print, read,
};
use scenario_rules::Illegal;
use scenario_rules::action::Action;

use crate::support::action_on;

const TABLE: &str = "board 7x5
card Guard: move 2, attack
initiative Guard: 50
character Brute at A1, initiative 30
character Tinkerer at A5, initiative 60
normal Guard 3 at E3, hit points 6/6";

/// Returns a record with these entries.
fn record(lines: &[&str]) -> Record {
    let mut record = new_record(parse(TABLE).expect("it is a position"));
    for line in lines {
        play(&mut record, line);
    }
    record
}

#[track_caller]
fn action(record: &Record, line: &str) -> Action {
    action_on(record.game().position(), line)
}

#[track_caller]
fn play(record: &mut Record, line: &str) {
    let action = action(record, line);
    record.apply(Change::play(action)).unwrap_or_else(|error| panic!("{line}: {error:?}"));
}

/// Accepts a repair.
#[track_caller]
fn accept(record: &mut Record, repair: &Repair) {
    let changes = repair.accept(record).expect("there is room").expect("every entry holds");
    for change in changes {
        record.apply(change).unwrap_or_else(|error| panic!("{error:?}"));
    }
}

#[track_caller]
fn mark(record: &mut Record, entry: usize, words: &str) {
    let id = record.on_main_line(entry).expect("the entry is there");
    for change in record.changes_at(id, Change::Comment(words.to_owned())) {
        record.apply(change).unwrap_or_else(|error| panic!("{error:?}"));
    }
}

fn entries(record: &Record) -> Vec<String> {
    played_actions(record).map(|action| action_text(record, action)).collect()
}

/// Checks that the record reads back the same, with every line of play.
#[track_caller]
fn check_sound(record: &Record) {
    let text = print(record);
    let loaded = read(&text);
    assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()), "{text}");
    let again = loaded.record.expect("it can be read");
    assert_eq!((again.game(), &again), (record.game(), record));
}

#[test]
fn repair_changes_inserts_and_removes_entries_and_keeps_the_old_line() {
    let whole = ["trap C3", "hit points Guard 3: 5/6", "note The door creaks.", "done Brute"];
    let mut record = record(&whole);
    let (before, last) = (record.game().clone(), record.here());
    let mut repair = Repair::new(&record);
    repair.change(&record, 2, action(&record, "hit points Guard 3: 2/6").into());
    repair.remove(&record, 3);
    repair.insert(&record, 3, action(&record, "move Brute to C1").into());
    repair.insert(&record, 3, action(&record, "move Brute to B1").into());
    assert!(repair.clash().is_none() && repair.is_edited(&record));
    assert_eq!(entries(&record), whole, "a draft touches nothing");
    accept(&mut record, &repair);
    let repaired = [
        "trap C3",
        "hit points Guard 3: 2/6",
        "move Brute to B1",
        "move Brute to C1",
        "done Brute",
    ];
    assert_eq!(entries(&record), repaired);
    assert_eq!(record.game(), repair.game_reached());
    check_sound(&record);
    let repaired_at = record.here();
    record.go_to(last);
    assert_eq!((entries(&record), record.game()), (whole.map(str::to_owned).to_vec(), &before));
    record.go_to(repaired_at);
    assert_eq!(entries(&record), repaired);
    play(&mut record, "round");
    check_sound(&record);
}

#[test]
fn repair_names_an_entry_that_no_longer_holds_and_cannot_be_accepted() {
    let lines = ["move Brute to D1", "turn Guard 3: to D2, attacks Brute", "done Brute"];
    let mut record = record(&lines);
    // The Brute never came, so the Guard moves elsewhere.
    let mut repair = Repair::new(&record);
    repair.remove(&record, 1);
    let clash = repair.clash().expect("the turn no longer holds").clone();
    assert_eq!(clash.number, 1);
    assert!(matches!(clash.refusal.reasons[0], Illegal::OtherEnd { .. }), "{:?}", clash.refusal);
    assert_eq!(repair.accept(&record), Ok(None));
    let mut left_out = repair.clone();
    left_out.remove_clashing(&record);
    assert!(left_out.clash().is_none());
    let kept = left_out.steps().iter().map(|step| action_text(&record, &step.action.action));
    assert_eq!(kept.collect::<Vec<_>>(), lines[2..]);
    // A turn that was played can be kept, with the reason.
    assert!(repair.let_stand(&record, 1), "a turn can stand");
    assert!(!repair.let_stand(&record, 2), "nothing else is judged by rules");
    accept(&mut record, &repair);
    let [stands, done] = &entries(&record)[..] else { panic!("two entries are left") };
    assert!(stands.starts_with("overrule Guard 3: to D2, attacks Brute, because "), "{stands}");
    assert_eq!(done, lines[2]);
    check_sound(&record);
}

#[test]
fn record_before_an_entry_is_that_of_the_repair_draft() {
    let record = record(&["move Brute to D1", "move Tinkerer to B4", "done Brute"]);
    let mut repair = Repair::new(&record);
    repair.change(&record, 1, action(&record, "move Brute to C1").into());
    let before = |number| repair.record_before(&record, number).map(|record| entries(&record));
    assert_eq!(before(1), Some(Vec::new()));
    assert_eq!(before(2), Some(vec!["move Brute to C1".to_owned()]));
    assert_eq!(before(4).map(|entries| entries.len()), Some(3));
    assert_eq!((before(0), before(5)), (None, None));
}

#[test]
fn each_edit_of_a_repair_can_be_reset_separately() {
    let record = record(&["trap C3", "done Brute", "round"]);
    let mut repair = Repair::new(&record);
    repair.change(&record, 1, action(&record, "trap C4").into());
    repair.remove(&record, 2);
    assert!(repair.is_edited(&record));
    repair.reset(&record, 1);
    repair.restore(&record, record.main_line()[1]);
    repair.restore(&record, record.main_line()[1]);
    assert_eq!(repair.steps().len(), 3);
    assert!(!repair.is_edited(&record) && repair.clash().is_none());
    assert_eq!(repair.accept(&record), Ok(Some(Vec::new())));
}

#[test]
fn marks_stay_with_their_entries_through_a_repair() {
    let mut record = record(&["trap C3", "done Brute", "note The door creaks."]);
    mark(&mut record, 3, "Here it was argued");
    mark(&mut record, 1, "The trap: where?");
    let mut repair = Repair::new(&record);
    repair.remove(&record, 1);
    repair.insert(&record, 2, action(&record, "trap C4").into());
    let last = record.here();
    accept(&mut record, &repair);
    assert_eq!(record.commented_entries(), [(3, "Here it was argued")]);
    check_sound(&record);
    record.go_to(last);
    assert_eq!(record.commented_entries().len(), 2);
    mark(&mut record, 1, "");
    assert_eq!(record.commented_entries(), [(3, "Here it was argued")]);
    let early = record.up_to(2).expect("it is there");
    assert_eq!(early.commented_entries(), []);
    check_sound(&early);
    check_sound(&record);
    let long = Change::Comment("x".repeat(::record::MAX_TEXT + 1));
    assert_eq!(record.apply(long), Err(ChangeError::TextTooLong));
}

#[test]
fn early_repair_of_a_long_record_gives_the_right_game_at_every_entry() {
    let lines: Vec<String> =
        (0..100).map(|at| format!("hit points Guard 3: {}/99", 1 + at % 90)).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut record = record(&lines);
    let last = record.here();
    let mut repair = Repair::new(&record);
    repair.change(&record, 41, action(&record, "trap C3").into());
    repair.remove(&record, 31);
    accept(&mut record, &repair);
    let played_directly =
        self::record(&entries(&record).iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(record.cursor(), 99);
    for at in 0..=99 {
        assert_eq!(record.game_at(at), played_directly.game_at(at), "after {at}");
    }
    record.go_to(last);
    let played_directly = self::record(&lines);
    for at in 0..=100 {
        assert_eq!(record.game_at(at), played_directly.game_at(at), "after {at}");
    }
}

#[test]
fn any_entry_of_a_complete_scenario_can_be_removed_by_a_repair() {
    // Nothing depends on most entries: notes, hit points, finished turns.
    let cellar = include_str!("../../assets/scenario/games/flooded-cellar.scenario");
    let kept = remove_each(cellar);
    assert!((60..119).contains(&kept), "{kept}");
    let mill = include_str!("../../assets/scenario/games/salt-mill.scenario");
    let kept = remove_each(mill);
    assert!(kept > 20, "{kept}");
}

/// Removes each entry of a record by a repair, and checks the record after it. Returns the number of
/// entries without which all others hold.
fn remove_each(text: &str) -> usize {
    let whole = read(text).record.expect("it is sound");
    let mut kept = 0;
    for number in 1..=whole.cursor() {
        let mut record = whole.clone();
        let mut repair = Repair::new(&record);
        repair.remove(&record, number);
        let holds = repair.clash().is_none();
        repair.remove_clashing(&record);
        assert_eq!(holds, repair.steps().len() == whole.cursor() - 1, "entry {number}");
        kept += usize::from(holds);
        accept(&mut record, &repair);
        assert_eq!(record.game(), repair.game_reached(), "entry {number}");
        check_sound(&record);
        assert_eq!(whole.entry_count() + record.cursor() + 1 - number, record.entry_count());
    }
    kept
}

#[test]
fn figure_name_matches_with_any_typing_of_its_accents() {
    let table = |name: &str| format!("board 7x5\ncharacter {name} at A1, initiative 30");
    let play = |table: &str, line: &str| {
        let mut record = new_record(parse(table).expect("it is a position"));
        play(&mut record, line);
        let figures = record.game().position().figures();
        figures.iter().map(|figure| figure.hex.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(play(&table("Zoë"), "move Zoe\u{308} to B1"), "B1");
    assert_eq!(play(&table("Zoe\u{308}"), "move zoË to B1"), "B1");
    // No earlier version accepted a separate accent, so no record holds both as two figures.
    let both = table("Zoë") + "\ncharacter Zoe\u{308} at A3, initiative 40";
    assert!(parse(&both).is_err_and(|error| error.to_string().contains("Zoë")));
}

#[test]
fn repair_lines_of_the_published_page_are_those_a_repair_writes() {
    let page = include_str!("../../assets/help/scenario.md");
    let block = page.split("```text\nundo 2").nth(1).and_then(|rest| rest.split("```").next());
    let block = format!("undo 2{}", block.expect("the page has an example of a repair"));
    let mut record = record(&["note Begun.", "trap C3", "note The door creaks.", "done Brute"]);
    let mut repair = Repair::new(&record);
    repair.change(&record, 2, action(&record, "trap C4").into());
    let game = record.game().clone();
    let changes = repair.accept(&record).expect("there is room").expect("it holds");
    let lines = changes
        .iter()
        .map(|change| ::record::print_change::<scenario::record::ScenarioNotation>(&game, change));
    assert_eq!(lines.collect::<Vec<_>>(), block.lines().collect::<Vec<_>>());
    accept(&mut record, &repair);
    assert_eq!(entries(&record).get(1).map(String::as_str), Some("trap C4"));
}
