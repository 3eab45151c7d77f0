//! The printed map: land, water, walls, sites, and the rim with its letters.

use plain_text::one_of;
use std::collections::BTreeSet;

use components::board::{Section, SquareKind};
use components::specs::Terrain;
use components::square::Square;
use rules::Game;
use scene::{Anchor, GridCell, OutlineForm, Pos, Rect, Region, Typeface, arc, curve};

use super::board::{Grid, RIM};
use super::color::{BoardColor, Item, Scene, Text, Tone};
use super::text_fit;

/// The opacity of the lines of a terrain's pattern.
const PATTERN: f32 = 0.25;
/// The width of the lines of a pattern, in squares.
const THIN: f32 = 0.02;

pub(super) fn draw(game: &Game, grid: Grid) -> Scene {
    let mut map = MapSheet { game, grid, scene: Scene::new(grid.size()) };
    map.land();
    map.sections();
    map.grid_lines();
    map.sites();
    map.walls();
    map.rivers();
    map.border();
    map.starts();
    map.rim();
    map.section_names();
    map.ornaments();
    map.scene
}

struct MapSheet<'a> {
    game: &'a Game,
    grid: Grid,
    scene: Scene,
}

/// Returns a pseudorandom number from 0 to 1 that depends only on the square and the salt.
fn noise((x, y): GridCell, salt: u32) -> f32 {
    let mut bits =
        (u32::from(x as u16) << 16 | u32::from(y as u16)) ^ salt.wrapping_mul(0x9E37_79B9);
    for _ in 0..2 {
        bits ^= bits >> 16;
        bits = bits.wrapping_mul(0x45D9_F3B3);
    }
    bits ^= bits >> 16;
    (bits & 0xFFFF) as f32 / 65_535.0
}

/// Returns a pseudorandom shift of at most half of `spread` to either side.
fn jitter(cell: GridCell, salt: u32, spread: f32) -> f32 {
    (noise(cell, salt) - 0.5) * spread
}

/// Draws the numbered medallion of a starting square.
pub(super) fn start_medallion(scene: &mut Scene, centre: Pos, radius: f32, number: u8) {
    scene.circle(centre, radius, BoardColor::Raised.at(0.92));
    scene.circle_line(centre, radius, radius * 0.09, BoardColor::Text.at(0.8));
    scene.circle_line(centre, radius * 0.8, radius * 0.045, BoardColor::Text.at(0.6));
    let (text, size) = (number.to_string(), radius * 1.1);
    scene.text(centre, text, size, Typeface::Serif, true, BoardColor::Text.at(0.9));
}

