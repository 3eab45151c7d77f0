//! What squares that lie side by side tell of each other.
//!
//! Whatever the light, it is nearly the same on both sides of the line between two
//! squares: what differs there is the ink. Only where the edge of a shadow runs along the
//! line does brightness jump. And some kinds lie beside each other more often than others.
//! Each square tells its neighbours what it takes them for, and hears the same of them, until
//! all agree: belief propagation, by the sum of products.

use super::corners::Grid;

/// Squares hear of each other so often; what is told goes no further.
const ROUNDS: usize = 12;
/// How much of what was told before is told again, so that it does not swing to and fro.
const KEPT: f64 = 0.4;

/// Two squares side by side, by their places in reading order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) one: usize,
    pub(super) other: usize,
    /// Whether the other lies to the right, rather than below.
    pub(super) is_across: bool,
}

/// All squares of a grid that lie side by side.
pub(super) fn pairs(grid: Grid) -> Vec<Pair> {
    let columns = usize::from(grid.columns());
    let mut pairs = Vec::new();
    for one in 0..grid.len() {
        if (one + 1) % columns != 0 {
            pairs.push(Pair { one, other: one + 1, is_across: true });
        }
        if one + columns < grid.len() {
            pairs.push(Pair { one, other: one + columns, is_across: false });
        }
    }
    pairs
}

/// How likely each square is what, from what it looks like for itself and what its neighbours
/// tell. `fits` has for every pair how well each of `looks` fits beside each, row by row of the
/// first square.
pub(super) fn agree(
    alone: &[Vec<f64>],
    pairs: &[Pair],
    fits: &[Vec<f64>],
    looks: usize,
) -> Vec<Vec<f64>> {
    let even = 1.0 / looks as f64;
    // To the second square of each pair, and to the first.
    let mut told = vec![[vec![even; looks], vec![even; looks]]; pairs.len()];
    let mut heard: Vec<Vec<f64>> = alone.to_vec();
    for _ in 0..ROUNDS {
        let mut next: Vec<Vec<f64>> = alone.to_vec();
        for ((pair, fits), told) in pairs.iter().zip(fits).zip(&mut told) {
            let without = |heard: &[f64], told: &[f64]| -> Vec<f64> {
                heard.iter().zip(told).map(|(heard, told)| heard / told.max(1e-30)).collect()
            };
            let from_one = without(&heard[pair.one], &told[1]);
            let from_other = without(&heard[pair.other], &told[0]);
            let mut to_other = vec![0.0; looks];
            let mut to_one = vec![0.0; looks];
            for (a, row) in fits.chunks(looks).enumerate() {
                for (b, fit) in row.iter().enumerate() {
                    to_other[b] += from_one[a] * fit;
                    to_one[a] += from_other[b] * fit;
                }
            }
            for (told, new) in told.iter_mut().zip([to_other, to_one]) {
                let all = new.iter().sum::<f64>().max(f64::MIN_POSITIVE);
                for (told, new) in told.iter_mut().zip(new) {
                    *told = KEPT * *told + (1.0 - KEPT) * (new / all).max(1e-12);
                }
            }
            for (at, told) in [(pair.other, &told[0]), (pair.one, &told[1])] {
                for (next, told) in next[at].iter_mut().zip(told) {
                    *next *= told;
                }
            }
        }
        for next in &mut next {
            even_out(next);
        }
        heard = next;
    }
    heard
}

/// Makes shares of it that add up to 1.
pub(super) fn even_out(likely: &mut [f64]) {
    let all = likely.iter().sum::<f64>();
    let count = likely.len() as f64;
    for likely in likely {
        *likely = if all > f64::MIN_POSITIVE { *likely / all } else { 1.0 / count };
    }
}
