//! The poster of a finished game: the winner and the points, the city as an engraved plan, the
//! other players on a podium, honors, and a chart of the points.
//!
//! The same drawing is shown in the window and saved as a picture. Its layout uses units: a wide
//! sheet has 1280 units across. A narrow sheet stacks its parts.

use std::sync::Arc;

use components::quantity::Quantity;
use drawing::board::PlayerSigns;
use drawing::sign::{LAUREL_REACH, laurel, player_sign};
use drawing::{BoardColor, BoardPicture, Scene};
use narration::{NamedGame, words};
use plain_text::{capitalized, counted, listed};
use rules::Game;
use rules::player::{ByPlayer, PlayerId};
use scene::{Anchor, Pos, Rect, Typeface};

use super::chart::{Chart, push_text, text_width};
use super::scores::ScoreRow;
use super::{PageSubject, Scores};

/// The size at which a result is saved, in pixels across and down.
pub const POSTER_SIZE: (u32, u32) = (1600, 1200);

/// The size of a wide sheet, with its parts side by side, in units.
const WIDE: (f32, f32) = (1280.0, 752.0);
/// The width of a narrow sheet, with its parts stacked, in units.
const NARROW: f32 = 720.0;
/// The distance from the edge of the sheet to its contents, in units.
const MARGIN: f32 = 34.0;
/// The distance between parts, in units.
const GAP: f32 = 22.0;
/// The height of the head with its laurel, in units.
const HEAD: f32 = 226.0;
/// The diameter of the winner's sign, in units.
const SIGN: f32 = 160.0;
/// The type size of the winner's points, in units.
const NUMERAL: f32 = 120.0;
/// The height of the podium with the names below it, in units.
const PODIUM: f32 = 212.0;

/// The topic of a place on the poster, for clicks and screen readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PosterTopic {
    /// The end of the game.
    Headline,
    /// The points of a player.
    Points(PlayerId),
    /// An honor, with its entry if it was a single one.
    Honor(Option<usize>),
    /// The finished city.
    Plan,
    /// The chart of the points.
    Chart,
}

/// A place on the poster, with its topic and description.
#[derive(Clone, Debug, PartialEq)]
pub struct PosterSpot {
    /// The bounds on the poster.
    pub rect: Rect,
    /// The topic.
    pub topic: PosterTopic,
    /// The description in words.
    pub description: String,
}

/// The land of the finished city, below everything else. It has most of the vertices of a poster.
#[derive(Clone, Debug, PartialEq)]
pub struct CityPlan {
    /// The land in squares.
    pub land: Arc<Scene>,
    /// The top left corner on the poster.
    pub at: Pos,
    /// The width of a square on the poster.
    pub side: f32,
}

/// The result of a game as one drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Poster {
    /// The land of the plan, below the drawing.
    pub plan: CityPlan,
    /// The drawing, in points of the window or pixels of a file.
    pub scene: Scene,
    /// The places with their topics.
    pub spots: Vec<PosterSpot>,
    /// The distance from the edge of the sheet to its contents.
    pub margin: f32,
}

impl Poster {
    /// Draws the poster of a finished game, `width` across and at least `height` down. `None` if
    /// the game is not over.
    ///
    /// `looks` are the signs of the players.
    pub fn draw(
        scores: &Scores,
        subject: PageSubject<'_>,
        looks: &ByPlayer<PlayerSigns>,
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
        let land = Arc::new(picture.printed_map(&game));
        let mut sheet = PosterSheet {
            scores,
            subject,
            named: subject.named_game(&game),
            looks,
            unit,
            picture,
            plan: CityPlan { land, at: Pos::default(), side: 1.0 },
            scene: Scene::new(Pos::default()),
            spots: Vec::new(),
        };
        let size = if is_wide { sheet.wide(width, height) } else { sheet.narrow(width, height) };
        sheet.scene.size = size;
        Some(Self {
            plan: sheet.plan,
            scene: sheet.scene,
            spots: sheet.spots,
            margin: MARGIN * unit,
        })
    }
}

