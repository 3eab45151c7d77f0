//! Corrections of a damaged line that agree with its check.

use super::*;

#[test]
fn a_line_that_fits_its_check_is_not_guessed_at() {
    let (line, candidates) = ("tile 12 at C4", Candidates::after(0x0bad_cafe));
    let stated = candidates.checks_of(line).next().expect("there is one candidate");
    assert_eq!(guesses(line.as_bytes(), stated, &candidates), [""; 0]);
}

#[test]
fn few_guesses_are_tried_whichever_byte_of_a_line_is_damaged() {
    // Signs in pairs: one of a pair put in or taken out gives the same text in two ways.
    let (line, candidates) = ("tile 11 at CC44 with aabbcc", Candidates::after(7));
    let stated = candidates.checks_of(line).next().expect("there is one candidate");
    for at in 0..line.len() {
        for (range, byte) in [(at..=at, "#"), (at..=at, "")] {
            let mut damaged = line.to_owned();
            damaged.replace_range(range, byte);
            assert_eq!(guesses(damaged.as_bytes(), stated, &candidates), [line], "{damaged}");
        }
    }
}
