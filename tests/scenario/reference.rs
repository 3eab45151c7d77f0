//! A second implementation of the monster's turn, by brute force and from the numbered rules alone:
//! naive loops and fractions, slow, and easy to compare with the rules.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use scenario_rules::area::{Area, AreaHexKind};
use scenario_rules::board::Terrain;
use scenario_rules::card::{Attack, Card, Reach};
use scenario_rules::figure::{Condition, Figure, FigureKind, Initiative};
use scenario_rules::{Hex, Position};

/// An end of the movement: the hex, the path cost, the targets, those attacked at disadvantage, the
/// hexes aimed at with the steps left, and the placements of an area with these targets.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct End {
    pub focus: String,
    pub hex: Hex,
    pub cost: u32,
    pub negative: u32,
    pub targets: BTreeSet<String>,
    pub disadvantage: BTreeSet<String>,
    pub aims: BTreeSet<(Hex, u32)>,
    pub placements: BTreeSet<BTreeSet<Hex>>,
}

/// An enemy's negative hexes and steps, its range, and the rule by which it is not the focus.
pub type Enemy = (Option<(u32, u32)>, Option<u32>, Option<&'static str>);

/// The complete answer for a monster's turn.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    pub foci: BTreeSet<String>,
    pub enemies: BTreeMap<String, Enemy>,
    pub ends: BTreeSet<End>,
}

/// A path cost: negative hexes, then movement points.
type PathCost = (u32, u32);

/// Returns three coordinates whose sum is 0; neighbors differ by 1 in two of them.
fn cube(hex: Hex) -> [i32; 3] {
    let (column, row) = (i32::from(hex.column), i32::from(hex.row));
    let across = column;
    let down = row - (column - column % 2) / 2;
    [across, down, -across - down]
}

/// Returns `true` if two hexes share an edge.
fn touch(a: Hex, b: Hex) -> bool {
    let (a, b) = (cube(a), cube(b));
    (0..3).map(|i| (a[i] - b[i]).abs()).max() == Some(1)
}

pub struct Table<'a> {
    position: &'a Position,
    hexes: Vec<Hex>,
    /// Pairs of hexes with a wall between them.
    walls: BTreeSet<(Hex, Hex)>,
    me: &'a Figure,
    seen: BTreeMap<(Hex, Hex), bool>,
}

impl<'a> Table<'a> {
    pub fn new(position: &'a Position, name: &str) -> Self {
        let board = position.board();
        let mut walls = BTreeSet::new();
        for line in board.walls() {
            let other = line.hex.neighbor(line.side).expect("a wall inside has two hexes");
            walls.extend([(line.hex, other), (other, line.hex)]);
        }
        let me = position
            .figures()
            .iter()
            .find(|figure| figure.to_string() == name)
            .expect("it is there");
        Self { position, hexes: board.hexes().collect(), walls, me, seen: BTreeMap::new() }
    }

    fn terrain(&self, hex: Hex) -> Option<Terrain> {
        self.position.board().terrain(hex)
    }

    fn is_shut(&self, hex: Hex) -> bool {
        matches!(self.terrain(hex), Some(Terrain::ClosedDoor | Terrain::LockedDoor))
    }

    /// Returns `true` if two hexes are adjacent (S2.2), with closed doors as walls.
    fn adjacent(&self, a: Hex, b: Hex) -> bool {
        touch(a, b)
            && self.terrain(a).is_some()
            && self.terrain(b).is_some()
            && !self.walls.contains(&(a, b))
            && !self.is_shut(a)
            && !self.is_shut(b)
    }

    /// Returns the range from a hex to every other (S2.3).
    fn ranges(&self, from: Hex) -> BTreeMap<Hex, u32> {
        let mut far = BTreeMap::from([(from, 0)]);
        loop {
            let before = far.clone();
            for &a in &self.hexes {
                for &b in &self.hexes {
                    if let Some(&at) = before.get(&a)
                        && self.adjacent(a, b)
                    {
                        let reached = far.entry(b).or_insert(at + 1);
                        *reached = (*reached).min(at + 1);
                    }
                }
            }
            if far == before {
                return far;
            }
        }
    }

    fn jumps(&self) -> bool {
        self.card().movement.is_some_and(|movement| movement.jump)
    }

    fn card(&self) -> Card {
        let layout = self.position.layout();
        layout
            .cards
            .iter()
            .find(|card| card.set == self.me.set())
            .expect("it has a card")
            .card
            .clone()
    }

    fn figure_in(&self, hex: Hex) -> Option<&Figure> {
        self.position.figures().iter().find(|figure| figure.hex == hex && *figure != self.me)
    }

    /// Returns the cost of passing through a hex (S6.1, S6.2, G7, G8).
    fn passing(&self, hex: Hex) -> Option<PathCost> {
        let terrain = self.terrain(hex)?;
        if self.me.flying || self.jumps() {
            return Some((0, 1));
        }
        let enemy =
            self.figure_in(hex).is_some_and(|figure| figure.allegiance() != self.me.allegiance());
        if terrain == Terrain::Obstacle || enemy {
            return None;
        }
        let negative = u32::from(matches!(terrain, Terrain::Trap | Terrain::Hazardous));
        Some((negative, if terrain == Terrain::Difficult { 2 } else { 1 }))
    }

