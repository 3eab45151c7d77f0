//! Payments as lines with their points, and the points that each tile keeps of them.
//!
//! Points go from the consuming tile or building to the tile that it used, and the line points
//! there. Each line has ends of its own and keeps off the tiles between. A small disc at the arrow
//! shows the points paid; most of them may be paid on along other lines. The score shows the
//! remainder, so only that is in a badge, at the tile that keeps it. All lines are drawn before the
//! first number, so that no line crosses out a number.
//!
//! The same plan is drawn while the payments are animated one by one: a coin runs along its line,
//! and points that will be paid on wait next to the tile that was paid.

use components::quantity::Points;
use components::tile::Footprint;
use rules::Game;
use rules::player::{ByPlayer, PlayerId};
use scene::{Pos, Rect, Typeface};

use super::board::{Grid, PaymentLine, PlayerSigns};
use super::color::{BoardColor, Scene};
use super::label_space::LabelSpace;
use super::pieces::TilePlan;
use super::routing::{DrawnConnection, KeepOff, Terrain};

/// The radius of a badge, in squares.
const BADGE: f32 = 0.3;
/// The radius of the points on a line, in squares.
const GROSS: f32 = 0.17;
/// The radius around the center of an arrow's head that should stay free, in squares.
const HEAD: f32 = 0.2;
/// Half the side of the number of a payment, in squares.
const NUMBER: f32 = 0.14;
/// The radius of a moving coin, in squares.
const COIN: f32 = 0.26;

/// The length of an arrow's head with its lining, in squares.
const ARROW: f32 = 0.31;

/// Payments laid out over a picture: the places of lines, numbers and badges, and the coins' paths.
#[derive(Clone, Debug)]
pub struct PaymentPlan {
    size: Pos,
    looks: ByPlayer<PlayerSigns>,
    flows: Vec<Flow>,
    /// The points of each flow.
    points: Vec<Pos>,
    /// The number of each flow.
    numbers: Vec<Pos>,
    badges: Vec<(Badge, Pos)>,
    steps: Vec<PaymentStep>,
}

/// One payment of a plan.
#[derive(Clone, Debug)]
struct PaymentStep {
    /// The index of the badge that shows its kept points.
    badge: Option<usize>,
    parent: Option<usize>,
    points: Points,
    kept: Points,
    ink: BoardColor,
    on: BoardColor,
    /// The path of its coin, from the purse it is paid out of to the badge.
    run: Vec<Pos>,
}

impl PaymentPlan {
    /// Lays out payments over a board with these pieces drawn on it.
    pub(super) fn new(
        game: &Game,
        grid: Grid,
        looks: ByPlayer<PlayerSigns>,
        pieces: &Scene,
        payments: &[PaymentLine],
    ) -> Self {
        let mut plan = Self {
            size: grid.size(),
            looks,
            flows: Vec::new(),
            points: Vec::new(),
            numbers: Vec::new(),
            badges: Vec::new(),
            steps: Vec::new(),
        };
        if payments.is_empty() {
            return plan;
        }
        let merged = merge(payments);
        let connections: Vec<DrawnConnection> =
            merged.iter().map(|(line, _)| connection(grid, line)).collect();
        let mut terrain = Terrain::new(game, grid, pieces);
        let badges: Vec<(Badge, Vec<Pos>)> = badges(payments)
            .into_iter()
            .map(|badge| {
                let places = places_on(grid, &badge.tile);
                (badge, places)
            })
            .collect();
        let likely = badges.iter().filter_map(|(_, places)| places.first().copied()).collect();
        let routes = terrain.route_all(&connections, likely);
        let lines = merged.into_iter().zip(routes);
        plan.flows = lines.map(|((line, of), route)| Flow::new(line, of, route)).collect();
        let lines = plan.flows.iter().map(|flow| flow.route.as_slice()).collect();
        let mut space = LabelSpace::new(lines, plan.flows.iter().map(Flow::head).collect());
        let (names, others): (Vec<_>, Vec<_>) =
            terrain.keep_off().iter().partition(|keep_off| keep_off.cost >= KeepOff::NAME);
        space.keep_off(names.into_iter());
        // Badges choose first: they are the most important and the largest.
        for (badge, places) in badges {
            plan.badges.push((badge, space.take(BADGE, None, &places)));
        }
        // Badges may hide tokens and icons, all other labels do not.
        space.keep_off(others.into_iter());
        for (index, flow) in plan.flows.iter().enumerate() {
            plan.points.push(space.take(GROSS, Some(index), &flow.points_places()));
        }
        for (index, flow) in plan.flows.iter().enumerate() {
            plan.numbers.push(space.take(NUMBER, Some(index), &flow.number_places()));
        }
        for (index, line) in payments.iter().enumerate() {
            let flow = plan.flows.iter().find(|flow| flow.of.contains(&index));
            let badge = plan.badges.iter().position(|(badge, _)| badge.tile == line.from);
            let end = badge.map_or_else(|| middle(grid, &line.from), |badge| plan.badges[badge].1);
            let mut run = Vec::new();
            let parent = line.parent.and_then(|parent| plan.steps.get(parent));
            run.extend(parent.map(PaymentStep::purse));
            run.extend(flow.iter().flat_map(|flow| flow.route.iter().copied()));
            run.push(end);
            let (ink, on) = inks(line.player);
            let (points, kept, parent) = (line.points, line.kept, line.parent);
            plan.steps.push(PaymentStep { badge, parent, points, kept, ink, on, run });
        }
        plan
    }

