//! What comes of photographs taken at home, as a table.

use std::ops::RangeInclusive;

use board_tracing::{Kind, Measured, Photo, Proposal, Straightened, propose_together};

use crate::evening::{EVENINGS, Evening, JUDGING, Shot, TUNING, shot, shot_again};

/// What came of some photographs.
#[derive(Clone, Default)]
struct Judged {
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
            let tenth = ((proposal.sure * 10.0) as usize).min(9);
            self.curve[tenth].0 += 1;
            self.curve[tenth].1 += usize::from(is_right);
        }
    }

    fn and(&mut self, other: &Self) {
        self.wrong += other.wrong;
        self.caught += other.caught;
        for (own, other) in self.curve.iter_mut().zip(other.curve) {
            *own = (own.0 + other.0, own.1 + other.1);
        }
    }

    fn right_share(&self) -> f64 {
        share(self.right, self.squares)
    }

    fn report(&self, name: &str) {
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

fn measured(shot: &Shot) -> Measured {
    let photo = Photo::decode(&shot.jpeg).expect("a sound picture");
    let picture = Straightened::new(&photo, &shot.corners, shot.grid);
    Measured::new(&picture.expect("sound corners"))
}

/// What comes of photographs of one evening.
#[derive(Default)]
struct Outcome {
    /// Before anything is painted.
    first: Judged,
    /// After five painted squares of each kind.
    five: Judged,
    /// How many squares are looked at after these, the most telling first, until nothing is
    /// left; and how many are wrong then.
    looked_at: usize,
    left_wrong: usize,
    /// How many squares there are on those boards.
    all_looked_at: usize,
}

impl Outcome {
    /// Of some seeds, and of the first `looked_at` of them also how many squares are looked at:
    /// that takes longest.
    fn of(evening: &Evening, seeds: &[u64], looked_at: usize) -> Self {
        let mut outcome = Self::default();
        for (number, &seed) in seeds.iter().enumerate() {
            let shot = shot(evening, seed);
            let measured = measured(&shot);
            outcome.first.add(&shot, &measured.propose(&vec![None; shot.truth.len()]));
            let painted = shot.five_of_each(seed);
            let proposals = measured.propose(&painted);
            outcome.five.add(&shot, &proposals);
            if number < looked_at {
                outcome.look_at_all(&shot, &measured, painted, proposals);
            }
        }
        outcome
    }

    /// Looks at one square after the other until nothing is unsure any more.
    fn look_at_all(
        &mut self,
        shot: &Shot,
        measured: &Measured,
        mut painted: Vec<Option<Kind>>,
        mut proposals: Vec<Option<Proposal>>,
    ) {
        while let Some(at) = most_telling(&proposals) {
            painted[at] = Some(shot.truth[at]);
            self.looked_at += 1;
            proposals = measured.propose(&painted);
        }
        let kinds = proposals.iter().flatten().map(|proposal| proposal.kind);
        self.left_wrong += kinds.zip(&shot.truth).filter(|(kind, is)| kind != *is).count();
        self.all_looked_at += shot.truth.len();
    }

    fn report(&self, name: &str) {
        println!(
            "{name:<16} before any stroke {:5.1} right; looked at {:4.1} until nothing is left, {:4.1} wrong then",
            self.first.right_share(),
            share(self.looked_at, self.all_looked_at),
            share(self.left_wrong, self.all_looked_at),
        );
        self.five.report("  five strokes");
    }
}

/// The square that is asked about first, if any is unsure.
fn most_telling(proposals: &[Option<Proposal>]) -> Option<usize> {
    let telling = |at: &usize| proposals[*at].map_or(0.0, |proposal| proposal.telling);
    let unsure = (0..proposals.len()).filter(|at| proposals[*at].is_some_and(|p| p.unsure));
    unsure.max_by(|a, b| telling(a).total_cmp(&telling(b)))
}

fn share(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// More seeds on which nothing was tuned.
const FRESH: RangeInclusive<u64> = 401..=430;

/// Of how many seeds of each list the squares that are looked at are counted.
const LOOKED_AT: usize = 4;

#[test]
#[ignore = "takes minutes; run it with --ignored --nocapture report"]
fn report() {
    let fresh: Vec<u64> = FRESH.collect();
    for (name, seeds) in [("judging", &JUDGING[..]), ("fresh", &fresh), ("tuning", &TUNING)] {
        for evening in &EVENINGS {
            let outcome = Outcome::of(evening, seeds, LOOKED_AT);
            outcome.report(&format!("{name}, {}", evening.name));
        }
    }
}

#[test]
fn terrain_is_told_at_home_before_and_after_five_strokes() {
    // For each evening, percent of squares: right before any stroke, right after five of each
    // kind, and unsure then at most.
    let expected = [(80.0, 98.0, 6.0), (70.0, 95.0, 12.0), (50.0, 85.0, 30.0)];
    let mut all = Judged::default();
    for (evening, (first, five, unsure)) in EVENINGS.iter().zip(expected) {
        let outcome = Outcome::of(evening, &JUDGING[..2], usize::from(evening.name == "easy"));
        outcome.report(evening.name);
        assert!(outcome.first.right_share() >= first, "{}: before any stroke", evening.name);
        assert!(outcome.five.right_share() >= five, "{}: too many are wrong", evening.name);
        let found = share(outcome.five.unsure, outcome.five.squares);
        assert!(found <= unsure, "{}: {found} % are unsure", evening.name);
        // Once nothing is left to look at, hardly anything is wrong.
        assert!(outcome.left_wrong * 100 <= outcome.all_looked_at, "{}", evening.name);
        all.and(&outcome.five);
    }
    // Most of what is wrong is marked; `report` says how much of it on more seeds.
    assert!(all.caught * 100 >= all.wrong * 55, "{} of {} are marked", all.caught, all.wrong);
    // What is said to be nearly sure is right nearly as often as it says.
    let (count, right) = all.curve[9];
    assert!(right * 100 >= count * 95, "{right} of {count} that are nine tenths sure");
    let (count, right) = all.curve[..6].iter().fold((0, 0), |sum, c| (sum.0 + c.0, sum.1 + c.1));
    assert!(right * 100 <= count * 85, "{right} of {count} that are hardly sure");
}

/// What comes of two photographs of each board together, after five strokes a kind.
fn of_two(evening: &Evening, seeds: &[u64]) -> Judged {
    let mut judged = Judged::default();
    for &seed in seeds {
        let (mut shot, again) = (shot(evening, seed), shot_again(evening, seed, 1));
        let pictures = [measured(&shot), measured(&again)];
        // What either shows can be seen.
        for (seen, again) in shot.seen.iter_mut().zip(&again.seen) {
            seen.covered = seen.covered.min(again.covered);
            seen.burnt = seen.burnt.min(again.burnt);
        }
        let painted = shot.five_of_each(seed);
        judged.add(&shot, &propose_together(&pictures.each_ref(), &painted));
    }
    judged
}

#[test]
#[ignore = "takes minutes; run it with --ignored --nocapture report_two"]
fn report_two() {
    for (name, seeds) in [("judging", JUDGING), ("tuning", TUNING)] {
        for evening in &EVENINGS {
            of_two(evening, &seeds).report(&format!("{name}, {}", evening.name));
        }
    }
}

#[test]
fn two_photographs_of_a_medium_evening_tell_as_much_as_one_of_an_easy_one() {
    let judged = of_two(&EVENINGS[1], &JUDGING[..2]);
    judged.report("two medium ones");
    assert!(judged.right_share() >= 99.0, "too many are wrong");
    let unsure = share(judged.unsure, judged.squares);
    assert!(unsure <= 6.0, "{unsure} % are unsure");
}
