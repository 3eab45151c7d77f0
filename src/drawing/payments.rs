//! Payments as lines with their points, and what of them each tile keeps.
//!
//! Points go from the tile or building that used something to the tile that it used, and the line
//! points there. It carries, small, what the use was worth; most of that may be paid on along
//! other lines. What is left is what the score shows, so only that stands in a badge, at the tile
//! that keeps it. All lines are drawn before the first number: no number is crossed out.
//!
//! The same plan is drawn while the payments are made, one after the other: a coin runs along its
//! line, and what is to be paid on waits beside the tile that was paid.

use components::quantity::Points;
use components::tile::Footprint;
use rules::player::{ByPlayer, PlayerId};
use scene::{Face, Pos, Rect, curve};

use super::board::{Grid, Look, PayLine};
use super::ink::{Ink, Scene};
use super::pieces::TilePlan;

/// Radius of a badge, in squares.
const BADGE: f32 = 0.3;
/// Radius of the points on a line, in squares.
const GROSS: f32 = 0.17;
/// How far from the middle of an arrow's head nothing else should be, in squares.
const HEAD: f32 = 0.2;
/// Half the side of the number of a payment, in squares.
const NUMBER: f32 = 0.14;
/// Radius of points on their way, in squares.
const COIN: f32 = 0.26;

/// Tenths of a square that a line has at least, for a badge, its points and its head.
const SHORTEST: usize = 11;

/// Payments laid out over a picture: where every line, number and badge stands, and along which
/// way each of them runs.
#[derive(Clone, Debug)]
pub struct PayPlan {
    size: Pos,
    looks: ByPlayer<Look>,
    flows: Vec<Flow>,
    /// The points of each flow.
    points: Vec<Pos>,
    /// The number of each flow.
    numbers: Vec<Pos>,
    badges: Vec<(Badge, Pos)>,
    steps: Vec<Step>,
}

/// One payment of a plan.
#[derive(Clone, Debug)]
struct Step {
    /// In which badge what is kept of it stands.
    badge: Option<usize>,
    out_of: Option<usize>,
    points: Points,
    kept: Points,
    ink: Ink,
    on: Ink,
    /// From where its points lay to where they come to rest.
    run: Vec<Pos>,
}

impl PayPlan {
    pub(super) fn new(grid: Grid, looks: ByPlayer<Look>, payments: &[PayLine]) -> Self {
        let merged = merged(payments);
        let flows: Vec<Flow> = merged
            .iter()
            .enumerate()
            .map(|(place, (line, of))| Flow::new(grid, line, of, place))
            .collect();
        // Badges choose first: they say the most, and need the most room.
        let mut taken = Taken { discs: flows.iter().map(Flow::head).collect() };
        let place = |badge: Badge| {
            let places = places_on(grid, &badge.tile);
            (badge, taken.take(BADGE, &places))
        };
        let badges: Vec<(Badge, Pos)> = badges(payments).into_iter().map(place).collect();
        let points = flows.iter().map(|flow| taken.take(GROSS, &flow.places())).collect();
        let numbers = flows.iter().map(|flow| taken.take(NUMBER, &flow.beginnings())).collect();
        let mut steps: Vec<Step> = Vec::new();
        for (index, line) in payments.iter().enumerate() {
            let flow = flows.iter().position(|flow| flow.of.contains(&index));
            let badge = badges.iter().position(|(badge, _)| badge.tile == line.from);
            let rest = badge.map_or_else(|| middle(grid, &line.from), |badge| badges[badge].1);
            let mut run = Vec::new();
            run.extend(line.out_of.and_then(|out_of| steps.get(out_of)).map(Step::purse));
            run.extend(flow.iter().flat_map(|&flow| flows[flow].way.iter().copied()));
            run.push(rest);
            let (ink, on) = inks(line.player);
            let (points, kept, out_of) = (line.points, line.kept, line.out_of);
            steps.push(Step { badge, out_of, points, kept, ink, on, run });
        }
        Self { size: grid.size(), looks, flows, points, numbers, badges, steps }
    }

    /// The payments once all of them are made, numbered in their order if that is wanted.
    pub fn at_rest(&self, numbered: bool) -> Scene {
        let mut scene = self.at(self.steps.len() as f32);
        for (flow, &place) in self.flows.iter().zip(&self.numbers).filter(|_| numbered) {
            flow.draw_number(&mut scene, place);
        }
        scene
    }

