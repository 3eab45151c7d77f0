//! The paint file of the command line: a line for each painted square.
//!
//! `C7 forested` paints a square; `D6 start 2` paints central land with the start
//! number 2; `E5 section 3` assigns the land around a square to a section and
//! paints nothing. Empty lines and everything after a `;` are comments.

use std::collections::BTreeMap;

use super::corners::GridSize;
use super::kind::{NotAPaintKind, PaintKind};
use components::board::Section;
use components::square::{NotASquare, Square};

/// The maximum size of a paint file in bytes; the largest board takes about 20,000.
pub const MAX_PAINT_BYTES: usize = 1_000_000;

/// The contents of a paint file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaintFile {
    /// The kind of each painted square.
    pub kinds: BTreeMap<Square, PaintKind>,
    /// The number of each start square.
    pub starts: BTreeMap<Square, u8>,
    /// The section of the land around some squares.
    pub sections: BTreeMap<Square, Section>,
}

/// An error in a paint file. Every message about a line names it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum PaintError {
    /// No square at the beginning of the line.
    #[error("line {line}: {error}")]
    NotASquare {
        /// The line, counted from 1.
        line: usize,
        error: NotASquare,
    },
    /// A square the grid does not have.
    #[error(
        "line {line}: {square} is not on a grid of {grid}, expected a square from A1 to {last}"
    )]
    OffTheGrid {
        /// The line, counted from 1.
        line: usize,
        square: Square,
        grid: String,
        /// The last square of the grid.
        last: Square,
    },
    /// No kind behind the square.
    #[error("line {line}: {error}")]
    NotAKind {
        /// The line, counted from 1.
        line: usize,
        error: NotAPaintKind,
    },
    /// No number of a start square.
    #[error("line {line}: expected a start square's number from 1 to 4, found \"{found}\"")]
    NotAStart {
        /// The line, counted from 1.
        line: usize,
        /// The text there, truncated.
        found: String,
    },
    /// No number of a section.
    #[error("line {line}: expected a section's number from 1 to 3, found \"{found}\"")]
    NotASection {
        /// The line, counted from 1.
        line: usize,
        /// The text there, truncated.
        found: String,
    },
    /// Two lines that assign one square to different sections.
    #[error("line {line}: {square} is of section {}, and of another before; expected one line for it", section.0 + 1)]
    TwoSections {
        /// The line, counted from 1.
        line: usize,
        square: Square,
        section: Section,
    },
    /// Two lines that paint one square differently.
    #[error(
        "line {line}: {square} is painted {kind}, and as something else before; expected one line for it"
    )]
    Contradiction {
        /// The line, counted from 1.
        line: usize,
        square: Square,
        /// The kind on this line.
        kind: PaintKind,
    },
    /// No painted square in the file.
    #[error(
        "no square is painted, expected a line such as `C7 forested` for some squares of each kind"
    )]
    NoSquares,
}

impl PaintFile {
    /// Parses a paint file for a grid.
    ///
    /// # Errors
    ///
    /// The first line that is wrong, or [`PaintError::NoSquares`].
    pub fn parse(text: &str, grid: GridSize) -> Result<Self, PaintError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut paint = Self::default();
        for (line, written) in (1..).zip(text.lines()) {
            let entry = written.split(';').next().unwrap_or_default().trim();
            if entry.is_empty() {
                continue;
            }
            let (name, what) = entry.split_once(char::is_whitespace).unwrap_or((entry, ""));
            let square: Square =
                name.parse().map_err(|error| PaintError::NotASquare { line, error })?;
            if grid.index(square).is_none() {
                let last = Square::new(grid.columns() - 1, grid.rows() - 1);
                return Err(PaintError::OffTheGrid { line, square, grid: grid.to_string(), last });
            }
            if let Some(number) = what.trim().strip_prefix("section") {
                let number = number.trim();
                let section =
                    Section::ALL.into_iter().find(|section| (section.0 + 1).to_string() == number);
                let Some(section) = section else {
                    let found = number.chars().take(30).collect();
                    return Err(PaintError::NotASection { line, found });
                };
                if paint.sections.insert(square, section).is_some_and(|before| before != section) {
                    return Err(PaintError::TwoSections { line, square, section });
                }
                continue;
            }
            let kind = match what.trim().strip_prefix("start") {
                Some(number) => {
                    let number = number.trim();
                    let Some(number @ 1..=4) = number.parse().ok() else {
                        let found = number.chars().take(30).collect();
                        return Err(PaintError::NotAStart { line, found });
                    };
                    paint.starts.insert(square, number);
                    PaintKind::Central
                }
                None => what.parse().map_err(|error| PaintError::NotAKind { line, error })?,
            };
            if paint.kinds.insert(square, kind).is_some_and(|before| before != kind) {
                return Err(PaintError::Contradiction { line, square, kind });
            }
        }
        if paint.kinds.is_empty() {
            return Err(PaintError::NoSquares);
        }
        Ok(paint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<PaintFile, String> {
        let grid = GridSize::new(5, 4).expect("a small board");
        PaintFile::parse(text, grid).map_err(|error| error.to_string())
    }

    #[test]
    fn each_line_of_a_paint_file_paints_a_square() {
        let text = "A1 forested\r\n\n; a note\nb2  Not part of the city ; outside\nC3 reserved (Ghost Fortress)\nD4 start 2\nD4 section 3\n";
        let paint = parse(text).expect("every line is sound");
        let kinds: Vec<String> =
            paint.kinds.iter().map(|(square, kind)| format!("{square} {kind}")).collect();
        assert_eq!(
            kinds,
            ["A1 forested", "B2 not part of the city", "C3 Ghost Fortress", "D4 central"]
        );
        assert_eq!(paint.starts.into_iter().collect::<Vec<_>>(), [(Square::new(3, 3), 2)]);
        let sections: Vec<(Square, Section)> = paint.sections.into_iter().collect();
        assert_eq!(sections, [(Square::new(3, 3), Section(2))]);
    }

    #[test]
    fn a_wrong_line_is_named_with_what_was_expected() {
        for (text, message) in [
            ("", "no square is painted"),
            ("A1 forested\nX forested", "line 2: expected a square such as C7, found \"X\""),
            ("F1 wall", "line 1: F1 is not on a grid of 5 × 4, expected a square from A1 to E4"),
            ("A1 swamp", "line 1: expected a kind of square (entrance, "),
            ("A1", "found \"\""),
            ("A1 start 5", "line 1: expected a start square's number from 1 to 4, found \"5\""),
            ("A1 wall\nA1 wall\nA1 river", "line 3: A1 is painted river"),
            ("A1 section 4", "line 1: expected a section's number from 1 to 3, found \"4\""),
            ("A1 section 1\nA1 section 2", "line 2: A1 is of section 2"),
            ("A1 section 1", "no square is painted"),
        ] {
            let error = parse(text).expect_err(text);
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
