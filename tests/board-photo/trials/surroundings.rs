//! Boards with what real ones have around and on the grid: a score track with its own pitch, cut-off
//! corners, a decorated frame, a fold, print on squares, and a table of planks.
//!
//! The weights of the edges were fitted to photographs with other seeds than [`JUDGING`].

use board_photo::{Corners, GridSize};
use fastrand::Rng;
use image::{ImageBuffer, Rgb};
use imageproc::geometric_transformations::Projection;

use super::evening::{Evening, photographed};
use super::render::{Image, Noise, PRINT, Texture, linear};

/// Seeds for the report, on which nothing was tuned.
pub const JUDGING: [u64; 3] = [951, 952, 953];

/// The width of all that is around the grid in the print, in squares.
const MARGIN: u32 = 3;

/// Something about a board that makes its grid hard to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surrounding {
    /// A score track with its own pitch around a board with cut-off corners.
    ScoreTrack,
    /// A frame with ornaments in the pitch of the grid.
    DecoratedFrame,
    /// Planks of the table in the pitch of the grid, and no frame.
    Planks,
    /// A bright fold through the middle.
    Fold,
    /// Faint lines, some of them missing.
    FaintLines,
    /// Light lines on strongly textured art.
    TexturedArt,
    /// Round marks and letters on many squares.
    PrintedMarks,
    /// A hand over an edge and the reflection of a window.
    HandAndWindow,
}

impl Surrounding {
    pub const ALL: [Self; 8] = [
        Self::ScoreTrack,
        Self::DecoratedFrame,
        Self::Planks,
        Self::Fold,
        Self::FaintLines,
        Self::TexturedArt,
        Self::PrintedMarks,
        Self::HandAndWindow,
    ];
}

/// A photograph with the true place of its grid.
pub struct FramedShot {
    pub jpeg: Vec<u8>,
    pub grid: GridSize,
    pub corners: Corners,
}

/// Takes a photograph of a board in these surroundings.
pub fn framed_shot(surrounding: Surrounding, evening: &Evening, seed: u64) -> FramedShot {
    let mut rng = Rng::with_seed(seed ^ ((surrounding as u64 + 1) << 24));
    let (columns, rows) = (rng.u32(12..=18), rng.u32(10..=16));
    let size = |by: u32| GridSize::new(columns + by, rows + by).expect("a board of this size");
    let print = BoardPrint::new(surrounding, (columns, rows), &mut rng).drawn();
    let whole = photographed(&print, size(2 * MARGIN), evening, &mut rng);
    let (width, height) = ((columns + 2 * MARGIN) as f32, (rows + 2 * MARGIN) as f32);
    let outline = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
    let to_picture =
        Projection::from_control_points(outline, whole.exact.0).expect("the corners make a figure");
    let margin = MARGIN as f32;
    let corners = [
        (margin, margin),
        (width - margin, margin),
        (width - margin, height - margin),
        (margin, height - margin),
    ];
    FramedShot {
        jpeg: whole.jpeg,
        grid: size(0),
        corners: Corners(corners.map(|corner| to_picture * corner)),
    }
}

/// A printed board with its surroundings; lengths are in squares from the grid's top left.
struct BoardPrint {
    surrounding: Surrounding,
    columns: u32,
    rows: u32,
    patches: Noise,
    inks: [([f32; 3], Texture); 4],
    /// The squares cut off along each side of each corner.
    cut: [(u32, u32); 4],
    /// The width of the score track, 0 without one, and the length of its fields.
    track: (f32, f32),
    /// The width of the frame around all.
    frame: f32,
    /// The color of frame and track.
    parchment: [f32; 3],
    /// The brightness of lines relative to the squares.
    line: f32,
    /// The place of the hand.
    hand: f32,
}

impl BoardPrint {
    fn new(surrounding: Surrounding, (columns, rows): (u32, u32), rng: &mut Rng) -> Self {
        let textures = [
            [Texture::Mottled, Texture::Sand, Texture::Plain, Texture::Waves],
            [Texture::Stones, Texture::Tufts, Texture::Waves, Texture::Mottled],
        ];
        let textures = textures[usize::from(surrounding == Surrounding::TexturedArt)];
        let tone = |rng: &mut Rng| std::array::from_fn(|_| 90.0 + 110.0 * rng.f32());
        let inks = textures.map(|texture| (tone(rng), texture));
        let has_track = surrounding == Surrounding::ScoreTrack || rng.u32(0..3) == 0;
        let is_cut = surrounding == Surrounding::ScoreTrack || rng.u32(0..3) == 0;
        let track = if has_track && surrounding != Surrounding::Planks {
            (0.7 + 0.5 * rng.f32(), 0.75 + 0.5 * rng.f32())
        } else {
            (0.0, 1.0)
        };
        Self {
            surrounding,
            columns,
            rows,
            patches: Noise::new(rng),
            inks,
            cut: std::array::from_fn(|_| {
                if is_cut { (rng.u32(1..=columns / 4), rng.u32(1..=rows / 4)) } else { (0, 0) }
            }),
            track,
            frame: if surrounding == Surrounding::Planks { 0.0 } else { 0.3 + 0.7 * rng.f32() },
            parchment: std::array::from_fn(|channel| {
                60.0 + 120.0 * rng.f32() - 12.0 * channel as f32
            }),
            line: match surrounding {
                Surrounding::FaintLines => -14.0,
                Surrounding::TexturedArt => 34.0,
                _ => -28.0,
            },
            hand: rng.f32(),
        }
    }

