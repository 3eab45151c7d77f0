//! Measures of the payment lines of a turn, taken from the drawing.

use std::ops::AddAssign;

use components::tile::Footprint;
use drawing::{BoardColor, BoardPicture, Item, PaymentLine, Scene};
use journal::Journal;
use narration::PlayerNaming;
use rules::Game;
use rules::map::PieceKind;
use rules::player::PlayerId;
use scene::{Pos, Rect};
use table::turn::TurnSummary;

/// The width of the ink of a payment line, in squares.
const INK: f32 = 0.09;
/// The distance below which two lines end at the same point, in squares.
const SAME_END: f32 = 0.2;

/// The payments of a turn.
#[derive(Clone, Debug)]
pub struct Cascade {
    /// The game after the turn.
    pub game: Game,
    pub payments: Vec<PaymentLine>,
}

/// The measures of the lines of a cascade, lengths in squares.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measures {
    pub lines: usize,
    pub length: f32,
    /// The length over tiles that the line does not connect.
    pub over_tiles: f32,
    /// The length over names and values of tiles.
    pub over_text: f32,
    /// The number of pairs of lines that end at the same point.
    pub shared_ends: usize,
    pub crossings: usize,
    /// The length along which a line is nearer to another than its own width.
    pub touching: f32,
}

impl AddAssign for Measures {
    fn add_assign(&mut self, other: Self) {
        self.lines += other.lines;
        self.length += other.length;
        self.over_tiles += other.over_tiles;
        self.over_text += other.over_text;
        self.shared_ends += other.shared_ends;
        self.crossings += other.crossings;
        self.touching += other.touching;
    }
}

/// Returns the cascades of every turn of a game that paid along at least `least` lines.
pub fn cascades(journal: &Journal, least: usize) -> Vec<Cascade> {
    let line = journal.main_line();
    let turn = |id| journal.entry(journal.entry(id).before()).outcome().turn();
    let lasts = line.iter().enumerate().filter(|&(index, &id)| {
        line.get(index + 1).is_none_or(|&next| turn(next) != turn(id) || turn(id) == 0)
    });
    lasts
        .filter_map(|(_, &id)| {
            let payments: Vec<PaymentLine> = TurnSummary::of(journal, id, PlayerNaming::Races)
                .payments
                .iter()
                .map(|paid| PaymentLine {
                    from: paid.path.from,
                    route: paid.route.clone(),
                    to: paid.path.to,
                    points: paid.path.points,
                    kept: paid.path.kept,
                    player: paid.path.to_player.player(),
                    parent: paid.parent,
                })
                .collect();
            (connections(&payments).len() >= least)
                .then(|| Cascade { game: journal.game_after(id), payments })
        })
        .collect()
}

/// Returns the connections that have a line, in the order of their first payment.
pub fn connections(payments: &[PaymentLine]) -> Vec<(Footprint, Footprint, Option<PlayerId>)> {
    let mut all = Vec::new();
    for line in payments.iter().filter(|line| line.from != line.to) {
        let connection = (line.from, line.to, line.player);
        if !all.contains(&connection) {
            all.push(connection);
        }
    }
    all
}

impl Cascade {
    /// Draws the payments, all of them made.
    pub fn lines(&self, picture: &BoardPicture) -> Scene {
        let pieces = picture.pieces(&self.game);
        picture.payment_plan(&self.game, &pieces, &self.payments).final_scene(false)
    }

