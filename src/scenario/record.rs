//! The record of a scenario: how the table lay at the start, and every change since, in one text.
//!
//! What can be taken back is a [`Deed`]: an action that was played, a [`Repair`] of earlier entries,
//! a mark at one. The entries are what the deeds come to.
//!
//! ```text
//! Founders Ledger scenario 1
//! title: The flooded cellar
//! date: 2026-11-22
//! table:
//!   board 7x5
//! play:
//! obstacle B1 B2  ~1a2b3c4d
//! undo  ~5e6f7a8b
//! ```
//!
//! Each line below `play:` is an [`Action`], `undo`, `redo`, a mark such as `mark 12: The door` or
//! the block of a [`Repair`]. The sign `~` and the eight letters behind it are a check over this
//! line and all before it, so that a changed or damaged line is found; a line written by hand needs
//! none. Neither undoing nor repairing takes anything out of the record.

mod notation;

use std::collections::BTreeMap;
use std::fmt;

use super::action::{Action, parse_action};
use super::board::Board;
use super::game::Game;
use super::illegal::Refusal;
use super::position::{Layout, Position};
use super::repair::{Edit, Judgement, Repair, Step};
use super::text::{Cursor, TextError};

pub use notation::{
    Loaded, MOST_RECORD, count_deeds, is_record, print, print_for_people, read, read_bytes,
};

/// The most changes of a record.
pub const MOST_CHANGES: usize = 5_000;
/// The most characters of a title, a date or a mark.
const MOST_TAG: usize = 200;

/// Something that is recorded, and can be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Plays an action, which becomes the latest entry.
    Play(Action),
    /// Puts earlier entries right.
    Repair(Repair),
    /// Marks an entry with words, or takes its mark away.
    Mark {
        /// The number of the entry, from 1.
        entry: usize,
        /// The words; nothing takes the mark away.
        words: Option<String>,
    },
}

/// The deed in a line; of a repair, where it begins.
impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(action) => action.fmt(f),
            Self::Repair(repair) => {
                write!(f, "repair from entry {}", repair.first().unwrap_or_default())
            }
            Self::Mark { entry, words: Some(words) } => write!(f, "mark {entry}: {words}"),
            Self::Mark { entry, words: None } => write!(f, "no mark {entry}"),
        }
    }
}

/// Something done to a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Records a deed.
    Make(Deed),
    /// Takes back the latest deed.
    Undo,
    /// Makes again what was taken back.
    Redo,
}

impl From<Action> for Change {
    fn from(action: Action) -> Self {
        Self::Make(Deed::Play(action))
    }
}

/// Why a change cannot be made. The record stays as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// The action is refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// After the repair an entry would no longer hold.
    #[error("\"{action}\" no longer holds after the repair: {refusal}")]
    NoLongerHolds {
        /// What is done there.
        action: String,
        /// Why it is refused.
        refusal: Refusal,
    },
    /// The action cannot be written down so that it would be read again.
    #[error("not recorded: {}", .0.problem)]
    Unwritable(TextError),
    /// A mark without words, or with more than a line of them.
    #[error("a mark has up to {MOST_TAG} letters in one line")]
    Unmarkable,
    /// A repair or a mark at an entry that there is not.
    #[error("there is no entry {entry}; the last is {last}")]
    NoSuchEntry {
        /// Its number.
        entry: usize,
        /// The number of the last one.
        last: usize,
    },
    /// A repair without an edit.
    #[error("nothing is repaired")]
    NothingRepaired,
    /// Nothing was played.
    #[error("nothing to take back")]
    NothingToUndo,
    /// Nothing was taken back.
    #[error("nothing to play again")]
    NothingToRedo,
    /// As many changes as a record can hold.
    #[error(
        "the record is full: it has room for {MOST_CHANGES} changes, and for repairs of \
         {MOST_JUDGED} entries in all"
    )]
    Full,
}

