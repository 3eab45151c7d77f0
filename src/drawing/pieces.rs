//! What lies on the board: roads, tiles with their tokens, houses, bridges, buildings.

use std::collections::BTreeSet;

use rules::Game;
use rules::action::Owner;
use rules::board::SquareKind;
use rules::game::ActiveBuilding;
use rules::map::{Piece, PieceKind};
use rules::player::{ByPlayer, PlayerId};
use rules::square::Square;

use super::board::{Edge, Grid, Look};
use super::icons;
use super::region::{Cell, Form};
use super::scene::{Dash, Face, Ink, Pos, Rect, Scene};
use super::words;

/// How a tile lies within its squares.
pub(super) const TILE: Form = Form { inset: 0.045, round: 0.12 };
/// Width of the coloured edge, in squares.
const EDGE: f32 = 0.1;

pub(super) fn draw(game: &Game, grid: Grid, looks: &ByPlayer<Look>) -> Scene {
    let mut table = Table { game, grid, looks, scene: Scene::new(grid.size()) };
    table.roads();
    let map = game.map();
    for (_, piece) in map.pieces() {
        match piece.kind {
            PieceKind::Resource(resource) => {
                let name = game.contents().resource_name(resource);
                table.tile(piece, name);
            }
            PieceKind::House => table.small(piece, "house"),
            PieceKind::Bridge(_) => {
                let square = piece.footprint.first();
                let over_wall = game.board().kind_of(square) == SquareKind::Wall;
                table.small(piece, if over_wall { "gate" } else { "bridge" });
            }
            PieceKind::Prestige(_) | PieceKind::Removed => {}
        }
    }
    for active in game.active_buildings() {
        table.building(active);
    }
    table.scene
}

struct Table<'a> {
    game: &'a Game,
    grid: Grid,
    looks: &'a ByPlayer<Look>,
    scene: Scene,
}

