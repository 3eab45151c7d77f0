//! Setup of a game, from the empty form to the start.

use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use rules::Game;
use rules::rulebook::{TableOption, Variant};
use rules::setup::Setup;
use ui_board::command::FoundersCommand;
use ui_board::settings::{LastTable, Settings};
use ui_games::setup_screen::{SetupContext, SetupDraft, SetupStep, setup_screen_ui};
use ui_kit::queue::CommandQueue;
use ui_menu::Menu;

use crate::app::Desk;
use crate::support::{built_in_packs, harness, press, setup, type_text};

/// The button that starts the game from a step before the last.
const BEGIN: &str = "Begin as it stands";

struct Screen {
    settings: Settings,
    draft: SetupDraft,
    commands: Vec<FoundersCommand>,
    /// The result of every dice roll.
    dice: usize,
}

/// Returns the setup in a low window, where its pages scroll.
fn screen(settings: Settings) -> Harness<'static, Screen> {
    screen_of_height(settings, 600.0)
}

/// Returns the setup in a window of this height.
fn screen_of_height(settings: Settings, height: f32) -> Harness<'static, Screen> {
    fn show(ui: &mut egui::Ui, screen: &mut Screen) {
        let dice = screen.dice;
        let queue = CommandQueue::default();
        let cx = SetupContext {
            settings: &screen.settings,
            paint_board: &|_, _, _| {},
            commands: &queue,
        };
        setup_screen_ui(ui, cx, &mut |_| dice, &mut screen.draft);
        screen.commands.extend(queue.take());
        // The app handles "Back" in the same way.
        let is_back = matches!(screen.commands.as_slice(), [FoundersCommand::Back]);
        if is_back && screen.draft.back() {
            screen.commands.clear();
        }
    }

    let draft = SetupDraft::new(&settings, &built_in_packs(), packs::PRACTICE);
    let screen = Screen { settings, draft, commands: Vec::new(), dice: 0 };
    harness(1024.0, height, show, screen)
}

fn click(harness: &mut Harness<'_, Screen>, label: &str) {
    // The page scrolls in a low window.
    harness.get_by_label(label).scroll_to_me();
    harness.run();
    harness.get_by_label(label).click();
    harness.run();
}

#[track_caller]
fn started_setup(harness: &Harness<'_, Screen>) -> Setup {
    let commands = &harness.state().commands;
    let [FoundersCommand::StartGame(setup)] = commands.as_slice() else {
        panic!("{commands:?}");
    };
    assert!(Game::new(setup).is_ok());
    (**setup).clone()
}

#[test]
fn games_for_two_to_four_players_can_be_set_up_on_both_boards() {
    let names = ["Anna", "Ben", "Çağla", "David"];
    for count in 2..=4 {
        for board in ["Three Rivers", "Old Harbour"] {
            let mut harness = screen(Settings::default());
            click(&mut harness, &format!("{count} players"));
            for (seat, name) in names.iter().take(count).enumerate() {
                click(&mut harness, &format!("Name {}", seat + 1));
                type_text(&mut harness, name);
            }
            click(&mut harness, "Next");
            click(&mut harness, board);
            click(&mut harness, "Next");
            click(&mut harness, "Next");
            click(&mut harness, "Any connected source");
            click(&mut harness, "Begin");
            let setup = started_setup(&harness);
            assert_eq!(setup.players, names[..count]);
            assert_eq!(setup.board, board);
            assert_eq!(setup.pack.name, "practice");
            let switched: Vec<TableOption> = setup.options.iter().collect();
            assert_eq!(switched, [TableOption::AnyConnectedSource]);
        }
    }
}

#[test]
fn enter_moves_between_names_and_a_shortcut_starts_the_game() {
    let mut harness = screen(Settings::default());
    type_text(&mut harness, "Anna");
    press(&mut harness, egui::Key::Enter);
    type_text(&mut harness, "Ben");
    press(&mut harness, egui::Key::Enter);
    harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Enter);
    harness.run();
    assert_eq!(started_setup(&harness).players, ["Anna", "Ben"]);
}

