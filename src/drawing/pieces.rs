//! The pieces on the board: roads, tiles with their tokens, houses, bridges, buildings.

use std::collections::{BTreeMap, BTreeSet};

use components::board::SquareKind;
use components::square::Square;
use rules::Game;
use rules::active_buildings::ActiveBuilding;
use rules::adjustment::Owner;
use rules::map::{Piece, PieceKind};
use rules::player::{ByPlayer, PlayerId};
use scene::{Dash, DetailLevel, GridCell, Icon, OutlineForm, Pos, Rect, Region, Typeface, curve};

use super::board::{EdgePattern, Grid, PlayerSigns};
use super::color::{BoardColor, Scene};
use super::icons;
use super::printed_map::start_medallion;
use super::text_fit;

/// The outline of a tile within its squares.
pub(super) const TILE: OutlineForm = OutlineForm { inset: 0.045, round: 0.12 };
/// The width of the colored edge, in squares.
const EDGE: f32 = 0.1;
/// The radius of the number of a starting square on a road, in squares.
const START_ON_ROAD: f32 = 0.2;
/// The height of the roof of a prestige building, in squares.
const ROOF: f32 = 0.17;

pub(super) fn draw(game: &Game, grid: Grid, looks: &ByPlayer<PlayerSigns>) -> Scene {
    let mut table = PieceSheet {
        game,
        grid,
        looks,
        scene: Scene::new(grid.size()),
        tokens: Scene::new(grid.size()),
    };
    table.roads();
    table.starts_on_roads();
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

struct PieceSheet<'a> {
    game: &'a Game,
    grid: Grid,
    looks: &'a ByPlayer<PlayerSigns>,
    scene: Scene,
    /// The tokens and signs on tiles, above all print.
    tokens: Scene,
}

