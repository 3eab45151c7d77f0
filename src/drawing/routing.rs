//! Routes of lines over the board: from side to side of tiles, around everything else.
//!
//! A route is a shortest path over a lattice of quarter squares. Tiles, names, water and other lines
//! make a step more expensive, so a line crosses them only if there is no reasonable detour. It
//! leaves and reaches a tile at right angles, and no two lines use the same point of a tile's side.
//! Costs are integers and ties are broken by position, so that the same board has the same routes.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use components::board::SquareKind;
use rules::Game;
use rules::map::PieceKind;
use scene::{GridCell, Pos, Rect};

use super::board::{Grid, RIM};
use super::color::{BoardColor, Item, Scene};

/// Lattice steps per square.
const FINE: i16 = 4;
/// The width of the rim that lines may use, in lattice steps.
const MARGIN: i16 = 2;

/// The cost of a straight and of a diagonal step.
const STEP: [u32; 2] = [10, 14];
/// The cost of a turn by an eighth.
const TURN: u32 = 7;
/// The cost of a port off the middle of a side.
const ASIDE: u32 = 4;
/// The cost of stepping on another line.
const CROSSING: u32 = 45;
/// The cost of stepping right next to another line.
const NEXT_TO_LINE: u32 = 18;

/// The extra cost of a straight step off the roads of the connection.
const OFF_ROAD: u32 = 2;
/// The extra cost of a straight step over a reserved site.
const SITE: u32 = 15;
/// The extra cost of a straight step outside the city.
const OUTSIDE: u32 = 40;
/// The extra cost of a straight step over water or a wall.
const BARRIER: u32 = 150;
/// The extra cost of a straight step over a tile.
const TILE: u32 = 150;
/// The extra cost of a straight step over a name or a value.
const TEXT: u32 = 150;

/// The eight directions, clockwise from the right; odd ones are diagonal.
const DIRECTIONS: [(i16, i16); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// Half the width of a line with its lining, in squares.
pub(super) const HALF_LINE: f32 = 0.12;

/// The depth at which a line starts within its first tile and ends within its last, in squares.
const DEPTHS: (f32, f32) = (0.05, 0.13);

/// The number of points at each end of a line that bends leave in place.
const STRAIGHT: usize = 3;
/// The number of times that bends are made softer.
const SOFTNESS: usize = 14;

/// A node of the lattice, in steps from the top left square's corner.
type Node = (i16, i16);

/// A point on the side of a tile at which a line may start or end.
#[derive(Clone, Copy, Debug)]
struct Port {
    node: Node,
    /// The direction out of the tile.
    out: usize,
    cost: u32,
}

impl Port {
    /// Returns the node one step out of the tile.
    fn outside(&self) -> Node {
        ahead_of(self.node, self.out)
    }
}

/// A rectangle that lines and labels keep off, with the cost of covering it.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeepOff {
    pub(super) rect: Rect,
    pub(super) cost: u32,
}

/// A path over the lattice, kept so that it can be taken back.
#[derive(Clone, Debug, Default)]
struct Track {
    nodes: Vec<Node>,
}

/// The connection that a line draws.
#[derive(Clone, Debug)]
pub(super) struct DrawnConnection {
    /// The squares of the tile where the line starts.
    pub(super) from: BTreeSet<GridCell>,
    /// The squares of the tile where the line ends.
    pub(super) to: BTreeSet<GridCell>,
    /// The squares of the roads and bridges between the two.
    pub(super) roads: BTreeSet<GridCell>,
}

impl KeepOff {
    /// The cost of covering a name or a value.
    pub(super) const NAME: u32 = TEXT;
}

/// The board as lines see it.
#[derive(Clone, Debug)]
pub(super) struct Terrain {
    /// Lattice steps across and down, with the margin.
    columns: i16,
    rows: i16,
    /// The extra cost of a straight step over each quarter of a square.
    extra: Vec<u32>,
    /// `true` for each quarter of a square under a name or a value.
    is_text: Vec<bool>,
    keep_off: Vec<KeepOff>,
    /// The number of lines through each node.
    lines: Vec<u8>,
    /// For each node, the number of line nodes at it or next to it.
    near: Vec<u8>,
    /// The number of lines that cross each quarter of a square diagonally.
    diagonals: Vec<u8>,
    /// The ends of lines.
    ends: Vec<Pos>,
    /// The likely places of badges.
    badges: Vec<Pos>,
}

