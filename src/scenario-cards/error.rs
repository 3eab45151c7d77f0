//! The refusal of a line of cards, with its place and a valid line.

use std::fmt;

use plain_text::ActualToken;

/// A place at which a line cannot be read any further.
#[derive(Debug)]
pub(crate) struct Misread {
    /// The byte in the line.
    pub(crate) at: usize,
    /// A description of what could be there.
    pub(crate) expected: String,
}

impl Misread {
    /// Creates the refusal of this line, with its number.
    pub(crate) fn within(self, line: &str, number: usize, example: &'static str) -> CardError {
        let (before, after) = line.split_at(self.at);
        let end = after.find(|c: char| c.is_whitespace() || ",;".contains(c));
        // A punctuation mark in the way is a word of its own.
        let length = end.filter(|&end| end > 0).unwrap_or_else(|| match end {
            Some(_) => after.chars().next().map_or(0, char::len_utf8),
            None => after.len(),
        });
        let found: String = after[..length].chars().take(MAX_FOUND).collect();
        let shown: String = before.chars().rev().take(MAX_BEFORE).collect();
        let shown: String = shown.chars().rev().collect();
        let is_cut = before.chars().count() > MAX_BEFORE;
        let tail: String = after.chars().take(MAX_AFTER).collect();
        let ellipsis = if is_cut { "…" } else { "" };
        CardError {
            line: number,
            column: before.chars().count() + 1,
            expected: self.expected,
            excerpt: format!("{ellipsis}{shown}{tail}").replace(char::is_control, " "),
            offset: shown.chars().count() + usize::from(is_cut),
            width: found.chars().count().max(1),
            found,
            example,
        }
    }
}

/// The maximum length of a quoted word, in characters.
const MAX_FOUND: usize = 40;
/// The maximum number of shown characters before the place.
const MAX_BEFORE: usize = 60;
/// The maximum number of shown characters from the place on.
const MAX_AFTER: usize = 60;

/// A line that cannot be read, with the place underlined and a valid line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct CardError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The word found there, truncated; empty at the end of the line.
    pub found: String,
    /// A description of what could be there.
    pub expected: String,
    /// The line around the place.
    pub excerpt: String,
    /// The number of characters in the excerpt before the place.
    pub offset: usize,
    /// The number of characters to underline, at least 1.
    pub width: usize,
    /// A valid line of this kind.
    pub example: &'static str,
}

impl CardError {
    /// Returns the first line of the message, without the underlined place and the example.
    pub fn summary(&self) -> String {
        let Self { line, column, found, expected, .. } = self;
        format!("line {line}, column {column}: found {}, expected {expected}", ActualToken(found))
    }
}

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { excerpt, offset, width, example, .. } = self;
        writeln!(f, "{}", self.summary())?;
        writeln!(f, "  {excerpt}")?;
        writeln!(f, "  {:offset$}{:^<width$}", "", "")?;
        write!(f, "  a valid line: {example}")
    }
}

/// The lines of a text that cannot be read, at most [`Self::MAX`] of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardErrors(pub Vec<CardError>);

impl CardErrors {
    /// The maximum number of errors that are collected.
    pub const MAX: usize = 20;
}

impl fmt::Display for CardErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for CardErrors {}
