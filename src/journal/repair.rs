//! Mending an earlier entry: a draft of the main line in which entries are
//! changed, put in and taken out, with all that follows judged again.
//!
//! A [`Repair`] touches nothing. It holds the list of actions as it is to be,
//! plays it from the first edit on, and says where it stands: either every
//! entry still holds, or the first that does not and why. Once all hold,
//! [`Repair::accept`] gives the changes that make it the main line. They are
//! changes like any other, so the record needs no word for a repair, and the
//! line as it was stays in it as a variation.

use super::{
    Change, ChangeError, Checkpoint, Entry, EntryId, Founders, Journal, MAX_CONTINUATIONS,
    MAX_ENTRIES, play_again,
};
use components::quantity::Points;
use rules::action::{Action, Deed};
use rules::adjustment::Adjustment;
use rules::difference::difference;
use rules::game::{Game, Played};
use rules::illegal::Refusal;
use rules::player::ByPlayer;
use rules::task::Task;

/// The name that the old line gets, unless it has one.
const NAME_OF_OLD_LINE: &str = "Before the repair";

/// What became of an entry in a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
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
pub struct Step {
    /// The entry it comes from; nothing for one that was put in.
    pub from: Option<EntryId>,
    /// What is done; with every choice, as far as it holds.
    pub action: Action,
    /// What became of it.
    pub fate: Fate,
    /// The action as it was recorded or entered, before choices were filled in.
    given: Action,
    /// Whether it was edited or put in.
    is_edited: bool,
    /// The points of every player after it, once it was judged.
    points: ByPlayer<Points>,
}

impl Step {
    /// Whether it was edited or put in.
    #[must_use]
    pub fn is_edited(&self) -> bool {
        self.is_edited
    }

    fn recorded(id: EntryId, entry: Entry<'_>) -> Option<Self> {
        let (action, points) = (entry.action()?.clone(), entry.points());
        let (given, fate) = (action.clone(), Fate::Kept);
        Some(Self { from: Some(id), given, action, fate, is_edited: false, points })
    }

    /// One that was put in, before it is judged.
    fn put_in(action: Action) -> Self {
        let (given, fate, points) = (action.clone(), Fate::Edited, ByPlayer::default());
        Self { from: None, given, action, fate, is_edited: true, points }
    }
}

/// The first entry of a draft that no longer holds.
#[derive(Clone, Debug)]
pub struct Clash {
    /// Its number in the draft, from 1.
    pub number: usize,
    /// Why the rules refuse it there.
    pub refusal: Refusal,
}

impl Clash {
    /// Whether the table can decide that it holds all the same.
    #[must_use]
    pub fn can_be_overruled(&self) -> bool {
        let refusal = &self.refusal;
        let mut reasons = refusal.reasons.iter();
        refusal.unknown.is_empty()
            && !refusal.reasons.is_empty()
            && reasons.all(|reason| reason.illegal.can_be_overruled())
    }
}

/// A draft of the main line up to the cursor.
///
/// Invariant: every entry before the clash, or every entry if there is none, was accepted by the
/// rules where it stands.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The entry at the cursor when it was begun, and how many entries there were.
    of: (EntryId, usize),
    steps: Vec<Step>,
    /// So many entries at the beginning are as they were.
    same: usize,
    /// The game after them.
    base: Game,
    /// The game after the last entry that holds.
    reached: Game,
    clash: Option<Clash>,
}

impl Repair {
    /// A draft in which nothing is changed yet.
    #[must_use]
    pub fn new(journal: &Journal) -> Self {
        let played = &journal.main_line()[..journal.cursor()];
        let steps = played.iter().filter_map(|&id| Step::recorded(id, journal.entry(id)));
        Self {
            of: (journal.here(), journal.entry_count()),
            steps: steps.collect(),
            same: journal.cursor(),
            base: journal.game().clone(),
            reached: journal.game().clone(),
            clash: None,
        }
    }

    /// Whether it is still a draft of this record: nothing was recorded or taken back meanwhile.
    #[must_use]
    pub fn is_of(&self, journal: &Journal) -> bool {
        self.of == (journal.here(), journal.entry_count())
    }

    /// Every entry of the draft, in order.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Entry `number`, counted from 1.
    #[must_use]
    pub fn step(&self, number: usize) -> Option<&Step> {
        number.checked_sub(1).and_then(|index| self.steps.get(index))
    }

    /// The first entry that no longer holds, if there is one.
    #[must_use]
    pub fn clash(&self) -> Option<&Clash> {
        self.clash.as_ref()
    }