impl Terrain {
    /// Creates the terrain of a board with these pieces drawn on it.
    pub(super) fn new(game: &Game, grid: Grid, pieces: &Scene) -> Self {
        let (across, down) = grid.visible_size();
        let (columns, rows) = (across * FINE + 2 * MARGIN + 1, down * FINE + 2 * MARGIN + 1);
        let count = usize::from(columns.unsigned_abs()) * usize::from(rows.unsigned_abs());
        let mut terrain = Self {
            columns,
            rows,
            extra: vec![OUTSIDE; count],
            is_text: vec![false; count],
            keep_off: keep_off(pieces),
            lines: vec![0; count],
            near: vec![0; count],
            diagonals: vec![0; count],
            ends: Vec::new(),
            badges: Vec::new(),
        };
        for square in game.board().squares() {
            let cost = match (game.piece_on(square), game.board().kind_of(square)) {
                (Some(_), _) => TILE,
                (None, SquareKind::River | SquareKind::Wall) => BARRIER,
                (None, SquareKind::Reserved(_)) => SITE,
                (None, SquareKind::Outside) => OUTSIDE,
                (None, SquareKind::Land(_) | SquareKind::UnknownLand) => OFF_ROAD,
            };
            terrain.set_square(grid.cell(square), cost);
        }
        for (_, piece) in game.map().pieces() {
            let is_bridge = matches!(piece.kind, PieceKind::Bridge(_));
            let cost = if is_bridge { BARRIER } else { TILE };
            for &square in piece.footprint.squares() {
                terrain.set_square(grid.cell(square), cost);
            }
        }
        for index in 0..terrain.keep_off.len() {
            let KeepOff { rect, cost } = terrain.keep_off[index];
            if cost >= KeepOff::NAME {
                terrain.cover(rect);
            }
        }
        terrain
    }

    /// Marks the quarters of squares under a name.
    fn cover(&mut self, rect: Rect) {
        let scale = f32::from(FINE);
        let low = |at: f32| ((at - RIM) * scale).floor() as i16;
        for y in low(rect.min.y)..=low(rect.max.y) {
            for x in low(rect.min.x)..=low(rect.max.x) {
                if let Some(cell) = self.index((x, y)) {
                    self.is_text[cell] = true;
                }
            }
        }
    }

    /// Sets the cost of all quarters of a square.
    fn set_square(&mut self, square: GridCell, cost: u32) {
        for quarter in quarters(square) {
            if let Some(cell) = self.index(quarter) {
                self.extra[cell] = cost;
            }
        }
    }

    /// Returns the rectangles that labels keep off.
    pub(super) fn keep_off(&self) -> &[KeepOff] {
        &self.keep_off
    }

    fn index(&self, (x, y): Node) -> Option<usize> {
        let (x, y) = (x + MARGIN, y + MARGIN);
        let is_inside = (0..self.columns).contains(&x) && (0..self.rows).contains(&y);
        is_inside.then(|| usize::from((y * self.columns + x).unsigned_abs()))
    }

    fn node(&self, index: usize) -> Node {
        let index = index as i16;
        (index % self.columns - MARGIN, index / self.columns - MARGIN)
    }

    /// Routes a line for every connection, clear of badges at these places if possible.
    pub(super) fn route_all(
        &mut self,
        connections: &[DrawnConnection],
        badges: Vec<Pos>,
    ) -> Vec<Vec<Pos>> {
        self.badges = badges;
        let mut routes: Vec<Vec<Pos>> = vec![Vec::new(); connections.len()];
        // Short lines have the least choice, so they come first.
        let mut order: Vec<usize> = (0..connections.len()).collect();
        order.sort_by_key(|&index| (connections[index].gap(), index));
        let mut tracks: Vec<(usize, Track)> = Vec::new();
        let mut guides: Vec<Guide> = Vec::new();
        for index in order {
            let connection = &connections[index];
            if connection.gap() == 0 {
                routes[index] = subdivide(&self.step_over(connection));
            } else {
                let guide = self.guide(connection);
                let track = self.shortest(connection, &guide);
                self.mark(&track, true);
                tracks.push((index, track));
                guides.push(guide);
            }
        }
        self.uncross(&mut tracks, connections);
        // Each gives way to those that were routed after it.
        for ((index, track), guide) in tracks.iter_mut().zip(&guides) {
            self.mark(track, false);
            if self.is_crowded(track) {
                *track = self.shortest(&connections[*index], guide);
            }
            self.mark(track, true);
        }
        for (index, track) in tracks {
            routes[index] = track.route();
        }
        routes
    }