    /// Returns the additional cost of ending in a hex; `None` if the monster cannot end there.
    fn landing(&self, hex: Hex) -> Option<PathCost> {
        let terrain = self.terrain(hex)?;
        if self.figure_in(hex).is_some() {
            return None;
        }
        if self.me.flying {
            return Some((0, 0));
        }
        if terrain == Terrain::Obstacle {
            return None;
        }
        if !self.jumps() {
            return Some((0, 0));
        }
        let slow = terrain == Terrain::Difficult && !self.position.switches().soft_landing;
        let negative = matches!(terrain, Terrain::Trap | Terrain::Hazardous);
        Some((u32::from(negative), u32::from(slow)))
    }

    /// Returns the least cost to end in each hex, staying included, by Bellman's algorithm.
    fn ends_from(&self, from: Hex) -> BTreeMap<Hex, PathCost> {
        let mut least = BTreeMap::from([(from, (0, 0))]);
        loop {
            let mut changed = false;
            for &a in &self.hexes {
                for &b in &self.hexes {
                    let Some(&(negative, points)) = least.get(&a) else {
                        continue;
                    };
                    if !self.adjacent(a, b) {
                        continue;
                    }
                    let Some(step) = self.passing(b) else {
                        continue;
                    };
                    let next = (negative + step.0, points + step.1);
                    if least.get(&b).is_none_or(|&known| next < known) {
                        least.insert(b, next);
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        let mut ends = BTreeMap::new();
        for (&hex, &(negative, points)) in &least {
            if hex == from {
                ends.insert(hex, (0, 0));
            } else if let Some(land) = self.landing(hex) {
                ends.insert(hex, (negative + land.0, points + land.1));
            }
        }
        ends
    }

    /// Returns `true` if one hex sees another (S2.4), by either reading of G4.
    fn sees(&mut self, a: Hex, b: Hex) -> bool {
        if a == b || self.adjacent(a, b) {
            return true;
        }
        if let Some(&known) = self.seen.get(&(a, b)) {
            return known;
        }
        let walls = self.wall_lines(a, b);
        let sees = if self.position.switches().corner_to_corner {
            corner_to_corner(a, b, &walls)
        } else {
            any_to_any(a, b, &walls)
        };
        self.seen.insert((a, b), sees);
        self.seen.insert((b, a), sees);
        sees
    }

    /// Returns every wall by its two ends. From part to part, which is slow, only walls near the
    /// two hexes count: the others cross no line between them.
    fn wall_lines(&self, a: Hex, b: Hex) -> Vec<[Point; 2]> {
        let corners_count = self.position.switches().corner_to_corner;
        let columns = a.column.min(b.column).saturating_sub(1)..=a.column.max(b.column) + 1;
        let rows = a.row.min(b.row).saturating_sub(2)..=a.row.max(b.row) + 2;
        let mut lines = Vec::new();
        for &hex in &self.hexes {
            let is_near = columns.contains(&hex.column) && rows.contains(&hex.row);
            if !is_near && !corners_count {
                continue;
            }
            let corners = corners(hex);
            for side in 0..6 {
                let ends = [corners[side], corners[(side + 1) % 6]];
                let middle = (ends[0].0 + ends[1].0, ends[0].1 + ends[1].1);
                let open = self
                    .hexes
                    .iter()
                    .find(|other: &&Hex| {
                        let corners = self::corners(**other);
                        touch(hex, **other)
                            && (0..6).any(|at| {
                                let (c, d) = (corners[at], corners[(at + 1) % 6]);
                                (c.0 + d.0, c.1 + d.1) == middle
                            })
                    })
                    .is_some_and(|&next| self.adjacent(hex, next));
                if !open {
                    lines.push(ends);
                }
            }
        }
        lines
    }

    fn is_enemy(&self, other: &Figure) -> bool {
        other.allegiance() != self.me.allegiance()
    }

    /// Returns `true` if `a` certainly acts before `b` (S4.5, S4.7, S8.5).
    fn precedes(&self, a: &Figure, b: &Figure) -> bool {
        let figures = self.position.figures();
        let owner = |figure: &Figure| match figure.kind {
            FigureKind::Summon { owner } => owner,
            _ => figure.id(),
        };
        let index = |figure: &Figure| figures.iter().position(|other| other == figure);
        if owner(a) == owner(b) {
            let is_summon = |figure: &Figure| matches!(figure.kind, FigureKind::Summon { .. });
            return (!is_summon(a), index(a)) < (!is_summon(b), index(b));
        }
        let of = |figure: &Figure| {
            let own = owner(figure);
            figures.iter().find(|other| other.id() == own).expect("it is there").clone()
        };
        // The number, a flag for a rest, a flag for other than a character, and the second card.
        let key = |figure: &Figure| match of(figure).kind {
            FigureKind::Character(Initiative::Resting) => ((99, true, false), None),
            FigureKind::Character(Initiative::Card { number, second }) => {
                ((number, false, false), second)
            }
            FigureKind::Ally(Initiative::Card { number, .. })
            | FigureKind::Object(_, Initiative::Card { number, .. }) => {
                ((number, false, true), None)
            }
            _ => unreachable!("monsters are no enemies of monsters"),
        };
        let (first, second) = (key(a), key(b));
        if first.0 != second.0 {
            return first.0 < second.0;
        }
        // Second cards decide if all of them are known.
        let level = figures.iter().filter(|other| {
            matches!(other.kind, FigureKind::Character(_)) && key(other).0 == first.0
        });
        let all_known = level.clone().all(|other| key(other).1.is_some());
        all_known && first.1 < second.1
    }

    /// Returns the monster's turn (S8.1 to S8.14).
    pub fn answer(&mut self) -> Answer {
        let card = self.card();
        let me = self.me;
        let stunned = me.is(Condition::Stun);
        let can_attack = card.attack.is_some() && !stunned && !me.is(Condition::Disarm);
        let attack = match card.attack {
            Some(attack) if can_attack || stunned => attack,
            _ => Attack::MELEE,
        };
        let points = match card.movement {
            Some(movement) if !stunned && !me.is(Condition::Immobilize) => {
                u32::from(movement.points)
            }
            _ => 0,
        };
        let position = self.position;
        let enemies: Vec<&Figure> =
            position.figures().iter().filter(|other| self.is_enemy(other)).collect();
        let attacked = &position.layout().attacked;
        let by_letter = position.switches().other_target;
        let passed_over = |enemy: &Figure| {
            if enemy.is(Condition::Invisible) {
                Some("S8.7")
            } else {
                (by_letter && attacked.contains(&enemy.id())).then_some("S8.14")
            }
        };
        let ends = self.ends_from(me.hex);
        let range = u32::from(attack.reach.range());
        let free: Vec<&Figure> =
            enemies.iter().copied().filter(|enemy| passed_over(enemy).is_none()).collect();
        let placed = attack.area.map(|area| self.placed(area, &attack, &ends, &free));
        let mut attackable: BTreeMap<String, BTreeSet<Hex>> = BTreeMap::new();
        let mut steps: BTreeMap<String, PathCost> = BTreeMap::new();
        for &enemy in &enemies {
            let ranges = self.ranges(enemy.hex);
            let mut hexes = BTreeSet::new();
            for &hex in ends.keys() {
                let in_range = ranges.get(&hex).is_some_and(|&far| far <= range);
                if let Some(placed) = &placed {
                    if placed[&hex].attacks(&enemy.to_string()) {
                        hexes.insert(hex);
                    }
                } else if passed_over(enemy).is_none() && in_range && self.sees(hex, enemy.hex) {
                    hexes.insert(hex);
                }
            }
            if let Some(&least) = hexes.iter().map(|hex| &ends[hex]).min() {
                steps.insert(enemy.to_string(), least);
            }
            attackable.insert(enemy.to_string(), hexes);
        }
        let ranges = self.ranges(me.hex);
        let best = steps.values().min().copied();
        // G28: a further attack has the target of the previous one.
        let first = attacked.first().filter(|_| !by_letter);
        let same = enemies
            .iter()
            .copied()
            .find(|enemy| Some(&enemy.id()) == first)
            .filter(|enemy| steps.contains_key(&enemy.to_string()));
        let foci: Vec<&Figure> = match same {
            Some(enemy) => vec![enemy],
            None => self.first_foci(&enemies, &steps, &ranges),
        };
        let lines = enemies.iter().map(|enemy| {
            let own = steps.get(&enemy.to_string()).copied();
            let lost_by = if foci.contains(enemy) {
                None
            } else {
                Some(lost_by(passed_over(enemy), own, best, same.is_some()))
            };
            (enemy.to_string(), (own, ranges.get(&enemy.hex).copied(), lost_by))
        });
        let mut answer = Answer {
            foci: foci.iter().map(ToString::to_string).collect(),
            enemies: lines.collect(),
            ends: BTreeSet::new(),
        };
        for &focus in &foci {
            let turn = Turn {
                attack,
                can_attack,
                points,
                ends: &ends,
                attackable: &attackable,
                placed: placed.as_ref(),
                others: free.iter().copied().filter(|other| *other != focus).collect(),
                negative: steps[&focus.to_string()].0,
                ranges: &ranges,
                steps: &steps,
            };
            if card.attack_first && can_attack {
                answer.ends.extend(self.attack_and_then_move(focus, &turn));
            } else {
                answer.ends.extend(self.ends(focus, &turn));
            }
        }
        answer
    }

    /// Returns the enemies with the fewest steps, all of a complete tie (S8.1 to S8.5).
    fn first_foci<'f>(
        &self,
        enemies: &[&'f Figure],
        steps: &BTreeMap<String, PathCost>,
        ranges: &BTreeMap<Hex, u32>,
    ) -> Vec<&'f Figure> {
        let best = steps.values().min();
        let mut tied = enemies.to_vec();
        tied.retain(|enemy| best.is_some() && steps.get(&enemy.to_string()) == best);
        if self.position.switches().nearer_first
            && let Some(nearest) = tied.iter().map(|enemy| ranges[&enemy.hex]).min()
        {
            tied.retain(|enemy| ranges[&enemy.hex] == nearest);
        }
        tied.iter()
            .copied()
            .filter(|enemy: &&Figure| !tied.iter().any(|other| self.precedes(other, enemy)))
            .collect()
    }

    /// Ranks the further targets as foci, by repeatedly removing the first ones: fewest negative
    /// hexes and steps, nearness if G2 is switched, initiative.
    fn classes(&self, turn: &Turn<'_>) -> BTreeMap<String, usize> {
        let near = |figure: &Figure| {
            let nearer_first = self.position.switches().nearer_first;
            let range = turn.ranges.get(&figure.hex).copied().unwrap_or(u32::MAX);
            let steps = turn.steps[&figure.to_string()];
            (steps, if nearer_first { range } else { 0 })
        };
        // An enemy that cannot be attacked from any hex is left out.
        let mut left = turn.others.clone();
        left.retain(|other| turn.steps.contains_key(&other.to_string()));
        let mut classes = BTreeMap::new();
        let mut class = 0;
        while !left.is_empty() {
            let first: Vec<&Figure> = left
                .iter()
                .copied()
                .filter(|one| {
                    !left.iter().any(|other| {
                        near(other) < near(one)
                            || near(other) == near(one) && self.precedes(other, one)
                    })
                })
                .collect();
            for one in &first {
                classes.insert(one.to_string(), class);
            }
            left.retain(|one| !first.contains(one));
            class += 1;
        }
        classes
    }

    /// Returns the ends of an attack from the monster's hex and then a move as for melee (S5.8,
    /// S8.12).
    fn attack_and_then_move(&mut self, focus: &Figure, turn: &Turn<'_>) -> Vec<End> {
        let name = focus.to_string();
        let here = self.me.hex;
        let staying = Turn { points: 0, ..turn.clone() };
        // Without moving it attacks from here, or not at all.
        let attacks = self.ends(focus, &staying);
        let adjacent: BTreeSet<Hex> =
            turn.ends.keys().copied().filter(|&hex| self.adjacent(hex, focus.hex)).collect();
        let Some(least) = adjacent.iter().map(|hex| turn.ends[hex]).min() else {
            return attacks;
        };
        let melee = BTreeMap::from([(name, adjacent)]);
        let moving = Turn {
            attack: Attack::MELEE,
            can_attack: false,
            attackable: &melee,
            placed: None,
            others: Vec::new(),
            negative: least.0,
            ..turn.clone()
        };
        let mut ends = Vec::new();
        for moved in self.ends(focus, &moving) {
            for attack in attacks.iter().filter(|attack| attack.hex == here) {
                ends.push(End {
                    targets: attack.targets.clone(),
                    disadvantage: attack.disadvantage.clone(),
                    placements: attack.placements.clone(),
                    ..moved.clone()
                });
            }
        }
        ends
    }

    fn ends(&mut self, focus: &Figure, turn: &Turn<'_>) -> Vec<End> {
        let name = focus.to_string();
        let all: Vec<Hex> = turn.attackable[&name]
            .iter()
            .copied()
            .filter(|hex| turn.ends[hex].0 == turn.negative)
            .collect();
        let near: Vec<Hex> =
            all.iter().copied().filter(|hex| turn.ends[hex].1 <= turn.points).collect();
        let stay = |aims| End {
            focus: name.clone(),
            hex: self.me.hex,
            cost: 0,
            negative: 0,
            targets: BTreeSet::new(),
            disadvantage: BTreeSet::new(),
            aims,
            placements: BTreeSet::new(),
        };
        if !near.is_empty() {
            let mut ends = Vec::new();
            for (hex, group) in self.choose(focus, turn, &near) {
                let (negative, cost) = turn.ends[&hex];
                let mut end = End { hex, cost, negative, ..stay(BTreeSet::new()) };
                if turn.can_attack {
                    end.targets = group.iter().map(ToString::to_string).collect();
                    end.targets.insert(name.clone());
                    end.disadvantage = turn
                        .others
                        .iter()
                        .chain([&focus])
                        .filter(|one| end.targets.contains(&one.to_string()))
                        .filter(|one| {
                            let near = self.adjacent(hex, one.hex);
                            self.me.is(Condition::Muddle)
                                || turn.attack.reach != Reach::Melee && near
                        })
                        .map(ToString::to_string)
                        .collect();
                    if let Some(placed) = turn.placed {
                        end.placements = placed[&hex].with_targets(&end.targets);
                    }
                }
                ends.push(end);
            }
            return ends;
        }
        if turn.points == 0 {
            return vec![stay(BTreeSet::new())];
        }
        let aims: BTreeSet<Hex> =
            self.choose(focus, turn, &all).into_iter().map(|(hex, _)| hex).collect();
        let within: Vec<Hex> = turn
            .ends
            .iter()
            .filter(|(_, toll)| toll.1 <= turn.points)
            .map(|(&hex, _)| hex)
            .collect();
        let onward: BTreeMap<Hex, BTreeMap<Hex, PathCost>> =
            within.iter().map(|&hex| (hex, self.ends_from_elsewhere(hex))).collect();
        let mut found: BTreeMap<Hex, BTreeSet<(Hex, u32)>> = BTreeMap::new();
        for aim in aims {
            let mut best: Vec<(u32, u32, Hex)> = Vec::new();
            for &hex in &within {
                let Some(&(negative, left)) = onward[&hex].get(&aim) else {
                    continue;
                };
                let there = turn.ends[&hex];
                if there.0 + negative == turn.negative {
                    best.push((left, there.1, hex));
                }
            }
            let least = best.iter().map(|&(left, spent, _)| (left, spent)).min();
            for (left, spent, hex) in best {
                if Some((left, spent)) == least {
                    found.entry(hex).or_default().insert((aim, left));
                }
            }
        }
        found
            .into_iter()
            .map(|(hex, aims)| {
                let (negative, cost) = turn.ends[&hex];
                End { hex, cost, negative, ..stay(aims) }
            })
            .collect()
    }

    /// Returns the least costs from a hex that the monster may occupy after this turn.
    fn ends_from_elsewhere(&self, from: Hex) -> BTreeMap<Hex, PathCost> {
        self.ends_from(from)
    }

    /// Chooses hexes and further targets by S8.9 and G3, sentence by sentence, over every hex and
    /// every group of further targets.
    fn choose<'f>(
        &self,
        focus: &Figure,
        turn: &Turn<'f>,
        hexes: &[Hex],
    ) -> Vec<(Hex, Vec<&'f Figure>)> {
        let muddled = self.me.is(Condition::Muddle);
        let awkward = |hex: Hex, figure: &Figure| {
            !muddled && turn.attack.reach != Reach::Melee && self.adjacent(hex, figure.hex)
        };
        // "No disadvantage against the focus", where that is possible.
        let easy: Vec<Hex> = hexes.iter().copied().filter(|&hex| !awkward(hex, focus)).collect();
        let hexes = if easy.is_empty() { hexes } else { &easy };
        let can = |hex: Hex, group: &[&Figure]| match turn.placed {
            Some(placed) => {
                let targets = group.iter().chain([&focus]).map(ToString::to_string).collect();
                placed[&hex].allows(&targets)
            }
            None => group.iter().all(|other| turn.attackable[&other.to_string()].contains(&hex)),
        };
        // "Then most targets": every group of further targets that some hex allows, the largest.
        let cost = |group: &[&Figure]| {
            let from = hexes.iter().filter(|&&hex| can(hex, group));
            from.map(|hex| turn.ends[hex].1).min()
        };
        let mut groups: Vec<(Vec<&'f Figure>, u32)> = Vec::new();
        for group in turn.possible_groups(focus, hexes) {
            if let Some(cost) = cost(&group) {
                groups.push((group, cost));
            }
        }
        let most = groups.iter().map(|(group, _)| group.len()).max();
        groups.retain(|(group, _)| Some(group.len()) == most);
        // "Then fewest movement points to a hex from which so many can be attacked."
        let fewest = groups.iter().map(|(_, cost)| *cost).min();
        groups.retain(|(_, cost)| Some(*cost) == fewest);
        // "Among groups still equal, the further targets are compared as foci are."
        let classes = self.classes(turn);
        let ranks = |group: &[&Figure]| {
            let mut ranks: Vec<usize> = group.iter().map(|one| classes[&one.to_string()]).collect();
            ranks.sort_unstable();
            ranks
        };
        let first = groups.iter().map(|(group, _)| ranks(group)).min();
        groups.retain(|(group, _)| Some(ranks(group)) == first);
        // "Then the hex: fewest others attacked at disadvantage, then fewest movement points."
        let mut attacks = Vec::new();
        for (group, _) in &groups {
            for &hex in hexes.iter().filter(|&&hex| can(hex, group)) {
                let others = group.iter().filter(|other| awkward(hex, other)).count();
                attacks.push(((others, turn.ends[&hex].1), hex, group.clone()));
            }
        }
        let best = attacks.iter().map(|(key, _, _)| *key).min();
        attacks.retain(|(key, _, _)| Some(*key) == best);
        attacks.into_iter().map(|(_, hex, group)| (hex, group)).collect()
    }
}

/// Returns the rule by which an enemy is not the focus.
fn lost_by(
    passed_over: Option<&'static str>,
    own: Option<PathCost>,
    best: Option<PathCost>,
    has_same_target: bool,
) -> &'static str {
    match (passed_over, own, best) {
        (Some(rule), _, _) => rule,
        (None, Some(_), _) if has_same_target => "S8.14",
        (None, Some(own), Some(best)) if own.0 > best.0 => "S8.4",
        (None, Some(own), Some(best)) if own.1 > best.1 => "S8.1",
        (None, Some(_), Some(_)) => "S8.5",
        _ => "S8.7",
    }
}

/// The data of a turn once its focus is known.
#[derive(Clone)]
struct Turn<'a> {
    attack: Attack,
    can_attack: bool,
    points: u32,
    ends: &'a BTreeMap<Hex, PathCost>,
    attackable: &'a BTreeMap<String, BTreeSet<Hex>>,
    /// The area attacks from each hex, for a card with an area.
    placed: Option<&'a BTreeMap<Hex, AreaAttacks>>,
    others: Vec<&'a Figure>,
    negative: u32,
    ranges: &'a BTreeMap<Hex, u32>,
    steps: &'a BTreeMap<String, PathCost>,
}

impl<'a> Turn<'a> {
    /// Returns the groups of further targets to try: without an area every group that is not too
    /// large; with one, those of a placement and further targets outside it, from any of the hexes.
    fn possible_groups(&self, focus: &Figure, hexes: &[Hex]) -> Vec<Vec<&'a Figure>> {
        let subsets = |of: &[&'a Figure]| {
            let of = of.to_vec();
            (0..1_u32 << of.len()).map(move |mask| {
                let chosen = (0..of.len()).filter(|at| mask >> at & 1 == 1);
                chosen.map(|at| of[at]).collect::<Vec<&'a Figure>>()
            })
        };
        let Some(placed) = self.placed else {
            let most = usize::from(self.attack.targets);
            return subsets(&self.others).filter(|group| group.len() < most).collect();
        };
        let focus = focus.to_string();
        let mut groups: BTreeMap<BTreeSet<String>, Vec<&'a Figure>> = BTreeMap::new();
        for hex in hexes {
            let attacks = &placed[hex];
            let near: Vec<&Figure> = self
                .others
                .iter()
                .copied()
                .filter(|other| attacks.near.contains(&other.to_string()))
                .collect();
            let nobody = BTreeSet::new();
            for hit in attacks.placements.keys().chain([&nobody]) {
                let extras = if attacks.extra > 0 { near.as_slice() } else { &[] };
                for extra in subsets(extras) {
                    let mut names: BTreeSet<String> =
                        extra.iter().map(ToString::to_string).collect();
                    names.extend(hit.iter().cloned());
                    names.remove(&focus);
                    let group = self
                        .others
                        .iter()
                        .copied()
                        .filter(|other| names.contains(&other.to_string()));
                    groups.insert(names.clone(), group.collect());
                }
            }
        }
        groups.into_values().collect()
    }
}

