//! Repairs of earlier entries: a draft of the main line in which entries are edited, inserted and
//! removed, with all later ones judged again.
//!
//! A [`Repair`] leaves the record alone. It has the edited list of actions, plays it from the first
//! edit on, and reports the first entry that the rules refuse, with the reason. Once they accept
//! all, [`Repair::accept`] returns the changes that make the draft the main line. They are changes
//! like any other, so the record format has no repair operation, and the old line stays in the
//! record as a variation.

use super::game::{Played, RecordedGame, play_again};
use super::record::{Change, ChangeError, Record};
use super::tree::{Entry, EntryId, MAX_CONTINUATIONS};

/// The name for the old line, unless it has one.
const NAME_OF_OLD_LINE: &str = "Before the repair";

/// The reason for an entry that stays as the table played it.
const STANDS: &str = "so it was played before the record was repaired";

/// The state of an entry in a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disposition {
    /// Unchanged and still accepted.
    Kept,
    /// Still accepted, with new choices where the old ones no longer come up.
    Rechosen,
    /// Edited or inserted.
    Edited,
    /// Refused. All later entries are [`Self::Unjudged`].
    Refused,
    /// Not judged, because an earlier entry is refused.
    Unjudged,
}

/// An entry of a draft.
#[derive(Clone, Debug)]
pub struct RepairStep<G: RecordedGame> {
    /// The recorded entry it comes from; `None` for an inserted one.
    pub from: Option<EntryId>,
    /// The action, with every choice if the rules accept it.
    pub action: G::Action,
    /// The state of the entry.
    pub disposition: Disposition,
    /// The action as recorded or entered, before choices were filled in.
    given: G::Action,
    /// `true` if it was edited or inserted.
    is_edited: bool,
    /// The result of the action; `None` until it is judged.
    outcome: Option<G::Outcome>,
}

impl<G: RecordedGame> RepairStep<G> {
    /// Returns `true` if it was edited or inserted.
    pub fn is_edited(&self) -> bool {
        self.is_edited
    }

    fn recorded(id: EntryId, entry: &Entry<G>) -> Option<Self> {
        let (action, outcome) = (entry.action()?.clone(), Some(entry.outcome().clone()));
        let (given, disposition) = (action.clone(), Disposition::Kept);
        Some(Self { from: Some(id), given, action, disposition, is_edited: false, outcome })
    }

    /// Creates an inserted step, before it is judged.
    fn inserted(action: G::Action) -> Self {
        let (given, disposition) = (action.clone(), Disposition::Edited);
        Self { from: None, given, action, disposition, is_edited: true, outcome: None }
    }
}

/// The first entry of a draft that the rules refuse.
#[derive(Clone, Debug)]
pub struct Clash<G: RecordedGame> {
    /// Its number in the draft, from 1.
    pub number: usize,
    /// The reason the rules refuse it there.
    pub refusal: G::Refusal,
}

/// A draft of the main line up to the cursor.
///
/// Invariant: the rules accepted every entry before the clash, or every entry if there is none, at
/// its place in the draft.
///
/// ```
/// use record::{Change, Record, Repair};
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
/// for action in [3, -2] {
///     record.apply(Change::Play(action)).expect("a legal action");
/// }
/// let mut repair = Repair::new(&record);
/// repair.change(&record, 1, 1);
/// assert_eq!(repair.clash().map(|clash| clash.number), Some(2), "1 - 2 is negative");
///
/// repair.change(&record, 1, 5);
/// let changes = repair.accept(&record).expect("it is small").expect("all entries are legal");
/// for change in changes {
///     record.apply(change).expect("the draft was judged");
/// }
/// assert_eq!(*record.game(), 3);
/// assert_eq!(record.variations().len(), 1, "the old line stays as a variation");
/// ```
#[derive(Clone, Debug)]
pub struct Repair<G: RecordedGame> {
    /// The entry at the cursor when the draft was created, and the number of entries then.
    of: (EntryId, usize),
    steps: Vec<RepairStep<G>>,
    /// The number of unchanged entries at the start of the draft.
    unchanged: usize,
    /// The game after the unchanged entries.
    base: G::Game,
    /// The game after the last accepted entry.
    reached: G::Game,
    clash: Option<Clash<G>>,
}

