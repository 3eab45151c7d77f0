//! What lies on the board: roads, tiles with their tokens, houses, bridges, buildings.

use std::collections::{BTreeMap, BTreeSet};

use components::board::SquareKind;
use components::square::Square;
use rules::Game;
use rules::active_buildings::ActiveBuilding;
use rules::adjustment::Owner;
use rules::map::{Piece, PieceKind};
use rules::player::{ByPlayer, PlayerId};
use scene::{Cell, Dash, Detail, Face, Form, Icon, Pos, Rect, Region, curve};

use super::board::{Edge, Grid, Look};
use super::icons;
use super::ink::{Ink, Scene};
use super::words;

/// How a tile lies within its squares.
pub(super) const TILE: Form = Form { inset: 0.045, round: 0.12 };
/// Width of the coloured edge, in squares.
const EDGE: f32 = 0.1;
/// Height of the roof of a prestige building, in squares.
const ROOF: f32 = 0.17;

pub(super) fn draw(game: &Game, grid: Grid, looks: &ByPlayer<Look>) -> Scene {
    let scene = || Scene::new(grid.size());
    let mut table = Table { game, grid, looks, scene: scene(), tokens: scene() };
    table.roads();
    let map = game.map();
    for (_, piece) in map.pieces() {
        match piece.kind {
            PieceKind::Resource(resource) => {
                let name = game.contents().resource_name(resource);
                table.tile(piece, name);
            }
            PieceKind::House => table.small(piece, icons::HOUSE),
            PieceKind::Bridge(_) => {
                let square = piece.footprint.first();
                let over_wall = game.board().kind_of(square) == SquareKind::Wall;
                table.small(piece, if over_wall { icons::GATE } else { icons::BRIDGE });
            }
            PieceKind::Prestige(_) | PieceKind::Removed => {}
        }
    }
    for active in game.active_buildings() {
        table.building(active);
    }
    table.scene.extend(table.tokens);
    table.scene
}

struct Table<'a> {
    game: &'a Game,
    grid: Grid,
    looks: &'a ByPlayer<Look>,
    scene: Scene,
    /// What lies on tiles, above everything that is printed on them.
    tokens: Scene,
}

