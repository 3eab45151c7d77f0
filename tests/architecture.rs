//! What the crates cannot say of themselves: who may touch files, clocks and chance, and who
//! may name a colour. Which way dependencies point is in their `Cargo.toml`, and drawn from there
//! in the README (`UPDATE_README=1 cargo test --test architecture` draws it anew).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of `src`, a crate each but for the last two, which are the program.
const PARTS: [&str; 34] = [
    "catalogue",
    "plain-text",
    "record",
    "components",
    "rules",
    "scenario-rules",
    "scenario",
    "packs",
    "journal",
    "notation",
    "storage",
    "simulate",
    "narration",
    "layout",
    "report",
    "history",
    "digest",
    "sealing",
    "scene",
    "drawing",
    "scenario-drawing",
    "tracing",
    "memo",
    "table",
    "ui-kit",
    "ui-menu",
    "ui-tiles",
    "ui-photo",
    "ui-box",
    "ui-scenario",
    "ui-board",
    "ui-founders",
    "app",
    "cli",
];

/// The crates of the interface, and the window that they are shown in.
fn screens() -> impl Iterator<Item = &'static str> {
    PARTS.into_iter().filter(|name| name.starts_with("ui-") || *name == "app")
}

/// What only some parts may touch, by the words that give it away.
const ONLY_IN: [(&str, &[&str]); 14] = [
    // The window goes through `storage`, which sees to it that no frame waits for a disk.
    ("std::fs", &["packs", "storage", "cli"]),
    (".is_dir()", &["packs", "storage", "cli"]),
    (".exists()", &["packs", "storage", "cli"]),
    (".canonicalize()", &["storage"]),
    (".read_dir()", &["storage"]),
    (".metadata()", &["packs", "storage", "cli"]),
    ("std::time", &["storage", "ui-kit", "ui-founders", "app"]),
    ("jiff", &["storage"]),
    ("fastrand", &["simulate", "ui-founders", "app"]),
    ("getrandom", &["sealing"]),
    ("sha2", &["storage", "sealing"]),
    ("directories", &["storage"]),
    // Answers are printed by `Answer::print`, which escapes foreign text; `.clippy.toml` keeps the
    // streams themselves.
    ("print!(", &[]),
    ("println!(", &[]),
];

fn sources_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).expect("the sources are there").flatten().map(|e| e.path()).collect();
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
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
        (path, code)
    })
    .collect()
}

#[test]
fn every_folder_of_the_sources_is_looked_at() {
    let mut folders: Vec<String> = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
        .expect("the sources are there")
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    folders.sort();
    let mut parts = PARTS.map(str::to_owned).to_vec();
    parts.sort();
    assert_eq!(folders, parts);
}

#[test]
fn every_source_is_a_module_of_its_crate() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    sources_below(&root, &mut paths);
    let is_root = |path: &&PathBuf| path.ends_with("lib.rs") || path.ends_with("main.rs");
    for path in paths.iter().filter(|path| !is_root(path)) {
        // The module is that of the folder for a `mod.rs`.
        let module = if path.ends_with("mod.rs") { path.parent() } else { Some(path.as_path()) };
        let module = module.expect("it is below src");
        let (folder, name) = (module.parent().expect("it is below src"), module.file_stem());
        let name = name.and_then(|name| name.to_str()).expect("names of sources are text");
        let parents = ["lib.rs", "main.rs", "mod.rs"].map(|file| folder.join(file));
        let parents = parents.into_iter().chain([folder.with_extension("rs")]);
        let text: String = parents.filter_map(|parent| fs::read_to_string(parent).ok()).collect();
        let declares = |line: &str| {
            let line = line.trim_end();
            line.ends_with(&format!("mod {name};")) || line.ends_with(&format!("/{name}.rs\")]"))
        };
        assert!(text.lines().any(declares), "{} is in no crate", path.display());
    }
}

#[test]
fn files_clocks_and_chance_stay_where_they_belong() {
    for (word, allowed) in ONLY_IN {
        for name in PARTS {
            if allowed.contains(&name) {
                continue;
            }
            for (path, code) in part(name) {
                let code: Vec<&str> =
                    code.lines().filter(|line| !line.trim().starts_with("//")).collect();
                assert!(!code.join("\n").contains(word), "{}: uses {word}", path.display());
            }
        }
    }
}

/// The panels in which somebody types an action as text.
const TYPED_LINES: [&str; 2] = ["ui-scenario/repair.rs", "ui-founders/command_line.rs"];

#[test]
fn panels_build_actions_and_parse_only_what_somebody_types() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let sources = screens().filter(|name| *name != "app").flat_map(part);
    let parsing = sources.filter(|(_, code)| code.contains("parse_action"));
    let parsing: Vec<PathBuf> = parsing.map(|(path, _)| path).collect();
    assert_eq!(parsing, TYPED_LINES.map(|file| root.join(file)));
}