impl Table<'_> {
    /// Every road with every other it touches, as one way with a kerb on both sides.
    fn roads(&mut self) {
        let game = self.game;
        let squares = game.board().squares();
        let roads: BTreeSet<Square> =
            squares.filter(|&square| game.road_or_free(square) == Some(true)).collect();
        let middle = |square| Grid::rect(self.grid.cell(square)).centre();
        let mut ways: Vec<Vec<Pos>> = Vec::new();
        for &from in &roads {
            for to in game.linked(from) {
                // Where two straight steps lead the same way, a slanting one is left out.
                let straight = from.column == to.column || from.row == to.row;
                let corners = [Square::new(from.column, to.row), Square::new(to.column, from.row)];
                let around = !straight && corners.iter().any(|corner| roads.contains(corner));
                if roads.contains(&to) && from < to && !around {
                    ways.push(vec![middle(from), middle(to)]);
                }
            }
        }
        for &square in &roads {
            // A road that touches no other is a crossing from which it can go on.
            let at = middle(square);
            if !ways.iter().any(|way| way.contains(&at)) {
                ways.push(vec![at.plus(-0.26, 0.0), at.plus(0.26, 0.0)]);
                ways.push(vec![at.plus(0.0, -0.26), at.plus(0.0, 0.26)]);
            }
        }
        for (half, tone) in [(0.21, Ink::Ink.at(0.85)), (0.172, Ink::Raised.at(1.0))] {
            for way in &ways {
                self.scene.line(way.clone(), half * 2.0, tone);
            }
            for end in ways.iter().flatten() {
                self.scene.circle(*end, half, tone);
            }
        }
        // Ruts along the middle make it a road and not a pipe.
        let dash = Dash { stroke: 0.09, gap: 0.07 };
        for way in ways {
            self.scene.dashes(way, false, 0.022, dash, Ink::Ink.at(0.45));
        }
    }

    fn letter(&self, player: PlayerId) -> String {
        self.looks[player].letter.to_string()
    }

    /// A round token of an owner.
    fn token(&mut self, centre: Pos, radius: f32, owner: Owner) {
        token(&mut self.scene, self.looks, centre, radius, owner);
    }

    /// The face of a tile with the edge of its owner.
    fn face(&mut self, cells: &BTreeSet<Cell>, owner: Owner) {
        face(&mut self.scene, self.looks, cells, owner);
    }

    /// A tile of a resource, with the tokens on it.
    fn tile(&mut self, piece: &Piece, name: &str) {
        let Some(owner) = piece.owner else { return };
        let cells = self.grid.cells(piece.footprint.squares());
        self.face(&cells, owner);
        let plan = TilePlan::new(&cells);
        resource_icon(&mut self.scene, name, plan.icon, Ink::Ink);
        let lines = words::fit(name, plan.name, plan.largest, Face::Sans, true);
        lines.set(&mut self.scene, plan.name.centre(), Face::Sans, true, Ink::Ink);
        // Access tokens lie below the owner's, and peep out from under it as many as there are.
        let below: Vec<PlayerId> = piece.access.iter().collect();
        let small = plan.token * if below.len() > 2 { 0.66 } else { 0.72 };
        for (place, &player) in below.iter().enumerate().rev() {
            let far = plan.token + small * (0.75 + 1.7 * place as f32);
            let centre = match plan.stack {
                Stack::Down => plan.top.plus(0.0, far),
                Stack::Left => plan.top.plus(-far, 0.0),
            };
            self.token(centre, small, Owner::Player(player));
        }
        self.token(plan.top, plan.token, owner);
    }

    /// A house, a bridge or a gate: one square with a drawing and a letter.
    fn small(&mut self, piece: &Piece, icon: &str) {
        let owner = piece.owner.unwrap_or(Owner::Neutral);
        let cells = self.grid.cells(piece.footprint.squares());
        self.face(&cells, owner);
        let rect = Grid::rect(self.grid.cell(piece.footprint.first()));
        let picture = Rect::around(rect.centre().plus(-0.06, 0.06), 0.58);
        self.scene.icon(icon, picture, Ink::Ink);
        self.token(rect.min.plus(0.76, 0.24), 0.16, owner);
    }

    /// A prestige building with its name and what it asks for.
    fn building(&mut self, active: &ActiveBuilding) {
        let game = self.game;
        let piece = game.map().piece(active.piece);
        let cells = self.grid.cells(piece.footprint.squares());
        let shadow = Grid::region(&cells, TILE);
        let mut dropped = shadow.clone();
        for point in dropped.triangles.iter_mut().flatten() {
            *point = point.plus(0.03, 0.05);
        }
        for point in dropped.rings.iter_mut().flatten() {
            *point = point.plus(0.03, 0.05);
        }
        self.scene.region(dropped, Ink::Ink.at(0.3));
        self.scene.region(shadow.clone(), Ink::Raised);
        self.scene.outline(&shadow, 0.055, Ink::Ink);
        let inner = Form { inset: 0.105, round: 0.07 };
        self.scene.outline(&Grid::region(&cells, inner), 0.016, Ink::Ink.at(0.75));

        let name = game.contents().building_name(active.building);
        let spaces = game.contents().spaces(active.building);
        let count = spaces.len();
        let room = words::widest_rect(&cells).shrunk(0.14);
        // What is complete carries no neutral marker, so that one sign has the place of the other.
        let has_sign = active.completed || active.marker;
        let badges = usize::from(has_sign) + usize::from(active.worker.is_some());
        // Signs of completion and of a worker go to a square of their own if there is one.
        let mut spare = cells.iter().map(|&cell| Grid::rect(cell));
        let spare = spare.rfind(|rect| !room.contains(rect.centre()));
        let title_room = if badges > 0 && spare.is_none() && room.width() > 1.2 {
            0.36 * f32::from(u8::from(has_sign))
                + 0.5 * f32::from(u8::from(active.worker.is_some()))
        } else {
            0.0
        };
        let plan = SlotPlan::new(room, count);
        // In a narrow building they stand above the name instead of beside it.
        let above = if badges > 0 && spare.is_none() && room.width() <= 1.2 { 0.31 } else { 0.0 };
        let title = Rect {
            min: room.min.plus(0.0, above),
            max: Pos::new(room.max.x - title_room, plan.top - 0.03),
        };
        let lines = words::fit(name, title, 0.42, Face::Serif, true);
        lines.set(&mut self.scene, title.centre(), Face::Serif, true, Ink::Ink);
        for (index, space) in spaces.iter().enumerate() {
            let slot = plan.slot(index);
            let delivered = active.delivered.get(index).copied().flatten();
            let resource = space.resource.map(|r| game.contents().resource_name(r));
            let value = space.value.map(|points| points.to_string());
            self.slot(slot, resource, value.as_deref(), delivered);
        }
        let mut place = match spare {
            Some(rect) if badges > 1 => rect.centre().plus(0.0, -0.2),
            Some(rect) => rect.centre(),
            None => Pos::new(room.max.x - 0.17, room.min.y + 0.16),
        };
        let side = if spare.is_some() { 0.42 } else { 0.3 };
        if active.completed {
            self.scene.circle(place, side / 2.0 + 0.02, Ink::Accent);
            self.scene.icon("completion", Rect::around(place, side * 0.82), Ink::Raised);
        } else if active.marker {
            self.marker(place, side);
        }
        if has_sign {
            place = place.plus(-0.37, 0.0);
        }
        if let Some(player) = active.worker {
            let (wide, high) = (side * 1.45, side * 0.98);
            let left = match spare {
                Some(rect) if has_sign => rect.centre().plus(-wide / 2.0, side * 0.62),
                Some(rect) => rect.centre().plus(-wide / 2.0, 0.0),
                None => place.plus(side * 0.5 - wide, 0.0),
            };
            let pill = Rect::new(left.x, left.y - high / 2.0, wide, high);
            self.scene.rect(pill, high * 0.3, Ink::Player(player));
            self.scene.frame(pill, 0.024, Ink::Ink);
            let picture = Rect::around(left.plus(wide * 0.32, 0.0), side * 0.8);
            self.scene.icon("worker", picture, Ink::OnPlayer(player));
            let letter = self.letter(player);
            let on = Ink::OnPlayer(player);
            let at = left.plus(wide * 0.74, 0.0);
            self.scene.words(at, letter, side * 0.62, Face::Sans, true, on);
        }
    }

    /// A neutral marker of a solo game: a lozenge, as no other piece is, that asks to be paid off.
    fn marker(&mut self, centre: Pos, side: f32) {
        let lozenge = |half: f32| {
            vec![
                centre.plus(0.0, -half),
                centre.plus(half, 0.0),
                centre.plus(0.0, half),
                centre.plus(-half, 0.0),
            ]
        };
        // Dark with a bright edge, so that it stands out on paper and on any terrain.
        self.scene.polygon(lozenge(side * 0.82), Ink::Raised);
        self.scene.polygon(lozenge(side * 0.74), Ink::Ink);
        let (face, bold) = (Face::Sans, true);
        self.scene.words(centre, "!", side * 0.8, face, bold, Ink::Raised);
    }

    /// One resource a building asks for: its drawing, its value, and who delivered it.
    fn slot(&mut self, slot: Rect, resource: Option<&str>, value: Option<&str>, by: Option<Owner>) {
        let round = 0.06;
        match by {
            Some(Owner::Player(player)) => {
                self.scene.rect(slot, round, Ink::Player(player).at(0.3));
            }
            Some(Owner::Neutral) => self.scene.rect(slot, round, Ink::Neutral.at(0.3)),
            None => self.scene.rect(slot, round, Ink::Paper),
        }
        self.scene.frame(slot, 0.02, Ink::Ink.at(0.7));
        let side = (slot.height() * 0.92).min(slot.width() * 0.56);
        let left =
            Rect::around(Pos::new(slot.min.x + side / 2.0 + 0.015, slot.centre().y), side * 0.94);
        if let Some(name) = resource {
            resource_icon(&mut self.scene, name, left, Ink::Ink);
        } else {
            let high = side * 0.9;
            let at = left.centre();
            self.scene.words(at, "?", high, Face::Serif, true, Ink::Muted);
        }
        let rest = slot.max.x - left.max.x;
        let right = Pos::new(left.max.x + rest / 2.0 - 0.005, slot.centre().y);
        let value = value.unwrap_or("?");
        if let Some(owner) = by {
            let radius = (rest / 2.0 - 0.015).min(slot.height() * 0.3);
            let up = slot.height() * 0.5 - radius - 0.02;
            let type_size = ((slot.height() - radius * 2.0) * 0.9).min(rest * 0.62);
            let low = Pos::new(right.x, slot.max.y - type_size * 0.55);
            self.scene.words(low, value, type_size, Face::Serif, true, Ink::Ink);
            self.token(right.plus(0.0, -up), radius, owner);
        } else {
            let type_size = (slot.height() * 0.8).min(rest * 1.3).min(0.36);
            self.scene.words(right, value, type_size, Face::Serif, true, Ink::Ink);
        }
    }
}

