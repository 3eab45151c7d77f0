//! The pattern of an area attack, and its orientations on the map.
//!
//! A pattern is written as in the edition files of other companion apps: hexes of a column and a row
//! from 0, where odd rows are half a hex to the right. So `(1,0) (2,0) (0,1) (1,1) (2,1) (1,2)
//! (2,2)` is a hex with its six neighbors. A pattern can be turned in six directions and mirrored,
//! so the grid it is drawn on does not matter.

use std::fmt;
use std::str::FromStr;

use super::hex::{Hex, HexOffset};

enum_table::enum_table! {
    /// The meaning of a hex of a pattern.
    pub enum AreaHexKind {
        /// Returns the word for it.
        word: &'static str,
    }

    /// The hex of the attacker, in the pattern of a melee attack.
    Active = "active";
    /// A hex whose enemy is attacked.
    Target = "target";
}

/// A hex of a pattern, written `(1,0,target)`: column, row and kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AreaHex {
    /// The column from the left.
    pub column: u8,
    /// The row from the top; odd rows are half a hex to the right.
    pub row: u8,
    /// Its meaning.
    pub kind: AreaHexKind,
}

impl AreaHex {
    /// The maximum column or row.
    pub const MAX: u8 = 20;

    /// Returns the offset from column 0 of row 0.
    fn offset(self) -> HexOffset {
        let (column, row) = (i16::from(self.column), i16::from(self.row));
        HexOffset { across: column - (row - row % 2) / 2, down: row }
    }

    fn is_same_place(self, other: Self) -> bool {
        (self.column, self.row) == (other.column, other.row)
    }
}

impl fmt::Display for AreaHex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{},{})", self.column, self.row, self.kind.word())
    }
}

/// The error for a text that is not a hex of a pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a hex of an area such as (1,0,target), found \"{0}\"")]
pub struct NotAnAreaHex(pub String);

impl FromStr for AreaHex {
    type Err = NotAnAreaHex;

    /// Parses `(1,0,target)`, with spaces or without.
    fn from_str(text: &str) -> Result<Self, NotAnAreaHex> {
        parse(text).ok_or_else(|| NotAnAreaHex(text.chars().take(30).collect()))
    }
}

fn parse(text: &str) -> Option<AreaHex> {
    let inner = text.trim().strip_prefix('(')?.strip_suffix(')')?;
    let mut parts = inner.split(',').map(str::trim);
    let mut number = || {
        let digits = parts.next()?;
        let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse::<u8>().ok().filter(|number| is_plain && *number <= AreaHex::MAX)
    };
    let (column, row) = (number()?, number()?);
    let word = parts.next()?;
    let kind = AreaHexKind::ALL.into_iter().find(|kind| kind.word().eq_ignore_ascii_case(word))?;
    parts.next().is_none().then_some(AreaHex { column, row, kind })
}

/// The reason why hexes are no pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AreaError {
    /// No enemy could be attacked.
    #[error("an area with at least one target hex")]
    NoTarget,
    /// There are more hexes than [`Area::MAX_HEXES`].
    #[error("an area of at most {} hexes", Area::MAX_HEXES)]
    TooManyHexes,
    /// A hex is in the pattern twice.
    #[error("every hex of an area once, also {0}")]
    Repeated(AreaHex),
    /// There is more than one attacker.
    #[error("one active hex in an area")]
    SecondActive,
    /// A column or row is beyond [`AreaHex::MAX`].
    #[error("columns and rows from 0 to {} in an area", AreaHex::MAX)]
    TooWide,
}

/// The pattern of an area attack.
///
/// ```
/// use scenario_rules::area::Area;
///
/// // The attacker, and two hexes next to it and to each other.
/// let area: Area = "(0,1,active)|(0,0,target)|(1,0,target)".parse()?;
/// assert!(area.is_melee());
/// assert_eq!(area.orientations().len(), 6, "mirroring it adds none");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Area {
    hexes: [AreaHex; Self::MAX_HEXES],
    count: u8,
}

impl Area {
    /// The maximum number of hexes of a pattern.
    pub const MAX_HEXES: usize = 20;

