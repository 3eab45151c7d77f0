//! No text that a player can see comes from a debug print.
//!
//! The sources are searched for debug formatting, and whatever the program says
//! in simulated games, in refusals and in answers that cannot tell, is searched for what such
//! a print looks like.

mod common {
    pub mod dice;
}
#[path = "common/driver.rs"]
mod driver;
#[path = "common/wording.rs"]
mod wording;

use components::fact_id::FactField;
use std::fs;
use std::path::{Path, PathBuf};

use components::specs::{BoardField, CountField, Pack};
use narration::{NamedGame, PlayerNaming, refusal};
use notation::{learn_lines, parse_action, print_action};
use rules::action::{Action, ActionKind};
use rules::illegal::{CheckOutcome, RuleCheck};
use rules::rulebook::{Variant, Variants};
use rules::{Game, Rule};

use common::dice::Dice;

/// Where debug formatting stands outside of tests, how often, and why nobody sees it.
const UNSEEN: [(&str, usize, &str); 3] = [
    ("app/thumbnails.rs", 2, "tells one picture from another"),
    ("history/lib.rs", 1, "is hashed, to tell copies of one game"),
    ("ui-founders/journal_panel.rs", 1, "tells the lines of a tree apart"),
];

fn sources_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("the sources are there");
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources_below(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// How often a source writes something the way programmers look at it.
fn debug_prints(source: &str) -> usize {
    [":?}", ":#?}", "dbg!("].iter().map(|mark| source.matches(mark).count()).sum()
}

#[test]
fn debug_prints_are_found() {
    assert_eq!(debug_prints(r#"format!("{a:?} {:#?} {b}", c)"#), 2);
    assert_eq!(debug_prints("dbg!(a)"), 1);
    assert_eq!(debug_prints(r#"format!("{a} {b:>7}")"#), 0);
}

#[test]
fn no_source_prints_for_programmers_what_players_see() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut sources = Vec::new();
    sources_below(&root, &mut sources);
    let mut found = Vec::new();
    for path in sources {
        let name = path.strip_prefix(&root).expect("it lies below");
        let name = name.to_string_lossy().replace('\\', "/");
        let is_test = name.ends_with("/tests.rs") || name.ends_with("/sample.rs");
        if is_test || name.contains("/tests/") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("sources are text");
        // Unit tests stand at the end of a file.
        let code = text.split("#[cfg(test)]\nmod tests {").next();
        let count = debug_prints(code.unwrap_or_default());
        if count > 0 {
            found.push((name, count));
        }
    }
    let unseen = UNSEEN.map(|(name, count, _)| (name.to_owned(), count));
    assert_eq!(found, unseen);
}

/// Panics if `text` looks as if it were printed for programmers.
#[track_caller]
fn check(text: &str) {
    let letters: Vec<char> = text.chars().collect();
    let is_call = letters.windows(2).any(|pair| pair[0].is_alphanumeric() && pair[1] == '(');
    // A value with its brackets, "6(+2)", is how the cards show it.
    let is_call = is_call && !text.contains("(+") && !text.contains("(-");
    let is_debug = is_call
        || ["{ ", " }", "::", "Some(", "None,", "Ok(", "Err(", "\": "]
            .iter()
            .any(|mark| text.contains(mark));
    assert!(!is_debug, "{text}");
    // A line that teaches a fact is written as a pack is.
    if !text.contains("Learn (") {
        wording::check_wording(text);
    }
}

#[test]
fn what_is_printed_for_programmers_is_seen() {
    for text in ["PlayerId(1) is not to act", "TileRef { resource: 3 }", "Some(2)"] {
        assert!(std::panic::catch_unwind(|| check(text)).is_err(), "{text}");
    }
    check("costs $4, and Human has $3; $1 short (rule 5.14)");
}

fn check_list(game: &Game, checks: &[RuleCheck]) {
    for line in checks {
        match &line.outcome {
            CheckOutcome::Passed => {}
            CheckOutcome::Failed(illegal) => {
                check(&refusal::message(NamedGame::by_race(game), illegal));
                check(&refusal::remedy(NamedGame::by_race(game), illegal).unwrap_or_default());
            }
            CheckOutcome::CannotTell(fact) => check(&fact.to_string()),
        }
    }
    let lacks = checks.iter().filter_map(RuleCheck::missing_fact);
    for line in learn_lines(game, lacks) {
        assert!(line.starts_with("Learn "), "{line}");
    }
}

/// Asks about an action whatever can be asked.
fn ask(game: &Game, action: &Action) {
    // Facts about the box are written as a pack is.
    if action.kind.stated_facts().is_none() {
        check(&print_action(game, action));
    }
    check(&narration::sentence::short(NamedGame::by_race(game), action));
    match game.play(action) {
        Ok(played) => {
            check(&narration::sentence::sentence(NamedGame::by_race(game), &played));
            for line in narration::receipt::lines(&played, PlayerNaming::Races) {
                check(&line.text);
            }
        }
        Err(refusal) => check(&refusal::describe(NamedGame::by_race(game), &refusal)),
    }
    check_list(game, &game.checklist(action));
}

/// Plays a game with `pack`, and asks about moves of its own and of another moment as well.
fn talk(pack: &Pack, players: usize, variants: Variants, seed: u64) {
    let mut setup = driver::setup(pack, "Old Harbour", players);
    setup.variants = variants;
    let mut game = Game::new(&setup).expect("the pack can be played");
    let mut dice = Dice(seed);
    let mut earlier: Vec<Action> = Vec::new();
    let mut choices = Vec::new();
    for _ in 0..200 {
        check(&narration::pending::describe_all(NamedGame::by_race(&game)));
        let Some(action) = driver::next_action(&game, &mut dice) else {
            break;
        };
        ask(&game, &action);
        if let Some(other) = dice.pick(&earlier) {
            let mut other = other.clone();
            // A choice that does not come up here is refused in words as well.
            other.choices.extend(dice.pick(&choices).copied());
            ask(&game, &other);
            let mut asked = action.clone();
            asked.choices.extend(dice.pick(&choices).copied());
            ask(&game, &asked);
        }
        let played = game.play(&action).expect("what is offered is accepted");
        choices.extend(played.action.choices.iter().copied());
        earlier.push(played.action);
        game = played.game;
    }
}

fn practice() -> Pack {
    packs::find("practice").expect("it is built in")
}

#[test]
fn whatever_is_said_in_a_game_is_said_in_words() {
    let some = Variants::default().with(Variant::Achievements);
    for (players, variants, seed) in [
        (2, Variants::default(), 1),
        (3, some, 2),
        (4, Variants::default(), 3),
        (1, Variants::default(), 4),
    ] {
        talk(&practice(), players, variants, seed);
    }
}

#[test]
fn what_cannot_be_told_is_said_in_words() {
    let full = practice();
    let mut gaps = full.clone();
    let mut number = 0_usize;
    for (name, fact) in gaps.facts_mut() {
        number += 1;
        let is_needed = matches!(
            name.field(),
            FactField::Board(BoardField::Terrain | BoardField::Sections)
                | FactField::Count(CountField::StartMoney)
        );
        if !is_needed && !number.is_multiple_of(3) {
            fact.clear();
        }
    }
    let game = |pack: &Pack| {
        let setup = driver::setup(pack, "Old Harbour", 3);
        Game::new(&setup).expect("enough to begin with")
    };
    let (mut game, mut lacking) = (game(&full), game(&gaps));
    let mut dice = Dice(5);
    for _ in 0..120 {
        let Some(action) = driver::next_action(&game, &mut dice) else {
            break;
        };
        ask(&lacking, &action);
        if lacking.play(&action).is_err() {
            // Everything is learnt then, and the game goes on.
            let learn = Action::from(ActionKind::EnterFacts(Box::new(full.clone())));
            lacking = lacking.play(&learn).expect("it contradicts nothing").game;
            ask(&lacking, &learn);
        }
        game = game.play(&action).expect("it is offered").game;
        lacking = lacking.play(&action).expect("it is offered").game;
    }
    for rule in Rule::ALL {
        check(&rule.to_string());
    }
    let error = parse_action(&game, "Human Trade: foo").expect_err("that is no move");
    check(&error.to_string());
    let note = Action::from(ActionKind::Annotate("tea".to_owned()));
    ask(&game, &note);
}
