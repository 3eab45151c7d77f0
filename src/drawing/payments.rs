//! Payments as lines with their points, and the points that each tile keeps of them.
//!
//! Points go from the consuming tile or building to the tile that it used, and the line points
//! there. A small disc on the line shows the points paid; most of them may be paid on along other
//! lines. The score shows the remainder, so only that is in a badge, at the tile that keeps it. All
//! lines are drawn before the first number, so that no line crosses out a number.
//!
//! The same plan is drawn while the payments are animated one by one: a coin runs along its line,
//! and points that will be paid on wait next to the tile that was paid.

use components::quantity::Points;
use components::tile::Footprint;
use rules::player::{ByPlayer, PlayerId};
use scene::{Pos, Rect, Typeface, curve};

use super::board::{Grid, PaymentLine, PlayerSigns};
use super::color::{BoardColor, Scene};
use super::pieces::TilePlan;

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

/// The minimum length of a payment line in tenths of a square: badge, number and arrow head.
const SHORTEST: usize = 11;

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
    out_of: Option<usize>,
    points: Points,
    kept: Points,
    ink: BoardColor,
    on: BoardColor,
    /// The path of its coin, from the purse it is paid out of to the badge.
    run: Vec<Pos>,
}

impl PaymentPlan {
    pub(super) fn new(grid: Grid, looks: ByPlayer<PlayerSigns>, payments: &[PaymentLine]) -> Self {
        let flows: Vec<Flow> = merge(payments)
            .into_iter()
            .enumerate()
            .map(|(place, (line, of))| Flow::new(grid, line, of, place))
            .collect();
        // Badges choose first: they are the most important and the largest.
        let mut covered = CoveredDiscs { discs: flows.iter().map(Flow::head).collect() };
        let badges: Vec<(Badge, Pos)> = badges(payments)
            .into_iter()
            .map(|badge| {
                let places = places_on(grid, &badge.tile);
                (badge, covered.take(BADGE, &places))
            })
            .collect();
        let points = flows.iter().map(|flow| covered.take(GROSS, &flow.points_places())).collect();
        let numbers =
            flows.iter().map(|flow| covered.take(NUMBER, &flow.number_places())).collect();
        let mut steps: Vec<PaymentStep> = Vec::new();
        for (index, line) in payments.iter().enumerate() {
            let flow = flows.iter().position(|flow| flow.of.contains(&index));
            let badge = badges.iter().position(|(badge, _)| badge.tile == line.from);
            let end = badge.map_or_else(|| middle(grid, &line.from), |badge| badges[badge].1);
            let mut run = Vec::new();
            run.extend(line.out_of.and_then(|out_of| steps.get(out_of)).map(PaymentStep::purse));
            run.extend(flow.iter().flat_map(|&flow| flows[flow].route.iter().copied()));
            run.push(end);
            let (ink, on) = inks(line.player);
            let (points, kept, out_of) = (line.points, line.kept, line.out_of);
            steps.push(PaymentStep { badge, out_of, points, kept, ink, on, run });
        }
        Self { size: grid.size(), looks, flows, points, numbers, badges, steps }
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
            .filter(|step| step.out_of == Some(index))
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

/// The discs that are already covered: arrow heads, badges, points.
struct CoveredDiscs {
    discs: Vec<(Pos, f32)>,
}

impl CoveredDiscs {
    /// Covers the first place where a disc overlaps nothing, or the one where it overlaps least.
    fn take(&mut self, radius: f32, places: &[Pos]) -> Pos {
        let place = places
            .iter()
            .copied()
            .find(|&at| self.clearance(at, radius) >= 0.0)
            .or_else(|| {
                places.iter().copied().max_by(|&a, &b| {
                    self.clearance(a, radius).total_cmp(&self.clearance(b, radius))
                })
            })
            .unwrap_or_default();
        self.discs.push((place, radius));
        place
    }

    /// Returns the smallest distance between a disc and the covered ones; negative for an overlap.
    fn clearance(&self, at: Pos, radius: f32) -> f32 {
        self.discs
            .iter()
            .map(|(other, by)| at.distance(*other) - by - radius)
            .fold(f32::INFINITY, f32::min)
    }
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
    fn new(grid: Grid, line: &PaymentLine, of: Vec<usize>, place: usize) -> Self {
        let (from, to) = (middle(grid, &line.to), middle(grid, &line.from));
        let coarse = if line.route.is_empty() {
            // A curve, so that two payments between the same tiles do not hide each other.
            let bow = 0.16 + 0.06 * (place % 4) as f32;
            let control = from.toward(to, 0.5).plus((to.y - from.y) * bow, (from.x - to.x) * bow);
            curve(from, control, to, 16)
        } else {
            let through: Vec<Pos> = std::iter::once(from)
                .chain(
                    line.route.iter().rev().map(|&square| Grid::rect(grid.cell(square)).center()),
                )
                .chain([to])
                .collect();
            rounded(&through)
        };
        let mut route = subdivide(&coarse);
        // The line ends where it reaches the tile, so that it hides nothing on the tile; between
        // neighbors it is long enough to be seen.
        let target = grid.cells(line.from.squares());
        let entry =
            route.iter().position(|pos| target.iter().any(|&cell| Grid::rect(cell).contains(*pos)));
        if let Some(entry) = entry {
            route.truncate((entry + 2).max(SHORTEST));
        }
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

    /// Returns the point of the route after a part of its points.
    fn point_after(&self, part: f32) -> Pos {
        let last = self.route.len().saturating_sub(1);
        self.point((last as f32 * part).round() as usize)
    }

    /// Returns the possible places of its points, those in the middle first.
    fn points_places(&self) -> Vec<Pos> {
        let middle = self.point_after(0.5);
        // Off the line if it is short or crowded.
        let off_line = [(0.0, -0.34), (0.34, 0.0), (0.0, 0.34), (-0.34, 0.0)];
        [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18]
            .map(|part| self.point_after(part))
            .into_iter()
            .chain(off_line.map(|(x, y)| middle.plus(x, y)))
            .collect()
    }

    /// Returns the possible places of its number, those near its start first.
    fn number_places(&self) -> Vec<Pos> {
        let start = self.point(4);
        let off_line = [(0.0, -0.3), (0.3, 0.0), (0.0, 0.3), (-0.3, 0.0)];
        [4, 3, 5, 2, 6, 8, 10]
            .map(|index| self.point(index))
            .into_iter()
            .chain(off_line.map(|(x, y)| start.plus(x, y)))
            .collect()
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

/// Returns the same line with points at most a tenth of a square apart.
fn subdivide(points: &[Pos]) -> Vec<Pos> {
    let mut fine: Vec<Pos> = points.first().copied().into_iter().collect();
    for pair in points.windows(2) {
        let pieces = (pair[0].distance(pair[1]) / 0.1).ceil().max(1.0);
        fine.extend(
            (1..=pieces as usize).map(|step| pair[0].toward(pair[1], step as f32 / pieces)),
        );
    }
    fine
}

/// Returns a line with its corners rounded.
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
    use super::*;
    use components::square::Square;
    use rules::{Game, Setup};

    fn grid() -> Grid {
        let setup = Setup {
            pack: packs::find("practice").expect("it is built in"),
            board: "Three Rivers".to_owned(),
            players: vec!["Anna".to_owned(), "Ben".to_owned()],
            ..Setup::default()
        };
        Grid::new(&Game::new(&setup).expect("a game starts"), 0)
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
            out_of: None,
        }
    }

    fn plan(payments: &[PaymentLine]) -> PaymentPlan {
        PaymentPlan::new(grid(), ByPlayer::default(), payments)
    }

    /// Returns a plan in which H4 is paid 10 by K4 and pays on 6 to E4, which pays on 2 to B4.
    fn cascade() -> PaymentPlan {
        let mut payments =
            [payment("H4", "K4", 10, 4), payment("E4", "H4", 6, 4), payment("B4", "E4", 2, 2)];
        payments[1].out_of = Some(0);
        payments[2].out_of = Some(1);
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
            let out_of = &plan.steps[step.out_of.expect("it is paid on")];
            assert_eq!(step.run.first(), Some(&out_of.purse()));
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
