//! The example of one evening: it can be read, its receipts are those it explains, and nothing is
//! left open at its end but what its last comment says.

use campaign::action::print_action;
use campaign::record::{played_actions, print, read};
use campaign_rules::Name;
use campaign_rules::world::EventDeck;

use crate::support::{character, wolves};

/// An evening of one party: a new town, a scenario, and a visit to the town.
pub const EVENING: &str = include_str!("../../assets/campaign/first-evening.campaign");

/// Three scenarios of one party and two visits to the town.
pub const SCENARIOS: &str = include_str!("../../assets/campaign/three-scenarios.campaign");

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
    assert!(lines >= 50, "only {lines} lines");
}

#[test]
fn three_scenarios_end_with_the_numbers_computed_by_hand() {
    let loaded = read(SCENARIOS);
    assert_eq!((loaded.error, loaded.warnings), (None, Vec::new()));
    let record = loaded.record.expect("it is read");
    assert_eq!(print(&record), SCENARIOS);
    assert!(record.commented_entries().len() >= 30, "it is explained");
    let entry = |line: &str| {
        let at = played_actions(&record).position(|action| print_action(action).starts_with(line));
        record.game_at(at.expect(line) + 1).expect(line)
    };
    // The experience, gold, checkmarks and level of Anna and of Ben.
    let numbers = |game: &campaign_rules::Game| {
        ["Anna", "Ben"].map(|name| {
            let of = character(game, name);
            (of.experience, of.gold, of.checkmarks, of.level)
        })
    };
    for (line, anna, ben) in [
        ("equip Ben: 8", (0, 10, 0, 1), (0, 0, 0, 1)),
        ("gains Ben: 9", (20, 22, 2, 1), (15, 8, 1, 1)),
        ("gains Ben: 12", (46, 57, 3, 1), (33, 32, 3, 1)),
        ("reward Wolves: global", (58, 57, 3, 1), (45, 32, 3, 1)),
        ("city Wolves: 7", (58, 62, 3, 1), (45, 32, 3, 1)),
        ("donate Ben", (58, 52, 3, 1), (45, 22, 3, 1)),
        ("buy Anna: 12", (58, 38, 3, 2), (45, 22, 3, 2)),
        ("enhance Anna", (58, 8, 3, 2), (45, 22, 3, 2)),
        ("road Wolves: 9", (58, 4, 3, 2), (45, 14, 3, 2)),
        ("gains Ben: 16", (82, 20, 5, 2), (67, 26, 3, 2)),
        ("reward Wolves: prosperity +1, gold", (82, 25, 5, 2), (67, 31, 3, 2)),
        ("city Wolves: 12", (82, 25, 5, 2), (67, 31, 3, 2)),
        ("retire Anna", (82, 0, 5, 2), (67, 12, 3, 2)),
    ] {
        assert_eq!(numbers(&entry(line)), [anna, ben], "{line}");
    }
    let world = &record.game().campaign().world;
    assert_eq!((world.prosperity, world.level(), world.donated, world.ended), (6, 2, 30, 3));
    let party = wolves(record.game());
    assert_eq!(party.reputation, 3);
    let left = [3, 8, 12].map(|item| record.game().campaign().copies_left(&party.name, item));
    assert_eq!(left, [Some(1), Some(1), Some(1)]);
    assert_eq!(world.cards_above(EventDeck::Road, 9), 0, "two cards were added, so it is shuffled");
    assert_eq!(world.event_count(EventDeck::City), 30, "two removed, two added");
    let cid = character(record.game(), "Cid");
    assert_eq!((cid.experience, cid.gold, cid.level), (45, 45, 2));
    assert!(world.quests_gone.contains(&512));
    assert!(world.envelopes.contains(&Name::new("Lantern")));
}