#[test]
fn enter_alone_completes_every_setup_step() {
    let mut harness = screen(Settings::default());
    for name in ["Anna", "Ben"] {
        type_text(&mut harness, name);
        press(&mut harness, egui::Key::Enter);
    }
    // Past the board and the variants to the rulings, which are the last step.
    for _ in 0..2 {
        press(&mut harness, egui::Key::Enter);
        assert!(harness.state().commands.is_empty());
    }
    press(&mut harness, egui::Key::Enter);
    assert_eq!(started_setup(&harness).players, ["Anna", "Ben"]);
}

#[test]
fn tab_order_visits_all_names_before_their_buttons() {
    let mut harness = screen(Settings::default());
    type_text(&mut harness, "Anna");
    press(&mut harness, egui::Key::Tab);
    type_text(&mut harness, "Ben");
    press(&mut harness, egui::Key::Tab);
    assert!(harness.get_by_label("Move Anna down").is_focused());
    click(&mut harness, BEGIN);
    assert_eq!(started_setup(&harness).players, ["Anna", "Ben"]);
}

#[test]
fn typing_replaces_a_prefilled_name() {
    let last = setup("Old Harbour", &["Anna", "Ben"]);
    let settings = Settings { last_table: LastTable::from_setup(&last), ..Settings::default() };
    let mut harness = screen(settings);
    type_text(&mut harness, "Cleo");
    press(&mut harness, egui::Key::Tab);
    type_text(&mut harness, "David");
    click(&mut harness, BEGIN);
    assert_eq!(started_setup(&harness).players, ["Cleo", "David"]);
}

#[test]
fn game_can_start_from_an_empty_setup() {
    let mut harness = screen(Settings::default());
    click(&mut harness, BEGIN);
    assert_eq!(started_setup(&harness).players, ["Player 1", "Player 2"]);
}

#[test]
fn invalid_name_is_reported_and_can_be_corrected() {
    let mut harness = screen(Settings::default());
    type_text(&mut harness, "Anna");
    press(&mut harness, egui::Key::Enter);
    type_text(&mut harness, "Human");
    harness.get_by_label_contains("it is the name of a race");
    click(&mut harness, BEGIN);
    assert!(harness.state().commands.is_empty());
    // The problem is shown on the other steps too.
    click(&mut harness, "Next");
    harness.get_by_label_contains("it is the name of a race");
    click(&mut harness, "Back");
    click(&mut harness, "Name 2");
    type_text(&mut harness, "a");
    assert!(harness.query_by_label_contains("it is the name of a race").is_none());
    click(&mut harness, BEGIN);
    assert_eq!(started_setup(&harness).players, ["Anna", "Humana"]);
}

#[test]
fn equal_names_in_different_unicode_forms_are_refused() {
    let mut harness = screen(Settings::default());
    type_text(&mut harness, "Zoë");
    press(&mut harness, egui::Key::Enter);
    type_text(&mut harness, "Zoe\u{308}");
    harness.get_by_label_contains("two players have this name");
    click(&mut harness, BEGIN);
    assert!(harness.state().commands.is_empty());
}

#[test]
fn players_can_be_reordered_by_button_and_by_key() {
    let mut harness = screen(Settings::default());
    click(&mut harness, "3 players");
    click(&mut harness, "Name 1");
    for name in ["Anna", "Ben", "Cleo"] {
        type_text(&mut harness, name);
        if name != "Cleo" {
            press(&mut harness, egui::Key::Enter);
        }
    }
    harness.key_press_modifiers(egui::Modifiers::ALT, egui::Key::ArrowUp);
    harness.run();
    // The focus follows the player.
    harness.key_press_modifiers(egui::Modifiers::ALT, egui::Key::ArrowUp);
    harness.run();
    click(&mut harness, "Move Anna down");
    click(&mut harness, BEGIN);
    assert_eq!(started_setup(&harness).players, ["Cleo", "Ben", "Anna"]);
}

