//! Two photographs of one table: as it was left, and as it was rebuilt from memory, in other light,
//! from another side, and with a few slips.
//!
//! Nothing here knows how pictures are compared. Every piece is placed again by hand, so none is
//! exactly where it was; that is no slip.

use std::f32::consts::PI;

use board_photo::GridSize;
use components::square::Square;
use fastrand::Rng;
use image::Rgb;

use super::evening::{Evening, Photographed, photographed, printed_board};
use super::render::{Image, PIECES, PRINT, linear};

/// The colors of four players' tokens.
const OWNERS: [[f32; 3]; 4] = [PIECES[0], PIECES[1], PIECES[3], PIECES[6]];

/// The cardboard of tiles, by resource.
const CARDBOARD: [[f32; 3]; 8] = [
    [196., 150., 92.],
    [120., 140., 96.],
    [214., 200., 150.],
    [150., 96., 84.],
    [138., 138., 144.],
    [104., 128., 156.],
    [176., 120., 140.],
    [92., 84., 76.],
];

/// A kind of piece on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    /// A tile of a resource.
    Tile(usize),
    House,
    Bridge,
    /// A prestige building with this many delivery tokens.
    Building(usize),
    /// A road, turned by eighths of a circle.
    Road(u8),
}

/// A piece in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Piece {
    what: What,
    /// The first column and row it covers.
    column: i32,
    row: i32,
    /// Squares across and down.
    wide: i32,
    high: i32,
    /// The owner, by the token on it.
    owner: Option<usize>,
    /// The player whose access token is next to that.
    access: Option<usize>,
}

/// A slip in rebuilding the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    Missing,
    Turned,
    MovedByOne,
    OtherTile,
    RoadForgotten,
    OtherOwner,
    TokenForgotten,
    AccessForgotten,
}

impl Slip {
    /// Every slip.
    pub const ALL: [Self; 8] = [
        Self::Missing,
        Self::Turned,
        Self::MovedByOne,
        Self::OtherTile,
        Self::RoadForgotten,
        Self::OtherOwner,
        Self::TokenForgotten,
        Self::AccessForgotten,
    ];

    /// Returns `true` if only a small token shows it.
    pub const fn is_small(self) -> bool {
        matches!(self, Self::OtherOwner | Self::TokenForgotten | Self::AccessForgotten)
    }
}

/// A slip, and the squares that show it, as indices in reading order.
pub struct Difference {
    pub slip: Slip,
    pub squares: Vec<usize>,
}

/// Two photographs of a table with the truth about them.
pub struct Pair {
    pub grid: GridSize,
    pub before: Photographed,
    pub after: Photographed,
    pub differences: Vec<Difference>,
}

/// Takes both photographs. Everything except the difficulty depends on `seed`.
pub fn pair(evening: &Evening, seed: u64) -> Pair {
    let (grid, print) = printed_board(evening, seed);
    let mut rng = Rng::with_seed(seed ^ 0xBAC4);
    let left = laid(grid, &mut rng);
    let (again, differences) = slipped(grid, &left, &mut rng);
    let mut photograph = |pieces: &[Piece]| {
        let mut print = print.clone();
        let fall = rng.f32() * 2.0 * PI;
        for piece in pieces {
            piece.lay(&mut print, (fall.cos(), fall.sin()), &mut rng);
        }
        photographed(&print, grid, evening, &mut rng)
    };
    Pair { grid, before: photograph(&left), after: photograph(&again), differences }
}

