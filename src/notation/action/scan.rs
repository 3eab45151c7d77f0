//! A scanner over one line, and the small tokens it reads.

use components::square::Square;
use components::tile::{Footprint, MAX_TILE_SQUARES};
use plain_text::ParseError;

/// The maximum number of characters of the found text in an error.
const MAX_FOUND_CHARS: usize = 40;

/// A scanner that reads a line from left to right.
pub(super) struct Scanner<'t> {
    text: &'t str,
    /// The current position, in bytes; always between two characters.
    at: usize,
    /// The latest word and its start, cached because most words are compared with many others.
    seen: (usize, &'t str),
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0, seen: (usize::MAX, "") }
    }

    /// Returns the current position, for [`Self::go_back`].
    pub(super) fn place(&self) -> usize {
        self.at
    }

    pub(super) fn go_back(&mut self, place: usize) {
        self.at = place;
    }

    /// Skips spaces and returns the remainder of the line.
    pub(super) fn rest(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    /// Advances by `len` bytes of the text that [`Self::rest`] returned.
    pub(super) fn advance(&mut self, len: usize) {
        self.at += len;
    }

    pub(super) fn is_at_end(&mut self) -> bool {
        self.rest().is_empty()
    }

    /// Returns the error that something else was expected here.
    pub(super) fn error(&mut self, expected: impl Into<String>) -> ParseError {
        let word = self.word();
        let rest = self.rest();
        let found = if word.is_empty() { rest.chars().take(1).collect() } else { truncated(word) };
        ParseError { column: self.column_of(self.at), found, expected: expected.into() }
    }

    /// Returns the error that something other than `found` was expected at `place`.
    pub(super) fn error_at(
        &self,
        place: usize,
        found: &str,
        expected: impl Into<String>,
    ) -> ParseError {
        ParseError {
            column: self.column_of(place),
            found: truncated(found),
            expected: expected.into(),
        }
    }

    fn column_of(&self, place: usize) -> usize {
        self.text[..place].chars().count() + 1
    }

    /// Returns the word here; empty if the next character is not part of a word.
    pub(super) fn word(&mut self) -> &'t str {
        let rest = self.rest();
        if self.seen.0 != self.at {
            let end = rest.find(|c| !is_word_char(c)).unwrap_or(rest.len());
            self.seen = (self.at, &rest[..end]);
        }
        self.seen.1
    }

    /// Returns `true` if the word here is one of `words`, in any case.
    pub(super) fn at_word(&mut self, words: &[&str]) -> bool {
        let here = self.word();
        words.iter().any(|word| word.eq_ignore_ascii_case(here))
    }

    /// Reads the word here if it is one of `words`. Returns `true` if it was.
    pub(super) fn eat_word(&mut self, words: &[&str]) -> bool {
        let found = self.at_word(words);
        if found {
            let len = self.word().len();
            self.advance(len);
        }
        found
    }

    /// Reads the word here. Returns its start and its lower-case spelling; empty if the next
    /// character is not part of a word.
    pub(super) fn take_word(&mut self) -> (usize, String) {
        let word = self.word();
        let place = self.at;
        self.advance(word.len());
        (place, word.to_ascii_lowercase())
    }

    pub(super) fn expect_word(&mut self, words: &[&str], expected: &str) -> Result<(), ParseError> {
        if self.eat_word(words) { Ok(()) } else { Err(self.error(expected)) }
    }

    /// Returns `true` if `mark` comes next.
    pub(super) fn at_mark(&mut self, mark: char) -> bool {
        self.rest().starts_with(mark)
    }

    /// Reads `mark` if it comes next. Returns `true` if it did.
    pub(super) fn eat_mark(&mut self, mark: char) -> bool {
        let found = self.at_mark(mark);
        if found {
            self.advance(mark.len_utf8());
        }
        found
    }

    pub(super) fn expect_mark(&mut self, mark: char, expected: &str) -> Result<(), ParseError> {
        if self.eat_mark(mark) { Ok(()) } else { Err(self.error(expected)) }
    }

    /// Returns `true` if a letter with digits comes next, as in `C7`.
    pub(super) fn at_square(&mut self) -> bool {
        looks_like_square(self.word())
    }

    pub(super) fn square(&mut self) -> Result<Square, ParseError> {
        if !self.at_square() {
            return Err(self.error("a square such as C7"));
        }
        let word = self.word();
        let Ok(square) = word.to_ascii_uppercase().parse() else {
            return Err(self.error("a square from A1 to Z26"));
        };
        self.advance(word.len());
        Ok(square)
    }

    /// Reads one or more squares, as many as follow.
    pub(super) fn squares(&mut self) -> Result<Footprint, ParseError> {
        let mut squares = vec![self.square()?];
        while self.at_square() {
            let place = self.place();
            let word = self.word();
            let square = self.square()?;
            if !squares.contains(&square) {
                squares.push(square);
            }
            if squares.len() > MAX_TILE_SQUARES {
                return Err(self.error_at(place, word, "no more than 8 squares for one tile"));
            }
        }
        Footprint::new(&squares).ok_or_else(|| self.error("a square such as C7"))
    }

    /// Returns `true` if a digit, a sign or a dollar comes next.
    pub(super) fn at_number(&mut self) -> bool {
        self.rest().starts_with(|c: char| c.is_ascii_digit() || is_sign(c) || c == '$')
    }

    /// Returns `true` if a plus or a minus comes next.
    pub(super) fn at_sign(&mut self) -> bool {
        self.rest().starts_with(is_sign)
    }

    /// Reads a number with or without a sign. A dollar before it is skipped.
    pub(super) fn number(&mut self) -> Result<i32, ParseError> {
        const RANGE: &str = "a number from -9999 to 9999";
        let rest = self.rest();
        let place = self.place();
        let below_zero = rest.starts_with(['-', '−']);
        let unsigned = rest.strip_prefix(is_sign).unwrap_or(rest).trim_start();
        let unsigned = unsigned.strip_prefix('$').unwrap_or(unsigned).trim_start();
        let len = unsigned.find(|c: char| !c.is_ascii_digit()).unwrap_or(unsigned.len());
        let (digits, after) = unsigned.split_at(len);
        if digits.is_empty() || after.starts_with(is_word_char) {
            return Err(self.error(RANGE));
        }
        let found = &rest[..rest.len() - after.len()];
        let significant = digits.trim_start_matches('0');
        // More digits may not fit into an `i32`.
        let value = match significant.len() {
            0 => Some(0),
            1..=4 => significant.parse::<i32>().ok(),
            _ => None,
        };
        let Some(value) = value else {
            return Err(self.error_at(place, found, RANGE));
        };
        self.advance(found.len());
        Ok(if below_zero { -value } else { value })
    }

    /// Reads a text in quotation marks, with its escapes decoded.
    pub(super) fn quoted(&mut self, expected: &str) -> Result<String, ParseError> {
        self.expect_mark('"', expected)?;
        let mut text = String::new();
        loop {
            let place = self.at;
            match self.next_char() {
                Some('"') => return Ok(text),
                Some('\\') => text.push(self.escaped(place)?),
                Some(c) => text.push(c),
                None => return Err(self.error("a closing quotation mark")),
            }
        }
    }

    fn escaped(&mut self, place: usize) -> Result<char, ParseError> {
        const ESCAPES: &str = "one of \\\" \\\\ \\n \\r \\t \\u{…}";
        let c = match self.next_char() {
            Some(c @ ('"' | '\\')) => Some(c),
            Some('n') => Some('\n'),
            Some('r') => Some('\r'),
            Some('t') => Some('\t'),
            Some('u') => self.code_point(),
            Some(_) | None => None,
        };
        c.ok_or_else(|| self.error_at(place, &self.text[place..self.at], ESCAPES))
    }

    fn code_point(&mut self) -> Option<char> {
        let (digits, _) = self.text[self.at..].strip_prefix('{')?.split_once('}')?;
        if !(1..=6).contains(&digits.len()) || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        let code = u32::from_str_radix(digits, 16).ok()?;
        self.advance(digits.len() + 2);
        char::from_u32(code)
    }

    fn next_char(&mut self) -> Option<char> {
        let c = self.text[self.at..].chars().next()?;
        self.advance(c.len_utf8());
        Some(c)
    }
}