    /// Measures the lines as they are drawn.
    pub fn measure(&self, picture: &BoardPicture) -> Measures {
        let game = &self.game;
        let connections = connections(&self.payments);
        let lines: Vec<Vec<Pos>> =
            ink_lines(&self.lines(picture)).into_iter().map(|line| fine(&line)).collect();
        assert_eq!(lines.len(), connections.len(), "every connection has a line");
        let texts = text_boxes(&picture.pieces(game));
        let mut all = Measures { lines: lines.len(), ..Measures::default() };
        for (index, (line, (from, to, _))) in lines.iter().zip(&connections).enumerate() {
            let tiles = uninvolved_tiles(game, picture, &[from, to]);
            for pair in line.windows(2) {
                let (at, long) = (pair[0].toward(pair[1], 0.5), pair[0].distance(pair[1]));
                all.length += long;
                if tiles.iter().any(|tile| tile.contains(at)) {
                    all.over_tiles += long;
                }
                if texts.iter().any(|text| text.contains(at)) {
                    all.over_text += long;
                }
                let others = lines.iter().enumerate().filter(|(other, _)| *other != index);
                if others.flat_map(|(_, other)| other).any(|&other| at.distance(other) < INK) {
                    all.touching += long;
                }
            }
            for other in &lines[index + 1..] {
                let ends = |line: &[Pos]| [line[0], line[line.len() - 1]];
                let is_same = ends(line)
                    .iter()
                    .any(|end| ends(other).iter().any(|other| end.distance(*other) < SAME_END));
                all.shared_ends += usize::from(is_same);
                all.crossings += crossings(line, other);
            }
        }
        all
    }
}

/// Returns the middle lines of the payment lines of a scene.
pub fn ink_lines(scene: &Scene) -> Vec<Vec<Pos>> {
    let lines = scene.items.iter().filter_map(|(_, item)| match item {
        Item::Line { points, width, closed: false, tone, .. }
            if (width - INK).abs() < 0.001
                && matches!(tone.color, BoardColor::Player(_) | BoardColor::Neutral) =>
        {
            Some(points.clone())
        }
        _ => None,
    });
    lines.collect()
}

/// Returns the boxes of all names and values on pieces.
fn text_boxes(pieces: &Scene) -> Vec<Rect> {
    let texts = pieces.items.iter().filter(|(_, item)| match item {
        Item::Text(text) => {
            let is_value = text.text.chars().all(|c| c.is_ascii_digit());
            is_value || text.text.chars().count() > 1
        }
        _ => false,
    });
    texts.map(|(_, item)| item.bounds()).collect()
}

/// Returns the squares of tiles other than these.
fn uninvolved_tiles(game: &Game, picture: &BoardPicture, ends: &[&Footprint]) -> Vec<Rect> {
    game.map()
        .pieces()
        .filter(|(_, piece)| !matches!(piece.kind, PieceKind::Bridge(_)))
        .flat_map(|(_, piece)| piece.footprint.squares().to_vec())
        .filter(|square| !ends.iter().any(|end| end.squares().contains(square)))
        .map(|square| picture.rect_of(game, square).shrunk(0.05))
        .collect()
}

/// Returns the same line with points at most a twentieth of a square apart.
fn fine(line: &[Pos]) -> Vec<Pos> {
    let mut fine = vec![line[0]];
    for pair in line.windows(2) {
        let pieces = (pair[0].distance(pair[1]) / 0.05).ceil().max(1.0);
        let mut at = 1.0;
        while at <= pieces {
            fine.push(pair[0].toward(pair[1], at / pieces));
            at += 1.0;
        }
    }
    fine
}

/// Counts the crossings of two lines. Lines that run along each other cross once.
fn crossings(line: &[Pos], other: &[Pos]) -> usize {
    let mut count = 0;
    let mut last: Option<usize> = None;
    for (index, pair) in line.windows(2).enumerate() {
        let meets = other.windows(2).any(|with| meets(pair, with));
        if meets {
            count += usize::from(last.is_none_or(|last| index > last + 4));
            last = Some(index);
        }
    }
    count
}

fn meets(a: &[Pos], b: &[Pos]) -> bool {
    let side = |from: Pos, to: Pos, at: Pos| {
        (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x)
    };
    side(a[0], a[1], b[0]) * side(a[0], a[1], b[1]) <= 0.0
        && side(b[0], b[1], a[0]) * side(b[0], b[1], a[1]) <= 0.0
        && a[0].distance(b[0]) < 0.2
}
