//! The rules panel: chapters, search, and a single rule.

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use rules::Rule;
use ui_founders::rules_panel::{RulesMemory, rules_panel_ui};

use crate::open::{Shown, show, whole};

fn rules() -> Harness<'static, Shown<RulesMemory>> {
    show(whole("e09-income"), [300.0, 700.0], |ui, shown| {
        rules_panel_ui(ui, &mut shown.memory);
    })
}

#[test]
fn rule_entry_opens_follows_links_and_goes_back() {
    let mut harness = rules();
    harness.state_mut().memory.open(Rule::Cascade);
    harness.run();
    assert!(harness.query_by_label_contains("Example: Cloth").is_some());
    harness.get_by_label("7.6 Which source pays").click();
    harness.run();
    assert_eq!(harness.state().memory.rule(), Some(Rule::WhichSource));
    harness.get_by_label("Back").click();
    harness.run();
    assert_eq!(harness.state().memory.rule(), Some(Rule::Cascade));
    harness.get_by_label("Back").click();
    harness.run();
    assert!(harness.query_all_by_label("Setup").count() > 0);
}

#[test]
fn typing_searches_the_rules_and_a_click_opens_a_result() {
    let mut harness = rules();
    harness.state_mut().memory.focus_search();
    harness.run();
    harness.get_by_label("Search the rules").type_text("7.6");
    harness.run();
    harness.get_by_label("7.6 Which source pays").click();
    harness.run();
    assert_eq!(harness.state().memory.rule(), Some(Rule::WhichSource));
}

#[test]
fn enter_opens_the_best_matching_rule() {
    let mut harness = rules();
    harness.state_mut().memory.focus_search();
    harness.run();
    harness.get_by_label("Search the rules").type_text("7.6");
    harness.run();
    harness.key_press(egui::Key::Enter);
    harness.run();
    assert_eq!(harness.state().memory.rule(), Some(Rule::WhichSource));
}

#[test]
fn rules_search_without_matches_says_nothing_found() {
    let mut harness = rules();
    harness.get_by_label("Search the rules").focus();
    harness.run();
    harness.get_by_label("Search the rules").type_text("zzzz");
    harness.run();
    assert!(harness.query_by_label_contains("Nothing found").is_some());
    assert!(harness.query_by_label_contains("The help (F1)").is_none());
}

#[test]
fn rules_search_for_a_matter_of_the_app_names_the_section_of_the_help() {
    for (query, title) in [("phone", "Phones"), ("undo", "Undo and the past")] {
        let mut harness = rules();
        harness.get_by_label("Search the rules").focus();
        harness.run();
        harness.get_by_label("Search the rules").type_text(query);
        harness.run();
        let text = format!("The help (F1) has a section about it: \"{title}\".");
        assert!(harness.query_by_label_contains(&text).is_some(), "{query}");
    }
}
