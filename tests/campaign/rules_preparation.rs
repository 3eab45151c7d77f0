//! The preparation for a scenario: equipped items, hands and battle goals; and the perks and
//! quests of the owner's box.

use campaign_rules::character::ChosenHand;
use campaign_rules::{Illegal, Name, Rule};

use crate::support::*;

/// Items of every place, all of them Anna's.
const ITEMS: &str = "correct gold Anna: 500
    item 1: 10 gold, 2 copies, head
    item 2: 10 gold, 2 copies, head
    item 3: 10 gold, 2 copies, one hand
    item 4: 10 gold, 2 copies, one hand
    item 5: 10 gold, 2 copies, two hands
    item 6: 10 gold, 2 copies, small
    item 7: 10 gold, 2 copies, small
    item 8: 10 gold, 2 copies, body
    item 9: 10 gold, 2 copies, legs
    buy Anna: 1
    buy Anna: 2
    buy Anna: 3
    buy Anna: 4
    buy Anna: 5
    buy Anna: 6
    buy Anna: 7
    buy Anna: 8
    buy Anna: 9";

#[test]
fn rule_s16_5_character_equips_one_item_for_each_place_and_hand() {
    let game = party(ITEMS);
    then(&game, "equip Anna: 1 3 4 6 8 9");
    let game = then(&game, "equip Anna: 2 5 6 8 9");
    assert_eq!(character(&game, "Anna").equipped, [2, 5, 6, 8, 9].into());
    check_refused(&game, "equip Anna: 1 2", Rule::Copies);
    check_refused(&game, "equip Anna: 3 5", Rule::Copies);
    let refusal = refused(&game, "equip Anna: 1 2 3 5");
    let words = campaign::refusal::refusal_text(&refusal);
    for part in [
        "Anna can wear one of item 001 and item 002, all for the head (rule S16.5); leave one out",
        "item 003 and item 005 need 3 hands, and Anna has 2 (rule S16.5); leave one out",
    ] {
        assert!(words.contains(part), "{words}");
    }
}

#[test]
fn rule_s16_5_equipped_item_is_owned_and_its_place_is_known() {
    let game = party("buy Anna: 13\nbuy Ben: 12");
    check_refused(&game, "equip Anna: 12", Rule::Trading);
    let refusal = refused(&game, "equip Anna: 13");
    assert_eq!(refusal.reasons, [Illegal::UnknownSlot { item: 13 }]);
    assert!(refusal.is_information_missing());
    let game = then(&game, "item 13: 10 gold, 2 copies, legs\nequip Anna: 13");
    assert_eq!(character(&game, "Anna").equipped, [13].into());
    assert_eq!(receipt_lines(&game, "equip Anna: nothing"), ["Anna has nothing equipped (S16.5)"]);
    // What is sold is no longer worn.
    let game = then(&game, "sell Anna: 13");
    assert!(character(&game, "Anna").equipped.is_empty());
}

#[test]
fn ruling_g32_small_items_are_half_the_level_rounded_up() {
    let game = party(ITEMS);
    check_refused(&game, "equip Anna: 6 7", Rule::Copies);
    check_refused(&then(&game, "correct level Anna: 2"), "equip Anna: 6 7", Rule::Copies);
    let game = then(&game, "correct level Anna: 3");
    assert_eq!(
        receipt_lines(&game, "equip Anna: 6 7"),
        ["Anna has item 006 and item 007 equipped (G32)"]
    );
    let world = &game.campaign().world;
    let limits: Vec<u8> = (1..=9).map(|level| world.small_item_limit(level)).collect();
    assert_eq!(limits, [1, 1, 2, 2, 3, 3, 4, 4, 5]);
}

#[test]
fn ruling_g32_limits_of_small_items_are_correctable() {
    let game = party(ITEMS);
    let game = then(&game, "small items 2 2 2 2 3 3 3 3 4\nequip Anna: 6 7");
    assert_eq!(character(&game, "Anna").equipped, [6, 7].into());
    let refusal = refused(&game, "small items 2 1 2 2 3 3 3 3 4");
    assert!(matches!(refusal.reasons[0], Illegal::NotAscending { .. }));
    let refusal = refused(&game, "small items 2 2 2 2 3 3 3 3 21");
    assert!(matches!(refusal.reasons[0], Illegal::OutOfBounds { amount: 21, most: 20, .. }));
}