    /// Lets lines from or to the same tile exchange their ends where they meet on the way.
    fn uncross(&mut self, tracks: &mut [(usize, Track)], connections: &[DrawnConnection]) {
        for first in 0..tracks.len() {
            let (before, after) = tracks.split_at_mut(first + 1);
            let (index, one) = &mut before[first];
            for (other_index, other) in after {
                let (ends, other_ends) = (&connections[*index], &connections[*other_index]);
                let (same_start, same_end) =
                    (ends.from == other_ends.from, ends.to == other_ends.to);
                let Some((at, other_at)) = one.meeting(other).filter(|_| same_start != same_end)
                else {
                    continue;
                };
                self.mark(one, false);
                self.mark(other, false);
                let (rest, other_rest) = (one.nodes.split_off(at), other.nodes.split_off(other_at));
                one.nodes.extend(other_rest);
                other.nodes.extend(rest);
                // What they exchange are the ends that they share.
                if same_start {
                    std::mem::swap(one, other);
                }
                self.mark(one, true);
                self.mark(other, true);
            }
        }
    }

    /// Returns a short line between touching tiles, across their common side or corner.
    fn step_over(&mut self, connection: &DrawnConnection) -> Vec<Pos> {
        let mut best: Option<(u32, Vec<Pos>)> = None;
        let covered: Vec<KeepOff> =
            [&connection.from, &connection.to].map(|cells| self.keep_off_on(cells)).concat();
        let crossings = connection.common_points();
        for (at, (x, y)) in crossings {
            let long = if x != 0.0 && y != 0.0 { std::f32::consts::FRAC_1_SQRT_2 } else { 1.0 };
            for (first, last) in DEPTH_CHOICES {
                let from = at.plus(-x * long * first, -y * long * first);
                let to = at.plus(x * long * last, y * long * last);
                let cost =
                    self.cost_of_stroke(from, to, &covered) + ((0.9 - first - last) * 40.0) as u32;
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, vec![from, to]));
                }
            }
        }
        let line = best.map(|(_, line)| line).unwrap_or_default();
        self.ends.extend(&line);
        if let [from, to] = line[..] {
            // Lines that come later keep off the point where it crosses.
            self.ends.push(from.toward(to, 0.5));
            let nodes = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0].map(|part| node_at(from.toward(to, part)));
            self.mark_nodes(&nodes, true);
        }
        line
    }

    /// Returns the rectangles to keep off at a tile.
    fn keep_off_on(&self, cells: &BTreeSet<GridCell>) -> Vec<KeepOff> {
        let squares: Vec<Rect> = cells.iter().map(|&cell| Grid::rect(cell)).collect();
        self.keep_off
            .iter()
            .filter(|keep_off| squares.iter().any(|square| square.overlaps(&keep_off.rect)))
            .copied()
            .collect()
    }

    /// Returns the cost of a short straight line for what it covers and comes near to.
    fn cost_of_stroke(&self, from: Pos, to: Pos, keep_off: &[KeepOff]) -> u32 {
        let points = [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| from.toward(to, part));
        let covered: u32 = keep_off
            .iter()
            .map(|keep_off| {
                let wide = keep_off.rect.shrunk(-HALF_LINE);
                let count = points.iter().filter(|&&point| wide.contains(point)).count();
                keep_off.cost * count as u32 / 5
            })
            .sum();
        let near: u32 = points.iter().map(|&point| self.cost_of_end(point)).max().unwrap_or(0);
        covered + near
    }

    /// Returns the cost of a line's end for the ends of other lines near it.
    fn cost_of_end(&self, at: Pos) -> u32 {
        self.ends
            .iter()
            .map(|end| match end.distance(at) {
                near if near < 0.22 => 600,
                near if near < 0.36 => 120,
                near if near < 0.48 => 20,
                _ => 0,
            })
            .sum()
    }

    /// Returns the points of a tile's sides and its corners with the costs of using them.
    fn ports(&self, cells: &BTreeSet<GridCell>, depth: f32) -> Vec<Port> {
        let mut ports = Vec::new();
        let keep_off = self.keep_off_on(cells);
        for &(x, y) in cells {
            for (out, &(right, down)) in DIRECTIONS.iter().enumerate() {
                let is_own = |right: i16, down: i16| cells.contains(&(x + right, y + down));
                let is_corner = out % 2 == 1;
                if is_own(right, down) || is_corner && (is_own(right, 0) || is_own(0, down)) {
                    continue;
                }
                let offsets = if is_corner { 0..1 } else { 1..FINE };
                for offset in offsets {
                    let along = |ahead: i16| match ahead {
                        1 => FINE,
                        -1 => 0,
                        _ => offset,
                    };
                    let node = (x * FINE + along(right), y * FINE + along(down));
                    let mut port = Port { node, out, cost: 0 };
                    port.cost = self.cost_of_port(&port, depth, &keep_off)
                        + if is_corner || offset * 2 != FINE { ASIDE } else { 0 };
                    ports.push(port);
                }
            }
        }
        ports
    }

    /// Returns the cost of a line's end at a port for what it covers and comes near to.
    fn cost_of_port(&self, port: &Port, depth: f32, keep_off: &[KeepOff]) -> u32 {
        let (right, down) = DIRECTIONS[port.out];
        let long = if port.out % 2 == 1 { std::f32::consts::FRAC_1_SQRT_2 } else { 1.0 };
        let at = pos_of(port.node);
        let within = |by: f32| at.plus(-f32::from(right) * long * by, -f32::from(down) * long * by);
        let badge = self.badges.iter().map(|badge| match badge.distance(within(0.1)) {
            near if near < 0.5 => 45,
            near if near < 0.62 => 15,
            _ => 0,
        });
        self.cost_of_stroke(at, within(0.25), keep_off) / 2
            + self.cost_of_end(within(depth))
            + badge.max().unwrap_or(0)
    }

    /// Returns the cheapest path between the tiles of a connection.
    ///
    /// Each node keeps only its cheapest path. A costlier one that would save a turn later is lost;
    /// that seldom shows.
    fn shortest(&self, connection: &DrawnConnection, guide: &Guide) -> Track {
        let Guide { extra, rest } = guide;
        let starts = self.ports(&connection.from, DEPTHS.0);
        let goals = self.ports(&connection.to, DEPTHS.1);
        let mut search = RouteSearch::new(self.lines.len());
        for goal in &goals {
            if let Some(index) = self.index(goal.outside()) {
                search.is_goal[index] = true;
            }
        }
        for start in &starts {
            if let Some(index) = self.index(start.outside()) {
                let total = start.cost + self.price(start.node, start.out, extra);
                search.enter(index, start.out, total, || rest.at(start.outside()));
            }
        }
        let mut best: Option<(u32, usize, &Port)> = None;
        while let Some((estimate, index, total)) = search.next() {
            if best.is_some_and(|(least, _, _)| estimate >= least) {
                break;
            }
            let (node, ahead) = (self.node(index), usize::from(search.ahead[index]));
            let reached =
                goals.iter().filter(|goal| search.is_goal[index] && goal.outside() == node);
            for goal in reached {
                let inwards = (goal.out + 4) % 8;
                let Some(turn) = turn(ahead, inwards) else { continue };
                let total = total + turn + self.price(node, inwards, extra) + goal.cost;
                if best.is_none_or(|(least, _, _)| total < least) {
                    best = Some((total, index, goal));
                }
            }
            for next_ahead in [0, 1, 7, 2, 6].map(|turn| (ahead + turn) % 8) {
                let Some(turn) = turn(ahead, next_ahead) else { continue };
                let next = ahead_of(node, next_ahead);
                let Some(next_index) = self.index(next) else { continue };
                let price = turn
                    + self.price(node, next_ahead, extra)
                    + CROSSING * u32::from(self.lines[next_index])
                    + if self.near[next_index] > 0 { NEXT_TO_LINE } else { 0 };
                search.enter(next_index, next_ahead, total + price, || rest.at(next));
            }
        }
        let Some((_, mut index, goal)) = best else { return Track::default() };
        let mut nodes = vec![goal.node];
        // The first step leads out of a port, which is not a state of its own.
        loop {
            let node = self.node(index);
            nodes.push(node);
            let back = (usize::from(search.ahead[index]) + 4) % 8;
            let before = ahead_of(node, back);
            let Some(from) = search.came_from[index] else {
                nodes.push(before);
                break;
            };
            index = usize::from(from);
        }
        nodes.reverse();
        Track { nodes }
    }

    /// Prepares the search for a connection.
    fn guide(&self, connection: &DrawnConnection) -> Guide {
        let extra = self.extra_along(&connection.roads);
        let rest = self.distances_to(&connection.to, &connection.from, &extra);
        Guide { extra, rest }
    }

    /// Estimates the costs of reaching a tile from all squares, from square to square.
    fn distances_to(
        &self,
        goal: &BTreeSet<GridCell>,
        start: &BTreeSet<GridCell>,
        extra: &[u32],
    ) -> Distances {
        let squares = |steps: i16| (steps - 1 - 2 * MARGIN) / FINE;
        let (across, down) = (squares(self.columns), squares(self.rows));
        let mut distances = Distances::new(across, down);
        // `None` beyond the board.
        let mut ground: Vec<Option<u32>> = vec![None; distances.least.len()];
        for (y, x) in (0..down).flat_map(|y| (0..across).map(move |x| (y, x))) {
            let is_free = goal.contains(&(x, y)) || start.contains(&(x, y));
            let cell = self.index((x * FINE, y * FINE)).filter(|_| !is_free);
            let cost =
                cell.map_or(0, |cell| extra[cell] - if self.is_text[cell] { TEXT } else { 0 });
            ground[distances.index((x, y))] = Some(cost);
        }
        let mut open = BinaryHeap::new();
        for &square in goal {
            let square = distances.index(square);
            distances.least[square] = 0;
            open.push(Reverse((0, square)));
        }
        while let Some(Reverse((least, square))) = open.pop() {
            if least > distances.least[square] {
                continue;
            }
            let here = ground[square].unwrap_or(0);
            for ahead in 0..DIRECTIONS.len() {
                let next = distances.index_ahead(square, ahead);
                let Some(there) = ground[next] else { continue };
                let half_steps = u32::from(FINE.unsigned_abs()) / 2;
                let extra = half_steps * (here + there);
                let total = if ahead % 2 == 0 {
                    least + 2 * half_steps * STEP[0] + extra
                } else {
                    least + 2 * half_steps * STEP[1] + extra * 14 / 10
                };
                if total < distances.least[next] {
                    distances.least[next] = total;
                    open.push(Reverse((total, next)));
                }
            }
        }
        distances
    }

    /// Returns the extra costs of quarters of squares for a line along these roads.
    fn extra_along(&self, roads: &BTreeSet<GridCell>) -> Vec<u32> {
        let mut extra = self.extra.clone();
        for quarter in roads.iter().copied().flat_map(quarters) {
            if let Some(cell) = self.index(quarter) {
                extra[cell] = 0;
            }
        }
        for (extra, _) in extra.iter_mut().zip(&self.is_text).filter(|(_, is_text)| **is_text) {
            *extra += TEXT;
        }
        extra
    }

    /// Returns the cost of a step for what it covers.
    fn price(&self, node: Node, ahead: usize, extra: &[u32]) -> u32 {
        let (right, down) = DIRECTIONS[ahead];
        let cell = |x: i16, y: i16| self.index((node.0 + x, node.1 + y));
        let of = |cell: Option<usize>| cell.map_or(OUTSIDE, |cell| extra[cell]);
        if right != 0 && down != 0 {
            let cell = cell(right.min(0), down.min(0));
            let crossed = cell.map_or(0, |cell| u32::from(self.diagonals[cell]));
            return STEP[1] + of(cell) * 14 / 10 + crossed * CROSSING;
        }
        // A straight step runs between two quarters.
        let sides = if right == 0 {
            [cell(-1, down.min(0)), cell(0, down.min(0))]
        } else {
            [cell(right.min(0), -1), cell(right.min(0), 0)]
        };
        STEP[0] + u32::midpoint(of(sides[0]), of(sides[1]))
    }

    /// Returns `true` if a line that is not marked is at or next to another.
    fn is_crowded(&self, track: &Track) -> bool {
        track.nodes.iter().filter_map(|&node| self.index(node)).any(|index| self.near[index] > 0)
    }

    /// Adds a line to those that others keep off, or takes it away again.
    fn mark(&mut self, track: &Track, is_added: bool) {
        self.mark_nodes(&track.nodes, is_added);
        for pair in track.nodes.windows(2) {
            let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
            let is_diagonal = x0 != x1 && y0 != y1;
            let cell = self.index((x0.min(x1), y0.min(y1))).filter(|_| is_diagonal);
            if let Some(cell) = cell {
                count(&mut self.diagonals[cell], is_added);
            }
        }
        let route = track.route();
        let ends = [route.first(), route.last()];
        for &end in ends.into_iter().flatten() {
            if is_added {
                self.ends.push(end);
            } else if let Some(index) = self.ends.iter().position(|known| *known == end) {
                self.ends.remove(index);
            }
        }
    }

    /// Adds nodes to those that lines go through, or takes them away again.
    fn mark_nodes(&mut self, nodes: &[Node], is_added: bool) {
        for &(x, y) in nodes {
            for around in 0..9 {
                if let Some(index) = self.index((x + around % 3 - 1, y + around / 3 - 1)) {
                    count(&mut self.near[index], is_added);
                }
            }
            if let Some(index) = self.index((x, y)) {
                count(&mut self.lines[index], is_added);
            }
        }
    }
}

