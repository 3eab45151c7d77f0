//! The outcomes of event cards with their conditions, gold that a party divides, and the order of
//! the decks.

use campaign_rules::world::EventDeck;
use campaign_rules::{Game, Illegal, Rule};

use crate::support::*;

#[track_caller]
fn check_gold(game: &Game, line: &str, gold: [u16; 2]) {
    let game = then(game, line);
    assert_eq!(["Anna", "Ben"].map(|name| character(&game, name).gold), gold, "{line}");
}

#[test]
fn rule_s15_5_outcome_applies_if_a_member_has_the_class() {
    let game = party("");
    check_gold(&game, "city Wolves: 7 A, removed; if class Brute: gold each +5", [35, 35]);
    check_gold(&game, "city Wolves: 7 A, removed; if class Sun: gold each +5", [30, 30]);
    check_gold(&game, "city Wolves: 7 A, removed; if class Sun, Tinkerer: gold Ben -5", [30, 25]);
    let lines = receipt_lines(
        &game,
        "city Wolves: 7 A, removed, reputation +1; if class Sun: gold each +5; always: gold Ben +1",
    );
    assert_eq!(
        lines,
        [
            "Wolves resolves city event 07, choice A (S15.5)",
            "  Wolves: reputation 0 → 1",
            "  the outcome \"if class Sun\" does not apply (S15.5)",
            "  the outcome \"always\" applies (S15.5)",
            "    Ben: gold 30 → 31: 1 by the text",
            "  city event 07 is removed (S15.5)",
        ]
    );
}

#[test]
fn rule_s15_5_outcome_applies_in_a_range_of_reputation() {
    let game = party("correct reputation Wolves: -5");
    check_gold(&game, "city Wolves: 7 A, removed; if reputation < -4: gold each +5", [35, 35]);
    check_gold(&game, "city Wolves: 7 A, removed; if reputation < -5: gold each +5", [30, 30]);
    check_gold(&game, "city Wolves: 7 A, removed; if reputation > -5: gold each +5", [30, 30]);
    check_gold(&game, "city Wolves: 7 A, removed; if reputation -5 to 3: gold each +5", [35, 35]);
    // A condition is judged when its outcome is reached.
    let line = "city Wolves: 7 A, removed, reputation +1; if reputation < -4: gold each +5";
    check_gold(&game, line, [30, 30]);
    let refusal = refused(&game, "city Wolves: 7 A, removed; if reputation 3 to -5: prosperity +1");
    assert_eq!(refusal.reasons, [Illegal::RangeReversed { least: 3, most: -5 }]);
}

#[test]
fn rule_s15_5_otherwise_applies_if_no_condition_before_it_is_met() {
    let game = party("");
    let line = |first: &str| {
        format!("city Wolves: 7 B, removed; {first}: gold Anna +1; otherwise: gold Ben +1")
    };
    check_gold(&game, &line("if class Brute"), [31, 30]);
    check_gold(&game, &line("if class Sun"), [30, 31]);
    // An outcome without a condition has nothing that is met.
    check_gold(&game, &line("always"), [31, 31]);
    let both = "city Wolves: 7 B, removed; if class Sun: gold Anna +1; if gold 60: gold Anna +2; \
                otherwise: gold Ben +1";
    check_gold(&game, both, [32, 30]);
}

#[test]
fn rule_s15_5_card_put_back_comes_up_after_those_above_it_unless_the_deck_is_shuffled() {
    let again = "travel Wolves: 1\nlost Wolves: level 1\ntravel Wolves: town";
    let game = then(&party("city Wolves: 7 B, put back"), again);
    let world = &game.campaign().world;
    assert_eq!(
        (world.event_count(EventDeck::City), world.cards_above(EventDeck::City, 7)),
        (30, 29)
    );
    check_refused(&game, "city Wolves: 7 A, removed", Rule::EventCards);
    // The card is at the bottom of its own deck only, and adding a card shuffles that.
    let shuffled = then(&game, "effects: add city event 31");
    then(&shuffled, "city Wolves: 7 A, removed");
    let elsewhere = then(&game, "effects: add road event 31");
    check_refused(&elsewhere, "city Wolves: 7 A, removed", Rule::EventCards);
    // A table that draws it nevertheless has shuffled.
    let overruled = "overrule city Wolves: 7 A, put back, because the deck fell down";
    let lines = receipt_lines(&game, overruled);
    let words = "  the city events were shuffled, as a card from the bottom came up";
    assert_eq!(lines[1], words);
    assert_eq!(then(&game, overruled).campaign().world.bottom[&EventDeck::City], [7]);
}

