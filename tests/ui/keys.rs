//! Keys reach the game only where intended: not while a text field has the focus, and not behind a
//! dialog.

use egui::{Key, Modifiers};
use egui_kittest::kittest::NodeT as _;
use founders_ledger::app::Command;
use journal::Change;
use notation::record::print_log;
use rules::action::ActionKind;
use rules::task::Task;
use table::action_input::ActionInput;
use ui_board::command::FoundersCommand;
use ui_menu::Menu;

use crate::app::{Desk, STEPS, is_vote};

const GAME: &str = "four-founders.founders";

/// Returns everything that a key could change: the record, the viewed entry, and the unfinished
/// action.
fn state(desk: &Desk) -> (String, usize, bool) {
    let table = desk.table();
    (
        print_log(desk.record()),
        table.shown_number(),
        table.entry().is_some_and(ActionInput::has_started),
    )
}

/// Returns the commands that have keys.
fn keyed() -> impl Iterator<Item = (Menu, egui::KeyboardShortcut)> {
    let menus = Menu::ALL.iter();
    menus.filter_map(|&menu| Some((menu, *menu.entry().default_keys.first()?)))
}

/// Returns a game in the middle of a turn, with an entry to redo.
fn desk() -> Desk {
    let mut desk = Desk::at(GAME, 60);
    desk.give(FoundersCommand::Change(vec![Change::Undo(1)]));
    desk
}

/// Commands that a text field passes on to the window, and that open another page.
const PAGE_COMMANDS: [Menu; 7] = [
    Menu::New,
    Menu::Open,
    Menu::SaveAs,
    Menu::Start,
    Menu::Preferences,
    Menu::Help,
    Menu::TryMoves,
];

#[test]
fn no_shortcut_changes_the_record_while_a_text_field_has_focus() {
    let mut desk = desk();
    let before = state(&desk);
    for (menu, keys) in keyed().filter(|(menu, _)| !PAGE_COMMANDS.contains(menu)) {
        if !desk.shows("Command line") {
            desk.give(Command::Menu(Menu::CommandLine));
        }
        // The text field has the focus, and text to undo.
        desk.give(Command::Menu(Menu::CommandLine));
        desk.type_text("xy");
        assert_eq!(desk.focused().as_deref(), Some("Command line"), "{menu:?}");
        desk.key_with(keys.modifiers, keys.logical_key);
        assert_eq!(state(&desk), before, "{menu:?}");
    }
    // Without the field the same keys run their commands.
    desk.give(Command::Back);
    desk.key_with(Modifiers::COMMAND, Key::Z);
    assert_ne!(state(&desk), before);
}

#[test]
fn undo_in_a_text_field_undoes_the_text_and_not_an_entry() {
    fn has_text(desk: &Desk) -> bool {
        desk.labels().iter().any(|label| label == "Upgrade")
    }

    let mut desk = desk();
    let before = state(&desk);
    desk.give(Command::Menu(Menu::CommandLine));
    desk.type_text("Upgrade");
    assert!(has_text(&desk), "{:?}", desk.labels());
    desk.key_with(Modifiers::COMMAND, Key::Z);
    assert!(!has_text(&desk), "the text is undone");
    assert_eq!(state(&desk), before);
}

/// Opens a dialog that shows the text `dialog`.
fn open(desk: &mut Desk, dialog: &str) {
    match dialog {
        "Preferences" => desk.give(Command::Menu(Menu::Preferences)),
        "Keys" => desk.give(Command::Menu(Menu::Keys)),
        "Nothing is sent anywhere" => desk.give(Command::Menu(Menu::About)),
        "Save as" => desk.give(Command::Menu(Menu::SaveAs)),
        "Replace the file?" => {
            let here = std::env::current_exe().expect("the test runs from a file");
            desk.give(Command::UseChosenFile(Menu::SaveAs, here));
        }
        "Do it anyway" => {
            let player = desk.game().active_player().expect("a turn");
            desk.give(FoundersCommand::AskOverrule(ActionKind::CallVote { player }.into()));
        }
        "Take back what was seen?" => desk.give(Command::UndoTo(0)),
        _ => panic!("no such dialog"),
    }
    assert!(desk.shows(dialog), "{dialog}: {:#?}", desk.labels());
}

