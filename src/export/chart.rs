//! The chart of a game: the points of all players by turn, and the turns in which prestige
//! buildings were placed.

use drawing::board::PlayerSigns;
use drawing::sign::player_sign;
use drawing::{BoardColor, Item, Scene, Text, Tone};
use rules::Game;
use rules::player::{ByPlayer, PlayerId};
use scene::{Anchor, Dash, Pos, Rect, Typeface};

use super::Scores;

/// Adds a line of text that begins, ends or is centered at a position.
pub(super) fn push_text(
    scene: &mut Scene,
    (pos, anchor): (Pos, Anchor),
    words: impl Into<String>,
    (size, face): (f32, Typeface),
    tone: impl Into<Tone>,
) {
    scene.push(Item::Text(Text {
        pos,
        anchor,
        text: words.into(),
        size,
        face,
        bold: false,
        turns: 0,
        tone: tone.into(),
    }));
}

/// Returns the width of a text in plain type.
pub(super) fn text_width(words: &str, (size, face): (f32, Typeface)) -> f32 {
    face.width_of(words, size, false)
}

/// The dash pattern of the line of each seat, in units.
const STROKES: [Option<Dash>; 4] = [
    None,
    Some(Dash { stroke: 10.0, gap: 6.0 }),
    Some(Dash { stroke: 5.0, gap: 3.5 }),
    Some(Dash { stroke: 16.0, gap: 5.0 }),
];

/// The width of a player's line, in units.
const LINE: f32 = 3.4;
/// The width of a player's line with its edges, in units.
const EDGES: f32 = 6.0;
/// The type size of small text in the chart, in units.
const SMALL: f32 = 12.0;
/// The type size of names at the ends of the lines, in units.
const NAME: f32 = 15.0;
/// The distance between lines of building names, in units.
const LEADING: f32 = 15.0;

/// The data of a chart, and the length of its `unit`.
pub(super) struct Chart<'a> {
    pub(super) scores: &'a Scores,
    pub(super) game: &'a Game,
    pub(super) looks: &'a ByPlayer<PlayerSigns>,
    pub(super) unit: f32,
}

impl Chart<'_> {
    /// Draws the chart into a rectangle.
    pub(super) fn draw(&self, scene: &mut Scene, rect: Rect) {
        let u = self.unit;
        let ends = self.ends();
        let longest = ends
            .iter()
            .map(|(_, name)| text_width(name, (NAME * u, Typeface::Sans)))
            .fold(0.0, f32::max);
        let below_names = Rect {
            min: rect.min.plus(30.0 * u, 0.0),
            max: rect.max.plus(-(longest + 40.0 * u), -18.0 * u),
        };
        let names = self.building_names(below_names);
        let lines = names.iter().map(|(_, line, _)| line + 1).max().unwrap_or_default();
        let top = LEADING * u * f32::from(lines) + 4.0 * u;
        let field = Rect { min: below_names.min.plus(0.0, top), max: below_names.max };
        let scale = Scale::of(self.scores, field);
        self.draw_axes(scene, &scale);
        for (turn, line, name) in names {
            let x = scale.x(turn);
            let y = rect.min.y + LEADING * u * (f32::from(line) + 0.5);
            scene.line(
                vec![Pos::new(x, y + SMALL * u * 0.6), Pos::new(x, field.max.y)],
                u,
                BoardColor::Text.at(0.28),
            );
            let at = Pos::new(self.name_center(field, x, &name), y);
            push_text(
                scene,
                (at, Anchor::Middle),
                name,
                (SMALL * u, Typeface::Serif),
                BoardColor::Muted,
            );
        }
        for (player, strokes) in self.game.players().zip(STROKES) {
            self.draw_line(scene, &scale, player, strokes);
        }
        self.draw_ends(scene, &scale, ends);
    }

    /// Returns the center of a building's name at `x`, shifted to stay above the field.
    fn name_center(&self, field: Rect, x: f32, name: &str) -> f32 {
        let half = text_width(name, (SMALL * self.unit, Typeface::Serif)) / 2.0;
        x.clamp(field.min.x + half, (field.max.x - half).max(field.min.x + half))
    }

    /// Returns every placed building: the turn, the line for its name, and the name.
    fn building_names(&self, field: Rect) -> Vec<(u32, u8, String)> {
        let scale = Scale::of(self.scores, field);
        // The right end of the names on each line.
        let mut taken: Vec<f32> = Vec::new();
        self.scores
            .placed
            .iter()
            .map(|&(turn, building)| {
                let name = self.game.contents().building_name(building).to_owned();
                let half =
                    text_width(&name, (SMALL * self.unit, Typeface::Serif)) / 2.0 + 5.0 * self.unit;
                let x = self.name_center(field, scale.x(turn), &name);
                let line = taken.iter().position(|&end| end <= x - half).unwrap_or(taken.len());
                match taken.get_mut(line) {
                    Some(end) => *end = x + half,
                    None => taken.push(x + half),
                }
                (turn, u8::try_from(line).unwrap_or(u8::MAX), name)
            })
            .collect()
    }

    fn draw_axes(&self, scene: &mut Scene, scale: &Scale) {
        let (u, field) = (self.unit, scale.field);
        let small = (SMALL * u, Typeface::Sans);
        for points in scale.steps() {
            let y = scale.y(points);
            let tone =
                if points == 0 { BoardColor::Text.at(0.8) } else { BoardColor::Text.at(0.14) };
            scene.line(vec![Pos::new(field.min.x, y), Pos::new(field.max.x, y)], u, tone);
            let at = Pos::new(field.min.x - 8.0 * u, y);
            push_text(scene, (at, Anchor::End), points.to_string(), small, BoardColor::Muted);
        }
        let step = round_step(scale.turns, 12);
        let turns = (0..=scale.turns).step_by(usize::try_from(step).unwrap_or(1));
        let y = field.max.y + 11.0 * u;
        for turn in turns {
            let words = if turn == 0 { "Turn".to_owned() } else { turn.to_string() };
            push_text(
                scene,
                (Pos::new(scale.x(turn), y), Anchor::Middle),
                words,
                small,
                BoardColor::Muted,
            );
        }
    }

    fn draw_line(&self, scene: &mut Scene, scale: &Scale, player: PlayerId, strokes: Option<Dash>) {
        let u = self.unit;
        let points: Vec<Pos> = self
            .scores
            .growth
            .iter()
            .map(|(turn, sums)| scale.place(*turn, sums[player].0))
            .collect();
        // A pale line on pale paper is seen by its edges, which are unbroken for that reason.
        scene.line(points.clone(), EDGES * u, BoardColor::Text);
        match strokes {
            None => scene.line(points, LINE * u, BoardColor::Player(player)),
            Some(dash) => {
                scene.line(points.clone(), LINE * u, BoardColor::Paper);
                let dash = Dash { stroke: dash.stroke * u, gap: dash.gap * u };
                scene.dashes(points, false, LINE * u, dash, BoardColor::Player(player));
            }
        }
    }

    /// Returns the text at the end of each player's line.
    fn ends(&self) -> Vec<(PlayerId, String)> {
        self.game
            .players()
            .map(|player| {
                let name = self.game.player_name(player);
                (player, format!("{name} {}", self.game.points(player).0))
            })
            .collect()
    }

    /// Writes the names at the ends of the lines, apart where lines end together.
    fn draw_ends(&self, scene: &mut Scene, scale: &Scale, ends: Vec<(PlayerId, String)>) {
        let u = self.unit;
        let apart = 20.0 * u;
        let mut ends: Vec<(f32, f32, PlayerId, String)> = ends
            .into_iter()
            .map(|(player, name)| {
                let y = scale.y(self.game.points(player).0);
                (y, y, player, name)
            })
            .collect();
        ends.sort_by(|one, other| one.0.total_cmp(&other.0));
        for index in 1..ends.len() {
            ends[index].1 = ends[index].1.max(ends[index - 1].1 + apart);
        }
        // Names pushed below the field are pushed back up.
        let mut lowest = scale.field.max.y;
        for end in ends.iter_mut().rev() {
            end.1 = end.1.min(lowest);
            lowest = end.1 - apart;
        }
        for (from, to, player, name) in ends {
            let x = scale.field.max.x;
            let sign = Pos::new(x + 20.0 * u, to);
            scene.line(vec![Pos::new(x, from), sign], u, BoardColor::Text.at(0.5));
            player_sign(scene, sign, 9.5 * u, player, self.looks[player]);
            let at = sign.plus(14.0 * u, 0.0);
            push_text(
                scene,
                (at, Anchor::Start),
                name,
                (NAME * u, Typeface::Sans),
                BoardColor::Text,
            );
        }
    }
}

