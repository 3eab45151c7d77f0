//! Photographs of boards on which objects cover parts of squares: a hand, a cup, cards, wooden
//! pieces, and the reflection of a window.
//!
//! Nothing here knows how coverings are recognized.

use std::f32::consts::PI;

use board_photo::{GridSize, Photo, PhotoMeasurements, PlacedGrid, StraightenedPhoto};
use fastrand::Rng;
use image::Rgb;

use super::evening::{Evening, Shot, shot_under};
use super::render::{Image, Noise, PIECES, PRINT, linear};
use super::terrain::share;

/// Seeds for the report, on which nothing was tuned.
pub const JUDGING: [u64; 12] = [921, 922, 923, 924, 925, 926, 927, 928, 929, 930, 931, 932];

/// The number of wooden pieces on a board, each on a square of its own.
const WOODEN: usize = 22;

/// The outline of an object around its center, in squares.
#[derive(Clone, Copy)]
enum Outline {
    Disc(f32),
    /// Half of its length and of its width.
    Box(f32, f32),
    /// A finger: half of its length without the tip, and its radius.
    Finger(f32, f32),
}

/// The surface of an object.
#[derive(Clone, Copy)]
enum Surface {
    Skin,
    /// A cup with a rim and its drink.
    Cup,
    /// A printed card with a border.
    Card([f32; 3]),
    Wood([f32; 3]),
}

/// An object on the board.
struct Object {
    /// Its center, in squares.
    at: (f32, f32),
    turn: f32,
    outline: Outline,
    surface: Surface,
}

impl Object {
    /// Returns the depth of a point inside the outline, in squares; negative outside it.
    fn depth(&self, u: f32, v: f32) -> f32 {
        match self.outline {
            Outline::Disc(radius) => radius - u.hypot(v),
            Outline::Box(long, wide) => (long - u.abs()).min(wide - v.abs()),
            Outline::Finger(long, radius) => radius - (u.abs() - long).max(0.0).hypot(v),
        }
    }

    fn color(&self, u: f32, v: f32, noise: &Noise) -> [f32; 3] {
        let depth = self.depth(u, v);
        // Lit from one side.
        let shade = 1.0 + 0.12 * (u + v).clamp(-1.5, 1.5);
        let grain = |by: f32, most: f32| (noise.at(u * by + 70.0, v * by) - 0.5) * most;
        let own = match self.surface {
            Surface::Skin => {
                let round = 1.0 - 0.25 * (1.0 - depth / 0.3).clamp(0.0, 1.0);
                [206., 158., 130.].map(|part| part * round + grain(12.0, 14.0))
            }
            Surface::Cup if depth < 0.12 => [228., 226., 220.],
            Surface::Cup => [74., 48., 32.],
            Surface::Card(_) if depth < 0.08 => [232., 226., 210.],
            Surface::Card(color) => color.map(|part| part + grain(6.0, 60.0)),
            Surface::Wood(color) => color.map(|part| part + grain(3.0, 12.0)),
        };
        own.map(|part| (part * shade).clamp(0.0, 255.0))
    }

    /// Draws it with a shadow to one side, and adds the covered share of each square.
    fn put(&self, print: &mut Image, columns: u32, noise: &Noise, covered: &mut [f32]) {
        let side = PRINT as f32;
        let (sin, cos) = self.turn.sin_cos();
        for py in 0..print.height() {
            for px in 0..print.width() {
                let (dx, dy) =
                    ((px as f32 + 0.5) / side - self.at.0, (py as f32 + 0.5) / side - self.at.1);
                if dx.hypot(dy) > 4.0 {
                    continue;
                }
                let turned = |dx: f32, dy: f32| (dx * cos + dy * sin, dy * cos - dx * sin);
                let (u, v) = turned(dx, dy);
                if self.depth(u, v) > 0.0 {
                    print.put_pixel(px, py, Rgb(self.color(u, v, noise).map(linear)));
                    covered[(py / PRINT * columns + px / PRINT) as usize] += 1.0 / (side * side);
                    continue;
                }
                let (u, v) = turned(dx - 0.07, dy - 0.07);
                if self.depth(u, v) > 0.0 {
                    let Rgb(below) = *print.get_pixel(px, py);
                    print.put_pixel(px, py, Rgb(below.map(|light| light * 0.55)));
                }
            }
        }
    }
}

