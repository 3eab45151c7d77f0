//! The lines other than the main one, and the changes that lead to them.
//!
//! Everything is expressed in [`Change`]s, so that a record needs no further operations: to
//! annotate an entry elsewhere, the cursor moves there and back.

use super::game::RecordedGame;
use super::record::{Change, Record};
use super::tree::EntryId;

/// A line of play that leaves the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// Its first entry.
    pub first: EntryId,
    /// The number of that entry: it replaces this entry of the main line, or continues its end.
    pub number: usize,
    /// The number of its entries along its own main continuations.
    pub length: usize,
}

impl<G: RecordedGame> Record<G> {
    /// Returns the lines played instead of entry `number` of the main line, the latest first.
    pub fn variations_at(&self, number: usize) -> Vec<Variation> {
        let before = number.checked_sub(1).and_then(|n| self.on_main_line(n));
        let Some(before) = before else {
            return Vec::new();
        };
        self.entry(before)
            .continuations()
            .iter()
            .skip(1)
            .map(|&first| Variation { first, number, length: self.length_of(first) })
            .collect()
    }

    /// Returns every line that leaves the main line, in the order of the main line.
    pub fn variations(&self) -> Vec<Variation> {
        (1..=self.main_line().len()).flat_map(|n| self.variations_at(n)).collect()
    }

    /// Returns the entries of the line that starts with `first`, along its main continuations.
    pub fn line_of(&self, first: EntryId) -> Vec<EntryId> {
        self.tree().line_of(first).collect()
    }

    fn length_of(&self, first: EntryId) -> usize {
        self.tree().line_of(first).count()
    }

    /// Returns the changes that make the line through an entry the main one and lead to its end.
    ///
    /// The previous main line becomes a variation.
    pub fn promote(&self, id: EntryId) -> Vec<Change<G>> {
        let mut changes = Vec::new();
        self.moves_to(id, &mut changes);
        let beyond = self.length_of(id) - 1;
        push_moves(&mut changes, 0, beyond);
        changes
    }

    /// Returns the changes that move the cursor to any entry of the tree, whose line becomes the
    /// main one.
    pub fn changes_to_reach(&self, id: EntryId) -> Vec<Change<G>> {
        let mut changes = Vec::new();
        self.moves_to(id, &mut changes);
        changes
    }

    /// Returns the changes that move to any entry of the tree, make `change` there, and move back.
    ///
    /// It is meant for annotations. The main line stays the same.
    pub fn changes_at(&self, id: EntryId, change: Change<G>) -> Vec<Change<G>> {
        let mut changes = Vec::new();
        let switches = self.moves_to(id, &mut changes);
        changes.push(change);
        // Back by the same route, restoring the main continuation at each fork.
        let mut at = self.entry(id).number();
        for (number, place) in switches.into_iter().rev() {
            push_moves(&mut changes, at, number);
            at = number;
            // The switch moved the first of the list to the second place.
            if place > 0 {
                changes.push(Change::Branch(2));
            }
        }
        push_moves(&mut changes, at, self.cursor());
        changes
    }

    /// Adds the changes that move the cursor to an entry. Returns the forks that were switched,
    /// each with the number of the entry before it and the place of the new main continuation.
    fn moves_to(&self, id: EntryId, changes: &mut Vec<Change<G>>) -> Vec<(usize, usize)> {
        // Walk up to the main line, noting the place of each continuation.
        let mut path = Vec::new();
        let mut at = id;
        while self.on_main_line(self.entry(at).number()) != Some(at) {
            let before = self.entry(at).before();
            let siblings = self.entry(before).continuations();
            let place = siblings.iter().position(|&other| other == at).unwrap_or_default();
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

/// Adds the undo or redo that moves from one number to another.
fn push_moves<G: RecordedGame>(changes: &mut Vec<Change<G>>, from: usize, to: usize) {
    match to.cmp(&from) {
        std::cmp::Ordering::Less => changes.push(Change::Undo(from - to)),
        std::cmp::Ordering::Greater => changes.push(Change::Redo(to - from)),
        std::cmp::Ordering::Equal => {}
    }
}
