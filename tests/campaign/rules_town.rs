//! The rules of the town, each in both directions.

use campaign_rules::{Illegal, Name, Rule};

use crate::support::*;

#[test]
fn rule_s14_3_supply_grows_by_prosperity_and_by_designs() {
    let game = party("item 15: 10 gold, 2 copies\nitem 14: 10 gold, 2 copies\nbuy Anna: 14");
    check_refused(&game, "buy Anna: 15", Rule::Trading);
    then(&game, "correct prosperity: 4\nbuy Anna: 15");
    then(&game, "effects: design 15\nbuy Anna: 15");
    let last = then(&game, "correct prosperity: 99\nitem 71: 10 gold, 2 copies");
    check_refused(&last, "buy Anna: 71", Rule::Trading);
}

#[test]
fn rule_s14_3_no_character_owns_two_alike_or_pays_with_gold_it_does_not_have() {
    let game = party("buy Anna: 13");
    check_refused(&game, "buy Anna: 13", Rule::Trading);
    check_refused(&game, "effects: item Anna 13", Rule::Trading);
    check_refused(&game, "buy Anna: 12", Rule::Trading);
    check_refused(&game, "sell Anna: 12", Rule::Trading);
    assert_eq!(character(&game, "Anna").gold, 20);
}

#[test]
fn rule_s14_3_unknown_item_is_asked_for_once() {
    let game = party("");
    let refusal = refused(&game, "buy Anna: 5");
    assert_eq!(refusal.reasons, [Illegal::UnknownItem { item: 5 }]);
    let game = then(&game, "item 5: 10 gold, 2 copies\nbuy Anna: 5");
    assert!(character(&game, "Anna").items.contains(&5));
}

#[test]
fn rule_s14_4_nothing_is_lost_that_is_not_there() {
    let game = party(
        "correct prosperity: 5
         correct experience Anna: 50
         level up Anna
         correct checkmarks Anna: 4",
    );
    let game = then(
        &game,
        "effects Wolves: gold Anna -99, experience Anna -20, checkmarks Anna -3, prosperity -3",
    );
    let anna = character(&game, "Anna");
    assert_eq!((anna.gold, anna.experience, anna.checkmarks), (0, 45, 3));
    assert_eq!(game.campaign().world.prosperity, 4);
}

#[test]
fn rule_s14_4_reputation_goes_from_minus_20_to_20() {
    let game = party("effects Wolves: reputation +19");
    let lines = receipt_lines(&game, "effects Wolves: reputation +3");
    assert_eq!(
        lines[0],
        "Wolves: reputation 19 → 20: +3 is limited by what is there or possible (S14.4)"
    );
    let game = then(&game, "effects Wolves: reputation -40, reputation -5");
    assert_eq!(wolves(&game).reputation, -20);
    let refusal = refused(&game, "correct reputation Wolves: 21");
    assert!(matches!(refusal.reasons[0], Illegal::OutOfBounds { amount: 21, .. }));
}

#[test]
fn rule_s14_5_donation_costs_10_gold_and_brings_two_bless_cards_until_the_next_end() {
    let game = party("donate Anna");
    let anna = character(&game, "Anna");
    assert_eq!((anna.gold, anna.bless_cards, game.campaign().world.donated), (20, 2, 10));
    let game = then(&game, WON);
    assert_eq!(character(&game, "Anna").bless_cards, 0);
}

#[test]
fn rule_s14_5_each_character_donates_once_a_visit_and_only_with_10_gold() {
    let game = party("donate Anna");
    check_refused(&game, "donate Anna", Rule::Donations);
    then(&game, "donate Ben");
    let poor = then(&game, "correct gold Ben: 9");
    check_refused(&poor, "donate Ben", Rule::Donations);
    let next = then(&game, "travel Wolves: 1\nlost Wolves: level 1\ntravel Wolves: town");
    then(&next, "donate Anna");
}

/// A character that can enhance its cards.
const ENHANCING: &str = "effects: global The Power of Enhancement\ncorrect gold Anna: 900";

#[test]
fn rule_s14_6_enhancement_takes_its_price_with_a_receipt() {
    let game = party(ENHANCING);
    let line = "enhance Anna: Trample, level 1, top 2 move, move, several targets";
    assert_eq!(
        receipt_lines(&game, line),
        [
            "the Brute has move on line 2 of the top of \"Trample\" (S14.6)",
            "  Anna: gold 900 → 840: − 30 for move − 30 for several targets (S14.6)",
        ]
    );
    let game = then(&game, line);
    let second = "enhance Anna: Trample, level 1, top 2 move, jump";
    let game = then(&game, second);
    assert_eq!(character(&game, "Anna").gold, 840 - 50 - 75, "an earlier sticker costs 75");
}

#[test]
fn rule_s14_6_enhancing_needs_its_achievement_the_gold_and_the_prosperity() {
    let line = "enhance Anna: Trample, level 1, top 2 move, move";
    check_refused(&party("correct gold Anna: 900"), line, Rule::Enhancing);
    let game = party(ENHANCING);
    check_refused(&then(&game, "correct gold Anna: 29"), line, Rule::Enhancing);
    let game = then(&game, line);
    let other = "enhance Anna: Low Blow, level 1, top 1 attack, attack";
    check_refused(&game, other, Rule::Enhancing);
    then(&then(&game, "correct prosperity: 4"), other);
}

