//! Facts of the owner's box from edition files: new, known and different ones, and those that
//! cannot be read.

use campaign::action::print_action;
use campaign::box_facts::{BoxFacts, BoxFactsError, FactState, MAX_BYTES, box_facts};
use campaign_rules::{Game, Name};
use fastrand::Rng;
use proptest::prelude::*;
use scenario_cards::import::{ImportError, SourceFile};

use crate::support::*;

/// An invented edition.
const EDITION: &str = r#"{
    "edition": "sm",
    "items": [
        {"id": 1, "name": "Reed, Whistle: small", "cost": 10, "count": 2, "slot": "small"},
        {"id": 2, "name": "Oak Oar", "cost": 25, "count": 1, "slot": "twohand"},
        {"id": 3, "name": "No Price", "count": 1},
        {"id": 4, "name": "No Copies", "cost": 10},
        {"id": 5, "cost": 10, "count": 99},
        {"id": 1001, "cost": 10, "count": 1}
    ],
    "characters": [
        {"name": "tide-caller", "handSize": 11,
         "stats": [{"level": 1, "health": 8}, {"level": 2, "health": 9}, {"level": 3, "health": 11},
            {"level": 4, "health": 12}, {"level": 5, "health": 14}, {"level": 6, "health": 15},
            {"level": 7, "health": 17}, {"level": 8, "health": 18}, {"level": 9, "health": 20}],
         "perks": [
            {"type": "remove", "count": 2,
             "cards": [{"count": 2, "attackModifier": {"type": "minus1"}}]},
            {"type": "custom", "count": 1, "custom": "Ignore \"item\" effects"}]},
        {"name": "short", "handSize": 9, "stats": [{"level": 1, "health": 8}]}
    ],
    "personalQuests": [
        {"cardId": "510", "unlockCharacter": "sun-keeper"},
        {"cardId": 511, "openEnvelope": "X"},
        {"altId": "no number"}
    ],
    "label": {"personalQuest": {"sm": {"510": {"": "The Long Way", "1": "Walk."}}}}
}"#;

#[track_caller]
fn read(game: &Game, text: &str) -> BoxFacts {
    let file = SourceFile { name: "edition.json", bytes: text.as_bytes() };
    box_facts(game.campaign(), &[file]).expect("it has facts")
}

fn lines(facts: &BoxFacts) -> Vec<String> {
    facts.new_actions().map(print_action).collect()
}

/// Returns the campaign with every new fact recorded.
#[track_caller]
fn with_new_facts(game: &Game, facts: &BoxFacts) -> Game {
    then(game, &lines(facts).join("\n"))
}

#[test]
fn facts_of_an_edition_are_new_actions_that_a_campaign_accepts() {
    let facts = read(&Game::default(), EDITION);
    assert_eq!(
        lines(&facts),
        [
            "item 1: 10 gold, 2 copies, small, title Reed Whistle small",
            "item 2: 25 gold, 1 copy, two hands, title Oak Oar",
            "class Short: hand 9",
            "class Tide Caller: hand 11, hit points 8 9 11 12 14 15 17 18 20",
            "perks Tide Caller: \"remove 2 -1\" 2 times, \"Ignore item effects\"",
            "personal quest 510: title The Long Way, envelope Sun Keeper",
            "personal quest 511: envelope X",
        ]
    );
    let game = with_new_facts(&Game::default(), &facts);
    let again = read(&game, EDITION);
    assert!(again.facts.iter().all(|fact| fact.state == FactState::Same), "{:?}", again.facts);
    assert_eq!(again.report()[0], "0 new facts, 7 known already");
}

#[test]
fn parts_that_cannot_be_read_are_named_with_their_place() {
    let facts = read(&Game::default(), EDITION);
    let found: Vec<(&str, &str)> =
        facts.unreadable.iter().map(|of| (of.place.as_str(), of.problem.as_str())).collect();
    assert_eq!(
        found,
        [
            ("item 003", "it has no price"),
            ("item 004", "it has no number of copies"),
            (
                "item 005",
                "not allowed: the number of copies is 99, and goes from 1 to 20; correct the number"
            ),
            (
                "item 1001",
                "not allowed: the number of an item is 1001, and goes from 1 to 999; correct the \
                 number"
            ),
            ("the hit points of the Short", "they are not nine numbers"),
            ("edition.json, personal quest 3", "it has no number"),
        ]
    );
    let report = facts.report();
    assert_eq!(report[0], "7 new facts, 0 known already");
    assert!(report[1].starts_with("not read: item 003: it has no price; "), "{report:?}");
}

