//! Payments as lines with their points, and what of them each tile keeps.
//!
//! A line carries, small, what the use of a tile was worth; most of that may be paid on along
//! other lines. What is left is what the score shows, so only that stands in a badge, at the tile
//! that keeps it. All lines are drawn before the first number: no number is crossed out.

use rules::player::{ByPlayer, PlayerId};
use rules::quantity::Points;
use rules::tile::Footprint;

use super::board::{Grid, Look, PayLine};
use super::pieces::TilePlan;
use super::scene::{Face, Ink, Pos, Scene, curve};

/// Radius of a badge, in squares.
const BADGE: f32 = 0.3;
/// Radius of the points on a line, in squares.
const GROSS: f32 = 0.17;
/// How far from the middle of an arrow's head nothing else should be, in squares.
const HEAD: f32 = 0.2;

/// Tenths of a square that a line has at least, for a badge, its points and its head.
const SHORTEST: usize = 11;

/// Draws payments, of which a share from 0 to 1 is still on its way.
pub(super) fn draw(
    scene: &mut Scene,
    grid: Grid,
    looks: &ByPlayer<Look>,
    payments: &[PayLine],
    to_come: f32,
) {
    let plan = Plan::new(grid, payments);
    for flow in &plan.flows {
        flow.draw(scene, to_come);
    }
    let shown = 1.0 - to_come;
    for (flow, &place) in plan.flows.iter().zip(&plan.points) {
        flow.draw_points(scene, place, shown);
    }
    for (badge, place) in &plan.badges {
        badge.draw(scene, looks, *place, shown);
    }
}

/// Where everything about some payments stands.
struct Plan {
    flows: Vec<Flow>,
    /// The points of each flow.
    points: Vec<Pos>,
    badges: Vec<(Badge, Pos)>,
}

impl Plan {
    fn new(grid: Grid, payments: &[PayLine]) -> Self {
        let lines = merged(payments).into_iter().filter(|line| line.from != line.to);
        let flows: Vec<Flow> =
            lines.enumerate().map(|(place, line)| Flow::new(grid, &line, place)).collect();
        // Badges choose first: they say the most, and need the most room.
        let mut taken = Taken { discs: flows.iter().map(Flow::head).collect() };
        let place = |badge: Badge| {
            let places = places_on(grid, &badge.tile);
            (badge, taken.take(BADGE, &places))
        };
        let badges = badges(payments).into_iter().map(place).collect();
        let points = flows.iter().map(|flow| taken.take(GROSS, &flow.places())).collect();
        Self { flows, points, badges }
    }
}

/// Payments with one supplier, one consumer and one owner as one, in the order of the first.
fn merged(payments: &[PayLine]) -> Vec<PayLine> {
    let mut lines: Vec<PayLine> = Vec::new();
    for payment in payments {
        let is_same = |line: &&mut PayLine| {
            (line.from, line.to, line.player) == (payment.from, payment.to, payment.player)
        };
        match lines.iter_mut().find(is_same) {
            Some(line) => line.points += payment.points,
            None => lines.push(payment.clone()),
        }
    }
    lines
}

/// What a tile keeps of everything it was paid.
struct Badge {
    tile: Footprint,
    player: PlayerId,
    kept: Points,
}

/// A badge for every tile that keeps something.
fn badges(payments: &[PayLine]) -> Vec<Badge> {
    let mut badges: Vec<Badge> = Vec::new();
    for payment in payments {
        let Some(player) = payment.player.filter(|_| payment.kept != Points::ZERO) else {
            continue;
        };
        match badges.iter_mut().find(|badge| badge.tile == payment.from) {
            Some(badge) => badge.kept += payment.kept,
            None => badges.push(Badge { tile: payment.from, player, kept: payment.kept }),
        }
    }
    badges
}

