//! The names of figures and of sets, and the ids by which the rules know them.
//!
//! The rules compare ids and never names. [`Names`] is the one table between the two: text is turned
//! into ids where it is read, and ids into text where something is printed or said.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use plain_text::name_key;

/// A figure of a record, by its full name: the Brute, Guard 3.
///
/// It stays the same as long as the record lasts, on every variation and through repairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FigureId(u32);

/// A set of monsters, or the name that several summons or allied tokens share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetId(u32);

/// The id of a name: that of a figure or of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameId {
    /// A figure by its full name.
    Figure(FigureId),
    /// A set.
    Set(SetId),
}

/// The names that a record uses.
///
/// The table only grows, and its clones share it, so that an id means the same in every state of a
/// record. It never makes two states differ.
#[derive(Clone, Debug, Default)]
pub struct Names(Arc<RwLock<Tables>>);

#[derive(Debug, Default)]
struct Tables {
    figures: Table,
    sets: Table,
}

/// Names by their ids, which count from 0.
#[derive(Debug, Default)]
struct Table {
    /// Each name as it was first written.
    names: Vec<Arc<str>>,
    ids: HashMap<String, u32>,
}

impl Table {
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
    /// Returns the figure of a full name, such as "Guard 3", in any case.
    pub fn figure(&self, full_name: &str) -> FigureId {
        let known = self.known_figure(full_name);
        known.unwrap_or_else(|| {
            FigureId(self.write(|tables| tables.figures.get_or_insert(full_name)))
        })
    }

    /// Returns the figure of a full name; `None` if the record never used that name.
    pub fn known_figure(&self, full_name: &str) -> Option<FigureId> {
        self.read(|tables| tables.figures.get(full_name)).map(FigureId)
    }

    /// Returns the full name of a figure, as it was first written.
    pub fn figure_name(&self, id: FigureId) -> Arc<str> {
        self.read(|tables| tables.figures.name(id.0))
    }

    /// Returns the set of a name, in any case.
    pub fn set(&self, name: &str) -> SetId {
        let known = self.read(|tables| tables.sets.get(name));
        SetId(known.unwrap_or_else(|| self.write(|tables| tables.sets.get_or_insert(name))))
    }

    /// Returns the name of a set, as it was first written.
    pub fn set_name(&self, id: SetId) -> Arc<str> {
        self.read(|tables| tables.sets.name(id.0))
    }

    /// Returns the name of a figure or set, as it was first written.
    pub fn name(&self, of: NameId) -> Arc<str> {
        match of {
            NameId::Figure(id) => self.figure_name(id),
            NameId::Set(id) => self.set_name(id),
        }
    }

    /// The tables hold after every step of a change, so a panic elsewhere leaves them usable.
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
    fn a_name_in_another_case_is_the_same_figure_and_keeps_its_first_spelling() {
        let names = Names::default();
        let guard = names.figure("Guard 3");
        assert_eq!(names.figure("  gUARD 3 "), guard);
        assert_ne!(names.figure("Guard 4"), guard);
        assert_eq!(&*names.figure_name(guard), "Guard 3");
        assert_eq!(names.known_figure("Guard 5"), None);
    }

    #[test]
    fn clones_share_what_is_added_later() {
        let names = Names::default();
        let clone = names.clone();
        let guard = names.set("Guard");
        assert_eq!(clone.set("guard"), guard);
        assert_eq!(&*clone.set_name(guard), "Guard");
    }
}