/// The face of a tile with the edge of its owner.
pub(super) fn face(
    scene: &mut Scene,
    looks: &ByPlayer<Look>,
    cells: &BTreeSet<Cell>,
    owner: Owner,
) {
    let whole = Grid::region(cells, TILE);
    let mut dropped = whole.clone();
    let triangles = dropped.triangles.iter_mut().flatten();
    for point in triangles.chain(dropped.rings.iter_mut().flatten()) {
        *point = point.plus(0.025, 0.045);
    }
    scene.region(dropped, Ink::Ink.at(0.28));
    scene.region(whole.clone(), Ink::Raised);
    let band = Form { inset: TILE.inset + EDGE / 2.0, round: TILE.round * 0.6 };
    let band = Grid::region(cells, band);
    let (ink, on) = match owner {
        Owner::Player(player) => (Ink::Player(player), Ink::OnPlayer(player)),
        Owner::Neutral => (Ink::Neutral, Ink::OnNeutral),
    };
    scene.outline(&band, EDGE, ink);
    let edge = owner.player().map_or(Edge::Solid, |p| looks[p].edge);
    for ring in &band.rings {
        edge_pattern(scene, cells, ring, edge, on);
    }
    scene.outline(&whole, 0.028, Ink::Ink.at(0.9));
    let inner = Form { inset: TILE.inset + EDGE, round: TILE.round * 0.3 };
    scene.outline(&Grid::region(cells, inner), 0.012, Ink::Ink.at(0.55));
}

