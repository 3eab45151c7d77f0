//! The geometry of the hexes of a map in a view: flat-topped, the columns B, D, F … half a hex
//! lower.

use scenario_rules::Board;
use scenario_rules::hex::{Hex, Side};
use scene::{Pos, Rect};

/// The margin around the map, in points.
const EDGE: f32 = 10.0;
/// The distance from the center of a hex to the middle of a side, in side lengths.
const TO_SIDE: f32 = 0.866_025_4;

/// The layout of a map in a view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HexGrid {
    origin: Pos,
    /// The side length of a hex, in points.
    pub(super) side: f32,
    columns: u8,
    rows: u8,
}

impl HexGrid {
    /// Creates the largest grid of a whole map that fits into a view.
    pub fn fit(view: Rect, board: &Board) -> Self {
        let whole = extent((board.columns(), board.rows()));
        let available = view.shrunk(EDGE);
        let side =
            (available.width().max(1.0) / whole.x).min(available.height().max(1.0) / whole.y);
        let origin = view.center().plus(-whole.x * side / 2.0, -whole.y * side / 2.0);
        Self { origin, side, columns: board.columns(), rows: board.rows() }
    }

    /// Creates a grid without a margin, with this side length of a hex.
    pub const fn plain((columns, rows): (u8, u8), side: f32) -> Self {
        Self { origin: Pos::new(0.0, 0.0), side, columns, rows }
    }

    /// Returns the rectangle that the map covers.
    pub fn extent(&self) -> Rect {
        let Pos { x, y } = extent((self.columns, self.rows));
        Rect::new(self.origin.x, self.origin.y, x * self.side, y * self.side)
    }

    /// Returns the bottom right corner of the map with its margin.
    pub(super) fn far_corner(&self) -> Pos {
        self.extent().max.plus(EDGE, EDGE)
    }

    /// Returns the size of a map with its margin, for this side length of a hex.
    pub(super) fn size_of(board: &Board, side: f32) -> Pos {
        let Pos { x, y } = extent((board.columns(), board.rows()));
        Pos::new(x * side + 2.0 * EDGE, y * side + 2.0 * EDGE)
    }

    /// Returns the center of a hex.
    pub fn center(&self, hex: Hex) -> Pos {
        let lower = f32::from(hex.column % 2) / 2.0;
        let x = 1.0 + 1.5 * f32::from(hex.column);
        let y = 2.0 * TO_SIDE * (f32::from(hex.row) + 0.5 + lower);
        self.origin.plus(x * self.side, y * self.side)
    }

    /// Returns the corners of a hex, clockwise; side `i` of [`Side::ALL`] runs from corner `i` to
    /// the next.
    pub fn corners(&self, hex: Hex) -> [Pos; 6] {
        let center = self.center(hex);
        [
            (-0.5, -TO_SIDE),
            (0.5, -TO_SIDE),
            (1.0, 0.0),
            (0.5, TO_SIDE),
            (-0.5, TO_SIDE),
            (-1.0, 0.0),
        ]
        .map(|(x, y)| center.plus(x * self.side, y * self.side))
    }

    /// Returns the ends of a side of a hex.
    pub fn edge(&self, hex: Hex, side: Side) -> [Pos; 2] {
        let corners = self.corners(hex);
        let at = side as usize;
        [corners[at], corners[(at + 1) % 6]]
    }

    /// Returns the hex of the grid under a point, even if the map has none there.
    pub fn at(&self, point: Pos) -> Option<Hex> {
        let right = (point.x - self.origin.x) / self.side;
        let down = (point.y - self.origin.y) / self.side;
        let near = ((right - 1.0) / 1.5).round() as i32;
        let columns = (near - 1..=near + 1).filter_map(|column| u8::try_from(column).ok());
        let hexes = columns.filter(|column| *column < self.columns).filter_map(|column| {
            let lower = f32::from(column % 2) / 2.0;
            let row = (down / (2.0 * TO_SIDE) - lower).floor() as i32;
            u8::try_from(row).ok().filter(|row| *row < self.rows).map(|row| Hex::new(column, row))
        });
        // The hex that contains a point is the one with the nearest center.
        let (distance, nearest) = hexes
            .map(|hex| (self.center(hex).distance(point), hex))
            .min_by(|(a, _), (b, _)| a.total_cmp(b))?;
        (distance <= self.side).then_some(nearest)
    }

    /// Returns the side of a hex that is nearest to a point.
    pub fn side_at(&self, hex: Hex, point: Pos) -> Side {
        Side::ALL
            .into_iter()
            .map(|side| {
                let [a, b] = self.edge(hex, side);
                (a.toward(b, 0.5).distance(point), side)
            })
            .min_by(|(a, _), (b, _)| a.total_cmp(b))
            .map_or(Side::North, |(_, side)| side)
    }
}

/// Returns the width and height of a map, in side lengths of a hex.
fn extent((columns, rows): (u8, u8)) -> Pos {
    // A map of a single column has no lowered column.
    let lower = if columns > 1 { 0.5 } else { 0.0 };
    Pos::new(1.5 * f32::from(columns - 1) + 2.0, 2.0 * TO_SIDE * (f32::from(rows) + lower))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_of_a_hex_finds_that_hex_and_its_nearest_side() {
        for (columns, rows) in [(1, 1), (7, 5), (25, 29), (60, 60)] {
            let board = Board::new(columns, rows);
            let view = Rect::new(20.0, 30.0, 900.0, 700.0);
            let grid = HexGrid::fit(view, &board);
            for hex in board.hexes() {
                let center = grid.center(hex);
                assert_eq!(grid.at(center), Some(hex));
                for corner in grid.corners(hex) {
                    assert!(view.contains(corner), "{hex} is outside the view");
                    assert_eq!(grid.at(center.toward(corner, 0.95)), Some(hex));
                }
                for side in Side::ALL {
                    let [a, b] = grid.edge(hex, side);
                    let middle = a.toward(b, 0.5);
                    assert_eq!(grid.side_at(hex, middle), side);
                    if let Some(next) = hex.neighbor(side).filter(|next| board.has(*next)) {
                        assert_eq!(grid.at(center.toward(middle, 1.1)), Some(next));
                    }
                }
            }
            assert_eq!(grid.at(view.min), None);
        }
    }
}
