//! How the map is drawn: paper and ink, with a sign for each terrain and each kind of figure, so
//! that no colour is the only one.

use egui::{Align2, Color32, Pos2, Stroke, vec2};
use plain_text::capital;

use super::geometry::{Grid, around};
use super::sheet::Sheet;
use super::{ScenarioMemory, Tool};
use crate::kit::initials;
use crate::theme::{Theme, line, text};
use scenario::Record;
use scenario::question::Question;
use scenario_rules::answer::End;
use scenario_rules::board::Terrain;
use scenario_rules::figure::{Figure, Kind, Party, Rank};
use scenario_rules::hex::Side;
use scenario_rules::whatif::Danger;
use scenario_rules::{Board, FigureId, Game, Hex};

/// Hexes with shorter sides, in points, have no names on them.
const NAMED: f32 = 24.0;

/// How strong a tint over a hex is.
const WASH: f32 = 0.25;

/// How strong the ground of a hex is over a photograph.
const OVER_PHOTO: f32 = 0.6;

/// How far an arc around a figure reaches up and down, in radians.
const BRACKET: f32 = 0.7;

/// What is drawn: a game, the turn that is shown, and what the hands at the map are doing.
pub(super) struct Shown<'a> {
    game: &'a Game,
    /// Whoever is looked at, whose turn is shown if it acts by the rules of monsters.
    selected: Option<FigureId>,
    foci: Vec<FigureId>,
    /// The end that is chosen, and all that are equally right.
    end: Option<End>,
    others: Vec<Hex>,
    /// Whether the turn attacks from where the monster stands, before it moves.
    attacks_first: bool,
    /// The targets that were chosen among those that are open.
    chosen: Vec<FigureId>,
    /// What is painted, dragged, asked for and marked; nothing on paper.
    hands: Option<Hands<'a>>,
}

/// What goes on at the map on screen.
struct Hands<'a> {
    tool: Tool,
    /// The hex that keys act on.
    cursor: Hex,
    stroke: &'a [Hex],
    carried: Option<(FigureId, Hex)>,
    sight: Option<(Hex, Option<Hex>)>,
    dangers: &'a [Danger],
    /// The hex below the pointer.
    hovered: Option<Hex>,
    /// Whether a photograph lies below, which open hexes leave to be seen.
    over_photo: bool,
}

impl<'a> Shown<'a> {
    /// A game as it lies on the table.
    pub(super) const fn still(game: &'a Game) -> Self {
        Self {
            game,
            selected: None,
            foci: Vec::new(),
            end: None,
            attacks_first: false,
            others: Vec::new(),
            chosen: Vec::new(),
            hands: None,
        }
    }

    /// A turn that is asked about.
    pub(super) fn asked(question: &'a Question) -> Self {
        let mut shown = Self::still(&question.game);
        shown.selected = Some(question.figure);
        if let Ok(answer) = &question.answer {
            shown.foci.clone_from(&answer.foci);
            shown.attacks_first = answer.card.attack_first;
            shown.others = answer.ends.iter().map(|end| end.hex).collect();
            shown.end = question.end().cloned();
        }
        shown
    }

    /// What is shown of a record now.
    pub(super) fn of(
        record: &'a Record,
        memory: &'a mut ScenarioMemory,
        hovered: Option<Hex>,
        over_photo: bool,
    ) -> Self {
        let game = record.game();
        let view = memory.view();
        let mut shown = Self::still(game);
        shown.selected = memory.selected(game.position());
        let acts = shown.selected.filter(|&id| game.acts_as_monster(id) && !game.has_acted(id));
        if let Some(answer) = acts.and_then(|id| memory.answer(record, id).as_ref().ok().cloned()) {
            shown.foci = answer.foci;
            shown.attacks_first = answer.card.attack_first;
            shown.others = answer.ends.iter().map(|end| end.hex).collect();
            let turn = memory.turn.get(&view);
            shown.end = answer.ends.into_iter().nth(turn.map_or(0, |turn| turn.end));
            shown.chosen = turn.iter().flat_map(|turn| &turn.chosen).copied().collect();
        }
        shown.hands = Some(Hands {
            tool: memory.tool,
            cursor: memory.cursor,
            stroke: memory.stroke.get(&view).map_or(&[], Vec::as_slice),
            carried: memory.carried.get(&view).copied(),
            sight: memory.sight.get(&view).copied(),
            dangers: memory.danger.get(&view).map_or(&[], |dangers| dangers.found.as_slice()),
            hovered,
            over_photo,
        });
        shown
    }

