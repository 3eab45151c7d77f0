//! The probability that a proposal is right.
//!
//! Colors, texture and neighbors are not independent evidence, and at the edge of a shadow they
//! mislead together. So their weights come from a logistic regression over rendered photographs of
//! evenings from easy to hard, with five painted squares of each kind. Those evenings do not show
//! the effect of few painted squares; its weight was tuned manually on others, with one to four.

use std::collections::BTreeMap;

use super::kind::PaintKind;
use super::propose::Estimate;

/// The minimum probability of a proposal that is not marked unsure.
pub const MIN_SURE: f32 = 0.95;

/// The maximum log odds over the next kind that count.
const MAX_ODDS: f64 = 12.0;
/// The maximum evidence of a square alone that counts against a proposal.
const MAX_AGAINST: f64 = 8.0;
/// The maximum difference in brightness that counts against a proposal.
const MAX_SLOPE: f64 = 0.8;

// The terms of the log odds that a proposal is right. This one is constant.
const BIAS: f64 = -0.518;
/// For each unit of log odds over the next likely kind.
const ODDS: f64 = 0.427;
/// For neighbors of the same kind, from none to all.
const AGREEING: f64 = 1.635;
/// For each unit by which the square alone looks like another kind.
const AGAINST: f64 = -0.775;
/// For each unit of log brightness by which one side exceeds the other.
const SLOPE: f64 = -2.5;
/// For the uncertainty of the light there.
const DIM: f64 = -0.487;
/// For the scarcity of painted squares of the look and its nearest rival, less [`USUAL`].
const FEW: f64 = -2.0;
/// The scarcity with five painted squares of each, as in the regression.
const USUAL: f64 = 0.36;

/// Returns the kind with the largest share and the probability that it is right, by the `estimate`
/// from the photograph that shows the square best.
pub(super) fn confidence(
    kinds: &BTreeMap<PaintKind, f64>,
    estimate: &Estimate,
) -> Option<(PaintKind, f64)> {
    let (kind, _) = most(kinds)?;
    let odds = lead(kinds, kind).min(MAX_ODDS);
    let against = (-lead(&estimate.without_neighbors, kind)).clamp(0.0, MAX_AGAINST);
    let right = BIAS
        + ODDS * odds
        + AGREEING * estimate.agreeing
        + AGAINST * against
        + SLOPE * estimate.slope.min(MAX_SLOPE)
        + DIM * estimate.light_uncertainty
        + FEW * (estimate.paint_scarcity - USUAL);
    Some((kind, 1.0 / (1.0 + (-right).exp())))
}

/// Returns the kind with the largest share, and the share.
pub(super) fn most(kinds: &BTreeMap<PaintKind, f64>) -> Option<(PaintKind, f64)> {
    kinds.iter().map(|(kind, share)| (*kind, *share)).max_by(|(_, a), (_, b)| a.total_cmp(b))
}

/// Returns the lead of a kind over the next one, in logarithms.
fn lead(kinds: &BTreeMap<PaintKind, f64>, kind: PaintKind) -> f64 {
    let next = kinds
        .iter()
        .filter(|(other, _)| **other != kind)
        .map(|(_, share)| *share)
        .fold(0.0, f64::max);
    log(kinds.get(&kind).copied().unwrap_or_default()) - log(next)
}

fn log(share: f64) -> f64 {
    share.max(f64::MIN_POSITIVE).ln()
}