/// The pattern of a player along the middle of the coloured edge.
fn edge_pattern(scene: &mut Scene, cells: &BTreeSet<Cell>, ring: &[Pos], edge: Edge, on: Ink) {
    let tone = on.at(0.92);
    let round = Along::new(ring);
    match edge {
        Edge::Solid => {}
        Edge::Dashes => {
            for (_, from) in round.places(0.3) {
                scene.line(round.piece(from, 0.17), 0.036, tone);
            }
        }
        Edge::Dots => {
            for (at, _) in round.places(0.13) {
                scene.circle(at.pos, 0.024, tone);
            }
        }
        Edge::Double => {
            for inset in [0.28, 0.72] {
                let form = Form { inset: TILE.inset + EDGE * inset, round: TILE.round * 0.6 };
                scene.outline(&Grid::region(cells, form), 0.018, tone);
            }
        }
        Edge::Teeth => {
            for (at, _) in round.places(0.12) {
                let tooth = [(-0.05, -0.035), (0.05, -0.035), (0.0, 0.04)];
                scene.polygon(tooth.map(|(u, v)| at.offset(u, v)).to_vec(), tone);
            }
        }
        Edge::Waves => {
            let places = round.places(0.06).into_iter().enumerate();
            let wave = places.map(|(index, (at, _))| {
                let out = if index % 2 == 0 { 0.026 } else { -0.026 };
                at.offset(0.0, out)
            });
            scene.ring(wave.collect(), 0.024, tone);
        }
        Edge::Ladder => {
            for (at, _) in round.places(0.1) {
                let across = vec![at.offset(0.0, -0.045), at.offset(0.0, 0.045)];
                scene.line(across, 0.022, tone);
            }
        }
        Edge::DashDot => {
            for (index, (at, from)) in round.places(0.2).into_iter().enumerate() {
                if index % 2 == 0 {
                    scene.line(round.piece(from - 0.08, 0.16), 0.036, tone);
                } else {
                    scene.circle(at.pos, 0.026, tone);
                }
            }
        }
        Edge::Battlement => {
            for (_, from) in round.places(0.2) {
                scene.line(round.piece(from, 0.1), EDGE * 0.8, tone);
            }
        }
    }
}

