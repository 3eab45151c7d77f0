//! Two photographs of one table on which some tiles were put back turned in place, by a quarter or
//! half of a circle.
//!
//! The tiles carry art of several sorts, strong and faint. Nothing here knows how pictures are
//! compared. Art that looks the same after the turn is not drawn, because the two would be the same picture.

use std::f32::consts::PI;

use board_photo::{BoardComparison, GridSize};
use components::square::Square;
use fastrand::Rng;
use image::Rgb;

use super::evening::{Evening, Photographed, photographed, printed_board};
use super::render::{Image, Noise, PIECES, PRINT, linear};
use super::slips::{share, straightened};

/// Seeds for the report, on which nothing was tuned.
pub const JUDGING: [u64; 12] = [971, 972, 973, 974, 975, 976, 977, 978, 979, 980, 981, 982];

/// The number of tiles on the table that are turned.
const TURNED: usize = 6;

/// The sorts of art on a tile.
#[derive(Clone, Copy)]
enum Art {
    /// A sign off the center above a row of letters.
    Sign,
    /// A dark ground below a bright sky, with a hill between.
    Landscape,
    /// Blotches of two inks.
    Blotches,
    /// Strokes in one direction, from one side to the middle.
    Strokes,
    /// A colored icon in a corner.
    Icon,
}

const ARTS: [Art; 5] = [Art::Sign, Art::Landscape, Art::Blotches, Art::Strokes, Art::Icon];

/// A tile in its place.
#[derive(Clone, Copy)]
struct Tile {
    column: i32,
    row: i32,
    wide: i32,
    high: i32,
    art: Art,
    paper: [f32; 3],
    ink: [f32; 3],
    /// The place of its blotches in the noise.
    own: f32,
    /// Quarter turns.
    turn: u8,
    token: Option<usize>,
}

/// Two photographs of a table with the truth about them.
struct Pair {
    grid: GridSize,
    before: Photographed,
    after: Photographed,
    /// The squares of each turned tile, as indices in reading order.
    turned: Vec<Vec<usize>>,
}

fn pair(evening: &Evening, seed: u64) -> Pair {
    let (grid, print) = printed_board(evening, seed);
    let mut rng = Rng::with_seed(seed ^ 0x70A7);
    let noise = Noise::new(&mut rng);
    let tiles = placed(grid, &mut rng);
    let mut again = tiles.clone();
    let mut turned = Vec::new();
    for tile in again.iter_mut().take(TURNED) {
        tile.turn = if tile.wide == tile.high { rng.u8(1..=3) } else { 2 };
        turned.push(tile.squares().filter_map(|square| grid.index(square)).collect());
    }
    let mut photograph = |tiles: &[Tile]| {
        let mut print = print.clone();
        let fall = rng.f32() * 2.0 * PI;
        for tile in tiles {
            tile.put(&mut print, &noise, (fall.cos(), fall.sin()), &mut rng);
        }
        photographed(&print, grid, evening, &mut rng)
    };
    Pair { grid, before: photograph(&tiles), after: photograph(&again), turned }
}

/// Returns tiles on about a sixth of the squares.
fn placed(grid: GridSize, rng: &mut Rng) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = Vec::new();
    for _ in 0..400 {
        if tiles.len() >= grid.len() / 9 {
            break;
        }
        let (wide, high) =
            [(1, 1), (1, 1), (1, 1), (2, 1), (1, 2), (2, 2), (3, 1)][rng.usize(0..7)];
        let paper: [f32; 3] = std::array::from_fn(|_| 90.0 + 125.0 * rng.f32());
        let contrast = 0.35 + 0.35 * rng.f32();
        let ink = paper.map(|part| part * (contrast + 0.25 * rng.f32()));
        let tile = Tile {
            column: rng.i32(0..=i32::from(grid.columns()) - wide),
            row: rng.i32(0..=i32::from(grid.rows()) - high),
            wide,
            high,
            art: ARTS[rng.usize(..ARTS.len())],
            paper,
            ink,
            own: 500.0 * rng.f32(),
            turn: 0,
            token: (rng.u8(0..2) == 0).then(|| rng.usize(..PIECES.len())),
        };
        if tiles.iter().all(|other| !other.meets(&tile)) {
            tiles.push(tile);
        }
    }
    tiles
}

impl Tile {
    fn squares(&self) -> impl Iterator<Item = Square> {
        let Self { column, row, wide, high, .. } = *self;
        (row..row + high).flat_map(move |row| {
            (column..column + wide).map(move |column| Square::new(column as u8, row as u8))
        })
    }

    fn meets(&self, other: &Self) -> bool {
        self.column < other.column + other.wide
            && other.column < self.column + self.wide
            && self.row < other.row + other.high
            && other.row < self.row + self.high
    }

