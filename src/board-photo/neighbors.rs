//! Evidence about squares from their neighbors.
//!
//! The light is nearly the same on both sides of the line between two squares, so a difference
//! there is a difference of print. Brightness jumps only where the edge of a shadow runs along the
//! line. Some kinds are also adjacent more often than others. Squares exchange messages about
//! their kinds until they agree: sum-product belief propagation.

use super::corners::GridSize;

/// The number of message rounds; also the distance in squares that a message travels.
const ROUNDS: usize = 12;
/// The share of the previous message in the next one, which damps oscillation.
const DAMPING: f64 = 0.4;

/// Two squares that share an edge, by their indexes in reading order.
#[derive(Clone, Copy, Debug)]
pub(super) struct NeighborPair {
    pub(super) one: usize,
    pub(super) other: usize,
    /// `true` if the other is to the right of the first, `false` if it is below.
    pub(super) is_across: bool,
}

/// Returns all pairs of squares of a grid that share an edge.
pub(super) fn neighbor_pairs(grid: GridSize) -> Vec<NeighborPair> {
    let columns = usize::from(grid.columns());
    let mut pairs = Vec::new();
    for one in 0..grid.len() {
        if (one + 1) % columns != 0 {
            pairs.push(NeighborPair { one, other: one + 1, is_across: true });
        }
        if one + columns < grid.len() {
            pairs.push(NeighborPair { one, other: one + columns, is_across: false });
        }
    }
    pairs
}

/// Returns the probability of each look for every square, from its own evidence and that of its
/// neighbors.
///
/// `alone` holds the probabilities by each square's own evidence. `fits` holds a matrix for every
/// pair: the compatibility of each of the `looks` of the first square (rows) with those of the
/// second.
pub(super) fn propagate_beliefs(
    alone: &[Vec<f64>],
    pairs: &[NeighborPair],
    fits: &[Vec<f64>],
    looks: usize,
) -> Vec<Vec<f64>> {
    let even = 1.0 / looks as f64;
    // To the second square of each pair, and to the first.
    let mut messages = vec![[vec![even; looks], vec![even; looks]]; pairs.len()];
    let mut beliefs: Vec<Vec<f64>> = alone.to_vec();
    for _ in 0..ROUNDS {
        let mut next: Vec<Vec<f64>> = alone.to_vec();
        for ((pair, fits), messages) in pairs.iter().zip(fits).zip(&mut messages) {
            let from_one = without_message(&beliefs[pair.one], &messages[1]);
            let from_other = without_message(&beliefs[pair.other], &messages[0]);
            let mut to_other = vec![0.0; looks];
            let mut to_one = vec![0.0; looks];
            for (a, row) in fits.chunks(looks).enumerate() {
                for (b, fit) in row.iter().enumerate() {
                    to_other[b] += from_one[a] * fit;
                    to_one[a] += from_other[b] * fit;
                }
            }
            for (message, new) in messages.iter_mut().zip([to_other, to_one]) {
                let all = new.iter().sum::<f64>().max(f64::MIN_POSITIVE);
                for (message, new) in message.iter_mut().zip(new) {
                    *message = DAMPING * *message + (1.0 - DAMPING) * (new / all).max(1e-12);
                }
            }
            for (at, message) in [(pair.other, &messages[0]), (pair.one, &messages[1])] {
                for (next, message) in next[at].iter_mut().zip(message) {
                    *next *= message;
                }
            }
        }
        for next in &mut next {
            normalize(next);
        }
        beliefs = next;
    }
    beliefs
}

/// Returns the belief of a square without a message that it received.
fn without_message(belief: &[f64], message: &[f64]) -> Vec<f64> {
    belief.iter().zip(message).map(|(belief, message)| belief / message.max(1e-30)).collect()
}

/// Normalizes weights to a sum of 1; equal shares if they are all 0.
pub(super) fn normalize(likely: &mut [f64]) {
    let all = likely.iter().sum::<f64>();
    let count = likely.len() as f64;
    for likely in likely {
        *likely = if all > f64::MIN_POSITIVE { *likely / all } else { 1.0 / count };
    }
}