    /// Whether it comes to another line of play than the record's.
    #[must_use]
    pub fn is_edited(&self, journal: &Journal) -> bool {
        let common = self.common(journal);
        common < journal.cursor() || common < self.steps.len()
    }

    /// The game as the record has it, at the place that [`Repair::reached`] is compared with: the
    /// last recorded entry that still holds, or the cursor if all of them do.
    #[must_use]
    pub fn game_recorded(&self, journal: &Journal) -> Game {
        if self.clash.is_none() {
            return journal.game().clone();
        }
        let mut held = self.steps[..self.held()].iter().rev();
        let last = held.find_map(|step| step.from);
        journal.game_after(last.unwrap_or(EntryId::START))
    }

    /// The game after the last entry that holds.
    #[must_use]
    pub fn reached(&self) -> &Game {
        &self.reached
    }

    /// The game before entry `number` of the draft, counted from 1; one beyond the last is the
    /// end. Nothing where an entry before it no longer holds.
    #[must_use]
    pub fn game_before(&self, journal: &Journal, number: usize) -> Option<Game> {
        let count = number.checked_sub(1)?;
        if count > self.held() {
            return None;
        }
        if count <= self.same {
            return journal.game_at(count);
        }
        let mut game = self.base.clone();
        for step in &self.steps[self.same..count] {
            game = play_again::<Founders>(&game, &step.action).game;
        }
        Some(game)
    }

    /// Does something else in entry `number`.
    pub fn change(&mut self, journal: &Journal, number: usize, action: Action) {
        let Some(step) = number.checked_sub(1).and_then(|n| self.steps.get_mut(n)) else {
            return;
        };
        step.given.clone_from(&action);
        step.action = action;
        step.is_edited = true;
        self.judge(journal, number);
    }

    /// Does something before entry `number`; one beyond the last puts it at the end.
    pub fn insert(&mut self, journal: &Journal, number: usize, action: Action) {
        if number == 0 || number > self.steps.len() + 1 {
            return;
        }
        self.steps.insert(number - 1, Step::put_in(action));
        self.judge(journal, number);
    }

    /// Enters something that happened in the unexplained stretch that entry `number` stands for.
    ///
    /// It comes before that entry, which from then on lays out only what is left to explain; once
    /// nothing is left, it goes away.
    pub fn fill(&mut self, journal: &Journal, number: usize, action: Action) {
        let Some(id) = self.step(number).and_then(|step| step.from) else {
            return;
        };
        let table = journal.game_after(id);
        self.insert(journal, number, action);
        let gap = number + 1;
        let Some(before) = self.game_before(journal, gap) else {
            return;
        };
        let Some(player) = table.active_player() else {
            return;
        };
        let mut rest = difference(&before, &table);
        let begins =
            before.owed().iter().any(|owed| owed.task == Task::Turn && owed.player == Some(player));
        if rest.is_empty() && begins {
            self.remove(journal, gap);
        } else {
            rest.push(Adjustment::Turn(player));
            self.change(journal, gap, Deed::Position(rest).into());
        }
    }

    /// Takes entry `number` out.
    pub fn remove(&mut self, journal: &Journal, number: usize) {
        if number == 0 || number > self.steps.len() {
            return;
        }
        self.steps.remove(number - 1);
        self.judge(journal, number);
    }

    /// Takes entry `number` out and everything after it.
    pub fn cut(&mut self, journal: &Journal, number: usize) {
        if number == 0 || number > self.steps.len() {
            return;
        }
        self.steps.truncate(number - 1);
        self.judge(journal, number);
    }

    /// Lets entry `number` stand although the rules refuse it, with a reason.
    pub fn overrule(&mut self, journal: &Journal, number: usize, reason: &str) {
        let Some(step) = self.step(number) else {
            return;
        };
        let overruled = |action: Action| {
            let (action, reason) = (Box::new(action), reason.to_owned());
            Action::from(Deed::Overrule { action, reason })
        };
        // Choices that no longer come up would be in the way.
        let (given, bare) = (step.given.clone(), step.given.deed.clone().into());
        let game = self.game_before(journal, number);
        let stands = game.is_some_and(|game| game.play(&overruled(given.clone())).is_ok());
        let action = overruled(if stands { given } else { bare });
        self.change(journal, number, action);
    }