impl MapSheet<'_> {
    fn squares(&self) -> impl Iterator<Item = (Square, GridCell, SquareKind)> + use<'_> {
        let board = self.game.board();
        board.squares().map(move |square| (square, self.grid.cell(square), board.kind_of(square)))
    }

    fn cells_that(&self, is: impl Fn(SquareKind) -> bool) -> BTreeSet<GridCell> {
        self.squares().filter(|(_, _, kind)| is(*kind)).map(|(_, cell, _)| cell).collect()
    }

    /// Draws the tints and patterns of the land, also under the banks of rivers.
    fn land(&mut self) {
        let plain = OutlineForm { inset: 0.0, round: 0.0 };
        for terrain in Terrain::ALL {
            let cells = self.cells_that(|kind| kind == SquareKind::Land(terrain));
            let region = Grid::region(&cells, plain);
            self.scene.region(region, BoardColor::Terrain(terrain));
        }
        let unknown = self.cells_that(|kind| kind == SquareKind::UnknownLand);
        self.scene.region(Grid::region(&unknown, plain), BoardColor::UnknownLand);
        self.banks();
        for terrain in Terrain::ALL {
            for cell in self.cells_that(|kind| kind == SquareKind::Land(terrain)) {
                self.pattern(terrain, cell);
            }
        }
        for cell in unknown {
            let centre = Grid::rect(cell).center();
            let faint = BoardColor::Muted.at(0.6);
            self.scene.text(centre, "?", 0.4, Typeface::Serif, false, faint);
        }
    }

    /// Tints the corners outside a river's rounded banks like the adjacent land.
    fn banks(&mut self) {
        let flowing = self.cells_that(|kind| kind == SquareKind::River);
        let kinds: std::collections::BTreeMap<GridCell, SquareKind> =
            self.squares().map(|(_, cell, kind)| (cell, kind)).collect();
        let tint = |cell: GridCell| match kinds.get(&cell) {
            Some(SquareKind::Land(terrain)) => Some(BoardColor::Terrain(*terrain)),
            Some(SquareKind::UnknownLand) => Some(BoardColor::UnknownLand),
            Some(SquareKind::Wall) => Some(BoardColor::Wall),
            Some(SquareKind::River | SquareKind::Reserved(_) | SquareKind::Outside) | None => None,
        };
        for &(x, y) in &flowing {
            for (sx, sy) in [(1, 1), (-1, 1), (-1, -1), (1, -1)] {
                if flowing.contains(&(x + sx, y)) || flowing.contains(&(x, y + sy)) {
                    continue;
                }
                let Some(ink) = tint((x + sx, y)).or_else(|| tint((x, y + sy))) else {
                    continue;
                };
                let rect = Grid::rect((x, y));
                let left = if sx < 0 { rect.min.x } else { rect.center().x };
                let top = if sy < 0 { rect.min.y } else { rect.center().y };
                self.scene.rect(Rect::new(left, top, 0.5, 0.5), 0.0, ink);
            }
        }
    }

    fn pattern_line(&mut self, points: Vec<Pos>, width: f32, tone: Tone) {
        self.scene.push_pattern(Item::Line { points, width, closed: false, dash: None, tone });
    }

    fn pattern_dot(&mut self, centre: Pos, radius: f32, tone: Tone) {
        // Five corners are round enough for a dot, and a board has a thousand of them.
        self.scene.push_pattern(Item::Polygon { points: arc(centre, radius, 0.0, 1.0, 5), tone });
    }

    fn pattern(&mut self, terrain: Terrain, cell: GridCell) {
        match terrain {
            Terrain::Entrance => self.herringbone(cell),
            Terrain::Coastal => self.sand(cell),
            Terrain::Forested => self.trees(cell),
            Terrain::Central => self.cobbles(cell),
        }
    }

    /// Draws strokes that lean left and right, alternating by column.
    fn herringbone(&mut self, cell: GridCell) {
        let corner = Grid::rect(cell).min;
        for column in 0..4_u8 {
            for row in 0..5_u8 {
                let x = f32::from(column) * 0.25;
                let y = f32::from(row) * 0.2;
                let (left, right) = if column % 2 == 0 { (0.175, 0.025) } else { (0.025, 0.175) };
                let points =
                    vec![corner.plus(x + 0.03, y + left), corner.plus(x + 0.22, y + right)];
                self.pattern_line(points, THIN, BoardColor::Text.at(PATTERN));
            }
        }
    }

    /// Draws dots, scattered evenly.
    fn sand(&mut self, cell: GridCell) {
        let corner = Grid::rect(cell).min;
        for place in 0..20_u8 {
            let shift = if (place / 4) % 2 == 0 { 0.04 } else { 0.16 };
            let x = f32::from(place % 4) * 0.25 + shift;
            let y = f32::from(place / 4) * 0.2 + 0.1;
            let salt = u32::from(place) * 7;
            let centre =
                corner.plus(x + jitter(cell, salt + 1, 0.13), y + jitter(cell, salt + 2, 0.13));
            self.pattern_dot(centre, 0.021, BoardColor::Text.at(PATTERN + 0.12));
        }
    }

    /// Draws small trees as on a plan: a crown with shade on one side, and a stem.
    fn trees(&mut self, cell: GridCell) {
        let corner = Grid::rect(cell).min;
        let tone = BoardColor::Text.at(PATTERN + 0.06);
        for (place, (x, y)) in [(0.24, 0.24), (0.72, 0.2), (0.5, 0.54), (0.17, 0.74), (0.83, 0.72)]
            .into_iter()
            .enumerate()
        {
            let salt = place as u32 * 11;
            let crown =
                corner.plus(x + jitter(cell, salt + 1, 0.1), y + jitter(cell, salt + 2, 0.1));
            let r = 0.075 + 0.025 * noise(cell, salt + 3);
            self.scene.push_pattern(Item::Line {
                points: arc(crown, r, 0.0, 1.0, 8),
                width: THIN,
                closed: true,
                dash: None,
                tone,
            });
            self.scene.push_pattern(Item::Polygon {
                points: arc(crown, r, -0.125, 0.5, 4),
                tone: BoardColor::Text.at(PATTERN - 0.04),
            });
            let stem = vec![crown.plus(0.0, r), crown.plus(0.0, r + 0.08)];
            self.pattern_line(stem, THIN * 1.4, tone);
        }
    }

    /// Draws round stones in rows, every other row shifted by half a stone.
    fn cobbles(&mut self, cell: GridCell) {
        let corner = Grid::rect(cell).min;
        let tone = BoardColor::Text.at(PATTERN - 0.02);
        for row in 0..4_u8 {
            for column in 0..4_u8 {
                let shift = if row % 2 == 0 { 0.065 } else { 0.185 };
                let place = u32::from(row * 4 + column);
                let centre =
                    corner.plus(f32::from(column) * 0.25 + shift, f32::from(row) * 0.25 + 0.125);
                let across = 0.082 + 0.022 * noise(cell, place * 3 + 1);
                let high = 0.07 + 0.015 * noise(cell, place * 3 + 2);
                let points = arc(centre, 1.0, 0.0, 1.0, 7)
                    .into_iter()
                    .map(|p| {
                        Pos::new(
                            centre.x + (p.x - centre.x) * across,
                            centre.y + (p.y - centre.y) * high,
                        )
                    })
                    .collect();
                self.scene.push_pattern(Item::Line {
                    points,
                    width: THIN,
                    closed: true,
                    dash: None,
                    tone,
                });
            }
        }
    }

    /// Draws a soft tint along the inside of each section's border, as on old maps.
    fn sections(&mut self) {
        for section in Section::ALL {
            let cells = self.cells_of(section);
            let ink = BoardColor::Section(section.0);
            let whole = OutlineForm { inset: 0.0, round: 0.0 };
            self.scene.region(Grid::region(&cells, whole), ink.at(0.08));
            for (inset, width, opacity) in [(0.06, 0.12, 0.30), (0.13, 0.26, 0.22)] {
                let form = OutlineForm { inset, round: 0.12 };
                let region = Grid::region(&cells, form);
                self.scene.outline(&region, width, ink.at(opacity));
            }
        }
    }

    fn cells_of(&self, section: Section) -> BTreeSet<GridCell> {
        let board = self.game.board();
        self.squares()
            .filter(|(square, _, _)| board.section_of(*square) == Some(section))
            .map(|(_, cell, _)| cell)
            .collect()
    }

    /// Draws hairlines between squares.
    fn grid_lines(&mut self) {
        let city = self.cells_that(|kind| kind != SquareKind::Outside);
        for &(x, y) in &city {
            let rect = Grid::rect((x, y));
            let tone = BoardColor::Text.at(0.22);
            if city.contains(&(x + 1, y)) {
                let points = vec![Pos::new(rect.max.x, rect.min.y), rect.max];
                self.scene.line(points, 0.014, tone);
            }
            if city.contains(&(x, y + 1)) {
                let points = vec![Pos::new(rect.min.x, rect.max.y), rect.max];
                self.scene.line(points, 0.014, tone);
            }
        }
    }

    /// Draws the line around the whole city.
    fn border(&mut self) {
        let city = self.cells_that(|kind| kind != SquareKind::Outside);
        let around = OutlineForm { inset: 0.0, round: 0.0 };
        let region = Grid::region(&city, around);
        self.scene.outline(&region, 0.05, BoardColor::Text.at(0.85));
    }

    /// Returns a shape that continues beyond the edge of the map.
    fn running(&self, cells: &BTreeSet<GridCell>, form: OutlineForm) -> Region {
        let city = self.cells_that(|kind| kind != SquareKind::Outside);
        Region::running_off(cells, form, Pos::new(RIM, RIM), |cell| !city.contains(&cell))
    }

    /// Draws water as one stream, with lines along its banks and waves in between.
    fn rivers(&mut self) {
        let cells = self.cells_that(|kind| kind == SquareKind::River);
        // Squares that meet only at a corner are still one stream.
        let mut narrows: Vec<Vec<Pos>> = Vec::new();
        for &(x, y) in &cells {
            for side in [1, -1] {
                let around = [(x + side, y), (x, y + 1)];
                let joined = around.iter().any(|cell| cells.contains(cell));
                let diagonal = (x + side, y + 1);
                if cells.contains(&diagonal) && !joined {
                    narrows.push([(x, y), diagonal].map(|cell| Grid::rect(cell).center()).to_vec());
                }
            }
        }
        for narrow in &narrows {
            self.scene.line(narrow.clone(), 0.664, BoardColor::Text.at(0.6));
        }
        let region = self.running(&cells, OutlineForm::FLOWING);
        self.scene.region(region.clone(), BoardColor::River);
        for (inset, opacity) in [(0.07, 0.2), (0.15, 0.13)] {
            let form = OutlineForm { inset, round: 0.45 };
            let lining = self.running(&cells, form);
            self.scene.outline(&lining, THIN, BoardColor::Text.at(opacity));
        }
        for &cell in &cells {
            let corner = Grid::rect(cell).min;
            for (row, y) in [0.32, 0.52, 0.72].into_iter().enumerate() {
                let shift = (noise(cell, row as u32) - 0.5) * 0.16;
                let start = corner.plus(0.3 + shift, y);
                let mut wave = Vec::new();
                for crest in 0..2_u8 {
                    let from = start.plus(f32::from(crest) * 0.2, 0.0);
                    wave.extend(curve(from, from.plus(0.05, -0.06), from.plus(0.1, 0.0), 4));
                    let low = from.plus(0.1, 0.0);
                    wave.extend(curve(low, low.plus(0.05, 0.06), low.plus(0.1, 0.0), 4));
                }
                self.pattern_line(wave, THIN, BoardColor::Text.at(PATTERN + 0.05));
            }
        }
        self.scene.outline(&region, 0.032, BoardColor::Text.at(0.6));
        for narrow in narrows {
            self.scene.line(narrow, 0.6, BoardColor::River);
        }
    }

    /// Draws walls of dressed stone, in courses.
    fn walls(&mut self) {
        let cells = self.cells_that(|kind| kind == SquareKind::Wall);
        let form = OutlineForm { inset: 0.0, round: 0.0 };
        let region = Grid::region(&cells, form);
        self.scene.region(region.clone(), BoardColor::Wall);
        for &cell in &cells {
            let rect = Grid::rect(cell);
            let tone = BoardColor::OnWall.at(0.3);
            for course in 0..4_u8 {
                let y = f32::from(course) * 0.25;
                let across = vec![rect.min.plus(0.0, y), rect.min.plus(1.0, y)];
                self.pattern_line(across, THIN, tone);
                let set_off = if course % 2 == 0 { 0.14 } else { 0.39 };
                for stone in 0..2_u8 {
                    let x = set_off + 0.5 * f32::from(stone);
                    let joint = vec![rect.min.plus(x, y), rect.min.plus(x, y + 0.25)];
                    self.pattern_line(joint, THIN, tone);
                }
            }
        }
        self.scene.outline(&region, 0.05, BoardColor::Text.at(0.9));
    }

    /// Draws reserved sites: hatched ground inside a double line, with the names of its buildings.
    fn sites(&mut self) {
        let Ok(sites) = self.game.board().sites() else {
            return;
        };
        for site in sites {
            let cells = self.grid.cells(site.footprint.squares());
            let ground = Grid::region(&cells, OutlineForm { inset: 0.0, round: 0.0 });
            self.scene.region(ground, BoardColor::Site);
            for &cell in &cells {
                self.hatching(cell);
            }
            let outer = Grid::region(&cells, OutlineForm { inset: 0.07, round: 0.0 });
            self.scene.outline(&outer, 0.03, BoardColor::Text.at(0.7));
            let inner = Grid::region(&cells, OutlineForm { inset: 0.13, round: 0.0 });
            self.scene.outline(&inner, 0.015, BoardColor::Text.at(0.7));
            let contents = self.game.contents();
            let names: Vec<&str> =
                site.buildings.iter().map(|&building| contents.building_name(building)).collect();
            let label = either(&names);
            let room = text_fit::widest_rect(&cells).shrunk(0.17);
            let upright = text_fit::fit(&label, room, 0.32, Typeface::Serif, false);
            // In a narrow site the text runs along it if that makes it easier to read.
            let centre = room.center();
            let along = Rect::new(
                centre.x - room.height() / 2.0,
                centre.y - room.width() / 2.0,
                room.height(),
                room.width(),
            );
            let sideways = text_fit::fit(&label, along, 0.32, Typeface::Serif, false);
            let tone = BoardColor::Text.at(0.85);
            if sideways.size > upright.size * 1.3 {
                let plate = (sideways.height() + 0.04, sideways.width + 0.14);
                text_fit::text_background(
                    &mut self.scene,
                    centre,
                    plate,
                    BoardColor::Site.at(0.92),
                );
                sideways.draw_rotated(&mut self.scene, centre, 3, Typeface::Serif, false, tone);
            } else {
                let plate = (upright.width + 0.14, upright.height() + 0.04);
                text_fit::text_background(
                    &mut self.scene,
                    centre,
                    plate,
                    BoardColor::Site.at(0.92),
                );
                upright.draw(&mut self.scene, centre, Typeface::Serif, false, tone);
            }
        }
    }

    fn hatching(&mut self, cell: GridCell) {
        let rect = Grid::rect(cell);
        for stroke in 0..8_u8 {
            let at = (f32::from(stroke) + 0.5) * 0.25;
            let low = Pos::new(rect.min.x + (at - 1.0).max(0.0), rect.min.y + at.min(1.0));
            let high = Pos::new(rect.min.x + at.min(1.0), rect.min.y + (at - 1.0).max(0.0));
            self.pattern_line(vec![low, high], THIN, BoardColor::Text.at(0.16));
        }
    }

    /// Draws a numbered medallion on each starting square.
    fn starts(&mut self) {
        let Ok(starts) = self.game.board().starts() else {
            return;
        };
        for &(square, number) in starts {
            let centre = Grid::rect(self.grid.cell(square)).center();
            start_medallion(&mut self.scene, centre, 0.31, number);
        }
    }

    /// Draws the rim: a band of light and dark, a step for every square, with letters and numbers.
    fn rim(&mut self) {
        let size = self.grid.size();
        let outer = Rect::new(0.1, 0.1, size.x - 0.2, size.y - 0.2);
        let band = 0.34;
        let inner = outer.shrunk(band);
        for square in self.game.board().squares() {
            let (x, y) = self.grid.cell(square);
            let rect = Grid::rect((x, y));
            let turned = !self.grid.turns.is_multiple_of(2);
            let column = char::from(b'A' + square.column).to_string();
            let row = (square.row + 1).to_string();
            let (above, left_of) = if turned { (row, column) } else { (column, row) };
            if y == 0 {
                let middle = rect.center().x;
                for (top, edge) in [(outer.min.y, inner.min.y), (inner.max.y, outer.max.y)] {
                    let step =
                        Rect { min: Pos::new(rect.min.x, top), max: Pos::new(rect.max.x, edge) };
                    self.rim_step(step, x);
                    self.coordinate(Pos::new(middle, step.center().y), &above);
                }
            }
            if x == 0 {
                let middle = rect.center().y;
                for (left, edge) in [(outer.min.x, inner.min.x), (inner.max.x, outer.max.x)] {
                    let step =
                        Rect { min: Pos::new(left, rect.min.y), max: Pos::new(edge, rect.max.y) };
                    self.rim_step(step, y);
                    self.coordinate(Pos::new(step.center().x, middle), &left_of);
                }
            }
        }
        self.scene.frame(outer, 0.05, BoardColor::Text.at(0.7));
        self.scene.frame(inner, 0.018, BoardColor::Text.at(0.7));
    }

    fn rim_step(&mut self, step: Rect, place: i16) {
        if place % 2 == 0 {
            self.scene.rect(step, 0.0, BoardColor::Text.at(0.09));
        }
    }

    fn coordinate(&mut self, pos: Pos, words: &str) {
        self.scene.text(pos, words, 0.25, Typeface::Sans, false, BoardColor::Muted);
    }

    /// Draws the names of the sections in the rim, next to the nearest squares.
    fn section_names(&mut self) {
        let (columns, rows) = self.grid.visible_size();
        let board = self.game.board();
        let mut nearest: Vec<(RimSide, i16, Section)> = Vec::new();
        let sections: std::collections::BTreeMap<GridCell, Section> = self
            .squares()
            .filter_map(|(square, cell, _)| Some((cell, board.section_of(square)?)))
            .collect();
        for side in RimSide::ALL {
            let (along, deep) = match side {
                RimSide::Top | RimSide::Bottom => (columns, rows),
                RimSide::Left | RimSide::Right => (rows, columns),
            };
            for place in 0..along {
                let mut into = (0..deep).map(|depth| match side {
                    RimSide::Top => (place, depth),
                    RimSide::Bottom => (place, rows - 1 - depth),
                    RimSide::Left => (depth, place),
                    RimSide::Right => (columns - 1 - depth, place),
                });
                let first = into.find_map(|cell| sections.get(&cell));
                nearest.extend(first.map(|&section| (side, place, section)));
            }
        }
        for section in Section::ALL {
            let name = board.section_name(section).to_uppercase();
            let mut best: Option<(i16, RimSide, i16)> = None;
            for side in RimSide::ALL {
                let mut from = 0;
                let mut long = 0;
                let along =
                    if matches!(side, RimSide::Top | RimSide::Bottom) { columns } else { rows };
                for place in 0..along {
                    if !nearest.contains(&(side, place, section)) {
                        long = 0;
                        continue;
                    }
                    if long == 0 {
                        from = place;
                    }
                    long += 1;
                    // An upright line is worth a few squares.
                    let worth = long.min(8) * 2 + side.worth();
                    if best.is_none_or(|(most, _, _)| worth > most) {
                        best = Some((worth, side, from));
                    }
                }
            }
            let Some((_, side, from)) = best else {
                continue;
            };
            let run = (from..=i16::MAX)
                .take_while(|&place| nearest.contains(&(side, place, section)))
                .count();
            self.section_name(section, &name, side, from, i16::try_from(run).unwrap_or(0));
        }
    }

    fn section_name(&mut self, section: Section, name: &str, side: RimSide, from: i16, run: i16) {
        let whole = self.grid.size();
        let start = RIM + f32::from(from);
        let long = f32::from(run);
        let off = 0.66;
        let spaced = text_fit::spaced(name);
        let type_size =
            0.3_f32.min(0.3 * (long - 0.6) / Typeface::Serif.width_of(&spaced, 0.3, true).max(0.1));
        let wide = Typeface::Serif.width_of(&spaced, type_size, true);
        let middle = start + long / 2.0;
        let (pos, turns) = match side {
            RimSide::Top => (Pos::new(middle, off), 0),
            RimSide::Bottom => (Pos::new(middle, whole.y - off), 0),
            RimSide::Left => (Pos::new(off, middle), 3),
            RimSide::Right => (Pos::new(whole.x - off, middle), 1),
        };
        // The lines on both sides of the name show the extent of the section.
        let rest = (long - wide) / 2.0 - 0.25;
        if rest > 0.1 {
            for (from, to) in [
                (start + 0.08, start + 0.08 + rest),
                (start + long - 0.08 - rest, start + long - 0.08),
            ] {
                let line = match side {
                    RimSide::Top | RimSide::Bottom => [Pos::new(from, pos.y), Pos::new(to, pos.y)],
                    RimSide::Left | RimSide::Right => [Pos::new(pos.x, from), Pos::new(pos.x, to)],
                };
                self.scene.line(line.to_vec(), 0.1, BoardColor::Section(section.0).at(0.75));
            }
        }
        self.scene.push(Item::Text(Text {
            pos,
            anchor: Anchor::Middle,
            text: spaced,
            size: type_size,
            face: Typeface::Serif,
            bold: true,
            turns,
            tone: BoardColor::Text.at(0.85),
        }));
    }

    /// Draws the name of the board and a compass rose in the empty corners of the sheet.
    fn ornaments(&mut self) {
        let size = self.grid.visible_size();
        let city = self.cells_that(|kind| kind != SquareKind::Outside);
        let rose =
            [3, 2].into_iter().find_map(|side| free_blocks(size, &city, (side, side)).next());
        if let Some(rose) = rose {
            let rect = Grid::rect((rose.x, rose.y));
            let half = f32::from(rose.wide) / 2.0;
            self.rose(rect.min.plus(half, half), half.min(1.2) - 0.18);
        }
        let title = [(4, 2), (3, 2), (4, 1), (3, 1)].into_iter().find_map(|title_size| {
            free_blocks(size, &city, title_size)
                .find(|block| rose.is_none_or(|rose| !block.meets(rose)))
        });
        if let Some(MapBlock { x, y, wide, high }) = title {
            let whole = Rect {
                min: Grid::rect((x, y)).min,
                max: Grid::rect((x + wide - 1, y + high - 1)).max,
            };
            let name = self.game.board().name();
            let room = whole.shrunk(0.2);
            let lines = text_fit::fit(name, room, 0.62, Typeface::Serif, true);
            lines.draw(
                &mut self.scene,
                room.center(),
                Typeface::Serif,
                true,
                BoardColor::Text.at(0.8),
            );
        }
    }

    /// Draws a compass rose; its long point shows the upper edge of the printed board.
    fn rose(&mut self, centre: Pos, radius: f32) {
        let tone = BoardColor::Text.at(0.75);
        self.scene.circle_line(centre, radius * 0.62, 0.02, tone);
        self.scene.circle_line(centre, radius * 0.56, 0.012, tone);
        let up = self.grid.up();
        for quarter in 0..8_u8 {
            // Diagonal points first, so that the straight ones are on top.
            let (step, long) = match quarter {
                0..4 => (2 * quarter + 1, 0.52),
                4 => (0, 1.0),
                _ => (2 * (quarter - 4), 0.78),
            };
            let angle = f32::from(step) * std::f32::consts::FRAC_PI_4;
            let (sin, cos) = angle.sin_cos();
            let ahead = Pos::new(up.x * cos - up.y * sin, up.x * sin + up.y * cos);
            let tip = centre.plus(ahead.x * radius * long, ahead.y * radius * long);
            for (side, ink) in [(1.0, BoardColor::Text.at(0.8)), (-1.0, BoardColor::Paper.at(1.0))]
            {
                let wide = radius * 0.13 * side;
                let flank = centre.plus(
                    ahead.x * radius * 0.14 - ahead.y * wide,
                    ahead.y * radius * 0.14 + ahead.x * wide,
                );
                self.scene.polygon(vec![centre, flank, tip], ink);
                self.scene.ring(vec![centre, flank, tip], 0.014, tone);
            }
        }
    }
}