impl Poster {
    /// Draws the poster for saving, at [`POSTER_SIZE`].
    pub fn draw_for_saving(
        scores: &Scores,
        subject: PageSubject<'_>,
        looks: &ByPlayer<PlayerSigns>,
    ) -> Option<Self> {
        let (width, height) = POSTER_SIZE;
        Self::draw(scores, subject, looks, (width as f32, height as f32))
    }

    /// Returns land and drawing as one scene, for a file.
    pub fn flattened(&self) -> Scene {
        let CityPlan { land, at, side } = &self.plan;
        let mut whole = Scene::new(self.scene.size);
        whole.insert(land, *at, *side, *side);
        whole.extend(self.scene.clone());
        whole
    }
}

/// Returns the two lines of the headline, such as "Cleo founds" and "Three Rivers".
pub(super) fn headline(game: &Game) -> [String; 2] {
    let board = game.board().name().to_owned();
    match game.winner() {
        Some(winner) => [format!("{} founds", game.player_name(winner)), board],
        None => [board, "is not founded".to_owned()],
    }
}

/// Returns the end of the game in a sentence, for screen readers.
pub(super) fn outcome(named: NamedGame<'_>, scores: &Scores) -> String {
    let title = headline(named.game()).join(" ");
    match named.game().winner() {
        Some(winner) if !named.game().is_solo() => {
            let tie = if scores.tied.len() > 1 { ", after a tie" } else { "" };
            let who = named.label(winner);
            format!("{title}: {who} wins with {}{tie}", points_label(named.game(), winner))
        }
        Some(winner) => format!("{title}: won with {}", points_label(named.game(), winner)),
        None => format!("{title}: the game is lost"),
    }
}

fn points_label(game: &Game, player: PlayerId) -> String {
    words::quantity(Quantity::Points, game.points(player).0.unsigned_abs())
}

/// The sheet while it is drawn.
struct PosterSheet<'a> {
    scores: &'a Scores,
    subject: PageSubject<'a>,
    named: NamedGame<'a>,
    looks: &'a ByPlayer<PlayerSigns>,
    /// The length of a unit.
    unit: f32,
    picture: BoardPicture,
    plan: CityPlan,
    scene: Scene,
    spots: Vec<PosterSpot>,
}