/// The area attacks that are possible from one hex.
pub struct AreaAttacks {
    /// The number of further targets outside the area.
    extra: usize,
    /// The enemies that can be such further targets.
    near: BTreeSet<String>,
    /// The enemies that placements hit, with the hexes of all of these placements.
    placements: BTreeMap<BTreeSet<String>, Vec<Rc<BTreeSet<Hex>>>>,
}

impl AreaAttacks {
    /// Returns `true` if an attack on an enemy is possible.
    fn attacks(&self, name: &str) -> bool {
        self.extra > 0 && self.near.contains(name)
            || self.placements.keys().any(|hit| hit.contains(name))
    }

    /// Returns `true` if a placement that hits these enemies and further targets outside it are
    /// exactly these targets. A placement attacks all it hits.
    fn makes(&self, hit: &BTreeSet<String>, targets: &BTreeSet<String>) -> bool {
        let outside: BTreeSet<&String> = targets.difference(hit).collect();
        hit.is_subset(targets)
            && outside.len() <= self.extra
            && outside.iter().all(|name| self.near.contains(*name))
    }

    /// Returns `true` if these can be the targets of one attack.
    fn allows(&self, targets: &BTreeSet<String>) -> bool {
        self.makes(&BTreeSet::new(), targets)
            || self.placements.keys().any(|hit| self.makes(hit, targets))
    }

