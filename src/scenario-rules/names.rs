//! The names of figures and sets, with the ids that the rules use for them.
//!
//! The rules compare ids and never names. [`Names`] is the only table between the two: parsers turn
//! names into ids, and printers turn ids into names.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use plain_text::name_key;

/// The id of a figure in a record, for its full name: Brute, Guard 3.
///
/// It is stable within the record, across all variations and repairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FigureId(u32);

impl FigureId {
    /// Returns the number of the id, which is the place of the name in the record's table of names.
    pub const fn number(self) -> u32 {
        self.0
    }
}

/// The id of a set of monsters, or of the name shared by several summons or allied tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetId(u32);

/// The id of a figure or a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameId {
    /// A figure.
    Figure(FigureId),
    /// A set.
    Set(SetId),
}

/// The table of all names in a record.
///
/// It only grows, and clones share it, so an id means the same in every state of a record. Any two
/// tables compare equal, so the names never make two states differ.
#[derive(Clone, Debug, Default)]
pub struct Names(Arc<RwLock<Tables>>);

#[derive(Debug, Default)]
struct Tables {
    figures: NameTable,
    sets: NameTable,
}

/// Names by id, counted from 0.
#[derive(Debug, Default)]
struct NameTable {
    /// Each name in its first spelling.
    names: Vec<Arc<str>>,
    ids: HashMap<String, u32>,
}

impl NameTable {
    fn get(&self, name: &str) -> Option<u32> {
        self.ids.get(&name_key(name)).copied()
    }

    fn get_or_insert(&mut self, name: &str) -> u32 {
        let next = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        let id = *self.ids.entry(name_key(name)).or_insert(next);
        if id == next {
            self.names.push(name.trim().into());
        }
        id
    }

    fn name(&self, id: u32) -> Arc<str> {
        let at = usize::try_from(id).unwrap_or(usize::MAX);
        self.names.get(at).cloned().unwrap_or_default()
    }
}

impl Names {
    /// Returns the figure with a full name such as "Guard 3", ignoring case; adds a new name.
    pub fn figure(&self, full_name: &str) -> FigureId {
        self.known_figure(full_name).unwrap_or_else(|| {
            FigureId(self.write(|tables| tables.figures.get_or_insert(full_name)))
        })
    }

    /// Returns the figure with a full name; `None` if the record has not used that name.
    pub fn known_figure(&self, full_name: &str) -> Option<FigureId> {
        self.read(|tables| tables.figures.get(full_name)).map(FigureId)
    }

    /// Returns the full name of a figure in its first spelling.
    pub fn figure_name(&self, id: FigureId) -> Arc<str> {
        self.read(|tables| tables.figures.name(id.0))
    }

    /// Returns the set with a name, ignoring case; adds a new name.
    pub fn set(&self, name: &str) -> SetId {
        let known = self.read(|tables| tables.sets.get(name));
        SetId(known.unwrap_or_else(|| self.write(|tables| tables.sets.get_or_insert(name))))
    }

    /// Returns the name of a set in its first spelling.
    pub fn set_name(&self, id: SetId) -> Arc<str> {
        self.read(|tables| tables.sets.name(id.0))
    }

    /// Returns the name of a figure or set in its first spelling.
    pub fn name(&self, of: NameId) -> Arc<str> {
        match of {
            NameId::Figure(id) => self.figure_name(id),
            NameId::Set(id) => self.set_name(id),
        }
    }

    // The tables are valid after every step of a change, so they are usable after a panic
    // elsewhere.
    fn read<T>(&self, of: impl FnOnce(&Tables) -> T) -> T {
        of(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn write<T>(&self, of: impl FnOnce(&mut Tables) -> T) -> T {
        of(&mut self.0.write().unwrap_or_else(PoisonError::into_inner))
    }
}

impl PartialEq for Names {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Names {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_in_another_case_is_the_same_figure_and_keeps_its_first_spelling() {
        let names = Names::default();
        let guard = names.figure("Guard 3");
        assert_eq!(names.figure("  gUARD 3 "), guard);
        assert_ne!(names.figure("Guard 4"), guard);
        assert_eq!(&*names.figure_name(guard), "Guard 3");
        assert_eq!(names.known_figure("Guard 5"), None);
    }

    #[test]
    fn cloned_tables_share_names_added_later() {
        let names = Names::default();
        let clone = names.clone();
        let guard = names.set("Guard");
        assert_eq!(clone.set("guard"), guard);
        assert_eq!(&*clone.set_name(guard), "Guard");
    }
}