#[test]
fn random_first_player_rotates_the_seats() {
    let mut harness = screen(Settings::default());
    harness.state_mut().dice = 1;
    click(&mut harness, "3 players");
    click(&mut harness, "Random first player");
    click(&mut harness, BEGIN);
    let players = started_setup(&harness).players;
    assert_eq!(players, ["Player 2", "Player 3", "Player 1"]);
}

#[test]
fn one_click_adds_a_known_player() {
    let settings = Settings {
        roster: vec!["Dora".to_owned(), "Emil".to_owned(), "Finn".to_owned()],
        ..Settings::default()
    };
    let mut harness = screen(settings);
    for name in ["Emil", "Dora", "Finn"] {
        click(&mut harness, &format!("Add {name}"));
    }
    click(&mut harness, "Remove Dora");
    click(&mut harness, BEGIN);
    assert_eq!(started_setup(&harness).players, ["Emil", "Finn"]);
}

#[test]
fn setup_is_prefilled_from_the_last_table() {
    let last = setup("Old Harbour", &["Anna", "Ben", "Cleo"]);
    let settings = Settings { last_table: LastTable::from_setup(&last), ..Settings::default() };
    let mut harness = screen(settings);
    click(&mut harness, BEGIN);
    assert_eq!(started_setup(&harness), last);
}

#[test]
fn back_leaves_each_setup_step() {
    let mut harness = screen(Settings::default());
    click(&mut harness, "Next");
    click(&mut harness, "Next");
    click(&mut harness, "Back");
    click(&mut harness, "Back");
    assert!(harness.state().commands.is_empty());
    harness.get_by_label("Name 1");
    click(&mut harness, "Back");
    let commands = &harness.state().commands;
    assert!(matches!(commands.as_slice(), [FoundersCommand::Back]), "{commands:?}");
}

#[test]
fn escape_leaves_the_setup_with_and_without_text_focus() {
    let mut desk = Desk::new();
    desk.press("New game…");
    desk.key(egui::Key::Escape);
    assert!(desk.has_control("New game…"));
    desk.press("New game…");
    desk.press("Next");
    desk.key(egui::Key::Escape);
    assert!(desk.has_control("Name 1"));
}

#[test]
fn real_box_offers_an_unknown_board_or_a_photograph() {
    let mut harness = screen(Settings::default());
    click(&mut harness, "Next");
    assert!(harness.query_by_label("Photograph the board").is_none());
    let own = packs::OwnCopy::OVER;
    harness.state_mut().draft = SetupDraft::new(&Settings::default(), &built_in_packs(), own);
    harness.run();
    click(&mut harness, "Next");
    harness.get_by_label("Start now, and learn the board in play");
    harness.state_mut().draft.step = SetupStep::Rulings;
    harness.run();
    click(&mut harness, "Begin");
    let setup = started_setup(&harness);
    let game = Game::new(&setup).expect("it can be begun");
    assert!(game.board().is_open());
    assert_eq!((game.board().name(), game.board().size()), ("Own board", (16, 14)));
    harness.state_mut().commands.clear();
    harness.state_mut().draft.step = SetupStep::Board;
    harness.run();
    click(&mut harness, "Photograph the board");
    let commands = &harness.state().commands;
    assert!(matches!(commands.as_slice(), [FoundersCommand::Menu(Menu::Trace)]), "{commands:?}");
}

/// Returns the accessible description of a control.
fn description(harness: &Harness<'_, Screen>, label: &str) -> String {
    let node = harness.get_by_label(label);
    node.accesskit_node().description().unwrap_or_default()
}

#[test]
fn solo_setup_excludes_the_no_workers_variant() {
    let mut harness = screen(Settings::default());
    click(&mut harness, "1 player");
    click(&mut harness, "Name 1");
    type_text(&mut harness, "Anna");
    harness.get_by_label_contains("all eight resources");
    assert!(harness.query_by_label("Random first player").is_none());
    click(&mut harness, "Step Variants");
    let workers = harness.get_by_label("No workers");
    assert!(workers.accesskit_node().is_disabled());
    workers.click();
    harness.run();
    let why = description(&harness, "No workers");
    assert!(why.contains("annot be combined with a solo game (rule 11.7)"), "{why}");
    click(&mut harness, "Achievements");
    click(&mut harness, "Step Rulings");
    click(&mut harness, "Begin");
    let setup = started_setup(&harness);
    assert_eq!(setup.players, ["Anna"]);
    let variants: Vec<Variant> = setup.variants.iter().collect();
    assert_eq!(variants, [Variant::Achievements]);
}

