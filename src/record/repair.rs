//! Mending an earlier entry: a draft of the main line in which entries are
//! changed, put in and taken out, with all that follows judged again.
//!
//! A [`Repair`] touches nothing. It holds the list of actions as it is to be,
//! plays it from the first edit on, and says where it stands: either every
//! entry still holds, or the first that does not and why. Once all hold,
//! [`Repair::accept`] gives the changes that make it the main line. They are
//! changes like any other, so the record needs no word for a repair, and the
//! line as it was stays in it as a variation.

use super::game::{Played, RecordedGame, play_again};
use super::record::{Change, ChangeError, Record};
use super::tree::{Entry, EntryId, MAX_CONTINUATIONS};

/// The name that the old line gets, unless it has one.
const NAME_OF_OLD_LINE: &str = "Before the repair";

/// The state of an entry in a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disposition {
    /// It is as it was, and still holds.
    Kept,
    /// It still holds, with choices made anew where the old ones no longer come up.
    ChosenAnew,
    /// It was edited, or put in.
    Edited,
    /// It no longer holds; everything after it waits for that.
    Clashes,
    /// It has not been judged, for an entry before it no longer holds.
    Waits,
}

/// An entry of a draft.
#[derive(Clone, Debug)]
pub struct Step<G: RecordedGame> {
    /// The entry it comes from; nothing for one that was put in.
    pub from: Option<EntryId>,
    /// The action, with every choice as far as it holds.
    pub action: G::Action,
    /// The state of the entry.
    pub disposition: Disposition,
    /// The action as it was recorded or entered, before choices were filled in.
    given: G::Action,
    /// `true` if it was edited or inserted.
    is_edited: bool,
    /// The result of the action; `None` until it was judged.
    outcome: Option<G::Outcome>,
}

impl<G: RecordedGame> Step<G> {
    /// Checks if it was edited or inserted.
    pub fn is_edited(&self) -> bool {
        self.is_edited
    }

    fn recorded(id: EntryId, entry: &Entry<G>) -> Option<Self> {
        let (action, outcome) = (entry.action()?.clone(), Some(entry.outcome().clone()));
        let (given, disposition) = (action.clone(), Disposition::Kept);
        Some(Self { from: Some(id), given, action, disposition, is_edited: false, outcome })
    }

    /// One that was put in, before it is judged.
    fn put_in(action: G::Action) -> Self {
        let (given, disposition) = (action.clone(), Disposition::Edited);
        Self { from: None, given, action, disposition, is_edited: true, outcome: None }
    }
}

/// The first entry of a draft that no longer holds.
#[derive(Clone, Debug)]
pub struct Clash<G: RecordedGame> {
    /// Its number in the draft, from 1.
    pub number: usize,
    /// The reason the rules refuse it there.
    pub refusal: G::Refusal,
}

/// A draft of the main line up to the cursor.
///
/// Invariant: every entry before the clash, or every entry if there is none, was accepted by the
/// rules where it stands.
#[derive(Clone, Debug)]
pub struct Repair<G: RecordedGame> {
    /// The entry at the cursor when it was begun, and how many entries there were.
    of: (EntryId, usize),
    steps: Vec<Step<G>>,
    /// So many entries at the beginning are as they were.
    same: usize,
    /// The game after them.
    base: G::Game,
    /// The game after the last entry that holds.
    reached: G::Game,
    clash: Option<Clash<G>>,
}

impl<G: RecordedGame> Repair<G> {
    /// A draft in which nothing is changed yet.
    pub fn new(record: &Record<G>) -> Self {
        let played = &record.main_line()[..record.cursor()];
        let steps = played.iter().filter_map(|&id| Step::recorded(id, record.entry(id)));
        Self {
            of: (record.here(), record.entry_count()),
            steps: steps.collect(),
            same: record.cursor(),
            base: record.game().clone(),
            reached: record.game().clone(),
            clash: None,
        }
    }

    /// Checks if it is still a draft of this record: nothing was recorded or taken back meanwhile.
    pub fn is_of(&self, record: &Record<G>) -> bool {
        self.of == (record.here(), record.entry_count())
    }