/// A rectangle of cells: its first column and row, and its size.
#[derive(Clone, Copy)]
struct MapBlock {
    x: i16,
    y: i16,
    wide: i16,
    high: i16,
}

impl MapBlock {
    fn cells(self) -> impl Iterator<Item = GridCell> {
        let columns = self.x..self.x + self.wide;
        (self.y..self.y + self.high).flat_map(move |y| columns.clone().map(move |x| (x, y)))
    }

    fn meets(self, other: Self) -> bool {
        self.x < other.x + other.wide
            && other.x < self.x + self.wide
            && self.y < other.y + other.high
            && other.y < self.y + self.high
    }
}

/// Returns the blocks of a size outside the city, in reading order.
fn free_blocks(
    (columns, rows): (i16, i16),
    city: &BTreeSet<GridCell>,
    (wide, high): (i16, i16),
) -> impl Iterator<Item = MapBlock> {
    (0..=rows - high)
        .flat_map(move |y| (0..=columns - wide).map(move |x| MapBlock { x, y, wide, high }))
        .filter(|block| block.cells().all(|cell| !city.contains(&cell)))
}

enum_table::enum_table! {
    /// A side of the picture.
    enum RimSide {
        /// The preference for a name on this side.
        worth: i16,
    }

    Top = 4;
    Bottom = 3;
    Left = 1;
    Right = 0;
}

/// Joins alternative names with "or"; a shared last word is written once.
fn either(names: &[&str]) -> String {
    let Some((last, others)) = names.split_last() else {
        return String::new();
    };
    let shared = last.rsplit(' ').next().unwrap_or_default();
    let mut all: Vec<String> = others
        .iter()
        .map(|name| {
            let without = name.strip_suffix(shared).map(str::trim);
            without.filter(|rest| !rest.is_empty()).unwrap_or(name).to_owned()
        })
        .collect();
    all.push((*last).to_owned());
    one_of(&all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_for_one_site_share_their_last_word() {
        assert_eq!(either(&["Ghost Fortress"]), "Ghost Fortress");
        assert_eq!(either(&["North Gatehouse", "West Gatehouse"]), "North or West Gatehouse");
        assert_eq!(either(&["Mill", "Forge"]), "Mill or Forge");
        assert_eq!(either(&[]), "");
    }
}
