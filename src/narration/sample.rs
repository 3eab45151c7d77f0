//! The example games, for tests: realistic situations.

use std::fs;
use std::path::Path;

use journal::Journal;
use notation::record::read_record;
use rules::game::{Game, Played};

use super::NamedGame;

/// Every record under `assets/examples`, by name.
pub(super) fn journals() -> Vec<(String, Journal)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/examples");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the examples are there")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "founders"))
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let name = path.file_stem().and_then(|stem| stem.to_str());
            let bytes = fs::read(path).expect("an example can be read");
            let journal = read_record(&bytes).record.expect("an example holds a game");
            (name.unwrap_or_default().to_owned(), journal)
        })
        .collect()
}

/// Passes every entry of every example to `show`: the name of the record, the number of the entry,
/// the game before it and its result.
pub(super) fn each_entry(mut show: impl FnMut(&str, usize, NamedGame<'_>, &Played)) {
    for (name, journal) in journals() {
        journal::replay_with(&journal, |n, before, played| {
            show(&name, n, NamedGame::by_race(before), played);
        });
    }
}

/// Returns the game at the end of an example.
pub(super) fn last_game(record: &str) -> Game {
    let mut journals = journals().into_iter();
    let (_, journal) = journals.find(|(name, _)| name == record).expect("an example");
    let length = journal.main_line().len();
    journal.game_at(length).expect("the main line has an end")
}
