//! Checks that every foreign crate has a license that `deny.toml` allows, and is listed in
//! `assets/third-party.txt`, the page of notices that the program shows.
//!
//! `UPDATE_NOTICES=true cargo test --test licences` writes the page, for every system that
//! `deny.toml` names, and fetches the crates of other systems. Otherwise the crates built here are
//! looked up on the page, and those on the page in `Cargo.lock`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;
use spdx::{Expression, LicenseReq, Licensee, ParseMode};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn page_file() -> PathBuf {
    root().join("assets/third-party.txt")
}

/// The fields we read of `deny.toml`.
#[derive(Deserialize)]
struct Deny {
    graph: Graph,
    licenses: Licenses,
}

#[derive(Deserialize)]
struct Graph {
    /// The target systems of the program.
    targets: Vec<String>,
}

#[derive(Deserialize)]
struct Licenses {
    /// The allowed licenses of crates, preferred ones first.
    allow: Vec<String>,
}

fn deny() -> Deny {
    toml::from_str(&read(&root().join("deny.toml"))).expect("deny.toml is as it should be")
}

/// The fields we read of the answer of `cargo metadata`.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    /// `None` for a crate of the workspace.
    source: Option<String>,
    license: Option<String>,
    authors: Vec<String>,
    repository: Option<String>,
    manifest_path: PathBuf,
}

#[derive(Deserialize)]
struct Resolve {
    root: String,
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Deserialize)]
struct DependencyKind {
    /// `dev`, `build`, or `None` for an ordinary dependency.
    kind: Option<String>,
}

fn cargo(words: &[&str]) -> Vec<u8> {
    let ran =
        Command::new(env!("CARGO")).args(words).current_dir(root()).output().expect("cargo runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    ran.stdout
}

/// Returns the target triple of this system.
fn host() -> String {
    let version = String::from_utf8(cargo(&["-vV"])).expect("cargo answers in text");
    version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .expect("cargo names its system")
        .to_owned()
}

/// Returns every foreign crate that the program uses at run or build time on these systems, by name
/// and version.
fn crates(targets: &[String], more: &[&str]) -> Vec<Package> {
    let mut words = vec!["metadata", "--locked", "--format-version", "1"];
    words.extend(more);
    words.extend(targets.iter().flat_map(|target| ["--filter-platform", target]));
    let metadata: Metadata =
        serde_json::from_slice(&cargo(&words)).expect("the answer is as cargo documents it");
    let nodes: BTreeMap<&str, &Node> =
        metadata.resolve.nodes.iter().map(|node| (node.id.as_str(), node)).collect();
    let mut reached = BTreeSet::new();
    let mut ahead = vec![metadata.resolve.root.as_str()];
    while let Some(id) = ahead.pop() {
        if reached.insert(id.to_owned()) {
            let used = nodes[id].deps.iter().filter(|dependency| {
                dependency.dep_kinds.iter().any(|kind| kind.kind.as_deref() != Some("dev"))
            });
            ahead.extend(used.map(|to| to.pkg.as_str()));
        }
    }
    let mut crates: Vec<Package> = metadata
        .packages
        .into_iter()
        .filter(|package| package.source.is_some() && reached.contains(&package.id))
        .collect();
    crates.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    crates
}

/// Chooses the licenses under which we distribute a crate: as few as possible, preferred ones
/// first.
///
/// # Errors
///
/// A message if the crate names no license or none that is allowed.
fn chosen(package: &Package, allowed: &[Licensee]) -> Result<Vec<LicenseReq>, String> {
    let Package { name, version, .. } = package;
    let written =
        package.license.as_deref().ok_or_else(|| format!("{name} {version} names no licence"))?;
    let expression = Expression::parse_mode(written, ParseMode::LAX)
        .map_err(|error| format!("{name} {version}: {error}"))?;
    expression.minimized_requirements(allowed).map_err(|error| {
        format!("{name} {version}: {written} is not allowed by deny.toml: {error}")
    })
}

fn allowed(deny: &Deny) -> Vec<Licensee> {
    deny.licenses
        .allow
        .iter()
        .map(|name| Licensee::parse(name).expect("deny.toml names licences by SPDX"))
        .collect()
}

/// Returns the line of a crate on the page.
fn line(package: &Package, licences: &[LicenseReq]) -> String {
    let licences: Vec<String> = licences.iter().map(ToString::to_string).collect();
    format!("{} {}, {}", package.name, package.version, licences.join(" and "))
}

/// Returns words that the text of a license always contains, in lower case with single spaces.
fn mark(licence: &str) -> &'static str {
    match licence {
        "MIT" => "permission is hereby granted, free of charge",
        "BSD-2-Clause" | "BSD-3-Clause" => "redistribution and use in source and binary forms",
        "BSL-1.0" => "boost software license",
        "0BSD" => "with or without fee is hereby granted.",
        "ISC" => "permission to use, copy, modify, and",
        "Zlib" => "this software is provided 'as-is'",
        "Unicode-3.0" => "unicode license",
        "OFL-1.1" => "sil open font license",
        "Ubuntu-font-1.0" => "ubuntu font licence",
        "MPL-2.0" => "mozilla public license",
        other => panic!("{other} is allowed, but has no known words"),
    }
}