/// A closed line, walked around.
struct Along<'a> {
    ring: &'a [Pos],
    length: f32,
}

/// A place on a line, and the way it goes there.
#[derive(Clone, Copy, Debug)]
struct Place {
    pos: Pos,
    ahead: Pos,
}

impl Place {
    /// The place so much further along and so much to the left, which is outwards.
    fn offset(self, along: f32, out: f32) -> Pos {
        self.pos.plus(
            self.ahead.x * along + self.ahead.y * out,
            self.ahead.y * along - self.ahead.x * out,
        )
    }
}

impl<'a> Along<'a> {
    fn new(ring: &'a [Pos]) -> Self {
        let next = ring.iter().cycle().skip(1);
        let length = ring.iter().zip(next).map(|(a, b)| a.distance(*b)).sum();
        Self { ring, length }
    }

    fn at(&self, far: f32) -> Place {
        let mut left = far.rem_euclid(self.length.max(0.001));
        for index in 0..self.ring.len() {
            let here = self.ring[index];
            let next = self.ring[(index + 1) % self.ring.len()];
            let length = here.distance(next);
            if length >= left && length > 0.0 {
                return Place {
                    pos: here.toward(next, left / length),
                    ahead: Pos::new((next.x - here.x) / length, (next.y - here.y) / length),
                };
            }
            left -= length;
        }
        Place { pos: self.ring.first().copied().unwrap_or_default(), ahead: Pos::new(1.0, 0.0) }
    }

    /// Places an even distance apart, about as far as asked, an even number of them; each with
    /// how far along it lies.
    fn places(&self, step: f32) -> Vec<(Place, f32)> {
        let count = ((self.length / step / 2.0).round() * 2.0).max(2.0);
        let step = self.length / count;
        let all = 0..count as usize;
        all.map(|index| index as f32 * step).map(|far| (self.at(far), far)).collect()
    }

    /// A piece of the line.
    fn piece(&self, from: f32, long: f32) -> Vec<Pos> {
        let at = |part: u8| self.at(from + long * f32::from(part) / 4.0).pos;
        (0..=4).map(at).collect()
    }
}

/// The drawing of a resource, or the beginning of its name if a pack brings one of its own.
pub(super) fn resource_icon(scene: &mut Scene, name: &str, rect: Rect, ink: Ink) {
    let icon = icons::name_of(name);
    if icons::svg(&icon).is_some() {
        scene.icon(&icon, rect, ink);
        return;
    }
    let radius = rect.width() * 0.44;
    scene.circle_line(rect.centre(), radius, rect.width() * 0.08, ink);
    let start: String = name.chars().take(2).collect();
    scene.words(rect.centre(), start, radius, Face::Serif, true, ink);
}

/// A round token of an owner, with the letter or the sign of nobody.
pub(super) fn token(
    scene: &mut Scene,
    looks: &ByPlayer<Look>,
    centre: Pos,
    radius: f32,
    owner: Owner,
) {
    scene.circle(centre.plus(0.012, 0.022), radius, Ink::Ink.at(0.3));
    match owner {
        Owner::Player(player) => {
            scene.circle(centre, radius, Ink::Player(player));
            scene.circle_line(centre, radius, 0.024, Ink::Ink);
            let letter = looks[player].letter.to_string();
            let on = Ink::OnPlayer(player);
            scene.words(centre, letter, radius * 1.45, Face::Sans, true, on);
        }
        Owner::Neutral => {
            scene.circle(centre, radius, Ink::Neutral);
            scene.circle_line(centre, radius, 0.024, Ink::Ink);
            // A hollow token: nobody's letter.
            scene.circle_line(centre, radius * 0.5, 0.03, Ink::OnNeutral);
        }
    }
}

