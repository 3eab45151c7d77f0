//! The record of a scenario: how the table lay at the start, and every change since, in one text.
//!
//! What can be taken back is a [`Deed`]: an action that was played, a [`Repair`] of earlier entries,
//! a mark at one. The entries are what the deeds come to: a line of the [`Tree`] that every record
//! stands on, in which a repair grows beside the line that it puts right.
//!
//! ```text
//! Founders Ledger scenario 1
//! rules: 2
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
//! the block of a [`Repair`]. The line `rules:` names the [`Edition`] by which the table and the
//! entries were judged; a record of the first edition has none, until an entry is recorded that is
//! judged by a later one, which the line `rules: 2` then stands before. The sign `~` and the eight letters behind it are a check over this
//! line and all before it, so that a changed or damaged line is found; a line written by hand needs
//! none. Neither undoing nor repairing takes anything out of the record.

mod notation;

use std::collections::BTreeMap;
use std::fmt;

use super::action::{Action, parse_action};
use super::board::Board;
use super::edition::Edition;
use super::figure::HitPoints;
use super::game::Game;
use super::illegal::Refusal;
use super::outcome::{Effect, EntryWarning, Notices, Outcome, Warning};
use super::position::{Layout, Position};
use super::repair::{Edit, Judgement, Repair, Step};
use super::text::{Cursor, TextError};
use tree::calendar::is_no_day;
use tree::{EntryId, GrowError, Tree};

pub use notation::{
    Loaded, MOST_RECORD, count_deeds, is_record, print, print_for_people, read, read_bytes,
};

/// The most changes of a record.
pub const MOST_CHANGES: usize = 5_000;
/// The most entries that repairs of one record play anew.
const MOST_JUDGED: usize = 25_000;
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
    /// Entries that are made from here on are judged by this edition of the rules.
    Edition(Edition),
}

impl From<Action> for Change {
    fn from(action: Action) -> Self {
        Self::Make(Deed::Play(action))
    }
}

/// Why a change cannot be made. The record stays as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum ChangeError {
    /// The action is refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// After the repair an entry would no longer hold.
    #[error("\"{action}\" no longer holds after the repair: {refusal}")]
    NoLongerHolds { action: String, refusal: Refusal },
    /// The action cannot be written down so that it would be read again.
    #[error("not recorded: {}", .0.problem)]
    Unwritable(TextError),
    /// A mark without words, or with more than a line of them.
    #[error("a mark has up to {MOST_TAG} letters in one line")]
    Unmarkable,
    /// A repair or a mark at an entry that there is not.
    #[error("there is no entry {entry}; the last is {last}")]
    NoSuchEntry {
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

impl From<GrowError<Refusal>> for ChangeError {
    fn from(error: GrowError<Refusal>) -> Self {
        match error {
            GrowError::Refused(refusal) => Self::Refused(refusal),
            GrowError::Full | GrowError::TooManyContinuations => Self::Full,
        }
    }
}

/// The game as the tree of entries knows it.
#[derive(Clone, Debug)]
enum Scenario {}

impl tree::Rules for Scenario {
    type Game = Game;
    type Action = JudgedAction;
    type Derived = Notices;
    type Beside = ();
    type Refusal = Refusal;

    const MOST_ENTRIES: usize = MOST_CHANGES + MOST_JUDGED;

    fn play(game: &Game, action: &JudgedAction) -> Result<tree::Played<Self>, Refusal> {
        let Outcome { game, notices } = game.judged(&action.action, action.edition)?;
        Ok(tree::Played { game, action: action.clone(), derived: notices })
    }
}

/// An action with the edition of the rules by which it was judged when it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JudgedAction {
    pub(super) action: Action,
    pub(super) edition: Edition,
}

/// The record of one scenario.
#[derive(Clone, Debug)]
pub struct Record {
    /// What its players call it.
    pub title: Option<String>,
    /// When it was begun.
    pub date: Option<String>,
    /// The table at the start as it is written, and the edition by which it was judged.
    start: Position,
    founded: Edition,
    /// The edition by which the next entry is judged that is read.
    edition: Edition,
    changes: Vec<Change>,
    /// The deeds that were made and not taken back, then those that can be made again.
    made: Vec<Made>,
    /// How many of the deeds are made.
    cursor: usize,
    /// The entries: what the deeds come to is the main line, up to its cursor.
    tree: Tree<Scenario>,
    /// The words at marked entries, by their numbers from 1.
    marks: BTreeMap<usize, String>,
    /// How many entries were played anew for repairs.
    judged: usize,
}

