//! Shapes of tiles, and the squares a placed tile covers.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::square::Square;

/// The maximum number of squares that a tile covers.
pub const MAX_TILE_SQUARES: usize = 8;

/// The shape of a tile, drawn row by row with `#`, rows separated by `/`.
///
/// Invariant: 1 to [`MAX_TILE_SQUARES`] squares, joined edge to edge, with no
/// empty row or column at the rim, listed in reading order.
///
/// ```
/// use components::tile::Shape;
///
/// let corner = Shape::try_from("##/#.".to_owned())?;
/// assert_eq!(corner.size(), 3);
/// assert_eq!(corner.orientations(false).len(), 4);
/// assert_eq!(corner.quarter_turn().to_string(), "##/.#");
/// # Ok::<(), components::tile::NotAShape>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shape(Vec<Square>);

/// A drawing that is not the shape of a tile.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a shape drawn like \"##/#.\", found \"{text}\": {reason}")]
pub struct NotAShape {
    /// The drawing, truncated if it is long.
    pub text: String,
    /// The mistake in it.
    pub reason: &'static str,
}

impl Shape {
    /// Creates the single square of a trade stall, a house, a bridge or a gate.
    pub fn single() -> Self {
        Self(vec![Square::new(0, 0)])
    }

    /// Returns the number of squares the tile covers.
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// Returns the distinct orientations of the tile, the printed one first.
    ///
    /// A tile may always be rotated; it may be turned over only if `turnable` (ruling R14).
    pub fn orientations(&self, turnable: bool) -> Vec<Shape> {
        let mut orientations: Vec<Shape> = Vec::new();
        let mut sides = vec![self.clone()];
        if turnable {
            sides.push(self.turned_over());
        }
        for side in sides {
            let mut orientation = side;
            for _ in 0..4 {
                if !orientations.contains(&orientation) {
                    orientations.push(orientation.clone());
                }
                orientation = orientation.quarter_turn();
            }
        }
        orientations
    }

    /// Returns `true` if one tile can be rotated to look like the other (ruling R28), or also
    /// turned over if `turnable`.
    pub fn is_same(&self, other: &Shape, turnable: bool) -> bool {
        self.orientations(turnable).contains(other)
    }

    /// Returns `true` if the tile looks the same from behind, so that turning it over changes
    /// nothing.
    pub fn is_plain(&self) -> bool {
        self.orientations(true).len() == self.orientations(false).len()
    }

    /// Returns the squares covered when the shape's top left corner is at `corner`; `None` if some
    /// are off the largest possible board.
    pub fn at(&self, corner: Square) -> Option<Footprint> {
        let mut footprint = Footprint::default();
        for offset in &self.0 {
            let column = corner.column.checked_add(offset.column)?;
            let row = corner.row.checked_add(offset.row)?;
            if column >= Square::MAX_COLUMNS || row >= Square::MAX_ROWS {
                return None;
            }
            footprint.push(Square::new(column, row));
        }
        Some(footprint)
    }

    /// Returns the columns and rows of the bounding box.
    pub fn extent(&self) -> (u8, u8) {
        let columns = self.0.iter().map(|s| s.column + 1).max().unwrap_or(0);
        let rows = self.0.iter().map(|s| s.row + 1).max().unwrap_or(0);
        (columns, rows)
    }

    /// Returns the squares of the shape, counted from its top left corner.
    pub fn offsets(&self) -> &[Square] {
        &self.0
    }

    /// Returns the shape after a quarter turn clockwise.
    #[must_use]
    pub fn quarter_turn(&self) -> Shape {
        let (_, rows) = self.extent();
        Self::sorted(self.0.iter().map(|s| Square::new(rows - 1 - s.row, s.column)).collect())
    }

    /// Returns the shape turned over from left to right.
    #[must_use]
    pub fn turned_over(&self) -> Shape {
        let (columns, _) = self.extent();
        Self::sorted(self.0.iter().map(|s| Square::new(columns - 1 - s.column, s.row)).collect())
    }

    fn sorted(mut squares: Vec<Square>) -> Shape {
        squares.sort_unstable();
        Self(squares)
    }
}

impl TryFrom<String> for Shape {
    type Error = NotAShape;

    fn try_from(text: String) -> Result<Self, NotAShape> {
        let wrong = |reason| NotAShape { text: text.chars().take(40).collect(), reason };
        let mut squares = Vec::new();
        for (row, line) in text.split('/').enumerate() {
            for (column, mark) in line.chars().enumerate() {
                match mark {
                    '#' if row < MAX_TILE_SQUARES && column < MAX_TILE_SQUARES => {
                        squares.push(Square::new(
                            u8::try_from(column).unwrap_or(u8::MAX),
                            u8::try_from(row).unwrap_or(u8::MAX),
                        ));
                    }
                    '#' => return Err(wrong("a tile covers at most 8 squares")),
                    '.' => {}
                    _ => return Err(wrong("only # and . and / stand in a shape")),
                }
            }
        }
        if squares.is_empty() || squares.len() > MAX_TILE_SQUARES {
            return Err(wrong("a tile covers 1 to 8 squares"));
        }
        if squares.iter().all(|s| s.row > 0) || squares.iter().all(|s| s.column > 0) {
            return Err(wrong("the first row and column hold a square of the tile"));
        }
        let mut joined = vec![squares[0]];
        let mut next = 0;
        while let Some(&here) = joined.get(next) {
            next += 1;
            for &there in &squares {
                let steps = here.column.abs_diff(there.column) + here.row.abs_diff(there.row);
                if steps == 1 && !joined.contains(&there) {
                    joined.push(there);
                }
            }
        }
        if joined.len() == squares.len() {
            Ok(Self::sorted(squares))
        } else {
            Err(wrong("its squares are not joined edge to edge"))
        }
    }
}

