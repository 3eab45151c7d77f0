//! The report of an import: its contents, and the parts that are left out.

use std::collections::BTreeMap;
use std::fmt;

use plain_text::{counted, listed, remarks};

use crate::CardBook;

/// The counts of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// The number of ability cards.
    pub ability_cards: usize,
    /// The number of ability cards with text that the table carries out.
    pub table_texts: usize,
    /// The number of monsters.
    pub monsters: usize,
    /// The number of classes.
    pub classes: usize,
    /// The number of items.
    pub items: usize,
    /// The number of scenarios.
    pub scenarios: usize,
    /// The count of each unknown field.
    pub unknown_fields: BTreeMap<String, usize>,
    /// The count of each unknown kind of action; they are text for the table.
    pub unknown_actions: BTreeMap<String, usize>,
    /// The names of repeated components; the first of each is taken.
    pub repeated: Vec<String>,
    /// The names of components that are too long or have values that no card has.
    pub left_out: Vec<String>,
    /// The names of the files without cards.
    pub passed_over: Vec<String>,
}

/// The maximum number of names in a line of the report.
const MAX_LISTED: usize = 8;
/// The maximum length of a name in the report, in characters.
const MAX_NAME: usize = 60;

impl ImportReport {
    /// Counts the cards of a book.
    pub(super) fn count(&mut self, book: &CardBook) {
        self.ability_cards = book.count_ability_cards();
        self.table_texts = book.count_table_texts();
        self.monsters = book.monsters.len();
        self.classes = book.classes.len();
        self.items = book.items.len();
        self.scenarios = book.scenarios.len();
    }

    /// Counts an unknown field.
    pub(super) fn add_unknown_field(&mut self, of: &str, key: &str) {
        *self.unknown_fields.entry(format!("{of}.{}", short(key))).or_default() += 1;
    }

    /// Counts an unknown kind of action.
    pub(super) fn add_unknown_action(&mut self, kind: &str) {
        *self.unknown_actions.entry(short(kind)).or_default() += 1;
    }

    /// Returns the report, a line for each of its parts.
    pub fn lines(&self) -> Vec<String> {
        let cards = counted(self.ability_cards, "ability card", "ability cards");
        let others = [
            (self.monsters, "monster", "monsters"),
            (self.classes, "class", "classes"),
            (self.items, "item", "items"),
            (self.scenarios, "scenario", "scenarios"),
        ];
        let others = others.map(|(count, one, many)| counted(count, one, many));
        let mut lines = vec![
            format!("{cards}, {} with text that the table has to carry out", self.table_texts),
            listed(&others),
        ];
        lines.extend(tally("unknown kinds of action, kept as text", &self.unknown_actions));
        lines.extend(tally("unknown fields, passed over", &self.unknown_fields));
        lines.extend(names("found again, the first is taken", &self.repeated));
        lines.extend(names("left out, too long or with impossible values", &self.left_out));
        lines.extend(names("files without cards", &self.passed_over));
        lines
    }
}

impl fmt::Display for ImportReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines().join("\n"))
    }
}

fn short(name: &str) -> String {
    name.chars().take(MAX_NAME).collect()
}

/// Returns a line with the most frequent names and their counts; `None` if there are none.
fn tally(of: &str, counts: &BTreeMap<String, usize>) -> Option<String> {
    let mut sorted: Vec<(&String, usize)> = counts.iter().map(|(name, &n)| (name, n)).collect();
    sorted.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    let names: Vec<String> =
        sorted.iter().map(|(name, count)| format!("{name} {count} ×")).collect();
    let sum = counts.values().sum();
    names_line(of, &names, sum)
}

fn names(of: &str, names: &[String]) -> Option<String> {
    let names: Vec<String> = names.iter().map(|name| short(name)).collect();
    names_line(of, &names, names.len())
}

fn names_line(of: &str, names: &[String], sum: usize) -> Option<String> {
    if names.is_empty() {
        return None;
    }
    let shown = remarks(&names[..names.len().min(MAX_LISTED)]);
    let more = names.len().saturating_sub(MAX_LISTED);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    Some(format!("{of}: {sum} ({shown}{more})"))
}
