//! A tree of entries with a cursor.
//!
//! Undo and redo move the cursor. Playing another action at an earlier entry keeps the later
//! entries as a variation. The main line leads from the start through the cursor to the end of
//! redo.
//!
//! The tree stores the [`Outcome`](RecordedGame::Outcome) of each entry, and caches the game after
//! some of them, so that a move of the cursor replays little. We replay from a cached game instead
//! of running actions backwards: a replay cannot disagree with the rules the way a hand-written
//! inverse can.

use std::collections::VecDeque;
use std::fmt::Debug;

use super::annotations::{Annotations, EntryRating};
use super::game::{Played, RecordedGame, play_again};

/// The maximum number of continuations of one entry.
pub const MAX_CONTINUATIONS: usize = 1_000;

/// The interval, in entries, at which a game is cached: a move of the cursor replays no more than
/// this.
const CACHE_INTERVAL: usize = 32;

/// The maximum number of cached games: enough for the longest line, while a record of thousands of
/// branches cannot fill the memory.
const MAX_CACHED: usize = 1_000;

/// The maximum number of cached games at which the cursor was lately: for the results of the latest
/// entries, and for moving back and forth.
const MAX_RECENT: usize = 64;

/// The id of an entry, or of the start before all entries.
///
/// It is stable: entries are added to a tree and never removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryId(u32);

impl EntryId {
    /// The start of the game, before the first entry.
    pub const START: Self = Self(0);

    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// An action that was played, its outcome and its annotations.
///
/// The start of the game is an entry too, the only one without an action.
#[derive(Clone, Debug)]
pub struct Entry<G: RecordedGame> {
    action: Option<G::Action>,
    before: EntryId,
    number: usize,
    continuations: Vec<EntryId>,
    outcome: G::Outcome,
    annotations: Annotations<G>,
    /// The game after this entry, cached at a few entries only.
    game: Option<Box<G::Game>>,
}

impl<G: RecordedGame> Entry<G> {
    /// Returns the action with every choice made; `None` at the start of the game.
    pub const fn action(&self) -> Option<&G::Action> {
        self.action.as_ref()
    }

    /// Returns the previous entry. The start precedes itself.
    pub const fn before(&self) -> EntryId {
        self.before
    }

    /// Returns the number of entries up to this one, itself included; 0 for the start.
    pub const fn number(&self) -> usize {
        self.number
    }

    /// Returns the next entries: the main continuation, then the variations, the latest first.
    pub fn continuations(&self) -> &[EntryId] {
        &self.continuations
    }

    /// Returns the result besides the game, computed when it was played and never saved.
    pub const fn outcome(&self) -> &G::Outcome {
        &self.outcome
    }

    /// Returns the notes of the players at it.
    pub const fn annotations(&self) -> &Annotations<G> {
        &self.annotations
    }

    /// Returns the comment of the players; empty for none.
    pub fn comment(&self) -> &str {
        &self.annotations.comment
    }

    /// Returns the name of the line that starts with this entry; empty for none.
    pub fn name(&self) -> &str {
        &self.annotations.name
    }

    /// Returns the players' opinion of it.
    pub const fn mark(&self) -> Option<EntryRating> {
        self.annotations.mark
    }

    /// Returns the numbers that the table stated here, to be compared with the record.
    pub const fn checkpoint(&self) -> Option<&G::Checkpoint> {
        self.annotations.checkpoint.as_ref()
    }
}

/// The reason an entry cannot be added. The tree stays unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GrowError<Refusal> {
    /// The rules refuse the action.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The tree has the maximum number of entries.
    #[error("the record is full")]
    Full,
    /// The entry has the maximum number of continuations.
    #[error("this place has {MAX_CONTINUATIONS} continuations already")]
    TooManyContinuations,
}

/// A tree of entries with a cursor.
///
/// Invariant: the cursor is on the main line, and the rules accepted every action at its place in
/// the tree.
#[derive(Clone, Debug)]
pub struct Tree<G: RecordedGame> {
    /// The start, then the entries in the order in which they were made.
    entries: Vec<Entry<G>>,
    /// The main line without the start.
    line: Vec<EntryId>,
    /// The number of played entries of the main line.
    cursor: usize,
    /// The game at the cursor.
    game: G::Game,
    /// The number of entries with a cached game.
    cached: usize,
    /// Games at which the cursor was lately, the latest last.
    recent: VecDeque<(EntryId, G::Game)>,
}

impl<G: RecordedGame> Tree<G> {
    /// Creates a tree without entries from the game at its start and the outcome of its setup.
    pub fn new(game: G::Game, outcome: G::Outcome) -> Self {
        let start = Entry {
            action: None,
            before: EntryId::START,
            number: 0,
            continuations: Vec::new(),
            outcome,
            annotations: Annotations::default(),
            game: Some(Box::new(game.clone())),
        };
        let (entries, line) = (vec![start], Vec::new());
        Self { entries, line, cursor: 0, game, cached: 1, recent: VecDeque::new() }
    }

    /// Returns the game at its start, which is always cached.
    pub fn start(&self) -> &G::Game {
        self.entry(EntryId::START).game.as_deref().unwrap_or(&self.game)
    }

