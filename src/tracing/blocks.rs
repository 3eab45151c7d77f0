//! What is measured in each square of a straightened picture.
//!
//! A square is cut into small blocks, each measured for itself. A token, a road
//! or a printed number spoils the blocks it covers and no others, so that a
//! square can be told by the blocks that most others agree with. Terrain is told by
//! its colour and by how it is drawn: how fine, how coarse, along which way. The latter
//! is measured in logarithms of light, which a shadow does not change.

use image::{Rgb, RgbImage};
use nalgebra::{Matrix3, SVector, Vector3};
use palette::{LinSrgb, Srgb};

use super::corners::{Grid, SIDE, Straightened};

/// Pixels left out along the edges of a square, where grid lines are printed.
const MARGIN: u32 = 4;
/// Pixels along a block.
const BLOCK: u32 = 5;
/// Blocks along a square.
const ALONG: usize = ((SIDE - 2 * MARGIN) / BLOCK) as usize;
/// Blocks in a square.
pub(super) const BLOCKS: usize = ALONG * ALONG;

/// Less light than this, as a share of full white, is black.
const BLACK: f64 = 0.004;
/// From this byte on a colour of a pixel is white, and what it was is lost.
const WHITE: u8 = 250;

/// Blocks of one ground are no further apart than this, in brightness and colours.
const ALIKE: [f64; COLOURS] = [0.6, 0.3, 0.35];

/// Blocks of one ground in whatever light are no further apart than this.
const LIT: [f64; COLOURS] = [0.9, 0.3, 0.35];

/// Colours of a look: brightness, red against green, and blue against green, in logarithms.
pub(super) const COLOURS: usize = 3;
/// What a look is made of: the colours, and how it is drawn.
pub(super) const LOOKS: usize = 8;

/// Colours of a place.
pub(super) type Colour = SVector<f64, COLOURS>;
/// What a square looks like.
pub(super) type Look = SVector<f64, LOOKS>;

/// A square as it was measured.
#[derive(Clone, Debug)]
pub(super) struct Measure {
    /// What most of its blocks agree on.
    pub(super) look: Look,
    /// The colours along its left, upper, right and lower edge.
    pub(super) edges: [Colour; 4],
    /// The colours of its blocks, in reading order.
    pub(super) blocks: [Colour; BLOCKS],
    /// The share of its blocks that are of the colours that most of them have.
    pub(super) clear: f64,
    /// The share of its pixels that are white.
    pub(super) burnt: f64,
    /// How much brighter its ground is on one side than on the other, in logarithms.
    pub(super) slope: f64,
}

/// What was measured in every square, in reading order.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    pub(super) grid: Grid,
    pub(super) squares: Vec<Measure>,
}

impl Blocks {
    pub(super) fn of(picture: &Straightened) -> Self {
        let light = PixelLight::of(&picture.pixels);
        let squares = picture.grid.squares().map(|square| {
            let left = u32::from(square.column) * SIDE + MARGIN;
            let top = u32::from(square.row) * SIDE + MARGIN;
            measure(&picture.pixels, &light, left, top)
        });
        Self { grid: picture.grid, squares: squares.collect() }
    }
}

/// The light of every pixel: its colours, and the logarithm of its brightness.
struct PixelLight {
    width: usize,
    colours: Vec<[f64; 3]>,
    logs: Vec<f64>,
}

impl PixelLight {
    fn of(pixels: &RgbImage) -> Self {
        let linear: [f64; 256] = std::array::from_fn(|byte| {
            let byte = byte as u8;
            let light: LinSrgb<f64> = Srgb::new(byte, byte, byte).into_linear();
            light.red
        });
        let colours: Vec<[f64; 3]> =
            pixels.pixels().map(|Rgb(bytes)| bytes.map(|byte| linear[usize::from(byte)])).collect();
        let logs = colours.iter().map(|light| (light.iter().sum::<f64>() / 3.0 + BLACK).ln());
        Self { width: pixels.width() as usize, logs: logs.collect(), colours }
    }

    fn at(&self, x: u32, y: u32) -> usize {
        y as usize * self.width + x as usize
    }
}

/// How a block is drawn.
struct Drawn {
    colour: Colour,
    /// How much neighbouring pixels differ, along and down.
    steps: [f64; 2],
    /// How much pixels spread, and means of four of them.
    spread: f64,
    coarse: f64,
    /// Whether what stands out is rather dark (below 0) or bright.
    lean: f64,
}

