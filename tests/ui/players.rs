//! The players panel.

use components::effect::SubActionKind;
use components::quantity::Quantity;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use journal::Change;
use narration::PlayerNaming;
use rules::action::ActionKind;
use rules::player::PlayerId;
use rules::sub_action::{Placement, SubAction};
use table::action_input::InputChoice;
use table::table::{Hover, Table};
use ui_board::command::FoundersCommand;
use ui_board::settings::Preview;

use crate::panels::{
    Panel, Shown, after, assert_nothing_overflows, before, each_text, first_building, label_of,
    show, take_commands,
};

/// Returns a table where a player is about to build, with a legal square hovered.
fn building_previewed() -> Table {
    let mut table = before("four-founders", |number, action| {
        number > 60
            && matches!(&action.kind, ActionKind::Lead { sub_actions, .. } if matches!(sub_actions[..], [SubAction::Build(_), ..]))
    });
    let (action, sub_action) = first_building(&table).expect("something can be built");
    let (ActionKind::Lead { card, .. }, SubAction::Build(Placement { resource, footprint, .. })) =
        (action.kind, sub_action)
    else {
        panic!("it is a building");
    };
    table.pick(&InputChoice::Card(Some(card)));
    table.pick(&InputChoice::Kind(SubActionKind::Build));
    table.pick(&InputChoice::Resource(resource));
    table.hover_at(Some(footprint.first()));
    assert!(table.hover().and_then(Hover::played).is_some(), "it is legal");
    table
}

fn labels(harness: &Harness<'_, Shown>) -> Vec<String> {
    harness.root().children_recursive().map(|node| label_of(&node)).collect()
}

#[test]
fn accessible_group_label_summarizes_each_player() {
    let harness = show(Panel::Players, after("four-founders", 400), 300.0, 1200.0);
    let groups: Vec<String> = harness
        .get_all_by_role(Role::Group)
        .map(|node| label_of(&node))
        .filter(|label| label.contains("points"))
        .collect();
    assert_eq!(
        groups,
        [
            "Human, 21 points, $1, income 4, 0 fleeting influence, 2 lasting influence, 1 card played",
            "Quatryl, 27 points, $15, income 4, 0 fleeting influence, 2 lasting influence, 2 cards played",
            "Orchid, 33 points, $17, income 3, 0 fleeting influence, 3 lasting influence, 3 cards played, leads, has won",
            "Savvas, 30 points, $11, income 4, 0 fleeting influence, 3 lasting influence, 0 cards played",
        ]
    );
}

#[test]
fn clicking_a_players_number_asks_for_its_explanation() {
    let mut harness = show(Panel::Players, after("four-founders", 60), 300.0, 1200.0);
    for player in [PlayerId(0), PlayerId(3)] {
        let name = harness.state().table.named_game().label(player);
        for what in Quantity::ALL {
            let index =
                Quantity::ALL.iter().position(|&other| other == what).expect("it is one of them");
            let start = format!("{name}, ");
            harness
                .get_all_by_role(Role::Button)
                .filter(|node| label_of(node).starts_with(&start))
                .nth(index)
                .expect("a button for every number")
                .click();
            harness.run();
            let commands = take_commands(&mut harness);
            assert!(
                matches!(commands[..], [FoundersCommand::ShowSources(who, about)] if who == player && about == what),
                "{commands:?}"
            );
        }
    }
}

#[test]
fn players_number_can_be_explained_by_keyboard_alone() {
    let mut harness = show(Panel::Players, after("four-founders", 60), 300.0, 1200.0);
    harness.key_press(Key::Tab);
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    let commands = take_commands(&mut harness);
    assert!(
        matches!(commands[..], [FoundersCommand::ShowSources(PlayerId(0), Quantity::Points)]),
        "{commands:?}"
    );
}

#[test]
fn hovered_placement_shows_changes_for_every_player() {
    let table = building_previewed();
    let player = table.game().active_player().expect("a player has the turn");
    let owner = table.named_game().label(player);
    let harness = show(Panel::Players, table, 300.0, 1200.0);
    let changed: Vec<String> =
        labels(&harness).into_iter().filter(|label| label.contains("would change by")).collect();
    let money = format!("{owner}, $");
    let owner_pays = changed.iter().any(|label| label.starts_with(&money) && label.contains('−'));
    assert!(owner_pays, "{changed:?}");
    let other_gains = changed
        .iter()
        .any(|label| !label.starts_with(&owner) && label.contains("points, would change by +"));
    assert!(other_gains, "{changed:?}");
}

#[test]
fn preview_setting_hides_changes_of_a_hovered_placement() {
    let mut harness = show(Panel::Players, building_previewed(), 300.0, 1200.0);
    harness.state_mut().settings.preview = Preview::After;
    harness.run();
    let labels = labels(&harness);
    assert!(!labels.iter().any(|label| label.contains("would change")));
}