    /// Returns the game at the cursor.
    pub const fn game(&self) -> &G::Game {
        &self.game
    }

    /// Returns the game after `n` entries of the main line; 0 is the start.
    pub fn game_at(&self, n: usize) -> Option<G::Game> {
        self.on_main_line(n).map(|id| self.game_after(id))
    }

    /// Returns the game after any entry of the tree.
    pub fn game_after(&self, id: EntryId) -> G::Game {
        // Find the nearest cached game, and the actions that lead on from it.
        let mut actions = Vec::new();
        let mut at = id;
        let mut game = loop {
            if let Some(game) = self.kept_game(at) {
                break game.clone();
            }
            let entry = self.entry(at);
            actions.extend(entry.action());
            at = entry.before;
        };
        for action in actions.into_iter().rev() {
            game = play_again::<G>(&game, action).game;
        }
        game
    }

    /// Returns the game after an entry if it is cached.
    pub fn kept_game(&self, id: EntryId) -> Option<&G::Game> {
        match &self.entry(id).game {
            _ if id == self.here() => Some(&self.game),
            Some(game) => Some(game),
            None => {
                let recent = self.recent.iter().rev().find(|(recent, _)| *recent == id);
                recent.map(|(_, game)| game)
            }
        }
    }

    /// Returns the number of played entries of the main line: the number of the entry at the
    /// cursor.
    pub const fn cursor(&self) -> usize {
        self.cursor
    }

    /// Returns the entry at the cursor.
    pub fn here(&self) -> EntryId {
        match self.cursor.checked_sub(1) {
            Some(index) => self.line[index],
            None => EntryId::START,
        }
    }

    /// Returns the main line: entry `n`, counted from 1, is at `n - 1`.
    ///
    /// It leads from the start through the cursor to the end of redo.
    pub fn main_line(&self) -> &[EntryId] {
        &self.line
    }

    /// Returns entry `n` of the main line; 0 is the start.
    pub fn on_main_line(&self, n: usize) -> Option<EntryId> {
        match n.checked_sub(1) {
            Some(index) => self.line.get(index).copied(),
            None => Some(EntryId::START),
        }
    }

    /// Returns an entry by its id.
    ///
    /// # Panics
    ///
    /// If the id is of another, larger tree.
    pub fn entry(&self, id: EntryId) -> &Entry<G> {
        &self.entries[id.index()]
    }

    /// Returns the mutable annotations of an entry.
    ///
    /// # Panics
    ///
    /// If the id is of another, larger tree.
    pub fn annotations_mut(&mut self, id: EntryId) -> &mut Annotations<G> {
        &mut self.entries[id.index()].annotations
    }

    /// Returns the number of entries, variations included.
    pub fn entry_count(&self) -> usize {
        self.entries.len() - 1
    }

    /// Iterates over the line that starts with `first`, along its main continuations.
    pub fn line_of(&self, first: EntryId) -> impl Iterator<Item = EntryId> {
        std::iter::successors(Some(first), |&id| self.entry(id).continuations.first().copied())
    }

    /// Plays an action at the cursor, and returns it as recorded. If it was played there before,
    /// the cursor follows that entry.
    ///
    /// # Errors
    ///
    /// The rules refuse the action, or there is no room for an entry.
    pub fn play(&mut self, action: &G::Action) -> Result<G::Action, GrowError<G::Refusal>> {
        let Played { game, action, outcome } = G::play(&self.game, action)?;
        let here = self.here();
        let (_, place) = self.grow(here, &action, outcome, &game)?;
        self.make_main(place);
        self.arrive(here, self.cursor + 1, game);
        Ok(action)
    }

    /// Adds an action as the last continuation of `after`, and leaves the cursor in its place.
    ///
    /// `game` is the game after `after`, and becomes the game after the new entry. If the action
    /// was played there before, that entry is returned.
    ///
    /// # Errors
    ///
    /// The rules refuse the action, or there is no room for an entry.
    pub fn add(
        &mut self,
        after: EntryId,
        game: &mut G::Game,
        action: &G::Action,
    ) -> Result<EntryId, GrowError<G::Refusal>> {
        let played = G::play(game, action)?;
        let ends_line = self.line.last().copied().unwrap_or(EntryId::START) == after;
        let (id, _) = self.grow(after, &played.action, played.outcome, &played.game)?;
        *game = played.game;
        if ends_line {
            self.line.push(id);
        }
        Ok(id)
    }

