//! Combination of the evidence of several photographs of one board.
//!
//! One photograph may show what a shadow, a lamp or a piece hides in another. Each is fitted
//! separately, since light and exposure are its own; then their evidence is combined square by
//! square, weighted by the visibility of the square.

use std::collections::BTreeMap;

use super::confidence::{MIN_SURE, confidence, most};
use super::kind::PaintKind;
use super::propose::{Estimate, Learner, PhotoMeasurements, Proposal, groups};

/// The correlation of the photographs, since all show one print: at 1, two are worth no more than
/// one.
const SAME_PRINT: f64 = 0.8;
/// The exponent by which a photograph loses weight for a square that another shows better.
const HIDDEN: i32 = 3;
/// The minimum probability of a kind by one photograph, so that another can outweigh it.
const MIN_SHARE: f64 = 1e-8;
/// The maximum certainty of a kind that was never painted, and of a hidden square.
const UNCONFIRMED: f64 = 0.8;

/// Proposes a kind for every square from several photographs of one board.
///
/// The photographs are measured with one grid, and `painted` has an entry for every square, in
/// reading order; painted squares keep their kind.
pub fn propose_together(
    pictures: &[&PhotoMeasurements],
    painted: &[Option<PaintKind>],
) -> Vec<Option<Proposal>> {
    let open = open_paint(pictures, painted);
    let learners: Vec<Learner<'_>> = pictures
        .iter()
        .zip(&open)
        .map(|(picture, painted)| Learner::from_paint(&picture.blocks, &picture.pairs, painted))
        .collect();
    let estimates: Vec<Vec<Estimate>> = learners.iter().map(Learner::estimates).collect();
    let mut proposals: Vec<Proposal> = (0..painted.len())
        .map(|at| {
            let here: Vec<&Estimate> = estimates.iter().map(|of_photo| &of_photo[at]).collect();
            proposal(&here, painted, at)
        })
        .collect();
    let unsure: Vec<usize> = (0..proposals.len()).filter(|at| proposals[*at].unsure).collect();
    for &at in &unsure {
        let alike = learners
            .iter()
            .flat_map(|learner| unsure.iter().map(move |other| learner.alike(at, *other)));
        let like_it = alike.sum::<f64>() / learners.len() as f64;
        let warning = 1.0 - f64::from(proposals[at].confidence);
        // A square that cannot be seen says nothing about the others.
        let telling = if proposals[at].flaw.is_some() { warning } else { warning * like_it };
        proposals[at].information_gain = telling as f32;
    }
    proposals.into_iter().map(Some).collect()
}

/// Returns for each photograph the painted squares that it may learn from: all but those that it
/// shows covered.
///
/// Painted squares that look alike in one photograph do so in every other. If some of them look
/// unlike most in one photograph, an object covers them there.
fn open_paint(
    pictures: &[&PhotoMeasurements],
    painted: &[Option<PaintKind>],
) -> Vec<Vec<Option<PaintKind>>> {
    let looks: Vec<_> = pictures.iter().map(|picture| groups(&picture.blocks, painted)).collect();
    let open = looks.iter().enumerate().map(|(own, looks_here)| {
        let mut open = painted.to_vec();
        for (kind, groups) in looks_here {
            let Some(most) = groups.iter().max_by_key(|group| group.len()) else {
                continue;
            };
            let elsewhere: Vec<&Vec<usize>> = looks
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != own)
                .filter_map(|(_, looks)| looks.get(kind))
                .flatten()
                .collect();
            for at in groups.iter().filter(|group| *group != most).flatten() {
                let is_with_most = elsewhere.iter().any(|group| {
                    let shared = most.iter().filter(|at| group.contains(at)).count();
                    group.contains(at) && shared * 2 > most.len()
                });
                if is_with_most {
                    open[*at] = None;
                }
            }
        }
        open
    });
    open.collect()
}

/// Combines the evidence of the photographs about a square into a proposal.
fn proposal(estimates: &[&Estimate], painted: &[Option<PaintKind>], at: usize) -> Proposal {
    if let Some(kind) = painted[at] {
        return Proposal {
            kind,
            confidence: 1.0,
            unsure: false,
            flaw: None,
            information_gain: 0.0,
        };
    }
    let is_confirmed = |kind: PaintKind| painted.contains(&Some(kind));
    let weights: Vec<f64> = estimates
        .iter()
        .map(|estimate| {
            // A look without a painted square may be that of a piece.
            let is_known = most(&estimate.kinds).is_some_and(|(kind, _)| is_confirmed(kind));
            if is_known { estimate.view.visibility } else { estimate.view.visibility * UNCONFIRMED }
        })
        .collect();
    let heaviest = weights.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let each = (estimates.len() as f64).powf(-SAME_PRINT);
    let mut kinds: BTreeMap<PaintKind, f64> = BTreeMap::new();
    for (estimate, weight) in estimates.iter().zip(weights) {
        // A bad view of the square counts little against a good one.
        let counts = each * (weight / heaviest).powi(HIDDEN);
        for (kind, share) in &estimate.kinds {
            *kinds.entry(*kind).or_insert(1.0) *= (share + MIN_SHARE).powf(counts);
        }
    }
    let clearest = estimates.iter().max_by(|a, b| a.view.visibility.total_cmp(&b.view.visibility));
    let (kind, chance) = clearest
        .and_then(|clearest| confidence(&kinds, clearest))
        .unwrap_or((PaintKind::Outside, 0.0));
    let flaw = clearest.and_then(|clearest| clearest.view.flaw);
    let is_seen = is_confirmed(kind) && clearest.is_none_or(|clearest| !clearest.view.is_hidden);
    let most = if is_seen { 1.0 } else { UNCONFIRMED };
    let confidence = chance.min(most) as f32;
    Proposal { kind, confidence, unsure: confidence < MIN_SURE, flaw, information_gain: 0.0 }
}
