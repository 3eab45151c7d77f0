//! What comes of photographs taken at home, as a table.

use board_tracing::{Measured, Photo, Proposal, Straightened};

use crate::evening::{EVENINGS, Evening, JUDGING, Shot, TUNING, shot};

/// What came of some photographs.
#[derive(Clone, Default)]
pub struct Judged {
    squares: usize,
    right: usize,
    unsure: usize,
    wrong: usize,
    /// Wrong ones that are marked unsure.
    caught: usize,
    /// Squares under pieces, mostly, and how many of them are marked.
    covered: (usize, usize),
    /// Squares of which much is white, and how many of them are marked.
    burnt: (usize, usize),
    /// By how sure a proposal is, in tenths: how many there are, and how many are right.
    curve: [(usize, usize); 10],
}

impl Judged {
    pub fn add(&mut self, shot: &Shot, proposals: &[Option<Proposal>]) {
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
            let tenth = ((proposal.sure * 10.0) as usize).min(9);
            self.curve[tenth].0 += 1;
            self.curve[tenth].1 += usize::from(is_right);
        }
    }

    pub fn report(&self, name: &str) {
        let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
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

pub fn measured(shot: &Shot) -> Measured {
    let photo = Photo::decode(&shot.jpeg).expect("a sound picture");
    let picture = Straightened::new(&photo, &shot.corners, shot.grid);
    Measured::new(&picture.expect("sound corners"))
}

fn judged(evening: &Evening, seeds: &[u64]) -> Judged {
    let mut judged = Judged::default();
    for &seed in seeds {
        let shot = shot(evening, seed);
        let painted = shot.five_of_each(seed);
        let proposals = measured(&shot).propose(&painted);
        judged.add(&shot, &proposals);
    }
    judged
}

#[test]
#[ignore = "takes minutes"]
fn report() {
    for (name, seeds) in [("tuning", TUNING), ("judging", JUDGING)] {
        if std::env::var("SEEDS").is_ok_and(|only| only != name) {
            continue;
        }
        std::thread::scope(|scope| {
            for half in EVENINGS.chunks(2) {
                scope.spawn(move || {
                    for evening in half {
                        judged(evening, &seeds).report(&format!("{name}, {}", evening.name));
                    }
                });
            }
        });
    }
}