fn plain(text: &str) -> String {
    let plain = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    plain.replace(['‘', '’', '`'], "'").replace("''as-is''", "'as-is'")
}

/// Returns the licenses and notices in the folder of a crate, by path.
fn texts(package: &Package) -> BTreeMap<PathBuf, String> {
    let folder = package.manifest_path.parent().expect("a manifest is in a folder");
    let mut found = BTreeMap::new();
    for folder in [folder.to_owned(), folder.join("fonts"), folder.join("license")] {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().to_lowercase();
            let is_text = ["licen", "copying", "notice", "ofl", "ufl"]
                .iter()
                .any(|word| name.starts_with(word) || name.ends_with(&format!("{word}.txt")));
            // Some contain an author's name that is not UTF-8.
            if is_text && let Ok(bytes) = fs::read(entry.path()) {
                found.insert(entry.path(), String::from_utf8_lossy(&bytes).replace('\r', ""));
            }
        }
    }
    found
}

/// Returns the text of a license from a crate, or the standard text with the crate's authors.
fn text(package: &Package, licence: &LicenseReq, texts: &BTreeMap<PathBuf, String>) -> String {
    let name = licence.license.id().expect("deny.toml allows licences of SPDX alone").name;
    if let Some(own) = texts.values().find(|text| plain(text).contains(mark(name))) {
        return own.trim().to_owned();
    }
    let standard = spdx::license_id(name).expect("it was one before").text();
    format!("Copyright: {}\n\n{}", package.authors.join(", "), standard.trim())
}

/// Returns the page of notices for these crates.
fn page(crates: &[Package], allowed: &[Licensee]) -> String {
    let mut list = String::new();
    // Each text once, in the order of its first crate, with the crates it applies to.
    let mut licences: Vec<(String, Vec<String>)> = Vec::new();
    let mut keep = |text: String, of: String| {
        let known = licences.iter_mut().find(|(known, _)| plain(known) == plain(&text));
        match known {
            Some((_, for_these)) => for_these.push(of),
            None => licences.push((text, vec![of])),
        }
    };
    for package in crates {
        let chosen = chosen(package, allowed).unwrap_or_else(|why| panic!("{why}"));
        let from =
            package.repository.as_deref().map(|from| format!(", {from}")).unwrap_or_default();
        let _ = writeln!(list, "{}{from}", line(package, &chosen));
        let texts = texts(package);
        let of = format!("{} {}", package.name, package.version);
        for licence in &chosen {
            // The Apache text is the same for all crates, and is at the end.
            if licence.license.id().is_none_or(|id| id.name != "Apache-2.0") {
                keep(text(package, licence, &texts), of.clone());
            }
        }
        for (path, notice) in &texts {
            let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
            if name.starts_with("notice") {
                keep(notice.trim().to_owned(), of.clone());
            }
        }
    }
    let fonts = root().join("assets/fonts");
    keep(read(&fonts.join("Vollkorn-OFL.txt")).trim().to_owned(), "the font Vollkorn".to_owned());
    let mut page = format!(
        "Third-party notices\n\n\
         Founders Ledger contains the following work of others, under these licences.\n\n\
         The Rust standard library, Apache-2.0, https://github.com/rust-lang/rust\n\
         The font Clear Sans, changed as assets/fonts/ORIGIN.md says, Apache-2.0\n\
         The font Vollkorn, changed as assets/fonts/ORIGIN.md says, OFL-1.1\n\
         {list}"
    );
    let rule = "-".repeat(72);
    for (text, of) in &licences {
        let _ = write!(page, "\n{rule}\nFor {}:\n\n{text}\n", of.join(", "));
    }
    let apache = read(&root().join("LICENSE-APACHE"));
    let _ = write!(page, "\n{rule}\nFor all under Apache-2.0:\n\n{}\n", apache.trim());
    page
}