fn measure(pixels: &RgbImage, light: &PixelLight, left: u32, top: u32) -> Measure {
    let drawn: [Drawn; BLOCKS] = std::array::from_fn(|at| {
        let (column, row) = ((at % ALONG) as u32, (at / ALONG) as u32);
        draw(light, left + column * BLOCK, top + row * BLOCK)
    });
    let blocks: [Colour; BLOCKS] = std::array::from_fn(|at| drawn[at].colour);
    // What lies on a square lies in its middle rather than along its edges. Of the ring around
    // it, those blocks count that are of the colours that most of them have.
    let ring: Vec<usize> = (0..BLOCKS).filter(|at| inwards(*at) < 2).collect();
    let middle = |of: &[usize]| -> Colour {
        Colour::from_fn(|row, _| median(of.iter().map(|at| blocks[*at][row]).collect()))
    };
    let ground = middle(&ring);
    let is_ground = |at: &usize| {
        let off = blocks[*at] - ground;
        off.iter().zip(ALIKE).all(|(off, most)| off.abs() < most)
    };
    let open: Vec<usize> = ring.iter().copied().filter(is_ground).collect();
    let colour = middle(&open);
    let most = |value: &dyn Fn(usize) -> f64| median(open.iter().map(|at| value(*at)).collect());
    // A block against the mean of those beside it: the ground of a shadow drops out.
    let bumps: Vec<f64> = (0..BLOCKS)
        .filter(|at| inwards(*at) > 0)
        .map(|at| {
            let beside = [at - 1, at + 1, at - ALONG, at + ALONG];
            let mean = beside.iter().map(|at| blocks[*at][0]).sum::<f64>() / 4.0;
            (blocks[at][0] - mean).abs()
        })
        .collect();
    let along = most(&|at| drawn[at].steps[0]);
    let down = most(&|at| drawn[at].steps[1]);
    let spread = most(&|at| drawn[at].spread);
    let coarse = most(&|at| drawn[at].coarse);
    let log = |value: f64| (value + 0.01).ln();
    let look = Look::from([
        colour[0],
        colour[1],
        colour[2],
        log(spread),
        log(along) - log(down),
        log(median(bumps)),
        log(coarse) - log(spread),
        most(&|at| drawn[at].lean),
    ]);
    let clear = (0..BLOCKS).filter(is_ground).count() as f64 / BLOCKS as f64;
    let edge = |is_on: &dyn Fn(usize, usize) -> bool| {
        let on: Vec<usize> = (0..BLOCKS).filter(|at| is_on(at % ALONG, at / ALONG)).collect();
        let clear: Vec<usize> = on.iter().copied().filter(is_ground).collect();
        middle(if clear.len() * 4 > on.len() { &clear } else { &on })
    };
    let edges = [
        edge(&|column, _| column < 2),
        edge(&|_, row| row < 2),
        edge(&|column, _| column >= ALONG - 2),
        edge(&|_, row| row >= ALONG - 2),
    ];
    let inner = SIDE - 2 * MARGIN;
    let white = (top..top + inner).flat_map(|y| (left..left + inner).map(move |x| (x, y)));
    let white = white.filter(|(x, y)| pixels.get_pixel(*x, *y).0.iter().all(|b| *b >= WHITE));
    let burnt = white.count() as f64 / f64::from(inner * inner);
    let slope = slope(&blocks, &colour);
    Measure { look, edges, blocks, clear, burnt, slope }
}

/// How much brighter a square is on one side than on the other, by the plane through those of its
/// blocks that show its ground in any light.
fn slope(blocks: &[Colour; BLOCKS], ground: &Colour) -> f64 {
    let (mut sum, mut seen) = (Matrix3::zeros(), Vector3::zeros());
    for (at, block) in blocks.iter().enumerate() {
        let off = (block - ground).component_div(&Colour::from(LIT));
        if off[0].abs() < 1.0 && off[1].powi(2) + off[2].powi(2) < 1.0 {
            let place = Vector3::new(1.0, (at % ALONG) as f64, (at / ALONG) as f64);
            sum += place * place.transpose();
            seen += place * block[0];
        }
    }
    let plane = sum.try_inverse().map_or_else(Vector3::zeros, |inverse| inverse * seen);
    plane[1].hypot(plane[2]) * ALONG as f64
}

fn draw(light: &PixelLight, left: u32, top: u32) -> Drawn {
    let places = || (top..top + BLOCK).flat_map(move |y| (left..left + BLOCK).map(move |x| (x, y)));
    let count = f64::from(BLOCK * BLOCK);
    let mut sum = [0.0; 3];
    for (x, y) in places() {
        for (sum, colour) in sum.iter_mut().zip(light.colours[light.at(x, y)]) {
            *sum += colour;
        }
    }
    let [red, green, blue] = sum.map(|sum| (sum / count + BLACK).ln());
    let log = |x: u32, y: u32| light.logs[light.at(x, y)];
    let mean = places().map(|(x, y)| log(x, y)).sum::<f64>() / count;
    let moment =
        |power: i32| places().map(|(x, y)| (log(x, y) - mean).powi(power)).sum::<f64>() / count;
    let spread = moment(2).sqrt();
    let four =
        |x: u32, y: u32| (log(x, y) + log(x + 1, y) + log(x, y + 1) + log(x + 1, y + 1)) / 4.0;
    let coarse = places().map(|(x, y)| (four(x, y) - mean).powi(2)).sum::<f64>() / count;
    let along = places().map(|(x, y)| (log(x + 1, y) - log(x, y)).abs()).sum::<f64>() / count;
    let down = places().map(|(x, y)| (log(x, y + 1) - log(x, y)).abs()).sum::<f64>() / count;
    Drawn {
        colour: Colour::new((red + green + blue) / 3.0, red - green, blue - green),
        steps: [along, down],
        spread,
        coarse: coarse.sqrt(),
        lean: moment(3).cbrt() / (spread + 0.01),
    }
}

/// How many blocks a place of a square is away from its edges.
fn inwards(place: usize) -> usize {
    let from_edge = |at: usize| at.min(ALONG - 1 - at);
    from_edge(place % ALONG).min(from_edge(place / ALONG))
}

/// The value in the middle; 0 if there is none.
pub(super) fn median(mut values: Vec<f64>) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f64::total_cmp).1
}
