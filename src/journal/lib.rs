//! The record of one game: what was played, and everything that was taken back.
//!
//! A [`Journal`] is a tree of entries with a cursor in it. Undo and redo move
//! the cursor. Playing something else at an earlier place keeps what lay beyond
//! as a variation, so that nothing said at the table is ever lost. The main
//! line leads from the start through the cursor to where redo would end.
//!
//! Beside that stand the ways to look back and to mend: [`repair`] changes an
//! earlier entry and judges everything after it again, [`audit`] narrows down
//! what differs from the table. Both end in changes like any other.
//!
//! Every change is a [`Change`], and a record file is the list of the changes
//! made; the text of both is left to `notation`. What an
//! action means is left to [`rules`]: the journal plays it on the
//! game before it, as strictly when replaying as the first time.
//!
//! What an action brought about is kept beside its entry for as long as the journal lives, and
//! never stored: what it set off and the points it led to for every entry, the game for some of
//! them. [`Journal::played`] and [`Journal::replay`] are the way to all of it.

pub mod audit;
mod entry;
mod past;
mod recheck;
mod rejudge;
pub mod repair;
mod variations;

#[cfg(test)]
extern crate self as journal;
#[cfg(test)]
#[path = "../../tests/common/sample_journal.rs"]
mod sample;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use rules::action::Action;
use rules::game::{Game, Played};
use rules::illegal::Refusal;
use rules::player::{ByPlayer, PlayerId};
use rules::quantity::Points;
use rules::setup::{Setup, SetupError};

pub use past::PointsAt;
pub use recheck::{Recheck, recheck};
pub use rejudge::{How, Otherwise, Rejudged, rejudged, rejudged_by};
pub use variations::Variation;

pub use entry::{Checkpoint, Entry, EntryId, Mark};

/// The most entries of a journal, variations included. A long game has some hundreds.
pub const MAX_ENTRIES: usize = 20_000;

/// The most continuations of one entry.
pub const MAX_CONTINUATIONS: usize = 1_000;

/// The most characters of a comment or a name: however they are escaped, they fit into a line.
pub const MAX_TEXT: usize = 8_000;

/// Every so many entries the game is kept, so that a move of the cursor
/// replays no more than this, until [`MOST_KEPT`] are.
const KEPT_EVERY: usize = 32;

/// No more games are kept than this: enough for a line as long as a record can be, while a
/// record of thousands of branches cannot fill the memory.
const MOST_KEPT: usize = 1000;

/// So many games about the cursor are kept as well: for what the latest entries came to, and for
/// undoing and redoing in turn.
const MOST_RECENT: usize = 64;

/// Something done to a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Plays an action at the cursor. If it was played there before, that entry is followed.
    Play(Action),
    /// Takes back so many entries.
    Undo(usize),
    /// Plays so many entries again, along the main line.
    Redo(usize),
    /// Makes a continuation at the cursor the main one, by its place in the list counted from 1.
    ///
    /// It moves to the head of the list, and the cursor stays.
    Branch(usize),
    /// Writes a comment on the entry at the cursor, in place of the one there; an empty one removes it.
    Comment(String),
    /// Names the line that begins with the entry at the cursor; an empty name removes it.
    Name(String),
    /// Marks the entry at the cursor, in place of the mark there; nothing removes it.
    Mark(Option<Mark>),
    /// Notes the points of every player as the score track shows them at the cursor.
    Checkpoint(ByPlayer<Points>),
}

