//! Round marks in photographs of boards.

use crate::trials::evening::{EVENINGS, JUDGING};
use crate::trials::marks::Tally;

#[test]
fn round_marks_are_found_and_few_other_squares_mistaken_for_them() {
    // Found marks in percent, at least; at most five in a thousand other squares are mistaken.
    for (evening, least) in EVENINGS.iter().zip([90, 85, 80, 75]) {
        let tally = Tally::of(evening, &JUDGING[..4]);
        assert!(tally.found * 100 >= tally.marks * least, "{}: {tally:?}", evening.name);
        assert!(tally.mistaken * 1000 <= tally.others * 5, "{}: {tally:?}", evening.name);
    }
}
