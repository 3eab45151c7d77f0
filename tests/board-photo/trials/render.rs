//! Photographs of invented boards: drawn, lit by a lamp, and taken with a bad camera.
//!
//! Nothing here knows how terrain is proposed. The grounds have muted print colors with a texture
//! each, and several of them are similar.

use board_photo::{Corners, GridSize, PaintKind};
use components::square::Square;
use fastrand::Rng;
use image::{ImageBuffer, ImageEncoder, Rgb, RgbImage, codecs::jpeg::JpegEncoder, imageops};

/// Pixels along a square of the board as printed.
pub const PRINT: u32 = 40;

/// The difficulty of a photograph.
#[derive(Clone, Copy, Debug)]
pub struct Difficulty {
    pub name: &'static str,
    /// Pixels across and down.
    pub size: (u32, u32),
    /// The similarity of the colors of the kinds, 0 (as chosen) to 1 (all alike).
    pub alike: f32,
    /// The strength of the texture inside a square.
    pub texture: f32,
    /// The difference between squares of one kind.
    pub uneven: f32,
    /// The displacement of the corners from a rectangle, as a share of the picture.
    pub slant: f32,
    /// The change of light across the picture.
    pub light: f32,
    /// The share of squares with something lying on them.
    pub tokens: f64,
    /// The blur of the lens, in pixels.
    pub blur: f32,
    /// The noise of the camera, in steps of 255.
    pub noise: f32,
    /// Quality of the JPEG.
    pub quality: u8,
    /// The error of the marked corners, in squares.
    pub slip: f32,
}

/// A photograph with the truth about it.
pub struct Rendered {
    pub jpeg: Vec<u8>,
    pub grid: GridSize,
    /// The corners as marked by hand.
    pub corners: Corners,
    /// The true corners.
    pub exact: Corners,
    /// The kind of every square in reading order.
    pub truth: Vec<PaintKind>,
}