    fn drawn(&self) -> Image {
        let (width, height) = (self.columns + 2 * MARGIN, self.rows + 2 * MARGIN);
        ImageBuffer::from_fn(width * PRINT, height * PRINT, |x, y| {
            let [across, down] = [x, y].map(|at| at as f32 / PRINT as f32 - MARGIN as f32);
            let mut color = if across >= 0.0
                && down >= 0.0
                && across < self.columns as f32
                && down < self.rows as f32
            {
                self.square((x, y), (across, down))
            } else {
                self.margin((x, y), (across, down))
            };
            if self.surrounding == Surrounding::HandAndWindow {
                color = self.covered(color, (across, down));
            }
            Rgb(color.map(linear))
        })
    }

    /// Returns the color of the grid at a place.
    fn square(&self, (x, y): (u32, u32), (across, down): (f32, f32)) -> [f32; 3] {
        let (column, row) = (across as u32, down as u32);
        let (from_right, from_bottom) = (self.columns - 1 - column, self.rows - 1 - row);
        let sides =
            [(column, row), (from_right, row), (from_right, from_bottom), (column, from_bottom)];
        let is_cut = sides
            .iter()
            .zip(self.cut)
            .any(|((c, r), (wide, high))| wide > 0 && c * high + r * wide < wide * high);
        if is_cut {
            return self.parchment;
        }
        let height = self.patches.at(column as f32 / 4.0, row as f32 / 4.0);
        let (ink, texture) = self.inks[((height * 4.0) as usize).min(3)];
        let mut by = texture.at(&self.patches, x, y);
        let (in_x, in_y) = (x % PRINT, y % PRINT);
        let chance = self.patches.at(column as f32 * 7.3 + 50.0, row as f32 * 5.1);
        let is_line = in_x < 1 || in_y < 1;
        let is_missing = self.surrounding == Surrounding::FaintLines && chance > 0.7;
        if is_line && !is_missing {
            by += self.line;
        }
        if self.surrounding == Surrounding::Fold {
            let off = (across - self.columns as f32 / 2.0).abs();
            if off < 0.05 {
                by += 60.0;
            }
        }
        if self.surrounding == Surrounding::PrintedMarks && chance > 0.5 {
            let far = (in_x as f32 - 20.0).hypot(in_y as f32 - 20.0);
            if (far - 11.0).abs() < 2.0 || (far < 5.0 && chance > 0.6) {
                by -= 60.0;
            }
        }
        ink.map(|channel| channel + by)
    }

    /// Returns the color beyond the grid at a place: track, frame or table.
    fn margin(&self, (x, y): (u32, u32), (across, down): (f32, f32)) -> [f32; 3] {
        let beyond_x = (-across).max(across - self.columns as f32);
        let beyond_y = (-down).max(down - self.rows as f32);
        let beyond = beyond_x.max(beyond_y);
        let along = if beyond_x > beyond_y { down } else { across };
        if beyond < 0.06 {
            return self.parchment.map(|channel| channel - 50.0);
        }
        let (wide, field) = self.track;
        if beyond < wide {
            let within = (along / field).rem_euclid(1.0);
            let from_middle = (within - 0.5).hypot((beyond / wide - 0.5) * wide / field);
            let is_digit = from_middle < 0.25 && (x / 3 + y / 4).is_multiple_of(2);
            let is_joint = within < 0.04 || wide - beyond < 0.04;
            let by = if is_digit || is_joint { -55.0 } else { 0.0 };
            return self.parchment.map(|channel| channel + by + 10.0);
        }
        if beyond < wide + self.frame {
            let within = along.rem_euclid(1.0) - 0.5;
            let across_frame = (beyond - wide) / self.frame - 0.5;
            let is_ornament = self.surrounding == Surrounding::DecoratedFrame
                && (within.abs() + across_frame.abs() < 0.35 || within.abs() > 0.48);
            let by = if is_ornament { 45.0 } else { 0.0 };
            return self.parchment.map(|channel| channel * 0.6 + by);
        }
        let grain = 24.0 * self.patches.at(x as f32 / 40.0, y as f32 / 5.0);
        let is_gap = self.surrounding == Surrounding::Planks && y % PRINT < 2;
        let by = if is_gap { -45.0 } else { grain };
        [118.0 + by, 88.0 + by, 60.0 + by]
    }

    /// Returns a color with the hand and the window over it.
    fn covered(&self, color: [f32; 3], (across, down): (f32, f32)) -> [f32; 3] {
        let middle = self.rows as f32 * (0.2 + 0.6 * self.hand);
        let far = ((across + 0.5) / 2.4).hypot((down - middle) / 1.3);
        if far < 1.0 {
            return [205.0, 150.0, 125.0].map(|channel| channel * (1.05 - 0.3 * far));
        }
        let (right, below) = (across - self.columns as f32 * 0.6, down - self.rows as f32 * 0.5);
        let is_pane = (0.0..4.0).contains(&right)
            && (0.0..4.0).contains(&below)
            && right % 2.0 > 0.15
            && below % 2.0 > 0.15;
        if is_pane { color.map(|channel| channel * 0.7 + 75.0) } else { color }
    }
}