impl PieceSheet<'_> {
    /// Draws connected roads, and their links to the tiles they serve, as one road with curbs.
    fn roads(&mut self) {
        let game = self.game;
        let roads: BTreeSet<Square> = game
            .board()
            .squares()
            .filter(|&square| game.road_state(square) == Some(true))
            .collect();
        let middle = |square| Grid::rect(self.grid.cell(square)).center();
        let mut segments: Vec<Vec<Pos>> = Vec::new();
        for &from in &roads {
            for to in game.linked(from).filter(|to| roads.contains(to) && from < *to) {
                // A diagonal segment is omitted if two straight ones connect the same squares.
                let corners = [Square::new(from.column, to.row), Square::new(to.column, from.row)];
                let around = corners.iter().any(|corner| roads.contains(corner));
                if is_straight(from, to) || !around {
                    segments.push(vec![middle(from), middle(to)]);
                }
            }
        }
        for network in networks(game, &roads) {
            // Each network has one segment to each tile that it serves; the tile hides its end.
            let mut served: BTreeMap<Square, (bool, usize, Square, Square)> = BTreeMap::new();
            for &from in &network {
                let branches =
                    segments.iter().filter(|segment| segment.contains(&middle(from))).count();
                for to in game.linked(from) {
                    let Some(piece) = game.piece_on(to) else { continue };
                    if piece.kind == PieceKind::House {
                        continue;
                    }
                    // Straight before diagonal, then from the square with the fewest segments.
                    let candidate = (!is_straight(from, to), branches, from, to);
                    let best = served.entry(piece.footprint.first()).or_insert(candidate);
                    *best = candidate.min(*best);
                }
            }
            segments
                .extend(served.values().map(|&(_, _, from, to)| vec![middle(from), middle(to)]));
        }
        for &square in &roads {
            // An isolated road is a short segment.
            let at = middle(square);
            if !segments.iter().any(|segment| segment.contains(&at)) {
                segments.push(vec![at.plus(-0.24, 0.0), at.plus(0.24, 0.0)]);
            }
        }
        for (half, tone) in [(0.15, BoardColor::Print.at(0.75)), (0.12, BoardColor::Road.at(1.0))] {
            for segment in &segments {
                self.scene.line(segment.clone(), half * 2.0, tone);
            }
            for end in segments.iter().flatten() {
                self.scene.circle(*end, half, tone);
            }
        }
        // Ruts along the middle make it look like a road and not like a pipe.
        let dash = Dash { stroke: 0.09, gap: 0.07 };
        for segment in segments {
            self.scene.dashes(segment, false, 0.022, dash, BoardColor::Print.at(0.45));
        }
    }

    /// Draws the number of each starting square with a road again, above the road, small enough to
    /// leave the road visible on both sides.
    fn starts_on_roads(&mut self) {
        for &(square, number) in self.game.board().starts().unwrap_or_default() {
            if self.game.road_state(square) == Some(true) {
                let centre = Grid::rect(self.grid.cell(square)).center();
                start_medallion(&mut self.scene, centre, START_ON_ROAD, number);
            }
        }
    }

    fn letter(&self, player: PlayerId) -> String {
        self.looks[player].letter.to_string()
    }

    /// Draws a round token of an owner.
    fn token(&mut self, centre: Pos, radius: f32, owner: Owner) {
        token(&mut self.tokens, self.looks, centre, radius, owner);
    }

    /// Draws the face of a tile with the edge of its owner.
    fn face(&mut self, cells: &BTreeSet<GridCell>, owner: Owner) {
        face(&mut self.scene, self.looks, cells, owner);
    }

    /// Draws a tile of a resource, with the tokens on it.
    fn tile(&mut self, piece: &Piece, name: &str) {
        let Some(owner) = piece.owner else { return };
        let cells = self.grid.cells(piece.footprint.squares());
        self.face(&cells, owner);
        let plan = TilePlan::new(&cells);
        plan.print(&mut self.scene, name);
        // Access tokens are below the owner's, and each is partly visible.
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

    /// Draws a house, bridge or gate: one square with a drawing and a letter.
    fn small(&mut self, piece: &Piece, icon: Icon) {
        let owner = piece.owner.unwrap_or(Owner::Neutral);
        let cells = self.grid.cells(piece.footprint.squares());
        self.face(&cells, owner);
        let plan = TilePlan::new(&cells);
        let picture = plan.alone.unwrap_or(plan.icon);
        self.scene.icon(icon, picture, BoardColor::Print);
        self.token(plan.top, plan.token, owner);
    }

    /// Draws a prestige building with its name and its required resources.
    fn building(&mut self, active: &ActiveBuilding) {
        let game = self.game;
        let piece = game.map().piece(active.piece);
        let cells = self.grid.cells(piece.footprint.squares());
        stone(&mut self.scene, &cells);

        let name = game.contents().building_name(active.building);
        let spaces = game.contents().spaces(active.building);
        let count = spaces.len();
        let mut room = text_fit::widest_rect(&cells).shrunk(0.13);
        room.min.y += ROOF - 0.06;
        // A complete building has no neutral marker, so both signs share one place.
        let has_sign = active.completed || active.marker;
        let badges = usize::from(has_sign) + usize::from(active.worker.is_some());
        // Signs of completion and of a worker go to a square outside the name's, if there is one.
        let spare =
            cells.iter().map(|&cell| Grid::rect(cell)).rfind(|rect| !room.contains(rect.center()));
        let title_room = if badges > 0 && spare.is_none() && room.width() > 1.2 {
            0.36 * f32::from(u8::from(has_sign))
                + 0.5 * f32::from(u8::from(active.worker.is_some()))
        } else {
            0.0
        };
        let plan = SlotPlan::new(room, count);
        // In a narrow building they are above the name instead of next to it.
        let above = if badges > 0 && spare.is_none() && room.width() <= 1.2 { 0.31 } else { 0.0 };
        let title = Rect {
            min: room.min.plus(0.0, above),
            max: Pos::new(room.max.x - title_room, plan.top - 0.03),
        };
        let lines = text_fit::fit(name, title, 0.42, Typeface::Serif, true);
        lines.draw(&mut self.scene, title.center(), Typeface::Serif, true, BoardColor::Print);
        for (index, space) in spaces.iter().enumerate() {
            let slot = plan.slot(index);
            let delivered = active.delivered.get(index).copied().flatten();
            let resource = space.resource.map(|r| game.contents().resource_name(r));
            let value = space.value.map(|points| points.to_string());
            self.slot(slot, resource, value.as_deref(), delivered);
        }
        let mut place = match spare {
            Some(rect) if badges > 1 => rect.center().plus(0.0, -0.2),
            Some(rect) => rect.center(),
            None => Pos::new(room.max.x - 0.17, room.min.y + 0.16),
        };
        let side = if spare.is_some() { 0.42 } else { 0.3 };
        if active.completed {
            self.tokens.circle(place, side / 2.0 + 0.02, BoardColor::Roof);
            self.tokens.icon(icons::COMPLETION, Rect::around(place, side * 0.82), BoardColor::Card);
        } else if active.marker {
            self.marker(place, side);
        }
        if has_sign {
            place = place.plus(-0.37, 0.0);
        }
        if let Some(player) = active.worker {
            let (wide, high) = (side * 1.45, side * 0.98);
            let left = match spare {
                Some(rect) if has_sign => rect.center().plus(-wide / 2.0, side * 0.62),
                Some(rect) => rect.center().plus(-wide / 2.0, 0.0),
                None => place.plus(side * 0.5 - wide, 0.0),
            };
            let pill = Rect::new(left.x, left.y - high / 2.0, wide, high);
            self.tokens.rect(pill, high * 0.3, BoardColor::Player(player));
            self.tokens.frame(pill, 0.024, BoardColor::Print);
            let picture = Rect::around(left.plus(wide * 0.32, 0.0), side * 0.8);
            self.tokens.icon(icons::WORKER, picture, BoardColor::OnPlayer(player));
            let letter = self.letter(player);
            let on = BoardColor::OnPlayer(player);
            let at = left.plus(wide * 0.74, 0.0);
            self.tokens.text(at, letter, side * 0.62, Typeface::Sans, true, on);
        }
    }

    /// Draws a neutral marker of a solo game, to be paid off: a lozenge, unlike any other piece.
    fn marker(&mut self, centre: Pos, side: f32) {
        // Dark with a bright edge, so that it stands out on stone and on any terrain.
        self.tokens.polygon(lozenge(centre, side * 0.82), BoardColor::Card);
        self.tokens.polygon(lozenge(centre, side * 0.74), BoardColor::Print);
        let (face, bold) = (Typeface::Sans, true);
        self.tokens.text(centre, "!", side * 0.8, face, bold, BoardColor::Card);
    }

    /// Draws one required resource of a building: its drawing, its value, and the token of the
    /// player who delivered it.
    ///
    /// The token covers the drawing and not the value.
    fn slot(&mut self, slot: Rect, resource: Option<&str>, value: Option<&str>, by: Option<Owner>) {
        let round = 0.06;
        let (face, edge) = match by {
            Some(Owner::Player(player)) => (BoardColor::Face(player), BoardColor::Player(player)),
            Some(Owner::Neutral) => (BoardColor::Card, BoardColor::Neutral),
            None => (BoardColor::Card, BoardColor::Card),
        };
        self.scene.rect(slot, round, face);
        self.scene.frame(slot.shrunk(0.025), 0.05, edge);
        self.scene.frame(slot, 0.02, BoardColor::Print.at(0.8));
        let side = slot.height().min(slot.width() * 0.58);
        let left =
            Rect::around(Pos::new(slot.min.x + side / 2.0 + 0.01, slot.center().y), side * 0.94);
        if let Some(name) = resource {
            resource_icon(&mut self.scene, name, left, BoardColor::Print);
        } else {
            let high = side * 0.9;
            let at = left.center();
            self.scene.text(at, "?", high, Typeface::Serif, true, BoardColor::Print.at(0.7));
        }
        let rest = slot.max.x - left.max.x;
        let right = Pos::new(left.max.x + rest / 2.0 - 0.015, slot.center().y);
        let value = value.unwrap_or("?");
        let wide = Typeface::Serif.width_of(value, 1.0, true);
        let type_size = (slot.height() * 0.8).min(rest * 0.92 / wide).min(0.36);
        self.scene.text(right, value, type_size, Typeface::Serif, true, BoardColor::Print);
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

fn is_straight(from: Square, to: Square) -> bool {
    from.column == to.column || from.row == to.row
}

fn lozenge(centre: Pos, half: f32) -> Vec<Pos> {
    vec![
        centre.plus(0.0, -half),
        centre.plus(half, 0.0),
        centre.plus(0.0, half),
        centre.plus(-half, 0.0),
    ]
}

/// Groups roads into connected networks.
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

/// Draws the shadow that a piece casts on the ground.
fn shadow(scene: &mut Scene, piece: &Region, (right, down): (f32, f32)) {
    scene.region(piece.map_points(|point| point.plus(right, down)), BoardColor::Print.at(0.3));
}

/// Draws the body of a prestige building: stone below a roof, unlike any other piece.
pub(super) fn stone(scene: &mut Scene, cells: &BTreeSet<GridCell>) {
    let whole = Grid::region(cells, TILE);
    shadow(scene, &whole, (0.03, 0.05));
    scene.region(whole.clone(), BoardColor::Stone);
    for run in rows_below_sky(cells) {
        roof(scene, cells, &run);
    }
    scene.outline(&whole, 0.045, BoardColor::Print);
}

/// Returns the squares at the upper edge of a building, in rows.
fn rows_below_sky(cells: &BTreeSet<GridCell>) -> Vec<Vec<GridCell>> {
    let mut rows: Vec<Vec<GridCell>> = Vec::new();
    let mut top: Vec<GridCell> =
        cells.iter().copied().filter(|&(x, y)| !cells.contains(&(x, y - 1))).collect();
    top.sort_by_key(|&(x, y)| (y, x));
    for (x, y) in top {
        match rows.last_mut() {
            Some(row) if row.last() == Some(&(x - 1, y)) => row.push((x, y)),
            _ => rows.push(vec![(x, y)]),
        }
    }
    rows
}

/// Draws roof tiles along the upper edge of a row of squares.
fn roof(scene: &mut Scene, cells: &BTreeSet<GridCell>, row: &[GridCell]) {
    let (Some(&first), Some(&last)) = (row.first(), row.last()) else {
        return;
    };
    // Next to a higher part of the building, the roof runs to its wall.
    let (left_inset, left_round) = roof_end(cells.contains(&(first.0 - 1, first.1)));
    let (right_inset, right_round) = roof_end(cells.contains(&(last.0 + 1, last.1)));
    let low =
        Pos::new(Grid::rect(first).min.x + left_inset, Grid::rect(first).min.y + TILE.inset + ROOF);
    let (right, top) = (Grid::rect(last).max.x - right_inset, low.y - ROOF);
    let mut body = vec![Pos::new(right, low.y), low];
    let (start, end) = (Pos::new(low.x, top), Pos::new(right, top));
    body.extend(curve(start.plus(0.0, left_round), start, start.plus(left_round, 0.0), 5));
    body.extend(curve(end.plus(-right_round, 0.0), end, end.plus(0.0, right_round), 5));
    scene.polygon(body, BoardColor::Roof);
    // Two courses of tiles, the lower one shifted by half a tile.
    let count = ((right - low.x) / 0.16).round().max(2.0);
    let wide = (right - low.x) / count;
    for (course, y) in [top + ROOF * 0.42, low.y - 0.012].into_iter().enumerate() {
        let shift = wide * 0.5 * course as f32;
        for tile in 0..count as usize - course {
            let from = Pos::new(low.x + shift + wide * tile as f32, y - ROOF * 0.3);
            let to = from.plus(wide, 0.0);
            let lobe = curve(from, from.toward(to, 0.5).plus(0.0, ROOF * 0.6), to, 5);
            scene.line(lobe, 0.016, BoardColor::Card.at(0.55));
        }
    }
    scene.line(vec![low, Pos::new(right, low.y)], 0.03, BoardColor::Print);
}

/// Returns the inset and the corner radius of the end of a roof, which may meet a wall.
const fn roof_end(meets_wall: bool) -> (f32, f32) {
    if meets_wall { (-TILE.inset, 0.0) } else { (TILE.inset, TILE.round) }
}

/// Draws the face of a tile with the edge of its owner.
pub(super) fn face(
    scene: &mut Scene,
    looks: &ByPlayer<PlayerSigns>,
    cells: &BTreeSet<GridCell>,
    owner: Owner,
) {
    let whole = Grid::region(cells, TILE);
    shadow(scene, &whole, (0.025, 0.045));
    let (face, ink, on, rim) = match owner {
        Owner::Player(p) => (
            BoardColor::Face(p),
            BoardColor::Player(p),
            BoardColor::OnPlayer(p),
            BoardColor::Rim(p),
        ),
        Owner::Neutral => {
            (BoardColor::Card, BoardColor::Neutral, BoardColor::OnNeutral, BoardColor::Neutral)
        }
    };
    scene.region(whole.clone(), face);
    let band_form = OutlineForm { inset: TILE.inset + EDGE / 2.0, round: TILE.round * 0.6 };
    let band = Grid::region(cells, band_form);
    scene.outline(&band, EDGE, ink);
    let edge = owner.player().map_or(EdgePattern::Solid, |p| looks[p].edge);
    for ring in &band.rings {
        edge_pattern(scene, cells, ring, edge, on);
    }
    scene.outline(&whole, 0.03, BoardColor::Print);
    let inner = OutlineForm { inset: TILE.inset + EDGE, round: TILE.round * 0.3 };
    scene.outline(&Grid::region(cells, inner), 0.03, rim);
}

/// Draws the pattern of a player along the middle of the colored edge.
fn edge_pattern(
    scene: &mut Scene,
    cells: &BTreeSet<GridCell>,
    ring: &[Pos],
    edge: EdgePattern,
    on: BoardColor,
) {
    let tone = on.at(0.92);
    let round = EdgePath::new(ring);
    match edge {
        EdgePattern::Solid => {}
        EdgePattern::Dashes => {
            for (_, from) in round.places(0.3) {
                scene.line(round.piece(from, 0.17), 0.036, tone);
            }
        }
        EdgePattern::Dots => {
            for (at, _) in round.places(0.13) {
                scene.circle(at.pos, 0.024, tone);
            }
        }
        EdgePattern::Double => {
            for inset in [0.28, 0.72] {
                let form =
                    OutlineForm { inset: TILE.inset + EDGE * inset, round: TILE.round * 0.6 };
                scene.outline(&Grid::region(cells, form), 0.018, tone);
            }
        }
        EdgePattern::Teeth => {
            for (at, _) in round.places(0.12) {
                let tooth = [(-0.05, -0.035), (0.05, -0.035), (0.0, 0.04)];
                scene.polygon(tooth.map(|(u, v)| at.offset(u, v)).to_vec(), tone);
            }
        }
        EdgePattern::Waves => {
            let wave = round
                .places(0.06)
                .into_iter()
                .enumerate()
                .map(|(index, (at, _))| at.offset(0.0, if index % 2 == 0 { 0.026 } else { -0.026 }))
                .collect();
            scene.ring(wave, 0.024, tone);
        }
        EdgePattern::Ladder => {
            for (at, _) in round.places(0.1) {
                let across = vec![at.offset(0.0, -0.045), at.offset(0.0, 0.045)];
                scene.line(across, 0.022, tone);
            }
        }
        EdgePattern::DashDot => {
            for (index, (at, from)) in round.places(0.2).into_iter().enumerate() {
                if index % 2 == 0 {
                    scene.line(round.piece(from - 0.08, 0.16), 0.036, tone);
                } else {
                    scene.circle(at.pos, 0.026, tone);
                }
            }
        }
        EdgePattern::Battlement => {
            for (_, from) in round.places(0.2) {
                scene.line(round.piece(from, 0.1), EDGE * 0.8, tone);
            }
        }
    }
}

/// A closed line, measured along its length.
struct EdgePath<'a> {
    ring: &'a [Pos],
    length: f32,
}

/// A point of a line, and the direction of the line there.
#[derive(Clone, Copy, Debug)]
struct Waypoint {
    pos: Pos,
    ahead: Pos,
}

impl Waypoint {
    /// Returns the point `along` further along and `out` to the left, which is outwards.
    fn offset(self, along: f32, out: f32) -> Pos {
        self.pos.plus(
            self.ahead.x * along + self.ahead.y * out,
            self.ahead.y * along - self.ahead.x * out,
        )
    }
}

impl<'a> EdgePath<'a> {
    fn new(ring: &'a [Pos]) -> Self {
        let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
        Self { ring, length: pairs.map(|(a, b)| a.distance(*b)).sum() }
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

    /// Returns an even number of equidistant points, about `step` apart, each with its distance
    /// along the line.
    fn places(&self, step: f32) -> Vec<(Waypoint, f32)> {
        let count = ((self.length / step / 2.0).round() * 2.0).max(2.0);
        let exact_step = self.length / count;
        (0..count as usize)
            .map(|index| index as f32 * exact_step)
            .map(|far| (self.at(far), far))
            .collect()
    }

    /// Returns a piece of the line.
    fn piece(&self, from: f32, long: f32) -> Vec<Pos> {
        (0..=4_u8).map(|part| self.at(from + long * f32::from(part) / 4.0).pos).collect()
    }
}

/// Draws the icon of a resource, or the first two letters of its name if a pack invents it.
pub(super) fn resource_icon(scene: &mut Scene, name: &str, rect: Rect, ink: BoardColor) {
    if let Some(icon) = icons::of_resource(name) {
        scene.icon(icon, rect, ink);
        return;
    }
    let radius = rect.width() * 0.44;
    scene.circle_line(rect.center(), radius, rect.width() * 0.08, ink);
    let start: String = name.chars().take(2).collect();
    scene.text(rect.center(), start, radius, Typeface::Serif, true, ink);
}

/// Draws a round token of an owner, with the player's letter or the neutral sign.
pub(super) fn token(
    scene: &mut Scene,
    looks: &ByPlayer<PlayerSigns>,
    centre: Pos,
    radius: f32,
    owner: Owner,
) {
    scene.circle(centre.plus(0.012, 0.022), radius, BoardColor::Print.at(0.3));
    match owner {
        Owner::Player(player) => {
            scene.circle(centre, radius, BoardColor::Player(player));
            scene.circle_line(centre, radius, 0.024, BoardColor::Print);
            let letter = looks[player].letter.to_string();
            let on = BoardColor::OnPlayer(player);
            scene.text(centre, letter, radius * 1.45, Typeface::Sans, true, on);
        }
        Owner::Neutral => {
            scene.circle(centre, radius, BoardColor::Neutral);
            scene.circle_line(centre, radius, 0.024, BoardColor::Print);
            // A circle instead of a letter.
            scene.circle_line(centre, radius * 0.5, 0.03, BoardColor::OnNeutral);
        }
    }
}

/// The places of icon, name and tokens on a tile of a resource.
pub(super) struct TilePlan {
    icon: Rect,
    /// The place of the icon without the name, on a tile that is named only at large sizes.
    alone: Option<Rect>,
    /// The space for the name.
    name: Rect,
    /// `true` if the name runs upwards, along a tile that is one square wide.
    upwards: bool,
    /// The maximum font size of the name.
    largest: f32,
    /// The center of the owner's token.
    pub(super) top: Pos,
    /// The radius of the owner's token.
    token: f32,
    /// The direction of the access tokens.
    stack: Stack,
}

/// The direction in which access tokens extend from under the owner's token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stack {
    Down,
    Left,
}

impl TilePlan {
    pub(super) fn new(cells: &BTreeSet<GridCell>) -> Self {
        let run = longest_run(cells);
        let first = Grid::rect(run[0]);
        let last = Grid::rect(run[run.len() - 1]);
        let mut other_cells: Vec<GridCell> =
            cells.iter().filter(|cell| !run.contains(cell)).copied().collect();
        other_cells.sort_by_key(|&(x, y)| (y, x));
        let others: Vec<Rect> = other_cells.into_iter().map(Grid::rect).collect();
        let inside = TILE.inset + EDGE;
        let plan = Self {
            icon: large_icon(first),
            alone: None,
            name: Rect::default(),
            upwards: false,
            largest: 0.36,
            top: Pos::new(last.max.x - 0.31, last.min.y + 0.31),
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
            // A column: the name along it, tokens at the upper end.
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
                    icon: Rect::around(drawn.center().plus(0.125, 0.04), 0.5),
                    name: along,
                    upwards: true,
                    largest: 0.28,
                    top: tokens.center().plus(0.13, -0.16),
                    token: 0.19,
                    stack: Stack::Down,
                    ..plan
                }
            }
            // A long row: icon, name, and the tokens in another square or above the name.
            (3.., []) => Self {
                name: name_space(first.max.x - inside, last, (0.52, 0.84)),
                largest: 0.34,
                ..plan
            },
            (3.., [.., tokens]) => Self {
                name: name_space(first.max.x - inside, last, (0.2, 0.8)),
                top: tokens.center().plus(0.0, -0.16),
                token: 0.22,
                stack: Stack::Down,
                ..plan
            },
            (_, [only]) => Self {
                icon: large_icon(*only),
                name: name_space(first.min.x, last, (0.52, 0.84)),
                largest: 0.32,
                ..plan
            },
            (_, [icon, .., tokens]) => Self {
                icon: large_icon(*icon),
                name: name_space(first.min.x, last, (0.2, 0.8)),
                top: tokens.center().plus(0.0, -0.16),
                token: 0.22,
                stack: Stack::Down,
                ..plan
            },
            (_, []) => Self {
                icon: Rect::around(first.center().plus(0.0, -0.06), 0.56),
                name: name_space(first.min.x, last, (0.6, 0.86)),
                largest: 0.28,
                token: 0.19,
                ..plan
            },
        }
    }

    /// Draws the icon and the name of the resource.
    pub(super) fn print(&self, scene: &mut Scene, name: &str) {
        let Some(alone) = self.alone else {
            self.print_with_name(scene, name);
            return;
        };
        scene.part(DetailLevel::Near, |scene| self.print_with_name(scene, name));
        scene.part(DetailLevel::Far, |scene| resource_icon(scene, name, alone, BoardColor::Print));
    }

    fn print_with_name(&self, scene: &mut Scene, name: &str) {
        resource_icon(scene, name, self.icon, BoardColor::Print);
        let (face, bold, centre) = (Typeface::Sans, true, self.name.center());
        if self.upwards {
            let room = Rect::new(0.0, 0.0, self.name.height(), self.name.width());
            let lines = text_fit::fit(name, room, self.largest, face, bold);
            lines.draw_rotated(scene, centre, 3, face, bold, BoardColor::Print);
        } else {
            let lines = text_fit::fit(name, self.name, self.largest, face, bold);
            lines.draw(scene, centre, face, bold, BoardColor::Print);
        }
    }
}

