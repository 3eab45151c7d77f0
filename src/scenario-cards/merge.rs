//! Changes of a book: the cards of another one added, and single lines edited.

use std::collections::BTreeMap;

use plain_text::counted;

use super::book::CardBook;
use super::error::CardErrors;

/// The book whose cards stay where both have different ones of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MergePriority {
    /// The book to which cards are added.
    Own,
    /// The book whose cards are added.
    Added,
}

/// The differences between a book and one to be added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookDifference {
    /// The number of names that only the added book has.
    pub new: usize,
    /// The number of names whose cards are equal in both.
    pub equal: usize,
    /// The names whose cards differ, as the added book writes them.
    pub different: Vec<String>,
}

impl CardBook {
    /// Compares the book with one to be added, name by name.
    pub fn difference(&self, added: &Self) -> BookDifference {
        let mut difference = BookDifference::default();
        let mut compare = |own: Option<bool>, name: String| match own {
            None => difference.new += 1,
            Some(true) => difference.equal += 1,
            Some(false) => difference.different.push(name),
        };
        for (key, monster) in &added.monsters {
            compare(is_equal(&self.monsters, key, monster), monster.name.clone());
        }
        for (key, deck) in &added.decks {
            compare(is_equal(&self.decks, key, deck), format!("the deck of {}", deck.name));
        }
        for (key, class) in &added.classes {
            compare(is_equal(&self.classes, key, class), class.name.clone());
        }
        for (number, item) in &added.items {
            compare(is_equal(&self.items, number, item), format!("item {number}"));
        }
        for (key, scenario) in &added.scenarios {
            let name = format!("scenario {}", scenario.id);
            compare(is_equal(&self.scenarios, key, scenario), name);
        }
        for (key, card) in &added.dungeon_rooms {
            let name = format!("the dungeon room {}", card.title);
            compare(is_equal(&self.dungeon_rooms, key, card), name);
        }
        for (key, card) in &added.dungeon_monsters {
            let name = format!("the dungeon monsters {}", card.title);
            compare(is_equal(&self.dungeon_monsters, key, card), name);
        }
        difference
    }

    /// Adds the cards of another book. Where both have different cards of a name, those of the
    /// priority stay as a whole.
    pub fn merge(&mut self, added: Self, priority: MergePriority) {
        merge_map(&mut self.monsters, added.monsters, priority);
        merge_map(&mut self.decks, added.decks, priority);
        merge_map(&mut self.classes, added.classes, priority);
        merge_map(&mut self.items, added.items, priority);
        merge_map(&mut self.scenarios, added.scenarios, priority);
        merge_map(&mut self.dungeon_rooms, added.dungeon_rooms, priority);
        merge_map(&mut self.dungeon_monsters, added.dungeon_monsters, priority);
    }

    /// Returns `true` if the book has no cards.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the counts of all kinds of cards, in words; those of the random dungeon only if there
    /// are any.
    pub fn counts(&self) -> Vec<String> {
        let mut counts = vec![
            counted(self.count_ability_cards(), "ability card", "ability cards"),
            counted(self.monsters.len(), "monster", "monsters"),
            counted(self.classes.len(), "class", "classes"),
            counted(self.items.len(), "item", "items"),
            counted(self.scenarios.len(), "scenario", "scenarios"),
        ];
        let (rooms, monsters) = (self.dungeon_rooms.len(), self.dungeon_monsters.len());
        if rooms + monsters > 0 {
            counts.push(counted(rooms, "dungeon room", "dungeon rooms"));
            counts.push(counted(monsters, "card of dungeon monsters", "cards of dungeon monsters"));
        }
        counts
    }
}

/// Compares a value with that of the same key; `None` if the map lacks the key.
fn is_equal<K: Ord, V: PartialEq>(map: &BTreeMap<K, V>, key: &K, value: &V) -> Option<bool> {
    map.get(key).map(|own| own == value)
}

fn merge_map<K: Ord, V>(own: &mut BTreeMap<K, V>, added: BTreeMap<K, V>, priority: MergePriority) {
    match priority {
        MergePriority::Added => own.extend(added),
        MergePriority::Own => {
            for (key, value) in added {
                own.entry(key).or_insert(value);
            }
        }
    }
}

/// A change of one line of the owner's cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardEdit {
    /// The line to remove, as the book writes it.
    pub removed: Option<String>,
    /// The line to add.
    pub added: Option<String>,
}

impl CardBook {
    /// Returns the book with a line changed. The removal of a line that is missing does nothing.
    ///
    /// # Errors
    ///
    /// The added line cannot be read, or contradicts another one.
    pub fn edited(&self, edit: &CardEdit) -> Result<Self, CardErrors> {
        let text = self.to_string();
        let mut lines: Vec<&str> = text.lines().collect();
        let at = edit
            .removed
            .as_deref()
            .and_then(|removed| lines.iter().position(|line| *line == removed));
        let added = edit.added.as_deref().filter(|added| !added.trim().is_empty());
        match (at, added) {
            (Some(at), Some(added)) => lines[at] = added,
            (Some(at), None) => drop(lines.remove(at)),
            (None, Some(added)) => lines.push(added),
            (None, None) => {}
        }
        lines.join("\n").parse()
    }
}
