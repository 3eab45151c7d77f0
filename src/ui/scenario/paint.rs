//! How the map is drawn: paper and ink, with a sign for each terrain and each kind of figure, so
//! that no colour is the only one.

use egui::epaint::PathStroke;
use egui::{Align2, Color32, Painter, Pos2, Shape, Stroke, StrokeKind, Ui, vec2};

use super::geometry::{Grid, around};
use super::{ScenarioMemory, Tool, map_view};
use crate::kit::capital;
use crate::theme::{Theme, line, text, theme};
use crate::widgets::initials;
use scenario::answer::End;
use scenario::board::Terrain;
use scenario::figure::{Figure, FigureId, Kind, Party, Rank};
use scenario::hex::Side;
use scenario::{Game, Hex, Record};

/// Hexes with shorter sides, in points, have no names on them.
const NAMED: f32 = 24.0;

/// What is drawn over the map.
pub(super) struct Shown<'a> {
    game: &'a Game,
    memory: &'a ScenarioMemory,
    selected: Option<FigureId>,
    /// The turn that is shown: whose foci, the end that is chosen, the others.
    foci: Vec<FigureId>,
    end: Option<End>,
    others: Vec<Hex>,
}

impl<'a> Shown<'a> {
    /// What is shown of a record now.
    pub(super) fn of(record: &'a Record, memory: &'a mut ScenarioMemory) -> Self {
        let game = record.game();
        let selected = memory.selected(game.position());
        let acts = selected.filter(|&id| game.acts_as_monster(id) && !game.has_acted(id));
        let chosen = memory.turn.end;
        let answer = acts.and_then(|id| memory.answer(record, id).as_ref().ok().cloned());
        let mut shown =
            Self { game, memory, selected, foci: Vec::new(), end: None, others: Vec::new() };
        if let Some(answer) = answer {
            shown.foci = answer.foci;
            shown.others = answer.ends.iter().map(|end| end.hex).collect();
            shown.end = answer.ends.into_iter().nth(chosen);
        }
        shown
    }
}

/// Draws the map and what is shown over it.
pub(super) fn paint_map(ui: &Ui, grid: Grid, shown: &Shown<'_>) {
    let theme = theme(ui);
    let pen = Pen { painter: ui.painter(), theme: &theme, grid };
    let position = shown.game.position();
    let board = position.board();
    let under = map_view::hovered(ui, grid);
    for row in 0..board.rows() {
        for column in 0..board.columns() {
            let hex = Hex::new(column, row);
            let is_set_up = matches!(shown.memory.tool, Tool::Paint | Tool::Wall | Tool::Figure);
            match board.terrain(hex) {
                Some(terrain) => pen.ground(hex, terrain),
                None if is_set_up => pen.outline(hex, theme.hair()),
                None => {}
            }
        }
    }
    pen.dangers(shown);
    pen.walls(board);
    if let Some(hex) = under.filter(|hex| board.has(*hex)) {
        pen.outline(hex, Stroke::new(line::MARK, theme.muted));
    }
    for &hex in &shown.memory.stroke {
        pen.outline(hex, Stroke::new(line::MARK, theme.accent));
    }
    pen.turn_below(shown);
    for hex in board.hexes() {
        pen.name(hex);
    }
    for (at, figure) in position.figures().iter().enumerate() {
        let id = FigureId(at);
        let is_carried = shown.memory.carried.is_some_and(|(carried, _)| carried == id);
        // Whoever is done, or is being carried elsewhere, stands back.
        let is_quiet = is_carried || shown.game.has_acted(id);
        pen.figure(figure, grid.center(figure.hex), is_quiet);
    }
    pen.turn_above(shown);
    pen.sight(shown);
    if let Some(id) = shown.selected {
        pen.ring(position.figure(id).hex, Stroke::new(line::FOCUS, theme.accent));
    }
    if let Some((id, hex)) = shown.memory.carried {
        pen.figure(position.figure(id), grid.center(hex), false);
    }
    pen.outline(shown.memory.cursor, theme.focus_ring());
}

/// A painter on a grid.
struct Pen<'a> {
    painter: &'a Painter,
    theme: &'a Theme,
    grid: Grid,
}

