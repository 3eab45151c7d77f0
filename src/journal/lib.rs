//! The record of one game: what was played, and everything that was taken back.
//!
//! A [`Journal`] is a [`Tree`] of entries with a cursor in it, which undo and redo move, and with
//! what the players wrote beside each.
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
//! What an action set off, and the points it led to, are kept beside its entry for as long as the
//! journal lives, and never stored; [`Journal::played`] and [`Journal::replay`] are the way to it.

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

use std::ops::RangeInclusive;
use std::sync::Arc;

use components::quantity::Points;
use rules::action::Action;
use rules::contents::Contents;
use rules::game::{Game, Played};
use rules::illegal::Refusal;
use rules::player::{ByPlayer, PlayerId};
use rules::setup::{Setup, SetupError};
use tree::{GrowError, Tree, play_again};

pub use past::PointsAt;
pub use recheck::{Recheck, Stop, recheck};
pub use rejudge::{How, Otherwise, Rejudged, rejudged, rejudged_by};
pub use variations::Variation;

use entry::{Derived, Founders};

pub use entry::{Checkpoint, Entry, Mark};
pub use tree::{EntryId, MAX_CONTINUATIONS};

/// The most entries of a journal, variations included. A long game has some hundreds.
pub const MAX_ENTRIES: usize = 20_000;

/// The most characters of a comment or a name: however they are escaped, they fit into a line.
pub const MAX_TEXT: usize = 8_000;

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeError {
    /// The rules refuse the action.
    Refused(Refusal),
    /// More to take back than was played.
    NothingToUndo { asked: usize, there: usize },
    /// More to play again than was taken back.
    NothingToRedo { asked: usize, there: usize },
    /// No such continuation here.
    NoSuchBranch {
        /// Which was asked for, counted from 1.
        asked: usize,
        there: usize,
    },
    /// A name at the start, where no entry is.
    NothingToName,
    /// A mark at the start, where no entry is.
    NothingToMark,
    /// A comment or name that is too long.
    TextTooLong,
    /// The journal holds as many entries as it can.
    Full,
    /// One entry has as many continuations as it can have.
    TooManyContinuations,
}

impl ChangeError {
    /// What is wrong, in words; those for a refusal are the caller's, who knows the game.
    #[must_use]
    pub fn in_words(&self, refused: impl FnOnce(&Refusal) -> String) -> String {
        match self {
            Self::Refused(refusal) => refused(refusal),
            Self::NothingToUndo { asked, there } => {
                format!("cannot take back {asked}: entries before this place: {there}")
            }
            Self::NothingToRedo { asked, there } => {
                format!("cannot redo {asked}: entries beyond this place: {there}")
            }
            Self::NoSuchBranch { asked, there } => {
                format!("no continuation {asked} here: continuations at this place: {there}")
            }
            Self::NothingToName => {
                "the start of the game begins no line, so it cannot be named".to_owned()
            }
            Self::NothingToMark => {
                "the start of the game is not an entry, so it cannot be marked".to_owned()
            }
            Self::TextTooLong => format!("the text has more than {MAX_TEXT} characters"),
            Self::Full => format!(
                "the record is full: it holds {MAX_ENTRIES} entries, taken-back ones included"
            ),
            Self::TooManyContinuations => {
                format!("this place has {MAX_CONTINUATIONS} continuations already")
            }
        }
    }
}

impl From<GrowError<Refusal>> for ChangeError {
    fn from(error: GrowError<Refusal>) -> Self {
        match error {
            GrowError::Refused(refusal) => Self::Refused(refusal),
            GrowError::Full => Self::Full,
            GrowError::TooManyContinuations => Self::TooManyContinuations,
        }
    }
}

/// The record of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Journal {
    setup: Setup,
    tree: Tree<Founders>,
}

impl Journal {
    /// An empty record of a game with this setup.
    ///
    /// # Errors
    ///
    /// Everything that keeps the setup from being played.
    pub fn new(setup: Setup) -> Result<Self, SetupError> {
        let game = Game::new(&setup)?;
        Ok(Self::of_game(setup, game))
    }

    /// An empty record of a game with this setup and the contents of its pack, which other games
    /// may share.
    ///
    /// # Errors
    ///
    /// As [`Journal::new`], the pack aside.
    pub fn with_contents(setup: Setup, contents: Arc<Contents>) -> Result<Self, SetupError> {
        let game = Game::with_contents(&setup, contents)?;
        Ok(Self::of_game(setup, game))
    }

    fn of_game(setup: Setup, game: Game) -> Self {
        let derived = Derived::of(&game, Vec::new());
        Self { setup, tree: Tree::new(game, derived) }
    }

