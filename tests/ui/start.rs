//! The start screen and its ways into a game.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use components::specs::Pack;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use founders_ledger::app::command::{Command, Commands};
use founders_ledger::app::start_screen::{
    GameCard, RecentGame, StartMemory, StartScreenCx, start_screen_ui,
};
use founders_ledger::app::thumbnails::{ThumbnailSubject, Thumbnails};
use rules::Game;
use rules::rulebook::Variant;
use table::examples::EXAMPLES;
use ui_board::command::FoundersCommand;
use ui_board::settings::{LastTable, Settings};
use ui_kit::theme::{Appearance, Theme};
use ui_menu::Menu;

use crate::support::{built_in_packs, harness, press, setup};

struct Screen {
    settings: Settings,
    packs: Vec<Pack>,
    recent: Vec<RecentGame>,
    memory: StartMemory,
    commands: Commands,
    /// The games whose picture was requested in the last frame.
    pictures: RefCell<Vec<Game>>,
}

fn screen(settings: Settings, recent: Vec<RecentGame>) -> Harness<'static, Screen> {
    harness(1280.0, 4000.0, draw, state(settings, recent))
}

fn state(settings: Settings, recent: Vec<RecentGame>) -> Screen {
    Screen {
        settings,
        packs: built_in_packs(),
        recent,
        memory: StartMemory::default(),
        commands: Commands::new(),
        pictures: RefCell::default(),
    }
}

fn draw(ui: &mut egui::Ui, screen: &mut Screen) {
    let start = StartScreenCx {
        settings: &screen.settings,
        packs: &screen.packs,
        recent: &screen.recent,
        paint_table: &|_, _, pictured| {
            if let ThumbnailSubject::Board(game) = pictured {
                screen.pictures.borrow_mut().push(game.clone());
            }
        },
    };
    screen.pictures.borrow_mut().clear();
    start_screen_ui(ui, &start, &mut screen.memory, &mut screen.commands);
}

fn click(harness: &mut Harness<'_, Screen>, label: &str) -> Commands {
    harness.get_by_label(label).click();
    harness.run();
    std::mem::take(&mut harness.state_mut().commands)
}

#[test]
fn first_start_offers_only_new_game_and_open() {
    let mut harness = screen(Settings::default(), Vec::new());
    assert!(harness.query_by_label("Continue the last game").is_none());
    assert!(harness.query_by_label("Same table as last time").is_none());
    let commands = click(&mut harness, "New game…");
    assert!(matches!(commands.as_slice(), [Command::Menu(Menu::New)]));
    let commands = click(&mut harness, "Open…");
    assert!(matches!(commands.as_slice(), [Command::Menu(Menu::Open)]));
}

#[test]
fn same_table_button_starts_the_last_setup_in_one_click() {
    let mut last = setup("Old Harbour", &["Anna", "Ben", "Cleo"]);
    last.variants = last.variants.with(Variant::ShapingHistory);
    let settings = Settings { last_table: LastTable::from_setup(&last), ..Settings::default() };
    let mut harness = screen(settings, Vec::new());
    let commands = click(&mut harness, "Same table as last time");
    let [Command::Founders(FoundersCommand::StartGame(setup))] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    assert_eq!(**setup, last);
}

/// Returns the text of the duel example.
fn duel() -> &'static str {
    let example = EXAMPLES.iter().find(|example| example.file.starts_with("harbour-duel"));
    example.expect("the duel is an example").text
}

#[test]
fn last_table_that_is_no_longer_playable_is_not_offered() {
    let last = setup("A board that is gone", &["Anna", "Ben"]);
    let settings = Settings { last_table: LastTable::from_setup(&last), ..Settings::default() };
    let harness = screen(settings, Vec::new());
    assert!(harness.query_by_label("Same table as last time").is_none());
}

#[test]
fn the_last_game_goes_on_and_older_ones_are_listed() {
    let duel = duel();
    // The last action is missing, so that the game continues.
    let cut = duel.rfind("\nQuatryl follows").expect("it ends so");
    let recent = vec![
        RecentGame::new(Path::new("/games/duel.founders"), Some(&duel.as_bytes()[..=cut])),
        RecentGame::new(Path::new("/games/gone.founders"), None),
    ];
    let mut harness = screen(Settings::default(), recent);
    let commands = click(&mut harness, "Continue the last game");
    let [Command::Open(path)] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    assert_eq!(*path, PathBuf::from("/games/duel.founders"));
    let gone = harness.get_by_label("Open gone.founders");
    assert!(gone.accesskit_node().is_disabled());
}

#[test]
fn recent_game_card_shows_its_board_and_a_missing_file_is_disabled() {
    let duel = duel().as_bytes();
    let there = RecentGame::new(Path::new("/games/duel.founders"), Some(duel));
    let gone = RecentGame::new(Path::new("/games/gone.founders"), None);
    let unread = RecentGame::unread(Path::new("/games/slow.founders"));
    let harness = screen(Settings::default(), vec![there.clone(), gone, unread]);
    let card = there.card.expect("it can be read");
    let board = card.game.founders().expect("it is of the first game");
    let pictures = harness.state().pictures.borrow();
    // The example of the same game is listed with the others.
    let of_game = pictures.iter().filter(|game| *game == board);
    assert_eq!((of_game.count(), pictures.len()), (2, games() + 1));
    let gone_card = harness.get_by_label("Open gone.founders");
    assert!(gone_card.accesskit_node().is_disabled());
    // A record that is not read yet may exist.
    let slow_card = harness.get_by_label("Open slow.founders");
    assert!(!slow_card.accesskit_node().is_disabled());
}

