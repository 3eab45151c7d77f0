//! Paths over the map: the cost of entering a hex, and the cheapest paths from or to a hex.
//!
//! A path is judged first by its negative hexes, which are traps and hazardous terrain, then by its
//! movement points (S8.4). Both fit into one
//! number, so comparing two paths is comparing two numbers.

use super::board::{Board, HexIndex, NO_HEX, Terrain};
use super::names::FigureId;
use super::position::Position;

/// The cost of a path: negative hexes in the upper half, points in the lower. Smaller is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PathCost(u32);

impl PathCost {
    /// The cost of not moving.
    pub(super) const NONE: Self = Self(0);
    /// The cost where there is no path.
    pub(super) const NO_PATH: Self = Self(u32::MAX);

    pub(super) const fn new(negative: u16, points: u16) -> Self {
        Self((negative as u32) << 16 | points as u32)
    }

    pub(super) const fn negative(self) -> u16 {
        (self.0 >> 16) as u16
    }

    pub(super) const fn points(self) -> u16 {
        (self.0 & 0xffff) as u16
    }

    pub(super) const fn is_path(self) -> bool {
        self.0 != u32::MAX
    }

    /// Returns the cost of this path followed by another; [`PathCost::NO_PATH`] if either is that.
    pub(super) const fn then(self, other: Self) -> Self {
        if self.is_path() && other.is_path() { Self(self.0 + other.0) } else { Self::NO_PATH }
    }
}

/// The mode of a figure's movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovementMode {
    /// Step by step.
    Walking,
    /// Over anything except walls and closed doors; only the terrain of the last hex counts.
    Jumping,
    /// Like a jump, but not even the terrain of the last hex counts.
    Flying,
}

/// The movement costs of all hexes for one figure.
pub(super) struct MovementCosts {
    /// The cost of entering each hex.
    pub(super) enter: Vec<PathCost>,
    /// The additional cost of ending there; [`PathCost::NO_PATH`] where no move can end.
    pub(super) land: Vec<PathCost>,
    /// The hex of the figure, where it can always stay.
    pub(super) start: HexIndex,
}

impl MovementCosts {
    /// Computes the costs for a figure; negative hexes do not count if `blind`.
    pub(super) fn new(position: &Position, id: FigureId, mode: MovementMode, blind: bool) -> Self {
        let board = position.board();
        let soft_landing = position.switches().soft_landing;
        let count = board.grid_size();
        let mut ground = Self {
            enter: Vec::with_capacity(count),
            land: Vec::with_capacity(count),
            start: position.place(id),
        };
        for place in 0..count {
            let at = HexIndex::try_from(place).unwrap_or(NO_HEX);
            let (enter, land) = match board.terrain_at(at) {
                None | Some(Terrain::ClosedDoor | Terrain::LockedDoor) => {
                    (PathCost::NO_PATH, PathCost::NO_PATH)
                }
                Some(terrain) => path_costs(terrain, mode, blind, soft_landing),
            };
            ground.enter.push(enter);
            ground.land.push(land);
        }
        let own = position.figure(id);
        for figure in position.figures() {
            let at = usize::from(board.place(figure.hex).unwrap_or(NO_HEX));
            if figure.id() == id {
                ground.land[at] = PathCost::NONE;
                continue;
            }
            ground.land[at] = PathCost::NO_PATH;
            if mode == MovementMode::Walking && figure.is_enemy_of(own) {
                ground.enter[at] = PathCost::NO_PATH;
            }
        }
        ground
    }
}

/// Returns the cost of entering terrain, and the additional cost of ending there.
fn path_costs(
    terrain: Terrain,
    mode: MovementMode,
    blind: bool,
    soft_landing: bool,
) -> (PathCost, PathCost) {
    let negative = u16::from(terrain.is_negative() && !blind);
    let difficult = u16::from(terrain == Terrain::Difficult);
    let obstacle = terrain == Terrain::Obstacle;
    match mode {
        MovementMode::Walking if obstacle => (PathCost::NO_PATH, PathCost::NO_PATH),
        MovementMode::Walking => (PathCost::new(negative, 1 + difficult), PathCost::NONE),
        MovementMode::Jumping if obstacle => (PathCost::new(0, 1), PathCost::NO_PATH),
        MovementMode::Jumping => {
            let slowed = if soft_landing { 0 } else { difficult };
            (PathCost::new(0, 1), PathCost::new(negative, slowed))
        }
        MovementMode::Flying => (PathCost::new(0, 1), PathCost::NONE),
    }
}