/// The record of one scenario.
///
/// Invariant: every action of the line was accepted where it stands.
#[derive(Clone, Debug)]
pub struct Record {
    /// What its players call it.
    pub title: Option<String>,
    /// When it was begun.
    pub date: Option<String>,
    changes: Vec<Change>,
    /// The deeds that were made and not taken back, then those that can be made again.
    made: Vec<Made>,
    /// How many of the deeds are made.
    cursor: usize,
    /// The entries: what the deeds come to.
    line: Vec<Action>,
    /// The words at marked entries, by their numbers from 1.
    marks: BTreeMap<usize, String>,
    /// The game after them.
    game: Game,
    /// The games after none of the line, after [`KEPT_EVERY`] of it, after twice as many …
    kept: Vec<Game>,
    /// How many entries were played anew for repairs.
    judged: usize,
}

/// A deed, and what it takes to take it back.
#[derive(Clone, Debug)]
struct Made {
    deed: Deed,
    before: Before,
}

/// What was before a deed.
#[derive(Clone, Debug)]
enum Before {
    /// The line without its latest entry.
    Shorter,
    /// This line from an entry on, with its marks.
    Line { from: usize, line: Vec<Action>, marks: BTreeMap<usize, String> },
    /// This mark at an entry.
    Mark { entry: usize, words: Option<String> },
}

/// After so many entries the game is kept, so that taking back replays no more than this.
const KEPT_EVERY: usize = 32;
/// The most entries that repairs of one record play anew: as many as undoing every change does.
const MOST_JUDGED: usize = MOST_CHANGES * KEPT_EVERY;

impl Record {
    /// A record that begins as a table lies.
    #[must_use]
    pub fn new(start: Position) -> Self {
        let game = Game::new(start);
        Self {
            title: None,
            date: None,
            changes: Vec::new(),
            made: Vec::new(),
            cursor: 0,
            line: Vec::new(),
            marks: BTreeMap::new(),
            kept: vec![game.clone()],
            game,
            judged: 0,
        }
    }

    /// A record that begins with an empty map of this size.
    ///
    /// # Errors
    ///
    /// Never for a map without figures; the check is that of every position.
    pub fn empty(columns: u8, rows: u8) -> Result<Self, Refusal> {
        Position::new(Layout::new(Board::new(columns, rows))).map(Self::new)
    }

    /// The game as it is now.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The game after so many entries; 0 is the start.
    #[must_use]
    pub fn game_at(&self, entries: usize) -> Option<Game> {
        let at = (entries / KEPT_EVERY).min(self.kept.len().saturating_sub(1));
        let later = self.line.get(at * KEPT_EVERY..entries)?;
        let game = self.kept.get(at)?.clone();
        // Every one of them was accepted where it stands.
        later.iter().try_fold(game, |game, action| game.play(action).ok())
    }

    /// The entries: the actions that were played and not taken back, as they were put right.
    #[must_use]
    pub fn played(&self) -> &[Action] {
        &self.line
    }

    /// The words at marked entries, by the numbers of these, from 1.
    #[must_use]
    pub const fn marks(&self) -> &BTreeMap<usize, String> {
        &self.marks
    }

    /// The record as it was after so many entries, with nothing beyond them.
    #[must_use]
    pub fn until(&self, entries: usize) -> Option<Self> {
        let game = self.game_at(entries)?;
        let line = self.line.get(..entries)?.to_vec();
        let marks: BTreeMap<usize, String> =
            self.marks.range(..=entries).map(|(&entry, words)| (entry, words.clone())).collect();
        let plays = line.iter().cloned().map(Deed::Play);
        let mut made: Vec<Made> =
            plays.map(|deed| Made { deed, before: Before::Shorter }).collect();
        made.extend(marks.iter().map(|(&entry, words)| {
            let deed = Deed::Mark { entry, words: Some(words.clone()) };
            Made { deed, before: Before::Mark { entry, words: None } }
        }));
        Some(Self {
            title: self.title.clone(),
            date: self.date.clone(),
            changes: made.iter().map(|made| Change::Make(made.deed.clone())).collect(),
            cursor: made.len(),
            made,
            line,
            marks,
            game,
            kept: self.kept.iter().take(entries / KEPT_EVERY + 1).cloned().collect(),
            judged: 0,
        })
    }

    /// How many changes were made; it grows with each.
    #[must_use]
    pub const fn changes(&self) -> usize {
        self.changes.len()
    }

    /// How many deeds were made, those included that were taken back.
    #[must_use]
    pub fn deeds(&self) -> usize {
        self.changes.iter().filter(|change| matches!(change, Change::Make(_))).count()
    }

