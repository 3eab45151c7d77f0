//! Where the hexes of a map lie on a view of it: flat-topped, the columns B, D, F … half a hex
//! lower.

use egui::{Pos2, Rect, Vec2, pos2, vec2};

use scenario_rules::Board;
use scenario_rules::hex::{Hex, Side};

/// Room around the map, in points.
const EDGE: f32 = 10.0;
/// From the middle of a hex to the middle of a side, where a side is 1 long.
const TO_SIDE: f32 = 0.866_025_4;

/// A map laid out on a view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grid {
    origin: Pos2,
    /// Length of a side of a hex, in points.
    pub(super) side: f32,
    columns: u8,
    rows: u8,
}

impl Grid {
    /// The whole map, as large as the view lets it be.
    pub(super) fn fit(view: Rect, board: &Board) -> Self {
        let whole = extent((board.columns(), board.rows()));
        let room = view.shrink(EDGE).size().max(Vec2::splat(1.0));
        let side = (room / whole).min_elem();
        let origin = Rect::from_center_size(view.center(), whole * side).min;
        Self { origin, side, columns: board.columns(), rows: board.rows() }
    }

    /// A map of so many columns and rows from the top left corner on, with sides of hexes as long
    /// as this.
    pub(super) const fn plain((columns, rows): (u8, u8), side: f32) -> Self {
        Self { origin: Pos2::ZERO, side, columns, rows }
    }

    /// What the map covers.
    pub(super) fn extent(&self) -> Rect {
        Rect::from_min_size(self.origin, extent((self.columns, self.rows)) * self.side)
    }

    /// How large a view is that a map just fills, with sides of hexes as long as this.
    pub(super) fn size_of(board: &Board, side: f32) -> Vec2 {
        extent((board.columns(), board.rows())) * side + Vec2::splat(2.0 * EDGE)
    }

    /// The middle of a hex.
    pub(super) fn center(&self, hex: Hex) -> Pos2 {
        let lower = f32::from(hex.column % 2) / 2.0;
        let x = 1.0 + 1.5 * f32::from(hex.column);
        let y = 2.0 * TO_SIDE * (f32::from(hex.row) + 0.5 + lower);
        self.origin + vec2(x, y) * self.side
    }

    /// The corners of a hex, clockwise; side `i` of [`Side::ALL`] runs from corner `i` to the next.
    pub(super) fn corners(&self, hex: Hex) -> [Pos2; 6] {
        let center = self.center(hex);
        let corner = |x: f32, y: f32| center + vec2(x, y) * self.side;
        [
            corner(-0.5, -TO_SIDE),
            corner(0.5, -TO_SIDE),
            corner(1.0, 0.0),
            corner(0.5, TO_SIDE),
            corner(-0.5, TO_SIDE),
            corner(-1.0, 0.0),
        ]
    }

    /// The ends of a side of a hex.
    pub(super) fn edge(&self, hex: Hex, side: Side) -> [Pos2; 2] {
        let corners = self.corners(hex);
        let at = side as usize;
        [corners[at], corners[(at + 1) % 6]]
    }

    /// The place on the grid under a point, whether or not the map has a hex there.
    pub(super) fn at(&self, point: Pos2) -> Option<Hex> {
        let far = (point - self.origin) / self.side;
        let near = ((far.x - 1.0) / 1.5).round() as i32;
        let columns = (near - 1..=near + 1).filter_map(|column| u8::try_from(column).ok());
        let hexes = columns.filter(|column| *column < self.columns).filter_map(|column| {
            let lower = f32::from(column % 2) / 2.0;
            let row = (far.y / (2.0 * TO_SIDE) - lower).floor() as i32;
            u8::try_from(row).ok().filter(|row| *row < self.rows).map(|row| Hex::new(column, row))
        });
        // Of hexes the nearest middle is that of the one a point lies in.
        let distance = |hex: &Hex| self.center(*hex).distance(point);
        let nearest = hexes.min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        (distance(&nearest) <= self.side).then_some(nearest)
    }

    /// The side of a hex that is nearest to a point.
    pub(super) fn side_at(&self, hex: Hex, point: Pos2) -> Side {
        let away = |side: &Side| {
            let [a, b] = self.edge(hex, *side);
            a.lerp(b, 0.5).distance(point)
        };
        let nearest = Side::ALL.into_iter().min_by(|a, b| away(a).total_cmp(&away(b)));
        nearest.unwrap_or(Side::North)
    }
}

/// Width and height of a map, where a side of a hex is 1 long.
fn extent((columns, rows): (u8, u8)) -> Vec2 {
    // A map of a single column has none that lies lower.
    let lower = if columns > 1 { 0.5 } else { 0.0 };
    vec2(1.5 * f32::from(columns - 1) + 2.0, 2.0 * TO_SIDE * (f32::from(rows) + lower))
}

/// Where the middle of a hex lies on a view of its map.
#[must_use]
pub fn hex_center(view: Rect, board: &Board, hex: Hex) -> Pos2 {
    Grid::fit(view, board).center(hex)
}

/// Where the middle of a side of a hex lies.
#[must_use]
pub fn side_center(view: Rect, board: &Board, hex: Hex, side: Side) -> Pos2 {
    let [a, b] = Grid::fit(view, board).edge(hex, side);
    // Just inside, so that the hex is the one that was meant.
    a.lerp(b, 0.5).lerp(Grid::fit(view, board).center(hex), 0.1)
}

/// A rectangle around a point.
pub(super) fn around(center: Pos2, radius: f32) -> Rect {
    Rect::from_center_size(pos2(center.x, center.y), Vec2::splat(2.0 * radius))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hex_is_found_where_it_lies() {
        for (columns, rows) in [(1, 1), (7, 5), (25, 29), (60, 60)] {
            let board = Board::new(columns, rows);
            let view = Rect::from_min_size(pos2(20.0, 30.0), vec2(900.0, 700.0));
            let grid = Grid::fit(view, &board);
            for hex in board.hexes() {
                let center = grid.center(hex);
                assert_eq!(grid.at(center), Some(hex));
                for corner in grid.corners(hex) {
                    assert!(view.contains(corner), "{hex} lies outside");
                    assert_eq!(grid.at(center.lerp(corner, 0.95)), Some(hex));
                }
                for side in Side::ALL {
                    let [a, b] = grid.edge(hex, side);
                    let middle = a.lerp(b, 0.5);
                    assert_eq!(grid.side_at(hex, middle), side);
                    if let Some(next) = hex.beside(side).filter(|next| board.has(*next)) {
                        assert_eq!(grid.at(center.lerp(middle, 1.1)), Some(next));
                    }
                }
            }
            assert_eq!(grid.at(view.min), None);
        }
    }
}
