//! What another program changed in a file, line by line.

use std::fmt;

/// No more changed lines than this are shown.
const MOST: usize = 8;

/// No more characters of a line than this are shown.
const LONGEST: usize = 160;

/// A line that says something else than when the app last read or wrote the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedLine {
    /// Its number in the file as it is now, counted from 1; of a line that is gone, where it was.
    pub number: usize,
    /// What it said; nothing if it is new.
    pub was: Option<String>,
    /// What it says now; nothing if it is gone.
    pub now: Option<String>,
}

impl fmt::Display for ChangedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.number;
        match (&self.was, &self.now) {
            (Some(was), Some(now)) => write!(f, "line {number} was \"{was}\", and is \"{now}\""),
            (Some(was), None) => write!(f, "line {number} is gone: \"{was}\""),
            (None, Some(now)) => write!(f, "line {number} is new: \"{now}\""),
            (None, None) => write!(f, "line {number}"),
        }
    }
}

/// What differs between a file as it was and as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differing {
    /// The first lines that differ.
    pub lines: Vec<ChangedLine>,
    /// How many more do.
    pub more: usize,
}

impl Differing {
    /// What differs between two contents of a file.
    ///
    /// What both begin and end with is the same; of what is left between, line stands against
    /// line. That is exact for a line that was changed, put in or taken out.
    #[must_use]
    pub fn between(was: &[u8], now: &[u8]) -> Self {
        let (was, now) = (lines_of(was), lines_of(now));
        let same = |(one, two): &(&&[u8], &&[u8])| one == two;
        let ahead = was.iter().zip(&now).take_while(same).count();
        let (was, now) = (&was[ahead..], &now[ahead..]);
        let both = was.iter().rev().zip(now.iter().rev());
        let behind = both.take_while(same).count();
        let (was, now) = (&was[..was.len() - behind], &now[..now.len() - behind]);
        let count = was.len().max(now.len());
        let line = |index: usize| ChangedLine {
            number: ahead + index + 1,
            was: was.get(index).map(|line| shown(line)),
            now: now.get(index).map(|line| shown(line)),
        };
        Self { lines: (0..count.min(MOST)).map(line).collect(), more: count.saturating_sub(MOST) }
    }
}

fn lines_of(bytes: &[u8]) -> Vec<&[u8]> {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    if bytes.is_empty() {
        return Vec::new();
    }
    bytes.split(|byte| *byte == b'\n').collect()
}

/// A line fit to be shown: without its check, in one line, and not too long.
fn shown(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text = text.rsplit_once("  ~").map_or(&*text, |(text, _)| text);
    let printable = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut shown: String = text.trim_end().chars().take(LONGEST).map(printable).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(was: &str, now: &str, expected: &[&str]) {
        let found = Differing::between(was.as_bytes(), now.as_bytes());
        let lines: Vec<String> = found.lines.iter().map(ToString::to_string).collect();
        assert_eq!(lines, expected);
        assert_eq!(found.more, 0);
    }

    #[test]
    fn changed_new_and_missing_lines_are_shown_without_their_checks() {
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
    fn of_many_changed_lines_the_first_are_shown_and_the_others_counted() {
        let was = "a\n".repeat(100);
        let found = Differing::between(was.as_bytes(), "b\n".repeat(120).as_bytes());
        assert_eq!((found.lines.len(), found.more), (MOST, 120 - MOST));
    }
}