    /// The payments while they are made: so many are, and a part of the next one.
    pub fn at(&self, made: f32) -> Scene {
        let mut scene = Scene::new(self.size);
        let done = (made.max(0.0) as usize).min(self.steps.len());
        let part = (made - done as f32).clamp(0.0, 1.0);
        // Gentle where it leaves and where it arrives.
        let part = part * part * (3.0 - 2.0 * part);
        for flow in &self.flows {
            match flow.of.first() {
                Some(&first) if first < done => flow.draw(&mut scene, 1.0),
                Some(&first) if first == done && part > 0.0 => flow.draw(&mut scene, part),
                Some(_) | None => {}
            }
        }
        for (flow, &place) in self.flows.iter().zip(&self.points) {
            let made = flow.of.iter().filter(|&&step| step < done);
            let points: Points = made.map(|&step| self.steps[step].points).sum();
            if points != Points::ZERO {
                flow.draw_points(&mut scene, place, points);
            }
        }
        for (index, (badge, place)) in self.badges.iter().enumerate() {
            let made = self.steps[..done].iter().filter(|step| step.badge == Some(index));
            let kept: Points = made.map(|step| step.kept).sum();
            if kept != Points::ZERO {
                badge.draw(&mut scene, &self.looks, *place, kept);
            }
        }
        for (index, step) in self.steps[..done].iter().enumerate() {
            let left = self.left_of(index, done + usize::from(part > 0.0));
            if left != Points::ZERO {
                step.draw_coin(&mut scene, step.purse(), left);
            }
        }
        if let Some(step) = self.steps.get(done).filter(|_| part > 0.0) {
            step.draw_coin(&mut scene, along(&step.run, part), step.points);
        }
        scene
    }

    /// Where what is kept of a payment comes to rest.
    pub fn end_of(&self, step: usize) -> Option<Pos> {
        self.steps.get(step)?.run.last().copied()
    }

    /// What of a payment waits to be paid on while so many have left.
    fn left_of(&self, index: usize, left: usize) -> Points {
        let waiting = self.steps.iter().skip(left).filter(|step| step.out_of == Some(index));
        waiting.map(|step| step.points).sum()
    }
}

impl Step {
    /// Where what is paid on waits: beside what is kept, if there is something.
    fn purse(&self) -> Pos {
        let rest = self.run.last().copied().unwrap_or_default();
        if self.kept == Points::ZERO { rest } else { rest.plus(BADGE + COIN * 0.6, -COIN) }
    }

    fn draw_coin(&self, scene: &mut Scene, at: Pos, points: Points) {
        scene.circle(at, COIN + 0.05, Ink::Raised);
        scene.circle(at, COIN + 0.02, Ink::Ink);
        scene.circle(at, COIN - 0.01, self.ink);
        scene.circle_line(at, COIN - 0.06, 0.02, self.on);
        scene.words(at, points.to_string(), 0.28, Face::Sans, true, self.on);
    }
}

/// The inks of whoever is paid.
const fn inks(player: Option<PlayerId>) -> (Ink, Ink) {
    match player {
        Some(player) => (Ink::Player(player), Ink::OnPlayer(player)),
        None => (Ink::Neutral, Ink::OnNeutral),
    }
}

/// The place on a line after a part of its length.
fn along(line: &[Pos], part: f32) -> Pos {
    let lengths = || line.windows(2).map(|pair| pair[0].distance(pair[1]));
    let mut left = lengths().sum::<f32>() * part;
    for (pair, length) in line.windows(2).zip(lengths()) {
        if left <= length {
            return pair[0].toward(pair[1], left / length.max(0.001));
        }
        left -= length;
    }
    line.last().copied().unwrap_or_default()
}

/// Payments with one supplier, one consumer and one owner as one, in the order of the first, and
/// which payments each of them is; what a tile earns where it lies needs no line.
fn merged(payments: &[PayLine]) -> Vec<(&PayLine, Vec<usize>)> {
    let mut lines: Vec<(&PayLine, Vec<usize>)> = Vec::new();
    for (index, payment) in payments.iter().enumerate().filter(|(_, line)| line.from != line.to) {
        let is_same = |(line, _): &&mut (&PayLine, Vec<usize>)| {
            (line.from, line.to, line.player) == (payment.from, payment.to, payment.player)
        };
        match lines.iter_mut().find(is_same) {
            Some((_, of)) => of.push(index),
            None => lines.push((payment, vec![index])),
        }
    }
    lines
}

/// What a tile keeps of everything it was paid.
#[derive(Clone, Debug)]
struct Badge {
    tile: Footprint,
    player: PlayerId,
}