/// A deed, with how the record is before and after it.
#[derive(Clone, Debug)]
struct Made {
    deed: Deed,
    before: Side,
    after: Side,
}

/// How the record is on one side of a deed.
#[derive(Clone, Debug)]
struct Side {
    /// The latest entry.
    latest: EntryId,
    /// The words at the entries whose marks the deed changes, by their numbers.
    marks: Vec<(usize, Option<String>)>,
}

impl Record {
    /// A record that begins as a table lies.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self::founded(start, Edition::LATEST)
    }

    /// A record that began as a table lay, under this edition of the rules.
    fn founded(start: Position, founded: Edition) -> Self {
        let mut notices = Notices::default();
        let mut game = Game::new(start.clone());
        if founded == Edition::First {
            let without = start
                .figures()
                .iter()
                .filter(|figure| figure.hit_points.is_some_and(HitPoints::is_gone));
            let warnings = without.map(ToString::to_string);
            notices.warnings = warnings.map(|figure| Warning::NoHitPoints { figure }).collect();
            game = game.by_the_first_edition();
        }
        Self {
            title: None,
            date: None,
            start,
            founded,
            edition: founded,
            changes: Vec::new(),
            made: Vec::new(),
            cursor: 0,
            tree: Tree::new(game, notices),
            marks: BTreeMap::new(),
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
        self.tree.game()
    }

    /// The game after so many entries; 0 is the start.
    #[must_use]
    pub fn game_at(&self, entries: usize) -> Option<Game> {
        if entries > self.count() { None } else { self.tree.game_at(entries) }
    }

    /// How many entries there are: the number of the latest.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.tree.cursor()
    }

    /// Returns its date if that is a day which the calendar does not have.
    #[must_use]
    pub fn no_day(&self) -> Option<&str> {
        self.date.as_deref().filter(|date| is_no_day(date))
    }

    /// What was done in an entry, by its number from 1.
    #[must_use]
    pub fn entry(&self, number: usize) -> Option<&Action> {
        self.judged_entry(number).map(|judged| &judged.action)
    }

    fn judged_entry(&self, number: usize) -> Option<&JudgedAction> {
        let id = self.tree.on_main_line(number).filter(|_| number <= self.count())?;
        self.tree.entry(id).action()
    }

    /// What an entry brought about besides what it says, by its number from 1.
    #[must_use]
    pub fn effects(&self, number: usize) -> &[Effect] {
        let id = self.tree.on_main_line(number).filter(|_| number <= self.count());
        id.map(|id| self.tree.entry(id).derived().effects.as_slice()).unwrap_or_default()
    }

    /// What the rules would have otherwise now of the table at the start and of the entries.
    #[must_use]
    pub fn warnings(&self) -> Vec<EntryWarning<'_>> {
        let ids =
            (0..=self.count()).filter_map(|entry| Some((entry, self.tree.on_main_line(entry)?)));
        let all = ids.flat_map(|(entry, id)| {
            let warnings = &self.tree.entry(id).derived().warnings;
            warnings.iter().map(move |warning| EntryWarning { entry, warning })
        });
        all.collect()
    }

    /// The entries: the actions that were played and not taken back, as they were put right.
    #[must_use]
    pub fn played(&self) -> Vec<&Action> {
        (1..=self.count()).filter_map(|number| self.entry(number)).collect()
    }

    /// The words at marked entries, by the numbers of these, from 1.
    #[must_use]
    pub const fn marks(&self) -> &BTreeMap<usize, String> {
        &self.marks
    }

    /// The record as it was after so many entries, with nothing beyond them.
    #[must_use]
    pub fn until(&self, entries: usize) -> Option<Self> {
        if entries > self.count() {
            return None;
        }
        let tree = self.tree.trunk(entries);
        let side = |number: usize, marks| {
            let latest = tree.on_main_line(number).unwrap_or(EntryId::START);
            Side { latest, marks }
        };
        let (mut made, mut changes) = (Vec::new(), Vec::new());
        let mut edition = self.founded;
        for (number, &id) in (1..).zip(tree.main_line()) {
            let judged = tree.entry(id).action()?;
            if judged.edition != edition {
                edition = judged.edition;
                changes.push(Change::Edition(edition));
            }
            let deed = Deed::Play(judged.action.clone());
            changes.push(Change::Make(deed.clone()));
            let (before, after) = (side(number - 1, Vec::new()), side(number, Vec::new()));
            made.push(Made { deed, before, after });
        }
        let marks: BTreeMap<usize, String> =
            self.marks.range(..=entries).map(|(&entry, words)| (entry, words.clone())).collect();
        for (&entry, words) in &marks {
            let words = Some(words.clone());
            let deed = Deed::Mark { entry, words: words.clone() };
            changes.push(Change::Make(deed.clone()));
            made.push(Made {
                deed,
                before: side(entries, vec![(entry, None)]),
                after: side(entries, vec![(entry, words)]),
            });
        }
        Some(Self {
            title: self.title.clone(),
            date: self.date.clone(),
            start: self.start.clone(),
            founded: self.founded,
            edition,
            changes,
            cursor: made.len(),
            made,
            tree,
            marks,
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

    /// Makes a change. What it enters is judged by the latest edition of the rules.
    ///
    /// # Errors
    ///
    /// Why it cannot be made; the record is then as it was.
    pub fn apply(&mut self, change: Change) -> Result<(), ChangeError> {
        let enters = matches!(change, Change::Make(Deed::Play(_) | Deed::Repair(_)));
        let before = self.edition;
        if !enters || before == Edition::LATEST {
            return self.carry_out(change);
        }
        self.carry_out(Change::Edition(Edition::LATEST))?;
        self.carry_out(change).inspect_err(|_| {
            self.changes.pop();
            self.edition = before;
        })
    }

    /// Makes a change that is judged by the edition of the record so far.
    fn carry_out(&mut self, change: Change) -> Result<(), ChangeError> {
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
                self.come_to(self.made[latest].before.clone());
                self.cursor = latest;
            }
            Change::Redo => {
                let again = self.made.get(self.cursor).ok_or(ChangeError::NothingToRedo)?;
                self.come_to(again.after.clone());
                self.cursor += 1;
            }
            Change::Edition(edition) => self.edition = *edition,
        }
        self.changes.push(change);
        Ok(())
    }

    fn make(&mut self, deed: Deed) -> Result<Made, ChangeError> {
        let latest = self.tree.here();
        let marks = match &deed {
            Deed::Play(action) => {
                self.play(action)?;
                Vec::new()
            }
            Deed::Repair(repair) => self.repair(repair)?,
            Deed::Mark { entry, words } => self.mark(*entry, words.clone())?,
        };
        let now = |&(entry, _): &(usize, _)| (entry, self.marks.get(&entry).cloned());
        let after = Side { latest: self.tree.here(), marks: marks.iter().map(now).collect() };
        Ok(Made { deed, before: Side { latest, marks }, after })
    }

    /// Brings the record to how it is on one side of a deed.
    fn come_to(&mut self, side: Side) {
        self.tree.go_to(side.latest);
        for (entry, words) in side.marks {
            self.set_mark(entry, words);
        }
    }

    /// Marks an entry with words, or takes its mark away; gives the mark that was there.
    fn set_mark(&mut self, entry: usize, words: Option<String>) -> (usize, Option<String>) {
        let before = match words {
            Some(words) => self.marks.insert(entry, words),
            None => self.marks.remove(&entry),
        };
        (entry, before)
    }

    /// Returns the outcome that an action would have. Nothing is recorded.
    ///
    /// # Errors
    ///
    /// Why [`Record::apply`] would not record it.
    pub fn preview(&self, action: &Action) -> Result<Outcome, ChangeError> {
        if self.changes.len() >= MOST_CHANGES {
            return Err(ChangeError::Full);
        }
        // What is wrong at the table comes before what cannot be written.
        let outcome = self.game().outcome(action)?;
        check_writable(action, self.game().position().board())?;
        Ok(outcome)
    }

    fn play(&mut self, action: &Action) -> Result<(), ChangeError> {
        if let Err(unwritable) = check_writable(action, self.game().position().board()) {
            // What is wrong at the table comes first.
            self.game().judged(action, self.edition)?;
            return Err(unwritable);
        }
        self.tree.play(&JudgedAction { action: action.clone(), edition: self.edition })?;
        Ok(())
    }

    fn mark(
        &mut self,
        entry: usize,
        words: Option<String>,
    ) -> Result<Vec<(usize, Option<String>)>, ChangeError> {
        self.check_entry(entry)?;
        if let Some(words) = &words {
            let fits = (1..=MOST_TAG).contains(&words.chars().count());
            if !fits || words.contains(char::is_control) || words.trim() != words {
                return Err(ChangeError::Unmarkable);
            }
        }
        Ok(vec![self.set_mark(entry, words)])
    }

    fn check_entry(&self, entry: usize) -> Result<(), ChangeError> {
        let last = self.count();
        let there = (1..=last).contains(&entry);
        there.then_some(()).ok_or(ChangeError::NoSuchEntry { entry, last })
    }

    /// How far a repair would hold, were it made now.
    #[must_use]
    pub fn judge(&self, repair: &Repair) -> Judgement {
        let (before, later, mut game) = self.parted_at_first_edit(repair);
        let mut clash = None;
        for (at, step) in later.iter().enumerate().filter(|(_, step)| step.is_played()) {
            match game.judged(&step.action, step.edition) {
                Ok(next) => game = next.game,
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
            match game.judged(&step.action, step.edition) {
                Ok(next) => game = next.game,
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
        let line: Vec<&JudgedAction> =
            (1..=self.count()).filter_map(|number| self.judged_entry(number)).collect();
        let first = repair.first().unwrap_or(usize::MAX).clamp(1, line.len() + 1);
        let (before, later) = line.split_at(first - 1);
        // The line was accepted, so that there is a game after any part of it.
        let game = self.game_at(first - 1).unwrap_or_else(|| self.game().clone());
        let edition = Edition::LATEST;
        (Repair::default().steps(1, before, edition), repair.steps(first, later, edition), game)
    }

    /// The record as it would be before a step of a repair, to see and to do there what was done;
    /// nothing if an earlier step no longer holds.
    #[must_use]
    pub fn before_step(&self, judgement: &Judgement, step: usize) -> Option<Self> {
        let mut before = Self::founded(self.start.clone(), self.founded);
        let steps = judgement.steps.get(..step)?;
        for step in steps.iter().filter(|step| step.is_played()) {
            before.edition = step.edition;
            before.carry_out(step.action.clone().into()).ok()?;
        }
        Some(before)
    }

    /// Lets the line go on as a repair would have it; gives the marks that were there.
    fn repair(&mut self, repair: &Repair) -> Result<Vec<(usize, Option<String>)>, ChangeError> {
        let from = repair.first().ok_or(ChangeError::NothingRepaired)?;
        self.check_entry(from)?;
        self.check_entry(repair.last().unwrap_or(from))?;
        let whole = self.whole_map();
        for action in repair.brings() {
            check_writable(action, &whole)?;
        }
        let later: Vec<&JudgedAction> =
            (from..=self.count()).filter_map(|number| self.judged_entry(number)).collect();
        let mut steps = repair.steps(from, &later, self.edition);
        let judged = self.judged + steps.len();
        if judged > MOST_JUDGED {
            return Err(ChangeError::Full);
        }
        steps.retain(Step::is_played);
        let first = self.game_at(from - 1).ok_or(ChangeError::NothingRepaired)?;
        // Nothing of it is recorded unless all of it holds.
        let mut game = first.clone();
        for Step { action, edition, .. } in &steps {
            let outcome = game.judged(action, *edition).map_err(|refusal| {
                ChangeError::NoLongerHolds { action: action.to_string(), refusal }
            })?;
            game = outcome.game;
        }
        let (mut game, mut latest) = (first, self.tree.on_main_line(from - 1));
        for step in &steps {
            let before = latest.unwrap_or(EntryId::START);
            let judged = JudgedAction { action: step.action.clone(), edition: step.edition };
            latest = Some(self.tree.add(before, &mut game, &judged)?);
        }
        self.tree.go_to(latest.unwrap_or(EntryId::START));
        self.judged = judged;
        // Marks stay with their entries, and with what stands in their place.
        let before = self.marks.split_off(&from);
        for (at, step) in (from..).zip(&steps) {
            if let (Edit::Kept | Edit::Instead, Some(words)) = (step.edit, before.get(&step.entry))
            {
                self.marks.insert(at, words.clone());
            }
        }
        let now = self.marks.range(from..).map(|(&entry, _)| entry);
        let none = now.filter(|entry| !before.contains_key(entry)).map(|entry| (entry, None));
        let none: Vec<_> = none.collect();
        Ok(before.into_iter().map(|(entry, words)| (entry, Some(words))).chain(none).collect())
    }

    /// A map of the size of this one that has every hex, on which any line of a repair is read.
    fn whole_map(&self) -> Board {
        let board = self.game().position().board();
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
