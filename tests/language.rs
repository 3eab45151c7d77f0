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

/// Folders whose doc comments are printed: clap shows them as help.
const PRINTED: [&str; 1] = ["src/cli"];

/// The data of `--json`: its types have the published names of what they describe.
const DATA: &str = "src/cli/json.rs";

/// Public type names that several crates share, with the idea they have in common.
const SHARED: [(&str, &str); 19] = [
    ("Action", "a recorded act, in the rules of each game"),
    ("Board", "the board, on squares and on hexes"),
    ("Card", "a card, in the rules of each game"),
    ("Cause", "the cause of an event, in the rules of each game"),
    ("Condition", "a condition, printed on an achievement or on a figure"),
    ("Difficulty", "a variant of the box, and the level of a scenario"),
    ("Event", "an effect of an action, in the rules of each game"),
    ("Game", "a game in play, in the rules of each game"),
    ("Header", "the header of a record, in general and of each game"),
    ("Icon", "an icon as a drawing, and the list of them"),
    ("Illegal", "a reason against an action, in the rules of each game"),
    ("Outcome", "the outcome of an action, in each game"),
    ("Played", "an action played, in the rules and in a record"),
    ("Refusal", "every reason against an action, in the rules of each game"),
    ("Rule", "a rule by its number, in the rules of each game"),
    ("Setup", "the setup of a game, in the rules of each game"),
    ("Side", "a side of the board, and of a hex"),
    ("Terrain", "terrain, of squares and of hexes"),
    ("Warning", "a note that leaves the outcome as it is, of a record and of an action"),
];

fn sources() -> Vec<(PathBuf, String)> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
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
    assert!(sources.len() > 400, "only {} sources are found", sources.len());
    sources
}

/// Returns each doc comment of a source as one line, with the number of its first line.
fn doc_comments(text: &str) -> Vec<(usize, String)> {
    let mut comments: Vec<(usize, String)> = Vec::new();
    let mut marker_before = "";
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_start();
        let marker = ["///", "//!"].into_iter().find(|marker| line.starts_with(marker));
        if let Some(marker) = marker {
            let words = line[marker.len()..].trim();
            match comments.last_mut() {
                Some((_, comment)) if marker == marker_before => {
                    comment.push(' ');
                    comment.push_str(words);
                }
                _ => comments.push((number + 1, words.to_owned())),
            }
        }
        marker_before = marker.unwrap_or_default();
    }
    comments
}

/// Returns `true` if `phrase` is in `text` as whole words, in any case.
fn has_phrase(text: &str, phrase: &str) -> bool {
    let text = text.to_lowercase();
    text.match_indices(phrase).any(|(at, _)| {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        !text[..at].ends_with(is_word) && !text[at + phrase.len()..].starts_with(is_word)
    })
}

fn is_printed(path: &Path) -> bool {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    PRINTED.iter().any(|folder| path.starts_with(root.join(folder)))
}

#[test]
fn doc_comments_open_with_a_verb_or_a_noun() {
    let mut wrong = Vec::new();
    for (path, text) in sources().iter().filter(|(path, _)| !is_printed(path)) {
        for (line, comment) in doc_comments(text) {
            let first = comment.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
            if INTERROGATIVES.contains(&first) {
                wrong.push(format!("{}:{line}: {comment:.80}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn doc_comments_use_standard_terms() {
    let mut wrong = Vec::new();
    for (path, text) in sources().iter().filter(|(path, _)| !is_printed(path)) {
        for (line, comment) in doc_comments(text) {
            for (word, standard) in AVOIDED {
                if has_phrase(&comment, word) {
                    let place = path.display();
                    wrong.push(format!("{place}:{line}: \"{word}\", rather {standard}"));
                }
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
    for (path, text) in sources().iter().filter(|(path, _)| !path.ends_with(DATA)) {
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