    /// Returns every placement of an attack with these targets.
    fn with_targets(&self, targets: &BTreeSet<String>) -> BTreeSet<BTreeSet<Hex>> {
        self.placements
            .iter()
            .filter(|(hit, _)| self.makes(hit, targets))
            .flat_map(|(_, placements)| placements.iter().map(|hexes| BTreeSet::clone(hexes)))
            .collect()
    }
}

/// Returns the twelve images of three coordinates: their orders, with either sign.
fn images([a, b, c]: [i32; 3]) -> [[i32; 3]; 12] {
    let orders = [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]];
    let mut images = [[0; 3]; 12];
    for (at, order) in orders.into_iter().enumerate() {
        images[at] = order;
        images[at + 6] = order.map(|part| -part);
    }
    images
}

fn less(a: [i32; 3], b: [i32; 3]) -> [i32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// Returns the three coordinates of a hex of a pattern, whose odd rows are half a hex to the right.
fn pattern_cube(column: u8, row: u8) -> [i32; 3] {
    let (halves, row) = (2 * i32::from(column) + i32::from(row) % 2, i32::from(row));
    let along = (halves - row) / 2;
    [along, row, -along - row]
}

impl Table<'_> {
    /// Returns the ranges between all hexes, by the algorithm of Floyd and Warshall.
    fn all_ranges(&self) -> BTreeMap<(Hex, Hex), u32> {
        let count = self.hexes.len();
        let step = |a: Hex, b: Hex| match (a == b, self.adjacent(a, b)) {
            (true, _) => 0,
            (_, true) => 1,
            _ => u32::MAX / 4,
        };
        let row = |&a: &Hex| self.hexes.iter().map(|&b| step(a, b)).collect();
        let mut far: Vec<Vec<u32>> = self.hexes.iter().map(row).collect();
        for over in 0..count {
            for a in 0..count {
                for b in 0..count {
                    far[a][b] = far[a][b].min(far[a][over] + far[over][b]);
                }
            }
        }
        let pairs = (0..count).flat_map(|a| (0..count).map(move |b| (a, b)));
        pairs.map(|(a, b)| ((self.hexes[a], self.hexes[b]), far[a][b])).collect()
    }

    /// Returns the area attacks from each hex (G31): over every hex, every one of the twelve
    /// images, and every hex of the pattern in every hex of the map.
    fn placed(
        &mut self,
        area: Area,
        attack: &Attack,
        ends: &BTreeMap<Hex, PathCost>,
        free: &[&Figure],
    ) -> BTreeMap<Hex, AreaAttacks> {
        let ranges = self.all_ranges();
        let by_cube: BTreeMap<[i32; 3], Hex> =
            self.hexes.iter().map(|&hex| (cube(hex), hex)).collect();
        let of_kind = |kind: AreaHexKind| -> Vec<[i32; 3]> {
            let hexes = area.hexes().iter().filter(|hex| hex.kind == kind);
            hexes.map(|hex| pattern_cube(hex.column, hex.row)).collect()
        };
        let (targets, attacker) = (of_kind(AreaHexKind::Target), of_kind(AreaHexKind::Active));
        // The pattern with this of its hexes in this hex of the map.
        let put = |image: usize, anchor: [i32; 3], on: Hex| -> BTreeSet<Hex> {
            let on = cube(on);
            let moved = targets.iter().map(|&target| {
                let offset = images(less(target, anchor))[image];
                [on[0] + offset[0], on[1] + offset[1], on[2] + offset[2]]
            });
            moved.filter_map(|cube| by_cube.get(&cube).copied()).collect()
        };
        // A ranged pattern lies anywhere; only placements over an enemy matter.
        let mut anywhere: BTreeSet<BTreeSet<Hex>> = BTreeSet::new();
        if attacker.is_empty() {
            for image in 0..12 {
                for &target in &targets {
                    anywhere.extend(self.hexes.iter().map(|&hex| put(image, target, hex)));
                }
            }
            anywhere.retain(|hexes| free.iter().any(|enemy| hexes.contains(&enemy.hex)));
        }
        let anywhere: Vec<Rc<BTreeSet<Hex>>> = anywhere.into_iter().map(Rc::new).collect();
        let reach = u32::from(attack.reach.range());
        let extra = usize::from(attack.targets) - 1;
        let mut placed = BTreeMap::new();
        for &from in ends.keys() {
            let in_range: BTreeSet<Hex> =
                self.hexes.iter().copied().filter(|&hex| ranges[&(from, hex)] <= reach).collect();
            let candidates: Vec<Rc<BTreeSet<Hex>>> = match attacker.first() {
                Some(&attacker) => {
                    let unique: BTreeSet<BTreeSet<Hex>> =
                        (0..12).map(|image| put(image, attacker, from)).collect();
                    unique.into_iter().map(Rc::new).collect()
                }
                None => anywhere
                    .iter()
                    .filter(|hexes| hexes.iter().any(|hex| in_range.contains(hex)))
                    .cloned()
                    .collect(),
            };
            // The enemies that can be hit wherever the pattern covers them.
            let mut exposed: Vec<&Figure> = free.to_vec();
            exposed.retain(|enemy| {
                let offset = less(cube(enemy.hex), cube(from));
                let straight = offset.map(i32::unsigned_abs).into_iter().max().unwrap_or(0);
                let is_through_wall =
                    !attacker.is_empty() && ranges[&(from, enemy.hex)] != straight;
                // Sight takes long to test, so only where it matters.
                candidates.iter().any(|hexes| hexes.contains(&enemy.hex))
                    && !is_through_wall
                    && self.sees(from, enemy.hex)
            });
            let mut placements: BTreeMap<BTreeSet<String>, Vec<Rc<BTreeSet<Hex>>>> =
                BTreeMap::new();
            for hexes in candidates {
                let hit = exposed.iter().filter(|enemy| hexes.contains(&enemy.hex));
                let hit: BTreeSet<String> = hit.map(ToString::to_string).collect();
                if !hit.is_empty() {
                    placements.entry(hit).or_default().push(hexes);
                }
            }
            let mut near = BTreeSet::new();
            for enemy in free {
                if extra > 0 && ranges[&(from, enemy.hex)] <= reach && self.sees(from, enemy.hex) {
                    near.insert(enemy.to_string());
                }
            }
            placed.insert(from, AreaAttacks { extra, near, placements });
        }
        placed
    }
}