const fn count(number: &mut u8, is_added: bool) {
    *number = if is_added { number.saturating_add(1) } else { number.saturating_sub(1) };
}

/// The depths at which a short line may start and end within touching tiles, in squares.
const DEPTH_CHOICES: [(f32, f32); 6] =
    [(0.42, 0.42), (0.32, 0.36), (0.4, 0.28), (0.28, 0.28), (0.6, 0.14), (0.44, 0.14)];

impl DrawnConnection {
    /// Returns the number of squares between the tiles, 0 if they touch.
    fn gap(&self) -> u16 {
        let pairs = self.from.iter().flat_map(|one| self.to.iter().map(move |other| (one, other)));
        pairs
            .map(|(one, other)| {
                let (across, down) = (one.0.abs_diff(other.0), one.1.abs_diff(other.1));
                across.saturating_sub(1) + down.saturating_sub(1)
            })
            .min()
            .unwrap_or(0)
    }

    /// Returns points of the common sides, or the common corners if there are none, each with the
    /// direction across.
    fn common_points(&self) -> Vec<(Pos, (f32, f32))> {
        let mut sides = Vec::new();
        let mut corners = Vec::new();
        for &(x, y) in &self.from {
            for (ahead, &(right, down)) in DIRECTIONS.iter().enumerate() {
                if !self.to.contains(&(x + right, y + down)) {
                    continue;
                }
                let across = (f32::from(right), f32::from(down));
                let center = Grid::rect((x, y)).center();
                let at = center.plus(across.0 * 0.5, across.1 * 0.5);
                if ahead % 2 == 1 {
                    corners.push((at, across));
                } else {
                    let shifts = [0.0, -0.12, 0.12, -0.24, 0.24, -0.34, 0.34];
                    sides.extend(
                        shifts
                            .map(|by| (at.plus(by * across.1.abs(), by * across.0.abs()), across)),
                    );
                }
            }
        }
        if sides.is_empty() { corners } else { sides }
    }
}