/// Returns the pieces of a table in the second half of a game.
fn laid(grid: GridSize, rng: &mut Rng) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let count = grid.len();
    let owner = |rng: &mut Rng| Some(rng.usize(0..OWNERS.len()));
    let mut lay = |most: usize, rng: &mut Rng, piece: &dyn Fn(&mut Rng) -> Piece| {
        let mut left = most;
        for _ in 0..most * 20 {
            let piece = piece(rng);
            let piece = Piece {
                column: rng.i32(0..=i32::from(grid.columns()) - piece.wide),
                row: rng.i32(0..=i32::from(grid.rows()) - piece.high),
                ..piece
            };
            if left > 0 && pieces.iter().all(|other| !other.meets(&piece)) {
                pieces.push(piece);
                left -= 1;
            }
        }
    };
    let bare = |what: What, wide: i32, high: i32| Piece {
        what,
        column: 0,
        row: 0,
        wide,
        high,
        owner: None,
        access: None,
    };
    lay(3, rng, &|rng| bare(What::Building(rng.usize(0..3)), rng.i32(2..=3), 2));
    lay(count / 18, rng, &|rng| {
        let (long, is_down) = (rng.i32(1..=3), rng.bool());
        let (wide, high) = if is_down { (1, long) } else { (long, 1) };
        let access = if rng.u8(0..3) == 0 { owner(rng) } else { None };
        let tile = bare(What::Tile(rng.usize(0..CARDBOARD.len())), wide, high);
        Piece { owner: owner(rng), access, ..tile }
    });
    lay(count / 40, rng, &|rng| Piece { owner: owner(rng), ..bare(What::House, 1, 1) });
    lay(3, rng, &|rng| Piece { owner: owner(rng), ..bare(What::Bridge, 1, 1) });
    lay(count / 11, rng, &|rng| bare(What::Road(rng.u8(0..4)), 1, 1));
    pieces
}

/// Returns the rebuilt table and its slips: each kind once, if it fits next to the others.
fn slipped(grid: GridSize, left: &[Piece], rng: &mut Rng) -> (Vec<Piece>, Vec<Difference>) {
    let mut again = left.to_vec();
    let mut touched: Vec<Piece> = Vec::new();
    let mut differences = Vec::new();
    let mut slips = Slip::ALL;
    rng.shuffle(&mut slips);
    for slip in slips {
        for _ in 0..60 {
            let at = rng.usize(0..again.len());
            let was = again[at];
            let Some(is) = was.after(slip, rng) else { continue };
            let others = again.iter().enumerate().filter(|(other, _)| *other != at);
            let is_free = is.is_none_or(|is| {
                is.is_on(grid) && others.into_iter().all(|(_, other)| !other.meets(&is))
            });
            let is_alone = touched
                .iter()
                .all(|other| !other.is_near(&was) && is.is_none_or(|is| !other.is_near(&is)));
            if !is_free || !is_alone {
                continue;
            }
            let squares = match is {
                Some(is) if slip.is_small() => vec![is.last()],
                _ => was.squares().chain(is.iter().flat_map(Piece::squares)).collect(),
            };
            let squares: Vec<usize> =
                squares.into_iter().filter_map(|square| grid.index(square)).collect();
            differences.push(Difference { slip, squares });
            touched.push(was);
            touched.extend(is);
            match is {
                Some(is) => again[at] = is,
                None => drop(again.remove(at)),
            }
            break;
        }
    }
    (again, differences)
}

impl Piece {
    fn squares(&self) -> impl Iterator<Item = Square> {
        let Self { column, row, wide, high, .. } = *self;
        (row..row + high).flat_map(move |row| {
            (column..column + wide).map(move |column| Square::new(column as u8, row as u8))
        })
    }

    /// Returns the square with its tokens.
    fn last(&self) -> Square {
        Square::new((self.column + self.wide - 1) as u8, (self.row + self.high - 1) as u8)
    }

    /// Returns `true` if the two share a square once this one is extended by `reach` on all sides.
    fn meets_within(&self, other: &Self, reach: i32) -> bool {
        self.column - reach < other.column + other.wide
            && other.column < self.column + self.wide + reach
            && self.row - reach < other.row + other.high
            && other.row < self.row + self.high + reach
    }

    fn meets(&self, other: &Self) -> bool {
        self.meets_within(other, 0)
    }

    fn is_near(&self, other: &Self) -> bool {
        self.meets_within(other, 1)
    }

