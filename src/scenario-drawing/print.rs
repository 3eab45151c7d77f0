//! The map for printing, large enough for every name.

use scene::{Pos, Rect};

use super::color::Scene;
use super::geometry::HexGrid;
use super::map::draw_map;
use super::map_view::MapView;
use scenario_rules::Board;

/// The side length of a hex, in points.
const SIDE: f32 = 44.0;

/// Returns the size of a printed map, in points.
pub fn paper_size(board: &Board) -> Pos {
    HexGrid::size_of(board, SIDE)
}

/// Draws the map for printing.
pub fn map_on_paper(shown: &MapView<'_>) -> Scene {
    let Pos { x, y } = paper_size(shown.board());
    draw_map(HexGrid::fit(Rect::new(0.0, 0.0, x, y), shown.board()), shown)
}
