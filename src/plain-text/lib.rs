//! Helpers for text that people write and read: plurals, lists and sentences, names, dates,
//! quotation marks, and parse errors with their place.
//!
//! They are independent of both games, so that both phrase text alike. No other source forms a
//! plural or a list itself (`tests/plain_words.rs`).

use std::fmt::Display;

pub mod calendar;
mod error;
mod name;
pub mod quote;
pub mod typography;

pub use error::{ActualToken, ParseError, shifted, unexpected};
pub use name::{is_word_part, name_key, name_letters, same_name};

/// Returns a number with the noun that fits it: "1 house", "2 houses", "+1 point".
///
/// Both forms may carry a verb: "1 card is left", "2 cards are left".
pub fn counted(count: impl Display, one: &str, many: &str) -> String {
    let count = count.to_string();
    let noun = agreeing(&count, one, many);
    format!("{count} {noun}")
}

/// Returns the form that agrees with a number written elsewhere: "is" or "are".
pub fn agreeing<'w>(count: impl Display, one: &'w str, many: &'w str) -> &'w str {
    let count = count.to_string();
    if count.trim_start_matches(['+', '-', '−']) == "1" { one } else { many }
}

/// Returns names as a sentence lists them: "A", "A and B", "A, B and C"; empty for none.
pub fn listed(names: &[impl Display]) -> String {
    in_a_row(names, "and")
}

/// Returns names to choose from: "A", "A or B", "A, B or C"; empty for none.
pub fn one_of(names: &[impl Display]) -> String {
    in_a_row(names, "or")
}

fn in_a_row(names: &[impl Display], word: &str) -> String {
    let Some((last, head)) = names.split_last() else {
        return String::new();
    };
    if head.is_empty() {
        return last.to_string();
    }
    format!("{} {word} {last}", remarks(head))
}

/// Joins remarks that are not the list of a sentence: "tier 2, Trade".
///
/// Names of one kind are [`listed`].
pub fn remarks(parts: &[impl Display]) -> String {
    joined(parts, ", ")
}

/// Joins clauses, which may contain lists: "costs $3; C7 is not free".
pub fn clauses(parts: &[impl Display]) -> String {
    joined(parts, "; ")
}

fn joined(parts: &[impl Display], between: &str) -> String {
    let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
    parts.join(between)
}

/// Returns a text with a capital first letter, as at the beginning of a line or a label.
pub fn capitalized(words: &str) -> String {
    let mut rest = words.chars();
    let first = rest.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(rest).collect()
}

/// Returns `true` if a text contains every word of a query, in any case and order.
pub fn has_every_word(text: &str, query: &str) -> bool {
    let text = text.to_lowercase();
    query.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

/// Returns the initials of a name: the first letters of the first two words, or the first two
/// letters of the only one; "?" for no name.
pub fn initials(name: &str) -> String {
    let mut words = name.split_whitespace();
    match (words.next(), words.next()) {
        (Some(one), Some(two)) => one.chars().take(1).chain(two.chars().take(1)).collect(),
        (Some(one), None) => one.chars().take(2).collect(),
        (None, _) => "?".to_owned(),
    }
}

/// Returns a text as one sentence: with a capital first letter and a full stop.
pub fn sentence(words: &str) -> String {
    let stop = if words.ends_with(['.', '!', '?']) { "" } else { "." };
    capitalized(words) + stop
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_matches_a_text_with_all_of_its_words() {
        assert!(has_every_word("Builds a road on E5", "e5 ROAD"));
        assert!(!has_every_word("Builds a road on E5", "road E6"));
        assert!(has_every_word("anything", "  "));
    }

    #[test]
    fn the_last_two_names_of_a_list_are_joined_by_and() {
        assert_eq!(listed(&[] as &[&str]), "");
        assert_eq!(listed(&["A"]), "A");
        assert_eq!(listed(&["A", "B"]), "A and B");
        assert_eq!(listed(&["A", "B", "C"]), "A, B and C");
    }

    #[test]
    fn the_last_two_alternatives_are_joined_by_or() {
        assert_eq!(one_of(&[2, 3, 4]), "2, 3 or 4");
    }

    #[test]
    fn only_the_number_one_takes_the_singular() {
        assert_eq!(counted(1_usize, "entry", "entries"), "1 entry");
        assert_eq!(counted(0_usize, "entry", "entries"), "0 entries");
        assert_eq!(counted("+1", "point", "points"), "+1 point");
        assert_eq!(counted(-1, "point", "points"), "-1 point");
        assert_eq!(counted(11, "point", "points"), "11 points");
        assert_eq!(agreeing(1, "is", "are"), "is");
    }

    #[test]
    fn sentences_begin_with_a_capital_and_end_with_one_stop() {
        assert_eq!(sentence("it costs $3"), "It costs $3.");
        assert_eq!(sentence("really?"), "Really?");
        assert_eq!(sentence("ändern."), "Ändern.");
    }

    #[test]
    fn initials_are_short_in_any_script() {
        assert_eq!(initials("Moonlight"), "Mo");
        assert_eq!(initials("Sea salt water"), "Ss");
        assert_eq!(initials("Ωκεανός"), "Ωκ");
        assert_eq!(initials("  "), "?");
    }
}