impl PosterSheet<'_> {
    /// Draws head, podium and honors next to the plan, and the chart below both.
    fn wide(&mut self, width: f32, height: f32) -> Pos {
        let u = self.unit;
        let height = height.max(WIDE.1 * u);
        self.frame(width, height);
        let inner = Rect {
            min: Pos::new(MARGIN * u, MARGIN * u),
            max: Pos::new(width, height).plus(-MARGIN * u, -MARGIN * u),
        };
        // The remaining height goes to the chart and the plan.
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
        // The podium stands on the bottom line of the plan.
        let space = above - HEAD * u;
        let top = inner.min.y + above
            - (space * 0.86).clamp(PODIUM * u, space.max(PODIUM * u)).min(330.0 * u);
        let below = Rect::new(inner.min.x, top, column, inner.min.y + above - top);
        self.others_and_honours(below);
        let chart =
            Rect { min: Pos::new(inner.min.x, inner.min.y + above + GAP * u), max: inner.max };
        self.chart(chart);
        Pos::new(width, height)
    }

    /// Draws all parts stacked.
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
        // A high window has space for a higher chart.
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

    /// Draws the frame of the sheet, in the style of a map.
    fn frame(&mut self, width: f32, height: f32) {
        let whole = Rect::new(0.0, 0.0, width, height);
        self.scene.frame(whole.shrunk(12.0 * self.unit), 2.2 * self.unit, BoardColor::Text.at(0.7));
        self.scene.frame(whole.shrunk(17.0 * self.unit), 0.8 * self.unit, BoardColor::Text.at(0.7));
    }

    fn spot(&mut self, rect: Rect, topic: PosterTopic, description: String) {
        self.spots.push(PosterSpot { rect, topic, description });
    }

    /// Draws a text no larger than `largest` units and no wider than `space`.
    fn draw_fitted(
        &mut self,
        at: (Pos, Anchor),
        text: &str,
        (largest, face): (f32, Typeface),
        space: f32,
        ink: BoardColor,
    ) {
        let full = largest * self.unit;
        let size = full.min(full * space / text_width(text, (full, face)).max(0.01));
        push_text(&mut self.scene, at, text, (size, face), ink);
    }

    /// Returns the largest serif type size, in units up to `largest`, at which every line fits.
    fn common_size(&self, lines: impl Iterator<Item = String>, largest: f32, space: f32) -> f32 {
        let longest =
            lines.map(|line| text_width(&line, (1.0, Typeface::Serif))).fold(0.01, f32::max);
        (space / longest / self.unit).min(largest)
    }

    /// Draws the winner's sign in its laurel, the headline, and the points.
    fn head(&mut self, rect: Rect) {
        let u = self.unit;
        let first = self.scores.podium().first().map_or(PlayerId(0), |row| row.player);
        let player = self.named.game().winner().unwrap_or(first);
        let radius = SIGN * u / 2.0;
        let reach = radius * LAUREL_REACH;
        let center = Pos::new(rect.min.x + reach, rect.center().y);
        if self.named.game().winner().is_some() {
            laurel(&mut self.scene, center, radius);
        }
        player_sign(&mut self.scene, center, radius, player, self.looks[player]);
        let left = center.x + reach + 18.0 * u;
        let space = rect.max.x - left;
        let at = |x: f32, y: f32| (Pos::new(x, rect.min.y + y * u), Anchor::Start);
        self.draw_fitted(
            at(left, 12.0),
            &self.about(),
            (14.0, Typeface::Sans),
            space,
            BoardColor::Muted,
        );
        let lines = headline(self.named.game());
        let ink =
            if self.named.game().winner().is_some() { BoardColor::Text } else { BoardColor::Bad };
        // Both lines have the size at which the longer one fits.
        let size = self.common_size(lines.iter().cloned(), 46.0, space);
        for (line, y) in lines.iter().zip([50.0, 98.0]) {
            self.draw_fitted(at(left, y), line, (size, Typeface::Serif), space, ink);
        }
        let points = self.named.game().points(player).0.to_string();
        let numeral = (NUMERAL * u, Typeface::Serif);
        push_text(&mut self.scene, at(left, 174.0), points.clone(), numeral, BoardColor::Text);
        let after_points = left + text_width(&points, numeral) + 12.0 * u;
        let space = rect.max.x - after_points;
        let tie = if self.scores.tied.len() > 1 { "points, after a tie" } else { "points" };
        self.draw_fitted(
            at(after_points, 178.0),
            tie,
            (24.0, Typeface::Serif),
            space,
            BoardColor::Text,
        );
        if let Some(race) = self.named.game().race(player) {
            let race = self.named.game().contents().race_name(race);
            self.draw_fitted(
                at(after_points, 204.0),
                race,
                (17.0, Typeface::Sans),
                space,
                BoardColor::Muted,
            );
        }
        let says = outcome(self.named, self.scores);
        let head = Rect { min: rect.min, max: Pos::new(rect.max.x, rect.min.y + 124.0 * u) };
        self.spot(head, PosterTopic::Headline, says);
        let numeral = Rect { min: Pos::new(left, rect.min.y + 128.0 * u), max: rect.max };
        self.spot(
            numeral,
            PosterTopic::Points(player),
            format!("Points of {}", self.named.label(player)),
        );
    }

    /// Returns the line above the headline: date, title and turns.
    fn about(&self) -> String {
        let turns = counted(self.scores.turns, "turn", "turns");
        let tags = &self.subject.journal.tags;
        let parts = [tags.date.clone(), tags.title.clone(), Some(turns)];
        parts.into_iter().flatten().collect::<Vec<_>>().join("  ·  ")
    }

    fn others_and_honours(&mut self, rect: Rect) {
        let others: Vec<ScoreRow> = self.scores.podium().into_iter().skip(1).cloned().collect();
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
            self.solo_result(left);
        } else {
            self.podium(&others, left);
        }
        self.honours(right);
    }

    /// Draws the result and the difficulty of a solo game.
    fn solo_result(&mut self, rect: Rect) {
        let u = self.unit;
        let mut lines: Vec<String> = match self.named.game().loss() {
            None => vec!["Every building on the map".to_owned(), "is complete.".to_owned()],
            Some(loss) => {
                let why = words::loss(self.named.game(), loss);
                let why = why.strip_prefix("the game is lost: ").unwrap_or(&why).to_owned();
                wrapped(&format!("{}.", capitalized(&why)), rect.width() / (18.0 * u))
            }
        };
        if let Some(difficulty) = words::difficulty(self.named.game()) {
            lines.extend(difficulty.split("; ").map(capitalized));
        }
        let size = self.common_size(lines.iter().cloned(), 18.0, rect.width());
        let top = rect.max.y - 28.0 * u * lines.len() as f32;
        for (index, line) in lines.iter().enumerate() {
            let at = Pos::new(rect.min.x, top + 28.0 * u * (index as f32 + 0.5));
            self.draw_fitted(
                (at, Anchor::Start),
                line,
                (size, Typeface::Serif),
                rect.width(),
                BoardColor::Text,
            );
        }
    }

    /// Draws the other players on steps of stone, the highest for the second place.
    fn podium(&mut self, others: &[ScoreRow], rect: Rect) {
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
        let ends =
            [left - 8.0 * u, left + width * count + 8.0 * u].map(|x| Pos::new(x, floor)).to_vec();
        self.scene.line(ends, 2.0 * u, BoardColor::Text);
    }

    /// Draws a step with the sign above it, the points on it and the name below.
    fn step(&mut self, step: Rect, row: &ScoreRow) {
        let u = self.unit;
        self.scene.rect(step, 0.0, BoardColor::Stone);
        self.joints(step);
        self.scene.frame(step, 1.6 * u, BoardColor::Print);
        let middle = step.center().x;
        let sign = Pos::new(middle, step.min.y - 26.0 * u);
        player_sign(&mut self.scene, sign, 24.0 * u, row.player, self.looks[row.player]);
        let points = row.points.to_string();
        let at = Pos::new(middle, (step.min.y + 28.0 * u).min(step.center().y));
        let space = step.width() * 0.9;
        self.draw_fitted(
            (at, Anchor::Middle),
            &points,
            (38.0, Typeface::Serif),
            space,
            BoardColor::Print,
        );
        let name_at = Pos::new(middle, step.max.y + 14.0 * u);
        self.draw_fitted(
            (name_at, Anchor::Middle),
            &row.name,
            (16.0, Typeface::Serif),
            space,
            BoardColor::Text,
        );
        let place = match row.race.as_str() {
            "" => ordinal(row.rank),
            race => format!("{}, {race}", ordinal(row.rank)),
        };
        let place_at = Pos::new(middle, step.max.y + 32.0 * u);
        self.draw_fitted(
            (place_at, Anchor::Middle),
            &place,
            (12.0, Typeface::Sans),
            space,
            BoardColor::Muted,
        );
        let who = self.named.label(row.player);
        let whole = Rect {
            min: sign.plus(-step.width() / 2.0, -26.0 * u),
            max: step.max.plus(0.0, 40.0 * u),
        };
        self.spot(whole, PosterTopic::Points(row.player), format!("Points of {who}"));
    }

    /// Draws the joints between the stones.
    fn joints(&mut self, step: Rect) {
        let course = 17.0 * self.unit;
        let (stone, pen) = (38.0 * self.unit, 0.8 * self.unit);
        let mut row = 0_u8;
        let mut y = step.max.y - course;
        let tone = BoardColor::Print.at(0.2);
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

    /// Draws the honors with their players.
    fn honours(&mut self, rect: Rect) {
        let u = self.unit;
        let honours = self.scores.honors.clone();
        let count = honours.len().max(1) as f32;
        let each = (rect.height() / count).min(92.0 * u);
        let top = rect.max.y - each * count;
        let space = rect.width() - 50.0 * u;
        let size = self.common_size(
            honours.iter().map(|honour| honour.words(self.named.game())),
            20.0,
            space,
        );
        for (index, honour) in honours.iter().enumerate() {
            let row = Rect::new(rect.min.x, top + each * index as f32, rect.width(), each);
            let middle = row.center().y;
            let sign = Pos::new(row.min.x + 20.0 * u, middle);
            player_sign(&mut self.scene, sign, 18.0 * u, honour.player, self.looks[honour.player]);
            let left = sign.x + 30.0 * u;
            let words = honour.words(self.named.game());
            let title_at = (Pos::new(left, middle - 11.0 * u), Anchor::Start);
            self.draw_fitted(
                title_at,
                honour.title(),
                (13.0, Typeface::Sans),
                space,
                BoardColor::Muted,
            );
            let words_at = (Pos::new(left, middle + 10.0 * u), Anchor::Start);
            self.draw_fitted(words_at, &words, (size, Typeface::Serif), space, BoardColor::Text);
            if index > 0 {
                let line = vec![Pos::new(left, row.min.y), Pos::new(row.max.x, row.min.y)];
                self.scene.line(line, 0.8 * u, BoardColor::Text.at(0.25));
            }
            let who = self.named.label(honour.player);
            let says = format!("{}: {who}, {words}", honour.title());
            self.spot(row, PosterTopic::Honor(honour.entry), says);
        }
    }

    /// Draws the finished city, with squares `side` wide.
    fn plan(&mut self, rect: Rect, side: f32) {
        (self.plan.at, self.plan.side) = (rect.min, side);
        let pieces = self.picture.pieces(self.named.game());
        self.scene.insert(&pieces, rect.min, side, side);
        let says = format!("The finished city: {}", self.named.game().board().name());
        self.spot(rect, PosterTopic::Plan, says);
    }

    fn chart(&mut self, rect: Rect) {
        let chart = Chart {
            scores: self.scores,
            game: self.named.game(),
            looks: self.looks,
            unit: self.unit,
        };
        chart.draw(&mut self.scene, rect);
        let ends: Vec<String> = self
            .named
            .game()
            .players()
            .map(|player| {
                format!("{} {}", self.named.label(player), self.named.game().points(player).0)
            })
            .collect();
        let turns = counted(self.scores.turns, "turn", "turns");
        let says = format!("Points over {turns}, at the end {}", listed(&ends));
        self.spot(rect, PosterTopic::Chart, says);
    }
}

