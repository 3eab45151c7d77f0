//! The files of an import, sorted by what they contain.

use serde_json::Value;

use super::labels::Labels;

/// A kind of component with files of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EditionFileKind {
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
                EditionFileKind::Edition => sources.add_edition(value),
                EditionFileKind::Label => sources.add_labels(value),
                EditionFileKind::Other => sources.passed_over.push(name),
                kind => sources.add(kind, value),
            }
        }
        sources
    }

    fn add(&mut self, kind: EditionFileKind, value: &'v Value) {
        let list = match kind {
            EditionFileKind::Monster => &mut self.monsters,
            EditionFileKind::Deck => &mut self.decks,
            EditionFileKind::Character => &mut self.characters,
            EditionFileKind::Item => &mut self.items,
            EditionFileKind::Scenario => &mut self.scenarios,
            EditionFileKind::Label | EditionFileKind::Edition | EditionFileKind::Other => return,
        };
        match value {
            Value::Array(values) => list.extend(values),
            value => list.push(value),
        }
    }

    fn add_edition(&mut self, edition: &'v Value) {
        for (key, kind) in [
            ("monsters", EditionFileKind::Monster),
            ("decks", EditionFileKind::Deck),
            ("characters", EditionFileKind::Character),
            ("items", EditionFileKind::Item),
            ("scenarios", EditionFileKind::Scenario),
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

fn kind_of(name: &str, value: &Value) -> EditionFileKind {
    let path = name.to_lowercase().replace('\\', "/");
    let parts: Vec<&str> = path.split('/').collect();
    let (file, folders) = parts.split_last().map_or(("", &[][..]), |(file, rest)| (*file, rest));
    let stem = file.strip_suffix(".json").unwrap_or(file);
    let is_in = |folder: &str| folders.contains(&folder);
    if is_in("deck") && is_in("character") {
        return EditionFileKind::Other;
    }
    let is_label = folders.iter().any(|folder| folder.starts_with("label"));
    if is_label || stem.starts_with("label") {
        return if ["en", "label"].contains(&stem) {
            EditionFileKind::Label
        } else {
            EditionFileKind::Other
        };
    }
    let by_folder = [
        ("deck", EditionFileKind::Deck),
        ("monster", EditionFileKind::Monster),
        ("character", EditionFileKind::Character),
        ("scenarios", EditionFileKind::Scenario),
    ];
    let by_name = by_folder.into_iter().find(|(folder, _)| is_in(folder) || stem == *folder);
    match by_name {
        Some((_, kind)) => kind,
        None if stem == "items" => EditionFileKind::Item,
        None => kind_by_shape(value),
    }
}

fn kind_by_shape(value: &Value) -> EditionFileKind {
    if let Value::Array(values) = value {
        return values.first().map_or(EditionFileKind::Other, kind_by_shape);
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
        EditionFileKind::Scenario
    } else if is_edition || has("edition") && has("conditions") {
        EditionFileKind::Edition
    } else if has_list("abilities") {
        EditionFileKind::Deck
    } else if has("id") && (has("slot") || has("cost")) {
        EditionFileKind::Item
    } else if has_list("stats") || has("baseStat") {
        if is_monster(value) { EditionFileKind::Monster } else { EditionFileKind::Character }
    } else {
        EditionFileKind::Other
    }
}

/// Returns `true` if stats have a move or an attack, as characters have not.
fn is_monster(value: &Value) -> bool {
    let stats = value.get("stats").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let is_fighting = |stat: &Value| stat.get("movement").is_some() || stat.get("attack").is_some();
    value.get("baseStat").is_some() || stats.iter().any(is_fighting)
}
