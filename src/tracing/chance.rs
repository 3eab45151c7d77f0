//! How likely a proposal is right.
//!
//! Colours, grain and neighbours do not speak independently of each other, and where light ends
//! within a square they mislead together. So what they tell is weighed by what it proved to be
//! worth: a logistic regression over rendered photographs of evenings from easy to hard, five
//! squares of each kind painted. Of how few squares a look is known by, those evenings say nothing;
//! its weight was set by hand on others, with one to four squares painted.

use std::collections::BTreeMap;

use super::kind::Kind;
use super::propose::Estimate;

/// A proposal that is less likely right than this is marked unsure.
pub const SURE: f32 = 0.95;

/// Odds beyond this, in logarithms, make no proposal surer.
const MOST_ODDS: f64 = 12.0;
/// What a square shows by itself can speak no louder against a proposal than this.
const MOST_AGAINST: f64 = 8.0;
/// A difference in brightness beyond this does not make a proposal less sure.
const MOST_SLOPE: f64 = 0.8;

// What the logarithm of the odds that a proposal is right consists of.
const EVER: f64 = -0.518;
/// For each unit of the odds against the next likely kind, in logarithms.
const ODDS: f64 = 0.427;
/// For neighbours of the same kind, from none to all.
const AGREEING: f64 = 1.635;
/// For each unit by which the square by itself looks like another kind.
const AGAINST: f64 = -0.775;
/// For each unit of brightness, in logarithms, that one side of it has more than the other.
const SLOPE: f64 = -2.5;
/// For how little the painted squares tell of the light there.
const DIM: f64 = -0.487;
/// For how few painted squares the look and its nearest rival are known by, against the usual.
const FEW: f64 = -2.0;
/// How few those are with five painted squares of each, as the regression had them.
const USUAL: f64 = 0.36;

/// The kind with the largest share, and how likely it is right by what the photograph that shows
/// the square best tells of it.
pub(super) fn chance(kinds: &BTreeMap<Kind, f64>, told: &Estimate) -> Option<(Kind, f64)> {
    let (kind, _) = most(kinds)?;
    let odds = lead(kinds, kind).min(MOST_ODDS);
    let against = (-lead(&told.alone, kind)).clamp(0.0, MOST_AGAINST);
    let right = EVER
        + ODDS * odds
        + AGREEING * told.agreeing
        + AGAINST * against
        + SLOPE * told.slope.min(MOST_SLOPE)
        + DIM * told.dim
        + FEW * (told.few - USUAL);
    Some((kind, 1.0 / (1.0 + (-right).exp())))
}

/// The kind with the largest share.
pub(super) fn most(kinds: &BTreeMap<Kind, f64>) -> Option<(Kind, f64)> {
    let shares = kinds.iter().map(|(kind, share)| (*kind, *share));
    shares.max_by(|(_, a), (_, b)| a.total_cmp(b))
}

/// By how much a kind is ahead of every other, in logarithms.
fn lead(kinds: &BTreeMap<Kind, f64>, kind: Kind) -> f64 {
    let share = |share: f64| share.max(f64::MIN_POSITIVE).ln();
    let others = kinds.iter().filter(|(other, _)| **other != kind);
    let next = others.map(|(_, other)| *other).fold(0.0, f64::max);
    share(kinds.get(&kind).copied().unwrap_or_default()) - share(next)
}
