//! Records of campaigns: saved, read back, undone, and printed for people.

use campaign::record::{
    CampaignNotation, Change, Record, action_at, advice, new_record, preview, print,
    print_for_people, read, receipt_of,
};
use campaign::sentence::sentence_of;
use record::Notation;

use crate::support::{PARTY, WON, action};

#[track_caller]
pub fn play(record: &mut Record, lines: &str) {
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        record
            .apply(Change::Play(action(line)))
            .unwrap_or_else(|error| panic!("{line}: {}", campaign::record::change_text(&error)));
    }
}

/// Returns a record with a party that has won a scenario.
pub fn evening() -> Record {
    let mut record = new_record();
    play(&mut record, PARTY);
    play(&mut record, WON);
    play(&mut record, "gains Anna: 7 experience, 4 tokens\ntravel Wolves: town\nbuy Anna: 12");
    record
}

#[track_caller]
pub fn check_sound(record: &Record) {
    for text in [print(record), print_for_people(record)] {
        let loaded = read(&text);
        assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()), "{text}");
        let again = loaded.record.expect("it can be read");
        assert_eq!(again.game(), record.game(), "{text}");
    }
    let again = read(&print(record)).record.expect("it can be read");
    assert_eq!(&again, record);
}

#[test]
fn record_of_a_campaign_reads_back_the_same_in_both_forms() {
    let mut record = evening();
    record.tags.title = Some("The wolves of the marsh".to_owned());
    record.apply(Change::Comment("Bought in a hurry.".to_owned())).expect("an entry is there");
    check_sound(&record);
    let text = print(&record);
    assert!(text.starts_with("Founders Ledger campaign 1\ntitle: "), "{text}");
    let (_, played) = text.split_once("rules: 1\n").expect("the edition of the rules");
    assert!(played.lines().all(|line| line.contains("  ~")), "every line has a check");
    let people = print_for_people(&record);
    for heading in ["After 0 scenarios", "After 1 scenario"] {
        assert!(people.lines().any(|line| line == heading), "{heading} in\n{people}");
    }
    assert_eq!(record.commented_entries(), [(record.cursor(), "Bought in a hurry.")]);
}

#[test]
fn undo_takes_back_a_purchase_with_its_gold_and_a_variation_keeps_it() {
    let mut record = evening();
    let bought = record.game().clone();
    record.apply(Change::Undo(1)).expect("there is an entry");
    let name = campaign_rules::Name::new("Anna");
    let gold = |record: &Record| record.game().campaign().character(&name).map(|of| of.gold);
    assert_eq!(gold(&record), Some(42));
    play(&mut record, "buy Anna: 13");
    check_sound(&record);
    record.apply(Change::Undo(1)).expect("there is an entry");
    record.apply(Change::Branch(1)).expect("there are two lines of play");
    record.apply(Change::Redo(1)).expect("the line goes on");
    check_sound(&record);
    let both = [bought.campaign(), record.game().campaign()];
    let owned = both.map(|of| of.character(&name).map(|of| of.items.clone()));
    assert_ne!(owned[0], None);
    assert!(record.entry_count() > record.cursor(), "no line of play is lost");
}

#[test]
fn damaged_check_is_noticed_and_a_broken_rule_ends_the_reading() {
    let text = print(&evening());
    let damaged = text.replacen("buy Anna: 12", "buy Anna: 13", 1);
    let loaded = read(&damaged);
    assert!(!loaded.warnings.is_empty() || loaded.error.is_some(), "{damaged}");
    let people = print_for_people(&evening());
    let refused = people.replacen("buy Anna: 12", "buy Anna: 40", 1);
    let error = read(&refused).error.expect("item 40 is not in the supply").to_string();
    assert!(error.contains("item 040 is not in the supply"), "{error}");
}

#[test]
fn header_of_a_newer_edition_or_with_a_start_is_refused() {
    for (header, message) in [
        ("rules: 2", "the edition 1 of the rules"),
        ("start:\n  party Wolves", "starts with a new box"),
    ] {
        let text = format!("Founders Ledger campaign notation 1\n{header}\n\nplay:\n");
        let error = read(&text).error.expect("it is refused").to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn sentences_and_receipts_say_what_an_entry_did() {
    let record = evening();
    let last = record.cursor();
    assert_eq!(
        sentence_of(&record, last).as_deref(),
        Some("Item 012 goes to Anna; Anna: gold 42 → 17: − 25 for item 012.")
    );
    assert_eq!(receipt_of(&record, last).len(), 2);
    assert_eq!(action_at(&record, last + 1), None);
    assert_eq!(CampaignNotation::players(&record), ["Anna", "Ben"]);
}

#[test]
fn casual_scenario_before_its_completion_is_advised_against() {
    let mut record = new_record();
    play(&mut record, PARTY);
    play(&mut record, "travel Wolves: 1 casual");
    let advice = advice(&record);
    assert_eq!(advice.len(), 1);
    assert!(advice[0].starts_with("entry 12: scenario 1 is played casually"), "{advice:?}");
}

#[test]
fn preview_records_nothing_and_names_what_cannot_be_written() {
    let record = evening();
    let before = record.cursor();
    assert!(preview(&record, &action("sell Anna: 12")).is_ok());
    let refused = preview(&record, &action("buy Anna: 12")).expect_err("Anna owns it");
    assert!(refused.contains("Anna owns item 012"), "{refused}");
    let note = campaign_rules::action::Action::Note("two\nlines".to_owned());
    assert!(preview(&record, &note).is_err());
    assert_eq!(record.cursor(), before);
}
