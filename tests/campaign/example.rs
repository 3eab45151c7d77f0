//! The example of one evening: it can be read, its receipts are those it explains, and nothing is
//! left open at its end but what its last comment says.

use campaign::record::{print, read};

/// An evening of one party: a new town, a scenario, and a visit to the town.
pub const EVENING: &str = include_str!("../../assets/campaign/first-evening.campaign");

#[test]
fn example_reads_without_a_warning_and_is_written_the_same() {
    let loaded = read(EVENING);
    assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()));
    let record = loaded.record.expect("it is read");
    assert_eq!(print(&record), EVENING);
    assert!(record.commented_entries().len() >= 8, "it is explained");
    let world = &record.game().campaign().world;
    assert_eq!((world.ended, world.level()), (1, 1));
}

#[test]
fn help_page_names_every_line_that_the_notation_knows() {
    let page = include_str!("../../assets/help/campaign.md");
    let mut lines = 0;
    for block in page.split("```").skip(1).step_by(2) {
        for line in block.lines().skip(1).filter(|line| !line.trim().is_empty()) {
            let parsed = campaign::action::parse_action(line);
            assert!(parsed.is_ok(), "{line}: {parsed:?}");
            lines += 1;
        }
    }
    assert!(lines >= 40, "only {lines} lines");
}
