//! The text of an area that the players placed: `area (0,1,active)|(1,0,target) over C3`.

use super::{Cursor, TextResult};
use scenario_rules::area::Area;
use scenario_rules::board::Board;
use scenario_rules::hex::Hex;
use scenario_rules::placed_area::PlacedArea;

impl Cursor<'_> {
    /// Parses a pattern with the hexes that it covers, after the word `area`.
    pub(crate) fn placed_area(&mut self, board: &Board) -> TextResult<PlacedArea> {
        let pattern = self.area()?;
        self.keyword("over")?;
        let mut hexes = vec![self.hex(board)?];
        loop {
            let mut ahead = *self;
            let Ok(hex) = ahead.hex(board) else { break };
            if hexes.len() >= Area::MAX_HEXES || hexes.contains(&hex) {
                let most = Area::MAX_HEXES;
                return Err(self.expected(&format!("each hex once, at most {most} hexes")));
            }
            *self = ahead;
            hexes.push(hex);
        }
        hexes.sort_unstable();
        Ok(PlacedArea { pattern, hexes })
    }
}

/// Prints a pattern with the hexes that it covers.
pub(crate) fn print_placed_area(area: &PlacedArea) -> String {
    let hexes: Vec<String> = area.hexes.iter().map(Hex::to_string).collect();
    format!("area {} over {}", area.pattern, hexes.join(" "))
}
