//! Copies of what is painted, for the side of the board that is the same three times over.

use super::corners::Grid;
use components::square::Square;

/// Where else a stroke is painted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symmetry {
    /// Mirrored from left to right.
    pub mirror: bool,
    /// Turned by a third around the middle, and by two thirds.
    pub third_turn: bool,
}

impl Symmetry {
    /// The squares that are painted when these are, themselves among them, in reading order.
    ///
    /// A third of a turn does not take squares to squares. So that no copy is lost and none has
    /// holes, a square is painted if a painted one is turned onto it, and if it is turned onto
    /// a painted one.
    pub fn all(self, grid: Grid, squares: &[Square]) -> Vec<Square> {
        let mut painted = vec![false; grid.len()];
        let mut mark = |square: Option<Square>| {
            if let Some(at) = square.and_then(|square| grid.index(square)) {
                painted[at] = true;
            }
        };
        for &square in squares.iter().filter(|square| grid.index(**square).is_some()) {
            mark(Some(square));
            if self.mirror {
                mark(Some(mirrored(grid, square)));
            }
        }
        if !self.third_turn {
            return chosen(grid, &painted);
        }
        let mut all = painted.clone();
        for (at, square) in grid.squares().enumerate() {
            for onto in [120.0, 240.0].map(|degrees| turned(grid, square, degrees)) {
                let Some(other) = onto.and_then(|square| grid.index(square)) else {
                    continue;
                };
                all[at] |= painted[other];
                all[other] |= painted[at];
            }
        }
        chosen(grid, &all)
    }
}

fn chosen(grid: Grid, marks: &[bool]) -> Vec<Square> {
    let squares = grid.squares().zip(marks);
    squares.filter(|(_, mark)| **mark).map(|(square, _)| square).collect()
}

fn mirrored(grid: Grid, square: Square) -> Square {
    Square::new(grid.columns() - 1 - square.column, square.row)
}

/// The square that the middle of this one is turned onto, unless that is off the grid.
fn turned(grid: Grid, square: Square, degrees: f64) -> Option<Square> {
    let middle = |count: u8| (f64::from(count) - 1.0) / 2.0;
    let (x, y) = (
        f64::from(square.column) - middle(grid.columns()),
        f64::from(square.row) - middle(grid.rows()),
    );
    let (sin, cos) = degrees.to_radians().sin_cos();
    let column = (x * cos - y * sin + middle(grid.columns())).round();
    let row = (x * sin + y * cos + middle(grid.rows())).round();
    let inside = |at: f64, count: u8| (0.0..f64::from(count)).contains(&at);
    (inside(column, grid.columns()) && inside(row, grid.rows()))
        .then(|| Square::new(column as u8, row as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(symmetry: Symmetry, squares: &[&str]) -> Vec<String> {
        let grid = Grid::new(9, 9).expect("a small board");
        let squares: Vec<Square> = squares.iter().map(|s| s.parse().expect("a square")).collect();
        symmetry.all(grid, &squares).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_mirror_swaps_left_and_right() {
        let mirror = Symmetry { mirror: true, third_turn: false };
        assert_eq!(all(mirror, &["B3", "E5"]), ["B3", "H3", "E5"]);
        assert_eq!(all(Symmetry::default(), &["B3"]), ["B3"]);
    }

    #[test]
    fn a_third_of_a_turn_makes_three_of_one() {
        let thirds = Symmetry { mirror: false, third_turn: true };
        assert_eq!(all(thirds, &["E1"]), ["E1", "A7", "B7", "H7", "I7"]);
        // No square is turned onto this one, and yet it has its copies.
        assert_eq!(all(thirds, &["E2"]).len(), 3);
        assert_eq!(all(thirds, &["E5"]), ["E5"]);
    }
}
