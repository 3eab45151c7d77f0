//! Keys reach the game only where they are meant for it: not while somebody types, and not behind
//! a dialog.

use egui::{Key, Modifiers};
use egui_kittest::kittest::NodeT as _;
use founders_ledger::app::Command;
use journal::Change;
use notation::record::print_log;
use rules::Game;
use rules::action::{Action, ActionKind};
use rules::task::Task;
use table::action_input::ActionInput;
use ui_board::command::FoundersCommand;
use ui_menu::Menu;

use crate::app::{Desk, STEPS};

const GAME: &str = "four-founders.founders";

/// What a key could change: the record, what is looked at, and what is entered.
fn state(desk: &Desk) -> (String, usize, bool) {
    let table = desk.table();
    (
        print_log(desk.record()),
        table.shown_number(),
        table.entry().is_some_and(ActionInput::has_started),
    )
}

/// Commands that have keys.
fn keyed() -> impl Iterator<Item = (Menu, egui::KeyboardShortcut)> {
    let menus = Menu::ALL.iter();
    menus.filter_map(|&menu| Some((menu, *menu.entry().default_keys.first()?)))
}

/// In the middle of a turn, with something to redo as well.
fn desk() -> Desk {
    let mut desk = Desk::at(GAME, 60);
    desk.give(FoundersCommand::Change(vec![Change::Undo(1)]));
    desk
}

/// Commands that a text field leaves to the window, and that put something else on screen.
const LEAVES: [Menu; 6] =
    [Menu::New, Menu::Open, Menu::SaveAs, Menu::Start, Menu::Preferences, Menu::Help];

#[test]
fn no_command_changes_the_record_while_somebody_types() {
    let mut desk = desk();
    let before = state(&desk);
    for (menu, keys) in keyed().filter(|(menu, _)| !LEAVES.contains(menu)) {
        if !desk.shows("Command line") {
            desk.give(Command::Menu(Menu::CommandLine));
        }
        // Words to undo, and the field has the keys.
        desk.give(Command::Menu(Menu::CommandLine));
        desk.type_text("xy");
        assert_eq!(desk.focused().as_deref(), Some("Command line"), "{menu:?}");
        desk.key_with(keys.modifiers, keys.logical_key);
        assert_eq!(state(&desk), before, "{menu:?}");
    }
    // Without the field the same keys do what they say.
    desk.give(Command::Back);
    desk.key_with(Modifiers::COMMAND, Key::Z);
    assert_ne!(state(&desk), before);
}

#[test]
fn undo_while_typing_is_the_text_fields_own() {
    let mut desk = desk();
    let before = state(&desk);
    desk.give(Command::Menu(Menu::CommandLine));
    desk.type_text("Upgrade");
    let typed = |desk: &Desk| desk.labels().iter().any(|label| label == "Upgrade");
    assert!(typed(&desk), "{:?}", desk.labels());
    desk.key_with(Modifiers::COMMAND, Key::Z);
    assert!(!typed(&desk), "the words are taken back");
    assert_eq!(state(&desk), before);
}

/// Opens a dialog, and gives words on it.
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
        // What the panels take without a shortcut: digits, letters that turn a tile, arrows.
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
fn no_key_reaches_a_vote_behind_the_question_whether_it_is_lost() {
    let is_vote = |_: &Game, action: &Action| matches!(action.kind, ActionKind::Reveal(_));
    let (mut desk, action) = Desk::before(GAME, is_vote);
    desk.press("Enter a vote held by hand");
    let player = action.kind.ballots()[0].player;
    let who = desk.named_game().label(player);
    desk.press(&format!("{who} more fleeting influence"));
    let before = state(&desk);
    desk.give(Command::Menu(Menu::New));
    assert!(desk.says("The vote is not over"));
    let one = desk.labels();
    for (menu, keys) in keyed() {
        desk.key_with(keys.modifiers, keys.logical_key);
        assert!(desk.says("The vote is not over"), "{menu:?}");
        assert_eq!(state(&desk), before, "{menu:?}");
    }
    for key in [Key::Num1, Key::Num2, Key::F, Key::L, Key::ArrowDown] {
        desk.key(key);
        assert_eq!(desk.labels(), one, "{key:?}");
    }
}

/// What somebody types who has a plan.
const PLAN: &str = "votes the foundry";

#[test]
fn the_command_line_closes_when_a_vote_begins_and_forgets_what_was_typed() {
    // The entry after which everybody votes.
    let is_vote = |_: &Game, action: &Action| matches!(action.kind, ActionKind::Reveal(_));
    let vote = STEPS.iter().find(|step| step.file == GAME && is_vote(&step.game, &step.action));
    let count = vote.expect("there is a vote").count;
    let mut steps = STEPS.iter().filter(|step| step.file == GAME);
    let last = steps.find(|step| step.count == count - 1).expect("it is no first entry");
    let mut desk = Desk::at(GAME, count - 1);
    desk.give(Command::Menu(Menu::CommandLine));
    desk.type_text(PLAN);
    let typed = |desk: &Desk| desk.labels().iter().any(|label| label.contains(PLAN));
    assert!(typed(&desk), "{:#?}", desk.labels());
    desk.give(FoundersCommand::Play(vec![last.action.clone()]));
    assert_eq!(desk.game().pending()[0].task, Task::Ballots);
    assert!(!desk.says("Command line"));
    assert!(!typed(&desk), "{:#?}", desk.labels());
    assert!(!desk.remembers().contains(PLAN));
    // While the vote lasts nothing opens it.
    desk.give(Command::Menu(Menu::CommandLine));
    assert!(!desk.says("Command line"));
    assert!(desk.shows("Nothing can be typed here while ballots are being taken."));
    // It comes back empty, with nothing to undo.
    desk.give(FoundersCommand::Change(vec![Change::Undo(1)]));
    desk.give(Command::Menu(Menu::CommandLine));
    assert_eq!(desk.focused().as_deref(), Some("Command line"));
    assert!(!typed(&desk));
    desk.key_with(Modifiers::COMMAND, Key::Z);
    assert!(!typed(&desk));
}

#[test]
fn a_page_takes_the_keys_that_it_lists_for_itself() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("table.jpg");
    let picture = image::RgbImage::from_pixel(120, 90, image::Rgb([90, 120, 60]));
    picture.save(&path).expect("it can be written");
    let mut desk = Desk::new();
    desk.give(Command::Open(path));
    desk.wait_for("Straighten and paint");
    let columns = |desk: &Desk| {
        desk.nodes().find_map(|node| {
            let node = node.accesskit_node();
            (node.label().as_deref() == Some("Columns")).then(|| node.numeric_value()).flatten()
        })
    };
    let first = columns(&desk).expect("they are counted");
    for (key, count) in [(Key::Plus, first + 1.0), (Key::Minus, first)] {
        desk.key(key);
        assert_eq!(columns(&desk), Some(count), "{key:?}");
    }
}
