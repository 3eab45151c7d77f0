//! The chart of a game: how everybody's points grew, turn by turn, and when which building was
//! placed.

use drawing::board::Look;
use drawing::sign::player_sign;
use drawing::{Ink, Item, Scene, Text, Tone};
use rules::Game;
use rules::player::{ByPlayer, PlayerId};
use scene::{Anchor, Dash, Face, Pos, Rect};

use super::Scores;

/// A line of words that begins, ends or is centred at a place.
pub(super) fn set(
    scene: &mut Scene,
    (pos, anchor): (Pos, Anchor),
    words: impl Into<String>,
    (size, face): (f32, Face),
    tone: impl Into<Tone>,
) {
    scene.push(Item::Text(Text {
        pos,
        anchor,
        words: words.into(),
        size,
        face,
        bold: false,
        turns: 0,
        tone: tone.into(),
    }));
}

/// How wide words are in plain type.
pub(super) fn wide(words: &str, (size, face): (f32, Face)) -> f32 {
    face.width_of(words, size, false)
}

/// The strokes by which the line of a seat is told from the others, in units.
const STROKES: [Option<Dash>; 4] = [
    None,
    Some(Dash { stroke: 10.0, gap: 6.0 }),
    Some(Dash { stroke: 5.0, gap: 3.5 }),
    Some(Dash { stroke: 16.0, gap: 5.0 }),
];

/// Small type of the chart, in units.
const SMALL: f32 = 12.0;
/// Names at the ends of the lines, in units.
const NAME: f32 = 15.0;
/// From one line of building names to the next, in units.
const LEADING: f32 = 15.0;

/// What is charted, and how large: `unit` is the length of a unit.
pub(super) struct Chart<'a> {
    pub(super) scores: &'a Scores,
    pub(super) game: &'a Game,
    pub(super) looks: &'a ByPlayer<Look>,
    pub(super) unit: f32,
}

