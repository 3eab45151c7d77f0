//! Looking back along the main line: turns, votes, checkpoints, and what cannot be unseen.

use std::ops::RangeInclusive;

use super::{Change, Checkpoint, EntryId, Journal};
use components::quantity::Points;
use rules::action::Deed;
use rules::player::ByPlayer;

/// An entry that changed points, for playing a stretch of the game back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointsAt {
    /// The entry, counted from 1.
    pub entry: usize,
    /// By how much it changed the points of every player.
    pub by: ByPlayer<Points>,
    /// The points of every player after it.
    pub after: ByPlayer<Points>,
}

impl Journal {
    /// The last entry before the turn of the cursor began; 0 while the setup goes on.
    #[must_use]
    pub fn turn_start(&self) -> usize {
        let turn = self.entry(self.here()).turn();
        let played = &self.main_line()[..self.cursor()];
        let same = played.iter().rev();
        let same = same.take_while(|&&id| self.entry(id).turn() == turn);
        let count = same.count();
        // The entry that ended the turn before began this one.
        if turn == 0 { self.cursor() - count } else { self.cursor() - count + 1 }
    }

    /// The change that takes back everything after entry `number`; none if nothing is to be
    /// taken back.
    #[must_use]
    pub fn undo_to(&self, number: usize) -> Option<Change> {
        let count = self.cursor().checked_sub(number)?;
        (count > 0).then_some(Change::Undo(count))
    }

    /// The entries after `number` up to the cursor that brought hidden things to light: drawn
    /// cards and opened ballots. Taking them back does not make anybody forget them.
    #[must_use]
    pub fn seen_after(&self, number: usize) -> Vec<usize> {
        let numbers = number + 1..=self.cursor();
        let is_seen = |deed: &Deed| deed.brings_to_light();
        numbers.filter(|&number| self.deed_at(number).is_some_and(is_seen)).collect()
    }

    /// The entries of the main line, up to its end, with which the ballots of a vote were opened.
    #[must_use]
    pub fn votes(&self) -> Vec<usize> {
        let numbers = 1..=self.main_line().len();
        let is_vote = |deed: &Deed| !deed.ballots().is_empty();
        numbers.filter(|&number| self.deed_at(number).is_some_and(is_vote)).collect()
    }

    /// The entries up to the cursor where the game goes on from a table that was laid out anew:
    /// nobody entered what had happened until then.
    #[must_use]
    pub fn gaps(&self) -> Vec<usize> {
        (1..=self.cursor()).filter(|&n| self.is_gap(n)).collect()
    }

    /// Whether entry `number` of the main line stands for an unexplained stretch: a position
    /// that is laid out once the turns have begun.
    #[must_use]
    pub fn is_gap(&self, number: usize) -> bool {
        let before = number.checked_sub(1).and_then(|n| self.on_main_line(n));
        let begun = before.is_some_and(|id| self.entry(id).turn() > 0);
        begun && matches!(self.deed_at(number), Some(Deed::Position(_)))
    }

    /// The last checkpoint up to the cursor at which table and record said the same of every
    /// player, with the number of its entry.
    #[must_use]
    pub fn last_agreed(&self) -> Option<(usize, Checkpoint)> {
        self.checkpoints_back().find(|(_, checkpoint)| checkpoint.agrees())
    }

    /// The last checkpoint up to the cursor, agreed or not, with the number of its entry.
    #[must_use]
    pub fn last_checkpoint(&self) -> Option<(usize, Checkpoint)> {
        self.checkpoints_back().next()
    }

    /// The last vote up to the cursor that no checkpoint follows.
    #[must_use]
    pub fn vote_to_confirm(&self) -> Option<usize> {
        let confirmed = self.last_checkpoint().map_or(0, |(number, _)| number);
        let votes = self.votes();
        let last = votes.into_iter().rfind(|&vote| vote <= self.cursor())?;
        (last > confirmed).then_some(last)
    }

    /// The entries whose points are not confirmed: those after the last agreed checkpoint.
    #[must_use]
    pub fn unconfirmed(&self) -> RangeInclusive<usize> {
        self.last_agreed().map_or(0, |(number, _)| number) + 1..=self.cursor()
    }

    /// The entries after the last agreed checkpoint that changed anybody's points, in order: all
    /// that has to be looked at when the score track shows something else than the record.
    #[must_use]
    pub fn points_since_agreed(&self) -> Vec<PointsAt> {
        let changed = |number: usize| {
            let entry = self.entry(self.on_main_line(number)?);
            let (before, after) = (self.entry(entry.before()).points(), entry.points());
            let mut by = after;
            for player in self.players() {
                by[player] = after[player] - before[player];
            }
            (by != ByPlayer::default()).then_some(PointsAt { entry: number, by, after })
        };
        self.unconfirmed().filter_map(changed).collect()
    }

    /// The points of every player at the cursor.
    #[must_use]
    pub fn points_here(&self) -> ByPlayer<Points> {
        self.entry(self.here()).points()
    }

    fn checkpoints_back(&self) -> impl Iterator<Item = (usize, Checkpoint)> {
        let of = |number: usize| {
            let id = self.on_main_line(number)?;
            Some((number, self.entry(id).checkpoint()?))
        };
        (0..=self.cursor()).rev().filter_map(of)
    }

    fn deed_at(&self, number: usize) -> Option<&Deed> {
        let id: EntryId = self.on_main_line(number)?;
        self.entry(id).action().map(|action| &action.deed)
    }
}
