//! The lines of a record, checked for length and encoding one at a time.

use super::loaded::{RecordError, RecordErrorKind};
use super::notation::{MAX_LINE, MAX_LINES};

/// A line without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// Counted from 1.
    pub(super) number: usize,
    /// The text without the line break, which may be LF or CR LF.
    pub(super) text: &'a str,
    /// `true` if the line has a line break.
    pub(super) ended: bool,
}

impl Line<'_> {
    /// Returns `true` for a line without content: an empty one, or a remark that starts with `#`.
    pub(super) fn is_remark(&self) -> bool {
        self.text.trim().is_empty() || self.text.starts_with('#')
    }
}

/// An iterator over the lines of some bytes. A clone reads ahead.
#[derive(Clone)]
pub(super) struct Lines<'a> {
    bytes: &'a [u8],
    offset: usize,
    number: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        // Some editors start a file with a byte order mark.
        let offset = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        Self { bytes, offset, number: 0 }
    }

    /// Returns the number of the latest line.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// Returns the first bytes as text, for an error.
    pub(super) fn beginning(&self) -> String {
        String::from_utf8_lossy(&self.bytes[..self.bytes.len().min(40)]).into_owned()
    }

    /// Returns the start of the next line, in bytes.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Result<Line<'a>, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.bytes[self.offset..];
        if rest.is_empty() {
            return None;
        }
        self.number += 1;
        let number = self.number;
        let end = rest.iter().position(|&byte| byte == b'\n');
        let line = &rest[..end.unwrap_or(rest.len())];
        self.offset += end.map_or(rest.len(), |end| end + 1);
        if number > MAX_LINES {
            return Some(Err(RecordErrorKind::TooManyLines.at(number)));
        }
        if line.len() > MAX_LINE {
            return Some(Err(RecordErrorKind::LineTooLong { bytes: line.len() }.at(number)));
        }
        Some(match std::str::from_utf8(line) {
            Ok(text) => {
                let text = text.strip_suffix('\r').unwrap_or(text);
                Ok(Line { number, text, ended: end.is_some() })
            }
            Err(error) => {
                let good = String::from_utf8_lossy(&line[..error.valid_up_to()]);
                let column = good.chars().count() + 1;
                Err(RecordErrorKind::NotText { column, byte: line[error.valid_up_to()] }.at(number))
            }
        })
    }
}
