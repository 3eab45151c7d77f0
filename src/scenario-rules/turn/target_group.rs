//! The best group of further targets, and the hexes to attack it from (S8.9, G3).
//!
//! Enemies are indices into `TurnSearch::enemies`; `classes` has the rank of each as a further
//! target.

use crate::board::HexIndex;
use crate::paths::PathCost;

/// A hex from which the focus can be attacked, with the possible further targets.
#[derive(Clone)]
pub(super) struct AttackHex {
    pub(super) place: HexIndex,
    pub(super) path_cost: PathCost,
    /// `true` if the attack on the focus would be at disadvantage, because it is adjacent.
    pub(super) has_disadvantage: bool,
    /// The possible attacks: one without an area, otherwise one for each set of enemies that a
    /// placement hits, of those with the most targets.
    pub(super) options: Vec<AttackOption>,
    /// The further targets that would be attacked at disadvantage.
    pub(super) disadvantaged: Vec<usize>,
}

/// The further targets that one attack can have.
#[derive(Clone)]
pub(super) struct AttackOption {
    /// The enemies in the area other than the focus; all of them are attacked.
    pub(super) hits: Vec<usize>,
    /// The other enemies that can be attacked, the best as foci first.
    pub(super) others: Vec<usize>,
    /// The number of `others` that can be attacked.
    pub(super) slots: usize,
    /// All enemies in the area, sorted; empty without an area.
    pub(super) area: Vec<usize>,
}

/// Further targets: all of `certain`, and `count` of `open`. `open` is empty if `count` is 0,
/// otherwise it has more than `count`.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) certain: Vec<usize>,
    pub(super) count: usize,
    pub(super) open: Vec<usize>,
}

/// An attack on the focus and a group of further targets.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct GroupAttack {
    pub(super) place: HexIndex,
    points: u16,
    pub(super) group: Group,
    /// The number of targets in the group that are attacked at disadvantage; 0 if that is ignored.
    at_disadvantage: usize,
    /// The enemies in the area, for each different placement with which these can be the targets.
    pub(super) areas: Vec<Vec<usize>>,
}

impl AttackHex {
    /// Returns the most further targets of an attack from here.
    fn most(&self) -> usize {
        self.options.iter().map(AttackOption::most).max().unwrap_or_default()
    }

    /// Returns `true` if the best attacks from this hex are not all of those with the most targets.
    pub(super) fn is_narrowed_by(&self, best: &[&GroupAttack]) -> bool {
        let most = self.most();
        self.options.iter().filter(|option| option.most() == most).any(|option| {
            !best.iter().any(|attack| {
                let is_of_option = option.area.is_empty() || attack.areas.contains(&option.area);
                is_of_option && attack.group.is_any_of(option)
            })
        })
    }
}

impl AttackOption {
    /// Returns the most further targets.
    fn most(&self) -> usize {
        self.hits.len() + self.slots.min(self.others.len())
    }

    /// Returns the classes of the best group of this size, the best first.
    fn best_classes(&self, size: usize, classes: &[u16]) -> Vec<u16> {
        let outside = &self.others[..size - self.hits.len()];
        let mut best: Vec<u16> = self.hits.iter().chain(outside).map(|&at| classes[at]).collect();
        best.sort_unstable();
        best
    }
}

impl Group {
    /// Returns the best group of this size that an attack allows.
    fn first_of(option: &AttackOption, size: usize, classes: &[u16]) -> Self {
        let mut certain = option.hits.clone();
        let mut open = Vec::new();
        let outside = size - certain.len();
        if let Some(&last) = outside.checked_sub(1).and_then(|at| option.others.get(at)) {
            let others = || option.others.iter().copied();
            certain.extend(others().filter(|&at| classes[at] < classes[last]));
            open.extend(others().filter(|&at| classes[at] == classes[last]));
        }
        Self::new(certain, open, size, classes)
    }

    /// Creates a group of this size: all of `certain`, and as many of `open` as needed.
    fn new(mut certain: Vec<usize>, mut open: Vec<usize>, size: usize, classes: &[u16]) -> Self {
        if size - certain.len() == open.len() {
            certain.append(&mut open);
        }
        let count = size - certain.len();
        if count == 0 {
            open.clear();
        }
        certain.sort_unstable_by_key(|&at| (classes[at], at));
        Self { certain, count, open }
    }

    fn size(&self) -> usize {
        self.certain.len() + self.count
    }

