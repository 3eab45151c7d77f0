//! Names that the table can use, for the names of an edition file.

use std::collections::{BTreeMap, BTreeSet};

use plain_text::{capitalized, name_key};

use super::labels::Labels;
use crate::MAX_NAME_CHARS;
use crate::cursor::{is_name_char, is_number, is_reserved};

/// The names given to one kind of component, each to one only.
#[derive(Clone, Debug, Default)]
pub(super) struct GivenNames {
    by_slug: BTreeMap<String, String>,
    taken: BTreeSet<String>,
    /// The next number for a further name, by name.
    next_numbers: BTreeMap<String, usize>,
}

impl GivenNames {
    /// Returns the name for a slug such as `marsh-hound`: its label unless another slug has it.
    pub(super) fn name(&mut self, labels: &Labels<'_>, group: &str, slug: &str) -> String {
        if let Some(name) = self.by_slug.get(slug) {
            return name.clone();
        }
        let label = labels.at(&[group, slug]).map(|label| table_name(&labels.resolve(label)));
        let own = table_name(&words_of_slug(slug));
        let mut free = label.into_iter().chain([own.clone()]);
        let free = free.find(|name| !self.taken.contains(&name_key(name)));
        let name = free.unwrap_or_else(|| self.numbered(&own));
        self.give(slug, &name);
        name
    }

    /// Returns a name with the first free number behind it.
    fn numbered(&mut self, name: &str) -> String {
        let next = self.next_numbers.entry(name_key(name)).or_insert(1);
        loop {
            *next += 1;
            let numbered = with_number(name, *next);
            if !self.taken.contains(&name_key(&numbered)) {
                return numbered;
            }
        }
    }

    /// Returns the name that was given to a slug.
    pub(super) fn known(&self, slug: &str) -> Option<String> {
        self.by_slug.get(slug).cloned()
    }

    /// Gives a name to a slug.
    pub(super) fn give(&mut self, slug: &str, name: &str) {
        self.taken.insert(name_key(name));
        self.by_slug.insert(slug.to_owned(), name.to_owned());
    }
}

/// Returns a slug as words: `marsh-hound` as "Marsh Hound".
fn words_of_slug(slug: &str) -> String {
    let words: Vec<String> = slug.split(['-', '_', ' ']).map(capitalized).collect();
    words.join(" ")
}

fn with_number(name: &str, number: usize) -> String {
    let name: String = name.chars().take(MAX_NAME_CHARS - 8).collect();
    table_name(&format!("{name}-{number}"))
}

/// Returns a name without characters and words that no name on the table has. Such words are joined
/// to the others: `Warden-of-Salt`.
pub(super) fn table_name(name: &str) -> String {
    let allowed: String = name
        .chars()
        .map(plain_text::typography::plain_mark)
        .map(|c| if is_name_char(c) { c } else { ' ' })
        .collect();
    let words: Vec<&str> = allowed.split_whitespace().collect();
    let short: String = words.join(" ").chars().take(MAX_NAME_CHARS).collect();
    let words: Vec<&str> = short.split_whitespace().collect();
    let is_joined = words.iter().any(|word| is_reserved(word) || is_number(word));
    let short = words.join(if is_joined { "-" } else { " " });
    if short.is_empty() || is_reserved(&short) || is_number(&short) {
        return format!("Set-{}", short.chars().take(MAX_NAME_CHARS - 4).collect::<String>());
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_on_the_table_has_no_reserved_words_and_numbers() {
        for (name, on_table) in [
            ("Marsh  Hound", "Marsh Hound"),
            ("Warden of Salt", "Warden-of-Salt"),
            ("Gate 16 (1)", "Gate-16-1"),
            ("O’Hara", "O'Hara"),
            ("12", "Set-12"),
            ("of", "Set-of"),
            ("", "Set-"),
        ] {
            assert_eq!(table_name(name), on_table);
            assert!(crate::cursor::LineCursor::new(on_table).name().is_ok(), "{on_table}");
        }
    }

    #[test]
    fn two_slugs_with_one_label_get_two_names() {
        let value = serde_json::json!({"monster": {"hound": "Hound", "hound-scenario-3": "Hound"}});
        let labels = Labels { maps: vec![value.as_object().expect("an object")] };
        let mut names = GivenNames::default();
        assert_eq!(names.name(&labels, "monster", "hound"), "Hound");
        assert_eq!(names.name(&labels, "monster", "hound-scenario-3"), "Hound-Scenario-3");
        assert_eq!(names.name(&labels, "monster", "hound"), "Hound");
        assert_eq!(names.name(&labels, "monster", "Hound Scenario 3"), "Hound-Scenario-3-2");
    }
}
