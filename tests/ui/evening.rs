//! A complete game on two evenings: half a game, the table taken down and set up again, an early
//! mistake corrected, the end, and the exports.

use std::path::Path;

use egui::{Key, Modifiers};
use founders_ledger::app::{Command, Environment};
use journal::{Change, Journal};
use narration::NamedGame;
use notation::record::read_record;
use notation::{parse_action, print_action};
use rules::action::Action;
use table_inventory::Checklist;
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_menu::Menu;

use crate::app::{Desk, journal_of, truncated};
use crate::clerk::{Clerk, InputMode};

const GAME: &str = "harbour-duel.founders";

fn world(folder: &Path) -> Environment {
    Environment {
        games: Some(folder.join("games")),
        own: Some(folder.join("own")),
        pages: Some(folder.join("pages")),
        today: "2026-11-21".to_owned(),
        ..Environment::default()
    }
}

fn actions(journal: &Journal) -> Vec<Action> {
    let ids = journal.main_line().iter();
    ids.filter_map(|&id| journal.entry(id).action().cloned()).collect()
}

/// Returns the number of an entry about the middle of the game, at the start of a turn.
fn middle(journal: &Journal) -> usize {
    let all = journal.main_line().len();
    (all / 2..all)
        .find(|&number| {
            let game = journal.game_at(number).expect("it was played");
            let before = journal.game_at(number - 1).expect("it was played");
            game.vote_stage().is_none() && game.turn_number() > before.turn_number()
        })
        .expect("a turn begins")
}

/// Returns an early entry and a plausible mistake for it: the other reward of a follower, with
/// every entry up to the middle still valid.
fn mistake(journal: &Journal, middle: usize) -> (usize, Action) {
    for number in 1..middle / 2 {
        let before = journal.game_at(number - 1).expect("it was played");
        let id = journal.on_main_line(number).expect("it is there");
        let right = journal.entry(id).action().expect("an entry is an action");
        let line = print_action(&before, right);
        let Some((who, "$1" | "influence")) = line.split_once(" follows: ") else {
            continue;
        };
        let wrong = if line.ends_with("$1") { "influence" } else { "$1" };
        let wrong = parse_action(&before, &format!("{who} follows: {wrong}"))
            .expect("it is a reward as well");
        let mut draft = truncated(journal, number - 1);
        let later = actions(journal)[number..middle].to_vec();
        let all = std::iter::once(wrong.clone()).chain(later);
        let is_playable = all.map(Change::Play).all(|change| draft.apply(change).is_ok());
        if is_playable {
            return (number, wrong);
        }
    }
    panic!("every mistake causes a conflict");
}

/// Returns the texts of the checklist's items.
fn checklist(named: NamedGame<'_>) -> Vec<String> {
    let items = Checklist::for_game(named).items;
    items.into_iter().map(|item| item.text).collect()
}

#[test]
fn game_continues_on_a_second_evening_with_an_early_mistake_corrected() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let example = journal_of(GAME);
    let whole = actions(&example);
    let middle = middle(&example);
    let (number, wrong) = mistake(&example, middle);

    // The first evening, with the unnoticed mistake.
    let desk = Desk::in_world(world(folder.path()), Settings::default());
    let mut clerk = Clerk::new(desk, InputMode::Pointer);
    clerk.set_up(&example);
    for (index, action) in whole[..middle].iter().enumerate() {
        clerk.enter(if index + 1 == number { &wrong } else { action });
        assert_eq!(clerk.desk.record().cursor(), index + 1);
    }
    let mut desk = clerk.desk;
    desk.key(Key::F8);
    desk.press("Take it down");
    desk.press("Prestige deck from the bottom");
    desk.type_text("in the small bag");
    desk.press("Keep in the record");
    desk.wait_until_saved();
    let first_checklist = checklist(desk.named_game());
    let settings = desk.app().settings().clone();
    drop(desk);

    // The second evening: the table is set up again, a line at a time.
    let mut desk = Desk::in_world(world(folder.path()), settings);
    desk.press("Continue the last game");
    assert_eq!(desk.record().cursor(), middle);
    desk.key(Key::F8);
    assert!(desk.shows("in the small bag"), "{:#?}", desk.labels());
    assert_eq!(checklist(desk.named_game()), first_checklist);
    let all = first_checklist.len();
    for done in 0..all {
        assert!(desk.shows(&format!("Everything: {done} of {all}")));
        desk.key(Key::Space);
    }
    assert!(desk.shows(&format!("Everything: {all} of {all}")));
    desk.key(Key::Escape);

    // The early mistake is corrected before the game continues.
    desk.give(FoundersCommand::ViewNumber(number));
    desk.key_with(Modifiers::ALT, Key::R);
    desk.press("Change…");
    let before = desk.record().game_at(number - 1).expect("it was played");
    desk.key(Key::Slash);
    desk.type_text(&print_action(&before, &whole[number - 1]));
    desk.key(Key::Enter);
    assert!(desk.shows("Every later entry holds."));
    desk.press("Accept the repair");
    assert_eq!(actions(desk.record()), whole[..middle]);
    assert_eq!(desk.record().variations_at(number).len(), 1);

    // The end, and the exports.
    let mut clerk = Clerk::new(desk, InputMode::Pointer);
    for action in &whole[middle..] {
        clerk.enter(action);
    }
    let mut desk = clerk.desk;
    assert_eq!(actions(desk.record()), whole);
    let winner = example.game().winner();
    assert!(winner.is_some());
    assert_eq!(desk.game().winner(), winner);
    assert_eq!(desk.record().game().scores(), example.game().scores());
    let copied = read_record(desk.copied_text(Menu::CopyRecord).as_bytes()).record;
    assert_eq!(actions(&copied.expect("it can be read")), whole);
    desk.give(Command::Menu(Menu::PrintScores));
    let page = std::fs::read_to_string(folder.path().join("pages").join("scores.html"))
        .expect("the page is written");
    for player in example.game().players() {
        assert!(page.contains(&example.game().points(player).to_string()));
    }
    desk.wait_until_saved();
    let played = desk.record().clone();
    drop(desk);
    let games = std::fs::read_dir(folder.path().join("games")).expect("it is there");
    let files: Vec<_> = games.flatten().map(|entry| entry.path()).collect();
    let [file] = files.as_slice() else {
        panic!("a game is one file: {files:?}");
    };
    let loaded = read_record(&std::fs::read(file).expect("it can be read"));
    assert_eq!((loaded.error, loaded.warnings.len()), (None, 0));
    assert_eq!(loaded.record, Some(played));
}