impl Badge {
    fn draw(&self, scene: &mut Scene, looks: &ByPlayer<Look>, at: Pos, shown: f32) {
        let (ink, on) = (Ink::Player(self.player), Ink::OnPlayer(self.player).at(shown));
        scene.circle(at, BADGE + 0.05, Ink::Raised.at(shown));
        scene.circle(at, BADGE + 0.02, Ink::Ink.at(shown));
        scene.circle(at, BADGE - 0.02, ink.at(shown));
        let points = format!("+{}", self.kept);
        scene.words(at.plus(0.0, -0.05), points, 0.32, Face::Sans, true, on);
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

/// A payment on its way from who supplied to who was supplied.
struct Flow {
    /// Points along it, none further from the next than a tenth of a square.
    way: Vec<Pos>,
    ink: Ink,
    on: Ink,
    points: Points,
}

impl Flow {
    fn new(grid: Grid, line: &PayLine, place: usize) -> Self {
        let (from, to) = (middle(grid, &line.from), middle(grid, &line.to));
        let way = if line.route.is_empty() {
            // A bow, so that two payments between the same tiles do not hide each other.
            let bow = 0.16 + 0.06 * (place % 4) as f32;
            let control = from.toward(to, 0.5).plus((to.y - from.y) * bow, (from.x - to.x) * bow);
            curve(from, control, to, 16)
        } else {
            let through = line.route.iter().map(|&square| Grid::rect(grid.cell(square)).centre());
            let through: Vec<Pos> = std::iter::once(from).chain(through).chain([to]).collect();
            rounded(&through)
        };
        let mut way = finer(&way);
        // The line ends where it reaches the tile, so that nothing on the tile is hidden; between
        // neighbours it is long enough to be seen.
        let target = grid.cells(line.to.squares());
        let inside = |pos: &Pos| target.iter().any(|&cell| Grid::rect(cell).contains(*pos));
        if let Some(entry) = way.iter().position(inside) {
            way.truncate((entry + 2).max(SHORTEST));
        }
        let (ink, on) = match line.player {
            Some(player) => (Ink::Player(player), Ink::OnPlayer(player)),
            None => (Ink::Neutral, Ink::OnNeutral),
        };
        Self { way, ink, on, points: line.points }
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

    fn draw(&self, scene: &mut Scene, to_come: f32) {
        let mut points = self.way.clone();
        let shown = points.len() as f32 * (1.0 - to_come);
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

    fn draw_points(&self, scene: &mut Scene, at: Pos, shown: f32) {
        scene.circle(at, GROSS, Ink::Ink.at(shown));
        scene.circle(at, GROSS - 0.03, self.ink.at(shown));
        let points = self.points.to_string();
        scene.words(at, points, 0.24, Face::Sans, true, self.on.at(shown));
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
    use rules::square::Square;
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
        }
    }

    #[test]
    fn payments_between_the_same_tiles_are_one_line() {
        let payments = [payment("H4", "K4", 2, 1), payment("H4", "K4", 3, 0)];
        let plan = Plan::new(grid(), &payments);
        assert_eq!(plan.flows.iter().map(|flow| flow.points.0).collect::<Vec<_>>(), [5]);
    }

    #[test]
    fn a_badge_shows_what_is_kept_and_is_not_there_where_nothing_is() {
        let payments = [
            payment("K4", "K4", 10, 4),
            payment("H4", "K4", 6, 0),
            payment("E4", "H4", 6, 6),
            payment("K4", "N4", 1, 1),
        ];
        let plan = Plan::new(grid(), &payments);
        let kept: Vec<(Footprint, i32)> =
            plan.badges.iter().map(|(badge, _)| (badge.tile, badge.kept.0)).collect();
        assert_eq!(kept, [(tile("K4"), 5), (tile("E4"), 6)]);
        // What a tile earns where it lies needs no line.
        assert_eq!(plan.flows.len(), 3);
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
        let plan = Plan::new(grid(), &payments);
        let heads = plan.flows.iter().map(Flow::head);
        let points = plan.points.iter().map(|&at| (at, GROSS));
        let badges = plan.badges.iter().map(|(_, at)| (*at, BADGE));
        let discs: Vec<(Pos, f32)> = points.chain(badges).chain(heads).collect();
        let numbers = plan.points.len() + plan.badges.len();
        for (index, (at, radius)) in discs[..numbers].iter().enumerate() {
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
