//! What lies over the board for a moment: answers, a tile in the hand, explanations.

use std::collections::BTreeSet;

use rules::Game;
use rules::action::Owner;
use rules::player::ByPlayer;
use rules::square::Square;
use rules::tile::Footprint;

use super::board::{Ghost, GhostKind, Grid, Look, Mark, Overlay, PayLine};
use super::icons;
use super::pieces::{self, TILE, TilePlan};
use super::region::{Cell, Form, Region};
use super::scene::{Dash, Face, Ink, Pos, Rect, Scene, Tone, curve};
use super::words;

pub(super) fn draw(game: &Game, grid: Grid, looks: &ByPlayer<Look>, overlay: &Overlay) -> Scene {
    let mut sheet = Sheet { game, grid, looks, scene: Scene::new(grid.size()), badges: Vec::new() };
    for &(square, mark) in &overlay.marks {
        let rect = Grid::rect(grid.cell(square));
        mark_on(&mut sheet.scene, rect, mark);
    }
    sheet.fresh(&overlay.fresh);
    sheet.trouble(&overlay.trouble);
    sheet.hint(&overlay.hint);
    for ghost in &overlay.ghosts {
        sheet.ghost(ghost);
    }
    for (place, line) in overlay.paths.iter().enumerate() {
        sheet.pay_line(line, place, overlay.to_come);
    }
    if let Some(square) = overlay.cursor {
        sheet.cursor(square);
    }
    sheet.scene
}

/// Points nearer to each other than this cover one another, in squares.
const BADGE_ROOM: f32 = 0.62;

struct Sheet<'a> {
    game: &'a Game,
    grid: Grid,
    looks: &'a ByPlayer<Look>,
    scene: Scene,
    /// Where the points of payments stand already.
    badges: Vec<Pos>,
}

/// The mark on one square. Each has a shape of its own, so that no colour is needed to tell.
fn mark_on(scene: &mut Scene, rect: Rect, mark: Mark) {
    let centre = rect.centre();
    let whole = rect.shrunk(0.04);
    let ink = Ink::Mark(mark);
    match mark {
        Mark::Legal => {
            // In the corner, so that neither a number nor the drawing of a tile is covered.
            let corner = rect.min.plus(0.22, 0.22);
            scene.circle(corner, 0.17, Ink::Raised);
            scene.circle(corner, 0.125, ink);
        }
        Mark::Unaffordable => {
            scene.rect(whole, 0.08, Ink::Raised.at(0.3));
            scene.circle(centre, 0.27, Ink::Raised);
            scene.circle_line(centre, 0.25, 0.05, ink);
            scene.words(centre, "$", 0.36, Face::Sans, true, ink);
        }
        Mark::Illegal => {
            // The common case is only veiled, so that the others stand out.
            scene.rect(rect, 0.0, Ink::Paper.at(0.6));
        }
        Mark::CannotTell => {
            scene.rect(whole, 0.08, Ink::Raised.at(0.45));
            let dash = Dash { stroke: 0.1, gap: 0.08 };
            let frame = corners(whole.shrunk(0.05));
            scene.dashes(frame, true, 0.04, dash, ink);
            scene.words(centre, "?", 0.5, Face::Serif, true, ink);
        }
    }
}

fn cross(scene: &mut Scene, centre: Pos, arm: f32, width: f32, tone: impl Into<Tone>) {
    let tone = tone.into();
    for (dx, dy) in [(arm, arm), (arm, -arm)] {
        let line = vec![centre.plus(-dx, -dy), centre.plus(dx, dy)];
        scene.line(line, width, tone);
    }
}

fn corners(rect: Rect) -> Vec<Pos> {
    vec![rect.min, Pos::new(rect.max.x, rect.min.y), rect.max, Pos::new(rect.min.x, rect.max.y)]
}

/// Strokes from corner to corner across a square.
fn hatch(scene: &mut Scene, rect: Rect, ink: Ink, opacity: f32) {
    for stroke in 0..6_u8 {
        let at = (f32::from(stroke) + 0.5) / 3.0;
        let low = Pos::new(rect.min.x + (at - 1.0).max(0.0), rect.min.y + at.min(1.0));
        let high = Pos::new(rect.min.x + at.min(1.0), rect.min.y + (at - 1.0).max(0.0));
        scene.line(vec![low, high], 0.05, ink.at(opacity));
    }
}