/// A point in units of half a side across and half a height down, which keeps lines straight.
type Point = (i64, i64);

fn corners(hex: Hex) -> [Point; 6] {
    let (column, row) = (i64::from(hex.column), i64::from(hex.row));
    let (x, y) = (3 * column, 2 * row + column % 2);
    [(x - 1, y - 1), (x + 1, y - 1), (x + 2, y), (x + 1, y + 1), (x - 1, y + 1), (x - 2, y)]
}

fn cross(a: Point, b: Point) -> i64 {
    a.0 * b.1 - a.1 * b.0
}

fn minus(a: Point, b: Point) -> Point {
    (a.0 - b.0, a.1 - b.1)
}

/// A fraction with a denominator above 0.
#[derive(Clone, Copy)]
struct Fraction(i64, i64);

impl Fraction {
    fn less_or_equal(self, other: Self) -> bool {
        self.0 * other.1 <= other.0 * self.1
    }
}

/// Returns how far along `direction` the line at `offset` (in halves) crosses that from `a` to `b`.
fn crossing(direction: Point, offset: i64, a: Point, b: Point) -> Option<Fraction> {
    let (before, after) = (2 * cross(direction, a) - offset, 2 * cross(direction, b) - offset);
    if before.signum() * after.signum() >= 0 {
        return None;
    }
    let along = |point: Point| direction.0 * point.0 + direction.1 * point.1;
    // The point divides the line in the ratio of the two distances.
    let (part, whole) = (before.abs(), before.abs() + after.abs());
    Some(Fraction(along(a) * whole + part * (along(b) - along(a)), whole))
}

