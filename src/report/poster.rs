//! The result of a game as one sheet: who founded the city, with how many points, the city as an
//! engraved plan, the others on a podium, honours, and how the points grew.
//!
//! The same drawing is shown in the window and written as a picture. It is laid out in units,
//! 1280 of which go across a wide sheet; a narrow one sets its parts one below the other.

use std::sync::Arc;

use drawing::board::Look;
use drawing::sign::{LAUREL_REACH, laurel, player_sign};
use drawing::{BoardPicture, Ink, Scene};
use narration::{NamedGame, words};
use plain_text::{capitalized, counted, listed};
use rules::Game;
use rules::player::{ByPlayer, PlayerId};
use scene::{Anchor, Face, Pos, Rect};

use super::chart::{Chart, set, wide};
use super::scores::Row;
use super::{Scores, Subject};

/// The size at which a result is saved, in pixels across and down.
pub const POSTER_SIZE: (u32, u32) = (1600, 1200);

/// Units across a sheet that sets its parts side by side, and down.
const WIDE: (f32, f32) = (1280.0, 752.0);
/// Units across a sheet that sets them one below the other.
const NARROW: f32 = 720.0;
/// Between the edge of the sheet and what is on it, in units.
const MARGIN: f32 = 34.0;
/// Between the parts, in units.
const GAP: f32 = 22.0;
/// Height of the head with its laurel, in units.
const HEAD: f32 = 226.0;
/// The winner's sign, from side to side, in units.
const SIGN: f32 = 160.0;
/// The winner's points, in units.
const NUMERAL: f32 = 120.0;
/// The podium with the names below it, in units.
const PODIUM: f32 = 212.0;

/// What a place on the poster is about, for those who press or listen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// How the game ended.
    Headline,
    /// The points of a player.
    Points(PlayerId),
    /// Something that happened with an entry, if it was a single one.
    Feat(Option<usize>),
    /// The finished city.
    Plan,
    /// How the points grew.
    Chart,
}

/// A place on the poster, and what it says.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// Where.
    pub rect: Rect,
    /// What it is about.
    pub about: About,
    /// The same in words.
    pub says: String,
}

/// The land of the finished city, below everything else: it has most of the corners of a poster.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The land in squares.
    pub land: Arc<Scene>,
    /// Where its corner is on the poster.
    pub at: Pos,
    /// How wide a square is there.
    pub side: f32,
}

/// A result as one drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Poster {
    /// The land of the plan; the drawing lies on top of it.
    pub plan: Plan,
    /// The drawing, in points of the window or pixels of a file.
    pub scene: Scene,
    /// What stands where.
    pub spots: Vec<Spot>,
}

impl Poster {
    /// The poster of a game that is over: `width` across, and at least `height` down. Nothing of
    /// a game that goes on.
    ///
    /// `looks` are the signs of the players.
    pub fn of(
        scores: &Scores,
        subject: Subject<'_>,
        looks: &ByPlayer<Look>,
        (width, height): (f32, f32),
    ) -> Option<Self> {
        let game = subject.game()?;
        if !game.is_over() {
            return None;
        }
        let is_wide = width >= height * 1.15 && width >= 0.78 * WIDE.0;
        let unit = if is_wide {
            (width / WIDE.0).min(height / WIDE.1).max(0.78)
        } else {
            (width / NARROW).max(0.5)
        };
        let picture = BoardPicture::new(0, *looks);
        let land = Arc::new(picture.base(&game));
        let mut sheet = PosterSheet {
            scores,
            subject,
            named: subject.named_game(&game),
            looks,
            unit,
            picture,
            plan: Plan { land, at: Pos::default(), side: 1.0 },
            scene: Scene::new(Pos::default()),
            spots: Vec::new(),
        };
        let size = if is_wide { sheet.wide(width, height) } else { sheet.narrow(width, height) };
        sheet.scene.size = size;
        Some(Self { plan: sheet.plan, scene: sheet.scene, spots: sheet.spots })
    }
}

impl Poster {
    /// The poster as it is saved, of [`POSTER_SIZE`].
    pub fn to_save(scores: &Scores, subject: Subject<'_>, looks: &ByPlayer<Look>) -> Option<Self> {
        let (width, height) = POSTER_SIZE;
        Self::of(scores, subject, looks, (width as f32, height as f32))
    }