    /// The deed that would be taken back.
    #[must_use]
    pub fn latest(&self) -> Option<&Deed> {
        Some(&self.made.get(self.cursor.checked_sub(1)?)?.deed)
    }

    /// The deed that would be made again.
    #[must_use]
    pub fn undone(&self) -> Option<&Deed> {
        Some(&self.made.get(self.cursor)?.deed)
    }

    /// Makes a change.
    ///
    /// # Errors
    ///
    /// Why it cannot be made; the record is then as it was.
    pub fn apply(&mut self, change: Change) -> Result<(), ChangeError> {
        if self.changes.len() >= MOST_CHANGES {
            return Err(ChangeError::Full);
        }
        match &change {
            Change::Make(deed) => {
                let made = self.make(deed.clone())?;
                self.made.truncate(self.cursor);
                self.made.push(made);
                self.cursor += 1;
            }
            Change::Undo => {
                let latest = self.cursor.checked_sub(1).ok_or(ChangeError::NothingToUndo)?;
                self.take_back(latest)?;
                self.cursor = latest;
            }
            Change::Redo => {
                let again = self.undone().cloned().ok_or(ChangeError::NothingToRedo)?;
                self.made[self.cursor] = self.make(again)?;
                self.cursor += 1;
            }
        }
        self.changes.push(change);
        Ok(())
    }

    fn make(&mut self, deed: Deed) -> Result<Made, ChangeError> {
        let before = match &deed {
            Deed::Play(action) => {
                let game = self.game.play(action)?;
                check_writable(action, self.game.position().board())?;
                self.line.push(action.clone());
                if self.line.len().is_multiple_of(KEPT_EVERY) {
                    self.kept.push(game.clone());
                }
                self.game = game;
                Before::Shorter
            }
            Deed::Repair(repair) => self.repair(repair)?,
            Deed::Mark { entry, words } => self.mark(*entry, words.clone())?,
        };
        Ok(Made { deed, before })
    }

    fn mark(&mut self, entry: usize, words: Option<String>) -> Result<Before, ChangeError> {
        self.check_entry(entry)?;
        let before = match words {
            Some(words) => {
                let fits = (1..=MOST_TAG).contains(&words.chars().count());
                if !fits || words.contains(char::is_control) || words.trim() != words {
                    return Err(ChangeError::Unmarkable);
                }
                self.marks.insert(entry, words)
            }
            None => self.marks.remove(&entry),
        };
        Ok(Before::Mark { entry, words: before })
    }

    fn check_entry(&self, entry: usize) -> Result<(), ChangeError> {
        let last = self.line.len();
        let there = (1..=last).contains(&entry);
        there.then_some(()).ok_or(ChangeError::NoSuchEntry { entry, last })
    }

    /// How far a repair would hold, were it made now.
    #[must_use]
    pub fn judge(&self, repair: &Repair) -> Judgement {
        let (before, later, mut game) = self.parted_at_first_edit(repair);
        let mut clash = None;
        for (at, step) in later.iter().enumerate().filter(|(_, step)| step.is_played()) {
            match game.play(&step.action) {
                Ok(next) => game = next,
                Err(refusal) => {
                    clash = Some((before.len() + at, refusal));
                    break;
                }
            }
        }
        Judgement { steps: [before, later].concat(), clash, game }
    }

    /// The same repair with every step left out that would not hold.
    #[must_use]
    pub fn without_clashes(&self, repair: &Repair) -> Repair {
        let (_, later, mut game) = self.parted_at_first_edit(repair);
        let mut left = repair.clone();
        // From behind, so that the numbers of those put in before stay.
        let mut clashes = Vec::new();
        for step in later.iter().filter(|step| step.is_played()) {
            match game.play(&step.action) {
                Ok(next) => game = next,
                Err(_) => clashes.push(step),
            }
        }
        for step in clashes.into_iter().rev() {
            left.set(step, None);
        }
        left
    }

    /// The steps before the first edit, those from it on, and the game between them.
    fn parted_at_first_edit(&self, repair: &Repair) -> (Vec<Step>, Vec<Step>, Game) {
        let first = repair.first().unwrap_or(usize::MAX).clamp(1, self.line.len() + 1);
        let (before, later) = self.line.split_at(first - 1);
        // The line was accepted, so that there is a game after any part of it.
        let game = self.game_at(first - 1).unwrap_or_else(|| self.game.clone());
        (Repair::default().steps(1, before), repair.steps(first, later), game)
    }

