//! The background of the map: terrain signs, hex names and walls.

use scene::{Pos, Rect};

use super::color::MapColor;
use super::map_view::MapView;
use super::pen::{HAIR, MARK, MIN_NAMED_SIDE, Pen, SMALL, Stroke};
use scenario_rules::board::{HexLine, Terrain};
use scenario_rules::hex::Side;
use scenario_rules::{Board, Hex};

/// The opacity of terrain over a photograph.
const OVER_PHOTO: f32 = 0.6;

impl Pen {
    /// Draws every hex with its terrain, and during map setup the outlines of missing hexes.
    pub(super) fn ground(&mut self, shown: &MapView<'_>) {
        let board = shown.board();
        for row in 0..board.rows() {
            for column in 0..board.columns() {
                let hex = Hex::new(column, row);
                match board.terrain(hex) {
                    Some(terrain) => self.hex(hex, terrain, shown.is_over_photo()),
                    None if shown.is_set_up() => self.hex_edge(hex),
                    None => {}
                }
            }
        }
    }

    /// Draws a hex with its terrain, translucent over a photograph.
    fn hex(&mut self, hex: Hex, terrain: Terrain, over_photo: bool) {
        let opacity = match (over_photo, terrain) {
            (false, _) => 1.0,
            (true, Terrain::Open) => 0.0,
            (true, _) => OVER_PHOTO,
        };
        if opacity > 0.0 {
            self.fill(hex, MapColor::Terrain(terrain).at(opacity));
        }
        self.hex_edge(hex);
        self.sign(hex, terrain, opacity);
    }

    fn hex_edge(&mut self, hex: Hex) {
        self.outline(hex, Stroke::new(HAIR, MapColor::Hairline));
    }

    /// Draws the sign of a terrain whose background has this opacity.
    fn sign(&mut self, hex: Hex, terrain: Terrain, opacity: f32) {
        let (center, side) = (self.grid.center(hex), self.side());
        let stroke = Stroke::new((side * 0.07).max(HAIR), MapColor::Text);
        for line in sign_lines(terrain) {
            let points: Vec<Pos> =
                line.iter().map(|(x, y)| center.plus(x * side, y * side)).collect();
            self.line(&points, stroke);
        }
        match terrain {
            Terrain::Trap => self.circle(center, side * 0.5, stroke),
            Terrain::Hazardous => {
                let dot = center.plus(0.0, 0.25 * side);
                self.scene.circle(dot, stroke.width * 0.7, MapColor::Text);
            }
            Terrain::ClosedDoor => self.door(center, stroke),
            Terrain::LockedDoor => {
                self.door(center, stroke);
                self.scene.circle(center, side * 0.17, MapColor::Text);
                self.scene.circle(center, side * 0.07, MapColor::Terrain(terrain).at(opacity));
            }
            Terrain::Open | Terrain::Obstacle | Terrain::Difficult | Terrain::OpenDoor => {}
        }
    }

    fn door(&mut self, center: Pos, stroke: Stroke) {
        self.plate(Rect::around(center, self.side() * 0.84), 1.0, stroke);
    }

    /// Writes the names of the hexes, if they are large enough.
    pub(super) fn names(&mut self, board: &Board) {
        let side = self.side();
        if side < MIN_NAMED_SIDE {
            return;
        }
        let height = (side * 0.26).clamp(8.0, SMALL);
        for hex in board.hexes() {
            let top = self.grid.center(hex).plus(0.0, -side * 0.85);
            self.words_below(top, &hex.to_string(), height);
        }
    }

    /// Draws the drawn walls and the edge of the map.
    pub(super) fn walls(&mut self, board: &Board) {
        let drawn = Stroke::new((self.side() * 0.14).max(MARK), MapColor::Text);
        let edge = Stroke::new(MARK, MapColor::Text);
        let walls = board.walls();
        for hex in board.hexes() {
            for side in Side::ALL {
                let other = hex.neighbor(side).filter(|other| board.has(*other));
                let wall = HexLine::new(hex, side);
                if other.is_none() {
                    self.line(&self.grid.edge(hex, side), edge);
                } else if wall.hex == hex && walls.binary_search(&wall).is_ok() {
                    self.line(&self.grid.edge(hex, side), drawn);
                }
            }
        }
    }
}

/// Returns the lines of the sign of a terrain, relative to the center and in side lengths of a hex.
fn sign_lines(terrain: Terrain) -> Vec<Vec<(f32, f32)>> {
    match terrain {
        Terrain::Open => Vec::new(),
        // A block, lit from above.
        Terrain::Obstacle => vec![
            vec![(-0.4, 0.3), (-0.4, -0.1), (0.0, -0.32), (0.4, -0.1), (0.4, 0.3)],
            vec![(-0.4, -0.1), (0.0, 0.1), (0.4, -0.1)],
            vec![(0.0, 0.1), (0.0, 0.48)],
            vec![(-0.4, 0.3), (0.0, 0.48), (0.4, 0.3)],
        ],
        Terrain::Trap => {
            vec![vec![(-0.3, -0.3), (0.3, 0.3)], vec![(-0.3, 0.3), (0.3, -0.3)]]
        }
        Terrain::Hazardous => vec![
            vec![(0.0, -0.5), (0.5, 0.38), (-0.5, 0.38), (0.0, -0.5)],
            vec![(0.0, -0.2), (0.0, 0.12)],
        ],
        Terrain::Difficult => vec![
            vec![(-0.45, -0.1), (-0.15, -0.3), (0.15, -0.1), (0.45, -0.3)],
            vec![(-0.45, 0.3), (-0.15, 0.1), (0.15, 0.3), (0.45, 0.1)],
        ],
        Terrain::OpenDoor => vec![
            vec![(-0.35, 0.4), (-0.35, -0.4), (0.1, -0.55), (0.1, 0.55)],
            vec![(0.1, 0.55), (-0.35, 0.4)],
        ],
        Terrain::ClosedDoor | Terrain::LockedDoor => vec![vec![(0.0, -0.42), (0.0, 0.42)]],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_terrain_except_open_has_a_unique_sign() {
        let mut signs: Vec<_> = Terrain::ALL.into_iter().map(sign_lines).collect();
        // A locked door has the lines of a closed one, with a disc on them.
        signs.pop();
        assert_eq!(signs.iter().filter(|lines| lines.is_empty()).count(), 1);
        for (index, sign) in signs.iter().enumerate() {
            assert!(!signs[..index].contains(sign), "{sign:?}");
        }
    }
}
