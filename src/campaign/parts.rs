//! Parts of a line with their places, so that every error names its column.

use std::str::FromStr;

use campaign_rules::Name;
use plain_text::quote::parse_quoted;
use plain_text::typography::plain_mark;
use plain_text::{ParseError, unexpected};

/// A part of a line, without surrounding blanks.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinePart<'a> {
    line: &'a str,
    start: usize,
    end: usize,
}

impl<'a> LinePart<'a> {
    /// Returns a whole line.
    pub(super) fn whole(line: &'a str) -> Self {
        Self::between(line, 0, line.len())
    }

    fn between(line: &'a str, start: usize, end: usize) -> Self {
        let text = &line[start..end];
        let start = start + text.len() - text.trim_start().len();
        let end = start + text.trim().len();
        Self { line, start, end }
    }

    pub(super) fn text(self) -> &'a str {
        &self.line[self.start..self.end]
    }

    /// Returns the byte of the line where it starts.
    pub(super) fn start(self) -> usize {
        self.start
    }

    pub(super) fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the error that something else is expected here.
    pub(super) fn expected(self, expected: &str) -> ParseError {
        unexpected(&self.line[..self.end], self.start, expected)
    }

    /// Returns the error that something is missing behind this part.
    pub(super) fn expected_behind(self, expected: &str) -> ParseError {
        unexpected(&self.line[..self.end], self.end, expected)
    }

    /// Returns the part behind these words, if it starts with them.
    pub(super) fn behind(self, words: &str) -> Option<Self> {
        let mut at = self.start;
        for word in words.split(' ') {
            let here = Self::between(self.line, at, self.end);
            let end = here.text().find(char::is_whitespace).unwrap_or(here.text().len());
            if !here.text()[..end].eq_ignore_ascii_case(word) {
                return None;
            }
            at = here.start + end;
        }
        Some(Self::between(self.line, at, self.end))
    }

    /// Checks if it consists of these words.
    pub(super) fn is(self, words: &str) -> bool {
        self.behind(words).is_some_and(Self::is_empty)
    }

    /// Returns the parts before and behind the first separator outside quotation marks.
    pub(super) fn split_once(self, separator: char) -> (Self, Option<Self>) {
        let mut is_quoted = false;
        let mut is_escaped = false;
        for (at, c) in self.text().char_indices() {
            match c {
                _ if is_escaped => is_escaped = false,
                '\\' if is_quoted => is_escaped = true,
                '"' => is_quoted = !is_quoted,
                c if c == separator && !is_quoted => {
                    let at = self.start + at;
                    let behind = Self::between(self.line, at + c.len_utf8(), self.end);
                    return (Self::between(self.line, self.start, at), Some(behind));
                }
                _ => {}
            }
        }
        (self, None)
    }

    /// Returns the parts before and behind the last occurrence of a text.
    pub(super) fn split_last(self, separator: &str) -> Option<(Self, Self)> {
        let at = self.start + self.text().rfind(separator)?;
        let behind = Self::between(self.line, at + separator.len(), self.end);
        Some((Self::between(self.line, self.start, at), behind))
    }

    /// Returns the parts between commas.
    pub(super) fn listed(self) -> Vec<Self> {
        let mut parts = Vec::new();
        let mut rest = Some(self);
        while let Some(part) = rest {
            let (first, behind) = part.split_once(',');
            parts.push(first);
            rest = behind;
        }
        parts
    }

    /// Returns the first word, and the rest.
    pub(super) fn first_word(self) -> (Self, Self) {
        let end = self.text().find(char::is_whitespace).map_or(self.end, |at| self.start + at);
        (Self::between(self.line, self.start, end), Self::between(self.line, end, self.end))
    }

    /// Returns the part before the last word, and that word.
    pub(super) fn last_word(self) -> (Self, Self) {
        let at = self.text().rfind(char::is_whitespace).map_or(self.start, |at| self.start + at);
        (Self::between(self.line, self.start, at), Self::between(self.line, at, self.end))
    }

    /// Parses the whole part as a number without a sign.
    pub(super) fn number<T: FromStr>(self, expected: &str) -> Result<T, ParseError> {
        let is_plain = !self.is_empty() && self.text().bytes().all(|b| b.is_ascii_digit());
        self.text().parse().ok().filter(|_| is_plain).ok_or_else(|| self.expected(expected))
    }

    /// Parses the whole part as a number, with a sign if it has one.
    pub(super) fn signed<T: FromStr>(self, expected: &str) -> Result<T, ParseError> {
        let plain: String = self.text().chars().map(plain_mark).collect();
        let digits = plain.strip_prefix(['+', '-']).unwrap_or(&plain);
        let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        plain.parse().ok().filter(|_| is_number).ok_or_else(|| self.expected(expected))
    }

    /// Parses words separated by blanks as numbers.
    pub(super) fn numbers<T: FromStr>(self, expected: &str) -> Result<Vec<T>, ParseError> {
        let mut numbers = Vec::new();
        let mut rest = self;
        while !rest.is_empty() {
            let (word, behind) = rest.first_word();
            numbers.push(word.number(expected)?);
            rest = behind;
        }
        if numbers.is_empty() { Err(self.expected(expected)) } else { Ok(numbers) }
    }

    /// Parses the whole part as a name.
    pub(super) fn name(self, expected: &str) -> Result<Name, ParseError> {
        let text = self.text();
        let is_separator = |c: char| c.is_control() || matches!(c, ',' | ':' | ';' | '"');
        let count = text.chars().count();
        if count == 0 || count > Name::MAX_CHARS || text.contains(is_separator) {
            return Err(self.expected(expected));
        }
        Ok(Name::new(text))
    }

    /// Parses the whole part as words without separators.
    pub(super) fn plain_words(self, expected: &str) -> Result<String, ParseError> {
        if self.is_empty() {
            return Err(self.expected(expected));
        }
        Ok(self.text().to_owned())
    }

    /// Checks if it starts with a quotation mark.
    pub(super) fn is_quoted(self) -> bool {
        self.text().starts_with('"')
    }

    /// Parses the whole part as a text in quotation marks.
    pub(super) fn quoted(self) -> Result<String, ParseError> {
        let (text, rest) = self.leading_quote()?;
        if rest.is_empty() { Ok(text) } else { Err(rest.expected("the end of the part")) }
    }

    /// Parses the text in quotation marks at the start, and returns it with the part behind it.
    pub(super) fn leading_quote(self) -> Result<(String, Self), ParseError> {
        let (text, end) = parse_quoted(&self.line[..self.end], self.start)?;
        Ok((text, Self::between(self.line, end, self.end)))
    }

    /// Checks that nothing is there.
    pub(super) fn end(self) -> Result<(), ParseError> {
        if self.is_empty() { Ok(()) } else { Err(self.expected("the end of the line")) }
    }
}
