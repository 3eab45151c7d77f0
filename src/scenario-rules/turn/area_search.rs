//! The placements of an area attack (G31).
//!
//! A melee pattern has one place for each orientation: with its attacker's hex on the monster. Those
//! of a ranged pattern do not depend on the monster's hex, save for range and sight, so they are
//! collected once for each focus.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::{AttackOption, Enemy, GroupAttack, TurnSearch, keep_least};
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
    /// The focus for which the placements were collected.
    focus: Option<usize>,
    /// The enemy in each hex that has one.
    occupants: BTreeMap<HexIndex, usize>,
    /// The hexes within range of each enemy, in the order of the enemies.
    near: Vec<Ranges>,
    /// The placements of a ranged pattern that cover the focus, or another enemy if the focus can
    /// be attacked outside the area; by the enemies that they cover.
    ranged: BTreeMap<Vec<usize>, Vec<Vec<HexIndex>>>,
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
            focus: None,
            occupants: BTreeMap::new(),
            near: Vec::new(),
            ranged: BTreeMap::new(),
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

    /// Returns a number of enemies that no placement from a hex exceeds. Range and line of sight are
    /// not tested.
    fn most_covered(&self, board: &Board, place: HexIndex) -> usize {
        if self.is_melee {
            let is_on_focus =
                |of: &&Placement| self.focus.is_some_and(|focus| of.enemies.contains(&focus));
            let placements = self.melee_placements(board, place);
            let tried = placements.iter().filter(|of| self.extra > 0 || is_on_focus(of));
            tried.map(|placement| placement.enemies.len()).max().unwrap_or_default()
        } else {
            self.ranged.keys().map(Vec::len).max().unwrap_or_default()
        }
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
        self.ranged.clear();
        for hexes in placements {
            self.ranged.entry(self.enemies_in(&hexes)).or_default().push(hexes);
        }
    }

    /// Returns the enemies that each placement from a hex hits, if it hits any.
    fn hits_from(&self, board: &Board, place: HexIndex, exposed: &[bool]) -> Vec<Vec<usize>> {
        let hit = |enemies: &[usize]| -> Vec<usize> {
            enemies.iter().copied().filter(|&at| exposed[at]).collect()
        };
        let mut found: Vec<Vec<usize>> = Vec::new();
        if self.is_melee {
            let placements = self.melee_placements(board, place);
            found.extend(placements.iter().map(|placement| hit(&placement.enemies)));
        } else {
            let ranges = OnceCell::new();
            for (enemies, placements) in &self.ranged {
                let hits = hit(enemies);
                let mut hexes = placements.iter().flatten();
                if !hits.is_empty()
                    && (enemies.iter().any(|&at| self.near[at].to(place).is_some())
                        || hexes.any(|&hex| {
                            let from = || Ranges::from(board, place, self.range);
                            ranges.get_or_init(from).to(hex).is_some()
                        }))
                {
                    found.push(hits);
                }
            }
        }
        found.retain(|hits| !hits.is_empty());
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns the placements from a hex.
    fn placements_from(&self, board: &Board, place: HexIndex) -> Vec<Placement> {
        if self.is_melee {
            return self.melee_placements(board, place);
        }
        let ranges = Ranges::from(board, place, self.range);
        let mut found = Vec::new();
        for (enemies, placements) in &self.ranged {
            for hexes in placements {
                if hexes.iter().any(|&hex| ranges.to(hex).is_some()) {
                    found.push(Placement { hexes: hexes.clone(), enemies: enemies.clone() });
                }
            }
        }
        found
    }
}

