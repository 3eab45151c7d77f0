//! The rulings of the campaign: their default, and the amounts that a table may correct.

use campaign_rules::due::Due;
use campaign_rules::world::World;
use campaign_rules::{Illegal, Ruling};

use crate::support::*;

#[test]
fn ruling_g19_price_changes_at_five_reputations_on_either_side() {
    let world = World::default();
    let steps: Vec<i8> =
        [2, 3, 6, 7, 10, 11, 14, 15, 18, 19, 20].map(|of| world.price_step(of)).to_vec();
    assert_eq!(steps, [0, -1, -1, -2, -2, -3, -3, -4, -4, -5, -5]);
    assert_eq!([-2, -3, -7, -11, -15, -19].map(|of| world.price_step(of)), [0, 1, 2, 3, 4, 5]);
}

#[test]
fn ruling_g19_steps_are_correctable_and_no_price_is_below_0() {
    let game = party("price steps 1 2 3 4 5\ncorrect reputation Wolves: 2\nbuy Anna: 12");
    assert_eq!(character(&game, "Anna").gold, 30 - 23);
    let game = party("item 1: 2 gold, 1 copy\ncorrect reputation Wolves: 20");
    let lines = receipt_lines(&game, "buy Anna: 1");
    let price = "  Anna: gold 30 → 30: − 2 for item 001 + 2 for reputation 20 (G19)";
    assert_eq!(lines[1], price);
    let refusal = refused(&game, "price steps 1 2 3 3 5");
    assert!(matches!(refusal.reasons[0], Illegal::NotAscending { .. }));
}

#[test]
fn ruling_g30_prosperity_levels_start_above_their_marks() {
    let world = World::default();
    for (level, over) in (2..=9).zip([3, 8, 14, 21, 29, 38, 49, 63]) {
        assert_eq!((world.level_with(over), world.level_with(over + 1)), (level - 1, level));
    }
}

#[test]
fn ruling_g30_thresholds_and_the_marks_of_donations_are_typed() {
    let game = party("correct prosperity: 3");
    let lines = receipt_lines(&game, "thresholds 3 9 15 22 30 39 50 64");
    let level =
        format!("  the town has prosperity level 2 instead of 1 ({})", Ruling::Thresholds.number());
    assert_eq!(lines[1], level);
    let game = party("donate Anna");
    assert!(game.campaign().due().contains(&Due::DonationTrack));
    let game = then(&game, "donation track 20 100\ndonate Ben");
    assert!(!game.campaign().due().contains(&Due::DonationTrack));
    assert_eq!(game.campaign().world.prosperity, 1);
}