/// The top-level modules of a part, each with those that its `use` items name.
fn module_uses(name: &str) -> BTreeMap<String, BTreeSet<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(name);
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, code) in part(name) {
        let inside = path.strip_prefix(&root).expect("a source of the part");
        let module = inside.iter().next().expect("a file").to_string_lossy();
        let module = module.trim_end_matches(".rs").to_owned();
        let is_top = inside.iter().count() == 1;
        let named = code.lines().filter_map(|line| {
            let (_, path) = line.split_once("use ").filter(|(before, _)| before.len() <= 12)?;
            let of_crate = path.strip_prefix("crate::");
            let path = of_crate.or_else(|| path.strip_prefix("super::").filter(|_| is_top))?;
            path.split([':', ';']).next().map(str::to_owned)
        });
        uses.entry(module.clone()).or_default().extend(named.filter(|other| *other != module));
    }
    uses.remove("lib");
    uses
}

#[test]
fn the_kit_of_the_interface_knows_no_game() {
    let known = reached(&uses(), "ui-kit");
    let expected = ["catalogue", "plain-text", "scene"].map(str::to_owned);
    assert_eq!(known, BTreeSet::from(expected));
}

/// The crates whose modules are in layers.
const LAYERED: [&str; 3] = ["rules", "ui-board", "ui-founders"];

#[test]
fn modules_use_one_another_without_a_cycle() {
    let uses = module_uses("rules");
    assert!(uses["game"].contains("map") && uses["actions"].contains("game"), "{uses:?}");
    for name in LAYERED {
        let mut left = module_uses(name);
        loop {
            let modules: BTreeSet<String> = left.keys().cloned().collect();
            let count = left.len();
            left.retain(|_, used| !used.is_disjoint(&modules));
            if left.len() == count {
                break;
            }
        }
        assert!(left.is_empty(), "{name}: these are in a cycle, or above one: {left:#?}");
    }
}

/// The largest number of lines of a crate, tests and all.
const MAX_LINES: usize = 20_000;

#[test]
fn every_crate_is_small_enough_to_survey() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for name in PARTS {
        let mut paths = Vec::new();
        sources_below(&root.join(name), &mut paths);
        let lines = paths.iter().map(|path| {
            let text = fs::read_to_string(path).expect("sources are text");
            text.lines().count()
        });
        let lines: usize = lines.sum();
        assert!(lines <= MAX_LINES, "{name} has {lines} lines");
    }
}

#[test]
fn only_the_fonts_say_in_which_families_words_are_set() {
    let name = "sans-serif";
    for (path, code) in PARTS.into_iter().flat_map(part) {
        let shown = path.display().to_string().replace('\\', "/");
        assert!(
            shown.ends_with("src/scene/fonts.rs") || !code.contains(name),
            "{shown}: names families, so that another script may find no font there"
        );
    }
}

/// How a drawing in SVG is begun, and its shapes.
const SVG: [&str; 6] =
    ["<svg xmlns", "<path d=", "<rect x=", "<circle cx=", "<polygon", "<polyline"];

#[test]
fn one_file_writes_drawings_as_svg() {
    for (path, code) in PARTS.into_iter().flat_map(part) {
        let shown = path.display().to_string().replace('\\', "/");
        for word in SVG {
            assert!(
                shown.ends_with("src/scene/svg.rs") || !code.contains(word),
                "{shown}: has {word}; a drawing is a `Scene`, written by src/scene/svg.rs"
            );
        }
    }
}

/// How a colour is written down.
const COLOURS: [&str; 5] =
    ["Color32::from_rgb", "Color32::from_gray", "Rgba::from_", "hex_color!", "rgb(0x"];

/// The only sources that name colours: the looks, and the players' inks and the wall on a board.
const COLOURED: [&str; 3] =
    ["ui-kit/theme.rs", "ui-board/pieces/inks.rs", "ui-board/pieces/palette.rs"];

/// Sources of the app that draw a screen like those of the other crates.
const SCREENS_OF_APP: [&str; 2] = ["app/start_screen.rs", "app/thumbnails.rs"];

#[test]
fn only_the_theme_names_a_colour() {
    for (path, code) in screens().flat_map(part) {
        let shown = path.display().to_string();
        let is_of_app = path.components().any(|part| part.as_os_str() == "app");
        let is_screen = !is_of_app || SCREENS_OF_APP.iter().any(|end| path.ends_with(end));
        if !is_screen || COLOURED.iter().any(|end| path.ends_with(end)) {
            continue;
        }
        for word in COLOURS {
            assert!(!code.contains(word), "{shown}: names a colour by {word}");
        }
    }
}

