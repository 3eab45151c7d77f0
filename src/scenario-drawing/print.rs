//! The map for printing, large enough for every name.

use scene::{Pos, Rect};

use super::color::Scene;
use super::geometry::HexGrid;
use super::map::draw_map;
use super::map_view::MapView;
use scenario_rules::{Board, Hex};

/// The side length of a hex, in points.
const SIDE: f32 = 44.0;

/// Returns the size of a printed map, in points.
pub fn paper_size(board: &Board) -> Pos {
    HexGrid::size_of(board, SIDE)
}

/// Returns the hex under a point of a printed map, given as fractions of its width and height;
/// `None` outside of the map.
pub fn hex_on_paper(board: &Board, across: f32, down: f32) -> Option<Hex> {
    let Pos { x, y } = paper_size(board);
    let grid = HexGrid::fit(Rect::new(0.0, 0.0, x, y), board);
    let point = Pos::new(x * across, y * down);
    let is_finite = point.x.is_finite() && point.y.is_finite();
    grid.at(point).filter(|hex| is_finite && board.terrain(*hex).is_some())
}

/// Draws the map for printing.
pub fn map_on_paper(shown: &MapView<'_>) -> Scene {
    let Pos { x, y } = paper_size(shown.board());
    draw_map(HexGrid::fit(Rect::new(0.0, 0.0, x, y), shown.board()), shown)
}
