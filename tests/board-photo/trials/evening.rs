//! Photographs as taken at home: a board of any size and orientation on a table, under lamps, with
//! hard shadows, glare, overexposed spots and pieces on it.
//!
//! They are harder than those of `render`. The seeds in [`JUDGING`] are only for reports: nothing
//! was tuned on them, but on those in [`TUNING`].

use std::f32::consts::{PI, TAU};

use board_photo::{Corners, GridSize, PaintKind};
use components::square::Square;
use fastrand::Rng;
use image::{ImageBuffer, ImageEncoder, Rgb, RgbImage, codecs::jpeg::JpegEncoder, imageops};
use imageproc::geometric_transformations::Projection;

use super::render::{Image, Noise, PIECES, PRINT, Texture, linear};

/// Seeds for tuning.
pub const TUNING: [u64; 12] = [201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212];

/// Seeds for the report, on which nothing was tuned.
pub const JUDGING: [u64; 12] = [901, 902, 903, 904, 905, 906, 907, 908, 909, 910, 911, 912];

/// The difficulty of photographs of one evening.
#[derive(Clone, Copy, Debug)]
pub struct Evening {
    pub name: &'static str,
    /// The similarity of the inks, 0 (as chosen) to 1 (all alike).
    pub alike: f32,
    /// The difference between squares of one kind, in steps of 255.
    pub uneven: f32,
    /// The change of light across the picture: lamps, their tint, the edge of the lens.
    pub light: f32,
    /// The darkness of the deepest shadow, 0 to 1, and the number of shadows.
    pub shadow: (f32, u32),
    /// The strength of reflections in the glossy print, in whites, and their number.
    pub glare: (f32, u32),
    /// `true` if light falls through a blind, in stripes.
    pub blind: bool,
    /// The share of squares with something lying on them.
    pub pieces: f64,
    /// The blur of the lens and of the moving hand, in pixels.
    pub blur: (f32, f32),
    /// The noise of the camera, in steps of 255.
    pub noise: f32,
    /// Quality of the JPEG.
    pub quality: u8,
    /// The slant of the camera, as a share of the picture.
    pub slant: f32,
    /// The error of the marked corners, in squares.
    pub slip: f32,
}

/// The evenings, from a quiet table by the window to photographs that hardly any person would keep.
pub const EVENINGS: [Evening; 4] = [
    Evening {
        name: "easy",
        alike: 0.1,
        uneven: 2.5,
        light: 0.8,
        shadow: (0.25, 1),
        glare: (0.0, 0),
        blind: false,
        pieces: 0.03,
        blur: (0.9, 0.0),
        noise: 4.0,
        quality: 88,
        slant: 0.06,
        slip: 0.03,
    },
    Evening {
        name: "medium",
        alike: 0.15,
        uneven: 3.0,
        light: 1.2,
        shadow: (0.4, 1),
        glare: (0.3, 1),
        blind: false,
        pieces: 0.08,
        blur: (1.3, 1.0),
        noise: 7.0,
        quality: 80,
        slant: 0.1,
        slip: 0.05,
    },
    Evening {
        name: "hard",
        alike: 0.2,
        uneven: 4.0,
        light: 1.6,
        shadow: (0.5, 2),
        glare: (0.6, 2),
        blind: false,
        pieces: 0.14,
        blur: (1.6, 2.0),
        noise: 9.0,
        quality: 70,
        slant: 0.14,
        slip: 0.05,
    },
    Evening {
        name: "worse",
        alike: 0.25,
        uneven: 4.0,
        light: 1.6,
        shadow: (0.5, 1),
        glare: (0.8, 1),
        blind: true,
        pieces: 0.2,
        blur: (1.8, 2.0),
        noise: 11.0,
        quality: 65,
        slant: 0.15,
        slip: 0.06,
    },
];