impl Track {
    /// Returns the indices of the first node that both lines go through.
    fn meeting(&self, other: &Self) -> Option<(usize, usize)> {
        self.nodes.iter().enumerate().find_map(|(at, node)| {
            other.nodes.iter().position(|known| known == node).map(|other_at| (at, other_at))
        })
    }

    /// Returns the line, from within its first tile to within its last, with soft bends.
    fn route(&self) -> Vec<Pos> {
        let mut line: Vec<Pos> = self.nodes.iter().map(|&node| pos_of(node)).collect();
        if let [start, next, ..] = line[..] {
            line[0] = start.toward(next, -DEPTHS.0 / start.distance(next));
        }
        if let [.., before, end] = line[..] {
            let last = line.len() - 1;
            line[last] = end.toward(before, -DEPTHS.1 / end.distance(before));
        }
        soft(&line)
    }
}

/// Returns the same line with soft bends, its points at most a tenth of a square apart.
fn soft(line: &[Pos]) -> Vec<Pos> {
    let mut soft = subdivide(line);
    // The ends stay straight for an arrow head.
    let (first, last) = (STRAIGHT, soft.len().saturating_sub(STRAIGHT + 1));
    for _ in 0..SOFTNESS {
        let before = soft.clone();
        for index in first..last {
            let around = before[index - 1].toward(before[index + 1], 0.5);
            soft[index] = before[index].toward(around, 0.5);
        }
    }
    soft
}

