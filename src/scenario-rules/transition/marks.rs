//! Pressure plates, numbered tokens, treasure, and obstacles with hit points (S6.5, S6.6, S9.5,
//! S11.4).

use super::Transition;
use crate::board::Terrain;
use crate::event::{Cause, EventIndex, EventKind};
use crate::figure::Figure;
use crate::hex::Hex;
use crate::illegal::{Illegal, Refusal};
use crate::marks::{HexMark, LootedMark};
use crate::names::FigureId;
use crate::rulebook::Rule;

impl Transition<'_> {
    /// Puts a marker in each of these hexes, or takes it away, as the players say.
    pub(super) fn set_marks(
        &mut self,
        mark: HexMark,
        hexes: &[Hex],
        is_added: bool,
    ) -> Result<(), Refusal> {
        self.check_grid(hexes)?;
        for &hex in hexes {
            if is_added && !self.layout.board.has(hex) {
                return Err(Illegal::NoHexFor { mark, hex }.into());
            }
            if !is_added && !self.layout.marks.contains(&(mark, hex)) {
                return Err(Illegal::NoMark { mark, hex }.into());
            }
            self.set_mark(mark, hex, is_added, Cause::Players, None);
        }
        Ok(())
    }

    pub(super) fn set_mark(
        &mut self,
        mark: HexMark,
        hex: Hex,
        is_there: bool,
        cause: Cause,
        parent: Option<EventIndex>,
    ) {
        let marks = &mut self.layout.marks;
        let is_new = if is_there { marks.insert((mark, hex)) } else { marks.remove(&(mark, hex)) };
        if is_new {
            self.record(EventKind::Mark { mark, hex, is_there }, cause, parent);
        }
    }

    /// Has a character loot the numbered tokens and treasure in a hex.
    pub(super) fn loot_marks(
        &mut self,
        figure: FigureId,
        hex: Hex,
        cause: Cause,
        parent: Option<EventIndex>,
    ) {
        let marks: Vec<HexMark> = self.layout.marks_in(hex).collect();
        for mark in marks {
            let Some(rule) = mark.loot_rule() else { continue };
            self.set_mark(mark, hex, false, cause, parent);
            let taken = self.latest();
            let looted = LootedMark { figure, mark };
            self.layout.looted.push(looted);
            self.record(EventKind::Looted(looted), Cause::Rule(rule), taken);
        }
    }

    /// Notes that a character ends its turn on a pressure plate (S6.6).
    pub(super) fn press_plate(&mut self, figure: FigureId, hex: Hex, parent: Option<EventIndex>) {
        if self.layout.marks.contains(&(HexMark::Plate, hex)) {
            let kind = EventKind::OnPlate { figure, hex };
            self.record(kind, Cause::Rule(Rule::Plates), parent);
        }
    }

    /// Makes the hexes of an obstacle with hit points obstacles.
    pub(super) fn raise_obstacle(&mut self, figure: &Figure, cause: Cause, parent: EventIndex) {
        for &hex in &figure.obstacle {
            self.set_terrain(hex, Some(Terrain::Obstacle), cause, Some(parent));
        }
    }

    /// Opens all hexes of an obstacle with hit points that has left the map (S6.5).
    pub(super) fn open_obstacle(&mut self, hexes: &[Hex], parent: EventIndex) {
        for &hex in hexes {
            if self.layout.board.terrain(hex) == Some(Terrain::Obstacle) {
                let cause = Cause::Rule(Rule::Obstacles);
                self.set_terrain(hex, Some(Terrain::Open), cause, Some(parent));
            }
        }
    }
}