    /// The map.
    pub(super) const fn board(&self) -> &Board {
        self.game.position().board()
    }

    /// Whether the map is being set up, so that places without a hex are shown.
    fn is_set_up(&self) -> bool {
        let tool = self.hands.as_ref().map(|hands| hands.tool);
        matches!(tool, Some(Tool::Paint | Tool::Wall | Tool::Figure))
    }
}

/// Draws the map and what is shown over it.
pub(super) fn draw_map(theme: &Theme, grid: Grid, shown: &Shown<'_>) -> Sheet {
    let mut pen = Pen { sheet: Sheet::default(), theme, grid };
    let position = shown.game.position();
    let board = position.board();
    let over_photo = shown.hands.as_ref().is_some_and(|hands| hands.over_photo);
    for row in 0..board.rows() {
        for column in 0..board.columns() {
            let hex = Hex::new(column, row);
            match board.terrain(hex) {
                Some(terrain) => pen.ground(hex, terrain, over_photo),
                None if shown.is_set_up() => pen.outline(hex, theme.hair()),
                None => {}
            }
        }
    }
    let hands = shown.hands.as_ref();
    if let Some(hands) = hands {
        pen.dangers(hands.dangers);
    }
    pen.walls(board);
    if let Some(Hands { stroke, hovered, .. }) = hands {
        if let Some(hex) = hovered.filter(|hex| board.has(*hex)) {
            pen.outline(hex, Stroke::new(line::MARK, theme.muted));
        }
        for &hex in *stroke {
            pen.outline(hex, Stroke::new(line::MARK, theme.accent));
        }
    }
    pen.turn_below(shown);
    for hex in board.hexes() {
        pen.name(hex);
    }
    let carried = hands.and_then(|hands| hands.carried);
    for figure in position.figures() {
        let id = figure.id();
        let is_carried = carried.is_some_and(|(carried, _)| carried == id);
        // Whoever is done, or is being carried elsewhere, stands back.
        let is_quiet = is_carried || shown.game.has_acted(id);
        pen.figure(figure, grid.center(figure.hex), is_quiet);
    }
    pen.turn_above(shown);
    if let Some(sight) = hands.and_then(|hands| hands.sight) {
        pen.sight(shown.game, sight);
    }
    if let Some(id) = shown.selected {
        pen.brackets(position.figure(id).hex, 0.8, Stroke::new(line::FOCUS, theme.accent));
    }
    if let Some((id, hex)) = carried {
        pen.figure(position.figure(id), grid.center(hex), false);
    }
    if let Some(hands) = hands {
        pen.outline(hands.cursor, theme.focus_ring());
    }
    pen.sheet
}

/// Draws on a grid.
struct Pen<'a> {
    sheet: Sheet,
    theme: &'a Theme,
    grid: Grid,
}

