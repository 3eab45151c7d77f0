//! The help: layout of a page, and section titles in the list.

use egui::{Rect, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use ui_founders::help_view::{HelpMemory, HelpPage, help_view_ui};
use ui_kit::theme::{Appearance, Theme};

use crate::panels::each_text;

/// Opens the help at a section.
fn help(page: HelpPage, title: &str) -> Harness<'static, HelpMemory> {
    let mut harness = Harness::builder()
        .with_size(vec2(1000.0, 700.0))
        .with_context_setup(|ctx| Theme::install(ctx, Appearance::Light))
        .build_ui_state(
            |ui, memory: &mut HelpMemory| help_view_ui(ui, memory, 660.0),
            HelpMemory::at_section(page, title),
        );
    harness.run();
    harness
}

/// Returns the rectangle of the first text that begins like this.
fn place_of(harness: &Harness<'_, HelpMemory>, begin: &str) -> Rect {
    let mut found = None;
    for clipped in &harness.output().shapes {
        each_text(&clipped.shape, &mut |text, rect| {
            if text.starts_with(begin) && found.is_none() {
                found = Some(rect);
            }
        });
    }
    found.unwrap_or_else(|| panic!("{begin} is not written"))
}

#[test]
fn help_list_item_starts_on_the_line_of_its_number() {
    let harness = help(HelpPage::OwnBoard, "With the window");
    let [number, words] = ["1.", "Choose "].map(|begin| place_of(&harness, begin));
    let apart = (number.center().y - words.center().y).abs();
    assert!(apart < words.height() / 3.0, "{number} and {words}");
    assert!(number.right() <= words.left(), "{number} and {words}");
}

#[test]
fn help_search_without_hits_shows_no_section() {
    let mut harness = help(HelpPage::OwnBoard, "With the window");
    harness.get_by_label("Search the help").focus();
    harness.run();
    harness.get_by_label("Search the help").type_text("zzzz");
    harness.run();
    assert!(harness.query_by_label_contains("Nothing found").is_some());
    let mut texts = Vec::new();
    for clipped in &harness.output().shapes {
        each_text(&clipped.shape, &mut |text, _| texts.push(text.to_owned()));
    }
    assert!(texts.iter().all(|text| !text.starts_with("Choose ")), "{texts:?}");
}

#[test]
fn help_section_list_has_no_markdown_marks() {
    let harness = help(HelpPage::Subcommands, "`table keep FILE PHOTO [--guess]`");
    let buttons = harness.get_all_by_role(egui::accesskit::Role::Button);
    let labels: Vec<String> =
        buttons.filter_map(|button| button.accesskit_node().label()).collect();
    assert!(labels.iter().any(|label| label == "table keep FILE PHOTO [--guess]"), "{labels:?}");
    assert!(!labels.iter().any(|label| label.contains('`')), "{labels:?}");
}