    /// Makes a change, and returns it as the record keeps it: an action with all its choices.
    ///
    /// # Errors
    ///
    /// Why it cannot be made; the journal is then as it was.
    pub fn apply(&mut self, change: Change) -> Result<Change, ChangeError> {
        match change {
            Change::Play(action) => return Ok(Change::Play(self.tree.play(&action)?)),
            Change::Undo(asked) => {
                let there = self.cursor();
                let to = there.checked_sub(asked);
                self.tree.move_to(to.ok_or(ChangeError::NothingToUndo { asked, there })?);
            }
            Change::Redo(asked) => {
                let there = self.main_line().len() - self.cursor();
                if asked > there {
                    return Err(ChangeError::NothingToRedo { asked, there });
                }
                self.tree.move_to(self.cursor() + asked);
            }
            Change::Branch(asked) => {
                let there = self.tree.entry(self.here()).continuations().len();
                if asked == 0 || asked > there {
                    return Err(ChangeError::NoSuchBranch { asked, there });
                }
                self.tree.prefer(asked - 1);
            }
            Change::Comment(ref text) => self.set_comment(self.here(), text)?,
            Change::Name(ref text) => self.set_name(self.here(), text)?,
            Change::Mark(mark) => self.set_mark(self.here(), mark)?,
            Change::Checkpoint(stated) => self.set_checkpoint(self.here(), stated),
        }
        Ok(change)
    }

    /// What the players agreed on before the start.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The players in seat order.
    #[must_use]
    pub fn players(&self) -> impl DoubleEndedIterator<Item = PlayerId> + use<> {
        self.game().players()
    }

    /// The game at its start, which is always kept.
    #[must_use]
    pub fn start(&self) -> &Game {
        self.tree.start()
    }

    /// The game at the cursor.
    #[must_use]
    pub const fn game(&self) -> &Game {
        self.tree.game()
    }

    /// The game after `n` entries of the main line; 0 is the start.
    #[must_use]
    pub fn game_at(&self, n: usize) -> Option<Game> {
        self.tree.game_at(n)
    }

    /// The game after an entry, wherever in the tree it is.
    #[must_use]
    pub fn game_after(&self, id: EntryId) -> Game {
        self.tree.game_after(id)
    }

    /// How many entries of the main line are played: the number of the entry at the cursor.
    #[must_use]
    pub const fn cursor(&self) -> usize {
        self.tree.cursor()
    }

    /// The entry at the cursor.
    #[must_use]
    pub fn here(&self) -> EntryId {
        self.tree.here()
    }

    /// The main line: entry `n`, counted from 1, is at `n - 1`.
    ///
    /// It leads from the start through the cursor to where redo would end.
    #[must_use]
    pub fn main_line(&self) -> &[EntryId] {
        self.tree.main_line()
    }

    /// Entry `n` of the main line; 0 is the start.
    #[must_use]
    pub fn on_main_line(&self, n: usize) -> Option<EntryId> {
        self.tree.on_main_line(n)
    }

    /// An entry by its id.
    ///
    /// # Panics
    ///
    /// If the id is of another journal, a larger one.
    #[must_use]
    pub fn entry(&self, id: EntryId) -> Entry<'_> {
        Entry(self.tree.entry(id))
    }

    /// How many entries there are, variations included.
    #[must_use]
    pub fn entry_count(&self) -> usize {
        self.tree.entry_count()
    }

    /// What an entry led to, with the game before it; nothing at the start.
    #[must_use]
    pub fn played(&self, id: EntryId) -> Option<(Game, Played)> {
        let entry = self.entry(id);
        let before = self.game_after(entry.before());
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
        self.replay(1..=self.main_line().len(), show);
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
        self.tree.move_to(self.main_line().len());
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
        Ok(self.tree.add(after, game, action)?)
    }

    /// Writes a comment beside an entry, in place of the one that is there.
    ///
    /// # Errors
    ///
    /// The text is too long.
    pub fn set_comment(&mut self, id: EntryId, text: &str) -> Result<(), ChangeError> {
        self.tree.beside_mut(id).comment = checked(text)?;
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
        self.tree.beside_mut(id).name = checked(text)?;
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
        self.tree.beside_mut(id).mark = mark;
        Ok(())
    }

    /// Notes the points stated at an entry beside those that the record has there.
    pub fn set_checkpoint(&mut self, id: EntryId, stated: ByPlayer<Points>) {
        let recorded = self.entry(id).points();
        let mut checkpoint = Checkpoint { stated: ByPlayer::default(), recorded };
        for player in self.players() {
            checkpoint.stated[player] = stated[player];
        }
        self.tree.beside_mut(id).checkpoint = Some(checkpoint);
    }

    /// What an entry led to: its game is played again unless it is kept.
    fn led_to(&self, before: &Game, id: EntryId, action: &Action) -> Played {
        let kept = self.tree.kept_game(id).cloned();
        let game = kept.unwrap_or_else(|| play_again::<Founders>(before, action).game);
        Played { game, action: action.clone(), events: self.entry(id).events().to_vec() }
    }
}

fn checked(text: &str) -> Result<String, ChangeError> {
    if text.chars().count() > MAX_TEXT {
        return Err(ChangeError::TextTooLong);
    }
    Ok(text.to_owned())
}
