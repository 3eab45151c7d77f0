//! The subcommands on records of campaigns.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use campaign::Record;
use campaign::action::parse_action;
use campaign::record::{Change, LogRecovery, new_record, print, read};
use founders_ledger::recorded_games::{is_campaign, kind_of};
use storage::{BackupReason, Backups, RealDisk, Timestamp};

use crate::{folder, run, write};

fn example() -> String {
    let path = "assets/campaign/first-evening.campaign";
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path).display().to_string()
}

/// Returns the record of a campaign with these entries.
fn record_of(lines: &str) -> Record {
    let mut record = new_record();
    for line in lines.lines() {
        let action = parse_action(line).expect(line);
        record.apply(Change::Play(action)).expect(line);
    }
    record
}

#[test]
fn campaign_is_checked_and_shown_with_its_open_steps() {
    let ran = run(&["check", &example()]).ending(0);
    assert!(ran.out.trim_end().ends_with(": valid, 26 entries, after 1 scenario"), "{}", ran.out);
    let ran = run(&["replay", &example()]).ending(0);
    for line in [
        "Wolves of the Marsh",
        "Anna, Warden of level 1",
        "  Anna: one checkmark more makes a perk (S14.2)",
    ] {
        assert!(ran.out.lines().any(|of| of == line), "{line} in\n{}", ran.out);
    }
    let start = run(&["replay", &example(), "--until", "0"]).ending(0);
    assert!(!start.out.contains("Anna"), "{}", start.out);
    run(&["replay", &example(), "--until", "99"]).ending(2);
}

#[test]
fn campaign_is_printed_as_data_with_its_entries_and_numbers() {
    let three = example().replace("first-evening", "three-scenarios");
    let data = run(&["replay", &three, "--json"]).ending(0).json();
    let length = data["length"].as_u64().expect("a number");
    assert_eq!(data["at"].as_u64(), Some(length));
    assert_eq!(data["entries"].as_array().map(Vec::len), usize::try_from(length).ok());
    assert_eq!(data["town"]["level"], 2);
    assert_eq!(data["parties"][0]["members"], serde_json::json!(["Ben", "Cid"]));
    let ben = &data["characters"][1];
    assert_eq!((&ben["gold"], &ben["equipped"]), (&12.into(), &serde_json::json!([3, 8])));
    assert_eq!(ben["hand"], serde_json::json!({"basic": 8, "cards": ["Reveille"]}));
    let receipt = run(&["receipt", &three, "7", "--json"]).ending(0).json();
    assert_eq!(receipt["text"], "personal quest 512: title The Long Ferry, envelope Lantern");
    let words = receipt["steps"][0]["words"].as_str();
    assert_eq!(words, Some("quest 512 opens envelope Lantern"));
}

#[test]
fn check_says_what_a_campaign_took_from_a_scenario() {
    let folder = folder("campaign-gains");
    let scenario = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("assets/scenario/games/bell-tower.scenario")
        .display()
        .to_string();
    let offered = run(&["gains", &scenario, "Wolves"]).ending(0).out;
    let start = "open class Warden\nparty Wolves\ncharacter Ferryman: Warden, level 1\n\
                 character Bellringer: Warden, level 1\njoin Ferryman: Wolves\n\
                 join Bellringer: Wolves\neffects: unlock 1\nscenario 1: linked to town\n\
                 travel Wolves: 1\n";
    let file = write(&folder, "tower.campaign", print(&record_of(&format!("{start}{offered}"))));
    let ran = run(&["check", &file, &scenario, &example()]).ending(0);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 5, "{}", ran.out);
    assert!(lines[3].ends_with(": entry 10 takes the gains of Wolves as they are"), "{}", ran.out);
    assert!(lines[4].ends_with(": the campaign takes no gains of the scenario"), "{}", ran.out);
    // Either opens without the other.
    run(&["check", &file]).ending(0);
    run(&["check", &scenario]).ending(0);
}

#[test]
fn facts_of_an_edition_are_listed_as_entries_with_a_report() {
    let folder = folder("campaign-facts");
    let edition = include_str!("../scenario-cards/saltmarsh.json");
    let file = write(&folder, "saltmarsh.json", edition);
    let ran = run(&["facts", &example(), &file]).ending(0);
    for line in [
        "item 1: 10 gold, 2 copies, small, title Reed Whistle",
        "class Tidecaller: hand 11, hit points 8 9 11 12 14 15 17 18 20",
    ] {
        assert!(ran.out.lines().any(|of| of == line), "{line} in\n{}", ran.out);
    }
    assert!(ran.err.contains("item 002: it has no number of copies"), "{}", ran.err);
    let broken = write(&folder, "broken.json", "{");
    assert!(run(&["facts", &example(), &broken]).ending(1).err.contains("line 1"));
    run(&["facts", &example(), "nowhere.json"]).ending(2);
}

#[test]
fn receipt_of_a_gain_lists_its_parts_with_their_rule() {
    let record = read(&fs::read_to_string(example()).expect("an example")).record;
    let record = record.expect("it is sound");
    let is_gain = |of: &usize| {
        let line = record.action(*of).map(campaign::action::print_action);
        line.is_some_and(|line| line.starts_with("gains Ben"))
    };
    let entry = (1..=record.cursor()).find(is_gain).expect("Ben gains something");
    let ran = run(&["receipt", &example(), &entry.to_string()]).ending(0);
    let gold = "gold 30 → 45: 5 tokens × 2 (level 1) + 5 for treasure 07 (S12.2)";
    assert!(ran.out.contains(gold), "{}", ran.out);
    run(&["receipt", &example(), "0"]).ending(2);
}

