//! The record in memory: a tree of entries, and the changes made to it.

use plain_text::counted;

use super::annotations::{EntryRating, Tags};
use super::game::{RecordedGame, play_again};
use super::tree::{Entry, EntryId, GrowError, MAX_CONTINUATIONS, Tree};

/// The maximum number of characters of a comment or a name. Even fully escaped, they fit into a
/// line.
pub const MAX_TEXT: usize = 8_000;

/// An operation on a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Change<G: RecordedGame> {
    /// Plays an action at the cursor. If it was played there before, the cursor follows that entry.
    Play(G::Action),
    /// Takes back this many entries.
    Undo(usize),
    /// Plays this many entries again, along the main line.
    Redo(usize),
    /// Makes a continuation at the cursor the main one, by its place in the list counted from 1.
    ///
    /// It moves to the head of the list, and the cursor stays.
    Branch(usize),
    /// Sets the comment on the entry at the cursor; an empty one removes it.
    Comment(String),
    /// Names the line that starts with the entry at the cursor; an empty name removes it.
    Name(String),
    /// Sets the mark on the entry at the cursor; `None` removes it.
    Mark(Option<EntryRating>),
    /// Records the numbers that the table shows at the cursor.
    Checkpoint(G::Checkpoint),
}

impl<G: RecordedGame> Change<G> {
    /// Creates the change that plays an action.
    pub fn play(action: impl Into<G::Action>) -> Self {
        Self::Play(action.into())
    }
}

/// The reason a change cannot be made. The record stays as it was.
#[derive(Clone, Debug, PartialEq)]
pub enum ChangeError<G: RecordedGame> {
    /// The rules refuse the action.
    Refused(G::Refusal),
    /// More entries to take back than were played.
    NothingToUndo { requested: usize, available: usize },
    /// More entries to play again than were taken back.
    NothingToRedo { requested: usize, available: usize },
    /// No continuation of this number here.
    NoSuchBranch {
        /// The requested number, counted from 1.
        requested: usize,
        available: usize,
    },
    /// A name at the start, which is not an entry.
    NothingToName,
    /// A mark at the start, which is not an entry.
    NothingToMark,
    /// A comment or name that is too long.
    TextTooLong,
    /// The record has the maximum number of entries.
    Full,
    /// The entry has the maximum number of continuations.
    TooManyContinuations,
}

impl<G: RecordedGame> ChangeError<G> {
    /// Returns the error as a sentence; `refused` describes a refusal of the game.
    pub fn message(&self, refused: impl FnOnce(&G::Refusal) -> String) -> String {
        match self {
            Self::Refused(refusal) => refused(refusal),
            Self::NothingToUndo { requested, available } => {
                format!("cannot take back {requested}: entries before this place: {available}")
            }
            Self::NothingToRedo { requested, available } => {
                format!("cannot redo {requested}: entries beyond this place: {available}")
            }
            Self::NoSuchBranch { requested, available } => {
                format!(
                    "no continuation {requested} here: continuations at this place: {available}"
                )
            }
            Self::NothingToName => {
                "the start of the game begins no line, so it cannot be named".to_owned()
            }
            Self::NothingToMark => {
                "the start of the game is not an entry, so it cannot be marked".to_owned()
            }
            Self::TextTooLong => format!("the text has more than {MAX_TEXT} characters"),
            Self::Full => {
                let most = counted(G::MAX_ENTRIES, "entry", "entries");
                format!("the record is full: it holds {most}, taken-back ones included")
            }
            Self::TooManyContinuations => {
                format!("this place has {MAX_CONTINUATIONS} continuations already")
            }
        }
    }
}

impl<G: RecordedGame> From<GrowError<G::Refusal>> for ChangeError<G> {
    fn from(error: GrowError<G::Refusal>) -> Self {
        match error {
            GrowError::Refused(refusal) => Self::Refused(refusal),
            GrowError::Full => Self::Full,
            GrowError::TooManyContinuations => Self::TooManyContinuations,
        }
    }
}