impl<G: RecordedGame> Repair<G> {
    /// Creates a draft without edits.
    pub fn new(record: &Record<G>) -> Self {
        let played = &record.main_line()[..record.cursor()];
        Self {
            of: (record.here(), record.entry_count()),
            steps: played
                .iter()
                .filter_map(|&id| RepairStep::recorded(id, record.entry(id)))
                .collect(),
            unchanged: record.cursor(),
            base: record.game().clone(),
            reached: record.game().clone(),
            clash: None,
        }
    }

    /// Returns `true` if it is still a draft of this record: nothing was played or undone since.
    pub fn is_draft_of(&self, record: &Record<G>) -> bool {
        self.of == (record.here(), record.entry_count())
    }

    /// Returns every entry of the draft, in order.
    pub fn steps(&self) -> &[RepairStep<G>] {
        &self.steps
    }

    /// Returns entry `number`, counted from 1.
    pub fn step(&self, number: usize) -> Option<&RepairStep<G>> {
        number.checked_sub(1).and_then(|index| self.steps.get(index))
    }

    /// Returns the first refused entry, if there is one.
    pub fn clash(&self) -> Option<&Clash<G>> {
        self.clash.as_ref()
    }

    /// Returns `true` if the draft differs from the record's line of play.
    pub fn is_edited(&self, record: &Record<G>) -> bool {
        let common = self.common(record);
        common < record.cursor() || common < self.steps.len()
    }

    /// Returns the record's game for a comparison with [`Repair::game_reached`]: after the last
    /// recorded entry that is still accepted, or at the cursor if all are.
    pub fn game_recorded(&self, record: &Record<G>) -> G::Game {
        if self.clash.is_none() {
            return record.game().clone();
        }
        let last = self.steps[..self.accepted_count()].iter().rev().find_map(|step| step.from);
        record.game_after(last.unwrap_or(EntryId::START))
    }

    /// Returns the game after the last accepted entry.
    pub fn game_reached(&self) -> &G::Game {
        &self.reached
    }

    /// Returns the game before entry `number` of the draft, counted from 1; one beyond the last is
    /// the end. `None` if an entry before it is refused.
    pub fn game_before(&self, record: &Record<G>, number: usize) -> Option<G::Game> {
        let count = number.checked_sub(1)?;
        if count > self.accepted_count() {
            return None;
        }
        if count <= self.unchanged {
            return record.game_at(count);
        }
        let mut game = self.base.clone();
        for step in &self.steps[self.unchanged..count] {
            game = play_again::<G>(&game, &step.action).game;
        }
        Some(game)
    }

    /// Replaces the action of entry `number`.
    pub fn change(&mut self, record: &Record<G>, number: usize, action: G::Action) {
        let Some(step) = number.checked_sub(1).and_then(|n| self.steps.get_mut(n)) else {
            return;
        };
        step.given.clone_from(&action);
        step.action = action;
        step.is_edited = true;
        self.judge(record, number);
    }

    /// Inserts an action before entry `number`; one beyond the last appends it.
    pub fn insert(&mut self, record: &Record<G>, number: usize, action: G::Action) {
        if number == 0 || number > self.steps.len() + 1 {
            return;
        }
        self.steps.insert(number - 1, RepairStep::inserted(action));
        self.judge(record, number);
    }

    /// Removes entry `number`.
    pub fn remove(&mut self, record: &Record<G>, number: usize) {
        if number == 0 || number > self.steps.len() {
            return;
        }
        self.steps.remove(number - 1);
        self.judge(record, number);
    }

    /// Restores a removed entry of the record at its place.
    pub fn restore(&mut self, record: &Record<G>, id: EntryId) {
        let Some(step) = RepairStep::recorded(id, record.entry(id)) else {
            return;
        };
        if self.steps.iter().any(|step| step.from == Some(id)) {
            return;
        }
        let number = step.from.map_or(0, |id| record.entry(id).number());
        let next = self
            .steps
            .iter()
            .position(|other| other.from.is_some_and(|id| record.entry(id).number() > number));
        let at = next.unwrap_or(self.steps.len());
        self.steps.insert(at, step);
        self.judge(record, at + 1);
    }

