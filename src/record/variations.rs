//! The lines beside the main one: what they are, and how to get at them.
//!
//! Everything is expressed in [`Change`]s, so that a record holds it without a
//! word of its own: to write beside an entry elsewhere, the cursor goes there
//! and comes back.

use super::game::RecordedGame;
use super::record::{Change, Record};
use super::tree::EntryId;

/// A line of play that leaves the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// Its first entry.
    pub first: EntryId,
    /// The number of that entry: it was played instead of this entry of the main line, or
    /// beyond its end.
    pub number: usize,
    /// How many entries it has along its own main continuations.
    pub length: usize,
}

impl<G: RecordedGame> Record<G> {
    /// The lines that were played instead of entry `number` of the main line, the latest first.
    pub fn variations_at(&self, number: usize) -> Vec<Variation> {
        let before = number.checked_sub(1).and_then(|n| self.on_main_line(n));
        let Some(before) = before else {
            return Vec::new();
        };
        let others = self.entry(before).continuations().iter().skip(1);
        let variation =
            |&first: &EntryId| Variation { first, number, length: self.length_of(first) };
        others.map(variation).collect()
    }

    /// Every line that leaves the main line, in its order.
    pub fn variations(&self) -> Vec<Variation> {
        let numbers = 1..=self.main_line().len();
        numbers.flat_map(|n| self.variations_at(n)).collect()
    }

    /// The entries of the line that begins with `first`, along its main continuations.
    pub fn line_of(&self, first: EntryId) -> Vec<EntryId> {
        self.tree().line_of(first).collect()
    }

    fn length_of(&self, first: EntryId) -> usize {
        self.tree().line_of(first).count()
    }

    /// The changes that make the line through an entry the main one and lead to its end.
    ///
    /// What was the main line until then becomes a variation.
    pub fn promote(&self, id: EntryId) -> Vec<Change<G>> {
        let mut changes = Vec::new();
        self.moves_to(id, &mut changes);
        let beyond = self.length_of(id) - 1;
        push_moves(&mut changes, 0, beyond);
        changes
    }

    /// The changes that lead the cursor to an entry, wherever in the tree it is; its line becomes
    /// the main one.
    pub fn lead_to(&self, id: EntryId) -> Vec<Change<G>> {
        let mut changes = Vec::new();
        self.moves_to(id, &mut changes);
        changes
    }

    /// The changes that make `change` at an entry, wherever in the tree it is, and lead back to
    /// the cursor.
    ///
    /// It is meant for what is written beside an entry. The main line stays the main line.
    pub fn beside(&self, id: EntryId, change: Change<G>) -> Vec<Change<G>> {
        let mut changes = Vec::new();
        let switches = self.moves_to(id, &mut changes);
        changes.push(change);
        // Back the same way, each fork turned to where it led before.
        let mut at = self.entry(id).number();
        for (number, place) in switches.into_iter().rev() {
            push_moves(&mut changes, at, number);
            at = number;
            // The first of the list was moved to the second place by the switch.
            if place > 0 {
                changes.push(Change::Branch(2));
            }
        }
        push_moves(&mut changes, at, self.cursor());
        changes
    }

    /// Adds the changes that lead the cursor to an entry; gives the forks that were turned, each
    /// with the number of the entry before it and the place of the continuation taken.
    fn moves_to(&self, id: EntryId, changes: &mut Vec<Change<G>>) -> Vec<(usize, usize)> {
        // Up to the main line, noting which continuation leads down.
        let mut path = Vec::new();
        let mut at = id;
        while self.on_main_line(self.entry(at).number()) != Some(at) {
            let before = self.entry(at).before();
            let mut beside = self.entry(before).continuations().iter();
            let place = beside.position(|&other| other == at).unwrap_or_default();
            path.push((self.entry(before).number(), place));
            at = before;
        }
        let mut cursor = self.cursor();
        let mut switches = Vec::new();
        for (number, place) in path.into_iter().rev() {
            if place > 0 {
                push_moves(changes, cursor, number);
                cursor = number;
                changes.push(Change::Branch(place + 1));
                switches.push((number, place));
            }
        }
        push_moves(changes, cursor, self.entry(id).number());
        switches
    }
}

/// Adds the undo or redo that leads from one number to another.
fn push_moves<G: RecordedGame>(changes: &mut Vec<Change<G>>, from: usize, to: usize) {
    match to.cmp(&from) {
        std::cmp::Ordering::Less => changes.push(Change::Undo(from - to)),
        std::cmp::Ordering::Greater => changes.push(Change::Redo(to - from)),
        std::cmp::Ordering::Equal => {}
    }
}
