//! The worked results about the campaign, with their numbers.

use campaign_rules::Name;
use campaign_rules::due::Due;
use campaign_rules::world::EventDeck;

use crate::support::*;

#[test]
fn e12_attack_on_three_hexes_costs_150_and_a_hex_after_it_191() {
    let game = party(
        "effects: global The Power of Enhancement
         correct level Anna: 3
         card Anna: Low Blow, level 2
         card Anna: Wide Swing, level 3
         correct gold Anna: 400",
    );
    let attack = "enhance Anna: Wide Swing, level 3, top 1 attack, attack, several targets";
    let after = then(&game, attack);
    assert_eq!(character(&after, "Anna").gold, 400 - 150);
    let hex = "enhance Anna: Wide Swing, level 3, top 1 attack, an attack hex, 3 hexes";
    let after = then(&after, hex);
    assert_eq!(character(&after, "Anna").gold, 400 - 150 - 191);
}

#[test]
fn e13_new_character_of_level_4_has_75_gold_and_150_experience() {
    let game = party("correct prosperity: 15\ncharacter Cid: Brute, level 4");
    let cid = character(&game, "Cid");
    assert_eq!((cid.gold, cid.experience), (75, 150));
}

#[test]
fn e32_scenario_of_level_2_brings_9_gold_and_15_experience_or_7() {
    for (end, experience) in [("won", 15), ("lost", 7)] {
        let game = party(&format!("travel Wolves: 1\n{end} Wolves: level 2"));
        let game = then(&game, "gains Anna: 7 experience, 3 tokens");
        let anna = character(&game, "Anna");
        assert_eq!((anna.gold, anna.experience), (30 + 9, experience), "{end}");
    }
}

#[test]
fn e33_two_checkmarks_and_two_make_one_perk_and_the_nineteenth_nothing() {
    let game = party("correct checkmarks Anna: 2");
    let game = then(&game, WON);
    let game = then(&game, "gains Anna: 2 checkmarks");
    let anna = character(&game, "Anna");
    assert_eq!((anna.checkmarks, anna.open_perks(), anna.checkmarks % 3), (4, 1, 1));
    let game = then(&game, "correct checkmarks Anna: 18\neffects Wolves: checkmarks Anna +1");
    let anna = character(&game, "Anna");
    assert_eq!((anna.checkmarks, anna.open_perks()), (18, 6));
}

#[test]
fn e34_item_of_25_gold_sells_for_12() {
    let game = party("buy Anna: 12\nsell Anna: 12");
    assert_eq!(character(&game, "Anna").gold, 30 - 25 + 12);
}

#[test]
fn e35_loss_of_5_gold_with_3_leaves_0_and_the_event_goes_on() {
    let game = party("correct gold Anna: 3");
    let line = "city Wolves: 7 A, removed, gold Anna -5, reputation +1";
    let after = then(&game, line);
    assert_eq!((character(&after, "Anna").gold, wolves(&after).reputation), (0, 1));
    let lines = receipt_lines(&game, line);
    let expected = "  Anna: gold 3 → 0: − 5 by the text + 2 that cannot be lost or gained (S14.4)";
    assert!(lines.contains(&expected.to_owned()), "{lines:#?}");
}

#[test]
fn e36_level_2_in_a_town_of_prosperity_4_rises_to_4_with_two_perks_and_two_cards() {
    let start = party(
        "effects Wolves: experience Anna +60
         level up Anna
         card Anna: Low Blow, level 2
         perk Anna: remove two -1
         correct prosperity: 15",
    );
    assert!(start.campaign().due().contains(&Due::Rise { character: Name::new("Anna"), to: 4 }));
    let game = then(
        &start,
        "level up Anna
         card Anna: Hook, level 3
         perk Anna: add one +1
         level up Anna
         card Anna: Wide Swing, level 4
         perk Anna: add one +3",
    );
    let anna = character(&game, "Anna");
    assert_eq!((anna.level, anna.experience), (4, 150));
    let before = character(&start, "Anna");
    assert_eq!(anna.cards.len() - before.cards.len(), 2);
    assert_eq!(anna.perks.len() - before.perks.len(), 2);
}

#[test]
fn e37_tenth_gift_of_10_gold_makes_100_and_opens_envelope_b() {
    let mut game = party("correct gold Anna: 200");
    for visit in 1..=9 {
        game = then(&game, "donate Anna\ntravel Wolves: 1 casual\nlost Wolves: level 1");
        game = then(&game, "travel Wolves: town");
        assert_eq!(game.campaign().world.donated, 10 * visit);
    }
    check_refused(&game, "envelope B", campaign_rules::Rule::Envelopes);
    let game = then(&game, "donate Anna");
    assert_eq!(game.campaign().world.donated, 100);
    assert!(game.campaign().due().contains(&Due::Envelope { envelope: "B" }));
    let game = then(&game, "envelope B");
    assert!(game.campaign().world.envelopes.contains(&Name::new("b")));
    assert!(!game.campaign().due().contains(&Due::Envelope { envelope: "B" }));
}

#[test]
fn e38_typed_achievement_replaces_its_type_and_five_technologies_open_envelope_a() {
    let game = played("effects: global City Rule: Crown\neffects: global City Rule: Council");
    let names: Vec<&str> =
        game.campaign().world.achievements.iter().map(|of| of.name.as_str()).collect();
    assert_eq!(names, ["Council"]);
    let technology = "effects: global Ancient Technology\n";
    let four = played(&technology.repeat(4));
    check_refused(&four, "envelope A", campaign_rules::Rule::Envelopes);
    let five = then(&four, technology);
    assert!(five.campaign().due().contains(&Due::Envelope { envelope: "A" }));
    then(&five, "envelope A");
}

#[test]
fn e44_item_of_25_gold_costs_23_at_reputation_8_and_26_at_minus_3_and_sells_for_12() {
    for (reputation, price) in [(8, 23), (-3, 26)] {
        let game = party(&format!("correct reputation Wolves: {reputation}\nbuy Anna: 12"));
        assert_eq!(character(&game, "Anna").gold, 30 - price, "{reputation}");
        let game = then(&game, "sell Anna: 12");
        assert_eq!(character(&game, "Anna").gold, 30 - price + 12, "{reputation}");
    }
}

#[test]
fn e47_linked_scenario_has_no_road_event_at_once_and_one_after_a_visit_to_the_town() {
    let game = party("effects: unlock 2\nscenario 2: links 1");
    let game = then(&game, WON);
    let at_once = then(&game, "travel Wolves: 2");
    assert!(!wolves(&at_once).is_road_event_due);
    let visit = then(&game, "travel Wolves: town\ntravel Wolves: 2");
    assert!(wolves(&visit).is_road_event_due);
    let linked = "scenario 2: links 1, linked to town\ntravel Wolves: town\ntravel Wolves: 2";
    assert!(!wolves(&then(&game, linked)).is_road_event_due);
    assert!(game.campaign().world.has_event(EventDeck::Road, 30));
}
