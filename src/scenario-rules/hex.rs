//! One hex of the map, its six sides, and how a person names it.
//!
//! Hexes are flat-topped. Columns have letters and rows have numbers; the columns B, D, F … stand
//! half a hex lower than A, C, E ….

use std::fmt;
use std::str::FromStr;

/// A hex of the map, written `C4`: the letters of its column, then the number of its row.
///
/// The column after `Z` is `AA`. Hexes sort row by row, the order in which a page is read.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Hex {
    /// Column from the left, 0 for `A`.
    pub column: u8,
    /// Row from the top, 0 for the row written `1`.
    pub row: u8,
}

catalogue::catalogue! {
    /// One of the six sides of a hex, clockwise from the top.
    pub enum Side {}

    /// The upper side.
    North;
    /// The upper right side.
    NorthEast;
    /// The lower right side.
    SouthEast;
    /// The lower side.
    South;
    /// The lower left side.
    SouthWest;
    /// The upper left side.
    NorthWest;
}

impl Side {
    /// The side across the hex, by which the neighbour on this side is left.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 3) % 6]
    }
}

impl Hex {
    /// The most columns or rows that a map can have.
    pub const MAX: u8 = 60;

    /// The hex in `column` and `row`, both counted from 0.
    pub const fn new(column: u8, row: u8) -> Self {
        Self { column, row }
    }

    /// The hex on this side, whether or not it belongs to any map; none beyond what can be named.
    pub fn beside(self, side: Side) -> Option<Self> {
        let lowered = i16::from(self.column % 2);
        let (across, down) = match side {
            Side::North => (0, -1),
            Side::NorthEast => (1, lowered - 1),
            Side::SouthEast => (1, lowered),
            Side::South => (0, 1),
            Side::SouthWest => (-1, lowered),
            Side::NorthWest => (-1, lowered - 1),
        };
        let place = |from: u8, by: i16| u8::try_from(i16::from(from) + by).ok();
        let next = Self::new(place(self.column, across)?, place(self.row, down)?);
        (next.column < Self::MAX && next.row < Self::MAX).then_some(next)
    }

    /// The side on which `other` lies, if the two share one.
    pub fn side_towards(self, other: Self) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.beside(side) == Some(other))
    }

    /// The letters of a column counted from 0.
    pub fn letters(column: u8) -> String {
        let letter = |of: u8| char::from(b'A' + of % 26);
        match (column / 26).checked_sub(1) {
            None => letter(column).to_string(),
            Some(first) => [letter(first), letter(column)].iter().collect(),
        }
    }
}

impl Ord for Hex {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.row, self.column).cmp(&(other.row, other.column))
    }
}

impl PartialOrd for Hex {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Self::letters(self.column), self.row + 1)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that does not name a hex.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a hex such as C4, found \"{0}\"")]
pub struct NotAHex(pub String);

impl FromStr for Hex {
    type Err = NotAHex;

    fn from_str(text: &str) -> Result<Self, NotAHex> {
        let wrong = || NotAHex(text.chars().take(20).collect());
        let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let letters = &text[..text.len() - digits.len()];
        let column = match letters.to_ascii_uppercase().as_bytes() {
            [one] => one - b'A',
            // Two letters go far beyond the last column.
            [first, second] => (first - b'A' + 1).saturating_mul(26).saturating_add(second - b'A'),
            _ => return Err(wrong()),
        };
        let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
        match digits.parse::<u8>() {
            Ok(row) if plain && (1..=Self::MAX).contains(&row) && column < Self::MAX => {
                Ok(Self::new(column, row - 1))
            }
            _ => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexes_are_written_as_letters_and_row() {
        for text in ["A1", "C4", "Z60", "AA1", "BH60"] {
            assert_eq!(text.parse::<Hex>().map(|hex| hex.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("c4".parse::<Hex>(), Ok(Hex::new(2, 3)));
        for text in
            ["", "4", "C", "C0", "C04", "C61", "BI1", "IV1", "JA1", "ZZ1", "AAA1", "C+4", "É1"]
        {
            assert_eq!(text.parse::<Hex>(), Err(NotAHex(text.to_owned())), "{text}");
        }
    }

    #[test]
    fn lowered_columns_have_other_neighbours() {
        let around = |text: &str| -> Vec<String> {
            let hex: Hex = text.parse().expect("it is a hex");
            Side::ALL
                .iter()
                .filter_map(|&side| hex.beside(side))
                .map(|hex| hex.to_string())
                .collect()
        };
        assert_eq!(around("C2"), ["C1", "D1", "D2", "C3", "B2", "B1"]);
        assert_eq!(around("B2"), ["B1", "C2", "C3", "B3", "A3", "A2"]);
        assert_eq!(around("A1"), ["B1", "A2"]);
    }

    #[test]
    fn a_neighbour_is_left_by_the_opposite_side() {
        let hex = Hex::new(3, 3);
        for side in Side::ALL {
            let next = hex.beside(side).expect("it lies inside");
            assert_eq!(next.beside(side.opposite()), Some(hex));
            assert_eq!(hex.side_towards(next), Some(side));
        }
        assert_eq!(hex.side_towards(hex), None);
    }
}
