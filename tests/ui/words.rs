//! Forms that need words: none of what is typed is lost, and no letter of it acts as a shortcut.

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
use crate::app::{Desk, cut, journal_of};
use crate::scenario::{click, open, played};

const GAME: &str = "four-founders.founders";

/// Words with the letters that turn the board, undo, mark a square and accept a turn.
const WORDS: &str = "a transfer meant for turn 12";

/// A table on which a player wants to import where it is not allowed.
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

/// Everything a shortcut could change: the entries, the entry looked at, and how the board lies.
fn state(desk: &Desk) -> (String, usize, egui::Pos2) {
    let first: Square = desk.game().board().squares().next().expect("a board");
    let log = print_log(desk.record());
    (log, desk.table().shown_number(), desk.middle_of(first))
}

#[test]
fn recording_without_a_reason_keeps_the_dialog_and_asks_for_one() {
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
            assert!(desk.says("An overruled entry needs a reason."), "{:#?}", desk.labels());
            assert_eq!(desk.focused().as_deref(), Some("Reason"));
            assert_eq!(state(&desk), before);
        }
        desk.type_text(WORDS);
        assert!(!desk.says("An overruled entry needs a reason."));
        assert_eq!(state(&desk), before, "no letter is a shortcut");
        desk.key(Key::Enter);
        let ActionKind::Overrule { reason, .. } = &latest(&desk).kind else {
            panic!("not overruled: {:?}", latest(&desk));
        };
        assert_eq!(reason, WORDS);
    }
}

#[test]
fn a_reason_that_the_record_does_not_take_stays_in_the_dialog() {
    let mut desk = overruling();
    let before = state(&desk);
    desk.paste(&"long ".repeat(journal::MAX_TEXT));
    desk.press("Record it");
    assert!(desk.offers("Record it"), "{:#?}", desk.labels());
    assert_eq!(desk.focused().as_deref(), Some("Reason"));
    assert_eq!(state(&desk), before);
}

#[test]
fn a_press_beside_a_dialog_does_not_throw_away_what_is_typed_in_it() {
    let mut desk = overruling();
    desk.type_text("agreed");
    desk.click_at(egui::pos2(20.0, 780.0));
    assert!(desk.offers("Record it"));
    desk.press("Record it");
    assert!(
        matches!(&latest(&desk).kind, ActionKind::Overrule { reason, .. } if reason == "agreed")
    );
}

/// A desk with a game that has a file.
fn desk_with_file(folder: &Path) -> Desk {
    let game = folder.join("evening.founders");
    let text = print_log(&cut(&journal_of(GAME), 40));
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
fn a_file_is_not_renamed_to_nothing() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let mut desk = desk_with_file(folder.path());
    desk.give(Command::Menu(Menu::Rename));
    desk.key(Key::Backspace);
    desk.key(Key::Enter);
    assert!(desk.says("The file needs a name."), "{:#?}", desk.labels());
    desk.type_text("mart");
    desk.key(Key::Enter);
    desk.wait_until_saved();
    assert!(folder.path().join("mart.founders").is_file());
}

