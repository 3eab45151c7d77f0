//! The rules of characters, each in both directions.

use campaign_rules::character::CharacterState;
use campaign_rules::due::Due;
use campaign_rules::world::EventDeck;
use campaign_rules::{Illegal, Name, Rule};

use crate::support::*;

#[test]
fn rule_s13_2_character_dies_for_good_only_in_the_variant() {
    let game = party("");
    check_refused(&game, "death Anna", Rule::PermanentDeath);
    let game = then(&game, "permanent death\ndeath Anna");
    assert_eq!(character(&game, "Anna").state, CharacterState::Dead);
}

#[test]
fn rule_s13_2_variant_can_be_switched_off_again() {
    let game = party("permanent death\nno permanent death");
    check_refused(&game, "death Anna", Rule::PermanentDeath);
    assert_eq!(character(&game, "Anna").state, CharacterState::Active);
}

#[test]
fn rule_s14_1_level_is_taken_from_its_experience_on() {
    let game = party("correct experience Anna: 44");
    check_refused(&game, "level up Anna", Rule::Levels);
    let game = then(&game, "correct experience Anna: 45");
    assert!(game.campaign().due().contains(&Due::Level { character: Name::new("Anna"), level: 2 }));
    let game = then(&game, "level up Anna");
    assert_eq!(character(&game, "Anna").level, 2);
    let highest = then(&game, "correct level Anna: 9");
    check_refused(&highest, "level up Anna", Rule::Levels);
}

#[test]
fn rule_s14_1_new_character_has_a_level_up_to_the_prosperity_level() {
    let game = party("");
    check_refused(&game, "character Cid: Brute, level 2", Rule::Levels);
    let game = then(&game, "correct prosperity: 4\ncharacter Cid: Brute, level 2");
    let cid = character(&game, "Cid");
    assert_eq!((cid.experience, cid.gold), (45, 45));
    let refusal = refused(&game, "character Dora: Brute, level 10");
    assert!(matches!(refusal.reasons[0], Illegal::OutOfBounds { amount: 10, most: 9, .. }));
}

#[test]
fn rule_s14_2_third_checkmark_makes_a_perk_at_once() {
    let game = party("effects Wolves: checkmarks Anna +2");
    let missing = Due::Checkmarks { character: Name::new("Anna"), missing: 1 };
    assert!(game.campaign().due().contains(&missing));
    check_refused(&game, "perk Anna: add one +1", Rule::CheckmarkPerks);
    let game = then(&game, "effects Wolves: checkmarks Anna +1\nperk Anna: add one +1");
    assert_eq!(character(&game, "Anna").perks, ["add one +1"]);
    check_refused(&game, "perk Anna: add one +1", Rule::CheckmarkPerks);
}

#[test]
fn rule_s14_2_checkmarks_make_six_perks_at_most() {
    let game = party("effects Wolves: checkmarks Anna +40");
    let anna = character(&game, "Anna");
    assert_eq!((anna.checkmarks, anna.open_perks()), (18, 6));
}

#[test]
fn rule_s14_7_retirement_returns_items_and_gold_and_brings_prosperity() {
    let game = party("buy Anna: 12\nfulfilled Anna");
    let game = then(&game, "retire Anna: envelope Sun");
    let anna = character(&game, "Anna");
    assert_eq!((anna.state, anna.gold, anna.items.len()), (CharacterState::Retired, 0, 0));
    assert_eq!(game.campaign().world.prosperity, 1);
    assert_eq!(game.campaign().copies_left(&Name::new("Wolves"), 12), Some(1));
}

#[test]
fn rule_s14_7_retired_character_does_nothing_more() {
    let game = party("fulfilled Anna\nretire Anna: envelope Sun");
    for line in ["buy Anna: 12", "join Anna: Wolves", "correct gold Anna: 5", "leave Anna"] {
        let refusal = refused(&game, line);
        let state = CharacterState::Retired;
        let character = Name::new("Anna");
        assert_eq!(refusal.reasons, [Illegal::NotActive { character, state }], "{line}");
    }
    let refusal = refused(&game, "character anna: Brute, level 1");
    assert_eq!(refusal.reasons, [Illegal::SameCharacter { character: Name::new("anna") }]);
}

#[test]
fn rule_s16_1_six_classes_are_open_at_first_and_others_by_their_envelope() {
    let mut game = party("");
    for class in ["Spellweaver", "Scoundrel", "Cragheart", "Mindthief"] {
        game = then(&game, &format!("open class {class}"));
    }
    check_refused(&game, "open class Sun", Rule::NewCharacters);
    check_refused(&game, "open class Brute", Rule::NewCharacters);
    check_refused(&game, "character Cid: Sun, level 1", Rule::NewCharacters);
    check_refused(&game, "open class Sun: envelope Sun", Rule::Envelopes);
    let game = then(&game, "fulfilled Anna\nretire Anna: envelope Sun");
    then(&game, "open class Sun: envelope Sun\ncharacter Cid: Sun, level 1");
}