/// Anna at level 3, with two cards of levels 2 and 3.
const LEVELLED: &str = "class Brute: hand 10
    correct level Anna: 3
    card Anna: Low Blow, level 2
    card Anna: Hook, level 3";

#[test]
fn rule_s16_3_hand_has_exactly_the_cards_of_the_limit() {
    let game = party(LEVELLED);
    check_refused(&game, "hand Anna: 9 of level 1", Rule::Hands);
    check_refused(&game, "hand Anna: 9 of level 1, Hook, Low Blow", Rule::Hands);
    let line = "hand Anna: 8 of level 1, Hook, Low Blow";
    assert_eq!(
        receipt_lines(&game, line),
        ["Anna takes 8 cards of level 1 or X, \"Hook\" and \"Low Blow\" (S16.3)"]
    );
    let game = then(&game, line);
    assert_eq!(character(&game, "Anna").hand.as_ref().map(ChosenHand::size), Some(10));
    // It is chosen again for another scenario.
    then(&game, "hand Anna: 10 of level 1");
    let refusal = refused(&game, "hand Ben: 9 of level 1");
    assert_eq!(refusal.reasons, [Illegal::UnknownHand { class: Name::new("Tinkerer") }]);
}

#[test]
fn rule_s16_3_hand_has_cards_of_the_pool_alone_each_once() {
    let game = party(LEVELLED);
    check_refused(&game, "hand Anna: 9 of level 1, Trample", Rule::Hands);
    check_refused(&game, "hand Anna: 8 of level 1, Hook, hook", Rule::Hands);
    let refusal = refused(&game, "hand Anna: 9 of level 1, Trample");
    let (character, title) = (Name::new("Anna"), Name::new("Trample"));
    assert_eq!(refusal.reasons, [Illegal::NotChosen { character, title }]);
}

#[test]
fn rule_s12_4_battle_goal_is_held_by_one_member_and_goes_back_at_the_end() {
    let game = party("goal Anna: 458");
    check_refused(&game, "goal Ben: 458", Rule::BattleGoals);
    let game = then(&game, "goal Ben: 459\ntravel Wolves: 1");
    for end in ["won Wolves: level 1", "lost Wolves: level 1"] {
        let lines = receipt_lines(&game, end);
        let back = "  the battle goal of Anna goes back (S12.4)".to_owned();
        assert!(lines.contains(&back), "{lines:?}");
        let game = then(&game, end);
        assert_eq!(character(&game, "Anna").battle_goal, None);
        then(&game, "goal Ben: 458");
    }
}

#[test]
fn rule_s16_2_perk_is_on_the_sheet_and_taken_as_often_as_it_says() {
    let game = party(
        "perks Brute: \"remove two -1\", \"add one +3\" 2 times
         correct checkmarks Anna: 9",
    );
    let left = |game: &campaign_rules::Game| -> Vec<String> {
        let perks = game.campaign().perks_left(character(game, "Anna"));
        perks.into_iter().map(|perk| perk.words.clone()).collect()
    };
    assert_eq!(left(&game), ["remove two -1", "add one +3"]);
    check_refused(&game, "perk Anna: ignore items", Rule::LevelSteps);
    let game = then(&game, "perk Anna: Add one +3\nperk Anna: add one +3");
    check_refused(&game, "perk Anna: add one +3", Rule::LevelSteps);
    assert_eq!(left(&game), ["remove two -1"]);
    let game = then(&game, "perk Anna: remove two -1");
    assert!(left(&game).is_empty());
    let refusal = refused(&game, "perks Brute: \"add one +3\", \"Add one +3\"");
    assert_eq!(refusal.reasons, [Illegal::SamePerk { perk: "Add one +3".to_owned() }]);
    // A class without a list has no perk to check.
    then(&game, "correct checkmarks Ben: 3\nperk Ben: anything");
}

#[test]
fn rule_s16_7_envelope_of_a_retirement_is_the_one_on_its_quest() {
    let game = party("personal quest 512: title The Long Way, envelope Sun\nfulfilled Anna");
    check_refused(&game, "retire Anna: envelope Moon", Rule::Quests);
    then(&game, "retire Anna: envelope sun");
    // Without the envelope on it, nothing is checked.
    then(&game, "personal quest 512: title The Long Way\nretire Anna: envelope Moon");
}
