//! The rules of parties, scenarios and event cards, each in both directions.

use campaign_rules::party::Place;
use campaign_rules::world::EventDeck;
use campaign_rules::{Illegal, Name, Rule};

use crate::support::*;

#[test]
fn rule_s12_2_success_adds_4_and_twice_the_level_and_tokens_have_their_value() {
    let game = party("travel Wolves: 1\nwon Wolves: level 2");
    let line = "gains Anna: 7 experience, 4 tokens, 5 gold for item 012";
    assert_eq!(
        receipt_lines(&game, line),
        [
            "Anna takes its gains (S12.2)",
            "  Anna: experience 0 → 15: 7 in the scenario + 8 for success (level 2) (S12.2)",
            "  Anna: gold 30 → 47: 4 tokens × 3 (level 2) + 5 for item 012 (S12.2)",
        ]
    );
}

#[test]
fn rule_s12_2_gains_are_recorded_once_and_only_for_those_who_played() {
    let game = party(WON);
    let game = then(&game, "gains Anna: 7 experience");
    check_refused(&game, "gains Anna: 7 experience", Rule::ScenarioGains);
    let game = then(&game, "character Cid: Brute, level 1");
    check_refused(&game, "gains Cid: 7 experience", Rule::ScenarioGains);
    // A character that leaves after the scenario still has its gains.
    let game = then(&game, "leave Ben\ngains Ben: 3 experience");
    assert_eq!(character(&game, "Ben").experience, 3 + 8);
}

#[test]
fn rule_s12_4_battle_goals_count_after_a_success() {
    let game = then(&party(WON), "gains Anna: 2 checkmarks");
    assert_eq!(character(&game, "Anna").checkmarks, 2);
}

#[test]
fn rule_s12_4_battle_goals_of_a_lost_scenario_are_refused() {
    let game = party("travel Wolves: 1\nlost Wolves: level 2");
    check_refused(&game, "gains Anna: 2 checkmarks", Rule::BattleGoals);
    then(&game, "gains Anna: 2 experience");
}

#[test]
fn rule_s12_5_rewards_of_a_campaign_scenario_reach_everybody_who_played() {
    let game = party(WON);
    let game = then(
        &game,
        "reward Wolves: gold each +10, prosperity +1, unlock 2, design 71, item Anna 12",
    );
    assert_eq!([character(&game, "Anna").gold, character(&game, "Ben").gold], [40, 40]);
    let world = &game.campaign().world;
    assert!(world.scenarios[&2].is_unlocked && world.is_supplied(71));
    assert!(character(&game, "Anna").items.contains(&12));
    assert_eq!(world.prosperity, 1);
}

#[test]
fn rule_s12_5_lost_and_casual_scenarios_have_no_rewards() {
    let lost = party("travel Wolves: 1\nlost Wolves: level 2");
    check_refused(&lost, "reward Wolves: gold each +10", Rule::Rewards);
    let casual = party("travel Wolves: 1 casual\nwon Wolves: level 2");
    check_refused(&casual, "reward Wolves: gold each +10", Rule::Rewards);
    assert_eq!(casual.campaign().world.scenarios[&1].completed_by, None);
}

#[test]
fn rule_s15_1_campaign_scenario_is_unlocked_meets_its_requirements_and_is_not_completed() {
    let game = party(
        "effects: unlock 2
         scenario 2: linked to town, needs party First Steps, without global Ruin",
    );
    check_refused(&game, "travel Wolves: 2", Rule::CampaignScenario);
    let game = then(&game, "effects Wolves: achievement First Steps");
    then(&game, "travel Wolves: 2");
    let ruin = then(&game, "effects: global Ruin");
    check_refused(&ruin, "travel Wolves: 2", Rule::CampaignScenario);
    let locked = then(&game, "scenario 3: links 1");
    check_refused(&locked, "travel Wolves: 3", Rule::CampaignScenario);
    let completed = then(&game, WON);
    assert_eq!(completed.campaign().world.scenarios[&1].completed_by, Some(Name::new("Wolves")));
    check_refused(&completed, "travel Wolves: 1", Rule::CampaignScenario);
}

#[test]
fn rule_s15_1_casual_scenario_needs_only_to_be_revealed() {
    let game = party("effects: unlock 2\nscenario 2: needs party First Steps");
    let outcome = game.outcome(&action("travel Wolves: 2 casual")).expect("it is revealed");
    assert_eq!(outcome.report.advice.len(), 1, "the book advises against it");
    check_refused(&game, "travel Wolves: 9 casual", Rule::CampaignScenario);
    let again = then(&game, WON);
    let outcome = again.outcome(&action("travel Wolves: 1 casual")).expect("it is completed");
    assert_eq!(outcome.report.advice, []);
}

