//! Texts of any content, quoted so that they stay on one line.

use crate::typed::{is_closing, plain_mark};
use crate::{ParseError, unexpected};

/// `text` with everything escaped that could not stand in a line, or would close it early.
fn escape(text: &str, close: char, into: &mut String) {
    for c in text.chars() {
        match c {
            '\n' => into.push_str("\\n"),
            '\r' => into.push_str("\\r"),
            '\t' => into.push_str("\\t"),
            c if c == close || c == '\\' => into.extend(['\\', c]),
            // Two separators that end a line although they are no control characters.
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
    // Spaces at the rim would be taken for those that set the text apart, a mark for a checkpoint.
    out.push_str(&"\\u{20}".repeat(start));
    if inner.starts_with('!') {
        out.push('\\');
    }
    escape(inner, '}', &mut out);
    out.push_str(&"\\u{20}".repeat(end));
    out.push_str(" }");
    out
}

/// Parses a text in quotation marks that begins at the byte `at` of `line`. Returns it with the place
/// where it ends.
///
/// # Errors
///
/// No quotation mark begins there, none closes the text, or an escape in it is unknown.
pub fn read_quoted(line: &str, at: usize) -> Result<(String, usize), ParseError> {
    let open = line[at..].chars().next().filter(|&c| plain_mark(c) == '"');
    let Some(open) = open else {
        return Err(unexpected(line, at, "a text in quotation marks"));
    };
    let start = at + open.len_utf8();
    read_until(line, start, '"', |c| is_closing(open, c)).map(|(text, _, end)| (text, end))
}

/// Parses a text in braces whose first character is at the byte `at` of `line`. Returns it without
/// the spaces at its rim, and the place where it ends.
///
/// # Errors
///
/// No brace closes the text, or an escape in it is unknown.
pub fn read_braced(line: &str, at: usize) -> Result<(String, usize), ParseError> {
    let start = at + line[at..].len() - line[at..].trim_start_matches(' ').len();
    let (mut text, len, end) = read_until(line, start, '}', |c| c == '}')?;
    text.truncate(len);
    Ok((text, end))
}

/// Reads up to the closing sign, which is called `close` where it is missing. Returns the text, how much of it is left
/// without the plain spaces at its end, and the place behind the closing sign.
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

/// The character that an escape stands for, and how many bytes it takes after the backslash.
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
    fn any_text_comes_back_from_its_quotation_marks() {
        for &text in TEXTS {
            let line = format!("é {}x", quoted(text));
            assert_eq!(read_quoted(&line, 3), Ok((text.to_owned(), line.len() - 1)), "{line}");
            assert!(!line.contains(|c: char| c.is_control()), "{line}");
        }
    }

    #[test]
    fn a_text_in_typographic_quotation_marks_is_kept_as_it_was_typed() {
        for line in ["“It’s – late”", "„It’s – late“", "«It’s – late»", "“It’s – late\""]
        {
            assert_eq!(read_quoted(line, 0), Ok(("It’s – late".to_owned(), line.len())), "{line}");
        }
        let plain = "\"“It’s” – late\"";
        assert_eq!(read_quoted(plain, 0), Ok(("“It’s” – late".to_owned(), plain.len())));
    }

    #[test]
    fn any_text_comes_back_from_its_braces() {
        for &text in TEXTS {
            let line = format!("é {}x", braced(text));
            assert_eq!(read_braced(&line, 4), Ok((text.to_owned(), line.len() - 1)), "{line}");
            assert!(!line.contains(|c: char| c.is_control()), "{line}");
        }
    }

    #[track_caller]
    fn check_trouble(text: &str, column: usize) {
        assert_eq!(read_quoted(text, 0).map_err(|error| error.column), Err(column), "{text}");
    }

    #[test]
    fn what_is_wrong_with_a_text_is_pointed_at() {
        check_trouble("no", 1);
        check_trouble("\"open", 6);
        check_trouble("\"é\\x\"", 3);
        check_trouble("\"\\u{110000}\"", 2);
        check_trouble("\"\\u{+41}\"", 2);
        check_trouble("\"\\", 2);
    }
}