impl Sheet<'_> {
    fn region(&self, squares: &[Square], inset: f32) -> (BTreeSet<Cell>, Region) {
        let cells = self.grid.cells(squares);
        let form = Form { inset, round: 0.14 };
        let region = Grid::region(&cells, form);
        (cells, region)
    }

    /// What the last action put down: a halo around it.
    fn fresh(&mut self, squares: &[Square]) {
        let (_, region) = self.region(squares, 0.0);
        self.scene.outline(&region, 0.15, Ink::Accent.at(0.3));
        self.scene.outline(&region, 0.06, Ink::Accent);
    }

    /// What is in the way: hatched, inside a firm line.
    fn trouble(&mut self, squares: &[Square]) {
        let (cells, region) = self.region(squares, 0.02);
        for cell in cells {
            hatch(&mut self.scene, Grid::rect(cell), Ink::Bad, 0.55);
        }
        self.scene.outline(&region, 0.11, Ink::Raised);
        self.scene.outline(&region, 0.07, Ink::Bad);
    }

    /// What would help: inside a broken line, with a plus.
    fn hint(&mut self, squares: &[Square]) {
        let (cells, region) = self.region(squares, 0.06);
        self.scene.region(region.clone(), Ink::Good.at(0.16));
        let dash = Dash { stroke: 0.16, gap: 0.1 };
        for ring in &region.rings {
            self.scene.dashes(ring.clone(), true, 0.07, dash, Ink::Good);
        }
        for cell in cells {
            let centre = Grid::rect(cell).centre();
            self.scene.circle(centre, 0.2, Ink::Raised);
            for line in [
                vec![centre.plus(-0.12, 0.0), centre.plus(0.12, 0.0)],
                vec![centre.plus(0.0, -0.12), centre.plus(0.0, 0.12)],
            ] {
                self.scene.line(line, 0.06, Ink::Good);
            }
        }
    }

    fn ghost(&mut self, ghost: &Ghost) {
        let cells = self.grid.cells(ghost.footprint.squares());
        let verdict = match ghost.verdict {
            // A refusal in the hand is not the common case, and should be seen.
            Mark::Illegal => Ink::Bad,
            Mark::Legal | Mark::Unaffordable | Mark::CannotTell => Ink::Mark(ghost.verdict),
        };
        let fill = if ghost.verdict == Mark::Legal { 0.9 } else { 0.75 };
        let body = Grid::region(&cells, TILE);
        let tint = match ghost.owner {
            Some(Owner::Player(player)) => Ink::Player(player),
            Some(Owner::Neutral) => Ink::Neutral,
            None => Ink::Raised,
        };
        self.scene.region(body.clone(), Ink::Raised.at(fill));
        self.scene.region(body, tint.at(0.3));
        self.ghost_content(ghost, &cells);
        let line = Form { inset: 0.05, round: 0.12 };
        let line = Grid::region(&cells, line);
        match ghost.verdict {
            Mark::Legal => self.scene.outline(&line, 0.09, verdict),
            Mark::Unaffordable => {
                self.scene.outline(&line, 0.09, Ink::Raised);
                self.broken(&line, 0.3, 0.12, verdict);
            }
            Mark::Illegal => {
                for &cell in &cells {
                    hatch(&mut self.scene, Grid::rect(cell), Ink::Bad, 0.4);
                }
                self.scene.outline(&line, 0.09, verdict);
            }
            Mark::CannotTell => {
                self.scene.outline(&line, 0.09, Ink::Raised);
                self.broken(&line, 0.1, 0.1, verdict);
            }
        }
        // The verdict hangs on the corner, where no name stands.
        let Some(&first) = cells.iter().min_by_key(|&&(x, y)| (y, x)) else {
            return;
        };
        let corner = Grid::rect(first).min.plus(0.1, 0.1);
        self.scene.circle(corner, 0.21, Ink::Raised);
        self.scene.circle_line(corner, 0.2, 0.04, verdict);
        match ghost.verdict {
            Mark::Legal => {
                let tick = [(-0.09, 0.0), (-0.02, 0.07), (0.1, -0.07)];
                let tick = tick.map(|(x, y)| corner.plus(x, y)).to_vec();
                self.scene.line(tick, 0.05, verdict);
            }
            Mark::Unaffordable => {
                self.scene.words(corner, "$", 0.3, Face::Sans, true, verdict);
            }
            Mark::Illegal => cross(&mut self.scene, corner, 0.08, 0.05, verdict),
            Mark::CannotTell => {
                self.scene.words(corner, "?", 0.3, Face::Serif, true, verdict);
            }
        }
    }

    fn broken(&mut self, region: &Region, stroke: f32, gap: f32, ink: Ink) {
        let dash = Dash { stroke, gap };
        for ring in &region.rings {
            self.scene.dashes(ring.clone(), true, 0.09, dash, ink);
        }
    }

    fn ghost_content(&mut self, ghost: &Ghost, cells: &BTreeSet<Cell>) {
        let contents = self.game.contents();
        let single = match ghost.kind {
            GhostKind::Resource(resource) => {
                let name = contents.resource_name(resource);
                let plan = TilePlan::new(cells);
                pieces::resource_icon(&mut self.scene, name, plan.icon, Ink::Ink);
                let lines = words::fit(name, plan.name, 0.34, Face::Sans, true);
                let centre = plan.name.centre();
                lines.set(&mut self.scene, centre, Face::Sans, true, Ink::Ink);
                return;
            }
            GhostKind::Building(building) => {
                let name = contents.building_name(building);
                let room = words::widest_rect(cells).shrunk(0.2);
                let lines = words::fit(name, room, 0.34, Face::Serif, true);
                lines.set(&mut self.scene, room.centre(), Face::Serif, true, Ink::Ink);
                return;
            }
            GhostKind::House => "house",
            GhostKind::Bridge => "bridge",
            GhostKind::Gate => "gate",
            GhostKind::Road => "road",
        };
        for &cell in cells {
            let rect = Grid::rect(cell).shrunk(0.2);
            self.scene.icon(&icons::name_of(single), rect, Ink::Ink);
        }
    }

    /// A payment: an ink line from who supplied to who was supplied, with its points at the tip.
    fn pay_line(&mut self, line: &PayLine, place: usize, to_come: f32) {
        let middle = |footprint: &Footprint| {
            let cells = self.grid.cells(footprint.squares());
            let centres = cells.iter().map(|&cell| Grid::rect(cell).centre());
            let count = cells.len().max(1) as f32;
            let sum = centres.fold(Pos::default(), |sum, at| sum.plus(at.x, at.y));
            let mean = Pos::new(sum.x / count, sum.y / count);
            // The mean of an angled tile lies beside it; the nearest square does not.
            let nearest = cells.iter().map(|&cell| Grid::rect(cell).centre());
            nearest.min_by(|a, b| a.distance(mean).total_cmp(&b.distance(mean))).unwrap_or(mean)
        };
        let (from, to) = (middle(&line.from), middle(&line.to));
        let ink = match line.player {
            Some(player) => Ink::Player(player),
            None => Ink::Neutral,
        };
        let mut points = vec![from];
        if line.route.is_empty() {
            // A bow, so that two payments between the same tiles do not hide each other.
            let bow = 0.16 + 0.06 * (place % 4) as f32;
            let control = from.toward(to, 0.5).plus((to.y - from.y) * bow, (from.x - to.x) * bow);
            points = curve(from, control, to, 16);
        } else {
            let through = line.route.iter().map(|&square| self.grid.cell(square));
            points.extend(through.map(|cell| Grid::rect(cell).centre()));
            points.push(to);
            points = rounded(&points);
        }
        // The line ends where it reaches the tile, so that nothing on the tile is hidden.
        let target = self.grid.cells(line.to.squares());
        let inside = |pos: Pos| {
            let mut rects = target.iter().map(|&cell| Grid::rect(cell).shrunk(0.12));
            rects.any(|rect| rect.contains(pos))
        };
        points = finer(&points);
        while points.len() > 8 && points[points.len() - 2..].iter().all(|&pos| inside(pos)) {
            points.pop();
        }
        let shown = points.len() as f32 * (1.0 - to_come);
        points.truncate((shown as usize).max(2));
        let tip = cut_end(&mut points, 0.26);
        let Some(&before) = points.iter().rev().nth(1) else {
            return;
        };
        let length = before.distance(tip).max(0.001);
        let ahead = Pos::new((tip.x - before.x) / length, (tip.y - before.y) / length);
        let side = Pos::new(-ahead.y, ahead.x);
        let head = |reach: f32, half: f32| {
            vec![
                tip.plus(ahead.x * reach, ahead.y * reach),
                tip.plus(side.x * half, side.y * half),
                tip.plus(-side.x * half, -side.y * half),
            ]
        };
        self.scene.line(points.clone(), 0.22, Ink::Raised.at(0.9));
        self.scene.polygon(head(0.31, 0.27), Ink::Raised.at(0.9));
        self.scene.line(points.clone(), 0.15, Ink::Ink);
        self.scene.polygon(head(0.26, 0.21), Ink::Ink);
        let way = points.clone();
        self.scene.line(points, 0.09, ink);
        self.scene.polygon(head(0.18, 0.14), ink);
        self.scene.circle(from, 0.15, Ink::Ink);
        self.scene.circle(from, 0.11, ink);

        let badge = self.badge_place(&way, tip.plus(-ahead.x * 0.36, -ahead.y * 0.36));
        self.scene.circle(badge, 0.3, Ink::Ink);
        let (on, letter) = match line.player {
            Some(player) => (Ink::OnPlayer(player), self.looks[player].letter.to_string()),
            None => (Ink::OnNeutral, "–".to_owned()),
        };
        self.scene.circle(badge, 0.27, ink);
        let points = format!("+{}", line.points);
        self.scene.words(badge.plus(0.0, -0.04), points, 0.3, Face::Sans, true, on);
        self.scene.words(badge.plus(0.0, 0.17), letter, 0.16, Face::Sans, true, on);
    }

    /// Where the points of a payment can be read: just behind the head, where the line leads the
    /// eye, or further back along it if other points stand there.
    fn badge_place(&mut self, way: &[Pos], behind_head: Pos) -> Pos {
        let along = [0.7, 0.5, 0.3, 0.1].map(|part: f32| {
            let at = (way.len().saturating_sub(1)) as f32 * part;
            way.get(at as usize).copied().unwrap_or(behind_head)
        });
        let room = |at: &Pos| {
            let others = self.badges.iter().map(|other| at.distance(*other));
            others.fold(f32::INFINITY, f32::min)
        };
        let places = || std::iter::once(behind_head).chain(along);
        let place = places()
            .find(|at| room(at) >= BADGE_ROOM)
            .or_else(|| places().max_by(|a, b| room(a).total_cmp(&room(b))))
            .unwrap_or(behind_head);
        self.badges.push(place);
        place
    }

    /// The square the keyboard is on: four firm corners.
    fn cursor(&mut self, square: Square) {
        let rect = Grid::rect(self.grid.cell(square)).shrunk(-0.04);
        for (corner, sx, sy) in [
            (rect.min, 1.0, 1.0),
            (Pos::new(rect.max.x, rect.min.y), -1.0, 1.0),
            (rect.max, -1.0, -1.0),
            (Pos::new(rect.min.x, rect.max.y), 1.0, -1.0),
        ] {
            let angle = vec![corner.plus(0.3 * sx, 0.0), corner, corner.plus(0.0, 0.3 * sy)];
            self.scene.line(angle.clone(), 0.15, Ink::Raised);
            self.scene.line(angle, 0.09, Ink::Accent);
        }
    }
}