    /// Draws all payments as made, and their order if `numbered`.
    pub fn final_scene(&self, numbered: bool) -> Scene {
        let mut scene = self.scene_at(self.steps.len() as f32);
        for (flow, &place) in self.flows.iter().zip(&self.numbers).filter(|_| numbered) {
            flow.draw_number(&mut scene, place);
        }
        scene
    }

    /// Draws the payments after `made` of them, with the fraction of the next.
    pub fn scene_at(&self, made: f32) -> Scene {
        let mut scene = Scene::new(self.size);
        let done = (made.max(0.0) as usize).min(self.steps.len());
        let linear = (made - done as f32).clamp(0.0, 1.0);
        // Eases in and out.
        let part = linear * linear * (3.0 - 2.0 * linear);
        for flow in &self.flows {
            match flow.of.first() {
                Some(&first) if first < done => flow.draw(&mut scene, 1.0),
                Some(&first) if first == done && part > 0.0 => flow.draw(&mut scene, part),
                Some(_) | None => {}
            }
        }
        for (flow, &place) in self.flows.iter().zip(&self.points) {
            let points: Points = flow
                .of
                .iter()
                .filter(|&&step| step < done)
                .map(|&step| self.steps[step].points)
                .sum();
            if points != Points::ZERO {
                flow.draw_points(&mut scene, place, points);
            }
        }
        for (index, (badge, place)) in self.badges.iter().enumerate() {
            let kept: Points = self.steps[..done]
                .iter()
                .filter(|step| step.badge == Some(index))
                .map(|step| step.kept)
                .sum();
            if kept != Points::ZERO {
                badge.draw(&mut scene, &self.looks, *place, kept);
            }
        }
        for (index, step) in self.steps[..done].iter().enumerate() {
            let waiting = self.waiting_of(index, done + usize::from(part > 0.0));
            if waiting != Points::ZERO {
                step.draw_coin(&mut scene, step.purse(), waiting);
            }
        }
        if let Some(step) = self.steps.get(done).filter(|_| part > 0.0) {
            step.draw_coin(&mut scene, along(&step.run, part), step.points);
        }
        scene
    }

    /// Returns the final position of a payment's coin.
    pub fn coin_end(&self, step: usize) -> Option<Pos> {
        self.steps.get(step)?.run.last().copied()
    }

    /// Returns the points of a payment that wait to be paid on after the first `started` payments
    /// have started.
    fn waiting_of(&self, index: usize, started: usize) -> Points {
        self.steps
            .iter()
            .skip(started)
            .filter(|step| step.parent == Some(index))
            .map(|step| step.points)
            .sum()
    }
}

impl PaymentStep {
    /// Returns the place where points wait to be paid on: next to the badge, if there is one.
    fn purse(&self) -> Pos {
        let end = self.run.last().copied().unwrap_or_default();
        if self.kept == Points::ZERO { end } else { end.plus(BADGE + COIN * 0.6, -COIN) }
    }

    fn draw_coin(&self, scene: &mut Scene, at: Pos, points: Points) {
        scene.circle(at, COIN + 0.05, BoardColor::Raised);
        scene.circle(at, COIN + 0.02, BoardColor::Text);
        scene.circle(at, COIN - 0.01, self.ink);
        scene.circle_line(at, COIN - 0.06, 0.02, self.on);
        scene.text(at, points.to_string(), 0.28, Typeface::Sans, true, self.on);
    }
}