    /// Creates a pattern from its hexes, in the order in which they are written.
    ///
    /// # Errors
    ///
    /// An [`AreaError`] if they are too many, too far apart or repeated, or if there is no target
    /// or more than one attacker.
    pub fn new(of: &[AreaHex]) -> Result<Self, AreaError> {
        if of.len() > Self::MAX_HEXES {
            return Err(AreaError::TooManyHexes);
        }
        for (at, hex) in of.iter().enumerate() {
            if hex.column.max(hex.row) > AreaHex::MAX {
                return Err(AreaError::TooWide);
            }
            if of[..at].iter().any(|before| before.is_same_place(*hex)) {
                return Err(AreaError::Repeated(*hex));
            }
        }
        if of.iter().filter(|hex| hex.kind == AreaHexKind::Active).count() > 1 {
            return Err(AreaError::SecondActive);
        }
        let Some(&target) = of.iter().find(|hex| hex.kind == AreaHexKind::Target) else {
            return Err(AreaError::NoTarget);
        };
        // The unused places are equal in every pattern with these hexes.
        let mut hexes = [target; Self::MAX_HEXES];
        hexes[..of.len()].copy_from_slice(of);
        Ok(Self { hexes, count: u8::try_from(of.len()).unwrap_or(u8::MAX) })
    }

    /// Creates the pattern of these target hexes of a map, for a melee attack with the hex of the
    /// attacker.
    ///
    /// # Errors
    ///
    /// An [`AreaError`] as from [`new`](Self::new).
    pub fn of_hexes(attacker: Option<Hex>, targets: &[Hex]) -> Result<Self, AreaError> {
        let origin = attacker.or(targets.first().copied()).ok_or(AreaError::NoTarget)?;
        let active = attacker.map(|hex| (hex, AreaHexKind::Active));
        let targets = targets.iter().map(|&hex| (hex, AreaHexKind::Target));
        let offsets: Vec<(HexOffset, AreaHexKind)> = active
            .into_iter()
            .chain(targets)
            .map(|(hex, kind)| (origin.offset_to(hex), kind))
            .collect();
        // The columns and rows count from 0.
        let top = offsets.iter().map(|(offset, _)| offset.down).min().unwrap_or_default();
        let row = |offset: HexOffset| offset.down - top;
        let column = |offset: HexOffset| offset.across + (row(offset) - row(offset) % 2) / 2;
        let left = offsets.iter().map(|(offset, _)| column(*offset)).min().unwrap_or_default();
        let hexes: Option<Vec<AreaHex>> = offsets
            .iter()
            .map(|&(offset, kind)| {
                let column = u8::try_from(column(offset) - left).ok()?;
                Some(AreaHex { column, row: u8::try_from(row(offset)).ok()?, kind })
            })
            .collect();
        Self::new(&hexes.ok_or(AreaError::TooWide)?)
    }

    /// Returns its hexes, in the order in which they are written.
    pub fn hexes(&self) -> &[AreaHex] {
        &self.hexes[..usize::from(self.count)]
    }

    /// Returns `true` if it is placed with one hex on the attacker, so the attack is melee.
    pub fn is_melee(&self) -> bool {
        self.attacker().is_some()
    }

    fn attacker(&self) -> Option<AreaHex> {
        self.hexes().iter().copied().find(|hex| hex.kind == AreaHexKind::Active)
    }

    /// Returns its different orientations: the target hexes as offsets from the attacker of a
    /// melee attack, otherwise from one of them; sorted.
    ///
    /// There are at most twelve: six directions, and the mirror images of these.
    pub fn orientations(&self) -> Vec<Vec<HexOffset>> {
        let targets = self.hexes().iter().filter(|hex| hex.kind == AreaHexKind::Target);
        let mut turned: Vec<HexOffset> = targets.map(|hex| hex.offset()).collect();
        let from = self.attacker().map(AreaHex::offset);
        if let Some(from) = from {
            turned = turned.iter().map(|offset| offset.minus(from)).collect();
        }
        let mut orientations = Vec::with_capacity(12);
        for _ in 0..2 {
            for _ in 0..6 {
                orientations.push(anchored(turned.clone(), from.is_none()));
                turned = turned.iter().map(|offset| offset.rotated()).collect();
            }
            turned = turned.iter().map(|offset| offset.mirrored()).collect();
        }
        orientations.sort_unstable();
        orientations.dedup();
        orientations
    }
}

/// Sorts offsets; measures them from the first one if the pattern has no attacker.
fn anchored(mut offsets: Vec<HexOffset>, has_no_attacker: bool) -> Vec<HexOffset> {
    offsets.sort_unstable();
    if let Some(&first) = offsets.first().filter(|_| has_no_attacker) {
        offsets = offsets.iter().map(|offset| offset.minus(first)).collect();
    }
    offsets
}