#[test]
fn thumbnail_is_made_once_in_the_background() {
    let duel = duel().as_bytes();
    let cellar = include_bytes!("../../assets/scenario/games/flooded-cellar.scenario");
    for record in [duel, &cellar[..]] {
        check_small_picture(record);
    }
}

#[track_caller]
fn check_small_picture(record: &[u8]) {
    fn pictures(harness: &Harness<'_, GameCard>) -> usize {
        harness.ctx.tex_manager().read().num_allocated()
    }

    let card = GameCard::read(record).expect("an example is sound");
    let thumbnails = Thumbnails::default();
    let mut harness = harness(
        300.0,
        300.0,
        move |ui: &mut egui::Ui, card: &mut GameCard| {
            let rect = ui.max_rect();
            let pictured = card.game.pictured().expect("the card is of a table");
            thumbnails.paint(ui.painter(), rect, pictured);
        },
        card,
    );
    let before = pictures(&harness);
    let start = std::time::Instant::now();
    while pictures(&harness) == before && start.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(5));
        harness.step();
    }
    assert_eq!(pictures(&harness), before + 1);
    for _ in 0..5 {
        harness.step();
    }
    assert_eq!(pictures(&harness), before + 1, "it is made once");
}

#[test]
fn finished_game_is_listed_without_a_continue_button() {
    let duel = duel().as_bytes();
    let recent = vec![RecentGame::new(Path::new("/games/duel.founders"), Some(duel))];
    let harness = screen(Settings::default(), recent);
    assert!(harness.query_by_label("Continue the last game").is_none());
    assert_eq!(harness.query_all_by_label_contains("Open ").count(), games() + 1);
}

/// Returns the number of examples that are games.
fn games() -> usize {
    EXAMPLES.iter().filter(|example| !example.is_worked_result()).count()
}

#[test]
fn worked_results_are_collapsed_until_opened() {
    let mut harness = screen(Settings::default(), Vec::new());
    let machinery = EXAMPLES.iter().find(|e| e.file.starts_with("e01")).expect("it is there");
    let label = format!("Open {}", machinery.title());
    assert!(harness.query_by_label(&label).is_none());
    harness.get_by_label("10 worked results of the rulebook").click();
    harness.run();
    let commands = click(&mut harness, &label);
    assert!(matches!(commands.as_slice(), [Command::OpenExample(file)] if *file == machinery.file));
}

#[test]
fn example_cards_keep_title_and_place_while_records_are_read() {
    fn places(harness: &Harness<'_, Screen>) -> Vec<egui::Rect> {
        EXAMPLES
            .iter()
            .filter(|example| !example.is_worked_result())
            .map(|example| format!("Open {}", example.title()))
            .map(|title| harness.get_by_label(&title).rect())
            .collect()
    }

    // One record is read per frame, so that after the first frame most are not.
    let mut harness = Harness::builder()
        .with_size([1280.0, 4000.0])
        .with_max_steps(1)
        .with_context_setup(|ctx| Theme::install(ctx, Appearance::Light))
        .build_ui_state(draw, state(Settings::default(), Vec::new()));
    assert!(harness.state().pictures.borrow().len() < games());
    let at_once = places(&harness);
    harness.run_steps(2 * EXAMPLES.len());
    assert_eq!(harness.state().pictures.borrow().len(), games());
    assert_eq!(places(&harness), at_once);
}

#[test]
fn start_screen_shows_an_example_in_a_small_window() {
    let state = state(Settings::default(), Vec::new());
    let harness = harness(800.0, 450.0, draw, state);
    let card = harness.get_by_label("Open A first game, explained step by step").rect();
    assert!(card.right() <= 808.0 && card.bottom() <= 458.0, "{card}");
}

#[test]
fn first_example_opens_the_lesson() {
    let mut harness = screen(Settings::default(), Vec::new());
    let commands = click(&mut harness, "Open A first game, explained step by step");
    assert!(matches!(commands.as_slice(), [Command::Menu(Menu::Lesson)]), "{commands:?}");
    harness.get_by_label_contains("the reason for every move");
}

#[test]
fn clicking_an_example_title_opens_it() {
    let mut harness = screen(Settings::default(), Vec::new());
    let example = &EXAMPLES[1];
    let commands = click(&mut harness, &format!("Open {}", example.title()));
    assert!(matches!(commands.as_slice(), [Command::OpenExample(file)] if *file == example.file));
}

#[test]
fn start_screen_works_with_tab_and_enter_alone() {
    let mut harness = screen(Settings::default(), Vec::new());
    press(&mut harness, egui::Key::Tab);
    assert!(harness.get_by_label("New game…").is_focused());
    press(&mut harness, egui::Key::Enter);
    let commands = &harness.state().commands;
    assert!(matches!(commands.as_slice(), [Command::Menu(Menu::New)]));
    for _ in 0..9 {
        press(&mut harness, egui::Key::Tab);
    }
    press(&mut harness, egui::Key::Enter);
    let last = harness.state().commands.last();
    assert!(matches!(last, Some(Command::Menu(Menu::Lesson))), "{last:?}");
}
