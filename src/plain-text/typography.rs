//! Typographic marks that word processors and phones substitute for typed ones.

/// Returns the plain form of a typographic quotation mark, apostrophe or dash; other characters are
/// unchanged.
pub const fn plain_mark(c: char) -> char {
    match c {
        '“' | '”' | '„' | '‟' | '«' | '»' | '″' | '〝' | '〞' | '＂' => '"',
        '‘' | '’' | '‚' | '‛' | '′' | '＇' => '\'',
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '﹘' | '﹣' | '－' => '-',
        c => c,
    }
}

/// Returns `true` if `close` ends a text that the quotation mark `open` begins.
///
/// Only a plain mark ends a text that begins with one, so that such a text may contain any others.
pub const fn is_closing(open: char, close: char) -> bool {
    match open {
        '"' => close == '"',
        '„' | '‟' => matches!(close, '“' | '”' | '"'),
        '“' => matches!(close, '”' | '"'),
        '«' => matches!(close, '»' | '"'),
        '»' => matches!(close, '«' | '"'),
        '〝' => matches!(close, '〞' | '"'),
        open => close == open || close == '"',
    }
}

/// Returns a line with its typographic marks in their plain forms; `None` if it has none.
///
/// Text between quotation marks is unchanged.
pub fn with_plain_marks(line: &str) -> Option<String> {
    if line.chars().all(|c| plain_mark(c) == c) {
        return None;
    }
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        plain.push(plain_mark(c));
        if plain_mark(c) == '"'
            && let Some((text, behind)) = split_closing(c, rest)
        {
            plain.push_str(text);
            plain.push('"');
            rest = behind;
        }
    }
    Some(plain)
}

/// Splits a line at the mark that closes `open`; `None` if there is none.
fn split_closing(open: char, line: &str) -> Option<(&str, &str)> {
    let mut is_escaped = false;
    let (at, close) = line.char_indices().find(|&(_, c)| {
        let is_close = !is_escaped && is_closing(open, c);
        is_escaped = c == '\\' && !is_escaped;
        is_close
    })?;
    Some((&line[..at], &line[at + close.len_utf8()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_plain_only_outside_quoted_texts() {
        for (typed, plain) in [
            ("Note “It’s – well – late”", "Note \"It’s – well – late\""),
            ("Note „Spät – aber doch“", "Note \"Spät – aber doch\""),
            ("Note «Tard»", "Note \"Tard\""),
            ("Note ”Sent”", "Note \"Sent\""),
            ("money –2, “a” and “b”", "money -2, \"a\" and \"b\""),
            ("Merchant’s Guild", "Merchant's Guild"),
            ("Note \"“as typed” – it’s\", money −1", "Note \"“as typed” – it’s\", money -1"),
            ("Note “an \\” escape”", "Note \"an \\” escape\""),
            ("Note “never closed – it’s", "Note \"never closed - it's"),
        ] {
            assert_eq!(with_plain_marks(typed).as_deref(), Some(plain), "{typed}");
        }
        assert_eq!(with_plain_marks("Note \"plain\" - 'plain'"), None);
    }
}
