//! Checks that every rule has tests and every test cites a rule.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use scenario_rules::Rule;

/// Returns the names of the tests of this target.
fn test_names() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scenario");
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).expect("the tests have a folder") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_none_or(|ending| ending != "rs") {
            continue;
        }
        let source = fs::read_to_string(&path).expect("the tests can be read");
        // A test is directly below its attribute, so a helper with such a name is not counted.
        for (above, line) in source.lines().zip(source.lines().skip(1)) {
            if above.trim() == "#[test]"
                && let Some(name) = line.trim().strip_prefix("fn ")
            {
                names.push(name.split('(').next().unwrap_or_default().to_owned());
            }
        }
    }
    names
}

/// Counts the tests that cite each rule, by the part after `rule_`: `s8_4`.
fn tests_by_rule() -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    for name in test_names().iter().filter_map(|name| name.strip_prefix("rule_")) {
        let cited = name.splitn(3, '_').take(2).collect::<Vec<_>>().join("_");
        *found.entry(cited).or_default() += 1;
    }
    found
}

/// The rules that no check of an action cites.
const REFERENCE_ONLY: [Rule; 1] = [Rule::HealTarget];

/// Returns the part of a test's name that cites a rule: `s8_4`.
fn key(rule: Rule) -> String {
    rule.number().to_lowercase().replace('.', "_")
}

#[test]
fn every_rule_has_two_tests_and_every_test_cites_a_rule() {
    let tests = tests_by_rule();
    let few: Vec<&str> = Rule::ALL
        .iter()
        .filter(|rule| !REFERENCE_ONLY.contains(rule))
        .filter(|rule| tests.get(&key(**rule)).is_none_or(|&count| count < 2))
        .map(|rule| rule.number())
        .collect();
    assert!(few.is_empty(), "rules with fewer than two tests: {}", few.join(", "));
    let known: Vec<String> = Rule::ALL.iter().copied().map(key).collect();
    let unknown: Vec<&String> = tests.keys().filter(|cited| !known.contains(cited)).collect();
    assert!(unknown.is_empty(), "tests cite rules that do not exist: {unknown:?}");
}

/// Returns the numbers in the number of a rule or ruling.
fn parts(number: &str) -> Vec<u32> {
    number[1..].split('.').map(|part| part.parse().expect("a number")).collect()
}

#[test]
fn rules_and_rulings_are_numbered_once_and_in_order() {
    let rules: Vec<Vec<u32>> = Rule::ALL.iter().map(|rule| parts(rule.number())).collect();
    assert!(rules.is_sorted_by(|a, b| a < b));
    let rulings = scenario_rules::Ruling::ALL.iter().map(|ruling| parts(ruling.number()));
    assert!(rulings.is_sorted_by(|a, b| a < b));
}

#[test]
fn every_worked_result_of_the_map_has_a_test_with_its_number() {
    let names = test_names();
    let is_named = |number: &u8| {
        let plain = format!("e{number}");
        // E3 and E4 have parts: `e3a`.
        names.iter().flat_map(|name| name.split('_')).any(|word| {
            word == plain
                || word.len() == plain.len() + 1
                    && word.trim_end_matches(char::is_alphabetic) == plain
        })
    };
    let worked = (1..=32).chain(39..=43).chain([45, 46, 48]);
    let missing: Vec<u8> = worked.filter(|number| !is_named(number)).collect();
    assert!(missing.is_empty(), "worked results without a test: {missing:?}");
}
