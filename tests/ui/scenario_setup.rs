//! The setup page of a scenario: its controls stay where they are, and it proposes what is next.

use egui::Rect;
use ui_board::settings::Settings;

use crate::app::Desk;
use crate::scenario::{click, fill, open, played, record};

/// A started map, so that the controls for a new one are gone.
const STARTED: &str = "board 9x7\ncharacter Brute at A1, unrevealed";

/// Returns the setup page with the tool for figures.
fn figures(table: &str) -> Desk {
    let mut desk = Desk::new();
    open(&mut desk, table);
    desk.press("Set up");
    desk.press("Figures");
    desk
}

fn places(desk: &Desk, labels: &[&str]) -> Vec<Rect> {
    labels.iter().map(|label| desk.control_rect(label)).collect()
}

#[test]
fn controls_stay_in_place_when_another_tool_or_kind_is_chosen() {
    for size in [[1280.0, 800.0], [800.0, 480.0]] {
        let mut desk = Desk::in_window(Settings::default(), size, 1.0);
        open(&mut desk, STARTED);
        desk.press("Set up");
        let tools = ["Paint", "Walls", "Figures", "Rulings", "Cards"];
        let before = places(&desk, &tools);
        for tool in tools {
            desk.press(tool);
            assert_eq!(places(&desk, &tools), before, "{tool}");
        }
        desk.press("Figures");
        let fields = ["Normal", "Summon", "Name", "Hit points"];
        let before = places(&desk, &fields);
        for kind in ["Character", "Elite", "Boss", "Summon", "Ally", "Object", "Normal"] {
            desk.press(kind);
            assert_eq!(places(&desk, &fields), before, "{kind}");
        }
    }
}

#[test]
fn controls_stay_in_place_when_the_first_monster_is_put() {
    let mut desk = figures(STARTED);
    fill(&mut desk, "Name", "Red Guard");
    let fields = ["Normal", "Name", "Hit points", "Standee 4"];
    let before = places(&desk, &fields);
    click(&mut desk, "C3");
    assert_eq!(played(&desk), ["normal Red Guard 1 at C3"]);
    assert!(desk.has_control("Red Guard"), "the name in use is offered");
    assert_eq!(places(&desk, &fields), before);
}

#[test]
fn hit_points_are_remembered_for_each_rank_of_a_set() {
    let mut desk = figures(STARTED);
    fill(&mut desk, "Name", "Red Guard");
    fill(&mut desk, "Hit points", "6");
    click(&mut desk, "C3");
    desk.press("Elite");
    fill(&mut desk, "Hit points", "9");
    click(&mut desk, "C4");
    fill(&mut desk, "Name", "Marsh Hound");
    click(&mut desk, "C5");
    desk.press("Red Guard");
    click(&mut desk, "C6");
    desk.press("Normal");
    click(&mut desk, "C7");
    let expected = [
        "normal Red Guard 1 at C3, hit points 6/6",
        "elite Red Guard 2 at C4, hit points 9/9",
        "elite Marsh Hound 1 at C5",
        "elite Red Guard 3 at C6, hit points 9/9",
        "normal Red Guard 4 at C7, hit points 6/6",
    ];
    assert_eq!(played(&desk), expected);
}

#[test]
fn number_follows_a_figure_without_one() {
    let mut desk = figures("board 9x7\nnamed Red Guard at A1");
    fill(&mut desk, "Name", "Red Guard");
    click(&mut desk, "C3");
    click(&mut desk, "C4");
    assert_eq!(played(&desk), ["normal Red Guard 2 at C3", "normal Red Guard 3 at C4"]);
}

#[test]
fn chosen_number_is_used_once() {
    let mut desk = figures(STARTED);
    fill(&mut desk, "Name", "Red Guard");
    desk.press("Standee 5");
    click(&mut desk, "C3");
    click(&mut desk, "C4");
    assert_eq!(played(&desk), ["normal Red Guard 5 at C3", "normal Red Guard 1 at C4"]);
}

#[test]
fn next_character_needs_a_name_of_its_own() {
    let mut desk = figures(STARTED);
    desk.press("Character");
    fill(&mut desk, "Name", "Ann");
    click(&mut desk, "C3");
    click(&mut desk, "C4");
    assert_eq!(played(&desk), ["character Ann at C3, unrevealed"]);
    assert!(desk.shows("Write the name as the table has it."), "{:#?}", desk.labels());
    assert_eq!(record(&desk).cursor(), 1);
}