/// Puts objects on a board; returns the covered share of each square.
fn cover(print: &mut Image, grid: GridSize, rng: &mut Rng) -> Vec<f32> {
    let noise = Noise::new(rng);
    let (columns, rows) = (f32::from(grid.columns()), f32::from(grid.rows()));
    let anywhere = |rng: &mut Rng| (columns * rng.f32(), rows * rng.f32());
    let mut objects = Vec::new();
    for _ in 0..WOODEN {
        let half = 0.36 + 0.08 * rng.f32();
        let outline = match rng.u8(0..3) {
            0 => Outline::Disc(half + 0.06),
            1 => Outline::Box(half, half),
            _ => Outline::Box(0.49, 0.3 + 0.1 * rng.f32()),
        };
        let slip = |rng: &mut Rng| 0.5 + 0.24 * (rng.f32() - 0.5);
        let column = rng.u8(0..grid.columns());
        let row = rng.u8(0..grid.rows());
        objects.push(Object {
            at: (f32::from(column) + slip(rng), f32::from(row) + slip(rng)),
            turn: rng.f32() * PI,
            outline,
            surface: Surface::Wood(PIECES[rng.usize(..PIECES.len())]),
        });
    }
    for _ in 0..3 {
        let paper = std::array::from_fn(|_| 60.0 + 130.0 * rng.f32());
        objects.push(Object {
            at: anywhere(rng),
            turn: rng.f32() * PI,
            outline: Outline::Box(1.3, 0.85),
            surface: Surface::Card(paper),
        });
    }
    objects.push(Object {
        at: anywhere(rng),
        turn: 0.0,
        outline: Outline::Disc(1.1 + 0.4 * rng.f32()),
        surface: Surface::Cup,
    });
    let (hand, turn) = (anywhere(rng), rng.f32() * PI);
    for finger in 0..4 {
        let off = (finger as f32 - 1.5) * 0.62;
        objects.push(Object {
            at: (hand.0 - off * turn.sin(), hand.1 + off * turn.cos()),
            turn: turn + 0.08 * (finger as f32 - 1.5),
            outline: Outline::Finger(1.2 + 0.5 * rng.f32(), 0.27),
            surface: Surface::Skin,
        });
    }
    let mut covered = vec![0.0; grid.len()];
    for object in &objects {
        object.put(print, grid.columns().into(), &noise, &mut covered);
    }
    covered
}

/// The reflection of a window with a cross bar, in the glossy print.
struct Window {
    /// Its center, in squares.
    at: (f32, f32),
    turn: f32,
    /// Half of its length and of its width, in squares.
    reach: (f32, f32),
    /// In whites.
    strength: f32,
}

impl Window {
    fn on(print: &Image, evening: &Evening, rng: &mut Rng) -> Self {
        let (columns, rows) = ((print.width() / PRINT) as f32, (print.height() / PRINT) as f32);
        Self {
            at: (columns * (0.2 + 0.6 * rng.f32()), rows * (0.2 + 0.6 * rng.f32())),
            turn: rng.f32() * PI,
            reach: (1.6 + rng.f32(), 1.1 + 0.7 * rng.f32()),
            strength: evening.glare.0 * (0.3 + 0.5 * rng.f32()),
        }
    }

