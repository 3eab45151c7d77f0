//! The fuzz targets, shared with the short run in `cargo test`.
//!
//! Each target reads bytes like a player's file and checks properties of the accepted content. A
//! panic is a finding.

use std::sync::OnceLock;

use notation::record::{print_log, print_notation, read_record};
use notation::{parse_action, print_action};
use rules::Game;
use rules::setup::Setup;
use scenario_cards::CardBook;
use scenario_cards::import::{SourceFile, import};
use simulate::Simulation;

/// Parses a component pack; a valid one must print and parse to the same.
pub fn pack(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    if let Ok(pack) = packs::parse("fuzzed", text) {
        let printed = packs::print(&pack);
        let again = packs::parse("printed", &printed);
        assert_eq!(again.ok().as_ref(), Some(&pack), "what is printed reads back the same");
        for board in &pack.boards {
            let players = vec!["Anna".to_owned(), "Ben".to_owned()];
            let board = board.name.clone();
            let setup = Setup { pack: pack.clone(), board, players, ..Setup::default() };
            if let Ok(game) = Game::new(&setup) {
                let _ = game.moves();
            }
        }
    }
}

/// Parses lines of notation and plays them one after another in mid-game.
pub fn notation(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let mut game = mid_game().clone();
    for line in text.lines().take(40) {
        let Ok(action) = parse_action(&game, line) else {
            continue;
        };
        let canonical = print_action(&game, &action);
        let again = parse_action(&game, &canonical);
        assert_eq!(again.as_ref(), Ok(&action), "{canonical} reads back the same");
        let _ = game.checklist(&action);
        if let Ok(played) = game.play(&action) {
            let _ = narration::pending::describe_all(narration::NamedGame::by_race(&played.game));
            let _ = played.game.moves();
            game = played.game;
        }
    }
}

/// Reads a record in either form; the readable part must print and read back the same.
pub fn record(data: &[u8]) {
    let loaded = read_record(data);
    if let Some(journal) = &loaded.record {
        for text in [print_log(journal), print_notation(journal)] {
            let again = read_record(text.as_bytes());
            assert!(again.error.is_none(), "what is printed reads back: {:?}", again.error);
            let main_line = |journal: &journal::Journal| journal.main_line().len();
            assert_eq!(again.record.as_ref().map(main_line), Some(main_line(journal)));
        }
    }
}

/// Parses lines of cards; valid ones must print and parse to the same.
pub fn cards(data: &[u8]) {
    if let Ok(book) = CardBook::from_bytes(data) {
        let printed = book.to_string();
        assert_eq!(
            printed.parse::<CardBook>().as_ref(),
            Ok(&book),
            "{printed} reads back the same"
        );
    }
}

/// Imports an edition file; its cards must print and parse to the same.
pub fn edition(data: &[u8]) {
    if let Ok(imported) = import(&[SourceFile { name: "fuzzed.json", bytes: data }]) {
        cards(imported.book.to_string().as_bytes());
    }
}

/// Reads a record of a campaign; what is read must print and read to the same.
pub fn campaign(data: &[u8]) {
    let loaded = campaign::record::read_bytes(data);
    if let Some(record) = &loaded.record {
        for text in [campaign::record::print(record), campaign::record::print_for_people(record)] {
            let again = campaign::record::read(&text);
            assert!(again.error.is_none(), "what is printed reads back: {:?}", again.error);
            let game = again.record.as_ref().map(campaign::Record::game);
            assert_eq!(game, Some(record.game()), "{text} reads back the same");
        }
    }
}

/// Reads the facts of an edition file; a campaign must accept the new ones.
pub fn facts(data: &[u8]) {
    let game = campaign_rules::Game::default();
    let file = SourceFile { name: "fuzzed.json", bytes: data };
    if let Ok(facts) = campaign::box_facts::box_facts(game.campaign(), &[file]) {
        for action in facts.new_actions() {
            let line = campaign::action::print_action(action);
            let again = campaign::action::parse_action(&line);
            assert_eq!(again.as_ref(), Ok(action), "{line} reads back the same");
            assert!(game.play(action).is_ok(), "{line} is accepted");
        }
    }
}

/// Returns a game 150 steps into a simulation.
pub fn mid_game() -> &'static Game {
    static GAME: OnceLock<Game> = OnceLock::new();
    GAME.get_or_init(|| {
        let pack = packs::find("practice").expect("the practice pack is sound");
        let mut simulation =
            Simulation::new(&pack, "Three Rivers", 3, 7).expect("it can be played");
        for _ in 0..150 {
            simulation.step();
        }
        simulation.game
    })
}