/// Where things stand on a tile of a resource.
pub(super) struct TilePlan {
    pub(super) icon: Rect,
    /// Room for the name.
    pub(super) name: Rect,
    /// The largest type for it.
    largest: f32,
    /// Middle and radius of the owner's token.
    top: Pos,
    token: f32,
    /// Where access tokens peep out.
    stack: Stack,
}

/// Where the tokens under the owner's peep out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stack {
    Down,
    Left,
}

impl TilePlan {
    pub(super) fn new(cells: &BTreeSet<Cell>) -> Self {
        let rest = |run: &[Cell]| -> Vec<Rect> {
            let others = cells.iter().filter(|cell| !run.contains(cell));
            let mut others: Vec<Cell> = others.copied().collect();
            others.sort_by_key(|&(x, y)| (y, x));
            others.into_iter().map(Grid::rect).collect()
        };
        let run = longest_run(cells);
        let first = Grid::rect(run[0]);
        let last = Grid::rect(run[run.len() - 1]);
        let others = rest(&run);
        let inside = TILE.inset + EDGE;
        let corner = |rect: Rect| Pos::new(rect.max.x - 0.31, rect.min.y + 0.31);
        let line = |from: f32, to: f32, rect: Rect, top: f32, bottom: f32| Rect {
            min: Pos::new(from + inside + 0.03, rect.min.y + top),
            max: Pos::new(to - inside - 0.03, rect.min.y + bottom),
        };
        let picture = |rect: Rect| Rect::around(rect.centre(), 0.64);
        if cells.len() == 1 {
            return Self {
                icon: Rect::around(first.min.plus(0.4, 0.42), 0.48),
                name: Rect::new(first.min.x + 0.14, first.min.y + 0.66, 0.72, 0.2),
                largest: 0.2,
                top: first.min.plus(0.78, 0.24),
                token: 0.15,
                stack: Stack::Down,
            };
        }
        match (run.len(), others.as_slice()) {
            // Two squares, one below the other.
            (1, [head]) => Self {
                icon: Rect::around(head.min.plus(0.42, 0.66), 0.56),
                name: line(first.min.x - 0.03, first.max.x + 0.03, first, 0.3, 0.7),
                largest: 0.26,
                top: corner(*head),
                token: 0.19,
                stack: Stack::Down,
            },
            // A column: tokens at the head, the drawing in the middle, the name at the foot.
            (1, [head, .., above]) => Self {
                icon: picture(*above),
                name: line(first.min.x - 0.03, first.max.x + 0.03, first, 0.3, 0.7),
                largest: 0.26,
                top: head.centre().plus(0.0, -0.16),
                token: 0.22,
                stack: Stack::Down,
            },
            // A long row: drawing, name, and the tokens in a square of their own or above the name.
            (3.., []) => Self {
                icon: picture(first),
                name: line(first.max.x - inside, last.max.x, last, 0.52, 0.84),
                largest: 0.34,
                top: corner(last),
                token: 0.2,
                stack: Stack::Left,
            },
            (3.., [.., beside]) => Self {
                icon: picture(first),
                name: line(first.max.x - inside, last.max.x, last, 0.2, 0.8),
                largest: 0.36,
                top: beside.centre().plus(0.0, -0.16),
                token: 0.22,
                stack: Stack::Down,
            },
            (_, [only]) => Self {
                icon: picture(*only),
                name: line(first.min.x, last.max.x, last, 0.52, 0.84),
                largest: 0.32,
                top: corner(last),
                token: 0.2,
                stack: Stack::Left,
            },
            (_, [icon, .., tokens]) => Self {
                icon: picture(*icon),
                name: line(first.min.x, last.max.x, last, 0.2, 0.8),
                largest: 0.36,
                top: tokens.centre().plus(0.0, -0.16),
                token: 0.22,
                stack: Stack::Down,
            },
            (_, []) => Self {
                icon: Rect::around(first.centre().plus(0.0, -0.06), 0.56),
                name: line(first.min.x, last.max.x, last, 0.64, 0.86),
                largest: 0.26,
                top: corner(last),
                token: 0.19,
                stack: Stack::Left,
            },
        }
    }
}

