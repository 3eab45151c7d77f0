//! Putting the record right: earlier entries changed, left out, and others put in before them, with
//! everything after them judged again.
//!
//! A [`Repair`] is a draft that touches nothing. [`Record::judge`](super::Record::judge) says how
//! far it holds: what follows an edit is played again as strictly as the first time, and stops at
//! the first entry that no longer holds. One that holds throughout is recorded as a single deed, so
//! that undoing it brings back every entry as it was.
//!
//! In a record it stands as a block; the numbers are those of the entries before the repair:
//!
//! ```text
//! repair:
//!   before 12: trap C4
//!   instead of 14: initiative Guard: 30
//!   without 20
//! ```

use std::collections::BTreeMap;
use std::fmt;

use super::action::{Action, Turn, parse_action};
use super::board::Board;
use super::edition::Edition;
use super::game::Game;
use super::illegal::Refusal;
use super::record::JudgedAction;
use super::text::{Cursor, Read};

/// Why a turn stands that the rules would not have after a repair.
const STANDS: &str = "so it was played before the record was repaired";

/// What becomes of an entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Fate {
    /// It stays as it was recorded.
    #[default]
    Kept,
    /// Another stands in its place.
    Instead(Action),
    /// It is left out.
    LeftOut,
}

/// What is done at an entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Mend {
    /// What is put in before it, in order.
    before: Vec<Action>,
    fate: Fate,
}

/// Edits of a record that are made together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repair {
    /// By the number of the entry, from 1.
    mends: BTreeMap<usize, Mend>,
}

/// An entry of a record as a repair would have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of the entry it comes from, or before which it is put in.
    pub entry: usize,
    /// What is done there; of an entry that is left out, what was done.
    pub action: Action,
    /// How it differs from the record.
    pub edit: Edit,
    /// The edition of the rules by which it is judged: that of its entry, if it is as recorded.
    pub edition: Edition,
}

/// How an entry of a repair differs from the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Not at all.
    Kept,
    /// It is put in before the entry; of several, this is the one of that number, from 0.
    Before(usize),
    /// It stands in place of the entry.
    Instead,
    /// It is left out.
    LeftOut,
}

/// How far a repair holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Every entry as the repair would have it, those that are left out among them.
    pub steps: Vec<Step>,
    /// The first of the steps that no longer holds, by its place among them, and why.
    pub clash: Option<(usize, Refusal)>,
    /// The game after the last step that holds.
    pub game: Game,
}