    /// All of it as one drawing, for a file.
    pub fn whole(&self) -> Scene {
        let Plan { land, at, side } = &self.plan;
        let mut whole = Scene::new(self.scene.size);
        whole.set_in(land, *at, *side, *side);
        whole.extend(self.scene.clone());
        whole
    }
}

/// "Cleo founds Three Rivers", in its two lines.
pub(super) fn headline(game: &Game) -> [String; 2] {
    let board = game.board().name().to_owned();
    match game.winner() {
        Some(winner) => [format!("{} founds", game.player_name(winner)), board],
        None => [board, "is not founded".to_owned()],
    }
}

/// How the game ended, in a sentence for those who listen.
pub(super) fn outcome(named: NamedGame<'_>, scores: &Scores) -> String {
    let said = headline(named.game()).join(" ");
    let points = |player| {
        words::quantity(components::quantity::Quantity::Points, points_of(named.game(), player))
    };
    match named.game().winner() {
        Some(winner) if !named.game().is_solo() => {
            let tie = if scores.tied.len() > 1 { ", after a tie" } else { "" };
            let who = named.label(winner);
            format!("{said}: {who} wins with {}{tie}", points(winner))
        }
        Some(winner) => format!("{said}: won with {}", points(winner)),
        None => format!("{said}: the game is lost"),
    }
}

fn points_of(game: &Game, player: PlayerId) -> u32 {
    game.points(player).0.unsigned_abs()
}

/// The sheet while it is drawn.
struct PosterSheet<'a> {
    scores: &'a Scores,
    subject: Subject<'a>,
    named: NamedGame<'a>,
    looks: &'a ByPlayer<Look>,
    /// The length of a unit.
    unit: f32,
    picture: BoardPicture,
    plan: Plan,
    scene: Scene,
    spots: Vec<Spot>,
}