impl Table<'_> {
    /// Every road with every other it touches and with the tiles it serves, as one way with a
    /// kerb on both sides.
    fn roads(&mut self) {
        let game = self.game;
        let squares = game.board().squares();
        let roads: BTreeSet<Square> =
            squares.filter(|&square| game.road_state(square) == Some(true)).collect();
        let middle = |square| Grid::rect(self.grid.cell(square)).centre();
        // Where two straight steps lead the same way, a slanting one is left out.
        let is_straight = |from: Square, to: Square| from.column == to.column || from.row == to.row;
        let corners = |from: Square, to: Square| {
            [Square::new(from.column, to.row), Square::new(to.column, from.row)]
        };
        let mut ways: Vec<Vec<Pos>> = Vec::new();
        for &from in &roads {
            for to in game.linked(from).filter(|to| roads.contains(to) && from < *to) {
                let around = corners(from, to).iter().any(|corner| roads.contains(corner));
                if is_straight(from, to) || !around {
                    ways.push(vec![middle(from), middle(to)]);
                }
            }
        }
        for network in networks(game, &roads) {
            // Once for each network, a way goes on below a tile it serves, which hides its end.
            let mut served: BTreeMap<Square, (bool, usize, Square, Square)> = BTreeMap::new();
            for &from in &network {
                let leads_on = ways.iter().filter(|way| way.contains(&middle(from))).count();
                for to in game.linked(from) {
                    let Some(piece) = game.piece_on(to) else { continue };
                    if piece.kind == PieceKind::House {
                        continue;
                    }
                    // Straight before slanting, and from where no other way leads on.
                    let way = (!is_straight(from, to), leads_on, from, to);
                    let best = served.entry(piece.footprint.first()).or_insert(way);
                    *best = way.min(*best);
                }
            }
            ways.extend(served.values().map(|&(_, _, from, to)| vec![middle(from), middle(to)]));
        }
        for &square in &roads {
            // A road that leads nowhere yet is a short piece of one.
            let at = middle(square);
            if !ways.iter().any(|way| way.contains(&at)) {
                ways.push(vec![at.plus(-0.24, 0.0), at.plus(0.24, 0.0)]);
            }
        }
        for (half, tone) in [(0.15, Ink::Print.at(0.75)), (0.12, Ink::Road.at(1.0))] {
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
            self.scene.dashes(way, false, 0.022, dash, Ink::Print.at(0.45));
        }
    }

    fn letter(&self, player: PlayerId) -> String {
        self.looks[player].letter.to_string()
    }

    /// A round token of an owner.
    fn token(&mut self, centre: Pos, radius: f32, owner: Owner) {
        token(&mut self.tokens, self.looks, centre, radius, owner);
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
        plan.print(&mut self.scene, name);
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
    fn small(&mut self, piece: &Piece, icon: Icon) {
        let owner = piece.owner.unwrap_or(Owner::Neutral);
        let cells = self.grid.cells(piece.footprint.squares());
        self.face(&cells, owner);
        let plan = TilePlan::new(&cells);
        let picture = plan.alone.unwrap_or(plan.icon);
        self.scene.icon(icon, picture, Ink::Print);
        self.token(plan.top, plan.token, owner);
    }

    /// A prestige building with its name and what it asks for.
    fn building(&mut self, active: &ActiveBuilding) {
        let game = self.game;
        let piece = game.map().piece(active.piece);
        let cells = self.grid.cells(piece.footprint.squares());
        stone(&mut self.scene, &cells);

        let name = game.contents().building_name(active.building);
        let spaces = game.contents().spaces(active.building);
        let count = spaces.len();
        let mut room = words::widest_rect(&cells).shrunk(0.13);
        room.min.y += ROOF - 0.06;
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
        lines.set(&mut self.scene, title.centre(), Face::Serif, true, Ink::Print);
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
            self.tokens.circle(place, side / 2.0 + 0.02, Ink::Roof);
            self.tokens.icon(icons::COMPLETION, Rect::around(place, side * 0.82), Ink::Card);
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
            self.tokens.rect(pill, high * 0.3, Ink::Player(player));
            self.tokens.frame(pill, 0.024, Ink::Print);
            let picture = Rect::around(left.plus(wide * 0.32, 0.0), side * 0.8);
            self.tokens.icon(icons::WORKER, picture, Ink::OnPlayer(player));
            let letter = self.letter(player);
            let on = Ink::OnPlayer(player);
            let at = left.plus(wide * 0.74, 0.0);
            self.tokens.words(at, letter, side * 0.62, Face::Sans, true, on);
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
        // Dark with a bright edge, so that it stands out on stone and on any terrain.
        self.tokens.polygon(lozenge(side * 0.82), Ink::Card);
        self.tokens.polygon(lozenge(side * 0.74), Ink::Print);
        let (face, bold) = (Face::Sans, true);
        self.tokens.words(centre, "!", side * 0.8, face, bold, Ink::Card);
    }

    /// One resource a building asks for: its drawing, its value, and who delivered it.
    ///
    /// The value has its room first: a token of who delivered lies beside it, on the drawing.
    fn slot(&mut self, slot: Rect, resource: Option<&str>, value: Option<&str>, by: Option<Owner>) {
        let round = 0.06;
        let (face, edge) = match by {
            Some(Owner::Player(player)) => (Ink::Face(player), Ink::Player(player)),
            Some(Owner::Neutral) => (Ink::Card, Ink::Neutral),
            None => (Ink::Card, Ink::Card),
        };
        self.scene.rect(slot, round, face);
        self.scene.frame(slot.shrunk(0.025), 0.05, edge);
        self.scene.frame(slot, 0.02, Ink::Print.at(0.8));
        let side = slot.height().min(slot.width() * 0.58);
        let left =
            Rect::around(Pos::new(slot.min.x + side / 2.0 + 0.01, slot.centre().y), side * 0.94);
        if let Some(name) = resource {
            resource_icon(&mut self.scene, name, left, Ink::Print);
        } else {
            let high = side * 0.9;
            let at = left.centre();
            self.scene.words(at, "?", high, Face::Serif, true, Ink::Print.at(0.7));
        }
        let rest = slot.max.x - left.max.x;
        let right = Pos::new(left.max.x + rest / 2.0 - 0.015, slot.centre().y);
        let value = value.unwrap_or("?");
        let wide = Face::Serif.width_of(value, 1.0, true);
        let type_size = (slot.height() * 0.8).min(rest * 0.92 / wide).min(0.36);
        self.scene.words(right, value, type_size, Face::Serif, true, Ink::Print);
        if let Some(owner) = by {
            let radius = (slot.height() * 0.24).min(0.13);
            self.token(
                Pos::new(slot.min.x + radius * 0.85, slot.max.y - radius * 0.85),
                radius,
                owner,
            );
        }
    }
}

