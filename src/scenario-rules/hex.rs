//! A hex of the map, its six sides, and its name.
//!
//! Hexes are flat-topped. Columns have letters and rows have numbers; the columns B, D, F … are
//! half a hex lower than A, C, E ….

use std::fmt;
use std::str::FromStr;

/// A hex of the map, written `C4`: the letters of its column, then the number of its row.
///
/// The column after `Z` is `AA`. Hexes sort in reading order, row by row.
///
/// ```
/// use scenario_rules::Hex;
/// use scenario_rules::hex::Side;
///
/// let hex: Hex = "C4".parse()?;
/// assert_eq!(hex, Hex::new(2, 3));
/// let below = hex.neighbor(Side::SouthEast).expect("a hex that can be named");
/// assert_eq!(below.to_string(), "D4");
/// assert_eq!(below.side_towards(hex), Some(Side::NorthWest));
/// # Ok::<(), scenario_rules::hex::NotAHex>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Hex {
    /// The column from the left, 0 for `A`.
    pub column: u8,
    /// The row from the top, 0 for the row written `1`.
    pub row: u8,
}

enum_table::enum_table! {
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
    /// Returns the opposite side, which the neighbor on this side shares with the hex.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 3) % 6]
    }
}

impl Hex {
    /// The maximum number of columns or rows of a map.
    pub const MAX: u8 = 60;

    /// Creates the hex in `column` and `row`, both counted from 0.
    pub const fn new(column: u8, row: u8) -> Self {
        Self { column, row }
    }

    /// Returns the neighbor on this side, on any map or none; `None` beyond [`Hex::MAX`] columns or
    /// rows.
    pub fn neighbor(self, side: Side) -> Option<Self> {
        let lowered = i8::from(self.column % 2 == 1);
        let (across, down) = match side {
            Side::North => (0, -1),
            Side::NorthEast => (1, lowered - 1),
            Side::SouthEast => (1, lowered),
            Side::South => (0, 1),
            Side::SouthWest => (-1, lowered),
            Side::NorthWest => (-1, lowered - 1),
        };
        let column = self.column.checked_add_signed(across)?;
        let next = Self::new(column, self.row.checked_add_signed(down)?);
        (next.column < Self::MAX && next.row < Self::MAX).then_some(next)
    }

    /// Returns the side shared with `other`; `None` if they are not neighbors.
    pub fn side_towards(self, other: Self) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.neighbor(side) == Some(other))
    }

    /// Returns the offset from this hex to another.
    pub fn offset_to(self, other: Self) -> HexOffset {
        other.axial().minus(self.axial())
    }

    /// Returns the hex at an offset from this one; `None` beyond [`Hex::MAX`] columns or rows.
    pub fn at(self, offset: HexOffset) -> Option<Self> {
        let HexOffset { across, down } = self.axial().plus(offset);
        let [column, row] = [across, down + (across - across.rem_euclid(2)) / 2]
            .map(|part| u8::try_from(part).ok().filter(|part| *part < Self::MAX));
        Some(Self::new(column?, row?))
    }

    /// Returns the offset from A1.
    fn axial(self) -> HexOffset {
        let (column, row) = (i16::from(self.column), i16::from(self.row));
        HexOffset { across: column, down: row - (column - column % 2) / 2 }
    }

    /// Returns the letters of a column counted from 0.
    pub fn column_letters(column: u8) -> String {
        let last = char::from(b'A' + column % 26);
        match (column / 26).checked_sub(1) {
            None => last.to_string(),
            Some(first) => [char::from(b'A' + first), last].iter().collect(),
        }
    }
}

/// The offset from one hex to another, in steps along two of the three axes: `across` to the lower
/// right, `down` straight down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HexOffset {
    /// The steps to the lower right.
    pub across: i16,
    /// The steps down.
    pub down: i16,
}

impl HexOffset {
    /// Returns the sum of two offsets.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self { across: self.across + other.across, down: self.down + other.down }
    }

    /// Returns the difference of two offsets.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self { across: self.across - other.across, down: self.down - other.down }
    }

    /// Returns the offset turned by a sixth of a circle, clockwise.
    #[must_use]
    pub const fn rotated(self) -> Self {
        Self { across: -self.down, down: self.across + self.down }
    }

    /// Returns the mirror image of the offset, with up and down exchanged.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self { across: self.across, down: -self.across - self.down }
    }

    /// Returns the fewest steps over a map without walls.
    pub const fn length(self) -> u16 {
        let third = (self.across + self.down).unsigned_abs();
        let (across, down) = (self.across.unsigned_abs(), self.down.unsigned_abs());
        (across + down + third) / 2
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
        write!(f, "{}{}", Self::column_letters(self.column), self.row + 1)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error for a text that does not name a hex.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a hex such as C4, found \"{0}\"")]
