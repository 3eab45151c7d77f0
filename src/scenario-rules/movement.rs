//! Movements that players decide, and the damage of the terrain they enter.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::board::{Board, HexIndex, Terrain};
use super::card::Move;
use super::figure::{Condition, Figure, FigureKind};
use super::hex::{Hex, Side};
use super::illegal::{Illegal, Obstruction, Refusal};
use super::legality::{can_stand, off_map};
use super::levels;
use super::monster_turn::TriggeredHazard;
use super::names::FigureId;
use super::paths::{MovementCosts, MovementMode, PathCost};
use super::position::Position;

/// A legal movement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// The cost in movement points.
    pub cost: u32,
    /// The traps and hazardous terrain on its path.
    pub sprung: Vec<TriggeredHazard>,
    /// The closed door it opens by ending there (S6.4).
    pub opens: Option<Hex>,
}

/// The cost of a path, compared field by field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct WalkCost {
    /// The number of broken rules.
    hindrances: u16,
    /// The number of traps and hazardous hexes that hurt the figure.
    negative: u16,
    points: u16,
}

impl WalkCost {
    const fn plus(self, other: Self) -> Self {
        Self {
            hindrances: self.hindrances + other.hindrances,
            negative: self.negative + other.negative,
            points: self.points + other.points,
        }
    }
}

impl Position {
    /// Checks a movement through these hexes in order (S6.1 to S6.4).
    ///
    /// A character opens a closed door by ending on it. To go on is another movement, on a map with
    /// the next room.
    ///
    /// # Errors
    ///
    /// Every broken rule.
    ///
    /// ```
    /// use scenario_rules::board::Terrain;
    /// use scenario_rules::figure::{Figure, Initiative, FigureKind};
    /// use scenario_rules::{Board, Hex, Layout, Position, Rule};
    ///
    /// let path: Vec<Hex> = (1..4).map(|row| Hex::new(0, row)).collect();
    /// let mut layout = Layout::new(Board::new(1, 4));
    /// layout.board.set(path[1], Some(Terrain::Difficult));
    /// let kind = FigureKind::Character(Initiative::Hidden);
    /// let brute = Figure::new(&layout.names, "Brute", None, kind, Hex::new(0, 0));
    /// let id = brute.id();
    /// layout.figures.push(brute);
    /// let position = Position::new(layout)?;
    ///
    /// assert_eq!(position.check_move(id, 4, false, &path)?.cost, 4);
    /// let refusal = position.check_move(id, 3, false, &path).expect_err("3 points are too few");
    /// assert_eq!(refusal.rules(), [Rule::Cost]);
    /// # Ok::<(), scenario_rules::Refusal>(())
    /// ```
    pub fn check_move(
        &self,
        id: FigureId,
        points: u8,
        jump: bool,
        path: &[Hex],
    ) -> Result<LegalMove, Refusal> {
        let figure = self.figure(id);
        let mode = mode(figure, jump);
        let mut reasons = forbidding(figure, Condition::forbids_move);
        if path.is_empty() {
            reasons.push(Illegal::EmptyPath);
        }
        let ground = MovementCosts::new(self, id, mode, false);
        let mut legal_move = LegalMove { cost: 0, sprung: Vec::new(), opens: None };
        let mut beyond = Vec::new();
        let mut from = figure.hex;
        for (index, &hex) in path.iter().enumerate() {
            let is_end = index + 1 == path.len();
            let before = std::mem::replace(&mut from, hex);
            let Some(place) = self.board().place(hex) else {
                reasons.push(off_map(self.board(), hex));
                continue;
            };
            reasons.extend(self.not_adjacent(before, hex));
            reasons.extend(self.blocked(figure, place, mode, is_end));
            let terrain = self.board().terrain_at(place);
            if terrain == Some(Terrain::ClosedDoor) && is_end {
                legal_move.opens = Some(hex);
            }
            legal_move.cost += u32::from(cost(&ground, place, is_end));
            if legal_move.cost > u32::from(points) {
                beyond.push(hex);
            }
            let comes_down =
                mode == MovementMode::Walking || mode == MovementMode::Jumping && is_end;
            if let Some(terrain) = terrain.filter(|of| of.is_negative() && comes_down) {
                let damage = self.damage_of(terrain);
                let again = legal_move.sprung.iter().any(|triggered| triggered.hex == hex);
                // A trap hurts only once; hazardous terrain hurts at every entry.
                if terrain == Terrain::Hazardous || !again {
                    legal_move.sprung.push(TriggeredHazard { hex, terrain, damage });
                }
            }
        }
        if !beyond.is_empty() {
            reasons.push(Illegal::TooFar { cost: legal_move.cost, points: points.into(), beyond });
        }
        Refusal::if_any(reasons)?;
        Ok(legal_move)
    }

