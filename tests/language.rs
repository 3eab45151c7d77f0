//! The language of the sources: doc comments that a stranger can skim, type names that mean one
//! thing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Words that no doc comment opens with: a function opens with a verb, a type with a noun.
const INTERROGATIVES: [&str; 10] =
    ["What", "Whether", "How", "Where", "Who", "Whose", "Whom", "Which", "Why", "When"];

/// Expressions of the dialect that this code once had, and their standard terms.
const AVOIDED: [(&str, &str); 15] = [
    ("told", "known, described"),
    ("tells", "says, shows"),
    ("untold", "unknown"),
    ("whoever", "the player who"),
    ("so many", "this many, at most `n`"),
    ("so much", "this much"),
    ("so long", "this long, at most"),
    ("nothing if", "`None` if"),
    ("nobody", "no player, `None`"),
    ("anew", "again"),
    ("looked at", "viewed, checked"),
    ("of which", "whose, or two sentences"),
    ("comes to what", "results in"),
    ("one's own", "the player's"),
    ("all the same", "nevertheless"),
];

/// Sources that may use other words.
const EXEMPT: [(&str, &str); 2] = [
    ("src/cli", "clap prints the doc comments as help"),
    ("tests/glossary.rs", "it has a doc comment to find in a sample"),
];

/// The data of `--json`: its types have the published names of what they describe.
const DATA: &str = "src/cli/json.rs";

/// Public type names that several crates share, with the idea they have in common.
const SHARED: [(&str, &str); 21] = [
    ("Action", "a recorded act, in the rules of each game"),
    ("Board", "the board, on squares and on hexes"),
    ("Card", "a card, in the rules of each game"),
    ("Cause", "the cause of an event, in the rules of each game"),
    ("Condition", "a condition, printed on an achievement or on a figure"),
    ("Difficulty", "a variant of the box, and the level of a scenario"),
    ("Event", "an effect of an action, in the rules of each game"),
    ("EventKind", "the kind of an event, in the rules of scenarios and campaigns"),
    ("Game", "a game in play, in the rules of each game"),
    ("Header", "the header of a record, in general and of each game"),
    ("Icon", "an icon as a drawing, and the list of them"),
    ("Illegal", "a reason against an action, in the rules of each game"),
    ("Outcome", "the outcome of an action, in each game"),
    ("Played", "an action played, in the rules and in a record"),
    ("Refusal", "every reason against an action, in the rules of each game"),
    ("Rule", "a rule by its number, in the rules of each game"),
    ("Ruling", "a ruling by its number, in the rules of scenarios and campaigns"),
    ("Setup", "the setup of a game, in the rules of each game"),
    ("Side", "a side of the board, and of a hex"),
    ("Terrain", "terrain, of squares and of hexes"),
    ("Warning", "a note that leaves the outcome as it is, of a record and of an action"),
];

/// Returns every Rust source below a folder of the project.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of the sources").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("sources are text");
                sources.push((path, text));
            }
        }
    }
    assert!(sources.len() > 100, "only {} sources are found in {folder}", sources.len());
    sources
}

/// Returns each paragraph of the doc comments of a source as one line without code, with the number
/// of its first line.
fn doc_paragraphs(text: &str) -> Vec<(usize, String)> {
    let mut paragraphs: Vec<(usize, String)> = Vec::new();
    let mut continues = false;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_start();
        let words = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        let words = words.unwrap_or_default().trim();
        match paragraphs.last_mut() {
            Some((_, paragraph)) if continues => {
                paragraph.push(' ');
                paragraph.push_str(words);
            }
            _ if !words.is_empty() => paragraphs.push((number + 1, words.to_owned())),
            _ => {}
        }
        continues = !words.is_empty();
    }
    for (_, paragraph) in &mut paragraphs {
        *paragraph = paragraph.split('`').step_by(2).collect::<Vec<_>>().join("`");
    }
    paragraphs
}

/// Returns the doc paragraphs that are held to this language, with their places.
fn checked_paragraphs() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_exempt = |path: &Path| EXEMPT.iter().any(|(part, _)| path.starts_with(root.join(part)));
    let mut paragraphs = Vec::new();
    for (path, text) in ["src", "tests"].into_iter().flat_map(sources) {
        if !is_exempt(&path) {
            let of_source = doc_paragraphs(&text).into_iter();
            paragraphs.extend(
                of_source.map(|(line, words)| (format!("{}:{line}", path.display()), words)),
            );
        }
    }
    paragraphs
}

/// Returns `true` if `phrase` is in `text` as whole words, in any case.
fn has_phrase(text: &str, phrase: &str) -> bool {
    let text = text.to_lowercase();
    text.match_indices(phrase).any(|(at, _)| {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        !text[..at].ends_with(is_word) && !text[at + phrase.len()..].starts_with(is_word)
    })
}

#[test]
fn doc_paragraphs_open_with_a_verb_or_a_noun() {
    let wrong: Vec<String> = checked_paragraphs()
        .into_iter()
        .filter(|(_, words)| {
            let first = words.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
            INTERROGATIVES.contains(&first)
        })
        .map(|(place, words)| format!("{place}: {words:.80}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn doc_paragraphs_use_standard_terms() {
    let mut wrong = Vec::new();
    for (place, words) in checked_paragraphs() {
        for (avoided, standard) in AVOIDED {
            if has_phrase(&words, avoided) {
                wrong.push(format!("{place}: \"{avoided}\", rather {standard}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn phrases_are_found_as_whole_words() {
    assert!(has_phrase("Nobody acts.", "nobody"));
    assert!(has_phrase("at most so many", "so many"));
    assert!(!has_phrase("somebody's `told_of`, mantold", "told"));
}

#[test]
fn public_type_names_mean_one_thing() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in sources("src").iter().filter(|(path, _)| !path.ends_with(DATA)) {
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let is_type = words.next() == Some("pub")
                && matches!(words.next(), Some("struct" | "enum" | "trait"));
            let name = words.next().unwrap_or_default();
            let name: String = name.chars().take_while(|c| c.is_alphanumeric()).collect();
            if is_type && !name.is_empty() {
                places.entry(name).or_default().push(path.display().to_string());
            }
        }
    }
    places.retain(|_, paths| paths.len() > 1);
    let unknown: Vec<String> = places
        .iter()
        .filter(|(name, _)| SHARED.iter().all(|(shared, _)| shared != name))
        .map(|(name, paths)| format!("{name}: {}", paths.join(", ")))
        .collect();
    assert!(unknown.is_empty(), "types with one name:\n{}", unknown.join("\n"));
    let idle: Vec<&str> =
        SHARED.iter().map(|(name, _)| *name).filter(|name| !places.contains_key(*name)).collect();
    assert!(idle.is_empty(), "no longer shared: {idle:?}");
}