/// The cheapest paths between one hex and all others.
pub(super) struct Paths {
    path_costs: Vec<PathCost>,
    /// The reached hexes, the cheapest first.
    order: Vec<HexIndex>,
}

impl Paths {
    /// Finds the paths from the figure's hex, without the cost of ending in a hex.
    pub(super) fn from_start(board: &Board, ground: &MovementCosts) -> Self {
        Self::spread(board, ground.start, PathCost::NONE, None, |_, to| {
            ground.enter[usize::from(to)]
        })
    }

    /// Finds the paths to `aim`, with the cost of ending there; stops at the figure's hex.
    pub(super) fn to_aim(board: &Board, ground: &MovementCosts, aim: HexIndex) -> Self {
        let land = ground.land[usize::from(aim)];
        Self::spread(board, aim, land, Some(ground.start), |from, to| {
            // The search runs backward: the figure enters the hex nearer to the aim.
            let passes = to == ground.start || ground.enter[usize::from(to)].is_path();
            if passes { ground.enter[usize::from(from)] } else { PathCost::NO_PATH }
        })
    }

    /// Returns the cost of the path to or from a hex.
    pub(super) fn path_cost(&self, place: HexIndex) -> PathCost {
        self.path_costs[usize::from(place)]
    }

    /// Returns the reached hexes, the cheapest first.
    pub(super) fn order(&self) -> &[HexIndex] {
        &self.order
    }

    /// Runs Dijkstra's algorithm, up to `last`. Steps cost one or two points, so hexes wait in
    /// three buckets by their points; those with one more negative hex wait until all others are
    /// done.
    fn spread(
        board: &Board,
        first: HexIndex,
        path_cost: PathCost,
        last: Option<HexIndex>,
        step: impl Fn(HexIndex, HexIndex) -> PathCost,
    ) -> Self {
        let mut path_costs = vec![PathCost::NO_PATH; board.grid_size()];
        let mut order = Vec::with_capacity(board.grid_size());
        let mut rings: [Vec<HexIndex>; 3] = Default::default();
        let mut later = vec![(path_cost, first)];
        path_costs[usize::from(first)] = path_cost;
        while let Some(&(least, _)) = later.iter().min() {
            let negative = least.negative();
            let mut waiting = Vec::new();
            later.retain(|&(path_cost, place)| {
                let now = path_cost.negative() == negative;
                if now {
                    waiting.push((path_cost, place));
                }
                !now
            });
            waiting.sort_unstable_by(|a, b| b.cmp(a));
            let mut points = least.points();
            loop {
                while let Some(&(path_cost, place)) = waiting.last()
                    && path_cost.points() == points
                {
                    rings[usize::from(points % 3)].push(place);
                    waiting.pop();
                }
                let here = PathCost::new(negative, points);
                let mut ring = std::mem::take(&mut rings[usize::from(points % 3)]);
                for at in ring.drain(..) {
                    // A hex waits once for every path to it that was the best so far.
                    if path_costs[usize::from(at)] != here {
                        continue;
                    }
                    order.push(at);
                    if last == Some(at) {
                        return Self { path_costs, order };
                    }
                    for &to in board.neighbors(at) {
                        if to == NO_HEX {
                            continue;
                        }
                        let next = here.then(step(at, to));
                        if next < path_costs[usize::from(to)] {
                            path_costs[usize::from(to)] = next;
                            if next.negative() == negative {
                                rings[usize::from(next.points() % 3)].push(to);
                            } else {
                                later.push((next, to));
                            }
                        }
                    }
                }
                rings[usize::from(points % 3)] = ring;
                let nothing_near = rings.iter().all(Vec::is_empty);
                points = match waiting.last() {
                    None if nothing_near => break,
                    Some((path_cost, _)) if nothing_near => path_cost.points(),
                    _ => points + 1,
                };
            }
        }
        Self { path_costs, order }
    }

    /// Returns the hexes entered on a cheapest path from the figure's hex to another.
    ///
    /// Ties go to the first side in the order of [`Side`](super::hex::Side), starting from the end.
    pub(super) fn path(
        &self,
        board: &Board,
        ground: &MovementCosts,
        to: HexIndex,
    ) -> Vec<HexIndex> {
        let mut path = Vec::new();
        let mut at = to;
        while at != ground.start {
            path.push(at);
            let enter = ground.enter[usize::from(at)];
            let before = board.neighbors(at).iter().copied().find(|&before| {
                before != NO_HEX && self.path_cost(before).then(enter) == self.path_cost(at)
            });
            let Some(before) = before else {
                break;
            };
            at = before;
        }
        path.reverse();
        path
    }
}