    fn is_on(&self, grid: GridSize) -> bool {
        self.column >= 0
            && self.row >= 0
            && self.column + self.wide <= i32::from(grid.columns())
            && self.row + self.high <= i32::from(grid.rows())
    }

    /// Returns the piece after a slip, `Some(None)` if it is gone; `None` if the slip does not
    /// apply to it.
    #[expect(clippy::option_option, reason = "a slip may be none, and may leave no piece")]
    fn after(self, slip: Slip, rng: &mut Rng) -> Option<Option<Self>> {
        let is_road = matches!(self.what, What::Road(_));
        let is_tile = matches!(self.what, What::Tile(_));
        let step = rng.usize(1..OWNERS.len());
        match slip {
            Slip::Missing => (!is_road).then_some(None),
            Slip::RoadForgotten => is_road.then_some(None),
            Slip::Turned => (self.wide != self.high).then_some(Some(Self {
                wide: self.high,
                high: self.wide,
                ..self
            })),
            Slip::MovedByOne => {
                let (across, down) = [(1, 0), (-1, 0), (0, 1), (0, -1)][rng.usize(0..4)];
                let moved = Self { column: self.column + across, row: self.row + down, ..self };
                Some(Some(moved))
            }
            Slip::OtherTile => {
                let What::Tile(resource) = self.what else { return None };
                let other = (resource + rng.usize(1..CARDBOARD.len())) % CARDBOARD.len();
                Some(Some(Self { what: What::Tile(other), ..self }))
            }
            Slip::OtherOwner => {
                let owner = self.owner?;
                Some(Some(Self { owner: Some((owner + step) % OWNERS.len()), ..self }))
            }
            Slip::TokenForgotten => {
                self.owner.filter(|_| is_tile).map(|_| Some(Self { owner: None, ..self }))
            }
            Slip::AccessForgotten => self.access.map(|_| Some(Self { access: None, ..self })),
        }
    }

    /// Draws it as placed by hand: slightly shifted and turned, with a shadow to one side.
    fn lay(&self, print: &mut Image, fall: (f32, f32), rng: &mut Rng) {
        let is_loose = matches!(self.what, What::Road(_));
        let (aside, askew) = if is_loose { (0.07, 0.15) } else { (0.04, 0.05) };
        let mut slack = |most: f32| (rng.f32() * 2.0 - 1.0) * most;
        let middle = |from: i32, long: i32| from as f32 + long as f32 / 2.0;
        let x = middle(self.column, self.wide) + slack(aside);
        let y = middle(self.row, self.high) + slack(aside);
        let own =
            if let What::Road(eighths) = self.what { f32::from(eighths) * PI / 4.0 } else { 0.0 };
        let long = self.wide.max(self.high) as f32;
        let (sin, cos) = (own + slack(askew / long)).sin_cos();
        let token = (slack(0.03), slack(0.03));
        let side = PRINT as f32;
        let reach = long / 2.0 + 0.3;
        let near = |at: f32, most: u32| {
            let from = ((at - reach) * side).max(0.0) as u32;
            from..(((at + reach) * side).max(0.0) as u32).min(most)
        };
        let thick = if is_loose { 0.07 } else { 0.035 };
        for py in near(y, print.height()) {
            for px in near(x, print.width()) {
                let (dx, dy) = ((px as f32 + 0.5) / side - x, (py as f32 + 0.5) / side - y);
                let turned = |dx: f32, dy: f32| (dx * cos + dy * sin, dy * cos - dx * sin);
                let (u, v) = turned(dx, dy);
                if let Some(colour) = self.colour(u, v, token) {
                    print.put_pixel(px, py, Rgb(colour.map(linear)));
                    continue;
                }
                let (u, v) = turned(dx - fall.0 * thick, dy - fall.1 * thick);
                if self.is_in(u, v) {
                    let Rgb(below) = *print.get_pixel(px, py);
                    print.put_pixel(px, py, Rgb(below.map(|light| light * 0.55)));
                }
            }
        }
    }