impl Pen<'_> {
    fn outline(&mut self, hex: Hex, stroke: Stroke) {
        self.sheet.area(&self.grid.corners(hex), Color32::TRANSPARENT, stroke);
    }

    /// Tints a hex so lightly that ink is read on it in every look.
    fn wash(&mut self, hex: Hex, ink: Color32) {
        let fill = ink.gamma_multiply(WASH);
        self.sheet.area(&self.grid.corners(hex), fill, Stroke::NONE);
    }

    /// Two arcs around whoever stands in a hex, which leave its name and conditions free.
    fn brackets(&mut self, hex: Hex, radius: f32, pen: Stroke) {
        let center = self.grid.center(hex);
        for side in [-1.0, 1.0] {
            let arc = (-4..=4_i8).map(|step| {
                let angle = f32::from(step) * BRACKET / 4.0;
                center + vec2(side * angle.cos(), angle.sin()) * radius * self.grid.side
            });
            self.sheet.line(&arc.collect::<Vec<_>>(), pen);
        }
    }

    /// A hex with its terrain; over a photograph, some of that is seen.
    fn ground(&mut self, hex: Hex, terrain: Terrain, over_photo: bool) {
        let (theme, side) = (self.theme, self.grid.side);
        let fill = match (over_photo, terrain) {
            (false, _) => theme.hex(terrain),
            (true, Terrain::Open) => Color32::TRANSPARENT,
            (true, _) => theme.hex(terrain).gamma_multiply(OVER_PHOTO),
        };
        self.sheet.area(&self.grid.corners(hex), fill, theme.hair());
        let center = self.grid.center(hex);
        let pen = Stroke::new((side * 0.07).max(1.0), theme.ink);
        let at = |x: f32, y: f32| center + vec2(x, y) * side;
        let sheet = &mut self.sheet;
        let mut draw = |points: &[Pos2]| sheet.line(points, pen);
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
                self.sheet.circle(center, side * 0.5, Color32::TRANSPARENT, pen);
            }
            Terrain::Hazardous => {
                draw(&[at(0.0, -0.5), at(0.5, 0.38), at(-0.5, 0.38), at(0.0, -0.5)]);
                draw(&[at(0.0, -0.2), at(0.0, 0.12)]);
                self.sheet.circle(at(0.0, 0.25), pen.width * 0.7, theme.ink, Stroke::NONE);
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
                draw(&[at(0.0, -0.42), at(0.0, 0.42)]);
                let door = around(center, side * 0.42);
                self.sheet.plate(door, 1.0, Color32::TRANSPARENT, pen);
                if terrain == Terrain::LockedDoor {
                    self.sheet.circle(center, side * 0.17, theme.ink, Stroke::NONE);
                    self.sheet.circle(center, side * 0.07, fill, Stroke::NONE);
                }
            }
        }
    }

    /// The name of a hex, where there is room for it.
    fn name(&mut self, hex: Hex) {
        let side = self.grid.side;
        if side >= NAMED {
            let top = self.grid.center(hex) - vec2(0.0, side * 0.85);
            let height = (side * 0.26).clamp(8.0, text::SMALL);
            let (said, ink) = (hex.to_string(), self.theme.ink);
            self.sheet.small_words(top, Align2::CENTER_TOP, &said, height, ink);
        }
    }

    /// Walls: those drawn, those of closed doors and the edge of the map alike.
    fn walls(&mut self, board: &Board) {
        let drawn = Stroke::new((self.grid.side * 0.14).max(line::MARK), self.theme.ink);
        let edge = Stroke::new(line::MARK, self.theme.ink);
        let lines = board.walls();
        for hex in board.hexes() {
            for side in Side::ALL {
                let other = hex.beside(side).filter(|other| board.has(*other));
                let wall = scenario_rules::board::Line::new(hex, side);
                if other.is_none() {
                    self.sheet.line(&self.grid.edge(hex, side), edge);
                } else if wall.hex == hex && lines.binary_search(&wall).is_ok() {
                    self.sheet.line(&self.grid.edge(hex, side), drawn);
                }
            }
        }
    }

    /// The hexes in which a character would be attacked, by how many, and those in which it would not.
    fn dangers(&mut self, found: &[Danger]) {
        for danger in found {
            let known = danger.unknown.is_empty();
            let ink = match (danger.by.is_empty(), known) {
                (true, true) => self.theme.good,
                (true, false) => self.theme.muted,
                (false, _) => self.theme.bad,
            };
            self.wash(danger.hex, ink);
            let said = match (danger.by.len(), known) {
                (0, true) => "–".to_owned(),
                (0, false) => "?".to_owned(),
                (count, _) => count.to_string(),
            };
            let below = self.grid.center(danger.hex) + vec2(0.0, self.grid.side * 0.82);
            let height = (self.grid.side * 0.32).clamp(8.0, text::BODY);
            self.sheet.words(below, Align2::CENTER_BOTTOM, &said, height, self.theme.ink);
        }
    }

    /// The way of the turn that is shown, below the figures.
    fn turn_below(&mut self, shown: &Shown<'_>) {
        let Some(end) = &shown.end else {
            return;
        };
        let own = shown.selected.map(|id| shown.game.position().figure(id).hex);
        for &hex in &shown.others {
            self.wash(hex, self.theme.good);
            self.outline(hex, Stroke::new(line::MARK, self.theme.good));
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
            self.sheet.line(&way, pen);
            self.sheet.line(&[back + across, tip, back - across], pen);
        }
    }

    /// Focus and targets of the turn that is shown, above the figures.
    fn turn_above(&mut self, shown: &Shown<'_>) {
        let position = shown.game.position();
        let Some(own) = shown.selected else {
            return;
        };
        let after_move = shown.end.as_ref().filter(|_| !shown.attacks_first);
        let from = after_move.map_or(position.figure(own).hex, |end| end.hex);
        for &focus in &shown.foci {
            let to = self.grid.center(position.figure(focus).hex);
            let pen = Stroke::new(line::MARK, self.theme.bad);
            let dash = self.grid.side * 0.2;
            let begin = self.grid.center(from);
            // Up to the arcs, so that the figure is read.
            let end = to - (to - begin).normalized() * self.grid.side * 0.8;
            self.sheet.dashes([begin, end], pen, dash);
            self.brackets(position.figure(focus).hex, 0.72, pen);
        }
        let Some(end) = &shown.end else {
            return;
        };
        for &target in end.targets.iter().chain(&shown.chosen) {
            // Cross-hairs.
            let center = self.grid.center(position.figure(target).hex);
            let pen = Stroke::new((self.grid.side * 0.09).max(line::MARK), self.theme.bad);
            // On the slant, where no name stands.
            for way in [vec2(1.0, 1.0), vec2(-1.0, 1.0), vec2(1.0, -1.0), vec2(-1.0, -1.0)] {
                let [near, far] = [0.42, 0.66].map(|far| center + way * self.grid.side * far);
                self.sheet.line(&[near, far], pen);
            }
        }
    }

    /// The line between two hexes, and the wall that stops it.
    fn sight(&mut self, game: &Game, (from, to): (Hex, Option<Hex>)) {
        let mark = Stroke::new(2.0 * line::MARK, self.theme.focus);
        self.outline(from, mark);
        let Some(to) = to else {
            return;
        };
        self.outline(to, mark);
        let position = game.position();
        let corners = position.switches().corner_to_corner;
        let Some(seen) = scenario_rules::sight::sight(position.board(), corners, from, to) else {
            return;
        };
        let ends = [self.grid.center(from), self.grid.center(to)];
        if seen.in_sight {
            self.sheet.line(&ends, Stroke::new(line::MARK, self.theme.good));
        } else {
            let pen = Stroke::new(line::MARK, self.theme.bad);
            self.sheet.dashes(ends, pen, 6.0);
        }
        if let Some(wall) = seen.wall {
            let pen = Stroke::new((self.grid.side * 0.2).max(2.0 * line::MARK), self.theme.bad);
            self.sheet.line(&self.grid.edge(wall.hex, wall.side), pen);
        }
    }

    /// A figure: round on the characters' side, square on the monsters'.
    fn figure(&mut self, figure: &Figure, center: Pos2, is_quiet: bool) {
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
            self.sheet.circle(center, radius, fill, edge);
        } else {
            self.sheet.plate(body, side * 0.12, fill, edge);
        }
        let inner = body.shrink(side * 0.1);
        match figure.kind {
            Kind::Monster(Rank::Elite) => {
                self.sheet.plate(inner, side * 0.08, Color32::TRANSPARENT, edge);
            }
            Kind::Monster(Rank::Boss | Rank::Named) => {
                let pen = Stroke::new((side * 0.1).max(line::MARK), theme.ink);
                self.sheet.plate(inner, side * 0.08, Color32::TRANSPARENT, pen);
            }
            Kind::Summon { .. } | Kind::Ally(_) => {
                self.sheet.circle(center, radius - side * 0.1, Color32::TRANSPARENT, edge);
            }
            Kind::Character(_) | Kind::Monster(Rank::Normal) | Kind::Object(..) => {}
        }
        let number = figure.number().map(|number| number.to_string()).unwrap_or_default();
        let said = format!("{}{number}", initials(figure.name()));
        let is_framed = !matches!(
            figure.kind,
            Kind::Character(_) | Kind::Monster(Rank::Normal) | Kind::Object(..)
        );
        let height = match said.len() {
            0..=2 => 0.46,
            3 if !is_framed => 0.46,
            3 => 0.4,
            _ => 0.34,
        };
        let height = (side * height).max(7.0);
        let lifted =
            center - vec2(0.0, if figure.hit_points.is_some() { side * 0.12 } else { 0.0 });
        self.sheet.words(lifted, Align2::CENTER_CENTER, &said, height, ink);
        if let Some(hit_points) = figure.hit_points {
            let below = center + vec2(0.0, side * 0.22);
            let height = (side * 0.27).max(6.0);
            let said = hit_points.left.to_string();
            self.sheet.words(below, Align2::CENTER_CENTER, &said, height, ink);
        }
        let conditions: Vec<String> =
            figure.conditions.iter().map(|condition| capital(&condition.word()[..2])).collect();
        if !conditions.is_empty() && side >= NAMED {
            let below = center + vec2(0.0, side * 0.82);
            let height = (side * 0.24).clamp(8.0, text::SMALL);
            self.sheet.words(
                below,
                Align2::CENTER_BOTTOM,
                &conditions.join(" "),
                height,
                theme.ink,
            );
        }
    }
}