#[test]
fn players_panel_shows_the_latest_change() {
    let mut collected = false;
    let table = before("four-founders", |_, action| {
        let stop = collected;
        collected = matches!(&action.kind, ActionKind::Follow { sub_action: SubAction::Money, .. });
        stop
    });
    let harness = show(Panel::Players, table, 300.0, 1200.0);
    let labels = labels(&harness);
    let news = labels.iter().filter(|label| label.contains("just changed by +$1"));
    assert_eq!(news.count(), 1);
}

#[test]
fn players_panel_marks_turn_holder_and_remaining_followers() {
    let mut led = false;
    let table = before("four-founders", |_, action| {
        let stop = led;
        led = matches!(action.kind, ActionKind::Lead { .. });
        stop
    });
    let followers = table.game().still_to_follow();
    assert_eq!(followers.len(), 3);
    let harness = show(Panel::Players, table, 300.0, 1200.0);
    let groups: Vec<String> =
        harness.get_all_by_role(Role::Group).map(|node| label_of(&node)).collect();
    let count = |words: &str| groups.iter().filter(|label| label.ends_with(words)).count();
    assert_eq!(count("has the turn"), 1);
    assert_eq!(count("is to act now"), 1);
    assert_eq!(count("has still to follow"), 2);
}

#[test]
fn four_players_fit_a_low_panel_and_can_be_expanded() {
    let mut harness = show(Panel::Players, after("four-founders", 120), 260.0, 440.0);
    let bounds = harness.state().bounds;
    for node in harness.get_all_by_role(Role::Button) {
        let rect = node.rect();
        assert!(rect.bottom() <= bounds.bottom(), "{} {rect:?}", label_of(&node));
    }
    assert!(harness.query_by_label_contains("Workers").is_none());
    harness.get_by_label("More of Orchid").click();
    harness.run();
    assert!(harness.query_by_label_contains("Workers").is_some());
    harness.get_by_label("Less of Orchid").click();
    harness.run();
    assert!(harness.query_by_label_contains("Workers").is_none());
    assert!(take_commands(&mut harness).is_empty());
}

#[test]
fn unnamed_face_down_cards_are_counted() {
    let mut table = before("four-founders", |number, action| {
        number > 60 && matches!(action.kind, ActionKind::Lead { .. })
    });
    let player = table.game().active_player().expect("a turn");
    let size = table.game().hand_size(player);
    let deed = ActionKind::FaceDown { player, card: None, sub_action: SubAction::Money };
    table.apply(Change::Play(deed.into())).expect("it is legal");
    let harness = show(Panel::Players, table, 300.0, 1200.0);
    let labels = labels(&harness);
    let hand = format!("Hand {} of Recruit", size - 1);
    assert!(labels.iter().any(|label| label.starts_with(&hand)), "{labels:?}");
    let face_down =
        labels.iter().filter(|label| label.starts_with("Played") && label.ends_with("1 face down"));
    assert_eq!(face_down.count(), 1);
}

#[test]
fn narrow_players_panel_clips_no_text() {
    for count in [5, 60, 120, 400] {
        for height in [440.0, 1600.0] {
            let table = after("four-founders", count);
            assert_nothing_overflows(&show(Panel::Players, table, 240.0, height));
        }
    }
    assert_nothing_overflows(&show(Panel::Players, building_previewed(), 240.0, 1600.0));
    assert_nothing_overflows(&show(Panel::Players, after("harbour-duel", 400), 240.0, 1600.0));
}

/// Returns the vertical position of these words, if they are drawn alone.
fn height_of(harness: &Harness<'_, Shown>, words: &str) -> Option<f32> {
    let mut found = None;
    for clipped in &harness.output().shapes {
        each_text(&clipped.shape, &mut |text, rect| {
            if text == words && found.is_none() {
                found = Some(rect.top());
            }
        });
    }
    found
}

#[test]
fn naming_setting_decides_whether_name_or_race_is_shown_first() {
    fn heights(harness: &Harness<'_, Shown>) -> [f32; 2] {
        ["Anna", "Human"].map(|words| height_of(harness, words).expect("it is written"))
    }

    let mut harness = show(Panel::Players, after("four-founders", 60), 298.0, 720.0);
    harness.state_mut().table.set_naming(PlayerNaming::Names);
    harness.run();
    let [name, race] = heights(&harness);
    assert!(name < race, "{name} and {race}");
    harness.state_mut().table.set_naming(PlayerNaming::Races);
    harness.run();
    let [name, race] = heights(&harness);
    assert!(race < name, "{name} and {race}");
}