impl Chart<'_> {
    /// Draws the chart into a rectangle.
    pub(super) fn draw(&self, scene: &mut Scene, rect: Rect) {
        let u = self.unit;
        let ends = self.ends();
        let names = ends.iter().map(|(_, name)| wide(name, (NAME * u, Face::Sans)));
        let right = names.fold(0.0, f32::max) + 40.0 * u;
        let left = 30.0 * u;
        let field = Rect { min: rect.min.plus(left, 0.0), max: rect.max.plus(-right, -18.0 * u) };
        let names = self.building_names(field);
        let lines = names.iter().map(|(_, line, _)| line + 1).max().unwrap_or_default();
        let top = LEADING * u * f32::from(lines) + 4.0 * u;
        let field = Rect { min: field.min.plus(0.0, top), max: field.max };
        let scale = Scale::of(self.scores, field);
        self.draw_axes(scene, &scale);
        for (turn, line, name) in names {
            let x = scale.x(turn);
            let y = rect.min.y + LEADING * u * (f32::from(line) + 0.5);
            scene.line(
                vec![Pos::new(x, y + SMALL * u * 0.6), Pos::new(x, field.max.y)],
                u,
                Ink::Ink.at(0.28),
            );
            let at = Pos::new(self.within(field, x, &name), y);
            set(scene, (at, Anchor::Middle), name, (SMALL * u, Face::Serif), Ink::Muted);
        }
        for (player, strokes) in self.game.players().zip(STROKES) {
            self.draw_line(scene, &scale, player, strokes);
        }
        self.draw_ends(scene, &scale, ends);
    }

    /// Where the words of a building are centred, so that they stay over the field.
    fn within(&self, field: Rect, x: f32, name: &str) -> f32 {
        let half = wide(name, (SMALL * self.unit, Face::Serif)) / 2.0;
        x.clamp(field.min.x + half, (field.max.x - half).max(field.min.x + half))
    }

    /// Every building that was placed: the turn, the line of words it stands on, its name.
    fn building_names(&self, field: Rect) -> Vec<(u32, u8, String)> {
        let scale = Scale::of(self.scores, field);
        // How far to the right each line of words is taken.
        let mut taken: Vec<f32> = Vec::new();
        let placed = self.scores.placed.iter().map(|&(turn, building)| {
            let name = self.game.contents().building_name(building).to_owned();
            let half = wide(&name, (SMALL * self.unit, Face::Serif)) / 2.0 + 5.0 * self.unit;
            let x = self.within(field, scale.x(turn), &name);
            let free = taken.iter().position(|&end| end <= x - half);
            let line = free.unwrap_or(taken.len());
            match taken.get_mut(line) {
                Some(end) => *end = x + half,
                None => taken.push(x + half),
            }
            (turn, u8::try_from(line).unwrap_or(u8::MAX), name)
        });
        placed.collect()
    }

    fn draw_axes(&self, scene: &mut Scene, scale: &Scale) {
        let (u, field) = (self.unit, scale.field);
        let small = (SMALL * u, Face::Sans);
        for points in scale.steps() {
            let y = scale.y(points);
            let tone = if points == 0 { Ink::Ink.at(0.8) } else { Ink::Ink.at(0.14) };
            scene.line(vec![Pos::new(field.min.x, y), Pos::new(field.max.x, y)], u, tone);
            let at = Pos::new(field.min.x - 8.0 * u, y);
            set(scene, (at, Anchor::End), points.to_string(), small, Ink::Muted);
        }
        let step = nice(scale.turns, 12);
        let turns = (0..=scale.turns).step_by(usize::try_from(step).unwrap_or(1));
        let y = field.max.y + 11.0 * u;
        for turn in turns {
            let words = if turn == 0 { "Turn".to_owned() } else { turn.to_string() };
            set(scene, (Pos::new(scale.x(turn), y), Anchor::Middle), words, small, Ink::Muted);
        }
    }

    fn draw_line(&self, scene: &mut Scene, scale: &Scale, player: PlayerId, strokes: Option<Dash>) {
        let u = self.unit;
        let growth = self.scores.growth.iter();
        let points: Vec<Pos> =
            growth.map(|(turn, sums)| scale.place(*turn, sums[player].0)).collect();
        // A pale line shows on pale paper by the dark one below it.
        for (width, ink) in [(4.6, Ink::Ink), (2.8, Ink::Player(player))] {
            let (points, width) = (points.clone(), width * u);
            match strokes {
                None => scene.line(points, width, ink),
                Some(dash) => {
                    let dash = Dash { stroke: dash.stroke * u, gap: dash.gap * u };
                    scene.dashes(points, false, width, dash, ink);
                }
            }
        }
    }

    /// Everybody with the words at the end of their line.
    fn ends(&self) -> Vec<(PlayerId, String)> {
        let end = |player| {
            let name = self.game.player_name(player);
            (player, format!("{name} {}", self.game.points(player).0))
        };
        self.game.players().map(end).collect()
    }

    /// Writes who it is at the end of each line, one below the other where lines end together.
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
        // What was pushed out below is pushed back up.
        let mut lowest = scale.field.max.y;
        for end in ends.iter_mut().rev() {
            end.1 = end.1.min(lowest);
            lowest = end.1 - apart;
        }
        for (from, to, player, name) in ends {
            let x = scale.field.max.x;
            let sign = Pos::new(x + 20.0 * u, to);
            scene.line(vec![Pos::new(x, from), sign], u, Ink::Ink.at(0.5));
            player_sign(scene, sign, 9.5 * u, player, self.looks[player]);
            let at = sign.plus(14.0 * u, 0.0);
            set(scene, (at, Anchor::Start), name, (NAME * u, Face::Sans), Ink::Ink);
        }
    }
}

/// Where turns and points lie in the field of a chart.
struct Scale {
    field: Rect,
    turns: u32,
    least: i32,
    most: i32,
    step: i32,
}

impl Scale {
    fn of(scores: &Scores, field: Rect) -> Self {
        let all = || {
            let rows = scores.rows.iter();
            rows.flat_map(|row| scores.growth.iter().map(|(_, sums)| sums[row.player].0))
        };
        let (least, most) =
            (all().min().unwrap_or_default().min(0), all().max().unwrap_or_default());
        let step = nice(most.max(1).unsigned_abs() + least.unsigned_abs(), 5);
        let step = i32::try_from(step).unwrap_or(i32::MAX);
        let turns = scores.growth.last().map_or(1, |&(turn, _)| turn.max(1));
        // The highest line is not lost in the edge.
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

/// A round number that goes into `all` at most `most` times.
fn nice(all: u32, most: u32) -> u32 {
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
    fn steps_are_round_and_few() {
        for (all, most, step) in [(4, 5, 1), (12, 5, 5), (33, 5, 10), (86, 5, 20), (300, 12, 50)] {
            assert_eq!(nice(all, most), step, "{all}");
        }
    }
}
