//! The changes that another program made to a file, line by line.

use std::fmt;

use plain_text::listed;

/// The byte order mark.
const MARK: char = '\u{feff}';

/// The maximum number of changed lines shown.
const MAX_SHOWN: usize = 8;

/// The maximum number of characters shown of a line.
const MAX_CHARS: usize = 160;

/// A line that changed since the app last read or wrote the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedLine {
    /// Its number in the present file, counted from 1; for a removed line, its former number.
    pub number: usize,
    /// The former text; `None` for a new line.
    pub before: Option<String>,
    /// The present text; `None` for a removed line.
    pub after: Option<String>,
    /// The invisible differences; empty if the difference can be seen.
    pub invisible: Vec<InvisibleChange>,
}

enum_table::enum_table! {
    /// An invisible difference between two lines.
    pub enum InvisibleChange {
        /// A few words for a message.
        words: &'static str,
    }

    /// A byte order mark, which some editors put at the beginning of a file.
    Mark = "a byte order mark";
    /// Carriage returns, as in Windows files.
    LineEnding = "the line ending (CR LF or LF)";
    /// Spaces after the last word.
    Trailing = "spaces at the end";
    /// A different check after the same text, or other spaces before it.
    Check = "the check at the end";
    /// Spaces or tabs of different kinds.
    SpaceKind = "the kind of a space";
    /// Characters without a glyph.
    Invisible = "invisible characters";
}

impl InvisibleChange {
    /// Returns the differences of two lines if all of them are invisible, otherwise none.
    fn between(was: &[u8], now: &[u8]) -> Vec<Self> {
        let lines = [was, now].map(|line| String::from_utf8_lossy(line).into_owned());
        let differ = |except: Option<Self>| {
            let folds = Self::ALL.into_iter().filter(|fold| Some(*fold) != except);
            let [was, now] = lines.clone().map(|line| folds.clone().fold(line, Self::without));
            was != now
        };
        if differ(None) {
            return Vec::new();
        }
        let mut hidden: Vec<Self> =
            Self::ALL.into_iter().filter(|hidden| differ(Some(*hidden))).collect();
        if hidden.is_empty() {
            // A difference within the check that another fold removes as well.
            hidden.push(Self::Check);
        }
        hidden
    }

    /// Returns the line without the characters of this invisible difference.
    fn without(line: String, hidden: Self) -> String {
        match hidden {
            Self::Mark => line.trim_start_matches(MARK).to_owned(),
            Self::LineEnding => line.trim_end_matches('\r').to_owned(),
            Self::Trailing => {
                let text = line.trim_end_matches('\r');
                let returns = &line[text.len()..];
                format!("{}{returns}", text.trim_end())
            }
            Self::Check => match line.rsplit_once("  ~") {
                Some((text, check)) => {
                    let trailing = &check[check.trim_end().len()..];
                    format!("{}{trailing}", text.trim_end())
                }
                None => line,
            },
            Self::SpaceKind => {
                line.chars().map(|c| if c.is_whitespace() && c != '\r' { ' ' } else { c }).collect()
            }
            Self::Invisible => {
                let (mark, text) = line.split_at(line.len() - line.trim_start_matches(MARK).len());
                mark.chars().chain(text.chars().filter(|&c| !is_invisible(c))).collect()
            }
        }
    }
}

/// Checks if a character has no glyph and takes no space.
fn is_invisible(c: char) -> bool {
    let is_format = matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}');
    is_format || (c.is_control() && !c.is_whitespace())
}

impl fmt::Display for ChangedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.number;
        if let (false, Some(now)) = (self.invisible.is_empty(), &self.after) {
            let words: Vec<&str> = self.invisible.iter().map(|hidden| hidden.words()).collect();
            return write!(f, "line {number} differs only in {}: \"{now}\"", listed(&words));
        }
        match (&self.before, &self.after) {
            (Some(was), Some(now)) => write!(f, "line {number} was \"{was}\", and is \"{now}\""),
            (Some(was), None) => write!(f, "line {number} is gone: \"{was}\""),
            (None, Some(now)) => write!(f, "line {number} is new: \"{now}\""),
            (None, None) => write!(f, "line {number}"),
        }
    }
}

/// The differences between the former and the present contents of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileDiff {
    /// The first changed lines.
    pub lines: Vec<ChangedLine>,
    /// The number of further changed lines.
    pub more_count: usize,
}

impl FileDiff {
    /// Compares the former and the present contents of a file.
    ///
    /// Removes the common lines at the beginning and at the end, and pairs the remaining lines in
    /// order. This is exact for one changed, inserted or removed line.
    pub fn between(was: &[u8], now: &[u8]) -> Self {
        let (was, now) = (lines_of(was), lines_of(now));
        let before = was.iter().zip(&now).take_while(|(was, now)| was == now).count();
        let (was, now) = (&was[before..], &now[before..]);
        let after =
            was.iter().rev().zip(now.iter().rev()).take_while(|(was, now)| was == now).count();
        let (was, now) = (&was[..was.len() - after], &now[..now.len() - after]);
        let count = was.len().max(now.len());
        Self {
            lines: (0..count.min(MAX_SHOWN))
                .map(|index| {
                    let number = before + index + 1;
                    changed_line(number, was.get(index).copied(), now.get(index).copied())
                })
                .collect(),
            more_count: count.saturating_sub(MAX_SHOWN),
        }
    }
}

