//! Whether a character may move or attack as it means to, and whom a heal goes to.

use super::answer::Sprung;
use super::board::{Place, Terrain};
use super::card::{Attack, Reach};
use super::figure::{Condition, Figure, FigureId, Kind};
use super::hex::Hex;
use super::illegal::{Illegal, Refusal};
use super::levels;
use super::position::{Position, cannot_stand, off_map};
use super::sight::{Ranges, Sights};
use super::ways::{Gait, Ground, Toll, Ways};

/// A movement that the rules allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// What it costs, in movement points.
    pub cost: u32,
    /// What it springs on the way.
    pub sprung: Vec<Sprung>,
    /// The closed door it opens by ending on it (S6.4).
    pub opens: Option<Hex>,
}

impl Position {
    /// Checks a movement through these hexes, the last of them the end (S6.1 to S6.4).
    ///
    /// A character opens a closed door by ending on it; what follows is another movement, over a
    /// map with the next room on it.
    ///
    /// # Errors
    ///
    /// Every rule it breaks.
    pub fn check_move(
        &self,
        id: FigureId,
        points: u8,
        jump: bool,
        path: &[Hex],
    ) -> Result<Walk, Refusal> {
        let figure = self.figure(id);
        let gait = match (figure.flying, jump) {
            (true, _) => Gait::Flying,
            (false, true) => Gait::Jumping,
            (false, false) => Gait::Walking,
        };
        let mut reasons = forbidding(figure, Condition::forbids_move);
        if path.is_empty() {
            reasons.push(Illegal::NoWay);
        }
        let ground = Ground::new(self, id, gait, false);
        let mut walk = Walk { cost: 0, sprung: Vec::new(), opens: None };
        let mut beyond = Vec::new();
        let mut from = figure.hex;
        for (index, &hex) in path.iter().enumerate() {
            let is_end = index + 1 == path.len();
            let before = std::mem::replace(&mut from, hex);
            let Some(place) = self.board().place(hex) else {
                reasons.push(off_map(self.board(), hex.to_string(), hex));
                continue;
            };
            reasons.extend(self.not_adjacent(before, hex));
            reasons.extend(self.blocked(figure, place, gait, is_end));
            let terrain = self.board().terrain_at(place);
            if terrain == Some(Terrain::ClosedDoor) && is_end {
                walk.opens = Some(hex);
            }
            walk.cost += u32::from(cost(&ground, place, is_end));
            if walk.cost > u32::from(points) {
                beyond.push(hex);
            }
            let comes_down = gait == Gait::Walking || gait == Gait::Jumping && is_end;
            if let Some(terrain) = terrain.filter(|of| of.is_negative() && comes_down) {
                let damage = self.damage_of(terrain);
                let again = walk.sprung.iter().any(|sprung| sprung.hex == hex);
                // A trap is gone once it is sprung; hazardous terrain hurts at every entry.
                if terrain == Terrain::Hazardous || !again {
                    walk.sprung.push(Sprung { hex, terrain, damage });
                }
            }
        }
        if !beyond.is_empty() {
            reasons.push(Illegal::TooFar { cost: walk.cost, points: points.into(), beyond });
        }
        Refusal::unless_none(reasons)?;
        Ok(walk)
    }

    /// Checks an attack on these targets from where the figure stands (S7.1).
    ///
    /// # Errors
    ///
    /// Every rule it breaks.
    pub fn check_attack(
        &self,
        id: FigureId,
        attack: Attack,
        targets: &[FigureId],
    ) -> Result<(), Refusal> {
        let figure = self.figure(id);
        let mut reasons = forbidding(figure, Condition::forbids_attack);
        if targets.len() > usize::from(attack.targets) {
            reasons.push(Illegal::TooManyTargets { named: targets.len(), allowed: attack.targets });
        }
        let reach = attack.reach.range();
        let ranges = Ranges::from(self.board(), self.place(id), u16::MAX);
        let mut sights = Sights::new(self.board(), self.switches().corner_to_corner);
        for (index, &target) in targets.iter().enumerate() {
            let other = self.figure(target);
            let (name, hex) = (other.to_string(), other.hex);
            if targets[..index].contains(&target) {
                reasons.push(Illegal::Twice { target: name });
                continue;
            }
            if !other.is_enemy_of(figure) {
                let figure = figure.to_string();
                reasons.push(Illegal::NoEnemy { figure, target: name.clone(), hex });
            }
            if other.is(Condition::Invisible) {
                reasons.push(Illegal::Unseen { target: name.clone(), hex });
            }
            let (from, to) = (self.place(id), self.place(target));
            let range = ranges.to(to);
            let near_enough = range.is_some_and(|range| range <= reach.into());
            let seen = sights.sees(from, to);
            if near_enough && seen {
                continue;
            }
            let better = self.attack_hexes(id, attack.reach, target);
            if !seen {
                let wall = sights.wall_between(from, to);
                let wall = wall.map(|wall| wall.to_string()).unwrap_or_default();
                let (target, from) = (name.clone(), better.clone());
                reasons.push(Illegal::NotInSight { target, hex, wall, from });
            }
            if !near_enough {
                reasons.push(Illegal::OutOfRange { target: name, hex, range, reach, from: better });
            }
        }
        Refusal::unless_none(reasons)
    }