#[test]
fn one_click_selects_each_variant() {
    for (label, variant) in [
        ("Achievements", Variant::Achievements),
        ("No workers", Variant::NoWorkers),
        ("Shaping history", Variant::ShapingHistory),
    ] {
        let mut harness = screen(Settings::default());
        click(&mut harness, "Step Board");
        click(&mut harness, "Old Harbour");
        click(&mut harness, "Step Variants");
        click(&mut harness, label);
        assert!(description(&harness, label).contains(variant.sentence()));
        click(&mut harness, "Begin as it stands");
        let chosen: Vec<Variant> = started_setup(&harness).variants.iter().collect();
        assert_eq!(chosen, [variant]);
    }
}

#[test]
fn variant_excluded_by_the_board_is_reported_and_can_be_switched_off() {
    let mut harness = screen(Settings::default());
    click(&mut harness, "Step Board");
    click(&mut harness, "Old Harbour");
    click(&mut harness, "Step Variants");
    click(&mut harness, "Shaping history");
    click(&mut harness, "Back");
    click(&mut harness, "Three Rivers");
    // The problem is shown at once, on every step.
    harness.get_by_label_contains("it is played on the thematic side of the map");
    let begin_button = harness.get_by_label("Begin as it stands");
    assert!(begin_button.accesskit_node().is_disabled());
    click(&mut harness, "Next");
    click(&mut harness, "Shaping history");
    let switch = harness.get_by_label("Shaping history");
    assert!(switch.accesskit_node().is_disabled());
    click(&mut harness, "Begin as it stands");
    assert_eq!(started_setup(&harness).variants.iter().count(), 0);
}

#[test]
fn setup_from_the_last_table_includes_variants_and_solo_play() {
    let mut last = setup("Three Rivers", &["Anna"]);
    last.variants = last.variants.with(Variant::Achievements);
    let settings = Settings { last_table: LastTable::from_setup(&last), ..Settings::default() };
    let mut harness = screen(settings);
    click(&mut harness, "Begin as it stands");
    assert_eq!(started_setup(&harness), last);
}

/// Returns the place of every control with one of these labels.
fn places(harness: &Harness<'_, Screen>, labels: &[&str]) -> Vec<egui::Rect> {
    labels.iter().map(|label| harness.get_by_label(label).rect()).collect()
}

#[test]
fn box_is_chosen_before_the_board_and_stays_in_its_place() {
    let mut harness = screen_of_height(Settings::default(), 1400.0);
    click(&mut harness, "Next");
    let boxes = ["Practice set", "Founders of Gloomhaven"];
    let before = places(&harness, &boxes);
    let board = harness.get_by_label("Three Rivers").rect();
    assert!(before.iter().all(|place| place.bottom() <= board.top()), "{before:?} {board:?}");
    click(&mut harness, boxes[1]);
    assert_eq!(places(&harness, &boxes), before);
    let unknown = harness.get_by_label("Start now, and learn the board in play").rect();
    assert!(before.iter().all(|place| place.bottom() <= unknown.top()));
}