/// The visibility of a square.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seen {
    /// The share of its area that pieces cover.
    pub covered: f32,
    /// The share of its area that is overexposed.
    pub burnt: f32,
}

/// A photograph with the truth about it.
pub struct Shot {
    pub jpeg: Vec<u8>,
    pub grid: GridSize,
    /// The corners as marked by hand.
    pub corners: Corners,
    /// The true corners.
    pub exact: Corners,
    /// The kind of every square in reading order.
    pub truth: Vec<PaintKind>,
    /// The look of every square among those of its kind.
    pub looks: Vec<usize>,
    /// The visibility of every square.
    pub seen: Vec<Seen>,
}

/// The print of a square of some kind; a kind may have several looks.
#[derive(Clone, Copy)]
struct Ink {
    colour: [f32; 3],
    texture: Texture,
}

/// A board before it is photographed.
struct Board {
    grid: GridSize,
    truth: Vec<PaintKind>,
    looks: Vec<usize>,
    /// The ink of every square.
    inks: Vec<Ink>,
}

/// The kinds that have inks, in the order of the palettes.
const INKED: [PaintKind; 9] = [
    PaintKind::Entrance,
    PaintKind::Coastal,
    PaintKind::Forested,
    PaintKind::Central,
    PaintKind::River,
    PaintKind::Wall,
    PaintKind::WestGatehouse,
    PaintKind::NorthGatehouse,
    PaintKind::GhostFortress,
];

/// Three invented palettes of a printed board: the real one is unknown.
const PALETTES: [[([f32; 3], Texture); 9]; 3] = [
    [
        ([170., 112., 92.], Texture::Stones),
        ([206., 194., 166.], Texture::Sand),
        ([118., 126., 84.], Texture::Tufts),
        ([156., 150., 142.], Texture::Stones),
        ([112., 136., 146.], Texture::Waves),
        ([112., 106., 100.], Texture::Stones),
        ([140., 96., 104.], Texture::Plain),
        ([96., 100., 128.], Texture::Plain),
        ([84., 78., 88.], Texture::Mottled),
    ],
    [
        ([150., 88., 80.], Texture::Mottled),
        ([190., 184., 172.], Texture::Waves),
        ([92., 112., 84.], Texture::Mottled),
        ([138., 134., 132.], Texture::Mottled),
        ([96., 118., 134.], Texture::Mottled),
        ([92., 88., 84.], Texture::Stones),
        ([162., 140., 92.], Texture::Stones),
        ([126., 116., 150.], Texture::Stones),
        ([112., 96., 112.], Texture::Plain),
    ],
    [
        ([186., 98., 84.], Texture::Sand),
        ([214., 206., 190.], Texture::Mottled),
        ([104., 132., 88.], Texture::Waves),
        ([146., 144., 140.], Texture::Plain),
        ([88., 124., 150.], Texture::Sand),
        ([104., 98., 94.], Texture::Mottled),
        ([150., 120., 70.], Texture::Tufts),
        ([120., 92., 120.], Texture::Tufts),
        ([96., 80., 76.], Texture::Stones),
    ],
];

/// Takes a photograph of a board. Everything except the difficulty depends on `seed`.
pub fn shot(evening: &Evening, seed: u64) -> Shot {
    shot_again(evening, seed, 0)
}

/// Takes another photograph of the same board: in other light, from another side, with other
/// pieces on it. Number 0 is [`shot`].
pub fn shot_again(evening: &Evening, seed: u64, number: u64) -> Shot {
    shot_under(evening, seed, number, |print, grid, rng| lay_pieces(print, grid, evening, rng))
}