#[test]
fn rule_s15_1_unknown_requirements_are_asked_for_once() {
    let game = party("effects: unlock 2");
    let refusal = refused(&game, "travel Wolves: 2");
    assert_eq!(refusal.reasons, [Illegal::UnknownScenario { scenario: 2 }]);
    assert!(refusal.is_information_missing());
    let game = then(&game, "scenario 2\ntravel Wolves: 2");
    assert!(wolves(&game).is_road_event_due);
}

#[test]
fn rule_s15_2_party_has_four_members_at_most_and_they_change_between_scenarios() {
    let game = party(
        "character Cid: Brute, level 1
         character Dora: Brute, level 1
         character Eve: Brute, level 1
         join Cid: Wolves
         join Dora: Wolves",
    );
    check_refused(&game, "join Eve: Wolves", Rule::Parties);
    let game = then(&game, "leave Cid\njoin Eve: Wolves\nparty Bears\njoin Cid: Bears");
    assert_eq!(game.campaign().members(&Name::new("Wolves")).count(), 4);
    check_refused(&game, "join Cid: Wolves", Rule::Parties);
    let refusal = refused(&game, "party wolves");
    assert_eq!(refusal.reasons, [Illegal::SameParty { party: Name::new("wolves") }]);
}

#[test]
fn rule_s15_2_party_without_members_plays_nothing() {
    let game = party("party Bears");
    check_refused(&game, "travel Bears: 1", Rule::Parties);
    let game = then(&game, "character Cid: Brute, level 1\njoin Cid: Bears\ntravel Bears: 1");
    assert!(game.campaign().party(&Name::new("Bears")).is_some_and(|of| of.playing.is_some()));
}

#[test]
fn rule_s15_3_achievement_without_a_type_repeats() {
    let game =
        played("effects: global Ruin\neffects: global Ruin\neffects: global City Rule: Crown");
    assert_eq!(game.campaign().world.achievement_count(&Name::new("ruin")), 2);
    let game = party("effects Wolves: achievement Fame, achievement Fame");
    assert_eq!(wolves(&game).achievements.len(), 2);
}

#[test]
fn rule_s15_3_typed_achievement_replaces_only_those_of_its_type() {
    let game = played(
        "effects: global Ruin
         effects: global City Rule: Crown
         effects: global Artifact: Lost
         effects: global City Rule: Council",
    );
    let names: Vec<&str> =
        game.campaign().world.achievements.iter().map(|of| of.name.as_str()).collect();
    assert_eq!(names, ["Ruin", "Lost", "Council"]);
    let game = then(&game, "effects: no global Council");
    assert!(!game.campaign().world.has_achievement("Council"));
    let missing = refused(&game, "effects: no global Council");
    assert_eq!(missing.reasons, [Illegal::NoAchievement { name: Name::new("Council") }]);
}

#[test]
fn rule_s15_4_road_event_is_due_from_the_town_and_comes_before_the_end() {
    let game = party("effects: unlock 2\nscenario 2\ntravel Wolves: 2");
    check_refused(&game, "won Wolves: level 1", Rule::Traveling);
    let game = then(&game, "road Wolves: 12 A, removed, reputation +1\nwon Wolves: level 1");
    assert_eq!(wolves(&game).reputation, 1);
    check_refused(&game, "road Wolves: 13 A, removed", Rule::Traveling);
}

#[test]
fn rule_s15_4_no_road_event_comes_to_the_same_scenario_again_or_to_the_town() {
    let game = party("travel Wolves: 1\nlost Wolves: level 1");
    let again = then(&game, "travel Wolves: 1");
    assert!(!wolves(&again).is_road_event_due);
    check_refused(&again, "travel Wolves: town", Rule::Traveling);
    let town = then(&game, "travel Wolves: town");
    assert_eq!(wolves(&town).place, Place::Town);
    assert!(!wolves(&town).is_road_event_due);
    let unlinked = then(&game, "effects: unlock 2\nscenario 2\ntravel Wolves: 2");
    assert!(wolves(&unlinked).is_road_event_due);
}

#[test]
fn rule_s15_5_event_card_is_removed_or_put_back() {
    let game = party("");
    let removed = then(&game, "city Wolves: 7 B, removed, \"the door stays shut\"");
    assert!(!removed.campaign().world.has_event(EventDeck::City, 7));
    assert!(removed.campaign().world.has_event(EventDeck::Road, 7));
    let put_back = then(&game, "city Wolves: 7 B, put back");
    assert!(put_back.campaign().world.has_event(EventDeck::City, 7));
}