/// Returns the points at which a line enters and leaves a hex.
fn chord(direction: Point, offset: i64, hex: Hex) -> Option<(Fraction, Fraction)> {
    let corners = corners(hex);
    let met: Vec<Fraction> = (0..6)
        .filter_map(|at| crossing(direction, offset, corners[at], corners[(at + 1) % 6]))
        .collect();
    let [first, second] = met.as_slice() else {
        return None;
    };
    Some(if first.less_or_equal(*second) { (*first, *second) } else { (*second, *first) })
}

/// Returns `true` if any part of one hex sees any part of the other. Tries one direction between
/// each two in which points coincide, and one line between each two through points: in between
/// nothing changes.
fn any_to_any(a: Hex, b: Hex, walls: &[[Point; 2]]) -> bool {
    let mut points: Vec<Point> = corners(a).into_iter().chain(corners(b)).collect();
    points.extend(walls.iter().flatten());
    points.sort_unstable();
    points.dedup();
    // All directions, the opposite ones included: a line may be followed either way.
    let mut directions: Vec<Point> = Vec::new();
    for (index, &one) in points.iter().enumerate() {
        for &other in &points[..index] {
            let (x, y) = minus(one, other);
            directions.push(if x < 0 || x == 0 && y < 0 { (-x, -y) } else { (x, y) });
        }
    }
    directions.sort_unstable_by(|a, b| 0.cmp(&cross(*a, *b)));
    directions.dedup_by(|a, b| cross(*a, *b) == 0);
    let first = directions[0];
    directions.push((-first.0, -first.1));
    directions.windows(2).any(|two| {
        let way = (two[0].0 + two[1].0, two[0].1 + two[1].1);
        let (from, to) = (reach(way, a), reach(way, b));
        let (low, high) = (from.0.max(to.0), from.1.min(to.1));
        if low >= high {
            return false;
        }
        let mut offsets: Vec<i64> = points.iter().map(|&point| cross(way, point)).collect();
        offsets.retain(|offset| (low..=high).contains(offset));
        offsets.sort_unstable();
        offsets.dedup();
        offsets.windows(2).any(|two| clear(way, two[0] + two[1], a, b, walls))
    })
}

