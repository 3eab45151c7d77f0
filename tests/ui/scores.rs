//! The score history: read in the background, filtered, and with a link to every game.

use std::path::{Path, PathBuf};

use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use founders_ledger::app::{Command, Environment};
use notation::record::RecordReader;
use score_history::{GameFilter, ReadResult, ScoreHistory};
use table::examples::example;
use ui_board::command::FoundersCommand;
use ui_board::settings::Settings;
use ui_games::score_history_screen::{
    ScoreHistoryMemory, ScoreHistoryView, score_history_screen_ui,
};
use ui_kit::queue::CommandQueue;
use ui_menu::Menu;

use crate::app::Desk;
use crate::support::harness;

const FILES: [&str; 5] = [
    "harbour-duel.founders",
    "four-achievements.founders",
    "solo-whole-game-won.founders",
    "solo-lost-at-a-vote.founders",
    "e09-income.founders",
];

fn text(file: &str) -> &'static str {
    example(file).expect("it comes with the app").text
}

struct Page {
    history: ScoreHistory,
    memory: ScoreHistoryMemory,
    commands: Vec<FoundersCommand>,
}

fn page(width: f32, progress: Option<(usize, usize)>) -> Harness<'static, Page> {
    page_of(&FILES, [width, 900.0], progress)
}

fn page_of(
    files: &[&str],
    [width, height]: [f32; 2],
    progress: Option<(usize, usize)>,
) -> Harness<'static, Page> {
    let mut history = ScoreHistory::default();
    for file in files {
        let path = Path::new("/games").join(file);
        history.add(ReadResult::read(
            &mut RecordReader::default(),
            &path,
            Ok(text(file).as_bytes()),
        ));
    }
    let page = Page { history, memory: ScoreHistoryMemory::default(), commands: Vec::new() };
    let show = move |ui: &mut egui::Ui, page: &mut Page| {
        let shown =
            ScoreHistoryView { history: &page.history, reading: 0, progress, has_game: false };
        let queue = CommandQueue::default();
        score_history_screen_ui(ui, shown, &mut page.memory, &queue);
        page.commands.extend(queue.take());
    };
    harness(width, height, show, page)
}

fn shows(harness: &Harness<'_, Page>, words: &str) -> bool {
    harness.query_all_by_label_contains(words).next().is_some()
}

fn choose(harness: &mut Harness<'_, Page>, filter: &str, choice: &str) {
    harness.get_by_label(filter).click();
    harness.run();
    harness.get_by_label(choice).click();
    harness.run();
}

/// Games for several players in which the same people meet again.
const EVENINGS: [&str; 5] = [
    "harbour-duel.founders",
    "teaching-game.founders",
    "four-achievements.founders",
    "four-founders.founders",
    "old-harbour-three.founders",
];

/// Returns the accessible name of the control that starts like this, and its rectangle.
#[track_caller]
fn named(harness: &Harness<'_, Page>, start: &str) -> (String, egui::Rect) {
    harness
        .query_all_by_label_contains(start)
        .map(|node| {
            let shown = node.accesskit_node();
            (shown.label().or(shown.value()).unwrap_or_default(), node.rect())
        })
        .find(|(name, _)| name.starts_with(start))
        .unwrap_or_else(|| panic!("nothing starts with {start}"))
}

#[test]
fn score_history_lists_all_players_and_solo_games_separately() {
    for width in [1280.0, 700.0] {
        let mut harness = page(width, None);
        assert!(shows(&harness, "4 finished games"));
        assert!(shows(&harness, "Average"));
        assert!(
            shows(&harness, "Anna: 1 of 2 won, 86 points at most (race easy, start normal)."),
            "solo games are listed separately, with the difficulty of the best one"
        );
        harness.get_by_label("Games: 4").click();
        harness.run();
        assert!(shows(&harness, "Quatryl) 43 (won)"));
        assert!(shows(&harness, "lost at a vote"));
    }
}

#[test]
fn narrow_score_history_shows_sentences_instead_of_a_table() {
    let harness = page(300.0, None);
    assert!(!shows(&harness, "Average"));
    assert!(shows(&harness, "points on average"));
}