/// Returns the same line with points at most a tenth of a square apart.
pub(super) fn subdivide(points: &[Pos]) -> Vec<Pos> {
    let mut fine: Vec<Pos> = points.first().copied().into_iter().collect();
    for pair in points.windows(2) {
        let pieces = (pair[0].distance(pair[1]) / 0.1).ceil().max(1.0);
        fine.extend(
            (1..=pieces as usize).map(|step| pair[0].toward(pair[1], step as f32 / pieces)),
        );
    }
    fine
}

/// The part of a search that does not depend on other lines.
struct Guide {
    /// The extra cost of a straight step over each quarter of a square.
    extra: Vec<u32>,
    rest: Distances,
}

/// The squares beyond each side of a board that [`Distances`] has room for: nodes of the margin are
/// estimated by the squares around theirs.
const BEYOND: usize = 2;

/// The estimated cost of reaching a tile from each square.
struct Distances {
    /// The number of squares per row, those beyond the board included.
    columns: usize,
    /// The cost from each square's center; [`Self::UNKNOWN`] beyond the board.
    least: Vec<u32>,
}

impl Distances {
    /// More than any cost, and less than what overflows when a step is added.
    const UNKNOWN: u32 = u32::MAX / 2;

    fn new(across: i16, down: i16) -> Self {
        let [columns, rows] =
            [across, down].map(|squares| usize::from(squares.unsigned_abs()) + 2 * BEYOND);
        Self { columns, least: vec![Self::UNKNOWN; columns * rows] }
    }

    /// Returns the index of a square of the board or at most [`BEYOND`] squares off it.
    fn index(&self, (x, y): GridCell) -> usize {
        let [x, y] = [x, y].map(|at| usize::from((at + BEYOND as i16).unsigned_abs()));
        y * self.columns + x
    }

    /// Returns the index of the next square in a direction.
    fn index_ahead(&self, square: usize, ahead: usize) -> usize {
        let (right, down) = DIRECTIONS[ahead];
        let columns = self.columns as isize;
        square.wrapping_add_signed(isize::from(down) * columns + isize::from(right))
    }

