//! When two names are one name.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{decompose_canonical, is_combining_mark};

/// The most characters that one character falls apart into: four, one of which may have two small
/// letters.
const MOST_PARTS: usize = 6;

/// Returns a name as names are compared and sorted: without case, without blanks around it, and
/// the same whether a letter and its accent were typed as one character or as two.
///
/// What was typed is kept for display; the key is never shown.
pub fn name_key(name: &str) -> String {
    letters(name).nfc().collect()
}

/// Checks if two names stand for the same person, figure or component.
pub fn same_name(a: &str, b: &str) -> bool {
    // Nearly every name, and every component's: what is compared thousands of times in a record.
    if a.is_ascii() && b.is_ascii() {
        return a.trim().eq_ignore_ascii_case(b.trim());
    }
    letters(a).eq(letters(b))
}

/// Checks if a character is a part of a word: a letter, a digit, or an accent typed behind one.
pub fn is_word_part(c: char) -> bool {
    c.is_alphanumeric() || is_combining_mark(c)
}

/// Returns one character of a name as names are compared: a small letter, then its accents.
///
/// The kinds of apostrophe count as the same.
pub fn name_letters(c: char) -> NameLetters {
    let mut letters = NameLetters { parts: ['\0'; MOST_PARTS], at: 0, count: 0 };
    if c.is_ascii() {
        letters.push(c.to_ascii_lowercase());
    } else {
        decompose_canonical(c, |part| folded(part).for_each(|part| letters.push(part)));
    }
    letters
}

/// The letter and the accents of one character.
#[derive(Clone, Debug)]
pub struct NameLetters {
    parts: [char; MOST_PARTS],
    at: usize,
    count: usize,
}

impl NameLetters {
    fn push(&mut self, part: char) {
        if let Some(free) = self.parts.get_mut(self.count) {
            *free = part;
            self.count += 1;
        }
    }
}

impl Iterator for NameLetters {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        let part = *self.parts[..self.count].get(self.at)?;
        self.at += 1;
        Some(part)
    }
}

fn letters(name: &str) -> impl Iterator<Item = char> {
    // Several accents on one letter are put in order, whichever was typed first.
    name.trim().nfd().flat_map(folded)
}

fn folded(c: char) -> impl Iterator<Item = char> {
    (if c == '’' { '\'' } else { c }).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_however_its_accents_and_capitals_are_typed() {
        assert!(same_name("Zoë", "Zoe\u{308}"));
        assert!(same_name(" zoe\u{308} ", "ZOË"));
        assert!(same_name("각", "\u{1100}\u{1161}\u{11A8}"));
        assert!(same_name("ệ", "e\u{302}\u{323}"));
        assert!(same_name("O’Hara", "o'hara"));
        assert!(!same_name("Zoë", "Zoe"));
        assert!(!same_name("李雷", "李电"));
    }

    #[test]
    fn two_names_are_the_same_if_their_keys_are() {
        let names = [
            "Zoe",
            " ZOE",
            "O'Hara",
            "O’Hara",
            "K",
            "\u{212A}",
            "İpek",
            "ẞ",
            "ß",
            "Zoe\u{308}",
            "ZOË",
            "e\u{323}\u{302}",
            "ệ",
            "Σ",
            "ς",
            "σ",
        ];
        for a in names {
            assert_eq!(name_key(&name_key(a)), name_key(a), "{a}");
            for b in names {
                assert_eq!(same_name(a, b), name_key(a) == name_key(b), "{a} {b}");
            }
        }
    }

    #[test]
    fn a_letter_with_accents_is_read_as_its_parts() {
        assert!(name_letters('Ệ').eq(['e', '\u{323}', '\u{302}']));
        assert!(name_letters('’').eq(['\'']));
    }
}