#[test]
fn score_history_has_rows_for_people_races_pairs_and_lengths() {
    let harness = page_of(&EVENINGS, [1280.0, 1800.0], None);
    let history = &harness.state().history;
    let all = GameFilter::default();
    let people = history.people(&all);
    let (words, row) = named(&harness, &format!("{}: ", people[0].name));
    let results = &people[0].several;
    assert!(words.contains(&format!("{} of {} won", results.wins, results.games)), "{words}");
    let (_, head) = named(&harness, "Games; Wins; Win rate; Average; Best");
    assert!(head.bottom() <= row.top() && head.x_range() == row.x_range());
    for tally in history.race_tallies(&all) {
        let (words, _) = named(&harness, &format!("{}: ", tally.race));
        let rate = tally.results.win_rate().expect("it was played");
        assert!(words.contains(&format!("({rate:.0} %)")), "{words}");
    }
    let pair = &history.head_to_head(&all)[0];
    let (words, _) = named(&harness, &format!("{} and {}, ", pair.names[0], pair.names[1]));
    assert!(words.contains(&format!("ahead in {}", pair.ahead[0])), "{words}");
    assert!(shows(&harness, "2 players, 2 games: "));
}

#[test]
fn score_history_curves_have_their_figures_as_accessible_name() {
    let mut harness = page_of(&EVENINGS, [1280.0, 1800.0], None);
    let curves = harness.state().history.curves(&GameFilter::default(), 1);
    let [(_, first, _), .., (_, latest, _)] = curves.people[0].results[..] else {
        panic!("somebody played several games: {curves:?}");
    };
    let (points, rect) = named(&harness, "Points of each game, ");
    let name = &curves.people[0].name;
    let games = curves.people[0].results.len();
    let words = format!("{name}, {games} games: first {first}, latest {latest}, ");
    assert!(points.contains(&words), "{points}");
    assert!(rect.width() > 300.0 && rect.height() > 100.0, "{rect:?}");
    harness.get_by_label("Win rate").click();
    harness.run();
    let (rates, _) = named(&harness, "Games won so far, ");
    assert!(rates.contains(" %"), "{rates}");
}

#[test]
fn score_history_has_space_for_its_table_in_a_low_window() {
    for size in [[800.0, 440.0], [640.0, 360.0]] {
        let mut harness = page_of(&EVENINGS, size, None);
        let people = harness.state().history.people(&GameFilter::default());
        let (_, row) = named(&harness, &format!("{}: ", people[0].name));
        let view = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
        assert!(view.contains_rect(row), "{size:?}: {row:?}");
        harness.get_by_label("Games: 5").click();
        harness.run();
        let (_, row) = named(&harness, "Open ");
        assert!(view.contains_rect(row), "{size:?}: {row:?}");
    }
}

#[test]
fn keyboard_leads_to_every_section_of_the_statistics() {
    let size = [800.0, 440.0];
    let mut harness = page_of(&EVENINGS, size, None);
    let view = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
    for section in ["Over time", "Races", "Head to head", "Length"] {
        harness.get_by_label(section).focus();
        harness.run();
        let title = harness.get_by_label(section);
        assert!(title.is_focused() && view.contains_rect(title.rect()), "{section}");
    }
}

#[test]
fn filters_keep_their_place_whatever_is_chosen() {
    let mut harness = page(1280.0, None);
    let before = harness.get_by_label("Players: any number").rect();
    choose(&mut harness, "Variant: with and without", "achievements");
    choose(&mut harness, "Race: every race", "Quatryl");
    assert_eq!(harness.get_by_label("Players: any number").rect(), before);
}

#[test]
fn score_history_filters_by_variant_and_number_of_players() {
    let mut harness = page(1280.0, None);
    choose(&mut harness, "Variant: with and without", "achievements");
    assert!(shows(&harness, "Games: 1"));
    assert!(!shows(&harness, "Quatryl) 43 (won)"));
    choose(&mut harness, "Variant: achievements", "with and without");
    choose(&mut harness, "Players: any number", "1, solo");
    assert!(shows(&harness, "Games: 2"));
    assert!(shows(&harness, "No game for several players"));
}

#[test]
fn score_history_opens_games_and_explains_uncounted_ones() {
    let mut harness = page(1280.0, None);
    let won = "Open 2026-11-21  A solo game that is won with its last card";
    harness.get_by_label(won).click();
    harness.run();
    let opened = std::mem::take(&mut harness.state_mut().commands);
    let [FoundersCommand::Open(path)] = opened.as_slice() else {
        panic!("{opened:?}");
    };
    assert_eq!(*path, PathBuf::from("/games/solo-whole-game-won.founders"));
    harness.get_by_label("Not counted: 1").click();
    harness.run();
    assert!(shows(&harness, "not over"));
    harness.get_by_label("Open e09-income.founders").click();
    harness.run();
    let opened = std::mem::take(&mut harness.state_mut().commands);
    assert!(matches!(opened.as_slice(), [FoundersCommand::Open(_)]), "{opened:?}");
}