    /// Returns the estimated cost from a node, by way of the best square around it.
    fn at(&self, (x, y): Node) -> u32 {
        let square = self.index((x.div_euclid(FINE), y.div_euclid(FINE)));
        let costs = &COSTS_TO_CENTERS[y.rem_euclid(FINE).unsigned_abs() as usize]
            [x.rem_euclid(FINE).unsigned_abs() as usize];
        let first = square - self.columns - 1;
        (0..3)
            .flat_map(|row| {
                let start = first + row * self.columns;
                self.least[start..start + 3].iter().zip(&costs[3 * row..3 * row + 3])
            })
            .map(|(least, cost)| least + cost)
            .min()
            .unwrap_or(0)
    }
}

/// The costs of lines over free land from a node, by its row and column within its square, to the
/// centers of the nine squares around it.
const COSTS_TO_CENTERS: [[[u32; 9]; FINE as usize]; FINE as usize] = {
    let mut costs = [[[0; 9]; FINE as usize]; FINE as usize];
    let mut number = 0;
    while number < FINE * FINE * 9 {
        let (around, x, y) = (number % 9, number / 9 % FINE, number / 9 / FINE);
        let (right, down) = (around % 3 - 1, around / 3 - 1);
        let across = x.abs_diff(right * FINE + FINE / 2) as u32;
        let along = y.abs_diff(down * FINE + FINE / 2) as u32;
        let diagonal = if across < along { across } else { along };
        costs[y as usize][x as usize][around as usize] =
            (STEP[0] + OFF_ROAD) * across.abs_diff(along) + (STEP[1] + OFF_ROAD) * diagonal;
        number += 1;
    }
    costs
};

/// The paths of a search, each known by the node that it has reached.
struct RouteSearch {
    /// The least cost of each node.
    cost: Vec<u32>,
    /// The direction of travel to each node.
    ahead: Vec<u8>,
    /// The node before each node; `None` if it follows a port.
    came_from: Vec<Option<u16>>,
    /// `true` for each node that its path was continued from.
    is_left: Vec<bool>,
    /// `true` for each node next to a port where the path may end.
    is_goal: Vec<bool>,
    /// The node that is being left.
    here: Option<u16>,
    /// The nodes to continue from, with the estimated cost of the whole path.
    open: BinaryHeap<Reverse<(u32, u16)>>,
}

impl RouteSearch {
    fn new(nodes: usize) -> Self {
        Self {
            cost: vec![u32::MAX; nodes],
            ahead: vec![0; nodes],
            came_from: vec![None; nodes],
            is_left: vec![false; nodes],
            is_goal: vec![false; nodes],
            here: None,
            open: BinaryHeap::new(),
        }
    }

    /// Notes that a node can be reached at a cost, with the estimated cost from there to a goal.
    fn enter(&mut self, index: usize, ahead: usize, total: u32, rest: impl FnOnce() -> u32) {
        if !self.is_left[index] && total < self.cost[index] {
            self.cost[index] = total;
            self.ahead[index] = ahead as u8;
            self.came_from[index] = self.here;
            self.open.push(Reverse((total + rest(), index as u16)));
        }
    }

    /// Leaves the most promising node, and returns it with the estimated cost of the whole path and
    /// the cost so far.
    fn next(&mut self) -> Option<(u32, usize, u32)> {
        loop {
            let Reverse((estimate, node)) = self.open.pop()?;
            let index = usize::from(node);
            // Of several paths to a node, the cheapest comes first.
            if !self.is_left[index] {
                self.is_left[index] = true;
                self.here = Some(node);
                return Some((estimate, index, self.cost[index]));
            }
        }
    }
}

/// Returns the cost of a turn between two directions; `None` for one by more than a quarter.
const fn turn(from: usize, to: usize) -> Option<u32> {
    match (to + 8 - from) % 8 {
        0 => Some(0),
        1 | 7 => Some(TURN),
        2 | 6 => Some(4 * TURN),
        _ => None,
    }
}

const fn ahead_of((x, y): Node, ahead: usize) -> Node {
    let (right, down) = DIRECTIONS[ahead];
    (x + right, y + down)
}

/// Returns the quarters of a square, in lattice steps.
fn quarters((x, y): GridCell) -> impl Iterator<Item = Node> {
    (0..FINE * FINE).map(move |quarter| (x * FINE + quarter % FINE, y * FINE + quarter / FINE))
}

