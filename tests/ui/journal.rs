//! The journal: the list of entries, navigation, the table instructions and the receipt.

use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use journal::Change;
use narration::{NamedGame, PlayerNaming};
use table::table::Table;
use ui_board::command::FoundersCommand;
use ui_founders::journal_panel::{JournalMemory, journal_panel_ui};
use ui_menu::Menu;

use crate::open::{Shown, extended, show, whole};
use crate::support::usual_cx;

type Journal = Harness<'static, Shown<JournalMemory>>;

fn journal(table: Table) -> Journal {
    show(table, [300.0, 700.0], |ui, shown| {
        usual_cx(&shown.table, &mut shown.commands, |cx| {
            journal_panel_ui(ui, cx, &mut shown.memory);
        });
    })
}

/// Returns the drawn lines of the list.
fn lines(harness: &Journal) -> Vec<String> {
    harness
        .get_all_by_role(Role::ListBoxOption)
        .map(|row| row.accesskit_node().label().unwrap_or_default())
        .collect()
}

#[test]
fn long_journal_shows_its_end_and_draws_only_visible_lines() {
    let table = whole("four-founders");
    let last = table.journal().cursor();
    let lines = lines(&journal(table));
    assert!(lines.len() < 20, "{}", lines.len());
    let end = lines.iter().any(|line| line.starts_with(&last.to_string()));
    assert!(end, "{lines:?}");
}

#[test]
fn journal_shows_at_least_eight_entries_on_a_laptop_screen() {
    // The height of the journal beside the board in a window of 1280×800.
    for number in [40, 70, 100, 143] {
        let mut table = whole("four-founders");
        table.show_number(number);
        let harness = show(table, [300.0, 549.0], |ui, shown| {
            usual_cx(&shown.table, &mut shown.commands, |cx| {
                journal_panel_ui(ui, cx, &mut shown.memory);
            });
        });
        let detail = harness.get_by_label("Move on the table").rect().top();
        let seen = harness
            .get_all_by_role(Role::ListBoxOption)
            .filter(|row| row.rect().top() > 40.0 && row.rect().bottom() < detail)
            .count();
        assert!(seen >= 8, "{seen} around entry {number}");
    }
}

#[test]
fn whole_comment_is_in_view_and_each_entry_has_its_scroll_position() {
    let mut table = whole("teaching-game");
    let journal = table.journal();
    let lengths = journal.main_line().iter().map(|&id| journal.entry(id).comment().len());
    let longest = lengths.enumerate().max_by_key(|(_, length)| *length);
    let number = 1 + longest.expect("it has comments").0;
    table.show_number(number);
    let mut harness = show(table, [300.0, 760.0], |ui, shown| {
        usual_cx(&shown.table, &mut shown.commands, |cx| {
            journal_panel_ui(ui, cx, &mut shown.memory);
        });
    });
    let comment = harness.get_by_role(Role::Comment).rect();
    assert!(comment.height() > 80.0 && comment.bottom() <= 768.0, "{comment}");
    let top = comment.top();
    let top_of = |harness: &mut Harness<'static, Shown<JournalMemory>>, number| {
        harness.state_mut().table.show_number(number);
        harness.run();
        harness.get_by_role(Role::Comment).rect().top()
    };
    let other = top_of(&mut harness, number - 1);
    assert!((top_of(&mut harness, number) - top).abs() < 1.0);
    harness.get_by_role(Role::Comment).hover();
    harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, -120.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Unknown,
        modifiers: egui::Modifiers::NONE,
    });
    harness.run();
    assert!(harness.get_by_role(Role::Comment).rect().top() < top - 20.0, "it scrolls");
    assert!((top_of(&mut harness, number - 1) - other).abs() < 1.0, "it starts at its top");
    assert!(top_of(&mut harness, number) < top - 20.0, "it stays where it was");
}

#[test]
fn journal_line_names_the_points_gained_by_each_player() {
    let lines = lines(&journal(whole("e05-government-built-and-delivered")));
    let gains = ["Valrath +8 points", "Aesther +6 points", "Inox +2 points"];
    let paid = lines.iter().filter(|line| gains.iter().all(|gain| line.contains(gain)));
    assert_eq!(paid.count(), 1, "{lines:?}");
}