    /// Finds the continuation of `after` with this action, or adds it as the last one. Returns it
    /// with its place among the continuations.
    fn grow(
        &mut self,
        after: EntryId,
        action: &G::Action,
        outcome: G::Outcome,
        game: &G::Game,
    ) -> Result<(EntryId, usize), GrowError<G::Refusal>> {
        let before = self.entry(after);
        let number = before.number + 1;
        let place = before.continuations.len();
        let existing =
            before.continuations.iter().position(|&id| self.entry(id).action() == Some(action));
        if let Some(existing) = existing {
            return Ok((before.continuations[existing], existing));
        }
        if place >= MAX_CONTINUATIONS {
            return Err(GrowError::TooManyContinuations);
        }
        let next = u32::try_from(self.entries.len()).ok().map(EntryId);
        let Some(id) = next.filter(|_| self.entry_count() < G::MAX_ENTRIES) else {
            return Err(GrowError::Full);
        };
        let is_cached = number.is_multiple_of(CACHE_INTERVAL) && self.cached < MAX_CACHED;
        self.cached += usize::from(is_cached);
        self.entries.push(Entry {
            action: Some(action.clone()),
            before: after,
            number,
            continuations: Vec::new(),
            outcome,
            annotations: Annotations::default(),
            game: is_cached.then(|| Box::new(game.clone())),
        });
        self.entries[after.index()].continuations.push(id);
        Ok((id, place))
    }

    /// Makes the continuation at this place, counted from 0, the main one at the cursor.
    ///
    /// It moves to the head of the list, and the cursor stays.
    pub fn make_main(&mut self, place: usize) {
        let here = self.here();
        self.put_first(here, place);
        let next = self.entry(here).continuations[0];
        if self.line.get(self.cursor) != Some(&next) {
            self.reroute_line(here);
        }
    }

    fn put_first(&mut self, before: EntryId, place: usize) {
        self.entries[before.index()].continuations[..=place].rotate_right(1);
    }

    /// Continues the main line from one of its entries along the main continuations.
    fn reroute_line(&mut self, from: EntryId) {
        let entry = self.entry(from);
        let first = entry.continuations.first();
        let beyond: Vec<EntryId> = first.into_iter().flat_map(|&id| self.line_of(id)).collect();
        self.line.truncate(entry.number);
        self.line.extend(beyond);
    }

    /// Moves the cursor to entry `to` of the main line. Has no effect if there is none.
    pub fn move_to(&mut self, to: usize) {
        if let Some(id) = self.on_main_line(to) {
            self.arrive(self.here(), to, self.game_after(id));
        }
    }

    /// Moves the cursor to any entry of the tree, whose line becomes the main one.
    pub fn go_to(&mut self, id: EntryId) {
        let here = self.here();
        if id == here {
            return;
        }
        let game = self.game_after(id);
        let mut at = id;
        while self.on_main_line(self.entry(at).number) != Some(at) {
            let before = self.entry(at).before;
            let siblings = &self.entry(before).continuations;
            let place = siblings.iter().position(|&other| other == at).unwrap_or_default();
            self.put_first(before, place);
            at = before;
        }
        if at != id {
            self.reroute_line(at);
        }
        self.arrive(here, self.entry(id).number, game);
    }

    /// Moves the cursor from `from` to entry `to` of the main line, after which the game is `game`.
    fn arrive(&mut self, from: EntryId, to: usize, game: G::Game) {
        let left = std::mem::replace(&mut self.game, game);
        self.cursor = to;
        if self.recent.iter().all(|(recent, _)| *recent != from) {
            if self.recent.len() == MAX_RECENT {
                self.recent.pop_front();
            }
            self.recent.push_back((from, left));
        }
    }

    /// Returns the main line up to entry `number`, or all of it if it is shorter, without
    /// variations and later entries. The cursor is at its end.
    #[must_use]
    pub fn trunk(&self, number: usize) -> Self {
        let ids = &self.line[..number.min(self.line.len())];
        let last = ids.last().copied().unwrap_or(EntryId::START);
        let mut trunk = Self {
            entries: Vec::with_capacity(ids.len() + 1),
            line: Vec::with_capacity(ids.len()),
            cursor: ids.len(),
            game: self.game_after(last),
            cached: 0,
            recent: VecDeque::new(),
        };
        for (at, &id) in (0..).zip([EntryId::START].iter().chain(ids)) {
            let entry = self.entry(id).clone();
            trunk.cached += usize::from(entry.game.is_some());
            trunk.entries.push(Entry {
                before: EntryId(u32::saturating_sub(at, 1)),
                continuations: if id == last { Vec::new() } else { vec![EntryId(at + 1)] },
                ..entry
            });
            if id != EntryId::START {
                trunk.line.push(EntryId(at));
            }
        }
        trunk
    }
}

/// Two trees are equal if they have the same entries, main line and cursor. The order in which the
/// entries were added makes no difference.
impl<G: RecordedGame> PartialEq for Tree<G> {
    fn eq(&self, other: &Self) -> bool {
        if self.cursor != other.cursor || self.entries.len() != other.entries.len() {
            return false;
        }
        // An explicit list of pairs to compare: a line may be longer than the stack is deep.
        let mut pairs = vec![(EntryId::START, EntryId::START)];
        while let Some((one, two)) = pairs.pop() {
            let (one, two) = (self.entry(one), other.entry(two));
            if one.action != two.action
                || one.annotations != two.annotations
                || one.continuations.len() != two.continuations.len()
            {
                return false;
            }
            let both = one.continuations.iter().zip(&two.continuations);
            pairs.extend(both.map(|(&one, &two)| (one, two)));
        }
        true
    }
}

#[cfg(test)]
mod tests;
