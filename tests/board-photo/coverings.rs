//! Boards with objects on them, which hide parts of squares.

use crate::trials::coverings::{JUDGING, Tally};
use crate::trials::evening::EVENINGS;
use crate::trials::terrain::share;

#[test]
fn half_hidden_squares_are_marked_and_named_ones_always() {
    let mut all = Tally::default();
    for evening in &EVENINGS[..2] {
        let tally = Tally::of(evening, &JUDGING[..2]);
        tally.report(evening.name);
        assert_eq!(tally.named_and_sure, 0, "{}", evening.name);
        all = all.and(tally);
    }
    for (counted, least) in [(all.half_hidden, 90.0), (all.hidden, 80.0), (all.wrong, 85.0)] {
        assert!(share(counted.1, counted.0) >= least, "{all:?}");
    }
    assert!(share(all.open.1, all.open.0) <= 20.0, "{all:?}");
}
