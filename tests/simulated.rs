//! Complete games played by the program against itself, with the battery of checks after every
//! step.

mod common;
#[path = "common/complete.rs"]
mod complete;

use complete::play_to_the_end;
use rules::rulebook::{Variant, Variants};

/// The number of finished games for each board, number of players and variant.
const GAMES_EACH: usize = 50;

/// Plays games until enough of them have finished.
fn check_games(board: &str, players: usize) {
    check_variant(board, players, &[]);
}

/// Plays games with variants until enough of them have finished; those for one player are solo
/// games.
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
    panic!("most games finish, and {finished} did");
}

#[test]
fn games_of_two_players_at_old_harbour_pass_all_checks() {
    check_games("Old Harbour", 2);
}

#[test]
fn games_of_three_players_at_old_harbour_pass_all_checks() {
    check_games("Old Harbour", 3);
}

#[test]
fn games_of_four_players_at_old_harbour_pass_all_checks() {
    check_games("Old Harbour", 4);
}

#[test]
fn games_of_two_players_at_three_rivers_pass_all_checks() {
    check_games("Three Rivers", 2);
}

#[test]
fn games_of_three_players_at_three_rivers_pass_all_checks() {
    check_games("Three Rivers", 3);
}

#[test]
fn games_of_four_players_at_three_rivers_pass_all_checks() {
    check_games("Three Rivers", 4);
}

#[test]
fn solo_games_at_old_harbour_pass_all_checks() {
    check_games("Old Harbour", 1);
}

#[test]
fn solo_games_with_achievements_at_three_rivers_pass_all_checks() {
    check_variant("Three Rivers", 1, &[Variant::Achievements]);
}

#[test]
fn games_with_achievements_pass_all_checks() {
    check_variant("Old Harbour", 4, &[Variant::Achievements]);
}

#[test]
fn games_without_workers_pass_all_checks() {
    check_variant("Three Rivers", 3, &[Variant::NoWorkers]);
}

#[test]
fn games_with_shaping_history_pass_all_checks() {
    check_variant("Old Harbour", 2, &[Variant::ShapingHistory]);
}

#[test]
fn games_with_every_variant_pass_all_checks() {
    check_variant("Old Harbour", 3, &Variant::ALL);
}