#[test]
fn no_key_reaches_the_game_behind_a_dialog() {
    for dialog in [
        "Preferences",
        "Keys",
        "Nothing is sent anywhere",
        "Save as",
        "Replace the file?",
        "Do it anyway",
        "Take back what was seen?",
    ] {
        let mut desk = desk();
        let before = state(&desk);
        open(&mut desk, dialog);
        for (menu, keys) in keyed() {
            desk.key_with(keys.modifiers, keys.logical_key);
            assert!(desk.shows(dialog), "{menu:?} closes {dialog}");
            assert_eq!(state(&desk), before, "{menu:?} behind {dialog}");
        }
        // Keys that the panels take without a shortcut: digits, letters that rotate a tile, arrows.
        for key in [Key::Num1, Key::Num2, Key::R, Key::F, Key::ArrowDown] {
            desk.key(key);
            assert!(desk.table().hover().is_none(), "{key:?} behind {dialog}");
            assert_eq!(state(&desk), before, "{key:?} behind {dialog}");
        }
        desk.paste("Founders Ledger record 1\n");
        assert_eq!(state(&desk), before, "paste behind {dialog}");
    }
}

#[test]
fn no_key_reaches_a_vote_behind_the_confirmation_to_lose_it() {
    let (mut desk, action) = Desk::before(GAME, is_vote);
    desk.press("Enter a vote held by hand");
    let player = action.kind.ballots()[0].player;
    let who = desk.named_game().label(player);
    desk.press(&format!("{who} more fleeting influence"));
    let before = state(&desk);
    desk.give(Command::Menu(Menu::New));
    assert!(desk.shows_exactly("The vote is not over"));
    let labels = desk.labels();
    for (menu, keys) in keyed() {
        desk.key_with(keys.modifiers, keys.logical_key);
        assert!(desk.shows_exactly("The vote is not over"), "{menu:?}");
        assert_eq!(state(&desk), before, "{menu:?}");
    }
    for key in [Key::Num1, Key::Num2, Key::F, Key::L, Key::ArrowDown] {
        desk.key(key);
        assert_eq!(desk.labels(), labels, "{key:?}");
    }
}

/// The plan of a player, typed on the command line.
const PLAN: &str = "votes the foundry";

#[test]
fn command_line_closes_and_clears_its_text_when_a_vote_starts() {
    fn shows_plan(desk: &Desk) -> bool {
        desk.labels().iter().any(|label| label.contains(PLAN))
    }

    // The entry after which every player votes.
    let count = STEPS
        .iter()
        .find(|step| step.file == GAME && is_vote(&step.game, &step.action))
        .expect("there is a vote")
        .count;
    let last = STEPS
        .iter()
        .find(|step| step.file == GAME && step.count == count - 1)
        .expect("it is no first entry");
    let mut desk = Desk::at(GAME, count - 1);
    desk.give(Command::Menu(Menu::CommandLine));
    desk.type_text(PLAN);
    assert!(shows_plan(&desk), "{:#?}", desk.labels());
    desk.give(FoundersCommand::Play(vec![last.action.clone()]));
    assert_eq!(desk.game().pending()[0].task, Task::Ballots);
    assert!(!desk.shows_exactly("Command line"));
    assert!(!shows_plan(&desk), "{:#?}", desk.labels());
    assert!(!desk.persisted_state().contains(PLAN));
    // The command line stays closed during the vote.
    desk.give(Command::Menu(Menu::CommandLine));
    assert!(!desk.shows_exactly("Command line"));
    assert!(desk.shows("Nothing can be typed here while ballots are being taken."));
    // Afterwards it opens empty, with nothing to undo.
    desk.give(FoundersCommand::Change(vec![Change::Undo(1)]));
    desk.give(Command::Menu(Menu::CommandLine));
    assert_eq!(desk.focused().as_deref(), Some("Command line"));
    assert!(!shows_plan(&desk));
    desk.key_with(Modifiers::COMMAND, Key::Z);
    assert!(!shows_plan(&desk));
}