    /// Draws it as put down by hand, slightly shifted and turned, with a shadow to one side.
    fn put(&self, print: &mut Image, noise: &Noise, fall: (f32, f32), rng: &mut Rng) {
        let mut slack = |most: f32| (rng.f32() * 2.0 - 1.0) * most;
        let x = self.column as f32 + self.wide as f32 / 2.0 + slack(0.04);
        let y = self.row as f32 + self.high as f32 / 2.0 + slack(0.04);
        let long = self.wide.max(self.high) as f32;
        let (sin, cos) = slack(0.05 / long).sin_cos();
        let token = (slack(0.04), slack(0.04));
        let side = PRINT as f32;
        let reach = long / 2.0 + 0.3;
        let near = |at: f32, most: u32| {
            let from = ((at - reach) * side).max(0.0) as u32;
            from..(((at + reach) * side).max(0.0) as u32).min(most)
        };
        for py in near(y, print.height()) {
            for px in near(x, print.width()) {
                let (dx, dy) = ((px as f32 + 0.5) / side - x, (py as f32 + 0.5) / side - y);
                let straight = |dx: f32, dy: f32| (dx * cos + dy * sin, dy * cos - dx * sin);
                let (u, v) = straight(dx, dy);
                if self.is_in(u, v) {
                    let color = self.color(u, v, token, noise);
                    print.put_pixel(px, py, Rgb(color.map(linear)));
                    continue;
                }
                let (u, v) = straight(dx - fall.0 * 0.035, dy - fall.1 * 0.035);
                if self.is_in(u, v) {
                    let Rgb(below) = *print.get_pixel(px, py);
                    print.put_pixel(px, py, Rgb(below.map(|light| light * 0.55)));
                }
            }
        }
    }

    fn is_in(&self, u: f32, v: f32) -> bool {
        let within = |at: f32, long: i32| at.abs() < long as f32 / 2.0 - 0.045;
        within(u, self.wide) && within(v, self.high)
    }

    /// Returns its color at a point relative to its center. A token lies where the player puts it,
    /// not where the tile was turned to.
    fn color(&self, u: f32, v: f32, token: (f32, f32), noise: &Noise) -> [f32; 3] {
        let half = |long: i32| (long - 1) as f32 / 2.0;
        let (x, y) = (u - half(self.wide) - 0.14 - token.0, v - half(self.high) - 0.14 - token.1);
        if let Some(owner) = self.token.filter(|_| x.hypot(y) < 0.19) {
            return PIECES[owner].map(|ink| ink * (1.0 + 0.4 * (x + y)));
        }
        let (u, v) = (0..self.turn).fold((u, v), |(u, v), _| (v, -u));
        self.paper_at(u, v, noise)
    }

    fn paper_at(&self, u: f32, v: f32, noise: &Noise) -> [f32; 3] {
        let mixed = |part: f32| -> [f32; 3] {
            std::array::from_fn(|c| self.paper[c] + (self.ink[c] - self.paper[c]) * part)
        };
        // From the upper left corner of the tile.
        let (x, y) = (u + self.wide as f32 / 2.0, v + self.high as f32 / 2.0);
        let blotch = |by: f32| noise.at(self.own + x * by, y * by);
        match self.art {
            Art::Sign => {
                let is_sign = (x - 0.4).abs().max((y - 0.36).abs()) < 0.17;
                let stroke = (x * 22.0 + self.own) as u32;
                let is_letter = (0.74..0.87).contains(&y)
                    && (0.12..0.88).contains(&x)
                    && (0b1011_0110_1101 >> (stroke % 12)) & 1 == 1;
                mixed(if is_letter { 1.0 } else { f32::from(u8::from(is_sign)) * 0.7 })
            }
            Art::Landscape => {
                let hill = self.high as f32 * (0.45 + 0.25 * (blotch(2.0) - 0.5));
                mixed(if y > hill { 0.75 + 0.5 * (blotch(9.0) - 0.5) } else { 0.15 * y })
            }
            Art::Blotches => mixed(0.8 * blotch(4.0) + 0.4 * blotch(11.0)),
            Art::Strokes => {
                let is_drawn = y < 0.55 * self.high as f32;
                let wave = 0.5 + 0.5 * (x * 17.0 + self.own).sin();
                mixed(if is_drawn { wave } else { 0.0 })
            }
            Art::Icon => {
                let far = (x - 0.32).hypot(y - 0.33);
                let [red, green, blue] = self.ink;
                if far < 0.2 { [green, blue, red] } else { mixed(0.35 * blotch(8.0)) }
            }
        }
    }
}

/// The outcome of comparing some pairs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Turned tiles: all, and found.
    pub turned: (usize, usize),
    /// Squares without a turned tile: all, and marked.
    pub same: (usize, usize),
}

impl Tally {
    pub fn of(evening: &Evening, seeds: &[u64]) -> Self {
        let mut tally = Self::default();
        for seed in seeds {
            let pair = pair(evening, *seed);
            let before = straightened(&pair.before, pair.grid);
            let after = straightened(&pair.after, pair.grid);
            let compared = BoardComparison::compare(&before, &after).expect("one board");
            let marked: Vec<usize> =
                compared.differences.iter().filter_map(|m| pair.grid.index(m.square)).collect();
            tally.turned.0 += pair.turned.len();
            tally.turned.1 += pair
                .turned
                .iter()
                .filter(|squares| squares.iter().any(|at| marked.contains(at)))
                .count();
            let is_turned = |at: &usize| pair.turned.iter().flatten().any(|other| other == at);
            tally.same.0 += (0..pair.grid.len()).filter(|at| !is_turned(at)).count();
            tally.same.1 += marked.iter().filter(|at| !is_turned(at)).count();
        }
        tally
    }

    pub fn report(self, name: &str) {
        println!(
            "{name:<24} turned tiles found {:5.1} of {:3}, marked wrongly {:4.2} of {}",
            share(self.turned),
            self.turned.0,
            share(self.same),
            self.same.0
        );
    }
}