#[test]
fn choices_of_players_move_no_other_control() {
    let settings = Settings {
        roster: vec!["Dora".to_owned(), "Emil".to_owned(), "Finn".to_owned()],
        ..Settings::default()
    };
    let mut harness = screen_of_height(settings, 1400.0);
    let labels = [
        "2 players",
        "4 players",
        "Name 1",
        "Name 2",
        "Random first player",
        "Add Dora",
        "Add Finn",
        "Step Board",
        "Step Rulings",
        "Next",
    ];
    let before = places(&harness, &labels);
    click(&mut harness, "4 players");
    assert_eq!(places(&harness, &labels), before, "two players join");
    click(&mut harness, "Add Emil");
    assert_eq!(places(&harness, &labels), before, "a known player joins");
    assert!(harness.get_by_label("Add Emil").accesskit_node().is_disabled());
    click(&mut harness, "Name 2");
    type_text(&mut harness, "Human");
    harness.get_by_label_contains("it is the name of a race");
    assert_eq!(places(&harness, &labels), before, "a name has a problem");
    click(&mut harness, "2 players");
    click(&mut harness, "1 player");
    for (label, place) in labels.into_iter().zip(before) {
        if !["Name 2", "Random first player"].contains(&label) {
            assert_eq!(harness.get_by_label(label).rect(), place, "{label} with one player");
        }
    }
}

#[test]
fn choosing_a_board_moves_no_control_below_it() {
    let mut harness = screen_of_height(Settings::default(), 1400.0);
    let mut pack = packs::find(packs::OwnCopy::OVER).expect("it is built in");
    let practice = packs::find(packs::PRACTICE).expect("it is built in");
    pack.boards.push(practice.boards[0].clone());
    let name = pack.boards[0].name.clone();
    harness.state_mut().draft =
        SetupDraft::new(&Settings::default(), &[pack], packs::OwnCopy::OVER);
    harness.run();
    click(&mut harness, "Next");
    let labels = ["Enter the cards…", "Photograph the board", "Next"];
    click(&mut harness, "Start now, and learn the board in play");
    let before = places(&harness, &labels);
    click(&mut harness, &name);
    assert_eq!(places(&harness, &labels), before);
}

#[test]
fn board_says_whether_it_is_the_thematic_or_the_symmetric_side() {
    let mut harness = screen(Settings::default());
    click(&mut harness, "Next");
    for (board, side) in [("Three Rivers", "Symmetric side"), ("Old Harbour", "Thematic side")] {
        let text = description(&harness, board);
        assert!(text.starts_with(side), "{board}: {text}");
    }
}

#[test]
fn counted_squares_of_a_board_are_the_same_on_the_page_that_traces_it() {
    /// Returns the columns and rows on screen.
    fn size(desk: &Desk) -> Vec<String> {
        let nodes =
            desk.nodes().filter(|node| node.accesskit_node().role() == egui::Role::SpinButton);
        nodes
            .map(|node| node.accesskit_node().numeric_value().unwrap_or_default().to_string())
            .collect()
    }

    let mut desk = Desk::new();
    desk.press("New game…");
    desk.press("Next");
    desk.press("Founders of Gloomhaven");
    desk.press("Start now, and learn the board in play");
    assert_eq!(size(&desk), ["16", "14"]);
    desk.press("Columns");
    desk.type_text("15");
    desk.key(egui::Key::Enter);
    assert_eq!(size(&desk), ["15", "14"]);
    desk.press("Photograph the board");
    assert_eq!(size(&desk), ["15", "14"]);
    desk.press("Back");
    assert_eq!(size(&desk), ["15", "14"]);
}

#[test]
fn every_page_of_the_start_screen_is_left_by_back_and_by_escape() {
    for menu in [Menu::New, Menu::Trace, Menu::EnterCards, Menu::Library, Menu::ScoreHistory] {
        for by_key in [false, true] {
            let mut desk = Desk::new();
            desk.press(menu.label());
            assert!(!desk.has_control("New game…"), "{menu:?}");
            if by_key {
                desk.key(egui::Key::Escape);
            } else {
                desk.press("Back");
            }
            assert!(desk.has_control("New game…"), "{menu:?} {by_key}: {:#?}", desk.labels());
        }
    }
}

#[test]
fn escape_on_a_painted_board_goes_back_to_the_corners_before_it_leaves() {
    let mut desk = Desk::new();
    desk.press(Menu::Trace.label());
    desk.press("Paint an empty grid");
    assert!(desk.has_control("Back to the corners"));
    desk.key(egui::Key::Escape);
    assert!(desk.has_control("Paint an empty grid"));
    desk.key(egui::Key::Escape);
    assert!(desk.has_control("New game…"));
}
