//! The journal: the list, the way through it, the hand list and the receipt.

use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use journal::Change;
use narration::{NamedGame, PlayerNaming};
use table::table::Table;
use ui_board::command::FoundersCommand;
use ui_founders::journal_panel::{JournalMemory, journal_panel_ui};
use ui_menu::Menu;

use crate::open::{Shown, and_then, show, whole};
use crate::support::usual_cx;

type Journal = Harness<'static, Shown<JournalMemory>>;

fn journal(table: Table) -> Journal {
    show(table, [300.0, 700.0], |ui, shown| {
        usual_cx(&shown.table, &mut shown.commands, |cx| {
            journal_panel_ui(ui, cx, &mut shown.memory);
        });
    })
}

/// The lines of the list that are drawn.
fn lines(harness: &Journal) -> Vec<String> {
    let rows = harness.get_all_by_role(Role::ListBoxOption);
    let names = rows.map(|row| row.accesskit_node().label().unwrap_or_default());
    names.collect()
}

#[test]
fn a_long_journal_shows_its_end_and_draws_only_what_is_seen() {
    let table = whole("four-founders");
    let last = table.journal().cursor();
    let lines = lines(&journal(table));
    assert!(lines.len() < 20, "{}", lines.len());
    let end = lines.iter().any(|line| line.starts_with(&last.to_string()));
    assert!(end, "{lines:?}");
}

#[test]
fn eight_entries_and_more_are_seen_beside_the_board_of_a_laptop() {
    // What a window of 1280×800 leaves to the journal among the papers.
    for number in [40, 70, 100, 143] {
        let mut table = whole("four-founders");
        table.show_number(number);
        let harness = show(table, [300.0, 549.0], |ui, shown| {
            usual_cx(&shown.table, &mut shown.commands, |cx| {
                journal_panel_ui(ui, cx, &mut shown.memory);
            });
        });
        let detail = harness.get_by_label("Move on the table").rect().top();
        let rows = harness.get_all_by_role(Role::ListBoxOption);
        let seen = rows.filter(|row| row.rect().top() > 40.0 && row.rect().bottom() < detail);
        let seen = seen.count();
        assert!(seen >= 8, "{seen} around entry {number}");
    }
}

#[test]
fn a_line_tells_who_gained_how_many_points() {
    let lines = lines(&journal(whole("e05-government-built-and-delivered")));
    let told = ["Valrath +8 points", "Aesther +6 points", "Inox +2 points"];
    let is_paid = |line: &String| told.iter().all(|gain| line.contains(gain));
    assert_eq!(lines.iter().filter(|line| is_paid(line)).count(), 1, "{lines:?}");
}

#[test]
fn what_is_listed_is_told_anew_when_players_are_called_otherwise() {
    let table = whole("four-founders");
    let called = |naming: PlayerNaming| -> Vec<String> {
        let named = NamedGame::new(table.game(), naming);
        named.game().players().map(|player| named.label(player)).collect()
    };
    let [races, names] = [PlayerNaming::Races, PlayerNaming::Names].map(called);
    let mut harness = journal(table);
    let begins_with = |harness: &Journal, labels: &[String]| {
        lines(harness).iter().any(|line| {
            let sentence = line.split_once(' ').map_or("", |(_, sentence)| sentence);
            labels.iter().any(|label| sentence.starts_with(label.as_str()))
        })
    };
    assert!(begins_with(&harness, &races) && !begins_with(&harness, &names));
    harness.state_mut().table.set_naming(PlayerNaming::Names);
    harness.run();
    assert!(begins_with(&harness, &names) && !begins_with(&harness, &races));
}

#[test]
fn a_line_looks_at_its_entry_and_the_list_goes_there() {
    let mut harness = journal(whole("four-founders"));
    harness.state_mut().table.show_number(5);
    harness.run();
    let line = lines(&harness).into_iter().find(|line| line.starts_with("4 "));
    harness.get_by_label(&line.expect("entry 4 is seen")).click();
    harness.run();
    assert!(matches!(harness.state().commands[..], [FoundersCommand::Look(4)]));
}