    /// The hexes nearest to a figure from which it could attack another, in reading order.
    #[must_use]
    pub fn attack_hexes(&self, id: FigureId, reach: Reach, target: FigureId) -> Vec<Hex> {
        let gait = if self.figure(id).flying { Gait::Flying } else { Gait::Walking };
        let ground = Ground::new(self, id, gait, false);
        let ways = Ways::from_start(self.board(), &ground);
        let mut sights = Sights::new(self.board(), self.switches().corner_to_corner);
        let to = self.place(target);
        let mut best = Toll::NO_WAY;
        let mut hexes = Vec::new();
        for &from in Ranges::from(self.board(), to, reach.range().into()).places() {
            let toll = ways.toll(from).then(ground.land[usize::from(from)]);
            if !toll.is_way() || toll > best || !sights.sees(from, to) {
                continue;
            }
            if toll < best {
                best = toll;
                hexes.clear();
            }
            hexes.push(self.board().hex(from));
        }
        hexes.sort_unstable();
        hexes
    }

    /// What a figure enters that comes to a hex by whatever way: a trap or hazardous terrain, unless
    /// it flies or stands there already (S6.3).
    #[must_use]
    pub fn sprung_at(&self, id: FigureId, hex: Hex) -> Option<Sprung> {
        let figure = self.figure(id);
        let enters = !figure.flying && figure.hex != hex;
        let terrain = self.board().terrain(hex).filter(|on| on.is_negative() && enters)?;
        Some(Sprung { hex, terrain, damage: self.damage_of(terrain) })
    }

    /// The damage of a trap, of hazardous terrain, or of coming down on an obstacle (G6, G29); `None`
    /// while the level of the scenario is unknown.
    pub(super) fn damage_of(&self, terrain: Terrain) -> Option<u16> {
        levels::damage_of(terrain, self.level(), self.switches().hazard)
    }

    /// The hexes in which a figure comes down that stops flying above an obstacle: the nearest empty
    /// ones, in reading order (G29). Nowhere else if it can stand where it is.
    #[must_use]
    pub fn landings(&self, id: FigureId) -> Vec<Hex> {
        let figure = self.figure(id);
        let walking = Figure { flying: false, ..figure.clone() };
        if cannot_stand(&walking, self.board().terrain(figure.hex)).is_none() {
            return vec![figure.hex];
        }
        let is_empty = |place: Place| {
            let ground = self.board().terrain_at(place);
            matches!(ground, Some(Terrain::Open | Terrain::OpenDoor))
                && self.occupant_at(place).is_none()
        };
        let ranges = Ranges::from(self.board(), self.place(id), u16::MAX);
        let empty = ranges.places().iter().copied().filter(|&place| is_empty(place));
        let nearest = empty.clone().filter_map(|place| ranges.to(place)).min();
        let nearest = empty.filter(|&place| ranges.to(place) == nearest);
        let mut nearest: Vec<Hex> = nearest.map(|place| self.board().hex(place)).collect();
        nearest.sort_unstable();
        nearest
    }