/// The same line through more points, none further from the next than a tenth of a square.
fn finer(points: &[Pos]) -> Vec<Pos> {
    let mut fine: Vec<Pos> = points.first().copied().into_iter().collect();
    for pair in points.windows(2) {
        let pieces = (pair[0].distance(pair[1]) / 0.1).ceil().max(1.0);
        let steps = 1..=pieces as usize;
        fine.extend(steps.map(|step| pair[0].toward(pair[1], step as f32 / pieces)));
    }
    fine
}

/// A line with its corners rounded.
fn rounded(points: &[Pos]) -> Vec<Pos> {
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else {
        return Vec::new();
    };
    let mut round = vec![first];
    for corner in points.windows(3) {
        let from = corner[1].toward(corner[0], 0.4);
        let to = corner[1].toward(corner[2], 0.4);
        round.extend(curve(from, corner[1], to, 5));
    }
    round.push(last);
    round
}

/// Takes so much off the end of a line and gives its new end.
fn cut_end(points: &mut Vec<Pos>, by: f32) -> Pos {
    let mut left = by;
    while let [.., before, end] = points[..] {
        let length = before.distance(end);
        if length > left || points.len() == 2 {
            let cut = end.toward(before, (left / length.max(0.001)).min(0.9));
            points.pop();
            points.push(cut);
            return cut;
        }
        left -= length;
        points.pop();
    }
    points.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_short_at_its_end() {
        let mut line = [0.0, 1.0, 1.2].map(|x| Pos::new(x, 0.0)).to_vec();
        let end = cut_end(&mut line, 0.5);
        assert!((end.x - 0.7).abs() < 0.001);
        assert_eq!(line.len(), 2);
    }
}
