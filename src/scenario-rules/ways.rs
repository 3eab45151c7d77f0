//! Ways over the map: what entering a hex costs a figure, and the cheapest ways from or to a hex.
//!
//! A way is judged by its negative hexes first and by its points only then (S8.4). Both fit into
//! one number, so that comparing two ways is comparing two numbers.

use super::board::{Board, NOWHERE, Place, Terrain};
use super::names::FigureId;
use super::position::Position;

/// The cost of a way: negative hexes above, points below. A smaller one is the better way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Toll(u32);

impl Toll {
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
pub enum Gait {
    /// Step by step.
    Walking,
    /// Over anything, coming down in the last hex.
    Jumping,
    /// Above everything.
    Flying,
}

/// The map as it is to one figure on the move.
pub(super) struct Ground {
    /// The toll of entering each place, on the way.
    pub(super) enter: Vec<Toll>,
    /// The additional toll of ending there; [`Toll::NO_WAY`] where no move can end.
    pub(super) land: Vec<Toll>,
    /// The place of the figure, where it can always stay.
    pub(super) start: Place,
}

impl Ground {
    /// The map as it is to the figure; `blind` to negative hexes if they shall not count.
    pub(super) fn new(position: &Position, id: FigureId, gait: Gait, blind: bool) -> Self {
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
                    (Toll::NO_WAY, Toll::NO_WAY)
                }
                Some(terrain) => tolls(terrain, gait, blind, soft_landing),
            };
            ground.enter.push(enter);
            ground.land.push(land);
        }
        let own = position.figure(id);
        for figure in position.figures() {
            let at = usize::from(board.place(figure.hex).unwrap_or(NOWHERE));
            if figure.id() == id {
                ground.land[at] = Toll::NONE;
                continue;
            }
            ground.land[at] = Toll::NO_WAY;
            if gait == Gait::Walking && figure.is_enemy_of(own) {
                ground.enter[at] = Toll::NO_WAY;
            }
        }
        ground
    }
}

/// Returns the toll of entering terrain, and the additional toll of ending there.
fn tolls(terrain: Terrain, gait: Gait, blind: bool, soft_landing: bool) -> (Toll, Toll) {
    let negative = u16::from(terrain.is_negative() && !blind);
    let difficult = u16::from(terrain == Terrain::Difficult);
    let obstacle = terrain == Terrain::Obstacle;
    match gait {
        Gait::Walking if obstacle => (Toll::NO_WAY, Toll::NO_WAY),
        Gait::Walking => (Toll::new(negative, 1 + difficult), Toll::NONE),
        Gait::Jumping if obstacle => (Toll::new(0, 1), Toll::NO_WAY),
        Gait::Jumping => {
            let slowed = if soft_landing { 0 } else { difficult };
            (Toll::new(0, 1), Toll::new(negative, slowed))
        }
        Gait::Flying => (Toll::new(0, 1), Toll::NONE),
    }
}

/// The cheapest ways between one place and all others.
pub(super) struct Ways {
    tolls: Vec<Toll>,
    /// Every place that was reached, the cheapest first.
    order: Vec<Place>,
}

impl Ways {
    /// The ways from where the figure stands; ending in a place is not counted yet.
    pub(super) fn from_start(board: &Board, ground: &Ground) -> Self {
        Self::spread(board, ground.start, Toll::NONE, None, |_, to| ground.enter[usize::from(to)])
    }

    /// The ways to `aim` from wherever somebody stands, ending there included; not farther than to
    /// where the figure stands.
    pub(super) fn to_aim(board: &Board, ground: &Ground, aim: Place) -> Self {
        let land = ground.land[usize::from(aim)];
        Self::spread(board, aim, land, Some(ground.start), |from, to| {
            // The way leads the other round: entered is the hex that is nearer to the aim.
            let passes = to == ground.start || ground.enter[usize::from(to)].is_way();
            if passes { ground.enter[usize::from(from)] } else { Toll::NO_WAY }
        })
    }

    /// Returns the toll of the way to or from a place.
    pub(super) fn toll(&self, place: Place) -> Toll {
        self.tolls[usize::from(place)]
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
        toll: Toll,
        last: Option<Place>,
        step: impl Fn(Place, Place) -> Toll,
    ) -> Self {
        let mut tolls = vec![Toll::NO_WAY; board.places()];
        let mut order = Vec::with_capacity(board.places());
        let mut rings: [Vec<Place>; 3] = Default::default();
        let mut later = vec![(toll, first)];
        tolls[usize::from(first)] = toll;
        while let Some(&(least, _)) = later.iter().min() {
            let negative = least.negative();
            let mut waiting = Vec::new();
            later.retain(|&(toll, place)| {
                let now = toll.negative() == negative;
                if now {
                    waiting.push((toll, place));
                }
                !now
            });
            waiting.sort_unstable_by(|a, b| b.cmp(a));
            let mut points = least.points();
            loop {
                while let Some(&(toll, place)) = waiting.last()
                    && toll.points() == points
                {
                    rings[usize::from(points % 3)].push(place);
                    waiting.pop();
                }
                let here = Toll::new(negative, points);
                let mut ring = std::mem::take(&mut rings[usize::from(points % 3)]);
                for at in ring.drain(..) {
                    // A place waits once for every way to it that was the best so far.
                    if tolls[usize::from(at)] != here {
                        continue;
                    }
                    order.push(at);
                    if last == Some(at) {
                        return Self { tolls, order };
                    }
                    for &to in board.near(at) {
                        if to == NOWHERE {
                            continue;
                        }
                        let next = here.then(step(at, to));
                        if next < tolls[usize::from(to)] {
                            tolls[usize::from(to)] = next;
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
                    Some((toll, _)) if nothing_near => toll.points(),
                    _ => points + 1,
                };
            }
        }
        Self { tolls, order }
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
                before != NOWHERE && self.toll(before).then(enter) == self.toll(at)
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