#[test]
fn what_was_taken_back_stays_at_the_end_and_says_so() {
    let mut table = whole("e01-machinery-built");
    table.apply(Change::Undo(1)).expect("there is something to take back");
    let count = table.journal().main_line().len();
    let lines = lines(&journal(table));
    let gone = lines.iter().filter(|line| line.contains("taken back"));
    let gone: Vec<&String> = gone.collect();
    assert_eq!(gone.len(), 1);
    assert!(gone[0].starts_with(&count.to_string()));
}

#[test]
fn the_buttons_lead_through_the_record() {
    let mut harness = journal(whole("four-founders"));
    for menu in [Menu::First, Menu::Previous, Menu::Next, Menu::Last] {
        harness.state_mut().commands.clear();
        harness.get_by_label(menu.label()).click();
        harness.run();
        let asked = &harness.state().commands[..];
        assert!(matches!(asked, [FoundersCommand::Menu(asked)] if *asked == menu), "{asked:?}");
    }
}

#[test]
fn the_hand_list_is_ticked_and_shows_where() {
    let mut harness = journal(whole("e01-machinery-built"));
    let steps: Vec<String> = harness
        .get_all_by_role(Role::CheckBox)
        .map(|step| step.accesskit_node().label().unwrap_or_default())
        .collect();
    assert!(steps.len() > 3, "{steps:?}");
    let tile = steps.iter().find(|step| step.contains("H13"));
    let tile = tile.expect("the tile is laid").clone();
    // It may lie below the edge of the panel, where no pointer reaches it.
    harness.get_by_label(&tile).focus();
    harness.run();
    assert!(!harness.state().memory.highlighted.is_empty());
    let toggled = |harness: &Journal| harness.get_by_label(&tile).accesskit_node().toggled();
    let before = toggled(&harness);
    harness.get_by_label(&tile).click_accesskit();
    harness.run();
    assert_ne!(toggled(&harness), before);
}

#[test]
fn a_receipt_folds_and_its_rules_open() {
    let mut harness = journal(whole("e02-cloth-built"));
    let count = |harness: &Journal| harness.get_all_by_role(Role::TreeItem).count();
    let all = count(&harness);
    let parent = harness
        .get_all_by_role(Role::TreeItem)
        .map(|line| line.accesskit_node().label().unwrap_or_default())
        .find(|line| {
            line.contains("Machinery") && line.contains("brackets")
                || line.contains("used to build")
        })
        .expect("a payout");
    harness.get_by_label(&parent).focus();
    harness.run();
    assert!(!harness.state().memory.highlighted.is_empty());
    harness.get_by_label(&parent).click_accesskit();
    harness.run();
    assert!(count(&harness) <= all);
    let link = harness.get_all_by_role(Role::Link).next().expect("a rule");
    link.click_accesskit();
    harness.run();
    assert!(matches!(harness.state().commands[..], [FoundersCommand::OpenRule(_)]));
}

#[test]
fn what_was_set_right_is_marked_with_its_reason() {
    let table = and_then("e09-income", &["Adjust Harrower points +3: \"forgot it\""]);
    let harness = journal(table);
    let marked = lines(&harness).into_iter().any(|line| line.ends_with("set right"));
    assert!(marked, "{:?}", lines(&harness));
    // The line and the heading of the entry say it, and nothing says it a third time.
    let told = harness.query_all_by_label_contains("forgot it");
    assert_eq!(told.count(), 2);
}

#[test]
fn a_comment_is_shown_with_its_entry() {
    let mut harness = journal(whole("e02-cloth-built"));
    harness.state_mut().table.show_number(1);
    harness.run();
    assert!(harness.query_by_label_contains("What Cloth pays").is_some());
}