#[test]
fn journal_lines_follow_the_naming_of_players() {
    fn begins_with(harness: &Journal, labels: &[String]) -> bool {
        lines(harness).iter().any(|line| {
            let sentence = line.split_once(' ').map_or("", |(_, sentence)| sentence);
            labels.iter().any(|label| sentence.starts_with(label.as_str()))
        })
    }

    let table = whole("four-founders");
    let [races, names] = [PlayerNaming::Races, PlayerNaming::Names].map(|naming| {
        let named = NamedGame::new(table.game(), naming);
        named.game().players().map(|player| named.label(player)).collect::<Vec<String>>()
    });
    let mut harness = journal(table);
    assert!(begins_with(&harness, &races) && !begins_with(&harness, &names));
    harness.state_mut().table.set_naming(PlayerNaming::Names);
    harness.run();
    assert!(begins_with(&harness, &names) && !begins_with(&harness, &races));
}

#[test]
fn clicking_a_journal_line_views_its_entry() {
    let mut harness = journal(whole("four-founders"));
    harness.state_mut().table.show_number(5);
    harness.run();
    let line = lines(&harness).into_iter().find(|line| line.starts_with("4 "));
    harness.get_by_label(&line.expect("entry 4 is seen")).click();
    harness.run();
    assert!(matches!(harness.state().commands[..], [FoundersCommand::ViewNumber(4)]));
}

#[test]
fn undone_entry_stays_at_the_end_of_the_journal_with_a_label() {
    let mut table = whole("e01-machinery-built");
    table.apply(Change::Undo(1)).expect("there is something to take back");
    let count = table.journal().main_line().len();
    let lines = lines(&journal(table));
    let undone: Vec<&String> = lines.iter().filter(|line| line.contains("taken back")).collect();
    assert_eq!(undone.len(), 1);
    assert!(undone[0].starts_with(&count.to_string()));
}

#[test]
fn journal_buttons_push_the_navigation_commands() {
    let mut harness = journal(whole("four-founders"));
    for menu in [Menu::First, Menu::Previous, Menu::Next, Menu::Last] {
        harness.state_mut().commands.clear();
        harness.get_by_label(menu.label()).click();
        harness.run();
        let commands = &harness.state().commands[..];
        assert!(
            matches!(commands, [FoundersCommand::Menu(pushed)] if *pushed == menu),
            "{commands:?}"
        );
    }
}

#[test]
fn table_instructions_can_be_ticked_and_highlight_their_squares() {
    let mut harness = journal(whole("e01-machinery-built"));
    let steps: Vec<String> = harness
        .get_all_by_role(Role::CheckBox)
        .map(|step| step.accesskit_node().label().unwrap_or_default())
        .collect();
    assert!(steps.len() > 3, "{steps:?}");
    let tile = steps.iter().find(|step| step.contains("H13")).expect("the tile is placed").clone();
    // The step may be below the edge of the panel, out of reach of the pointer.
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
fn receipt_can_be_folded_and_its_rule_links_open() {
    fn count(harness: &Journal) -> usize {
        harness.get_all_by_role(Role::TreeItem).count()
    }

    let mut harness = journal(whole("e02-cloth-built"));
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
fn corrected_entry_is_marked_with_its_reason() {
    let table = extended("e09-income", &["Adjust Harrower points +3: \"forgot it\""]);
    let harness = journal(table);
    let marked = lines(&harness).into_iter().any(|line| line.ends_with("set right"));
    assert!(marked, "{:?}", lines(&harness));
    // The reason is in the line and in the heading of the entry, and nowhere else.
    let mentions = harness.query_all_by_label_contains("forgot it");
    assert_eq!(mentions.count(), 2);
}

#[test]
fn comment_is_shown_with_its_entry() {
    let mut harness = journal(whole("e02-cloth-built"));
    harness.state_mut().table.show_number(1);
    harness.run();
    assert!(harness.query_by_label_contains("What Cloth pays").is_some());
}
