//! Facts about the box within a line: a part of a pack, in RON.

use ron::Options;
use ron::extensions::Extensions;

use components::specs::Pack;
use plain_text::ParseError;

use super::scan::Scanner;

/// Prints `pack` in RON on one line, without the fields that state nothing.
pub(super) fn print(pack: &Pack) -> String {
    let whole = options().to_string(pack).unwrap_or_else(|_| "()".to_owned());
    let short = shortened(&whole);
    // A field may be omitted only if its absence means the same; reading the text again makes sure.
    if options().from_str::<Pack>(&short).is_ok_and(|read| read == *pack) { short } else { whole }
}

/// Parses a part of a pack, up to its closing parenthesis.
pub(super) fn parse(scanner: &mut Scanner<'_>) -> Result<Pack, ParseError> {
    if !scanner.at_mark('(') {
        return Err(scanner.error(
            "facts in RON, such as (resources: [(name: \"Leather\", copies: Known(3, \"box\"))])",
        ));
    }
    let rest = scanner.rest();
    let Some(len) = length(rest) else {
        scanner.advance(rest.len());
        return Err(scanner.error("the closing parenthesis of the facts"));
    };
    let text = &rest[..len];
    let pack = options().from_str::<Pack>(text).map_err(|error| {
        let at = offset(text, error.span.start.line, error.span.start.col);
        scanner.advance(at);
        scanner.error(format!("facts in RON ({})", error.code))
    })?;
    scanner.advance(len);
    Ok(pack)
}

fn options() -> Options {
    Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// Returns the number of bytes before a line and column, both counted from 1.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = text.get(start..).unwrap_or_default();
    start + rest.chars().take(column.saturating_sub(1)).map(char::len_utf8).sum::<usize>()
}

/// Returns the number of bytes through the parenthesis that closes the first one. Comments are not
/// supported.
fn length(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        match c {
            '"' => {
                at += string_length(&text[at..])?;
                continue;
            }
            '(' => depth += 1,
            ')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
        at += c.len_utf8();
    }
    None
}

/// Returns the number of bytes of the string at the start of `text`, both quotation marks included.
fn string_length(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Removes the fields that state nothing from `whole`, which is RON on one line without spaces.
fn shortened(whole: &str) -> String {
    // For each open parenthesis, the start of its last field in `short`.
    let mut fields: Vec<usize> = Vec::new();
    let mut short = String::with_capacity(whole.len());
    let mut at = 0;
    while let Some(c) = whole[at..].chars().next() {
        let len = if c == '"' { string_length(&whole[at..]).unwrap_or(1) } else { c.len_utf8() };
        if matches!(c, ',' | ')' | ']' | '}') {
            drop_idle_field(&mut short, fields.last().copied().unwrap_or(0));
            if c != ',' {
                fields.pop();
                if short.ends_with(',') {
                    short.pop();
                }
            }
        }
        let nothing_before = short.ends_with(['(', '[', '{', ',']) || short.is_empty();
        if c != ',' || !nothing_before {
            short.push_str(&whole[at..at + len]);
        }
        match c {
            '(' | '[' | '{' => fields.push(short.len()),
            ',' => {
                if let Some(last) = fields.last_mut() {
                    *last = short.len();
                }
            }
            _ => {}
        }
        at += len;
    }
    short
}

/// Removes the field that starts at `start` if it states nothing.
fn drop_idle_field(short: &mut String, start: usize) {
    /// Fields without a default, which always stay.
    const NEEDED: [&str; 3] = ["needs", "pays", "bracket"];
    let Some((name, value)) = short.get(start..).and_then(|field| field.split_once(':')) else {
        return;
    };
    let is_name = name.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_');
    let idle = matches!(value, "\"\"" | "0" | "[]" | "{}" | "()" | "Unknown");
    if is_name && idle && !NEEDED.contains(&name) {
        short.truncate(start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, canonical: &str) {
        let mut scanner = Scanner::new(text);
        let pack = parse(&mut scanner).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert!(scanner.is_at_end(), "{text}");
        let printed = print(&pack);
        assert_eq!(printed, canonical);
        assert_eq!(parse(&mut Scanner::new(&printed)), Ok(pack));
    }

    #[test]
    fn fields_that_state_nothing_are_omitted() {
        check("()", "()");
        check(
            "( resources: [(name: \"Leather\", recipe: Known([(needs: \"Wood\", pays: 0)], \"box\"), copies: Unknown)] )",
            "(resources:[(name:\"Leather\",recipe:Known([(needs:\"Wood\",pays:0)],\"box\"))])",
        );
        check(
            "(resources: [(name: \"A\"), (), (name: \"B\", tier: Known(Two, \"\"))], version: 0, name: \"x\")",
            "(name:\"x\",resources:[(name:\"A\"),(),(name:\"B\",tier:Known(Two,\"\"))])",
        );
        check(
            "(sources: {\"a:)\\\"\": \"\", \"b\": \"(\"}, buildings: [(name: \"U\", colour: Known(None, \"x\"))])",
            "(sources:{\"a:)\\\"\":\"\",\"b\":\"(\"},buildings:[(name:\"U\",colour:Known(None,\"x\"))])",
        );
        check(
            "(advisers: [(name: \"S\", action: Known((text: \"\", effects: [Gain(Money(0))]), \"it's\\n\"))])",
            "(advisers:[(name:\"S\",action:Known((effects:[Gain(Money(0))]),\"it\\'s\\n\"))])",
        );
    }

    #[test]
    fn the_required_action_of_a_card_is_printed_even_if_unknown() {
        let text = "(standard_cards:[(card:Trade,action:Unknown)])";
        let pack = parse(&mut Scanner::new(text)).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(parse(&mut Scanner::new(&print(&pack))), Ok(pack));
    }

    #[track_caller]
    fn check_error(text: &str, column: usize) {
        let error = parse(&mut Scanner::new(text)).err();
        assert_eq!(error.map(|e| e.column), Some(column), "{text}");
    }

    #[test]
    fn an_error_has_the_column_of_the_mistake() {
        check_error("  resources", 3);
        check_error(" (resources: [", 15);
        check_error(" (versions: 3)", 3);
        check_error("((((((((", 9);
        check_error("(name: \"", 9);
    }
}
