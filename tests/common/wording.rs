//! A check of the English of texts that a player reads.

/// Words after which a number is a name: "tier 1 cards", "turn 1 points".
const NUMBERED: [&str; 12] = [
    "column", "cycle", "entry", "level", "line", "player", "round", "row", "seat", "section",
    "tier", "turn",
];

/// Plural words that cannot follow "1".
const SEVERAL: [&str; 40] = [
    "actions",
    "advisers",
    "are",
    "ballots",
    "buildings",
    "bytes",
    "cards",
    "characters",
    "choices",
    "columns",
    "cycles",
    "dollars",
    "entries",
    "facts",
    "figures",
    "files",
    "games",
    "hexes",
    "houses",
    "lines",
    "markers",
    "moves",
    "names",
    "people",
    "photographs",
    "players",
    "points",
    "proposals",
    "resources",
    "roads",
    "rounds",
    "rows",
    "spaces",
    "squares",
    "steps",
    "targets",
    "tiles",
    "tokens",
    "turns",
    "workers",
];

/// Finds obvious mistakes: "1 cards", a doubled word, nested brackets, a list with "no" before its
/// first item alone.
///
/// Returns `None` if there are none.
pub fn fault(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split(' ').collect();
    words
        .windows(2)
        .find_map(|two| doubled(two[0], two[1]))
        .or_else(|| words.windows(4).find_map(wrong_plural))
        .or_else(|| {
            let end = words.len().saturating_sub(3);
            wrong_plural(&words[end..]).filter(|_| words.len() > 1)
        })
        .or_else(|| words.windows(3).find_map(denied_list))
        .or_else(|| nested(text))
}

fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

fn doubled(first: &str, second: &str) -> Option<String> {
    let is_word = first.chars().count() > 1 && first.chars().all(char::is_alphabetic);
    let is_same = bare(second).to_lowercase() == first.to_lowercase();
    // "that that" can be English, and a name at the end of a sentence can begin the next.
    (is_word && is_same && second.starts_with(char::is_alphabetic) && first != "that")
        .then(|| format!("{first} {second}"))
}

/// Finds a plural after 1; `words` are the word before the number, the number, and the words after
/// it.
fn wrong_plural(words: &[&str]) -> Option<String> {
    let (before, one, rest) = match words {
        ["1", rest @ ..] => ("", "1", rest),
        [before, "1" | "(1", rest @ ..] => (bare(before), "1", rest),
        _ => return None,
    };
    let is_numbered = NUMBERED.contains(&before.to_lowercase().as_str());
    let noun = rest.iter().take(2).find(|word| SEVERAL.contains(&bare(word)))?;
    // "1 of 3 cards", "1 to 4 players".
    let is_bound = rest.first().is_some_and(|word| ["of", "to", "and", "or"].contains(word));
    let ends_before = rest.first().is_some_and(|word| *word != bare(word) && word != noun);
    (!is_numbered && !is_bound && !ends_before).then(|| format!("{one} {}", rest.join(" ")))
}

/// Finds a list like "no Wood, Stone", where "no" applies to the first item alone.
fn denied_list(words: &[&str]) -> Option<String> {
    let [no, first, second] = words else {
        return None;
    };
    let is_list = *no == "no"
        && first.ends_with(',')
        && first.starts_with(char::is_uppercase)
        && second.starts_with(char::is_uppercase);
    is_list.then(|| words.join(" "))
}

fn nested(text: &str) -> Option<String> {
    let mut depth = 0_usize;
    for (at, sign) in text.char_indices() {
        match sign {
            '(' if depth > 0 => return Some(format!("brackets in brackets at {}", &text[at..])),
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '\n' => depth = 0,
            _ => {}
        }
    }
    None
}

/// Panics if `text` has an obvious mistake.
#[track_caller]
pub fn check_wording(text: &str) {
    if let Some(fault) = fault(text) {
        panic!("{fault}: {text}");
    }
}

#[test]
fn check_wording_finds_bad_english_and_accepts_good_english() {
    for text in [
        "1 cards are played",
        "and 1 more cards to play",
        "there are 1 players",
        "tier tier 2",
        "Worker Worker",
        "Food: Crops, no Wood, Stone",
        "known (Own (ours))",
        "costs 1 points",
    ] {
        assert!(fault(text).is_some(), "{text}");
    }
    for text in [
        "1 card is played",
        "11 cards",
        "tier 1 cards",
        "1 to 4 players",
        "1 of 3 cards",
        "6(+2) (rule 1)",
        "votes: Anna 1, points 3",
        "no Wood",
        "Human gains $1, points are paid",
    ] {
        assert_eq!(fault(text), None, "{text}");
    }
}
