//! The area of an attack that the players carry out, where they placed it (G31).

use std::collections::BTreeSet;

use super::area::Area;
use super::board::Board;
use super::card::Reach;
use super::figure::{Condition, Figure};
use super::hex::{Hex, HexOffset};
use super::illegal::{AreaProblem, Illegal};
use super::names::{FigureId, NameId};
use super::position::Position;

/// A pattern with the hexes that it covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedArea {
    /// The pattern.
    pub pattern: Area,
    /// The target hexes of the pattern that are on the map, in reading order.
    pub hexes: Vec<Hex>,
}

impl PlacedArea {
    /// Returns `true` if the hexes are a placement of the pattern for an attacker.
    fn fits(&self, board: &Board, attacker: Hex) -> bool {
        let Some(&first) = self.hexes.first() else { return false };
        placements(board, attacker, &self.pattern, first).contains(&self.hexes)
    }
}

/// Returns the placements of a pattern that cover a hex, each in reading order of its hexes.
fn placements(board: &Board, attacker: Hex, pattern: &Area, over: Hex) -> BTreeSet<Vec<Hex>> {
    let mut found = BTreeSet::new();
    for orientation in pattern.orientations() {
        let anchors = if pattern.is_melee() {
            vec![HexOffset { across: 0, down: 0 }]
        } else {
            orientation.clone()
        };
        let from = if pattern.is_melee() { attacker } else { over };
        for anchor in anchors {
            let hexes = orientation.iter().filter_map(|offset| from.at(offset.minus(anchor)));
            let mut hexes: Vec<Hex> = hexes.filter(|&hex| board.has(hex)).collect();
            hexes.sort_unstable();
            if hexes.contains(&over) {
                found.insert(hexes);
            }
        }
    }
    found
}

impl Position {
    /// Returns the placements of a pattern that cover a hex, those with the most targets first.
    ///
    /// The range of a ranged attack is not tested.
    ///
    /// # Panics
    ///
    /// If the attacker is not on the map.
    pub fn area_placements(
        &self,
        attacker: FigureId,
        pattern: &Area,
        over: Hex,
    ) -> Vec<PlacedArea> {
        let hexes = placements(self.board(), self.figure(attacker).hex, pattern, over);
        let placed = |hexes| PlacedArea { pattern: *pattern, hexes };
        let mut found: Vec<PlacedArea> = hexes.into_iter().map(placed).collect();
        found.sort_by_key(|area| std::cmp::Reverse(self.area_targets(attacker, area).len()));
        found
    }

    /// Returns the enemies that an area attack hits, in the order of the position.
    ///
    /// # Panics
    ///
    /// If the attacker is not on the map.
    pub fn area_targets(&self, attacker: FigureId, area: &PlacedArea) -> Vec<FigureId> {
        let from = self.figure(attacker);
        let is_hit = |id: &FigureId| {
            let target = self.figure(*id);
            !target.is(Condition::Invisible)
                && area.hexes.contains(&target.hex)
                && self.is_exposed(from, target.hex, &area.pattern)
        };
        self.enemies_of(attacker).filter(is_hit).collect()
    }

    /// Returns the range of the nearest hex of an area; `None` if walls separate all of them.
    pub fn area_range(&self, attacker: FigureId, area: &PlacedArea) -> Option<u16> {
        let from = self.get(attacker)?.hex;
        area.hexes.iter().filter_map(|&hex| self.range(from, hex)).min()
    }

    /// Returns `true` if an area attack reaches a hex of its pattern: it is in sight, and for a
    /// melee pattern no wall makes the way to it longer than in the pattern.
    fn is_exposed(&self, attacker: &Figure, hex: Hex, pattern: &Area) -> bool {
        let is_near = !pattern.is_melee()
            || self.range(attacker.hex, hex) == Some(attacker.hex.offset_to(hex).length());
        is_near && self.sight(attacker.hex, hex).is_some_and(|sight| sight.in_sight)
    }

    /// Returns the reasons why an area attack does not hit a figure; sight is not tested.
    pub(super) fn area_problems(
        &self,
        attacker: &Figure,
        target: &Figure,
        (area, reach): (&PlacedArea, Reach),
    ) -> Vec<Illegal> {
        let id = attacker.id();
        let problem = |problem| Illegal::Area { attacker: id, hexes: area.hexes.clone(), problem };
        if area.pattern.is_melee() != (reach == Reach::Melee) {
            return vec![Illegal::AreaReach { name: NameId::Figure(id) }];
        }
        if !area.fits(self.board(), attacker.hex) {
            return vec![problem(AreaProblem::NotAPlacement)];
        }
        let mut found = Vec::new();
        if !area.hexes.contains(&target.hex) {
            found.push(problem(AreaProblem::Misses(target.id())));
        }
        if area.pattern.is_melee() {
            let length = attacker.hex.offset_to(target.hex).length();
            let range = self.range(attacker.hex, target.hex);
            if found.is_empty() && range != Some(length) {
                found.push(Illegal::OutOfRange {
                    attacker: id,
                    target: target.id(),
                    hexes: [attacker.hex, target.hex],
                    range,
                    most: u8::try_from(length).unwrap_or(u8::MAX),
                });
            }
        } else {
            let (range, most) = (self.area_range(id, area), reach.range());
            if range.is_none_or(|range| range > most.into()) {
                found.push(problem(AreaProblem::OutOfRange { range, most }));
            }
        }
        found
    }
}