    /// Every entry of the draft, in order.
    pub fn steps(&self) -> &[Step<G>] {
        &self.steps
    }

    /// Entry `number`, counted from 1.
    pub fn step(&self, number: usize) -> Option<&Step<G>> {
        number.checked_sub(1).and_then(|index| self.steps.get(index))
    }

    /// The first entry that no longer holds, if there is one.
    pub fn clash(&self) -> Option<&Clash<G>> {
        self.clash.as_ref()
    }

    /// Checks if it results in another line of play than the record's.
    pub fn is_edited(&self, record: &Record<G>) -> bool {
        let common = self.common(record);
        common < record.cursor() || common < self.steps.len()
    }

    /// The game as the record has it, at the place that [`Repair::reached`] is compared with: the
    /// last recorded entry that still holds, or the cursor if all of them do.
    pub fn game_recorded(&self, record: &Record<G>) -> G::Game {
        if self.clash.is_none() {
            return record.game().clone();
        }
        let mut held = self.steps[..self.held()].iter().rev();
        let last = held.find_map(|step| step.from);
        record.game_after(last.unwrap_or(EntryId::START))
    }

    /// The game after the last entry that holds.
    pub fn reached(&self) -> &G::Game {
        &self.reached
    }

    /// The game before entry `number` of the draft, counted from 1; one beyond the last is the
    /// end. Nothing where an entry before it no longer holds.
    pub fn game_before(&self, record: &Record<G>, number: usize) -> Option<G::Game> {
        let count = number.checked_sub(1)?;
        if count > self.held() {
            return None;
        }
        if count <= self.same {
            return record.game_at(count);
        }
        let mut game = self.base.clone();
        for step in &self.steps[self.same..count] {
            game = play_again::<G>(&game, &step.action).game;
        }
        Some(game)
    }

    /// Does something else in entry `number`.
    pub fn change(&mut self, record: &Record<G>, number: usize, action: G::Action) {
        let Some(step) = number.checked_sub(1).and_then(|n| self.steps.get_mut(n)) else {
            return;
        };
        step.given.clone_from(&action);
        step.action = action;
        step.is_edited = true;
        self.judge(record, number);
    }

    /// Does something before entry `number`; one beyond the last puts it at the end.
    pub fn insert(&mut self, record: &Record<G>, number: usize, action: G::Action) {
        if number == 0 || number > self.steps.len() + 1 {
            return;
        }
        self.steps.insert(number - 1, Step::put_in(action));
        self.judge(record, number);
    }

    /// Takes entry `number` out.
    pub fn remove(&mut self, record: &Record<G>, number: usize) {
        if number == 0 || number > self.steps.len() {
            return;
        }
        self.steps.remove(number - 1);
        self.judge(record, number);
    }

    /// Puts a recorded entry back where it was, if it was taken out.
    pub fn put_back(&mut self, record: &Record<G>, id: EntryId) {
        let Some(step) = Step::recorded(id, record.entry(id)) else {
            return;
        };
        if self.steps.iter().any(|step| step.from == Some(id)) {
            return;
        }
        let number = step.from.map_or(0, |id| record.entry(id).number());
        let is_later =
            |other: &Step<G>| other.from.is_some_and(|id| record.entry(id).number() > number);
        let at = self.steps.iter().position(is_later).unwrap_or(self.steps.len());
        self.steps.insert(at, step);
        self.judge(record, at + 1);
    }

    /// Lets entry `number` be as it was recorded.
    pub fn reset(&mut self, record: &Record<G>, number: usize) {
        let from = self.step(number).and_then(|step| step.from);
        if let Some(step) = from.and_then(|id| Step::recorded(id, record.entry(id))) {
            self.steps[number - 1] = step;
            self.judge(record, number);
        }
    }

    /// Takes out every entry that no longer holds.
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

    /// The record before entry `number` of the draft, as the draft would have it; nothing where an
    /// entry before it no longer holds.
    pub fn record_before(&self, record: &Record<G>, number: usize) -> Option<Record<G>> {
        let count = number.checked_sub(1).filter(|&count| count <= self.held())?;
        let mut before = record.until(count.min(self.same))?;
        for step in &self.steps[self.same.min(count)..count] {
            before.apply(Change::Play(step.action.clone())).ok()?;
        }
        Some(before)
    }