/// Takes a photograph of a board after `cover` has put objects on its print; that returns the
/// covered share of each square.
pub fn shot_under(
    evening: &Evening,
    seed: u64,
    number: u64,
    cover: impl FnOnce(&mut Image, GridSize, &mut Rng) -> Vec<f32>,
) -> Shot {
    let board = Board::new(evening, seed);
    let mut rng = Rng::with_seed(seed ^ 0xE7E ^ (number << 32));
    let mut print = board.printed(seed);
    let covered = cover(&mut print, board.grid, &mut rng);
    let Photographed { jpeg, corners, exact, burnt } =
        photographed(&print, board.grid, evening, &mut rng);
    Shot {
        jpeg,
        grid: board.grid,
        corners,
        exact,
        truth: board.truth,
        looks: board.looks,
        seen: covered
            .into_iter()
            .zip(burnt)
            .map(|(covered, burnt)| Seen { covered, burnt })
            .collect(),
    }
}

/// A picture of a table, and the place of the grid in it.
pub struct Photographed {
    pub jpeg: Vec<u8>,
    /// The corners as marked by hand.
    pub corners: Corners,
    /// The true corners.
    pub exact: Corners,
    /// The overexposed share of every square.
    pub burnt: Vec<f32>,
}

/// Takes a photograph of a print with its pieces.
pub fn photographed(
    print: &Image,
    grid: GridSize,
    evening: &Evening,
    rng: &mut Rng,
) -> Photographed {
    let camera = Camera::new(print, evening, rng);
    let lights = Lights::new(&camera, grid, evening, rng);
    let (picture, burnt) = take(print, grid, &camera, &lights, evening, rng);
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, evening.quality)
        .write_image(
            picture.as_raw(),
            picture.width(),
            picture.height(),
            image::ExtendedColorType::Rgb8,
        )
        .expect("the picture can be written");
    let slip = evening.slip * camera.side(grid);
    let (width, height) = (camera.size.0 as f32, camera.size.1 as f32);
    let mut slipped = |(x, y): (f32, f32)| {
        let mut by = || (rng.f32() * 2.0 - 1.0) * slip;
        // A corner is never marked outside the picture.
        ((x + by()).clamp(0.0, width), (y + by()).clamp(0.0, height))
    };
    let corners = Corners(camera.corners.map(&mut slipped));
    Photographed { jpeg, corners, exact: Corners(camera.corners), burnt }
}

/// Returns a printed board without pieces.
pub fn printed_board(evening: &Evening, seed: u64) -> (GridSize, Image) {
    let board = Board::new(evening, seed);
    (board.grid, board.printed(seed))
}

impl Shot {
    /// Paints five random squares of each kind, at least one of each of its looks.
    pub fn five_of_each(&self, seed: u64) -> Vec<Option<PaintKind>> {
        let mut rng = Rng::with_seed(seed ^ 0x5EED);
        let mut order: Vec<usize> = (0..self.truth.len()).collect();
        rng.shuffle(&mut order);
        let mut painted = vec![None; self.truth.len()];
        for kind in PaintKind::ALL {
            let of_kind: Vec<usize> =
                order.iter().copied().filter(|at| self.truth[*at] == kind).collect();
            let other = of_kind.iter().position(|at| self.looks[*at] != self.looks[of_kind[0]]);
            let first = other.into_iter().filter(|other| *other >= 5).map(|other| of_kind[other]);
            for at in first.chain(of_kind.iter().copied()).take(5) {
                painted[at] = Some(kind);
            }
        }
        painted
    }
}