/// Returns the inks of the player who is paid, for a body and for the text on it.
const fn inks(player: Option<PlayerId>) -> (BoardColor, BoardColor) {
    match player {
        Some(player) => (BoardColor::Player(player), BoardColor::OnPlayer(player)),
        None => (BoardColor::Neutral, BoardColor::OnNeutral),
    }
}

/// Returns the point of a line after a part of its length.
fn along(line: &[Pos], part: f32) -> Pos {
    let mut left = lengths(line).sum::<f32>() * part;
    for (pair, length) in line.windows(2).zip(lengths(line)) {
        if left <= length {
            return pair[0].toward(pair[1], left / length.max(0.001));
        }
        left -= length;
    }
    line.last().copied().unwrap_or_default()
}

/// Returns the lengths of a line's segments.
fn lengths(line: &[Pos]) -> impl Iterator<Item = f32> {
    line.windows(2).map(|pair| pair[0].distance(pair[1]))
}

/// Merges payments with the same supplier, consumer and owner into one line each, with the indices
/// of its payments, in the order of the first. Points that a tile earns by itself need no line.
fn merge(payments: &[PaymentLine]) -> Vec<(&PaymentLine, Vec<usize>)> {
    let mut lines: Vec<(&PaymentLine, Vec<usize>)> = Vec::new();
    for (index, payment) in payments.iter().enumerate().filter(|(_, line)| line.from != line.to) {
        match lines.iter_mut().find(|(line, _)| {
            (line.from, line.to, line.player) == (payment.from, payment.to, payment.player)
        }) {
            Some((_, of)) => of.push(index),
            None => lines.push((payment, vec![index])),
        }
    }
    lines
}

/// The badge of the points that a tile keeps.
#[derive(Clone, Debug)]
struct Badge {
    tile: Footprint,
    player: PlayerId,
}

/// Returns a badge for every tile that keeps points.
fn badges(payments: &[PaymentLine]) -> Vec<Badge> {
    let mut badges: Vec<Badge> = Vec::new();
    for payment in payments {
        let Some(player) = payment.player.filter(|_| payment.kept != Points::ZERO) else {
            continue;
        };
        if badges.iter().all(|badge| badge.tile != payment.from) {
            badges.push(Badge { tile: payment.from, player });
        }
    }
    badges
}

impl Badge {
    fn draw(&self, scene: &mut Scene, looks: &ByPlayer<PlayerSigns>, at: Pos, kept: Points) {
        let (ink, on) = inks(Some(self.player));
        scene.circle(at, BADGE + 0.05, BoardColor::Raised);
        scene.circle(at, BADGE + 0.02, BoardColor::Text);
        scene.circle(at, BADGE - 0.02, ink);
        scene.text(at.plus(0.0, -0.05), format!("+{kept}"), 0.32, Typeface::Sans, true, on);
        let letter = looks[self.player].letter.to_string();
        scene.text(at.plus(0.0, 0.17), letter, 0.17, Typeface::Sans, true, on);
    }
}

/// Returns the possible places of a tile's badge, the best first: on the owner's token, which shows
/// no more than the badge, then elsewhere on the tile and around it.
fn places_on(grid: Grid, tile: &Footprint) -> Vec<Pos> {
    let cells = grid.cells(tile.squares());
    let token = TilePlan::new(&cells).top;
    let mut places: Vec<Pos> = cells.iter().map(|&cell| Grid::rect(cell).center()).collect();
    places.sort_by(|a, b| a.distance(token).total_cmp(&b.distance(token)));
    places.insert(0, token);
    let steps = [-0.5, 0.0, 0.5];
    places.extend(cells.iter().flat_map(|&cell| {
        let centre = Grid::rect(cell).center();
        steps.into_iter().flat_map(move |x| steps.map(|y| centre.plus(x, y)))
    }));
    places
}

/// Returns the connection that a payment is drawn along, from the consumer to the supplier.
fn connection(grid: Grid, line: &PaymentLine) -> DrawnConnection {
    DrawnConnection {
        from: grid.cells(line.to.squares()),
        to: grid.cells(line.from.squares()),
        roads: grid.cells(&line.route),
    }
}

