//! Setting the table up again and taking it down, by label and key; printed and shared pages.

use egui::Key;
use egui::accesskit::{Role, Toggled};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use founders_ledger::app::{Command, Environment};
use rules::action::ActionKind;
use rules::sub_action::SubAction;
use table::action_input::ActionInput;
use table::table::Table;
use table_inventory::{Checklist, take_down};
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_founders::checklist_view::{ChecklistMemory, checklist_view_ui};
use ui_menu::Menu;

use crate::app::Desk;
use crate::open::{Shown, show, whole};
use crate::support::{press, usual_cx};

type List = Harness<'static, Shown<ChecklistMemory>>;

fn list(table: Table) -> List {
    show(table, [420.0, 800.0], |ui, shown| {
        usual_cx(&shown.table, &mut shown.commands, |cx| {
            checklist_view_ui(ui, cx, &mut shown.memory);
        });
    })
}

/// Returns the names of the lines, and whether they are ticked.
fn lines(harness: &List) -> Vec<(String, bool)> {
    harness
        .get_all_by_role(Role::CheckBox)
        .map(|row| {
            let node = row.accesskit_node();
            let is_done = node.toggled() == Some(Toggled::True);
            (node.label().unwrap_or_default(), is_done)
        })
        .collect()
}

fn ticked(harness: &List) -> usize {
    lines(harness).iter().filter(|(_, is_done)| *is_done).count()
}

fn focused(harness: &List) -> Option<String> {
    let mut rows = harness.get_all_by_role(Role::CheckBox);
    let row = rows.find(|row| row.accesskit_node().is_focused())?;
    row.accesskit_node().label()
}

#[test]
fn checklist_has_a_line_for_every_item_on_the_table() {
    let table = whole("four-founders");
    let expected: Vec<String> =
        Checklist::for_game(table.named_game()).items.into_iter().map(|item| item.text).collect();
    let shown: Vec<String> = lines(&list(table)).into_iter().map(|(name, _)| name).collect();
    assert_eq!(shown, expected);
}

#[test]
fn orientation_of_the_board_is_ticked_on_a_picture_of_it() {
    let mut harness = list(whole("four-founders"));
    let picture = harness.get_by_label("The board Three Rivers").rect();
    let board = harness.state().table.game().board().size();
    assert!(picture.width() > 10.0 * f32::from(board.0), "{picture:?}");
    let names = lines(&harness).into_iter().map(|(name, _)| name);
    let sites: Vec<String> = names.filter(|name| name.contains("right way round")).collect();
    assert!(sites.len() > 1, "{sites:?}");
    for name in &sites {
        let site = harness.get_by_label(name);
        assert!(picture.contains(site.rect().center()), "{name}: {:?}", site.rect());
        assert!(site.rect().size().min_elem() >= 40.0, "{name}: {:?}", site.rect());
        site.click();
        harness.run();
    }
    assert_eq!(ticked(&harness), sites.len());
}

#[test]
fn space_ticks_a_checklist_line_and_moves_to_the_next_open_one() {
    let mut harness = list(whole("e01-machinery-built"));
    harness.run();
    let names: Vec<String> = lines(&harness).into_iter().map(|(name, _)| name).collect();
    assert_eq!(focused(&harness).as_ref(), Some(&names[0]));
    press(&mut harness, Key::Space);
    assert_eq!(ticked(&harness), 1);
    assert_eq!(focused(&harness).as_ref(), Some(&names[1]));
    press(&mut harness, Key::ArrowDown);
    assert_eq!(focused(&harness).as_ref(), Some(&names[2]));
    press(&mut harness, Key::Space);
    press(&mut harness, Key::ArrowUp);
    press(&mut harness, Key::ArrowUp);
    assert_eq!(focused(&harness).as_ref(), Some(&names[1]));
    // The next unticked line after the second is the fourth.
    press(&mut harness, Key::Space);
    assert_eq!(ticked(&harness), 3);
    assert_eq!(focused(&harness).as_ref(), Some(&names[3]));
}

#[test]
fn focused_checklist_line_highlights_its_squares_on_the_board() {
    let mut harness = list(whole("e01-machinery-built"));
    let (tile, _) = lines(&harness)
        .into_iter()
        .find(|(name, _)| name.contains("on top"))
        .expect("there is a tile");
    harness.get_by_label(&tile).focus();
    harness.run();
    let shown = harness.state().memory.highlighted.clone();
    assert!(shown.iter().all(|square| tile.contains(&square.to_string())));
    assert!(!shown.is_empty());
}