/// The print of a kind.
#[derive(Clone, Copy)]
struct Ink {
    kind: PaintKind,
    colour: [f32; 3],
    texture: Texture,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Texture {
    Mottled,
    Tufts,
    Waves,
    Stones,
    Sand,
    Plain,
}

impl Texture {
    /// Returns the brightness of the print at a point, relative to its ink.
    pub fn at(self, noise: &Noise, x: u32, y: u32) -> f32 {
        let (fx, fy) = (x as f32, y as f32);
        let fine = noise.at(fx / 3.0, fy / 3.0) - 0.5;
        let coarse = noise.at(fx / 14.0 + 300.0, fy / 14.0) - 0.5;
        match self {
            Self::Mottled => 34.0 * coarse + 12.0 * fine,
            Self::Tufts => {
                let tuft = noise.at(fx / 7.0 + 90.0, fy / 7.0);
                if tuft > 0.62 { -30.0 } else { 8.0 * fine }
            }
            Self::Waves => 14.0 * (fy * 0.7 + 3.0 * (fx * 0.25).sin()).sin() + 8.0 * coarse,
            Self::Stones => {
                let row = (y / 10) % 2;
                let joint = y.is_multiple_of(10) || (x + row * 7).is_multiple_of(14);
                if joint { -34.0 } else { 18.0 * coarse + 6.0 * fine }
            }
            Self::Sand => 26.0 * fine,
            Self::Plain => 10.0 * coarse,
        }
    }
}

/// Two invented palettes of a printed board: the real one is unknown.
const INKS: [[Ink; 11]; 2] = {
    use PaintKind::{
        Central, Coastal, EitherGatehouse, Entrance, Forested, GhostFortress, NorthGatehouse,
        Outside, River, Wall, WestGatehouse,
    };
    const fn ink(kind: PaintKind, colour: [f32; 3], texture: Texture) -> Ink {
        Ink { kind, colour, texture }
    }
    [
        [
            ink(Entrance, [170., 112., 92.], Texture::Stones),
            ink(Coastal, [206., 194., 166.], Texture::Sand),
            ink(Forested, [118., 126., 84.], Texture::Tufts),
            ink(Central, [156., 150., 142.], Texture::Stones),
            ink(River, [112., 136., 146.], Texture::Waves),
            ink(Wall, [112., 106., 100.], Texture::Stones),
            ink(Outside, [188., 170., 134.], Texture::Plain),
            ink(WestGatehouse, [140., 96., 104.], Texture::Plain),
            ink(NorthGatehouse, [96., 100., 128.], Texture::Plain),
            ink(EitherGatehouse, [128., 100., 80.], Texture::Plain),
            ink(GhostFortress, [84., 78., 88.], Texture::Mottled),
        ],
        [
            ink(Entrance, [150., 88., 80.], Texture::Mottled),
            ink(Coastal, [190., 184., 172.], Texture::Waves),
            ink(Forested, [92., 112., 84.], Texture::Mottled),
            ink(Central, [138., 134., 132.], Texture::Mottled),
            ink(River, [96., 118., 134.], Texture::Mottled),
            ink(Wall, [92., 88., 84.], Texture::Stones),
            ink(Outside, [60., 54., 48.], Texture::Mottled),
            ink(WestGatehouse, [162., 140., 92.], Texture::Stones),
            ink(NorthGatehouse, [126., 116., 150.], Texture::Stones),
            ink(EitherGatehouse, [150., 128., 108.], Texture::Stones),
            ink(GhostFortress, [112., 96., 112.], Texture::Plain),
        ],
    ]
};

/// Takes a photograph. `symmetric` selects the side of the board; the rest depends on `seed`.
pub fn photograph(difficulty: &Difficulty, symmetric: bool, seed: u64) -> Rendered {
    let mut rng = Rng::with_seed(seed);
    let (columns, rows) = if symmetric { (17, 16) } else { (16, 15) };
    let grid = GridSize::new(columns, rows).expect("a board of this size");
    let truth = if symmetric { symmetric_board(&mut rng) } else { thematic_board(&mut rng) };
    photograph_of(difficulty, grid, truth, seed, rng)
}

/// Takes a photograph of a board of any size, with terrain in patches.
pub fn photograph_sized(
    difficulty: &Difficulty,
    (columns, rows): (u32, u32),
    seed: u64,
) -> Rendered {
    let mut rng = Rng::with_seed(seed);
    let grid = GridSize::new(columns, rows).expect("a board of this size");
    let patches = Noise::new(&mut rng);
    let ground = |at: Square| match patches.at(f32::from(at.column) / 3.0, f32::from(at.row) / 3.0)
    {
        ..0.36 => PaintKind::Forested,
        0.36..0.5 => PaintKind::Central,
        0.5..0.62 => PaintKind::Coastal,
        _ => PaintKind::Entrance,
    };
    let truth = grid.squares().map(ground).collect();
    photograph_of(difficulty, grid, truth, seed, rng)
}

fn photograph_of(
    difficulty: &Difficulty,
    grid: GridSize,
    truth: Vec<PaintKind>,
    seed: u64,
    mut rng: Rng,
) -> Rendered {
    let inks = &INKS[(seed % 2) as usize];
    let mut print = printed(grid, &truth, inks, difficulty, &mut rng);
    lay_tokens(&mut print, grid, difficulty, &mut rng);
    let (picture, exact, corners) = taken(&print, grid, difficulty, &mut rng);
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, difficulty.quality)
        .write_image(
            picture.as_raw(),
            picture.width(),
            picture.height(),
            image::ExtendedColorType::Rgb8,
        )
        .expect("the picture can be written");
    Rendered { jpeg, grid, corners, exact, truth }
}

/// Returns a board with a river on the left, a wall on the right and terrain in patches between.
fn thematic_board(rng: &mut Rng) -> Vec<PaintKind> {
    let (columns, rows) = (16_i32, 15_i32);
    let patches = Noise::new(rng);
    let mut board = Vec::new();
    let mut river = 5;
    let mut wall = 11;
    for row in 0..rows {
        if row % 3 == 2 {
            river += rng.i32(-1..=1);
            wall += rng.i32(-1..=1);
        }
        for column in 0..columns {
            let height = patches.at(column as f32 / 3.0, row as f32 / 3.0);
            let edge = column.min(columns - 1 - column).min(row).min(rows - 1 - row);
            board.push(if edge == 0 && height > 0.55 {
                PaintKind::Outside
            } else if column == river || (row % 3 == 1 && column == river + 1) {
                PaintKind::River
            } else if column == wall {
                PaintKind::Wall
            } else if height < 0.36 {
                PaintKind::Forested
            } else if height < 0.5 {
                PaintKind::Central
            } else if height < 0.62 {
                PaintKind::Coastal
            } else {
                PaintKind::Entrance
            });
        }
    }
    for at in 0..3 {
        board[(4 + at) * 16] = PaintKind::WestGatehouse;
        board[7 + at] = PaintKind::NorthGatehouse;
        board[(9 + at) * 16 + 13] = PaintKind::GhostFortress;
        board[(9 + at) * 16 + 14] = PaintKind::GhostFortress;
    }
    board
}