/// Returns the center of a tile's square that is nearest to the tile's mean. The mean itself can be
/// off an angled tile.
fn middle(grid: Grid, tile: &Footprint) -> Pos {
    let cells = grid.cells(tile.squares());
    let centers: Vec<Pos> = cells.iter().map(|&cell| Grid::rect(cell).center()).collect();
    let count = cells.len().max(1) as f32;
    let sum = centers.iter().fold(Pos::default(), |sum, at| sum.plus(at.x, at.y));
    let mean = Pos::new(sum.x / count, sum.y / count);
    centers.into_iter().min_by(|a, b| a.distance(mean).total_cmp(&b.distance(mean))).unwrap_or(mean)
}

/// The line of one or more payments, from the consumer to the supplier.
#[derive(Clone, Debug)]
struct Flow {
    /// Points along it, at most a tenth of a square apart.
    route: Vec<Pos>,
    ink: BoardColor,
    on: BoardColor,
    /// The indices of its payments, in order.
    of: Vec<usize>,
}

impl Flow {
    fn new(line: &PaymentLine, of: Vec<usize>, route: Vec<Pos>) -> Self {
        let (ink, on) = inks(line.player);
        Self { route, ink, on, of }
    }

    /// Returns the center and the radius of the arrow's head.
    fn head(&self) -> (Pos, f32) {
        (trim_end(&mut self.route.clone(), HEAD), HEAD)
    }

    /// Returns the point of the route at an index, or its last one.
    fn point(&self, index: usize) -> Pos {
        let last = self.route.len().saturating_sub(1);
        self.route.get(index.min(last)).copied().unwrap_or_default()
    }

    /// Returns the possible places of a label at distances from the start: on the line, then on
    /// either side of it.
    fn places(&self, distances: &[f32], aside: f32) -> Vec<Pos> {
        let mut far = 0.0;
        let lengths: Vec<f32> = std::iter::once(0.0)
            .chain(lengths(&self.route).map(|length| {
                far += length;
                far
            }))
            .collect();
        let indices = distances.iter().map(|&far| lengths.partition_point(|&at| at < far));
        let on_line = indices.clone().map(|index| self.point(index));
        let off_line = indices.flat_map(|index| {
            let (before, after) = (self.point(index.saturating_sub(1)), self.point(index + 1));
            let by = aside / before.distance(after).max(0.001);
            let across = Pos::new((after.y - before.y) * by, (before.x - after.x) * by);
            let at = self.point(index);
            [at.plus(across.x, across.y), at.plus(-across.x, -across.y)]
        });
        on_line.chain(off_line).collect()
    }

    /// Returns the possible places of its points, those at the arrow first.
    fn points_places(&self) -> Vec<Pos> {
        let length: f32 = lengths(&self.route).sum();
        let behind_head = length - ARROW - GROSS - 0.03;
        if behind_head < 2.0 * GROSS {
            // On a short line they are its start.
            return self.places(&[0.0, length / 2.0], 0.34);
        }
        let steps = ((behind_head - 2.0 * GROSS) / 0.1) as usize;
        let distances: Vec<f32> = (0..=steps).map(|step| behind_head - 0.1 * step as f32).collect();
        self.places(&distances, 0.34)
    }

    /// Returns the possible places of its number, those near its start first.
    fn number_places(&self) -> Vec<Pos> {
        self.places(&[0.36, 0.3, 0.46, 0.56, 0.66, 0.8, 1.0, 1.2, 0.0], 0.3)
    }

    fn draw(&self, scene: &mut Scene, part: f32) {
        let mut points = self.route.clone();
        let shown = points.len() as f32 * part;
        points.truncate((shown as usize).max(2));
        let Some(&from) = points.first() else { return };
        let tip = trim_end(&mut points, 0.26);
        let Some(&before) = points.iter().rev().nth(1) else {
            return;
        };
        let length = before.distance(tip).max(0.001);
        let ahead = Pos::new((tip.x - before.x) / length, (tip.y - before.y) / length);
        scene.line(points.clone(), 0.22, BoardColor::Raised.at(0.9));
        scene.polygon(arrow_head(tip, ahead, 0.31, 0.27), BoardColor::Raised.at(0.9));
        scene.line(points.clone(), 0.15, BoardColor::Text);
        scene.polygon(arrow_head(tip, ahead, 0.26, 0.21), BoardColor::Text);
        scene.line(points, 0.09, self.ink);
        scene.polygon(arrow_head(tip, ahead, 0.18, 0.14), self.ink);
        scene.circle(from, 0.15, BoardColor::Text);
        scene.circle(from, 0.11, self.ink);
    }

