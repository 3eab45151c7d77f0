//! Checks that no text a player can see comes from debug formatting.
//!
//! The sources are searched for debug formatting, and the texts of simulated games, of refusals and
//! of undecided verdicts for its typical output.

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

/// The uses of debug formatting outside tests: file, count, and the reason it is never displayed.
const UNSEEN: [(&str, usize, &str); 3] = [
    ("app/thumbnails.rs", 2, "tells one picture from another"),
    ("score-history/lib.rs", 1, "is hashed, to tell copies of one game"),
    ("ui-founders/journal_panel.rs", 1, "tells the lines of a tree apart"),
];

fn sources_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the sources are there")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources_below(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Counts the uses of debug formatting in a source.
fn debug_prints(source: &str) -> usize {
    [":?}", ":#?}", "dbg!("].iter().map(|mark| source.matches(mark).count()).sum()
}

#[test]
fn uses_of_debug_formatting_are_counted() {
    assert_eq!(debug_prints(r#"format!("{a:?} {:#?} {b}", c)"#), 2);
    assert_eq!(debug_prints("dbg!(a)"), 1);
    assert_eq!(debug_prints(r#"format!("{a} {b:>7}")"#), 0);
}

#[test]
fn no_source_shows_debug_formatting_to_players() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut sources = Vec::new();
    sources_below(&root, &mut sources);
    let mut found = Vec::new();
    for path in sources {
        let name = path.strip_prefix(&root).expect("it is below the root");
        let name = name.to_string_lossy().replace('\\', "/");
        let is_test = name.ends_with("/tests.rs") || name.ends_with("/sample.rs");
        if is_test || name.contains("/tests/") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("sources are text");
        // Unit tests are at the end of a file.
        let code = text.split("#[cfg(test)]\nmod tests {").next();
        let count = debug_prints(code.unwrap_or_default());
        if count > 0 {
            found.push((name, count));
        }
    }
    let unseen = UNSEEN.map(|(name, count, _)| (name.to_owned(), count));
    assert_eq!(found, unseen);
}

/// Panics if `text` looks like debug output.
#[track_caller]
fn check(text: &str) {
    let letters: Vec<char> = text.chars().collect();
    // Cards print a value with its bracket as "6(+2)".
    let is_call = letters.windows(2).any(|pair| pair[0].is_alphanumeric() && pair[1] == '(')
        && !text.contains("(+")
        && !text.contains("(-");
    let is_debug = is_call
        || ["{ ", " }", "::", "Some(", "None,", "Ok(", "Err(", "\": "]
            .iter()
            .any(|mark| text.contains(mark));
    assert!(!is_debug, "{text}");
    // A line that enters a fact has the notation of packs.
    if !text.contains("Learn (") {
        wording::check_wording(text);
    }
}

#[test]
fn debug_output_is_recognized() {
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
    for line in learn_lines(game, checks.iter().filter_map(RuleCheck::missing_fact)) {
        assert!(line.starts_with("Learn "), "{line}");
    }
}

/// Checks all texts about an action.
fn ask(game: &Game, action: &Action) {
    // Facts about the box have the notation of packs.
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

/// Plays a game with `pack`, and checks the texts about its actions and about earlier ones.
fn check_game(pack: &Pack, players: usize, variants: Variants, seed: u64) {
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
            // A choice that is not pending here is refused in words too.
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
fn all_texts_of_simulated_games_are_plain_words() {
    let some = Variants::default().with(Variant::Achievements);
    for (players, variants, seed) in [
        (2, Variants::default(), 1),
        (3, some, 2),
        (4, Variants::default(), 3),
        (1, Variants::default(), 4),
    ] {
        check_game(&practice(), players, variants, seed);
    }
}

#[test]
fn all_texts_about_missing_facts_are_plain_words() {
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
    let [mut game, mut with_gaps] = [&full, &gaps].map(|pack| {
        let setup = driver::setup(pack, "Old Harbour", 3);
        Game::new(&setup).expect("enough facts to start")
    });
    let mut dice = Dice(5);
    for _ in 0..120 {
        let Some(action) = driver::next_action(&game, &mut dice) else {
            break;
        };
        ask(&with_gaps, &action);
        if with_gaps.play(&action).is_err() {
            // All facts are entered then, and the game continues.
            let learn = Action::from(ActionKind::EnterFacts(Box::new(full.clone())));
            with_gaps = with_gaps.play(&learn).expect("it contradicts nothing").game;
            ask(&with_gaps, &learn);
        }
        game = game.play(&action).expect("it is offered").game;
        with_gaps = with_gaps.play(&action).expect("it is offered").game;
    }
    for rule in Rule::ALL {
        check(&rule.to_string());
    }
    let error = parse_action(&game, "Human Trade: foo").expect_err("that is no move");
    check(&error.to_string());
    let note = Action::from(ActionKind::Annotate("tea".to_owned()));
    ask(&game, &note);
}
