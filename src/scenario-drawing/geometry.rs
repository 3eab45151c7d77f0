//! The geometry of the hexes of a map in a view: flat-topped, the columns B, D, F … half a hex
//! lower.

use scenario_rules::Board;
use scenario_rules::hex::{Hex, Side};
use scene::{Pos, Rect};

/// The margin around the map, in points.
const EDGE: f32 = 10.0;
/// The distance from the center of a hex to the middle of a side, in side lengths.
const TO_SIDE: f32 = 0.866_025_4;

/// The hexes around those of a map that a view shows too, where it leaves out most of the grid.
const RING: u8 = 1;
/// The part of the grid below which a view leaves out the rest, as a divisor.
const SPARSE: usize = 3;

/// The layout of a map in a view. A view leaves out the outer columns and rows of a grid that has
/// few hexes, such as that of a random dungeon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HexGrid {
    origin: Pos,
    /// The side length of a hex, in points.
    pub(super) side: f32,
    /// The hex of the top left corner of the view.
    first: Hex,
    /// The columns and rows in the view.
    columns: u8,
    rows: u8,
    /// The columns and rows of the whole grid.
    whole: (u8, u8),
}

impl HexGrid {
    /// Creates the largest grid of a map that fits into a view.
    pub fn fit(view: Rect, board: &Board) -> Self {
        let (first, (columns, rows)) = shown_part(board);
        let shown = extent((columns, rows));
        let available = view.shrunk(EDGE);
        let side =
            (available.width().max(1.0) / shown.x).min(available.height().max(1.0) / shown.y);
        let origin = view.center().plus(-shown.x * side / 2.0, -shown.y * side / 2.0);
        Self { origin, side, first, columns, rows, whole: (board.columns(), board.rows()) }
    }

    /// Creates a grid without a margin, with this side length of a hex.
    pub const fn plain((columns, rows): (u8, u8), side: f32) -> Self {
        let (origin, first) = (Pos::new(0.0, 0.0), Hex::new(0, 0));
        Self { origin, side, first, columns, rows, whole: (columns, rows) }
    }

    /// Returns the rectangle of the whole grid, which may extend beyond the view.
    pub fn whole_extent(&self) -> Rect {
        let Pos { x, y } = extent(self.whole);
        let left = -1.5 * f32::from(self.first.column) * self.side;
        let top = -2.0 * TO_SIDE * f32::from(self.first.row) * self.side;
        let corner = self.origin.plus(left, top);
        Rect::new(corner.x, corner.y, x * self.side, y * self.side)
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
        let Pos { x, y } = extent(shown_part(board).1);
        Pos::new(x * side + 2.0 * EDGE, y * side + 2.0 * EDGE)
    }

    /// Returns the center of a hex.
    pub fn center(&self, hex: Hex) -> Pos {
        let lower = f32::from(hex.column % 2) / 2.0;
        let column = f32::from(hex.column) - f32::from(self.first.column);
        let row = f32::from(hex.row) - f32::from(self.first.row);
        let x = 1.0 + 1.5 * column;
        let y = 2.0 * TO_SIDE * (row + 0.5 + lower);
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
        let near = ((right - 1.0) / 1.5).round() as i32 + i32::from(self.first.column);
        let columns = (near - 1..=near + 1).filter_map(|column| u8::try_from(column).ok());
        let shown = self.first.column..self.first.column.saturating_add(self.columns);
        let hexes = columns.filter(|column| shown.contains(column)).filter_map(|column| {
            let lower = f32::from(column % 2) / 2.0;
            let row = (down / (2.0 * TO_SIDE) - lower).floor() as i32 + i32::from(self.first.row);
            let shown = self.first.row..self.first.row.saturating_add(self.rows);
            let row = u8::try_from(row).ok().filter(|row| shown.contains(row))?;
            Some(Hex::new(column, row))
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

/// Returns the first hex, and the columns and rows, of the part of a grid to show: all of it, or the
/// hexes of the map with a ring around them if they are few.
fn shown_part(board: &Board) -> (Hex, (u8, u8)) {
    let whole = (Hex::new(0, 0), (board.columns(), board.rows()));
    let range = |of: fn(Hex) -> u8, count: u8| {
        let first = board.hexes().map(of).min()?.saturating_sub(RING);
        let last = board.hexes().map(of).max()?.saturating_add(RING).min(count - 1);
        Some((first, last - first + 1))
    };
    let columns = range(|hex| hex.column, board.columns());
    let rows = range(|hex| hex.row, board.rows());
    let Some(((column, columns), (row, rows))) = columns.zip(rows) else {
        return whole;
    };
    let count = |(columns, rows): (u8, u8)| usize::from(columns) * usize::from(rows);
    if count((columns, rows)) * SPARSE > count(whole.1) {
        return whole;
    }
    (Hex::new(column, row), (columns, rows))
}

/// Returns the width and height of a map, in side lengths of a hex.
fn extent((columns, rows): (u8, u8)) -> Pos {
    // A map of a single column has no lowered column.
    let lower = if columns > 1 { 0.5 } else { 0.0 };
    Pos::new(1.5 * f32::from(columns - 1) + 2.0, 2.0 * TO_SIDE * (f32::from(rows) + lower))
}

#[cfg(test)]
mod tests {
    use scenario_rules::board::Terrain;

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

    #[test]
    fn view_of_a_sparse_grid_shows_its_hexes_with_a_ring_around_them() {
        let mut board = Board::new(40, 40);
        for column in 0..40 {
            for row in 0..40 {
                let is_room = (15..20).contains(&column) && (20..24).contains(&row);
                if !is_room {
                    board.set(Hex::new(column, row), None);
                }
            }
        }
        let view = Rect::new(0.0, 0.0, 900.0, 700.0);
        let grid = HexGrid::fit(view, &board);
        assert_eq!((grid.first, grid.columns, grid.rows), (Hex::new(14, 19), 7, 6));
        for hex in board.hexes() {
            assert_eq!(grid.at(grid.center(hex)), Some(hex));
            for corner in grid.corners(hex) {
                assert!(view.contains(corner), "{hex} is outside the view");
            }
        }
        // A ring of the hexes around can be pressed, and the rest of the grid lies outside.
        assert_eq!(grid.at(grid.center(Hex::new(14, 19))), Some(Hex::new(14, 19)));
        let whole = grid.whole_extent();
        assert!(whole.min.x < view.min.x && whole.max.x > view.max.x);
        // With a third of the grid in use, all of it is shown.
        for row in 0..14 {
            for column in 0..40 {
                board.set(Hex::new(column, row), Some(Terrain::Open));
            }
        }
        assert_eq!(HexGrid::fit(view, &board).first, Hex::new(0, 0));
    }
}
