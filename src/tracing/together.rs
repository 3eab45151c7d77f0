//! What several photographs of one board tell together.
//!
//! What a shadow, a lamp or a piece hides in one of them, another may show. Each is learnt from by
//! itself, for light and exposure are its own; then they are heard together, square by square, each
//! as far as it sees the square at all.

use std::collections::BTreeMap;

use super::chance::{SURE, chance, most};
use super::kind::Kind;
use super::propose::{Estimate, Flaw, Learner, Measured, Proposal, groups};

/// All photographs show one print, so that two do not tell twice as much as one: with 1 they would
/// tell no more.
const SAME_PRINT: f64 = 0.8;
/// How fast a photograph falls silent about a square that another shows better.
const HIDDEN: i32 = 3;
/// What one photograph leaves of a kind that it does not see at all, for another to speak for.
const UNHEARD: f64 = 1e-8;
/// Nobody has confirmed a kind that was never painted, and nothing is left of a square that is
/// burnt out: neither is surer than this.
const UNCONFIRMED: f64 = 0.8;

/// Proposes a kind for every square from several photographs of one board.
///
/// The photographs are measured by one grid, and `painted` has an entry for every square, in
/// reading order; painted squares are what they were painted as.
pub fn propose_together(pictures: &[&Measured], painted: &[Option<Kind>]) -> Vec<Option<Proposal>> {
    let open = open_paint(pictures, painted);
    let learners: Vec<Learner<'_>> = pictures
        .iter()
        .zip(&open)
        .map(|(picture, painted)| Learner::taught(&picture.blocks, &picture.pairs, painted))
        .collect();
    let told: Vec<Vec<Estimate>> = learners.iter().map(Learner::estimates).collect();
    let proposals = (0..painted.len()).map(|at| {
        let told: Vec<&Estimate> = told.iter().map(|told| &told[at]).collect();
        proposal(&told, painted, at)
    });
    let mut proposals: Vec<Proposal> = proposals.collect();
    let unsure: Vec<usize> = (0..proposals.len()).filter(|at| proposals[*at].unsure).collect();
    for &at in &unsure {
        let alike = learners
            .iter()
            .flat_map(|learner| unsure.iter().map(move |other| learner.alike(at, *other)));
        let like_it = alike.sum::<f64>() / learners.len() as f64;
        let doubt = 1.0 - f64::from(proposals[at].sure);
        // Of a square that cannot be seen nothing is learnt about the others.
        let telling = if proposals[at].flaw.is_some() { doubt } else { doubt * like_it };
        proposals[at].telling = telling as f32;
    }
    proposals.into_iter().map(Some).collect()
}

/// For each photograph the painted squares that it may learn from: all but those on which
/// something lies in it.
///
/// Painted squares that look alike in one photograph do so in every other. Where some of them look
/// unlike most, something hides them.
fn open_paint(pictures: &[&Measured], painted: &[Option<Kind>]) -> Vec<Vec<Option<Kind>>> {
    let looks: Vec<_> = pictures.iter().map(|picture| groups(&picture.blocks, painted)).collect();
    let open = looks.iter().enumerate().map(|(own, looks_here)| {
        let mut open = painted.to_vec();
        for (kind, groups) in looks_here {
            let Some(most) = groups.iter().max_by_key(|group| group.len()) else {
                continue;
            };
            let elsewhere = || {
                let others = looks.iter().enumerate().filter(|(other, _)| *other != own);
                others.filter_map(|(_, looks)| looks.get(kind)).flatten()
            };
            let is_with_most = |at: &usize| {
                elsewhere().any(|group| {
                    let shared = most.iter().filter(|at| group.contains(at)).count();
                    group.contains(at) && shared * 2 > most.len()
                })
            };
            for at in groups.iter().filter(|group| *group != most).flatten() {
                if is_with_most(at) {
                    open[*at] = None;
                }
            }
        }
        open
    });
    open.collect()
}

/// What a square is taken for, from all that the photographs tell of it.
fn proposal(told: &[&Estimate], painted: &[Option<Kind>], at: usize) -> Proposal {
    if let Some(kind) = painted[at] {
        return Proposal { kind, sure: 1.0, unsure: false, flaw: None, telling: 0.0 };
    }
    let is_confirmed = |kind: Kind| painted.contains(&Some(kind));
    // A look that nobody has painted may be that of a piece.
    let weight = |told: &Estimate| {
        let is_known = most(&told.kinds).is_some_and(|(kind, _)| is_confirmed(kind));
        if is_known { told.clear } else { told.clear * UNCONFIRMED }
    };
    let heaviest = told.iter().map(|told| weight(told)).fold(f64::MIN_POSITIVE, f64::max);
    let each = (told.len() as f64).powf(-SAME_PRINT);
    let mut kinds: BTreeMap<Kind, f64> = BTreeMap::new();
    for told in told {
        // Where it is seen badly it tells little beside a picture that shows it well.
        let counts = each * (weight(told) / heaviest).powi(HIDDEN);
        for (kind, share) in &told.kinds {
            *kinds.entry(*kind).or_insert(1.0) *= (share + UNHEARD).powf(counts);
        }
    }
    let clearest = told.iter().max_by(|a, b| a.clear.total_cmp(&b.clear));
    let found = clearest.and_then(|told| Some((chance(&kinds, told)?, told.flaw)));
    let ((kind, chance), flaw) = found.unwrap_or(((Kind::Outside, 0.0), None));
    let is_seen = is_confirmed(kind) && flaw != Some(Flaw::BurntOut);
    let most = if is_seen { 1.0 } else { UNCONFIRMED };
    let sure = chance.min(most) as f32;
    Proposal { kind, sure, unsure: sure < SURE, flaw, telling: 0.0 }
}