    /// Whom a monster heals: itself or the ally in range and in sight that has lost most hit
    /// points, all that tie; nobody if nobody has lost any (S8.15).
    ///
    /// `range` is that of the heal, nothing for "self".
    ///
    /// # Errors
    ///
    /// A [`Refusal`] if the hit points of somebody in range are unknown.
    pub fn heal_targets(&self, id: FigureId, range: Option<u8>) -> Result<Vec<FigureId>, Refusal> {
        let own = self.figure(id);
        let ranges = Ranges::from(self.board(), self.place(id), range.unwrap_or(0).into());
        let mut sights = Sights::new(self.board(), self.switches().corner_to_corner);
        let mut most = 1;
        let mut healed = Vec::new();
        let mut reasons = Vec::new();
        for (at, figure) in self.figures().iter().enumerate() {
            let other = FigureId(at);
            let place = self.place(other);
            let in_range = ranges.to(place).is_some() && sights.sees(self.place(id), place);
            let is_object = matches!(figure.kind, Kind::Object(..));
            if figure.is_enemy_of(own) || is_object || !in_range {
                continue;
            }
            let Some(hit_points) = figure.hit_points else {
                reasons.push(Illegal::UnknownHitPoints { figure: figure.to_string() });
                continue;
            };
            let lost = hit_points.lost();
            if lost > most {
                most = lost;
                healed.clear();
            }
            if lost == most {
                healed.push(other);
            }
        }
        Refusal::unless_none(reasons)?;
        Ok(healed)
    }

    /// Why two hexes that follow each other on a way do not touch.
    fn not_adjacent(&self, from: Hex, to: Hex) -> Option<Illegal> {
        let side = from.side_towards(to);
        let wall = side.is_some_and(|side| self.board().is_drawn(from, side));
        (side.is_none() || wall).then_some(Illegal::NotAdjacent { from, to, wall })
    }

    /// Why a figure cannot go through a hex, or end there.
    fn blocked(&self, figure: &Figure, place: Place, gait: Gait, is_end: bool) -> Option<Illegal> {
        let hex = self.board().hex(place);
        let there = self.occupant_at(place).map(|id| self.figure(id));
        let there = there.filter(|other| *other != figure);
        let opens_doors = matches!(figure.kind, Kind::Character(_));
        match (self.board().terrain_at(place), there) {
            (Some(Terrain::LockedDoor), _) => {
                Some(Illegal::InTheWay { hex, by: "a locked door is there".to_owned() })
            }
            (Some(Terrain::ClosedDoor), _) if !opens_doors => {
                Some(Illegal::InTheWay { hex, by: "a closed door is there".to_owned() })
            }
            (Some(Terrain::ClosedDoor), _) if !is_end => Some(Illegal::BehindDoor { hex }),
            (Some(Terrain::Obstacle), _) if gait == Gait::Walking => {
                Some(Illegal::InTheWay { hex, by: "an obstacle is there".to_owned() })
            }
            (_, Some(other)) if gait == Gait::Walking && other.is_enemy_of(figure) => {
                Some(Illegal::InTheWay { hex, by: format!("{other} is there") })
            }
            (_, Some(other)) if is_end => {
                Some(Illegal::CannotEnd { hex, by: format!("{other} is there") })
            }
            (Some(Terrain::Obstacle), None) if is_end && gait == Gait::Jumping => {
                Some(Illegal::CannotEnd { hex, by: "an obstacle is there".to_owned() })
            }
            _ => None,
        }
    }
}

/// What one hex of a way costs.
fn cost(ground: &Ground, place: Place, is_end: bool) -> u16 {
    let (enter, land) = (ground.enter[usize::from(place)], ground.land[usize::from(place)]);
    // What cannot be entered is refused for that; it counts as one step in the sum.
    let entered = if enter.is_way() { enter.points() } else { 1 };
    let landed = if is_end && land.is_way() { land.points() } else { 0 };
    entered + landed
}

/// Returns the conditions of a figure that forbid an ability, those that forbid all abilities first.
fn forbidding(figure: &Figure, forbids: fn(Condition) -> bool) -> Vec<Illegal> {
    let mut held: Vec<Condition> =
        figure.conditions.iter().filter(|&condition| forbids(condition)).collect();
    held.sort_by_key(|condition| !(condition.forbids_move() && condition.forbids_attack()));
    let reasons = held.into_iter().map(|condition| Illegal::Condition {
        figure: figure.to_string(),
        condition: condition.word(),
        rule: condition.rule(),
    });
    reasons.collect()
}
