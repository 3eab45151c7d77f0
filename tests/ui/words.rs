//! Forms that require text: none of the typed text is lost, and no letter of it acts as a shortcut.

use std::path::Path;

use components::square::Square;
use egui::Key;
use founders_ledger::app::{Command, Environment};
use journal::repair::{Repair, can_be_overruled};
use journal::{Change, Journal};
use notation::record::print_log;
use rules::action::{Action, ActionKind};
use table::legality::Verdict;
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_kit::widgets::{MAX_NAME, MAX_TYPED};
use ui_menu::Menu;

use crate::actions::{importing, square_that_is};
use crate::app::{Desk, journal_of, truncated};
use crate::scenario::{click, open, played};

const GAME: &str = "four-founders.founders";

/// Words with the letters of the shortcuts that rotate the board, undo, mark a square and accept a
/// turn.
const WORDS: &str = "a transfer meant for turn 12";

/// Returns a table with the dialog open to overrule an illegal import.
fn overruling() -> Desk {
    let (mut desk, _) = importing();
    let square = square_that_is(&desk, Verdict::Illegal);
    desk.square(square);
    desk.press("Do it anyway…");
    desk
}

fn latest(desk: &Desk) -> &Action {
    let record = desk.record();
    record.entry(record.here()).action().expect("an entry")
}

/// Returns everything that a shortcut could change: the entries, the viewed entry, and the place of
/// the board.
fn state(desk: &Desk) -> (String, usize, egui::Pos2) {
    let first: Square = desk.game().board().squares().next().expect("a board");
    let log = print_log(desk.record());
    (log, desk.table().shown_number(), desk.center_of(first))
}

#[test]
fn overruling_without_a_reason_keeps_the_dialog_open() {
    for by_key in [false, true] {
        let mut desk = overruling();
        let before = state(&desk);
        for blank in ["", "  "] {
            desk.type_text(blank);
            if by_key {
                desk.key(Key::Enter);
            } else {
                desk.press("Record it");
            }
            assert!(
                desk.shows_exactly("An overruled entry needs a reason."),
                "{:#?}",
                desk.labels()
            );
            assert_eq!(desk.focused().as_deref(), Some("Reason"));
            assert_eq!(state(&desk), before);
        }
        desk.type_text(WORDS);
        assert!(!desk.shows_exactly("An overruled entry needs a reason."));
        assert_eq!(state(&desk), before, "no letter is a shortcut");
        desk.key(Key::Enter);
        let ActionKind::Overrule { reason, .. } = &latest(&desk).kind else {
            panic!("not overruled: {:?}", latest(&desk));
        };
        assert_eq!(reason, WORDS);
    }
}

#[test]
fn overruling_with_a_too_long_reason_keeps_the_dialog_open() {
    let mut desk = overruling();
    let before = state(&desk);
    desk.paste(&"long ".repeat(journal::MAX_TEXT));
    desk.press("Record it");
    assert!(desk.has_control("Record it"), "{:#?}", desk.labels());
    assert_eq!(desk.focused().as_deref(), Some("Reason"));
    assert_eq!(state(&desk), before);
}

#[test]
fn press_outside_a_dialog_keeps_its_typed_text() {
    let mut desk = overruling();
    desk.type_text("agreed");
    desk.click_at(egui::pos2(20.0, 780.0));
    assert!(desk.has_control("Record it"));
    desk.press("Record it");
    assert!(
        matches!(&latest(&desk).kind, ActionKind::Overrule { reason, .. } if reason == "agreed")
    );
}

/// Starts the app with a game that has a file.
fn desk_with_file(folder: &Path) -> Desk {
    let game = folder.join("evening.founders");
    let text = print_log(&truncated(&journal_of(GAME), 40));
    std::fs::write(&game, text).expect("room on the disk");
    let world = Environment {
        games: Some(folder.join("games")),
        own: Some(folder.join("own")),
        ..Environment::default()
    };
    let mut desk = Desk::in_world(world, Settings::default());
    desk.give(Command::Open(game));
    desk
}

#[test]
fn renaming_a_file_to_an_empty_name_is_refused() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let mut desk = desk_with_file(folder.path());
    desk.give(Command::Menu(Menu::Rename));
    desk.key(Key::Backspace);
    desk.key(Key::Enter);
    assert!(desk.shows_exactly("The file needs a name."), "{:#?}", desk.labels());
    desk.type_text("mart");
    desk.key(Key::Enter);
    desk.wait_until_saved();
    assert!(folder.path().join("mart.founders").is_file());
}

/// Opens a form of a Founders game that requires text.
fn open_form(desk: &mut Desk, form: &str) {
    match form {
        "Comment" => desk.press("Comment…"),
        "Name of the line" => {
            let other = ActionKind::Annotate("another way".to_owned()).into();
            desk.give(FoundersCommand::Change(vec![Change::Undo(1), Change::Play(other)]));
            desk.press("Name…");
        }
        _ => panic!("no such form"),
    }
    assert!(desk.shows(form), "{form}: {:#?}", desk.labels());
}

#[test]
fn letters_typed_in_an_open_form_are_text_and_no_shortcuts() {
    for form in ["Comment", "Name of the line"] {
        let mut desk = Desk::at(GAME, 40);
        desk.press("Journal");
        let old = desk.record().here();
        open_form(&mut desk, form);
        let before = state(&desk);
        // The form has the focus at once, and takes typed text even after losing it.
        desk.type_text("trm");
        assert_eq!(state(&desk), before, "{form}");
        desk.key(Key::Escape);
        desk.type_text(WORDS);
        assert_eq!(state(&desk), before, "{form}");
        desk.press("Keep");
        let entry = desk.record().entry(old);
        let written = if form == "Comment" { entry.comment() } else { entry.name() };
        assert_eq!(written, format!("trm{WORDS}"), "{form}");
    }
}