/// Opens a form of the first game that wants words, and what takes them.
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
fn letters_typed_while_a_form_wants_words_go_into_it_and_are_no_shortcuts() {
    for form in ["Comment", "Name of the line"] {
        let mut desk = Desk::at(GAME, 40);
        desk.press("Journal");
        let old = desk.record().here();
        open_form(&mut desk, form);
        let before = state(&desk);
        // It has the keyboard at once, and takes what is typed although it lost that again.
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
fn a_comment_that_is_too_long_is_not_lost() {
    let mut desk = Desk::at(GAME, 40);
    desk.press("Journal");
    let id = desk.record().here();
    desk.press("Comment…");
    desk.paste(&"long ".repeat(journal::MAX_TEXT));
    desk.press("Keep");
    assert_eq!(desk.record().entry(id).comment(), "");
    assert!(desk.says("It was not recorded."), "{:#?}", desk.labels());
    assert_eq!(desk.focused().as_deref(), Some("Comment"));
}

const TABLE: &str = crate::scenario::TABLE;

#[test]
fn a_monster_is_overruled_only_with_a_reason_and_no_letter_of_it_accepts_its_turn() {
    let mut desk = Desk::new();
    open(&mut desk, &TABLE.replace(", unrevealed", ", initiative 20"));
    crate::scenario::fill(&mut desk, "Initiative of Guard", "15");
    let before = played(&desk);
    click(&mut desk, "E3");
    desk.press("Overrule…");
    desk.press("Record it");
    assert!(desk.says("An overruled turn needs a reason."), "{:#?}", desk.labels());
    assert_eq!(desk.focused().as_deref(), Some("Reason"));
    // A press on the map takes the keyboard away, and what is typed then is still the reason.
    click(&mut desk, "D4");
    desk.type_text(WORDS);
    assert_eq!(played(&desk), before);
    desk.press("Record it");
    let turn = format!("overrule Guard 3: to D4, because {WORDS}");
    assert_eq!(played(&desk).last(), Some(&turn));
}

#[test]
fn a_note_or_a_mark_without_words_says_that_it_needs_them() {
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
        assert!(desk.says(missing), "{:#?}", desk.labels());
        assert_eq!(desk.focused().as_deref(), Some("Words for a note or a mark"));
    }
    desk.type_text(WORDS);
    desk.press("Mark this entry");
    let record = desk.app().scenario().expect("it is open");
    assert_eq!(::scenario::record::commented_entries(record), [(1, WORDS)]);
}

#[test]
fn the_record_is_set_right_only_with_a_reason() {
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
    assert!(desk.says("Setting the record right needs a reason."), "{:#?}", desk.labels());
    assert_eq!(desk.focused().as_deref(), Some("Reason"));
    assert_eq!(state_of_record(&desk), before);
    desk.type_text(WORDS);
    desk.press("Set the record right");
    assert!(matches!(&latest(&desk).kind, ActionKind::Adjust { reason, .. } if reason == WORDS));
}

fn state_of_record(desk: &Desk) -> String {
    print_log(desk.record())
}

/// An entry without which a later one does not hold, but can be overruled.
fn removed_before_what_can_be_overruled(journal: &Journal) -> usize {
    let found = (1..=journal.cursor()).find(|&number| {
        let mut repair = Repair::new(journal);
        repair.remove(journal, number);
        repair.clash().is_some_and(can_be_overruled)
    });
    found.expect("there is one")
}

#[test]
fn a_repair_lets_an_entry_stand_only_with_a_reason() {
    let mut desk = Desk::at(GAME, 120);
    let before = state_of_record(&desk);
    let number = removed_before_what_can_be_overruled(desk.record());
    desk.give(FoundersCommand::Repair(number));
    desk.press("Remove");
    desk.press("Overrule it…");
    desk.key(Key::Enter);
    assert!(desk.says("An overruled entry needs a reason."), "{:#?}", desk.labels());
    assert_eq!(desk.focused().as_deref(), Some("Reason"));
    desk.type_text("turn it");
    assert_eq!(state_of_record(&desk), before);
    assert_eq!(desk.focused().as_deref(), Some("Reason"));
    desk.press("Use it");
    assert!(!desk.offers("Use it"), "{:#?}", desk.labels());
}

#[test]
fn a_text_without_end_that_is_pasted_into_a_field_is_cut_off() {
    let endless = "a long name ".repeat(100_000);
    let mut desk = Desk::new();
    desk.give(Command::Menu(Menu::New));
    desk.press("Name 1");
    desk.paste(&endless);
    assert_eq!(desk.value_of("Name 1").chars().count(), MAX_NAME);
    let mut desk = overruling();
    desk.paste(&endless);
    assert_eq!(desk.value_of("Reason").chars().count(), MAX_TYPED);
    // A field holds twice what a record takes, so that the refusal can say by how much it is too long.
    assert_eq!(MAX_TYPED, 2 * journal::MAX_TEXT);
    let mut desk = Desk::new();
    desk.key(Key::F1);
    desk.press("Search the help");
    desk.paste(&endless);
    assert_eq!(desk.value_of("Search the help").chars().count(), MAX_NAME);
}
