//! Escaping of foreign text on a terminal: from files, paths and arguments.
//!
//! A terminal executes control characters (a new title, a cleared screen), a line feed in a file
//! name forges a line of output, and bidirectional controls reorder the words around them. Every
//! line that a subcommand prints passes through [`escape`].

use std::borrow::Cow;
use std::fmt::Write as _;

/// Escapes every character of `line` that a terminal executes, or that starts another line: `\n`,
/// `\u{1b}`, `\u{202e}`. All other characters, in any script, stay.
pub(super) fn escape(line: &str) -> Cow<'_, str> {
    escape_where(line, steers)
}

/// Escapes every character of a multi-line text that a terminal executes; line feeds and tabs stay.
pub(super) fn escape_document(text: &str) -> Cow<'_, str> {
    escape_where(text, |char| !matches!(char, '\n' | '\t') && steers(char))
}

/// Escapes the control characters that JSON itself does not escape. They occur only inside strings,
/// where the escape means the same character.
pub(super) fn escape_json(json: String) -> String {
    if !json.chars().any(|char| char != '\n' && steers(char)) {
        return json;
    }
    let mut escaped = String::with_capacity(json.len());
    for char in json.chars() {
        if char != '\n' && steers(char) {
            // Writing to a `String` cannot fail.
            let _ = write!(escaped, "\\u{:04x}", u32::from(char));
        } else {
            escaped.push(char);
        }
    }
    escaped
}

fn escape_where(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        if is_escaped(char) {
            // `escape_debug` leaves some bidirectional controls as they are.
            match char {
                '\n' | '\r' | '\t' => escaped.extend(char.escape_default()),
                _ => escaped.extend(char.escape_unicode()),
            }
        } else {
            escaped.push(char);
        }
    }
    Cow::Owned(escaped)
}

/// Checks whether a terminal executes a character instead of showing it: the control characters of
/// ASCII and Latin-1, the separators of lines and paragraphs, and the controls that embed, override
/// or isolate a direction. All are in the basic plane, as [`escape_json`] requires.
const fn steers(char: char) -> bool {
    matches!(
        char,
        '\0'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
    )
}

#[cfg(test)]
mod tests {
    use super::{escape, escape_document, escape_json, steers};

    #[test]
    fn escaping_a_line_keeps_every_script_and_escapes_controls() {
        assert_eq!(escape("Łukasz und עדי, 李, 🎲"), "Łukasz und עדי, 李, 🎲");
        assert_eq!(escape("a\u{1b}]0;title\u{7}b"), "a\\u{1b}]0;title\\u{7}b");
        assert_eq!(escape("a\nforged: valid"), "a\\nforged: valid");
        assert_eq!(escape("c1 \u{9b}31m, rlo \u{202e}"), "c1 \\u{9b}31m, rlo \\u{202e}");
    }

    #[test]
    fn every_control_character_of_unicode_is_escaped() {
        for char in ('\0'..=char::MAX).filter(|char| char.is_control()) {
            assert!(steers(char), "{char:?}");
            let line = escape(char.encode_utf8(&mut [0; 4])).into_owned();
            assert!(!line.contains(char::is_control), "{char:?}");
        }
    }

    #[test]
    fn escaping_a_document_keeps_its_lines_and_tabs() {
        assert_eq!(escape_document("a\tb\n\u{1b}[2J\n"), "a\tb\n\\u{1b}[2J\n");
    }

    #[test]
    fn escaped_json_reads_as_the_same_value() {
        let value = serde_json::json!({ "title": "x\u{9b}\u{202e}\u{7f}\u{1b}\n" });
        let escaped = escape_json(serde_json::to_string_pretty(&value).unwrap_or_default());
        assert!(!escaped.chars().any(|char| char != '\n' && steers(char)), "{escaped}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&escaped).ok(), Some(value));
    }
}