impl Board {
    /// A river on the left, a wall on the right, a black block at the top, terrain in patches
    /// between and parchment around; or three rivers from the middle and terrain in rings.
    fn new(evening: &Evening, seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let (columns, rows) = (rng.i32(14..=20), rng.i32(12..=16));
        let grid = GridSize::new(columns as u32, rows as u32).expect("a board of this size");
        let patches = Noise::new(&mut rng);
        let is_rings = seed.is_multiple_of(3);
        let mut truth = Vec::new();
        let mut dark = Vec::new();
        let (mut river, mut wall) = (columns / 3, columns * 2 / 3);
        for row in 0..rows {
            if row % 3 == 2 {
                river = (river + rng.i32(-1..=1)).clamp(3, columns / 2 - 2);
                wall = (wall + rng.i32(-1..=1)).clamp(columns / 2 + 2, columns - 4);
            }
            for column in 0..columns {
                let height = patches.at(column as f32 / 3.0, row as f32 / 3.0);
                let edge = column.min(columns - 1 - column).min(row).min(rows - 1 - row);
                let (x, y) = (
                    column as f32 - (columns - 1) as f32 / 2.0,
                    row as f32 - (rows - 1) as f32 / 2.0,
                );
                let is_block = row < 3 && (column - columns / 2).abs() <= 1;
                let far = x.hypot(y) / (columns.min(rows) as f32 / 2.0);
                let is_corner = x.abs() / columns as f32 + y.abs() / rows as f32 > 0.82;
                let kind = if is_rings {
                    let angle = (y.atan2(x).to_degrees() + 390.0) % 120.0;
                    let bent = far + 0.5 * (height - 0.5);
                    if x.abs() <= 1.0 && y.abs() < 1.0 {
                        PaintKind::GhostFortress
                    } else if is_corner || far > 1.25 {
                        PaintKind::Outside
                    } else if (angle - 60.0).abs().to_radians() * x.hypot(y) < 0.6 {
                        PaintKind::River
                    } else if edge == 0 && height > 0.5 {
                        PaintKind::Wall
                    } else if bent < 0.55 {
                        PaintKind::Central
                    } else if bent < 0.75 {
                        PaintKind::Coastal
                    } else if bent < 1.0 {
                        PaintKind::Forested
                    } else {
                        PaintKind::Entrance
                    }
                } else if is_block || is_corner || (edge == 0 && height > 0.55) {
                    PaintKind::Outside
                } else if column == river || (row % 3 == 1 && column == river + 1) {
                    PaintKind::River
                } else if column == wall {
                    PaintKind::Wall
                } else {
                    match height {
                        ..0.36 => PaintKind::Forested,
                        0.36..0.5 => PaintKind::Central,
                        0.5..0.62 => PaintKind::Coastal,
                        _ => PaintKind::Entrance,
                    }
                };
                truth.push(kind);
                dark.push(is_block || (is_rings && is_corner && x > 0.0));
            }
        }
        let at = |column: i32, row: i32| (row * columns + column) as usize;
        for step in 0..3 {
            truth[at(0, 4 + step)] = PaintKind::WestGatehouse;
            truth[at(columns / 4 + step, 0)] = PaintKind::NorthGatehouse;
            if !is_rings {
                truth[at(columns - 3, rows - 5 + step)] = PaintKind::GhostFortress;
                truth[at(columns - 2, rows - 5 + step)] = PaintKind::GhostFortress;
            }
        }
        let palette = &PALETTES[(seed / 3 % 3) as usize];
        // On some boards, parchment has the color of a kind.
        let parchment = match seed % 3 {
            1 => palette[1].0,
            _ => [188., 170., 134.],
        };
        let mean: [f32; 3] = std::array::from_fn(|c| {
            palette.iter().map(|(colour, _)| colour[c]).sum::<f32>() / palette.len() as f32
        });
        let looks = truth.iter().zip(&dark);
        let looks =
            looks.map(|(kind, dark)| usize::from(*kind == PaintKind::Outside && *dark)).collect();
        let inks = truth.iter().zip(dark).map(|(kind, dark)| {
            let (colour, texture) = match INKED.iter().position(|inked| inked == kind) {
                Some(at) => palette[at],
                None if dark => ([40., 36., 34.], Texture::Mottled),
                None => (parchment, Texture::Plain),
            };
            let own: [f32; 3] = std::array::from_fn(|_| (rng.f32() - 0.5) * 2.0 * evening.uneven);
            let colour =
                std::array::from_fn(|c| colour[c] + (mean[c] - colour[c]) * evening.alike + own[c]);
            Ink { colour, texture }
        });
        let inks = inks.collect();
        Self { grid, truth, looks, inks }
    }