/// Why a change cannot be made. The journal stays as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// The rules refuse the action.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// More to take back than was played.
    #[error("cannot take back {asked}: entries before this place: {there}")]
    NothingToUndo {
        /// How many were asked for.
        asked: usize,
        /// How many there are.
        there: usize,
    },
    /// More to play again than was taken back.
    #[error("cannot redo {asked}: entries beyond this place: {there}")]
    NothingToRedo {
        /// How many were asked for.
        asked: usize,
        /// How many there are.
        there: usize,
    },
    /// No such continuation here.
    #[error("no continuation {asked} here: continuations at this place: {there}")]
    NoSuchBranch {
        /// Which was asked for, counted from 1.
        asked: usize,
        /// How many there are.
        there: usize,
    },
    /// A name at the start, where no entry is.
    #[error("the start of the game begins no line, so it cannot be named")]
    NothingToName,
    /// A mark at the start, where no entry is.
    #[error("the start of the game is not an entry, so it cannot be marked")]
    NothingToMark,
    /// A comment or name that is too long.
    #[error("the text has more than {MAX_TEXT} characters")]
    TextTooLong,
    /// The journal holds as many entries as it can.
    #[error("the record is full: it holds {MAX_ENTRIES} entries, taken-back ones included")]
    Full,
    /// One entry has as many continuations as it can have.
    #[error("this place has {MAX_CONTINUATIONS} continuations already")]
    TooManyContinuations,
}

/// The record of one game.
///
/// Invariant: the cursor lies on the main line, and every action in the tree
/// was accepted by the rules where it stands.
#[derive(Clone, Debug)]
pub struct Journal {
    setup: Setup,
    /// The start, then the entries in the order in which they were made.
    entries: Vec<Entry>,
    /// The main line without the start.
    line: Vec<EntryId>,
    /// How many entries of the main line are played.
    cursor: usize,
    /// The game at the cursor.
    game: Game,
    /// How many entries keep their game.
    kept: usize,
    /// Games at which the cursor has been lately, the latest last.
    recent: VecDeque<(EntryId, Game)>,
}

impl Journal {
    /// An empty record of a game with this setup.
    ///
    /// # Errors
    ///
    /// Everything that keeps the setup from being played.
    pub fn new(setup: Setup) -> Result<Self, SetupError> {
        let game = Game::new(&setup)?;
        let mut start = Entry::new(None, EntryId::START, 0, Vec::new(), &game);
        start.game = Some(Box::new(game.clone()));
        Ok(Self {
            setup,
            entries: vec![start],
            line: Vec::new(),
            cursor: 0,
            game,
            kept: 1,
            recent: VecDeque::new(),
        })
    }

    /// Makes a change, and returns it as the record keeps it: an action with all its choices.
    ///
    /// # Errors
    ///
    /// Why it cannot be made; the journal is then as it was.
    pub fn apply(&mut self, change: Change) -> Result<Change, ChangeError> {
        match change {
            Change::Play(action) => return Ok(Change::Play(self.play(&action)?)),
            Change::Undo(asked) => {
                let there = self.cursor;
                let to = there.checked_sub(asked);
                self.move_cursor(to.ok_or(ChangeError::NothingToUndo { asked, there })?);
            }
            Change::Redo(asked) => {
                let there = self.line.len() - self.cursor;
                if asked > there {
                    return Err(ChangeError::NothingToRedo { asked, there });
                }
                self.move_cursor(self.cursor + asked);
            }
            Change::Branch(asked) => {
                let there = self.entry(self.here()).continuations.len();
                if asked == 0 || asked > there {
                    return Err(ChangeError::NoSuchBranch { asked, there });
                }
                self.prefer(asked - 1);
            }
            Change::Comment(ref text) => self.set_comment(self.here(), text)?,
            Change::Name(ref text) => self.set_name(self.here(), text)?,
            Change::Mark(mark) => self.set_mark(self.here(), mark)?,
            Change::Checkpoint(stated) => self.set_checkpoint(self.here(), stated),
        }
        Ok(change)
    }

    /// Says whether messages call players by name, in the game at the cursor and in every other.
    pub fn call_by_name(&mut self, by_name: bool) {
        let kept = self.entries.iter_mut().filter_map(|entry| entry.game.as_deref_mut());
        let recent = self.recent.iter_mut().map(|(_, game)| game);
        for game in kept.chain(recent).chain([&mut self.game]) {
            game.call_by_name(by_name);
        }
    }