    fn mirror(&self, print: &mut Image) {
        let side = PRINT as f32;
        let (sin, cos) = self.turn.sin_cos();
        let soft = |inside: f32| (inside / 0.15 + 0.5).clamp(0.0, 1.0);
        for (px, py, Rgb(light)) in print.enumerate_pixels_mut() {
            let (dx, dy) = (px as f32 / side - self.at.0, py as f32 / side - self.at.1);
            let (u, v) = (dx * cos + dy * sin, dy * cos - dx * sin);
            let pane = soft(self.reach.0 - u.abs()) * soft(self.reach.1 - v.abs());
            let bar = soft(u.abs() - 0.1) * soft(v.abs() - 0.1);
            for part in light {
                *part += self.strength * pane * bar;
            }
        }
    }
}

/// Takes a photograph of a board below objects and, in glossy light, a mirrored window.
fn shot(evening: &Evening, seed: u64) -> Shot {
    shot_under(evening, seed, 0, |print, grid, rng| {
        let covered = cover(print, grid, rng);
        Window::on(print, evening, rng).mirror(print);
        covered
    })
}

/// The outcome of proposing terrain below coverings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Squares covered by half to four fifths: all, and unsure.
    pub half_hidden: (usize, usize),
    /// Squares covered by more: all, and unsure.
    pub hidden: (usize, usize),
    /// Squares covered by less than a fifth: all, and unsure.
    pub open: (usize, usize),
    /// Wrong squares: all, and unsure.
    pub wrong: (usize, usize),
    /// Squares with a named glare or covering that are not unsure.
    pub named_and_sure: usize,
}

impl Tally {
    pub fn of(evening: &Evening, seeds: &[u64]) -> Self {
        let mut tally = Self::default();
        for seed in seeds {
            let shot = shot(evening, *seed);
            let photo = Photo::decode(&shot.jpeg).expect("a sound picture");
            let picture =
                StraightenedPhoto::new(&photo, &PlacedGrid::flat(shot.corners, shot.grid));
            let measured = PhotoMeasurements::new(&picture.expect("sound corners"));
            // Nobody paints a square that is hidden.
            let painted: Vec<_> = shot
                .five_of_each(*seed)
                .into_iter()
                .zip(&shot.seen)
                .map(|(kind, seen)| kind.filter(|_| seen.covered < 0.3))
                .collect();
            let proposals = measured.propose(&painted);
            for (at, proposal) in proposals.into_iter().enumerate() {
                let proposal = proposal.expect("everything is proposed");
                if painted[at].is_some() {
                    continue;
                }
                let count = |tally: &mut (usize, usize)| {
                    tally.0 += 1;
                    tally.1 += usize::from(proposal.unsure);
                };
                match shot.seen[at].covered {
                    covered if covered > 0.8 => count(&mut tally.hidden),
                    covered if covered >= 0.5 => count(&mut tally.half_hidden),
                    covered if covered < 0.2 => count(&mut tally.open),
                    _ => {}
                }
                if proposal.kind != shot.truth[at] {
                    count(&mut tally.wrong);
                }
                let is_hidden = matches!(
                    proposal.flaw,
                    Some(board_photo::Flaw::Covered | board_photo::Flaw::Glare)
                );
                tally.named_and_sure += usize::from(is_hidden && !proposal.unsure);
            }
        }
        tally
    }

    pub const fn and(self, other: Self) -> Self {
        const fn sum(one: (usize, usize), other: (usize, usize)) -> (usize, usize) {
            (one.0 + other.0, one.1 + other.1)
        }
        Self {
            half_hidden: sum(self.half_hidden, other.half_hidden),
            hidden: sum(self.hidden, other.hidden),
            open: sum(self.open, other.open),
            wrong: sum(self.wrong, other.wrong),
            named_and_sure: self.named_and_sure + other.named_and_sure,
        }
    }

    pub fn report(self, name: &str) {
        let part = |(all, part): (usize, usize)| format!("{:5.1} of {all:4}", share(part, all));
        println!(
            "{name:<18} unsure: half hidden {}, hidden {}, open {}, wrong {}; named and sure {}",
            part(self.half_hidden),
            part(self.hidden),
            part(self.open),
            part(self.wrong),
            self.named_and_sure,
        );
    }
}