    fn draw_points(&self, scene: &mut Scene, at: Pos, points: Points) {
        scene.circle(at, GROSS, BoardColor::Text);
        scene.circle(at, GROSS - 0.03, self.ink);
        scene.text(at, points.to_string(), 0.24, Typeface::Sans, true, self.on);
    }

    /// Draws the numbers of its payments in a square frame, which points never have.
    fn draw_number(&self, scene: &mut Scene, at: Pos) {
        let numbers =
            self.of.iter().map(|step| (step + 1).to_string()).collect::<Vec<_>>().join(" ");
        let half = NUMBER.max(0.07 * numbers.len() as f32 + 0.03);
        let around = |by: f32| {
            Rect::new(at.x - half - by, at.y - NUMBER - by, 2.0 * (half + by), 2.0 * (NUMBER + by))
        };
        scene.rect(around(0.03), 0.05, BoardColor::Text);
        scene.rect(around(0.0), 0.03, BoardColor::Raised);
        scene.text(at, numbers, 0.24, Typeface::Serif, true, BoardColor::Text);
    }
}

/// Returns the corners of an arrow head that reaches beyond `tip` in the direction `ahead`.
fn arrow_head(tip: Pos, ahead: Pos, reach: f32, half_width: f32) -> Vec<Pos> {
    let side = Pos::new(-ahead.y, ahead.x);
    vec![
        tip.plus(ahead.x * reach, ahead.y * reach),
        tip.plus(side.x * half_width, side.y * half_width),
        tip.plus(-side.x * half_width, -side.y * half_width),
    ]
}

