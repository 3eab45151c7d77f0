//! The words of refusals and open steps: the reason, its rule and a remedy that can be typed.

use campaign::action::{parse_action, print_action};
use campaign::open_steps::open_steps;
use campaign::refusal::{refusal_text, remedy_action};
use campaign::sheet::sheet;
use campaign_rules::Action;

use crate::support::*;

#[track_caller]
fn check(line: &str, words: &str) {
    assert_eq!(refusal_text(&refused(&party("buy Anna: 12"), line)), words);
}

#[test]
fn refusal_names_the_reason_the_rule_and_the_remedy() {
    check(
        "buy Ben: 12",
        "not allowed: item 012 has 1 copy, owned by Anna (rule S16.5); one of them sells it first",
    );
    check(
        "buy Anna: 9",
        "cannot tell: the price and the copies of item 009 are unknown; type what is on the card, \
         as in \"item 9: 25 gold, 2 copies\"",
    );
    check(
        "level up Anna",
        "not allowed: Anna has 0 experience and needs 45 for level 2, and the prosperity level is 1 \
         (rule S14.1); play on, or correct the experience",
    );
    check(
        "buy Dora: 12",
        "not allowed: no character is called Dora; the characters are Anna and Ben",
    );
}

#[test]
fn every_reason_of_a_refusal_is_named() {
    let game = party("correct gold Anna: 3\ntravel Wolves: 1");
    let words = refusal_text(&refused(&game, "buy Anna: 12"));
    for part in ["Wolves is not in the town", "Anna has 3 gold and needs 25"] {
        assert!(words.contains(part), "no {part:?} in {words}");
    }
}

#[test]
fn line_that_an_open_step_quotes_can_be_typed() {
    let game = party(
        "effects: unlock 2
         scenario 2
         travel Wolves: 2",
    );
    let steps = open_steps(game.campaign());
    let quoted = steps[0].split('"').nth(1).expect("it quotes a line");
    assert_eq!(quoted, "road Wolves: 12 A, removed");
    game.play(&parse_action(quoted).expect("it is an action")).expect("the rules allow it");
}

#[test]
fn sheet_has_a_part_for_the_town_each_party_and_each_character() {
    let game = party("buy Anna: 12\ncharacter Cid: Brute, level 1");
    let parts = sheet(game.campaign());
    let titles: Vec<&str> = parts.iter().map(|part| part.title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "The town",
            "Wolves",
            "Anna, Brute of level 1",
            "Ben, Tinkerer of level 1",
            "Cid, Brute of level 1"
        ]
    );
    let anna = parts[2].text();
    assert!(anna.contains(&"  Items: Winged Shoes (012)".to_owned()), "{anna:#?}");
    assert!(anna.contains(&"  Experience: 0, level 2 from 45".to_owned()), "{anna:#?}");
}

#[test]
fn remedy_without_a_choice_is_the_line_that_the_refusal_quotes() {
    let game = party("");
    for (line, remedy) in [
        ("join Anna: Wolves", "leave Anna"),
        ("travel Wolves: 2", "effects: unlock 2"),
        ("city Wolves: 40 A, removed", "effects: add city event 40"),
        ("buy Anna: 40", "effects: design 40"),
        ("card Anna: Low Blow, level 2", "level up Anna"),
        ("retire Anna: envelope X", "fulfilled Anna"),
    ] {
        let refusal = refused(&game, line);
        let actions = refusal.reasons.iter().filter_map(remedy_action);
        let found: Vec<String> = actions.map(|action| print_action(&action)).collect();
        assert_eq!(found, [remedy], "{line}");
        let words = refusal_text(&refusal);
        assert!(words.contains(&format!("\"{remedy}\"")), "{words}");
    }
    let away = party(
        "effects: unlock 1\nscenario 1: linked to town\ntravel Wolves: 1\nlost Wolves: level 1",
    );
    let refusal = refused(&away, "donate Anna");
    let actions: Vec<Action> = refusal.reasons.iter().filter_map(remedy_action).collect();
    assert_eq!(actions, [parse_action("travel Wolves: town").expect("it is an action")]);
}