/// The mapping of turns and points to positions in the field of a chart.
struct Scale {
    field: Rect,
    turns: u32,
    least: i32,
    most: i32,
    step: i32,
}

impl Scale {
    fn of(scores: &Scores, field: Rect) -> Self {
        let points = scores
            .rows
            .iter()
            .flat_map(|row| scores.growth.iter().map(|(_, sums)| sums[row.player].0));
        let least = points.clone().min().unwrap_or_default().min(0);
        let most = points.max().unwrap_or_default();
        let step = i32::try_from(round_step(most.max(1).unsigned_abs() + least.unsigned_abs(), 5))
            .unwrap_or(i32::MAX);
        let turns = scores.growth.last().map_or(1, |&(turn, _)| turn.max(1));
        // `most` is at least 1, so that the field is never 0 points high.
        Self { field, turns, least: least.div_euclid(step) * step, most: most.max(1), step }
    }

    fn steps(&self) -> impl Iterator<Item = i32> + use<> {
        let (least, most, step) = (self.least, self.most, self.step);
        (0..).map(move |index| least + index * step).take_while(move |points| *points <= most)
    }

    fn x(&self, turn: u32) -> f32 {
        self.field.min.x + self.field.width() * turn as f32 / self.turns as f32
    }

    fn y(&self, points: i32) -> f32 {
        let share = (points - self.least) as f32 / (self.most - self.least) as f32;
        self.field.max.y - self.field.height() * share
    }

    fn place(&self, turn: u32, points: i32) -> Pos {
        Pos::new(self.x(turn), self.y(points))
    }
}

/// Returns the smallest round number (1, 2 or 5 times a power of ten) that goes into `all` at most
/// `most` times.
fn round_step(all: u32, most: u32) -> u32 {
    let mut ten = 1;
    loop {
        for part in [1, 2, 5] {
            if all / (ten * part) <= most {
                return ten * part;
            }
        }
        ten *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chart_steps_are_round_and_few() {
        for (all, most, step) in [(4, 5, 1), (12, 5, 5), (33, 5, 10), (86, 5, 20), (300, 12, 50)] {
            assert_eq!(round_step(all, most), step, "{all}");
        }
    }
}