/// A badge for every tile that keeps something.
fn badges(payments: &[PayLine]) -> Vec<Badge> {
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
    fn draw(&self, scene: &mut Scene, looks: &ByPlayer<Look>, at: Pos, kept: Points) {
        let (ink, on) = inks(Some(self.player));
        scene.circle(at, BADGE + 0.05, Ink::Raised);
        scene.circle(at, BADGE + 0.02, Ink::Ink);
        scene.circle(at, BADGE - 0.02, ink);
        scene.words(at.plus(0.0, -0.05), format!("+{kept}"), 0.32, Face::Sans, true, on);
        let letter = looks[self.player].letter.to_string();
        scene.words(at.plus(0.0, 0.17), letter, 0.17, Face::Sans, true, on);
    }
}

/// Where a badge of a tile can stand, the best place first: on the owner's token, which says no
/// more than the badge does, then elsewhere on the tile and around it.
fn places_on(grid: Grid, tile: &Footprint) -> Vec<Pos> {
    let cells = grid.cells(tile.squares());
    let start = TilePlan::new(&cells).top;
    let mut on: Vec<Pos> = cells.iter().map(|&cell| Grid::rect(cell).centre()).collect();
    on.sort_by(|a, b| a.distance(start).total_cmp(&b.distance(start)));
    on.insert(0, start);
    let steps = [-0.5, 0.0, 0.5];
    let around = cells.iter().flat_map(|&cell| {
        let centre = Grid::rect(cell).centre();
        steps.into_iter().flat_map(move |x| steps.map(|y| centre.plus(x, y)))
    });
    on.extend(around.collect::<Vec<_>>());
    on
}

/// The middle of a tile: of its squares the one nearest to the mean, which itself lies beside an
/// angled tile.
fn middle(grid: Grid, tile: &Footprint) -> Pos {
    let cells = grid.cells(tile.squares());
    let centres = || cells.iter().map(|&cell| Grid::rect(cell).centre());
    let count = cells.len().max(1) as f32;
    let sum = centres().fold(Pos::default(), |sum, at| sum.plus(at.x, at.y));
    let mean = Pos::new(sum.x / count, sum.y / count);
    centres().min_by(|a, b| a.distance(mean).total_cmp(&b.distance(mean))).unwrap_or(mean)
}

/// Discs that are covered already: the heads of arrows, badges, points.
struct Taken {
    discs: Vec<(Pos, f32)>,
}

impl Taken {
    /// The first of some places where a disc covers nothing, or the one where it covers least.
    fn take(&mut self, radius: f32, places: &[Pos]) -> Pos {
        let room = |at: &Pos| {
            let rooms = self.discs.iter().map(|(other, by)| at.distance(*other) - by - radius);
            rooms.fold(f32::INFINITY, f32::min)
        };
        let most = || places.iter().max_by(|a, b| room(a).total_cmp(&room(b)));
        let place = places.iter().find(|at| room(at) >= 0.0).or_else(most);
        let place = place.copied().unwrap_or_default();
        self.discs.push((place, radius));
        place
    }
}

/// Payments on their way from who was supplied to who supplied.
#[derive(Clone, Debug)]
struct Flow {
    /// Points along it, none further from the next than a tenth of a square.
    way: Vec<Pos>,
    ink: Ink,
    on: Ink,
    /// Which payments go along it, in their order.
    of: Vec<usize>,
}

impl Flow {
    fn new(grid: Grid, line: &PayLine, of: &[usize], place: usize) -> Self {
        let (from, to) = (middle(grid, &line.to), middle(grid, &line.from));
        let way = if line.route.is_empty() {
            // A bow, so that two payments between the same tiles do not hide each other.
            let bow = 0.16 + 0.06 * (place % 4) as f32;
            let control = from.toward(to, 0.5).plus((to.y - from.y) * bow, (from.x - to.x) * bow);
            curve(from, control, to, 16)
        } else {
            let squares = line.route.iter().rev();
            let through = squares.map(|&square| Grid::rect(grid.cell(square)).centre());
            let through: Vec<Pos> = std::iter::once(from).chain(through).chain([to]).collect();
            rounded(&through)
        };
        let mut way = finer(&way);
        // The line ends where it reaches the tile, so that nothing on the tile is hidden; between
        // neighbours it is long enough to be seen.
        let target = grid.cells(line.from.squares());
        let inside = |pos: &Pos| target.iter().any(|&cell| Grid::rect(cell).contains(*pos));
        if let Some(entry) = way.iter().position(inside) {
            way.truncate((entry + 2).max(SHORTEST));
        }
        let (ink, on) = inks(line.player);
        Self { way, ink, on, of: of.to_vec() }
    }