/// Returns the name and version of every crate that the page lists.
fn listed(page: &str) -> Vec<(String, String)> {
    let mut listed = Vec::new();
    for line in page.lines().skip(7).take_while(|line| !line.is_empty()) {
        let (of, _) = line.split_once(", ").unwrap_or_else(|| panic!("no licence in \"{line}\""));
        let (name, version) = of.rsplit_once(' ').unwrap_or_else(|| panic!("no version in {line}"));
        listed.push((name.to_owned(), version.to_owned()));
    }
    listed
}

#[test]
fn every_crate_has_an_allowed_license_and_a_line_in_the_notices() {
    let deny = deny();
    let allowed = allowed(&deny);
    if std::env::var_os("UPDATE_NOTICES").is_some() {
        let page = page(&crates(&deny.graph.targets, &[]), &allowed);
        fs::write(page_file(), page).expect("the page can be written");
    }
    let page = read(&page_file());
    let mut wrong = Vec::new();
    for package in crates(&[host()], &["--offline"]) {
        match chosen(&package, &allowed) {
            Ok(chosen) => {
                let line = line(&package, &chosen);
                if !page.lines().any(|of| of == line || of.starts_with(&format!("{line}, "))) {
                    wrong.push(format!("\"{line}\" is missing in assets/third-party.txt"));
                }
            }
            Err(why) => wrong.push(why),
        }
    }
    let lock = read(&root().join("Cargo.lock"));
    for (name, version) in listed(&page) {
        if !lock.contains(&format!("name = \"{name}\"\nversion = \"{version}\"\n")) {
            wrong.push(format!("{name} {version} is listed and used no more"));
        }
    }
    let remedy = "run `UPDATE_NOTICES=true cargo test --test licences` and look at what changed";
    assert!(wrong.is_empty(), "{}\n{remedy}", wrong.join("\n"));
}

#[test]
fn disallowed_license_is_refused_and_the_preferred_one_is_chosen() {
    let allowed = allowed(&deny());
    let package = |licence: Option<&str>| Package {
        id: "one".to_owned(),
        name: "one".to_owned(),
        version: "1.0.0".to_owned(),
        source: None,
        license: licence.map(str::to_owned),
        authors: Vec::new(),
        repository: None,
        manifest_path: PathBuf::new(),
    };
    let lines = |licence: &str| {
        let package = package(Some(licence));
        chosen(&package, &allowed).map(|chosen| line(&package, &chosen))
    };
    assert_eq!(lines("MIT/Apache-2.0").as_deref(), Ok("one 1.0.0, Apache-2.0"));
    assert_eq!(lines("GPL-3.0-only OR MIT").as_deref(), Ok("one 1.0.0, MIT"));
    let both = lines("(MIT OR Apache-2.0) AND Unicode-3.0").expect("both are allowed");
    assert!(both.contains("Apache-2.0") && both.contains("Unicode-3.0"), "{both}");
    for refused in ["GPL-3.0-only", "MIT AND AGPL-3.0-only"] {
        assert!(lines(refused).is_err_and(|why| why.contains("not allowed")), "{refused}");
    }
    assert!(chosen(&package(None), &allowed).is_err_and(|why| why.contains("names no licence")));
}