    fn printed(&self, seed: u64) -> Image {
        let noise = Noise::new(&mut Rng::with_seed(seed ^ 0x9A17));
        let columns = u32::from(self.grid.columns());
        let (width, height) = (columns * PRINT, u32::from(self.grid.rows()) * PRINT);
        ImageBuffer::from_fn(width, height, |x, y| {
            let ink = self.inks[(y / PRINT * columns + x / PRINT) as usize];
            let line = x % PRINT < 1 || y % PRINT < 1;
            let drawn = ink.texture.at(&noise, x, y) - if line { 28.0 } else { 0.0 };
            Rgb(ink.colour.map(|colour| linear(colour + drawn)))
        })
    }
}

/// Places discs, cubes, roads and tiles on the squares; returns the covered share of each square.
fn lay_pieces(print: &mut Image, grid: GridSize, evening: &Evening, rng: &mut Rng) -> Vec<f32> {
    let side = PRINT as f32;
    let squares: Vec<Square> = grid.squares().collect();
    let mut covered = vec![0.0; grid.len()];
    for square in &squares {
        if rng.f64() >= evening.pieces {
            continue;
        }
        let round = rng.bool();
        let (x, y) = (f32::from(square.column) + 0.5, f32::from(square.row) + 0.5);
        let (x, y) = (x + (rng.f32() - 0.5) * 0.3, y + (rng.f32() - 0.5) * 0.3);
        let turn = rng.f32() * PI;
        // One in eight is a tile as large as the square.
        let (long, wide) = match rng.u32(0..8) {
            0 => (0.47, 0.47),
            1 | 2 => (0.46, 0.12),
            _ => {
                let reach = 0.18 + rng.f32() * 0.2;
                (reach, reach)
            }
        };
        let (sin, cos) = turn.sin_cos();
        let colour = PIECES[rng.usize(..PIECES.len())];
        let near = |at: f32, most: u32| {
            let from = ((at - 0.7) * side).max(0.0) as u32;
            from..(((at + 0.7) * side).max(0.0) as u32).min(most)
        };
        for py in near(y, print.height()) {
            for px in near(x, print.width()) {
                let (dx, dy) = ((px as f32 + 0.5) / side - x, (py as f32 + 0.5) / side - y);
                let is_in = |dx: f32, dy: f32| {
                    let (u, v) = (dx * cos + dy * sin, dy * cos - dx * sin);
                    if round && long <= 0.4 && wide > 0.15 {
                        u.hypot(v) < long
                    } else {
                        u.abs() < long && v.abs() < wide
                    }
                };
                if is_in(dx, dy) {
                    // Lit from one side, a piece has no uniform color.
                    let shade = 1.0 + 0.5 * (dx + dy);
                    print.put_pixel(px, py, Rgb(colour.map(|c| linear(c) * shade)));
                    let at = py / PRINT * u32::from(grid.columns()) + px / PRINT;
                    covered[at as usize] += 1.0 / (side * side);
                } else if is_in(dx - 0.06, dy - 0.06) {
                    // It throws a small shadow of its own.
                    let Rgb(below) = *print.get_pixel(px, py);
                    print.put_pixel(px, py, Rgb(below.map(|light| light * 0.5)));
                }
            }
        }
    }
    covered
}

/// The camera.
struct Camera {
    size: (u32, u32),
    /// The corners of the grid in the picture, clockwise from the board's top left.
    corners: [(f32, f32); 4],
    to_board: Projection,
}