    /// What the players agreed on before the start.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The players in seat order.
    #[must_use]
    pub fn players(&self) -> impl DoubleEndedIterator<Item = PlayerId> + use<> {
        self.game.players()
    }

    /// The game at its start, which is always kept.
    #[must_use]
    pub fn start(&self) -> &Game {
        self.entry(EntryId::START).game.as_deref().unwrap_or(&self.game)
    }

    /// The game at the cursor.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game after `n` entries of the main line; 0 is the start.
    #[must_use]
    pub fn game_at(&self, n: usize) -> Option<Game> {
        self.on_main_line(n).map(|id| self.game_after(id))
    }

    /// The game after an entry, wherever in the tree it is.
    #[must_use]
    pub fn game_after(&self, id: EntryId) -> Game {
        // The nearest game that is kept, with the actions that lead on from it.
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
            game = play_again(&game, action).game;
        }
        game
    }

    /// How many entries of the main line are played: the number of the entry at the cursor.
    #[must_use]
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// The entry at the cursor.
    #[must_use]
    pub fn here(&self) -> EntryId {
        match self.cursor.checked_sub(1) {
            Some(index) => self.line[index],
            None => EntryId::START,
        }
    }

    /// The main line: entry `n`, counted from 1, is at `n - 1`.
    ///
    /// It leads from the start through the cursor to where redo would end.
    #[must_use]
    pub fn main_line(&self) -> &[EntryId] {
        &self.line
    }

    /// Entry `n` of the main line; 0 is the start.
    #[must_use]
    pub fn on_main_line(&self, n: usize) -> Option<EntryId> {
        match n.checked_sub(1) {
            Some(index) => self.line.get(index).copied(),
            None => Some(EntryId::START),
        }
    }

    /// An entry by its id.
    ///
    /// # Panics
    ///
    /// If the id is of another journal, a larger one.
    #[must_use]
    pub fn entry(&self, id: EntryId) -> &Entry {
        &self.entries[id.index()]
    }

    /// How many entries there are, variations included.
    #[must_use]
    pub fn entry_count(&self) -> usize {
        self.entries.len() - 1
    }

    /// What an entry led to, with the game before it; nothing at the start.
    #[must_use]
    pub fn played(&self, id: EntryId) -> Option<(Game, Played)> {
        let entry = self.entry(id);
        let before = self.game_after(entry.before);
        let played = self.led_to(&before, id, entry.action()?);
        Some((before, played))
    }

    /// Shows these entries of the main line as they are played: the number from 1, the game
    /// before it, and what it led to.
    pub fn replay(
        &self,
        numbers: RangeInclusive<usize>,
        mut show: impl FnMut(usize, &Game, &Played),
    ) {
        let Some(mut game) = numbers.start().checked_sub(1).and_then(|n| self.game_at(n)) else {
            return;
        };
        for number in numbers {
            let Some(id) = self.on_main_line(number) else {
                return;
            };
            if let Some(action) = self.entry(id).action() {
                let played = self.led_to(&game, id, action);
                show(number, &game, &played);
                game = played.game;
            }
        }
    }

    /// Shows entries that follow each other as they are played, on whatever line they lie, with the
    /// game before each; `game` is the one before the first of them.
    pub fn replay_along(
        &self,
        ids: &[EntryId],
        mut game: Game,
        mut show: impl FnMut(EntryId, &Game, Played),
    ) {
        for &id in ids {
            if let Some(action) = self.entry(id).action() {
                let played = self.led_to(&game, id, action);
                let after = played.game.clone();
                show(id, &game, played);
                game = after;
            }
        }
    }

    /// Shows every entry of the main line as it is played, as [`Journal::replay`] does.
    pub fn replay_with(&self, show: impl FnMut(usize, &Game, &Played)) {
        self.replay(1..=self.line.len(), show);
    }

    /// The game after an entry, `before` being the game before it.
    #[must_use]
    pub fn game_following(&self, before: &Game, id: EntryId) -> Game {
        match self.entry(id).action() {
            Some(action) => self.led_to(before, id, action).game,
            None => before.clone(),
        }
    }

    /// Puts the cursor at the end of the main line.
    pub fn go_to_end(&mut self) {
        self.move_cursor(self.line.len());
    }

    /// Adds an action after `after` as its last continuation, wherever the cursor is.
    ///
    /// `game` is the game after `after`, and becomes the game after the new
    /// entry. If the action was played there before, that entry is returned.
    ///
    /// # Errors
    ///
    /// The rules refuse the action, or the journal holds as many entries as it can.
    pub fn add(
        &mut self,
        after: EntryId,
        game: &mut Game,
        action: &Action,
    ) -> Result<EntryId, ChangeError> {
        let mut played = judged(game, action)?;
        let ends_line = self.line.last().copied().unwrap_or(EntryId::START) == after;
        let (id, _) = self.grow(after, &mut played)?;
        *game = played.game;
        if ends_line {
            self.line.push(id);
        }
        Ok(id)
    }

    /// Writes a comment beside an entry, in place of the one that is there.
    ///
    /// # Errors
    ///
    /// The text is too long.
    pub fn set_comment(&mut self, id: EntryId, text: &str) -> Result<(), ChangeError> {
        self.entries[id.index()].comment = checked(text)?;
        Ok(())
    }

    /// Names the line that begins at an entry.
    ///
    /// # Errors
    ///
    /// The text is too long, or the entry is the start of the game.
    pub fn set_name(&mut self, id: EntryId, text: &str) -> Result<(), ChangeError> {
        if id == EntryId::START {
            return Err(ChangeError::NothingToName);
        }
        self.entries[id.index()].name = checked(text)?;
        Ok(())
    }

    /// Puts a mark on an entry, or takes it away.
    ///
    /// # Errors
    ///
    /// The entry is the start of the game.
    pub fn set_mark(&mut self, id: EntryId, mark: Option<Mark>) -> Result<(), ChangeError> {
        if id == EntryId::START {
            return Err(ChangeError::NothingToMark);
        }
        self.entries[id.index()].mark = mark;
        Ok(())
    }

    /// Notes the points stated at an entry beside those that the record has there.
    pub fn set_checkpoint(&mut self, id: EntryId, stated: ByPlayer<Points>) {
        let recorded = self.entry(id).points;
        let mut checkpoint = Checkpoint { stated: ByPlayer::default(), recorded };
        for player in self.players() {
            checkpoint.stated[player] = stated[player];
        }
        self.entries[id.index()].checkpoint = Some(checkpoint);
    }

    fn play(&mut self, action: &Action) -> Result<Action, ChangeError> {
        let mut played = judged(&self.game, action)?;
        let (_, place) = self.grow(self.here(), &mut played)?;
        self.prefer(place);
        self.leave_for(self.cursor + 1, played.game);
        Ok(played.action)
    }

    /// Finds the continuation of `after` with this action, or adds it as the last one.
    ///
    /// Returns it with its place among the continuations. A new one takes over the events.
    fn grow(
        &mut self,
        after: EntryId,
        played: &mut Played,
    ) -> Result<(EntryId, usize), ChangeError> {
        let before = self.entry(after);
        let number = before.number + 1;
        let place = before.continuations.len();
        let mut there = before.continuations.iter().enumerate();
        if let Some((place, &id)) =
            there.find(|&(_, &id)| self.entry(id).action() == Some(&played.action))
        {
            return Ok((id, place));
        }
        if place >= MAX_CONTINUATIONS {
            return Err(ChangeError::TooManyContinuations);
        }
        let next = u32::try_from(self.entries.len()).ok().map(EntryId);
        let Some(id) = next.filter(|_| self.entry_count() < MAX_ENTRIES) else {
            return Err(ChangeError::Full);
        };
        let Played { game, action, events } = played;
        let events = std::mem::take(events);
        let mut entry = Entry::new(Some(action.clone()), after, number, events, game);
        if number.is_multiple_of(KEPT_EVERY) && self.kept < MOST_KEPT {
            entry.game = Some(Box::new(game.clone()));
            self.kept += 1;
        }
        self.entries.push(entry);
        self.entries[after.index()].continuations.push(id);
        Ok((id, place))
    }

    /// Makes the continuation at this place of the list the main one at the cursor.
    fn prefer(&mut self, place: usize) {
        let here = self.here();
        let continuations = &mut self.entries[here.index()].continuations;
        continuations[..=place].rotate_right(1);
        let next = continuations[0];
        if self.line.get(self.cursor) == Some(&next) {
            return;
        }
        self.line.truncate(self.cursor);
        let mut at = Some(next);
        while let Some(id) = at {
            self.line.push(id);
            at = self.entry(id).continuations.first().copied();
        }
    }

    /// Moves the cursor along the main line. We replay from a game that is kept
    /// instead of running actions backwards: a replay cannot disagree with the
    /// rules the way a hand-written inverse can.
    fn move_cursor(&mut self, to: usize) {
        if let Some(id) = self.on_main_line(to) {
            self.leave_for(to, self.game_after(id));
        }
    }

    /// Puts the cursor to entry `to`, which leads to `game`, and remembers the game it leaves.
    fn leave_for(&mut self, to: usize, game: Game) {
        let here = self.here();
        let left = std::mem::replace(&mut self.game, game);
        self.cursor = to;
        if self.recent.iter().all(|(recent, _)| *recent != here) {
            if self.recent.len() == MOST_RECENT {
                self.recent.pop_front();
            }
            self.recent.push_back((here, left));
        }
    }

    /// The game after an entry, if it is one of those kept.
    fn kept_game(&self, id: EntryId) -> Option<&Game> {
        let recent = || self.recent.iter().rev().find(|(recent, _)| *recent == id);
        match &self.entry(id).game {
            _ if id == self.here() => Some(&self.game),
            Some(game) => Some(game),
            None => recent().map(|(_, game)| game),
        }
    }

    /// What an entry led to: put together where its game is kept, and otherwise played again.
    fn led_to(&self, before: &Game, id: EntryId, action: &Action) -> Played {
        match self.kept_game(id) {
            Some(game) => Played {
                game: game.clone(),
                action: action.clone(),
                events: self.entry(id).events.to_vec(),
            },
            None => play_again(before, action),
        }
    }
}