#[test]
fn rule_s15_5_empty_deck_gives_no_event() {
    let away = "travel Wolves: 1\nlost Wolves: level 1\ntravel Wolves: town\n";
    let visit = |number| format!("city Wolves: {number} A, removed\n{away}");
    let lines: String = (1..=30).map(visit).collect();
    let game = party(&lines);
    let refusal = refused(&game, "city Wolves: 7 A, removed");
    assert_eq!(refusal.reasons, [Illegal::DeckEmpty { deck: EventDeck::City }]);
    check_refused(&game, "city Wolves: 7 A, removed", Rule::EventCards);
    // No road event is due once that deck is empty too.
    let journey = |number| {
        format!(
            "travel Wolves: 2\nroad Wolves: {number} A, removed\nlost Wolves: level 1\ntravel \
             Wolves: town\n"
        )
    };
    let journeys: String = (1..=30).map(journey).collect();
    let lines = format!("effects: unlock 2\nscenario 2\n{journeys}");
    let game = then(&game, &lines);
    let game = then(&game, "travel Wolves: 2");
    assert!(!wolves(&game).is_road_event_due);
    then(&game, "lost Wolves: level 1");
}

#[test]
fn rule_s14_4_party_pays_together_no_more_than_it_has() {
    let game = party("correct gold Anna: 12\ncorrect gold Ben: 3");
    // All that is there goes, so nobody has a choice.
    check_gold(&game, "effects Wolves: gold together -20", [0, 0]);
    check_gold(&game, "effects Wolves: gold together -15", [0, 0]);
    check_gold(&game, "effects Wolves: gold together -10, share Anna 8, share Ben 2", [4, 1]);
    check_gold(&game, "effects Wolves: gold together -20, share Ben 3, share Anna 12", [0, 0]);
    let alone = then(&game, "correct gold Ben: 0");
    check_gold(&alone, "effects Wolves: gold together -5", [7, 0]);
    check_gold(&game, "effects Wolves: gold together +10, share Anna 4, share Ben 6", [16, 9]);
}

#[test]
fn rule_s14_4_shares_of_a_party_make_the_sum_that_it_divides() {
    let game = party("character Cid: Brute, level 1");
    check_refused(&game, "effects Wolves: gold together -20", Rule::Losses);
    check_refused(&game, "effects Wolves: gold together -20, share Anna 19", Rule::Losses);
    check_refused(&game, "effects Wolves: gold together -40, share Anna 40", Rule::Losses);
    check_refused(&game, "effects Wolves: gold together -20, share Cid 20", Rule::Losses);
    check_refused(&game, "effects Wolves: gold together +20", Rule::Losses);
    check_refused(&game, "effects: gold together -20, share Anna 20", Rule::Shared);
}

#[test]
fn rule_s15_5_outcome_applies_if_the_party_has_the_gold_together() {
    let game = party("");
    let paid = |gold: u16| {
        format!(
            "road Wolves: 9 B, put back; if gold {gold}: gold together -40, share Anna 30, share \
             Ben 10, reputation +1; otherwise: reputation -1"
        )
    };
    let game = then(&game, "effects: unlock 2\nscenario 2\ntravel Wolves: 2");
    let paying = then(&game, &paid(60));
    assert_eq!(wolves(&paying).reputation, 1);
    check_gold(&game, &paid(60), [0, 20]);
    let poor = then(&game, &paid(61));
    assert_eq!(wolves(&poor).reputation, -1);
    check_gold(&game, &paid(61), [30, 30]);
}

#[test]
fn rule_s15_5_party_without_members_has_no_event() {
    let game = then(&Game::default(), "party Wolves");
    let refusal = refused(&game, "city Wolves: 5 A, removed");
    let expected = Illegal::NoMembers { party: campaign_rules::Name::new("Wolves") };
    assert!(refusal.reasons.contains(&expected), "{refusal:?}");
}