    /// Returns an attack of a hex on this group, with as few targets at disadvantage as possible;
    /// `None` if it cannot have a complete group as its targets.
    fn attackable_by(
        &self,
        hex: &AttackHex,
        option: &AttackOption,
        classes: &[u16],
        heeds_disadvantage: bool,
    ) -> Option<GroupAttack> {
        let AttackOption { hits, others, slots, area } = option;
        let size = self.size();
        let is_possible = size <= hits.len() + slots
            && hits.iter().all(|at| self.certain.contains(at) || self.open.contains(at))
            && self.certain.iter().all(|at| hits.contains(at) || others.contains(at));
        if !is_possible {
            return None;
        }
        // What the area hits of the open targets is certain.
        let mut certain = self.certain.clone();
        certain.extend(self.open.iter().filter(|at| hits.contains(at)));
        let mut open = self.open.clone();
        open.retain(|at| others.contains(at));
        if !(certain.len()..=certain.len() + open.len()).contains(&size) {
            return None;
        }
        let disadvantaged: &[usize] = if heeds_disadvantage { &hex.disadvantaged } else { &[] };
        let (worse, better): (Vec<usize>, Vec<usize>) =
            open.into_iter().partition(|at| disadvantaged.contains(at));
        let missing = (size - certain.len()).saturating_sub(better.len());
        let at_disadvantage =
            certain.iter().filter(|at| disadvantaged.contains(at)).count() + missing;
        let group = if missing == 0 {
            Self::new(certain, better, size, classes)
        } else {
            Self::new([certain, better].concat(), worse, size, classes)
        };
        Some(GroupAttack {
            place: hex.place,
            points: hex.path_cost.points(),
            group,
            at_disadvantage,
            areas: if area.is_empty() { Vec::new() } else { vec![area.clone()] },
        })
    }

    /// Returns `true` if it allows every choice of its size among those of an attack.
    fn is_any_of(&self, option: &AttackOption) -> bool {
        let (hits, others) = (option.hits.len(), option.others.len());
        self.size() == hits + others || self.certain.len() == hits && self.open.len() == others
    }

    /// Returns `true` if another group of the same size allows all of its choices, and more.
    fn is_within(&self, other: &Self) -> bool {
        self != other
            && other.certain.iter().all(|at| self.certain.contains(at))
            && self
                .certain
                .iter()
                .filter(|at| !other.certain.contains(at))
                .chain(&self.open)
                .all(|at| other.open.contains(at))
    }
}

impl GroupAttack {
    /// Returns `true` if another attack from the same hex allows all of its choices, and more.
    fn is_covered_by(&self, other: &Self) -> bool {
        self.place == other.place
            && self.group.is_within(&other.group)
            && self.areas.iter().all(|area| other.areas.contains(area))
    }
}

/// Keeps the items with the least key.
pub(super) fn keep_least<T, K: Ord>(mut items: Vec<T>, key: impl Fn(&T) -> K) -> Vec<T> {
    if let Some(least) = items.iter().map(&key).min() {
        items.retain(|item| key(item) == least);
    }
    items
}

/// Returns the hexes of attacks, without repeating one that follows itself.
pub(super) fn places_of(attacks: &[GroupAttack]) -> Vec<HexIndex> {
    let mut places: Vec<HexIndex> = attacks.iter().map(|attack| attack.place).collect();
    places.dedup();
    places
}

/// Prefers hexes without disadvantage against the focus, unless that is ignored, and of those keeps
/// the ones with the most targets.
pub(super) fn most_targets(
    mut hexes: Vec<&AttackHex>,
    heeds_disadvantage: bool,
) -> Vec<&AttackHex> {
    if heeds_disadvantage {
        hexes = keep_least(hexes, |hex| hex.has_disadvantage);
    }
    keep_least(hexes, |hex| std::cmp::Reverse(hex.most()))
}

/// Returns `true` if more expensive hexes cannot change the best attacks from these.
///
/// At most `most` further targets can be attacked from one hex. If one of these hexes has that
/// many, without disadvantage against the focus, more expensive hexes change neither which of these
/// are kept nor the groups of targets. If then no target is attacked at disadvantage, points
/// decide, and the more expensive hexes lose.
pub(super) fn are_enough(hexes: &[AttackHex], most: usize, classes: &[u16]) -> bool {
    hexes.iter().any(|hex| !hex.has_disadvantage && hex.most() >= most)
        && best_attacks(hexes, classes, true).iter().all(|best| best.at_disadvantage == 0)
}