/// Returns a board with three rivers from the center and terrain in rings.
fn symmetric_board(rng: &mut Rng) -> Vec<PaintKind> {
    let patches = Noise::new(rng);
    let mut board = Vec::new();
    for row in 0..16 {
        for column in 0..17 {
            let (x, y) = (column as f32 - 8.0, row as f32 - 7.5);
            let angle = (y.atan2(x).to_degrees() + 360.0 + 30.0) % 120.0;
            let far = x.hypot(y);
            let bent = far + 3.0 * patches.at(x / 2.5, y / 2.5);
            board.push(if x.abs() <= 1.0 && y.abs() < 1.0 {
                PaintKind::GhostFortress
            } else if far > 9.6 {
                PaintKind::Outside
            } else if (angle - 60.0).abs().to_radians() * far < 0.6 {
                PaintKind::River
            } else if far > 7.0 && (angle - 2.0).abs() < 10.0 {
                PaintKind::EitherGatehouse
            } else if bent < 5.5 {
                PaintKind::Central
            } else if bent < 7.0 {
                PaintKind::Coastal
            } else if bent < 9.0 {
                PaintKind::Forested
            } else {
                PaintKind::Entrance
            });
        }
    }
    board
}

/// Smooth noise: a point always has the same value, and near points have similar ones.
pub struct Noise {
    heights: Vec<f32>,
}

impl Noise {
    pub fn new(rng: &mut Rng) -> Self {
        Self { heights: (0..4096).map(|_| rng.f32()).collect() }
    }

    fn corner(&self, x: i32, y: i32) -> f32 {
        let mixed = x.wrapping_mul(374_761_393) ^ y.wrapping_mul(668_265_263);
        let mixed = (mixed ^ (mixed >> 13)).wrapping_mul(1_274_126_177);
        self.heights[(mixed >> 8) as usize & 4095]
    }

    pub fn at(&self, x: f32, y: f32) -> f32 {
        let (left, top) = (x.floor(), y.floor());
        let smooth = |part: f32| part * part * (3.0 - 2.0 * part);
        let (across, down) = (smooth(x - left), smooth(y - top));
        let (column, row) = (left as i32, top as i32);
        let mix = |from: f32, to: f32, part: f32| from + (to - from) * part;
        let along = |row: i32| {
            let (left, right) = (self.corner(column, row), self.corner(column + 1, row));
            mix(left, right, across)
        };
        mix(along(row), along(row + 1), down)
    }
}

fn printed(
    grid: GridSize,
    truth: &[PaintKind],
    inks: &[Ink],
    difficulty: &Difficulty,
    rng: &mut Rng,
) -> Image {
    let noise = Noise::new(rng);
    let (width, height) = (u32::from(grid.columns()) * PRINT, u32::from(grid.rows()) * PRINT);
    let mean: [f32; 3] = std::array::from_fn(|c| {
        inks.iter().map(|ink| ink.colour[c]).sum::<f32>() / inks.len() as f32
    });
    let own: Vec<[f32; 3]> = truth
        .iter()
        .map(|_| std::array::from_fn(|_| (rng.f32() - 0.5) * 2.0 * difficulty.uneven))
        .collect();
    ImageBuffer::from_fn(width, height, |x, y| {
        let at = (y / PRINT * u32::from(grid.columns()) + x / PRINT) as usize;
        let ink = inks.iter().find(|ink| ink.kind == truth[at]).expect("every kind has an ink");
        let drawn = ink.texture.at(&noise, x, y);
        let line = x % PRINT < 1 || y % PRINT < 1;
        let line = if line { -28.0 } else { 0.0 };
        Rgb(std::array::from_fn(|c| {
            let base = ink.colour[c] + (mean[c] - ink.colour[c]) * difficulty.alike;
            linear(base + drawn * difficulty.texture + own[at][c] + line)
        }))
    })
}

pub type Image = ImageBuffer<Rgb<f32>, Vec<f32>>;

pub fn linear(shown: f32) -> f32 {
    (shown.clamp(0.0, 255.0) / 255.0).powf(2.2)
}

/// Colors of pieces: players' discs and cubes, gray houses, wooden roads, white tokens.
pub const PIECES: [[f32; 3]; 8] = [
    [40., 70., 160.],
    [200., 170., 40.],
    [230., 228., 224.],
    [110., 50., 120.],
    [205., 110., 30.],
    [50., 48., 46.],
    [180., 30., 36.],
    [70., 130., 60.],
];