impl Pen<'_> {
    fn outline(&self, hex: Hex, stroke: Stroke) {
        let corners = self.grid.corners(hex).to_vec();
        self.painter.add(Shape::closed_line(corners, PathStroke::from(stroke)));
    }

    fn fill(&self, hex: Hex, fill: Color32) {
        let corners = self.grid.corners(hex).to_vec();
        self.painter.add(Shape::convex_polygon(corners, fill, PathStroke::NONE));
    }

    fn ring(&self, hex: Hex, stroke: Stroke) {
        self.painter.circle_stroke(self.grid.center(hex), self.grid.side * 0.74, stroke);
    }

    fn words(&self, at: Pos2, align: Align2, said: &str, height: f32, ink: Color32) {
        self.painter.text(at, align, said, text::strong(height), ink);
    }

    /// A hex with its terrain and its name.
    fn ground(&self, hex: Hex, terrain: Terrain) {
        let (theme, side) = (self.theme, self.grid.side);
        let corners = self.grid.corners(hex).to_vec();
        let fill = theme.hex(terrain);
        self.painter.add(Shape::convex_polygon(corners, fill, theme.hair()));
        let center = self.grid.center(hex);
        let pen = Stroke::new((side * 0.07).max(1.0), theme.ink);
        let at = |x: f32, y: f32| center + vec2(x, y) * side;
        let draw = |points: &[Pos2]| {
            self.painter.add(Shape::line(points.to_vec(), pen));
        };
        match terrain {
            Terrain::Open => {}
            // A block in the light from above.
            Terrain::Obstacle => {
                draw(&[at(-0.4, 0.3), at(-0.4, -0.1), at(0.0, -0.32), at(0.4, -0.1), at(0.4, 0.3)]);
                draw(&[at(-0.4, -0.1), at(0.0, 0.1), at(0.4, -0.1)]);
                draw(&[at(0.0, 0.1), at(0.0, 0.48)]);
                draw(&[at(-0.4, 0.3), at(0.0, 0.48), at(0.4, 0.3)]);
            }
            Terrain::Trap => {
                draw(&[at(-0.3, -0.3), at(0.3, 0.3)]);
                draw(&[at(-0.3, 0.3), at(0.3, -0.3)]);
                self.painter.circle_stroke(center, side * 0.5, pen);
            }
            Terrain::Hazardous => {
                draw(&[at(0.0, -0.5), at(0.5, 0.38), at(-0.5, 0.38), at(0.0, -0.5)]);
                draw(&[at(0.0, -0.2), at(0.0, 0.12)]);
                self.painter.circle_filled(at(0.0, 0.25), pen.width * 0.7, theme.ink);
            }
            Terrain::Difficult => {
                for y in [-0.2, 0.2] {
                    let wave = [-0.45, -0.15, 0.15, 0.45].into_iter().enumerate();
                    let wave = wave.map(|(i, x)| at(x, if i % 2 == 0 { y + 0.1 } else { y - 0.1 }));
                    draw(&wave.collect::<Vec<_>>());
                }
            }
            Terrain::OpenDoor => {
                draw(&[at(-0.35, 0.4), at(-0.35, -0.4), at(0.1, -0.55), at(0.1, 0.55)]);
                draw(&[at(0.1, 0.55), at(-0.35, 0.4)]);
            }
            Terrain::ClosedDoor | Terrain::LockedDoor => {
                let door = around(center, side * 0.42);
                self.painter.rect_stroke(door, 1.0, pen, StrokeKind::Middle);
                draw(&[at(0.0, -0.42), at(0.0, 0.42)]);
                if terrain == Terrain::LockedDoor {
                    self.painter.circle_filled(center, side * 0.17, theme.ink);
                    self.painter.circle_filled(center, side * 0.07, fill);
                }
            }
        }
    }

    /// The name of a hex, where there is room for it.
    fn name(&self, hex: Hex) {
        let side = self.grid.side;
        if side >= NAMED {
            let top = self.grid.center(hex) - vec2(0.0, side * 0.85);
            let font = text::sans((side * 0.26).clamp(8.0, text::SMALL));
            self.painter.text(top, Align2::CENTER_TOP, hex, font, self.theme.ink);
        }
    }

    /// Walls: those drawn, those of closed doors and the edge of the map alike.
    fn walls(&self, board: &scenario::Board) {
        let drawn = Stroke::new((self.grid.side * 0.14).max(line::MARK), self.theme.ink);
        let edge = Stroke::new(line::MARK, self.theme.ink);
        let lines = board.walls();
        for hex in board.hexes() {
            for side in Side::ALL {
                let other = hex.beside(side).filter(|other| board.has(*other));
                let wall = scenario::board::Line::new(hex, side);
                if other.is_none() {
                    self.painter.line_segment(self.grid.edge(hex, side), edge);
                } else if wall.hex == hex && lines.binary_search(&wall).is_ok() {
                    self.painter.line_segment(self.grid.edge(hex, side), drawn);
                }
            }
        }
    }

    /// The hexes in which a character would be attacked, by how many, and those in which it would not.
    fn dangers(&self, shown: &Shown<'_>) {
        let Some(dangers) = &shown.memory.danger else {
            return;
        };
        for danger in &dangers.found {
            let known = danger.unknown.is_empty();
            let mark = match (danger.by.is_empty(), known) {
                (true, true) => self.theme.legal,
                (true, false) => self.theme.unknown,
                (false, _) => self.theme.illegal,
            };
            self.fill(danger.hex, mark.fill);
            let said = match (danger.by.len(), known) {
                (0, true) => "–".to_owned(),
                (0, false) => "?".to_owned(),
                (count, _) => count.to_string(),
            };
            let below = self.grid.center(danger.hex) + vec2(0.0, self.grid.side * 0.82);
            let height = (self.grid.side * 0.32).clamp(8.0, text::BODY);
            self.words(below, Align2::CENTER_BOTTOM, &said, height, self.theme.ink);
        }
    }

    /// The way of the turn that is shown, below the figures.
    fn turn_below(&self, shown: &Shown<'_>) {
        let Some(end) = &shown.end else {
            return;
        };
        let own = shown.selected.map(|id| shown.game.position().figure(id).hex);
        for &hex in &shown.others {
            self.fill(hex, self.theme.legal.fill);
            self.outline(hex, Stroke::new(line::MARK, self.theme.legal.edge));
        }
        self.outline(end.hex, Stroke::new(2.0 * line::MARK, self.theme.accent));
        let way: Vec<Pos2> = own
            .into_iter()
            .chain(end.path.iter().copied())
            .map(|hex| self.grid.center(hex))
            .collect();
        let pen = Stroke::new((self.grid.side * 0.12).max(line::MARK), self.theme.accent);
        if let [.., from, to] = way.as_slice() {
            let along = (*to - *from).normalized();
            let tip = *to - along * self.grid.side * 0.1;
            let back = tip - along * self.grid.side * 0.35;
            let across = along.rot90() * self.grid.side * 0.22;
            self.painter.add(Shape::line(way.clone(), pen));
            self.painter.add(Shape::line(vec![back + across, tip, back - across], pen));
        }
    }

    /// Focus and targets of the turn that is shown, above the figures.
    fn turn_above(&self, shown: &Shown<'_>) {
        let position = shown.game.position();
        let Some(own) = shown.selected else {
            return;
        };
        let from = shown.end.as_ref().map_or(position.figure(own).hex, |end| end.hex);
        for &focus in &shown.foci {
            let to = self.grid.center(position.figure(focus).hex);
            let pen = Stroke::new(line::MARK, self.theme.bad);
            let dash = self.grid.side * 0.2;
            let ends = [self.grid.center(from), to];
            self.painter.extend(Shape::dashed_line(&ends, pen, dash, dash));
            self.painter.circle_stroke(to, self.grid.side * 0.8, pen);
        }
        let Some(end) = &shown.end else {
            return;
        };
        let chosen = shown.memory.turn.chosen.iter();
        for &target in end.targets.iter().chain(chosen) {
            // Cross-hairs.
            let center = self.grid.center(position.figure(target).hex);
            let pen = Stroke::new((self.grid.side * 0.09).max(line::MARK), self.theme.bad);
            for way in [vec2(1.0, 0.0), vec2(-1.0, 0.0), vec2(0.0, 1.0), vec2(0.0, -1.0)] {
                let [near, far] = [0.62, 0.92].map(|far| center + way * self.grid.side * far);
                self.painter.line_segment([near, far], pen);
            }
        }
    }

    /// The line between two hexes, and the wall that stops it.
    fn sight(&self, shown: &Shown<'_>) {
        let (Some(from), to) = shown.memory.sight else {
            return;
        };
        let mark = Stroke::new(2.0 * line::MARK, self.theme.focus);
        self.outline(from, mark);
        let Some(to) = to else {
            return;
        };
        self.outline(to, mark);
        let position = shown.game.position();
        let corners = position.switches().corner_to_corner;
        let Some(seen) = scenario::sight::sight(position.board(), corners, from, to) else {
            return;
        };
        let ends = [self.grid.center(from), self.grid.center(to)];
        if seen.in_sight {
            self.painter.line_segment(ends, Stroke::new(line::MARK, self.theme.good));
        } else {
            let pen = Stroke::new(line::MARK, self.theme.bad);
            self.painter.extend(Shape::dashed_line(&ends, pen, 6.0, 6.0));
        }
        if let Some(wall) = seen.wall {
            let pen = Stroke::new((self.grid.side * 0.2).max(2.0 * line::MARK), self.theme.bad);
            self.painter.line_segment(self.grid.edge(wall.hex, wall.side), pen);
        }
    }

    /// A figure: round on the characters' side, square on the monsters'.
    fn figure(&self, figure: &Figure, center: Pos2, is_quiet: bool) {
        let (theme, side) = (self.theme, self.grid.side);
        let radius = side * 0.54;
        // A little lower, so that the name of the hex is read.
        let center = center + vec2(0.0, side * 0.06);
        let (fill, ink) = match figure.kind {
            _ if is_quiet => (theme.paper, theme.muted),
            Kind::Character(_) => (theme.accent, theme.on_accent),
            _ => (theme.raised, theme.ink),
        };
        let edge = Stroke::new((side * 0.05).max(1.0), if is_quiet { ink } else { theme.ink });
        let body = around(center, radius);
        if figure.party() == Party::Characters {
            self.painter.circle(center, radius, fill, edge);
        } else {
            self.painter.rect(body, side * 0.12, fill, edge, StrokeKind::Middle);
        }
        let inner = body.shrink(side * 0.1);
        match figure.kind {
            Kind::Monster(Rank::Elite) => {
                self.painter.rect_stroke(inner, side * 0.08, edge, StrokeKind::Middle);
            }
            Kind::Monster(Rank::Boss | Rank::Named) => {
                let pen = Stroke::new((side * 0.1).max(line::MARK), theme.ink);
                self.painter.rect_stroke(inner, side * 0.08, pen, StrokeKind::Middle);
            }
            Kind::Summon { .. } | Kind::Ally(_) => {
                self.painter.circle_stroke(center, radius - side * 0.1, edge);
            }
            Kind::Character(_) | Kind::Monster(Rank::Normal) | Kind::Object(..) => {}
        }
        let number = figure.number.map(|number| number.to_string()).unwrap_or_default();
        let said = format!("{}{number}", initials(&figure.name));
        let height = (side * if said.len() > 3 { 0.36 } else { 0.46 }).max(7.0);
        let lifted = center - vec2(0.0, if figure.hit_points.is_some() { side * 0.1 } else { 0.0 });
        self.words(lifted, Align2::CENTER_CENTER, &said, height, ink);
        if let Some(hit_points) = figure.hit_points {
            let below = center + vec2(0.0, side * 0.28);
            let height = (side * 0.28).max(6.0);
            self.words(below, Align2::CENTER_CENTER, &hit_points.left.to_string(), height, ink);
        }
        let conditions: Vec<String> =
            figure.conditions.iter().map(|condition| capital(&condition.word()[..2])).collect();
        if !conditions.is_empty() && side >= NAMED {
            let below = center + vec2(0.0, side * 0.82);
            let height = (side * 0.24).clamp(8.0, text::SMALL);
            self.words(below, Align2::CENTER_BOTTOM, &conditions.join(" "), height, theme.ink);
        }
    }
}