#[test]
fn different_facts_are_named_with_what_the_campaign_knows() {
    let game = played(
        "item 1: 12 gold, 2 copies, small
         class Tide Caller: hand 10
         perks tide caller: \"remove 2 -1\"
         personal quest 511: envelope Y",
    );
    let facts = read(&game, EDITION);
    let different: Vec<String> = facts
        .facts
        .iter()
        .filter_map(|fact| match &fact.state {
            FactState::Different { known } => Some(print_action(known)),
            _ => None,
        })
        .collect();
    assert_eq!(
        different,
        [
            "item 1: 12 gold, 2 copies, small",
            "class Tide Caller: hand 10",
            "perks Tide Caller: \"remove 2 -1\"",
            "personal quest 511: envelope Y",
        ]
    );
    let words = "different: personal quest 511: envelope X; the campaign has personal quest 511: \
                 envelope Y";
    assert!(facts.report().iter().any(|line| line == words), "{:?}", facts.report());
}

#[test]
fn perks_of_an_edition_can_be_taken_and_are_checked() {
    let game = with_new_facts(&Game::default(), &read(&Game::default(), EDITION));
    let game = then(
        &game,
        "open class Tide Caller
         character Anna: Tide Caller, level 1
         correct checkmarks Anna: 9
         perk Anna: remove 2 -1
         perk Anna: remove 2 -1",
    );
    check_refused(&game, "perk Anna: remove 2 -1", campaign_rules::Rule::LevelSteps);
    let anna = game.campaign().character(&Name::new("Anna")).expect("she is there");
    assert_eq!(game.campaign().perks_left(anna).len(), 1);
}

#[test]
fn quests_in_a_file_of_their_own_are_read_without_other_facts() {
    let text = br#"[{"cardId": "520", "openEnvelope": "Z"}]"#;
    let file = SourceFile { name: "sm/personal-quests.json", bytes: text };
    let facts = box_facts(Game::default().campaign(), &[file]).expect("it has a quest");
    assert_eq!(lines(&facts), ["personal quest 520: envelope Z"]);
}

#[test]
fn broken_empty_and_large_files_are_refused() {
    let refused = |name, bytes: &[u8]| {
        box_facts(Game::default().campaign(), &[SourceFile { name, bytes }]).expect_err(name)
    };
    let error = refused("broken.json", b"{\n  \"items\" 3}");
    assert!(matches!(error, BoxFactsError::Import(ImportError::Broken { line: 2, .. })), "{error}");
    let error = refused("empty.json", b"[]");
    assert!(matches!(error, BoxFactsError::Import(ImportError::Empty { .. })), "{error}");
    let large = vec![b' '; MAX_BYTES + 1];
    assert_eq!(refused("large.json", &large), BoxFactsError::TooLarge { bytes: MAX_BYTES + 1 });
    // A hundred of each at most.
    let many: Vec<String> = (1..=300).map(|id| format!("{{\"cardId\": {id}}}")).collect();
    let facts = read(&Game::default(), &format!("{{\"personalQuests\": [{}]}}", many.join(",")));
    assert_eq!((facts.facts.len(), facts.unreadable.len()), (100, 1));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 500,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(3),
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_new_fact_of_a_damaged_edition_is_accepted_and_reads_back(seed in any::<u64>()) {
        let mut rng = Rng::with_seed(seed);
        let mut bytes = EDITION.as_bytes().to_vec();
        let words: [&[u8]; 8] =
            [b"-1", b"99999999999", b"null", b"[]", b"{}", b"\"\"", b"\"a:b,\\u0000;\"", b"1e9"];
        for _ in 0..rng.usize(1..4) {
            let at = rng.usize(0..bytes.len());
            let end = (at + rng.usize(1..6)).min(bytes.len());
            bytes.splice(at..end, words[rng.usize(0..words.len())].iter().copied());
        }
        let game = Game::default();
        let file = SourceFile { name: "edition.json", bytes: &bytes };
        if let Ok(facts) = box_facts(game.campaign(), &[file]) {
            for action in facts.new_actions() {
                let line = print_action(action);
                prop_assert_eq!(campaign::action::parse_action(&line), Ok(action.clone()), "{}", line);
                prop_assert!(game.play(action).is_ok(), "{}", line);
            }
        }
    }
}