/// Two journals are equal if they say the same: the same tree with the same main
/// line, and the cursor at the same place. In which order it came about makes no difference.
impl PartialEq for Journal {
    fn eq(&self, other: &Self) -> bool {
        if self.setup != other.setup
            || self.cursor != other.cursor
            || self.entries.len() != other.entries.len()
        {
            return false;
        }
        // A list of what is left to compare, for a line may be longer than the stack is deep.
        let mut pairs = vec![(EntryId::START, EntryId::START)];
        while let Some((one, two)) = pairs.pop() {
            let (one, two) = (self.entry(one), other.entry(two));
            if !one.says_the_same_as(two) || one.continuations.len() != two.continuations.len() {
                return false;
            }
            let both = one.continuations.iter().zip(&two.continuations);
            pairs.extend(both.map(|(&one, &two)| (one, two)));
        }
        true
    }
}

fn checked(text: &str) -> Result<String, ChangeError> {
    if text.chars().count() > MAX_TEXT {
        return Err(ChangeError::TextTooLong);
    }
    Ok(text.to_owned())
}

/// Plays an action; if nobody can tell whether it is allowed, everything that is missing is named.
fn judged(game: &Game, action: &Action) -> Result<Played, Refusal> {
    game.play(action).map_err(|refusal| refusal.with_all_lacking(game, action))
}

/// Plays an action of the record once more.
fn play_again(game: &Game, action: &Action) -> Played {
    match game.play(action) {
        Ok(played) => played,
        // The same action on the same game: the rules would contradict themselves.
        Err(refusal) => panic!("an action played before is now refused: {refusal}"),
    }
}