impl Camera {
    /// Creates a camera at any side of the table, so that the board is rotated in the picture.
    fn new(print: &Image, evening: &Evening, rng: &mut Rng) -> Self {
        let size = if rng.bool() { (1600, 1200) } else { (1280, 1280) };
        let (w, h) = (size.0 as f32, size.1 as f32);
        let quarter = rng.usize(0..4);
        let angle = (rng.f32() - 0.5) * 0.3 + quarter as f32 * PI / 2.0;
        let (bw, bh) = (print.width() as f32, print.height() as f32);
        let board = [(0.0, 0.0), (bw, 0.0), (bw, bh), (0.0, bh)];
        let (sin, cos) = angle.sin_cos();
        // Turned, slanted by a push of each corner, and made as large as it fits.
        let corners = board.map(|(x, y)| {
            let (x, y) = (x - bw / 2.0, y - bh / 2.0);
            let push = |rng: &mut Rng| (rng.f32() - 0.5) * 2.0 * evening.slant * bw;
            (x * cos - y * sin + push(rng), x * sin + y * cos + push(rng))
        });
        let extent = |part: fn(&(f32, f32)) -> f32| {
            let low = corners.iter().map(part).fold(f32::INFINITY, f32::min);
            let high = corners.iter().map(part).fold(f32::NEG_INFINITY, f32::max);
            (low, high - low)
        };
        let ((left, across), (top, down)) = (extent(|c| c.0), extent(|c| c.1));
        let scale = (w * (0.82 + 0.1 * rng.f32()) / across).min(h * 0.9 / down);
        let (dx, dy) = ((w - across * scale) * rng.f32(), (h - down * scale) * rng.f32());
        let corners = corners.map(|(x, y)| ((x - left) * scale + dx, (y - top) * scale + dy));
        let to_board =
            Projection::from_control_points(corners, board).expect("the corners make a figure");
        Self { size, corners, to_board }
    }

    /// Returns the approximate width of a square in pixels.
    fn side(&self, grid: GridSize) -> f32 {
        let ((ax, ay), (bx, by)) = (self.corners[0], self.corners[1]);
        (ax - bx).hypot(ay - by) / f32::from(grid.columns())
    }
}

/// A straight edge of a shadow, soft over some pixels.
struct Edge {
    x: f32,
    y: f32,
    direction: (f32, f32),
    soft: f32,
}

impl Edge {
    /// Returns the darkness at a point, 0 in the light to 1 in the dark.
    fn dark(&self, x: f32, y: f32) -> f32 {
        let across = (x - self.x) * self.direction.0 + (y - self.y) * self.direction.1;
        1.0 / (1.0 + (-across / self.soft).exp())
    }
}

/// The reflection of a lamp in the glossy print.
struct Mirrored {
    at: (f32, f32),
    /// The radii along and across.
    reach: (f32, f32),
    turn: f32,
}

/// The lights and shadows on the table.
struct Lights {
    lamps: Vec<((f32, f32), [f32; 3])>,
    slope: (f32, f32),
    /// The darkness of each shadow, and its two edges.
    shadows: Vec<(f32, [Edge; 2])>,
    glare: Vec<Mirrored>,
    glare_strength: f32,
    /// The width of the stripes of a blind, and the edge they lie along.
    blind: Option<(f32, Edge)>,
    light: f32,
    size: (f32, f32),
}