fn is_sign(c: char) -> bool {
    matches!(c, '+' | '-' | '−')
}

/// Returns `true` if `c` can be part of a word or of a name without quotation marks.
pub(super) fn is_word_char(c: char) -> bool {
    let mark = matches!(
        c,
        '"' | '[' | ']' | '(' | ')' | '{' | '}' | ';' | ':' | ',' | '/' | '#' | '=' | '$' | '+'
    );
    !mark && !c.is_whitespace()
}

/// Returns `true` if a word is a letter with digits, and so no part of a name without quotation
/// marks.
pub(super) fn looks_like_square(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(|c| c.is_ascii_alphabetic())
        && !letters.as_str().is_empty()
        && letters.all(|c| c.is_ascii_digit())
}

/// Prints `text` in quotation marks, on one line.
pub(super) fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            // Two separators that end a line although they are not control characters.
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
                quoted.extend(c.escape_unicode());
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

fn truncated(text: &str) -> String {
    text.chars().take(MAX_FOUND_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_text_is_one_line_and_reads_back() {
        for text in
            ["", "plain", "\"\\", "a\nb\r\n\tc", "\u{0}\u{85}\u{2028}", "ж́😀 'x'", "\\n \\u{41}"]
        {
            let quoted = quote(text);
            assert!(!quoted.contains(|c: char| c.is_control() || c == '\u{2028}'), "{quoted}");
            assert_eq!(Scanner::new(&quoted).quoted("a text"), Ok(text.to_owned()));
        }
    }

    #[track_caller]
    fn check_number(text: &str, value: Option<i32>) {
        assert_eq!(Scanner::new(text).number().ok(), value, "{text}");
    }

    #[test]
    fn numbers_have_at_most_four_digits() {
        check_number(" +3,", Some(3));
        check_number("-$2", Some(-2));
        check_number("− 0007", Some(-7));
        check_number("-9999", Some(-9999));
        for text in ["", "+", "10000", "99999999999999999999", "3x", "$", "x3"] {
            check_number(text, None);
        }
    }

    #[test]
    fn columns_count_characters() {
        let mut scanner = Scanner::new("žluťoučký  kůň");
        assert!(scanner.eat_word(&["žluťoučký"]));
        let error = scanner.error("a horse");
        assert_eq!((error.column, error.found.as_str()), (12, "kůň"));
    }
}