impl PosterSheet<'_> {
    /// The head, podium and honours beside the plan, and the chart below both.
    fn wide(&mut self, width: f32, height: f32) -> Pos {
        let u = self.unit;
        let height = height.max(WIDE.1 * u);
        self.frame(width, height);
        let inner = Rect { min: Pos::new(MARGIN * u, MARGIN * u), max: Pos::new(width, height) };
        let inner = Rect { min: inner.min, max: inner.max.plus(-MARGIN * u, -MARGIN * u) };
        // What is left over goes to the chart and the plan.
        let least = (HEAD + GAP + PODIUM) * u;
        let above = (inner.height() * 0.7).max(least).min(inner.height() - (190.0 + GAP) * u);
        let squares = self.picture.size(self.named.game());
        let side = (above / squares.y).min(inner.width() * 0.52 / squares.x);
        let plan = Rect::new(
            inner.max.x - squares.x * side,
            inner.min.y + (above - squares.y * side) / 2.0,
            squares.x * side,
            squares.y * side,
        );
        self.plan(plan, side);
        let column = plan.min.x - inner.min.x - GAP * u;
        self.head(Rect::new(inner.min.x, inner.min.y, column, HEAD * u));
        // The podium stands on the line that the plan ends at.
        let room = above - HEAD * u;
        let top = inner.min.y + above
            - (room * 0.86).clamp(PODIUM * u, room.max(PODIUM * u)).min(330.0 * u);
        let below = Rect::new(inner.min.x, top, column, inner.min.y + above - top);
        self.others_and_honours(below);
        let chart =
            Rect { min: Pos::new(inner.min.x, inner.min.y + above + GAP * u), max: inner.max };
        self.chart(chart);
        Pos::new(width, height)
    }

    /// One part below the other.
    fn narrow(&mut self, width: f32, height: f32) -> Pos {
        let u = self.unit;
        let (left, across) = (MARGIN * u, width - 2.0 * MARGIN * u);
        let mut top = MARGIN * u;
        let mut next = |high: f32| {
            let rect = Rect::new(left, top, across, high);
            top += high + GAP * u;
            rect
        };
        let head = next(HEAD * u);
        let others = next(PODIUM * u);
        let squares = self.picture.size(self.named.game());
        let side = across / squares.x;
        let plan = next(squares.y * side);
        // A high window has room for a higher chart.
        let left_over = height - MARGIN * u;
        let chart = next((left_over - plan.max.y - GAP * u).clamp(220.0 * u, 420.0 * u));
        let height = (chart.max.y + MARGIN * u).max(height);
        self.frame(width, height);
        self.head(head);
        self.others_and_honours(others);
        self.plan(plan, side);
        self.chart(chart);
        Pos::new(width, height)
    }

    /// The edge of the sheet, drawn as that of a map.
    fn frame(&mut self, width: f32, height: f32) {
        let whole = Rect::new(0.0, 0.0, width, height);
        self.scene.frame(whole.shrunk(12.0 * self.unit), 2.2 * self.unit, Ink::Ink.at(0.7));
        self.scene.frame(whole.shrunk(17.0 * self.unit), 0.8 * self.unit, Ink::Ink.at(0.7));
    }

    fn spot(&mut self, rect: Rect, about: About, says: String) {
        self.spots.push(Spot { rect, about, says });
    }

    /// Words no larger than `largest` units and no wider than `room`.
    fn fitted(
        &mut self,
        at: (Pos, Anchor),
        said: &str,
        (largest, face): (f32, Face),
        room: f32,
        ink: Ink,
    ) {
        let size = largest * self.unit;
        let size = size.min(size * room / wide(said, (size, face)).max(0.01));
        set(&mut self.scene, at, said, (size, face), ink);
    }

    /// The largest type of the serif, in units up to `largest`, in which every line fits.
    fn common(&self, lines: impl Iterator<Item = String>, largest: f32, room: f32) -> f32 {
        let longest = lines.map(|line| wide(&line, (1.0, Face::Serif))).fold(0.01, f32::max);
        (room / longest / self.unit).min(largest)
    }

    /// The winner's sign in its laurel, who founded what, and the points.
    fn head(&mut self, rect: Rect) {
        let u = self.unit;
        let first = self.scores.podium().first().map_or(PlayerId(0), |row| row.player);
        let player = self.named.game().winner().unwrap_or(first);
        let radius = SIGN * u / 2.0;
        let reach = radius * LAUREL_REACH;
        let centre = Pos::new(rect.min.x + reach, rect.centre().y);
        if self.named.game().winner().is_some() {
            laurel(&mut self.scene, centre, radius);
        }
        player_sign(&mut self.scene, centre, radius, player, self.looks[player]);
        let left = centre.x + reach + 18.0 * u;
        let room = rect.max.x - left;
        let about = self.about();
        let at = |y: f32| (Pos::new(left, rect.min.y + y * u), Anchor::Start);
        self.fitted(at(12.0), &about, (14.0, Face::Sans), room, Ink::Muted);
        let lines = headline(self.named.game());
        let ink = if self.named.game().winner().is_some() { Ink::Ink } else { Ink::Bad };
        // Both lines are as large as the longer one lets them be.
        let size = self.common(lines.iter().cloned(), 46.0, room);
        for (line, y) in lines.iter().zip([50.0, 98.0]) {
            self.fitted(at(y), line, (size, Face::Serif), room, ink);
        }
        let points = self.named.game().points(player).0.to_string();
        let numeral = (NUMERAL * u, Face::Serif);
        let middle = Pos::new(left, rect.min.y + 174.0 * u);
        set(&mut self.scene, (middle, Anchor::Start), points.clone(), numeral, Ink::Ink);
        let beside = left + wide(&points, numeral) + 12.0 * u;
        let room = rect.max.x - beside;
        let tie = if self.scores.tied.len() > 1 { "points, after a tie" } else { "points" };
        let beside = |y: f32| (Pos::new(beside, rect.min.y + y * u), Anchor::Start);
        self.fitted(beside(178.0), tie, (24.0, Face::Serif), room, Ink::Ink);
        if let Some(race) = self.named.game().race(player) {
            let race = self.named.game().contents().race_name(race);
            self.fitted(beside(204.0), race, (17.0, Face::Sans), room, Ink::Muted);
        }
        let says = outcome(self.named, self.scores);
        let head = Rect { min: rect.min, max: Pos::new(rect.max.x, rect.min.y + 124.0 * u) };
        self.spot(head, About::Headline, says);
        let numeral = Rect { min: Pos::new(left, rect.min.y + 128.0 * u), max: rect.max };
        self.spot(
            numeral,
            About::Points(player),
            format!("Points of {}", self.named.label(player)),
        );
    }

    /// When and where it was played: the line above the headline.
    fn about(&self) -> String {
        let turns = counted(self.scores.turns, "turn", "turns");
        let tags = &self.subject.journal.tags;
        let parts = [tags.date.clone(), tags.title.clone(), Some(turns)];
        parts.into_iter().flatten().collect::<Vec<_>>().join("  ·  ")
    }

    fn others_and_honours(&mut self, rect: Rect) {
        let others: Vec<Row> = self.scores.podium().into_iter().skip(1).cloned().collect();
        let share = match others.len() {
            0 => 0.46,
            1 => 0.36,
            2 => 0.44,
            _ => 0.52,
        };
        let middle = rect.min.x + rect.width() * share;
        let left = Rect { min: rect.min, max: Pos::new(middle - GAP * self.unit, rect.max.y) };
        let right = Rect { min: Pos::new(middle, rect.min.y), max: rect.max };
        if others.is_empty() {
            self.alone(left);
        } else {
            self.podium(&others, left);
        }
        self.honours(right);
    }

    /// Why a solo game ended as it did, and how hard it was.
    fn alone(&mut self, rect: Rect) {
        let u = self.unit;
        let mut said: Vec<String> = match self.named.game().loss() {
            None => vec!["Every building on the map".to_owned(), "is complete.".to_owned()],
            Some(loss) => {
                let why = words::loss(self.named.game(), loss);
                let why = why.strip_prefix("the game is lost: ").unwrap_or(&why).to_owned();
                broken(&format!("{}.", capitalized(&why)), rect.width() / (18.0 * u))
            }
        };
        if let Some(hard) = words::difficulty(self.named.game()) {
            said.extend(hard.split("; ").map(capitalized));
        }
        let size = self.common(said.iter().cloned(), 18.0, rect.width());
        let top = rect.max.y - 28.0 * u * said.len() as f32;
        for (index, line) in said.iter().enumerate() {
            let at = Pos::new(rect.min.x, top + 28.0 * u * (index as f32 + 0.5));
            self.fitted((at, Anchor::Start), line, (size, Face::Serif), rect.width(), Ink::Ink);
        }
    }

    /// The others on steps of stone, the highest for the second place.
    fn podium(&mut self, others: &[Row], rect: Rect) {
        let u = self.unit;
        let count = others.len() as f32;
        let width = (rect.width() / count).min(122.0 * u);
        let left = rect.min.x + (rect.width() - width * count) / 2.0;
        let floor = rect.max.y - 40.0 * u;
        let tallest = floor - rect.min.y - 52.0 * u;
        for (index, row) in others.iter().enumerate() {
            let high = tallest * [1.0, 0.74, 0.52][(row.rank.max(2) - 2).min(2)];
            let step = Rect::new(left + width * index as f32, floor - high, width, high);
            self.step(step, row);
        }
        let ends = [left - 8.0 * u, left + width * count + 8.0 * u];
        let ends = ends.map(|x| Pos::new(x, floor));
        self.scene.line(ends.to_vec(), 2.0 * u, Ink::Ink);
    }

    /// A step with the sign above it, the points on it and the name below.
    fn step(&mut self, step: Rect, row: &Row) {
        let u = self.unit;
        self.scene.rect(step, 0.0, Ink::Stone);
        self.joints(step);
        self.scene.frame(step, 1.6 * u, Ink::Print);
        let middle = step.centre().x;
        let sign = Pos::new(middle, step.min.y - 26.0 * u);
        player_sign(&mut self.scene, sign, 24.0 * u, row.player, self.looks[row.player]);
        let points = row.points.to_string();
        let at = Pos::new(middle, (step.min.y + 28.0 * u).min(step.centre().y));
        let room = step.width() * 0.9;
        self.fitted((at, Anchor::Middle), &points, (38.0, Face::Serif), room, Ink::Print);
        let below = |y: f32| (Pos::new(middle, step.max.y + y * u), Anchor::Middle);
        self.fitted(below(14.0), &row.name, (16.0, Face::Serif), room, Ink::Ink);
        let place = match row.race.as_str() {
            "" => ordinal(row.rank),
            race => format!("{}, {race}", ordinal(row.rank)),
        };
        self.fitted(below(32.0), &place, (12.0, Face::Sans), room, Ink::Muted);
        let who = self.named.label(row.player);
        let whole = Rect {
            min: sign.plus(-step.width() / 2.0, -26.0 * u),
            max: step.max.plus(0.0, 40.0 * u),
        };
        self.spot(whole, About::Points(row.player), format!("Points of {who}"));
    }

    /// The joints between hewn stones.
    fn joints(&mut self, step: Rect) {
        let course = 17.0 * self.unit;
        let (stone, pen) = (38.0 * self.unit, 0.8 * self.unit);
        let mut row = 0_u8;
        let mut y = step.max.y - course;
        let tone = Ink::Print.at(0.2);
        while y > step.min.y - course {
            let top = y.max(step.min.y);
            self.scene.line(vec![Pos::new(step.min.x, top), Pos::new(step.max.x, top)], pen, tone);
            let shift = if row.is_multiple_of(2) { 0.0 } else { stone / 2.0 };
            let mut x = step.min.x + stone - shift;
            while x < step.max.x {
                self.scene.line(vec![Pos::new(x, top), Pos::new(x, y + course)], pen, tone);
                x += stone;
            }
            y -= course;
            row += 1;
        }
    }

    /// What was done best, and by whom.
    fn honours(&mut self, rect: Rect) {
        let u = self.unit;
        let honours = self.scores.honours.clone();
        let count = honours.len().max(1) as f32;
        let each = (rect.height() / count).min(92.0 * u);
        let top = rect.max.y - each * count;
        let room = rect.width() - 50.0 * u;
        let size =
            self.common(honours.iter().map(|honour| honour.words(self.named.game())), 20.0, room);
        for (index, honour) in honours.iter().enumerate() {
            let row = Rect::new(rect.min.x, top + each * index as f32, rect.width(), each);
            let middle = row.centre().y;
            let sign = Pos::new(row.min.x + 20.0 * u, middle);
            player_sign(&mut self.scene, sign, 18.0 * u, honour.player, self.looks[honour.player]);
            let left = sign.x + 30.0 * u;
            let at = |y: f32| (Pos::new(left, middle + y * u), Anchor::Start);
            let said = honour.words(self.named.game());
            self.fitted(at(-11.0), honour.title(), (13.0, Face::Sans), room, Ink::Muted);
            self.fitted(at(10.0), &said, (size, Face::Serif), room, Ink::Ink);
            if index > 0 {
                let line = vec![Pos::new(left, row.min.y), Pos::new(row.max.x, row.min.y)];
                self.scene.line(line, 0.8 * u, Ink::Ink.at(0.25));
            }
            let who = self.named.label(honour.player);
            let says = format!("{}: {who}, {said}", honour.title());
            self.spot(row, About::Feat(honour.entry), says);
        }
    }

    /// The finished city; a square of it is `side` wide.
    fn plan(&mut self, rect: Rect, side: f32) {
        (self.plan.at, self.plan.side) = (rect.min, side);
        let pieces = self.picture.pieces(self.named.game());
        self.scene.set_in(&pieces, rect.min, side, side);
        let says = format!("The finished city: {}", self.named.game().board().name());
        self.spot(rect, About::Plan, says);
    }

    fn chart(&mut self, rect: Rect) {
        let chart = Chart {
            scores: self.scores,
            game: self.named.game(),
            looks: self.looks,
            unit: self.unit,
        };
        chart.draw(&mut self.scene, rect);
        let ends = self.named.game().players().map(|player| {
            format!("{} {}", self.named.label(player), self.named.game().points(player).0)
        });
        let ends: Vec<String> = ends.collect();
        let turns = counted(self.scores.turns, "turn", "turns");
        let says = format!("Points over {turns}, at the end {}", listed(&ends));
        self.spot(rect, About::Chart, says);
    }
}

