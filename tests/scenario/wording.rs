//! The words of answers: the reasons in numbers, and names as people say them.

use crate::support::*;

/// A Guard in the middle of a corridor with two characters.
fn corridor(ann: &str, bob: &str, more: &str) -> String {
    format!(
        "board 7x1\ncard Guard: move 1, attack\nnormal Guard 3 at D1\n\
         character Ann at {ann}\ncharacter Bob at {bob}\n{more}"
    )
}

#[track_caller]
fn check(text: &str, sentence: &str) {
    let answer = turn(text, "Guard 3").to_string();
    assert!(answer.contains(sentence), "no {sentence:?} in\n{answer}");
}

#[test]
fn enemy_with_more_steps_is_compared_in_steps() {
    let text = corridor("B1, initiative 72", "G1, initiative 35", "");
    check(&text, "Guard 3 goes for Ann: 1 step, Bob 2.");
    check(&text, "Bob: 2 steps, range 3, initiative 35; takes more steps than Ann: 2 to 1 (S8.1).");
}

#[test]
fn lost_tie_is_explained_by_the_initiatives() {
    let text = corridor("A1, initiative 72", "G1, initiative 35", "");
    let why = "Ann: 2 steps, range 3, initiative 72; loses the tie with Bob: 35 before 72 (S8.5).";
    check(&text, why);
}

#[test]
fn lost_tie_is_explained_by_the_range_where_the_nearer_comes_first() {
    let text = "board 7x1\nruling nearer first\ncard Guard: move 1, attack range 9\n\
                normal Guard 3 at D1\ncharacter Ann at C1, initiative 72\n\
                character Bob at G1, initiative 35";
    check(text, "loses the tie with Ann: range 1 before 3 (G2).");
}

#[test]
fn tied_foci_are_both_called_so() {
    let text = corridor("A1, initiative 35", "G1, initiative 35", "");
    check(&text, "Ann: 2 steps, range 3, initiative 35; tied for the focus (S8.17).");
    check(&text, "Bob: 2 steps, range 3, initiative 35; tied for the focus (S8.17).");
}

#[test]
fn enemy_behind_more_traps_is_compared_in_negative_hexes() {
    let text = corridor("A1, initiative 72", "G1, initiative 35", "trap B1 E1 F1");
    check(&text, "costs more negative hexes than Ann: 2 to 1 (S8.4).");
}

#[test]
fn only_an_object_has_an_article() {
    let text = "board 5x1\ncard Guard: move 3, attack\nnormal Guard 3 at A1\n\
                object Altar at D1, with characters, initiative 30";
    check(text, "Guard 3 goes for the Altar");
}