    /// Resets entry `number` to its recorded action.
    pub fn reset(&mut self, record: &Record<G>, number: usize) {
        let from = self.step(number).and_then(|step| step.from);
        if let Some(step) = from.and_then(|id| RepairStep::recorded(id, record.entry(id))) {
            self.steps[number - 1] = step;
            self.judge(record, number);
        }
    }

    /// Removes every entry that is refused.
    pub fn remove_clashing(&mut self, record: &Record<G>) {
        let Some(number) = self.clash.as_ref().map(|clash| clash.number) else {
            return;
        };
        let mut game = self.reached.clone();
        let later = self.steps.split_off(number - 1);
        for step in later {
            if let Ok((played, _)) = step.play(&game) {
                game = played.game;
                self.steps.push(step);
            }
        }
        self.judge(record, number);
    }

    /// Returns the record of the draft before entry `number`; `None` if an entry before it is
    /// refused.
    pub fn record_before(&self, record: &Record<G>, number: usize) -> Option<Record<G>> {
        let count = number.checked_sub(1).filter(|&count| count <= self.accepted_count())?;
        let mut before = record.up_to(count.min(self.unchanged))?;
        for step in &self.steps[self.unchanged.min(count)..count] {
            before.apply(Change::Play(step.action.clone())).ok()?;
        }
        Some(before)
    }

    /// Removes entry `number` and all later ones.
    pub fn cut(&mut self, record: &Record<G>, number: usize) {
        if number == 0 || number > self.steps.len() {
            return;
        }
        self.steps.truncate(number - 1);
        self.judge(record, number);
    }

    /// Overrules the refusal of entry `number`, with a reason.
    pub fn overrule(&mut self, record: &Record<G>, number: usize, reason: &str) {
        let Some(step) = self.step(number) else {
            return;
        };
        // Choices that no longer come up would be refused again.
        let bare = G::without_choices(&step.given).unwrap_or_else(|| step.given.clone());
        let game = self.game_before(record, number);
        let whole = G::overruled(&step.given, reason)
            .filter(|action| game.as_ref().is_some_and(|game| G::play(game, action).is_ok()));
        let Some(action) = whole.or_else(|| G::overruled(&bare, reason)) else {
            return;
        };
        self.change(record, number, action);
    }

    /// Overrules the refusal of entry `number`, so that it stays as the table played it. Returns
    /// `false` if it cannot be overruled.
    pub fn let_stand(&mut self, record: &Record<G>, number: usize) -> bool {
        let step = self.step(number);
        let can = step.is_some_and(|step| G::overruled(&step.action, STANDS).is_some());
        if can {
            self.overrule(record, number, STANDS);
        }
        can
    }

    /// Returns the number of accepted entries, from the first on.
    pub fn accepted_count(&self) -> usize {
        self.clash.as_ref().map_or(self.steps.len(), |clash| clash.number - 1)
    }

    /// Returns the changes that make the draft the main line: none if nothing was edited, and
    /// `None` while an entry is refused or if the record has changed since.
    ///
    /// Comments, names, marks and checkpoints follow their entries. The old line stays as a
    /// variation, with a name to distinguish it.
    ///
    /// # Errors
    ///
    /// The limit of the record that the draft would exceed.
    pub fn accept(&self, record: &Record<G>) -> Result<Option<Vec<Change<G>>>, ChangeError<G>> {
        if self.clash.is_some() || !self.is_draft_of(record) {
            return Ok(None);
        }
        let common = self.common(record);
        if record.entry_count() + self.steps.len() - common > G::MAX_ENTRIES {
            return Err(ChangeError::Full);
        }
        let fork = record.on_main_line(common).unwrap_or(EntryId::START);
        if record.entry(fork).continuations().len() >= MAX_CONTINUATIONS {
            return Err(ChangeError::TooManyContinuations);
        }
        let mut changes = Vec::new();
        let cursor = record.cursor();
        if common < cursor {
            let first = record.main_line()[common];
            if cursor > common + 1 {
                changes.push(Change::Undo(cursor - common - 1));
            }
            // A line that is only truncated stays the main one, and needs no name.
            if record.entry(first).name().is_empty() && self.steps.len() > common {
                changes.push(Change::Name(NAME_OF_OLD_LINE.to_owned()));
            }
            changes.push(Change::Undo(1));
        }
        for step in &self.steps[common..] {
            changes.push(Change::Play(step.action.clone()));
            if let Some(id) = step.from {
                changes.extend(annotations_of(record, id));
            }
        }
        Ok(Some(changes))
    }

