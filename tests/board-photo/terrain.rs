//! Terrain proposed for photographs taken at home.

use crate::trials::evening::{EVENINGS, JUDGING};
use crate::trials::terrain::{Judged, Outcome, of_two, share};

#[test]
fn terrain_is_proposed_before_and_after_five_strokes() {
    // Percentages of squares for each evening: right before any stroke and after five of each kind,
    // at least; unsure then, at most.
    let expected = [(80.0, 98.0, 6.0), (70.0, 95.0, 12.0), (50.0, 85.0, 30.0)];
    let mut all = Judged::default();
    for (evening, (first, five, unsure)) in EVENINGS.iter().zip(expected) {
        let outcome = Outcome::of(evening, &JUDGING[..2], usize::from(evening.name == "easy"));
        outcome.report(evening.name);
        assert!(outcome.first.right_share() >= first, "{}: before any stroke", evening.name);
        assert!(outcome.five.right_share() >= five, "{}: too many are wrong", evening.name);
        let found = share(outcome.five.unsure, outcome.five.squares);
        assert!(found <= unsure, "{}: {found} % are unsure", evening.name);
        // After the review of every unsure square, hardly any is wrong.
        assert!(outcome.left_wrong * 100 <= outcome.all_reviewed, "{}", evening.name);
        all.and(&outcome.five);
    }
    // Most wrong squares are marked unsure; the report has more seeds.
    assert!(all.caught * 100 >= all.wrong * 55, "{} of {} are marked", all.caught, all.wrong);
    // The stated confidence is about the share of right proposals.
    let (count, right) = all.curve[9];
    assert!(right * 100 >= count * 95, "{right} of {count} that are nine tenths sure");
    let (count, right) = all.curve[..6].iter().fold((0, 0), |sum, c| (sum.0 + c.0, sum.1 + c.1));
    assert!(right * 100 <= count * 85, "{right} of {count} that are hardly sure");
}

#[test]
fn two_medium_photographs_are_as_good_as_one_easy_one() {
    let judged = of_two(&EVENINGS[1], &JUDGING[..2]);
    judged.report("two medium ones");
    assert!(judged.right_share() >= 99.0, "too many are wrong");
    let unsure = share(judged.unsure, judged.squares);
    assert!(unsure <= 6.0, "{unsure} % are unsure");
}
