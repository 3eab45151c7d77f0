//! Why a text is not notation.

use std::fmt;

/// The place where a text stops being notation, and what could stand there instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: found {}, expected {expected}", Found(found))]
pub struct ParseError {
    /// Column in the line, in characters, from 1.
    pub column: usize,
    /// The word found there, cut short if it is long; empty at the end of the line.
    pub found: String,
    /// What could stand there.
    pub expected: String,
}

struct Found<'a>(&'a str);

impl fmt::Display for Found<'_> {
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
    fn an_error_says_where_and_what_was_found_and_expected() {
        let mut error = ParseError {
            column: 12,
            found: "foo".to_owned(),
            expected: "a square such as C7".to_owned(),
        };
        assert_eq!(
            error.to_string(),
            "column 12: found \"foo\", expected a square such as C7"
        );
        error.found.clear();
        assert_eq!(
            error.to_string(),
            "column 12: found the end of the line, expected a square such as C7"
        );
    }
}
