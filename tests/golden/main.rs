//! Texts in users' files and on screen, compared with stored copies.
//!
//! Names of facts, `Learn` lines, printed packs and comparisons must not change by accident: packs
//! are exchanged, and records with entered facts stay readable. `UPDATE_GOLDEN=true` rewrites the
//! copies; review the difference before committing it.

#[path = "../common/golden.rs"]
mod golden;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use components::component_ref::ComponentRef;
use components::fact::AnyFact;
use components::fact_id::{FactId, SquareField};
use components::specs::{BoardSpec, Pack, SpaceField};
use components::square::Square;
use notation::learn_lines;
use notation::record::read_record;
use packs::{OwnCopy, compare};
use rules::{Game, MissingFact, Setup};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden")
}

/// Compares `text` with the stored copy `name`.
#[track_caller]
fn check_golden(name: &str, text: &str) {
    golden::check_golden(&folder(), name, text);
}

fn built_in(name: &str) -> Pack {
    packs::find(name).expect("the pack is built in")
}

/// Starts a game for two with `pack` on its first board, or on an unknown one if it has none.
fn started(mut pack: Pack) -> Game {
    if pack.boards.is_empty() {
        pack.sources.insert("own".to_owned(), "a test".to_owned());
        pack.boards.push(BoardSpec::open("Own board", 16, 14, "own"));
    }
    let setup = Setup {
        board: pack.boards[0].name.clone(),
        players: vec!["Anna".to_owned(), "Ben".to_owned()],
        pack,
        ..Setup::default()
    };
    Game::new(&setup).expect("the pack can be played")
}

/// Writes all texts about a fact.
fn describe(page: &mut String, game: &Game, name: &FactId, fact: Option<&dyn AnyFact>) {
    let missing = MissingFact::from(name.clone());
    let value = fact.and_then(AnyFact::describe).unwrap_or_else(|| "–".to_owned());
    let learn = learn_lines(game, [name]).join(" // ");
    writeln!(
        page,
        "{name} | {} | {} {} | {value} | {} | {learn}",
        name.unknown_clause(),
        missing.rule.number(),
        missing.rule.section(),
        ComponentRef::of(name).label()
    )
    .expect("a string can be written to");
}

#[test]
fn names_rules_values_and_learn_lines_of_facts_match_the_stored_copy() {
    for pack in ["practice", OwnCopy::OVER] {
        let game = started(built_in(pack));
        let mut page = String::new();
        for (name, fact) in game.contents().pack().facts() {
            describe(&mut page, &game, &name, Some(fact));
        }
        let board = game.board();
        for field in SquareField::ALL {
            let fact = board.fact_of_square(field, Square::new(2, 6));
            describe(&mut page, &game, &fact, None);
        }
        for building in game.contents().buildings() {
            let building = game.contents().building_name(building);
            let site = FactId::Site { board: board.name().into(), building: building.into() };
            describe(&mut page, &game, &site, None);
            let space = FactId::Space(building.into(), 8, SpaceField::Resource);
            describe(&mut page, &game, &space, None);
        }
        check_golden(&format!("facts-{pack}.txt"), &page);
    }
}

#[test]
fn printed_packs_match_the_stored_copies() {
    for pack in ["practice", OwnCopy::OVER] {
        check_golden(&format!("pack-{pack}.ron"), &packs::print(&built_in(pack)));
    }
}

#[test]
fn comparison_of_packs_matches_the_stored_copy() {
    let (practice, own) = (built_in("practice"), built_in(OwnCopy::OVER));
    let mut page = String::new();
    for (ours, theirs) in [(&practice, &own), (&own, &practice)] {
        let comparison = compare(ours, theirs);
        for difference in &comparison.differences {
            let (ours, theirs) = (&difference.ours, &difference.theirs);
            writeln!(
                page,
                "{} | {:?} {} ({}) | {:?} {} ({}) | {:?}",
                difference.fact,
                ours.certainty,
                ours.value,
                ours.source,
                theirs.certainty,
                theirs.value,
                theirs.source,
                difference.squares
            )
            .expect("a string can be written to");
        }
        for (kind, facts) in [
            ("only ours", &comparison.only_ours),
            ("only theirs", &comparison.only_theirs),
            ("confirmed", &comparison.confirmed),
        ] {
            for fact in facts {
                writeln!(page, "{kind}: {fact}").expect("a string can be written to");
            }
        }
    }
    check_golden("comparison.txt", &page);
}

/// Lists the facts that each entry of the examples depends on, and the unconfirmed ones among them.
#[test]
fn facts_that_entries_depend_on_match_the_stored_copy() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/examples");
    let mut files: Vec<PathBuf> = fs::read_dir(examples)
        .expect("the folder of examples can be read")
        .map(|entry| entry.expect("the folder of examples can be read").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "founders"))
        .collect();
    files.sort();
    let mut page = String::new();
    for file in files {
        let bytes = fs::read(&file).expect("the example can be read");
        let loaded = read_record(&bytes);
        assert_eq!(loaded.error, None, "{}", file.display());
        let journal = loaded.record.expect("the example is whole");
        writeln!(page, "{}", file.file_name().unwrap_or_default().display())
            .expect("a string can be written to");
        journal::replay_with(&journal, |number, before, played| {
            let mut names: Vec<String> =
                before.facts_behind(&played.action).iter().map(ToString::to_string).collect();
            names.extend(before.unverified_facts(played).iter().map(|fact| format!("? {fact}")));
            writeln!(page, "{number}: {}", names.join(", ")).expect("a string can be written to");
        });
    }
    check_golden("provenance.txt", &page);
}