#[test]
fn tracing_page_takes_precedence_for_its_own_keys() {
    fn columns(desk: &Desk) -> Option<f64> {
        desk.nodes().find_map(|node| {
            let node = node.accesskit_node();
            (node.label().as_deref() == Some("Columns")).then(|| node.numeric_value()).flatten()
        })
    }

    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("table.jpg");
    let picture = image::RgbImage::from_pixel(120, 90, image::Rgb([90, 120, 60]));
    picture.save(&path).expect("it can be written");
    let mut desk = Desk::new();
    desk.give(Command::Open(path));
    desk.wait_for("Straighten and paint");
    let first = columns(&desk).expect("they are counted");
    for (key, count) in [(Key::Plus, first + 1.0), (Key::Minus, first)] {
        desk.key(key);
        assert_eq!(columns(&desk), Some(count), "{key:?}");
    }
}

/// Returns everything painted over the control that has the focus.
fn painted_on(desk: &Desk, place: egui::Rect) -> Vec<String> {
    let near = desk.shapes().iter().filter(|shape| {
        shape.shape.visual_bounding_rect().intersect(shape.clip_rect).intersects(place)
    });
    near.map(|shape| format!("{:?}", shape.shape)).collect()
}

/// Checks that every stop of F6 looks different with the focus; returns the names of the stops.
#[track_caller]
fn check_focus_shown(desk: &mut Desk) -> Vec<String> {
    let mut stops = Vec::new();
    for _ in 0..6 {
        desk.key(Key::F6);
        let (name, place) = desk.focus().expect("F6 moves the focus");
        let focused = painted_on(desk, place.expand(3.0));
        desk.drop_focus();
        let idle = painted_on(desk, place.expand(3.0));
        assert_ne!(focused, idle, "{name} shows no focus");
        // F6 goes on from there.
        for _ in 0..=stops.len() {
            desk.key(Key::F6);
        }
        stops.push(name);
    }
    stops
}

#[test]
fn f6_reaches_the_panels_of_a_scenario_and_of_a_campaign() {
    let scenario = include_str!("../../assets/scenario/games/salt-mill.scenario");
    let campaign = include_str!("../../assets/campaign/first-evening.campaign");
    let strip = "30  Tidecaller, done";
    for (size, text, panels) in [
        ([1280.0, 800.0], scenario, vec!["Round 4", "Smaller map", strip, "File"]),
        ([800.0, 480.0], scenario, vec!["Round 4", "Smaller map", strip, "File"]),
        // What is due is beside the page, or above it in a narrow window.
        ([1280.0, 800.0], campaign, vec!["Ruling G30", "Ruling G19", "Undo", "Town", "File"]),
        ([800.0, 480.0], campaign, vec!["1 step if you like…", "Undo", "Town", "File"]),
    ] {
        let mut desk = Desk::in_window(ui_board::settings::Settings::default(), size, 1.0);
        desk.give(Command::OpenText(text.to_owned()));
        let stops = check_focus_shown(&mut desk);
        let expected: Vec<&str> = panels.iter().copied().cycle().take(stops.len()).collect();
        assert_eq!(stops, expected, "{size:?}");
    }
}

#[test]
fn every_stop_of_f6_shows_the_focus() {
    for size in [[1280.0, 800.0], [1920.0, 1080.0], [800.0, 480.0], [800.0, 1280.0]] {
        let mut desk = Desk::in_window(ui_board::settings::Settings::default(), size, 1.0);
        desk.open(Desk::at(GAME, 60).record());
        let stops = check_focus_shown(&mut desk);
        assert!(stops.iter().all(|name| name != "Resize panel"), "{size:?}: {stops:?}");
        let (before, _) = Desk::before(GAME, is_vote);
        desk.open(before.record());
        for (page, key) in [
            ("Enter a vote held by hand", None),
            (" lifts the curtain", Some(Key::Num2)),
            ("Circle, ", Some(Key::Enter)),
        ] {
            if let Some(key) = key {
                desk.drop_focus();
                desk.key(key);
            }
            let stops = check_focus_shown(&mut desk);
            assert!(stops.iter().any(|name| name.contains(page)), "{size:?}: {stops:?}");
        }
    }
}

#[test]
fn digits_answer_how_the_vote_is_held() {
    for (key, page) in [(Key::Num1, "Count the votes"), (Key::Num2, "All voters")] {
        let (mut desk, _) = Desk::before(GAME, is_vote);
        desk.key(key);
        assert!(desk.shows_exactly(page), "{key:?}: {:#?}", desk.labels());
    }
}