/// The longest row of a tile's squares, the lowest of several.
fn longest_run(cells: &BTreeSet<Cell>) -> Vec<Cell> {
    let mut best: Vec<Cell> = Vec::new();
    for &(x, y) in cells {
        if cells.contains(&(x - 1, y)) {
            continue;
        }
        let run = (x..).map(|x| (x, y)).take_while(|cell| cells.contains(cell));
        let run: Vec<Cell> = run.collect();
        let lower = best.first().is_none_or(|&(_, known)| y > known);
        if run.len() > best.len() || (run.len() == best.len() && lower) {
            best = run;
        }
    }
    best
}

/// Where the spaces of a building stand: in rows below its name.
struct SlotPlan {
    top: f32,
    left: f32,
    width: f32,
    height: f32,
    columns: usize,
}

impl SlotPlan {
    fn new(room: Rect, count: usize) -> Self {
        let title = (room.height() * 0.36).clamp(0.27, 0.66);
        let gap = 0.05;
        // A slot is a little wider than high: a drawing, and a number beside it.
        let sides = |columns: usize| {
            let rows = count.max(1).div_ceil(columns);
            let width = ((room.width() + gap) / columns as f32 - gap).min(0.95);
            let height = (room.height() - title) / rows as f32 - gap;
            (width, height.min(width * 0.88))
        };
        let area = |columns: &usize| {
            let (width, height) = sides(*columns);
            width * height
        };
        let columns = (1..=count.max(1)).max_by(|a, b| area(a).total_cmp(&area(b)));
        let columns = columns.unwrap_or(1);
        let (width, height) = sides(columns);
        let rows = count.max(1).div_ceil(columns);
        let wide = columns as f32 * (width + gap) - gap;
        let high = rows as f32 * (height + gap);
        Self {
            top: room.max.y - high + gap * 0.5,
            left: room.centre().x - wide / 2.0,
            width,
            height,
            columns,
        }
    }

    fn slot(&self, index: usize) -> Rect {
        let (column, row) = (index % self.columns, index / self.columns);
        Rect::new(
            self.left + column as f32 * (self.width + 0.05),
            self.top + row as f32 * (self.height + 0.05),
            self.width,
            self.height,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_in_the_longest_row_of_its_tile() {
        let cells = |list: &[Cell]| list.iter().copied().collect::<BTreeSet<_>>();
        assert_eq!(longest_run(&cells(&[(0, 0), (1, 0), (0, 1)])), [(0, 0), (1, 0)]);
        assert_eq!(longest_run(&cells(&[(0, 0), (1, 0), (0, 1), (1, 1)])), [(0, 1), (1, 1)]);
        assert_eq!(longest_run(&cells(&[(4, 1), (4, 2)])), [(4, 2)]);
    }

    #[test]
    fn a_pattern_closes_around_a_tile() {
        let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        let square = square.map(|(x, y)| Pos::new(x, y));
        let round = Along::new(&square);
        let places = round.places(0.13);
        assert_eq!(places.len(), 30);
        let gap = places[29].0.pos.distance(places[0].0.pos);
        assert!((gap - 4.0 / 30.0).abs() < 0.001, "{gap}");
        assert_eq!(round.at(1.5).pos, Pos::new(1.0, 0.5));
        // To the left of a clockwise walk lies the outside.
        assert!(round.at(0.5).offset(0.0, 0.1).y < 0.0);
    }
}
