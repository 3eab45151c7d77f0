//! Repairs of earlier entries: later entries are judged again, those that no longer hold are named,
//! and nothing is lost.

use campaign::action::print_action;
use campaign::record::{Record, Repair, new_record, played_actions};
use campaign_rules::Illegal;

use crate::example::SCENARIOS;
use crate::record::{check_sound, play};
use crate::support::{PARTY, action};

fn record() -> Record {
    let mut record = new_record();
    play(&mut record, PARTY);
    play(&mut record, "buy Anna: 12\nsell Anna: 12\nbuy Ben: 12");
    record
}

fn last_lines(record: &Record, count: usize) -> Vec<String> {
    let lines: Vec<String> = played_actions(record).map(print_action).collect();
    lines[lines.len() - count..].to_vec()
}

#[track_caller]
fn accept(record: &mut Record, repair: &Repair) {
    let changes = repair.accept(record).expect("there is room").expect("every entry holds");
    for change in changes {
        record.apply(change).unwrap_or_else(|error| panic!("{error:?}"));
    }
}

#[test]
fn corrected_price_changes_the_gold_of_later_entries_and_keeps_the_old_line() {
    let mut record = record();
    let (before, last) = (record.game().clone(), record.here());
    let mut repair = Repair::new(&record);
    let item = 8;
    repair.change(&record, item, action("item 12: 15 gold, 1 copy"));
    assert!(repair.clash().is_none());
    accept(&mut record, &repair);
    let name = campaign_rules::Name::new("Anna");
    let gold = |record: &Record| record.game().campaign().character(&name).map(|of| of.gold);
    assert_eq!(gold(&record), Some(30 - 15 + 7));
    check_sound(&record);
    record.go_to(last);
    assert_eq!((gold(&record), record.game()), (Some(30 - 25 + 12), &before));
}

#[test]
fn entry_that_no_longer_holds_is_named_and_can_be_overruled() {
    let mut record = record();
    let sale = record.cursor() - 1;
    // Anna never sold the only copy, so Ben cannot buy it.
    let mut repair = Repair::new(&record);
    repair.remove(&record, sale);
    let clash = repair.clash().expect("the purchase no longer holds").clone();
    assert!(matches!(clash.refusal.reasons[0], Illegal::NoCopy { .. }), "{:?}", clash.refusal);
    assert_eq!(repair.accept(&record), Ok(None));
    repair.overrule(&record, clash.number, "Ben has borrowed it");
    assert!(repair.clash().is_none());
    accept(&mut record, &repair);
    assert_eq!(
        last_lines(&record, 2),
        ["buy Anna: 12", "overrule buy Ben: 12, because Ben has borrowed it"]
    );
    check_sound(&record);
}

#[test]
fn inserted_entry_is_judged_at_its_place() {
    let mut record = record();
    let first_sale = record.cursor() - 1;
    let mut repair = Repair::new(&record);
    repair.insert(&record, first_sale, action("effects Wolves: reputation +8"));
    assert!(repair.clash().is_none());
    accept(&mut record, &repair);
    let name = campaign_rules::Name::new("Ben");
    let gold = record.game().campaign().character(&name).map(|of| of.gold);
    assert_eq!(gold, Some(30 - 23));
    check_sound(&record);
}

/// Returns the number of the entry with this line.
#[track_caller]
fn entry_of(record: &Record, line: &str) -> usize {
    let at = played_actions(record).position(|action| print_action(action) == line);
    at.expect("the line is there") + 1
}

#[test]
fn entry_of_three_evenings_ago_is_repaired_and_everything_after_it_is_judged_again() {
    let mut record = campaign::record::read(SCENARIOS).record.expect("it is sound");
    let first = entry_of(&record, "gains Anna: 14 experience, 6 tokens, 2 checkmarks");
    let name = |name| campaign_rules::Name::new(name);
    let cid = |record: &Record| record.game().campaign().character(&name("Cid")).is_some();
    // She had one token more then: every later amount of hers is 2 gold higher.
    let mut repair = Repair::new(&record);
    let line = "gains Anna: 14 experience, 7 tokens, 2 checkmarks";
    repair.change(&record, first, action(line));
    assert!(repair.clash().is_none());
    let road = entry_of(
        &record,
        "note Next week: scenario 1 or 2 is done, so another text has to unlock more.",
    );
    let before = record.game_at(road - 15).expect("it is there");
    accept(&mut record, &repair);
    let after = record.game_at(road - 15).expect("it is there");
    let gold =
        |game: &campaign_rules::Game| game.campaign().character(&name("Anna")).map(|of| of.gold);
    assert_eq!(gold(&after), gold(&before).map(|gold| gold + 2));
    check_sound(&record);
    // One checkmark less, and her perk of the second evening is no longer there to take; nor is
    // the level, whose steps were done.
    let mut repair = Repair::new(&record);
    repair.change(&record, first, action("gains Anna: 14 experience, 7 tokens, 1 checkmark"));
    let clash = repair.clash().expect("the perk no longer holds").clone();
    assert_eq!(clash.number, entry_of(&record, "perk Anna: remove two -1"));
    assert!(matches!(clash.refusal.reasons[0], Illegal::NoPerkOpen { .. }), "{:?}", clash.refusal);
    assert_eq!(repair.accept(&record), Ok(None));
    repair.remove_clashing(&record);
    assert!(repair.clash().is_none(), "{:?}", repair.clash());
    accept(&mut record, &repair);
    assert!(cid(&record), "what followed is kept");
    check_sound(&record);
}