    /// Returns `true` if a point, relative to its center, is on it.
    fn is_in(&self, u: f32, v: f32) -> bool {
        if matches!(self.what, What::Road(_)) {
            return u.abs() < 0.46 && v.abs() < 0.12;
        }
        let within = |at: f32, long: i32| at.abs() < long as f32 / 2.0 - 0.045;
        within(u, self.wide) && within(v, self.high)
    }

    /// Returns its color at a point relative to its center; `None` outside it.
    fn colour(&self, u: f32, v: f32, token: (f32, f32)) -> Option<[f32; 3]> {
        if !self.is_in(u, v) {
            return None;
        }
        // Relative to the centers of its last square, which has the tokens, and of its first.
        let half = |long: i32| (long - 1) as f32 / 2.0;
        let last = (u - half(self.wide), v - half(self.high));
        let first = (u + half(self.wide), v + half(self.high));
        let disc = |owner: Option<usize>, x: f32, y: f32, radius: f32| {
            let (x, y) = (last.0 - x - token.0, last.1 - y - token.1);
            let far = x.hypot(y);
            let rim = if far > radius * 0.85 { 0.7 } else { 1.0 + 0.4 * (x + y) };
            owner.filter(|_| far < radius).map(|owner| OWNERS[owner].map(|ink| ink * rim))
        };
        let tokens = disc(self.owner, 0.14, 0.14, 0.19)
            .or_else(|| disc(self.access, -0.16, 0.2, 0.15))
            .or_else(|| self.delivered(last, token));
        Some(tokens.unwrap_or_else(|| self.face(u, v, first)))
    }

    /// Returns the color of the delivery tokens of a building, side by side.
    fn delivered(&self, last: (f32, f32), token: (f32, f32)) -> Option<[f32; 3]> {
        let What::Building(count) = self.what else { return None };
        let near = |at: &usize| {
            let x = last.0 + 0.5 * *at as f32 - token.0;
            x.hypot(last.1 - 0.1 - token.1) < 0.17
        };
        (0..count).find(near).map(|at| OWNERS[at % OWNERS.len()])
    }

    /// Returns its printed color at a point relative to its center and to that of its first square.
    fn face(&self, u: f32, v: f32, first: (f32, f32)) -> [f32; 3] {
        let dark = |colour: [f32; 3], by: f32| colour.map(|ink| ink * by);
        match self.what {
            What::Tile(resource) => {
                let colour = CARDBOARD[resource];
                let (x, y) = (first.0 + 0.1, first.1 + 0.14);
                let is_sign = match resource % 4 {
                    0 => x.hypot(y) < 0.2,
                    1 => x.abs().max(y.abs()) < 0.17,
                    2 => x.abs() + y.abs() < 0.24,
                    _ => x.abs().min(y.abs()) < 0.06 && x.hypot(y) < 0.22,
                };
                let stroke = ((first.0 + 0.5) * 22.0) as usize;
                let is_letter = (0.26..0.38).contains(&first.1)
                    && first.0.abs() < 0.36
                    && (0b1011_0110_1101 >> ((stroke + resource) % 12)) & 1 == 1;
                if is_letter {
                    dark(colour, 0.35)
                } else if is_sign {
                    dark(colour, 0.6)
                } else {
                    colour
                }
            }
            What::House => {
                let is_roof = v < -0.05 && u.abs() < 0.45 + v;
                if is_roof { [150., 70., 56.] } else { [128., 124., 120.] }
            }
            What::Bridge => {
                let is_plank = ((u + 0.5) * 10.0).rem_euclid(2.0) < 1.0;
                if is_plank { [134., 100., 66.] } else { [112., 82., 52.] }
            }
            What::Building(_) => {
                let is_roof = v < 0.3 - self.high as f32 / 2.0;
                if is_roof { [142., 74., 62.] } else { [176., 168., 154.] }
            }
            What::Road(_) => {
                if v.abs() > 0.09 {
                    [118., 86., 52.]
                } else {
                    [164., 124., 80.]
                }
            }
        }
    }
}