    /// The record as it would be before a step of a repair, to see and to do there what was done;
    /// nothing if an earlier step no longer holds.
    #[must_use]
    pub fn before_step(&self, judgement: &Judgement, step: usize) -> Option<Self> {
        let mut before = Self::new(self.kept.first()?.position().clone());
        let steps = judgement.steps.get(..step)?;
        for step in steps.iter().filter(|step| step.is_played()) {
            before.apply(step.action.clone().into()).ok()?;
        }
        Some(before)
    }

    fn repair(&mut self, repair: &Repair) -> Result<Before, ChangeError> {
        let from = repair.first().ok_or(ChangeError::NothingRepaired)?;
        self.check_entry(from)?;
        self.check_entry(repair.last().unwrap_or(from))?;
        let whole = self.whole_map();
        for action in repair.brings() {
            check_writable(action, &whole)?;
        }
        let steps = repair.steps(from, &self.line[from - 1..]);
        let line =
            steps.iter().filter(|step| step.is_played()).map(|step| step.action.clone()).collect();
        // Marks stay with their entries, and with what stands in their place.
        let mut marks = BTreeMap::new();
        for (at, step) in steps.iter().filter(|step| step.is_played()).enumerate() {
            if let (Edit::Kept | Edit::Instead, Some(words)) =
                (step.edit, self.marks.get(&step.entry))
            {
                marks.insert(from + at, words.clone());
            }
        }
        self.settle(from, line, marks)
    }

    /// Lets the line go on otherwise from an entry on; gives how it was.
    fn settle(
        &mut self,
        from: usize,
        line: Vec<Action>,
        marks: BTreeMap<usize, String>,
    ) -> Result<Before, ChangeError> {
        let judged = self.judged + line.len().max(self.line.len() + 1 - from);
        if judged > MOST_JUDGED {
            return Err(ChangeError::Full);
        }
        let mut kept: Vec<Game> =
            self.kept.iter().take((from - 1) / KEPT_EVERY + 1).cloned().collect();
        let mut game = self.game_at(from - 1).ok_or(ChangeError::NothingRepaired)?;
        for (at, action) in (from..).zip(&line) {
            game = game.play(action).map_err(|refusal| ChangeError::NoLongerHolds {
                action: action.to_string(),
                refusal,
            })?;
            if at.is_multiple_of(KEPT_EVERY) {
                kept.push(game.clone());
            }
        }
        let before = self.line.split_off(from - 1);
        let marks_before = self.marks.split_off(&from);
        self.line.extend(line);
        self.marks.extend(marks);
        (self.kept, self.game, self.judged) = (kept, game, judged);
        Ok(Before::Line { from, line: before, marks: marks_before })
    }

    fn take_back(&mut self, latest: usize) -> Result<(), ChangeError> {
        match self.made[latest].before.clone() {
            Before::Shorter => {
                let shorter = self.line.len().checked_sub(1);
                let game = shorter.and_then(|entries| self.game_at(entries));
                self.game = game.ok_or(ChangeError::NothingToUndo)?;
                self.line.pop();
                self.kept.truncate(self.line.len() / KEPT_EVERY + 1);
            }
            Before::Line { from, line, marks } => {
                self.settle(from, line, marks)?;
            }
            Before::Mark { entry, words: Some(words) } => {
                self.marks.insert(entry, words);
            }
            Before::Mark { entry, words: None } => {
                self.marks.remove(&entry);
            }
        }
        Ok(())
    }

    /// A map of the size of this one that has every hex, on which any line of a repair is read.
    fn whole_map(&self) -> Board {
        let board = self.game.position().board();
        Board::new(board.columns(), board.rows())
    }
}

/// Checks that an action reads back as what it is, whatever was typed into its words.
fn check_writable(action: &Action, board: &Board) -> Result<(), ChangeError> {
    let said = action.to_string();
    let read = parse_action(1, &said, board).map_err(ChangeError::Unwritable)?;
    if read == *action && !said.contains(char::is_control) {
        return Ok(());
    }
    let expected = "words without line breaks, and names that do not end in a number of their own";
    Err(ChangeError::Unwritable(Cursor::new(1, &said).expected(expected)))
}
