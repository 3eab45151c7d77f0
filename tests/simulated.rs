//! Complete games played by the program against itself, with the battery after
//! every step.

mod common;
#[path = "common/complete.rs"]
mod complete;

use complete::play_to_the_end;
use rules::rulebook::{Variant, Variants};

/// Complete games for each board and number of players; twelve of those make up the whole.
const GAMES_EACH: usize = 50;

/// Plays games until enough of them have come to their end.
fn check_games(board: &str, players: usize) {
    check_variant(board, players, &[]);
}

/// The same with variants; the games for one player are solo games.
fn check_variant(board: &str, players: usize, variants: &[Variant]) {
    let variants = variants.iter().copied().fold(Variants::default(), Variants::with);
    let pack = packs::find("practice").expect("the practice pack is sound");
    let mut finished = 0;
    for seed in 0..3 * GAMES_EACH as u64 {
        if play_to_the_end(&pack, board, players, variants, seed) {
            finished += 1;
        }
        if finished == GAMES_EACH {
            return;
        }
    }
    panic!("most games come to an end, and {finished} did");
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
    check_variant("Old Harbour", 3, &Variant::ALL);
}
