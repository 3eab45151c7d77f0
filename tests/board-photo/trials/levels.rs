//! The difficulties of the photographs, and the squares that are painted.

use board_photo::PaintKind;
use fastrand::Rng;

use super::render::Difficulty;

/// The difficulties, from daylight and a steady hand to a dim lamp over a half-played game.
pub const LEVELS: [Difficulty; 5] = [
    Difficulty {
        name: "daylight",
        size: (1600, 1200),
        alike: 0.0,
        texture: 0.7,
        uneven: 2.0,
        slant: 0.05,
        light: 0.5,
        tokens: 0.0,
        blur: 0.6,
        noise: 3.0,
        quality: 90,
        slip: 0.02,
    },
    Difficulty {
        name: "indoors",
        size: (1600, 1200),
        alike: 0.1,
        texture: 1.0,
        uneven: 3.0,
        slant: 0.12,
        light: 1.0,
        tokens: 0.06,
        blur: 1.2,
        noise: 6.0,
        quality: 80,
        slip: 0.04,
    },
    Difficulty {
        name: "lamplight",
        size: (1400, 1050),
        alike: 0.25,
        texture: 1.0,
        uneven: 3.0,
        slant: 0.16,
        light: 1.5,
        tokens: 0.1,
        blur: 1.8,
        noise: 10.0,
        quality: 65,
        slip: 0.06,
    },
    Difficulty {
        name: "mid-game",
        size: (1600, 1200),
        alike: 0.1,
        texture: 1.0,
        uneven: 3.0,
        slant: 0.12,
        light: 1.0,
        tokens: 0.35,
        blur: 1.2,
        noise: 6.0,
        quality: 80,
        slip: 0.04,
    },
    Difficulty {
        name: "faded",
        size: (1400, 1050),
        alike: 0.5,
        texture: 1.0,
        uneven: 4.0,
        slant: 0.14,
        light: 1.2,
        tokens: 0.12,
        blur: 1.6,
        noise: 8.0,
        quality: 70,
        slip: 0.05,
    },
];

/// Paints at most `most` squares of each kind. A larger `most` adds to the same squares.
pub fn some_of_each(truth: &[PaintKind], seed: u64, most: usize) -> Vec<Option<PaintKind>> {
    let mut rng = Rng::with_seed(seed ^ 0x5EED);
    let mut order: Vec<usize> = (0..truth.len()).collect();
    rng.shuffle(&mut order);
    let mut painted = vec![None; truth.len()];
    for kind in PaintKind::ALL {
        for &at in order.iter().filter(|&&at| truth[at] == kind).take(most) {
            painted[at] = Some(kind);
        }
    }
    painted
}
