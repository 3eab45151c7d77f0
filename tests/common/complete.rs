//! Games that the program plays against itself to the end.

use components::specs::Pack;
use rules::Game;
use rules::rulebook::Variants;
use simulate::{MAX_ENTRIES, Simulation};

use crate::common::battery::{CheckLevel, check_step};

/// The battery checks every third step; the checked steps differ from game to game.
const STRIDE: u64 = 3;

/// Plays a game under the battery and replays its record; returns `true` if it reached its end.
pub fn play_to_the_end(
    pack: &Pack,
    board: &str,
    players: usize,
    variants: Variants,
    seed: u64,
) -> bool {
    let mut simulation =
        Simulation::with_variants(pack, board, players, variants, seed).expect("it can be played");
    let start = simulation.game.clone();
    let mut actions = Vec::new();
    while actions.len() < MAX_ENTRIES {
        let before = simulation.game.clone();
        let Some(played) = simulation.step() else {
            break;
        };
        if (actions.len() as u64).wrapping_add(seed).is_multiple_of(STRIDE) {
            check_step(&before, &played.action, &played, CheckLevel::Sampled);
        }
        actions.push(played.action);
    }
    let mut again: Game = start;
    for action in &actions {
        again = again.play(action).expect("what was played replays").game;
    }
    assert!(again == simulation.game, "seed {seed}: a replay gives the same game");
    simulation.game.is_over()
}
