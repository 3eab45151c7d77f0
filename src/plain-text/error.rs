//! The error for a text that cannot be parsed, with its place.

use std::fmt;

/// The place where a text cannot be parsed any further, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: found {}, expected {expected}", ActualToken(found))]
pub struct ParseError {
    /// Column in the line, in characters, from 1.
    pub column: usize,
    /// The word found there, truncated if it is long; empty at the end of the line.
    pub found: String,
    /// A description of what could be there.
    pub expected: String,
}

impl ParseError {
    /// Formats the error for `text` as typed; after the first line, with the number of its line.
    pub fn within(&self, text: &str) -> String {
        let before: String = text.chars().take(self.column.saturating_sub(1)).collect();
        let line = before.matches('\n').count() + 1;
        if line == 1 {
            return self.to_string();
        }
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        let there = Self { column, ..self.clone() };
        format!("line {line}, {there}")
    }
}

/// Returns the error at the byte `at` of a line, with the word found there.
pub fn unexpected(line: &str, at: usize, expected: impl Into<String>) -> ParseError {
    let rest = &line[at..];
    let skipped = rest.len() - rest.trim_start().len();
    let word = rest.split_whitespace().next().unwrap_or_default();
    ParseError {
        column: line[..at + skipped].chars().count() + 1,
        found: word.chars().take(40).collect(),
        expected: expected.into(),
    }
}

/// Returns an error found in the part of a line that begins at the byte `at`, with its column in
/// the whole line.
pub fn shifted(line: &str, at: usize, mut error: ParseError) -> ParseError {
    error.column += line[..at].chars().count();
    error
}

/// Displays the word that an error found, in quotation marks; "the end of the line" if it is empty.
pub struct ActualToken<'a>(pub &'a str);

impl fmt::Display for ActualToken<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            f.write_str("the end of the line")
        } else {
            write!(f, "\"{}\"", self.0.escape_debug())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_after_the_first_line_names_its_line() {
        let error =
            ParseError { column: 12, found: "D99".to_owned(), expected: "a square".to_owned() };
        let one = "column 12: found \"D99\", expected a square";
        assert_eq!(error.within("road C7, x D99"), one);
        assert_eq!(
            error.within("road C7,\nx D99"),
            "line 2, column 3: found \"D99\", expected a square"
        );
    }

    #[test]
    fn an_error_names_its_column_and_the_found_and_expected_text() {
        let mut error = ParseError {
            column: 12,
            found: "foo".to_owned(),
            expected: "a square such as C7".to_owned(),
        };
        assert_eq!(error.to_string(), "column 12: found \"foo\", expected a square such as C7");
        error.found.clear();
        assert_eq!(
            error.to_string(),
            "column 12: found the end of the line, expected a square such as C7"
        );
    }
}