impl Lights {
    fn new(camera: &Camera, grid: GridSize, evening: &Evening, rng: &mut Rng) -> Self {
        let (w, h) = (camera.size.0 as f32, camera.size.1 as f32);
        let side = camera.side(grid);
        let on_board = |rng: &mut Rng| (w * (0.2 + 0.6 * rng.f32()), h * (0.2 + 0.6 * rng.f32()));
        let edge = |x: f32, y: f32, angle: f32, soft: f32| Edge {
            x,
            y,
            direction: (angle.cos(), angle.sin()),
            soft,
        };
        let lamps = (0..2).map(|_| {
            let warm = rng.f32();
            let tint = [1.0 + 0.3 * warm, 1.0, 1.0 - 0.35 * warm];
            ((rng.f32() * w, rng.f32() * h), tint)
        });
        let lamps = lamps.collect();
        let shadows = (0..evening.shadow.1).map(|_| {
            let (x, y) = on_board(rng);
            let angle = rng.f32() * TAU;
            let soft = side * (0.06 + 0.35 * rng.f32() * rng.f32());
            // A head is round, an arm is a stripe: between two edges it is dark.
            let wide = side * (2.0 + 5.0 * rng.f32());
            let (fx, fy) = (x + wide * angle.cos(), y + wide * angle.sin());
            let lean = angle + PI + (rng.f32() - 0.5) * 0.8;
            let depth = evening.shadow.0 * (0.7 + 0.3 * rng.f32());
            (depth, [edge(x, y, angle, soft), edge(fx, fy, lean, soft)])
        });
        let shadows = shadows.collect();
        let glare = (0..evening.glare.1).map(|_| {
            let at = on_board(rng);
            let along = side * (1.0 + 1.5 * rng.f32());
            Mirrored { at, reach: (along, along * (0.5 + 0.5 * rng.f32())), turn: rng.f32() * PI }
        });
        let glare = glare.collect();
        let blind = evening.blind.then(|| {
            let (x, y) = on_board(rng);
            (side * (1.2 + rng.f32()), edge(x, y, rng.f32() * TAU, side * 0.12))
        });
        let slope = (rng.f32() * 2.0 - 1.0, rng.f32() * 2.0 - 1.0);
        Self {
            lamps,
            slope,
            shadows,
            glare,
            glare_strength: evening.glare.0,
            blind,
            light: evening.light,
            size: (w, h),
        }
    }

    /// Returns the light at a point, by color.
    fn on(&self, x: f32, y: f32) -> [f32; 3] {
        let (w, h) = self.size;
        let (nx, ny) = (x / w * 2.0 - 1.0, y / h * 2.0 - 1.0);
        let lens = 1.0 - 0.15 * self.light * (nx * nx + ny * ny);
        let ramp = 1.0 + 0.2 * self.light * (self.slope.0 * nx + self.slope.1 * ny);
        let mut light = [lens * ramp * 0.7; 3];
        for ((lx, ly), tint) in &self.lamps {
            let near = (-((x - lx).powi(2) + (y - ly).powi(2)) / (0.2 * w * w)).exp();
            for (light, tint) in light.iter_mut().zip(tint) {
                *light += 0.22 * self.light * near * tint;
            }
        }
        let mut open = 1.0;
        for (depth, edges) in &self.shadows {
            open *= 1.0 - depth * edges[0].dark(x, y) * edges[1].dark(x, y);
        }
        if let Some((wide, edge)) = &self.blind {
            let across = (x - edge.x) * edge.direction.0 + (y - edge.y) * edge.direction.1;
            let stripe = (across / wide * PI).sin() * wide / PI;
            open *= 1.0 - 0.45 / (1.0 + (-stripe / edge.soft).exp());
        }
        light.map(|light| light * open)
    }

    /// Returns the light reflected at a point, regardless of the print.
    fn mirrored(&self, x: f32, y: f32) -> f32 {
        let each = self.glare.iter().map(|Mirrored { at, reach: (long, wide), turn }| {
            let (sin, cos) = turn.sin_cos();
            let (dx, dy) = (x - at.0, y - at.1);
            let (u, v) = (dx * cos + dy * sin, dy * cos - dx * sin);
            (-(u / long).powi(2) - (v / wide).powi(2)).exp()
        });
        self.glare_strength * each.sum::<f32>()
    }
}

