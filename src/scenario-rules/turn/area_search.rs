//! The placements of an area attack (G31).
//!
//! A melee pattern has one place for each orientation: with its attacker's hex on the monster. Those
//! of a ranged pattern do not depend on the monster's hex, save for range and sight, so they are
//! collected once for each focus.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::enemy_set::EnemySet;
use super::{AttackOption, Enemy, GroupAttack, TurnSearch, keep_least};
use crate::area::Area;
use crate::board::{Board, HexIndex};
use crate::card::Attack;
use crate::hex::{Hex, HexOffset};
use crate::monster_turn::AreaPlacement;
use crate::sight::Ranges;

/// The hexes of the map that a placed pattern covers, with the enemies in them.
struct TriedPlacement {
    hexes: Vec<HexIndex>,
    enemies: EnemySet,
}

/// A placement of a ranged pattern: the index of its orientation, and the offset from A1 at which
/// that is placed.
type RangedPlacement = (usize, HexOffset);

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
    /// The enemy in each hex, by the index of the hex.
    occupants: Vec<Option<usize>>,
    /// The hexes within range of each enemy, in the order of the enemies.
    near: Vec<Ranges>,
    /// The placements of a ranged pattern that cover the focus, or another enemy if the focus can
    /// be attacked outside the area; by the enemies that they cover.
    ranged: BTreeMap<EnemySet, Vec<RangedPlacement>>,
    /// The most enemies that one of those placements covers.
    most_ranged: usize,
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
            occupants: Vec::new(),
            near: Vec::new(),
            ranged: BTreeMap::new(),
            most_ranged: 0,
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
        if !self.is_melee {
            return self.most_ranged;
        }
        let is_on_focus =
            |enemies: &EnemySet| self.focus.is_some_and(|focus| enemies.contains(focus));
        let covered = self.melee_covered(board, place);
        let tried = covered.filter(|enemies| self.extra > 0 || is_on_focus(enemies));
        tried.map(EnemySet::len).max().unwrap_or_default()
    }

    /// Returns the enemies in each placement of a melee pattern for an attacker in a hex.
    fn melee_covered(&self, board: &Board, attacker: HexIndex) -> impl Iterator<Item = EnemySet> {
        let hex = board.hex(attacker);
        self.orientations.iter().map(move |orientation| {
            let hexes = orientation.iter().filter_map(|offset| board.place(hex.at(*offset)?));
            self.enemies_in(hexes)
        })
    }

    /// Returns the placements of a melee pattern for an attacker in a hex.
    fn melee_placements(&self, board: &Board, attacker: HexIndex) -> Vec<TriedPlacement> {
        let hex = board.hex(attacker);
        let place = |orientation: &Vec<HexOffset>| {
            let hexes = orientation.iter().filter_map(|offset| board.place(hex.at(*offset)?));
            let hexes: Vec<HexIndex> = hexes.collect();
            TriedPlacement { enemies: self.enemies_in(hexes.iter().copied()), hexes }
        };
        self.orientations.iter().map(place).collect()
    }

    /// Returns the enemies in hexes.
    fn enemies_in(&self, hexes: impl Iterator<Item = HexIndex>) -> EnemySet {
        hexes.filter_map(|hex| *self.occupants.get(usize::from(hex))?).collect()
    }

    /// Collects the placements of a ranged pattern that cover one of these enemies.
    fn place_over(&mut self, board: &Board, enemies: impl Iterator<Item = HexIndex>) {
        let mut placements: Vec<RangedPlacement> = Vec::new();
        for enemy in enemies {
            let to_enemy = Hex::new(0, 0).offset_to(board.hex(enemy));
            for (index, orientation) in self.orientations.iter().enumerate() {
                placements.extend(orientation.iter().map(|of| (index, to_enemy.minus(*of))));
            }
        }
        placements.sort_unstable();
        placements.dedup();
        self.ranged.clear();
        for placement in placements {
            let covered = self.enemies_in(self.hexes_of(board, placement));
            self.ranged.entry(covered).or_default().push(placement);
        }
        let covered = self.ranged.keys().map(|covered| covered.len());
        self.most_ranged = covered.max().unwrap_or_default();
    }

    /// Returns the hexes of the map in a placement of a ranged pattern.
    fn hexes_of(
        &self,
        board: &Board,
        (index, at): RangedPlacement,
    ) -> impl Iterator<Item = HexIndex> {
        let offsets = self.orientations[index].iter();
        offsets.filter_map(move |offset| board.place(Hex::new(0, 0).at(offset.plus(at))?))
    }

    /// Returns the enemies that each placement from a hex hits, if it hits any, each set once.
    fn hits_from(&self, board: &Board, place: HexIndex, exposed: EnemySet) -> Vec<EnemySet> {
        let mut found: Vec<EnemySet> = Vec::new();
        if self.is_melee {
            found.extend(self.melee_covered(board, place).map(|covered| covered.and(exposed)));
        } else {
            let near = self.near(place);
            let ranges = OnceCell::new();
            for (&covered, placements) in &self.ranged {
                let hits = covered.and(exposed);
                let mut hexes = placements.iter().flat_map(|of| self.hexes_of(board, *of));
                if !hits.is_empty()
                    && (!covered.and(near).is_empty()
                        || hexes.any(|hex| {
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

    /// Returns the enemies within range of a hex.
    fn near(&self, place: HexIndex) -> EnemySet {
        let near = self.near.iter().enumerate();
        near.filter(|(_, ranges)| ranges.to(place).is_some()).map(|(at, _)| at).collect()
    }

    /// Returns the placements from a hex with which these sets of enemies are hit.
    fn placements_from(
        &self,
        board: &Board,
        place: HexIndex,
        exposed: EnemySet,
        hit: &[EnemySet],
    ) -> Vec<TriedPlacement> {
        let is_wanted = |covered: EnemySet| hit.contains(&covered.and(exposed));
        if self.is_melee {
            let mut found = self.melee_placements(board, place);
            found.retain(|placement| is_wanted(placement.enemies));
            return found;
        }
        let ranges = Ranges::from(board, place, self.range);
        let mut found = Vec::new();
        for (&enemies, placements) in self.ranged.iter().filter(|(covered, _)| is_wanted(**covered))
        {
            for placement in placements {
                let hexes: Vec<HexIndex> = self.hexes_of(board, *placement).collect();
                if hexes.iter().any(|&hex| ranges.to(hex).is_some()) {
                    found.push(TriedPlacement { hexes, enemies });
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
        area.occupants = vec![None; self.board.grid_size()];
        for (at, enemy) in enemies() {
            area.occupants[usize::from(enemy.place)] = Some(at);
        }
        if area.near.is_empty() {
            let near = |enemy: &Enemy| Ranges::from(self.board, enemy.place, area.range);
            area.near = self.enemies.iter().map(near).collect();
        }
        // With targets outside the area, the placements over all enemies are those of every focus.
        let has_extra = area.extra > 0;
        if !area.is_melee && (!has_extra || area.ranged.is_empty()) {
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

    /// Returns the enemies that can be attacked from a hex where a placement covers them, or where
    /// they are in range.
    fn exposed_from(&mut self, place: HexIndex) -> EnemySet {
        let mut exposed = EnemySet::default();
        for (at, enemy) in self.enemies.iter().enumerate() {
            let is_near = enemy.passed_over.is_none() && enemy.reach.to(place).is_some();
            if is_near && self.sights.sees(place, enemy.place) {
                exposed.insert(at);
            }
        }
        exposed
    }

    /// Returns the possible attacks from a hex that have the focus among their targets, those with
    /// the most targets.
    pub(super) fn area_options(&mut self, focus: usize, place: HexIndex) -> Vec<AttackOption> {
        let exposed = self.exposed_from(place);
        let Some(area) = &self.area else { return Vec::new() };
        let extra = area.extra;
        let mut areas = area.hits_from(self.board, place, exposed);
        let mut near = EnemySet::default();
        if extra > 0 {
            near = area.near(place).and(exposed);
            // The area may hit no enemy.
            areas.push(EnemySet::default());
        }
        let mut options: Vec<(usize, usize, EnemySet)> = Vec::new();
        for area in areas {
            let has_focus = area.contains(focus);
            if has_focus || extra > 0 && near.contains(focus) {
                let slots = extra - usize::from(!has_focus);
                let outside = near.without(area).without_one(focus).len();
                let hits = area.without_one(focus).len();
                options.push((hits + slots.min(outside), slots, area));
            }
        }
        let options = keep_least(options, |(count, ..)| Reverse(*count));
        let option = |(_, slots, area): (usize, usize, EnemySet)| {
            let mut others: Vec<usize> = near.without(area).without_one(focus).iter().collect();
            others.sort_by_key(|&at| self.classes[at]);
            let hits = area.without_one(focus).iter().collect();
            AttackOption { hits, others, slots, area: area.iter().collect() }
        };
        let mut options: Vec<AttackOption> = options.into_iter().map(option).collect();
        // An attack without an enemy in its area comes last.
        options.sort_by(|a, b| {
            a.area.is_empty().cmp(&b.area.is_empty()).then_with(|| a.area.cmp(&b.area))
        });
        options
    }

    /// Returns every placement of the area of an attack, in reading order.
    pub(super) fn placements_of(&mut self, attack: &GroupAttack) -> Vec<AreaPlacement> {
        if attack.areas.is_empty() {
            return Vec::new();
        }
        let exposed = self.exposed_from(attack.place);
        let Some(area) = &self.area else { return Vec::new() };
        let hit: Vec<EnemySet> =
            attack.areas.iter().map(|enemies| enemies.iter().copied().collect()).collect();
        let mut placements = Vec::new();
        for TriedPlacement { hexes, enemies } in
            area.placements_from(self.board, attack.place, exposed, &hit)
        {
            let mut hexes: Vec<Hex> = hexes.iter().map(|&hex| self.board.hex(hex)).collect();
            hexes.sort_unstable();
            let hits: Vec<usize> = enemies.and(exposed).iter().collect();
            placements.push(AreaPlacement { hexes, hit: self.ids(&hits) });
        }
        placements.sort_by(|a, b| a.hexes.cmp(&b.hexes));
        placements.dedup();
        placements
    }
}