    /// Checks a movement to a hex along the best path: limited to the move of its card for a figure
    /// that has one, and of any length for others.
    ///
    /// # Errors
    ///
    /// If no path is legal, every rule broken by the path with the fewest hindrances.
    pub fn check_move_to(&self, id: FigureId, to: Hex) -> Result<LegalMove, Refusal> {
        let card = self.card(id).ok();
        let unlimited = Move { points: u8::MAX, jump: false };
        let Move { points, jump } = card.and_then(|card| card.movement).unwrap_or(unlimited);
        self.check_move(id, points, jump, &self.best_path(id, mode(self.figure(id), jump), to))
    }

    /// Returns the path to a hex with the fewest hindrances, then the fewest negative hexes, then
    /// the lowest cost; empty if the hex is not on the map or not connected.
    ///
    /// A path without hindrances breaks no rule but the limit of points. The hindrances of any
    /// other path are the reasons for refusing the movement.
    fn best_path(&self, id: FigureId, mode: MovementMode, to: Hex) -> Vec<Hex> {
        let (board, figure) = (self.board(), self.figure(id));
        let ground = MovementCosts::new(self, id, mode, false);
        let mut reached: Vec<Option<(WalkCost, Hex)>> = vec![None; board.grid_size()];
        let mut open = BinaryHeap::from([Reverse((WalkCost::default(), self.place(id)))]);
        while let Some(Reverse((so_far, at))) = open.pop() {
            let from = board.hex(at);
            if from == to {
                break;
            }
            for (hex, place) in neighbors(board, from) {
                let is_end = hex == to;
                let blocked = self.blocked(figure, place, mode, is_end);
                let step = WalkCost {
                    hindrances: u16::from(self.not_adjacent(from, hex).is_some())
                        + u16::from(blocked.is_some()),
                    negative: negative(&ground, place, is_end),
                    points: cost(&ground, place, is_end),
                };
                let next = so_far.plus(step);
                if reached[usize::from(place)].is_none_or(|(known, _)| next < known) {
                    reached[usize::from(place)] = Some((next, from));
                    open.push(Reverse((next, place)));
                }
            }
        }
        let mut path = Vec::new();
        let mut at = to;
        while at != figure.hex {
            let Some((_, from)) = board.place(at).and_then(|place| reached[usize::from(place)])
            else {
                return Vec::new();
            };
            path.push(at);
            at = from;
        }
        path.reverse();
        path
    }

    /// Returns the trap or hazardous terrain that a figure enters by moving to a hex; `None` if it
    /// flies or is already there (S6.3).
    pub fn hazard_entered_at(&self, id: FigureId, hex: Hex) -> Option<TriggeredHazard> {
        let figure = self.figure(id);
        let enters = !figure.flying && figure.hex != hex;
        let terrain = self.board().terrain(hex).filter(|on| on.is_negative() && enters)?;
        Some(TriggeredHazard { hex, terrain, damage: self.damage_of(terrain) })
    }

    /// Returns the damage of a trap, of hazardous terrain, or of coming down on an obstacle (G6,
    /// G29); `None` while the level of the scenario is unknown.
    pub(super) fn damage_of(&self, terrain: Terrain) -> Option<u16> {
        levels::damage_of(terrain, self.level(), self.switches().hazard)
    }

    /// Returns the hexes in which a figure can come down when it stops flying, in reading order:
    /// its own hex if it can stand there, otherwise the nearest empty ones (G29).
    pub fn landing_hexes(&self, id: FigureId) -> Vec<Hex> {
        let figure = self.figure(id);
        let mut walking = figure.clone();
        walking.flying = false;
        if can_stand(&walking, self.board().terrain(figure.hex)) {
            return vec![figure.hex];
        }
        self.nearest_empty_hexes(figure.hex)
    }