    /// The middle of the arrow's head, and how far it reaches.
    fn head(&self) -> (Pos, f32) {
        (cut_end(&mut self.way.clone(), HEAD), HEAD)
    }

    /// Where its points can stand: in the middle first.
    fn places(&self) -> Vec<Pos> {
        let at = |part: f32| {
            let place = (self.way.len().saturating_sub(1)) as f32 * part;
            self.way.get(place.round() as usize).copied().unwrap_or_default()
        };
        let along = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18].map(at).into_iter();
        // Beside the line where it is short or crowded.
        let here = at(0.5);
        let beside = [(0.0, -0.34), (0.34, 0.0), (0.0, 0.34), (-0.34, 0.0)];
        along.chain(beside.map(|(x, y)| here.plus(x, y))).collect()
    }

    /// Where its number can stand: near its beginning first.
    fn beginnings(&self) -> Vec<Pos> {
        let last = self.way.len().saturating_sub(1);
        let at = |place: usize| self.way.get(place.min(last)).copied().unwrap_or_default();
        let here = at(4);
        let beside = [(0.0, -0.3), (0.3, 0.0), (0.0, 0.3), (-0.3, 0.0)];
        let beside = beside.map(|(x, y)| here.plus(x, y));
        [4, 3, 5, 2, 6, 8, 10].map(at).into_iter().chain(beside).collect()
    }

    fn draw(&self, scene: &mut Scene, part: f32) {
        let mut points = self.way.clone();
        let shown = points.len() as f32 * part;
        points.truncate((shown as usize).max(2));
        let Some(&from) = points.first() else { return };
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
        scene.line(points.clone(), 0.22, Ink::Raised.at(0.9));
        scene.polygon(head(0.31, 0.27), Ink::Raised.at(0.9));
        scene.line(points.clone(), 0.15, Ink::Ink);
        scene.polygon(head(0.26, 0.21), Ink::Ink);
        scene.line(points, 0.09, self.ink);
        scene.polygon(head(0.18, 0.14), self.ink);
        scene.circle(from, 0.15, Ink::Ink);
        scene.circle(from, 0.11, self.ink);
    }

    fn draw_points(&self, scene: &mut Scene, at: Pos, points: Points) {
        scene.circle(at, GROSS, Ink::Ink);
        scene.circle(at, GROSS - 0.03, self.ink);
        scene.words(at, points.to_string(), 0.24, Face::Sans, true, self.on);
    }

    /// The numbers of its payments, in a square, which points never are.
    fn draw_number(&self, scene: &mut Scene, at: Pos) {
        let numbers: Vec<String> = self.of.iter().map(|step| (step + 1).to_string()).collect();
        let numbers = numbers.join(" ");
        let half = NUMBER.max(0.07 * numbers.len() as f32 + 0.03);
        let around = |by: f32| {
            Rect::new(at.x - half - by, at.y - NUMBER - by, 2.0 * (half + by), 2.0 * (NUMBER + by))
        };
        scene.rect(around(0.03), 0.05, Ink::Ink);
        scene.rect(around(0.0), 0.03, Ink::Raised);
        scene.words(at, numbers, 0.24, Face::Serif, true, Ink::Ink);
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
    use super::super::ink::Item;
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

    /// A payment to a tile for its use by another one, what it was worth, and what is kept of it.
    fn payment(from: &str, to: &str, points: i32, kept: i32) -> PayLine {
        PayLine {
            from: tile(from),
            route: Vec::new(),
            to: tile(to),
            points: Points(points),
            kept: Points(kept),
            player: Some(PlayerId(u8::from(from < to))),
            out_of: None,
        }
    }

    fn plan(payments: &[PayLine]) -> PayPlan {
        PayPlan::new(grid(), ByPlayer::default(), payments)
    }

    /// A delivery of 10 to K4 from H4, of which 6 go to E4, and of that 2 to B4.
    fn cascade() -> PayPlan {
        let mut payments =
            [payment("H4", "K4", 10, 4), payment("E4", "H4", 6, 4), payment("B4", "E4", 2, 2)];
        payments[1].out_of = Some(0);
        payments[2].out_of = Some(1);
        plan(&payments)
    }

    /// Every word of a scene, in its order.
    fn words(scene: &Scene) -> Vec<&str> {
        let words = scene.items.iter().filter_map(|(_, item)| match item {
            Item::Text(text) => Some(text.words.as_str()),
            _ => None,
        });
        words.filter(|words| *words != "?").collect()
    }

    #[test]
    fn payments_between_the_same_tiles_are_one_line() {
        let plan = plan(&[payment("H4", "K4", 2, 1), payment("H4", "K4", 3, 0)]);
        assert_eq!(plan.flows.len(), 1);
        assert_eq!(words(&plan.at(1.0)), ["2", "+1"]);
        assert_eq!(words(&plan.at_rest(true)), ["5", "+1", "1 2"]);
    }

    #[test]
    fn a_badge_shows_what_is_kept_and_is_not_there_where_nothing_is() {
        let payments = [
            payment("K4", "K4", 10, 4),
            payment("H4", "K4", 6, 0),
            payment("E4", "H4", 6, 6),
            payment("K4", "N4", 1, 1),
        ];
        let plan = plan(&payments);
        let tiles: Vec<Footprint> = plan.badges.iter().map(|(badge, _)| badge.tile).collect();
        assert_eq!(tiles, [tile("K4"), tile("E4")]);
        // What a tile earns where it lies needs no line.
        assert_eq!(words(&plan.at_rest(false)), ["6", "6", "1", "+5", "+6"]);
    }

    #[test]
    fn coins_run_in_order_and_what_is_paid_on_waits() {
        let plan = cascade();
        assert_eq!(words(&plan.at(0.0)), Vec::<&str>::new());
        // The coin alone, then what stayed and what waits, then the next coin instead of that.
        assert_eq!(words(&plan.at(0.5)), ["10"]);
        assert_eq!(words(&plan.at(1.0)), ["10", "+4", "6"]);
        assert_eq!(words(&plan.at(1.5)), ["10", "+4", "6"]);
        assert_eq!(words(&plan.at(2.0)), ["10", "6", "+4", "+4", "2"]);
        assert_eq!(words(&plan.at(3.0)), ["10", "6", "2", "+4", "+4", "+2"]);
        assert_eq!(plan.at(3.0), plan.at_rest(false));
        assert_eq!(words(&plan.at_rest(true))[6..], ["1", "2", "3"]);
    }

    #[test]
    fn a_coin_leaves_where_it_waited_and_comes_to_rest_at_its_badge() {
        let plan = cascade();
        for (step, (_, badge)) in plan.badges.iter().enumerate() {
            assert_eq!(plan.end_of(step), Some(*badge));
        }
        for step in &plan.steps[1..] {
            let out_of = &plan.steps[step.out_of.expect("it is paid on")];
            assert_eq!(step.run.first(), Some(&out_of.purse()));
        }
        assert_eq!(plan.end_of(3), None);
    }

    #[test]
    fn a_place_along_a_line_is_found_by_its_length() {
        let line = [0.0, 1.0, 3.0].map(|x| Pos::new(x, 0.0));
        let at = [0.0, 0.5, 1.0].map(|part| along(&line, part).x);
        assert!(at.iter().zip([0.0, 1.5, 3.0]).all(|(at, x)| (at - x).abs() < 0.001), "{at:?}");
    }

    #[test]
    fn nothing_covers_an_arrow_or_another_number_where_there_is_room() {
        let payments = [
            payment("H4", "K4", 10, 4),
            payment("H7", "K4", 5, 1),
            payment("K7", "K4", 5, 2),
            payment("H4", "K7", 3, 3),
            payment("K4", "N4", 3, 3),
            payment("N4", "N4", 2, 2),
        ];
        let plan = plan(&payments);
        let heads = plan.flows.iter().map(Flow::head);
        let points = plan.points.iter().map(|&at| (at, GROSS));
        let numbers = plan.numbers.iter().map(|&at| (at, NUMBER));
        let badges = plan.badges.iter().map(|(_, at)| (*at, BADGE));
        let discs: Vec<(Pos, f32)> = points.chain(numbers).chain(badges).chain(heads).collect();
        let count = discs.len() - plan.flows.len();
        for (index, (at, radius)) in discs[..count].iter().enumerate() {
            for (other, by) in &discs[index + 1..] {
                let room = at.distance(*other) - radius - by;
                assert!(room >= -0.001, "{at:?} and {other:?} are {room} apart");
            }
        }
    }

    #[test]
    fn a_line_is_cut_short_at_its_end() {
        let mut line = [0.0, 1.0, 1.2].map(|x| Pos::new(x, 0.0)).to_vec();
        let end = cut_end(&mut line, 0.5);
        assert!((end.x - 0.7).abs() < 0.001);
        assert_eq!(line.len(), 2);
    }
}