/// Returns the rectangles of names, values, tokens and icons on pieces.
fn keep_off(pieces: &Scene) -> Vec<KeepOff> {
    let all = pieces.items.iter().filter_map(|(_, item)| {
        let cost = match item {
            Item::Text(text) if text.text.chars().count() > 1 || is_value(&text.text) => TEXT,
            Item::Circle { radius, tone, .. } if *radius >= 0.1 && is_token(tone.color) => 60,
            Item::Icon { .. } => 25,
            _ => return None,
        };
        Some(KeepOff { rect: item.bounds(), cost })
    });
    all.collect()
}

const fn is_token(color: BoardColor) -> bool {
    matches!(color, BoardColor::Player(_) | BoardColor::Neutral | BoardColor::Roof)
}

fn is_value(text: &str) -> bool {
    text.chars().all(|letter| letter.is_ascii_digit())
}

/// Returns the nearest node.
fn node_at(pos: Pos) -> Node {
    let steps = |at: f32| ((at - RIM) * f32::from(FINE)).round() as i16;
    (steps(pos.x), steps(pos.y))
}

fn pos_of((x, y): Node) -> Pos {
    let at = |steps: i16| RIM + f32::from(steps) / f32::from(FINE);
    Pos::new(at(x), at(y))
}

#[cfg(test)]
mod tests {
    use components::square::Square;
    use rules::Setup;
    use rules::player::ByPlayer;

    use super::super::pieces;
    use super::*;

    fn terrain() -> (Grid, Terrain) {
        let setup = Setup {
            pack: packs::find("practice").expect("it is built in"),
            board: "Three Rivers".to_owned(),
            players: vec!["Anna".to_owned(), "Ben".to_owned()],
            ..Setup::default()
        };
        let game = Game::new(&setup).expect("a game starts");
        let grid = Grid::new(&game, 0);
        let pieces = pieces::draw(&game, grid, &ByPlayer::default());
        (grid, Terrain::new(&game, grid, &pieces))
    }

    fn cells(grid: Grid, squares: &[&str]) -> BTreeSet<GridCell> {
        let squares: Vec<Square> =
            squares.iter().map(|name| name.parse().expect("a square")).collect();
        grid.cells(&squares)
    }

    fn connection(grid: Grid, from: &str, to: &str) -> DrawnConnection {
        DrawnConnection {
            from: cells(grid, &[from]),
            to: cells(grid, &[to]),
            roads: BTreeSet::new(),
        }
    }

    #[test]
    fn lines_from_one_tile_leave_it_at_different_points_and_do_not_cross() {
        let (grid, mut terrain) = terrain();
        let targets = ["E2", "G3", "H5", "G8", "E8", "B7", "B5"];
        let connections: Vec<DrawnConnection> =
            targets.iter().map(|to| connection(grid, "E5", to)).collect();
        let routes = terrain.route_all(&connections, Vec::new());
        for (index, route) in routes.iter().enumerate() {
            for other in &routes[index + 1..] {
                assert!(route[0].distance(other[0]) >= 0.2, "{:?} {:?}", route[0], other[0]);
                let gap = route.iter().flat_map(|at| other.iter().map(|to| at.distance(*to)));
                let gap = gap.fold(f32::INFINITY, f32::min);
                assert!(gap > 0.15, "they are {gap} apart");
            }
        }
    }

    #[test]
    fn line_ends_within_the_sides_of_its_tiles_that_face_each_other() {
        let (grid, mut terrain) = terrain();
        let routes = terrain.route_all(&[connection(grid, "D3", "G3")], Vec::new());
        let (from, to) = (routes[0][0], routes[0][routes[0].len() - 1]);
        let sides = ["D3", "G3"].map(|square| Grid::rect(grid.cell(square.parse().expect("one"))));
        assert!((sides[0].max.x - from.x - DEPTHS.0).abs() < 0.01, "{from:?}");
        assert!((to.x - sides[1].min.x - DEPTHS.1).abs() < 0.01, "{to:?}");
    }

    #[test]
    fn line_goes_around_a_tile_between_its_ends() {
        let (grid, mut terrain) = terrain();
        let between = grid.cell("E3".parse().expect("a square"));
        terrain.set_square(between, TILE);
        let routes = terrain.route_all(&[connection(grid, "D3", "F3")], Vec::new());
        let tile = Grid::rect(between).shrunk(0.05);
        assert!(routes[0].iter().all(|&at| !tile.contains(at)), "{:?}", routes[0]);
    }

    #[test]
    fn line_between_touching_tiles_crosses_their_common_side() {
        let (grid, mut terrain) = terrain();
        let routes = terrain.route_all(&[connection(grid, "D3", "E3")], Vec::new());
        let (from, to) = (routes[0][0], routes[0][routes[0].len() - 1]);
        let side = Grid::rect(grid.cell("D3".parse().expect("a square"))).max.x;
        assert!(from.x < side && side < to.x && (from.y - to.y).abs() < 0.001);
    }
}