/// Returns the least and greatest offset of lines in a direction that cross a hex.
fn reach(way: Point, hex: Hex) -> (i64, i64) {
    let offsets = corners(hex).map(|corner| cross(way, corner));
    (offsets.into_iter().min().unwrap_or(0), offsets.into_iter().max().unwrap_or(0))
}

/// Returns `true` if the line crosses no wall between the two hexes.
fn clear(way: Point, offset: i64, a: Hex, b: Hex, walls: &[[Point; 2]]) -> bool {
    let (Some(first), Some(second)) = (chord(way, offset, a), chord(way, offset, b)) else {
        return false;
    };
    let (first, second) =
        if first.0.less_or_equal(second.0) { (first, second) } else { (second, first) };
    walls.iter().all(|&[c, d]| {
        crossing(way, offset, c, d)
            .is_none_or(|at| !(first.1.less_or_equal(at) && at.less_or_equal(second.0)))
    })
}

/// Returns `true` if a free corner of one hex sees a free corner of the other.
fn corner_to_corner(a: Hex, b: Hex, walls: &[[Point; 2]]) -> bool {
    let free = |corner: &Point| !walls.iter().any(|wall| wall.contains(corner));
    let starts: Vec<Point> = corners(a).into_iter().filter(free).collect();
    let ends: Vec<Point> = corners(b).into_iter().filter(free).collect();
    starts.iter().any(|&p| ends.iter().any(|&q| walls.iter().all(|wall| !meet(p, q, *wall))))
}

/// Returns `true` if the ranges from `p` to `q` and from `c` to `d` overlap.
fn overlap(p: i64, q: i64, c: i64, d: i64) -> bool {
    p.min(q) <= c.max(d) && c.min(d) <= p.max(q)
}

/// Returns `true` if two line segments have a common point, by solving for it.
fn meet(p: Point, q: Point, [c, d]: [Point; 2]) -> bool {
    let (way, wall, between) = (minus(q, p), minus(d, c), minus(c, p));
    let turn = cross(way, wall);
    if turn != 0 {
        let within = |part: i64| {
            let (part, whole) = if turn < 0 { (-part, -turn) } else { (part, turn) };
            (0..=whole).contains(&part)
        };
        return within(cross(between, wall)) && within(cross(between, way));
    }
    if cross(between, way) != 0 {
        return false;
    }
    overlap(p.0, q.0, c.0, d.0) && overlap(p.1, q.1, c.1, d.1)
}
