//! Architecture that crates cannot express: the sources that may touch files, clocks and chance,
//! and those that may name a color. The direction of dependencies is in each `Cargo.toml`; the
//! README has a drawing of it (`UPDATE_README=1 cargo test --test architecture` redraws it).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of `src`: a crate each, except the last two, which are the program.
const PARTS: [&str; 41] = [
    "enum-table",
    "plain-text",
    "record",
    "components",
    "rules",
    "scenario-rules",
    "scenario",
    "scenario-cards",
    "campaign-rules",
    "campaign",
    "packs",
    "journal",
    "notation",
    "storage",
    "simulate",
    "narration",
    "table-inventory",
    "export",
    "score-history",
    "rules-reference",
    "sealed",
    "scene",
    "drawing",
    "scenario-drawing",
    "board-photo",
    "memo",
    "table",
    "phones",
    "ui-kit",
    "ui-menu",
    "ui-tiles",
    "ui-photo",
    "ui-record",
    "ui-campaign",
    "ui-box",
    "ui-scenario",
    "ui-board",
    "ui-games",
    "ui-founders",
    "app",
    "cli",
];

/// Returns the crates of the interface, and the app with its window.
fn screens() -> impl Iterator<Item = &'static str> {
    PARTS.into_iter().filter(|name| name.starts_with("ui-") || *name == "app")
}

/// Words that only some parts may contain, with these parts.
const ONLY_IN: [(&str, &[&str]); 10] = [
    // The window uses `storage`, so that no frame waits for a disk.
    ("std::fs", &["packs", "storage", "cli"]),
    (".is_dir()", &["packs", "storage", "cli"]),
    (".exists()", &["packs", "storage", "cli"]),
    (".canonicalize()", &["storage"]),
    (".read_dir()", &["storage"]),
    (".metadata()", &["packs", "storage", "cli"]),
    ("std::time", &["storage", "phones", "ui-kit", "ui-founders", "app"]),
    // Off means off: only one crate opens a port, and only its own tests start it.
    ("TcpListener", &["phones"]),
    // Answers are printed by `CommandOutput::print`, which escapes foreign text; `.clippy.toml`
    // forbids the streams themselves.
    ("print!(", &[]),
    ("println!(", &[]),
];

