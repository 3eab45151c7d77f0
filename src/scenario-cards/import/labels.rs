//! The texts of an edition, by their keys.

use serde_json::{Map, Value};

use crate::MAX_TEXT_CHARS;

/// The labels of an edition; of several files, the first that has a key.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels<'v> {
    pub(super) maps: Vec<&'v Map<String, Value>>,
}

/// The maximum depth of labels that quote labels.
const MAX_DEPTH: usize = 4;

impl Labels<'_> {
    /// Returns the label of a path such as `monster`, `marsh-hound`.
    pub(super) fn at(&self, path: &[&str]) -> Option<&str> {
        self.maps.iter().find_map(|map| {
            let (first, rest) = path.split_first()?;
            let inner = rest.iter().try_fold(map.get(*first)?, |value, key| value.get(key))?;
            // A label with labels below it has its own text under an empty key.
            inner.as_str().or_else(|| inner.get("").and_then(Value::as_str))
        })
    }

    /// Returns a text with its label keys (`%data.custom.1%`) replaced, without markup.
    pub(super) fn resolve(&self, text: &str) -> String {
        let resolved = self.resolve_at(text, 0);
        let plain = without_markup(&resolved);
        let words: Vec<&str> = plain.split_whitespace().collect();
        words.join(" ").chars().take(MAX_TEXT_CHARS).collect()
    }

    fn resolve_at(&self, text: &str, depth: usize) -> String {
        let mut resolved = String::new();
        for (index, part) in text.split('%').enumerate() {
            // Every second part is between two signs, unless the last sign stands alone.
            let is_key = index % 2 == 1 && !part.contains(char::is_whitespace);
            resolved += &if is_key { self.label(part, depth) } else { part.to_owned() };
            if resolved.len() > MAX_TEXT_CHARS * 8 {
                break;
            }
        }
        resolved
    }

    /// Returns the text of a key; for a key of the app that made the file, its last words.
    fn label(&self, key: &str, depth: usize) -> String {
        let path: Vec<&str> = key.strip_prefix("data.").unwrap_or(key).split('.').collect();
        match self.at(&path) {
            Some(label) if depth < MAX_DEPTH => self.resolve_at(label, depth + 1),
            _ => words_of(path.last().copied().unwrap_or_default()),
        }
    }
}

/// Returns a key as words: `enemiesAdjacent` as "enemies adjacent".
pub(super) fn words_of(key: &str) -> String {
    let mut words = String::new();
    for c in key.chars() {
        match c {
            ':' | '_' | '-' => words.push(' '),
            c if c.is_uppercase() && !words.is_empty() => {
                words.push(' ');
                words.extend(c.to_lowercase());
            }
            c => words.push(c),
        }
    }
    words
}

/// Returns a text without tags and character entities.
fn without_markup(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(['<', '&']) {
        let (before, marked) = rest.split_at(start);
        plain.push_str(before);
        let close = if marked.starts_with('<') { '>' } else { ';' };
        let end = marked.find(close).filter(|end| *end < 30);
        let Some(end) = end else {
            plain.push_str(&marked[..1]);
            rest = &marked[1..];
            continue;
        };
        plain.push_str(entity(&marked[..=end]));
        rest = &marked[end + 1..];
    }
    plain + rest
}

/// Returns the text of a character entity; a space for tags and others.
const fn entity(mark: &str) -> &str {
    match mark.as_bytes() {
        b"&mdash;" => " – ",
        b"&ndash;" => "–",
        b"&amp;" => "&",
        b"&lt;" => "<",
        b"&gt;" => ">",
        b"&quot;" => "\"",
        _ => " ",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let value = serde_json::json!({
            "monster": {"marsh-hound": "Marsh Hound"},
            "custom": {"1": "Each %data.monster.marsh-hound% heals.<br/>", "loop": "%data.custom.loop%"},
            "deep": {"": "Own text", "1": "below"},
        });
        let map = value.as_object().expect("an object");
        assert_eq!(Labels { maps: vec![map] }.resolve(text), expected);
    }

    #[test]
    fn labels_are_replaced_by_their_texts() {
        check("%data.custom.1%", "Each Marsh Hound heals.");
        check("%data.deep% and %data.deep.1%", "Own text and below");
        check("suffer %game.damage:2%", "suffer damage 2");
        check("%game.custom.fromSpace%", "from space");
        check("a %data.monster.mud-rat%", "a mud rat");
        check("100 % sure, 50 %", "100 sure, 50");
        check("a &mdash; b < c & d", "a – b < c & d");
        check("%data.custom.loop%", "loop");
        check("", "");
    }
}