    /// Returns the reason if two successive hexes of a path are not adjacent.
    fn not_adjacent(&self, from: Hex, to: Hex) -> Option<Illegal> {
        let side = from.side_towards(to);
        let wall = side.is_some_and(|side| self.board().is_drawn(from, side));
        (side.is_none() || wall).then_some(Illegal::NotAdjacent { from, to, wall })
    }

    /// Returns the reason if a figure cannot enter a hex, or end there if `is_end`.
    fn blocked(
        &self,
        figure: &Figure,
        place: HexIndex,
        mode: MovementMode,
        is_end: bool,
    ) -> Option<Illegal> {
        let hex = self.board().hex(place);
        let occupant =
            self.occupant_at(place).map(|id| self.figure(id)).filter(|other| *other != figure);
        let opens_doors = matches!(figure.kind, FigureKind::Character(_));
        match (self.board().terrain_at(place), occupant) {
            (Some(Terrain::LockedDoor), _) => {
                Some(Illegal::InTheWay { hex, obstruction: Obstruction::LockedDoor })
            }
            (Some(Terrain::ClosedDoor), _) if !opens_doors => {
                Some(Illegal::InTheWay { hex, obstruction: Obstruction::ClosedDoor })
            }
            (Some(Terrain::ClosedDoor), _) if !is_end => Some(Illegal::BehindDoor { hex }),
            (Some(Terrain::Obstacle), _) if mode == MovementMode::Walking => {
                Some(Illegal::InTheWay { hex, obstruction: Obstruction::Obstacle })
            }
            (_, Some(other)) if mode == MovementMode::Walking && other.is_enemy_of(figure) => {
                Some(Illegal::InTheWay { hex, obstruction: Obstruction::Figure(other.id()) })
            }
            (_, Some(other)) if is_end => {
                Some(Illegal::CannotEnd { hex, obstruction: Obstruction::Figure(other.id()) })
            }
            (Some(Terrain::Obstacle), None) if is_end && mode == MovementMode::Jumping => {
                Some(Illegal::CannotEnd { hex, obstruction: Obstruction::Obstacle })
            }
            _ => None,
        }
    }
}

/// Returns the mode of a figure's movement.
const fn mode(figure: &Figure, jump: bool) -> MovementMode {
    match (figure.flying, jump) {
        (true, _) => MovementMode::Flying,
        (false, true) => MovementMode::Jumping,
        (false, false) => MovementMode::Walking,
    }
}

/// Returns the hexes of the map that share an edge with this one, including those behind a wall.
fn neighbors(board: &Board, of: Hex) -> impl Iterator<Item = (Hex, HexIndex)> {
    Side::ALL
        .into_iter()
        .filter_map(move |side| of.neighbor(side))
        .filter_map(|hex| Some((hex, board.place(hex)?)))
}

/// Returns the cost of one hex of a path, in points.
fn cost(ground: &MovementCosts, place: HexIndex, is_end: bool) -> u16 {
    let [enter, land] = path_costs(ground, place, is_end);
    // A hex that cannot be entered has its own reason for refusal; it counts as one step in the
    // sum.
    enter.map_or(1, PathCost::points) + land.map_or(0, PathCost::points)
}

/// Returns the number of negative hexes that one hex of a path counts for.
fn negative(ground: &MovementCosts, place: HexIndex, is_end: bool) -> u16 {
    path_costs(ground, place, is_end).into_iter().flatten().map(PathCost::negative).sum()
}

/// Returns the costs of entering a hex and of ending there; `None` for each that is impossible.
fn path_costs(ground: &MovementCosts, place: HexIndex, is_end: bool) -> [Option<PathCost>; 2] {
    let (enter, land) = (ground.enter[usize::from(place)], ground.land[usize::from(place)]);
    [
        Some(enter).filter(|path_cost| path_cost.is_path()),
        Some(land).filter(|path_cost| is_end && path_cost.is_path()),
    ]
}

/// Returns a reason for each condition that forbids an ability, those that forbid all abilities
/// first.
fn forbidding(figure: &Figure, forbids: fn(Condition) -> bool) -> Vec<Illegal> {
    let mut held: Vec<Condition> =
        figure.conditions.iter().filter(|&condition| forbids(condition)).collect();
    held.sort_by_key(|condition| !(condition.forbids_move() && condition.forbids_attack()));
    held.into_iter()
        .map(|condition| Illegal::Condition { figure: figure.id(), condition })
        .collect()
}