#[test]
fn checklist_tick_stays_for_an_unchanged_item_at_another_entry() {
    let mut harness = list(whole("e01-machinery-built"));
    harness.run();
    press(&mut harness, Key::Space);
    harness.state_mut().table.show_number(1);
    harness.run();
    assert_eq!(ticked(&harness), 1);
    harness.get_by_label("Untick all").click();
    harness.run();
    assert_eq!(ticked(&harness), 0);
}

#[test]
fn checklist_can_be_split_into_two_lists() {
    let mut harness = list(whole("four-founders"));
    let all = lines(&harness).len();
    harness.get_by_label("Two lists").click();
    harness.run();
    assert_eq!(lines(&harness).len(), all);
    for heading in ["On the board: 0 of", "Around the board: 0 of"] {
        assert_eq!(harness.query_all_by_label_contains(heading).count(), 1, "{heading}");
    }
}

#[test]
fn notes_taken_at_take_down_are_shown_when_setting_up_again() {
    let mut harness = list(whole("e01-machinery-built"));
    harness.get_by_label("Take it down").click();
    harness.run();
    harness.get_by_label("Prestige deck from the bottom").focus();
    harness.run();
    crate::support::type_text(&mut harness, "kept in a bag");
    harness.get_by_label("Keep in the record").click();
    harness.run();
    let commands = std::mem::take(&mut harness.state_mut().commands);
    let [FoundersCommand::CommentLatest(comment)] = &commands[..] else {
        panic!("a note is pushed: {commands:?}");
    };
    let noted = take_down::notes_in(comment);
    let expected = ("Prestige deck from the bottom".to_owned(), "kept in a bag".to_owned());
    assert_eq!(noted, [expected]);
    let change = journal::Change::Comment(comment.clone());
    harness.state_mut().table.apply(change).expect("a comment can be written");
    harness.get_by_label("Put the table back").click();
    harness.run();
    let shown = harness.query_all_by_label_contains("kept in a bag");
    assert_eq!(shown.count(), 1);
}

#[test]
fn print_commands_write_their_pages() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let world = Environment { pages: Some(folder.path().join("pages")), ..Environment::default() };
    let mut desk = Desk::in_world(world, Settings::default());
    desk.give(Command::OpenExample("e05-government-built-and-delivered.founders"));
    for (menu, name, holds) in [
        (Menu::PrintLayout, "table.html", "Putting the table back"),
        (Menu::PrintScores, "scores.html", "Score sheet"),
        (Menu::PrintDispute, "entry.html", "Receipt"),
        (Menu::HandOver, "hand-over.html", "BoardGameGeek"),
    ] {
        desk.give(Command::Menu(menu));
        let path = folder.path().join("pages").join(name);
        let page = std::fs::read_to_string(&path).expect("the page is written");
        assert!(page.contains(holds), "{name}");
    }
    // Only a game that shapes history has event cards.
    desk.give(Command::Menu(Menu::PrintEventCards));
    let cards = folder.path().join("pages").join("event-cards.html");
    assert!(!cards.exists());
    assert!(desk.shows("not played with shaping history"));
    desk.give(Command::OpenExample("history-shaped.founders"));
    desk.give(Command::Menu(Menu::PrintEventCards));
    let page = std::fs::read_to_string(&cards).expect("the page is written");
    let card = desk.game().event_card().expect("it is filled in");
    assert!(page.contains(&card.district), "{page}");
}

#[test]
fn shortcut_opens_the_checklist_and_escape_closes_it() {
    let mut desk = Desk::new();
    desk.give(Command::OpenExample("teaching-game.founders"));
    desk.key(Key::F8);
    assert!(desk.shows("Everything: 0 of"));
    desk.key(Key::Escape);
    assert!(!desk.shows("Everything: 0 of"));
}

#[test]
fn board_takes_no_input_while_the_checklist_is_open() {
    let (mut desk, action) = Desk::before("four-founders.founders", |_, action| {
        matches!(&action.kind, ActionKind::Follow { sub_action: SubAction::Import(..), .. })
    });
    let ActionKind::Follow { sub_action: SubAction::Import(resource, square), .. } = action.kind
    else {
        panic!("it imports");
    };
    let before = desk.record().cursor();
    let name = desk.game().contents().resource_name(resource).to_owned();
    desk.press("Import");
    let label = desk.label_starting_with(&name);
    desk.press(&label);
    assert!(desk.table().entry().is_some_and(ActionInput::has_started));
    let marked = desk.square_name(square);
    desk.key(Key::F8);
    assert_ne!(desk.square_name(square), marked, "the square's legality is no longer named");
    desk.square(square);
    assert_eq!(desk.record().cursor(), before);
    assert!(desk.table().hover().is_none() && desk.table().selection().is_none());
    desk.key(Key::F8);
    assert_eq!(desk.square_name(square), marked);
}
