//! The files of an import, sorted by what they contain.

use serde_json::Value;

use super::labels::Labels;

/// A kind of component with files of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileKind {
    Monster,
    Deck,
    Character,
    Item,
    Scenario,
    Label,
    Edition,
    Other,
}

/// The components of all files.
#[derive(Debug, Default)]
pub(super) struct Sources<'v> {
    pub(super) monsters: Vec<&'v Value>,
    pub(super) decks: Vec<&'v Value>,
    pub(super) characters: Vec<&'v Value>,
    pub(super) items: Vec<&'v Value>,
    pub(super) scenarios: Vec<&'v Value>,
    pub(super) labels: Labels<'v>,
    /// The names of the files without cards.
    pub(super) passed_over: Vec<&'v str>,
}

impl<'v> Sources<'v> {
    /// Sorts files by their contents and the folders in their names.
    pub(super) fn sort(files: &'v [(&'v str, Value)]) -> Self {
        let mut sources = Self::default();
        for (name, value) in files {
            match kind_of(name, value) {
                FileKind::Edition => sources.add_edition(value),
                FileKind::Label => sources.add_labels(value),
                FileKind::Other => sources.passed_over.push(name),
                kind => sources.add(kind, value),
            }
        }
        sources
    }

    fn add(&mut self, kind: FileKind, value: &'v Value) {
        let list = match kind {
            FileKind::Monster => &mut self.monsters,
            FileKind::Deck => &mut self.decks,
            FileKind::Character => &mut self.characters,
            FileKind::Item => &mut self.items,
            FileKind::Scenario => &mut self.scenarios,
            FileKind::Label | FileKind::Edition | FileKind::Other => return,
        };
        match value {
            Value::Array(values) => list.extend(values),
            value => list.push(value),
        }
    }

    fn add_edition(&mut self, edition: &'v Value) {
        for (key, kind) in [
            ("monsters", FileKind::Monster),
            ("decks", FileKind::Deck),
            ("characters", FileKind::Character),
            ("items", FileKind::Item),
            ("scenarios", FileKind::Scenario),
        ] {
            if let Some(values) = edition.get(key).filter(|values| values.is_array()) {
                self.add(kind, values);
            }
        }
        if let Some(labels) = edition.get("label") {
            self.add_labels(labels);
        }
    }

    /// Adds labels, those in English if there are several languages.
    fn add_labels(&mut self, labels: &'v Value) {
        let english = labels.get("en").filter(|english| english.is_object()).unwrap_or(labels);
        self.labels.maps.extend(english.as_object());
    }
}

fn kind_of(name: &str, value: &Value) -> FileKind {
    let path = name.to_lowercase().replace('\\', "/");
    let parts: Vec<&str> = path.split('/').collect();
    let (file, folders) = parts.split_last().map_or(("", &[][..]), |(file, rest)| (*file, rest));
    let stem = file.strip_suffix(".json").unwrap_or(file);
    let is_in = |folder: &str| folders.contains(&folder);
    if is_in("deck") && is_in("character") {
        return FileKind::Other;
    }
    let is_label = folders.iter().any(|folder| folder.starts_with("label"));
    if is_label || stem.starts_with("label") {
        return if ["en", "label"].contains(&stem) { FileKind::Label } else { FileKind::Other };
    }
    let by_folder = [
        ("deck", FileKind::Deck),
        ("monster", FileKind::Monster),
        ("character", FileKind::Character),
        ("scenarios", FileKind::Scenario),
    ];
    let by_name = by_folder.into_iter().find(|(folder, _)| is_in(folder) || stem == *folder);
    match by_name {
        Some((_, kind)) => kind,
        None if stem == "items" => FileKind::Item,
        None => kind_by_shape(value),
    }
}

fn kind_by_shape(value: &Value) -> FileKind {
    if let Value::Array(values) = value {
        return values.first().map_or(FileKind::Other, kind_by_shape);
    }
    let has = |key: &str| value.get(key).is_some();
    let has_list = |key: &str| value.get(key).is_some_and(Value::is_array);
    let is_edition =
        ["monsters", "decks", "characters", "items", "scenarios"].into_iter().any(|key| {
            value
                .get(key)
                .and_then(Value::as_array)
                .is_some_and(|list| list.is_empty() || list.iter().any(Value::is_object))
        });
    if has("rooms") || has("index") {
        FileKind::Scenario
    } else if is_edition || has("edition") && has("conditions") {
        FileKind::Edition
    } else if has_list("abilities") {
        FileKind::Deck
    } else if has("id") && (has("slot") || has("cost")) {
        FileKind::Item
    } else if has_list("stats") || has("baseStat") {
        if is_monster(value) { FileKind::Monster } else { FileKind::Character }
    } else {
        FileKind::Other
    }
}

/// Returns `true` if stats have a move or an attack, as characters have not.
fn is_monster(value: &Value) -> bool {
    let stats = value.get("stats").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let is_fighting = |stat: &Value| stat.get("movement").is_some() || stat.get("attack").is_some();
    value.get("baseStat").is_some() || stats.iter().any(is_fighting)
}