/// Takes the picture; returns it with the overexposed share of every square.
fn take(
    print: &Image,
    grid: GridSize,
    camera: &Camera,
    lights: &Lights,
    evening: &Evening,
    rng: &mut Rng,
) -> (RgbImage, Vec<f32>) {
    let noise = Noise::new(rng);
    let table = rng.u32(0..3);
    let (columns, rows) = (f32::from(grid.columns()), f32::from(grid.rows()));
    // The print extends slightly beyond the grid: a frame of darkened parchment.
    let frame = PRINT as f32 * 0.6 * rng.f32();
    let (bw, bh) = (columns * PRINT as f32, rows * PRINT as f32);
    let parchment = [96.0, 80.0, 62.0].map(linear);
    let ground = |x: f32, y: f32| -> [f32; 3] {
        match table {
            0 => {
                let grain = 30.0 * noise.at(x / 40.0, y / 4.0);
                [110.0 + grain, 80.0 + grain, 55.0 + grain].map(linear)
            }
            1 => {
                let weave = 12.0 * ((x * 0.8).sin() * (y * 0.8).sin()) + 8.0 * noise.at(x, y);
                [52.0 + weave, 84.0 + weave, 62.0 + weave].map(linear)
            }
            _ => {
                let speck = 8.0 * noise.at(x / 2.0, y / 2.0);
                [206.0 + speck, 204.0 + speck, 200.0 + speck].map(linear)
            }
        }
    };
    let (width, height) = camera.size;
    let mut burnt = vec![(0.0_f32, 0.0_f32); grid.len()];
    let mut seen = Image::from_fn(width, height, |x, y| {
        let mut sum = [0.0; 3];
        for (dx, dy) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
            let (px, py) = (x as f32 + dx, y as f32 + dy);
            let (bx, by) = camera.to_board * (px, py);
            let is_on = bx >= 0.0 && by >= 0.0 && bx < bw && by < bh;
            let is_near = bx >= -frame && by >= -frame && bx < bw + frame && by < bh + frame;
            let albedo = if is_on {
                print.get_pixel(bx as u32, by as u32).0
            } else if is_near {
                parchment
            } else {
                ground(px, py)
            };
            let light = lights.on(px, py);
            let mirrored = if is_near { lights.mirrored(px, py) } else { 0.0 };
            for channel in 0..3 {
                sum[channel] += (albedo[channel] * light[channel] + mirrored) / 4.0;
            }
        }
        let (bx, by) = camera.to_board * (x as f32 + 0.5, y as f32 + 0.5);
        if bx >= 0.0 && by >= 0.0 && bx < bw && by < bh {
            let at = (by as u32 / PRINT) * u32::from(grid.columns()) + bx as u32 / PRINT;
            let (all, white) = &mut burnt[at as usize];
            *all += 1.0;
            *white += if sum.iter().all(|light| *light >= 0.97) { 1.0 } else { 0.0 };
        }
        Rgb(sum)
    });
    seen = imageops::blur(&seen, evening.blur.0);
    let moved = rng.f32() * PI;
    let (mx, my) = (evening.blur.1 * moved.cos(), evening.blur.1 * moved.sin());
    let at = |x: u32, y: u32, by: f32| {
        let along = |at: u32, by: f32, most: u32| (at as f32 + by).clamp(0.0, most as f32) as u32;
        *seen.get_pixel(along(x, mx * by + 0.5, width - 1), along(y, my * by + 0.5, height - 1))
    };
    let picture = RgbImage::from_fn(width, height, |x, y| {
        let steps = [-1.0, -0.5, 0.0, 0.5, 1.0].map(|by| at(x, y, by).0);
        Rgb(std::array::from_fn(|channel| {
            let light = steps.iter().map(|step| step[channel]).sum::<f32>() / 5.0;
            let shown = 255.0 * light.max(0.0).powf(1.0 / 2.2);
            let chance: f32 = (0..4).map(|_| rng.f32() - 0.5).sum::<f32>() * 1.732;
            (shown + chance * evening.noise).clamp(0.0, 255.0).round() as u8
        }))
    });
    let shares = burnt.into_iter().map(|(all, white)| if all > 0.0 { white / all } else { 0.0 });
    (picture, shares.collect())
}
