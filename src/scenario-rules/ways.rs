//! Ways over the map: what entering a hex costs a figure, and the cheapest ways from or to a hex.
//!
//! A way is judged by its negative hexes first and by its points only then (S8.4). Both fit into
//! one number, so that comparing two ways is comparing two numbers.

use super::board::{Board, NOWHERE, Place, Terrain};
use super::names::FigureId;
use super::position::Position;

/// The cost of a way: negative hexes above, points below. A smaller one is the better way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PathCost(u32);

impl PathCost {
    /// Nothing at all.
    pub(super) const NONE: Self = Self(0);
    /// No way leads there.
    pub(super) const NO_WAY: Self = Self(u32::MAX);

    pub(super) const fn new(negative: u16, points: u16) -> Self {
        Self((negative as u32) << 16 | points as u32)
    }

    pub(super) const fn negative(self) -> u16 {
        (self.0 >> 16) as u16
    }

    pub(super) const fn points(self) -> u16 {
        (self.0 & 0xffff) as u16
    }

    pub(super) const fn is_way(self) -> bool {
        self.0 != u32::MAX
    }

    /// This way, then another; no way if either is none.
    pub(super) const fn then(self, other: Self) -> Self {
        if self.is_way() && other.is_way() { Self(self.0 + other.0) } else { Self::NO_WAY }
    }
}

/// The way in which a figure moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovementMode {
    /// Step by step.
    Walking,
    /// Over anything, coming down in the last hex.
    Jumping,
    /// Above everything.
    Flying,
}

/// The map as it is to one figure on the move.
pub(super) struct Ground {
    /// The cost of entering each place on the way.
    pub(super) enter: Vec<PathCost>,
    /// The additional cost of ending there; [`PathCost::NO_WAY`] where no move can end.
    pub(super) land: Vec<PathCost>,
    /// The place of the figure, where it can always stay.
    pub(super) start: Place,
}

impl Ground {
    /// The map as it is to the figure; `blind` to negative hexes if they shall not count.
    pub(super) fn new(position: &Position, id: FigureId, mode: MovementMode, blind: bool) -> Self {
        let board = position.board();
        let soft_landing = position.switches().soft_landing;
        let count = board.places();
        let mut ground = Self {
            enter: Vec::with_capacity(count),
            land: Vec::with_capacity(count),
            start: position.place(id),
        };
        for place in 0..count {
            let at = Place::try_from(place).unwrap_or(NOWHERE);
            let (enter, land) = match board.terrain_at(at) {
                None | Some(Terrain::ClosedDoor | Terrain::LockedDoor) => {
                    (PathCost::NO_WAY, PathCost::NO_WAY)
                }
                Some(terrain) => path_costs(terrain, mode, blind, soft_landing),
            };
            ground.enter.push(enter);
            ground.land.push(land);
        }
        let own = position.figure(id);
        for figure in position.figures() {
            let at = usize::from(board.place(figure.hex).unwrap_or(NOWHERE));
            if figure.id() == id {
                ground.land[at] = PathCost::NONE;
                continue;
            }
            ground.land[at] = PathCost::NO_WAY;
            if mode == MovementMode::Walking && figure.is_enemy_of(own) {
                ground.enter[at] = PathCost::NO_WAY;
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
        MovementMode::Walking if obstacle => (PathCost::NO_WAY, PathCost::NO_WAY),
        MovementMode::Walking => (PathCost::new(negative, 1 + difficult), PathCost::NONE),
        MovementMode::Jumping if obstacle => (PathCost::new(0, 1), PathCost::NO_WAY),
        MovementMode::Jumping => {
            let slowed = if soft_landing { 0 } else { difficult };
            (PathCost::new(0, 1), PathCost::new(negative, slowed))
        }
        MovementMode::Flying => (PathCost::new(0, 1), PathCost::NONE),
    }
}

/// The cheapest ways between one place and all others.
pub(super) struct Ways {
    path_costs: Vec<PathCost>,
    /// Every place that was reached, the cheapest first.
    order: Vec<Place>,
}

impl Ways {
    /// The ways from where the figure stands; ending in a place is not counted yet.
    pub(super) fn from_start(board: &Board, ground: &Ground) -> Self {
        Self::spread(board, ground.start, PathCost::NONE, None, |_, to| {
            ground.enter[usize::from(to)]
        })
    }

    /// The ways to `aim` from wherever somebody stands, ending there included; not farther than to
    /// where the figure stands.
    pub(super) fn to_aim(board: &Board, ground: &Ground, aim: Place) -> Self {
        let land = ground.land[usize::from(aim)];
        Self::spread(board, aim, land, Some(ground.start), |from, to| {
            // The way leads the other round: entered is the hex that is nearer to the aim.
            let passes = to == ground.start || ground.enter[usize::from(to)].is_way();
            if passes { ground.enter[usize::from(from)] } else { PathCost::NO_WAY }
        })
    }

    /// Returns the cost of the path to or from a place.
    pub(super) fn path_cost(&self, place: Place) -> PathCost {
        self.path_costs[usize::from(place)]
    }

    /// Every place that was reached, the cheapest first.
    pub(super) fn order(&self) -> &[Place] {
        &self.order
    }

    /// Dijkstra's search. Steps cost one or two points, so places wait in rings by their points;
    /// those that cost one more negative hex wait until all with fewer are done.
    fn spread(
        board: &Board,
        first: Place,
        path_cost: PathCost,
        last: Option<Place>,
        step: impl Fn(Place, Place) -> PathCost,
    ) -> Self {
        let mut path_costs = vec![PathCost::NO_WAY; board.places()];
        let mut order = Vec::with_capacity(board.places());
        let mut rings: [Vec<Place>; 3] = Default::default();
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
                    // A place waits once for every way to it that was the best so far.
                    if path_costs[usize::from(at)] != here {
                        continue;
                    }
                    order.push(at);
                    if last == Some(at) {
                        return Self { path_costs, order };
                    }
                    for &to in board.near(at) {
                        if to == NOWHERE {
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

    /// The hexes that are entered on a cheapest way from where the figure stands to a place.
    ///
    /// Of several such ways it takes the one that is first by the sides of the hexes, from the end.
    pub(super) fn path(&self, board: &Board, ground: &Ground, to: Place) -> Vec<Place> {
        let mut path = Vec::new();
        let mut at = to;
        while at != ground.start {
            path.push(at);
            let enter = ground.enter[usize::from(at)];
            let before = board.near(at).iter().copied().find(|&before| {
                before != NOWHERE && self.path_cost(before).then(enter) == self.path_cost(at)
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