pub struct NotAHex(pub String);

impl FromStr for Hex {
    type Err = NotAHex;

    fn from_str(text: &str) -> Result<Self, NotAHex> {
        parse(text).ok_or_else(|| NotAHex(text.chars().take(20).collect()))
    }
}

fn parse(text: &str) -> Option<Hex> {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let letters = &text[..text.len() - digits.len()];
    let column = match letters.to_ascii_uppercase().as_bytes() {
        [one] => one - b'A',
        // Two letters can exceed the last column, and a `u8`.
        [first, second] => (first - b'A' + 1).saturating_mul(26).saturating_add(second - b'A'),
        _ => return None,
    };
    let is_plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
    let row = digits.parse::<u8>().ok().filter(|row| is_plain && (1..=Hex::MAX).contains(row))?;
    (column < Hex::MAX).then(|| Hex::new(column, row - 1))
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
    fn neighbors_depend_on_whether_the_column_is_lowered() {
        assert_eq!(neighbors("C2"), ["C1", "D1", "D2", "C3", "B2", "B1"]);
        assert_eq!(neighbors("B2"), ["B1", "C2", "C3", "B3", "A3", "A2"]);
        assert_eq!(neighbors("A1"), ["B1", "A2"]);
    }

    fn neighbors(text: &str) -> Vec<String> {
        let hex: Hex = text.parse().expect("a valid hex");
        Side::ALL.iter().filter_map(|&side| hex.neighbor(side)).map(|hex| hex.to_string()).collect()
    }

    #[test]
    fn neighbor_has_the_hex_on_its_opposite_side() {
        let hex = Hex::new(3, 3);
        for side in Side::ALL {
            let next = hex.neighbor(side).expect("inside the largest map");
            assert_eq!(next.neighbor(side.opposite()), Some(hex));
            assert_eq!(hex.side_towards(next), Some(side));
        }
        assert_eq!(hex.side_towards(hex), None);
    }

    #[test]
    fn offsets_lead_from_any_hex_to_any_other() {
        let hexes: Vec<Hex> =
            (0..9).flat_map(|column| (0..9).map(move |row| Hex::new(column, row))).collect();
        for &a in &hexes {
            for &b in &hexes {
                let offset = a.offset_to(b);
                assert_eq!(a.at(offset), Some(b));
                assert_eq!(offset.length() == 1, a.side_towards(b).is_some());
            }
        }
        assert_eq!(Hex::new(0, 0).at(HexOffset { across: -1, down: 0 }), None);
        assert_eq!(Hex::new(59, 0).at(HexOffset { across: 1, down: 0 }), None);
        assert_eq!(Hex::new(0, 59).at(HexOffset { across: 0, down: 1 }), None);
    }

    #[test]
    fn turning_an_offset_six_times_or_mirroring_it_twice_changes_nothing() {
        for across in -4..=4 {
            for down in -4..=4 {
                let offset = HexOffset { across, down };
                let mut turned = offset;
                for step in 1..=6 {
                    turned = turned.rotated();
                    assert_eq!(turned.length(), offset.length());
                    assert_eq!(turned == offset, step == 6 || offset.length() == 0);
                }
                assert_eq!(offset.mirrored().length(), offset.length());
                assert_eq!(offset.mirrored().mirrored(), offset);
                // A mirror image turns the other way.
                assert_eq!(offset.rotated().mirrored().rotated(), offset.mirrored());
            }
        }
    }

    #[test]
    fn turning_an_offset_goes_clockwise_from_side_to_side() {
        let hex = Hex::new(5, 5);
        for (at, side) in Side::ALL.into_iter().enumerate() {
            let offset = hex.offset_to(hex.neighbor(side).expect("inside the largest map"));
            assert_eq!(hex.at(offset.rotated()), hex.neighbor(Side::ALL[(at + 1) % 6]));
        }
    }
}
