//! Complete games played by the program against itself, with the battery after
//! every step.

mod common;

use common::battery::{Level, check_step};
use rules::Game;
use rules::rulebook::{Variant, Variants};
use simulate::Simulation;

/// Complete games for each board and number of players; twelve of those make up the whole.
///
/// `SIMULATED_GAMES=1700 cargo test --release --test simulated` plays more than ten thousand.
const GAMES_EACH: usize = 50;
/// Every how many steps the battery looks at a game; the steps differ from game to game.
const STRIDE: usize = 3;

/// Plays games until enough of them have come to their end.
fn check_games(board: &str, players: usize) {
    check_variant(board, players, &[]);
}

/// The same with variants; the games for one player are solo games.
fn check_variant(board: &str, players: usize, variants: &[Variant]) {
    let variants = variants
        .iter()
        .copied()
        .fold(Variants::default(), Variants::with);
    let pack = packs::find("practice").expect("the practice pack is sound");
    let asked = std::env::var("SIMULATED_GAMES").ok();
    let games = asked.map_or(GAMES_EACH, |count| {
        count.parse().expect("a number of games")
    });
    let mut finished = 0;
    let mut given_up = 0;
    for seed in 0.. {
        if finished == games {
            break;
        }
        let mut simulation = Simulation::with_variants(&pack, board, players, variants, seed)
            .expect("it can be played");
        let start = simulation.game.clone();
        let mut actions = Vec::new();
        loop {
            let before = simulation.game.clone();
            let Some(played) = simulation.step() else {
                break;
            };
            if (actions.len() + finished) % STRIDE == 0 {
                check_step(&before, &played.action, &played, Level::Sampled);
            }
            actions.push(played.action);
            if actions.len() >= simulate::MOST_ENTRIES {
                break;
            }
        }
        let mut again: Game = start;
        for action in &actions {
            again = again.play(action).expect("what was played replays").game;
        }
        assert!(
            again == simulation.game,
            "seed {seed}: a replay gives the same game"
        );
        if simulation.game.is_over() {
            finished += 1;
        } else {
            given_up += 1;
        }
        assert!(given_up <= 2 * games, "most games come to an end");
    }
}

#[test]
fn games_for_two_in_the_old_harbour_hold() {
    check_games("Old Harbour", 2);
}

#[test]
fn games_for_three_in_the_old_harbour_hold() {
    check_games("Old Harbour", 3);
}

#[test]
fn games_for_four_in_the_old_harbour_hold() {
    check_games("Old Harbour", 4);
}

#[test]
fn games_for_two_at_three_rivers_hold() {
    check_games("Three Rivers", 2);
}

#[test]
fn games_for_three_at_three_rivers_hold() {
    check_games("Three Rivers", 3);
}

#[test]
fn games_for_four_at_three_rivers_hold() {
    check_games("Three Rivers", 4);
}

#[test]
fn solo_games_in_the_old_harbour_hold() {
    check_games("Old Harbour", 1);
}

#[test]
fn solo_games_at_three_rivers_hold() {
    check_variant("Three Rivers", 1, &[Variant::Achievements]);
}

#[test]
fn games_with_achievements_hold() {
    check_variant("Old Harbour", 4, &[Variant::Achievements]);
}

#[test]
fn games_without_workers_hold() {
    check_variant("Three Rivers", 3, &[Variant::NoWorkers]);
}

#[test]
fn games_that_shape_history_hold() {
    check_variant("Old Harbour", 2, &[Variant::ShapingHistory]);
}

#[test]
fn games_with_every_variant_hold() {
    check_variant("Old Harbour", 3, Variant::ALL);
}