/// Returns the place of a large icon on a square.
const fn large_icon(square: Rect) -> Rect {
    Rect::around(square.center(), 0.68)
}

/// Returns the space for a name from `left` to the end of the row's `last` square, between two
/// heights within that square.
const fn name_space(left: f32, last: Rect, (top, bottom): (f32, f32)) -> Rect {
    let inside = TILE.inset + EDGE;
    Rect {
        min: Pos::new(left + inside + 0.03, last.min.y + top),
        max: Pos::new(last.max.x - inside - 0.03, last.min.y + bottom),
    }
}

/// Returns the longest row of a tile's squares, the lowest one of equally long rows.
fn longest_run(cells: &BTreeSet<GridCell>) -> Vec<GridCell> {
    let mut best: Vec<GridCell> = Vec::new();
    for &(x, y) in cells {
        if cells.contains(&(x - 1, y)) {
            continue;
        }
        let run: Vec<GridCell> =
            (x..=i16::MAX).map(|x| (x, y)).take_while(|cell| cells.contains(cell)).collect();
        let lower = best.first().is_none_or(|&(_, known)| y > known);
        if run.len() > best.len() || (run.len() == best.len() && lower) {
            best = run;
        }
    }
    best
}

/// The grid of a building's spaces, in rows below its name.
struct SlotPlan {
    top: f32,
    left: f32,
    width: f32,
    height: f32,
    columns: usize,
}