/// Returns the best attacks by G3: first the group of further targets is chosen, then the hex.
pub(super) fn best_attacks(
    hexes: &[AttackHex],
    classes: &[u16],
    heeds_disadvantage: bool,
) -> Vec<GroupAttack> {
    let hexes = most_targets(hexes.iter().collect(), heeds_disadvantage);
    let size = hexes.first().map_or(0, |hex| hex.most());
    let cheapest = keep_least(hexes.clone(), |hex| hex.path_cost.points());
    let largest = |hex: &&AttackHex| -> Vec<AttackOption> {
        hex.options.iter().filter(|option| option.most() == size).cloned().collect()
    };
    let first: Vec<AttackOption> = cheapest.iter().flat_map(largest).collect();
    let first = keep_least(first, |option| option.best_classes(size, classes));
    let mut groups: Vec<Group> = Vec::new();
    for group in first.iter().map(|option| Group::first_of(option, size, classes)) {
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    let mut attacks: Vec<GroupAttack> = Vec::new();
    for hex in hexes {
        for option in &hex.options {
            attacks.extend(
                groups.iter().filter_map(|group| {
                    group.attackable_by(hex, option, classes, heeds_disadvantage)
                }),
            );
        }
    }
    attacks = keep_least(attacks, |attack| attack.at_disadvantage);
    attacks = keep_least(attacks, |attack| attack.points);
    let attacks = merged(attacks);
    let mut best: Vec<GroupAttack> = Vec::new();
    for attack in &attacks {
        if !attacks.iter().any(|other| attack.is_covered_by(other)) {
            best.push(attack.clone());
        }
    }
    best
}

/// Merges attacks from the same hex on the same group, which differ by their areas.
fn merged(attacks: Vec<GroupAttack>) -> Vec<GroupAttack> {
    let mut merged: Vec<GroupAttack> = Vec::new();
    for attack in attacks {
        let same = merged
            .iter_mut()
            .find(|other| other.place == attack.place && other.group == attack.group);
        match same {
            Some(same) => {
                for area in attack.areas {
                    if !same.areas.contains(&area) {
                        same.areas.push(area);
                    }
                }
            }
            None => merged.push(attack),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_expensive_hexes_never_change_the_best_attacks_once_the_others_are_enough() {
        let mut state = 1_u32;
        let mut below = |most: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            usize::try_from((state >> 16) % most).expect("a small number")
        };
        let mut cases = 0;
        for _ in 0..4_000 {
            let more = below(4);
            let has_area = below(2) == 0;
            let classes: Vec<u16> = (0..5).map(|_| [0, 1, 2][below(3)]).collect();
            let mut points = 0;
            let hexes: Vec<AttackHex> = (0..8)
                .map(|place| {
                    points += [0, 0, 1][below(3)];
                    let count = if has_area { 1 + below(3) } else { 1 };
                    let options: Vec<AttackOption> = (0..count)
                        .map(|_| {
                            let mut others: Vec<usize> = (0..5).filter(|_| below(3) > 0).collect();
                            others.sort_by_key(|&at| classes[at]);
                            let in_area = |_: &usize| has_area && below(3) == 0;
                            let (hits, others): (Vec<usize>, Vec<usize>) =
                                others.into_iter().partition(in_area);
                            let mut area = hits.clone();
                            area.sort_unstable();
                            AttackOption { hits, others, slots: more, area }
                        })
                        .collect();
                    let disadvantaged = (0..5).filter(|_| below(4) == 0).collect();
                    let (path_cost, has_disadvantage) = (PathCost::new(0, points), below(4) == 0);
                    AttackHex { place, path_cost, has_disadvantage, options, disadvantaged }
                })
                .collect();
            let most = hexes.iter().map(AttackHex::most).max().unwrap_or_default();
            for end in (1..8).filter(|&end| hexes[end - 1].path_cost < hexes[end].path_cost) {
                let cheap = &hexes[..end];
                if !are_enough(cheap, most, &classes) {
                    continue;
                }
                cases += 1;
                for heeds in [false, true] {
                    let of_cheap = best_attacks(cheap, &classes, heeds);
                    assert!(of_cheap == best_attacks(&hexes, &classes, heeds));
                    assert_eq!(by_letter(cheap, heeds), by_letter(&hexes, heeds));
                }
            }
        }
        assert!(cases > 1_000, "{cases}");
    }

    /// Returns the hexes that the letter of S8.9 prefers.
    fn by_letter(hexes: &[AttackHex], heeds_disadvantage: bool) -> Vec<HexIndex> {
        let hexes = most_targets(hexes.iter().collect(), heeds_disadvantage);
        keep_least(hexes, |hex| hex.path_cost.points()).iter().map(|hex| hex.place).collect()
    }
}