    /// The checkpoints that agreed and would no longer: the number in the draft, with what the
    /// score track showed there and what the draft says.
    #[must_use]
    pub fn unsettled(&self, journal: &Journal) -> Vec<(usize, Checkpoint)> {
        let unsettled = |(index, step): (usize, &Step)| {
            let noted = journal.entry(step.from?).checkpoint().filter(Checkpoint::agrees)?;
            let now = Checkpoint { recorded: step.points, ..noted };
            (!now.agrees()).then_some((index + 1, now))
        };
        self.steps[..self.held()].iter().enumerate().filter_map(unsettled).collect()
    }

    /// How many entries hold, from the first on.
    fn held(&self) -> usize {
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
    /// Why the record has no room for it.
    pub fn accept(&self, journal: &Journal) -> Result<Option<Vec<Change>>, ChangeError> {
        if self.clash.is_some() || !self.is_of(journal) {
            return Ok(None);
        }
        let common = self.common(journal);
        if journal.entry_count() + self.steps.len() - common > MAX_ENTRIES {
            return Err(ChangeError::Full);
        }
        let fork = journal.on_main_line(common).unwrap_or(EntryId::START);
        if journal.entry(fork).continuations().len() >= MAX_CONTINUATIONS {
            return Err(ChangeError::TooManyContinuations);
        }
        let mut changes = Vec::new();
        let cursor = journal.cursor();
        if common < cursor {
            let first = journal.main_line()[common];
            if cursor > common + 1 {
                changes.push(Change::Undo(cursor - common - 1));
            }
            // A line that is only cut short stays the main one, and needs no name.
            if journal.entry(first).name().is_empty() && self.steps.len() > common {
                changes.push(Change::Name(NAME_OF_OLD_LINE.to_owned()));
            }
            changes.push(Change::Undo(1));
        }
        for step in &self.steps[common..] {
            changes.push(Change::Play(step.action.clone()));
            if let Some(id) = step.from {
                changes.extend(written_beside(journal, id));
            }
        }
        Ok(Some(changes))
    }

    /// How many entries at the beginning are the record's own, edited back and forth or not.
    fn common(&self, journal: &Journal) -> usize {
        let own = |(step, id): &(&Step, &EntryId)| {
            step.fate != Fate::Clashes && journal.entry(**id).action() == Some(&step.action)
        };
        let played = &journal.main_line()[..journal.cursor()];
        self.steps.iter().zip(played).take_while(own).count()
    }

    /// Plays the draft again from entry `number` on, up to the first entry that does not hold.
    fn judge(&mut self, journal: &Journal, number: usize) {
        if number <= self.same {
            self.same = number - 1;
            // The entries before it are the record's own.
            if let Some(game) = journal.game_at(self.same) {
                self.base = game;
            }
        }
        let mut game = self.base.clone();
        self.clash = None;
        for (index, step) in self.steps.iter_mut().enumerate().skip(self.same) {
            if self.clash.is_some() {
                step.fate = Fate::Waits;
                continue;
            }
            match step.play(&game) {
                Ok((played, fate)) => {
                    step.action = played.action;
                    step.fate = fate;
                    step.points = played.game.scores();
                    game = played.game;
                }
                Err(refusal) => {
                    step.action.clone_from(&step.given);
                    step.fate = Fate::Clashes;
                    self.clash = Some(Clash { number: index + 1, refusal });
                }
            }
        }
        self.reached = game;
    }
}

impl Step {
    /// Plays it where it may never have been played before.
    fn play(&self, game: &Game) -> Result<(Played, Fate), Refusal> {
        let refusal = match game.play(&self.given) {
            Ok(played) if self.is_edited => return Ok((played, Fate::Edited)),
            Ok(played) if played.action == self.given => return Ok((played, Fate::Kept)),
            Ok(played) => return Ok((played, Fate::ChosenAnew)),
            Err(refusal) => refusal,
        };
        // A recorded choice that no longer comes up is no reason to refuse the deed. Whatever is
        // still to be chosen is asked for, and then the entry after this one does not hold.
        let is_choice = matches!(self.given.deed, Deed::Choose { .. });
        if self.is_edited || is_choice || self.given.choices.is_empty() {
            return Err(refusal);
        }
        match game.play(&self.given.deed.clone().into()) {
            Ok(played) => Ok((played, Fate::ChosenAnew)),
            Err(_) => Err(refusal),
        }
    }
}

/// The changes that write beside the entry at the cursor what stands beside another one.
fn written_beside(journal: &Journal, id: EntryId) -> Vec<Change> {
    let entry = journal.entry(id);
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
        changes.push(Change::Checkpoint(checkpoint.stated));
    }
    changes
}