#[test]
fn rule_s16_1_character_keeps_one_quest_or_never_retires() {
    let game = party("character Cid: Brute, level 1");
    assert!(game.campaign().due().contains(&Due::Quest { character: Name::new("Cid") }));
    check_refused(&game, "retire Cid: envelope Sun", Rule::NewCharacters);
    check_refused(&game, "quest Cid: 512", Rule::NewCharacters);
    let game = then(&game, "quest Cid: 514");
    check_refused(&game, "quest Cid: 515", Rule::NewCharacters);
    assert_eq!(character(&game, "Cid").quest, Some(514));
}

#[test]
fn rule_s16_2_level_brings_a_card_a_perk_and_hit_points_before_the_next() {
    let game = party(
        "class Brute: hand 10, hit points 10 12 14 16 18 20 22 24 26
         correct experience Anna: 100",
    );
    assert_eq!(
        receipt_lines(&game, "level up Anna"),
        ["Anna: level 1 → 2, with 12 hit points (S14.1)"]
    );
    let game = then(&game, "level up Anna");
    check_refused(&game, "level up Anna", Rule::LevelSteps);
    check_refused(&game, "card Anna: Hook, level 3", Rule::LevelSteps);
    let game = then(&game, "card Anna: Low Blow, level 2");
    check_refused(&game, "level up Anna", Rule::LevelSteps);
    then(&game, "perk Anna: add one +1\nlevel up Anna\ncard Anna: Hook, level 3");
}

#[test]
fn rule_s16_2_new_character_above_level_1_goes_through_every_step() {
    let game = party("correct prosperity: 9\ncharacter Cid: Brute, level 3");
    let due = game.campaign().due();
    let cid = || Name::new("Cid");
    assert!(due.contains(&Due::Card { character: cid(), most: 2 }), "{due:?}");
    assert!(due.contains(&Due::Perks { character: cid(), count: 2 }), "{due:?}");
    check_refused(&game, "card Cid: Hook, level 3", Rule::LevelSteps);
    let game = then(&game, "card Cid: Low Blow, level 2\ncard Cid: Hook, level 3");
    check_refused(&game, "card Cid: Slam, level 3", Rule::LevelSteps);
    check_refused(&game, "card Ben: Slam, level 2", Rule::LevelSteps);
}

#[test]
fn rule_s16_7_fulfilled_quest_opens_its_envelope_and_leaves_the_game() {
    let game = party("");
    check_refused(&game, "retire Anna: envelope Sun", Rule::Quests);
    let game = then(&game, "fulfilled Anna");
    check_refused(&game, "fulfilled Anna", Rule::Quests);
    check_refused(&game, "retire Anna: envelope Sun, design 71", Rule::Quests);
    let game = then(&game, "retire Anna: envelope Sun");
    assert!(game.campaign().world.envelopes.contains(&Name::new("Sun")));
    check_refused(&game, "character Cid: Brute, level 1, quest 512", Rule::Quests);
}

#[test]
fn rule_s16_7_character_with_a_fulfilled_quest_plays_no_further_scenario() {
    let game = party("fulfilled Anna\nbuy Anna: 12");
    check_refused(&game, "travel Wolves: 1", Rule::Quests);
    then(&game, "leave Anna\ntravel Wolves: 1");
    then(&game, "retire Anna: envelope Sun\ntravel Wolves: 1");
}

#[test]
fn rule_s16_7_first_retirement_and_unlocking_add_events_to_both_decks() {
    let game = party("class Brute: retirement event 32\nfulfilled Anna");
    let game = then(&game, "retire Anna: envelope Sun\nopen class Sun: envelope Sun");
    let has = |game: &campaign_rules::Game, number| {
        EventDeck::ALL.map(|deck| game.campaign().world.has_event(deck, number))
    };
    assert_eq!(has(&game, 32), [true, true]);
    let missing = Due::ClassEvents { class: Name::new("Sun"), is_retirement: false };
    assert!(game.campaign().due().contains(&missing));
    let game = then(&game, "class Sun: opening event 33");
    assert_eq!(has(&game, 33), [true, true]);
    assert!(!game.campaign().due().contains(&missing));
    // The second Brute adds nothing, though the card has left one deck since.
    let game = then(
        &game,
        "city Wolves: 32 A, removed
         character Cid: Brute, level 1, quest 514
         fulfilled Cid
         retire Cid: envelope Moon",
    );
    assert_eq!(has(&game, 32), [true, false]);
}

#[test]
fn rule_s16_8_death_returns_items_and_the_quest_and_takes_the_gold() {
    let game = party("permanent death\nbuy Anna: 12\ndeath Anna");
    let anna = character(&game, "Anna");
    assert_eq!((anna.gold, anna.items.len(), anna.quest), (0, 0, None));
    assert_eq!(game.campaign().copies_left(&Name::new("Wolves"), 12), Some(1));
}

#[test]
fn rule_s16_8_player_goes_on_with_a_new_character_that_may_have_the_quest() {
    let game = party("permanent death\ndeath Anna\ncharacter Cid: Brute, level 1, quest 512");
    assert_eq!(character(&game, "Cid").quest, Some(512));
    assert_eq!(game.campaign().world.prosperity, 0, "a death brings no prosperity");
}