#[test]
fn exported_campaign_is_read_back_and_its_sheet_has_a_page_for_each_character() {
    let folder = folder("campaign-export");
    let exported = run(&["export", &example()]).ending(0).out;
    // A file is known by its first line too.
    let copy = write(&folder, "copy.txt", &exported);
    assert_eq!(run(&["export", &copy]).ending(0).out, exported);
    assert!(run(&["check", &copy]).ending(0).out.contains("after 1 scenario"));
    let page = run(&["sheet", &example()]).ending(0).out;
    assert_eq!(page.matches("section class=\"next-sheet\"").count(), 3, "two and the entries");
    run(&["sheet", &example(), "--as", "csv"]).ending(2);
}

#[test]
fn broken_rule_in_a_campaign_is_reported_with_its_remedy() {
    let folder = folder("campaign-broken");
    let exported = run(&["export", &example()]).ending(0).out;
    let broken = exported.replacen("buy Anna: 3", "buy Anna: 40", 1);
    let ran = run(&["check", &write(&folder, "broken.campaign", broken)]).ending(1);
    for words in ["item 040 is not in the supply", "(rule S14.3)", "effects: design 40"] {
        assert!(ran.err.contains(words), "{words} in {}", ran.err);
    }
}

#[test]
fn damaged_campaign_is_mended_by_its_checks() {
    let folder = folder("campaign-mend");
    let own = folder.join("own").display().to_string();
    let whole = fs::read_to_string(example()).expect("an example");
    let damaged = whole.replacen("open class Piper", "open clxss Piper", 1);
    let file = write(&folder, "evening.campaign", damaged);
    let ran = run(&["check", &file, "--own", &own]).ending(1);
    assert!(ran.err.contains("founders-ledger mend"), "{}", ran.err);
    let mended = folder.join("mended.campaign").display().to_string();
    run(&["mend", &file, "--by-checks", "--own", &own, "--out", &mended]).ending(0);
    let [mended, whole] = [&mended, &example()].map(|file| run(&["export", file]).ending(0).out);
    assert_eq!(mended, whole);
    let bytes = fs::read(&file).expect("it is there");
    assert!(LogRecovery::from_log(bytes).is_some_and(|of| of.damaged_line().is_some()));
}

#[test]
fn earlier_states_of_a_campaign_are_listed_and_restored() {
    let folder = folder("campaign-backups");
    let own = folder.join("own").display().to_string();
    let whole = fs::read_to_string(example()).expect("an example");
    let mut record = read(&whole).record.expect("it is sound");
    let file = write(&folder, "evening.campaign", &whole);
    assert!(is_campaign(Path::new(&file)));
    let game = Path::new(&file);
    let backups = Backups::for_game(Arc::new(RealDisk), own.as_ref(), game, kind_of(game));
    let noon = Timestamp::new("2026-11-28", 12, 0, 0);
    backups.save(whole.as_bytes(), &noon, BackupReason::OnClose).expect("there is room");
    record.apply(campaign::record::Change::Undo(5)).expect("there are entries");
    write(&folder, "evening.campaign", print(&record));
    let list = run(&["backups", "list", &file, "--own", &own]).ending(0).out;
    assert!(list.contains("26 entries"), "{list}");
    run(&["backups", "restore", &file, "1", "--own", &own]).ending(0);
    assert!(run(&["check", &file, "--own", &own]).ending(0).out.contains("26 entries"));
}

#[test]
fn end_of_a_scenario_is_listed_as_entries_with_its_check() {
    let scenario = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("assets/scenario/games/bell-tower.scenario")
        .display()
        .to_string();
    let ran = run(&["gains", &scenario, "Wolves"]).ending(0);
    let mut lines = ran.out.lines();
    let text = fs::read_to_string(&scenario).expect("an example");
    let (_, check) = text.trim_end().rsplit_once('~').expect("the last line has a check");
    let end = lines.next().expect("the end comes first");
    assert!(end.starts_with("won Wolves: level "), "{end}");
    assert!(end.ends_with(&format!(", record {check}")), "{end} for {check}");
    assert!(lines.all(|line| line.starts_with("gains ")), "{}", ran.out);
    let open = scenario.replace("bell-tower", "flooded-cellar");
    run(&["gains", &open, "Wolves"]).ending(2);
    // Figures that are named by their classes stand for the members of a campaign.
    let folder = folder("campaign-classes");
    let start = "open class Ferryman\nparty Wolves\ncharacter Mia: Ferryman, level 1\n\
                 join Mia: Wolves\n";
    let file = write(&folder, "mia.campaign", print(&record_of(start)));
    let ran = run(&["gains", &scenario, "Wolves", &file]).ending(0);
    assert!(ran.out.contains("gains Mia: ") && !ran.out.contains("Ferryman"), "{}", ran.out);
    assert!(ran.out.contains("gains Bellringer: "), "{}", ran.out);
    let ran = run(&["gains", &scenario, "Crows", &file]).ending(2);
    assert!(ran.err.contains("mia.campaign: there is no party Crows"), "{}", ran.err);
}

#[test]
fn subcommands_for_a_table_refuse_a_campaign_and_name_those_that_read_it() {
    let folder = folder("campaign-refused");
    let out = folder.join("map.svg").display().to_string();
    for words in [
        vec!["moves", &example()],
        vec!["layout", &example()],
        vec!["dispute", &example()],
        vec!["picture", &example(), "--out", &out],
    ] {
        let ran = run(&words).ending(2);
        assert!(ran.err.contains("a campaign is read by `replay`"), "{}", ran.err);
    }
}