/// Roads that touch each other, together.
fn networks(game: &Game, roads: &BTreeSet<Square>) -> Vec<Vec<Square>> {
    let mut left = roads.clone();
    let mut networks = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut network = vec![first];
        let mut next = 0;
        while let Some(&here) = network.get(next) {
            network.extend(game.linked(here).filter(|there| left.remove(there)));
            next += 1;
        }
        networks.push(network);
    }
    networks
}

/// The shadow that a piece throws on the ground.
fn shadow(scene: &mut Scene, piece: &Region, (right, down): (f32, f32)) {
    let mut dropped = piece.clone();
    let triangles = dropped.triangles.iter_mut().flatten();
    for point in triangles.chain(dropped.rings.iter_mut().flatten()) {
        *point = point.plus(right, down);
    }
    scene.region(dropped, Ink::Print.at(0.3));
}

/// A prestige building as nothing else on the board is: of stone, below a roof.
pub(super) fn stone(scene: &mut Scene, cells: &BTreeSet<Cell>) {
    let whole = Grid::region(cells, TILE);
    shadow(scene, &whole, (0.03, 0.05));
    scene.region(whole.clone(), Ink::Stone);
    for run in rows_below_sky(cells) {
        roof(scene, cells, &run);
    }
    scene.outline(&whole, 0.045, Ink::Print);
}

/// The squares above which the building does not go on, in rows.
fn rows_below_sky(cells: &BTreeSet<Cell>) -> Vec<Vec<Cell>> {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut below: Vec<Cell> =
        cells.iter().copied().filter(|&(x, y)| !cells.contains(&(x, y - 1))).collect();
    below.sort_by_key(|&(x, y)| (y, x));
    for (x, y) in below {
        match rows.last_mut() {
            Some(row) if row.last() == Some(&(x - 1, y)) => row.push((x, y)),
            _ => rows.push(vec![(x, y)]),
        }
    }
    rows
}

/// Roof tiles along the upper edge of some squares.
fn roof(scene: &mut Scene, cells: &BTreeSet<Cell>, row: &[Cell]) {
    let (Some(&first), Some(&last)) = (row.first(), row.last()) else {
        return;
    };
    // Where the building goes up beside it, the roof runs to its wall.
    let meets_left = cells.contains(&(first.0 - 1, first.1));
    let meets_right = cells.contains(&(last.0 + 1, last.1));
    let out = |meets: bool| if meets { -TILE.inset } else { TILE.inset };
    let low = Pos::new(
        Grid::rect(first).min.x + out(meets_left),
        Grid::rect(first).min.y + TILE.inset + ROOF,
    );
    let (right, top) = (Grid::rect(last).max.x - out(meets_right), low.y - ROOF);
    let round = |meets: bool| if meets { 0.0 } else { TILE.round };
    let (near, far) = (round(meets_left), round(meets_right));
    let mut body = vec![Pos::new(right, low.y), low];
    let corner = Pos::new(low.x, top);
    body.extend(curve(corner.plus(0.0, near), corner, corner.plus(near, 0.0), 5));
    let corner = Pos::new(right, top);
    body.extend(curve(corner.plus(-far, 0.0), corner, corner.plus(0.0, far), 5));
    scene.polygon(body, Ink::Roof);
    // Two courses of tiles, the lower one set off by half a tile.
    let count = ((right - low.x) / 0.16).round().max(2.0);
    let wide = (right - low.x) / count;
    for (course, y) in [top + ROOF * 0.42, low.y - 0.012].into_iter().enumerate() {
        let shift = wide * 0.5 * course as f32;
        for tile in 0..count as usize - course {
            let from = Pos::new(low.x + shift + wide * tile as f32, y - ROOF * 0.3);
            let to = from.plus(wide, 0.0);
            let lobe = curve(from, from.toward(to, 0.5).plus(0.0, ROOF * 0.6), to, 5);
            scene.line(lobe, 0.016, Ink::Card.at(0.55));
        }
    }
    scene.line(vec![low, Pos::new(right, low.y)], 0.03, Ink::Print);
}

