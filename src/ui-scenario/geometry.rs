//! The positions of a map's hexes in the window.

use egui::{Pos2, Rect, pos2};

use scenario_drawing::HexGrid;
use scenario_rules::Board;
use scenario_rules::hex::{Hex, Side};
use scene::Pos;

/// Returns the grid of a map in a part of the window, in points of the window.
pub(super) fn grid_in(view: Rect, board: &Board) -> HexGrid {
    let view = scene::Rect { min: pos_of(view.min), max: pos_of(view.max) };
    HexGrid::fit(view, board)
}

/// Returns the part of the window that the whole grid of a map covers.
pub(super) fn covered(grid: HexGrid) -> Rect {
    let extent = grid.whole_extent();
    Rect::from_min_max(point_of(extent.min), point_of(extent.max))
}

/// Converts a point of the window to a point of a drawing in it.
pub(super) const fn pos_of(point: Pos2) -> Pos {
    Pos::new(point.x, point.y)
}

/// Converts a point of a drawing to a point of the window.
const fn point_of(pos: Pos) -> Pos2 {
    pos2(pos.x, pos.y)
}

/// Returns the center of a hex of a map in a part of the window.
pub fn hex_center(view: Rect, board: &Board, hex: Hex) -> Pos2 {
    point_of(grid_in(view, board).center(hex))
}

/// Returns the center of a side of a hex, just inside, so that the point belongs to that hex.
pub fn side_center(view: Rect, board: &Board, hex: Hex, side: Side) -> Pos2 {
    let grid = grid_in(view, board);
    let [a, b] = grid.edge(hex, side);
    point_of(a.toward(b, 0.5).toward(grid.center(hex), 0.1))
}
