//! Quoting of any text on a single line.

use crate::typography::{is_closing, plain_mark};
use crate::{ParseError, unexpected};

/// Appends `text` with every character escaped that would break the line or close the quotation.
fn escape(text: &str, close: char, into: &mut String) {
    for c in text.chars() {
        match c {
            '\n' => into.push_str("\\n"),
            '\r' => into.push_str("\\r"),
            '\t' => into.push_str("\\t"),
            c if c == close || c == '\\' => into.extend(['\\', c]),
            // The line and paragraph separators end a line but are no control characters.
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
                into.extend(c.escape_unicode());
            }
            c => into.push(c),
        }
    }
}

/// Returns `text` in quotation marks, on one line.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    escape(text, '"', &mut out);
    out.push('"');
    out
}

/// Returns `text` in braces, separated from them by spaces, on one line.
pub fn braced(text: &str) -> String {
    let inner = text.trim_matches(' ');
    let start = text.len() - text.trim_start_matches(' ').len();
    let end = if inner.is_empty() { 0 } else { text.len() - start - inner.len() };
    let mut out = String::from("{ ");
    // Unescaped, spaces at the edges would be taken for separators, and `!` for a checkpoint.
    out.push_str(&"\\u{20}".repeat(start));
    if inner.starts_with('!') {
        out.push('\\');
    }
    escape(inner, '}', &mut out);
    out.push_str(&"\\u{20}".repeat(end));
    out.push_str(" }");
    out
}

/// Parses a text in quotation marks that begins at the byte `at` of `line`. Returns the text and
/// the byte behind it.
///
/// # Errors
///
/// There is no opening or no closing quotation mark, or an escape in the text is unknown.
pub fn parse_quoted(line: &str, at: usize) -> Result<(String, usize), ParseError> {
    let Some(open) = line[at..].chars().next().filter(|&c| plain_mark(c) == '"') else {
        return Err(unexpected(line, at, "a text in quotation marks"));
    };
    let start = at + open.len_utf8();
    read_until(line, start, '"', |c| is_closing(open, c)).map(|(text, _, end)| (text, end))
}

/// Parses a text in braces whose first character is at the byte `at` of `line`. Returns the text
/// without surrounding spaces, and the byte behind the closing brace.
///
/// # Errors
///
/// There is no closing brace, or an escape in the text is unknown.
pub fn parse_braced(line: &str, at: usize) -> Result<(String, usize), ParseError> {
    let start = at + line[at..].len() - line[at..].trim_start_matches(' ').len();
    let (mut text, len, end) = read_until(line, start, '}', |c| c == '}')?;
    text.truncate(len);
    Ok((text, end))
}

/// Parses up to the closing mark, which an error calls `close`. Returns the text, its length
/// without unescaped spaces at its end, and the byte behind the closing mark.
fn read_until(
    line: &str,
    mut at: usize,
    close: char,
    is_close: impl Fn(char) -> bool,
) -> Result<(String, usize, usize), ParseError> {
    let mut text = String::new();
    let mut len = 0;
    while let Some(c) = line[at..].chars().next() {
        let here = at;
        at += c.len_utf8();
        if is_close(c) {
            return Ok((text, len, at));
        }
        if c == '\\' {
            let escapes = "one of \\\\ \\\" \\} \\! \\n \\r \\t \\u{…}";
            let (c, used) = escaped(&line[at..]).ok_or_else(|| unexpected(line, here, escapes))?;
            at += used;
            text.push(c);
            len = text.len();
        } else {
            text.push(c);
            if c != ' ' {
                len = text.len();
            }
        }
    }
    Err(unexpected(line, line.len(), format!("the closing {close}")))
}

/// Returns the character of an escape, and the number of bytes after the backslash.
fn escaped(rest: &str) -> Option<(char, usize)> {
    let c = rest.chars().next()?;
    let plain = match c {
        '\\' | '"' | '}' | '!' => c,
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => {
            let (digits, _) = rest.strip_prefix("u{")?.split_once('}')?;
            let plain = (1..=6).contains(&digits.len());
            let code = u32::from_str_radix(digits, 16).ok().filter(|_| plain)?;
            let c = char::from_u32(code).filter(|_| !digits.starts_with('+'))?;
            return Some((c, digits.len() + 3));
        }
        _ => return None,
    };
    Some((plain, c.len_utf8()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: &[&str] = &[
        "",
        " ",
        "   ",
        "plain",
        " a ",
        "a  ",
        "!",
        " !",
        "\\",
        "\"}{",
        "}",
        "a\nb\r\n\tc",
        "\\ ",
        "\\u{20}",
        "\u{0}\u{85}\u{2028}",
        "ж́😀 'x'",
        "ends in a backslash\\",
        "\u{a0}x\u{a0}",
        "~00000000",
        "#",
    ];

    #[test]
    fn any_quoted_text_is_parsed_unchanged() {
        for &text in TEXTS {
            let line = format!("é {}x", quoted(text));
            assert_eq!(parse_quoted(&line, 3), Ok((text.to_owned(), line.len() - 1)), "{line}");
            assert!(!line.contains(|c: char| c.is_control()), "{line}");
        }
    }

    #[test]
    fn a_text_in_typographic_quotation_marks_is_parsed_as_typed() {
        for line in ["“It’s – late”", "„It’s – late“", "«It’s – late»", "“It’s – late\""]
        {
            assert_eq!(parse_quoted(line, 0), Ok(("It’s – late".to_owned(), line.len())), "{line}");
        }
        let plain = "\"“It’s” – late\"";
        assert_eq!(parse_quoted(plain, 0), Ok(("“It’s” – late".to_owned(), plain.len())));
    }

    #[test]
    fn any_braced_text_is_parsed_unchanged() {
        for &text in TEXTS {
            let line = format!("é {}x", braced(text));
            assert_eq!(parse_braced(&line, 4), Ok((text.to_owned(), line.len() - 1)), "{line}");
            assert!(!line.contains(|c: char| c.is_control()), "{line}");
        }
    }

    #[track_caller]
    fn check_error(text: &str, column: usize) {
        assert_eq!(parse_quoted(text, 0).map_err(|error| error.column), Err(column), "{text}");
    }

    #[test]
    fn an_error_in_a_quoted_text_has_its_column() {
        check_error("no", 1);
        check_error("\"open", 6);
        check_error("\"é\\x\"", 3);
        check_error("\"\\u{110000}\"", 2);
        check_error("\"\\u{+41}\"", 2);
        check_error("\"\\", 2);
    }
}