/// Returns a place in words, such as "2nd place".
fn ordinal(rank: usize) -> String {
    match rank {
        1 => "1st place".to_owned(),
        2 => "2nd place".to_owned(),
        3 => "3rd place".to_owned(),
        _ => format!("{rank}th place"),
    }
}

/// Breaks a text into lines of at most `width`, in heights of the type.
fn wrapped(text: &str, width: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match longer.filter(|line| Typeface::Serif.width_of(line, 1.0, false) <= width) {
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
        let subject = PageSubject { journal, at: journal.cursor(), naming: PlayerNaming::Races };
        let scores = Scores::of(subject).expect("the record goes so far");
        Poster::draw(&scores, subject, &ByPlayer::default(), size)
    }

    #[test]
    fn parts_of_the_poster_stay_on_the_sheet_and_never_overlap() {
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
                    let says = &spot.description;
                    let is_in = sheet.contains(spot.rect.min) && sheet.contains(spot.rect.max);
                    assert!(is_in, "{file} {size:?} {says}");
                    for other in &poster.spots[index + 1..] {
                        let meets = spot.rect.shrunk(0.5).overlaps(&other.rect.shrunk(0.5));
                        assert!(!meets, "{file} {size:?} {says}, {}", other.description);
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
    fn the_poster_grows_with_the_window() {
        let loaded = example("four-founders");
        for (size, token, points) in [
            // A window of 1280 by 800 without its menus and buttons.
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
    fn the_headline_names_the_founder_or_the_lost_game() {
        for (file, headline) in [
            ("four-founders", "Cleo founds Three Rivers: Orchid wins with 33 points"),
            ("teaching-game", "Anna founds Three Rivers: Human wins with 36 points, after a tie"),
            ("solo-whole-game-won", "Anna founds Old Harbour: won with 86 points"),
            ("solo-lost-at-a-vote", "Old Harbour is not founded: the game is lost"),
        ] {
            let poster = poster(&example(file), (1600.0, 1200.0)).expect("the game is over");
            let spot = poster.spots.iter().find(|spot| spot.topic == PosterTopic::Headline);
            assert_eq!(spot.map(|spot| spot.description.as_str()), Some(headline));
        }
    }

    #[test]
    fn an_unfinished_game_has_no_poster() {
        assert!(poster(&example("e09-income"), (1600.0, 1200.0)).is_none());
    }
}
