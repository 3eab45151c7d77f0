//! Comparison of names.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{decompose_canonical, is_combining_mark};

/// The maximum number of characters in the folded form of one character: it decomposes into at most
/// four, and the lower case of one of these may have two.
const MOST_PARTS: usize = 6;

/// Returns the key by which a name is compared and sorted: without case and surrounding blanks, and
/// the same for a letter and its accent typed as one character or as two.
///
/// The name is displayed as typed; the key is never shown.
pub fn name_key(name: &str) -> String {
    // The fast path for nearly every name.
    if name.is_ascii() {
        return name.trim().to_ascii_lowercase();
    }
    letters(name).nfc().collect()
}

/// Returns `true` if two names are equal by their keys.
pub fn same_name(a: &str, b: &str) -> bool {
    // The fast path for nearly every name, since a record compares names thousands of times.
    if a.is_ascii() && b.is_ascii() {
        return a.trim().eq_ignore_ascii_case(b.trim());
    }
    letters(a).eq(letters(b))
}

/// Returns `true` for a character of a word: a letter, a digit, or a combining accent.
pub fn is_word_part(c: char) -> bool {
    c.is_alphanumeric() || is_combining_mark(c)
}

/// Returns one character of a name in the form for comparison: a lowercase letter, then its
/// accents.
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
    // Several accents on one letter get a canonical order.
    name.trim().nfd().flat_map(folded)
}

fn folded(c: char) -> impl Iterator<Item = char> {
    (if c == '’' { '\'' } else { c }).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_equal_regardless_of_case_and_the_encoding_of_accents() {
        assert!(same_name("Zoë", "Zoe\u{308}"));
        assert!(same_name(" zoe\u{308} ", "ZOË"));
        assert!(same_name("각", "\u{1100}\u{1161}\u{11A8}"));
        assert!(same_name("ệ", "e\u{302}\u{323}"));
        assert!(same_name("O’Hara", "o'hara"));
        assert!(!same_name("Zoë", "Zoe"));
        assert!(!same_name("李雷", "李电"));
    }

    #[test]
    fn two_names_are_equal_exactly_if_their_keys_are() {
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
    fn a_letter_with_accents_is_decomposed_into_its_parts() {
        assert!(name_letters('Ệ').eq(['e', '\u{323}', '\u{302}']));
        assert!(name_letters('’').eq(['\'']));
    }
}
