//! Look-ahead in solo games: positions that it solves, proves impossible, or cannot decide.

use notation::parse_action;
use rules::Game;
use rules::setup::Setup;
use simulate::lookahead::{Feasibility, ImpossibleReason, SearchLimit, look_ahead};

/// Returns a solo position in the seventh cycle at Three Rivers, with additional items.
fn last_cycle(more: &str) -> Game {
    let setup = Setup {
        pack: packs::find("practice").expect("it is built in"),
        board: "Three Rivers".to_owned(),
        players: vec!["Anna".to_owned()],
        ..Setup::default()
    };
    let game = Game::new(&setup).expect("a solo game can be played");
    let line = format!(
        "Position: Anna is Human, cycle 7, turn Human, Human money = 9, \
         tile Population G6 of Human, card Human Recruit played, card Human Construct played{more}"
    );
    let action = parse_action(&game, &line).expect("it is notation");
    game.play(&action).expect("a position accepts any table").game
}

/// Items for a Bath House that needs only Population, which is two roads away.
const BATH_HOUSE: &str = ", building \"Bath House\" J4 J5 K4, \
    delivery \"Bath House\" Stone Human, delivery \"Bath House\" Brick Human";

fn look(game: &Game, plays: usize) -> Feasibility {
    let limit = SearchLimit { plays, seed: 1, stop: &|| false };
    look_ahead(game, &limit).expect("it is a solo game")
}

#[test]
fn found_line_is_legal_and_completes_every_building() {
    let game = last_cycle(&format!("{BATH_HOUSE}, card Human Upgrade played"));
    let Feasibility::Line(line) = look(&game, 100_000) else {
        panic!("an adjacent import completes it: {:?}", look(&game, 100_000));
    };
    let mut after = game;
    for action in &line {
        after = after.play(action).expect("the line is legal").game;
    }
    assert!(after.active_buildings().iter().all(|active| active.completed));
}

#[test]
fn position_with_too_few_turns_for_the_missing_tiles_is_impossible() {
    let game = last_cycle(", building University B5 C5 D5 C6, card Human Trade played");
    let found = look(&game, 1000);
    assert!(
        matches!(found, Feasibility::Impossible(ImpossibleReason::TooFewTurns { .. })),
        "{found:?}"
    );
}

#[test]
fn position_is_impossible_after_every_line_was_tried() {
    // The missing tile is on the map but not connected, and one card is left, without money.
    let game = last_cycle(&format!("{BATH_HOUSE}, Human money = 0, card Human Upgrade played"));
    let found = look(&game, 100_000);
    assert!(
        matches!(found, Feasibility::Impossible(ImpossibleReason::Exhausted { .. })),
        "{found:?}"
    );
}

#[test]
fn search_stopped_at_its_limit_does_not_report_impossible() {
    let game = last_cycle(BATH_HOUSE);
    assert_eq!(look(&game, 0), Feasibility::NotFound { plays: 0 });
    let limit = SearchLimit { plays: 1000, seed: 1, stop: &|| true };
    let stopped = look_ahead(&game, &limit);
    assert_eq!(stopped, Some(Feasibility::NotFound { plays: 0 }));
}

#[test]
fn look_ahead_returns_none_for_several_players() {
    let setup = Setup {
        pack: packs::find("practice").expect("it is built in"),
        board: "Three Rivers".to_owned(),
        players: vec!["Anna".to_owned(), "Ben".to_owned()],
        ..Setup::default()
    };
    let game = Game::new(&setup).expect("it can be played");
    let limit = SearchLimit { plays: 10, seed: 1, stop: &|| false };
    assert_eq!(look_ahead(&game, &limit), None);
}