impl Repair {
    /// Whether it changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.mends.is_empty()
    }

    /// The first entry that it touches.
    #[must_use]
    pub fn first(&self) -> Option<usize> {
        self.mends.keys().next().copied()
    }

    /// The last entry that it touches.
    #[must_use]
    pub fn last(&self) -> Option<usize> {
        self.mends.keys().next_back().copied()
    }

    /// Puts an action in before a step.
    pub fn put_before(&mut self, step: &Step, action: Action) {
        let before = &mut self.mends.entry(step.entry).or_default().before;
        let at = match step.edit {
            Edit::Before(at) => at.min(before.len()),
            Edit::Kept | Edit::Instead | Edit::LeftOut => before.len(),
        };
        before.insert(at, action);
    }

    /// Lets another action stand in place of a step, or leaves it out if there is none.
    pub fn set(&mut self, step: &Step, action: Option<Action>) {
        let mend = self.mends.entry(step.entry).or_default();
        match (step.edit, action) {
            (Edit::Before(at), Some(action)) if at < mend.before.len() => mend.before[at] = action,
            (Edit::Before(at), None) if at < mend.before.len() => {
                mend.before.remove(at);
            }
            (Edit::Before(_), _) => {}
            (_, Some(action)) => mend.fate = Fate::Instead(action),
            (_, None) => mend.fate = Fate::LeftOut,
        }
        self.tidy(step.entry);
    }

    /// Lets an entry be as it was recorded; what is put in before it stays.
    pub fn keep(&mut self, entry: usize) {
        self.mends.entry(entry).or_default().fate = Fate::Kept;
        self.tidy(entry);
    }

    fn tidy(&mut self, entry: usize) {
        if self.mends.get(&entry).is_some_and(|mend| *mend == Mend::default()) {
            self.mends.remove(&entry);
        }
    }

    /// The entries from this one on as the repair would have them; `later` are those recorded, and
    /// what is new is judged by `edition`.
    pub(super) fn steps(
        &self,
        from: usize,
        later: &[&JudgedAction],
        edition: Edition,
    ) -> Vec<Step> {
        let mut steps = Vec::with_capacity(later.len());
        let none = Mend::default();
        for (entry, &recorded) in (from..).zip(later) {
            let Mend { before, fate } = self.mends.get(&entry).unwrap_or(&none);
            let put_in = before.iter().cloned().enumerate();
            steps.extend(put_in.map(|(at, action)| {
                let edit = Edit::Before(at);
                Step { entry, action, edit, edition }
            }));
            let (action, edit, edition) = match fate {
                Fate::Kept => (&recorded.action, Edit::Kept, recorded.edition),
                Fate::Instead(action) => (action, Edit::Instead, edition),
                Fate::LeftOut => (&recorded.action, Edit::LeftOut, recorded.edition),
            };
            steps.push(Step { entry, action: action.clone(), edit, edition });
        }
        steps
    }

    /// Every action that it brings into the record.
    pub(super) fn brings(&self) -> impl Iterator<Item = &Action> {
        self.mends.values().flat_map(|mend| {
            let instead = match &mend.fate {
                Fate::Instead(action) => Some(action),
                Fate::Kept | Fate::LeftOut => None,
            };
            mend.before.iter().chain(instead)
        })
    }

    /// Takes in a line of its block; hexes are read on `board`.
    pub(super) fn read_line(&mut self, line: usize, text: &str, board: &Board) -> Read<()> {
        let mut cursor = Cursor::new(line, text);
        let start = cursor;
        let word = cursor.word();
        if word == "instead" {
            cursor.keyword("of")?;
        } else if !matches!(word, "before" | "without") {
            return Err(start.expected("\"before 12:\", \"instead of 12:\" or \"without 12\""));
        }
        let entry = cursor.number(1, super::record::MOST_CHANGES, "the number of an entry")?;
        if word == "without" {
            cursor.end()?;
            return self.decide(entry, Fate::LeftOut).ok_or_else(|| once(start));
        }
        cursor.sign(':')?;
        let said = cursor.skipped();
        let action = parse_action(line, said.rest, board).map_err(|error| {
            // The columns of the whole line, not of the action alone.
            let column = error.column + said.column() - 1;
            super::TextError { column, ..error }
        })?;
        if word == "before" {
            self.mends.entry(entry).or_default().before.push(action);
            return Ok(());
        }
        self.decide(entry, Fate::Instead(action)).ok_or_else(|| once(start))
    }

    /// Decides what becomes of an entry; nothing if that is decided already.
    fn decide(&mut self, entry: usize, fate: Fate) -> Option<()> {
        let mend = self.mends.entry(entry).or_default();
        (mend.fate == Fate::Kept).then(|| mend.fate = fate)
    }
}

fn once(at: Cursor<'_>) -> super::TextError {
    at.expected("an entry of which nothing is decided yet in this repair")
}

/// The lines of its block, without how far they are set in.
impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Vec::new();
        for (entry, Mend { before, fate }) in &self.mends {
            lines.extend(before.iter().map(|action| format!("before {entry}: {action}")));
            match fate {
                Fate::Kept => {}
                Fate::Instead(action) => lines.push(format!("instead of {entry}: {action}")),
                Fate::LeftOut => lines.push(format!("without {entry}")),
            }
        }
        f.write_str(&lines.join("\n"))
    }
}

impl Step {
    /// Whether it is still played.
    #[must_use]
    pub fn is_played(&self) -> bool {
        self.edit != Edit::LeftOut
    }

    /// The same as the table had it, where the rules would not have it any more; only turns of
    /// monsters are judged by them.
    #[must_use]
    pub fn as_it_was_played(&self) -> Option<Action> {
        match &self.action {
            Action::Turn(turn) if turn.overruled.is_none() => {
                Some(Action::Turn(Turn { overruled: Some(STANDS.to_owned()), ..turn.clone() }))
            }
            _ => None,
        }
    }
}
