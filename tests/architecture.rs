//! Which way dependencies point, read off the `use` lines of the sources.

use std::fs;
use std::path::{Path, PathBuf};

/// A part of the program, and the parts it may use. Every part may use itself.
const MAY_USE: [(&str, &[&str]); 17] = [
    ("rules", &[]),
    ("packs", &["rules"]),
    ("journal", &["rules"]),
    ("notation", &["rules", "journal", "packs"]),
    ("storage", &["rules", "journal", "notation"]),
    ("simulate", &["rules"]),
    ("narration", &["rules"]),
    ("layout", &["rules", "journal", "narration"]),
    (
        "report",
        &[
            "rules",
            "journal",
            "notation",
            "narration",
            "drawing",
            "layout",
        ],
    ),
    ("history", &["rules", "journal", "notation"]),
    ("digest", &["rules"]),
    ("sealing", &["rules"]),
    ("drawing", &["rules"]),
    ("tracing", &["rules"]),
    (
        "ui",
        &[
            "rules",
            "packs",
            "journal",
            "notation",
            "narration",
            "layout",
            "report",
            "history",
            "digest",
            "sealing",
            "drawing",
            "tracing",
        ],
    ),
    (
        "app",
        &[
            "rules",
            "packs",
            "journal",
            "notation",
            "storage",
            "simulate",
            "narration",
            "layout",
            "report",
            "history",
            "sealing",
            "tracing",
            "ui",
        ],
    ),
    (
        "cli",
        &[
            "rules",
            "packs",
            "journal",
            "notation",
            "storage",
            "simulate",
            "narration",
            "layout",
            "report",
            "history",
            "sealing",
            "drawing",
            "tracing",
            "ui",
        ],
    ),
];

/// Crates that the rules may use; they are pure and know the game only.
const CRATES_OF_RULES: [&str; 5] = ["std", "serde", "thiserror", "crate", "super"];

/// What only some parts may touch, by the words that give it away.
const ONLY_IN: [(&str, &[&str]); 7] = [
    ("std::fs", &["packs", "storage", "app", "cli"]),
    ("std::time", &["ui", "app"]),
    ("jiff", &["storage", "app"]),
    ("fastrand", &["simulate", "ui", "app"]),
    ("getrandom", &["sealing"]),
    ("sha2", &["storage", "sealing"]),
    ("directories", &["storage"]),
];

fn sources_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the sources are there")
        .flatten()
        .map(|e| e.path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources_below(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Every source of a part with its text up to its unit tests, which may use what they like.
fn part(name: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(name);
    let mut paths = Vec::new();
    sources_below(&root, &mut paths);
    let own = paths.into_iter().filter(|path| {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        !matches!(stem, Some("tests" | "sample"))
    });
    own.map(|path| {
        let text = fs::read_to_string(&path).expect("sources are text");
        let code = text
            .split("#[cfg(test)]\nmod tests {")
            .next()
            .unwrap_or_default()
            .to_owned();
        (path, code)
    })
    .collect()
}

#[test]
fn every_part_uses_only_what_lies_below_it() {
    let mut crossed = Vec::new();
    for (name, allowed) in MAY_USE {
        for (path, code) in part(name) {
            for (number, line) in code.lines().enumerate() {
                let code = line.split("//").next().unwrap_or_default();
                for piece in code.split("crate::").skip(1) {
                    let used: String = piece
                        .chars()
                        .take_while(|c| c.is_alphanumeric() || *c == '_')
                        .collect();
                    let known = MAY_USE.iter().any(|(part, _)| *part == used);
                    if known && used != name && !allowed.contains(&used.as_str()) {
                        crossed.push(format!(
                            "{}:{}: {name} uses {used}",
                            path.display(),
                            number + 1
                        ));
                    }
                }
            }
        }
    }
    assert!(crossed.is_empty(), "{}", crossed.join("\n"));
}

#[test]
fn the_rules_use_nothing_but_the_language() {
    for (path, code) in part("rules") {
        for line in code
            .lines()
            .filter_map(|line| line.trim().strip_prefix("use "))
        {
            let root = line
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .next()
                .unwrap_or_default();
            let local = root.chars().next().is_some_and(char::is_lowercase)
                && CRATES_OF_RULES.contains(&root);
            assert!(local, "{}: uses {root}", path.display());
        }
    }
}

#[test]
fn files_clocks_and_chance_stay_where_they_belong() {
    for (word, allowed) in ONLY_IN {
        for (name, _) in MAY_USE {
            if allowed.contains(&name) {
                continue;
            }
            for (path, code) in part(name) {
                let code: Vec<&str> = code
                    .lines()
                    .filter(|line| !line.trim().starts_with("//"))
                    .collect();
                assert!(
                    !code.join("\n").contains(word),
                    "{}: uses {word}",
                    path.display()
                );
            }
        }
    }
}

/// How a colour is written down.
const COLOURS: [&str; 4] = [
    "Color32::from_rgb",
    "Color32::from_gray",
    "Rgba::from_",
    "hex_color!",
];

#[test]
fn only_the_theme_names_a_colour() {
    for (path, code) in part("ui") {
        let shown = path.display().to_string();
        if shown.ends_with("ui/theme.rs") || shown.contains("ui/theme/") {
            continue;
        }
        for word in COLOURS {
            assert!(!code.contains(word), "{shown}: names a colour by {word}");
        }
    }
}
