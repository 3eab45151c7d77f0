//! A position in a line that is being parsed.

use std::fmt::Display;
use std::str::FromStr;

use plain_text::is_word_part;

use super::error::Misread;

/// The result of parsing a part of a line.
pub(crate) type Parsed<T> = Result<T, Misread>;

/// The maximum length of a name, in characters, as on the table.
pub const MAX_NAME_CHARS: usize = 40;
/// The maximum length of a text in quotation marks, in characters.
pub const MAX_TEXT_CHARS: usize = 600;

/// Words that are no part of a name, because they follow one in a line of cards or on the table.
const RESERVED: [&str; 11] =
    ["at", "of", "to", "and", "or", "then", "for", "level", "hit", "room", "shuffle"];

/// Returns `true` if a word cannot be part of a name.
pub(crate) fn is_reserved(word: &str) -> bool {
    RESERVED.iter().any(|reserved| reserved.eq_ignore_ascii_case(word))
}

/// Returns `true` for a character that may be in a name.
pub(crate) fn is_name_char(c: char) -> bool {
    is_word_part(c) || matches!(c, '\'' | '-' | '.')
}

/// Returns `true` if two words are equal regardless of case and of a plural `s`.
pub(crate) fn same_word(a: &str, b: &str) -> bool {
    let [a, b] = [a, b].map(|word| word.strip_suffix(['s', 'S']).unwrap_or(word));
    a.eq_ignore_ascii_case(b)
}

/// A position in a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineCursor<'a> {
    line: &'a str,
    /// The byte of the position.
    pub(crate) at: usize,
}

impl<'a> LineCursor<'a> {
    pub(crate) const fn new(line: &'a str) -> Self {
        Self { line, at: 0 }
    }

    /// Returns the unread part of the line.
    pub(crate) fn rest(self) -> &'a str {
        &self.line[self.at..]
    }

    /// Skips spaces.
    pub(crate) fn skip(&mut self) {
        self.at = self.line.len() - self.rest().trim_start().len();
    }

    /// Returns the position after any spaces.
    pub(crate) fn skipped(mut self) -> Self {
        self.skip();
        self
    }

    /// Returns `true` if only spaces or a comment remain.
    pub(crate) fn is_done(self) -> bool {
        let rest = self.rest().trim_start();
        rest.is_empty() || rest.starts_with('#')
    }

    /// Creates the error that something else was expected here.
    pub(crate) fn expected(self, expected: impl Into<String>) -> Misread {
        let here = self.skipped();
        let at = if here.is_done() { here.line.len() } else { here.at };
        Misread { at, expected: expected.into() }
    }

    /// Checks that nothing but a comment follows.
    pub(crate) fn end(self) -> Parsed<()> {
        if self.is_done() { Ok(()) } else { Err(self.expected("the end of the line")) }
    }

    /// Takes the next word, up to a space or punctuation; empty if there is none.
    pub(crate) fn word(&mut self) -> &'a str {
        let start = self.skipped();
        let is_end = |c: char| {
            let is_mark =
                matches!(c, ',' | ';' | ':' | '"' | '#' | '(' | ')' | '{' | '}' | '[' | ']');
            is_mark || c.is_whitespace()
        };
        let end = start.rest().find(is_end).unwrap_or(start.rest().len());
        if end > 0 {
            self.at = start.at + end;
        }
        &start.rest()[..end]
    }

    /// Returns the next word without taking it.
    pub(crate) fn peek(mut self) -> &'a str {
        self.word()
    }

    /// Takes a word, in any case and with or without a plural `s`.
    pub(crate) fn takes_word(&mut self, word: &str) -> bool {
        let mut ahead = *self;
        let takes = same_word(ahead.word(), word);
        if takes {
            *self = ahead;
        }
        takes
    }

    /// Takes several words in a row.
    pub(crate) fn takes_words(&mut self, words: &str) -> bool {
        let mut ahead = *self;
        let takes = words.split(' ').all(|word| ahead.takes_word(word));
        if takes {
            *self = ahead;
        }
        takes
    }

    /// Takes a punctuation mark.
    pub(crate) fn takes(&mut self, sign: char) -> bool {
        let start = self.skipped();
        let takes = start.rest().starts_with(sign);
        if takes {
            self.at = start.at + sign.len_utf8();
        }
        takes
    }

    /// Takes a punctuation mark, which has to be there.
    pub(crate) fn sign(&mut self, sign: char) -> Parsed<()> {
        if self.takes(sign) { Ok(()) } else { Err(self.expected(format!("\"{sign}\""))) }
    }

    /// Returns `true` if a text in quotation marks is next.
    pub(crate) fn is_at_text(self) -> bool {
        self.skipped().rest().starts_with('"')
    }

    /// Parses a whole number.
    pub(crate) fn number<N>(&mut self, least: N, most: N, what: &str) -> Parsed<N>
    where
        N: FromStr + PartialOrd + Display + Copy,
    {
        let start = self.skipped();
        let digits = start.rest().bytes().take_while(u8::is_ascii_digit).count();
        let number = start.rest()[..digits].parse::<N>().ok();
        let number = number.filter(|number| least <= *number && *number <= most);
        match number {
            Some(number) => {
                self.at = start.at + digits;
                Ok(number)
            }
            None if digits > 0 => Err(start.expected(format!("{what}, from {least} to {most}"))),
            None => Err(start.expected(what)),
        }
    }

    /// Parses a text in quotation marks.
    pub(crate) fn text(&mut self) -> Parsed<String> {
        let start = self.skipped();
        let (text, end) =
            plain_text::quote::parse_quoted(self.line, start.at).map_err(|error| {
                let at = self.line.char_indices().nth(error.column - 1);
                Misread { at: at.map_or(self.line.len(), |(at, _)| at), expected: error.expected }
            })?;
        if text.chars().count() > MAX_TEXT_CHARS {
            return Err(start.expected(format!("a text of at most {MAX_TEXT_CHARS} characters")));
        }
        self.at = end;
        Ok(text)
    }

    /// Parses a name of one or several words, up to punctuation, a number or a word that is no part
    /// of a name.
    ///
    /// On the table, a number after a name is that of a standee.
    pub(crate) fn name(&mut self) -> Parsed<String> {
        let start = self.skipped();
        let mut words: Vec<&str> = Vec::new();
        loop {
            let mut ahead = *self;
            let word = ahead.word();
            if word.is_empty() || is_reserved(word) || is_number(word) {
                break;
            }
            if !word.chars().all(is_name_char) {
                return Err(self.expected("a name of letters and digits"));
            }
            words.push(word);
            *self = ahead;
        }
        if ["at", "of", "to"].iter().any(|of| of.eq_ignore_ascii_case(self.peek())) {
            return Err(self.expected(
                "a name without \"at\", \"of\" and \"to\", which the table cannot use: write \
                 Warden-of-Salt",
            ));
        }
        let name = words.join(" ");
        if name.is_empty() || name.chars().count() > MAX_NAME_CHARS {
            return Err(start.expected(format!("a name of up to {MAX_NAME_CHARS} letters")));
        }
        Ok(name)
    }
}

/// Returns `true` if a word has digits only.
pub(crate) fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}
