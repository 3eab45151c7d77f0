//! Checks that every rule has tests and every test cites a rule.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rules::Rule;

/// Returns the part of a test's name after `fn rule_` that cites a rule: `5_11`, `3_7a`.
fn key(rule: Rule) -> String {
    rule.number().replace('.', "_")
}

/// Returns the rule number at the start of a test's name: `5_11` of `5_11_grants_a_road`.
fn cited(name: &str) -> String {
    name.splitn(3, '_').take(2).collect::<Vec<_>>().join("_")
}

/// Counts the tests of this target that cite each rule.
fn tests_by_rule() -> BTreeMap<String, usize> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rulebook");
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(&folder).expect("the tests have a folder") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let source = fs::read_to_string(&path).expect("the tests can be read");
        // A test is directly below its attribute, so a helper with such a name is not counted.
        for (above, line) in source.lines().zip(source.lines().skip(1)) {
            if above.trim() == "#[test]"
                && let Some(name) = line.trim().strip_prefix("fn rule_")
            {
                *found.entry(cited(name)).or_default() += 1;
            }
        }
    }
    found
}

#[test]
fn every_rule_has_at_least_two_tests() {
    let tests = tests_by_rule();
    let few: Vec<&str> = Rule::ALL
        .iter()
        .filter(|&&rule| tests.get(&key(rule)).is_none_or(|&count| count < 2))
        .map(|rule| rule.number())
        .collect();
    assert!(few.is_empty(), "rules with fewer than two tests: {}", few.join(", "));
}

#[test]
fn every_test_cites_a_rule_that_exists() {
    let keys: Vec<String> = Rule::ALL.iter().map(|&rule| key(rule)).collect();
    let unknown: Vec<String> =
        tests_by_rule().into_keys().filter(|cited| !keys.contains(cited)).collect();
    assert!(unknown.is_empty(), "tests cite rules that do not exist: {}", unknown.join(", "));
}