impl TurnSearch<'_> {
    /// Collects the placements of an area attack on a focus, if the attack has an area.
    pub(super) fn place_area(&mut self, focus: usize) {
        let Some(area) = self.area.as_mut().filter(|area| area.focus != Some(focus)) else {
            return;
        };
        area.focus = Some(focus);
        let enemies = || self.enemies.iter().enumerate().filter(|(_, of)| of.passed_over.is_none());
        area.occupants = enemies().map(|(at, enemy)| (enemy.place, at)).collect();
        if area.near.is_empty() {
            let near = |enemy: &Enemy| Ranges::from(self.board, enemy.place, area.range);
            area.near = self.enemies.iter().map(near).collect();
        }
        if !area.is_melee {
            let has_extra = area.extra > 0;
            let over = enemies().filter(|(at, _)| *at == focus || has_extra);
            area.place_over(self.board, over.map(|(_, enemy)| enemy.place));
        }
    }

    /// Returns a number of further targets that an area attack from a hex does not exceed. Range
    /// and line of sight are not tested.
    pub(super) fn area_targets_bound(
        &self,
        area: &AreaSearch,
        focus: usize,
        place: HexIndex,
    ) -> usize {
        let covered = area.most_covered(self.board, place);
        let near = self.others_in_range(focus, place).count();
        (covered + area.extra).saturating_sub(1).min(near)
    }

    /// Returns for each enemy whether it can be attacked from a hex where a placement covers it, or
    /// where it is in range.
    fn exposed_from(&mut self, place: HexIndex) -> Vec<bool> {
        let mut exposed = Vec::with_capacity(self.enemies.len());
        for enemy in &self.enemies {
            let is_near = enemy.passed_over.is_none() && enemy.reach.to(place).is_some();
            exposed.push(is_near && self.sights.sees(place, enemy.place));
        }
        exposed
    }

    /// Returns the possible attacks from a hex that have the focus among their targets, those with
    /// the most targets.
    pub(super) fn area_options(&mut self, focus: usize, place: HexIndex) -> Vec<AttackOption> {
        let exposed = self.exposed_from(place);
        let Some(area) = &self.area else { return Vec::new() };
        let extra = area.extra;
        let mut areas = area.hits_from(self.board, place, &exposed);
        let mut near = Vec::new();
        if extra > 0 {
            let is_near = |at: &usize| exposed[*at] && area.near[*at].to(place).is_some();
            near.extend((0..exposed.len()).filter(is_near));
            // The area may hit no enemy.
            areas.push(Vec::new());
        }
        let is_near = near.contains(&focus);
        let slots_beside = |area: &Vec<usize>| {
            let has_focus = area.contains(&focus);
            (has_focus || extra > 0 && is_near).then(|| extra - usize::from(!has_focus))
        };
        let mut options: Vec<(usize, usize, Vec<usize>)> = Vec::new();
        for area in areas {
            if let Some(slots) = slots_beside(&area) {
                let outside = near.iter().filter(|at| **at != focus && !area.contains(at)).count();
                let hits = area.iter().filter(|&&at| at != focus).count();
                options.push((hits + slots.min(outside), slots, area));
            }
        }
        let options = keep_least(options, |(count, ..)| Reverse(*count));
        let option = |(_, slots, area): (usize, usize, Vec<usize>)| {
            let is_outside = |at: &&usize| **at != focus && !area.contains(at);
            let mut others: Vec<usize> = near.iter().filter(is_outside).copied().collect();
            others.sort_by_key(|&at| self.classes[at]);
            let hits = area.iter().copied().filter(|&at| at != focus).collect();
            AttackOption { hits, others, slots, area }
        };
        options.into_iter().map(option).collect()
    }

    /// Returns every placement of the area of an attack, in reading order.
    pub(super) fn placements_of(&mut self, attack: &GroupAttack) -> Vec<AreaPlacement> {
        if attack.areas.is_empty() {
            return Vec::new();
        }
        let exposed = self.exposed_from(attack.place);
        let Some(area) = &self.area else { return Vec::new() };
        let mut placements = Vec::new();
        for Placement { hexes, enemies: mut hits } in area.placements_from(self.board, attack.place)
        {
            hits.retain(|&at| exposed[at]);
            if attack.areas.contains(&hits) {
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