    /// Takes entry `number` out and everything after it.
    pub fn cut(&mut self, record: &Record<G>, number: usize) {
        if number == 0 || number > self.steps.len() {
            return;
        }
        self.steps.truncate(number - 1);
        self.judge(record, number);
    }

    /// Lets entry `number` stand although the rules refuse it, with a reason.
    pub fn overrule(&mut self, record: &Record<G>, number: usize, reason: &str) {
        let Some(step) = self.step(number) else {
            return;
        };
        // Choices that no longer come up would be in the way.
        let bare = G::without_choices(&step.given).unwrap_or_else(|| step.given.clone());
        let game = self.game_before(record, number);
        let stands =
            |action: &G::Action| game.as_ref().is_some_and(|game| G::play(game, action).is_ok());
        let whole = G::overruled(&step.given, reason).filter(stands);
        let Some(action) = whole.or_else(|| G::overruled(&bare, reason)) else {
            return;
        };
        self.change(record, number, action);
    }

    /// Returns the number of entries that hold, from the first on.
    pub fn held(&self) -> usize {
        self.clash.as_ref().map_or(self.steps.len(), |clash| clash.number - 1)
    }

    /// The changes that make the draft the main line; nothing while an entry does not hold, and
    /// none if nothing was edited.
    ///
    /// Comments, names, marks and checkpoints go along with their entries. The line as it was
    /// stays as a variation and is named, so that it can be told from others.
    ///
    /// # Errors
    ///
    /// The reason the record has no room for it.
    pub fn accept(&self, record: &Record<G>) -> Result<Option<Vec<Change<G>>>, ChangeError<G>> {
        if self.clash.is_some() || !self.is_of(record) {
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
            // A line that is only cut short stays the main one, and needs no name.
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

    /// Returns the number of entries at the beginning that are the record's own.
    fn common(&self, record: &Record<G>) -> usize {
        let own = |(step, id): &(&Step<G>, &EntryId)| {
            step.disposition != Disposition::Clashes
                && record.entry(**id).action() == Some(&step.action)
        };
        let played = &record.main_line()[..record.cursor()];
        self.steps.iter().zip(played).take_while(own).count()
    }

    /// Plays the draft again from entry `number` on, up to the first entry that does not hold.
    fn judge(&mut self, record: &Record<G>, number: usize) {
        if number <= self.same {
            self.same = number - 1;
            // The entries before it are the record's own.
            if let Some(game) = record.game_at(self.same) {
                self.base = game;
            }
        }
        let mut game = self.base.clone();
        self.clash = None;
        for (index, step) in self.steps.iter_mut().enumerate().skip(self.same) {
            if self.clash.is_some() {
                step.disposition = Disposition::Waits;
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
                    step.disposition = Disposition::Clashes;
                    self.clash = Some(Clash { number: index + 1, refusal });
                }
            }
        }
        self.reached = game;
    }
}

impl<G: RecordedGame> Step<G> {
    /// Returns the result of the action; `None` until it was judged.
    pub const fn outcome(&self) -> Option<&G::Outcome> {
        self.outcome.as_ref()
    }

    /// Plays it where it may never have been played before.
    fn play(&self, game: &G::Game) -> Result<(Played<G>, Disposition), G::Refusal> {
        let refusal = match G::play(game, &self.given) {
            Ok(played) if self.is_edited => return Ok((played, Disposition::Edited)),
            Ok(played) if played.action == self.given => return Ok((played, Disposition::Kept)),
            Ok(played) => return Ok((played, Disposition::ChosenAnew)),
            Err(refusal) => refusal,
        };
        // A recorded choice that no longer comes up is no reason to refuse the action. Whatever is
        // still to be chosen is asked for, and then the entry after this one does not hold.
        let bare = G::without_choices(&self.given).filter(|_| !self.is_edited);
        match bare.map(|bare| G::play(game, &bare)) {
            Some(Ok(played)) => Ok((played, Disposition::ChosenAnew)),
            Some(Err(_)) | None => Err(refusal),
        }
    }
}

/// The changes that write beside the entry at the cursor what stands beside another one.
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
