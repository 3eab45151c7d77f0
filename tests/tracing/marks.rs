//! Round marks in photographs of boards.

use crate::trials::evening::{EVENINGS, JUDGING};
use crate::trials::marks::Tally;

#[test]
fn round_marks_are_found_and_little_else_is_taken_for_one() {
    // Of a hundred marks; of a thousand other squares at most five.
    for (evening, least) in EVENINGS.iter().zip([90, 85, 80, 75]) {
        let tally = Tally::of(evening, &JUDGING[..4]);
        assert!(tally.found * 100 >= tally.marks * least, "{}: {tally:?}", evening.name);
        assert!(tally.mistaken * 1000 <= tally.others * 5, "{}: {tally:?}", evening.name);
    }
}
