//! Tests of the guesses at a damaged line.

use super::*;

#[test]
fn a_line_that_fits_its_check_has_no_guesses() {
    let (line, candidates) = ("tile 12 at C4", Candidates::after(0x0bad_cafe));
    let stated = candidates.checks_of(line).next().expect("there is one candidate");
    assert_eq!(guesses(line.as_bytes(), stated, &candidates), [""; 0]);
}

#[test]
fn only_the_original_line_is_guessed_for_any_damaged_byte() {
    // Bytes in pairs: inserting or removing one of a pair results in the same text twice.
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