/// The face of a tile with the edge of its owner.
pub(super) fn face(
    scene: &mut Scene,
    looks: &ByPlayer<Look>,
    cells: &BTreeSet<Cell>,
    owner: Owner,
) {
    let whole = Grid::region(cells, TILE);
    shadow(scene, &whole, (0.025, 0.045));
    let (face, ink, on, rim) = match owner {
        Owner::Player(p) => (Ink::Face(p), Ink::Player(p), Ink::OnPlayer(p), Ink::Rim(p)),
        Owner::Neutral => (Ink::Card, Ink::Neutral, Ink::OnNeutral, Ink::Neutral),
    };
    scene.region(whole.clone(), face);
    let band = Form { inset: TILE.inset + EDGE / 2.0, round: TILE.round * 0.6 };
    let band = Grid::region(cells, band);
    scene.outline(&band, EDGE, ink);
    let edge = owner.player().map_or(Edge::Solid, |p| looks[p].edge);
    for ring in &band.rings {
        edge_pattern(scene, cells, ring, edge, on);
    }
    scene.outline(&whole, 0.03, Ink::Print);
    let inner = Form { inset: TILE.inset + EDGE, round: TILE.round * 0.3 };
    scene.outline(&Grid::region(cells, inner), 0.03, rim);
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
struct Waypoint {
    pos: Pos,
    ahead: Pos,
}

impl Waypoint {
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

    fn at(&self, far: f32) -> Waypoint {
        let mut left = far.rem_euclid(self.length.max(0.001));
        for index in 0..self.ring.len() {
            let here = self.ring[index];
            let next = self.ring[(index + 1) % self.ring.len()];
            let length = here.distance(next);
            if length >= left && length > 0.0 {
                return Waypoint {
                    pos: here.toward(next, left / length),
                    ahead: Pos::new((next.x - here.x) / length, (next.y - here.y) / length),
                };
            }
            left -= length;
        }
        Waypoint { pos: self.ring.first().copied().unwrap_or_default(), ahead: Pos::new(1.0, 0.0) }
    }

    /// Places an even distance apart, about as far as asked, an even number of them; each with
    /// how far along it lies.
    fn places(&self, step: f32) -> Vec<(Waypoint, f32)> {
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

/// Draws the icon of a resource, or the beginning of its name if a pack invents it.
pub(super) fn resource_icon(scene: &mut Scene, name: &str, rect: Rect, ink: Ink) {
    if let Some(icon) = icons::of_resource(name) {
        scene.icon(icon, rect, ink);
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
    scene.circle(centre.plus(0.012, 0.022), radius, Ink::Print.at(0.3));
    match owner {
        Owner::Player(player) => {
            scene.circle(centre, radius, Ink::Player(player));
            scene.circle_line(centre, radius, 0.024, Ink::Print);
            let letter = looks[player].letter.to_string();
            let on = Ink::OnPlayer(player);
            scene.words(centre, letter, radius * 1.45, Face::Sans, true, on);
        }
        Owner::Neutral => {
            scene.circle(centre, radius, Ink::Neutral);
            scene.circle_line(centre, radius, 0.024, Ink::Print);
            // A hollow token: nobody's letter.
            scene.circle_line(centre, radius * 0.5, 0.03, Ink::OnNeutral);
        }
    }
}

/// Where things stand on a tile of a resource.
pub(super) struct TilePlan {
    icon: Rect,
    /// Where the drawing stands alone, on a tile that has a name only where there is room for it.
    alone: Option<Rect>,
    /// Room for the name.
    name: Rect,
    /// Whether the name runs upwards, along a tile that is one square wide.
    upwards: bool,
    /// The largest type for it.
    largest: f32,
    /// Middle and radius of the owner's token.
    pub(super) top: Pos,
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
        let picture = |rect: Rect| Rect::around(rect.centre(), 0.68);
        let plan = Self {
            icon: picture(first),
            alone: None,
            name: Rect::default(),
            upwards: false,
            largest: 0.36,
            top: corner(last),
            token: 0.2,
            stack: Stack::Left,
        };
        if cells.len() == 1 {
            return Self {
                icon: Rect::around(first.min.plus(0.41, 0.42), 0.5),
                alone: Some(Rect::around(first.min.plus(0.47, 0.53), 0.72)),
                name: Rect::new(first.min.x + 0.14, first.min.y + 0.66, 0.72, 0.2),
                largest: 0.17,
                top: first.min.plus(0.8, 0.2),
                token: 0.16,
                stack: Stack::Down,
                ..plan
            };
        }
        match (run.len(), others.as_slice()) {
            // A column: the name along it, tokens at the head.
            (1, [head, ..]) => {
                let above = others[others.len() - 1];
                let is_long = cells.len() > 2;
                let tokens = if is_long { *head } else { first };
                let drawn = if is_long { above } else { *head };
                let along = Rect {
                    min: head.min.plus(inside + 0.02, inside + 0.06),
                    max: Pos::new(first.min.x + 0.42, first.max.y - inside - 0.06),
                };
                Self {
                    icon: Rect::around(drawn.centre().plus(0.125, 0.04), 0.5),
                    name: along,
                    upwards: true,
                    largest: 0.28,
                    top: tokens.centre().plus(0.13, -0.16),
                    token: 0.19,
                    stack: Stack::Down,
                    ..plan
                }
            }
            // A long row: drawing, name, and the tokens in a square of their own or above the name.
            (3.., []) => Self {
                name: line(first.max.x - inside, last.max.x, last, 0.52, 0.84),
                largest: 0.34,
                ..plan
            },
            (3.., [.., beside]) => Self {
                name: line(first.max.x - inside, last.max.x, last, 0.2, 0.8),
                top: beside.centre().plus(0.0, -0.16),
                token: 0.22,
                stack: Stack::Down,
                ..plan
            },
            (_, [only]) => Self {
                icon: picture(*only),
                name: line(first.min.x, last.max.x, last, 0.52, 0.84),
                largest: 0.32,
                ..plan
            },
            (_, [icon, .., tokens]) => Self {
                icon: picture(*icon),
                name: line(first.min.x, last.max.x, last, 0.2, 0.8),
                top: tokens.centre().plus(0.0, -0.16),
                token: 0.22,
                stack: Stack::Down,
                ..plan
            },
            (_, []) => Self {
                icon: Rect::around(first.centre().plus(0.0, -0.06), 0.56),
                name: line(first.min.x, last.max.x, last, 0.6, 0.86),
                largest: 0.28,
                token: 0.19,
                ..plan
            },
        }
    }

    /// Draws the resource and sets its name.
    pub(super) fn print(&self, scene: &mut Scene, name: &str) {
        let named = |scene: &mut Scene| {
            resource_icon(scene, name, self.icon, Ink::Print);
            self.set_name(scene, name);
        };
        let Some(alone) = self.alone else {
            named(scene);
            return;
        };
        scene.part(Detail::Near, named);
        scene.part(Detail::Far, |scene| resource_icon(scene, name, alone, Ink::Print));
    }

    fn set_name(&self, scene: &mut Scene, name: &str) {
        let (face, bold, centre) = (Face::Sans, true, self.name.centre());
        if self.upwards {
            let room = Rect::new(0.0, 0.0, self.name.height(), self.name.width());
            let lines = words::fit(name, room, self.largest, face, bold);
            lines.set_turned(scene, centre, 3, face, bold, Ink::Print);
        } else {
            let lines = words::fit(name, self.name, self.largest, face, bold);
            lines.set(scene, centre, face, bold, Ink::Print);
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
