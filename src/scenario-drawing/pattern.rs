//! A small picture of the pattern of an area attack.

use super::color::{MapColor, Scene};
use super::geometry::HexGrid;
use super::pen::{HAIR, Pen, Stroke};
use scenario_rules::area::Area;
use scenario_rules::{Board, Hex};
use scene::Rect;

/// A hex from which every offset of a pattern leads to another one.
const MIDDLE: Hex = Hex::new(Hex::MAX / 2, Hex::MAX / 2);

/// The part of the margin around a map that lies outside the square, in points.
const OUTER: f32 = 6.0;

/// Draws a pattern in a square with this side, in points: its target hexes filled, that of the
/// attacker ringed.
pub fn draw_pattern(pattern: &Area, side: f32) -> Scene {
    let attacker = pattern.is_melee().then_some(MIDDLE);
    let orientations = pattern.orientations();
    let offsets = orientations.first().into_iter().flatten();
    let targets: Vec<Hex> = offsets.filter_map(|&offset| MIDDLE.at(offset)).collect();
    let all: Vec<Hex> = targets.iter().copied().chain(attacker).collect();
    let least = |of: fn(&Hex) -> u8| all.iter().map(of).min().unwrap_or_default();
    let most = |of: fn(&Hex) -> u8| all.iter().map(of).max().unwrap_or_default();
    // Even columns stay even, so that they are not lowered.
    let left = least(|hex| hex.column) / 2 * 2;
    let top = least(|hex| hex.row);
    let columns = most(|hex| hex.column) - left + 1;
    let board = Board::new(columns, most(|hex| hex.row) - top + 1);
    // Only a narrow margin remains of that around a map.
    let view = Rect::new(-OUTER, -OUTER, side + 2.0 * OUTER, side + 2.0 * OUTER);
    let mut pen = Pen::new(HexGrid::fit(view, &board));
    let moved = |hex: Hex| Hex::new(hex.column - left, hex.row - top);
    for &hex in &targets {
        pen.tint(moved(hex), MapColor::Bad);
        pen.outline(moved(hex), Stroke::new(HAIR, MapColor::Bad));
    }
    if let Some(hex) = attacker.map(moved) {
        pen.outline(hex, Stroke::new(HAIR, MapColor::Text));
        pen.circle(pen.grid.center(hex), pen.side() * 0.4, Stroke::new(HAIR, MapColor::Text));
    }
    pen.scene
}