/// The record of one game.
///
/// Two records are equal if their contents are, whatever changes led to them.
///
/// ```
/// use record::{Change, Record};
/// # use record::{Played, RecordedGame};
/// # #[derive(Clone, Debug, PartialEq)]
/// # enum Counter {}
/// # impl RecordedGame for Counter {
/// #     type Setup = i32;
/// #     type Game = i32;
/// #     type Action = i32;
/// #     type Outcome = ();
/// #     type Checkpoint = i32;
/// #     type Refusal = String;
/// #     type SetupError = String;
/// #     const MAX_ENTRIES: usize = 1_000;
/// #     fn start(setup: &i32) -> Result<i32, String> {
/// #         Ok(*setup)
/// #     }
/// #     fn start_outcome(_: &i32, _: &i32) {}
/// #     fn play(game: &i32, action: &i32) -> Result<Played<Self>, String> {
/// #         match game + action {
/// #             ..0 => Err("the sum is negative".to_owned()),
/// #             game => Ok(Played { game, action: *action, outcome: () }),
/// #         }
/// #     }
/// # }
///
/// // `Counter` is a game that adds numbers, as in the example of `RecordedGame`.
/// let mut record = Record::<Counter>::new(0).expect("any start");
/// record.apply(Change::Play(1)).expect("a legal action");
/// record.apply(Change::Comment("The first try.".to_owned())).expect("a short comment");
/// record.apply(Change::Undo(1)).expect("one entry is played");
/// record.apply(Change::Play(2)).expect("a legal action");
///
/// assert_eq!(*record.game(), 2);
/// let variations = record.variations();
/// assert_eq!((variations.len(), record.entry(variations[0].first).action()), (1, Some(&1)));
///
/// for change in record.promote(variations[0].first) {
///     record.apply(change).expect("it leads to the variation");
/// }
/// assert_eq!(*record.game(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Record<G: RecordedGame> {
    /// Title, date and other values on which no rule depends.
    pub tags: Tags,
    setup: G::Setup,
    tree: Tree<G>,
    revision: usize,
}

impl<G: RecordedGame> PartialEq for Record<G> {
    fn eq(&self, other: &Self) -> bool {
        self.tags == other.tags && self.setup == other.setup && self.tree == other.tree
    }
}

impl<G: RecordedGame> Record<G> {
    /// Creates an empty record of a game with this setup.
    ///
    /// # Errors
    ///
    /// The reasons the setup cannot be played.
    pub fn new(setup: G::Setup) -> Result<Self, G::SetupError> {
        let game = G::start(&setup)?;
        Ok(Self::with_game(setup, game))
    }

    /// Creates an empty record of `game`, which was set up from `setup`.
    pub fn with_game(setup: G::Setup, game: G::Game) -> Self {
        let outcome = G::start_outcome(&setup, &game);
        Self { tags: Tags::default(), setup, tree: Tree::new(game, outcome), revision: 0 }
    }

    /// Makes a change, and returns it as recorded: an action with all its choices.
    ///
    /// # Errors
    ///
    /// The reason it cannot be made. The record is then unchanged.
    pub fn apply(&mut self, change: Change<G>) -> Result<Change<G>, ChangeError<G>> {
        let change = self.make(change)?;
        self.revision += 1;
        Ok(change)
    }

    fn make(&mut self, change: Change<G>) -> Result<Change<G>, ChangeError<G>> {
        match change {
            Change::Play(action) => return Ok(Change::Play(self.tree.play(&action)?)),
            Change::Undo(requested) => {
                let available = self.cursor();
                let to = available.checked_sub(requested);
                self.tree.move_to(to.ok_or(ChangeError::NothingToUndo { requested, available })?);
            }
            Change::Redo(requested) => {
                let available = self.main_line().len() - self.cursor();
                if requested > available {
                    return Err(ChangeError::NothingToRedo { requested, available });
                }
                self.tree.move_to(self.cursor() + requested);
            }
            Change::Branch(requested) => {
                let available = self.tree.entry(self.here()).continuations().len();
                if requested == 0 || requested > available {
                    return Err(ChangeError::NoSuchBranch { requested, available });
                }
                self.tree.make_main(requested - 1);
            }
            Change::Comment(ref text) => self.set_comment(self.here(), text)?,
            Change::Name(ref text) => self.set_name(self.here(), text)?,
            Change::Mark(mark) => self.set_mark(self.here(), mark)?,
            Change::Checkpoint(ref stated) => self.set_checkpoint(self.here(), stated.clone()),
        }
        Ok(change)
    }

    /// Returns the agreement of the players before the start.
    pub const fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// Returns the game at its start, which is always cached.
    pub fn start(&self) -> &G::Game {
        self.tree.start()
    }

    /// Returns the game at the cursor.
    pub const fn game(&self) -> &G::Game {
        self.tree.game()
    }

    /// Returns the game after `n` entries of the main line; 0 is the start.
    pub fn game_at(&self, n: usize) -> Option<G::Game> {
        self.tree.game_at(n)
    }

    /// Returns the game after any entry of the tree.
    pub fn game_after(&self, id: EntryId) -> G::Game {
        self.tree.game_after(id)
    }

    /// Returns the number of played entries of the main line: the number of the entry at the
    /// cursor.
    pub const fn cursor(&self) -> usize {
        self.tree.cursor()
    }

    /// Returns the entry at the cursor.
    pub fn here(&self) -> EntryId {
        self.tree.here()
    }

    /// Returns the main line: entry `n`, counted from 1, is at `n - 1`.
    ///
    /// It leads from the start through the cursor to the end of redo.
    pub fn main_line(&self) -> &[EntryId] {
        self.tree.main_line()
    }

    /// Returns entry `n` of the main line; 0 is the start.
    pub fn on_main_line(&self, n: usize) -> Option<EntryId> {
        self.tree.on_main_line(n)
    }

