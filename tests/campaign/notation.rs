//! The text of actions: it reads back the same, and errors name their place.

use campaign::action::{parse_action, print_action};
use campaign::record::overrule;
use fastrand::Rng;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::random::random_action;

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 3_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn printed_action_reads_back_the_same(seed in any::<u64>()) {
        let action = random_action(&mut Rng::with_seed(seed));
        let text = print_action(&action);
        prop_assert_eq!(parse_action(&text), Ok(action.clone()), "{}", text);
        let overruled = overrule(action, "our table, as ever, says so");
        let text = print_action(&overruled);
        prop_assert_eq!(parse_action(&text), Ok(overruled), "{}", text);
    }

    #[test]
    fn any_text_is_an_action_or_an_error_with_a_column_in_it(
        seed in any::<u64>(),
        cut in 0_usize..80,
        put in "[ ,:\"a-zé0-9+-]{0,6}",
    ) {
        let mut text: Vec<char> =
            print_action(&random_action(&mut Rng::with_seed(seed))).chars().collect();
        let at = cut.min(text.len());
        text.splice(at..at, put.chars());
        let text: String = text.into_iter().collect();
        match parse_action(&text) {
            // It is written in one way only.
            Ok(action) => {
                let printed = print_action(&action);
                prop_assert_eq!(parse_action(&printed), Ok(action), "{}", printed);
            }
            Err(error) => {
                prop_assert!(error.column >= 1 && error.column <= text.chars().count() + 1);
                prop_assert!(!error.expected.is_empty());
            }
        }
    }
}

#[track_caller]
fn check_error(line: &str, error: &str) {
    let found = parse_action(line).expect_err(line).to_string();
    assert_eq!(found, error, "{line}");
}

#[test]
fn errors_name_their_column_and_a_valid_text() {
    check_error("buy Anna 12", "column 12: found the end of the line, expected a colon");
    check_error("buy Anna: twelve", "column 11: found \"twelve\", expected the number of an item");
    check_error("city Wolves: 7 C, removed", "column 16: found \"C\", expected the choice, A or B");
    check_error(
        "overrule buy Anna: x, because so",
        "column 20: found \"x\", expected the number of an item",
    );
    check_error(
        "won Wolves: level 1, record 12",
        "column 29: found \"12\", expected the check of the record, eight digits",
    );
}

#[test]
fn words_are_forgiving_about_case_blanks_and_typed_minus_signs() {
    for (line, printed) in [
        ("Buy  Anna :12", "buy Anna: 12"),
        ("effects: Gold Ben \u{2212}5", "effects: gold Ben -5"),
        ("TRAVEL Wolves: Town", "travel Wolves: town"),
        ("travel Wolves: 3 campaign", "travel Wolves: 3"),
        ("gains Anna: 1 token , 2 experience", "gains Anna: 2 experience, 1 token"),
        ("gains Anna: nothing", "gains Anna: nothing"),
    ] {
        let action = parse_action(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(print_action(&action), printed);
    }
}