#[test]
fn one_place_decides_whose_a_key_is() {
    for name in screens() {
        for (path, code) in part(name) {
            let decides = path.ends_with("ui-kit/keyboard.rs");
            for word in ["consume_key", "consume_shortcut", "text_edit_focused"] {
                // Whether somebody types is also asked before the focus is taken from them.
                let may_ask =
                    word == "text_edit_focused" && path.ends_with("ui-founders/deal_panel.rs");
                assert!(
                    decides || may_ask || !code.contains(word),
                    "{} has {word}, which belongs into ui-kit/keyboard.rs",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn only_the_guard_of_double_clicks_drops_what_a_press_asked_for() {
    // A board of a form turns its presses into answers, and an open menu keeps them to itself.
    let may_drop =
        ["ui-founders/table_screen/press_guard.rs", "ui-board/board_view.rs", "app/mod.rs"];
    for name in screens() {
        for (path, code) in part(name) {
            let drops = ["commands.retain(", "commands.clear(", "commands.truncate("];
            let dropped = drops.iter().find(|word| code.contains(**word));
            assert!(
                dropped.is_none() || may_drop.iter().any(|end| path.ends_with(end)),
                "{} has {dropped:?}, by which a press can be without effect",
                path.display()
            );
        }
    }
}

#[test]
fn every_field_takes_no_more_than_the_kit_lets_it() {
    for name in screens() {
        for (path, code) in part(name) {
            let makes = ["TextEdit::singleline(", "TextEdit::multiline("];
            let made = makes.iter().find(|word| code.contains(**word));
            assert!(
                made.is_none() || path.ends_with("ui-kit/widgets/field.rs"),
                "{} has {made:?}, a field without a limit; the kit has lines to type in",
                path.display()
            );
        }
    }
}

#[test]
fn typed_text_is_read_as_it_was_typed() {
    // Text put into a line of our own would move every column that an error names.
    for name in screens() {
        for (path, code) in part(name) {
            for begin in ["format!(\"Adjust", "format!(\"Position", "format!(\"Learn"] {
                assert!(!code.contains(begin), "{} has {begin}", path.display());
            }
        }
    }
}

/// What each crate of the workspace uses of the others, by the names of their `Cargo.toml`.
fn uses() -> BTreeMap<String, BTreeSet<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = PARTS.iter().map(|part| root.join("src").join(part)).chain([root.to_owned()]);
    let manifests = crates.filter_map(|folder| fs::read_to_string(folder.join("Cargo.toml")).ok());
    let manifests: Vec<String> = manifests.collect();
    let name = |manifest: &String| {
        let package = manifest.split("[package]").nth(1).expect("it is a package");
        let name = package.split_once("name = \"").expect("it has a name").1;
        name.split('"').next().unwrap_or_default().to_owned()
    };
    let names: BTreeSet<String> = manifests.iter().map(name).collect();
    let used = |manifest: &String| {
        let listed = manifest.split("[dependencies]\n").nth(1).unwrap_or_default();
        let listed = listed.split("\n[").next().unwrap_or_default().lines();
        let listed = listed.filter_map(|line| line.split(['.', ' ']).next());
        listed.filter(|line| names.contains(*line)).map(str::to_owned).collect()
    };
    manifests.iter().map(|manifest| (name(manifest), used(manifest))).collect()
}

/// Everything that a crate uses, and what that uses in turn.
fn reached(uses: &BTreeMap<String, BTreeSet<String>>, from: &str) -> BTreeSet<String> {
    let mut all = uses[from].clone();
    for next in &uses[from] {
        all.extend(reached(uses, next));
    }
    all
}

/// The crates as a drawing in Mermaid, without the arrows that follow from others.
fn picture_of_the_crates() -> String {
    let uses = uses();
    let mut lines = Vec::new();
    for (name, used) in &uses {
        for direct in used {
            let mut others = used.iter().filter(|other| *other != direct);
            if !others.any(|other| reached(&uses, other).contains(direct)) {
                lines.push(format!("    {name} --> {direct}\n"));
            }
        }
    }
    format!("```mermaid\nflowchart TD\n{}```\n", lines.concat())
}

#[test]
fn the_readme_shows_the_crates_as_they_are() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = fs::read_to_string(&path).expect("there is a README");
    let begin = readme.find("```mermaid\n").expect("the README has a picture of the crates");
    let rest = &readme[begin..];
    let end = begin + rest.find("```\n").expect("the picture ends") + "```\n".len();
    let picture = picture_of_the_crates();
    if std::env::var_os("UPDATE_README").is_some() {
        let renewed = [&readme[..begin], &picture, &readme[end..]].concat();
        fs::write(&path, renewed).expect("the README can be written");
        return;
    }
    assert_eq!(&readme[begin..end], picture, "draw it anew: UPDATE_README=1");
}

#[test]
fn every_level_of_optimisation_is_that_of_a_crate() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| fs::read_to_string(root.join(file)).expect("it is there");
    let manifest: toml::Table = read("Cargo.toml").parse().expect("it is TOML");
    let lock = read("Cargo.lock");
    let mut levels = 0;
    for (profile, of) in manifest["profile"].as_table().expect("profiles are a table") {
        let packages = of.get("package").and_then(toml::Value::as_table);
        for name in packages.into_iter().flat_map(toml::Table::keys).filter(|name| *name != "*") {
            levels += 1;
            assert!(
                lock.contains(&format!("\nname = \"{name}\"\n")),
                "the profile {profile} has a level for {name}, which is no crate of Cargo.lock"
            );
        }
    }
    assert!(levels > 50, "{levels}");
}
