//! What English needs wherever something is put into words: plurals, lists, sentences.
//!
//! It knows neither game, so that both say things alike.

use std::fmt::Display;

/// "1 house", "2 houses".
#[must_use]
pub fn counted(count: impl Into<usize>, one: &str, many: &str) -> String {
    let count = count.into();
    format!("{count} {}", if count == 1 { one } else { many })
}

/// "A", "A and B", "A, B and C"; nothing for none.
#[must_use]
pub fn listed(names: &[impl Display]) -> String {
    in_a_row(names, "and")
}

/// "A", "A or B", "A, B or C"; nothing for none.
#[must_use]
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
    let head: Vec<String> = head.iter().map(ToString::to_string).collect();
    format!("{} {word} {last}", head.join(", "))
}

/// Words as they begin a line or a label: with a capital.
#[must_use]
pub fn capital(words: &str) -> String {
    let mut rest = words.chars();
    let first = rest.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(rest).collect()
}

/// Words as one sentence: a capital in front, a full stop at the end.
#[must_use]
pub fn sentence(words: &str) -> String {
    let stop = if words.ends_with(['.', '!', '?']) { "" } else { "." };
    capital(words) + stop
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_end_with_and() {
        assert_eq!(listed(&[] as &[&str]), "");
        assert_eq!(listed(&["A"]), "A");
        assert_eq!(listed(&["A", "B"]), "A and B");
        assert_eq!(listed(&["A", "B", "C"]), "A, B and C");
    }

    #[test]
    fn what_can_be_chosen_from_ends_with_or() {
        assert_eq!(one_of(&[2, 3, 4]), "2, 3 or 4");
    }

    #[test]
    fn only_one_is_no_plural() {
        assert_eq!(counted(1_usize, "entry", "entries"), "1 entry");
        assert_eq!(counted(0_usize, "entry", "entries"), "0 entries");
    }

    #[test]
    fn sentences_begin_with_a_capital_and_end_with_one_stop() {
        assert_eq!(sentence("it costs $3"), "It costs $3.");
        assert_eq!(sentence("really?"), "Really?");
        assert_eq!(sentence("ändern."), "Ändern.");
    }
}