    /// Returns an entry by its id.
    ///
    /// # Panics
    ///
    /// If the id is of another, larger record.
    pub fn entry(&self, id: EntryId) -> &Entry<G> {
        self.tree.entry(id)
    }

    /// Returns the number of entries, variations included.
    pub fn entry_count(&self) -> usize {
        self.tree.entry_count()
    }

    /// Returns the game after an entry if it is cached.
    pub fn cached_game(&self, id: EntryId) -> Option<&G::Game> {
        self.tree.kept_game(id)
    }

    /// Returns the game after an entry; `before` is the game before it.
    pub fn game_following(&self, before: &G::Game, id: EntryId) -> G::Game {
        match (self.tree.kept_game(id), self.entry(id).action()) {
            (Some(game), Some(_)) => game.clone(),
            (None, Some(action)) => play_again::<G>(before, action).game,
            (_, None) => before.clone(),
        }
    }

    /// Returns the change that takes back everything after entry `number`; `None` if the cursor is
    /// not beyond it.
    pub fn undo_to(&self, number: usize) -> Option<Change<G>> {
        let count = self.cursor().checked_sub(number)?;
        (count > 0).then_some(Change::Undo(count))
    }

    /// Returns the record up to entry `number` of the main line, without variations and later
    /// entries.
    pub fn up_to(&self, number: usize) -> Option<Self> {
        (number <= self.main_line().len()).then(|| Self {
            tags: self.tags.clone(),
            setup: self.setup.clone(),
            tree: self.tree.trunk(number),
            revision: 0,
        })
    }

    /// Returns the action of entry `number` of the main line, counted from 1.
    pub fn action(&self, number: usize) -> Option<&G::Action> {
        self.entry(self.on_main_line(number)?).action()
    }

    /// Returns the played entries with a comment, by their numbers from 1.
    pub fn commented_entries(&self) -> Vec<(usize, &str)> {
        let comment = |number| Some(self.entry(self.on_main_line(number)?).comment());
        (1..=self.cursor())
            .filter_map(|number| Some((number, comment(number)?)))
            .filter(|(_, comment)| !comment.is_empty())
            .collect()
    }

    /// Returns a number that grows with every change.
    pub const fn revision(&self) -> usize {
        self.revision
    }

    /// Returns the entries.
    pub(super) const fn tree(&self) -> &Tree<G> {
        &self.tree
    }

    /// Moves the cursor to the end of the main line.
    pub fn go_to_end(&mut self) {
        self.tree.move_to(self.main_line().len());
    }

    /// Moves the cursor to any entry of the tree, whose line becomes the main one.
    pub fn go_to(&mut self, id: EntryId) {
        self.tree.go_to(id);
    }

    /// Adds an action as the last continuation of `after`, and leaves the cursor in its place.
    ///
    /// `game` is the game after `after`, and becomes the game after the new entry. If the action
    /// was played there before, that entry is returned.
    ///
    /// # Errors
    ///
    /// The rules refuse the action, or the record or its entry is full.
    pub fn add(
        &mut self,
        after: EntryId,
        game: &mut G::Game,
        action: &G::Action,
    ) -> Result<EntryId, ChangeError<G>> {
        Ok(self.tree.add(after, game, action)?)
    }

    /// Sets the comment on an entry.
    ///
    /// # Errors
    ///
    /// The text is too long.
    pub fn set_comment(&mut self, id: EntryId, text: &str) -> Result<(), ChangeError<G>> {
        self.tree.annotations_mut(id).comment = checked(text)?;
        Ok(())
    }

    /// Names the line that starts with an entry.
    ///
    /// # Errors
    ///
    /// The text is too long, or the entry is the start of the game.
    pub fn set_name(&mut self, id: EntryId, text: &str) -> Result<(), ChangeError<G>> {
        if id == EntryId::START {
            return Err(ChangeError::NothingToName);
        }
        self.tree.annotations_mut(id).name = checked(text)?;
        Ok(())
    }

    /// Sets or removes the mark on an entry.
    ///
    /// # Errors
    ///
    /// The entry is the start of the game.
    pub fn set_mark(
        &mut self,
        id: EntryId,
        mark: Option<EntryRating>,
    ) -> Result<(), ChangeError<G>> {
        if id == EntryId::START {
            return Err(ChangeError::NothingToMark);
        }
        self.tree.annotations_mut(id).mark = mark;
        Ok(())
    }

    /// Records the numbers that the table shows at an entry.
    pub fn set_checkpoint(&mut self, id: EntryId, stated: G::Checkpoint) {
        self.tree.annotations_mut(id).checkpoint = Some(stated);
    }
}

fn checked<G: RecordedGame>(text: &str) -> Result<String, ChangeError<G>> {
    if text.chars().count() > MAX_TEXT {
        return Err(ChangeError::TextTooLong);
    }
    Ok(text.to_owned())
}