fn changed_line(number: usize, was: Option<&[u8]>, now: Option<&[u8]>) -> ChangedLine {
    let (Some(was), Some(now)) = (was, now) else {
        let (before, after) = (was.map(|was| shown(was, 0)), now.map(|now| shown(now, 0)));
        return ChangedLine { number, before, after, invisible: Vec::new() };
    };
    let invisible = InvisibleChange::between(was, now);
    let from = if invisible.is_empty() { first_difference(was, now) } else { 0 };
    ChangedLine { number, before: Some(shown(was, from)), after: Some(shown(now, from)), invisible }
}

fn lines_of(bytes: &[u8]) -> Vec<&[u8]> {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    if bytes.is_empty() {
        return Vec::new();
    }
    bytes.split(|byte| *byte == b'\n').collect()
}

/// Returns the number of characters that two lines have in common at their beginning.
fn first_difference(was: &[u8], now: &[u8]) -> usize {
    let (was, now) = (String::from_utf8_lossy(was), String::from_utf8_lossy(now));
    was.chars().zip(now.chars()).take_while(|(was, now)| was == now).count()
}

/// Returns an excerpt of a line for display: without its check, control characters replaced, and
/// at most [`MAX_CHARS`] long. The character at `from` is in the excerpt.
fn shown(line: &[u8], from: usize) -> String {
    let text = String::from_utf8_lossy(line);
    let text = text.rsplit_once("  ~").map_or(&*text, |(text, _)| text).trim_end();
    let skipped = if from < MAX_CHARS { 0 } else { from - MAX_CHARS / 2 };
    let mut shown = if skipped == 0 { String::new() } else { "…".to_owned() };
    shown.extend(
        text.chars()
            .skip(skipped)
            .take(MAX_CHARS)
            .map(|c| if c.is_control() { '\u{fffd}' } else { c }),
    );
    if text.chars().nth(skipped + MAX_CHARS).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(was: &str, now: &str, expected: &[&str]) {
        let found = FileDiff::between(was.as_bytes(), now.as_bytes());
        let lines: Vec<String> = found.lines.iter().map(ToString::to_string).collect();
        assert_eq!(lines, expected);
        assert_eq!(found.more_count, 0);
    }

    #[test]
    fn changed_new_and_removed_lines_are_shown_without_their_checks() {
        let was = "one\ntwo  ~00000001\nthree\n";
        check(was, was, &[]);
        check(was, "one\ntwo!  ~00000001\nthree\n", &["line 2 was \"two\", and is \"two!\""]);
        check(was, "one\nthree\n", &["line 2 is gone: \"two\""]);
        check(was, "one\nand\ntwo  ~00000001\nthree\n", &["line 2 is new: \"and\""]);
        check(
            was,
            "",
            &["line 1 is gone: \"one\"", "line 2 is gone: \"two\"", "line 3 is gone: \"three\""],
        );
    }

    #[test]
    fn an_invisible_difference_is_named_by_its_kind() {
        let was = "Founders Ledger record 1\nnote \"one\"  ~00000001\n";
        let crlf = was.replace('\n', "\r\n");
        check(
            was,
            &crlf,
            &[
                "line 1 differs only in the line ending (CR LF or LF): \"Founders Ledger record 1\"",
                "line 2 differs only in the line ending (CR LF or LF): \"note \"one\"\"",
            ],
        );
        for (now, words) in [
            (format!("\u{feff}{was}"), "a byte order mark"),
            (was.replacen("1\n", "1  \n", 1), "spaces at the end"),
            (
                was.replacen("1\n", "1 \r\n", 1),
                "the line ending (CR LF or LF) and spaces at the end",
            ),
            (was.replacen("rs L", "rs\u{a0}L", 1), "the kind of a space"),
            (was.replacen("rs L", "rs\u{200b} L", 1), "invisible characters"),
        ] {
            let line = format!("line 1 differs only in {words}: \"Founders Ledger record 1\"");
            let found = FileDiff::between(was.as_bytes(), now.as_bytes());
            let message = found.lines[0].to_string().replace(['\u{feff}', '\u{200b}'], "");
            assert_eq!(message.replace('\u{a0}', " "), line);
        }
        let check_only = was.replace("~00000001", "~00000002");
        check(was, &check_only, &["line 2 differs only in the check at the end: \"note \"one\"\""]);
    }

    #[test]
    fn a_changed_line_is_shown_with_a_visible_or_named_difference() {
        let base = format!("Human Upgrade: build {}  ~00000001", "A1 ".repeat(100));
        for at in 0..base.len() {
            for put in ["x", "\u{200b}", "\u{feff}", " ", "\t", "\r", "\u{7}"] {
                let mut now = base.clone();
                now.insert_str(at, put);
                let found = FileDiff::between(base.as_bytes(), now.as_bytes());
                let line = &found.lines[0];
                let is_explained = !line.invisible.is_empty() || line.before != line.after;
                assert!(is_explained, "{put:?} at {at}: {line}");
            }
        }
    }

    #[test]
    fn the_first_changed_lines_are_shown_and_the_others_counted() {
        let was = "a\n".repeat(100);
        let found = FileDiff::between(was.as_bytes(), "b\n".repeat(120).as_bytes());
        assert_eq!((found.lines.len(), found.more_count), (MAX_SHOWN, 120 - MAX_SHOWN));
    }
}
