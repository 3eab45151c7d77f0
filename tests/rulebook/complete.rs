//! Whether every rule has its tests, and every test a rule.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rules::Rule;

/// What follows `fn rule_` in a test's name for a rule: `5_11`, `3_7a`.
fn key(rule: Rule) -> String {
    rule.number().replace('.', "_")
}

/// The number with which the name of a test begins: `5_11` of `5_11_grants_a_road`.
fn cited(name: &str) -> String {
    name.splitn(3, '_').take(2).collect::<Vec<_>>().join("_")
}

/// How many tests of this target cite each rule.
fn tests_by_rule() -> BTreeMap<String, usize> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rulebook");
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(&folder).expect("the tests have a folder") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let source = fs::read_to_string(&path).expect("the tests can be read");
        // A test stands directly below its attribute, so that a helper of that name counts for nothing.
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