/// "2nd place".
fn ordinal(rank: usize) -> String {
    match rank {
        1 => "1st place".to_owned(),
        2 => "2nd place".to_owned(),
        3 => "3rd place".to_owned(),
        _ => format!("{rank}th place"),
    }
}

/// Words in lines of about this many heights of the type.
fn broken(said: &str, room: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in said.split_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match longer.filter(|line| Face::Serif.width_of(line, 1.0, false) <= room) {
            Some(longer) => {
                lines.pop();
                lines.push(longer);
            }
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use narration::PlayerNaming;
    use notation::record::{Loaded, read_record};

    const OVER: [&str; 7] = [
        "four-founders",
        "teaching-game",
        "three-guilds",
        "four-achievements",
        "solo-whole-game-won",
        "solo-lost-at-a-vote",
        "solo-lost-at-the-end",
    ];

    fn example(file: &str) -> Loaded {
        let path = format!("{}/../../assets/examples/{file}.founders", env!("CARGO_MANIFEST_DIR"));
        read_record(&std::fs::read(path).expect("the example is there"))
    }

    fn poster(loaded: &Loaded, size: (f32, f32)) -> Option<Poster> {
        let journal = loaded.record.as_ref().expect("it is sound");
        let subject = Subject { journal, at: journal.cursor(), naming: PlayerNaming::Races };
        let scores = Scores::of(subject).expect("the record goes so far");
        Poster::of(&scores, subject, &ByPlayer::default(), size)
    }

    #[test]
    fn no_part_covers_another_or_leaves_the_sheet() {
        for file in OVER {
            let loaded = example(file);
            for size in [
                (1600.0, 1200.0),
                (1280.0, 720.0),
                (800.0, 420.0),
                (480.0, 800.0),
                (3840.0, 2100.0),
            ] {
                let poster = poster(&loaded, size).expect("the game is over");
                let sheet = Rect { min: Pos::default(), max: poster.scene.size };
                assert!((sheet.max.x - size.0).abs() < 0.1 && sheet.max.y >= size.1 - 0.1);
                for (index, spot) in poster.spots.iter().enumerate() {
                    let says = &spot.says;
                    let is_in = sheet.contains(spot.rect.min) && sheet.contains(spot.rect.max);
                    assert!(is_in, "{file} {size:?} {says}");
                    for other in &poster.spots[index + 1..] {
                        let meets = spot.rect.shrunk(0.5).meets(&other.rect.shrunk(0.5));
                        assert!(!meets, "{file} {size:?} {says}, {}", other.says);
                    }
                }
                for (_, item) in &poster.scene.items {
                    let bounds = item.bounds();
                    let is_in = sheet.contains(bounds.min) && sheet.contains(bounds.max);
                    assert!(is_in, "{file} {size:?} {item:?}");
                }
            }
        }
    }

    #[test]
    fn the_sheet_uses_the_window_it_has() {
        let loaded = example("four-founders");
        for (size, token, points) in [
            // The window of 1280 by 800 without its menus and buttons.
            ((1280.0, 718.0), 150.0, 114.0),
            ((1600.0, 1200.0), 160.0, 120.0),
            ((3840.0, 2080.0), 400.0, 300.0),
        ] {
            let poster = poster(&loaded, size).expect("the game is over");
            let items = poster.scene.items.iter().map(|(_, item)| item);
            let largest = items.fold((0.0_f32, 0.0_f32), |(disc, type_size), item| match item {
                drawing::Item::Circle { radius, .. } => (disc.max(radius / 0.7 * 2.0), type_size),
                drawing::Item::Text(text) => (disc, type_size.max(text.size)),
                _ => (disc, type_size),
            });
            assert!(largest.0 >= token && largest.1 >= points, "{size:?} {largest:?}");
        }
    }

    #[test]
    fn the_headline_says_who_founds_what_and_of_a_lost_game_that_nobody_does() {
        for (file, said) in [
            ("four-founders", "Cleo founds Three Rivers: Orchid wins with 33 points"),
            ("teaching-game", "Anna founds Three Rivers: Human wins with 36 points, after a tie"),
            ("solo-whole-game-won", "Anna founds Old Harbour: won with 86 points"),
            ("solo-lost-at-a-vote", "Old Harbour is not founded: the game is lost"),
        ] {
            let poster = poster(&example(file), (1600.0, 1200.0)).expect("the game is over");
            let headline = poster.spots.iter().find(|spot| spot.about == About::Headline);
            assert_eq!(headline.map(|spot| spot.says.as_str()), Some(said));
        }
    }

    #[test]
    fn a_game_that_goes_on_has_no_sheet() {
        assert!(poster(&example("e09-income"), (1600.0, 1200.0)).is_none());
    }
}