#[test]
fn score_history_shows_the_reading_progress() {
    let harness = page(1280.0, Some((5, 1000)));
    assert!(shows(&harness, "Reading: 5 of 1000 files"));
    assert!(shows(&harness, "4 finished games"));
}

/// Starts the app with games in its folder, and a recent one from another folder.
fn desk(folder: &Path) -> Desk {
    let games = folder.join("games");
    std::fs::create_dir_all(&games).expect("room on the disk");
    for file in FILES {
        std::fs::write(games.join(file), text(file)).expect("room on the disk");
    }
    let world =
        Environment { games: Some(games), own: Some(folder.join("own")), ..Environment::default() };
    let elsewhere = folder.join("elsewhere.founders");
    std::fs::write(&elsewhere, text("three-guilds.founders")).expect("room on the disk");
    let settings =
        Settings { recent: vec![elsewhere, folder.join("gone.founders")], ..Settings::default() };
    Desk::in_world(world, settings)
}

/// Waits until the app has read all files.
#[track_caller]
fn wait_until_read(desk: &mut Desk) {
    for _ in 0..2000 {
        desk.settle();
        if !desk.shows("Reading:") {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("{:#?}", desk.labels());
}

#[test]
fn score_history_reads_the_games_folder_and_recent_games() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let mut desk = desk(folder.path());
    desk.press("Score history");
    wait_until_read(&mut desk);
    assert!(desk.shows("5 finished games"), "{:#?}", desk.labels());
    assert!(desk.shows("Not counted: 1"));
    // A game finished meanwhile is listed when the page is opened again.
    let more = folder.path().join("games").join("more.founders");
    std::fs::write(&more, text("old-harbour-three.founders")).expect("room on the disk");
    desk.press("Back");
    desk.press("Score history");
    wait_until_read(&mut desk);
    assert!(desk.shows("6 finished games"), "{:#?}", desk.labels());
}

#[test]
fn score_history_opens_again_with_its_filter_and_at_the_same_place() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let mut desk = desk(folder.path());
    for number in 0..40 {
        // Another name makes another game, which is not left out as a copy.
        let name = format!("Guest {number}");
        let title = format!("title: {number}. ");
        let other = text("harbour-duel.founders").replace("Anna", &name);
        let other = other.replacen("title: ", &title, 1);
        let file = folder.path().join("games").join(format!("{number}.founders"));
        std::fs::write(file, other).expect("room on the disk");
    }
    desk.press("Score history");
    wait_until_read(&mut desk);
    desk.press("Players: any number");
    desk.press("2");
    assert!(desk.shows("Games: 41"), "{:#?}", desk.labels());
    desk.hover_over(&desk.label_starting_with("Open 2"));
    desk.wheel(-8.0);
    let row = desk.label_starting_with("Open 2");
    let scrolled = desk.control_rect(&row);
    desk.press("Back");
    desk.press("Score history");
    // At once, while the files are read again, and after that.
    for _ in 0..2 {
        assert!(desk.shows("Players: 2"), "{:#?}", desk.labels());
        assert!(desk.shows("Games: 41"), "{:#?}", desk.labels());
        assert_eq!(desk.label_starting_with("Open 2"), row);
        assert_eq!(desk.control_rect(&row), scrolled);
        wait_until_read(&mut desk);
    }
}

#[test]
fn open_game_is_restored_after_the_score_history() {
    let folder = tempfile::tempdir().expect("a folder of our own");
    let mut desk = desk(folder.path());
    let duel = folder.path().join("games").join("harbour-duel.founders");
    desk.give(Command::Open(duel.clone()));
    let before = desk.record().clone();
    desk.give(Command::Menu(Menu::ScoreHistory));
    wait_until_read(&mut desk);
    assert!(desk.app().journal().is_none());
    desk.press("Back to the game");
    assert_eq!(*desk.record(), before);
    // The waiting game is found among the others, and opened without a second copy.
    desk.give(Command::Menu(Menu::ScoreHistory));
    wait_until_read(&mut desk);
    desk.give(Command::Open(duel));
    assert_eq!(*desk.record(), before);
    assert!(!desk.shows("Read-only: "));
    // Another game replaces it.
    desk.give(Command::Menu(Menu::ScoreHistory));
    wait_until_read(&mut desk);
    let four = folder.path().join("games").join("four-achievements.founders");
    desk.give(Command::Open(four));
    assert_eq!(desk.record().game().players().count(), 4);
}
