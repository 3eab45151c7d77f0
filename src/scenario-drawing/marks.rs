//! Pressure plates, numbered tokens, treasure, and the hexes of obstacles with hit points.
//!
//! Each has a shape of its own, so that no color is needed: a plate is two frames, a token a disc
//! with its number, a treasure a chest with its number. Below a figure they are small, in the
//! corner of the hex.

use scene::{Pos, Rect};

use super::color::MapColor;
use super::map_view::MapView;
use super::pen::{HAIR, Pen, Stroke};
use scenario_rules::marks::HexMark;

impl Pen {
    /// Draws the markers in their hexes.
    pub(super) fn marks(&mut self, shown: &MapView<'_>) {
        let position = shown.game.position();
        let side = self.side();
        for &(mark, hex) in &position.layout().marks {
            let center = self.grid.center(hex);
            // Plates lie below what else is in the hex.
            let is_covered = position.figure_at(hex).is_some();
            let (center, extent) = match (is_covered, mark) {
                (false, HexMark::Plate) => (center, side * 1.1),
                (false, _) => (center.plus(0.0, side * 0.06), side * 0.72),
                (true, HexMark::Plate) => (center.plus(-side * 0.5, side * 0.42), side * 0.34),
                (true, HexMark::Token(_)) => (center.plus(side * 0.5, side * 0.42), side * 0.42),
                (true, HexMark::Treasure(_)) => {
                    (center.plus(side * 0.5, -side * 0.42), side * 0.42)
                }
            };
            self.mark(mark, center, extent);
        }
    }

    /// Draws a marker of this width around a point.
    fn mark(&mut self, mark: HexMark, center: Pos, extent: f32) {
        let stroke = Stroke::new((extent * 0.07).max(HAIR), MapColor::Text);
        let body = Rect::around(center, extent);
        match mark {
            HexMark::Plate => {
                self.plate(body, extent * 0.1, stroke);
                self.plate(body.shrunk(extent * 0.16), extent * 0.1, stroke);
            }
            HexMark::Token(number) => {
                self.scene.circle(center, extent / 2.0, MapColor::Raised);
                self.circle(center, extent / 2.0, stroke);
                self.text(center, &number.to_string(), extent * 0.55, MapColor::Text);
            }
            HexMark::Treasure(number) => {
                self.scene.rect(body, extent * 0.05, MapColor::Raised);
                self.plate(body, extent * 0.05, stroke);
                // The lid.
                let lid = -extent * 0.22;
                let ends = [center.plus(-extent / 2.0, lid), center.plus(extent / 2.0, lid)];
                self.line(&ends, stroke);
                let below = center.plus(0.0, extent * 0.14);
                self.text(below, &number.to_string(), extent * 0.5, MapColor::Text);
            }
        }
    }

    /// Joins the hexes of each obstacle with hit points to that of its figure.
    pub(super) fn obstacles(&mut self, shown: &MapView<'_>) {
        let stroke = Stroke::new((self.side() * 0.12).max(HAIR), MapColor::Text);
        for figure in shown.game.position().figures() {
            let own = self.grid.center(figure.hex);
            for &hex in figure.obstacle.iter().filter(|hex| **hex != figure.hex) {
                self.line(&[own, self.grid.center(hex)], stroke);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HexGrid, draw_map};
    use scenario_rules::{Action, Board, Game, Hex, Position};

    /// Returns the drawing of a map of one hex with these markers.
    fn drawn(marks: &[HexMark]) -> String {
        let board = Board::new(1, 1);
        let grid = HexGrid::fit(Rect::new(0.0, 0.0, 100.0, 100.0), &board);
        let game = marks.iter().fold(Game::new(Position::empty(board)), |game, mark| {
            let action = Action::Marks { mark: *mark, hexes: vec![Hex::new(0, 0)], is_added: true };
            game.play(&action).expect("the map has the hex")
        });
        format!("{:?}", draw_map(grid, &MapView::of_game(&game)))
    }

    #[test]
    fn every_kind_of_marker_has_a_shape_and_its_number() {
        let all = [&[][..], &[HexMark::Plate], &[HexMark::Token(37)], &[HexMark::Treasure(37)]];
        let drawings = all.map(drawn);
        for (index, drawing) in drawings.iter().enumerate() {
            assert!(!drawings[..index].contains(drawing), "{index}");
            assert_eq!(drawing.contains("\"37\""), index >= 2, "{index}");
        }
    }
}