/// Writes the hexes with a bar between each two.
impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, hex) in self.hexes().iter().enumerate() {
            if at > 0 {
                f.write_str("|")?;
            }
            hex.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error for a text that is no pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub enum AreaTextError {
    /// A part of the text is no hex.
    Hex(#[from] NotAnAreaHex),
    /// The hexes are no pattern.
    Area(#[from] AreaError),
}

impl FromStr for Area {
    type Err = AreaTextError;

    /// Parses hexes such as `(0,1,active)|(1,1,target)`.
    fn from_str(text: &str) -> Result<Self, AreaTextError> {
        let hexes: Vec<AreaHex> = text.split('|').map(str::parse).collect::<Result<_, _>>()?;
        Ok(Self::new(&hexes)?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::hex::Hex;
    use super::*;

    const FLOWER: &str = "(1,0,target)|(2,0,target)|(0,1,target)|(1,1,target)|(2,1,target)|\
                          (1,2,target)|(2,2,target)";

    fn area(text: &str) -> Area {
        text.parse().expect("a pattern")
    }

    #[test]
    fn pattern_is_written_as_it_was_read() {
        for text in [FLOWER, "(0,0,target)", "(0,1,active)|(1,1,target)|(20,20,target)"] {
            assert_eq!(area(text).to_string(), text);
        }
        assert_eq!(area("( 0, 1 ,Active) | (1,1,TARGET)"), area("(0,1,active)|(1,1,target)"));
    }

    #[test]
    fn hexes_that_are_no_pattern_are_refused_with_the_reason() {
        let error = |text: &str| text.parse::<Area>().map_err(|error| error.to_string());
        for (text, why) in [
            ("(0,1,active)", "an area with at least one target hex"),
            ("(0,1,target)|(0,1,target)", "once, also (0,1,target)"),
            ("(0,1,target)|(0,1,active)", "once, also (0,1,active)"),
            ("(0,1,active)|(0,0,active)|(1,1,target)", "one active hex"),
            ("(0,21,target)", "found \"(0,21,target)\""),
            ("(0,1,conditional)", "found \"(0,1,conditional)\""),
            ("(0,1)", "such as (1,0,target)"),
            ("(0,1,target,2)", "such as (1,0,target)"),
            ("(+1,1,target)", "such as (1,0,target)"),
            ("", "such as (1,0,target)"),
        ] {
            let found = error(text).expect_err("no pattern");
            assert!(found.contains(why), "{text}: {found}");
        }
        let all: Vec<AreaHex> =
            (0..21).map(|column| AreaHex { column, row: 0, kind: AreaHexKind::Target }).collect();
        assert_eq!(Area::new(&all), Err(AreaError::TooManyHexes));
        assert!(Area::new(&all[..20]).is_ok());
        let wide = AreaHex { column: 21, row: 0, kind: AreaHexKind::Target };
        assert_eq!(Area::new(&[wide]), Err(AreaError::TooWide));
    }

    #[test]
    fn orientations_are_as_many_as_the_symmetry_of_the_pattern_leaves() {
        for (text, count) in [
            (FLOWER, 1),
            ("(0,0,target)", 1),
            // A line of two, with the attacker on it or without.
            ("(0,0,target)|(1,0,target)", 3),
            ("(0,0,active)|(1,0,target)|(2,0,target)", 6),
            // A triangle.
            ("(0,0,target)|(1,0,target)|(0,1,target)", 2),
            // A hex and one behind another of its neighbors: no symmetry at all.
            ("(0,0,active)|(1,0,target)|(2,1,target)|(3,1,target)", 12),
            ("(0,0,target)|(1,0,target)|(2,0,target)|(2,1,target)", 12),
        ] {
            assert_eq!(area(text).orientations().len(), count, "{text}");
        }
    }

    #[test]
    fn orientations_keep_every_distance_of_the_pattern() {
        let pattern = area("(0,0,active)|(1,0,target)|(2,1,target)|(3,1,target)|(0,3,target)");
        let lengths = |of: &[HexOffset]| {
            let mut lengths: Vec<u16> = of
                .iter()
                .flat_map(|a| of.iter().map(|b| a.minus(*b).length()))
                .chain(of.iter().map(|a| a.length()))
                .collect();
            lengths.sort_unstable();
            lengths
        };
        let orientations = pattern.orientations();
        let first = lengths(&orientations[0]);
        assert!(orientations.iter().all(|of| lengths(of) == first));
    }

    #[test]
    fn flower_pattern_is_a_hex_with_its_six_neighbors() {
        let orientations = area(FLOWER).orientations();
        let center = Hex::new(5, 5);
        // The first offset is that of one of the neighbors.
        let hexes: Vec<Hex> =
            orientations[0].iter().filter_map(|offset| center.at(*offset)).collect();
        let middle = hexes.iter().filter(|hex| {
            hexes.iter().filter(|other| hex.side_towards(**other).is_some()).count() == 6
        });
        assert_eq!((hexes.len(), middle.count()), (7, 1));
    }
}