#[test]
fn rule_s14_6_impossible_numbers_are_refused() {
    let game = party(ENHANCING);
    let line = "enhance Anna: Trample, level 1, top 1 attack, an attack hex";
    let refusal = refused(&game, line);
    assert!(matches!(refusal.reasons[0], Illegal::HexesMisplaced { .. }));
    let four = "enhance Anna: Trample, level 1, top 1 move, move\n".repeat(4);
    let game = then(&game, &four);
    let fifth = refused(&game, "enhance Anna: Trample, level 1, top 1 move, move");
    assert!(matches!(fifth.reasons[0], Illegal::OutOfBounds { amount: 4, most: 3, .. }));
}

#[test]
fn rule_s15_9_town_business_is_done_in_the_town_alone() {
    let game = party("buy Anna: 13\ncorrect experience Anna: 50\nfulfilled Ben");
    let game = then(&game, &format!("{ENHANCING}\nleave Ben\ntravel Wolves: 1"));
    for line in [
        "sell Anna: 13",
        "buy Anna: 12",
        "donate Anna",
        "level up Anna",
        "enhance Anna: Trample, level 1, top 2 move, move",
        "city Wolves: 7 A, removed",
    ] {
        check_refused(&game, line, Rule::TownVisit);
    }
    let game = then(&game, "lost Wolves: level 1");
    check_refused(&game, "sell Anna: 13", Rule::TownVisit);
}

#[test]
fn rule_s15_9_back_in_the_town_everything_is_possible_in_any_order() {
    let game = party("buy Anna: 13\ncorrect experience Anna: 50");
    let game = then(&game, &format!("{ENHANCING}\ntravel Wolves: 1\nlost Wolves: level 1"));
    then(
        &game,
        "travel Wolves: town
         level up Anna
         sell Anna: 13
         donate Anna
         city Wolves: 7 A, removed
         enhance Anna: Trample, level 1, top 2 move, move
         buy Anna: 12",
    );
}

#[test]
fn rule_s16_5_party_owns_no_more_of_an_item_than_there_are_copies() {
    let game = party("buy Anna: 12");
    let wolves = Name::new("Wolves");
    assert_eq!(game.campaign().copies_left(&wolves, 12), Some(0));
    check_refused(&game, "buy Ben: 12", Rule::Copies);
    let game = then(&game, "sell Anna: 12\nbuy Ben: 12");
    assert_eq!(game.campaign().copies_left(&wolves, 12), Some(0));
}

#[test]
fn rule_s16_5_items_of_other_parties_and_idle_characters_count_as_supply() {
    let game = party(
        "buy Anna: 12
         party Bears
         character Cid: Brute, level 1
         join Cid: Bears
         buy Cid: 12
         leave Anna
         buy Ben: 12",
    );
    assert_eq!(game.campaign().copies_left(&Name::new("Wolves"), 12), Some(0));
    // Anna comes back with a copy that the party already has.
    check_refused(&game, "join Anna: Wolves", Rule::Copies);
    let refusal = refused(&game, "item 13: 10 gold, 0 copies");
    assert!(matches!(refusal.reasons[0], Illegal::OutOfBounds { amount: 0, .. }));
}

#[test]
fn rule_s16_6_sticker_goes_on_a_line_that_its_kind_allows() {
    let game = party(ENHANCING);
    for line in [
        "enhance Anna: Trample, level 1, top 1 attack, poison",
        "enhance Anna: Trample, level 1, top 1 enemies, curse",
        "enhance Anna: Trample, level 1, top 1 allies, strengthen",
        "enhance Anna: Trample, level 1, bottom 1 move, one element",
        "enhance Anna: Trample, level 1, bottom 1 summon, a summon's attack",
    ] {
        then(&game, line);
    }
    for line in [
        "enhance Anna: Trample, level 1, top 1 allies, poison",
        "enhance Anna: Trample, level 1, top 1 attack, bless",
        "enhance Anna: Trample, level 1, top 1 attack, jump",
        "enhance Anna: Trample, level 1, top 1 summon, one element",
        "enhance Anna: Trample, level 1, top 1 move, an attack hex, 2 hexes",
    ] {
        check_refused(&game, line, Rule::Stickers);
    }
}

#[test]
fn rule_s16_6_card_is_in_the_pool_and_the_class_keeps_its_stickers() {
    let game = party(ENHANCING);
    check_refused(&game, "enhance Anna: Hook, level 3, top 1 move, move", Rule::Stickers);
    // A card that she chose has the level at which it is printed.
    let chosen =
        then(&game, "correct experience Anna: 60\nlevel up Anna\ncard Anna: Hook, level 2");
    check_refused(&chosen, "enhance Anna: Hook, level 1, top 1 move, move", Rule::Stickers);
    then(&chosen, "enhance Anna: Hook, level 2, top 1 move, move");
    let game = then(&game, "enhance Anna: Trample, level 1, top 1 move, jump");
    check_refused(&game, "enhance Anna: Trample, level 1, top 1 move, jump", Rule::Stickers);
    let game = then(&game, "fulfilled Anna\nretire Anna: envelope Sun");
    let class = game.campaign().world.class(&Name::new("Brute")).expect("it is there");
    assert_eq!(class.stickers.len(), 1);
    // The next Brute pays for the sticker before its own.
    let game = then(
        &game,
        "character Cid: Brute, level 1
         join Cid: Wolves
         correct gold Cid: 200
         enhance Cid: Trample, level 1, top 2 move, move",
    );
    assert_eq!(character(&game, "Cid").gold, 200 - 30 - 75);
}