impl SlotPlan {
    fn new(room: Rect, count: usize) -> Self {
        let count = count.max(1);
        let (columns, (width, height)) = (1..=count)
            .map(|columns| (columns, slot_size(room, count, columns)))
            .max_by(|(_, (w1, h1)), (_, (w2, h2))| (w1 * h1).total_cmp(&(w2 * h2)))
            .unwrap_or_else(|| (1, slot_size(room, count, 1)));
        let rows = count.div_ceil(columns);
        let wide = columns as f32 * (width + SLOT_GAP) - SLOT_GAP;
        let high = rows as f32 * (height + SLOT_GAP);
        Self {
            top: room.max.y - high + SLOT_GAP * 0.5,
            left: room.center().x - wide / 2.0,
            width,
            height,
            columns,
        }
    }

    fn slot(&self, index: usize) -> Rect {
        let (column, row) = (index % self.columns, index / self.columns);
        Rect::new(
            self.left + column as f32 * (self.width + SLOT_GAP),
            self.top + row as f32 * (self.height + SLOT_GAP),
            self.width,
            self.height,
        )
    }
}

/// The gap between the slots of a building, in squares.
const SLOT_GAP: f32 = 0.05;

/// Returns the width and height of each of `count` slots in this many columns. A slot is a little
/// wider than high: an icon with a number next to it.
fn slot_size(room: Rect, count: usize, columns: usize) -> (f32, f32) {
    let title = (room.height() * 0.36).clamp(0.27, 0.66);
    let rows = count.div_ceil(columns);
    let width = ((room.width() + SLOT_GAP) / columns as f32 - SLOT_GAP).min(0.95);
    let height = (room.height() - title) / rows as f32 - SLOT_GAP;
    (width, height.min(width * 0.88))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longest_run_is_the_lowest_of_the_longest_rows() {
        assert_eq!(longest_run(&BTreeSet::from([(0, 0), (1, 0), (0, 1)])), [(0, 0), (1, 0)]);
        assert_eq!(
            longest_run(&BTreeSet::from([(0, 0), (1, 0), (0, 1), (1, 1)])),
            [(0, 1), (1, 1)]
        );
        assert_eq!(longest_run(&BTreeSet::from([(4, 1), (4, 2)])), [(4, 2)]);
    }

    #[test]
    fn edge_pattern_closes_around_a_tile() {
        let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| Pos::new(x, y));
        let round = EdgePath::new(&square);
        let places = round.places(0.13);
        assert_eq!(places.len(), 30);
        let gap = places[29].0.pos.distance(places[0].0.pos);
        assert!((gap - 4.0 / 30.0).abs() < 0.001, "{gap}");
        assert_eq!(round.at(1.5).pos, Pos::new(1.0, 0.5));
        // The outside is to the left of a clockwise path.
        assert!(round.at(0.5).offset(0.0, 0.1).y < 0.0);
    }
}