/// Shortens a line at its end by a length, and returns its new end.
fn trim_end(points: &mut Vec<Pos>, by: f32) -> Pos {
    let mut left = by;
    while let [.., before, end] = points[..] {
        let length = before.distance(end);
        if length > left || points.len() == 2 {
            let new_end = end.toward(before, (left / length.max(0.001)).min(0.9));
            points.pop();
            points.push(new_end);
            return new_end;
        }
        left -= length;
        points.pop();
    }
    points.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::color::Item;
    use super::super::pieces;
    use super::*;
    use components::square::Square;
    use rules::Setup;

    fn game() -> Game {
        let setup = Setup {
            pack: packs::find("practice").expect("it is built in"),
            board: "Three Rivers".to_owned(),
            players: vec!["Anna".to_owned(), "Ben".to_owned()],
            ..Setup::default()
        };
        Game::new(&setup).expect("a game starts")
    }

    fn tile(square: &str) -> Footprint {
        Footprint::single(square.parse::<Square>().expect("a square"))
    }

    /// Returns a payment to the tile `from` for its use by the tile `to`.
    fn payment(from: &str, to: &str, points: i32, kept: i32) -> PaymentLine {
        PaymentLine {
            from: tile(from),
            route: Vec::new(),
            to: tile(to),
            points: Points(points),
            kept: Points(kept),
            player: Some(PlayerId(u8::from(from < to))),
            parent: None,
        }
    }

    fn plan(payments: &[PaymentLine]) -> PaymentPlan {
        let (game, looks) = (game(), ByPlayer::default());
        let grid = Grid::new(&game, 0);
        let pieces = pieces::draw(&game, grid, &looks);
        PaymentPlan::new(&game, grid, looks, &pieces, payments)
    }

    /// Returns a plan in which H4 is paid 10 by K4 and pays on 6 to E4, which pays on 2 to B4.
    fn cascade() -> PaymentPlan {
        let mut payments =
            [payment("H4", "K4", 10, 4), payment("E4", "H4", 6, 4), payment("B4", "E4", 2, 2)];
        payments[1].parent = Some(0);
        payments[2].parent = Some(1);
        plan(&payments)
    }

    /// Returns every text of a scene in order, except for unknown letters.
    fn words(scene: &Scene) -> Vec<&str> {
        scene
            .items
            .iter()
            .filter_map(|(_, item)| match item {
                Item::Text(text) => Some(text.text.as_str()),
                _ => None,
            })
            .filter(|words| *words != "?")
            .collect()
    }

    #[test]
    fn payments_between_the_same_tiles_share_one_line() {
        let plan = plan(&[payment("H4", "K4", 2, 1), payment("H4", "K4", 3, 0)]);
        assert_eq!(plan.flows.len(), 1);
        assert_eq!(words(&plan.scene_at(1.0)), ["2", "+1"]);
        assert_eq!(words(&plan.final_scene(true)), ["5", "+1", "1 2"]);
    }

    #[test]
    fn only_tiles_that_keep_points_have_a_badge() {
        let payments = [
            payment("K4", "K4", 10, 4),
            payment("H4", "K4", 6, 0),
            payment("E4", "H4", 6, 6),
            payment("K4", "N4", 1, 1),
        ];
        let plan = plan(&payments);
        let tiles: Vec<Footprint> = plan.badges.iter().map(|(badge, _)| badge.tile).collect();
        assert_eq!(tiles, [tile("K4"), tile("E4")]);
        // Points that a tile earns by itself need no line.
        assert_eq!(words(&plan.final_scene(false)), ["6", "6", "1", "+5", "+6"]);
    }

    #[test]
    fn coins_run_in_order_and_points_to_be_paid_on_wait() {
        let plan = cascade();
        assert_eq!(words(&plan.scene_at(0.0)), Vec::<&str>::new());
        // The coin alone, then kept and waiting points, then the next coin instead of the latter.
        assert_eq!(words(&plan.scene_at(0.5)), ["10"]);
        assert_eq!(words(&plan.scene_at(1.0)), ["10", "+4", "6"]);
        assert_eq!(words(&plan.scene_at(1.5)), ["10", "+4", "6"]);
        assert_eq!(words(&plan.scene_at(2.0)), ["10", "6", "+4", "+4", "2"]);
        assert_eq!(words(&plan.scene_at(3.0)), ["10", "6", "2", "+4", "+4", "+2"]);
        assert_eq!(plan.scene_at(3.0), plan.final_scene(false));
        assert_eq!(words(&plan.final_scene(true))[6..], ["1", "2", "3"]);
    }

    #[test]
    fn coin_starts_where_it_waited_and_ends_at_its_badge() {
        let plan = cascade();
        for (step, (_, badge)) in plan.badges.iter().enumerate() {
            assert_eq!(plan.coin_end(step), Some(*badge));
        }
        for step in &plan.steps[1..] {
            let parent = &plan.steps[step.parent.expect("it is paid on")];
            assert_eq!(step.run.first(), Some(&parent.purse()));
        }
        assert_eq!(plan.coin_end(3), None);
    }

    #[test]
    fn point_along_a_line_is_found_by_length() {
        let line = [0.0, 1.0, 3.0].map(|x| Pos::new(x, 0.0));
        let at = [0.0, 0.5, 1.0].map(|part| along(&line, part).x);
        assert!(at.iter().zip([0.0, 1.5, 3.0]).all(|(at, x)| (at - x).abs() < 0.001), "{at:?}");
    }

    #[test]
    fn numbers_and_badges_do_not_overlap_where_there_is_space() {
        let payments = [
            payment("H4", "K4", 10, 4),
            payment("H7", "K4", 5, 1),
            payment("K7", "K4", 5, 2),
            payment("H4", "K7", 3, 3),
            payment("K4", "N4", 3, 3),
            payment("N4", "N4", 2, 2),
        ];
        let plan = plan(&payments);
        let points = plan.points.iter().map(|&at| (at, GROSS));
        let discs: Vec<(Pos, f32)> = points
            .chain(plan.numbers.iter().map(|&at| (at, NUMBER)))
            .chain(plan.badges.iter().map(|(_, at)| (*at, BADGE)))
            .chain(plan.flows.iter().map(Flow::head))
            .collect();
        let count = discs.len() - plan.flows.len();
        for (index, (at, radius)) in discs[..count].iter().enumerate() {
            for (other, by) in &discs[index + 1..] {
                let gap = at.distance(*other) - radius - by;
                assert!(gap >= -0.001, "{at:?} and {other:?} are {gap} apart");
            }
        }
    }

    #[test]
    fn line_is_shortened_at_its_end() {
        let mut line = [0.0, 1.0, 1.2].map(|x| Pos::new(x, 0.0)).to_vec();
        let end = trim_end(&mut line, 0.5);
        assert!((end.x - 0.7).abs() < 0.001);
        assert_eq!(line.len(), 2);
    }
}