#[test]
fn rule_s15_5_one_city_event_a_visit_and_only_cards_of_the_deck() {
    let game = party("");
    check_refused(&game, "city Wolves: 31 A, removed", Rule::EventCards);
    let game = then(&game, "effects: add city event 31\ncity Wolves: 31 A, removed");
    check_refused(&game, "city Wolves: 8 A, removed", Rule::EventCards);
    let game = then(&game, "travel Wolves: 1\nlost Wolves: level 1\ntravel Wolves: town");
    then(&game, "city Wolves: 8 A, removed");
    check_refused(&game, "city Wolves: 31 A, removed", Rule::EventCards);
}

#[test]
fn rule_s15_6_random_design_brings_every_copy_and_a_random_scenario_is_unlocked() {
    let game = party(
        "item 71: 40 gold, 2 copies
         envelope Sun: \"scenario 51 says so\"
         fulfilled Anna
         retire Anna: envelope Sun, design 71, scenario 62",
    );
    let campaign = game.campaign();
    assert_eq!(campaign.copies_left(&Name::new("Wolves"), 71), Some(2));
    assert!(campaign.world.scenarios[&62].is_unlocked);
}

#[test]
fn rule_s15_6_empty_decks_give_nothing() {
    let game = party("envelope Sun: \"a text says so\"\nfulfilled Anna\nretire Anna: envelope Sun");
    assert_eq!(game.campaign().world.designs.len(), 0);
}

#[test]
fn rule_s15_7_reputation_opens_its_envelopes_and_adds_its_events_once() {
    let game = party("");
    check_refused(&game, "envelope C: reputation 10", Rule::Envelopes);
    let game = then(&game, "effects Wolves: reputation +20");
    let world = &game.campaign().world;
    assert!(world.has_event(EventDeck::City, 76) && world.has_event(EventDeck::Road, 67));
    let game = then(&game, "envelope C: reputation 10");
    check_refused(&game, "envelope D: reputation 10", Rule::Envelopes);
    check_refused(&game, "envelope D: reputation -10", Rule::Envelopes);
    let game = then(&game, "correct reputation Wolves: -20\nenvelope D: reputation -10");
    let world = &game.campaign().world;
    assert!(world.has_event(EventDeck::City, 77) && world.has_event(EventDeck::Road, 68));
    // A resolved event does not come back when the reputation is reached again.
    let game = then(&game, "city Wolves: 76 A, removed\ncorrect reputation Wolves: 20");
    assert!(!game.campaign().world.has_event(EventDeck::City, 76));
}

#[test]
fn rule_s15_7_both_drake_achievements_add_their_events() {
    let game = party("effects Wolves: achievement The Drake's Request");
    assert!(!game.campaign().world.has_event(EventDeck::City, 75));
    let game = then(&game, "effects Wolves: achievement The Drake's Treasure");
    let world = &game.campaign().world;
    assert!(world.has_event(EventDeck::City, 75) && world.has_event(EventDeck::Road, 66));
}

#[test]
fn rule_s15_7_first_retirement_opens_the_town_records() {
    let game = party("");
    check_refused(&game, "envelope Town Records: first retirement", Rule::Envelopes);
    check_refused(&game, "envelope Town Records", Rule::Envelopes);
    let game = then(&game, "fulfilled Anna\nretire Anna: envelope Sun");
    let due = campaign_rules::due::Due::FirstRetirement;
    assert!(game.campaign().due().contains(&due));
    let game = then(&game, "envelope Town Records: first retirement");
    assert!(!game.campaign().due().contains(&due));
    check_refused(&game, "envelope sun: \"again\"", Rule::Envelopes);
}

#[test]
fn rule_s15_8_reputation_and_achievements_belong_to_one_party() {
    let game = party("party Bears\neffects Wolves: reputation +5, achievement First Steps");
    let bears = game.campaign().party(&Name::new("Bears")).expect("it is there");
    assert_eq!((bears.reputation, bears.achievements.len()), (0, 0));
    let refusal = refused(&game, "effects: reputation +5");
    assert_eq!(refusal.reasons, [Illegal::PartyMissing]);
}

#[test]
fn rule_s15_8_prosperity_scenarios_and_global_achievements_belong_to_all() {
    let game = party(WON);
    let game = then(
        &game,
        "reward Wolves: prosperity +4, global Ruin, unlock 2
         scenario 2: linked to town, needs global Ruin
         party Bears
         character Cid: Brute, level 2
         join Cid: Bears
         travel Bears: 2",
    );
    assert_eq!(game.campaign().world.level(), 2);
    // Nor does another party play again what one has completed.
    check_refused(&then(&game, "won Bears: level 1"), "travel Bears: 1", Rule::CampaignScenario);
}