#[test]
fn refused_long_comment_stays_in_its_form() {
    let mut desk = Desk::at(GAME, 40);
    desk.press("Journal");
    let id = desk.record().here();
    desk.press("Comment…");
    desk.paste(&"long ".repeat(journal::MAX_TEXT));
    desk.press("Keep");
    assert_eq!(desk.record().entry(id).comment(), "");
    assert!(desk.shows_exactly("It was not recorded."), "{:#?}", desk.labels());
    assert_eq!(desk.focused().as_deref(), Some("Comment"));
}

const TABLE: &str = crate::scenario::TABLE;

#[test]
fn overruling_a_monster_turn_requires_a_reason() {
    let mut desk = Desk::new();
    open(&mut desk, &TABLE.replace(", unrevealed", ", initiative 20"));
    crate::scenario::fill(&mut desk, "Initiative of Guard", "15");
    let before = played(&desk);
    click(&mut desk, "E3");
    desk.press("Overrule…");
    desk.press("Record it");
    assert!(desk.shows_exactly("An overruled turn needs a reason."), "{:#?}", desk.labels());
    assert_eq!(desk.focused().as_deref(), Some("Reason"));
    // A press on the map takes the focus away, and typed text still goes to the reason.
    click(&mut desk, "D4");
    desk.type_text(WORDS);
    assert_eq!(played(&desk), before);
    desk.press("Record it");
    let turn = format!("overrule Guard 3: to D4, because {WORDS}");
    assert_eq!(played(&desk).last(), Some(&turn));
}

#[test]
fn note_or_mark_without_text_is_refused() {
    let mut desk = Desk::new();
    let mut record = ::scenario::record::new_record(::scenario::parse(TABLE).expect("a position"));
    let note = scenario_rules::Action::Note("the door creaks".to_owned());
    record.apply(::record::Change::play(note)).expect("a note is allowed");
    desk.give(Command::OpenText(::scenario::record::print(&record)));
    desk.press("Journal");
    desk.press("More");
    for (button, missing) in
        [("Write a note", "A note needs words."), ("Mark this entry", "A mark needs words.")]
    {
        desk.press(button);
        assert!(desk.shows_exactly(missing), "{:#?}", desk.labels());
        assert_eq!(desk.focused().as_deref(), Some("Words for a note or a mark"));
    }
    desk.type_text(WORDS);
    desk.press("Mark this entry");
    let record = desk.app().scenario().expect("it is open");
    assert_eq!(record.commented_entries(), [(1, WORDS)]);
}

#[test]
fn correcting_the_record_requires_a_reason() {
    let mut desk = Desk::at(GAME, 40);
    let player = desk.game().players().next().expect("a player");
    let who = desk.named_game().label(player);
    let money = desk.game().money(player).0;
    desk.give(Command::Menu(Menu::Audit));
    desk.press_last(&format!("{who} money"));
    desk.type_text(&format!("{}", money + 1));
    desk.press("Reason");
    desk.key_with(egui::Modifiers::COMMAND, Key::A);
    desk.key(Key::Backspace);
    let before = state_of_record(&desk);
    desk.press("Set the record right");
    assert!(desk.shows_exactly("Setting the record right needs a reason."), "{:#?}", desk.labels());
    assert_eq!(desk.focused().as_deref(), Some("Reason"));
    assert_eq!(state_of_record(&desk), before);
    desk.type_text(WORDS);
    desk.press("Set the record right");
    assert!(matches!(&latest(&desk).kind, ActionKind::Adjust { reason, .. } if reason == WORDS));
}

fn state_of_record(desk: &Desk) -> String {
    print_log(desk.record())
}

/// Returns an entry whose removal invalidates a later one that can be overruled.
fn entry_required_by_an_overrulable_one(journal: &Journal) -> usize {
    (1..=journal.cursor())
        .find(|&number| {
            let mut repair = Repair::new(journal);
            repair.remove(journal, number);
            repair.clash().is_some_and(can_be_overruled)
        })
        .expect("there is one")
}

#[test]
fn overruling_an_entry_in_a_repair_requires_a_reason() {
    let mut desk = Desk::at(GAME, 120);
    let before = state_of_record(&desk);
    let number = entry_required_by_an_overrulable_one(desk.record());
    desk.give(FoundersCommand::OpenRepair(number));
    desk.press("Remove");
    desk.press("Overrule it…");
    desk.key(Key::Enter);
    assert!(desk.shows_exactly("An overruled entry needs a reason."), "{:#?}", desk.labels());
    assert_eq!(desk.focused().as_deref(), Some("Reason"));
    desk.type_text("turn it");
    assert_eq!(state_of_record(&desk), before);
    assert_eq!(desk.focused().as_deref(), Some("Reason"));
    desk.press("Use it");
    assert!(!desk.has_control("Use it"), "{:#?}", desk.labels());
}

#[test]
fn overlong_pasted_text_is_truncated() {
    let endless = "a long name ".repeat(100_000);
    let mut desk = Desk::new();
    desk.give(Command::Menu(Menu::New));
    desk.press("Name 1");
    desk.paste(&endless);
    assert_eq!(desk.value_of("Name 1").chars().count(), MAX_NAME);
    let mut desk = overruling();
    desk.paste(&endless);
    assert_eq!(desk.value_of("Reason").chars().count(), MAX_TYPED);
    // A field holds twice the limit of a record, so that the refusal can name the excess.
    assert_eq!(MAX_TYPED, 2 * journal::MAX_TEXT);
    let mut desk = Desk::new();
    desk.key(Key::F1);
    desk.press("Search the help");
    desk.paste(&endless);
    assert_eq!(desk.value_of("Search the help").chars().count(), MAX_NAME);
}
