//! The quality of the terrain proposed for photographs taken at home.

use board_photo::{
    PaintKind, Photo, PhotoMeasurements, PlacedGrid, Proposal, StraightenedPhoto, propose_together,
};

use super::evening::{Evening, Shot, shot, shot_again};

/// The outcome of proposing terrain for some photographs.
#[derive(Clone, Default)]
pub struct Judged {
    pub squares: usize,
    pub right: usize,
    pub unsure: usize,
    pub wrong: usize,
    /// Wrong ones that are marked unsure.
    pub caught: usize,
    /// Squares mostly under pieces: all, and marked.
    pub covered: (usize, usize),
    /// Overexposed squares: all, and marked.
    pub burnt: (usize, usize),
    /// The proposals by confidence, in tenths: all, and right.
    pub curve: [(usize, usize); 10],
}

impl Judged {
    fn add(&mut self, shot: &Shot, proposals: &[Option<Proposal>]) {
        for ((truth, proposal), seen) in shot.truth.iter().zip(proposals).zip(&shot.seen) {
            let proposal = proposal.expect("everything is proposed");
            let is_right = proposal.kind == *truth;
            self.squares += 1;
            self.right += usize::from(is_right);
            self.wrong += usize::from(!is_right);
            self.unsure += usize::from(proposal.unsure);
            self.caught += usize::from(!is_right && proposal.unsure);
            if seen.covered > 0.5 {
                self.covered.0 += 1;
                self.covered.1 += usize::from(proposal.unsure);
            }
            if seen.burnt > 0.3 {
                self.burnt.0 += 1;
                self.burnt.1 += usize::from(proposal.unsure);
            }
            let tenth = ((proposal.confidence * 10.0) as usize).min(9);
            self.curve[tenth].0 += 1;
            self.curve[tenth].1 += usize::from(is_right);
        }
    }

    pub fn and(&mut self, other: &Self) {
        self.wrong += other.wrong;
        self.caught += other.caught;
        for (own, other) in self.curve.iter_mut().zip(other.curve) {
            *own = (own.0 + other.0, own.1 + other.1);
        }
    }

    pub fn right_share(&self) -> f64 {
        share(self.right, self.squares)
    }

    pub fn report(&self, name: &str) {
        println!(
            "{name:<14} {:5.1} right, {:5.1} unsure, {:5.1} of {:3} wrong caught, covered {:3.0} of {}, burnt {:3.0} of {}",
            share(self.right, self.squares),
            share(self.unsure, self.squares),
            share(self.caught, self.wrong),
            self.wrong,
            share(self.covered.1, self.covered.0),
            self.covered.0,
            share(self.burnt.1, self.burnt.0),
            self.burnt.0,
        );
        let curve = self.curve.iter().map(|(all, right)| match all {
            0 => "-".to_owned(),
            _ => format!("{:.0}/{all}", share(*right, *all)),
        });
        println!("    {}", curve.collect::<Vec<_>>().join(" "));
    }
}

fn measured(shot: &Shot) -> PhotoMeasurements {
    let photo = Photo::decode(&shot.jpeg).expect("a sound picture");
    let picture = StraightenedPhoto::new(&photo, &PlacedGrid::flat(shot.corners, shot.grid));
    PhotoMeasurements::new(&picture.expect("sound corners"))
}

/// The outcome for the photographs of one evening.
#[derive(Default)]
pub struct Outcome {
    /// Before anything is painted.
    pub first: Judged,
    /// After five painted squares of each kind.
    pub five: Judged,
    /// The number of squares reviewed after these, the most informative first, until none is
    /// unsure; and the number of wrong ones then.
    pub reviewed: usize,
    pub left_wrong: usize,
    /// The number of squares on the reviewed boards.
    pub all_reviewed: usize,
}

impl Outcome {
    /// Proposes terrain for some seeds. Counts the reviewed squares only for the first `reviewed`
    /// of them: that takes longest.
    pub fn of(evening: &Evening, seeds: &[u64], reviewed: usize) -> Self {
        let mut outcome = Self::default();
        for (number, &seed) in seeds.iter().enumerate() {
            let shot = shot(evening, seed);
            let measured = measured(&shot);
            outcome.first.add(&shot, &measured.propose(&vec![None; shot.truth.len()]));
            let painted = shot.five_of_each(seed);
            let proposals = measured.propose(&painted);
            outcome.five.add(&shot, &proposals);
            if number < reviewed {
                outcome.review_all(&shot, &measured, painted, proposals);
            }
        }
        outcome
    }

    /// Reviews one square after another until none is unsure.
    fn review_all(
        &mut self,
        shot: &Shot,
        measured: &PhotoMeasurements,
        mut painted: Vec<Option<PaintKind>>,
        mut proposals: Vec<Option<Proposal>>,
    ) {
        while let Some(at) = most_telling(&proposals) {
            painted[at] = Some(shot.truth[at]);
            self.reviewed += 1;
            proposals = measured.propose(&painted);
        }
        let kinds = proposals.iter().flatten().map(|proposal| proposal.kind);
        self.left_wrong += kinds.zip(&shot.truth).filter(|(kind, is)| kind != *is).count();
        self.all_reviewed += shot.truth.len();
    }

    pub fn report(&self, name: &str) {
        println!(
            "{name:<16} before any stroke {:5.1} right; reviewed {:4.1} until none is unsure, {:4.1} wrong then",
            self.first.right_share(),
            share(self.reviewed, self.all_reviewed),
            share(self.left_wrong, self.all_reviewed),
        );
        self.five.report("  five strokes");
    }
}

/// Returns the most informative unsure square, which the app asks about first.
fn most_telling(proposals: &[Option<Proposal>]) -> Option<usize> {
    let telling = |at: &usize| proposals[*at].map_or(0.0, |proposal| proposal.information_gain);
    let unsure = (0..proposals.len()).filter(|at| proposals[*at].is_some_and(|p| p.unsure));
    unsure.max_by(|a, b| telling(a).total_cmp(&telling(b)))
}

pub fn share(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// Proposes terrain from two photographs of each board together, after five strokes of each kind.
pub fn of_two(evening: &Evening, seeds: &[u64]) -> Judged {
    let mut judged = Judged::default();
    for &seed in seeds {
        let (mut shot, again) = (shot(evening, seed), shot_again(evening, seed, 1));
        let pictures = [measured(&shot), measured(&again)];
        // A square counts as visible if either photograph shows it.
        for (seen, again) in shot.seen.iter_mut().zip(&again.seen) {
            seen.covered = seen.covered.min(again.covered);
            seen.burnt = seen.burnt.min(again.burnt);
        }
        let painted = shot.five_of_each(seed);
        judged.add(&shot, &propose_together(&pictures.each_ref(), &painted));
    }
    judged
}
