//! The placements of an area attack (G31).
//!
//! A melee pattern has one place for each orientation: with its attacker's hex on the monster. Those
//! of a ranged pattern do not depend on the monster's hex, save for range and sight, so they are
//! collected once for each focus.

use std::collections::{BTreeMap, BTreeSet};

use super::{AttackOption, Enemy, GroupAttack, TurnSearch};
use crate::area::Area;
use crate::board::{Board, HexIndex};
use crate::card::Attack;
use crate::hex::{Hex, HexOffset};
use crate::monster_turn::AreaPlacement;
use crate::sight::Ranges;

/// The hexes of the map that a placed pattern covers, with the enemies in them.
struct Placement {
    hexes: Vec<HexIndex>,
    enemies: Vec<usize>,
}

/// The placements of a ranged pattern, grouped by the enemies that they cover.
#[derive(Default)]
struct RangedPlacements {
    /// Every covered hex, with the hexes within range of it.
    covered: Vec<(HexIndex, Ranges)>,
    /// The covered enemies, and each placement as indices into `covered`.
    groups: BTreeMap<Vec<usize>, Vec<Vec<usize>>>,
}

/// The placements of the pattern of a turn's attack.
pub(super) struct AreaSearch {
    is_melee: bool,
    /// The range of the attack.
    range: u16,
    /// The number of targets outside the area.
    extra: usize,
    orientations: Vec<Vec<HexOffset>>,
    /// The offsets from a hex of the pattern to all of its hexes; for a melee pattern, those from
    /// the attacker. They are the same in the opposite direction.
    offsets: BTreeSet<HexOffset>,
    /// The enemy in each hex that has one.
    occupants: BTreeMap<HexIndex, usize>,
    /// The placements of a ranged pattern that cover the focus, or another enemy if the focus can
    /// be attacked outside the area.
    ranged: RangedPlacements,
}

impl AreaSearch {
    pub(super) fn new(board: &Board, area: &Area, attack: Attack) -> Self {
        let orientations = area.orientations();
        let mut offsets = BTreeSet::new();
        for orientation in &orientations {
            if area.is_melee() {
                offsets.extend(orientation);
            } else {
                let pairs =
                    orientation.iter().flat_map(|a| orientation.iter().map(|b| a.minus(*b)));
                offsets.extend(pairs);
            }
        }
        // Longer ones lead off the map.
        let longest = u16::from(board.columns()) + u16::from(board.rows());
        offsets.retain(|offset| offset.length() < longest);
        Self {
            is_melee: area.is_melee(),
            range: attack.reach.range().into(),
            extra: usize::from(attack.targets) - 1,
            orientations,
            offsets,
            occupants: BTreeMap::new(),
            ranged: RangedPlacements::default(),
        }
    }

    /// Returns the hexes from which an enemy can be in the area, or be attacked outside it. Line of
    /// sight is not tested.
    pub(super) fn reach_of(&self, board: &Board, enemy: HexIndex) -> Ranges {
        let hex = board.hex(enemy);
        if !self.is_melee {
            let covered = self.offsets.iter().filter_map(|offset| board.place(hex.at(*offset)?));
            return Ranges::from_any(board, covered.collect(), self.range);
        }
        let longest = self.offsets.iter().map(|offset| offset.length()).max().unwrap_or_default();
        let mut reach = Ranges::from(board, enemy, longest);
        reach.retain(|place, range| {
            let offset = hex.offset_to(board.hex(place));
            // A wall between the two makes the way longer than in the pattern.
            let is_covered = self.offsets.contains(&offset) && range == offset.length();
            is_covered || self.extra > 0 && range <= self.range
        });
        reach
    }

    /// Returns a number of further targets that an attack from a hex does not exceed.
    pub(super) fn further_targets_bound(&self, board: &Board, place: HexIndex) -> usize {
        let covered = if self.is_melee {
            let placements = self.melee_placements(board, place);
            placements.iter().map(|placement| placement.enemies.len()).max()
        } else {
            self.ranged.groups.keys().map(Vec::len).max()
        };
        (covered.unwrap_or_default() + self.extra).saturating_sub(1)
    }

    /// Returns the placements of a melee pattern for an attacker in a hex.
    fn melee_placements(&self, board: &Board, attacker: HexIndex) -> Vec<Placement> {
        let hex = board.hex(attacker);
        let place = |orientation: &Vec<HexOffset>| {
            let hexes = orientation.iter().filter_map(|offset| board.place(hex.at(*offset)?));
            let hexes: Vec<HexIndex> = hexes.collect();
            Placement { enemies: self.enemies_in(&hexes), hexes }
        };
        self.orientations.iter().map(place).collect()
    }

    /// Returns the enemies in hexes, sorted.
    fn enemies_in(&self, hexes: &[HexIndex]) -> Vec<usize> {
        let mut enemies: Vec<usize> =
            hexes.iter().filter_map(|hex| self.occupants.get(hex)).copied().collect();
        enemies.sort_unstable();
        enemies
    }

    /// Collects the placements of a ranged pattern that cover one of these enemies.
    fn place_over(&mut self, board: &Board, enemies: impl Iterator<Item = HexIndex>) {
        let mut placements = BTreeSet::new();
        for enemy in enemies {
            let hex = board.hex(enemy);
            for orientation in &self.orientations {
                for anchor in orientation {
                    let place = |offset: &HexOffset| board.place(hex.at(offset.minus(*anchor))?);
                    let mut hexes: Vec<HexIndex> = orientation.iter().filter_map(place).collect();
                    hexes.sort_unstable();
                    placements.insert(hexes);
                }
            }
        }
        let covered: BTreeSet<HexIndex> = placements.iter().flatten().copied().collect();
        let index: BTreeMap<HexIndex, usize> = covered.iter().copied().zip(0..).collect();
        let mut groups: BTreeMap<Vec<usize>, Vec<Vec<usize>>> = BTreeMap::new();
        for hexes in &placements {
            let own = groups.entry(self.enemies_in(hexes)).or_default();
            own.push(hexes.iter().map(|hex| index[hex]).collect());
        }
        let with_range = |hex| (hex, Ranges::from(board, hex, self.range));
        let covered = covered.into_iter().map(with_range).collect();
        self.ranged = RangedPlacements { covered, groups };
    }

