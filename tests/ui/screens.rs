//! The accessibility tree and the tab order of every screen, compared with stored copies.
//!
//! A screen that is rebuilt keeps its roles, labels, states and tab order. `UPDATE_GOLDEN=true`
//! writes the copies again; read the difference before it is committed.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::NodeT as _;
use founders_ledger::app::Command;
use rules::action::ActionKind;
use rules::sub_action::SubAction;
use rules::{Action, Game};
use table::action_input::{InputChoice, InputStep};
use ui_board::command::FoundersCommand;
use ui_menu::Menu;

use crate::app::{Desk, journal_of, truncated};
use crate::golden::check_golden;

/// The example shown, and an entry in the middle of it.
const EXAMPLE: &str = "four-founders.founders";
const MIDDLE: usize = 60;
/// Maximum number of presses of Tab; of a screen with more, the first ones are compared.
const MOST_TABS: usize = 80;

/// Pages and dialogs over a game that use no system service, show no date, and are complete at
/// once.
const PAGES: [Menu; 17] = [
    Menu::New,
    Menu::Try,
    Menu::Repair,
    Menu::Preferences,
    Menu::CommandLine,
    Menu::Layout,
    Menu::Audit,
    Menu::CatchUp,
    Menu::Inspector,
    Menu::First,
    Menu::Journal,
    Menu::TableView,
    Menu::Library,
    Menu::EnterCards,
    Menu::Trace,
    Menu::Rules,
    Menu::Keys,
];

/// Returns one line for each named node: role, label, value, and states. Squares of the board are
/// only counted.
fn tree(desk: &Desk) -> Vec<String> {
    let mut lines = Vec::new();
    let mut squares = 0;
    for node in desk.nodes() {
        let node = node.accesskit_node();
        if node.role() == Role::Cell {
            squares += 1;
            continue;
        }
        let (label, value) = (node.label(), node.value());
        if label.is_none() && value.is_none() {
            continue;
        }
        let mut line = format!("{:?}", node.role());
        if let Some(label) = label {
            write!(line, " {label:?}").expect("a text takes everything");
        }
        if let Some(value) = value {
            write!(line, " = {value:?}").expect("a text takes everything");
        }
        let states = [
            ("disabled", node.is_disabled()),
            ("selected", node.is_selected() == Some(true)),
            ("described", node.description().is_some()),
        ];
        for (word, _) in states.iter().filter(|(_, holds)| *holds) {
            write!(line, ", {word}").expect("a text takes everything");
        }
        lines.push(line);
    }
    if squares > 0 {
        lines.push(format!("{squares} squares"));
    }
    lines
}

/// Returns the labels focused by repeated presses of Tab, until the first one returns.
fn tab_order(desk: &mut Desk) -> Vec<String> {
    let mut order: Vec<String> = Vec::new();
    for _ in 0..MOST_TABS {
        desk.key(Key::Tab);
        let focused = desk.focused().unwrap_or_else(|| "nothing with a name".to_owned());
        if order.first() == Some(&focused) {
            break;
        }
        order.push(focused);
    }
    order
}

#[track_caller]
fn check(name: &str, lines: &[String]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/screens");
    check_golden(&folder, &format!("{name}.txt"), &(lines.join("\n") + "\n"));
}

/// Compares a whole screen: its tree, then its tab order.
#[track_caller]
fn check_screen(name: &str, mut desk: Desk) {
    let mut lines = tree(&desk);
    lines.push("Tab:".to_owned());
    lines.extend(tab_order(&mut desk));
    check(name, &lines);
}

#[test]
fn start_screen_matches_its_stored_accessibility_tree() {
    check_screen("start", Desk::new());
}

#[test]
fn turn_screens_match_their_stored_accessibility_trees() {
    fn is_turn(game: &Game, action: &Action) -> bool {
        game.turn_number() > 8 && matches!(action.kind, ActionKind::Lead { .. })
    }
    let (desk, _) = Desk::before(EXAMPLE, is_turn);
    check_screen("table-turn", desk);
    let (mut desk, action) = Desk::before(EXAMPLE, |game, action| {
        is_turn(game, action) && matches!(action.kind.sub_actions(), [SubAction::Import(..)])
    });
    let ActionKind::Lead { card, .. } = action.kind else {
        panic!("a card is led");
    };
    desk.give(FoundersCommand::Choose(InputChoice::Card(Some(card))));
    check_screen("table-card", desk);
}

#[test]
fn square_choice_matches_its_stored_accessibility_tree() {
    let (mut desk, action) = Desk::before(EXAMPLE, |_, action| {
        matches!(&action.kind, ActionKind::Follow { sub_action: SubAction::House(_), .. })
    });
    desk.give(FoundersCommand::Choose(InputChoice::Kind(action.kind.sub_actions()[0].kind())));
    assert_eq!(desk.table().stage(), Some(InputStep::Square));
    check_screen("table-square", desk);
}

#[test]
fn follow_and_vote_screens_match_their_stored_accessibility_trees() {
    let (desk, _) =
        Desk::before(EXAMPLE, |_, action| matches!(action.kind, ActionKind::Follow { .. }));
    check_screen("table-follow", desk);
    let (desk, _) = Desk::before(EXAMPLE, |_, action| matches!(action.kind, ActionKind::Reveal(_)));
    check_screen("table-vote", desk);
}

#[test]
fn result_matches_its_stored_accessibility_tree() {
    let mut desk = Desk::new();
    desk.open(&journal_of(EXAMPLE));
    check_screen("result", desk);
}

#[test]
fn pages_over_a_game_add_their_stored_accessibility_nodes() {
    for menu in PAGES {
        let mut desk = Desk::new();
        desk.open(&truncated(&journal_of(EXAMPLE), MIDDLE));
        let before: BTreeSet<String> = tree(&desk).into_iter().collect();
        desk.give(Command::Menu(menu));
        let added: Vec<String> =
            tree(&desk).into_iter().filter(|line| !before.contains(line)).collect();
        check(&format!("page-{}", menu.entry().name), &added);
    }
}

#[test]
fn scenario_table_matches_its_stored_accessibility_tree() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/scenario/games/flooded-cellar.scenario");
    let text = std::fs::read_to_string(path).expect("it comes with the app");
    let mut desk = Desk::new();
    desk.give(Command::OpenText(text));
    check_screen("scenario", desk);
}

#[test]
fn campaign_matches_its_stored_accessibility_tree() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/campaign/first-evening.campaign");
    let text = std::fs::read_to_string(path).expect("it comes with the app");
    let mut desk = Desk::new();
    desk.give(Command::OpenText(text));
    check_screen("campaign", desk);
}