    /// Returns the number of entries at the start that equal the record's.
    fn common(&self, record: &Record<G>) -> usize {
        let played = &record.main_line()[..record.cursor()];
        self.steps
            .iter()
            .zip(played)
            .take_while(|(step, id)| {
                step.disposition != Disposition::Refused
                    && record.entry(**id).action() == Some(&step.action)
            })
            .count()
    }

    /// Plays the draft again from entry `number` on, up to the first refused entry.
    fn judge(&mut self, record: &Record<G>, number: usize) {
        if number <= self.unchanged {
            self.unchanged = number - 1;
            // The entries before it equal the record's.
            if let Some(game) = record.game_at(self.unchanged) {
                self.base = game;
            }
        }
        let mut game = self.base.clone();
        self.clash = None;
        for (index, step) in self.steps.iter_mut().enumerate().skip(self.unchanged) {
            if self.clash.is_some() {
                step.disposition = Disposition::Unjudged;
                continue;
            }
            match step.play(&game) {
                Ok((played, disposition)) => {
                    step.action = played.action;
                    step.disposition = disposition;
                    step.outcome = Some(played.outcome);
                    game = played.game;
                }
                Err(refusal) => {
                    step.action.clone_from(&step.given);
                    step.disposition = Disposition::Refused;
                    self.clash = Some(Clash { number: index + 1, refusal });
                }
            }
        }
        self.reached = game;
    }
}

impl<G: RecordedGame> RepairStep<G> {
    /// Returns the result of the action; `None` until it is judged.
    pub const fn outcome(&self) -> Option<&G::Outcome> {
        self.outcome.as_ref()
    }

    /// Plays the step in a game in which it may not have been played before.
    fn play(&self, game: &G::Game) -> Result<(Played<G>, Disposition), G::Refusal> {
        let refusal = match G::play(game, &self.given) {
            Ok(played) if self.is_edited => return Ok((played, Disposition::Edited)),
            Ok(played) if played.action == self.given => return Ok((played, Disposition::Kept)),
            Ok(played) => return Ok((played, Disposition::Rechosen)),
            Err(refusal) => refusal,
        };
        // A recorded choice that no longer comes up is no reason to refuse the action. If a new
        // choice is then pending, the rules refuse the next entry.
        let bare = G::without_choices(&self.given).filter(|_| !self.is_edited);
        match bare.map(|bare| G::play(game, &bare)) {
            Some(Ok(played)) => Ok((played, Disposition::Rechosen)),
            Some(Err(_)) | None => Err(refusal),
        }
    }
}

/// Returns the changes that copy the annotations of another entry to the one at the cursor.
fn annotations_of<G: RecordedGame>(record: &Record<G>, id: EntryId) -> Vec<Change<G>> {
    let entry = record.entry(id);
    let mut changes = Vec::new();
    if !entry.name().is_empty() {
        changes.push(Change::Name(entry.name().to_owned()));
    }
    if !entry.comment().is_empty() {
        changes.push(Change::Comment(entry.comment().to_owned()));
    }
    if entry.mark().is_some() {
        changes.push(Change::Mark(entry.mark()));
    }
    if let Some(checkpoint) = entry.checkpoint() {
        changes.push(Change::Checkpoint(checkpoint.clone()));
    }
    changes
}