    /// Returns the enemies that each placement from a hex covers.
    fn covered_from(&self, board: &Board, place: HexIndex) -> Vec<Vec<usize>> {
        if self.is_melee {
            let placements = self.melee_placements(board, place);
            return placements.into_iter().map(|placement| placement.enemies).collect();
        }
        let in_range = self.ranged.in_range_of(place);
        let groups =
            self.ranged.groups.iter().filter(|(_, placements)| {
                placements.iter().flatten().any(|&index| in_range[index])
            });
        groups.map(|(enemies, _)| enemies.clone()).collect()
    }

    /// Returns the placements from a hex.
    fn placements_from(&self, board: &Board, place: HexIndex) -> Vec<Placement> {
        if self.is_melee {
            return self.melee_placements(board, place);
        }
        let in_range = self.ranged.in_range_of(place);
        let mut found = Vec::new();
        for (enemies, placements) in &self.ranged.groups {
            for placement in placements.iter().filter(|of| of.iter().any(|&at| in_range[at])) {
                let hexes = placement.iter().map(|&at| self.ranged.covered[at].0).collect();
                found.push(Placement { hexes, enemies: enemies.clone() });
            }
        }
        found
    }
}

impl RangedPlacements {
    /// Returns `true` for each covered hex that is in range of an attacker.
    fn in_range_of(&self, attacker: HexIndex) -> Vec<bool> {
        self.covered.iter().map(|(_, ranges)| ranges.to(attacker).is_some()).collect()
    }
}

impl TurnSearch<'_> {
    /// Collects the placements of an area attack on a focus, if the attack has an area.
    pub(super) fn place_area(&mut self, focus: usize) {
        let Some(area) = &mut self.area else { return };
        let enemies = || self.enemies.iter().enumerate().filter(|(_, of)| of.passed_over.is_none());
        area.occupants = enemies().map(|(at, enemy)| (enemy.place, at)).collect();
        if !area.is_melee {
            let has_extra = area.extra > 0;
            let over = enemies().filter(|(at, _)| *at == focus || has_extra);
            area.place_over(self.board, over.map(|(_, enemy)| enemy.place));
        }
    }

    /// Reduces the enemies that a placement covers to those that it hits from a hex.
    fn retain_hits(&mut self, place: HexIndex, covered: &mut Vec<usize>) {
        let is_melee = self.area.as_ref().is_some_and(|area| area.is_melee);
        covered.retain(|&at| {
            let Enemy { place: there, ref reach, .. } = self.enemies[at];
            (!is_melee || reach.to(place).is_some()) && self.sights.sees(place, there)
        });
    }

    /// Returns the possible attacks from a hex that have the focus among their targets.
    pub(super) fn area_options(&mut self, focus: usize, place: HexIndex) -> Vec<AttackOption> {
        let Some(area) = &self.area else { return Vec::new() };
        let extra = area.extra;
        let mut areas = area.covered_from(self.board, place);
        for covered in &mut areas {
            self.retain_hits(place, covered);
        }
        areas.retain(|hits| !hits.is_empty());
        let mut near = Vec::new();
        if extra > 0 {
            near = self.seen_in_range(place);
            // The area may hit nobody.
            areas.push(Vec::new());
        }
        areas.sort_unstable();
        areas.dedup();
        let mut options = Vec::new();
        for area in areas {
            let slots = if area.contains(&focus) {
                extra
            } else if extra > 0 && near.contains(&focus) {
                extra - 1
            } else {
                continue;
            };
            let is_outside = |at: &&usize| **at != focus && !area.contains(at);
            let mut others: Vec<usize> = near.iter().filter(is_outside).copied().collect();
            others.sort_by_key(|&at| self.classes[at]);
            let hits = area.iter().copied().filter(|&at| at != focus).collect();
            options.push(AttackOption { hits, others, slots, area });
        }
        options
    }

    /// Returns the enemies that can be attacked from a hex outside the area.
    fn seen_in_range(&mut self, place: HexIndex) -> Vec<usize> {
        let ranges = Ranges::from(self.board, place, self.attack.reach.range().into());
        let mut near = Vec::new();
        for (at, enemy) in self.enemies.iter().enumerate() {
            if enemy.passed_over.is_none()
                && ranges.to(enemy.place).is_some()
                && self.sights.sees(place, enemy.place)
            {
                near.push(at);
            }
        }
        near
    }

    /// Returns every placement of the area of an attack, in reading order.
    pub(super) fn placements_of(&mut self, attack: &GroupAttack) -> Vec<AreaPlacement> {
        let Some(area) = &self.area else { return Vec::new() };
        let mut placements = Vec::new();
        for Placement { hexes, enemies: mut hits } in area.placements_from(self.board, attack.place)
        {
            self.retain_hits(attack.place, &mut hits);
            if !hits.is_empty() && attack.areas.contains(&hits) {
                let mut hexes: Vec<Hex> = hexes.iter().map(|&hex| self.board.hex(hex)).collect();
                hexes.sort_unstable();
                placements.push(AreaPlacement { hexes, hit: self.ids(&hits) });
            }
        }
        placements.sort_by(|a, b| a.hexes.cmp(&b.hexes));
        placements.dedup();
        placements
    }
}