fn lay_tokens(print: &mut Image, grid: GridSize, difficulty: &Difficulty, rng: &mut Rng) {
    let side = PRINT as f32;
    for square in grid.squares() {
        if rng.f64() >= difficulty.tokens {
            continue;
        }
        let round = rng.bool();
        let (x, y) = (f32::from(square.column) + 0.5, f32::from(square.row) + 0.5);
        let (x, y) = (x + (rng.f32() - 0.5) * 0.3, y + (rng.f32() - 0.5) * 0.3);
        let reach = 0.2 + rng.f32() * 0.18;
        let colour = PIECES[rng.usize(..PIECES.len())];
        for py in 0..print.height() {
            let dy = (py as f32 + 0.5) / side - y;
            if dy.abs() > reach {
                continue;
            }
            for px in 0..print.width() {
                let dx = (px as f32 + 0.5) / side - x;
                let inside = if round { dx.hypot(dy) < reach } else { dx.abs() < reach };
                if inside {
                    // Lit from one side, a piece has no uniform color.
                    let shade = 1.0 + 0.5 * (dx + dy);
                    print.put_pixel(px, py, Rgb(colour.map(|c| linear(c) * shade)));
                }
            }
        }
    }
}

/// Takes a picture of the table with the board, by a bad camera in bad light.
fn taken(
    print: &Image,
    grid: GridSize,
    difficulty: &Difficulty,
    rng: &mut Rng,
) -> (RgbImage, Corners, Corners) {
    let (width, height) = difficulty.size;
    let (w, h) = (width as f32, height as f32);
    let mut push = |share: f32| (0.06 + rng.f32() * difficulty.slant) * share;
    let mut corners = [
        (push(w), push(h)),
        (w - push(w), push(h)),
        (w - push(w), h - push(h)),
        (push(w), h - push(h)),
    ];
    let board = [
        (0.0, 0.0),
        (print.width() as f32, 0.0),
        (print.width() as f32, print.height() as f32),
        (0.0, print.height() as f32),
    ];
    let to_board =
        imageproc::geometric_transformations::Projection::from_control_points(corners, board)
            .expect("the corners make a figure");
    let wood = Noise::new(rng);
    let lamp = (rng.f32() * w, rng.f32() * h);
    let slope = (rng.f32() * 2.0 - 1.0, rng.f32() * 2.0 - 1.0);
    let tint: [f32; 3] = [1.0 + 0.25 * difficulty.light, 1.0, 1.0 - 0.3 * difficulty.light];
    let shadow = (rng.f32() * w, rng.f32() * h);
    let light_on = |x: f32, y: f32| -> [f32; 3] {
        let (nx, ny) = (x / w * 2.0 - 1.0, y / h * 2.0 - 1.0);
        let vignette = 1.0 - 0.18 * difficulty.light * (nx * nx + ny * ny);
        let ramp = 1.0 + 0.22 * difficulty.light * (slope.0 * nx + slope.1 * ny);
        let near = (-((x - lamp.0).powi(2) + (y - lamp.1).powi(2)) / (0.18 * w * w)).exp();
        let dark = (-((x - shadow.0).powi(2) + (y - shadow.1).powi(2)) / (0.03 * w * w)).exp();
        tint.map(|tint| {
            let coloured = 1.0 + (tint - 1.0) * near;
            vignette
                * ramp
                * (1.0 + 0.35 * difficulty.light * near)
                * coloured
                * (1.0 - 0.2 * difficulty.light * dark)
                * 0.85
        })
    };
    let mut seen = Image::from_fn(width, height, |x, y| {
        let mut sum = [0.0; 3];
        for (dx, dy) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
            let (px, py) = (x as f32 + dx, y as f32 + dy);
            let (bx, by) = to_board * (px, py);
            let on_board =
                bx >= 0.0 && by >= 0.0 && bx < print.width() as f32 && by < print.height() as f32;
            let albedo = if on_board {
                print.get_pixel(bx as u32, by as u32).0
            } else {
                let grain = 30.0 * wood.at(px / 40.0, py / 4.0);
                [linear(110.0 + grain), linear(80.0 + grain), linear(55.0 + grain)]
            };
            let light = light_on(px, py);
            for channel in 0..3 {
                sum[channel] += albedo[channel] * light[channel] / 4.0;
            }
        }
        Rgb(sum)
    });
    if difficulty.blur > 0.0 {
        seen = imageops::blur(&seen, difficulty.blur);
    }
    let picture = RgbImage::from_fn(width, height, |x, y| {
        let pixel = seen.get_pixel(x, y).0;
        Rgb(pixel.map(|light| {
            let shown = 255.0 * light.max(0.0).powf(1.0 / 2.2);
            let chance: f32 = (0..4).map(|_| rng.f32() - 0.5).sum::<f32>() * 1.732;
            (shown + chance * difficulty.noise).clamp(0.0, 255.0).round() as u8
        }))
    });
    let slip = difficulty.slip * w / f32::from(grid.columns());
    let exact = Corners(corners);
    for corner in &mut corners {
        corner.0 += (rng.f32() * 2.0 - 1.0) * slip;
        corner.1 += (rng.f32() * 2.0 - 1.0) * slip;
    }
    (picture, exact, Corners(corners))
}
