//! Terrain proposed for photographs taken at home.

use crate::trials::evening::{EVENINGS, JUDGING};
use crate::trials::terrain::{Judged, Outcome, of_two, share};

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

#[test]
fn two_photographs_of_a_medium_evening_tell_as_much_as_one_of_an_easy_one() {
    let judged = of_two(&EVENINGS[1], &JUDGING[..2]);
    judged.report("two medium ones");
    assert!(judged.right_share() >= 99.0, "too many are wrong");
    let unsure = share(judged.unsure, judged.squares);
    assert!(unsure <= 6.0, "{unsure} % are unsure");
}
