//! Can it still be done: positions of which the look ahead finds a line, rules it out, or cannot
//! tell.

use notation::parse_action;
use rules::Game;
use rules::setup::Setup;
use simulate::lookahead::{CanBeDone, Limit, Why, look_ahead};

/// A solo position in the seventh cycle at Three Rivers, with `more` laid out.
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
    game.play(&action).expect("anything can be laid out").game
}

/// Bath House lacks Population, which is two roads away from it.
const BATH_HOUSE: &str = ", building \"Bath House\" J4 J5 K4, \
    delivery \"Bath House\" Stone Human, delivery \"Bath House\" Brick Human";

fn look(game: &Game, plays: usize) -> CanBeDone {
    let limit = Limit { plays, seed: 1, stop: &|| false };
    look_ahead(game, &limit).expect("a solo game is under way")
}

#[test]
fn a_line_that_does_it_is_played_by_the_rules() {
    let game = last_cycle(&format!("{BATH_HOUSE}, card Human Upgrade played"));
    let CanBeDone::Line(line) = look(&game, 100_000) else {
        panic!("an import beside it does it: {:?}", look(&game, 100_000));
    };
    let mut after = game;
    for action in &line {
        after = after.play(action).expect("the line is legal").game;
    }
    assert!(after.active_buildings().iter().all(|active| active.completed));
}

#[test]
fn with_too_few_turns_for_the_tiles_missing_it_is_impossible() {
    let game = last_cycle(", building University B5 C5 D5 C6, card Human Trade played");
    let found = look(&game, 1000);
    assert!(matches!(found, CanBeDone::Impossible(Why::TooFewTurns { .. })), "{found:?}");
}

#[test]
fn with_everything_tried_it_is_impossible() {
    // All it lacks is there, but not connected, and one card is left without money.
    let game = last_cycle(&format!("{BATH_HOUSE}, Human money = 0, card Human Upgrade played"));
    let found = look(&game, 100_000);
    assert!(matches!(found, CanBeDone::Impossible(Why::Exhausted { .. })), "{found:?}");
}

#[test]
fn what_is_not_found_within_the_limit_is_not_called_impossible() {
    let game = last_cycle(BATH_HOUSE);
    assert_eq!(look(&game, 0), CanBeDone::NotFound { plays: 0 });
    let limit = Limit { plays: 1000, seed: 1, stop: &|| true };
    let stopped = look_ahead(&game, &limit);
    assert_eq!(stopped, Some(CanBeDone::NotFound { plays: 0 }));
}

#[test]
fn there_is_nothing_to_look_for_among_several_players() {
    let setup = Setup {
        pack: packs::find("practice").expect("it is built in"),
        board: "Three Rivers".to_owned(),
        players: vec!["Anna".to_owned(), "Ben".to_owned()],
        ..Setup::default()
    };
    let game = Game::new(&setup).expect("it can be played");
    let limit = Limit { plays: 10, seed: 1, stop: &|| false };
    assert_eq!(look_ahead(&game, &limit), None);
}
