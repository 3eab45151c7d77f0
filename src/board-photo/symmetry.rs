//! Symmetric copies of strokes, for the side of the board with threefold symmetry.

use super::corners::GridSize;
use components::square::Square;

/// The symmetric copies that are painted with each stroke.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symmetry {
    /// Mirrored from left to right.
    pub mirror: bool,
    /// Turned by a third around the center, and by two thirds.
    pub third_turn: bool,
}

impl Symmetry {
    /// Returns these squares and their copies, in reading order.
    ///
    /// A third of a turn does not map squares to squares. So that no copy is lost and none has
    /// holes, a square is painted if a painted one is turned onto it, and if it is turned onto
    /// a painted one.
    pub fn all(self, grid: GridSize, squares: &[Square]) -> Vec<Square> {
        let mut painted = vec![false; grid.len()];
        for &square in squares.iter().filter(|square| grid.index(**square).is_some()) {
            let copies = [Some(square), self.mirror.then(|| mirrored(grid, square))];
            for at in copies.into_iter().flatten().filter_map(|square| grid.index(square)) {
                painted[at] = true;
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

fn chosen(grid: GridSize, marks: &[bool]) -> Vec<Square> {
    grid.squares().zip(marks).filter(|(_, mark)| **mark).map(|(square, _)| square).collect()
}

fn mirrored(grid: GridSize, square: Square) -> Square {
    Square::new(grid.columns() - 1 - square.column, square.row)
}

/// Returns the square onto which the center of this one is turned, if it is on the grid.
fn turned(grid: GridSize, square: Square, degrees: f64) -> Option<Square> {
    let [across, down] = [grid.columns(), grid.rows()].map(|count| (f64::from(count) - 1.0) / 2.0);
    let (x, y) = (f64::from(square.column) - across, f64::from(square.row) - down);
    let (sin, cos) = degrees.to_radians().sin_cos();
    let column = (x * cos - y * sin + across).round();
    let row = (x * sin + y * cos + down).round();
    let is_inside = (0.0..f64::from(grid.columns())).contains(&column)
        && (0.0..f64::from(grid.rows())).contains(&row);
    is_inside.then(|| Square::new(column as u8, row as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(symmetry: Symmetry, squares: &[&str]) -> Vec<String> {
        let grid = GridSize::new(9, 9).expect("a small board");
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
        // No square is turned onto this one, but it still has its copies.
        assert_eq!(all(thirds, &["E2"]).len(), 3);
        assert_eq!(all(thirds, &["E5"]), ["E5"]);
    }
}