/// Libraries of clocks, chance, secrets, folders and ports, with the crates that depend on them outside
/// of tests.
const DEPENDED_ON_BY: [(&str, &[&str]); 6] = [
    ("jiff", &["storage"]),
    ("fastrand", &["founders-ledger", "simulate", "ui-founders"]),
    ("getrandom", &["phones", "sealed"]),
    ("sha2", &["phones", "scenario-rules", "sealed", "storage"]),
    ("directories", &["storage"]),
    ("tokio", &["phones"]),
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

/// Returns every source of a part, with its text up to its unit tests, which have no limits.
fn part(name: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(name);
    let mut paths = Vec::new();
    sources_below(&root, &mut paths);
    paths
        .into_iter()
        .filter(|path| {
            let stem = path.file_stem().and_then(|stem| stem.to_str());
            !matches!(stem, Some("tests" | "sample"))
        })
        .map(|path| {
            let text = fs::read_to_string(&path).expect("sources are text");
            let code =
                text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
            (path, code)
        })
        .collect()
}

#[test]
fn every_source_folder_is_covered_by_these_tests() {
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
fn every_source_file_is_a_module_of_its_crate() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    sources_below(&root, &mut paths);
    paths.retain(|path| !path.ends_with("lib.rs") && !path.ends_with("main.rs"));
    for path in &paths {
        // A `mod.rs` is the module of its folder.
        let module = if path.ends_with("mod.rs") { path.parent() } else { Some(path.as_path()) };
        let module = module.expect("it is below src");
        let (folder, name) = (module.parent().expect("it is below src"), module.file_stem());
        let name = name.and_then(|name| name.to_str()).expect("names of sources are text");
        let text: String = ["lib.rs", "main.rs", "mod.rs"]
            .map(|file| folder.join(file))
            .into_iter()
            .chain([folder.with_extension("rs")])
            .filter_map(|parent| fs::read_to_string(parent).ok())
            .collect();
        let is_declared = text.lines().any(|line| {
            let line = line.trim_end();
            line.ends_with(&format!("mod {name};")) || line.ends_with(&format!("/{name}.rs\")]"))
        });
        assert!(is_declared, "{} is in no crate", path.display());
    }
}

#[test]
fn only_allowed_crates_use_files_clocks_and_chance() {
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

#[test]
fn only_allowed_crates_depend_on_clocks_chance_secrets_folders_and_ports() {
    let dependencies = dependencies();
    for (library, allowed) in DEPENDED_ON_BY {
        let dependents: Vec<&str> = dependencies
            .iter()
            .filter(|(_, libraries)| libraries.contains(library))
            .map(|(name, _)| name.as_str())
            .collect();
        assert_eq!(dependents, allowed, "{library}");
    }
}

/// The panels in which a user types an action as text.
const TYPED_LINES: [&str; 3] =
    ["ui-record/repair.rs", "ui-campaign/consequences.rs", "ui-founders/command_line.rs"];

#[test]
fn panels_build_actions_and_parse_only_typed_text() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let parsing: Vec<PathBuf> = screens()
        .filter(|name| *name != "app")
        .flat_map(part)
        .filter(|(_, code)| code.contains("parse_action") || code.contains("N::parse("))
        .map(|(path, _)| path)
        .collect();
    assert_eq!(parsing, TYPED_LINES.map(|file| root.join(file)));
}

/// Returns the top-level modules of a part, each with those that its `use` items name.
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
fn ui_kit_depends_on_no_game() {
    let known = reached(&uses(), "ui-kit");
    let expected = ["enum-table", "plain-text", "scene"].map(str::to_owned);
    assert_eq!(known, BTreeSet::from(expected));
}

/// The crates whose modules are in layers.
const LAYERED: [&str; 3] = ["rules", "ui-board", "ui-founders"];

#[test]
fn modules_of_layered_crates_have_no_cyclic_uses() {
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

/// The maximum number of lines of a crate, unit tests included.
const MAX_LINES: usize = 20_000;

#[test]
fn every_crate_has_at_most_20000_lines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for name in PARTS {
        let mut paths = Vec::new();
        sources_below(&root.join(name), &mut paths);
        let lines: usize = paths
            .iter()
            .map(|path| fs::read_to_string(path).expect("sources are text").lines().count())
            .sum();
        assert!(lines <= MAX_LINES, "{name} has {lines} lines");
    }
}

#[test]
fn only_the_fonts_module_names_font_families() {
    let name = "sans-serif";
    for (path, code) in PARTS.into_iter().flat_map(part) {
        let shown = path.display().to_string().replace('\\', "/");
        assert!(
            shown.ends_with("src/scene/fonts.rs") || !code.contains(name),
            "{shown}: names families, so that another script may find no font there"
        );
    }
}

/// The start of an SVG drawing, and its shapes.
const SVG: [&str; 6] =
    ["<svg xmlns", "<path d=", "<rect x=", "<circle cx=", "<polygon", "<polyline"];

#[test]
fn only_one_module_writes_svg() {
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

/// Expressions that name a color.
const COLORS: [&str; 5] =
    ["Color32::from_rgb", "Color32::from_gray", "Rgba::from_", "hex_color!", "rgb(0x"];

/// The only sources that name colors: the themes, the players' colors, and the wall on a board.
const MAY_NAME_COLORS: [&str; 3] =
    ["ui-kit/theme.rs", "ui-board/pieces/player_colors.rs", "ui-board/pieces/palette.rs"];

/// The sources of the app that draw a screen, as those of the other crates do.
const SCREENS_OF_APP: [&str; 2] = ["app/start_screen.rs", "app/thumbnails.rs"];

#[test]
fn only_the_theme_names_a_color() {
    for (path, code) in screens().flat_map(part) {
        let shown = path.display().to_string();
        let is_of_app = path.components().any(|part| part.as_os_str() == "app");
        let is_screen = !is_of_app || SCREENS_OF_APP.iter().any(|end| path.ends_with(end));
        if !is_screen || MAY_NAME_COLORS.iter().any(|end| path.ends_with(end)) {
            continue;
        }
        for word in COLORS {
            assert!(!code.contains(word), "{shown}: names a colour by {word}");
        }
    }
}

#[test]
fn only_one_module_decides_who_receives_a_key() {
    for name in screens() {
        for (path, code) in part(name) {
            let decides = path.ends_with("ui-kit/keyboard.rs");
            for word in ["consume_key", "consume_shortcut", "text_edit_focused"] {
                // This panel checks that the user is not typing before it takes the focus.
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
fn only_the_double_click_guard_drops_commands_of_a_press() {
    // A board in a form turns its presses into answers, and an open menu consumes them.
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
fn every_text_field_uses_the_limited_field_of_the_kit() {
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
fn typed_text_is_parsed_without_a_prefix() {
    // A prefix would shift every column that an error names.
    for name in screens() {
        for (path, code) in part(name) {
            for prefix in ["format!(\"Adjust", "format!(\"Position", "format!(\"Learn"] {
                assert!(!code.contains(prefix), "{} has {prefix}", path.display());
            }
        }
    }
}

/// Returns the libraries on which each crate depends outside of tests, by its `Cargo.toml`.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifests = PARTS
        .iter()
        .map(|part| root.join("src").join(part))
        .chain([root.to_owned()])
        .filter_map(|folder| fs::read_to_string(folder.join("Cargo.toml")).ok());
    let dependencies = manifests.map(|manifest| {
        let section = manifest.split("[dependencies]\n").nth(1).unwrap_or_default();
        let lines = section.split("\n[").next().unwrap_or_default().lines();
        let names = lines.filter_map(|line| line.split(['.', ' ']).next()).map(str::to_owned);
        (package_name(&manifest), names.collect())
    });
    dependencies.collect()
}

/// Returns the workspace crates that each crate uses.
fn uses() -> BTreeMap<String, BTreeSet<String>> {
    let mut uses = dependencies();
    let names: BTreeSet<String> = uses.keys().cloned().collect();
    for dependencies in uses.values_mut() {
        dependencies.retain(|name| names.contains(name));
    }
    uses
}

fn package_name(manifest: &str) -> String {
    let package = manifest.split("[package]").nth(1).expect("it is a package");
    let name = package.split_once("name = \"").expect("it has a name").1;
    name.split('"').next().unwrap_or_default().to_owned()
}

/// Returns every crate that a crate uses, directly or through others.
fn reached(uses: &BTreeMap<String, BTreeSet<String>>, from: &str) -> BTreeSet<String> {
    let mut all = uses[from].clone();
    for next in &uses[from] {
        all.extend(reached(uses, next));
    }
    all
}

/// Returns a Mermaid drawing of the crates, without arrows implied by others.
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
fn readme_shows_the_present_crate_graph() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = fs::read_to_string(&path).expect("there is a README");
    let start = readme.find("```mermaid\n").expect("the README has a picture of the crates");
    let rest = &readme[start..];
    let end = start + rest.find("```\n").expect("the picture ends") + "```\n".len();
    let picture = picture_of_the_crates();
    if std::env::var_os("UPDATE_README").is_some() {
        let renewed = [&readme[..start], &picture, &readme[end..]].concat();
        fs::write(&path, renewed).expect("the README can be written");
        return;
    }
    assert_eq!(&readme[start..end], picture, "redraw it with UPDATE_README=1");
}

#[test]
fn every_optimization_level_names_an_existing_crate() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let [manifest, lock] = ["Cargo.toml", "Cargo.lock"]
        .map(|file| fs::read_to_string(root.join(file)).expect("it is there"));
    let manifest: toml::Table = manifest.parse().expect("it is TOML");
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
