//! Squares of the map and their names, such as `C7`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A square of the map, counted from the top left corner of the printed board.
///
/// Its name, such as `C7`, is a letter for the column and a number for the row, with `A1` at the
/// top left. Squares sort row by row, in reading order.
///
/// ```
/// use components::square::Square;
///
/// let square: Square = "C7".parse()?;
/// assert_eq!(square, Square::new(2, 6));
/// assert_eq!(square.to_string(), "C7");
/// # Ok::<(), components::square::NotASquare>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Square {
    /// Column from the left, 0 for `A`.
    pub column: u8,
    /// Row from the top, 0 for the row written `1`.
    pub row: u8,
}

impl Square {
    /// The maximum number of columns of a board: one letter names each.
    pub const MAX_COLUMNS: u8 = 26;
    /// The maximum number of rows of a board.
    pub const MAX_ROWS: u8 = 26;

    /// Creates the square in `column` and `row`, both counted from 0.
    pub const fn new(column: u8, row: u8) -> Self {
        Self { column, row }
    }
}

impl Ord for Square {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.row, self.column).cmp(&(other.row, other.column))
    }
}

impl PartialOrd for Square {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.column), self.row + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that does not name a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a square such as C7, found \"{0}\"")]
pub struct NotASquare(pub String);

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Self, NotASquare> {
        let wrong = || NotASquare(text.chars().take(20).collect());
        let mut letters = text.chars();
        let letter = letters.next().ok_or_else(wrong)?.to_ascii_uppercase();
        let digits = letters.as_str();
        let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
        let row: u8 = match digits.parse() {
            Ok(row) if plain => row,
            _ => return Err(wrong()),
        };
        if letter.is_ascii_uppercase() && (1..=Self::MAX_ROWS).contains(&row) {
            Ok(Self::new(letter as u8 - b'A', row - 1))
        } else {
            Err(wrong())
        }
    }
}

impl TryFrom<String> for Square {
    type Error = NotASquare;

    fn try_from(text: String) -> Result<Self, NotASquare> {
        text.parse()
    }
}

impl From<Square> for String {
    fn from(square: Square) -> Self {
        square.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_parse_from_and_print_as_letter_and_row() {
        for text in ["A1", "C7", "Z26"] {
            assert_eq!(text.parse::<Square>().map(|s| s.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("c7".parse::<Square>(), Ok(Square::new(2, 6)));
        for text in ["", "7", "C", "C0", "C07", "C27", "CC7", "C+7", "É1"] {
            assert_eq!(text.parse::<Square>(), Err(NotASquare(text.to_owned())), "{text}");
        }
    }

    #[test]
    fn squares_sort_in_reading_order() {
        assert!(Square::new(5, 0) < Square::new(0, 1));
        assert!(Square::new(0, 1) < Square::new(1, 1));
    }
}