impl From<Shape> for String {
    fn from(shape: Shape) -> Self {
        shape.to_string()
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (columns, rows) = self.extent();
        for row in 0..rows {
            if row > 0 {
                f.write_str("/")?;
            }
            for column in 0..columns {
                f.write_str(if self.0.contains(&Square::new(column, row)) { "#" } else { "." })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The squares a tile covers on the map, in reading order.
///
/// It is small enough for `Copy`: up to [`MAX_TILE_SQUARES`] squares.
#[derive(Clone, Copy, Default)]
pub struct Footprint {
    len: u8,
    squares: [Square; MAX_TILE_SQUARES],
}

impl Footprint {
    /// Creates a footprint of the given squares, sorted in reading order, without duplicates.
    ///
    /// `None` if there are none or more than any tile covers.
    pub fn new(squares: &[Square]) -> Option<Self> {
        let mut sorted = squares.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.is_empty() || sorted.len() > MAX_TILE_SQUARES {
            return None;
        }
        let mut footprint = Self::default();
        for square in sorted {
            footprint.push(square);
        }
        Some(footprint)
    }

    /// Creates the footprint of a tile of one square.
    pub fn single(square: Square) -> Self {
        let mut footprint = Self::default();
        footprint.push(square);
        footprint
    }

    /// Returns the squares, in reading order.
    #[inline]
    pub fn squares(&self) -> &[Square] {
        &self.squares[..usize::from(self.len)]
    }

    /// Returns `true` if the tile covers `square`.
    #[inline]
    pub fn covers(&self, square: Square) -> bool {
        self.squares().contains(&square)
    }

    /// Returns the first square in reading order, which serves as the short name of a tile.
    #[inline]
    pub fn first(&self) -> Square {
        self.squares[0]
    }

    /// Returns the shape of the footprint; `None` if its squares are not joined.
    pub fn shape(&self) -> Option<Shape> {
        let column = self.squares().iter().map(|s| s.column).min()?;
        let row = self.squares().iter().map(|s| s.row).min()?;
        let moved = self.squares().iter().map(|s| Square::new(s.column - column, s.row - row));
        let shape = Shape::sorted(moved.collect());
        Shape::try_from(shape.to_string()).ok()
    }

    fn push(&mut self, square: Square) {
        self.squares[usize::from(self.len)] = square;
        self.len += 1;
    }
}

impl PartialEq for Footprint {
    fn eq(&self, other: &Self) -> bool {
        self.squares() == other.squares()
    }
}

impl Eq for Footprint {}

impl PartialOrd for Footprint {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Footprint {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.squares().cmp(other.squares())
    }
}

impl fmt::Display for Footprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, square) in self.squares().iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            square.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Footprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(drawing: &str) -> Shape {
        Shape::try_from(drawing.to_owned()).unwrap_or_else(|e| panic!("{e}"))
    }

    #[track_caller]
    fn check_orientations(drawing: &str, rotated: usize, turned: usize) {
        assert_eq!(shape(drawing).orientations(false).len(), rotated);
        assert_eq!(shape(drawing).orientations(true).len(), turned);
    }

    #[test]
    fn orientations_of_symmetric_tiles_are_listed_once() {
        check_orientations("#", 1, 1);
        check_orientations("###", 2, 2);
        check_orientations("##/#.", 4, 4);
        check_orientations("##/##", 1, 1);
        check_orientations("##./.##", 2, 4);
        check_orientations("###/#..", 4, 8);
        check_orientations("###/.#.", 4, 4);
    }

    #[test]
    fn invalid_drawings_of_shapes_are_rejected() {
        for drawing in ["", ".", "#.#", "#./.#", ".#", "./#", "x", "#########", "###/###/###"] {
            assert!(Shape::try_from(drawing.to_owned()).is_err(), "{drawing}");
        }
    }

    #[test]
    fn mirror_images_are_the_same_shape_only_if_turnable() {
        let (z, s) = (shape("##./.##"), shape(".##/##."));
        assert!(!z.is_same(&s, false));
        assert!(z.is_same(&s, true));
    }

    #[test]
    fn footprint_of_a_placed_shape_has_that_shape() {
        let at = shape("##/#.").at(Square::new(2, 6));
        assert_eq!(at.map(|f| f.to_string()), Some("C7 D7 C8".to_owned()));
        assert_eq!(at.and_then(|f| f.shape()), Some(shape("##/#.")));
        assert_eq!(shape("##").at(Square::new(25, 0)), None);
    }
}
